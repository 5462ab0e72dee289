-- An order's status, queues and payment status, derived from what was booked, and booking its money. Callers hold the order's lock.

-- Functions

-- The status of an order (docs/product.md, Orders), from its stage and its pieces.
create function private.order_status_of(
  p_stage public.order_stage, p_pieces bigint, p_cancelled bigint, p_refused bigint, p_sent bigint, p_delivered bigint,
  p_returned bigint, p_return_open boolean
) returns public.order_status
language sql stable set search_path = '' as $$
  select case
    when p_pieces > 0 and p_cancelled = p_pieces then 'cancelled'
    when p_pieces > 0 and p_cancelled + p_refused = p_pieces then 'returned_to_sender'
    when p_return_open then 'return_requested'
    when p_delivered > 0 and p_cancelled + p_refused + p_delivered < p_pieces then 'partly_delivered'
    when p_returned > 0 and p_returned = p_delivered then 'returned'
    when p_returned > 0 then 'partly_returned'
    when p_delivered > 0 then 'delivered'
    when p_sent > 0 and p_cancelled + p_refused + p_sent = p_pieces then 'shipped'
    when p_sent > 0 then 'partly_sent'
    else private.status_of_stage(p_stage)
  end
$$;

-- Derives the payment status from an order's sums. An abandoned online payment stays `failed` until money arrives.
create function private.payment_status_of(
  p_present public.payment_status, p_total numeric, p_charged numeric, p_received numeric, p_given_back numeric,
  p_at_carrier numeric, p_refund_open boolean
) returns public.payment_status
language sql immutable set search_path = '' as $$
  select case
    when p_refund_open or p_received - p_given_back > p_charged then 'refund_due'
    when p_received = 0 and p_present = 'failed' then 'failed'
    when p_received = 0 and p_total > 0 then 'unpaid'
    when p_given_back > 0 and p_given_back = p_received then 'refunded'
    when p_given_back > 0 then 'partly_refunded'
    when p_received - p_given_back < p_charged then 'partly_paid'
    when p_at_carrier > 0 then 'with_carrier'
    else 'paid'
  end::public.payment_status
$$;

create function private.derived_order_status(p_order public.orders) returns public.order_status
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.order_status_of(
      p_order.stage, coalesce(sum(quantity), 0), coalesce(sum(cancelled), 0), coalesce(sum(returned_to_sender), 0), coalesce(sum(sent), 0),
      coalesce(sum(delivered), 0), coalesce(sum(returned), 0) - private.exchanged_pieces(p_order.id),
      exists (
        select 1 from public.returns
        where returns.order_id = p_order.id and private.is_open_return(returns.state)
          -- Pieces with a replacement order stay sold.
          and returns.replacement_order_id is null
      ))
    from public.order_lines where order_lines.order_id = p_order.id
  );
end
$$;

-- Whether a carrier's latest event for a shipment under way is unknown to us: as after a failed attempt, somebody has to ask.
create function private.is_unclear(p_shipment public.shipments) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_on_the_way(p_shipment.state) and (
    select event.state is null from public.shipment_events event
    where event.shipment_id = p_shipment.id order by event.created_at desc limit 1
  );
end
$$;

-- Whether a carrier reported a delivered shipment as returned to sender, and nobody has handled it since. A computed field.
create function public.returned_to_sender_late(p_shipment public.shipments) returns boolean
language sql stable set search_path = '' as $$
  select p_shipment.state = 'delivered' and coalesce((
    select private.is_going_back(event.state) from public.shipment_events event
    where event.shipment_id = p_shipment.id order by event.created_at desc limit 1
  ), false)
$$;

-- Whether a bank holds money for an order that awaits payment; staff capture or release it.
create function private.has_held_payment(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.payments payment
    where payment.order_id = p_order_id and payment.status = 'held' and not payment.is_to_release
  )
$$;

