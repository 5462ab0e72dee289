set local check_function_bodies = off;

DROP FUNCTION "private"."came_back_late"(public.shipments);

DROP FUNCTION "private"."open_pieces"(public.order_lines);

CREATE TABLE "public"."order_statuses" ("status" public.order_status NOT NULL, "step" smallint, "is_set_by_people" boolean NOT NULL, "is_void" boolean NOT NULL, "is_complete" boolean NOT NULL, CONSTRAINT "order_statuses_pkey" PRIMARY KEY (status), CONSTRAINT "order_statuses_step_key" UNIQUE (step));

ALTER TABLE "public"."order_statuses" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_statuses" OWNER TO "postgres";

CREATE TABLE "public"."shipment_states" ("state" public.shipment_state NOT NULL, "is_under_way" boolean NOT NULL, "is_outbound" boolean NOT NULL, "is_over" boolean NOT NULL, CONSTRAINT "shipment_states_pkey" PRIMARY KEY (state));

ALTER TABLE "public"."shipment_states" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."shipment_states" OWNER TO "postgres";

-- What is true of each status and state, which pages and functions read from here instead of lists of their own.
insert into public.order_statuses (status, step, is_set_by_people, is_void, is_complete) values
  ('awaiting_payment', null, false, false, false),
  ('pending', null, true, false, false),
  ('confirmed', 1, true, false, false),
  ('in_production', 2, true, false, false),
  ('partly_sent', null, false, false, false),
  ('shipped', 3, false, false, false),
  ('partly_delivered', null, false, false, false),
  ('delivered', 4, false, false, true),
  ('refused', null, false, true, true),
  ('return_requested', null, false, false, false),
  ('partly_returned', null, false, false, true),
  ('returned', null, false, true, true),
  ('cancelled', null, true, true, true);

insert into public.shipment_states (state, is_under_way, is_outbound, is_over) values
  ('packed', false, false, false),
  ('handed_over', true, true, false),
  ('in_transit', true, true, false),
  ('out_for_delivery', true, true, false),
  ('attempt_failed', true, true, false),
  ('delivered', false, false, true),
  ('returning', true, false, false),
  ('came_back', false, false, true),
  ('lost', false, false, true),
  ('cancelled', false, false, true);

CREATE OR REPLACE FUNCTION private.booking_refusal(p_parcel public.shipments)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when exists (
      select 1 from public.carrier_bookings booking
      where booking.shipment_id = p_parcel.id and booking.state in ('waiting', 'asked', 'booked', 'to_cancel')
    ) then private.refusal('parcel_booked',
      jsonb_build_object('carrier', coalesce(nullif(p_parcel.carrier_name, ''), p_parcel.carrier)))
    when p_parcel.state not in ('packed', 'handed_over') then private.refusal('parcel_not_here')
    when (select orders.is_test from public.orders where orders.id = p_parcel.order_id) then private.refusal('test_order_booked')
    when p_parcel.tracking_number is not null then private.refusal('parcel_numbered',
      jsonb_build_object('tracking_number', p_parcel.tracking_number))
  end
$function$;

ALTER FUNCTION "private"."booking_refusal"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.cash_under_way(p_order_id uuid, p_shipment_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(parcel.cash_due), 0) from public.shipments parcel
  where parcel.order_id = p_order_id and parcel.id is distinct from p_shipment_id
    and not private.is_over(parcel.state)
$function$;

