-- All options and variants of a product, written at once, a new product with them, and the variant that a shopper chooses.

-- Functions

create function private.write_options(p_product public.products, p_options jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_options o where o.product_id = p_product.id;
  insert into public.product_options (tenant_id, product_id, position, name, kind, values, swatches)
  select p_product.tenant_id, p_product.id, o.place, o.option ->> 'name', o.option ->> 'kind',
    array(select v from jsonb_array_elements_text(o.option -> 'values') with ordinality u (v, n) order by n),
    coalesce(o.option -> 'swatches', '{}')
  from jsonb_array_elements(p_options) with ordinality o (option, place);
end
$$;

-- Writes the variants of a product: those of `p_variants` that have no id are new, those that are not named go.
create function private.write_variants(p_product public.products, p_variants jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_variants v
  where v.product_id = p_product.id and not exists (
    select 1 from jsonb_array_elements(p_variants) w where w ->> 'id' = v.id::text
  );
  -- A product in the trash keeps no SKU from one that is sold.
  update public.product_variants v set sku = null
  from public.products p
  where v.tenant_id = p_product.tenant_id and v.product_id <> p_product.id and p.id = v.product_id and p.deleted_at is not null
    and lower(v.sku) = any (array(select lower(w ->> 'sku') from jsonb_array_elements(p_variants) w where w ->> 'sku' is not null));
  -- Out of each other's way, when variants exchange options or SKUs.
  update public.product_variants v set option1 = v.id::text, option2 = '', option3 = '', sku = null
  from jsonb_populate_recordset(null::public.product_variants, p_variants) w
  where v.product_id = p_product.id and v.id = w.id
    and (v.option1, v.option2, v.option3, v.sku) is distinct from (w.option1, w.option2, w.option3, w.sku);
  update public.product_variants v set
    position = w.position, option1 = w.option1, option2 = w.option2, option3 = w.option3, sku = w.sku, barcode = w.barcode,
    price = w.price, original_price = w.original_price, stock = w.stock, weight_grams = w.weight_grams, image = w.image,
    is_active = w.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) w
  where v.product_id = p_product.id and v.id = w.id
    and (v.position, v.option1, v.option2, v.option3, v.sku, v.barcode, v.price, v.original_price, v.stock, v.weight_grams,
        v.image, v.is_active)
      is distinct from (w.position, w.option1, w.option2, w.option3, w.sku, w.barcode, w.price, w.original_price, w.stock,
        w.weight_grams, w.image, w.is_active);
  insert into public.product_variants (
    tenant_id, product_id, position, option1, option2, option3, sku, barcode, price, original_price, stock, weight_grams,
    image, is_active
  )
  select p_product.tenant_id, p_product.id, w.position, w.option1, w.option2, w.option3, w.sku, w.barcode, w.price,
    w.original_price, w.stock, w.weight_grams, w.image, w.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) w where w.id is null order by w.position;
end
$$;

-- Puts into the ledger what became of the variants of a product, which are given as they were.
create function private.record_stock(p_product public.products, p_before public.product_variants[], p_note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (
    tenant_id, product_id, variant_id, variant, delta, stock_after, reason, actor_id, note
  )
  select p_product.tenant_id, p_product.id, coalesce(v.id, b.id),
    private.variant_name(coalesce(v.option1, b.option1), coalesce(v.option2, b.option2), coalesce(v.option3, b.option3)),
    coalesce(v.stock, 0) - coalesce(b.stock, 0), coalesce(v.stock, 0),
    -- A variant that is new, or of a product that this step adds.
    case when b.id is null or p_product.created_at = now() then 'initial'::public.stock_reason else 'adjusted' end,
    auth.uid(), p_note
  from unnest(p_before) b
  full join (select w.* from public.product_variants w where w.product_id = p_product.id) v on v.id = b.id
  where coalesce(v.stock, 0) <> coalesce(b.stock, 0)
  order by v.id is not null, coalesce(v.position, b.position);
end
$$;

-- A refusal that says which row of the grid, counted from 1, and which column are wrong.
create function private.refuse_variant(p_code text, p_parameters jsonb, p_rows integer[], p_column text default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(p_code, p_parameters || jsonb_strip_nulls(jsonb_build_object('rows', p_rows, 'column', p_column)));
end
$$;

-- The options of a grid as they are stored, or a refusal.
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
  for v_option in select o from jsonb_array_elements(p_options) o loop
    v_name := btrim(coalesce(v_option ->> 'name', ''));
    v_kind := coalesce(v_option ->> 'kind', 'other');
    if v_name = '' or length(v_name) > 40 then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'name'));
    end if;
    if v_kind not in ('size', 'color', 'type', 'other') then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'kind', 'kind', v_kind));
    end if;
    if exists (select 1 from jsonb_array_elements(v_options) o where lower(o ->> 'name') = lower(v_name)) then
      perform private.refuse('duplicate_option', jsonb_build_object('reason', 'name', 'name', v_name));
    end if;
    if v_kind <> 'other' and exists (select 1 from jsonb_array_elements(v_options) o where o ->> 'kind' = v_kind) then
      perform private.refuse('duplicate_option', jsonb_build_object('reason', 'kind', 'kind', v_kind));
    end if;
    v_values := case when jsonb_typeof(v_option -> 'values') = 'array' then array(
      select btrim(v) from jsonb_array_elements_text(v_option -> 'values') with ordinality u (v, n) order by n
    ) end;
    if not coalesce(private.are_option_values(v_values), false) or exists (select 1 from unnest(v_values) v where length(v) > 200)
    then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'values', 'name', v_name));
    end if;
    v_options := v_options || jsonb_build_object('name', v_name, 'kind', v_kind, 'values', v_values, 'swatches', coalesce((
      select jsonb_object_agg(v, lower(v_option -> 'swatches' ->> v)) from unnest(v_values) v
      where v_option -> 'swatches' ->> v ~ '^#[0-9a-fA-F]{6}$'
    ), '{}'));
  end loop;
  return v_options;
