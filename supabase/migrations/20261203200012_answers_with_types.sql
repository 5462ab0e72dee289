set local check_function_bodies = off;

DROP FUNCTION "private"."money_of_days"(text, date);

DROP FUNCTION "private"."running_out"(text, integer);

DROP FUNCTION "private"."sales_by_day"(text, date);

DROP FUNCTION "private"."sales_compared"(text, date);

DROP FUNCTION "public"."dashboard"(text);

DROP FUNCTION "public"."operations_status"();

DROP FUNCTION "public"."order_people"(uuid);

CREATE TYPE "public"."best_seller" AS ("product_id" uuid, "name" text, "translations" jsonb, "garment" text, "image" text, "quantity" bigint, "revenue" numeric);

ALTER TYPE "public"."best_seller" OWNER TO "postgres";

CREATE TYPE "public"."difference_counts" AS ("payments" bigint, "statements" bigint);

ALTER TYPE "public"."difference_counts" OWNER TO "postgres";

CREATE TYPE "public"."job_counts" AS ("waiting" bigint, "failed" bigint);

ALTER TYPE "public"."job_counts" OWNER TO "postgres";

CREATE TYPE "public"."latest_order" AS ("id" uuid, "number" text, "status" public.order_status, "total" numeric, "customer_name" text, "created_at" timestamp with time zone);

ALTER TYPE "public"."latest_order" OWNER TO "postgres";

CREATE TYPE "public"."money_figures" AS ("sold" numeric, "delivered" numeric, "given_back" numeric, "cash_with_carriers" numeric, "cash_overdue" numeric);

ALTER TYPE "public"."money_figures" OWNER TO "postgres";

CREATE TYPE "public"."notification_counts" AS ("sent" bigint, "waiting" bigint, "late" bigint, "given_up" bigint);

ALTER TYPE "public"."notification_counts" OWNER TO "postgres";

CREATE TYPE "public"."order_count" AS ("status" public.order_status, "orders" bigint);

ALTER TYPE "public"."order_count" OWNER TO "postgres";

CREATE TYPE "public"."person_name" AS ("id" uuid, "name" text);

CREATE TYPE "public"."people_of_order" AS ("names" public.person_name[], "customer" public.delivery_counts, "phone" public.delivery_counts);

ALTER TYPE "public"."people_of_order" OWNER TO "postgres";

ALTER TYPE "public"."person_name" OWNER TO "postgres";

CREATE TYPE "public"."sales_day" AS ("day" date, "orders" bigint, "revenue" numeric);

ALTER TYPE "public"."sales_day" OWNER TO "postgres";

CREATE TYPE "public"."sales_span" AS ("days" integer, "orders" bigint, "revenue" numeric, "orders_before" bigint, "revenue_before" numeric);

ALTER TYPE "public"."sales_span" OWNER TO "postgres";

CREATE TYPE "public"."scarce_variant" AS ("id" uuid, "variant_id" uuid, "name" text, "translations" jsonb, "variant" text, "sku" text, "image" text, "stock" integer);

CREATE TYPE "public"."dashboard_figures" AS ("sales" public.sales_span[], "days" public.sales_day[], "orders" public.order_count[], "latest" public.latest_order[], "best_sellers" public.best_seller[], "running_out" public.scarce_variant[], "low_stock" bigint, "sold_out" bigint, "payments_to_confirm" bigint, "refunds_due" bigint, "money" public.money_figures, "problems_reported" bigint, "reviews_waiting" bigint, "notifications_held" bigint, "messages_waiting" bigint);

ALTER TYPE "public"."dashboard_figures" OWNER TO "postgres";

ALTER TYPE "public"."scarce_variant" OWNER TO "postgres";

CREATE TYPE "public"."state_count" AS ("state" text, "how_many" bigint);

CREATE TYPE "public"."operations_figures" AS ("orders" public.state_count[], "mails" public.notification_counts, "phones_held" bigint, "payments" public.state_count[], "payments_stuck" bigint, "differences" public.difference_counts, "jobs" public.job_counts, "database_bytes" bigint);

ALTER TYPE "public"."operations_figures" OWNER TO "postgres";

ALTER TYPE "public"."state_count" OWNER TO "postgres";

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
    (
      select coalesce(sum(orders.at_carrier), 0) from public.orders
      where orders.tenant_id = p_tenant_id and orders.at_carrier > 0
    ), (
      select coalesce(sum(facts.carrier_owes), 0)
      from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
      where facts.tenant_id = p_tenant_id and facts.carrier_owes > 0
        and shipment.delivered_at < now() - interval '14 days'
    ))::public.money_figures
  from (select private.day_start(p_today - 29) as since) days
$function$;

ALTER FUNCTION "private"."money_of_days"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.running_out(p_tenant_id text, p_low integer)
 RETURNS public.scarce_variant[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(product.id, variant.id, product.name, private.translated_names(product.translations, variant),
      private.variant_name(variant.option1, variant.option2, variant.option3), variant.sku,
      coalesce(variant.image, private.first_picture(product.images)), variant.stock)::public.scarce_variant
    from public.products product join public.product_variants variant on variant.product_id = product.id and variant.is_active
    where product.tenant_id = p_tenant_id and product.is_active and variant.stock <= p_low
    order by variant.stock, product.name, product.id, variant.position, variant.id limit 6
  )
$function$;

