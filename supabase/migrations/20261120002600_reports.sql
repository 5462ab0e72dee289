-- Sales are orders that are neither unpaid in advance, cancelled nor returned. Days are the shops' days.

create function private.is_sale(p_status public.order_status) returns boolean
language sql immutable as $$
  select p_status in ('pending', 'confirmed', 'in_production', 'shipped', 'delivered', 'return_requested')
$$;

create function private.day_start(p_day date) returns timestamptz
language sql immutable as $$ select p_day::timestamp at time zone 'Africa/Cairo' $$;

-- Public functions -------------------------------------------------------------------------------
-- Each takes a store and the first and last day; only that store's staff get an answer.

create function public.report_totals(p_tenant_id text, p_from date, p_to date) returns table (
  orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric,
  customers bigint, new_customers bigint, cancelled bigint, returned bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with period as materialized (
    select o.id, o.user_id, o.status, o.total, o.discount_total, o.shipping_total, o.points_value from public.orders o
    where o.tenant_id = p_tenant_id
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
  ),
  sales as (select * from period p where private.is_sale(p.status))
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
    ),
    (select count(*) from period p where p.status = 'cancelled'),
    (select count(*) from period p where p.status = 'returned')
  from sales s;
end
$$;

-- One row for each day, week (from Saturday) or month, empty ones included.
create function public.report_sales(p_tenant_id text, p_from date, p_to date, p_bucket text default 'day')
returns table (
  bucket date, orders bigint, revenue numeric, discounts numeric, shipping numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  if p_bucket is null or p_bucket not in ('day', 'week', 'month') then
    perform private.refuse('invalid_bucket', 'Sales are shown by day, week or month.');
  end if;
  if p_to - p_from > 3700 then
    perform private.refuse('range_too_long', 'Choose at most ten years.');
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
    select private.shop_time(o.created_at)::date as day, count(*) as n, sum(o.total) as revenue,
      sum(o.discount_total) as discounts, sum(o.shipping_total) as shipping
    from public.orders o
    where o.tenant_id = p_tenant_id and private.is_sale(o.status)
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by 1
  )
  select d.start, coalesce(sum(s.n), 0)::bigint, coalesce(sum(s.revenue), 0), coalesce(sum(s.discounts), 0),
    coalesce(sum(s.shipping), 0)
  from days d left join sold s on s.day = d.day
  group by d.start order by d.start;
end
$$;