end
$$;

-- The values that a row of a grid has of each option, as the options write them; refuses a row that lacks one.
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
  select o.option ->> 'name' as option, v_chosen ->> (o.place - 1)::integer as value into v_unknown
  from jsonb_array_elements(p_options) with ordinality o (option, place)
  where not exists (
    select 1 from jsonb_array_elements_text(o.option -> 'values') x where lower(x) = lower(btrim(v_chosen ->> (o.place - 1)::integer))
  )
  order by o.place limit 1;
  if found then
    perform private.refuse_variant('unknown_value', jsonb_strip_nulls(jsonb_build_object(
      'reason', case when coalesce(v_unknown.value, '') = '' then 'missing' end, 'row', p_line, 'value', v_unknown.value,
      'option', lower(v_unknown.option))), array[p_line], 'options');
  end if;
  return (
    select coalesce(jsonb_agg(x order by o.place), '[]')
    from jsonb_array_elements(p_options) with ordinality o (option, place)
    cross join jsonb_array_elements_text(o.option -> 'values') x
    where lower(x) = lower(btrim(v_chosen ->> (o.place - 1)::integer))
  );
end
$$;

-- The stored variant that a row of a grid is about: by its id, else by its options where no other row names it.
create function private.variant_of_row(
  p_product_id uuid, p_variants jsonb, p_row jsonb, p_chosen jsonb, p_line integer
) returns public.product_variants
language plpgsql stable security definer set search_path = '' as $$
declare
  v_variant public.product_variants;
begin
  if p_row ->> 'id' is null then
    select v.* into v_variant from public.product_variants v
    where v.product_id = p_product_id and lower(v.option1) = lower(coalesce(p_chosen ->> 0, ''))
      and lower(v.option2) = lower(coalesce(p_chosen ->> 1, '')) and lower(v.option3) = lower(coalesce(p_chosen ->> 2, ''))
      and not exists (select 1 from jsonb_array_elements(p_variants) w where w ->> 'id' = v.id::text);
    return v_variant;
  end if;
  select v.* into v_variant from public.product_variants v where v.product_id = p_product_id and v.id::text = p_row ->> 'id';
  if not found then
    perform private.refuse_variant('unknown_variant', jsonb_build_object('reason', 'row', 'row', p_line), array[p_line]);
  end if;
  return v_variant;
end
$$;

-- Refuses a row of a grid for a value that cannot be. `p_image` is the picture that its variant has.
create function private.check_variant_values(
  p_product public.products, p_row jsonb, p_image text, p_name text, p_line integer
) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_column text;
  v_value text;
  v_problem text;
begin
  foreach v_column in array '{price,original_price,stock,weight_grams}'::text[] loop
    v_value := p_row ->> v_column;
    if v_value is null and v_column <> 'stock' then
      continue;
    end if;
    if not coalesce(pg_input_is_valid(v_value, case when v_column in ('stock', 'weight_grams') then 'integer' else 'numeric' end), false)
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

