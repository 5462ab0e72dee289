-- Placing an order costs PostgreSQL less. A statement in a function is made ready anew in each transaction, at a
-- cost of its own for each expression, index, rule and trigger: so there are fewer of them, and what seldom applies is
-- looked at only when it does.

-- A key is looked up by the index that holds it, also while the table is new and nothing is known of its contents: of two
-- indexes that seem alike the younger one is taken, and this one is now younger than the one by person.
create unique index orders_by_key on public.orders (user_id, tenant_id, idempotency_key);
alter table public.orders drop constraint orders_user_id_tenant_id_idempotency_key_key;
alter table public.orders
  add constraint orders_user_id_tenant_id_idempotency_key_key unique using index orders_by_key;

-- These run inside functions of the owner with an empty search path, and nobody else may call them.
alter function private.order_address(text, uuid, jsonb) security invoker reset search_path;
alter function private.store_lines(public.orders, private.priced_line[]) security invoker reset search_path;

create or replace function private.order_number(p_tenant_id text) returns text
language plpgsql volatile as $$
declare
  -- Of a random id's sixteen bytes the first six and the last seven are random throughout; in base 64 each letter of the
  -- number stands for two signs.
  v_bytes bytea := uuid_send(gen_random_uuid());
  v_letters text := translate(
    encode(substr(v_bytes, 1, 6) || substr(v_bytes, 14, 3), 'base64'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  );
begin
  return upper(left(p_tenant_id, 2)) || '-' || left(v_letters, 5) || '-' || substr(v_letters, 6, 5);
end
$$;

create or replace function private.store_lines(p_order public.orders, p_lines private.priced_line[]) returns jsonb
language plpgsql as $$
declare
  v_line private.priced_line;
  v_index integer;
  v_stored jsonb;
  -- Given a value by plain assignment, a setting costs no statement of its own.
  v_mark text;
begin
  for v_index in 1 .. cardinality(p_lines) loop
    if (p_lines[v_index]).design is not null and (p_lines[v_index]).customization_id is null then
      v_line := p_lines[v_index];
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

  v_mark := set_config('souk.stock', 'booked', true);
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
  v_mark := set_config('souk.stock', '', true);
  return v_stored;
end
$$;

-- What an order's arrival brings with it, in one trigger: its first event, the shopper's mail (an order that waits for a
-- card is told once it is paid), and word to the staff.
create or replace function private.order_placed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, to_status)
  values (new.tenant_id, new.id, auth.uid(), case when auth.uid() is null then 'system' else 'shopper' end, new.status);
  if new.customer_email <> '' and (new.status <> 'awaiting_payment' or new.payment_method <> 'online') then
    insert into public.order_mails (tenant_id, order_id, kind) values (new.tenant_id, new.id, 'placed');
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$$;

drop trigger mailed on public.orders;
drop trigger announced on public.orders;

create or replace function public.place_order(p_order jsonb) returns jsonb
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
  select p.name, p.email, (
    select o.id from public.orders o
    where o.user_id = v_user_id and o.tenant_id = v_tenant_id and o.idempotency_key = v_key
  ) as order_id
  into v_profile from public.profiles p where p.id = v_user_id and p.tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile', 'You have no account in this store.');
  end if;
  if v_profile.order_id is not null then
    select o.* into v_order from public.orders o where o.id = v_profile.order_id;
    return private.order_json(v_order);
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
  if v_method <> 'cash_on_delivery' then
    if (
      select count(*) from public.orders o
      where o.user_id = v_user_id and o.tenant_id = v_tenant_id and o.status = 'awaiting_payment'
    ) >= 5 then
      -- Goods are kept for unpaid orders; nobody may keep a whole stock that way.
      perform private.refuse('too_many_unpaid', 'Pay for your open orders or cancel them first.');
    end if;
  end if;
  if p_order ->> 'expected_total' is not null then
    if not private.is_amount(p_order -> 'expected_total')
      or private.piastres((p_order ->> 'expected_total')::numeric) <> v.total then
      perform private.refuse('price_changed',
        'The total is now ' || to_char(private.pounds(v.total), 'FM999999990.00') || ' EGP. Look through your order again.',
        jsonb_build_object('expected', p_order -> 'expected_total', 'total', private.pounds(v.total), 'lines', (
          select jsonb_agg(jsonb_build_object('line', l.line, 'name', l.name, 'was', private.pounds(l.price_was),
            'now', private.pounds(l.unit)) order by l.line)
          from unnest(v.lines) l where l.price_was <> l.unit
        )));
    end if;
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
