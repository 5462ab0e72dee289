-- One mail in the morning with the figures of the day before, for people who work here and want it.

-- Tables

create table private.morning_mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  -- The hour of the shop's day at which it is sent.
  hour smallint not null check (hour between 4 and 12),
  next_at timestamptz not null,
  -- The last day on which one was queued.
  queued_on date
);
alter table private.morning_mails enable row level security;

-- Functions

-- The next time that it is this hour of the shop's day, after a day on which a mail was queued already.
create function private.next_morning(p_hour integer, p_queued_on date) returns timestamptz
language sql stable set search_path = '' as $$
  select (greatest(private.shop_time()::date + (extract(hour from private.shop_time()) >= p_hour)::integer, p_queued_on + 1)
    + make_interval(hours => p_hour)) at time zone 'Africa/Cairo'
$$;

-- The hour at which the caller gets the mail; null if they don't want it.
create function public.my_morning_mail() returns integer
language sql stable security definer set search_path = '' as $$
  select wanted.hour::integer from private.morning_mails wanted where wanted.user_id = auth.uid()
$$;

-- Sets the hour, from 4 to 12, at which the caller gets the mail; without one they get none. For people who work here.
create function public.set_morning_mail(p_hour integer default null, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('set_morning_mail', p_hour)) then
    return;
  end if;
  if cardinality(private.workplaces()) = 0 then
    perform private.refuse('staff_only');
  end if;
  perform private.require_aal();
  if p_hour is null then
    delete from private.morning_mails wanted where wanted.user_id = auth.uid();
    return;
  end if;
  if p_hour not between 4 and 12 then
    perform private.refuse('invalid_morning_hour');
  end if;
  insert into private.morning_mails (user_id, hour, next_at) values (auth.uid(), p_hour, private.next_morning(p_hour, null))
  on conflict (user_id) do update set
    hour = excluded.hour, next_at = private.next_morning(p_hour, morning_mails.queued_on);
end
$$;

-- Queues the mails whose time has come, at most one for each person and day. Server only.
create function public.queue_morning_mails() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_today constant date := private.shop_time()::date;
  v_due uuid[];
begin
  perform private.require_service();
  with due as (
    update private.morning_mails wanted set queued_on = v_today, next_at = private.next_morning(wanted.hour, v_today)
    where wanted.next_at <= now()
    returning wanted.id
  )
  select array_agg(due.id) into v_due from due;
  perform private.add_job('send_morning_mail', due.id || ' ' || v_today, p_max_attempts => 12) from unnest(v_due) due (id);
end
$$;

-- The figures that somebody may see, regardless of their second factor, which nobody takes for a mail.
create function private.figures_permitted_to(p_user_id uuid) returns private.permitted_figure[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(known.figure, array(
      select tenants.id from public.tenants
      where private.holds_capability(tenants.id, private.figure_capability(known.figure), p_user_id)
        and tenants.id <> all (private.gone_stores())
    ))::private.permitted_figure
    from unnest(enum_range(null::public.morning_figure)) known (figure)
  )
$$;

-- Where somebody reads mail, and in which language they work.
create function private.mailbox_of_person(p_user_id uuid) returns table (email text, language text)
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(profile.email, ''), private.original_email(account.email::text, profile.tenant_id), account.email::text),
    private.office_language(account.id, profile.tenant_id)
  from auth.users account left join public.profiles profile on profile.id = account.id
  where account.id = p_user_id
  order by profile.created_at limit 1
$$;

-- The mails of these jobs: the figures of the day before, one row for each figure and store. Without rows there is nothing to
-- send: the day has passed, the person may see nothing anymore, or every figure is 0, a week before as well. Server only.
create function public.morning_mails_to_send(p_job_ids bigint[]) returns table (
  job_id bigint, email text, language text, day date, tenant_id text, figure public.morning_figure, entries bigint, amount numeric,
  entries_before bigint, amount_before numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    with counted as materialized (
      select job.id, wanted.user_id, figures.*
      from private.jobs job
      join private.morning_mails wanted on wanted.id::text = split_part(job.key, ' ', 1)
      cross join lateral private.morning_figures(
        private.figures_permitted_to(wanted.user_id), private.shop_time()::date - 1) figures
      where job.id = any (p_job_ids) and job.kind = 'send_morning_mail'
        and split_part(job.key, ' ', 2) = private.shop_time()::date::text
    )
    select counted.id, mailbox.email, mailbox.language, private.shop_time()::date - 1, counted.tenant_id, counted.figure,
      counted.entries, counted.amount, counted.entries_before, counted.amount_before
    from counted
    join public.tenants on tenants.id = counted.tenant_id
    cross join lateral private.mailbox_of_person(counted.user_id) mailbox
    where exists (
      select 1 from counted other where other.id = counted.id and other.entries + other.entries_before > 0
    )
    order by counted.id, tenants.position, tenants.id, counted.figure;
end
$$;

-- Triggers

create trigger jobs_deleted after delete on private.morning_mails
  referencing old table as deleted for each statement execute function private.delete_jobs('send_morning_mail');

-- Grants

grant execute on function public.my_morning_mail, public.set_morning_mail to authenticated;
