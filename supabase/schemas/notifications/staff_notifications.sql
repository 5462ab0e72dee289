-- Notifications of staff about their store: what each of them chose to hear of, by mail or WhatsApp, and the outbox.

-- Tables

create type public.staff_topic as enum (
  'new_order',
  -- A shipment, payment, refund or return that needs a person.
  'problem',
  'low_stock',
  'failed_job',
  -- What became theirs, a note that mentions them, or how their request was decided.
  'for_me'
);

-- What somebody wants to hear of; nothing without a row.
create table public.staff_notification_choices (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  topic public.staff_topic not null,
  -- What WhatsApp cannot deliver goes by mail.
  channel public.notification_channel not null default 'email' check (channel <> 'sms'),
  -- All of a day together on the next morning, instead of within minutes.
  each_morning boolean not null default false check (not each_morning or topic = 'low_stock'),
  created_at timestamptz not null default now(),
  unique (user_id, tenant_id, topic)
);
create index staff_notification_choices_by_topic on public.staff_notification_choices (tenant_id, topic);
alter table public.staff_notification_choices enable row level security;

-- The outbox: one row for each happening and person, until it is sent.
create table private.staff_notifications (
  id bigint generated always as identity primary key,
  choice_id uuid not null references public.staff_notification_choices (id) on delete cascade,
  -- What happened to the order, or the kind of the job; '' for topics that say it themselves.
  happening text not null default '' check (length(happening) <= 60),
  -- The order, variant, return, conversation or request.
  about_id uuid,
  -- Why a job failed.
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null default now()
);
create index staff_notifications_by_choice on private.staff_notifications (choice_id, id);
alter table private.staff_notifications enable row level security;

-- Helpers

-- The rights of which a topic takes one.
create function private.staff_topic_capabilities(p_topic public.staff_topic) returns text[]
language sql immutable as $$
  select case p_topic
    when 'new_order' then array['orders.see'] when 'problem' then array['orders.see'] when 'low_stock' then array['products.see']
    when 'failed_job' then array['settings.store'] when 'for_me' then array['orders.see', 'customers.see', 'approvals.see'] end
$$;

-- The right to see what became somebody's, by its happening.
create function private.happening_capability(p_happening text) returns text
language sql immutable as $$
  select case when p_happening = 'conversation' then 'customers.see' when p_happening like 'request%' then 'approvals.see'
    else 'orders.see' end
$$;

-- Whether the caller may hear of a topic.
create function private.may_hear_of(p_tenant_id text, p_topic public.staff_topic) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from unnest(private.staff_topic_capabilities(p_topic)) needed where private.may(p_tenant_id, needed))
$$;

-- When a choice's notifications go out: after two minutes, so that several become one; or at eight in the morning, store time.
create function private.staff_notifications_due(p_each_morning boolean) returns timestamptz
language sql stable set search_path = '' as $$
  select case when p_each_morning
    then (((private.shop_time() - interval '8 hours')::date + 1) + time '8:00') at time zone 'Africa/Cairo'
    else now() + interval '2 minutes' end
$$;

-- Policies

create policy "Staff read what they chose to hear of" on public.staff_notification_choices
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff choose to hear of what they may see" on public.staff_notification_choices
  for insert to authenticated with check (user_id = (select auth.uid()) and private.may_hear_of(tenant_id, topic));

create policy "Staff change how they hear of what they may see" on public.staff_notification_choices
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and private.may_hear_of(tenant_id, topic));

create policy "Staff choose to hear no more" on public.staff_notification_choices
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.staff_notification_choices');

-- Functions

