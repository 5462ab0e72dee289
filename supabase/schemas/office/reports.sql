-- Reports.

-- Functions

-- The buyer of an order: the account, or for a phone order without one, the phone number, else the address.
create function private.buyer_of(p_order public.orders, p_address jsonb) returns text
language sql immutable as $$
  select coalesce(p_order.user_id::text, nullif(private.national_digits(p_address ->> 'phone'), ''),
    nullif(lower(p_order.customer_email), ''), p_order.id::text)
$$;

-- Totals of a period's days, in pounds like all reports. Staff only.
create function public.report_totals(p_tenant_id text, p_from date, p_to date) returns table (
  orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric,
  customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric,
  delivered numeric, cash_with_carriers numeric
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_since constant timestamptz := private.day_start(p_from);
  v_until constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with sales as materialized (
    select private.buyer_of(orders.*, stored.address) as buyer, sold.net, sold.amount, sold.shipping
    from private.sales_between(p_tenant_id, v_since, v_until) sold
    join public.orders on orders.id = sold.order_id
    left join public.order_addresses stored on stored.order_id = orders.id
  ),
  pieces as (
    select coalesce(sum(sold.quantity), 0)::bigint as quantity, coalesce(sum(sold.discount), 0) as discount,
      coalesce(sum(sold.points), 0) as points
    from private.pieces_between(p_tenant_id, v_since, v_until) sold
  )
  select
    count(*) filter (where sales.net > 0), coalesce(sum(sales.amount), 0),
    (select pieces.quantity from pieces),
    coalesce(round(avg(sales.amount) filter (where sales.net > 0), 2), 0),
    (select pieces.discount from pieces), coalesce(sum(sales.shipping), 0), (select pieces.points from pieces),
    count(distinct sales.buyer) filter (where sales.net > 0),
    (
      select count(*) from public.profiles
      where profiles.tenant_id = p_tenant_id
        and profiles.created_at >= v_since and profiles.created_at < v_until
        and profiles.id <> all (private.staff_ids(p_tenant_id))
    ),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'cancelled', v_since, v_until) totals),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'returned', v_since, v_until) totals),
    private.entries_between(p_tenant_id, 'given_back', v_since, v_until),
    -- Still due at the end of the period.
    (select totals.amount from private.ledger_totals(p_tenant_id, 'refund_due', '-infinity', v_until) totals),
    private.delivered_between(p_tenant_id, v_since, v_until),
    -- Held by carriers at the end of the period.
    private.entries_between(p_tenant_id, 'cash_collected', '-infinity', v_until)
      - private.entries_between(p_tenant_id, 'settled', '-infinity', v_until)
  from sales;
end
$$;

