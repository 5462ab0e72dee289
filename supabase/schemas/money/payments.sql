-- Payments: attempts to pay through a provider, what the server asks of it, and reservations that expire.

-- Tables

create type public.provider_payment_status as enum (
  'starting', 'open', 'paid', 'closed',
  -- Another amount or currency was paid than requested. It isn't in the ledger; the server refunds it.
  'mismatched',
  -- A mismatched amount that was refunded.
  'returned',
  -- Authorized: the bank holds the amount, and the store hasn't captured it yet.
  'held',
  -- The hold was released.
  'released'
);

create table public.provider_payment_statuses (
  status public.provider_payment_status primary key,
  -- The shopper may still pay.
  is_unfinished boolean not null,
  holds_money boolean not null,
  -- Its money is in the ledger.
  counts_as_paid boolean not null,
  -- The wrong amount or currency was paid: it isn't in the ledger and is refunded.
  is_mismatch boolean not null
);
alter table public.provider_payment_statuses enable row level security;

insert into public.provider_payment_statuses (status, is_unfinished, holds_money, counts_as_paid, is_mismatch) values
  ('starting', true, false, false, false),
  ('open', true, false, false, false),
  ('paid', false, false, true, false),
  ('closed', false, false, false, false),
  ('mismatched', false, false, false, true),
  ('returned', false, false, false, true),
  ('held', false, true, false, false),
  ('released', false, false, false, false);

-- Allowed transitions of an attempt. A provider may report money from a closed page or a released hold.
create table public.provider_payment_status_transitions (
  from_status public.provider_payment_status not null,
  to_status public.provider_payment_status not null,
  primary key (from_status, to_status)
);
alter table public.provider_payment_status_transitions enable row level security;

insert into public.provider_payment_status_transitions (from_status, to_status) values
  ('starting', 'open'), ('starting', 'closed'), ('starting', 'held'), ('starting', 'paid'), ('starting', 'mismatched'),
  ('open', 'closed'), ('open', 'held'), ('open', 'paid'), ('open', 'mismatched'),
  ('closed', 'held'), ('closed', 'paid'), ('closed', 'mismatched'),
  ('held', 'paid'), ('held', 'mismatched'), ('held', 'released'),
  ('released', 'paid'), ('released', 'mismatched'),
  ('mismatched', 'returned');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  -- One row per attempt to pay an order or part of it.
  order_id uuid not null,
  -- The provider whose page takes the money, and the method: card, wallet, installments.
  provider text not null default 'stripe' check (provider ~ '^[a-z][a-z0-9]{1,30}$'),
  method text not null default 'card' check (method ~ '^[a-z][a-z0-9]{1,30}$'),
  status public.provider_payment_status not null default 'starting',
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null default 'EGP' check (currency ~ '^[A-Z]{3}$'),
  -- A mismatched amount, in hundredths as the provider states it.
  received_amount bigint check (received_amount >= 0),
  came_currency text check (length(came_currency) <= 10),
  -- How much of it was refunded.
  returned_amount bigint not null default 0 check (returned_amount >= 0),
  -- Part of the idempotency key: repeating a request keeps it, a new request increases it.
  attempt integer not null default 1,
  session_id text check (length(session_id) <= 200),
  session_url text check (length(session_url) <= 5000),
  -- The provider's id of the transaction, which refunds refer to.
  transaction_id text check (length(transaction_id) <= 200),
  -- The provider's id of the contract used, such as Paymob's integration; null if it has none.
  integration text check (length(integration) <= 100),
  -- The attempt whose page took this money, if it took more than one transaction; null for the attempt itself.
  attempt_id uuid,
  -- A hold: the provider's id, the amount, its expiry, and what staff want done with it.
  authorization_id text check (length(authorization_id) <= 200),
  held_amount numeric(12, 2) check (held_amount > 0),
  held_until timestamptz,
  capture_amount numeric(12, 2) check (capture_amount > 0 and capture_amount <= held_amount),
  is_to_release boolean not null default false,
  -- The provider accepts money until then; the goods stay reserved a little longer.
  expires_at timestamptz not null,
  declined_at timestamptz,
  paid_at timestamptz,
  looked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (provider, session_id),
  constraint payments_name_what_is_held check (status <> 'held' or (authorization_id is not null and held_amount is not null)),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, attempt_id) references public.payments (tenant_id, id) on delete cascade
);
create index payments_by_attempt on public.payments (tenant_id, attempt_id) where attempt_id is not null;
create index payments_by_authorization on public.payments (authorization_id) where authorization_id is not null;
create index payments_held on public.payments (looked_at) where status = 'held';
create index payments_by_order on public.payments (order_id, created_at);
create index payments_unsettled on public.payments (looked_at) where status in ('open', 'mismatched');
create index payments_by_transaction on public.payments (transaction_id) where transaction_id is not null;
alter table public.payments enable row level security;

