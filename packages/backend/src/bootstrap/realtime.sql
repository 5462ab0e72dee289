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
create index if not exists messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages_default owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to postgres, supabase_realtime_admin;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Broadcasts wait here until their transaction has committed, so rolled-back work is never announced. NOTIFY
-- within the transaction would hold PostgreSQL's only lock of the notification queue during the commit, so
-- that transactions wait for each other.
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

-- Notifies listeners of the outbox's messages, in order; returns their number. Messages of private channels
-- stay in the messages table for a while, for replay. A payload over PostgreSQL's 8,000-byte limit is stored
-- there too and announced by id. Without sequential scans: the table is short, and its index skips rows
-- deleted a moment ago.
create or replace function realtime.flush_outbox() returns integer
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  v record;
  message_id uuid;
  message text;
  passed integer := 0;
begin
  perform pg_catalog.set_config('synchronous_commit', 'off', true);
  -- One at a time: a second caller would take the next messages and might send them first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('realtime.flush_outbox', 0));
  for v in
    with taken as (
      delete from realtime.outbox o
      where o.id = any (array(select w.id from realtime.outbox w order by w.id limit 1000))
      returning o.*
    )
    select * from taken order by id
  loop
    -- The id also keeps PostgreSQL from merging two equal messages of one transaction.
    message_id := pg_catalog.gen_random_uuid();
    message := pg_catalog.jsonb_build_object(
      'id', message_id, 'topic', v.topic, 'event', v.event, 'private', v.private, 'payload', v.payload
    )::text;
    if v.private or pg_catalog.octet_length(message) > 7900 then
      insert into realtime.messages (id, topic, extension, payload, event, private)
      values (message_id, v.topic, 'broadcast', v.payload, v.event, v.private);
    end if;
    if pg_catalog.octet_length(message) > 7900 then
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
revoke execute on function realtime.flush_outbox() from public;
revoke execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) from public;
grant execute on function realtime.topic() to anon, authenticated, service_role, postgres;
grant execute on function realtime.send(jsonb, text, text, boolean) to postgres, service_role;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to postgres, service_role;

-- Tables whose changes `postgres_changes` forwards; migrations add theirs.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    alter publication supabase_realtime owner to postgres;
  end if;
end
$$;