-- The queues an order belongs in.
create function private.derived_order_queues(p_order public.orders) returns public.order_queue[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ready constant boolean := private.is_confirmed(p_order.stage);
  v_to_print boolean;
  v_to_pack boolean;
  v_states public.shipment_state[];
  v_on_the_way boolean;
  v_awaits_inspection boolean;
begin
  if p_order.imported_from is not null then
    return '{}';
  end if;
  select
    bool_or(line.to_print > 0),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.returned_to_sender and line.to_print = 0)
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(shipment) then 'attempt_failed' else shipment.state end),
    bool_or(private.is_on_the_way(shipment.state) and not private.is_unclear(shipment)),
    bool_or(public.awaits_inspection(shipment) or public.returned_to_sender_late(shipment))
  into v_states, v_on_the_way, v_awaits_inspection
  from public.shipments shipment where shipment.order_id = p_order.id;
  return array_remove(array[
    case when private.waits_for_staff(p_order.status, p_order.payment_method)
      or p_order.status = 'awaiting_payment'
        and (private.has_transfer_to_check(p_order.id) or private.has_held_payment(p_order.id)) then 'to_confirm'::public.order_queue end,
    case when v_ready and v_to_print then 'to_print' end,
    case when v_ready and v_to_pack then 'to_pack' end,
    case when 'packed' = any (v_states) then 'to_hand_over' end,
    case when v_on_the_way then 'on_the_way' end,
    case when 'attempt_failed' = any (v_states) then 'attempt_failed' end,
    case when v_awaits_inspection then 'returned_to_sender' end,
    case when exists (
      select 1 from public.returns
      where returns.order_id = p_order.id and private.is_open_return(returns.state)
    ) then 'returns' end,
    case when exists (
      select 1 from public.refunds where refunds.order_id = p_order.id and private.refund_waits_for_staff(refunds.state)
    ) then 'to_give_back' end,
    case when p_order.at_carrier > 0 then 'cash_outstanding' end
  ]::public.order_queue[], null);
end
$$;

-- An order with everything that is derived from its pieces, shipments, returns and ledger.
create function private.derived_order(p_order public.orders) returns public.orders
language plpgsql stable security definer set search_path = '' as $$
begin
  p_order.status := private.derived_order_status(p_order);
  p_order.payment_status := private.payment_status_of(
    p_order.payment_status, p_order.total, p_order.charged, p_order.received, p_order.given_back, p_order.at_carrier,
    exists (
      select 1 from public.refunds
      where refunds.order_id = p_order.id and private.is_open_refund(refunds.state)
    ));
  p_order.queues := private.derived_order_queues(p_order);
  return p_order;
end
$$;

