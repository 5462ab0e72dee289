-- Cash that couriers hand over for the parcels that they delivered.

-- Functions

-- Books a courier's statement: {"carrier", "carrier_name", "reference", "lines": [{"shipment_id", "amount", "fee"}]}, amounts in
-- pounds. Each amount is what the courier still owes of the parcel; a statement that says otherwise is refused whole, with the
-- parcel's name. Staff only; returns the settlement.
create function public.settle_cash(p_tenant_id text, p_settlement jsonb, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('settle_cash', p_tenant_id, p_settlement));
  v_settlement public.settlements;
  v_parcel record;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  perform private.require_statement(p_settlement);
  perform private.lock_orders(array(
    select parcel.order_id from public.shipments parcel
    where parcel.tenant_id = p_tenant_id and parcel.id in (
      select (line ->> 'shipment_id')::uuid from jsonb_array_elements(p_settlement -> 'lines') line)
  ));
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, fee, created_by)
  select p_tenant_id, coalesce(p_settlement ->> 'carrier', 'manual'), left(coalesce(p_settlement ->> 'carrier_name', ''), 80),
    left(coalesce(p_settlement ->> 'reference', ''), 200), sum((line ->> 'amount')::numeric),
    coalesce(sum((line ->> 'fee')::numeric), 0), auth.uid()
  from jsonb_array_elements(p_settlement -> 'lines') line
  returning * into v_settlement;
  for v_parcel in
    select parcel.id, stated.amount, stated.fee, orders.number || '/' || parcel.number as name
    from jsonb_to_recordset(p_settlement -> 'lines') stated (shipment_id uuid, amount numeric, fee numeric)
    left join public.shipments parcel on parcel.id = stated.shipment_id and parcel.tenant_id = p_tenant_id
    left join public.orders on orders.id = parcel.order_id
    order by orders.number, parcel.number
  loop
    perform private.settle_parcel(v_settlement, v_parcel.id, v_parcel.name, v_parcel.amount, v_parcel.fee);
  end loop;
  return private.keep_answer(p_request_id, to_jsonb(v_settlement) - 'tenant_id');
end
$$;

-- Refuses what is no courier's statement.
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

-- Books what a statement says of a parcel; `p_name` is what people call it. `p_part`: the courier still owes the rest.
create function private.settle_parcel(
  p_settlement public.settlements, p_shipment_id uuid, p_name text, p_amount numeric, p_fee numeric, p_part boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_facts public.shipment_staff_facts;
  v_order public.orders;
begin
  select parcel.* into v_parcel from public.shipments parcel where parcel.id = p_shipment_id for update;
  select facts.* into v_facts from public.shipment_staff_facts facts where facts.shipment_id = p_shipment_id;
  if v_parcel.id is null then
    perform private.refuse('unknown_parcel');
  elsif v_facts.settled_at is not null then
    perform private.refuse('parcel_settled', jsonb_build_object('name', p_name));
  elsif v_parcel.state <> 'delivered' or coalesce(v_parcel.cash_collected, 0) = 0 then
    perform private.refuse('parcel_without_cash', jsonb_build_object('name', p_name));
  elsif p_amount > v_facts.courier_owes or p_amount < v_facts.courier_owes and not p_part then
    perform private.refuse('parcel_cash_differs',
      jsonb_build_object('name', p_name, 'amount', v_facts.courier_owes, 'price', p_amount));
  end if;
  update public.shipment_staff_facts facts set settled = facts.settled + p_amount, courier_owes = facts.courier_owes - p_amount,
    settled_at = case when p_amount = facts.courier_owes then now() end, fee = coalesce(p_fee, facts.fee)
  where facts.shipment_id = v_parcel.id;
  select orders.* into v_order from public.orders where orders.id = v_parcel.order_id;
  perform private.book_money(v_order, 'settled', p_amount,
    jsonb_build_object('shipment_id', v_parcel.id, 'settlement_id', p_settlement.id), 'cash_on_delivery',
    p_settlement.reference);
  perform private.refresh_order(v_order.id);
end
$$;

-- Grants

grant execute on function public.settle_cash to authenticated;
