set local check_function_bodies = off;

DROP POLICY "Staff read the lines of their store's invoices" ON "public"."invoice_lines";

DROP POLICY "Staff read their store's invoices" ON "public"."invoices";

DROP POLICY "Staff read who stopped their store's messages" ON "public"."message_opt_outs";

DROP POLICY "Staff read which messages their store's orders caused" ON "public"."order_messages";

DROP POLICY "Staff read what differs in reports of their store's payments" ON "public"."payment_differences";

DROP POLICY "Staff read their store's ledger" ON "public"."payment_entries";

DROP POLICY "Staff read what the provider announced of their store's payment" ON "public"."payment_events";

DROP POLICY "Staff read which reports of their store's payments were compare" ON "public"."payment_reports";

DROP POLICY "Staff read their store's payments" ON "public"."payments";

DROP POLICY "Staff read what their store's refunds are for" ON "public"."refund_lines";

DROP POLICY "Staff read their store's refunds" ON "public"."refunds";

DROP POLICY "Staff read what differs in their couriers' statements" ON "public"."settlement_differences";

DROP POLICY "Staff read their store's settlements" ON "public"."settlements";

DROP POLICY "Staff read their customers' store credit" ON "public"."store_credits";

DROP POLICY "Staff read their store's transfers" ON "public"."transfers";

CREATE OR REPLACE FUNCTION private.lock_hold(p_payment_id uuid)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.adjust_store_credit(p_tenant_id text, p_user_id uuid, p_delta numeric, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('adjust_store_credit', p_tenant_id, p_user_id, p_delta, p_reason));
  v_balance numeric;
begin
  if v_first is not null then
    return v_first::numeric;
  end if;
  perform private.require_capability(p_tenant_id, 'money.give_credit');
  if coalesce(p_delta, 0) = 0 or not private.is_amount(to_jsonb(abs(p_delta))) then
    perform private.refuse('invalid_credit');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  select profiles.store_credit into v_balance from public.profiles
  where id = p_user_id and tenant_id = p_tenant_id for no key update;
  if not found then
    perform private.refuse('unknown_person');
  elsif v_balance + p_delta < 0 then
    perform private.refuse('insufficient_credit', jsonb_build_object('reason', 'balance', 'amount', v_balance));
  end if;
  insert into public.store_credits (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, left(btrim(p_reason), 500), auth.uid());
  perform private.keep_answer(p_request_id, to_jsonb(v_balance + p_delta));
  return v_balance + p_delta;
end
$function$;

CREATE OR REPLACE FUNCTION public.book_transfer(p_order_id uuid, p_amount numeric, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid, p_more boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('book_transfer', p_order_id, p_amount, p_reference, p_more));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_owed numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  v_owed := private.owed_by_transfer(v_order);
  if not private.is_amount(to_jsonb(p_amount)) or p_amount = 0 then
    perform private.refuse('invalid_amount');
  end if;
  if p_amount > v_owed and not coalesce(p_more, false) then
    perform private.refuse('more_than_owed', jsonb_build_object('amount', v_owed, 'price', p_amount));
  end if;
  update public.transfers set state = 'booked', received = p_amount, checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  return private.keep_answer(p_request_id,
    private.order_json(private.book_payment(v_order, p_amount, v_reference, p_method => 'bank_transfer')));
end
$function$;

CREATE OR REPLACE FUNCTION public.compare_payment_file(p_tenant_id text, p_provider text, p_report jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('compare_payment_file', p_tenant_id, p_provider, p_report));
  v_differences integer;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(p_tenant_id, 'money.take_payments');
  if coalesce(p_provider, '') !~ '^[a-z][a-z0-9]{1,30}$' then
    perform private.refuse('invalid_payment_report');
  end if;
  v_differences := private.compare_report(p_provider, array[p_tenant_id], p_report, 'file', false);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'transactions', jsonb_array_length(p_report -> 'lines'), 'differences', v_differences));
end
$function$;

