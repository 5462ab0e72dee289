-- A store's customers, and the accounts behind them.

-- Helpers of the table

-- A profile's points as API users read them. Wrapped because jsonb_build_object is not immutable.
create function private.profile_metadata(p_points integer, p_redeemed integer, p_avatar text) returns jsonb
language sql immutable as $$
  select jsonb_build_object('points', p_points, 'redeemedPoints', p_redeemed, 'avatar', p_avatar)
$$;

-- Strips control and invisible characters from a name and cuts it to one line of a profile's length; '' for anything but a text.
create function private.printable_name(p_name jsonb) returns text
language sql immutable as $$
  select case when jsonb_typeof(p_name) = 'string' then btrim(left(btrim(regexp_replace(
    regexp_replace(p_name #>> '{}', '[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '[\s\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 120)) else '' end
$$;

-- Tables

-- One profile per person and store; having one makes somebody a customer there.
create table public.profiles (
  id uuid not null references auth.users (id) on delete cascade,
  tenant_id text not null references public.tenants (id) on delete cascade,
  email text not null default '' check (length(email) <= 320),
  name text check (length(name) <= 120),
  avatar text check (length(avatar) <= 500),
  -- The language chosen for the store and its mails, and for the back office.
  language text check (language in ('en', 'ar')),
  office_language text not null default 'en' check (office_language in ('en', 'ar')),
  points integer not null default 0 check (points >= 0),
  redeemed_points integer not null default 0 check (redeemed_points >= 0),
  -- What the store owes the person toward a next order: the sum of public.store_credits.
  store_credit numeric(12, 2) not null default 0 check (store_credit >= 0),
  metadata jsonb not null generated always as (private.profile_metadata(points, redeemed_points, avatar)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, tenant_id)
);
create index profiles_by_tenant on public.profiles (tenant_id, created_at desc, id);
create index profiles_by_name on public.profiles (tenant_id, lower(name), id);
create index profiles_by_email on public.profiles (tenant_id, email);
alter table public.profiles enable row level security;

-- Customer data that only staff see; people read their own profile's row.
create table public.profile_staff_facts (
  user_id uuid not null,
  tenant_id text not null,
  -- Name and email address, folded; searched by the back office.
  search_text text not null,
  primary key (user_id, tenant_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
alter table public.profile_staff_facts enable row level security;

-- Policies

create policy "People read their own profiles" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create policy "Staff read their store's customers" on public.profiles
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

create policy "Staff read what they know of their store's customers" on public.profile_staff_facts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

create policy "People make their own profiles" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));

create policy "People change their own profiles" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

call private.add_aal2_policies('public.profiles');

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
  -- The address comes from the account, not from what people claim.
  if auth.uid() = new.id or new.email is null or new.email = '' then
    new.email := coalesce(
      (select private.original_email(email::text, new.tenant_id) from auth.users where id = new.id),
      ''
    );
  end if;
  return new;
end
$$;

-- Makes somebody a customer of a store: adds their profile and the role `user`, and fills in a missing name.
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

-- Adds the caller's profile in a store and the role `user`, and fills in a missing name.
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

-- Makes a new account a customer of the store it names, so that staff find it before its first sign-in. The metadata comes from a
-- stranger: an unknown store makes no customer, a long name is cut, and nothing fails the sign-up.
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

create function private.profile_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profile_staff_facts (user_id, tenant_id, search_text)
  values (new.id, new.tenant_id, private.fold(coalesce(new.name, '') || E'\n' || new.email))
  on conflict (user_id, tenant_id) do update set search_text = excluded.search_text;
  return null;
end
$$;

-- Those of a store's people who have not confirmed their address or number. Staff only.
create function public.unconfirmed_people(p_tenant_ids text[], p_user_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
begin
  return query
    select profiles.id
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.tenant_id = any (v_tenant_ids) and profiles.id = any (p_user_ids)
      and users.email_confirmed_at is null and users.phone_confirmed_at is null;
end
$$;

-- Triggers

create trigger account_made after insert on auth.users
  for each row execute function private.account_made();

create trigger profiles_keep_facts before insert or update on public.profiles
  for each row execute function private.profile_keep_facts();

create trigger profiles_added after insert on public.profiles
  for each row execute function private.profile_renamed();

create trigger profiles_renamed after update on public.profiles
  for each row when (old.name is distinct from new.name or old.email <> new.email) execute function private.profile_renamed();

-- Grants

grant select on public.profiles, public.profile_staff_facts to authenticated;
grant insert (id, tenant_id, email, name, avatar, language, office_language, created_at, updated_at)
on public.profiles to authenticated;
grant update (id, tenant_id, email, name, avatar, language, office_language, created_at, updated_at)
on public.profiles to authenticated;
grant execute on function
  private.profile_metadata,
  public.create_profile_with_tenant,
  public.create_simple_profile,
  public.unconfirmed_people
to authenticated;
