-- A product's options, and a variant for each existing combination of their values.

-- Helpers of the tables

create function private.are_option_values(p_values text[]) returns boolean
language sql immutable as $$
  select count(*) between 1 and 100 and count(*) = count(distinct lower(value)) and bool_and(value = btrim(value) and value <> '')
  from unnest(p_values) value
$$;

-- Tables

create table public.product_options (
  tenant_id text not null,
  product_id uuid not null,
  position smallint not null check (position between 1 and 3),
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 40),
  -- Which of the product's columns size, color and type lists the values.
  kind text not null check (kind in ('size', 'color', 'type', 'other')),
  values text[] not null check (private.are_option_values(values)),
  -- Colors by value: {"Black": "#1a1a1a"}.
  swatches jsonb not null default '{}' check (
    jsonb_typeof(swatches) = 'object' and length(swatches::text) <= 10000
    and not jsonb_path_exists(swatches, '$.* ? (@.type() != "string" || !(@ like_regex "^#[0-9a-fA-F]{6}$"))')
  ),
  -- Translations of the name and of `values`: {"ar": {"name": "…", "values": {"Black": "…"}}}.
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  primary key (product_id, position),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
);
create unique index product_options_name on public.product_options (product_id, lower(name));
create unique index product_options_kind on public.product_options (product_id, kind) where kind <> 'other';
alter table public.product_options enable row level security;

-- A product without options has one variant with empty options. To change variants, lock their product first.
create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  product_id uuid not null,
  position integer not null default 1,
  -- The value of the product's option at each position; empty if it has none.
  option1 text not null default '' check (length(option1) <= 200),
  option2 text not null default '' check (length(option2) <= 200),
  option3 text not null default '' check (length(option3) <= 200),
  sku text check (sku = btrim(sku) and sku <> '' and length(sku) <= 64),
  barcode text check (barcode = btrim(barcode) and barcode <> '' and length(barcode) <= 64),
  -- Null for the product's price.
  price numeric(12, 2) check (price >= 0 and price <= 10000000),
  original_price numeric(12, 2) check (original_price >= 0 and original_price <= 10000000),
  stock integer not null default 0 check (stock >= 0 and stock <= 10000000),
  weight_grams integer check (weight_grams between 0 and 10000000),
  image text check (length(image) <= 2000),
  -- Whether it is on sale.
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, product_id, id),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
) with (fillfactor = 85);
create unique index product_variants_combination
  on public.product_variants (product_id, lower(option1), lower(option2), lower(option3));
create unique index product_variants_sku on public.product_variants (tenant_id, lower(sku)) where sku is not null;
alter table public.product_variants enable row level security;

-- A change of a variant's stock.
create type private.variant_change as (product_id uuid, variant_id uuid, name text, stock_was integer, stock integer);

-- Policies

create policy "Everybody reads the options of products on sale" on public.product_options
  for select to anon, authenticated
  using (exists (select 1 from public.products product where product.id = product_id and product.is_active));

create policy "Staff read all options of their store" on public.product_options
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('products.see'))::text[]));

create policy "Everybody reads what is sold of products on sale" on public.product_variants
  for select to anon, authenticated
  using (is_active and exists (select 1 from public.products product where product.id = product_id and product.is_active));

create policy "Staff read all variants of their store" on public.product_variants
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('products.see'))::text[]));

-- Functions

-- A variant's chosen values, joined; empty without options, null without a variant. Avoids concat_ws, which isn't immutable, so
-- that it can be inlined: orders call it for each line.
create function private.variant_name(p_option1 text, p_option2 text, p_option3 text) returns text
language sql immutable as $$
  select p_option1 || coalesce(' / ' || nullif(p_option2, ''), '') || coalesce(' / ' || nullif(p_option3, ''), '')
$$;

-- A sold item's name: its product's, and the chosen values.
create function private.sold_name(p_name text, p_option1 text, p_option2 text, p_option3 text) returns text
language sql immutable as $$
  select p_name || coalesce(', ' || nullif(private.variant_name(p_option1, p_option2, p_option3), ''), '')
