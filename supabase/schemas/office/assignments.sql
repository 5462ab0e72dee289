-- Assignments of orders, returns, conversations and requests for approval, and mentions in internal notes.

-- Tables

-- Whose an order, return, conversation or request for approval is. An order carries its transfers, and its returns until one is passed
-- on by itself. Seen only while the person may see the thing; afterwards it is nobody's.
create table public.assignments (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid,
  conversation_id uuid,
  return_id uuid,
  approval_request_id uuid,
  user_id uuid not null references auth.users (id) on delete cascade,
  assigned_by uuid references auth.users (id) on delete set null,
  assigned_at timestamptz not null default now(),
  -- When the person first saw it; null until then.
  seen_at timestamptz,
  unique (tenant_id, order_id),
  unique (tenant_id, conversation_id),
  unique (tenant_id, return_id),
  unique (tenant_id, approval_request_id),
  constraint assignments_one_thing check (num_nonnulls(order_id, conversation_id, return_id, approval_request_id) = 1),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references public.conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete cascade,
  foreign key (tenant_id, approval_request_id) references public.approval_requests (tenant_id, id) on delete cascade
);
create index assignments_of_person on public.assignments (user_id, tenant_id);
create index assignments_by on public.assignments (assigned_by);
alter table public.assignments enable row level security;

-- The note has a mention as `@[id of the person]`.
create table public.mentions (
  event_id uuid not null,
  tenant_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  primary key (event_id, tenant_id, user_id),
  foreign key (tenant_id, event_id) references public.order_events (tenant_id, id) on delete cascade
);
create index mentions_of_person on public.mentions (user_id, tenant_id);
create index mentions_of_event on public.mentions (tenant_id, event_id);
alter table public.mentions enable row level security;

-- What is meant for somebody: an order, return, conversation or request that became theirs, a note that mentions them, or the
-- decision about what they asked for.
create type public.meant_for_me as (
  tenant_id text, kind text, order_id uuid, conversation_id uuid, about text, note text, from_name text, at timestamptz, is_seen boolean,
  approval_request_id uuid
);

-- Helpers

-- Whoever works in these stores and has a capability there, as 'store person'.
create function private.people_who_may(p_tenant_ids text[], p_capability text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select distinct place.id || ' ' || held.user_id
    from private.held_capabilities held
    join unnest(p_tenant_ids) place (id) on place.id = held.tenant_id or held.tenant_id is null
    where held.capability = p_capability
  );
end
$$;

-- The people whom a text mentions.
create function private.mentioned_in(p_text text) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(
    select distinct found.id[1]::uuid
    from regexp_matches(p_text, '@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]', 'g') found (id)
  )
$$;

-- Policies

create policy "Staff read who works on their store's orders and returns" on public.assignments
  for select to authenticated using (
    num_nonnulls(order_id, return_id) = 1 and tenant_id || ' ' || user_id = any ((
      select private.people_who_may(private.tenants_where_may('orders.see'), 'orders.see')
    )::text[])
  );

create policy "Staff read who works on their store's conversations" on public.assignments
  for select to authenticated using (
    conversation_id is not null and tenant_id || ' ' || user_id = any ((
      select private.people_who_may(private.tenants_where_may('customers.see'), 'customers.see')
    )::text[])
  );

create policy "Staff read who decides about their store's requests" on public.assignments
  for select to authenticated using (
    approval_request_id is not null and tenant_id || ' ' || user_id = any ((
      select private.people_who_may(private.tenants_where_may('approvals.see'), 'approvals.see')
    )::text[])
  );

create policy "Staff read who is mentioned in their store's notes" on public.mentions
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

