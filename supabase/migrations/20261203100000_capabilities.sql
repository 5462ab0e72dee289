-- What somebody may do is asked by name; today's roles are sets of capabilities.

create type private.second_factor as enum (
  'not_needed',
  -- From staff who have one, where the store asks for it before its customers' data is read.
  'where_store_asks',
  -- From staff who have one.
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
