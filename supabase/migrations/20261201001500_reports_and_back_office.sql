-- Reports, the dashboard, and what the back office looks up.

-- Tables

-- How somebody of a store's staff likes to look at a list: the filters and the order of an address, under a name.
-- Each person's own; no data of the store, so not in the audit log.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Which list.
  page text not null check (page ~ '^[a-z-]{1,40}$'),
  name text not null check (length(btrim(name)) between 1 and 60),
  -- As it stands in the address, without the question mark.
  query text not null default '' check (length(query) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, tenant_id, page, name)
);
create index saved_views_by_tenant on public.saved_views (tenant_id);
alter table public.saved_views enable row level security;

-- Policies

create policy "Staff read their own views" on public.saved_views
  for select to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff save views for themselves" on public.saved_views
  for insert to authenticated
  with check (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their own views" on public.saved_views
  for update to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]))
  with check (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff delete their own views" on public.saved_views
  for delete to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_aal2_policies('public.saved_views');

-- Functions

create function private.is_sale(p_status public.order_status, p_payment_status public.payment_status) returns boolean
language sql immutable as $$
  select p_status in ('pending', 'confirmed', 'in_production', 'shipped', 'delivered', 'return_requested')
    and p_payment_status not in ('refund_due', 'refunded')
$$;

-- Who works for a store: they are no customers.
create function private.staff_ids(p_tenant_id text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select r.user_id from public.user_roles r
    where r.role >= 'admin' and (r.tenant_id = p_tenant_id or r.tenant_id is null)
  );
end
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
      perform private.refuse('unknown_report', 'There is no such report.');
  end case;
  return coalesce(v_rows, '[]');
end
$$;

-- Messages are counted that wait for an answer, read or not.
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
          coalesce(sum(d.orders) filter (where d.day <= v_today - n.days), 0) as orders_before,
          coalesce(sum(d.revenue) filter (where d.day <= v_today - n.days), 0) as revenue_before
        from (values (1), (7), (30)) as n (days)
        join jsonb_to_recordset(v_days) as d (day date, orders bigint, revenue numeric) on d.day > v_today - 2 * n.days
        group by n.days
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

-- One customer of a store for its staff: what they bought in all.
create function public.customer_totals(p_tenant_id text, p_user_ids uuid[]) returns table (
  user_id uuid, orders bigint, revenue numeric, last_order_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select o.user_id, count(*), sum(o.total), max(o.created_at)
  from public.orders o
  where o.tenant_id = p_tenant_id and o.user_id = any (p_user_ids) and private.is_sale(o.status, o.payment_status)
  group by o.user_id;
end
$$;

-- The digits that a phone number found by this text begins with; null where it is no phone number, or too short.
create function private.phone_search_digits(p_text text) returns text
language sql immutable as $$
  select private.national_digits(p_text) || '%'
  where p_text ~ '^[-+0-9 ()./]+$' and length(private.national_digits(p_text)) between 4 and 15
$$;

-- A condition on the expression of a phone number, for a text that it begins or ends with; null where it is no number.
-- The patterns are constants in it, so that it is planned for them.
create function private.phone_condition(p_digits text, p_text text) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' or ',
    p_digits || ' like ' || quote_literal(private.phone_search_digits(p_text)),
    'reverse(' || p_digits || ') like ' || quote_literal(reverse(d.digits) || '%'))
  from (select regexp_replace(p_text, '[^0-9]', '', 'g') as digits) d
  where p_text ~ '^[-+0-9 ()./]+$' and length(d.digits) between 3 and 15
$$;

create function private.orders_by_phone(p_tenant_id text, p_phone text, p_limit integer)
returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_condition text := private.phone_condition('private.national_digits(o.address ->> ''phone'')', p_phone);
begin
  if v_condition is not null then
    return query execute format(
      'select o.* from public.orders o where o.tenant_id = %L and (%s) order by o.created_at desc, o.id limit %s',
      p_tenant_id, v_condition, p_limit);
  end if;
end
$$;

create function private.people_by_phone(p_tenant_id text, p_phone text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[] := '{}';
  v_condition text := private.phone_condition('private.national_digits(p.phone)', p_phone);
begin
  if v_condition is not null then
    execute format(
      'select array(
        select p.id from public.profiles p where p.tenant_id = %L and p.phone is not null and (%s) limit 200
      )', p_tenant_id, v_condition) into v_ids;
    v_ids := v_ids || array(
      select o.user_id from private.orders_by_phone(p_tenant_id, p_phone, 200) o where o.user_id is not null
    );
  end if;
  return v_ids;
end
$$;

-- The customers of a store by name, e-mail address or phone number, including the numbers that their orders went to.
create function public.list_customers(
  p_tenant_id text, p_search text default '', p_sort text default '-joined', p_limit integer default 25,
  p_offset integer default 0, p_tag text default '', p_blocked boolean default false
)
returns table (
  id uuid, name text, email text, phone text, points integer, joined timestamptz, orders bigint, spent numeric,
  last_order_at timestamptz, tags text[], is_blocked boolean, found bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := '%' || replace(replace(replace(btrim(coalesce(p_search, '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  -- Those with the tag that is asked for, or those who are blocked; null for all.
  v_marked uuid[];
  v_found bigint;
begin
  perform private.require_customer_access(p_tenant_id);
  if p_blocked or p_tag <> '' then
    v_marked := array(
      select c.user_id from public.customer_records c
      where c.tenant_id = p_tenant_id and (p_tag = '' or c.tags @> array[p_tag])
        and (not p_blocked or c.blocked_reason is not null)
    );
  end if;
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  select count(*) into v_found from public.profiles p
  where p.tenant_id = p_tenant_id
    and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern or p.id = any (v_callers))
      and p.id <> all (v_staff) and (v_marked is null or p.id = any (v_marked));

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select p.id, p.name, p.email, p.phone, p.points, p.created_at, coalesce(s.n, 0), coalesce(s.total, 0), s.latest,
      coalesce(c.tags, '{}'), c.blocked_reason is not null, v_found
    from public.profiles p
    left join public.customer_records c on c.tenant_id = p.tenant_id and c.user_id = p.id
    left join (
      select o.user_id, count(*) as n, sum(o.total) as total, max(o.created_at) as latest
      from public.orders o
      where o.tenant_id = p_tenant_id and o.user_id is not null and private.is_sale(o.status, o.payment_status)
      group by o.user_id
    ) s on s.user_id = p.id
    where p.tenant_id = p_tenant_id
      and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern or p.id = any (v_callers))
      and p.id <> all (v_staff) and (v_marked is null or p.id = any (v_marked))
    order by
      case p_sort
        when 'spent' then coalesce(s.total, 0)
        when '-spent' then -coalesce(s.total, 0)
        when 'orders' then coalesce(s.n, 0)
        when '-orders' then -coalesce(s.n, 0)
        when 'last' then extract(epoch from s.latest)
        when '-last' then -extract(epoch from s.latest)
      end nulls last,
      p.created_at desc, p.id
    limit v_limit offset v_offset;
    return;
  end if;

  return query
  with page as (
    select p.id, p.name, p.email, p.phone, p.points, p.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(p.name) end, case when p_sort = '-name' then lower(p.name) end desc,
        case p_sort when 'points' then p.points when '-points' then -p.points end,
        case when p_sort = 'joined' then p.created_at end, p.created_at desc, p.id) as place
    from public.profiles p
    where p.tenant_id = p_tenant_id
      and (v_pattern = '%%' or p.name ilike v_pattern or p.email ilike v_pattern or p.phone ilike v_pattern or p.id = any (v_callers))
      and p.id <> all (v_staff) and (v_marked is null or p.id = any (v_marked))
    order by place
    limit v_limit offset v_offset
  )
  select g.id, g.name, g.email, g.phone, g.points, g.created_at, coalesce(s.n, 0), coalesce(s.total, 0), s.latest,
    coalesce(c.tags, '{}'), c.blocked_reason is not null, v_found
  from page g
  left join public.customer_records c on c.tenant_id = p_tenant_id and c.user_id = g.id
  left join lateral (
    select count(*) as n, sum(o.total) as total, max(o.created_at) as latest
    from public.orders o
    where o.user_id = g.id and o.tenant_id = p_tenant_id and private.is_sale(o.status, o.payment_status)
  ) s on true
  order by g.place;
end
$$;

-- The orders and customers of a store that a phone number leads to, or its beginning, the newest orders first. `kind` is
-- 'order' or 'customer', `about` the customer of an order and the address of a customer. Staff only.
create function public.find_by_phone(p_tenant_id text, p_phone text, p_limit integer default 5)
returns table (kind text, id uuid, name text, about text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 5), 1), 50);
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select 'order', o.id, o.number, o.customer_name from private.orders_by_phone(p_tenant_id, p_phone, v_limit) o
  order by o.created_at desc;
  return query
  select 'customer', p.id, coalesce(p.name, ''), coalesce(p.email, '') from public.profiles p
  where p.tenant_id = p_tenant_id and p.id = any (private.people_by_phone(p_tenant_id, p_phone))
  order by p.name, p.id limit v_limit;
end
$$;

-- Queues and sizes that whoever runs the stores watches: for the server's metrics, its alerts and `npm run doctor`.
create function public.operations_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_object_agg(o.status, o.n), '{}') from (select status, count(*) as n from public.orders group by 1) o
    ),
    'mails', (
      select jsonb_build_object(
        'sent', count(*) filter (where m.sent_at is not null),
        'waiting', count(*) filter (where m.sent_at is null and m.expired_at is null),
        'late', count(*) filter (
          where m.sent_at is null and m.expired_at is null and m.created_at < now() - interval '30 minutes'
        ),
        'given_up', count(*) filter (where m.expired_at > now() - interval '7 days')
      )
      from public.order_mails m
    ),
    'payments', (
      select coalesce(jsonb_object_agg(p.status, p.n), '{}') from (select status, count(*) as n from public.payments group by 1) p
    ) || jsonb_build_object('stuck', (
      select count(*) from public.payments p
      where p.status = 'refunding' and p.updated_at < now() - interval '1 hour'
        or p.status = 'open' and p.expires_at < now() - interval '1 hour'
    )),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database())
  );
