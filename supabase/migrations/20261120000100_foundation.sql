-- Nothing is reachable unless a later migration grants it by name.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema private grant execute on functions to service_role;

-- Row triggers ---------------------------------------------------------------------------------

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end
$$;

create function private.touch_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end
$$;

-- Upserts set every column they name, keys included; a row still never becomes another one or changes its store.
create function private.refuse_move() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', detail = 'row_fixed',
    message = 'A row cannot move to another store, person or id.';
end
$$;

create procedure private.keep_place(p_table regclass, p_columns text[])
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger kept_in_place before update of %s on %s for each row when (%s) execute function private.refuse_move()',
    (select string_agg(quote_ident(c), ', ') from unnest(p_columns) c), p_table,
    (select string_agg(format('old.%1$I <> new.%1$I', c), ' or ') from unnest(p_columns) c)
  );
end
$$;
revoke execute on procedure private.keep_place(regclass, text[]) from public;

-- Helpers ----------------------------------------------------------------------------------------

-- Refuses with a sentence for the person (message), a stable code for the program (detail) and facts (hint, JSON).
create function private.refuse(p_code text, p_message text, p_facts jsonb default null) returns void
language plpgsql set search_path = '' as $$
begin
  if p_facts is null then
    raise exception using errcode = 'P0001', message = p_message, detail = p_code;
  end if;
  raise exception using errcode = 'P0001', message = p_message, detail = p_code, hint = p_facts::text;
end
$$;

create function private.is_service() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'role', '') = 'service_role';
end
$$;

-- Today and now on the shops' clock: every store is in Egypt.
create function private.shop_time(p_at timestamptz default now()) returns timestamp
language sql stable as $$ select p_at at time zone 'Africa/Cairo' $$;

create function private.is_amount(p_value jsonb) returns boolean
language sql immutable as $$
  select case
    when jsonb_typeof(p_value) = 'number'
      then p_value::numeric between 0 and 10000000 and scale(trim_scale(p_value::numeric)) <= 2
    else false
  end
$$;

create function private.is_flag(p_value jsonb) returns boolean
language sql immutable as $$ select coalesce(jsonb_typeof(p_value) = 'boolean', false) $$;

create function private.are_amounts(p_object jsonb) returns boolean
language sql immutable as $$
  select case
    when jsonb_typeof(p_object) = 'object'
      then not exists (select 1 from jsonb_each(p_object) e where not private.is_amount(e.value))
    else false
  end
$$;

create function private.piastres(p_amount numeric) returns bigint
language sql immutable as $$ select (p_amount * 100)::bigint $$;

create function private.pounds(p_piastres bigint) returns numeric
language sql immutable as $$ select round(p_piastres / 100.0, 2) $$;

grant execute on function
  private.refuse(text, text, jsonb), private.is_service(), private.shop_time(timestamptz), private.is_amount(jsonb),
  private.is_flag(jsonb), private.are_amounts(jsonb), private.piastres(numeric), private.pounds(bigint)
  to anon, authenticated, service_role;
