-- Stores, and people's roles in them.

-- Tables

create type public.user_role as enum ('user', 'admin', 'super_admin');

create table public.tenants (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  position integer not null default 0,
  created_at timestamptz not null default now()
);
alter table public.tenants enable row level security;

-- Limit for all files of a store and its customers, if there is one; the server sets it from its environment, and reads it.
create table public.storage_limits (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  storage_limit_mb integer not null check (storage_limit_mb > 0)
);
alter table public.storage_limits enable row level security;

-- A row without a tenant is the platform owner's; only the server adds one.
create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  tenant_id text references public.tenants (id) on delete cascade,
  role public.user_role not null default 'user',
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, tenant_id)
);
create index user_roles_tenant on public.user_roles (tenant_id, role, user_id);
alter table public.user_roles enable row level security;

-- Helpers

-- Staff with a verified second factor, or of whom one is demanded, may write only in a session that used it (aal2).
create function private.has_required_aal() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null or auth.jwt() ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (select 1 from private.held_capabilities held where held.user_id = v_user_id)
    or not exists (select 1 from auth.mfa_factors where user_id = v_user_id and status = 'verified')
      and not private.second_factor_demanded(v_user_id);
end
$$;

-- Adds restrictive policies that require aal2 of staff with a second factor.
create procedure private.add_aal2_policies(p_table regclass)
language plpgsql set search_path = '' as $$
begin
  execute format('create policy "Staff with a second factor insert only at aal2" on %s as restrictive
    for insert to authenticated with check ((select private.has_required_aal()))', p_table);
  execute format('create policy "Staff with a second factor update only at aal2" on %s as restrictive
    for update to authenticated using ((select private.has_required_aal()))', p_table);
  execute format('create policy "Staff with a second factor delete only at aal2" on %s as restrictive
    for delete to authenticated using ((select private.has_required_aal()))', p_table);
end
$$;

-- Adds policies that let people with a capability insert, update and delete rows of their store. `p_rows` names the rows in the
-- policies' names.
create procedure private.add_staff_policies(p_table regclass, p_rows text, p_capability text)
language plpgsql set search_path = '' as $$
declare
  v_own constant text := format('(tenant_id = any ((select private.tenants_where_may(%L))::text[]))', p_capability);
begin
  execute format('create policy %I on %s for insert to authenticated with check %s',
    'Staff add their store''s ' || p_rows, p_table, v_own);
  execute format('create policy %I on %s for update to authenticated using %s with check %3$s',
    'Staff change their store''s ' || p_rows, p_table, v_own);
  execute format('create policy %I on %s for delete to authenticated using %s',
    'Staff remove their store''s ' || p_rows, p_table, v_own);
  call private.add_aal2_policies(p_table);
end
$$;

-- Policies

create policy "Everybody reads the stores" on public.tenants
  for select to anon, authenticated using (true);

create policy "People read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People give themselves no more than the role user" on public.user_roles
  for insert to authenticated
  with check (user_id = (select auth.uid()) and role = 'user' and tenant_id is not null);

call private.add_aal2_policies('public.user_roles');

-- Functions

create function private.require_service() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_service() then
    perform private.refuse('server_only');
  end if;
end
$$;

create function private.require_aal() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_required_aal() then
    perform private.refuse('insufficient_aal');
  end if;
end
$$;

-- The person's highest role in a store (without one, across all stores); null if they have none.
create function public.get_highest_role(user_id uuid, p_tenant_id text default null) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if get_highest_role.user_id is distinct from auth.uid()
    and not private.may(p_tenant_id, 'people.see') then
    perform private.refuse('own_role_only');
  end if;
  return (
    select max(user_roles.role)::text
    from public.user_roles
    where user_roles.user_id = get_highest_role.user_id
      and (p_tenant_id is null or user_roles.tenant_id = p_tenant_id or user_roles.tenant_id is null)
  );
end
$$;

-- Raises unless the caller owns the platform.
create function private.require_platform_owner() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.user_roles ruling
    where ruling.user_id = auth.uid() and ruling.tenant_id is null and ruling.role = 'super_admin'
  ) then
    perform private.refuse('platform_owner_only');
  end if;
end
$$;

-- Grants

grant select on public.tenants to anon, authenticated;
grant select on public.user_roles to authenticated;
grant insert (user_id, tenant_id, role, created_at) on public.user_roles to authenticated;
grant execute on function private.has_required_aal, private.require_aal to anon, authenticated;
grant execute on function public.get_highest_role to authenticated;
