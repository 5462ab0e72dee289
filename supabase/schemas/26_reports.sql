-- Reports and the dashboard.

-- Functions

create function private.is_sale(p_status public.order_status, p_payment_status public.payment_status) returns boolean
language sql immutable as $$
  select p_status in ('pending', 'confirmed', 'in_production', 'shipped', 'delivered', 'return_requested')
    and p_payment_status not in ('refund_due', 'refunded')
$$;

create function private.day_start(p_day date) returns timestamptz
language sql immutable as $$ select p_day::timestamp at time zone 'Africa/Cairo' $$;

create function public.report_totals(p_tenant_id text, p_from date, p_to date) returns table (
  orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric,
  customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with period as materialized (
    select o.id, o.user_id, o.status, o.payment_status, o.total, o.discount_total, o.shipping_total, o.points_value from public.orders o
    where o.tenant_id = p_tenant_id
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
  ),
  sales as (select * from period p where private.is_sale(p.status, p.payment_status))
  select
    count(*), coalesce(sum(s.total), 0),
    (select coalesce(sum(l.quantity), 0) from public.order_lines l join sales i on i.id = l.order_id),
    coalesce(round(avg(s.total), 2), 0), coalesce(sum(s.discount_total), 0), coalesce(sum(s.shipping_total), 0),
    coalesce(sum(s.points_value), 0),
    (select count(*) from (select i.user_id from sales i where i.user_id is not null group by i.user_id) u),
    (
      select count(*) from public.profiles p
      where p.tenant_id = p_tenant_id
        and p.created_at >= private.day_start(p_from) and p.created_at < private.day_start(p_to + 1)
        and p.id <> all (private.staff_ids(p_tenant_id))
    ),
    (select count(*) from period p where p.status = 'cancelled'),
    (select count(*) from period p where p.status = 'returned'),
    (select coalesce(sum(p.total), 0) from period p where p.payment_status = 'refunded'),
    (select coalesce(sum(p.total), 0) from period p where p.payment_status = 'refund_due')
  from sales s;
end
$$;

-- One row for each day, week (from Saturday) or month, empty ones included.
create function public.report_sales(p_tenant_id text, p_from date, p_to date, p_bucket text default 'day')
returns table (
  bucket date, orders bigint, revenue numeric, discounts numeric, shipping numeric, refunded numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  if p_bucket is null or p_bucket not in ('day', 'week', 'month') then
    perform private.refuse('invalid_bucket');
  end if;
  if p_to - p_from > 3700 then
    perform private.refuse('range_too_long');
  end if;
  return query
  with days as (
    select d::date as day, case p_bucket
      when 'day' then d::date
      -- date_trunc's weeks begin on Monday; the shops' on Saturday.
      when 'week' then (date_trunc('week', d + interval '2 days') - interval '2 days')::date
      else date_trunc('month', d)::date
    end as start
    from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d
  ),
  sold as (
    select private.shop_time(o.created_at)::date as day, count(*) filter (where c.sale) as n,
      sum(o.total) filter (where c.sale) as revenue, sum(o.discount_total) filter (where c.sale) as discounts,
      sum(o.shipping_total) filter (where c.sale) as shipping,
      sum(o.total) filter (where o.payment_status = 'refunded') as refunded
    from public.orders o
    cross join lateral (select private.is_sale(o.status, o.payment_status) as sale) c
    where o.tenant_id = p_tenant_id and (c.sale or o.payment_status = 'refunded')
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by 1
  )
  select d.start, coalesce(sum(s.n), 0)::bigint, coalesce(sum(s.revenue), 0), coalesce(sum(s.discounts), 0),
    coalesce(sum(s.shipping), 0), coalesce(sum(s.refunded), 0)
  from days d left join sold s on s.day = d.day
  group by d.start order by d.start;
end
$$;

create function public.report_products(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  product_id uuid, name text, image text, quantity bigint, revenue numeric, orders bigint
)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with in_order as (
    -- Deleted products are grouped by the name they were sold under.
    select l.product_id, case when l.product_id is null then l.name end as gone, sum(l.quantity) as quantity,
      sum(l.total) as revenue
    from public.orders o join public.order_lines l on l.order_id = o.id
    where o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status)
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by o.id, 1, 2
  ),
  sold as (
    select i.product_id, i.gone, sum(i.quantity)::bigint as quantity, sum(i.revenue) as revenue, count(*) as orders
    from in_order i
    group by i.product_id, i.gone
    order by 4 desc, 3 desc, 1, 2 limit greatest(p_limit, 1)
  )
  select s.product_id, coalesce(p.name, s.gone), private.first_picture(p.images), s.quantity, s.revenue, s.orders
  from sold s left join public.products p on p.id = s.product_id
  order by s.revenue desc, s.quantity desc, s.product_id, s.gone;
end
$$;

create function public.report_categories(p_tenant_id text, p_from date, p_to date) returns table (
  category_id uuid, name text, quantity bigint, revenue numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select c.id, coalesce(c.name, 'Uncategorized'), sum(s.quantity)::bigint, sum(s.revenue)
  from (
    select l.product_id, sum(l.quantity) as quantity, sum(l.total) as revenue
    from public.orders o join public.order_lines l on l.order_id = o.id
    where o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status)
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by l.product_id
  ) s
  left join public.products p on p.id = s.product_id
  left join public.categories c on c.tenant_id = p.tenant_id and c.id = p.category_id
  group by c.id, c.name
  order by 4 desc, 2;
end
$$;

create function public.report_customers(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  user_id uuid, name text, email text, orders bigint, revenue numeric, last_order_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  with bought as (
    select o.user_id, count(*) as orders, sum(o.total) as revenue, max(o.created_at) as last_order_at
    from public.orders o
    where o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status) and o.user_id is not null
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by o.user_id
    order by revenue desc, o.user_id limit greatest(p_limit, 1)
  )
  select b.user_id, p.name, p.email, b.orders, b.revenue, b.last_order_at
  from bought b join public.profiles p on p.id = b.user_id and p.tenant_id = p_tenant_id
  order by b.revenue desc, b.user_id;
end
$$;

-- What was sold of each variant. Lines of before, and of variants that are gone, are grouped by what they were called.
create function public.report_variants(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  product_id uuid, variant_id uuid, name text, variant text, sku text, image text, quantity bigint, revenue numeric,
  orders bigint
)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with in_order as (
    select l.product_id, l.variant_id, case when l.product_id is null then l.name end as gone,
      case when l.variant_id is null then (
        select string_agg(o ->> 'value', ' / ' order by n) from jsonb_array_elements(l.options) with ordinality u (o, n)
      ) end as called,
      case when l.variant_id is null then l.sku end as sku, sum(l.quantity) as quantity, sum(l.total) as revenue
    from public.orders o join public.order_lines l on l.order_id = o.id
    where o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status)
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by o.id, 1, 2, 3, 4, 5
  ),
  sold as (
    select i.product_id, i.variant_id, i.gone, i.called, i.sku, sum(i.quantity)::bigint as quantity, sum(i.revenue) as revenue,
      count(*) as orders
    from in_order i
    group by 1, 2, 3, 4, 5
    order by 7 desc, 6 desc, 1, 2, 3, 4 limit greatest(p_limit, 1)
  )
  select s.product_id, s.variant_id, coalesce(p.name, s.gone),
    coalesce(private.variant_name(v.option1, v.option2, v.option3), s.called, ''), coalesce(v.sku, s.sku),
    coalesce(v.image, private.first_picture(p.images)), s.quantity, s.revenue, s.orders
  from sold s
  left join public.products p on p.id = s.product_id
  left join public.product_variants v on v.id = s.variant_id
  order by s.revenue desc, s.quantity desc, s.product_id, s.variant_id, s.gone, s.called;
