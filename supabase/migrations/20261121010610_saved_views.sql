-- How somebody of a store's staff likes to look at a list: the filters and the order of an address, under a name.
-- Each person's own; no data of the store, so not in the audit log.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Which list.
  page text not null check (page ~ '^[a-z-]{1,40}$'),
  name text not null check (length(btrim(name)) between 1 and 60),
  -- As it stands in the address, without the question mark.
  query text not null default '' check (length(query) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, tenant_id, page, name)
);
create index saved_views_by_tenant on public.saved_views (tenant_id);

alter table public.saved_views enable row level security;

grant select, delete on public.saved_views to authenticated;
grant insert (tenant_id, page, name, query), update (tenant_id, page, name, query) on public.saved_views to authenticated;
grant all on public.saved_views to service_role;

create trigger touched before update on public.saved_views
  for each row execute function private.touch_updated_at();
call private.keep_place('public.saved_views', '{id,tenant_id,user_id}');

create policy "Staff read their own views" on public.saved_views
  for select to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff save views for themselves" on public.saved_views
  for insert to authenticated
  with check (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their own views" on public.saved_views
  for update to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]))
  with check (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff delete their own views" on public.saved_views
  for delete to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.saved_views');
