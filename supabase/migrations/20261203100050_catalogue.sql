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

DROP FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid);

DROP FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid);

DROP FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid);

DROP FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid);

DROP FUNCTION "public"."shown_words"(text, text);

DROP FUNCTION "public"."undo_product_change"(uuid, uuid);

CREATE TYPE "public"."import_outcome" AS ENUM ('added', 'changed', 'unchanged', 'refused');

ALTER TYPE "public"."import_outcome" OWNER TO "postgres";

CREATE TYPE "public"."imported_row" AS ("row" integer, "outcome" public.import_outcome, "id" uuid, "name" text, "before" jsonb, "after" jsonb, "new_category" text, "unpriced" boolean, "refusal" jsonb, "message" text, "column" text, "missing_category" text);

ALTER TYPE "public"."imported_row" OWNER TO "postgres";

CREATE TYPE "public"."product_change_result" AS ("change_id" uuid, "changed" integer);

ALTER TYPE "public"."product_change_result" OWNER TO "postgres";

CREATE TYPE "public"."product_import_result" AS ("change_id" uuid, "rows" public.imported_row[]);

ALTER TYPE "public"."product_import_result" OWNER TO "postgres";

CREATE TYPE "public"."product_undo_result" AS ("restored" integer, "left" integer, "more" boolean);

ALTER TYPE "public"."product_undo_result" OWNER TO "postgres";

CREATE TYPE "public"."shown_word" AS ("value" text, "shown" text);

ALTER TYPE "public"."shown_word" OWNER TO "postgres";

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
  -- Not one expression: it would have to be of both types.
  if pg_typeof(p_type) = 'jsonb'::regtype then
    return v_answer;
  end if;
  return jsonb_populate_record(p_type, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_product(p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('add_product', p_tenant_id, p_product, p_options, p_variants));
begin
  if v_product.id is not null then
    return v_product;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  v_product := private.insert_product(p_tenant_id, p_product);
  perform private.save_variants(v_product, p_options, p_variants);
  select * into v_product from public.products where id = v_product.id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$function$;

ALTER FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_products(p_tenant_id text, p_ids uuid[], p_change jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_change_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_change_result := private.idempotent_result(null::public.product_change_result,
    p_request_id, jsonb_build_array('change_products', p_tenant_id, p_ids, p_change));
  v_ids uuid[] := array(select distinct id from unnest(p_ids) id where id is not null);
begin
  if v_result.change_id is not null then
    return v_result;
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
  get diagnostics v_result.changed = row_count;
  if v_result.changed <> cardinality(v_ids) then
    perform private.refuse('products_gone');
  end if;

  v_result.change_id := private.open_product_change(p_tenant_id);
  insert into private.product_change_entries (change_id, product_id, before, after)
  select v_result.change_id, product.id,
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
    from private.product_change_entries entry where entry.change_id = v_result.change_id
  ), 'Changed with others');
  perform private.keep_audit_entries(v_result.change_id);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.import_products(p_tenant_id text, p_rows jsonb, p_dry boolean, p_change_id uuid DEFAULT NULL::uuid, p_seen jsonb DEFAULT NULL::jsonb, p_create_categories boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_import_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_import_result := private.idempotent_result(null::public.product_import_result, p_request_id,
    jsonb_build_array('import_products', p_tenant_id, p_rows, p_dry, p_change_id, p_seen, p_create_categories));
  v_change_id uuid := p_change_id;
  v_report jsonb := '[]';
  v_row jsonb;
begin
  if v_result.rows is not null then
    return v_result;
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
  v_result.change_id := v_change_id;
  v_result.rows := array(select imported from jsonb_populate_recordset(null::public.imported_row, v_report) imported);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_product_variants(p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('save_product_variants', p_product_id, p_version, p_options, p_variants));
  v_before jsonb;
begin
  if v_product.id is not null then
    return v_product;
  end if;
  select * into v_product from public.products where id = p_product_id and deleted_at is null for no key update;
  perform private.require_capability(v_product.tenant_id, 'products.change');
  if v_product.version is distinct from p_version then
    perform private.refuse('version_conflict', jsonb_build_object('version', v_product.version));
  end if;
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_product.id,
    private.variant_changes(v_before, private.variants_json(p_product_id)));
  select * into v_product from public.products where id = p_product_id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$function$;

ALTER FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.shown_words(p_tenant_id text, p_language text)
 RETURNS public.shown_word[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with products_say as (
    select distinct products.product_type, products.translations #>> array[p_language, 'type'] as type_name,
      products.brand, products.translations #>> array[p_language, 'brand'] as brand_name,
      products.translations -> p_language -> 'material' as materials, products.translations -> p_language -> 'gender' as genders
    from public.products where products.tenant_id = p_tenant_id and products.is_active
      and products.translations -> p_language ?| '{type,brand,material,gender}'
  ),
  options_say as (
    select distinct product_options.kind, product_options.name, product_options.translations -> p_language as said
    from public.product_options join public.products on products.id = product_options.product_id
    where products.tenant_id = p_tenant_id and products.is_active
  ),
  words as (
    select word.key, word.value from options_say, jsonb_each_text(options_say.said -> 'values') word
    union all
    select options_say.name, options_say.said ->> 'name' from options_say where options_say.kind = 'other'
    union all
    select word.key, word.value from products_say, unnest(array[products_say.materials, products_say.genders]) list (said),
      jsonb_each_text(case when jsonb_typeof(list.said) = 'object' then list.said end) word
    union all
    select products_say.product_type, products_say.type_name from products_say
    union all
    select products_say.brand, products_say.brand_name from products_say
    union all
    select categories.name, categories.translations -> p_language ->> 'name'
    from public.categories where categories.tenant_id = p_tenant_id
  )
  -- In one array: the API cuts longer lists of rows off.
  select array(
    select row(words.key, max(words.value))::public.shown_word from words
    where words.key <> '' and words.value <> '' and p_tenant_id <> all (private.hidden_stores())
    group by words.key order by words.key
  )
$function$;

ALTER FUNCTION "public"."shown_words"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo_product_change(p_change_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_undo_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_undo_result := private.idempotent_result(
    null::public.product_undo_result, p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_rows jsonb[] := '{}';
  v_seen uuid[] := '{}';
begin
  if v_result.more is not null then
    return v_result;
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
    end if;
  end loop;
  perform private.write_products(
    (select jsonb_agg(restored) from unnest(v_rows) restored where not restored -> 'set' ? 'grid'), 'Undone');
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  delete from private.product_change_entries where change_id = p_change_id and product_id = any (v_seen);
  v_result.more := exists (select 1 from private.product_change_entries where change_id = p_change_id);
  if not v_result.more then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  v_result.restored := cardinality(v_rows);
  v_result."left" := cardinality(v_seen) - v_result.restored;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."undo_product_change"(uuid, uuid) OWNER TO "postgres";

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

REVOKE ALL ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shown_words"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."shown_words"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_product_change"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_product_change"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "service_role";
