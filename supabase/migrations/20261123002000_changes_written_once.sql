-- What staff did with an order is written down once: a note that the same deed leaves in the order's history, as a refund does,
-- stands with what it changed.

create or replace function private.audit_order_note() returns trigger
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
