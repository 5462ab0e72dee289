set local check_function_bodies = off;

DROP TRIGGER "audited" ON "public"."orders";

DROP TRIGGER "replacement_cancelled" ON "public"."orders";

DROP TRIGGER "audited" ON "public"."shipment_staff_facts";

DROP TRIGGER "audited" ON "public"."shipments";

DROP FUNCTION "private"."replacement_cancelled"();

CREATE TYPE "private"."audited_change" AS ("tenant_id" text, "entity_id" text, "before" jsonb, "after" jsonb);

ALTER TYPE "private"."audited_change" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- A product that goes to the trash, or comes back from it.
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb[];
  v_after jsonb[];
  v_workplaces text[];
  v_ignored constant text[] := array['updated_at'] || case tg_table_name
    -- What is derived of an order, or is in its ledger.
    when 'orders' then '{stage,queues,online_method,charged,cost,received,given_back,at_carrier,shipping_credited,goodwill}'::text[]
  end || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
begin
  if auth.uid() is null then
    return null;
  end if;
  v_workplaces := private.workplaces();
  if cardinality(v_workplaces) = 0 then
    return null;
  end if;
  -- Not joined, as the planner does not know the size of transition tables; `offset 0` makes each document once.
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
$function$;

ALTER FUNCTION "private"."audit_updates"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_handed_over(p_cash private.stated_cash[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.orders set at_carrier = handed_over.at_carrier, updated_at = now(),
    queues = case when handed_over.at_carrier > 0 then orders.queues else array_remove(orders.queues, 'cash_outstanding') end,
    payment_status = private.payment_status_of(
      orders.payment_status, orders.total, orders.charged, orders.received, orders.given_back, handed_over.at_carrier,
      exists (
        select 1 from public.refunds where refunds.order_id = orders.id and private.is_open_refund(refunds.state)
      ))
  from (
    select held.id, held.at_carrier - sum(stated.amount) as at_carrier
    from unnest(p_cash) stated
    join public.shipments shipment on shipment.id = stated.shipment_id
    join public.orders held on held.id = shipment.order_id
    group by held.id
  ) handed_over
  where orders.id = handed_over.id
$function$;

CREATE OR REPLACE FUNCTION private.insert_audits(p_entity text, p_changes private.audited_change[], p_part_of bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  select change.tenant_id, actor.id, coalesce(actor.name, ''), 'update', p_entity, change.entity_id,
    orders.number || coalesce(' / ' || shipment.number, ''), change.before, change.after, p_part_of
  from unnest(p_changes) change
  cross join lateral (
    select auth.uid() as id, (
      select profile.name from public.profiles profile
      where profile.id = auth.uid() order by profile.tenant_id = change.tenant_id desc limit 1
    ) as name
  ) actor
  left join public.shipments shipment on p_entity = 'shipments' and shipment.id = change.entity_id::uuid
  join public.orders on orders.id = case p_entity when 'orders' then change.entity_id::uuid else shipment.order_id end
  returning id
$function$;

ALTER FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.replacements_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
  v_old public.orders;
begin
  for v_return in
    select asked.* from after
    join public.returns asked on asked.tenant_id = after.tenant_id and asked.replacement_order_id = after.id
    where after.replaces_order_id is not null and after.status = 'cancelled'
      and exists (select 1 from before where before.id = after.id and before.status <> 'cancelled')
    order by after.id, asked.number
  loop
    -- Locked by whoever cancels, with private.lock_orders.
    select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
    update public.returns set replacement_order_id = null,
      state = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then 'closed'::public.return_state
        else state end,
      closed_at = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then now() else closed_at end,
      updated_at = now()
    where id = v_return.id returning * into v_return;
    if v_return.state = 'received' then
      perform private.credit_price_drops(v_return.id, -1);
      perform private.take_pieces_back(v_old, v_return.id);
      perform private.create_due_refunds(v_old.id, jsonb_build_object('return_id', v_return.id));
    else
      perform private.refresh_order(v_old.id);
    end if;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "private"."replacements_cancelled"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_audits(p_entity text, p_changes private.audited_change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."write_audits"(text, private.audited_change[]) OWNER TO "postgres";

CREATE TRIGGER audited AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.audit_updates('orders', 'id');

CREATE TRIGGER cancelled_replacements AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.replacements_cancelled();

CREATE TRIGGER audited AFTER UPDATE ON public.shipment_staff_facts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.audit_updates('shipments', 'shipment_id');

CREATE TRIGGER audited_packing AFTER INSERT ON public.shipments FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER audited AFTER UPDATE ON public.shipments REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.audit_updates('shipments', 'id');

REVOKE ALL ON FUNCTION "private"."audit_updates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_updates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_updates"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_updates"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replacements_cancelled"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replacements_cancelled"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacements_cancelled"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacements_cancelled"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_audits"(text, private.audited_change[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_audits"(text, private.audited_change[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_audits"(text, private.audited_change[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_audits"(text, private.audited_change[]) TO "service_role";
