-- The audit log and the triggers that write it.

-- Tables

create table public.audit_log (
  id bigint generated always as identity primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null check (action in ('insert', 'update', 'delete', 'restore')),
  entity text not null,
  entity_id text not null,
  -- The row's name, number or code, for searching.
  label text not null default '',
  -- Searched by the list of changes.
  search_text text not null generated always as (private.fold(label || E'\n' || actor_name || E'\n' || entity_id)) stored,
  before jsonb,
  after jsonb,
  -- The first entry of the same step, if the step changed several rows alike.
  part_of bigint,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, part_of) references public.audit_log (tenant_id, id) on delete cascade
);
create index audit_log_parts on public.audit_log (part_of) where part_of is not null;
create index audit_log_deleted on public.audit_log (tenant_id, id desc) where action = 'delete';
create index audit_log_by_entity on public.audit_log (tenant_id, entity, entity_id, id desc);
-- Entries of steps with several rows.
create index audit_log_of_step on public.audit_log (tenant_id, created_at, entity, action) where part_of is null;
create index audit_log_by_actor on public.audit_log (tenant_id, actor_id, id desc);
alter table public.audit_log enable row level security;

-- Policies

create policy "Staff read what was changed in their store" on public.audit_log
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('log.see'))::text[])
    and (entity <> 'variant_costs' or tenant_id = any ((select private.tenants_where_may('costs.see'))::text[]))
    and (entity <> 'order_addresses' or tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[]))
  );

-- Functions

