-- Background jobs of the server, retried until they succeed or run out of attempts. Modeled on graphile-worker.

-- Tables

create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,40}$'),
  -- At most one job of a kind waits per key: the id of the row that it is about, if need be with more after a space.
  key text not null,
  tenant_id text references public.tenants (id) on delete cascade,
  -- Texts by name.
  payload jsonb not null default '{}' check (
    jsonb_typeof(payload) = 'object' and not jsonb_path_exists(payload, 'strict $.* ? (@.type() != "string")')
  ),
  run_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  max_attempts integer not null default 20 check (max_attempts > 0),
  last_error text not null default '' check (length(last_error) <= 500),
  -- When a process took it. After some minutes that process counts as dead.
  locked_at timestamptz,
  created_at timestamptz not null default now(),
  -- Lowest first among due jobs.
  priority smallint not null default 0,
  -- Recurring jobs: the time between runs. They are retried even after their last attempt.
  every interval check (every > interval '0'),
  unique (kind, key)
);
create index jobs_due on private.jobs (kind, priority, run_at) where attempts < max_attempts or every is not null;
create index jobs_by_row on private.jobs (split_part(key, ' ', 1));
create index jobs_by_tenant on private.jobs (tenant_id) where tenant_id is not null;
alter table private.jobs enable row level security;

-- Functions

-- Adds a job, replacing the one that waits under the same key; `p_keeps_run_at` keeps that one's time.
create function private.add_job(
  p_kind text, p_key text, p_payload jsonb default '{}', p_tenant_id text default null, p_run_at timestamptz default now(),
  p_max_attempts integer default 20, p_keeps_run_at boolean default false, p_priority integer default 0
) returns void
language sql security definer set search_path = '' as $$
  insert into private.jobs (kind, key, payload, tenant_id, run_at, max_attempts, priority)
  values (p_kind, p_key, p_payload, p_tenant_id, p_run_at, p_max_attempts, p_priority)
  on conflict (kind, key) do update set
    payload = excluded.payload, tenant_id = excluded.tenant_id, max_attempts = excluded.max_attempts, priority = excluded.priority,
    run_at = case when p_keeps_run_at then jobs.run_at else excluded.run_at end,
    attempts = 0, last_error = '', locked_at = null
$$;

-- Deletes the jobs of deleted rows, of the kinds that its trigger names.
create function private.delete_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.jobs job using deleted
  where split_part(job.key, ' ', 1) = deleted.id::text and job.kind = any (tg_argv);
  return null;
end
$$;

-- Schedules a recurring job; one process at a time runs it. Server only.
create function public.schedule_job(p_kind text, p_seconds integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_every constant interval := make_interval(secs => p_seconds);
begin
  perform private.require_service();
  insert into private.jobs (kind, key, every) values (p_kind, 'recurring', v_every)
  on conflict (kind, key) do update set every = v_every, run_at = least(jobs.run_at, now() + v_every)
  where jobs.every is distinct from v_every;
end
$$;

-- Whether a live process has taken a job. Running a recurring job twice at once does no harm, so its lock expires sooner.
create function private.is_taken(p_job private.jobs) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_job.locked_at >= now() - case when p_job.every is null then interval '10 minutes' else interval '2 minutes' end, false)
$$;

-- Whether a job has run out of attempts.
create function private.has_failed(p_job private.jobs) returns boolean
language sql stable set search_path = '' as $$
  select p_job.attempts >= p_job.max_attempts and not private.is_taken(p_job)
$$;

-- The delay before a retry: a minute, doubled each time up to six hours, ±25 % so that jobs that failed together are not retried
-- together.
create function private.retry_pause(p_attempts integer) returns interval
language sql volatile set search_path = '' as $$
  select least(interval '30 seconds' * power(2, least(p_attempts, 12)), interval '6 hours') * (0.75 + random() / 2)
$$;

-- Takes due jobs of these kinds, or those of them under these keys. Callers never wait for each other. A job stays taken until it
-- finishes, fails or its process counts as dead. Server only.
create function public.take_jobs(p_kinds text[], p_limit integer default 10, p_keys text[] default null) returns table (
  id bigint, kind text, key text, tenant_id text, payload jsonb, attempt integer, max_attempts integer
)
language plpgsql security definer set search_path = '' as $$
declare
  v_limit constant integer := least(greatest(p_limit, 1), 100);
