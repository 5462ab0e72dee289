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

DROP FUNCTION "private"."refund_json"(uuid);

DROP FUNCTION "private"."settle_parcel"(public.settlements, uuid, text, numeric, numeric, boolean);

DROP FUNCTION "private"."statement_lines"(text, jsonb);

DROP FUNCTION "private"."taxed_sum"(numeric, numeric);

DROP FUNCTION "private"."vat_of"(text, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean);

DROP FUNCTION "public"."capture_payment"(uuid, numeric, uuid);

DROP FUNCTION "public"."choose_messages"(text, public.message_channel, boolean);

DROP FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid);

DROP FUNCTION "public"."message_choices"(text);

DROP FUNCTION "public"."month_figures"(text, date);

DROP FUNCTION "public"."order_by_link"(text);

DROP FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric);

DROP FUNCTION "public"."read_statement"(text, jsonb);

DROP FUNCTION "public"."record_payment"(uuid, text, text, uuid);

DROP FUNCTION "public"."refund_order"(uuid, jsonb, uuid);

DROP FUNCTION "public"."refuse_transfer"(uuid, text, uuid);

DROP FUNCTION "public"."release_payment"(uuid, uuid);

DROP FUNCTION "public"."request_refund"(uuid, text, uuid);

DROP FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid);

DROP FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid);

DROP FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid);

DROP FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid);

DROP FUNCTION "public"."settle_cash"(text, jsonb, uuid);

DROP FUNCTION "public"."settle_statement"(text, jsonb, uuid);

DROP TYPE "private"."statement_line";

CREATE TYPE "private"."stated_cash" AS ("shipment_id" uuid, "name" text, "amount" numeric, "fee" numeric);

ALTER TYPE "private"."stated_cash" OWNER TO "postgres";

CREATE TYPE "public"."held_cash" AS ("courier" text, "amount" numeric);

ALTER TYPE "public"."held_cash" OWNER TO "postgres";

CREATE TYPE "public"."linked_line" AS ("id" uuid, "name" text, "quantity" integer, "translations" jsonb, "garment" text);

ALTER TYPE "public"."linked_line" OWNER TO "postgres";

CREATE TYPE "public"."linked_shipment" AS ("number" smallint, "carrier_name" text, "tracking_number" text, "tracking_url" text);

ALTER TYPE "public"."linked_shipment" OWNER TO "postgres";

CREATE TYPE "public"."month_money" AS ("kind" public.payment_entry_kind, "method" public.payment_method, "entries" bigint, "amount" numeric);

ALTER TYPE "public"."month_money" OWNER TO "postgres";

CREATE TYPE "public"."rated_amount" AS ("rate" numeric, "net" numeric, "tax" numeric, "total" numeric);

CREATE TYPE "public"."month_document" AS ("code" text, "kind" public.invoice_kind, "issued_at" timestamp with time zone, "order_number" text, "customer" text, "corrects" text, "net" numeric, "tax" numeric, "total" numeric, "by_rate" public.rated_amount[]);

ALTER TYPE "public"."month_document" OWNER TO "postgres";

ALTER TYPE "public"."rated_amount" OWNER TO "postgres";

CREATE TYPE "public"."statement_line" AS ("place" integer, "kind" public.statement_line_kind, "tracking_number" text, "shipment_id" uuid, "name" text, "stated" numeric, "expected" numeric, "fee" numeric);

ALTER TYPE "public"."statement_line" OWNER TO "postgres";

CREATE TYPE "public"."taxed_amount" AS ("net" numeric, "tax" numeric, "total" numeric);

CREATE TYPE "public"."month_vat" AS ("rate" numeric, "invoiced" public.taxed_amount, "credited" public.taxed_amount, "left" public.taxed_amount);

ALTER TYPE "public"."month_vat" OWNER TO "postgres";