CREATE OR REPLACE FUNCTION public.courier_cash(p_tenant_id text)
 RETURNS TABLE(carrier text, carrier_name text, parcels bigint, amount numeric, overdue_parcels bigint, overdue numeric, oldest timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  return query
  select parcel.carrier, parcel.carrier_name, count(*), sum(parcel.courier_owes),
    count(*) filter (where parcel.delivered_at < now() - interval '14 days'),
    coalesce(sum(parcel.courier_owes) filter (where parcel.delivered_at < now() - interval '14 days'), 0),
    min(parcel.delivered_at)
  from public.shipments parcel
  where parcel.tenant_id = p_tenant_id and parcel.courier_owes > 0
  group by parcel.carrier, parcel.carrier_name order by min(parcel.delivered_at);
end
$function$;

CREATE OR REPLACE FUNCTION public.month_figures(p_tenant_id text, p_month date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant timestamptz := date_trunc('month', p_month::timestamp) at time zone 'Africa/Cairo';
  v_until constant timestamptz := (date_trunc('month', p_month::timestamp) + interval '1 month') at time zone 'Africa/Cairo';
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return jsonb_build_object(
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'code', paper.code, 'kind', paper.kind, 'issued_at', paper.issued_at, 'order_number', paper.order_number,
        'customer', coalesce(paper.buyer #>> '{address,full_name}', paper.buyer ->> 'name', ''), 'corrects', bill.code,
        'net', paper.total - paper.tax, 'tax', paper.tax, 'total', paper.total, 'by_rate', (
          select jsonb_agg(to_jsonb(taxed) order by taxed.rate desc)
          from (
            select part.tax_rate * 100 as rate, sum(part.amount) - sum(part.tax) as net, sum(part.tax) as tax,
              sum(part.amount) as total
            from public.invoice_lines part where part.invoice_id = paper.id group by part.tax_rate
          ) taxed
        )) order by paper.issued_at, paper.code), '[]')
      from public.invoices paper left join public.invoices bill on bill.id = paper.corrects_id
      where paper.tenant_id = p_tenant_id and paper.issued_at >= v_from and paper.issued_at < v_until
    ),
    'vat', private.vat_of(p_tenant_id, v_from, v_until),
    'money', (
      select coalesce(jsonb_agg(to_jsonb(booked) order by booked.kind, booked.method), '[]')
      from (
        select entry.kind, entry.method, count(*) as entries, sum(entry.amount) as amount
        from public.payment_entries entry
        where entry.tenant_id = p_tenant_id and entry.kind <> 'charged'
          and entry.created_at >= v_from and entry.created_at < v_until
        group by entry.kind, entry.method
      ) booked
    ),
    'couriers', (
      select coalesce(jsonb_agg(to_jsonb(held) order by held.courier), '[]')
      from (
        select parcel.carrier_name as courier,
          sum(case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) as amount
        from public.payment_entries entry join public.shipments parcel on parcel.id = entry.shipment_id
        where entry.tenant_id = p_tenant_id and entry.kind in ('cash_collected', 'settled') and entry.created_at < v_until
        group by parcel.carrier_name
        having sum(case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) <> 0
      ) held
    ));
end
$function$;

CREATE OR REPLACE FUNCTION public.read_statement(p_tenant_id text, p_statement jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  perform private.require_numbered_statement(p_statement);
  return (select coalesce(jsonb_agg(to_jsonb(line)), '[]') from private.statement_lines(p_tenant_id, p_statement) line);
end
$function$;

CREATE OR REPLACE FUNCTION public.record_payment(p_order_id uuid, p_outcome text, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('record_payment', p_order_id, p_outcome, p_reference));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_open numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(v_order.tenant_id,
    case p_outcome when 'refunded' then 'money.refund' else 'money.take_payments' end);
  if v_order.payment_method = 'online' and not private.is_service() then
    perform private.refuse('provider_decides');
  end if;
  if p_outcome = 'paid' then
    v_open := case
      when v_order.status = 'cancelled' then v_order.total - v_order.received
      when v_order.status = 'awaiting_payment' then private.awaited_payment(v_order)
      else public.owes(v_order)
    end;
    if v_open > 0 then
      v_order := private.book_payment(v_order, v_open, p_reference, p_method => case
        when v_order.status = 'awaiting_payment' and v_order.payment_method = 'cash_on_delivery' then 'bank_transfer'::public.payment_method
      end);
    end if;
  elsif p_outcome = 'failed' then
    if v_order.status = 'awaiting_payment' then
      update public.orders set status = 'cancelled', payment_status = 'failed' where id = p_order_id;
      v_order := private.refresh_order(p_order_id);
    end if;
  elsif p_outcome = 'refunded' then
    if v_order.received > v_order.given_back then
      v_order := private.give_all_back(v_order, '');
    end if;
  else
    perform private.refuse('unknown_outcome');
  end if;
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$function$;

CREATE OR REPLACE FUNCTION public.refund_order(p_order_id uuid, p_refund jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('refund_order', p_order_id, p_refund));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_lines constant jsonb := coalesce(nullif(p_refund -> 'lines', 'null'), '[]');
  v_way text := p_refund ->> 'way';
  v_total numeric;
  v_available numeric;
  v_before integer;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  v_total := private.refund_total(p_refund, v_lines);
  if v_way is not null and v_way not in ('card', 'transfer', 'store_credit', 'cash') then
    perform private.refuse('way_required');
  elsif v_way = 'store_credit' and v_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  -- What is owed already waits in refunds of its own.
  v_available := greatest(least(v_order.charged, v_order.charged + private.overpaid(p_order_id)), 0);
  if v_total > v_available then
    perform private.refuse('refund_above_paid', jsonb_build_object('amount', v_available));
  end if;
  select coalesce(max(refunds.number), 0) into v_before from public.refunds where refunds.order_id = p_order_id;
  v_order := private.owe_back(p_order_id, '{}', p_refund ->> 'reason',
    private.take_off(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  perform private.settle_points(v_order);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'refund', (
      select private.refund_json(refunds.id) from public.refunds
      where refunds.order_id = p_order_id and refunds.number > v_before order by refunds.number limit 1
    ),
    'order', private.order_json(v_order)));
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_transfer(p_transfer_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('refuse_transfer', p_transfer_id, p_reason));
  v_order public.orders;
  v_event_id uuid;
begin
  if v_first is not null then
    return v_first;
  end if;
  v_order := private.lock_order_for_caller((
    select transfers.order_id from public.transfers where transfers.id = p_transfer_id));
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  update public.transfers set state = 'refused', answer = left(btrim(p_reason), 500), checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.id = p_transfer_id and transfers.state = 'to_check';
  if not found then
    perform private.refuse('transfer_checked');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, remark)
  values (v_order.tenant_id, v_order.id, auth.uid(), 'staff', left(btrim(p_reason), 500), '{"code": "transfer_refused"}')
  returning id into v_event_id;
  perform private.mail_note(v_order, v_event_id);
  return private.keep_answer(p_request_id, private.order_json(private.refresh_order(v_order.id)));
