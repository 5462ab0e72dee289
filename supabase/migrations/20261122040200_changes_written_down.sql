-- Staff changes that were missing from the audit log: stock counted by hand, the words of pictures by themselves, a message
-- that is marked as answered or waiting, and notes on orders. The stock that orders move is in the stock movements.

drop trigger audited_update on public.products;
create trigger audited_update after update of category_id, name, description, price, original_price, discount, images,
    image_alts, videos, unit, stock, featured, is_new, is_active, type, size, color, material, brand, gender
  on public.products for each row when (
    old.version <> new.version or old.image_alts <> new.image_alts
    or old.stock <> new.stock and coalesce(current_setting('souk.stock', true), '') <> 'booked'
  ) execute function private.audit();

-- An answer is written down as a message; its conversation moves with it.
drop trigger audited on public.conversations;
create trigger audited after update of is_open, answered_at on public.conversations
  for each row when (
    old.is_open <> new.is_open and new.unread_by_staff = 0
    or old.answered_at is distinct from new.answered_at and old.last_message_at = new.last_message_at
  ) execute function private.audit();

-- A note of staff, under the number of its order and with the order's id, so that the list leads there.
-- One that the same deed wrote into the order's history, as a refund does, stands with what it changed.
create function private.audit_order_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log a set after = a.after || jsonb_build_object('history', new.note)
  where a.id = (
    select l.id from public.audit_log l
    where l.tenant_id = new.tenant_id and l.entity = 'orders' and l.entity_id = new.order_id::text
      and l.action = 'update' and l.actor_id = new.actor_id and l.created_at = now()
    order by l.id desc limit 1
  );
  if found then
    return null;
  end if;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  select o.tenant_id, new.actor_id, coalesce(p.name, ''), 'insert', 'order_notes', o.id::text, o.number,
    jsonb_build_object('note', new.note, 'internal', new.is_internal)
  from public.orders o left join public.profiles p on p.id = new.actor_id and p.tenant_id = o.tenant_id
  where o.id = new.order_id;
  return null;
end
$$;
create trigger audited after insert on public.order_events
  for each row when (new.actor = 'staff' and new.to_status is null) execute function private.audit_order_note();

-- What a changed row is called, so that people can look for it: by its own name, or by that of whom or what it is about.
create function private.audit_label(p_table text, p_row jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'reason', '');
begin
  if v_name <> '' then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'user_roles' then (
      select coalesce(nullif(p.name, ''), p.email) from public.profiles p
      where p.id = (p_row ->> 'user_id')::uuid order by p.tenant_id = p_row ->> 'tenant_id' desc limit 1
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

-- Writes down what staff changed, and every change of a role but a customer's first; an update keeps the columns that
-- changed.
create or replace function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_actor_id uuid := auth.uid();
  v_derived constant text[] := '{search,types,sizes,colors,materials,genders}';
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_derived end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_derived end;
  v_row jsonb := coalesce(v_after, v_before);
  v_tenant_id text := v_row ->> 'tenant_id';
  v_name text;
begin
  if tg_table_name <> 'user_roles' and (v_actor_id is null or not private.is_staff(v_tenant_id))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or not exists (select 1 from public.tenants t where t.id = v_tenant_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key) into v_before, v_after
    from jsonb_each(v_before) b
    where b.value is distinct from v_after -> b.key and b.key not in ('updated_at', 'version');
    if v_before is null then
      return null;
    end if;
  end if;
  select p.name into v_name from public.profiles p where p.id = v_actor_id
  order by p.tenant_id = v_tenant_id desc limit 1;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after)
  values (
    v_tenant_id, v_actor_id, coalesce(v_name, ''), lower(tg_op), tg_table_name,
    coalesce(v_row ->> 'id', v_row ->> 'tenant_id'), private.audit_label(tg_table_name, v_row), v_before, v_after
  );
  return null;
end
$$;
