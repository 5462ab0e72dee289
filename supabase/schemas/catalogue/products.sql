-- Categories and products.

-- Tables

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 120),
  description text check (length(description) <= 5000),
  -- One address, or a JSON list as in older rows (docs/product.md, Products).
  image text check (length(image) <= 5000),
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  -- As in products.
  slug text check (length(slug) <= 80),
  page_slugs jsonb not null default '{}',
  old_paths text[] not null default '{}' check (private.are_texts(old_paths, 50, 500)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create unique index categories_name on public.categories (tenant_id, lower(name));
alter table public.categories enable row level security;

-- Orders change only `stock`, which no index contains, so that such an update stays on its page and touches no index. For the same
-- reason a trigger maintains the derived columns: generated ones would be recomputed for each sale.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  category_id uuid,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  description text check (length(description) <= 20000),
  -- The selling price, null until set; `original_price` is shown struck through, `discount` is the percentage shown if there is
  -- none.
  price numeric(12, 2) check (price >= 0 and price <= 10000000),
  original_price numeric(12, 2) check (original_price >= 0 and original_price <= 10000000),
  discount numeric(5, 2) default 0 check (discount between 0 and 100),
  -- Lists of addresses; older rows may contain one address, or the list as JSON text.
  images jsonb not null default '[]' check (jsonb_typeof(images) in ('array', 'string') and length(images::text) <= 20000),
  videos jsonb not null default '[]' check (jsonb_typeof(videos) in ('array', 'string') and length(videos::text) <= 20000),
  unit text check (length(unit) <= 40),
  stock integer not null default 0 check (stock >= 0 and stock <= 10000000),
  featured boolean not null default false,
  is_new boolean not null default false,
  is_active boolean not null default true,
  -- Whether it is restocked when sold out, in a store that restocks products (settings.features).
  restocks boolean not null default true,
  -- The kind of product, such as Hoodie, if its type is not an option.
  product_type text check (length(product_type) <= 200),
  material text check (length(material) <= 2000),
  brand text check (length(brand) <= 120),
  gender text check (length(gender) <= 200),
  -- Attribute values by attribute id.
  attributes jsonb not null default '{}'
    check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 20000),
  review_count integer not null default 0 check (review_count >= 0),
  rating numeric(3, 2) check (rating between 1 and 5),
  -- Derived by triggers from the columns above and from options and variants, like the stock. The first three list option values as
  -- JSON (docs/product.md, Products). The lowest and highest price are of what can be bought: private.prices_of.
  type text,
  size text,
  color text,
  min_price numeric(12, 2),
  max_price numeric(12, 2),
  types text[] not null default '{}',
  sizes text[] not null default '{}',
  colors text[] not null default '{}',
  materials text[] not null default '{}',
  genders text[] not null default '{}',
  on_sale boolean not null default false,
  search tsvector not null default '',
  -- Alternative texts by picture address.
  image_alts jsonb not null default '{}'
    check (jsonb_typeof(image_alts) = 'object' and length(image_alts::text) <= 40000),
  translations jsonb not null default '{}' check (private.are_translations(translations, 80000)),
  -- Keywords for searching and grouping, hidden from shoppers.
  tags text[] not null default '{}' check (private.are_texts(tags, 250, 255)),
  -- Title and description for search engines; by default the product's own.
  seo_title text check (length(seo_title) <= 200),
  seo_description text check (length(seo_description) <= 1000),
  -- The slug that staff chose, in other languages in translations, and the slugs of its page by language, which follow the names by
  -- default: private.derive_slugs.
  slug text check (length(slug) <= 80),
  page_slugs jsonb not null default '{}',
  -- Its paths in a previous store, normalized by private.page_paths; public.redirects leads from them to it.
  old_paths text[] not null default '{}' check (private.are_texts(old_paths, 50, 500)),
  -- Derived: the folded text that the back office searches.
  search_text text not null default '',
  version integer not null default 1,
  -- A deleted product stays for 30 days, hidden, so that restoring it restores its reviews and wishes.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, category_id) references public.categories (tenant_id, id),
  constraint products_deleted_hidden check (deleted_at is null or not is_active),
  constraint products_sold_priced check (price is not null or not is_active)
) with (fillfactor = 85);
create index products_newest on public.products (tenant_id, created_at desc, id) where is_active;
create index products_by_price on public.products (tenant_id, price, id) where is_active;
create index products_by_name on public.products (tenant_id, lower(name), id);
create index products_by_category on public.products (tenant_id, category_id, created_at desc, id);
create index products_featured on public.products (tenant_id, created_at desc, id) where featured and is_active;
create index products_on_sale on public.products (tenant_id, created_at desc, id) where on_sale and is_active;
create index products_search on public.products using gin (search) with (gin_pending_list_limit = 256);
alter table public.products enable row level security;

