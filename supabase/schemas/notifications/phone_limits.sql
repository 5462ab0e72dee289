-- Messages to phones cost money: how many of them go out within an hour, of a store, and of these to people who have proven nothing.

-- Tables

-- Each try to send a message to a phone, for some hours: what was handed to a provider costs, whatever became of it.
create table private.phone_sends (
  id bigint generated always as identity primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  -- Of a message to a stranger: who placed its order, and from where.
  user_id uuid,
  client text,
  to_stranger boolean not null,
  sent_at timestamptz not null default now()
);
create index phone_sends_latest on private.phone_sends (tenant_id, sent_at);
create index phone_sends_oldest on private.phone_sends (sent_at);
alter table private.phone_sends enable row level security;

-- Functions

-- The due messages of a phone channel, each with how many of its store, and to a stranger of its account and client, went out within
-- the hour or are due before it. Messages to strangers come last, so that a flood of them holds nobody else up.
create function private.ranked_phone_messages(p_channel public.message_channel)
returns table (id uuid, is_within boolean, place bigint)
language sql stable security definer set search_path = '' as $$
  with sent as (
    select * from private.phone_sends where phone_sends.sent_at > now() - interval '1 hour'
  ), due as (
    select message.id, message.tenant_id, message.to_stranger, message.due_at, orders.user_id, asked.client,
      coalesce(staff_settings.phone_messages_limit, 200) as most, coalesce(staff_settings.stranger_messages_limit, 20) as most_strangers
    from public.order_messages message
    join public.orders on orders.id = message.order_id
    left join private.order_clients asked on asked.order_id = orders.id
    left join public.staff_settings on staff_settings.tenant_id = message.tenant_id
    where message.channel = p_channel and message.sent_at is null and message.expired_at is null and message.failed_at is null
      and message.due_at <= now() and message.attempts < 5
  ), strangers as (
    select due.*,
      row_number() over (partition by due.tenant_id, due.user_id order by due.due_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.user_id = due.user_id
      ) as nth_of_account,
      row_number() over (partition by due.tenant_id, due.client order by due.due_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.client = due.client
      ) as nth_of_client
    from due where due.to_stranger
  ), fair as (
    select strangers.id, strangers.most_strangers,
      row_number() over (partition by strangers.tenant_id order by strangers.due_at, strangers.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = strangers.tenant_id
      ) as nth_of_strangers
    from strangers where strangers.nth_of_account <= 5 and (strangers.client is null or strangers.nth_of_client <= 10)
  ), allowed as (
    select due.*, row_number() over (partition by due.tenant_id order by due.to_stranger, due.due_at, due.id) + (
      select count(*) from sent where sent.tenant_id = due.tenant_id
    ) as nth_of_store
    from due left join fair on fair.id = due.id
    where not due.to_stranger or fair.nth_of_strangers <= fair.most_strangers
  )
  select due.id, coalesce(allowed.nth_of_store <= allowed.most, false),
    row_number() over (order by due.to_stranger, due.due_at, due.id)
  from due left join allowed on allowed.id = due.id
$$;

-- Locks the messages of a phone channel that may go out now and counts them as sent; marks those that wait for the hour to pass.
-- Callers take turns, so that no two of them use the same allowance.
create function private.phone_messages_within_limits(p_channel public.message_channel, p_limit integer) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  v_taken uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('phone_messages', 0));
  delete from private.phone_sends where sent_at < now() - interval '2 hours';
  with ranked as materialized (
    select * from private.ranked_phone_messages(p_channel)
  ), held as (
    update public.order_messages set held_at = now()
    from ranked where order_messages.id = ranked.id and not ranked.is_within and order_messages.held_at is null
  )
  select array_agg(allowed.id order by allowed.place) into v_taken
  from (select ranked.id, ranked.place from ranked where ranked.is_within order by ranked.place limit p_limit) allowed;
  v_taken := array(
    select id from public.order_messages
    where id = any (v_taken) and sent_at is null and failed_at is null order by due_at for update skip locked
  );
  insert into private.phone_sends (tenant_id, user_id, client, to_stranger)
  select message.tenant_id, case when message.to_stranger then orders.user_id end,
    case when message.to_stranger then asked.client end, message.to_stranger
  from public.order_messages message
  join public.orders on orders.id = message.order_id
  left join private.order_clients asked on asked.order_id = orders.id
  where message.id = any (v_taken);
  return v_taken;
end
$$;
