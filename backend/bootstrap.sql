-- What a hosted Supabase project has before its first migration: roles, schemas and the tables of the auth, storage and
-- realtime services, under their real names, so that migrations run unchanged here and there and a dump of one
-- restores into the other. Every statement can be run again.

do $$
declare
  r record;
begin
  for r in
    select * from (values
      ('postgres', 'login createrole createdb bypassrls'),
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = r.name) then
      execute format('create role %I %s', r.name, r.options);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres;

alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '10s';

do $$
begin
  execute format('grant create, connect, temporary on database %I to postgres', current_database());
  execute format('grant connect on database %I to authenticator', current_database());
end
$$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
grant usage on schema extensions to public;
grant all on schema extensions to postgres;

do $$
begin
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end
$$;

-- As on a hosted project: new tables in public are open to the API roles by grant and closed by row-level security.
grant usage, create on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;

-- auth ------------------------------------------------------------------------------------------------------------

create schema if not exists auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, postgres;

create table if not exists auth.users (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb default '{}',
  raw_user_meta_data jsonb default '{}',
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text unique default null,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index if not exists users_email_partial_key on auth.users (email) where is_sso_user = false;

create table if not exists auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  unique (provider_id, provider)
);
create index if not exists identities_user_id_idx on auth.identities (user_id);
create index if not exists identities_email_idx on auth.identities (email text_pattern_ops);

create table if not exists auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  factor_id uuid,
  aal text default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create index if not exists sessions_user_id_idx on auth.sessions (user_id);

create table if not exists auth.refresh_tokens (
  id bigint generated by default as identity primary key,
  instance_id uuid,
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean default false,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade
);
create index if not exists refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index if not exists refresh_tokens_parent_idx on auth.refresh_tokens (parent);

create table if not exists auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  last_used_step bigint
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(both from friendly_name) <> '';

create table if not exists auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  otp_code text
);

create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  unique (session_id, authentication_method)
);

create table if not exists auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);
create index if not exists one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);

create table if not exists auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  auth_code text,
  code_challenge_method text,
  code_challenge text,
  provider_type text not null,
  authentication_method text not null,
  referrer text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  auth_code_issued_at timestamptz
);
alter table auth.flow_state
  add column if not exists provider_access_token text,
  add column if not exists provider_refresh_token text,
  add column if not exists invite_token text,
  add column if not exists oauth_client_state_id uuid,
  add column if not exists linking_target_id uuid,
  add column if not exists linking_identity jsonb,
  add column if not exists email_optional boolean not null default false;
create index if not exists flow_state_auth_code_idx on auth.flow_state (auth_code);
create index if not exists flow_state_user_id_idx on auth.flow_state (user_id, authentication_method);
create index if not exists flow_state_created_at_idx on auth.flow_state (created_at desc);

create table if not exists auth.oauth_client_states (
  id uuid primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
create index if not exists oauth_client_states_created_at_idx on auth.oauth_client_states (created_at);

create table if not exists auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  payload json,
  created_at timestamptz default now(),
  ip_address varchar(64) not null default ''
);
create index if not exists audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);

create or replace function auth.uid() returns uuid language sql stable as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
$$;
create or replace function auth.email() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
grant execute on all functions in schema auth to anon, authenticated, service_role, postgres;
grant select, insert, update, delete, references, trigger on all tables in schema auth to postgres, supabase_auth_admin;
grant usage on all sequences in schema auth to postgres, supabase_auth_admin;

-- storage ---------------------------------------------------------------------------------------------------------

create schema if not exists storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text collate "C",
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now()
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);

create or replace function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
create or replace function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
create or replace function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- Migrations run as `postgres`, which belongs to these owners and so may write their policies, as on a hosted project.
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on all tables in schema storage to anon, authenticated, service_role, postgres, supabase_storage_admin;
grant execute on all functions in schema storage to anon, authenticated, service_role, postgres;

-- realtime --------------------------------------------------------------------------------------------------------

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

-- What has been migrated, in the Supabase CLI's own table.
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
grant usage on schema supabase_migrations to postgres;
grant all on supabase_migrations.schema_migrations to postgres;
