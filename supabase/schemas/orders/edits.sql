-- Edits: changes to an order after it was placed.

-- Tables

create type public.order_edit_state as enum ('proposed', 'accepted', 'declined', 'applied', 'withdrawn');

create table public.order_edits (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  number smallint not null check (number > 0),
  state public.order_edit_state not null default 'proposed',
  -- {"add": lines of place_order's document, "remove": [{"order_line_id", "quantity"}], "address", "shipping_method", "slot_id",
  -- "slot_date", "note"}. The address is masked (private.masked_address); in full: public.order_edit_addresses.
  changes jsonb not null,
  -- Added lines as shown to the shopper: [{"name", "image", "options", "color", "size", "type", "translations", "garment",
  -- "quantity", "unit_price", "total"}] in pounds.
  added jsonb not null default '[]',
  -- Change of the order's price, as proposed.
  difference numeric(12, 2) not null default 0,
  -- The part of it for delivery to another zone or by another method.
  fee_difference numeric(12, 2) not null default 0,
  reason text not null default '' check (length(reason) <= 1000),
  decided_at timestamptz,
  applied_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (order_id, number),
  constraint order_edits_changes_form check (
    jsonb_typeof(changes) = 'object'
    and not jsonb_path_exists(changes, '$.add[*] ? (!(@.quantity.type() == "number"))')
    and not jsonb_path_exists(changes,
      '$.remove[*] ? (!(@.order_line_id.type() == "string" && @.quantity.type() == "number"))')
    and not jsonb_path_exists(changes, '$.address.* ? (@.type() != "string")')
    and (not changes ? 'address' or changes -> 'address' = private.masked_address(changes -> 'address'))
    and not jsonb_path_exists(changes, '$.note ? (@.type() != "string" && @.type() != "null")')
    and not jsonb_path_exists(changes, '$.slot_date ? (@.type() != "string" && @.type() != "null")')
  ),
  constraint order_edits_added_form check (jsonb_typeof(added) = 'array' and not jsonb_path_exists(added,
    '$[*] ? (!(@.name.type() == "string" && @.quantity.type() == "number" && @.options.type() == "array"))')),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
-- At most one open proposal per order.
create unique index order_edits_proposed on public.order_edits (order_id) where state = 'proposed';
alter table public.order_edits enable row level security;

-- The new address of an edit in full.
create table public.order_edit_addresses (
  edit_id uuid primary key,
  tenant_id text not null,
  address jsonb not null check (
    jsonb_typeof(address) = 'object' and not jsonb_path_exists(address, 'strict $.* ? (@.type() != "string")')
  ),
  foreign key (tenant_id, edit_id) references public.order_edits (tenant_id, id) on delete cascade
);
create index order_edit_addresses_of_store on public.order_edit_addresses (tenant_id, edit_id);
alter table public.order_edit_addresses enable row level security;

-- Who proposed and decided an edit; its shopper reads the edit's row.
create table public.order_edit_staff_facts (
  edit_id uuid not null,
  tenant_id text not null,
  proposed_by uuid,
  decided_by uuid,
  -- How the customer agreed outside their account: by paying a link, or on the telephone, with whom staff spoke.
  agreed_how text check (agreed_how in ('link', 'telephone')),
  agreed_with text not null default '' check (length(agreed_with) <= 120),
  agreed_at timestamptz,
  primary key (edit_id, tenant_id),
  foreign key (tenant_id, edit_id) references public.order_edits (tenant_id, id) on delete cascade
);
alter table public.order_edit_staff_facts enable row level security;

alter table public.order_lines add constraint order_lines_edit
  foreign key (tenant_id, edit_id) references public.order_edits (tenant_id, id) on delete cascade;
create index order_lines_by_edit on public.order_lines (tenant_id, edit_id) where edit_id is not null;

-- Transitions of a proposed edit, and who may make them.
create table public.order_edit_transitions (
  from_state public.order_edit_state not null,
  to_state public.order_edit_state not null,
  by_shopper boolean not null,
  -- Staff may record the answer of a customer who cannot answer in the store.
  by_staff_for_shopper boolean not null,
  by_staff boolean not null,
  primary key (from_state, to_state)
);
alter table public.order_edit_transitions enable row level security;

insert into public.order_edit_transitions (from_state, to_state, by_shopper, by_staff_for_shopper, by_staff) values
  ('proposed', 'applied', true, true, false),
  ('proposed', 'declined', true, true, false),
  ('proposed', 'withdrawn', false, false, true);

-- Policies

create policy "Everybody reads what can become of an edit" on public.order_edit_transitions
  for select to anon, authenticated using (true);

create policy "Shoppers read the edits of their own orders" on public.order_edits
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's edits of orders" on public.order_edits
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Shoppers read the new addresses of their own orders' edits" on public.order_edit_addresses
  for select to authenticated using (exists (
    select 1 from public.order_edits edit join public.orders on orders.id = edit.order_id
    where edit.id = edit_id and orders.user_id = (select auth.uid())
  ));

create policy "Staff with the right read new addresses of their store's edits" on public.order_edit_addresses
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

create policy "Staff read who proposed and decided their store's edits of orders" on public.order_edit_staff_facts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

-- An edit's changes with the address as the reader may see it; in full within functions that run as the definer. A computed field.
create function public.shown_changes(p_edit public.order_edits) returns jsonb
language sql stable set search_path = '' as $$
  select p_edit.changes || coalesce((
    select jsonb_build_object('address', stored.address) from public.order_edit_addresses stored where stored.edit_id = p_edit.id
  ), '{}')
$$;

create function private.edit_decided() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_edit_staff_facts (edit_id, tenant_id, proposed_by, decided_by)
  values (new.id, new.tenant_id, auth.uid(), case when new.decided_at is not null then auth.uid() end)
  on conflict (edit_id, tenant_id) do update set decided_by = excluded.decided_by;
  return null;
end
$$;

-- Notes how a customer agreed to an edit.
create function private.note_consent(p_edit public.order_edits, p_how text, p_with text) returns void
language sql security definer set search_path = '' as $$
  update public.order_edit_staff_facts set agreed_how = p_how, agreed_with = p_with, agreed_at = now()
  where edit_id = p_edit.id and tenant_id = p_edit.tenant_id
$$;

-- Triggers

create trigger facts_follow after insert or update of decided_at on public.order_edits
  for each row execute function private.edit_decided();

-- Grants

grant select on public.order_edits, public.order_edit_staff_facts, public.order_edit_addresses to authenticated;
grant execute on function public.shown_changes to authenticated;
grant select on public.order_edit_transitions to anon, authenticated;
