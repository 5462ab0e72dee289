-- Returns: what shoppers give back or report, what staff decide, and what becomes of the pieces.

-- Tables

-- Money back, another size, or a new piece for a faulty one.
create type public.return_kind as enum ('return', 'size_exchange', 'replacement');

create type public.return_state as enum ('requested', 'approved', 'declined', 'on_the_way', 'received', 'closed');

create type public.return_condition as enum ('as_new', 'opened', 'damaged');

create type public.return_fate as enum ('restock', 'seconds', 'discard');

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  number smallint not null check (number > 0),
  kind public.return_kind not null default 'return',
  state public.return_state not null default 'requested',
  reason text not null check (length(reason) between 1 and 2000),
  -- Paths in the bucket `order-photos`.
  photos text[] not null default '{}' check (cardinality(photos) <= 5),
  requested_by text not null check (requested_by in ('shopper', 'staff')),
  -- What staff answered; the shopper reads it.
  answer text not null default '' check (length(answer) <= 2000),
  replacement_order_id uuid,
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
  -- What came of them.
  received integer not null default 0 check (received between 0 and quantity),
  condition public.return_condition,
  fate public.return_fate,
  primary key (return_id, order_line_id),
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index return_lines_by_line on public.return_lines (tenant_id, order_line_id);
alter table public.return_lines enable row level security;

-- Policies

create policy "Shoppers read the returns of their own orders" on public.returns
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's returns" on public.returns
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read the lines of their own returns" on public.return_lines
  for select to authenticated using (exists (select 1 from public.returns where returns.id = return_id));

create policy "Staff read the lines of their store's returns" on public.return_lines
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Grants

grant select on public.returns, public.return_lines to authenticated;
