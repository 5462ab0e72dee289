-- Bulk changes of products: all or nothing, and undoable for 30 days.

-- Tables

create table private.product_changes (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  made_by uuid default auth.uid(),
  -- Categories that an import added; undoing it removes them with its products.
  categories uuid[] not null default '{}',
  -- The change's entries in the audit log.
  audit_ids bigint[] not null default '{}',
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
create index product_changes_oldest on private.product_changes (tenant_id, created_at);
alter table private.product_changes enable row level security;

-- What a change did to a product: the changed columns, and its options and variants as in product_grid. Without `before`, it added
-- the product.
create table private.product_change_entries (
  change_id uuid not null references private.product_changes (id) on delete cascade,
  product_id uuid not null,
  before jsonb,
  after jsonb not null,
  -- Undoing it lies above the ceiling of who tried to; somebody else may be asked.
  awaits_approval boolean not null default false,
  primary key (change_id, product_id)
);
alter table private.product_change_entries enable row level security;

-- The result of a bulk change: its id, for undoing it, and how many products it changed.
create type public.product_change_result as (change_id uuid, changed integer);

-- Functions

-- Opens a change, and permanently deletes changes and trashed products older than 30 days.
create function private.open_product_change(p_tenant_id text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  -- Skips rows that a concurrent transaction is deleting.
  delete from private.product_changes change where change.id in (
    select expired.id from private.product_changes expired
    where expired.tenant_id = p_tenant_id and expired.created_at < now() - interval '30 days' for update skip locked
  );
  delete from public.products product where product.id in (
    select expired.id from public.products expired
    where expired.tenant_id = p_tenant_id and expired.deleted_at < now() - interval '30 days' for update skip locked
  );
  insert into private.product_changes (tenant_id) values (p_tenant_id) returning id into v_id;
  return v_id;
end
$$;

-- Own prices of a product's variants: {id: {"price", "original_price"}}; null if none has one.
create function private.variant_prices(p_product_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(variant.id, jsonb_build_object('price', variant.price, 'original_price', variant.original_price))
    from public.product_variants variant where variant.product_id = p_product_id and variant.price is not null
  );
end
$$;

-- A product's options and variants as stored in changes: "grid" as save_variants takes it, and "stocks" by variant.
create function private.product_grid(p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with options as materialized (
    select option.* from public.product_options option where option.product_id = p_product_id
  )
  select jsonb_build_object(
    'grid', jsonb_build_object(
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('name', option.name, 'kind', option.kind, 'values', option.values,
          'swatches', option.swatches, 'translations', option.translations) order by option.position), '[]') from options option
      ),
      'variants', coalesce(jsonb_agg(jsonb_build_object(
        'id', variant.id,
        'options', (array[variant.option1, variant.option2, variant.option3])[:(select count(*)::integer from options)],
        'sku', variant.sku, 'barcode', variant.barcode, 'price', variant.price, 'original_price', variant.original_price,
        'weight_grams', variant.weight_grams, 'image', variant.image, 'is_active', variant.is_active
      ) || case when stored.cost is null then '{}' else jsonb_build_object('cost', stored.cost) end
        order by variant.position, variant.id), '[]')
    ),
    'stocks', coalesce(jsonb_object_agg(variant.id, variant.stock) filter (where variant.id is not null), '{}')
  )
  from public.product_variants variant left join public.variant_costs stored on stored.variant_id = variant.id
  where variant.product_id = p_product_id
$$;

