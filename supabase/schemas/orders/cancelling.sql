-- Cancelling pieces of an order that are neither packed nor sent, by its shopper or staff; and parsing the pieces that a call
-- names.

-- Tables

create type private.piece_count as (order_line_id uuid, quantity integer);

-- Helpers

-- The pieces of a line that can still be packed or cancelled. A computed field.
create function public.open_pieces(p_line public.order_lines) returns integer
language sql immutable set search_path = '' as $$
  select p_line.quantity - p_line.cancelled - p_line.packed - p_line.sent - p_line.returned_to_sender
$$;

create function private.open_pieces_of(p_order_id uuid) returns private.piece_count[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(row(line.id, public.open_pieces(line))::private.piece_count order by line.position), '{}')
  from public.order_lines line
  where line.order_id = p_order_id and public.open_pieces(line) > 0
$$;

-- Reads an id from each object of a list; entries without a valid one are skipped.
create function private.ids_in(p_list jsonb, p_field text) returns uuid[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct named.id::uuid) filter (where pg_input_is_valid(named.id, 'uuid')), '{}')
  from (
    select value ->> p_field as id
    from jsonb_array_elements(case jsonb_typeof(p_list) when 'array' then p_list else '[]' end)
  ) named
$$;

create function private.is_piece_count(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_value) = 'number' and p_value #>> '{}' ~ '^[0-9]{1,6}$', false)
$$;

-- Parses [{"order_line_id", "quantity"}], one entry per line. Raises if a line isn't part of these orders.
create function private.asked_pieces_of(p_order_ids uuid[], p_lines jsonb) returns private.piece_count[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 500 or exists (
    select 1 from jsonb_array_elements(p_lines) asked
    left join public.order_lines line
      on line.id = any (private.ids_in(p_lines, 'order_line_id')) and line.id::text = lower(asked.value ->> 'order_line_id')
    where line.id is null or not line.order_id = any (p_order_ids)
  ) then
    perform private.refuse('unknown_order_line');
  end if;
  if exists (
    select 1 from jsonb_array_elements(p_lines) asked
    where not private.is_piece_count(asked.value -> 'quantity') or asked.value -> 'quantity' = '0'
  ) then
    perform private.refuse('invalid_quantity', '{"reason": "pieces"}');
  end if;
  return array(
    select row(line.id, sum((asked.value ->> 'quantity')::integer))::private.piece_count
    from jsonb_array_elements(p_lines) asked
    join public.order_lines line on line.id = (asked.value ->> 'order_line_id')::uuid
    group by line.id order by line.order_id, line.position
  );
end
$$;

-- The same for one order.
create function private.asked_pieces(p_order_id uuid, p_lines jsonb) returns private.piece_count[]
language sql stable security definer set search_path = '' as $$
  select private.asked_pieces_of(array[p_order_id], p_lines)
$$;

-- The pieces with the names of their lines, for an order's history.
create function private.named_pieces(p_pieces private.piece_count[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('order_line_id', line.id, 'name', line.name, 'quantity', piece.quantity)
    order by line.position)
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
$$;

-- Functions

-- Cancels pieces of an order, [{"order_line_id", "quantity"}]: its shopper until production starts, staff until they are packed.
-- Restocks them and takes their price off the order. Returns the order.
create function public.cancel_pieces(p_order_id uuid, p_lines jsonb, p_reason text default '', p_request_id uuid default null)
returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 2000);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('cancel_pieces', p_order_id, p_lines, p_reason));
  v_pieces private.piece_count[];
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id, 'orders.cancel');
  if private.order_actor(v_order) = 'shopper' then
    if v_order.stage = 'in_production' then
      perform private.refuse('too_late_to_cancel');
    end if;
    perform private.refuse_cancelling(v_order);
  end if;
  v_pieces := private.asked_pieces(p_order_id, p_lines);
  if cardinality(v_pieces) = 0 then
    perform private.refuse('nothing_to_cancel');
  end if;
  perform private.cancel_lines(v_order, v_pieces);
  v_order := private.create_due_refunds(p_order_id, p_reason => v_reason);
  if v_order.status = 'cancelled' then
    perform private.explain_move(array[p_order_id], v_reason);
  else
    insert into public.order_events (tenant_id, order_id, actor, note, pieces)
    values (v_order.tenant_id, p_order_id, private.order_actor(v_order), v_reason, private.named_pieces(v_pieces));
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$$;

