-- Customers' delivery addresses.

-- Helpers of the table

-- Two addresses that differ only in case, spaces or punctuation have the same key.
create function private.address_key(p_address jsonb) returns text
language sql immutable as $$
  select regexp_replace(
    lower(coalesce(p_address ->> 'governorate', '') || '|' || coalesce(p_address ->> 'city', '') || '|'
      || coalesce(p_address ->> 'street', '') || '|' || coalesce(p_address ->> 'building', '') || '|'
      || coalesce(p_address ->> 'floor', '') || '|' || coalesce(p_address ->> 'apartment', '')),
    '[\s.,;:/#()''"_-]+', '', 'g')
$$;

-- An address for who may not see it in full: {"full_name", "governorate", "city"}, and the phone number masked.
create function private.masked_address(p_address jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(part.key, case part.key
    when 'phone' then coalesce(to_jsonb(private.masked_phone(part.value #>> '{}')), 'null') else part.value end), '{}')
  from jsonb_each(p_address) part where part.key in ('full_name', 'governorate', 'city', 'phone')
$$;

-- Tables

create type public.governorate as enum (
  'Alexandria', 'Aswan', 'Assiut', 'Beheira', 'Beni Suef', 'Cairo', 'Dakahlia', 'Damietta', 'Fayoum', 'Gharbia', 'Giza',
  'Ismailia', 'Kafr El Sheikh', 'Luxor', 'Matrouh', 'Minya', 'Monufia', 'New Valley', 'North Sinai', 'Port Said',
  'Qalyubia', 'Qena', 'Red Sea', 'Sharqia', 'Sohag', 'South Sinai', 'Suez'
);

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

-- Policies

create policy "People read their own addresses" on public.addresses
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' addresses" on public.addresses
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

create policy "People add their own addresses" on public.addresses
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own addresses" on public.addresses
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own addresses" on public.addresses
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.addresses');

-- Functions

create function private.address_phone() returns trigger
language plpgsql as $$
begin
  new.phone := private.clean_phone(new.phone);
  return new;
end
$$;

-- The first address is the default; a new default takes over from the old one.
create function private.address_default() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('addresses:' || new.tenant_id || new.user_id, 0));
    if (select count(*) >= 30 from public.addresses
        where user_id = new.user_id and tenant_id = new.tenant_id) then
      perform private.refuse('too_many_addresses');
    end if;
    new.is_default := new.is_default or not exists (
      select 1 from public.addresses where user_id = new.user_id and tenant_id = new.tenant_id and is_default
    );
  end if;
  if new.is_default then
    update public.addresses set is_default = false
    where user_id = new.user_id and tenant_id = new.tenant_id and is_default and id <> new.id;
  end if;
  return new;
end
$$;

create function private.address_default_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.addresses set is_default = true
  where id = (
    select id from public.addresses
    where user_id = old.user_id and tenant_id = old.tenant_id
    order by created_at desc, id limit 1
  );
  return null;
end
$$;

-- Triggers

create trigger a_member_shops before insert on public.addresses
  for each row execute function private.member_shops();

call private.fix_columns('public.addresses', '{id,tenant_id,user_id}');

create trigger addresses_touch before update on public.addresses
  for each row execute function private.touch_updated_at();

create trigger addresses_phone before insert or update of phone on public.addresses
  for each row execute function private.address_phone();

create trigger addresses_default before insert or update of is_default on public.addresses
  for each row execute function private.address_default();

create trigger addresses_default_removed after delete on public.addresses
  for each row when (old.is_default) execute function private.address_default_removed();

-- Grants

grant select, delete on public.addresses to authenticated;
grant insert (
  id, tenant_id, user_id, label, full_name, phone, governorate, city, street, building, floor, apartment,
  landmark, postal_code, is_default
) on public.addresses to authenticated;
grant update (
  id, tenant_id, user_id, label, full_name, phone, governorate, city, street, building, floor, apartment,
  landmark, postal_code, is_default
) on public.addresses to authenticated;
grant execute on function private.address_key to anon, authenticated;
-- A constraint calls it when staff update orders.
grant execute on function private.masked_address to authenticated;
