-- An order's money: the ledger, refunds, store credit, and settlements with carriers.

-- Tables

-- `exchange`: it paid for the order that the pieces were exchanged for.
create type public.refund_way as enum ('card', 'transfer', 'store_credit', 'cash', 'exchange');

create type public.refund_state as enum ('due', 'sending', 'sent', 'failed');

create table public.refund_states (
  state public.refund_state primary key,
  -- Its money is still owed.
  is_open boolean not null,
  -- Needs staff to send it.
  waits_for_staff boolean not null
);
alter table public.refund_states enable row level security;

insert into public.refund_states (state, is_open, waits_for_staff) values
  ('due', true, true), ('sending', true, false), ('sent', false, false), ('failed', true, true);

-- Allowed transitions of a refund. A bank may take back what it sent, and send what it refused before.
create table public.refund_state_transitions (
  from_state public.refund_state not null,
  to_state public.refund_state not null,
  primary key (from_state, to_state)
);
alter table public.refund_state_transitions enable row level security;

insert into public.refund_state_transitions (from_state, to_state) values
  ('due', 'sending'), ('due', 'sent'), ('sending', 'sent'), ('sending', 'failed'), ('sent', 'failed'),
  ('failed', 'due'), ('failed', 'sending'), ('failed', 'sent');

create type public.refund_line_kind as enum ('line', 'shipping', 'goodwill', 'gift');

-- Price (`charged`, with reductions as negative entries), money received, and refunds. Entries are immutable: a mistake is
-- corrected by an entry with the opposite sign.
create type public.payment_entry_kind as enum (
  'charged', 'received', 'cash_collected', 'settled', 'credit_used', 'given_back',
  -- What a carrier paid the store for a shipment that it lost; no money of the customer's.
  'compensated',
  -- Money that moves with exchanged pieces: received by the new order at once, given by the old one when they are back.
  'exchange_used', 'exchange_given'
);

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  number smallint not null check (number > 0),
  return_id uuid,
  amount numeric(12, 2) not null check (amount > 0),
  -- Null until somebody chooses one.
  way public.refund_way,
  state public.refund_state not null default 'due',
  reason text not null default '' check (length(reason) <= 500),
  -- The reference of the transfer or the provider.
  reference text not null default '' check (length(reference) <= 200),
  -- The provider payment it is refunded through.
  payment_id uuid,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (order_id, number),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete set null (return_id),
  foreign key (tenant_id, payment_id) references public.payments (tenant_id, id) on delete set null (payment_id)
);
create index refunds_due on public.refunds (tenant_id, created_at) where state in ('due', 'sending', 'failed');
create index refunds_by_return on public.refunds (tenant_id, return_id) where return_id is not null;
create index refunds_by_payment on public.refunds (tenant_id, payment_id) where payment_id is not null;
alter table public.refunds enable row level security;

-- Refund data that only staff and the system see; the order's shopper reads the refund's row.
create table public.refund_staff_facts (
  refund_id uuid not null,
  tenant_id text not null,
  created_by uuid,
  -- How often the provider was asked.
  attempt integer not null default 1,
  primary key (refund_id, tenant_id),
  foreign key (tenant_id, refund_id) references public.refunds (tenant_id, id) on delete cascade
);
alter table public.refund_staff_facts enable row level security;

-- What a refund is for. The rest of its amount was overpaid.
create table public.refund_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  refund_id uuid not null,
  kind public.refund_line_kind not null,
  order_line_id uuid,
  quantity integer check (quantity > 0),
  amount numeric(12, 2) not null check (amount >= 0),
  constraint refund_lines_name_goods check ((kind = 'line') = (order_line_id is not null)),
  foreign key (tenant_id, refund_id) references public.refunds (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index refund_lines_by_refund on public.refund_lines (refund_id);
create index refund_lines_by_line on public.refund_lines (tenant_id, order_line_id) where order_line_id is not null;
alter table public.refund_lines enable row level security;

-- A carrier's statement, as far as it was accepted.
create table public.settlements (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  carrier text not null default 'manual',
  carrier_name text not null default '' check (length(carrier_name) <= 80),
  reference text not null default '' check (length(reference) <= 200),
  amount numeric(12, 2) not null check (amount >= 0),
  fee numeric(12, 2) not null default 0 check (fee >= 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id) references public.tenants (id) on delete cascade
);
create index settlements_newest on public.settlements (tenant_id, created_at desc);
alter table public.settlements enable row level security;

create table public.payment_entries (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  order_id uuid not null,
  kind public.payment_entry_kind not null,
  amount numeric(12, 2) not null check (amount <> 0),
  method public.payment_method,
  reference text not null default '' check (length(reference) <= 200),
  -- For a received bank transfer: digest of its reference (private.transfer_digest), unique within a store.
  transfer_digest text check (length(transfer_digest) = 64),
  note text not null default '' check (length(note) <= 500),
  shipment_id uuid,
  return_id uuid,
  refund_id uuid,
  edit_id uuid,
  settlement_id uuid,
  payment_id uuid,
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete cascade,
  foreign key (tenant_id, refund_id) references public.refunds (tenant_id, id) on delete set null (refund_id),
  foreign key (tenant_id, edit_id) references public.order_edits (tenant_id, id) on delete cascade,
  foreign key (tenant_id, settlement_id) references public.settlements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, payment_id) references public.payments (tenant_id, id) on delete set null (payment_id)
);
create unique index payment_entries_transfers on public.payment_entries (tenant_id, transfer_digest)
  where transfer_digest is not null;
