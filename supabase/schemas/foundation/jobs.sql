-- Work that the server does later, again until it succeeds or was tried as often as it may be. As graphile-worker has it.

-- Tables

create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,40}$'),
  -- One job of a kind waits under a key.
  key text not null,
  tenant_id text references public.tenants (id) on delete cascade,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  run_at timestamptz not null default now(),
  attempts smallint not null default 0 check (attempts >= 0),
  max_attempts smallint not null default 20 check (max_attempts > 0),
  last_error text not null default '' check (length(last_error) <= 500),
  -- When a process took it; after ten minutes that process counts as dead.
  locked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (kind, key)
);
create index jobs_due on private.jobs (kind, run_at) where attempts < max_attempts;
create index jobs_by_tenant on private.jobs (tenant_id) where tenant_id is not null;
alter table private.jobs enable row level security;

-- Functions

-- Adds a job. One that waits under the key is replaced, and begins anew; `p_keeps_run_at` leaves its time as it is.
create function private.add_job(
  p_kind text, p_key text, p_payload jsonb default '{}', p_tenant_id text default null, p_run_at timestamptz default now(),
  p_max_attempts integer default 20, p_keeps_run_at boolean default false
) returns void
language sql security definer set search_path = '' as $$
  insert into private.jobs (kind, key, payload, tenant_id, run_at, max_attempts)
  values (p_kind, p_key, p_payload, p_tenant_id, p_run_at, p_max_attempts)
  on conflict (kind, key) do update set
    payload = excluded.payload, tenant_id = excluded.tenant_id, max_attempts = excluded.max_attempts,
    run_at = case when p_keeps_run_at then jobs.run_at else excluded.run_at end,
    attempts = 0, last_error = '', locked_at = null
$$;

-- Whether a job was tried as often as it may be.
create function private.has_failed(p_job private.jobs) returns boolean
language sql stable set search_path = '' as $$
  select p_job.attempts >= p_job.max_attempts
    and (p_job.locked_at is null or p_job.locked_at < now() - interval '10 minutes')
$$;

-- The pause after an attempt: twice as long each time, up to six hours, and a quarter more or less, so that what failed together
-- is not tried again together.
create function private.retry_pause(p_attempts integer) returns interval
language sql volatile set search_path = '' as $$
  select least(interval '10 seconds' * power(2, least(p_attempts, 12)), interval '6 hours') * (0.75 + random() / 2)
$$;

-- Takes due jobs of these kinds; callers do not wait for each other. Each is taken by one until it is finished or failed, or its
-- process counts as dead. For the server.
create function public.take_jobs(p_kinds text[], p_limit integer default 10) returns table (
  id bigint, kind text, key text, tenant_id text, payload jsonb, attempt integer
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    update private.jobs taken set attempts = taken.attempts + 1, locked_at = now()
    where taken.id in (
      select due.id from private.jobs due
      where due.kind = any (p_kinds) and due.attempts < due.max_attempts and due.run_at <= now()
        and (due.locked_at is null or due.locked_at < now() - interval '10 minutes')
      order by due.run_at, due.id limit least(greatest(p_limit, 1), 100) for update skip locked
    )
    returning taken.id, taken.kind, taken.key, taken.tenant_id, taken.payload, taken.attempts::integer;
end
$$;

-- Removes a job that succeeded; one that was replaced meanwhile stays. For the server.
create function public.finish_job(p_job_id bigint, p_attempt integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  delete from private.jobs where id = p_job_id and attempts = p_attempt and locked_at is not null;
end
$$;

-- Makes a job due again after a pause, or fails it for good. For the server.
create function public.fail_job(
  p_job_id bigint, p_attempt integer, p_error text, p_is_final boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.jobs set
    locked_at = null, last_error = left(p_error, 500), run_at = now() + private.retry_pause(p_attempt),
    attempts = case when p_is_final then max_attempts else attempts end
  where id = p_job_id and attempts = p_attempt and locked_at is not null;
end
$$;

-- Jobs that failed for good, the last one first. For owners, and the server.
create function public.failed_jobs(p_limit integer default 200) returns table (
  id bigint, kind text, key text, tenant_id text, attempts integer, last_error text, run_at timestamptz, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_service() then
    perform private.require_platform_owner();
  end if;
  return query
    select failed.id, failed.kind, failed.key, failed.tenant_id, failed.attempts::integer, failed.last_error, failed.run_at,
      failed.created_at
    from private.jobs failed where private.has_failed(failed)
    order by failed.run_at desc limit least(greatest(p_limit, 1), 1000);
end
$$;

-- Tries jobs again that failed for good; returns how many. For owners, and the server.
create function public.retry_jobs(p_job_ids bigint[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  if not private.is_service() then
    perform private.require_platform_owner();
    perform private.require_aal();
  end if;
  update private.jobs failed set attempts = 0, run_at = now(), locked_at = null
  where failed.id = any (p_job_ids) and private.has_failed(failed);
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- Grants

grant execute on function public.failed_jobs, public.retry_jobs to authenticated;
