-- Exchanges: delivered pieces for other products of the store. The old pieces pay for the new ones (docs/product.md, Exchanges).

-- Tables

-- A priced exchange: its pieces with what each line of them is worth in pounds, the lines to send with their shares, and in piastres
-- the goods, their discount, the delivery fee and the worth of all pieces.
create type private.wanted_exchange as (
  pieces private.piece_count[], worths numeric[], lines private.priced_line[], shares private.line_share[], goods bigint,
  discount bigint, fee bigint, worth bigint, rate private.shipping_rate, cash private.cash_terms
);

-- Helpers

-- Pieces of an order that came back in exchange for others; its status counts them as kept.
create function private.exchanged_pieces(p_order_id uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select sum(piece.received) from public.returns asked
    join public.return_lines piece on piece.return_id = asked.id
    where asked.order_id = p_order_id and asked.kind = 'exchange' and asked.state = 'received'
  ), 0);
end
$$;

-- What pieces that aren't back yet pay of an order.
create function private.open_exchange_value(p_order public.orders) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(asked.exchange_used), 0) from public.returns asked
  where asked.tenant_id = p_order.tenant_id and asked.replacement_order_id = p_order.id and private.is_open_return(asked.state)
$$;

-- The stage of an order whose payment has arrived: an exchange that staff haven't approved waits for them.
create function private.stage_once_paid(p_order public.orders) returns public.order_stage
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_order.is_exchange and exists (
    select 1 from public.returns asked
    where asked.tenant_id = p_order.tenant_id and asked.replacement_order_id = p_order.id and asked.state = 'requested'
  ) then 'pending' else 'confirmed' end;
end
$$;

-- The fee for delivering exchanged pieces: none where the store exchanges and pays it itself.
create function private.exchange_fee(p_settings public.settings, p_rate private.shipping_rate) returns bigint
language sql immutable set search_path = '' as $$
  select case when p_settings.exchanges <> 'none' and p_settings.exchange_delivery = 'store' then 0 else p_rate.price end
$$;

-- Functions