-- Queues a notification for everybody who chose this topic, or for one person of them, except the person who caused it. Without a
-- store, it goes once to each owner of the installation.
create function private.tell_staff(
  p_tenant_id text, p_topic public.staff_topic, p_happening text default '', p_about_ids uuid[] default '{null}', p_note text default '',
  p_user_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_choices public.staff_notification_choices[];
begin
  v_choices := array(
    select choice from public.staff_notification_choices choice
    where choice.tenant_id = p_tenant_id and choice.topic = p_topic and choice.user_id is distinct from auth.uid()
      and (p_user_id is null or choice.user_id = p_user_id)
    union all (
      select distinct on (owned.user_id) owned from public.staff_notification_choices owned
      join public.user_roles ruling on ruling.user_id = owned.user_id and ruling.tenant_id is null and ruling.role = 'super_admin'
      where p_tenant_id is null and owned.topic = p_topic order by owned.user_id, owned.created_at, owned.id
    )
  );
  if cardinality(v_choices) = 0 then
    return;
  end if;
  insert into private.staff_notifications (choice_id, happening, about_id, note)
  select choice.id, p_happening, about.id, left(p_note, 500) from unnest(v_choices) choice, unnest(p_about_ids) about (id);
  perform private.add_job('send_staff_notification', choice.id::text, p_tenant_id => choice.tenant_id, p_max_attempts => 12,
    p_run_at => private.staff_notifications_due(choice.each_morning), p_keeps_run_at => true)
  from unnest(v_choices) choice;
end
$$;

-- The variants on sale that these changes of stock have brought down to the store's limit.
create function private.tell_low_stock(p_tenant_id text, p_changes private.variant_change[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_low constant integer := private.low_stock_of(p_tenant_id);
  v_variants constant uuid[] := array(
    select change.variant_id from unnest(p_changes) change
    join public.product_variants variant on variant.id = change.variant_id and variant.is_active
    join public.products product on product.id = change.product_id and product.is_active
    where change.stock <= v_low and change.stock_was > v_low
  );
begin
  if cardinality(v_variants) > 0 then
    perform private.tell_staff(p_tenant_id, 'low_stock', p_about_ids => v_variants);
  end if;
end
$$;

-- An order that has newly entered a queue of problems, or whose card was paid: private.order_placed tells of all others.
create function private.order_needs_attention() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status = 'awaiting_payment' and new.payment_method = 'online' and not private.is_void(new.status)
    and new.status <> old.status then
    perform private.tell_staff(new.tenant_id, 'new_order', p_about_ids => array[new.id]);
  end if;
  perform private.tell_staff(new.tenant_id, 'problem', entered.queue::text, array[new.id])
  from unnest(new.queues) entered (queue)
  where entered.queue in ('attempt_failed', 'returned_to_sender', 'returns') and entered.queue <> all (old.queues);
  return null;
end
$$;

-- A payment that is held or doesn't match, or a refund that failed: `tg_argv` names which table it is.
create function private.money_needs_attention() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_staff(new.tenant_id, 'problem', tg_argv[0], array[new.order_id]);
  return null;
end
$$;

-- A shipment that its carrier refused.
create function private.booking_needs_attention() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_staff(new.tenant_id, 'problem', 'booking_failed', array[shipment.order_id])
  from public.shipments shipment where shipment.id = new.shipment_id;
  return null;
end
$$;

-- What waits follows a change of its time.
create function private.staff_choice_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.jobs job set run_at = private.staff_notifications_due(new.each_morning)
  where job.kind = 'send_staff_notification' and job.key = new.id::text and job.locked_at is null;
  return null;
end
$$;

-- What a waiting notification is about, in a language, without anything about customers; nothing if it is no longer true.
create function private.staff_notification_item(
  p_topic public.staff_topic, p_told private.staff_notifications, p_tenant_id text, p_language text
) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case p_topic
    when 'failed_job' then jsonb_build_object('happening', p_told.happening, 'note', p_told.note)
    when 'low_stock' then (
      select jsonb_build_object('id', variant.product_id, 'name', coalesce(product.translations -> p_language ->> 'name', product.name),
        'variant', private.variant_name_in(p_language, variant), 'stock', variant.stock)
      from public.product_variants variant join public.products product on product.id = variant.product_id
      where variant.id = p_told.about_id and variant.is_active and product.is_active
        and variant.stock <= private.low_stock_of(p_tenant_id)
    )
    when 'for_me' then (
      select jsonb_strip_nulls(jsonb_build_object('id', coalesce(back.order_id, p_told.about_id), 'note', nullif(request.word, ''),
        'number', coalesce(orders.number, private.approval_label(request)), 'happening', case when p_told.happening = 'request_decided'
          then 'request_' || coalesce(request.ended_because, request.state::text) else p_told.happening end))
      from public.staff_notification_choices choice
      left join public.returns back on back.id = p_told.about_id
      left join public.orders on orders.id = coalesce(back.order_id, p_told.about_id)
      left join public.approval_requests request on request.id = p_told.about_id
      where choice.id = p_told.choice_id and private.is_unseen(choice.user_id, p_told.happening, p_told.about_id)
        and private.holds_capability(p_tenant_id, private.happening_capability(p_told.happening), choice.user_id)
    )
    else (
      select jsonb_build_object('id', orders.id, 'number', orders.number, 'total', orders.total, 'happening', p_told.happening)
      from public.orders where orders.id = p_told.about_id and (p_topic = 'problem' or not private.is_void(orders.status))
    )
  end
$$;

-- The notifications of these jobs, each with everything that happened since the last one, the latest first. What is no longer true,
-- what waited for three days, and what somebody may no longer see is dropped. Server only.
create function public.staff_notifications_to_send(p_job_ids bigint[]) returns table (
  id uuid, tenant_id text, topic public.staff_topic, channel public.notification_channel, email text, phone text, language text,
  items jsonb, notification_ids bigint[]
)
language plpgsql security definer set search_path = '' as $$
declare
  v_choices constant uuid[] := private.job_uuids('send_staff_notification', p_job_ids);
begin
  perform private.require_service();
  delete from private.staff_notifications told using public.staff_notification_choices choice
  where choice.id = any (v_choices) and told.choice_id = choice.id and (
    told.created_at < now() - interval '3 days'
    or not exists (
      select 1 from unnest(private.staff_topic_capabilities(choice.topic)) needed
      where private.holds_capability(choice.tenant_id, needed, choice.user_id))
    or private.staff_notification_item(choice.topic, told, choice.tenant_id, 'en') is null
  );
  return query
    select choice.id, choice.tenant_id, choice.topic, choice.channel,
      coalesce(nullif(person.email, ''), private.original_email(account.email::text, choice.tenant_id)),
      coalesce(private.phone_address(jsonb_build_object('phone', known.phone)), ''), reader.language,
      jsonb_agg(told.item order by told.last_id desc), array_agg(told.last_id) || array(
        select other.id from private.staff_notifications other
        where other.choice_id = choice.id and other.id <= max(told.last_id))
    from public.staff_notification_choices choice
    join auth.users account on account.id = choice.user_id
    left join public.profiles person on person.id = choice.user_id and person.tenant_id = choice.tenant_id
    left join public.profile_phones known on known.user_id = choice.user_id and known.tenant_id = choice.tenant_id
    cross join lateral private.office_language(choice.user_id, choice.tenant_id) reader (language)
    cross join lateral (
      select max(waiting.id) as last_id, facts.item
      from private.staff_notifications waiting
      cross join lateral private.staff_notification_item(
        choice.topic, waiting, choice.tenant_id, reader.language) facts (item)
      where waiting.choice_id = choice.id and facts.item is not null
      group by facts.item
    ) told
    where choice.id = any (v_choices)
    group by choice.id, account.id, person.id, person.tenant_id, known.phone, reader.language;
end
$$;

-- Removes notifications that were sent. Server only.
create function public.staff_notifications_sent(p_notification_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  delete from private.staff_notifications told where told.id = any (p_notification_ids);
end
$$;

-- Tells whose something became; what is seen already needs no word.
create function private.tell_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.seen_at is null then
    perform private.tell_staff(new.tenant_id, 'for_me', case when new.order_id is not null then 'assigned'
        when new.return_id is not null then 'return_assigned'
        when new.approval_request_id is not null then 'request_assigned' else 'conversation' end,
      array[coalesce(new.order_id, new.return_id, new.approval_request_id, new.conversation_id)], p_user_id => new.user_id);
  end if;
  return null;
end
$$;

-- Tells who asked for something how it was decided, or that it ended.
create function private.tell_asker() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_staff(new.tenant_id, 'for_me', 'request_decided', array[new.id], p_user_id => new.asked_by);
  return null;
end
$$;

-- Tells whom a note mentions.
create function private.tell_mentioned() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_staff(new.tenant_id, 'for_me', 'mentioned', array[event.order_id], p_user_id => new.user_id)
  from public.order_events event where event.id = new.event_id;
  return null;
end
$$;

-- Triggers

create trigger assignee_told after insert on public.assignments
  for each row execute function private.tell_assignee();

create trigger new_assignee_told after update of user_id on public.assignments
  for each row when (new.user_id <> old.user_id) execute function private.tell_assignee();

create trigger asker_told after update of state on public.approval_requests
  for each row when (new.state <> old.state) execute function private.tell_asker();

create trigger mentioned_told after insert on public.mentions
  for each row execute function private.tell_mentioned();

create trigger jobs_deleted after delete on public.staff_notification_choices
  referencing old table as deleted for each statement execute function private.delete_jobs('send_staff_notification');

create trigger staff_choice_changed after update of each_morning on public.staff_notification_choices
  for each row when (new.each_morning <> old.each_morning) execute function private.staff_choice_changed();

create trigger orders_need_attention after update on public.orders
  for each row when ((new.queues <> old.queues or new.status <> old.status) and not new.is_test) execute function private.order_needs_attention();

create trigger payments_held after update of status on public.payments
  for each row when (new.status = 'held' and old.status <> 'held') execute function private.money_needs_attention('payment_held');

create trigger payments_mismatched after update of status on public.payments
  for each row when (new.status = 'mismatched' and old.status <> 'mismatched')
  execute function private.money_needs_attention('payment_mismatched');

create trigger refunds_failed after update of state on public.refunds
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function private.money_needs_attention('refund_failed');

create trigger bookings_failed after update of state on public.carrier_bookings
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function private.booking_needs_attention();

-- Grants

grant select, delete on public.staff_notification_choices to authenticated;
grant insert (tenant_id, user_id, topic, channel, each_morning), update (channel, each_morning)
  on public.staff_notification_choices to authenticated;
grant execute on function private.staff_topic_capabilities, private.may_hear_of to authenticated;
