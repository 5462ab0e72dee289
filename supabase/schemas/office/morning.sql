-- What the office's morning page and the dashboard count: for each figure its rows, so that a figure and the list that it opens agree.

-- Tables

create type public.morning_figure as enum (
  -- Of one day: sales as in the reports, orders, payments with the cash that carriers collected, and returns that arrived.
  'sold', 'orders_placed', 'payments_received', 'returns_received',
  -- Owed now; carriers' cash is overdue after two weeks.
  'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm',
  -- Queues of orders that wait for staff.
  'to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender',
  -- Late now: past the promised day, without news for three days, unanswered for a day.
  'orders_late', 'shipments_quiet', 'messages_late',
  -- Variants that sold out on the day and still are; products at or below the store's limit, and sold out.
  'ran_out', 'running_out', 'sold_out',
  -- Waits for an answer now.
  'messages_waiting', 'reviews_waiting', 'returns_waiting',
  -- Owed now: claims that a carrier should have answered.
  'claims_overdue'
);

-- What the rows of a figure are.
create type public.morning_subject as enum ('order', 'product', 'conversation', 'review');

-- A row of a figure; `part_id` is the variant of a product, or the shipment of an order. Without an amount where rows are counted,
-- without a time for stock.
create type private.morning_entry as (
  tenant_id text, subject_id uuid, part_id uuid, amount numeric, happened_at timestamptz
);

-- A figure, and the stores in which somebody may see it.
create type private.permitted_figure as (figure public.morning_figure, tenant_ids text[]);

create index returns_received on public.returns (tenant_id, received_at) where received_at is not null;
create index stock_movements_sold_out on public.stock_movements (tenant_id, created_at) where stock_after = 0 and delta < 0;

-- Helpers

create function private.figure_capability(p_figure public.morning_figure) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_figure = 'sold' then 'reports.see'
    when p_figure in ('payments_received', 'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm',
      'claims_overdue') then 'money.see'
    when p_figure in ('ran_out', 'running_out', 'sold_out') then 'products.see'
    when p_figure in ('messages_late', 'messages_waiting') then 'customers.see'
    when p_figure = 'reviews_waiting' then 'content.see'
    else 'orders.see'
  end
$$;

create function private.figure_subject(p_figure public.morning_figure) returns public.morning_subject
language sql immutable set search_path = '' as $$
  select case private.figure_capability(p_figure)
    when 'products.see' then 'product' when 'customers.see' then 'conversation' when 'content.see' then 'review' else 'order'
  end::public.morning_subject
$$;

-- Whether a figure is of one day, and so compared with the same day a week before.
create function private.is_of_day(p_figure public.morning_figure) returns boolean
language sql immutable set search_path = '' as $$
  select p_figure in ('sold', 'orders_placed', 'payments_received', 'returns_received')
$$;

-- The latest day on which an order had to be placed for its promised number of working days to be over before `p_today`.
create function private.overdue_promises(p_today date) returns table (days smallint, placed_until date)
language sql stable set search_path = '' as $$
  select promised.days::smallint, max(counted.day)
  from (
    select day.day::date as day, count(*) filter (where extract(dow from day.day) not in (5, 6)) over (
      order by day.day desc rows between unbounded preceding and 1 preceding
    ) as working_days
    from generate_series((p_today - 100)::timestamp, p_today - 1, interval '1 day') day
  ) counted
  join generate_series(0, 60) promised (days) on promised.days <= counted.working_days
  group by promised.days
$$;

-- Functions

-- What was sold or came in between two times.
create function private.entries_of_day(
  p_figure public.morning_figure, p_tenant_ids text[], p_since timestamptz, p_until timestamptz
) returns setof private.morning_entry
language plpgsql stable set search_path = '' as $$
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
$$;

create function private.entries_owed(p_figure public.morning_figure, p_tenant_ids text[]) returns setof private.morning_entry
language plpgsql stable set search_path = '' as $$
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
    when 'claims_overdue' then
      return query select claim.tenant_id, shipment.order_id, shipment.id, claim.amount, claim.created_at
      from public.carrier_claims claim join public.shipments shipment on shipment.id = claim.shipment_id
      where claim.tenant_id = any (p_tenant_ids) and public.is_overdue(claim);
    when 'refunds_due' then
      return query select orders.tenant_id, orders.id, null::uuid, greatest(-private.balance(orders), 0), orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.payment_status = 'refund_due';
    when 'transfers_to_confirm' then
      return query select orders.tenant_id, orders.id, null::uuid, public.owes(orders), orders.created_at
      from public.orders
      where orders.tenant_id = any (p_tenant_ids) and orders.status = 'awaiting_payment' and orders.payment_method = 'bank_transfer';
  end case;
