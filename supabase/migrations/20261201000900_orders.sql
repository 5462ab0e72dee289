-- Orders: placing them, the moves between their statuses, replacements and mails.

-- Tables

create type public.order_status as enum (
  'awaiting_payment', 'pending', 'confirmed', 'in_production', 'shipped', 'delivered', 'cancelled', 'return_requested',
  'returned'
);

create type public.payment_method as enum ('cash_on_delivery', 'bank_transfer', 'online');

create type public.payment_status as enum ('unpaid', 'paid', 'failed', 'refund_due', 'refunded');

create type public.shipping_method as enum ('standard', 'express');

create type public.order_mail_kind as enum ('placed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded');

-- The one table of allowed moves, for staff and shoppers alike; screens read it to know which buttons to show.
create table public.order_moves (
  from_status public.order_status not null,
  to_status public.order_status not null,
  by_shopper boolean not null default false,
  by_staff boolean not null default true,
  -- An order that is paid beforehand waits for its payment here.
  needs_payment boolean not null default false,
  primary key (from_status, to_status)
);

insert into public.order_moves (from_status, to_status, by_shopper, by_staff, needs_payment) values
  ('awaiting_payment', 'confirmed', false, true, true),
  ('awaiting_payment', 'cancelled', true, true, false),
  ('pending', 'confirmed', false, true, true),
  ('pending', 'cancelled', true, true, false),
  ('confirmed', 'in_production', false, true, true),
  ('confirmed', 'cancelled', true, true, false),
  ('in_production', 'shipped', false, true, true),
  ('in_production', 'cancelled', false, true, false),
  ('shipped', 'delivered', false, true, false),
  ('delivered', 'return_requested', true, true, false),
  ('return_requested', 'returned', false, true, false),
  ('return_requested', 'delivered', false, true, false);
alter table public.order_moves enable row level security;

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
  -- A hash of the request, so that a key which comes back with another request is refused.
  document_hash bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, number),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete set null (user_id),
  foreign key (tenant_id, discount_id) references public.discounts (tenant_id, id) on delete set null (discount_id),
  foreign key (tenant_id, slot_id) references public.delivery_slots (tenant_id, id) on delete set null (slot_id),
  foreign key (tenant_id, replaces_order_id) references public.orders (tenant_id, id),
  constraint orders_adds_up check (total = subtotal - discount_total - points_value + shipping_total)
) with (fillfactor = 90);
create index orders_newest on public.orders (tenant_id, created_at desc, id);
create index orders_by_status on public.orders (tenant_id, status, created_at desc);
create index orders_reserved on public.orders (reserved_until) where reserved_until is not null;
create index orders_refund_due on public.orders (tenant_id) where payment_status = 'refund_due';
create index orders_by_slot on public.orders (tenant_id, slot_id, slot_date) where slot_id is not null;
create index orders_by_discount on public.orders (tenant_id, discount_id) where discount_id is not null;
create index orders_replacing on public.orders (tenant_id, replaces_order_id) where replaces_order_id is not null;
create index orders_by_customer on public.orders (tenant_id, user_id, created_at desc) include (total, status, payment_status);

-- By the number first: what is looked for by the store alone has indexes of its own.
create index orders_by_phone on public.orders (private.national_digits(address ->> 'phone') text_pattern_ops, tenant_id);
create index orders_by_last_digits
  on public.orders (reverse(private.national_digits(address ->> 'phone')) text_pattern_ops, tenant_id);

-- After orders_by_customer: of two indexes that serve a look-up by key equally well, PostgreSQL takes the younger one.
alter table public.orders add unique (user_id, tenant_id, idempotency_key);
alter table public.orders enable row level security;

-- Of the few orders whose goods nobody has paid yet.
create index orders_unpaid_by_address on public.orders (tenant_id, private.address_key(address))
  where payment_status = 'unpaid' and status <> 'cancelled';

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  position smallint not null,
  -- Null when the product is gone, or when the line is a garment of the designer's own.
  product_id uuid,
  variant_id uuid,
  customization_id uuid,
  -- As sold.
  sku text,
  name text not null,
  image text,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  quantity integer not null check (quantity > 0),
  total numeric(12, 2) not null generated always as (unit_price * quantity) stored,
  color text,
  size text,
  type text,
  -- All options of the variant, in order: [{"name", "value"}].
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- {"garment", "design", "preview"} as ordered; later edits of the design do not reach it.
  customization jsonb,
  unique (order_id, position),
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

create table public.order_mails (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  kind public.order_mail_kind not null,
  -- How often it was taken to be sent, and until when it belongs to whoever took it.
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  -- When it was given up for having waited too long; the order's history says so to staff.
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, kind),
  constraint order_mails_sent_or_expired check (sent_at is null or expired_at is null),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_mails_due on public.order_mails (due_at) where sent_at is null and expired_at is null;
