-- Payments: what a provider reports, bank transfers, refunds and reservations that expire.

-- Tables

create type public.provider_payment_status as enum ('starting', 'open', 'paid', 'closed');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  -- An order has one payment at the provider; whoever comes back to it finds the same one.
  order_id uuid not null unique,
  status public.provider_payment_status not null default 'starting',
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null default 'EGP' check (currency ~ '^[A-Z]{3}$'),
  -- Counts what the provider was asked for, so that asking again is the same request, and asking anew is another.
  attempt integer not null default 1,
  session_id text unique check (length(session_id) <= 200),
  session_url text check (length(session_url) <= 5000),
  payment_intent text check (length(payment_intent) <= 200),
  -- The provider takes money until then; the goods are kept a little longer.
  expires_at timestamptz not null,
  looked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index payments_unsettled on public.payments (looked_at) where status = 'open';
create index payments_by_intent on public.payments (payment_intent) where payment_intent is not null;
alter table public.payments enable row level security;

create table public.payment_events (
  -- The provider's own id of the announcement.
  id text primary key check (length(id) between 3 and 300),
  tenant_id text not null,
  order_id uuid not null,
  kind text not null check (length(kind) <= 100),
  -- What it came to here.
  outcome text not null default '' check (length(outcome) <= 100),
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index payment_events_by_order on public.payment_events (order_id, created_at);
alter table public.payment_events enable row level security;

-- Policies

create policy "Staff read their store's payments" on public.payments
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff read what the provider announced of their store's payments" on public.payment_events
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- Books that money came for an order, and returns the order. One that waits for it is confirmed once it is paid whole; money for
-- an order that was cancelled, and what is too much, is owed back.
create function private.book_payment(
  p_order public.orders, p_amount numeric, p_reference text, p_links jsonb default '{}'
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  perform private.book_money(p_order, 'received', p_amount, p_links, p_order.payment_method, p_reference);
  update public.orders set
    payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference),
    stage = case
      when stage = 'awaiting_payment' and status <> 'cancelled' and received - given_back >= charged then 'confirmed'::public.order_status
      else stage
    end
  where orders.id = p_order.id;
  if p_order.status = 'cancelled' then
    perform private.note_on_order(p_order, 'The payment arrived after the order was cancelled and is given back');
  end if;
  return private.owe_back(p_order.id);
end
$$;

-- Books a card payment of another amount than was asked for: it goes back, and the order is over. Money in another currency is
-- not in the books: staff give it back at the provider's desk.
create function private.book_wrong_payment(
  p_order public.orders, p_payment public.payments, p_session_id text, p_payment_intent text, p_amount bigint,
  p_currency text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_came constant boolean := coalesce(p_amount, 0) > 0 and coalesce(p_currency, '') = p_payment.currency;
begin
  update public.payments set
    status = case when v_came then 'paid'::public.provider_payment_status else 'closed' end,
    amount = case when v_came then private.pounds(p_amount) else amount end,
    payment_intent = coalesce(p_payment_intent, payment_intent), session_id = coalesce(session_id, p_session_id),
    updated_at = now()
  where id = p_payment.id;
  if p_order.status = 'awaiting_payment' then
    update public.orders set status = 'cancelled', payment_status = 'failed' where id = p_order.id;
    perform private.explain_move(array[p_order.id], 'The payment was not of the amount of this order');
  end if;
  if v_came then
    perform private.book_money(p_order, 'received', private.pounds(p_amount),
      jsonb_build_object('payment_id', p_payment.id), 'online', coalesce(p_payment_intent, p_session_id));
    perform private.owe_back(p_order.id);
  end if;
end
$$;

-- Records the outcome of an order's payment: `paid`, `failed` or `refunded`. For staff (transfers and cash) and the server;
-- repeated, late or out of order it changes nothing that is settled.
create function public.record_payment(
  p_order_id uuid, p_outcome text, p_reference text default '', p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('record_payment', p_order_id, p_outcome, p_reference));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_open numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if v_order.payment_method = 'online' and not private.is_service() then
    perform private.refuse('provider_decides');
  end if;
  if p_outcome = 'paid' then
    v_open := case
      when v_order.status = 'cancelled' then v_order.total - v_order.received
      else v_order.charged - v_order.received + v_order.given_back
    end;
    if v_open > 0 then
      v_order := private.book_payment(v_order, v_open, p_reference);
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
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$$;

-- Cancels online orders whose payment did not come in time, giving their stock back. For the server's timer.
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
    where reserved_until < now() and status = 'awaiting_payment'
    order by reserved_until limit least(greatest(p_limit, 1), 1000) for update skip locked
  );
  -- Those whose replaced order somebody works on have time until the next call: with orders locked, none is waited for.
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
  perform private.explain_move(v_ids, 'The payment did not arrive in time');
  return v_released;
end
$$;

-- The checkout to open at the provider for an order that waits for payment, in piastres. The goods are reserved for as long
-- as the provider takes money, at most two hours from the order. For the server.
create function public.payment_to_start(p_order_id uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- The provider keeps a checkout open for half an hour at least.
  v_open constant interval := '31 minutes';
  v_order public.orders;
  v_payment public.payments;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders where orders.id = p_order_id and orders.user_id = p_user_id for update;
  if v_order.id is null then
    perform private.refuse('unknown_order');
  end if;
  if v_order.status <> 'awaiting_payment' or v_order.payment_method <> 'online' then
    perform private.refuse('not_payable');
  end if;
  if v_order.reserved_until <= now() then
    perform private.refuse('reservation_over');
  end if;
  select * into v_payment from public.payments where order_id = v_order.id for update;
  if v_payment.id is null then
    insert into public.payments (tenant_id, order_id, amount, expires_at)
    values (v_order.tenant_id, v_order.id, v_order.charged - v_order.received + v_order.given_back, date_trunc('second', now()) + v_open)
    returning * into v_payment;
  elsif v_payment.status = 'starting' and v_payment.expires_at < now() + interval '30 minutes 20 seconds' then
    if now() > v_order.created_at + interval '90 minutes' then
      perform private.refuse('reservation_over');
    end if;
    update public.payments set expires_at = date_trunc('second', now()) + v_open, attempt = attempt + 1,
      updated_at = now()
    where id = v_payment.id returning * into v_payment;
  elsif v_payment.status not in ('starting', 'open') then
    perform private.refuse('not_payable');
  end if;
  if v_payment.status = 'starting' then
    update public.orders set reserved_until = v_payment.expires_at + interval '1 minute' where orders.id = v_order.id;
  end if;
  return jsonb_build_object(
    'payment_id', v_payment.id, 'attempt', v_payment.attempt, 'tenant_id', v_order.tenant_id, 'order_id', v_order.id,
    'number', v_order.number, 'email', v_order.customer_email, 'amount', private.piastres(v_payment.amount),
    'currency', v_payment.currency, 'expires_at', extract(epoch from v_payment.expires_at)::bigint,
    'session_id', v_payment.session_id, 'session_url', v_payment.session_url
  );
end
$$;

-- Records the provider's checkout. False when the order no longer waits for payment. For the server.
create function public.payment_opened(p_payment_id uuid, p_session_id text, p_session_url text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update public.payments set session_id = p_session_id, session_url = p_session_url, status = 'open', updated_at = now()
  where id = p_payment_id and status = 'starting';
  return exists (
    select 1 from public.payments join public.orders on orders.id = payments.order_id
    where payments.id = p_payment_id and orders.status = 'awaiting_payment'
  );
end
$$;

-- Books what the provider says of a payment: `paid`, `closed` (nobody paid, and nobody can any more), and of a refund:
-- `refunded`, `refund_pending` or `refund_failed`. Amounts in piastres; `p_refund_id` is the refund as it is called here,
-- `p_reference` as the provider calls it. Returns what it came to: `booked`, `known` (the same announcement was here before),
-- `late` (something that no longer changes anything), `mismatch` (not the amount that was asked for) or `unknown`.
-- For the server.
create function public.record_payment_event(
  p_event_id text, p_kind text, p_outcome text, p_payment_id uuid default null, p_session_id text default null,
  p_payment_intent text default null, p_amount bigint default null, p_currency text default null,
  p_refund_id uuid default null, p_reference text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_order public.orders;
  v_result text := 'late';
begin
  perform private.require_service();
  if p_outcome is null or p_outcome not in ('paid', 'closed', 'refunded', 'refund_pending', 'refund_failed') then
    perform private.refuse('unknown_outcome');
  end if;
  select * into v_payment from public.payments
  where session_id = p_session_id or payment_intent = p_payment_intent
    or id = p_payment_id and (session_id is null or p_session_id is null)
  limit 1;
  if v_payment.id is null then
    return 'unknown';
  end if;
  -- First the order, then its payment, as everywhere.
  perform private.lock_orders(array[v_payment.order_id]);
  select orders.* into v_order from public.orders where orders.id = v_payment.order_id;
  select * into v_payment from public.payments where id = v_payment.id for update;
  insert into public.payment_events (id, tenant_id, order_id, kind)
  values (p_event_id, v_order.tenant_id, v_order.id, p_kind) on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  if p_outcome = 'paid' and p_amount is distinct from private.piastres(v_payment.amount)
    or p_outcome in ('paid', 'refunded') and upper(p_currency) is distinct from v_payment.currency then
    perform private.note_on_order(v_order, format('The provider announced %s: %s %s, which is not the amount of this order',
      p_outcome, private.pounds(p_amount), upper(p_currency)), true);
    v_result := 'mismatch';
    if p_outcome = 'paid' and v_payment.status in ('starting', 'open', 'closed') then
      perform private.book_wrong_payment(v_order, v_payment, p_session_id, p_payment_intent, p_amount, upper(p_currency));
    end if;
  elsif p_outcome = 'paid' and v_payment.status in ('starting', 'open', 'closed') then
    update public.payments set status = 'paid', payment_intent = coalesce(p_payment_intent, payment_intent),
      session_id = coalesce(session_id, p_session_id), updated_at = now()
    where id = v_payment.id;
    perform private.book_payment(v_order, v_payment.amount, coalesce(p_payment_intent, p_session_id),
      jsonb_build_object('payment_id', v_payment.id));
    v_result := 'booked';
  elsif p_outcome = 'closed' and v_payment.status in ('starting', 'open') then
    update public.payments set status = 'closed', updated_at = now() where id = v_payment.id;
    if v_order.status = 'awaiting_payment' then
      update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = v_order.id;
      perform private.explain_move(array[v_order.id], 'The payment was not finished');
    end if;
    v_result := 'booked';
  elsif p_outcome not in ('paid', 'closed') then
    v_result := private.book_refund_event(v_order, v_payment, p_outcome, p_refund_id, p_reference, p_amount);
  end if;
  update public.payment_events set outcome = v_result where id = p_event_id;
  return v_result;
end
$$;

-- What nobody has asked the provider about for a while: payments whose time is over or whose order no longer waits (`todo` is
-- close or look), and refunds that are on their way: refund for those that the provider may not have heard of, follow for those
-- that it works on. Amounts in piastres. Several processes share them. For the server.
create function public.payments_to_settle(p_limit integer default 20) returns table (
  payment_id uuid, session_id text, payment_intent text, todo text, refund_id uuid, amount bigint, attempt integer,
  reference text
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  with due as (
    select payments.id, orders.status as order_status from public.payments join public.orders on orders.id = payments.order_id
    where payments.status = 'open' and payments.looked_at < now() - interval '20 seconds'
      and (payments.expires_at < now() or orders.status <> 'awaiting_payment')
    order by payments.looked_at limit least(greatest(p_limit, 1), 100)
    for update of payments skip locked
  )
  update public.payments set looked_at = now() from due where payments.id = due.id
  returning payments.id, payments.session_id, payments.payment_intent,
    case when due.order_status = 'awaiting_payment' then 'look' else 'close' end, null::uuid, null::bigint, null::integer, null;
  return query
  with due as (
    select refunds.id, payments.payment_intent from public.refunds join public.payments on payments.id = refunds.payment_id
    where refunds.state = 'sending'
      and refunds.looked_at < now() - case when refunds.reference = '' then interval '20 seconds' else interval '10 minutes' end
    order by refunds.looked_at limit least(greatest(p_limit, 1), 100)
    for update of refunds skip locked
  )
  update public.refunds set looked_at = now() from due where refunds.id = due.id
  returning refunds.payment_id, null, due.payment_intent, case when refunds.reference = '' then 'refund' else 'follow' end,
    refunds.id, private.piastres(refunds.amount), refunds.attempt, refunds.reference;
end
$$;

-- Grants

grant select on public.payments to authenticated;
grant select on public.payment_events to authenticated;
grant execute on function public.record_payment to authenticated;
