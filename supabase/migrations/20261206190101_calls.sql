set local check_function_bodies = off;

DROP TRIGGER "orders_renamed" ON "public"."orders";

DROP FUNCTION "private"."ask_to_confirm"(public.orders);

DROP FUNCTION "private"."order_search_text"(public.orders);

CREATE TABLE "private"."call_claims" ("order_id" uuid NOT NULL, "tenant_id" text NOT NULL, "claimed_by" uuid NOT NULL, "claimed_until" timestamp with time zone NOT NULL, CONSTRAINT "call_claims_pkey" PRIMARY KEY (order_id));

ALTER TABLE "private"."call_claims" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."call_claims" OWNER TO "postgres";

CREATE TABLE "public"."order_calls" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "order_id" uuid NOT NULL, "called_by" uuid, "called_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "next_at" timestamp with time zone, "note" text NOT NULL DEFAULT ''::text, CONSTRAINT "order_calls_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "order_calls_pkey" PRIMARY KEY (id), CONSTRAINT "order_calls_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."order_calls" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_calls" OWNER TO "postgres";

ALTER TABLE "public"."orders" ADD COLUMN "governorate" text GENERATED ALWAYS AS ((address ->> 'governorate'::text)) STORED;

CREATE TYPE "public"."call_outcome" AS ENUM ('confirmed', 'no_answer', 'later', 'wrong_number', 'cancelled');

ALTER TABLE "public"."order_calls" ADD COLUMN "outcome" public.call_outcome NOT NULL;

ALTER TYPE "public"."call_outcome" OWNER TO "postgres";

CREATE TYPE "public"."call_wait" AS ENUM ('one_hour', 'two_hours', 'four_hours', 'evening', 'next_day');

ALTER TYPE "public"."call_wait" OWNER TO "postgres";

CREATE TYPE "public"."calls_ending" AS ENUM ('cancel', 'message');

ALTER TABLE "public"."staff_settings" ADD COLUMN "calls_ending" public.calls_ending NOT NULL DEFAULT 'message'::public.calls_ending;

ALTER TYPE "public"."calls_ending" OWNER TO "postgres";

CREATE TYPE "public"."claimed_call" AS ("tenant_id" text, "order_id" uuid, "unanswered" integer, "is_last_try" boolean, "waiting" integer, "next_due_at" timestamp with time zone);

