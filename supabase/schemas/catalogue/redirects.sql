-- Redirects from products' addresses in a previous store.

-- Tables

-- Derived from products.old_paths; a trashed product has none.
create table public.redirects (
  tenant_id text not null references public.tenants (id) on delete cascade,
  path text not null check (path ~ '^/.' and length(path) <= 500),
  product_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, path),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
);
create index redirects_by_product on public.redirects (tenant_id, product_id);
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
      where redirect.tenant_id = p_product.tenant_id and redirect.path = listed.path and redirect.product_id <> p_product.id
    )
    order by listed.place
  );
end
$$;

create function private.write_redirects() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_path text;
  v_other public.products;
begin
  delete from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and redirect.product_id = new.id
    and (new.deleted_at is not null or redirect.path <> all (new.old_paths));
  if new.deleted_at is not null then
    return null;
  end if;
  insert into public.redirects (tenant_id, path, product_id)
  select new.tenant_id, path, new.id from unnest(new.old_paths) path order by path
  on conflict (tenant_id, path) do nothing;
  select redirect.path into v_path from public.redirects redirect
  where redirect.tenant_id = new.tenant_id and redirect.path = any (new.old_paths) and redirect.product_id <> new.id
  order by array_position(new.old_paths, redirect.path) limit 1;
  if found then
    select product.* into v_other from public.products product
    join public.redirects redirect on redirect.tenant_id = product.tenant_id and redirect.product_id = product.id
    where redirect.tenant_id = new.tenant_id and redirect.path = v_path;
    perform private.refuse('old_path_taken',
      private.product_names(v_other) || jsonb_build_object('column', 'old_paths', 'path', v_path));
  end if;
  return null;
end
$$;

-- The product on sale that a store's old address leads to, or null.
create function public.redirected_product(p_tenant_id text, p_path text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select product.id from public.redirects redirect
    join public.products product on product.tenant_id = redirect.tenant_id and product.id = redirect.product_id
    where redirect.tenant_id = p_tenant_id and redirect.path = private.page_path(left(p_path, 2000))
      and product.is_active and p_tenant_id <> all ((select private.hidden_stores())::text[])
  );
end
$$;

-- Triggers

create trigger products_redirected after insert on public.products
  for each row when (new.old_paths <> '{}') execute function private.write_redirects();

create trigger products_redirected_anew after update on public.products
  for each row when ((new.old_paths, new.deleted_at) is distinct from (old.old_paths, old.deleted_at))
  execute function private.write_redirects();

-- Grants

grant select on public.redirects to authenticated;
grant execute on function public.redirected_product to anon, authenticated;