begin
  perform private.require_service();
  return query
    with taken as (
      update private.jobs job set attempts = job.attempts + 1, locked_at = now()
      where job.id in (
        select due.id from unnest(p_kinds) asked (kind)
        cross join lateral (
          select waiting.id, waiting.priority, waiting.run_at from private.jobs waiting
          where waiting.kind = asked.kind and (waiting.attempts < waiting.max_attempts or waiting.every is not null)
            and waiting.run_at <= now() and not private.is_taken(waiting) and (p_keys is null or waiting.key = any (p_keys))
          order by waiting.priority, waiting.run_at limit v_limit for update skip locked
        ) due
        order by due.priority, due.run_at, due.id limit v_limit
      )
      returning job.*
    )
    select taken.id, taken.kind, taken.key, taken.tenant_id, taken.payload, taken.attempts, taken.max_attempts
    from taken order by taken.priority, taken.run_at, taken.id;
end
$$;

-- The row ids in the keys of these jobs; for kinds whose keys are ids.
create function private.job_uuids(p_kind text, p_job_ids bigint[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(job.key::uuid), '{}') from private.jobs job where job.kind = p_kind and job.id = any (p_job_ids)
$$;

-- Removes jobs that succeeded, each identified by its attempt. A job replaced in the meantime stays; a recurring one waits for its
-- next run. Server only.
create function public.finish_jobs(p_job_ids bigint[], p_attempts integer[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.jobs job set attempts = 0, last_error = '', locked_at = null, run_at = now() + job.every
  from unnest(p_job_ids, p_attempts) done (id, attempt)
  where job.id = done.id and job.attempts = done.attempt and job.locked_at is not null and job.every is not null;
  delete from private.jobs job using unnest(p_job_ids, p_attempts) done (id, attempt)
  where job.id = done.id and job.attempts = done.attempt and job.locked_at is not null and job.every is null;
end
$$;

-- Reschedules a job after its retry delay; it has failed for good once it is out of attempts. Server only.
create function public.fail_job(p_job_id bigint, p_attempt integer, p_error text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_job private.jobs;
begin
  perform private.require_service();
  update private.jobs job set
    locked_at = null, last_error = left(p_error, 500),
    run_at = now() + least(private.retry_pause(p_attempt), job.every)
  where job.id = p_job_id and job.attempts = p_attempt and job.locked_at is not null
  returning job.* into v_job;
  -- A notification that cannot be sent isn't told by another one.
  if v_job.every is null and private.has_failed(v_job) and v_job.kind <> 'send_staff_notification' then
    perform private.tell_staff(v_job.tenant_id, 'failed_job', v_job.kind, p_note => v_job.last_error);
  end if;
end
$$;

-- Returns jobs that were taken but not tried; they are due again after some seconds. Server only.
create function public.postpone_jobs(p_job_ids bigint[], p_attempts integer[], p_seconds integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.jobs job set
    attempts = job.attempts - 1, locked_at = null, run_at = case when p_seconds > 0 then now() + make_interval(secs => p_seconds) else job.run_at end
  from unnest(p_job_ids, p_attempts) given (id, attempt)
  where job.id = given.id and job.attempts = given.attempt and job.locked_at is not null;
end
$$;

-- The stores whose failed jobs the caller sees. Null stands for all stores, and for jobs without one, which only the owner of the
-- installation sees.
create function private.stores_with_jobs() returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenants text[];
begin
  if private.is_service() or exists (
    select 1 from public.user_roles ruling
    where ruling.user_id = auth.uid() and ruling.tenant_id is null and ruling.role = 'super_admin'
  ) then
    return null;
  end if;
  v_tenants := private.tenants_where_may('settings.store');
  if cardinality(v_tenants) = 0 then
    perform private.require_platform_owner();
  end if;
  return v_tenants;
end
$$;

-- Jobs that failed for good, latest first: all of them for owners and the server, those of their own stores for staff.
create function public.failed_jobs(p_limit integer default 200) returns table (
  id bigint, kind text, key text, tenant_id text, attempts integer, last_error text, run_at timestamptz, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenants constant text[] := private.stores_with_jobs();
begin
  return query
    select failed.id, failed.kind, failed.key, failed.tenant_id, failed.attempts, failed.last_error, failed.run_at, failed.created_at
    from private.jobs failed
    where private.has_failed(failed) and (v_tenants is null or failed.tenant_id = any (v_tenants))
    order by failed.run_at desc limit least(greatest(p_limit, 1), 1000);
end
$$;

-- Retries failed jobs that the caller may see; returns how many.
create function public.retry_jobs(p_job_ids bigint[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_tenants constant text[] := private.stores_with_jobs();
  v_count integer;
begin
  if not private.is_service() then
    perform private.require_aal();
  end if;
  update private.jobs failed set attempts = 0, run_at = now(), locked_at = null
  where failed.id = any (p_job_ids) and private.has_failed(failed)
    and (v_tenants is null or failed.tenant_id = any (v_tenants));
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- Grants

grant execute on function public.failed_jobs, public.retry_jobs to authenticated;
