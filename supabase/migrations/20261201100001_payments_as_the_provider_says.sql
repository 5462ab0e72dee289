set local check_function_bodies = off;

DROP FUNCTION "private"."announced_payment"(text, uuid, text, text);

DROP FUNCTION "private"."book_paid"(public.orders, public.payments, text, text, bigint, text);

DROP FUNCTION "private"."book_return_of_mismatch"(public.orders, public.payments, text);

DROP FUNCTION "public"."due_payments"(integer);

DROP FUNCTION "public"."payment_opened"(uuid, text, text);

DROP FUNCTION "public"."record_payment_event"(text, text, text, uuid, text, text, bigint, text, uuid, text, text, text[]);

CREATE TABLE "public"."payment_differences" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "provider" text NOT NULL, "transaction_id" text NOT NULL, "order_id" uuid, "stated" numeric(12,2), "expected" numeric(12,2), "currency" text NOT NULL DEFAULT ''::text, "note" text NOT NULL DEFAULT ''::text, "resolved_by" uuid, "resolved_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "payment_differences_currency_check" CHECK ((length(currency) <= 10)), CONSTRAINT "payment_differences_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "payment_differences_pkey" PRIMARY KEY (id), CONSTRAINT "payment_differences_provider_check" CHECK ((provider ~ '^[a-z][a-z0-9]{1,30}$'::text)), CONSTRAINT "payment_differences_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "payment_differences_transaction_id_check" CHECK (((length(transaction_id) >= 1) AND (length(transaction_id) <= 300))));

ALTER TABLE "public"."payment_differences" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."payment_differences" OWNER TO "postgres";

CREATE TABLE "public"."payment_reports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "provider" text NOT NULL, "day" date NOT NULL, "transactions" integer NOT NULL, "differences" integer NOT NULL, "created_by" uuid, "compared_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "payment_reports_differences_check" CHECK ((differences >= 0)), CONSTRAINT "payment_reports_pkey" PRIMARY KEY (id), CONSTRAINT "payment_reports_provider_check" CHECK ((provider ~ '^[a-z][a-z0-9]{1,30}$'::text)), CONSTRAINT "payment_reports_transactions_check" CHECK ((transactions >= 0)));

ALTER TABLE "public"."payment_reports" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."payment_reports" OWNER TO "postgres";

ALTER TABLE "public"."payment_entries" ADD COLUMN "transfer_digest" bytea;

ALTER TABLE "public"."payment_events" ADD COLUMN "payment_id" uuid;

ALTER TABLE "public"."payments" ADD COLUMN "came_back" bigint NOT NULL DEFAULT 0;

ALTER TABLE "public"."payments" ADD COLUMN "integration" text;

ALTER TABLE "public"."payments" ADD COLUMN "attempt_id" uuid;

ALTER TABLE "public"."payments" ADD COLUMN "authorization_id" text;

ALTER TABLE "public"."payments" ADD COLUMN "held_amount" numeric(12,2);

ALTER TABLE "public"."payments" ADD COLUMN "held_until" timestamp with time zone;

ALTER TABLE "public"."payments" ADD COLUMN "capture_amount" numeric(12,2);

ALTER TABLE "public"."payments" ADD COLUMN "is_to_release" boolean NOT NULL DEFAULT false;

CREATE TYPE "public"."payment_difference_kind" AS ENUM ('missing', 'doubled', 'foreign', 'other_amount', 'unreported', 'unclear');

ALTER TABLE "public"."payment_differences" ADD COLUMN "kind" public.payment_difference_kind NOT NULL;

ALTER TYPE "public"."payment_difference_kind" OWNER TO "postgres";

CREATE TYPE "public"."payment_report_source" AS ENUM ('provider', 'file');

ALTER TABLE "public"."payment_reports" ADD COLUMN "source" public.payment_report_source NOT NULL;

ALTER TYPE "public"."payment_report_source" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announced_payment(p_provider text, p_payment_id uuid, p_session_id text, p_transaction_id text, p_parent_id text)
 RETURNS public.payments
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select payment from public.payments payment
  where payment.provider = p_provider and (
    payment.transaction_id in (p_parent_id, p_transaction_id) or payment.authorization_id in (p_parent_id, p_transaction_id)
    or payment.session_id = p_session_id
    or payment.id = p_payment_id and (payment.session_id is null or p_session_id is null))
  order by coalesce(payment.transaction_id = p_parent_id, false) desc, coalesce(payment.transaction_id = p_transaction_id, false) desc,
    coalesce(payment.authorization_id in (p_parent_id, p_transaction_id), false) desc,
    payment.attempt_id nulls first, payment.created_at
  limit 1
$function$;

ALTER FUNCTION "private"."announced_payment"(text, uuid, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.attempt_back(p_payment public.payments)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(other.came_back + private.piastres(coalesce((
    select sum(sent.amount) from public.refunds sent where sent.payment_id = other.id and sent.state = 'sent'
  ), 0))), 0)::bigint
  from public.payments other
  where other.order_id = p_payment.order_id
    and coalesce(other.attempt_id, other.id) = coalesce(p_payment.attempt_id, p_payment.id)
$function$;

