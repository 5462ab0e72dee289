set local check_function_bodies = off;

DROP POLICY "Staff add their store's attributes" ON "public"."attributes";

DROP POLICY "Staff change their store's attributes" ON "public"."attributes";

DROP POLICY "Staff remove their store's attributes" ON "public"."attributes";

DROP POLICY "Staff add their store's banners" ON "public"."banners";

DROP POLICY "Staff change their store's banners" ON "public"."banners";

DROP POLICY "Staff remove their store's banners" ON "public"."banners";

DROP POLICY "Staff add their store's categories" ON "public"."categories";

DROP POLICY "Staff change their store's categories" ON "public"."categories";

DROP POLICY "Staff remove their store's categories" ON "public"."categories";

DROP POLICY "Staff add their store's delivery slots" ON "public"."delivery_slots";

DROP POLICY "Staff change their store's delivery slots" ON "public"."delivery_slots";

DROP POLICY "Staff remove their store's delivery slots" ON "public"."delivery_slots";

DROP POLICY "Staff add their store's discounts" ON "public"."discounts";

DROP POLICY "Staff change their store's discounts" ON "public"."discounts";

DROP POLICY "Staff remove their store's discounts" ON "public"."discounts";

DROP POLICY "Staff add their store's questions" ON "public"."faq_questions";

DROP POLICY "Staff change their store's questions" ON "public"."faq_questions";

DROP POLICY "Staff remove their store's questions" ON "public"."faq_questions";

DROP POLICY "Staff add their store's matched columns" ON "public"."import_columns";

DROP POLICY "Staff change their store's matched columns" ON "public"."import_columns";

DROP POLICY "Staff remove their store's matched columns" ON "public"."import_columns";

DROP POLICY "Staff add their store's products" ON "public"."products";

DROP POLICY "Staff change their store's products" ON "public"."products";

DROP POLICY "Staff remove their store's products" ON "public"."products";

DROP POLICY "Staff add their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff change their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff remove their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff add their store's shipping zones" ON "public"."shipping_zones";

DROP POLICY "Staff change their store's shipping zones" ON "public"."shipping_zones";

DROP POLICY "Staff remove their store's shipping zones" ON "public"."shipping_zones";

DROP FUNCTION "private"."first_answer"(uuid, jsonb);

DROP FUNCTION "private"."keep_answer"(uuid, jsonb);

DROP PROCEDURE "private"."add_staff_policies"(regclass, text);

CREATE TABLE "private"."capabilities" ("name" text NOT NULL, CONSTRAINT "capabilities_name_check" CHECK ((name ~ '^[a-z_]+\.[a-z_]+$'::text)), CONSTRAINT "capabilities_pkey" PRIMARY KEY (name));

ALTER TABLE "private"."capabilities" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."capabilities" OWNER TO "postgres";

CREATE TABLE "private"."role_capabilities" ("role" public.user_role NOT NULL, "capability" text NOT NULL, CONSTRAINT "role_capabilities_pkey" PRIMARY KEY (capability, role));

ALTER TABLE "private"."role_capabilities" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."role_capabilities" OWNER TO "postgres";

CREATE TYPE "private"."second_factor" AS ENUM ('not_needed', 'where_store_asks', 'needed');

ALTER TABLE "private"."capabilities" ADD COLUMN "second_factor" private.second_factor NOT NULL;

