-- Packing: putting pieces of an order into a shipment, and the shipment's data.

-- Tables

-- Pieces of an order to be packed: the shipment they went into, or why they were not packed.
create type private.packing as (order_id uuid, pieces private.piece_count[], shipment_id uuid, refusal jsonb);

-- Helpers

-- Locks those of the orders that belong to the caller's stores as staff, and returns them by id. Raises unless the caller has the
-- capability, if given, in each of these stores.
create function private.lock_orders_for_staff(p_order_ids uuid[], p_capability text default null) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  v_ids constant uuid[] := array(
    select orders.id from public.orders
    where orders.id = any (p_order_ids) and private.order_actor(orders) in ('staff', 'system') order by orders.id
  );
begin
  if p_capability is not null then
    perform private.require_capability(store.tenant_id, p_capability) from (
      select distinct orders.tenant_id from public.orders where orders.id = any (v_ids)
    ) store;
  end if;
  perform private.lock_orders(v_ids);
  return v_ids;
end
$$;

-- Locks shipments' orders for staff, and returns the shipments by order, with a refusal for those of other stores.
create function private.lock_shipments(p_shipment_ids uuid[]) returns setof public.shipment_outcome
language plpgsql security definer set search_path = '' as $$
declare
  v_orders uuid[];
begin
  perform private.require_selection(p_shipment_ids);
  v_orders := private.lock_orders_for_staff(array(
    select shipment.order_id from public.shipments shipment where shipment.id = any (p_shipment_ids)
  ), 'orders.pack');
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  return query
  select distinct shipment.order_id, asked.id, case when shipment.id is null then private.refusal('unknown_shipment') end
  from unnest(p_shipment_ids) asked (id)
  left join public.shipments shipment on shipment.id = asked.id and shipment.order_id = any (v_orders)
  order by shipment.order_id, asked.id;
end
$$;

-- The cash that an order's other shipments are to collect.
create function private.cash_under_way(p_order_id uuid, p_shipment_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(shipment.cash_due), 0) from public.shipments shipment
  where shipment.order_id = p_order_id and shipment.id is distinct from p_shipment_id
    and not private.is_over(shipment.state)
$$;

-- What an order owes beyond the cash that its other shipments under way are to collect; 0 for a test order.
create function private.owed_at_door(p_order_id uuid, p_shipment_id uuid default null) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when orders.is_test then 0 else greatest(
    orders.charged - (orders.received - orders.given_back) - private.cash_under_way(p_order_id, p_shipment_id), 0) end
  from public.orders where orders.id = p_order_id
$$;

-- Functions

-- Packs pieces of an order into a shipment, and returns it; staff only. `p_lines` is [{"order_line_id", "quantity"}], null for all
-- open pieces; `p_shipment` is {"carrier", "carrier_name", "tracking_number", "tracking_url", "fee", "cash_due": pounds}. By
-- default, "cash_due" is the price of the pieces, plus the delivery fee in the first shipment.
create function public.pack_order(
  p_order_id uuid, p_lines jsonb default null, p_shipment jsonb default '{}', p_request_id uuid default null
) returns public.shipments
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('pack_order', p_order_id, p_lines, p_shipment));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.pack');
  v_shipment.id := private.pack_pieces(p_order_id, case
    when p_lines is null or p_lines = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end, p_shipment);
  perform private.refresh_order(p_order_id);
  return private.store_shipment_answer(p_request_id, v_shipment.id);
end
$$;

-- Stores the current shipment as the answer to a request, and returns it.
create function private.store_shipment_answer(p_request_id uuid, p_shipment_id uuid) returns public.shipments
language sql security definer set search_path = '' as $$
  select stored.* from public.shipments shipment, private.store_idempotent_result(p_request_id, shipment) stored
  where shipment.id = p_shipment_id
$$;

