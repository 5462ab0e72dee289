-- A store's state: who sees it, what it lacks before opening, and who is notified when it opens.

-- Tables

-- A store's state, and the reopening day of a resting one.
create type public.store_standing as (state public.store_state, reopens_on date);

create table public.store_doors (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  -- Holders see the store while it is closed.
  preview_token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- When a delivered test order was removed.
  tested_at timestamptz,
  -- When the server last checked the store's addresses and sent a test mail, and what was wrong; '' for nothing.
  address_checked_at timestamptz,
  address_problem text not null default '' check (length(address_problem) <= 500),
  mail_checked_at timestamptz,
  mail_problem text not null default '' check (length(mail_problem) <= 500),
  created_at timestamptz not null default now()
);
alter table public.store_doors enable row level security;

-- Addresses to notify once when the store opens. The row is deleted once its mail is sent.
create table public.opening_alerts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  email text not null check (length(email) <= 320 and email = lower(email) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  language text not null default 'en' check (language in ('en', 'ar')),
  created_at timestamptz not null default now(),
  unique (tenant_id, email)
);
alter table public.opening_alerts enable row level security;

-- Helpers

-- A store's state today: a resting one is open again from its reopening day.
create function private.current_state(p_settings public.settings) returns public.store_state
language sql stable set search_path = '' as $$
  select case when p_settings.reopens_on <= private.shop_time()::date then 'open' else p_settings.state end
$$;

-- Whether the request has the token of a store's preview.
create function private.has_preview(p_tenant_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.store_doors door
    where door.tenant_id = p_tenant_id
      and door.preview_token = nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-store-preview'
  );
end
$$;

-- The closed and removed stores hidden from the caller.
create function private.hidden_stores() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_service() then
    return '{}';
  end if;
  return array(
    select settings.tenant_id from public.settings
    where settings.state in ('closed', 'gone') and not private.may(settings.tenant_id, 'products.see')
      and not private.has_preview(settings.tenant_id)
  );
end
$$;

-- Refuses shoppers' actions in a store that isn't open.
create function private.require_open_store(p_tenant_id text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings public.settings;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  case private.current_state(v_settings)
    when 'closed' then perform private.refuse('store_closed');
    when 'resting' then perform private.refuse('store_resting', jsonb_build_object('day', v_settings.reopens_on));
    when 'gone' then perform private.refuse('store_gone');
    else null;
  end case;
end
$$;

-- Policies

create policy "Staff read who is told that their store opens" on public.opening_alerts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

-- Functions

-- A store's state today, and the day and the moment at which a resting one reopens.
create function public.store_opening(p_tenant_id text)
returns table (state public.store_state, reopens_on date, reopens_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select today.state, resting.reopens_on, resting.reopens_on::timestamp at time zone 'Africa/Cairo'
  from public.settings
  cross join lateral (select private.current_state(settings) as state) today
  cross join lateral (select case today.state when 'resting' then settings.reopens_on end as reopens_on) resting
  where settings.tenant_id = p_tenant_id
$$;

-- Opens or closes a store, or lets it rest until a day, which is after today and within a year.
create function public.change_store_state(
  p_tenant_id text, p_state public.store_state, p_reopens_on date default null, p_request_id uuid default null
) returns public.store_standing
language plpgsql security definer set search_path = '' as $$
declare
  v_standing public.store_standing := private.idempotent_result(
    null::public.store_standing, p_request_id, jsonb_build_array('change_store_state', p_tenant_id, p_state, p_reopens_on));
  v_today constant date := private.shop_time()::date;
  v_day constant date := case when p_state = 'resting' then p_reopens_on end;
begin
  if v_standing.state is not null then
    return v_standing;
  end if;
  perform private.require_capability(p_tenant_id, 'settings.open_store');
  if p_state = 'gone' then
    -- remove_store asks for the name.
    perform private.refuse('store_name_differs');
  end if;
  if p_state = 'resting' and (v_day is null or v_day <= v_today or v_day > v_today + 366) then
    perform private.refuse('invalid_reopening');
  end if;
  update public.settings set state = p_state, reopens_on = v_day
  where settings.tenant_id = p_tenant_id
    and (settings.state, settings.reopens_on) is distinct from (p_state, v_day);
  if not found and not exists (select 1 from public.settings where settings.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  v_standing := row(p_state, v_day);
  return private.store_idempotent_result(p_request_id, v_standing);
end
$$;

-- The preview token, which shows a closed store to anybody; `p_renew` replaces it and invalidates the old one. Staff only.
create function public.store_preview(p_tenant_id text, p_renew boolean default false, p_request_id uuid default null)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('store_preview', p_tenant_id, p_renew));
  v_token text;
begin
  if v_first is not null then
    return v_first #>> '{}';
  end if;
  perform private.require_capability(p_tenant_id, 'settings.store');
  insert into public.store_doors (tenant_id) values (p_tenant_id) on conflict (tenant_id) do nothing;
  if p_renew then
    update public.store_doors door set preview_token = default where door.tenant_id = p_tenant_id;
  end if;
  select door.preview_token into v_token from public.store_doors door where door.tenant_id = p_tenant_id;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_token));
  return v_token;
