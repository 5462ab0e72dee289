create type public.governorate as enum (
  'Alexandria', 'Aswan', 'Assiut', 'Beheira', 'Beni Suef', 'Cairo', 'Dakahlia', 'Damietta', 'Fayoum', 'Gharbia', 'Giza',
  'Ismailia', 'Kafr El Sheikh', 'Luxor', 'Matrouh', 'Minya', 'Monufia', 'New Valley', 'North Sinai', 'Port Said',
  'Qalyubia', 'Qena', 'Red Sea', 'Sharqia', 'Sohag', 'South Sinai', 'Suez'
);

-- Egyptian mobile numbers, written locally or internationally: 01001234567, +201001234567, 00201001234567.
create function private.is_egyptian_phone(p_phone text) returns boolean
language sql immutable as $$ select coalesce(p_phone ~ '^(\+20|0020|0)1[0125][0-9]{8}$', false) $$;
grant execute on function private.is_egyptian_phone(text) to anon, authenticated, service_role;

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  label text not null default '' check (length(label) <= 40),
  full_name text not null check (btrim(full_name) <> '' and length(full_name) <= 120),
  phone text not null check (private.is_egyptian_phone(phone)),
  governorate public.governorate not null,
  city text not null check (btrim(city) <> '' and length(city) <= 80),
  street text not null check (btrim(street) <> '' and length(street) <= 200),
  building text not null default '' check (length(building) <= 40),
  floor text not null default '' check (length(floor) <= 20),
  apartment text not null default '' check (length(apartment) <= 20),
  landmark text not null default '' check (length(landmark) <= 200),
  postal_code text not null default '' check (postal_code ~ '^([0-9]{5})?$'),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index addresses_by_person on public.addresses (user_id, tenant_id, created_at);
create unique index addresses_one_default on public.addresses (user_id, tenant_id) where is_default;

alter table public.addresses enable row level security;

grant select, delete on public.addresses to authenticated;
grant insert (
  id, tenant_id, user_id, label, full_name, phone, governorate, city, street, building, floor, apartment, landmark,
  postal_code, is_default
) on public.addresses to authenticated;
grant update (
  id, tenant_id, user_id, label, full_name, phone, governorate, city, street, building, floor, apartment, landmark,
  postal_code, is_default
) on public.addresses to authenticated;
grant all on public.addresses to service_role;

call private.keep_place('public.addresses', '{id,tenant_id,user_id}');

-- Triggers ---------------------------------------------------------------------------------------

create trigger addresses_touch before update on public.addresses
  for each row execute function private.touch_updated_at();

-- The first address is the default; a new default takes over from the old one.
create function private.address_default() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('addresses:' || new.tenant_id || new.user_id, 0));
    if (select count(*) >= 30 from public.addresses a
        where a.user_id = new.user_id and a.tenant_id = new.tenant_id) then
      perform private.refuse('too_many_addresses', 'You can keep up to 30 addresses. Remove one first.');
    end if;
    new.is_default := new.is_default or not exists (
      select 1 from public.addresses a where a.user_id = new.user_id and a.tenant_id = new.tenant_id and a.is_default
    );
  end if;
  if new.is_default then
    update public.addresses a set is_default = false
    where a.user_id = new.user_id and a.tenant_id = new.tenant_id and a.is_default and a.id <> new.id;
  end if;
  return new;
end
$$;

create trigger addresses_default before insert or update of is_default on public.addresses
  for each row execute function private.address_default();

create function private.address_default_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.addresses set is_default = true
  where id = (
    select a.id from public.addresses a
    where a.user_id = old.user_id and a.tenant_id = old.tenant_id
    order by a.created_at desc, a.id limit 1
  );
  return null;
end
$$;

create trigger addresses_default_removed after delete on public.addresses
  for each row when (old.is_default) execute function private.address_default_removed();

-- Policies ---------------------------------------------------------------------------------------

create policy "People read their own addresses" on public.addresses
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' addresses" on public.addresses
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "People add their own addresses" on public.addresses
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own addresses" on public.addresses
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own addresses" on public.addresses
  for delete to authenticated using (user_id = (select auth.uid()));

call private.guard_writes('public.addresses');
