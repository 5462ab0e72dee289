-- Shipment data that only staff see; customers can read the shipment's own row.

-- Tables

create table public.shipment_staff_facts (
  shipment_id uuid primary key,
  tenant_id text not null,
  -- The carrier's charge.
  fee numeric(12, 2) check (fee >= 0),
  -- A file in the bucket `shipment-labels`.
  label_path text check (length(label_path) <= 300),
  -- Of the collected cash: what the carrier handed over, and what they still owe; settled once that is 0.
  settled numeric(12, 2) not null default 0,
  carrier_owes numeric(12, 2) not null default 0,
  settled_at timestamptz,
  created_by uuid,
  unique (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
create index shipment_staff_facts_with_cash on public.shipment_staff_facts (tenant_id) where carrier_owes > 0;
alter table public.shipment_staff_facts enable row level security;

-- Who made an event of a shipment; none if its carrier did.
create table public.shipment_event_actors (
  event_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (event_id, tenant_id),
  foreign key (tenant_id, event_id) references public.shipment_events (tenant_id, id) on delete cascade
);
alter table public.shipment_event_actors enable row level security;

-- Policies

create policy "Staff read what they know of their store's shipments" on public.shipment_staff_facts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Staff read who made their store's events of shipments" on public.shipment_event_actors
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Triggers

-- Updates what the carrier owes when the shipment's collected cash changes.
create function private.shipment_cash_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.shipment_staff_facts (shipment_id, tenant_id, carrier_owes, created_by)
  values (new.id, new.tenant_id, coalesce(new.cash_collected, 0), auth.uid())
  on conflict (shipment_id) do update set carrier_owes = excluded.carrier_owes - shipment_staff_facts.settled;
  return null;
end
$$;

create trigger facts_follow after insert or update of cash_collected on public.shipments
  for each row execute function private.shipment_cash_changed();

create trigger actor_recorded after insert on public.shipment_events
  for each row execute function private.record_actor('shipment_event_actors', 'event_id');

-- Grants

grant select on public.shipment_staff_facts, public.shipment_event_actors to authenticated;
