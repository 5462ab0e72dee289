-- Pieces of a return that arrived: their conditions, and what becomes of them, of the stock and of the price.

-- Functions

-- Books the inspected pieces of a return; staff only. `p_lines` is [{"order_line_id", "received": up to what was requested,
-- "condition": as_new | opened | damaged, "fate": restock | seconds | discard, "refund_percent": 0 to 100}], several entries for a
-- line whose pieces differ. Pieces that didn't arrive become a return of their own, which staff withdraw if they never will. Received
-- pieces come off the price unless they were replaced, and what was paid for them is refunded, or the given share of it. Returns the
-- return.
create function public.receive_return(p_return_id uuid, p_lines jsonb, p_request_id uuid default null) returns public.returns
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('receive_return', p_return_id, p_lines));
  v_order public.orders;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  perform private.require_return_move(v_order, p_return_id, 'received');
  perform private.write_what_came(p_return_id, p_lines);
  perform private.part_return(p_return_id);
  perform private.book_what_came(v_order, p_return_id);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('return_id', p_return_id));
  return private.store_return_answer(p_request_id, p_return_id);
end
$$;

-- Records what arrived of each line of a return: its condition, its fate and the share of its price that is given back.
create function private.write_what_came(p_return_id uuid, p_lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Parses what arrived of a return, the pieces of a line by condition, fate and refund; refuses more than was announced, and nothing.
create function private.parts_that_came(p_return_id uuid, p_lines jsonb) returns private.received_part[]
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Refuses more pieces of a line than the return announced, and a return of which nothing arrived.
create function private.require_announced(p_return_id uuid, p_parts private.received_part[]) returns void
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Splits the pieces that are still to arrive into a return of their own.
create function private.part_return(p_return_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_rest_id uuid;
begin
  if not exists (
    select 1 from public.return_lines piece where piece.return_id = p_return_id and piece.received < piece.quantity
  ) then
    return;
  end if;
  insert into public.returns (
    tenant_id, order_id, number, kind, state, reason, photos, requested_by, answer, replacement_order_id, decided_at, created_at
  )
  select parted.tenant_id, parted.order_id, (select max(earlier.number) + 1 from public.returns earlier where earlier.order_id = parted.order_id),
    parted.kind, case parted.state when 'requested' then 'approved'::public.return_state else parted.state end, parted.reason,
    parted.photos, parted.requested_by, parted.answer, parted.replacement_order_id,
    coalesce(parted.decided_at, now()), parted.created_at
  from public.returns parted where parted.id = p_return_id
  returning id into v_rest_id;
  insert into public.exchange_allowances (return_id, tenant_id, exchange_allowed)
  select v_rest_id, allowed.tenant_id, allowed.exchange_allowed from public.exchange_allowances allowed where allowed.return_id = p_return_id;
  insert into public.return_lines (tenant_id, return_id, order_line_id, quantity, price_drop)
  select piece.tenant_id, v_rest_id, piece.order_line_id, piece.quantity - piece.received, piece.price_drop
  from public.return_lines piece where piece.return_id = p_return_id and piece.received < piece.quantity;
  if (select parted.kind = 'exchange' from public.returns parted where parted.id = p_return_id) then
    perform private.part_exchange(p_return_id, v_rest_id);
  end if;
  delete from public.return_lines piece where piece.return_id = p_return_id and piece.received = 0;
  update public.return_lines piece set quantity = piece.received where piece.return_id = p_return_id;
end
$$;

-- Books the received pieces of a return: counters, stock and points, and the price unless they were replaced.
create function private.book_what_came(p_order public.orders, p_return_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns;
begin
  update public.returns set state = 'received', received_at = now(), decided_at = coalesce(decided_at, now()), updated_at = now()
  where id = p_return_id returning * into v_return;
  perform private.lock_goods(array[p_order.id]);
  perform private.restock(p_order.id, array(
    select row(piece.order_line_id, piece.received)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return_id and piece.fate = 'restock'
  ), 'returned');
  if v_return.kind = 'exchange' then
    perform private.take_pieces_back(p_order, p_return_id);
    perform private.move_exchange_value(p_order.id, p_return_id);
  elsif v_return.replacement_order_id is null then
    perform private.take_pieces_back(p_order, p_return_id);
  else
    perform private.credit_price_drops(p_return_id);
  end if;
end
$$;

-- Takes the received pieces of a return off the sale, and the share of their price that is given back off the order.
create function private.take_pieces_back(p_order public.orders, p_return_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Puts the part of a returned line's price that isn't given back on the order again.
create function private.withhold(p_order_id uuid, p_line_id uuid, p_amount numeric, p_links jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Books a return as received in full.
create function private.receive_whole_return(p_order public.orders, p_return_id uuid, p_fate public.return_fate) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.return_lines set received = quantity, fate = p_fate where return_id = p_return_id;
  perform private.book_what_came(p_order, p_return_id);
end
$$;

-- Grants

grant execute on function public.receive_return to authenticated;