alter table public.order_mails enable row level security;

-- Policies

create policy "Everybody reads which moves an order can make" on public.order_moves
  for select to anon, authenticated using (true);

create policy "Shoppers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's orders" on public.orders
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff move their store's orders" on public.orders
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_aal2_policies('public.orders');

create policy "Shoppers read the lines of their own orders" on public.order_lines
  for select to authenticated using (
    exists (select 1 from public.orders o where o.id = order_id and o.user_id = (select auth.uid()))
  );

create policy "Staff read their store's order lines" on public.order_lines
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read what happened to their own orders" on public.order_events
  for select to authenticated using (
    not is_internal
    and exists (select 1 from public.orders o where o.id = order_id and o.user_id = (select auth.uid()))
  );

create policy "Staff read what happened to their store's orders" on public.order_events
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read their own discount uses" on public.discount_uses
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's discount uses" on public.discount_uses
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff read which mails their store's orders caused" on public.order_mails
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Functions

create function private.can_read_order(p_order_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders o
    where o.id = p_order_id and (o.user_id = auth.uid() or o.tenant_id = any (private.customer_tenants()))
  );
end
$$;

create function private.order_number(p_tenant_id text) returns text
language plpgsql volatile as $$
declare
  -- The first six and the last seven bytes of a uuid are random throughout. 64 signs of base64 map to 32 letters, two to one.
  v_bytes bytea := uuid_send(gen_random_uuid());
  v_letters text := translate(
    encode(substr(v_bytes, 1, 6) || substr(v_bytes, 14, 3), 'base64'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  );
begin
  return upper(left(p_tenant_id, 2)) || '-' || left(v_letters, 5) || '-' || substr(v_letters, 6, 5);
end
$$;

-- The address an order goes to: a saved one of the person's, or one given with the order, checked alike.
create function private.order_address(p_tenant_id text, p_user_id uuid, p_order jsonb) returns jsonb
language plpgsql as $$
declare
  v_given jsonb := p_order -> 'address';
  v_field text;
  v_address jsonb;
begin
  if p_order ->> 'address_id' is not null then
    if pg_input_is_valid(p_order ->> 'address_id', 'uuid') then
      select to_jsonb(a) - '{id,tenant_id,user_id,label,is_default,created_at,updated_at}'::text[] into v_address
      from public.addresses a
      where a.id = (p_order ->> 'address_id')::uuid and a.user_id = p_user_id and a.tenant_id = p_tenant_id;
    end if;
    if v_address is null then
      perform private.refuse('unknown_address', 'Choose an address for the delivery.');
    end if;
    return v_address;
  end if;

  v_field := case
    when jsonb_typeof(v_given) is distinct from 'object' then 'address'
    when coalesce(btrim(v_given ->> 'full_name'), '') = '' or length(v_given ->> 'full_name') > 120 then 'full_name'
    when not private.is_egyptian_phone(v_given ->> 'phone') then 'phone'
    when not coalesce(pg_input_is_valid(v_given ->> 'governorate', 'public.governorate'), false) then 'governorate'
    when coalesce(btrim(v_given ->> 'city'), '') = '' or length(v_given ->> 'city') > 80 then 'city'
    when coalesce(btrim(v_given ->> 'street'), '') = '' or length(v_given ->> 'street') > 200 then 'street'
    when length(v_given ->> 'building') > 40 then 'building'
    when length(v_given ->> 'floor') > 20 then 'floor'
    when length(v_given ->> 'apartment') > 20 then 'apartment'
    when length(v_given ->> 'landmark') > 200 then 'landmark'
    when coalesce(v_given ->> 'postal_code', '') !~ '^([0-9]{5})?$' then 'postal_code'
  end;
  if v_field is not null then
    perform private.refuse('invalid_address',
      case v_field
        when 'phone' then 'Give an Egyptian mobile number for the delivery.'
        else 'Complete the address for the delivery.'
      end,
      jsonb_build_object('field', v_field));
  end if;
  return jsonb_build_object(
    'full_name', btrim(v_given ->> 'full_name'), 'phone', v_given ->> 'phone', 'governorate', v_given ->> 'governorate',
    'city', btrim(v_given ->> 'city'), 'street', btrim(v_given ->> 'street'),
    'building', coalesce(v_given ->> 'building', ''), 'floor', coalesce(v_given ->> 'floor', ''),
    'apartment', coalesce(v_given ->> 'apartment', ''), 'landmark', coalesce(v_given ->> 'landmark', ''),
    'postal_code', coalesce(v_given ->> 'postal_code', '')
  );
end
$$;

create function private.order_json(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', (
    select jsonb_agg(to_jsonb(l) - '{tenant_id,order_id}'::text[] order by l.position)
    from public.order_lines l where l.order_id = p_order.id
  ))