end
$$;

-- What is sold by how long its stock will last at the pace of the given days, the shortest first.
create function public.report_stock(p_tenant_id text, p_from date, p_to date, p_limit integer default 100)
returns table (
  product_id uuid, variant_id uuid, name text, variant text, sku text, image text, stock integer, sold bigint,
  days_left numeric, worth numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with sold as (
    select l.variant_id, sum(l.quantity) as quantity
    from public.orders o join public.order_lines l on l.order_id = o.id
    where o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status) and l.variant_id is not null
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by l.variant_id
  )
  select p.id, v.id, p.name, private.variant_name(v.option1, v.option2, v.option3), v.sku,
    coalesce(v.image, private.first_picture(p.images)), v.stock, coalesce(s.quantity, 0)::bigint,
    round(v.stock * (p_to - p_from + 1)::numeric / s.quantity, 1), v.stock * coalesce(v.price, p.price)
  from public.products p
  join public.product_variants v on v.product_id = p.id and v.is_active
  left join sold s on s.variant_id = v.id
  where p.tenant_id = p_tenant_id and p.is_active
  order by case when v.stock = 0 then 0 else v.stock * (p_to - p_from + 1)::numeric / s.quantity end nulls last, v.stock,
    p.name, p.id, v.position, v.id
  limit greatest(p_limit, 1);
