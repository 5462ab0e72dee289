-- A listing narrowed by price counts steps of prices instead of products, and needs single products only where a bound
-- lies inside a step: so it stays as quick in a large shop as in a small one.

-- Steps ------------------------------------------------------------------------------------------

-- A price's step: each piastre up to a pound, from there on its first two digits.
create function private.price_step(p_price numeric) returns integer
language sql immutable as $$
  select case
    when p_price < 1 then trunc(p_price * 100)::integer
    else 90 * length(trunc(p_price)::text) + trunc(p_price * 10 / ('1e' || length(trunc(p_price)::text) - 1)::numeric)::integer
  end
$$;

-- The lowest price of a step.
create function private.step_price(p_step integer) returns numeric
language sql immutable as $$
  select case
    when p_step < 100 then p_step / 100.0
    else ((p_step - 10) % 90 + 10) * ('1e' || (p_step - 10) / 90 - 2)::numeric
  end
$$;
grant execute on function private.price_step(numeric), private.step_price(integer) to anon, authenticated, service_role;

-- How many products of a set cost a step's prices. Whoever changes these rows has locked their sets.
create table private.shelf_prices (
  set_id integer not null,
  step integer not null,
  tenant_id text not null,
  products bigint not null,
  primary key (set_id, step)
) with (fillfactor = 80);
create index shelf_prices_by_tenant on private.shelf_prices (tenant_id, step);

alter table private.shelf_prices enable row level security;

insert into private.shelf_prices (set_id, step, tenant_id, products)
select s.set_id, private.price_step(s.price), s.tenant_id, count(*) from private.shelf s group by 1, 2, 3;

-- Sold-out products are counted from the index alone.
drop index private.shelf_sold_out;
create index shelf_sold_out on private.shelf (tenant_id, price, set_id) where not in_stock;

-- Triggers ---------------------------------------------------------------------------------------

create or replace function private.shelf_tokens(p public.products) returns text[]
language sql immutable as $$
  select array(
    select distinct t
    from unnest(array_remove(array[
      'category:' || p.category_id,
      case when btrim(p.brand) <> '' then 'brand:' || btrim(p.brand) end,
      case when p.on_sale then 'on_sale:' end,
      case when p.is_new then 'is_new:' end
    ], null)
    || case when p.sizes <> '{}' then
      string_to_array('size:' || array_to_string(p.sizes, E'\x1fsize:'), E'\x1f') end
    || case when p.colors <> '{}' then
      string_to_array('color:' || array_to_string(p.colors, E'\x1fcolor:'), E'\x1f') end
    || case when p.materials <> '{}' then
      string_to_array('material:' || array_to_string(p.materials, E'\x1fmaterial:'), E'\x1f') end
    || case when p.genders <> '{}' then
      string_to_array('gender:' || array_to_string(p.genders, E'\x1fgender:'), E'\x1f') end
    || case when p.types <> '{}' then
      string_to_array('type:' || array_to_string(p.types, E'\x1ftype:'), E'\x1f') end) t
    order by t
  )
$$;

-- Everything it needs is in the added rows: joined to `products`, the whole table was once read for each thousand rows.
create or replace function private.products_shelved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.shelf_sets (tenant_id, key, tokens)
  select distinct k.tenant_id, private.shelf_key(k.tokens), k.tokens
  from (
    select a.tenant_id, private.shelf_tokens(row(a.*)::public.products) as tokens from added a where a.is_active offset 0
  ) k
  order by 1, 2
  on conflict (tenant_id, key) do nothing;

  with keyed as materialized (
    select a.id, a.tenant_id, private.shelf_key(private.shelf_tokens(row(a.*)::public.products)) as key, a.price,
      private.shelf_saving(row(a.*)::public.products) as saving, left(private.fold(a.name), 60) as name_key, a.featured,
      a.stock > 0 as in_stock, a.created_at, ts_filter(a.search, '{a,b,c}') as words
    from added a where a.is_active
  )
  insert into private.shelf (
    product_id, tenant_id, set_id, price, saving, name_key, featured, in_stock, created_at, words
  )
  select k.id, k.tenant_id, s.id, k.price, k.saving, k.name_key, k.featured, k.in_stock, k.created_at, k.words
  from keyed k join private.shelf_sets s on s.tenant_id = k.tenant_id and s.key = k.key;

  insert into private.shelf_words (tenant_id, word)
  select distinct a.tenant_id, left(w.lexeme, 60) from added a, unnest(ts_filter(a.search, '{a,b,c}')) w
  order by 1, 2
  on conflict do nothing;
  return null;
end
$$;

-- What comes, goes and moves is noted row by row ('set/step/how many') and counted once at the end of the statement on
-- products: a row of counts that is changed for each of thousands of products in one transaction becomes slower each time.
create function private.count_noted_shelf() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_noted text := coalesce(current_setting('souk.shelf_noted', true), '');
  v_sets integer[];
  v_steps integer[];
  v_counts bigint[];
