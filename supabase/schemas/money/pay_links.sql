-- Links to pay: what staff send a customer to pay an order, a change of it, a deposit or a draft, without an account.

-- Tables

create type public.pay_link_state as enum ('open', 'paid', 'expired', 'cancelled');

create table public.pay_links (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  order_id uuid,
  draft_id uuid,
  -- Asks for this much of what is due, in pounds; null for all of it. `received_before` is what the order had received by then.
  part numeric(12, 2) check (part > 0),
  received_before numeric(12, 2) not null default 0,
  expires_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint pay_links_for_one check ((order_id is null) <> (draft_id is null)),
  constraint pay_links_one_end check (paid_at is null or cancelled_at is null),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, draft_id) references public.order_drafts (tenant_id, id) on delete cascade
);
create index pay_links_by_order on public.pay_links (tenant_id, order_id) where order_id is not null;
create index pay_links_by_draft on public.pay_links (tenant_id, draft_id) where draft_id is not null;
-- One that has not ended per order or draft: asking again renews it, so that a link sent before still works.
create unique index pay_links_of_order on public.pay_links (order_id)
  where paid_at is null and cancelled_at is null and order_id is not null;
create unique index pay_links_of_draft on public.pay_links (draft_id)
  where paid_at is null and cancelled_at is null and draft_id is not null;
alter table public.pay_links enable row level security;

-- The secrets of links, one for each time that a link was sent or copied. Only their hashes are stored.
create table private.pay_link_tokens (
  token_hash bytea primary key,
  tenant_id text not null,
  pay_link_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, pay_link_id) references public.pay_links (tenant_id, id) on delete cascade
);
create index pay_link_tokens_by_link on private.pay_link_tokens (tenant_id, pay_link_id);
alter table private.pay_link_tokens enable row level security;

-- Messages with a link that staff sent, and links that they copied.
create table public.pay_link_messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  pay_link_id uuid not null,
  -- Null for a link that was copied.
  channel public.notification_channel,
  -- An email address, or a phone number as +201001234567; '' once the person's data was erased.
  recipient text not null default '' check (length(recipient) <= 320),
  -- The language of the message; null for the store's.
  language text check (length(language) <= 10),
  sent_at timestamptz,
  failed_at timestamptz,
  error text not null default '' check (length(error) <= 200),
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, pay_link_id) references public.pay_links (tenant_id, id) on delete cascade
);
create index pay_link_messages_by_link on public.pay_link_messages (tenant_id, pay_link_id, created_at);
-- For limiting recent messages to an address or phone number.
create index pay_link_messages_by_recipient on public.pay_link_messages (tenant_id, recipient, created_at)
  where channel is not null;
alter table public.pay_link_messages enable row level security;

-- Policies

create policy "Staff read their store's links to pay" on public.pay_links
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Staff who see addresses read to whom links to pay were sent" on public.pay_link_messages
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

-- Helpers

-- The hours that a link is valid: the store's, or those that staff chose.
create function private.pay_link_hours(p_tenant_id text, p_hours integer) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_hours not between 1 and 720 then
    perform private.refuse('invalid_link_hours');
  end if;
  return coalesce(p_hours, (
    select staff_settings.pay_link_hours from public.staff_settings where staff_settings.tenant_id = p_tenant_id
  ), 24);
end
$$;

-- The links of an order, or of the draft that it was made of, which nobody paid or called off.
create function private.unended_pay_links(p_order_id uuid) returns setof public.pay_links
language sql stable security definer set search_path = '' as $$
  select link.* from public.pay_links link
  where link.paid_at is null and link.cancelled_at is null and (
    link.order_id = p_order_id
    or link.draft_id in (select draft.id from public.order_drafts draft where draft.order_id = p_order_id)
  )
$$;

-- Until when an order can be paid by a link; null without one.
create function private.pay_link_until(p_order_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(link.expires_at) from private.unended_pay_links(p_order_id) link
$$;

-- Serializes what happens to the links of an order or draft, before locking any row.
create function private.lock_pay_links_of(p_order_id uuid, p_draft_id uuid) returns void
language sql security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('pay link:' || coalesce(p_order_id, p_draft_id), 0))
$$;

-- What an order asks to be paid now, with a proposed change of it: what it waits for, else everything that can be paid.
create function private.asked_of_order(p_order public.orders) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_void(p_order.status) or p_order.payment_status = 'failed' then
    return 0;
  end if;
  return case when p_order.status = 'awaiting_payment'
      then greatest(private.awaited_payment(p_order) - private.held_for_order(p_order.id), 0)
      else private.payable_online(p_order) end
    + coalesce((
      select greatest(edit.difference, 0) from public.order_edits edit
      where edit.order_id = p_order.id and edit.state = 'proposed'
    ), 0);
