-- A key is kept for as long as nobody knows what became of an attempt to order. When something else is sent under it
-- meanwhile, the order that stands is not the one that was asked for, and the answer says so.

-- Of what place_order was asked; null where an order was made otherwise.
alter table public.orders add column document_hash bigint;

create or replace function private.order_json(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', (
    select jsonb_agg(to_jsonb(l) - '{tenant_id,order_id}'::text[] order by l.position)
    from public.order_lines l where l.order_id = p_order.id
  ))
$$;

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
  v_document bigint := jsonb_hash_extended(p_order, 0);
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
    if v_order.document_hash is distinct from v_document then
      perform private.refuse('already_placed', 'Your order ' || v_order.number || ' is placed, as you first sent it.',
        jsonb_build_object('order_id', v_order.id, 'number', v_order.number));
    end if;
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
    customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, idempotency_key,
    document_hash
  ) values (
    v_tenant_id, private.order_number(v_tenant_id), v_user_id, v_status, v_method::public.payment_method,
    case when v.total = 0 then 'paid'::public.payment_status else 'unpaid' end,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(v.subtotal), private.pounds(v.discount), private.pounds(v.shipping), v.points_used,
    private.pounds(v.points_value), private.pounds(v.total), v.points_earned, v.discount_id, v.discount_code,
    coalesce(nullif(v_profile.name, ''), v_address ->> 'full_name'), v_profile.email, v_address,
    v_slot.id, case when v_slot.id is not null then (p_order ->> 'slot_date')::date end, v_slot.from_time, v_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case when v_status = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes' end, v_key,
    v_document
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
  return to_jsonb(v_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', v_stored);
end
$$;
