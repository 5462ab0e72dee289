-- Orders: tables, policies, and functions shared by everything about orders.

-- Tables

-- Work that waits for staff. An order can be in several queues.
create type public.order_queue as enum (
  'to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'on_the_way', 'attempt_failed', 'returned_to_sender', 'returns', 'to_give_back',
  'cash_outstanding'
);

create type public.order_channel as enum ('web', 'phone', 'chat', 'counter');

-- The system of another shop from whose file something came.
create type public.import_source as enum ('shopify', 'woocommerce', 'other');

-- What paying in cash requires in advance, mildest first.
create type public.cash_requirement as enum ('none', 'confirm', 'deposit', 'pay_before');

create type public.payment_method as enum ('cash_on_delivery', 'bank_transfer', 'online');

create type public.payment_status as enum (
  'unpaid', 'partly_paid',
  -- The shopper paid in cash; the carrier hasn't handed it over yet.
  'with_carrier',
  'paid', 'failed', 'refund_due', 'partly_refunded', 'refunded'
);

create type public.order_notification_kind as enum (
  'placed', 'paid', 'shipped', 'attempt_failed', 'delivered', 'returned_to_sender', 'pieces_cancelled', 'cancelled',
  'return_requested', 'return_answered', 'return_received', 'refunded', 'change_proposed', 'changed', 'note', 'confirm'
);

