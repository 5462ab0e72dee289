-- The spec's metadata of a profile; jsonb_build_object alone does not count as immutable.
create function private.profile_metadata(p_points integer, p_redeemed integer, p_avatar text) returns jsonb
language sql immutable as $$
  select jsonb_build_object('points', p_points, 'redeemedPoints', p_redeemed, 'avatar', p_avatar)
$$;
grant execute on function private.profile_metadata(integer, integer, text) to authenticated, service_role;

-- One profile per person and store; it is what makes somebody a customer there.
create table public.profiles (
  id uuid not null references auth.users (id) on delete cascade,
  tenant_id text not null references public.tenants (id) on delete cascade,
  email text not null default '' check (length(email) <= 320),
  name text check (length(name) <= 120),
  phone text check (length(phone) <= 30),
  avatar text check (length(avatar) <= 500),
  points integer not null default 0 check (points >= 0),
  redeemed_points integer not null default 0 check (redeemed_points >= 0),
  metadata jsonb not null generated always as (private.profile_metadata(points, redeemed_points, avatar)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, tenant_id)
);
create index profiles_by_tenant on public.profiles (tenant_id, created_at desc, id);

alter table public.profiles enable row level security;

grant select on public.profiles to authenticated;
grant insert (id, tenant_id, email, name, phone, avatar, created_at, updated_at) on public.profiles to authenticated;
grant update (id, tenant_id, email, name, phone, avatar, created_at, updated_at) on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- Triggers ---------------------------------------------------------------------------------------

-- The address a person typed: sign-in addresses carry the store in their local part (spec section 5).
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
      perform private.refuse('profile_fixed', 'A profile cannot move to another person or store.');
    end if;
    new.created_at := old.created_at;
    new.updated_at := now();
  end if;
  -- What people claim as their address is not believed; what they signed in with is.
  if auth.uid() = new.id or new.email is null or new.email = '' then
    new.email := coalesce(
      (select private.original_email(u.email::text, new.tenant_id) from auth.users u where u.id = new.id),
      ''
    );
  end if;
  return new;
end
$$;

create trigger profiles_keep_facts before insert or update on public.profiles
  for each row execute function private.profile_keep_facts();

-- Policies ---------------------------------------------------------------------------------------

create policy "People read their own profiles" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create policy "Staff read their store's customers" on public.profiles
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "People make their own profiles" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));

create policy "People change their own profiles" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

call private.guard_writes('public.profiles');

-- Public functions -------------------------------------------------------------------------------

-- Makes the caller's profile in a store, and the role row `user`; a missing name is filled in.
create function public.create_profile_with_tenant(p_user_id uuid, p_tenant_id text, p_email text, p_name text)
returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.profiles;
begin
  if p_user_id is null or (p_user_id is distinct from auth.uid() and not private.is_service()) then
    raise exception using errcode = '42501', message = 'You can only make your own profile.', detail = 'own_profile_only';
  end if;
  insert into public.profiles as p (id, tenant_id, email, name)
  values (p_user_id, p_tenant_id, coalesce(p_email, ''), nullif(btrim(p_name), ''))
  on conflict (id, tenant_id) do update set name = coalesce(nullif(p.name, ''), excluded.name)
  returning * into v_profile;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, 'user')
  on conflict (user_id, tenant_id) do nothing;
  return v_profile;
end
$$;

create function public.create_simple_profile(p_user_id uuid, p_tenant_id text, p_email text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
begin
  return public.create_profile_with_tenant(p_user_id, p_tenant_id, p_email, null);
end
$$;

grant execute on function public.create_profile_with_tenant(uuid, text, text, text) to authenticated, service_role;
grant execute on function public.create_simple_profile(uuid, text, text) to authenticated, service_role;

-- Sets somebody's role in a store; only its super admins may, and a store keeps at least one of them.
create function public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
returns public.user_role
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.user_role;
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.ruled_tenants()), false) then
    raise exception using errcode = '42501', message = 'Only super admins can change roles.', detail = 'super_admin_only';
  end if;
  perform private.require_assured();
  if p_role is null then
    perform private.refuse('unknown_role', 'Choose a role.');
  end if;
  if not exists (select 1 from public.profiles p where p.id = p_user_id and p.tenant_id = p_tenant_id)
    and not exists (select 1 from public.user_roles r where r.user_id = p_user_id and r.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person', 'This person has no account in this store.');
  end if;
  -- Two super admins taking each other down at once would leave a store without one.
  perform pg_advisory_xact_lock(hashtextextended('roles:' || p_tenant_id, 0));
  select r.role into v_old from public.user_roles r where r.user_id = p_user_id and r.tenant_id = p_tenant_id;
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles r
    where r.tenant_id = p_tenant_id and r.role = 'super_admin' and r.user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin', 'A store needs at least one super admin.');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
end
$$;
grant execute on function public.set_user_role(uuid, text, public.user_role) to authenticated, service_role;
