-- A payment that is given back ends its order, unless it was sent already: the goods go back on the shelf in the same
-- transaction, and the shopper gets one message. Should the provider refuse the refund later, the order stays cancelled and the
-- money is due.

-- Helpers ----------------------------------------------------------------------------------------

-- Books that an order's payment was given back (`refunded`), or is on its way back (`refund_due`).
create function private.payment_given_back(
  p_order public.orders, p_payment_status public.payment_status, p_what text, p_reason text
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := p_order;
  v_reason text := left(btrim(coalesce(p_reason, '')), 500);
begin
  if v_order.status in ('awaiting_payment', 'pending', 'confirmed', 'in_production') then
    perform set_config('souk.order_note', v_reason, true);
    update public.orders o set status = 'cancelled', payment_status = p_payment_status
    where o.id = v_order.id returning * into v_order;
    perform set_config('souk.order_note', '', true);
    perform private.note_on_order(v_order, p_what);
  else
    update public.orders o set payment_status = p_payment_status, updated_at = now()
    where o.id = v_order.id returning * into v_order;
    perform private.note_on_order(v_order, p_what || case when v_reason = '' then '' else ': ' || v_reason end);
  end if;
  return v_order;
end
$$;

-- Public functions -------------------------------------------------------------------------------

-- Staff give an order's payment back, whole; an order that was not sent is cancelled. What came through the provider goes
-- back through it: the server asks it to; anything else is noted as given back by hand. Returns what the server has to ask for.
create or replace function public.request_refund(p_order_id uuid, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.order_to_act_on(p_order_id);
  v_payment public.payments;
begin
  perform private.require_staff(v_order.tenant_id);
  if v_order.payment_status not in ('paid', 'refund_due') or v_order.total = 0 then
    perform private.refuse('nothing_to_refund', 'There is no payment to give back.');
  end if;
  select p.* into v_payment from public.payments p
  where p.order_id = v_order.id and p.status in ('paid', 'refunding') for update;
  if v_payment.id is null then
    v_order := private.payment_given_back(v_order, 'refunded', 'Payment refunded', p_reason);
  elsif v_payment.status = 'paid' then
    update public.payments p set status = 'refunding', looked_at = now(), updated_at = now()
    where p.id = v_payment.id returning * into v_payment;
    v_order := private.payment_given_back(v_order, 'refund_due', 'Refund started', p_reason);
  end if;
  return jsonb_build_object('payment_status', v_order.payment_status, 'payment_id', v_payment.id,
    'payment_intent', v_payment.payment_intent, 'attempt', v_payment.attempt);
end
$$;

-- What became of an order's payment: `paid`, `failed` or `refunded`. Called by staff for transfers and cash, and by the
-- server; calling it again, late, or out of order changes nothing that is already settled.
create or replace function public.record_payment(p_order_id uuid, p_outcome text, p_reference text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.order_to_act_on(p_order_id);
begin
  perform private.require_staff(v_order.tenant_id);
  if v_order.payment_method = 'online' and not private.is_service() then
    perform private.refuse('provider_decides', 'Card payments are confirmed by the payment provider.');
  end if;
  perform set_config('souk.order_note', left(coalesce(p_reference, ''), 200), true);
  if p_outcome = 'paid' then
    v_order := private.order_paid(v_order, p_reference);
  elsif p_outcome = 'failed' then
    if v_order.status = 'awaiting_payment' then
      update public.orders o set status = 'cancelled', payment_status = 'failed'
      where o.id = p_order_id returning * into v_order;
    end if;
  elsif p_outcome = 'refunded' then
    if v_order.payment_status in ('paid', 'refund_due') then
      v_order := private.payment_given_back(v_order, 'refunded', 'Payment refunded', '');
    end if;
  else
    perform private.refuse('unknown_outcome', 'A payment is paid, failed or refunded.');
  end if;
  perform set_config('souk.order_note', '', true);
  return private.order_json(v_order);
end
$$;

-- Books what the provider says of a payment: `paid`, `closed` (nobody paid, and nobody can any more), `refunded` or
-- `refund_failed`. Amounts in piastres. Returns what it came to: `booked`, `known` (the same announcement was here before),
-- `late` (something that no longer changes anything), `mismatch` (not the amount that was asked for) or `unknown`.
-- For the server.
create or replace function public.record_payment_event(
  p_event_id text, p_kind text, p_outcome text, p_payment_id uuid default null, p_session_id text default null,
  p_payment_intent text default null, p_amount bigint default null, p_currency text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_order public.orders;
  v_result text := 'late';
begin
  perform private.require_service();
  if p_outcome is null or p_outcome not in ('paid', 'closed', 'refunded', 'refund_failed') then
    perform private.refuse('unknown_outcome', 'A payment is paid, closed or refunded.');
  end if;
  select p.* into v_payment from public.payments p
  where p.session_id = p_session_id or p.payment_intent = p_payment_intent
    or p.id = p_payment_id and (p.session_id is null or p_session_id is null)
  limit 1;
  if v_payment.id is null then
    return 'unknown';
  end if;
  -- First the order, then its payment, as everywhere.
  select o.* into v_order from public.orders o where o.id = v_payment.order_id for update;
  select p.* into v_payment from public.payments p where p.id = v_payment.id for update;
  insert into public.payment_events (id, tenant_id, order_id, kind)
  values (p_event_id, v_order.tenant_id, v_order.id, p_kind) on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  if p_outcome in ('paid', 'refunded')
    and (p_amount is distinct from private.piastres(v_payment.amount) or upper(p_currency) is distinct from v_payment.currency) then
    perform private.note_on_order(v_order, format('The provider announced %s: %s %s, which is not the amount of this order',
      p_outcome, private.pounds(p_amount), upper(p_currency)), true);
    v_result := 'mismatch';
    if p_outcome = 'paid' and v_payment.status in ('starting', 'open', 'closed') then
      perform private.return_wrong_payment(v_order, v_payment, p_session_id, p_payment_intent, p_amount, upper(p_currency));
    end if;
  elsif p_outcome = 'paid' and v_payment.status in ('starting', 'open', 'closed') then
    perform set_config('souk.order_note', '', true);
    v_order := private.order_paid(v_order, coalesce(p_payment_intent, p_session_id));
    -- Money for goods that are gone goes back by itself.
    update public.payments p set
      status = case when v_order.payment_status = 'refund_due' then 'refunding'::public.provider_payment_status else 'paid' end,
      payment_intent = coalesce(p_payment_intent, p.payment_intent), session_id = coalesce(p.session_id, p_session_id),
      updated_at = now()
    where p.id = v_payment.id;
    v_result := 'booked';
  elsif p_outcome = 'closed' and v_payment.status in ('starting', 'open') then
    update public.payments p set status = 'closed', updated_at = now() where p.id = v_payment.id;
    if v_order.status = 'awaiting_payment' then
      perform set_config('souk.order_note', 'The payment was not finished', true);
      update public.orders o set status = 'cancelled', payment_status = 'failed' where o.id = v_order.id;
      perform set_config('souk.order_note', '', true);
    end if;
    v_result := 'booked';
  elsif p_outcome = 'refunded' and v_payment.status <> 'refunded' then
    update public.payments p set status = 'refunded', payment_intent = coalesce(p.payment_intent, p_payment_intent),
      updated_at = now()
    where p.id = v_payment.id;
    perform private.payment_given_back(v_order, 'refunded', 'Payment refunded', '');
    v_result := 'booked';
  elsif p_outcome = 'refund_failed' and v_payment.status in ('refunding', 'refunded') then
    update public.payments p set status = 'paid', attempt = p.attempt + 1, updated_at = now() where p.id = v_payment.id;
    update public.orders o set payment_status = 'refund_due', updated_at = now() where o.id = v_order.id;
    perform private.note_on_order(v_order, 'The provider could not give the payment back', true);
    v_result := 'booked';
  end if;
  update public.payment_events e set outcome = v_result where e.id = p_event_id;
  return v_result;
end
$$;
