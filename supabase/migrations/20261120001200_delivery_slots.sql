create table public.delivery_slots (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  -- 0 is Sunday.
  day_of_week smallint not null check (day_of_week between 0 and 6),
  from_time time not null,
  to_time time not null,
  -- Orders a day; without one there is no limit.
  capacity integer check (capacity between 0 and 100000),
  -- Hours before `from_time` at which the day closes for orders.
  cut_off_hours integer not null default 12 check (cut_off_hours between 0 and 336),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint delivery_slots_times check (to_time > from_time)
);
create index delivery_slots_by_day on public.delivery_slots (tenant_id, day_of_week, from_time, id);

-- Orders taken for a slot on a day, counted where the slot has a capacity. Written by the order functions alone.
create table public.delivery_bookings (
  tenant_id text not null,
  slot_id uuid not null,
  day date not null,
  booked integer not null default 0 check (booked >= 0),
  primary key (slot_id, day),
  foreign key (tenant_id, slot_id) references public.delivery_slots (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index delivery_bookings_by_day on public.delivery_bookings (tenant_id, day);

alter table public.delivery_slots enable row level security;
alter table public.delivery_bookings enable row level security;

grant select on public.delivery_slots to anon, authenticated;
grant insert (id, tenant_id, day_of_week, from_time, to_time, capacity, cut_off_hours, is_active, created_at)
  on public.delivery_slots to authenticated;
grant update (id, tenant_id, day_of_week, from_time, to_time, capacity, cut_off_hours, is_active)
  on public.delivery_slots to authenticated;
grant delete on public.delivery_slots to authenticated;
grant select on public.delivery_bookings to authenticated;
grant all on public.delivery_slots, public.delivery_bookings to service_role;

call private.keep_place('public.delivery_slots', '{id,tenant_id}');

create trigger delivery_slots_touch before update on public.delivery_slots
  for each row execute function private.touch_version();

create policy "Everybody reads open delivery slots" on public.delivery_slots
  for select to anon, authenticated using (is_active);

create policy "Staff read all delivery slots of their store" on public.delivery_slots
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff add their store's delivery slots" on public.delivery_slots
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their store's delivery slots" on public.delivery_slots
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff remove their store's delivery slots" on public.delivery_slots
  for delete to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.delivery_slots');

create policy "Staff read how full their store's slots are" on public.delivery_bookings
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));
