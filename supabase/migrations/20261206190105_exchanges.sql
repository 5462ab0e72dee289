set local check_function_bodies = off;

ALTER TYPE "private"."wanted_sizes" ADD ATTRIBUTE "fee" bigint CASCADE;

CREATE OR REPLACE FUNCTION private.book_money(p_order public.orders, p_kind public.payment_entry_kind, p_amount numeric, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method, p_reference text DEFAULT ''::text, p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.book_payment(p_order public.orders, p_amount numeric, p_reference text, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method constant public.payment_method := case
    when p_links ? 'payment_id' then 'online' else coalesce(p_method, p_order.payment_method) end;
begin
  if v_method = 'bank_transfer' then
    perform private.require_new_transfer(p_order.tenant_id, p_reference);
  end if;
  perform private.book_money(p_order, 'received', p_amount, p_links, v_method, p_reference);
  update public.orders set
    payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference),
    stage = case
      when stage = 'awaiting_payment' and status <> 'cancelled' and private.awaited_payment(orders) = 0
        then private.stage_once_paid(orders)
      else stage
    end
  where orders.id = p_order.id;
  if p_order.status = 'cancelled' then
    perform private.remark_on_order(p_order, 'paid_after_cancelling');
  end if;
  return private.create_due_refunds(p_order.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.book_what_came(p_order public.orders, p_return_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
begin
  update public.returns set state = 'received', received_at = now(), decided_at = coalesce(decided_at, now()), updated_at = now()
  where id = p_return_id returning * into v_return;
  perform private.lock_goods(array[p_order.id]);
  perform private.restock(p_order.id, array(
    select row(piece.order_line_id, piece.received)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return_id and piece.fate = 'restock'
  ), 'returned');
  if v_return.kind = 'exchange' then
    perform private.take_pieces_back(p_order, p_return_id);
    perform private.move_exchange_value(p_order.id, p_return_id);
  elsif v_return.replacement_order_id is null then
    perform private.take_pieces_back(p_order, p_return_id);
  else
    perform private.credit_price_drops(p_return_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.carrier_task(p_booking public.carrier_bookings, p_todo text)
 RETURNS TABLE(shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint, pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb, collected jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select shipment.id, shipment.tenant_id, p_booking.carrier, p_booking.reference, p_todo, orders.number || '/' || shipment.number,
    private.piastres(p_booking.cash)::bigint, private.piastres(packed.worth)::bigint, packed.grams, packed.pieces,
    coalesce(packed.description, ''), orders.address, orders.customer_email, orders.note, shipment.tracking_number, (
      select jsonb_build_object('district_id', area.district_id, 'city_id', area.city_id, 'city', area.city)
      from public.carrier_areas area
      where area.carrier = p_booking.carrier and area.district_id = coalesce(p_booking.district_id, private.carrier_area_of(
        p_booking.carrier, orders.address ->> 'governorate', orders.address ->> 'city'))
    ), private.pieces_to_collect(shipment)
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id
  cross join lateral (
    select coalesce(sum(private.line_worth(line, part.quantity)), 0) as worth,
      sum(variant.weight_grams * part.quantity) as grams, coalesce(sum(part.quantity), 0) as pieces,
      left(string_agg(part.quantity || ' × ' || line.name, ', ' order by line.position), 400) as description
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join public.product_variants variant on variant.id = line.variant_id
    where part.shipment_id = shipment.id
  ) packed
  where shipment.id = p_booking.shipment_id;
end
$function$;

ALTER FUNCTION "private"."carrier_task"(public.carrier_bookings, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An exchange gives nothing out.
  if new.way = 'exchange' then
    return null;
  end if;
  perform private.count_under_ceiling(new.tenant_id, 'money.refund', new.amount, new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.derived_order_status(p_order public.orders)
 RETURNS public.order_status
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.exchange_answered(p_return public.returns, p_approve boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not p_approve then
    update public.orders set status = 'cancelled' where id = p_return.replacement_order_id and status <> 'cancelled';
  elsif private.holds_capability(p_return.tenant_id, 'orders.change') then
    update public.orders set status = 'confirmed'
    where id = p_return.replacement_order_id and status = 'pending' and (confirm_until is null or confirmed_at is not null);
  end if;
end
$function$;

ALTER FUNCTION "private"."exchange_answered"(public.returns, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchange_due(p_wanted private.wanted_exchange)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select greatest(p_wanted.goods - p_wanted.discount + p_wanted.fee - p_wanted.worth, 0)
$function$;

ALTER FUNCTION "private"."exchange_due"(private.wanted_exchange) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchange_fee(p_settings public.settings, p_rate private.shipping_rate)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_settings.exchanges <> 'none' and p_settings.exchange_delivery = 'store' then 0 else p_rate.price end
$function$;

ALTER FUNCTION "private"."exchange_fee"(public.settings, private.shipping_rate) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchange_lines(p_old public.orders, p_wanted private.wanted_exchange, p_lines jsonb, p_settings public.settings, p_lock boolean)
 RETURNS private.wanted_exchange
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."exchange_lines"(public.orders, private.wanted_exchange, jsonb, public.settings, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchange_points(p_tenant_id text, p_goods bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when settings.points_enabled then (p_goods * (settings.points_earn_rate * 100)::bigint / 10000)::integer else 0 end
  from public.settings where settings.tenant_id = p_tenant_id
$function$;

ALTER FUNCTION "private"."exchange_points"(text, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchange_worths(p_order public.orders, p_pieces private.piece_count[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."exchange_worths"(public.orders, private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchangeable_order(p_order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."exchangeable_order"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchanged_pieces(p_order_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select sum(piece.received) from public.returns asked
    join public.return_lines piece on piece.return_id = asked.id
    where asked.order_id = p_order_id and asked.kind = 'exchange' and asked.state = 'received'
  ), 0);
end
$function$;

ALTER FUNCTION "private"."exchanged_pieces"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchanges_collected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.returns set state = 'on_the_way', updated_at = now()
  where returns.tenant_id = new.tenant_id and returns.replacement_order_id = new.order_id and returns.state = 'approved'
    and exists (select 1 from public.carrier_bookings booking where booking.shipment_id = new.id and booking.collects);
  return null;
end
$function$;

ALTER FUNCTION "private"."exchanges_collected"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_order_lines(p_order public.orders, p_lines private.priced_line[], p_edit_id uuid DEFAULT NULL::uuid, p_shares private.line_share[] DEFAULT NULL::private.line_share[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.priced_line;
  v_index integer;
  v_shares private.line_share[] := p_shares;
  v_first integer := 0;
begin
  if p_edit_id is null then
    v_shares := coalesce(p_shares, private.line_shares(p_lines,
      private.piastres(p_order.discount_total + p_order.manual_discount), private.piastres(p_order.points_value)));
  else
    select max(earlier.position) + 1 into v_first from public.order_lines earlier where earlier.order_id = p_order.id;
  end if;
  for v_index in 1 .. cardinality(p_lines) loop
    if (p_lines[v_index]).design is not null and (p_lines[v_index]).customization_id is null and p_order.user_id is not null then
      v_line := p_lines[v_index];
      insert into public.customizations (tenant_id, user_id, product_id, design, preview)
      values (p_order.tenant_id, p_order.user_id, v_line.product_id, v_line.design, v_line.preview)
      returning id into v_line.customization_id;
      p_lines[v_index] := v_line;
    end if;
  end loop;

  insert into public.order_lines (
    tenant_id, order_id, position, product_id, variant_id, customization_id, sku, name, image, unit_price, quantity,
    discount_share, points_share, tax_rate, tax_share, edit_id, color, size, type, options, translations,
    garment, customization
  )
  select
    p_order.tenant_id, p_order.id, v_first + priced.line, priced.product_id, priced.variant_id, priced.customization_id,
    priced.sku, priced.name, priced.image, private.pounds(priced.unit), priced.quantity,
    private.pounds(coalesce(share.discount, 0)), private.pounds(coalesce(share.points, 0)), p_order.tax_rate,
    private.contained_tax(private.pounds(
      priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)), p_order.tax_rate),
    p_edit_id, priced.color, priced.size, priced.type, priced.options,
    coalesce(priced.translations, private.sold_translations(priced.product_id, priced.options)), priced.garment,
    case when priced.design is not null then
      jsonb_build_object('garment', priced.design ->> 'garment', 'design', priced.design, 'preview', priced.preview)
    end
  from unnest(p_lines) priced left join unnest(v_shares) share on share.line = priced.line;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_replacement(p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method, p_fee numeric, p_rate private.shipping_rate, p_stage public.order_stage, p_key text, p_document jsonb, p_cash private.cash_terms, p_exchange private.wanted_exchange DEFAULT NULL::private.wanted_exchange)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, total, charged, points_earned, is_exchange, customer_name, customer_email, address, replaces_order_id, reserved_until, tax_rate,
    days_from, days_to, cash_requirement, cash_reasons, confirm_until, deposit, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, private.status_of_stage(p_stage), p_stage,
    case when private.waits_for_staff(private.status_of_stage(p_stage), p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when v_total = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, v_goods, v_discount, p_fee,
    v_total, v_total, case when p_exchange.goods is not null and not p_old.is_test and p_old.user_id is not null
      then private.exchange_points(p_old.tenant_id, p_exchange.goods - p_exchange.discount) else 0 end,
    p_exchange.goods is not null, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case
      when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes'
      when p_stage = 'awaiting_payment' and p_method = 'cash_on_delivery' then p_cash.confirm_until
    end, (select private.vat_rate(settings) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    -- What the old pieces pay counts towards it.
    case when p_cash.requirement = 'deposit' then p_cash.deposit + private.pounds(coalesce(p_exchange.worth, 0)) else p_cash.deposit end,
    p_old.is_test
  ) returning * into v_new;
  perform private.store_order_key(v_new, p_key, p_document);
  perform private.insert_order_lines(v_new, p_lines, p_shares => p_exchange.shares);
  perform private.book_order(v_new);
  return v_new;
end
$function$;

ALTER FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_return(p_order public.orders, p_pieces private.piece_count[], p_kind public.return_kind, p_reason text, p_photos text[] DEFAULT '{}'::text[], p_replacement_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return_id uuid;
  v_is_decided constant boolean := p_replacement_id is not null
    and (p_kind <> 'exchange' or p_order.user_id is distinct from auth.uid());
begin
  insert into public.returns (
    tenant_id, order_id, number, kind, state, reason, photos, requested_by, replacement_order_id, decided_at
  )
  select p_order.tenant_id, p_order.id, coalesce(max(earlier.number), 0) + 1, p_kind,
    case when v_is_decided then 'approved'::public.return_state else 'requested' end,
    left(btrim(p_reason), 2000), p_photos, case private.order_actor(p_order) when 'shopper' then 'shopper' else 'staff' end,
    p_replacement_id, case when v_is_decided then now() end
  from public.returns earlier where earlier.order_id = p_order.id
  returning id into v_return_id;
  insert into public.return_lines (tenant_id, return_id, order_line_id, quantity)
  select p_order.tenant_id, v_return_id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  return v_return_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_of_return(p_return_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  -- What happens to an exchange moves money between its orders.
  perform private.lock_orders(array[asked.replacement_order_id]) from public.returns asked
  where asked.id = p_return_id and asked.kind = 'exchange';
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.returns where id = p_return_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_return');
  end if;
  perform private.require_right_to_return(v_order);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The mail about the received pieces says it.
  if new.way = 'exchange' then
    return null;
  end if;
  perform 1 from private.jobs job join public.order_notifications message
    on job.kind = 'send_' || message.channel and job.key = message.id::text
  where message.order_id = new.order_id and message.kind = 'cancelled' and message.expired_at is null and job.attempts = 0
  for update of job;
  if not found then
    perform private.queue_order_notification(orders, 'refunded', new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_subject(p_kind public.order_notification_kind, p_about_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'returned_to_sender') then (
      select jsonb_build_object('shipment', jsonb_build_object('number', shipment.number, 'carrier_name', shipment.carrier_name,
        'tracking_number', shipment.tracking_number, 'tracking_url', shipment.tracking_url, 'cash_due', shipment.cash_due,
        'pieces', (
          select jsonb_agg(private.told_pieces(line, packed.quantity) order by line.position)
          from public.shipment_lines packed join public.order_lines line on line.id = packed.order_line_id
          where packed.shipment_id = shipment.id
        )))
      from public.shipments shipment where shipment.id = p_about_id
    )
    when p_kind in ('return_requested', 'return_answered', 'return_received') then (
      select jsonb_build_object('return', jsonb_build_object('state', asked.state, 'answer', asked.answer, 'kind', asked.kind,
        'paid', asked.exchange_used, 'replacement', (
          select sent.number from public.orders sent where sent.id = asked.replacement_order_id
        ), 'pieces', (
          select jsonb_agg(private.told_pieces(line, given.quantity) order by line.position)
          from public.return_lines given join public.order_lines line on line.id = given.order_line_id
          where given.return_id = asked.id
        )))
      from public.returns asked where asked.id = p_about_id
    )
    when p_kind = 'refunded' then (
      select jsonb_build_object('refund', jsonb_build_object('amount', refund.amount, 'way', refund.way))
      from public.refunds refund where refund.id = p_about_id
    )
    when p_kind in ('change_proposed', 'changed') then (
      select jsonb_build_object('edit', jsonb_build_object('difference', edit.difference, 'reason', edit.reason))
      from public.order_edits edit where edit.id = p_about_id
    )
    when p_kind = 'pieces_cancelled' then (
      select jsonb_build_object('cancelled', jsonb_agg(
        private.told_pieces(line, (piece.value ->> 'quantity')::integer) order by line.position))
      from public.order_events event, jsonb_array_elements(event.pieces) piece
      join public.order_lines line on line.id = (piece.value ->> 'order_line_id')::uuid
      where event.id = p_about_id
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.make_owed_refunds(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb, p_reason text DEFAULT ''::text, p_lines jsonb DEFAULT NULL::jsonb, p_way public.refund_way DEFAULT NULL::public.refund_way, p_reference text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owed numeric := private.overpaid(p_order_id);
begin
  if v_owed < 0 then
    -- Less is due than before, for example after pieces are sent again.
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
  end if;
  perform private.settle_exchange_value(p_order_id);
  v_owed := private.overpaid(p_order_id);
  if v_owed > 0 then
    perform private.make_refunds(p_order_id, v_owed, p_links, p_reason, coalesce(p_lines, private.unnamed_credits(p_order_id)),
      p_way, p_reference);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_refund(p_order public.orders, p_amount numeric, p_way public.refund_way, p_payment_id uuid, p_links jsonb, p_reason text, p_lines jsonb, p_reference text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund_id uuid;
  v_left numeric := p_amount;
  v_line record;
  v_rest jsonb := '[]';
begin
  if p_amount <= 0 then
    return p_lines;
  end if;
  insert into public.refunds (
    tenant_id, order_id, number, return_id, amount, way, state, reason, reference, payment_id
  )
  select p_order.tenant_id, p_order.id,
    coalesce((select max(earlier.number) from public.refunds earlier where earlier.order_id = p_order.id), 0) + 1,
    (p_links ->> 'return_id')::uuid, p_amount, p_way,
    case when p_way = 'card' then 'sending'::public.refund_state else 'due' end, left(btrim(coalesce(p_reason, '')), 500),
    left(coalesce(p_reference, ''), 200), p_payment_id
  returning id into v_refund_id;
  for v_line in
    select named.* from jsonb_to_recordset(p_lines) named (
      kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric)
  loop
    if least(v_line.amount, v_left) > 0 then
      insert into public.refund_lines (tenant_id, refund_id, kind, order_line_id, quantity, amount)
      values (p_order.tenant_id, v_refund_id, v_line.kind, v_line.order_line_id,
        case when v_line.amount <= v_left then nullif(v_line.quantity, 0) end, least(v_line.amount, v_left));
    end if;
    if v_line.amount > v_left then
      v_rest := v_rest || jsonb_build_object('kind', v_line.kind, 'order_line_id', v_line.order_line_id,
        'amount', v_line.amount - greatest(v_left, 0));
    end if;
    v_left := greatest(v_left - v_line.amount, 0);
  end loop;
  if p_way in ('transfer', 'cash', 'store_credit', 'exchange') then
    perform private.refund_sent(v_refund_id, p_reference);
  end if;
  return v_rest;
end
$function$;

CREATE OR REPLACE FUNCTION private.money_left(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(p_order.received
    - coalesce((
      select sum(entry.amount) from public.payment_entries entry
      where entry.order_id = p_order.id and entry.kind = 'credit_used'
    ), 0)
    - private.open_exchange_value(p_order)
    - coalesce((
      select sum(refunds.amount) from public.refunds
      where refunds.order_id = p_order.id and refunds.way is distinct from 'store_credit'
    ), 0), 0)
$function$;

CREATE OR REPLACE FUNCTION private.move_exchange_value(p_old_id uuid, p_return_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."move_exchange_value"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_exchange_value(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(asked.exchange_used), 0) from public.returns asked
  where asked.tenant_id = p_order.tenant_id and asked.replacement_order_id = p_order.id and private.is_open_return(asked.state)
$function$;

ALTER FUNCTION "private"."open_exchange_value"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.outstanding_exchange(p_line public.order_lines)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.part_exchange(p_return_id uuid, p_rest_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return constant public.returns := (select asked from public.returns asked where asked.id = p_return_id);
  v_worth numeric;
  v_rest numeric;
begin
  update public.return_lines piece
  set exchange_value = whole.exchange_value - round(whole.exchange_value * whole.received / whole.quantity, 2)
  from public.return_lines whole
  where whole.return_id = p_return_id and piece.return_id = p_rest_id and piece.order_line_id = whole.order_line_id;
  select sum(piece.exchange_value) into v_worth from public.return_lines piece where piece.return_id = p_return_id;
  select sum(piece.exchange_value) into v_rest from public.return_lines piece where piece.return_id = p_rest_id;
  update public.return_lines piece set exchange_value = piece.exchange_value - rest.exchange_value
  from public.return_lines rest
  where piece.return_id = p_return_id and rest.return_id = p_rest_id and rest.order_line_id = piece.order_line_id;
  -- What came pays first.
  v_rest := greatest(v_return.exchange_used - (v_worth - v_rest), 0);
  perform private.use_exchange_value(orders, p_return_id, -v_rest), private.use_exchange_value(orders, p_rest_id, v_rest)
  from public.orders where orders.id = v_return.replacement_order_id;
end
$function$;

ALTER FUNCTION "private"."part_exchange"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.part_return(p_return_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rest_id uuid;
begin
  if not exists (
    select 1 from public.return_lines piece where piece.return_id = p_return_id and piece.received < piece.quantity
  ) then
    return;
  end if;
  insert into public.returns (
    tenant_id, order_id, number, kind, state, reason, photos, requested_by, answer, replacement_order_id, decided_at, created_at
  )
  select parted.tenant_id, parted.order_id, (select max(earlier.number) + 1 from public.returns earlier where earlier.order_id = parted.order_id),
    parted.kind, case parted.state when 'requested' then 'approved'::public.return_state else parted.state end, parted.reason,
    parted.photos, parted.requested_by, parted.answer, parted.replacement_order_id,
    coalesce(parted.decided_at, now()), parted.created_at
  from public.returns parted where parted.id = p_return_id
  returning id into v_rest_id;
  insert into public.exchange_allowances (return_id, tenant_id, exchange_allowed)
  select v_rest_id, allowed.tenant_id, allowed.exchange_allowed from public.exchange_allowances allowed where allowed.return_id = p_return_id;
  insert into public.return_lines (tenant_id, return_id, order_line_id, quantity, price_drop)
  select piece.tenant_id, v_rest_id, piece.order_line_id, piece.quantity - piece.received, piece.price_drop
  from public.return_lines piece where piece.return_id = p_return_id and piece.received < piece.quantity;
  if (select parted.kind = 'exchange' from public.returns parted where parted.id = p_return_id) then
    perform private.part_exchange(p_return_id, v_rest_id);
  end if;
  delete from public.return_lines piece where piece.return_id = p_return_id and piece.received = 0;
  update public.return_lines piece set quantity = piece.received where piece.return_id = p_return_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.pieces_sold(p_order public.orders, p_line public.order_lines)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when private.is_sale(p_order) and (p_order.replaces_order_id is null or p_order.is_exchange)
    then p_line.quantity - p_line.cancelled - p_line.returned_to_sender - p_line.returned else 0 end
$function$;

CREATE OR REPLACE FUNCTION private.pieces_to_collect(p_shipment public.shipments)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('pieces', sum(piece.quantity),
    'description', left(string_agg(piece.quantity || ' × ' || line.name, ', ' order by line.position), 400))
  from public.returns asked
  join public.return_lines piece on piece.return_id = asked.id
  join public.order_lines line on line.id = piece.order_line_id
  join public.settings on settings.tenant_id = asked.tenant_id and settings.exchanges <> 'none'
  where asked.tenant_id = p_shipment.tenant_id and asked.replacement_order_id = p_shipment.order_id and asked.state = 'approved'
    and not exists (
      select 1 from public.shipments earlier
      where earlier.order_id = p_shipment.order_id and earlier.number < p_shipment.number and earlier.state <> 'cancelled')
  having count(*) > 0
$function$;

ALTER FUNCTION "private"."pieces_to_collect"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_exchange(p_old public.orders, p_lines jsonb, p_payment public.payment_method, p_shipping public.shipping_method, p_lock boolean)
 RETURNS private.wanted_exchange
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings, p_old.address, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.fee := private.exchange_fee(v_settings, v_wanted.rate);
  v_wanted.worths := private.exchange_worths(p_old, v_wanted.pieces);
  select private.piastres(sum(given.worth)) into v_wanted.worth from unnest(v_wanted.worths) given (worth);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, p_old.user_id is distinct from auth.uid(), null, p_payment::text, p_old.address, v_wanted.lines,
    private.exchange_due(v_wanted), (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings);
  return v_wanted;
end
$function$;

ALTER FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_sizes(p_old public.orders, p_lines jsonb, p_payment public.payment_method, p_shipping public.shipping_method)
 RETURNS private.wanted_sizes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings, p_old.address, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.fee := private.exchange_fee(v_settings, v_wanted.rate);
  v_wanted.amount := private.goods_of(v_wanted.lines) + v_wanted.fee;
  v_wanted.drops := private.price_drops(v_wanted.pieces, v_wanted.lines);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, p_old.user_id is distinct from auth.uid(), null, p_payment::text, p_old.address,
    v_wanted.lines, v_wanted.amount, (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings);
  return v_wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.refund_sent(p_refund_id uuid, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
  v_order public.orders;
begin
  update public.refunds set state = 'sent', sent_at = now(), updated_at = now(),
    reference = coalesce(nullif(left(p_reference, 200), ''), refunds.reference)
  where refunds.id = p_refund_id returning * into v_refund;
  select orders.* into v_order from public.orders where orders.id = v_refund.order_id;
  perform private.book_money(v_order,
    case v_refund.way when 'exchange' then 'exchange_given'::public.payment_entry_kind else 'given_back' end, v_refund.amount,
    jsonb_build_object('refund_id', v_refund.id, 'return_id', v_refund.return_id, 'payment_id', v_refund.payment_id),
    p_reference => v_refund.reference, p_note => v_refund.reason);
  if v_refund.way = 'store_credit' then
    insert into public.store_credits (tenant_id, user_id, kind, delta, order_id, refund_id, reason)
    values (v_refund.tenant_id, v_order.user_id, 'refunded', v_refund.amount, v_order.id, v_refund.id, v_refund.reason);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.release_exchange_value(p_return public.returns)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.use_exchange_value(orders, p_return.id, -p_return.exchange_used)
  from public.orders where orders.id = p_return.replacement_order_id;
end
$function$;

ALTER FUNCTION "private"."release_exchange_value"(public.returns) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.replacement_stage(p_due bigint, p_payment public.payment_method, p_cash private.cash_terms, p_by_customer boolean)
 RETURNS public.order_stage
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_due > 0 and (p_payment <> 'cash_on_delivery' or p_cash.requirement = 'deposit') then 'awaiting_payment'
    when p_by_customer then 'pending'
    else 'confirmed'
  end::public.order_stage
$function$;

ALTER FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.replacements_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."replacements_moved"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_returnable(p_order public.orders, p_pieces private.piece_count[], p_kind public.return_kind)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_by_shopper constant boolean := private.order_actor(p_order) = 'shopper';
  v_asked record;
  v_line public.order_lines;
  v_left integer;
begin
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_return');
  end if;
  for v_asked in
    select piece.quantity, line from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
    order by line.position
  loop
    v_line := v_asked.line;
    v_left := private.returnable_pieces(v_line);
    if v_asked.quantity > v_left then
      perform private.refuse('too_many_to_return', private.line_names(v_line) || jsonb_build_object(
        'available', v_left, 'order_line_id', v_line.id, 'reason', case v_left when 0 then 'none' else '' end));
    end if;
    if v_by_shopper and p_kind in ('return', 'exchange') and v_line.customization is not null then
      perform private.refuse('print_not_returned', private.line_names(v_line) || jsonb_build_object('order_line_id', v_line.id));
    end if;
    if v_by_shopper then
      perform private.refuse_too_late(case p_kind
          when 'size_exchange' then 'replacement_too_late' when 'exchange' then 'exchange_too_late' else 'return_too_late' end,
        p_order.tenant_id, case p_kind when 'replacement' then 'faultDays' else 'returnDays' end,
        (select min(piece.delivered_at) from private.returnable_deliveries(v_line) piece where piece.newer < v_asked.quantity));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.returnable_pieces(p_line public.order_lines)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_line.delivered - p_line.returned - coalesce(sum(piece.quantity), 0)::integer
  from public.return_lines piece join public.returns announced on announced.id = piece.return_id
  where piece.order_line_id = p_line.id
    and (private.is_open_return(announced.state)
      -- The old pieces of an exchange count as returned once they are back.
      or announced.replacement_order_id is not null and announced.kind in ('size_exchange', 'replacement'))
$function$;

CREATE OR REPLACE FUNCTION private.settle_exchange_value(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "private"."settle_exchange_value"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stage_once_paid(p_order public.orders)
 RETURNS public.order_stage
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case when p_order.is_exchange and exists (
    select 1 from public.returns asked
    where asked.tenant_id = p_order.tenant_id and asked.replacement_order_id = p_order.id and asked.state = 'requested'
  ) then 'pending' else 'confirmed' end;
end
$function$;

ALTER FUNCTION "private"."stage_once_paid"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.use_exchange_value(p_new public.orders, p_return_id uuid, p_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.returns set exchange_used = exchange_used + p_amount where id = p_return_id and p_amount <> 0;
  perform private.book_money(p_new, 'exchange_used', p_amount, jsonb_build_object('return_id', p_return_id));
end
$function$;

ALTER FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.carrier_booking_done(p_shipment_id uuid, p_outcome text, p_answer jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_booking public.carrier_bookings;
  v_problem constant jsonb := p_answer -> 'problem';
  v_shipment public.shipments;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment where shipment.id = p_shipment_id) for update;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if not found or not private.awaits_answer(v_booking.state) then
    return v_booking.state;
  end if;
  if p_outcome = 'booked' then
    perform private.raise_refusal(private.number_refusal(v_shipment, v_booking.carrier, p_answer ->> 'tracking_number'));
    update public.shipments set tracking_number = p_answer ->> 'tracking_number', tracking_url = p_answer ->> 'tracking_url',
      updated_at = now()
    where id = p_shipment_id;
  end if;
  update public.carrier_bookings set
    state = case
      -- Unpacked meanwhile: the booking is cancelled at the carrier.
      when p_outcome = 'booked' and (v_booking.state = 'to_cancel' or v_shipment.state = 'cancelled') then 'to_cancel'
      when p_outcome in ('booked', 'failed', 'cancelled') then p_outcome else v_booking.state::text
    end::public.carrier_booking_state,
    cash = case when p_outcome in ('failed', 'cancelled') then null else cash end,
    problem = case when p_outcome in ('failed', 'again') then private.carrier_problem(v_problem) end,
    carrier_reference = coalesce(p_answer ->> 'carrier_reference', carrier_reference),
    collects = coalesce((p_answer ->> 'collects')::boolean, collects),
    updated_at = now()
  where shipment_id = p_shipment_id returning * into v_booking;
  if v_booking.state = 'to_cancel' and p_outcome = 'booked' then
    perform private.add_job('book_shipment', p_shipment_id::text, p_tenant_id => v_booking.tenant_id);
  end if;
  perform private.refresh_order(v_shipment.order_id);
  return v_booking.state;
end
$function$;

CREATE OR REPLACE FUNCTION public.carrier_tasks(p_job_ids bigint[])
 RETURNS TABLE(shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint, pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb, collected jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_shipments constant uuid[] := private.job_uuids('book_shipment', p_job_ids);
  v_new uuid[];
begin
  perform private.require_service();
  v_new := array(
    select booking.shipment_id from public.carrier_bookings booking
    where booking.shipment_id = any (v_shipments) and booking.state = 'waiting' order by booking.shipment_id for update
  );
  update public.carrier_bookings booking set
    state = case booking.state when 'waiting' then 'asked' else booking.state end, updated_at = now(),
    cash = coalesce(booking.cash, (select shipment.cash_due from public.shipments shipment where shipment.id = booking.shipment_id))
  where booking.shipment_id = any (v_shipments)
    and (booking.state = 'waiting' or private.awaits_answer(booking.state));
  return query
    select task.* from public.carrier_bookings booking
    cross join lateral private.carrier_task(booking, case
      when booking.state = 'to_cancel' then 'cancel' when booking.shipment_id = any (v_new) then 'create' else 'look' end) task
    where booking.shipment_id = any (v_shipments) and private.awaits_answer(booking.state);
end
$function$;

ALTER FUNCTION "public"."carrier_tasks"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.decide_return(p_return_id uuid, p_approve boolean, p_answer text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid, p_kind public.return_kind DEFAULT NULL::public.return_kind)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('decide_return', p_return_id, p_approve, p_answer, p_kind));
  v_answer constant text := left(btrim(coalesce(p_answer, '')), 2000);
  v_kind public.return_kind;
  v_order public.orders;
  v_replacement_id uuid;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  v_return := private.require_return_move(v_order, p_return_id, case when p_approve then 'approved' else 'declined' end::public.return_state);
  v_kind := coalesce(p_kind, v_return.kind);
  if v_kind = 'size_exchange' and v_kind <> v_return.kind then
    perform private.refuse('size_with_its_delivery');
  elsif v_kind <> v_return.kind and 'exchange' in (v_kind, v_return.kind) then
    perform private.refuse('exchange_as_asked');
  end if;
  v_replacement_id := v_return.replacement_order_id;
  if p_approve and v_kind = 'replacement' then
    v_replacement_id := private.send_new_pieces(v_order, v_return);
  end if;
  update public.returns set
    kind = v_kind, state = case when p_approve then 'approved'::public.return_state else 'declined' end,
    answer = v_answer, replacement_order_id = v_replacement_id, decided_at = now(), updated_at = now()
  where id = p_return_id;
  if v_kind = 'exchange' then
    perform private.exchange_answered(v_return, p_approve);
  end if;
  perform private.explain_return(v_order, v_answer);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.line_aftercare(p_order_id uuid)
 RETURNS TABLE(order_line_id uuid, pieces integer, return_until timestamp with time zone, fault_until timestamp with time zone, gives_back boolean, exchanges boolean, exchanges_product boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."line_aftercare"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.month_figures(p_tenant_id text, p_month date)
 RETURNS TABLE(documents public.month_document[], vat public.month_vat[], money public.month_money[], carriers public.held_cash[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant timestamptz := date_trunc('month', p_month::timestamp) at time zone 'Africa/Cairo';
  v_until constant timestamptz := (date_trunc('month', p_month::timestamp) + interval '1 month') at time zone 'Africa/Cairo';
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query select
    private.month_documents(p_tenant_id, v_from, v_until),
    private.month_vat(p_tenant_id, v_from, v_until),
    array(
      select row(entry.kind, entry.method, count(*), sum(entry.amount))::public.month_money
      from public.payment_entries entry
      -- Exchanges only move money between orders.
      where entry.tenant_id = p_tenant_id and entry.kind not in ('charged', 'exchange_used', 'exchange_given')
        and entry.created_at >= v_from and entry.created_at < v_until
      group by entry.kind, entry.method order by entry.kind, entry.method
    ),
    array(
      select row(shipment.carrier_name, sum(booked.amount))::public.held_cash
      from public.payment_entries entry join public.shipments shipment on shipment.id = entry.shipment_id
      cross join lateral (select case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) booked (amount)
      where entry.tenant_id = p_tenant_id and entry.kind in ('cash_collected', 'settled') and entry.created_at < v_until
      group by shipment.carrier_name having sum(booked.amount) <> 0 order by shipment.carrier_name
    );
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_exchange(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS TABLE(goods numeric, delivery numeric, worth numeric, due numeric, goes_back numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.quote_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS TABLE(goods numeric, delivery numeric, total numeric, goes_back numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.request_exchange(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method, p_reason text DEFAULT ''::text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.request_return(p_order_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid, p_photos text[] DEFAULT '{}'::text[], p_lines jsonb DEFAULT NULL::jsonb, p_kind public.return_kind DEFAULT 'return'::public.return_kind)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('request_return', p_order_id, p_reason, p_photos, p_lines, p_kind));
  v_order public.orders;
  v_pieces private.piece_count[];
  v_return_id uuid;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_right_to_return(v_order);
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if p_kind is null or p_kind in ('size_exchange', 'exchange') then
    perform private.refuse('size_with_its_delivery');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  if coalesce(p_lines, 'null') = 'null' then
    v_pieces := private.all_to_return(v_order, p_kind);
    if cardinality(v_pieces) = 0 then
      v_return_id := private.open_return_of(v_order);
    end if;
  else
    v_pieces := private.asked_pieces(p_order_id, p_lines);
  end if;
  if v_return_id is null then
    perform private.require_returnable(v_order, v_pieces, p_kind);
    v_return_id := private.insert_return(v_order, v_pieces, p_kind, p_reason, p_photos);
    perform private.explain_return(v_order, left(btrim(p_reason), 2000));
  end if;
  return private.store_return_answer(p_request_id, v_return_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.request_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', 'Another size', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor, remark)
  values (v_old.tenant_id, v_old.id, private.order_actor(v_old), jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.refresh_order(v_new.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.send_refund(p_refund_id uuid, p_way public.refund_way, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds := private.idempotent_result(
    null::public.refunds, p_request_id, jsonb_build_array('send_refund', p_refund_id, p_way, p_reference));
  v_order public.orders;
begin
  if v_refund.id is not null then
    return v_refund;
  end if;
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  if v_refund.id is null then
    perform private.refuse('unknown_refund');
  end if;
  v_order := private.lock_order_for_caller(v_refund.order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id for update;
  if not private.refund_waits_for_staff(v_refund.state) then
    perform private.refuse('refund_not_due');
  elsif coalesce(p_way, 'exchange') = 'exchange' then
    perform private.refuse('way_required');
  end if;
  perform private.send_by_way(v_order, v_refund, p_way, p_reference);
  perform private.refresh_order(v_order.id);
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  return private.store_idempotent_result(p_request_id, v_refund);
end
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_return(p_return_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('withdraw_return', p_return_id));
  v_order public.orders;
  v_replacement text;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  v_return := private.require_return_move(v_order, p_return_id, 'closed');
  select number into v_replacement from public.orders
  where orders.id = v_return.replacement_order_id and orders.status <> 'cancelled'
    and private.order_actor(v_order) = 'shopper';
  if found then
    perform private.refuse('return_replaced', jsonb_build_object('number', v_replacement));
  end if;
  update public.returns set state = 'closed', closed_at = now(), updated_at = now() where id = p_return_id;
  if v_return.kind = 'exchange' then
    perform private.release_exchange_value(v_return);
    perform private.refresh_order(v_return.replacement_order_id);
  end if;
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_exchange_value_check" CHECK ((exchange_value >= (0)::numeric));

ALTER TABLE "public"."returns" ADD CONSTRAINT "returns_exchange_used_check" CHECK ((exchange_used >= (0)::numeric));

CREATE TRIGGER moved_replacements AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.replacements_moved();

CREATE TRIGGER exchanges_collected AFTER UPDATE OF state ON public.shipments FOR EACH ROW WHEN (((new.state = 'delivered'::public.shipment_state) AND (old.state <> 'delivered'::public.shipment_state))) EXECUTE FUNCTION private.exchanges_collected();

REVOKE ALL ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchange_answered"(public.returns, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchange_answered"(public.returns, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_answered"(public.returns, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_answered"(public.returns, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchange_due"(private.wanted_exchange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchange_due"(private.wanted_exchange) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_due"(private.wanted_exchange) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_due"(private.wanted_exchange) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchange_fee"(public.settings, private.shipping_rate) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchange_fee"(public.settings, private.shipping_rate) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_fee"(public.settings, private.shipping_rate) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_fee"(public.settings, private.shipping_rate) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchange_lines"(public.orders, private.wanted_exchange, jsonb, public.settings, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchange_lines"(public.orders, private.wanted_exchange, jsonb, public.settings, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_lines"(public.orders, private.wanted_exchange, jsonb, public.settings, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_lines"(public.orders, private.wanted_exchange, jsonb, public.settings, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchange_points"(text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchange_points"(text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_points"(text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_points"(text, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchange_worths"(public.orders, private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchange_worths"(public.orders, private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_worths"(public.orders, private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_worths"(public.orders, private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchangeable_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchangeable_order"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchangeable_order"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchangeable_order"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchanged_pieces"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchanged_pieces"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchanged_pieces"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchanged_pieces"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."exchanges_collected"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchanges_collected"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchanges_collected"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchanges_collected"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_exchange_value"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_exchange_value"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_exchange_value"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_exchange_value"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_exchange_value"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_exchange_value"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_exchange_value"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_exchange_value"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."part_exchange"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_exchange"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_exchange"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_exchange"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pieces_to_collect"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pieces_to_collect"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pieces_to_collect"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pieces_to_collect"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."release_exchange_value"(public.returns) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."release_exchange_value"(public.returns) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."release_exchange_value"(public.returns) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."release_exchange_value"(public.returns) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replacements_moved"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replacements_moved"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacements_moved"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacements_moved"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."settle_exchange_value"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_exchange_value"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_exchange_value"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_exchange_value"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stage_once_paid"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stage_once_paid"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stage_once_paid"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stage_once_paid"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "public"."carrier_tasks"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."carrier_tasks"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_tasks"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_tasks"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."line_aftercare"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."line_aftercare"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) TO "service_role";

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_returns" CHECK (((jsonb_typeof(returns) = 'object'::text) AND ((return_days >= 1) AND (return_days <= 60)) AND ((fault_days >= 1) AND (fault_days <= 60)) AND (exchanges = ANY (ARRAY['none'::text, 'size'::text, 'product'::text])) AND (exchange_delivery = ANY (ARRAY['customer'::text, 'store'::text]))));