create type public.notification_channel as enum ('email', 'sms', 'whatsapp');

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  number text not null,
  -- Null once the account is gone; the order stays.
  user_id uuid,
  -- Derived by private.refresh_order from `stage`, the lines' pieces and the returns.
  status public.order_status not null default 'pending',
  -- Set by people, until something is sent.
  stage public.order_stage not null default 'pending',
  -- Derived by private.refresh_order.
  queues public.order_queue[] not null default '{}',
  channel public.order_channel not null default 'web',
  -- Placed by staff to try the process (place_test_order).
  is_test boolean not null default false,
  -- Placed and completed in another shop (orders/order_imports.sql): a record that nothing happens to any more.
  imported_from public.import_source,
  payment_method public.payment_method not null,
  -- The online method last tried: card, wallet, installments.
  online_method text check (online_method ~ '^[a-z][a-z0-9]{1,30}$'),
  payment_status public.payment_status not null default 'unpaid',
  payment_reference text check (length(payment_reference) <= 200),
  shipping_method public.shipping_method not null default 'standard',
  -- Working days promised for delivery; null for no promise.
  days_from smallint check (days_from between 0 and 60),
  days_to smallint check (days_to between 0 and 60),
  subtotal numeric(12, 2) not null check (subtotal >= 0),
  discount_total numeric(12, 2) not null default 0 check (discount_total >= 0),
  -- The part of `discount_total` that offers took off.
  offer_total numeric(12, 2) not null default 0,
  -- Discount that staff gave on an order they made.
  manual_discount numeric(12, 2) not null default 0 check (manual_discount >= 0),
  shipping_total numeric(12, 2) not null default 0 check (shipping_total >= 0),
  points_used integer not null default 0 check (points_used >= 0),
  points_value numeric(12, 2) not null default 0 check (points_value >= 0),
  -- Gift wrapping: its price, reductions of it, the card's text, and whether the packing slip has no prices.
  gift_total numeric(12, 2) not null default 0 check (gift_total >= 0),
  gift_credited numeric(12, 2) not null default 0,
  gift_wrapped boolean not null default false,
  gift_message text not null default '' check (length(gift_message) <= 300),
  hides_prices boolean not null default false,
  -- When placed. The current price is `charged`.
  total numeric(12, 2) not null check (total >= 0),
  -- Sums of public.payment_entries, updated by private.book_money: the current price, money received (including store credit and
  -- cash collected by carriers), refunds, and cash that carriers still hold.
  charged numeric(12, 2) not null default 0 check (charged >= 0),
  received numeric(12, 2) not null default 0 check (received >= 0),
  given_back numeric(12, 2) not null default 0 check (given_back >= 0),
  at_carrier numeric(12, 2) not null default 0 check (at_carrier >= 0),
  -- The total in lists, mails and documents: the current price, or the original one once nothing of the order is left.
  cost numeric(12, 2) not null generated always as (
    case when charged = 0 and status in ('cancelled', 'returned_to_sender', 'returned') then total else charged end
  ) stored,
  -- Delivery-fee delta from later edits.
  shipping_difference numeric(12, 2) not null default 0,
  -- Delivery owed again after the pieces that made it free were cancelled.
  shipping_recounted numeric(12, 2) not null default 0 check (shipping_recounted >= 0),
  -- Reductions of the delivery fee, and goodwill for nothing in particular.
  shipping_credited numeric(12, 2) not null default 0,
  goodwill numeric(12, 2) not null default 0 check (goodwill >= 0),
  -- VAT rate contained in prices when the order was placed, and the delivery fee's share.
  tax_rate numeric(5, 4) not null default 0 check (tax_rate between 0 and 1),
  shipping_tax numeric(12, 2) not null generated always as (private.contained_tax(shipping_total, tax_rate)) stored,
  gift_tax numeric(12, 2) not null generated always as (private.contained_tax(gift_total, tax_rate)) stored,
  -- Points to be earned on delivery.
  points_earned integer not null default 0 check (points_earned >= 0),
  discount_id uuid,
  discount_code text,
  -- Copied when the order was placed.
  customer_name text not null default '',
  customer_email text not null default '',
  -- Where it goes, as everybody who sees the order may know it: private.masked_address. In full: public.order_addresses.
  destination jsonb not null,
  governorate text generated always as (destination ->> 'governorate') stored,
  slot_id uuid,
  slot_date date,
  slot_from time,
  slot_to time,
  note text not null default '' check (length(note) <= 1000),
  -- An unpaid online order releases its stock at this time.
  reserved_until timestamptz,
  delivered_at timestamptz,
  replaces_order_id uuid,
  -- Its lines have their own prices: pieces of the replaced order pay for them.
  is_exchange boolean not null default false,
  -- What paying in cash required when the order was placed and why (private.cash_rule); the deadline to confirm it or pay the
  -- deposit; when and how it was confirmed; the amount, including store credit, due before it proceeds.
  cash_requirement public.cash_requirement not null default 'none',
  cash_reasons jsonb not null default '[]',
  confirm_until timestamptz,
  confirmed_at timestamptz,
  confirmed_by text check (confirmed_by in ('link', 'code', 'staff')),
  deposit numeric(12, 2) not null default 0 check (deposit >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, number),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete set null (user_id),
  foreign key (tenant_id, discount_id) references public.discounts (tenant_id, id) on delete set null (discount_id),
  foreign key (tenant_id, slot_id) references public.delivery_slots (tenant_id, id) on delete set null (slot_id),
  foreign key (tenant_id, replaces_order_id) references public.orders (tenant_id, id),
  constraint orders_destination_form check (
    jsonb_typeof(destination) = 'object' and not jsonb_path_exists(destination, 'strict $.* ? (@.type() != "string")')
    and pg_input_is_valid(coalesce(destination ->> 'governorate', 'Cairo'), 'public.governorate')
  ),
  constraint orders_destination_masked check (destination = private.masked_address(destination)),
  constraint orders_cash_reasons_form check (
    jsonb_typeof(cash_reasons) = 'array' and not jsonb_path_exists(cash_reasons, '$[*] ? (!(@.rule.type() == "string"))')
  ),
  constraint orders_shipping check (shipping_credited between 0 and shipping_total + shipping_difference),
  constraint orders_offers check (offer_total between 0 and discount_total),
  constraint orders_gift check (gift_credited between 0 and gift_total),
  constraint orders_adds_up check (
    total = subtotal - discount_total - manual_discount - points_value + shipping_total + gift_total),
  constraint orders_give_back_what_came check (given_back <= received)
) with (fillfactor = 90);
create index orders_newest on public.orders (tenant_id, created_at desc, id);
-- For the newest orders of several stores.
create index orders_newest_of_all on public.orders (created_at desc, id) include (tenant_id, user_id);
-- For counting a store's orders: row-level security also needs `user_id`.
create index orders_of_store on public.orders (tenant_id, user_id);
create index orders_by_status on public.orders (tenant_id, status, created_at desc);
create index orders_by_governorate on public.orders (tenant_id, governorate, created_at desc, id);
create index orders_waiting on public.orders (tenant_id) include (queues) where queues <> '{}';
create index orders_reserved on public.orders (reserved_until) where reserved_until is not null;
create index orders_to_confirm on public.orders (confirm_until) where confirm_until is not null and status = 'pending';
create index orders_tests on public.orders (tenant_id) where is_test;
create index orders_refund_due on public.orders (tenant_id) where payment_status = 'refund_due';
create index orders_with_carrier on public.orders (tenant_id) include (at_carrier) where at_carrier > 0;
create index orders_by_slot on public.orders (tenant_id, slot_id, slot_date) where slot_id is not null;
create index orders_by_discount on public.orders (tenant_id, discount_id) where discount_id is not null;
create index orders_replacing on public.orders (tenant_id, replaces_order_id) where replaces_order_id is not null;
create index orders_by_customer on public.orders (tenant_id, user_id, created_at desc)
  include (total, charged, status, replaces_order_id);