$$;

create function private.insert_order_lines(p_order public.orders, p_lines private.priced_line[]) returns jsonb
language plpgsql as $$
declare
  v_line private.priced_line;
  v_index integer;
  v_stored jsonb;
begin
  for v_index in 1 .. cardinality(p_lines) loop
    if (p_lines[v_index]).design is not null and (p_lines[v_index]).customization_id is null then
      v_line := p_lines[v_index];
      insert into public.customizations (tenant_id, user_id, product_id, design, preview)
      values (p_order.tenant_id, p_order.user_id, v_line.product_id, v_line.design, v_line.preview)
      returning id into v_line.customization_id;
      p_lines[v_index] := v_line;
    end if;
  end loop;

  with stored as (
    insert into public.order_lines (
      tenant_id, order_id, position, product_id, variant_id, customization_id, sku, name, image, unit_price, quantity,
      color, size, type, options, customization
    )
    select
      p_order.tenant_id, p_order.id, l.line, l.product_id, l.variant_id, l.customization_id, l.sku, l.name, l.image,
      private.pounds(l.unit), l.quantity, l.color, l.size, l.type, l.options,
      case when l.design is not null then
        jsonb_build_object('garment', l.design ->> 'garment', 'design', l.design, 'preview', l.preview)
      end
    from unnest(p_lines) l
    returning order_lines.*
  )
  select jsonb_agg(to_jsonb(s) - '{tenant_id,order_id}'::text[] order by s.position) into v_stored from stored s;

  perform private.book_goods(p_order, -1,
    case when p_order.replaces_order_id is null then 'sale'::public.stock_reason else 'replaced' end);
  return v_stored;
end
$$;

