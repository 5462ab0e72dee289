-- Drafts: offers that staff make for a customer. Paying a draft's link makes an order of it, at the prices promised.

-- Tables

create type public.order_draft_state as enum ('open', 'paid', 'expired', 'cancelled');

create table public.order_drafts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  -- place_order_for's document, without what is decided when it is paid.
  document jsonb not null check (jsonb_typeof(document) = 'object'),
  -- What was promised: a private.priced_order without settings and delivery, in piastres.
  prices jsonb not null check (jsonb_typeof(prices) = 'object'),
  user_id uuid,
  customer_name text not null default '' check (length(customer_name) <= 120),
  customer_email text not null default '' check (length(customer_email) <= 320),
  phone text not null default '' check (length(phone) <= 40),
  total numeric(12, 2) not null check (total >= 0),
  pieces integer not null check (pieces > 0),
  -- The prices are kept until then.
  expires_at timestamptz not null,
  -- The latest order made of it. Once that was cancelled unpaid, the draft can be paid again.
  order_id uuid,
  paid_at timestamptz,
  cancelled_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint order_drafts_one_end check (paid_at is null or cancelled_at is null),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete set null (user_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete set null (order_id)
);
create index order_drafts_newest on public.order_drafts (tenant_id, created_at desc, id);
create index order_drafts_by_order on public.order_drafts (tenant_id, order_id) where order_id is not null;
create index order_drafts_by_person on public.order_drafts (user_id, tenant_id) where user_id is not null;
alter table public.order_drafts enable row level security;

-- Policies

create policy "Staff who see addresses read their store's drafts" on public.order_drafts
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

-- Functions

-- A computed field.
create function public.draft_state(p_draft public.order_drafts) returns public.order_draft_state
language sql stable set search_path = '' as $$
  select (case
    when p_draft.paid_at is not null then 'paid'
    when p_draft.cancelled_at is not null then 'cancelled'
    when p_draft.expires_at <= now() then 'expired'
    else 'open'
  end)::public.order_draft_state
$$;

-- Until when a draft's goods are reserved; null while they are not. A computed field.
create function public.draft_reserved_until(p_draft public.order_drafts) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select orders.reserved_until from public.orders
  where orders.id = p_draft.order_id and orders.tenant_id = p_draft.tenant_id and orders.status = 'awaiting_payment'
    and private.holds_capability(orders.tenant_id, 'orders.see')
$$;

-- Saves an offer for a customer with a link to pay it, and returns it. `p_order` is place_order_for's document, without a way to pay,
-- points or store credit; its prices are kept for `p_hours`, by default the store's (staff_settings.pay_link_hours). With
-- `p_reserves`, its goods are reserved for an hour. Staff only.
create function public.save_draft(
  p_order jsonb, p_reserves boolean default false, p_hours integer default null, p_request_id uuid default null
) returns public.order_drafts
language plpgsql security definer set search_path = '' as $$
declare
  v_draft public.order_drafts := private.idempotent_result(
    null::public.order_drafts, p_request_id, jsonb_build_array('save_draft', p_order, p_reserves, p_hours));
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_document jsonb := p_order - '{idempotency_key,payment_method,points,store_credit,expected_total,cash_overruled}'::text[];
  v_customer record;
  v_address jsonb;
  v_discount bigint;
  v_priced private.priced_order;
