-- The realtime service's schema.

create schema if not exists realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, postgres;

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  primary key (id, inserted_at)
) partition by range (inserted_at);
create table if not exists realtime.messages_default partition of realtime.messages default;
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages_default owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to postgres, supabase_realtime_admin;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- What is told waits here until its transaction has committed, so rolled-back work is never announced, and is passed on
-- by the realtime service. Told by the transaction itself, it would hold the one lock of all notifications while the
-- commit goes to the disk: every transaction that tells something would wait for every other.
create table if not exists realtime.outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  event text not null,
  private boolean not null,
  payload jsonb
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table realtime.outbox enable row level security;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.outbox (topic, event, private, payload)
  values (send.topic, send.event, send.private, send.payload);
end
$$;

-- Notifies those who listen of what lies in the outbox, in order; @returns how much that was. A payload over PostgreSQL's
-- 8,000-byte limit is kept in the messages table and announced by id. The outbox is short, and what was taken from it a
-- moment ago is skipped by its index.
create or replace function realtime.pass_on() returns integer
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  kept record;
  message_id uuid;
  message text;
  passed integer := 0;
begin
  perform pg_catalog.set_config('synchronous_commit', 'off', true);
  -- One at a time: whoever came second would otherwise take the next messages and might tell them first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('realtime.pass_on', 0));
  for kept in
    with taken as (
      delete from realtime.outbox o
      where o.id = any (array(select w.id from realtime.outbox w order by w.id limit 1000))
      returning o.*
    )
    select * from taken order by id
  loop
    -- The id also keeps PostgreSQL from folding two equal messages of one transaction into one.
    message_id := pg_catalog.gen_random_uuid();
    message := pg_catalog.jsonb_build_object(
      'id', message_id, 'topic', kept.topic, 'event', kept.event, 'private', kept.private, 'payload', kept.payload
    )::text;
    if pg_catalog.octet_length(message) > 7900 then
      insert into realtime.messages (id, topic, extension, payload, event, private)
      values (message_id, kept.topic, 'broadcast', kept.payload, kept.event, kept.private);
      message := pg_catalog.jsonb_build_object('id', message_id)::text;
    end if;
    perform pg_catalog.pg_notify('realtime:broadcast', message);
    passed := passed + 1;
  end loop;
  return passed;
end
$$;

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    pg_catalog.jsonb_build_object(
      'operation', operation, 'table', table_name, 'schema', table_schema,
      'record', pg_catalog.to_jsonb(new), 'old_record', pg_catalog.to_jsonb(old)
    ),
    event_name, topic_name
  );
end
$$;
revoke execute on function realtime.send(jsonb, text, text, boolean) from public;
revoke execute on function realtime.pass_on() from public;
revoke execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) from public;
grant execute on function realtime.topic() to anon, authenticated, service_role, postgres;
grant execute on function realtime.send(jsonb, text, text, boolean) to postgres, service_role;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to postgres, service_role;
