-- Listings, filter counts, search and suggestions.

-- Tables

-- What listings filter, sort and search by: one row for each active product. The counts of all filters read every row of
-- a store, so rows stay narrow.
create table private.product_listing (
  product_id uuid primary key references public.products (id) on delete cascade,
  tenant_id text not null,
  -- 'category:<id>', 'brand:Northwind', 'size:M', 'on_sale:', '<attribute>:2..5', …
  filters text[] not null,
  price numeric(12, 2) not null,
  saving numeric not null,
  name_key text not null,
  featured boolean not null,
  in_stock boolean not null,
  created_at timestamptz not null,
  -- Weight A is the name, B brand, category and type, C the other options. Descriptions are found in products.search.
  words tsvector not null
) with (fillfactor = 85);
create index product_listing_newest on private.product_listing (tenant_id, created_at desc, product_id);
create index product_listing_featured on private.product_listing (tenant_id, featured desc, created_at desc, product_id);
create index product_listing_by_price on private.product_listing (tenant_id, price, product_id);
create index product_listing_by_name on private.product_listing (tenant_id, name_key, product_id);
create index product_listing_by_saving on private.product_listing (tenant_id, saving desc, product_id);
-- A short pending list: every search reads it through.
create index product_listing_filters on private.product_listing using gin (filters) with (gin_pending_list_limit = 256);
create index product_listing_words on private.product_listing using gin (words) with (gin_pending_list_limit = 256);
create index product_listing_names on private.product_listing using gin (ts_filter(words, '{a}'))
  with (gin_pending_list_limit = 256);
alter table private.product_listing enable row level security;

