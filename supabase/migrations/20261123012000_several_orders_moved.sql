-- Several orders that one statement moves take what they share with other orders as a single order does: first all their
-- products, then all delivery slots and places in them, then all points, each by id. Booked order by order they took the
-- products of the second after the points of the first, and ended orders that were placed meanwhile, or were ended by them.

-- Helpers ----------------------------------------------------------------------------------------

-- Books what an order's new status means: its event, and what is given back or earned.
create function private.book_move(p_old public.orders, p_new public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_balance integer;
  v_earned integer;
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, from_status, to_status, note)
  values (p_new.tenant_id, p_new.id, auth.uid(), private.order_actor(p_old), p_old.status, p_new.status,
    coalesce(current_setting('souk.order_note', true), ''));

  if p_new.status = 'cancelled' then
    perform private.restock(p_new, 'cancelled');
    delete from public.discount_uses u where u.order_id = p_new.id;
    if p_new.slot_id is not null then
      -- A slot that gets its first capacity waits for this: counted as if it stayed, the order would keep a place for good.
      perform 1 from public.delivery_slots s where s.id = p_new.slot_id for key share;
    end if;
    update public.delivery_bookings b set booked = b.booked - 1
    where b.slot_id = p_new.slot_id and b.day = p_new.slot_date and b.booked > 0;
  elsif p_new.status = 'returned' and current_setting('souk.restock', true) = 'yes' then
    perform private.restock(p_new, 'returned');
  end if;

  if p_new.user_id is null then
    return;
  end if;
  if p_new.status = 'delivered' and p_new.points_earned > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (p_new.tenant_id, p_new.user_id, 'earned', p_new.points_earned, p_new.id)
    on conflict (order_id, kind) do nothing;
  elsif p_new.status = 'returned' then
    select p.points into v_balance from public.profiles p
    where p.id = p_new.user_id and p.tenant_id = p_new.tenant_id for no key update;
    select e.delta into v_earned from public.point_entries e where e.order_id = p_new.id and e.kind = 'earned';
    -- Points already spent are not asked back.
    if least(v_earned, v_balance) > 0 then
      insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
      values (p_new.tenant_id, p_new.user_id, 'reversed', -least(v_earned, v_balance), p_new.id);
    end if;
  end if;
  if p_new.status in ('cancelled', 'returned') and p_new.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (p_new.tenant_id, p_new.user_id, 'refunded', p_new.points_used, p_new.id);
  end if;
end
$$;

-- Holds everything that booking the moves of these orders changes.
create function private.hold_for_moves(p_orders public.orders[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products p
  where p.id in (
    select l.product_id from public.order_lines l
    where l.order_id in (select o.id from unnest(p_orders) o where o.status in ('cancelled', 'returned'))
  )
  order by p.id for no key update;
  perform 1 from public.delivery_slots s
  where s.id in (select o.slot_id from unnest(p_orders) o where o.status = 'cancelled')
  order by s.id for key share;
  perform 1 from public.delivery_bookings b
  where (b.slot_id, b.day) in (select o.slot_id, o.slot_date from unnest(p_orders) o where o.status = 'cancelled')
  order by b.slot_id, b.day for no key update;
  perform 1 from public.profiles p
  where (p.id, p.tenant_id) in (
    select o.user_id, o.tenant_id from unnest(p_orders) o
    where o.status = 'returned' or o.status = 'delivered' and o.points_earned > 0
      or o.status = 'cancelled' and o.points_used > 0
  )
  order by p.id, p.tenant_id for no key update;
end
$$;

-- Triggers ---------------------------------------------------------------------------------------

create function private.orders_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before public.orders[];
  v_after public.orders[];
begin
  select array_agg(row(b.*)::public.orders order by a.id), array_agg(row(a.*)::public.orders order by a.id)
  into v_before, v_after
  from after a join before b using (id) where a.status <> b.status;
  -- A single order is booked in the order in which they would be held.
  if cardinality(v_after) > 1 then
    perform private.hold_for_moves(v_after);
  end if;
  for i in 1 .. coalesce(cardinality(v_after), 0) loop
    perform private.book_move(v_before[i], v_after[i]);
  end loop;
  return null;
end
$$;

drop trigger orders_moved on public.orders;
drop function private.order_moved();

create trigger orders_moved after update on public.orders
  referencing old table as before new table as after
  for each statement execute function private.orders_moved();

-- A statement of somebody's own finds orders in whatever order its conditions are looked up in. Two of them in one store
-- wait for each other here; functions hold the one order that they act on, or only orders that nobody holds.
create function private.orders_awaited() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text;
begin
  for v_tenant_id in
    select t.id from public.tenants t
    where t.id = any (private.staff_tenants()) or private.is_service()
    order by t.id
  loop
    perform pg_advisory_xact_lock(hashtextextended('orders:' || v_tenant_id, 0));
  end loop;
  return null;
end
$$;

create trigger orders_awaited before update on public.orders
  for each statement when (current_user in ('authenticated', 'service_role'))
  execute function private.orders_awaited();
