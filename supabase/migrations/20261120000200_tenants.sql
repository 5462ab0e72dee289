create table public.tenants (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  position integer not null default 0,
  created_at timestamptz not null default now()
);

alter table public.tenants enable row level security;

grant select on public.tenants to anon, authenticated;
grant all on public.tenants to service_role;

create policy "Everybody reads the stores" on public.tenants
  for select to anon, authenticated using (true);