ALTER FUNCTION "private"."running_out"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sales_by_day(p_tenant_id text, p_today date)
 RETURNS public.sales_day[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(row(days.day, coalesce(sold.orders, 0), coalesce(sold.revenue, 0))::public.sales_day order by days.day)
  from (select p_today - ago as day from generate_series(0, 29) ago) days
  left join private.daily_sales(p_tenant_id, private.day_start(p_today - 29), 'infinity') sold on sold.bucket = days.day
$function$;

ALTER FUNCTION "private"."sales_by_day"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sales_compared(p_tenant_id text, p_today date)
 RETURNS public.sales_span[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(row(spans.days, present.orders, present.revenue, past.orders, past.revenue)::public.sales_span order by spans.days)
  from (values (1), (7), (30)) as spans (days)
  cross join lateral (
    select count(*) filter (where sales.net > 0) as orders, coalesce(sum(sales.amount), 0) as revenue
    from private.sales_between(p_tenant_id, private.day_start(p_today - spans.days + 1), 'infinity') sales
  ) present
  cross join lateral (
    select count(*) filter (where sales.net > 0) as orders, coalesce(sum(sales.amount), 0) as revenue
    from private.sales_between(
      p_tenant_id, private.day_start(p_today - 2 * spans.days + 1), now() - make_interval(days => spans.days)) sales
  ) past
$function$;

ALTER FUNCTION "private"."sales_compared"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.waiting_figures(p_tenant_id text, p_low integer)
 RETURNS public.dashboard_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.dashboard_figures;
begin
  select count(*) filter (where product.stock <= p_low), count(*) filter (where product.stock = 0)
  into v_figures.low_stock, v_figures.sold_out
  from public.products product where product.tenant_id = p_tenant_id and product.is_active and product.stock <= greatest(p_low, 0);
  v_figures.payments_to_confirm := (
    select count(*) from public.orders
    where tenant_id = p_tenant_id and status = 'awaiting_payment' and payment_method = 'bank_transfer'
  );
  v_figures.refunds_due := (
    select count(*) from public.orders where tenant_id = p_tenant_id and payment_status = 'refund_due'
  );
  v_figures.problems_reported := (
    select count(*) from public.orders where tenant_id = p_tenant_id and status = 'return_requested'
  );
  v_figures.reviews_waiting := (
    select count(*) from public.reviews where tenant_id = p_tenant_id and status = 'pending'
  );
  v_figures.notifications_held := (
    select count(*) from public.order_notifications
    where tenant_id = p_tenant_id and held_at > now() - interval '1 day'
  );
  v_figures.messages_waiting := (
    select count(*) from public.conversations where tenant_id = p_tenant_id and is_open and answered_at is null
  );
  return v_figures;
end
$function$;

ALTER FUNCTION "private"."waiting_figures"(text, integer) OWNER TO "postgres";

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
  v_low := coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock());
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

ALTER FUNCTION "public"."dashboard"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS public.operations_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.operations_figures;
begin
  perform private.require_service();
  v_figures.orders := array(
    select row(orders.status, count(*))::public.state_count from public.orders group by orders.status order by orders.status
  );
  v_figures.mails := (
    select row(
      count(*) filter (where sent_at is not null), count(*) filter (where state = 'waiting'),
      count(*) filter (where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'),
      count(*) filter (where expired_at > now() - interval '7 days'))::public.notification_counts
    from public.order_notifications
  );
  v_figures.phones_held := (
    select count(*) from public.order_notifications where held_at > now() - interval '1 hour'
  );
  v_figures.payments := array(
    select row(payments.status, count(*))::public.state_count from public.payments
    group by payments.status order by payments.status
  );
  v_figures.payments_stuck := (
    select count(*) from public.payments
    where status = 'open' and expires_at < now() - interval '1 hour'
      or status = 'mismatched' and updated_at < now() - interval '1 hour'
      or status = 'held' and held_until < now() - interval '1 hour'
  ) + (
    select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
  );
  v_figures.differences := row(
    (select count(*) from public.payment_differences where resolved_at is null),
    (select count(*) from public.settlement_differences where resolved_at is null))::public.difference_counts;
  v_figures.jobs := (
    select row(count(*) filter (where not private.has_failed(job)), count(*) filter (where private.has_failed(job)))::public.job_counts
    from private.jobs job
  );
  v_figures.database_bytes := pg_catalog.pg_database_size(pg_catalog.current_database());
  return v_figures;
end
$function$;

ALTER FUNCTION "public"."operations_status"() OWNER TO "postgres";

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
    union select event.actor_id from public.order_events event where event.order_id = p_order_id
    union select event.actor_id from public.shipment_events event
      join public.shipments shipment on shipment.id = event.shipment_id where shipment.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select edit.proposed_by from public.order_edits edit where edit.order_id = p_order_id
    union select edit.decided_by from public.order_edits edit where edit.order_id = p_order_id
    union select refund.created_by from public.refunds refund where refund.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone');
  return row(array(
    select row(person.id, coalesce(nullif(person.name, ''), person.email, ''))::public.person_name
    from public.profiles person where person.tenant_id = v_order.tenant_id and person.id = any (v_ids) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$function$;

ALTER FUNCTION "public"."order_people"(uuid) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."money_of_days"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_of_days"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_of_days"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_of_days"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."running_out"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."running_out"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."running_out"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."running_out"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sales_by_day"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sales_by_day"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_by_day"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_by_day"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sales_compared"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sales_compared"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_compared"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_compared"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."waiting_figures"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_figures"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_figures"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_figures"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."dashboard"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."dashboard"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."dashboard"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."dashboard"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."dashboard"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."operations_status"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."operations_status"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."operations_status"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."operations_status"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_people"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_people"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_people"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_people"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_people"(uuid) TO "service_role";
