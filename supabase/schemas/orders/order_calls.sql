-- Calling customers to confirm their cash orders (docs/product.md, Calls): who is called next, by whom, and what came of it.

-- Tables

create type public.call_outcome as enum ('confirmed', 'no_answer', 'later', 'wrong_number', 'cancelled');

-- The calls about an order; append-only.
create table public.order_calls (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  -- Null once the caller's own order was erased.
  called_by uuid,
  called_at timestamptz not null default clock_timestamp(),
  outcome public.call_outcome not null,
  -- When to call again; null where the calls about the order ended.
  next_at timestamptz,
  note text not null default '' check (length(note) <= 500),
  unique (tenant_id, id),
  constraint order_calls_next check (next_at is null or outcome in ('no_answer', 'later')),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_calls_by_order on public.order_calls (tenant_id, order_id, called_at desc);
alter table public.order_calls enable row level security;

-- Who is calling about an order; after `claimed_until` somebody else may.
create table private.call_claims (
  order_id uuid primary key,
  tenant_id text not null,
  claimed_by uuid not null references auth.users (id) on delete cascade,
  claimed_until timestamptz not null,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index call_claims_of_store on private.call_claims (tenant_id, order_id);
create index call_claims_by_person on private.call_claims (claimed_by);
alter table private.call_claims enable row level security;

-- The order that the caller is to call about, null if none is due; the unanswered calls so far and whether one more is the last; the
-- orders due now, this one included; and when the next is due if none is.
create type public.claimed_call as (
  tenant_id text, order_id uuid, unanswered integer, is_last_try boolean, waiting integer, next_due_at timestamptz
);

-- Helpers

create function private.call_claim_time() returns interval
language sql immutable set search_path = '' as $$ select interval '5 minutes' $$;

-- Nobody is called in the night: a time after 21:00 or before 10:00 in store time becomes the next 10:00.
create function private.within_calling_hours(p_at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when wall.at::time >= '21:00' then (wall.at::date + 1 + time '10:00') at time zone 'Africa/Cairo'
    when wall.at::time < '10:00' then (wall.at::date + time '10:00') at time zone 'Africa/Cairo'
    else p_at
  end
  from (select p_at at time zone 'Africa/Cairo' as at) wall
$$;

-- When to try again. An evening is at 18:00, from 17:00 on that of the next day; the next day begins at 11:00.
create function private.call_again_at(p_wait public.call_wait, p_from timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case p_wait
    when 'one_hour' then private.within_calling_hours(p_from + interval '1 hour')
    when 'two_hours' then private.within_calling_hours(p_from + interval '2 hours')
    when 'four_hours' then private.within_calling_hours(p_from + interval '4 hours')
    when 'evening' then (wall.at::date + (wall.at::time >= '17:00')::integer + time '18:00') at time zone 'Africa/Cairo'
    when 'next_day' then (wall.at::date + 1 + time '11:00') at time zone 'Africa/Cairo'
  end
  from (select p_from at time zone 'Africa/Cairo' as at) wall
$$;

-- The pauses between unanswered calls, and what follows the last of them; the defaults where a store has set nothing.
create function private.call_settings(p_tenant_id text, out waits public.call_wait[], out ending public.calls_ending)
language plpgsql stable security definer set search_path = '' as $$
begin
  select settings.call_waits, settings.calls_ending into waits, ending
  from public.staff_settings settings where settings.tenant_id = p_tenant_id;
  waits := coalesce(waits, private.default_call_waits());
  ending := coalesce(ending, 'message');
end
$$;

-- The calls that count: those since the address, and with it the phone number, was last changed.
create function private.counted_calls(p_order_id uuid, p_tenant_id text) returns setof public.order_calls
language sql stable as $$
  select made.* from public.order_calls made
  where made.order_id = p_order_id and made.tenant_id = p_tenant_id and not exists (
    select 1 from public.order_edits edit
    where edit.order_id = p_order_id and edit.applied_at > made.called_at and edit.changes ? 'address'
  )
$$;

-- Whether an order is confirmed by a call: the store's cash rules ask for it, and its time isn't over. Inlined into queries, as the
-- one above, so that they use indexes.
create function private.is_to_call(p_order public.orders) returns boolean
language sql stable as $$
  select p_order.status = 'pending' and p_order.confirm_until is not null and p_order.confirm_until > now()
    and p_order.cash_requirement = 'confirm' and not p_order.is_test and coalesce(p_order.destination ->> 'phone', '') <> ''
$$;

-- The orders to call about, with the time from which each is due. A new order is due at once, one whose calls ended is not.
create function private.calls_to_make(p_tenant_ids text[])
returns table (tenant_id text, order_id uuid, due_at timestamptz)
language sql stable as $$
  select orders.tenant_id, orders.id, coalesce(latest.next_at, orders.created_at)
  from public.orders
  left join lateral (
    select made.id, made.next_at from private.counted_calls(orders.id, orders.tenant_id) made
    order by made.called_at desc limit 1
  ) latest on true
  where orders.tenant_id = any (p_tenant_ids) and private.is_to_call(orders) and (latest.id is null or latest.next_at is not null)
$$;

-- Policies

create policy "Staff read the calls about their store's orders" on public.order_calls
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

-- The next due order of these stores that nobody else is calling about, for the caller alone until its claim expires; null if none is
-- due. Callers never wait for each other.
create function private.claim_order_to_call(p_tenant_ids text[]) returns private.call_claims
language plpgsql security definer set search_path = '' as $$
declare
  v_order record;
  v_claim private.call_claims;
begin
  loop
    select orders.id, orders.tenant_id into v_order
    from private.calls_to_make(p_tenant_ids) waiting
    join public.orders on orders.id = waiting.order_id
    left join private.call_claims held on held.order_id = waiting.order_id and held.claimed_until > now()
    where waiting.due_at <= now() and orders.status = 'pending' and (held.order_id is null or held.claimed_by = auth.uid())
    -- The caller's own claim first: a page that is loaded again shows the same order.
    order by held.order_id nulls last, waiting.due_at, waiting.order_id
    limit 1 for no key update of orders skip locked;
    if not found then
      return null;
    end if;
    -- Somebody may have claimed it since this statement began; then the next one sees that.
    insert into private.call_claims as held (order_id, tenant_id, claimed_by, claimed_until)
    values (v_order.id, v_order.tenant_id, auth.uid(), now() + private.call_claim_time())
    on conflict (order_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
      where held.claimed_by = excluded.claimed_by or held.claimed_until <= now()
    returning held.* into v_claim;
    if found then
      return v_claim;
    end if;
  end loop;
end
$$;

-- Gives the caller the next order to call about in these stores, and keeps it from others for some minutes.
create function public.claim_call(p_tenant_ids text[]) returns public.claimed_call
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.change');
  v_claim private.call_claims := private.claim_order_to_call(v_tenant_ids);
  v_call public.claimed_call;
begin
  v_call.tenant_id := v_claim.tenant_id;
  v_call.order_id := v_claim.order_id;
  select count(*) filter (where waiting.due_at <= now()), min(waiting.due_at) filter (where waiting.due_at > now())
  into v_call.waiting, v_call.next_due_at from private.calls_to_make(v_tenant_ids) waiting;
  if v_claim.order_id is not null then
    select count(*), count(*) >= cardinality((private.call_settings(v_claim.tenant_id)).waits)
    into v_call.unanswered, v_call.is_last_try
    from private.counted_calls(v_claim.order_id, v_claim.tenant_id) made where made.outcome = 'no_answer';
  end if;
  return v_call;
end
$$;

-- Keeps the caller's claim while they are calling; false if it is somebody else's by now.
create function public.keep_call(p_order_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.call_claims held set claimed_until = now() + private.call_claim_time()
  where held.order_id = p_order_id and held.claimed_by = auth.uid();
  return found;
end
$$;

-- Gives an order back that the caller has claimed.
create function public.release_call(p_order_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.call_claims held where held.order_id = p_order_id and held.claimed_by = auth.uid();
  return found;
end
$$;

-- The time of the next call after an unanswered one; null after the last.
create function private.next_try_at(p_order public.orders) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  v_waits constant public.call_wait[] := (private.call_settings(p_order.tenant_id)).waits;
  v_unanswered integer;
begin
  select count(*) into v_unanswered
  from private.counted_calls(p_order.id, p_order.tenant_id) made where made.outcome = 'no_answer';
  return private.call_again_at(v_waits[v_unanswered + 1], now());
end
$$;

-- What follows the end of the calls about an order that is not confirmed: it expires at once, or its customer is asked by message and
-- has as long as the cash rules give. A wrong number is asked by mail.
create function private.end_calls(p_order public.orders, p_call public.order_calls) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hours integer;
begin
  if p_call.outcome = 'no_answer' and (private.call_settings(p_order.tenant_id)).ending = 'cancel' then
    -- cancel_unconfirmed_orders does the rest, as for every order that expires.
    update public.orders set confirm_until = now(), updated_at = now() where orders.id = p_order.id;
    return;
  end if;
  select (settings.cash_rules ->> 'hours')::integer into v_hours
  from public.staff_settings settings where settings.tenant_id = p_order.tenant_id;
  update public.orders set
    confirm_until = greatest(confirm_until, now() + interval '1 hour' * coalesce(v_hours, 24)), updated_at = now()
  where orders.id = p_order.id;
  perform private.ask_to_confirm(p_order, p_call.id, p_only_by_mail => p_call.outcome = 'wrong_number');
end
$$;

-- Records what came of a call about an order that waits to be confirmed, and what follows: `confirmed` and `cancelled` (whose reason is
-- the note) change its status; after `no_answer` and `later` it is called again, and can be confirmed at least until two hours after
-- that; a `wrong_number` ends the calls until its address is changed. Refuses orders that somebody else is calling about. Staff only.
create function public.record_call(
  p_order_id uuid, p_outcome public.call_outcome, p_next_at timestamptz default null, p_note text default '',
  p_request_id uuid default null
) returns public.order_calls
language plpgsql security definer set search_path = '' as $$
declare
  v_note constant text := left(btrim(coalesce(p_note, '')), 500);
  v_order public.orders;
  v_call public.order_calls := private.idempotent_result(
    null::public.order_calls, p_request_id, jsonb_build_array('record_call', p_order_id, p_outcome, p_next_at, p_note));
begin
  if v_call.id is not null then
    return v_call;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  perform private.require_call(v_order, p_outcome, p_next_at, v_note);
  insert into public.order_calls (tenant_id, order_id, called_by, outcome, next_at, note)
  values (v_order.tenant_id, v_order.id, auth.uid(), p_outcome,
    case p_outcome when 'later' then p_next_at when 'no_answer' then private.next_try_at(v_order) end, v_note)
  returning * into v_call;
  if p_outcome in ('confirmed', 'cancelled') then
    perform public.change_order_status(
      p_order_id, p_outcome::text::public.order_status, case p_outcome when 'cancelled' then v_note else '' end);
  elsif v_call.next_at is null then
    perform private.end_calls(v_order, v_call);
  else
    update public.orders set confirm_until = greatest(confirm_until, v_call.next_at + interval '2 hours'), updated_at = now()
    where orders.id = p_order_id;
  end if;
  delete from private.call_claims held where held.order_id = p_order_id;
  return private.store_idempotent_result(p_request_id, v_call);
end
$$;

-- Refuses calls about orders that don't wait for one or that somebody else is calling about, a time that isn't within the next two
-- weeks, and a cancellation without its reason.
create function private.require_call(
  p_order public.orders, p_outcome public.call_outcome, p_next_at timestamptz, p_note text
) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_to_call(p_order) then
    perform private.refuse('call_not_awaited');
  elsif exists (
    select 1 from private.call_claims held
    where held.order_id = p_order.id and held.claimed_by <> auth.uid() and held.claimed_until > now()
  ) then
    perform private.refuse('call_claimed');
  elsif p_outcome = 'later' and not coalesce(p_next_at between now() and now() + interval '14 days', false) then
    perform private.refuse('invalid_call_time');
  elsif p_outcome = 'cancelled' and p_note = '' then
    perform private.refuse('reason_required');
  end if;
end
$$;

-- Grants

grant select on public.order_calls to authenticated;
grant execute on function public.claim_call, public.keep_call, public.release_call, public.record_call to authenticated;
