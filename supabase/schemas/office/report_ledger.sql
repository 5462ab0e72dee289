-- The ledger behind reports.

-- Tables

create type private.sale_event as enum ('sale', 'cancelled', 'returned', 'refund_due');

-- Recorded when it happens, and immutable: an order becomes a sale (1) or stops being one (-1), is cancelled or returned, and its
-- price or refund due changes by an amount. So a past month never changes, and the amounts of all days add up to current prices.
create table private.sales_ledger (
  tenant_id text not null,
  order_id uuid not null,
  event private.sale_event not null,
  sign smallint not null check (sign between -1 and 1),
  amount numeric(12, 2) not null default 0,
  -- The delivery's part of the amount.
  shipping numeric(12, 2) not null default 0,
  happened_at timestamptz not null,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index sales_ledger_by_time on private.sales_ledger (tenant_id, event, happened_at)
  include (order_id, sign, amount, shipping);
create index sales_ledger_by_order on private.sales_ledger (tenant_id, order_id);
alter table private.sales_ledger enable row level security;

-- Changes in a line's sold pieces, their cart price, and their discounts and points, recorded when they happen.
create table private.pieces_ledger (
  tenant_id text not null,
  order_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null,
  amount numeric(12, 2) not null,
  discount numeric(12, 2) not null default 0,
  points numeric(12, 2) not null default 0,
  happened_at timestamptz not null,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index pieces_ledger_by_time on private.pieces_ledger (tenant_id, happened_at)
  include (order_id, order_line_id, quantity, amount, discount, points);
create index pieces_ledger_by_line on private.pieces_ledger (tenant_id, order_line_id);
alter table private.pieces_ledger enable row level security;

-- Functions

-- Whether an order counts as a sale. Excludes test orders, replacements without a fee, and orders that no longer cost anything.
create function private.is_sale(p_order public.orders) returns boolean
language sql immutable as $$
  select not p_order.is_test
    and p_order.status in ('pending', 'confirmed', 'in_production', 'partly_sent', 'shipped', 'partly_delivered', 'delivered',
      'return_requested', 'partly_returned')
    and (p_order.charged > 0 or p_order.total = 0 and p_order.replaces_order_id is null)
$$;

-- An order's current facts for the ledger; none for a test order.
create function private.sale_facts(p_order public.orders)
returns table (event private.sale_event, orders integer, amount numeric, shipping numeric)
language sql immutable as $$
  select fact.*
  from (values
    ('sale'::private.sale_event, private.is_sale(p_order)::integer,
      case when p_order.status = 'awaiting_payment' then 0 else p_order.charged end,
      case when p_order.status = 'awaiting_payment' then 0
        else least(private.delivery_fee(p_order), p_order.charged) end),
    ('cancelled', (p_order.status = 'cancelled')::integer, 0, 0),
    ('returned', (p_order.status = 'returned')::integer, 0, 0),
    ('refund_due', 0, greatest(p_order.received - p_order.given_back - p_order.charged, 0), 0)
  ) fact (event, orders, amount, shipping)
  where not p_order.is_test
$$;

-- The sold pieces of a line: those of a sale that were neither cancelled nor returned. Pieces sent again don't count, those of an
-- exchange do: the old ones no longer count once they are back.
create function private.pieces_sold(p_order public.orders, p_line public.order_lines) returns integer
language sql immutable as $$
  select case when private.is_sale(p_order) and (p_order.replaces_order_id is null or p_order.is_exchange)
    then p_line.quantity - p_line.cancelled - p_line.returned_to_sender - p_line.returned else 0 end
$$;

-- Brings the ledger up to date with a line's sold pieces. Discounts and points count with the pieces' part of the line's share.
create function private.note_line(p_order public.orders, p_line public.order_lines, p_at timestamptz) returns void
language sql as $$
  insert into private.pieces_ledger (tenant_id, order_id, order_line_id, quantity, amount, discount, points, happened_at)
  select p_line.tenant_id, p_line.order_id, p_line.id, present.pieces - past.pieces,
    p_line.unit_price * (present.pieces - past.pieces),
    round(p_line.discount_share * present.pieces / p_line.quantity, 2) - past.discount,
    round(p_line.points_share * present.pieces / p_line.quantity, 2) - past.points, p_at
  from private.pieces_sold(p_order, p_line) present (pieces),
    (
      select coalesce(sum(noted.quantity), 0)::integer as pieces, coalesce(sum(noted.discount), 0) as discount,
        coalesce(sum(noted.points), 0) as points
      from private.pieces_ledger noted
      where noted.tenant_id = p_line.tenant_id and noted.order_line_id = p_line.id
    ) past
  where present.pieces <> past.pieces
$$;

create function private.note_pieces() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.tenant_id = new.tenant_id and orders.id = new.order_id;
  if v_order.imported_from is not null then
    return null;
  end if;
  perform private.note_line(v_order, new,
    case when tg_op = 'INSERT' and new.edit_id is null then v_order.created_at else now() end);
  return null;
end
$$;

create function private.note_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.created_at <> old.created_at then
    -- Backdating an order moves its entries too.
    update private.sales_ledger ledger set happened_at =
      case when ledger.happened_at = old.created_at then new.created_at else new.updated_at end
    where ledger.tenant_id = new.tenant_id and ledger.order_id = new.id;
    update private.pieces_ledger ledger set happened_at =
      case when ledger.happened_at = old.created_at then new.created_at else new.updated_at end
    where (ledger.tenant_id, ledger.order_line_id) in (
      select line.tenant_id, line.id from public.order_lines line where line.order_id = new.id
    );
    update public.payment_entries entry set created_at =
      case when entry.kind in ('charged', 'credit_used') and entry.amount > 0 then new.created_at else new.updated_at end
    where entry.order_id = new.id;
  end if;
  insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
  select new.tenant_id, new.id, present.event, present.orders - coalesce(past.orders, 0),
    present.amount - coalesce(past.amount, 0), present.shipping - coalesce(past.shipping, 0),
    case tg_op when 'INSERT' then new.created_at else now() end
  from private.sale_facts(new) present
  left join private.sale_facts(old) past on past.event = present.event
  where (present.orders, present.amount, present.shipping)
    is distinct from (coalesce(past.orders, 0), coalesce(past.amount, 0), coalesce(past.shipping, 0));
  if tg_op = 'UPDATE' and private.is_sale(new) <> private.is_sale(old) then
    perform private.note_line(new, line, now()) from public.order_lines line where line.order_id = new.id;
  end if;
  return null;
end
$$;

-- Orders that became sales in a period (net 1), earlier ones that stopped being sales (net -1), and the change of each order's
-- price and of the delivery in it.
create function private.sales_between(p_tenant_id text, p_since timestamptz, p_until timestamptz)
returns table (order_id uuid, net bigint, amount numeric, shipping numeric)
language sql stable as $$
  select ledger.order_id, sum(ledger.sign), sum(ledger.amount), sum(ledger.shipping)
  from private.sales_ledger ledger
  where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
    and ledger.happened_at >= p_since and ledger.happened_at < p_until
  group by ledger.order_id having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0 or sum(ledger.shipping) <> 0
$$;

-- The change of lines' sold pieces in a period: pieces, cart price, discounts and points. Negative if more was taken back than
-- sold.
create function private.pieces_between(p_tenant_id text, p_since timestamptz, p_until timestamptz)
returns table (order_id uuid, order_line_id uuid, quantity bigint, amount numeric, discount numeric, points numeric)
language sql stable as $$
  select ledger.order_id, ledger.order_line_id, sum(ledger.quantity), sum(ledger.amount), sum(ledger.discount),
    sum(ledger.points)
  from private.pieces_ledger ledger
  where ledger.tenant_id = p_tenant_id and ledger.happened_at >= p_since and ledger.happened_at < p_until
  group by ledger.order_id, ledger.order_line_id having sum(ledger.quantity) <> 0
$$;

-- The number of orders with an event in a period, and its total amount.
create function private.ledger_totals(p_tenant_id text, p_event private.sale_event, p_since timestamptz, p_until timestamptz)
returns table (orders bigint, amount numeric)
language sql stable as $$
  select coalesce(sum(ledger.sign), 0)::bigint, coalesce(sum(ledger.amount), 0)
  from private.sales_ledger ledger
  where ledger.tenant_id = p_tenant_id and ledger.event = p_event
    and ledger.happened_at >= p_since and ledger.happened_at < p_until
$$;

-- The total of a kind of payment entries in a period.
create function private.entries_between(
  p_tenant_id text, p_kind public.payment_entry_kind, p_since timestamptz, p_until timestamptz
) returns numeric
language sql stable as $$
  select coalesce(sum(entry.amount), 0) from public.payment_entries entry
  where entry.tenant_id = p_tenant_id and entry.kind = p_kind and entry.created_at >= p_since and entry.created_at < p_until
$$;

-- The price of the pieces delivered in a period. If a line came in several shipments, their parts add up to the piastre.
create function private.delivered_between(p_tenant_id text, p_since timestamptz, p_until timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(private.line_worth(line, earlier.pieces + part.quantity) - private.line_worth(line, earlier.pieces)), 0)
  from public.shipments shipment
  join public.shipment_lines part on part.shipment_id = shipment.id
  join public.order_lines line on line.id = part.order_line_id
  join public.orders on orders.id = shipment.order_id and not orders.is_test
  cross join lateral (
    select coalesce(sum(other.quantity), 0)::integer as pieces
    from public.shipment_lines other join public.shipments sooner on sooner.id = other.shipment_id
    where other.tenant_id = line.tenant_id and other.order_line_id = line.id and sooner.state = 'delivered'
      and (sooner.delivered_at, sooner.id) < (shipment.delivered_at, shipment.id)
  ) earlier
  where shipment.tenant_id = p_tenant_id and shipment.state = 'delivered'
    and shipment.delivered_at >= p_since and shipment.delivered_at < p_until
$$;

create function private.day_start(p_day date) returns timestamptz
language sql immutable as $$ select p_day::timestamp at time zone 'Africa/Cairo' $$;

-- Triggers

create trigger orders_sale_noted after insert or update
  of status, charged, received, given_back, shipping_credited, shipping_difference, created_at on public.orders
  for each row when (new.imported_from is null) execute function private.note_sale();
create trigger order_lines_pieces_noted after insert or update of cancelled, returned_to_sender, returned on public.order_lines
  for each row execute function private.note_pieces();