end
$$;

-- Statements that took longest on average, for super admins of all stores alone; constants are left out of them.
create function public.slow_queries(p_limit integer default 50) returns table (
  query text, calls bigint, mean_ms double precision, max_ms double precision, total_ms double precision, rows_returned bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ruled text[] := private.super_admin_tenants();
  v_schema text;
begin
  if not private.is_service() and exists (select 1 from public.tenants t where not t.id = any (v_ruled)) then
    raise exception using errcode = '42501', message = 'Only a super admin of all stores sees slow queries.', detail = 'platform_owner_only';
  end if;
  select n.nspname into v_schema
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_stat_statements';
  if v_schema is null then
    perform private.refuse('not_measured', 'This database does not measure its queries.');
  end if;
  return query execute format(
    'select s.query, s.calls, s.mean_exec_time, s.max_exec_time, s.total_exec_time, s.rows from %I.pg_stat_statements s
     where s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
     order by s.mean_exec_time desc, s.query limit $1', v_schema
  ) using least(greatest(p_limit, 1), 200);
exception when object_not_in_prerequisite_state then
  perform private.refuse('not_measured', 'This database does not measure its queries.');
end
$$;

-- People's data

-- Files of people who are gone, until the server has removed them from the storage.
create table public.file_removals (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null,
  created_at timestamptz not null default now()
);
alter table public.file_removals enable row level security;
grant select, delete on public.file_removals to service_role;

-- As whom the caller takes out or erases somebody's data: their own as a shopper, a customer's as a super admin of the store.
create function private.personal_data_actor(p_tenant_id text, p_user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_actor constant text := case
    when private.is_service() then 'system' when p_user_id = auth.uid() then 'shopper' else 'staff' end;
begin
  if v_actor = 'staff' and not coalesce(p_tenant_id = any (private.super_admin_tenants()), false) then
    raise exception using errcode = '42501', message = 'Only super admins can do this for a customer.',
      detail = 'super_admin_only';
  end if;
  if v_actor = 'staff' then
    perform private.require_customer_access(p_tenant_id);
  end if;
  perform private.require_aal();
  if not exists (select 1 from public.profiles p where p.id = p_user_id and p.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person', 'This person has no account in this store.');
  end if;
  return v_actor;
end
$$;

-- Refuses a session whose person has not shown who they are within the last ten minutes, by password or otherwise.
create function private.require_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_methods constant jsonb := coalesce(auth.jwt() -> 'amr', '[]');
begin
  if not jsonb_path_exists(v_methods, '$[*].timestamp ? (@ > $since)',
    jsonb_build_object('since', extract(epoch from now() - interval '10 minutes'))) then
    perform private.refuse('sign_in_again', 'Sign in again first. It has been more than ten minutes.');
  end if;
end
$$;

create function private.personal_files(p_tenant_id text, p_user_id uuid)
returns table (bucket_id text, name text, size bigint, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name, (o.metadata ->> 'size')::bigint, o.created_at from storage.objects o
  where o.bucket_id in ('avatars', 'designs') and starts_with(o.name, p_tenant_id || '/' || p_user_id || '/')
$$;

-- Everything that a store has about a person, for themselves; or for a customer who asked, by a super admin.
create function public.export_personal_data(p_tenant_id text, p_user_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id);
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id,
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at, 'details', u.raw_user_meta_data)
      from auth.users u where u.id = v_user_id
    ),
    'role', (select r.role from public.user_roles r where r.user_id = v_user_id and r.tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(p) - '{id,tenant_id}'::text[] from public.profiles p
      where p.id = v_user_id and p.tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(c) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records c
      where c.user_id = v_user_id and c.tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(a) - v_own order by a.created_at) from public.addresses a
      where a.user_id = v_user_id and a.tenant_id = p_tenant_id
    ), '[]'),
    'orders', coalesce((
      select jsonb_agg(private.order_json(o) - v_own || jsonb_build_object('history', (
        select jsonb_agg(jsonb_build_object('at', e.created_at, 'by', e.actor, 'from', e.from_status, 'to', e.to_status,
          'note', e.note) order by e.created_at)
        from public.order_events e where e.order_id = o.id and not e.is_internal
      )) order by o.created_at)
      from public.orders o where o.user_id = v_user_id and o.tenant_id = p_tenant_id
    ), '[]'),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(c) - v_own order by c.created_at) from public.customizations c
      where c.user_id = v_user_id and c.tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(w) - v_own || jsonb_build_object('name', p.name) order by w.created_at)
      from public.wishlists w join public.products p on p.id = w.product_id
      where w.user_id = v_user_id and w.tenant_id = p_tenant_id
    ), '[]'),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(r) - v_own order by r.created_at) from public.reviews r
      where r.user_id = v_user_id and r.tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(e) - '{tenant_id,user_id,actor_id}'::text[] order by e.created_at)
      from public.point_entries e where e.user_id = v_user_id and e.tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(d) - v_own order by d.created_at) from public.discounts d
      where d.user_id = v_user_id and d.tenant_id = p_tenant_id
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(c) - '{tenant_id,user_id,unread_by_staff}'::text[] || jsonb_build_object('messages', (
        select jsonb_agg(jsonb_build_object('at', m.created_at, 'by', m.sender, 'text', m.body) order by m.created_at)
        from public.messages m where m.conversation_id = c.id
      )) order by c.created_at)
      from public.conversations c where c.id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(f) order by f.created_at) from private.personal_files(p_tenant_id, v_user_id) f
    ), '[]')
  );
