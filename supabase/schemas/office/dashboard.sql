-- The dashboard of the back office.

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

-- Orders and revenue of the 60 days up to `p_today`: [{"day", "orders", "revenue"}].
create function private.sales_by_day(p_tenant_id text, p_today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('day', days.day, 'orders', coalesce(sold.orders, 0),
  'revenue', coalesce(sold.revenue, 0)) order by days.day)
  from (select p_today - ago as day from generate_series(0, 59) ago) days
  left join (
    select daily.bucket as day, daily.orders, daily.revenue
    from private.daily_sales(p_tenant_id, private.day_start(p_today - 59), 'infinity') daily
  ) sold on sold.day = days.day
$$;

-- The last 1, 7 and 30 days as in their reports, each compared with an equal time before: a morning isn't compared with a whole
-- day.
create function private.sales_compared(p_tenant_id text, p_today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(spans.days, jsonb_build_object(
    'orders', present.orders, 'revenue', present.revenue, 'orders_before', past.orders, 'revenue_before', past.revenue))
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
create function private.running_out(p_tenant_id text, p_low integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_agg(to_jsonb(low) - 'position' order by low.stock, low.name, low.id, low.position, low.variant_id) from (
      select products.id, product_variants.id as variant_id, products.name,
        private.translated_names(products.translations, product_variants) as translations,
        private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3) as variant,
        product_variants.sku,
        coalesce(product_variants.image, private.first_picture(products.images)) as image, product_variants.stock,
        product_variants.position
      from public.products join public.product_variants on product_variants.product_id = products.id
        and product_variants.is_active
      where products.tenant_id = p_tenant_id and products.is_active and product_variants.stock <= p_low
      order by product_variants.stock, products.name, products.id, product_variants.position, product_variants.id limit 6
    ) low
  ), '[]')
$$;

-- Sales, deliveries and returns of the last 30 days as in their reports; the cash that carriers hold now, and how much of it for
-- over two weeks.
create function private.money_of_days(p_tenant_id text, p_today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sold', (select totals.amount from private.ledger_totals(p_tenant_id, 'sale', days.since, 'infinity') totals),
    'delivered', private.delivered_between(p_tenant_id, days.since, 'infinity'),
    'given_back', private.entries_between(p_tenant_id, 'given_back', days.since, 'infinity'),
    'cash_with_carriers', (
      select coalesce(sum(orders.at_carrier), 0) from public.orders
      where orders.tenant_id = p_tenant_id and orders.at_carrier > 0
    ),
    'cash_overdue', (
      select coalesce(sum(facts.carrier_owes), 0)
      from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
      where facts.tenant_id = p_tenant_id and facts.carrier_owes > 0
        and shipment.delivered_at < now() - interval '14 days'
    ))
  from (select private.day_start(p_today - 29) as since) days
$$;

-- Counts conversations that wait for an answer, read or unread.
create function public.dashboard(p_tenant_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := private.shop_time()::date;
  v_low integer;
  v_days jsonb;
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  v_low := coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock());
  v_days := private.sales_by_day(p_tenant_id, v_today);
  return jsonb_build_object(
    'sales', private.sales_compared(p_tenant_id, v_today),
    'days', (select jsonb_agg(value order by place)
      from jsonb_array_elements(v_days) with ordinality days (value, place) where place > 30),
    'orders', coalesce((
      select jsonb_object_agg(sold.status, sold.how_many) from (
        select orders.status, count(*) as how_many from public.orders
        where orders.tenant_id = p_tenant_id and not orders.is_test group by orders.status
      ) sold
    ), '{}'),
    'latest', coalesce((
      select jsonb_agg(to_jsonb(listed) order by listed.created_at desc, listed.id) from (
        select id, number, status, total, customer_name, created_at from public.orders
        where tenant_id = p_tenant_id and not is_test order by created_at desc, id limit 8
      ) listed
    ), '[]'),
    'best_sellers', coalesce((
      select jsonb_agg(to_jsonb(best)) from public.report_products(p_tenant_id, v_today - 29, v_today, 5) best where best.quantity > 0
    ), '[]'),
    'running_out', private.running_out(p_tenant_id, v_low),
    'low_stock', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock <= v_low
    ),
    'sold_out', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock = 0
    ),
    'payments_to_confirm', (
      select count(*) from public.orders
      where tenant_id = p_tenant_id and status = 'awaiting_payment' and payment_method = 'bank_transfer'
    ),
    'refunds_due', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.payment_status = 'refund_due'
    ),
    'money', private.money_of_days(p_tenant_id, v_today),
    'problems_reported', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.status = 'return_requested'
    ),
    'reviews_waiting', (
      select count(*) from public.reviews where tenant_id = p_tenant_id and status = 'pending'
    ),
    -- Messages to phones that waited within a day because the store's limits were reached.
    'notifications_held', (
      select count(*) from public.order_notifications
      where order_notifications.tenant_id = p_tenant_id and order_notifications.held_at > now() - interval '1 day'
    ),
    'messages_waiting', (
      select count(*) from public.conversations
      where tenant_id = p_tenant_id and is_open and answered_at is null
    )
  );
end
$$;

-- Grants

grant execute on function public.dashboard to authenticated;
