-- Writing all options and variants of a product at once, and adding a product with them.

-- Functions

create function private.write_options(p_product public.products, p_options jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Options given without translations keep the stored ones.
  v_translations constant jsonb := (
    select jsonb_object_agg(lower(name), translations) from public.product_options where product_id = p_product.id
  );
begin
  delete from public.product_options where product_id = p_product.id;
  insert into public.product_options (tenant_id, product_id, position, name, kind, values, swatches, translations)
  select p_product.tenant_id, p_product.id, given.place, given.option ->> 'name', given.option ->> 'kind',
    array(
      select value from jsonb_array_elements_text(given.option -> 'values') with ordinality listed (value, place) order by place
    ),
    coalesce(given.option -> 'swatches', '{}'),
    coalesce(given.option -> 'translations', v_translations -> lower(given.option ->> 'name'), '{}')
  from jsonb_array_elements(p_options) with ordinality given (option, place);
end
$$;

-- Writes a product's variants: those in `p_variants` without an id are added, those not in it are removed.
create function private.write_variants(p_product public.products, p_variants jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_variants variant
  where variant.product_id = p_product.id and not exists (
    select 1 from jsonb_array_elements(p_variants) wanted where wanted ->> 'id' = variant.id::text
  );
  -- A product in the trash gives up a SKU that is reused.
  update public.product_variants variant set sku = null
  from public.products product
  where variant.tenant_id = p_product.tenant_id and variant.product_id <> p_product.id and product.id = variant.product_id
    and product.deleted_at is not null and lower(variant.sku) = any (array(
      select lower(wanted ->> 'sku') from jsonb_array_elements(p_variants) wanted where wanted ->> 'sku' is not null
    ));
  -- First unique placeholders: variants may swap options or SKUs.
  update public.product_variants variant set option1 = variant.id::text, option2 = '', option3 = '', sku = null
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted
  where variant.product_id = p_product.id and variant.id = wanted.id
    and (variant.option1, variant.option2, variant.option3, variant.sku)
      is distinct from (wanted.option1, wanted.option2, wanted.option3, wanted.sku);
  update public.product_variants variant set
    position = wanted.position, option1 = wanted.option1, option2 = wanted.option2, option3 = wanted.option3, sku = wanted.sku,
    barcode = wanted.barcode, price = wanted.price, original_price = wanted.original_price, stock = wanted.stock,
    weight_grams = wanted.weight_grams, image = wanted.image, is_active = wanted.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted
  where variant.product_id = p_product.id and variant.id = wanted.id
    and (variant.position, variant.option1, variant.option2, variant.option3, variant.sku, variant.barcode, variant.price,
        variant.original_price, variant.stock, variant.weight_grams, variant.image, variant.is_active)
      is distinct from (wanted.position, wanted.option1, wanted.option2, wanted.option3, wanted.sku, wanted.barcode,
        wanted.price, wanted.original_price, wanted.stock, wanted.weight_grams, wanted.image, wanted.is_active);
  insert into public.product_variants (
    tenant_id, product_id, position, option1, option2, option3, sku, barcode, price, original_price, stock, weight_grams,
    image, is_active
  )
  select p_product.tenant_id, p_product.id, wanted.position, wanted.option1, wanted.option2, wanted.option3, wanted.sku,
    wanted.barcode, wanted.price, wanted.original_price, wanted.stock, wanted.weight_grams, wanted.image, wanted.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted where wanted.id is null order by wanted.position;
end
$$;

-- Records movements for variants whose stock differs from before.
create function private.record_stock(p_product public.products, p_before public.product_variants[], p_note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (
    tenant_id, product_id, variant_id, variant, delta, stock_after, reason, actor_id, note
  )
  select p_product.tenant_id, p_product.id, coalesce(variant.id, was.id),
    private.variant_name(coalesce(variant.option1, was.option1), coalesce(variant.option2, was.option2),
      coalesce(variant.option3, was.option3)),
    coalesce(variant.stock, 0) - coalesce(was.stock, 0), coalesce(variant.stock, 0),
    -- A new variant, or one of a product added in this transaction.
    case when was.id is null or p_product.created_at = now() then 'initial'::public.stock_reason else 'adjusted' end,
    auth.uid(), p_note
  from unnest(p_before) was
  full join (select * from public.product_variants where product_id = p_product.id) variant on variant.id = was.id
  where coalesce(variant.stock, 0) <> coalesce(was.stock, 0)
  order by variant.id is not null, coalesce(variant.position, was.position);
end
$$;

-- Refuses, naming the grid's row (from 1) and column.
create function private.refuse_variant(p_code text, p_parameters jsonb, p_rows integer[], p_column text default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(p_code, p_parameters || jsonb_strip_nulls(jsonb_build_object('rows', p_rows, 'column', p_column)));
end
$$;

-- Validates a grid's options and returns them in stored form.
create function private.checked_options(p_options jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_options jsonb := '[]';
  v_option jsonb;
  v_name text;
  v_kind text;
  v_values text[];
begin
  if jsonb_typeof(p_options) is distinct from 'array' then
    perform private.refuse('invalid_options', jsonb_build_object('reason', 'list'));
  end if;
  if jsonb_array_length(p_options) > 3 then
    perform private.refuse('too_many_options');
  end if;
  for v_option in select given from jsonb_array_elements(p_options) given loop
    v_name := btrim(coalesce(v_option ->> 'name', ''));
    v_kind := coalesce(v_option ->> 'kind', 'other');
    if v_name = '' or length(v_name) > 40 then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'name'));
    end if;
    if v_kind not in ('size', 'color', 'type', 'other') then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'kind', 'kind', v_kind));
    end if;
    if exists (select 1 from jsonb_array_elements(v_options) checked where lower(checked ->> 'name') = lower(v_name)) then
      perform private.refuse('duplicate_option', jsonb_build_object('reason', 'name', 'name', v_name));
    end if;
    if v_kind <> 'other' and exists (select 1 from jsonb_array_elements(v_options) checked where checked ->> 'kind' = v_kind) then
      perform private.refuse('duplicate_option', jsonb_build_object('reason', 'kind', 'kind', v_kind));
    end if;
    v_values := case when jsonb_typeof(v_option -> 'values') = 'array' then array(
      select btrim(value) from jsonb_array_elements_text(v_option -> 'values') with ordinality listed (value, place) order by place
    ) end;
    if not coalesce(private.are_option_values(v_values), false)
      or exists (select 1 from unnest(v_values) value where length(value) > 200) then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'values', 'name', v_name));
    end if;
    v_options := v_options || (jsonb_build_object('name', v_name, 'kind', v_kind, 'values', v_values, 'swatches', coalesce((
      select jsonb_object_agg(value, lower(v_option -> 'swatches' ->> value)) from unnest(v_values) value
      where v_option -> 'swatches' ->> value ~ '^#[0-9a-fA-F]{6}$'
    ), '{}')) || jsonb_strip_nulls(jsonb_build_object('translations', v_option -> 'translations')));
  end loop;
  return v_options;
