set local check_function_bodies = off;

DROP POLICY "Staff read all options of their store" ON "public"."product_options";

DROP POLICY "Staff read all variants of their store" ON "public"."product_variants";

DROP POLICY "Staff read all products of their store" ON "public"."products";

DROP POLICY "Staff read the old addresses of their store" ON "public"."redirects";

DROP POLICY "Staff read their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff add their store's settings" ON "public"."settings";

DROP POLICY "Staff change their store's settings" ON "public"."settings";

DROP POLICY "Staff add what only staff may know" ON "public"."staff_settings";

DROP POLICY "Staff change what only staff may know" ON "public"."staff_settings";

DROP POLICY "Staff read what only staff may know" ON "public"."staff_settings";

CREATE OR REPLACE FUNCTION public.add_product(p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('add_product', p_tenant_id, p_product, p_options, p_variants));
  v_product public.products;
begin
  if v_first is not null then
    return (v_first #>> '{}')::uuid;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  v_product := private.insert_product(p_tenant_id, p_product);
  perform private.save_variants(v_product, p_options, p_variants);
  perform private.keep_answer(p_request_id, to_jsonb(v_product.id));
  return v_product.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_products(p_tenant_id text, p_ids uuid[], p_change jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_products', p_tenant_id, p_ids, p_change));
  v_ids uuid[] := array(select distinct id from unnest(p_ids) id where id is not null);
  v_change_id uuid;
  v_found integer;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(p_tenant_id, case p_change ->> 'kind'
    when 'price' then 'products.price' when 'stock' then 'stock.count' else 'products.change' end);
  if cardinality(v_ids) not between 1 and 2000 then
    perform private.refuse('invalid_selection');
  end if;
  perform private.check_product_change(p_tenant_id, p_change);
  perform 1 from public.products
  where tenant_id = p_tenant_id and id = any (v_ids) and deleted_at is null
  order by id for update;
  get diagnostics v_found = row_count;
  if v_found <> cardinality(v_ids) then
    perform private.refuse('products_gone');
  end if;

  v_change_id := private.open_product_change(p_tenant_id);
  insert into private.product_change_entries (change_id, product_id, before, after)
  select v_change_id, product.id,
    (select jsonb_object_agg(key, present.now -> key) from jsonb_object_keys(changed.after) key), changed.after
  from public.products product
  cross join lateral (select private.changed_product(product, p_change) as after offset 0) changed
  cross join lateral (
    select to_jsonb(product) || jsonb_build_object('variants', private.variant_prices(product.id), 'stocks', (
      select coalesce(jsonb_object_agg(variant.id, variant.stock), '{}') from public.product_variants variant
      where variant.product_id = product.id and variant.is_active
    )) as now offset 0
  ) present
  where product.tenant_id = p_tenant_id and product.id = any (v_ids);
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', entry.product_id, 'set', entry.after))
    from private.product_change_entries entry where entry.change_id = v_change_id
  ), 'Changed with others');
  perform private.keep_audit_entries(v_change_id);
  return private.keep_answer(p_request_id, jsonb_build_object('change_id', v_change_id, 'changed', v_found));
end
$function$;

CREATE OR REPLACE FUNCTION public.import_products(p_tenant_id text, p_rows jsonb, p_dry boolean, p_change_id uuid DEFAULT NULL::uuid, p_seen jsonb DEFAULT NULL::jsonb, p_create_categories boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id,
    jsonb_build_array('import_products', p_tenant_id, p_rows, p_dry, p_change_id, p_seen, p_create_categories));
  v_change_id uuid := p_change_id;
  v_report jsonb := '[]';
  v_row jsonb;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  if p_dry is null or coalesce(jsonb_typeof(p_rows), '') <> 'array' or jsonb_array_length(p_rows) not between 1 and 500 then
    perform private.refuse('invalid_rows');
  end if;
  if p_change_id is not null then
    perform 1 from private.product_changes
    where id = p_change_id and tenant_id = p_tenant_id and undone_at is null
      and created_at > now() - interval '1 day'
    for update;
    if not found then
      perform private.refuse('change_closed');
    end if;
  end if;
  if p_seen is not null and (
    not p_dry or jsonb_typeof(p_seen) <> 'array' or jsonb_array_length(p_seen) > 2000
  ) then
    perform private.refuse('invalid_rows', jsonb_build_object('reason', 'seen'));
  end if;
  perform private.lock_imported_products(p_tenant_id, p_rows);
  begin
    v_change_id := coalesce(v_change_id, private.open_product_change(p_tenant_id));
    perform private.replay_earlier_rows(p_tenant_id, v_change_id, p_seen);
    for v_row in select given from jsonb_array_elements(p_rows) given loop
      v_report := v_report || jsonb_build_array(
        jsonb_build_object('row', v_row -> 'row')
          || private.import_product(p_tenant_id, v_change_id, v_row, p_create_categories));
    end loop;
    perform private.keep_audit_entries(v_change_id);
    if p_dry then
      raise exception using errcode = 'SK001';
    end if;
  exception when sqlstate 'SK001' then
    v_change_id := null;
  end;
  return private.keep_answer(p_request_id, jsonb_build_object('change_id', v_change_id, 'rows', v_report));