create index payment_entries_by_order on public.payment_entries (order_id, id);
create index payment_entries_by_time on public.payment_entries (tenant_id, kind, created_at) include (order_id, amount);
create index payment_entries_by_shipment on public.payment_entries (tenant_id, shipment_id) where shipment_id is not null;
create index payment_entries_by_return on public.payment_entries (tenant_id, return_id) where return_id is not null;
create index payment_entries_by_refund on public.payment_entries (tenant_id, refund_id) where refund_id is not null;
create index payment_entries_by_edit on public.payment_entries (tenant_id, edit_id) where edit_id is not null;
create index payment_entries_by_settlement on public.payment_entries (tenant_id, settlement_id) where settlement_id is not null;
create index payment_entries_by_payment on public.payment_entries (tenant_id, payment_id) where payment_id is not null;
alter table public.payment_entries enable row level security;

-- Credit that a store owes a person. A trigger keeps the balance in the profile equal to its sum.
create type public.store_credit_kind as enum ('refunded', 'used', 'given_back', 'adjusted');

create table public.store_credits (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  kind public.store_credit_kind not null,
  delta numeric(12, 2) not null check (delta <> 0),
  order_id uuid,
  refund_id uuid,
  reason text not null default '' check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, refund_id) references public.refunds (tenant_id, id) on delete cascade
);
create index store_credits_by_person on public.store_credits (user_id, tenant_id, created_at desc);
create index store_credits_by_order on public.store_credits (tenant_id, order_id) where order_id is not null;
create index store_credits_by_refund on public.store_credits (tenant_id, refund_id) where refund_id is not null;
alter table public.store_credits enable row level security;

-- Who gave, took or used credit; none if the store itself did.
create table public.store_credit_actors (
  credit_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (credit_id, tenant_id),
  foreign key (tenant_id, credit_id) references public.store_credits (tenant_id, id) on delete cascade
);
alter table public.store_credit_actors enable row level security;

-- Policies

create policy "Everybody reads what is true of a refund's states" on public.refund_states
  for select to anon, authenticated using (true);

create policy "Everybody reads which moves a refund can make" on public.refund_state_transitions
  for select to anon, authenticated using (true);

create policy "Shoppers read the refunds of their own orders" on public.refunds
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's refunds" on public.refunds
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Staff read what they know of their store's refunds" on public.refund_staff_facts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Shoppers read what their own refunds are for" on public.refund_lines
  for select to authenticated using (exists (select 1 from public.refunds where refunds.id = refund_id));

create policy "Staff read what their store's refunds are for" on public.refund_lines
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Staff read their store's settlements" on public.settlements
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see_settlements'))::text[]));

create policy "Staff read their store's ledger" on public.payment_entries
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "People read their own store credit" on public.store_credits
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' store credit" on public.store_credits
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Staff read who gave and took their customers' store credit" on public.store_credit_actors
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

-- Functions

create function private.is_open_refund(p_state public.refund_state) returns boolean
language sql stable set search_path = '' as $$ select is_open from public.refund_states where state = p_state $$;

create function private.refund_waits_for_staff(p_state public.refund_state) returns boolean
language sql stable set search_path = '' as $$ select waits_for_staff from public.refund_states where state = p_state $$;

create function private.refund_move_checked() returns trigger
language plpgsql set search_path = '' as $$
begin
  assert exists (
    select 1 from public.refund_state_transitions where from_state = old.state and to_state = new.state
  ), format('A refund that is %s cannot become %s', old.state, new.state);
  return new;
end
$$;

create function private.refund_made() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.refund_staff_facts (refund_id, tenant_id, created_by) values (new.id, new.tenant_id, auth.uid());
  return null;
end
$$;

create function private.store_credit_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set store_credit = store_credit + new.delta
  where id = new.user_id and tenant_id = new.tenant_id and store_credit + new.delta >= 0;
  if not found then
    perform private.refuse('insufficient_credit');
  end if;
  return null;
end
$$;

-- Triggers

create trigger refunds_move_checked before update of state on public.refunds
  for each row when (old.state <> new.state) execute function private.refund_move_checked();

create trigger facts_follow after insert on public.refunds
  for each row execute function private.refund_made();

create trigger actor_recorded after insert on public.store_credits
  for each row execute function private.record_actor('store_credit_actors', 'credit_id');

create trigger store_credits_counted after insert on public.store_credits
  for each row execute function private.store_credit_counted();

-- Grants

grant select on public.refund_states, public.refund_state_transitions to anon, authenticated;
grant select on
  public.refunds,
  public.refund_staff_facts,
  public.refund_lines,
  public.settlements,
  public.payment_entries,
  public.store_credits,
  public.store_credit_actors
to authenticated;
