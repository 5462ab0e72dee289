-- What the shelf counts is written down as changes that nobody waits for, those of products that are sold out among them,
-- and read as their sum: a listing of a large shop counts as few rows as that of a small one, and single products only
-- where a price range ends inside a step.

-- Steps ------------------------------------------------------------------------------------------

-- As before, in words that the planner can put in the place of a call.
create or replace function private.price_step(p_price numeric) returns integer
language sql immutable as $$
  select case
    when p_price < 1 then trunc(p_price * 100)::integer
    else 90 * length(trunc(p_price)::text)
      + trunc(p_price * 10 / ('1e' || (length(trunc(p_price)::text) - 1)::text)::numeric)::integer
  end
$$;

create or replace function private.step_price(p_step integer) returns numeric
language sql immutable as $$
  select case
    when p_step < 100 then p_step / 100.0
    else (mod(p_step - 10, 90) + 10) * ('1e' || ((p_step - 10) / 90 - 2)::text)::numeric
  end
$$;

-- Counts -----------------------------------------------------------------------------------------

-- Changes of how many products of a set cost a step's prices, and how many of them are sold out. Each is written three
-- times, so that a wide range of prices adds up few rows: for its step, for the ten steps of its price's first digit, and
-- for all prices. Rows are added and now and then gathered, never changed.
create table private.shelf_counts (
  tenant_id text not null,
  -- How many steps a row stands for: 1, 10, or 0 for all.
  width smallint not null,
  step integer not null,
  set_id integer not null,
  products integer not null,
  sold_out integer not null,
  gathered boolean not null
);
create index shelf_counts_by_step on private.shelf_counts (tenant_id, width, step, set_id);
create index shelf_counts_to_gather on private.shelf_counts (tenant_id) where not gathered;

alter table private.shelf_counts enable row level security;

-- The step that a row of a width begins with.
create function private.first_step(p_step integer, p_width smallint) returns integer
language sql immutable as $$
  select case when p_width = 0 then 0 else p_step - mod(p_step, p_width) end
$$;

insert into private.shelf_counts (tenant_id, width, step, set_id, products, sold_out, gathered)
select s.tenant_id, w.width, private.first_step(s.step, w.width), s.set_id, count(*), count(*) filter (where not s.in_stock),
  true
from (select tenant_id, private.price_step(price) as step, set_id, in_stock from private.shelf offset 0) s
cross join unnest('{0,1,10}'::smallint[]) w (width)
group by 1, 2, 3, 4;
analyze private.shelf_counts;

-- Gathers a store's changes into one row for each count. Whoever finds somebody else at it leaves them be, so nobody waits;
-- and who sees the store as it was a while ago must not touch what was gathered since.
create function private.gather_shelf_counts(p_tenant_id text, p_most integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('shelf:' || p_tenant_id, 0))
  then
    return;
  end if;
  with late as materialized (
    select distinct n.width, n.step, n.set_id
    from (
      select k.width, k.step, k.set_id from private.shelf_counts k where k.tenant_id = p_tenant_id and not k.gathered
      limit p_most
    ) n
  ),
  gone as (
    delete from private.shelf_counts k using late l
    where k.tenant_id = p_tenant_id and k.width = l.width and k.step = l.step and k.set_id = l.set_id
    returning k.width, k.step, k.set_id, k.products, k.sold_out
  )
  insert into private.shelf_counts (tenant_id, width, step, set_id, products, sold_out, gathered)
  select p_tenant_id, g.width, g.step, g.set_id, sum(g.products), sum(g.sold_out), true
  from gone g group by g.width, g.step, g.set_id
  having sum(g.products) <> 0 or sum(g.sold_out) <> 0;
end
$$;

-- Triggers ---------------------------------------------------------------------------------------

-- What comes, goes, moves and sells out is noted row by row ('set/step/how many/sold out') and counted once at the end of the
-- statement on products. Two hundred rows are gathered at a time on average, by whom it happens to meet: to count those that
-- wait, each sale would have to read what was gathered meanwhile.
create or replace function private.count_noted_shelf() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_noted text := coalesce(current_setting('souk.shelf_noted', true), '');
  v record;
begin
  if v_noted = '' then
    return;
  end if;
  perform set_config('souk.shelf_noted', '', true);
  for v in
    with noted as materialized (
      select split_part(e, '/', 1)::integer as set_id, split_part(e, '/', 2)::integer as step,
        split_part(e, '/', 3)::integer as products, split_part(e, '/', 4)::integer as sold_out
      from unnest(string_to_array(btrim(v_noted), ' ')) e
    ),
    added as (
      insert into private.shelf_counts (tenant_id, width, step, set_id, products, sold_out, gathered)
      select s.tenant_id, w.width, private.first_step(n.step, w.width), n.set_id, sum(n.products), sum(n.sold_out), false
      from noted n join private.shelf_sets s on s.id = n.set_id
      cross join unnest('{0,1,10}'::smallint[]) w (width)
      group by 1, 2, 3, 4
      having sum(n.products) <> 0 or sum(n.sold_out) <> 0
      returning tenant_id
    )
    select a.tenant_id, count(*)::integer as rows from added a group by a.tenant_id
  loop
    if random() * 200 < v.rows then
      perform private.gather_shelf_counts(v.tenant_id, greatest(500, 5 * v.rows));
    end if;
  end loop;