end
$$;

-- What a link asks for now. `p_order` is its order, or the one made of its draft; an empty one asks for the draft's price.
create function private.pay_link_due(p_link public.pay_links, p_order public.orders) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_order.id is null or p_link.draft_id is not null and p_order.status = 'cancelled' then
    return (select draft.total from public.order_drafts draft where draft.id = p_link.draft_id);
  end if;
  return greatest(least(private.asked_of_order(p_order), p_link.part - (p_order.received - p_link.received_before)), 0);
end
$$;

-- Adds a remark of staff's to an order's history, for staff.
create function private.remark_of_staff(p_order_id uuid, p_code text, p_values jsonb default '{}', p_internal boolean default true)
returns void
language sql security definer set search_path = '' as $$
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, 'staff', jsonb_strip_nulls(jsonb_build_object('code', p_code) || p_values), p_internal
  from public.orders where orders.id = p_order_id
$$;

-- Opens the link of an order or a draft, or renews it.
create function private.open_pay_link(
  p_tenant_id text, p_order_id uuid, p_draft_id uuid, p_part numeric, p_expires_at timestamptz
) returns public.pay_links
language plpgsql security definer set search_path = '' as $$
declare
  v_received constant numeric := coalesce((select orders.received from public.orders where orders.id = p_order_id), 0);
  v_link public.pay_links;
begin
  update public.pay_links set part = p_part, received_before = v_received, expires_at = p_expires_at, created_by = auth.uid(),
    updated_at = now()
  where paid_at is null and cancelled_at is null and (order_id = p_order_id or draft_id = p_draft_id)
  returning * into v_link;
  if v_link.id is null then
    insert into public.pay_links (tenant_id, order_id, draft_id, part, received_before, expires_at, created_by)
    values (p_tenant_id, p_order_id, p_draft_id, p_part, v_received, p_expires_at, auth.uid()) returning * into v_link;
  end if;
  return v_link;
end
$$;

-- The link, if staff may send it: refuses everybody who may not take payments, or make drafts.
create function private.pay_link_for_staff(p_pay_link_id uuid) returns public.pay_links
language plpgsql stable security definer set search_path = '' as $$
declare
  v_link public.pay_links;
begin
  select link.* into v_link from public.pay_links link
  where link.id = p_pay_link_id and private.holds_capability(link.tenant_id, 'orders.see');
  if v_link.id is null then
    perform private.refuse('unknown_pay_link');
  end if;
  perform private.require_capability(v_link.tenant_id,
    case when v_link.draft_id is null then 'money.take_payments' else 'orders.place' end);
  return v_link;
end
$$;

create function private.new_pay_link_token(p_link public.pay_links) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_token constant text := private.link_token();
begin
  insert into private.pay_link_tokens (token_hash, tenant_id, pay_link_id)
  values (sha256(convert_to(v_token, 'UTF8')), p_link.tenant_id, p_link.id);
  return v_token;
end
$$;

create function private.require_open_pay_link(p_link public.pay_links) returns void
language plpgsql stable set search_path = '' as $$
begin
  if public.pay_link_state(p_link) <> 'open' then
    perform private.refuse('pay_link_ended', jsonb_build_object('reason', public.pay_link_state(p_link)));
  end if;
end
$$;

-- Functions

-- A computed field.
create function public.pay_link_state(p_link public.pay_links) returns public.pay_link_state
language sql stable set search_path = '' as $$
  select (case
    when p_link.paid_at is not null then 'paid'
    when p_link.cancelled_at is not null then 'cancelled'
    when p_link.expires_at <= now() then 'expired'
    else 'open'
  end)::public.pay_link_state
$$;

-- What a link to pay would ask for, in pounds; 0 where nothing is due. A computed field, for staff.
create function public.askable_by_link(p_order public.orders) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when private.holds_capability(orders.tenant_id, 'money.take_payments') and not orders.is_test
    then private.asked_of_order(orders) else 0 end
  from public.orders where orders.id = p_order.id
$$;

