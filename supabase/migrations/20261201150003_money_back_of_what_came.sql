-- A transaction that was let go or given back changes only what is booked of itself, and a refund that its payment can never make is
-- owed by what else came for the order. Rows stay as they are: staff send refunds that failed before by another way.

set local check_function_bodies = off;

DROP FUNCTION "private"."book_refund_elsewhere"(public.orders, public.payments, numeric, text);

DROP FUNCTION "private"."book_refund_event"(public.orders, public.payments, text, uuid, text, bigint);

DROP FUNCTION "private"."may_have_gone_back"(public.payments, bigint);

CREATE OR REPLACE FUNCTION private.book_refund_elsewhere(p_order_id uuid, p_payment public.payments, p_amount numeric, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    and (refunds.state in ('due', 'failed') or v_cancels and refunds.state = 'sending' and refunds.created_at = now())
  order by refunds.number desc limit 1;
  if v_refund_id is null then
    v_goodwill := least(
      p_amount - least(greatest(v_order.received - v_order.given_back - v_order.charged, 0), p_amount), v_order.charged);
    v_lines := private.take_off(p_order_id, '[]', 0, v_goodwill);
    delete from public.refunds where refunds.order_id = p_order_id and refunds.state in ('due', 'failed');
    perform private.make_refund(v_order, p_amount, 'card', p_payment.id, '{}', '', v_lines, p_reference);
    select refunds.id into v_refund_id from public.refunds
    where refunds.order_id = p_order_id order by refunds.number desc limit 1;
  end if;
  update public.refunds set way = 'card', payment_id = p_payment.id where refunds.id = v_refund_id;
  perform private.refund_sent(v_refund_id, p_reference);
  perform private.owe_unsendable_anew(p_payment);
  perform private.owe_back(p_order_id);
end
$function$;

ALTER FUNCTION "private"."book_refund_elsewhere"(uuid, public.payments, numeric, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_refund_event(p_order public.orders, p_payment public.payments, p_outcome text, p_refund_id uuid, p_reference text, p_amount bigint, p_is_of_page boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
  v_part record;
begin
  select refunds.* into v_refund from public.refunds
  where refunds.order_id = p_order.id and (
    refunds.id = p_refund_id or refunds.reference = p_reference
    -- Not every provider says whose refund it announces, and its announcement may come before its answer.
    or p_refund_id is null and refunds.payment_id = p_payment.id and refunds.amount = private.pounds(p_amount) and (
      refunds.state = 'sending' and refunds.reference = ''
      -- Found by what went back in all, before the provider said what it calls it.
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
  elsif p_outcome = 'refund_failed' and v_refund.state in ('sending', 'sent') then
    if v_refund.state = 'sent' then
      perform private.book_money(p_order, 'given_back', -v_refund.amount, jsonb_build_object('refund_id', v_refund.id),
        p_reference => v_refund.reference);
    end if;
    update public.refunds set state = 'failed', attempt = attempt + 1, reference = '', sent_at = null, updated_at = now()
    where refunds.id = v_refund.id;
    perform private.remark_on_order(p_order, 'refund_failed', p_internal => true);
    perform private.owe_unsendable_anew(p_payment);
  else
    return 'late';
  end if;
  perform private.owe_back(p_order.id);
  return 'booked';
end
$function$;

ALTER FUNCTION "private"."book_refund_event"(public.orders, public.payments, text, uuid, text, bigint, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_voided(p_order public.orders, p_payment public.payments, p_voided_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left numeric;
begin
  if p_payment.status in ('starting', 'open') or p_payment.status = 'held' and p_voided_id = p_payment.authorization_id then
    update public.payments set status = case when status = 'held' then 'released' else 'closed' end::public.provider_payment_status,
      capture_amount = null, is_to_release = false, updated_at = now()
    where id = p_payment.id;
    perform private.end_unpaid_order(p_order, p_payment);
    perform private.refresh_order(p_order.id);
    return 'booked';
  elsif p_voided_id is distinct from p_payment.transaction_id then
    -- Of another transaction of the same page, which is not in the books.
    return 'late';
  elsif p_payment.status in ('mismatched', 'returned') then
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
$function$;

CREATE OR REPLACE FUNCTION private.not_back_yet(p_payment public.payments)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.piastres(p_payment.amount) - private.piastres(coalesce(sum(refunds.amount), 0))
  from public.refunds where refunds.payment_id = p_payment.id and refunds.state = 'sent'
$function$;

ALTER FUNCTION "private"."not_back_yet"(public.payments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.owe_unsendable_anew(p_payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
begin
  for v_refund in
    delete from public.refunds where refunds.payment_id = p_payment.id and refunds.reference = '' and (
      -- The provider, which gave more back, cannot have made it.
      refunds.state = 'sending' and private.piastres(refunds.amount) > private.not_back_yet(p_payment)
      or refunds.state = 'failed' and private.card_money_left(p_payment) < 0)
    returning *
  loop
    perform private.make_owed_refunds(p_payment.order_id, jsonb_build_object('return_id', v_refund.return_id), v_refund.reason, null);
  end loop;
end
$function$;

ALTER FUNCTION "private"."owe_unsendable_anew"(public.payments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.parts_gone_back(p_payment public.payments, p_amount bigint, p_is_of_page boolean)
 RETURNS TABLE(payment public.payments, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."parts_gone_back"(public.payments, bigint, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refunded_payment(p_payment public.payments, p_refund_id uuid, p_reference text, p_amount bigint)
 RETURNS public.payments
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."refunded_payment"(public.payments, uuid, text, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reported_lines(p_provider text, p_tenant_ids text[], p_report jsonb)
 RETURNS TABLE(id text, kind text, amount bigint, back bigint, currency text, mention bigint, payment public.payments, booked bigint, booked_back bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select stated.id, stated.kind, stated.amount, stated.back, coalesce(upper(stated.currency), ''),
    row_number() over (partition by stated.id, stated.kind), payment, case
      when stated.kind = 'refunded' then refund.amount
      when payment.status = 'paid' and payment.transaction_id = stated.id then private.piastres(payment.amount)
      -- Some call the payment otherwise in their reports than in their answers.
      when payment.status = 'paid' and exists (
        select 1 from public.payment_events event
        where event.id = p_provider || ':' || stated.id || ':paid' and event.outcome = 'booked'
      ) then private.piastres(payment.amount)
      when payment.status in ('mismatched', 'returned') and payment.transaction_id = stated.id then payment.came_amount
    end, sent.amount + payment.came_back
  from jsonb_to_recordset(p_report -> 'lines') stated (
    id text, kind text, amount bigint, back bigint, currency text, reference text)
  left join lateral (
    select private.piastres(sum(refunds.amount)) as amount, (array_agg(refunds.payment_id order by refunds.number))[1] as payment_id
    from public.refunds
    where refunds.tenant_id = any (p_tenant_ids) and refunds.reference = stated.id and refunds.payment_id is not null
      and refunds.state = 'sent' and stated.kind = 'refunded'
  ) refund on true
  left join public.payments payment on payment.id = (
    select found.id from public.payments found
    where found.provider = p_provider and found.tenant_id = any (p_tenant_ids) and (
      found.id = refund.payment_id or found.transaction_id = stated.id
      or found.id = (
        select event.payment_id from public.payment_events event where event.id = p_provider || ':' || stated.id || ':paid')
      or found.id::text = stated.reference)
    order by (found.id = refund.payment_id) desc nulls last, (found.transaction_id = stated.id) desc nulls last limit 1
  )
  left join lateral (
    select private.piastres(coalesce(sum(refunds.amount), 0)) as amount from public.refunds
    where refunds.payment_id = payment.id and refunds.state = 'sent'
  ) sent on true
$function$;

CREATE OR REPLACE FUNCTION public.record_payment_event(p_event_id text, p_kind text, p_outcome text, p_payment_id uuid DEFAULT NULL::uuid, p_session_id text DEFAULT NULL::text, p_transaction_id text DEFAULT NULL::text, p_amount bigint DEFAULT NULL::bigint, p_currency text DEFAULT NULL::text, p_refund_id uuid DEFAULT NULL::uuid, p_reference text DEFAULT NULL::text, p_provider text DEFAULT 'stripe'::text, p_tenant_ids text[] DEFAULT NULL::text[], p_parent_id text DEFAULT NULL::text, p_integration text DEFAULT NULL::text, p_held_until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_order public.orders;
  -- Some providers say of a refund only which page it is of.
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
  -- First the order, then its payment, as everywhere.
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
  elsif v_payment.status in ('mismatched', 'returned') then
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
$function$;

REVOKE ALL ON FUNCTION "private"."book_refund_elsewhere"(uuid, public.payments, numeric, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_refund_elsewhere"(uuid, public.payments, numeric, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_refund_elsewhere"(uuid, public.payments, numeric, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_refund_elsewhere"(uuid, public.payments, numeric, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_refund_event"(public.orders, public.payments, text, uuid, text, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_refund_event"(public.orders, public.payments, text, uuid, text, bigint, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_refund_event"(public.orders, public.payments, text, uuid, text, bigint, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_refund_event"(public.orders, public.payments, text, uuid, text, bigint, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."not_back_yet"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."not_back_yet"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."not_back_yet"(public.payments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."not_back_yet"(public.payments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owe_unsendable_anew"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owe_unsendable_anew"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owe_unsendable_anew"(public.payments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owe_unsendable_anew"(public.payments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."parts_gone_back"(public.payments, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parts_gone_back"(public.payments, bigint, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts_gone_back"(public.payments, bigint, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts_gone_back"(public.payments, bigint, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refunded_payment"(public.payments, uuid, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refunded_payment"(public.payments, uuid, text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refunded_payment"(public.payments, uuid, text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refunded_payment"(public.payments, uuid, text, bigint) TO "service_role";