end
$$;

create function public.report_discounts(p_tenant_id text, p_from date, p_to date) returns table (
  discount_id uuid, code text, kind public.discount_kind, uses bigint, given numeric, revenue numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select d.id, coalesce(d.code, o.discount_code), d.kind, count(*), sum(o.discount_total), sum(o.total)
  from public.orders o left join public.discounts d on d.tenant_id = o.tenant_id and d.id = o.discount_id
  where o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status) and o.discount_code is not null
    and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
  group by d.id, coalesce(d.code, o.discount_code), d.kind
  order by 4 desc, 2;
end
$$;

-- How delivery slots were chosen, by the day of delivery.
create function public.report_slots(p_tenant_id text, p_from date, p_to date) returns table (
  slot_id uuid, day_of_week smallint, from_time time, to_time time, capacity integer, orders bigint, days bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select s.id, s.day_of_week, s.from_time, s.to_time, s.capacity, count(o.id), count(distinct o.slot_date)
  from public.delivery_slots s
  left join public.orders o on o.tenant_id = s.tenant_id and o.slot_id = s.id and o.slot_date between p_from and p_to
    and private.is_sale(o.status, o.payment_status)
  where s.tenant_id = p_tenant_id
  group by s.id
  order by s.day_of_week, s.from_time, s.id;
end
$$;

-- The rows of a report in its order: all of them, or the first so many. `p_report` is sales (by day), products, variants,
-- categories, customers, stock, discounts or slots. Staff only.
create function public.report_rows(
  p_tenant_id text, p_report text, p_from date, p_to date, p_limit integer default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := greatest(coalesce(p_limit, 2147483647), 1);
  v_rows jsonb;
begin
  perform private.require_staff(p_tenant_id);
  case p_report
    when 'sales' then
      select jsonb_agg(to_jsonb(r)) into v_rows
      from (select * from public.report_sales(p_tenant_id, p_from, p_to, 'day') limit v_limit) r;
    when 'products' then
      select jsonb_agg(to_jsonb(r)) into v_rows from public.report_products(p_tenant_id, p_from, p_to, v_limit) r;
    when 'variants' then
      select jsonb_agg(to_jsonb(r)) into v_rows from public.report_variants(p_tenant_id, p_from, p_to, v_limit) r;
    when 'categories' then
      select jsonb_agg(to_jsonb(r)) into v_rows
      from (select * from public.report_categories(p_tenant_id, p_from, p_to) limit v_limit) r;
    when 'customers' then
      select jsonb_agg(to_jsonb(r)) into v_rows from public.report_customers(p_tenant_id, p_from, p_to, v_limit) r;
    when 'stock' then
      select jsonb_agg(to_jsonb(r)) into v_rows from public.report_stock(p_tenant_id, p_from, p_to, v_limit) r;
    when 'discounts' then
      select jsonb_agg(to_jsonb(r)) into v_rows
      from (select * from public.report_discounts(p_tenant_id, p_from, p_to) limit v_limit) r;
    when 'slots' then
      select jsonb_agg(to_jsonb(r)) into v_rows
      from (select * from public.report_slots(p_tenant_id, p_from, p_to) limit v_limit) r;
    else
      perform private.refuse('unknown_report');
  end case;
  return coalesce(v_rows, '[]');
end
$$;

-- Today, and the last 7 and 30 days, are compared with as much time before: a morning is not less than a whole day. Messages
-- are counted that wait for an answer, read or not.
create function public.dashboard(p_tenant_id text) returns jsonb
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

-- Grants

grant execute on function
  public.report_totals,
  public.report_sales,
  public.report_products,
  public.report_categories,
  public.report_customers,
  public.report_stock,
  public.report_variants,
  public.report_discounts,
  public.report_slots,
  public.dashboard,
  public.report_rows
to authenticated;
