-- The index that listings filter, sort and search.

-- Tables

-- One row per active product. Filter counts read every row of a store, so rows stay narrow.
create table private.product_search_index (
  product_id uuid primary key references public.products (id) on delete cascade,
  tenant_id text not null,
  -- 'category:<id>', 'brand:Northwind', 'size:M', 'on_sale:', '<attribute>:2..5', …
  filters text[] not null,
  -- The lowest and highest price of private.prices_of, and all in between: a price range may fall between two variants.
  price numeric(12, 2) not null,
  highest_price numeric(12, 2) not null,
  other_prices numeric[],
  discount_percent numeric not null,
  -- Sort keys of the English and the Arabic name; folded Arabic letters sort by code point.
  name_key text not null,
  arabic_name_key text not null,
  featured boolean not null,
  in_stock boolean not null,
  created_at timestamptz not null,
  -- Weight A: name; B: brand, category and type; C: other options. Descriptions are searched through products.search.
  words tsvector not null
) with (fillfactor = 85);
create index product_search_index_newest on private.product_search_index (tenant_id, created_at desc, product_id);
create index product_search_index_featured on private.product_search_index (tenant_id, featured desc, created_at desc, product_id);
create index product_search_index_price on private.product_search_index (tenant_id, price, product_id);
create index product_search_index_name on private.product_search_index (tenant_id, name_key, product_id);
create index product_search_index_discount on private.product_search_index (tenant_id, discount_percent desc, product_id);
-- A short pending list, since every search scans it.
create index product_search_index_filters on private.product_search_index using gin (filters) with (gin_pending_list_limit = 256);
create index product_search_index_words on private.product_search_index using gin (words) with (gin_pending_list_limit = 256);
create index product_search_index_names on private.product_search_index using gin (ts_filter(words, '{a}'))
  with (gin_pending_list_limit = 256);
alter table private.product_search_index enable row level security;

