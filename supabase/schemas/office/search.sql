-- Searching in the back office.

-- Tables

-- A staff member's saved filters and sorting of a list, under a name. Personal and no store data, so not in the audit log.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  -- Null for views of the office of all stores.
  tenant_id text references public.tenants (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  page text not null check (page ~ '^[a-z-]{1,40}$'),
  name text not null check (length(btrim(name)) between 1 and 60),
  -- The URL's query, without the question mark.
  query text not null default '' check (length(query) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (user_id, tenant_id, page, name)
);
create index saved_views_by_tenant on public.saved_views (tenant_id);
alter table public.saved_views enable row level security;

-- Manual column mappings of files, by kind of file and its headings, one per line: products of other stores, statements of carriers
-- and reports of payment providers. Shared by all staff of a store; not in the audit log, since they say nothing about what is
-- sold.
create table public.import_columns (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  kind text not null default 'products' check (kind in ('products', 'statement', 'payments')),
  headings text not null check (headings <> '' and length(headings) <= 50000),
  -- Headings may be too long to index.
  headings_key text not null generated always as (md5(headings)) stored,
  -- The meaning of each column of the file; '' to ignore it.
  columns jsonb not null check (jsonb_typeof(columns) = 'object' and length(columns::text) <= 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, kind, headings_key)
);
alter table public.import_columns enable row level security;

-- Policies

create policy "Staff read how their store reads files" on public.import_columns
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('products.see'))::text[]));

call private.add_staff_policies('public.import_columns', 'matched columns', 'products.change');

-- Whether the caller may have views of a store's office, or without a store, of that of all stores.
create function private.may_have_views(p_tenant_id text, p_workplaces text[]) returns boolean
language sql immutable as $$
  select case when p_tenant_id is null then cardinality(p_workplaces) > 0 else p_tenant_id = any (p_workplaces) end
$$;

create policy "Staff read their own views" on public.saved_views
  for select to authenticated
  using (user_id = (select auth.uid()) and private.may_have_views(tenant_id, (select private.workplaces())::text[]));

create policy "Staff save views for themselves" on public.saved_views
  for insert to authenticated
  with check (user_id = (select auth.uid()) and private.may_have_views(tenant_id, (select private.workplaces())::text[]));

create policy "Staff change their own views" on public.saved_views
  for update to authenticated
  using (user_id = (select auth.uid()) and private.may_have_views(tenant_id, (select private.workplaces())::text[]))
  with check (user_id = (select auth.uid()) and private.may_have_views(tenant_id, (select private.workplaces())::text[]));

create policy "Staff delete their own views" on public.saved_views
  for delete to authenticated
  using (user_id = (select auth.uid()) and private.may_have_views(tenant_id, (select private.workplaces())::text[]));

call private.add_aal2_policies('public.saved_views');

-- Who acted on an order, and the outcomes of earlier shipments to its customer and its phone number.
create type public.person_name as (id uuid, name text);

create type public.people_of_order as (
  names public.person_name[], customer public.delivery_counts, phone public.delivery_counts
);

-- Functions

-- A store's staff, who don't count as customers.
create function private.staff_ids(p_tenant_id text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select distinct held.user_id from private.held_capabilities held
    where held.tenant_id = p_tenant_id or held.tenant_id is null
  );
end
$$;