end
$$;

create or replace function private.shelf_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_sign text := case when tg_op = 'INSERT' then '/' else '/-' end;
begin
  perform private.note_shelf(coalesce((
    select string_agg(c.set_id || '/' || c.step || v_sign || c.n || v_sign || c.sold_out || ' ', '')
    from (
      select x.set_id, private.price_step(x.price) as step, count(*) as n,
        count(*) filter (where not x.in_stock) as sold_out
      from changed x group by 1, 2
    ) c
  ), ''));
  -- Removing products removes their rows here by foreign key, all of them at once and after the end of the statement.
  if tg_op = 'DELETE' and coalesce(current_setting('souk.shelf_hiding', true), '') <> 'on' then
    perform private.count_noted_shelf();
  end if;
  return null;
end
$$;

create or replace function private.shelf_recounted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_shelf(
    old.set_id || '/' || private.price_step(old.price) || '/-1/-' || (not old.in_stock)::integer || ' '
    || new.set_id || '/' || private.price_step(new.price) || '/1/' || (not new.in_stock)::integer || ' ');
  return null;
end
$$;

-- Somebody who edits a product may sell it out as well; a sale that does so counts it itself.
drop trigger shelf_recounted on private.shelf;
create trigger shelf_recounted after update of set_id, price on private.shelf
  for each row when (old.set_id <> new.set_id or old.price <> new.price or old.in_stock <> new.in_stock)
  execute function private.shelf_recounted();

create or replace function private.product_sold_out() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_noted text;
begin
  update private.shelf s set in_stock = new.stock > 0 where s.product_id = new.id and s.in_stock <> (new.stock > 0)
  returning s.set_id || '/' || private.price_step(s.price) || '/0/' || case when new.stock > 0 then '-1 ' else '1 ' end
  into v_noted;
  if found then
    perform private.note_shelf(v_noted);
  end if;
  return null;
end
$$;

create trigger products_sold_out_counted after update of stock on public.products
  for each statement execute function private.shelf_counted_at_end();

-- Reading ----------------------------------------------------------------------------------------

-- How many products of each set pass what sets do not hold, all of them and those in stock. Words and the hand-picked are
-- looked up; without them nothing is scanned but the ends of a price range.
create function private.shelf_by_set(f private.shelf_filters, u private.understood)
returns table (set_id integer, products bigint, in_stock bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  -- The steps that lie wholly in the range, the tens of steps among them, and the prices that the steps begin and end at.
  v_first integer := 0;
  v_last integer := 2000000000;
  v_first_ten integer;
  v_end_ten integer;
  v_from numeric := f.min_price;
  v_to numeric := f.max_price;
begin
  if u.query is not null or u.ids is not null or f.featured then
    return query execute format(
      'select s.set_id, count(*), count(*) filter (where s.in_stock) from private.shelf s where %s group by s.set_id',
      private.shelf_condition(f, u));
    return;
  end if;
  if f.min_price is null and f.max_price is null then
    return query
    select k.set_id, sum(k.products), sum(k.products - k.sold_out) from private.shelf_counts k
    where k.tenant_id = f.tenant_id and k.width = 0 group by k.set_id having sum(k.products) > 0;
    return;
  end if;

  if f.min_price is not null then
    v_first := private.price_step(f.min_price);
    if private.step_price(v_first) < f.min_price then
      v_first := v_first + 1;
    end if;
    v_from := private.step_price(v_first);
  end if;
  if f.max_price is not null then
    v_last := private.price_step(f.max_price) - 1;
    v_to := private.step_price(v_last + 1);
  end if;
  if v_first > v_last then
    -- Both ends lie in one step.
    return query
    select s.set_id, count(*), count(*) filter (where s.in_stock) from private.shelf s
    where s.tenant_id = f.tenant_id and s.price >= coalesce(f.min_price, 0) and s.price <= f.max_price group by s.set_id;
    return;
  end if;
  v_first_ten := v_first + mod(10 - mod(v_first, 10), 10);
  v_end_ten := v_last + 1 - mod(v_last + 1, 10);
  if v_first_ten >= v_end_ten then
    v_first_ten := v_last + 1;
    v_end_ten := v_last + 1;
  end if;
  return query
  select q.set_id, sum(q.products), sum(q.products - q.sold_out)
  from (
    select k.set_id, k.products, k.sold_out from private.shelf_counts k
    where k.tenant_id = f.tenant_id and k.width = 10 and k.step >= v_first_ten and k.step < v_end_ten
    union all
    select k.set_id, k.products, k.sold_out from private.shelf_counts k
    where k.tenant_id = f.tenant_id and k.width = 1 and k.step >= v_first and k.step < v_first_ten
    union all
    select k.set_id, k.products, k.sold_out from private.shelf_counts k
    where k.tenant_id = f.tenant_id and k.width = 1 and k.step >= v_end_ten and k.step <= v_last
    union all
    select s.set_id, 1, (not s.in_stock)::integer from private.shelf s
    where s.tenant_id = f.tenant_id and s.price >= f.min_price and s.price < v_from
    union all
    select s.set_id, 1, (not s.in_stock)::integer from private.shelf s
    where s.tenant_id = f.tenant_id and s.price >= v_to and s.price <= f.max_price
  ) q
  group by q.set_id having sum(q.products) > 0;
end
$$;
