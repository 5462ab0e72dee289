-- Broadcasts of changes.

-- Helpers

create function private.can_subscribe(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parts text[] := string_to_array(p_topic, ':');
begin
  return coalesce(case v_parts[1]
    when 'catalogue' then true
    when 'stores' then true
    when 'orders' then v_parts[2] = any (private.tenants_where_may('orders.see'))
    when 'staff' then v_parts[2] = any (private.workplaces())
    when 'rights' then v_parts[2] = auth.uid()::text
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$$;

-- Policies

create policy "People hear the topics that are theirs" on realtime.messages
  for select to anon, authenticated using (private.can_subscribe((select realtime.topic())));

create policy "Those who talk may show that they type, and staff that they are there" on realtime.messages
  for insert to authenticated
  with check (
    extension in ('broadcast', 'presence')
    and split_part((select realtime.topic()), ':', 1) in ('chat', 'staff')
    and private.can_subscribe((select realtime.topic()))
  );

-- Functions

-- With more than 50 products, ids are omitted and listeners reload everything.
create function private.send_product_change(
  p_tenant_id text, p_action text, p_ids uuid[], p_versions integer[], p_categories uuid[]
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_strip_nulls(jsonb_build_object('kind', 'product', 'action', p_action) || case
      when cardinality(p_ids) <= 50 then jsonb_build_object(
        'ids', p_ids,
        'versions', p_versions,
        'categories', (select jsonb_agg(distinct category) from unnest(p_categories) category where category is not null)
      )
      else '{}'
    end),
    'change', 'catalogue:' || p_tenant_id, true);
end
$$;

-- Added and removed products. The message includes their categories, since category pages list them.
create function private.announce_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_change record;
begin
  for v_change in
    select tenant_id, array_agg(id) as ids, array_agg(version) as versions, array_agg(category_id) as categories
    from changed group by tenant_id
  loop
    perform private.send_product_change(v_change.tenant_id, lower(tg_op), v_change.ids, v_change.versions, v_change.categories);
  end loop;
  return null;
end
$$;

-- Sales don't change the version: publish_stock_change announces them. Categories are included for products that enter or leave
-- one. Nested loops are off because the planner doesn't know the size of transition tables and would compare every pair of rows.
create function private.announce_updated_products() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off as $$
declare
  v_change record;
begin
  for v_change in
    select after.tenant_id, array_agg(after.id) as ids, array_agg(after.version) as versions,
      array_agg(before.category_id) filter (where compared.moved)
      || array_agg(after.category_id) filter (where compared.moved) as categories
    from before
    join after on after.id = before.id
    cross join lateral (
      select before.is_active <> after.is_active or before.category_id is distinct from after.category_id as moved
    ) compared
    where before.version <> after.version or before.review_count <> after.review_count
    group by after.tenant_id
  loop
    perform private.send_product_change(v_change.tenant_id, 'update', v_change.ids, v_change.versions, v_change.categories);
  end loop;
  return null;
end
$$;

-- For rarely changed tables: categories, banners, questions, settings, public deals, delivery slots.
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

-- A new store, to processes that do not listen to it yet.
create function private.announce_store() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'change', 'stores', true);
  return null;
end
$$;

-- Attributes appear on every page with products.
create function private.announce_attribute() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_product_change(coalesce(new.tenant_id, old.tenant_id), 'update', null, null, null);
  return null;
end
$$;

create function private.announce_reviews(p_action text, p_changed jsonb) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(
    jsonb_build_object('kind', 'review', 'action', p_action, 'affects_listings', false,
      'ids', case when count(*) <= 50 then jsonb_agg(affected.product_id) end),
    'change', 'catalogue:' || affected.tenant_id, true)
  from (
    select distinct changed.tenant_id, changed.product_id
    from jsonb_to_recordset(p_changed) changed (tenant_id text, product_id uuid)
  ) affected
  group by affected.tenant_id
$$;

create function private.reviews_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_reviews(lower(tg_op), (
    select jsonb_agg(jsonb_build_object('tenant_id', tenant_id, 'product_id', product_id))
    from changed where status = 'approved'));
  return null;
end
$$;

create function private.reviews_updated() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_reviews('update', (
    select jsonb_agg(jsonb_build_object('tenant_id', after.tenant_id, 'product_id', after.product_id))
    from after join before using (id)
    where 'approved' in (after.status, before.status)
      and (after.status, after.staff_reply, after.rating, after.title, after.body, after.author_name)
        is distinct from (before.status, before.staff_reply, before.rating, before.title, before.body, before.author_name)));
  return null;
end
$$;

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

-- Staff receive every message in their store, including colleagues' answers.
create function private.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('id', new.id, 'sender', new.sender, 'body', new.body, 'created_at', new.created_at),
    'message', 'chat:' || new.tenant_id || ':' || new.conversation_id, true);
  perform realtime.send(
    jsonb_build_object('conversation_id', new.conversation_id, 'sender', new.sender),
    'message', 'staff:' || new.tenant_id, true);
  return null;
