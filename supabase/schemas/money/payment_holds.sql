-- Holds: money that a bank reserves for an order until the store captures or releases it.

-- Functions

-- What can still be captured of a hold, in piastres; the whole requested amount for a hold we never recorded.
create function private.left_to_capture(p_payment public.payments, p_authorization_id text) returns bigint
language sql stable security definer set search_path = '' as $$
  select private.piastres(coalesce(p_payment.held_amount, p_payment.amount))
    - coalesce(sum(private.piastres(captured.amount)), 0)::bigint
  from public.payments captured
  where captured.order_id = p_payment.order_id and captured.status = 'paid'
    and captured.authorization_id = p_authorization_id
$$;

-- Books a hold: the order keeps its goods as long, and staff capture or release it. The server releases a hold of a wrong amount,
-- for an order that owes nothing, or a second one.
create function private.book_held(
  p_order public.orders, p_payment public.payments, p_session_id text, p_transaction_id text, p_amount bigint, p_currency text,
  p_held_until timestamptz
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments := p_payment;
  v_right constant boolean :=
    p_amount is not distinct from private.piastres(p_payment.amount) and p_currency is not distinct from p_payment.currency;
  -- Most banks release holds after a week, unless the provider says otherwise.
  v_until constant timestamptz := coalesce(p_held_until, now() + interval '7 days');
  v_again constant boolean := not (private.is_unfinished(p_payment.status) or p_payment.status = 'closed');
begin
  if coalesce(p_amount, 0) <= 0 or p_transaction_id in (p_payment.authorization_id, p_payment.transaction_id) then
    return 'late';
  end if;
  if v_again then
    insert into public.payments (tenant_id, order_id, attempt_id, provider, method, amount, currency, expires_at)
    values (p_payment.tenant_id, p_payment.order_id, coalesce(p_payment.attempt_id, p_payment.id), p_payment.provider,
      p_payment.method, p_payment.amount, p_payment.currency, p_payment.expires_at)
    returning * into v_payment;
  end if;
  update public.payments set
    status = 'held', authorization_id = p_transaction_id, held_amount = private.pounds(p_amount), held_until = v_until,
    session_id = coalesce(session_id, case when v_payment.attempt_id is null then p_session_id end),
    is_to_release = v_again or not v_right or private.payable_online(p_order) = 0, updated_at = now(), looked_at = now()
  where id = v_payment.id returning * into v_payment;
  if not v_right then
    perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
    return 'mismatch';
  end if;
  if not v_payment.is_to_release then
    update public.orders set online_method = v_payment.method, reserved_until = greatest(reserved_until, v_until + interval '1 hour')
    where orders.id = p_order.id and orders.status = 'awaiting_payment' and orders.reserved_until is not null;
    perform private.remark_on_order(p_order, 'payment_held');
  end if;
  perform private.refresh_order(p_order.id);
  return 'booked';
end
$$;

-- Books that a hold was released, which ends its attempt, or that a payment was voided on the same day, which refunds the rest of
-- it. `p_voided_id` is the voided transaction.
create function private.book_voided(p_order public.orders, p_payment public.payments, p_voided_id text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_left numeric;
begin
  if private.is_unfinished(p_payment.status) or p_payment.status = 'held' and p_voided_id = p_payment.authorization_id then
    update public.payments set status = case when status = 'held' then 'released' else 'closed' end::public.provider_payment_status,
      capture_amount = null, is_to_release = false, updated_at = now()
    where id = p_payment.id;
    perform private.end_unpaid_order(p_order, p_payment);
    perform private.refresh_order(p_order.id);
    return 'booked';
  elsif p_voided_id is distinct from p_payment.transaction_id then
    -- Belongs to another transaction of the same page, which the ledger does not have.
    return 'late';
  elsif private.is_mismatch(p_payment.status) then
    return private.book_return_of_mismatch(p_order, p_payment, 'refunded');
  elsif p_payment.status <> 'paid' then
    return 'late';
  end if;
  select p_payment.amount - coalesce(sum(refunds.amount), 0) into v_left
  from public.refunds where refunds.payment_id = p_payment.id and refunds.state = 'sent';
  if v_left <= 0 then
    return 'late';
  end if;
  return private.book_refund_event(p_order, p_payment, 'refunded', null, 'void:' || left(p_voided_id, 150), private.piastres(v_left),
    false);
end
$$;

-- The holds on an order's behalf, each amount with its expiry, without those being released. For the order's customer and staff.
create function public.order_holds(p_order_id uuid) returns table (amount numeric, held_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  return query
  select payment.held_amount, payment.held_until from public.payments payment
  where payment.order_id = p_order_id and payment.status = 'held' and not payment.is_to_release
  order by payment.created_at;
end
$$;

-- The hold that staff act on, locked with its order; refuses anything else.
create function private.lock_hold(p_payment_id uuid) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_order public.orders := private.lock_order_for_caller((
    select payment.order_id from public.payments payment where payment.id = p_payment_id));
begin
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  select payment.* into v_payment from public.payments payment where payment.id = p_payment_id for update;
  if v_payment.status <> 'held' or v_payment.is_to_release or v_payment.capture_amount is not null then
    perform private.refuse('payment_not_held');
  end if;
  return v_payment;
end
$$;

-- Captures a hold, whole or in part (in pounds): the server asks the provider. Staff only.
create function public.capture_payment(p_payment_id uuid, p_amount numeric default null, p_request_id uuid default null)
returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('capture_payment', p_payment_id, p_amount));
  v_payment public.payments;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_payment := private.lock_hold(p_payment_id);
  if p_amount <= 0 or p_amount > v_payment.held_amount or p_amount <> round(p_amount, 2) then
    perform private.refuse('capture_above_held', jsonb_build_object('amount', v_payment.held_amount));
  end if;
  update public.payments set capture_amount = coalesce(p_amount, held_amount), looked_at = '-infinity', updated_at = now()
  where id = p_payment_id;
  return private.store_idempotent_result(p_request_id, private.refresh_order(v_payment.order_id));
end
$$;

-- Releases a hold: the server asks the provider. Staff only.
create function public.release_payment(p_payment_id uuid, p_request_id uuid default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('release_payment', p_payment_id));
  v_payment public.payments;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_payment := private.lock_hold(p_payment_id);
  update public.payments set is_to_release = true, looked_at = '-infinity', updated_at = now() where id = p_payment_id;
  return private.store_idempotent_result(p_request_id, private.refresh_order(v_payment.order_id));
end
$$;

-- Records that a provider refused to capture or release a hold, so that staff decide again. Server only.
create function public.hold_refused(p_payment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_order public.orders;
begin
  perform private.require_service();
  perform private.lock_orders(array(select payment.order_id from public.payments payment where payment.id = p_payment_id));
  select payment.* into v_payment from public.payments payment where payment.id = p_payment_id for update;
  if v_payment.status is distinct from 'held' then
    return;
  end if;
  select orders.* into v_order from public.orders where orders.id = v_payment.order_id;
  if v_payment.capture_amount is not null then
    update public.payments set capture_amount = null, attempt = attempt + 1, updated_at = now() where id = p_payment_id;
    perform private.remark_on_order(v_order, 'hold_not_captured', p_internal => true);
  end if;
  perform private.refresh_order(v_order.id);
end
$$;

-- Holds to ask a provider about: to capture on staff's request (`todo` is capture); to release because staff want it, the order is
-- over or time is up (release); and the others once an hour (look). Amounts in piastres. With an order, only what staff just
-- requested of it. Several processes share them. Server only.
create function public.due_holds(p_order_id uuid default null, p_limit integer default 20) returns table (
  payment_id uuid, attempt_id uuid, tenant_id text, provider text, session_id text, authorization_id text, todo text, amount bigint,
  attempt integer
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  with due as (
    select payment.id, case
        when payment.capture_amount is not null then 'capture'
        when payment.is_to_release or payment.held_until < now() or private.is_void(orders.status)
          then 'release'
        else 'look'
      end as todo
    from public.payments payment join public.orders on orders.id = payment.order_id
    where payment.status = 'held' and (p_order_id is null or payment.order_id = p_order_id)
      and payment.looked_at < now() - case
        when payment.capture_amount is not null or payment.is_to_release or payment.held_until < now()
          or private.is_void(orders.status) then interval '20 seconds'
        else interval '1 hour'
      end
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update of payment skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning payment.id, coalesce(payment.attempt_id, payment.id), payment.tenant_id, payment.provider, payment.session_id,
    payment.authorization_id, due.todo, private.piastres(coalesce(payment.capture_amount, payment.held_amount)), payment.attempt;
end
$$;

-- Grants

grant execute on function public.capture_payment, public.release_payment, public.order_holds to authenticated;