-- Packs all open pieces of each order into a shipment; staff only. A refused order doesn't stop the others.
create function public.pack_orders(p_order_ids uuid[], p_shipment jsonb default '{}', p_request_id uuid default null)
returns setof public.shipment_outcome
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('pack_orders', p_order_ids, p_shipment));
  v_ids uuid[];
  v_packings private.packing[];
begin
  if v_answer is null then
    perform private.require_selection(p_order_ids);
    v_ids := private.lock_orders_for_staff(p_order_ids, 'orders.pack');
    if cardinality(v_ids) = 0 then
      perform private.refuse('unknown_order');
    end if;
    v_packings := private.pack_open_pieces(v_ids, p_shipment);
    perform private.refresh_orders(array(select packed.order_id from unnest(v_packings) packed where packed.refusal is null));
    v_answer := private.store_idempotent_result(p_request_id, (
      select jsonb_agg(jsonb_build_object('order_id', named.id, 'shipment_id', packed.shipment_id, 'refusal',
        case when packed.order_id is null then private.refusal('unknown_order') else packed.refusal end) order by named.id)
      from (select distinct asked.id from unnest(p_order_ids) asked (id)) named
      left join unnest(v_packings) packed on packed.order_id = named.id
    ));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$$;

-- Changes a shipment that hasn't arrived: "carrier", "carrier_name", "tracking_number", "tracking_url", "fee", "cash_due"; staff
-- only. The fee may also be set later. Returns the shipment.
create function public.change_shipment(p_shipment_id uuid, p_changes jsonb, p_request_id uuid default null)
returns public.shipments
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('change_shipment', p_shipment_id, p_changes));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.raise_refusal(private.change_shipment(p_shipment_id, p_changes));
  perform private.refresh_order(v_order.id);
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$$;

-- Whether an order's pieces may be printed and packed. A computed field.
create function public.is_packable(p_order public.orders) returns boolean
language sql immutable security definer set search_path = '' as $$
  select private.is_confirmed(p_order.stage) and p_order.imported_from is null
$$;

-- Whether a shipment can still change its carrier. A computed field.
create function public.can_change_carrier(p_shipment public.shipments) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_over(shipment.state) and not private.is_booked(shipment.id)
  from public.shipments shipment where shipment.id = p_shipment.id
$$;

-- Changes a shipment unless it is closed or booked with its carrier; returns the refusal, or null. The caller holds its order's lock.
create function private.change_shipment(p_shipment_id uuid, p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments;
  v_refusal jsonb;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if private.is_over(v_shipment.state) and (v_shipment.state <> 'delivered' or p_changes ? 'cash_due') then
    return private.refusal('shipment_closed', jsonb_build_object('state', v_shipment.state));
  elsif private.is_booked(p_shipment_id)
    and p_changes ?| '{carrier,carrier_name,tracking_number,tracking_url,cash_due}'::text[] then
    return private.refusal('shipment_booked',
      jsonb_build_object('carrier', coalesce(nullif(v_shipment.carrier_name, ''), v_shipment.carrier)));
  end if;
  v_refusal := private.fields_refusal(v_shipment, p_changes);
  if v_refusal is null then
    perform private.write_on_shipments(array[p_shipment_id], p_changes);
  end if;
  return v_refusal;
end
$$;

-- Changes "carrier" and "carrier_name" of shipments that haven't arrived; staff only. A refused shipment doesn't stop the others.
create function public.change_shipments(p_shipment_ids uuid[], p_changes jsonb, p_request_id uuid default null)
returns setof public.shipment_outcome
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('change_shipments', p_shipment_ids, p_changes));
  v_outcome public.shipment_outcome;
  v_outcomes public.shipment_outcome[] := '{}';