end
$function$;

CREATE OR REPLACE FUNCTION public.request_refund(p_order_id uuid, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('request_refund', p_order_id, p_reason));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  if v_order.received = v_order.given_back then
    perform private.refuse('nothing_to_refund');
  end if;
  v_order := private.give_all_back(v_order, p_reason);
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_difference(p_id uuid, p_note text, p_accept boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_difference public.settlement_differences;
  v_settlement public.settlements;
  v_parcel public.shipments;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.settlement_differences difference
    join public.shipments parcel on parcel.id = difference.shipment_id where difference.id = p_id) for update;
  select * into v_difference from public.settlement_differences difference
  where difference.id = p_id for update;
  if not found or not private.may(v_difference.tenant_id, 'money.see') then
    perform private.refuse('unknown_difference');
  end if;
  perform private.require_capability(v_difference.tenant_id, 'money.settle_cash');
  if v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  if p_accept then
    select * into v_parcel from public.shipments where id = v_difference.shipment_id;
    if v_difference.kind not in ('short', 'more') or v_parcel.state is distinct from 'delivered'
      or v_parcel.settled_at is not null then
      perform private.refuse('difference_not_acceptable');
    end if;
    if v_difference.stated > v_parcel.courier_owes then
      perform private.correct_collected(v_parcel, v_parcel.settled + v_difference.stated, p_note);
    end if;
    update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
    where id = v_difference.settlement_id returning * into v_settlement;
    if v_difference.stated > 0 then
      perform private.settle_parcel(
        v_settlement, v_parcel.id, v_difference.tracking_number, v_difference.stated, v_difference.fee, p_part => true);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.keep_answer(p_request_id, to_jsonb(v_difference) - 'tenant_id');
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_payment_difference(p_id uuid, p_note text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('resolve_payment_difference', p_id, p_note));
  v_difference public.payment_differences;
begin
  if v_first is not null then
    return v_first;
  end if;
  select * into v_difference from public.payment_differences difference
  where difference.id = p_id for update;
  if not found or not private.may(v_difference.tenant_id, 'money.see') then
    perform private.refuse('unknown_difference');
  end if;
  perform private.require_capability(v_difference.tenant_id, 'money.take_payments');
  if v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  update public.payment_differences set note = left(btrim(p_note), 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.keep_answer(p_request_id, to_jsonb(v_difference) - 'tenant_id');
end
$function$;

CREATE OR REPLACE FUNCTION public.send_refund(p_refund_id uuid, p_way public.refund_way, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('send_refund', p_refund_id, p_way, p_reference));
  v_order public.orders;
  v_refund public.refunds;
begin
  if v_first is not null then
    return v_first;
  end if;
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  if v_refund.id is null then
    perform private.refuse('unknown_refund');
  end if;
  v_order := private.lock_order_for_caller(v_refund.order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id for update;
  if v_refund.state not in ('due', 'failed') then
    perform private.refuse('refund_not_due');
  elsif p_way is null then
    perform private.refuse('way_required');
  end if;
  perform private.send_by_way(v_order, v_refund, p_way, p_reference);
  v_order := private.refresh_order(v_order.id);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'refund', private.refund_json(p_refund_id), 'order', private.order_json(v_order)));
end
$function$;

