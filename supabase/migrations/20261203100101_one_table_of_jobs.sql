set local check_function_bodies = off;

DROP INDEX "private"."jobs_due";

DROP INDEX "public"."carrier_bookings_due";

DROP INDEX "public"."opening_alerts_due";

DROP INDEX "public"."order_messages_due";

DROP INDEX "public"."refunds_sending";

DROP INDEX "public"."stock_alerts_due";

DROP FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean);

DROP FUNCTION "private"."carrier_task"(public.carrier_bookings, text);

DROP FUNCTION "private"."drop_untrue_messages"(public.message_channel);

DROP FUNCTION "private"."expire_order_messages"();

DROP FUNCTION "private"."mail_note"(public.orders, uuid);

DROP FUNCTION "private"."phone_messages_within_limits"(public.message_channel, integer);

DROP FUNCTION "private"."ranked_phone_messages"(public.message_channel);

DROP FUNCTION "public"."due_refunds"(uuid[], integer);

DROP FUNCTION "public"."finish_job"(bigint, integer);

DROP FUNCTION "public"."give_up_order_messages"(public.message_channel[]);

DROP FUNCTION "public"."opening_alert_done"(uuid, boolean);

DROP FUNCTION "public"."stock_alert_done"(uuid, boolean);

DROP FUNCTION "public"."take_carrier_bookings"(uuid[]);

DROP FUNCTION "public"."take_jobs"(text[], integer);

DROP FUNCTION "public"."take_opening_alerts"(integer);

DROP FUNCTION "public"."take_order_messages"(integer, public.message_channel);

DROP FUNCTION "public"."take_stock_alerts"(integer);

ALTER TABLE "public"."carrier_bookings" DROP COLUMN "attempts";

ALTER TABLE "public"."carrier_bookings" DROP COLUMN "due_at";

ALTER TABLE "public"."opening_alerts" DROP COLUMN "attempts";

ALTER TABLE "public"."opening_alerts" DROP COLUMN "due_at";

ALTER TABLE "public"."order_messages" DROP COLUMN "attempts";

ALTER TABLE "public"."order_messages" DROP COLUMN "due_at";

ALTER TABLE "public"."refunds" DROP COLUMN "looked_at";

ALTER TABLE "public"."stock_alerts" DROP COLUMN "attempts";

ALTER TABLE "public"."stock_alerts" DROP COLUMN "due_at";

CREATE OR REPLACE FUNCTION private.add_job(p_kind text, p_key text, p_payload jsonb DEFAULT '{}'::jsonb, p_tenant_id text DEFAULT NULL::text, p_run_at timestamp with time zone DEFAULT now(), p_max_attempts integer DEFAULT 20, p_keeps_run_at boolean DEFAULT false, p_priority integer DEFAULT 0)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.jobs (kind, key, payload, tenant_id, run_at, max_attempts, priority)
  values (p_kind, p_key, p_payload, p_tenant_id, p_run_at, p_max_attempts, p_priority)
  on conflict (kind, key) do update set
    payload = excluded.payload, tenant_id = excluded.tenant_id, max_attempts = excluded.max_attempts, priority = excluded.priority,
    run_at = case when p_keeps_run_at then jobs.run_at else excluded.run_at end,
    attempts = 0, last_error = '', locked_at = null
$function$;