ALTER TYPE "public"."claimed_call" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ask_to_confirm(p_order public.orders, p_about_id uuid DEFAULT NULL::uuid, p_only_by_mail boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_channel public.notification_channel := case when not p_only_by_mail then private.phone_channel(p_order) end;
begin
  if v_channel is null and p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    v_channel := 'email';
  end if;
  if v_channel is null then
    perform private.remark_on_order(p_order, 'cannot_be_asked', p_internal => true);
  else
    perform private.insert_order_notification(p_order, 'confirm', v_channel, now(), p_about_id, null);
  end if;
end
$function$;

ALTER FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_again_at(p_wait public.call_wait, p_from timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case p_wait
    when 'one_hour' then private.within_calling_hours(p_from + interval '1 hour')
    when 'two_hours' then private.within_calling_hours(p_from + interval '2 hours')
    when 'four_hours' then private.within_calling_hours(p_from + interval '4 hours')
    when 'evening' then (wall.at::date + (wall.at::time >= '17:00')::integer + time '18:00') at time zone 'Africa/Cairo'
    when 'next_day' then (wall.at::date + 1 + time '11:00') at time zone 'Africa/Cairo'
  end
  from (select p_from at time zone 'Africa/Cairo' as at) wall
$function$;

ALTER FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_claim_time()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '5 minutes' $function$;

ALTER FUNCTION "private"."call_claim_time"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_settings(p_tenant_id text, OUT waits public.call_wait[], OUT ending public.calls_ending)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select settings.call_waits, settings.calls_ending into waits, ending
  from public.staff_settings settings where settings.tenant_id = p_tenant_id;
  waits := coalesce(waits, private.default_call_waits());
  ending := coalesce(ending, 'message');
end
$function$;

ALTER FUNCTION "private"."call_settings"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.calls_to_make(p_tenant_ids text[])
 RETURNS TABLE(tenant_id text, order_id uuid, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select orders.tenant_id, orders.id, coalesce(latest.next_at, orders.created_at)
  from public.orders
  left join lateral (
    select made.id, made.next_at from private.counted_calls(orders.id, orders.tenant_id) made
    order by made.called_at desc limit 1
  ) latest on true
  where orders.tenant_id = any (p_tenant_ids) and private.is_to_call(orders) and (latest.id is null or latest.next_at is not null)
$function$;

ALTER FUNCTION "private"."calls_to_make"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.claim_order_to_call(p_tenant_ids text[])
 RETURNS private.call_claims
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order record;
  v_claim private.call_claims;
begin
  loop
    select orders.id, orders.tenant_id into v_order
    from private.calls_to_make(p_tenant_ids) waiting
    join public.orders on orders.id = waiting.order_id
    left join private.call_claims held on held.order_id = waiting.order_id and held.claimed_until > now()
    where waiting.due_at <= now() and orders.status = 'pending' and (held.order_id is null or held.claimed_by = auth.uid())
    -- The caller's own claim first: a page that is loaded again shows the same order.
    order by held.order_id nulls last, waiting.due_at, waiting.order_id
    limit 1 for no key update of orders skip locked;
    if not found then
      return null;
    end if;
    -- Somebody may have claimed it since this statement began; then the next one sees that.
    insert into private.call_claims as held (order_id, tenant_id, claimed_by, claimed_until)
    values (v_order.id, v_order.tenant_id, auth.uid(), now() + private.call_claim_time())
    on conflict (order_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
      where held.claimed_by = excluded.claimed_by or held.claimed_until <= now()
    returning held.* into v_claim;
    if found then
      return v_claim;
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "private"."claim_order_to_call"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.counted_calls(p_order_id uuid, p_tenant_id text)
 RETURNS SETOF public.order_calls
 LANGUAGE sql
 STABLE
AS $function$
  select made.* from public.order_calls made
  where made.order_id = p_order_id and made.tenant_id = p_tenant_id and not exists (
    select 1 from public.order_edits edit
    where edit.order_id = p_order_id and edit.applied_at > made.called_at and edit.changes ? 'address'
  )
$function$;

ALTER FUNCTION "private"."counted_calls"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.default_call_waits()
 RETURNS public.call_wait[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select '{two_hours,evening}'::public.call_wait[] $function$;

ALTER FUNCTION "private"."default_call_waits"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_calls(p_order public.orders, p_call public.order_calls)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hours integer;
begin
  if p_call.outcome = 'no_answer' and (private.call_settings(p_order.tenant_id)).ending = 'cancel' then
    -- cancel_unconfirmed_orders does the rest, as for every order that expires.
    update public.orders set confirm_until = now(), updated_at = now() where orders.id = p_order.id;
    return;
  end if;
  select (settings.cash_rules ->> 'hours')::integer into v_hours
  from public.staff_settings settings where settings.tenant_id = p_order.tenant_id;
  update public.orders set
    confirm_until = greatest(confirm_until, now() + interval '1 hour' * coalesce(v_hours, 24)), updated_at = now()
  where orders.id = p_order.id;
  perform private.ask_to_confirm(p_order, p_call.id, p_only_by_mail => p_call.outcome = 'wrong_number');
end
$function$;

ALTER FUNCTION "private"."end_calls"(public.orders, public.order_calls) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_order_ids) and facts.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '' where order_id = any (p_order_ids);
  update public.order_calls set note = '', called_by = nullif(called_by, p_user_id) where order_id = any (p_order_ids);
  perform private.forget_actor(p_order_ids, p_user_id);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.approval_requests where order_id = any (p_order_ids);
  delete from public.order_notifications where order_id = any (p_order_ids) and sent_at is null;
  update public.order_notifications set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments shipment set
    tracking_number = case when facts.carrier_owes > 0 then shipment.tracking_number end,
    tracking_url = case when facts.carrier_owes > 0 then shipment.tracking_url end
  from public.shipment_staff_facts facts where facts.shipment_id = shipment.id and shipment.order_id = any (p_order_ids);
  update public.shipment_staff_facts facts set label_path = null
  from public.shipments shipment where shipment.id = facts.shipment_id and shipment.order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when shipment.tracking_number is not null then carrier_reference end
  from public.shipments shipment where shipment.id = carrier_bookings.shipment_id and shipment.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '' where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '' where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '' where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_strip_nulls(jsonb_build_object('governorate', address -> 'governorate'))
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.found_by(p_order public.orders, p_pattern text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select '' where private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.address ->> 'full_name')) like p_pattern),
    (select shipment.tracking_number from public.shipments shipment
      where shipment.order_id = p_order.id and private.fold(shipment.tracking_number) like p_pattern limit 1),
    (select invoice.code from public.invoices invoice
      where invoice.order_id = p_order.id and private.fold(invoice.code) like p_pattern limit 1),
    (select entry.reference from public.payment_entries entry
      where entry.order_id = p_order.id and private.fold(entry.reference) like p_pattern limit 1),
    (select p_order.payment_reference where private.fold(p_order.payment_reference) like p_pattern),
    (select line.sku from public.order_lines line where line.order_id = p_order.id and private.fold(line.sku) like p_pattern limit 1),
    (select line.name from public.order_lines line
      where line.order_id = p_order.id
        and private.fold(concat_ws(E'\n', line.name, private.translated_texts(line.translations, 'name'))) like p_pattern
      order by line.position limit 1),
    (select p_order.address ->> 'city' where private.fold(private.place_search_text(p_order.address)) like p_pattern),
    '')
$function$;

ALTER FUNCTION "private"."found_by"(public.orders, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.governorate_spellings()
 RETURNS TABLE(name text, governorate text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('Alexandria', 'Alexandria'), ('Alex', 'Alexandria'), ('الإسكندرية', 'Alexandria'), ('اسكندرية', 'Alexandria'),
    ('Aswan', 'Aswan'), ('أسوان', 'Aswan'),
    ('Assiut', 'Assiut'), ('Assuit', 'Assiut'), ('Asyut', 'Assiut'), ('أسيوط', 'Assiut'),
    ('Beheira', 'Beheira'), ('Behira', 'Beheira'), ('Behera', 'Beheira'), ('البحيرة', 'Beheira'),
    ('Beni Suef', 'Beni Suef'), ('Bani Suif', 'Beni Suef'), ('Bani Suef', 'Beni Suef'), ('بني سويف', 'Beni Suef'),
    ('Cairo', 'Cairo'), ('القاهرة', 'Cairo'),
    ('Dakahlia', 'Dakahlia'), ('Dakahliya', 'Dakahlia'), ('الدقهلية', 'Dakahlia'),
    ('Damietta', 'Damietta'), ('Dumyat', 'Damietta'), ('دمياط', 'Damietta'),
    ('Fayoum', 'Fayoum'), ('Faiyum', 'Fayoum'), ('Fayyum', 'Fayoum'), ('الفيوم', 'Fayoum'),
    ('Gharbia', 'Gharbia'), ('Gharbiya', 'Gharbia'), ('الغربية', 'Gharbia'),
    ('Giza', 'Giza'), ('Gizeh', 'Giza'), ('الجيزة', 'Giza'),
    ('Ismailia', 'Ismailia'), ('Isamilia', 'Ismailia'), ('Ismaileya', 'Ismailia'), ('الإسماعيلية', 'Ismailia'),
    ('Kafr El Sheikh', 'Kafr El Sheikh'), ('Kafr Alsheikh', 'Kafr El Sheikh'), ('Kafr El Shaikh', 'Kafr El Sheikh'),
    ('كفر الشيخ', 'Kafr El Sheikh'),
    ('Luxor', 'Luxor'), ('الأقصر', 'Luxor'),
    ('Matrouh', 'Matrouh'), ('Matruh', 'Matrouh'), ('Marsa Matrouh', 'Matrouh'), ('مطروح', 'Matrouh'), ('مرسى مطروح', 'Matrouh'),
    ('North Coast', 'Matrouh'), ('الساحل الشمالي', 'Matrouh'),
    ('Minya', 'Minya'), ('Menya', 'Minya'), ('المنيا', 'Minya'),
    ('Monufia', 'Monufia'), ('Menoufia', 'Monufia'), ('Monofeya', 'Monufia'), ('Menofia', 'Monufia'), ('المنوفية', 'Monufia'),
    ('New Valley', 'New Valley'), ('Alwadi Algadid', 'New Valley'), ('الوادي الجديد', 'New Valley'),
    ('North Sinai', 'North Sinai'), ('شمال سيناء', 'North Sinai'),
    ('Port Said', 'Port Said'), ('بورسعيد', 'Port Said'), ('بور سعيد', 'Port Said'),
    ('Qalyubia', 'Qalyubia'), ('El Kalioubia', 'Qalyubia'), ('Qaliubiya', 'Qalyubia'), ('Qalioubia', 'Qalyubia'),
    ('القليوبية', 'Qalyubia'),
    ('Qena', 'Qena'), ('Kena', 'Qena'), ('قنا', 'Qena'),
    ('Red Sea', 'Red Sea'), ('البحر الأحمر', 'Red Sea'),
    ('Sharqia', 'Sharqia'), ('Sharkia', 'Sharqia'), ('Sharqeya', 'Sharqia'), ('الشرقية', 'Sharqia'),
    ('Sohag', 'Sohag'), ('Suhag', 'Sohag'), ('سوهاج', 'Sohag'),
    ('South Sinai', 'South Sinai'), ('جنوب سيناء', 'South Sinai'),
    ('Suez', 'Suez'), ('السويس', 'Suez')
$function$;

ALTER FUNCTION "private"."governorate_spellings"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_to_call(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_order.status = 'pending' and p_order.confirm_until is not null and p_order.confirm_until > now()
    and p_order.cash_requirement = 'confirm' and not p_order.is_test and coalesce(p_order.address ->> 'phone', '') <> ''
$function$;

ALTER FUNCTION "private"."is_to_call"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.next_try_at(p_order public.orders)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_waits constant public.call_wait[] := (private.call_settings(p_order.tenant_id)).waits;
  v_unanswered integer;
begin
  select count(*) into v_unanswered
  from private.counted_calls(p_order.id, p_order.tenant_id) made where made.outcome = 'no_answer';
  return private.call_again_at(v_waits[v_unanswered + 1], now());
end
$function$;

ALTER FUNCTION "private"."next_try_at"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_found_by_more()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_order_search_texts(array[new.order_id]);
  return null;
end
$function$;

ALTER FUNCTION "private"."order_found_by_more"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_lines_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_order_search_texts(array(select distinct added.order_id from added));
  return null;
end
$function$;

ALTER FUNCTION "private"."order_lines_added"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_order_search_texts(array[new.id]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_search_text(p_order public.orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.customer_email,
    p_order.address ->> 'full_name', p_order.address ->> 'phone', private.place_search_text(p_order.address),
    nullif(p_order.payment_reference, ''),
    (select string_agg(concat_ws(E'\n', line.name, private.translated_texts(line.translations, 'name'), line.sku), E'\n'
      order by line.position) from public.order_lines line where line.order_id = p_order.id),
    (select string_agg(shipment.tracking_number, E'\n' order by shipment.number)
      from public.shipments shipment where shipment.order_id = p_order.id),
    (select string_agg(invoice.code, E'\n' order by invoice.issued_at)
      from public.invoices invoice where invoice.order_id = p_order.id),
    (select string_agg(entry.reference, E'\n' order by entry.id)
      from public.payment_entries entry where entry.order_id = p_order.id and entry.reference <> '')));
end
$function$;

ALTER FUNCTION "private"."order_search_text"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_orders(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    private.order_json(orders) - '{tenant_id,user_id}'::text[] || coalesce((
      select to_jsonb(facts) - '{tenant_id,order_id,placed_by,search_text}'::text[]
      from public.order_staff_facts facts where facts.order_id = orders.id
    ), '{}') || jsonb_build_object('history', (
      select jsonb_agg(jsonb_build_object('at', created_at, 'by', actor, 'from', from_status, 'to', to_status,
        'note', note, 'remark', remark ->> 'code') order by created_at)
      from public.order_events where order_id = orders.id and not is_internal
    ), 'calls', (
      select jsonb_agg(jsonb_build_object('at', made.called_at, 'outcome', made.outcome, 'next_at', made.next_at) order by made.called_at)
      from public.order_calls made where made.order_id = orders.id
    ), 'shipments', (
      select jsonb_agg(to_jsonb(shipment) - '{tenant_id,order_id}'::text[] order by shipment.number)
      from public.shipments shipment where shipment.order_id = orders.id
    ), 'returns', (
      select jsonb_agg(to_jsonb(back) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(piece) - '{tenant_id,return_id}'::text[] order by line.position)
        from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
        where piece.return_id = back.id
      )) order by back.number)
      from public.returns back where back.order_id = orders.id
    ), 'changes', (
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id}'::text[] order by edit.number)
      from public.order_edits edit where edit.order_id = orders.id
    ), 'refunds', (
      select jsonb_agg(to_jsonb(refund) - '{tenant_id,order_id}'::text[] order by refund.number)
      from public.refunds refund where refund.order_id = orders.id
    ), 'transfers', (
      select jsonb_agg(to_jsonb(transfer) - '{tenant_id,order_id}'::text[] order by transfer.created_at)
      from public.transfers transfer where transfer.order_id = orders.id
    ), 'messages', (
      select jsonb_agg(jsonb_build_object('at', message.created_at, 'about', message.kind, 'channel', message.channel,
        'to', message.recipient, 'state', message.state, 'sent_at', message.sent_at, 'documents', message.documents)
        order by message.created_at)
      from public.order_notifications message where message.order_id = orders.id
    ), 'payments', (
      select jsonb_agg(jsonb_build_object('at', entry.created_at, 'kind', entry.kind, 'amount', entry.amount,
        'method', entry.method, 'reference', entry.reference) order by entry.id)
      from public.payment_entries entry where entry.order_id = orders.id
    ), 'invoices', (
      select jsonb_agg(to_jsonb(paper) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(part) - '{id,tenant_id,invoice_id}'::text[] order by part.position)
        from public.invoice_lines part where part.invoice_id = paper.id
      )) order by paper.issued_at)
      from public.invoices paper where paper.order_id = orders.id
    )) order by created_at), '[]')
  from public.orders where user_id = p_user_id and tenant_id = p_tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.place_search_text(p_address jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select concat_ws(E'\n', p_address ->> 'city',
    (select string_agg(spelled.name, E'\n') from private.governorate_spellings() spelled
      where spelled.governorate = p_address ->> 'governorate'),
    (select concat_ws(E'\n', district.name, district.name_ar) from public.districts district
      where district.governorate::text = p_address ->> 'governorate' and p_address ->> 'city' in (district.name, district.name_ar) limit 1))
$function$;

ALTER FUNCTION "private"."place_search_text"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_call(p_order public.orders, p_outcome public.call_outcome, p_next_at timestamp with time zone, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_to_call(p_order) then
    perform private.refuse('call_not_awaited');
  elsif exists (
    select 1 from private.call_claims held
    where held.order_id = p_order.id and held.claimed_by <> auth.uid() and held.claimed_until > now()
  ) then
    perform private.refuse('call_claimed');
  elsif p_outcome = 'later' and not coalesce(p_next_at between now() and now() + interval '14 days', false) then
    perform private.refuse('invalid_call_time');
  elsif p_outcome = 'cancelled' and p_note = '' then
    perform private.refuse('reason_required');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.within_calling_hours(p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when wall.at::time >= '21:00' then (wall.at::date + 1 + time '10:00') at time zone 'Africa/Cairo'
    when wall.at::time < '10:00' then (wall.at::date + time '10:00') at time zone 'Africa/Cairo'
    else p_at
  end
  from (select p_at at time zone 'Africa/Cairo' as at) wall
$function$;

ALTER FUNCTION "private"."within_calling_hours"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_order_search_texts(p_order_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_staff_facts facts set search_text = private.order_search_text(orders)
  from public.orders where orders.id = facts.order_id and facts.order_id = any (p_order_ids)
$function$;

ALTER FUNCTION "private"."write_order_search_texts"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.claim_call(p_tenant_ids text[])
 RETURNS public.claimed_call
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.change');
  v_claim private.call_claims := private.claim_order_to_call(v_tenant_ids);
  v_call public.claimed_call;
begin
  v_call.tenant_id := v_claim.tenant_id;
  v_call.order_id := v_claim.order_id;
  select count(*) filter (where waiting.due_at <= now()), min(waiting.due_at) filter (where waiting.due_at > now())
  into v_call.waiting, v_call.next_due_at from private.calls_to_make(v_tenant_ids) waiting;
  if v_claim.order_id is not null then
    select count(*), count(*) >= cardinality((private.call_settings(v_claim.tenant_id)).waits)
    into v_call.unanswered, v_call.is_last_try
    from private.counted_calls(v_claim.order_id, v_claim.tenant_id) made where made.outcome = 'no_answer';
  end if;
  return v_call;
end
$function$;

ALTER FUNCTION "public"."claim_call"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.find_orders(p_tenant_ids text[], p_text text, p_limit integer DEFAULT 5)
 RETURNS TABLE(tenant_id text, id uuid, number text, about text, found_by text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
  v_pattern constant text := private.folded_pattern(p_text);
begin
  -- With constants, so that it is planned for the pattern: rare texts have an index, of frequent ones the newest orders come soon.
  return query execute format(
    'select found.tenant_id, found.id, found.number,
      concat_ws('', '', nullif(found.customer_name, ''''),
        nullif(nullif(found.address ->> ''full_name'', ''''), found.customer_name)),
      private.found_by(found::public.orders, %2$L)
    from (
      select orders.* from public.orders
      join public.order_staff_facts facts on facts.order_id = orders.id and facts.tenant_id = orders.tenant_id
      where facts.tenant_id = any (%1$L) and facts.search_text like %2$L
      order by orders.created_at desc, orders.id limit %3$s
    ) found order by found.created_at desc, found.id',
    v_tenant_ids, v_pattern, least(greatest(coalesce(p_limit, 5), 1), 50));
end
$function$;

ALTER FUNCTION "public"."find_orders"(text[], text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.keep_call(p_order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.call_claims held set claimed_until = now() + private.call_claim_time()
  where held.order_id = p_order_id and held.claimed_by = auth.uid();
  return found;
end
$function$;

ALTER FUNCTION "public"."keep_call"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_people(p_order_id uuid)
 RETURNS public.people_of_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_history public.delivery_history;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.see');
  v_ids := array(
    select facts.placed_by from public.order_staff_facts facts where facts.order_id = p_order_id
    union select made.actor_id from public.order_event_actors made
      join public.order_events event on event.id = made.event_id where event.order_id = p_order_id
    union select made.actor_id from public.shipment_event_actors made
      join public.shipment_events event on event.id = made.event_id
      join public.shipments shipment on shipment.id = event.shipment_id where shipment.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select unnest(array[facts.proposed_by, facts.decided_by]) from public.order_edit_staff_facts facts
      join public.order_edits edit on edit.id = facts.edit_id where edit.order_id = p_order_id
    union select facts.created_by from public.refund_staff_facts facts
      join public.refunds refund on refund.id = facts.refund_id where refund.order_id = p_order_id
    union select unnest(private.mentioned_in(event.note) || (event.remark ->> 'user_id')::uuid)
      from public.order_events event where event.order_id = p_order_id and event.is_internal
    union select made.called_by from public.order_calls made where made.order_id = p_order_id and made.called_by is not null
    union select assigned.user_id from public.assignments assigned where assigned.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone');
  return row(array(
    select row(person.id, private.staff_label(person.id, v_order.tenant_id))::public.person_name
    from unnest(v_ids) person (id) where private.is_person_of(person.id, v_order.tenant_id) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_call(p_order_id uuid, p_outcome public.call_outcome, p_next_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_calls
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note constant text := left(btrim(coalesce(p_note, '')), 500);
  v_order public.orders;
  v_call public.order_calls := private.idempotent_result(
    null::public.order_calls, p_request_id, jsonb_build_array('record_call', p_order_id, p_outcome, p_next_at, p_note));
begin
  if v_call.id is not null then
    return v_call;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  perform private.require_call(v_order, p_outcome, p_next_at, v_note);
  insert into public.order_calls (tenant_id, order_id, called_by, outcome, next_at, note)
  values (v_order.tenant_id, v_order.id, auth.uid(), p_outcome,
    case p_outcome when 'later' then p_next_at when 'no_answer' then private.next_try_at(v_order) end, v_note)
  returning * into v_call;
  if p_outcome in ('confirmed', 'cancelled') then
    perform public.change_order_status(
      p_order_id, p_outcome::text::public.order_status, case p_outcome when 'cancelled' then v_note else '' end);
  elsif v_call.next_at is null then
    perform private.end_calls(v_order, v_call);
  else
    update public.orders set confirm_until = greatest(confirm_until, v_call.next_at + interval '2 hours'), updated_at = now()
    where orders.id = p_order_id;
  end if;
  delete from private.call_claims held where held.order_id = p_order_id;
  return private.store_idempotent_result(p_request_id, v_call);
end
$function$;

ALTER FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.release_call(p_order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.call_claims held where held.order_id = p_order_id and held.claimed_by = auth.uid()
$function$;

ALTER FUNCTION "public"."release_call"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.used_carriers(p_tenant_ids text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query select distinct shipment.carrier_name from public.shipments shipment
    where shipment.tenant_id = any (v_tenant_ids) and shipment.carrier_name <> '' order by shipment.carrier_name limit 200;
end
$function$;

ALTER FUNCTION "public"."used_carriers"(text[]) OWNER TO "postgres";

ALTER TABLE "private"."call_claims" ADD CONSTRAINT "call_claims_claimed_by_fkey" FOREIGN KEY (claimed_by) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."call_claims" ADD CONSTRAINT "call_claims_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."order_calls" ADD CONSTRAINT "order_calls_next" CHECK (((next_at IS NULL) OR (outcome = ANY (ARRAY['no_answer'::public.call_outcome, 'later'::public.call_outcome]))));

ALTER TABLE "public"."order_calls" ADD CONSTRAINT "order_calls_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

CREATE INDEX call_claims_by_person ON private.call_claims USING btree (claimed_by);

CREATE INDEX call_claims_of_store ON private.call_claims USING btree (tenant_id, order_id);

CREATE INDEX order_calls_by_order ON public.order_calls USING btree (tenant_id, order_id, called_at DESC);

CREATE INDEX order_staff_facts_searched ON public.order_staff_facts USING gin (tenant_id, search_text extensions.gin_trgm_ops);

CREATE INDEX orders_by_governorate ON public.orders USING btree (tenant_id, governorate, created_at DESC, id);

CREATE TRIGGER found_by_invoice AFTER INSERT ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.order_found_by_more();

CREATE TRIGGER found_by_lines AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.order_lines_added();

CREATE TRIGGER orders_renamed AFTER UPDATE OF number, customer_name, customer_email, address, payment_reference ON public.orders FOR EACH ROW WHEN (((old.number <> new.number) OR (old.customer_name <> new.customer_name) OR (old.customer_email <> new.customer_email) OR (old.address <> new.address) OR (old.payment_reference IS DISTINCT FROM new.payment_reference))) EXECUTE FUNCTION private.order_renamed();

CREATE TRIGGER found_by_payment AFTER INSERT ON public.payment_entries FOR EACH ROW WHEN ((new.reference <> ''::text)) EXECUTE FUNCTION private.order_found_by_more();

CREATE TRIGGER found_by_shipment AFTER INSERT ON public.shipments FOR EACH ROW WHEN ((new.tracking_number IS NOT NULL)) EXECUTE FUNCTION private.order_found_by_more();

CREATE TRIGGER found_by_tracking_number AFTER UPDATE OF tracking_number ON public.shipments FOR EACH ROW WHEN ((old.tracking_number IS DISTINCT FROM new.tracking_number)) EXECUTE FUNCTION private.order_found_by_more();

CREATE POLICY "Staff read the calls about their store's orders" ON "public"."order_calls" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."call_claim_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_claim_time"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_claim_time"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_claim_time"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."call_settings"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_settings"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_settings"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_settings"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."calls_to_make"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."calls_to_make"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."calls_to_make"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."calls_to_make"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."claim_order_to_call"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_order_to_call"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_order_to_call"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_order_to_call"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."counted_calls"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted_calls"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_calls"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_calls"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."default_call_waits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."default_call_waits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."default_call_waits"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."default_call_waits"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_calls"(public.orders, public.order_calls) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_calls"(public.orders, public.order_calls) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_calls"(public.orders, public.order_calls) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_calls"(public.orders, public.order_calls) TO "service_role";

REVOKE ALL ON FUNCTION "private"."found_by"(public.orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."found_by"(public.orders, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."found_by"(public.orders, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."found_by"(public.orders, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."governorate_spellings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."governorate_spellings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."governorate_spellings"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."governorate_spellings"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_to_call"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_to_call"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_to_call"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_to_call"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."next_try_at"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_try_at"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_try_at"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_try_at"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_found_by_more"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_found_by_more"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_found_by_more"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_found_by_more"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_lines_added"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_lines_added"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_lines_added"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_lines_added"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_search_text"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_search_text"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_text"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_text"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."place_search_text"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_search_text"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."place_search_text"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."place_search_text"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."within_calling_hours"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."within_calling_hours"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."within_calling_hours"(timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."within_calling_hours"(timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_order_search_texts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_order_search_texts"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_order_search_texts"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_order_search_texts"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_call"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_call"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."claim_call"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_call"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_call"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_orders"(text[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_orders"(text[], text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_orders"(text[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_orders"(text[], text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_orders"(text[], text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."keep_call"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_call"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_call"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_call"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_call"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."release_call"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."release_call"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_call"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_call"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_call"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."used_carriers"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."used_carriers"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."used_carriers"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."used_carriers"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."used_carriers"(text[]) TO "service_role";

GRANT SELECT ON TABLE "public"."order_calls" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_calls" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_calls" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_calls" TO "service_role";

ALTER TABLE "public"."staff_settings" ADD COLUMN "call_waits" public.call_wait[] NOT NULL DEFAULT private.default_call_waits();

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_call_waits_check" CHECK (((cardinality(call_waits) <= 5) AND (array_position(call_waits, NULL::public.call_wait) IS NULL)));