-- Refuses rows of a grid of which two are one combination, or have a SKU that another row or product has.
create function private.require_distinct_variants(p_product public.products, p_rows jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_skus constant text[] := array(select lower(w ->> 'sku') from jsonb_array_elements(p_rows) w where w ->> 'sku' is not null);
  v_found record;
begin
  select array_agg((w.variant ->> 'row')::integer order by w.place) as rows, coalesce(nullif(private.variant_name(
    w.variant ->> 'option1', w.variant ->> 'option2', w.variant ->> 'option3'), ''), p_product.name) as name
  into v_found
  from jsonb_array_elements(p_rows) with ordinality w (variant, place)
  group by 2, lower(w.variant ->> 'option1'), lower(w.variant ->> 'option2'), lower(w.variant ->> 'option3')
  having count(*) > 1 order by min(w.place) limit 1;
  if found then
    perform private.refuse_variant('duplicate_combination', jsonb_build_object(
      'first', v_found.rows[1], 'second', v_found.rows[2], 'name', v_found.name), v_found.rows, 'options');
  end if;
  select array_agg((w.variant ->> 'row')::integer order by w.place) as rows, min(w.variant ->> 'sku') as sku into v_found
  from jsonb_array_elements(p_rows) with ordinality w (variant, place)
  where w.variant ->> 'sku' is not null group by lower(w.variant ->> 'sku') having count(*) > 1 order by min(w.place) limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku', jsonb_build_object(
      'reason', 'rows', 'first', v_found.rows[1], 'second', v_found.rows[2], 'sku', v_found.sku), v_found.rows, 'sku');
  end if;
  select array[(w.variant ->> 'row')::integer] as rows, v.sku, p.name into v_found
  from public.product_variants v
  join public.products p on p.id = v.product_id and p.deleted_at is null
  join jsonb_array_elements(p_rows) with ordinality w (variant, place) on lower(w.variant ->> 'sku') = lower(v.sku)
  -- Looked up one by one, however many SKUs the store has.
  where v.tenant_id = p_product.tenant_id and v.product_id <> p_product.id and lower(v.sku) = any (v_skus)
  order by w.place limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku', jsonb_build_object(
      'reason', 'product', 'row', v_found.rows[1], 'name', v_found.name, 'sku', v_found.sku), v_found.rows, 'sku');
  end if;
end
$$;

-- The rows of a grid as they are stored, or a refusal that names the first that cannot be: by its place, or by the "row"
-- of a file that it says it stood in.
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
  for v_row in select w from jsonb_array_elements(p_variants) w loop
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
    -- What a row does not name stays as it is.
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
  if (select sum((w ->> 'stock')::bigint) from jsonb_array_elements(v_rows) w) > 10000000 then
    perform private.refuse('invalid_value', jsonb_build_object('reason', 'pieces', 'column', 'stock'));
  end if;
  return v_rows;
end
$$;

-- A product's options and variants as staff see them.
create function private.variants_json(p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id, 'version', p.version, 'stock', p.stock, 'size', p.size, 'color', p.color, 'type', p.type,
    'options', (
      select coalesce(jsonb_agg(to_jsonb(o) - '{tenant_id,product_id}'::text[] order by o.position), '[]')
      from public.product_options o where o.product_id = p.id
    ),
    'variants', (
      select jsonb_agg(to_jsonb(v) - '{tenant_id,product_id}'::text[] order by v.position, v.id)
      from public.product_variants v where v.product_id = p.id
    )
  )
  from public.products p where p.id = p_product_id
$$;

-- Writes a grid that was not checked yet into a product whose row is locked; `p_note` is for the ledger.
create function private.save_variants(p_product public.products, p_options jsonb, p_variants jsonb, p_note text default '')
returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_options constant jsonb := private.checked_options(p_options);
  v_variants constant jsonb := private.checked_variants(p_product, v_options, p_variants);
  v_before constant public.product_variants[] := array(
    select v from public.product_variants v where v.product_id = p_product.id
  );
begin
  perform private.write_options(p_product, v_options);
  perform private.write_variants(p_product, v_variants);
  perform private.record_stock(p_product, v_before, p_note);
  perform private.renew_products(array[p_product.id]);
exception when unique_violation then
  -- Somebody gave the SKU to another product in the same moment.
  perform private.refuse('duplicate_sku', jsonb_build_object('reason', 'meanwhile', 'column', 'sku'));
end
$$;

