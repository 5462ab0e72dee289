-- Limits of the storefront's own endpoints, counted by all processes together.

create table private.rate_limits (
  limit_name text not null,
  client_digest bytea not null,
  used integer not null,
  resets_at timestamptz not null,
  primary key (limit_name, client_digest)
);
create index rate_limits_resets_at on private.rate_limits (resets_at);
alter table private.rate_limits enable row level security;

-- Whether a client may do something once more: up to `p_times` in `p_seconds` from the first time. Clients are kept as digests.
create function public.consume_rate_limit(
  p_limit_name text, p_client text, p_times integer, p_seconds integer
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_used integer;
begin
  delete from private.rate_limits l where (l.limit_name, l.client_digest) in (
    select o.limit_name, o.client_digest from private.rate_limits o where o.resets_at <= now()
    limit 100 for update skip locked
  );
  insert into private.rate_limits as l (limit_name, client_digest, used, resets_at)
  values (p_limit_name, sha256(convert_to(p_client, 'UTF8')), 1, now() + make_interval(secs => p_seconds))
  on conflict (limit_name, client_digest) do update set
    used = case when l.resets_at <= now() then 1 else l.used + 1 end,
    resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
  returning l.used into v_used;
  return v_used <= p_times;
end
$$;