-- What pieces of an order are worth in an exchange, by line, in pounds: as much as a refund of them would give back now.
create function private.exchange_worths(p_order public.orders, p_pieces private.piece_count[]) returns numeric[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Unpaid pieces pay for nothing, and what other open exchanges promised is taken.
  v_owed constant numeric := greatest(-private.overpaid(p_order.id), 0);
  v_promised constant numeric := coalesce((
    select sum(piece.exchange_value) from public.returns asked join public.return_lines piece on piece.return_id = asked.id
    where asked.order_id = p_order.id and private.is_open_return(asked.state)
  ), 0);
  v_most constant numeric := greatest(
    least(private.worth_of_lines(p_pieces) - v_owed, p_order.charged - v_promised), 0);
begin
  return array(
    select greatest(least(given.worth, v_most - given.before), 0)
    from (
      select valued.position, valued.worth, sum(valued.worth) over (order by valued.position) - valued.worth as before
      from (
        select line.position, least(private.worth_of_pieces(line, piece.quantity), line.net - line.credited) as worth
        from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
      ) valued
    ) given
    order by given.position
  );
end
$$;

-- The lines to send for pieces, in the order of their own lines. Another variant of the same product costs what the piece was sold
-- for, and the difference between both variants now; anything else today's price.
create function private.exchange_lines(
  p_old public.orders, p_wanted private.wanted_exchange, p_lines jsonb, p_settings public.settings, p_lock boolean
) returns private.wanted_exchange
language plpgsql security definer set search_path = '' as $$
declare
  v_documents constant jsonb := (
    select jsonb_agg(
      jsonb_build_object('variant_id', coalesce(asked.value ->> 'variant_id', ''), 'quantity', piece.quantity) order by line.position)
    from unnest(p_wanted.pieces) piece join public.order_lines line on line.id = piece.order_line_id
    join jsonb_array_elements(p_lines) asked on lower(asked.value ->> 'order_line_id') = line.id::text
  );
  v_sold record;
  v_new private.priced_line;
  v_variant public.product_variants;
  v_discount bigint;
begin
  p_wanted.lines := private.price_lines(p_old.tenant_id, v_documents, p_settings, p_old.user_id, p_lock);
  p_wanted.shares := '{}';
  for v_sold in
    select line, piece.quantity, row_number() over (order by line.position) as place
    from unnest(p_wanted.pieces) piece join public.order_lines line on line.id = piece.order_line_id
    order by line.position
  loop
    v_new := p_wanted.lines[v_sold.place];
    v_discount := 0;
    if v_new.problem is not null then
      perform private.refuse_problem(private.line_problem(v_new));
    elsif v_new.variant_id = (v_sold.line).variant_id and (v_sold.line).customization is null then
      perform private.refuse('exchange_same', private.line_names(v_sold.line));
    elsif v_new.product_id = (v_sold.line).product_id then
      select variant.* into v_variant from public.product_variants variant where variant.id = v_new.variant_id;
      v_new.unit := greatest(
        private.piastres((v_sold.line).unit_price) + private.size_difference(v_sold.line, v_variant), 0);
      v_discount := least(
        private.piastres(round((v_sold.line).discount_share * v_sold.quantity / (v_sold.line).quantity, 2)),
        v_new.unit * v_sold.quantity);
      p_wanted.lines[v_sold.place] := v_new;
    end if;
    p_wanted.shares := p_wanted.shares || row(v_new.line, v_discount, 0)::private.line_share;
  end loop;
  p_wanted.goods := private.goods_of(p_wanted.lines);
  select coalesce(sum(share.discount), 0) into p_wanted.discount from unnest(p_wanted.shares) share;
  return p_wanted;
end
$$;

-- Prices an exchange and its delivery to the order's address, after checking all rules of exchanging and ordering.
create function private.price_exchange(
  p_old public.orders, p_lines jsonb, p_payment public.payment_method, p_shipping public.shipping_method, p_lock boolean
) returns private.wanted_exchange
language plpgsql security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_delivery private.delivery;
  v_wanted private.wanted_exchange;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_old.tenant_id;
  if v_settings.exchanges <> 'product' then
    perform private.refuse('exchanges_closed');
  end if;
  v_wanted.pieces := private.asked_pieces(p_old.id, p_lines);
  if cardinality(v_wanted.pieces) <> jsonb_array_length(p_lines) then
    perform private.refuse('invalid_quantity', '{"reason": "pieces"}');
  end if;
  perform private.require_returnable(p_old, v_wanted.pieces, 'exchange');
  perform private.require_exchanged(v_wanted.pieces);
  v_wanted := private.exchange_lines(p_old, v_wanted, p_lines, v_settings, p_lock);
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings, p_old.destination, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.fee := private.exchange_fee(v_settings, v_wanted.rate);
  v_wanted.worths := private.exchange_worths(p_old, v_wanted.pieces);
  select private.piastres(sum(given.worth)) into v_wanted.worth from unnest(v_wanted.worths) given (worth);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, p_old.user_id is distinct from auth.uid(), null, p_payment::text, public.address(p_old), v_wanted.lines,
    private.exchange_due(v_wanted), (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings);
  return v_wanted;
end
$$;

-- What an exchange still costs, in piastres, after the old pieces paid for it.
create function private.exchange_due(p_wanted private.wanted_exchange) returns bigint
language sql immutable set search_path = '' as $$
  select greatest(p_wanted.goods - p_wanted.discount + p_wanted.fee - p_wanted.worth, 0)
$$;

-- What an exchange would cost, in pounds: the new goods, their delivery, what the old pieces pay, what is still due, and the refund
-- once the old pieces are back. For the order's customer and staff; the lines are request_exchange's.
create function public.quote_exchange(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method,
  p_shipping_method public.shipping_method default 'standard'
) returns table (goods numeric, delivery numeric, worth numeric, due numeric, goes_back numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_wanted private.wanted_exchange;
  v_price bigint;
begin
  v_wanted := private.price_exchange(
    private.exchangeable_order(p_order_id), p_lines, p_payment_method, p_shipping_method, false);
  v_price := v_wanted.goods - v_wanted.discount;
  return query select private.pounds(v_price), private.pounds(v_wanted.fee), private.pounds(v_wanted.worth),
    private.pounds(private.exchange_due(v_wanted)), private.pounds(greatest(v_wanted.worth - v_price - v_wanted.fee, 0));
end
$$;

-- The order, if the caller may exchange its pieces: its customer, or staff who decide returns.
create function private.exchangeable_order(p_order_id uuid) returns public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.user_id is not distinct from auth.uid() and v_order.user_id is not null then
    perform private.require_aal();
  else
    perform private.require_order_right(v_order, 'returns.decide');
  end if;
  return v_order;
end
$$;

-- Exchanges delivered pieces for other products: orders the new ones, which their stock is reserved for, and announces the old ones.
-- A line is {"order_line_id", "quantity", "variant_id": what to send for it}. The worth of the old pieces pays for the new order at
-- once; what it lacks is paid like any order, what is left over is refunded once they are back. A customer's exchange waits for
-- staff's answer. The rules of ordering apply. Idempotent by key, like place_order.
create function public.request_exchange(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text,
  p_shipping_method public.shipping_method default 'standard', p_reason text default ''
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_wanted private.wanted_exchange;
  v_return_id uuid;
  v_by_customer constant boolean := v_old.user_id is not distinct from auth.uid();
  v_document constant jsonb := jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method, p_reason);
begin
  perform private.exchangeable_order(p_order_id);
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  v_new := private.placed_before(v_old.tenant_id, p_idempotency_key, v_document);
  if v_new.id is not null then
    return v_new;
  end if;
  v_wanted := private.price_exchange(v_old, p_lines, p_payment_method, p_shipping_method, true);
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method, private.pounds(v_wanted.fee),
    v_wanted.rate, private.replacement_stage(private.exchange_due(v_wanted), p_payment_method, v_wanted.cash, v_by_customer),
    p_idempotency_key, v_document, v_wanted.cash, v_wanted);
  v_return_id := private.insert_return(v_old, v_wanted.pieces, 'exchange',
    coalesce(p_reason, ''), p_replacement_id => v_new.id);
  update public.return_lines piece set exchange_value = given.worth
  from (
    select line.id, v_wanted.worths[row_number() over (order by line.position)] as worth
    from unnest(v_wanted.pieces) asked join public.order_lines line on line.id = asked.order_line_id
  ) given
  where piece.return_id = v_return_id and piece.order_line_id = given.id;
  perform private.settle_exchange_value(v_new.id);
  insert into public.order_events (tenant_id, order_id, actor, remark)
  values (v_old.tenant_id, v_old.id, private.order_actor(v_old), jsonb_build_object('code', 'exchange', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.refresh_order(v_new.id);
end
$$;

-- The points that the goods of an exchange earn.
create function private.exchange_points(p_tenant_id text, p_goods bigint) returns integer
language sql stable security definer set search_path = '' as $$
  select case when settings.points_enabled then (p_goods * (settings.points_earn_rate * 100)::bigint / 10000)::integer else 0 end
  from public.settings where settings.tenant_id = p_tenant_id
$$;

-- The stage of a new replacement order that `p_due` piastres are to be paid for. Staff's own need no further confirmation.
create function private.replacement_stage(
  p_due bigint, p_payment public.payment_method, p_cash private.cash_terms, p_by_customer boolean
) returns public.order_stage
language sql immutable set search_path = '' as $$
  select case
    when p_due > 0 and (p_payment <> 'cash_on_delivery' or p_cash.requirement = 'deposit') then 'awaiting_payment'
    when p_by_customer then 'pending'
    else 'confirmed'
  end::public.order_stage
$$;

-- Fits what old pieces pay of an exchange's order to what it costs, for pieces that aren't back yet. Other money is given back first.
-- The caller holds the order's lock.
create function private.settle_exchange_value(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_spare constant numeric := private.overpaid(p_order_id);
  v_change numeric;
  v_step numeric;
  v_part record;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id and orders.is_exchange;
  if not found then
    return;
  end if;
  v_change := case when v_spare > 0 then -greatest(v_spare - private.money_left(v_order), 0) else -v_spare end;
  for v_part in
    select asked.id, asked.exchange_used as used, sum(piece.exchange_value) as worth
    from public.returns asked join public.return_lines piece on piece.return_id = asked.id
    where asked.tenant_id = v_order.tenant_id and asked.replacement_order_id = p_order_id and private.is_open_return(asked.state)
    group by asked.id order by asked.number
  loop
    v_step := greatest(least(v_change, v_part.worth - v_part.used), -v_part.used);
    perform private.use_exchange_value(v_order, v_part.id, v_step);
    v_change := v_change - v_step;
  end loop;
end
$$;

-- Changes what the pieces of an exchange pay of its order by an amount.
create function private.use_exchange_value(p_new public.orders, p_return_id uuid, p_amount numeric) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns set exchange_used = exchange_used + p_amount where id = p_return_id and p_amount <> 0;
  perform private.book_money(p_new, 'exchange_used', p_amount, jsonb_build_object('return_id', p_return_id));
end
$$;

-- Ends an exchange whose old pieces won't come: they no longer pay for its order, which owes the difference if it was sent.
create function private.release_exchange_value(p_return public.returns) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.use_exchange_value(orders, p_return.id, -p_return.exchange_used)
  from public.orders where orders.id = p_return.replacement_order_id;
end
$$;

-- Moves what received pieces paid of an exchange's order from the money of their own order.
create function private.move_exchange_value(p_old_id uuid, p_return_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_return constant public.returns := (select asked from public.returns asked where asked.id = p_return_id);
  v_old public.orders;
  v_new public.orders;
  v_gap constant numeric := v_return.exchange_used - private.overpaid(p_old_id);
  v_given numeric;
begin
  select orders.* into v_old from public.orders where orders.id = p_old_id;
  select orders.* into v_new from public.orders where orders.id = v_return.replacement_order_id;
  if v_gap > 0 and v_gap <= 0.01 * (select sum(piece.received) from public.return_lines piece where piece.return_id = p_return_id) then
    -- Other pieces of the line went in between, which moved a rounding; what was promised stays.
    perform private.apply_credit(p_old_id, '[]', 0, least(v_gap, v_old.charged), jsonb_build_object('return_id', p_return_id));
  end if;
  v_given := greatest(least(v_return.exchange_used, private.overpaid(p_old_id)), 0);
  perform private.use_exchange_value(v_new, p_return_id, v_given - v_return.exchange_used);
  select orders.* into v_old from public.orders where orders.id = p_old_id;
  perform private.make_refund(v_old, v_given, 'exchange', null, jsonb_build_object('return_id', p_return_id), '',
    private.unnamed_credits(p_old_id), v_new.number);
  perform private.refresh_order(v_new.id);
end
$$;

-- Splits what an exchange's pieces are worth and pay between those that came and the rest, a return of its own.
create function private.part_exchange(p_return_id uuid, p_rest_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_return constant public.returns := (select asked from public.returns asked where asked.id = p_return_id);
  v_worth numeric;
  v_rest numeric;
begin
  update public.return_lines piece
  set exchange_value = whole.worth - round(whole.worth * whole.received / whole.quantity, 2)
  from (
    select part.order_line_id, sum(part.exchange_value) as worth, sum(part.received) as received, sum(part.quantity) as quantity
    from public.return_lines part where part.return_id = p_return_id group by part.order_line_id
  ) whole
  where piece.return_id = p_rest_id and piece.order_line_id = whole.order_line_id;
  select sum(piece.exchange_value) into v_worth from public.return_lines piece where piece.return_id = p_return_id;
  select sum(piece.exchange_value) into v_rest from public.return_lines piece where piece.return_id = p_rest_id;
  update public.return_lines piece set exchange_value = piece.exchange_value - rest.exchange_value
  from public.return_lines rest
  where piece.return_id = p_return_id and piece.part = 1 and rest.return_id = p_rest_id and rest.order_line_id = piece.order_line_id;
  -- What came pays first.
  v_rest := greatest(v_return.exchange_used - (v_worth - v_rest), 0);
  perform private.use_exchange_value(orders, p_return_id, -v_rest), private.use_exchange_value(orders, p_rest_id, v_rest)
  from public.orders where orders.id = v_return.replacement_order_id;
end
$$;

-- Staff's answer to a customer's exchange moves its order: confirmed, unless the customer has to pay or confirm first, or cancelled.
create function private.exchange_answered(p_return public.returns, p_approve boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not p_approve then
    update public.orders set status = 'cancelled' where id = p_return.replacement_order_id and status <> 'cancelled';
  elsif private.holds_capability(p_return.tenant_id, 'orders.change') then
    update public.orders set status = 'confirmed'
    where id = p_return.replacement_order_id and status = 'pending' and (confirm_until is null or confirmed_at is not null);
  end if;
end
$$;

-- Triggers

-- The carrier takes the old piece when it delivers the new one, so a delivery puts the return on its way.
create function private.exchanges_collected() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns set state = 'on_the_way', updated_at = now()
  where returns.tenant_id = new.tenant_id and returns.replacement_order_id = new.order_id and returns.state = 'approved'
    and exists (select 1 from public.carrier_bookings booking where booking.shipment_id = new.id and booking.collects);
  return null;
end
$$;

create trigger exchanges_collected after update of state on public.shipments
  for each row when (new.state = 'delivered' and old.state <> 'delivered') execute function private.exchanges_collected();

-- Grants

grant execute on function public.quote_exchange, public.request_exchange to authenticated;
