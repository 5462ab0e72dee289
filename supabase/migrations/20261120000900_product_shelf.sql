-- Listing, filtering and searching read a narrow row a product, so that counting a whole catalogue stays quick, and take
-- the products themselves only for the page that is shown.

-- Tables -----------------------------------------------------------------------------------------

-- Filters are few and shared: products with the same category, brand, options and marks are one set. `tokens` are
-- 'category:<id>', 'size:M', 'color:Black', 'sale:', …; `products` counts the products on sale that carry them.
create table private.shelf_sets (
  id integer generated always as identity primary key,
  tenant_id text not null,
  key text not null,
  tokens text[] not null,
  products bigint not null default 0,
  unique (tenant_id, key)
) with (fillfactor = 80);

-- One row for each product on sale.
create table private.shelf (
  product_id uuid primary key references public.products (id) on delete cascade,
  tenant_id text not null,
  set_id integer not null,
  price numeric(12, 2) not null,
  saving numeric not null,
  name_key text not null,
  featured boolean not null,
  in_stock boolean not null,
  created_at timestamptz not null,
  words tsvector not null
);
create index shelf_newest on private.shelf (tenant_id, created_at desc, product_id);
create index shelf_by_price on private.shelf (tenant_id, price, product_id);
create index shelf_by_name on private.shelf (tenant_id, name_key, product_id);
create index shelf_by_saving on private.shelf (tenant_id, saving desc, product_id);
create index shelf_featured on private.shelf (tenant_id, featured desc, created_at desc, product_id);
create index shelf_by_set on private.shelf (set_id);
create index shelf_sold_out on private.shelf (tenant_id, set_id) where not in_stock;
create index shelf_found on private.shelf using gin (tenant_id, words);

-- The words a store's products are found by; a word that nobody wrote right is looked for here.
create table private.shelf_words (
  tenant_id text not null,
  word text not null,
  primary key (tenant_id, word)
);
create index shelf_words_prefix on private.shelf_words (tenant_id, word text_pattern_ops);
create index shelf_words_alike on private.shelf_words using gin (tenant_id, word extensions.gin_trgm_ops);

alter table private.shelf enable row level security;
alter table private.shelf_sets enable row level security;
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
    union select 'on_sale:' where p.on_sale
    union select 'is_new:' where p.is_new
    order by 1
  )
$$;

create function private.shelf_key(p_tokens text[]) returns text
language sql immutable as $$ select md5(array_to_string(p_tokens, E'\x1f')) $$;

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
  insert into private.shelf_sets (tenant_id, key, tokens)
  select distinct p.tenant_id, private.shelf_key(t.tokens), t.tokens
  from added a join public.products p on p.id = a.id
  cross join lateral (select private.shelf_tokens(p) as tokens) t
  where p.is_active
  order by 1, 2
  on conflict (tenant_id, key) do nothing;

  insert into private.shelf (
    product_id, tenant_id, set_id, price, saving, name_key, featured, in_stock, created_at, words
  )
  select p.id, p.tenant_id, s.id, p.price, private.shelf_saving(p), left(private.fold(p.name), 60), p.featured,
    p.stock > 0, p.created_at, ts_filter(p.search, '{a,b,c}')
  from added a join public.products p on p.id = a.id
  join private.shelf_sets s on s.tenant_id = p.tenant_id and s.key = private.shelf_key(private.shelf_tokens(p))
  where p.is_active;

  insert into private.shelf_words (tenant_id, word)
  select distinct a.tenant_id, left(w.lexeme, 60) from added a, unnest(ts_filter(a.search, '{a,b,c}')) w
  order by 1, 2
  on conflict do nothing;
  return null;
end
$$;

create function private.product_reshelved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tokens text[] := private.shelf_tokens(new);
  v_set_id integer;
begin
  if not new.is_active then
    delete from private.shelf where product_id = new.id;
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
    color, material, brand, gender, created_at
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
declare
  v_sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform 1 from private.shelf_sets s where s.id in (select c.set_id from changed c) order by s.id for no key update;
  update private.shelf_sets s set products = s.products + v_sign * c.n
  from (select set_id, count(*) as n from changed group by set_id) c
  where s.id = c.set_id;
  return null;
end
$$;

create function private.shelf_recounted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.shelf_sets s where s.id in (old.set_id, new.set_id) order by s.id for no key update;
  update private.shelf_sets s set products = s.products + case when s.id = new.set_id then 1 else -1 end
  where s.id in (old.set_id, new.set_id);
  return null;
end
$$;

create trigger shelf_counted_in after insert on private.shelf
  referencing new table as changed for each statement execute function private.shelf_counted();
create trigger shelf_counted_out after delete on private.shelf
  referencing old table as changed for each statement execute function private.shelf_counted();
create trigger shelf_recounted after update of set_id on private.shelf
  for each row when (old.set_id <> new.set_id) execute function private.shelf_recounted();