-- Opens a link to pay an order: everything that it asks for now, or `p_part` pounds of it, for `p_hours`, by default the store's. The
-- goods of an order that waits for its payment are reserved as long. Renews an order's open link. Staff only.
create function public.create_pay_link(
  p_order_id uuid, p_part numeric default null, p_hours integer default null, p_request_id uuid default null
) returns public.pay_links
language plpgsql security definer set search_path = '' as $$
declare
  v_link public.pay_links := private.idempotent_result(
    null::public.pay_links, p_request_id, jsonb_build_array('create_pay_link', p_order_id, p_part, p_hours));
  v_order public.orders;
  v_due numeric;
begin
  if v_link.id is not null then
    return v_link;
  end if;
  perform private.lock_pay_links_of(p_order_id, null);
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  v_due := private.asked_of_order(v_order);
  if v_due = 0 or v_order.is_test then
    perform private.refuse('not_payable');
  elsif p_part is not null and (not private.is_amount(to_jsonb(p_part)) or p_part = 0) then
    perform private.refuse('invalid_amount');
  elsif p_part > v_due then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_link := private.open_pay_link(v_order.tenant_id, p_order_id, null, p_part,
    now() + make_interval(hours => private.pay_link_hours(v_order.tenant_id, p_hours)));
  update public.orders set reserved_until = greatest(reserved_until, v_link.expires_at)
  where orders.id = p_order_id and orders.status = 'awaiting_payment' and orders.reserved_until is not null;
  perform private.remark_of_staff(p_order_id, 'pay_link_made', jsonb_build_object('amount', coalesce(p_part, v_due)));
  return private.store_idempotent_result(p_request_id, v_link);
end
$$;

-- Makes a new secret for a link, to be copied or shared by hand. Staff only.
create function public.share_pay_link(p_pay_link_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_link constant public.pay_links := private.pay_link_for_staff(p_pay_link_id);
begin
  perform private.require_open_pay_link(v_link);
  insert into public.pay_link_messages (tenant_id, pay_link_id, sent_at, created_by)
  values (v_link.tenant_id, v_link.id, now(), auth.uid());
  perform private.remark_of_staff(v_link.order_id, 'pay_link_copied');
  return private.new_pay_link_token(v_link);
end
$$;

-- Calls a link off; the order stays. Staff only.
create function public.cancel_pay_link(p_pay_link_id uuid, p_request_id uuid default null) returns public.pay_links
language plpgsql security definer set search_path = '' as $$
declare
  v_link public.pay_links := private.idempotent_result(
    null::public.pay_links, p_request_id, jsonb_build_array('cancel_pay_link', p_pay_link_id));
begin
  if v_link.id is not null then
    return v_link;
  end if;
  v_link := private.pay_link_for_staff(p_pay_link_id);
  perform private.lock_pay_links_of(v_link.order_id, v_link.draft_id);
  update public.pay_links set cancelled_at = now(), updated_at = now()
  where id = p_pay_link_id and paid_at is null and cancelled_at is null returning * into v_link;
  if v_link.id is null then
    perform private.refuse('pay_link_ended', '{"reason": "paid"}');
  end if;
  perform private.remark_of_staff(v_link.order_id, 'pay_link_cancelled');
  return private.store_idempotent_result(p_request_id, v_link);
end
$$;

-- Ends the links of an order that was paid or cancelled; tells staff if money came by one that was not all it asks for.
create function private.settle_pay_links() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_link public.pay_links;
  v_due numeric;
begin
  for v_link in select link.* from private.unended_pay_links(new.id) link loop
    v_due := private.pay_link_due(v_link, new);
    if new.status = 'cancelled' then
      update public.pay_links set cancelled_at = now(), updated_at = now() where id = v_link.id and order_id is not null;
    elsif new.received > old.received and v_due = 0 then
      perform private.end_paid_link(v_link);
    elsif new.received > old.received then
      perform private.remark_on_order(new, 'pay_link_partly', jsonb_build_object('amount', v_due), true);
    end if;
  end loop;
  return null;
end
$$;

create function private.end_paid_link(p_link public.pay_links) returns void
language sql security definer set search_path = '' as $$
  update public.pay_links set paid_at = now(), updated_at = now() where id = p_link.id;
  update public.order_drafts set paid_at = now(), updated_at = now() where id = p_link.draft_id and cancelled_at is null
$$;

-- Triggers

create trigger pay_links_settled after update of received, status on public.orders
  for each row when (old.received <> new.received or old.status <> new.status and new.status = 'cancelled')
  execute function private.settle_pay_links();

-- Grants

grant select on public.pay_links, public.pay_link_messages to authenticated;
grant execute on function
  public.pay_link_state, public.askable_by_link, public.create_pay_link, public.share_pay_link, public.cancel_pay_link
to authenticated;
