set local check_function_bodies = off;

DROP FUNCTION "private"."waiting_figures"(text, integer);

CREATE TABLE "private"."morning_mails" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "hour" smallint NOT NULL, "next_at" timestamp with time zone NOT NULL, "queued_on" date, CONSTRAINT "morning_mails_hour_check" CHECK (((hour >= 4) AND (hour <= 12))), CONSTRAINT "morning_mails_pkey" PRIMARY KEY (id), CONSTRAINT "morning_mails_user_id_key" UNIQUE (user_id));

ALTER TABLE "private"."morning_mails" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."morning_mails" OWNER TO "postgres";

CREATE TYPE "private"."morning_entry" AS ("tenant_id" text, "subject_id" uuid, "part_id" uuid, "amount" numeric, "happened_at" timestamp with time zone);

ALTER TYPE "private"."morning_entry" OWNER TO "postgres";

CREATE TYPE "public"."morning_figure" AS ENUM ('sold', 'orders_placed', 'payments_received', 'returns_received', 'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm', 'to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender', 'orders_late', 'shipments_quiet', 'messages_late', 'ran_out', 'running_out', 'sold_out', 'messages_waiting', 'reviews_waiting', 'returns_waiting');

CREATE TYPE "private"."permitted_figure" AS ("figure" public.morning_figure, "tenant_ids" text[]);

ALTER TYPE "private"."permitted_figure" OWNER TO "postgres";

ALTER TYPE "public"."morning_figure" OWNER TO "postgres";

CREATE TYPE "public"."morning_subject" AS ENUM ('order', 'product', 'conversation', 'review');

