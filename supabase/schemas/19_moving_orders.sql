-- An order's way from one status to the next, from top to bottom: what asks for a move, what allows it, and what it books.

-- Functions

-- How long mails about what staff did wait, so that they can take it back.
create function private.mail_hold() returns interval
language sql immutable set search_path = '' as $$ select interval '30 seconds' $$;

-- Moves an order along the table of moves and returns it. `p_restock` puts returned goods back on the shelf.
create function public.change_order_status(
  p_order_id uuid, p_status public.order_status, p_note text default '', p_restock boolean default false,
  p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_order_status', p_order_id, p_status, p_note, p_restock));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  if v_order.status = p_status then
    return private.keep_answer(p_request_id, private.order_json(v_order));
  end if;
  if p_restock and p_status = 'returned' then
    -- Before the points that a return gives back, as everywhere.
    perform private.lock_goods(array[p_order_id]);
  end if;
  update public.orders set status = p_status where orders.id = p_order_id;
  perform private.explain_move(array[p_order_id], left(coalesce(p_note, ''), 2000));
  if p_restock and p_status = 'returned' then
    perform private.restock(v_order, 'returned');
  end if;
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$$;

-- Cancels an order for its shopper or staff, and returns it. The mail about it says the reason.
create function public.cancel_order(p_order_id uuid, p_reason text default '', p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.change_order_status(p_order_id, 'cancelled', p_reason, p_request_id => p_request_id);
end
$$;

-- Says why orders were moved, which just happened: in their history, and in a mail where staff say it. The mail of a
-- cancellation has its reason; what staff note of a problem is not said to its customer.
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
    if v_event.actor = 'staff' and v_event.to_status not in ('cancelled', 'return_requested') then
      perform private.mail_note(orders, v_event.id) from public.orders where orders.id = v_event.order_id;
    end if;
  end loop;
end
$$;

-- Queues the mail of what staff wrote to a customer: a note, or the answer to a problem.
create function private.mail_note(p_order public.orders, p_event_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_mails (tenant_id, order_id, kind, event_id, due_at)
  select p_order.tenant_id, p_order.id, 'note', p_event_id, now() + private.mail_hold()
  where p_order.customer_email <> ''
$$;

create function private.order_transition_checked() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_actor text := private.order_actor(old);
begin
  if not exists (
    select 1 from public.order_status_transitions
    where from_status = old.status and to_status = new.status
      and (v_actor = 'system' or v_actor = 'staff' and by_staff or v_actor = 'shopper' and by_shopper)
  ) and not (v_actor = 'staff' and private.takes_back(old, new.status)) then
    perform private.refuse('move_not_allowed', jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  perform private.require_payment(old, new);
  if new.status = 'return_requested' and v_actor = 'shopper' then
    perform private.refuse_too_late('return_too_late', old.tenant_id, 'faultDays', old.delivered_at);
  end if;

  if new.status = 'cancelled' and v_actor = 'shopper' then
    perform private.refuse_cancelling(old);
  end if;

  new.updated_at := now();
  new.reserved_until := null;
  if new.status = 'delivered' then
    new.delivered_at := coalesce(old.delivered_at, now());
  end if;
  if new.status in ('awaiting_payment', 'pending', 'confirmed', 'in_production') then
    new.stage := new.status;
  end if;
  return new;
end
$$;

-- Whether the caller takes their own last move of an order back, of which the customer has not been told.
create function private.takes_back(p_order public.orders, p_status public.order_status) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_last public.order_events;
begin
  if not exists (
    select 1 from public.order_status_transitions where from_status = p_order.status and to_status = p_status and takes_back
  ) then
    return false;
  end if;
  select * into v_last from public.order_events
  where order_id = p_order.id and to_status is not null order by created_at desc limit 1;
  if v_last.actor_id is distinct from auth.uid() or v_last.from_status is distinct from p_status
    or v_last.created_at < clock_timestamp() - private.mail_hold() then
    return false;
  end if;
  -- The lock keeps the mail from being taken meanwhile.
  perform 1 from public.order_mails where order_id = p_order.id and kind::text = p_order.status::text for update;
  delete from public.order_mails
  where order_id = p_order.id and kind::text = p_order.status::text and attempts = 0;
  return not exists (
    select 1 from public.order_mails where order_id = p_order.id and kind::text = p_order.status::text
  );
end
$$;

create function private.require_payment(p_old public.orders, p_new public.orders) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_new.payment_method = 'cash_on_delivery' or p_new.total = 0
    or p_new.charged > 0 and p_new.received - p_new.given_back >= p_new.charged
    or not exists (
      select 1 from public.order_status_transitions
      where from_status = p_old.status and to_status = p_new.status and needs_payment
    )
  then
    return;
  end if;
  if p_new.received > 0 and p_new.charged = 0 then
    perform private.refuse('payment_given_back');
  end if;
  perform private.refuse('payment_missing', jsonb_strip_nulls(jsonb_build_object(
    'reason', case p_new.payment_method when 'online' then 'online' end)));
end
$$;

-- Refuses a shopper's sixth cancellation within an hour: each takes goods from the shelf and puts them back.
create function private.refuse_cancelling(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Those of one person are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('cancel:' || p_order.tenant_id || p_order.user_id, 0));
  if (
    select count(*) from public.orders join public.order_events event on event.order_id = orders.id
    where orders.user_id = p_order.user_id and orders.tenant_id = p_order.tenant_id and orders.status = 'cancelled'
      and event.to_status = 'cancelled' and event.actor = 'shopper' and event.created_at > now() - interval '1 hour'
  ) >= 5 then
    perform private.refuse('too_many_cancellations');
  end if;
end
$$;

-- An update through the data API locks orders in any order, so that two of them could deadlock: those of one store run one
-- after the other. Functions lock one order, or skip locked ones. Who may change orders of every store holds up only those
-- that they change: see private.hold_store_of_order.
create function private.serialize_order_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text;
begin
  if private.changes_every_store() then
    return null;
  end if;
  for v_tenant_id in
    select id from public.tenants where id = any (private.staff_tenants()) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended('orders:' || v_tenant_id, 0));
  end loop;
  return null;
end
$$;

create function private.changes_every_store() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_service() or not exists (
    select 1 from public.tenants tenant where not tenant.id = any (private.staff_tenants())
  )
$$;

-- Shares the lock of serialize_order_updates for the store of a row that is changed: such changes exclude those of a store's
-- staff, not each other. It never waits for it: its order is locked already, for which the holder may be waiting.
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

create function private.orders_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before public.orders[];
  v_after public.orders[];
begin
  select array_agg(row(before.*)::public.orders order by after.id), array_agg(row(after.*)::public.orders order by after.id)
  into v_before, v_after
  from after join before using (id) where after.status <> before.status;
  -- One order's bookings lock in this order by themselves.
  if cardinality(v_after) > 1 then
    perform private.lock_for_moves(v_after);
  end if;
  for v_place in 1 .. coalesce(cardinality(v_after), 0) loop
    perform private.apply_transition(v_before[v_place], v_after[v_place]);
  end loop;
  return null;
end
$$;

-- Locks everything that booking the moves of these orders changes, in a fixed order.
create function private.lock_for_moves(p_orders public.orders[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_goods(array(
    select moved.id from unnest(p_orders) moved where moved.status in ('cancelled', 'returned')
  ));
  perform 1 from public.delivery_slots
  where id in (select moved.slot_id from unnest(p_orders) moved where moved.status = 'cancelled')
  order by id for key share;
  perform 1 from public.delivery_bookings
  where (slot_id, day) in (select moved.slot_id, moved.slot_date from unnest(p_orders) moved where moved.status = 'cancelled')
  order by slot_id, day for no key update;
  perform 1 from public.discounts
  where (user_id, tenant_id) in (select moved.user_id, moved.tenant_id from unnest(p_orders) moved where moved.status = 'returned')
    and is_active
  order by id for no key update;
  perform 1 from public.profiles
  where (id, tenant_id) in (
    select moving.user_id, moving.tenant_id from unnest(p_orders) moving
    where moving.status = 'returned' or moving.status = 'delivered' and moving.points_earned > 0
      or moving.status = 'cancelled' and moving.points_used > 0
  )
  order by id, tenant_id for no key update;
end
$$;

-- Books what an order's new status means: its event, and what is given back or earned.
create function private.apply_transition(p_old public.orders, p_new public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, from_status, to_status)
  values (p_new.tenant_id, p_new.id, auth.uid(), private.order_actor(p_old), p_old.status, p_new.status);
  case p_new.status
    when 'cancelled' then perform private.book_cancellation(p_new);
    when 'delivered' then perform private.book_delivery(p_new);
    when 'returned' then perform private.book_return(p_new);
    else null;
  end case;
  perform private.count_pieces(p_new);
end
$$;

-- Counts the pieces of an order that moves as a whole, and books what follows for its money.
create function private.count_pieces(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.order_lines;
begin
  for v_line in
    select line.* from public.order_lines line where line.order_id = p_order.id order by line.position for update
  loop
    case p_order.status
      when 'shipped' then update public.order_lines set sent = quantity - cancelled where id = v_line.id;
      when 'in_production' then update public.order_lines set sent = 0 where id = v_line.id;
      when 'delivered' then update public.order_lines set delivered = sent where id = v_line.id;
      when 'returned' then update public.order_lines set returned = delivered where id = v_line.id;
      when 'cancelled' then update public.order_lines set cancelled = quantity where id = v_line.id;
      else null;
    end case;
    perform private.credit_gone_pieces(v_line);
  end loop;
  if p_order.status = 'cancelled' then
    perform private.credit_delivery_fee(p_order.id);
  elsif p_order.status = 'delivered' then
    perform private.book_money(orders, 'received', orders.charged - orders.received + orders.given_back, '{}', 'cash_on_delivery')
    from public.orders where orders.id = p_order.id and orders.charged > orders.received - orders.given_back;
  end if;
  if p_order.status in ('cancelled', 'delivered', 'returned') then
    perform private.owe_back(p_order.id);
  end if;
end
$$;

create function private.book_cancellation(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.restock(p_order, 'cancelled');
  delete from public.discount_uses where order_id = p_order.id;
  if p_order.slot_id is not null then
    -- A first capacity that is being set counts the orders of the slot: one of the two waits for the other.
    perform 1 from public.delivery_slots where id = p_order.slot_id for key share;
  end if;
  update public.delivery_bookings set booked = booked - 1
  where slot_id = p_order.slot_id and day = p_order.slot_date and booked > 0;
  perform private.give_points_back(p_order);
end
$$;

create function private.book_delivery(p_order public.orders) returns void
language sql security definer set search_path = '' as $$
  insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
  select p_order.tenant_id, p_order.user_id, 'earned', p_order.points_earned, p_order.id
  where p_order.user_id is not null and p_order.points_earned > 0
  on conflict (order_id, kind) do nothing
$$;

-- Takes back the points that the order earned, as far as they are there: those that were spent on an order stay spent, vouchers
-- that were exchanged for them and not used are switched off.
create function private.book_return(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_earned constant integer := (select delta from public.point_entries where order_id = p_order.id and kind = 'earned');
  v_balance integer;
begin
  -- Vouchers before their person, as place_order does.
  perform 1 from public.discounts
  where user_id = p_order.user_id and tenant_id = p_order.tenant_id and is_active order by id for no key update;
  select points into v_balance from public.profiles
  where id = p_order.user_id and tenant_id = p_order.tenant_id for no key update;
  if v_earned > v_balance then
    v_balance := v_balance + private.take_vouchers_back(p_order.tenant_id, p_order.user_id, v_earned - v_balance);
  end if;
  if least(v_earned, v_balance) > 0 and p_order.user_id is not null then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (p_order.tenant_id, p_order.user_id, 'reversed', -least(v_earned, v_balance), p_order.id);
  end if;
  perform private.give_points_back(p_order);
end
$$;

-- Gives back the points that an order was paid with.
create function private.give_points_back(p_order public.orders) returns void
language sql security definer set search_path = '' as $$
  insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
  select p_order.tenant_id, p_order.user_id, 'refunded', p_order.points_used, p_order.id
  where p_order.user_id is not null and p_order.points_used > 0
$$;

-- Puts an order's goods back on the shelf.
create function private.restock(p_order public.orders, p_reason public.stock_reason) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_goods(array[p_order.id]);
  perform private.book_goods(p_order, 1, p_reason);
end
$$;

-- Locks the products of orders, by id as place_order does.
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

grant execute on function public.change_order_status, public.cancel_order to authenticated;
