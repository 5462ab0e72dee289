-- Sending notifications about orders: opt-outs, what the server takes and reports, and fallbacks for those that cannot be sent.

-- Tables

-- Opt-outs from a channel: numbers that answered STOP, which only START from the same phone reverts, and shoppers who opted out in
-- their account, for all their orders in a store.
create table public.notification_opt_outs (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  channel public.notification_channel not null check (channel <> 'email'),
  recipient text check (recipient ~ '^\+[0-9]{6,15}$'),
  user_id uuid,
  created_at timestamptz not null default now(),
  constraint notification_opt_outs_of_one check ((recipient is null) <> (user_id is null)),
  unique (recipient, channel, tenant_id),
  unique (user_id, tenant_id, channel),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index notification_opt_outs_by_tenant on public.notification_opt_outs (tenant_id, created_at);
alter table public.notification_opt_outs enable row level security;

-- Pieces and shipments as a notification's link shows them.
create type public.linked_line as (id uuid, name text, quantity integer, translations jsonb, garment text);

create type public.linked_shipment as (number smallint, carrier_name text, tracking_number text, tracking_url text);

-- Policies

create policy "Staff read who stopped their store's messages" on public.notification_opt_outs
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('notifications.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

-- Functions

-- Gives up mails that waited for more than three days, with an internal note in the order's history. Server only.
create function public.expire_order_mails() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  with expired as (
    update public.order_notifications set expired_at = now()
    where id in (
      select waiting.id from public.order_notifications waiting
      where waiting.channel = 'email' and waiting.sent_at is null and waiting.expired_at is null and waiting.failed_at is null
        and waiting.created_at < now() - interval '3 days'
      for update skip locked
    )
    returning id, tenant_id, order_id, kind
  ), dropped as (
    delete from private.jobs job using expired where job.kind = 'send_email' and job.key = expired.id::text
  )
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select expired.tenant_id, expired.order_id, 'system', jsonb_build_object('code', 'mail_expired', 'kind', expired.kind), true
  from expired;
end
$$;

-- Gives a notification up and queues it for the store's next channel, finally as a mail; if none is left, the order's history tells
-- staff. One that waited in vain for the hourly limits becomes a mail at once, since the limits cover all phones.
create function private.give_up_message(p_message public.order_notifications, p_error text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_next public.notification_channel;
begin
  update public.order_notifications set failed_at = now(), error = left(p_error, 200) where id = p_message.id;
  select orders.* into v_order from public.orders where orders.id = p_message.order_id;
  if p_message.channel <> 'email' then
    v_next := coalesce(
      case when p_error <> 'over_limit' then private.phone_channel(v_order, p_message.channel) end, case when v_order.customer_email <> '' then 'email'::public.notification_channel end);
  end if;
  if v_next is not null then
    perform private.insert_order_notification(
      v_order, p_message.kind, v_next, now(), p_message.about_id, p_message.event_id, p_message.id);
    return;
  end if;
  perform private.remark_on_order(v_order, 'not_told', jsonb_build_object(
    'channel', p_message.channel, 'kind', p_message.kind, 'error', p_error), true);
end
$$;

-- Gives up the notifications of jobs for a channel without a provider, with the error `not_set_up`. Server only.
create function public.give_up_messages(p_job_ids bigint[], p_error text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  perform private.give_up_message(message, p_error)
  from private.jobs job join public.order_notifications message
    on job.kind = 'send_' || message.channel and job.key = message.id::text
  where job.id = any (p_job_ids) and message.sent_at is null and message.expired_at is null and message.failed_at is null;
end
$$;

-- Attaches to mails the invoices and credit notes of their orders that no mail carries yet. A retry keeps its own; those of a mail
-- that was given up go with the next.
create function private.grant_documents(p_mail_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mail record;
begin
  for v_mail in
    select mail.id, mail.order_id from public.order_notifications mail
    where mail.id = any (p_mail_ids) and mail.kind not in ('note', 'confirm')
    order by mail.order_id, mail.created_at, mail.id
  loop
    -- Another process may hold another mail of this order.
    perform 1 from public.invoices paper where paper.order_id = v_mail.order_id order by paper.id for no key update;
    update public.order_notifications mail set documents = mail.documents || array(
      select paper.code from public.invoices paper
      where paper.order_id = v_mail.order_id and not exists (
        select 1 from public.order_notifications carrier
        where carrier.order_id = paper.order_id and paper.code = any (carrier.documents)
          and carrier.failed_at is null and carrier.expired_at is null
      )
      order by paper.issued_at
    )
    where mail.id = v_mail.id;
  end loop;
end
$$;

-- Whether a notification still matches the state of its order.
create function private.is_still_true(p_message public.order_notifications) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_message.kind
    when 'placed' then orders.status <> 'cancelled'
    when 'confirm' then orders.status = 'pending'
    when 'paid' then orders.status <> 'cancelled'
    when 'pieces_cancelled' then orders.status <> 'cancelled'
    when 'shipped' then private.is_outbound(shipment.state)
    when 'attempt_failed' then shipment.state = 'attempt_failed'
    when 'delivered' then shipment.state = 'delivered'
    when 'returned_to_sender' then shipment.state = 'returned_to_sender'
    when 'return_requested' then asked.state = 'requested'
    when 'return_answered' then asked.state <> 'received'
    when 'change_proposed' then edit.state = 'proposed'
    else true
  end
  from public.orders
  left join public.shipments shipment on shipment.id = p_message.about_id
  left join public.returns asked on asked.id = p_message.about_id
  left join public.order_edits edit on edit.id = p_message.about_id
  where orders.id = p_message.order_id
$$;

-- Drops notifications of these jobs that a later event has made untrue before they were taken, as the later event has its own; and
-- gives up phone messages after five attempts, or an hour of waiting, when they would mislead.
create function private.drop_order_notifications(p_job_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.order_notifications message using private.jobs job
  where job.id = any (p_job_ids) and message.id = job.key::uuid and job.attempts = 1
    and message.sent_at is null and message.expired_at is null and message.failed_at is null
    and not coalesce(private.is_still_true(message), true);
  perform private.give_up_message(message, case
    when message.held_at is not null and job.attempts = 1 then 'over_limit' else coalesce(nullif(message.error, ''), 'not_sent')
  end)
  from private.jobs job join public.order_notifications message on message.id = job.key::uuid
  where job.id = any (p_job_ids) and message.channel <> 'email'
    and message.sent_at is null and message.expired_at is null and message.failed_at is null
    and (job.attempts >= job.max_attempts or message.created_at < now() - interval '1 hour');
end
$$;

-- The contents of these jobs' notifications, with their orders and payments: mails to be sent, and phone messages that may go out
-- now. Server only.
create function public.order_notifications_to_send(p_job_ids bigint[]) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_to_send uuid[];
begin
  perform private.require_service();
  perform public.expire_order_mails();
  perform private.drop_order_notifications(p_job_ids);
  v_to_send := array(
    select message.id from private.jobs job join public.order_notifications message on message.id = job.key::uuid
    where job.id = any (p_job_ids) and job.kind = 'send_email'
      and message.sent_at is null and message.expired_at is null and message.failed_at is null
  );
  perform private.grant_documents(v_to_send);
  v_to_send := v_to_send || private.phone_notifications_within_limits(array(
    select job.id from private.jobs job where job.id = any (p_job_ids) and job.kind <> 'send_email'));
  return query
    select private.order_notification(message, job.attempts)
    from private.jobs job join public.order_notifications message on message.id = job.key::uuid
    where job.id = any (p_job_ids) and message.id = any (v_to_send)
    order by message.created_at, message.id;
end
$$;

-- What a notification says: its order and payment, and the store's own words. Reads only.
create function private.order_notification_content(p_message public.order_notifications) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders) || jsonb_build_object(
      'owes', public.owes(orders), 'owed_back', greatest(-private.balance(orders), 0),
      'awaited_deposit', public.awaited_deposit(orders), 'due_at_door', public.due_at_door(orders)),
    'sum', private.order_sum(orders),
    'words', private.message_words(p_message.tenant_id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (p_message.documents)
    ),
    'note', case when p_message.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = p_message.event_id), '') end,
    'remark', case when p_message.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) else (select event.remark ->> 'code' from public.order_events event where event.id = p_message.event_id) end,
    'bank_details', case when p_message.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or public.awaited_deposit(orders) > 0 and settings.bank_transfer
          and 'bank_transfer' <> all (public.closed_payments(orders)))
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(p_message.kind, coalesce(p_message.about_id, p_message.event_id)),
    'fault_days', private.days_after_delivery(p_message.tenant_id, 'faultDays'),
    'language', person.language,
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  )
  from public.orders
  left join public.settings on settings.tenant_id = p_message.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where orders.id = p_message.order_id
