-- Imports of products from files: all or nothing, and undone like other changes of products.

-- Functions

-- Adds the category that rows of an import name and the store does not have yet.
create function private.add_imported_category(p_tenant_id text, p_change_id uuid, p_id uuid, p_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.categories (id, tenant_id, name) values (p_id, p_tenant_id, p_name);
  update private.product_changes c set categories = c.categories || p_id where c.id = p_change_id;
end
$$;

-- Removes the categories that a change added, but those that products are in by now.
create function private.remove_imported_categories(p_change private.product_changes) returns void
language sql security definer set search_path = '' as $$
  delete from public.categories c
  where c.tenant_id = p_change.tenant_id and c.id = any (p_change.categories)
    and not exists (select 1 from public.products p where p.tenant_id = c.tenant_id and p.category_id = c.id)
$$;

-- Whether a column's value of a file says the same as the product's: outer spaces, and how a list is written, do not count.
create function private.same_value(p_column text, p_one jsonb, p_other jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when p_column in ('type', 'size', 'color', 'material', 'gender')
      then private.text_list(p_one #>> '{}') = private.text_list(p_other #>> '{}')
    when p_column in ('images', 'videos') then private.address_list(p_one) = private.address_list(p_other)
    when p_column in ('name', 'description', 'unit', 'brand')
      then btrim(coalesce(p_one #>> '{}', ''), E' \t\r\n') = btrim(coalesce(p_other #>> '{}', ''), E' \t\r\n')
    when p_column = 'discount' then coalesce((p_one #>> '{}')::numeric, 0) = coalesce((p_other #>> '{}')::numeric, 0)
    else coalesce(p_one, 'null') = coalesce(p_other, 'null')
  end
$$;

-- What an import answers of a row that it refuses.
create function private.refused_row(p_column text, p_refusal jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'outcome', 'refused', 'column', p_column, 'message', p_refusal -> 'message', 'refusal', p_refusal)
$$;

-- The grid that a product has after the lines of a file about its variants, or null where they change nothing. A line is about
-- the variant with its options, else with its SKU, and without options about the only one; where the file has the product's own options, variants that it does not
-- name stay as they are.
create function private.imported_grid(p_product_id uuid, p_options jsonb, p_variants jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := private.product_grid(p_product_id);
  v_options jsonb := v_now #> '{grid,options}';
  -- Where the file has each of the product's options.
  v_places constant integer[] := array(
    select (select min(p.n)::integer from jsonb_array_elements(p_options) with ordinality p (option, n)
      where lower(p.option ->> 'name') = lower(o.option ->> 'name'))
    from jsonb_array_elements(v_options) with ordinality o (option, n) order by o.n
  );
  v_same constant boolean := jsonb_array_length(p_options) = cardinality(v_places) and array_position(v_places, null) is null;
  v_rows jsonb;
  v_changed boolean;
begin
  if p_options = '[]' and v_options <> '[]' then
    if jsonb_array_length(v_now #> '{grid,variants}') = 1 and jsonb_array_length(p_variants) = 1 then
      return private.imported_grid(p_product_id, v_options, jsonb_build_array(
        p_variants -> 0 || jsonb_build_object('options', v_now #> '{grid,variants,0,options}')));
    end if;
    perform private.refuse_variant('unknown_value', jsonb_build_object('reason', 'variant', 'options',
      (select string_agg(lower(o ->> 'name'), ' and ') from jsonb_array_elements(v_options) o)),
      array(select (w ->> 'row')::integer from jsonb_array_elements(p_variants) w), 'options');
  end if;
  with there as (
    select t.variant || jsonb_build_object('stock', v_now #> array['stocks', t.variant ->> 'id']) as variant, t.n
    from jsonb_array_elements(v_now #> '{grid,variants}') with ordinality t (variant, n)
  ),
  named as (
    select w.variant || jsonb_build_object('options', case when v_same
        then array(select w.variant -> 'options' ->> p.place - 1 from unnest(v_places) with ordinality p (place, n) order by p.n)
        else array(select jsonb_array_elements_text(w.variant -> 'options')) end) as variant, w.n
    from jsonb_array_elements(p_variants) with ordinality w (variant, n)
  ),
  by_options as (
    select n.n as line, t.n as place from named n
    join there t on v_same and lower(n.variant ->> 'options') = lower(t.variant ->> 'options')
  ),
  matched as (
    select * from by_options
    union all
    select n.n, t.n from named n join there t on lower(n.variant ->> 'sku') = lower(t.variant ->> 'sku')
    where n.n not in (select b.line from by_options b) and t.n not in (select b.place from by_options b)
  )
  select
    jsonb_agg(
      case when t.n is null then n.variant when n.n is null then t.variant - 'stock'
        else n.variant || jsonb_build_object('id', t.variant -> 'id') end
      order by t.n, n.n
    ) filter (where v_same or n.n is not null),
    not v_same or bool_or(n.n is not null and not coalesce(
      t.variant || (n.variant - '{row,options}'::text[]) = t.variant
      and lower(n.variant ->> 'options') = lower(t.variant ->> 'options'), false))
  into v_rows, v_changed
  from named n
  full join (select t.*, m.line from there t left join matched m on m.place = t.n) t on t.line = n.n;
  if not v_changed then
    return null;
  end if;
  if v_same then
    select coalesce(jsonb_agg(o.option || jsonb_build_object('values', (
        select jsonb_agg(x.value order by x.is_new, x.n)
        from (
          select u.value, u.n, false as is_new
          from jsonb_array_elements_text(o.option -> 'values') with ordinality u (value, n)
          -- A value whose variants have all been given another one goes.
          where not exists (
              select 1 from jsonb_array_elements(v_now #> '{grid,variants}') w where w -> 'options' ->> o.n::integer - 1 = u.value
            ) or exists (
              select 1 from jsonb_array_elements(v_rows) w where lower(w -> 'options' ->> o.n::integer - 1) = lower(u.value)
            )
          union all
          select u.value, u.n, true
          from jsonb_array_elements_text(p_options -> v_places[o.n::integer] - 1 -> 'values') with ordinality u (value, n)
          where lower(u.value) not in (select lower(k) from jsonb_array_elements_text(o.option -> 'values') k)
        ) x
      )) order by o.n), '[]')
    into v_options from jsonb_array_elements(v_options) with ordinality o (option, n);
  end if;
  return jsonb_build_object('options', case when v_same then v_options else p_options end, 'variants', v_rows);
end
$$;

-- A row of a file says the stock of a product with several variants in the rows of these.
create function private.import_product(p_tenant_id text, p_change_id uuid, p_row jsonb, p_create_categories boolean)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_known constant text[] := '{name,description,price,original_price,discount,images,image_alts,videos,unit,stock,featured,is_new,is_active,type,size,color,material,brand,gender,attributes}';
  v_set jsonb := coalesce(p_row -> 'set', '{}');
  v_name text := btrim(coalesce(v_set ->> 'name', ''), E' \t\r\n');
  v_category text := btrim(coalesce(p_row ->> 'category', ''));
  v_category_id uuid;
  v_new_category jsonb := '{}';
  v_id uuid := case when pg_input_is_valid(p_row ->> 'id', 'uuid') then (p_row ->> 'id')::uuid end;
  v public.products;
  v_result public.products;
  v_before jsonb;
  v_options constant jsonb := coalesce(p_row -> 'options', '[]');
  v_grid jsonb;
  v_were jsonb;
  v_are jsonb;
  v_changes jsonb := '{}';
  v_matches integer := 0;
  v_variants integer;
  v_constraint text;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  if jsonb_typeof(v_set) <> 'object' or exists (select 1 from jsonb_object_keys(v_set) k where k <> all (v_known)) then
    return private.refused_row('', private.refusal('unknown_column'));
  end if;
  if coalesce(p_row ->> 'id', '') <> '' then
    select * into v from public.products p
    where p.tenant_id = p_tenant_id and p.id = v_id and p.deleted_at is null;
    if not found then
      return private.refused_row('id', private.refusal('unknown_product', jsonb_build_object('reason', 'id')));
    end if;
  elsif v_name = '' then
    return private.refused_row('name', private.refusal('row_unnamed'));
  else
    -- Planned anew each time: a plan for the empty store would read all of it for each row by the end of its first import.
    for v in execute 'select p.* from public.products p
      where p.tenant_id = $1 and lower(p.name) = lower($2) and p.deleted_at is null limit 2' using p_tenant_id, v_name
    loop
      v_matches := v_matches + 1;
    end loop;
    if v_matches > 1 then
      return private.refused_row('name', private.refusal('ambiguous_name'));
    end if;
    v_set := case when v_matches = 1 then v_set - 'name' else v_set end;
  end if;
  if v_set ? 'name' then
    v_set := v_set || jsonb_build_object('name', v_name);
  end if;
  if v.id is not null and exists (
    select 1 from private.product_change_entries e where e.change_id = p_change_id and e.product_id = v.id
  ) then
    return private.refused_row('id', private.refusal('duplicate_row'));
  end if;
  if p_row ? 'category' then
    if v_category <> '' then
      select c.id into v_category_id from public.categories c
      where c.tenant_id = p_tenant_id and lower(c.name) = lower(v_category);
      if not found and not p_create_categories then
        return private.refused_row('category',
            private.refusal('unknown_category', jsonb_build_object('reason', 'name', 'name', v_category)))
          || jsonb_build_object('missing_category', v_category);
      elsif not found then
        v_category_id := gen_random_uuid();
        v_new_category := jsonb_build_object('new_category', v_category);
      end if;
    end if;
    v_set := v_set || jsonb_build_object('category_id', v_category_id);
  end if;

  if v_options <> '[]' then
    -- What is derived from variants is not for the row to say.
    v_set := v_set - '{size,color,stock}'::text[];
  end if;
  if v_set ? 'stock' and not private.same_value('stock', v_set -> 'stock', to_jsonb(v.stock)) then
    select count(*) into v_variants from public.product_variants w where w.product_id = v.id and w.is_active;
    if v_variants > 1 then
      return private.refused_row('stock', private.refusal('stock_of_variants', jsonb_build_object('count', v_variants)));
    end if;
  end if;
  if v_set ? 'attributes' then
    -- A file names the values that it changes; an empty one goes.
    v_set := v_set || jsonb_build_object('attributes',
      jsonb_strip_nulls(coalesce(v.attributes, '{}') || coalesce(v_set -> 'attributes', '{}')));
  end if;

  if v.id is null then
    v := jsonb_populate_record(null::public.products, jsonb_build_object(
      'id', gen_random_uuid(), 'tenant_id', p_tenant_id, 'discount', 0, 'images', '[]'::jsonb,
      'image_alts', '{}'::jsonb, 'videos', '[]'::jsonb, 'attributes', '{}'::jsonb, 'stock', 0, 'featured', false, 'is_new', false, 'is_active', true
    ) || v_set);
    if v.original_price <= v.price then
      return private.refused_row('original_price', private.refusal('original_price_lower'));
    end if;
    v.is_active := v.is_active and v.price is not null;
    if v_new_category <> '{}' then
      perform private.add_imported_category(p_tenant_id, p_change_id, v_category_id, v_category);
    end if;
    insert into public.products (
      id, tenant_id, category_id, name, description, price, original_price, discount, images, image_alts, videos, unit,
      stock, featured, is_new, is_active, type, size, color, material, brand, gender, attributes
    ) values (
      v.id, v.tenant_id, v.category_id, v.name, v.description, v.price, v.original_price, v.discount, v.images,
      v.image_alts, v.videos, v.unit, v.stock, v.featured, v.is_new, v.is_active, v.type, v.size, v.color, v.material,
      v.brand, v.gender, v.attributes
    ) returning * into v_result;
    if p_row ? 'variants' then
      v_grid := private.imported_grid(v_result.id, v_options, p_row -> 'variants');
    end if;
    if v_grid is not null then
      -- They are part of the product, which the log names once.
      perform set_config('souk.audit', 'off', true);
      perform private.save_variants(v_result, v_grid -> 'options', v_grid -> 'variants');
      perform set_config('souk.audit', '', true);
    end if;
    insert into private.product_change_entries (change_id, product_id, after)
    select p_change_id, v_result.id, jsonb_object_agg(k, to_jsonb(v_result) -> k)
      || case when v_grid is null then '{}' else private.product_grid(v_result.id) end
    from jsonb_object_keys(v_set) k;
    return v_new_category || jsonb_build_object('outcome', 'added', 'id', v_result.id, 'name', v_result.name)
      || case when v_result.price is null then '{"unpriced": true}'::jsonb else '{}' end;
  end if;

  select coalesce(jsonb_object_agg(s.key, s.value), '{}') into v_set
  from jsonb_each(v_set) s where not private.same_value(s.key, s.value, to_jsonb(v) -> s.key);
  if p_row ? 'variants' then
    v_grid := private.imported_grid(v.id, v_options, p_row -> 'variants');
  end if;
  if v_set = '{}' and v_grid is null then
    return jsonb_build_object('outcome', 'unchanged', 'id', v.id, 'name', v.name);
  end if;
  v_result := jsonb_populate_record(v, v_set);
  if (v_set ? 'price' or v_set ? 'original_price') and v_result.original_price <= v_result.price then
    return private.refused_row('original_price', private.refusal('original_price_lower'));
  end if;
  if v_new_category <> '{}' then
    perform private.add_imported_category(p_tenant_id, p_change_id, v_category_id, v_category);
  end if;
  select coalesce(jsonb_object_agg(k, to_jsonb(v) -> k), '{}') into v_before from jsonb_object_keys(v_set) k;
  if v_grid is not null then
    v_grid := v_grid || private.product_grid(v.id);
    v_were := private.variants_json(v.id);
  end if;
  if v_set <> '{}' then
    perform private.write_products(jsonb_build_array(jsonb_build_object('id', v.id, 'set', v_set)));
  end if;
  select * into v_result from public.products p where p.id = v.id;
  if v_grid is not null then
    perform set_config('souk.audit', 'off', true);
    perform private.save_variants(v_result, v_grid -> 'options', v_grid -> 'variants');
    perform set_config('souk.audit', '', true);
    v_are := private.variants_json(v.id);
    perform private.audit_variants(p_tenant_id, v_result.name, v_were, v_are, true);
    v_changes := private.variant_changes(v_were, v_are);
  end if;
  insert into private.product_change_entries (change_id, product_id, before, after)
  select p_change_id, v.id,
    case when v_grid is null then v_before else v_before - 'stock' || (v_grid - '{options,variants}'::text[]) end,
    coalesce(jsonb_object_agg(k, to_jsonb(v_result) -> k) filter (where v_grid is null or k <> 'stock'), '{}')
      || case when v_grid is null then '{}' else private.product_grid(v.id) end
  from jsonb_object_keys(v_set) k;
  return v_new_category || jsonb_build_object(
    'outcome', 'changed', 'id', v.id, 'name', v_result.name,
    'before', v_before || coalesce(v_changes -> 'before', '{}'), 'after', v_set || coalesce(v_changes -> 'after', '{}'));
exception
  when raise_exception or check_violation then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint,
      v_constraint = constraint_name;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is not null then
      return private.refused_row(coalesce(v_refusal ->> 'column', ''), v_refusal);
    end if;
    return private.refused_row(coalesce(substring(v_constraint from '^products_(.*)_check\d*$'),
      case when v_constraint like 'categories\_%' then 'category' end, ''), private.refusal('invalid_value'));
  when unique_violation then
    return private.refused_row('category', private.refusal('category_added'));
  when invalid_text_representation or numeric_value_out_of_range or datatype_mismatch or not_null_violation
    or invalid_parameter_value or untranslatable_character then
    return private.refused_row('', private.refusal('invalid_value', jsonb_build_object('reason', 'unreadable')));
end
$$;

-- Locks the products that the rows are about, by id.
create function private.lock_imported_products(p_tenant_id text, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_names text[];
begin
  select
    array_agg(case when pg_input_is_valid(r ->> 'id', 'uuid') then (r ->> 'id')::uuid end),
    array_agg(lower(btrim(r #>> '{set,name}', E' \t\r\n'))) filter (where coalesce(r ->> 'id', '') = '')
  into v_ids, v_names
  from jsonb_array_elements(p_rows) r;
  perform 1 from public.products p
  where p.tenant_id = p_tenant_id and p.deleted_at is null
    and (p.id = any (v_ids) or lower(p.name) = any (v_names))
  order by p.id for no key update;
end
$$;

-- Puts a rehearsal where the earlier parts of its file would have left off.
create function private.replay_earlier_rows(p_tenant_id text, p_change_id uuid, p_seen jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_seen is null then
    return;
  end if;
  update public.products p set name = s.name
  from jsonb_to_recordset(p_seen) s (id uuid, name text)
  where p.tenant_id = p_tenant_id and p.id = s.id and p.name is distinct from s.name;
  insert into public.products (id, tenant_id, name, is_active)
  select s.id, p_tenant_id, s.name, false from jsonb_to_recordset(p_seen) s (id uuid, name text)
  on conflict (id) do nothing;
  insert into private.product_change_entries (change_id, product_id, after)
  select distinct p_change_id, s.id, '{}'::jsonb from jsonb_to_recordset(p_seen) s (id uuid);
end
$$;

-- Imports up to 500 rows, each {"row": number in the file, "id", "category": its name, "set": {columns}}, and for a product
-- with variants "options": [{"name", "kind", "values"}] and "variants": [{"row", "options": a value for each, "sku", …}] as
-- save_product_variants takes them. A row with an id
-- changes that product, one without the product of its name, or adds it. Rows that are refused leave the others alone.
-- With `p_dry` nothing stays; with `p_create_categories` the categories that rows name are added where the store has none
-- of that name. Further parts of a file name the change that the first part opened, so that one undo takes
-- all of it back; further parts of a rehearsal name in `p_seen` the products, {"id", "name"}, that earlier rows would have
-- added or changed. Answers with {"change_id", "rows": [{"row", "outcome": added | changed | unchanged | refused, …}]}.
create function public.import_products(
  p_tenant_id text, p_rows jsonb, p_dry boolean, p_change_id uuid default null,
  p_seen jsonb default null, p_create_categories boolean default false, p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if p_dry is null or coalesce(jsonb_typeof(p_rows), '') <> 'array' or jsonb_array_length(p_rows) not between 1 and 500 then
    perform private.refuse('invalid_rows');
  end if;
  if p_change_id is not null then
    perform 1 from private.product_changes c
    where c.id = p_change_id and c.tenant_id = p_tenant_id and c.undone_at is null
      and c.created_at > now() - interval '1 day'
    for update;
    if found then
      perform set_config('souk.audit_firsts', (
        select c.audit_firsts::text from private.product_changes c where c.id = p_change_id
      ), true);
    else
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
    perform set_config('souk.stock_note', 'Imported', true);
    perform private.replay_earlier_rows(p_tenant_id, v_change_id, p_seen);
    for v_row in select r from jsonb_array_elements(p_rows) r loop
      v_report := v_report || jsonb_build_array(
        jsonb_build_object('row', v_row -> 'row')
          || private.import_product(p_tenant_id, v_change_id, v_row, p_create_categories));
    end loop;
    perform set_config('souk.stock_note', '', true);
    perform private.keep_audit_firsts(v_change_id);
    if p_dry then
      raise exception using errcode = 'SK001';
    end if;
  exception when sqlstate 'SK001' then
    v_change_id := null;
  end;
  return private.keep_answer(p_request_id, jsonb_build_object('change_id', v_change_id, 'rows', v_report));
end
$$;

-- Grants

grant execute on function public.import_products to authenticated;
