-- Listing, filters with their counts, search that forgives typing errors, and suggestions, all from the shelf.

-- Helpers ----------------------------------------------------------------------------------------

-- Products whose description alone has the words. The planner takes a short list for a reason to read the whole table.
create function private.described(p_tenant_id text, p_query tsquery) returns uuid[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
  select array(
    select p.id from public.products p where p.tenant_id = p_tenant_id and p.is_active and p.search @@ p_query limit 500
  )
$$;

create function private.on_shelf(p_tenant_id text, p_query tsquery) returns boolean
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
  select exists (select 1 from private.shelf s where s.tenant_id = p_tenant_id and s.words @@ p_query)
$$;

create type private.understood as (
  -- What to look for; null when nothing was asked.
  query tsquery,
  -- Found by their description alone, when no name holds the words.
  ids uuid[],
  -- The words that were looked for instead of misspelt ones.
  corrected text,
  nothing boolean
);

-- What somebody means by what they typed, word beginnings included. Words the store does not know are looked for in the
-- descriptions, then replaced by the known ones most like them.
create function private.understand(p_tenant_id text, p_text text) returns private.understood
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.understood;
  v_words text[] := (string_to_array(btrim(private.words(left(p_text, 200))), ' '))[1:8];
  v_word text;
  v_known boolean[] := '{}';
  v_alike text[];
  v_parts text[] := '{}';
  v_shown text[] := '{}';
begin
  if coalesce(btrim(p_text), '') = '' then
    return v;
  end if;
  v_words := array_remove(v_words, '');
  if coalesce(cardinality(v_words), 0) = 0 then
    v.nothing := true;
    return v;
  end if;
  v.query := (select string_agg(quote_literal(w) || ':*', ' & ') from unnest(v_words) w)::tsquery;
  foreach v_word in array v_words loop
    v_known := v_known || exists (
      select 1 from private.shelf_words w where w.tenant_id = p_tenant_id and w.word like v_word || '%'
    );
  end loop;
  if true = all (v_known) and (cardinality(v_words) = 1 or private.on_shelf(p_tenant_id, v.query)) then
    return v;
  end if;

  v.ids := private.described(p_tenant_id, v.query);
  if cardinality(v.ids) > 0 then
    v.query := null;
    return v;
  end if;
  v.ids := null;

  for i in 1 .. cardinality(v_words) loop
    v_alike := case when v_known[i] then array[v_words[i] || ':*'] else array(
      select a.word from (
        select w.word, extensions.similarity(w.word, v_words[i]) as likeness
        from private.shelf_words w
        where w.tenant_id = p_tenant_id and w.word operator(extensions.%) v_words[i]
      ) a
      order by a.likeness desc, abs(length(a.word) - length(v_words[i])), a.word limit 2
    ) end;
    if cardinality(v_alike) > 0 then
      v_parts := v_parts || ('(' || array_to_string(v_alike, ' | ') || ')');
      v_shown := v_shown || rtrim(v_alike[1], ':*');
    end if;
  end loop;
  if cardinality(v_parts) = 0 then
    v.query := null;
    v.nothing := true;
    return v;
  end if;
  v.corrected := nullif(array_to_string(v_shown, ' '), array_to_string(v_words, ' '));
  v.query := array_to_string(v_parts, ' & ')::tsquery;
  if cardinality(v_parts) > 1 and not private.on_shelf(p_tenant_id, v.query) then
    v.query := array_to_string(v_parts, ' | ')::tsquery;
  end if;
  return v;
end
$$;

create type private.shelf_filters as (
  tenant_id text, category text[], brand text[], size text[], color text[], material text[], gender text[], type text[],
  on_sale boolean, is_new boolean, featured boolean, in_stock boolean, min_price numeric, max_price numeric
);

-- The kinds of filters that a set of tokens does not pass.
create function private.unmet(p_tokens text[], f private.shelf_filters) returns text[]
language sql immutable as $$
  select array_remove(array[
    case when cardinality(f.category) > 0 and not p_tokens && f.category then 'category' end,
    case when cardinality(f.brand) > 0 and not p_tokens && f.brand then 'brand' end,
    case when cardinality(f.size) > 0 and not p_tokens && f.size then 'size' end,
    case when cardinality(f.color) > 0 and not p_tokens && f.color then 'color' end,
    case when cardinality(f.material) > 0 and not p_tokens && f.material then 'material' end,
    case when cardinality(f.gender) > 0 and not p_tokens && f.gender then 'gender' end,
    case when cardinality(f.type) > 0 and not p_tokens && f.type then 'type' end,
    case when f.on_sale and not p_tokens && '{on_sale:}' then 'on_sale' end,
    case when f.is_new and not p_tokens && '{is_new:}' then 'is_new' end
  ], null)
$$;

create function private.tokens(p_kind text, p_values text[]) returns text[]
language sql immutable as $$ select array(select p_kind || ':' || v from unnest(p_values[1:100]) v) $$;

create function private.shelf_filters(
  p_tenant_id text, p_category_ids uuid[], p_brands text[], p_sizes text[], p_colors text[], p_materials text[],
  p_genders text[], p_types text[], p_min_price numeric, p_max_price numeric, p_in_stock boolean, p_on_sale boolean,
  p_new boolean, p_featured boolean
) returns private.shelf_filters
language sql immutable as $$
  select row(
    p_tenant_id, private.tokens('category', p_category_ids::text[]), private.tokens('brand', p_brands),
    private.tokens('size', p_sizes), private.tokens('color', p_colors), private.tokens('material', p_materials),
    private.tokens('gender', p_genders), private.tokens('type', p_types), coalesce(p_on_sale, false),
    coalesce(p_new, false), coalesce(p_featured, false), coalesce(p_in_stock, false), p_min_price, p_max_price
  )::private.shelf_filters
$$;

-- The part of the filters that sets do not hold, as a condition on `private.shelf s`.
create function private.shelf_condition(f private.shelf_filters, u private.understood, p_price boolean default true)
returns text
language sql stable as $$
  select format('s.tenant_id = %L', f.tenant_id)
    || case when u.query is not null then format(' and s.words @@ %L::tsquery', u.query) else '' end
    || case when u.ids is not null then format(' and s.product_id = any (%L::uuid[])', u.ids) else '' end
    || case when f.featured then ' and s.featured' else '' end
    || case when p_price and f.min_price is not null then format(' and s.price >= %L', f.min_price) else '' end
    || case when p_price and f.max_price is not null then format(' and s.price <= %L', f.max_price) else '' end
$$;

-- How many products of each set pass what sets do not hold, all of them and those in stock. Without such a filter
-- nothing is scanned but the sold-out ones.
create function private.shelf_by_set(f private.shelf_filters, u private.understood)
returns table (set_id integer, products bigint, in_stock bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if u.query is null and u.ids is null and not f.featured and f.min_price is null and f.max_price is null then
    return query
    select c.id, c.products, c.products - coalesce(o.n, 0)
    from private.shelf_sets c
    left join (
      select s.set_id, count(*) as n from private.shelf s where s.tenant_id = f.tenant_id and not s.in_stock
      group by s.set_id
    ) o on o.set_id = c.id
    where c.tenant_id = f.tenant_id and c.products > 0;
  else
    return query execute format(
      'select s.set_id, count(*), count(*) filter (where s.in_stock) from private.shelf s where %s group by s.set_id',
      private.shelf_condition(f, u));
  end if;
end
$$;

-- The condition that keeps a page to the sets which pass their filters; nothing when all do.
create function private.set_condition(f private.shelf_filters) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(private.unmet('{}', f)) = 0 then
    return '';
  end if;
  return format(' and s.set_id = any (%L::integer[])', array(
    select c.id from private.shelf_sets c
    where c.tenant_id = f.tenant_id and c.products > 0 and cardinality(private.unmet(c.tokens, f)) = 0
  ));
end
$$;

-- Public functions -------------------------------------------------------------------------------

-- One page of a store's products with the number of all that match. p_sort: relevance | newest | price_asc |
-- price_desc | name | saving | featured. Filters of one kind widen each other, kinds narrow each other.
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
  p_sort text default 'relevance',
  p_limit integer default 24,
  p_offset integer default 0
) returns table (
  id uuid, tenant_id text, name text, description text, price numeric, original_price numeric, discount numeric,
  images jsonb, videos jsonb, unit text, stock integer, featured boolean, is_new boolean, category_id uuid,
  category_name text, type text, size text, color text, material text, brand text, gender text, rating numeric,
  review_count integer, created_at timestamptz, updated_at timestamptz, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.shelf_filters := private.shelf_filters(
    p_tenant_id, p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_min_price, p_max_price,
    p_in_stock, p_on_sale, p_new, p_featured
  );
  u private.understood := private.understand(p_tenant_id, p_search);
  v_where text := private.shelf_condition(f, u) || private.set_condition(f)
    || case when f.in_stock then ' and s.in_stock' else '' end;
  v_page text := format(
    ' limit %s offset %s', least(greatest(coalesce(p_limit, 24), 1), 100), greatest(coalesce(p_offset, 0), 0));
  v_sort text := coalesce(p_sort, 'relevance');
  v_total bigint;
  v_ids uuid[];
begin
  if u.nothing then
    return;
  end if;
  if u.query is not null and v_sort = 'relevance' then
    execute format(
      'with found as materialized (
        select s.product_id, ts_rank(s.words, %L::tsquery) as rank, s.in_stock, s.created_at from private.shelf s where %s
      )
      select (select count(*) from found),
        array(select product_id from found order by rank desc, in_stock desc, created_at desc, product_id %s)',
      u.query, v_where, v_page) into v_total, v_ids;
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
    select sum(case when f.in_stock then b.in_stock else b.products end) into v_total
    from private.shelf_by_set(f, u) b join private.shelf_sets c on c.id = b.set_id
    where cardinality(private.unmet(c.tokens, f)) = 0;
  end if;

  return query
  select p.id, p.tenant_id, p.name, p.description, p.price, p.original_price, p.discount, p.images, p.videos, p.unit,
    p.stock, p.featured, p.is_new, p.category_id, c.name, p.type, p.size, p.color, p.material, p.brand, p.gender, p.rating,
    p.review_count, p.created_at, p.updated_at, v_total
  from unnest(v_ids) with ordinality as page (id, n)
  join public.products p on p.id = page.id
  left join public.categories c on c.tenant_id = p.tenant_id and c.id = p.category_id
  order by page.n;
end
$$;

-- How many products each filter value would leave, the other kinds of filters applied. Rows: 'total'; 'category',
-- 'brand', 'size', 'color', 'material', 'gender', 'type' with their values; 'in_stock', 'on_sale', 'is_new'; 'price' with
-- the lowest and highest; 'corrected' with the words that were looked for instead of misspelt ones.
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
  p_featured boolean default false
) returns table (facet text, value text, label text, products bigint, lowest numeric, highest numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.shelf_filters := private.shelf_filters(
    p_tenant_id, p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_min_price, p_max_price,
    p_in_stock, p_on_sale, p_new, p_featured
  );
  u private.understood := private.understand(p_tenant_id, p_search);
  v_where text := private.shelf_condition(f, u, false) || private.set_condition(f)
    || case when f.in_stock then ' and s.in_stock' else '' end;
begin
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

  return query execute format(
    'select ''price'', null::text, null::text, null::bigint,
      (select s.price from private.shelf s where %1$s order by s.price limit 1),
      (select s.price from private.shelf s where %1$s order by s.price desc limit 1)', v_where);
end
$$;

-- What somebody may mean while typing: categories, then products, with a picture and a price.
create function public.search_suggestions(p_tenant_id text, p_search text, p_limit integer default 8)
returns table (
  kind text, id uuid, label text, image text, price numeric, original_price numeric, corrected text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  u private.understood := private.understand(p_tenant_id, p_search);
begin
  if u.query is null and u.ids is null then
    return;
  end if;
  return query
  select 'category', c.id, c.name, c.image, null::numeric, null::numeric, u.corrected
  from public.categories c
  where c.tenant_id = p_tenant_id and to_tsvector('pg_catalog.simple', private.words(c.name)) @@ u.query
  order by c.name limit 3;
  return query execute format(
    'with found as materialized (
      select s.product_id, ts_rank(s.words, %L::tsquery) as rank, s.in_stock, s.created_at from private.shelf s where %s
    )
    select ''product'', p.id, p.name, private.first_picture(p.images), p.price, p.original_price, $1
    from (
      select * from found order by rank desc nulls last, in_stock desc, created_at desc, product_id limit $2
    ) best
    join public.products p on p.id = best.product_id
    order by best.rank desc nulls last, best.in_stock desc, best.created_at desc, p.id',
    u.query, private.shelf_condition((row(p_tenant_id, null, null, null, null, null, null, null, false, false, false, false,
      null, null))::private.shelf_filters, u))
    using u.corrected, least(greatest(coalesce(p_limit, 8), 1), 20);
end
$$;

grant execute on function public.search_products(
  text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean,
  text, integer, integer
) to anon, authenticated, service_role;
grant execute on function public.product_facets(
  text, text, uuid[], text[], text[], text[], text[], text[], text[], numeric, numeric, boolean, boolean, boolean, boolean
) to anon, authenticated, service_role;
grant execute on function public.search_suggestions(text, text, integer) to anon, authenticated, service_role;
