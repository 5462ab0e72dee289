-- What is sold of a product: its options, and a variant for each combination of their values that exists.

-- Helpers of the tables

create function private.are_option_values(p_values text[]) returns boolean
language sql immutable as $$
  select count(*) between 1 and 100 and count(*) = count(distinct lower(v)) and bool_and(v = btrim(v) and v <> '')
  from unnest(p_values) v
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
  -- Colours by value: {"Black": "#1a1a1a"}.
  swatches jsonb not null default '{}' check (
    jsonb_typeof(swatches) = 'object' and length(swatches::text) <= 10000
    and not jsonb_path_exists(swatches, '$.* ? (@.type() != "string" || !(@ like_regex "^#[0-9a-fA-F]{6}$"))')
  ),
  primary key (product_id, position),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
);
create unique index product_options_name on public.product_options (product_id, lower(name));
create unique index product_options_kind on public.product_options (product_id, kind) where kind <> 'other';
alter table public.product_options enable row level security;

-- A product without options has one variant, whose options are all empty. What changes variants locks their product first.
create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  product_id uuid not null,
  position integer not null default 1,
  -- The value of the product's option at each position; empty where it has none.
  option1 text not null default '' check (length(option1) <= 200),
  option2 text not null default '' check (length(option2) <= 200),
  option3 text not null default '' check (length(option3) <= 200),
  sku text check (sku = btrim(sku) and sku <> '' and length(sku) <= 64),
  barcode text check (barcode = btrim(barcode) and barcode <> '' and length(barcode) <= 64),
  -- Null stands for the product's.
  price numeric(12, 2) check (price >= 0 and price <= 10000000),
  original_price numeric(12, 2) check (original_price >= 0 and original_price <= 10000000),
  stock integer not null default 0 check (stock >= 0 and stock <= 10000000),
  weight_grams integer check (weight_grams between 0 and 10000000),
  image text check (length(image) <= 2000),
  -- Whether it is sold.
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

create type private.variant_change as (
  product_id uuid, variant_id uuid, name text, stock_was integer, stock integer,
  -- Whether more than its stock changed.
  edited boolean
);

-- Policies

create policy "Everybody reads the options of products on sale" on public.product_options
  for select to anon, authenticated
  using (exists (select 1 from public.products p where p.id = product_id and p.is_active));

create policy "Staff read all options of their store" on public.product_options
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Everybody reads what is sold of products on sale" on public.product_variants
  for select to anon, authenticated
  using (is_active and exists (select 1 from public.products p where p.id = product_id and p.is_active));

create policy "Staff read all variants of their store" on public.product_variants
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Functions

create function private.variant_name(p_option1 text, p_option2 text, p_option3 text) returns text
language sql immutable as $$
  select concat_ws(' / ', nullif(p_option1, ''), nullif(p_option2, ''), nullif(p_option3, ''))
$$;

-- The options that a product's columns say it has. One type alone says what a product is: there is nothing to choose.
create function private.options_of_columns(p_sizes text[], p_colors text[], p_types text[])
returns table (place smallint, name text, kind text, listed text[])
language sql immutable set search_path = '' as $$
  select row_number() over (order by k.n)::smallint, k.name, k.kind, l.list
  from (values (1, 'Size', 'size', p_sizes), (2, 'Color', 'color', p_colors), (3, 'Type', 'type', p_types)) k (n, name, kind, has)
  cross join lateral (
    select array_agg(d.v order by d.n) as list
    from (select distinct on (lower(v)) v, n from unnest(k.has) with ordinality u (v, n) order by lower(v), n) d
  ) l
  where cardinality(l.list) > (k.kind = 'type')::integer
$$;

create function private.combinations(p_values1 text[], p_values2 text[], p_values3 text[])
returns table (place integer, of_all integer, option1 text, option2 text, option3 text)
language sql immutable set search_path = '' as $$
  select row_number() over (order by a.n, b.n, c.n)::integer, count(*) over ()::integer, a.v, b.v, c.v
  from unnest(coalesce(p_values1, '{""}')) with ordinality a (v, n)
  cross join unnest(coalesce(p_values2, '{""}')) with ordinality b (v, n)
  cross join unnest(coalesce(p_values3, '{""}')) with ordinality c (v, n)
$$;