end
$$;

-- A row's value for each option, spelled as the options spell it; refuses a row that lacks one.
create function private.chosen_values(p_options jsonb, p_row jsonb, p_line integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_chosen constant jsonb := case when jsonb_typeof(p_row -> 'options') = 'array' then p_row -> 'options' else '[]' end;
  v_unknown record;
begin
  if jsonb_array_length(v_chosen) <> jsonb_array_length(p_options) then
    perform private.refuse_variant(
      'unknown_value', jsonb_build_object('reason', 'missing', 'row', p_line), array[p_line], 'options');
  end if;
  select listed.option ->> 'name' as option, v_chosen ->> (listed.place - 1)::integer as value into v_unknown
  from jsonb_array_elements(p_options) with ordinality listed (option, place)
  where not exists (
    select 1 from jsonb_array_elements_text(listed.option -> 'values') value
    where lower(value) = lower(btrim(v_chosen ->> (listed.place - 1)::integer))
  )
  order by listed.place limit 1;
  if found then
    perform private.refuse_variant('unknown_value', jsonb_strip_nulls(jsonb_build_object(
      'reason', case when coalesce(v_unknown.value, '') = '' then 'missing' end, 'row', p_line, 'value', v_unknown.value,
      'option', lower(v_unknown.option))), array[p_line], 'options');
  end if;
  return (
    select coalesce(jsonb_agg(value order by listed.place), '[]')
    from jsonb_array_elements(p_options) with ordinality listed (option, place)
    cross join jsonb_array_elements_text(listed.option -> 'values') value
    where lower(value) = lower(btrim(v_chosen ->> (listed.place - 1)::integer))
  );
end
$$;

-- The stored variant of a row: by id, else by options unless another row names it.
create function private.variant_of_row(
  p_product_id uuid, p_variants jsonb, p_row jsonb, p_chosen jsonb, p_line integer
) returns public.product_variants
language plpgsql stable security definer set search_path = '' as $$
declare
  v_variant public.product_variants;
begin
  if p_row ->> 'id' is null then
    select variant.* into v_variant from public.product_variants variant
    where variant.product_id = p_product_id and lower(variant.option1) = lower(coalesce(p_chosen ->> 0, ''))
      and lower(variant.option2) = lower(coalesce(p_chosen ->> 1, ''))
      and lower(variant.option3) = lower(coalesce(p_chosen ->> 2, ''))
      and not exists (select 1 from jsonb_array_elements(p_variants) named where named ->> 'id' = variant.id::text);
    return v_variant;
  end if;
  select * into v_variant from public.product_variants where product_id = p_product_id and id::text = p_row ->> 'id';
  if not found then
    perform private.refuse_variant('unknown_variant', jsonb_build_object('reason', 'row', 'row', p_line), array[p_line]);
  end if;
  return v_variant;
end
$$;

-- Refuses a row with an invalid value. `p_image` is its variant's current picture.
create function private.check_variant_values(
  p_product public.products, p_row jsonb, p_image text, p_name text, p_line integer
) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_column text;
  v_value text;
  v_problem text;
begin
  foreach v_column in array '{price,original_price,stock,weight_grams,cost}'::text[] loop
    v_value := p_row ->> v_column;
    if v_value is null and v_column <> 'stock' then
      continue;
    end if;
    -- pg_input_is_valid caches the first type per call site, so each type needs its own.
    if not coalesce(pg_input_is_valid(v_value, 'numeric'), false)
      or (v_column in ('stock', 'weight_grams') and not pg_input_is_valid(v_value, 'integer'))
      or not v_value::numeric between 0 and 10000000 then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  foreach v_column in array '{sku,barcode,image}'::text[] loop
    if length(btrim(p_row ->> v_column)) > (case v_column when 'image' then 2000 else 64 end) then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  v_problem := case
    when (p_row ->> 'original_price')::numeric <= coalesce((p_row ->> 'price')::numeric, p_product.price) then 'original_price_lower'
    when not private.is_valid_address(coalesce(p_row ->> 'image', '')) and p_row ->> 'image' is distinct from p_image
      then 'image_address'
    when jsonb_typeof(p_row -> 'is_active') is distinct from 'boolean' then 'is_active'
  end;
  if v_problem is not null then
    perform private.refuse_variant('invalid_value', jsonb_build_object('reason', v_problem, 'name', p_name), array[p_line],
      case v_problem when 'original_price_lower' then 'original_price' when 'image_address' then 'image' else v_problem end);
  end if;
end
$$;

-- Refuses rows with the same combination, and SKUs used by another row or product.
create function private.require_distinct_variants(p_product public.products, p_rows jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_skus constant text[] := array(
    select lower(wanted ->> 'sku') from jsonb_array_elements(p_rows) wanted where wanted ->> 'sku' is not null
  );
  v_found record;
begin
  select array_agg((wanted.variant ->> 'row')::integer order by wanted.place) as rows, coalesce(nullif(private.variant_name(
    wanted.variant ->> 'option1', wanted.variant ->> 'option2', wanted.variant ->> 'option3'), ''), p_product.name) as name
  into v_found
  from jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
  group by 2, lower(wanted.variant ->> 'option1'), lower(wanted.variant ->> 'option2'), lower(wanted.variant ->> 'option3')
  having count(*) > 1 order by min(wanted.place) limit 1;
  if found then
    perform private.refuse_variant('duplicate_combination', jsonb_build_object(
      'first', v_found.rows[1], 'second', v_found.rows[2], 'name', v_found.name), v_found.rows, 'options');
  end if;
  select array_agg((wanted.variant ->> 'row')::integer order by wanted.place) as rows, min(wanted.variant ->> 'sku') as sku
  into v_found
  from jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
  where wanted.variant ->> 'sku' is not null
  group by lower(wanted.variant ->> 'sku') having count(*) > 1 order by min(wanted.place) limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku', jsonb_build_object(
      'reason', 'rows', 'first', v_found.rows[1], 'second', v_found.rows[2], 'sku', v_found.sku), v_found.rows, 'sku');
  end if;
  select array[(wanted.variant ->> 'row')::integer] as rows, stored.sku, product.name into v_found
  from public.product_variants stored
  join public.products product on product.id = stored.product_id and product.deleted_at is null
  join jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
    on lower(wanted.variant ->> 'sku') = lower(stored.sku)
  -- Index lookups by SKU, however many SKUs the store has.
  where stored.tenant_id = p_product.tenant_id and stored.product_id <> p_product.id and lower(stored.sku) = any (v_skus)
  order by wanted.place limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku', jsonb_build_object(
      'reason', 'product', 'row', v_found.rows[1], 'name', v_found.name, 'sku', v_found.sku), v_found.rows, 'sku');
  end if;
