-- What a hosted Supabase project has before its first migration: roles, schemas and the tables of the auth,
-- storage and realtime services, under their real names, so that migrations run unchanged on both and a dump
-- of one restores into the other. Every statement can be repeated.

-- A role's creator who is not a superuser may then act as it and own its objects.
set local createrole_self_grant = 'set, inherit';

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
grant anon, authenticated, service_role to postgres;
-- Migrations run as `postgres` and create policies on these owners' tables, as Supabase's supautils extension
-- allows.
grant supabase_storage_admin, supabase_realtime_admin to postgres;

-- As on a hosted project, so that a migration can say `alter role authenticator set pgrst.db_schemas = …`.
grant authenticator to postgres with admin option;
do $$
declare
  setting text;
begin
  foreach setting in array array[
    'db_schemas', 'db_schema', 'db_extra_search_path', 'db_max_rows', 'db_aggregates_enabled', 'db_plan_enabled',
    'db_pre_request', 'db_tx_end', 'db_hoisted_tx_settings', 'db_prepared_statements', 'db_root_spec',
    'jwt_aud', 'jwt_role_claim_key', 'jwt_secret', 'jwt_secret_is_base64',
    'openapi_mode', 'openapi_security_active', 'openapi_server_proxy_uri',
    'server_cors_allowed_origins', 'server_timing_enabled', 'server_trace_header'
  ] loop
    execute format('grant set on parameter pgrst.%s to postgres', setting);
  end loop;
exception when insufficient_privilege then
  raise notice 'Only a superuser lets migrations change the settings of the Data API';
end
$$;

-- Requests without a user get less time. A migration's own setting takes precedence.
do $$
declare
  limits constant text[][] := array[['anon', '3s'], ['authenticated', '8s']];
  own text[];
begin
  foreach own slice 1 in array limits loop
    if not exists (
      select from pg_catalog.pg_db_role_setting s join pg_catalog.pg_roles r on r.oid = s.setrole
      cross join lateral unnest(s.setconfig) as setting
      where r.rolname = own[1] and setting like 'statement\_timeout=%'
    ) then
      execute format('alter role %I set statement_timeout = %L', own[1], own[2]);
    end if;
  end loop;
end
$$;
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
-- Statement statistics. Skipped if this user may not create the extension, or the server lacks it.
do $$
begin
  create extension if not exists pg_stat_statements with schema extensions;
  grant pg_read_all_stats to postgres;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_stat_statements is left out: %', sqlerrm;
end
$$;
grant all on schema extensions to postgres;

do $$
begin
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end
$$;

-- As on a hosted project: new tables in public are open to the API roles by grant and closed by row-level
-- security.
grant usage, create on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;

-- Applied migrations, in the Supabase CLI's own table.
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
grant usage on schema supabase_migrations to postgres;
grant all on supabase_migrations.schema_migrations to postgres;