-- Refuses with the first thing that stands in an order's way.
create function private.refuse_problem(p_problem jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_problem ->> 'code' = 'insufficient_points' then
    raise log 'Insufficient points for redemption';
  end if;
  perform private.refuse(p_problem ->> 'code', p_problem ->> 'message', p_problem - '{code,message}'::text[]);
end
$$;

-- Refuses an order that would keep more goods unpaid than the store lets one person, phone number or address keep.
create function private.refuse_hoarding(
  p_tenant_id text, p_user_id uuid, p_address jsonb, p_lines private.priced_line[]
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_phone text := private.national_digits(p_address ->> 'phone');
  v_address text := private.address_key(p_address);
  v_orders_limit integer := 10;
  v_pieces_limit integer := 20;
  v_unpaid uuid[];
  v_product record;
begin
  select s.unpaid_orders_limit, s.unpaid_pieces_limit into v_orders_limit, v_pieces_limit
  from public.staff_settings s where s.tenant_id = p_tenant_id;
  if not found then
    v_orders_limit := 10;
    v_pieces_limit := 20;
  end if;
  if coalesce(v_orders_limit, v_pieces_limit) is null then
    return;
  end if;

  -- Orders to one phone number or address wait for each other, always in the same order; place_order holds the person's lock.
  perform pg_advisory_xact_lock(k.key) from (
    select hashtextextended(p_tenant_id || kind || value, 0) as key
    from (values (':phone:', v_phone), (':address:', v_address)) as contact (kind, value)
    order by 1
  ) k;
  v_unpaid := array(
    select o.id from public.orders o
    where o.tenant_id = p_tenant_id and o.payment_status = 'unpaid' and o.status <> 'cancelled'
      and (
        o.user_id = p_user_id
        or private.national_digits(o.address ->> 'phone') = v_phone
        or private.address_key(o.address) = v_address
      )
  );
  if cardinality(v_unpaid) >= v_orders_limit then
    perform private.refuse('too_many_unpaid', format(
      'Orders that you placed, or that go to this phone number or address, are still to be paid: %s of at most %s. '
        'Once one of them is paid, delivered or cancelled you can order again.',
      cardinality(v_unpaid), v_orders_limit), jsonb_build_object('most', v_orders_limit));
  end if;

  select w.product_id, w.line, w.name, coalesce(h.pieces, 0) as held into v_product
  from (
    select l.product_id, min(l.line) as line, min(l.name) as name, sum(l.quantity) as pieces
    from unnest(p_lines) l where l.product_id is not null group by l.product_id
  ) w
  left join lateral (
    select sum(l.quantity) as pieces from public.order_lines l
    where l.order_id = any (v_unpaid) and l.product_id = w.product_id
  ) h on true
  where w.pieces + coalesce(h.pieces, 0) > v_pieces_limit
  order by w.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', case
      when v_product.held = 0 then format('You can order up to %s of %s before they are paid for.', v_pieces_limit, v_product.name)
      else format(
        'You can order up to %s of %s before they are paid for. Orders that you placed, or that go to this phone number or '
          'address, hold %s already.', v_pieces_limit, v_product.name, v_product.held)
    end, jsonb_build_object('line', v_product.line, 'product_id', v_product.product_id,
      'available', greatest(v_pieces_limit - v_product.held, 0)));
  end if;
end
$$;

create function public.place_order(p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
  v_tenant_id text := p_order ->> 'tenant_id';
  v_key text := p_order ->> 'idempotency_key';
  v_method text := p_order ->> 'payment_method';
  v private.priced_order;
  v_profile record;
  v_address jsonb;
  v_slot public.delivery_slots;
  v_order public.orders;
  v_status public.order_status;
  v_stored jsonb;
  v_document bigint := jsonb_hash_extended(p_order, 0);
begin
  if v_user_id is null then
    raise exception using errcode = '42501', message = 'Sign in to place an order.', detail = 'not_signed_in';
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key', 'The order carries no key of its own.');
  end if;

  -- One order of a person at a time: the second of two equal ones finds the first, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  select p.name, p.email, (
    select o.id from public.orders o
    where o.user_id = v_user_id and o.tenant_id = v_tenant_id and o.idempotency_key = v_key
  ) as order_id
  into v_profile from public.profiles p where p.id = v_user_id and p.tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile', 'You have no account in this store.');
  end if;
  if v_profile.order_id is not null then
    select o.* into v_order from public.orders o where o.id = v_profile.order_id;
    if v_order.document_hash is distinct from v_document then
      perform private.refuse('already_placed', 'Your order ' || v_order.number || ' is placed, as you first sent it.',
        jsonb_build_object('order_id', v_order.id, 'number', v_order.number));
    end if;
    return private.order_json(v_order);
  end if;
  perform private.refuse_blocked(v_tenant_id, v_user_id);
  if length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long', 'Shorten your note to 1,000 characters.');
  end if;
  v_address := private.order_address(v_tenant_id, v_user_id, p_order);

  if coalesce(btrim(p_order ->> 'discount_code'), '') <> '' and private.guesses_too_many_codes(v_tenant_id) then
    perform private.refuse('too_many_codes', 'You have tried many codes that do not exist. Try again in an hour.');
  end if;
  v := private.price_order(p_order, v_user_id, true);
  if v.problems <> '[]' then
    perform private.refuse_problem(v.problems -> 0);
  end if;
  if not coalesce((v.payment ->> case v_method
      when 'cash_on_delivery' then 'cashOnDelivery'
      when 'bank_transfer' then 'bankTransfer'
      when 'online' then 'onlinePayment'
    end)::boolean, false) then
    perform private.refuse('payment_closed', 'This store does not take that kind of payment.');
  end if;
  if v.total > 0 then
    perform private.refuse_hoarding(v_tenant_id, v_user_id, v_address, v.lines);
  end if;
  if p_order ->> 'expected_total' is not null then
    if not private.is_amount(p_order -> 'expected_total')
      or private.piastres((p_order ->> 'expected_total')::numeric) <> v.total then
      perform private.refuse('price_changed',
        'The total is now ' || private.money_text(private.pounds(v.total)) || '. Look through your order again.',
        jsonb_build_object('expected', p_order -> 'expected_total', 'total', private.pounds(v.total), 'lines', (
          select jsonb_agg(jsonb_build_object('line', l.line, 'name', l.name, 'was', private.pounds(l.price_was),
            'now', private.pounds(l.unit)) order by l.line)
          from unnest(v.lines) l where l.price_was <> l.unit
        )));
    end if;
  end if;
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date');
  end if;

  v_status := case when v_method = 'cash_on_delivery' or v.total = 0 then 'pending' else 'awaiting_payment' end;
  insert into public.orders (
    tenant_id, number, user_id, status, payment_method, payment_status, shipping_method, subtotal, discount_total,
    shipping_total, points_used, points_value, total, points_earned, discount_id, discount_code, customer_name,
    customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, idempotency_key,
    document_hash
  ) values (
    v_tenant_id, private.order_number(v_tenant_id), v_user_id, v_status, v_method::public.payment_method,
    case when v.total = 0 then 'paid'::public.payment_status else 'unpaid' end,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(v.subtotal), private.pounds(v.discount), private.pounds(v.shipping), v.points_used,
    private.pounds(v.points_value), private.pounds(v.total), v.points_earned, v.discount_id, v.discount_code,
    coalesce(nullif(v_profile.name, ''), v_address ->> 'full_name'), v_profile.email, v_address,
    v_slot.id, case when v_slot.id is not null then (p_order ->> 'slot_date')::date end, v_slot.from_time, v_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case when v_status = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes' end, v_key,
    v_document
  ) returning * into v_order;

  v_stored := private.insert_order_lines(v_order, v.lines);
  if v.discount_id is not null then
    insert into public.discount_uses (order_id, tenant_id, discount_id, user_id, amount)
    values (v_order.id, v_tenant_id, v.discount_id, v_user_id, v_order.discount_total);
  end if;
  if v.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id, actor_id)
    values (v_tenant_id, v_user_id, 'redeemed', -v.points_used, v_order.id, v_user_id);
  end if;
  return to_jsonb(v_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', v_stored);
end
$$;

-- What the caller is to an order: staff, shopper or system; null for everybody else.
create function private.order_actor(p_order public.orders) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when auth.uid() is null or private.is_service() then 'system'
    when private.is_staff(p_order.tenant_id) then 'staff'
    when p_order.user_id = auth.uid() then 'shopper'
  end;
end
$$;

create function private.require_payment(p_old public.orders, p_new public.orders) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_new.payment_method = 'cash_on_delivery' or p_new.total = 0 or p_new.payment_status = 'paid'
    or not exists (
      select 1 from public.order_moves m
      where m.from_status = p_old.status and m.to_status = p_new.status and m.needs_payment
    )
  then
    return;
  end if;
  if p_new.payment_status in ('refund_due', 'refunded') then
    perform private.refuse('payment_given_back', 'The payment of this order was given back. Cancel the order.');
  end if;
  perform private.refuse('payment_missing',
    case p_new.payment_method
      when 'online' then 'This order has not been paid. It is confirmed by itself once the card payment has arrived.'
      else 'This order has not been paid. Record its payment first.'
    end);
end
$$;

create function private.order_move_checked() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_actor text := private.order_actor(old);
begin
  if not exists (
    select 1 from public.order_moves m
    where m.from_status = old.status and m.to_status = new.status
      and (v_actor = 'system' or v_actor = 'staff' and m.by_staff or v_actor = 'shopper' and m.by_shopper)
  ) then
    perform private.refuse('move_not_allowed',
      'This order is ' || replace(old.status::text, '_', ' ') || ' and cannot become '
        || replace(new.status::text, '_', ' ') || '.',
      jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  perform private.require_payment(old, new);
  if new.status = 'return_requested' and v_actor = 'shopper' and now() > old.delivered_at + interval '24 hours' then
    perform private.refuse('return_too_late', 'Problems must be reported within 24 hours of delivery.');
  end if;

  new.updated_at := now();
  new.reserved_until := null;
  if new.status = 'delivered' then
    new.delivered_at := coalesce(old.delivered_at, now());
  end if;
  new.payment_status := case
    when new.status = 'delivered' and new.payment_status = 'unpaid' then 'paid'
    when new.status in ('cancelled', 'returned') and new.payment_status = 'paid' and new.total > 0 then 'refund_due'
    else new.payment_status
  end;
  return new;
end
$$;

-- Books what an order's new status means: its event, and what is given back or earned.
create function private.book_move(p_old public.orders, p_new public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_balance integer;
  v_earned integer;
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, from_status, to_status, note)
  values (p_new.tenant_id, p_new.id, auth.uid(), private.order_actor(p_old), p_old.status, p_new.status,
    coalesce(current_setting('souk.order_note', true), ''));

  if p_new.status = 'cancelled' then
    perform private.restock(p_new, 'cancelled');
    delete from public.discount_uses u where u.order_id = p_new.id;
    if p_new.slot_id is not null then
      -- Waits for, and is waited for by, a first capacity that is being set: it counts the orders of the slot.
      perform 1 from public.delivery_slots s where s.id = p_new.slot_id for key share;
    end if;
    update public.delivery_bookings b set booked = b.booked - 1
    where b.slot_id = p_new.slot_id and b.day = p_new.slot_date and b.booked > 0;
  elsif p_new.status = 'returned' and current_setting('souk.restock', true) = 'yes' then
    perform private.restock(p_new, 'returned');
  end if;

  if p_new.user_id is null then
    return;
  end if;
  if p_new.status = 'delivered' and p_new.points_earned > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (p_new.tenant_id, p_new.user_id, 'earned', p_new.points_earned, p_new.id)
    on conflict (order_id, kind) do nothing;
  elsif p_new.status = 'returned' then
    select p.points into v_balance from public.profiles p
    where p.id = p_new.user_id and p.tenant_id = p_new.tenant_id for no key update;
    select e.delta into v_earned from public.point_entries e where e.order_id = p_new.id and e.kind = 'earned';
    -- Points already spent are not asked back.
    if least(v_earned, v_balance) > 0 then
      insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
      values (p_new.tenant_id, p_new.user_id, 'reversed', -least(v_earned, v_balance), p_new.id);
    end if;
  end if;
  if p_new.status in ('cancelled', 'returned') and p_new.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (p_new.tenant_id, p_new.user_id, 'refunded', p_new.points_used, p_new.id);
  end if;
end
$$;

-- Locks everything that booking the moves of these orders changes, in a fixed order.
create function private.lock_for_moves(p_orders public.orders[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products p
  where p.id in (
    select l.product_id from public.order_lines l
    where l.order_id in (select o.id from unnest(p_orders) o where o.status in ('cancelled', 'returned'))
  )
  order by p.id for no key update;
  perform 1 from public.delivery_slots s
  where s.id in (select o.slot_id from unnest(p_orders) o where o.status = 'cancelled')
  order by s.id for key share;
  perform 1 from public.delivery_bookings b
  where (b.slot_id, b.day) in (select o.slot_id, o.slot_date from unnest(p_orders) o where o.status = 'cancelled')
  order by b.slot_id, b.day for no key update;
  perform 1 from public.profiles p
  where (p.id, p.tenant_id) in (
    select o.user_id, o.tenant_id from unnest(p_orders) o
    where o.status = 'returned' or o.status = 'delivered' and o.points_earned > 0
      or o.status = 'cancelled' and o.points_used > 0
  )
  order by p.id, p.tenant_id for no key update;
end
$$;

create function private.orders_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before public.orders[];
  v_after public.orders[];
begin
  select array_agg(row(b.*)::public.orders order by a.id), array_agg(row(a.*)::public.orders order by a.id)
  into v_before, v_after
  from after a join before b using (id) where a.status <> b.status;
  -- One order's bookings lock in this order by themselves.
  if cardinality(v_after) > 1 then
    perform private.lock_for_moves(v_after);
  end if;
  for i in 1 .. coalesce(cardinality(v_after), 0) loop
    perform private.book_move(v_before[i], v_after[i]);
  end loop;
  return null;
end
$$;

-- An update through the data API locks orders in any order, so that two of them could deadlock: those of one store run one
-- after the other. Functions lock one order, or skip locked ones.
create function private.serialize_order_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text;
begin
  for v_tenant_id in
    select t.id from public.tenants t
    where t.id = any (private.staff_tenants()) or private.is_service()
    order by t.id
  loop
    perform pg_advisory_xact_lock(hashtextextended('orders:' || v_tenant_id, 0));
  end loop;
  return null;
end
$$;

-- The order, locked, if the caller may act on it; any other does not exist for them.
create function private.lock_order_for_caller(p_order_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order', 'This order does not exist.');
  end if;
  perform private.require_aal();
  return v_order;
end
$$;

-- Moves an order along the table of moves and returns it. `p_restock` puts returned goods back on the shelf.
create function public.change_order_status(
  p_order_id uuid, p_status public.order_status, p_note text default '', p_restock boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.lock_order_for_caller(p_order_id);
begin
  if v_order.status = p_status then
    return private.order_json(v_order);
  end if;
  perform set_config('souk.order_note', left(coalesce(p_note, ''), 2000), true);
  perform set_config('souk.restock', case when p_restock then 'yes' else '' end, true);
  update public.orders o set status = p_status where o.id = p_order_id returning * into v_order;
  perform set_config('souk.order_note', '', true);
  perform set_config('souk.restock', '', true);
  return private.order_json(v_order);
end
$$;

create function public.cancel_order(p_order_id uuid, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.change_order_status(p_order_id, 'cancelled', p_reason);
end
$$;

-- Reports a problem with a delivered order, within 24 hours for shoppers (spec section 9).
create function public.request_return(p_order_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required', 'Say what is wrong with the order.');
  end if;
  return public.change_order_status(p_order_id, 'return_requested', p_reason);
end
$$;

-- Writes a note into an order's history; staff only. Internal notes are not shown to the shopper.
create function public.add_order_note(p_order_id uuid, p_note text, p_internal boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.lock_order_for_caller(p_order_id);
begin
  perform private.require_staff(v_order.tenant_id);
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note', 'Write a note of up to 2,000 characters.');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), btrim(p_note), p_internal);
end
$$;

-- Orders delivered items again in another size, for the price of the shipping. Idempotent by key, as place_order is.
create function public.request_size_replacement(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text,
  p_shipping_method public.shipping_method default 'standard'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_settings public.settings;
  v_lines private.priced_line[];
  v_problem private.priced_line;
  v_fee numeric;
  v_document bigint := jsonb_hash_extended(
    jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method), 0);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order', 'This order does not exist.');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key', 'The order carries no key of its own.');
  end if;
  select o.* into v_new from public.orders o
  where o.user_id = v_old.user_id and o.tenant_id = v_old.tenant_id and o.idempotency_key = p_idempotency_key;
  if found then
    if v_new.document_hash is distinct from v_document then
      perform private.refuse('already_placed', 'Your order ' || v_new.number || ' is placed, as you first sent it.',
        jsonb_build_object('order_id', v_new.id, 'number', v_new.number));
    end if;
    return private.order_json(v_new);
  end if;
  perform private.refuse_blocked(v_old.tenant_id, v_old.user_id);
  if v_old.status <> 'delivered' or now() > v_old.delivered_at + interval '24 hours' then
    perform private.refuse('replacement_too_late', 'A size can be replaced within 24 hours of delivery.');
  end if;
  if exists (
    select 1 from public.orders o
    where o.tenant_id = v_old.tenant_id and o.replaces_order_id = v_old.id and o.status <> 'cancelled'
  ) then
    perform private.refuse('already_replaced', 'A replacement for this order is already under way.');
  end if;
  select s.* into v_settings from public.settings s where s.tenant_id = v_old.tenant_id;
  if not coalesce((v_settings.payment ->> case p_payment_method
      when 'cash_on_delivery' then 'cashOnDelivery'
      when 'bank_transfer' then 'bankTransfer'
      when 'online' then 'onlinePayment'
    end)::boolean, false) then
    perform private.refuse('payment_closed', 'This store does not take that kind of payment.');
  end if;

  perform 1 from public.products p
  where p.id in (select l.product_id from public.order_lines l where l.order_id = v_old.id)
  order by p.id for no key update;
  v_lines := array(
    select row(
      row_number() over (order by l.position) - 1, l.product_id, (c.variant).id, coalesce((c.variant).sku, l.sku),
      private.variant_name((c.variant).option1, (c.variant).option2, (c.variant).option3), l.customization_id, l.quantity,
      l.name, l.image, 0, null, (c.variant).stock, l.color, coalesce(c.size, w.size), l.type, coalesce(c.options, l.options),
      l.customization -> 'design', l.customization ->> 'preview',
      case
        when coalesce(btrim(w.size), '') = '' or length(w.size) > 200 then 'unknown_option'
        when l.product_id is null and l.customization is null then 'unknown_product'
        when c.problem is not null then 'unknown_option'
        when sum(l.quantity) over (partition by (c.variant).id) > (c.variant).stock then 'out_of_stock'
      end
    )::private.priced_line
    from (
      select distinct on (x.order_line_id) x.order_line_id, x.size
      from jsonb_to_recordset(case when jsonb_typeof(p_lines) = 'array' then p_lines else '[]' end)
        as x (order_line_id text, size text)
    ) w
    join public.order_lines l on l.order_id = v_old.id and l.id::text = w.order_line_id
    left join lateral private.choose_variant(l.product_id, null, w.size, l.color, l.type, l.variant_id) c
      on l.product_id is not null
    order by l.position
  );
  if cardinality(v_lines) = 0 then
    perform private.refuse('empty_cart', 'Choose the items to send in another size.');
  end if;
  select x.* into v_problem from unnest(v_lines) x where x.problem is not null order by x.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse(v_problem.problem, private.line_message(v_problem),
      jsonb_build_object('line', v_problem.line, 'available', v_problem.stock));
  end if;

  v_fee := (v_settings.shipping ->> case p_shipping_method
    when 'express' then 'expressShippingFee' else 'defaultShippingFee' end)::numeric;
  insert into public.orders (
    tenant_id, number, user_id, status, payment_method, payment_status, shipping_method, subtotal, shipping_total, total,
    customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key, document_hash
  ) values (
    v_old.tenant_id, private.order_number(v_old.tenant_id), v_old.user_id,
    case
      when p_payment_method = 'cash_on_delivery' or v_fee = 0 then 'pending'::public.order_status
      else 'awaiting_payment'
    end,
    p_payment_method, case when v_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping_method, 0, v_fee,
    v_fee, v_old.customer_name, v_old.customer_email, v_old.address, v_old.id,
    case when p_payment_method = 'online' and v_fee > 0 then now() + interval '30 minutes' end, p_idempotency_key,
    v_document
  ) returning * into v_new;
  perform private.insert_order_lines(v_new, v_lines);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', 'Replacement in another size: ' || v_new.number);
  return private.order_json(v_new);
end
$$;

-- How often each of some codes was used. Staff only.
create function public.discount_use_counts(p_tenant_id text, p_ids uuid[]) returns table (discount_id uuid, uses bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select u.discount_id, count(*) from public.discount_uses u
  where u.tenant_id = p_tenant_id and u.discount_id = any (p_ids)
  group by u.discount_id;
end
$$;

-- Queues the mail that a change of an order causes. The mail of a new order is queued by private.order_placed.
create function private.write_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text;
begin
  if new.status <> old.status and new.status in ('shipped', 'delivered', 'cancelled') then
    v_kind := new.status;
  elsif new.payment_status = 'refunded' and old.payment_status <> 'refunded' then
    -- A cancellation that nobody has taken to send yet tells of the money as well. The lock keeps it from being taken.
    perform 1 from public.order_mails m
    where m.order_id = new.id and m.kind = 'cancelled' and m.sent_at is null and m.expired_at is null
      and m.attempts = 0
    for update;
    v_kind := case when not found then 'refunded' end;
  elsif new.payment_status = 'paid' and old.payment_status = 'unpaid' and old.status = 'awaiting_payment' then
    v_kind := 'paid';
  end if;
  if v_kind is not null then
    -- One mail of each kind, also when an order is delivered a second time after a problem.
    insert into public.order_mails (tenant_id, order_id, kind)
    values (new.tenant_id, new.id, v_kind::public.order_mail_kind)
    on conflict (order_id, kind) do nothing;
  end if;
  return null;
end
$$;

-- Gives up mails that waited for more than three days, with an internal note in the order's history.
create function private.expire_order_mails() returns void
language sql security definer set search_path = '' as $$
  with expired as (
    update public.order_mails m set expired_at = now()
    where m.id in (
      select w.id from public.order_mails w
      where w.sent_at is null and w.expired_at is null and w.due_at <= now() and w.created_at < now() - interval '3 days'
      for update skip locked
    )
    returning m.tenant_id, m.order_id, m.kind
  )
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  select e.tenant_id, e.order_id, 'system', format(
    'The customer was not told by email: %s. The message could not be sent for three days and has expired.',
    case e.kind
      when 'placed' then 'order placed'
      when 'paid' then 'payment received'
      when 'shipped' then 'order shipped'
      when 'delivered' then 'order delivered'
      when 'cancelled' then 'order cancelled'
      when 'refunded' then 'money refunded'
    end), true
  from expired e
$$;

-- Takes mails that are due, each with its order and its payment: for five minutes they are the caller's, and callers do not
-- wait for each other. One that fails is due again after 1, 4, 9 … minutes, twelve times, and expires after three days. For
-- the server.
create function public.take_order_mails(p_limit integer default 10) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mails jsonb;
begin
  perform private.require_service();
  perform private.expire_order_mails();
  with due as (
    select m.id from public.order_mails m
    where m.sent_at is null and m.expired_at is null and m.due_at <= now() and m.attempts < 12
    order by m.due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_mails m set attempts = m.attempts + 1, due_at = now() + interval '5 minutes'
    from due where m.id = due.id
    returning m.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', t.id, 'kind', t.kind, 'tenant_id', t.tenant_id, 'order', private.order_json(o),
    'note', case when t.kind = 'cancelled' then coalesce((
      select e.note from public.order_events e
      where e.order_id = o.id and e.to_status = 'cancelled' and not e.is_internal order by e.created_at desc limit 1
    ), '') else '' end,
    'bank_details', case when t.kind = 'placed' and o.payment_method = 'bank_transfer'
      then coalesce(s.payment ->> 'bankDetails', '') else '' end,
    'contact_email', coalesce(s.contact ->> 'contactEmail', ''),
    'paid_through', (
      select jsonb_build_object('amount', p.amount, 'currency', p.currency) from public.payments p where p.order_id = o.id
    )
  ) order by t.created_at, t.id) into v_mails
  from taken t join public.orders o on o.id = t.order_id left join public.settings s on s.tenant_id = t.tenant_id;
  return coalesce(v_mails, '[]');
end
$$;

-- Marks a taken mail as sent, or as due again later. For the server.
create function public.order_mail_done(p_mail_id uuid, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update public.order_mails m set
    sent_at = case when p_sent then now() end,
    due_at = case when p_sent then m.due_at else now() + interval '1 minute' * (m.attempts * m.attempts) end
  where m.id = p_mail_id and m.sent_at is null;
end
$$;

-- Triggers

create trigger orders_move_checked before update of status on public.orders
  for each row when (old.status <> new.status) execute function private.order_move_checked();

create trigger mailed_move after update on public.orders
  for each row when (
    new.customer_email <> '' and (old.status <> new.status or old.payment_status <> new.payment_status)
  ) execute function private.write_order_mail();

create trigger orders_moved after update on public.orders
  referencing old table as before new table as after
  for each statement execute function private.orders_moved();

create trigger orders_serialized before update on public.orders
  for each statement when (current_user in ('authenticated', 'service_role'))
  execute function private.serialize_order_updates();

-- Grants

grant select on public.order_moves to anon, authenticated;
grant select on public.orders to authenticated;
grant update (status, payment_reference) on public.orders to authenticated;
grant select on public.order_lines to authenticated;
grant select on public.order_events to authenticated;
grant select on public.discount_uses to authenticated;
grant select on public.order_mails to authenticated;
grant execute on function private.can_read_order to anon, authenticated;
grant execute on function
  public.place_order,
  public.change_order_status,
  public.cancel_order,
  public.request_return,
  public.add_order_note,
  public.request_size_replacement,
  public.discount_use_counts
to authenticated;
