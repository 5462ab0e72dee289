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
language plpgsql immutable set search_path = '' as $$
begin
  if p_count > 100 then
    perform private.refuse('too_many_variants',
      format('These options make %s combinations. A product can have up to 100.', p_count));
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
    update public.products p set min_price = p.min_price where p.id = any (v_edited);
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
begin
  if p_added then
    perform private.list_products(array(select c.product_id from unnest(p_changes) c));
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

-- Writes all options and variants of a product, whose row is locked: those of `p_variants` that have no id are new, those
-- that are not named go. Whoever calls it keeps what is derived from them.
create function private.write_variants(p_product public.products, p_options jsonb, p_variants jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('souk.variants', 'saving', true);
  delete from public.product_options o where o.product_id = p_product.id;
  insert into public.product_options (tenant_id, product_id, position, name, kind, values, swatches)
  select p_product.tenant_id, p_product.id, o.n, o.option ->> 'name', o.option ->> 'kind',
    array(select v from jsonb_array_elements_text(o.option -> 'values') with ordinality u (v, n) order by n),
    coalesce(o.option -> 'swatches', '{}')
  from jsonb_array_elements(p_options) with ordinality o (option, n);

  delete from public.product_variants v
  where v.product_id = p_product.id and not exists (
    select 1 from jsonb_array_elements(p_variants) w where w ->> 'id' = v.id::text
  );
  -- A product in the trash keeps no SKU from one that is sold.
  update public.product_variants v set sku = null
  from public.products p
  where v.tenant_id = p_product.tenant_id and v.product_id <> p_product.id and p.id = v.product_id and p.deleted_at is not null
    and lower(v.sku) = any (array(select lower(w ->> 'sku') from jsonb_array_elements(p_variants) w where w ->> 'sku' is not null));
  -- Out of each other's way, when variants exchange options or SKUs.
  update public.product_variants v set option1 = v.id::text, option2 = '', option3 = '', sku = null
  from jsonb_populate_recordset(null::public.product_variants, p_variants) w
  where v.product_id = p_product.id and v.id = w.id
    and (v.option1, v.option2, v.option3, v.sku) is distinct from (w.option1, w.option2, w.option3, w.sku);
  update public.product_variants v set
    position = w.position, option1 = w.option1, option2 = w.option2, option3 = w.option3, sku = w.sku, barcode = w.barcode,
    price = w.price, original_price = w.original_price, stock = w.stock, weight_grams = w.weight_grams, image = w.image,
    is_active = w.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) w
  where v.product_id = p_product.id and v.id = w.id
    and (v.position, v.option1, v.option2, v.option3, v.sku, v.barcode, v.price, v.original_price, v.stock, v.weight_grams,
        v.image, v.is_active)
      is distinct from (w.position, w.option1, w.option2, w.option3, w.sku, w.barcode, w.price, w.original_price, w.stock,
        w.weight_grams, w.image, w.is_active);
  insert into public.product_variants (
    tenant_id, product_id, position, option1, option2, option3, sku, barcode, price, original_price, stock, weight_grams,
    image, is_active
  )
  select p_product.tenant_id, p_product.id, w.position, w.option1, w.option2, w.option3, w.sku, w.barcode, w.price,
    w.original_price, w.stock, w.weight_grams, w.image, w.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) w where w.id is null order by w.position;
  perform set_config('souk.variants', '', true);
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
    perform private.refuse('too_many_options', 'A product can have up to three options.');
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
  update public.products p set min_price = p.min_price
  where p.id = new.id and exists (
    select 1 from (
      select coalesce(min(coalesce(v.price, new.price)), new.price) as lowest,
        coalesce(max(coalesce(v.price, new.price)), new.price) as highest
      from public.product_variants v where v.product_id = new.id and v.is_active
    ) s
    where p.min_price <> s.lowest or p.max_price <> s.highest
  );
  return null;
end
$$;

