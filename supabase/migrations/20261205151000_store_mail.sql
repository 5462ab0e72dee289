set local check_function_bodies = off;

ALTER TABLE "public"."brands" DROP CONSTRAINT "brands_texts";

DROP FUNCTION "private"."holds_capability"(text, text);

DROP FUNCTION "private"."seller_of"(text);

DROP FUNCTION "public"."opening_alerts_to_send"(bigint[]);

DROP FUNCTION "public"."stock_alerts_to_send"(bigint[]);

CREATE TABLE "private"."staff_notifications" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "choice_id" uuid NOT NULL, "happening" text NOT NULL DEFAULT ''::text, "about_id" uuid, "note" text NOT NULL DEFAULT ''::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_notifications_happening_check" CHECK ((length(happening) <= 60)), CONSTRAINT "staff_notifications_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "staff_notifications_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."staff_notifications" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_notifications" OWNER TO "postgres";

CREATE TABLE "public"."staff_notification_choices" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "user_id" uuid NOT NULL, "channel" public.notification_channel NOT NULL DEFAULT 'email'::public.notification_channel, "each_morning" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_notification_choices_channel_check" CHECK ((channel <> 'sms'::public.notification_channel)), CONSTRAINT "staff_notification_choices_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."staff_notification_choices" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."staff_notification_choices" OWNER TO "postgres";

ALTER TABLE "public"."brands" ADD COLUMN "mail_sender" text;

ALTER TABLE "public"."brands" ADD COLUMN "mail_reply_to" text;

ALTER TABLE "public"."brands" ADD COLUMN "mail_signature" text;

ALTER TABLE "public"."brands" ADD COLUMN "order_prefix" text;

CREATE TYPE "public"."staff_topic" AS ENUM ('new_order', 'problem', 'low_stock', 'failed_job');

ALTER TABLE "public"."staff_notification_choices" ADD COLUMN "topic" public.staff_topic NOT NULL;

ALTER TYPE "public"."staff_topic" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.booking_needs_attention()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'problem', 'booking_failed', array[shipment.order_id])
  from public.shipments shipment where shipment.id = new.shipment_id;
  return null;
end
$function$;

ALTER FUNCTION "private"."booking_needs_attention"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.brand_text_limits()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select '{
    "hero_title": 100, "hero_text": 400, "hero_action": 40, "featured_title": 100, "categories_title": 100,
    "deals_title": 100, "new_title": 100, "story_title": 100, "story": 3000, "not_found_title": 100, "not_found_text": 400,
    "error_title": 100, "error_text": 400, "empty_cart": 100, "order_placed_text": 400, "contact_text": 400, "faq_text": 400,
    "account_text": 400, "designer_text": 400, "nothing_found_title": 100, "slogans": 500, "made_for_label": 40,
    "made_for_all": 40, "mail_signature": 500
  }'::jsonb
$function$;

CREATE OR REPLACE FUNCTION private.holds_capability(p_tenant_id text, p_capability text, p_user_id uuid DEFAULT auth.uid())
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from private.held_capabilities held
    where held.user_id = p_user_id and held.capability = p_capability
      and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$function$;