-- Total sales to customers of a store. Staff only.
create function public.customer_totals(p_tenant_id text, p_user_ids uuid[]) returns table (
  user_id uuid, orders bigint, revenue numeric, last_order_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query
  select orders.user_id, count(*), sum(orders.charged), max(orders.created_at)
  from public.orders
  where orders.tenant_id = p_tenant_id and orders.user_id = any (p_user_ids)
    and private.is_sale(orders.*)
  group by orders.user_id;
end
$$;

-- The digits to search phone numbers by; null if the text isn't a phone number or is too short.
create function private.phone_search_digits(p_text text) returns text
language sql immutable as $$
  select private.national_digits(p_text) || '%'
  where private.clean_phone(p_text) ~ '^\+?[0-9]+$' and length(private.national_digits(p_text)) between 4 and 15
$$;

-- An SQL condition on the rows of a table, by its alias: phone numbers of these stores that begin or end with a text; where the
-- caller may not see numbers in full, only the whole number, so that nobody finds one digit by digit. Null if the text isn't a
-- number. It contains the patterns as constants, so that it is planned for them.
create function private.phone_condition(p_row text, p_digits text, p_tenant_ids text[], p_text text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_digits constant text := ltrim(private.clean_phone(p_text), '+');
  v_seen constant text[] := array(
    select asked.id from unnest(p_tenant_ids) asked (id) where private.may(asked.id, 'customers.see_contact'));
  v_parts text[] := '{}';
begin
  if v_digits !~ '^[0-9]{3,15}$' then
    return null;
  end if;
  v_parts := v_parts || format('%s.tenant_id = any (%L) and (%s)', p_row, v_seen, concat_ws(' or ',
    p_digits || ' like ' || quote_literal(private.phone_search_digits(p_text)),
    'reverse(' || p_digits || ') like ' || quote_literal(reverse(v_digits) || '%')));
  if private.is_egyptian_phone(p_text) then
    v_parts := v_parts || format('%s.tenant_id = any (%L) and %s = %L', p_row, p_tenant_ids, p_digits,
      private.national_digits(p_text));
  end if;
  return array_to_string(v_parts, ' or ');
end
$$;

create function private.orders_by_phone(p_tenant_ids text[], p_phone text, p_limit integer)
returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_condition text := private.phone_condition('stored', 'private.national_digits(stored.address ->> ''phone'')', p_tenant_ids, p_phone);
begin
  if v_condition is not null then
    return query execute format(
      'select orders.* from public.order_addresses stored join public.orders on orders.id = stored.order_id where %s
       order by orders.created_at desc, orders.id limit %s', v_condition, p_limit);
  end if;
end
$$;

create function private.people_by_phone(p_tenant_ids text[], p_phone text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[] := '{}';
  v_condition text := private.phone_condition('known', 'private.national_digits(known.phone)', p_tenant_ids, p_phone);
begin
  if v_condition is not null then
    execute format('select array(select known.user_id from public.profile_phones known where %s limit 200)', v_condition)
    into v_ids;
    v_ids := v_ids || array(
      select called.user_id from private.orders_by_phone(p_tenant_ids, p_phone, 200) called where called.user_id is not null
    );
  end if;
  return v_ids;
end
$$;

-- A LIKE pattern for folded texts that contain a text; '%%' without one.
create function private.folded_pattern(p_text text) returns text
language sql immutable as $$
  select '%' || replace(replace(replace(btrim(private.fold(p_text)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- Profiles of the stores' customers that match the pattern or the phone number behind the callers, and pass the marks: a tag, or
-- blocked ones.
create function private.wanted_customers(
  p_tenant_ids text[], p_pattern text, p_callers uuid[], p_tag text, p_blocked boolean
) returns setof public.profiles
language sql stable as $$
  select profiles.* from public.profiles
  left join public.profile_staff_facts facts on facts.user_id = profiles.id and facts.tenant_id = profiles.tenant_id
  where profiles.tenant_id = any (p_tenant_ids)
    and (p_pattern = '%%' or facts.search_text like p_pattern or profiles.id = any (p_callers))
    and (profiles.id, profiles.tenant_id) not in (
      select staff.id, store.id from unnest(p_tenant_ids) store (id), unnest(private.staff_ids(store.id)) staff (id)
    )
    and ((p_tag = '' and not p_blocked) or (profiles.id, profiles.tenant_id) in (
      select record.user_id, record.tenant_id from public.customer_records record
      where record.tenant_id = any (p_tenant_ids) and (p_tag = '' or record.tags @> array[p_tag])
        and (not p_blocked or record.blocked_reason is not null)
    ))
$$;

-- The stores' customers by name, email address or phone number, including their orders' phone numbers.
create function public.list_customers(
  p_tenant_ids text[], p_search text default '', p_sort text default '-joined', p_limit integer default 25,
  p_offset integer default 0, p_tag text default '', p_blocked boolean default false
) returns table (
  tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamptz, orders bigint, spent numeric,
  last_order_at timestamptz, tags text[], is_blocked boolean, found bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_contacts constant text[] := private.tenants_where_may('customers.see_contact');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
  v_found bigint;
begin
  select count(*) into v_found from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles;

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email,
      case when profiles.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, profiles.points,
      profiles.created_at, coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    left join public.profile_phones known on known.user_id = profiles.id and known.tenant_id = profiles.tenant_id
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.tenant_id, orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = any (v_tenant_ids) and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.tenant_id, orders.user_id
    ) bought on bought.user_id = profiles.id and bought.tenant_id = profiles.tenant_id
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    order by place
    limit v_limit offset v_offset
  )
  select page.tenant_id, page.id, page.name, page.email,
    case when page.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, page.points,
    page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.profile_phones known on known.user_id = page.id and known.tenant_id = page.tenant_id
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$$;

-- Pages through list_customers' results by id: constant cost at any depth, and no duplicates or gaps when customers come and go
-- between calls.
create function public.customers_after(
  p_tenant_ids text[], p_search text default '', p_tag text default '', p_blocked boolean default false,
  p_after uuid default null, p_limit integer default 500
) returns table (
  tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamptz, orders bigint, spent numeric,
  last_order_at timestamptz, tags text[], is_blocked boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_contacts constant text[] := private.tenants_where_may('customers.see_contact');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
begin
  return query
  with page as (
    select profiles.* from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    where p_after is null or profiles.id > p_after
    order by profiles.id
    limit v_limit
  )
  select page.tenant_id, page.id, page.name, page.email,
    case when page.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, page.points,
    page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.profile_phones known on known.user_id = page.id and known.tenant_id = page.tenant_id
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
end
$$;

-- The people involved in an order; null if there is no such order. Staff only.
create function public.order_people(p_order_id uuid) returns public.people_of_order
language plpgsql stable security definer set search_path = '' as $$
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
    union select made.actor_id from public.order_event_actors made
      join public.order_events event on event.id = made.event_id where event.order_id = p_order_id
    union select made.actor_id from public.shipment_event_actors made
      join public.shipment_events event on event.id = made.event_id
      join public.shipments shipment on shipment.id = event.shipment_id where shipment.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select unnest(array[facts.proposed_by, facts.decided_by]) from public.order_edit_staff_facts facts
      join public.order_edits edit on edit.id = facts.edit_id where edit.order_id = p_order_id
    union select facts.created_by from public.refund_staff_facts facts
      join public.refunds refund on refund.id = facts.refund_id where refund.order_id = p_order_id
    union select unnest(private.mentioned_in(event.note) || (event.remark ->> 'user_id')::uuid)
      from public.order_events event where event.order_id = p_order_id and event.is_internal
    union select made.called_by from public.order_calls made where made.order_id = p_order_id and made.called_by is not null
    union select assigned.user_id from public.assignments assigned where assigned.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, public.address(v_order) ->> 'phone');
  return row(array(
    select row(person.id, private.staff_label(person.id, v_order.tenant_id))::public.person_name
    from unnest(v_ids) person (id) where private.is_person_of(person.id, v_order.tenant_id) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$$;

-- The stores' orders and customers by phone number or its beginning, newest orders first. `kind` is 'order' or 'customer'; `about`
-- is an order's customer or a customer's address. Staff only.
create function public.find_by_phone(p_tenant_ids text[], p_phone text, p_limit integer default 5)
returns table (tenant_id text, kind text, id uuid, name text, about text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 5), 1), 50);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
begin
  return query
  select found.tenant_id, 'order', found.id, found.number, found.customer_name
  from private.orders_by_phone(v_tenant_ids, p_phone, v_limit) found
  order by found.created_at desc;
  return query
  select profiles.tenant_id, 'customer', profiles.id, coalesce(profiles.name, ''), coalesce(profiles.email, '') from public.profiles
  where profiles.tenant_id = any (v_tenant_ids) and profiles.id = any (private.people_by_phone(v_tenant_ids, p_phone))
  order by profiles.name, profiles.id limit v_limit;
end
$$;

-- The stores' orders by phone number, its beginning or its end, the newest 200; for lists, which find other texts by their search
-- text. Staff only.
create function public.orders_found_by_phone(p_tenant_ids text[], p_phone text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select found.id from private.orders_by_phone(array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('orders.see'))
  ), p_phone, 200) found;
end
$$;

-- What an order was found by, if its number and its people don't show it: a tracking number, an item, an invoice, a payment's
-- reference or the place; else ''.
create function private.found_by(p_order public.orders, p_pattern text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select '' where private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.destination ->> 'full_name')) like p_pattern),
    (select shipment.tracking_number from public.shipments shipment
      where shipment.order_id = p_order.id and private.fold(shipment.tracking_number) like p_pattern limit 1),
    (select invoice.code from public.invoices invoice
      where invoice.order_id = p_order.id and private.fold(invoice.code) like p_pattern limit 1),
    (select entry.reference from public.payment_entries entry
      where entry.order_id = p_order.id and private.fold(entry.reference) like p_pattern limit 1),
    (select p_order.payment_reference where private.fold(p_order.payment_reference) like p_pattern),
    (select line.sku from public.order_lines line where line.order_id = p_order.id and private.fold(line.sku) like p_pattern limit 1),
    (select line.name from public.order_lines line
      where line.order_id = p_order.id
        and private.fold(concat_ws(E'\n', line.name, private.translated_texts(line.translations, 'name'))) like p_pattern
      order by line.position limit 1),
    (select p_order.destination ->> 'city' where private.fold(private.place_search_text(p_order.destination)) like p_pattern),
    '')
$$;

-- The stores' orders that contain a text in anything they are found by (private.order_search_text), or have a phone number, newest
-- first. `about` is the customer and the recipient, `found_by` what contains the text where neither the number nor the names do.
-- Staff only.
create function public.find_orders(p_tenant_ids text[], p_text text, p_limit integer default 5)
returns table (tenant_id text, id uuid, number text, about text, found_by text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
  v_pattern constant text := private.folded_pattern(p_text);
  v_limit constant integer := least(greatest(coalesce(p_limit, 5), 1), 50);
  v_called constant uuid[] := array(select called.id from private.orders_by_phone(v_tenant_ids, p_text, v_limit) called);
begin
  -- With constants, so that it is planned for the pattern: rare texts have an index, of frequent ones the newest orders come soon.
  return query execute format(
    'select found.tenant_id, found.id, found.number,
      concat_ws('', '', nullif(found.customer_name, ''''),
        nullif(nullif(found.destination ->> ''full_name'', ''''), found.customer_name)),
      private.found_by(found::public.orders, %2$L)
    from (
      (select orders.* from public.orders
      join public.order_staff_facts facts on facts.order_id = orders.id and facts.tenant_id = orders.tenant_id
      where facts.tenant_id = any (%1$L) and facts.search_text like %2$L
      order by orders.created_at desc, orders.id limit %3$s)
      union
      select orders.* from public.orders where orders.id = any (%4$L)
    ) found order by found.created_at desc, found.id limit %3$s',
    v_tenant_ids, v_pattern, v_limit, v_called);
end
$$;

-- The names of the carriers that shipments of these stores went with, for the filter of orders. Staff only.
create function public.used_carriers(p_tenant_ids text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query select distinct shipment.carrier_name from public.shipments shipment
    where shipment.tenant_id = any (v_tenant_ids) and shipment.carrier_name <> '' order by shipment.carrier_name limit 200;
end
$$;

-- Triggers

call private.fix_columns('public.saved_views', '{id,tenant_id,user_id}');
call private.fix_columns('public.import_columns', '{id,tenant_id,kind,headings}');

create trigger found_by_shipment after insert on public.shipments
  for each row when (new.tracking_number is not null) execute function private.order_found_by_more();

create trigger found_by_tracking_number after update of tracking_number on public.shipments
  for each row when (old.tracking_number is distinct from new.tracking_number) execute function private.order_found_by_more();

create trigger found_by_invoice after insert on public.invoices
  for each row execute function private.order_found_by_more();

create trigger found_by_payment after insert on public.payment_entries
  for each row when (new.reference <> '') execute function private.order_found_by_more();

create trigger touched before update on public.import_columns
  for each row execute function private.touch_updated_at();

create trigger touched before update on public.saved_views
  for each row execute function private.touch_updated_at();

-- Grants

grant select, delete on public.import_columns to authenticated;
grant insert (tenant_id, kind, headings, columns), update (tenant_id, kind, headings, columns) on public.import_columns to authenticated;
grant execute on function private.may_have_views to authenticated;
grant select, delete on public.saved_views to authenticated;
grant insert (tenant_id, page, name, query) on public.saved_views to authenticated;
grant update (tenant_id, page, name, query) on public.saved_views to authenticated;
grant execute on function public.customer_totals, public.list_customers, public.customers_after, public.find_by_phone,
  public.orders_found_by_phone, public.find_orders, public.order_people, public.used_carriers to authenticated;
