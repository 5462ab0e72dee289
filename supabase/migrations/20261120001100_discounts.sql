create type public.discount_kind as enum ('percent', 'fixed', 'free_shipping');

create table public.discounts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  code text not null check (code ~ '^[A-Za-z0-9_-]{2,40}$'),
  description text not null default '' check (length(description) <= 500),
  kind public.discount_kind not null default 'percent',
  -- Percent for `percent`, pounds for `fixed`, nothing for `free_shipping`.
  value numeric(12, 2) not null default 0,
  minimum_subtotal numeric(12, 2) not null default 0 check (minimum_subtotal between 0 and 10000000),
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit integer check (total_limit between 1 and 1000000),
  per_person_limit integer check (per_person_limit between 1 and 1000000),
  is_active boolean not null default true,
  -- Shown on the deals page; other codes are told to people, not listed.
  is_public boolean not null default false,
  -- Set on vouchers that belong to one customer, such as those points were exchanged for.
  user_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  constraint discounts_window check (ends_at > starts_at),
  constraint discounts_value check (
    case kind
      when 'percent' then value > 0 and value <= 100
      when 'fixed' then value > 0 and value <= 10000000
      else value = 0
    end
  )
);
create unique index discounts_code on public.discounts (tenant_id, upper(code));
create index discounts_of_person on public.discounts (user_id, tenant_id) where user_id is not null;

alter table public.discounts enable row level security;

grant select on public.discounts to anon, authenticated;
grant insert (
  id, tenant_id, code, description, kind, value, minimum_subtotal, starts_at, ends_at, total_limit, per_person_limit,
  is_active, is_public, created_at
) on public.discounts to authenticated;
grant update (
  id, tenant_id, code, description, kind, value, minimum_subtotal, starts_at, ends_at, total_limit, per_person_limit,
  is_active, is_public
) on public.discounts to authenticated;
grant delete on public.discounts to authenticated;
grant all on public.discounts to service_role;

call private.keep_place('public.discounts', '{id,tenant_id}');

create trigger discounts_touch before update on public.discounts
  for each row execute function private.touch_version();

create policy "Everybody reads the deals that run now" on public.discounts
  for select to anon, authenticated
  using (
    is_public and is_active and user_id is null
    and coalesce(starts_at <= now(), true) and coalesce(ends_at > now(), true)
  );

create policy "People read their own vouchers" on public.discounts
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read all discounts of their store" on public.discounts
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff add their store's discounts" on public.discounts
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their store's discounts" on public.discounts
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff remove their store's discounts" on public.discounts
  for delete to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.discounts');
