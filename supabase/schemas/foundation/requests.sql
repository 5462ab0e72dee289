-- Idempotent requests: a client that got no answer asks again with the same id and gets the first answer.

-- Tables

-- Answers to requests, kept for three days.
create table private.request_answers (
  -- Null for the server.
  user_id uuid references auth.users (id) on delete cascade,
  request_id uuid not null,
  -- Hash of the function's name and arguments.
  request_hash bigint not null,
  answer jsonb not null default 'null',
  created_at timestamptz not null default now(),
  unique nulls not distinct (request_id, user_id)
);
create index request_answers_oldest on private.request_answers (created_at);
create index request_answers_by_person on private.request_answers (user_id);
alter table private.request_answers enable row level security;

-- Helpers

-- Whether this request was already answered; false for a new one, or without an id. `p_request` lists the function's name and
-- arguments. A repeat that arrives while the first is running waits for it. A refused request leaves nothing behind.
create function private.is_repeated(p_request_id uuid, p_request jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_hash constant bigint := jsonb_hash_extended(p_request, 0);
  v_first_hash bigint;
begin
  if p_request_id is null then
    return false;
  end if;
  delete from private.request_answers old where old.ctid in (
    select expired.ctid from private.request_answers expired
    where expired.created_at < now() - interval '3 days' limit 100 for update skip locked
  );
  insert into private.request_answers (user_id, request_id, request_hash) values (auth.uid(), p_request_id, v_hash)
  on conflict do nothing;
  if found then
    return false;
  end if;
  select first.request_hash into v_first_hash from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  if v_first_hash is distinct from v_hash then
    perform private.refuse('request_reused');
  end if;
  return true;
end
$$;

-- The answer stored for a request, jsonb or a row; null for a new request. `p_type` is a null of the answer's type.
create function private.idempotent_result(p_type anyelement, p_request_id uuid, p_request jsonb) returns anyelement
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb;
begin
  if not private.is_repeated(p_request_id, p_request) then
    return null;
  end if;
  select first.answer into v_answer from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  -- Two statements, because one expression has a single type.
  if pg_typeof(p_type) = 'jsonb'::regtype then
    return v_answer;
  end if;
  return jsonb_populate_record(p_type, v_answer);
end
$$;

-- Stores the answer to a request and returns it.
create function private.store_idempotent_result(p_request_id uuid, p_answer anyelement) returns anyelement
language plpgsql security definer set search_path = '' as $$
begin
  update private.request_answers first set answer = to_jsonb(p_answer)
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  return p_answer;
end
$$;

create function private.wait_for_same_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || new.id, 0));
  return new;
end
$$;

-- Adds a trigger for tables that clients upsert with their own ids: of two simultaneous inserts with one id, the second waits for
-- the first and finds its row. Without it, the second may hit a unique index other than the upsert's conflict target and fail.
create procedure private.serialize_upserts(p_table regclass)
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger arrives_in_turn before insert on %s for each row execute function private.wait_for_same_row()', p_table);
end
$$;
