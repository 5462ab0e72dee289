-- Audits updates of orders and shipments per statement: one statement may change thousands of rows.

-- Tables

-- One row's changes.
create type private.audited_change as (tenant_id text, entity_id text, before jsonb, after jsonb);

-- Functions

-- Audits a statement of staff. Trigger arguments: the entity, and the column with its id.
create function private.audit_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before jsonb[];
  v_after jsonb[];
  v_workplaces text[];
  v_ignored constant text[] := array['updated_at'] || case tg_table_name
    -- Columns that are derived, or recorded in the order's ledger.
    when 'orders' then '{stage,queues,online_method,charged,cost,received,given_back,at_carrier,shipping_credited,gift_credited,goodwill}'::text[]
  end || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
begin
  if auth.uid() is null then
    return null;
  end if;
  v_workplaces := private.workplaces();
  if cardinality(v_workplaces) = 0 then
    return null;
  end if;
  -- Not joined, because the planner does not know the size of transition tables; `offset 0` builds each document once.
  v_before := array(select changed.value from (select to_jsonb(before) as value from before offset 0) changed order by changed.value ->> tg_argv[1]);
  v_after := array(select changed.value from (select to_jsonb(after) as value from after offset 0) changed order by changed.value ->> tg_argv[1]);
  perform private.write_audits(tg_argv[0], array(
    select row(changed.after ->> 'tenant_id', changed.after ->> tg_argv[1], difference.before, difference.after)::private.audited_change
    from unnest(v_before, v_after) changed (before, after)
    cross join lateral (
      select jsonb_object_agg(field.key, field.value) as before, jsonb_object_agg(field.key, changed.after -> field.key) as after
      from jsonb_each(changed.before) field
      where field.value is distinct from changed.after -> field.key and field.key <> all (v_ignored)
    ) difference
    where difference.before is not null and changed.after ->> 'tenant_id' = any (v_workplaces)
  ));
  return null;
end
$$;

-- Merges each change into the entity's entry of this transaction, like add_to_audit. Of the rest, the first gets an entry and the
-- others become its parts, like write_audit.
create function private.write_audits(p_entity text, p_changes private.audited_change[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_actor_id constant uuid := auth.uid();
  v_added text[];
  v_tenant record;
  v_step bigint;
begin
  with latest as (
    select max(entry.id) as id, change.before, change.after
    from unnest(p_changes) change
    join public.audit_log entry on entry.tenant_id = change.tenant_id and entry.entity = p_entity and entry.entity_id = change.entity_id
      and entry.action in ('insert', 'update') and entry.actor_id = v_actor_id and entry.created_at = now()
    group by change.entity_id, change.before, change.after
  ), added as (
    update public.audit_log entry set
      before = case when entry.before is not null then latest.before || entry.before end, after = entry.after || latest.after
    from latest where entry.id = latest.id
    returning entry.entity_id
  )
  select coalesce(array_agg(added.entity_id), '{}') into v_added from added;
  for v_tenant in
    select change.tenant_id as id, array_agg(change order by change.entity_id) as changes
    from unnest(p_changes) change where change.entity_id <> all (v_added) group by change.tenant_id
  loop
    select id into v_step from public.audit_log
    where tenant_id = v_tenant.id and created_at = now() and entity = p_entity and action = 'update'
      and part_of is null and actor_id = v_actor_id
    order by id limit 1;
    if v_step is null then
      v_step := private.insert_audits(p_entity, v_tenant.changes[:1], null);
      v_tenant.changes := v_tenant.changes[2:];
    end if;
    perform private.insert_audits(p_entity, v_tenant.changes, v_step);
  end loop;
end
$$;

-- Inserts a store's audit entries, and returns the id of one.
create function private.insert_audits(p_entity text, p_changes private.audited_change[], p_part_of bigint) returns bigint
language sql security definer set search_path = '' as $$
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  select change.tenant_id, auth.uid(), private.staff_name(auth.uid(), change.tenant_id), 'update', p_entity, change.entity_id,
    orders.number || coalesce(' / ' || shipment.number, ''), change.before, change.after, p_part_of
  from unnest(p_changes) change
  left join public.shipments shipment on p_entity = 'shipments' and shipment.id = change.entity_id::uuid
  join public.orders on orders.id = case p_entity when 'orders' then change.entity_id::uuid else shipment.order_id end
  returning id
$$;

-- Logs staff's changes of an order's address, in full: an entity of its own, for who may see it. The order's own entry has what
-- everybody sees of it.
create function private.audit_order_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and new.tenant_id = any (private.workplaces()) then
    perform private.write_audit(new.tenant_id, 'update', 'order_addresses', new.order_id::text,
      (select orders.number from public.orders where orders.id = new.order_id),
      jsonb_build_object('address', old.address), jsonb_build_object('address', new.address));
  end if;
  return null;
end
$$;

-- Triggers

create trigger audited after update of address on public.order_addresses
  for each row when (old.address <> new.address) execute function private.audit_order_address();

create trigger audited after update on public.orders
  referencing old table as before new table as after for each statement execute function private.audit_updates('orders', 'id');

create trigger audited after update on public.shipments
  referencing old table as before new table as after for each statement execute function private.audit_updates('shipments', 'id');

create trigger audited after update on public.shipment_staff_facts
  referencing old table as before new table as after
  for each statement execute function private.audit_updates('shipments', 'shipment_id');
