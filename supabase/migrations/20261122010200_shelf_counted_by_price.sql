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