$$;

-- A notification as its template needs it, with the secrets of its links.
create function private.order_notification(p_message public.order_notifications, p_attempts integer) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.order_notification_content(p_message) || jsonb_build_object(
    'attempts', p_attempts,
    'confirmation', case when p_message.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders)
  )
  from public.orders where orders.id = p_message.order_id
$$;

-- Marks a notification as sent, with the provider's reference; or records why it wasn't, and gives it up if it never will be.
-- Server only.
create function public.order_notification_done(
  p_message_id uuid, p_sent boolean, p_reference text default null, p_error text default '', p_is_final boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.order_notifications;
begin
  perform private.require_service();
  select message.* into v_message from public.order_notifications message
  where message.id = p_message_id and message.sent_at is null and message.failed_at is null for update;
  if not found then
    return;
  end if;
  if not p_sent and p_is_final then
    perform private.give_up_message(v_message, p_error);
    return;
  end if;
  update public.order_notifications set
    sent_at = case when p_sent then now() end,
    expired_at = case when not p_sent then expired_at end,
    provider_reference = coalesce(p_reference, provider_reference),
    error = case when p_sent then '' else left(coalesce(p_error, ''), 200) end
  where id = p_message_id;
end
$$;

-- Books a provider's event about a notification: sent, delivered, read or failed. A repeated or out-of-order event reverts nothing,
-- and an unknown one changes nothing. Returns booked, known or unknown. Server only.
create function public.record_notification_event(
  p_channel public.notification_channel, p_reference text, p_state text, p_error text default '', p_message_id uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.order_notifications;
begin
  perform private.require_service();
  select message.* into v_message from public.order_notifications message
  where message.channel = p_channel and (message.id = p_message_id or p_message_id is null and message.provider_reference = p_reference)
  for update;
  if not found or p_state not in ('sent', 'delivered', 'read', 'failed') then
    return 'unknown';
  end if;
  if p_state = 'failed' then
    -- After a resend, the first attempt's outcome no longer matters.
    if v_message.failed_at is not null or v_message.delivered_at is not null or v_message.read_at is not null
      or v_message.provider_reference <> p_reference then
      return 'known';
    end if;
    update public.order_notifications set provider_reference = p_reference, expired_at = null, sent_at = coalesce(sent_at, now())
    where id = v_message.id;
    perform private.give_up_message(v_message, p_error);
    return 'booked';
  end if;
  if p_state = 'sent' and v_message.sent_at is not null or p_state = 'delivered' and v_message.delivered_at is not null
    or v_message.read_at is not null then
    return 'known';
  end if;
  update public.order_notifications set
    expired_at = null,
    sent_at = coalesce(sent_at, now()),
    delivered_at = case when p_state <> 'sent' then coalesce(delivered_at, now()) end,
    read_at = case when p_state = 'read' then now() else read_at end,
    failed_at = case when p_state = 'sent' then failed_at end,
    provider_reference = coalesce(provider_reference, p_reference)
  where id = v_message.id;
  if p_state <> 'sent' then
    -- Delivered after all, so the fallback is not needed.
    delete from public.order_notifications other using private.jobs job
    where other.fallback_of = v_message.id and job.kind = 'send_' || other.channel and job.key = other.id::text
      and job.attempts = 0;
  end if;
  return 'booked';
end
$$;

-- Records that a phone number opts out of a channel, for all stores, or opts in again. Server only.
create function public.record_opt_out(p_channel public.notification_channel, p_recipient text, p_is_out boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_is_out then
    insert into public.notification_opt_outs (tenant_id, channel, recipient)
    select tenants.id, p_channel, p_recipient from public.tenants
    on conflict (recipient, channel, tenant_id) do nothing;
  else
    delete from public.notification_opt_outs where channel = p_channel and recipient = p_recipient;
  end if;
end
$$;

-- The phone numbers of a person's orders in a store, and their sign-in number, in the format for messages.
create function private.numbers_of(p_tenant_id text, p_user_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select private.phone_address(stored.address)
    from public.orders join public.order_addresses stored on stored.order_id = orders.id
    where orders.user_id = p_user_id and orders.tenant_id = p_tenant_id
    union
    select '+' || account.phone from auth.users account where account.id = p_user_id and account.phone <> ''
  )
$$;

-- The phone channels through which the store notifies the caller, in its order. `stopped_numbers` are those of the caller's order
-- and sign-in numbers that answered STOP.
create function public.notification_choices(p_tenant_id text)
returns table (channel public.notification_channel, is_wanted boolean, stopped_numbers text[])
language sql stable security definer set search_path = '' as $$
  select used.channel::public.notification_channel,
    not exists (
      select 1 from public.notification_opt_outs chosen
      where chosen.tenant_id = p_tenant_id and chosen.channel::text = used.channel and chosen.user_id = auth.uid()
    ),
    array(
      select stopped.recipient from public.notification_opt_outs stopped
      where stopped.tenant_id = p_tenant_id and stopped.channel::text = used.channel
        and stopped.recipient = any (private.numbers_of(p_tenant_id, auth.uid()))
      order by stopped.recipient
    )
  from public.staff_settings, unnest(staff_settings.notification_channels) with ordinality used (channel, place)
  where staff_settings.tenant_id = p_tenant_id
    and exists (select 1 from public.profiles where id = auth.uid() and tenant_id = p_tenant_id)
  order by used.place
$$;

-- Opts the caller in to or out of a channel; returns the same as notification_choices.
create function public.choose_notifications(p_tenant_id text, p_channel public.notification_channel, p_is_wanted boolean)
returns table (channel public.notification_channel, is_wanted boolean, stopped_numbers text[])
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_aal();
  if not exists (select 1 from public.profiles where id = auth.uid() and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_is_wanted then
    delete from public.notification_opt_outs chosen
    where chosen.user_id = auth.uid() and chosen.tenant_id = p_tenant_id and chosen.channel = p_channel;
  else
    insert into public.notification_opt_outs (tenant_id, channel, user_id) values (p_tenant_id, p_channel, auth.uid())
    on conflict on constraint notification_opt_outs_user_id_tenant_id_channel_key do nothing;
  end if;
  return query select * from public.notification_choices(p_tenant_id);
end
$$;

-- An order without an account, for whoever opens its notification's link within 60 days, without name or address; amounts in
-- pounds. No row for any other link.
create function public.order_by_link(p_token text) returns table (
  number text, status public.order_status, charged numeric, cash_due numeric, lines public.linked_line[],
  shipments public.linked_shipment[]
)
language sql stable security definer set search_path = '' as $$
  select orders.number, orders.status, orders.charged,
    public.due_at_door(orders),
    array(
      select row(line.id, line.name, line.quantity - line.cancelled, nullif(line.translations, '{}'), line.garment)::public.linked_line
      from public.order_lines line where line.order_id = orders.id and line.quantity > line.cancelled order by line.position
    ),
    array(
      select row(shipment.number, shipment.carrier_name, shipment.tracking_number, shipment.tracking_url)::public.linked_shipment
      from public.shipments shipment where shipment.order_id = orders.id and shipment.state <> 'cancelled' order by shipment.number
    )
  from private.order_links link join public.orders on orders.id = link.order_id
  where link.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.created_at > now() - interval '60 days'
    and orders.user_id is null
$$;

-- Grants

grant execute on function public.order_by_link to anon, authenticated;
grant select on public.notification_opt_outs to authenticated;
grant execute on function public.notification_choices, public.choose_notifications to authenticated;