-- A changed row's name for searching: its own, or that of the person or thing it is about.
create function private.audit_label(p_table text, p_row jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'carrier_claims' then (
      select orders.number || ' / ' || shipment.number
      from public.shipments shipment join public.orders on orders.id = shipment.order_id
      where shipment.id = (p_row ->> 'shipment_id')::uuid
    )
    when 'day_closes' then p_row ->> 'day'
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'carrier_claims' then p_row ->> 'reference'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id')
    when 'staff_grants' then (
      select private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id') || ': ' || role.name
      from private.staff_roles role where role.id = (p_row ->> 'role_id')::uuid
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'assignments' then coalesce((
      select orders.number from public.orders where orders.id = coalesce((p_row ->> 'order_id')::uuid, (
        select back.order_id from public.returns back where back.id = (p_row ->> 'return_id')::uuid))
    ), (
      select private.approval_label(request) from public.approval_requests request
      where request.id = (p_row ->> 'approval_request_id')::uuid
    ), (
      select conversation.email from public.conversations conversation where conversation.id = (p_row ->> 'conversation_id')::uuid
    ))
    when 'message_texts' then (p_row ->> 'key') || ', ' || (p_row ->> 'language')
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$$;

-- Adds a log entry for the signed-in user. If one step (one transaction) changes several rows alike, the entries after the first
-- become its parts.
create function private.write_audit(
  p_tenant_id text, p_action text, p_entity text, p_entity_id text, p_label text, p_before jsonb, p_after jsonb
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_actor_id constant uuid := auth.uid();
begin
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  values (p_tenant_id, v_actor_id, private.staff_name(v_actor_id, p_tenant_id), p_action, p_entity, p_entity_id, left(p_label, 200), p_before, p_after, (
      select id from public.audit_log
      where tenant_id = p_tenant_id and created_at = now() and entity = p_entity and action = p_action
        and part_of is null and actor_id is not distinct from v_actor_id
      order by id limit 1
    ));
end
$$;

-- Adds further changes of the same step to a row's existing entry, as happens when booking an order's events; false if it has none.
create function private.add_to_audit(
  p_tenant_id text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log set
    before = case when before is not null then p_before || before end,
    after = after || p_after
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = p_tenant_id and latest.entity = p_entity and latest.entity_id = p_entity_id
      and latest.action in ('insert', 'update') and latest.actor_id = auth.uid() and latest.created_at = now()
    order by latest.id desc limit 1
  );
  return found;
end
$$;

-- Logs staff's changes, and every role change except a customer's first role. An update stores the changed columns, a deletion the
-- whole row. A row that reappears after its deletion counts as restored.
create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_after, v_before);
  v_tenant_id constant text := v_row ->> 'tenant_id';
  v_id constant text := coalesce(v_row ->> 'id', v_tenant_id);
  v_action text := lower(tg_op);
begin
  if tg_table_name <> 'user_roles' and (auth.uid() is null or not v_tenant_id = any (private.workplaces()))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or tg_op = 'DELETE' and v_before ->> 'deleted_at' is not null
    or not exists (select 1 from public.tenants tenant where tenant.id = v_tenant_id) then
    return null;
  end if;
  if tg_table_name = 'products' then
    v_before := private.filled_columns(v_before);
    v_after := private.filled_columns(v_after);
  end if;
  if tg_op = 'UPDATE' and (v_before ->> 'deleted_at' is null) <> (v_after ->> 'deleted_at' is null) then
    -- A product moved to the trash, or restored from it.
    v_action := case when v_after ->> 'deleted_at' is null then 'restore' else 'delete' end;
    v_before := case v_action when 'delete' then v_before end;
    v_after := null;
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, v_after -> field.key) into v_before, v_after
    from jsonb_each(v_before) field
    where field.value is distinct from v_after -> field.key and field.key not in ('updated_at', 'version')
      and field.key not in (select attname from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
    if v_before is null then
      return null;
    end if;
  elsif tg_op = 'INSERT' and exists (
    select 1 from public.audit_log
    where tenant_id = v_tenant_id and entity = tg_table_name and entity_id = v_id and action = 'delete'
  ) then
    v_action := 'restore';
  end if;
  perform private.write_audit(v_tenant_id, v_action, tg_table_name, v_id, private.audit_label(tg_table_name, v_row),
    v_before, v_after);
  return null;
end
$$;

-- The differences between a product's options and variants, given as in variants_json: "before" and "after" by variant name, with
-- the changed columns.
create function private.variant_changes(p_before jsonb, p_after jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_ignored constant text[] := '{id,version,created_at,updated_at}';
  v_before jsonb := '{}';
  v_after jsonb := '{}';
  v_changes record;
begin
  if p_before -> 'options' <> p_after -> 'options' then
    v_before := jsonb_build_object('options', p_before -> 'options');
    v_after := jsonb_build_object('options', p_after -> 'options');
  end if;
  select jsonb_object_agg(change.name, change.was) filter (where change.was is not null) as was,
    jsonb_object_agg(change.name, change.now) filter (where change.now is not null) as now
  into v_changes
  from (
    select private.variant_name(coalesce(later, earlier) ->> 'option1', coalesce(later, earlier) ->> 'option2',
      coalesce(later, earlier) ->> 'option3') as name,
      (select jsonb_object_agg(field.key, field.value) from jsonb_each(earlier - v_ignored) field
        where field.value is distinct from later -> field.key) as was,
      (select jsonb_object_agg(field.key, field.value) from jsonb_each(later - v_ignored) field
        where field.value is distinct from earlier -> field.key) as now
    from jsonb_array_elements(p_before -> 'variants') earlier
    full join jsonb_array_elements(p_after -> 'variants') later on later ->> 'id' = earlier ->> 'id'
  ) change;
  return jsonb_build_object(
    'before', v_before || case when v_changes.was is null then '{}' else jsonb_build_object('variants', v_changes.was) end,
    'after', v_after || case when v_changes.now is null then '{}' else jsonb_build_object('variants', v_changes.now) end
  );
end
$$;

-- Logs staff's changes of a product's options and variants, as in variant_changes.
create function private.audit_variants(p_tenant_id text, p_name text, p_product_id uuid, p_changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_changes -> 'before' <> p_changes -> 'after' and auth.uid() is not null then
    perform private.write_audit(p_tenant_id, 'update', 'products', p_product_id::text, p_name, p_changes -> 'before',
      p_changes -> 'after');
  end if;
end
$$;

-- Logs staff's changes of stock: of a product without options as its own, else by variant.
create function private.audit_stock(p_changes private.variant_change[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product record;
begin
  for v_product in
    select product.id, product.tenant_id, product.name,
      case when bool_and(change.name = '') then jsonb_build_object('stock', min(change.stock_was))
        else jsonb_build_object('variants', jsonb_object_agg(change.name, jsonb_build_object('stock', change.stock_was)))
      end as before,
      case when bool_and(change.name = '') then jsonb_build_object('stock', min(change.stock))
        else jsonb_build_object('variants', jsonb_object_agg(change.name, jsonb_build_object('stock', change.stock)))
      end as after
    from unnest(p_changes) change join public.products product on product.id = change.product_id
    group by product.id order by product.id
  loop
    if auth.uid() is not null and v_product.tenant_id = any (private.workplaces()) then
      perform private.write_audit(v_product.tenant_id, 'update', 'products', v_product.id::text, v_product.name,
        v_product.before, v_product.after);
    end if;
  end loop;
end
$$;

-- Logs staff's note on an order, with the order's number and id, so that the list links to it. A note written in the same step as
-- another change, as a refund's, goes into that change's entry.
create function private.audit_order_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log set after = after || jsonb_build_object('history', new.note)
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = new.tenant_id and latest.entity = 'orders' and latest.entity_id = new.order_id::text
      and latest.action = 'update' and latest.actor_id = auth.uid() and latest.created_at = now()
    order by latest.id desc limit 1
  );
  if found then
    return null;
  end if;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  select orders.tenant_id, auth.uid(), private.staff_name(auth.uid(), orders.tenant_id), 'insert', 'order_notes', orders.id::text, orders.number,
    jsonb_build_object('note', new.note, 'internal', new.is_internal)
      || case when new.pieces is null then '{}' else jsonb_build_object('cancelled', new.pieces) end
  from public.orders
  where orders.id = new.order_id;
  return null;
end
$$;

-- Logs staff's changes of a facts table as changes of the entity they describe: the trigger's arguments are the entity and its
-- column.
create function private.audit_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := to_jsonb(new) - array['tenant_id', 'search_text', tg_argv[1]];
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
  if v_before is null or private.add_to_audit(new.tenant_id, tg_argv[0], v_id, v_before, v_after) then
    return null;
  end if;
  execute format('select to_jsonb(about) from public.%I about where about.id = $1', tg_argv[0]) into v_about using v_id::uuid;
  perform private.write_audit(
    new.tenant_id, 'update', tg_argv[0], v_id, private.audit_label(tg_argv[0], v_about), v_before, v_after);
  return null;
end
$$;

-- Triggers

do $$
declare
  v_table regclass;
begin
  foreach v_table in array '{
    public.settings, public.staff_settings, public.brands, public.store_domains, public.categories, public.attributes,
    public.search_synonyms,
    public.banners, public.faq_questions, public.discounts, public.offers, public.shipping_zones, public.delivery_slots, public.user_roles,
    public.staff_grants, public.saved_replies, public.message_texts
  }'::regclass[] loop
    execute format(
      'create trigger audited after insert or update or delete on %s for each row execute function private.audit()', v_table);
  end loop;
end
$$;

create trigger audited after insert or delete on public.products
  for each row execute function private.audit();

create trigger audited after update or delete on public.reviews
  for each row execute function private.audit();

create trigger audited after insert or update on public.customer_records
  for each row execute function private.audit();

create trigger audited after insert on public.point_entries
  for each row when (new.kind = 'adjusted') execute function private.audit();

create trigger audited_packing after insert on public.shipments
  for each row execute function private.audit();

create trigger audited after insert or update on public.returns
  for each row execute function private.audit();

create trigger audited after insert or update on public.order_edits
  for each row execute function private.audit();

create trigger audited after insert on public.print_runs
  for each row execute function private.audit();

create trigger audited after insert on public.refunds
  for each row execute function private.audit();

-- A refund created earlier and sent now.
create trigger audited_sending after update of state on public.refunds
  for each row when (old.state in ('due', 'failed') and new.state <> old.state and old.created_at < now())
  execute function private.audit();

create trigger audited after update of resolved_at on public.settlement_differences
  for each row when (new.note <> '') execute function private.audit();

create trigger audited after insert or update on public.carrier_claims
  for each row when (new.claimed_at is not null or new.state <> 'open') execute function private.audit();

create trigger audited after update of resolved_at on public.payment_differences
  for each row when (new.note <> '') execute function private.audit();

-- Staff capture or release a hold.
create trigger audited after update of capture_amount, is_to_release on public.payments
  for each row when (old.status = 'held' and (
    old.capture_amount is null and new.capture_amount is not null or new.is_to_release and not old.is_to_release
  )) execute function private.audit();

create trigger audited after insert or update of compared_at on public.payment_reports
  for each row when (new.source = 'file') execute function private.audit();

create trigger audited after update of state on public.transfers
  for each row execute function private.audit();

create trigger audited after insert on public.settlements
  for each row execute function private.audit();

create trigger audited_placing after insert on public.orders
  for each row when (new.channel <> 'web') execute function private.audit();

create trigger audited after update of placed_by, manual_discount_reason, cash_overruled on public.order_staff_facts
  for each row execute function private.audit_facts('orders', 'order_id');

create trigger audited after insert or update on public.exchange_allowances
  for each row execute function private.audit_facts('returns', 'return_id');

create trigger audited after insert on public.store_credits
  for each row when (new.kind = 'adjusted') execute function private.audit();

create trigger audited after insert on public.messages
  for each row when (new.sender = 'staff') execute function private.audit();

create trigger audited after insert or delete on public.assignments
  for each row execute function private.audit();

create trigger audited_change after update of user_id on public.assignments
  for each row when (old.user_id <> new.user_id) execute function private.audit();

-- Every change except sales and review counts increases the version.
create trigger audited_update after update on public.products
  for each row when (old.version <> new.version) execute function private.audit();

create trigger audited after update of is_open on public.conversations
  for each row when (old.is_open <> new.is_open) execute function private.audit();

-- Requests for approval have entries of their own.
create trigger audited after insert on public.order_events
  for each row when (
    new.actor = 'staff' and new.to_status is null and new.remark ->> 'user_id' is null
    and coalesce(new.remark ->> 'code', '') not like 'approval%'
  ) execute function private.audit_order_note();

-- Grants

grant select on public.audit_log to authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;
