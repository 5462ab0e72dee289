-- Money of another amount or currency than was asked for pays for nothing: the order ends, and the money goes back as it came.

-- Helpers ----------------------------------------------------------------------------------------

create function private.return_wrong_payment(
  p_order public.orders, p_payment public.payments, p_session_id text, p_payment_intent text, p_amount bigint,
  p_currency text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_came constant boolean := coalesce(p_amount, 0) > 0 and coalesce(p_currency, '') ~ '^[A-Z]{3}$';
begin
  update public.payments p set
    status = case when v_came then 'refunding'::public.provider_payment_status else 'closed' end,
    amount = case when v_came then private.pounds(p_amount) else p.amount end,
    currency = case when v_came then p_currency else p.currency end,
    payment_intent = coalesce(p_payment_intent, p.payment_intent), session_id = coalesce(p.session_id, p_session_id),
    updated_at = now()
  where p.id = p_payment.id;
  if p_order.status = 'awaiting_payment' then
    perform set_config('souk.order_note', 'The payment was not of the amount of this order', true);
    update public.orders o set status = 'cancelled',
      payment_status = case when v_came then 'refund_due'::public.payment_status else 'failed' end
    where o.id = p_order.id;
    perform set_config('souk.order_note', '', true);
  elsif v_came and p_order.status = 'cancelled' and p_order.payment_status in ('unpaid', 'failed') then
    update public.orders o set payment_status = 'refund_due', updated_at = now() where o.id = p_order.id;
  end if;
end
$$;

-- Public functions -------------------------------------------------------------------------------

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
    if v_order.status = 'awaiting_payment' then
      update public.orders o set status = 'cancelled' where o.id = v_order.id returning * into v_order;
    end if;
    update public.orders o set payment_status = 'refunded', updated_at = now() where o.id = v_order.id;
    perform private.note_on_order(v_order, 'Payment refunded');
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