end
$$;

-- Validates a grid's rows and returns them in stored form. Refuses the first invalid one by its position, or by the file row given
-- in "row".
create function private.checked_variants(p_product public.products, p_options jsonb, p_variants jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rows jsonb := '[]';
  v_row jsonb;
  v_chosen jsonb;
  v_place integer := 0;
  v_line integer;
  v_stored public.product_variants;
begin
  if jsonb_typeof(p_variants) is distinct from 'array' or jsonb_array_length(p_variants) = 0 then
    perform private.refuse('no_variants');
  end if;
  perform private.require_variant_count(jsonb_array_length(p_variants));
  for v_row in select wanted from jsonb_array_elements(p_variants) wanted loop
    v_place := v_place + 1;
    if jsonb_typeof(v_row) <> 'object' then
      perform private.refuse_variant('invalid_value', jsonb_build_object('reason', 'row', 'row', v_place), array[v_place]);
    end if;
    v_line := case when pg_input_is_valid(v_row ->> 'row', 'integer') then (v_row ->> 'row')::integer else v_place end;
    if v_row ->> 'id' is not null then
      v_stored := private.variant_of_row(p_product.id, p_variants, v_row, null, v_line);
    end if;
    v_chosen := private.chosen_values(p_options, v_row, v_line);
    if v_row ->> 'id' is null then
      v_stored := private.variant_of_row(p_product.id, p_variants, v_row, v_chosen, v_line);
    end if;
    -- A row changes only the columns it names.
    v_row := case when v_stored.id is null then '{"stock": 0, "is_active": true}' else to_jsonb(v_stored) end || v_row;
    perform private.check_variant_values(p_product, v_row, v_stored.image, coalesce(nullif(private.variant_name(
      v_chosen ->> 0, v_chosen ->> 1, v_chosen ->> 2), ''), p_product.name), v_line);
    -- Pieces sold since the grid was opened stay sold.
    if v_stored.id is not null and pg_input_is_valid(v_row ->> 'stock_was', 'integer') then
      v_row := v_row || jsonb_build_object('stock', least(10000000,
        greatest(v_stored.stock::bigint + (v_row ->> 'stock')::integer - (v_row ->> 'stock_was')::integer, 0)));
    end if;
    v_rows := v_rows || (v_row - '{options,stock_was}'::text[] || jsonb_build_object(
      'id', v_stored.id, 'row', v_line, 'position', v_place, 'option1', coalesce(v_chosen ->> 0, ''),
      'option2', coalesce(v_chosen ->> 1, ''), 'option3', coalesce(v_chosen ->> 2, ''), 'sku', nullif(btrim(v_row ->> 'sku'), ''),
      'barcode', nullif(btrim(v_row ->> 'barcode'), ''), 'image', nullif(btrim(v_row ->> 'image'), '')));
  end loop;
  perform private.require_distinct_variants(p_product, v_rows);
  if (select sum((wanted ->> 'stock')::bigint) from jsonb_array_elements(v_rows) wanted) > 10000000 then
    perform private.refuse('invalid_value', jsonb_build_object('reason', 'pieces', 'column', 'stock'));
  end if;
  return v_rows;
end
$$;

-- A product's options and variants as shown to staff.
create function private.variants_json(p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', product.id, 'version', product.version, 'stock', product.stock, 'size', product.size, 'color', product.color,
    'type', product.type,
    'options', (
      select coalesce(jsonb_agg(to_jsonb(option) - '{tenant_id,product_id}'::text[] order by option.position), '[]')
      from public.product_options option where option.product_id = product.id
    ),
    'variants', (
      select jsonb_agg(to_jsonb(variant) - '{tenant_id,product_id}'::text[] order by variant.position, variant.id)
      from public.product_variants variant where variant.product_id = product.id
    )
  )
  from public.products product where product.id = p_product_id
$$;

-- Validates a grid and writes it to a product. The caller has locked its row; `p_note` is for the ledger.
create function private.save_variants(p_product public.products, p_options jsonb, p_variants jsonb, p_note text default '')
returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_options constant jsonb := private.checked_options(p_options);
  v_variants constant jsonb := private.checked_variants(p_product, v_options, p_variants);
  v_before constant public.product_variants[] := array(
    select variant from public.product_variants variant where variant.product_id = p_product.id
  );
begin
  perform private.write_options(p_product, v_options);
  perform private.write_variants(p_product, v_variants);
  perform private.write_costs_of_rows(p_product.id, v_variants);
  perform private.record_stock(p_product, v_before, p_note);
  perform private.renew_products(array[p_product.id]);
exception when unique_violation then
  -- A concurrent transaction gave the SKU to another product.
  perform private.refuse('duplicate_sku', jsonb_build_object('reason', 'meanwhile', 'column', 'sku'));
end
$$;

-- Replaces all options and variants of a product, based on the version that was opened; staff only. `p_options` is a list of
-- {"name", "kind": size | color | type | other, "values", "swatches"}, `p_variants` a list of {"id" of an existing one, "options":
-- a value for each option, "sku", "barcode", "price", "original_price", "stock", "weight_grams", "image", "is_active", "cost"};
-- without an id, an existing variant of these options is meant. A variant that isn't in the list is removed. With "stock_was", the
-- stock when the form was opened, the difference is applied to the current stock. A "cost" is refused unless the caller may see
-- costs.
create function public.save_product_variants(
  p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb, p_request_id uuid default null
) returns public.products
language plpgsql security definer set search_path = '' as $$
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
  perform private.require_costs_allowed(v_product.tenant_id, p_variants);
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_product.id,
    private.variant_changes(v_before, private.variants_json(p_product_id)));
  select * into v_product from public.products where id = p_product_id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$$;

