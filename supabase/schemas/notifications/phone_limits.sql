-- Messages to phones cost money: limits per hour for a store, and within it for people who have proven nothing.

-- Tables

-- Attempts to send phone messages, kept for some hours. Every message handed to a provider costs, whatever became of it.
create table private.phone_sends (
  id bigint generated always as identity primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  -- For a message to a stranger: who placed the order, and from which client.
  user_id uuid,
  client text,
  to_stranger boolean not null,
  sent_at timestamptz not null default now()
);
create index phone_sends_latest on private.phone_sends (tenant_id, sent_at);
create index phone_sends_oldest on private.phone_sends (sent_at);
alter table private.phone_sends enable row level security;

-- Functions

-- These jobs' phone messages, each with whether it is within the hourly limits of its store and, for strangers, of its account and
-- client. Messages to strangers come last.
create function private.ranked_phone_notifications(p_job_ids bigint[]) returns table (id uuid, job_id bigint, is_within boolean)
language sql stable security definer set search_path = '' as $$
  with sent as (
    select * from private.phone_sends where phone_sends.sent_at > now() - interval '1 hour'
  ), due as (
    select message.id, job.id as job_id, message.tenant_id, message.to_stranger, job.run_at, orders.user_id, asked.client,
      coalesce(staff_settings.phone_notifications_limit, 200) as most, coalesce(staff_settings.stranger_notifications_limit, 20) as most_strangers
    from private.jobs job
    join public.order_notifications message on message.id = job.key::uuid
    join public.orders on orders.id = message.order_id
    left join private.order_clients asked on asked.order_id = orders.id
    left join public.staff_settings on staff_settings.tenant_id = message.tenant_id
    where job.id = any (p_job_ids) and message.sent_at is null and message.expired_at is null and message.failed_at is null
  ), strangers as (
    select due.*,
      row_number() over (partition by due.tenant_id, due.user_id order by due.run_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.user_id = due.user_id
      ) as nth_of_account,
      row_number() over (partition by due.tenant_id, due.client order by due.run_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.client = due.client
      ) as nth_of_client
    from due where due.to_stranger
  ), fair as (
    select strangers.id, strangers.most_strangers,
      row_number() over (partition by strangers.tenant_id order by strangers.run_at, strangers.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = strangers.tenant_id
      ) as nth_of_strangers
    from strangers where strangers.nth_of_account <= 5 and (strangers.client is null or strangers.nth_of_client <= 10)
  ), allowed as (
    select due.*, row_number() over (partition by due.tenant_id order by due.to_stranger, due.run_at, due.id) + (
      select count(*) from sent where sent.tenant_id = due.tenant_id
    ) as nth_of_store
    from due left join fair on fair.id = due.id
    where not due.to_stranger or fair.nth_of_strangers <= fair.most_strangers
  )
  select due.id, due.job_id, coalesce(allowed.nth_of_store <= allowed.most, false)
  from due left join allowed on allowed.id = due.id
$$;

-- Those of the jobs' phone messages that may go out now; they count as sent. The others are reconsidered in a minute. Callers take
-- turns, so that no two use the same allowance.
create function private.phone_notifications_within_limits(p_job_ids bigint[]) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  v_allowed uuid[];
  v_held bigint[];
begin
  if cardinality(p_job_ids) = 0 then
    return '{}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('phone_notifications', 0));
  delete from private.phone_sends where sent_at < now() - interval '2 hours';
  select array_agg(ranked.id) filter (where ranked.is_within), array_agg(ranked.job_id) filter (where not ranked.is_within)
  into v_allowed, v_held from private.ranked_phone_notifications(p_job_ids) ranked;
  update public.order_notifications message set held_at = now()
  from private.jobs job where job.id = any (v_held) and message.id = job.key::uuid and message.held_at is null;
  update private.jobs job set attempts = job.attempts - 1, locked_at = null, run_at = now() + interval '1 minute'
  where job.id = any (v_held);
  insert into private.phone_sends (tenant_id, user_id, client, to_stranger)
  select message.tenant_id, case when message.to_stranger then orders.user_id end,
    case when message.to_stranger then asked.client end, message.to_stranger
  from public.order_notifications message
  join public.orders on orders.id = message.order_id
  left join private.order_clients asked on asked.order_id = orders.id
  where message.id = any (v_allowed);
  return coalesce(v_allowed, '{}');
end
$$;
