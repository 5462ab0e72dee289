-- Notifications of customers about their orders, and the events that cause them. private.order_placed queues those of a new order;
-- notifications/outbox.sql sends them.

-- Tables

-- The outbox: one row per event and channel. Each channel has a template for the kind.
create table public.order_notifications (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  kind public.order_notification_kind not null,
  channel public.notification_channel not null default 'email',
  -- An email address, or a phone number as +201001234567; '' once the person's data was erased.
  recipient text not null default '' check (length(recipient) <= 320),
  sent_at timestamptz,
  -- The provider's id of the message, and the events it has reported since.
  provider_reference text check (length(provider_reference) <= 200),
  delivered_at timestamptz,
  read_at timestamptz,
  -- When it was given up: refused by the provider, or out of attempts. `error` is the provider's code or our own word.
  failed_at timestamptz,
  error text not null default '' check (length(error) <= 200),
  -- When it was given up for having waited too long; the order's history tells staff.
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  -- The event with staff's note or the cancelled pieces.
  event_id uuid,
  -- The shipment, return, refund or edit it is about.
  about_id uuid,
  -- Goes to a phone number that the person who placed the order hasn't proven to be theirs; and when it was held back by the hourly
  -- limits (notifications/phone_limits.sql).
  to_stranger boolean not null default false,
  held_at timestamptz,
  -- The notification that failed through another channel; the numbers of the invoices and credit notes attached to a mail.
  fallback_of uuid,
  documents text[] not null default '{}',
  state text not null generated always as (case
    when read_at is not null then 'read' when delivered_at is not null then 'delivered' when failed_at is not null then 'failed'
    when expired_at is not null then 'expired' when sent_at is not null then 'sent' else 'waiting'
  end) stored,
  unique (tenant_id, id),
  unique nulls not distinct (order_id, kind, event_id, about_id, channel),
  constraint order_notifications_tell_an_event check ((kind in ('note', 'pieces_cancelled')) = (event_id is not null)),
  constraint order_notifications_sent_or_expired check (sent_at is null or expired_at is null),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, event_id) references public.order_events (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fallback_of) references public.order_notifications (tenant_id, id) on delete set null (fallback_of)
);
create index order_notifications_waiting on public.order_notifications (created_at)
  where channel = 'email' and sent_at is null and expired_at is null and failed_at is null;
create index order_notifications_by_event on public.order_notifications (tenant_id, event_id) where event_id is not null;
create index order_notifications_by_reference on public.order_notifications (provider_reference) where provider_reference is not null;
create index order_notifications_by_fallback on public.order_notifications (tenant_id, fallback_of) where fallback_of is not null;
-- For limiting recent messages to a phone number.
create index order_notifications_by_phone on public.order_notifications (recipient, created_at) where channel <> 'email';
create index order_notifications_held on public.order_notifications (tenant_id, held_at) where held_at is not null;
alter table public.order_notifications enable row level security;

-- Policies

create policy "Staff read which messages their store's orders caused" on public.order_notifications
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('notifications.see'))::text[]));

-- Functions