alter table public.orders enable row level security;

-- One partial index per queue: under row-level security PostgreSQL can't use an index on array contents, but it does match a
-- partial index's predicate. Queues are short, so an index by time serves the list of one store and that of several.
create index orders_queue_to_confirm on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{to_confirm}';
create index orders_queue_to_print on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{to_print}';
create index orders_queue_to_pack on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{to_pack}';
create index orders_queue_to_hand_over on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{to_hand_over}';
create index orders_queue_on_the_way on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{on_the_way}';
create index orders_queue_attempt_failed on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{attempt_failed}';
create index orders_queue_returned_to_sender on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{returned_to_sender}';
create index orders_queue_returns on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{returns}';
create index orders_queue_to_give_back on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{to_give_back}';
create index orders_queue_cash_outstanding on public.orders (created_at, id) include (tenant_id, user_id) where queues @> '{cash_outstanding}';

-- For limiting recent mails to an address.
create index orders_by_email on public.orders (customer_email, created_at) where customer_email <> '';

-- Whether an order holds goods that are neither received nor fully paid; store credit may have paid part.
create function private.keeps_unpaid_goods(p_payment public.payment_status, p_status public.order_status) returns boolean
language sql immutable as $$
  select p_payment in ('unpaid', 'partly_paid')
    and p_status in ('awaiting_payment', 'pending', 'confirmed', 'in_production', 'partly_sent', 'shipped')
