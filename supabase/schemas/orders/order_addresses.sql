-- Orders' addresses in full, for their shoppers and staff with the right: a table of its own, since everybody who sees an order reads
-- its whole row.

-- Tables

create table public.order_addresses (
  order_id uuid primary key,
  tenant_id text not null,
  -- {"full_name", "phone", "governorate", "city", "street", "building", "floor", "apartment", "landmark", "postal_code"}.
  address jsonb not null,
  constraint order_addresses_form check (
    jsonb_typeof(address) = 'object' and not jsonb_path_exists(address, 'strict $.* ? (@.type() != "string")')
  ),
  unique (tenant_id, order_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
-- Phone number first: searches by store alone have their own index.
create index order_addresses_by_phone
  on public.order_addresses (private.national_digits(address ->> 'phone') text_pattern_ops, tenant_id);
create index order_addresses_by_last_digits
  on public.order_addresses (reverse(private.national_digits(address ->> 'phone')) text_pattern_ops, tenant_id);
create index order_addresses_by_key on public.order_addresses (tenant_id, private.address_key(address));
alter table public.order_addresses enable row level security;

-- Policies

create policy "Shoppers read the addresses of their own orders" on public.order_addresses
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff with the right read their store's order addresses" on public.order_addresses
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

-- Functions

-- An order's address as the reader may see it; in full within functions that run as the definer. A computed field.
create function public.address(p_order public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    (select stored.address from public.order_addresses stored where stored.order_id = p_order.id), p_order.destination)
$$;

-- Gives an order another address.
create function private.write_order_address(p_order_id uuid, p_address jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.order_addresses set address = p_address where order_id = p_order_id and address <> p_address;
  update public.orders set destination = private.masked_address(p_address)
  where id = p_order_id and destination <> private.masked_address(p_address);
$$;

-- An order with its lines and its address in full, for its shopper and the server.
create function private.order_json(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p_order) || jsonb_build_object('address', public.address(p_order), 'lines', (
    select jsonb_agg(to_jsonb(order_lines) - '{tenant_id,order_id}'::text[] order by position)
    from public.order_lines where order_id = p_order.id
  ))
$$;

-- Grants

grant select on public.order_addresses to authenticated;
grant execute on function public.address to authenticated;
