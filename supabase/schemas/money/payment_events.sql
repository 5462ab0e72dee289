-- Events from payment providers, and polling for missing ones.

-- Functions

-- Books a provider's answer about a payment, requested with the store's own key: `paid`, `held` (the bank holds the amount until it
-- is captured), `voided` (a released hold, or a payment cancelled on the same day), `declined` (the shopper may try again), `closed`
-- (nobody paid, and nobody can anymore), and for a refund: `refunded`, `refund_pending` or `refund_failed`. `foreign` is money for
-- an integration or account that isn't configured, `unclear` a state that the provider doesn't document: both wait for a person.
-- Amounts in piastres; `p_parent_id` is the transaction that this one captures, voids or refunds, `p_refund_id` our id of the
-- refund, `p_reference` the provider's.
-- Returns `booked`, `known` (the same state of the same transaction was booked before), `late` (changes nothing anymore),
-- `mismatch` (not the requested amount), `foreign`, `unclear` or `unknown`, also for a payment of a store outside `p_tenant_ids`,
-- the stores of the provider's account. Server only.
create function public.record_payment_event(
  p_event_id text, p_kind text, p_outcome text, p_payment_id uuid default null, p_session_id text default null,
  p_transaction_id text default null, p_amount bigint default null, p_currency text default null,
  p_refund_id uuid default null, p_reference text default null, p_provider text default 'stripe', p_tenant_ids text[] default null,
  p_parent_id text default null, p_integration text default null, p_held_until timestamptz default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_order public.orders;
  -- Some providers identify only the payment page of a refund.
  v_is_of_page constant boolean := p_transaction_id is null and p_parent_id is null;
  v_result text := 'late';
begin
  perform private.require_service();
  if p_outcome is null or p_outcome not in ('paid', 'held', 'voided', 'declined', 'closed', 'refunded', 'refund_pending',
    'refund_failed', 'foreign', 'unclear') then
    perform private.refuse('unknown_outcome');
  end if;
  v_payment := private.announced_payment(p_provider, p_payment_id, p_session_id, p_transaction_id, p_parent_id);
  if v_payment.id is null or not v_payment.tenant_id = any (p_tenant_ids) then
    return 'unknown';
  end if;
  -- Locks the order before its payment, as everywhere.
  perform private.lock_orders(array[v_payment.order_id]);
  select orders.* into v_order from public.orders where orders.id = v_payment.order_id;
  select payment.* into v_payment from public.payments payment where payment.id = v_payment.id for update;
  if v_is_of_page and p_outcome in ('refunded', 'refund_pending', 'refund_failed') then
    v_payment := private.refunded_payment(v_payment, p_refund_id, p_reference, p_amount);
  end if;
  insert into public.payment_events (id, tenant_id, order_id, payment_id, kind)
  values (p_event_id, v_order.tenant_id, v_order.id, v_payment.id, p_kind) on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  if p_outcome in ('foreign', 'unclear')
    or not private.is_of_attempt(v_payment, p_payment_id, p_session_id, p_integration) then
    v_result := case when p_outcome = 'unclear' then p_outcome else 'foreign' end;
    perform private.list_payment_difference(v_payment, v_result::public.payment_difference_kind, coalesce(p_transaction_id, p_event_id),
      p_amount, null, p_currency);
  elsif p_outcome = 'paid' then
    v_result := private.book_paid(v_order, v_payment, p_session_id, p_transaction_id, p_amount, upper(p_currency), p_parent_id);
  elsif p_outcome = 'held' then
    v_result := private.book_held(v_order, v_payment, p_session_id, p_transaction_id, p_amount, upper(p_currency), p_held_until);
  elsif p_outcome in ('declined', 'closed') then
    v_result := private.book_unpaid(v_order, v_payment, p_outcome);
  elsif p_outcome = 'voided' then
    v_result := private.book_voided(v_order, v_payment, coalesce(p_parent_id, p_transaction_id));
  elsif private.is_mismatch(v_payment.status) then
    v_result := private.book_return_of_mismatch(v_order, v_payment, p_outcome, p_amount);
  elsif p_outcome = 'refunded' and upper(p_currency) is distinct from v_payment.currency then
    perform private.note_mismatch(v_order, p_outcome, p_amount, upper(p_currency));
    v_result := 'mismatch';
  else
    v_result := private.book_refund_event(v_order, v_payment, p_outcome, p_refund_id, p_reference, p_amount, v_is_of_page);
  end if;
  update public.payment_events set outcome = v_result where id = p_event_id;
  return v_result;
end
$$;

-- The payment that an event is about: by the transaction it captures, voids or refunds, else by its own transaction, else by its
-- checkout page.
create function private.announced_payment(
  p_provider text, p_payment_id uuid, p_session_id text, p_transaction_id text, p_parent_id text
) returns public.payments
language sql stable security definer set search_path = '' as $$
  select payment from public.payments payment
  where payment.provider = p_provider and (
    payment.transaction_id in (p_parent_id, p_transaction_id) or payment.authorization_id in (p_parent_id, p_transaction_id)
    or payment.session_id = p_session_id
    or payment.id = p_payment_id and (payment.session_id is null or p_session_id is null))
  order by coalesce(payment.transaction_id = p_parent_id, false) desc, coalesce(payment.transaction_id = p_transaction_id, false) desc,
    coalesce(payment.authorization_id in (p_parent_id, p_transaction_id), false) desc,
    payment.attempt_id nulls first, payment.created_at
  limit 1
$$;

-- The payment that was refunded, if the provider names only the checkout page: by our refund id, else one with a pending refund of
-- this amount, else the first that can refund that much.
create function private.refunded_payment(p_payment public.payments, p_refund_id uuid, p_reference text, p_amount bigint)
returns public.payments
language sql stable security definer set search_path = '' as $$
  select payment from public.payments payment
  cross join lateral (
    select coalesce(bool_or(refunds.id = p_refund_id or refunds.reference = p_reference), false) as is_it,
      coalesce(bool_or(refunds.state = 'sending' and refunds.reference = '' and refunds.amount = private.pounds(p_amount)), false)
        as is_on_its_way
    from public.refunds where refunds.payment_id = payment.id
  ) known
  where payment.order_id = p_payment.order_id
    and coalesce(payment.attempt_id, payment.id) = coalesce(p_payment.attempt_id, p_payment.id)
  order by known.is_it desc, known.is_on_its_way desc, payment.status = 'paid' and private.not_back_yet(payment) >= p_amount desc,
    payment.attempt_id nulls first, payment.created_at
  limit 1
$$;

-- Whether an event belongs to the attempt it names: its order, its page and the integration used.
create function private.is_of_attempt(p_payment public.payments, p_payment_id uuid, p_session_id text, p_integration text)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_attempt public.payments := p_payment;
begin
  if p_payment.attempt_id is not null then
    select payment.* into v_attempt from public.payments payment where payment.id = p_payment.attempt_id;
  end if;
  return coalesce(v_attempt.id = p_payment_id, true) and coalesce(v_attempt.session_id = p_session_id, true)
    and coalesce(v_attempt.integration = p_integration, true);
end
$$;

create function private.note_mismatch(p_order public.orders, p_outcome text, p_amount bigint, p_currency text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.remark_on_order(p_order, 'other_amount_announced', jsonb_build_object(
    'outcome', p_outcome, 'amount', private.pounds(p_amount), 'currency', p_currency), true);
end
$$;

-- Books received money. A wrong amount or currency isn't booked but refunded; a hold may be captured in parts. A second transaction
-- of the same attempt becomes a payment of its own, through which the double payment is refunded.
create function private.book_paid(
  p_order public.orders, p_payment public.payments, p_session_id text, p_transaction_id text, p_amount bigint, p_currency text,
  p_parent_id text
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments := p_payment;
  v_right constant boolean := p_currency is not distinct from p_payment.currency and case
    when p_parent_id is null then p_amount is not distinct from private.piastres(p_payment.amount)
    else coalesce(p_amount between 1 and private.left_to_capture(p_payment, p_parent_id), false)
  end;
begin
  if v_payment.status = 'paid' or private.is_mismatch(v_payment.status)
    or v_payment.status = 'held' and p_parent_id is distinct from v_payment.authorization_id then
    if p_transaction_id is null or p_transaction_id is not distinct from v_payment.transaction_id then
      if not v_right and v_payment.status = 'paid' and p_parent_id is null then
        perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
        return 'mismatch';
      end if;
      return 'late';
    end if;
    insert into public.payments (
      tenant_id, order_id, attempt_id, provider, method, amount, currency, expires_at, authorization_id, held_amount)
    values (v_payment.tenant_id, v_payment.order_id, coalesce(v_payment.attempt_id, v_payment.id), v_payment.provider,
      v_payment.method, v_payment.amount, v_payment.currency, v_payment.expires_at, p_parent_id,
      case when p_parent_id is not null then v_payment.held_amount end)
    returning * into v_payment;
  end if;
  update public.payments set
    status = case when v_right then 'paid' else 'mismatched' end::public.provider_payment_status,
    transaction_id = coalesce(p_transaction_id, transaction_id),
    session_id = coalesce(session_id, case when v_payment.attempt_id is null then p_session_id end),
    declined_at = null, authorization_id = coalesce(authorization_id, p_parent_id),
    held_amount = case when p_parent_id is null then held_amount else coalesce(held_amount, amount) end,
    amount = case when v_right then private.pounds(p_amount) else amount end,
    capture_amount = null, is_to_release = false,
    received_amount = case when not v_right then p_amount end, came_currency = case when not v_right then p_currency end,
    paid_at = now(), updated_at = now(), looked_at = case when v_right then now() else '-infinity' end
  where id = v_payment.id;
  if v_right then
    update public.orders set online_method = v_payment.method where orders.id = v_payment.order_id;
    perform private.book_payment(p_order, private.pounds(p_amount), coalesce(p_transaction_id, p_session_id),
      jsonb_build_object('payment_id', v_payment.id));
    return 'booked';
  end if;
  perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
  perform private.remark_on_order(p_order, 'other_amount_paid');
  return 'mismatch';
end
$$;

-- Books that an attempt failed. A waiting order ends with its last attempt, unless that was only declined.
create function private.book_unpaid(p_order public.orders, p_payment public.payments, p_outcome text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_unfinished(p_payment.status) then
    return 'late';
  end if;
  update public.payments set status = 'closed', declined_at = case when p_outcome = 'declined' then now() end,
    updated_at = now()
  where id = p_payment.id;
  if p_outcome = 'closed' then
    perform private.end_unpaid_order(p_order, p_payment);
  end if;
  return 'booked';
end
$$;

-- Cancels an order that awaits payment once its last attempt has ended and no link to pay is open.
create function private.end_unpaid_order(p_order public.orders, p_payment public.payments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' and not exists (
    select 1 from public.payments other
    where other.order_id = p_order.id and other.id <> p_payment.id
      and (private.is_unfinished(other.status) or other.status = 'held' or other.created_at > p_payment.created_at)
  ) and coalesce(private.pay_link_until(p_order.id) <= now(), true) then
    update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = p_order.id;
    perform private.remark_on_move(array[p_order.id], 'payment_unfinished');
  end if;
end
$$;

-- Books the refund of money that was never in the ledger, all that is left or an amount in piastres, or that staff have to take
-- care of it.
create function private.book_return_of_mismatch(
  p_order public.orders, p_payment public.payments, p_outcome text, p_amount bigint default null
) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if p_payment.status = 'returned' or p_outcome = 'refund_pending' then
    return 'late';
  end if;
  if p_outcome = 'refunded' then
    update public.payments set returned_amount = returned_amount + coalesce(p_amount, received_amount - returned_amount),
      status = case when p_amount < received_amount - returned_amount then status else 'returned' end, updated_at = now()
    where id = p_payment.id;
  else
    update public.payments set attempt = attempt + 1, updated_at = now() where id = p_payment.id;
    perform private.remark_on_order(p_order, 'other_amount_not_returned', p_internal => true);
  end if;
  return 'booked';
end
$$;

-- Everything refunded of what came through an attempt's page, in piastres: refunds, and amounts that were never in the ledger.
create function private.attempt_back(p_payment public.payments) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(other.returned_amount + private.piastres(coalesce((
    select sum(sent.amount) from public.refunds sent where sent.payment_id = other.id and sent.state = 'sent'
  ), 0))), 0)::bigint
  from public.payments other
  where other.order_id = p_payment.order_id
    and coalesce(other.attempt_id, other.id) = coalesce(p_payment.attempt_id, p_payment.id)
$$;

-- Payments to ask a provider about because they have gone quiet: expired ones (`todo` is look), those no longer needed (close), and
-- wrong amounts to refund (return). Server only.
create function public.due_payments(p_limit integer default 20) returns table (
  payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint,
  attempt integer, reference text, back bigint, attempt_back bigint
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  with due as (
    select payment.id, private.payable_online(orders) as payable
    from public.payments payment join public.orders on orders.id = payment.order_id
    where payment.status = 'open' and payment.looked_at < now() - interval '20 seconds'
      and (payment.expires_at < now() or private.payable_online(orders) = 0)
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update of payment skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning payment.id, payment.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    case when due.payable > 0 then 'look' else 'close' end, null::uuid, null::bigint, null::integer, null, 0::bigint,
    0::bigint;
  return query
  with due as (
    select payment.id from public.payments payment
    where payment.status = 'mismatched' and payment.looked_at < now() - interval '10 minutes'
      and payment.transaction_id is not null and payment.received_amount > payment.returned_amount
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning coalesce(payment.attempt_id, payment.id), payment.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    'return', payment.id, payment.received_amount - payment.returned_amount, payment.attempt, '', payment.returned_amount, private.attempt_back(payment);
end
$$;

-- Refunds for jobs to send: `refund` if the provider may not have received it, `follow` if the provider is processing it. Amounts
-- in piastres; `back` is what was refunded of the payment before, `attempt_back` what was refunded of everything paid through the
-- same page, whose attempt is `payment_id`. Server only.
create function public.refunds_to_send(p_job_ids bigint[]) returns table (
  payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint,
  attempt integer, reference text, back bigint, attempt_back bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  select coalesce(payment.attempt_id, payment.id), refund.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    case when refund.reference = '' then 'refund' else 'follow' end, refund.id, private.piastres(refund.amount), facts.attempt,
    refund.reference, private.piastres(coalesce((
      select sum(sent.amount) from public.refunds sent where sent.payment_id = payment.id and sent.state = 'sent'
    ), 0)), private.attempt_back(payment)
  from public.refunds refund
  join public.refund_staff_facts facts on facts.refund_id = refund.id
  join public.payments payment on payment.id = refund.payment_id
  where refund.state = 'sending' and refund.id = any (private.job_uuids('send_refund', p_job_ids));
end
$$;

-- Queues a refund for sending through its provider, and for polling while the provider processes it.
create function private.queue_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_job('send_refund', new.id::text, p_tenant_id => new.tenant_id,
    p_run_at => now() + case when new.reference = '' then interval '0' else interval '10 minutes' end);
  return null;
end
$$;

-- Triggers

create trigger jobs_deleted after delete on public.refunds
  referencing old table as deleted for each statement execute function private.delete_jobs('send_refund');

create trigger refund_queued after insert on public.refunds
  for each row when (new.state = 'sending') execute function private.queue_refund();

create trigger refund_queued_again after update of state, payment_id, reference on public.refunds
  for each row when (new.state = 'sending' and (old.state <> new.state or old.reference <> new.reference
    or old.payment_id is distinct from new.payment_id))
  execute function private.queue_refund();
