-- Listings and the counts of their filters are read from the appended counts, with statements that are planned once for a
-- connection: to plan them took most of the time that a small shop's listing took.

-- Filters ----------------------------------------------------------------------------------------

create or replace function private.tokens(p_kind text, p_values text[]) returns text[]
language plpgsql immutable as $$
begin
  if cardinality(p_values) > 0 then
    return array(select p_kind || ':' || v from unnest(p_values[1:100]) v);
  end if;
  return null;
end
$$;

-- Functions in SQL are planned anew for each request. Prices beyond what a product may cost are all one.
create or replace function private.shelf_filters(
  p_tenant_id text, p_category_ids uuid[], p_brands text[], p_sizes text[], p_colors text[], p_materials text[],
  p_genders text[], p_types text[], p_min_price numeric, p_max_price numeric, p_in_stock boolean, p_on_sale boolean,
  p_new boolean, p_featured boolean
) returns private.shelf_filters
language plpgsql immutable as $$
declare
  f private.shelf_filters;
begin
  f.tenant_id := p_tenant_id;
  f.category := private.tokens('category', p_category_ids::text[]);
  f.brand := private.tokens('brand', p_brands);
  f.size := private.tokens('size', p_sizes);
  f.color := private.tokens('color', p_colors);
  f.material := private.tokens('material', p_materials);
  f.gender := private.tokens('gender', p_genders);
  f.type := private.tokens('type', p_types);
  f.on_sale := coalesce(p_on_sale, false);
  f.is_new := coalesce(p_new, false);
  f.featured := coalesce(p_featured, false);
  f.in_stock := coalesce(p_in_stock, false);
  f.min_price := case when p_min_price is not null then greatest(least(p_min_price, 1e9), 0) end;
  f.max_price := case when p_max_price is not null then greatest(least(p_max_price, 1e9), -1) end;
  return f;
end
$$;

-- The condition that keeps a page to the sets which pass their filters; nothing when all do. Where words are looked for,
-- their index finds the products: sets may hold most of a shop.
create or replace function private.set_condition(f private.shelf_filters, p_by_word boolean) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(private.unmet('{}', f)) = 0 then
    return '';
  end if;
  return format(' and s.set_id%s = any (%L::integer[])', case when p_by_word then ' + 0' end, array(
    select c.id from private.shelf_sets c where c.tenant_id = f.tenant_id and cardinality(private.unmet(c.tokens, f)) = 0
  ));
end
$$;

-- Listings ---------------------------------------------------------------------------------------

