-- What comes back from the trash comes back alone, also where the same step deleted further rows.

-- Functions

drop function public.undo_changes(text, bigint[], bigint);

-- Takes changes back, each with its parts unless `p_parts` is false: those of a step with several rows are left one by one
-- where they cannot come back; where none can, the call is refused with why. Answers with {"undone", "left", "why", "next"}:
-- `next` is null, or what `p_before` says in the next call for the rest of a long job.
create function public.undo_changes(
  p_tenant_id text, p_ids bigint[], p_before bigint default null, p_parts boolean default true
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_entry public.audit_log;
  v_ids bigint[];
  v_done bigint[] := '{}';
  v_why text := '';
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  v_ids := array(
    select a.id from public.audit_log a
    where a.tenant_id = p_tenant_id and (a.id = any (p_ids) or p_parts and a.part_of = any (p_ids)) and a.undone_at is null
      and a.id < coalesce(p_before, a.id + 1) and a.created_at > now() - interval '30 days'
      and private.can_come_back(a.entity, a.action, a.before)
    order by a.id desc limit 101
  );
  if v_ids = '{}' and p_before is null then
    perform private.refuse('nothing_to_undo', 'This was undone already, or it is older than 30 days.');
  end if;
  perform set_config('souk.stock_note', 'Undone', true);
  perform set_config('souk.restoring', 'on', true);
  for v_entry in select a.* from public.audit_log a where a.id = any (v_ids[:100]) order by a.id desc loop
    begin
      if v_entry.entity = 'products' then
        perform private.undo_product_entry(v_entry);
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      v_why := case sqlstate
        when '23503' then format('%s is in use by now.', v_entry.label)
        when '23505' then format('There is something like %s already.', v_entry.label)
        when 'P0001' then sqlerrm
        else format('%s does not go with what is there now.', v_entry.label)
      end;
    end;
  end loop;
  perform set_config('souk.restoring', '', true);
  perform set_config('souk.stock_note', '', true);
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.refuse('not_undone', v_why);
  end if;
  perform private.mark_undone(v_done);
  return jsonb_build_object('undone', cardinality(v_done), 'left', least(cardinality(v_ids), 100) - cardinality(v_done),
    'why', v_why, 'next', case when cardinality(v_ids) > 100 then v_ids[100] end);
end
$$;

-- Brings back what was deleted last of the things with these ids, and nothing else.
create or replace function public.restore_deleted(p_tenant_id text, p_entity text, p_entity_ids text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.undo_changes(p_tenant_id, array(
    select distinct on (a.entity_id) a.id from public.audit_log a
    where a.tenant_id = p_tenant_id and a.entity = p_entity and a.entity_id = any (p_entity_ids) and a.action = 'delete'
    order by a.entity_id, a.id desc
  ), p_parts => false);
end
$$;

-- Grants

grant execute on function public.undo_changes to authenticated;
