-- What only staff know of shipments and returns leaves the rows that their customers read.
create table public.shipment_staff_facts (
  shipment_id uuid primary key,
  tenant_id text not null,
  fee numeric(12, 2) check (fee >= 0),
  label_path text check (length(label_path) <= 300),
  settled numeric(12, 2) not null default 0,
  courier_owes numeric(12, 2) not null default 0,
  settled_at timestamptz,
  created_by uuid,
  unique (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
alter table public.shipment_staff_facts enable row level security;

insert into public.shipment_staff_facts (shipment_id, tenant_id, fee, label_path, settled, courier_owes, settled_at, created_by)
select id, tenant_id, fee, label_path, settled, courier_owes, settled_at, created_by from public.shipments;

create table public.exchange_allowances (
  return_id uuid primary key,
  tenant_id text not null,
  exchange_allowed text not null check (length(exchange_allowed) between 1 and 500),
  unique (tenant_id, return_id),
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete cascade
);
alter table public.exchange_allowances enable row level security;

insert into public.exchange_allowances (return_id, tenant_id, exchange_allowed)
select id, tenant_id, exchange_allowed from public.returns where exchange_allowed <> '';

-- What is true of a return in each state.
create table public.return_states (
  state public.return_state primary key,
  -- Something of it is still to come: an answer, or its pieces.
  is_open boolean not null,
  -- Its pieces are expected.
  awaits_pieces boolean not null
);
alter table public.return_states enable row level security;

insert into public.return_states (state, is_open, awaits_pieces) values
  ('requested', true, false),
  ('approved', true, true),
  ('declined', false, false),
  ('on_the_way', true, true),
  ('received', false, false),
  ('closed', false, false);

-- The one table of allowed moves of a return by itself; a move of its whole order may decline all that are open.
create table public.return_state_transitions (
  from_state public.return_state not null,
  to_state public.return_state not null,
  -- Its shopper moves it, and not staff alone.
  by_shopper boolean not null,
  primary key (from_state, to_state)
);
alter table public.return_state_transitions enable row level security;

insert into public.return_state_transitions (from_state, to_state, by_shopper) values
  ('requested', 'approved', false), ('requested', 'declined', false), ('requested', 'received', false), ('requested', 'closed', true),
  ('approved', 'on_the_way', true), ('approved', 'received', false), ('approved', 'closed', true),
  ('on_the_way', 'received', false), ('on_the_way', 'closed', true);
