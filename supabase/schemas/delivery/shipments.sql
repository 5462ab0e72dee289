-- Shipments: their contents, states and events.

-- Tables

create type public.shipment_state as enum (
  'packed', 'handed_over', 'in_transit', 'out_for_delivery', 'attempt_failed', 'delivered', 'returning', 'returned_to_sender', 'lost',
  'cancelled'
);

create table public.shipment_states (
  state public.shipment_state primary key,
  -- A carrier has it, on its way to the customer or back.
  is_under_way boolean not null,
  -- A carrier has it, on its way to the customer, where cash is collected.
  is_outbound boolean not null,
  -- On its way back, or returned to sender.
  is_going_back boolean not null,
  -- Final state.
  is_over boolean not null,
  -- Final, without a delivery.
  is_void boolean not null
);
alter table public.shipment_states enable row level security;

insert into public.shipment_states (state, is_under_way, is_outbound, is_going_back, is_over, is_void) values
  ('packed', false, false, false, false, false),
  ('handed_over', true, true, false, false, false),
  ('in_transit', true, true, false, false, false),
  ('out_for_delivery', true, true, false, false, false),
  ('attempt_failed', true, true, false, false, false),
  ('delivered', false, false, false, true, false),
  ('returning', true, false, true, false, false),
  ('returned_to_sender', false, false, true, true, true),
  ('lost', false, false, false, true, true),
  ('cancelled', false, false, false, true, true);

-- Allowed transitions of a shipment; the app reads them to know which buttons to show.
create table public.shipment_state_transitions (
  from_state public.shipment_state not null,
  to_state public.shipment_state not null,
  -- Staff undo their own handover, as long as the customer hasn't been notified.
  takes_back boolean not null default false,
  primary key (from_state, to_state)
);
alter table public.shipment_state_transitions enable row level security;

insert into public.shipment_state_transitions (from_state, to_state) values
  ('packed', 'handed_over'), ('packed', 'cancelled'),
  ('handed_over', 'in_transit'), ('handed_over', 'out_for_delivery'), ('handed_over', 'attempt_failed'),
  ('handed_over', 'delivered'), ('handed_over', 'returning'), ('handed_over', 'returned_to_sender'), ('handed_over', 'lost'),
  ('in_transit', 'out_for_delivery'), ('in_transit', 'attempt_failed'), ('in_transit', 'delivered'),
  ('in_transit', 'returning'), ('in_transit', 'returned_to_sender'), ('in_transit', 'lost'),
  ('out_for_delivery', 'in_transit'), ('out_for_delivery', 'attempt_failed'), ('out_for_delivery', 'delivered'),
  ('out_for_delivery', 'returning'), ('out_for_delivery', 'returned_to_sender'), ('out_for_delivery', 'lost'),
  ('attempt_failed', 'in_transit'), ('attempt_failed', 'out_for_delivery'), ('attempt_failed', 'attempt_failed'),
  ('attempt_failed', 'delivered'), ('attempt_failed', 'returning'), ('attempt_failed', 'returned_to_sender'), ('attempt_failed', 'lost'),
  ('returning', 'returned_to_sender'), ('returning', 'lost');
insert into public.shipment_state_transitions (from_state, to_state, takes_back) values ('handed_over', 'packed', true);

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  -- Number within the order, from 1.
  number smallint not null check (number > 0),
  state public.shipment_state not null default 'packed',
  -- The carrier adapter; `manual` is any carrier whose tracking numbers and states are entered by hand.
  carrier text not null default 'manual' check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  -- The carrier's display name.
  carrier_name text not null default '' check (length(carrier_name) <= 80),
  tracking_number text check (length(tracking_number) between 1 and 80),
  tracking_url text check (tracking_url ~ '^https?://' and length(tracking_url) <= 500),
  -- Cash to collect at the door.
  cash_due numeric(12, 2) not null default 0 check (cash_due >= 0),
  cash_collected numeric(12, 2) check (cash_collected >= 0),
  attempts smallint not null default 0,
  handed_over_at timestamptz,
  delivered_at timestamptz,
  returned_to_sender_at timestamptz,
  -- When the returned pieces were inspected.
  inspected_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The shipment of which the customer took a part: these are the pieces that they gave back at the door.
  split_from uuid,
  unique (tenant_id, id),
  unique (order_id, number),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, split_from) references public.shipments (tenant_id, id) on delete cascade
);
create unique index shipments_by_tracking on public.shipments (tenant_id, carrier, tracking_number)
  where tracking_number is not null and state <> 'cancelled';