-- Policies

create policy "Everybody reads categories of stores that they see" on public.categories
  for select to anon, authenticated using (tenant_id <> all ((select private.hidden_stores())::text[]));

call private.add_staff_policies('public.categories', 'categories', 'products.change');

create policy "Everybody reads products on sale in a store" on public.products
  for select to anon, authenticated using (is_active and tenant_id <> all ((select private.hidden_stores())::text[]));

call private.add_staff_policies('public.products', 'products', 'products.change');

create policy "Staff read all products of their store" on public.products
  for select to authenticated
  using (deleted_at is null and tenant_id = any ((select private.tenants_where_may('products.see'))::text[]));

-- Functions

-- Options are text with a JSON list or a comma-separated list (docs/product.md, Products).
create function private.text_list(p_value text) returns text[]
language sql immutable as $$
  select case
    when p_value is null or btrim(p_value) = '' then '{}'::text[]
    when p_value is json array then array(
      select btrim(item) from jsonb_array_elements_text(p_value::jsonb) with ordinality as items (item, place)
      where btrim(item) <> '' order by place
    )
    else array(
      select btrim(item, E' \t\r\n"[]') from unnest(string_to_array(p_value, ',')) with ordinality as items (item, place)
      where btrim(item, E' \t\r\n"[]') <> '' order by place
    )
  end
$$;

-- The first picture, whether stored as a list, one address, or either as JSON text.
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

-- The distinct prices of a product's variants, ascending: of those on sale and in stock or, if all are sold out, of all on sale.
-- `{null}` if nothing has a price.
create function private.prices_of(p_product_id uuid, p_price numeric) returns numeric[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_in_stock numeric[];
  v_sold numeric[];
begin
  select array_agg(distinct coalesce(price, p_price)) filter (where stock > 0),
    array_agg(distinct coalesce(price, p_price))
  into v_in_stock, v_sold
  from public.product_variants
  where product_id = p_product_id and is_active and coalesce(price, p_price) is not null;
  return coalesce(v_in_stock, v_sold, array[p_price]);
end
$$;

-- Recalculates the lowest and highest price of products with a variant that was sold out or is back in stock. Like a sale, this
-- doesn't increase the version.
create function private.derive_prices(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.products product set min_price = derived.prices[1], max_price = derived.prices[cardinality(derived.prices)]
  from (
    select listed.id, private.prices_of(listed.id, listed.price) as prices
    from public.products listed where listed.id = any (p_product_ids)
  ) derived
  where product.id = derived.id
    and (product.min_price, product.max_price)
      is distinct from (derived.prices[1], derived.prices[cardinality(derived.prices)]);
end
$$;

-- The product columns that staff fill in, and how two values of each are compared: exactly, as trimmed text, as lists in any
-- notation, or as numbers where null equals 0. Writing, importing, comparing, undoing and the audit log use this list.
create function private.product_columns() returns table (name text, compared_as text)
language sql immutable set search_path = '' as $$
  values ('category_id', 'value'), ('name', 'text'), ('description', 'text'), ('price', 'value'), ('original_price', 'value'),
    ('discount', 'number'), ('images', 'addresses'), ('image_alts', 'value'), ('videos', 'addresses'), ('unit', 'text'),
    ('featured', 'value'), ('is_new', 'value'), ('is_active', 'value'), ('restocks', 'value'), ('product_type', 'text'),
    ('material', 'list'), ('brand', 'text'), ('gender', 'list'), ('attributes', 'value'), ('tags', 'value'),
    ('seo_title', 'text'), ('seo_description', 'text'), ('slug', 'text'), ('old_paths', 'value'), ('translations', 'value')
$$;

-- A product reduced to the columns that staff fill in and those that identify it.
create function private.filled_columns(p_product jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(field.key, field.value) from jsonb_each(p_product) field
  where field.key in ('id', 'tenant_id', 'deleted_at') or field.key in (select filled.name from private.product_columns() filled)
$$;

create function private.list_text(p_values text[]) returns text
language sql immutable as $$ select case when cardinality(p_values) > 0 then to_jsonb(p_values)::text end $$;

-- Derives the lists of sizes, colors and types from a product's options.
create function private.derive_options(inout p_product public.products)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(max(option.values) filter (where option.kind = 'size'), '{}'),
    coalesce(max(option.values) filter (where option.kind = 'color'), '{}'),
    coalesce(max(option.values) filter (where option.kind = 'type'),
      array_remove(array[nullif(btrim(p_product.product_type), '')], null))
  into p_product.sizes, p_product.colors, p_product.types
  from public.product_options option where option.product_id = p_product.id;
  p_product.size := private.list_text(p_product.sizes);
  p_product.color := private.list_text(p_product.colors);
  p_product.type := private.list_text(p_product.types);
end
$$;

-- A product's search vector: the name ranks before brand, category and type, then options, then the description.
create function private.search_vector(p_product public.products) returns tsvector
language plpgsql stable set search_path = '' as $$
begin
  return setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ',
      p_product.name, private.translated_texts(p_product.translations, 'name')))), 'A')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', p_product.brand,
      private.translated_texts(p_product.translations, 'brand'), private.translated_texts(p_product.translations, 'type'), (
      select concat_ws(' ', name, private.translated_texts(translations, 'name')) from public.categories where tenant_id = p_product.tenant_id and id = p_product.category_id
    ), p_product.product_type, array_to_string(p_product.types, ' ')))), 'B')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', (
      select string_agg(concat_ws(' ', array_to_string(option.values, ' '),
        private.translated_words(option.translations, 'values')), ' ')
      from public.product_options option where option.product_id = p_product.id and option.kind <> 'type'
    ), p_product.material, p_product.gender, private.translated_words(p_product.translations, 'material'),
      private.translated_words(p_product.translations, 'gender'), private.attribute_words(p_product.tenant_id, p_product.attributes),
      array_to_string(p_product.tags, ' ')))), 'C')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', left(p_product.description, 4000),
      left(private.translated_texts(p_product.translations, 'description'), 4000), (
      select string_agg(sku, ' ') from public.product_variants where product_id = p_product.id
    )))), 'D');
