-- What an order's customer has to get back, and by which way. Callers hold the order's lock.

-- Functions

-- Money received for an order beyond its price and its open refunds.
create function private.overpaid(p_order_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select -private.balance(orders) - coalesce((
    select sum(refunds.amount) from public.refunds
    where refunds.order_id = orders.id and private.is_open_refund(refunds.state)
  ), 0)
  from public.orders where orders.id = p_order_id
$$;

-- Creates refunds for everything overpaid on an order, and returns the order. Every function that lowers an order's price or books
-- money for it ends with this. `p_lines` says what the refund is for: a list of {"kind": line | shipping | goodwill,
-- "order_line_id", "quantity", "amount": pounds}; by default, the price reductions not refunded yet. Without `p_way` it goes back
-- through the provider as far as the provider received it; the rest waits for staff. Store credit that paid for the order is
-- returned as store credit, once no other money is left.
create function private.create_due_refunds(
  p_order_id uuid, p_links jsonb default '{}', p_reason text default '', p_lines jsonb default null,
  p_way public.refund_way default null, p_reference text default ''
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_owed_refunds(p_order_id, p_links, p_reason, p_lines, p_way, p_reference);
  return private.refresh_order(p_order_id);
end
$$;

-- The same for several orders, without the details.
create function private.create_refunds_of(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_owed_refunds(named.id) from (select id from unnest(p_order_ids) asked (id) order by id) named;
  perform private.refresh_orders(p_order_ids);
end
$$;

-- The same for functions that go on booking.
create function private.make_owed_refunds(
  p_order_id uuid, p_links jsonb default '{}', p_reason text default '', p_lines jsonb default null,
  p_way public.refund_way default null, p_reference text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_owed numeric := private.overpaid(p_order_id);
begin
  if v_owed < 0 then
    -- Less is due than before, for example after pieces are sent again.
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
  end if;
  perform private.settle_exchange_value(p_order_id);
  v_owed := private.overpaid(p_order_id);
  if v_owed > 0 then
    perform private.make_refunds(p_order_id, v_owed, p_links, p_reason, coalesce(p_lines, private.unnamed_credits(p_order_id)),
      p_way, p_reference);
  end if;
end
$$;

-- An order's price reductions that no refund names yet.
create function private.unnamed_credits(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', credited.kind, 'order_line_id', credited.order_line_id, 'amount', credited.amount - named.amount)), '[]')
  from (
    select 'line'::public.refund_line_kind as kind, line.id as order_line_id, line.credited as amount
    from public.order_lines line where line.order_id = p_order_id
    union all
    select unnest('{shipping,goodwill,gift}'::public.refund_line_kind[]), null,
      unnest(array[orders.shipping_credited + greatest(-orders.shipping_difference, 0), orders.goodwill, orders.gift_credited])
    from public.orders where orders.id = p_order_id
  ) credited
  cross join lateral (
    select coalesce(sum(refund_line.amount), 0) as amount
    from public.refunds join public.refund_lines refund_line on refund_line.refund_id = refunds.id
    where refunds.order_id = p_order_id and refund_line.kind = credited.kind
      and refund_line.order_line_id is not distinct from credited.order_line_id
  ) named
  where credited.amount > named.amount
$$;

-- Creates the refunds for an amount: money before store credit. Without a way, what lies above the caller's ceiling waits for
-- somebody who may send it.
create function private.make_refunds(
  p_order_id uuid, p_amount numeric, p_links jsonb, p_reason text, p_lines jsonb, p_way public.refund_way, p_reference text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_payment record;
  v_money numeric;
  v_left numeric;
  v_is_sent boolean;
  v_lines jsonb := p_lines;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_is_sent := p_way is not null
    or coalesce(p_amount <= private.left_under_ceiling(v_order.tenant_id, 'money.refund'), true);
  v_left := least(p_amount, private.money_left(v_order));
  v_money := v_left;
  for v_payment in
    select payment.id, private.card_money_left(payment) as amount from public.payments payment
    where payment.order_id = p_order_id and payment.status = 'paid' and coalesce(p_way, 'card') = 'card' and v_is_sent
    order by payment.paid_at desc, payment.created_at desc, payment.id
  loop
    if least(v_left, v_payment.amount) > 0 then
      v_lines := private.make_refund(v_order, least(v_left, v_payment.amount), 'card', v_payment.id, p_links, p_reason, v_lines, '');
      v_left := v_left - least(v_left, v_payment.amount);
    end if;
  end loop;
  if v_left > 0 and p_way = 'card' then
    perform private.refuse('no_card_payment', jsonb_build_object('amount', v_money - v_left));
  end if;
  v_lines := private.make_refund(v_order, v_left, p_way, null, p_links, p_reason, v_lines, p_reference);
  perform private.make_refund(v_order, p_amount - v_money,
    case when v_order.user_id is not null and v_is_sent then 'store_credit'::public.refund_way end, null, p_links, p_reason, v_lines, '');
end
$$;

-- Money received for an order, other than store credit and exchanged pieces not back yet, that isn't being refunded.
create function private.money_left(p_order public.orders) returns numeric
language sql stable security definer set search_path = '' as $$
  select greatest(p_order.received
    - coalesce((
      select sum(entry.amount) from public.payment_entries entry
      where entry.order_id = p_order.id and entry.kind = 'credit_used'
    ), 0)
    - private.open_exchange_value(p_order)
    - coalesce((
      select sum(refunds.amount) from public.refunds
      where refunds.order_id = p_order.id and refunds.way is distinct from 'store_credit'
    ), 0), 0)
$$;

-- What a provider payment can still refund.
create function private.card_money_left(p_payment public.payments) returns numeric
language sql stable security definer set search_path = '' as $$
  select p_payment.amount - coalesce(sum(refunds.amount), 0)
  from public.refunds where refunds.payment_id = p_payment.id
$$;

-- What a payment took and hasn't refunded, in piastres.
create function private.not_back_yet(p_payment public.payments) returns bigint
language sql stable security definer set search_path = '' as $$
  select private.piastres(p_payment.amount) - private.piastres(coalesce(sum(refunds.amount), 0))
  from public.refunds where refunds.payment_id = p_payment.id and refunds.state = 'sent'
$$;

-- Creates a refund for the part of `p_lines` that its amount covers, and returns the rest. Transfers, cash, store credit and
-- exchanges are sent at once; a card refund waits for the server to ask the provider, one without a way for staff.
create function private.make_refund(
  p_order public.orders, p_amount numeric, p_way public.refund_way, p_payment_id uuid, p_links jsonb, p_reason text,
  p_lines jsonb, p_reference text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_refund_id uuid;
  v_left numeric := p_amount;
  v_line record;
  v_rest jsonb := '[]';
begin
  if p_amount <= 0 then
    return p_lines;
  end if;
  insert into public.refunds (
    tenant_id, order_id, number, return_id, amount, way, state, reason, reference, payment_id
  )
  select p_order.tenant_id, p_order.id,
    coalesce((select max(earlier.number) from public.refunds earlier where earlier.order_id = p_order.id), 0) + 1,
    (p_links ->> 'return_id')::uuid, p_amount, p_way,
    case when p_way = 'card' then 'sending'::public.refund_state else 'due' end, left(btrim(coalesce(p_reason, '')), 500),
    left(coalesce(p_reference, ''), 200), p_payment_id
  returning id into v_refund_id;
  for v_line in
    select named.* from jsonb_to_recordset(p_lines) named (
      kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric)
  loop
    if least(v_line.amount, v_left) > 0 then
      insert into public.refund_lines (tenant_id, refund_id, kind, order_line_id, quantity, amount)
      values (p_order.tenant_id, v_refund_id, v_line.kind, v_line.order_line_id,
        case when v_line.amount <= v_left then nullif(v_line.quantity, 0) end, least(v_line.amount, v_left));
    end if;
    if v_line.amount > v_left then
      v_rest := v_rest || jsonb_build_object('kind', v_line.kind, 'order_line_id', v_line.order_line_id,
        'amount', v_line.amount - greatest(v_left, 0));
    end if;
    v_left := greatest(v_left - v_line.amount, 0);
  end loop;
  if p_way in ('transfer', 'cash', 'store_credit', 'exchange') then
    perform private.refund_sent(v_refund_id, p_reference);
  end if;
  return v_rest;
end
$$;

-- Books that a refund was sent.
create function private.refund_sent(p_refund_id uuid, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
  v_order public.orders;
begin
  update public.refunds set state = 'sent', sent_at = now(), updated_at = now(),
    reference = coalesce(nullif(left(p_reference, 200), ''), refunds.reference)
  where refunds.id = p_refund_id returning * into v_refund;
  select orders.* into v_order from public.orders where orders.id = v_refund.order_id;
  perform private.book_money(v_order,
    case v_refund.way when 'exchange' then 'exchange_given'::public.payment_entry_kind else 'given_back' end, v_refund.amount,
    jsonb_build_object('refund_id', v_refund.id, 'return_id', v_refund.return_id, 'payment_id', v_refund.payment_id),
    p_reference => v_refund.reference, p_note => v_refund.reason);
  if v_refund.way = 'store_credit' then
    insert into public.store_credits (tenant_id, user_id, kind, delta, order_id, refund_id, reason)
    values (v_refund.tenant_id, v_order.user_id, 'refunded', v_refund.amount, v_order.id, v_refund.id, v_refund.reason);
  end if;
end
$$;

-- Lowers an order's price: by line, [{"order_line_id", "amount"}], its delivery, or as goodwill. Returns the amounts as
-- create_due_refunds takes them; refuses more than an item costs.
create function private.apply_credit(
  p_order_id uuid, p_lines jsonb, p_shipping numeric, p_goodwill numeric, p_links jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_line record;
  v_taken jsonb := '[]';
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  for v_line in
    select line.id, private.line_names(line) as names, line.net - line.credited as available, asked.amount
    from (
      select wanted.order_line_id, sum(wanted.amount) as amount
      from jsonb_to_recordset(p_lines) wanted (order_line_id uuid, amount numeric) group by wanted.order_line_id
    ) asked
    left join public.order_lines line on line.id = asked.order_line_id and line.order_id = p_order_id
    order by line.position
  loop
    if v_line.id is null then
      perform private.refuse('unknown_order_line');
    elsif v_line.amount > v_line.available then
      perform private.refuse('refund_above_line', v_line.names || jsonb_build_object('amount', v_line.available));
    end if;
    update public.order_lines set credited = credited + v_line.amount where order_lines.id = v_line.id;
    v_taken := v_taken || jsonb_build_object('kind', 'line', 'order_line_id', v_line.id, 'amount', v_line.amount);
  end loop;
  if p_shipping > private.delivery_fee(v_order) then
    perform private.refuse('refund_above_shipping', jsonb_build_object('amount', private.delivery_fee(v_order)));
  end if;
  v_taken := v_taken || jsonb_build_array(jsonb_build_object('kind', 'shipping', 'amount', p_shipping),
    jsonb_build_object('kind', 'goodwill', 'amount', p_goodwill));
  update public.orders set shipping_credited = shipping_credited + p_shipping, goodwill = goodwill + p_goodwill
  where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', -(
    select sum(taken.amount) from jsonb_to_recordset(v_taken) taken (amount numeric)), p_links);
  return v_taken;
end
$$;

-- Takes the delivery fee off an order, for example when nothing of it is sent. Returns the amount.
create function private.credit_delivery_fee(p_order_id uuid, p_links jsonb default '{}') returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_fee numeric;
begin
  select least(private.delivery_fee(orders), orders.charged) into v_fee
  from public.orders where orders.id = p_order_id;
  perform private.apply_credit(p_order_id, '[]', v_fee, 0, p_links);
  return v_fee;
end
$$;

-- Takes the whole price off an order; returns it as create_due_refunds takes it.
create function private.take_all_off(p_order_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_gift constant numeric := private.credit_gift(p_order_id);
  v_order public.orders;
  v_goods numeric;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_goods := v_order.charged - least(private.delivery_fee(v_order), v_order.charged);
  return private.apply_credit(p_order_id, (
    -- Goodwill reduced no line, so the last lines bear it.
    select coalesce(jsonb_agg(jsonb_build_object('order_line_id', running.id,
      'amount', greatest(least(running.amount, v_goods - running.before), 0)) order by running.position), '[]')
    from (
      select line.id, line.position, line.net - line.credited as amount,
        coalesce(sum(line.net - line.credited) over (
          order by line.position rows between unbounded preceding and 1 preceding), 0) as before
      from public.order_lines line where line.order_id = p_order_id
    ) running
  ), v_order.charged - v_goods, 0) || jsonb_build_object('kind', 'gift', 'amount', v_gift);
end
$$;
