-- Listing, filtering and searching read a narrow row a product, so that counting a whole catalogue stays quick, and take
-- the products themselves only for the page that is shown.

create extension if not exists btree_gin with schema extensions;

-- Tables -----------------------------------------------------------------------------------------

-- One row for each product on sale. `tokens` are its filters: 'size:M', 'color:Black', 'category:<id>', 'sale:', …
create table private.shelf (
  product_id uuid primary key references public.products (id) on delete cascade,
  tenant_id text not null,
  category_id uuid,
  price numeric(12, 2) not null,
  saving numeric not null,
  name_key text not null,
  featured boolean not null,
  in_stock boolean not null,
  created_at timestamptz not null,
  tokens text[] not null,
  words tsvector not null
);
create index shelf_newest on private.shelf (tenant_id, created_at desc, product_id);
create index shelf_by_price on private.shelf (tenant_id, price, product_id);
create index shelf_by_name on private.shelf (tenant_id, name_key, product_id);
create index shelf_by_saving on private.shelf (tenant_id, saving desc, product_id);
create index shelf_by_category on private.shelf (tenant_id, category_id, created_at desc, product_id);
create index shelf_featured on private.shelf (tenant_id, featured desc, created_at desc, product_id);
create index shelf_sold_out on private.shelf (tenant_id) where not in_stock;
create index shelf_found on private.shelf using gin (tenant_id, words, tokens);

-- How many products carry each token, so that the first page of a shop counts nothing. 'all:' is the whole shelf.
create table private.shelf_counts (
  tenant_id text not null,
  token text not null,
  products bigint not null,
  primary key (tenant_id, token)
) with (fillfactor = 70);

-- The words a store's products are found by; a word that nobody wrote right is looked for here.
create table private.shelf_words (
  tenant_id text not null,
  word text not null,
  primary key (tenant_id, word)
);
create index shelf_words_prefix on private.shelf_words (tenant_id, word text_pattern_ops);
create index shelf_words_alike on private.shelf_words using gin (tenant_id, word extensions.gin_trgm_ops);

alter table private.shelf enable row level security;
alter table private.shelf_counts enable row level security;
alter table private.shelf_words enable row level security;

-- Triggers ---------------------------------------------------------------------------------------

create function private.shelf_tokens(p public.products) returns text[]
language sql immutable as $$
  select array(
    select 'category:' || p.category_id where p.category_id is not null
    union select 'brand:' || btrim(p.brand) where btrim(p.brand) <> ''
    union select 'size:' || v from unnest(p.sizes) v
    union select 'color:' || v from unnest(p.colors) v
    union select 'material:' || v from unnest(p.materials) v
    union select 'gender:' || v from unnest(p.genders) v
    union select 'type:' || v from unnest(p.types) v
    union select 'sale:' where p.on_sale
    union select 'new:' where p.is_new
    union select 'all:'
  )
$$;

create function private.shelf_saving(p public.products) returns numeric
language sql immutable as $$
  select case
    when p.original_price > p.price then round((p.original_price - p.price) / p.original_price * 100)
    else coalesce(p.discount, 0)
  end
$$;

create function private.products_shelved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.shelf (
    product_id, tenant_id, category_id, price, saving, name_key, featured, in_stock, created_at, tokens, words
  )
  select p.id, p.tenant_id, p.category_id, p.price, private.shelf_saving(p), left(private.fold(p.name), 60), p.featured,
    p.stock > 0, p.created_at, private.shelf_tokens(p), ts_filter(p.search, '{a,b,c}')
  from added a join public.products p on p.id = a.id
  where p.is_active;
  insert into private.shelf_words (tenant_id, word)
  select distinct a.tenant_id, w.lexeme from added a, unnest(ts_filter(a.search, '{a,b}')) w
  where length(w.lexeme) between 3 and 40
  order by 1, 2
  on conflict do nothing;
  return null;
end
$$;

