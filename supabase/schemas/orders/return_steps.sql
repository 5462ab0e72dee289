-- A return from start to finish: the shopper's request, staff's decision, and the pieces.

-- Helpers

-- The returnable pieces of a line by delivery, newest first; `newer` counts those delivered later. Pieces already returned or
-- requested are taken to be from the earliest deliveries.
create function private.returnable_deliveries(p_line public.order_lines)
returns table (pieces integer, newer integer, delivered_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with delivery as (
    select packed.quantity, shipment.delivered_at
    from public.shipment_lines packed join public.shipments shipment on shipment.id = packed.shipment_id
    where packed.order_line_id = p_line.id and shipment.state = 'delivered'
  ), arrived as (
    select delivery.quantity, delivery.delivered_at from delivery
    union all
    select (p_line.delivered - coalesce(sum(delivery.quantity), 0))::integer,
      (select orders.delivered_at from public.orders where orders.id = p_line.order_id)
    from delivery
    having p_line.delivered > coalesce(sum(delivery.quantity), 0)
  ), counted as (
    select arrived.quantity, arrived.delivered_at, coalesce(sum(arrived.quantity) over (
      order by arrived.delivered_at desc nulls last rows between unbounded preceding and 1 preceding
    ), 0)::integer as newer
    from arrived
  )
  select least(counted.quantity, private.returnable_pieces(p_line) - counted.newer), counted.newer, counted.delivered_at
  from counted where counted.newer < private.returnable_pieces(p_line)
  order by counted.newer
$$;

-- Functions

-- Requests a return of delivered pieces (`return`), or new ones for faulty ones (`replacement`). `p_lines` is [{"order_line_id",
-- "quantity"}], null for everything returnable; photos are in the bucket `order-photos`. Shoppers have the store's number of days
-- (docs/product.md, Delivery), and can't return prints. Returns the return; requesting all pieces again returns the open one.
create function public.request_return(
  p_order_id uuid, p_reason text, p_request_id uuid default null, p_photos text[] default '{}', p_lines jsonb default null,
  p_kind public.return_kind default 'return'
) returns public.returns
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('request_return', p_order_id, p_reason, p_photos, p_lines, p_kind));
  v_order public.orders;
  v_pieces private.piece_count[];
  v_return_id uuid;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_right_to_return(v_order);
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if p_kind is null or p_kind in ('size_exchange', 'exchange') then
    perform private.refuse('size_with_its_delivery');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  if coalesce(p_lines, 'null') = 'null' then
    v_pieces := private.all_to_return(v_order, p_kind);
    if cardinality(v_pieces) = 0 then
      v_return_id := private.open_return_of(v_order);
    end if;
  else
    v_pieces := private.asked_pieces(p_order_id, p_lines);
  end if;
  if v_return_id is null then
    perform private.require_returnable(v_order, v_pieces, p_kind);
    v_return_id := private.insert_return(v_order, v_pieces, p_kind, p_reason, p_photos);
    perform private.explain_return(v_order, left(btrim(p_reason), 2000));
  end if;
  return private.store_return_answer(p_request_id, v_return_id);
end
$$;