-- The words of a store's products, from which misspelt ones are corrected. There is no unique key: two transactions that
-- bring the same new word would wait for each other. A word that is there twice does no harm.
create table private.search_words (
  tenant_id text not null,
  word text not null
);
create index search_words_by_prefix on private.search_words (tenant_id, word text_pattern_ops);
create index search_words_by_trigram on private.search_words using gin (tenant_id, word extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where word ~ '[^0-9]';
alter table private.search_words enable row level security;

-- The chosen values of each filter, as they stand in product_listing.filters; null where nothing is chosen.
create type private.chosen_filters as (
  category text[], brand text[], size text[], color text[], material text[], gender text[], type text[], on_sale text[],
  is_new text[], attribute1 text[], attribute2 text[], attribute3 text[], attribute4 text[]
);

create type private.search_terms as (
  -- What to look for in product_listing.words.
  query tsquery,
  -- Instead of a query: products that have the words in their descriptions alone.
  product_ids uuid[],
  -- The words that were looked for instead of misspelt ones.
  corrected text,
  -- Something was asked for, and nothing can be found by it.
  finds_nothing boolean
);

-- Functions

-- In PL/pgSQL, which keeps its plans: a function in SQL that is not inlined is planned at each call. Sizes and colours are
-- those that can be bought now.
create function private.filters_of(p public.products) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_sizes text[];
  v_colors text[];
begin
  select array_agg(a.value) filter (where o.kind = 'size'), array_agg(a.value) filter (where o.kind = 'color')
  into v_sizes, v_colors
  from public.product_options o
  join public.product_variants v on v.product_id = o.product_id and v.is_active and v.stock > 0
  cross join lateral (select (array[v.option1, v.option2, v.option3])[o.position] as value) a
  where o.product_id = p.id;
  return array(
    select distinct f.kind || ':' || v
    from (values
      ('category', array[p.category_id::text]),
      ('brand', array[nullif(btrim(p.brand), '')]),
      ('size', v_sizes),
      ('color', v_colors),
      ('material', p.materials),
      ('gender', p.genders),
      ('type', p.types),
      ('on_sale', case when p.on_sale then array[''] end),
      ('is_new', case when p.is_new then array[''] end)
    ) f (kind, has)
    cross join unnest(f.has) v
    where v is not null
    order by 1
  ) || private.attribute_filters(p.tenant_id, p.attributes);
end
$$;

-- The percentage that a product's price is lower than its struck one.
create function private.saving_of(p public.products) returns numeric
language sql immutable as $$
  select case
    when p.original_price > p.price then round((p.original_price - p.price) / p.original_price * 100)
    else coalesce(p.discount, 0)
  end
$$;

create function private.list_product(p public.products) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not p.is_active then
    delete from private.product_listing l where l.product_id = p.id;
    return;
  end if;
  insert into private.product_listing (
    product_id, tenant_id, filters, price, saving, name_key, featured, in_stock, created_at, words
  ) values (
    p.id, p.tenant_id, private.filters_of(p), p.min_price, private.saving_of(p), left(private.fold(p.name), 60),
    p.featured, p.stock > 0, p.created_at, ts_filter(p.search, '{a,b,c}')
  )
  on conflict (product_id) do update set
    filters = excluded.filters, price = excluded.price, saving = excluded.saving, name_key = excluded.name_key,
    featured = excluded.featured, in_stock = excluded.in_stock, created_at = excluded.created_at, words = excluded.words;
  perform private.add_attribute_ranges(p.tenant_id, p.attributes);
end
$$;

create function private.list_products(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v public.products;
begin
  for v in select p.* from public.products p where p.id = any (p_ids) order by p.id loop
    perform private.list_product(v);
  end loop;
end
$$;

create function private.relist_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.list_product(new);
  return null;
end
$$;

-- Word by word and without sequential scans: an import plans this while the table is small and keeps the plan while it grows.
create function private.add_search_words() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  v_word text;
begin
  for v_word in select distinct left(w.lexeme, 60) from unnest(ts_filter(new.search, '{a,b,c}')) w loop
    if not exists (select 1 from private.search_words k where k.tenant_id = new.tenant_id and k.word = v_word) then
      insert into private.search_words (tenant_id, word) values (new.tenant_id, v_word);
    end if;
  end loop;
  return null;
end
$$;

-- Finds what has a word beginning with each of the given ones.
create function private.prefix_query(p_words text[]) returns tsquery
language sql immutable as $$
  select string_agg(quote_literal(w) || ':*', ' & ')::tsquery from unnest(p_words) w
$$;

-- A materialized CTE is planned for all its rows, that is by the index of words, and still read no further than to the first.
create function private.is_listed(p_tenant_id text, p_query tsquery) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return exists (
    with found as materialized (
      select 1 from private.product_listing l where l.tenant_id = p_tenant_id and l.words @@ p_query
    )
    select 1 from found
  );
end
$$;

-- The words of a store that look most like a misspelt one.
create function private.similar_words(p_tenant_id text, p_word text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select w.word
    from private.search_words w
    where w.tenant_id = p_tenant_id and w.word operator(extensions.%) p_word and w.word ~ '[^0-9]'
    group by w.word
    order by extensions.similarity(w.word, p_word) desc, abs(length(w.word) - length(p_word)), w.word
    limit 2
  );
end
$$;

-- Parses a search phrase. Each word is a prefix that a product's words or its description must have. A word that none
-- of the store's products has is replaced by the most similar ones that they have.
create function private.correct_search_terms(p_tenant_id text, p_phrase text) returns private.search_terms
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_terms private.search_terms;
  v_words text[] := array_remove((string_to_array(btrim(private.words(left(p_phrase, 200))), ' '))[1:8], '');
  v_word text;
  v_candidates text[];
  v_is_known boolean;
  v_all_known boolean := true;
  v_parts text[] := '{}';
  v_corrected text[] := '{}';
begin
  if coalesce(btrim(p_phrase), '') = '' then
    return v_terms;
  end if;
  if coalesce(cardinality(v_words), 0) = 0 then
    v_terms.finds_nothing := true;
    return v_terms;
  end if;

  foreach v_word in array v_words loop
    v_is_known := exists (
      select 1 from private.search_words w
      where w.tenant_id = p_tenant_id and w.word ~>=~ v_word and w.word ~<~ (v_word || chr(1114111))
    );
    v_all_known := v_all_known and v_is_known;
    v_candidates := case when v_is_known then array[v_word] else private.similar_words(p_tenant_id, v_word) end;
    if cardinality(v_candidates) > 0 then
      v_corrected := v_corrected || v_candidates[1];
      v_parts := v_parts || case
        when v_is_known then quote_literal(v_word) || ':*'
        else '(' || (select string_agg(quote_literal(c), ' | ') from unnest(v_candidates) c) || ')'
      end;
    end if;
  end loop;

  v_terms.query := private.prefix_query(v_words);
  if v_all_known and (cardinality(v_words) = 1 or private.is_listed(p_tenant_id, v_terms.query)) then
    return v_terms;
  end if;

  v_terms.product_ids := array(
    select p.id from public.products p
    where p.tenant_id = p_tenant_id and p.is_active and p.search @@ v_terms.query
    order by p.id limit 500
  );
  if cardinality(v_terms.product_ids) > 0 then
    v_terms.query := null;
    return v_terms;
  end if;

  v_terms.product_ids := null;
  if cardinality(v_parts) = 0 then
    v_terms.query := null;
    v_terms.finds_nothing := true;
    return v_terms;
  end if;
  v_terms.corrected := nullif(array_to_string(v_corrected, ' '), array_to_string(v_words, ' '));
  v_terms.query := array_to_string(v_parts, ' & ')::tsquery;
  if cardinality(v_parts) > 1 and not private.is_listed(p_tenant_id, v_terms.query) then
    v_terms.query := array_to_string(v_parts, ' | ')::tsquery;
  end if;
  return v_terms;
end
$$;

create function private.text_array(p_values jsonb) returns text[]
language sql immutable as $$
  select case when p_values is not null then array(select jsonb_array_elements_text(p_values)) end
$$;

create function private.filter_values(p_kind text, p_values text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return case when cardinality(p_values) > 0 then array(select p_kind || ':' || v from unnest(p_values[1:100]) v) end;
end
$$;

create function private.chosen_filters(
  p_tenant_id text, p_category_ids uuid[], p_brands text[], p_sizes text[], p_colors text[], p_materials text[], p_genders text[],
  p_types text[], p_on_sale boolean, p_new boolean,
  p_attributes text[]
) returns private.chosen_filters
language plpgsql stable set search_path = '' as $$
declare
  f private.chosen_filters;
  v_attributes jsonb := private.chosen_attributes(p_tenant_id, p_attributes);
begin
  f.category := private.filter_values('category', p_category_ids::text[]);
  f.brand := private.filter_values('brand', p_brands);
  f.size := private.filter_values('size', p_sizes);
  f.color := private.filter_values('color', p_colors);
  f.material := private.filter_values('material', p_materials);
  f.gender := private.filter_values('gender', p_genders);
  f.type := private.filter_values('type', p_types);
  f.on_sale := case when p_on_sale then array['on_sale:'] end;
  f.is_new := case when p_new then array['is_new:'] end;
  f.attribute1 := private.text_array(v_attributes -> 0);
  f.attribute2 := private.text_array(v_attributes -> 1);
  f.attribute3 := private.text_array(v_attributes -> 2);
  f.attribute4 := private.text_array(v_attributes -> 3);
  return f;
end
$$;

-- One page of a listing. The statement is planned for each call (force_custom_plan), when filters that are not chosen and
-- orders that are not asked for drop out of it: what is left can use an index.
create function public.search_products(
  p_tenant_id text,
  p_search text default null,
  p_category_ids uuid[] default null,
  p_brands text[] default null,
  p_sizes text[] default null,
  p_colors text[] default null,
  p_materials text[] default null,
  p_genders text[] default null,
  p_types text[] default null,
  p_min_price numeric default null,
  p_max_price numeric default null,
  p_in_stock boolean default false,
  p_on_sale boolean default false,
  p_new boolean default false,
  p_featured boolean default false,
  p_attributes text[] default null,
  p_sort text default 'relevance',
  p_limit integer default 24,
  p_offset integer default 0
) returns table (
  id uuid, tenant_id text, name text, description text, price numeric, original_price numeric, discount numeric,
  min_price numeric, max_price numeric, images jsonb, videos jsonb, unit text, stock integer, featured boolean, is_new boolean, category_id uuid,
  category_name text, type text, size text, color text, material text, brand text, gender text, attributes jsonb, rating numeric,
  review_count integer, created_at timestamptz, updated_at timestamptz, version integer
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  f private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_sort text := case
    when p_sort in ('price_asc', 'price_desc', 'name', 'saving', 'newest') then p_sort
    when v_terms.query is not null and p_sort is distinct from 'featured' then 'relevance'
    else 'featured'
  end;
  v_ids uuid[];
begin
  if v_terms.finds_nothing then
    return;
  end if;
  v_ids := array(
    select l.product_id
    from private.product_listing l
    where l.tenant_id = p_tenant_id
      and (v_terms.query is null or l.words @@ v_terms.query)
      and (v_terms.product_ids is null or l.product_id = any (v_terms.product_ids))
      and (f.category is null or l.filters && f.category)
      and (f.brand is null or l.filters && f.brand)
      and (f.size is null or l.filters && f.size)
      and (f.color is null or l.filters && f.color)
      and (f.material is null or l.filters && f.material)
      and (f.gender is null or l.filters && f.gender)
      and (f.type is null or l.filters && f.type)
      and (f.on_sale is null or l.filters && f.on_sale)
      and (f.is_new is null or l.filters && f.is_new)
      and (f.attribute1 is null or l.filters && f.attribute1)
      and (f.attribute2 is null or l.filters && f.attribute2)
      and (f.attribute3 is null or l.filters && f.attribute3)
      and (f.attribute4 is null or l.filters && f.attribute4)
      and (p_min_price is null or l.price >= p_min_price)
      and (p_max_price is null or l.price <= p_max_price)
      and (p_in_stock is not true or l.in_stock)
      and (p_featured is not true or l.featured)
    order by
      case when v_sort = 'relevance' then ts_rank(l.words, v_terms.query) end desc,
      case when v_sort = 'relevance' then l.in_stock end desc,
      case when v_sort = 'price_asc' then l.price end,
      case when v_sort = 'price_desc' then l.price end desc,
      case when v_sort = 'price_desc' then l.product_id end desc,
      case when v_sort = 'name' then l.name_key end,
      case when v_sort = 'saving' then l.saving end desc,
      case when v_sort = 'featured' then l.featured end desc,
      case when v_sort in ('featured', 'newest', 'relevance') then l.created_at end desc,
      l.product_id
    limit least(greatest(coalesce(p_limit, 24), 1), 100) offset greatest(coalesce(p_offset, 0), 0)
  );

  return query
  select p.id, p.tenant_id, p.name, p.description, p.price, p.original_price, p.discount, p.min_price, p.max_price,
    p.images, p.videos, p.unit, p.stock, p.featured, p.is_new, p.category_id, c.name, p.type, p.size, p.color, p.material, p.brand, p.gender,
    p.attributes, p.rating,
    p.review_count, p.created_at, p.updated_at, p.version
  from unnest(v_ids) with ordinality as page (id, n)
  join public.products p on p.id = page.id
  left join public.categories c on c.tenant_id = p.tenant_id and c.id = p.category_id
  order by page.n;
end
$$;

-- How many products each value of each filter would leave, the filter's own choice not counted. Attributes are told by their
-- ids. 'total' and 'in_stock' count
-- the listing itself; 'price' has its lowest and highest price, whatever price range is chosen; 'corrected' is the
-- phrase that was looked for instead of a misspelt one.
create function public.product_facets(
  p_tenant_id text,
  p_search text default null,
  p_category_ids uuid[] default null,
  p_brands text[] default null,
  p_sizes text[] default null,
  p_colors text[] default null,
  p_materials text[] default null,
  p_genders text[] default null,
  p_types text[] default null,
  p_min_price numeric default null,
  p_max_price numeric default null,
  p_in_stock boolean default false,
  p_on_sale boolean default false,
  p_new boolean default false,
  p_featured boolean default false,
  p_attributes text[] default null
) returns table (facet text, value text, label text, products bigint, lowest numeric, highest numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  f private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
begin
  if v_terms.corrected is not null then
    return query select 'corrected', v_terms.corrected, v_terms.corrected, null::bigint, null::numeric, null::numeric;
  end if;

  return query
  -- Products with the same filter values are counted together: there are far fewer kinds of products than products.
  with kinds as materialized (
    select l.filters,
      count(*) filter (where r.in_range and (l.in_stock or p_in_stock is not true)) as products,
      count(*) filter (where r.in_range and l.in_stock) as in_stock,
      min(l.price) filter (where l.in_stock or p_in_stock is not true) as lowest,
      max(l.price) filter (where l.in_stock or p_in_stock is not true) as highest
    from private.product_listing l
    cross join lateral (select l.price between coalesce(p_min_price, 0) and coalesce(p_max_price, 1e9) as in_range) r
    where l.tenant_id = p_tenant_id
      and v_terms.finds_nothing is not true
      and (v_terms.query is null or l.words @@ v_terms.query)
      and (v_terms.product_ids is null or l.product_id = any (v_terms.product_ids))
      and (p_featured is not true or l.featured)
    group by l.filters
  ),
  -- The filters that each of them does not pass.
  judged as materialized (
    select k.*, array_remove(array[
      case when not k.filters && f.category then 'category' end,
      case when not k.filters && f.brand then 'brand' end,
      case when not k.filters && f.size then 'size' end,
      case when not k.filters && f.color then 'color' end,
      case when not k.filters && f.material then 'material' end,
      case when not k.filters && f.gender then 'gender' end,
      case when not k.filters && f.type then 'type' end,
      case when not k.filters && f.on_sale then 'on_sale' end,
      case when not k.filters && f.is_new then 'is_new' end,
      case when not k.filters && f.attribute1 then split_part(f.attribute1[1], ':', 1) end,
      case when not k.filters && f.attribute2 then split_part(f.attribute2[1], ':', 1) end,
      case when not k.filters && f.attribute3 then split_part(f.attribute3[1], ':', 1) end,
      case when not k.filters && f.attribute4 then split_part(f.attribute4[1], ':', 1) end
    ], null) as unmet
    from kinds k
  ),
  counted as (
    select split_part(t, ':', 1) as kind, substr(t, position(':' in t) + 1) as item, sum(j.products)::bigint as n
    from judged j, unnest(j.filters) t
    where j.unmet = '{}' or j.unmet = array[split_part(t, ':', 1)]
    group by t having sum(j.products) > 0
  ),
  listed as (
    select coalesce(sum(j.products), 0)::bigint as products, coalesce(sum(j.in_stock), 0)::bigint as in_stock,
      min(j.lowest) as lowest, max(j.highest) as highest
    from judged j where j.unmet = '{}'
  )
  select 'total', null, null, l.products, null::numeric, null::numeric from listed l
  union all
  select 'in_stock', null, null, l.in_stock, null, null from listed l
  union all
  select 'price', null, null, null, l.lowest, l.highest from listed l
  union all
  select c.kind, nullif(c.item, ''), coalesce(k.name, nullif(c.item, '')), c.n, null, null
  from counted c
  left join public.categories k on c.kind = 'category' and k.tenant_id = p_tenant_id and k.id::text = c.item;
end
$$;

-- Up to three categories and then products for a phrase that somebody is typing: those that have the words in their names,
-- then those that have them elsewhere. Only the newest 300 of each are ranked, since a first letter finds most of a store.
create function public.search_suggestions(p_tenant_id text, p_search text, p_limit integer default 8)
returns table (
  kind text, id uuid, label text, image text, price numeric, original_price numeric, corrected text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_limit integer := least(greatest(coalesce(p_limit, 8), 1), 20);
begin
  if v_terms.query is null and v_terms.product_ids is null then
    return;
  end if;
  return query
  select 'category', c.id, c.name, c.image, null::numeric, null::numeric, v_terms.corrected
  from public.categories c
  where c.tenant_id = p_tenant_id and to_tsvector('pg_catalog.simple', private.words(c.name)) @@ v_terms.query
  order by c.name limit 3;

  return query
  with all_named as materialized (
    select l.product_id, l.words, l.in_stock, l.created_at from private.product_listing l
    where l.tenant_id = p_tenant_id and ts_filter(l.words, '{a}') @@ v_terms.query
  ),
  named as materialized (
    select n.* from all_named n order by n.created_at desc, n.product_id limit 300
  ),
  all_others as materialized (
    select l.product_id, l.words, l.in_stock, l.created_at from private.product_listing l
    where l.tenant_id = p_tenant_id
      and (v_terms.query is null or l.words @@ v_terms.query)
      and (v_terms.product_ids is null or l.product_id = any (v_terms.product_ids))
      and (select count(*) from named) < v_limit
      and not exists (select 1 from named n where n.product_id = l.product_id)
  ),
  others as (
    select o.* from all_others o order by o.created_at desc, o.product_id limit 300
  ),
  best as (
    select s.product_id, ts_rank(s.words, v_terms.query) as rank, s.in_stock, s.created_at
    from (select * from named union all select * from others) s
    order by rank desc nulls last, s.in_stock desc, s.created_at desc, s.product_id
    limit v_limit
  )
  select 'product', p.id, p.name, private.first_picture(p.images), p.price, p.original_price, v_terms.corrected
  from best b join public.products p on p.id = b.product_id
  order by b.rank desc nulls last, b.in_stock desc, b.created_at desc, p.id;
end
$$;

-- Triggers

-- A new product is listed once its variants are there, and anew when one of them is sold out or available again. Every other
-- change of what a listing shows has a new version.
create trigger products_relisted after update on public.products
  for each row when (old.version <> new.version) execute function private.relist_product();

create trigger products_words_added after insert on public.products
  for each row execute function private.add_search_words();

create trigger products_words_changed after update on public.products
  for each row when (old.search is distinct from new.search) execute function private.add_search_words();

-- Grants

grant execute on function
  public.search_products,
  public.product_facets,
  public.search_suggestions
to anon, authenticated;
