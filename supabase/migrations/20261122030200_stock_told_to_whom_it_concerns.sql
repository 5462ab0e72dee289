-- A sale is told only when it changes what a page says: sold out, nearly out (up to 5), available. Lists show no more than
-- whether there is any; `lists` says whether that changed.
create or replace function private.announce_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('kind', 'stock', 'action', 'update', 'ids', jsonb_build_array(new.id),
      'level', case when new.stock = 0 then 'sold_out' when new.stock <= 5 then 'nearly_out' else 'available' end,
      'lists', (old.stock = 0) <> (new.stock = 0)),
    'change', 'catalogue:' || new.tenant_id, true);
  return null;
end
$$;
