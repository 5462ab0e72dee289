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

CREATE TABLE "public"."provider_payment_status_transitions" ("from_status" public.provider_payment_status NOT NULL, "to_status" public.provider_payment_status NOT NULL, CONSTRAINT "provider_payment_status_transitions_pkey" PRIMARY KEY (from_status, to_status));

ALTER TABLE "public"."provider_payment_status_transitions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."provider_payment_status_transitions" OWNER TO "postgres";

CREATE TABLE "public"."provider_payment_statuses" ("status" public.provider_payment_status NOT NULL, "is_unfinished" boolean NOT NULL, "holds_money" boolean NOT NULL, "counts_as_paid" boolean NOT NULL, "is_mismatch" boolean NOT NULL, CONSTRAINT "provider_payment_statuses_pkey" PRIMARY KEY (status));

ALTER TABLE "public"."provider_payment_statuses" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."provider_payment_statuses" OWNER TO "postgres";

CREATE TABLE "public"."refund_state_transitions" ("from_state" public.refund_state NOT NULL, "to_state" public.refund_state NOT NULL, CONSTRAINT "refund_state_transitions_pkey" PRIMARY KEY (from_state, to_state));

ALTER TABLE "public"."refund_state_transitions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."refund_state_transitions" OWNER TO "postgres";

CREATE TABLE "public"."refund_states" ("state" public.refund_state NOT NULL, "is_open" boolean NOT NULL, "waits_for_staff" boolean NOT NULL, CONSTRAINT "refund_states_pkey" PRIMARY KEY (state));

ALTER TABLE "public"."refund_states" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."refund_states" OWNER TO "postgres";

CREATE TABLE "public"."transfer_state_transitions" ("from_state" public.transfer_state NOT NULL, "to_state" public.transfer_state NOT NULL, CONSTRAINT "transfer_state_transitions_pkey" PRIMARY KEY (from_state, to_state));

ALTER TABLE "public"."transfer_state_transitions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."transfer_state_transitions" OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.balance(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p_order.charged - p_order.received + p_order.given_back $function$;

ALTER FUNCTION "private"."balance"(public.orders) OWNER TO "postgres";

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
        select 1 from public.refunds where refunds.order_id = orders.id and private.is_open(refunds.state)
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