ALTER TYPE "public"."taxed_amount" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_handed_over(p_cash private.stated_cash[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.orders set at_courier = handed_over.at_courier, updated_at = now(),
    queues = private.derived_order_queues(
      jsonb_populate_record(orders, jsonb_build_object('at_courier', handed_over.at_courier))),
    payment_status = private.payment_status_of(
      orders.payment_status, orders.total, orders.charged, orders.received, orders.given_back, handed_over.at_courier,
      exists (
        select 1 from public.refunds where refunds.order_id = orders.id and refunds.state in ('due', 'sending', 'failed')
      ))
  from (
    select held.id, held.at_courier - sum(stated.amount) as at_courier
    from unnest(p_cash) stated
    join public.shipments parcel on parcel.id = stated.shipment_id
    join public.orders held on held.id = parcel.order_id
    group by held.id
  ) handed_over
  where orders.id = handed_over.id
$function$;

ALTER FUNCTION "private"."book_handed_over"(private.stated_cash[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_settlement(p_tenant_id text, p_statement jsonb, p_cash private.stated_cash[])
 RETURNS public.settlements
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, fee, created_by)
  select p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), left(coalesce(p_statement ->> 'carrier_name', ''), 80),
    left(coalesce(p_statement ->> 'reference', ''), 200), coalesce(sum(stated.amount), 0), coalesce(sum(stated.fee), 0), auth.uid()
  from unnest(p_cash) stated
  returning *
$function$;

ALTER FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.month_documents(p_tenant_id text, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS public.month_document[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(
      paper.code, paper.kind, paper.issued_at, paper.order_number,
      coalesce(paper.buyer #>> '{address,full_name}', paper.buyer ->> 'name', ''), bill.code, paper.total - paper.tax, paper.tax,
      paper.total, array(
        select row(part.tax_rate * 100, sum(part.amount) - sum(part.tax), sum(part.tax), sum(part.amount))::public.rated_amount
        from public.invoice_lines part where part.invoice_id = paper.id group by part.tax_rate order by part.tax_rate desc
      ))::public.month_document
    from public.invoices paper left join public.invoices bill on bill.id = paper.corrects_id
    where paper.tenant_id = p_tenant_id and paper.issued_at >= p_from and paper.issued_at < p_until
    order by paper.issued_at, paper.code
  )
$function$;

ALTER FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.month_vat(p_tenant_id text, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS public.month_vat[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(taxed.rate, private.taxed_amount(taxed.invoiced, taxed.invoiced_tax),
      private.taxed_amount(taxed.credited, taxed.credited_tax),
      private.taxed_amount(taxed.invoiced - taxed.credited, taxed.invoiced_tax - taxed.credited_tax))::public.month_vat
    from (
      select part.tax_rate * 100 as rate,
        coalesce(sum(part.amount) filter (where paper.kind = 'invoice'), 0) as invoiced,
        coalesce(sum(part.tax) filter (where paper.kind = 'invoice'), 0) as invoiced_tax,
        coalesce(sum(part.amount) filter (where paper.kind = 'credit_note'), 0) as credited,
        coalesce(sum(part.tax) filter (where paper.kind = 'credit_note'), 0) as credited_tax
      from public.invoices paper join public.invoice_lines part on part.invoice_id = paper.id
      where paper.tenant_id = p_tenant_id and paper.issued_at >= p_from and paper.issued_at < p_until
      group by part.tax_rate
    ) taxed
    order by taxed.rate desc
  )
$function$;

ALTER FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_owed_cash(p_cash private.stated_cash[], p_part boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first record;
begin
  select stated.name, stated.amount, parcel.id, parcel.courier_owes,
    parcel.settled_at is not null or stated.mention > 1 as is_settled,
    parcel.state <> 'delivered' or coalesce(parcel.cash_collected, 0) = 0 as is_without_cash
  into v_first
  from (
    select named.*, row_number() over (partition by named.shipment_id order by named.place) as mention
    from unnest(p_cash) with ordinality named (shipment_id, name, amount, fee, place)
  ) stated
  left join public.shipments parcel on parcel.id = stated.shipment_id
  where parcel.id is null or stated.mention > 1 or parcel.settled_at is not null or parcel.state <> 'delivered'
    or coalesce(parcel.cash_collected, 0) = 0 or stated.amount > parcel.courier_owes
    or stated.amount < parcel.courier_owes and not p_part
  order by stated.place limit 1;
  if not found then
    return;
  elsif v_first.id is null then
    perform private.refuse('unknown_parcel');
  elsif v_first.is_settled then
    perform private.refuse('parcel_settled', jsonb_build_object('name', v_first.name));
  elsif v_first.is_without_cash then
    perform private.refuse('parcel_without_cash', jsonb_build_object('name', v_first.name));
  end if;
  perform private.refuse('parcel_cash_differs',
    jsonb_build_object('name', v_first.name, 'amount', v_first.courier_owes, 'price', v_first.amount));
end
$function$;

ALTER FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.settle_shipments(p_settlement public.settlements, p_cash private.stated_cash[], p_part boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.shipments parcel
  where parcel.id in (select stated.shipment_id from unnest(p_cash) stated) order by parcel.id for update;
  perform private.require_owed_cash(p_cash, p_part);
  update public.shipments parcel set settled = parcel.settled + stated.amount,
    settled_at = case when stated.amount = parcel.courier_owes then now() end, fee = coalesce(stated.fee, parcel.fee),
    updated_at = now()
  from unnest(p_cash) stated where parcel.id = stated.shipment_id;
  insert into public.payment_entries (
    tenant_id, order_id, kind, amount, method, reference, shipment_id, settlement_id, actor_id)
  select parcel.tenant_id, parcel.order_id, 'settled', stated.amount, 'cash_on_delivery', p_settlement.reference, parcel.id,
    p_settlement.id, auth.uid()
  from unnest(p_cash) with ordinality stated (shipment_id, name, amount, fee, place)
  join public.shipments parcel on parcel.id = stated.shipment_id
  order by stated.place;
  perform private.book_handed_over(p_cash);
end
$function$;

ALTER FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.statement_lines(p_tenant_id text, p_statement jsonb)
 RETURNS SETOF public.statement_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_carrier constant text := coalesce(p_statement ->> 'carrier', 'manual');
  v_name constant text := coalesce(p_statement ->> 'carrier_name', '');
begin
  return query
  with stated as (
    select line.place::integer as place, btrim(line.value ->> 'number') as number, (line.value ->> 'amount')::numeric as amount,
      coalesce((line.value ->> 'fee')::numeric, 0) as fee, found.id as parcel_id,
      row_number() over (partition by coalesce(found.id::text, btrim(line.value ->> 'number')) order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
    left join lateral (
      select parcel.id from private.stated_parcel(p_tenant_id, v_carrier, line.value ->> 'number') parcel limit 1
    ) found on true
  )
  select stated.place, case
      when parcel.id is null then 'unknown'
      when stated.mention > 1 then 'double'
      when parcel.settled_at is not null then 'settled'
      when stated.amount = 0 and parcel.courier_owes = 0 then 'fee'
      when parcel.state <> 'delivered' then 'not_delivered'
      when stated.amount < parcel.courier_owes then 'short'
      when stated.amount > parcel.courier_owes then 'more'
      else 'matches'
    end::public.statement_line_kind, stated.number, parcel.id, orders.number || '/' || parcel.number, stated.amount,
    case when parcel.settled_at is not null then parcel.cash_collected
      when parcel.cash_collected is not null then parcel.courier_owes end,
    stated.fee
  from stated
  left join public.shipments parcel on parcel.id = stated.parcel_id
  left join public.orders on orders.id = parcel.order_id
  union all
  select null, 'missing', coalesce(parcel.tracking_number, orders.number || '/' || parcel.number), parcel.id,
    orders.number || '/' || parcel.number, null, parcel.courier_owes, 0
  from public.shipments parcel join public.orders on orders.id = parcel.order_id
  where parcel.tenant_id = p_tenant_id and parcel.carrier = v_carrier and (v_carrier <> 'manual' or parcel.carrier_name = v_name)
    and parcel.courier_owes > 0
    and private.shop_time(parcel.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.parcel_id = parcel.id)
  order by 1 nulls last;
end
$function$;

ALTER FUNCTION "private"."statement_lines"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.taxed_amount(p_total numeric, p_tax numeric)
 RETURNS public.taxed_amount
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(p_total - p_tax, p_tax, p_total)::public.taxed_amount
$function$;

ALTER FUNCTION "private"."taxed_amount"(numeric, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.adjust_store_credit(p_tenant_id text, p_user_id uuid, p_delta numeric, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_store_credit', p_tenant_id, p_user_id, p_delta, p_reason));
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
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_balance + p_delta));
  return v_balance + p_delta;
end
$function$;

CREATE OR REPLACE FUNCTION public.book_transfer(p_order_id uuid, p_amount numeric, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid, p_more boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('book_transfer', p_order_id, p_amount, p_reference, p_more));
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
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
  return private.store_idempotent_result(p_request_id,
    private.book_payment(v_order, p_amount, v_reference, p_method => 'bank_transfer'));
end
$function$;

ALTER FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.capture_payment(p_payment_id uuid, p_amount numeric DEFAULT NULL::numeric, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."capture_payment"(uuid, numeric, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.choose_messages(p_tenant_id text, p_channel public.message_channel, p_is_wanted boolean)
 RETURNS TABLE(channel public.message_channel, is_wanted boolean, stopped_numbers text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_aal();
  if not exists (select 1 from public.profiles where id = auth.uid() and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_is_wanted then
    delete from public.message_opt_outs chosen
    where chosen.user_id = auth.uid() and chosen.tenant_id = p_tenant_id and chosen.channel = p_channel;
  else
    insert into public.message_opt_outs (tenant_id, channel, user_id) values (p_tenant_id, p_channel, auth.uid())
    on conflict on constraint message_opt_outs_user_id_tenant_id_channel_key do nothing;
  end if;
  return query select * from public.message_choices(p_tenant_id);
end
$function$;

ALTER FUNCTION "public"."choose_messages"(text, public.message_channel, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.compare_payment_file(p_tenant_id text, p_provider text, p_report jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.payment_reports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_report public.payment_reports := private.idempotent_result(
    null::public.payment_reports, p_request_id, jsonb_build_array('compare_payment_file', p_tenant_id, p_provider, p_report));
begin
  if v_report.id is not null then
    return v_report;
  end if;
  perform private.require_capability(p_tenant_id, 'money.take_payments');
  if coalesce(p_provider, '') !~ '^[a-z][a-z0-9]{1,30}$' then
    perform private.refuse('invalid_payment_report');
  end if;
  perform private.compare_report(p_provider, array[p_tenant_id], p_report, 'file', false);
  select report.* into v_report from public.payment_reports report
  where report.tenant_id = p_tenant_id and report.provider = p_provider and report.day = (p_report ->> 'day')::date
    and report.source = 'file';
  return private.store_idempotent_result(p_request_id, v_report);
end
$function$;

ALTER FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.message_choices(p_tenant_id text)
 RETURNS TABLE(channel public.message_channel, is_wanted boolean, stopped_numbers text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select used.channel::public.message_channel,
    not exists (
      select 1 from public.message_opt_outs chosen
      where chosen.tenant_id = p_tenant_id and chosen.channel::text = used.channel and chosen.user_id = auth.uid()
    ),
    array(
      select stopped.recipient from public.message_opt_outs stopped
      where stopped.tenant_id = p_tenant_id and stopped.channel::text = used.channel
        and stopped.recipient = any (private.numbers_of(p_tenant_id, auth.uid()))
      order by stopped.recipient
    )
  from public.staff_settings, unnest(staff_settings.message_channels) with ordinality used (channel, place)
  where staff_settings.tenant_id = p_tenant_id
    and exists (select 1 from public.profiles where id = auth.uid() and tenant_id = p_tenant_id)
  order by used.place
$function$;

ALTER FUNCTION "public"."message_choices"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.month_figures(p_tenant_id text, p_month date)
 RETURNS TABLE(documents public.month_document[], vat public.month_vat[], money public.month_money[], couriers public.held_cash[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant timestamptz := date_trunc('month', p_month::timestamp) at time zone 'Africa/Cairo';
  v_until constant timestamptz := (date_trunc('month', p_month::timestamp) + interval '1 month') at time zone 'Africa/Cairo';
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query select
    private.month_documents(p_tenant_id, v_from, v_until),
    private.month_vat(p_tenant_id, v_from, v_until),
    array(
      select row(entry.kind, entry.method, count(*), sum(entry.amount))::public.month_money
      from public.payment_entries entry
      where entry.tenant_id = p_tenant_id and entry.kind <> 'charged'
        and entry.created_at >= v_from and entry.created_at < v_until
      group by entry.kind, entry.method order by entry.kind, entry.method
    ),
    array(
      select row(parcel.carrier_name, sum(booked.amount))::public.held_cash
      from public.payment_entries entry join public.shipments parcel on parcel.id = entry.shipment_id
      cross join lateral (select case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) booked (amount)
      where entry.tenant_id = p_tenant_id and entry.kind in ('cash_collected', 'settled') and entry.created_at < v_until
      group by parcel.carrier_name having sum(booked.amount) <> 0 order by parcel.carrier_name
    );
end
$function$;

ALTER FUNCTION "public"."month_figures"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_by_link(p_token text)
 RETURNS TABLE(number text, status public.order_status, charged numeric, cash_due numeric, lines public.linked_line[], parcels public.linked_shipment[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select orders.number, orders.status, orders.charged,
    case when orders.payment_method = 'cash_on_delivery' and orders.delivered_at is null and orders.status <> 'cancelled'
      then public.owes(orders) else 0 end,
    array(
      select row(line.id, line.name, line.quantity - line.cancelled, nullif(line.translations, '{}'), line.garment)::public.linked_line
      from public.order_lines line where line.order_id = orders.id and line.quantity > line.cancelled order by line.position
    ),
    array(
      select row(parcel.number, parcel.carrier_name, parcel.tracking_number, parcel.tracking_url)::public.linked_shipment
      from public.shipments parcel where parcel.order_id = orders.id and parcel.state <> 'cancelled' order by parcel.number
    )
  from private.order_links link join public.orders on orders.id = link.order_id
  where link.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.created_at > now() - interval '60 days'
    and orders.user_id is null
$function$;

ALTER FUNCTION "public"."order_by_link"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.payment_to_start(p_order_id uuid, p_user_id uuid, p_provider text DEFAULT 'stripe'::text, p_method text DEFAULT 'card'::text, p_amount numeric DEFAULT NULL::numeric)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_due numeric;
  v_held numeric;
  v_amount numeric;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders
  where orders.id = p_order_id and (p_user_id is null or orders.user_id = p_user_id) for update;
  if v_order.id is null then
    perform private.refuse('unknown_order');
  end if;
  if v_order.status = 'awaiting_payment' and v_order.reserved_until <= now() then
    perform private.refuse('reservation_over');
  end if;
  v_due := private.payable_online(v_order);
  v_held := private.held_for_order(p_order_id);
  if v_due = 0 or v_held > 0 and v_order.status = 'awaiting_payment' and private.awaited_payment(v_order) <= v_held then
    perform private.refuse('not_payable');
  elsif p_amount <= 0 or p_amount > v_due or p_amount <> round(p_amount, 2) then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_amount := coalesce(
    p_amount, case when v_order.status = 'awaiting_payment' then nullif(private.awaited_payment(v_order) - v_held, 0) end, v_due);
  perform private.require_payment_option(
    (select settings.payment from public.settings where settings.tenant_id = v_order.tenant_id),
    p_provider || '_' || p_method, v_amount);
  return private.open_attempt(v_order, p_provider, p_method, v_amount);
end
$function$;

ALTER FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.read_statement(p_tenant_id text, p_statement jsonb)
 RETURNS SETOF public.statement_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  perform private.require_numbered_statement(p_statement);
  return query select * from private.statement_lines(p_tenant_id, p_statement);
end
$function$;

ALTER FUNCTION "public"."read_statement"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.record_payment(p_order_id uuid, p_outcome text, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('record_payment', p_order_id, p_outcome, p_reference));
  v_open numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
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
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."record_payment"(uuid, text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.refund_order(p_order_id uuid, p_refund jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- What is owed already waits in refunds of its own.
  v_available := greatest(least(v_order.charged, v_order.charged + private.overpaid(p_order_id)), 0);
  if v_total > v_available then
    perform private.refuse('refund_above_paid', jsonb_build_object('amount', v_available));
  end if;
  v_order := private.owe_back(p_order_id, '{}', p_refund ->> 'reason',
    private.take_off(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  perform private.settle_points(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."refund_order"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.refuse_transfer(p_transfer_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('refuse_transfer', p_transfer_id, p_reason));
  v_event_id uuid;
begin
  if v_order.id is not null then
    return v_order;
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
  return private.store_idempotent_result(p_request_id, private.refresh_order(v_order.id));
end
$function$;

ALTER FUNCTION "public"."refuse_transfer"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.release_payment(p_payment_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."release_payment"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.request_refund(p_order_id uuid, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."request_refund"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.resolve_difference(p_id uuid, p_note text, p_accept boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlement_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.settlement_differences := private.idempotent_result(
    null::public.settlement_differences, p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_settlement public.settlements;
  v_parcel public.shipments;
begin
  if v_difference.id is not null then
    return v_difference;
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
      perform private.settle_shipments(v_settlement, array[row(
        v_parcel.id, v_difference.tracking_number, v_difference.stated, v_difference.fee)::private.stated_cash], p_part => true);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$function$;

ALTER FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.resolve_payment_difference(p_id uuid, p_note text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.payment_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.payment_differences := private.idempotent_result(
    null::public.payment_differences, p_request_id, jsonb_build_array('resolve_payment_difference', p_id, p_note));
begin
  if v_difference.id is not null then
    return v_difference;
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
  return private.store_idempotent_result(p_request_id, v_difference);
end
$function$;

ALTER FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_refund(p_refund_id uuid, p_way public.refund_way, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if v_refund.state not in ('due', 'failed') then
    perform private.refuse('refund_not_due');
  elsif p_way is null then
    perform private.refuse('way_required');
  end if;
  perform private.send_by_way(v_order, v_refund, p_way, p_reference);
  perform private.refresh_order(v_order.id);
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  return private.store_idempotent_result(p_request_id, v_refund);
end
$function$;

ALTER FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_transfer_proof(p_order_id uuid, p_photos text[], p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('send_transfer_proof', p_order_id, p_photos, p_note));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
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
  return private.store_idempotent_result(p_request_id, private.refresh_order(p_order_id));
end
$function$;

ALTER FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.settle_cash(p_tenant_id text, p_settlement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlement public.settlements := private.idempotent_result(
    null::public.settlements, p_request_id, jsonb_build_array('settle_cash', p_tenant_id, p_settlement));
  v_cash private.stated_cash[];
begin
  if v_settlement.id is not null then
    return v_settlement;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_statement(p_settlement);
  perform private.lock_orders(array(
    select parcel.order_id from public.shipments parcel
    where parcel.tenant_id = p_tenant_id and parcel.id in (
      select (line ->> 'shipment_id')::uuid from jsonb_array_elements(p_settlement -> 'lines') line)
  ));
  v_cash := array(
    select row(parcel.id, orders.number || '/' || parcel.number, stated.amount, stated.fee)::private.stated_cash
    from jsonb_to_recordset(p_settlement -> 'lines') stated (shipment_id uuid, amount numeric, fee numeric)
    left join public.shipments parcel on parcel.id = stated.shipment_id and parcel.tenant_id = p_tenant_id
    left join public.orders on orders.id = parcel.order_id
    order by orders.number, parcel.number
  );
  v_settlement := private.insert_settlement(p_tenant_id, p_settlement, v_cash);
  perform private.settle_shipments(v_settlement, v_cash);
  return private.store_idempotent_result(p_request_id, v_settlement);
end
$function$;

ALTER FUNCTION "public"."settle_cash"(text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlement public.settlements := private.idempotent_result(
    null::public.settlements, p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_lines public.statement_line[];
begin
  if v_settlement.id is not null then
    return v_settlement;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_numbered_statement(p_statement);
  perform private.lock_orders(array(
    select parcel.order_id from jsonb_array_elements(p_statement -> 'lines') line,
      private.stated_parcel(p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), line ->> 'number') parcel
  ));
  v_lines := array(select line from private.statement_lines(p_tenant_id, p_statement) line);
  v_settlement := private.insert_settlement(p_tenant_id, p_statement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind in ('matches', 'fee')));
  perform private.settle_shipments(v_settlement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind = 'matches'));
  update public.shipments parcel set fee = line.fee, updated_at = now()
  from unnest(v_lines) line where line.kind = 'fee' and parcel.id = line.shipment_id;
  insert into public.settlement_differences (
    tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee)
  select p_tenant_id, v_settlement.id, line.kind, line.tracking_number, line.shipment_id, line.stated, line.expected, line.fee
  from unnest(v_lines) line where line.kind not in ('matches', 'fee');
  return private.store_idempotent_result(p_request_id, v_settlement);
end
$function$;

ALTER FUNCTION "public"."settle_statement"(text, jsonb, uuid) OWNER TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."statement_lines"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."statement_lines"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."statement_lines"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."statement_lines"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."taxed_amount"(numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taxed_amount"(numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."taxed_amount"(numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."taxed_amount"(numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."choose_messages"(text, public.message_channel, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."choose_messages"(text, public.message_channel, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."choose_messages"(text, public.message_channel, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."choose_messages"(text, public.message_channel, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."choose_messages"(text, public.message_channel, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."message_choices"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."message_choices"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."message_choices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."message_choices"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."message_choices"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."month_figures"(text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."month_figures"(text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."month_figures"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."month_figures"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."month_figures"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_by_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."order_by_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_statement"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_statement"(text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_statement"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_statement"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_statement"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refuse_transfer"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refuse_transfer"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."refuse_transfer"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refuse_transfer"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refuse_transfer"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."release_payment"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_payment"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_refund"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_refund"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_refund"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_refund"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_refund"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) TO "service_role";