create or replace function public.search_products(
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
  p_sort text default 'relevance',
  p_limit integer default 24,
  p_offset integer default 0
) returns table (
  id uuid, tenant_id text, name text, description text, price numeric, original_price numeric, discount numeric,
  images jsonb, videos jsonb, unit text, stock integer, featured boolean, is_new boolean, category_id uuid,
  category_name text, type text, size text, color text, material text, brand text, gender text, rating numeric,
  review_count integer, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.shelf_filters := private.shelf_filters(
    p_tenant_id, p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_min_price, p_max_price,
    p_in_stock, p_on_sale, p_new, p_featured
  );
  u private.understood;
  v_where text;
  v_page text := format(
    ' limit %s offset %s', least(greatest(coalesce(p_limit, 24), 1), 100), greatest(coalesce(p_offset, 0), 0));
  v_sort text := coalesce(p_sort, 'relevance');
  v_ids uuid[];
begin
  if p_search <> '' then
    u := private.understand(p_tenant_id, p_search);
  end if;
  if u.nothing then
    return;
  end if;
  v_where := private.shelf_condition(f, u) || private.set_condition(f, u.query is not null)
    || case when f.in_stock then ' and s.in_stock' else '' end;
  if u.query is not null and v_sort = 'relevance' then
    execute format(
      'select array(
        select s.product_id from private.shelf s where %s
        order by ts_rank(s.words, %L::tsquery) desc, s.in_stock desc, s.created_at desc, s.product_id %s
      )', v_where, u.query, v_page) into v_ids;
  else
    execute format(
      'select array(select s.product_id from private.shelf s where %s order by %s %s)', v_where,
      case v_sort
        when 'price_asc' then 's.price, s.product_id'
        when 'price_desc' then 's.price desc, s.product_id desc'
        when 'name' then 's.name_key, s.product_id'
        when 'saving' then 's.saving desc, s.product_id'
        when 'newest' then 's.created_at desc, s.product_id'
        else 's.featured desc, s.created_at desc, s.product_id'
      end, v_page) into v_ids;
  end if;

  return query
  select p.id, p.tenant_id, p.name, p.description, p.price, p.original_price, p.discount, p.images, p.videos, p.unit,
    p.stock, p.featured, p.is_new, p.category_id, c.name, p.type, p.size, p.color, p.material, p.brand, p.gender, p.rating,
    p.review_count, p.created_at, p.updated_at
  from unnest(v_ids) with ordinality as page (id, n)
  join public.products p on p.id = page.id
  left join public.categories c on c.tenant_id = p.tenant_id and c.id = p.category_id
  order by page.n;
end
$$;

create or replace function public.product_facets(
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
  p_featured boolean default false
) returns table (facet text, value text, label text, products bigint, lowest numeric, highest numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  f private.shelf_filters := private.shelf_filters(
    p_tenant_id, p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_min_price, p_max_price,
    p_in_stock, p_on_sale, p_new, p_featured
  );
  u private.understood;
  v_sets text;
begin
  if p_search <> '' then
    u := private.understand(p_tenant_id, p_search);
  end if;
  if u.nothing then
    return query
    select n.kind, null::text, null::text, 0::bigint, null::numeric, null::numeric
    from (values ('total'), ('in_stock')) n (kind);
    return;
  end if;
  if u.corrected is not null then
    return query select 'corrected', u.corrected, u.corrected, null::bigint, null::numeric, null::numeric;
  end if;

  return query
  with sets as materialized (
    select c.tokens, private.unmet(c.tokens, f) as unmet, b.in_stock,
      case when f.in_stock then b.in_stock else b.products end as products
    from private.shelf_by_set(f, u) b join private.shelf_sets c on c.id = b.set_id
  ),
  counted as (
    select split_part(t, ':', 1) as kind, substr(t, position(':' in t) + 1) as item, sum(s.products) as n
    from sets s, unnest(s.tokens) t
    where s.unmet = '{}' or s.unmet = array[split_part(t, ':', 1)]
    group by t having sum(s.products) > 0
  )
  select 'total', null, null, coalesce(sum(s.products) filter (where s.unmet = '{}'), 0)::bigint, null::numeric,
    null::numeric
  from sets s
  union all
  select 'in_stock', null, null, coalesce(sum(s.in_stock) filter (where s.unmet = '{}'), 0)::bigint, null, null from sets s
  union all
  select c.kind, nullif(c.item, ''), coalesce(k.name, nullif(c.item, '')), c.n::bigint, null, null
  from counted c
  left join public.categories k on c.kind = 'category' and k.tenant_id = p_tenant_id and k.id::text = c.item;

  v_sets := private.set_condition(f, u.query is not null);
  if u.query is null and u.ids is null and not f.featured and v_sets = '' then
    return query
    select 'price', null::text, null::text, null::bigint,
      (select s.price from private.shelf s
        where s.tenant_id = p_tenant_id and (s.in_stock or not f.in_stock) order by s.price limit 1),
      (select s.price from private.shelf s
        where s.tenant_id = p_tenant_id and (s.in_stock or not f.in_stock) order by s.price desc limit 1);
    return;
  end if;
  return query execute format(
    'select ''price'', null::text, null::text, null::bigint,
      (select s.price from private.shelf s where %1$s order by s.price limit 1),
      (select s.price from private.shelf s where %1$s order by s.price desc limit 1)',
    private.shelf_condition(f, u, false) || v_sets || case when f.in_stock then ' and s.in_stock' else '' end);
end
$$;

-- What nothing reads any more.
drop function private.shelf_by_set(private.shelf_filters, private.understood, boolean);
drop table private.shelf_prices;
drop index private.shelf_sold_out;
alter table private.shelf_sets drop column products;
