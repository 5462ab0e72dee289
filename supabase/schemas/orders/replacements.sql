-- Replacement orders: delivered pieces sent again, in another size or because they were faulty.

-- Tables

-- A size exchange: the lines to send, their delivery, their price in piastres, the price drop per piece by line, what paying in cash
-- requires, and the delivery fee that is charged.
create type private.wanted_sizes as (
  pieces private.piece_count[], lines private.priced_line[], rate private.shipping_rate, amount bigint, drops jsonb,
  cash private.cash_terms, fee bigint
);

-- Functions

-- Lines that send pieces of an order again, each in the size that `p_sizes` ({line's id: size}) gives it or else unchanged, with
-- any problem. A line costs the difference to the size it replaces.
create function private.replacement_lines(p_pieces private.piece_count[], p_sizes jsonb) returns private.priced_line[]
language plpgsql set search_path = '' as $$
begin
  return array(
    select row(
      row_number() over (order by line.position) - 1, line.product_id, (chosen.variant).id,
      coalesce((chosen.variant).sku, line.sku),
      private.variant_name((chosen.variant).option1, (chosen.variant).option2, (chosen.variant).option3),
      line.customization_id, piece.quantity, line.name, line.image,
      greatest(private.size_difference(line, chosen.variant), 0), null, (chosen.variant).stock, line.color,
      coalesce(chosen.size, wanted.size, line.size), line.type, coalesce(chosen.options, line.options),
      line.customization -> 'design', line.customization ->> 'preview',
      case
        when p_sizes ? line.id::text and (coalesce(btrim(wanted.size), '') = '' or length(wanted.size) > 200) then 'unknown_option'
        when line.product_id is null and line.customization is null then 'unknown_product'
        when chosen.problem is not null then 'unknown_option'
        when sum(piece.quantity) over (partition by (chosen.variant).id) > (chosen.variant).stock then 'out_of_stock'
      end,
      (chosen.variant).weight_grams::bigint * piece.quantity,
      private.merged_option_words(private.sold_translations(line.product_id, chosen.options), line.translations), line.garment
    )::private.priced_line
    from unnest(p_pieces) piece
    join public.order_lines line on line.id = piece.order_line_id
    cross join lateral (select p_sizes ->> line.id::text as size) wanted
    left join lateral private.choose_variant(line.product_id, null, wanted.size, line.color, line.type, line.variant_id) chosen
      on line.product_id is not null
    order by line.position
  );
end
$$;

-- The price difference in piastres between a variant now and the variant a line was sold as.
create function private.size_difference(p_line public.order_lines, p_variant public.product_variants) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(private.piastres(coalesce(p_variant.price, product.price) - coalesce(sold.price, product.price)), 0)
  from public.product_variants sold join public.products product on product.id = sold.product_id
  where sold.id = p_line.variant_id
$$;

-- Inserts a replacement order of these lines; it costs its delivery and their price differences, that of an exchange their whole
-- prices. The caller has locked the products.
create function private.insert_replacement(
  p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method,
  p_fee numeric, p_rate private.shipping_rate, p_stage public.order_stage, p_key text, p_document jsonb,
  p_cash private.cash_terms, p_exchange private.wanted_exchange default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_problem private.priced_line;
  v_goods constant numeric := private.pounds(private.goods_of(p_lines));
  v_discount constant numeric := private.pounds(coalesce(p_exchange.discount, 0));
  v_total constant numeric := v_goods - v_discount + p_fee;
  v_new public.orders;
begin
  select wrong.* into v_problem from unnest(p_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;
  with placed as (insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, total, charged, points_earned, is_exchange, customer_name, customer_email, destination,
    replaces_order_id, reserved_until, tax_rate, days_from, days_to, cash_requirement, cash_reasons, confirm_until, deposit, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, private.status_of_stage(p_stage), p_stage,
    case when private.waits_for_staff(private.status_of_stage(p_stage), p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when v_total = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, v_goods, v_discount, p_fee,
    v_total, v_total, case when p_exchange.goods is not null and not p_old.is_test and p_old.user_id is not null
      then private.exchange_points(p_old.tenant_id, p_exchange.goods - p_exchange.discount) else 0 end,
    p_exchange.goods is not null, p_old.customer_name, p_old.customer_email, p_old.destination, p_old.id,
    case
      when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes'
      when p_stage = 'awaiting_payment' and p_method = 'cash_on_delivery' then p_cash.confirm_until
    end, (select private.vat_rate(settings) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    -- What the old pieces pay counts towards it.
    case when p_cash.requirement = 'deposit' then p_cash.deposit + private.pounds(coalesce(p_exchange.worth, 0)) else p_cash.deposit end,
    p_old.is_test
  ) returning *), stored as (
    insert into public.order_addresses (order_id, tenant_id, address)
    select placed.id, placed.tenant_id, public.address(p_old) from placed
  )
  select placed.* into v_new from placed;
  perform private.store_order_key(v_new, p_key, p_document);
  perform private.insert_order_lines(v_new, p_lines, p_shares => p_exchange.shares);
  perform private.book_order(v_new);
  return v_new;
end
$$;

-- Orders delivered pieces again in another size, for the delivery fee, unless the store pays it, and any price difference; the old
-- pieces are to be returned, and a price drop is refunded then. For the order's customer, and staff who decide returns. A line is
-- {"order_line_id", "size", "quantity": all delivered by default}. The rules of ordering apply. Idempotent by key, like place_order.
create function public.request_size_replacement(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text,
  p_shipping_method public.shipping_method default 'standard'
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_wanted private.wanted_sizes;
  v_document constant jsonb := jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method);
begin
  perform private.exchangeable_order(p_order_id);
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  v_new := private.placed_before(v_old.tenant_id, p_idempotency_key, v_document);
  if v_new.id is not null then
    return v_new;
  end if;
  perform private.lock_goods(array[v_old.id]);
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method,
    private.pounds(v_wanted.fee), v_wanted.rate,
    private.replacement_stage(v_wanted.amount, p_payment_method, v_wanted.cash, v_old.user_id is not distinct from auth.uid()),
    p_idempotency_key, v_document, v_wanted.cash);
  perform private.write_price_drops(
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', '', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor, remark)
  values (v_old.tenant_id, v_old.id, private.order_actor(v_old), jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.refresh_order(v_new.id);
end
$$;

-- What delivered pieces would cost in other sizes, in pounds: the pieces, their delivery, both together, and the refund once the
-- old pieces are back. The lines are request_size_replacement's.
create function public.quote_size_replacement(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method,
  p_shipping_method public.shipping_method default 'standard'
) returns table (goods numeric, delivery numeric, total numeric, goes_back numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_wanted private.wanted_sizes;
begin
  v_wanted := private.price_sizes(private.exchangeable_order(p_order_id), p_lines, p_payment_method, p_shipping_method);
  return query select private.pounds(private.goods_of(v_wanted.lines)), private.pounds(v_wanted.fee),
    private.pounds(v_wanted.amount), private.pounds(coalesce((
      select sum((dropped.value)::bigint * piece.quantity) from jsonb_each_text(v_wanted.drops) dropped
      join unnest(v_wanted.pieces) piece on piece.order_line_id::text = dropped.key
    ), 0)::bigint);
end
$$;

-- Prices pieces in other sizes and their delivery to the order's address, after checking all rules of ordering.
create function private.price_sizes(
  p_old public.orders, p_lines jsonb, p_payment public.payment_method, p_shipping public.shipping_method
) returns private.wanted_sizes
language plpgsql security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_sizes jsonb;
  v_delivery private.delivery;
  v_wanted private.wanted_sizes;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_old.tenant_id;
  v_wanted.pieces := private.pieces_in_other_sizes(p_old.id, p_lines);
  select jsonb_object_agg(lower(asked.order_line_id), coalesce(asked.size, '')) into v_sizes
  from jsonb_to_recordset(p_lines) asked (order_line_id text, size text) where asked.order_line_id is not null;
  v_wanted.lines := private.replacement_lines(v_wanted.pieces, v_sizes);
  perform private.require_returnable(p_old, v_wanted.pieces, 'size_exchange');
  perform private.require_exchanged(v_wanted.pieces);
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings, p_old.destination, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.fee := private.exchange_fee(v_settings, v_wanted.rate);
  v_wanted.amount := private.goods_of(v_wanted.lines) + v_wanted.fee;
  v_wanted.drops := private.price_drops(v_wanted.pieces, v_wanted.lines);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, p_old.user_id is distinct from auth.uid(), null, p_payment::text, public.address(p_old),
    v_wanted.lines, v_wanted.amount, (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings);
  return v_wanted;
end
$$;

-- The number of the order whose pieces, replaced by this line, are still to be returned; null if all are back or staff allowed
-- another exchange. A replacement's lines are in the order of the lines they replace.
create function private.outstanding_exchange(p_line public.order_lines) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select replaced.number
    from (
      select piece.quantity, piece.received, asked.order_id, dense_rank() over (order by line.position) - 1 as position
      from public.returns asked
      join public.return_lines piece on piece.return_id = asked.id
      join public.order_lines line on line.id = piece.order_line_id
      where asked.tenant_id = p_line.tenant_id and asked.replacement_order_id = p_line.order_id
        and not (asked.kind = 'exchange' and asked.state = 'closed')
        and not exists (select 1 from public.exchange_allowances allowed where allowed.return_id = asked.id)
    ) given
    join public.orders replaced on replaced.id = given.order_id
    where given.position = p_line.position and given.received < given.quantity limit 1
  );
end
$$;

-- Refuses to exchange replacement pieces while the pieces they replaced aren't back.
create function private.require_exchanged(p_pieces private.piece_count[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_number constant text := (
    select min(private.outstanding_exchange(line)) from unnest(p_pieces) wanted
    join public.order_lines line on line.id = wanted.order_line_id
  );
begin
  if v_number is not null then
    perform private.refuse('exchange_outstanding', jsonb_build_object('number', v_number));
  end if;
end
$$;

-- What can still be done with an order's delivered pieces, one row per line and delivery with pieces left: how many, the deadlines
-- for returning or exchanging them and for reporting faults, and whether they can be returned, exchanged for another size or for
-- another product at all. For the order's customer and staff.
create function public.line_aftercare(p_order_id uuid) returns table (
  order_line_id uuid, pieces integer, return_until timestamptz, fault_until timestamptz, gives_back boolean, exchanges boolean,
  exchanges_product boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  return query
  select line.id, arrived.pieces,
    private.deadline_after(line.tenant_id, 'returnDays', arrived.delivered_at),
    private.deadline_after(line.tenant_id, 'faultDays', arrived.delivered_at),
    line.customization is null, line.size is not null and private.outstanding_exchange(line) is null,
    line.customization is null and private.outstanding_exchange(line) is null and (
      select settings.exchanges = 'product' from public.settings where settings.tenant_id = line.tenant_id)
  from public.order_lines line cross join private.returnable_deliveries(line) arrived
  where line.order_id = p_order_id
  order by line.position, arrived.newer desc;
end
$$;

-- Lets replacement pieces of a return be exchanged although its own pieces aren't back, for a reason that staff give. Staff only.
create function public.allow_exchange(p_return_id uuid, p_reason text, p_request_id uuid default null)
returns public.returns
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('allow_exchange', p_return_id, p_reason));
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  if v_reason = '' then
    perform private.refuse('reason_required');
  end if;
  insert into public.exchange_allowances (return_id, tenant_id, exchange_allowed)
  select given.id, given.tenant_id, v_reason from public.returns given
  where given.id = p_return_id and given.replacement_order_id is not null
  on conflict (return_id) do update set exchange_allowed = excluded.exchange_allowed;
  if not found then
    perform private.refuse('not_exchanged');
  end if;
  perform private.note_on_order(v_order, v_reason, true);
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$$;

-- The price of lines, in piastres.
create function private.goods_of(p_lines private.priced_line[]) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(sum(line.unit * line.quantity), 0)::bigint from unnest(p_lines) line
$$;

-- The price drop of a piece of each line in its new size, {line's id: piastres}.
create function private.price_drops(p_pieces private.piece_count[], p_lines private.priced_line[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(dropped.id, -dropped.more) filter (where dropped.more < 0), '{}')
  from (
    select old_line.id, private.size_difference(old_line, new_variant) as more
    from (
      select sold.*, row_number() over (order by sold.position) - 1 as place
      from unnest(p_pieces) piece join public.order_lines sold on sold.id = piece.order_line_id
    ) ordered
    join public.order_lines old_line on old_line.id = ordered.id
    join unnest(p_lines) wanted on wanted.line = ordered.place
    join public.product_variants new_variant on new_variant.id = wanted.variant_id
  ) dropped
$$;

create function private.write_price_drops(p_return_id uuid, p_drops jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.return_lines piece set price_drop = private.pounds(dropped.value::bigint)
  from jsonb_each_text(p_drops) dropped where piece.return_id = p_return_id and piece.order_line_id = dropped.key::uuid
$$;

-- Takes the price drops of new sizes off the pieces returned for them; `p_sign` -1 puts them back.
create function private.credit_price_drops(p_return_id uuid, p_sign integer default 1) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_piece record;
  v_amount numeric;
begin
  for v_piece in
    select piece.price_drop, piece.received, piece.credited, piece.part, line, orders as of_order
    from public.return_lines piece
    join public.order_lines line on line.id = piece.order_line_id
    join public.orders on orders.id = line.order_id
    where piece.return_id = p_return_id and piece.price_drop > 0 order by line.position, piece.part
  loop
    -- Parts of one line follow each other.
    select line, orders into v_piece.line, v_piece.of_order
    from public.order_lines line join public.orders on orders.id = line.order_id where line.id = (v_piece.line).id;
    v_amount := case when p_sign > 0
      then least(v_piece.price_drop * v_piece.received, (v_piece.line).net - (v_piece.line).credited, (v_piece.of_order).charged)
        - v_piece.credited
      else -v_piece.credited end;
    update public.return_lines set credited = return_lines.credited + v_amount
    where return_id = p_return_id and order_line_id = (v_piece.line).id and part = v_piece.part;
    update public.order_lines set credited = order_lines.credited + v_amount where id = (v_piece.line).id;
    perform private.book_money(v_piece.of_order, 'charged', -v_amount, jsonb_build_object('return_id', p_return_id));
  end loop;
end
$$;

-- The pieces requested in another size; without a quantity, all returnable ones of a line.
create function private.pieces_in_other_sizes(p_order_id uuid, p_lines jsonb) returns private.piece_count[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or p_lines = '[]' then
    perform private.refuse('empty_cart', jsonb_build_object('reason', 'replacement'));
  end if;
  return private.asked_pieces(p_order_id, (
    select jsonb_agg(case
      when asked.value ? 'quantity' then asked.value
      else asked.value || jsonb_build_object('quantity', (
        select greatest(private.returnable_pieces(line), 1) from public.order_lines line
        where line.order_id = p_order_id and line.id::text = lower(asked.value ->> 'order_line_id')
      ))
    end)
    from jsonb_array_elements(p_lines) asked
  ));
end
$$;

-- The usual free delivery to an order's address.
create function private.usual_rate(p_order public.orders) returns private.shipping_rate
language sql stable security definer set search_path = '' as $$
  select (private.delivery_of(p_order.tenant_id, settings, p_order.destination, 'standard', 0, 0)).rate
  from public.settings where settings.tenant_id = p_order.tenant_id
$$;

-- Creates the order that replaces a return's faulty pieces; it is free and already confirmed.
create function private.send_new_pieces(p_order public.orders, p_return public.returns) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_new public.orders;
  v_pieces constant private.piece_count[] := array(
    select row(piece.order_line_id, piece.quantity)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return.id
  );
begin
  perform private.require_exchanged(v_pieces);
  perform private.lock_goods(array[p_order.id]);
  v_new := private.insert_replacement(p_order, private.replacement_lines(v_pieces, '{}'), 'cash_on_delivery', 'standard', 0,
    private.usual_rate(p_order), 'confirmed', gen_random_uuid()::text, null, row('none', '[]', '', null, 0));
  perform private.remark_on_order(p_order, 'fault_replacement', jsonb_build_object('number', v_new.number));
  perform private.refresh_order(v_new.id);
  return v_new.id;
end
$$;

-- A return whose replacement is cancelled becomes one for money: received pieces leave the sale; those expected in another size are
-- not expected anymore. An exchange ends, unless its pieces are back: then its order gives back what they paid.
create function private.replacements_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns;
  v_old public.orders;
  v_ends boolean;
begin
  -- Confirming the order is an answer to its exchange.
  update public.returns set state = 'approved', decided_at = now(), updated_at = now()
  from after join before on before.id = after.id
  where after.is_exchange and after.status = 'confirmed' and before.status in ('pending', 'awaiting_payment')
    and returns.tenant_id = after.tenant_id and returns.replacement_order_id = after.id and returns.state = 'requested';
  for v_return in
    select asked.* from after
    join public.returns asked on asked.tenant_id = after.tenant_id and asked.replacement_order_id = after.id
    where after.replaces_order_id is not null and after.status = 'cancelled' and (asked.kind <> 'exchange' or asked.state <> 'received')
      and exists (select 1 from before where before.id = after.id and before.status <> 'cancelled')
    order by after.id, asked.number
  loop
    -- Cancelling has locked these with private.lock_orders.
    select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
    perform private.release_exchange_value(v_return) where v_return.kind = 'exchange';
    v_ends := v_return.kind in ('size_exchange', 'exchange') and private.is_open_return(v_return.state);
    update public.returns set
      replacement_order_id = case when kind = 'exchange' then replacement_order_id end,
      state = case when v_ends then 'closed'::public.return_state else state end,
      closed_at = case when v_ends then now() else closed_at end,
      updated_at = now()
    where id = v_return.id returning * into v_return;
    if v_return.state = 'received' then
      perform private.credit_price_drops(v_return.id, -1);
      perform private.take_pieces_back(v_old, v_return.id);
      perform private.create_due_refunds(v_old.id, jsonb_build_object('return_id', v_return.id));
    else
      perform private.refresh_order(v_old.id);
    end if;
  end loop;
  return null;
end
$$;

-- Triggers

-- Triggers run by name: after `audited`, so that its audit entry comes first, and before `orders_moved`.
create trigger moved_replacements after update on public.orders
  referencing old table as before new table as after for each statement execute function private.replacements_moved();

-- Grants

grant execute on function public.request_size_replacement, public.quote_size_replacement, public.allow_exchange, public.line_aftercare to authenticated;
