create table public.categories (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 120),
  description text check (length(description) <= 5000),
  -- One address, or a JSON list of them as older rows have (spec section 3).
  image text check (length(image) <= 5000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create unique index categories_name on public.categories (tenant_id, lower(name));

alter table public.categories enable row level security;

grant select on public.categories to anon, authenticated;
grant insert (id, tenant_id, name, description, image, created_at) on public.categories to authenticated;
grant update (id, tenant_id, name, description, image) on public.categories to authenticated;
grant delete on public.categories to authenticated;
grant all on public.categories to service_role;

call private.keep_place('public.categories', '{id,tenant_id}');

create trigger categories_touch before update on public.categories
  for each row execute function private.touch_version();

create policy "Everybody reads categories" on public.categories
  for select to anon, authenticated using (true);

create policy "Staff add their store's categories" on public.categories
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their store's categories" on public.categories
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff remove their store's categories" on public.categories
  for delete to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.categories');