create function private.require_variant_count(p_count bigint) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_count > 100 then
    perform private.refuse('too_many_variants', jsonb_build_object('count', p_count));
  end if;
end
$$;

-- A new product gets the options of its columns and all their combinations; its stock is spread over them evenly, the
-- remainder over the first.
create function private.products_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.product_options (tenant_id, product_id, position, name, kind, values)
  select a.tenant_id, a.id, o.place, o.name, o.kind, o.listed
  from added a cross join lateral private.options_of_columns(a.sizes, a.colors, a.types) o;

  perform private.require_variant_count((
    select max(n.combinations) from (
      select exp(sum(ln(cardinality(o.values))))::bigint as combinations
      from public.product_options o join added a on a.id = o.product_id group by o.product_id
    ) n
  ));
  insert into public.product_variants (tenant_id, product_id, position, option1, option2, option3, stock)
  select a.tenant_id, a.id, c.place, c.option1, c.option2, c.option3,
    a.stock / c.of_all + (c.place <= a.stock % c.of_all)::integer
  from added a
  left join public.product_options x on x.product_id = a.id and x.position = 1
  left join public.product_options y on y.product_id = a.id and y.position = 2
  left join public.product_options z on z.product_id = a.id and z.position = 3
  cross join lateral private.combinations(x.values, y.values, z.values) c;
  return null;
end
$$;

