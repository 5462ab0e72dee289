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
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
) with (fillfactor = 90);
create index order_staff_facts_of_store on public.order_staff_facts (tenant_id, order_id);
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

-- Customer and destination, folded: order number, names and email address. Phone numbers are found by private.orders_by_phone, which
-- asks who may see them.
create function private.order_search_text(p_order public.orders) returns text
language sql immutable set search_path = '' as $$
  select private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.customer_email,
    p_order.destination ->> 'full_name'))
$$;

create function private.order_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_staff_facts set search_text = private.order_search_text(new) where order_id = new.id;
  return null;
end
$$;

-- Triggers

create trigger orders_renamed after update of number, customer_name, customer_email, destination on public.orders
  for each row when (
    old.number <> new.number or old.customer_name <> new.customer_name or old.customer_email <> new.customer_email
      or old.destination <> new.destination
  ) execute function private.order_renamed();

create trigger actor_recorded after insert on public.order_events
  for each row when (new.actor <> 'system') execute function private.record_actor('order_event_actors', 'event_id');

-- Grants

grant select on public.order_staff_facts, public.order_event_actors to authenticated;
grant execute on function public.order_by_key to authenticated;
