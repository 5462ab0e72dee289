-- A page of a listing, the counts of its filters, and suggestions while somebody types.

-- Functions

create function private.text_array(p_values jsonb) returns text[]
language sql immutable as $$
  select case when p_values is not null then array(select jsonb_array_elements_text(p_values)) end
$$;

create function private.filter_values(p_kind text, p_values text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return case when cardinality(p_values) > 0 then array(select p_kind || ':' || value from unnest(p_values[1:100]) value) end;
end
$$;

create function private.chosen_filters(
  p_tenant_id text, p_category_ids uuid[], p_brands text[], p_sizes text[], p_colors text[], p_materials text[],
  p_genders text[],
  p_types text[], p_on_sale boolean, p_new boolean,
  p_attributes text[]
) returns private.chosen_filters
language plpgsql stable set search_path = '' as $$
declare
  v_filters private.chosen_filters;
  v_attributes jsonb := private.chosen_attributes(p_tenant_id, p_attributes);
begin
  v_filters.category := private.filter_values('category', p_category_ids::text[]);
  v_filters.brand := private.filter_values('brand', p_brands);
  v_filters.size := private.filter_values('size', p_sizes);
  v_filters.color := private.filter_values('color', p_colors);
  v_filters.material := private.filter_values('material', p_materials);
  v_filters.gender := private.filter_values('gender', p_genders);
  v_filters.type := private.filter_values('type', p_types);
  v_filters.on_sale := case when p_on_sale then array['on_sale:'] end;
  v_filters.is_new := case when p_new then array['is_new:'] end;
  v_filters.attribute1 := private.text_array(v_attributes -> 0);
  v_filters.attribute2 := private.text_array(v_attributes -> 1);
  v_filters.attribute3 := private.text_array(v_attributes -> 2);
  v_filters.attribute4 := private.text_array(v_attributes -> 3);
  return v_filters;
end
$$;

-- A listing page's products, in order. Planned for each call (force_custom_plan), so that unused filters and sort orders are
-- removed and the rest can use an index.
create function private.listed_ids(
  p_tenant_id text, p_terms private.search_terms, p_filters private.chosen_filters, p_min_price numeric, p_max_price numeric,
  p_in_stock boolean, p_featured boolean, p_sort text, p_limit integer, p_offset integer
) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- Separate variables: the planner does not know that a record's field is null, and would expect a single product.
  v_query constant tsquery := p_terms.query;
  v_whole constant tsquery := p_terms.whole;
  v_product_ids constant uuid[] := p_terms.product_ids;
begin
  return array(
    select product_id
    from private.product_search_index
    where tenant_id = p_tenant_id
      and (v_query is null or words @@ v_query)
      and (v_product_ids is null or product_id = any (v_product_ids))
      and (p_filters.category is null or filters && p_filters.category)
      and (p_filters.brand is null or filters && p_filters.brand)
      and (p_filters.size is null or filters && p_filters.size)
      and (p_filters.color is null or filters && p_filters.color)
      and (p_filters.material is null or filters && p_filters.material)
      and (p_filters.gender is null or filters && p_filters.gender)
      and (p_filters.type is null or filters && p_filters.type)
      and (p_filters.on_sale is null or filters && p_filters.on_sale)
      and (p_filters.is_new is null or filters && p_filters.is_new)
      and (p_filters.attribute1 is null or filters && p_filters.attribute1)
      and (p_filters.attribute2 is null or filters && p_filters.attribute2)
      and (p_filters.attribute3 is null or filters && p_filters.attribute3)
      and (p_filters.attribute4 is null or filters && p_filters.attribute4)
      and (p_min_price is null or highest_price >= p_min_price)
      and (p_max_price is null or price <= p_max_price)
      and (p_min_price is null and p_max_price is null
        or private.is_in_price_range(product_search_index, p_min_price, p_max_price))
      and (p_in_stock is not true or in_stock)
      and (p_featured is not true or featured)
    order by
      case when p_sort = 'relevance' then words @@ v_whole end desc nulls last,
      case when p_sort = 'relevance' then ts_rank(words, v_query) end desc,
      case when p_sort = 'relevance' then in_stock end desc,
      case when p_sort = 'price_asc' then price end,
      case when p_sort = 'price_desc' then price end desc,
      case when p_sort = 'price_desc' then product_id end desc,
      case when p_sort = 'name' then name_key end,
      case when p_sort = 'arabic_name' then arabic_name_key end,
      case when p_sort = 'discount' then discount_percent end desc,
      case when p_sort = 'featured' then featured end desc,
      case when p_sort in ('featured', 'newest', 'relevance') then created_at end desc,
      product_id
    limit least(greatest(coalesce(p_limit, 24), 1), 100) offset greatest(coalesce(p_offset, 0), 0)
  );
end
$$;

-- One page of a listing; `p_language` is the language of the names it is sorted by.
create function public.search_products(
  p_tenant_id text, p_search text default null, p_category_ids uuid[] default null, p_brands text[] default null,
  p_sizes text[] default null, p_colors text[] default null, p_materials text[] default null, p_genders text[] default null,
  p_types text[] default null, p_min_price numeric default null, p_max_price numeric default null,
  p_in_stock boolean default false, p_on_sale boolean default false, p_new boolean default false,
  p_featured boolean default false, p_attributes text[] default null, p_sort text default 'relevance',
  p_limit integer default 24, p_offset integer default 0, p_language text default 'en'
) returns table (
  id uuid, tenant_id text, name text, description text, price numeric, original_price numeric, discount numeric,
  min_price numeric, max_price numeric, images jsonb, videos jsonb, unit text, stock integer, featured boolean,
  is_new boolean, category_id uuid, category_name text, type text, size text, color text, material text, brand text,
  gender text, attributes jsonb, rating numeric, review_count integer, created_at timestamptz, updated_at timestamptz,
  version integer, translations jsonb, page_slugs jsonb
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_filters private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_sort text := case
    when p_sort = 'name' and p_language = 'ar' then 'arabic_name'
    when p_sort in ('price_asc', 'price_desc', 'name', 'discount', 'newest') then p_sort
    when v_terms.query is not null and p_sort is distinct from 'featured' then 'relevance'
    else 'featured'
  end;
begin
  if v_terms.finds_nothing or p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  return query
  select products.id, products.tenant_id, products.name, products.description, products.price, products.original_price,
    products.discount, products.min_price, products.max_price, products.images, products.videos, products.unit, products.stock,
    products.featured, products.is_new, products.category_id, categories.name, products.type, products.size, products.color,
    products.material, products.brand, products.gender, products.attributes, products.rating, products.review_count,
    products.created_at, products.updated_at, products.version, products.translations, products.page_slugs
  from unnest(private.listed_ids(p_tenant_id, v_terms, v_filters, p_min_price, p_max_price, p_in_stock, p_featured, v_sort,
    p_limit, p_offset)) with ordinality as page (id, place)
  join public.products on products.id = page.id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  order by page.place;
end
$$;

-- The names of the filters that these values fail.
create function private.unmet_filters(p_has text[], p_filters private.chosen_filters) returns text[]
language sql immutable as $$
  select array_remove(array[
    case when not p_has && p_filters.category then 'category' end,
    case when not p_has && p_filters.brand then 'brand' end,
    case when not p_has && p_filters.size then 'size' end,
    case when not p_has && p_filters.color then 'color' end,
    case when not p_has && p_filters.material then 'material' end,
    case when not p_has && p_filters.gender then 'gender' end,
    case when not p_has && p_filters.type then 'type' end,
    case when not p_has && p_filters.on_sale then 'on_sale' end,
    case when not p_has && p_filters.is_new then 'is_new' end,
    case when not p_has && p_filters.attribute1 then split_part(p_filters.attribute1[1], ':', 1) end,
    case when not p_has && p_filters.attribute2 then split_part(p_filters.attribute2[1], ':', 1) end,
    case when not p_has && p_filters.attribute3 then split_part(p_filters.attribute3[1], ':', 1) end,
    case when not p_has && p_filters.attribute4 then split_part(p_filters.attribute4[1], ':', 1) end
  ], null)
$$;

-- For each value of each filter, how many products would remain, ignoring the filter's own selection. Attributes are identified by
-- id. 'total' and 'in_stock' count the listing itself; 'price' is its lowest and highest price, whatever price range is selected;
-- 'corrected' is the phrase that replaced a misspelled one, and 'any_word' says that no product has all of its words.
create function public.product_facets(
  p_tenant_id text, p_search text default null, p_category_ids uuid[] default null, p_brands text[] default null,
  p_sizes text[] default null, p_colors text[] default null, p_materials text[] default null, p_genders text[] default null,
  p_types text[] default null, p_min_price numeric default null, p_max_price numeric default null,
  p_in_stock boolean default false, p_on_sale boolean default false, p_new boolean default false,
  p_featured boolean default false, p_attributes text[] default null
) returns table (facet text, value text, label text, products bigint, lowest numeric, highest numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_filters private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  -- As in listed_ids.
  v_query constant tsquery := v_terms.query;
  v_product_ids constant uuid[] := v_terms.product_ids;
begin
  if p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  if v_terms.corrected is not null then
    return query select 'corrected', v_terms.corrected, v_terms.corrected, null::bigint, null::numeric, null::numeric;
  end if;
  if v_terms.any_word then
    return query select 'any_word', null, null, null::bigint, null::numeric, null::numeric;
  end if;

  return query
  -- Counts products with equal filter values together: there are far fewer combinations than products.
  with kinds as materialized (
    select product_search_index.filters,
      count(*) filter (where priced.in_range and (product_search_index.in_stock or p_in_stock is not true)) as products,
      count(*) filter (where priced.in_range and product_search_index.in_stock) as in_stock,
      min(product_search_index.price) filter (where product_search_index.in_stock or p_in_stock is not true) as lowest,
      max(product_search_index.highest_price) filter (where product_search_index.in_stock or p_in_stock is not true) as highest
    from private.product_search_index
    cross join lateral (select private.is_in_price_range(product_search_index, p_min_price, p_max_price) as in_range) priced
    where product_search_index.tenant_id = p_tenant_id
      and v_terms.finds_nothing is not true
      and (v_query is null or product_search_index.words @@ v_query)
      and (v_product_ids is null or product_search_index.product_id = any (v_product_ids))
      and (p_featured is not true or product_search_index.featured)
    group by product_search_index.filters
  ),
  -- The filters that each combination does not pass.
  judged as materialized (
    select kinds.*, private.unmet_filters(kinds.filters, v_filters) as unmet
    from kinds
  ),
  counted as (
    select split_part(term, ':', 1) as kind, substr(term, position(':' in term) + 1) as item,
      sum(judged.products)::bigint as how_many
    from judged, unnest(judged.filters) term
    where judged.unmet = '{}' or judged.unmet = array[split_part(term, ':', 1)]
    group by term having sum(judged.products) > 0
  ),
  listed as (
    select coalesce(sum(judged.products), 0)::bigint as products, coalesce(sum(judged.in_stock), 0)::bigint as in_stock,
      min(judged.lowest) as lowest, max(judged.highest) as highest
    from judged where judged.unmet = '{}'
  )
  select 'total', null, null, listed.products, null::numeric, null::numeric from listed
  union all
  select 'in_stock', null, null, listed.in_stock, null, null from listed
  union all
  select 'price', null, null, null, listed.lowest, listed.highest from listed
  union all
  select counted.kind, nullif(counted.item, ''), coalesce(categories.name, nullif(counted.item, '')), counted.how_many, null, null
  from counted
  left join public.categories on counted.kind = 'category' and categories.tenant_id = p_tenant_id
    and categories.id::text = counted.item;
end
$$;

-- Up to three categories and then products for a phrase being typed: first matches in names, then others. Only the newest 300 of
-- each are ranked, since a first letter matches most of a store.
create function public.search_suggestions(p_tenant_id text, p_search text, p_limit integer default 8)
returns table (
  kind text, id uuid, label text, image text, price numeric, max_price numeric, original_price numeric, corrected text,
  translations jsonb, page_slugs jsonb
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_limit integer := least(greatest(coalesce(p_limit, 8), 1), 20);
begin
  if v_terms.query is null and v_terms.product_ids is null or p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  return query
  select 'category', categories.id, categories.name, categories.image, null::numeric, null::numeric, null::numeric,
    v_terms.corrected, categories.translations, categories.page_slugs
  from public.categories
  where categories.tenant_id = p_tenant_id and to_tsvector('pg_catalog.simple', private.words(concat_ws(' ',
    categories.name, private.translated_texts(categories.translations, 'name')))) @@ v_terms.query
  order by categories.name limit 3;

  return query
  with all_named as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id and ts_filter(product_search_index.words, '{a}') @@ v_terms.query
  ),
  named as materialized (
    select * from all_named order by all_named.created_at desc, all_named.product_id limit 300
  ),
  all_others as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id
      and (v_terms.query is null or product_search_index.words @@ v_terms.query)
      and (v_terms.product_ids is null or product_search_index.product_id = any (v_terms.product_ids))
      and (select count(*) from named) < v_limit
      and not exists (select 1 from named where named.product_id = product_search_index.product_id)
  ),
  others as (
    select * from all_others order by all_others.created_at desc, all_others.product_id limit 300
  ),
  best as (
    select found.product_id, found.words @@ v_terms.whole as is_whole, ts_rank(found.words, v_terms.query) as rank,
      found.in_stock, found.created_at
    from (select * from named union all select * from others) found
    order by is_whole desc nulls last, rank desc nulls last, found.in_stock desc, found.created_at desc, found.product_id
    limit v_limit
  )
  select 'product', products.id, products.name, private.first_picture(products.images), products.min_price, products.max_price,
    case when products.min_price = products.price then products.original_price end, v_terms.corrected,
    products.translations, products.page_slugs
  from best join public.products on products.id = best.product_id
  order by best.is_whole desc nulls last, best.rank desc nulls last, best.in_stock desc, best.created_at desc, products.id;
end
$$;

-- Grants

grant execute on function public.search_products, public.product_facets, public.search_suggestions to anon, authenticated;