-- Cancels an order for its shopper or staff, and returns it. The mail about it gives the reason.
create function public.cancel_order(p_order_id uuid, p_reason text default '', p_request_id uuid default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return public.change_order_status(p_order_id, 'cancelled', p_reason, p_request_id => p_request_id);
end
$$;

-- Cancels all pieces of an order. None of them may be packed.
create function private.cancel_whole_order(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.cancel_lines(p_order, private.open_pieces_of(p_order.id));
end
$$;

-- Books cancelled pieces: counters, price and stock; once nothing of the order is left, its slot, discount code, delivery fee
-- and gift wrapping too.
create function private.cancel_lines(p_order public.orders, p_pieces private.piece_count[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.order_lines;
begin
  perform private.require_open_pieces(p_pieces, 'too_few_to_cancel');
  perform private.lock_goods(array[p_order.id]);
  for v_line in
    select line.* from public.order_lines line join unnest(p_pieces) piece on piece.order_line_id = line.id
    order by line.position
  loop
    update public.order_lines line set cancelled = line.cancelled + piece.quantity
    from unnest(p_pieces) piece where line.id = v_line.id and piece.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line);
  end loop;
  perform private.restock(p_order.id, p_pieces, 'cancelled');
  if not exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.cancelled < line.quantity
  ) then
    perform private.give_place_back(p_order);
  end if;
  if private.is_gone(p_order.id) then
    perform private.credit_fees(p_order.id);
  else
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
end
$$;

-- The refusal, with `p_code`, of more pieces than a line has open; null if all are open.
create function private.open_pieces_refusal(p_pieces private.piece_count[], p_code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.refusal(p_code, jsonb_strip_nulls(private.line_names(line) || jsonb_build_object(
    'open', public.open_pieces(line), 'packed', line.packed, 'order_line_id', line.id,
    'reason', case when line.packed > 0 then 'packed' end)))
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > public.open_pieces(line)
  order by line.position limit 1
$$;

-- Refuses with `p_code` if a line has fewer open pieces than requested.
create function private.require_open_pieces(p_pieces private.piece_count[], p_code text) returns void
language sql stable security definer set search_path = '' as $$
  select private.raise_refusal(private.open_pieces_refusal(p_pieces, p_code))
$$;

-- Releases an order's use of its discount and offers, and its place in a delivery slot.
create function private.give_place_back(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.discount_uses where order_id = p_order.id;
  delete from public.offer_uses where order_id = p_order.id;
  perform private.leave_slot(p_order);
end
$$;

create function private.leave_slot(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_order.slot_id is not null then
    -- Setting a first capacity counts the slot's orders: one of the two waits for the other.
    perform 1 from public.delivery_slots where id = p_order.slot_id for key share;
  end if;
  update public.delivery_bookings set booked = booked - 1
  where slot_id = p_order.slot_id and day = p_order.slot_date and booked > 0;
end
$$;

-- Restocks pieces of an order. The caller has locked its products.
create function private.restock(p_order_id uuid, p_pieces private.piece_count[], p_reason public.stock_reason) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_variant_ids uuid[];
  v_deltas integer[];
begin
  select array_agg(goods.variant_id), array_agg(goods.delta) into v_variant_ids, v_deltas
  from (
    select line.variant_id, sum(piece.quantity)::integer as delta
    from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
    where line.variant_id is not null group by line.variant_id
  ) goods;
  perform private.move_stock(v_variant_ids, v_deltas, p_reason, p_order_id => p_order_id);
end
$$;

-- Refuses a shopper's sixth cancellation within an hour: each takes goods off the shelf and puts them back.
create function private.refuse_cancelling(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Counts one person's cancellations one at a time.
  perform pg_advisory_xact_lock(hashtextextended('cancel:' || p_order.tenant_id || p_order.user_id, 0));
  if (
    select count(*) from public.orders join public.order_events event on event.order_id = orders.id
    where orders.user_id = p_order.user_id and orders.tenant_id = p_order.tenant_id
      and (event.to_status = 'cancelled' or event.pieces is not null)
      and event.actor = 'shopper' and event.created_at > now() - interval '1 hour'
  ) >= 5 then
    perform private.refuse('too_many_cancellations');
  end if;
end
$$;

-- Grants

grant execute on function public.open_pieces, public.cancel_pieces, public.cancel_order to authenticated;
