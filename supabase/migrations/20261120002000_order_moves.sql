-- What a change of status means is decided here, whoever makes it and by whatever way: the table of moves, who may,
-- and what is given back.

-- Who acts on an order: its store's staff, its shopper, or the server. Null for everybody else.
create function private.order_actor(p_order public.orders) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when auth.uid() is null or private.is_service() then 'system'
    when private.is_staff(p_order.tenant_id) then 'staff'
    when p_order.user_id = auth.uid() then 'shopper'
  end;
end
$$;

-- Triggers ---------------------------------------------------------------------------------------

create function private.order_placed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, to_status)
  values (new.tenant_id, new.id, auth.uid(), case when auth.uid() is null then 'system' else 'shopper' end, new.status);
  return null;
end
$$;

create trigger orders_placed after insert on public.orders
  for each row execute function private.order_placed();

create function private.order_move_checked() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_actor text := private.order_actor(old);
begin
  if not exists (
    select 1 from public.order_moves m
    where m.from_status = old.status and m.to_status = new.status
      and (v_actor = 'system' or v_actor = 'staff' and m.by_staff or v_actor = 'shopper' and m.by_shopper)
  ) then
    perform private.refuse('move_not_allowed',
      'This order is ' || replace(old.status::text, '_', ' ') || ' and cannot become '
        || replace(new.status::text, '_', ' ') || '.',
      jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if new.status = 'return_requested' and v_actor = 'shopper' and now() > old.delivered_at + interval '24 hours' then
    perform private.refuse('return_too_late', 'Problems must be reported within 24 hours of delivery.');
  end if;

  new.updated_at := now();
  new.reserved_until := null;
  if new.status = 'delivered' then
    new.delivered_at := coalesce(old.delivered_at, now());
  end if;
  new.payment_status := case
    when new.status = 'confirmed' and old.status = 'awaiting_payment' then 'paid'
    when new.status = 'delivered' and new.payment_status = 'unpaid' then 'paid'
    when new.status in ('cancelled', 'returned') and new.payment_status = 'paid' and new.total > 0 then 'refund_due'
    else new.payment_status
  end;
  return new;
end
$$;

create trigger orders_move_checked before update of status on public.orders
  for each row when (old.status <> new.status) execute function private.order_move_checked();

-- Puts an order's goods back on the shelf, locking products in the order place_order does.
create function private.restock(p_order public.orders, p_reason public.stock_reason) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products p
  where p.id in (select l.product_id from public.order_lines l where l.order_id = p_order.id)
  order by p.id for no key update;
  perform set_config('souk.stock', 'booked', true);
  with back as (
    update public.products p set stock = p.stock + l.quantity
    from (
      select a.product_id, sum(a.quantity)::integer as quantity from public.order_lines a
      where a.order_id = p_order.id and a.product_id is not null group by a.product_id
    ) l
    where p.id = l.product_id
    returning p.id, p.stock, l.quantity
  )
  insert into public.stock_movements (tenant_id, product_id, delta, stock_after, reason, order_id, actor_id)
  select p_order.tenant_id, b.id, b.quantity, b.stock, p_reason, p_order.id, auth.uid() from back b;
  perform set_config('souk.stock', '', true);
end
$$;

create function private.order_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_balance integer;
  v_earned integer;
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, from_status, to_status, note)
  values (new.tenant_id, new.id, auth.uid(), private.order_actor(old), old.status, new.status,
    coalesce(current_setting('souk.order_note', true), ''));

  if new.status = 'cancelled' then
    perform private.restock(new, 'cancelled');
    delete from public.discount_uses u where u.order_id = new.id;
    update public.delivery_bookings b set booked = b.booked - 1
    where b.slot_id = new.slot_id and b.day = new.slot_date and b.booked > 0;
  elsif new.status = 'returned' and current_setting('souk.restock', true) = 'yes' then
    perform private.restock(new, 'returned');
  end if;

  if new.user_id is null then
    return null;
  end if;
  if new.status = 'delivered' and new.points_earned > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (new.tenant_id, new.user_id, 'earned', new.points_earned, new.id)
    on conflict (order_id, kind) do nothing;
  elsif new.status = 'returned' then
    select p.points into v_balance from public.profiles p
    where p.id = new.user_id and p.tenant_id = new.tenant_id for no key update;
    select e.delta into v_earned from public.point_entries e where e.order_id = new.id and e.kind = 'earned';
    -- Points already spent are not asked back.
    if least(v_earned, v_balance) > 0 then
      insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
      values (new.tenant_id, new.user_id, 'reversed', -least(v_earned, v_balance), new.id);
    end if;
  end if;
  if new.status in ('cancelled', 'returned') and new.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (new.tenant_id, new.user_id, 'refunded', new.points_used, new.id);
  end if;
  return null;
end
$$;

create trigger orders_moved after update of status on public.orders
  for each row when (old.status <> new.status) execute function private.order_moved();

-- A slot that gets its first capacity starts to count; what is already ordered counts too.
create function private.slot_capacity_set() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.delivery_bookings (tenant_id, slot_id, day, booked)
  select new.tenant_id, new.id, o.slot_date, count(*) from public.orders o
  where o.tenant_id = new.tenant_id and o.slot_id = new.id and o.slot_date is not null and o.status <> 'cancelled'
  group by o.slot_date
  on conflict (slot_id, day) do update set booked = excluded.booked;
  return null;
end
$$;

create trigger delivery_slots_capacity_set after update of capacity on public.delivery_slots
  for each row when (old.capacity is null and new.capacity is not null) execute function private.slot_capacity_set();

-- Helpers ----------------------------------------------------------------------------------------

-- The caller's or his store's order, locked; somebody else's does not exist for him.
create function private.order_to_act_on(p_order_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order', 'This order does not exist.');
  end if;
  perform private.require_assured();
  return v_order;
end
$$;

-- Public functions -------------------------------------------------------------------------------

-- Moves an order along the table of moves and returns it. `p_restock` puts returned goods back on the shelf.
create function public.change_order_status(
  p_order_id uuid, p_status public.order_status, p_note text default '', p_restock boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.order_to_act_on(p_order_id);
begin
  if v_order.status = p_status then
    return private.order_json(v_order);
  end if;
  perform set_config('souk.order_note', left(coalesce(p_note, ''), 2000), true);
  perform set_config('souk.restock', case when p_restock then 'yes' else '' end, true);
  update public.orders o set status = p_status where o.id = p_order_id returning * into v_order;
  perform set_config('souk.order_note', '', true);
  perform set_config('souk.restock', '', true);
  return private.order_json(v_order);
end
$$;

create function public.cancel_order(p_order_id uuid, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.change_order_status(p_order_id, 'cancelled', p_reason);
end
$$;

-- Reports a problem with a delivered order, within 24 hours for shoppers (spec section 9).
create function public.request_return(p_order_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required', 'Say what is wrong with the order.');
  end if;
  return public.change_order_status(p_order_id, 'return_requested', p_reason);
end
$$;

-- Writes a note into an order's history; staff only. Internal notes are not shown to the shopper.
create function public.add_order_note(p_order_id uuid, p_note text, p_internal boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.order_to_act_on(p_order_id);
begin
  perform private.require_staff(v_order.tenant_id);
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note', 'Write a note of up to 2,000 characters.');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), btrim(p_note), p_internal);
end
$$;

grant execute on function
  public.change_order_status(uuid, public.order_status, text, boolean), public.cancel_order(uuid, text),
  public.request_return(uuid, text), public.add_order_note(uuid, text, boolean)
  to authenticated, service_role;
