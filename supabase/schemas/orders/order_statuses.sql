-- Order statuses: what holds in each, and the allowed transitions.

-- Tables

create type public.order_status as enum (
  'awaiting_payment', 'pending', 'confirmed', 'in_production', 'partly_sent', 'shipped', 'partly_delivered', 'delivered',
  'returned_to_sender', 'return_requested', 'partly_returned', 'returned', 'cancelled'
);

-- An order's progress before anything is sent. Its status is the same until shipments or returns decide it.
create type public.order_stage as enum ('awaiting_payment', 'pending', 'confirmed', 'in_production');

-- Properties of each order status.
create table public.order_statuses (
  status public.order_status primary key,
  -- Position in the regular sequence, from 1; null for statuses outside it.
  step smallint unique,
  -- Set by people for the whole order; other statuses follow from its pieces, shipments and returns.
  is_set_by_people boolean not null,
  -- Nothing left to pay for.
  is_void boolean not null,
  -- Nothing left to make or deliver.
  is_complete boolean not null,
  -- Still to come, and nothing of it has arrived.
  is_awaited boolean not null
);
alter table public.order_statuses enable row level security;

insert into public.order_statuses (status, step, is_set_by_people, is_void, is_complete, is_awaited) values
  ('awaiting_payment', null, false, false, false, true),
  ('pending', null, true, false, false, true),
  ('confirmed', 1, true, false, false, true),
  ('in_production', 2, true, false, false, true),
  ('partly_sent', null, false, false, false, true),
  ('shipped', 3, false, false, false, true),
  ('partly_delivered', null, false, false, false, false),
  ('delivered', 4, false, false, true, false),
  ('returned_to_sender', null, false, true, true, false),
  ('return_requested', null, false, false, false, false),
  ('partly_returned', null, false, false, true, false),
  ('returned', null, false, true, true, false),
  ('cancelled', null, true, true, true, false);

-- Allowed transitions, for staff and shoppers alike; the app reads them to know which buttons to show.
create table public.order_status_transitions (
  from_status public.order_status not null,
  to_status public.order_status not null,
  by_shopper boolean not null default false,
  by_staff boolean not null default true,
  -- A prepaid order waits for its payment before this transition.
  needs_payment boolean not null default false,
  -- Staff undo their own last transition, as long as the customer hasn't been notified.
  takes_back boolean not null default false,
  -- The capability staff need for it (private.capabilities).
  capability text not null,
  primary key (from_status, to_status)
);
alter table public.order_status_transitions enable row level security;

insert into public.order_status_transitions (from_status, to_status, by_shopper, by_staff, needs_payment, capability) values
  ('awaiting_payment', 'confirmed', false, true, true, 'orders.change'),
  ('awaiting_payment', 'cancelled', true, true, false, 'orders.cancel'),
  ('pending', 'confirmed', false, true, true, 'orders.change'),
  ('pending', 'cancelled', true, true, false, 'orders.cancel'),
  ('confirmed', 'in_production', false, true, true, 'orders.change'),
  ('confirmed', 'cancelled', true, true, false, 'orders.cancel'),
  ('in_production', 'shipped', false, true, true, 'orders.pack'),
  ('in_production', 'cancelled', false, true, false, 'orders.cancel'),
  ('shipped', 'delivered', false, true, false, 'orders.pack'),
  ('delivered', 'return_requested', true, true, false, 'returns.decide'),
  ('return_requested', 'returned', false, true, false, 'returns.decide'),
  ('return_requested', 'delivered', false, true, false, 'returns.decide'),
  ('partly_sent', 'shipped', false, true, true, 'orders.pack'),
  ('partly_delivered', 'delivered', false, true, false, 'orders.pack'),
  ('partly_delivered', 'return_requested', true, true, false, 'returns.decide'),
  ('partly_returned', 'return_requested', true, true, false, 'returns.decide');
insert into public.order_status_transitions (from_status, to_status, by_staff, takes_back, capability) values
  ('confirmed', 'pending', false, true, 'orders.change'),
  ('in_production', 'confirmed', false, true, 'orders.change'),
  ('shipped', 'in_production', false, true, 'orders.pack');

-- Policies

create policy "Everybody reads what is true of an order's statuses" on public.order_statuses
  for select to anon, authenticated using (true);

create policy "Everybody reads which moves an order can make" on public.order_status_transitions
  for select to anon, authenticated using (true);

-- Functions

create function private.is_set_by_people(p_status public.order_status) returns boolean
language sql stable set search_path = '' as $$ select is_set_by_people from public.order_statuses where status = p_status $$;

-- Whether nothing of an order in this status is left to pay for.
create function private.is_void(p_status public.order_status) returns boolean
language sql stable set search_path = '' as $$ select is_void from public.order_statuses where status = p_status $$;

-- Whether nothing of an order in this status is still to be made or brought.
create function private.is_complete(p_status public.order_status) returns boolean
language sql stable set search_path = '' as $$ select is_complete from public.order_statuses where status = p_status $$;

-- The status of an order that has nothing but its stage.
create function private.status_of_stage(p_stage public.order_stage) returns public.order_status
language sql stable set search_path = '' as $$ select p_stage::text::public.order_status $$;

-- Whether an order at this stage may be printed and packed.
create function private.is_confirmed(p_stage public.order_stage) returns boolean
language sql immutable set search_path = '' as $$ select p_stage in ('confirmed', 'in_production') $$;

-- Grants

grant select on public.order_statuses, public.order_status_transitions to anon, authenticated;
