set local check_function_bodies = off;

CREATE TABLE "private"."demo_invoices" ("tenant_id" text NOT NULL, "kind" public.invoice_kind NOT NULL, "year" smallint NOT NULL, "number" integer NOT NULL, CONSTRAINT "demo_invoices_pkey" PRIMARY KEY (tenant_id, kind, year, number));

ALTER TABLE "private"."demo_invoices" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."demo_invoices" OWNER TO "postgres";

CREATE TABLE "private"."demo_rows" ("tenant_id" text NOT NULL, "id" uuid NOT NULL, "password_hash" text);

ALTER TABLE "private"."demo_rows" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."demo_rows" OWNER TO "postgres";

CREATE TABLE "private"."demo_stores" ("tenant_id" text NOT NULL, "settings" jsonb NOT NULL DEFAULT '{}'::jsonb, "files" text[] NOT NULL DEFAULT '{}'::text[], "removed_at" timestamp with time zone, CONSTRAINT "demo_stores_pkey" PRIMARY KEY (tenant_id), CONSTRAINT "demo_stores_settings_check" CHECK ((jsonb_typeof(settings) = 'object'::text)));

ALTER TABLE "private"."demo_stores" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."demo_stores" OWNER TO "postgres";

CREATE TYPE "private"."demo_kind" AS ENUM ('account', 'order', 'product', 'category', 'attribute', 'banner', 'discount', 'search_word');

ALTER TABLE "private"."demo_rows" ADD COLUMN "kind" private.demo_kind NOT NULL;

CREATE TYPE "private"."demo_fate" AS ("tenant_id" text, "kind" private.demo_kind, "id" uuid, "fate" text);

ALTER TYPE "private"."demo_fate" OWNER TO "postgres";

ALTER TYPE "private"."demo_kind" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.changed_demo_rows()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select marked.id from private.demo_rows marked
  where marked.kind not in ('account', 'order') and exists (
    select 1 from public.audit_log noted
    where noted.tenant_id = marked.tenant_id and noted.entity = case marked.kind
        when 'product' then 'products' when 'category' then 'categories' when 'attribute' then 'attributes'
        when 'banner' then 'banners' when 'discount' then 'discounts' when 'search_word' then 'search_synonyms' end
      and noted.entity_id = marked.id::text and noted.action = 'update' and noted.actor_id is not null
      and (noted.after - '{stock,variants}'::text[] <> '{}'
        or jsonb_path_exists(noted.after, '$.variants.*.keyvalue() ? (@.key != "stock")'))
  )
$function$;

ALTER FUNCTION "private"."changed_demo_rows"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.close_demo_accounts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts constant uuid[] := private.demo_accounts();
begin
  -- While stores are marked one after the other, the demo's owner of one that is not yet would count as their own.
  if cardinality(v_accounts) = 0 or not private.has_own_owner() or exists (
    select 1 from public.settings filled where filled.store -> 'demo' = 'true'
      and not exists (select 1 from private.demo_stores store where store.tenant_id = filled.tenant_id)
  ) then
    return;
  end if;
  update auth.users account set banned_until = '2999-01-01T00:00:00Z'
  where account.id = any (v_accounts) and account.banned_until is null;
  delete from public.user_roles given where given.user_id = any (v_accounts) and given.role <> 'user';
end
$function$;

ALTER FUNCTION "private"."close_demo_accounts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_accounts()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select account.id from private.demo_rows marked join auth.users account on account.id = marked.id
    where marked.kind = 'account' and account.encrypted_password = marked.password_hash
  )
$function$;

