-- Settlements: cash that carriers hand over for delivered shipments.

-- Tables

-- A statement's amount for a shipment; `name` is its display name.
create type private.stated_cash as (shipment_id uuid, name text, amount numeric, fee numeric);

-- Functions

-- Books a carrier's statement: {"carrier", "carrier_name", "reference", "lines": [{"shipment_id", "amount", "fee"}]}, amounts in
-- pounds. Each amount has to equal what the carrier still owes for the shipment; otherwise the whole statement is refused, naming
-- the shipment. Staff only.
create function public.settle_cash(p_tenant_id text, p_settlement jsonb, p_request_id uuid default null) returns public.settlements
language plpgsql security definer set search_path = '' as $$
declare
  v_settlement public.settlements := private.idempotent_result(
    null::public.settlements, p_request_id, jsonb_build_array('settle_cash', p_tenant_id, p_settlement));
  v_cash private.stated_cash[];
begin
  if v_settlement.id is not null then
    return v_settlement;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_statement(p_settlement);
  perform private.lock_orders(array(
    select shipment.order_id from public.shipments shipment
    where shipment.tenant_id = p_tenant_id and shipment.id in (
      select (line ->> 'shipment_id')::uuid from jsonb_array_elements(p_settlement -> 'lines') line)
  ));
  v_cash := array(
    select row(shipment.id, orders.number || '/' || shipment.number, stated.amount, stated.fee)::private.stated_cash
    from jsonb_to_recordset(p_settlement -> 'lines') stated (shipment_id uuid, amount numeric, fee numeric)
    left join public.shipments shipment on shipment.id = stated.shipment_id and shipment.tenant_id = p_tenant_id
    left join public.orders on orders.id = shipment.order_id
    order by orders.number, shipment.number
  );
  v_settlement := private.insert_settlement(p_tenant_id, p_settlement, v_cash);
  perform private.settle_shipments(v_settlement, v_cash);
  return private.store_idempotent_result(p_request_id, v_settlement);
end
$$;

-- Raises unless a document is a carrier's statement.
create function private.require_statement(p_settlement jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_settlement) is distinct from 'object' or jsonb_typeof(p_settlement -> 'lines') is distinct from 'array'
    or coalesce(p_settlement ->> 'carrier', 'manual') !~ '^[a-z][a-z0-9_-]{0,30}$' then
    perform private.refuse('invalid_statement');
  end if;
  if jsonb_array_length(p_settlement -> 'lines') not between 1 and 1000 or exists (
    select 1 from jsonb_array_elements(p_settlement -> 'lines') line
    where jsonb_typeof(line) <> 'object' or not pg_input_is_valid(coalesce(line ->> 'shipment_id', ''), 'uuid')
      or not private.is_amount(line -> 'amount')
      or not private.is_amount(coalesce(nullif(line -> 'fee', 'null'), '0'))
  ) then
    perform private.refuse('invalid_statement');
  end if;
end
$$;

-- Inserts the settlement for a statement's amounts.
create function private.insert_settlement(p_tenant_id text, p_statement jsonb, p_cash private.stated_cash[])
returns public.settlements
language sql security definer set search_path = '' as $$
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, fee, created_by)
  select p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), left(coalesce(p_statement ->> 'carrier_name', ''), 80),
    left(coalesce(p_statement ->> 'reference', ''), 200), coalesce(sum(stated.amount), 0), coalesce(sum(stated.fee), 0), auth.uid()
  from unnest(p_cash) stated
  returning *
$$;

-- Raises the first rule that a statement's amounts break. `p_part`: a lower amount is allowed, and the carrier still owes the rest.
create function private.require_owed_cash(p_cash private.stated_cash[], p_part boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_first record;
begin
  select stated.name, stated.amount, shipment.id, facts.carrier_owes,
    facts.settled_at is not null or stated.mention > 1 as is_settled,
    shipment.state <> 'delivered' or coalesce(shipment.cash_collected, 0) = 0 as is_without_cash
  into v_first
  from (
    select named.*, row_number() over (partition by named.shipment_id order by named.place) as mention
    from unnest(p_cash) with ordinality named (shipment_id, name, amount, fee, place)
  ) stated
  left join public.shipments shipment on shipment.id = stated.shipment_id
  left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.id is null or stated.mention > 1 or facts.settled_at is not null or shipment.state <> 'delivered'
    or coalesce(shipment.cash_collected, 0) = 0 or stated.amount > facts.carrier_owes
    or stated.amount < facts.carrier_owes and not p_part
  order by stated.place limit 1;
  if not found then
    return;
  elsif v_first.id is null then
    perform private.refuse('unknown_shipment');
  elsif v_first.is_settled then
    perform private.refuse('shipment_settled', jsonb_build_object('name', v_first.name));
  elsif v_first.is_without_cash then
    perform private.refuse('shipment_without_cash', jsonb_build_object('name', v_first.name));
  end if;
  perform private.refuse('shipment_cash_differs',
    jsonb_build_object('name', v_first.name, 'amount', v_first.carrier_owes, 'price', v_first.amount));
end
$$;

-- Books a statement's amounts, all at once. The caller holds the orders' locks.
create function private.settle_shipments(
  p_settlement public.settlements, p_cash private.stated_cash[], p_part boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.shipments shipment
  where shipment.id in (select stated.shipment_id from unnest(p_cash) stated) order by shipment.id for update;
  perform private.require_owed_cash(p_cash, p_part);
  update public.shipment_staff_facts facts set settled = facts.settled + stated.amount,
    carrier_owes = facts.carrier_owes - stated.amount,
    settled_at = case when stated.amount = facts.carrier_owes then now() end, fee = coalesce(stated.fee, facts.fee)
  from unnest(p_cash) stated where facts.shipment_id = stated.shipment_id;
  insert into public.payment_entries (
    tenant_id, order_id, kind, amount, method, reference, shipment_id, settlement_id, actor_id)
  select shipment.tenant_id, shipment.order_id, 'settled', stated.amount, 'cash_on_delivery', p_settlement.reference, shipment.id,
    p_settlement.id, auth.uid()
  from unnest(p_cash) with ordinality stated (shipment_id, name, amount, fee, place)
  join public.shipments shipment on shipment.id = stated.shipment_id
  order by stated.place;
  perform private.book_handed_over(p_cash);
end
$$;

-- Subtracts handed-over cash from what carriers hold for orders and updates what depends on it, in bulk instead of through
-- private.refresh_order: neither an order's balance nor its pieces have changed.
create function private.book_handed_over(p_cash private.stated_cash[]) returns void
language sql security definer set search_path = '' as $$
  update public.orders set at_carrier = handed_over.at_carrier, updated_at = now(),
    queues = case when handed_over.at_carrier > 0 then orders.queues else array_remove(orders.queues, 'cash_outstanding') end,
    payment_status = private.payment_status_of(
      orders.payment_status, orders.total, orders.charged, orders.received, orders.given_back, handed_over.at_carrier,
      exists (
        select 1 from public.refunds where refunds.order_id = orders.id and private.is_open_refund(refunds.state)
      ))
  from (
    select held.id, held.at_carrier - sum(stated.amount) as at_carrier
    from unnest(p_cash) stated
    join public.shipments shipment on shipment.id = stated.shipment_id
    join public.orders held on held.id = shipment.order_id
    group by held.id
  ) handed_over
  where orders.id = handed_over.id
$$;

-- Grants

grant execute on function public.settle_cash to authenticated;
