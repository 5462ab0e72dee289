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

-- What became of an order's payment: `paid`, `failed` or `refunded`. Called by the payment provider's hook and by
-- staff for bank transfers; calling it again, late, or out of order changes nothing that is already settled.
create function public.record_payment(p_order_id uuid, p_outcome text, p_reference text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.order_to_act_on(p_order_id);
begin
  perform private.require_staff(v_order.tenant_id);
  perform set_config('souk.order_note', left(coalesce(p_reference, ''), 200), true);
  if p_outcome = 'paid' then
    if v_order.status = 'awaiting_payment' then
      update public.orders o set status = 'confirmed', payment_reference = nullif(left(p_reference, 200), '')
      where o.id = p_order_id returning * into v_order;
    elsif v_order.status = 'cancelled' and v_order.payment_status in ('unpaid', 'failed') then
      -- The money came after the goods had been given back.
      update public.orders o set payment_status = 'refund_due', payment_reference = nullif(left(p_reference, 200), ''),
        updated_at = now()
      where o.id = p_order_id returning * into v_order;
    elsif v_order.payment_status = 'unpaid' then
      update public.orders o set payment_status = 'paid', payment_reference = nullif(left(p_reference, 200), ''),
        updated_at = now()
      where o.id = p_order_id returning * into v_order;
    end if;
  elsif p_outcome = 'failed' then
    if v_order.status = 'awaiting_payment' then
      update public.orders o set status = 'cancelled', payment_status = 'failed'
      where o.id = p_order_id returning * into v_order;
    end if;
  elsif p_outcome = 'refunded' then
    if v_order.payment_status in ('paid', 'refund_due') then
      update public.orders o set payment_status = 'refunded', updated_at = now()
      where o.id = p_order_id returning * into v_order;
      insert into public.order_events (tenant_id, order_id, actor_id, actor, note)
      values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), 'Payment refunded');
    end if;
  else
    perform private.refuse('unknown_outcome', 'A payment is paid, failed or refunded.');
  end if;
  perform set_config('souk.order_note', '', true);
  return private.order_json(v_order);
end
$$;