-- Makes the stock of products the sum of what is sold of them.
create function private.sum_stock(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('souk.stock', 'summed', true);
  update public.products p set stock = s.stock
  from (
    select i.id, coalesce(sum(v.stock) filter (where v.is_active), 0) as stock
    from (select distinct unnest(p_product_ids) as id) i left join public.product_variants v on v.product_id = i.id
    group by i.id
  ) s
  where p.id = s.id and p.id = any (p_product_ids) and p.stock <> s.stock;
  perform set_config('souk.stock', '', true);
end
$$;

-- What follows from variants that changed, but for orders, which book their stock themselves: the ledger, the product's
-- stock and what else is derived from variants, its place in listings, the announcement.
create function private.variants_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_changes private.variant_change[];
  v_products uuid[];
  v_edited uuid[];
begin
  if current_setting('souk.variants', true) = 'priced' then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      v_changes := array(
        select row(a.product_id, a.id, private.variant_name(a.option1, a.option2, a.option3), 0, a.stock,
          coalesce(a.price, a.original_price) is not null or a.sku is not null)::private.variant_change
        from after a
      );
    when 'DELETE' then
      -- A product that goes takes its ledger along.
      v_changes := array(
        select row(b.product_id, b.id, private.variant_name(b.option1, b.option2, b.option3), b.stock, 0, true)::private.variant_change
        from before b join public.products p on p.id = b.product_id
      );
    else
      v_changes := array(
        select row(a.product_id, a.id, private.variant_name(a.option1, a.option2, a.option3), b.stock, a.stock,
          a.version <> b.version)::private.variant_change
        from after a join before b using (id)
      );
  end case;
  if cardinality(v_changes) = 0 then
    return null;
  end if;

  insert into public.stock_movements (
    tenant_id, product_id, variant_id, variant, delta, stock_after, reason, actor_id, note
  )
  select p.tenant_id, c.product_id, c.variant_id, c.name, c.stock - c.stock_was, c.stock,
    case when tg_op = 'INSERT' then 'initial'::public.stock_reason else 'adjusted' end,
    auth.uid(), coalesce(current_setting('souk.stock_note', true), '')
  from unnest(v_changes) with ordinality c join public.products p on p.id = c.product_id
  where c.stock <> c.stock_was order by c.ordinality;

  -- Whoever writes a whole product sums up and tells of it once.
  if current_setting('souk.variants', true) = 'saving' then
    return null;
  end if;
  select array_agg(distinct c.product_id), array_agg(distinct c.product_id) filter (where c.edited)
  into v_products, v_edited from unnest(v_changes) c;
  perform private.sum_stock(v_products);
  if v_edited is not null then
    -- Its trigger derives what comes from variants.
    update public.products p set search = p.search where p.id = any (v_edited);
  end if;
  perform private.stock_moved(v_changes, tg_op = 'INSERT');
  return null;
end
$$;

-- Lists products anew of which a variant was sold out or is available again, and announces what pages say of stock: sold
-- out, the last pieces (up to 5), available. `lists` says whether a listing may show something else.
create function private.stock_moved(p_changes private.variant_change[], p_added boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_products uuid[];
begin
  if p_added then
    v_products := array(select c.product_id from unnest(p_changes) c);
    perform private.derive_prices(v_products);
    perform private.list_products(v_products);
    return;
  end if;
  for v in
    select p.id, p.tenant_id, p.stock,
      bool_or((c.stock = 0) <> (c.stock_was = 0)) as lists,
      jsonb_object_agg(c.variant_id, c.stock) filter (where c.stock <> c.stock_was and least(c.stock, c.stock_was) <= 5) as few
    from unnest(p_changes) c join public.products p on p.id = c.product_id
    group by p.id order by p.id
  loop
    if v.lists then
      perform private.derive_prices(array[v.id]);
      perform private.list_products(array[v.id]);
    end if;
    if v.few is not null then
      perform realtime.send(
        jsonb_build_object('kind', 'stock', 'action', 'update', 'ids', jsonb_build_array(v.id),
          'stock', case when v.stock <= 5 then v.stock end, 'lists', v.lists, 'variants', v.few),
        'change', 'catalogue:' || v.tenant_id, true);
    end if;
  end loop;
end
$$;

-- Gives what is sold of a product this much stock in all: the difference is spread evenly, the remainder over the first, and
-- none goes below 0. Of a product with one variant that is its stock.
create function private.spread_stock(p_product_id uuid, p_stock integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v public.product_variants;
  v_left integer;
  v_takers integer;
  v_share integer;
  v_ids uuid[] := '{}';
  v_stock integer[] := '{}';
begin
  select p_stock - coalesce(sum(w.stock), 0), count(*) into v_left, v_takers
  from public.product_variants w where w.product_id = p_product_id and w.is_active;
  -- Of a loss those that have least go first: what they cannot bear is shared by the others.
  for v in
    select * from public.product_variants w where w.product_id = p_product_id and w.is_active
    order by case when v_left < 0 then w.stock end, w.position, w.id
  loop
    v_share := greatest(sign(v_left) * ceil(abs(v_left)::numeric / v_takers), -v.stock);
    v_ids := v_ids || v.id;
    v_stock := v_stock || v.stock + v_share;
    v_left := v_left - v_share;
    v_takers := v_takers - 1;
  end loop;
  update public.product_variants w set stock = s.stock
  from unnest(v_ids, v_stock) s (id, stock) where w.id = s.id and w.stock <> s.stock;
end
$$;

create function private.product_stock_written() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.spread_stock(new.id, new.stock);
  -- Where nothing of the product is sold there is nothing to hold the stock.
  perform private.sum_stock(array[new.id]);
  return null;
end
$$;

-- Size, color and type are also written as text, by imports and through the data API, which know no variants. Values that
-- are no longer listed take their variants away, new ones bring the combinations that they make. An option that is new
-- gives its first value to the variants that are there. The product's stock stays what its row says.
create function private.product_columns_written() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.product_options[] := array(
    select o from public.product_options o where o.product_id = new.id order by o.position
  );
  v_new jsonb;
  v_variants jsonb;
begin
  select jsonb_agg(jsonb_build_object('name', n.name, 'kind', n.kind, 'values', n.values, 'swatches', n.swatches, 'was', n.was)
    order by n.was nulls last, n.place)
  into v_new
  from (
    select coalesce(o.name, c.name) as name, coalesce(o.kind, c.kind) as kind, coalesce(c.listed, o.values) as values,
      coalesce(o.swatches, '{}') as swatches, o.position as was, c.place
    from (select * from unnest(v_old)) o
    full join private.options_of_columns(new.sizes, new.colors, new.types) c on c.kind = o.kind
    where o.kind = 'other' or c.kind is not null
  ) n;
  v_new := coalesce(v_new, '[]');
  if (select jsonb_agg(jsonb_build_array(o.kind, o.values) order by o.position) from unnest(v_old) o) is not distinct from
    (select jsonb_agg(jsonb_build_array(o -> 'kind', o -> 'values') order by n) from jsonb_array_elements(v_new) with ordinality u (o, n))
  then
    return null;
  end if;
  if jsonb_array_length(v_new) > 3 then
    perform private.refuse('too_many_options');
  end if;
  perform private.require_variant_count((
    select exp(sum(ln(jsonb_array_length(o -> 'values'))))::bigint from jsonb_array_elements(v_new) o
  ));

  with options as materialized (
    select n::integer as position, (o ->> 'was')::integer as was,
      array(select v from jsonb_array_elements_text(o -> 'values') with ordinality u (v, m) order by m) as values
    from jsonb_array_elements(v_new) with ordinality u (o, n)
  ),
  wanted as materialized (
    select c.* from private.combinations(
      (select o.values from options o where o.position = 1), (select o.values from options o where o.position = 2),
      (select o.values from options o where o.position = 3)
    ) c
  ),
  -- The variants that are there, with the values that they have among the new options.
  moved as (
    select v.*, array(
      select case when o.was is null then o.values[1] else (
        select x from unnest(o.values) x where lower(x) = lower((array[v.option1, v.option2, v.option3])[o.was])
      ) end
      from options o order by o.position
    ) as now_at
    from public.product_variants v where v.product_id = new.id
  ),
  kept as (
    select distinct on (w.place) w.place, m.id
    from wanted w join moved m
      on coalesce(m.now_at[1], '') = w.option1 and coalesce(m.now_at[2], '') = w.option2 and coalesce(m.now_at[3], '') = w.option3
    where array_position(m.now_at, null) is null
    order by w.place, m.position, m.id
  ),
  chosen as (
    select w.*, k.id from wanted w left join kept k on k.place = w.place
    where k.id is not null
      -- A combination that staff have taken out stays out: one is new by a value that is.
      or exists (
        select 1 from options o
        where case when o.was is null then (array[w.option1, w.option2, w.option3])[o.position] <> o.values[1]
          else lower((array[w.option1, w.option2, w.option3])[o.position])
            <> all (select lower(x) from unnest((v_old[o.was]).values) x) end
      )
      or not exists (select 1 from kept)
  )
  select jsonb_agg(
    coalesce(to_jsonb(v), '{"is_active": true}') || jsonb_build_object('id', c.id, 'position', c.place, 'option1', c.option1,
      'option2', c.option2, 'option3', c.option3, 'stock', case
        when cardinality(v_old) = 0 then new.stock / c.of_all + (c.place <= new.stock % c.of_all)::integer
        else coalesce(v.stock, 0)
      end)
    order by c.place
  ) into v_variants
  from chosen c left join public.product_variants v on v.id = c.id;

  perform private.write_variants(new, v_new, v_variants);
  perform private.spread_stock(new.id, new.stock);
  perform private.sum_stock(array[new.id]);
  perform private.derive_prices(array[new.id]);
  return null;
end
$$;

-- Triggers

call private.fix_columns('public.product_variants', '{id,tenant_id,product_id}');

create trigger products_variants_added after insert on public.products
  referencing new table as added for each statement execute function private.products_added();

-- The names count: triggers run in their order, and a product is listed after its variants are there.
create trigger products_columns_written after update on public.products
  for each row when ((old.sizes, old.colors, old.types) is distinct from (new.sizes, new.colors, new.types))
  execute function private.product_columns_written();

-- Orders and variants say by `souk.stock` that the stock follows what they wrote.
create trigger products_stock_written after update of stock on public.products
  for each row when (old.stock <> new.stock and coalesce(current_setting('souk.stock', true), '') = '')
  execute function private.product_stock_written();

create trigger product_variants_touch before update of position, option1, option2, option3, sku, barcode, price,
    original_price, weight_grams, image, is_active
  on public.product_variants for each row execute function private.touch_version();

create trigger product_variants_added after insert on public.product_variants
  referencing new table as after for each statement execute function private.variants_changed();

create trigger product_variants_changed after update on public.product_variants
  referencing old table as before new table as after
  for each statement when (coalesce(current_setting('souk.stock', true), '') <> 'booked')
  execute function private.variants_changed();

create trigger product_variants_removed after delete on public.product_variants
  referencing old table as before for each statement execute function private.variants_changed();

-- Grants

grant select on public.product_options to anon, authenticated;
grant select on public.product_variants to anon, authenticated;
-- What is derived from variants is kept by the functions that write them.
revoke insert, update, delete, truncate on public.product_options, public.product_variants from service_role;
grant execute on function private.are_option_values to authenticated;