end
$$;

-- The back office's search text of a product: names, brands and tags.
create function private.product_search_text(p_product public.products) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.fold(concat_ws(E'\n', p_product.name, private.translated_texts(p_product.translations, 'name'), p_product.brand,
    private.translated_texts(p_product.translations, 'brand'), array_to_string(p_product.tags, E'\n')));
end
$$;

create function private.product_derive() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_prices constant numeric[] := private.prices_of(new.id, new.price);
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  if tg_op = 'UPDATE' and (new.size, new.color, new.type) is distinct from (old.size, old.color, old.type)
    or tg_op = 'INSERT' and concat(new.size, new.color, new.type) <> '' then
    perform private.refuse('options_decide', jsonb_build_object('column', case
      when new.size is distinct from case when tg_op = 'UPDATE' then old.size end then 'size'
      when new.color is distinct from case when tg_op = 'UPDATE' then old.color end then 'color' else 'type' end));
  end if;
  if new.is_active and new.price is null then
    perform private.refuse('price_missing', private.product_names(new) || '{"column": "price"}');
  end if;
  new := private.derive_options(new);
  new.min_price := v_prices[1];
  new.max_price := v_prices[cardinality(v_prices)];
  new.on_sale := coalesce(new.discount > 0, false) or coalesce((
    select bool_or(coalesce(original_price, new.original_price) > coalesce(price, new.price))
    from public.product_variants where product_id = new.id and is_active
  ), new.original_price > new.price, false);
  new.materials := private.text_list(new.material);
  new.genders := private.text_list(new.gender);
  new.search := private.search_vector(new);
  new.search_text := private.product_search_text(new);
  new.old_paths := private.free_paths(new, tg_op = 'UPDATE' and old.deleted_at is not null);
  return new;
end
$$;

