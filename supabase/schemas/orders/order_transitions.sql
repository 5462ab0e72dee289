-- An order's path from one status to the next: requests, rules and bookings.

-- Tables

-- One of several orders in a bulk move: why it stays, and whether it moves in one statement with others.
create type private.order_move as (order_id uuid, refusal jsonb, is_of_stage boolean);

-- Functions

-- How long notifications about orders are held, so that staff can undo, and so that a later event can replace what is no longer
-- true.
create function private.mail_hold() returns interval
language sql immutable set search_path = '' as $$ select interval '30 seconds' $$;

-- Moves a whole order to a status and returns it: a shortcut for acting on its pieces and shipments. `shipped` packs all open
-- pieces into one shipment and hands over everything packed; `delivered` books all shipments under way as delivered with their
-- cash, or declines a reported return. `p_restock` restocks returned goods.
create function public.change_order_status(
  p_order_id uuid, p_status public.order_status, p_note text default '', p_restock boolean default false,
  p_request_id uuid default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_note constant text := left(coalesce(p_note, ''), 2000);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('change_order_status', p_order_id, p_status, p_note, p_restock));
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  if v_order.status <> p_status then
    if private.is_move_of_stage(v_order.status, p_status) then
      update public.orders set status = p_status where orders.id = p_order_id;
    else
      perform private.require_move(v_order, p_status);
      perform private.move_by_pieces(v_order, p_status, v_note, p_restock);
    end if;
    perform private.explain_move(array[p_order_id], v_note);
    select orders.* into v_order from public.orders where orders.id = p_order_id;
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$$;

-- Moves several orders as change_order_status moves one. Returns every order, with the refusal of each that stays: {"code",
-- "message", and its parameters}. Confirming, producing and cancelling run as one statement. Staff only.
create function public.change_order_statuses(
  p_order_ids uuid[], p_status public.order_status, p_request_id uuid default null
) returns table (order_id uuid, refusal jsonb)
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Moves one order of several by its pieces, unless it is in this status by now.
create function private.move_one_by_pieces(p_order_id uuid, p_status public.order_status) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.move_by_pieces(orders, p_status, '', false) from public.orders
  where orders.id = p_order_id and orders.status <> p_status;
end
$$;

-- Whether this move happens before anything is sent, or cancels: setting the status is enough, the rest follows.
create function private.is_move_of_stage(p_from public.order_status, p_to public.order_status) returns boolean
language sql stable set search_path = '' as $$
  select private.is_set_by_people(p_to) and (p_to <> 'in_production' or p_from = 'confirmed')
$$;

