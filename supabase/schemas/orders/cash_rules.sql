-- What a store requires before it sends a cash-on-delivery order, and how such an order is confirmed.

-- Tables

-- The requirement and why, [{"rule", and its values}]; the hours to confirm the order or pay the deposit; the deposit in pounds.
create type public.cash_demand as (requirement public.cash_requirement, reasons jsonb, hours integer, deposit numeric);

create type public.delivery_counts as (delivered bigint, refused bigint);

-- Outcomes of earlier shipments to a customer and to a phone number; null if unknown.
create type public.delivery_history as (customer public.delivery_counts, phone public.delivery_counts);

-- Confirmation links and codes that were sent. Only their hashes are stored.
create table private.order_confirmations (
  token_hash bytea primary key,
  code_hash bytea not null,
  -- Wrong attempts at the order's code since; after five, the code no longer works.
  wrong_codes integer not null default 0,
  tenant_id text not null,
  order_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_confirmations_by_order on private.order_confirmations (tenant_id, order_id);
alter table private.order_confirmations enable row level security;

-- Functions

-- How many shipments to a person or phone number were delivered, and how many were returned to sender.
create function private.deliveries_of(
  p_tenant_id text, p_user_id uuid, p_phone text, out delivered bigint, out refused bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_called constant uuid[] := array(
    select stored.order_id from public.order_addresses stored
    where p_phone <> '' and stored.tenant_id = p_tenant_id and private.national_digits(stored.address ->> 'phone') = p_phone
  );
begin
  select count(*) filter (where shipment.state = 'delivered'),
    -- What somebody gave back of a parcel that they took isn't a parcel that they refused.
    count(*) filter (where shipment.state = 'returned_to_sender' and shipment.split_from is null)
  into delivered, refused
  from public.orders join public.shipments shipment on shipment.order_id = orders.id
  where orders.tenant_id = p_tenant_id and not orders.is_test
    and (orders.user_id = p_user_id or orders.id = any (v_called));
end
$$;

-- The deposit on an amount, both in pounds, by a store's rules.
create function private.deposit_of(p_rules jsonb, p_amount numeric) returns numeric
language sql immutable set search_path = '' as $$
  select least(p_amount, coalesce(
    (p_rules ->> 'depositAmount')::numeric, greatest(round(p_amount * (p_rules ->> 'depositPercent')::numeric / 100, 2), 0.01)))
$$;

-- Whether a deposit can be paid: online, or by a transfer if the store takes one of so many pounds.
create function private.takes_deposit(p_tenant_id text, p_deposit numeric) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.settings
    where settings.tenant_id = p_tenant_id and (settings.online_payment
      or settings.bank_transfer and private.payment_option_problem(settings.payment, 'bank_transfer', p_deposit) is null)
  );
end
$$;

-- What a store requires before it sends an order of `p_amount` pounds for cash. The strictest matching rule wins; where no deposit
-- can be paid, a confirmation replaces it. `contact` is other people's history with the phone number, which is never disclosed. An
-- order to a number with too many unpaid orders of others always needs a confirmation (`unpaid_orders`), whatever the store's
-- rules.
create function private.cash_rule(
  p_tenant_id text, p_user_id uuid, p_phone text, p_governorate text, p_amount numeric
) returns public.cash_demand
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rules constant jsonb := coalesce(
    (select staff_settings.cash_rules from public.staff_settings where staff_settings.tenant_id = p_tenant_id), '{}');
  v_is_crowded constant boolean := private.is_crowded_number(p_tenant_id, p_user_id, private.national_digits(p_phone));
  v_refusals constant integer := coalesce((v_rules ->> 'refusalsFrom')::integer, 1);
  v_own record;
  v_all record;
  v_requirement public.cash_requirement;
  v_reasons jsonb;
  v_deposit numeric;
begin
  if v_rules = '{}' and not v_is_crowded then
    return row('none', '[]', 24, 0)::public.cash_demand;
  end if;
  v_own := private.deliveries_of(p_tenant_id, p_user_id, null);
  v_all := private.deliveries_of(p_tenant_id, p_user_id, private.national_digits(p_phone));
  with applying as (
    select known.place, known.requirement::public.cash_requirement as requirement, known.reason
    from (values
      (1, v_rules ->> 'firstOrder', v_all.delivered = 0, jsonb_build_object('rule', 'first_order')),
      (2, v_rules ->> 'amount', p_amount >= (v_rules ->> 'amountFrom')::numeric,
        jsonb_build_object('rule', 'amount', 'amount', v_rules -> 'amountFrom')),
      (3, v_rules ->> 'refusals', v_own.refused >= v_refusals, jsonb_build_object('rule', 'refusals', 'refused', v_own.refused)),
      (4, v_rules ->> 'refusals', v_own.refused < v_refusals and v_all.refused >= v_refusals, jsonb_build_object('rule', 'contact')),
      (5, v_rules ->> 'governorate', v_rules -> 'governorates' ? p_governorate,
        jsonb_build_object('rule', 'governorate', 'governorate', p_governorate)),
      (6, 'confirm', v_is_crowded, jsonb_build_object('rule', 'unpaid_orders'))
    ) as known (place, requirement, applies, reason)
    where known.applies and coalesce(known.requirement, 'none') <> 'none'
  )
  select max(applying.requirement), jsonb_agg(applying.reason order by applying.place) filter (
    where applying.requirement = (select max(strictest.requirement) from applying strictest))
  into v_requirement, v_reasons from applying;
  if v_requirement = 'deposit' then
    v_deposit := private.deposit_of(v_rules, p_amount);
    if not private.takes_deposit(p_tenant_id, v_deposit) then
      v_deposit := 0;
      v_requirement := 'confirm';
    end if;
  end if;
  return row(coalesce(v_requirement, 'none'), coalesce(v_reasons, '[]'), coalesce((v_rules ->> 'hours')::integer, 24),
    coalesce(v_deposit, 0))::public.cash_demand;
end
$$;

-- Whether other people have as many unpaid orders to a phone number as one person may have, and the number isn't known to be this
-- person's. Anybody may have ordered to it.
create function private.is_crowded_number(p_tenant_id text, p_user_id uuid, p_phone text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := 10;
begin
  select unpaid_orders_limit into v_limit from public.staff_settings where tenant_id = p_tenant_id;
  if not found then
    v_limit := 10;
  end if;
  return coalesce((
    select count(*) from public.order_addresses stored join public.orders on orders.id = stored.order_id
    where stored.tenant_id = p_tenant_id and private.national_digits(stored.address ->> 'phone') = p_phone
      and private.keeps_unpaid_goods(orders.payment_status, orders.status) and orders.user_id is distinct from p_user_id
      and not orders.is_test
      and imported_from is null
  ) >= v_limit, false) and not private.is_known_contact(p_tenant_id, p_user_id, p_phone, null);
end
$$;

-- cash_rule's answer where a zone takes no cash.
create function private.no_cash_there() returns public.cash_demand
language sql immutable set search_path = '' as $$
  select row('pay_before', '[{"rule": "zone"}]', 24, 0)::public.cash_demand
$$;

create function private.code_hash(p_order_id uuid, p_code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(p_order_id::text || p_code, 'UTF8'))
$$;

-- A secret for a link: 122 random bits in 22 characters, since every character of a text message counts.
create function private.link_token() returns text
language sql volatile set search_path = '' as $$
  select translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_')
$$;

-- Creates a link and a six-digit code to confirm an order: {"token", "code"}. Neither is stored.
create function private.new_confirmation(p_order public.orders) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_token constant text := private.link_token();
  v_code constant text := lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 1000000)::text, 6, '0');