create table public.payment_events (
  -- Provider, transaction and state: each is booked once.
  id text primary key check (length(id) between 3 and 300),
  tenant_id text not null,
  order_id uuid not null,
  payment_id uuid,
  kind text not null check (length(kind) <= 100),
  -- How it was booked.
  outcome text not null default '' check (length(outcome) <= 100),
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, payment_id) references public.payments (tenant_id, id) on delete set null (payment_id)
);
create index payment_events_by_payment on public.payment_events (tenant_id, payment_id) where payment_id is not null;
create index payment_events_by_order on public.payment_events (order_id, created_at);
alter table public.payment_events enable row level security;

-- Policies

create policy "Everybody reads what is true of a payment's statuses" on public.provider_payment_statuses
  for select to anon, authenticated using (true);

create policy "Everybody reads which moves a payment can make" on public.provider_payment_status_transitions
  for select to anon, authenticated using (true);

create policy "Staff read their store's payments" on public.payments
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Staff read what the provider announced of their store's payments" on public.payment_events
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

-- Functions

create function private.is_unfinished(p_status public.provider_payment_status) returns boolean
language sql stable set search_path = '' as $$
  select is_unfinished from public.provider_payment_statuses where status = p_status
$$;

create function private.is_mismatch(p_status public.provider_payment_status) returns boolean
language sql stable set search_path = '' as $$
  select is_mismatch from public.provider_payment_statuses where status = p_status
$$;

create function private.payment_move_checked() returns trigger
language plpgsql set search_path = '' as $$
begin
  assert exists (
    select 1 from public.provider_payment_status_transitions
    where from_status = old.status and to_status = new.status
  ), format('A payment that is %s cannot become %s', old.status, new.status);
  return new;
end
$$;

-- What an order owes; negative if its store owes.
create function private.balance(p_order public.orders) returns numeric
language sql immutable set search_path = '' as $$ select p_order.charged - p_order.received + p_order.given_back $$;

-- The payment that has to arrive before a waiting order proceeds: the rest of the deposit if the remainder is paid in cash, else of
-- the whole price.
create function private.awaited_payment(p_order public.orders) returns numeric
language sql immutable set search_path = '' as $$
  select greatest(
    case when p_order.payment_method = 'cash_on_delivery' then least(p_order.deposit, p_order.charged) else p_order.charged end
      - p_order.received + p_order.given_back, 0)
$$;

-- The rest of a cash order's deposit; 0 for every other order. A computed field.
create function public.awaited_deposit(p_order public.orders) returns numeric
language sql immutable security definer set search_path = '' as $$
  select case when p_order.status = 'awaiting_payment' and p_order.payment_method = 'cash_on_delivery'
    then private.awaited_payment(p_order) else 0 end
$$;

-- What remains to be paid for an order; 0 where the store owes. A computed field.
create function public.owes(p_order public.orders) returns numeric
language sql immutable set search_path = '' as $$
  select case when p_order.imported_from is null then greatest(private.balance(p_order), 0) else 0 end
$$;