-- Recalculates everything derived of orders. Every function that books something of an order ends with this.
create function private.refresh_orders(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recalculate_cash_due(p_order_ids);
  -- Touches updated_at once per transaction, which broadcasts changes outside these columns.
  update public.orders set status = derived.status, payment_status = derived.payment_status, queues = derived.queues,
    updated_at = now()
  from public.orders stored cross join lateral private.derived_order(stored) derived
  where orders.id = stored.id and stored.id = any (p_order_ids) and orders.id = any (p_order_ids)
    and (derived.status, derived.payment_status, derived.queues, now())
      is distinct from (stored.status, stored.payment_status, stored.queues, stored.updated_at);
end
$$;

-- The same for one order, which it returns.
create function private.refresh_order(p_order_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.refresh_orders(array[p_order_id]);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  return v_order;
end
$$;

-- Caps the cash due on shipments not handed over yet at what their orders owe, each order's last shipment first: for example after a
-- payment or a cancellation.
create function private.recalculate_cash_due(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.orders where orders.id = any (p_order_ids) and private.excess_cash(orders) > 0) then
    return;
  end if;
  update public.shipments shipment set cash_due = shipment.cash_due - excess.amount, updated_at = now()
  from (
    select packed.id, least(packed.cash_due, private.excess_cash(orders) - coalesce(sum(packed.cash_due) over (
      partition by packed.order_id order by packed.number desc rows between unbounded preceding and 1 preceding), 0)) as amount
    from public.orders join public.shipments packed on packed.order_id = orders.id and packed.state = 'packed'
    where orders.id = any (p_order_ids)
  ) excess
  where shipment.id = excess.id and excess.amount > 0;
end
$$;

-- By how much the cash due on an order's shipments exceeds what it owes.
create function private.excess_cash(p_order public.orders) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.cash_under_way(p_order.id, null) - (p_order.charged - p_order.received + p_order.given_back);
end
$$;

-- Adds a ledger entry and updates the order's sums; an amount of 0 does nothing. `p_links` are the entry's references:
-- {"shipment_id", "return_id", "refund_id", "edit_id", "settlement_id", "payment_id"}.
create function private.book_money(
  p_order public.orders, p_kind public.payment_entry_kind, p_amount numeric, p_links jsonb default '{}',
  p_method public.payment_method default null, p_reference text default '', p_note text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_amount = 0 then
    return;
  elsif p_order.is_test and p_kind <> 'charged' then
    perform private.refuse('test_order_unpaid');
  end if;
  insert into public.payment_entries (
    tenant_id, order_id, kind, amount, method, reference, note, shipment_id, return_id, refund_id, edit_id, settlement_id,
    payment_id, actor_id, transfer_digest
  )
  select p_order.tenant_id, p_order.id, p_kind, p_amount, p_method, left(coalesce(p_reference, ''), 200),
    left(coalesce(p_note, ''), 500), links.shipment_id, links.return_id, links.refund_id, links.edit_id, links.settlement_id,
    links.payment_id, auth.uid(),
    case when p_kind = 'received' and p_method = 'bank_transfer' then private.transfer_digest(p_reference) end
  from jsonb_to_record(p_links) links (
    shipment_id uuid, return_id uuid, refund_id uuid, edit_id uuid, settlement_id uuid, payment_id uuid
  );
  update public.orders set
    charged = charged + case when p_kind = 'charged' then p_amount else 0 end,
    received = received + case when p_kind in ('received', 'cash_collected', 'credit_used', 'exchange_used') then p_amount else 0 end,
    given_back = given_back + case when p_kind in ('given_back', 'exchange_given') then p_amount else 0 end,
    at_carrier = at_carrier + case p_kind when 'cash_collected' then p_amount when 'settled' then -p_amount else 0 end
  where orders.id = p_order.id;
end
$$;

-- The price of the first `p_pieces` pieces of a line. The price of one piece is a difference of two of these, so the pieces always
-- add up to the line, in whatever steps they go.
create function private.line_worth(p_line public.order_lines, p_pieces integer) returns numeric
language sql immutable set search_path = '' as $$
  select round(p_line.net * p_pieces / p_line.quantity, 2)
$$;

-- By how much the price of a line falls when its counters change (rises, for pieces sent again), of an order that costs `p_charged`.
-- `recounted` is the part of it that is a discount counted anew.
create function private.price_of_gone_pieces(
  p_before public.order_lines, p_after public.order_lines, p_charged numeric, out amount numeric, out recounted numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  recounted := private.recounted_of_pieces(p_before, greatest(private.kept_pieces(p_before) - private.kept_pieces(p_after), 0));
  amount := private.line_worth(p_after, p_after.cancelled + p_after.returned_to_sender + p_after.returned)
    - private.line_worth(p_before, p_before.cancelled + p_before.returned_to_sender + p_before.returned) + recounted;
  -- Does not subtract again what was already credited to the line or as goodwill.
  amount := greatest(least(amount, p_after.net - p_after.credited, p_charged), -p_after.credited - p_after.discount_recounted);
end
$$;

-- Takes the price of a line's gone pieces off the order (or puts it back for pieces sent again), after the counters were changed;
-- `p_before` is the line as it was. Returns the amount.
create function private.credit_gone_pieces(p_before public.order_lines, p_links jsonb default '{}') returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.order_lines;
  v_order public.orders;
  v_gone record;
begin
  select line.* into v_line from public.order_lines line where line.id = p_before.id;
  select orders.* into v_order from public.orders where orders.id = v_line.order_id;
  v_gone := private.price_of_gone_pieces(p_before, v_line, v_order.charged);
  update public.order_lines set credited = credited + v_gone.amount, discount_recounted = discount_recounted - v_gone.recounted
  where order_lines.id = v_line.id;
  perform private.book_money(v_order, 'charged', -v_gone.amount, p_links);
  return v_gone.amount;
end
$$;

-- Whether nothing of an order is left and nothing of it was delivered.
create function private.is_gone(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select 1 from public.order_lines line
    where line.order_id = p_order_id and (line.delivered > 0 or line.cancelled + line.returned_to_sender < line.quantity)
  )
$$;

-- Charges delivery and gift wrapping again for an order that is sent again.
create function private.charge_delivery_again(p_order_id uuid, p_links jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  update public.orders set shipping_credited = 0, gift_credited = 0 where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', v_order.shipping_credited + v_order.gift_credited, p_links);
end
$$;

-- Orders per queue of those of the given stores whose orders the caller sees.
create function public.order_queue_counts(p_tenant_ids text[])
returns table (tenant_id text, queue public.order_queue, orders bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query
  select orders.tenant_id, waiting.queue, count(*) from public.orders, unnest(orders.queues) waiting (queue)
  where orders.tenant_id = any (v_tenant_ids) and orders.queues <> '{}'
  group by orders.tenant_id, waiting.queue order by orders.tenant_id, waiting.queue;
end
$$;

-- Grants

grant execute on function public.returned_to_sender_late, public.order_queue_counts to authenticated;