end
$$;

-- Orders in a queue of the same name. Each queue has a partial index, which a parameter would not match.
create function private.entries_queued(p_figure public.morning_figure, p_tenant_ids text[]) returns setof private.morning_entry
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'select tenant_id, id, null::uuid, null::numeric, created_at from public.orders where tenant_id = any ($1) and queues @> %L',
    array[p_figure]) using p_tenant_ids;
end
$$;

create function private.entries_late(p_figure public.morning_figure, p_tenant_ids text[]) returns setof private.morning_entry
language plpgsql stable set search_path = '' as $$
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
$$;

create function private.entries_of_stock(p_figure public.morning_figure, p_tenant_ids text[]) returns setof private.morning_entry
language sql stable set search_path = '' as $$
  with limits as materialized (
    select store.id, case p_figure when 'sold_out' then 0 else 1 end as least,
      case p_figure when 'sold_out' then 0 else private.low_stock_of(store.id) end as most
    from unnest(p_tenant_ids) store (id)
  )
  select product.tenant_id, product.id, null::uuid, null::numeric, null::timestamptz
  from limits join public.products product on product.tenant_id = limits.id and product.is_active
    and product.stock between limits.least and limits.most
$$;

create function private.entries_unanswered(p_figure public.morning_figure, p_tenant_ids text[]) returns setof private.morning_entry
language plpgsql stable set search_path = '' as $$
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
$$;

-- The rows of a figure in these stores: of a day, or as of now.
create function private.morning_entries(p_figure public.morning_figure, p_tenant_ids text[], p_day date)
returns setof private.morning_entry
language plpgsql stable set search_path = '' as $$
begin
  if private.is_of_day(p_figure) or p_figure = 'ran_out' then
    return query select * from private.entries_of_day(
      p_figure, p_tenant_ids, private.day_start(p_day), private.day_start(p_day + 1));
  elsif p_figure in ('cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm', 'claims_overdue') then
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
$$;

-- How many rows a figure has in a store, for the dashboard.
create function private.figure_count(p_tenant_id text, p_figure public.morning_figure) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from private.morning_entries(p_figure, array[p_tenant_id], null)
$$;

-- The sum of a figure in a store, for the dashboard.
create function private.figure_amount(p_tenant_id text, p_figure public.morning_figure) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(entry.amount), 0) from private.morning_entries(p_figure, array[p_tenant_id], null) entry
$$;

-- Counts and sums of figures in every store where they may be seen, those of a day also a week before.
create function private.morning_figures(p_permitted private.permitted_figure[], p_day date) returns table (
  tenant_id text, figure public.morning_figure, entries bigint, amount numeric, entries_before bigint, amount_before numeric
)
language sql stable set search_path = '' as $$
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
$$;

-- Those of these stores, by default of all, in which the caller has a capability. Removed stores have no morning.
create function private.morning_stores(p_capability text, p_tenant_ids text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select seen.id from unnest(private.tenants_where_may(p_capability)) seen (id)
    where seen.id <> all (private.gone_stores()) and (p_tenant_ids is null or seen.id = any (p_tenant_ids))
  )
$$;

-- The figures of a day, by default yesterday, in those of these stores, by default all, where the caller may see them; amounts in
-- pounds, 0 for figures without one. What is owed, late or waiting is as of now.
create function public.morning(p_tenant_ids text[] default null, p_day date default null) returns table (
  tenant_id text, figure public.morning_figure, entries bigint, amount numeric, entries_before bigint, amount_before numeric
)
language sql stable security definer set search_path = '' as $$
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
$$;

-- The rows that a figure counts, of stores and a day as above, by store and the oldest first: an order by its number and status, a
-- product by name and variant, a conversation by who wrote and about what, a review by product and author. `all_entries` counts
-- them all.
create function public.morning_rows(
  p_figure public.morning_figure, p_tenant_ids text[] default null, p_day date default null, p_limit integer default 50,
  p_offset integer default 0
) returns table (
  tenant_id text, subject public.morning_subject, subject_id uuid, part_id uuid, label text, detail text, translations jsonb,
  status public.order_status, amount numeric, happened_at timestamptz, all_entries bigint
)
language sql stable security definer set search_path = '' as $$
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
$$;

-- Grants

grant execute on function public.morning, public.morning_rows to authenticated;