ALTER FUNCTION "private"."attempt_back"(public.payments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_label(p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid order by tenant_id = p_row ->> 'tenant_id' desc limit 1
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

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
  v_again constant boolean := p_payment.status not in ('starting', 'open', 'closed');
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

ALTER FUNCTION "private"."book_held"(public.orders, public.payments, text, text, bigint, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_money(p_order public.orders, p_kind public.payment_entry_kind, p_amount numeric, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method, p_reference text DEFAULT ''::text, p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_amount = 0 then
    return;
  elsif p_order.is_test and p_kind <> 'charged' then
    perform private.refuse('test_order_unpaid');
  end if;
  insert into public.payment_entries (
    tenant_id, order_id, kind, amount, method, reference, note, shipment_id, return_id, refund_id, edit_id, settlement_id,
    payment_id, actor_id, transfer_digest
  )
  select p_order.tenant_id, p_order.id, p_kind, p_amount, p_method, left(coalesce(p_reference, ''), 200),
    left(coalesce(p_note, ''), 500), links.shipment_id, links.return_id, links.refund_id, links.edit_id, links.settlement_id,
    links.payment_id, auth.uid(),
    case when p_kind = 'received' and p_method = 'bank_transfer' then private.transfer_digest(p_reference) end
  from jsonb_to_record(p_links) links (
    shipment_id uuid, return_id uuid, refund_id uuid, edit_id uuid, settlement_id uuid, payment_id uuid
  );
  update public.orders set
    charged = charged + case when p_kind = 'charged' then p_amount else 0 end,
    received = received + case when p_kind in ('received', 'cash_collected', 'credit_used') then p_amount else 0 end,
    given_back = given_back + case when p_kind = 'given_back' then p_amount else 0 end,
    at_courier = at_courier + case p_kind when 'cash_collected' then p_amount when 'settled' then -p_amount else 0 end
  where orders.id = p_order.id;
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
  if v_payment.status in ('paid', 'mismatched', 'returned')
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

ALTER FUNCTION "private"."book_paid"(public.orders, public.payments, text, text, bigint, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_payment(p_order public.orders, p_amount numeric, p_reference text, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method constant public.payment_method := case
    when p_links ? 'payment_id' then 'online' else coalesce(p_method, p_order.payment_method) end;
begin
  if v_method = 'bank_transfer' then
    perform private.require_new_transfer(p_order.tenant_id, p_reference);
  end if;
  perform private.book_money(p_order, 'received', p_amount, p_links, v_method, p_reference);
  update public.orders set
    payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference),
    stage = case
      when stage = 'awaiting_payment' and status <> 'cancelled' and private.awaited_payment(orders) = 0
        then 'confirmed'::public.order_status
      else stage
    end
  where orders.id = p_order.id;
  if p_order.status = 'cancelled' then
    perform private.remark_on_order(p_order, 'paid_after_cancelling');
  end if;
  return private.owe_back(p_order.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.book_refund_event(p_order public.orders, p_payment public.payments, p_outcome text, p_refund_id uuid, p_reference text, p_amount bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
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
    if not private.may_have_gone_back(p_payment, p_amount) then
      perform private.note_mismatch(p_order, p_outcome, p_amount, p_payment.currency);
      perform private.list_payment_difference(p_payment, 'other_amount', p_reference, p_amount, null, p_payment.currency);
      return 'mismatch';
    end if;
    perform private.book_refund_elsewhere(p_order, p_payment, private.pounds(p_amount), p_reference);
    return 'booked';
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
  else
    return 'late';
  end if;
  perform private.owe_back(p_order.id);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_return_of_mismatch(p_order public.orders, p_payment public.payments, p_outcome text, p_amount bigint DEFAULT NULL::bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_payment.status = 'returned' or p_outcome = 'refund_pending' then
    return 'late';
  end if;
  if p_outcome = 'refunded' then
    update public.payments set came_back = came_back + coalesce(p_amount, came_amount - came_back),
      status = case when p_amount < came_amount - came_back then status else 'returned' end, updated_at = now()
    where id = p_payment.id;
  else
    update public.payments set attempt = attempt + 1, updated_at = now() where id = p_payment.id;
    perform private.remark_on_order(p_order, 'other_amount_not_returned', p_internal => true);
  end if;
  return 'booked';
end
$function$;

ALTER FUNCTION "private"."book_return_of_mismatch"(public.orders, public.payments, text, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_unpaid(p_order public.orders, p_payment public.payments, p_outcome text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_payment.status not in ('starting', 'open') then
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
  if p_payment.status in ('starting', 'open', 'held') then
    update public.payments set status = case when status = 'held' then 'released' else 'closed' end::public.provider_payment_status,
      capture_amount = null, is_to_release = false, updated_at = now()
    where id = p_payment.id;
    perform private.end_unpaid_order(p_order, p_payment);
    perform private.refresh_order(p_order.id);
    return 'booked';
  elsif p_payment.status in ('mismatched', 'returned') then
    return private.book_return_of_mismatch(p_order, p_payment, 'refunded');
  elsif p_payment.status <> 'paid' or p_voided_id is distinct from p_payment.transaction_id then
    return 'late';
  end if;
  select p_payment.amount - coalesce(sum(refunds.amount), 0) into v_left
  from public.refunds where refunds.payment_id = p_payment.id and refunds.state = 'sent';
  if v_left <= 0 then
    return 'late';
  end if;
  return private.book_refund_event(p_order, p_payment, 'refunded', null, 'void:' || left(p_voided_id, 150), private.piastres(v_left));
end
$function$;

ALTER FUNCTION "private"."book_voided"(public.orders, public.payments, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.comparable_reference(p_reference text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(translate(
    regexp_replace(normalize(coalesce(p_reference, ''), nfkc),
      '[\s\u00AD\u034F\u061C\u0640\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202F\u205F-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]',
      '', 'g'),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'))
$function$;

ALTER FUNCTION "private"."comparable_reference"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.compare_report(p_provider text, p_tenant_ids text[], p_report jsonb, p_source public.payment_report_source, p_is_whole boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line record;
  v_kind public.payment_difference_kind;
  v_differences integer := 0;
  v_nobody public.payments;
begin
  perform private.require_payment_report(p_report);
  v_nobody.tenant_id := p_tenant_ids[1];
  v_nobody.provider := p_provider;
  for v_line in select * from private.reported_lines(p_provider, p_tenant_ids, p_report) loop
    v_kind := case
      when v_line.mention > 1 then 'doubled'
      when (v_line.payment).id is null then 'foreign'
      when v_line.booked is null then 'missing'
      when v_line.amount <> v_line.booked
        or v_line.currency not in ('', coalesce((v_line.payment).came_currency, (v_line.payment).currency)) then 'other_amount'
      when v_line.back > v_line.booked_back then 'missing'
    end;
    if v_kind is null then
      update public.payment_differences set resolved_at = now()
      where provider = p_provider and tenant_id = any (p_tenant_ids) and transaction_id = v_line.id and resolved_at is null
        and payment_differences.kind in ('missing', 'other_amount', 'foreign');
    else
      v_differences := v_differences + 1;
      perform private.list_payment_difference(case when (v_line.payment).id is null then v_nobody else v_line.payment end, v_kind,
        v_line.id, case when v_line.amount = v_line.booked then v_line.back else v_line.amount end,
        case when v_line.amount = v_line.booked then v_line.booked_back else v_line.booked end, v_line.currency);
    end if;
  end loop;
  if p_is_whole then
    v_differences := v_differences + private.list_unreported(p_provider, p_tenant_ids, p_report);
  end if;
  insert into public.payment_reports (tenant_id, provider, day, source, transactions, differences, created_by)
  select tenant_id, p_provider, (p_report ->> 'day')::date, p_source, jsonb_array_length(p_report -> 'lines'), v_differences, auth.uid()
  from unnest(p_tenant_ids) tenant_id
  on conflict (tenant_id, provider, day, source) do update set transactions = excluded.transactions,
    differences = excluded.differences, created_by = excluded.created_by, compared_at = now();
  return v_differences;
end
$function$;

ALTER FUNCTION "private"."compare_report"(text, text[], jsonb, public.payment_report_source, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.derived_order_queues(p_order public.orders)
 RETURNS public.order_queue[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ready constant boolean := p_order.stage in ('confirmed', 'in_production');
  v_to_print boolean;
  v_to_pack boolean;
  v_states public.shipment_state[];
  v_to_look_at boolean;
begin
  select
    bool_or(line.customization is not null and line.printed < line.quantity - line.cancelled - line.refused
      and line.packed + line.sent < line.quantity - line.cancelled - line.refused),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.refused
      and (line.customization is null or line.printed >= line.quantity - line.cancelled - line.refused))
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(parcel) then 'attempt_failed' else parcel.state end),
    bool_or(parcel.state = 'came_back' and parcel.looked_at is null)
  into v_states, v_to_look_at
  from public.shipments parcel where parcel.order_id = p_order.id;
  return array_remove(array[
    case when private.waits_for_staff(p_order.status, p_order.payment_method)
      or p_order.status = 'awaiting_payment'
        and (private.has_transfer_to_check(p_order.id) or private.has_held_payment(p_order.id)) then 'to_confirm'::public.order_queue end,
    case when v_ready and v_to_print then 'to_print' end,
    case when v_ready and v_to_pack then 'to_pack' end,
    case when 'packed' = any (v_states) then 'to_hand_over' end,
    case when v_states && '{handed_over,in_transit,out_for_delivery,returning}'::public.shipment_state[] then 'on_the_way' end,
    case when 'attempt_failed' = any (v_states) then 'attempt_failed' end,
    case when v_to_look_at then 'came_back' end,
    case when exists (
      select 1 from public.returns
      where returns.order_id = p_order.id and returns.state in ('requested', 'approved', 'on_the_way')
    ) then 'returns' end,
    case when exists (
      select 1 from public.refunds where refunds.order_id = p_order.id and refunds.state in ('due', 'failed')
    ) then 'to_give_back' end,
    case when p_order.at_courier > 0 then 'cash_outstanding' end
  ]::public.order_queue[], null);
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
      and (other.status in ('starting', 'open', 'held') or other.created_at > p_payment.created_at)
  ) then
    update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = p_order.id;
    perform private.remark_on_move(array[p_order.id], 'payment_unfinished');
  end if;
end
$function$;

ALTER FUNCTION "private"."end_unpaid_order"(public.orders, public.payments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.file_removals (bucket_id, name)
  select 'shipment-labels', parcel.label_path from public.shipments parcel
  where parcel.order_id = any (p_order_ids) and parcel.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from public.order_messages where order_id = any (p_order_ids) and sent_at is null;
  update public.order_messages set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments set label_path = null,
    tracking_number = case when cash_collected > 0 and settled_at is null then tracking_number end,
    tracking_url = case when cash_collected > 0 and settled_at is null then tracking_url end
  where order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when parcel.tracking_number is not null then carrier_reference end
  from public.shipments parcel where parcel.id = carrier_bookings.shipment_id and parcel.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '', checked_by = nullif(checked_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '', proposed_by = nullif(proposed_by, p_user_id),
    decided_by = nullif(decided_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '', created_by = nullif(created_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null, document_hash = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', address -> 'governorate')
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.has_held_payment(p_order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.payments payment
    where payment.order_id = p_order_id and payment.status = 'held' and not payment.is_to_release
  )
$function$;

ALTER FUNCTION "private"."has_held_payment"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_of_attempt(p_payment public.payments, p_payment_id uuid, p_session_id text, p_integration text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_attempt public.payments := p_payment;
begin
  if p_payment.attempt_id is not null then
    select payment.* into v_attempt from public.payments payment where payment.id = p_payment.attempt_id;
  end if;
  return coalesce(v_attempt.id = p_payment_id, true) and coalesce(v_attempt.session_id = p_session_id, true)
    and coalesce(v_attempt.integration = p_integration, true);
end
$function$;

ALTER FUNCTION "private"."is_of_attempt"(public.payments, uuid, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.left_to_capture(p_payment public.payments, p_authorization_id text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.piastres(coalesce(p_payment.held_amount, p_payment.amount))
    - coalesce(sum(private.piastres(captured.amount)), 0)::bigint
  from public.payments captured
  where captured.order_id = p_payment.order_id and captured.status = 'paid'
    and captured.authorization_id = p_authorization_id
$function$;

ALTER FUNCTION "private"."left_to_capture"(public.payments, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.list_payment_difference(p_payment public.payments, p_kind public.payment_difference_kind, p_transaction_id text, p_stated bigint, p_expected bigint, p_currency text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.payment_differences (tenant_id, provider, kind, transaction_id, order_id, stated, expected, currency)
  values (p_payment.tenant_id, p_payment.provider, p_kind, left(p_transaction_id, 300), p_payment.order_id,
    private.pounds(p_stated), private.pounds(p_expected), left(coalesce(upper(p_currency), ''), 10))
  on conflict (tenant_id, provider, transaction_id, kind) do nothing;
end
$function$;

ALTER FUNCTION "private"."list_payment_difference"(public.payments, public.payment_difference_kind, text, bigint, bigint, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.list_unreported(p_provider text, p_tenant_ids text[], p_report jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_listed integer := 0;
begin
  for v_payment in
    select payment.* from public.payments payment
    where payment.provider = p_provider and payment.tenant_id = any (p_tenant_ids) and payment.status = 'paid'
      and private.shop_time(payment.paid_at)::date = (p_report ->> 'day')::date
      and not exists (
        select 1 from jsonb_array_elements(p_report -> 'lines') line
        where line ->> 'kind' = 'paid' and (line ->> 'id' = payment.transaction_id or exists (
          select 1 from public.payment_events event
          where event.payment_id = payment.id and event.id = p_provider || ':' || (line ->> 'id') || ':paid')))
  loop
    perform private.list_payment_difference(v_payment, 'unreported', coalesce(v_payment.transaction_id, v_payment.id::text), null,
      private.piastres(v_payment.amount), v_payment.currency);
    v_listed := v_listed + 1;
  end loop;
  return v_listed;
end
$function$;

ALTER FUNCTION "private"."list_unreported"(text, text[], jsonb) OWNER TO "postgres";

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
  perform private.require_staff(v_order.tenant_id);
  select payment.* into v_payment from public.payments payment where payment.id = p_payment_id for update;
  if v_payment.status <> 'held' or v_payment.is_to_release or v_payment.capture_amount is not null then
    perform private.refuse('payment_not_held');
  end if;
  return v_payment;
end
$function$;

ALTER FUNCTION "private"."lock_hold"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_have_gone_back(p_payment public.payments, p_amount bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_payment.status = 'paid' and private.piastres(p_payment.amount) >= p_amount + private.piastres(coalesce(sum(refunds.amount), 0))
  from public.refunds where refunds.payment_id = p_payment.id and refunds.state = 'sent'
$function$;

ALTER FUNCTION "private"."may_have_gone_back"(public.payments, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.payable_online(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.status in ('cancelled', 'refused', 'returned') then
    return 0;
  end if;
  return greatest(p_order.charged - p_order.received + p_order.given_back - coalesce((
    select sum(parcel.cash_due) from public.shipments parcel
    where parcel.order_id = p_order.id and parcel.state in ('handed_over', 'in_transit', 'out_for_delivery', 'attempt_failed')
  ), 0) - coalesce((
    select sum(payment.held_amount) from public.payments payment
    where payment.order_id = p_order.id and payment.status = 'held' and not payment.is_to_release
  ), 0), 0);
end
$function$;

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
    select private.piastres(refunds.amount) as amount, refunds.payment_id from public.refunds
    where refunds.tenant_id = any (p_tenant_ids) and refunds.reference = stated.id and refunds.payment_id is not null
      and refunds.state = 'sent' and stated.kind = 'refunded'
    limit 1
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

ALTER FUNCTION "private"."reported_lines"(text, text[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_new_transfer(p_tenant_id text, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_digest constant bytea := private.transfer_digest(p_reference);
begin
  if v_digest is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('transfer:' || p_tenant_id || encode(v_digest, 'hex'), 0));
  if exists (
    select 1 from public.payment_entries entry where entry.tenant_id = p_tenant_id and entry.transfer_digest = v_digest
  ) then
    perform private.refuse('transfer_booked', jsonb_build_object('reference', btrim(p_reference)));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_new_transfer"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_payment_report(p_report jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_report) is distinct from 'object' or jsonb_typeof(p_report -> 'lines') is distinct from 'array'
    or not pg_input_is_valid(coalesce(p_report ->> 'day', ''), 'date') then
    perform private.refuse('invalid_payment_report');
  end if;
  if jsonb_array_length(p_report -> 'lines') > 5000 or exists (
    select 1 from jsonb_array_elements(p_report -> 'lines') line
    where jsonb_typeof(line) <> 'object' or length(coalesce(line ->> 'id', '')) not between 1 and 200
      or coalesce(line ->> 'kind', '') not in ('paid', 'refunded')
      or coalesce(line ->> 'amount', '') !~ '^\d{1,11}$' or coalesce(line ->> 'back', '0') !~ '^\d{1,11}$'
      or length(coalesce(line ->> 'currency', '')) > 10
  ) then
    perform private.refuse('invalid_payment_report');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_payment_report"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.transfer_digest(p_reference text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when private.comparable_reference(p_reference) <> ''
    then sha256(convert_to(private.comparable_reference(p_reference), 'UTF8')) end
$function$;

ALTER FUNCTION "private"."transfer_digest"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.book_transfer(p_order_id uuid, p_amount numeric, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('book_transfer', p_order_id, p_amount, p_reference));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_reference constant text := btrim(coalesce(p_reference, ''));
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  perform private.owed_by_transfer(v_order);
  if not private.is_amount(to_jsonb(p_amount)) or p_amount = 0 then
    perform private.refuse('invalid_amount');
  end if;
  update public.transfers set state = 'booked', received = p_amount, checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  return private.keep_answer(p_request_id,
    private.order_json(private.book_payment(v_order, p_amount, v_reference, p_method => 'bank_transfer')));
end
$function$;

CREATE OR REPLACE FUNCTION public.capture_payment(p_payment_id uuid, p_amount numeric DEFAULT NULL::numeric, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('capture_payment', p_payment_id, p_amount));
  v_payment public.payments;
begin
  if v_first is not null then
    return v_first;
  end if;
  v_payment := private.lock_hold(p_payment_id);
  if p_amount <= 0 or p_amount > v_payment.held_amount or p_amount <> round(p_amount, 2) then
    perform private.refuse('capture_above_held', jsonb_build_object('amount', v_payment.held_amount));
  end if;
  update public.payments set capture_amount = coalesce(p_amount, held_amount), looked_at = '-infinity', updated_at = now()
  where id = p_payment_id;
  return private.keep_answer(p_request_id, private.order_json(private.refresh_order(v_payment.order_id)));
end
$function$;

ALTER FUNCTION "public"."capture_payment"(uuid, numeric, uuid) OWNER TO "postgres";

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
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if coalesce(p_provider, '') !~ '^[a-z][a-z0-9]{1,30}$' then
    perform private.refuse('invalid_payment_report');
  end if;
  v_differences := private.compare_report(p_provider, array[p_tenant_id], p_report, 'file', false);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'transactions', jsonb_array_length(p_report -> 'lines'), 'differences', v_differences));
end
$function$;

ALTER FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.compare_payments(p_provider text, p_tenant_ids text[], p_report jsonb, p_is_whole boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return private.compare_report(p_provider, p_tenant_ids, p_report, 'provider', p_is_whole);
end
$function$;

ALTER FUNCTION "public"."compare_payments"(text, text[], jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.due_holds(p_order_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 20)
 RETURNS TABLE(payment_id uuid, attempt_id uuid, tenant_id text, provider text, session_id text, authorization_id text, todo text, amount bigint, attempt integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  with due as (
    select payment.id, case
        when payment.capture_amount is not null then 'capture'
        when payment.is_to_release or payment.held_until < now() or orders.status in ('cancelled', 'refused', 'returned')
          then 'release'
        else 'look'
      end as todo
    from public.payments payment join public.orders on orders.id = payment.order_id
    where payment.status = 'held' and (p_order_id is null or payment.order_id = p_order_id)
      and payment.looked_at < now() - case
        when payment.capture_amount is not null or payment.is_to_release or payment.held_until < now()
          or orders.status in ('cancelled', 'refused', 'returned') then interval '20 seconds'
        else interval '1 hour'
      end
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update of payment skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning payment.id, coalesce(payment.attempt_id, payment.id), payment.tenant_id, payment.provider, payment.session_id,
    payment.authorization_id, due.todo, private.piastres(coalesce(payment.capture_amount, payment.held_amount)), payment.attempt;
end
$function$;

ALTER FUNCTION "public"."due_holds"(uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.due_payments(p_limit integer DEFAULT 20)
 RETURNS TABLE(payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint, attempt integer, reference text, back bigint, attempt_back bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      and payment.transaction_id is not null and payment.came_amount > payment.came_back
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning coalesce(payment.attempt_id, payment.id), payment.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    'return', payment.id, payment.came_amount - payment.came_back, payment.attempt, '', payment.came_back, private.attempt_back(payment);
end
$function$;

ALTER FUNCTION "public"."due_payments"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.due_refunds(p_refund_ids uuid[] DEFAULT NULL::uuid[], p_limit integer DEFAULT 20)
 RETURNS TABLE(payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint, attempt integer, reference text, back bigint, attempt_back bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  with due as (
    select refunds.id, payment.provider, payment.session_id, payment.transaction_id,
      coalesce(payment.attempt_id, payment.id) as attempt_id, private.attempt_back(payment) as attempt_back,
      private.piastres(coalesce((
        select sum(sent.amount) from public.refunds sent where sent.payment_id = payment.id and sent.state = 'sent'
      ), 0)) as back
    from public.refunds join public.payments payment on payment.id = refunds.payment_id
    where refunds.state = 'sending'
      and (p_refund_ids is null or refunds.id = any (p_refund_ids))
      and refunds.looked_at < now() - case when refunds.reference = '' then interval '20 seconds' else interval '10 minutes' end
    order by refunds.looked_at limit least(greatest(p_limit, 1), 100)
    for update of refunds skip locked
  )
  update public.refunds set looked_at = now() from due where refunds.id = due.id
  returning due.attempt_id, refunds.tenant_id, due.provider, due.session_id, due.transaction_id,
    case when refunds.reference = '' then 'refund' else 'follow' end, refunds.id, private.piastres(refunds.amount),
    refunds.attempt, refunds.reference, due.back, due.attempt_back;
end
$function$;

ALTER FUNCTION "public"."due_refunds"(uuid[], integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.hold_refused(p_payment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."hold_refused"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_object_agg(counted.status, counted.how_many), '{}')
      from (select status, count(*) as how_many from public.orders group by 1) counted
    ),
    'mails', (
      select jsonb_build_object(
        'sent', count(*) filter (where sent_at is not null),
        'waiting', count(*) filter (where state = 'waiting'),
        'late', count(*) filter (
          where state = 'waiting' and created_at < now() - interval '30 minutes'
        ),
        'given_up', count(*) filter (where expired_at > now() - interval '7 days')
      )
      from public.order_messages
    ),
    'payments', (
      select coalesce(jsonb_object_agg(counted.status, counted.how_many), '{}')
        from (select status, count(*) as how_many from public.payments group by 1) counted
    ) || jsonb_build_object('stuck', (
      select count(*) from public.payments
      where status = 'open' and expires_at < now() - interval '1 hour'
        or status = 'mismatched' and updated_at < now() - interval '1 hour'
        or status = 'held' and held_until < now() - interval '1 hour'
    ) + (
      select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
    )),
    'differences', jsonb_build_object(
      'payments', (select count(*) from public.payment_differences where resolved_at is null),
      'statements', (select count(*) from public.settlement_differences where resolved_at is null)
    ),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database())
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.payment_opened(p_payment_id uuid, p_session_id text, p_session_url text, p_integration text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update public.payments set session_id = p_session_id, session_url = p_session_url, integration = p_integration,
    status = 'open', updated_at = now()
  where id = p_payment_id and status = 'starting';
  return exists (
    select 1 from public.payments join public.orders on orders.id = payments.order_id
    where payments.id = p_payment_id and private.payable_online(orders) > 0
  );
end
$function$;

ALTER FUNCTION "public"."payment_opened"(uuid, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.payments_of_day(p_provider text, p_tenant_ids text[], p_day date)
 RETURNS TABLE(payment_id uuid, tenant_id text, session_id text, transaction_id text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  select coalesce(payment.attempt_id, payment.id), payment.tenant_id, payment.session_id,
    coalesce(payment.transaction_id, payment.authorization_id)
  from public.payments payment
  where payment.provider = p_provider and payment.tenant_id = any (p_tenant_ids)
    and (private.shop_time(payment.created_at)::date = p_day or private.shop_time(payment.paid_at)::date = p_day)
    and (payment.session_id is not null or payment.transaction_id is not null)
  order by payment.created_at limit 5000;
end
$function$;

ALTER FUNCTION "public"."payments_of_day"(text, text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.record_payment_event(p_event_id text, p_kind text, p_outcome text, p_payment_id uuid DEFAULT NULL::uuid, p_session_id text DEFAULT NULL::text, p_transaction_id text DEFAULT NULL::text, p_amount bigint DEFAULT NULL::bigint, p_currency text DEFAULT NULL::text, p_refund_id uuid DEFAULT NULL::uuid, p_reference text DEFAULT NULL::text, p_provider text DEFAULT 'stripe'::text, p_tenant_ids text[] DEFAULT NULL::text[], p_parent_id text DEFAULT NULL::text, p_integration text DEFAULT NULL::text, p_held_until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_order public.orders;
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
    v_result := private.book_refund_event(v_order, v_payment, p_outcome, p_refund_id, p_reference, p_amount);
  end if;
  update public.payment_events set outcome = v_result where id = p_event_id;
  return v_result;
end
$function$;

ALTER FUNCTION "public"."record_payment_event"(text, text, text, uuid, text, text, bigint, text, uuid, text, text, text[], text, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.release_payment(p_payment_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('release_payment', p_payment_id));
  v_payment public.payments;
begin
  if v_first is not null then
    return v_first;
  end if;
  v_payment := private.lock_hold(p_payment_id);
  update public.payments set is_to_release = true, looked_at = '-infinity', updated_at = now() where id = p_payment_id;
  return private.keep_answer(p_request_id, private.order_json(private.refresh_order(v_payment.order_id)));
end
$function$;

ALTER FUNCTION "public"."release_payment"(uuid, uuid) OWNER TO "postgres";

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
  perform private.require_aal();
  select * into v_difference from public.payment_differences difference
  where difference.id = p_id and (private.is_service() or private.is_staff(difference.tenant_id)) for update;
  if not found then
    perform private.refuse('unknown_difference');
  elsif v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  update public.payment_differences set note = left(btrim(p_note), 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.keep_answer(p_request_id, to_jsonb(v_difference) - 'tenant_id');
end
$function$;

ALTER FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) OWNER TO "postgres";

ALTER TABLE "public"."payment_differences" ADD CONSTRAINT "payment_differences_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."payment_differences" ADD CONSTRAINT "payment_differences_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE SET NULL (order_id);

ALTER TABLE "public"."payment_differences" ADD CONSTRAINT "payment_differences_tenant_id_provider_transaction_id_kind_key" UNIQUE (tenant_id, provider, transaction_id, kind);

ALTER TABLE "public"."payment_events" ADD CONSTRAINT "payment_events_tenant_id_payment_id_fkey" FOREIGN KEY (tenant_id, payment_id) REFERENCES public.payments(tenant_id, id) ON DELETE SET NULL (payment_id);

ALTER TABLE "public"."payment_reports" ADD CONSTRAINT "payment_reports_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."payment_reports" ADD CONSTRAINT "payment_reports_tenant_id_provider_day_source_key" UNIQUE (tenant_id, provider, day, source);

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_authorization_id_check" CHECK ((length(authorization_id) <= 200));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_came_back_check" CHECK ((came_back >= 0));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_check" CHECK (((capture_amount > (0)::numeric) AND (capture_amount <= held_amount)));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_held_amount_check" CHECK ((held_amount > (0)::numeric));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_integration_check" CHECK ((length(integration) <= 100));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_name_what_is_held" CHECK (((status <> 'held'::public.provider_payment_status) OR ((authorization_id IS NOT NULL) AND (held_amount IS NOT NULL))));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_tenant_id_attempt_id_fkey" FOREIGN KEY (tenant_id, attempt_id) REFERENCES public.payments(tenant_id, id) ON DELETE CASCADE;

CREATE INDEX payment_differences_by_order ON public.payment_differences USING btree (tenant_id, order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX payment_differences_open ON public.payment_differences USING btree (tenant_id, created_at) WHERE (resolved_at IS NULL);

CREATE UNIQUE INDEX payment_entries_transfers ON public.payment_entries USING btree (tenant_id, transfer_digest) WHERE (transfer_digest IS NOT NULL);

CREATE INDEX payment_events_by_payment ON public.payment_events USING btree (tenant_id, payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX payments_by_attempt ON public.payments USING btree (tenant_id, attempt_id) WHERE (attempt_id IS NOT NULL);

CREATE INDEX payments_by_authorization ON public.payments USING btree (authorization_id) WHERE (authorization_id IS NOT NULL);

CREATE INDEX payments_held ON public.payments USING btree (looked_at) WHERE (status = 'held'::public.provider_payment_status);

CREATE TRIGGER audited AFTER UPDATE OF resolved_at ON public.payment_differences FOR EACH ROW WHEN ((new.note <> ''::text)) EXECUTE FUNCTION private.audit();

CREATE TRIGGER audited AFTER INSERT OR UPDATE OF compared_at ON public.payment_reports FOR EACH ROW WHEN ((new.source = 'file'::public.payment_report_source)) EXECUTE FUNCTION private.audit();

CREATE TRIGGER audited AFTER UPDATE OF capture_amount, is_to_release ON public.payments FOR EACH ROW WHEN (((old.status = 'held'::public.provider_payment_status) AND (((old.capture_amount IS NULL) AND (new.capture_amount IS NOT NULL)) OR (new.is_to_release AND (NOT old.is_to_release))))) EXECUTE FUNCTION private.audit();

CREATE POLICY "Staff read what differs in reports of their store's payments" ON "public"."payment_differences" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.customer_tenants() AS customer_tenants)::text[])));

CREATE POLICY "Staff read which reports of their store's payments were compare" ON "public"."payment_reports" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.customer_tenants() AS customer_tenants)::text[])));

REVOKE ALL ON FUNCTION "private"."announced_payment"(text, uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announced_payment"(text, uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announced_payment"(text, uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announced_payment"(text, uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."attempt_back"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."attempt_back"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."attempt_back"(public.payments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."attempt_back"(public.payments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_held"(public.orders, public.payments, text, text, bigint, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_held"(public.orders, public.payments, text, text, bigint, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_held"(public.orders, public.payments, text, text, bigint, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_held"(public.orders, public.payments, text, text, bigint, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_paid"(public.orders, public.payments, text, text, bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_paid"(public.orders, public.payments, text, text, bigint, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_paid"(public.orders, public.payments, text, text, bigint, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_paid"(public.orders, public.payments, text, text, bigint, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_return_of_mismatch"(public.orders, public.payments, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_return_of_mismatch"(public.orders, public.payments, text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_return_of_mismatch"(public.orders, public.payments, text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_return_of_mismatch"(public.orders, public.payments, text, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_voided"(public.orders, public.payments, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_voided"(public.orders, public.payments, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_voided"(public.orders, public.payments, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_voided"(public.orders, public.payments, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."comparable_reference"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."comparable_reference"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."comparable_reference"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."comparable_reference"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."compare_report"(text, text[], jsonb, public.payment_report_source, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."compare_report"(text, text[], jsonb, public.payment_report_source, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."compare_report"(text, text[], jsonb, public.payment_report_source, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."compare_report"(text, text[], jsonb, public.payment_report_source, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_unpaid_order"(public.orders, public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_unpaid_order"(public.orders, public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_unpaid_order"(public.orders, public.payments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_unpaid_order"(public.orders, public.payments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_held_payment"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_held_payment"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_held_payment"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_held_payment"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_of_attempt"(public.payments, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_attempt"(public.payments, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_of_attempt"(public.payments, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_of_attempt"(public.payments, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."left_to_capture"(public.payments, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."left_to_capture"(public.payments, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."left_to_capture"(public.payments, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."left_to_capture"(public.payments, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_payment_difference"(public.payments, public.payment_difference_kind, text, bigint, bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_payment_difference"(public.payments, public.payment_difference_kind, text, bigint, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_payment_difference"(public.payments, public.payment_difference_kind, text, bigint, bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_payment_difference"(public.payments, public.payment_difference_kind, text, bigint, bigint, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_unreported"(text, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_unreported"(text, text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_unreported"(text, text[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_unreported"(text, text[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_hold"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_hold"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_hold"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_hold"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_have_gone_back"(public.payments, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_have_gone_back"(public.payments, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_have_gone_back"(public.payments, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_have_gone_back"(public.payments, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."reported_lines"(text, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reported_lines"(text, text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reported_lines"(text, text[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reported_lines"(text, text[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_new_transfer"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_new_transfer"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_new_transfer"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_new_transfer"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_payment_report"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_payment_report"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payment_report"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payment_report"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."transfer_digest"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."transfer_digest"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."transfer_digest"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."transfer_digest"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."compare_payments"(text, text[], jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."compare_payments"(text, text[], jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."compare_payments"(text, text[], jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."compare_payments"(text, text[], jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."due_holds"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."due_holds"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_holds"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_holds"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."due_payments"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."due_payments"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_payments"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_payments"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."due_refunds"(uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."due_refunds"(uuid[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_refunds"(uuid[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_refunds"(uuid[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."hold_refused"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hold_refused"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."hold_refused"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."hold_refused"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."payment_opened"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."payment_opened"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_opened"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_opened"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."payments_of_day"(text, text[], date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."payments_of_day"(text, text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."payments_of_day"(text, text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."payments_of_day"(text, text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_payment_event"(text, text, text, uuid, text, text, bigint, text, uuid, text, text, text[], text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."record_payment_event"(text, text, text, uuid, text, text, bigint, text, uuid, text, text, text[], text, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_payment_event"(text, text, text, uuid, text, text, bigint, text, uuid, text, text, text[], text, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_payment_event"(text, text, text, uuid, text, text, bigint, text, uuid, text, text, text[], text, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."release_payment"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_payment"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "service_role";

GRANT SELECT ON TABLE "public"."payment_differences" TO "authenticated";

REVOKE ALL ON TABLE "public"."payment_differences" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."payment_differences" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."payment_differences" TO "service_role";

GRANT SELECT ON TABLE "public"."payment_reports" TO "authenticated";

REVOKE ALL ON TABLE "public"."payment_reports" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."payment_reports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."payment_reports" TO "service_role";

insert into private.refusal_messages (code, reason, message) values
  ('capture_above_held', '', 'The bank holds {amount}: no more of it can be taken.'),
  ('invalid_payment_report', '', 'This is no report of payments that can be read.'),
  ('payment_not_held', '', 'The bank does not hold this payment any more, or somebody decided about it already.');

-- Transfers that were booked before cannot be booked again; of those that were booked more than once by then, the first says so.
update public.payment_entries entry set transfer_digest = private.transfer_digest(entry.reference)
from (
  select min(earlier.id) as id from public.payment_entries earlier
  where earlier.kind = 'received' and earlier.method = 'bank_transfer' and private.transfer_digest(earlier.reference) is not null
  group by earlier.tenant_id, private.transfer_digest(earlier.reference)
) first
where entry.id = first.id;
