-- Changes to many products at once: all or nothing, and they can be undone for 30 days.

-- Tables

create table private.product_changes (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  made_by uuid default auth.uid(),
  -- Categories that an import added; they go again with its products.
  categories uuid[] not null default '{}',
  -- The entries of the audit log that it stands under.
  audit_ids bigint[] not null default '{}',
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
create index product_changes_oldest on private.product_changes (tenant_id, created_at);
alter table private.product_changes enable row level security;

-- What a change made of a product: the columns it changed, and what is sold of it as product_grid has it. Without `before`
-- it added the product.
create table private.product_change_entries (
  change_id uuid not null references private.product_changes (id) on delete cascade,
  product_id uuid not null,
  before jsonb,
  after jsonb not null,
  primary key (change_id, product_id)
);
alter table private.product_change_entries enable row level security;

-- Functions

-- Opens a change and forgets what nobody can take back any more.
create function private.open_product_change(p_tenant_id text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  -- Whoever else is about to forget the same needs no waiting for.
  delete from private.product_changes c where c.id in (
    select o.id from private.product_changes o
    where o.tenant_id = p_tenant_id and o.created_at < now() - interval '30 days' for update skip locked
  );
  delete from public.products p where p.id in (
    select o.id from public.products o
    where o.tenant_id = p_tenant_id and o.deleted_at < now() - interval '30 days' for update skip locked
  );
  insert into private.product_changes (tenant_id) values (p_tenant_id) returning id into v_id;
  return v_id;
end
$$;

-- The prices that variants of a product have of their own: {id: {"price", "original_price"}}; null where none has.
create function private.variant_prices(p_product_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(v.id, jsonb_build_object('price', v.price, 'original_price', v.original_price))
    from public.product_variants v where v.product_id = p_product_id and v.price is not null
  );
end
$$;

-- What is sold of a product, as a change of products remembers it: "grid" as save_variants takes it, and "stocks" by variant.
create function private.product_grid(p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with options as materialized (
    select o.* from public.product_options o where o.product_id = p_product_id
  )
  select jsonb_build_object(
    'grid', jsonb_build_object(
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'kind', o.kind, 'values', o.values, 'swatches', o.swatches)
          order by o.position), '[]') from options o
      ),
      'variants', coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'options', (array[v.option1, v.option2, v.option3])[:(select count(*)::integer from options)], 'sku', v.sku,
        'barcode', v.barcode, 'price', v.price, 'original_price', v.original_price, 'weight_grams', v.weight_grams,
        'image', v.image, 'is_active', v.is_active
      ) order by v.position, v.id), '[]')
    ),
    'stocks', coalesce(jsonb_object_agg(v.id, v.stock) filter (where v.id is not null), '{}')
  )
  from public.product_variants v where v.product_id = p_product_id
$$;

