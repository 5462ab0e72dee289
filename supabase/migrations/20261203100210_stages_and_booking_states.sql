-- A stage is no status: a type of its own. And what is true of carriers' bookings in each state.
create type public.order_stage as enum ('awaiting_payment', 'pending', 'confirmed', 'in_production');

alter table public.orders
  drop constraint orders_stage_check,
  alter column stage drop default,
  alter column stage type public.order_stage using stage::text::public.order_stage,
  alter column stage set default 'pending';

alter table public.shipment_states add column is_going_back boolean;
update public.shipment_states set is_going_back = state in ('returning', 'returned_to_sender');
alter table public.shipment_states alter column is_going_back set not null;

create table private.carrier_booking_states (
  state public.carrier_booking_state primary key,
  is_booked boolean not null,
  is_at_carrier boolean not null,
  awaits_answer boolean not null
);
alter table private.carrier_booking_states enable row level security;

insert into private.carrier_booking_states (state, is_booked, is_at_carrier, awaits_answer) values
  ('waiting', true, false, false),
  ('asked', true, true, true),
  ('booked', true, true, false),
  ('failed', false, false, false),
  ('to_cancel', false, true, true),
  ('cancelled', false, false, false);

create table private.carrier_booking_state_transitions (
  from_state public.carrier_booking_state not null,
  to_state public.carrier_booking_state not null,
  by_unpacking boolean not null default false,
  primary key (from_state, to_state)
);
alter table private.carrier_booking_state_transitions enable row level security;

insert into private.carrier_booking_state_transitions (from_state, to_state, by_unpacking) values
  ('waiting', 'asked', false), ('waiting', 'cancelled', true),
  ('asked', 'booked', false), ('asked', 'failed', false), ('asked', 'to_cancel', true),
  ('booked', 'to_cancel', true),
  ('to_cancel', 'cancelled', false), ('to_cancel', 'failed', false),
  ('failed', 'waiting', false), ('failed', 'cancelled', true),
  ('cancelled', 'waiting', false);