begin
  insert into private.order_confirmations (token_hash, code_hash, tenant_id, order_id)
  values (sha256(convert_to(v_token, 'UTF8')), private.code_hash(p_order.id, v_code), p_order.tenant_id, p_order.id);
  return jsonb_build_object('token', v_token, 'code', v_code);
end
$$;

-- Whether an order waits for its shopper to confirm it. A computed field.
create function public.awaits_confirmation(p_order public.orders) returns boolean
language sql immutable set search_path = '' as $$
  select p_order.status = 'pending' and p_order.confirm_until is not null
$$;

-- Confirms an order that waits for it. The caller has locked it.
create function private.confirm_waiting_order(p_order public.orders, p_by text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if p_order.status = 'cancelled' then
    return 'cancelled';
  elsif p_order.status <> 'pending' then
    return 'confirmed';
  elsif p_order.confirm_until < now() then
    return 'expired';
  end if;
  update public.orders set status = 'confirmed', confirmed_by = p_by where orders.id = p_order.id;
  return 'confirmed';
end
$$;

-- Confirms an order by a link's secret. Returns confirmed (also when it already was), expired, cancelled or unknown. Server only.
create function public.confirm_order(p_token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.require_service();
  select orders.* into v_order from private.order_confirmations asked
  join public.orders on orders.id = asked.order_id
  where asked.token_hash = sha256(convert_to(p_token, 'UTF8')) for update of orders;
  if not found then
    return 'unknown';
  end if;
  return private.confirm_waiting_order(v_order, 'link');
end
$$;

-- Confirms an order by its number and the code from a message. Returns the same as confirm_order, or wrong_code: also for an order
-- that doesn't exist, and after five wrong codes. Server only.
create function public.confirm_order_by_code(p_tenant_id text, p_number text, p_code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders
  where orders.tenant_id = p_tenant_id and orders.number = upper(btrim(p_number)) for update;
  if not exists (
    select 1 from private.order_confirmations asked
    where asked.order_id = v_order.id and asked.tenant_id = p_tenant_id and asked.wrong_codes < 5
      and asked.code_hash = private.code_hash(v_order.id, p_code)
  ) then
    update private.order_confirmations asked set wrong_codes = asked.wrong_codes + 1
    where asked.order_id = v_order.id and asked.tenant_id = p_tenant_id and asked.wrong_codes < 5;
    return 'wrong_code';
  end if;
  return private.confirm_waiting_order(v_order, 'code');
end
$$;

-- Cancels orders that were not confirmed in time, restocks their goods and notifies the customers; returns how many. Server only.
create function public.cancel_unconfirmed_orders(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  perform private.require_service();
  v_ids := array(
    select orders.id from public.orders
    where orders.status = 'pending' and orders.confirm_until < now() and orders.cash_requirement = 'confirm'
    order by orders.id limit least(greatest(p_limit, 1), 1000) for update skip locked
  );
  perform private.lock_goods(v_ids);
  update public.orders set status = 'cancelled' where orders.id = any (v_ids);
  perform private.remark_on_move(v_ids, 'not_confirmed');
  return cardinality(v_ids);
end
$$;

-- Waives the confirmation or deposit that paying in cash requires, for a reason that staff give. Staff only.
create function public.overrule_cash_rule(p_order_id uuid, p_reason text, p_request_id uuid default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('overrule_cash_rule', p_order_id, p_reason));
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if v_reason = '' then
    perform private.refuse('reason_required');
  elsif not public.awaits_confirmation(v_order) and public.awaited_deposit(v_order) = 0 then
    perform private.refuse('cash_not_ruled');
  end if;
  update public.orders set cash_requirement = 'none', confirm_until = null, deposit = 0, stage = 'pending', updated_at = now()
  where orders.id = p_order_id;
  perform private.write_staff_facts(p_order_id, p_cash_overruled => v_reason);
  v_order := private.refresh_order(p_order_id);
  perform private.withdraw_messages(p_order_id, 'confirm');
  return private.store_idempotent_result(p_request_id, v_order);
end
$$;

create function private.delivery_history(p_tenant_id text, p_user_id uuid, p_phone text) returns public.delivery_history
language plpgsql stable security definer set search_path = '' as $$
declare
  v_digits constant text := coalesce(private.national_digits(p_phone), '');
  v_history public.delivery_history;
begin
  if p_user_id is not null then
    v_history.customer := private.deliveries_of(p_tenant_id, p_user_id, null);
  end if;
  if v_digits <> '' then
    v_history.phone := private.deliveries_of(p_tenant_id, null, v_digits);
  end if;
  return v_history;
end
$$;

-- Outcomes of earlier shipments to a customer and to a phone number. Staff only.
create function public.delivery_record(p_tenant_id text, p_user_id uuid default null, p_phone text default '')
returns public.delivery_history
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return private.delivery_history(p_tenant_id, p_user_id, p_phone);
end
$$;

-- Grants

grant execute on function public.awaits_confirmation, public.overrule_cash_rule, public.delivery_record to authenticated;
