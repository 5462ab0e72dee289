-- Bulk actions of staff on shipments, returns and refunds. A refused one does not stop the others.

-- Tables

-- The outcome of a bulk action for one row: why it was skipped, or null if it was done.
create type public.return_outcome as (order_id uuid, return_id uuid, refusal jsonb);
create type public.refund_outcome as (order_id uuid, refund_id uuid, refusal jsonb);

-- Functions

-- Restocks all pieces of returned shipments; staff only.
create function public.inspect_shipments(p_shipment_ids uuid[], p_request_id uuid default null)
returns setof public.shipment_outcome
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('inspect_shipments', p_shipment_ids));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_for_booking(array(select asked.order_id from unnest(v_outcomes) asked));
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', asked.order_id, 'shipment_id', asked.shipment_id, 'refusal',
        coalesce(asked.refusal, private.refusal_of(format('select public.inspect_shipment(%L)', asked.shipment_id)))))
      from unnest(v_outcomes) asked
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$$;

-- Approves or declines returns as requested, all with the same answer; staff only.
create function public.decide_returns(
  p_return_ids uuid[], p_approve boolean, p_answer text default '', p_request_id uuid default null
) returns setof public.return_outcome
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('decide_returns', p_return_ids, p_approve, p_answer));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_return_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.returns asked where asked.id = any (p_return_ids)), 'returns.decide');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_return');
    end if;
    perform private.lock_for_booking(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'return_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_return')
        else private.refusal_of(format('select public.decide_return(%L, %L, %L)', named.id, p_approve, p_answer)) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_return_ids) asked (id)
        left join public.returns found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.return_outcome, v_answer);
end
$$;

-- Sends due or failed refunds one way; staff only.
create function public.send_refunds(p_refund_ids uuid[], p_way public.refund_way, p_request_id uuid default null)
returns setof public.refund_outcome
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('send_refunds', p_refund_ids, p_way));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_refund_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.refunds asked where asked.id = any (p_refund_ids)), 'money.refund');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_refund');
    end if;
    perform private.lock_credit_of(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'refund_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_refund')
        else private.refusal_of(format('select public.send_refund(%L, %L)', named.id, p_way)) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_refund_ids) asked (id)
        left join public.refunds found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.refund_outcome, v_answer);
end
$$;

-- Locks goods, points and credit of several orders in the same sequence as one order does, to avoid deadlocks.
create function private.lock_for_booking(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_goods(p_order_ids);
  perform private.lock_credit_of(p_order_ids);
end
$$;

-- Locks the customers' profiles, which hold points and credit.
create function private.lock_credit_of(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles profile
  where (profile.id, profile.tenant_id) in (
    select orders.user_id, orders.tenant_id from public.orders where orders.id = any (p_order_ids)
  )
  order by profile.id, profile.tenant_id for no key update;
end
$$;

-- Grants

grant execute on function public.inspect_shipments, public.decide_returns, public.send_refunds to authenticated;