-- Cancels online orders whose payment did not come in time, giving their stock back. For the server's timer.
create function public.release_expired_reservations(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_released integer;
begin
  if not private.is_service() then
    raise exception using errcode = '42501', message = 'Only the server can do that.', detail = 'server_only';
  end if;
  perform set_config('souk.order_note', 'The payment did not arrive in time', true);
  with expired as (
    select o.id from public.orders o
    where o.reserved_until < now() and o.status = 'awaiting_payment'
    order by o.reserved_until limit least(greatest(p_limit, 1), 1000) for update skip locked
  )
  update public.orders o set status = 'cancelled', payment_status = 'failed' from expired e where o.id = e.id;
  get diagnostics v_released = row_count;
  perform set_config('souk.order_note', '', true);
  return v_released;
end
$$;

-- Sends delivered items again in another size; the shopper pays shipping again and nothing else (spec section 9).
-- Returns the new order. p_lines: [{order_line_id, size}].
create function public.request_size_replacement(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text,
  p_shipping_method public.shipping_method default 'standard'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.orders := private.order_to_act_on(p_order_id);
  v_new public.orders;
  v_settings public.settings;
  v_lines private.priced_line[];
  v_problem private.priced_line;
  v_fee numeric;
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order', 'This order does not exist.');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key', 'The order carries no key of its own.');
  end if;
  select o.* into v_new from public.orders o
  where o.user_id = v_old.user_id and o.tenant_id = v_old.tenant_id and o.idempotency_key = p_idempotency_key;
  if found then
    return private.order_json(v_new);
  end if;
  if v_old.status <> 'delivered' or now() > v_old.delivered_at + interval '24 hours' then
    perform private.refuse('replacement_too_late', 'A size can be replaced within 24 hours of delivery.');
  end if;
  if exists (
    select 1 from public.orders o
    where o.tenant_id = v_old.tenant_id and o.replaces_order_id = v_old.id and o.status <> 'cancelled'
  ) then
    perform private.refuse('already_replaced', 'A replacement for this order is already under way.');
  end if;
  select s.* into v_settings from public.settings s where s.tenant_id = v_old.tenant_id;
  if not coalesce((v_settings.payment ->> case p_payment_method
      when 'cash_on_delivery' then 'cashOnDelivery'
      when 'bank_transfer' then 'bankTransfer'
      when 'online' then 'onlinePayment'
    end)::boolean, false) then
    perform private.refuse('payment_closed', 'This store does not take that kind of payment.');
  end if;

  perform 1 from public.products p
  where p.id in (select l.product_id from public.order_lines l where l.order_id = v_old.id)
  order by p.id for no key update;
  v_lines := array(
    select row(
      row_number() over (order by l.position) - 1, l.product_id, l.customization_id, l.quantity, l.name, l.image, 0, null,
      p.stock, l.color, coalesce(nullif(private.chosen_option(p.sizes, w.size), ''), w.size), l.type,
      l.customization -> 'design', l.customization ->> 'preview',
      case
        when coalesce(btrim(w.size), '') = '' or length(w.size) > 60
          or l.product_id is not null and private.chosen_option(p.sizes, w.size) is null then 'unknown_option'
        when l.product_id is null and l.customization is null then 'unknown_product'
        when sum(l.quantity) over (partition by l.product_id) > p.stock then 'out_of_stock'
      end
    )::private.priced_line
    from (
      select distinct on (x.order_line_id) x.order_line_id, x.size
      from jsonb_to_recordset(case when jsonb_typeof(p_lines) = 'array' then p_lines else '[]' end)
        as x (order_line_id text, size text)
    ) w
    join public.order_lines l on l.order_id = v_old.id and l.id::text = w.order_line_id
    left join public.products p on p.id = l.product_id
    order by l.position
  );
  if cardinality(v_lines) = 0 then
    perform private.refuse('empty_cart', 'Choose the items to send in another size.');
  end if;
  select x.* into v_problem from unnest(v_lines) x where x.problem is not null order by x.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse(v_problem.problem, private.line_message(v_problem),
      jsonb_build_object('line', v_problem.line, 'available', v_problem.stock));
  end if;

  v_fee := (v_settings.shipping ->> case p_shipping_method
    when 'express' then 'expressShippingFee' else 'defaultShippingFee' end)::numeric;
  insert into public.orders (
    tenant_id, number, user_id, status, payment_method, payment_status, shipping_method, subtotal, shipping_total, total,
    customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key
  ) values (
    v_old.tenant_id, private.order_number(v_old.tenant_id), v_old.user_id,
    case when p_payment_method = 'cash_on_delivery' or v_fee = 0 then 'pending'::public.order_status else 'awaiting_payment' end,
    p_payment_method, case when v_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping_method, 0, v_fee,
    v_fee, v_old.customer_name, v_old.customer_email, v_old.address, v_old.id,
    case when p_payment_method = 'online' and v_fee > 0 then now() + interval '30 minutes' end, p_idempotency_key
  ) returning * into v_new;
  perform private.store_lines(v_new, v_lines);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', 'Replacement in another size: ' || v_new.number);
  return private.order_json(v_new);
end
$$;

-- The delivery times that can be chosen in the coming days, with the places left where they are counted.
create function public.available_slots(p_tenant_id text, p_days integer default 14)
returns table (
  slot_id uuid, day date, from_time time, to_time time, places_left integer, closes_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select s.id, d.day::date, s.from_time, s.to_time, s.capacity - coalesce(b.booked, 0),
    (d.day::date + s.from_time - make_interval(hours => s.cut_off_hours)) at time zone 'Africa/Cairo'
  from generate_series(
    private.shop_time()::date::timestamp, private.shop_time()::date + least(greatest(p_days, 1), 60), interval '1 day'
  ) as d (day)
  join public.delivery_slots s on s.day_of_week = extract(dow from d.day) and s.tenant_id = p_tenant_id and s.is_active
  left join public.delivery_bookings b on b.slot_id = s.id and b.day = d.day::date and s.capacity is not null
  where d.day::date + s.from_time - make_interval(hours => s.cut_off_hours) > private.shop_time()
    and (s.capacity is null or s.capacity > coalesce(b.booked, 0))
  order by d.day, s.from_time, s.id
$$;

grant execute on function
  public.change_order_status(uuid, public.order_status, text, boolean), public.cancel_order(uuid, text),
  public.request_return(uuid, text), public.add_order_note(uuid, text, boolean), public.record_payment(uuid, text, text),
  public.request_size_replacement(uuid, jsonb, public.payment_method, text, public.shipping_method)
  to authenticated, service_role;
grant execute on function public.release_expired_reservations(integer) to service_role;
grant execute on function public.available_slots(text, integer) to anon, authenticated, service_role;