-- The returnable pieces of an order; for a shopper without prints, and without those past the deadline unless all are.
create function private.all_to_return(p_order public.orders, p_kind public.return_kind) returns private.piece_count[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_by_shopper constant boolean := private.order_actor(p_order) = 'shopper';
  v_days constant text := case p_kind when 'replacement' then 'faultDays' else 'returnDays' end;
begin
  return array(
    select row(arrived.line_id, arrived.pieces)::private.piece_count
    from (
      select line.id as line_id, line.position, delivery.in_time, sum(delivery.pieces)::integer as pieces,
        bool_or(delivery.in_time) over () as some_in_time
      from public.order_lines line
      cross join lateral (
        select found.pieces, not v_by_shopper or now() <= private.deadline_after(line.tenant_id, v_days, found.delivered_at) as in_time
        from private.returnable_deliveries(line) found
      ) delivery
      where line.order_id = p_order.id and (p_kind <> 'return' or line.customization is null or not v_by_shopper)
      group by line.id, line.position, delivery.in_time
    ) arrived
    where arrived.in_time or not arrived.some_in_time
    order by arrived.position
  );
end
$$;

-- The open return of an order with nothing else to return; refuses if there is none.
create function private.open_return_of(p_order public.orders) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_return_id constant uuid := (
    select waiting.id from public.returns waiting
    where waiting.order_id = p_order.id and private.is_open_return(waiting.state)
    order by waiting.number desc limit 1
  );
  v_print_names constant jsonb := (
    select private.line_names(line) from public.order_lines line
    where line.order_id = p_order.id and private.returnable_pieces(line) > 0
    order by line.position limit 1
  );
begin
  if v_print_names is not null then
    perform private.refuse('print_not_returned', v_print_names);
  end if;
  if v_return_id is null then
    perform private.refuse('nothing_to_return');
  end if;
  return v_return_id;
end
$$;

-- Refuses pieces that weren't delivered or are already in a return, and for a shopper also prints without a fault and pieces past
-- the deadline.
create function private.require_returnable(
  p_order public.orders, p_pieces private.piece_count[], p_kind public.return_kind
) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_by_shopper constant boolean := private.order_actor(p_order) = 'shopper';
  v_asked record;
  v_line public.order_lines;
  v_left integer;
begin
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_return');
  end if;
  for v_asked in
    select piece.quantity, line from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
    order by line.position
  loop
    v_line := v_asked.line;
    v_left := private.returnable_pieces(v_line);
    if v_asked.quantity > v_left then
      perform private.refuse('too_many_to_return', private.line_names(v_line) || jsonb_build_object(
        'available', v_left, 'order_line_id', v_line.id, 'reason', case v_left when 0 then 'none' else '' end));
    end if;
    if v_by_shopper and p_kind in ('return', 'exchange') and v_line.customization is not null then
      perform private.refuse('print_not_returned', private.line_names(v_line) || jsonb_build_object('order_line_id', v_line.id));
    end if;
    if v_by_shopper then
      perform private.refuse_too_late(case p_kind
          when 'size_exchange' then 'replacement_too_late' when 'exchange' then 'exchange_too_late' else 'return_too_late' end,
        p_order.tenant_id, case p_kind when 'replacement' then 'faultDays' else 'returnDays' end,
        (select min(piece.delivered_at) from private.returnable_deliveries(v_line) piece where piece.newer < v_asked.quantity));
    end if;
  end loop;
end
$$;

-- Inserts a return of checked pieces, and returns its id. A replacement that is sent anyway is approved; a customer's exchange isn't.
create function private.insert_return(
  p_order public.orders, p_pieces private.piece_count[], p_kind public.return_kind, p_reason text,
  p_photos text[] default '{}', p_replacement_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_return_id uuid;
  v_is_decided constant boolean := p_replacement_id is not null
    and (p_kind <> 'exchange' or p_order.user_id is distinct from auth.uid());
begin
  insert into public.returns (
    tenant_id, order_id, number, kind, state, reason, photos, requested_by, replacement_order_id, decided_at
  )
  select p_order.tenant_id, p_order.id, coalesce(max(earlier.number), 0) + 1, p_kind,
    case when v_is_decided then 'approved'::public.return_state else 'requested' end,
    left(btrim(p_reason), 2000), p_photos, case private.order_actor(p_order) when 'shopper' then 'shopper' else 'staff' end,
    p_replacement_id, case when v_is_decided then now() end
  from public.returns earlier where earlier.order_id = p_order.id
  returning id into v_return_id;
  insert into public.return_lines (tenant_id, return_id, order_line_id, quantity)
  select p_order.tenant_id, v_return_id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  return v_return_id;
end
$$;

-- Refreshes an order whose return changed, and adds the note to its history. private.mail_return_change sends the mails.
create function private.explain_return(p_order public.orders, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order constant public.orders := private.refresh_order(p_order.id);
begin
  if v_order.status <> p_order.status then
    perform private.explain_move(array[v_order.id], p_note);
  elsif p_note <> '' then
    insert into public.order_events (tenant_id, order_id, actor, note)
    values (v_order.tenant_id, v_order.id, private.order_actor(v_order), p_note);
  end if;
end
$$;

-- Approves or declines a requested return; staff only. The shopper sees the answer. `p_kind` overrides the request: money back
-- instead of a new piece, or the reverse. Approving a `replacement` creates a free order of the same pieces; the answer to an
-- exchange confirms or cancels its order. Returns the return.
create function public.decide_return(
  p_return_id uuid, p_approve boolean, p_answer text default '', p_request_id uuid default null,
  p_kind public.return_kind default null
) returns public.returns
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('decide_return', p_return_id, p_approve, p_answer, p_kind));
  v_answer constant text := left(btrim(coalesce(p_answer, '')), 2000);
  v_kind public.return_kind;
  v_order public.orders;
  v_replacement_id uuid;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  v_return := private.require_return_move(v_order, p_return_id, case when p_approve then 'approved' else 'declined' end::public.return_state);
  v_kind := coalesce(p_kind, v_return.kind);
  if v_kind = 'size_exchange' and v_kind <> v_return.kind then
    perform private.refuse('size_with_its_delivery');
  elsif v_kind <> v_return.kind and 'exchange' in (v_kind, v_return.kind) then
    perform private.refuse('exchange_as_asked');
  end if;
  v_replacement_id := v_return.replacement_order_id;
  if p_approve and v_kind = 'replacement' then
    v_replacement_id := private.send_new_pieces(v_order, v_return);
  end if;
  update public.returns set
    kind = v_kind, state = case when p_approve then 'approved'::public.return_state else 'declined' end,
    answer = v_answer, replacement_order_id = v_replacement_id, decided_at = now(), updated_at = now()
  where id = p_return_id;
  if v_kind = 'exchange' then
    perform private.exchange_answered(v_return, p_approve);
  end if;
  perform private.explain_return(v_order, v_answer);
  return private.store_return_answer(p_request_id, p_return_id);
end
$$;

-- Withdraws a return of which nothing has arrived: its shopper, or staff if nothing will; the order of an exchange then owes what the
-- pieces would have paid. Returns the return.
create function public.withdraw_return(p_return_id uuid, p_request_id uuid default null) returns public.returns
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('withdraw_return', p_return_id));
  v_order public.orders;
  v_replacement text;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  v_return := private.require_return_move(v_order, p_return_id, 'closed');
  select number into v_replacement from public.orders
  where orders.id = v_return.replacement_order_id and orders.status <> 'cancelled'
    and private.order_actor(v_order) = 'shopper';
  if found then
    perform private.refuse('return_replaced', jsonb_build_object('number', v_replacement));
  end if;
  update public.returns set state = 'closed', closed_at = now(), updated_at = now() where id = p_return_id;
  if v_return.kind = 'exchange' then
    perform private.release_exchange_value(v_return);
    perform private.refresh_order(v_return.replacement_order_id);
  end if;
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$$;

-- Marks a return as sent; for its shopper and staff. Returns the return.
create function public.send_return(p_return_id uuid, p_note text default '', p_request_id uuid default null) returns public.returns
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('send_return', p_return_id, p_note));
  v_order public.orders;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_return_move(v_order, p_return_id, 'on_the_way');
  update public.returns set state = 'on_the_way', updated_at = now() where id = p_return_id;
  if coalesce(btrim(p_note), '') <> '' then
    perform private.note_on_order(v_order, btrim(p_note));
  end if;
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$$;

