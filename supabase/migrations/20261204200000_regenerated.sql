set local check_function_bodies = off;

DROP FUNCTION "private"."book_delivery"(uuid);

DROP FUNCTION "private"."change_shipment"(uuid, jsonb);

DROP FUNCTION "private"."count_shipment"(uuid, integer, integer);

DROP FUNCTION "private"."deliver_order"(public.orders);

DROP FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text);

DROP FUNCTION "private"."move_shipment"(public.shipments, public.shipment_state, text, numeric, timestamp with time zone, text);

DROP FUNCTION "private"."note_on_shipment"(public.shipments, public.shipment_state, text, timestamp with time zone, text);

DROP FUNCTION "private"."pack"(public.orders, private.piece_count[], jsonb);

DROP FUNCTION "private"."recalculate_cash_due"(public.orders);

DROP FUNCTION "private"."refused_move"(uuid, public.order_status);

DROP FUNCTION "private"."require_open_pieces"(private.piece_count[], text);

DROP FUNCTION "private"."require_own_number"(public.shipments, text, text);

DROP FUNCTION "private"."require_payment"(public.orders);

DROP FUNCTION "private"."takes_handover_back"(public.shipments);

DROP FUNCTION "private"."try_to_change"(uuid, jsonb);

DROP FUNCTION "private"."try_to_decide"(uuid, boolean, text);

DROP FUNCTION "private"."try_to_inspect"(uuid);

DROP FUNCTION "private"."try_to_move"(uuid, public.shipment_state, text, numeric, timestamp with time zone);

DROP FUNCTION "private"."try_to_pack"(uuid, jsonb);

DROP FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way);

DROP FUNCTION "private"."write_on_shipment"(uuid, jsonb);

CREATE TYPE "private"."packing" AS ("order_id" uuid, "pieces" private.piece_count[], "shipment_id" uuid, "refusal" jsonb);

