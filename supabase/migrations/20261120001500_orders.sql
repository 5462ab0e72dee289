create type public.order_status as enum (
  'awaiting_payment', 'pending', 'confirmed', 'in_production', 'shipped', 'delivered', 'cancelled', 'return_requested',
  'returned'
);
create type public.payment_method as enum ('cash_on_delivery', 'bank_transfer', 'online');
create type public.payment_status as enum ('unpaid', 'paid', 'failed', 'refund_due', 'refunded');
create type public.shipping_method as enum ('standard', 'express');

-- The one table of allowed moves, for staff and shoppers alike; screens read it to know which buttons to show.
create table public.order_moves (
  from_status public.order_status not null,
  to_status public.order_status not null,
  by_shopper boolean not null default false,
  by_staff boolean not null default true,
  primary key (from_status, to_status)
);

insert into public.order_moves (from_status, to_status, by_shopper, by_staff) values
  ('awaiting_payment', 'confirmed', false, true),
  ('awaiting_payment', 'cancelled', true, true),
  ('pending', 'confirmed', false, true),
  ('pending', 'cancelled', true, true),
  ('confirmed', 'in_production', false, true),
  ('confirmed', 'cancelled', true, true),
  ('in_production', 'shipped', false, true),
  ('in_production', 'cancelled', false, true),
  ('shipped', 'delivered', false, true),
  ('delivered', 'return_requested', true, true),
  ('return_requested', 'returned', false, true),
  ('return_requested', 'delivered', false, true);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  number text not null,
  -- Null once the account is gone; the order stays.
  user_id uuid,
  status public.order_status not null default 'pending',
  payment_method public.payment_method not null,
  payment_status public.payment_status not null default 'unpaid',
  payment_reference text check (length(payment_reference) <= 200),
  shipping_method public.shipping_method not null default 'standard',
  subtotal numeric(12, 2) not null check (subtotal >= 0),
  discount_total numeric(12, 2) not null default 0 check (discount_total >= 0),
  shipping_total numeric(12, 2) not null default 0 check (shipping_total >= 0),
  points_used integer not null default 0 check (points_used >= 0),
  points_value numeric(12, 2) not null default 0 check (points_value >= 0),
  total numeric(12, 2) not null check (total >= 0),
  -- What delivery will earn.
  points_earned integer not null default 0 check (points_earned >= 0),
  discount_id uuid,
  discount_code text,
  -- As it was when the order was placed.
  customer_name text not null default '',
  customer_email text not null default '',
  address jsonb not null check (jsonb_typeof(address) = 'object'),
  slot_id uuid,
  slot_date date,
  slot_from time,
  slot_to time,
  note text not null default '' check (length(note) <= 1000),
  -- An unpaid online order gives its stock back after this moment.
  reserved_until timestamptz,
  delivered_at timestamptz,
  replaces_order_id uuid,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, number),
  unique (user_id, tenant_id, idempotency_key),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete set null (user_id),
  foreign key (tenant_id, discount_id) references public.discounts (tenant_id, id) on delete set null (discount_id),
  foreign key (tenant_id, slot_id) references public.delivery_slots (tenant_id, id) on delete set null (slot_id),
  foreign key (tenant_id, replaces_order_id) references public.orders (tenant_id, id),
  constraint orders_adds_up check (total = subtotal - discount_total - points_value + shipping_total)
) with (fillfactor = 90);