$$;

create function private.combinations(p_values1 text[], p_values2 text[], p_values3 text[])
returns table (place integer, option1 text, option2 text, option3 text)
language sql immutable set search_path = '' as $$
  select row_number() over (order by one.place, two.place, three.place)::integer, one.value, two.value, three.value
  from unnest(coalesce(p_values1, '{""}')) with ordinality one (value, place)
  cross join unnest(coalesce(p_values2, '{""}')) with ordinality two (value, place)
  cross join unnest(coalesce(p_values3, '{""}')) with ordinality three (value, place)
$$;

create function private.require_variant_count(p_count bigint) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_count > 100 then
    perform private.refuse('too_many_variants', jsonb_build_object('count', p_count));
  end if;
end
$$;

-- Gives every new product a variant without options, which holds its stock.
create function private.products_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with made as (
    insert into public.product_variants (tenant_id, product_id, stock)
    select added.tenant_id, added.id, added.stock from added
    returning tenant_id, product_id, id, stock
  )
  insert into public.stock_movements (tenant_id, product_id, variant_id, delta, stock_after, reason, actor_id)
  select made.tenant_id, made.product_id, made.id, made.stock, made.stock, 'initial', auth.uid() from made where made.stock > 0;
  perform private.index_products(array(select added.id from added));
  return null;
end
$$;

-- Keeps a product's stock equal to the sum of its variants on sale.
create function private.sum_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products product set stock = summed.stock
  from (
    select variant.product_id, coalesce(sum(variant.stock) filter (where variant.is_active), 0) as stock
    from public.product_variants variant where variant.product_id = any (array(select distinct changed.product_id from changed))
    group by variant.product_id
  ) summed
  where product.id = summed.product_id and product.stock <> summed.stock;
  return null;
end
$$;