end
$function$;

CREATE OR REPLACE FUNCTION public.save_product_variants(p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('save_product_variants', p_product_id, p_version, p_options, p_variants));
  v_product public.products;
  v_before jsonb;
  v_after jsonb;
begin
  if v_first is not null then
    return v_first;
  end if;
  select * into v_product from public.products where id = p_product_id and deleted_at is null for no key update;
  perform private.require_capability(v_product.tenant_id, 'products.change');
  if v_product.version is distinct from p_version then
    perform private.refuse('version_conflict', jsonb_build_object('version', v_product.version));
  end if;
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  v_after := private.variants_json(p_product_id);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_product.id, private.variant_changes(v_before, v_after));
  return private.keep_answer(p_request_id, v_after);
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_product_change(p_change_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_rows jsonb[] := '{}';
  v_seen uuid[] := '{}';
  v_more boolean;
  v_left integer := 0;
begin
  if v_first is not null then
    return v_first;
  end if;
  select * into v_change from private.product_changes where id = p_change_id for update;
  perform private.require_capability(v_change.tenant_id, 'products.change');
  if v_change.undone_at is not null then
    perform private.refuse('undone_already');
  end if;
  for v_entry in
    select entry.* from private.product_change_entries entry where entry.change_id = p_change_id order by entry.product_id
    limit (select case when bool_or(before ? 'grid') then 100 else 250 end
      from private.product_change_entries where change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v_product from public.products
    where tenant_id = v_change.tenant_id and id = v_entry.product_id for update;
    v_set := private.undone_set(v_change.tenant_id, v_entry);
    if private.is_as_left(v_product, v_entry.after)
      and (not v_set ? 'grid' or private.restore_grid(v_product.id, v_set, v_entry.after)) then
      v_rows := v_rows || jsonb_build_object('id', v_product.id, 'set', v_set);
    else
      v_left := v_left + 1;
    end if;
  end loop;
  perform private.write_products(
    (select jsonb_agg(restored) from unnest(v_rows) restored where not restored -> 'set' ? 'grid'), 'Undone');
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  delete from private.product_change_entries where change_id = p_change_id and product_id = any (v_seen);
  v_more := exists (select 1 from private.product_change_entries where change_id = p_change_id);
  if not v_more then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  return private.keep_answer(
    p_request_id, jsonb_build_object('restored', cardinality(v_rows), 'left', v_left, 'more', v_more));
end
$function$;

CREATE OR REPLACE FUNCTION public.undoable_product_changes(p_tenant_id text)
 RETURNS TABLE(id uuid, made_at timestamp with time zone, made_by text, added integer, changed integer, deleted integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return query
  select latest.id, latest.created_at,
    coalesce((
      select profile.name from public.profiles profile
      where profile.id = latest.made_by order by profile.tenant_id = p_tenant_id desc limit 1
    ), ''),
    counted.added, counted.all_of_them - counted.added - counted.deleted, counted.deleted
  from (
    select change.* from private.product_changes change
    where change.tenant_id = p_tenant_id and change.undone_at is null
      and exists (select 1 from private.product_change_entries entry where entry.change_id = change.id)
    order by change.created_at desc limit 10
  ) latest
  cross join lateral (
    select count(*)::integer as all_of_them,
      (count(*) filter (where entry.before is null))::integer as added,
      (count(*) filter (where entry.after ? 'deleted_at'))::integer as deleted
    from private.product_change_entries entry where entry.change_id = latest.id
  ) counted
  order by latest.created_at desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.unused_product_files(p_tenant_id text, p_names text[] DEFAULT NULL::text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return (private.unused_files(p_tenant_id, p_names, interval '1 day'))[1:1000];
end
$function$;

CREATE POLICY "Staff read all options of their store" ON "public"."product_options" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all variants of their store" ON "public"."product_variants" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all products of their store" ON "public"."products" FOR SELECT TO "authenticated" USING (((deleted_at IS NULL) AND (tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read the old addresses of their store" ON "public"."redirects" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's synonyms" ON "public"."search_synonyms" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's settings" ON "public"."settings" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's settings" ON "public"."settings" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add what only staff may know" ON "public"."staff_settings" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change what only staff may know" ON "public"."staff_settings" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what only staff may know" ON "public"."staff_settings" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));
