set local check_function_bodies = off;

DROP POLICY "Staff change their own views" ON "public"."saved_views";

DROP POLICY "Staff delete their own views" ON "public"."saved_views";

DROP POLICY "Staff read their own views" ON "public"."saved_views";

DROP POLICY "Staff save views for themselves" ON "public"."saved_views";

ALTER TABLE "public"."saved_views" DROP CONSTRAINT "saved_views_user_id_tenant_id_page_name_key";

DROP FUNCTION "private"."marked_customers"(text, text, boolean);

DROP FUNCTION "private"."orders_by_phone"(text, text, integer);

DROP FUNCTION "private"."people_by_phone"(text, text);

DROP FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]);

DROP FUNCTION "public"."customers_after"(text, text, text, boolean, uuid, integer);

DROP FUNCTION "public"."find_by_phone"(text, text, integer);

DROP FUNCTION "public"."list_customers"(text, text, text, integer, integer, text, boolean);

DROP FUNCTION "public"."order_queue_counts"(text);

DROP FUNCTION "public"."unconfirmed_people"(text, uuid[]);

ALTER TABLE "public"."saved_views" ALTER COLUMN "tenant_id" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.may_have_views(p_tenant_id text, p_workplaces text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_tenant_id is null then cardinality(p_workplaces) > 0 else p_tenant_id = any (p_workplaces) end
$function$;

ALTER FUNCTION "private"."may_have_views"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.orders_by_phone(p_tenant_ids text[], p_phone text, p_limit integer)
 RETURNS SETOF public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_condition text := private.phone_condition('private.national_digits(o.address ->> ''phone'')', p_phone);
begin
  if v_condition is not null then
    return query execute format(
      'select o.* from public.orders o where o.tenant_id = any (%L) and (%s) order by o.created_at desc, o.id limit %s',
      p_tenant_ids, v_condition, p_limit);
  end if;
end
$function$;

ALTER FUNCTION "private"."orders_by_phone"(text[], text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.people_by_phone(p_tenant_ids text[], p_phone text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[] := '{}';
  v_condition text := private.phone_condition('private.national_digits(p.phone)', p_phone);
begin
  if v_condition is not null then
    execute format(
      'select array(
        select p.id from public.profiles p where p.tenant_id = any (%L) and p.phone is not null and (%s) limit 200
      )', p_tenant_ids, v_condition) into v_ids;
    v_ids := v_ids || array(
      select called.user_id from private.orders_by_phone(p_tenant_ids, p_phone, 200) called where called.user_id is not null
    );
  end if;
  return v_ids;
end
$function$;

ALTER FUNCTION "private"."people_by_phone"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stores_where_may(p_tenant_ids text[], p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := array(
    select distinct asked.id from unnest(p_tenant_ids) asked (id) where private.may(asked.id, p_capability) order by asked.id);
begin
  if cardinality(v_tenant_ids) = 0 then
    perform private.require_capability(p_tenant_ids[1], p_capability);
  end if;
  return v_tenant_ids;
end
$function$;

ALTER FUNCTION "private"."stores_where_may"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.wanted_customers(p_tenant_ids text[], p_pattern text, p_callers uuid[], p_tag text, p_blocked boolean)
 RETURNS SETOF public.profiles
 LANGUAGE sql
 STABLE
AS $function$
  select profiles.* from public.profiles
  left join public.profile_staff_facts facts on facts.user_id = profiles.id and facts.tenant_id = profiles.tenant_id
  where profiles.tenant_id = any (p_tenant_ids)
    and (p_pattern = '%%' or facts.search_text like p_pattern or profiles.phone ilike p_pattern or profiles.id = any (p_callers))
    and (profiles.id, profiles.tenant_id) not in (
      select staff.id, store.id from unnest(p_tenant_ids) store (id), unnest(private.staff_ids(store.id)) staff (id)
    )
    and ((p_tag = '' and not p_blocked) or (profiles.id, profiles.tenant_id) in (
      select record.user_id, record.tenant_id from public.customer_records record
      where record.tenant_id = any (p_tenant_ids) and (p_tag = '' or record.tags @> array[p_tag])
        and (not p_blocked or record.blocked_reason is not null)
    ))
$function$;

ALTER FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.customers_after(p_tenant_ids text[], p_search text DEFAULT ''::text, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS TABLE(tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
begin
  return query
  with page as (
    select profiles.* from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    where p_after is null or profiles.id > p_after
    order by profiles.id
    limit v_limit
  )
  select page.tenant_id, page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
end
$function$;

ALTER FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.find_by_phone(p_tenant_ids text[], p_phone text, p_limit integer DEFAULT 5)
 RETURNS TABLE(tenant_id text, kind text, id uuid, name text, about text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 5), 1), 50);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
begin
  return query
  select found.tenant_id, 'order', found.id, found.number, found.customer_name
  from private.orders_by_phone(v_tenant_ids, p_phone, v_limit) found
  order by found.created_at desc;
  return query
  select profiles.tenant_id, 'customer', profiles.id, coalesce(profiles.name, ''), coalesce(profiles.email, '') from public.profiles
  where profiles.tenant_id = any (v_tenant_ids) and profiles.id = any (private.people_by_phone(v_tenant_ids, p_phone))
  order by profiles.name, profiles.id limit v_limit;
end
$function$;

ALTER FUNCTION "public"."find_by_phone"(text[], text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_customers(p_tenant_ids text[], p_search text DEFAULT ''::text, p_sort text DEFAULT '-joined'::text, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false)
 RETURNS TABLE(tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
  v_found bigint;
begin
  select count(*) into v_found from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles;

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.tenant_id, orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = any (v_tenant_ids) and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.tenant_id, orders.user_id
    ) bought on bought.user_id = profiles.id and bought.tenant_id = profiles.tenant_id
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    order by place
    limit v_limit offset v_offset
  )
  select page.tenant_id, page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$function$;

ALTER FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_queue_counts(p_tenant_ids text[])
 RETURNS TABLE(tenant_id text, queue public.order_queue, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query
  select orders.tenant_id, waiting.queue, count(*) from public.orders, unnest(orders.queues) waiting (queue)
  where orders.tenant_id = any (v_tenant_ids) and orders.queues <> '{}'
  group by orders.tenant_id, waiting.queue order by orders.tenant_id, waiting.queue;
end
$function$;

ALTER FUNCTION "public"."order_queue_counts"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_rows_of_stores(p_tenant_ids text[], p_report text, p_from date, p_to date, p_limit integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(
    p_tenant_ids, case when p_report in ('customers', 'files') then 'reports.see' else 'sales.see' end);
begin
  return (
    select coalesce(jsonb_agg(listed.entry || jsonb_build_object('tenant_id', store.id)
      order by store.position, store.id, listed.place), '[]')
    from public.tenants store
    cross join lateral jsonb_array_elements(public.report_rows(store.id, p_report, p_from, p_to, p_limit))
      with ordinality listed (entry, place)
    where store.id = any (v_tenant_ids)
  );
end
$function$;

ALTER FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_totals_of_stores(p_tenant_ids text[], p_from date, p_to date)
 RETURNS TABLE(tenant_id text, orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric, customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric, delivered numeric, cash_with_carriers numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'sales.see');
begin
  return query
  select store.id, totals.* from public.tenants store
  cross join lateral public.report_totals(store.id, p_from, p_to) totals
  where store.id = any (v_tenant_ids) order by store.position, store.id;
end
$function$;

ALTER FUNCTION "public"."report_totals_of_stores"(text[], date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.unconfirmed_people(p_tenant_ids text[], p_user_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
begin
  return query
    select profiles.id
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.tenant_id = any (v_tenant_ids) and profiles.id = any (p_user_ids)
      and users.email_confirmed_at is null and users.phone_confirmed_at is null;
end
$function$;

ALTER FUNCTION "public"."unconfirmed_people"(text[], uuid[]) OWNER TO "postgres";

ALTER TABLE "public"."saved_views" ADD CONSTRAINT "saved_views_user_id_tenant_id_page_name_key" UNIQUE NULLS NOT DISTINCT (user_id, tenant_id, page, name);

CREATE INDEX orders_newest_of_all ON public.orders USING btree (created_at DESC, id) INCLUDE (tenant_id, user_id);

CREATE POLICY "Staff change their own views" ON "public"."saved_views" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces)))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces))));

CREATE POLICY "Staff delete their own views" ON "public"."saved_views" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces))));

CREATE POLICY "Staff read their own views" ON "public"."saved_views" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces))));

CREATE POLICY "Staff save views for themselves" ON "public"."saved_views" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_have_views(tenant_id, ( SELECT private.workplaces() AS workplaces))));

REVOKE ALL ON FUNCTION "private"."may_have_views"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_have_views"(text, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_have_views"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_have_views"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_have_views"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."orders_by_phone"(text[], text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_by_phone"(text[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_by_phone"(text[], text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_by_phone"(text[], text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."people_by_phone"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."people_by_phone"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_by_phone"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."people_by_phone"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stores_where_may"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stores_where_may"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stores_where_may"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stores_where_may"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_customers"(text[], text, uuid[], text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."customers_after"(text[], text, text, boolean, uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_by_phone"(text[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_by_phone"(text[], text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_by_phone"(text[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_by_phone"(text[], text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_by_phone"(text[], text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text[], text, text, integer, integer, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_queue_counts"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_queue_counts"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_queue_counts"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_queue_counts"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_queue_counts"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_rows_of_stores"(text[], text, date, date, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_totals_of_stores"(text[], date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."unconfirmed_people"(text[], uuid[]) TO "service_role";
