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
  -- Phone numbers and addresses in full, of customers, orders and invoices that somebody sees.
  ('customers.see_contact', 'where_store_asks'),
  ('customers.see_across', 'where_store_asks'),
  ('customers.change', 'needed'),
  ('customers.answer', 'needed'),
  ('personal_data.export', 'needed'),
  ('personal_data.erase', 'needed'),
  ('products.see', 'not_needed'),
  ('products.change', 'needed'),
  ('products.price', 'needed'),
  ('stock.count', 'needed'),
  ('costs.see', 'not_needed'),
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
  ('approvals.see', 'where_store_asks'),
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
  'customers.see_across', 'personal_data.export', 'personal_data.erase', 'settings.open_store', 'people.see', 'people.manage',
  'operations.see')
union all
select 'super_admin'::public.user_role, capability.name from private.capabilities capability;

-- What a capability is useless without: whoever gets the first also gets the second.
create table private.capability_needs (
  capability text not null references private.capabilities (name),
  needs text not null references private.capabilities (name),
  primary key (capability, needs)
);
alter table private.capability_needs enable row level security;

insert into private.capability_needs (capability, needs) values
  ('orders.place', 'orders.see'),
  ('orders.place', 'products.see'),
  ('orders.place', 'customers.see_contact'),
  ('orders.change', 'orders.see'),
  ('orders.change', 'customers.see_contact'),
  ('orders.cancel', 'orders.see'),
  ('orders.pack', 'orders.see'),
  ('orders.pack', 'pickups.see'),
  ('orders.pack', 'customers.see_contact'),
  ('orders.print', 'orders.see'),
  ('orders.print', 'orders.see_prints'),
  ('orders.discount', 'orders.see'),
  ('money.see', 'money.see_settlements'),
  ('money.take_payments', 'orders.see'),
  ('money.take_payments', 'money.see'),
  ('money.refund', 'orders.see'),
  ('money.give_credit', 'customers.see'),
  ('money.settle_cash', 'money.see'),
  ('returns.decide', 'orders.see'),
  ('customers.see_across', 'customers.see'),
  ('customers.change', 'customers.see'),
  ('customers.answer', 'customers.see'),
  ('personal_data.export', 'customers.see'),
  ('personal_data.export', 'customers.see_contact'),
  ('personal_data.erase', 'customers.see'),
  ('products.change', 'products.see'),
  ('products.price', 'products.change'),
  ('stock.count', 'products.see'),
  ('costs.see', 'products.see'),
  ('offers.change', 'offers.see'),
  ('content.change', 'content.see'),
  ('notifications.change', 'notifications.see'),
  ('reports.see', 'sales.see'),
  ('settings.store', 'settings.see'),
  ('settings.delivery', 'settings.see'),
  ('settings.money', 'settings.see'),
  ('settings.open_store', 'settings.see'),
  ('log.undo', 'log.see'),
  -- People with a ceiling ask for what lies above it, others decide.
  ('money.refund', 'approvals.see'),
  ('money.give_credit', 'approvals.see'),
  ('orders.discount', 'approvals.see'),
  ('products.price', 'approvals.see'),
  ('people.manage', 'people.see');

-- Capabilities that a role may have up to a ceiling, counted in pounds a day or percent: ceilings.sql.
create table private.limited_capabilities (
  capability text primary key references private.capabilities (name),
  unit text not null check (unit in ('pounds_a_day', 'percent'))
);
alter table private.limited_capabilities enable row level security;

insert into private.limited_capabilities (capability, unit) values
  ('money.refund', 'pounds_a_day'),
  ('money.give_credit', 'pounds_a_day'),
  ('orders.discount', 'percent'),
  ('products.price', 'percent');

-- Roles beside those of public.user_role, shared by all stores of the installation. Those with a key exist in every installation;
-- the back office has their names in every language. Read through list_staff_roles.
create table private.staff_roles (
  id uuid primary key default gen_random_uuid(),
  key text unique check (key ~ '^[a-z_]+$'),
  name text not null check (btrim(name) <> '' and length(name) <= 60),
  translations jsonb not null default '{}' check (private.are_translations(translations, 1000)),
  version integer not null default 1,
  -- Whether everybody with this role must have a second factor.
  needs_second_factor boolean not null default false
);
create unique index staff_roles_name on private.staff_roles (lower(btrim(name)));
alter table private.staff_roles enable row level security;

create table private.staff_role_capabilities (
  role_id uuid not null references private.staff_roles (id) on delete cascade,
  capability text not null references private.capabilities (name),
  -- Of a limited capability; null without one.
  ceiling numeric(12, 2) check (ceiling >= 0),
  primary key (role_id, capability)
);
create index staff_role_capabilities_capability on private.staff_role_capabilities (capability);
alter table private.staff_role_capabilities enable row level security;

