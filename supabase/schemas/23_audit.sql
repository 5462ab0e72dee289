-- The audit log, and taking changes back.

-- Tables

create table public.audit_log (
  id bigint generated always as identity primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null check (action in ('insert', 'update', 'delete', 'restore')),
  entity text not null,
  entity_id text not null,
  -- The row's name, number or code, so that people can look for it.
  label text not null default '',
  before jsonb,
  after jsonb,
  -- The first entry of the same job, where one step did the same with several rows.
  part_of bigint,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, part_of) references public.audit_log (tenant_id, id) on delete cascade
);
create index audit_log_parts on public.audit_log (part_of) where part_of is not null;
create index audit_log_deleted on public.audit_log (tenant_id, id desc) where action = 'delete';
create index audit_log_by_entity on public.audit_log (tenant_id, entity, entity_id, id desc);
-- The entries of a step that others are parts of.
create index audit_log_of_step on public.audit_log (tenant_id, created_at, entity, action) where part_of is null;
create index audit_log_by_actor on public.audit_log (tenant_id, actor_id, id desc);
alter table public.audit_log enable row level security;

-- Policies

create policy "Staff read what was changed in their store" on public.audit_log
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- What a changed row is called, so that people can look for it: by its own name, or by that of whom or what it is about.
create function private.audit_label(p_table text, p_row jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid order by tenant_id = p_row ->> 'tenant_id' desc limit 1
    )
    when 'messages' then (
      select coalesce(nullif(c.name, ''), c.email) from public.conversations c where c.id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'reviews' then (select p.name from public.products p where p.id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select t.name from public.tenants t where t.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$$;

-- Writes an entry of the log, for who is signed in. Of several rows that one step, that is one transaction, changes in the
-- same way, those after the first are parts of its entry.
create function private.write_audit(
  p_tenant_id text, p_action text, p_entity text, p_entity_id text, p_label text, p_before jsonb, p_after jsonb
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_actor_id constant uuid := auth.uid();
begin
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  values (p_tenant_id, v_actor_id, coalesce((
      select p.name from public.profiles p where p.id = v_actor_id order by p.tenant_id = p_tenant_id desc limit 1
    ), ''), p_action, p_entity, p_entity_id, left(p_label, 200), p_before, p_after, (
      select a.id from public.audit_log a
      where a.tenant_id = p_tenant_id and a.created_at = now() and a.entity = p_entity and a.action = p_action
        and a.part_of is null and a.actor_id is not distinct from v_actor_id
      order by a.id limit 1
    ));
end
$$;

-- Writes down what staff changed, and every change of a role but a customer's first; an update keeps the columns that
-- changed, a deletion the whole row. What is there again after it was deleted was restored.
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
  if tg_table_name <> 'user_roles' and (auth.uid() is null or not private.is_staff(v_tenant_id))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or tg_op = 'DELETE' and v_before ->> 'deleted_at' is not null
    or not exists (select 1 from public.tenants t where t.id = v_tenant_id) then
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
    where field.value is distinct from v_after -> field.key and field.key not in ('updated_at', 'version');
    if v_before is null then
      return null;
    end if;
  elsif tg_op = 'INSERT' and exists (
    select 1 from public.audit_log a
    where a.tenant_id = v_tenant_id and a.entity = tg_table_name and a.entity_id = v_id and a.action = 'delete'
  ) then
    v_action := 'restore';
  end if;
  perform private.write_audit(v_tenant_id, v_action, tg_table_name, v_id, private.audit_label(tg_table_name, v_row),
    v_before, v_after);
  return null;
end
$$;

-- What changed of a product's options and variants, which are given as variants_json has them: "before" and "after", by what
-- the variants are called, with the columns that changed.
create function private.variant_changes(p_before jsonb, p_after jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_ignored constant text[] := '{id,version,created_at,updated_at}';
  v_before jsonb := '{}';
  v_after jsonb := '{}';
  v record;
begin
  if p_before -> 'options' <> p_after -> 'options' then
    v_before := jsonb_build_object('options', p_before -> 'options');
    v_after := jsonb_build_object('options', p_after -> 'options');
  end if;
  select jsonb_object_agg(change.name, change.was) filter (where change.was is not null) as was,
    jsonb_object_agg(change.name, change.now) filter (where change.now is not null) as now
  into v
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
    'before', v_before || case when v.was is null then '{}' else jsonb_build_object('variants', v.was) end,
    'after', v_after || case when v.now is null then '{}' else jsonb_build_object('variants', v.now) end
  );
end
$$;

-- Writes down what staff changed of a product's options and variants, as variant_changes has it.
create function private.audit_variants(p_tenant_id text, p_name text, p_product_id uuid, p_changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_changes -> 'before' <> p_changes -> 'after' and auth.uid() is not null then
    perform private.write_audit(p_tenant_id, 'update', 'products', p_product_id::text, p_name, p_changes -> 'before',
      p_changes -> 'after');
  end if;
end
$$;

-- Writes down what staff changed of stock: of a product without options as its own, else by variant.
create function private.audit_stock(p_changes private.variant_change[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v record;
begin
  for v in
    select p.id, p.tenant_id, p.name,
      case when bool_and(c.name = '') then jsonb_build_object('stock', min(c.stock_was))
        else jsonb_build_object('variants', jsonb_object_agg(c.name, jsonb_build_object('stock', c.stock_was))) end as before,
      case when bool_and(c.name = '') then jsonb_build_object('stock', min(c.stock))
        else jsonb_build_object('variants', jsonb_object_agg(c.name, jsonb_build_object('stock', c.stock))) end as after
    from unnest(p_changes) c join public.products p on p.id = c.product_id
    group by p.id order by p.id
  loop
    if auth.uid() is not null and private.is_staff(v.tenant_id) then
      perform private.write_audit(v.tenant_id, 'update', 'products', v.id::text, v.name, v.before, v.after);
    end if;
  end loop;
end
$$;

<<<<<<< HEAD
=======
-- The pieces that an entry of the log says were added to variants, or taken, by what these are called.
create function private.logged_pieces(p_before jsonb, p_after jsonb) returns table (name text, pieces integer)
language sql immutable set search_path = '' as $$
  select '', (p_after ->> 'stock')::integer - (p_before ->> 'stock')::integer where p_before ? 'stock'
  union all
  select e.key, (p_after #>> array['variants', e.key, 'stock'])::integer - (e.value ->> 'stock')::integer
  from jsonb_each(p_before -> 'variants') e
$$;

-- Things that come back from the log of changes; what staff changed of variants but their stock they change back in the
-- product's form.
create function private.can_come_back(p_entity text, p_action text, p_before jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when p_action = 'update' and (p_before ? 'options' or exists (
      select 1 from jsonb_each(p_before -> 'variants') e where e.value - 'stock' <> '{}'
    )) then false
    when p_entity in ('products', 'categories', 'banners', 'faq_questions', 'discounts', 'delivery_slots')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity in ('settings', 'staff_settings') then p_action = 'update'
    else false
  end
$$;

-- Takes one change of a product back: of an update the columns that it changed, a product that was deleted comes out of
-- the trash, one that was added goes there. Pieces sold since stay sold.
create function private.undo_product_entry(p_entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_now jsonb;
  v_set jsonb := coalesce(p_entry.before, '{}') - '{id,tenant_id,deleted_at,stock,variants}'::text[];
begin
  select * into v_product from public.products p
  where p.tenant_id = p_entry.tenant_id and p.id::text = p_entry.entity_id for update;
  if not found or (v_product.deleted_at is not null) <> (p_entry.action = 'delete') then
    perform private.refuse('gone_since', jsonb_build_object('name', p_entry.label));
  end if;
  v_now := to_jsonb(v_product);
  if p_entry.action in ('insert', 'restore') then
    v_set := jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
  elsif p_entry.action = 'delete' then
    v_set := jsonb_build_object(
      'deleted_at', null, 'is_active', v_set -> 'is_active', 'category_id', v_set -> 'category_id');
  elsif exists (select 1 from jsonb_each(p_entry.after) a where a.key not in ('stock', 'variants') and a.value is distinct from v_now -> a.key) then
    perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
  end if;
  if p_entry.action = 'update' and p_entry.before ?| '{stock,variants}' then
    v_set := v_set || jsonb_build_object('stocks', (
      select jsonb_object_agg(v.id, greatest(v.stock - l.pieces, 0))
      from private.logged_pieces(p_entry.before, p_entry.after) l
      join public.product_variants v
        on v.product_id = v_product.id and private.variant_name(v.option1, v.option2, v.option3) = l.name
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

-- Takes one change of another thing back.
create function private.undo_row_entry(p_entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_key text := case when p_entry.entity in ('settings', 'staff_settings') then 'tenant_id' else 'id' end;
  v_columns text;
  v_now jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.tenant_id = $1 and t.%I::text = $2 for update',
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
    execute format('delete from public.%I t where t.tenant_id = $1 and t.%I::text = $2', p_entry.entity, v_key)
      using p_entry.tenant_id, p_entry.entity_id;
  else
    if exists (select 1 from jsonb_each(p_entry.after) a where a.value is distinct from v_now -> a.key) then
      perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
    end if;
    execute format('update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $3)) where t.tenant_id = $1 and t.%3$I::text = $2',
      p_entry.entity, v_columns, v_key) using p_entry.tenant_id, p_entry.entity_id, p_entry.before;
  end if;
end
$$;

-- Takes changes back, each with its parts unless `p_parts` is false: those of a step with several rows are left one by one
-- where they cannot come back; where none can, the call is refused with why. Answers with {"undone", "left", "why", "refusal", "next"}:
-- `next` is null, or what `p_before` says in the next call for the rest of a long job.
create function public.undo_changes(
  p_tenant_id text, p_ids bigint[], p_before bigint default null, p_parts boolean default true,
  p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('undo_changes', p_tenant_id, p_ids, p_before, p_parts));
  v_entry public.audit_log;
  v_ids bigint[];
  v_done bigint[] := '{}';
  v_why jsonb;
  v_message text;
  v_detail text;
  v_hint text;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
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
  for v_entry in select a.* from public.audit_log a where a.id = any (v_ids[:100]) order by a.id desc loop
    begin
      if v_entry.entity = 'products' then
        perform private.undo_product_entry(v_entry);
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_why := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal(
        case sqlstate when '23503' then 'used_since' when '23505' then 'taken_since' else 'unfit_since' end,
        jsonb_build_object('name', v_entry.label)));
    end;
  end loop;
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.refuse('not_undone', jsonb_build_object('why', v_why));
  end if;
  perform private.mark_undone(v_done);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'undone', cardinality(v_done), 'left', least(cardinality(v_ids), 100) - cardinality(v_done),
    'why', coalesce(v_why ->> 'message', ''), 'refusal', v_why,
    'next', case when cardinality(v_ids) > 100 then v_ids[100] end));
end
$$;

-- Puts down which entries of the audit log a change stands under. Those of a further part stand under those of the first.
create function private.keep_audit_entries(p_change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_change private.product_changes;
  v_entry public.audit_log;
  v_first bigint;
begin
  select * into v_change from private.product_changes c where c.id = p_change_id;
  for v_entry in
    select a.* from public.audit_log a
    where a.tenant_id = v_change.tenant_id and a.created_at = now() and a.part_of is null
      and a.actor_id is not distinct from auth.uid() and a.id <> all (v_change.audit_ids)
  loop
    select a.id into v_first from public.audit_log a
    where a.id = any (v_change.audit_ids) and a.entity = v_entry.entity and a.action = v_entry.action;
    if found then
      update public.audit_log a set part_of = v_first where a.id = v_entry.id or a.part_of = v_entry.id;
    else
      update private.product_changes c set audit_ids = c.audit_ids || v_entry.id where c.id = p_change_id;
    end if;
  end loop;
end
$$;

-- Marks entries as undone, and takes their products out of the changes of several products that can be undone as a whole.
create function private.mark_undone(p_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log a set undone_at = now() where a.id = any (p_ids);
  delete from private.product_change_entries e using public.audit_log a, private.product_changes c
  where a.id = any (p_ids) and a.entity = 'products' and c.tenant_id = a.tenant_id
    and coalesce(a.part_of, a.id) = any (c.audit_ids)
    and e.change_id = c.id and e.product_id::text = a.entity_id;
end
$$;

-- Brings back what was deleted last of the things with these ids, and nothing else.
create function public.restore_deleted(
  p_tenant_id text, p_entity text, p_entity_ids text[], p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('restore_deleted', p_tenant_id, p_entity, p_entity_ids));
begin
  if v_first is not null then
    return v_first;
  end if;
  return private.keep_answer(p_request_id, public.undo_changes(p_tenant_id, array(
    select distinct on (entity_id) id from public.audit_log
    where tenant_id = p_tenant_id and entity = p_entity and entity_id = any (p_entity_ids) and action = 'delete'
    order by entity_id, id desc
  ), p_parts => false));
end
$$;

-- Of entries of the log: how many further rows the same step changed, and whether anything of it can still be undone.
create function public.audit_states(p_tenant_id text, p_ids bigint[])
returns table (id bigint, parts integer, can_undo boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
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

>>>>>>> 3b78cd53 (Questions are rows: two people who save two of them lose neither)
-- A note of staff, under the number of its order and with the order's id, so that the list leads there.
-- One that the same deed wrote into the order's history, as a refund does, stands with what it changed.
create function private.audit_order_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log set after = after || jsonb_build_object('history', new.note)
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = new.tenant_id and latest.entity = 'orders' and latest.entity_id = new.order_id::text
      and latest.action = 'update' and latest.actor_id = new.actor_id and latest.created_at = now()
    order by latest.id desc limit 1
  );
  if found then
    return null;
  end if;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  select orders.tenant_id, new.actor_id, coalesce(profiles.name, ''), 'insert', 'order_notes', orders.id::text, orders.number,
    jsonb_build_object('note', new.note, 'internal', new.is_internal)
  from public.orders left join public.profiles on profiles.id = new.actor_id and profiles.tenant_id = orders.tenant_id
  where orders.id = new.order_id;
  return null;
end
$$;

-- Triggers

create trigger audited after insert or update or delete on public.settings
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.staff_settings
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.categories
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.attributes
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.search_synonyms
  for each row execute function private.audit();

create trigger audited after insert or delete on public.products
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.banners
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.faq_questions
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.discounts
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.delivery_slots
  for each row execute function private.audit();

create trigger audited after update on public.orders
  for each row execute function private.audit();

create trigger audited after update or delete on public.reviews
  for each row execute function private.audit();

create trigger audited after insert or update on public.customer_records
  for each row execute function private.audit();

create trigger audited after insert on public.point_entries
  for each row when (new.kind = 'adjusted') execute function private.audit();

create trigger audited after insert or update or delete on public.user_roles
  for each row execute function private.audit();

create trigger audited after insert on public.messages
  for each row when (new.sender = 'staff') execute function private.audit();

-- Every change but sales and review counts has a new version.
create trigger audited_update after update on public.products
  for each row when (old.version <> new.version) execute function private.audit();

create trigger audited after update of is_open, answered_at on public.conversations
  for each row when (
    old.is_open <> new.is_open and new.unread_by_staff = 0
    or old.answered_at is distinct from new.answered_at and old.last_message_at = new.last_message_at
  ) execute function private.audit();

create trigger audited after insert on public.order_events
  for each row when (new.actor = 'staff' and new.to_status is null) execute function private.audit_order_note();

-- Grants

grant select on public.audit_log to authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;