-- A refusal that says which row of the grid, counted from 1, and which column are wrong.
create function private.refuse_variant(p_code text, p_message text, p_rows integer[], p_column text default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(p_code, p_message, jsonb_strip_nulls(jsonb_build_object('rows', p_rows, 'column', p_column)));
end
$$;

-- The options of a grid as they are stored, or a refusal.
create function private.checked_options(p_options jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_options jsonb := '[]';
  v_option jsonb;
  v_name text;
  v_kind text;
  v_values text[];
begin
  if jsonb_typeof(p_options) is distinct from 'array' then
    perform private.refuse('invalid_options', 'Give the options as a list.');
  end if;
  if jsonb_array_length(p_options) > 3 then
    perform private.refuse('too_many_options', 'A product can have up to three options.');
  end if;
  for v_option in select o from jsonb_array_elements(p_options) o loop
    v_name := btrim(coalesce(v_option ->> 'name', ''));
    v_kind := coalesce(v_option ->> 'kind', 'other');
    if v_name = '' or length(v_name) > 40 then
      perform private.refuse('invalid_options', 'Give each option a name of up to 40 characters.');
    end if;
    if v_kind not in ('size', 'color', 'type', 'other') then
      perform private.refuse('invalid_options', format('%s is no kind of option.', v_kind));
    end if;
    if exists (select 1 from jsonb_array_elements(v_options) o where lower(o ->> 'name') = lower(v_name)) then
      perform private.refuse('duplicate_option', format('Two options are called %s.', v_name));
    end if;
    if v_kind <> 'other' and exists (select 1 from jsonb_array_elements(v_options) o where o ->> 'kind' = v_kind) then
      perform private.refuse('duplicate_option', format('Two options list the %ss of the product.', v_kind));
    end if;
    v_values := case when jsonb_typeof(v_option -> 'values') = 'array' then array(
      select btrim(v) from jsonb_array_elements_text(v_option -> 'values') with ordinality u (v, n) order by n
    ) end;
    if not coalesce(private.are_option_values(v_values), false) or exists (select 1 from unnest(v_values) v where length(v) > 200)
    then
      perform private.refuse('invalid_options',
        format('List the values of %s: up to 100, each once and of up to 200 characters.', v_name));
    end if;
    v_options := v_options || jsonb_build_object('name', v_name, 'kind', v_kind, 'values', v_values, 'swatches', coalesce((
      select jsonb_object_agg(v, lower(v_option -> 'swatches' ->> v)) from unnest(v_values) v
      where v_option -> 'swatches' ->> v ~ '^#[0-9a-fA-F]{6}$'
    ), '{}'));
  end loop;
  return v_options;
end
$$;

-- The rows of a grid as they are stored, or a refusal that names the first that cannot be: by its place, or by the "row"
-- of a file that it says it stood in.
create function private.checked_variants(p_product public.products, p_options jsonb, p_variants jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limits constant jsonb := '{"price": 10000000, "original_price": 10000000, "stock": 10000000, "weight_grams": 10000000}';
  v_rows jsonb := '[]';
  v_row jsonb;
  v_at jsonb;
  v_n integer := 0;
  v_line integer;
  v_name text;
  v_was public.product_variants;
  v_column text;
  v_value text;
  v_found record;
begin
  if jsonb_typeof(p_variants) is distinct from 'array' or jsonb_array_length(p_variants) = 0 then
    perform private.refuse('no_variants', 'A product has at least one variant.');
  end if;
  perform private.require_variant_count(jsonb_array_length(p_variants));
  for v_row in select w from jsonb_array_elements(p_variants) w loop
    v_n := v_n + 1;
    v_was := null;
    if jsonb_typeof(v_row) <> 'object' then
      perform private.refuse_variant('invalid_value', format('Row %s cannot be read.', v_n), array[v_n]);
    end if;
    v_line := case when pg_input_is_valid(v_row ->> 'row', 'integer') then (v_row ->> 'row')::integer else v_n end;
    if v_row ->> 'id' is not null then
      select v.* into v_was from public.product_variants v where v.product_id = p_product.id and v.id::text = v_row ->> 'id';
      if not found then
        perform private.refuse_variant('unknown_variant', format('Row %s is no longer there. Load the product again.', v_line), array[v_line]);
      end if;
    end if;

    v_at := case when jsonb_typeof(v_row -> 'options') = 'array' then v_row -> 'options' else '[]' end;
    if jsonb_array_length(v_at) <> jsonb_array_length(p_options) then
      perform private.refuse_variant('unknown_value', format('Row %s needs a value for each option.', v_line), array[v_line], 'options');
    end if;
    select o ->> 'name' as option, v_at ->> (n - 1)::integer as value into v_found
    from jsonb_array_elements(p_options) with ordinality u (o, n)
    where not exists (
      select 1 from jsonb_array_elements_text(o -> 'values') x where lower(x) = lower(btrim(v_at ->> (n - 1)::integer))
    )
    order by n limit 1;
    if found then
      perform private.refuse_variant('unknown_value',
        format('Row %s: %s is no %s of this product.', v_line, coalesce(nullif(v_found.value, ''), 'nothing'), lower(v_found.option)),
        array[v_line], 'options');
    end if;
    v_at := (
      select jsonb_agg(x order by n) from jsonb_array_elements(p_options) with ordinality u (o, n)
      cross join jsonb_array_elements_text(o -> 'values') x
      where lower(x) = lower(btrim(v_at ->> (n - 1)::integer))
    );
    if v_was.id is null then
      select v.* into v_was from public.product_variants v
      where v.product_id = p_product.id and lower(v.option1) = lower(coalesce(v_at ->> 0, ''))
        and lower(v.option2) = lower(coalesce(v_at ->> 1, '')) and lower(v.option3) = lower(coalesce(v_at ->> 2, ''))
        and not exists (select 1 from jsonb_array_elements(p_variants) w where w ->> 'id' = v.id::text);
    end if;
    v_name := coalesce(nullif(private.variant_name(v_at ->> 0, v_at ->> 1, v_at ->> 2), ''), p_product.name);

    -- What a row does not name stays as it is.
    v_row := case when v_was.id is null then '{"stock": 0, "is_active": true}' else to_jsonb(v_was) end || v_row;
    foreach v_column in array '{price,original_price,stock,weight_grams}'::text[] loop
      v_value := v_row ->> v_column;
      if v_value is null and v_column <> 'stock' then
        continue;
      end if;
      if not coalesce(pg_input_is_valid(v_value, case v_column when 'stock' then 'integer' when 'weight_grams' then 'integer' else 'numeric' end), false)
        or not v_value::numeric between 0 and (v_limits ->> v_column)::numeric then
        perform private.refuse_variant('invalid_value', format('%s: this %s cannot be.', v_name, case v_column
          when 'price' then 'price' when 'original_price' then 'struck price' when 'stock' then 'stock' else 'weight' end),
          array[v_line], v_column);
      end if;
    end loop;
    if (v_row ->> 'original_price')::numeric <= coalesce((v_row ->> 'price')::numeric, p_product.price) then
      perform private.refuse_variant('invalid_value',
        format('%s: the struck price must be higher than the price.', v_name), array[v_line], 'original_price');
    end if;
    foreach v_column in array '{sku,barcode,image}'::text[] loop
      if length(btrim(v_row ->> v_column)) > (case v_column when 'image' then 2000 else 64 end) then
        perform private.refuse_variant('invalid_value', format('%s: this %s is too long.', v_name,
          case v_column when 'sku' then 'SKU' else v_column end), array[v_line], v_column);
      end if;
    end loop;
    if not private.is_valid_address(coalesce(v_row ->> 'image', '')) and v_row ->> 'image' is distinct from v_was.image then
      perform private.refuse_variant('invalid_value',
        format('%s: the picture has no address that can be followed.', v_name), array[v_line], 'image');
    end if;
    if jsonb_typeof(v_row -> 'is_active') is distinct from 'boolean' then
      perform private.refuse_variant('invalid_value', format('%s: say whether it is sold.', v_name), array[v_line], 'is_active');
    end if;
    -- Pieces sold since the grid was opened stay sold.
    if v_was.id is not null and pg_input_is_valid(v_row ->> 'stock_was', 'integer') then
      v_row := v_row || jsonb_build_object('stock', least(10000000,
        greatest(v_was.stock::bigint + (v_row ->> 'stock')::integer - (v_row ->> 'stock_was')::integer, 0)));
    end if;
    v_rows := v_rows || (v_row - '{options,stock_was}'::text[] || jsonb_build_object(
      'id', v_was.id, 'row', v_line, 'position', v_n, 'option1', coalesce(v_at ->> 0, ''), 'option2', coalesce(v_at ->> 1, ''),
      'option3', coalesce(v_at ->> 2, ''), 'sku', nullif(btrim(v_row ->> 'sku'), ''),
      'barcode', nullif(btrim(v_row ->> 'barcode'), ''), 'image', nullif(btrim(v_row ->> 'image'), '')));
  end loop;

  select array_agg((w ->> 'row')::integer order by n) as rows,
    coalesce(nullif(private.variant_name(w ->> 'option1', w ->> 'option2', w ->> 'option3'), ''), p_product.name) as name
  into v_found
  from jsonb_array_elements(v_rows) with ordinality u (w, n)
  group by 2, lower(w ->> 'option1'), lower(w ->> 'option2'), lower(w ->> 'option3') having count(*) > 1 order by min(n) limit 1;
  if found then
    perform private.refuse_variant('duplicate_combination',
      format('Rows %s and %s are both %s.', v_found.rows[1], v_found.rows[2], v_found.name), v_found.rows, 'options');
  end if;
  select array_agg((w ->> 'row')::integer order by n) as rows, min(w ->> 'sku') as sku into v_found
  from jsonb_array_elements(v_rows) with ordinality u (w, n)
  where w ->> 'sku' is not null group by lower(w ->> 'sku') having count(*) > 1 order by min(n) limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku',
      format('Rows %s and %s have the same SKU, %s.', v_found.rows[1], v_found.rows[2], v_found.sku), v_found.rows, 'sku');
  end if;
  select array[(w.row ->> 'row')::integer] as rows, v.sku, p.name into v_found
  from public.product_variants v
  join public.products p on p.id = v.product_id and p.deleted_at is null
  join jsonb_array_elements(v_rows) with ordinality w (row, n) on lower(w.row ->> 'sku') = lower(v.sku)
  where v.tenant_id = p_product.tenant_id and v.product_id <> p_product.id
    -- Looked up one by one, however many SKUs the store has.
    and lower(v.sku) = any (array(select lower(x ->> 'sku') from jsonb_array_elements(v_rows) x where x ->> 'sku' is not null))
  order by w.n limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku',
      format('Row %s: %s already has the SKU %s.', v_found.rows[1], v_found.name, v_found.sku), v_found.rows, 'sku');
  end if;
  if (select sum((w ->> 'stock')::bigint) from jsonb_array_elements(v_rows) w) > 10000000 then
    perform private.refuse('invalid_value', 'A product can have up to 10,000,000 pieces in all.', '{"column": "stock"}');
  end if;
  return v_rows;
end
$$;

-- A product's options and variants as staff see them.
create function private.variants_json(p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id, 'version', p.version, 'stock', p.stock, 'size', p.size, 'color', p.color, 'type', p.type,
    'options', (
      select coalesce(jsonb_agg(to_jsonb(o) - '{tenant_id,product_id}'::text[] order by o.position), '[]')
      from public.product_options o where o.product_id = p.id
    ),
    'variants', (
      select jsonb_agg(to_jsonb(v) - '{tenant_id,product_id}'::text[] order by v.position, v.id)
      from public.product_variants v where v.product_id = p.id
    )
  )
  from public.products p where p.id = p_product_id
$$;

-- Writes a grid that was not checked yet into a product whose row is locked.
create function private.save_variants(p_product public.products, p_options jsonb, p_variants jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_options jsonb := private.checked_options(p_options);
  v_listed jsonb;
begin
  perform private.write_variants(p_product, v_options, private.checked_variants(p_product, v_options, p_variants));
  perform private.sum_stock(array[p_product.id]);
  select coalesce(jsonb_object_agg(o ->> 'kind', (o -> 'values')::text), '{}') into v_listed
  from jsonb_array_elements(v_options) o;
  -- A change of its version lists the product anew and announces it.
  update public.products p set
    size = v_listed ->> 'size', color = v_listed ->> 'color',
    type = coalesce(v_listed ->> 'type', case when cardinality(p.types) <= 1 then p.type end)
  where p.id = p_product.id;
exception when unique_violation then
  -- Somebody gave the SKU to another product in the same moment.
  perform private.refuse('duplicate_sku', 'Another product has one of these SKUs by now.', '{"column": "sku"}');
end
$$;

-- Writes all options and variants of a product over the version that was opened; staff only. `p_options` is the list of
-- {"name", "kind": size | color | type | other, "values", "swatches"}, `p_variants` that of {"id" of one that exists,
-- "options": a value for each option, "sku", "barcode", "price", "original_price", "stock", "weight_grams", "image",
-- "is_active"}; without an id, the variant of these options is meant, if there is one. A variant that is not named goes. With "stock_was" the difference is applied to what there is now.
-- Answers with {"id", "version", "stock", "size", "color", "type", "options", "variants"}.
create function public.save_product_variants(p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_before jsonb;
  v_after jsonb;
begin
  select p.* into v_product from public.products p where p.id = p_product_id and p.deleted_at is null for no key update;
  perform private.require_staff(v_product.tenant_id);
  perform private.require_aal();
  if v_product.version is distinct from p_version then
    perform private.refuse('version_conflict', 'Somebody else has changed this product since you opened it.',
      jsonb_build_object('version', v_product.version));
  end if;
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  v_after := private.variants_json(p_product_id);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_before, v_after);
  return v_after;
end
$$;

-- The variant that a shopper names, by its id or by what they chose of each option, and its options as they are sold. What is
-- not chosen is taken from the variant `p_like`, or is an option's only value. `problem` says why there is none.
create function private.choose_variant(
  p_product_id uuid, p_variant_id text, p_size text, p_color text, p_type text, p_like uuid default null,
  out variant public.product_variants, out size text, out color text, out type text, out options jsonb, out problem text
)
language plpgsql stable set search_path = '' as $$
declare
  v_options constant public.product_options[] := array(
    select o from public.product_options o where o.product_id = p_product_id order by o.position
  );
  v_option public.product_options;
  v_like text[];
  v_asked text[] := array['', '', ''];
  v_value text;
begin
  if p_variant_id is not null then
    if pg_input_is_valid(p_variant_id, 'uuid') then
      select v.* into variant from public.product_variants v
      where v.product_id = p_product_id and v.id = p_variant_id::uuid and v.is_active;
    end if;
  else
    if p_like is not null then
      select array[v.option1, v.option2, v.option3] into v_like from public.product_variants v
      where v.product_id = p_product_id and v.id = p_like;
    end if;
    foreach v_option in array v_options loop
      v_value := coalesce(
        nullif(btrim(case v_option.kind when 'size' then p_size when 'color' then p_color when 'type' then p_type end), ''),
        v_like[v_option.position], case when cardinality(v_option.values) = 1 then v_option.values[1] end);
      if v_value is null then
        problem := 'option_required';
        return;
      end if;
      v_asked[v_option.position] := lower(v_value);
    end loop;
    select v.* into variant from public.product_variants v
    where v.product_id = p_product_id and lower(v.option1) = v_asked[1] and lower(v.option2) = v_asked[2]
      and lower(v.option3) = v_asked[3] and v.is_active;
  end if;
  if variant.id is null then
    problem := 'unknown_option';
    return;
  end if;
  options := '[]';
  foreach v_option in array v_options loop
    v_value := (array[variant.option1, variant.option2, variant.option3])[v_option.position];
    options := options || jsonb_build_object('name', v_option.name, 'value', v_value);
    case v_option.kind
      when 'size' then size := v_value;
      when 'color' then color := v_value;
      when 'type' then type := v_value;
      else null;
    end case;
  end loop;
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
grant execute on function public.save_product_variants to authenticated;