create index shipments_under_way on public.shipments (tenant_id, state, created_at)
  where state not in ('delivered', 'returned_to_sender', 'lost', 'cancelled');
-- A store's carriers, by name.
create index shipments_by_carrier on public.shipments (tenant_id, lower(carrier_name), created_at desc) where carrier_name <> '';
create index shipments_split on public.shipments (tenant_id, split_from) where split_from is not null;
alter table public.shipments enable row level security;

create table public.shipment_lines (
  tenant_id text not null,
  shipment_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- Fates of pieces returned to sender.
  restocked integer not null default 0 check (restocked >= 0),
  discarded integer not null default 0 check (discarded >= 0),
  sent_again integer not null default 0 check (sent_again >= 0),
  primary key (shipment_id, order_line_id),
  constraint shipment_lines_pieces check (restocked + discarded + sent_again <= quantity),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index shipment_lines_by_line on public.shipment_lines (tenant_id, order_line_id);
alter table public.shipment_lines enable row level security;

-- A shipment's history; append-only.
create table public.shipment_events (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  shipment_id uuid not null,
  -- Null for a carrier's state that isn't known here and waits for a person.
  state public.shipment_state,
  -- The carrier's own term.
  carrier_state text not null default '' check (length(carrier_state) <= 100),
  note text not null default '' check (length(note) <= 500),
  happened_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  unique (shipment_id, carrier_state, happened_at),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
alter table public.shipment_events enable row level security;

-- The result for one order or shipment of a bulk call: why it was skipped, or null.
create type public.shipment_outcome as (order_id uuid, shipment_id uuid, refusal jsonb);

-- Policies

create policy "Everybody reads the states of shipments" on public.shipment_states
  for select to anon, authenticated using (true);

create policy "Everybody reads the moves between shipment states" on public.shipment_state_transitions
  for select to anon, authenticated using (true);

create policy "Shoppers read the shipments of their own orders" on public.shipments
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's shipments" on public.shipments
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Shoppers read the lines of their own shipments" on public.shipment_lines
  for select to authenticated using (exists (select 1 from public.shipments where shipments.id = shipment_id));

create policy "Staff read the lines of their store's shipments" on public.shipment_lines
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Shoppers read the events of their own shipments" on public.shipment_events
  for select to authenticated using (exists (select 1 from public.shipments where shipments.id = shipment_id));

create policy "Staff read the events of their store's shipments" on public.shipment_events
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

create function private.is_over(p_state public.shipment_state) returns boolean
language sql stable set search_path = '' as $$ select is_over from public.shipment_states where state = p_state $$;

create function private.is_outbound(p_state public.shipment_state) returns boolean
language sql stable set search_path = '' as $$ select is_outbound from public.shipment_states where state = p_state $$;

create function private.is_going_back(p_state public.shipment_state) returns boolean
language sql stable set search_path = '' as $$ select is_going_back from public.shipment_states where state = p_state $$;

-- Whether a carrier has a shipment, without a failed delivery attempt.
create function private.is_on_the_way(p_state public.shipment_state) returns boolean
language sql stable set search_path = '' as $$
  select is_under_way and state <> 'attempt_failed' from public.shipment_states where state = p_state
$$;

-- The cash that a shipment's carrier is still to collect; 0 once it is over or on its way back. A computed field.
create function public.cash_to_collect(p_shipment public.shipments) returns numeric
language sql stable set search_path = '' as $$
  select case when states.is_over or states.is_going_back then 0 else p_shipment.cash_due end
  from public.shipment_states states where states.state = p_shipment.state
$$;

-- Whether a shipment was returned to sender and nobody has inspected it since. A computed field.
create function public.awaits_inspection(p_shipment public.shipments) returns boolean
language sql immutable set search_path = '' as $$
  select p_shipment.state = 'returned_to_sender' and p_shipment.inspected_at is null
$$;

-- Grants

grant execute on function public.cash_to_collect, public.awaits_inspection to authenticated;
grant execute on function private.is_over, private.is_going_back to authenticated;
grant select on public.shipment_states, public.shipment_state_transitions to anon, authenticated;
grant select on public.shipments, public.shipment_lines, public.shipment_events to authenticated;