begin
  if v_noted = '' then
    return;
  end if;
  perform set_config('souk.shelf_noted', '', true);
  select array_agg(c.set_id), array_agg(c.step), array_agg(c.n) into v_sets, v_steps, v_counts
  from (
    select split_part(e, '/', 1)::integer as set_id, split_part(e, '/', 2)::integer as step,
      sum(split_part(e, '/', 3)::bigint)::bigint as n
    from unnest(string_to_array(btrim(v_noted), ' ')) e group by 1, 2
  ) c
  where c.n <> 0;
  perform 1 from private.shelf_sets s where s.id = any (v_sets) order by s.id for no key update;
  update private.shelf_sets s set products = s.products + c.n
  from (select x.id, sum(x.n) as n from unnest(v_sets, v_counts) x (id, n) group by x.id) c
  where s.id = c.id and c.n <> 0;
  insert into private.shelf_prices as k (set_id, step, tenant_id, products)
  select s.id, x.step, s.tenant_id, x.n
  from unnest(v_sets, v_steps, v_counts) x (id, step, n) join private.shelf_sets s on s.id = x.id
  order by 1, 2
  on conflict (set_id, step) do update set products = k.products + excluded.products;
end
$$;

create function private.note_shelf(p_changes text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('souk.shelf_noted', coalesce(current_setting('souk.shelf_noted', true), '') || p_changes, true);
  if length(current_setting('souk.shelf_noted')) > 5000 then
    perform private.count_noted_shelf();
  end if;
end
$$;

create or replace function private.shelf_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_sign text := case when tg_op = 'INSERT' then '/' else '/-' end;
begin
  perform private.note_shelf(coalesce((
    select string_agg(c.set_id || '/' || c.step || v_sign || c.n || ' ', '')
    from (
      select x.set_id, private.price_step(x.price) as step, count(*) as n from changed x group by 1, 2
    ) c
  ), ''));
  -- Removing products removes their rows here by foreign key, all of them at once and after the end of the statement.
  if tg_op = 'DELETE' and coalesce(current_setting('souk.shelf_hiding', true), '') <> 'on' then
    perform private.count_noted_shelf();
  end if;
  return null;
end
$$;

create or replace function private.product_reshelved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tokens text[] := private.shelf_tokens(new);
  v_set_id integer;
begin
  if not new.is_active then
    perform set_config('souk.shelf_hiding', 'on', true);
    delete from private.shelf where product_id = new.id;
    perform set_config('souk.shelf_hiding', '', true);
    return null;
  end if;
  insert into private.shelf_sets (tenant_id, key, tokens)
  values (new.tenant_id, private.shelf_key(v_tokens), v_tokens)
  on conflict (tenant_id, key) do nothing;
  select s.id into v_set_id from private.shelf_sets s
  where s.tenant_id = new.tenant_id and s.key = private.shelf_key(v_tokens);

  insert into private.shelf as s (
    product_id, tenant_id, set_id, price, saving, name_key, featured, in_stock, created_at, words
  ) values (
    new.id, new.tenant_id, v_set_id, new.price, private.shelf_saving(new), left(private.fold(new.name), 60),
    new.featured, new.stock > 0, new.created_at, ts_filter(new.search, '{a,b,c}')
  )
  on conflict (product_id) do update set
    set_id = excluded.set_id, price = excluded.price, saving = excluded.saving, name_key = excluded.name_key,
    featured = excluded.featured, in_stock = excluded.in_stock, created_at = excluded.created_at, words = excluded.words;
  if old.search is distinct from new.search then
    insert into private.shelf_words (tenant_id, word)
    select new.tenant_id, left(w.lexeme, 60) from unnest(ts_filter(new.search, '{a,b,c}')) w
    order by 2
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function private.shelf_recounted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_shelf(
    old.set_id || '/' || private.price_step(old.price) || '/-1 '
    || new.set_id || '/' || private.price_step(new.price) || '/1 ');
  return null;
end
$$;

drop trigger shelf_recounted on private.shelf;
create trigger shelf_recounted after update of set_id, price on private.shelf
  for each row when (old.set_id <> new.set_id or old.price <> new.price) execute function private.shelf_recounted();

create function private.shelf_counted_at_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_noted_shelf();
  return null;
end
$$;

-- Of triggers alike the one whose name comes later fires later.
create trigger products_shelved_counted after insert on public.products
  for each statement execute function private.shelf_counted_at_end();
create trigger products_reshelved_counted
  after update of category_id, name, description, price, original_price, discount, featured, is_new, is_active, type, size,
    color, material, brand, gender, created_at
  on public.products for each statement execute function private.shelf_counted_at_end();

-- Counting ---------------------------------------------------------------------------------------

-- How many products of each set pass what sets do not hold, all of them and, when that is asked, those in stock. Words and
-- the hand-picked are looked up; without them nothing is scanned but the sold-out products and the ends of a price range.
create function private.shelf_by_set(f private.shelf_filters, u private.understood, p_stock boolean)
returns table (set_id integer, products bigint, in_stock bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The steps that lie wholly in the range.
  v_first integer := coalesce(private.price_step(f.min_price)
    + (private.step_price(private.price_step(f.min_price)) < f.min_price)::integer, -2000000000);
  v_last integer := coalesce(private.price_step(f.max_price) - 1, 2000000000);
  v_priced text := format('s.tenant_id = %L', f.tenant_id)
    || case when f.min_price is not null then format(' and s.price >= %L', f.min_price) else '' end
    || case when f.max_price is not null then format(' and s.price <= %L', f.max_price) else '' end;
begin
  if u.query is not null or u.ids is not null or f.featured then
    return query execute format(
      'select s.set_id, count(*), count(*) filter (where s.in_stock) from private.shelf s where %s group by s.set_id',
      private.shelf_condition(f, u));
    return;
  end if;
  return query execute
    'select q.set_id, sum(q.products)::bigint, sum(q.in_stock)::bigint from ('
    || case
      when f.min_price is null and f.max_price is null then format(
        'select c.id as set_id, c.products, c.products as in_stock from private.shelf_sets c
        where c.tenant_id = %L and c.products > 0', f.tenant_id)
      when v_first > v_last then
        'select s.set_id, count(*) as products, count(*) as in_stock from private.shelf s where ' || v_priced
        || ' group by s.set_id'
      else format(
        'select k.set_id, sum(k.products) as products, sum(k.products) as in_stock from private.shelf_prices k
        where k.tenant_id = %L and k.step between %s and %s and k.products > 0 group by k.set_id',
        f.tenant_id, v_first, v_last)
        || case when private.step_price(v_first) > f.min_price then format(
          ' union all select s.set_id, count(*), count(*) from private.shelf s where %s and s.price < %L group by s.set_id',
          v_priced, private.step_price(v_first)) else '' end
        || case when f.max_price is not null then format(
          ' union all select s.set_id, count(*), count(*) from private.shelf s where %s and s.price >= %L group by s.set_id',
          v_priced, private.step_price(v_last + 1)) else '' end
    end
    || case when p_stock then
      ' union all select s.set_id, 0, -count(*) from private.shelf s where ' || v_priced
      || ' and not s.in_stock group by s.set_id' else '' end
    || ') q group by q.set_id';
end
$$;
drop function private.shelf_by_set(private.shelf_filters, private.understood);

-- The condition that keeps a page to the sets which pass their filters; nothing when all do. Where words are looked for,
-- their index finds the products: sets may hold most of a shop.
create function private.set_condition(f private.shelf_filters, p_by_word boolean) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(private.unmet('{}', f)) = 0 then
    return '';
  end if;
  return format(' and s.set_id%s = any (%L::integer[])', case when p_by_word then ' + 0' end, array(
    select c.id from private.shelf_sets c
    where c.tenant_id = f.tenant_id and c.products > 0 and cardinality(private.unmet(c.tokens, f)) = 0
  ));
end
$$;
drop function private.set_condition(private.shelf_filters);

-- Words -------------------------------------------------------------------------------------------

-- What was just written waits in a list that each search reads through; a short one is read at once.
alter index private.shelf_found set (gin_pending_list_limit = 256);
alter index public.products_search set (gin_pending_list_limit = 256);

-- A misspelt word is looked for among words: numbers are many, and one is not another one misspelt.
drop index private.shelf_words_alike;
create index shelf_words_alike on private.shelf_words using gin (tenant_id, word extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where word ~ '[^0-9]';

create or replace function private.understand(p_tenant_id text, p_text text) returns private.understood
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
      -- A pattern that is not known in advance cannot use the index; the words between the beginning and its end can.
      select 1 from private.shelf_words w
      where w.tenant_id = p_tenant_id and w.word ~>=~ v_word and w.word ~<~ (v_word || chr(1114111))
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
        where w.tenant_id = p_tenant_id and w.word operator(extensions.%) v_words[i] and w.word ~ '[^0-9]'
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

-- Public functions -------------------------------------------------------------------------------

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
  review_count integer, created_at timestamptz, updated_at timestamptz, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.shelf_filters := private.shelf_filters(
    p_tenant_id, p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_min_price, p_max_price,
    p_in_stock, p_on_sale, p_new, p_featured
  );
  u private.understood := private.understand(p_tenant_id, p_search);
  v_where text := private.shelf_condition(f, u) || private.set_condition(f, u.query is not null)
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
    from private.shelf_by_set(f, u, f.in_stock) b join private.shelf_sets c on c.id = b.set_id
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
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.shelf_filters := private.shelf_filters(
    p_tenant_id, p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_min_price, p_max_price,
    p_in_stock, p_on_sale, p_new, p_featured
  );
  u private.understood := private.understand(p_tenant_id, p_search);
  v_where text := private.shelf_condition(f, u, false) || private.set_condition(f, u.query is not null)
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
    from private.shelf_by_set(f, u, true) b join private.shelf_sets c on c.id = b.set_id
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
