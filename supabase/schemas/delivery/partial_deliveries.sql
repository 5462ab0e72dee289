-- Deliveries of which the customer took a part at the door. The pieces that they gave back become a shipment of their own, which is
-- returned to sender and waits to be inspected; the rest of the shipment is delivered, and its cash is the price of what was taken.

-- Functions

-- Books deliveries; staff only. `p_deliveries` is [{"shipment_id", "lines": [{"order_line_id", "quantity"}], "cash"}]: the pieces
-- that were taken, null for all, and the pounds that the carrier collected, by default the price of these pieces. A delivered shipment
-- whose cash isn't settled can be corrected in the same way. A refused shipment doesn't stop the others.
create function public.deliver_shipments(
  p_deliveries jsonb, p_note text default '', p_happened_at timestamptz default null, p_request_id uuid default null
) returns setof public.shipment_outcome
language plpgsql security definer set search_path = '' as $$
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
$$;

-- The cash that a shipment's carrier collects for the pieces that are taken of it, in pounds; for staff who see orders. Refuses pieces
-- that it doesn't hold.
create function public.quote_delivery(p_shipment_id uuid, p_lines jsonb) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_shipment public.shipments;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not found or not private.may(v_shipment.tenant_id, 'orders.see') then
    perform private.refuse('unknown_shipment');
  end if;
  return private.cash_for_taken(v_shipment, private.untaken_pieces(v_shipment, p_lines));
end
$$;

-- Undoes a partial delivery within half a minute, before the customer is notified. Only the person who booked it can, and only until
-- the untaken pieces are inspected or money is refunded or settled. Returns the shipment.
create function public.take_delivery_back(p_shipment_id uuid, p_request_id uuid default null) returns public.shipments
language plpgsql security definer set search_path = '' as $$
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
  perform private.require_not_in_return(array(
    select row(part.order_line_id, part.quantity)::private.piece_count from public.shipment_lines part
    where part.shipment_id = p_shipment_id));
  perform private.undeliver(v_shipment);
  perform private.join_rest(p_shipment_id);
  perform private.settle_points(orders) from public.orders where orders.id = v_order.id;
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$$;

-- The seconds left for the reader to undo a delivery of which the customer took a part; 0 if they can't. A computed field.
create function public.seconds_to_take_delivery_back(p_shipment public.shipments) returns numeric
language plpgsql stable set search_path = '' as $$
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
$$;

-- Raises unless these are deliveries, each of another shipment.
create function private.require_deliveries(p_deliveries jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_deliveries) is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(p_deliveries) when 'array' then p_deliveries else '[]' end) wanted
    where jsonb_typeof(wanted) <> 'object' or not private.is_amount(coalesce(nullif(wanted -> 'cash', 'null'), '0'))
  ) or cardinality(private.ids_in(p_deliveries, 'shipment_id')) <> jsonb_array_length(p_deliveries) then
    perform private.refuse('invalid_delivery');
  end if;
end
$$;

-- Delivers those pieces of a shipment that were taken; corrects a delivered shipment. The caller holds its order's lock.
create function private.deliver_pieces(
  p_shipment_id uuid, p_taken jsonb, p_cash numeric, p_note text, p_happened_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Raises if delivered pieces are in a return, so that they can't be called undelivered.
create function private.require_not_in_return(p_pieces private.piece_count[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_back record;
begin
  select private.line_names(line) as names, line.id into v_back
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > private.returnable_pieces(line) order by line.position limit 1;
  if found then
    perform private.refuse('pieces_in_return', v_back.names || jsonb_build_object('order_line_id', v_back.id));
  end if;
end
$$;

-- Corrects a shipment that was booked as delivered in full: the customer took only a part of it.
create function private.correct_delivery(
  p_shipment public.shipments, p_untaken private.piece_count[], p_cash numeric, p_note text, p_happened_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_name constant text := (
    select orders.number || '/' || p_shipment.number from public.orders where orders.id = p_shipment.order_id);
  v_due constant numeric := private.cash_for_taken(p_shipment, p_untaken);
begin
  if exists (
    select 1 from public.shipment_staff_facts facts
    where facts.shipment_id = p_shipment.id and (facts.settled_at is not null or facts.settled > coalesce(p_cash, v_due))
  ) then
    perform private.refuse('shipment_settled', jsonb_build_object('name', v_name));
  elsif p_cash > v_due then
    perform private.refuse('too_much_cash', jsonb_build_object('most', v_due));
  end if;
  perform private.require_not_in_return(p_untaken);
  update public.order_lines line set delivered = line.delivered - piece.quantity
  from unnest(p_untaken) piece where line.id = piece.order_line_id;
  perform private.split_off(p_shipment, p_untaken, p_note, p_happened_at);
  perform private.correct_collected(p_shipment, coalesce(p_cash, v_due), p_note);
end
$$;

-- The pieces of a shipment that weren't taken, from those that were; none if `p_taken` is null. Refuses if nothing was taken, or more
-- than the shipment holds.
create function private.untaken_pieces(p_shipment public.shipments, p_taken jsonb) returns private.piece_count[]
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- The cash that a shipment collects if these pieces of it aren't taken: what it was to collect, less their price.
create function private.cash_for_taken(p_shipment public.shipments, p_untaken private.piece_count[]) returns numeric
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Moves pieces of a shipment into one of their own, which is returned to sender, and lowers the shipment's cash. Returns the cash.
create function private.split_off(
  p_shipment public.shipments, p_pieces private.piece_count[], p_note text, p_happened_at timestamptz
) returns numeric
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Books a delivery back: its pieces, its cash, and the state before it.
create function private.undeliver(p_shipment public.shipments) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Puts the pieces that were split off a shipment back into it; they are owed again, and their shipment is called off.
create function private.join_rest(p_shipment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Grants

grant execute on function public.deliver_shipments, public.quote_delivery, public.take_delivery_back,
  public.seconds_to_take_delivery_back to authenticated;