ALTER TYPE "public"."morning_subject" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_late(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
begin
  case p_figure
    when 'orders_late' then
      return query select orders.tenant_id, orders.id, null::uuid, null::numeric, orders.created_at
      from public.orders
      left join private.overdue_promises(v_today) promise on promise.days = orders.days_to
      where orders.tenant_id = any (p_tenant_ids) and not orders.is_test
        and orders.status = any (array(
          select known.status from public.order_statuses known where known.is_awaited and known.status <> 'awaiting_payment'
        ))
        and case when orders.slot_date is null then orders.created_at < private.day_start(promise.placed_until + 1)
          else orders.slot_date < v_today end;
    when 'shipments_quiet' then
      return query select shipment.tenant_id, shipment.order_id, shipment.id, null::numeric, heard.last_at
      from public.shipments shipment
      join public.shipment_states known on known.state = shipment.state and known.is_under_way
      join public.orders on orders.id = shipment.order_id and not orders.is_test
      cross join lateral (
        select greatest(shipment.handed_over_at, max(event.created_at)) as last_at
        from public.shipment_events event where event.shipment_id = shipment.id
      ) heard
      -- The predicate of the index.
      where shipment.tenant_id = any (p_tenant_ids) and shipment.state not in ('delivered', 'returned_to_sender', 'lost', 'cancelled')
        and heard.last_at < now() - interval '3 days';
    when 'messages_late' then
      return query select waiting.* from private.entries_unanswered('messages_waiting', p_tenant_ids) waiting
      where waiting.happened_at < now() - interval '1 day';
  end case;
end
$function$;

ALTER FUNCTION "private"."entries_late"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_of_day(p_figure public.morning_figure, p_tenant_ids text[], p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_figure
    when 'sold' then
      return query select store.id, sold.order_id, null::uuid, sold.amount, orders.created_at
      from unnest(p_tenant_ids) store (id)
      cross join lateral private.sales_between(store.id, p_since, p_until) sold
      join public.orders on orders.id = sold.order_id;
    when 'orders_placed' then
      return query select placed.tenant_id, placed.id, null::uuid, null::numeric, placed.created_at
      from public.orders placed
      where placed.tenant_id = any (p_tenant_ids) and placed.created_at >= p_since and placed.created_at < p_until
        and not placed.is_test and placed.replaces_order_id is null;
    when 'payments_received' then
      return query select entry.tenant_id, entry.order_id, null::uuid, entry.amount, entry.created_at
      from public.payment_entries entry join public.orders on orders.id = entry.order_id and not orders.is_test
      where entry.tenant_id = any (p_tenant_ids) and entry.kind in ('received', 'cash_collected')
        and entry.created_at >= p_since and entry.created_at < p_until;
    when 'returns_received' then
      return query select arrived.tenant_id, arrived.order_id, null::uuid, null::numeric, arrived.received_at
      from public.returns arrived
      where arrived.tenant_id = any (p_tenant_ids) and arrived.received_at >= p_since and arrived.received_at < p_until;
    when 'ran_out' then
      return query select distinct on (variant.id) moved.tenant_id, variant.product_id, variant.id, null::numeric, moved.created_at
      from public.stock_movements moved
      join public.product_variants variant on variant.id = moved.variant_id and variant.is_active and variant.stock = 0
      join public.products product on product.id = variant.product_id and product.is_active
      where moved.tenant_id = any (p_tenant_ids) and moved.stock_after = 0 and moved.delta < 0
        and moved.created_at >= p_since and moved.created_at < p_until
      order by variant.id, moved.created_at desc;
  end case;
end
$function$;

ALTER FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_of_stock(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with limits as materialized (
    select store.id, case p_figure when 'sold_out' then 0 else 1 end as least,
      case p_figure when 'sold_out' then 0 else private.low_stock_of(store.id) end as most
    from unnest(p_tenant_ids) store (id)
  )
  select product.tenant_id, product.id, null::uuid, null::numeric, null::timestamptz
  from limits join public.products product on product.tenant_id = limits.id and product.is_active
    and product.stock between limits.least and limits.most
$function$;

ALTER FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_owed(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_figure
    when 'cash_with_carriers' then
      return query select orders.tenant_id, orders.id, null::uuid, orders.at_carrier, orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.at_carrier > 0;
    when 'cash_overdue' then
      return query select facts.tenant_id, shipment.order_id, shipment.id, facts.carrier_owes, shipment.delivered_at
      from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
      where facts.tenant_id = any (p_tenant_ids) and facts.carrier_owes > 0
        and shipment.delivered_at < now() - interval '14 days';
    when 'refunds_due' then
      return query select orders.tenant_id, orders.id, null::uuid, greatest(-private.balance(orders), 0), orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.payment_status = 'refund_due';
    when 'transfers_to_confirm' then
      return query select orders.tenant_id, orders.id, null::uuid, public.owes(orders), orders.created_at
      from public.orders
      where orders.tenant_id = any (p_tenant_ids) and orders.status = 'awaiting_payment' and orders.payment_method = 'bank_transfer';
  end case;
end
$function$;

ALTER FUNCTION "private"."entries_owed"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_queued(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute format(
    'select tenant_id, id, null::uuid, null::numeric, created_at from public.orders where tenant_id = any ($1) and queues @> %L',
    array[p_figure]) using p_tenant_ids;
end
$function$;

ALTER FUNCTION "private"."entries_queued"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.entries_unanswered(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_figure
    when 'messages_waiting' then
      return query select talk.tenant_id, talk.id, null::uuid, null::numeric, talk.last_message_at
      from public.conversations talk
      join public.conversation_staff_facts facts on facts.conversation_id = talk.id and facts.tenant_id = talk.tenant_id
      where talk.tenant_id = any (p_tenant_ids) and talk.is_open and facts.answered_at is null;
    when 'reviews_waiting' then
      return query select review.tenant_id, review.id, null::uuid, null::numeric, review.created_at
      from public.reviews review where review.tenant_id = any (p_tenant_ids) and review.status = 'pending';
    when 'returns_waiting' then
      return query select asked.tenant_id, asked.order_id, null::uuid, null::numeric, asked.created_at
      from public.returns asked where asked.tenant_id = any (p_tenant_ids) and asked.state = 'requested';
  end case;
end
$function$;

ALTER FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figure_amount(p_tenant_id text, p_figure public.morning_figure)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(entry.amount), 0) from private.morning_entries(p_figure, array[p_tenant_id], null) entry
$function$;

ALTER FUNCTION "private"."figure_amount"(text, public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figure_capability(p_figure public.morning_figure)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_figure = 'sold' then 'reports.see'
    when p_figure in ('payments_received', 'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm') then 'money.see'
    when p_figure in ('ran_out', 'running_out', 'sold_out') then 'products.see'
    when p_figure in ('messages_late', 'messages_waiting') then 'customers.see'
    when p_figure = 'reviews_waiting' then 'content.see'
    else 'orders.see'
  end
$function$;

ALTER FUNCTION "private"."figure_capability"(public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figure_count(p_tenant_id text, p_figure public.morning_figure)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) from private.morning_entries(p_figure, array[p_tenant_id], null)
$function$;

ALTER FUNCTION "private"."figure_count"(text, public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figure_subject(p_figure public.morning_figure)
 RETURNS public.morning_subject
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case private.figure_capability(p_figure)
    when 'products.see' then 'product' when 'customers.see' then 'conversation' when 'content.see' then 'review' else 'order'
  end::public.morning_subject
$function$;

ALTER FUNCTION "private"."figure_subject"(public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.figures_permitted_to(p_user_id uuid)
 RETURNS private.permitted_figure[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(known.figure, array(
      select tenants.id from public.tenants
      where private.holds_capability(tenants.id, private.figure_capability(known.figure), p_user_id)
        and tenants.id <> all (private.gone_stores())
    ))::private.permitted_figure
    from unnest(enum_range(null::public.morning_figure)) known (figure)
  )
$function$;

ALTER FUNCTION "private"."figures_permitted_to"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_of_day(p_figure public.morning_figure)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_figure in ('sold', 'orders_placed', 'payments_received', 'returns_received')
$function$;

ALTER FUNCTION "private"."is_of_day"(public.morning_figure) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mailbox_of_person(p_user_id uuid)
 RETURNS TABLE(email text, language text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(profile.email, ''), private.original_email(account.email::text, profile.tenant_id), account.email::text),
    coalesce(profile.office_language, 'en')
  from auth.users account left join public.profiles profile on profile.id = account.id
  where account.id = p_user_id
  order by profile.created_at limit 1
$function$;

ALTER FUNCTION "private"."mailbox_of_person"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_of_days(p_tenant_id text, p_today date)
 RETURNS public.money_figures
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    (select totals.amount from private.ledger_totals(p_tenant_id, 'sale', days.since, 'infinity') totals),
    private.delivered_between(p_tenant_id, days.since, 'infinity'),
    private.entries_between(p_tenant_id, 'given_back', days.since, 'infinity'),
    private.figure_amount(p_tenant_id, 'cash_with_carriers'),
    private.figure_amount(p_tenant_id, 'cash_overdue'))::public.money_figures
  from (select private.day_start(p_today - 29) as since) days
$function$;

CREATE OR REPLACE FUNCTION private.morning_entries(p_figure public.morning_figure, p_tenant_ids text[], p_day date)
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.is_of_day(p_figure) or p_figure = 'ran_out' then
    return query select * from private.entries_of_day(
      p_figure, p_tenant_ids, private.day_start(p_day), private.day_start(p_day + 1));
  elsif p_figure in ('cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm') then
    return query select * from private.entries_owed(p_figure, p_tenant_ids);
  elsif p_figure in ('to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender') then
    return query select * from private.entries_queued(p_figure, p_tenant_ids);
  elsif p_figure in ('orders_late', 'shipments_quiet', 'messages_late') then
    return query select * from private.entries_late(p_figure, p_tenant_ids);
  elsif p_figure in ('running_out', 'sold_out') then
    return query select * from private.entries_of_stock(p_figure, p_tenant_ids);
  else
    return query select * from private.entries_unanswered(p_figure, p_tenant_ids);
  end if;
end
$function$;

ALTER FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.morning_figures(p_permitted private.permitted_figure[], p_day date)
 RETURNS TABLE(tenant_id text, figure public.morning_figure, entries bigint, amount numeric, entries_before bigint, amount_before numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with permitted as (
    select asked.figure, asked.tenant_ids from unnest(p_permitted) asked where cardinality(asked.tenant_ids) > 0
  ), present as materialized (
    select permitted.figure, entry.tenant_id, count(*) as entries, sum(entry.amount) as amount
    from permitted cross join lateral private.morning_entries(permitted.figure, permitted.tenant_ids, p_day) entry
    group by permitted.figure, entry.tenant_id
  ), past as materialized (
    select permitted.figure, entry.tenant_id, count(*) as entries, sum(entry.amount) as amount
    from permitted cross join lateral private.morning_entries(permitted.figure, permitted.tenant_ids, p_day - 7) entry
    where private.is_of_day(permitted.figure)
    group by permitted.figure, entry.tenant_id
  )
  select store.id, permitted.figure, coalesce(present.entries, 0), coalesce(present.amount, 0),
    coalesce(past.entries, 0), coalesce(past.amount, 0)
  from permitted cross join lateral unnest(permitted.tenant_ids) store (id)
  left join present on present.figure = permitted.figure and present.tenant_id = store.id
  left join past on past.figure = permitted.figure and past.tenant_id = store.id
  order by permitted.figure, store.id
$function$;

ALTER FUNCTION "private"."morning_figures"(private.permitted_figure[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.morning_stores(p_capability text, p_tenant_ids text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select seen.id from unnest(private.tenants_where_may(p_capability)) seen (id)
    where seen.id <> all (private.gone_stores()) and (p_tenant_ids is null or seen.id = any (p_tenant_ids))
  )
$function$;

ALTER FUNCTION "private"."morning_stores"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.next_morning(p_hour integer, p_queued_on date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (greatest(private.shop_time()::date + (extract(hour from private.shop_time()) >= p_hour)::integer, p_queued_on + 1)
    + make_interval(hours => p_hour)) at time zone 'Africa/Cairo'
$function$;

ALTER FUNCTION "private"."next_morning"(integer, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.overdue_promises(p_today date)
 RETURNS TABLE(days smallint, placed_until date)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select promised.days::smallint, max(counted.day)
  from (
    select day.day::date as day, count(*) filter (where extract(dow from day.day) not in (5, 6)) over (
      order by day.day desc rows between unbounded preceding and 1 preceding
    ) as working_days
    from generate_series((p_today - 100)::timestamp, p_today - 1, interval '1 day') day
  ) counted
  join generate_series(0, 60) promised (days) on promised.days <= counted.working_days
  group by promised.days
$function$;

ALTER FUNCTION "private"."overdue_promises"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.waiting_figures(p_tenant_id text)
 RETURNS public.dashboard_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.dashboard_figures;
begin
  v_figures.sold_out := private.figure_count(p_tenant_id, 'sold_out');
  v_figures.low_stock := v_figures.sold_out + private.figure_count(p_tenant_id, 'running_out');
  v_figures.payments_to_confirm := private.figure_count(p_tenant_id, 'transfers_to_confirm');
  v_figures.refunds_due := private.figure_count(p_tenant_id, 'refunds_due');
  v_figures.problems_reported := (
    select count(*) from public.orders where tenant_id = p_tenant_id and status = 'return_requested'
  );
  v_figures.reviews_waiting := private.figure_count(p_tenant_id, 'reviews_waiting');
  v_figures.messages_waiting := private.figure_count(p_tenant_id, 'messages_waiting');
  v_figures.notifications_held := (
    select count(*) from public.order_notifications
    where tenant_id = p_tenant_id and held_at > now() - interval '1 day'
  );
  return v_figures;
end
$function$;

ALTER FUNCTION "private"."waiting_figures"(text) OWNER TO "postgres";

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
  v_figures := private.waiting_figures(p_tenant_id);
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

CREATE OR REPLACE FUNCTION public.morning(p_tenant_ids text[] DEFAULT NULL::text[], p_day date DEFAULT NULL::date)
 RETURNS TABLE(tenant_id text, figure public.morning_figure, entries bigint, amount numeric, entries_before bigint, amount_before numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select listed.figure, private.figure_capability(listed.figure) as capability
    from unnest(enum_range(null::public.morning_figure)) listed (figure)
  ), seen as materialized (
    select asked.capability, private.morning_stores(asked.capability, p_tenant_ids) as tenant_ids
    from (select distinct known.capability from known) asked
  )
  select figures.* from private.morning_figures(
    array(select row(known.figure, seen.tenant_ids)::private.permitted_figure from known join seen using (capability)),
    coalesce(p_day, private.shop_time()::date - 1)
  ) figures
$function$;

ALTER FUNCTION "public"."morning"(text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.morning_mails_to_send(p_job_ids bigint[])
 RETURNS TABLE(job_id bigint, email text, language text, day date, tenant_id text, figure public.morning_figure, entries bigint, amount numeric, entries_before bigint, amount_before numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
    with counted as materialized (
      select job.id, wanted.user_id, figures.*
      from private.jobs job
      join private.morning_mails wanted on wanted.id::text = split_part(job.key, ' ', 1)
      cross join lateral private.morning_figures(
        private.figures_permitted_to(wanted.user_id), private.shop_time()::date - 1) figures
      where job.id = any (p_job_ids) and job.kind = 'send_morning_mail'
        and split_part(job.key, ' ', 2) = private.shop_time()::date::text
    )
    select counted.id, mailbox.email, mailbox.language, private.shop_time()::date - 1, counted.tenant_id, counted.figure,
      counted.entries, counted.amount, counted.entries_before, counted.amount_before
    from counted
    join public.tenants on tenants.id = counted.tenant_id
    cross join lateral private.mailbox_of_person(counted.user_id) mailbox
    where exists (
      select 1 from counted other where other.id = counted.id and other.entries + other.entries_before > 0
    )
    order by counted.id, tenants.position, tenants.id, counted.figure;
end
$function$;

ALTER FUNCTION "public"."morning_mails_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.morning_rows(p_figure public.morning_figure, p_tenant_ids text[] DEFAULT NULL::text[], p_day date DEFAULT NULL::date, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS TABLE(tenant_id text, subject public.morning_subject, subject_id uuid, part_id uuid, label text, detail text, translations jsonb, status public.order_status, amount numeric, happened_at timestamp with time zone, all_entries bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with listed as (
    select entry.*, count(*) over () as all_entries
    from private.morning_entries(p_figure, private.morning_stores(private.figure_capability(p_figure), p_tenant_ids),
      coalesce(p_day, private.shop_time()::date - 1)) entry
    join public.tenants on tenants.id = entry.tenant_id
    order by tenants.position, tenants.id, entry.happened_at, entry.subject_id, entry.part_id
    limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
  )
  select listed.tenant_id, private.figure_subject(p_figure), listed.subject_id, listed.part_id,
    coalesce(orders.number, product.name, reviewed.name, nullif(talk.name, ''), talk.email, ''),
    coalesce(private.variant_name(variant.option1, variant.option2, variant.option3), nullif(talk.subject, ''), review.author_name, ''),
    private.translated_names(coalesce(product.translations, reviewed.translations), variant),
    orders.status, listed.amount, listed.happened_at, listed.all_entries
  from listed
  join public.tenants on tenants.id = listed.tenant_id
  left join public.orders on orders.id = listed.subject_id and orders.tenant_id = listed.tenant_id
  left join public.products product on product.id = listed.subject_id and product.tenant_id = listed.tenant_id
  left join public.product_variants variant on variant.id = listed.part_id
  left join public.conversations talk on talk.id = listed.subject_id and talk.tenant_id = listed.tenant_id
  left join public.reviews review on review.id = listed.subject_id and review.tenant_id = listed.tenant_id
  left join public.products reviewed on reviewed.id = review.product_id
  order by tenants.position, tenants.id, listed.happened_at, listed.subject_id, listed.part_id
$function$;

ALTER FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_morning_mail()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select wanted.hour::integer from private.morning_mails wanted where wanted.user_id = auth.uid()
$function$;

ALTER FUNCTION "public"."my_morning_mail"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.queue_morning_mails()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_due uuid[];
begin
  perform private.require_service();
  with due as (
    update private.morning_mails wanted set queued_on = v_today, next_at = private.next_morning(wanted.hour, v_today)
    where wanted.next_at <= now()
    returning wanted.id
  )
  select array_agg(due.id) into v_due from due;
  perform private.add_job('send_morning_mail', due.id || ' ' || v_today, p_max_attempts => 12) from unnest(v_due) due (id);
end
$function$;

ALTER FUNCTION "public"."queue_morning_mails"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_morning_mail(p_hour integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('set_morning_mail', p_hour)) then
    return;
  end if;
  if cardinality(private.workplaces()) = 0 then
    perform private.refuse('staff_only');
  end if;
  perform private.require_aal();
  if p_hour is null then
    delete from private.morning_mails wanted where wanted.user_id = auth.uid();
    return;
  end if;
  if p_hour not between 4 and 12 then
    perform private.refuse('invalid_morning_hour');
  end if;
  insert into private.morning_mails (user_id, hour, next_at) values (auth.uid(), p_hour, private.next_morning(p_hour, null))
  on conflict (user_id) do update set
    hour = excluded.hour, next_at = private.next_morning(p_hour, morning_mails.queued_on);
end
$function$;

ALTER FUNCTION "public"."set_morning_mail"(integer, uuid) OWNER TO "postgres";

ALTER TABLE "private"."morning_mails" ADD CONSTRAINT "morning_mails_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX returns_received ON public.returns USING btree (tenant_id, received_at) WHERE (received_at IS NOT NULL);

CREATE INDEX stock_movements_sold_out ON public.stock_movements USING btree (tenant_id, created_at) WHERE ((stock_after = 0) AND (delta < 0));

CREATE TRIGGER jobs_deleted AFTER DELETE ON private.morning_mails REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_morning_mail');

REVOKE ALL ON FUNCTION "private"."entries_late"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_late"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_late"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_late"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_of_day"(public.morning_figure, text[], timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_of_stock"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_owed"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_owed"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_owed"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_owed"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_queued"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_queued"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_queued"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_queued"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entries_unanswered"(public.morning_figure, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figure_amount"(text, public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_amount"(text, public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_amount"(text, public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_amount"(text, public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figure_capability"(public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_capability"(public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_capability"(public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_capability"(public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figure_count"(text, public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_count"(text, public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_count"(text, public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_count"(text, public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figure_subject"(public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figure_subject"(public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_subject"(public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figure_subject"(public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."figures_permitted_to"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figures_permitted_to"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."figures_permitted_to"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."figures_permitted_to"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_of_day"(public.morning_figure) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_day"(public.morning_figure) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_of_day"(public.morning_figure) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_of_day"(public.morning_figure) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mailbox_of_person"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox_of_person"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of_person"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox_of_person"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_entries"(public.morning_figure, text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."morning_figures"(private.permitted_figure[], date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."morning_figures"(private.permitted_figure[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_figures"(private.permitted_figure[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_figures"(private.permitted_figure[], date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."morning_stores"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."morning_stores"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_stores"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."morning_stores"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."next_morning"(integer, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_morning"(integer, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_morning"(integer, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_morning"(integer, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."overdue_promises"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."overdue_promises"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."overdue_promises"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."overdue_promises"(date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."waiting_figures"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_figures"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_figures"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_figures"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."morning"(text[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."morning"(text[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."morning"(text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning"(text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning"(text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."morning_mails_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."morning_mails_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning_mails_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning_mails_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."morning_rows"(public.morning_figure, text[], date, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_morning_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_morning_mail"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_morning_mail"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_morning_mail"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_morning_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."queue_morning_mails"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."queue_morning_mails"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_morning_mails"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_morning_mails"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_morning_mail"(integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_morning_mail"(integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_morning_mail"(integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_morning_mail"(integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_morning_mail"(integer, uuid) TO "service_role";
