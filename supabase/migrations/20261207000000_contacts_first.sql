-- Phone numbers and addresses in full become a right of their own, and move into tables of their own. Runs before the definitions
-- that need it: they drop the columns' last uses.

-- The right: for every role whose work needs it. Who only looks at orders, customers or invoices sees them masked from now on.

insert into private.capabilities (name, second_factor) values ('customers.see_contact', 'where_store_asks');
insert into private.role_capabilities (role, capability) values
  ('admin', 'customers.see_contact'), ('super_admin', 'customers.see_contact');
insert into private.capability_needs (capability, needs) values
  ('orders.place', 'customers.see_contact'),
  ('orders.change', 'customers.see_contact'),
  ('orders.pack', 'customers.see_contact'),
  ('personal_data.export', 'customers.see_contact');
insert into private.staff_role_capabilities (role_id, capability)
select distinct held.role_id, 'customers.see_contact' from private.staff_role_capabilities held
where held.capability in ('orders.place', 'orders.change', 'orders.pack', 'personal_data.export');

-- What is left of a number and an address without the right, as in people/addresses.sql.

create function private.masked_phone(p_phone text) returns text
language sql immutable as $$
  select case
    when p_phone = '' or p_phone like '•%' then p_phone
    else '•••••••' || case when length(private.national_digits(p_phone)) >= 8 then right(private.national_digits(p_phone), 4) else '' end
  end
$$;

create function private.masked_address(p_address jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(part.key, case part.key
    when 'phone' then coalesce(to_jsonb(private.masked_phone(part.value #>> '{}')), 'null') else part.value end), '{}')
  from jsonb_each(p_address) part where part.key in ('full_name', 'governorate', 'city', 'phone')
$$;

-- The tables, with what stands in the columns today.

create table public.order_addresses (
  order_id uuid primary key,
  tenant_id text not null,
  address jsonb not null,
  constraint order_addresses_form check (
    jsonb_typeof(address) = 'object' and not jsonb_path_exists(address, 'strict $.* ? (@.type() != "string")')
  ),
  unique (tenant_id, order_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
alter table public.order_addresses enable row level security;

create table public.order_edit_addresses (
  edit_id uuid primary key,
  tenant_id text not null,
  address jsonb not null check (
    jsonb_typeof(address) = 'object' and not jsonb_path_exists(address, 'strict $.* ? (@.type() != "string")')
  ),
  foreign key (tenant_id, edit_id) references public.order_edits (tenant_id, id) on delete cascade
);
alter table public.order_edit_addresses enable row level security;

create table public.invoice_addresses (
  invoice_id uuid primary key,
  tenant_id text not null,
  address jsonb not null check (jsonb_typeof(address) = 'object'),
  foreign key (tenant_id, invoice_id) references public.invoices (tenant_id, id) on delete cascade
);
alter table public.invoice_addresses enable row level security;

create table public.profile_phones (
  user_id uuid not null,
  tenant_id text not null,
  phone text not null check (btrim(phone) <> '' and length(phone) <= 30),
  primary key (user_id, tenant_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
alter table public.profile_phones enable row level security;

-- Here, because a grant on an existing table takes those on its columns away.
grant select on public.order_addresses, public.order_edit_addresses, public.invoice_addresses to authenticated;
grant select, delete on public.profile_phones to authenticated;
grant insert (user_id, tenant_id, phone), update (user_id, tenant_id, phone) on public.profile_phones to authenticated;

drop index public.orders_by_phone, public.orders_by_last_digits, public.orders_unpaid_by_address;
alter table public.orders disable trigger user;
alter table public.order_edits disable trigger user;
alter table public.invoices disable trigger user;

insert into public.order_addresses (order_id, tenant_id, address) select id, tenant_id, address from public.orders;
update public.orders set address = private.masked_address(address) where address <> private.masked_address(address);
alter table public.orders rename column address to destination;
alter table public.orders rename constraint orders_address_form to orders_destination_form;

insert into public.order_edit_addresses (edit_id, tenant_id, address)
select id, tenant_id, changes -> 'address' from public.order_edits where jsonb_typeof(changes -> 'address') = 'object';
update public.order_edits set changes = changes || jsonb_build_object('address', private.masked_address(changes -> 'address'))
where jsonb_typeof(changes -> 'address') = 'object';

insert into public.invoice_addresses (invoice_id, tenant_id, address) select id, tenant_id, buyer -> 'address' from public.invoices;
update public.invoices set buyer = buyer || jsonb_build_object('address', private.masked_address(buyer -> 'address'));

alter table public.orders enable trigger user;
alter table public.order_edits enable trigger user;
alter table public.invoices enable trigger user;

insert into public.profile_phones (user_id, tenant_id, phone)
select id, tenant_id, phone from public.profiles where btrim(phone) <> '';
alter table public.profiles drop column phone;

-- Orders are found by number through order_addresses.
update public.order_staff_facts facts set search_text = private.fold(concat_ws(E'\n', orders.number, orders.customer_name,
  orders.customer_email, orders.destination ->> 'full_name'))
from public.orders where orders.id = facts.order_id;

-- The log: a change of an address alone is an entry for who may see it; of other entries the address is masked.
update public.audit_log set entity = 'order_addresses'
where entity = 'orders' and action = 'update' and before ? 'address' and before - 'address' = '{}' and after - 'address' = '{}';
update public.audit_log set
  before = before - 'address' || case when before ? 'address'
    then jsonb_build_object('destination', private.masked_address(before -> 'address')) else '{}' end,
  after = after - 'address' || case when after ? 'address'
    then jsonb_build_object('destination', private.masked_address(after -> 'address')) else '{}' end
where entity = 'orders' and (before ? 'address' or after ? 'address');
update public.audit_log set
  before = case when before -> 'changes' ? 'address'
    then jsonb_set(before, '{changes,address}', private.masked_address(before #> '{changes,address}')) else before end,
  after = case when after -> 'changes' ? 'address'
    then jsonb_set(after, '{changes,address}', private.masked_address(after #> '{changes,address}')) else after end
where entity = 'order_edits' and (before -> 'changes' ? 'address' or after -> 'changes' ? 'address');