ALTER FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_booking_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.carrier_bookings booking set
    state = case when booking.state in ('asked', 'booked') then 'to_cancel' else 'cancelled' end::public.carrier_booking_state,
    problem = null, updated_at = now()
  where booking.shipment_id = new.id and booking.state in ('waiting', 'asked', 'booked', 'failed');
  if exists (
    select 1 from public.carrier_bookings booking where booking.shipment_id = new.id and booking.state = 'to_cancel'
  ) then
    -- A process that asks the courier right now knows first what there is to call off.
    perform private.add_job('book_shipment', new.id::text, p_tenant_id => new.tenant_id, p_run_at => now() + case when exists (
      select 1 from private.jobs job
      where job.kind = 'book_shipment' and job.key = new.id::text and private.is_taken(job)
    ) then interval '2 minutes' else interval '0' end);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.carrier_task(p_booking public.carrier_bookings, p_todo text)
 RETURNS TABLE(shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint, pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select parcel.id, parcel.tenant_id, p_booking.carrier, p_booking.reference, p_todo, orders.number || '/' || parcel.number,
    private.piastres(p_booking.cash)::bigint, private.piastres(packed.worth)::bigint, packed.grams, packed.pieces,
    coalesce(packed.description, ''), orders.address, orders.customer_email, orders.note, parcel.tracking_number, (
      select jsonb_build_object('district_id', area.district_id, 'city_id', area.city_id, 'city', area.city)
      from public.carrier_areas area
      where area.carrier = p_booking.carrier and area.district_id = coalesce(p_booking.district_id, private.carrier_area_of(
        p_booking.carrier, orders.address ->> 'governorate', orders.address ->> 'city'))
    )
  from public.shipments parcel
  join public.orders on orders.id = parcel.order_id
  cross join lateral (
    select coalesce(sum(private.line_worth(line, part.quantity)), 0) as worth,
      sum(variant.weight_grams * part.quantity) as grams, coalesce(sum(part.quantity), 0) as pieces,
      left(string_agg(part.quantity || ' × ' || line.name, ', ' order by line.position), 400) as description
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join public.product_variants variant on variant.id = line.variant_id
    where part.shipment_id = parcel.id
  ) packed
  where parcel.id = p_booking.shipment_id;
end
$function$;

ALTER FUNCTION "private"."carrier_task"(public.carrier_bookings, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.drop_order_messages(p_job_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.order_messages message using private.jobs job
  where job.id = any (p_job_ids) and message.id = job.key::uuid and job.attempts = 1
    and message.sent_at is null and message.expired_at is null and message.failed_at is null
    and not coalesce(private.is_still_true(message), true);
  perform private.give_up_message(message, case
    when message.held_at is not null and job.attempts = 1 then 'over_limit' else coalesce(nullif(message.error, ''), 'not_sent')
  end)
  from private.jobs job join public.order_messages message on message.id = job.key::uuid
  where job.id = any (p_job_ids) and message.channel <> 'email'
    and message.sent_at is null and message.expired_at is null and message.failed_at is null
    and (job.attempts >= job.max_attempts or message.created_at < now() - interval '1 hour');
end
$function$;

ALTER FUNCTION "private"."drop_order_messages"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_failed(p_job private.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_job.attempts >= p_job.max_attempts and not private.is_taken(p_job)
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_message(p_order public.orders, p_kind public.order_message_kind, p_channel public.message_channel, p_due_at timestamp with time zone, p_about_id uuid, p_event_id uuid, p_fallback_of uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with added as (
    insert into public.order_messages (tenant_id, order_id, kind, channel, recipient, about_id, event_id, fallback_of, to_stranger)
    values (
      p_order.tenant_id, p_order.id, p_kind, p_channel,
      case when p_channel = 'email' then p_order.customer_email else private.phone_address(p_order.address) end,
      p_about_id, p_event_id, p_fallback_of, p_channel <> 'email' and private.is_told_to_stranger(p_order, p_kind)
    )
    on conflict (order_id, kind, event_id, about_id, channel) do nothing
    returning id, tenant_id, channel, to_stranger
  )
  select private.add_job('send_' || added.channel, added.id::text, p_tenant_id => added.tenant_id, p_run_at => p_due_at,
    p_max_attempts => case added.channel when 'email' then 12 else 6 end, p_priority => added.to_stranger::integer)
  from added
$function$;

CREATE OR REPLACE FUNCTION private.is_back(p_alert public.stock_alerts)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.product_variants variant join public.products product on product.id = variant.product_id
    where variant.id = p_alert.variant_id and variant.is_active and variant.stock > 0 and product.is_active
  )
$function$;

ALTER FUNCTION "private"."is_back"(public.stock_alerts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_taken(p_job private.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_job.locked_at >= now() - case when p_job.every is null then interval '10 minutes' else interval '2 minutes' end, false)
$function$;

ALTER FUNCTION "private"."is_taken"(private.jobs) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.job_uuids(p_kind text, p_job_ids bigint[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(job.key::uuid), '{}') from private.jobs job where job.kind = p_kind and job.id = any (p_job_ids)
$function$;

ALTER FUNCTION "private"."job_uuids"(text, bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_note(p_order public.orders, p_event_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.customer_email <> '' then
    perform private.insert_order_message(p_order, 'note', 'email', now() + private.mail_hold(), null, p_event_id);
  end if;
end
$function$;

ALTER FUNCTION "private"."mail_note"(public.orders, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status = 'pending' and new.status <> 'pending' then
    -- Nothing is left to confirm.
    perform private.withdraw_messages(new.id, 'confirm');
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    -- It tells of the money that went back as well.
    perform private.withdraw_messages(new.id, 'refunded');
    perform private.queue_order_message(new, 'cancelled');
  elsif old.status = 'awaiting_payment' and (
    new.payment_status = 'paid' and old.payment_status in ('unpaid', 'partly_paid') or new.deposit > 0 and new.status = 'confirmed'
  ) then
    perform private.queue_order_message(new, 'paid');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from private.jobs job join public.order_messages message
    on job.kind = 'send_' || message.channel and job.key = message.id::text
  where message.order_id = new.order_id and message.kind = 'cancelled' and message.expired_at is null and job.attempts = 0
  for update of job;
  if not found then
    perform private.queue_order_message(orders, 'refunded', new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_refund(p_order public.orders, p_amount numeric, p_way public.refund_way, p_payment_id uuid, p_links jsonb, p_reason text, p_lines jsonb, p_reference text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund_id uuid;
  v_left numeric := p_amount;
  v_line record;
  v_rest jsonb := '[]';
begin
  if p_amount <= 0 then
    return p_lines;
  end if;
  insert into public.refunds (
    tenant_id, order_id, number, return_id, amount, way, state, reason, reference, payment_id, created_by
  )
  select p_order.tenant_id, p_order.id,
    coalesce((select max(earlier.number) from public.refunds earlier where earlier.order_id = p_order.id), 0) + 1,
    (p_links ->> 'return_id')::uuid, p_amount, p_way,
    case when p_way = 'card' then 'sending'::public.refund_state else 'due' end, left(btrim(coalesce(p_reason, '')), 500),
    left(coalesce(p_reference, ''), 200), p_payment_id, auth.uid()
  returning id into v_refund_id;
  for v_line in
    select named.* from jsonb_to_recordset(p_lines) named (
      kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric)
  loop
    if least(v_line.amount, v_left) > 0 then
      insert into public.refund_lines (tenant_id, refund_id, kind, order_line_id, quantity, amount)
      values (p_order.tenant_id, v_refund_id, v_line.kind, v_line.order_line_id,
        case when v_line.amount <= v_left then nullif(v_line.quantity, 0) end, least(v_line.amount, v_left));
    end if;
    if v_line.amount > v_left then
      v_rest := v_rest || jsonb_build_object('kind', v_line.kind, 'order_line_id', v_line.order_line_id,
        'amount', v_line.amount - greatest(v_left, 0));
    end if;
    v_left := greatest(v_left - v_line.amount, 0);
  end loop;
  if p_way in ('transfer', 'cash', 'store_credit') then
    perform private.refund_sent(v_refund_id, p_reference);
  end if;
  return v_rest;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_message(p_message public.order_messages, p_attempts integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders),
    'sum', private.order_sum(orders),
    'attempts', p_attempts,
    'papers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (p_message.papers)
    ),
    'note', case when p_message.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = p_message.event_id), '') end,
    'remark', case when p_message.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) else (select event.remark ->> 'code' from public.order_events event where event.id = p_message.event_id) end,
    'bank_details', case when p_message.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or orders.status = 'awaiting_payment' and orders.deposit > 0 and (settings.payment ->> 'bankTransfer')::boolean)
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(p_message.kind, coalesce(p_message.about_id, p_message.event_id)),
    'returns', settings.returns,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'language', person.language,
    'confirmation', case when p_message.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  )
  from public.orders
  left join public.settings on settings.tenant_id = p_message.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where orders.id = p_message.order_id
$function$;

ALTER FUNCTION "private"."order_message"(public.order_messages, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_opening_alerts(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(alert) - '{id,tenant_id}'::text[]), '[]')
  from public.profiles
  join public.opening_alerts alert on alert.tenant_id = profiles.tenant_id and alert.email = lower(profiles.email)
  where profiles.id = p_user_id and profiles.tenant_id = p_tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.phone_messages_within_limits(p_job_ids bigint[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_allowed uuid[];
  v_held bigint[];
begin
  if cardinality(p_job_ids) = 0 then
    return '{}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('phone_messages', 0));
  delete from private.phone_sends where sent_at < now() - interval '2 hours';
  select array_agg(ranked.id) filter (where ranked.is_within), array_agg(ranked.job_id) filter (where not ranked.is_within)
  into v_allowed, v_held from private.ranked_phone_messages(p_job_ids) ranked;
  update public.order_messages message set held_at = now()
  from private.jobs job where job.id = any (v_held) and message.id = job.key::uuid and message.held_at is null;
  update private.jobs job set attempts = job.attempts - 1, locked_at = null, run_at = now() + interval '1 minute'
  where job.id = any (v_held);
  insert into private.phone_sends (tenant_id, user_id, client, to_stranger)
  select message.tenant_id, case when message.to_stranger then orders.user_id end,
    case when message.to_stranger then asked.client end, message.to_stranger
  from public.order_messages message
  join public.orders on orders.id = message.order_id
  left join private.order_clients asked on asked.order_id = orders.id
  where message.id = any (v_allowed);
  return coalesce(v_allowed, '{}');
end
$function$;

ALTER FUNCTION "private"."phone_messages_within_limits"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.product_is_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_stock_alerts(array(
    select alert from public.stock_alerts alert
    where alert.tenant_id = new.tenant_id and alert.product_id = new.id and private.is_back(alert)
  ));
  return null;
end
$function$;

ALTER FUNCTION "private"."product_is_back"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_contact_mails(p_conversation public.conversations)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_job('send_contact_mail', p_conversation.id || ' ' || address, jsonb_build_object(
    'conversation_id', p_conversation.id, 'to', address), p_conversation.tenant_id, p_max_attempts => 12)
  from unnest(coalesce(
    (select nullif(chosen.contact_emails, '{}') from public.staff_settings chosen where chosen.tenant_id = p_conversation.tenant_id),
    array[coalesce((
      select settings.contact ->> 'contactEmail' from public.settings where settings.tenant_id = p_conversation.tenant_id
    ), '')]
  )) address
$function$;

ALTER FUNCTION "private"."queue_contact_mails"(public.conversations) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_job('send_refund', new.id::text, p_tenant_id => new.tenant_id,
    p_run_at => now() + case when new.reference = '' then interval '0' else interval '10 minutes' end);
  return null;
end
$function$;

ALTER FUNCTION "private"."queue_refund"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_stock_alerts(p_alerts public.stock_alerts[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_job('send_stock_alert', alert.id::text, p_tenant_id => alert.tenant_id, p_max_attempts => 12)
  from unnest(p_alerts) alert
  where not exists (
    select 1 from private.jobs job
    where job.kind = 'send_stock_alert' and job.key = alert.id::text and not private.has_failed(job)
  )
$function$;

ALTER FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ranked_phone_messages(p_job_ids bigint[])
 RETURNS TABLE(id uuid, job_id bigint, is_within boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sent as (
    select * from private.phone_sends where phone_sends.sent_at > now() - interval '1 hour'
  ), due as (
    select message.id, job.id as job_id, message.tenant_id, message.to_stranger, job.run_at, orders.user_id, asked.client,
      coalesce(staff_settings.phone_messages_limit, 200) as most, coalesce(staff_settings.stranger_messages_limit, 20) as most_strangers
    from private.jobs job
    join public.order_messages message on message.id = job.key::uuid
    join public.orders on orders.id = message.order_id
    left join private.order_clients asked on asked.order_id = orders.id
    left join public.staff_settings on staff_settings.tenant_id = message.tenant_id
    where job.id = any (p_job_ids) and message.sent_at is null and message.expired_at is null and message.failed_at is null
  ), strangers as (
    select due.*,
      row_number() over (partition by due.tenant_id, due.user_id order by due.run_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.user_id = due.user_id
      ) as nth_of_account,
      row_number() over (partition by due.tenant_id, due.client order by due.run_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.client = due.client
      ) as nth_of_client
    from due where due.to_stranger
  ), fair as (
    select strangers.id, strangers.most_strangers,
      row_number() over (partition by strangers.tenant_id order by strangers.run_at, strangers.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = strangers.tenant_id
      ) as nth_of_strangers
    from strangers where strangers.nth_of_account <= 5 and (strangers.client is null or strangers.nth_of_client <= 10)
  ), allowed as (
    select due.*, row_number() over (partition by due.tenant_id order by due.to_stranger, due.run_at, due.id) + (
      select count(*) from sent where sent.tenant_id = due.tenant_id
    ) as nth_of_store
    from due left join fair on fair.id = due.id
    where not due.to_stranger or fair.nth_of_strangers <= fair.most_strangers
  )
  select due.id, due.job_id, coalesce(allowed.nth_of_store <= allowed.most, false)
  from due left join allowed on allowed.id = due.id
$function$;

ALTER FUNCTION "private"."ranked_phone_messages"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refund_json(p_refund_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(refunds) - 'tenant_id' || jsonb_build_object('lines', coalesce((
    select jsonb_agg(to_jsonb(refund_line) - '{tenant_id,refund_id}'::text[]) from public.refund_lines refund_line
    where refund_line.refund_id = refunds.id
  ), '[]'))
  from public.refunds where refunds.id = p_refund_id
$function$;

CREATE OR REPLACE FUNCTION private.retry_pause(p_attempts integer)
 RETURNS interval
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select least(interval '30 seconds' * power(2, least(p_attempts, 12)), interval '6 hours') * (0.75 + random() / 2)
$function$;

CREATE OR REPLACE FUNCTION private.send_by_way(p_order public.orders, p_refund public.refunds, p_way public.refund_way, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.store_opens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_job('send_opening_alert', alert.id::text, p_tenant_id => alert.tenant_id, p_max_attempts => 12,
    p_run_at => case new.state when 'resting' then new.reopens_on::timestamp at time zone 'Africa/Cairo' else now() end)
  from public.opening_alerts alert
  where alert.tenant_id = new.tenant_id and not exists (
    select 1 from private.jobs job
    where job.kind = 'send_opening_alert' and job.key = alert.id::text and not private.has_failed(job)
      and (job.locked_at is not null or job.run_at <= now())
  );
  return null;
end
$function$;

ALTER FUNCTION "private"."store_opens"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stores_with_jobs()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenants text[];
begin
  if private.is_service() or exists (
    select 1 from public.user_roles ruling
    where ruling.user_id = auth.uid() and ruling.tenant_id is null and ruling.role = 'super_admin'
  ) then
    return null;
  end if;
  v_tenants := private.tenants_where_may('settings.store');
  if cardinality(v_tenants) = 0 then
    perform private.require_platform_owner();
  end if;
  return v_tenants;
end
$function$;

ALTER FUNCTION "private"."stores_with_jobs"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_mail_back(p_order_id uuid, p_kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.withdraw_messages(p_order_id, p_kind::public.order_message_kind)
  where p_kind = any (enum_range(null::public.order_message_kind)::text[]);
  return not exists (select 1 from public.order_messages where order_id = p_order_id and kind::text = p_kind);
end
$function$;

CREATE OR REPLACE FUNCTION private.try_to_book(p_shipment_id uuid, p_carrier text, p_carrier_name text, p_district_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_booking public.carrier_bookings;
  v_refusal jsonb;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if v_booking.state in ('waiting', 'asked', 'booked') and v_booking.carrier = p_carrier then
    update private.jobs failed set attempts = 0, run_at = now()
    where failed.kind = 'book_shipment' and failed.key = p_shipment_id::text and private.has_failed(failed);
    return '{}';
  end if;
  v_refusal := private.booking_refusal(v_parcel);
  if v_refusal is not null then
    return jsonb_build_object('refusal', v_refusal);
  elsif p_district_id is not null and not exists (
    select 1 from public.carrier_areas area
    where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
  ) then
    return jsonb_build_object('refusal', private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id)));
  end if;
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = p_shipment_id;
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  values (p_shipment_id, v_parcel.tenant_id, p_carrier, p_district_id, auth.uid())
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', problem = null, updated_at = now(),
    district_id = coalesce(excluded.district_id, case when v_booking.carrier = p_carrier then v_booking.district_id end),
    round = v_booking.round + case v_booking.state when 'cancelled' then 1 else 0 end;
  perform private.add_job('book_shipment', p_shipment_id::text, p_tenant_id => v_parcel.tenant_id);
  return '{}';
end
$function$;

CREATE OR REPLACE FUNCTION private.variant_is_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_stock_alerts(array(
    select alert from public.stock_alerts alert
    where alert.tenant_id = new.tenant_id and alert.product_id = new.product_id and alert.variant_id = new.id
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.withdraw_messages(p_order_id uuid, p_kind public.order_message_kind)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with withdrawn as (
    delete from private.jobs job using public.order_messages message
    where message.order_id = p_order_id and message.kind = p_kind
      and job.kind = 'send_' || message.channel and job.key = message.id::text and job.attempts = 0
    returning message.id
  )
  delete from public.order_messages message using withdrawn where message.id = withdrawn.id
$function$;

ALTER FUNCTION "private"."withdraw_messages"(uuid, public.order_message_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.ask_for_opening(p_tenant_id text, p_email text, p_language text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(coalesce(p_email, '')));
begin
  perform private.require_service();
  if length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('invalid_email');
  end if;
  -- Who opens the store meanwhile waits, and finds the address.
  perform 1 from public.settings where settings.tenant_id = p_tenant_id and settings.state = 'closed' for share;
  if not found then
    return false;
  end if;
  insert into public.opening_alerts (tenant_id, email, language)
  values (p_tenant_id, v_email, case p_language when 'ar' then 'ar' else 'en' end)
  on conflict (tenant_id, email) do update set language = excluded.language;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.carrier_booking_done(p_shipment_id uuid, p_outcome text, p_answer jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_booking public.carrier_bookings;
  v_problem constant jsonb := p_answer -> 'problem';
  v_parcel public.shipments;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.shipments parcel where parcel.id = p_shipment_id) for update;
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if not found or v_booking.state not in ('asked', 'to_cancel') then
    return v_booking.state;
  end if;
  if p_outcome = 'booked' then
    perform private.require_own_number(v_parcel, v_booking.carrier, p_answer ->> 'tracking_number');
    update public.shipments set tracking_number = p_answer ->> 'tracking_number', tracking_url = p_answer ->> 'tracking_url',
      updated_at = now()
    where id = p_shipment_id;
  end if;
  update public.carrier_bookings set
    state = case
      -- Unpacked meanwhile: what was made for it is called off.
      when p_outcome = 'booked' and (v_booking.state = 'to_cancel' or v_parcel.state = 'cancelled') then 'to_cancel'
      when p_outcome in ('booked', 'failed', 'cancelled') then p_outcome else v_booking.state::text
    end::public.carrier_booking_state,
    cash = case when p_outcome in ('failed', 'cancelled') then null else cash end,
    problem = case when p_outcome in ('failed', 'again') then private.carrier_problem(v_problem) end,
    carrier_reference = coalesce(p_answer ->> 'carrier_reference', carrier_reference),
    updated_at = now()
  where shipment_id = p_shipment_id returning * into v_booking;
  if v_booking.state = 'to_cancel' and p_outcome = 'booked' then
    perform private.add_job('book_shipment', p_shipment_id::text, p_tenant_id => v_booking.tenant_id);
  end if;
  perform private.refresh_order(v_parcel.order_id);
  return v_booking.state;
end
$function$;

CREATE OR REPLACE FUNCTION public.carrier_tasks(p_job_ids bigint[])
 RETURNS TABLE(shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint, pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_shipments constant uuid[] := private.job_uuids('book_shipment', p_job_ids);
  v_new uuid[];
begin
  perform private.require_service();
  v_new := array(
    select booking.shipment_id from public.carrier_bookings booking
    where booking.shipment_id = any (v_shipments) and booking.state = 'waiting' order by booking.shipment_id for update
  );
  update public.carrier_bookings booking set
    state = case booking.state when 'waiting' then 'asked' else booking.state end, updated_at = now(),
    cash = coalesce(booking.cash, (select parcel.cash_due from public.shipments parcel where parcel.id = booking.shipment_id))
  where booking.shipment_id = any (v_shipments) and booking.state in ('waiting', 'asked', 'to_cancel');
  return query
    select task.* from public.carrier_bookings booking
    cross join lateral private.carrier_task(booking, case
      when booking.state = 'to_cancel' then 'cancel' when booking.shipment_id = any (v_new) then 'create' else 'look' end) task
    where booking.shipment_id = any (v_shipments) and booking.state in ('asked', 'to_cancel');
end
$function$;

ALTER FUNCTION "public"."carrier_tasks"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.expire_order_mails()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  with expired as (
    update public.order_messages set expired_at = now()
    where id in (
      select waiting.id from public.order_messages waiting
      where waiting.channel = 'email' and waiting.sent_at is null and waiting.expired_at is null and waiting.failed_at is null
        and waiting.created_at < now() - interval '3 days'
      for update skip locked
    )
    returning id, tenant_id, order_id, kind
  ), dropped as (
    delete from private.jobs job using expired where job.kind = 'send_email' and job.key = expired.id::text
  )
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select expired.tenant_id, expired.order_id, 'system', jsonb_build_object('code', 'mail_expired', 'kind', expired.kind), true
  from expired;
end
$function$;

ALTER FUNCTION "public"."expire_order_mails"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.fail_job(p_job_id bigint, p_attempt integer, p_error text, p_is_final boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.jobs job set
    locked_at = null, last_error = left(p_error, 500),
    run_at = now() + least(private.retry_pause(p_attempt), job.every),
    attempts = case when p_is_final then greatest(job.attempts, job.max_attempts) else job.attempts end
  where job.id = p_job_id and job.attempts = p_attempt and job.locked_at is not null;
end
$function$;

CREATE OR REPLACE FUNCTION public.failed_jobs(p_limit integer DEFAULT 200)
 RETURNS TABLE(id bigint, kind text, key text, tenant_id text, attempts integer, last_error text, run_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenants constant text[] := private.stores_with_jobs();
begin
  return query
    select failed.id, failed.kind, failed.key, failed.tenant_id, failed.attempts, failed.last_error, failed.run_at, failed.created_at
    from private.jobs failed
    where private.has_failed(failed) and (v_tenants is null or failed.tenant_id = any (v_tenants))
    order by failed.run_at desc limit least(greatest(p_limit, 1), 1000);
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_jobs(p_job_ids bigint[], p_attempts integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.jobs job set attempts = 0, last_error = '', locked_at = null, run_at = now() + job.every
  from unnest(p_job_ids, p_attempts) done (id, attempt)
  where job.id = done.id and job.attempts = done.attempt and job.locked_at is not null and job.every is not null;
  delete from private.jobs job using unnest(p_job_ids, p_attempts) done (id, attempt)
  where job.id = done.id and job.attempts = done.attempt and job.locked_at is not null and job.every is null;
end
$function$;

ALTER FUNCTION "public"."finish_jobs"(bigint[], integer[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.give_up_messages(p_job_ids bigint[], p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  perform private.give_up_message(message, p_error)
  from private.jobs job join public.order_messages message
    on job.kind = 'send_' || message.channel and job.key = message.id::text
  where job.id = any (p_job_ids) and message.sent_at is null and message.expired_at is null and message.failed_at is null;
end
$function$;

ALTER FUNCTION "public"."give_up_messages"(bigint[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.opening_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, language text, contact_email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_opening_alert', p_job_ids);
begin
  perform private.require_service();
  -- A change that is under way is waited for and seen here; a later one finds no job, and queues the mail.
  perform 1 from public.settings
  where settings.tenant_id in (select alert.tenant_id from public.opening_alerts alert where alert.id = any (v_alerts))
    and private.current_state(settings) <> 'open'
  order by settings.tenant_id for share;
  delete from private.jobs job using public.opening_alerts alert, public.settings
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text
    and settings.tenant_id = alert.tenant_id and private.current_state(settings) <> 'open';
  return query
    select alert.id, alert.tenant_id, alert.email, alert.language, coalesce(settings.contact ->> 'contactEmail', '')
    from public.opening_alerts alert
    join public.settings on settings.tenant_id = alert.tenant_id and private.current_state(settings) = 'open'
    where alert.id = any (v_alerts);
end
$function$;

ALTER FUNCTION "public"."opening_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_message_done(p_message_id uuid, p_sent boolean, p_reference text DEFAULT NULL::text, p_error text DEFAULT ''::text, p_is_final boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.order_messages;
begin
  perform private.require_service();
  select message.* into v_message from public.order_messages message
  where message.id = p_message_id and message.sent_at is null and message.failed_at is null for update;
  if not found then
    return;
  end if;
  if not p_sent and p_is_final then
    perform private.give_up_message(v_message, p_error);
    return;
  end if;
  update public.order_messages set
    sent_at = case when p_sent then now() end,
    expired_at = case when not p_sent then expired_at end,
    provider_reference = coalesce(p_reference, provider_reference),
    error = case when p_sent then '' else left(coalesce(p_error, ''), 200) end
  where id = p_message_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_messages_to_send(p_job_ids bigint[])
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_to_send uuid[];
begin
  perform private.require_service();
  perform public.expire_order_mails();
  perform private.drop_order_messages(p_job_ids);
  v_to_send := array(
    select message.id from private.jobs job join public.order_messages message on message.id = job.key::uuid
    where job.id = any (p_job_ids) and job.kind = 'send_email'
      and message.sent_at is null and message.expired_at is null and message.failed_at is null
  );
  perform private.give_papers(v_to_send);
  v_to_send := v_to_send || private.phone_messages_within_limits(array(
    select job.id from private.jobs job where job.id = any (p_job_ids) and job.kind <> 'send_email'));
  return query
    select private.order_message(message, job.attempts)
    from private.jobs job join public.order_messages message on message.id = job.key::uuid
    where job.id = any (p_job_ids) and message.id = any (v_to_send)
    order by message.created_at, message.id;
end
$function$;

ALTER FUNCTION "public"."order_messages_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.overrule_cash_rule(p_order_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('overrule_cash_rule', p_order_id, p_reason));
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders := private.lock_order_for_caller(p_order_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if v_reason = '' then
    perform private.refuse('reason_required');
  elsif v_order.confirm_until is null or v_order.status not in ('pending', 'awaiting_payment') then
    perform private.refuse('cash_not_ruled');
  end if;
  update public.orders set cash_requirement = 'none', cash_overruled = v_reason, confirm_until = null, deposit = 0, stage = 'pending',
    updated_at = now()
  where orders.id = p_order_id;
  v_order := private.refresh_order(p_order_id);
  perform private.withdraw_messages(p_order_id, 'confirm');
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$function$;

CREATE OR REPLACE FUNCTION public.postpone_jobs(p_job_ids bigint[], p_attempts integer[], p_seconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.jobs job set
    attempts = job.attempts - 1, locked_at = null, run_at = case when p_seconds > 0 then now() + make_interval(secs => p_seconds) else job.run_at end
  from unnest(p_job_ids, p_attempts) given (id, attempt)
  where job.id = given.id and job.attempts = given.attempt and job.locked_at is not null;
end
$function$;

ALTER FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.record_message_event(p_channel public.message_channel, p_reference text, p_state text, p_error text DEFAULT ''::text, p_message_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.order_messages;
begin
  perform private.require_service();
  select message.* into v_message from public.order_messages message
  where message.channel = p_channel and (message.id = p_message_id or p_message_id is null and message.provider_reference = p_reference)
  for update;
  if not found or p_state not in ('sent', 'delivered', 'read', 'failed') then
    return 'unknown';
  end if;
  if p_state = 'failed' then
    -- Of a message that was sent again, what became of the first try says nothing.
    if v_message.failed_at is not null or v_message.delivered_at is not null or v_message.read_at is not null
      or v_message.provider_reference <> p_reference then
      return 'known';
    end if;
    update public.order_messages set provider_reference = p_reference, expired_at = null, sent_at = coalesce(sent_at, now())
    where id = v_message.id;
    perform private.give_up_message(v_message, p_error);
    return 'booked';
  end if;
  if p_state = 'sent' and v_message.sent_at is not null or p_state = 'delivered' and v_message.delivered_at is not null
    or v_message.read_at is not null then
    return 'known';
  end if;
  update public.order_messages set
    expired_at = null,
    sent_at = coalesce(sent_at, now()),
    delivered_at = case when p_state <> 'sent' then coalesce(delivered_at, now()) end,
    read_at = case when p_state = 'read' then now() else read_at end,
    failed_at = case when p_state = 'sent' then failed_at end,
    provider_reference = coalesce(provider_reference, p_reference)
  where id = v_message.id;
  if p_state <> 'sent' then
    -- It came after all, so that what was to go instead of it is not needed.
    delete from public.order_messages other using private.jobs job
    where other.fallback_of = v_message.id and job.kind = 'send_' || other.channel and job.key = other.id::text
      and job.attempts = 0;
  end if;
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION public.refunds_to_send(p_job_ids bigint[])
 RETURNS TABLE(payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint, attempt integer, reference text, back bigint, attempt_back bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  select coalesce(payment.attempt_id, payment.id), refund.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    case when refund.reference = '' then 'refund' else 'follow' end, refund.id, private.piastres(refund.amount), refund.attempt,
    refund.reference, private.piastres(coalesce((
      select sum(sent.amount) from public.refunds sent where sent.payment_id = payment.id and sent.state = 'sent'
    ), 0)), private.attempt_back(payment)
  from public.refunds refund join public.payments payment on payment.id = refund.payment_id
  where refund.state = 'sending' and refund.id = any (private.job_uuids('send_refund', p_job_ids));
end
$function$;

ALTER FUNCTION "public"."refunds_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.retry_jobs(p_job_ids bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenants constant text[] := private.stores_with_jobs();
  v_count integer;
begin
  if not private.is_service() then
    perform private.require_aal();
  end if;
  update private.jobs failed set attempts = 0, run_at = now(), locked_at = null
  where failed.id = any (p_job_ids) and private.has_failed(failed)
    and (v_tenants is null or failed.tenant_id = any (v_tenants));
  get diagnostics v_count = row_count;
  return v_count;
end
$function$;

CREATE OR REPLACE FUNCTION public.schedule_job(p_kind text, p_seconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_every constant interval := make_interval(secs => p_seconds);
begin
  perform private.require_service();
  insert into private.jobs (kind, key, every) values (p_kind, 'recurring', v_every)
  on conflict (kind, key) do update set every = v_every, run_at = least(jobs.run_at, now() + v_every)
  where jobs.every is distinct from v_every;
end
$function$;

ALTER FUNCTION "public"."schedule_job"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_contact_message(p_tenant_id text, p_name text, p_email text, p_subject text, p_message text, p_client text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(p_email));
  v_mailbox constant text := private.mailbox_of(p_email);
  v_client constant text := private.client_key(p_client);
  v_network constant text := private.client_network(p_client);
  v_conversation public.conversations;
begin
  if not exists (select 1 from public.tenants tenant where tenant.id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 then
    perform private.refuse('invalid_name');
  end if;
  if coalesce(p_email, '') !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or length(p_email) > 320 then
    perform private.refuse('invalid_email');
  end if;
  if length(p_subject) > 200 then
    perform private.refuse('invalid_subject');
  end if;
  perform private.refuse_many_messages(p_tenant_id, v_mailbox, v_client, v_network);
  insert into public.conversations (tenant_id, kind, user_id, name, email, subject)
  values (
    p_tenant_id, 'contact',
    (select id from public.profiles where id = auth.uid() and tenant_id = p_tenant_id),
    btrim(p_name), v_email, coalesce(btrim(p_subject), '')
  ) returning * into v_conversation;
  delete from private.contact_senders where created_at < now() - interval '1 day';
  insert into private.contact_senders (conversation_id, tenant_id, mailbox, client, network)
  values (v_conversation.id, p_tenant_id, v_mailbox, v_client, v_network);
  perform private.add_message(v_conversation, case when v_conversation.user_id is null
    then 'visitor'::public.message_sender else 'shopper' end, p_message);
  perform private.queue_contact_mails(v_conversation);
  return v_conversation.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.stock_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, person text, language text, product_id uuid, product text, variant_id uuid, variant text, contact_email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_stock_alert', p_job_ids);
begin
  perform private.require_service();
  -- A change of the stock that is under way is waited for and seen here; a later one finds no job, and queues the alert.
  perform 1 from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id in (
    select alert.variant_id from public.stock_alerts alert where alert.id = any (v_alerts) and not private.is_back(alert)
  )
  order by variant.id for share;
  delete from private.jobs job using public.stock_alerts alert
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text and not private.is_back(alert);
  return query
    select alert.id, alert.tenant_id, person.email, coalesce(person.name, ''), person.language, alert.product_id,
      coalesce(product.translations -> person.language ->> 'name', product.name), wanted.id,
      private.variant_name_in(person.language, wanted), coalesce(settings.contact ->> 'contactEmail', '')
    from public.stock_alerts alert
    join public.product_variants wanted on wanted.id = alert.variant_id
    join public.products product on product.id = alert.product_id
    join public.profiles person on person.id = alert.user_id and person.tenant_id = alert.tenant_id
    left join public.settings on settings.tenant_id = alert.tenant_id
    where alert.id = any (v_alerts) and private.is_back(alert);
end
$function$;

ALTER FUNCTION "public"."stock_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.take_jobs(p_kinds text[], p_limit integer DEFAULT 10, p_keys text[] DEFAULT NULL::text[])
 RETURNS TABLE(id bigint, kind text, key text, tenant_id text, payload jsonb, attempt integer, max_attempts integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit constant integer := least(greatest(p_limit, 1), 100);
begin
  perform private.require_service();
  return query
    with taken as (
      update private.jobs job set attempts = job.attempts + 1, locked_at = now()
      where job.id in (
        select due.id from unnest(p_kinds) asked (kind)
        cross join lateral (
          select waiting.id, waiting.priority, waiting.run_at from private.jobs waiting
          where waiting.kind = asked.kind and (waiting.attempts < waiting.max_attempts or waiting.every is not null)
            and waiting.run_at <= now() and not private.is_taken(waiting) and (p_keys is null or waiting.key = any (p_keys))
          order by waiting.priority, waiting.run_at limit v_limit for update skip locked
        ) due
        order by due.priority, due.run_at, due.id limit v_limit
      )
      returning job.*
    )
    select taken.id, taken.kind, taken.key, taken.tenant_id, taken.payload, taken.attempts, taken.max_attempts
    from taken order by taken.priority, taken.run_at, taken.id;
end
$function$;

ALTER FUNCTION "public"."take_jobs"(text[], integer, text[]) OWNER TO "postgres";

CREATE INDEX jobs_due ON private.jobs USING btree (kind, priority, run_at) WHERE ((attempts < max_attempts) OR (every IS NOT NULL));

CREATE INDEX order_messages_waiting ON public.order_messages USING btree (created_at) WHERE ((channel = 'email'::public.message_channel) AND (sent_at IS NULL) AND (expired_at IS NULL) AND (failed_at IS NULL));

CREATE TRIGGER product_is_back AFTER UPDATE OF is_active ON public.products FOR EACH ROW WHEN ((new.is_active AND (NOT old.is_active))) EXECUTE FUNCTION private.product_is_back();

CREATE TRIGGER refund_queued_again AFTER UPDATE OF state, payment_id, reference ON public.refunds FOR EACH ROW WHEN (((new.state = 'sending'::public.refund_state) AND ((old.state <> new.state) OR (old.reference <> new.reference) OR (old.payment_id IS DISTINCT FROM new.payment_id)))) EXECUTE FUNCTION private.queue_refund();

CREATE TRIGGER refund_queued AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.state = 'sending'::public.refund_state)) EXECUTE FUNCTION private.queue_refund();

CREATE TRIGGER store_opens AFTER UPDATE OF state, reopens_on ON public.settings FOR EACH ROW WHEN (((new.state <> 'closed'::public.store_state) AND ((old.state IS DISTINCT FROM new.state) OR (old.reopens_on IS DISTINCT FROM new.reopens_on)))) EXECUTE FUNCTION private.store_opens();

REVOKE ALL ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."drop_order_messages"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_order_messages"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_order_messages"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_order_messages"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_back"(public.stock_alerts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_back"(public.stock_alerts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_back"(public.stock_alerts) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_back"(public.stock_alerts) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_taken"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_taken"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_taken"(private.jobs) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_taken"(private.jobs) TO "service_role";

REVOKE ALL ON FUNCTION "private"."job_uuids"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_uuids"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."job_uuids"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."job_uuids"(text, bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mail_note"(public.orders, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_note"(public.orders, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_note"(public.orders, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_note"(public.orders, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_message"(public.order_messages, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_message"(public.order_messages, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_message"(public.order_messages, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_message"(public.order_messages, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."phone_messages_within_limits"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."phone_messages_within_limits"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_messages_within_limits"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_messages_within_limits"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."product_is_back"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."product_is_back"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_is_back"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_is_back"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_contact_mails"(public.conversations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_contact_mails"(public.conversations) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_contact_mails"(public.conversations) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_contact_mails"(public.conversations) TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_refund"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_refund"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_refund"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_refund"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ranked_phone_messages"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ranked_phone_messages"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranked_phone_messages"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranked_phone_messages"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_opens"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_opens"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_opens"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_opens"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."stores_with_jobs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stores_with_jobs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stores_with_jobs"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stores_with_jobs"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."withdraw_messages"(uuid, public.order_message_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_messages"(uuid, public.order_message_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."withdraw_messages"(uuid, public.order_message_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."withdraw_messages"(uuid, public.order_message_kind) TO "service_role";

REVOKE ALL ON FUNCTION "public"."carrier_tasks"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."carrier_tasks"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_tasks"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_tasks"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."expire_order_mails"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."expire_order_mails"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."expire_order_mails"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."expire_order_mails"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_jobs"(bigint[], integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."finish_jobs"(bigint[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_jobs"(bigint[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_jobs"(bigint[], integer[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."give_up_messages"(bigint[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."give_up_messages"(bigint[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_up_messages"(bigint[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_up_messages"(bigint[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_messages_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."order_messages_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_messages_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_messages_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refunds_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."refunds_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refunds_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refunds_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."schedule_job"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."schedule_job"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."schedule_job"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."schedule_job"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_jobs"(text[], integer, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."take_jobs"(text[], integer, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_jobs"(text[], integer, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_jobs"(text[], integer, text[]) TO "service_role";