CREATE OR REPLACE FUNCTION private.book_held(p_order public.orders, p_payment public.payments, p_session_id text, p_transaction_id text, p_amount bigint, p_currency text, p_held_until timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments := p_payment;
  v_right constant boolean :=
    p_amount is not distinct from private.piastres(p_payment.amount) and p_currency is not distinct from p_payment.currency;
  -- Banks let most holds go after a week; who says otherwise is the provider.
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
$function$;

CREATE OR REPLACE FUNCTION private.book_paid(p_order public.orders, p_payment public.payments, p_session_id text, p_transaction_id text, p_amount bigint, p_currency text, p_parent_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    came_amount = case when not v_right then p_amount end, came_currency = case when not v_right then p_currency end,
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
$function$;

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
    and (private.refund_waits_for_staff(refunds.state) or v_cancels and refunds.state = 'sending' and refunds.created_at = now())
  order by refunds.number desc limit 1;
  if v_refund_id is null then
    v_goodwill := least(
      p_amount - least(greatest(-private.balance(v_order), 0), p_amount), v_order.charged);
    v_lines := private.take_off(p_order_id, '[]', 0, v_goodwill);
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
    perform private.make_refund(v_order, p_amount, 'card', p_payment.id, '{}', '', v_lines, p_reference);
    select refunds.id into v_refund_id from public.refunds
    where refunds.order_id = p_order_id order by refunds.number desc limit 1;
  end if;
  update public.refunds set way = 'card', payment_id = p_payment.id where refunds.id = v_refund_id;
  perform private.refund_sent(v_refund_id, p_reference);
  perform private.owe_unsendable_anew(p_payment);
  perform private.settle_points(private.owe_back(p_order_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.book_unpaid(p_order public.orders, p_payment public.payments, p_outcome text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.book_voided(p_order public.orders, p_payment public.payments, p_voided_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- Of another transaction of the same page, which is not in the books.
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
$function$;

CREATE OR REPLACE FUNCTION private.end_unpaid_order(p_order public.orders, p_payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' and not exists (
    select 1 from public.payments other
    where other.order_id = p_order.id and other.id <> p_payment.id
      and (private.is_unfinished(other.status) or other.status = 'held' or other.created_at > p_payment.created_at)
  ) then
    update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = p_order.id;
    perform private.remark_on_move(array[p_order.id], 'payment_unfinished');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.give_all_back(p_order public.orders, p_reason text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_refund public.refunds;
  v_card boolean;
begin
  if private.can_be_cancelled(p_order) then
    update public.orders set status = 'cancelled' where orders.id = p_order.id;
    perform private.explain_move(array[p_order.id], v_reason);
  elsif not exists (
    select 1 from public.refunds where refunds.order_id = p_order.id and private.is_open(refunds.state)
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
$function$;

CREATE OR REPLACE FUNCTION private.idempotent_result(p_type anyelement, p_request_id uuid, p_request jsonb)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  if not private.is_repeated(p_request_id, p_request) then
    return null;
  end if;
  select first.answer into v_answer from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  -- Not one expression: it would have to be of both types.
  if pg_typeof(p_type) = 'jsonb'::regtype then
    return v_answer;
  end if;
  return jsonb_populate_record(p_type, v_answer);
end
$function$;

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

CREATE OR REPLACE FUNCTION private.is_mismatch(p_status public.provider_payment_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select is_mismatch from public.provider_payment_statuses where status = p_status
$function$;

ALTER FUNCTION "private"."is_mismatch"(public.provider_payment_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_open(p_state public.refund_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_open from public.refund_states where state = p_state $function$;

ALTER FUNCTION "private"."is_open"(public.refund_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_unfinished(p_status public.provider_payment_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select is_unfinished from public.provider_payment_statuses where status = p_status
$function$;

ALTER FUNCTION "private"."is_unfinished"(public.provider_payment_status) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.make_owed_refunds(p_order_id uuid, p_links jsonb, p_reason text, p_lines jsonb, p_way public.refund_way DEFAULT NULL::public.refund_way, p_reference text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owed numeric := private.overpaid(p_order_id);
begin
  if v_owed < 0 then
    -- Less is owed than before, as when pieces are sent again.
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
    v_owed := private.overpaid(p_order_id);
  end if;
  if v_owed > 0 then
    perform private.make_refunds(p_order_id, v_owed, p_links, p_reason, coalesce(p_lines, private.unnamed_credits(p_order_id)),
      p_way, p_reference);
  end if;
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

CREATE OR REPLACE FUNCTION private.overpaid(p_order_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select -private.balance(orders) - coalesce((
    select sum(refunds.amount) from public.refunds
    where refunds.order_id = orders.id and private.is_open(refunds.state)
  ), 0)
  from public.orders where orders.id = p_order_id
$function$;

CREATE OR REPLACE FUNCTION private.payable_online(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_void(p_order.status) or p_order.payment_status = 'failed' then
    return 0;
  end if;
  return greatest(private.balance(p_order) - coalesce((
    select sum(parcel.cash_due) from public.shipments parcel
    where parcel.order_id = p_order.id and private.is_outbound(parcel.state)
  ), 0) - private.held_for_order(p_order.id), 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.payment_move_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  assert exists (
    select 1 from public.provider_payment_status_transitions
    where from_status = old.status and to_status = new.status
  ), format('A payment that is %s cannot become %s', old.status, new.status);
  return new;
end
$function$;

ALTER FUNCTION "private"."payment_move_checked"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refund_move_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  assert exists (
    select 1 from public.refund_state_transitions where from_state = old.state and to_state = new.state
  ), format('A refund that is %s cannot become %s', old.state, new.state);
  return new;
end
$function$;

ALTER FUNCTION "private"."refund_move_checked"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refund_waits_for_staff(p_state public.refund_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select waits_for_staff from public.refund_states where state = p_state $function$;

ALTER FUNCTION "private"."refund_waits_for_staff"(public.refund_state) OWNER TO "postgres";

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
      when private.is_mismatch(payment.status) and payment.transaction_id = stated.id then payment.came_amount
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

CREATE OR REPLACE FUNCTION private.transfer_move_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  assert exists (
    select 1 from public.transfer_state_transitions where from_state = old.state and to_state = new.state
  ), format('A transfer that is %s cannot become %s', old.state, new.state);
  return new;
end
$function$;

ALTER FUNCTION "private"."transfer_move_checked"() OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.owes(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select greatest(private.balance(p_order), 0)
$function$;

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
$function$;

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

CREATE TRIGGER payments_move_checked BEFORE UPDATE OF status ON public.payments FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.payment_move_checked();

CREATE TRIGGER refunds_move_checked BEFORE UPDATE OF state ON public.refunds FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.refund_move_checked();

CREATE TRIGGER transfers_move_checked BEFORE UPDATE OF state ON public.transfers FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.transfer_move_checked();

CREATE POLICY "Staff read the lines of their store's invoices" ON "public"."invoice_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's invoices" ON "public"."invoices" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who stopped their store's messages" ON "public"."message_opt_outs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which messages their store's orders caused" ON "public"."order_messages" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what differs in reports of their store's payments" ON "public"."payment_differences" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's ledger" ON "public"."payment_entries" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what the provider announced of their store's payment" ON "public"."payment_events" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which reports of their store's payments were compare" ON "public"."payment_reports" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's payments" ON "public"."payments" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads which moves a payment can make" ON "public"."provider_payment_status_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Everybody reads what is true of a payment's statuses" ON "public"."provider_payment_statuses" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read what their store's refunds are for" ON "public"."refund_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads which moves a refund can make" ON "public"."refund_state_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Everybody reads what is true of a refund's states" ON "public"."refund_states" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read their store's refunds" ON "public"."refunds" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what differs in their couriers' statements" ON "public"."settlement_differences" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's settlements" ON "public"."settlements" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see_settlements'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their customers' store credit" ON "public"."store_credits" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads which moves a transfer can make" ON "public"."transfer_state_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read their store's transfers" ON "public"."transfers" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."balance"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."balance"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."balance"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."balance"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."balance"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_mismatch"(public.provider_payment_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_mismatch"(public.provider_payment_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_mismatch"(public.provider_payment_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_mismatch"(public.provider_payment_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_open"(public.refund_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_open"(public.refund_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_open"(public.refund_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_open"(public.refund_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_unfinished"(public.provider_payment_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_unfinished"(public.provider_payment_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unfinished"(public.provider_payment_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unfinished"(public.provider_payment_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payment_move_checked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_move_checked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_move_checked"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_move_checked"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_move_checked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_move_checked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_move_checked"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_move_checked"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_waits_for_staff"(public.refund_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_waits_for_staff"(public.refund_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_waits_for_staff"(public.refund_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_waits_for_staff"(public.refund_state) TO "service_role";

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

REVOKE ALL ON FUNCTION "private"."transfer_move_checked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."transfer_move_checked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."transfer_move_checked"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."transfer_move_checked"() TO "service_role";

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

GRANT SELECT ON TABLE "public"."provider_payment_status_transitions" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."provider_payment_status_transitions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."provider_payment_status_transitions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."provider_payment_status_transitions" TO "service_role";

GRANT SELECT ON TABLE "public"."provider_payment_statuses" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."provider_payment_statuses" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."provider_payment_statuses" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."provider_payment_statuses" TO "service_role";

GRANT SELECT ON TABLE "public"."refund_state_transitions" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."refund_state_transitions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."refund_state_transitions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."refund_state_transitions" TO "service_role";

GRANT SELECT ON TABLE "public"."refund_states" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."refund_states" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."refund_states" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."refund_states" TO "service_role";

GRANT SELECT ON TABLE "public"."transfer_state_transitions" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."transfer_state_transitions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."transfer_state_transitions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."transfer_state_transitions" TO "service_role";
