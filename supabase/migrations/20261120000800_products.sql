-- Parsing ----------------------------------------------------------------------------------------

-- Options are text holding a JSON list or a comma list (spec section 3).
create function private.text_list(p_value text) returns text[]
language sql immutable as $$
  select case
    when p_value is null or btrim(p_value) = '' then '{}'::text[]
    when p_value is json array then array(
      select btrim(item) from jsonb_array_elements_text(p_value::jsonb) with ordinality as items (item, n)
      where btrim(item) <> '' order by n
    )
    else array(
      select btrim(item, E' \t\r\n"[]') from unnest(string_to_array(p_value, ',')) with ordinality as items (item, n)
      where btrim(item, E' \t\r\n"[]') <> '' order by n
    )
  end
$$;

-- The first picture, however the list came: a list, one address, or either of them written as JSON text.
create function private.first_picture(p_images jsonb) returns text
language sql immutable as $$
  select case jsonb_typeof(p_images)
    when 'array' then p_images ->> 0
    when 'string' then case
      when (p_images #>> '{}') is json array then ((p_images #>> '{}')::jsonb) ->> 0
      else p_images #>> '{}'
    end
  end
$$;

-- Letters as people type them when they search: no case, no accents, Arabic without vowel marks and letter variants.
create function private.fold(p_text text) returns text
language sql immutable as $$
  select translate(
    regexp_replace(
      extensions.unaccent('extensions.unaccent'::regdictionary, lower(coalesce(p_text, ''))),
      U&'[\064B-\065F\0670\0640\06D6-\06ED]', '', 'g'
    ),
    U&'\0623\0625\0622\0671\0649\0629\0624\0626\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669',
    U&'\0627\0627\0627\0627\064A\0647\0648\064A' || '0123456789'
  )
$$;

-- The words of a text, folded, with one space between them.
create function private.words(p_text text) returns text
language sql immutable as $$ select regexp_replace(private.fold(p_text), '[^[:alnum:]]+', ' ', 'g') $$;

grant execute on function
  private.text_list(text), private.first_picture(jsonb), private.fold(text), private.words(text)
  to anon, authenticated, service_role;

-- Tables -----------------------------------------------------------------------------------------

-- Orders change nothing but `stock`, and no index holds it: such an update stays on its page and touches no index.
-- That is also why the derived columns are kept by a trigger on the columns they come from: generated ones would be
-- computed again for each sale.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  category_id uuid,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  description text check (length(description) <= 20000),
  -- What a shopper pays; `original_price` is the struck one, `discount` the percentage shown when there is none.
  price numeric(12, 2) not null default 0 check (price >= 0 and price <= 10000000),
  original_price numeric(12, 2) check (original_price >= 0 and original_price <= 10000000),
  discount numeric(5, 2) default 0 check (discount between 0 and 100),
  -- Lists of addresses; older rows may hold one address, or the list as JSON text.
  images jsonb not null default '[]' check (jsonb_typeof(images) in ('array', 'string') and length(images::text) <= 20000),
  videos jsonb not null default '[]' check (jsonb_typeof(videos) in ('array', 'string') and length(videos::text) <= 20000),
  unit text check (length(unit) <= 40),
  stock integer not null default 0 check (stock >= 0 and stock <= 10000000),
  featured boolean not null default false,
  is_new boolean not null default false,
  is_active boolean not null default true,
  type text check (length(type) <= 2000),
  size text check (length(size) <= 2000),
  color text check (length(color) <= 2000),
  material text check (length(material) <= 2000),
  brand text check (length(brand) <= 120),
  gender text check (length(gender) <= 200),
  review_count integer not null default 0 check (review_count >= 0),
  rating numeric(3, 2) check (rating between 1 and 5),
  -- Derived from the columns above; nobody writes them.
  types text[] not null default '{}',
  sizes text[] not null default '{}',
  colors text[] not null default '{}',
  materials text[] not null default '{}',
  genders text[] not null default '{}',
  on_sale boolean not null default false,
  search tsvector not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, category_id) references public.categories (tenant_id, id)
) with (fillfactor = 85);

create index products_newest on public.products (tenant_id, created_at desc, id) where is_active;
create index products_by_price on public.products (tenant_id, price, id) where is_active;
create index products_by_name on public.products (tenant_id, lower(name), id);
create index products_by_category on public.products (tenant_id, category_id, created_at desc, id);
create index products_featured on public.products (tenant_id, created_at desc, id) where featured and is_active;
create index products_on_sale on public.products (tenant_id, created_at desc, id) where on_sale and is_active;
create index products_search on public.products using gin (search);

alter table public.products enable row level security;

grant select on public.products to anon, authenticated;
grant insert (
  id, tenant_id, category_id, name, description, price, original_price, discount, images, videos, unit, stock, featured,
  is_new, is_active, type, size, color, material, brand, gender, created_at
) on public.products to authenticated;
grant update (
  id, tenant_id, category_id, name, description, price, original_price, discount, images, videos, unit, stock, featured,
  is_new, is_active, type, size, color, material, brand, gender
) on public.products to authenticated;
grant delete on public.products to authenticated;
grant all on public.products to service_role;

call private.keep_place('public.products', '{id,tenant_id}');

-- Triggers ---------------------------------------------------------------------------------------

create function private.product_derive() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_category text := (
    select c.name from public.categories c where c.tenant_id = new.tenant_id and c.id = new.category_id
  );
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  new.types := private.text_list(new.type);
  new.sizes := private.text_list(new.size);
  new.colors := private.text_list(new.color);
  new.materials := private.text_list(new.material);
  new.genders := private.text_list(new.gender);
  new.on_sale := coalesce(new.original_price > new.price, false) or coalesce(new.discount > 0, false);
  new.search :=
    setweight(to_tsvector('pg_catalog.simple', private.words(new.name)), 'A')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', new.brand, v_category, new.type))), 'B')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', new.color, new.material, new.gender))), 'C')
    || setweight(to_tsvector('pg_catalog.simple', private.words(left(new.description, 4000))), 'D');
  return new;
end
$$;

create trigger products_derive
  before insert or update of tenant_id, category_id, name, description, price, original_price, discount, images, videos,
    unit, featured, is_new, is_active, type, size, color, material, brand, gender, types, sizes, colors, materials,
    genders, on_sale, search, version, created_at, updated_at
  on public.products for each row execute function private.product_derive();

create function private.category_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products set category_id = category_id where tenant_id = new.tenant_id and category_id = new.id;
  return null;
end
$$;

create trigger categories_renamed after update of name on public.categories
  for each row when (old.name <> new.name) execute function private.category_renamed();

-- Policies ---------------------------------------------------------------------------------------

create policy "Everybody reads products on sale in a store" on public.products
  for select to anon, authenticated using (is_active);

create policy "Staff read all products of their store" on public.products
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff add their store's products" on public.products
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their store's products" on public.products
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff remove their store's products" on public.products
  for delete to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.products');
