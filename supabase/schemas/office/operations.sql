-- Operational status, and rate limits of the storefront's own endpoints.

-- Tables

create table private.rate_limits (
  limit_name text not null,
  client_digest bytea not null,
  used integer not null,
  resets_at timestamptz not null,
  primary key (limit_name, client_digest)
);
create index rate_limits_resets_at on private.rate_limits (resets_at);
alter table private.rate_limits enable row level security;

create type public.state_count as (state text, how_many bigint);

-- Order notifications: `late` ones wait for over half an hour without being held; `given_up` counts the last week.
create type public.notification_counts as (sent bigint, waiting bigint, late bigint, given_up bigint);

-- What differs from the ledger, and claims that carriers should have answered.
create type public.difference_counts as (payments bigint, statements bigint, claims bigint);

-- A recurring job that waits for its next run is no work that waits.
create type public.job_counts as (waiting bigint, failed bigint);

-- Queue lengths and sizes.
create type public.operations_figures as (
  orders public.state_count[], mails public.notification_counts,
  -- Notifications to phones held back in the last hour by their store's limits.
  phones_held bigint,
  payments public.state_count[],
  -- Payments and refunds unsettled for over an hour.
  payments_stuck bigint,
  differences public.difference_counts, jobs public.job_counts, database_bytes bigint
);

-- Whether a client may do something once more: up to `p_times` within `p_seconds` of the first time. Clients are stored as digests.
create function public.consume_rate_limit(
  p_limit_name text, p_client text, p_times integer, p_seconds integer
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_used integer;
begin
  delete from private.rate_limits rate_limit where (rate_limit.limit_name, rate_limit.client_digest) in (
    select expired.limit_name, expired.client_digest from private.rate_limits expired where expired.resets_at <= now()
    limit 100 for update skip locked
  );
  insert into private.rate_limits (limit_name, client_digest, used, resets_at)
  values (p_limit_name, sha256(convert_to(p_client, 'UTF8')), 1, now() + make_interval(secs => p_seconds))
  on conflict (limit_name, client_digest) do update set
    used = case when rate_limits.resets_at <= now() then 1 else rate_limits.used + 1 end,
    resets_at = case when rate_limits.resets_at <= now() then excluded.resets_at else rate_limits.resets_at end
  returning rate_limits.used into v_used;
  return v_used <= p_times;
end
$$;

-- Functions

-- Read by the server's metrics, its alerts and `npm run doctor`.
create function public.operations_status() returns public.operations_figures
language plpgsql stable security definer set search_path = '' as $$
declare
  v_figures public.operations_figures;
begin
  perform private.require_service();
  v_figures.orders := array(
    select row(orders.status, count(*))::public.state_count from public.orders group by orders.status order by orders.status
  );
  v_figures.mails := (
    select row(
      count(*) filter (where sent_at is not null), count(*) filter (where state = 'waiting'),
      count(*) filter (where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'),
      count(*) filter (where expired_at > now() - interval '7 days'))::public.notification_counts
    from public.order_notifications
  );
  v_figures.phones_held := (
    select count(*) from public.order_notifications where held_at > now() - interval '1 hour'
  );
  v_figures.payments := array(
    select row(payments.status, count(*))::public.state_count from public.payments
    group by payments.status order by payments.status
  );
  v_figures.payments_stuck := (
    select count(*) from public.payments
    where status = 'open' and expires_at < now() - interval '1 hour'
      or status = 'mismatched' and updated_at < now() - interval '1 hour'
      or status = 'held' and held_until < now() - interval '1 hour'
  ) + (
    select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
  );
  v_figures.differences := row(
    (select count(*) from public.payment_differences where resolved_at is null),
    (select count(*) from public.settlement_differences where resolved_at is null),
    (select count(*) from public.carrier_claims claim where public.is_overdue(claim)))::public.difference_counts;
  v_figures.jobs := (
    select row(
      count(*) filter (where job.every is null and not private.has_failed(job)),
      count(*) filter (where private.has_failed(job)))::public.job_counts
    from private.jobs job
  );
  v_figures.database_bytes := pg_catalog.pg_database_size(pg_catalog.current_database());
  return v_figures;
end
$$;

-- The statements with the highest mean time, without constants, for people with access to operations of all stores.
create function public.slow_queries(p_limit integer default 50) returns table (
  query text, calls bigint, mean_ms double precision, max_ms double precision, total_ms double precision, rows_returned bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_seen constant text[] := private.tenants_where_may('operations.see');
  v_schema text;
begin
  if not private.is_service() and exists (select 1 from public.tenants tenant where not tenant.id = any (v_seen)) then
    perform private.refuse('platform_owner_only');
  end if;
  select pg_namespace.nspname into v_schema
  from pg_catalog.pg_extension join pg_catalog.pg_namespace on pg_namespace.oid = pg_extension.extnamespace
  where pg_extension.extname = 'pg_stat_statements';
  if v_schema is null then
    perform private.refuse('not_measured');
  end if;
  return query execute format(
    'select s.query, s.calls, s.mean_exec_time, s.max_exec_time, s.total_exec_time, s.rows from %I.pg_stat_statements s
     where s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
     order by s.mean_exec_time desc, s.query limit $1', v_schema
  ) using least(greatest(p_limit, 1), 200);
exception when object_not_in_prerequisite_state then
  perform private.refuse('not_measured');
end
$$;

-- Grants

grant execute on function public.slow_queries to authenticated;