-- The people to whom orders (orders.see) or conversations (customers.see) of these stores can be assigned, and who can be mentioned
-- there; of the stores where the caller has the same capability.
create function public.assignable_people(p_tenant_ids text[], p_capability text)
returns table (tenant_id text, id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenants constant text[] := array(
    select unnest(p_tenant_ids) intersect
    select unnest(case p_capability
      when 'orders.see' then private.tenants_where_may('orders.see')
      when 'customers.see' then private.tenants_where_may('customers.see')
    end)
  );
begin
  return query
    select found.pair[1], found.pair[2]::uuid, private.staff_label(found.pair[2]::uuid, found.pair[1])
    from unnest(private.people_who_may(v_tenants, p_capability)) key
    cross join lateral (select string_to_array(key, ' ') as pair) found
    order by 3, 2;
end
$$;

-- Refuses somebody who may not see things of these stores; nobody is always possible.
create function private.require_assignable(p_tenant_ids text[], p_user_id uuid, p_capability text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_user_id is not null and exists (
    select 1 from unnest(p_tenant_ids) place (id)
    where place.id || ' ' || p_user_id <> all (private.people_who_may(array[place.id], p_capability))
  ) then
    perform private.refuse('not_assignable');
  end if;
end
$$;

-- Assigns orders, also of several stores, to somebody who may see them, or to nobody. What changes is in the orders' histories.
create function public.assign_orders(p_order_ids uuid[], p_user_id uuid, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_places record;
  v_changed uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_orders', p_order_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select orders.tenant_id from public.orders
    where orders.id = any (p_order_ids) and private.may(orders.tenant_id, 'orders.see') order by orders.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_order_ids) wanted) then
    perform private.refuse('unknown_order');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'orders.see');
  with removed as (
    delete from public.assignments assigned where p_user_id is null and assigned.order_id = any (p_order_ids) returning assigned.order_id
  ), written as (
    insert into public.assignments (tenant_id, order_id, user_id, assigned_by, seen_at)
    select orders.tenant_id, orders.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
    from public.orders where orders.id = any (p_order_ids) and p_user_id is not null order by orders.id
    on conflict (tenant_id, order_id) do update set
      user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
    where assignments.user_id <> excluded.user_id
    returning assignments.order_id
  )
  select array(select removed.order_id from removed union all select written.order_id from written) into v_changed;
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, case when auth.uid() is null then 'system' else 'staff' end,
    case when p_user_id is null then '{"code": "unassigned"}'
      else '{"code": "assigned"}'::jsonb || jsonb_build_object('user_id', p_user_id) end, true
  from public.orders where orders.id = any (v_changed);
end
$$;

