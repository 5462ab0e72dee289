-- Returns: what shoppers send back or report, what staff decide, and what becomes of the pieces.

-- Tables

-- Money back, another size, a new piece for a faulty one, or another product.
create type public.return_kind as enum ('return', 'size_exchange', 'replacement', 'exchange');

create type public.return_state as enum ('requested', 'approved', 'declined', 'on_the_way', 'received', 'closed');

create type public.return_condition as enum ('as_new', 'opened', 'damaged');

create type public.return_fate as enum ('restock', 'seconds', 'discard');

create table public.return_states (
  state public.return_state primary key,
  -- Waits for an answer or for its pieces.
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

-- Allowed transitions of a single return; moving the whole order may decline all open ones.
create table public.return_state_transitions (
  from_state public.return_state not null,
  to_state public.return_state not null,
  -- Its shopper may make it too, not only staff.
  by_shopper boolean not null,
  primary key (from_state, to_state)
);
alter table public.return_state_transitions enable row level security;

insert into public.return_state_transitions (from_state, to_state, by_shopper) values
  ('requested', 'approved', false), ('requested', 'declined', false), ('requested', 'received', false), ('requested', 'closed', true),
  ('approved', 'on_the_way', true), ('approved', 'received', false), ('approved', 'closed', true),
  ('on_the_way', 'received', false), ('on_the_way', 'closed', true);

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  number smallint not null check (number > 0),
  kind public.return_kind not null default 'return',
  state public.return_state not null default 'requested',
  reason text not null check (length(reason) <= 2000),
  -- Paths in the bucket `order-photos`.
  photos text[] not null default '{}' check (cardinality(photos) <= 5),
  requested_by text not null check (requested_by in ('shopper', 'staff')),
  -- Staff's answer, shown to the shopper.
  answer text not null default '' check (length(answer) <= 2000),
  replacement_order_id uuid,
  -- Of an exchange: what its pieces pay of the replacement order; moved from this order's money once they are back.
  exchange_used numeric(12, 2) not null default 0 check (exchange_used >= 0),
  decided_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (order_id, number),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, replacement_order_id) references public.orders (tenant_id, id)
    on delete set null (replacement_order_id)
);
create index returns_open on public.returns (tenant_id, created_at) where state in ('requested', 'approved', 'on_the_way');
create index returns_replaced on public.returns (tenant_id, replacement_order_id) where replacement_order_id is not null;
create index returns_by_photo on public.returns using gin (photos) where photos <> '{}';
alter table public.returns enable row level security;

create table public.return_lines (
  tenant_id text not null,
  return_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- Of one line, pieces in several conditions are parts of their own.
  part smallint not null default 1 check (part > 0),
  -- What arrived.
  received integer not null default 0 check (received between 0 and quantity),
  condition public.return_condition,
  fate public.return_fate,
  -- The share of their price that is given back, in percent.
  refund_percent smallint not null default 100 check (refund_percent between 0 and 100),
  -- Price drop per piece of the size sent in exchange, and how much of it was taken off the line's price.
  price_drop numeric(12, 2) not null default 0 check (price_drop >= 0),
  credited numeric(12, 2) not null default 0 check (credited >= 0),
  -- Of an exchange: what the pieces are worth, as a refund would be.
  exchange_value numeric(12, 2) not null default 0 check (exchange_value >= 0),
  primary key (return_id, order_line_id, part),
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index return_lines_by_line on public.return_lines (tenant_id, order_line_id);
alter table public.return_lines enable row level security;

-- Pieces of a line that arrived in one condition.
create type private.received_part as (
  order_line_id uuid, part integer, received integer, condition public.return_condition, fate public.return_fate,
  refund_percent integer
);

-- Why staff allowed replacement pieces of a return to be exchanged before its own pieces are back.
create table public.exchange_allowances (
  return_id uuid primary key,
  tenant_id text not null,
  exchange_allowed text not null check (length(exchange_allowed) between 1 and 500),
  unique (tenant_id, return_id),
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete cascade
);
alter table public.exchange_allowances enable row level security;

-- Helpers

create function private.is_open_return(p_state public.return_state) returns boolean
language sql stable set search_path = '' as $$ select is_open from public.return_states where state = p_state $$;

create function private.awaits_pieces(p_state public.return_state) returns boolean
language sql stable set search_path = '' as $$ select awaits_pieces from public.return_states where state = p_state $$;

-- The returnable pieces of a line: delivered, and neither in a return nor replaced.
create function private.returnable_pieces(p_line public.order_lines) returns integer
language sql stable security definer set search_path = '' as $$
  select p_line.delivered - p_line.returned - coalesce(sum(piece.quantity), 0)::integer
  from public.return_lines piece join public.returns announced on announced.id = piece.return_id
  where piece.order_line_id = p_line.id
    and (private.is_open_return(announced.state)
      -- The old pieces of an exchange count as returned once they are back.
      or announced.replacement_order_id is not null and announced.kind in ('size_exchange', 'replacement'))
$$;

-- The deadline after a delivery, by the store's setting `p_name`.
create function private.deadline_after(p_tenant_id text, p_name text, p_delivered_at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select p_delivered_at + interval '24 hours' * private.days_after_delivery(p_tenant_id, p_name)
$$;

-- Refuses with a code after the deadline that the store's setting `p_name` gives.
create function private.refuse_too_late(p_code text, p_tenant_id text, p_name text, p_delivered_at timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_days constant integer := private.days_after_delivery(p_tenant_id, p_name);
begin
  if now() > private.deadline_after(p_tenant_id, p_name, p_delivered_at) then
    perform private.refuse(p_code, jsonb_strip_nulls(jsonb_build_object(
      'days', v_days, 'reason', case when v_days > 1 then 'days' end)));
  end if;
end
$$;

-- Refuses photos that the caller didn't just upload to the bucket `order-photos`: remove_unsent_photos may be about to delete
-- older, unsent ones.
create function private.require_photos(p_tenant_id text, p_photos text[], p_folder text default auth.uid()::text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(p_photos) > 5 then
    perform private.refuse('invalid_photos', jsonb_build_object('reason', 'many'));
  end if;
  if exists (
    select 1 from unnest(p_photos) sent (name)
    where not exists (
      select 1 from storage.objects stored
      where stored.bucket_id = 'order-photos' and stored.name = sent.name
        and starts_with(stored.name, p_tenant_id || '/' || p_folder || '/')
        and stored.created_at > now() - interval '1 day'
    )
  ) then
    perform private.refuse('invalid_photos');
  end if;
end
$$;

-- Raises unless the order is the caller's own, or they may decide the store's returns.
create function private.require_right_to_return(p_order public.orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.order_actor(p_order) = 'staff' then
    perform private.require_capability(p_order.tenant_id, 'returns.decide');
  else
    perform private.require_aal();
  end if;
end
$$;

-- Policies

create policy "Everybody reads what is true of a return's states" on public.return_states
  for select to anon, authenticated using (true);

create policy "Everybody reads which moves a return can make" on public.return_state_transitions
  for select to anon, authenticated using (true);

create policy "Shoppers read the returns of their own orders" on public.returns
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's returns" on public.returns
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Shoppers read the lines of their own returns" on public.return_lines
  for select to authenticated using (exists (select 1 from public.returns where returns.id = return_id));

create policy "Staff read the lines of their store's returns" on public.return_lines
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Staff read which exchanges they allowed in their store" on public.exchange_allowances
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Grants

grant select on public.return_states, public.return_state_transitions to anon, authenticated;
grant select on public.returns, public.return_lines, public.exchange_allowances to authenticated;