create function private.product_reshelved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_active then
    delete from private.shelf where product_id = new.id;
    return null;
  end if;
  insert into private.shelf as s (
    product_id, tenant_id, category_id, price, saving, name_key, featured, in_stock, created_at, tokens, words
  ) values (
    new.id, new.tenant_id, new.category_id, new.price, private.shelf_saving(new), left(private.fold(new.name), 60),
    new.featured, new.stock > 0, new.created_at, private.shelf_tokens(new), ts_filter(new.search, '{a,b,c}')
  )
  on conflict (product_id) do update set
    tenant_id = excluded.tenant_id, category_id = excluded.category_id, price = excluded.price,
    saving = excluded.saving, name_key = excluded.name_key, featured = excluded.featured, in_stock = excluded.in_stock,
    created_at = excluded.created_at, tokens = excluded.tokens, words = excluded.words;
  if old.search is distinct from new.search then
    insert into private.shelf_words (tenant_id, word)
    select new.tenant_id, w.lexeme from unnest(ts_filter(new.search, '{a,b}')) w
    where length(w.lexeme) between 3 and 40
    on conflict do nothing;
  end if;
  return null;
end
$$;

create function private.product_sold_out() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.shelf set in_stock = new.stock > 0 where product_id = new.id;
  return null;
end
$$;

create trigger products_shelved after insert on public.products
  referencing new table as added for each statement execute function private.products_shelved();
create trigger products_reshelved
  after update of category_id, name, description, price, original_price, discount, featured, is_new, is_active, type, size,
    color, material, brand, gender, created_at, tenant_id
  on public.products for each row
  when (
    (old.category_id, old.price, old.original_price, old.discount, old.name, old.featured, old.is_active, old.created_at,
      old.brand, old.types, old.sizes, old.colors, old.materials, old.genders, old.is_new, old.search)
    is distinct from
    (new.category_id, new.price, new.original_price, new.discount, new.name, new.featured, new.is_active, new.created_at,
      new.brand, new.types, new.sizes, new.colors, new.materials, new.genders, new.is_new, new.search)
  )
  execute function private.product_reshelved();
create trigger products_sold_out after update of stock on public.products
  for each row when ((old.stock > 0) <> (new.stock > 0)) execute function private.product_sold_out();

create function private.shelf_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.shelf_counts as c (tenant_id, token, products)
    select s.tenant_id, t, count(*) from changed s, unnest(s.tokens) t group by 1, 2 order by 1, 2
    on conflict (tenant_id, token) do update set products = c.products + excluded.products;
  else
    insert into private.shelf_counts as c (tenant_id, token, products)
    select s.tenant_id, t, -count(*) from changed s, unnest(s.tokens) t group by 1, 2 order by 1, 2
    on conflict (tenant_id, token) do update set products = c.products + excluded.products;
  end if;
  return null;
end
$$;

create function private.shelf_recounted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.shelf_counts as c (tenant_id, token, products)
  select old.tenant_id, d.token, sum(d.n)
  from (
    select unnest(new.tokens) as token, 1 as n
    union all
    select unnest(old.tokens), -1
  ) d
  group by d.token having sum(d.n) <> 0 order by d.token
  on conflict (tenant_id, token) do update set products = c.products + excluded.products;
  return null;
end
$$;

create trigger shelf_counted_in after insert on private.shelf
  referencing new table as changed for each statement execute function private.shelf_counted();
create trigger shelf_counted_out after delete on private.shelf
  referencing old table as changed for each statement execute function private.shelf_counted();
create trigger shelf_recounted after update of tokens on private.shelf
  for each row when (old.tokens <> new.tokens) execute function private.shelf_recounted();

-- Helpers ----------------------------------------------------------------------------------------

