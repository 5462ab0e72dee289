set local check_function_bodies = off;

DROP FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, jsonb, private.cash_terms);

DROP FUNCTION "private"."order_status_of"(public.order_status, bigint, bigint, bigint, bigint, bigint, bigint, boolean);

CREATE OR REPLACE FUNCTION private.awaits_answer(p_state public.carrier_booking_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select awaits_answer from private.carrier_booking_states where state = p_state
$function$;

ALTER FUNCTION "private"."awaits_answer"(public.carrier_booking_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.awaits_pieces(p_state public.return_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select awaits_pieces from public.return_states where state = p_state $function$;

ALTER FUNCTION "private"."awaits_pieces"(public.return_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book(p_shipment_id uuid, p_carrier text, p_carrier_name text, p_district_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_booking public.carrier_bookings;
  v_refusal jsonb;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if v_booking.carrier = p_carrier and private.is_booked(p_shipment_id) then
    update private.jobs failed set attempts = 0, run_at = now()
    where failed.kind = 'book_shipment' and failed.key = p_shipment_id::text and private.has_failed(failed);
    return null;
  end if;
  v_refusal := private.booking_refusal(v_shipment);
  if v_refusal is not null then
    return v_refusal;
  elsif p_district_id is not null and not exists (
    select 1 from public.carrier_areas area
    where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
  ) then
    return private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id));
  end if;
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = p_shipment_id;
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  values (p_shipment_id, v_shipment.tenant_id, p_carrier, p_district_id, auth.uid())
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', problem = null, updated_at = now(),
    district_id = coalesce(excluded.district_id, case when v_booking.carrier = p_carrier then v_booking.district_id end),
    round = v_booking.round + case v_booking.state when 'cancelled' then 1 else 0 end;
  perform private.add_job('book_shipment', p_shipment_id::text, p_tenant_id => v_shipment.tenant_id);
  return null;
end
$function$;

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
    perform private.note_on_shipment(p_shipment, p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_shipment.state and p_state <> 'attempt_failed' then
    perform private.note_on_shipment(p_shipment, p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What was delivered stays so, with its money; that it came back all the same, a person looks into.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) then
    perform private.note_on_shipment(p_shipment, p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- What the carrier has was handed over.
  if p_shipment.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.move_shipment(p_shipment, 'handed_over', p_happened_at => p_happened_at);
    select * into v_shipment from public.shipments where id = p_shipment.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_shipment.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_shipment(p_shipment, null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.move_shipment(v_shipment, p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_payment(p_order public.orders, p_amount numeric, p_reference text, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method constant public.payment_method := case
    when p_links ? 'payment_id' then 'online' else coalesce(p_method, p_order.payment_method) end;
begin
  if v_method = 'bank_transfer' then
    perform private.require_new_transfer(p_order.tenant_id, p_reference);
  end if;
  perform private.book_money(p_order, 'received', p_amount, p_links, v_method, p_reference);
  update public.orders set
    payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference),
    stage = case
      when stage = 'awaiting_payment' and status <> 'cancelled' and private.awaited_payment(orders) = 0
        then 'confirmed'::public.order_stage
      else stage
    end
  where orders.id = p_order.id;
  if p_order.status = 'cancelled' then
    perform private.remark_on_order(p_order, 'paid_after_cancelling');
  end if;
  return private.create_due_refunds(p_order.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.book_refund_event(p_order public.orders, p_payment public.payments, p_outcome text, p_refund_id uuid, p_reference text, p_amount bigint, p_is_of_page boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
  v_part record;
begin
  select refunds.* into v_refund from public.refunds
  where refunds.order_id = p_order.id and (
    refunds.id = p_refund_id or refunds.reference = p_reference
    -- Not every provider says whose refund it announces, and its announcement may come before its answer.
    or p_refund_id is null and refunds.payment_id = p_payment.id and refunds.amount = private.pounds(p_amount) and (
      refunds.state = 'sending' and refunds.reference = ''
      -- Found by what went back in all, before the provider said what it calls it.
      or refunds.state = 'sent' and refunds.reference like p_payment.transaction_id || ':%'))
  order by (refunds.id = p_refund_id) desc nulls last, (refunds.reference = p_reference) desc limit 1 for update;
  if v_refund.id is null and p_outcome = 'refunded' and p_amount > 0 then
    for v_part in select * from private.parts_gone_back(p_payment, p_amount, p_is_of_page) loop
      perform private.book_refund_elsewhere(p_order.id, v_part.payment, private.pounds(v_part.amount), p_reference);
    end loop;
    if found then
      return 'booked';
    end if;
    perform private.note_mismatch(p_order, p_outcome, p_amount, p_payment.currency);
    perform private.list_payment_difference(p_payment, 'other_amount', p_reference, p_amount, null, p_payment.currency);
    return 'mismatch';
  elsif p_outcome = 'refunded' and v_refund.state <> 'sent' then
    perform private.refund_sent(v_refund.id, p_reference);
  elsif p_outcome = 'refunded' and v_refund.reference <> p_reference
    and v_refund.reference like p_payment.transaction_id || ':%' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
    return 'late';
  elsif p_outcome = 'refund_pending' and v_refund.state = 'sending' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
  elsif p_outcome = 'refund_failed' and exists (
    select 1 from public.refund_state_transitions where from_state = v_refund.state and to_state = 'failed'
  ) then
    if v_refund.state = 'sent' then
      perform private.book_money(p_order, 'given_back', -v_refund.amount, jsonb_build_object('refund_id', v_refund.id),
        p_reference => v_refund.reference);
    end if;
    update public.refunds set state = 'failed', attempt = attempt + 1, reference = '', sent_at = null, updated_at = now()
    where refunds.id = v_refund.id;
    perform private.remark_on_order(p_order, 'refund_failed', p_internal => true);
    perform private.owe_unsendable_anew(p_payment);
  else
    return 'late';
  end if;
  perform private.create_due_refunds(p_order.id);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.booking_move_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  assert exists (
    select 1 from private.carrier_booking_state_transitions where from_state = old.state and to_state = new.state
  ), format('A booking that is %s cannot become %s', old.state, new.state);
  return new;
end
$function$;

ALTER FUNCTION "private"."booking_move_checked"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.booking_refusal(p_shipment public.shipments)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when exists (
      select 1 from public.carrier_bookings booking
      join private.carrier_booking_states facts on facts.state = booking.state
      where booking.shipment_id = p_shipment.id and (facts.is_booked or facts.is_at_carrier)
    ) then private.refusal('shipment_booked',
      jsonb_build_object('carrier', coalesce(nullif(p_shipment.carrier_name, ''), p_shipment.carrier)))
    when p_shipment.state not in ('packed', 'handed_over') then private.refusal('shipment_not_here')
    when (select orders.is_test from public.orders where orders.id = p_shipment.order_id) then private.refusal('test_order_booked')
    when p_shipment.tracking_number is not null then private.refusal('shipment_numbered',
      jsonb_build_object('tracking_number', p_shipment.tracking_number))
  end
$function$;

CREATE OR REPLACE FUNCTION private.call_booking_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.carrier_bookings booking set state = move.to_state, problem = null, updated_at = now()
  from private.carrier_booking_state_transitions move
  where booking.shipment_id = new.id and move.from_state = booking.state and move.by_unpacking;
  if exists (
    select 1 from public.carrier_bookings booking where booking.shipment_id = new.id and booking.state = 'to_cancel'
  ) then
    -- A process that asks the carrier right now knows first what there is to call off.
    perform private.add_job('book_shipment', new.id::text, p_tenant_id => new.tenant_id, p_run_at => now() + case when exists (
      select 1 from private.jobs job
      where job.kind = 'book_shipment' and job.key = new.id::text and private.is_taken(job)
    ) then interval '2 minutes' else interval '0' end);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.decline_returns(p_order public.orders, p_answer text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.returns set state = 'declined', answer = p_answer, decided_at = now(), updated_at = now()
  where order_id = p_order.id and private.is_open_return(state) and replacement_order_id is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.derived_order_queues(p_order public.orders)
 RETURNS public.order_queue[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ready constant boolean := private.is_confirmed(p_order.stage);
  v_to_print boolean;
  v_to_pack boolean;
  v_states public.shipment_state[];
  v_on_the_way boolean;
  v_to_look_at boolean;
begin
  select
    bool_or(line.to_print > 0),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.returned_to_sender and line.to_print = 0)
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(shipment) then 'attempt_failed' else shipment.state end),
    bool_or(private.is_on_the_way(shipment.state) and not private.is_unclear(shipment)),
    bool_or(shipment.state = 'returned_to_sender' and shipment.looked_at is null or public.returned_to_sender_late(shipment))
  into v_states, v_on_the_way, v_to_look_at
  from public.shipments shipment where shipment.order_id = p_order.id;
  return array_remove(array[
    case when private.waits_for_staff(p_order.status, p_order.payment_method)
      or p_order.status = 'awaiting_payment'
        and (private.has_transfer_to_check(p_order.id) or private.has_held_payment(p_order.id)) then 'to_confirm'::public.order_queue end,
    case when v_ready and v_to_print then 'to_print' end,
    case when v_ready and v_to_pack then 'to_pack' end,
    case when 'packed' = any (v_states) then 'to_hand_over' end,
    case when v_on_the_way then 'on_the_way' end,
    case when 'attempt_failed' = any (v_states) then 'attempt_failed' end,
    case when v_to_look_at then 'returned_to_sender' end,
    case when exists (
      select 1 from public.returns
      where returns.order_id = p_order.id and private.is_open_return(returns.state)
    ) then 'returns' end,
    case when exists (
      select 1 from public.refunds where refunds.order_id = p_order.id and private.refund_waits_for_staff(refunds.state)
    ) then 'to_give_back' end,
    case when p_order.at_carrier > 0 then 'cash_outstanding' end
  ]::public.order_queue[], null);
end
$function$;

CREATE OR REPLACE FUNCTION private.derived_order_status(p_order public.orders)
 RETURNS public.order_status
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select private.order_status_of(
      p_order.stage, coalesce(sum(quantity), 0), coalesce(sum(cancelled), 0), coalesce(sum(returned_to_sender), 0), coalesce(sum(sent), 0),
      coalesce(sum(delivered), 0), coalesce(sum(returned), 0),
      exists (
        select 1 from public.returns
        where returns.order_id = p_order.id and private.is_open_return(returns.state)
          -- Pieces that others were sent for stay sold.
          and returns.replacement_order_id is null
      ))
    from public.order_lines where order_lines.order_id = p_order.id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_slot public.delivery_slots, p_cash private.cash_terms, p_placed_by uuid DEFAULT NULL::uuid, p_is_test boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method text := p_order ->> 'payment_method';
  v_open constant bigint := p_priced.total - p_priced.credit_used;
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
  v_stage constant public.order_stage := case
    when v_open = 0 or v_method = 'cash_on_delivery' and p_cash.requirement <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  v_status constant public.order_status := private.status_of_stage(v_stage);
  v_order public.orders;
begin
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id, discount_code,
    customer_name, customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, channel, manual_discount,
    tax_rate, cash_requirement, cash_reasons, confirm_until, deposit, days_from, days_to, is_test
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_stage,
    case when private.waits_for_staff(v_status, v_method::public.payment_method) then '{to_confirm}'::public.order_queue[]
      else '{}' end,
    v_method::public.payment_method,
    case when v_open = 0 then 'paid' when p_priced.credit_used > 0 then 'partly_paid' else 'unpaid' end::public.payment_status,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(p_priced.subtotal), private.pounds(p_priced.discount), private.pounds(p_priced.shipping),
    p_priced.points_used, private.pounds(p_priced.points_value), private.pounds(p_priced.total),
    private.pounds(p_priced.total), private.pounds(p_priced.credit_used), p_priced.points_earned,
    p_priced.discount_id, p_priced.discount_code,
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, p_address,
    p_slot.id, case when p_slot.id is not null then (p_order ->> 'slot_date')::date end, p_slot.from_time, p_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case
      when v_stage = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_stage = 'awaiting_payment' and v_method = 'cash_on_delivery' then p_cash.confirm_until
    end,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), private.vat_rate(p_priced.settings),
    p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test
  ) returning * into v_order;
  perform private.store_order_key(v_order, p_order ->> 'idempotency_key', p_order);
  perform private.write_staff_facts(
    v_order.id, p_placed_by, left(p_order #>> '{manual_discount,reason}', 500), p_cash.overruled);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_replacement(p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method, p_fee numeric, p_rate private.shipping_rate, p_stage public.order_stage, p_key text, p_document jsonb, p_cash private.cash_terms)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_problem private.priced_line;
  v_goods constant numeric := private.pounds(private.goods_of(p_lines));
  v_new public.orders;
begin
  select wrong.* into v_problem from unnest(p_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, tax_rate,
    days_from, days_to, cash_requirement, cash_reasons, confirm_until, deposit, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, private.status_of_stage(p_stage), p_stage,
    case when private.waits_for_staff(private.status_of_stage(p_stage), p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when v_goods + p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, v_goods, p_fee,
    v_goods + p_fee, v_goods + p_fee, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case
      when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes'
      when p_stage = 'awaiting_payment' and p_method = 'cash_on_delivery' then p_cash.confirm_until
    end, (select private.vat_rate(settings) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_cash.requirement, p_cash.reasons, p_cash.confirm_until, p_cash.deposit, p_old.is_test
  ) returning * into v_new;
  perform private.store_order_key(v_new, p_key, p_document);
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$function$;

ALTER FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_booked(p_shipment_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.carrier_bookings booking
    join private.carrier_booking_states facts on facts.state = booking.state
    where booking.shipment_id = p_shipment_id and facts.is_booked
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_confirmed(p_stage public.order_stage)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p_stage in ('confirmed', 'in_production') $function$;

ALTER FUNCTION "private"."is_confirmed"(public.order_stage) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_going_back(p_state public.shipment_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_going_back from public.shipment_states where state = p_state $function$;

ALTER FUNCTION "private"."is_going_back"(public.shipment_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_move_of_stage(p_from public.order_status, p_to public.order_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.is_set_by_people(p_to) and (p_to <> 'in_production' or p_from = 'confirmed')
$function$;

CREATE OR REPLACE FUNCTION private.is_set_by_people(p_status public.order_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_set_by_people from public.order_statuses where status = p_status $function$;

ALTER FUNCTION "private"."is_set_by_people"(public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_status_of(p_stage public.order_stage, p_pieces bigint, p_cancelled bigint, p_refused bigint, p_sent bigint, p_delivered bigint, p_returned bigint, p_return_open boolean)
 RETURNS public.order_status
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_pieces > 0 and p_cancelled = p_pieces then 'cancelled'
    when p_pieces > 0 and p_cancelled + p_refused = p_pieces then 'returned_to_sender'
    when p_return_open then 'return_requested'
    when p_delivered > 0 and p_cancelled + p_refused + p_delivered < p_pieces then 'partly_delivered'
    when p_returned > 0 and p_returned = p_delivered then 'returned'
    when p_returned > 0 then 'partly_returned'
    when p_delivered > 0 then 'delivered'
    when p_sent > 0 and p_cancelled + p_refused + p_sent = p_pieces then 'shipped'
    when p_sent > 0 then 'partly_sent'
    else private.status_of_stage(p_stage)
  end
$function$;

ALTER FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_transition_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  new.reserved_until := null;
  if new.status = private.derived_order_status(new) then
    return new;
  end if;
  perform private.require_move(old, new.status);
  if old.status = private.status_of_stage(old.stage) and new.status <> 'cancelled' and private.is_set_by_people(new.status) then
    new.stage := new.status::text::public.order_stage;
    if new.status = 'pending' then
      new.confirmed_at := null;
      new.confirmed_by := null;
    elsif old.status = 'pending' and new.confirm_until is not null then
      new.confirmed_at := now();
      new.confirmed_by := coalesce(new.confirmed_by, 'staff');
    end if;
    new.queues := private.derived_order_queues(new);
  elsif new.status = 'cancelled' then
    new.queues := '{}';
  else
    perform private.refuse('move_by_shipment', jsonb_build_object('to', new.status));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.pack(p_order public.orders, p_pieces private.piece_count[], p_shipment jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_worth numeric;
begin
  if not private.is_confirmed(p_order.stage) then
    perform private.refuse('not_confirmed');
  end if;
  perform private.require_payment(p_order);
  perform private.require_open_pieces(p_pieces, 'too_few_to_pack');
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_pack');
  end if;
  v_worth := private.worth_to_pack(p_order, p_pieces);
  update public.order_lines line set packed = line.packed + piece.quantity
  from unnest(p_pieces) piece where line.id = piece.order_line_id;
  insert into public.shipments (tenant_id, order_id, number, cash_due)
  select p_order.tenant_id, p_order.id, coalesce(max(earlier.number), 0) + 1,
    -- The last shipment takes the rest.
    least(private.owed_at_door(p_order.id), case when cardinality(private.open_pieces_of(p_order.id)) > 0 then v_worth end)
  from public.shipments earlier where earlier.order_id = p_order.id
  returning * into v_shipment;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select p_order.tenant_id, v_shipment.id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  perform private.note_on_shipment(v_shipment, 'packed');
  perform private.write_on_shipment(v_shipment.id, p_shipment);
  return v_shipment.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_order(p_order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before public.orders;
  v_order public.orders;
begin
  select orders.* into v_before from public.orders where orders.id = p_order_id;
  v_order := v_before;
  v_order.status := private.derived_order_status(v_order);
  v_order.payment_status := private.payment_status_of(
    v_order.payment_status, v_order.total, v_order.charged, v_order.received, v_order.given_back, v_order.at_carrier,
    exists (
      select 1 from public.refunds
      where refunds.order_id = p_order_id and private.is_open_refund(refunds.state)
    ));
  v_order.queues := private.derived_order_queues(v_order);
  perform private.recalculate_cash_due(v_order);
  -- Whoever looks at the order is told, also of what these do not show.
  if (v_order.status, v_order.payment_status, v_order.queues, now())
    is distinct from (v_before.status, v_before.payment_status, v_before.queues, v_before.updated_at) then
    update public.orders set status = v_order.status, payment_status = v_order.payment_status, queues = v_order.queues,
      updated_at = now()
    where orders.id = p_order_id returning * into v_order;
  end if;
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_stock_share(p_demand private.order_demand)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_client constant text := private.request_client();
  v_held uuid[];
  v_line record;
begin
  if private.is_proven_person(p_demand.tenant_id, p_demand.user_id) or exists (
    select 1 from public.staff_settings where tenant_id = p_demand.tenant_id and unpaid_pieces_limit is null
  ) then
    return;
  end if;
  v_held := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and not private.is_confirmed(stage)
    union
    select orders.id from private.order_clients asked join public.orders on orders.id = asked.order_id
    where asked.tenant_id = p_demand.tenant_id and asked.client = v_client
      and private.keeps_unpaid_goods(orders.payment_status, orders.status) and not private.is_confirmed(orders.stage)
      and not private.is_proven_person(orders.tenant_id, orders.user_id)
  );
  select wanted.product_id, wanted.line, wanted.name, share.pieces, share.pieces - held.others as available into v_line
  from (
    select asked.product_id, asked.variant_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.variant_id is not null group by asked.product_id, asked.variant_id
  ) wanted
  join public.product_variants variant on variant.id = wanted.variant_id
  cross join lateral (
    select coalesce(sum(quantity - cancelled - returned_to_sender), 0) as pieces,
      coalesce(sum(quantity - cancelled - returned_to_sender) filter (where order_id is distinct from p_demand.order_id), 0) as others
    from public.order_lines where order_id = any (v_held) and variant_id = wanted.variant_id
  ) held
  cross join lateral (select (variant.stock + held.pieces + 1) / 2 as pieces) share
  where wanted.pieces + held.others > share.pieces
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
      'reason', 'share', 'name', v_line.name, 'translations', private.sold_translations(v_line.product_id, null),
      'most', v_line.pieces, 'available', greatest(v_line.available, 0), 'line', v_line.line, 'product_id', v_line.product_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.replacement_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
  v_old public.orders;
begin
  for v_return in
    select asked.* from public.returns asked
    where asked.tenant_id = new.tenant_id and asked.replacement_order_id = new.id order by asked.number
  loop
    -- Locked by whoever cancels, with private.lock_orders.
    select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
    update public.returns set replacement_order_id = null,
      state = case when kind = 'size_exchange' and private.awaits_pieces(state) then 'closed'::public.return_state
        else state end,
      closed_at = case when kind = 'size_exchange' and private.awaits_pieces(state) then now() else closed_at end,
      updated_at = now()
    where id = v_return.id returning * into v_return;
    if v_return.state = 'received' then
      perform private.credit_price_drops(v_return.id, -1);
      perform private.take_pieces_back(v_old, v_return.id);
      perform private.create_due_refunds(v_old.id, jsonb_build_object('return_id', v_return.id));
    else
      perform private.refresh_order(v_old.id);
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.status_of_stage(p_stage public.order_stage)
 RETURNS public.order_status
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select p_stage::text::public.order_status $function$;

ALTER FUNCTION "private"."status_of_stage"(public.order_stage) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_order_back(p_order public.orders, p_restock boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return_id uuid;
begin
  for v_return_id in
    select reported.id from public.returns reported
    where reported.order_id = p_order.id and private.is_open_return(reported.state)
      and reported.replacement_order_id is null
    order by reported.number
  loop
    perform private.receive_whole_return(
      p_order, v_return_id, case when p_restock then 'restock'::public.return_fate else 'discard' end);
  end loop;
end
$function$;

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
    perform private.require_own_number(v_shipment, v_booking.carrier, p_answer ->> 'tracking_number');
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

CREATE OR REPLACE FUNCTION public.carrier_tasks(p_job_ids bigint[])
 RETURNS TABLE(shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint, pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_shipments constant uuid[] := private.job_uuids('book_shipment', p_job_ids);
  v_new uuid[];
begin
  perform private.require_service();
  v_new := array(
    select booking.shipment_id from public.carrier_bookings booking
    where booking.shipment_id = any (v_shipments) and booking.state = 'waiting' order by booking.shipment_id for update
  );
  update public.carrier_bookings booking set
    state = case booking.state when 'waiting' then 'asked' else booking.state end, updated_at = now(),
    cash = coalesce(booking.cash, (select shipment.cash_due from public.shipments shipment where shipment.id = booking.shipment_id))
  where booking.shipment_id = any (v_shipments)
    and (booking.state = 'waiting' or private.awaits_answer(booking.state));
  return query
    select task.* from public.carrier_bookings booking
    cross join lateral private.carrier_task(booking, case
      when booking.state = 'to_cancel' then 'cancel' when booking.shipment_id = any (v_new) then 'create' else 'look' end) task
    where booking.shipment_id = any (v_shipments) and private.awaits_answer(booking.state);
end
$function$;

CREATE OR REPLACE FUNCTION public.request_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_wanted private.wanted_sizes;
  v_stage public.order_stage := 'pending';
  v_document constant jsonb := jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  v_new := private.placed_before(v_old.tenant_id, p_idempotency_key, v_document);
  if v_new.id is not null then
    return v_new;
  end if;
  perform private.lock_goods(array[v_old.id]);
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  if v_wanted.amount > 0 and (p_payment_method <> 'cash_on_delivery' or (v_wanted.cash).requirement = 'deposit') then
    v_stage := 'awaiting_payment';
  end if;
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method,
    private.pounds((v_wanted.rate).price), v_wanted.rate, v_stage, p_idempotency_key, v_document, v_wanted.cash);
  perform private.write_price_drops(
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', 'Another size', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, remark)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return v_new;
end
$function$;

CREATE OR REPLACE FUNCTION public.returned_to_sender_late(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_shipment.state = 'delivered' and coalesce((
    select private.is_going_back(event.state) from public.shipment_events event
    where event.shipment_id = p_shipment.id order by event.created_at desc limit 1
  ), false)
$function$;

CREATE OR REPLACE FUNCTION public.send_refund(p_refund_id uuid, p_way public.refund_way, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds := private.idempotent_result(
    null::public.refunds, p_request_id, jsonb_build_array('send_refund', p_refund_id, p_way, p_reference));
  v_order public.orders;
begin
  if v_refund.id is not null then
    return v_refund;
  end if;
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  if v_refund.id is null then
    perform private.refuse('unknown_refund');
  end if;
  v_order := private.lock_order_for_caller(v_refund.order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id for update;
  if not private.refund_waits_for_staff(v_refund.state) then
    perform private.refuse('refund_not_due');
  elsif p_way is null then
    perform private.refuse('way_required');
  end if;
  perform private.send_by_way(v_order, v_refund, p_way, p_reference);
  perform private.refresh_order(v_order.id);
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  return private.store_idempotent_result(p_request_id, v_refund);
end
$function$;

CREATE TRIGGER bookings_move_checked BEFORE UPDATE OF state ON public.carrier_bookings FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.booking_move_checked();

REVOKE ALL ON FUNCTION "private"."awaits_answer"(public.carrier_booking_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."awaits_answer"(public.carrier_booking_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."awaits_answer"(public.carrier_booking_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."awaits_answer"(public.carrier_booking_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."awaits_pieces"(public.return_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."awaits_pieces"(public.return_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."awaits_pieces"(public.return_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."awaits_pieces"(public.return_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."booking_move_checked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."booking_move_checked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_move_checked"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_move_checked"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_confirmed"(public.order_stage) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_confirmed"(public.order_stage) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_confirmed"(public.order_stage) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_confirmed"(public.order_stage) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_going_back"(public.shipment_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_going_back"(public.shipment_state) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_going_back"(public.shipment_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_going_back"(public.shipment_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_going_back"(public.shipment_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_set_by_people"(public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_set_by_people"(public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_set_by_people"(public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_set_by_people"(public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."status_of_stage"(public.order_stage) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."status_of_stage"(public.order_stage) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."status_of_stage"(public.order_stage) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."status_of_stage"(public.order_stage) TO "service_role";
