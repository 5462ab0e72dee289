-- A note that the shopper may read is told on the order's own topic, like a move: the open page shows it at once.

create function private.announce_order_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.order_id), 'note', 'order:' || new.order_id, true);
  return null;
end
$$;

create trigger announced after insert on public.order_events
  for each row when (new.to_status is null and not new.is_internal) execute function private.announce_order_note();
