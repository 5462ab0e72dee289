-- Mails to owners about what opens a store to somebody: ways to pay, rights, and files with people's data. They are read off the log
-- of changes, so that nothing has to announce itself.

-- Tables

create type public.owner_alert_kind as enum ('payment', 'rights', 'security', 'export');

-- The outbox: one row for each log entry and owner. What was sent stays for a while, so that the next mail waits its time.
create table private.owner_alerts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  audit_id bigint not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  actor_id uuid not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  foreign key (tenant_id, audit_id) references public.audit_log (tenant_id, id) on delete cascade
);
create index owner_alerts_of_entry on private.owner_alerts (tenant_id, audit_id);
create index owner_alerts_of_person on private.owner_alerts (user_id, actor_id, sent_at);
alter table private.owner_alerts enable row level security;

-- Functions

-- Whether owners hear of a log entry, and as what.
create function private.owner_alert_kind(p_entry public.audit_log) returns public.owner_alert_kind
language sql immutable set search_path = '' as $$
  select case
    when p_entry.entity = 'settings' and (p_entry.before ? 'payment'
      or jsonb_path_query_array(p_entry.before, '$.translations.*.payment')
        <> jsonb_path_query_array(p_entry.after, '$.translations.*.payment')) then 'payment'
    when p_entry.entity in ('user_roles', 'staff_grants', 'staff_roles', 'staff_invitations') then 'rights'
    when p_entry.entity = 'mfa_factors' or p_entry.entity = 'staff_settings'
      and p_entry.before ?| '{staff_need_second_factor,second_step_hours,customers_need_aal2}' then 'security'
    when p_entry.entity = 'exports' and p_entry.after ->> 'list' in ('person', 'customers', 'orders', 'messages', 'users', 'changes')
      then 'export'
  end::public.owner_alert_kind
$$;

-- Who is a super admin of a store, or of all stores.
create function private.owners_of(p_tenant_id text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select distinct held.user_id from public.user_roles held
    where held.role = 'super_admin' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  )
$$;

-- Whom a log entry is told: the owners, and whoever it made one no longer. Who did it themselves only if no other owner would hear;
-- somebody whom it has just made an owner is no other one, as they may belong to whoever took an account over.
create function private.owners_to_alert(p_entry public.audit_log) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_owners constant uuid[] := private.owners_of(p_entry.tenant_id);
  v_about constant uuid := case when p_entry.entity = 'user_roles' then coalesce((p_entry.before ->> 'user_id')::uuid, (
    select held.user_id from public.user_roles held where held.id::text = p_entry.entity_id)) end;
  v_others uuid[] := array_remove(v_owners, p_entry.actor_id);
begin
  if array_remove(v_others, v_about) = '{}' then
    v_others := v_owners;
  end if;
  return case when v_about is not null and p_entry.before ->> 'role' = 'super_admin' and v_about <> p_entry.actor_id
    then array_append(array_remove(v_others, v_about), v_about) else v_others end;
end
$$;

-- Queues the mail about a log entry, at once, or five minutes after the last one about the same person's acts.
create function private.alert_owners() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_alert private.owner_alerts;
begin
  if new.actor_id is null or private.owner_alert_kind(new) is null then
    return null;
  end if;
  delete from private.owner_alerts told where told.actor_id = new.actor_id and told.sent_at < now() - interval '1 day';
  for v_alert in
    insert into private.owner_alerts (tenant_id, audit_id, user_id, actor_id)
    select new.tenant_id, new.id, owner.id, new.actor_id from unnest(private.owners_to_alert(new)) owner (id)
    returning *
  loop
    perform private.add_job('send_owner_alert', v_alert.id::text, p_tenant_id => new.tenant_id, p_max_attempts => 12,
      p_run_at => greatest(now(), (
        select max(told.sent_at) + interval '5 minutes' from private.owner_alerts told
        where told.user_id = v_alert.user_id and told.actor_id = new.actor_id
      )));
  end loop;
  return null;
end
$$;

-- The mails of these jobs: everything that one person did and an owner has not heard of yet, the first first. `items`: [{"kind",
-- "entity", "action", "label", "before", "after", "tenant_ids", "at"}]; an act that is logged in several stores is one of them.
-- Server only.
create function public.owner_alerts_to_send(p_job_ids bigint[]) returns table (
  id uuid, tenant_id text, email text, language text, actor_name text, items jsonb, alert_ids uuid[]
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_alerts constant uuid[] := private.job_uuids('send_owner_alert', p_job_ids);
begin
  perform private.require_service();
  return query
  with due as (
    select distinct on (told.user_id, told.actor_id) told.user_id, told.actor_id, told.id as job_key
    from private.owner_alerts told where told.id = any (v_alerts) and told.sent_at is null
    order by told.user_id, told.actor_id, told.id
  ), acts as (
    select due.user_id, due.actor_id, due.job_key, min(entry.id) as first_id, array_agg(waiting.id) as alert_ids,
      array_agg(entry.tenant_id order by entry.id) as tenant_ids, entry.created_at as at, entry.entity, entry.action, entry.label,
      entry.before, entry.after, (array_agg(private.owner_alert_kind(entry)))[1] as kind
    from due
    join private.owner_alerts waiting on waiting.user_id = due.user_id and waiting.actor_id = due.actor_id and waiting.sent_at is null
    join public.audit_log entry on entry.tenant_id = waiting.tenant_id and entry.id = waiting.audit_id
    group by due.user_id, due.actor_id, due.job_key, entry.created_at, entry.entity, entry.entity_id, entry.action, entry.label,
      entry.before, entry.after
  )
  select act.job_key, (array_agg(act.tenant_ids[1] order by act.first_id))[1], mailbox.email, mailbox.language,
    private.staff_label(act.actor_id, (array_agg(act.tenant_ids[1] order by act.first_id))[1]),
    jsonb_agg(jsonb_build_object('kind', act.kind, 'entity', act.entity, 'action', act.action, 'label', act.label,
      'before', act.before, 'after', act.after, 'tenant_ids', act.tenant_ids, 'at', act.at) order by act.first_id),
    array(
      select alert_id from acts told cross join unnest(told.alert_ids) alert_id where told.job_key = act.job_key)
  from acts act
  cross join lateral private.mailbox_of_person(act.user_id) mailbox
  group by act.job_key, act.actor_id, mailbox.email, mailbox.language;
end
$$;

-- Marks what these mails told. Server only.
create function public.owner_alerts_sent(p_alert_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.owner_alerts told set sent_at = now() where told.id = any (p_alert_ids);
end
$$;

-- Logs that somebody took a list of these stores as a file; the page makes it of what they may read.
create function public.log_export(p_tenant_ids text[], p_list text, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('log_export', p_tenant_ids, p_list)) then
    return;
  end if;
  if p_list !~ '^[a-z][a-z_-]{0,39}$' then
    perform private.refuse('invalid_rows');
  end if;
  perform private.write_audit(place.id, 'insert', 'exports', place.id, p_list, null, jsonb_build_object('list', p_list))
  from (select unnest(p_tenant_ids) intersect select unnest(private.workplaces())) place (id);
end
$$;

-- Triggers

create trigger owners_alerted after insert on public.audit_log
  for each row execute function private.alert_owners();

create trigger jobs_deleted after delete on private.owner_alerts
  referencing old table as deleted for each statement execute function private.delete_jobs('send_owner_alert');

-- Grants

grant execute on function public.log_export to authenticated;