end
$$;

-- A person's chats, and what they sent through the contact page from their address.
create function private.conversations_of(p_tenant_id text, p_user_id uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select c.id from public.conversations c where c.user_id = p_user_id and c.tenant_id = p_tenant_id
    union
    select c.id from public.profiles p
    join public.conversations c on c.tenant_id = p.tenant_id and c.kind = 'contact' and c.user_id is null and c.email = p.email
    where p.id = p_user_id and p.tenant_id = p_tenant_id and p.email <> ''
  )
$$;

-- Takes the person out of what was written down about their orders, reviews and messages; that it happened stays.
create function private.forget_in_audit_log(p_tenant_id text, p_user_id uuid, p_entity_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.audit_log a set
    label = case when a.entity in ('orders', 'order_notes', 'reviews') then a.label else '' end,
    before = a.before - f.facts,
    after = a.after - f.facts
  from (values ('{user_id,customer_name,customer_email,address,note,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason}'::text[]))
    as f (facts)
  where a.tenant_id = p_tenant_id and (
    a.entity in ('orders', 'order_notes', 'reviews', 'conversations', 'messages', 'mfa_factors', 'discounts', 'customer_records')
      and a.entity_id = any (p_entity_ids::text[])
    or a.entity in ('user_roles', 'point_entries') and coalesce(a.after, a.before) ->> 'user_id' = p_user_id::text
  );
  update public.audit_log a set actor_name = '' where a.tenant_id = p_tenant_id and a.actor_id = p_user_id;
$$;

-- Deletes a customer's account in a store: their own after a fresh sign-in, or a customer's who asked, by a super admin. Orders
-- stay as books without the person, reviews without a name; everything else goes. Who has an account in another store as well
-- goes on signing in there.
create function public.delete_account(p_tenant_id text, p_user_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id);
  v_orders uuid[];
  v_conversations uuid[];
  v_open text;
begin
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- An order that is being placed comes first, or finds no account any more.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant_id || v_user_id::text, 0));
  perform 1 from public.profiles p where p.id = v_user_id and p.tenant_id = p_tenant_id for update;
  if exists (
    select 1 from public.user_roles r
    where r.user_id = v_user_id and (r.tenant_id = p_tenant_id or r.tenant_id is null) and r.role <> 'user'
  ) then
    perform private.refuse('staff_account', 'This account belongs to staff. A super admin has to take the role off first.');
  end if;
  select o.number into v_open from public.orders o
  where o.user_id = v_user_id and o.tenant_id = p_tenant_id
    and (o.status not in ('delivered', 'cancelled', 'returned') or o.payment_status = 'refund_due')
  order by o.created_at limit 1;
  if found then
    perform private.refuse('open_order', 'Order ' || v_open || ' is not finished. The account can be deleted once it is '
      'delivered or cancelled and its money is settled.', jsonb_build_object('number', v_open));
  end if;

  perform set_config('souk.audit', 'off', true);
  v_orders := array(select o.id from public.orders o where o.user_id = v_user_id and o.tenant_id = p_tenant_id for update);
  v_conversations := private.conversations_of(p_tenant_id, v_user_id);
  perform private.forget_in_audit_log(p_tenant_id, v_user_id, v_orders || v_conversations || v_user_id || array(
    select m.id from public.messages m where m.conversation_id = any (v_conversations)
    union select r.id from public.reviews r where r.user_id = v_user_id and r.tenant_id = p_tenant_id
    union select d.id from public.discounts d where d.user_id = v_user_id and d.tenant_id = p_tenant_id
    union select c.id from public.customer_records c where c.user_id = v_user_id and c.tenant_id = p_tenant_id
  ));
  insert into public.file_removals (bucket_id, name)
  select f.bucket_id, f.name from private.personal_files(p_tenant_id, v_user_id) f;

  update public.order_lines l set customization = null, customization_id = null, image = null
  where l.order_id = any (v_orders) and l.customization is not null;
  update public.order_events e set note = '', actor_id = nullif(e.actor_id, v_user_id) where e.order_id = any (v_orders);
  update public.stock_movements m set actor_id = null where m.order_id = any (v_orders) and m.actor_id = v_user_id;
  update public.discount_uses u set user_id = null where u.order_id = any (v_orders);
  delete from public.order_mails m where m.order_id = any (v_orders) and m.sent_at is null;
  update public.orders o set
    user_id = null, customer_name = '', customer_email = '', note = '', document_hash = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', o.address -> 'governorate')
  where o.id = any (v_orders);
  update public.reviews r set user_id = null, author_name = '' where r.user_id = v_user_id and r.tenant_id = p_tenant_id;
  -- A used voucher belongs to the books of its order.
  update public.discounts d set user_id = null, is_active = false
  where d.user_id = v_user_id and d.tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses u where u.discount_id = d.id);
  delete from public.conversations c where c.id = any (v_conversations);
  delete from public.profiles p where p.id = v_user_id and p.tenant_id = p_tenant_id;
  delete from public.user_roles r where r.user_id = v_user_id and r.tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles p where p.id = v_user_id)
    and not exists (select 1 from public.user_roles r where r.user_id = v_user_id) then
    delete from auth.users u where u.id = v_user_id;
  end if;

  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    coalesce((
      select p.name from public.profiles p where p.id = auth.uid() order by p.tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'profiles', v_user_id::text
  );
  perform set_config('souk.audit', '', true);
end
$$;

-- Triggers

call private.fix_columns('public.saved_views', '{id,tenant_id,user_id}');

create trigger touched before update on public.saved_views
  for each row execute function private.touch_updated_at();

-- Grants

grant select, delete on public.saved_views to authenticated;
grant insert (tenant_id, page, name, query) on public.saved_views to authenticated;
grant update (tenant_id, page, name, query) on public.saved_views to authenticated;
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
  public.customer_totals,
  public.list_customers,
  public.report_rows,
  public.find_by_phone,
  public.export_personal_data,
  public.delete_account,
  public.slow_queries
to authenticated;
