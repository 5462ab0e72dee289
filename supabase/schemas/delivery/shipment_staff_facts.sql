-- What only staff know of a shipment: its row is read by its customer too.

-- Tables

create table public.shipment_staff_facts (
  shipment_id uuid primary key,
  tenant_id text not null,
  -- What the carrier keeps for it.
  fee numeric(12, 2) check (fee >= 0),
  -- A file in the bucket `shipment-labels`.
  label_path text check (length(label_path) <= 300),
  -- What the carrier handed over of the collected cash, and what they still owe; settled once that is nothing.
  settled numeric(12, 2) not null default 0,
  courier_owes numeric(12, 2) not null default 0,
  settled_at timestamptz,
  created_by uuid,
  unique (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
create index shipment_staff_facts_with_cash on public.shipment_staff_facts (tenant_id) where courier_owes > 0;
alter table public.shipment_staff_facts enable row level security;

-- Policies

create policy "Staff read what they know of their store's shipments" on public.shipment_staff_facts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Triggers

-- Keeps what the carrier owes of a shipment, whose row has the cash that was collected.
create function private.shipment_cash_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.shipment_staff_facts (shipment_id, tenant_id, courier_owes, created_by)
  values (new.id, new.tenant_id, coalesce(new.cash_collected, 0), auth.uid())
  on conflict (shipment_id) do update set courier_owes = excluded.courier_owes - shipment_staff_facts.settled;
  return null;
end
$$;

create trigger facts_follow after insert or update of cash_collected on public.shipments
  for each row execute function private.shipment_cash_changed();

-- Writes down what staff changed of facts as a change of what they are about: the entity and its column are the trigger's arguments.
create function private.audit_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := to_jsonb(new) - array['tenant_id', tg_argv[1]];
  v_old constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_id constant text := to_jsonb(new) ->> tg_argv[1];
  v_before jsonb;
  v_after jsonb;
  v_about jsonb;
begin
  if auth.uid() is null or not private.may(new.tenant_id, 'orders.see') then
    return null;
  end if;
  select jsonb_object_agg(field.key, v_old -> field.key), jsonb_object_agg(field.key, field.value) into v_before, v_after
  from jsonb_each(v_row) field where field.value is distinct from v_old -> field.key;
  if v_before is null or private.add_to_audit(tg_argv[0], v_id, v_before, v_after) then
    return null;
  end if;
  execute format('select to_jsonb(about) from public.%I about where about.id = $1', tg_argv[0]) into v_about using v_id::uuid;
  perform private.write_audit(
    new.tenant_id, 'update', tg_argv[0], v_id, private.audit_label(tg_argv[0], v_about), v_before, v_after);
  return null;
end
$$;

create trigger audited after update on public.shipment_staff_facts
  for each row execute function private.audit_facts('shipments', 'shipment_id');

create trigger audited after insert or update on public.exchange_allowances
  for each row execute function private.audit_facts('returns', 'return_id');

-- Grants

grant select on public.shipment_staff_facts to authenticated;
