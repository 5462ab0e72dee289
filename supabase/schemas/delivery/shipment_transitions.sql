-- A shipment's path from packing to the door, or back: requests, rules and bookings.

-- Functions

-- Moves shipments along their transitions; staff only. `p_cash` is what the carrier collected on delivery, in pounds, by default
-- all that was due. A refused shipment doesn't stop the others. `packed` undoes a handover, as takes_back does for orders.
create function public.move_shipments(
  p_shipment_ids uuid[], p_state public.shipment_state, p_note text default '', p_cash numeric default null,
  p_happened_at timestamptz default null, p_request_id uuid default null
) returns setof public.shipment_outcome
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Moves shipments that may be moved, and adds the note to those that are in this state already. The caller holds their orders' locks.
create function private.move_in_sets(
  p_shipment_ids uuid[], p_state public.shipment_state, p_note text, p_cash numeric, p_happened_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

create function private.orders_of(p_shipment_ids uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct shipment.order_id), '{}') from public.shipments shipment where shipment.id = any (p_shipment_ids)
$$;

-- Why staff cannot move a shipment to a state; null if they can, or if it is there already.
create function private.shipment_move_refusal(p_shipment public.shipments, p_state public.shipment_state, p_cash numeric)
returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;

-- The seconds left for the reader to undo their own handover of a shipment; 0 if they can't. A computed field.
create function public.seconds_to_take_back(p_shipment public.shipments) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  v_last public.shipment_events;
  v_actor_id uuid;
begin
  select * into v_last from public.shipment_events
  where shipment_id = p_shipment.id order by created_at desc limit 1;
  select actor_id into v_actor_id from public.shipment_event_actors where event_id = v_last.id;
  if v_last.state is distinct from 'handed_over' or v_actor_id is distinct from auth.uid() then
    return 0;
  end if;
  return greatest(extract(epoch from v_last.created_at + private.mail_hold() - clock_timestamp()), 0);
end
$$;