-- The cash that carriers are still to collect for an order: what it owes beyond a deposit that it awaits; 0 once nothing is left to
-- deliver, and for an order paid in another way. A computed field.
create function public.due_at_door(p_order public.orders) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when p_order.payment_method = 'cash_on_delivery' and not private.is_complete(p_order.status)
    then public.owes(p_order) - public.awaited_deposit(p_order) else 0 end
$$;

-- Confirms an order that waited for a payment which is complete now.
create function private.confirm_paid_order(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set stage = private.stage_once_paid(orders)
  where orders.id = p_order_id and stage = 'awaiting_payment' and status <> 'cancelled' and private.awaited_payment(orders) = 0;
end
$$;

-- Books money received for an order, and returns the order. A waiting order is confirmed once its awaited payment is complete;
-- money for a cancelled order, and any excess, is refunded.
create function private.book_payment(
  p_order public.orders, p_amount numeric, p_reference text, p_links jsonb default '{}',
  p_method public.payment_method default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_method constant public.payment_method := case
    when p_links ? 'payment_id' then 'online' else coalesce(p_method, p_order.payment_method) end;
begin
  if v_method = 'bank_transfer' then
    perform private.require_new_transfer(p_order.tenant_id, p_reference);
  end if;
  perform private.book_money(p_order, 'received', p_amount, p_links, v_method, p_reference);
  update public.orders set payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference)
  where orders.id = p_order.id;
  perform private.confirm_paid_order(p_order.id);
  if p_order.status = 'cancelled' then
    perform private.remark_on_order(p_order, 'paid_after_cancelling');
  end if;
  return private.create_due_refunds(p_order.id);
end
$$;

-- Records the outcome of an order's payment: `paid`, `failed` or `refunded`. For staff (transfers and cash) and the server. A
-- repeated, late or out-of-order call changes nothing that is settled.
create function public.record_payment(
  p_order_id uuid, p_outcome text, p_reference text default '', p_request_id uuid default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('record_payment', p_order_id, p_outcome, p_reference));
  v_open numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id,
    case p_outcome when 'refunded' then 'money.refund' else 'money.take_payments' end);
  if v_order.payment_method = 'online' and not private.is_service() then
    perform private.refuse('provider_decides');
  end if;
  if p_outcome = 'paid' then
    v_open := case
      when v_order.status = 'cancelled' then v_order.total - v_order.received
      when v_order.status = 'awaiting_payment' then private.awaited_payment(v_order)
      else public.owes(v_order)
    end;
    if v_open > 0 then
      v_order := private.book_payment(v_order, v_open, p_reference, p_method => case
        when v_order.status = 'awaiting_payment' and v_order.payment_method = 'cash_on_delivery' then 'bank_transfer'::public.payment_method
      end);
    end if;
  elsif p_outcome = 'failed' then
    if v_order.status = 'awaiting_payment' then
      update public.orders set status = 'cancelled', payment_status = 'failed' where id = p_order_id;
      v_order := private.refresh_order(p_order_id);
    end if;
  elsif p_outcome = 'refunded' then
    if v_order.received > v_order.given_back then
      v_order := private.give_all_back(v_order, '');
    end if;
  else
    perform private.refuse('unknown_outcome');
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$$;