ALTER TYPE "private"."second_factor" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.first_answer(p_request_id uuid, p_request jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.idempotent_result(null::jsonb, p_request_id, p_request)
$function$;

ALTER FUNCTION "private"."first_answer"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.idempotent_result(p_type anyelement, p_request_id uuid, p_request jsonb)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  if not private.is_repeated(p_request_id, p_request) then
    return null;
  end if;
  select first.answer into v_answer from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  return case when pg_typeof(p_type) = 'jsonb'::regtype then v_answer else jsonb_populate_record(p_type, v_answer) end;
end
$function$;

ALTER FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_repeated(p_request_id uuid, p_request jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash constant bigint := jsonb_hash_extended(p_request, 0);
  v_first_hash bigint;
begin
  if p_request_id is null then
    return false;
  end if;
  delete from private.request_answers old where old.ctid in (
    select expired.ctid from private.request_answers expired
    where expired.created_at < now() - interval '3 days' limit 100 for update skip locked
  );
  insert into private.request_answers (user_id, request_id, request_hash) values (auth.uid(), p_request_id, v_hash)
  on conflict do nothing;
  if found then
    return false;
  end if;
  select first.request_hash into v_first_hash from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  if v_first_hash is distinct from v_hash then
    perform private.refuse('request_reused');
  end if;
  return true;
end
$function$;

ALTER FUNCTION "private"."is_repeated"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_answer(p_request_id uuid, p_answer jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.store_idempotent_result(p_request_id, p_answer)
$function$;

ALTER FUNCTION "private"."keep_answer"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may(p_tenant_id text, p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_service() or coalesce(p_tenant_id = any (private.tenants_where_may(p_capability)), false);
end
$function$;

ALTER FUNCTION "private"."may"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_capability(p_tenant_id text, p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.may(p_tenant_id, p_capability) then
    return;
  end if;
  if not private.has_required_aal() and exists (
    select 1 from public.user_roles held
    join private.role_capabilities granted on granted.role = held.role and granted.capability = p_capability
    where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  ) then
    perform private.refuse('insufficient_aal');
  end if;
  perform private.refuse('staff_only');
end
$function$;

ALTER FUNCTION "private"."require_capability"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_idempotent_result(p_request_id uuid, p_answer anyelement)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.request_answers first set answer = to_jsonb(p_answer)
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  return p_answer;
end
$function$;

ALTER FUNCTION "private"."store_idempotent_result"(uuid, anyelement) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tenants_where_may(p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
  v_second_factor private.second_factor;
  v_tenants text[];
begin
  select capability.second_factor into v_second_factor
  from private.capabilities capability where capability.name = p_capability;
  assert found, 'There is no capability ' || p_capability;
  v_tenants := array(
    select tenants.id
    from public.user_roles held
    join private.role_capabilities granted on granted.role = held.role and granted.capability = p_capability
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
  );
  if v_second_factor = 'not_needed' or cardinality(v_tenants) = 0 or private.has_required_aal() then
    return v_tenants;
  end if;
  if v_second_factor = 'needed' then
    return '{}';
  end if;
  return array(
    select granted.id from unnest(v_tenants) as granted (id)
    left join public.staff_settings on staff_settings.tenant_id = granted.id
    where not coalesce(staff_settings.customers_need_aal2, true)
  );
end
$function$;

ALTER FUNCTION "private"."tenants_where_may"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_capabilities(p_tenant_id text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct granted.capability
  from public.user_roles held
  join private.role_capabilities granted on granted.role = held.role
  where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
$function$;

ALTER FUNCTION "public"."my_capabilities"(text) OWNER TO "postgres";

CREATE OR REPLACE PROCEDURE private.add_staff_policies(IN p_table regclass, IN p_rows text, IN p_capability text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
declare
  v_own constant text := format('(tenant_id = any ((select private.tenants_where_may(%L))::text[]))', p_capability);
begin
  execute format('create policy %I on %s for insert to authenticated with check %s',
    'Staff add their store''s ' || p_rows, p_table, v_own);
  execute format('create policy %I on %s for update to authenticated using %s with check %3$s',
    'Staff change their store''s ' || p_rows, p_table, v_own);
  execute format('create policy %I on %s for delete to authenticated using %s',
    'Staff remove their store''s ' || p_rows, p_table, v_own);
  call private.add_aal2_policies(p_table);
end
$procedure$;

ALTER PROCEDURE "private"."add_staff_policies"(regclass, text, text) OWNER TO "postgres";

ALTER TABLE "private"."role_capabilities" ADD CONSTRAINT "role_capabilities_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

CREATE POLICY "Staff add their store's attributes" ON "public"."attributes" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's attributes" ON "public"."attributes" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's attributes" ON "public"."attributes" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's banners" ON "public"."banners" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's banners" ON "public"."banners" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's banners" ON "public"."banners" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's categories" ON "public"."categories" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's categories" ON "public"."categories" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's categories" ON "public"."categories" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's delivery slots" ON "public"."delivery_slots" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's delivery slots" ON "public"."delivery_slots" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's delivery slots" ON "public"."delivery_slots" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's discounts" ON "public"."discounts" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's discounts" ON "public"."discounts" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's discounts" ON "public"."discounts" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's questions" ON "public"."faq_questions" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's questions" ON "public"."faq_questions" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's questions" ON "public"."faq_questions" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's matched columns" ON "public"."import_columns" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's matched columns" ON "public"."import_columns" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's matched columns" ON "public"."import_columns" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's products" ON "public"."products" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's products" ON "public"."products" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's products" ON "public"."products" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's synonyms" ON "public"."search_synonyms" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's synonyms" ON "public"."search_synonyms" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's synonyms" ON "public"."search_synonyms" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's shipping zones" ON "public"."shipping_zones" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's shipping zones" ON "public"."shipping_zones" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's shipping zones" ON "public"."shipping_zones" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."first_answer"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_answer"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_answer"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_answer"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_repeated"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_repeated"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_repeated"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_repeated"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_answer"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_answer"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_answer"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_answer"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_capability"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_capability"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_capability"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_capability"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_capability"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_idempotent_result"(uuid, anyelement) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_idempotent_result"(uuid, anyelement) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_idempotent_result"(uuid, anyelement) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_idempotent_result"(uuid, anyelement) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tenants_where_may"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tenants_where_may"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."tenants_where_may"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tenants_where_may"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tenants_where_may"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_capabilities"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_capabilities"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_capabilities"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_capabilities"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_capabilities"(text) TO "service_role";

REVOKE ALL ON PROCEDURE "private"."add_staff_policies"(regclass, text, text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE "private"."add_staff_policies"(regclass, text, text) FROM "postgres";

GRANT EXECUTE ON PROCEDURE "private"."add_staff_policies"(regclass, text, text) TO "postgres";

GRANT EXECUTE ON PROCEDURE "private"."add_staff_policies"(regclass, text, text) TO "service_role";

insert into private.capabilities (name, second_factor) values
  ('orders.see', 'where_store_asks'),
  ('orders.place', 'needed'),
  ('orders.change', 'needed'),
  ('orders.cancel', 'needed'),
  ('orders.pack', 'needed'),
  ('orders.print', 'needed'),
  ('orders.discount', 'needed'),
  ('money.see', 'where_store_asks'),
  ('money.take_payments', 'needed'),
  ('money.refund', 'needed'),
  ('money.give_credit', 'needed'),
  ('money.settle_cash', 'needed'),
  ('returns.decide', 'needed'),
  ('customers.see', 'where_store_asks'),
  ('customers.change', 'needed'),
  ('customers.answer', 'needed'),
  ('personal_data.export', 'needed'),
  ('personal_data.erase', 'needed'),
  ('products.see', 'not_needed'),
  ('products.change', 'needed'),
  ('products.price', 'needed'),
  ('stock.count', 'needed'),
  ('offers.see', 'not_needed'),
  ('offers.change', 'needed'),
  ('content.see', 'not_needed'),
  ('content.change', 'needed'),
  ('notifications.see', 'where_store_asks'),
  ('notifications.change', 'needed'),
  ('reports.see', 'where_store_asks'),
  ('settings.see', 'not_needed'),
  ('settings.store', 'needed'),
  ('settings.delivery', 'needed'),
  ('settings.money', 'needed'),
  ('log.see', 'where_store_asks'),
  ('log.undo', 'needed'),
  ('people.manage', 'needed');

insert into private.role_capabilities (role, capability)
select 'admin'::public.user_role, capability.name from private.capabilities capability where capability.name <> 'people.manage'
union all
select 'super_admin'::public.user_role, capability.name from private.capabilities capability;