-- Queues an event's notifications, once per subject: a mail, and a message to the phone if the store sends one for this kind. They
-- are held for half a minute: see private.drop_order_notifications.
create function private.queue_order_notification(
  p_order public.orders, p_kind public.order_notification_kind, p_about_id uuid default null, p_event_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_due_at constant timestamptz := now() + private.mail_hold();
  v_channel public.notification_channel;
begin
  if p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    perform private.insert_order_notification(p_order, p_kind, 'email', v_due_at, p_about_id, p_event_id);
  end if;
  if exists (
    select 1 from public.staff_settings
    where staff_settings.tenant_id = p_order.tenant_id and p_kind::text = any (staff_settings.notification_kinds)
  ) then
    v_channel := private.phone_channel(p_order);
    if v_channel is not null then
      perform private.insert_order_notification(p_order, p_kind, v_channel, v_due_at, p_about_id, p_event_id);
    end if;
  end if;
end
$$;

-- Queues the mail with staff's words to a customer: a note, or the answer to a problem.
create function private.mail_note(p_order public.orders, p_event_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_order.customer_email <> '' then
    perform private.insert_order_notification(p_order, 'note', 'email', now() + private.mail_hold(), null, p_event_id);
  end if;
end
$$;

-- Asks the customer to confirm an order that requires it, by phone if the store writes there, else by mail. Asks again after the call
-- `p_about_id`, only by mail if its number was wrong.
create function private.ask_to_confirm(p_order public.orders, p_about_id uuid default null, p_only_by_mail boolean default false)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_channel public.notification_channel := case when not p_only_by_mail then private.phone_channel(p_order) end;
begin
  if v_channel is null and p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    v_channel := 'email';
  end if;
  if v_channel is null then
    perform private.remark_on_order(p_order, 'cannot_be_asked', p_internal => true);
  else
    perform private.insert_order_notification(p_order, 'confirm', v_channel, now(), p_about_id, null);
  end if;
end
$$;

-- An address's phone number in the format for messages; null if it can't receive any.
create function private.phone_address(p_address jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when private.is_egyptian_phone(p_address ->> 'phone')
    then '+20' || private.national_digits(p_address ->> 'phone') end
$$;

-- Whether a notification could reach a stranger, because anybody may order with somebody else's phone number. What staff do
-- concerns an order that they have accepted.
create function private.is_told_to_stranger(p_order public.orders, p_kind public.order_notification_kind) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_kind in ('placed', 'confirm', 'cancelled') and p_order.channel = 'web'
    and not private.is_known_contact(
      p_order.tenant_id, p_order.user_id, private.national_digits(public.address(p_order) ->> 'phone'), null)
$$;

-- Adds a notification and its job, except about an order of another shop: a mail gets twelve attempts, a phone message five and one
-- more to give it up. Messages to strangers come last, so that a flood of them delays nobody else.
create function private.insert_order_notification(
  p_order public.orders, p_kind public.order_notification_kind, p_channel public.notification_channel, p_due_at timestamptz,
  p_about_id uuid, p_event_id uuid, p_fallback_of uuid default null
) returns void
language sql security definer set search_path = '' as $$
  with added as (
    insert into public.order_notifications (tenant_id, order_id, kind, channel, recipient, about_id, event_id, fallback_of, to_stranger)
    select
      p_order.tenant_id, p_order.id, p_kind, p_channel,
      case when p_channel = 'email' then p_order.customer_email else private.phone_address(public.address(p_order)) end,
      p_about_id, p_event_id, p_fallback_of, p_channel <> 'email' and private.is_told_to_stranger(p_order, p_kind)
    where p_order.imported_from is null
    on conflict (order_id, kind, event_id, about_id, channel) do nothing
    returning id, tenant_id, channel, to_stranger
  )
  select private.add_job('send_' || added.channel, added.id::text, p_tenant_id => added.tenant_id, p_run_at => p_due_at,
    p_max_attempts => case added.channel when 'email' then 12 else 6 end, p_priority => added.to_stranger::integer)
  from added
$$;

-- Withdraws an order's queued notifications that aren't being sent yet.
create function private.withdraw_messages(p_order_id uuid, p_kind public.order_notification_kind) returns void
language sql security definer set search_path = '' as $$
  with withdrawn as (
    delete from private.jobs job using public.order_notifications message
    where message.order_id = p_order_id and message.kind = p_kind
      and job.kind = 'send_' || message.channel and job.key = message.id::text and job.attempts = 0
    returning message.id
  )
  delete from public.order_notifications message using withdrawn where message.id = withdrawn.id
$$;

-- The phone channel for an order's customer: the store's first one after `p_after` that neither the number nor the customer has
-- opted out of. Null if there is none, and for a number that got 10 messages within a day; a number known to be the customer's has
-- its own 10.
create function private.phone_channel(
  p_order public.orders, p_after public.notification_channel default null
) returns public.notification_channel
language plpgsql stable security definer set search_path = '' as $$
declare
  v_phone constant text := private.phone_address(public.address(p_order));
  v_is_own constant boolean := private.is_known_contact(
    p_order.tenant_id, p_order.user_id, private.national_digits(v_phone), null);
begin
  if v_phone is null or p_order.is_test or (
    select count(*) from (
      select 1 from public.order_notifications message join public.orders on orders.id = message.order_id
      where message.recipient = v_phone and message.channel <> 'email' and message.created_at > now() - interval '1 day'
        and (not v_is_own or orders.user_id = p_order.user_id)
      limit 10
    ) told
  ) >= 10 then
    return null;
  end if;
  return (
    select used.channel::public.notification_channel
    from public.staff_settings, unnest(staff_settings.notification_channels) with ordinality used (channel, place)
    where staff_settings.tenant_id = p_order.tenant_id
      and used.place > coalesce(array_position(staff_settings.notification_channels, p_after::text), 0)
      and not exists (
        select 1 from public.notification_opt_outs stopped
        where stopped.tenant_id = p_order.tenant_id and stopped.channel::text = used.channel
          and (stopped.recipient = v_phone or stopped.user_id = p_order.user_id)
      )
    order by used.place limit 1
  );
end
$$;

-- Whether an address got 20 mails about a shopper's orders within a day: more could be used to flood somebody's mailbox. If so, the
-- order's history says that no mail was sent.
create function private.is_mailed_enough(p_order public.orders) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if p_order.user_id is distinct from auth.uid() or (
    select count(*) from (
      select 1 from public.orders join public.order_notifications mail on mail.order_id = orders.id
      where orders.customer_email = p_order.customer_email and orders.created_at > now() - interval '1 day'
        and mail.channel = 'email' and mail.kind in ('placed', 'confirm', 'cancelled')
      limit 20
    ) told
  ) < 20 then
    return false;
  end if;
  perform private.remark_on_order(p_order, 'mailed_enough', p_internal => true);
  return true;
end
$$;

-- Notifies of a cancelled order, or of the awaited payment.
create function private.mail_order_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status = 'pending' and new.status <> 'pending' then
    -- Nothing is left to confirm.
    perform private.withdraw_messages(new.id, 'confirm');
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    -- The cancellation mail includes the refund.
    perform private.withdraw_messages(new.id, 'refunded');
    if new.payment_method <> 'online' or not private.is_unpaid_draft_order(new) then
      perform private.queue_order_notification(new, 'cancelled');
    end if;
  elsif old.status = 'awaiting_payment' and (
    new.payment_status = 'paid' and old.payment_status in ('unpaid', 'partly_paid') or new.deposit > 0 and new.status = 'confirmed'
  ) then
    perform private.queue_order_notification(new, 'paid');
  end if;
  return null;
end
$$;

create function private.mail_shipment_move() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_kind constant public.order_notification_kind := case new.state
    when 'handed_over' then 'shipped' when 'attempt_failed' then 'attempt_failed' when 'delivered' then 'delivered'
    when 'returned_to_sender' then 'returned_to_sender' end;
begin
  -- A shipment first reported in transit was handed over too.
  if v_kind is not null then
    perform private.queue_order_notification(orders, v_kind, new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$$;

-- Notifies of pieces that staff cancelled while the rest of the order stays.
create function private.mail_cancelled_pieces() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_order_notification(orders, 'pieces_cancelled', null, new.id) from public.orders where orders.id = new.order_id;
  return null;
end
$$;

-- Notifies of a return that was requested, answered or received.
create function private.mail_return_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_order_notification(
    orders, (case new.state
      when 'requested' then 'return_requested' when 'received' then 'return_received' else 'return_answered'
    end)::public.order_notification_kind, new.id)
  from public.orders where orders.id = new.order_id;
  return null;
end
$$;

-- Notifies of a refund that was sent, unless a queued mail about a cancellation, or about a delivery of which a part was taken, will
-- mention it. The lock keeps that mail from being taken.
create function private.mail_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The mail about the received pieces says it.
  if new.way = 'exchange' then
    return null;
  end if;
  perform 1 from private.jobs job join public.order_notifications message
    on job.kind = 'send_' || message.channel and job.key = message.id::text
  where message.order_id = new.order_id and message.expired_at is null and job.attempts = 0
    and (message.kind = 'cancelled' or message.kind = 'delivered' and exists (
      select 1 from public.shipments rest where rest.split_from = message.about_id and rest.created_at = new.created_at
    ))
  for update of job;
  if not found then
    perform private.queue_order_notification(orders, 'refunded', new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$$;

create function private.mail_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_order_notification(
    orders, case new.state when 'proposed' then 'change_proposed'::public.order_notification_kind else 'changed' end, new.id)
  from public.orders
  where orders.id = new.order_id and (new.state = 'proposed' or private.order_actor(orders) <> 'shopper');
  return null;
end
$$;

-- Pieces of a line as a mail names them, in either language.
create function private.told_pieces(p_line public.order_lines, p_pieces integer) returns jsonb
language sql immutable set search_path = '' as $$
  select private.line_names(p_line) || jsonb_build_object('quantity', p_pieces)
$$;

-- What a mail is about (shipment, return, refund or edit), as far as its text mentions it.
create function private.mail_subject(p_kind public.order_notification_kind, p_about_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'returned_to_sender') then (
      select jsonb_build_object('shipment', jsonb_build_object('number', shipment.number, 'carrier_name', shipment.carrier_name,
        'tracking_number', shipment.tracking_number, 'tracking_url', shipment.tracking_url, 'cash_due', shipment.cash_due,
        'cash_collected', shipment.cash_collected, 'given_back', (
          select jsonb_agg(private.told_pieces(line, left_over.quantity) order by line.position)
          from public.shipments rest
          join public.shipment_lines left_over on left_over.shipment_id = rest.id
          join public.order_lines line on line.id = left_over.order_line_id
          where rest.split_from = shipment.id and rest.state <> 'cancelled'
        ), 'pieces', (
          select jsonb_agg(private.told_pieces(line, packed.quantity) order by line.position)
          from public.shipment_lines packed join public.order_lines line on line.id = packed.order_line_id
          where packed.shipment_id = shipment.id
        )))
      from public.shipments shipment where shipment.id = p_about_id
    )
    when p_kind in ('return_requested', 'return_answered', 'return_received') then (
      select jsonb_build_object('return', jsonb_build_object('state', asked.state, 'answer', asked.answer, 'kind', asked.kind,
        'paid', asked.exchange_used, 'replacement', (
          select sent.number from public.orders sent where sent.id = asked.replacement_order_id
        ), 'pieces', (
          select jsonb_agg(private.told_pieces(line, given.quantity) order by line.position)
          from (
            select piece.order_line_id, sum(piece.quantity)::integer as quantity
            from public.return_lines piece where piece.return_id = asked.id group by piece.order_line_id
          ) given
          join public.order_lines line on line.id = given.order_line_id
        )))
      from public.returns asked where asked.id = p_about_id
    )
    when p_kind = 'refunded' then (
      select jsonb_build_object('refund', jsonb_build_object('amount', refund.amount, 'way', refund.way, 'goodwill_for', case
        when exists (select 1 from public.refund_lines part where part.refund_id = refund.id)
          and not exists (select 1 from public.refund_lines part where part.refund_id = refund.id and part.kind <> 'goodwill')
          then nullif(refund.reason, '') end))
      from public.refunds refund where refund.id = p_about_id
    )
    when p_kind in ('change_proposed', 'changed') then (
      select jsonb_build_object('edit', jsonb_build_object('difference', edit.difference, 'reason', edit.reason))
      from public.order_edits edit where edit.id = p_about_id
    )
    when p_kind = 'pieces_cancelled' then (
      select jsonb_build_object('cancelled', jsonb_agg(
        private.told_pieces(line, (piece.value ->> 'quantity')::integer) order by line.position))
      from public.order_events event, jsonb_array_elements(event.pieces) piece
      join public.order_lines line on line.id = (piece.value ->> 'order_line_id')::uuid
      where event.id = p_about_id
    )
  end
$$;

-- Triggers

create trigger jobs_deleted after delete on public.order_notifications
  referencing old table as deleted for each statement execute function private.delete_jobs('send_email', 'send_sms', 'send_whatsapp');

create trigger mailed_change after update on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.mail_order_change();

-- Pieces that were given back at the door are named in the mail about the delivery.
create trigger mailed_move after update of state on public.shipments
  for each row when (old.state <> new.state and new.split_from is null) execute function private.mail_shipment_move();

create trigger mailed_pieces after insert on public.order_events
  for each row when (new.pieces is not null and new.actor <> 'shopper') execute function private.mail_cancelled_pieces();

create trigger mailed_return after update of state on public.returns
  for each row when (
    old.state <> new.state and new.state in ('approved', 'declined', 'received')
  ) execute function private.mail_return_change();

create trigger mailed_new_return after insert on public.returns
  for each row when (new.state = 'requested') execute function private.mail_return_change();

create trigger mailed_refund after update of state on public.refunds
  for each row when (old.state <> 'sent' and new.state = 'sent') execute function private.mail_refund();

create trigger mailed_new_refund after insert on public.refunds
  for each row when (new.state = 'sent') execute function private.mail_refund();

create trigger mailed_edit after insert on public.order_edits
  for each row when (new.state in ('proposed', 'applied')) execute function private.mail_edit();

-- Grants

-- Not to whom: a customer's phone number or address.
grant select (
  id, tenant_id, order_id, kind, channel, sent_at, provider_reference, delivered_at, read_at, failed_at, error, expired_at,
  created_at, event_id, about_id, to_stranger, held_at, fallback_of, documents, state
) on public.order_notifications to authenticated;