-- Increases products' versions, so that their trigger recalculates what derives from other rows.
create function private.renew_products(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products where id = any (p_ids) order by id for no key update;
  update public.products set version = version + 1 where id = any (p_ids);
end
$$;

create function private.category_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.renew_products(array(
    select id from public.products where tenant_id = new.tenant_id and category_id = new.id
  ));
  return null;
end
$$;

-- Whether a browser can follow an address: any path, or a web address with a host.
create function private.is_valid_address(p_address text) returns boolean
language sql immutable set search_path = '' as $$
  select p_address !~* '^(https?:)?//' or p_address ~*
    '^(https?:)?//([^/?#\\@]*@)?(\[[0-9a-f:.]+\]|[^][[:space:][:cntrl:]/?#\\:@<>^|%]+)(:[0-9]{0,5})?([/?#\\]|$)'
$$;

create function private.require_valid_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The trigger's argument is the column's name.
  v_column constant text := tg_argv[0];
  v_value constant jsonb := to_jsonb(new) -> v_column;
  v_bad constant text := (
    select address from unnest(private.address_list(v_value)) address where not private.is_valid_address(address) limit 1
  );
begin
  -- Undoing a change may restore a URL that was valid before.
  if v_bad is not null and not exists (
    select 1 from private.product_change_entries
    where tg_table_name = 'products' and product_id = new.id and before -> v_column = v_value
  ) then
    perform private.refuse('address_unknown', jsonb_build_object('column', v_column, 'address', left(v_bad, 100)));
  end if;
  return new;
end
$$;

-- Triggers

call private.fix_columns('public.categories', '{id,tenant_id}');
call private.serialize_upserts('public.categories');
call private.fix_columns('public.products', '{id,tenant_id}');

create trigger categories_touch before update on public.categories
  for each row execute function private.touch_version();

create trigger categories_renamed after update of name, translations on public.categories
  for each row when ((old.name, old.translations) is distinct from (new.name, new.translations)) execute function private.category_renamed();

create trigger products_images_added before insert on public.products
  for each row when (new.images <> '[]') execute function private.require_valid_addresses('images');

create trigger products_images_changed before update of images on public.products
  for each row when (new.images is distinct from old.images) execute function private.require_valid_addresses('images');

create trigger products_videos_added before insert on public.products
  for each row when (new.videos <> '[]') execute function private.require_valid_addresses('videos');

create trigger products_videos_changed before update of videos on public.products
  for each row when (new.videos is distinct from old.videos) execute function private.require_valid_addresses('videos');

create trigger categories_image_added before insert on public.categories
  for each row when (new.image <> '') execute function private.require_valid_addresses('image');

create trigger categories_image_changed before update of image on public.categories
  for each row when (new.image is distinct from old.image) execute function private.require_valid_addresses('image');

-- On the columns that staff fill in and those derived from them. A sale or a review changes none of them, and doesn't increase the
-- version.
do $$
begin
  execute format('create trigger products_derive before insert or update of %s, type, size, color, types, sizes, colors,
    materials, genders, on_sale, search, version, deleted_at, created_at, updated_at on public.products
    for each row execute function private.product_derive()',
    (select string_agg(quote_ident(filled.name), ', ') from private.product_columns() filled));
end
$$;

-- Grants

grant select on public.categories to anon, authenticated;
grant delete on public.categories to authenticated;
grant insert (id, tenant_id, name, description, image, slug, old_paths, translations, created_at) on public.categories to authenticated;
grant update (id, tenant_id, name, description, image, slug, old_paths, translations) on public.categories to authenticated;
grant select on public.products to anon, authenticated;
grant delete on public.products to authenticated;
-- Size, color and type are included so that writing them raises an explanation of why they stay unchanged.
grant insert (
  id, tenant_id, category_id, name, description, price, original_price, discount, images, videos, unit, stock,
  featured, is_new, is_active, restocks, product_type, type, size, color, material, brand, gender, attributes, created_at,
  image_alts, translations, tags, seo_title, seo_description, slug, old_paths
) on public.products to authenticated;
grant update (
  id, tenant_id, category_id, name, description, price, original_price, discount, images, videos, unit, stock,
  featured, is_new, is_active, restocks, product_type, type, size, color, material, brand, gender, attributes, image_alts,
  translations, tags, seo_title, seo_description, slug, old_paths
) on public.products to authenticated;
grant execute on function
  private.text_list,
  private.first_picture
to anon, authenticated;