-- Updates columns of products, each {"id", "set": {column: value}}; "variants" are prices as in variant_prices, "stocks" the new
-- stock by variant, with `p_note` for the ledger, "costs" the new cost by variant.
create function private.write_products(p_rows jsonb, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_deltas integer[];
begin
  -- Variants first: updating the products derives their lowest and highest prices.
  with priced as materialized (
    select (given.value ->> 'id')::uuid as product_id, priced_variant.key::uuid as id, written.price,
      written.original_price
    from jsonb_array_elements(p_rows) given (value)
    cross join lateral jsonb_each(given.value #> '{set,variants}') priced_variant
    cross join lateral jsonb_populate_record(null::public.product_variants, priced_variant.value) written
  )
  update public.product_variants variant set price = priced.price, original_price = priced.original_price
  from priced where variant.product_id = priced.product_id and variant.id = priced.id;
  execute format('
    update public.products p set version = p.version + 1, deleted_at = written.deleted_at, %s
    from jsonb_array_elements($1) w (value)
    join public.products stored on stored.id = (w.value ->> ''id'')::uuid
    cross join lateral jsonb_populate_record(stored, w.value -> ''set'') written
    where p.id = stored.id and (w.value -> ''set'') - ''stocks'' <> ''{}''',
    (select string_agg(format('%1$I = written.%1$I', filled.name), ', ') from private.product_columns() filled)
  ) using p_rows;
  select array_agg(variant.id), array_agg(stocked.value::integer - variant.stock) into v_ids, v_deltas
  from jsonb_array_elements(p_rows) given (value)
  cross join lateral jsonb_each_text(given.value #> '{set,stocks}') stocked
  join public.product_variants variant on variant.product_id = (given.value ->> 'id')::uuid and variant.id = stocked.key::uuid;
  if v_ids is not null then
    perform private.adjust_stocks(v_ids, v_deltas, p_note);
  end if;
  perform private.write_costs((given.value ->> 'id')::uuid, given.value #> '{set,costs}')
  from jsonb_array_elements(p_rows) given (value) where given.value -> 'set' ? 'costs';
end
$$;

-- Refuses to add or remove pieces unless all of them can be.
create function private.check_stock_change(
  p_product public.products, p_variant public.product_variants, p_delta numeric
) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_variant.stock + p_delta < 0 then
    perform private.refuse('too_few_in_stock', private.product_names(p_product, p_variant)
      || jsonb_build_object('stock', p_variant.stock, 'taken', -p_delta));
  elsif p_variant.stock + p_delta > 10000000 then
    perform private.refuse('too_many_in_stock', private.product_names(p_product, p_variant));
  end if;
end
$$;

-- The new price and original price of a product, or of a variant with its own price; the original price stays only while it is
-- higher.
create function private.changed_prices(
  p_product public.products, p_change jsonb, p_variant public.product_variants default null
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_before constant numeric := coalesce(p_variant.price, p_product.price);
  v_struck constant numeric := case when p_variant.price is null then p_product.original_price else p_variant.original_price end;
  v_value numeric := (p_change ->> 'value')::numeric;
  v_price numeric;
  v_was numeric;
begin
  v_price := round(case p_change ->> 'by'
    when 'set' then v_value
    when 'amount' then v_before + v_value
    else v_before * (100 + v_value) / 100
  end, 2);
  if v_price < 0 or v_price > 10000000 then
    perform private.refuse('invalid_price', private.product_names(p_product, p_variant) || jsonb_build_object('price', v_price));
  end if;
  v_was := case when (p_change ->> 'strike')::boolean and v_price < v_before
    then greatest(v_struck, v_before) else v_struck end;
  return jsonb_build_object('price', v_price, 'original_price', case when v_was > v_price then v_was end);
end
$$;

-- The columns a change sets, with their new values. Variants with their own price follow a percentage or amount; a set price
-- applies to the product. Stock applies to each variant on sale.
create function private.changed_product(p_product public.products, p_change jsonb) returns jsonb
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
    when 'cost' then
      return jsonb_build_object('costs', (
        select coalesce(jsonb_object_agg(id, p_change -> 'value'), '{}') from public.product_variants where product_id = p_product.id
      ));
    when 'stock' then
      v_value := (p_change ->> 'value')::numeric;
      if p_change ->> 'by' <> 'set' then
        perform private.check_stock_change(p_product, variant, v_value) from (
          select listed as variant from public.product_variants listed
          where listed.product_id = p_product.id and listed.is_active order by listed.position, listed.id
        ) in_order;
      end if;
      return jsonb_build_object('stocks', (
        select coalesce(jsonb_object_agg(id, case p_change ->> 'by' when 'set' then v_value else stock + v_value end), '{}')
        from public.product_variants where product_id = p_product.id and is_active
      ));
    else
      if p_change ->> 'by' <> 'set' then
        select jsonb_object_agg(variant.id, private.changed_prices(p_product, p_change, variant))
        into v_variants from public.product_variants variant where variant.product_id = p_product.id and variant.price is not null;
      end if;
      return private.changed_prices(p_product, p_change)
        || case when v_variants is null then '{}' else jsonb_build_object('variants', v_variants) end;
  end case;
end
$$;

-- Refuses a change not in change_products' format.
create function private.check_product_change(p_tenant_id text, p_change jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind text := p_change ->> 'kind';
  v_by text := coalesce(p_change ->> 'by', '');
  v_type text := coalesce(jsonb_typeof(p_change -> 'value'), '');
  v_value numeric := case when v_type = 'number' then (p_change ->> 'value')::numeric end;
  v_known text := case when v_type = 'string' then p_change ->> 'value' end;
  v_fine boolean;
begin
  v_fine := case
    when v_kind = 'delete' then true
    when v_kind in ('featured', 'is_new', 'is_active') then v_type = 'boolean'
    when v_kind = 'category' then v_type = 'null' or pg_input_is_valid(coalesce(v_known, ''), 'uuid')
      and exists (select 1 from public.categories where tenant_id = p_tenant_id and id::text = lower(v_known))
    when v_kind = 'cost' then v_type = 'null' or v_value between 0 and 10000000 and v_value = round(v_value, 2)
    when v_kind = 'stock' then v_by in ('set', 'add') and v_value = trunc(v_value)
      and v_value between (case v_by when 'set' then 0 else -10000000 end) and 10000000
    when v_kind = 'price' then jsonb_typeof(p_change -> 'strike') is not distinct from 'boolean' and case v_by
      when 'set' then v_value between 0 and 10000000
      when 'amount' then v_value between -10000000 and 10000000
      when 'percent' then v_value between -100 and 1000
    end
  end;
  if not coalesce(v_fine, false) then
    perform private.refuse('invalid_change');
  end if;
end
$$;

-- Changes products of a store at once: all or none. `p_change` is one of
--   {"kind": "delete"}, {"kind": "featured" | "is_new" | "is_active", "value": true},
--   {"kind": "category", "value": id or null}, {"kind": "stock", "by": "set" | "add", "value": 5},
--   {"kind": "cost", "value": 80 or null} of each variant,
--   {"kind": "price", "by": "set" | "amount" | "percent", "value": -10, "strike": true}
-- `strike` shows a higher previous price struck through.
create function public.change_products(
  p_tenant_id text, p_ids uuid[], p_change jsonb, p_request_id uuid default null
) returns public.product_change_result
language plpgsql security definer set search_path = '' as $$
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
  if p_change ->> 'kind' = 'cost' then
    perform private.require_capability(p_tenant_id, 'costs.see');
  end if;
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
    ), 'costs', private.all_costs_of(product.id)) as now offset 0
  ) present
  where product.tenant_id = p_tenant_id and product.id = any (v_ids);
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', entry.product_id, 'set', entry.after))
    from private.product_change_entries entry where entry.change_id = v_result.change_id
  ), 'Changed with others');
  perform private.keep_audit_entries(v_result.change_id);
  return private.store_idempotent_result(p_request_id, v_result);
end
$$;

-- Decodes percent-encoding in a text: "a%20b" becomes "a b".
create function private.url_decoded(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return convert_from((
    select string_agg(
      case when part[1] ~ '^%..$' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end, '' order by place)
    from regexp_matches(p_text, '%[0-9a-fA-F]{2}|[^%]+|%', 'g') with ordinality as parts (part, place)
  ), 'UTF8');
exception when character_not_in_repertoire or untranslatable_character then
  return p_text;
end
$$;

-- Files in product-images that no product, sold line or undoable change references: among the given ones or, without any, those of
-- the given age.
create function private.unused_files(p_tenant_id text, p_names text[], p_age interval) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    with asked as materialized (
      select name, private.url_decoded(name) as decoded from storage.objects
      where bucket_id = 'product-images' and split_part(name, '/', 1) = p_tenant_id
        and case when p_names is null then created_at <= now() - p_age else name = any (p_names) end
    ),
    documents as (
      select jsonb_build_array(images, videos) as document from public.products where tenant_id = p_tenant_id
      union all
      select to_jsonb(image) from public.product_variants where tenant_id = p_tenant_id and image is not null
      union all
      select to_jsonb(line.image) from public.order_lines line where line.tenant_id = p_tenant_id and line.image is not null
      union all
      select jsonb_build_array(entry.before, entry.after)
      from private.product_changes change join private.product_change_entries entry on entry.change_id = change.id
      where change.tenant_id = p_tenant_id and (entry.after ?| '{images,grid}' or entry.before ? 'images')
    ),
    addresses as (
      select distinct substring(found.text #>> '{}' from '/product-images/([^?#]+)') as name
      from documents, jsonb_path_query(document, '$.** ? (@.type() == "string")') as found (text)
    ),
    used as (
      -- A URL may spell a file's name in several ways.
      select name from addresses union select private.url_decoded(name) from addresses
    )
    select asked.name from asked
    where not exists (select 1 from used where used.name = asked.name)
      and not exists (select 1 from used where used.name = asked.decoded)
    order by asked.name
  );
end
$$;

-- Deletable files: among the given ones or, without any, among those uploaded more than a day ago. Staff only.
create function public.unused_product_files(p_tenant_id text, p_names text[] default null) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return (private.unused_files(p_tenant_id, p_names, interval '1 day'))[1:1000];
end
$$;

create function private.address_list(p_value jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(p_value)
    when 'array' then array(select btrim(address) from jsonb_array_elements_text(p_value) with ordinality listed (address, place)
      where btrim(address) <> '' order by place)
    when 'string' then case
      when (p_value #>> '{}') is json array then private.address_list((p_value #>> '{}')::jsonb)
      when btrim(p_value #>> '{}') <> '' then array[btrim(p_value #>> '{}')]
      else '{}'
    end
    else '{}'
  end
$$;

-- Grants

grant execute on function
  public.change_products,
  public.unused_product_files
to authenticated;