-- The full-text query for what somebody typed, word beginnings included. When nothing is found by it, each word the
-- store does not know is replaced by the known ones most like it; then `corrected` is what was looked for instead.
create function private.understand(p_tenant_id text, p_text text, out query tsquery, out corrected text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_words text[] := (string_to_array(btrim(private.words(left(p_text, 200))), ' '))[1:8];
  v_word text;
  v_alike text[];
  v_parts text[] := '{}';
  v_shown text[] := '{}';
begin
  if coalesce(cardinality(v_words), 0) = 0 or v_words[1] = '' then
    return;
  end if;
  query := (select string_agg(quote_literal(w) || ':*', ' & ') from unnest(v_words) w)::tsquery;
  if exists (select 1 from private.shelf s where s.tenant_id = p_tenant_id and s.words @@ query) then
    return;
  end if;
  foreach v_word in array v_words loop
    if exists (
      select 1 from private.shelf_words w where w.tenant_id = p_tenant_id and w.word like v_word || '%'
    ) then
      v_alike := array[v_word];
    else
      v_alike := array(
        select a.word from (
          select w.word, extensions.similarity(w.word, v_word) as likeness
          from private.shelf_words w
          where w.tenant_id = p_tenant_id and w.word operator(extensions.%) v_word
        ) a
        order by a.likeness desc, abs(length(a.word) - length(v_word)), a.word limit 2
      );
    end if;
    if cardinality(v_alike) > 0 then
      v_parts := v_parts || ('(' || (select string_agg(quote_literal(a) || ':*', ' | ') from unnest(v_alike) a) || ')');
      v_shown := v_shown || v_alike[1];
    end if;
  end loop;
  if cardinality(v_parts) = 0 then
    return;
  end if;
  corrected := array_to_string(v_shown, ' ');
  query := array_to_string(v_parts, ' & ')::tsquery;
  if cardinality(v_parts) > 1 and not exists (
    select 1 from private.shelf s where s.tenant_id = p_tenant_id and s.words @@ query
  ) then
    query := array_to_string(v_parts, ' | ')::tsquery;
  end if;
end
$$;

-- The condition that a set of filters puts on the shelf, as SQL. `p_but` leaves one kind of filter out: a filter's own
-- counts are those of the page without it.
create function private.shelf_condition(p_tenant_id text, p_filters jsonb, p_query tsquery, p_but text default '')
returns text
language plpgsql stable set search_path = '' as $$
declare
  v_sql text := format('s.tenant_id = %L', p_tenant_id);
  v_kind text;
begin
  if p_query is not null then
    v_sql := v_sql || format(' and s.words @@ %L::tsquery', p_query);
  end if;
  foreach v_kind in array '{category,brand,size,color,material,gender,type}'::text[] loop
    if v_kind <> p_but and jsonb_array_length(nullif(p_filters -> v_kind, 'null')) > 0 then
      v_sql := v_sql || format(' and s.tokens && %L::text[]',
        array(select v_kind || ':' || v from jsonb_array_elements_text(p_filters -> v_kind) v)::text);
    end if;
  end loop;
  if p_but <> 'price' and p_filters ->> 'min' is not null then
    v_sql := v_sql || format(' and s.price >= %L', p_filters ->> 'min');
  end if;
  if p_but <> 'price' and p_filters ->> 'max' is not null then
    v_sql := v_sql || format(' and s.price <= %L', p_filters ->> 'max');
  end if;
  if p_but <> 'stock' and (p_filters ->> 'stock')::boolean then
    v_sql := v_sql || ' and s.in_stock';
  end if;
  if p_but <> 'sale' and (p_filters ->> 'sale')::boolean then
    v_sql := v_sql || ' and s.tokens @> ''{sale:}''';
  end if;
  if p_but <> 'new' and (p_filters ->> 'new')::boolean then
    v_sql := v_sql || ' and s.tokens @> ''{new:}''';
  end if;
  if (p_filters ->> 'featured')::boolean then
    v_sql := v_sql || ' and s.featured';
  end if;
  return v_sql;
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
  v_filters jsonb := jsonb_build_object(
    'category', p_category_ids, 'brand', p_brands, 'size', p_sizes, 'color', p_colors, 'material', p_materials,
    'gender', p_genders, 'type', p_types, 'min', p_min_price, 'max', p_max_price, 'stock', p_in_stock, 'sale', p_on_sale,
    'new', p_new, 'featured', p_featured
  );
  v_query tsquery := (private.understand(p_tenant_id, p_search)).query;
  v_where text := private.shelf_condition(p_tenant_id, v_filters, v_query);
  v_limit integer := least(greatest(coalesce(p_limit, 24), 1), 100);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_order text;
  v_total bigint;
  v_ids uuid[];
begin
  if btrim(coalesce(p_search, '')) <> '' and v_query is null then
    return;
  end if;
  if v_query is not null and coalesce(p_sort, 'relevance') = 'relevance' then
    execute format(
      'select array_agg(f.product_id order by f.n), max(f.total) from (
        select s.product_id, count(*) over () as total,
          row_number() over (order by ts_rank(s.words, %L::tsquery) desc, s.in_stock desc, s.created_at desc, s.product_id) as n
        from private.shelf s where %s
        order by n limit %s offset %s
      ) f', v_query, v_where, v_limit, v_offset) into v_ids, v_total;
  else
    v_order := case p_sort
      when 'price_asc' then 's.price, s.product_id'
      when 'price_desc' then 's.price desc, s.product_id desc'
      when 'name' then 's.name_key, s.product_id'
      when 'saving' then 's.saving desc, s.product_id'
      when 'newest' then 's.created_at desc, s.product_id'
      else 's.featured desc, s.created_at desc, s.product_id'
    end;
    execute format(
      'select array(select s.product_id from private.shelf s where %s order by %s limit %s offset %s)',
      v_where, v_order, v_limit, v_offset) into v_ids;
    if v_where = format('s.tenant_id = %L', p_tenant_id) then
      select c.products into v_total from private.shelf_counts c where c.tenant_id = p_tenant_id and c.token = 'all:';
    else
      execute format('select count(*) from private.shelf s where %s', v_where) into v_total;
    end if;
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
-- the lowest and highest amount; 'corrected' with the words that were looked for instead of misspelt ones.
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
  v_filters jsonb := jsonb_build_object(
    'category', p_category_ids, 'brand', p_brands, 'size', p_sizes, 'color', p_colors, 'material', p_materials,
    'gender', p_genders, 'type', p_types, 'min', p_min_price, 'max', p_max_price, 'stock', p_in_stock, 'sale', p_on_sale,
    'new', p_new, 'featured', p_featured
  );
  v_understood record := private.understand(p_tenant_id, p_search);
  v_where text := private.shelf_condition(p_tenant_id, v_filters, v_understood.query);
  v_all text := format('s.tenant_id = %L', p_tenant_id);
  v_used text[];
  v_kind text;
  v_sql text;
begin
  if btrim(coalesce(p_search, '')) <> '' and v_understood.query is null then
    return query select 'total', null::text, null::text, 0::bigint, null::numeric, null::numeric;
    return;
  end if;
  if v_understood.corrected is not null then
    return query select 'corrected', v_understood.corrected, v_understood.corrected, null::bigint, null::numeric, null::numeric;
  end if;

  if v_where = v_all then
    return query
    with counts as (
      select split_part(c.token, ':', 1) as kind, substr(c.token, position(':' in c.token) + 1) as item, c.products
      from private.shelf_counts c where c.tenant_id = p_tenant_id and c.products > 0
    )
    select case c.kind when 'all' then 'total' when 'sale' then 'on_sale' when 'new' then 'is_new' else c.kind end,
      nullif(c.item, ''), coalesce(k.name, nullif(c.item, '')), c.products, null::numeric, null::numeric
    from counts c
    left join public.categories k on c.kind = 'category' and k.tenant_id = p_tenant_id and k.id::text = c.item
    union all
    select 'in_stock', null, null,
      coalesce((select c.products from counts c where c.kind = 'all'), 0)
        - (select count(*) from private.shelf s where s.tenant_id = p_tenant_id and not s.in_stock),
      null, null
    union all
    select 'price', null, null, null,
      (select min(s.price) from private.shelf s where s.tenant_id = p_tenant_id),
      (select max(s.price) from private.shelf s where s.tenant_id = p_tenant_id);
    return;
  end if;

  -- Kinds that are not filtered by share one pass; each kind that is gets one of its own, without itself.
  v_used := array(
    select k from unnest('{category,brand,size,color,material,gender,type}'::text[]) k
    where jsonb_array_length(nullif(v_filters -> k, 'null')) > 0
  );
  v_sql := format(
    'with matched as materialized (select s.tokens, s.price, s.in_stock from private.shelf s where %s)
    select ''total'' as kind, '''' as item, count(*) as n, null::numeric as low, null::numeric as high from matched
    union all
    select split_part(t, '':'', 1), substr(t, position('':'' in t) + 1), count(*), null, null
      from matched m, unnest(m.tokens) t where t <> ''all:'' group by t', v_where);
  foreach v_kind in array v_used loop
    v_sql := v_sql || format(
      ' union all select %L, substr(t, %s), count(*), null, null from private.shelf s, unnest(s.tokens) t
        where %s and starts_with(t, %L) group by t',
      'own-' || v_kind, length(v_kind) + 2,
      private.shelf_condition(p_tenant_id, v_filters, v_understood.query, v_kind), v_kind || ':');
  end loop;
  v_sql := v_sql || format(' union all select ''price'', '''', null, min(s.price), max(s.price) from private.shelf s where %s',
    private.shelf_condition(p_tenant_id, v_filters, v_understood.query, 'price'));
  v_sql := v_sql || format(' union all select ''in_stock'', '''', count(*), null, null from private.shelf s where %s and s.in_stock',
    private.shelf_condition(p_tenant_id, v_filters, v_understood.query, 'stock'));
  v_sql := v_sql || format(
    ' union all select ''on_sale'', '''', count(*), null, null from private.shelf s where %s and s.tokens @> ''{sale:}''',
    private.shelf_condition(p_tenant_id, v_filters, v_understood.query, 'sale'));
  v_sql := v_sql || format(
    ' union all select ''is_new'', '''', count(*), null, null from private.shelf s where %s and s.tokens @> ''{new:}''',
    private.shelf_condition(p_tenant_id, v_filters, v_understood.query, 'new'));

  return query execute format(
    'select replace(r.kind, ''own-'', ''''), nullif(r.item, ''''), coalesce(k.name, nullif(r.item, '''')), r.n, r.low, r.high
    from (%s) r
    left join public.categories k on r.kind in (''category'', ''own-category'') and k.tenant_id = %L and k.id::text = r.item
    where r.kind not in (''sale'', ''new'') and r.kind <> all (%L::text[])',
    v_sql, p_tenant_id, v_used::text);
end
$$;

-- What somebody may mean while typing: categories, then products, with a picture and a price.
create function public.search_suggestions(p_tenant_id text, p_search text, p_limit integer default 8)
returns table (
  kind text, id uuid, label text, image text, price numeric, original_price numeric, corrected text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_understood record := private.understand(p_tenant_id, p_search);
  v_limit integer := least(greatest(coalesce(p_limit, 8), 1), 20);
begin
  if v_understood.query is null then
    return;
  end if;
  return query
  select 'category', c.id, c.name, c.image, null::numeric, null::numeric, v_understood.corrected
  from public.categories c
  where c.tenant_id = p_tenant_id
    and to_tsvector('pg_catalog.simple', private.words(c.name)) @@ v_understood.query
  order by c.name limit 3;
  return query execute
    'select ''product'', p.id, p.name, private.first_picture(p.images), p.price, p.original_price, $3
    from (
      select s.product_id, ts_rank(s.words, $2) as rank, s.in_stock, s.created_at from private.shelf s
      where s.tenant_id = $1 and s.words @@ $2
      order by rank desc, s.in_stock desc, s.created_at desc, s.product_id limit $4
    ) f
    join public.products p on p.id = f.product_id
    order by f.rank desc, f.in_stock desc, f.created_at desc, p.id'
    using p_tenant_id, v_understood.query, v_understood.corrected, v_limit;
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