-- Books a transition of shipments. The caller holds their orders' locks and refreshes the orders afterwards.
create function private.book_moves(
  p_shipment_ids uuid[], p_state public.shipment_state, p_note text default '', p_cash numeric default null,
  p_happened_at timestamptz default clock_timestamp(), p_carrier_state text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Adds shipments' pieces to their lines' counters, times the given factors: -1 subtracts, 1 adds.
create function private.count_shipments(p_shipment_ids uuid[], p_packed integer, p_sent integer) returns void
language sql security definer set search_path = '' as $$
  update public.order_lines line set
    packed = line.packed + p_packed * piece.quantity, sent = line.sent + p_sent * piece.quantity
  from (
    select part.order_line_id, sum(part.quantity) as quantity
    from public.shipment_lines part where part.shipment_id = any (p_shipment_ids) group by part.order_line_id
  ) piece
  where line.id = piece.order_line_id
$$;

-- Books deliveries: the cash, which the carriers now hold, and the points that the pieces earn.
create function private.book_deliveries(p_shipment_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Books a shipment as returned to sender: its pieces are no longer sold. They are restocked after inspection.
create function private.book_return_to_sender(p_shipment public.shipments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_links constant jsonb := jsonb_build_object('shipment_id', p_shipment.id);
  v_line public.order_lines;
  v_order public.orders;
begin
  for v_line in
    select line.* from public.order_lines line join public.shipment_lines part on part.order_line_id = line.id
    where part.shipment_id = p_shipment.id order by line.position
  loop
    update public.order_lines line set sent = line.sent - part.quantity, returned_to_sender = line.returned_to_sender + part.quantity
    from public.shipment_lines part
    where line.id = v_line.id and part.shipment_id = p_shipment.id and part.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line, v_links);
  end loop;
  if private.is_gone(p_shipment.order_id) and not private.keeps_delivery_fee(p_shipment.id) then
    perform private.credit_fees(p_shipment.order_id, v_links);
  end if;
  select orders.* into v_order from public.orders where orders.id = p_shipment.order_id;
  perform private.settle_points(v_order);
end
$$;

-- Books shipments as returned to sender, one after the other.
create function private.book_returns_to_sender(p_shipment_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  select private.book_return_to_sender(shipment) from public.shipments shipment
  where shipment.id = any (p_shipment_ids) order by shipment.order_id, shipment.number
$$;

-- Whether the delivery fee and gift wrapping of a shipment returned to sender stay paid: they were paid, and the store keeps it by its settings.
create function private.keeps_delivery_fee(p_shipment_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select shipment.state = 'returned_to_sender'
    and orders.received - orders.given_back >= private.delivery_fee(orders) + private.gift_fee(orders)
    and settings.keeps_delivery_fee
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id
  join public.settings on settings.tenant_id = shipment.tenant_id
  where shipment.id = p_shipment_id
$$;

-- Decides the fate of a returned shipment's pieces, [{"order_line_id", "restocked", "discarded", "sent_again"}], null to restock
-- all; staff only. Pieces to be sent again are open and owed again. Returns the shipment.
create function public.inspect_shipment(p_shipment_id uuid, p_lines jsonb default null, p_request_id uuid default null)
returns public.shipments
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('inspect_shipment', p_shipment_id, p_lines));
  v_order public.orders;
  v_fates public.shipment_lines[];
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not public.awaits_inspection(v_shipment) then
    perform private.refuse('nothing_to_inspect');
  end if;
  v_fates := private.fates_of_pieces(v_shipment, p_lines);
  perform private.lock_goods(array[v_order.id]);
  perform private.restock(v_order.id, array(
    select row(fate.order_line_id, fate.restocked)::private.piece_count from unnest(v_fates) fate where fate.restocked > 0
  ), 'returned');
  update public.shipment_lines part set restocked = part.restocked + fate.restocked, discarded = part.discarded + fate.discarded,
    sent_again = part.sent_again + fate.sent_again
  from unnest(v_fates) fate where part.shipment_id = p_shipment_id and part.order_line_id = fate.order_line_id;
  update public.shipments set updated_at = now(), inspected_at = case when not exists (
    select 1 from public.shipment_lines part
    where part.shipment_id = p_shipment_id and part.restocked + part.discarded + part.sent_again < part.quantity
  ) then now() end where id = p_shipment_id;
  perform private.send_again(v_order, v_fates, p_shipment_id);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$$;

-- Parses the fates of a shipment's pieces and checks them against the pieces that wait for inspection.
create function private.fates_of_pieces(p_shipment public.shipments, p_lines jsonb) returns public.shipment_lines[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_fates public.shipment_lines[];
  v_wrong record;
begin
  if p_lines is null or p_lines = 'null' then
    return array(
      select row(part.tenant_id, part.shipment_id, part.order_line_id, part.quantity,
        part.quantity - part.restocked - part.discarded - part.sent_again, 0, 0)::public.shipment_lines
      from public.shipment_lines part where part.shipment_id = p_shipment.id
    );
  end if;
  if jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 200 or exists (
    select 1 from jsonb_array_elements(p_lines) asked, unnest('{restocked,discarded,sent_again}'::text[]) fate
    where asked.value ? fate and not private.is_piece_count(asked.value -> fate)
  ) then
    perform private.refuse('invalid_quantity', '{"reason": "pieces"}');
  end if;
  v_fates := array(
    select row(p_shipment.tenant_id, p_shipment.id, part.order_line_id, max(part.quantity),
      sum(coalesce((asked.value ->> 'restocked')::integer, 0)), sum(coalesce((asked.value ->> 'discarded')::integer, 0)),
      sum(coalesce((asked.value ->> 'sent_again')::integer, 0)))::public.shipment_lines
    from jsonb_array_elements(p_lines) asked
    left join public.shipment_lines part
      on part.shipment_id = p_shipment.id and part.order_line_id::text = asked.value ->> 'order_line_id'
    group by part.order_line_id
  );
  select fate.order_line_id, private.line_names(line) as names,
    part.quantity - part.restocked - part.discarded - part.sent_again as waiting into v_wrong
  from unnest(v_fates) fate
  left join public.shipment_lines part on part.shipment_id = p_shipment.id and part.order_line_id = fate.order_line_id
  left join public.order_lines line on line.id = fate.order_line_id
  where fate.order_line_id is null
    or fate.restocked + fate.discarded + fate.sent_again > part.quantity - part.restocked - part.discarded - part.sent_again
  order by line.position nulls first limit 1;
  if v_wrong.order_line_id is not null then
    perform private.refuse('too_few_to_inspect', v_wrong.names || jsonb_build_object('open', v_wrong.waiting));
  elsif found then
    perform private.refuse('unknown_order_line');
  end if;
  return v_fates;
end
$$;

-- Reopens pieces returned to sender for packing: they are owed again and, if nothing of the order was left, so is its delivery.
create function private.send_again(p_order public.orders, p_fates public.shipment_lines[], p_shipment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_links constant jsonb := jsonb_build_object('shipment_id', p_shipment_id);
  v_was_gone constant boolean := private.is_gone(p_order.id);
  v_line public.order_lines;
begin
  for v_line in
    select line.* from public.order_lines line
    join unnest(p_fates) fate on fate.order_line_id = line.id and fate.sent_again > 0 order by line.position
  loop
    update public.order_lines line set returned_to_sender = line.returned_to_sender - fate.sent_again
    from unnest(p_fates) fate where line.id = v_line.id and fate.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line, v_links);
  end loop;
  if v_was_gone and not private.is_gone(p_order.id) then
    perform private.charge_delivery_again(p_order.id, v_links);
  end if;
  perform private.settle_points(p_order);
end
$$;

-- Packs all open pieces of an order into one shipment, and hands over everything packed.
create function private.ship_order(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Undoes the handover of an order's shipments; those packed in the same step are unpacked.
create function private.take_shipments_back(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments;
begin
  for v_shipment in
    select shipment.* from public.shipments shipment join public.shipment_states states on states.state = shipment.state
    where shipment.order_id = p_order.id and shipment.state <> 'packed' and not states.is_void
    order by shipment.number
  loop
    if v_shipment.state <> 'handed_over' then
      perform private.refuse('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', 'in_production'));
    end if;
    perform private.book_moves(array[v_shipment.id], 'packed');
    -- Equal if one transaction packed it and handed it over.
    if v_shipment.created_at = v_shipment.updated_at then
      perform private.book_moves(array[v_shipment.id], 'cancelled');
    end if;
  end loop;
end
$$;

-- Books all of an order's shipments under way as delivered.
create function private.deliver_order(p_order public.orders) returns void
language sql security definer set search_path = '' as $$
  select private.book_moves(array(
    select shipment.id from public.shipments shipment
    where shipment.order_id = p_order.id and exists (
      select 1 from public.shipment_state_transitions
      where from_state = shipment.state and to_state = 'delivered'
    )
  ), 'delivered')
$$;

-- Grants

grant execute on function
  private.mail_hold, public.seconds_to_take_back, public.move_shipments, public.inspect_shipment
to authenticated;
