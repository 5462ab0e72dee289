-- Customers of a store, their addresses, their roles and second factors.

-- Helpers of the tables

-- A profile's points as users of the API read them; jsonb_build_object alone does not count as immutable.
create function private.profile_metadata(p_points integer, p_redeemed integer, p_avatar text) returns jsonb
language sql immutable as $$
  select jsonb_build_object('points', p_points, 'redeemedPoints', p_redeemed, 'avatar', p_avatar)
$$;

-- An address as neighbours would tell it from others: without capitals, spaces and punctuation.
create function private.address_key(p_address jsonb) returns text
language sql immutable as $$
  select regexp_replace(
    lower(coalesce(p_address ->> 'governorate', '') || '|' || coalesce(p_address ->> 'city', '') || '|'
      || coalesce(p_address ->> 'street', '') || '|' || coalesce(p_address ->> 'building', '') || '|'
      || coalesce(p_address ->> 'floor', '') || '|' || coalesce(p_address ->> 'apartment', '')),
    '[\s.,;:/#()''"_-]+', '', 'g')
$$;

-- A name without control and invisible characters, on one line and as long as a profile takes; '' for anything but a text.
create function private.printable_name(p_name jsonb) returns text
language sql immutable as $$
  select case when jsonb_typeof(p_name) = 'string' then btrim(left(btrim(regexp_replace(
    regexp_replace(p_name #>> '{}', '[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '[\s\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 120)) else '' end
$$;

-- Tables

create type public.governorate as enum (
  'Alexandria', 'Aswan', 'Assiut', 'Beheira', 'Beni Suef', 'Cairo', 'Dakahlia', 'Damietta', 'Fayoum', 'Gharbia', 'Giza',
  'Ismailia', 'Kafr El Sheikh', 'Luxor', 'Matrouh', 'Minya', 'Monufia', 'New Valley', 'North Sinai', 'Port Said',
  'Qalyubia', 'Qena', 'Red Sea', 'Sharqia', 'Sohag', 'South Sinai', 'Suez'
);

-- One profile per person and store; it is what makes somebody a customer there.
create table public.profiles (
  id uuid not null references auth.users (id) on delete cascade,
  tenant_id text not null references public.tenants (id) on delete cascade,
  email text not null default '' check (length(email) <= 320),
  name text check (length(name) <= 120),
  phone text check (length(phone) <= 30),
  avatar text check (length(avatar) <= 500),
  -- What they read the store and its mails in, once they have chosen; and the back office.
  language text check (language in ('en', 'ar')),
  office_language text not null default 'en' check (office_language in ('en', 'ar')),
  points integer not null default 0 check (points >= 0),
  redeemed_points integer not null default 0 check (redeemed_points >= 0),
  -- What the store owes the person for a next order: the sum of public.store_credits.
  store_credit numeric(12, 2) not null default 0 check (store_credit >= 0),
  metadata jsonb not null generated always as (private.profile_metadata(points, redeemed_points, avatar)) stored,
  -- What lists of the back office search.
  search_text text not null generated always as (private.fold(coalesce(name, '') || E'\n' || email)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, tenant_id)
);
create index profiles_by_tenant on public.profiles (tenant_id, created_at desc, id);
create index profiles_by_name on public.profiles (tenant_id, lower(name), id);
create index profiles_by_email on public.profiles (tenant_id, email);
create index profiles_by_phone on public.profiles (private.national_digits(phone) text_pattern_ops, tenant_id)
  where phone is not null;
create index profiles_by_last_digits on public.profiles (reverse(private.national_digits(phone)) text_pattern_ops, tenant_id)
  where phone is not null;
alter table public.profiles enable row level security;

-- What staff keep about a customer, who does not see it before they ask for their data: tags, a note, and why they are
-- blocked. Whoever is blocked neither orders nor reviews.
create table public.customer_records (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  tags text[] not null default '{}' check (private.are_texts(tags, 20, 40)),
  note text not null default '' check (length(note) <= 5000),
  blocked_reason text check (btrim(blocked_reason) <> '' and length(blocked_reason) <= 500),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, user_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index customer_records_by_tag on public.customer_records using gin (tags);
alter table public.customer_records enable row level security;

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

create policy "People read their own profiles" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create policy "Staff read their store's customers" on public.profiles
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People make their own profiles" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));

create policy "People change their own profiles" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

call private.add_aal2_policies('public.profiles');

create policy "Staff read what they keep about customers" on public.customer_records
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff begin to keep something about a customer" on public.customer_records
  for insert to authenticated with check (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff change what they keep about customers" on public.customer_records
  for update to authenticated
  using (tenant_id = any ((select private.customer_tenants())::text[]))
  with check (tenant_id = any ((select private.customer_tenants())::text[]));

call private.add_aal2_policies('public.customer_records');

create policy "People read their own addresses" on public.addresses
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' addresses" on public.addresses
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People add their own addresses" on public.addresses
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own addresses" on public.addresses
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own addresses" on public.addresses
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.addresses');

create policy "Super admins see who of their store rules every store" on public.user_roles
  for select to authenticated using (
    tenant_id is null
    and exists (
      select 1 from public.profiles
      where id = user_roles.user_id and tenant_id = any ((select private.super_admin_tenants())::text[])
    )
  );

-- Functions

-- The address a person typed: sign-in addresses carry the store in their local part (docs/product.md, Accounts).
create function private.original_email(p_email text, p_tenant_id text) returns text
language sql immutable as $$
  select case
    when position('+' || p_tenant_id || '@' in p_email) > 0
      then replace(p_email, '+' || p_tenant_id || '@', '@')
    else p_email
  end
$$;

create function private.profile_keep_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if new.id <> old.id or new.tenant_id <> old.tenant_id then
      perform private.refuse('profile_fixed');
    end if;
    new.created_at := old.created_at;
    new.updated_at := now();
  end if;
  -- What people claim as their address is not believed; what they signed in with is.
  if auth.uid() = new.id or new.email is null or new.email = '' then
    new.email := coalesce(
      (select private.original_email(email::text, new.tenant_id) from auth.users where id = new.id),
      ''
    );
  end if;
  return new;
end
$$;

-- Makes somebody a customer of a store: their profile and the role row `user`; a missing name is filled in.
create function private.add_customer(p_user_id uuid, p_tenant_id text, p_email text, p_name text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.profiles;
begin
  insert into public.profiles (id, tenant_id, email, name)
  values (p_user_id, p_tenant_id, coalesce(p_email, ''), nullif(btrim(p_name), ''))
  on conflict (id, tenant_id) do update set name = coalesce(nullif(profiles.name, ''), excluded.name)
  returning * into v_profile;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, 'user')
  on conflict (user_id, tenant_id) do nothing;
  return v_profile;
end
$$;

-- Makes the caller's profile in a store, and the role row `user`; a missing name is filled in.
create function public.create_profile_with_tenant(p_user_id uuid, p_tenant_id text, p_email text, p_name text)
returns public.profiles
language plpgsql security definer set search_path = '' as $$
begin
  if p_user_id is null or (p_user_id is distinct from auth.uid() and not private.is_service()) then
    perform private.refuse('own_profile_only');
  end if;
  return private.add_customer(p_user_id, p_tenant_id, p_email, p_name);
end
$$;

-- The same without a name.
create function public.create_simple_profile(p_user_id uuid, p_tenant_id text, p_email text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
begin
  return public.create_profile_with_tenant(p_user_id, p_tenant_id, p_email, null);
end
$$;

-- A new account is a customer of the store that it names, so that staff find it before its first sign-in. The metadata is
-- what a stranger wrote: an unknown store makes no customer, a name is cut to what fits, and nothing fails the sign-up.
create function private.account_made() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text := new.raw_user_meta_data ->> 'tenant_id';
begin
  if exists (select 1 from public.tenants where id = v_tenant_id) then
    perform private.add_customer(new.id, v_tenant_id, '', private.printable_name(new.raw_user_meta_data -> 'name'));
  end if;
  return null;
end
$$;

-- Gives somebody a role in a store, and returns it. Super admins only; a store always has one of them.
create function public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
returns public.user_role
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.user_role;
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.super_admin_tenants()), false) then
    perform private.refuse('super_admin_only');
  end if;
  perform private.require_aal();
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    and not exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
  -- Two super admins taking each other down at once would leave a store without one.
  perform pg_advisory_xact_lock(hashtextextended('roles:' || p_tenant_id, 0));
  select role into v_old from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id;
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles
    where tenant_id = p_tenant_id and role = 'super_admin' and user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
end
$$;

-- Refuses somebody whom a store has blocked; the reason is staff's own.
create function private.refuse_blocked(p_tenant_id text, p_user_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.customer_records
    where tenant_id = p_tenant_id and user_id = p_user_id and blocked_reason is not null
  ) then
    perform private.refuse('blocked');
  end if;
end
$$;

-- The first address is the default; a new default takes over from the old one.
create function private.address_phone() returns trigger
language plpgsql as $$
begin
  new.phone := private.clean_phone(new.phone);
  return new;
end
$$;

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

-- Takes the second factors off somebody who lost them; super admins only, and written down. People who are staff
-- elsewhere as well are helped there too, or not at all.
create function public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('remove_user_factors', p_user_id, p_tenant_id));
  v_ruled text[] := private.super_admin_tenants();
  v_removed integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  if not private.is_service() and not coalesce(p_tenant_id = any (v_ruled), false) then
    perform private.refuse('super_admin_only');
  end if;
  perform private.require_aal();
  if p_user_id = auth.uid()
    or not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles
      where user_id = p_user_id and role >= 'admin' and not private.is_service()
        and (tenant_id is null or not tenant_id = any (v_ruled))
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(),
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'mfa_factors', p_user_id::text,
    coalesce((select name from public.profiles where id = p_user_id and tenant_id = p_tenant_id), '')
  );
  perform private.keep_answer(p_request_id, to_jsonb(v_removed));
  return v_removed;
end
$$;

-- How many verified second factors each of some people of a store has, so that a super admin sees whom they can help.
-- Only people with an account in that store are counted; names, secrets and numbers stay where they are.
create function public.count_user_factors(p_tenant_id text, p_user_ids uuid[])
returns table (user_id uuid, factors integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.super_admin_tenants()), false) then
    perform private.refuse('super_admin_only');
  end if;
  return query
    select mfa_factors.user_id, count(*)::integer
    from auth.mfa_factors
    join public.profiles profile on profile.id = mfa_factors.user_id and profile.tenant_id = p_tenant_id
    where mfa_factors.user_id = any (p_user_ids) and mfa_factors.status = 'verified'
    group by mfa_factors.user_id;
end
$$;

-- Which of some people of a store have not yet shown that their address or number is theirs. Staff only.
create function public.unconfirmed_people(p_tenant_id text, p_user_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
    select profiles.id
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.tenant_id = p_tenant_id and profiles.id = any (p_user_ids)
      and users.email_confirmed_at is null and users.phone_confirmed_at is null;
end
$$;

-- Triggers

create trigger account_made after insert on auth.users
  for each row execute function private.account_made();

call private.fix_columns('public.addresses', '{id,tenant_id,user_id}');
call private.fix_columns('public.customer_records', '{id,tenant_id,user_id}');

create trigger customer_records_touch before update on public.customer_records
  for each row execute function private.touch_version();

create trigger profiles_keep_facts before insert or update on public.profiles
  for each row execute function private.profile_keep_facts();

create trigger addresses_touch before update on public.addresses
  for each row execute function private.touch_updated_at();

create trigger addresses_phone before insert or update of phone on public.addresses
  for each row execute function private.address_phone();

create trigger addresses_default before insert or update of is_default on public.addresses
  for each row execute function private.address_default();

create trigger addresses_default_removed after delete on public.addresses
  for each row when (old.is_default) execute function private.address_default_removed();

-- Grants

grant select on public.profiles to authenticated;
grant insert (id, tenant_id, email, name, phone, avatar, language, office_language, created_at, updated_at)
on public.profiles to authenticated;
grant update (id, tenant_id, email, name, phone, avatar, language, office_language, created_at, updated_at)
on public.profiles to authenticated;
grant select on public.customer_records to authenticated;
grant insert (tenant_id, user_id, tags, note, blocked_reason) on public.customer_records to authenticated;
grant update (tags, note, blocked_reason) on public.customer_records to authenticated;
grant select, delete on public.addresses to authenticated;
grant insert (
  id, tenant_id, user_id, label, full_name, phone, governorate, city, street, building, floor, apartment,
  landmark, postal_code, is_default
) on public.addresses to authenticated;
grant update (
  id, tenant_id, user_id, label, full_name, phone, governorate, city, street, building, floor, apartment,
  landmark, postal_code, is_default
) on public.addresses to authenticated;
grant execute on function
  private.profile_metadata,
  public.create_profile_with_tenant,
  public.create_simple_profile,
  public.set_user_role,
  public.remove_user_factors,
  public.count_user_factors,
  public.unconfirmed_people
to authenticated;
grant execute on function private.address_key to anon, authenticated;