begin
  if v_draft.id is not null then
    return v_draft;
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_document := v_document - 'address_id' || jsonb_build_object('address', v_address);
  v_discount := private.manual_discount(p_order -> 'manual_discount');
  v_priced := private.price_order(v_document, v_customer.user_id, false, v_address, v_discount);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  if v_discount > 0 then
    perform private.require_capability(v_tenant_id, 'orders.discount');
    perform private.require_discount_ceiling(
      v_tenant_id, private.pounds(v_discount), private.pounds(v_priced.subtotal - v_priced.discount));
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  insert into public.order_drafts (
    tenant_id, document, prices, user_id, customer_name, customer_email, phone, total, pieces, expires_at, created_by)
  values (
    v_tenant_id, v_document, to_jsonb(v_priced) - '{settings,delivery}'::text[], v_customer.user_id, v_customer.name,
    v_customer.email, coalesce(nullif(private.clean_phone(p_order #>> '{customer,phone}'), ''), v_address ->> 'phone'),
    private.pounds(v_priced.total), (select sum(priced.quantity) from unnest(v_priced.lines) priced),
    now() + make_interval(hours => private.pay_link_hours(v_tenant_id, p_hours)), auth.uid())
  returning * into v_draft;
  if p_reserves then
    v_draft := private.reserve_draft(v_draft);
  end if;
  perform private.open_pay_link(v_tenant_id, null, v_draft.id, null, v_draft.expires_at);
  perform private.log_draft(v_draft, 'insert');
  return private.store_idempotent_result(p_request_id, v_draft);
end
$$;

-- Logs that somebody made a draft or called it off, without its address.
create function private.log_draft(p_draft public.order_drafts, p_action text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_audit(p_draft.tenant_id, p_action, 'order_drafts', p_draft.id::text,
    coalesce(nullif(p_draft.customer_name, ''), p_draft.id::text), case p_action when 'update' then '{"cancelled_at": null}'::jsonb end,
    case p_action when 'update' then jsonb_build_object('cancelled_at', p_draft.cancelled_at)
      else jsonb_build_object('total', p_draft.total, 'pieces', p_draft.pieces) end);
end
$$;

-- Reserves a draft's goods for an hour, as an order that awaits its payment.
create function private.reserve_draft(p_draft public.order_drafts) returns public.order_drafts
language plpgsql security definer set search_path = '' as $$
declare
  v_order constant public.orders := private.order_of_draft(p_draft, 'online');
  v_draft public.order_drafts;
begin
  update public.orders set reserved_until = now() + interval '1 hour' where orders.id = v_order.id;
  select draft.* into v_draft from public.order_drafts draft where draft.id = p_draft.id;
  return v_draft;
end
$$;

-- The order made of a draft: the one that still stands, or a new one, placed like an order by staff at the promised prices.
-- `p_credit` is the store credit that pays for it, as place_order takes it. The caller has locked the draft's link.
create function private.order_of_draft(
  p_draft public.order_drafts, p_method public.payment_method, p_credit jsonb default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_address constant jsonb := p_draft.document -> 'address';
  v_document constant jsonb := p_draft.document || jsonb_build_object('payment_method', p_method, 'store_credit', p_credit,
    'idempotency_key', 'draft:' || gen_random_uuid());
  v_order public.orders;
  v_priced private.priced_order;
begin
  select orders.* into v_order from public.orders where orders.id = p_draft.order_id and orders.status <> 'cancelled';
  if v_order.id is not null then
    return v_order;
  end if;
  v_priced := private.with_promised_prices(
    -- What a code or staff's discount takes off was promised with the prices.
    private.price_order(v_document - '{discount_code,store_credit,gift}'::text[], p_draft.user_id, true, v_address), p_draft.prices);
  v_priced := private.with_credit(v_priced, p_credit, p_draft.user_id, p_draft.tenant_id);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_order := private.insert_order_for(v_document, v_priced, p_draft.user_id, p_draft.customer_name, p_draft.customer_email,
    v_address, p_draft.created_by);
  update public.order_drafts set order_id = v_order.id, updated_at = now() where id = p_draft.id;
  return v_order;
end
$$;

-- A priced order with the prices that a draft promised instead of today's.
create function private.with_promised_prices(p_priced private.priced_order, p_prices jsonb) returns private.priced_order
language plpgsql stable security definer set search_path = '' as $$
declare
  v_promised constant private.priced_order := jsonb_populate_record(null::private.priced_order, p_prices);
  v_line private.priced_line;
begin
  for v_place in 1 .. cardinality(p_priced.lines) loop
    v_line := p_priced.lines[v_place];
    v_line.unit := (v_promised.lines[v_place]).unit;
    v_line.price_was := null;
    p_priced.lines[v_place] := v_line;
  end loop;
  p_priced.subtotal := v_promised.subtotal;
  p_priced.discount := v_promised.discount;
  p_priced.offers := coalesce(v_promised.offers, '{}');
  p_priced.discount_id := (select discount.id from public.discounts discount where discount.id = v_promised.discount_id);
  p_priced.discount_code := v_promised.discount_code;
  p_priced.discount_kind := v_promised.discount_kind;
  p_priced.manual_discount := v_promised.manual_discount;
  p_priced.shipping := v_promised.shipping;
  p_priced.gift := v_promised.gift;
  p_priced.points_earned := v_promised.points_earned;
  p_priced.total := v_promised.total;
  return p_priced;
end
$$;

-- Whether an order was made of a draft and no money came for it: nobody was told of it yet.
create function private.is_unpaid_draft_order(p_order public.orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_order.received = 0 and exists (
    select 1 from public.order_drafts draft where draft.tenant_id = p_order.tenant_id and draft.order_id = p_order.id
  )
$$;

-- Calls a draft off, with its link and the order that reserves its goods; refuses once it is paid. Staff only.
create function public.cancel_draft(p_draft_id uuid, p_request_id uuid default null) returns public.order_drafts
language plpgsql security definer set search_path = '' as $$
declare
  v_draft public.order_drafts := private.idempotent_result(
    null::public.order_drafts, p_request_id, jsonb_build_array('cancel_draft', p_draft_id));
begin
  if v_draft.id is not null then
    return v_draft;
  end if;
  select draft.* into v_draft from public.order_drafts draft
  where draft.id = p_draft_id and private.holds_capability(draft.tenant_id, 'orders.see');
  if v_draft.id is null then
    perform private.refuse('unknown_draft');
  end if;
  perform private.require_capability(v_draft.tenant_id, 'orders.place');
  perform private.lock_pay_links_of(null, p_draft_id);
  select draft.* into v_draft from public.order_drafts draft where draft.id = p_draft_id;
  if v_draft.paid_at is not null or exists (
    select 1 from public.orders where orders.id = v_draft.order_id and (orders.received > 0 or private.has_transfer_to_check(orders.id))
  ) then
    perform private.refuse('draft_paid');
  end if;
  if v_draft.order_id is not null then
    perform private.lock_orders(array[v_draft.order_id]);
    perform private.lock_goods(array[v_draft.order_id]);
    update public.orders set status = 'cancelled', payment_status = 'failed'
    where orders.id = v_draft.order_id and orders.status = 'awaiting_payment';
  end if;
  update public.pay_links set cancelled_at = now(), updated_at = now()
  where draft_id = p_draft_id and paid_at is null and cancelled_at is null;
  update public.order_drafts set cancelled_at = coalesce(cancelled_at, now()), updated_at = now()
  where id = p_draft_id returning * into v_draft;
  perform private.log_draft(v_draft, 'update');
  return private.store_idempotent_result(p_request_id, v_draft);
end
$$;

-- Grants

grant select on public.order_drafts to authenticated;
grant execute on function public.draft_state, public.draft_reserved_until, public.save_draft, public.cancel_draft to authenticated;