-- Assigns conversations, also of several stores, to somebody who may see them, or to nobody.
create function public.assign_conversations(p_conversation_ids uuid[], p_user_id uuid, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_places record;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_conversations', p_conversation_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select conversation.tenant_id from public.conversations conversation
    where conversation.id = any (p_conversation_ids) and private.may(conversation.tenant_id, 'customers.see')
    order by conversation.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_conversation_ids) wanted) then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'customers.see');
  delete from public.assignments assigned where p_user_id is null and assigned.conversation_id = any (p_conversation_ids);
  insert into public.assignments (tenant_id, conversation_id, user_id, assigned_by, seen_at)
  select conversation.tenant_id, conversation.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from public.conversations conversation
  where conversation.id = any (p_conversation_ids) and p_user_id is not null order by conversation.id
  on conflict (tenant_id, conversation_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$$;

-- Assigns returns, also of several stores, to somebody who may see them, or to nobody.
create function public.assign_returns(p_return_ids uuid[], p_user_id uuid, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_places record;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_returns', p_return_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select asked.tenant_id from public.returns asked
    where asked.id = any (p_return_ids) and private.may(asked.tenant_id, 'orders.see') order by asked.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_return_ids) wanted) then
    perform private.refuse('unknown_return');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'orders.see');
  delete from public.assignments assigned where p_user_id is null and assigned.return_id = any (p_return_ids);
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select asked.tenant_id, asked.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from public.returns asked where asked.id = any (p_return_ids) and p_user_id is not null order by asked.id
  on conflict (tenant_id, return_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$$;

-- The people who may decide about a pending request that the caller sees, to whom it can be assigned.
create function public.approval_deciders(p_id uuid) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select person.id, private.staff_label(person.id, request.tenant_id)
  from public.approval_requests request
  cross join lateral unnest(private.staff_ids(request.tenant_id)) person (id)
  where request.id = p_id and private.sees_request(request) and private.could_decide(request, person.id)
  order by 2, 1;
end
$$;

-- Assigns pending requests, also of several stores, to somebody who may decide about each, or to nobody.
create function public.assign_approval_requests(p_ids uuid[], p_user_id uuid, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_requests public.approval_requests[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_approval_requests', p_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  v_requests := array(
    select request from public.approval_requests request
    where request.id = any (p_ids) and request.state = 'pending' and private.sees_request(request) order by request.id for update
  );
  if cardinality(v_requests) = 0 or cardinality(v_requests) < (select count(distinct wanted) from unnest(p_ids) wanted) then
    perform private.refuse('unknown_approval_request');
  elsif p_user_id is not null and exists (
    select 1 from unnest(v_requests) request where not private.could_decide(request, p_user_id)
  ) then
    perform private.refuse('not_assignable');
  end if;
  delete from public.assignments assigned where p_user_id is null and assigned.approval_request_id = any (p_ids);
  insert into public.assignments (tenant_id, approval_request_id, user_id, assigned_by, seen_at)
  select request.tenant_id, request.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from unnest(v_requests) request where p_user_id is not null
  on conflict (tenant_id, approval_request_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$$;

-- What is meant for the caller in these stores, unseen first and then the latest: what became theirs and is not closed, notes that
-- mention them, and decisions of the last week about what they asked for. What they may no longer see is left out.
create function public.for_me(p_tenant_ids text[], p_limit integer default 100) returns setof public.meant_for_me
language sql stable security definer set search_path = '' as $$
  select * from (
    select assigned.tenant_id, case when assigned.order_id is null then 'return' else 'order' end, orders.id, null::uuid, orders.number,
      '', private.staff_label(assigned.assigned_by, assigned.tenant_id), assigned.assigned_at, assigned.seen_at is not null, null::uuid
    from public.assignments assigned
    left join public.returns back on back.id = assigned.return_id
    join public.orders on orders.id = coalesce(assigned.order_id, back.order_id)
    where (back.id is null or private.is_open_return(back.state) and not exists (
        select 1 from public.assignments whole where whole.order_id = back.order_id and whole.user_id = assigned.user_id
      )) and assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids)
      and assigned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    union all
    select assigned.tenant_id, 'conversation', null, conversation.id,
      coalesce(nullif(conversation.subject, ''), nullif(conversation.name, ''), conversation.email), '',
      private.staff_label(assigned.assigned_by, assigned.tenant_id), assigned.assigned_at, assigned.seen_at is not null, null
    from public.assignments assigned
    join public.conversations conversation on conversation.id = assigned.conversation_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and conversation.is_open
      and assigned.tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
    union all
    select mentioned.tenant_id, 'mention', orders.id, null, orders.number, event.note,
      coalesce(private.staff_label(made.actor_id, mentioned.tenant_id), ''), mentioned.created_at, mentioned.seen_at is not null, null
    from public.mentions mentioned
    join public.order_events event on event.id = mentioned.event_id
    join public.orders on orders.id = event.order_id
    left join public.order_event_actors made on made.event_id = event.id
    where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids)
      and mentioned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    union all
    select request.tenant_id, 'request', request.order_id, null, private.approval_label(request), request.note,
      private.staff_label(request.asked_by, request.tenant_id), assigned.assigned_at, assigned.seen_at is not null, request.id
    from public.assignments assigned
    join public.approval_requests request on request.id = assigned.approval_request_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and request.state = 'pending'
      and private.may_decide(request)
    union all
    select request.tenant_id, request.state::text, request.order_id, null, private.approval_label(request), request.word,
      coalesce(private.staff_label(request.decided_by, request.tenant_id), ''), request.decided_at, request.seen_at is not null,
      request.id
    from public.approval_requests request
    where request.asked_by = auth.uid() and request.tenant_id = any (p_tenant_ids) and request.state <> 'pending'
      and (request.seen_at is null or request.decided_at > now() - interval '7 days')
      and request.tenant_id = any ((select private.tenants_where_may('approvals.see'))::text[])
  ) meant (tenant_id, kind, order_id, conversation_id, about, note, from_name, at, is_seen, approval_request_id)
  order by meant.is_seen, meant.at desc
  limit least(greatest(p_limit, 1), 500)
$$;

-- Whether somebody has not seen yet that something became theirs, that a note of an order mentions them, or how their request was
-- decided.
create function private.is_unseen(p_user_id uuid, p_happening text, p_about_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_happening
    when 'mentioned' then exists (
      select 1 from public.mentions mentioned join public.order_events event on event.id = mentioned.event_id
      where mentioned.user_id = p_user_id and mentioned.seen_at is null and event.order_id = p_about_id)
    when 'request_decided' then exists (
      select 1 from public.approval_requests request
      where request.id = p_about_id and request.asked_by = p_user_id and request.seen_at is null and request.state <> 'pending')
    else exists (
      select 1 from public.assignments assigned
      where assigned.user_id = p_user_id and assigned.seen_at is null
        and p_about_id in (assigned.order_id, assigned.conversation_id, assigned.return_id, assigned.approval_request_id))
  end
$$;

-- Marks what is meant for the caller as seen: of an order, of a conversation, or all of these stores.
create function public.mark_seen(p_tenant_ids text[], p_order_id uuid default null, p_conversation_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_all constant boolean := p_order_id is null and p_conversation_id is null;
begin
  perform private.require_aal();
  update public.assignments assigned set seen_at = now()
  where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and assigned.seen_at is null
    and (v_all or assigned.order_id = p_order_id or assigned.conversation_id = p_conversation_id
      or assigned.return_id in (select back.id from public.returns back where back.order_id = p_order_id));
  update public.approval_requests request set seen_at = now()
  where v_all and request.asked_by = auth.uid() and request.tenant_id = any (p_tenant_ids) and request.state <> 'pending'
    and request.seen_at is null;
  update public.mentions mentioned set seen_at = now()
  where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids) and mentioned.seen_at is null
    and (v_all or exists (
      select 1 from public.order_events event where event.id = mentioned.event_id and event.order_id = p_order_id));
end
$$;

-- Tells open pages of a store that its work was passed on or seen.
create function private.announce_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := to_jsonb(coalesce(new, old));
begin
  perform realtime.send(
    jsonb_build_object('user_id', v_row -> 'user_id', 'order_id', v_row -> 'order_id', 'conversation_id', v_row -> 'conversation_id'),
    'assigned', 'staff:' || (v_row ->> 'tenant_id'), true);
  perform realtime.send(jsonb_build_object('id', orders.id), 'update', 'orders:' || orders.tenant_id, true)
  from public.orders
  where orders.id = coalesce((v_row ->> 'order_id')::uuid, (
    select back.order_id from public.returns back where back.id::text = v_row ->> 'return_id'));
  return null;
end
$$;

-- A new return is worked on by whoever has its order.
create function private.return_joins_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select new.tenant_id, new.id, assigned.user_id, assigned.assigned_by, case when assigned.user_id = auth.uid() then now() end
  from public.assignments assigned where assigned.tenant_id = new.tenant_id and assigned.order_id = new.order_id;
  return null;
end
$$;

-- Open returns go with their order, unless they are somebody else's than it was.
create function private.returns_follow_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_was constant uuid := case when tg_op <> 'INSERT' then old.user_id end;
  v_order_id constant uuid := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  if tg_op = 'DELETE' then
    delete from public.assignments assigned using public.returns back
    where back.order_id = v_order_id and private.is_open_return(back.state) and assigned.return_id = back.id
      and assigned.user_id = v_was;
    return null;
  end if;
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select back.tenant_id, back.id, new.user_id, new.assigned_by, now()
  from public.returns back where back.order_id = v_order_id and private.is_open_return(back.state)
  on conflict (tenant_id, return_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id = v_was;
  return null;
end
$$;

-- Keeps whom a note mentions.
create function private.note_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_people constant uuid[] := private.mentioned_in(new.note);
begin
  insert into public.mentions (event_id, tenant_id, user_id, seen_at)
  select new.id, new.tenant_id, person.id, case when person.id = auth.uid() then now() end
  from unnest(v_people) person (id)
  where new.tenant_id || ' ' || person.id = any (private.people_who_may(array[new.tenant_id], 'orders.see'));
  return null;
end
$$;

-- Triggers

create trigger announced after insert or update or delete on public.assignments
  for each row execute function private.announce_assignment();

create trigger returns_join_order after insert on public.returns
  for each row execute function private.return_joins_order();

create trigger returns_follow_new_person after insert on public.assignments
  for each row when (new.order_id is not null) execute function private.returns_follow_order();

create trigger returns_follow_another_person after update of user_id on public.assignments
  for each row when (new.order_id is not null and new.user_id <> old.user_id) execute function private.returns_follow_order();

create trigger returns_follow_to_nobody after delete on public.assignments
  for each row when (old.order_id is not null) execute function private.returns_follow_order();

create trigger announced after insert or update on public.mentions
  for each row execute function private.announce_assignment();

create trigger mentions_kept after insert on public.order_events
  for each row when (new.is_internal and new.note like '%@[%') execute function private.note_mentions();

-- Grants

grant select on public.assignments, public.mentions to authenticated;
grant execute on function
  private.people_who_may, public.assignable_people, public.assign_orders, public.assign_returns, public.assign_conversations,
  public.assign_approval_requests, public.approval_deciders, public.for_me, public.mark_seen
to authenticated;
