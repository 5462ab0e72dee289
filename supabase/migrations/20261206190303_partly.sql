set local check_function_bodies = off;

ALTER TYPE "public"."difference_counts" ADD ATTRIBUTE "claims" bigint CASCADE;

CREATE OR REPLACE FUNCTION private.audit_label(p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'carrier_claims' then p_row ->> 'reference'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id')
    when 'staff_grants' then (
      select private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id') || ': ' || role.name
      from private.staff_roles role where role.id = (p_row ->> 'role_id')::uuid
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'assignments' then coalesce((
      select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    ), (
      select conversation.email from public.conversations conversation where conversation.id = (p_row ->> 'conversation_id')::uuid
    ))
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
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
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_shipment.state and p_state <> 'attempt_failed' then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What comes back of a shipment that was taken in part are the pieces that were given back at the door.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) and exists (
    select 1 from public.shipments rest where rest.split_from = p_shipment.id and rest.state = 'returned_to_sender'
  ) then
    perform private.note_on_shipments(array(
      select rest.id from public.shipments rest where rest.split_from = p_shipment.id and rest.state = 'returned_to_sender'
    ), p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- Less cash than was due, for several pieces: perhaps some were given back, which only a person can say.
  if p_state = 'delivered' and p_cash < p_shipment.cash_due and private.is_outbound(p_shipment.state) and (
    select sum(part.quantity) from public.shipment_lines part where part.shipment_id = p_shipment.id
  ) > 1 then
    perform private.note_on_shipments(array[p_shipment.id], null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- A delivered shipment stays delivered, with its cash; a person checks the reported return.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- Any state of a shipment in transit implies that it was handed over.
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
    inspected_at = case p_state when 'lost' then now() else inspected_at end
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
      perform private.open_claims(p_shipment_ids);
      perform private.book_returns_to_sender(p_shipment_ids);
    else null;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.cash_for_taken(p_shipment public.shipments, p_untaken private.piece_count[])
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_piece record;
  v_after public.order_lines;
  v_price numeric;
  v_due numeric := p_shipment.cash_due;
begin
  select orders.* into v_order from public.orders where orders.id = p_shipment.order_id;
  for v_piece in
    select line, piece.quantity from unnest(p_untaken) piece join public.order_lines line on line.id = piece.order_line_id
    order by (line).position
  loop
    v_after := v_piece.line;
    v_after.returned_to_sender := v_after.returned_to_sender + v_piece.quantity;
    select gone.amount into v_price from private.price_of_gone_pieces(v_piece.line, v_after, v_order.charged) gone;
    v_order.charged := v_order.charged - v_price;
    v_due := v_due - v_price;
  end loop;
  return greatest(v_due, 0);
end
$function$;

ALTER FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.correct_delivery(p_shipment public.shipments, p_untaken private.piece_count[], p_cash numeric, p_note text, p_happened_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := (
    select orders.number || '/' || p_shipment.number from public.orders where orders.id = p_shipment.order_id);
  v_due constant numeric := private.cash_for_taken(p_shipment, p_untaken);
  v_back record;
begin
  if exists (
    select 1 from public.shipment_staff_facts facts
    where facts.shipment_id = p_shipment.id and (facts.settled_at is not null or facts.settled > coalesce(p_cash, v_due))
  ) then
    perform private.refuse('shipment_settled', jsonb_build_object('name', v_name));
  elsif p_cash > v_due then
    perform private.refuse('too_much_cash', jsonb_build_object('most', v_due));
  end if;
  select private.line_names(line) as names, line.id into v_back
  from unnest(p_untaken) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > private.returnable_pieces(line) order by line.position limit 1;
  if found then
    perform private.refuse('pieces_in_return', v_back.names || jsonb_build_object('order_line_id', v_back.id));
  end if;
  update public.order_lines line set delivered = line.delivered - piece.quantity
  from unnest(p_untaken) piece where line.id = piece.order_line_id;
  perform private.split_off(p_shipment, p_untaken, p_note, p_happened_at);
  perform private.correct_collected(p_shipment, coalesce(p_cash, v_due), p_note);
end
$function$;

ALTER FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_gone_pieces(p_before public.order_lines, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_order public.orders;
  v_gone record;
begin
  select line.* into v_line from public.order_lines line where line.id = p_before.id;
  select orders.* into v_order from public.orders where orders.id = v_line.order_id;
  v_gone := private.price_of_gone_pieces(p_before, v_line, v_order.charged);
  update public.order_lines set credited = credited + v_gone.amount, discount_recounted = discount_recounted - v_gone.recounted
  where order_lines.id = v_line.id;
  perform private.book_money(v_order, 'charged', -v_gone.amount, p_links);
  return v_gone.amount;
end
$function$;

CREATE OR REPLACE FUNCTION private.credit_price_drops(p_return_id uuid, p_sign integer DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_piece record;
  v_amount numeric;
begin
  for v_piece in
    select piece.price_drop, piece.received, piece.credited, piece.part, line, orders as of_order
    from public.return_lines piece
    join public.order_lines line on line.id = piece.order_line_id
    join public.orders on orders.id = line.order_id
    where piece.return_id = p_return_id and piece.price_drop > 0 order by line.position, piece.part
  loop
    -- Parts of one line follow each other.
    select line, orders into v_piece.line, v_piece.of_order
    from public.order_lines line join public.orders on orders.id = line.order_id where line.id = (v_piece.line).id;
    v_amount := case when p_sign > 0
      then least(v_piece.price_drop * v_piece.received, (v_piece.line).net - (v_piece.line).credited, (v_piece.of_order).charged)
        - v_piece.credited
      else -v_piece.credited end;
    update public.return_lines set credited = return_lines.credited + v_amount
    where return_id = p_return_id and order_line_id = (v_piece.line).id and part = v_piece.part;
    update public.order_lines set credited = order_lines.credited + v_amount where id = (v_piece.line).id;
    perform private.book_money(v_piece.of_order, 'charged', -v_amount, jsonb_build_object('return_id', p_return_id));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.deliver_pieces(p_shipment_id uuid, p_taken jsonb, p_cash numeric, p_note text, p_happened_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_untaken private.piece_count[];
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  v_untaken := private.untaken_pieces(v_shipment, p_taken);
  if cardinality(v_untaken) = 0 then
    perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'delivered', p_cash));
    perform private.move_in_sets(array[p_shipment_id], 'delivered', p_note, p_cash, p_happened_at);
  elsif v_shipment.state = 'delivered' then
    perform private.correct_delivery(v_shipment, v_untaken, p_cash, p_note, p_happened_at);
  else
    -- Asked before anything is booked: moving the rest back needs the same transitions.
    perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'delivered', null));
    v_shipment.cash_due := private.split_off(v_shipment, v_untaken, p_note, p_happened_at);
    perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'delivered', p_cash));
    perform private.book_moves(array[p_shipment_id], 'delivered', p_note, p_cash, p_happened_at);
    perform private.create_due_refunds(v_shipment.order_id, jsonb_build_object('shipment_id', p_shipment_id));
  end if;
end
$function$;

ALTER FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.deliveries_of(p_tenant_id text, p_user_id uuid, p_phone text, OUT delivered bigint, OUT refused bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select count(*) filter (where shipment.state = 'delivered'),
    -- What somebody gave back of a parcel that they took isn't a parcel that they refused.
    count(*) filter (where shipment.state = 'returned_to_sender' and shipment.split_from is null)
  into delivered, refused
  from public.orders join public.shipments shipment on shipment.order_id = orders.id
  where orders.tenant_id = p_tenant_id and not orders.is_test
    and (orders.user_id = p_user_id or p_phone <> '' and private.national_digits(orders.address ->> 'phone') = p_phone);
end
$function$;

CREATE OR REPLACE FUNCTION private.entries_owed(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_figure
    when 'cash_with_carriers' then
      return query select orders.tenant_id, orders.id, null::uuid, orders.at_carrier, orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.at_carrier > 0;
    when 'cash_overdue' then
      return query select facts.tenant_id, shipment.order_id, shipment.id, facts.carrier_owes, shipment.delivered_at
      from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
      where facts.tenant_id = any (p_tenant_ids) and facts.carrier_owes > 0
        and shipment.delivered_at < now() - interval '14 days';
    when 'claims_overdue' then
      return query select claim.tenant_id, shipment.order_id, shipment.id, claim.amount, claim.created_at
      from public.carrier_claims claim join public.shipments shipment on shipment.id = claim.shipment_id
      where claim.tenant_id = any (p_tenant_ids) and public.is_overdue(claim);
    when 'refunds_due' then
      return query select orders.tenant_id, orders.id, null::uuid, greatest(-private.balance(orders), 0), orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.payment_status = 'refund_due';
    when 'transfers_to_confirm' then
      return query select orders.tenant_id, orders.id, null::uuid, public.owes(orders), orders.created_at
      from public.orders
      where orders.tenant_id = any (p_tenant_ids) and orders.status = 'awaiting_payment' and orders.payment_method = 'bank_transfer';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.figure_capability(p_figure public.morning_figure)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_figure = 'sold' then 'reports.see'
    when p_figure in ('payments_received', 'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm',
      'claims_overdue') then 'money.see'
    when p_figure in ('ran_out', 'running_out', 'sold_out') then 'products.see'
    when p_figure in ('messages_late', 'messages_waiting') then 'customers.see'
    when p_figure = 'reviews_waiting' then 'content.see'
    else 'orders.see'
  end
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_order_ids) and facts.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '' where order_id = any (p_order_ids);
  perform private.forget_actor(p_order_ids, p_user_id);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.approval_requests where order_id = any (p_order_ids);
  delete from public.order_notifications where order_id = any (p_order_ids) and sent_at is null;
  update public.order_notifications set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments shipment set
    tracking_number = case when facts.carrier_owes > 0 then shipment.tracking_number end,
    tracking_url = case when facts.carrier_owes > 0 then shipment.tracking_url end
  from public.shipment_staff_facts facts where facts.shipment_id = shipment.id and shipment.order_id = any (p_order_ids);
  update public.shipment_staff_facts facts set label_path = null
  from public.shipments shipment where shipment.id = facts.shipment_id and shipment.order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when shipment.tracking_number is not null then carrier_reference end
  from public.shipments shipment where shipment.id = carrier_bookings.shipment_id and shipment.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.carrier_claims claim set note = ''
  from public.shipments shipment where shipment.id = claim.shipment_id and shipment.order_id = any (p_order_ids);
  update public.shipment_events set note = ''
  where shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '' where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '' where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '' where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_strip_nulls(jsonb_build_object('governorate', address -> 'governorate'))
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.join_rest(p_shipment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rest public.shipments;
  v_piece record;
begin
  for v_rest in
    select rest.* from public.shipments rest where rest.split_from = p_shipment_id and public.awaits_inspection(rest)
  loop
    for v_piece in
      select part.order_line_id, part.quantity, line
      from public.shipment_lines part join public.order_lines line on line.id = part.order_line_id
      where part.shipment_id = v_rest.id order by line.position
    loop
      insert into public.shipment_lines as part (tenant_id, shipment_id, order_line_id, quantity)
      values (v_rest.tenant_id, p_shipment_id, v_piece.order_line_id, v_piece.quantity)
      on conflict (shipment_id, order_line_id) do update set quantity = part.quantity + excluded.quantity;
      update public.order_lines line set sent = line.sent + v_piece.quantity,
        returned_to_sender = line.returned_to_sender - v_piece.quantity
      where line.id = v_piece.order_line_id;
      perform private.credit_gone_pieces(v_piece.line, jsonb_build_object('shipment_id', p_shipment_id));
    end loop;
    update public.shipments set cash_due = cash_due + v_rest.cash_due where id = p_shipment_id;
    -- Not by book_moves, which unpacks what was never handed over.
    update public.shipments set cash_due = 0, state = 'cancelled', returned_to_sender_at = null, updated_at = now()
    where id = v_rest.id;
    perform private.note_on_shipments(array[v_rest.id], 'cancelled');
  end loop;
end
$function$;

ALTER FUNCTION "private"."join_rest"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_difference(p_id uuid)
 RETURNS public.settlement_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.settlement_differences;
begin
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.settlement_differences difference
    join public.shipments shipment on shipment.id = difference.shipment_id where difference.id = p_id) for update;
  select * into v_difference from public.settlement_differences difference
  where difference.id = p_id for update;
  if not found or not private.may(v_difference.tenant_id, 'money.see') then
    perform private.refuse('unknown_difference');
  end if;
  perform private.require_capability(v_difference.tenant_id, 'money.settle_cash');
  if v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  end if;
  return v_difference;
end
$function$;

ALTER FUNCTION "private"."lock_difference"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_shipment_to_claim(p_shipment_id uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment where shipment.id = p_shipment_id) for update;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not found or not private.may(v_shipment.tenant_id, 'orders.see') then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.require_capability(v_shipment.tenant_id, 'money.settle_cash');
  return v_shipment;
end
$function$;

ALTER FUNCTION "private"."lock_shipment_to_claim"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from private.jobs job join public.order_notifications message
    on job.kind = 'send_' || message.channel and job.key = message.id::text
  where message.order_id = new.order_id and message.expired_at is null and job.attempts = 0
    and (message.kind = 'cancelled' or message.kind = 'delivered' and exists (
      select 1 from public.shipments rest where rest.split_from = message.about_id and rest.created_at = new.created_at
    ))
  for update of job;
  if not found then
    perform private.queue_order_notification(orders, 'refunded', new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_subject(p_kind public.order_notification_kind, p_about_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'returned_to_sender') then (
      select jsonb_build_object('shipment', jsonb_build_object('number', shipment.number, 'carrier_name', shipment.carrier_name,
        'tracking_number', shipment.tracking_number, 'tracking_url', shipment.tracking_url, 'cash_due', shipment.cash_due,
        'cash_collected', shipment.cash_collected, 'given_back', (
          select jsonb_agg(private.told_pieces(line, left_over.quantity) order by line.position)
          from public.shipments rest
          join public.shipment_lines left_over on left_over.shipment_id = rest.id
          join public.order_lines line on line.id = left_over.order_line_id
          where rest.split_from = shipment.id and rest.state <> 'cancelled'
        ), 'pieces', (
          select jsonb_agg(private.told_pieces(line, packed.quantity) order by line.position)
          from public.shipment_lines packed join public.order_lines line on line.id = packed.order_line_id
          where packed.shipment_id = shipment.id
        )))
      from public.shipments shipment where shipment.id = p_about_id
    )
    when p_kind in ('return_requested', 'return_answered', 'return_received') then (
      select jsonb_build_object('return', jsonb_build_object('state', asked.state, 'answer', asked.answer, 'pieces', (
          select jsonb_agg(private.told_pieces(line, given.quantity) order by line.position)
          from (
            select piece.order_line_id, sum(piece.quantity)::integer as quantity
            from public.return_lines piece where piece.return_id = asked.id group by piece.order_line_id
          ) given
          join public.order_lines line on line.id = given.order_line_id
        )))
      from public.returns asked where asked.id = p_about_id
    )
    when p_kind = 'refunded' then (
      select jsonb_build_object('refund', jsonb_build_object('amount', refund.amount, 'way', refund.way, 'goodwill_for', case
        when exists (select 1 from public.refund_lines part where part.refund_id = refund.id)
          and not exists (select 1 from public.refund_lines part where part.refund_id = refund.id and part.kind <> 'goodwill')
          then nullif(refund.reason, '') end))
      from public.refunds refund where refund.id = p_about_id
    )
    when p_kind in ('change_proposed', 'changed') then (
      select jsonb_build_object('edit', jsonb_build_object('difference', edit.difference, 'reason', edit.reason))
      from public.order_edits edit where edit.id = p_about_id
    )
    when p_kind = 'pieces_cancelled' then (
      select jsonb_build_object('cancelled', jsonb_agg(
        private.told_pieces(line, (piece.value ->> 'quantity')::integer) order by line.position))
      from public.order_events event, jsonb_array_elements(event.pieces) piece
      join public.order_lines line on line.id = (piece.value ->> 'order_line_id')::uuid
      where event.id = p_about_id
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.morning_entries(p_figure public.morning_figure, p_tenant_ids text[], p_day date)
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.is_of_day(p_figure) or p_figure = 'ran_out' then
    return query select * from private.entries_of_day(
      p_figure, p_tenant_ids, private.day_start(p_day), private.day_start(p_day + 1));
  elsif p_figure in ('cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm', 'claims_overdue') then
    return query select * from private.entries_owed(p_figure, p_tenant_ids);
  elsif p_figure in ('to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender') then
    return query select * from private.entries_queued(p_figure, p_tenant_ids);
  elsif p_figure in ('orders_late', 'shipments_quiet', 'messages_late') then
    return query select * from private.entries_late(p_figure, p_tenant_ids);
  elsif p_figure in ('running_out', 'sold_out') then
    return query select * from private.entries_of_stock(p_figure, p_tenant_ids);
  else
    return query select * from private.entries_unanswered(p_figure, p_tenant_ids);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_claims(p_shipment_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.carrier_claims (tenant_id, shipment_id, amount)
  select shipment.tenant_id, shipment.id, private.worth_of_shipment(shipment.id)
  from public.shipments shipment join public.orders on orders.id = shipment.order_id and not orders.is_test
  where shipment.id = any (p_shipment_ids) and (shipment.carrier <> 'manual' or shipment.carrier_name <> '')
    and private.worth_of_shipment(shipment.id) > 0
  on conflict (tenant_id, shipment_id) do nothing
$function$;

ALTER FUNCTION "private"."open_claims"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.parts_that_came(p_return_id uuid, p_lines jsonb)
 RETURNS private.received_part[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_came record;
  v_parts private.received_part[] := '{}';
begin
  for v_came in
    select line.id, private.line_names(line) as names, came.value, came.value -> 'received' as received
    from jsonb_array_elements(case jsonb_typeof(p_lines) when 'array' then p_lines else '[null]' end) came
    left join public.return_lines piece
      on piece.return_id = p_return_id and piece.order_line_id::text = lower(came.value ->> 'order_line_id')
    left join public.order_lines line on line.id = piece.order_line_id
  loop
    if v_came.id is null then
      perform private.refuse('unknown_order_line', '{"reason": "return"}');
    end if;
    if not private.is_piece_count(v_came.received)
      or not coalesce(pg_input_is_valid(v_came.value ->> 'fate', 'public.return_fate'), v_came.received = '0')
      or not coalesce(pg_input_is_valid(v_came.value ->> 'condition', 'public.return_condition'), true)
      or not private.is_piece_count(coalesce(v_came.value -> 'refund_percent', '100'))
      or (v_came.value ->> 'refund_percent')::integer > 100 then
      perform private.refuse('invalid_received_pieces', v_came.names);
    end if;
    v_parts := v_parts || row(v_came.id, 1, v_came.received::integer, (v_came.value ->> 'condition')::public.return_condition,
      (v_came.value ->> 'fate')::public.return_fate, coalesce((v_came.value ->> 'refund_percent')::integer, 100))::private.received_part;
  end loop;
  v_parts := array(
    select row(part.order_line_id, row_number() over (partition by part.order_line_id order by part.fate, part.condition,
      part.refund_percent), sum(part.received), part.condition, part.fate, part.refund_percent)::private.received_part
    from unnest(v_parts) part where part.received > 0
    group by part.order_line_id, part.condition, part.fate, part.refund_percent
  );
  perform private.require_announced(p_return_id, v_parts);
  return v_parts;
end
$function$;

ALTER FUNCTION "private"."parts_that_came"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_of_gone_pieces(p_before public.order_lines, p_after public.order_lines, p_charged numeric, OUT amount numeric, OUT recounted numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  recounted := private.recounted_of_pieces(p_before, greatest(private.kept_pieces(p_before) - private.kept_pieces(p_after), 0));
  amount := private.line_worth(p_after, p_after.cancelled + p_after.returned_to_sender + p_after.returned)
    - private.line_worth(p_before, p_before.cancelled + p_before.returned_to_sender + p_before.returned) + recounted;
  -- Does not subtract again what was already credited to the line or as goodwill.
  amount := greatest(least(amount, p_after.net - p_after.credited, p_charged), -p_after.credited - p_after.discount_recounted);
end
$function$;

ALTER FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.replace_lost_pieces(p_order public.orders, p_shipment_id uuid, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_fates constant public.shipment_lines[] := array(
    select row(part.tenant_id, part.shipment_id, part.order_line_id, part.quantity, 0, 0, part.discarded)::public.shipment_lines
    from public.shipment_lines part where part.shipment_id = p_shipment_id and part.discarded > 0
  );
  v_missing record;
begin
  select private.line_names(line) as names, variant.stock, wanted.pieces into v_missing
  from (
    select sold.variant_id, sum(fate.sent_again)::integer as pieces, min(sold.position) as position
    from unnest(v_fates) fate join public.order_lines sold on sold.id = fate.order_line_id group by sold.variant_id
  ) wanted
  join public.product_variants variant on variant.id = wanted.variant_id and variant.stock < wanted.pieces
  join public.order_lines line on line.order_id = p_order.id and line.position = wanted.position
  order by wanted.position limit 1;
  if found then
    perform private.refuse('too_few_in_stock', v_missing.names || jsonb_build_object(
      'stock', v_missing.stock, 'taken', v_missing.pieces));
  end if;
  perform private.restock(p_order.id, array(
    select row(fate.order_line_id, -fate.sent_again)::private.piece_count from unnest(v_fates) fate
  ), 'replaced');
  update public.shipment_lines set sent_again = sent_again + discarded, discarded = 0 where shipment_id = p_shipment_id;
  perform private.send_again(p_order, v_fates, p_shipment_id);
  perform private.print_line_again(row(line.id, least(fate.sent_again, line.printed))::private.piece_count,
    left(coalesce(nullif(btrim(p_note), ''), 'Lost'), 500))
  from unnest(v_fates) fate join public.order_lines line on line.id = fate.order_line_id
  where line.has_design and line.printed > 0;
end
$function$;

ALTER FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_announced(p_return_id uuid, p_parts private.received_part[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_more record;
begin
  select private.line_names(line) as names, piece.quantity, line.id into v_more
  from (
    select part.order_line_id, sum(part.received) as received from unnest(p_parts) part group by part.order_line_id
  ) came
  join public.return_lines piece on piece.return_id = p_return_id and piece.order_line_id = came.order_line_id
  join public.order_lines line on line.id = came.order_line_id
  where came.received > piece.quantity order by line.position limit 1;
  if found then
    perform private.refuse('more_than_announced', v_more.names || jsonb_build_object(
      'announced', v_more.quantity, 'order_line_id', v_more.id));
  elsif cardinality(p_parts) = 0 then
    perform private.refuse('nothing_received');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_announced"(uuid, private.received_part[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_claim(p_claim jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_claim) is distinct from 'object' or not private.is_amount(p_claim -> 'amount')
    or (p_claim ->> 'amount')::numeric = 0 or length(p_claim ->> 'reference') > 200 or length(p_claim ->> 'note') > 500
    or not pg_input_is_valid(coalesce(p_claim ->> 'due_on', '2000-01-01'), 'date') then
    perform private.refuse('invalid_claim');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_claim"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_deliveries(p_deliveries jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_deliveries) is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(p_deliveries) when 'array' then p_deliveries else '[]' end) wanted
    where jsonb_typeof(wanted) <> 'object' or not private.is_amount(coalesce(nullif(wanted -> 'cash', 'null'), '0'))
  ) or cardinality(private.ids_in(p_deliveries, 'shipment_id')) <> jsonb_array_length(p_deliveries) then
    perform private.refuse('invalid_delivery');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_deliveries"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.split_off(p_shipment public.shipments, p_pieces private.piece_count[], p_note text, p_happened_at timestamp with time zone)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due constant numeric := private.cash_for_taken(p_shipment, p_pieces);
  v_rest_id uuid;
begin
  insert into public.shipments (
    tenant_id, order_id, number, state, carrier, carrier_name, handed_over_at, attempts, split_from)
  select p_shipment.tenant_id, p_shipment.order_id, max(other.number) + 1, 'returning', p_shipment.carrier, p_shipment.carrier_name,
    p_shipment.handed_over_at, p_shipment.attempts, p_shipment.id
  from public.shipments other where other.order_id = p_shipment.order_id
  returning id into v_rest_id;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select p_shipment.tenant_id, v_rest_id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  delete from public.shipment_lines part using unnest(p_pieces) piece
  where part.shipment_id = p_shipment.id and part.order_line_id = piece.order_line_id and part.quantity = piece.quantity;
  update public.shipment_lines part set quantity = part.quantity - piece.quantity
  from unnest(p_pieces) piece where part.shipment_id = p_shipment.id and part.order_line_id = piece.order_line_id;
  perform private.book_moves(array[v_rest_id], 'returned_to_sender', p_note, null, p_happened_at);
  -- Together they have the cash that was due, which undoing the delivery restores.
  update public.shipments set cash_due = p_shipment.cash_due - v_due where id = v_rest_id;
  update public.shipments set cash_due = v_due, updated_at = now() where id = p_shipment.id;
  return v_due;
end
$function$;

ALTER FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_pieces_back(p_order public.orders, p_return_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_links constant jsonb := jsonb_build_object('return_id', p_return_id);
  v_piece record;
  v_price numeric;
begin
  for v_piece in
    select line.id, line, sum(piece.received)::integer as received
    from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
    where piece.return_id = p_return_id and piece.received > 0 group by line.id order by line.position
  loop
    update public.order_lines set returned = returned + v_piece.received where id = v_piece.id;
    v_price := private.credit_gone_pieces(v_piece.line, v_links);
    perform private.withhold(p_order.id, v_piece.id, (
      select sum(round(v_price * piece.received * (100 - piece.refund_percent) / (100 * v_piece.received), 2))
      from public.return_lines piece where piece.return_id = p_return_id and piece.order_line_id = v_piece.id
    ), v_links);
  end loop;
  perform private.settle_points(p_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.undeliver(p_shipment public.shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before constant public.shipment_state := coalesce((
    select event.state from public.shipment_events event
    where event.shipment_id = p_shipment.id and event.state is not null and event.state <> 'delivered'
    order by event.created_at desc limit 1
  ), 'handed_over');
begin
  update public.order_lines line set delivered = line.delivered - part.quantity
  from public.shipment_lines part where part.shipment_id = p_shipment.id and part.order_line_id = line.id;
  perform private.book_money(orders, 'cash_collected', -coalesce(p_shipment.cash_collected, 0),
    jsonb_build_object('shipment_id', p_shipment.id), 'cash_on_delivery')
  from public.orders where orders.id = p_shipment.order_id;
  update public.shipments set state = v_before, delivered_at = null, cash_collected = null, updated_at = now() where id = p_shipment.id;
  update public.orders set delivered_at = (
    select max(other.delivered_at) from public.shipments other where other.order_id = p_shipment.order_id
  ) where id = p_shipment.order_id;
  perform private.note_on_shipments(array[p_shipment.id], v_before);
end
$function$;

ALTER FUNCTION "private"."undeliver"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.untaken_pieces(p_shipment public.shipments, p_taken jsonb)
 RETURNS private.piece_count[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken private.piece_count[];
  v_wrong record;
begin
  if p_taken is null or p_taken = 'null' then
    return '{}';
  end if;
  v_taken := private.asked_pieces(p_shipment.order_id, p_taken);
  if cardinality(v_taken) = 0 then
    perform private.refuse('nothing_taken');
  end if;
  select private.line_names(line) as names, line.id, coalesce(part.quantity, 0) as held into v_wrong
  from unnest(v_taken) taken
  join public.order_lines line on line.id = taken.order_line_id
  left join public.shipment_lines part on part.shipment_id = p_shipment.id and part.order_line_id = line.id
  where taken.quantity > coalesce(part.quantity, 0) order by line.position limit 1;
  if found then
    perform private.refuse('too_many_taken', v_wrong.names || jsonb_build_object('open', v_wrong.held, 'order_line_id', v_wrong.id));
  end if;
  return array(
    select row(part.order_line_id, part.quantity - coalesce(taken.quantity, 0))::private.piece_count
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join unnest(v_taken) taken on taken.order_line_id = part.order_line_id
    where part.shipment_id = p_shipment.id and part.quantity > coalesce(taken.quantity, 0)
    order by line.position
  );
end
$function$;

ALTER FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.withhold(p_order_id uuid, p_line_id uuid, p_amount numeric, p_links jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_amount numeric;
begin
  -- Several roundings may add up to more than there is.
  select least(p_amount, line.credited) into v_amount from public.order_lines line where line.id = p_line_id;
  if v_amount <= 0 then
    return;
  end if;
  update public.order_lines line set credited = line.credited - v_amount where line.id = p_line_id;
  perform private.book_money(orders, 'charged', v_amount, p_links) from public.orders where orders.id = p_order_id;
end
$function$;

ALTER FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.worth_of_shipment(p_shipment_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(private.line_worth(line, part.quantity)), 0)
  from public.shipment_lines part join public.order_lines line on line.id = part.order_line_id
  where part.shipment_id = p_shipment_id
$function$;

ALTER FUNCTION "private"."worth_of_shipment"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_what_came(p_return_id uuid, p_lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parts constant private.received_part[] := private.parts_that_came(p_return_id, p_lines);
begin
  -- The first part of a line stays in its row, with the pieces that didn't arrive; each further one has a row of its own.
  update public.return_lines piece set quantity = piece.quantity - came.others, received = came.received, condition = came.condition,
    fate = came.fate, refund_percent = came.refund_percent
  from (
    select part.*, (sum(part.received) over (partition by part.order_line_id) - part.received)::integer as others
    from unnest(v_parts) part
  ) came
  where piece.return_id = p_return_id and piece.order_line_id = came.order_line_id and came.part = 1;
  insert into public.return_lines (
    tenant_id, return_id, order_line_id, part, quantity, received, condition, fate, refund_percent, price_drop)
  select piece.tenant_id, p_return_id, piece.order_line_id, came.part, came.received, came.received, came.condition, came.fate,
    came.refund_percent, piece.price_drop
  from unnest(v_parts) came
  join public.return_lines piece on piece.return_id = p_return_id and piece.order_line_id = came.order_line_id and piece.part = 1
  where came.part > 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.answer_claim(p_claim_id uuid, p_received numeric, p_reference text DEFAULT ''::text, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.carrier_claims
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claim public.carrier_claims := private.idempotent_result(
    null::public.carrier_claims, p_request_id, jsonb_build_array('answer_claim', p_claim_id, p_received, p_reference, p_note));
  v_shipment public.shipments;
begin
  if v_claim.id is not null then
    return v_claim;
  end if;
  v_shipment := private.lock_shipment_to_claim((select claim.shipment_id from public.carrier_claims claim where claim.id = p_claim_id));
  select * into v_claim from public.carrier_claims claim where claim.id = p_claim_id for update;
  if v_claim.state = 'paid' or v_claim.state = 'refused' and coalesce(p_received, 0) = 0 then
    perform private.refuse('claim_answered', jsonb_build_object('state', v_claim.state));
  elsif p_received is null or not private.is_amount(to_jsonb(p_received)) or p_received > v_claim.amount then
    perform private.refuse('invalid_compensation', jsonb_build_object('amount', v_claim.amount));
  end if;
  update public.carrier_claims claim set state = case when p_received > 0 then 'paid'::public.claim_state else 'refused' end,
    received = nullif(p_received, 0), answered_at = now(), updated_at = now(),
    reference = coalesce(nullif(left(btrim(coalesce(p_reference, '')), 200), ''), claim.reference),
    note = coalesce(nullif(left(btrim(coalesce(p_note, '')), 500), ''), claim.note)
  where claim.id = p_claim_id returning * into v_claim;
  perform private.book_money(orders, 'compensated', p_received, jsonb_build_object('shipment_id', v_shipment.id),
    p_reference => v_claim.reference, p_note => v_claim.note)
  from public.orders where orders.id = v_shipment.order_id;
  return private.store_idempotent_result(p_request_id, v_claim);
end
$function$;

ALTER FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.can_send_lost_again(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_shipment.state = 'lost' and exists (
    select 1 from public.shipment_lines part where part.shipment_id = p_shipment.id and part.discarded > 0
  ) and not exists (
    select 1 from public.refunds
    where refunds.order_id = p_shipment.order_id and refunds.state in ('sending', 'sent')
      and refunds.created_at >= p_shipment.inspected_at
  )
$function$;

ALTER FUNCTION "public"."can_send_lost_again"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.carrier_cash(p_tenant_id text)
 RETURNS TABLE(carrier text, carrier_name text, shipments bigint, amount numeric, overdue_shipments bigint, overdue numeric, oldest timestamp with time zone, claims bigint, claimed numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  return query
  select owed.carrier, owed.carrier_name, count(*) filter (where owed.cash > 0), sum(owed.cash),
    count(*) filter (where owed.cash > 0 and owed.delivered_at < now() - interval '14 days'),
    coalesce(sum(owed.cash) filter (where owed.delivered_at < now() - interval '14 days'), 0),
    min(owed.delivered_at) filter (where owed.cash > 0), count(*) filter (where owed.claimed > 0), sum(owed.claimed)
  from (
    select shipment.carrier, shipment.carrier_name, shipment.delivered_at, facts.carrier_owes as cash, 0::numeric as claimed
    from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
    where facts.tenant_id = p_tenant_id and facts.carrier_owes > 0
    union all
    select shipment.carrier, shipment.carrier_name, null, 0, claim.amount
    from public.carrier_claims claim join public.shipments shipment on shipment.id = claim.shipment_id
    where claim.tenant_id = p_tenant_id and claim.state = 'open'
  ) owed
  group by owed.carrier, owed.carrier_name order by min(owed.delivered_at) filter (where owed.cash > 0), owed.carrier_name;
end
$function$;

ALTER FUNCTION "public"."carrier_cash"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.claim_from_carrier(p_shipment_id uuid, p_claim jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.carrier_claims
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claim public.carrier_claims := private.idempotent_result(
    null::public.carrier_claims, p_request_id, jsonb_build_array('claim_from_carrier', p_shipment_id, p_claim));
  v_shipment public.shipments;
begin
  if v_claim.id is not null then
    return v_claim;
  end if;
  v_shipment := private.lock_shipment_to_claim(p_shipment_id);
  if v_shipment.handed_over_at is null then
    perform private.refuse('nothing_to_claim');
  end if;
  perform private.require_claim(p_claim);
  select * into v_claim from public.carrier_claims claim where claim.shipment_id = p_shipment_id for update;
  if v_claim.state <> 'open' then
    perform private.refuse('claim_answered', jsonb_build_object('state', v_claim.state));
  end if;
  insert into public.carrier_claims as claim (tenant_id, shipment_id, amount, reference, note, due_on, claimed_at)
  values (v_shipment.tenant_id, p_shipment_id, (p_claim ->> 'amount')::numeric, btrim(coalesce(p_claim ->> 'reference', '')),
    btrim(coalesce(p_claim ->> 'note', '')), coalesce((p_claim ->> 'due_on')::date, private.shop_time()::date + 14), now())
  on conflict (tenant_id, shipment_id) do update set amount = excluded.amount, reference = excluded.reference, note = excluded.note,
    due_on = case when p_claim ->> 'due_on' is null then claim.due_on else excluded.due_on end,
    claimed_at = coalesce(claim.claimed_at, now()), updated_at = now()
  returning * into v_claim;
  return private.store_idempotent_result(p_request_id, v_claim);
end
$function$;

ALTER FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.deliver_shipments(p_deliveries jsonb, p_note text DEFAULT ''::text, p_happened_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('deliver_shipments', p_deliveries, p_note, p_happened_at));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    perform private.require_deliveries(p_deliveries);
    if p_happened_at > now() + interval '5 minutes' then
      perform private.refuse('not_yet');
    end if;
    v_outcomes := array(select outcome from private.lock_shipments(private.ids_in(p_deliveries, 'shipment_id')) outcome);
    perform private.lock_credit_of(array(select asked.order_id from unnest(v_outcomes) asked));
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', asked.order_id, 'shipment_id', asked.shipment_id, 'refusal',
        coalesce(asked.refusal, private.refusal_of(format('select private.deliver_pieces(%L, %L, %L, %L, %L)', asked.shipment_id,
          wanted.value -> 'lines', wanted.value ->> 'cash', coalesce(p_note, ''), coalesce(p_happened_at, clock_timestamp()))))))
      from unnest(v_outcomes) asked
      join jsonb_array_elements(p_deliveries) wanted on wanted.value ->> 'shipment_id' = asked.shipment_id::text
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.is_overdue(p_claim public.carrier_claims)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_claim.state = 'open' and p_claim.due_on < private.shop_time()::date
$function$;

ALTER FUNCTION "public"."is_overdue"(public.carrier_claims) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.lose_shipment(p_shipment_id uuid, p_send_again boolean, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('lose_shipment', p_shipment_id, p_send_again, p_note));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_for_booking(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if v_shipment.state = 'lost' then
    perform private.refuse('shipment_closed', jsonb_build_object('state', v_shipment.state));
  end if;
  perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'lost', null));
  perform private.book_moves(array[p_shipment_id], 'lost', p_note);
  if p_send_again then
    perform private.replace_lost_pieces(v_order, p_shipment_id, p_note);
  end if;
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id), p_note);
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS public.operations_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.operations_figures;
begin
  perform private.require_service();
  v_figures.orders := array(
    select row(orders.status, count(*))::public.state_count from public.orders group by orders.status order by orders.status
  );
  v_figures.mails := (
    select row(
      count(*) filter (where sent_at is not null), count(*) filter (where state = 'waiting'),
      count(*) filter (where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'),
      count(*) filter (where expired_at > now() - interval '7 days'))::public.notification_counts
    from public.order_notifications
  );
  v_figures.phones_held := (
    select count(*) from public.order_notifications where held_at > now() - interval '1 hour'
  );
  v_figures.payments := array(
    select row(payments.status, count(*))::public.state_count from public.payments
    group by payments.status order by payments.status
  );
  v_figures.payments_stuck := (
    select count(*) from public.payments
    where status = 'open' and expires_at < now() - interval '1 hour'
      or status = 'mismatched' and updated_at < now() - interval '1 hour'
      or status = 'held' and held_until < now() - interval '1 hour'
  ) + (
    select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
  );
  v_figures.differences := row(
    (select count(*) from public.payment_differences where resolved_at is null),
    (select count(*) from public.settlement_differences where resolved_at is null),
    (select count(*) from public.carrier_claims claim where public.is_overdue(claim)))::public.difference_counts;
  v_figures.jobs := (
    select row(
      count(*) filter (where job.every is null and not private.has_failed(job)),
      count(*) filter (where private.has_failed(job)))::public.job_counts
    from private.jobs job
  );
  v_figures.database_bytes := pg_catalog.pg_database_size(pg_catalog.current_database());
  return v_figures;
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_delivery(p_shipment_id uuid, p_lines jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not found or not private.may(v_shipment.tenant_id, 'orders.see') then
    perform private.refuse('unknown_shipment');
  end if;
  return private.cash_for_taken(v_shipment, private.untaken_pieces(v_shipment, p_lines));
end
$function$;

ALTER FUNCTION "public"."quote_delivery"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.resolve_difference(p_id uuid, p_note text, p_accept boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlement_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.settlement_differences := private.idempotent_result(
    null::public.settlement_differences, p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_settlement public.settlements;
  v_shipment public.shipments;
  v_facts public.shipment_staff_facts;
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  v_difference := private.lock_difference(p_id);
  if btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  if p_accept then
    select * into v_shipment from public.shipments where id = v_difference.shipment_id;
    select facts.* into v_facts from public.shipment_staff_facts facts where facts.shipment_id = v_difference.shipment_id;
    if v_difference.kind not in ('short', 'more') or v_shipment.state is distinct from 'delivered'
      or v_facts.settled_at is not null then
      perform private.refuse('difference_not_acceptable');
    end if;
    if v_difference.stated > v_facts.carrier_owes then
      perform private.correct_collected(v_shipment, v_facts.settled + v_difference.stated, p_note);
    end if;
    update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
    where id = v_difference.settlement_id returning * into v_settlement;
    if v_difference.stated > 0 then
      perform private.settle_shipments(v_settlement, array[row(
        v_shipment.id, v_difference.tracking_number, v_difference.stated, v_difference.fee)::private.stated_cash], p_part => true);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_difference_as_part(p_id uuid, p_lines jsonb, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlement_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.settlement_differences := private.idempotent_result(
    null::public.settlement_differences, p_request_id, jsonb_build_array('resolve_difference_as_part', p_id, p_lines, p_note));
  v_settlement public.settlements;
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  v_difference := private.lock_difference(p_id);
  if v_difference.kind not in ('short', 'not_delivered') or v_difference.shipment_id is null then
    perform private.refuse('difference_not_acceptable');
  end if;
  perform private.lock_credit_of(array(
    select shipment.order_id from public.shipments shipment where shipment.id = v_difference.shipment_id));
  perform private.deliver_pieces(v_difference.shipment_id, p_lines, null, coalesce(p_note, ''), clock_timestamp());
  update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
  where id = v_difference.settlement_id returning * into v_settlement;
  if v_difference.stated > 0 then
    perform private.settle_shipments(v_settlement, array[row(v_difference.shipment_id, v_difference.tracking_number,
      v_difference.stated, v_difference.fee)::private.stated_cash], p_part => true);
  end if;
  update public.settlement_differences set note = left(coalesce(p_note, ''), 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$function$;

ALTER FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.seconds_to_take_delivery_back(p_shipment public.shipments)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_last public.shipment_events;
begin
  if p_shipment.state <> 'delivered' or not exists (
    select 1 from public.shipments rest where rest.split_from = p_shipment.id and public.awaits_inspection(rest)
  ) then
    return 0;
  end if;
  select event.* into v_last from public.shipment_events event
  where event.shipment_id = p_shipment.id order by event.created_at desc limit 1;
  if v_last.state is distinct from 'delivered' or not exists (
    select 1 from public.shipment_event_actors actor where actor.event_id = v_last.id and actor.actor_id = auth.uid()
  ) or exists (
    select 1 from public.shipment_staff_facts facts where facts.shipment_id = p_shipment.id and facts.settled > 0
  ) or exists (
    select 1 from public.shipments rest join public.shipment_lines part on part.shipment_id = rest.id
    where rest.split_from = p_shipment.id and part.restocked + part.discarded + part.sent_again > 0
  ) then
    return 0;
  end if;
  return greatest(extract(epoch from v_last.created_at + private.mail_hold() - clock_timestamp()), 0);
end
$function$;

ALTER FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_lost_again(p_shipment_id uuid, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('send_lost_again', p_shipment_id, p_note));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_for_booking(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not public.can_send_lost_again(v_shipment) then
    perform private.refuse('not_sent_again');
  end if;
  perform private.replace_lost_pieces(v_order, p_shipment_id, p_note);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."send_lost_again"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.take_delivery_back(p_shipment_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('take_delivery_back', p_shipment_id));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_credit_of(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if public.seconds_to_take_delivery_back(v_shipment) = 0 or exists (
    select 1 from public.refunds
    where refunds.order_id = v_order.id and refunds.state in ('sending', 'sent') and refunds.created_at >= v_shipment.updated_at
  ) or not private.take_mail_back(v_order.id, 'delivered') then
    perform private.refuse('delivery_stays');
  end if;
  perform private.undeliver(v_shipment);
  perform private.join_rest(p_shipment_id);
  perform private.settle_points(orders) from public.orders where orders.id = v_order.id;
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."take_delivery_back"(uuid, uuid) OWNER TO "postgres";

ALTER TABLE "public"."carrier_claims" ADD CONSTRAINT "carrier_claims_answered" CHECK ((((state = 'paid'::public.claim_state) = (received IS NOT NULL)) AND ((state = 'open'::public.claim_state) = (answered_at IS NULL))));

ALTER TABLE "public"."carrier_claims" ADD CONSTRAINT "carrier_claims_tenant_id_shipment_id_fkey" FOREIGN KEY (tenant_id, shipment_id) REFERENCES public.shipments(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_part_check" CHECK ((part > 0));

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_pkey" PRIMARY KEY (return_id, order_line_id, part);

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_refund_percent_check" CHECK (((refund_percent >= 0) AND (refund_percent <= 100)));

ALTER TABLE "public"."shipments" ADD CONSTRAINT "shipments_tenant_id_split_from_fkey" FOREIGN KEY (tenant_id, split_from) REFERENCES public.shipments(tenant_id, id) ON DELETE CASCADE;

CREATE INDEX carrier_claims_newest ON public.carrier_claims USING btree (tenant_id, created_at DESC);

CREATE INDEX shipments_split ON public.shipments USING btree (tenant_id, split_from) WHERE (split_from IS NOT NULL);

CREATE TRIGGER audited AFTER INSERT OR UPDATE ON public.carrier_claims FOR EACH ROW WHEN (((new.claimed_at IS NOT NULL) OR (new.state <> 'open'::public.claim_state))) EXECUTE FUNCTION private.audit();

CREATE TRIGGER mailed_move AFTER UPDATE OF state ON public.shipments FOR EACH ROW WHEN (((old.state <> new.state) AND (new.split_from IS NULL))) EXECUTE FUNCTION private.mail_shipment_move();

CREATE POLICY "Staff read their store's claims against carriers" ON "public"."carrier_claims" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."join_rest"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."join_rest"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."join_rest"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."join_rest"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_difference"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_difference"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_difference"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_difference"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_shipment_to_claim"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_shipment_to_claim"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shipment_to_claim"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shipment_to_claim"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_claims"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_claims"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_claims"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_claims"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."parts_that_came"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parts_that_came"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts_that_came"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts_that_came"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_announced"(uuid, private.received_part[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_announced"(uuid, private.received_part[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_announced"(uuid, private.received_part[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_announced"(uuid, private.received_part[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_claim"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_claim"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_claim"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_claim"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_deliveries"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_deliveries"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_deliveries"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_deliveries"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undeliver"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undeliver"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undeliver"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undeliver"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."worth_of_shipment"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."worth_of_shipment"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."worth_of_shipment"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."worth_of_shipment"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."can_send_lost_again"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."can_send_lost_again"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."can_send_lost_again"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_send_lost_again"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_send_lost_again"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."carrier_cash"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."carrier_cash"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."is_overdue"(public.carrier_claims) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_overdue"(public.carrier_claims) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."is_overdue"(public.carrier_claims) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_overdue"(public.carrier_claims) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_overdue"(public.carrier_claims) TO "service_role";

REVOKE ALL ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_delivery"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_delivery"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_delivery"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_delivery"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_delivery"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_delivery_back"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_delivery_back"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_delivery_back"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_delivery_back"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_delivery_back"(uuid, uuid) TO "service_role";

GRANT SELECT ON TABLE "public"."carrier_claims" TO "authenticated";

REVOKE ALL ON TABLE "public"."carrier_claims" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."carrier_claims" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."carrier_claims" TO "service_role";

CREATE INDEX carrier_claims_open ON public.carrier_claims USING btree (tenant_id, due_on) WHERE (state = 'open'::public.claim_state);