-- Writes all options and variants of a product over the version that was opened; staff only. `p_options` is the list of
-- {"name", "kind": size | color | type | other, "values", "swatches"}, `p_variants` that of {"id" of one that exists,
-- "options": a value for each option, "sku", "barcode", "price", "original_price", "stock", "weight_grams", "image",
-- "is_active"}; without an id, the variant of these options is meant, if there is one. A variant that is not named goes. With "stock_was" the difference is applied to what there is now.
-- Answers with {"id", "version", "stock", "size", "color", "type", "options", "variants"}.
create function public.save_product_variants(
  p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb, p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  select p.* into v_product from public.products p where p.id = p_product_id and p.deleted_at is null for no key update;
  perform private.require_staff(v_product.tenant_id);
  perform private.require_aal();
  if v_product.version is distinct from p_version then
    perform private.refuse('version_conflict', jsonb_build_object('version', v_product.version));
  end if;
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  v_after := private.variants_json(p_product_id);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_product.id, private.variant_changes(v_before, v_after));
  return private.keep_answer(p_request_id, v_after);
end
$$;

-- The variant that a shopper names, by its id or by what they chose of each option, and its options as they are sold. What is
-- not chosen is taken from the variant `p_like`, or is an option's only value. `problem` says why there is none.
create function private.choose_variant(
  p_product_id uuid, p_variant_id text, p_size text, p_color text, p_type text, p_like uuid default null,
  out variant public.product_variants, out size text, out color text, out type text, out options jsonb, out problem text
)
language plpgsql stable set search_path = '' as $$
declare
  v_options constant public.product_options[] := array(
    select o from public.product_options o where o.product_id = p_product_id order by o.position
  );
  v_option public.product_options;
  v_like text[];
  v_asked text[] := array['', '', ''];
  v_value text;
begin
  if p_variant_id is not null then
    if pg_input_is_valid(p_variant_id, 'uuid') then
      select v.* into variant from public.product_variants v
      where v.product_id = p_product_id and v.id = p_variant_id::uuid and v.is_active;
    end if;
  else
    if p_like is not null then
      select array[v.option1, v.option2, v.option3] into v_like from public.product_variants v
      where v.product_id = p_product_id and v.id = p_like;
    end if;
    foreach v_option in array v_options loop
      v_value := coalesce(
        nullif(btrim(case v_option.kind when 'size' then p_size when 'color' then p_color when 'type' then p_type end), ''),
        v_like[v_option.position], case when cardinality(v_option.values) = 1 then v_option.values[1] end);
      if v_value is null then
        problem := 'option_required';
        return;
      end if;
      v_asked[v_option.position] := lower(v_value);
    end loop;
    select v.* into variant from public.product_variants v
    where v.product_id = p_product_id and lower(v.option1) = v_asked[1] and lower(v.option2) = v_asked[2]
      and lower(v.option3) = v_asked[3] and v.is_active;
  end if;
  if variant.id is null then
    problem := 'unknown_option';
    return;
  end if;
  options := '[]';
  foreach v_option in array v_options loop
    v_value := (array[variant.option1, variant.option2, variant.option3])[v_option.position];
    options := options || jsonb_build_object('name', v_option.name, 'value', v_value);
    case v_option.kind
      when 'size' then size := v_value;
      when 'color' then color := v_value;
      when 'type' then type := v_value;
      else null;
    end case;
  end loop;
end
$$;

-- Adds a product with the columns that are given, and the stock of its variant; the others have their defaults.
create function private.insert_product(p_tenant_id text, p_set jsonb, p_stock integer default 0) returns public.products
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_columns constant text := (
    select string_agg(quote_ident(c.name), ', ') from private.product_columns() c where p_set ? c.name or c.name = 'name'
  );
begin
  execute format('insert into public.products (tenant_id, stock, %1$s)
    select $1, $3, %1$s from jsonb_populate_record(null::public.products, $2) returning *', v_columns)
  into v_product using p_tenant_id, p_set, p_stock;
  return v_product;
end
$$;

-- Adds a product with its options and variants, all or nothing; staff only. `p_product` holds the columns that staff fill;
-- `p_options` and `p_variants` are as save_product_variants takes them, without ids. Answers with the product's id.
create function public.add_product(
  p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb, p_request_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('add_product', p_tenant_id, p_product, p_options, p_variants));
  v_product public.products;
begin
  if v_first is not null then
    return (v_first #>> '{}')::uuid;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  v_product := private.insert_product(p_tenant_id, p_product);
  perform private.save_variants(v_product, p_options, p_variants);
  perform private.keep_answer(p_request_id, to_jsonb(v_product.id));
  return v_product.id;
end
$$;

-- Grants

grant execute on function public.save_product_variants, public.add_product to authenticated;