begin
  if v_answer is null then
    if jsonb_typeof(p_changes) is distinct from 'object' or p_changes - '{carrier,carrier_name}'::text[] <> '{}' then
      perform private.refuse('invalid_shipment');
    end if;
    -- One after the other: each finds the tracking numbers that the carrier has by then.
    for v_outcome in select * from private.lock_shipments(p_shipment_ids) loop
      v_outcome.refusal := coalesce(v_outcome.refusal, private.change_shipment(v_outcome.shipment_id, p_changes));
      v_outcomes := v_outcomes || v_outcome;
    end loop;
    perform private.refresh_orders(array(
      select distinct changed.order_id from unnest(v_outcomes) changed where changed.refusal is null));
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$$;

create function private.require_selection(p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(cardinality(p_ids), 0) not between 1 and 200 then
    perform private.refuse('invalid_selection', '{"reason": "orders"}');
  end if;
end
$$;

-- The order of a shipment, locked, for staff of its store; to others it doesn't exist.
create function private.lock_order_of_shipment(p_shipment_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.shipments where id = p_shipment_id) for update;
  if v_order.id is null or coalesce(private.order_actor(v_order), '') not in ('staff', 'system') then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.pack');
  return v_order;
end
$$;

-- Packs all open pieces of orders. The caller holds their locks.
create function private.pack_open_pieces(p_order_ids uuid[], p_shipment jsonb) returns private.packing[]
language plpgsql security definer set search_path = '' as $$
declare
  v_packing private.packing;
  v_packings private.packing[] := array(
    select row(asked.id, private.open_pieces_of(asked.id), null, null)::private.packing from unnest(p_order_ids) asked (id));
  v_packed private.packing[] := '{}';
begin
  if not p_shipment ? 'tracking_number' then
    return private.pack(v_packings, p_shipment);
  end if;
  -- One after the other: the second finds the number taken.
  foreach v_packing in array v_packings loop
    v_packed := v_packed || private.pack(array[v_packing], p_shipment);
  end loop;
  return v_packed;
end
$$;

-- Packs pieces of one order, or raises the refusal. The caller holds its lock. Returns the shipment.
create function private.pack_pieces(p_order_id uuid, p_pieces private.piece_count[], p_shipment jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_packed constant private.packing[] := private.pack(array[row(p_order_id, p_pieces, null, null)::private.packing], p_shipment);
begin
  perform private.raise_refusal((v_packed[1]).refusal);
  return (v_packed[1]).shipment_id;
end
$$;

-- Packs pieces of orders that aren't refused, each order's into one shipment. The caller holds the orders' locks.
create function private.pack(p_packings private.packing[], p_shipment jsonb) returns private.packing[]
language plpgsql security definer set search_path = '' as $$
declare
  v_packings constant private.packing[] := array(
    select row(asked.order_id, asked.pieces, case when why.refusal is null then gen_random_uuid() end, why.refusal)::private.packing
    from unnest(p_packings) with ordinality asked (order_id, pieces, shipment_id, refusal, place)
    join public.orders on orders.id = asked.order_id
    cross join lateral private.packing_refusal(orders, asked.pieces, p_shipment) why (refusal)
    order by asked.place
  );
  v_ids constant uuid[] := array(select packed.shipment_id from unnest(v_packings) packed where packed.refusal is null);
begin
  if cardinality(v_ids) = 0 then
    return v_packings;
  end if;
  insert into public.shipments (id, tenant_id, order_id, number, cash_due)
  select packed.shipment_id, orders.tenant_id, orders.id, earlier.shipments + 1, private.cash_to_collect(orders, packed.pieces)
  from unnest(v_packings) packed join public.orders on orders.id = packed.order_id
  cross join lateral (
    select coalesce(max(shipment.number), 0) as shipments from public.shipments shipment where shipment.order_id = orders.id
  ) earlier
  where packed.refusal is null order by orders.id;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select shipment.tenant_id, shipment.id, piece.order_line_id, piece.quantity
  from unnest(v_packings) packed join public.shipments shipment on shipment.id = packed.shipment_id
  cross join unnest(packed.pieces) piece;
  perform private.count_shipments(v_ids, p_packed => 1, p_sent => 0);
  perform private.note_on_shipments(v_ids, 'packed');
  if p_shipment <> '{}' then
    perform private.write_on_shipments(v_ids, p_shipment);
  end if;
  return v_packings;
end
$$;

-- Why pieces of an order cannot be packed into a shipment with these fields; null if they can.
create function private.packing_refusal(p_order public.orders, p_pieces private.piece_count[], p_shipment jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_shipment public.shipments;
begin
  if not public.is_packable(p_order) then
    return private.refusal('not_confirmed');
  elsif private.misses_payment(p_order) then
    return private.payment_refusal(p_order);
  elsif cardinality(p_pieces) = 0 then
    return private.refusal('nothing_to_pack');
  end if;
  v_shipment.tenant_id := p_order.tenant_id;
  v_shipment.order_id := p_order.id;
  v_shipment.carrier := 'manual';
  return coalesce(private.open_pieces_refusal(p_pieces, 'too_few_to_pack'), private.fields_refusal(v_shipment, p_shipment));
end
$$;

-- The price of pieces to be packed, plus delivery and gift wrapping if no shipment of the order has them yet.
create function private.worth_to_pack(p_order public.orders, p_pieces private.piece_count[]) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select sum(
      private.line_worth(line, line.quantity - public.open_pieces(line) + piece.quantity)
        - private.line_worth(line, line.quantity - public.open_pieces(line)))
    from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  ) + case when exists (
    select 1 from public.shipments shipment
    where shipment.order_id = p_order.id and (shipment.state = 'delivered' or not private.is_over(shipment.state))
  ) then 0 else private.delivery_fee(p_order) + private.gift_fee(p_order) end;
end
$$;

-- The cash that a shipment of these pieces is to collect: their price, plus the delivery fee in the first shipment. The last one takes
-- the rest.
create function private.cash_to_collect(p_order public.orders, p_pieces private.piece_count[]) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(private.owed_at_door(p_order.id), case when exists (
    select 1 from public.order_lines line left join unnest(p_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order.id and public.open_pieces(line) > coalesce(piece.quantity, 0)
  ) then private.worth_to_pack(p_order, p_pieces) end)
$$;

-- The store's existing carrier of this name, in its known spelling: otherwise its cash would be split between two carriers, and its
-- statements would miss shipments. A new name is a manual carrier.
create function private.carrier_named(p_tenant_id text, p_name text, out carrier text, out carrier_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  select earlier.carrier, earlier.carrier_name into carrier, carrier_name from public.shipments earlier
  where earlier.tenant_id = p_tenant_id and lower(earlier.carrier_name) = lower(btrim(p_name)) and earlier.carrier_name <> ''
  order by earlier.created_at desc limit 1;
  carrier := coalesce(carrier, 'manual');
  carrier_name := coalesce(carrier_name, btrim(p_name));
end
$$;

-- The carrier that changes of a shipment lead to. A name alone identifies it.
create function private.carrier_of(p_shipment public.shipments, p_changes jsonb, out carrier text, out carrier_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_changes ->> 'carrier_name' is null or p_changes ? 'carrier' then
    carrier := coalesce(p_changes ->> 'carrier', p_shipment.carrier);
    carrier_name := coalesce(btrim(p_changes ->> 'carrier_name'), p_shipment.carrier_name);
  else
    select named.carrier, named.carrier_name into carrier, carrier_name
    from private.carrier_named(p_shipment.tenant_id, p_changes ->> 'carrier_name') named;
  end if;
end
$$;

-- Why a shipment cannot have the fields named in `p_changes`; null if it can. A new shipment has no id yet.
create function private.fields_refusal(p_shipment public.shipments, p_changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_wrong text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' then
    return private.refusal('invalid_shipment');
  end if;
  v_wrong := case
    when p_changes ? 'carrier' and coalesce(p_changes ->> 'carrier', '') !~ '^[a-z][a-z0-9_-]{0,30}$' then 'carrier'
    when length(p_changes ->> 'carrier_name') > 80 then 'carrier_name'
    when length(p_changes ->> 'tracking_number') > 80 then 'tracking_number'
    when coalesce(p_changes ->> 'tracking_url', '') <> ''
      and (length(p_changes ->> 'tracking_url') > 500 or p_changes ->> 'tracking_url' !~ '^https?://[^[:space:]]+$')
      then 'tracking_url'
    when jsonb_typeof(p_changes -> 'fee') <> 'null' and not private.is_amount(p_changes -> 'fee') then 'fee'
    when jsonb_typeof(p_changes -> 'cash_due') <> 'null' and not private.is_amount(p_changes -> 'cash_due') then 'cash_due'
  end;
  if v_wrong is not null then
    return private.refusal('invalid_shipment', jsonb_build_object('reason', v_wrong));
  elsif (p_changes ->> 'cash_due')::numeric > private.owed_at_door(p_shipment.order_id, p_shipment.id) then
    return private.refusal('too_much_cash',
      jsonb_build_object('most', private.owed_at_door(p_shipment.order_id, p_shipment.id)));
  end if;
  return private.number_refusal(p_shipment, (private.carrier_of(p_shipment, p_changes)).carrier,
    case when p_changes ? 'tracking_number' then btrim(p_changes ->> 'tracking_number') else p_shipment.tracking_number end);
end
$$;

-- The refusal of a tracking number that the same carrier uses for another shipment of the store; null if it is free.
create function private.number_refusal(p_shipment public.shipments, p_carrier text, p_tracking_number text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.refusal('tracking_number_taken',
    jsonb_build_object('tracking_number', p_tracking_number, 'number', orders.number))
  from public.shipments other join public.orders on orders.id = other.order_id
  where other.tenant_id = p_shipment.tenant_id and other.carrier = p_carrier and other.tracking_number = p_tracking_number
    and other.state <> 'cancelled' and other.id is distinct from p_shipment.id
$$;

-- Writes the fields named in `p_changes` to shipments that private.fields_refusal lets have them.
create function private.write_on_shipments(p_shipment_ids uuid[], p_changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.shipments shipment set
    carrier = named.carrier,
    carrier_name = named.carrier_name,
    tracking_number = case when p_changes ? 'tracking_number' then nullif(btrim(p_changes ->> 'tracking_number'), '')
      else shipment.tracking_number end,
    tracking_url = case when p_changes ? 'tracking_url' then nullif(btrim(p_changes ->> 'tracking_url'), '')
      else shipment.tracking_url end,
    cash_due = coalesce((p_changes ->> 'cash_due')::numeric, shipment.cash_due),
    updated_at = now()
  from public.shipments stored cross join lateral private.carrier_of(stored, p_changes) named
  where shipment.id = stored.id and stored.id = any (p_shipment_ids);
  if p_changes ? 'fee' then
    update public.shipment_staff_facts set fee = (p_changes ->> 'fee')::numeric where shipment_id = any (p_shipment_ids);
  end if;
end
$$;

-- Records an event of shipments: a state, or null for an unknown state of the carrier.
create function private.note_on_shipments(
  p_shipment_ids uuid[], p_state public.shipment_state, p_note text default '',
  p_happened_at timestamptz default clock_timestamp(), p_carrier_state text default ''
) returns void
language sql security definer set search_path = '' as $$
  insert into public.shipment_events (tenant_id, shipment_id, state, carrier_state, note, happened_at)
  select shipment.tenant_id, shipment.id, p_state, left(p_carrier_state, 100), left(coalesce(p_note, ''), 500), p_happened_at
  from public.shipments shipment where shipment.id = any (p_shipment_ids)
  on conflict do nothing
$$;

-- Grants

grant execute on function
  public.is_packable, public.can_change_carrier, public.pack_order, public.pack_orders, public.change_shipment, public.change_shipments
to authenticated;