$$;

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  position smallint not null,
  -- Null when the product is gone, or for one of the designer's own garments.
  product_id uuid,
  variant_id uuid,
  customization_id uuid,
  -- The edit that added the line after the order was placed.
  edit_id uuid,
  -- Copied when sold.
  sku text,
  name text not null,
  image text,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  quantity integer not null check (quantity > 0),
  total numeric(12, 2) not null generated always as (unit_price * quantity) stored,
  -- The line's shares of the order's discounts and points, allocated when sold so that they add up to the piastre.
  discount_share numeric(12, 2) not null default 0 check (discount_share >= 0),
  points_share numeric(12, 2) not null default 0 check (points_share >= 0),
  -- The part of `discount_share` that offers took off, and which: [{"id", "pieces", "amount": pounds}].
  offer_share numeric(12, 2) not null default 0,
  offers jsonb not null default '[]',
  -- The line's price, including VAT.
  net numeric(12, 2) not null generated always as (unit_price * quantity - discount_share - points_share) stored,
  tax_rate numeric(5, 4) not null default 0 check (tax_rate between 0 and 1),
  tax_share numeric(12, 2) not null default 0 check (tax_share >= 0),
  -- Piece counts: cancelled, packed, handed over (and not returned), delivered, returned to sender, and returned by the shopper.
  -- Only the shipment and return functions write them.
  cancelled integer not null default 0 check (cancelled >= 0),
  packed integer not null default 0 check (packed >= 0),
  sent integer not null default 0 check (sent >= 0),
  delivered integer not null default 0 check (delivered between 0 and sent),
  returned_to_sender integer not null default 0 check (returned_to_sender >= 0),
  returned integer not null default 0 check (returned between 0 and delivered),
  -- Pieces of a design already printed.
  printed integer not null default 0 check (printed >= 0),
  -- Reductions of the line's price since.
  credited numeric(12, 2) not null default 0,
  -- Discount owed again after pieces that qualified for the code were cancelled; `credited` is reduced by it.
  discount_recounted numeric(12, 2) not null default 0 check (discount_recounted between 0 and discount_share),
  color text,
  size text,
  type text,
  -- All options of the variant, in order: [{"name", "value"}].
  options jsonb not null default '[]',
  -- Translations of the name and the option values: {"ar": {"name": "…", "values": {"Black": "…"}}}.
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  -- The designer's garment, for a line without a product; the app has its names.
  garment text,
  -- {"garment", "design", "preview"} as ordered; later edits of the design don't change it.
  customization jsonb,
  -- Whether a design was ordered, even if it was deleted since.
  has_design boolean not null generated always as (customization is not null) stored,
  -- Pieces that are neither cancelled nor returned.
  kept integer not null generated always as (quantity - cancelled - returned_to_sender - returned) stored,
  -- Prints still to make; 0 once all pieces are packed.
  to_print integer not null generated always as (case
    when customization is null or packed + sent >= quantity - cancelled - returned_to_sender then 0
    else greatest(quantity - cancelled - returned_to_sender - printed, 0)
  end) stored,
  unique (order_id, position),
  unique (tenant_id, id),
  constraint order_lines_options_form check (jsonb_typeof(options) = 'array' and not jsonb_path_exists(
    options, '$[*] ? (!(@.name.type() == "string" && @.value.type() == "string"))')),
  constraint order_lines_customization_form check (
    jsonb_path_exists(customization, '$ ? (@.design.type() == "object")')
    and not jsonb_path_exists(customization, 'strict $.design.elements ? (@.type() != "array")', silent => true)
    and not jsonb_path_exists(customization, '$.preview ? (@.type() != "string" && @.type() != "null")')
  ),
  constraint order_lines_offers check (offer_share between 0 and discount_share),
  constraint order_lines_offers_form check (jsonb_typeof(offers) = 'array' and not jsonb_path_exists(
    offers, '$[*] ? (!(@.id.type() == "string" && @.pieces.type() == "number" && @.amount.type() == "number"))')),
  constraint order_lines_pieces check (cancelled + packed + sent + returned_to_sender <= quantity),
  constraint order_lines_net check (unit_price * quantity >= discount_share + points_share + credited),
  constraint order_lines_credited check (credited >= -discount_share),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete set null (product_id),
  foreign key (tenant_id, variant_id) references public.product_variants (tenant_id, id) on delete set null (variant_id),
  foreign key (tenant_id, customization_id) references public.customizations (tenant_id, id)
    on delete set null (customization_id)
);
create index order_lines_by_variant on public.order_lines (tenant_id, variant_id) where variant_id is not null;
create index order_lines_by_product on public.order_lines (tenant_id, product_id) where product_id is not null;
create index order_lines_by_design on public.order_lines (tenant_id, customization_id)
  where customization_id is not null;
alter table public.order_lines enable row level security;