-- The order of a return, locked, if the caller may act on it; to others the return doesn't exist.
create function private.lock_order_of_return(p_return_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  -- What happens to an exchange moves money between its orders.
  perform private.lock_orders(array[asked.replacement_order_id]) from public.returns asked
  where asked.id = p_return_id and asked.kind = 'exchange';
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.returns where id = p_return_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_return');
  end if;
  perform private.require_right_to_return(v_order);
  return v_order;
end
$$;

-- The return, if the caller may move it to this state.
create function private.require_return_move(p_order public.orders, p_return_id uuid, p_state public.return_state)
returns public.returns
language plpgsql stable security definer set search_path = '' as $$
declare
  v_return public.returns;
begin
  select * into v_return from public.returns where id = p_return_id;
  if not exists (
    select 1 from public.return_state_transitions move
    where move.from_state = v_return.state and move.to_state = p_state
      and (move.by_shopper or private.order_actor(p_order) <> 'shopper')
  ) then
    perform private.refuse('return_decided', jsonb_build_object('state', v_return.state));
  end if;
  return v_return;
end
$$;

-- Stores the current return as the answer to a request, and returns it.
create function private.store_return_answer(p_request_id uuid, p_return_id uuid) returns public.returns
language sql security definer set search_path = '' as $$
  select stored.* from public.returns asked, private.store_idempotent_result(p_request_id, asked) stored
  where asked.id = p_return_id
$$;

-- Grants

grant execute on function public.request_return, public.decide_return, public.withdraw_return, public.send_return to authenticated;