CREATE OR REPLACE FUNCTION private.change_parcel(p_shipment_id uuid, p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_state public.shipment_state;
  v_name text;
begin
  select state, coalesce(nullif(carrier_name, ''), carrier) into v_state, v_name from public.shipments where id = p_shipment_id;
  if private.is_over(v_state) and (v_state <> 'delivered' or p_changes ? 'cash_due') then
    perform private.refuse('parcel_closed', jsonb_build_object('state', v_state));
  end if;
  if private.is_booked(p_shipment_id)
    and p_changes ?| '{carrier,carrier_name,tracking_number,tracking_url,cash_due}'::text[] then
    perform private.refuse('parcel_booked', jsonb_build_object('carrier', v_name));
  end if;
  perform private.write_on_parcel(p_shipment_id, p_changes);
end
$function$;

CREATE OR REPLACE FUNCTION private.derived_order_queues(p_order public.orders)
 RETURNS public.order_queue[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ready constant boolean := p_order.stage in ('confirmed', 'in_production');
  v_to_print boolean;
  v_to_pack boolean;
  v_states public.shipment_state[];
  v_on_the_way boolean;
  v_to_look_at boolean;
begin
  select
    bool_or(line.to_print > 0),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.refused and line.to_print = 0)
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(parcel) then 'attempt_failed' else parcel.state end),
    bool_or(private.is_on_the_way(parcel.state) and not private.is_unclear(parcel)),
    bool_or(parcel.state = 'came_back' and parcel.looked_at is null or public.came_back_late(parcel))
  into v_states, v_on_the_way, v_to_look_at
  from public.shipments parcel where parcel.order_id = p_order.id;
  return array_remove(array[
    case when private.waits_for_staff(p_order.status, p_order.payment_method)
      or p_order.status = 'awaiting_payment'
        and (private.has_transfer_to_check(p_order.id) or private.has_held_payment(p_order.id)) then 'to_confirm'::public.order_queue end,
    case when v_ready and v_to_print then 'to_print' end,
    case when v_ready and v_to_pack then 'to_pack' end,
    case when 'packed' = any (v_states) then 'to_hand_over' end,
    case when v_on_the_way then 'on_the_way' end,
    case when 'attempt_failed' = any (v_states) then 'attempt_failed' end,
    case when v_to_look_at then 'came_back' end,
    case when exists (
      select 1 from public.returns
      where returns.order_id = p_order.id and returns.state in ('requested', 'approved', 'on_the_way')
    ) then 'returns' end,
    case when exists (
      select 1 from public.refunds where refunds.order_id = p_order.id and refunds.state in ('due', 'failed')
    ) then 'to_give_back' end,
    case when p_order.at_courier > 0 then 'cash_outstanding' end
  ]::public.order_queue[], null);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_complete(p_status public.order_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_complete from public.order_statuses where status = p_status $function$;

ALTER FUNCTION "private"."is_complete"(public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_move_of(p_actor text, p_move public.order_status_transitions)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_actor = 'system' or p_actor = 'staff' and p_move.by_staff or p_actor = 'shopper' and p_move.by_shopper
$function$;

ALTER FUNCTION "private"."is_move_of"(text, public.order_status_transitions) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_on_the_way(p_state public.shipment_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select is_under_way and state <> 'attempt_failed' from public.shipment_states where state = p_state
$function$;

ALTER FUNCTION "private"."is_on_the_way"(public.shipment_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_outbound(p_state public.shipment_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_outbound from public.shipment_states where state = p_state $function$;

ALTER FUNCTION "private"."is_outbound"(public.shipment_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_over(p_state public.shipment_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_over from public.shipment_states where state = p_state $function$;

ALTER FUNCTION "private"."is_over"(public.shipment_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_still_true(p_message public.order_messages)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_message.kind
    when 'placed' then orders.status <> 'cancelled'
    when 'confirm' then orders.status = 'pending'
    when 'paid' then orders.status <> 'cancelled'
    when 'pieces_cancelled' then orders.status <> 'cancelled'
    when 'shipped' then private.is_outbound(parcel.state)
    when 'attempt_failed' then parcel.state = 'attempt_failed'
    when 'delivered' then parcel.state = 'delivered'
    when 'came_back' then parcel.state = 'came_back'
    when 'return_requested' then asked.state = 'requested'
    when 'return_answered' then asked.state <> 'received'
    when 'change_proposed' then edit.state = 'proposed'
    else true
  end
  from public.orders
  left join public.shipments parcel on parcel.id = p_message.about_id
  left join public.returns asked on asked.id = p_message.about_id
  left join public.order_edits edit on edit.id = p_message.about_id
  where orders.id = p_message.order_id
$function$;

CREATE OR REPLACE FUNCTION private.is_to_be_printed(p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.orders ordered join public.order_lines printed on printed.order_id = ordered.id
    where ordered.tenant_id = split_part(p_name, '/', 1) and ordered.user_id::text = split_part(p_name, '/', 2)
      and ordered.user_id = auth.uid()
      and not private.is_complete(ordered.status)
      and printed.customization #> '{design,elements}'
        @> jsonb_build_array(jsonb_build_object('source', 'designs:' || p_name))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_unclear(p_parcel public.shipments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_on_the_way(p_parcel.state) and (
    select event.state is null from public.shipment_events event
    where event.shipment_id = p_parcel.id order by event.created_at desc limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_void(p_status public.order_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_void from public.order_statuses where status = p_status $function$;

ALTER FUNCTION "private"."is_void"(public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.misses_payment(p_order public.orders)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not (
    p_order.payment_method = 'cash_on_delivery' and (p_order.stage <> 'awaiting_payment' or private.awaited_payment(p_order) = 0)
    or p_order.total = 0
    or p_order.charged > 0 and p_order.received - p_order.given_back >= p_order.charged
    or p_order.charged > 0 and p_order.received > p_order.given_back and p_order.stage <> 'awaiting_payment');
end
$function$;

ALTER FUNCTION "private"."misses_payment"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_pieces_of(p_order_id uuid)
 RETURNS private.piece_count[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(row(line.id, public.open_pieces(line))::private.piece_count order by line.position), '{}')
  from public.order_lines line
  where line.order_id = p_order_id and public.open_pieces(line) > 0
$function$;

CREATE OR REPLACE FUNCTION private.owed_by_transfer(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if public.due_by_transfer(p_order) = 0 then
    perform private.refuse('not_payable');
  end if;
  return public.due_by_transfer(p_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.payable_online(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_void(p_order.status) or p_order.payment_status = 'failed' then
    return 0;
  end if;
  return greatest(p_order.charged - p_order.received + p_order.given_back - coalesce((
    select sum(parcel.cash_due) from public.shipments parcel
    where parcel.order_id = p_order.id and private.is_outbound(parcel.state)
  ), 0) - private.held_for_order(p_order.id), 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_deletable(p_tenant_id text, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_open text;
begin
  if exists (
    select 1 from public.user_roles
    where user_id = p_user_id and (tenant_id = p_tenant_id or tenant_id is null) and role <> 'user'
  ) then
    perform private.refuse('staff_account');
  end if;
  select number into v_open from public.orders
  where user_id = p_user_id and tenant_id = p_tenant_id
    and (not private.is_complete(status) or payment_status = 'refund_due')
  order by created_at limit 1;
  if found then
    perform private.refuse('open_order', jsonb_build_object('number', v_open));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_editable(p_order public.orders, p_changes jsonb, p_add jsonb, p_pieces private.piece_count[], p_promised boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_goods constant boolean := p_add <> '[]' or cardinality(p_pieces) > 0;
  v_way constant boolean := p_changes ?| '{address,address_id,shipping_method,slot_id,slot_date}';
  v_lines record;
begin
  select sum(public.open_pieces(line)) as open, sum(line.packed) as packed, sum(line.sent) as sent,
    sum(line.quantity - line.cancelled - line.refused - line.returned) as kept
  into v_lines from public.order_lines line where line.order_id = p_order.id;
  if v_lines.open + v_lines.packed = 0 then
    perform private.refuse('edit_too_late');
  end if;
  if v_goods and p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' then
    perform private.refuse('edit_before_payment');
  end if;
  perform private.require_open_pieces(p_pieces, 'too_few_to_remove');
  if p_add = '[]' and v_lines.kept = coalesce((select sum(piece.quantity) from unnest(p_pieces) piece), 0) then
    perform private.refuse('edit_leaves_nothing');
  end if;
  if p_promised or private.order_actor(p_order) <> 'shopper' then
    return;
  end if;
  if v_way and v_lines.packed + v_lines.sent > 0 then
    perform private.refuse('edit_too_late', '{"reason": "packed"}');
  end if;
  perform private.require_swaps(p_order, p_add, p_pieces);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_move(p_order public.orders, p_status public.order_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := private.order_actor(p_order);
  v_move public.order_status_transitions;
begin
  select move.* into v_move from public.order_status_transitions move
  where move.from_status = p_order.status and move.to_status = p_status and private.is_move_of(v_actor, move);
  if not found and not (v_actor = 'staff' and private.takes_back(p_order, p_status)) then
    perform private.refuse('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', p_status));
  end if;
  if v_move.needs_payment then
    perform private.require_payment(p_order);
  end if;
  if p_status = 'cancelled' and v_actor = 'shopper' then
    perform private.refuse_cancelling(p_order);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_open_pieces(p_pieces private.piece_count[], p_code text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_short public.order_lines;
begin
  select line.* into v_short
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > public.open_pieces(line)
  order by line.position limit 1;
  if found then
    perform private.refuse(p_code, jsonb_strip_nulls(private.line_names(v_short) || jsonb_build_object(
      'open', public.open_pieces(v_short), 'packed', v_short.packed, 'order_line_id', v_short.id,
      'reason', case when v_short.packed > 0 then 'packed' end)));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_payment(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.misses_payment(p_order) then
    return;
  end if;
  if p_order.received > 0 and p_order.charged = 0 then
    perform private.refuse('payment_given_back');
  end if;
  perform private.refuse('payment_missing', jsonb_strip_nulls(jsonb_build_object(
    'reason', case p_order.payment_method when 'online' then 'online' end)));
end
$function$;

CREATE OR REPLACE FUNCTION private.take_parcels_back(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
begin
  for v_parcel in
    select parcel.* from public.shipments parcel
    where parcel.order_id = p_order.id and parcel.state <> 'packed'
      and (parcel.state = 'delivered' or not private.is_over(parcel.state))
    order by parcel.number
  loop
    if v_parcel.state <> 'handed_over' then
      perform private.refuse('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', 'in_production'));
    end if;
    perform private.move_parcel(v_parcel, 'packed');
    if v_parcel.created_at = v_parcel.handed_over_at then
      perform private.move_parcel(v_parcel, 'cancelled');
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.takes_handover_back(p_parcel public.shipments)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.seconds_to_take_back(p_parcel) > 0 and private.take_mail_back(p_parcel.order_id, 'shipped');
end
$function$;

CREATE OR REPLACE FUNCTION private.try_to_book(p_shipment_id uuid, p_carrier text, p_carrier_name text, p_district_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_booking public.carrier_bookings;
  v_refusal jsonb;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if v_booking.state in ('waiting', 'asked', 'booked') and v_booking.carrier = p_carrier then
    return '{}';
  end if;
  v_refusal := private.booking_refusal(v_parcel);
  if v_refusal is not null then
    return jsonb_build_object('refusal', v_refusal);
  elsif p_district_id is not null and not exists (
    select 1 from public.carrier_areas area
    where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
  ) then
    return jsonb_build_object('refusal', private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id)));
  end if;
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = p_shipment_id;
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  values (p_shipment_id, v_parcel.tenant_id, p_carrier, p_district_id, auth.uid())
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', attempts = 0, due_at = now(), problem = null, updated_at = now(),
    district_id = coalesce(excluded.district_id, case when v_booking.carrier = p_carrier then v_booking.district_id end),
    round = v_booking.round + case v_booking.state when 'cancelled' then 1 else 0 end;
  return '{}';
end
$function$;

CREATE OR REPLACE FUNCTION private.worth_to_pack(p_order public.orders, p_pieces private.piece_count[])
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select sum(
      private.line_worth(line, line.quantity - public.open_pieces(line) + piece.quantity)
        - private.line_worth(line, line.quantity - public.open_pieces(line)))
    from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  ) + case when exists (
    select 1 from public.shipments parcel
    where parcel.order_id = p_order.id and (parcel.state = 'delivered' or not private.is_over(parcel.state))
  ) then 0 else private.delivery_fee(p_order) end;
end
$function$;

CREATE OR REPLACE FUNCTION public.awaited_deposit(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_order.status = 'awaiting_payment' and p_order.payment_method = 'cash_on_delivery'
    then private.awaited_payment(p_order) else 0 end
$function$;

ALTER FUNCTION "public"."awaited_deposit"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.came_back_late(p_parcel public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_parcel.state = 'delivered' and coalesce((
    select event.state in ('returning', 'came_back') from public.shipment_events event
    where event.shipment_id = p_parcel.id order by event.created_at desc limit 1
  ), false)
$function$;

ALTER FUNCTION "public"."came_back_late"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.can_change_carrier(p_parcel public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not private.is_over(parcel.state) and not private.is_booked(parcel.id)
  from public.shipments parcel where parcel.id = p_parcel.id
$function$;

ALTER FUNCTION "public"."can_change_carrier"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.due_by_transfer(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_void(p_order.status) then 0
    when p_order.payment_method = 'bank_transfer' then public.owes(p_order)
    when p_order.status = 'awaiting_payment' and p_order.deposit > 0 then private.awaited_payment(p_order)
    else 0
  end
$function$;

ALTER FUNCTION "public"."due_by_transfer"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.due_holds(p_order_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 20)
 RETURNS TABLE(payment_id uuid, attempt_id uuid, tenant_id text, provider text, session_id text, authorization_id text, todo text, amount bigint, attempt integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  with due as (
    select payment.id, case
        when payment.capture_amount is not null then 'capture'
        when payment.is_to_release or payment.held_until < now() or private.is_void(orders.status)
          then 'release'
        else 'look'
      end as todo
    from public.payments payment join public.orders on orders.id = payment.order_id
    where payment.status = 'held' and (p_order_id is null or payment.order_id = p_order_id)
      and payment.looked_at < now() - case
        when payment.capture_amount is not null or payment.is_to_release or payment.held_until < now()
          or private.is_void(orders.status) then interval '20 seconds'
        else interval '1 hour'
      end
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update of payment skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning payment.id, coalesce(payment.attempt_id, payment.id), payment.tenant_id, payment.provider, payment.session_id,
    payment.authorization_id, due.todo, private.piastres(coalesce(payment.capture_amount, payment.held_amount)), payment.attempt;
end
$function$;

CREATE OR REPLACE FUNCTION public.due_online(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order.id;
  if v_order.id is null or private.order_actor(v_order) is null
    or v_order.payment_method <> 'online' and public.awaited_deposit(v_order) = 0 then
    return 0;
  end if;
  return least(private.payable_online(v_order), case when v_order.status = 'awaiting_payment'
    then greatest(private.awaited_payment(v_order) - private.held_for_order(v_order.id), 0) end);
end
$function$;

ALTER FUNCTION "public"."due_online"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.is_bookable(p_parcel public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.booking_refusal(parcel) is null from public.shipments parcel where parcel.id = p_parcel.id
$function$;

ALTER FUNCTION "public"."is_bookable"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.next_statuses(p_order public.orders)
 RETURNS public.order_status[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(move.to_status order by target.step, move.to_status), '{}')
  from public.orders
  join public.order_status_transitions move on move.from_status = orders.status
  join public.order_statuses target on target.status = move.to_status
  where orders.id = p_order.id and target.is_set_by_people and private.is_move_of(private.order_actor(orders), move)
    and not (move.needs_payment and private.misses_payment(orders))
$function$;

ALTER FUNCTION "public"."next_statuses"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.open_pieces(p_line public.order_lines)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_line.quantity - p_line.cancelled - p_line.packed - p_line.sent - p_line.refused
$function$;

ALTER FUNCTION "public"."open_pieces"(public.order_lines) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.owes(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select greatest(p_order.charged - p_order.received + p_order.given_back, 0)
$function$;

ALTER FUNCTION "public"."owes"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.parcels_to_track(p_every jsonb)
 RETURNS TABLE(tenant_id text, shipment_id uuid, carrier text, tracking_number text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  with silent as (
    select booking.shipment_id from public.carrier_bookings booking
    join public.shipments parcel on parcel.id = booking.shipment_id
    join jsonb_each_text(p_every) patience (carrier, seconds) on patience.carrier = booking.carrier
    where booking.state = 'booked' and parcel.tracking_number is not null
      and not private.is_over(parcel.state)
      and greatest(booking.looked_at, booking.updated_at, (
        select max(event.created_at) from public.shipment_events event
        where event.shipment_id = booking.shipment_id and event.carrier_state <> ''
      )) < now() - make_interval(secs => patience.seconds::double precision)
    order by booking.looked_at nulls first limit 100 for update of booking skip locked
  )
  update public.carrier_bookings booking set looked_at = now()
  from silent join public.shipments parcel on parcel.id = silent.shipment_id
  where booking.shipment_id = silent.shipment_id
  returning booking.tenant_id, booking.shipment_id, booking.carrier, parcel.tracking_number;
end
$function$;

CREATE OR REPLACE FUNCTION public.payment_to_start(p_order_id uuid, p_user_id uuid, p_provider text DEFAULT 'stripe'::text, p_method text DEFAULT 'card'::text, p_amount numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_due numeric;
  v_held numeric;
  v_amount numeric;
  v_payment public.payments;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders
  where orders.id = p_order_id and (p_user_id is null or orders.user_id = p_user_id) for update;
  if v_order.id is null then
    perform private.refuse('unknown_order');
  end if;
  if v_order.status = 'awaiting_payment' and v_order.reserved_until <= now() then
    perform private.refuse('reservation_over');
  end if;
  v_due := private.payable_online(v_order);
  v_held := private.held_for_order(p_order_id);
  if v_due = 0 or v_held > 0 and v_order.status = 'awaiting_payment' and private.awaited_payment(v_order) <= v_held then
    perform private.refuse('not_payable');
  elsif p_amount <= 0 or p_amount > v_due or p_amount <> round(p_amount, 2) then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_amount := coalesce(
    p_amount, case when v_order.status = 'awaiting_payment' then nullif(private.awaited_payment(v_order) - v_held, 0) end, v_due);
  perform private.require_payment_option(
    (select settings.payment from public.settings where settings.tenant_id = v_order.tenant_id),
    p_provider || '_' || p_method, v_amount);
  v_payment := private.open_attempt(v_order, p_provider, p_method, v_amount);
  return jsonb_build_object(
    'payment_id', v_payment.id, 'attempt', v_payment.attempt, 'tenant_id', v_order.tenant_id, 'order_id', v_order.id,
    'waits', v_order.status = 'awaiting_payment',
    'number', v_order.number, 'email', v_order.customer_email, 'name', v_order.customer_name,
    'phone', coalesce(v_order.address ->> 'phone', ''), 'amount', private.piastres(v_payment.amount),
    'currency', v_payment.currency, 'expires_at', extract(epoch from v_payment.expires_at)::bigint,
    'session_id', v_payment.session_id, 'session_url', v_payment.session_url
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.record_payment(p_order_id uuid, p_outcome text, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('record_payment', p_order_id, p_outcome, p_reference));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_open numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if v_order.payment_method = 'online' and not private.is_service() then
    perform private.refuse('provider_decides');
  end if;
  if p_outcome = 'paid' then
    v_open := case
      when v_order.status = 'cancelled' then v_order.total - v_order.received
      when v_order.status = 'awaiting_payment' then private.awaited_payment(v_order)
      else public.owes(v_order)
    end;
    if v_open > 0 then
      v_order := private.book_payment(v_order, v_open, p_reference, p_method => case
        when v_order.status = 'awaiting_payment' and v_order.payment_method = 'cash_on_delivery' then 'bank_transfer'::public.payment_method
      end);
    end if;
  elsif p_outcome = 'failed' then
    if v_order.status = 'awaiting_payment' then
      update public.orders set status = 'cancelled', payment_status = 'failed' where id = p_order_id;
      v_order := private.refresh_order(p_order_id);
    end if;
  elsif p_outcome = 'refunded' then
    if v_order.received > v_order.given_back then
      v_order := private.give_all_back(v_order, '');
    end if;
  else
    perform private.refuse('unknown_outcome');
  end if;
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$function$;

CREATE OR REPLACE FUNCTION public.seconds_to_take_back(p_parcel public.shipments)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_last public.shipment_events;
begin
  select * into v_last from public.shipment_events
  where shipment_id = p_parcel.id order by created_at desc limit 1;
  if v_last.state is distinct from 'handed_over' or v_last.actor_id is distinct from auth.uid() then
    return 0;
  end if;
  return greatest(extract(epoch from v_last.created_at + private.mail_hold() - clock_timestamp()), 0);
end
$function$;

ALTER FUNCTION "public"."seconds_to_take_back"(public.shipments) OWNER TO "postgres";

CREATE POLICY "Everybody reads what is true of an order's statuses" ON "public"."order_statuses" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Everybody reads what is true of a parcel's states" ON "public"."shipment_states" FOR SELECT TO "anon", "authenticated" USING (true);

REVOKE ALL ON FUNCTION "private"."booking_refusal"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."booking_refusal"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."booking_refusal"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_refusal"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_refusal"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_booked"(uuid) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_booked"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_complete"(public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_complete"(public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_complete"(public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_complete"(public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_move_of"(text, public.order_status_transitions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_move_of"(text, public.order_status_transitions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_move_of"(text, public.order_status_transitions) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_move_of"(text, public.order_status_transitions) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_on_the_way"(public.shipment_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_on_the_way"(public.shipment_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_on_the_way"(public.shipment_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_on_the_way"(public.shipment_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_outbound"(public.shipment_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_outbound"(public.shipment_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_outbound"(public.shipment_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_outbound"(public.shipment_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_over"(public.shipment_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_over"(public.shipment_state) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_over"(public.shipment_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_over"(public.shipment_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_over"(public.shipment_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_void"(public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_void"(public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_void"(public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_void"(public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mail_hold"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."mail_hold"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."misses_payment"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."misses_payment"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."misses_payment"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."misses_payment"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."awaited_deposit"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."awaited_deposit"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."awaited_deposit"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."awaited_deposit"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."awaited_deposit"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."came_back_late"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."came_back_late"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."came_back_late"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."came_back_late"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."came_back_late"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."can_change_carrier"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."can_change_carrier"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."can_change_carrier"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_change_carrier"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_change_carrier"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."due_by_transfer"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."due_by_transfer"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."due_by_transfer"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_by_transfer"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_by_transfer"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."due_online"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."due_online"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."due_online"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_online"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_online"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."is_bookable"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_bookable"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."is_bookable"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_bookable"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_bookable"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."next_statuses"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."next_statuses"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_statuses"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_statuses"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_statuses"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_pieces"(public.order_lines) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_pieces"(public.order_lines) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_pieces"(public.order_lines) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_pieces"(public.order_lines) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_pieces"(public.order_lines) TO "service_role";

REVOKE ALL ON FUNCTION "public"."owes"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."owes"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."owes"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."owes"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."owes"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."seconds_to_take_back"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_back"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."seconds_to_take_back"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_back"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_back"(public.shipments) TO "service_role";

GRANT SELECT ON TABLE "public"."order_statuses" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."order_statuses" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_statuses" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_statuses" TO "service_role";

GRANT SELECT ON TABLE "public"."shipment_states" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."shipment_states" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."shipment_states" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."shipment_states" TO "service_role";