ALTER FUNCTION "private"."holds_capability"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_mail_address(p_address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select length(p_address) <= 254
    and p_address ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
$function$;

ALTER FUNCTION "private"."is_mail_address"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.issue_invoice(p_order public.orders, p_kind public.invoice_kind, p_corrects_id uuid, p_items private.invoice_item[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invoice_id uuid;
begin
  insert into public.invoices (
    tenant_id, order_id, kind, year, number, corrects_id, order_number, seller, buyer, language, total, tax, issued_at
  )
  select p_order.tenant_id, p_order.id, p_kind, taken.year, taken.number, p_corrects_id, p_order.number,
    (select public.seller(tenant) from public.tenants tenant where tenant.id = p_order.tenant_id),
    jsonb_build_object('name', coalesce(nullif(p_order.customer_name, ''), p_order.address ->> 'full_name', ''),
      'address', p_order.address - '{phone,landmark}'::text[]),
    (select profiles.language from public.profiles
      where profiles.id = p_order.user_id and profiles.tenant_id = p_order.tenant_id),
    (select sum(item.amount) from unnest(p_items) item), (select sum(item.tax) from unnest(p_items) item), taken.issued_at
  from private.next_invoice_number(p_order.tenant_id, p_kind) taken
  returning id into v_invoice_id;
  insert into public.invoice_lines (
    tenant_id, invoice_id, position, kind, order_line_id, sku, name, options, translations, garment, quantity,
    unit_price, discount, amount, tax_rate, tax
  )
  select p_order.tenant_id, v_invoice_id, row_number() over (order by item.kind, line.position), item.kind, item.order_line_id,
    line.sku, coalesce(line.name, ''), coalesce(line.options, '[]'), coalesce(line.translations, '{}'),
    line.garment, pieces.count, case when pieces.count > 0 then line.unit_price end,
    case when pieces.count > 0 then line.unit_price * pieces.count - item.amount else 0 end, item.amount, item.tax_rate, item.tax
  from unnest(p_items) item
  cross join lateral (select case when item.quantity > 0 then item.quantity end as count) pieces
  left join public.order_lines line on line.id = item.order_line_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_mail_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    perform private.require_capability(new.tenant_id, 'settings.open_store');
  end if;
  return new;
end
$function$;

ALTER FUNCTION "private"."keep_mail_sender"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.low_stock_of(p_tenant_id text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock())
$function$;

ALTER FUNCTION "private"."low_stock_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_hear_of(p_tenant_id text, p_topic public.staff_topic)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.may(p_tenant_id, private.staff_topic_capability(p_topic))
$function$;

ALTER FUNCTION "private"."may_hear_of"(text, public.staff_topic) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_needs_attention()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'problem', tg_argv[0], array[new.order_id]);
  return null;
end
$function$;

ALTER FUNCTION "private"."money_needs_attention"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_stock(p_variant_ids uuid[], p_deltas integer[], p_reason public.stock_reason, p_note text DEFAULT ''::text, p_order_id uuid DEFAULT NULL::uuid)
 RETURNS private.variant_change[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_changes private.variant_change[];
begin
  with moved as (
    update public.product_variants variant set stock = variant.stock + moved.delta
    from unnest(p_variant_ids, p_deltas) moved (variant_id, delta)
    where variant.id = moved.variant_id and moved.delta <> 0
    returning variant.tenant_id, variant.product_id, variant.id,
      private.variant_name(variant.option1, variant.option2, variant.option3) as name, variant.stock, moved.delta
  ),
  written as (
    insert into public.stock_movements (
      tenant_id, product_id, variant_id, variant, delta, stock_after, reason, order_id, actor_id, note
    )
    select moved.tenant_id, moved.product_id, moved.id, moved.name, moved.delta, moved.stock, p_reason, p_order_id, auth.uid(), p_note
    from moved
  )
  select array_agg(row(moved.product_id, moved.id, moved.name, moved.stock - moved.delta, moved.stock)::private.variant_change)
  into v_changes from moved;
  if exists (select 1 from unnest(v_changes) change where least(change.stock, change.stock_was) <= private.few_left()) then
    perform private.publish_stock_change(v_changes);
  end if;
  perform private.tell_low_stock(product.tenant_id, v_changes)
  from public.products product where product.id = v_changes[1].product_id;
  return coalesce(v_changes, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.order_needs_attention()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status = 'awaiting_payment' and new.payment_method = 'online' and not private.is_void(new.status)
    and new.status <> old.status then
    perform private.tell_staff(new.tenant_id, 'new_order', p_about_ids => array[new.id]);
  end if;
  perform private.tell_staff(new.tenant_id, 'problem', entered.queue::text, array[new.id])
  from unnest(new.queues) entered (queue)
  where entered.queue in ('attempt_failed', 'returned_to_sender', 'returns') and entered.queue <> all (old.queues);
  return null;
end
$function$;

ALTER FUNCTION "private"."order_needs_attention"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_notification(p_message public.order_notifications, p_attempts integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders) || jsonb_build_object(
      'owes', public.owes(orders), 'owed_back', greatest(-private.balance(orders), 0),
      'awaited_deposit', public.awaited_deposit(orders), 'due_at_door', public.due_at_door(orders)),
    'sum', private.order_sum(orders),
    'attempts', p_attempts,
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (p_message.documents)
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
        or public.awaited_deposit(orders) > 0 and settings.bank_transfer
          and 'bank_transfer' <> all (public.closed_payments(orders)))
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(p_message.kind, coalesce(p_message.about_id, p_message.event_id)),
    'fault_days', private.days_after_delivery(p_message.tenant_id, 'faultDays'),
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

CREATE OR REPLACE FUNCTION private.order_number(p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The first six and last seven bytes of a v4 UUID are fully random. The 64 base64 characters map to 32 letters, two to one.
  v_bytes bytea := uuid_send(gen_random_uuid());
  v_letters text := translate(
    encode(substr(v_bytes, 1, 6) || substr(v_bytes, 14, 3), 'base64'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  );
begin
  return coalesce(
    (select brand.order_prefix from public.brands brand where brand.tenant_id = p_tenant_id), upper(left(p_tenant_id, 2))
  ) || '-' || left(v_letters, 5) || '-' || substr(v_letters, 6, 5);
end
$function$;

CREATE OR REPLACE FUNCTION private.order_placed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_staff_facts (tenant_id, order_id, search_text)
  values (new.tenant_id, new.id, private.order_search_text(new));
  insert into public.order_events (tenant_id, order_id, actor, to_status)
  values (new.tenant_id, new.id, case
    when auth.uid() is null then 'system' when new.channel <> 'web' then 'staff' else 'shopper' end, new.status);
  if new.channel = 'web' and not new.is_test then
    perform private.note_order_client(new);
  end if;
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_notification(new, 'placed');
  end if;
  if not new.is_test and (new.status <> 'awaiting_payment' or new.payment_method <> 'online') then
    perform private.tell_staff(new.tenant_id, 'new_order', p_about_ids => array[new.id]);
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.staff_choice_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.jobs job set run_at = private.staff_notifications_due(new.each_morning)
  where job.kind = 'send_staff_notification' and job.key = new.id::text and job.locked_at is null;
  return null;
end
$function$;

ALTER FUNCTION "private"."staff_choice_changed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_notification_item(p_topic public.staff_topic, p_told private.staff_notifications, p_tenant_id text, p_language text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_topic
    when 'failed_job' then jsonb_build_object('happening', p_told.happening, 'note', p_told.note)
    when 'low_stock' then (
      select jsonb_build_object('id', variant.product_id, 'name', coalesce(product.translations -> p_language ->> 'name', product.name),
        'variant', private.variant_name_in(p_language, variant), 'stock', variant.stock)
      from public.product_variants variant join public.products product on product.id = variant.product_id
      where variant.id = p_told.about_id and variant.is_active and product.is_active
        and variant.stock <= private.low_stock_of(p_tenant_id)
    )
    else (
      select jsonb_build_object('id', orders.id, 'number', orders.number, 'total', orders.total, 'happening', p_told.happening)
      from public.orders where orders.id = p_told.about_id and (p_topic = 'problem' or not private.is_void(orders.status))
    )
  end
$function$;

ALTER FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_notifications_due(p_each_morning boolean)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_each_morning
    then (((private.shop_time() - interval '8 hours')::date + 1) + time '8:00') at time zone 'Africa/Cairo'
    else now() + interval '2 minutes' end
$function$;

ALTER FUNCTION "private"."staff_notifications_due"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_topic_capability(p_topic public.staff_topic)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_topic
    when 'new_order' then 'orders.see' when 'problem' then 'orders.see' when 'low_stock' then 'products.see'
    when 'failed_job' then 'settings.store' end
$function$;

ALTER FUNCTION "private"."staff_topic_capability"(public.staff_topic) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_low_stock(p_tenant_id text, p_changes private.variant_change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_low constant integer := private.low_stock_of(p_tenant_id);
  v_variants constant uuid[] := array(
    select change.variant_id from unnest(p_changes) change
    join public.product_variants variant on variant.id = change.variant_id and variant.is_active
    join public.products product on product.id = change.product_id and product.is_active
    where change.stock <= v_low and change.stock_was > v_low
  );
begin
  if cardinality(v_variants) > 0 then
    perform private.tell_staff(p_tenant_id, 'low_stock', p_about_ids => v_variants);
  end if;
end
$function$;

ALTER FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_staff(p_tenant_id text, p_topic public.staff_topic, p_happening text DEFAULT ''::text, p_about_ids uuid[] DEFAULT '{NULL}'::uuid[], p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices public.staff_notification_choices[];
begin
  v_choices := array(
    select choice from public.staff_notification_choices choice
    where choice.tenant_id = p_tenant_id and choice.topic = p_topic and choice.user_id is distinct from auth.uid()
    union all (
      select distinct on (owned.user_id) owned from public.staff_notification_choices owned
      join public.user_roles ruling on ruling.user_id = owned.user_id and ruling.tenant_id is null and ruling.role = 'super_admin'
      where p_tenant_id is null and owned.topic = p_topic order by owned.user_id, owned.created_at, owned.id
    )
  );
  if cardinality(v_choices) = 0 then
    return;
  end if;
  insert into private.staff_notifications (choice_id, happening, about_id, note)
  select choice.id, p_happening, about.id, left(p_note, 500) from unnest(v_choices) choice, unnest(p_about_ids) about (id);
  perform private.add_job('send_staff_notification', choice.id::text, p_tenant_id => choice.tenant_id, p_max_attempts => 12,
    p_run_at => private.staff_notifications_due(choice.each_morning), p_keeps_run_at => true)
  from unnest(v_choices) choice;
end
$function$;

ALTER FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.dashboard(p_tenant_id text)
 RETURNS public.dashboard_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_low integer;
  v_figures public.dashboard_figures;
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  v_low := private.low_stock_of(p_tenant_id);
  v_figures := private.waiting_figures(p_tenant_id, v_low);
  v_figures.sales := private.sales_compared(p_tenant_id, v_today);
  v_figures.days := private.sales_by_day(p_tenant_id, v_today);
  v_figures.orders := array(
    select row(orders.status, count(*))::public.order_count from public.orders
    where orders.tenant_id = p_tenant_id and not orders.is_test group by orders.status order by orders.status
  );
  v_figures.latest := array(
    select row(latest.id, latest.number, latest.status, latest.total, latest.customer_name, latest.created_at)::public.latest_order
    from public.orders latest where latest.tenant_id = p_tenant_id and not latest.is_test
    order by latest.created_at desc, latest.id limit 8
  );
  v_figures.best_sellers := array(
    select row(best.product_id, best.name, best.translations, best.garment, best.image, best.quantity, best.revenue)::public.best_seller
    from public.report_products(p_tenant_id, v_today - 29, v_today, 5) best where best.quantity > 0
  );
  v_figures.running_out := private.running_out(p_tenant_id, v_low);
  v_figures.money := private.money_of_days(p_tenant_id, v_today);
  return v_figures;
end
$function$;

CREATE OR REPLACE FUNCTION public.fail_job(p_job_id bigint, p_attempt integer, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job private.jobs;
begin
  perform private.require_service();
  update private.jobs job set
    locked_at = null, last_error = left(p_error, 500),
    run_at = now() + least(private.retry_pause(p_attempt), job.every)
  where job.id = p_job_id and job.attempts = p_attempt and job.locked_at is not null
  returning job.* into v_job;
  -- A notification that cannot be sent isn't told by another one.
  if v_job.every is null and private.has_failed(v_job) and v_job.kind <> 'send_staff_notification' then
    perform private.tell_staff(v_job.tenant_id, 'failed_job', v_job.kind, p_note => v_job.last_error);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.opening_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, language text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_opening_alert', p_job_ids);
begin
  perform private.require_service();
  -- Waits for a concurrent change and sees it; a later one finds no job and queues the mail.
  perform 1 from public.settings
  where settings.tenant_id in (select alert.tenant_id from public.opening_alerts alert where alert.id = any (v_alerts))
    and private.current_state(settings) <> 'open'
  order by settings.tenant_id for share;
  delete from private.jobs job using public.opening_alerts alert, public.settings
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text
    and settings.tenant_id = alert.tenant_id and private.current_state(settings) <> 'open';
  return query
    select alert.id, alert.tenant_id, alert.email, alert.language
    from public.opening_alerts alert
    join public.settings on settings.tenant_id = alert.tenant_id and private.current_state(settings) = 'open'
    where alert.id = any (v_alerts);
end
$function$;

ALTER FUNCTION "public"."opening_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.seller(p_store public.tenants)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(nullif(settings.invoicing ->> 'legalName', ''), p_store.name),
    'address', coalesce(nullif(settings.invoicing ->> 'legalAddress', ''), settings.contact ->> 'address'),
    'tax_number', nullif(settings.invoicing ->> 'taxNumber', ''),
    'email', nullif(settings.contact ->> 'contactEmail', ''), 'phone', nullif(settings.contact ->> 'contactPhone', ''),
    'translations', (
      select jsonb_object_agg(said.language, jsonb_strip_nulls(jsonb_build_object(
        'name', nullif(said.texts #>> '{invoicing,legalName}', ''),
        'address', coalesce(nullif(said.texts #>> '{invoicing,legalAddress}', ''), nullif(said.texts #>> '{contact,address}', '')))))
      from jsonb_each(settings.translations) said (language, texts)
    )))
  from (values (p_store.id)) store (id) left join public.settings on settings.tenant_id = store.id
$function$;

ALTER FUNCTION "public"."seller"(public.tenants) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.staff_notifications_sent(p_notification_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  delete from private.staff_notifications told where told.id = any (p_notification_ids);
end
$function$;

ALTER FUNCTION "public"."staff_notifications_sent"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.staff_notifications_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, topic public.staff_topic, channel public.notification_channel, email text, phone text, language text, items jsonb, notification_ids bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices constant uuid[] := private.job_uuids('send_staff_notification', p_job_ids);
begin
  perform private.require_service();
  delete from private.staff_notifications told using public.staff_notification_choices choice
  where choice.id = any (v_choices) and told.choice_id = choice.id and (
    told.created_at < now() - interval '3 days'
    or not private.holds_capability(choice.tenant_id, private.staff_topic_capability(choice.topic), choice.user_id)
    or private.staff_notification_item(choice.topic, told, choice.tenant_id, 'en') is null
  );
  return query
    select choice.id, choice.tenant_id, choice.topic, choice.channel,
      coalesce(nullif(person.email, ''), private.original_email(account.email::text, choice.tenant_id)),
      coalesce(private.phone_address(jsonb_build_object('phone', person.phone)), ''), person.office_language,
      jsonb_agg(told.item order by told.last_id desc), array_agg(told.last_id) || array(
        select other.id from private.staff_notifications other
        where other.choice_id = choice.id and other.id <= max(told.last_id))
    from public.staff_notification_choices choice
    join auth.users account on account.id = choice.user_id
    join public.profiles person on person.id = choice.user_id and person.tenant_id = choice.tenant_id
    cross join lateral (
      select max(waiting.id) as last_id, facts.item
      from private.staff_notifications waiting
      cross join lateral private.staff_notification_item(
        choice.topic, waiting, choice.tenant_id, person.office_language) facts (item)
      where waiting.choice_id = choice.id and facts.item is not null
      group by facts.item
    ) told
    where choice.id = any (v_choices)
    group by choice.id, account.id, person.id, person.tenant_id;
end
$function$;

ALTER FUNCTION "public"."staff_notifications_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.stock_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, person text, language text, product_id uuid, product text, variant_id uuid, variant text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_stock_alert', p_job_ids);
begin
  perform private.require_service();
  -- Waits for a concurrent stock change and sees it; a later one finds no job and queues the alert.
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
      private.variant_name_in(person.language, wanted)
    from public.stock_alerts alert
    join public.product_variants wanted on wanted.id = alert.variant_id
    join public.products product on product.id = alert.product_id
    join public.profiles person on person.id = alert.user_id and person.tenant_id = alert.tenant_id
    where alert.id = any (v_alerts) and private.is_back(alert);
end
$function$;

ALTER FUNCTION "public"."stock_alerts_to_send"(bigint[]) OWNER TO "postgres";

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_mail_signature_check" CHECK ((btrim(mail_signature) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_order_prefix_check" CHECK ((order_prefix ~ '^[A-Z][A-Z0-9]{0,5}$'::text));

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_check" CHECK (((NOT each_morning) OR (topic = 'low_stock'::public.staff_topic)));

ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_choice_id_fkey" FOREIGN KEY (choice_id) REFERENCES public.staff_notification_choices(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_user_id_tenant_id_fkey" FOREIGN KEY (user_id, tenant_id) REFERENCES public.profiles(id, tenant_id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_notification_choices" ADD CONSTRAINT "staff_notification_choices_user_id_tenant_id_topic_key" UNIQUE (user_id, tenant_id, topic);

CREATE INDEX staff_notifications_by_choice ON private.staff_notifications USING btree (choice_id, id);

CREATE INDEX staff_notification_choices_by_topic ON public.staff_notification_choices USING btree (tenant_id, topic);

CREATE TRIGGER brands_mail_sender BEFORE UPDATE OF mail_sender ON public.brands FOR EACH ROW WHEN ((new.mail_sender IS DISTINCT FROM old.mail_sender)) EXECUTE FUNCTION private.keep_mail_sender();

CREATE TRIGGER bookings_failed AFTER UPDATE OF state ON public.carrier_bookings FOR EACH ROW WHEN (((new.state = 'failed'::public.carrier_booking_state) AND (old.state <> 'failed'::public.carrier_booking_state))) EXECUTE FUNCTION private.booking_needs_attention();

CREATE TRIGGER orders_need_attention AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((((new.queues <> old.queues) OR (new.status <> old.status)) AND (NOT new.is_test))) EXECUTE FUNCTION private.order_needs_attention();

CREATE TRIGGER payments_held AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.status = 'held'::public.provider_payment_status) AND (old.status <> 'held'::public.provider_payment_status))) EXECUTE FUNCTION private.money_needs_attention('payment_held');

CREATE TRIGGER payments_mismatched AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.status = 'mismatched'::public.provider_payment_status) AND (old.status <> 'mismatched'::public.provider_payment_status))) EXECUTE FUNCTION private.money_needs_attention('payment_mismatched');

CREATE TRIGGER refunds_failed AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = 'failed'::public.refund_state) AND (old.state <> 'failed'::public.refund_state))) EXECUTE FUNCTION private.money_needs_attention('refund_failed');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.staff_notification_choices REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_staff_notification');

CREATE TRIGGER staff_choice_changed AFTER UPDATE OF each_morning ON public.staff_notification_choices FOR EACH ROW WHEN ((new.each_morning <> old.each_morning)) EXECUTE FUNCTION private.staff_choice_changed();

CREATE POLICY "Staff change how they hear of what they may see" ON "public"."staff_notification_choices" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_hear_of(tenant_id, topic)));

CREATE POLICY "Staff choose to hear no more" ON "public"."staff_notification_choices" FOR DELETE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff choose to hear of what they may see" ON "public"."staff_notification_choices" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_hear_of(tenant_id, topic)));

CREATE POLICY "Staff read what they chose to hear of" ON "public"."staff_notification_choices" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."staff_notification_choices" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."staff_notification_choices" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."staff_notification_choices" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

REVOKE ALL ON FUNCTION "private"."booking_needs_attention"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."booking_needs_attention"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_needs_attention"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_needs_attention"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_mail_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_mail_address"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_mail_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_mail_address"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_mail_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_mail_sender"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_mail_sender"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_mail_sender"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_mail_sender"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."low_stock_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."low_stock_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."low_stock_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."low_stock_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_needs_attention"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_needs_attention"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_needs_attention"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_needs_attention"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_needs_attention"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_needs_attention"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_needs_attention"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_needs_attention"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_choice_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_choice_changed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_choice_changed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_choice_changed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_notifications_due"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_notifications_due"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_notifications_due"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_notifications_due"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."seller"(public.tenants) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."seller"(public.tenants) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."seller"(public.tenants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."seller"(public.tenants) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."seller"(public.tenants) TO "service_role";

REVOKE ALL ON FUNCTION "public"."staff_notifications_sent"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."staff_notifications_sent"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_notifications_sent"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_notifications_sent"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."staff_notifications_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."staff_notifications_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_notifications_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_notifications_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ("mail_reply_to") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("mail_reply_to") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("mail_sender") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("mail_sender") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("mail_signature") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("mail_signature") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("order_prefix") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("order_prefix") ON TABLE "public"."brands" TO "authenticated";

GRANT INSERT ("channel"), UPDATE ("channel") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT INSERT ("each_morning"), UPDATE ("each_morning") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT INSERT ("tenant_id") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT INSERT ("topic") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT INSERT ("user_id") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."staff_notification_choices" TO "authenticated";

REVOKE ALL ON TABLE "public"."staff_notification_choices" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_notification_choices" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_notification_choices" TO "service_role";

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_mail_reply_to_check" CHECK (private.is_mail_address(mail_reply_to));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_mail_sender_check" CHECK (private.is_mail_address(mail_sender));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_texts" CHECK (private.are_brand_texts(jsonb_build_object('hero_title', hero_title, 'hero_text', hero_text, 'hero_action', hero_action, 'featured_title', featured_title, 'categories_title', categories_title, 'deals_title', deals_title, 'new_title', new_title, 'story_title', story_title, 'story', story, 'not_found_title', not_found_title, 'not_found_text', not_found_text, 'error_title', error_title, 'error_text', error_text, 'empty_cart', empty_cart, 'order_placed_text', order_placed_text, 'contact_text', contact_text, 'faq_text', faq_text, 'account_text', account_text, 'designer_text', designer_text, 'nothing_found_title', nothing_found_title, 'slogans', slogans, 'made_for_label', made_for_label, 'made_for_all', made_for_all, 'mail_signature', mail_signature)));
