-- Topics: catalogue:{tenant} names what changed, never what it is now: everybody hears it, nobody but the database speaks;
-- orders:{tenant} is for staff;
-- order:{id} for its shopper and staff; chat:{tenant}:{conversation} for those who talk; staff:{tenant} shows staff who
-- else is at work.

-- Helpers ----------------------------------------------------------------------------------------

create function private.hears(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parts text[] := string_to_array(p_topic, ':');
begin
  return coalesce(case v_parts[1]
    when 'catalogue' then true
    when 'orders' then private.is_staff(v_parts[2])
    when 'staff' then private.is_staff(v_parts[2])
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.sees_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.in_conversation(v_parts[3]::uuid)
  end, false);
end
$$;
grant execute on function private.hears(text) to anon, authenticated, service_role;

-- Triggers ---------------------------------------------------------------------------------------

-- One message a statement for new and removed products; a long list is left out and means "many".
create function private.announce_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v record;
begin
  for v in
    select c.tenant_id, count(*) as n, jsonb_agg(c.id) as ids from changed c group by c.tenant_id
  loop
    perform realtime.send(
      jsonb_build_object('kind', 'product', 'action', lower(tg_op), 'ids', case when v.n <= 50 then v.ids end),
      'change', 'catalogue:' || v.tenant_id, true);
  end loop;
  return null;
end
$$;

create trigger products_announced_in after insert on public.products
  referencing new table as changed for each statement execute function private.announce_products();
create trigger products_announced_out after delete on public.products
  referencing old table as changed for each statement execute function private.announce_products();

-- Updates cannot use a transition table: it would be filled for each sale too. The rows that changed note themselves,
-- and the statement's end sends the list.
create function private.note_product() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_noted text := coalesce(current_setting('souk.changed_products', true), '');
begin
  if length(v_noted) < 5000 then
    perform set_config('souk.changed_products', v_noted || new.tenant_id || '/' || new.id || ' ', true);
  end if;
  return null;
end
$$;

create function private.announce_noted_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_noted text := coalesce(current_setting('souk.changed_products', true), '');
  v record;
begin
  if v_noted = '' then
    return null;
  end if;
  perform set_config('souk.changed_products', '', true);
  for v in
    select split_part(e, '/', 1) as tenant_id, count(*) as n, jsonb_agg(split_part(e, '/', 2)) as ids
    from unnest(string_to_array(btrim(v_noted), ' ')) e group by 1
  loop
    perform realtime.send(
      jsonb_build_object('kind', 'product', 'action', 'update', 'ids', case when v.n <= 50 then v.ids end),
      'change', 'catalogue:' || v.tenant_id, true);
  end loop;
  return null;
end
$$;

create trigger products_noted after update of category_id, name, description, price, original_price, discount, images,
    videos, unit, featured, is_new, is_active, type, size, color, material, brand, gender, review_count
  on public.products for each row when (old.version <> new.version or old.review_count <> new.review_count)
  execute function private.note_product();
create trigger products_noted_sent after update of category_id, name, description, price, original_price, discount, images,
    videos, unit, featured, is_new, is_active, type, size, color, material, brand, gender, review_count
  on public.products for each statement execute function private.announce_noted_products();

-- A sale is told only when it changes what a page says: sold out, nearly out (up to 5), available.
create function private.announce_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('kind', 'stock', 'action', 'update', 'ids', jsonb_build_array(new.id),
      'level', case when new.stock = 0 then 'sold_out' when new.stock <= 5 then 'nearly_out' else 'available' end),
    'change', 'catalogue:' || new.tenant_id, true);
  return null;
end
$$;

create trigger products_stock_announced after update of stock on public.products
  for each row when ((old.stock = 0) <> (new.stock = 0) or (old.stock <= 5) <> (new.stock <= 5))
  execute function private.announce_stock();

-- For tables that change seldom: categories, banners, settings, public deals, delivery slots.
create function private.announce_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform realtime.send(
    jsonb_build_object('kind', tg_argv[0], 'action', lower(tg_op),
      'ids', jsonb_build_array(coalesce(v_row ->> 'id', v_row ->> 'tenant_id'))),
    'change', 'catalogue:' || (v_row ->> 'tenant_id'), true);
  return null;
end
$$;

create trigger announced after insert or update or delete on public.categories
  for each row execute function private.announce_row('category');
create trigger announced after insert or update or delete on public.banners
  for each row execute function private.announce_row('banner');
create trigger announced after insert or update or delete on public.settings
  for each row execute function private.announce_row('settings');
create trigger announced after insert or update or delete on public.delivery_slots
  for each row execute function private.announce_row('slot');
create trigger announced after insert or update on public.discounts
  for each row when (new.is_public) execute function private.announce_row('discount');
create trigger announced_hidden after update on public.discounts
  for each row when (old.is_public and not new.is_public) execute function private.announce_row('discount');
create trigger announced_removed after delete on public.discounts
  for each row when (old.is_public) execute function private.announce_row('discount');

create function private.announce_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status,
    'payment_status', new.payment_status, 'total', new.total, 'created_at', new.created_at);
begin
  perform realtime.send(v_payload, lower(tg_op), 'orders:' || new.tenant_id, true);
  if tg_op = 'UPDATE' then
    perform realtime.send(v_payload, 'update', 'order:' || new.id, true);
  end if;
  return null;
end
$$;

create trigger announced after insert on public.orders
  for each row execute function private.announce_order();
create trigger announced_move after update on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.announce_order();

create function private.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('id', new.id, 'sender', new.sender, 'body', new.body, 'created_at', new.created_at),
    'message', 'chat:' || new.tenant_id || ':' || new.conversation_id, true);
  if new.sender <> 'staff' then
    perform realtime.send(
      jsonb_build_object('conversation_id', new.conversation_id), 'message', 'staff:' || new.tenant_id, true);
  end if;
  return null;
end
$$;

create trigger announced after insert on public.messages
  for each row execute function private.announce_message();

-- Policies ---------------------------------------------------------------------------------------

create policy "People hear the topics that are theirs" on realtime.messages
  for select to anon, authenticated using (private.hears((select realtime.topic())));

create policy "Those who talk may show that they type, and staff that they are there" on realtime.messages
  for insert to authenticated
  with check (
    extension in ('broadcast', 'presence')
    and split_part((select realtime.topic()), ':', 1) in ('chat', 'staff')
    and private.hears((select realtime.topic()))
  );