-- One row per day, week (from Saturday) or month, including empty ones. Later events of an order, such as a refund, count on the
-- day they happen.
create function public.report_sales(p_tenant_id text, p_from date, p_to date, p_bucket text default 'day')
returns table (
  bucket date, orders bigint, revenue numeric, discounts numeric, shipping numeric, refunded numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  if p_bucket is null or p_bucket not in ('day', 'week', 'month') then
    perform private.refuse('invalid_bucket');
  end if;
  if p_to - p_from > 3700 then
    perform private.refuse('range_too_long');
  end if;
  return query
  with days as (
    select moment::date as day, case p_bucket
      when 'day' then moment::date
      -- date_trunc's weeks begin on Monday, the stores' on Saturday.
      when 'week' then (date_trunc('week', moment + interval '2 days') - interval '2 days')::date
      else date_trunc('month', moment)::date
    end as start
    from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') moment
  ),
  happened as (
    select days.start, ledger.order_id, sum(ledger.sign) as net, sum(ledger.amount) as amount,
      sum(ledger.shipping) as shipping
    from private.sales_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start, ledger.order_id
    having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0 or sum(ledger.shipping) <> 0
  ),
  sold as (
    select happened.start, count(*) filter (where happened.net > 0) as how_many, sum(happened.amount) as revenue,
      sum(happened.shipping) as shipping
    from happened group by happened.start
  ),
  discounted as (
    select days.start, sum(ledger.discount) as amount
    from private.pieces_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start
  ),
  given_back as (
    select days.start, sum(entry.amount) as amount
    from public.payment_entries entry join days on days.day = private.shop_time(entry.created_at)::date
    where entry.tenant_id = p_tenant_id and entry.kind = 'given_back'
      and entry.created_at >= private.day_start(p_from) and entry.created_at < private.day_start(p_to + 1)
    group by days.start
  )
  select buckets.start, coalesce(sold.how_many, 0), coalesce(sold.revenue, 0), coalesce(discounted.amount, 0),
    coalesce(sold.shipping, 0), coalesce(given_back.amount, 0)
  from (select distinct days.start from days) buckets
  left join sold on sold.start = buckets.start
  left join discounted on discounted.start = buckets.start
  left join given_back on given_back.start = buckets.start
  order by buckets.start;
end
$$;

-- Sales by product, highest revenue first.
create function public.report_products(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  product_id uuid, name text, image text, quantity bigint, revenue numeric, orders bigint, translations jsonb, garment text
)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with in_order as (
    -- Groups deleted products by the name they were sold under.
    select order_lines.product_id, case when order_lines.product_id is null then order_lines.name end as gone,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2
  ),
  sold as (
    select in_order.product_id, in_order.gone, sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by in_order.product_id, in_order.gone
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 4 desc, 3 desc, 1, 2 limit greatest(p_limit, 1)
  )
  select sold.product_id, coalesce(products.name, sold.gone), private.first_picture(products.images), sold.quantity,
    sold.revenue, sold.orders, private.translated_names(products.translations), sold.garment
  from sold left join public.products on products.id = sold.product_id
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.gone;
end
$$;

-- Sales by category, highest revenue first.
create function public.report_categories(p_tenant_id text, p_from date, p_to date) returns table (
  category_id uuid, name text, quantity bigint, revenue numeric, translations jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select categories.id, coalesce(categories.name, 'Uncategorized'), sum(sold.quantity)::bigint, sum(sold.revenue),
    private.translated_names(categories.translations)
  from (
    select order_lines.product_id, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by order_lines.product_id
  ) sold
  left join public.products on products.id = sold.product_id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  group by categories.id, categories.name, categories.translations
  having sum(sold.quantity) <> 0 or sum(sold.revenue) <> 0
  order by 4 desc, 2;
end
$$;

-- Sales by customer, highest revenue first; `user_id` is null without an account. For staff who may read customers' data.
create function public.report_customers(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  user_id uuid, name text, email text, orders bigint, revenue numeric, last_order_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query
  with bought as (
    select (array_agg(orders.user_id))[1] as user_id, private.buyer_of(orders.*, stored.address) as buyer,
      count(*) filter (where sales.net > 0) as orders, sum(sales.amount) as revenue, max(orders.created_at) as last_order_at,
      (array_agg(orders.customer_name order by orders.created_at desc, orders.id))[1] as name,
      (array_agg(orders.customer_email order by orders.created_at desc, orders.id))[1] as email
    from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
    join public.orders on orders.id = sales.order_id
    left join public.order_addresses stored on stored.order_id = orders.id
    group by buyer
    order by revenue desc, buyer limit greatest(p_limit, 1)
  )
  select bought.user_id, case when bought.user_id is null then bought.name else profiles.name end,
    case when bought.user_id is null then bought.email else profiles.email end, bought.orders, bought.revenue, bought.last_order_at
  from bought left join public.profiles on profiles.id = bought.user_id and profiles.tenant_id = p_tenant_id
  order by bought.revenue desc, bought.buyer;
end
$$;

-- Sales by variant. Old lines, and those of deleted variants, are grouped by name. `cost` is what the sold pieces cost at today's
-- cost; null where none is known, and for those who may not see costs.
create function public.report_variants(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  product_id uuid, variant_id uuid, name text, variant text, sku text, image text, quantity bigint, revenue numeric,
  orders bigint, translations jsonb, garment text, cost numeric
)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
declare
  v_sees_costs constant boolean := private.may(p_tenant_id, 'costs.see');
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with in_order as (
    select order_lines.product_id, order_lines.variant_id,
      case when order_lines.product_id is null then order_lines.name end as gone,
      case when order_lines.variant_id is null then (
        select string_agg(chosen ->> 'value', ' / ' order by place)
        from jsonb_array_elements(order_lines.options) with ordinality options (chosen, place)
      ) end as called,
      case when order_lines.variant_id is null then order_lines.sku end as sku,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2, 3, 4, 5
  ),
  sold as (
    select in_order.product_id, in_order.variant_id, in_order.gone, in_order.called, in_order.sku,
      sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by 1, 2, 3, 4, 5
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 7 desc, 6 desc, 1, 2, 3, 4 limit greatest(p_limit, 1)
  )
  select sold.product_id, sold.variant_id, coalesce(products.name, sold.gone),
    coalesce(private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), sold.called,
      ''), coalesce(product_variants.sku, sold.sku),
    coalesce(product_variants.image, private.first_picture(products.images)), sold.quantity, sold.revenue, sold.orders,
    private.translated_names(products.translations, product_variants), sold.garment, sold.quantity * stored.cost
  from sold
  left join public.products on products.id = sold.product_id
  left join public.product_variants on product_variants.id = sold.variant_id
  left join public.variant_costs stored on stored.variant_id = sold.variant_id and v_sees_costs
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.variant_id, sold.gone, sold.called;
end
$$;

-- Products on sale by how long their stock will last at the period's pace, shortest first.
create function public.report_stock(p_tenant_id text, p_from date, p_to date, p_limit integer default 100)
returns table (
  product_id uuid, variant_id uuid, name text, variant text, sku text, image text, stock integer, sold bigint,
  days_left numeric, worth numeric, translations jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with sold as (
    select order_lines.variant_id, sum(pieces.quantity) as quantity
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    where order_lines.variant_id is not null
    group by order_lines.variant_id having sum(pieces.quantity) > 0
  )
  select products.id, product_variants.id, products.name,
    private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), product_variants.sku,
    coalesce(product_variants.image, private.first_picture(products.images)), product_variants.stock,
    coalesce(sold.quantity, 0)::bigint,
    round(product_variants.stock * (p_to - p_from + 1)::numeric / sold.quantity, 1),
    product_variants.stock * coalesce(product_variants.price, products.price),
    private.translated_names(products.translations, product_variants)
  from public.products
  join public.product_variants on product_variants.product_id = products.id and product_variants.is_active
  left join sold on sold.variant_id = product_variants.id
  where products.tenant_id = p_tenant_id and products.is_active
  order by case when product_variants.stock = 0 then 0
    else product_variants.stock * (p_to - p_from + 1)::numeric / sold.quantity end nulls last, product_variants.stock,
    products.name, products.id, product_variants.position, product_variants.id
  limit greatest(p_limit, 1);
end
$$;

-- Per code: its uses, the discount on pieces that stayed sold, and its orders' revenue.
create function public.report_discounts(p_tenant_id text, p_from date, p_to date) returns table (
  discount_id uuid, code text, kind public.discount_kind, uses bigint, given numeric, revenue numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with given as (
    select pieces.order_id, sum(pieces.discount) as amount
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    group by pieces.order_id
  )
  select discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind,
    count(*) filter (where sales.net > 0),
    -- A line's share includes the manual discount.
    coalesce(sum(round(given.amount * (orders.discount_total - orders.offer_total)
      / nullif(orders.discount_total + orders.manual_discount, 0), 2)), 0),
    coalesce(sum(sales.amount), 0)
  from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
  full join given using (order_id)
  join public.orders on orders.id = order_id and orders.discount_code is not null
  left join public.discounts on discounts.tenant_id = orders.tenant_id and discounts.id = orders.discount_id
  group by discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind
  order by 4 desc, 2;
end
$$;

-- Orders per delivery slot, by day of delivery.
create function public.report_slots(p_tenant_id text, p_from date, p_to date) returns table (
  slot_id uuid, day_of_week smallint, from_time time, to_time time, capacity integer, orders bigint, days bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select delivery_slots.id, delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity, count(orders.id), count(distinct orders.slot_date)
  from public.delivery_slots
  left join public.orders on orders.tenant_id = delivery_slots.tenant_id and orders.slot_id = delivery_slots.id
    and orders.slot_date between p_from and p_to
    and orders.status not in ('awaiting_payment', 'cancelled') and not orders.is_test
  where delivery_slots.tenant_id = p_tenant_id
  group by delivery_slots.id
  order by delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.id;
end
$$;

-- Storage use by person, largest first; the store's own files have no person. Staff only.
create function public.report_files(p_tenant_id text, p_limit integer default null) returns table (
  user_id uuid, name text, email text, files bigint, megabytes numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query
  select profile.id, coalesce(profile.name, ''), coalesce(profile.email, ''), counted.files, round(counted.bytes / 1048576.0, 1)
  from (
    select stored.owner_id, count(*) as files, sum(stored.bytes) as bytes
    from private.stored_files(p_tenant_id) stored group by stored.owner_id
  ) counted
  left join public.profiles profile on profile.tenant_id = p_tenant_id and profile.id::text = counted.owner_id
  order by counted.bytes desc, counted.owner_id
  limit p_limit;
end
$$;

-- A report's rows in order, all or the first `p_limit`. `p_report` is sales (by day), products, variants, categories, customers,
-- stock, discounts, slots, refused_places, refused_carriers, refused_products or files (as of today). Staff only.
create function public.report_rows(
  p_tenant_id text, p_report text, p_from date, p_to date, p_limit integer default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := greatest(coalesce(p_limit, 2147483647), 1);
  v_rows jsonb;
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  case p_report
    when 'sales' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_sales(p_tenant_id, p_from, p_to, 'day') limit v_limit) listed;
    when 'products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'variants' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_variants(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'categories' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_categories(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'customers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_customers(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'stock' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_stock(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'discounts' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_discounts(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'slots' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_slots(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_places' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_refused_places(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_carriers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_refused_carriers(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from public.report_refused_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'files' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_files(p_tenant_id, v_limit) listed;
    else
      perform private.refuse('unknown_report');
  end case;
  return coalesce(v_rows, '[]');
end
$$;

-- The totals of each store, for those of the given stores where the caller sees sales.
create function public.report_totals_of_stores(p_tenant_ids text[], p_from date, p_to date) returns table (
  tenant_id text, orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric,
  points_value numeric, customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric,
  refund_due numeric, delivered numeric, cash_with_carriers numeric
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'sales.see');
begin
  return query
  select store.id, totals.* from public.tenants store
  cross join lateral public.report_totals(store.id, p_from, p_to) totals
  where store.id = any (v_tenant_ids) order by store.position, store.id;
end
$$;

-- The rows of a report of each store with its `tenant_id`, store by store, for those of the given stores where the caller may read
-- it; all rows or the first `p_limit` of each.
create function public.report_rows_of_stores(
  p_tenant_ids text[], p_report text, p_from date, p_to date, p_limit integer default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(
    p_tenant_ids, case when p_report in ('customers', 'files') then 'reports.see' else 'sales.see' end);
begin
  return (
    select coalesce(jsonb_agg(listed.entry || jsonb_build_object('tenant_id', store.id)
      order by store.position, store.id, listed.place), '[]')
    from public.tenants store
    cross join lateral jsonb_array_elements(public.report_rows(store.id, p_report, p_from, p_to, p_limit))
      with ordinality listed (entry, place)
    where store.id = any (v_tenant_ids)
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
  public.report_files,
  public.report_rows,
  public.report_totals_of_stores,
  public.report_rows_of_stores
to authenticated;
