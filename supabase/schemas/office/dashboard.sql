-- The dashboard of the back office.

-- Tables

-- Sales of the last `days`, and of the same time before.
create type public.sales_span as (
  days integer, orders bigint, revenue numeric, orders_before bigint, revenue_before numeric
);

create type public.sales_day as (day date, orders bigint, revenue numeric);

create type public.order_count as (status public.order_status, orders bigint);

create type public.latest_order as (
  id uuid, number text, status public.order_status, total numeric, customer_name text, created_at timestamptz
);

create type public.best_seller as (
  product_id uuid, name text, translations jsonb, garment text, image text, quantity bigint, revenue numeric
);

create type public.scarce_variant as (
  id uuid, variant_id uuid, name text, translations jsonb, variant text, sku text, image text, stock integer
);

-- The last 30 days; cash is what carriers hold now, overdue after two weeks.
create type public.money_figures as (
  sold numeric, delivered numeric, given_back numeric, cash_with_carriers numeric, cash_overdue numeric
);

create type public.dashboard_figures as (
  sales public.sales_span[], days public.sales_day[], orders public.order_count[], latest public.latest_order[],
  best_sellers public.best_seller[], running_out public.scarce_variant[], low_stock bigint, sold_out bigint,
  payments_to_confirm bigint, refunds_due bigint, money public.money_figures, problems_reported bigint, reviews_waiting bigint,
  -- Notifications to phones held back in the last day by the store's limits.
  notifications_held bigint,
  -- Conversations without an answer, read or not.
  messages_waiting bigint
);

-- Functions

-- Orders and revenue per day in store time; days without any are omitted.
create function private.daily_sales(p_tenant_id text, p_since timestamptz, p_until timestamptz)
returns table (bucket date, orders bigint, revenue numeric)
language sql stable as $$
  select sold.day, count(*) filter (where sold.net > 0), sum(sold.amount)
  from (
    select private.shop_time(ledger.happened_at)::date as day, ledger.order_id, sum(ledger.sign) as net,
      sum(ledger.amount) as amount
    from private.sales_ledger ledger
    where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
      and ledger.happened_at >= p_since and ledger.happened_at < p_until
    group by 1, 2 having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0
  ) sold
  group by sold.day
$$;

-- Orders and revenue of each of the last 30 days.
create function private.sales_by_day(p_tenant_id text, p_today date) returns public.sales_day[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(days.day, coalesce(sold.orders, 0), coalesce(sold.revenue, 0))::public.sales_day order by days.day)
  from (select p_today - ago as day from generate_series(0, 29) ago) days
  left join private.daily_sales(p_tenant_id, private.day_start(p_today - 29), 'infinity') sold on sold.bucket = days.day
$$;

-- The last 1, 7 and 30 days as in their reports, each compared with an equal time before: a morning isn't compared with a whole
-- day.
create function private.sales_compared(p_tenant_id text, p_today date) returns public.sales_span[]
language sql stable security definer set search_path = '' as $$
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
$$;

-- The six variants that will sell out first.
create function private.running_out(p_tenant_id text, p_low integer) returns public.scarce_variant[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(product.id, variant.id, product.name, private.translated_names(product.translations, variant),
      private.variant_name(variant.option1, variant.option2, variant.option3), variant.sku,
      coalesce(variant.image, private.first_picture(product.images)), variant.stock)::public.scarce_variant
    from public.products product join public.product_variants variant on variant.product_id = product.id and variant.is_active
    where product.tenant_id = p_tenant_id and product.is_active and variant.stock <= p_low
    order by variant.stock, product.name, product.id, variant.position, variant.id limit 6
  )
$$;

-- As in the reports of the last 30 days.
create function private.money_of_days(p_tenant_id text, p_today date) returns public.money_figures
language sql stable security definer set search_path = '' as $$
  select row(
    (select totals.amount from private.ledger_totals(p_tenant_id, 'sale', days.since, 'infinity') totals),
    private.delivered_between(p_tenant_id, days.since, 'infinity'),
    private.entries_between(p_tenant_id, 'given_back', days.since, 'infinity'),
    private.figure_amount(p_tenant_id, 'cash_with_carriers'),
    private.figure_amount(p_tenant_id, 'cash_overdue'))::public.money_figures
  from (select private.day_start(p_today - 29) as since) days
$$;

-- Counts of pending work.
create function private.waiting_figures(p_tenant_id text) returns public.dashboard_figures
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Sales and pending work of a store; staff only.
create function public.dashboard(p_tenant_id text) returns public.dashboard_figures
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Grants

grant execute on function public.dashboard to authenticated;