ALTER FUNCTION "private"."demo_accounts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_counts(p_tenant_id text, p_fates private.demo_fate[], p_orders uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(counted.kind, counted.fates), '{}') from (
    select summed.kind, jsonb_object_agg(summed.fate, summed.how_many) as fates from (
      select planned.kind::text, planned.fate, count(*) as how_many
      from unnest(p_fates) planned where planned.tenant_id = p_tenant_id group by 1, 2
      union all
      select 'order', 'goes', count(*) from public.orders ordered
      where ordered.id = any (p_orders) and ordered.tenant_id = p_tenant_id having count(*) > 0
      union all
      select 'account', 'goes', count(*) from private.demo_rows marked
      where marked.tenant_id = p_tenant_id and marked.kind = 'account' and marked.id = any (private.demo_accounts())
      having count(*) > 0
      union all
      select 'review', 'goes', count(*) from public.reviews written
      where written.tenant_id = p_tenant_id and written.user_id = any (private.demo_accounts()) having count(*) > 0
      union all
      select 'message', 'goes', count(*) from public.order_messages told
      where told.tenant_id = p_tenant_id and told.order_id = any (p_orders) having count(*) > 0
      union all
      select 'file', 'goes', count(*) from private.demo_files(p_orders) stored
      where stored.tenant_id = p_tenant_id having count(*) > 0
    ) summed group by summed.kind
  ) counted
$function$;

ALTER FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_fates(p_keep_changed boolean, p_orders uuid[])
 RETURNS SETOF private.demo_fate
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with changed as materialized (
    select kept.id from private.changed_demo_rows() kept (id) where p_keep_changed
  ),
  goods as materialized (
    select marked.tenant_id, marked.id, case
      when marked.id in (select changed.id from changed) then 'changed'
      when exists (
        select 1 from public.order_lines line
        where line.tenant_id = marked.tenant_id and line.product_id = marked.id and not line.order_id = any (p_orders)
      ) then 'ordered'
      else 'goes' end as fate
    from private.demo_rows marked join public.products product on product.id = marked.id where marked.kind = 'product'
  ),
  staying as materialized (
    select product.tenant_id, product.category_id, product.attributes from public.products product
    where exists (select 1 from private.demo_stores store where store.tenant_id = product.tenant_id)
      and product.id not in (select goods.id from goods where goods.fate = 'goes')
  )
  select goods.tenant_id, 'product'::private.demo_kind, goods.id, goods.fate from goods
  union all
  select marked.tenant_id, marked.kind, marked.id, case
    when marked.id in (select changed.id from changed) then 'changed'
    when marked.kind = 'category' and exists (
      select 1 from staying where staying.category_id = marked.id
    ) then 'used'
    when marked.kind = 'attribute' and exists (
      select 1 from staying where staying.tenant_id = marked.tenant_id and staying.attributes ? marked.id::text
    ) then 'used'
    when marked.kind = 'discount' and exists (
      select 1 from public.discount_uses spent where spent.discount_id = marked.id and not spent.order_id = any (p_orders)
    ) then 'ordered'
    else 'goes' end
  from private.demo_rows marked where case marked.kind
    when 'category' then exists (select 1 from public.categories present where present.id = marked.id)
    when 'attribute' then exists (select 1 from public.attributes present where present.id = marked.id)
    when 'banner' then exists (select 1 from public.banners present where present.id = marked.id)
    when 'discount' then exists (select 1 from public.discounts present where present.id = marked.id)
    when 'search_word' then exists (select 1 from public.search_synonyms present where present.id = marked.id)
    else false end
$function$;