end
$$;

create function private.announce_order_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.order_id), 'note', 'order:' || new.order_id, true);
  return null;
end
$$;

-- Makes open channels check their permission again.
create function private.announce_roles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime:access', 'rights');
  return null;
end
$$;

-- Changed rights, to their person's open pages.
create function private.announce_rights() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'change', 'rights:' || coalesce(new.user_id, old.user_id), true);
  return null;
end
$$;

-- Triggers

create trigger products_announced_in after insert on public.products
  referencing new table as changed for each statement execute function private.announce_products();

create trigger products_announced_out after delete on public.products
  referencing old table as changed for each statement execute function private.announce_products();

create trigger announced after insert or update or delete on public.categories
  for each row execute function private.announce_row('category');

create trigger announced after insert or update or delete on public.attributes
  for each row execute function private.announce_attribute();

create trigger announced after insert or update or delete on public.banners
  for each row execute function private.announce_row('banner');

create trigger announced after insert or update or delete on public.faq_questions
  for each row execute function private.announce_row('question');

create trigger announced after insert or update on public.search_synonyms
  for each row when (new.tenant_id is not null) execute function private.announce_row('synonym');

create trigger announced_removed after delete on public.search_synonyms
  for each row when (old.tenant_id is not null) execute function private.announce_row('synonym');

create trigger announced after insert or update or delete on public.settings
  for each row execute function private.announce_row('settings');

create trigger announced after insert on public.tenants
  for each row execute function private.announce_store();

create trigger announced after insert or update on public.brands
  for each row execute function private.announce_row('settings');

create trigger announced after insert or update or delete on public.store_domains
  for each row execute function private.announce_row('settings');

create trigger announced after insert or update or delete on public.shipping_zones
  for each row execute function private.announce_row('zone');

create trigger announced after insert or update or delete on public.delivery_slots
  for each row execute function private.announce_row('slot');

create trigger announced after insert or update on public.discounts
  for each row when (new.is_public) execute function private.announce_row('discount');

create trigger announced_hidden after update on public.discounts
  for each row when (old.is_public and not new.is_public) execute function private.announce_row('discount');

create trigger announced_removed after delete on public.discounts
  for each row when (old.is_public) execute function private.announce_row('discount');

create trigger announced after insert or update or delete on public.offers
  for each row execute function private.announce_row('discount');

create trigger announced_move after update on public.orders
  for each row when (
    (old.status, old.payment_status, old.queues, old.updated_at) is distinct from
    (new.status, new.payment_status, new.queues, new.updated_at)
  ) execute function private.announce_order();

create trigger announced after insert on public.messages
  for each row execute function private.announce_message();

create trigger announced after insert on public.order_events
  for each row when (new.to_status is null and not new.is_internal) execute function private.announce_order_note();

create trigger reviews_announced_in after insert on public.reviews
  referencing new table as changed for each statement execute function private.reviews_changed();

create trigger reviews_announced_out after delete on public.reviews
  referencing old table as changed for each statement execute function private.reviews_changed();

create trigger reviews_announced after update on public.reviews
  referencing old table as before new table as after
  for each statement execute function private.reviews_updated();

create trigger products_announced_update after update on public.products
  referencing old table as before new table as after
  for each statement execute function private.announce_updated_products();

create trigger roles_announced after insert or update or delete on public.user_roles
  for each statement execute function private.announce_roles();

create trigger roles_announced after insert or update or delete on public.staff_grants
  for each statement execute function private.announce_roles();

create trigger roles_announced after insert or update or delete on private.staff_role_capabilities
  for each statement execute function private.announce_roles();

create trigger rights_announced after insert or update or delete on public.staff_grants
  for each row execute function private.announce_rights();

create trigger rights_announced after update on public.user_roles
  for each row execute function private.announce_rights();

-- Grants

grant execute on function private.can_subscribe to anon, authenticated;
