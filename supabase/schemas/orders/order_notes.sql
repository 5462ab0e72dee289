-- After an order: notes.

-- Functions

-- Adds a note to an order's history; staff only. The shopper doesn't see internal notes, and these can mention people who see the
-- order, as `@[id]`.
create function public.add_order_note(
  p_order_id uuid, p_note text, p_internal boolean default true, p_request_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_event_id uuid;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal)) then
    return;
  end if;
  perform private.lock_orders(array[p_order_id]);
  v_order := private.order_for_caller(p_order_id, 'orders.change');
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if not p_internal then
    perform private.refuse_imported(v_order);
  end if;
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  perform private.require_assignable(array[v_order.tenant_id], person.id, 'orders.see')
  from unnest(private.mentioned_in(p_note)) person (id) where p_internal;
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
end
$$;

-- Grants

grant execute on function public.add_order_note to authenticated;
