-- What people may do in a store. Policies, functions, pages and the server check a capability; a role is a set of them.

-- Tables

create type private.second_factor as enum (
  'not_needed',
  -- Required of staff who have one, if the store demands it for reading customers' data.
  'where_store_asks',
  -- Required of staff who have one.
  'needed'
);

create table private.capabilities (
  name text primary key check (name ~ '^[a-z_]+\.[a-z_]+$'),
  second_factor private.second_factor not null
);
alter table private.capabilities enable row level security;

insert into private.capabilities (name, second_factor) values
  ('orders.see', 'where_store_asks'),
  ('orders.place', 'needed'),
  ('orders.change', 'needed'),
  ('orders.cancel', 'needed'),
  ('orders.pack', 'needed'),
  ('orders.print', 'needed'),
  ('orders.see_prints', 'not_needed'),
  ('orders.discount', 'needed'),
  ('pickups.see', 'not_needed'),
  ('money.see', 'where_store_asks'),
  ('money.see_settlements', 'not_needed'),
  ('money.take_payments', 'needed'),
  ('money.refund', 'needed'),
  ('money.give_credit', 'needed'),
  ('money.settle_cash', 'needed'),
  ('returns.decide', 'needed'),
  ('customers.see', 'where_store_asks'),
  ('customers.change', 'needed'),
  ('customers.answer', 'needed'),
  ('personal_data.export', 'needed'),
  ('personal_data.erase', 'needed'),
  ('products.see', 'not_needed'),
  ('products.change', 'needed'),
  ('products.price', 'needed'),
  ('stock.count', 'needed'),
  ('offers.see', 'not_needed'),
  ('offers.change', 'needed'),
  ('content.see', 'not_needed'),
  ('content.change', 'needed'),
  ('notifications.see', 'where_store_asks'),
  ('notifications.change', 'needed'),
  ('sales.see', 'not_needed'),
  ('reports.see', 'where_store_asks'),
  ('settings.see', 'not_needed'),
  ('settings.store', 'needed'),
  ('settings.delivery', 'needed'),
  ('settings.money', 'needed'),
  ('settings.open_store', 'needed'),
  ('log.see', 'where_store_asks'),
  ('log.undo', 'needed'),
  ('people.see', 'not_needed'),
  ('operations.see', 'not_needed'),
  ('people.manage', 'needed');

create table private.role_capabilities (
  role public.user_role not null,
  capability text not null references private.capabilities (name),
  primary key (capability, role)
);
alter table private.role_capabilities enable row level security;

insert into private.role_capabilities (role, capability)
select 'admin'::public.user_role, capability.name from private.capabilities capability
where capability.name not in (
  'personal_data.export', 'personal_data.erase', 'settings.open_store', 'people.see', 'people.manage', 'operations.see')
union all
select 'super_admin'::public.user_role, capability.name from private.capabilities capability;

-- Functions

-- The stores in which the caller has a capability. For policies: evaluated once per statement, not per row.
create function private.tenants_where_may(p_capability text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id constant uuid := auth.uid();
  v_second_factor private.second_factor;
  v_tenants text[];
begin
  select capability.second_factor into v_second_factor
  from private.capabilities capability where capability.name = p_capability;
  assert found, 'There is no capability ' || p_capability;
  v_tenants := array(
    select tenants.id
    from public.user_roles held
    join private.role_capabilities granted on granted.role = held.role and granted.capability = p_capability
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
  );
  if v_second_factor = 'not_needed' or cardinality(v_tenants) = 0 or private.has_required_aal() then
    return v_tenants;
  end if;
  if v_second_factor = 'needed' then
    return '{}';
  end if;
  return array(
    select granted.id from unnest(v_tenants) as granted (id)
    left join public.staff_settings on staff_settings.tenant_id = granted.id
    where not coalesce(staff_settings.customers_need_aal2, true)
  );
end
$$;

-- Whether the caller has a capability in a store; the server has all of them.
create function private.may(p_tenant_id text, p_capability text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_service() or coalesce(p_tenant_id = any (private.tenants_where_may(p_capability)), false);
end
$$;

-- The stores in which the caller is staff, that is, has a role with any capability.
create function private.workplaces() returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id constant uuid := auth.uid();
begin
  return array(
    select tenants.id
    from public.user_roles held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
      and exists (select 1 from private.role_capabilities granted where granted.role = held.role)
  );
end
$$;

-- Whether one of somebody's roles has a capability, regardless of second factors; by default the caller's.
create function private.holds_capability(p_tenant_id text, p_capability text, p_user_id uuid default auth.uid()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.user_roles held
    join private.role_capabilities granted on granted.role = held.role and granted.capability = p_capability
    where held.user_id = p_user_id and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$$;

-- Raises unless the caller has a capability: insufficient_aal if only their second factor is missing, super_admin_only for staff
-- (super admins have every capability), staff_only for everybody else.
create function private.require_capability(p_tenant_id text, p_capability text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.may(p_tenant_id, p_capability) then
    return;
  end if;
  if not private.has_required_aal() and private.holds_capability(p_tenant_id, p_capability) then
    perform private.refuse('insufficient_aal');
  elsif p_tenant_id = any (private.workplaces()) then
    perform private.refuse('super_admin_only');
  end if;
  perform private.refuse('staff_only');
end
$$;

-- The caller's capabilities in a store; the app hides what would be refused.
create function public.my_capabilities(p_tenant_id text) returns setof text
language sql stable security definer set search_path = '' as $$
  select distinct granted.capability
  from public.user_roles held
  join private.role_capabilities granted on granted.role = held.role
  where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
$$;

-- Grants

grant execute on function private.tenants_where_may, private.workplaces to anon, authenticated;
grant execute on function private.may, private.require_capability, public.my_capabilities to authenticated;