create table public.order_events (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  actor text not null check (actor in ('shopper', 'staff', 'system')),
  from_status public.order_status,
  to_status public.order_status,
  -- Written by a person.
  note text not null default '' check (length(note) <= 2000),
  -- Written by the store: {"code", and the values of its sentence}. The app has the texts.
  remark jsonb,
  -- Pieces cancelled while the rest of the order stays: [{"order_line_id", "name", "quantity"}].
  pieces jsonb,
  -- Staff's own notes, hidden from the shopper.
  is_internal boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  constraint order_events_remark_form check (
    jsonb_path_exists(remark, '$ ? (@.code.type() == "string")')
    and not jsonb_path_exists(remark, 'strict $.* ? (@.type() != "string" && @.type() != "number")')
  ),
  constraint order_events_pieces_form check (jsonb_typeof(pieces) = 'array' and not jsonb_path_exists(pieces,
    '$[*] ? (!(@.order_line_id.type() == "string" && @.name.type() == "string" && @.quantity.type() == "number"))')),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_events_by_order on public.order_events (order_id, created_at);
alter table public.order_events enable row level security;

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
alter table public.discount_uses enable row level security;

-- Policies

create policy "Shoppers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's orders" on public.orders
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Staff move their store's orders" on public.orders
  for update to authenticated
  using (tenant_id = any ((select private.tenants_where_may('orders.change'))::text[]))
  with check (tenant_id = any ((select private.tenants_where_may('orders.change'))::text[]));

call private.add_aal2_policies('public.orders');

create policy "Shoppers read the lines of their own orders" on public.order_lines
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's order lines" on public.order_lines
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Shoppers read what happened to their own orders" on public.order_events
  for select to authenticated using (
    not is_internal
    and exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read what happened to their store's orders" on public.order_events
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Shoppers read their own discount uses" on public.discount_uses
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's discount uses" on public.discount_uses
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

create function private.can_read_order(p_order_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders
    where id = p_order_id and (user_id = auth.uid() or tenant_id = any (private.tenants_where_may('orders.see')))
  );
end
$$;

-- A line's name in every language: {"name", "translations", "garment"}.
create function private.line_names(p_line public.order_lines) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', p_line.name, 'translations', nullif(p_line.translations, '{}'), 'garment', p_line.garment))
$$;

-- The current delivery fee of an order.
create function private.delivery_fee(p_order public.orders) returns numeric
language sql immutable set search_path = '' as $$
  select p_order.shipping_total + p_order.shipping_difference - p_order.shipping_credited
$$;

-- Whether an order waits for staff to confirm it.
create function private.waits_for_staff(p_status public.order_status, p_method public.payment_method) returns boolean
language sql immutable set search_path = '' as $$
  select p_status = 'pending' or p_status = 'awaiting_payment' and p_method = 'bank_transfer'
$$;

-- The caller's relation to an order: staff, shopper or system; otherwise null.
create function private.order_actor(p_order public.orders) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when auth.uid() is null or private.is_service() then 'system'
    when private.holds_capability(p_order.tenant_id, 'orders.see') then 'staff'
    when p_order.user_id = auth.uid() then 'shopper'
  end;
end
$$;

-- Locks these orders and the ones they replace (cancelling changes both), in id order. Several orders of one store are changed one
-- call at a time, like updates through the data API: see private.serialize_order_updates.
create function private.lock_orders(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids constant uuid[] := array(
    select distinct named.id from public.orders, unnest(array[orders.id, orders.replaces_order_id]) named (id)
    where orders.id = any (p_order_ids) and named.id is not null
  );
begin
  if cardinality(v_ids) > 1 then
    perform pg_advisory_xact_lock(hashtextextended('orders:' || store.tenant_id, 0)) from (
      select distinct orders.tenant_id from public.orders where orders.id = any (v_ids) order by orders.tenant_id
    ) store;
  end if;
  perform 1 from public.orders where orders.id = any (v_ids) order by orders.id for update;
end
$$;

-- Refuses what the caller may not do with an order: shoppers need their second factor confirmed, staff the capability. To everybody
-- else the order doesn't exist.
create function private.require_order_right(p_order public.orders, p_capability text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_actor constant text := case when p_order.id is not null then private.order_actor(p_order) end;
begin
  case v_actor
    when 'staff' then perform private.require_capability(p_order.tenant_id, p_capability);
    when 'shopper' then perform private.require_aal();
    when 'system' then null;
    else perform private.refuse('unknown_order');
  end case;
end
$$;

-- The order, if the caller may do something with it.
create function private.order_for_caller(p_order_id uuid, p_capability text) returns public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  perform private.require_order_right(v_order, p_capability);
  return v_order;
end
$$;

-- The order, locked, if the caller may act on it; to others it doesn't exist. `p_capability` is what staff need.
create function private.lock_order_for_caller(p_order_id uuid, p_capability text default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.lock_orders(array[p_order_id]);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  if p_capability is null then
    perform private.require_aal();
  else
    perform private.require_order_right(v_order, p_capability);
  end if;
  perform private.refuse_imported(v_order);
  return v_order;
end
$$;

create function private.note_on_order(p_order public.orders, p_note text, p_internal boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  values (p_order.tenant_id, p_order.id, private.order_actor(p_order), left(p_note, 2000), p_internal);
end
$$;

-- Adds the store's own remark to an order's history: a code, and the values of its sentence.
create function private.remark_on_order(
  p_order public.orders, p_code text, p_values jsonb default '{}', p_internal boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  values (p_order.tenant_id, p_order.id, 'system', jsonb_strip_nulls(jsonb_build_object('code', p_code) || p_values), p_internal);
end
$$;

-- Grants

grant select on public.orders to authenticated;
grant update (status, payment_reference) on public.orders to authenticated;
grant select on public.order_lines to authenticated;
grant select on public.order_events to authenticated;
grant select on public.discount_uses to authenticated;
grant execute on function private.can_read_order to anon, authenticated;