-- The words of a store's products, for correcting misspelled ones. Without a unique key: two transactions adding the same new word
-- would wait for each other, and a duplicate does no harm.
create table private.search_words (
  tenant_id text not null,
  word text not null
);
create index search_words_by_prefix on private.search_words (tenant_id, word text_pattern_ops);
create index search_words_by_trigram on private.search_words using gin (tenant_id, word extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where word ~ '[^0-9]';
alter table private.search_words enable row level security;

-- The selected values of each filter, as in product_search_index.filters; null if none.
create type private.chosen_filters as (
  category text[], brand text[], size text[], color text[], material text[], gender text[], type text[], on_sale text[],
  is_new text[], attribute1 text[], attribute2 text[], attribute3 text[], attribute4 text[]
);

-- Translation of a value of an option, a list or a category.
create type public.shown_word as (value text, shown text);

-- Functions

-- PL/pgSQL caches its plans, while a SQL function that isn't inlined is planned at each call. Includes only sizes and colors in
-- stock.
create function private.filters_of(p_product public.products) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_sizes text[];
  v_colors text[];
begin
  select array_agg(taken.value) filter (where product_options.kind = 'size'),
    array_agg(taken.value) filter (where product_options.kind = 'color')
  into v_sizes, v_colors
  from public.product_options
  join public.product_variants on product_variants.product_id = product_options.product_id and product_variants.is_active
    and product_variants.stock > 0
  cross join lateral (select
    (array[product_variants.option1, product_variants.option2, product_variants.option3])[product_options.position] as value)
    taken
  where product_options.product_id = p_product.id;
  return array(
    select distinct kinds.kind || ':' || item
    from (values
      ('category', array[p_product.category_id::text]),
      ('brand', array[nullif(btrim(p_product.brand), '')]),
      ('size', v_sizes),
      ('color', v_colors),
      ('material', p_product.materials),
      ('gender', p_product.genders),
      ('type', p_product.types),
      ('on_sale', case when p_product.on_sale then array[''] end),
      ('is_new', case when p_product.is_new then array[''] end)
    ) kinds (kind, has)
    cross join unnest(kinds.has) item
    where item is not null
    order by 1
  ) || private.attribute_filters(p_product.tenant_id, p_product.attributes);
end
$$;

-- A product's discount from its original price, in percent.
create function private.discount_percent(p_product public.products) returns numeric
language sql immutable as $$
  select case
    when p_product.original_price > p_product.price
      then round((p_product.original_price - p_product.price) / p_product.original_price * 100)
    else coalesce(p_product.discount, 0)
  end
$$;

create function private.has_price_between(p_prices numeric[], p_least numeric, p_most numeric) returns boolean
language sql immutable as $$
  select exists (select 1 from unnest(p_prices) as listed (price) where listed.price between p_least and p_most)
$$;

-- No subquery, so that it can be inlined: calling it per product of a store takes seconds.
create function private.is_in_price_range(p_listed private.product_search_index, p_least numeric, p_most numeric) returns boolean
language sql immutable as $$
  select p_listed.price between coalesce(p_least, 0) and coalesce(p_most, 1e9)
    or p_listed.highest_price between coalesce(p_least, 0) and coalesce(p_most, 1e9)
    or p_listed.other_prices is not null
      and private.has_price_between(p_listed.other_prices, coalesce(p_least, 0), coalesce(p_most, 1e9))
$$;

create function private.index_product(p_product public.products) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_prices constant numeric[] := private.prices_of(p_product.id, p_product.price);
begin
  if not p_product.is_active then
    delete from private.product_search_index where product_id = p_product.id;
    return;
  end if;
  insert into private.product_search_index (
    product_id, tenant_id, filters, price, highest_price, other_prices, discount_percent, name_key, arabic_name_key,
    featured, in_stock, created_at, words
  ) values (
    p_product.id, p_product.tenant_id, private.filters_of(p_product), v_prices[1], v_prices[cardinality(v_prices)],
    nullif(v_prices[2:cardinality(v_prices) - 1], '{}'), private.discount_percent(p_product), left(private.fold(p_product.name), 60),
    left(private.fold(coalesce(nullif(p_product.translations #>> '{ar,name}', ''), p_product.name)), 60),
    p_product.featured, p_product.stock > 0, p_product.created_at, ts_filter(p_product.search, '{a,b,c}')
  )
  on conflict (product_id) do update set
    filters = excluded.filters, price = excluded.price, highest_price = excluded.highest_price,
    other_prices = excluded.other_prices, discount_percent = excluded.discount_percent, name_key = excluded.name_key,
    arabic_name_key = excluded.arabic_name_key,
    featured = excluded.featured, in_stock = excluded.in_stock, created_at = excluded.created_at, words = excluded.words;
  perform private.add_attribute_ranges(p_product.tenant_id, p_product.attributes);
end
$$;

create function private.index_products(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
begin
  for v_product in select * from public.products where id = any (p_ids) order by id loop
    perform private.index_product(v_product);
  end loop;
end
$$;

create function private.reindex_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_product(new);
  return null;
end
$$;

-- Word by word and without sequential scans: an import plans this while the table is small and keeps the plan as it grows.
create function private.add_search_words() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  v_word text;
begin
  for v_word in select distinct left(found.lexeme, 60) from unnest(ts_filter(new.search, '{a,b,c}')) found loop
    if not exists (select 1 from private.search_words where tenant_id = new.tenant_id and word = v_word) then
      insert into private.search_words (tenant_id, word) values (new.tenant_id, v_word);
    end if;
  end loop;
  return null;
end
$$;

-- Translations of option and list values. Filters, carts and orders store the products' own values; where products translate one
-- differently, any of the translations is used.
create function public.shown_words(p_tenant_id text, p_language text) returns public.shown_word[]
language sql stable security definer set search_path = '' as $$
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
  -- One array, because the API limits the number of rows.
  select array(
    select row(words.key, max(words.value))::public.shown_word from words
    where words.key <> '' and words.value <> '' and p_tenant_id <> all (private.hidden_stores())
    group by words.key order by words.key
  )
$$;

-- Triggers

-- Indexes a new product once it has variants, and again when one is sold out or back in stock. Any other visible change increases
-- the version.
create trigger products_relisted after update on public.products
  for each row when (old.version <> new.version) execute function private.reindex_product();

create trigger products_words_added after insert on public.products
  for each row execute function private.add_search_words();

create trigger products_words_changed after update on public.products
  for each row when (old.search is distinct from new.search) execute function private.add_search_words();

-- Grants

grant execute on function public.shown_words to anon, authenticated;