-- Performs the piece and shipment operations that bring an order to a status.
create function private.move_by_pieces(
  p_order public.orders, p_status public.order_status, p_note text, p_restock boolean
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  case p_status
    when 'in_production' then perform private.take_shipments_back(p_order);
    when 'shipped' then perform private.ship_order(p_order);
    when 'return_requested' then perform private.report_order(p_order, p_note);
    when 'returned' then perform private.take_order_back(p_order, p_restock);
    when 'delivered' then
      if p_order.status = 'return_requested' then
        perform private.decline_returns(p_order, p_note);
      else
        perform private.deliver_order(p_order);
      end if;
  end case;
  perform private.create_due_refunds(p_order.id, p_reason => p_note);
end
$$;

-- Announces the return of all delivered pieces of an order.
create function private.report_order(p_order public.orders, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_pieces constant private.piece_count[] := private.all_to_return(p_order, 'return');
begin
  perform private.require_returnable(p_order, v_pieces, 'return');
  perform private.insert_return(p_order, v_pieces, 'return', coalesce(nullif(btrim(p_reason), ''), 'No reason given'));
end
$$;

create function private.decline_returns(p_order public.orders, p_answer text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns set state = 'declined', answer = p_answer, decided_at = now(), updated_at = now()
  where order_id = p_order.id and private.is_open_return(state) and replacement_order_id is null;
end
$$;

-- Books everything announced of an order as returned.
create function private.take_order_back(p_order public.orders, p_restock boolean) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Records the reason for a move that just happened: in the orders' history, and in a mail if staff give one. A cancellation's mail
-- has its reason, a return's its answer; staff's notes on a problem never reach the customer.
create function private.explain_move(p_order_ids uuid[], p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.order_events;
begin
  if p_note = '' then
    return;
  end if;
  for v_event in
    update public.order_events set note = p_note
    where id in (
      select distinct on (moves.order_id) moves.id from public.order_events moves
      where moves.order_id = any (p_order_ids) and moves.to_status is not null
      order by moves.order_id, moves.created_at desc
    )
    returning *
  loop
    if v_event.actor = 'staff' and v_event.to_status not in ('cancelled', 'return_requested')
      and v_event.from_status <> 'return_requested' then
      perform private.mail_note(orders, v_event.id) from public.orders where orders.id = v_event.order_id;
    end if;
  end loop;
end
$$;

-- Records in the orders' history why the store just moved them, as the code of a sentence.
create function private.remark_on_move(p_order_ids uuid[], p_code text) returns void
language sql security definer set search_path = '' as $$
  update public.order_events set remark = jsonb_build_object('code', p_code)
  where id in (
    select distinct on (moves.order_id) moves.id from public.order_events moves
    where moves.order_id = any (p_order_ids) and moves.to_status is not null
    order by moves.order_id, moves.created_at desc
  )
$$;

-- Accepts a status that follows from the order's pieces, and manual moves before anything is sent; the rest follows from shipments
-- and returns.
create function private.order_transition_checked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  new.reserved_until := null;
  if new.status = private.derived_order_status(new) then
    return new;
  end if;
  perform private.refuse_imported(new);
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
$$;

-- Refuses a move that is not a transition for the caller, not theirs to make, waiting for a payment, or too late.
create function private.require_move(p_order public.orders, p_status public.order_status) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.raise_refusal(private.move_refusal(p_order, p_status));
  if p_status = 'cancelled' and private.order_actor(p_order) = 'shopper' then
    perform private.refuse_cancelling(p_order);
  end if;
end
$$;

-- Why the caller cannot bring an order to a status; null if they can.
create function private.move_refusal(p_order public.orders, p_status public.order_status) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_actor constant text := private.order_actor(p_order);
  v_move public.order_status_transitions;
begin
  select move.* into v_move from public.order_status_transitions move
  where move.from_status = p_order.status and move.to_status = p_status;
  if not coalesce(private.is_move_of(v_actor, v_move)
    or v_actor = 'staff' and v_move.takes_back and private.takes_back(p_order, p_status), false) then
    return private.refusal('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', p_status));
  end if;
  if v_actor = 'staff' then
    perform private.require_capability(p_order.tenant_id, v_move.capability);
  end if;
  if v_move.needs_payment and private.misses_payment(p_order) then
    return private.payment_refusal(p_order);
  end if;
  if p_status = 'cancelled' and exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.packed > 0
  ) then
    return private.refusal('pieces_packed');
  end if;
  return null;
end
$$;

create function private.is_move_of(p_actor text, p_move public.order_status_transitions) returns boolean
language sql immutable set search_path = '' as $$
  select p_move.to_status is not null
    and (p_actor = 'system' or p_actor = 'staff' and p_move.by_staff or p_actor = 'shopper' and p_move.by_shopper)
$$;

-- Whether the caller undoes their own last move of an order, and the customer hasn't been notified of it.
create function private.takes_back(p_order public.orders, p_status public.order_status) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_last public.order_events;
  v_actor_id uuid;
begin
  select * into v_last from public.order_events
  where order_id = p_order.id and to_status is not null order by created_at desc limit 1;
  select actor_id into v_actor_id from public.order_event_actors where event_id = v_last.id;
  return v_actor_id is not distinct from auth.uid() and v_last.from_status is not distinct from p_status
    and v_last.created_at >= clock_timestamp() - private.mail_hold()
    and private.take_mail_back(p_order.id, p_order.status::text);
end
$$;

-- Withdraws a queued mail about an order; false if it is already being sent.
create function private.take_mail_back(p_order_id uuid, p_kind text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.withdraw_messages(p_order_id, p_kind::public.order_notification_kind)
  where p_kind = any (enum_range(null::public.order_notification_kind)::text[]);
  return not exists (select 1 from public.order_notifications where order_id = p_order_id and kind::text = p_kind);
end
$$;

-- Whether an order waits for its prepayment or deposit. A later price increase is paid at the door and doesn't count.
create function private.misses_payment(p_order public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not (
    p_order.payment_method = 'cash_on_delivery' and (p_order.stage <> 'awaiting_payment' or private.awaited_payment(p_order) = 0)
    or p_order.total = 0
    or p_order.charged > 0 and p_order.received - p_order.given_back >= p_order.charged
    or p_order.charged > 0 and p_order.received > p_order.given_back and p_order.stage <> 'awaiting_payment');
end
$$;

create function private.payment_refusal(p_order public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when p_order.received > 0 and p_order.charged = 0 then private.refusal('payment_given_back')
    else private.refusal('payment_missing', jsonb_strip_nulls(jsonb_build_object(
      'reason', case p_order.payment_method when 'online' then 'online' end)))
  end
$$;

-- The statuses the reader may give an order now, excluding those that first need shipments, returns or a payment. A computed field,
-- for its shopper and staff.
create function public.next_statuses(p_order public.orders) returns public.order_status[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(move.to_status order by target.step, move.to_status), '{}')
  from public.orders
  join public.order_status_transitions move on move.from_status = orders.status
  join public.order_statuses target on target.status = move.to_status
  where orders.id = p_order.id and orders.imported_from is null and target.is_set_by_people and private.is_move_of(private.order_actor(orders), move)
    and (private.order_actor(orders) <> 'staff' or private.holds_capability(orders.tenant_id, move.capability))
    and not (move.needs_payment and private.misses_payment(orders))
$$;

-- Updates through the data API lock orders in arbitrary order and could deadlock, so they run one after another per store, together
-- with functions that lock several orders. Callers who may change orders of every store only block the orders they change: see
-- private.hold_store_of_order.
create function private.serialize_order_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text;
begin
  if private.changes_every_store() then
    return null;
  end if;
  for v_tenant_id in
    select id from public.tenants where id = any (private.tenants_where_may('orders.change')) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended('orders:' || v_tenant_id, 0));
  end loop;
  return null;
end
$$;

-- With a single store, its staff count as staff of that store: their changes wait for each other.
create function private.changes_every_store() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_service() or (
    select count(*) > 1 and bool_and(tenant.id = any ((select private.tenants_where_may('orders.change'))::text[]))
    from public.tenants tenant
  )
$$;

-- Takes a shared lock against serialize_order_updates for the changed row's store: such changes exclude those of a store's staff,
-- not each other. Never waits: the row is already locked, and the holder may be waiting for it.
create function private.hold_store_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.changes_every_store()
    and not pg_try_advisory_xact_lock_shared(hashtextextended('orders:' || old.tenant_id, 0)) then
    perform private.refuse('orders_busy');
  end if;
  return new;
end
$$;

-- Records moved orders in their history, and books the cancellations among them.
create function private.orders_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before public.orders[];
  v_after public.orders[];
  v_cancelled uuid[];
  v_id uuid;
begin
  select array_agg(row(before.*)::public.orders order by after.id), array_agg(row(after.*)::public.orders order by after.id)
  into v_before, v_after
  from after join before using (id) where after.status <> before.status;
  insert into public.order_events (tenant_id, order_id, actor, from_status, to_status)
  select moved.tenant_id, moved.id, private.order_actor(moved), moved.status, later.status
  from unnest(v_before) moved join unnest(v_after) later on later.id = moved.id order by moved.id;
  v_cancelled := array(
    select moved.id from unnest(v_after) moved
    where moved.status = 'cancelled' and private.derived_order_status(moved) <> 'cancelled' order by moved.id
  );
  -- A single order locks in this order anyway.
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
$$;

-- Locks everything that cancelling these orders changes, in a fixed order.
create function private.lock_for_cancelling(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_goods(p_order_ids);
  perform 1 from public.delivery_slots
  where id in (select slot_id from public.orders where orders.id = any (p_order_ids))
  order by id for key share;
  perform 1 from public.delivery_bookings
  where (slot_id, day) in (select slot_id, slot_date from public.orders where orders.id = any (p_order_ids))
  order by slot_id, day for no key update;
  perform private.lock_points_of(p_order_ids);
end
$$;

-- Locks the products of orders in id order, as place_order does.
create function private.lock_goods(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products
  where id in (select product_id from public.order_lines where order_id = any (p_order_ids))
  order by id for no key update;
end
$$;

-- Triggers

create trigger orders_move_checked before update of status on public.orders
  for each row when (old.status <> new.status) execute function private.order_transition_checked();

create trigger orders_moved after update on public.orders
  referencing old table as before new table as after
  for each statement execute function private.orders_moved();

create trigger orders_serialized before update on public.orders
  for each statement when (current_user in ('authenticated', 'service_role'))
  execute function private.serialize_order_updates();

create trigger orders_held before update on public.orders
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.hold_store_of_order();

-- Grants

grant execute on function public.next_statuses, public.change_order_status, public.change_order_statuses to authenticated;