create index orders_newest on public.orders (tenant_id, created_at desc, id);
create index orders_by_person on public.orders (user_id, tenant_id, created_at desc);
create index orders_by_status on public.orders (tenant_id, status, created_at desc);
create index orders_reserved on public.orders (reserved_until) where reserved_until is not null;
create index orders_refund_due on public.orders (tenant_id) where payment_status = 'refund_due';
create index orders_by_slot on public.orders (tenant_id, slot_id, slot_date) where slot_id is not null;
create index orders_by_discount on public.orders (tenant_id, discount_id) where discount_id is not null;
create index orders_replacing on public.orders (tenant_id, replaces_order_id) where replaces_order_id is not null;

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  position smallint not null,
  -- Null when the product is gone, or when the line is a garment of the designer's own.
  product_id uuid,
  customization_id uuid,
  -- As sold.
  name text not null,
  image text,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  quantity integer not null check (quantity > 0),
  total numeric(12, 2) not null generated always as (unit_price * quantity) stored,
  color text,
  size text,
  type text,
  -- {"garment", "design", "preview"} as ordered; later edits of the design do not reach it.
  customization jsonb,
  unique (order_id, position),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete set null (product_id),
  foreign key (tenant_id, customization_id) references public.customizations (tenant_id, id)
    on delete set null (customization_id)
);
create index order_lines_by_product on public.order_lines (tenant_id, product_id) where product_id is not null;
create index order_lines_by_design on public.order_lines (tenant_id, customization_id)
  where customization_id is not null;

create table public.order_events (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  actor_id uuid,
  actor text not null check (actor in ('shopper', 'staff', 'system')),
  from_status public.order_status,
  to_status public.order_status,
  note text not null default '' check (length(note) <= 2000),
  -- Staff's own notes; the shopper does not see them.
  is_internal boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_events_by_order on public.order_events (order_id, created_at);

create table public.discount_uses (
  order_id uuid primary key,
  tenant_id text not null,
  discount_id uuid not null,
  user_id uuid,
  amount numeric(12, 2) not null check (amount >= 0),
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, discount_id) references public.discounts (tenant_id, id) on delete cascade
);
create index discount_uses_by_discount on public.discount_uses (tenant_id, discount_id, user_id);

alter table public.order_moves enable row level security;
alter table public.orders enable row level security;
alter table public.order_lines enable row level security;
alter table public.order_events enable row level security;
alter table public.discount_uses enable row level security;

-- Orders are made and moved by functions; nobody inserts or deletes one.
grant select on public.order_moves to anon, authenticated;
grant select on public.orders, public.order_lines, public.order_events, public.discount_uses to authenticated;
grant update (status, payment_reference) on public.orders to authenticated;
grant all on public.order_moves, public.orders, public.order_lines, public.order_events, public.discount_uses
  to service_role;

-- Helpers ----------------------------------------------------------------------------------------

create function private.sees_order(p_order_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders o
    where o.id = p_order_id and (o.user_id = auth.uid() or private.is_staff(o.tenant_id))
  );
end
$$;

-- Ten letters and digits that nobody misreads, drawn at random: the number says nothing of how many orders there are.
create function private.order_number(p_tenant_id text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  -- Of a random id's sixteen bytes the first six and the last seven are random throughout.
  v_bytes bytea := uuid_send(gen_random_uuid());
  v_number text := upper(left(p_tenant_id, 2)) || '-';
begin
  for i in 0 .. 9 loop
    v_number := v_number
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(v_bytes, case when i < 5 then i else i + 5 end) & 31) + 1, 1)
      || case i when 4 then '-' else '' end;
  end loop;
  return v_number;
end
$$;

grant execute on function private.sees_order(uuid) to anon, authenticated, service_role;

-- Policies ---------------------------------------------------------------------------------------

create policy "Everybody reads which moves an order can make" on public.order_moves
  for select to anon, authenticated using (true);

create policy "Shoppers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's orders" on public.orders
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff move their store's orders" on public.orders
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.orders');

create policy "Shoppers read the lines of their own orders" on public.order_lines
  for select to authenticated using (
    exists (select 1 from public.orders o where o.id = order_id and o.user_id = (select auth.uid()))
  );

create policy "Staff read their store's order lines" on public.order_lines
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Shoppers read what happened to their own orders" on public.order_events
  for select to authenticated using (
    not is_internal
    and exists (select 1 from public.orders o where o.id = order_id and o.user_id = (select auth.uid()))
  );

create policy "Staff read what happened to their store's orders" on public.order_events
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Shoppers read their own discount uses" on public.discount_uses
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's discount uses" on public.discount_uses
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));
