-- Undoing changes in the audit log.

-- Tables

-- How many changes were undone, how many were left because they couldn't be, the last refusal among those, where the next call
-- continues a long job, and which of those that were left lie above the caller's ceiling: then the refusal is that of the highest one.
create type public.undone_changes as (undone integer, "left" integer, refusal jsonb, next bigint, above_ids bigint[]);

-- Functions

-- The stock differences in a log entry, by variant name.
create function private.logged_pieces(p_before jsonb, p_after jsonb) returns table (name text, pieces integer)
language sql immutable set search_path = '' as $$
  select '', (p_after ->> 'stock')::integer - (p_before ->> 'stock')::integer where p_before ? 'stock'
  union all
  select changed.key, (p_after #>> array['variants', changed.key, 'stock'])::integer - (changed.value ->> 'stock')::integer
  from jsonb_each(p_before -> 'variants') changed
$$;

-- Whether an entry can be undone. For variants only stock changes can; the rest is corrected in the product's form. Opening and
-- closing a store, and its domains, can't, since only super admins change them.
create function private.can_come_back(p_entity text, p_action text, p_before jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when p_action = 'update' and (p_before ? 'options' or exists (
      select 1 from jsonb_each(p_before -> 'variants') changed where changed.value - 'stock' <> '{}'
    )) then false
    when p_entity in (
      'products', 'categories', 'banners', 'faq_questions', 'discounts', 'offers', 'shipping_zones', 'delivery_slots',
      'search_synonyms', 'saved_replies', 'message_texts')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity = 'variant_costs' then true
    when p_entity in ('settings', 'staff_settings', 'brands') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$$;

-- Undoes a change of a product: an update restores its columns, a deleted product leaves the trash, an added one goes there. Pieces
-- sold since stay sold.
create function private.undo_product_entry(p_entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_now jsonb;
  v_set jsonb := coalesce(p_entry.before, '{}') - '{id,tenant_id,deleted_at,stock,variants}'::text[];
begin
  select * into v_product from public.products
  where tenant_id = p_entry.tenant_id and id::text = p_entry.entity_id for update;
  if not found or (v_product.deleted_at is not null) <> (p_entry.action = 'delete') then
    perform private.refuse('gone_since', jsonb_build_object('name', p_entry.label));
  end if;
  v_now := to_jsonb(v_product);
  if p_entry.action in ('insert', 'restore') then
    v_set := jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
  elsif p_entry.action = 'delete' then
    v_set := jsonb_build_object(
      'deleted_at', null, 'is_active', v_set -> 'is_active', 'category_id', v_set -> 'category_id');
  elsif exists (
    select 1 from jsonb_each(p_entry.after) field
    where field.key not in ('stock', 'variants') and field.value is distinct from v_now -> field.key
  ) then
    perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
  end if;
  if p_entry.action = 'update' and p_entry.before ?| '{stock,variants}' then
    v_set := v_set || jsonb_build_object('stocks', (
      select jsonb_object_agg(variant.id, greatest(variant.stock - logged.pieces, 0))
      from private.logged_pieces(p_entry.before, p_entry.after) logged
      join public.product_variants variant
        on variant.product_id = v_product.id and private.variant_name(variant.option1, variant.option2, variant.option3) = logged.name
    ));
    if v_set -> 'stocks' = 'null' then
      perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
    end if;
  end if;
  if v_set ->> 'category_id' is not null and not exists (
    select 1 from public.categories
    where tenant_id = p_entry.tenant_id and id::text = v_set ->> 'category_id'
  ) then
    v_set := v_set || '{"category_id": null}';
  end if;
  perform private.write_products(jsonb_build_array(jsonb_build_object('id', v_product.id, 'set', v_set)), 'Undone');
end
$$;

-- Undoes a change of what a variant costs.
create function private.undo_cost_entry(p_entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product_id uuid;
  v_cost numeric;
begin
  perform private.require_capability(p_entry.tenant_id, 'costs.see');
  select variant.product_id into v_product_id from public.product_variants variant
  where variant.tenant_id = p_entry.tenant_id and variant.id::text = p_entry.entity_id;
  if not found then
    perform private.refuse('gone_since', jsonb_build_object('name', p_entry.label));
  end if;
  perform private.renew_products(array[v_product_id]);
  select stored.cost into v_cost from public.variant_costs stored where stored.variant_id::text = p_entry.entity_id;
  if v_cost is distinct from (p_entry.after ->> 'cost')::numeric then
    perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
  end if;
  perform private.write_costs(v_product_id, jsonb_build_object(p_entry.entity_id, p_entry.before -> 'cost'));
end
$$;

-- Undoes a change of anything else.
create function private.undo_row_entry(p_entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_key text := case when p_entry.entity in ('settings', 'staff_settings', 'brands') then 'tenant_id' else 'id' end;
  v_columns text;
  v_now jsonb;
begin
  execute format('select to_jsonb(stored) from public.%I stored where tenant_id = $1 and %I::text = $2 for update',
    p_entry.entity, v_key) into v_now using p_entry.tenant_id, p_entry.entity_id;
  select string_agg(quote_ident(attname), ', ') into v_columns
  from pg_catalog.pg_attribute
  where attrelid = format('public.%I', p_entry.entity)::regclass and attnum > 0 and not attisdropped
    and attgenerated = '' and p_entry.before ? attname::text;
  if (v_now is not null) <> (p_entry.action <> 'delete') then
    perform private.refuse('gone_since', jsonb_build_object('name', p_entry.label));
  end if;
  if p_entry.action = 'delete' then
    execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
      p_entry.entity, v_columns) using p_entry.before;
  elsif p_entry.action in ('insert', 'restore') then
    execute format('delete from public.%I where tenant_id = $1 and %I::text = $2', p_entry.entity, v_key)
      using p_entry.tenant_id, p_entry.entity_id;
  else
    if exists (select 1 from jsonb_each(p_entry.after) field where field.value is distinct from v_now -> field.key) then
      perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
    end if;
    execute format('update public.%1$I stored set (%2$s) = (select %2$s from jsonb_populate_record(stored, $3))
      where stored.tenant_id = $1 and stored.%3$I::text = $2',
      p_entry.entity, v_columns, v_key) using p_entry.tenant_id, p_entry.entity_id, p_entry.before;
  end if;
end
$$;

-- Undoes changes with their parts, unless `p_parts` is false. In a step with several rows, those that can't be undone are left; if
-- none can, the call is refused with the reason. `p_before` is `next` from the previous call.
create function public.undo_changes(
  p_tenant_id text, p_ids bigint[], p_before bigint default null, p_parts boolean default true,
  p_request_id uuid default null
) returns public.undone_changes
language plpgsql security definer set search_path = '' as $$
declare
  v_result public.undone_changes := private.idempotent_result(
    null::public.undone_changes, p_request_id, jsonb_build_array('undo_changes', p_tenant_id, p_ids, p_before, p_parts));
  v_entry public.audit_log;
  v_ids bigint[];
  v_done bigint[] := '{}';
  v_above bigint[] := '{}';
  v_highest jsonb;
  v_why jsonb;
  v_message text;
  v_detail text;
  v_hint text;
begin
  if v_result.undone is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, 'log.undo');
  v_ids := array(
    select id from public.audit_log
    where tenant_id = p_tenant_id and (id = any (p_ids) or p_parts and part_of = any (p_ids)) and undone_at is null
      and id < coalesce(p_before, id + 1) and created_at > now() - interval '30 days'
      and private.can_come_back(entity, action, before)
    order by id desc limit 101
  );
  if v_ids = '{}' and p_before is null then
    perform private.refuse('nothing_to_undo');
  end if;
  for v_entry in select * from public.audit_log where id = any (v_ids[:100]) order by id desc loop
    begin
      if v_entry.entity = 'products' then
        perform private.undo_product_entry(v_entry);
      elsif v_entry.entity = 'variant_costs' then
        perform private.undo_cost_entry(v_entry);
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_why := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal(
        case sqlstate when '23503' then 'used_since' when '23505' then 'taken_since' else 'unfit_since' end,
        jsonb_build_object('name', v_entry.label)));
      if v_why ->> 'code' = 'above_ceiling' then
        v_above := v_above || v_entry.id;
        v_highest := private.higher_refusal(v_highest, v_why);
      end if;
    end;
  end loop;
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.raise_refusal(v_highest);
    perform private.refuse('not_undone', jsonb_build_object('why', v_why));
  end if;
  perform private.mark_undone(v_done);
  v_result := row(cardinality(v_done), least(cardinality(v_ids), 100) - cardinality(v_done), coalesce(v_highest, v_why),
    case when cardinality(v_ids) > 100 then v_ids[100] end, v_above);
  return private.store_idempotent_result(p_request_id, v_result);
end
$$;

-- Whether undoing these entries of the log includes one, itself or as a part.
create function private.is_asked_entry(p_entry public.audit_log, p_arguments jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_arguments -> 'p_ids' @> to_jsonb(p_entry.id)
    or coalesce((p_arguments ->> 'p_parts')::boolean, true) and p_arguments -> 'p_ids' @> to_jsonb(p_entry.part_of)
$$;

-- Undoes entries of the log, all that are within the caller's ceiling or none of them.
create function private.undo_all_entries(p_tenant_id text, p_ids bigint[], p_parts boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_undone constant public.undone_changes := public.undo_changes(p_tenant_id, p_ids, p_parts => p_parts);
begin
  if v_undone.above_ids <> '{}' then
    perform private.raise_refusal(v_undone.refusal);
  end if;
end
$$;

-- Links audit log entries to a bulk change. Entries of a later part become parts of the first part's entries.
create function private.keep_audit_entries(p_change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_change private.product_changes;
  v_entry public.audit_log;
  v_first bigint;
begin
  select * into v_change from private.product_changes where id = p_change_id;
  for v_entry in
    select entry.* from public.audit_log entry
    where entry.tenant_id = v_change.tenant_id and entry.created_at = now() and entry.part_of is null
      and entry.actor_id is not distinct from auth.uid() and entry.id <> all (v_change.audit_ids)
  loop
    select id into v_first from public.audit_log
    where id = any (v_change.audit_ids) and entity = v_entry.entity and action = v_entry.action;
    if found then
      update public.audit_log set part_of = v_first where id = v_entry.id or part_of = v_entry.id;
    else
      update private.product_changes set audit_ids = audit_ids || v_entry.id where id = p_change_id;
    end if;
  end loop;
end
$$;

-- Marks entries as undone, and removes their products from bulk changes that can be undone as a whole.
create function private.mark_undone(p_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log set undone_at = now() where id = any (p_ids);
  delete from private.product_change_entries changed using public.audit_log entry, private.product_changes change
  where entry.id = any (p_ids) and entry.entity = 'products' and change.tenant_id = entry.tenant_id
    and coalesce(entry.part_of, entry.id) = any (change.audit_ids)
    and changed.change_id = change.id and changed.product_id::text = entry.entity_id;
end
$$;

-- Restores the latest deletion of these ids' rows, and nothing else.
create function public.restore_deleted(
  p_tenant_id text, p_entity text, p_entity_ids text[], p_request_id uuid default null
) returns public.undone_changes
language plpgsql security definer set search_path = '' as $$
declare
  v_result public.undone_changes := private.idempotent_result(
    null::public.undone_changes, p_request_id, jsonb_build_array('restore_deleted', p_tenant_id, p_entity, p_entity_ids));
begin
  if v_result.undone is not null then
    return v_result;
  end if;
  return private.store_idempotent_result(p_request_id, public.undo_changes(p_tenant_id, array(
    select distinct on (entity_id) id from public.audit_log
    where tenant_id = p_tenant_id and entity = p_entity and entity_id = any (p_entity_ids) and action = 'delete'
    order by entity_id, id desc
  ), p_parts => false));
end
$$;

-- For log entries: how many more rows the same step changed, and whether any of it can still be undone.
create function public.audit_states(p_tenant_id text, p_ids bigint[])
returns table (id bigint, parts integer, can_undo boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'log.see');
  return query
  select audit_log.id, counted.parts, audit_log.created_at > now() - interval '30 days'
    and private.can_come_back(audit_log.entity, audit_log.action, audit_log.before)
    and (audit_log.undone_at is null or counted.waiting)
  from public.audit_log
  cross join lateral (
    select count(*)::integer as parts, coalesce(bool_or(part.undone_at is null), false) as waiting
    from public.audit_log part where part.part_of = audit_log.id
  ) counted
  where audit_log.tenant_id = p_tenant_id and audit_log.id = any (p_ids);
end
$$;

-- Grants

grant execute on function
  public.undo_changes,
  public.restore_deleted,
  public.audit_states
to authenticated;