ALTER TYPE "private"."packing" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_carrier_event(p_shipment public.shipments, p_state public.shipment_state, p_carrier_state text, p_happened_at timestamp with time zone, p_note text, p_cash numeric)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := p_shipment;
begin
  if p_happened_at < (
    select max(event.happened_at) from public.shipment_events event
    where event.shipment_id = p_shipment.id and event.state is not null
  ) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_shipment.state and p_state <> 'attempt_failed' then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What was delivered stays so, with its money; that it came back all the same, a person looks into.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- What the carrier has was handed over.
  if p_shipment.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.book_moves(array[p_shipment.id], 'handed_over', p_happened_at => p_happened_at);
    select * into v_shipment from public.shipments where id = p_shipment.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_shipment.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_shipments(array[p_shipment.id], null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.book_moves(array[v_shipment.id], p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_deliveries(p_shipment_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_lines line set delivered = line.delivered + piece.quantity
  from (
    select part.order_line_id, sum(part.quantity) as quantity
    from public.shipment_lines part where part.shipment_id = any (p_shipment_ids) group by part.order_line_id
  ) piece
  where line.id = piece.order_line_id;
  update public.orders set delivered_at = greatest(orders.delivered_at, arrived.delivered_at)
  from (
    select shipment.order_id, max(shipment.delivered_at) as delivered_at
    from public.shipments shipment where shipment.id = any (p_shipment_ids) group by shipment.order_id
  ) arrived
  where orders.id = arrived.order_id;
  perform private.book_money(orders, 'cash_collected', shipment.cash_collected, jsonb_build_object('shipment_id', shipment.id),
    'cash_on_delivery')
  from public.shipments shipment join public.orders on orders.id = shipment.order_id
  where shipment.id = any (p_shipment_ids) order by shipment.order_id, shipment.number;
  perform private.settle_points(orders) from public.orders where orders.id = any (private.orders_of(p_shipment_ids));
end
$function$;

ALTER FUNCTION "private"."book_deliveries"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_moves(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_carrier_state text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.shipments set state = p_state, updated_at = now(),
    attempts = attempts + case p_state when 'attempt_failed' then 1 else 0 end,
    handed_over_at = case p_state when 'handed_over' then p_happened_at when 'packed' then null else handed_over_at end,
    delivered_at = case p_state when 'delivered' then p_happened_at else delivered_at end,
    cash_collected = case p_state when 'delivered' then coalesce(p_cash, cash_due) else cash_collected end,
    returned_to_sender_at = case when p_state in ('returned_to_sender', 'lost') then p_happened_at else returned_to_sender_at end,
    looked_at = case p_state when 'lost' then now() else looked_at end
  where id = any (p_shipment_ids);
  perform private.note_on_shipments(p_shipment_ids, p_state, p_note, p_happened_at, p_carrier_state);
  case p_state
    when 'handed_over' then perform private.count_shipments(p_shipment_ids, p_packed => -1, p_sent => 1);
    when 'packed' then perform private.count_shipments(p_shipment_ids, p_packed => 1, p_sent => -1);
    when 'cancelled' then perform private.count_shipments(p_shipment_ids, p_packed => -1, p_sent => 0);
    when 'delivered' then perform private.book_deliveries(p_shipment_ids);
    when 'returned_to_sender' then perform private.book_returns_to_sender(p_shipment_ids);
    when 'lost' then
      update public.shipment_lines set discarded = quantity where shipment_id = any (p_shipment_ids);
      perform private.book_returns_to_sender(p_shipment_ids);
    else null;
  end case;
end
$function$;

ALTER FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_returns_to_sender(p_shipment_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.book_return_to_sender(shipment) from public.shipments shipment
  where shipment.id = any (p_shipment_ids) order by shipment.order_id, shipment.number
$function$;

ALTER FUNCTION "private"."book_returns_to_sender"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.carrier_of(p_shipment public.shipments, p_changes jsonb, OUT carrier text, OUT carrier_name text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_changes ->> 'carrier_name' is null or p_changes ? 'carrier' then
    carrier := coalesce(p_changes ->> 'carrier', p_shipment.carrier);
    carrier_name := coalesce(btrim(p_changes ->> 'carrier_name'), p_shipment.carrier_name);
  else
    select named.carrier, named.carrier_name into carrier, carrier_name
    from private.carrier_named(p_shipment.tenant_id, p_changes ->> 'carrier_name') named;
  end if;
end
$function$;

ALTER FUNCTION "private"."carrier_of"(public.shipments, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.cash_to_collect(p_order public.orders, p_pieces private.piece_count[])
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(private.owed_at_door(p_order.id), case when exists (
    select 1 from public.order_lines line left join unnest(p_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order.id and public.open_pieces(line) > coalesce(piece.quantity, 0)
  ) then private.worth_to_pack(p_order, p_pieces) end)
$function$;

ALTER FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.change_shipment(p_shipment_id uuid, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."change_shipment"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_shipments(p_shipment_ids uuid[], p_packed integer, p_sent integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_lines line set
    packed = line.packed + p_packed * piece.quantity, sent = line.sent + p_sent * piece.quantity
  from (
    select part.order_line_id, sum(part.quantity) as quantity
    from public.shipment_lines part where part.shipment_id = any (p_shipment_ids) group by part.order_line_id
  ) piece
  where line.id = piece.order_line_id
$function$;

ALTER FUNCTION "private"."count_shipments"(uuid[], integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.create_refunds_of(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.make_owed_refunds(named.id) from (select id from unnest(p_order_ids) asked (id) order by id) named;
  perform private.refresh_orders(p_order_ids);
end
$function$;

ALTER FUNCTION "private"."create_refunds_of"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.deliver_order(p_order public.orders)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.book_moves(array(
    select shipment.id from public.shipments shipment
    where shipment.order_id = p_order.id and exists (
      select 1 from public.shipment_state_transitions
      where from_state = shipment.state and to_state = 'delivered'
    )
  ), 'delivered')
$function$;

ALTER FUNCTION "private"."deliver_order"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.derived_order(p_order public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  p_order.status := private.derived_order_status(p_order);
  p_order.payment_status := private.payment_status_of(
    p_order.payment_status, p_order.total, p_order.charged, p_order.received, p_order.given_back, p_order.at_carrier,
    exists (
      select 1 from public.refunds
      where refunds.order_id = p_order.id and private.is_open_refund(refunds.state)
    ));
  p_order.queues := private.derived_order_queues(p_order);
  return p_order;
end
$function$;

ALTER FUNCTION "private"."derived_order"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.excess_cash(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.cash_under_way(p_order.id, null) - (p_order.charged - p_order.received + p_order.given_back);
end
$function$;

ALTER FUNCTION "private"."excess_cash"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.fields_refusal(p_shipment public.shipments, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."fields_refusal"(public.shipments, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.make_owed_refunds(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb, p_reason text DEFAULT ''::text, p_lines jsonb DEFAULT NULL::jsonb, p_way public.refund_way DEFAULT NULL::public.refund_way, p_reference text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owed numeric := private.overpaid(p_order_id);
begin
  if v_owed < 0 then
    -- Less is owed than before, as when pieces are sent again.
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
    v_owed := private.overpaid(p_order_id);
  end if;
  if v_owed > 0 then
    perform private.make_refunds(p_order_id, v_owed, p_links, p_reason, coalesce(p_lines, private.unnamed_credits(p_order_id)),
      p_way, p_reference);
  end if;
end
$function$;

ALTER FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_in_sets(p_shipment_ids uuid[], p_state public.shipment_state, p_note text, p_cash numeric, p_happened_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_moving constant uuid[] := array(
    select shipment.id from public.shipments shipment
    where shipment.id = any (p_shipment_ids) and (shipment.state <> p_state or p_state = 'attempt_failed')
    order by shipment.order_id, shipment.id
  );
  v_staying constant uuid[] := array(select unnest(p_shipment_ids) except select unnest(v_moving));
  v_id uuid;
begin
  if p_note <> '' and cardinality(v_staying) > 0 then
    perform private.note_on_shipments(v_staying, p_state, p_note);
    perform private.refresh_orders(private.orders_of(v_staying));
  end if;
  if p_state not in ('returned_to_sender', 'lost') then
    perform private.book_moves(v_moving, p_state, p_note, p_cash, p_happened_at);
    perform private.create_refunds_of(private.orders_of(v_moving));
    return;
  end if;
  -- One after the other: each lowers its order's price, line by line, and has its own refund.
  foreach v_id in array v_moving loop
    perform private.book_moves(array[v_id], p_state, p_note, p_cash, p_happened_at);
    perform private.create_refunds_of(private.orders_of(array[v_id]));
  end loop;
end
$function$;

ALTER FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_one_by_pieces(p_order_id uuid, p_status public.order_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.move_by_pieces(orders, p_status, '', false) from public.orders
  where orders.id = p_order_id and orders.status <> p_status;
end
$function$;

ALTER FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_on_shipments(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_carrier_state text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.shipment_events (tenant_id, shipment_id, state, carrier_state, note, happened_at, actor_id)
  select shipment.tenant_id, shipment.id, p_state, left(p_carrier_state, 100), left(coalesce(p_note, ''), 500), p_happened_at,
    auth.uid()
  from public.shipments shipment where shipment.id = any (p_shipment_ids)
  on conflict do nothing
$function$;

ALTER FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.number_refusal(p_shipment public.shipments, p_carrier text, p_tracking_number text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refusal('tracking_number_taken',
    jsonb_build_object('tracking_number', p_tracking_number, 'number', orders.number))
  from public.shipments other join public.orders on orders.id = other.order_id
  where other.tenant_id = p_shipment.tenant_id and other.carrier = p_carrier and other.tracking_number = p_tracking_number
    and other.state <> 'cancelled' and other.id is distinct from p_shipment.id
$function$;

ALTER FUNCTION "private"."number_refusal"(public.shipments, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_pieces_refusal(p_pieces private.piece_count[], p_code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refusal(p_code, jsonb_strip_nulls(private.line_names(line) || jsonb_build_object(
    'open', public.open_pieces(line), 'packed', line.packed, 'order_line_id', line.id,
    'reason', case when line.packed > 0 then 'packed' end)))
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > public.open_pieces(line)
  order by line.position limit 1
$function$;

ALTER FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.orders_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before public.orders[];
  v_after public.orders[];
  v_cancelled uuid[];
  v_id uuid;
begin
  select array_agg(row(before.*)::public.orders order by after.id), array_agg(row(after.*)::public.orders order by after.id)
  into v_before, v_after
  from after join before using (id) where after.status <> before.status;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, from_status, to_status)
  select moved.tenant_id, moved.id, auth.uid(), private.order_actor(moved), moved.status, later.status
  from unnest(v_before) moved join unnest(v_after) later on later.id = moved.id order by moved.id;
  v_cancelled := array(
    select moved.id from unnest(v_after) moved
    where moved.status = 'cancelled' and private.derived_order_status(moved) <> 'cancelled' order by moved.id
  );
  -- One order's bookings lock in this order by themselves.
  if cardinality(v_cancelled) > 1 then
    perform private.lock_for_cancelling(v_cancelled);
  end if;
  foreach v_id in array v_cancelled loop
    perform private.cancel_whole_order(orders) from public.orders where orders.id = v_id;
  end loop;
  if cardinality(v_cancelled) > 0 then
    perform private.create_refunds_of(v_cancelled);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.orders_of(p_shipment_ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(distinct shipment.order_id), '{}') from public.shipments shipment where shipment.id = any (p_shipment_ids)
$function$;

ALTER FUNCTION "private"."orders_of"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pack(p_packings private.packing[], p_shipment jsonb)
 RETURNS private.packing[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."pack"(private.packing[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pack_open_pieces(p_order_ids uuid[], p_shipment jsonb)
 RETURNS private.packing[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pack_pieces(p_order_id uuid, p_pieces private.piece_count[], p_shipment jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_packed constant private.packing[] := private.pack(array[row(p_order_id, p_pieces, null, null)::private.packing], p_shipment);
begin
  perform private.raise_refusal((v_packed[1]).refusal);
  return (v_packed[1]).shipment_id;
end
$function$;

ALTER FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.packing_refusal(p_order public.orders, p_pieces private.piece_count[], p_shipment jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  if not private.is_confirmed(p_order.stage) then
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
$function$;

ALTER FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.raise_refusal(p_refusal jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_refusal is not null then
    perform private.refuse(p_refusal ->> 'code', nullif(p_refusal - '{code,message}'::text[], '{}'));
  end if;
end
$function$;

ALTER FUNCTION "private"."raise_refusal"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recalculate_cash_due(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select 1 from public.orders where orders.id = any (p_order_ids) and private.excess_cash(orders) > 0) then
    return;
  end if;
  update public.shipments shipment set cash_due = shipment.cash_due - excess.amount, updated_at = now()
  from (
    select packed.id, least(packed.cash_due, private.excess_cash(orders) - coalesce(sum(packed.cash_due) over (
      partition by packed.order_id order by packed.number desc rows between unbounded preceding and 1 preceding), 0)) as amount
    from public.orders join public.shipments packed on packed.order_id = orders.id and packed.state = 'packed'
    where orders.id = any (p_order_ids)
  ) excess
  where shipment.id = excess.id and excess.amount > 0;
end
$function$;

ALTER FUNCTION "private"."recalculate_cash_due"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refresh_order(p_order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  perform private.refresh_orders(array[p_order_id]);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_orders(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.recalculate_cash_due(p_order_ids);
  -- Whoever looks at an order is told, also of what these do not show.
  update public.orders set status = derived.status, payment_status = derived.payment_status, queues = derived.queues,
    updated_at = now()
  from public.orders stored cross join lateral private.derived_order(stored) derived
  where orders.id = stored.id and stored.id = any (p_order_ids) and orders.id = any (p_order_ids)
    and (derived.status, derived.payment_status, derived.queues, now())
      is distinct from (stored.status, stored.payment_status, stored.queues, stored.updated_at);
end
$function$;

ALTER FUNCTION "private"."refresh_orders"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refusal_of(p_statement text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  execute p_statement;
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

ALTER FUNCTION "private"."refusal_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_move(p_order public.orders, p_status public.order_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.raise_refusal(private.move_refusal(p_order, p_status));
  if p_status = 'cancelled' and private.order_actor(p_order) = 'shopper' then
    perform private.refuse_cancelling(p_order);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_open_pieces(p_pieces private.piece_count[], p_code text)
 RETURNS void
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.raise_refusal(private.open_pieces_refusal(p_pieces, p_code))
$function$;

ALTER FUNCTION "private"."require_open_pieces"(private.piece_count[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ship_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_open constant private.piece_count[] := private.open_pieces_of(p_order.id);
begin
  if cardinality(v_open) > 0 then
    perform private.pack_pieces(p_order.id, v_open, '{}');
  end if;
  perform private.book_moves(array(
    select shipment.id from public.shipments shipment where shipment.order_id = p_order.id and shipment.state = 'packed'
  ), 'handed_over');
end
$function$;

CREATE OR REPLACE FUNCTION private.shipment_move_refusal(p_shipment public.shipments, p_state public.shipment_state, p_cash numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_takes_back boolean;
begin
  if p_shipment.state = p_state and p_state <> 'attempt_failed' then
    return null;
  end if;
  select takes_back into v_takes_back from public.shipment_state_transitions
  where from_state = p_shipment.state and to_state = p_state;
  if v_takes_back is null or v_takes_back and public.seconds_to_take_back(p_shipment) = 0 then
    return private.refusal('shipment_move_not_allowed', jsonb_build_object('from', p_shipment.state, 'to', p_state));
  elsif p_cash < 0 or p_cash > p_shipment.cash_due or scale(trim_scale(p_cash)) > 2 then
    return private.refusal('too_much_cash', jsonb_build_object('most', p_shipment.cash_due));
  elsif v_takes_back and not private.take_mail_back(p_shipment.order_id, 'shipped') then
    return private.refusal('shipment_move_not_allowed', jsonb_build_object('from', p_shipment.state, 'to', p_state));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_shipments_back(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  for v_shipment in
    select shipment.* from public.shipments shipment
    where shipment.order_id = p_order.id and shipment.state <> 'packed'
      and (shipment.state = 'delivered' or not private.is_over(shipment.state))
    order by shipment.number
  loop
    if v_shipment.state <> 'handed_over' then
      perform private.refuse('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', 'in_production'));
    end if;
    perform private.book_moves(array[v_shipment.id], 'packed');
    if v_shipment.created_at = v_shipment.handed_over_at then
      perform private.book_moves(array[v_shipment.id], 'cancelled');
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_on_shipments(p_shipment_ids uuid[], p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."write_on_shipments"(uuid[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.carrier_booking_done(p_shipment_id uuid, p_outcome text, p_answer jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_booking public.carrier_bookings;
  v_problem constant jsonb := p_answer -> 'problem';
  v_shipment public.shipments;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment where shipment.id = p_shipment_id) for update;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if not found or not private.awaits_answer(v_booking.state) then
    return v_booking.state;
  end if;
  if p_outcome = 'booked' then
    perform private.raise_refusal(private.number_refusal(v_shipment, v_booking.carrier, p_answer ->> 'tracking_number'));
    update public.shipments set tracking_number = p_answer ->> 'tracking_number', tracking_url = p_answer ->> 'tracking_url',
      updated_at = now()
    where id = p_shipment_id;
  end if;
  update public.carrier_bookings set
    state = case
      -- Unpacked meanwhile: what was made for it is called off.
      when p_outcome = 'booked' and (v_booking.state = 'to_cancel' or v_shipment.state = 'cancelled') then 'to_cancel'
      when p_outcome in ('booked', 'failed', 'cancelled') then p_outcome else v_booking.state::text
    end::public.carrier_booking_state,
    cash = case when p_outcome in ('failed', 'cancelled') then null else cash end,
    problem = case when p_outcome in ('failed', 'again') then private.carrier_problem(v_problem) end,
    carrier_reference = coalesce(p_answer ->> 'carrier_reference', carrier_reference),
    updated_at = now()
  where shipment_id = p_shipment_id returning * into v_booking;
  if v_booking.state = 'to_cancel' and p_outcome = 'booked' then
    perform private.add_job('book_shipment', p_shipment_id::text, p_tenant_id => v_booking.tenant_id);
  end if;
  perform private.refresh_order(v_shipment.order_id);
  return v_booking.state;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_order_statuses(p_order_ids uuid[], p_status public.order_status, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_id uuid, refusal jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
  v_moves private.order_move[];
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('change_order_statuses', p_order_ids, p_status));
begin
  if v_answer is null then
    perform private.require_selection(p_order_ids);
    v_ids := private.lock_orders_for_staff(p_order_ids);
    if cardinality(v_ids) = 0 then
      perform private.refuse('unknown_order');
    end if;
    perform private.lock_for_cancelling(v_ids);
    v_moves := array(
      select row(named.id, case when orders.id is null then private.refusal('unknown_order')
        when orders.status <> p_status then private.move_refusal(orders, p_status) end,
        orders.status <> p_status and private.is_move_of_stage(orders.status, p_status))::private.order_move
      from (select distinct asked.id from unnest(p_order_ids) asked (id)) named
      left join public.orders on orders.id = named.id and orders.id = any (v_ids)
      order by named.id
    );
    update public.orders set status = p_status where orders.id in (
      select move.order_id from unnest(v_moves) move where move.refusal is null and move.is_of_stage
    );
    v_answer := coalesce((
      select jsonb_agg(jsonb_build_object('order_id', move.order_id, 'refusal', case
        when move.refusal is not null or move.is_of_stage then move.refusal
        else private.refusal_of(format('select private.move_one_by_pieces(%L, %L)', move.order_id, p_status))
        end) order by move.order_id)
      from unnest(v_moves) move
    ), '[]');
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select answer.order_id, nullif(answer.refusal, 'null')
    from jsonb_to_recordset(v_answer) answer (order_id uuid, refusal jsonb);
end
$function$;

CREATE OR REPLACE FUNCTION public.change_shipment(p_shipment_id uuid, p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.change_shipments(p_shipment_ids uuid[], p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.decide_returns(p_return_ids uuid[], p_approve boolean, p_answer text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.return_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('decide_returns', p_return_ids, p_approve, p_answer));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_return_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.returns asked where asked.id = any (p_return_ids)), 'returns.decide');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_return');
    end if;
    perform private.lock_for_booking(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'return_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_return')
        else private.refusal_of(format('select public.decide_return(%L, %L, %L)', named.id, p_approve, p_answer)) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_return_ids) asked (id)
        left join public.returns found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.return_outcome, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.inspect_shipments(p_shipment_ids uuid[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('inspect_shipments', p_shipment_ids));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_for_booking(array(select asked.order_id from unnest(v_outcomes) asked));
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', asked.order_id, 'shipment_id', asked.shipment_id, 'refusal',
        coalesce(asked.refusal, private.refusal_of(format('select public.inspect_shipment(%L)', asked.shipment_id)))))
      from unnest(v_outcomes) asked
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_orders_printed(p_order_ids uuid[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('mark_orders_printed', p_order_ids));
  v_orders uuid[];
  v_line_ids uuid[] := array(select (line.id #>> '{}')::uuid from jsonb_array_elements(v_first) line (id));
begin
  if v_first is null then
    v_orders := private.lock_orders_for_staff(p_order_ids, 'orders.print');
    with waiting as (
      select line.id, line.to_print from public.order_lines line where line.order_id = any (v_orders) and line.to_print > 0
    ), printed as (
      update public.order_lines line set printed = line.printed + waiting.to_print from waiting where line.id = waiting.id
      returning line.id, line.tenant_id, waiting.to_print
    ), noted as (
      insert into public.print_runs (tenant_id, order_line_id, quantity, actor_id)
      select printed.tenant_id, printed.id, printed.to_print, auth.uid() from printed
    )
    select coalesce(array_agg(printed.id), '{}') into v_line_ids from printed;
    perform private.refresh_orders(array(
      select distinct line.order_id from public.order_lines line where line.id = any (v_line_ids)));
    perform private.store_idempotent_result(p_request_id, to_jsonb(v_line_ids));
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_printed(p_lines jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line_ids constant uuid[] := private.ids_in(p_lines, 'order_line_id');
  v_orders uuid[];
begin
  if not private.is_repeated(p_request_id, jsonb_build_array('mark_printed', p_lines, p_reason)) then
    v_orders := private.lock_orders_for_staff(array(
      select line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ), 'orders.print');
    perform private.mark_line_printed(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_orders(v_orders);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_shipments(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric, p_happened_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'move_shipments', p_shipment_ids, p_state, p_note, p_cash, p_happened_at));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    if p_happened_at > now() + interval '5 minutes' then
      perform private.refuse('not_yet');
    end if;
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_points_of(array(select distinct asked.order_id from unnest(v_outcomes) asked where asked.order_id is not null));
    v_outcomes := array(
      select row(asked.order_id, asked.shipment_id, coalesce(asked.refusal, private.shipment_move_refusal(shipment, p_state, p_cash)))
        ::public.shipment_outcome
      from unnest(v_outcomes) with ordinality asked (order_id, shipment_id, refusal, place)
      left join public.shipments shipment on shipment.id = asked.shipment_id
      order by asked.place
    );
    perform private.move_in_sets(array(select asked.shipment_id from unnest(v_outcomes) asked where asked.refusal is null),
      p_state, p_note, p_cash, coalesce(p_happened_at, clock_timestamp()));
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.pack_order(p_order_id uuid, p_lines jsonb DEFAULT NULL::jsonb, p_shipment jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.pack_orders(p_order_ids uuid[], p_shipment jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.print_again(p_lines jsonb, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line_ids constant uuid[] := private.ids_in(p_lines, 'order_line_id');
  v_orders uuid[];
begin
  if not private.is_repeated(p_request_id, jsonb_build_array('print_again', p_lines, p_reason)) then
    v_orders := private.lock_orders_for_staff(array(
      select line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ), 'orders.print');
    perform private.print_line_again(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_orders(v_orders);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

CREATE OR REPLACE FUNCTION public.send_refunds(p_refund_ids uuid[], p_way public.refund_way, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.refund_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('send_refunds', p_refund_ids, p_way));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_refund_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.refunds asked where asked.id = any (p_refund_ids)), 'money.refund');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_refund');
    end if;
    perform private.lock_credit_of(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'refund_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_refund')
        else private.refusal_of(format('select public.send_refund(%L, %L)', named.id, p_way)) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_refund_ids) asked (id)
        left join public.refunds found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.refund_outcome, v_answer);
end
$function$;

REVOKE ALL ON FUNCTION "private"."book_deliveries"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_deliveries"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_deliveries"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_deliveries"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_returns_to_sender"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_returns_to_sender"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_returns_to_sender"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_returns_to_sender"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."carrier_of"(public.shipments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carrier_of"(public.shipments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_of"(public.shipments, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_of"(public.shipments, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."change_shipment"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_shipment"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_shipment"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_shipment"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_shipments"(uuid[], integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_shipments"(uuid[], integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_shipments"(uuid[], integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_shipments"(uuid[], integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."create_refunds_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_refunds_of"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_refunds_of"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_refunds_of"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."deliver_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deliver_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."derived_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derived_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."derived_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."derived_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."excess_cash"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."excess_cash"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."excess_cash"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."excess_cash"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."fields_refusal"(public.shipments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fields_refusal"(public.shipments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fields_refusal"(public.shipments, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."fields_refusal"(public.shipments, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."number_refusal"(public.shipments, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_refusal"(public.shipments, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."number_refusal"(public.shipments, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."number_refusal"(public.shipments, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."orders_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_of"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_of"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_of"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pack"(private.packing[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pack"(private.packing[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack"(private.packing[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack"(private.packing[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."raise_refusal"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."raise_refusal"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."raise_refusal"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."raise_refusal"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recalculate_cash_due"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recalculate_cash_due"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recalculate_cash_due"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."recalculate_cash_due"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refresh_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_orders"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_orders"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_orders"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refusal_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_open_pieces"(private.piece_count[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_open_pieces"(private.piece_count[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_pieces"(private.piece_count[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_pieces"(private.piece_count[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_on_shipments"(uuid[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_on_shipments"(uuid[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_on_shipments"(uuid[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_on_shipments"(uuid[], jsonb) TO "service_role";
