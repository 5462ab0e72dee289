-- Broadcasts of what changed, and the audit log.

-- Tables

create table public.audit_log (
  id bigint generated always as identity primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null check (action in ('insert', 'update', 'delete')),
  entity text not null,
  entity_id text not null,
  -- The row's name, number or code, so that people can look for it.
  label text not null default '',
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_newest on public.audit_log (tenant_id, id desc);
create index audit_log_by_entity on public.audit_log (tenant_id, entity, entity_id, id desc);
create index audit_log_by_actor on public.audit_log (tenant_id, actor_id, id desc);
alter table public.audit_log enable row level security;

-- Helpers

create function private.can_subscribe(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parts text[] := string_to_array(p_topic, ':');
begin
  return coalesce(case v_parts[1]
    when 'catalogue' then true
    when 'orders' then v_parts[2] = any (private.customer_tenants())
    when 'staff' then private.is_staff(v_parts[2])
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$$;

-- Policies

create policy "Staff read what was changed in their store" on public.audit_log
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

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
create function private.audit() returns trigger
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

-- Of more than 50 products none is named: whoever listens reads everything again.
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
        'categories', (select jsonb_agg(distinct c) from unnest(p_categories) c where c is not null)
      )
      else '{}'
    end),
    'change', 'catalogue:' || p_tenant_id, true);
end
$$;

-- Products that came or went. Pages of a category show the products in it, so the message names the categories as well.
create function private.announce_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v record;
begin
  for v in
    select c.tenant_id, array_agg(c.id) as ids, array_agg(c.version) as versions, array_agg(c.category_id) as categories
    from changed c group by c.tenant_id
  loop
    perform private.send_product_change(v.tenant_id, lower(tg_op), v.ids, v.versions, v.categories);
  end loop;
  return null;
end
$$;

-- Sales change no version: they are announced by announce_stock. Categories are named of products that enter or leave one.
create function private.announce_updated_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v record;
begin
  for v in
    select n.tenant_id, array_agg(n.id) as ids, array_agg(n.version) as versions,
      array_agg(o.category_id) filter (where c.moved) || array_agg(n.category_id) filter (where c.moved) as categories
    from before o
    join after n on n.id = o.id
    cross join lateral (
      select o.is_active <> n.is_active or o.category_id is distinct from n.category_id as moved
    ) c
    where o.version <> n.version or o.review_count <> n.review_count
    group by n.tenant_id
  loop
    perform private.send_product_change(v.tenant_id, 'update', v.ids, v.versions, v.categories);
  end loop;
  return null;
end
$$;

-- A sale is announced only when it changes what a page says: sold out, nearly out (up to 5), available. Lists show no more than
-- whether there is any; `lists` says whether that changed.
create function private.announce_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('kind', 'stock', 'action', 'update', 'ids', jsonb_build_array(new.id),
      'stock', case when new.stock <= 5 then new.stock end,
      'lists', (old.stock = 0) <> (new.stock = 0)),
    'change', 'catalogue:' || new.tenant_id, true);
  return null;
end
$$;

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

create function private.announce_reviews(p_action text, p_changed jsonb) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(
    jsonb_build_object('kind', 'review', 'action', p_action, 'lists', false,
      'ids', case when count(*) <= 50 then jsonb_agg(c.product_id) end),
    'change', 'catalogue:' || c.tenant_id, true)
  from (
    select distinct r.tenant_id, r.product_id
    from jsonb_to_recordset(p_changed) r (tenant_id text, product_id uuid)
  ) c
  group by c.tenant_id
$$;

create function private.reviews_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_reviews(lower(tg_op), (
    select jsonb_agg(jsonb_build_object('tenant_id', r.tenant_id, 'product_id', r.product_id))
    from changed r where r.status = 'approved'));
  return null;
end
$$;

create function private.reviews_updated() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_reviews('update', (
    select jsonb_agg(jsonb_build_object('tenant_id', n.tenant_id, 'product_id', n.product_id))
    from after n join before o using (id)
    where 'approved' in (n.status, o.status)
      and (n.status, n.staff_reply, n.rating, n.title, n.body, n.author_name)
        is distinct from (o.status, o.staff_reply, o.rating, o.title, o.body, o.author_name)));
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

-- Staff hear of every message of their store, their colleagues' answers among them.
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

-- Triggers

create trigger audited after insert or update or delete on public.settings
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.staff_settings
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.categories
  for each row execute function private.audit();

create trigger audited after insert or delete on public.products
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.banners
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.discounts
  for each row execute function private.audit();

create trigger audited after insert or update or delete on public.delivery_slots
  for each row execute function private.audit();

create trigger audited after update on public.orders
  for each row execute function private.audit();

create trigger audited after update or delete on public.reviews
  for each row execute function private.audit();

create trigger audited after insert on public.point_entries
  for each row when (new.kind = 'adjusted') execute function private.audit();

create trigger audited after insert or update or delete on public.user_roles
  for each row execute function private.audit();

create trigger products_announced_in after insert on public.products
  referencing new table as changed for each statement execute function private.announce_products();

create trigger products_announced_out after delete on public.products
  referencing old table as changed for each statement execute function private.announce_products();

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

create trigger announced_move after update on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.announce_order();

create trigger announced after insert on public.messages
  for each row execute function private.announce_message();

create trigger announced after insert on public.order_events
  for each row when (new.to_status is null and not new.is_internal) execute function private.announce_order_note();

create trigger audited after insert on public.messages
  for each row when (new.sender = 'staff') execute function private.audit();

create trigger products_stock_announced after update of stock on public.products
  for each row when (old.stock <> new.stock and least(old.stock, new.stock) <= 5)
  execute function private.announce_stock();

-- Every change but sales and review counts has a new version; orders write their stock movements themselves.
create trigger audited_update after update on public.products
  for each row when (
    old.version <> new.version
    or old.stock <> new.stock and coalesce(current_setting('souk.stock', true), '') <> 'booked'
  ) execute function private.audit();

create trigger audited after update of is_open, answered_at on public.conversations
  for each row when (
    old.is_open <> new.is_open and new.unread_by_staff = 0
    or old.answered_at is distinct from new.answered_at and old.last_message_at = new.last_message_at
  ) execute function private.audit();

create trigger audited after insert on public.order_events
  for each row when (new.actor = 'staff' and new.to_status is null) execute function private.audit_order_note();

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

-- Grants

grant select on public.audit_log to authenticated;
grant execute on function private.can_subscribe to anon, authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;