CREATE OR REPLACE FUNCTION public.send_transfer_proof(p_order_id uuid, p_photos text[], p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('send_transfer_proof', p_order_id, p_photos, p_note));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_owed numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  if v_order.user_id is distinct from auth.uid() then
    perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  end if;
  v_owed := private.owed_by_transfer(v_order);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  update public.transfers set amount = v_owed, photos = p_photos, note = left(btrim(coalesce(p_note, '')), 500), updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  if not found then
    insert into public.transfers (tenant_id, order_id, amount, photos, note)
    values (v_order.tenant_id, p_order_id, v_owed, p_photos, left(btrim(coalesce(p_note, '')), 500));
  end if;
  return private.keep_answer(p_request_id, private.order_json(private.refresh_order(p_order_id)));
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_cash(p_tenant_id text, p_settlement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('settle_cash', p_tenant_id, p_settlement));
  v_settlement public.settlements;
  v_parcel record;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_statement(p_settlement);
  perform private.lock_orders(array(
    select parcel.order_id from public.shipments parcel
    where parcel.tenant_id = p_tenant_id and parcel.id in (
      select (line ->> 'shipment_id')::uuid from jsonb_array_elements(p_settlement -> 'lines') line)
  ));
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, fee, created_by)
  select p_tenant_id, coalesce(p_settlement ->> 'carrier', 'manual'), left(coalesce(p_settlement ->> 'carrier_name', ''), 80),
    left(coalesce(p_settlement ->> 'reference', ''), 200), sum((line ->> 'amount')::numeric),
    coalesce(sum((line ->> 'fee')::numeric), 0), auth.uid()
  from jsonb_array_elements(p_settlement -> 'lines') line
  returning * into v_settlement;
  for v_parcel in
    select parcel.id, stated.amount, stated.fee, orders.number || '/' || parcel.number as name
    from jsonb_to_recordset(p_settlement -> 'lines') stated (shipment_id uuid, amount numeric, fee numeric)
    left join public.shipments parcel on parcel.id = stated.shipment_id and parcel.tenant_id = p_tenant_id
    left join public.orders on orders.id = parcel.order_id
    order by orders.number, parcel.number
  loop
    perform private.settle_parcel(v_settlement, v_parcel.id, v_parcel.name, v_parcel.amount, v_parcel.fee);
  end loop;
  return private.keep_answer(p_request_id, to_jsonb(v_settlement) - 'tenant_id');
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_settlement public.settlements;
  v_line private.statement_line;
  v_differences integer := 0;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_numbered_statement(p_statement);
  perform 1 from public.orders where orders.id in (
    select parcel.order_id from jsonb_array_elements(p_statement -> 'lines') line,
      private.stated_parcel(p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), line ->> 'number') parcel
  ) order by orders.id for update;
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, created_by)
  values (p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), left(coalesce(p_statement ->> 'carrier_name', ''), 80),
    left(coalesce(p_statement ->> 'reference', ''), 200), 0, auth.uid())
  returning * into v_settlement;
  for v_line in select * from private.statement_lines(p_tenant_id, p_statement) loop
    if v_line.kind = 'matches' then
      perform private.settle_parcel(v_settlement, v_line.shipment_id, v_line.name, v_line.stated, v_line.fee);
    elsif v_line.kind = 'fee' then
      update public.shipments set fee = v_line.fee, updated_at = now() where id = v_line.shipment_id;
    else
      insert into public.settlement_differences (
        tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee)
      values (p_tenant_id, v_settlement.id, v_line.kind, v_line.tracking_number, v_line.shipment_id, v_line.stated, v_line.expected,
        v_line.fee);
      v_differences := v_differences + 1;
    end if;
    if v_line.kind in ('matches', 'fee') then
      update public.settlements set amount = amount + v_line.stated, fee = fee + v_line.fee
      where id = v_settlement.id returning * into v_settlement;
    end if;
  end loop;
  return private.keep_answer(p_request_id, jsonb_build_object(
    'settlement', to_jsonb(v_settlement) - 'tenant_id', 'differences', v_differences));
end
$function$;

CREATE POLICY "Staff read the lines of their store's invoices" ON "public"."invoice_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's invoices" ON "public"."invoices" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who stopped their store's messages" ON "public"."message_opt_outs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which messages their store's orders caused" ON "public"."order_messages" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what differs in reports of their store's payments" ON "public"."payment_differences" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's ledger" ON "public"."payment_entries" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what the provider announced of their store's payment" ON "public"."payment_events" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which reports of their store's payments were compare" ON "public"."payment_reports" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's payments" ON "public"."payments" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what their store's refunds are for" ON "public"."refund_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's refunds" ON "public"."refunds" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what differs in their couriers' statements" ON "public"."settlement_differences" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's settlements" ON "public"."settlements" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see_settlements'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their customers' store credit" ON "public"."store_credits" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's transfers" ON "public"."transfers" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));