-- Cancels orders whose provider payment or deposit didn't arrive in time, and restocks their goods; an unchecked transfer prevents
-- it. For the server's timer.
create function public.release_expired_reservations(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_replaced uuid[];
  v_released integer;
begin
  perform private.require_service();
  v_ids := array(
    select id from public.orders
    where reserved_until < now() and status = 'awaiting_payment' and not private.has_transfer_to_check(orders.id)
    order by reserved_until limit least(greatest(p_limit, 1), 1000) for update skip locked
  );
  -- Orders whose replaced order is locked wait for the next call: with locks held, waiting could deadlock.
  v_replaced := array(
    select id from public.orders
    where id in (select replaces_order_id from public.orders where orders.id = any (v_ids)) for update skip locked
  );
  v_ids := array(
    select id from public.orders
    where orders.id = any (v_ids) and (replaces_order_id is null or replaces_order_id = any (v_replaced))
  );
  perform private.lock_goods(v_ids);
  update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = any (v_ids);
  get diagnostics v_released = row_count;
  perform private.remark_on_move(v_ids, 'not_paid');
  return v_released;
end
$$;

-- Why a checkout option (cash_on_delivery, bank_transfer, paymob_wallet, …) doesn't take an amount in pounds, by a store's settings;
-- null if it does. An option missing from them is offered for any amount.
create function private.payment_option_problem(p_settings jsonb, p_option text, p_amount numeric) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when not coalesce((option.value ->> 'offered')::boolean, true) then private.refusal('payment_closed')
    when p_amount > (option.value ->> 'to')::numeric
      then private.refusal('payment_amount', jsonb_build_object('reason', 'to', 'amount', option.value -> 'to'))
    when p_amount < (option.value ->> 'from')::numeric
      then private.refusal('payment_amount', jsonb_build_object('reason', 'from', 'amount', option.value -> 'from'))
  end
  from jsonb_array_elements(coalesce(p_settings -> 'options', '[]')) option
  where option.value ->> 'option' = p_option limit 1
$$;

-- The checkout options that don't take an amount in pounds.
create function private.closed_payment_options(p_settings jsonb, p_amount numeric) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select option.value ->> 'option' from jsonb_array_elements(coalesce(p_settings -> 'options', '[]')) option
    where private.payment_option_problem(p_settings, option.value ->> 'option', p_amount) is not null
  )
$$;

create function private.require_payment_option(p_settings jsonb, p_option text, p_amount numeric) returns void
language sql stable set search_path = '' as $$
  select private.raise_refusal(private.payment_option_problem(p_settings, p_option, p_amount))
$$;

-- What banks hold for an order, without holds being released.
create function private.held_for_order(p_order_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(payment.held_amount), 0) from public.payments payment
  where payment.order_id = p_order_id and payment.status = 'held' and not payment.is_to_release
$$;

-- What can be paid online for an order: what it owes, minus cash that carriers are on their way to collect and what banks hold.
create function private.payable_online(p_order public.orders) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_void(p_order.status) or p_order.payment_status = 'failed' then
    return 0;
  end if;
  return greatest(private.balance(p_order) - coalesce((
    select sum(shipment.cash_due) from public.shipments shipment
    where shipment.order_id = p_order.id and private.is_outbound(shipment.state)
  ), 0) - private.held_for_order(p_order.id), 0);
end
$$;

-- What an order's page asks to be paid online: first what the order waits for, later a price increase by a change; 0 for an order
-- paid in another way. A computed field, for its shopper and staff.
create function public.due_online(p_order public.orders) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order.id;
  if v_order.id is null or private.order_actor(v_order) is null
    or v_order.payment_method <> 'online' and public.awaited_deposit(v_order) = 0 then
    return 0;
  end if;
  return least(private.payable_online(v_order), case when v_order.status = 'awaiting_payment'
    then greatest(private.awaited_payment(v_order) - private.held_for_order(v_order.id), 0) end);
end
$$;

