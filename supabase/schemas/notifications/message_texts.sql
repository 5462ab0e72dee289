-- The words of messages to customers, where staff wrote their own.

-- Tables

-- One text of a message in one language, instead of the default of that key (app/i18n/texts/*/order-mails.json). Facts stand in it
-- as {name}.
create table public.message_texts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  key text not null check (key ~ '^[a-z][A-Za-z_]{1,60}$'),
  language text not null check (language in ('en', 'ar')),
  body text not null check (btrim(body) <> '' and length(body) <= 1000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, key, language)
);
alter table public.message_texts enable row level security;

-- Policies

create policy "Staff read the words of their store's messages" on public.message_texts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('notifications.see'))::text[]));

call private.add_staff_policies('public.message_texts', 'words of messages', 'notifications.change');

-- Functions

-- A store's own words by language and key: {"ar": {"leadShipped": "…"}}.
create function private.message_words(p_tenant_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(spoken.language, spoken.words), '{}') from (
    select own.language, jsonb_object_agg(own.key, own.body) as words
    from public.message_texts own where own.tenant_id = p_tenant_id group by own.language
  ) spoken
$$;

-- What a message of a kind about one of the store's orders would say, for its preview: about the order's latest shipment, return,
-- refund or change. Without the right to see customers, their name and address are masked. Sends nothing. Staff only.
create function public.preview_order_notification(p_order_id uuid, p_kind public.order_notification_kind) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'notifications.see');
  v_message public.order_notifications;
  v_content jsonb;
begin
  perform private.require_capability(v_order.tenant_id, 'notifications.see');
  v_message.id := v_order.id;
  v_message.tenant_id := v_order.tenant_id;
  v_message.order_id := v_order.id;
  v_message.kind := p_kind;
  v_message.documents := '{}';
  v_message.recipient := '';
  v_message.about_id := case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'returned_to_sender') then (
      select shipment.id from public.shipments shipment where shipment.order_id = v_order.id order by shipment.number desc limit 1)
    when p_kind in ('return_requested', 'return_answered', 'return_received') then (
      select back.id from public.returns back where back.order_id = v_order.id order by back.number desc limit 1)
    when p_kind = 'refunded' then (
      select refund.id from public.refunds refund where refund.order_id = v_order.id order by refund.number desc limit 1)
    when p_kind in ('change_proposed', 'changed') then (
      select edit.id from public.order_edits edit where edit.order_id = v_order.id order by edit.number desc limit 1)
  end;
  v_content := private.order_notification_content(v_message)
    || jsonb_build_object('attempts', 1, 'link', null, 'confirmation', case when p_kind = 'confirm'
      then '{"token": "", "code": "123456"}'::jsonb end);
  if not private.may(v_order.tenant_id, 'customers.see_contact') then
    v_content := jsonb_set(v_content, '{order,address}', v_order.destination);
  end if;
  if not private.may(v_order.tenant_id, 'customers.see') then
    v_content := jsonb_set(v_content, '{order}', (v_content -> 'order')
      || '{"customer_name": "•••", "customer_email": "", "address": {}, "note": ""}');
  end if;
  return v_content;
end
$$;

-- Triggers

call private.serialize_upserts('public.message_texts');

call private.fix_columns('public.message_texts', '{id,tenant_id,key,language}');

create trigger message_texts_touch before update on public.message_texts
  for each row execute function private.touch_version();

-- Grants

grant select on public.message_texts to authenticated;
grant insert (id, tenant_id, key, language, body), update (body), delete on public.message_texts to authenticated;
grant execute on function public.preview_order_notification to authenticated;
