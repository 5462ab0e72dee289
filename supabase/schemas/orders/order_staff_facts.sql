-- Order data that only staff and the system see: who placed and changed it and why, the search text, and the idempotency key.

-- Tables

create table public.order_staff_facts (
  order_id uuid primary key,
  tenant_id text not null,
  -- The staff member who made it for the customer.
  placed_by uuid,
  manual_discount_reason text not null default '' check (length(manual_discount_reason) <= 500),
  -- Why staff waived what paying in cash required.
  cash_overruled text not null default '' check (length(cash_overruled) <= 500),
  -- Searched by the back office (private.order_search_text).
  search_text text not null default '',
  unique (tenant_id, order_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
) with (fillfactor = 90);
create index order_staff_facts_searched on public.order_staff_facts using gin (tenant_id, search_text extensions.gin_trgm_ops);
alter table public.order_staff_facts enable row level security;

-- Who made an event of an order; none if the store itself did.
create table public.order_event_actors (
  event_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (event_id, tenant_id),
  foreign key (tenant_id, event_id) references public.order_events (tenant_id, id) on delete cascade
);
alter table public.order_event_actors enable row level security;

-- The key of each attempt to order: a client that got no answer sends the same key again and gets the first order.
create table private.order_keys (
  order_id uuid primary key,
  tenant_id text not null,
  -- Null once the shopper's account is gone, and for the server's orders.
  caller_id uuid,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  -- Hash of the request: a key reused with another request is refused.
  document_hash bigint,
  unique (idempotency_key, caller_id, tenant_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_keys_of_store on private.order_keys (tenant_id, order_id);
alter table private.order_keys enable row level security;

-- Policies

create policy "Staff read what they know of their store's orders" on public.order_staff_facts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Staff read who made their store's events of orders" on public.order_event_actors
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

create function private.store_order_key(p_order public.orders, p_key text, p_document jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.order_keys (order_id, tenant_id, caller_id, idempotency_key, document_hash)
  values (p_order.id, p_order.tenant_id, auth.uid(), p_key, jsonb_hash_extended(p_document, 0))
$$;

-- The order that the caller already placed under a key, or null. Refuses another document under that key.
create function private.placed_before(p_tenant_id text, p_key text, p_document jsonb) returns public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_known private.order_keys;
  v_order public.orders;
begin
  select known.* into v_known from private.order_keys known
  where known.idempotency_key = p_key and known.caller_id = auth.uid() and known.tenant_id = p_tenant_id;
  if not found then
    return null;
  end if;
  select orders.* into v_order from public.orders where orders.id = v_known.order_id;
  if v_known.document_hash is distinct from jsonb_hash_extended(p_document, 0) then
    perform private.refuse('already_placed', jsonb_build_object('order_id', v_order.id, 'number', v_order.number));
  end if;
  return v_order;
end
$$;

-- The order that the caller placed under a key, if there is one.
create function public.order_by_key(p_tenant_id text, p_idempotency_key text) returns setof public.orders
language sql stable security definer rows 1 set search_path = '' as $$
  select orders.* from private.order_keys known join public.orders on orders.id = known.order_id
  where known.idempotency_key = p_idempotency_key and known.caller_id = auth.uid() and known.tenant_id = p_tenant_id
    and private.order_actor(orders) is not null
$$;

-- Stores staff's data about an order; empty or null values keep the old ones.
create function private.write_staff_facts(
  p_order_id uuid, p_placed_by uuid default null, p_manual_discount_reason text default null, p_cash_overruled text default null
) returns void
language sql security definer set search_path = '' as $$
  update public.order_staff_facts facts set
    placed_by = coalesce(p_placed_by, facts.placed_by),
    manual_discount_reason = coalesce(nullif(p_manual_discount_reason, ''), facts.manual_discount_reason),
    cash_overruled = coalesce(nullif(p_cash_overruled, ''), facts.cash_overruled)
  where facts.order_id = p_order_id
    and (p_placed_by is not null or coalesce(p_manual_discount_reason, '') <> '' or coalesce(p_cash_overruled, '') <> '')
$$;

-- Where an order goes, in both scripts and all spellings of the governorate.
create function private.place_search_text(p_address jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(E'\n', p_address ->> 'city',
    (select string_agg(spelled.name, E'\n') from private.governorate_spellings() spelled
      where spelled.governorate = p_address ->> 'governorate'),
    (select concat_ws(E'\n', district.name, district.name_ar) from public.districts district
      where district.governorate::text = p_address ->> 'governorate' and p_address ->> 'city' in (district.name, district.name_ar) limit 1))
$$;

-- What staff find an order by, folded: number, names, email address and place; the names and SKUs of what was ordered; the numbers of
-- its shipments and invoices, and the references of its payments. Phone numbers are found by private.orders_by_phone, which asks who
-- may see them.
create function private.order_search_text(p_order public.orders) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.customer_email,
    p_order.destination ->> 'full_name', private.place_search_text(p_order.destination),
    nullif(p_order.payment_reference, ''),
    (select string_agg(concat_ws(E'\n', line.name, private.translated_texts(line.translations, 'name'), line.sku), E'\n'
      order by line.position) from public.order_lines line where line.order_id = p_order.id),
    (select string_agg(shipment.tracking_number, E'\n' order by shipment.number)
      from public.shipments shipment where shipment.order_id = p_order.id),
    (select string_agg(invoice.code, E'\n' order by invoice.issued_at)
      from public.invoices invoice where invoice.order_id = p_order.id),
    (select string_agg(entry.reference, E'\n' order by entry.id)
      from public.payment_entries entry where entry.order_id = p_order.id and entry.reference <> '')));
end
$$;

-- Writes the search texts of orders anew.
create function private.write_order_search_texts(p_order_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.order_staff_facts facts set search_text = private.order_search_text(orders)
  from public.orders where orders.id = facts.order_id and facts.order_id = any (p_order_ids)
$$;

create function private.order_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_order_search_texts(array[new.id]);
  return null;
end
$$;

create function private.order_lines_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_order_search_texts(array(select distinct added.order_id from added));
  return null;
end
$$;

-- After something that an order is found by was added to it: a shipment, an invoice, a payment.
create function private.order_found_by_more() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_order_search_texts(array[new.order_id]);
  return null;
end
$$;

-- Triggers

create trigger orders_renamed after update of number, customer_name, customer_email, destination, payment_reference on public.orders
  for each row when (
    old.number <> new.number or old.customer_name <> new.customer_name or old.customer_email <> new.customer_email
      or old.destination <> new.destination or old.payment_reference is distinct from new.payment_reference
  ) execute function private.order_renamed();

create trigger found_by_lines after insert on public.order_lines
  referencing new table as added for each statement execute function private.order_lines_added();

create trigger actor_recorded after insert on public.order_events
  for each row when (new.actor <> 'system') execute function private.record_actor('order_event_actors', 'event_id');

-- Grants

grant select on public.order_staff_facts, public.order_event_actors to authenticated;
grant execute on function public.order_by_key to authenticated;
