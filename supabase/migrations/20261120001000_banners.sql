create table public.banners (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  title text not null default '' check (length(title) <= 200),
  description text check (length(description) <= 2000),
  image_url text not null default '' check (length(image_url) <= 2000),
  link_url text check (length(link_url) <= 2000 and link_url ~ '^(https?://[^\s]+|/[^\s]*|)$'),
  position integer not null default 0,
  is_active boolean not null default true,
  start_date timestamptz,
  end_date timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint banners_window check (end_date > start_date)
);
create index banners_by_position on public.banners (tenant_id, position, id);

alter table public.banners enable row level security;

grant select on public.banners to anon, authenticated;
grant insert (
  id, tenant_id, title, description, image_url, link_url, position, is_active, start_date, end_date, created_at, updated_at
) on public.banners to authenticated;
grant update (
  id, tenant_id, title, description, image_url, link_url, position, is_active, start_date, end_date, updated_at
) on public.banners to authenticated;
grant delete on public.banners to authenticated;
grant all on public.banners to service_role;

call private.keep_place('public.banners', '{id,tenant_id}');

create trigger banners_touch before update on public.banners
  for each row execute function private.touch_version();

create policy "Everybody reads banners that run now" on public.banners
  for select to anon, authenticated
  using (is_active and coalesce(start_date <= now(), true) and coalesce(end_date > now(), true));

create policy "Staff read all banners of their store" on public.banners
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff add their store's banners" on public.banners
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their store's banners" on public.banners
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff remove their store's banners" on public.banners
  for delete to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.banners');