create function public.report_products(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  product_id uuid, name text, image text, quantity bigint, revenue numeric, orders bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with period as materialized (
    select o.id from public.orders o
    where o.tenant_id = p_tenant_id and private.is_sale(o.status)
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
  ),
  sold as materialized (
    -- Products that are gone are told apart by the name they were sold under.
    select l.product_id, case when l.product_id is null then l.name end as gone, sum(l.quantity)::bigint as quantity,
      sum(l.total) as revenue
    from period o join public.order_lines l on l.order_id = o.id
    group by 1, 2
    order by 4 desc, 3 desc, 1, 2 limit least(greatest(p_limit, 1), 1000)
  )
  select s.product_id, coalesce(p.name, s.gone), private.first_picture(p.images), s.quantity, s.revenue,
    case
      when s.product_id is not null then (
        select count(distinct l.order_id) from public.order_lines l join public.orders o on o.id = l.order_id
        where l.tenant_id = p_tenant_id and l.product_id = s.product_id and private.is_sale(o.status)
          and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
      )
      else (
        select count(distinct l.order_id) from period o join public.order_lines l on l.order_id = o.id
        where l.product_id is null and l.name = s.gone
      )
    end
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
    where o.tenant_id = p_tenant_id and private.is_sale(o.status)
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
  perform private.require_staff(p_tenant_id);
  return query
  with bought as (
    select o.user_id, count(*) as orders, sum(o.total) as revenue, max(o.created_at) as last_order_at
    from public.orders o
    where o.tenant_id = p_tenant_id and private.is_sale(o.status) and o.user_id is not null
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by o.user_id
    order by revenue desc, o.user_id limit least(greatest(p_limit, 1), 1000)
  )
  select b.user_id, p.name, p.email, b.orders, b.revenue, b.last_order_at
  from bought b join public.profiles p on p.id = b.user_id and p.tenant_id = p_tenant_id
  order by b.revenue desc, b.user_id;
end
$$;

-- Products by how long their stock will last at the pace of the given days, the shortest first.
create function public.report_stock(p_tenant_id text, p_from date, p_to date, p_limit integer default 100)
returns table (
  product_id uuid, name text, image text, stock integer, sold bigint, days_left numeric, worth numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with sold as (
    select l.product_id, sum(l.quantity) as quantity
    from public.orders o join public.order_lines l on l.order_id = o.id
    where o.tenant_id = p_tenant_id and private.is_sale(o.status) and l.product_id is not null
      and o.created_at >= private.day_start(p_from) and o.created_at < private.day_start(p_to + 1)
    group by l.product_id
  )
  select p.id, p.name, private.first_picture(p.images), p.stock, coalesce(s.quantity, 0)::bigint,
    round(p.stock * (p_to - p_from + 1)::numeric / s.quantity, 1), p.stock * p.price
  from public.products p left join sold s on s.product_id = p.id
  where p.tenant_id = p_tenant_id and p.is_active
  order by case when p.stock = 0 then 0 else p.stock * (p_to - p_from + 1)::numeric / s.quantity end nulls last, p.stock,
    p.name, p.id
  limit least(greatest(p_limit, 1), 10000);
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
  where o.tenant_id = p_tenant_id and private.is_sale(o.status) and o.discount_code is not null
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
    and private.is_sale(o.status)
  where s.tenant_id = p_tenant_id
  group by s.id
  order by s.day_of_week, s.from_time, s.id;
end
$$;

-- What staff see first: sales of today, 7 and 30 days beside the days before them, orders by status, and what waits.
create function public.dashboard(p_tenant_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := private.shop_time()::date;
  v_low integer;
begin
  perform private.require_staff(p_tenant_id);
  v_low := coalesce((select s.low_stock_threshold from public.staff_settings s where s.tenant_id = p_tenant_id), 5);
  return jsonb_build_object(
    'sales', (
      select jsonb_object_agg(p.days, jsonb_build_object(
        'orders', p.orders, 'revenue', p.revenue, 'orders_before', p.orders_before, 'revenue_before', p.revenue_before))
      from (
        select n.days,
          count(*) filter (where o.day > v_today - n.days) as orders,
          coalesce(sum(o.total) filter (where o.day > v_today - n.days), 0) as revenue,
          count(*) filter (where o.day <= v_today - n.days and o.day > v_today - 2 * n.days) as orders_before,
          coalesce(sum(o.total) filter (where o.day <= v_today - n.days and o.day > v_today - 2 * n.days), 0)
            as revenue_before
        from (values (1), (7), (30)) as n (days)
        left join (
          select private.shop_time(r.created_at)::date as day, r.total from public.orders r
          where r.tenant_id = p_tenant_id and private.is_sale(r.status) and r.created_at >= private.day_start(v_today - 59)
        ) o on true
        group by n.days
      ) p
    ),
    'orders', coalesce((
      select jsonb_object_agg(s.status, s.n) from (
        select o.status, count(*) as n from public.orders o where o.tenant_id = p_tenant_id group by o.status
      ) s
    ), '{}'),
    'low_stock', (
      select count(*) from public.products p where p.tenant_id = p_tenant_id and p.is_active and p.stock <= v_low
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
      where c.tenant_id = p_tenant_id and c.is_open and c.unread_by_staff > 0
    )
  );
end
$$;

-- One customer of a store for its staff: what they bought in all.
create function public.customer_totals(p_tenant_id text, p_user_ids uuid[]) returns table (
  user_id uuid, orders bigint, revenue numeric, last_order_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select o.user_id, count(*), sum(o.total), max(o.created_at)
  from public.orders o
  where o.tenant_id = p_tenant_id and o.user_id = any (p_user_ids) and private.is_sale(o.status)
  group by o.user_id;
end
$$;

grant execute on function
  public.report_totals(text, date, date), public.report_sales(text, date, date, text),
  public.report_products(text, date, date, integer), public.report_categories(text, date, date),
  public.report_customers(text, date, date, integer), public.report_stock(text, date, date, integer),
  public.report_discounts(text, date, date), public.report_slots(text, date, date), public.dashboard(text),
  public.customer_totals(text, uuid[])
  to authenticated, service_role;
