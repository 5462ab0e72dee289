-- The dashboard compares today, and the last 7 and 30 days, with as much time before: a morning is not less than a whole day.

create or replace function public.dashboard(p_tenant_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := private.shop_time()::date;
  v_low integer;
  v_days jsonb;
begin
  perform private.require_customer_access(p_tenant_id);
  v_low := coalesce((select s.low_stock_threshold from public.staff_settings s where s.tenant_id = p_tenant_id), 5);
  v_days := (
    select jsonb_agg(jsonb_build_object('day', d.day, 'orders', coalesce(s.orders, 0), 'revenue', coalesce(s.revenue, 0))
      order by d.day)
    from (select v_today - n as day from generate_series(0, 59) n) d
    left join (
      select private.shop_time(o.created_at)::date as day, count(*) as orders, sum(o.total) as revenue
      from public.orders o
      where o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status) and o.created_at >= private.day_start(v_today - 59)
      group by 1
    ) s on s.day = d.day
  );
  return jsonb_build_object(
    'sales', (
      select jsonb_object_agg(p.days, jsonb_build_object(
        'orders', p.orders, 'revenue', p.revenue, 'orders_before', p.orders_before, 'revenue_before', p.revenue_before))
      from (
        select n.days,
          coalesce(sum(d.orders) filter (where d.day > v_today - n.days), 0) as orders,
          coalesce(sum(d.revenue) filter (where d.day > v_today - n.days), 0) as revenue,
          coalesce(sum(d.orders) filter (where d.day <= v_today - n.days), 0) - l.orders as orders_before,
          coalesce(sum(d.revenue) filter (where d.day <= v_today - n.days), 0) - l.revenue as revenue_before
        from (values (1), (7), (30)) as n (days)
        join jsonb_to_recordset(v_days) as d (day date, orders bigint, revenue numeric) on d.day > v_today - 2 * n.days
        -- What was sold later than now on the last day of the period before.
        cross join lateral (
          select count(*) as orders, coalesce(sum(o.total), 0) as revenue
          from public.orders o
          where o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status)
            and o.created_at >= now() - make_interval(days => n.days) and o.created_at < private.day_start(v_today - n.days + 1)
        ) l
        group by n.days, l.orders, l.revenue
      ) p
    ),
    'days', (select jsonb_agg(d.value order by d.n) from jsonb_array_elements(v_days) with ordinality d (value, n) where d.n > 30),
    'orders', coalesce((
      select jsonb_object_agg(s.status, s.n) from (
        select o.status, count(*) as n from public.orders o where o.tenant_id = p_tenant_id group by o.status
      ) s
    ), '{}'),
    'latest', coalesce((
      select jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id) from (
        select o.id, o.number, o.status, o.total, o.customer_name, o.created_at from public.orders o
        where o.tenant_id = p_tenant_id order by o.created_at desc, o.id limit 8
      ) l
    ), '[]'),
    'best_sellers', coalesce((
      select jsonb_agg(to_jsonb(b)) from public.report_products(p_tenant_id, v_today - 29, v_today, 5) b
    ), '[]'),
    'running_out', coalesce((
      select jsonb_agg(to_jsonb(r) - 'position' order by r.stock, r.name, r.id, r.position, r.variant_id) from (
        select p.id, v.id as variant_id, p.name, private.variant_name(v.option1, v.option2, v.option3) as variant, v.sku,
          coalesce(v.image, private.first_picture(p.images)) as image, v.stock, v.position
        from public.products p join public.product_variants v on v.product_id = p.id and v.is_active
        where p.tenant_id = p_tenant_id and p.is_active and v.stock <= v_low
        order by v.stock, p.name, p.id, v.position, v.id limit 6
      ) r
    ), '[]'),
    'low_stock', (
      select count(*) from public.products p where p.tenant_id = p_tenant_id and p.is_active and p.stock <= v_low
    ),
    'sold_out', (
      select count(*) from public.products p where p.tenant_id = p_tenant_id and p.is_active and p.stock = 0
    ),
    'payments_to_confirm', (
      select count(*) from public.orders o
      where o.tenant_id = p_tenant_id and o.status = 'awaiting_payment' and o.payment_method = 'bank_transfer'
    ),
    'refunds_due', (
      select count(*) from public.orders o where o.tenant_id = p_tenant_id and o.payment_status = 'refund_due'
    ),
    'problems_reported', (
      select count(*) from public.orders o where o.tenant_id = p_tenant_id and o.status = 'return_requested'
    ),
    'reviews_waiting', (
      select count(*) from public.reviews r where r.tenant_id = p_tenant_id and r.status = 'pending'
    ),
    'messages_waiting', (
      select count(*) from public.conversations c
      where c.tenant_id = p_tenant_id and c.is_open and c.answered_at is null
    )
  );
end
$$;