-- Adds a product with the given columns and its variant's stock; other columns get their defaults.
create function private.insert_product(p_tenant_id text, p_set jsonb, p_stock integer default 0) returns public.products
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_columns constant text := (
    select string_agg(quote_ident(filled.name), ', ') from private.product_columns() filled
    where p_set ? filled.name or filled.name = 'name'
  );
begin
  execute format('insert into public.products (tenant_id, stock, %1$s)
    select $1, $3, %1$s from jsonb_populate_record(null::public.products, $2) returning *', v_columns)
  into v_product using p_tenant_id, p_set, p_stock;
  return v_product;
end
$$;

-- Adds a product with its options and variants, all or nothing; staff only. `p_product` has the columns that staff fill in;
-- `p_options` and `p_variants` are as in save_product_variants, without ids.
create function public.add_product(
  p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb, p_request_id uuid default null
) returns public.products
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('add_product', p_tenant_id, p_product, p_options, p_variants));
begin
  if v_product.id is not null then
    return v_product;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  perform private.require_costs_allowed(p_tenant_id, p_variants);
  v_product := private.insert_product(p_tenant_id, p_product);
  perform private.save_variants(v_product, p_options, p_variants);
  select * into v_product from public.products where id = v_product.id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$$;

-- Grants

grant execute on function public.save_product_variants, public.add_product to authenticated;