-- The data to start an online payment of what an order waits for or owes, or of `p_amount` pounds of it; a returning shopper gets
-- the same attempt while it is open. The goods of a waiting order are reserved for as long as the provider takes money: at most two
-- hours after ordering, half an hour after the deposit's deadline, or as long as a link to pay is open. Server only; without `p_user_id`, the server vouches for the
-- person.
create function public.payment_to_start(
  p_order_id uuid, p_user_id uuid, p_provider text default 'stripe', p_method text default 'card', p_amount numeric default null
) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_due numeric;
  v_held numeric;
  v_amount numeric;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders
  where orders.id = p_order_id and (p_user_id is null or orders.user_id = p_user_id) for update;
  if v_order.id is null then
    perform private.refuse('unknown_order');
  end if;
  if v_order.status = 'awaiting_payment' and v_order.reserved_until <= now() then
    perform private.refuse('reservation_over');
  end if;
  v_due := private.payable_online(v_order);
  v_held := private.held_for_order(p_order_id);
  if v_due = 0 or v_held > 0 and v_order.status = 'awaiting_payment' and private.awaited_payment(v_order) <= v_held then
    perform private.refuse('not_payable');
  elsif p_amount <= 0 or p_amount > v_due or p_amount <> round(p_amount, 2) then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_amount := coalesce(
    p_amount, case when v_order.status = 'awaiting_payment' then nullif(private.awaited_payment(v_order) - v_held, 0) end, v_due);
  perform private.require_payment_option(
    (select settings.payment from public.settings where settings.tenant_id = v_order.tenant_id),
    p_provider || '_' || p_method, v_amount);
  return private.open_attempt(v_order, p_provider, p_method, v_amount);
end
$$;

-- The open attempt to pay an amount, or a new one, with the goods reserved for it.
create function private.open_attempt(p_order public.orders, p_provider text, p_method text, p_amount numeric)
returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  -- Stripe keeps a checkout open for at least half an hour.
  v_until constant timestamptz := date_trunc('second', now()) + interval '31 minutes';
  v_payment public.payments;
begin
  select payment.* into v_payment from public.payments payment
  where payment.order_id = p_order.id and payment.provider = p_provider and payment.method = p_method
    and payment.amount = p_amount and (payment.status = 'starting' or payment.status = 'open' and payment.expires_at > now())
  order by payment.created_at desc limit 1 for update;
  if v_payment.status = 'open'
    or v_payment.status = 'starting' and v_payment.expires_at >= now() + interval '30 minutes 20 seconds' then
    return v_payment;
  end if;
  if p_order.status = 'awaiting_payment' and p_order.reserved_until is not null
    and now() > greatest(
      coalesce(p_order.confirm_until, p_order.created_at + interval '90 minutes'), private.pay_link_until(p_order.id)) then
    perform private.refuse('reservation_over');
  end if;
  if v_payment.id is null then
    -- Expires attempts with another amount; the server closes them at the provider.
    update public.payments set expires_at = least(expires_at, now()), updated_at = now()
    where order_id = p_order.id and provider = p_provider and method = p_method and status = 'open';
    insert into public.payments (tenant_id, order_id, provider, method, amount, expires_at)
    values (p_order.tenant_id, p_order.id, p_provider, p_method, p_amount, v_until) returning * into v_payment;
  else
    update public.payments set expires_at = v_until, attempt = attempt + 1, updated_at = now()
    where id = v_payment.id returning * into v_payment;
  end if;
  update public.orders set
    online_method = p_method,
    reserved_until = case
      when status = 'awaiting_payment' and reserved_until is not null then greatest(reserved_until, v_until + interval '1 minute')
      else reserved_until
    end
  where orders.id = p_order.id;
  return v_payment;
end
$$;

-- Stores the provider's page and the integration used. False if there is nothing left to pay. Server only.
create function public.payment_opened(
  p_payment_id uuid, p_session_id text, p_session_url text, p_integration text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update public.payments set session_id = p_session_id, session_url = p_session_url, integration = p_integration,
    status = 'open', updated_at = now()
  where id = p_payment_id and status = 'starting';
  return exists (
    select 1 from public.payments join public.orders on orders.id = payments.order_id
    where payments.id = p_payment_id and private.payable_online(orders) > 0
  );
end
$$;

-- Triggers

create trigger payments_move_checked before update of status on public.payments
  for each row when (old.status <> new.status) execute function private.payment_move_checked();

-- Grants

grant execute on function private.balance to authenticated;
grant select on public.provider_payment_statuses, public.provider_payment_status_transitions to anon, authenticated;
grant select on public.payments to authenticated;
grant select on public.payment_events to authenticated;
grant execute on function public.awaited_deposit, public.owes, public.due_at_door, public.due_online, public.record_payment to authenticated;