ALTER FUNCTION "private"."demo_fates"(boolean, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_files(p_orders uuid[])
 RETURNS TABLE(tenant_id text, bucket_id text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select store.tenant_id, stored.bucket_id, stored.name
  from private.demo_stores store
  cross join lateral unnest(store.files) listed (path)
  join storage.objects stored on stored.bucket_id = split_part(listed.path, '/', 1)
    and stored.name = substr(listed.path, strpos(listed.path, '/') + 1)
  union
  select marked.tenant_id, own.bucket_id, own.name
  from private.demo_rows marked cross join lateral private.personal_files(marked.tenant_id, marked.id) own
  where marked.kind = 'account' and marked.id = any (private.demo_accounts())
  union
  select ordered.tenant_id, printed.bucket_id, printed.name
  from public.orders ordered join storage.objects printed on printed.bucket_id = 'print-files'
    and starts_with(printed.name, ordered.tenant_id || '/' || ordered.id || '/')
  where ordered.id = any (p_orders)
  union
  select parcel.tenant_id, 'shipment-labels', parcel.label_path
  from public.shipments parcel where parcel.order_id = any (p_orders) and parcel.label_path is not null
$function$;

ALTER FUNCTION "private"."demo_files"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_orders()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive found (id) as (
    select marked.id from private.demo_rows marked where marked.kind = 'order'
    union
    select ordered.id from public.orders ordered where ordered.user_id = any (private.demo_accounts())
    union
    select again.id from found join public.orders again on again.replaces_order_id = found.id
  )
  select array(select found.id from found join public.orders ordered on ordered.id = found.id order by found.id)
$function$;

ALTER FUNCTION "private"."demo_orders"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_products(p_tenant_id text, p_names jsonb, p_people uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with added as materialized (
    select noted.label, noted.entity_id::uuid as id, noted.id as place from public.audit_log noted
    where noted.tenant_id = p_tenant_id and noted.entity = 'products' and noted.action = 'insert'
      and noted.actor_id = any (p_people)
  )
  select case when exists (select 1 from added where added.label = left(given.name, 200))
    then (
      select added.id from added join public.products product on product.id = added.id
      where added.label = left(given.name, 200) order by added.place limit 1
    )
    else (
      select product.id from public.products product
      where product.tenant_id = p_tenant_id and product.name = given.name order by product.created_at limit 1
    ) end
  from jsonb_array_elements_text(p_names) given (name)
$function$;

ALTER FUNCTION "private"."demo_products"(text, jsonb, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_own_owner()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.user_roles ruling
    where ruling.tenant_id is null and ruling.role = 'super_admin' and not ruling.user_id = any (private.demo_accounts())
  )
$function$;

ALTER FUNCTION "private"."has_own_owner"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ids_with_orders(p_orders uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select unnest(p_orders)
    union select parcel.id from public.shipments parcel where parcel.order_id = any (p_orders)
    union select back.id from public.returns back where back.order_id = any (p_orders)
    union select refund.id from public.refunds refund where refund.order_id = any (p_orders)
    union select edit.id from public.order_edits edit where edit.order_id = any (p_orders)
    union select transfer.id from public.transfers transfer where transfer.order_id = any (p_orders)
    union select run.id from public.print_runs run join public.order_lines line on line.id = run.order_line_id
      where line.order_id = any (p_orders)
  )
$function$;

ALTER FUNCTION "private"."ids_with_orders"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_demo_order(p_order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from private.demo_rows marked where marked.kind = 'order' and marked.id = p_order_id)
$function$;

ALTER FUNCTION "private"."is_demo_order"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_paper constant jsonb := to_jsonb(old);
  v_order_id constant uuid := coalesce(v_paper ->> 'order_id', (
    select paper.order_id::text from public.invoices paper where paper.id = (v_paper ->> 'invoice_id')::uuid
  ));
begin
  if tg_op = 'DELETE' and private.is_demo_order(v_order_id) then
    return old;
  end if;
  perform private.refuse('invoice_issued');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_shown_files()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_unused constant text[] := array(
    select unused.name from private.demo_stores store
    cross join lateral unnest(private.unused_files(store.tenant_id, array(
      select queued.name from public.file_removals queued
      where queued.created_at = now() and queued.bucket_id = 'product-images'
        and starts_with(queued.name, store.tenant_id || '/')
    ), interval '0')) unused (name)
  );
begin
  delete from public.file_removals queued where queued.created_at = now() and case
    when queued.bucket_id = 'product-images' then not queued.name = any (v_unused)
    else exists (select 1 from public.categories shown where strpos(shown.image, queued.name) > 0)
      or exists (select 1 from public.banners shown where strpos(shown.image_url, queued.name) > 0)
    end;
end
$function$;

ALTER FUNCTION "private"."keep_shown_files"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_demo_removal(p_ids uuid[], p_stores jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone constant bigint[] := array(
    select noted.id from public.audit_log noted
    where noted.tenant_id in (select store.tenant_id from private.demo_stores store) and (
      noted.entity_id = any (p_ids::text[]) or noted.created_at = now() and noted.actor_id = auth.uid()
      or noted.entity = 'user_roles' and coalesce(noted.after, noted.before) ->> 'user_id' = any (p_ids::text[])
      or noted.entity = 'settlements'
        and not exists (select 1 from public.settlements settled where settled.id::text = noted.entity_id)
    )
  );
begin
  update public.audit_log noted set part_of = null where noted.part_of = any (v_gone) and not noted.id = any (v_gone);
  delete from public.audit_log noted where noted.id = any (v_gone);
  perform private.write_audit(store ->> 'tenant_id', 'delete', 'demo', store ->> 'tenant_id', 'Demo', (
      select jsonb_object_agg(counted.key, counted.value -> 'goes') from jsonb_each(store -> 'counts') counted
      where counted.value ? 'goes'
    ), null)
  from jsonb_array_elements(p_stores) store;
end
$function$;

ALTER FUNCTION "private"."note_demo_removal"(uuid[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.owner_made()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.close_demo_accounts();
  return null;
end
$function$;

ALTER FUNCTION "private"."owner_made"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_demo_goods(p_fates private.demo_fate[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone constant uuid[] := array(select planned.id from unnest(p_fates) planned where planned.fate = 'goes');
  v_ordered constant uuid[] := array(select planned.id from unnest(p_fates) planned where planned.fate = 'ordered');
begin
  update public.products set is_active = false, version = version + 1 where id = any (v_ordered) and is_active;
  update public.discounts set is_active = false, is_public = false where id = any (v_ordered);
  delete from public.products where id = any (v_gone);
  delete from private.product_change_entries entry
  where not exists (select 1 from public.products product where product.id = entry.product_id);
  delete from private.product_changes change
  where not exists (select 1 from private.product_change_entries entry where entry.change_id = change.id);
  delete from public.categories where id = any (v_gone);
  delete from public.attributes where id = any (v_gone);
  delete from public.banners where id = any (v_gone);
  delete from public.discounts where id = any (v_gone);
  delete from public.search_synonyms where id = any (v_gone);
end
$function$;

ALTER FUNCTION "private"."remove_demo_goods"(private.demo_fate[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_demo_orders(p_orders uuid[], p_products uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlements constant uuid[] := array(
    select distinct entry.settlement_id from public.payment_entries entry
    where entry.order_id = any (p_orders) and entry.settlement_id is not null
  );
  v_variants uuid[];
  v_deltas integer[];
begin
  insert into private.demo_rows (tenant_id, kind, id)
  select ordered.tenant_id, 'order', ordered.id from public.orders ordered where ordered.id = any (p_orders)
  on conflict do nothing;
  select array_agg(sold.variant_id), array_agg(-sold.delta) into v_variants, v_deltas from (
    select moved.variant_id, sum(moved.delta)::integer as delta from public.stock_movements moved
    join public.product_variants variant on variant.id = moved.variant_id
    where moved.order_id = any (p_orders) and not moved.product_id = any (p_products) group by moved.variant_id
  ) sold;
  perform private.move_stock(v_variants, v_deltas, 'adjusted');
  update public.stock_movements set order_id = null
  where order_id = any (p_orders) and not product_id = any (p_products);
  update public.delivery_bookings booking set booked = booking.booked - taken.places
  from (
    select ordered.slot_id, ordered.slot_date, count(*)::integer as places from public.orders ordered
    where ordered.id = any (p_orders) and ordered.slot_id is not null and ordered.status <> 'cancelled' group by 1, 2
  ) taken
  where booking.slot_id = taken.slot_id and booking.day = taken.slot_date and booking.booked >= taken.places;

  perform 1 from private.invoice_counters counter
  where counter.tenant_id in (select store.tenant_id from private.demo_stores store) order by counter.tenant_id for update;
  insert into private.demo_invoices (tenant_id, kind, year, number)
  select paper.tenant_id, paper.kind, paper.year, paper.number from public.invoices paper
  where paper.order_id = any (p_orders) and exists (
    select 1 from public.invoices other where other.tenant_id = paper.tenant_id and not other.order_id = any (p_orders)
  );
  delete from public.invoice_lines part using public.invoices paper
  where paper.id = part.invoice_id and paper.order_id = any (p_orders);
  delete from public.invoices paper where paper.order_id = any (p_orders);
  delete from private.invoice_counters counter
  where counter.tenant_id in (select store.tenant_id from private.demo_stores store)
    and not exists (select 1 from public.invoices other where other.tenant_id = counter.tenant_id);
  delete from public.returns back where back.order_id = any (p_orders);
  delete from public.orders ordered where ordered.id = any (p_orders);
  delete from public.settlements settled where settled.id = any (v_settlements)
    and not exists (select 1 from public.payment_entries entry where entry.settlement_id = settled.id);
end
$function$;

ALTER FUNCTION "private"."remove_demo_orders"(uuid[], uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_demo_people(p_accounts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.conversations talk using private.demo_rows marked
  where marked.kind = 'account' and marked.id = any (p_accounts)
    and talk.id = any (private.conversations_of(marked.tenant_id, marked.id));
  delete from public.reviews written where written.user_id = any (p_accounts);
  delete from auth.users account where account.id = any (p_accounts);
end
$function$;

ALTER FUNCTION "private"."remove_demo_people"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_platform_owner()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from public.user_roles ruling
    where ruling.user_id = auth.uid() and ruling.tenant_id is null and ruling.role = 'super_admin'
  ) then
    perform private.refuse('platform_owner_only');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_platform_owner"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reset_demo_settings()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.settings stored set
    payment = case when stored.payment ->> 'bankDetails' = store.settings ->> 'bankDetails'
      then stored.payment || '{"bankDetails": ""}' else stored.payment end,
    invoicing = case when stored.invoicing = store.settings -> 'invoicing' then '{}' else stored.invoicing end,
    translations = case when stored.translations #> '{ar,invoicing}' = store.settings #> '{translations,invoicing}'
      then stored.translations #- '{ar,invoicing}' else stored.translations end
  from private.demo_stores store where store.tenant_id = stored.tenant_id
$function$;

ALTER FUNCTION "private"."reset_demo_settings"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.demo_status()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_service() and cardinality(private.staff_tenants()) = 0 then
    perform private.refuse('staff_only');
  end if;
  return jsonb_build_object(
    'present', exists (select 1 from private.demo_rows),
    'open_accounts', (
      select count(*) from auth.users account
      where account.id = any (private.demo_accounts()) and (account.banned_until is null or account.banned_until <= now())
    )
  );
end
$function$;

ALTER FUNCTION "public"."demo_status"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.demo_stores()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return jsonb_build_object(
    'marked', array(select store.tenant_id from private.demo_stores store order by store.tenant_id),
    'own_owner', private.has_own_owner()
  );
end
$function$;

ALTER FUNCTION "public"."demo_stores"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.demo_summary(p_keep_changed boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := private.demo_orders();
  v_fates private.demo_fate[];
begin
  perform private.require_platform_owner();
  v_fates := array(select planned from private.demo_fates(p_keep_changed, v_orders) planned);
  return jsonb_build_object(
    'own_owner', private.has_own_owner(),
    'stores', coalesce((
      select jsonb_agg(jsonb_build_object('tenant_id', store.tenant_id, 'name', tenant.name,
        'counts', private.demo_counts(store.tenant_id, v_fates, v_orders),
        'changed', coalesce((
          select jsonb_agg(jsonb_build_object('kind', marked.kind, 'name', coalesce(product.name, category.name, banner.title,
              offered.code, fact.name, phrase.words[1])) order by marked.kind, marked.id)
          from private.demo_rows marked
          left join public.products product on product.id = marked.id
          left join public.categories category on category.id = marked.id
          left join public.banners banner on banner.id = marked.id
          left join public.discounts offered on offered.id = marked.id
          left join public.attributes fact on fact.id = marked.id
          left join public.search_synonyms phrase on phrase.id = marked.id
          where marked.tenant_id = store.tenant_id and marked.id in (select private.changed_demo_rows())
        ), '[]')
      ) order by tenant.position)
      from private.demo_stores store join public.tenants tenant on tenant.id = store.tenant_id
      where exists (select 1 from private.demo_rows marked where marked.tenant_id = store.tenant_id)
    ), '[]')
  );
end
$function$;

ALTER FUNCTION "public"."demo_summary"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_demo(p_tenant_id text, p_demo jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_people uuid[];
begin
  perform private.require_service();
  insert into private.demo_rows (tenant_id, kind, id, password_hash)
  select p_tenant_id, 'account', account.id, given.password_hash
  from jsonb_to_recordset(p_demo -> 'accounts') given (email text, password_hash text)
  join auth.users account on account.email = given.email
  on conflict do nothing;
  if p_demo ? 'files' then
    v_people := array(
      select marked.id from private.demo_rows marked where marked.kind = 'account' and marked.tenant_id = p_tenant_id
    );
    insert into private.demo_rows (tenant_id, kind, id)
    select p_tenant_id, 'order'::private.demo_kind, ordered.id from public.orders ordered
    where ordered.tenant_id = p_tenant_id
      and ordered.idempotency_key in (select jsonb_array_elements_text(p_demo -> 'orders'))
    union
    select p_tenant_id, 'product', found.id from private.demo_products(p_tenant_id, p_demo -> 'products', v_people) found (id)
    where found.id is not null
    union
    select p_tenant_id, listed.kind::private.demo_kind, row_id.value::uuid
    from jsonb_each(p_demo -> 'ids') listed (kind, ids), jsonb_array_elements_text(listed.ids) row_id (value)
    on conflict do nothing;
    insert into private.demo_stores (tenant_id, settings, files)
    values (p_tenant_id, p_demo -> 'settings', array(select jsonb_array_elements_text(p_demo -> 'files')))
    on conflict do nothing;
  end if;
  perform private.close_demo_accounts();
end
$function$;

ALTER FUNCTION "public"."mark_demo"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_demo(p_keep_changed boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('remove_demo', p_keep_changed));
  v_accounts uuid[];
  v_orders uuid[];
  v_fates private.demo_fate[];
  v_stores jsonb;
  v_ids uuid[];
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform pg_advisory_xact_lock(hashtextextended('demo', 0));
  v_accounts := private.demo_accounts();
  if auth.uid() = any (v_accounts) then
    perform private.refuse('demo_owner');
  elsif not exists (select 1 from private.demo_rows) then
    perform private.refuse('no_demo');
  end if;
  perform pg_advisory_xact_lock(people.key) from (
    select hashtextextended(marked.tenant_id || marked.id::text, 0) as key from private.demo_rows marked
    where marked.id = any (v_accounts) order by 1
  ) people;
  v_orders := private.demo_orders();
  perform private.lock_orders(v_orders);
  perform 1 from public.products product
  where product.id in (select marked.id from private.demo_rows marked where marked.kind = 'product')
  order by product.id for update;
  perform 1 from public.discounts offered
  where offered.id in (select marked.id from private.demo_rows marked where marked.kind = 'discount')
  order by offered.id for update;
  v_fates := array(select planned from private.demo_fates(p_keep_changed, v_orders) planned);
  v_stores := (
    select jsonb_agg(jsonb_build_object('tenant_id', store.tenant_id,
      'counts', private.demo_counts(store.tenant_id, v_fates, v_orders)) order by store.tenant_id)
    from private.demo_stores store where store.removed_at is null
  );
  v_ids := v_accounts || private.ids_with_orders(v_orders) || array(
    select planned.id from unnest(v_fates) planned where planned.fate = 'goes');
  insert into public.file_removals (bucket_id, name) select stored.bucket_id, stored.name from private.demo_files(v_orders) stored;
  perform private.remove_demo_orders(v_orders,
    array(select planned.id from unnest(v_fates) planned where planned.kind = 'product' and planned.fate = 'goes'));
  perform private.remove_demo_goods(v_fates);
  perform private.remove_demo_people(v_accounts);
  perform private.reset_demo_settings();
  perform private.keep_shown_files();
  perform private.note_demo_removal(v_ids, v_stores);
  delete from private.demo_rows;
  update private.demo_stores set removed_at = now(), files = '{}' where removed_at is null;
  return private.keep_answer(p_request_id, jsonb_build_object('stores', v_stores, 'files', (
    select count(*) from public.file_removals queued where queued.created_at = now()
  )));
end
$function$;

ALTER FUNCTION "public"."remove_demo"(boolean, uuid) OWNER TO "postgres";

ALTER TABLE "private"."demo_invoices" ADD CONSTRAINT "demo_invoices_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."demo_rows" ADD CONSTRAINT "demo_rows_accounts_have_passwords" CHECK (((kind = 'account'::private.demo_kind) = (password_hash IS NOT NULL)));

ALTER TABLE "private"."demo_rows" ADD CONSTRAINT "demo_rows_pkey" PRIMARY KEY (kind, id);

ALTER TABLE "private"."demo_rows" ADD CONSTRAINT "demo_rows_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."demo_stores" ADD CONSTRAINT "demo_stores_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE INDEX demo_rows_by_store ON private.demo_rows USING btree (tenant_id);

CREATE TRIGGER owner_made AFTER INSERT OR UPDATE ON public.user_roles FOR EACH ROW WHEN (((new.tenant_id IS NULL) AND (new.role = 'super_admin'::public.user_role))) EXECUTE FUNCTION private.owner_made();

REVOKE ALL ON FUNCTION "private"."changed_demo_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changed_demo_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."changed_demo_rows"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."changed_demo_rows"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."close_demo_accounts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_demo_accounts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_demo_accounts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_demo_accounts"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."demo_accounts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demo_accounts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_accounts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_accounts"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."demo_fates"(boolean, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demo_fates"(boolean, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_fates"(boolean, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_fates"(boolean, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."demo_files"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demo_files"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_files"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_files"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."demo_orders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demo_orders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_orders"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_orders"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."demo_products"(text, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demo_products"(text, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_products"(text, jsonb, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_products"(text, jsonb, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_own_owner"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_own_owner"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_own_owner"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_own_owner"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."ids_with_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ids_with_orders"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ids_with_orders"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ids_with_orders"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_demo_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_demo_order"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_demo_order"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_demo_order"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_shown_files"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_shown_files"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_shown_files"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_shown_files"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_demo_removal"(uuid[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_demo_removal"(uuid[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_demo_removal"(uuid[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_demo_removal"(uuid[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owner_made"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owner_made"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_made"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_made"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_demo_goods"(private.demo_fate[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_demo_goods"(private.demo_fate[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_demo_goods"(private.demo_fate[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_demo_goods"(private.demo_fate[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_demo_orders"(uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_demo_orders"(uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_demo_orders"(uuid[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_demo_orders"(uuid[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_demo_people"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_demo_people"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_demo_people"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_demo_people"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_platform_owner"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_platform_owner"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_platform_owner"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_platform_owner"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."reset_demo_settings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reset_demo_settings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reset_demo_settings"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reset_demo_settings"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_status"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."demo_status"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_stores"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."demo_stores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_stores"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_stores"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_summary"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."demo_summary"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_demo"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."mark_demo"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_demo"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_demo"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."remove_demo"(boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_demo"(boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "service_role";

update private.refusal_messages set message = 'Only a super admin of all stores can do that.' where code = 'platform_owner_only';

insert into private.refusal_messages (code, reason, message) values
  ('demo_owner', '', 'This account is the demo''s and goes with it. Make an owner of your own first, and sign in as that one.'),
  ('no_demo', '', 'There is no demo in these stores.')
on conflict (code, reason) do nothing;
