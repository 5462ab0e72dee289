-- The address an order goes to: a saved one of the person's, or one given with the order, checked alike.
create function private.order_address(p_tenant_id text, p_user_id uuid, p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_given jsonb := p_order -> 'address';
  v_field text;
  v_address jsonb;
begin
  if p_order ->> 'address_id' is not null then
    if pg_input_is_valid(p_order ->> 'address_id', 'uuid') then
      select to_jsonb(a) - '{id,tenant_id,user_id,label,is_default,created_at,updated_at}'::text[] into v_address
      from public.addresses a
      where a.id = (p_order ->> 'address_id')::uuid and a.user_id = p_user_id and a.tenant_id = p_tenant_id;
    end if;
    if v_address is null then
      perform private.refuse('unknown_address', 'Choose an address for the delivery.');
    end if;
    return v_address;
  end if;

  v_field := case
    when jsonb_typeof(v_given) is distinct from 'object' then 'address'
    when coalesce(btrim(v_given ->> 'full_name'), '') = '' or length(v_given ->> 'full_name') > 120 then 'full_name'
    when not private.is_egyptian_phone(v_given ->> 'phone') then 'phone'
    when not coalesce(pg_input_is_valid(v_given ->> 'governorate', 'public.governorate'), false) then 'governorate'
    when coalesce(btrim(v_given ->> 'city'), '') = '' or length(v_given ->> 'city') > 80 then 'city'
    when coalesce(btrim(v_given ->> 'street'), '') = '' or length(v_given ->> 'street') > 200 then 'street'
    when length(v_given ->> 'building') > 40 then 'building'
    when length(v_given ->> 'floor') > 20 then 'floor'
    when length(v_given ->> 'apartment') > 20 then 'apartment'
    when length(v_given ->> 'landmark') > 200 then 'landmark'
    when coalesce(v_given ->> 'postal_code', '') !~ '^([0-9]{5})?$' then 'postal_code'
  end;
  if v_field is not null then
    perform private.refuse('invalid_address',
      case v_field
        when 'phone' then 'Give an Egyptian mobile number for the delivery.'
        else 'Complete the address for the delivery.'
      end,
      jsonb_build_object('field', v_field));
  end if;
  return jsonb_build_object(
    'full_name', btrim(v_given ->> 'full_name'), 'phone', v_given ->> 'phone', 'governorate', v_given ->> 'governorate',
    'city', btrim(v_given ->> 'city'), 'street', btrim(v_given ->> 'street'),
    'building', coalesce(v_given ->> 'building', ''), 'floor', coalesce(v_given ->> 'floor', ''),
    'apartment', coalesce(v_given ->> 'apartment', ''), 'landmark', coalesce(v_given ->> 'landmark', ''),
    'postal_code', coalesce(v_given ->> 'postal_code', '')
  );
end
$$;

-- Takes one place in a delivery slot on a day, or says why there is none.
create function private.book_slot(p_tenant_id text, p_slot_id text, p_day text) returns public.delivery_slots
language plpgsql security definer set search_path = '' as $$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if pg_input_is_valid(p_slot_id, 'uuid') then
    select s.* into v_slot from public.delivery_slots s
    where s.tenant_id = p_tenant_id and s.id = p_slot_id::uuid and s.is_active;
  end if;
  if v_slot.id is null then
    perform private.refuse('unknown_slot', 'Choose another delivery time.');
  end if;
  if not coalesce(pg_input_is_valid(p_day, 'date'), false) then
    perform private.refuse('invalid_slot_date', 'Choose the day of the delivery.');
  end if;
  v_day := p_day::date;
  if extract(dow from v_day) <> v_slot.day_of_week or not isfinite(v_day) or v_day > private.shop_time()::date + 60 then
    perform private.refuse('invalid_slot_date', 'This delivery time is not offered on that day.');
  end if;
  if v_day + v_slot.from_time - make_interval(hours => v_slot.cut_off_hours) <= private.shop_time() then
    perform private.refuse('slot_closed', 'This delivery time can no longer be chosen.');
  end if;
  if v_slot.capacity is not null then
    insert into public.delivery_bookings as b (tenant_id, slot_id, day, booked)
    select p_tenant_id, v_slot.id, v_day, 1 where v_slot.capacity > 0
    on conflict (slot_id, day) do update set booked = b.booked + 1 where b.booked < v_slot.capacity;
    if not found then
      perform private.refuse('slot_full', 'This delivery time is full. Choose another one.');
    end if;
  end if;
  return v_slot;
end
$$;

-- An order as its shopper sees it.
create function private.order_json(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p_order) - 'idempotency_key' || jsonb_build_object('lines', (
    select jsonb_agg(to_jsonb(l) - '{tenant_id,order_id}'::text[] order by l.position)
    from public.order_lines l where l.order_id = p_order.id
  ))
$$;

-- Writes an order's lines, takes its stock and books that, set by set. Designs that came with the order are kept.
-- Returns the lines as order_json shows them.
create function private.store_lines(p_order public.orders, p_lines private.priced_line[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_line private.priced_line;
  v_index integer;
  v_stored jsonb;
begin
  for v_index in 1 .. cardinality(p_lines) loop
    v_line := p_lines[v_index];
    if v_line.design is not null and v_line.customization_id is null then
      insert into public.customizations (tenant_id, user_id, product_id, design, preview)
      values (p_order.tenant_id, p_order.user_id, v_line.product_id, v_line.design, v_line.preview)
      returning id into v_line.customization_id;
      p_lines[v_index] := v_line;
    end if;
  end loop;

  with stored as (
    insert into public.order_lines (
      tenant_id, order_id, position, product_id, customization_id, name, image, unit_price, quantity, color, size, type,
      customization
    )
    select
      p_order.tenant_id, p_order.id, l.line, l.product_id, l.customization_id, l.name, l.image, private.pounds(l.unit),
      l.quantity, l.color, l.size, l.type,
      case when l.design is not null then
        jsonb_build_object('garment', l.design ->> 'garment', 'design', l.design, 'preview', l.preview)
      end
    from unnest(p_lines) l
    returning order_lines.*
  )
  select jsonb_agg(to_jsonb(s) - '{tenant_id,order_id}'::text[] order by s.position) into v_stored from stored s;

  perform set_config('souk.stock', 'booked', true);
  with taken as (
    update public.products p set stock = p.stock - l.quantity
    from (
      select a.product_id, sum(a.quantity)::integer as quantity from unnest(p_lines) a
      where a.product_id is not null group by a.product_id
    ) l
    where p.id = l.product_id
    returning p.id, p.stock, l.quantity
  )
  insert into public.stock_movements (tenant_id, product_id, delta, stock_after, reason, order_id, actor_id)
  select p_order.tenant_id, t.id, -t.quantity, t.stock,
    case when p_order.replaces_order_id is null then 'sale'::public.stock_reason else 'replaced' end,
    p_order.id, p_order.user_id
  from taken t;
  perform set_config('souk.stock', '', true);
  return v_stored;
end
$$;

-- Refuses with the first thing that stands in an order's way.
create function private.refuse_problem(p_problem jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_problem ->> 'code' = 'insufficient_points' then
    raise log 'Insufficient points for redemption';
  end if;
  perform private.refuse(p_problem ->> 'code', p_problem ->> 'message', p_problem - '{code,message}'::text[]);
end
$$;

-- Public functions -------------------------------------------------------------------------------

-- Places the caller's order, wholly or not at all, and returns it with its lines.
--   p_order: {tenant_id, idempotency_key, lines: [{product_id, quantity, color, size, type, price,
--   customization_id | design, preview}], address_id | address, shipping_method: standard | express, slot_id, slot_date,
--   payment_method: cash_on_delivery | bank_transfer | online, discount_code, points, note, expected_total}
-- A second call with the same key returns the first one's order. Every refusal is P0001 with a sentence as message, a
-- code as detail and facts as JSON in the hint; then nothing has happened.
create function public.place_order(p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
  v_tenant_id text := p_order ->> 'tenant_id';
  v_key text := p_order ->> 'idempotency_key';
  v_method text := p_order ->> 'payment_method';
  v private.priced_order;
  v_profile record;
  v_address jsonb;
  v_slot public.delivery_slots;
  v_order public.orders;
  v_status public.order_status;
  v_stored jsonb;
begin
  if v_user_id is null then
    raise exception using errcode = '42501', message = 'Sign in to place an order.', detail = 'not_signed_in';
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key', 'The order carries no key of its own.');
  end if;

  -- One order of a person at a time: the second of two equal ones finds the first, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  select o.* into v_order from public.orders o
  where o.user_id = v_user_id and o.tenant_id = v_tenant_id and o.idempotency_key = v_key;
  if found then
    return private.order_json(v_order);
  end if;

  select p.name, p.email into v_profile from public.profiles p where p.id = v_user_id and p.tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile', 'You have no account in this store.');
  end if;
  if length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long', 'Shorten your note to 1,000 characters.');
  end if;
  v_address := private.order_address(v_tenant_id, v_user_id, p_order);

  v := private.price_order(p_order, v_user_id, true);
  if v.problems <> '[]' then
    perform private.refuse_problem(v.problems -> 0);
  end if;
  if not coalesce((v.payment ->> case v_method
      when 'cash_on_delivery' then 'cashOnDelivery'
      when 'bank_transfer' then 'bankTransfer'
      when 'online' then 'onlinePayment'
    end)::boolean, false) then
    perform private.refuse('payment_closed', 'This store does not take that kind of payment.');
  end if;
  if v_method <> 'cash_on_delivery' and (
    select count(*) from public.orders o
    where o.user_id = v_user_id and o.tenant_id = v_tenant_id and o.status = 'awaiting_payment'
  ) >= 5 then
    -- Goods are kept for unpaid orders; nobody may keep a whole stock that way.
    perform private.refuse('too_many_unpaid', 'Pay for your open orders or cancel them first.');
  end if;
  if p_order ->> 'expected_total' is not null
    and (not private.is_amount(p_order -> 'expected_total')
      or private.piastres((p_order ->> 'expected_total')::numeric) <> v.total) then
    perform private.refuse('price_changed',
      'The total is now ' || to_char(private.pounds(v.total), 'FM999999990.00') || ' EGP. Look through your order again.',
      jsonb_build_object('expected', p_order -> 'expected_total', 'total', private.pounds(v.total), 'lines', (
        select jsonb_agg(jsonb_build_object('line', l.line, 'name', l.name, 'was', private.pounds(l.price_was),
          'now', private.pounds(l.unit)) order by l.line)
        from unnest(v.lines) l where l.price_was <> l.unit
      )));
  end if;
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date');
  end if;

  v_status := case when v_method = 'cash_on_delivery' or v.total = 0 then 'pending' else 'awaiting_payment' end;
  insert into public.orders (
    tenant_id, number, user_id, status, payment_method, payment_status, shipping_method, subtotal, discount_total,
    shipping_total, points_used, points_value, total, points_earned, discount_id, discount_code, customer_name,
    customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, idempotency_key
  ) values (
    v_tenant_id, private.order_number(v_tenant_id), v_user_id, v_status, v_method::public.payment_method,
    case when v.total = 0 then 'paid'::public.payment_status else 'unpaid' end,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(v.subtotal), private.pounds(v.discount), private.pounds(v.shipping), v.points_used,
    private.pounds(v.points_value), private.pounds(v.total), v.points_earned, v.discount_id, v.discount_code,
    coalesce(nullif(v_profile.name, ''), v_address ->> 'full_name'), v_profile.email, v_address,
    v_slot.id, case when v_slot.id is not null then (p_order ->> 'slot_date')::date end, v_slot.from_time, v_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case when v_status = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes' end, v_key
  ) returning * into v_order;

  v_stored := private.store_lines(v_order, v.lines);
  if v.discount_id is not null then
    insert into public.discount_uses (order_id, tenant_id, discount_id, user_id, amount)
    values (v_order.id, v_tenant_id, v.discount_id, v_user_id, v_order.discount_total);
  end if;
  if v.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id, actor_id)
    values (v_tenant_id, v_user_id, 'redeemed', -v.points_used, v_order.id, v_user_id);
  end if;
  return to_jsonb(v_order) - 'idempotency_key' || jsonb_build_object('lines', v_stored);
end
$$;
grant execute on function public.place_order(jsonb) to authenticated;
