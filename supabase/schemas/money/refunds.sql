-- Refunds by staff, and providers' events about them.

-- Functions

-- Sends a due or failed refund, by a way. For a card, the server asks the provider. Staff only.
create function public.send_refund(
  p_refund_id uuid, p_way public.refund_way, p_reference text default '', p_request_id uuid default null
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds := private.idempotent_result(
    null::public.refunds, p_request_id, jsonb_build_array('send_refund', p_refund_id, p_way, p_reference));
  v_order public.orders;
begin
  if v_refund.id is not null then
    return v_refund;
  end if;
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  if v_refund.id is null then
    perform private.refuse('unknown_refund');
  end if;
  v_order := private.lock_order_for_caller(v_refund.order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id for update;
  if not private.refund_waits_for_staff(v_refund.state) then
    perform private.refuse('refund_not_due');
  elsif coalesce(p_way, 'exchange') = 'exchange' then
    perform private.refuse('way_required');
  end if;
  perform private.send_by_way(v_order, v_refund, p_way, p_reference);
  perform private.refresh_order(v_order.id);
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  return private.store_idempotent_result(p_request_id, v_refund);
end
$$;

create function private.send_by_way(
  p_order public.orders, p_refund public.refunds, p_way public.refund_way, p_reference text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_payment_id uuid;
begin
  if p_way = 'store_credit' and p_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  if p_way = 'card' then
    select payment.id into v_payment_id from public.payments payment
    where payment.order_id = p_order.id and payment.status = 'paid'
      and private.card_money_left(payment) + case when payment.id = p_refund.payment_id then p_refund.amount else 0 end
        >= p_refund.amount
    order by payment.paid_at desc limit 1;
    if v_payment_id is null then
      perform private.refuse('no_card_payment', jsonb_build_object('amount', coalesce((
        select max(private.card_money_left(payment)) from public.payments payment
        where payment.order_id = p_order.id and payment.status = 'paid'), 0)));
    end if;
  end if;
  update public.refunds set way = p_way, payment_id = v_payment_id, updated_at = now(), reference = '',
    state = case when p_way = 'card' then 'sending'::public.refund_state else 'due' end
  where refunds.id = p_refund.id;
  if p_way <> 'card' then
    perform private.refund_sent(p_refund.id, p_reference);
  end if;
end
$$;

-- Refunds part of an order, by line, delivery or as goodwill, and lowers the order's price. `p_refund` is {"lines":
-- [{"order_line_id", "amount"}], "shipping", "goodwill", "way", "reason", "reference"}, amounts in pounds. Without a way,
-- private.create_due_refunds decides. Staff only; returns the order.
create function public.refund_order(p_order_id uuid, p_refund jsonb, p_request_id uuid default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('refund_order', p_order_id, p_refund));
  v_lines constant jsonb := coalesce(nullif(p_refund -> 'lines', 'null'), '[]');
  v_way text := p_refund ->> 'way';
  v_total numeric;
  v_available numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  v_total := private.refund_total(p_refund, v_lines);
  if v_way is not null and v_way not in ('card', 'transfer', 'store_credit', 'cash') then
    perform private.refuse('way_required');
  elsif v_way = 'store_credit' and v_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  -- Money already due has refunds of its own.
  v_available := greatest(least(v_order.charged, v_order.charged + private.overpaid(p_order_id)), 0);
  if v_total > v_available then
    perform private.refuse('refund_above_paid', jsonb_build_object('amount', v_available));
  end if;
  perform private.require_under_ceiling(v_order.tenant_id, 'money.refund', v_total);
  v_order := private.create_due_refunds(p_order_id, '{}', p_refund ->> 'reason',
    private.apply_credit(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  perform private.settle_points(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$$;

-- The total of a refund document; refuses invalid amounts.
create function private.refund_total(p_refund jsonb, p_lines jsonb) returns numeric
language plpgsql set search_path = '' as $$
declare
  v_amounts jsonb[];
  v_total numeric;
begin
  if jsonb_typeof(p_refund) is distinct from 'object' or jsonb_typeof(p_lines) <> 'array' or exists (
    select 1 from jsonb_array_elements(case when jsonb_typeof(p_lines) = 'array' then p_lines else '[]' end) line
    where jsonb_typeof(line) <> 'object' or not pg_input_is_valid(coalesce(line ->> 'order_line_id', ''), 'uuid')
      or not private.is_amount(line -> 'amount')
  ) then
    perform private.refuse('invalid_refund');
  end if;
  v_amounts := array(select line -> 'amount' from jsonb_array_elements(p_lines) line)
    || array_remove(array[nullif(p_refund -> 'shipping', 'null'), nullif(p_refund -> 'goodwill', 'null')], null);
  if exists (select 1 from unnest(v_amounts) amount where not private.is_amount(amount)) then
    perform private.refuse('invalid_refund');
  end if;
  select sum(amount::numeric) into v_total from unnest(v_amounts) amount;
  if coalesce(v_total, 0) = 0 then
    perform private.refuse('invalid_refund');
  end if;
  return v_total;
end
$$;

create function private.can_be_cancelled(p_order public.orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.order_status_transitions
    where from_status = p_order.status and to_status = 'cancelled' and by_staff
  )
$$;

-- Refunds what an order's customer is owed or, if nothing, everything received; cancels an order that wasn't sent. What no card can
-- take is recorded as refunded by hand.
create function private.give_all_back(p_order public.orders, p_reason text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_refund public.refunds;
  v_card boolean;
begin
  if private.can_be_cancelled(p_order) then
    update public.orders set status = 'cancelled' where orders.id = p_order.id;
    perform private.explain_move(array[p_order.id], v_reason);
  elsif not exists (
    select 1 from public.refunds where refunds.order_id = p_order.id and private.is_open_refund(refunds.state)
  ) then
    perform private.make_owed_refunds(p_order.id, '{}', v_reason, private.take_all_off(p_order.id), case when not exists (
      select 1 from public.payments payment where payment.order_id = p_order.id and payment.status = 'paid'
    ) then 'transfer'::public.refund_way end);
  end if;
  for v_refund in
    select refunds.* from public.refunds
    where refunds.order_id = p_order.id and private.refund_waits_for_staff(refunds.state) order by refunds.number
  loop
    v_card := v_refund.payment_id is not null or exists (
      select 1 from public.payments payment
      where payment.order_id = p_order.id and payment.status = 'paid'
        and private.card_money_left(payment) >= v_refund.amount);
    update public.refunds set reason = v_reason where refunds.id = v_refund.id and v_reason <> '';
    perform private.send_by_way(p_order, v_refund, case when v_card then 'card'::public.refund_way else 'transfer' end, '');
  end loop;
  return private.refresh_order(p_order.id);
end
$$;

-- Refunds an order's whole payment; an order that wasn't sent is cancelled. What came through the provider goes back through it, at
-- the server's request; the rest is recorded as refunded by hand. Staff only.
create function public.request_refund(p_order_id uuid, p_reason text default '', p_request_id uuid default null)
returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('request_refund', p_order_id, p_reason));
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  if v_order.received = v_order.given_back then
    perform private.refuse('nothing_to_refund');
  end if;
  return private.store_idempotent_result(p_request_id, private.give_all_back(v_order, p_reason));
end
$$;

-- Books a provider's event about a refund: `refunded`, `refund_pending` or `refund_failed`. If the event names only the checkout
-- page (`p_is_of_page`), a refund we didn't request may concern everything paid through it. Returns the same as
-- record_payment_event.
create function private.book_refund_event(
  p_order public.orders, p_payment public.payments, p_outcome text, p_refund_id uuid, p_reference text, p_amount bigint,
  p_is_of_page boolean
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
  v_part record;
begin
  select refunds.* into v_refund from public.refunds
  where refunds.order_id = p_order.id and (
    refunds.id = p_refund_id or refunds.reference = p_reference
    -- Not every provider names the refund, and its callback may precede its response.
    or p_refund_id is null and refunds.payment_id = p_payment.id and refunds.amount = private.pounds(p_amount) and (
      refunds.state = 'sending' and refunds.reference = ''
      -- Booked from the refunded total, before the provider reported its id.
      or refunds.state = 'sent' and refunds.reference like p_payment.transaction_id || ':%'))
  order by (refunds.id = p_refund_id) desc nulls last, (refunds.reference = p_reference) desc limit 1 for update;
  if v_refund.id is null and p_outcome = 'refunded' and p_amount > 0 then
    for v_part in select * from private.parts_gone_back(p_payment, p_amount, p_is_of_page) loop
      perform private.book_refund_elsewhere(p_order.id, v_part.payment, private.pounds(v_part.amount), p_reference);
    end loop;
    if found then
      return 'booked';
    end if;
    perform private.note_mismatch(p_order, p_outcome, p_amount, p_payment.currency);
    perform private.list_payment_difference(p_payment, 'other_amount', p_reference, p_amount, null, p_payment.currency);
    return 'mismatch';
  elsif p_outcome = 'refunded' and v_refund.state <> 'sent' then
    perform private.refund_sent(v_refund.id, p_reference);
  elsif p_outcome = 'refunded' and v_refund.reference <> p_reference
    and v_refund.reference like p_payment.transaction_id || ':%' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
    return 'late';
  elsif p_outcome = 'refund_pending' and v_refund.state = 'sending' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
  elsif p_outcome = 'refund_failed' and exists (
    select 1 from public.refund_state_transitions where from_state = v_refund.state and to_state = 'failed'
  ) then
    if v_refund.state = 'sent' then
      perform private.book_money(p_order, 'given_back', -v_refund.amount, jsonb_build_object('refund_id', v_refund.id),
        p_reference => v_refund.reference);
    end if;
    update public.refunds set state = 'failed', reference = '', sent_at = null, updated_at = now()
    where refunds.id = v_refund.id;
    update public.refund_staff_facts facts set attempt = facts.attempt + 1 where facts.refund_id = v_refund.id;
    perform private.remark_on_order(p_order, 'refund_failed', p_internal => true);
    perform private.owe_unsendable_anew(p_payment);
  else
    return 'late';
  end if;
  perform private.create_due_refunds(p_order.id);
  return 'booked';
end
$$;

-- The payments that a refund of some piastres can have come from, each with its share: this one, or all of its page. Empty if they
-- received less.
create function private.parts_gone_back(p_payment public.payments, p_amount bigint, p_is_of_page boolean)
returns table (payment public.payments, amount bigint)
language sql stable security definer set search_path = '' as $$
  select part.payment, least(part.rest, p_amount - part.before)::bigint
  from (
    select paid.payment, paid.rest, sum(paid.rest) over () as total, sum(paid.rest) over in_turn - paid.rest as before
    from (
      select payment, private.not_back_yet(payment) as rest from public.payments payment
      where payment.order_id = p_payment.order_id and payment.status = 'paid' and (payment.id = p_payment.id
        or p_is_of_page and coalesce(payment.attempt_id, payment.id) = coalesce(p_payment.attempt_id, p_payment.id))
    ) paid
    window in_turn as (order by (paid.payment).id = p_payment.id desc, (paid.payment).created_at, (paid.payment).id)
  ) part
  where part.total >= p_amount and part.before < p_amount and part.rest > 0
  order by part.before
$$;

-- Withdraws refunds that a payment can no longer cover because too much of it was refunded otherwise, and makes their amount due
-- again from the order's other money.
create function private.owe_unsendable_anew(p_payment public.payments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
begin
  for v_refund in
    delete from public.refunds where refunds.payment_id = p_payment.id and refunds.reference = '' and (
      -- The provider has refunded more, so it cannot have made this one.
      refunds.state = 'sending' and private.piastres(refunds.amount) > private.not_back_yet(p_payment)
      or refunds.state = 'failed' and private.card_money_left(p_payment) < 0)
    returning *
  loop
    perform private.make_owed_refunds(p_payment.order_id, jsonb_build_object('return_id', v_refund.return_id), v_refund.reason, null);
  end loop;
end
$$;

-- Books a refund made in the provider's own dashboard: a due refund of the same amount counts as sent; anything not owed is
-- goodwill. An order that is fully refunded and wasn't sent is cancelled.
create function private.book_refund_elsewhere(
  p_order_id uuid, p_payment public.payments, p_amount numeric, p_reference text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_cancels boolean;
  v_refund_id uuid;
  v_goodwill numeric;
  v_lines jsonb;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_cancels := p_amount = v_order.received - v_order.given_back and private.can_be_cancelled(v_order);
  if v_cancels then
    update public.orders set status = 'cancelled' where orders.id = p_order_id;
  end if;
  select refunds.id into v_refund_id from public.refunds
  where refunds.order_id = p_order_id and refunds.amount = p_amount
    and (private.refund_waits_for_staff(refunds.state) or v_cancels and refunds.state = 'sending' and refunds.created_at = now())
  order by refunds.number desc limit 1;
  if v_refund_id is null then
    v_goodwill := least(
      p_amount - least(greatest(-private.balance(v_order), 0), p_amount), v_order.charged);
    v_lines := private.apply_credit(p_order_id, '[]', 0, v_goodwill);
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
    perform private.make_refund(v_order, p_amount, 'card', p_payment.id, '{}', '', v_lines, p_reference);
    select refunds.id into v_refund_id from public.refunds
    where refunds.order_id = p_order_id order by refunds.number desc limit 1;
  end if;
  update public.refunds set way = 'card', payment_id = p_payment.id where refunds.id = v_refund_id;
  perform private.refund_sent(v_refund_id, p_reference);
  perform private.owe_unsendable_anew(p_payment);
  perform private.settle_points(private.create_due_refunds(p_order_id));
end
$$;

-- Grants

grant execute on function public.send_refund, public.refund_order, public.request_refund to authenticated;
