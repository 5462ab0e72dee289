-- Product imports from files: all or nothing, and undoable like other bulk changes.

-- Types

create type public.import_outcome as enum ('added', 'changed', 'unchanged', 'refused');

create type public.imported_row as (
  -- The row's number in the file.
  "row" integer,
  outcome public.import_outcome,
  id uuid,
  name text,
  -- Changed columns only.
  before jsonb,
  after jsonb,
  -- The category that was added with it.
  new_category text,
  -- Added without a price, and therefore hidden.
  unpriced boolean,
  -- Why it was refused, in which column, and the missing category.
  refusal jsonb,
  message text,
  "column" text,
  missing_category text
);

create type public.product_import_result as (
  -- For undoing the import; null for a dry run.
  change_id uuid,
  rows public.imported_row[]
);

-- Functions

-- Adds a category that an import needs and the store lacks.
create function private.add_imported_category(
  p_tenant_id text, p_change_id uuid, p_id uuid, p_name text, p_translations jsonb
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.categories (id, tenant_id, name, translations) values (p_id, p_tenant_id, p_name, p_translations);
  update private.product_changes set categories = categories || p_id where id = p_change_id;
end
$$;

-- Removes categories that a change added, except those that products use by now.
create function private.remove_imported_categories(p_change private.product_changes) returns void
language sql security definer set search_path = '' as $$
  delete from public.categories category
  where category.tenant_id = p_change.tenant_id and category.id = any (p_change.categories)
    and not exists (
      select 1 from public.products product
      where product.tenant_id = category.tenant_id and product.category_id = category.id
    )
$$;

-- Whether a file's value equals the product's, ignoring outer spaces and how a list is written.
create function private.same_value(p_compared_as text, p_one jsonb, p_other jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case p_compared_as
    when 'list' then private.text_list(p_one #>> '{}') = private.text_list(p_other #>> '{}')
    when 'addresses' then private.address_list(p_one) = private.address_list(p_other)
    when 'text' then btrim(coalesce(p_one #>> '{}', ''), E' \t\r\n') = btrim(coalesce(p_other #>> '{}', ''), E' \t\r\n')
    when 'number' then coalesce((p_one #>> '{}')::numeric, 0) = coalesce((p_other #>> '{}')::numeric, 0)
    else coalesce(p_one, 'null') = coalesce(p_other, 'null')
  end
$$;

-- The result for a refused row.
create function private.refused_row(p_column text, p_refusal jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'outcome', 'refused', 'column', p_column, 'message', p_refusal -> 'message', 'refusal', p_refusal)
$$;

-- The product a row refers to, by id, else by name; null if the store doesn't have it.
create function private.imported_product(p_tenant_id text, p_change_id uuid, p_row jsonb) returns public.products
language plpgsql stable security definer set search_path = '' as $$
declare
  v_product public.products;
  v_name constant text := btrim(coalesce(p_row #>> '{set,name}', ''), E' \t\r\n');
  v_matches integer := 0;
begin
  if coalesce(p_row ->> 'id', '') <> '' then
    if pg_input_is_valid(p_row ->> 'id', 'uuid') then
      select * into v_product from public.products
      where tenant_id = p_tenant_id and deleted_at is null and id = (p_row ->> 'id')::uuid;
    end if;
    if v_product.id is null then
      perform private.refuse('unknown_product', jsonb_build_object('reason', 'id', 'column', 'id'));
    end if;
  elsif v_name = '' then
    perform private.refuse('row_unnamed', jsonb_build_object('column', 'name'));
  else
    -- Planned on each run: a cached plan for the empty store would scan all products per row by the end of its first import.
    for v_product in execute 'select p.* from public.products p
      where p.tenant_id = $1 and lower(p.name) = lower($2) and p.deleted_at is null limit 2' using p_tenant_id, v_name
    loop
      v_matches := v_matches + 1;
    end loop;
    if v_matches > 1 then
      perform private.refuse('ambiguous_name', jsonb_build_object('column', 'name'));
    end if;
  end if;
  if exists (
    select 1 from private.product_change_entries where change_id = p_change_id and product_id = v_product.id
  ) then
    perform private.refuse('duplicate_row', jsonb_build_object('column', 'id'));
  end if;
  return v_product;
end
$$;

-- The category of a row: {"category_id"}, with "new_category" if it is added now; empty if the row names none. An existing category
-- keeps its translations.
create function private.imported_category(p_tenant_id text, p_change_id uuid, p_row jsonb, p_create boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name constant text := btrim(p_row ->> 'category');
  v_id uuid;
begin
  if coalesce(v_name, '') = '' then
    return case when p_row ? 'category' then '{"category_id": null}' else '{}' end;
  end if;
  select id into v_id from public.categories where tenant_id = p_tenant_id and lower(name) = lower(v_name);
  if found then
    return jsonb_build_object('category_id', v_id);
  end if;
  if not p_create then
    perform private.refuse('unknown_category', jsonb_build_object('reason', 'name', 'name', v_name, 'column', 'category'));
  end if;
  v_id := gen_random_uuid();
  perform private.add_imported_category(p_tenant_id, p_change_id, v_id, v_name,
    coalesce(nullif(p_row -> 'category_translations', 'null'), '{}'));
  return jsonb_build_object('category_id', v_id, 'new_category', v_name);
end
$$;

-- A row's columns in stored form.
create function private.imported_set(p_product public.products, p_row jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_set jsonb := coalesce(p_row -> 'set', '{}') - '{stock,size,color,type}'::text[];
  v_types constant text[] := private.text_list(p_row #>> '{set,type}');
begin
  if p_row #> '{set}' ? 'type' then
    v_set := v_set || jsonb_build_object('product_type', case when cardinality(v_types) = 1 then v_types[1] end);
  end if;
  if p_product.id is not null and coalesce(p_row ->> 'id', '') = '' then
    v_set := v_set - 'name';
  elsif v_set ? 'name' then
    v_set := v_set || jsonb_build_object('name', btrim(v_set ->> 'name', E' \t\r\n'));
  end if;
  if v_set ? 'attributes' then
    -- A file changes only the values it names; an empty one removes the attribute.
    v_set := v_set || jsonb_build_object('attributes',
      jsonb_strip_nulls(coalesce(p_product.attributes, '{}') || coalesce(v_set -> 'attributes', '{}')));
  end if;
  if v_set ? 'old_paths' then
    -- A file adds paths to the existing ones; an empty list removes all.
    v_set := v_set || jsonb_build_object('old_paths', private.page_paths(
      case when v_set -> 'old_paths' <> '[]' then coalesce(p_product.old_paths, '{}')
        || array(select jsonb_array_elements_text(v_set -> 'old_paths')) end));
  end if;
  if private.slug_of(v_set ->> 'slug') <> '' then
    v_set := v_set || jsonb_build_object('slug', private.slug_of(v_set ->> 'slug'));
  end if;
  if v_set ? 'translations' then
    v_set := v_set || jsonb_build_object('translations', private.with_slugs(
      private.merged_translations(coalesce(p_product.translations, '{}'), v_set -> 'translations')));
  end if;
  return v_set;
end
$$;

create function private.require_lower_price(p_price numeric, p_original_price numeric) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_original_price <= p_price then
    perform private.refuse('original_price_lower', jsonb_build_object('column', 'original_price'));
  end if;
end
$$;

-- Adds a row's product, hidden if it has no price.
create function private.add_imported(p_tenant_id text, p_change_id uuid, p_row jsonb, p_set jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_unpriced constant boolean := p_set ->> 'price' is null;
  v_product public.products;
  v_is_plain constant boolean := not p_row ? 'variants' and private.imported_lists(p_row -> 'set') = '{}';
  v_variants jsonb := '{}';
begin
  perform private.require_lower_price((p_set ->> 'price')::numeric, (p_set ->> 'original_price')::numeric);
  v_product := private.insert_product(p_tenant_id,
    p_set || case when v_unpriced then '{"is_active": false}'::jsonb else '{}' end,
    case when v_is_plain then coalesce((p_row #>> '{set,stock}')::integer, 0) else 0 end);
  if not v_is_plain then
    v_variants := private.imported_variants(v_product, p_row);
  end if;
  if v_variants ? 'grid' then
    perform private.save_variants(v_product, v_variants #> '{grid,options}', v_variants #> '{grid,variants}', 'Imported');
  elsif v_variants ? 'stocks' then
    perform private.move_stock(array[stocked.key::uuid], array[stocked.value::integer], 'initial', 'Imported')
    from jsonb_each_text(v_variants -> 'stocks') stocked;
  end if;
  insert into private.product_change_entries (change_id, product_id, after)
  select p_change_id, v_product.id, jsonb_object_agg(key, to_jsonb(v_product) -> key)
    || case when v_variants ? 'grid' then private.product_grid(v_product.id) else '{}' end
  from jsonb_object_keys(p_set) key;
  return jsonb_build_object('outcome', 'added', 'id', v_product.id, 'name', v_product.name)
    || case when v_unpriced then '{"unpriced": true}'::jsonb else '{}' end;
end
$$;

-- Updates a row's product if anything differs.
create function private.change_imported(p_change_id uuid, p_row jsonb, p_product public.products, p_set jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_stored constant jsonb := to_jsonb(p_product);
  v_set constant jsonb := (
    select coalesce(jsonb_object_agg(filled.name, p_set -> filled.name), '{}') from private.product_columns() filled
    where p_set ? filled.name and not private.same_value(filled.compared_as, p_set -> filled.name, v_stored -> filled.name)
  );
  v_new constant public.products := jsonb_populate_record(p_product, v_set);
  v_variants jsonb := private.imported_variants(p_product, p_row);
  v_were constant jsonb := case when v_variants ? 'grid' then private.variants_json(p_product.id) end;
  v_were_with_costs constant jsonb := case when v_were is not null then private.with_costs(p_product.tenant_id, v_were) end;
  v_before jsonb := (select coalesce(jsonb_object_agg(key, v_stored -> key), '{}') from jsonb_object_keys(v_set) key);
  v_kept jsonb := '{}';
  v_changes jsonb := '{}';
begin
  if v_set = '{}' and v_variants = '{}' then
    return jsonb_build_object('outcome', 'unchanged', 'id', p_product.id, 'name', p_product.name);
  end if;
  if v_set ?| '{price,original_price}' then
    perform private.require_lower_price(v_new.price, v_new.original_price);
  end if;
  if v_variants ? 'grid' then
    v_kept := private.product_grid(p_product.id);
  elsif v_variants ? 'stocks' then
    v_kept := jsonb_build_object('stocks', (
      select jsonb_object_agg(variant.id, variant.stock) from public.product_variants variant
      where variant.product_id = p_product.id and v_variants -> 'stocks' ? variant.id::text
    ));
    v_changes := jsonb_build_object('before', jsonb_build_object('stock', p_product.stock),
      'after', jsonb_build_object('stock', p_row #> '{set,stock}'));
  end if;
  perform private.write_products(
    jsonb_build_array(jsonb_build_object('id', p_product.id, 'set', v_set || (v_variants - 'grid'))), 'Imported');
  if v_variants ? 'grid' then
    perform private.save_variants(v_new, v_variants #> '{grid,options}', v_variants #> '{grid,variants}', 'Imported');
    perform private.audit_variants(p_product.tenant_id, v_new.name, p_product.id,
      private.variant_changes(v_were, private.variants_json(p_product.id)));
    v_changes := private.variant_changes(
      v_were_with_costs, private.with_costs(p_product.tenant_id, private.variants_json(p_product.id)));
    v_variants := private.product_grid(p_product.id);
  end if;
  insert into private.product_change_entries (change_id, product_id, before, after)
  select p_change_id, product.id, v_before || v_kept,
    (select coalesce(jsonb_object_agg(key, to_jsonb(product) -> key), '{}') from jsonb_object_keys(v_set) key) || v_variants
  from public.products product where product.id = p_product.id;
  return jsonb_build_object('outcome', 'changed', 'id', p_product.id, 'name', v_new.name,
    'before', v_before || coalesce(v_changes -> 'before', '{}'), 'after', v_set || coalesce(v_changes -> 'after', '{}'));
end
$$;

-- Adds or updates one row's product, and returns the result. A missing category is added with `p_create_categories`; without it,
-- the row is refused with the name as "missing_category".
create function private.import_product(p_tenant_id text, p_change_id uuid, p_row jsonb, p_create_categories boolean)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_category jsonb;
  v_set jsonb;
  v_constraint text;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  if jsonb_typeof(coalesce(p_row -> 'set', '{}')) <> 'object' or exists (
    select 1 from jsonb_object_keys(p_row -> 'set') key
    where key = 'category_id' or key not in (select filled.name from private.product_columns() filled)
      and key not in ('stock', 'size', 'color', 'type')
  ) then
    perform private.refuse('unknown_column');
  end if;
  perform private.require_costs_allowed(p_tenant_id, p_row -> 'variants');
  v_product := private.imported_product(p_tenant_id, p_change_id, p_row);
  v_category := private.imported_category(p_tenant_id, p_change_id, p_row, p_create_categories);
  v_set := private.imported_set(v_product, p_row) || (v_category - 'new_category');
  return v_category - 'category_id' || case when v_product.id is null
    then private.add_imported(p_tenant_id, p_change_id, p_row, v_set)
    else private.change_imported(p_change_id, p_row, v_product, v_set) end;
exception
  when raise_exception or check_violation then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint,
      v_constraint = constraint_name;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is not null then
      return private.refused_row(coalesce(v_refusal ->> 'column', ''), v_refusal) || case v_refusal ->> 'code'
        when 'unknown_category' then jsonb_build_object('missing_category', v_refusal -> 'name') else '{}' end;
    end if;
    return private.refused_row(coalesce(substring(v_constraint from '^product(?:s|_variants)_(.*)_check\d*$'),
      case when v_constraint like 'categories\_%' then 'category' end, ''), private.refusal('invalid_value'));
  when unique_violation then
    return private.refused_row('category', private.refusal('category_added'));
  when invalid_text_representation or numeric_value_out_of_range or datatype_mismatch or not_null_violation
    or invalid_parameter_value or untranslatable_character then
    return private.refused_row('', private.refusal('invalid_value', jsonb_build_object('reason', 'unreadable')));
end
$$;

-- The products that rows of a file refer to, by id or by name.
create function private.imported_product_ids(p_tenant_id text, p_rows jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_names text[];
begin
  select
    array_agg(case when pg_input_is_valid(given ->> 'id', 'uuid') then (given ->> 'id')::uuid end),
    array_agg(lower(btrim(given #>> '{set,name}', E' \t\r\n'))) filter (where coalesce(given ->> 'id', '') = '')
  into v_ids, v_names
  from jsonb_array_elements(p_rows) given;
  return array(
    select product.id from public.products product
    where product.tenant_id = p_tenant_id and product.deleted_at is null
      and (product.id = any (v_ids) or lower(product.name) = any (v_names))
    order by product.id
  );
end
$$;

-- Locks the rows' products in id order.
create function private.lock_imported_products(p_tenant_id text, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products product
  where product.id = any (private.imported_product_ids(p_tenant_id, p_rows)) order by product.id for no key update;
end
$$;

-- For a later part of a dry run: recreates what the earlier parts would have left.
create function private.replay_earlier_rows(p_tenant_id text, p_change_id uuid, p_seen jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_seen is null then
    return;
  end if;
  update public.products product set name = seen.name
  from jsonb_to_recordset(p_seen) seen (id uuid, name text)
  where product.tenant_id = p_tenant_id and product.id = seen.id and product.name is distinct from seen.name;
  insert into public.products (id, tenant_id, name, is_active)
  select seen.id, p_tenant_id, seen.name, false from jsonb_to_recordset(p_seen) seen (id uuid, name text)
  on conflict (id) do nothing;
  insert into private.product_change_entries (change_id, product_id, after)
  select distinct p_change_id, seen.id, '{}'::jsonb from jsonb_to_recordset(p_seen) seen (id uuid);
end
$$;

-- Imports up to 500 rows, each {"row": number in the file, "id", "category": its name, "set": {columns}}, and for a product with
-- variants "options": [{"name", "kind", "values"}] and "variants": [{"row", "options": a value for each, "sku", …}] as
-- save_product_variants takes them. A row with an id updates that product; one without updates the product of its name, or adds it.
-- A refused row doesn't affect the others. `p_dry` keeps nothing; `p_create_categories` adds categories the store lacks. Later
-- parts of a file pass the change that the first part opened, so that one undo reverts everything; later parts of a dry run pass in
-- `p_seen` the products, {"id", "name"}, that earlier rows would have added or updated.
create function public.import_products(
  p_tenant_id text, p_rows jsonb, p_dry boolean, p_change_id uuid default null,
  p_seen jsonb default null, p_create_categories boolean default false, p_request_id uuid default null
) returns public.product_import_result
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Grants

grant execute on function public.import_products to authenticated;
