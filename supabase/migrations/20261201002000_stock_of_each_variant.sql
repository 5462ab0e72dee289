-- What staff change in the stock of several products, or by a file, counts for each variant: a total that is spread over
-- variants says that sizes are sold out which are not.

-- Writes the named columns of products; stock is given as the new stock, `variants` as variant_prices has it, `stocks` as
-- {variant id: stock}.
create or replace function private.write_products(p_rows jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_n integer;
begin
  -- First, and without what else follows from variants: the products' own update derives their lowest and highest prices.
  perform set_config('souk.variants', 'priced', true);
  with priced as materialized (
    select (w.value ->> 'id')::uuid as product_id, e.key::uuid as id, r.price, r.original_price
    from jsonb_array_elements(p_rows) w (value)
    cross join lateral jsonb_each(w.value #> '{set,variants}') e
    cross join lateral jsonb_populate_record(null::public.product_variants, e.value) r
  )
  update public.product_variants v set price = r.price, original_price = r.original_price
  from priced r where v.product_id = r.product_id and v.id = r.id;
  perform set_config('souk.variants', '', true);
  update public.products p set
    category_id = r.category_id, name = r.name, description = r.description, price = r.price,
    original_price = r.original_price, discount = r.discount, images = r.images, image_alts = r.image_alts,
    videos = r.videos, unit = r.unit, stock = r.stock, featured = r.featured, is_new = r.is_new, is_active = r.is_active,
    type = r.type, size = r.size, color = r.color, material = r.material, brand = r.brand, gender = r.gender,
    attributes = r.attributes,
    deleted_at = r.deleted_at
  from jsonb_array_elements(p_rows) w (value)
  join public.products q on q.id = (w.value ->> 'id')::uuid
  cross join lateral jsonb_populate_record(q, w.value -> 'set') r
  where p.id = q.id;
  get diagnostics v_n = row_count;
  update public.product_variants v set stock = s.value::text::integer
  from jsonb_array_elements(p_rows) w (value) cross join lateral jsonb_each(w.value #> '{set,stocks}') s
  where v.product_id = (w.value ->> 'id')::uuid and v.id = s.key::uuid and v.stock <> s.value::text::integer;
  return v_n;
end
$$;

-- The columns that a change gives a product, with their new values. Prices that variants have of their own change along by
-- percent or amount; a price that is set is the product's. Stock is that of each variant that is sold.
create or replace function private.changed_product(p public.products, p_change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_value numeric;
  v_variants jsonb;
begin
  case p_change ->> 'kind'
    when 'delete' then
      return jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
    when 'featured', 'is_new', 'is_active' then
      return jsonb_build_object(p_change ->> 'kind', (p_change ->> 'value')::boolean);
    when 'category' then
      return jsonb_build_object('category_id', p_change -> 'value');
    when 'stock' then
      v_value := (p_change ->> 'value')::numeric;
      if p_change ->> 'by' <> 'set' then
        perform private.check_stock_change(
          concat_ws(', ', p.name, nullif(private.variant_name(v.option1, v.option2, v.option3), '')), v.stock, v_value)
        from (
          select * from public.product_variants w where w.product_id = p.id and w.is_active order by w.position, w.id
        ) v;
      end if;
      return jsonb_build_object('stocks', (
        select coalesce(jsonb_object_agg(v.id, case p_change ->> 'by' when 'set' then v_value else v.stock + v_value end), '{}')
        from public.product_variants v where v.product_id = p.id and v.is_active
      ));
    else
      if p_change ->> 'by' <> 'set' then
        select jsonb_object_agg(v.id, private.changed_prices(
          concat_ws(', ', p.name, nullif(private.variant_name(v.option1, v.option2, v.option3), '')), v.price, v.original_price, p_change))
        into v_variants from public.product_variants v where v.product_id = p.id and v.price is not null;
      end if;
      return private.changed_prices(p.name, p.price, p.original_price, p_change)
        || case when v_variants is null then '{}' else jsonb_build_object('variants', v_variants) end;
  end case;
end
$$;

create or replace function public.change_products(p_tenant_id text, p_ids uuid[], p_change jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(select distinct i from unnest(p_ids) i where i is not null);
  v_change_id uuid;
  v_found integer;
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if cardinality(v_ids) not between 1 and 2000 then
    perform private.refuse('invalid_selection', 'Choose between 1 and 2,000 products.');
  end if;
  perform private.check_product_change(p_tenant_id, p_change);
  perform 1 from public.products p
  where p.tenant_id = p_tenant_id and p.id = any (v_ids) and p.deleted_at is null
  order by p.id for update;
  get diagnostics v_found = row_count;
  if v_found <> cardinality(v_ids) then
    perform private.refuse('products_gone', 'Some of these products are no longer there. Load the list again.');
  end if;

  v_change_id := private.open_product_change(p_tenant_id);
  insert into private.product_change_entries (change_id, product_id, before, after)
  select v_change_id, p.id,
    (select jsonb_object_agg(k, n.now -> k) from jsonb_object_keys(c.after) k), c.after
  from public.products p
  cross join lateral (select private.changed_product(p, p_change) as after offset 0) c
  cross join lateral (
    select to_jsonb(p) || jsonb_build_object('variants', private.variant_prices(p.id), 'stocks', (
      select coalesce(jsonb_object_agg(v.id, v.stock), '{}') from public.product_variants v where v.product_id = p.id and v.is_active
    )) as now offset 0
  ) n
  where p.tenant_id = p_tenant_id and p.id = any (v_ids);
  perform set_config('souk.stock_note', 'Changed with others', true);
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', e.product_id, 'set', e.after))
    from private.product_change_entries e where e.change_id = v_change_id
  ));
  perform set_config('souk.stock_note', '', true);
  perform private.keep_audit_firsts(v_change_id);
  return jsonb_build_object('change_id', v_change_id, 'changed', v_found);
end
$$;

create or replace function public.undo_product_change(p_change_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_now jsonb;
  v_set jsonb;
  v_rows jsonb[] := '{}';
  v_seen uuid[] := '{}';
  v_more boolean;
  v_left integer := 0;
begin
  select * into v_change from private.product_changes c where c.id = p_change_id for update;
  perform private.require_staff(v_change.tenant_id);
  perform private.require_aal();
  if v_change.undone_at is not null then
    perform private.refuse('undone_already', 'This was undone already.');
  end if;
  perform set_config('souk.stock_note', 'Undone', true);
  for v_entry in
    select e.* from private.product_change_entries e where e.change_id = p_change_id order by e.product_id
    limit (select case when bool_or(e.before ? 'grid') then 100 else 1000 end
      from private.product_change_entries e where e.change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v from public.products p
    where p.tenant_id = v_change.tenant_id and p.id = v_entry.product_id for update;
    v_now := to_jsonb(v) || jsonb_build_object('variants', private.variant_prices(v.id))
      || case when v_entry.after ? 'grid' then private.product_grid(v.id) else '{}' end;
    if v.id is null or (v_entry.after ? 'deleted_at') <> (v.deleted_at is not null) or exists (
      select 1 from jsonb_each(v_entry.after) a
      where a.key not in ('stock', 'stocks', 'deleted_at') and a.value is distinct from v_now -> a.key
    ) then
      v_left := v_left + 1;
      continue;
    end if;
    if v_entry.before is null then
      v_set := jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
    else
      v_set := v_entry.before;
      if v_set ? 'stock' then
        v_set := v_set || jsonb_build_object('stock',
          greatest(v.stock - ((v_entry.after ->> 'stock')::integer - (v_entry.before ->> 'stock')::integer), 0));
      end if;
      if v_set ? 'stocks' and not v_set ? 'grid' then
        v_set := v_set || jsonb_build_object('stocks', (
          select coalesce(jsonb_object_agg(w.id, greatest(w.stock - (a.value::integer - (v_entry.before -> 'stocks' ->> a.key)::integer), 0)), '{}')
          from jsonb_each_text(v_entry.after -> 'stocks') a
          join public.product_variants w on w.product_id = v.id and w.id::text = a.key
        ));
      end if;
      if not exists (
        select 1 from public.categories c
        where c.tenant_id = v_change.tenant_id and c.id::text = v_set ->> 'category_id'
      ) and v_set ? 'category_id' then
        v_set := v_set || '{"category_id": null}';
      end if;
    end if;
    if v_set ? 'grid' and not private.restore_grid(v.id, v_set, v_entry.after) then
      v_left := v_left + 1;
      continue;
    end if;
    v_rows := v_rows || jsonb_build_object('id', v.id, 'set', v_set);
  end loop;
  perform private.write_products((select jsonb_agg(r) from unnest(v_rows) r where not r -> 'set' ? 'grid'));
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  perform set_config('souk.stock_note', '', true);
  delete from private.product_change_entries e where e.change_id = p_change_id and e.product_id = any (v_seen);
  v_more := exists (select 1 from private.product_change_entries e where e.change_id = p_change_id);
  if not v_more then
    update private.product_changes c set undone_at = now() where c.id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  return jsonb_build_object('restored', cardinality(v_rows), 'left', v_left, 'more', v_more);
end
$$;

-- A row of a file says the stock of a product with several variants in the rows of these.
create or replace function private.import_product(p_tenant_id text, p_change_id uuid, p_row jsonb, p_create_categories boolean)
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
  v_hint text;
begin
  if jsonb_typeof(v_set) <> 'object' or exists (select 1 from jsonb_object_keys(v_set) k where k <> all (v_known)) then
    return private.refused_row('', 'This row has a column that is not known.');
  end if;
  if coalesce(p_row ->> 'id', '') <> '' then
    select * into v from public.products p
    where p.tenant_id = p_tenant_id and p.id = v_id and p.deleted_at is null;
    if not found then
      return private.refused_row('id',
        'This store has no product with this id. Empty the cell to match by name or to add the product.');
    end if;
  elsif v_name = '' then
    return private.refused_row('name', 'A row needs an id or a name.');
  else
    -- Planned anew each time: a plan for the empty store would read all of it for each row by the end of its first import.
    for v in execute 'select p.* from public.products p
      where p.tenant_id = $1 and lower(p.name) = lower($2) and p.deleted_at is null limit 2' using p_tenant_id, v_name
    loop
      v_matches := v_matches + 1;
    end loop;
    if v_matches > 1 then
      return private.refused_row('name', 'Several products have this name. Say which one by its id.');
    end if;
    v_set := case when v_matches = 1 then v_set - 'name' else v_set end;
  end if;
  if v_set ? 'name' then
    v_set := v_set || jsonb_build_object('name', v_name);
  end if;
  if v.id is not null and exists (
    select 1 from private.product_change_entries e where e.change_id = p_change_id and e.product_id = v.id
  ) then
    return private.refused_row('id', 'Another row is about the same product.');
  end if;
  if p_row ? 'category' then
    if v_category <> '' then
      select c.id into v_category_id from public.categories c
      where c.tenant_id = p_tenant_id and lower(c.name) = lower(v_category);
      if not found and not p_create_categories then
        return private.refused_row('category', format('There is no category %s.', v_category))
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
      return private.refused_row('stock', format(
        'It is sold in %s variants: give each a row of its own with its stock, or leave this cell blank.', v_variants));
    end if;
  end if;
  if v_set ? 'attributes' then
    -- A file names the values that it changes; an empty one goes.
    v_set := v_set || jsonb_build_object('attributes',
      jsonb_strip_nulls(coalesce(v.attributes, '{}') || coalesce(v_set -> 'attributes', '{}')));
  end if;

  if v.id is null then
    v := jsonb_populate_record(null::public.products, jsonb_build_object(
      'id', gen_random_uuid(), 'tenant_id', p_tenant_id, 'price', 0, 'discount', 0, 'images', '[]'::jsonb,
      'image_alts', '{}'::jsonb, 'videos', '[]'::jsonb, 'attributes', '{}'::jsonb, 'stock', 0, 'featured', false, 'is_new', false, 'is_active', true
    ) || v_set);
    if v.original_price <= v.price then
      return private.refused_row('original_price', 'The struck price must be higher than the price.');
    end if;
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
    return v_new_category || jsonb_build_object('outcome', 'added', 'id', v_result.id, 'name', v_result.name);
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
    return private.refused_row('original_price', 'The struck price must be higher than the price.');
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
  when check_violation then
    get stacked diagnostics v_constraint = constraint_name;
    return private.refused_row(coalesce(substring(v_constraint from '^products_(.*)_check\d*$'),
        case when v_constraint like 'categories\_%' then 'category' end, ''),
      'This value is too long, too large or not allowed.');
  when unique_violation then
    return private.refused_row('category', 'Somebody has just added this category. Import the row again.');
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_hint = pg_exception_hint;
    return private.refused_row(
      coalesce(case when v_hint is json object then v_hint::jsonb ->> 'column' end, ''), v_message);
  when invalid_text_representation or numeric_value_out_of_range or datatype_mismatch or not_null_violation
    or invalid_parameter_value or untranslatable_character then
    return private.refused_row('', 'A value of this row cannot be read.');
end
$$;