end
$$;

-- Whether a token is the current one of a store's preview. Server only.
create function public.is_store_preview(p_tenant_id text, p_token text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return exists (
    select 1 from public.store_doors door where door.tenant_id = p_tenant_id and door.preview_token = p_token
  );
end
$$;

-- Subscribes an address to the opening of a closed store; asking twice sends one mail. Returns whether the store is closed. Server
-- only.
create function public.ask_for_opening(p_tenant_id text, p_email text, p_language text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_email constant text := lower(btrim(coalesce(p_email, '')));
begin
  perform private.require_service();
  if length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('invalid_email');
  end if;
  -- Opening the store waits for this, and then finds the address.
  perform 1 from public.settings where settings.tenant_id = p_tenant_id and settings.state = 'closed' for share;
  if not found then
    return false;
  end if;
  insert into public.opening_alerts (tenant_id, email, language)
  values (p_tenant_id, v_email, case p_language when 'ar' then 'ar' else 'en' end)
  on conflict (tenant_id, email) do update set language = excluded.language;
  return true;
end
$$;

-- Queues the mails about an opening for its day; mails already queued or being sent stay as they are.
create function private.store_opens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_job('send_opening_alert', alert.id::text, p_tenant_id => alert.tenant_id, p_max_attempts => 12,
    p_run_at => case new.state when 'resting' then new.reopens_on::timestamp at time zone 'Africa/Cairo' else now() end)
  from public.opening_alerts alert
  where alert.tenant_id = new.tenant_id and not exists (
    select 1 from private.jobs job
    where job.kind = 'send_opening_alert' and job.key = alert.id::text and not private.has_failed(job)
      and (job.locked_at is not null or job.run_at <= now())
  );
  return null;
end
$$;

-- The contents of these jobs' mails, for stores open now. A store that closed again queues them anew when it opens. Server only.
create function public.opening_alerts_to_send(p_job_ids bigint[]) returns table (
  id uuid, tenant_id text, email text, language text
)
language plpgsql security definer set search_path = '' as $$
declare
  v_alerts constant uuid[] := private.job_uuids('send_opening_alert', p_job_ids);
begin
  perform private.require_service();
  -- Waits for a concurrent change and sees it; a later one finds no job and queues the mail.
  perform 1 from public.settings
  where settings.tenant_id in (select alert.tenant_id from public.opening_alerts alert where alert.id = any (v_alerts))
    and private.current_state(settings) <> 'open'
  order by settings.tenant_id for share;
  delete from private.jobs job using public.opening_alerts alert, public.settings
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text
    and settings.tenant_id = alert.tenant_id and private.current_state(settings) <> 'open';
  return query
    select alert.id, alert.tenant_id, alert.email, alert.language
    from public.opening_alerts alert
    join public.settings on settings.tenant_id = alert.tenant_id and private.current_state(settings) = 'open'
    where alert.id = any (v_alerts);
end
$$;

-- Triggers

create trigger jobs_deleted after delete on public.opening_alerts
  referencing old table as deleted for each statement execute function private.delete_jobs('send_opening_alert');

create trigger store_opens after update of state, reopens_on on public.settings
  for each row when (new.state in ('open', 'resting') and (old.state, old.reopens_on) is distinct from (new.state, new.reopens_on))
  execute function private.store_opens();

-- Grants

grant select on public.opening_alerts to authenticated;
grant execute on function public.store_opening, private.hidden_stores to anon, authenticated;
grant execute on function public.change_store_state, public.store_preview to authenticated;