insert into private.staff_roles (id, key, name) values
  ('00000000-0000-4000-8000-000000000001', 'manager', 'Manager'),
  ('00000000-0000-4000-8000-000000000002', 'packer', 'Packer'),
  ('00000000-0000-4000-8000-000000000003', 'printer', 'Printer'),
  ('00000000-0000-4000-8000-000000000004', 'support', 'Support'),
  ('00000000-0000-4000-8000-000000000005', 'catalogue', 'Catalog'),
  ('00000000-0000-4000-8000-000000000006', 'marketing', 'Marketing'),
  ('00000000-0000-4000-8000-000000000007', 'bookkeeper', 'Bookkeeper');

insert into private.staff_role_capabilities (role_id, capability)
select role.id, granted.capability
from private.staff_roles role
join private.role_capabilities granted on granted.role = 'admin'
where role.key = 'manager' or granted.capability = any (case role.key
  when 'packer' then '{orders.see,orders.pack,pickups.see,customers.see_contact}'::text[]
  when 'printer' then '{orders.see,orders.print,orders.see_prints}'
  when 'support' then '{
    orders.see,orders.place,orders.change,orders.cancel,returns.decide,customers.see,customers.see_contact,
    customers.change,customers.answer,
    products.see,offers.see,content.see,notifications.see,pickups.see}'
  when 'catalogue' then '{products.see,products.change,products.price,stock.count,approvals.see}'
  when 'marketing' then '{products.see,offers.see,offers.change,content.see,content.change,sales.see}'
  when 'bookkeeper' then '{
    orders.see,money.see,money.see_settlements,money.take_payments,money.settle_cash,products.see,costs.see,sales.see,reports.see,
    settings.see}'
end);

-- The roles that people have in stores, from their first to their last day in the shop's time. Without a store, in all of them.
create table public.staff_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  tenant_id text references public.tenants (id) on delete cascade,
  role_id uuid not null references private.staff_roles (id),
  starts_on date not null default private.shop_time()::date,
  ends_on date check (ends_on >= starts_on),
  granted_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, tenant_id, role_id)
);
create index staff_grants_tenant on public.staff_grants (tenant_id, user_id);
create index staff_grants_role on public.staff_grants (role_id);
create index staff_grants_granted_by on public.staff_grants (granted_by);
alter table public.staff_grants enable row level security;

-- What people may do today, up to which ceiling; without a store, in all of them.
create view private.held_capabilities as
  select held.user_id, held.tenant_id, granted.capability, null::numeric(12, 2) as ceiling
  from public.user_roles held
  join private.role_capabilities granted on granted.role = held.role
  union all
  select held.user_id, held.tenant_id, granted.capability, granted.ceiling
  from public.staff_grants held
  join private.staff_role_capabilities granted on granted.role_id = held.role_id
  where private.shop_time()::date between held.starts_on and coalesce(held.ends_on, 'infinity');

-- Functions

-- Removed stores, in which people may only see things.
create function private.gone_stores() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select settings.tenant_id from public.settings where settings.state = 'gone');
end
$$;

-- Whether people may use a capability in a store.
create function private.is_left_in(p_tenant_id text, p_capability text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return split_part(p_capability, '.', 2) like 'see%' or p_tenant_id <> all (private.gone_stores());
end
$$;

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
    select distinct tenants.id
    from private.held_capabilities held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id and held.capability = p_capability and private.is_left_in(tenants.id, p_capability)
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
    where not coalesce(staff_settings.customers_need_aal2, true) and not private.second_factor_demanded(v_user_id)
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
    select distinct tenants.id
    from private.held_capabilities held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
  );
end
$$;

-- Whether one of somebody's roles has a capability, regardless of second factors; by default the caller's.
create function private.holds_capability(p_tenant_id text, p_capability text, p_user_id uuid default auth.uid()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.held_capabilities held
    where held.user_id = p_user_id and held.capability = p_capability
      and (held.tenant_id = p_tenant_id or held.tenant_id is null)
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

-- Those of the given stores in which the caller has a capability, for functions that answer for several stores. Raises as
-- require_capability does if there is none.
create function private.stores_where_may(p_tenant_ids text[], p_capability text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := array(
    select distinct asked.id from unnest(p_tenant_ids) asked (id) where private.may(asked.id, p_capability) order by asked.id);
begin
  if cardinality(v_tenant_ids) = 0 then
    perform private.require_capability(p_tenant_ids[1], p_capability);
  end if;
  return v_tenant_ids;
end
$$;

-- The stores in which the caller works, in their order, with what they may do in each; the app hides what would be refused.
create function public.my_workplaces() returns table (tenant_id text, capabilities text[])
language sql stable security definer set search_path = '' as $$
  select tenants.id, array_agg(distinct held.capability)
  from private.held_capabilities held
  join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
  where held.user_id = auth.uid() and private.is_left_in(tenants.id, held.capability)
  group by tenants.id, tenants.position
  order by tenants.position, tenants.id
$$;

-- Grants

grant execute on function private.tenants_where_may, private.workplaces to anon, authenticated;
grant execute on function private.may, private.require_capability, public.my_workplaces to authenticated;