-- Writes the named columns of products, each {"id", "set": {column: value}}; "variants" are prices as variant_prices has them,
-- "stocks" the new stock by variant, with `p_note` for the ledger.
create function private.write_products(p_rows jsonb, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_deltas integer[];
begin
  -- First: the products' own update derives their lowest and highest prices.
  with priced as materialized (
    select (w.value ->> 'id')::uuid as product_id, e.key::uuid as id, r.price, r.original_price
    from jsonb_array_elements(p_rows) w (value)
    cross join lateral jsonb_each(w.value #> '{set,variants}') e
    cross join lateral jsonb_populate_record(null::public.product_variants, e.value) r
  )
  update public.product_variants v set price = r.price, original_price = r.original_price
  from priced r where v.product_id = r.product_id and v.id = r.id;
  execute format('
    update public.products p set version = p.version + 1, deleted_at = written.deleted_at, %s
    from jsonb_array_elements($1) w (value)
    join public.products stored on stored.id = (w.value ->> ''id'')::uuid
    cross join lateral jsonb_populate_record(stored, w.value -> ''set'') written
    where p.id = stored.id and (w.value -> ''set'') - ''stocks'' <> ''{}''',
    (select string_agg(format('%1$I = written.%1$I', c.name), ', ') from private.product_columns() c)
  ) using p_rows;
  select array_agg(v.id), array_agg(s.value::integer - v.stock) into v_ids, v_deltas
  from jsonb_array_elements(p_rows) w (value)
  cross join lateral jsonb_each_text(w.value #> '{set,stocks}') s
  join public.product_variants v on v.product_id = (w.value ->> 'id')::uuid and v.id = s.key::uuid;
  if v_ids is not null then
    perform private.adjust_stocks(v_ids, v_deltas, p_note);
  end if;
end
$$;

-- Refuses to add or take pieces where not all of them can be.
create function private.check_stock_change(p_name text, p_stock integer, p_delta numeric) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_stock + p_delta < 0 then
    perform private.refuse('too_few_in_stock', jsonb_build_object('name', p_name, 'stock', p_stock, 'taken', -p_delta));
  elsif p_stock + p_delta > 10000000 then
    perform private.refuse('too_many_in_stock', jsonb_build_object('name', p_name));
  end if;
end
$$;

-- A price after a change of prices, and the struck price beside it: one stays only as long as it is higher.
create function private.changed_prices(p_name text, p_price numeric, p_original_price numeric, p_change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_value numeric := (p_change ->> 'value')::numeric;
  v_price numeric;
  v_was numeric;
begin
  v_price := round(case p_change ->> 'by'
    when 'set' then v_value
    when 'amount' then p_price + v_value
    else p_price * (100 + v_value) / 100
  end, 2);
  if v_price < 0 or v_price > 10000000 then
    perform private.refuse('invalid_price', jsonb_build_object('name', p_name, 'price', v_price));
  end if;
  v_was := case when (p_change ->> 'strike')::boolean and v_price < p_price
    then greatest(p_original_price, p_price) else p_original_price end;
  return jsonb_build_object('price', v_price, 'original_price', case when v_was > v_price then v_was end);
end
$$;

-- The columns that a change gives a product, with their new values. Prices that variants have of their own change along by
-- percent or amount; a price that is set is the product's. Stock is that of each variant that is sold.
create function private.changed_product(p public.products, p_change jsonb) returns jsonb
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

-- Refuses a change that is not of the form change_products takes.
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
      and exists (select 1 from public.categories c where c.tenant_id = p_tenant_id and c.id::text = lower(v_known))
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

-- Changes products of a store in one step: all of them or none. `p_change` is one of
--   {"kind": "delete"}, {"kind": "featured" | "is_new" | "is_active", "value": true},
--   {"kind": "category", "value": id or null}, {"kind": "stock", "by": "set" | "add", "value": 5},
--   {"kind": "price", "by": "set" | "amount" | "percent", "value": -10, "strike": true}
-- (`strike` shows a higher price of before as struck). Answers with {"change_id", "changed"}.
create function public.change_products(
  p_tenant_id text, p_ids uuid[], p_change jsonb, p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_products', p_tenant_id, p_ids, p_change));
  v_ids uuid[] := array(select distinct i from unnest(p_ids) i where i is not null);
  v_change_id uuid;
  v_found integer;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if cardinality(v_ids) not between 1 and 2000 then
    perform private.refuse('invalid_selection');
  end if;
  perform private.check_product_change(p_tenant_id, p_change);
  perform 1 from public.products p
  where p.tenant_id = p_tenant_id and p.id = any (v_ids) and p.deleted_at is null
  order by p.id for update;
  get diagnostics v_found = row_count;
  if v_found <> cardinality(v_ids) then
    perform private.refuse('products_gone');
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
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', e.product_id, 'set', e.after))
    from private.product_change_entries e where e.change_id = v_change_id
  ), 'Changed with others');
  perform private.keep_audit_entries(v_change_id);
  return private.keep_answer(p_request_id, jsonb_build_object('change_id', v_change_id, 'changed', v_found));
end
$$;

-- A text in which an address spells a name, without the encoding: "a%20b" is "a b".
create function private.url_decoded(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return convert_from((
    select string_agg(
      case when part[1] ~ '^%..$' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end, '' order by n)
    from regexp_matches(p_text, '%[0-9a-fA-F]{2}|[^%]+|%', 'g') with ordinality as parts (part, n)
  ), 'UTF8');
exception when character_not_in_repertoire or untranslatable_character then
  return p_text;
end
$$;

-- The files in product-images that no product, no sold line and no change that can be taken back names any more: those
-- among the given ones, or, without any, those of an age.
create function private.unused_files(p_tenant_id text, p_names text[], p_age interval) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    with asked as materialized (
      select o.name, private.url_decoded(o.name) as decoded from storage.objects o
      where o.bucket_id = 'product-images' and split_part(o.name, '/', 1) = p_tenant_id
        and case when p_names is null then o.created_at <= now() - p_age else o.name = any (p_names) end
    ),
    documents as (
      select jsonb_build_array(p.images, p.videos) as document from public.products p where p.tenant_id = p_tenant_id
      union all
      select to_jsonb(v.image) from public.product_variants v where v.tenant_id = p_tenant_id and v.image is not null
      union all
      select to_jsonb(l.image) from public.order_lines l where l.tenant_id = p_tenant_id and l.image is not null
      union all
      select jsonb_build_array(e.before, e.after)
      from private.product_changes c join private.product_change_entries e on e.change_id = c.id
      where c.tenant_id = p_tenant_id and (e.after ?| '{images,grid}' or e.before ? 'images')
    ),
    addresses as (
      select distinct substring(t.text #>> '{}' from '/product-images/([^?#]+)') as name
      from documents, jsonb_path_query(document, '$.** ? (@.type() == "string")') as t (text)
    ),
    used as (
      -- An address may spell a name in several ways.
      select a.name from addresses a union select private.url_decoded(a.name) from addresses a
    )
    select a.name from asked a
    where not exists (select 1 from used u where u.name = a.name)
      and not exists (select 1 from used u where u.name = a.decoded)
    order by a.name
  );
end
$$;

-- The files that may go: among the given ones, or, without any, among those that lie there for a day. Staff only.
create function public.unused_product_files(p_tenant_id text, p_names text[] default null) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return (private.unused_files(p_tenant_id, p_names, interval '1 day'))[1:1000];
end
$$;

create function private.address_list(p_value jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(p_value)
    when 'array' then array(select btrim(a) from jsonb_array_elements_text(p_value) with ordinality l (a, n)
      where btrim(a) <> '' order by n)
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