-- Updates the listing of products with a variant that was sold out or is back in stock, and broadcasts stock messages for pages:
-- sold out, last pieces, available. `affects_listings` says whether listings may change.
create function private.publish_stock_change(p_changes private.variant_change[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product record;
begin
  for v_product in
    select product.id, product.tenant_id, product.stock,
      bool_or((change.stock = 0) <> (change.stock_was = 0)) as affects_listings,
      jsonb_object_agg(change.variant_id, change.stock) filter (
        where change.stock <> change.stock_was and least(change.stock, change.stock_was) <= private.few_left()
      ) as few
    from unnest(p_changes) change join public.products product on product.id = change.product_id
    group by product.id order by product.id
  loop
    if v_product.affects_listings then
      perform private.derive_prices(array[v_product.id]);
      perform private.index_products(array[v_product.id]);
    end if;
    if v_product.few is not null then
      perform realtime.send(
        jsonb_build_object('kind', 'stock', 'action', 'update', 'ids', jsonb_build_array(v_product.id),
          'stock', case when v_product.stock <= private.few_left() then v_product.stock end,
          'affects_listings', v_product.affects_listings, 'variants', v_product.few),
        'change', 'catalogue:' || v_product.tenant_id, true);
    end if;
  end loop;
end
$$;

-- Applies a stock written to a product to its only variant (docs/product.md, Products). With several, it is unclear whose pieces
-- are meant. A stock that already equals the sum comes from the variants.
create function private.product_stock_written() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_sold uuid[];
  v_stock integer;
begin
  select coalesce(array_agg(id), '{}'), coalesce(sum(stock), 0) into v_sold, v_stock
  from public.product_variants where product_id = new.id and is_active;
  if v_stock = new.stock then
    return null;
  end if;
  if cardinality(v_sold) <> 1 then
    perform private.refuse('stock_of_variants', private.product_names(new) || jsonb_build_object(
      'reason', 'product', 'column', 'stock', 'count', cardinality(v_sold)));
  end if;
  perform private.adjust_stocks(v_sold, array[new.stock - v_stock], '');
  return null;
end
$$;

-- Translations of a product and its chosen option values as sold; `{}` without a product.
create function private.sold_translations(p_product_id uuid, p_options jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(said.language, said.texts) filter (where said.texts <> '{}'), '{}')
  from public.products product
  cross join lateral (
    select jsonb_object_keys(product.translations) as language
    union
    select jsonb_object_keys(listed.translations) from public.product_options listed where listed.product_id = product.id
  ) known
  cross join lateral (
    select known.language, jsonb_strip_nulls(jsonb_build_object(
      'name', nullif(product.translations #>> array[known.language, 'name'], ''),
      'values', (
        select jsonb_object_agg(word.value, word.said) from (
          select sold.option ->> 'value' as value,
            listed.translations #>> array[known.language, 'values', sold.option ->> 'value'] as said
          from jsonb_array_elements(coalesce(p_options, '[]')) sold (option)
          join public.product_options listed on listed.product_id = product.id and listed.name = sold.option ->> 'name'
          union all
          select product.product_type, product.translations #>> array[known.language, 'type']
        ) word where word.value is not null and word.said <> ''
      ))) as texts
  ) said
  where product.id = p_product_id
$$;

-- A variant's chosen values in a language, if translated; empty without options.
create function private.variant_name_in(p_language text, p_variant public.product_variants) returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(
    coalesce(nullif(listed.translations #>> array[p_language, 'values', chosen.value], ''), chosen.value), ' / '
    order by chosen.place), '')
  from unnest(array[p_variant.option1, p_variant.option2, p_variant.option3]) with ordinality chosen (value, place)
  left join public.product_options listed on listed.product_id = p_variant.product_id and listed.position = chosen.place
  where chosen.value <> ''
$$;

-- Name translations of a product or a category and of one of its variants: {"ar": {"name", "variant"}}.
create function private.translated_names(p_translations jsonb, p_variant public.product_variants default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(known.language, jsonb_strip_nulls(jsonb_build_object(
    'name', p_translations #> array[known.language, 'name'],
    'variant', nullif(private.variant_name_in(known.language, p_variant), ''))))
  from (
    select jsonb_object_keys(p_translations) as language
    union
    select jsonb_object_keys(listed.translations) from public.product_options listed
    where listed.product_id = p_variant.product_id
  ) known
$$;

-- The names of a product or one of its variants in a refusal, in every language.
create function private.product_names(p_product public.products, p_variant public.product_variants default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', private.sold_name(p_product.name, p_variant.option1, p_variant.option2, p_variant.option3),
    'translations', coalesce(jsonb_object_agg(said.language, jsonb_build_object('name',
      said.texts ->> 'name' || coalesce(', ' || nullif(private.variant_name_in(said.language, p_variant), ''), '')))
      filter (where said.texts ->> 'name' <> ''), '{}'))
  from jsonb_each(p_product.translations) said (language, texts)
$$;

-- Triggers

call private.fix_columns('public.product_variants', '{id,tenant_id,product_id}');

create trigger products_variants_added after insert on public.products
  referencing new table as added for each statement execute function private.products_added();

-- Not for the sum written by the variants' trigger.
create trigger products_stock_written after update on public.products
  for each row when (old.stock <> new.stock and pg_trigger_depth() = 0) execute function private.product_stock_written();

create trigger product_variants_touch before update of position, option1, option2, option3, sku, barcode, price,
    original_price, weight_grams, image, is_active
  on public.product_variants for each row execute function private.touch_version();

create trigger product_variants_summed_in after insert on public.product_variants
  referencing new table as changed for each statement execute function private.sum_stock();

create trigger product_variants_summed after update on public.product_variants
  referencing new table as changed for each statement execute function private.sum_stock();

create trigger product_variants_summed_out after delete on public.product_variants
  referencing old table as changed for each statement execute function private.sum_stock();

-- Grants

grant select on public.product_options to anon, authenticated;
grant select on public.product_variants to anon, authenticated;
-- Only functions write variants, since they maintain what derives from them.
revoke insert, update, delete, truncate on public.product_options, public.product_variants from service_role;
grant execute on function private.are_option_values to authenticated;
