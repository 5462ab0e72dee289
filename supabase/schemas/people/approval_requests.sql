-- What staff may not do alone because of their ceiling (ceilings.sql): they ask, and somebody else whose ceiling suffices does it.

-- Tables

create type public.approval_state as enum (
  'pending',
  -- And carried out.
  'approved',
  'refused',
  -- By itself: see ended_because.
  'ended'
);

create table public.approval_requests (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  act public.approval_act not null,
  -- Of the function, by name; empty once the request is decided.
  arguments jsonb not null,
  capability text not null,
  -- The ceiling it takes, in pounds or percent.
  needed numeric(12, 2) not null,
  -- For people who decide: private.approval_facts.
  facts jsonb not null,
  -- What must still be the same when it is approved: private.approval_basis.
  basis jsonb not null,
  order_id uuid,
  customer_id uuid,
  product_ids uuid[] not null default '{}',
  note text not null default '' check (length(note) <= 1000),
  asked_by uuid not null references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now(),
  state public.approval_state not null default 'pending',
  ended_because text check (ended_because in ('changed', 'order_cancelled', 'product_deleted', 'expired')),
  -- The answer of who decided.
  word text not null default '' check (length(word) <= 1000),
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz,
  -- When the person who asked has seen how it was decided.
  seen_at timestamptz,
  unique (tenant_id, id),
  constraint approval_requests_decided check ((state = 'pending') = (decided_at is null)),
  constraint approval_requests_ended check ((state = 'ended') = (ended_because is not null)),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (customer_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index approval_requests_newest on public.approval_requests (tenant_id, asked_at desc);
create unique index approval_requests_pending
  on public.approval_requests (tenant_id, asked_by, act, jsonb_hash_extended(arguments, 0)) where state = 'pending';
create index approval_requests_asked_by on public.approval_requests (asked_by);
create index approval_requests_decided_by on public.approval_requests (decided_by);
create index approval_requests_by_order on public.approval_requests (tenant_id, order_id);
create index approval_requests_by_customer on public.approval_requests (customer_id, tenant_id);
alter table public.approval_requests enable row level security;

-- Functions

-- Whether the caller may decide about a request: they have the right, up to a ceiling that suffices, and did not ask themselves.
create function private.may_decide(p_request public.approval_requests) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_request.asked_by is distinct from auth.uid() and not private.is_service()
    and private.may(p_request.tenant_id, p_request.capability)
    and coalesce(p_request.needed <= private.ceiling(p_request.tenant_id, p_request.capability), true);
end
$$;

-- Whether the caller sees a request: they asked for it, or may decide about it.
create function private.sees_request(p_request public.approval_requests) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.may(p_request.tenant_id, 'approvals.see')
    and (p_request.asked_by = auth.uid() or private.may_decide(p_request) or private.is_service());
end
$$;

-- Whether somebody could decide about a request, regardless of their second factor.
create function private.could_decide(p_request public.approval_requests, p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_request.asked_by <> p_user_id and private.holds_capability(p_request.tenant_id, p_request.capability, p_user_id)
    and coalesce(p_request.needed <= private.ceiling(p_request.tenant_id, p_request.capability, p_user_id), true);
end
$$;

-- Ends pending requests, and forgets their arguments, which may tell of a customer.
create function private.end_approval_requests(p_ids uuid[], p_because text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.approval_requests request set state = 'ended', ended_because = p_because, decided_at = now(), arguments = '{}',
    facts = request.facts - 'customer'
  where request.id = any (p_ids) and request.state = 'pending';
end
$$;

-- Ends the requests of a store, or of all stores, that nobody decided within a week, and deletes those decided three months ago.
create function private.end_old_approval_requests(p_tenant_id text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.tenant_id = coalesce(p_tenant_id, request.tenant_id) and request.state = 'pending'
      and request.asked_at < now() - interval '7 days'
    for update skip locked
  ), 'expired');
  delete from public.approval_requests request
  where request.tenant_id = coalesce(p_tenant_id, request.tenant_id) and request.decided_at < now() - interval '90 days';
end
$$;

-- Ends requests that nobody decided within a week, so that whoever asked hears of it. Server only.
create function public.expire_approval_requests() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  perform private.end_old_approval_requests();
end
$$;

-- How the log calls a request: by its order or product, else by how much it takes.
create function private.approval_label(p_request public.approval_requests) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(p_request.facts ->> 'number', p_request.facts #>> '{prices,0,name}', trim_scale(p_request.needed) || case
    when exists (
      select 1 from private.limited_capabilities limited
      where limited.capability = p_request.capability and limited.unit = 'percent'
    ) then ' %' else ' EGP' end);
end
$$;

-- Writes into an order's history, for staff, that somebody asked, approved or refused.
create function private.note_approval(p_order_id uuid, p_remark jsonb, p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_event_id uuid;
begin
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, 'staff', p_remark, true
  from public.orders where orders.id = p_order_id
  returning id into v_event_id;
  update public.order_event_actors acted set actor_id = p_person
  where acted.event_id = v_event_id and acted.actor_id <> p_person;
end
$$;

-- Asks for something that lies above the caller's ceiling; returns the request's id. `p_arguments` are those of the function, by
-- name. It is tried and undone: every other rule has to be met when it is asked for.
create function public.request_approval(
  p_act public.approval_act, p_arguments jsonb, p_note text default '', p_request_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('request_approval', p_act, p_arguments, p_note));
  v_subject private.approval_subject;
  v_refusal jsonb;
  v_request public.approval_requests;
begin
  if v_first is not null then
    return (v_first #>> '{}')::uuid;
  end if;
  if p_act is null or jsonb_typeof(p_arguments) is distinct from 'object' or length(p_arguments::text) > 200000 then
    perform private.refuse('invalid_approval_request');
  elsif length(p_note) > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_subject := private.approval_subject(p_act, p_arguments);
  v_refusal := private.refusal_of(format('select private.carry_out(%L, %L)', p_act, p_arguments));
  if v_refusal is null then
    perform private.refuse('approval_not_needed');
  elsif v_refusal ->> 'code' <> 'above_ceiling' then
    perform private.raise_refusal(v_refusal);
  end if;
  perform private.end_old_approval_requests(v_subject.tenant_id);
  insert into public.approval_requests (
    tenant_id, act, arguments, capability, needed, facts, basis, order_id, customer_id, product_ids, note, asked_by
  ) values (
    v_subject.tenant_id, p_act, p_arguments, v_refusal ->> 'capability', (v_refusal ->> 'needed')::numeric,
    private.approval_facts(p_act, p_arguments, v_subject), private.approval_basis(p_act, p_arguments), v_subject.order_id,
    v_subject.customer_id, v_subject.product_ids, btrim(coalesce(p_note, '')), auth.uid()
  ) on conflict do nothing returning * into v_request;
  if v_request.id is null then
    perform private.refuse('already_asked');
  end if;
  perform private.note_approval(v_request.order_id, '{"code": "approval_asked"}', v_request.asked_by) where v_request.order_id is not null;
  perform private.write_audit(v_request.tenant_id, 'insert', 'approval_requests', v_request.id::text,
    private.approval_label(v_request), null,
    jsonb_build_object('act', v_request.act, 'needed', v_request.needed, 'note', v_request.note));
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_request.id));
  return v_request.id;
end
$$;

-- Locks a pending request that the caller may decide about, after what it is about: whoever cancels the order or deletes the
-- product locks in this order too.
create function private.lock_approval_request(p_id uuid) returns public.approval_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_request public.approval_requests;
begin
  select request.* into v_request from public.approval_requests request where request.id = p_id;
  if v_request.asked_by = auth.uid() then
    perform private.refuse('own_approval_request');
  elsif v_request.id is null or not private.may_decide(v_request) then
    perform private.refuse('unknown_approval_request');
  end if;
  perform private.lock_orders(array[v_request.order_id]) where v_request.order_id is not null;
  perform 1 from public.products product where product.id = any (v_request.product_ids) order by product.id for update;
  select request.* into v_request from public.approval_requests request where request.id = p_id for update;
  if v_request.state is distinct from 'pending' then
    perform private.refuse('approval_request_decided', jsonb_build_object('reason', coalesce(v_request.state, 'ended')));
  elsif v_request.asked_at < now() - interval '7 days' then
    perform private.refuse('approval_request_decided', '{"reason": "ended"}');
  end if;
  return v_request;
end
$$;

-- Approves a request, which carries it out as the caller, or refuses it with a word. If what it is about has changed since, it ends
-- instead. Returns the request. For people with the right, up to a ceiling that suffices, other than who asked.
create function public.decide_approval_request(
  p_id uuid, p_approve boolean, p_word text default '', p_request_id uuid default null
) returns public.approval_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_request public.approval_requests := private.idempotent_result(null::public.approval_requests,
    p_request_id, jsonb_build_array('decide_approval_request', p_id, p_approve, p_word));
  v_word constant text := btrim(coalesce(p_word, ''));
  v_placed uuid;
begin
  if v_request.id is not null then
    return v_request;
  end if;
  v_request := private.lock_approval_request(p_id);
  if length(v_word) > 1000 then
    perform private.refuse('note_too_long');
  elsif p_approve is not true and v_word = '' then
    perform private.refuse('reason_required');
  end if;
  if p_approve and v_request.basis <> private.approval_basis(v_request.act, v_request.arguments) then
    perform private.end_approval_requests(array[p_id], 'changed');
  else
    update public.approval_requests request set state = case when p_approve then 'approved' else 'refused' end::public.approval_state,
      word = v_word, decided_by = auth.uid(), decided_at = now(), arguments = '{}', facts = request.facts - 'customer'
    where request.id = p_id;
    if p_approve then
      v_placed := private.carry_out(v_request.act, v_request.arguments);
      if v_request.order_id is null and v_placed is not null then
        update public.approval_requests request set order_id = v_placed, facts = request.facts || jsonb_build_object(
          'number', (select orders.number from public.orders where orders.id = v_placed))
        where request.id = p_id;
        perform private.note_approval(v_placed, '{"code": "approval_asked"}', v_request.asked_by);
      end if;
    end if;
    perform private.note_approval(request.order_id, case when p_approve then '{"code": "approval_approved"}'::jsonb
      else '{"code": "approval_refused"}' end, request.decided_by)
    from public.approval_requests request where request.id = p_id and request.order_id is not null;
  end if;
  select request.* into v_request from public.approval_requests request where request.id = p_id;
  perform private.write_audit(v_request.tenant_id, 'update', 'approval_requests', v_request.id::text,
    private.approval_label(v_request), '{"state": "pending"}',
    jsonb_strip_nulls(jsonb_build_object(
      'state', v_request.state, 'ended_because', v_request.ended_because, 'word', nullif(v_request.word, ''))));
  return private.store_idempotent_result(p_request_id, v_request);
end
$$;

-- The requests of these stores that the caller asked for or may decide about, newest first, 200 at most; with `p_whose` only those that
-- the caller was asked to decide ('mine'), or nobody ('nobody'). `is_news` is a decision that the caller, who asked, has not seen yet. `assignee` is who decides
-- about a pending one.
create function public.list_approval_requests(p_tenant_ids text[], p_whose text default '') returns table (
  id uuid, tenant_id text, act public.approval_act, needed numeric, facts jsonb, note text, word text, order_id uuid,
  customer_id uuid, product_ids uuid[], state public.approval_state, ended_because text, asked_by text, asked_at timestamptz,
  decided_by text, decided_at timestamptz, is_own boolean, may_decide boolean, is_news boolean,
  assignee uuid, assignee_name text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('approvals.see')));
begin
  perform private.refuse('staff_only') where cardinality(v_tenant_ids) = 0;
  return query
  select request.id, request.tenant_id, request.act, request.needed,
    case when profile.name <> '' then request.facts || jsonb_build_object('customer', profile.name) else request.facts end,
    request.note, request.word, request.order_id, request.customer_id, request.product_ids,
    case when shown.has_expired then 'ended' else request.state end,
    case when shown.has_expired then 'expired' else request.ended_because end,
    private.staff_label(request.asked_by, request.tenant_id), request.asked_at,
    private.staff_label(request.decided_by, request.tenant_id), request.decided_at, shown.is_own,
    shown.may_decide and request.state = 'pending' and not shown.has_expired,
    shown.is_own and request.state <> 'pending' and request.seen_at is null,
    assigned.user_id, private.staff_label(assigned.user_id, request.tenant_id)
  from public.approval_requests request
  left join public.assignments assigned on assigned.tenant_id = request.tenant_id and assigned.approval_request_id = request.id
    and request.state = 'pending' and private.could_decide(request, assigned.user_id)
  left join public.profiles profile on profile.id = request.customer_id and profile.tenant_id = request.tenant_id
  cross join lateral (
    select request.asked_by = auth.uid() as is_own, private.may_decide(request) as may_decide,
      request.state = 'pending' and request.asked_at < now() - interval '7 days' as has_expired
  ) shown
  where request.tenant_id = any (v_tenant_ids) and (shown.is_own or shown.may_decide) and case p_whose
    when 'mine' then assigned.user_id = auth.uid()
    when 'nobody' then request.state = 'pending' and not shown.has_expired and assigned.user_id is null else true end
  order by request.state = 'pending' desc, request.asked_at desc, request.id
  limit 200;
end
$$;

-- How many requests of these stores wait for the caller's decision, and how many decisions about their own they have not seen.
create function public.count_approval_requests(p_tenant_ids text[]) returns table (waiting integer, news integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('approvals.see')));
begin
  perform private.refuse('staff_only') where cardinality(v_tenant_ids) = 0;
  return query
  select
    (count(*) filter (where request.state = 'pending' and private.may_decide(request)))::integer,
    (count(*) filter (where request.state <> 'pending' and request.asked_by = auth.uid()))::integer
  from public.approval_requests request
  where request.tenant_id = any (v_tenant_ids) and (
    request.state = 'pending' and request.asked_at >= now() - interval '7 days'
    or request.asked_by = auth.uid() and request.seen_at is null
  );
end
$$;

-- Notes that the caller has seen how their own requests were decided, and which they are to decide; returns whether any decision was
-- news.
create function public.see_approval_requests(p_ids uuid[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.assignments assigned set seen_at = now()
  where assigned.approval_request_id = any (p_ids) and assigned.user_id = auth.uid() and assigned.seen_at is null;
  update public.approval_requests request set seen_at = now()
  where request.id = any (p_ids) and request.asked_by = auth.uid() and request.state <> 'pending' and request.seen_at is null;
  return found;
end
$$;

-- Tells open offices of the store, which count again.
create function private.announce_approval_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'asked_by', new.asked_by, 'state', new.state),
    'approval', 'staff:' || new.tenant_id, true);
  return null;
end
$$;

-- A refund of a cancelled order is no longer asked for: cancelling it makes its own.
create function private.end_requests_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.order_id = new.id and request.act = 'refund_order' and request.state = 'pending'
  ), 'order_cancelled');
  return null;
end
$$;

create function private.end_requests_of_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.tenant_id = old.tenant_id and request.state = 'pending' and old.id = any (request.product_ids)
  ), 'product_deleted');
  return null;
end
$$;

-- Triggers

create trigger announced after insert on public.approval_requests
  for each row execute function private.announce_approval_request();

create trigger announced_decision after update of state on public.approval_requests
  for each row when (new.state <> old.state) execute function private.announce_approval_request();

create trigger approval_requests_ended after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.end_requests_of_order();

create trigger approval_requests_ended after update of deleted_at on public.products
  for each row when (new.deleted_at is not null and old.deleted_at is null) execute function private.end_requests_of_product();

create trigger approval_requests_ended_by_deleting after delete on public.products
  for each row execute function private.end_requests_of_product();

-- Grants

grant execute on function
  public.request_approval,
  public.decide_approval_request,
  public.list_approval_requests,
  public.count_approval_requests,
  public.see_approval_requests
to authenticated;
