-- Redirects from the addresses of products and categories in a previous store.

-- Tables

-- Derived from old_paths of products and categories; a trashed product has none.
create table public.redirects (
  tenant_id text not null references public.tenants (id) on delete cascade,
  path text not null check (path ~ '^/.' and length(path) <= 500),
  product_id uuid,
  category_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, path),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade,
  foreign key (tenant_id, category_id) references public.categories (tenant_id, id) on delete cascade,
  constraint redirects_lead_to_one check (num_nonnulls(product_id, category_id) = 1)
);
create index redirects_by_product on public.redirects (tenant_id, product_id);
create index redirects_by_category on public.redirects (tenant_id, category_id);
alter table public.redirects enable row level security;

-- Policies

create policy "Staff read the old addresses of their store" on public.redirects
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('products.see'))::text[]));

-- Functions

-- Normalizes an address to its path: without host, query, language, encoding, case and trailing slash.
create function private.page_path(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return lower(normalize(regexp_replace(regexp_replace(regexp_replace(
    '/' || coalesce(private.url_decoded(
      regexp_replace(regexp_replace(btrim(p_address), '^([A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*', ''), '[?#].*$', '')), ''),
    '/+', '/', 'g'), '^/(en|ar)(?=/|$)', ''), '/$', ''), nfc));
end
$$;

-- The distinct paths of addresses, in order, without the home page's.
create function private.page_paths(p_addresses text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select given.path from (
      select private.page_path(listed.address) as path, min(listed.place) as place
      from unnest(p_addresses) with ordinality listed (address, place) where listed.address is not null group by 1
    ) given
    where given.path <> '' order by given.place
  );
end
$$;

-- A product's old paths in stored form. A product restored from the trash loses those that lead to others by now.
create function private.free_paths(p_product public.products, p_was_deleted boolean) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_paths constant text[] := private.page_paths(p_product.old_paths);
begin
  if not p_was_deleted or v_paths = '{}' then
    return v_paths;
  end if;
  return array(
    select listed.path from unnest(v_paths) with ordinality listed (path, place)
    where not exists (
      select 1 from public.redirects redirect
      where redirect.tenant_id = p_product.tenant_id and redirect.path = listed.path and redirect.product_id is distinct from p_product.id
    )
    order by listed.place
  );
end
$$;

create function private.write_redirects() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_product_id constant uuid := case when tg_table_name = 'products' then new.id end;
  v_category_id constant uuid := case when tg_table_name = 'categories' then new.id end;
  v_is_deleted constant boolean := to_jsonb(new) ->> 'deleted_at' is not null;
  v_other public.redirects;
begin
  delete from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and (redirect.product_id = v_product_id or redirect.category_id = v_category_id)
    and (v_is_deleted or redirect.path <> all (new.old_paths));
  if v_is_deleted then
    return null;
  end if;
  insert into public.redirects (tenant_id, path, product_id, category_id)
  select new.tenant_id, path, v_product_id, v_category_id from unnest(new.old_paths) path order by path
  on conflict (tenant_id, path) do nothing;
  select redirect.* into v_other from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and redirect.path = any (new.old_paths)
    and (redirect.product_id, redirect.category_id) is distinct from (v_product_id, v_category_id)
  order by array_position(new.old_paths, redirect.path) limit 1;
  if found then
    perform private.refuse('old_path_taken',
      private.redirect_names(v_other) || jsonb_build_object('column', 'old_paths', 'path', v_other.path));
  end if;
  return null;
end
$$;

-- The name of what an old address leads to, for refusals.
create function private.redirect_names(p_redirect public.redirects) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select private.product_names(product) from public.products product
      where product.tenant_id = p_redirect.tenant_id and product.id = p_redirect.product_id),
    (select jsonb_build_object('name', category.name, 'translations', category.translations) from public.categories category
      where category.tenant_id = p_redirect.tenant_id and category.id = p_redirect.category_id));
end
$$;

create function private.derive_category_paths() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.old_paths := private.page_paths(new.old_paths);
  return new;
end
$$;

-- The page that a store's old address leads to, with its slugs by language: a product on sale or a category.
create function public.redirected_page(p_tenant_id text, p_path text)
returns table (kind public.page_kind, id uuid, slugs jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select case when product.id is null then 'category' else 'product' end::public.page_kind, coalesce(product.id, category.id),
    coalesce(product.page_slugs, category.page_slugs)
  from public.redirects redirect
  left join public.products product
    on product.tenant_id = redirect.tenant_id and product.id = redirect.product_id and product.is_active
  left join public.categories category on category.tenant_id = redirect.tenant_id and category.id = redirect.category_id
  where redirect.tenant_id = p_tenant_id and redirect.path = private.page_path(left(p_path, 2000))
    and coalesce(product.id, category.id) is not null and p_tenant_id <> all ((select private.hidden_stores())::text[]);
end
$$;

-- Triggers

create trigger products_redirected after insert on public.products
  for each row when (new.old_paths <> '{}') execute function private.write_redirects();

create trigger products_redirected_anew after update on public.products
  for each row when ((new.old_paths, new.deleted_at) is distinct from (old.old_paths, old.deleted_at))
  execute function private.write_redirects();

create trigger categories_old_paths before insert or update of old_paths on public.categories
  for each row execute function private.derive_category_paths();

create trigger categories_redirected after insert on public.categories
  for each row when (new.old_paths <> '{}') execute function private.write_redirects();

create trigger categories_redirected_anew after update on public.categories
  for each row when (new.old_paths is distinct from old.old_paths) execute function private.write_redirects();

-- Grants

grant select on public.redirects to authenticated;
grant execute on function public.redirected_page to anon, authenticated;
