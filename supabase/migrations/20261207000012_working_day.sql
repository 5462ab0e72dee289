set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.asked_prices(p_act public.approval_act, p_arguments jsonb, p_product_ids uuid[])
 RETURNS TABLE(product_id uuid, variant_id uuid, new_price numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select product.id, null::uuid, (private.changed_prices(product, p_arguments -> 'p_change') ->> 'price')::numeric
  from public.products product where p_act = 'change_products' and product.id = any (p_product_ids)
  union all
  select variant.product_id, variant.id, coalesce((wanted ->> 'price')::numeric, product.price)
  from jsonb_array_elements(p_arguments -> 'p_variants') wanted
  join public.product_variants variant on variant.id::text = wanted ->> 'id'
  join public.products product on product.id = variant.product_id
  where p_act = 'save_product_variants'
  union all
  select product.id, null, (given #>> '{set,price}')::numeric
  from jsonb_array_elements(p_arguments -> 'p_rows') given
  join public.products product on product.id = any (p_product_ids) and (product.id::text = given ->> 'id'
    or coalesce(given ->> 'id', '') = '' and lower(product.name) = lower(btrim(given #>> '{set,name}', E' \t\r\n')))
  where p_act = 'import_products' and given -> 'set' ? 'price'
  union all
  select variant.product_id, variant.id, (wanted ->> 'price')::numeric
  from jsonb_array_elements(p_arguments -> 'p_rows') given
  cross join jsonb_array_elements(coalesce(given -> 'variants', '[]')) wanted
  join public.product_variants variant on variant.product_id = any (p_product_ids)
    and wanted -> 'options' = to_jsonb(array_remove(array[variant.option1, variant.option2, variant.option3], null))
  where p_act = 'import_products' and wanted ? 'price'
  union all
  select entry.product_id, null, (entry.before ->> 'price')::numeric
  from private.product_change_entries entry
  where p_act = 'undo_product_change' and entry.change_id = (p_arguments ->> 'p_change_id')::uuid and entry.before ? 'price'
  union all
  select entry.product_id, variant.id, coalesce((variant_was.value ->> 'price')::numeric, (entry.before ->> 'price')::numeric)
  from private.product_change_entries entry
  cross join jsonb_array_elements(coalesce(entry.before #> '{grid,variants}', '[]')) variant_was (value)
  join public.product_variants variant on variant.id::text = variant_was.value ->> 'id'
  where p_act = 'undo_product_change' and entry.change_id = (p_arguments ->> 'p_change_id')::uuid
  union all
  select entry.entity_id::uuid, null, (entry.before ->> 'price')::numeric
  from public.audit_log entry
  where p_act = 'undo_changes' and entry.entity = 'products' and entry.before ? 'price' and entry.tenant_id = p_arguments ->> 'p_tenant_id'
    and private.is_asked_entry(entry, p_arguments);
end
$function$;

ALTER FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_label(p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'carrier_claims' then (
      select orders.number || ' / ' || shipment.number
      from public.shipments shipment join public.orders on orders.id = shipment.order_id
      where shipment.id = (p_row ->> 'shipment_id')::uuid
    )
    when 'day_closes' then p_row ->> 'day'
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'carrier_claims' then p_row ->> 'reference'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id')
    when 'staff_grants' then (
      select private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id') || ': ' || role.name
      from private.staff_roles role where role.id = (p_row ->> 'role_id')::uuid
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'assignments' then coalesce((
      select orders.number from public.orders where orders.id = coalesce((p_row ->> 'order_id')::uuid, (
        select back.order_id from public.returns back where back.id = (p_row ->> 'return_id')::uuid))
    ), (
      select private.approval_label(request) from public.approval_requests request
      where request.id = (p_row ->> 'approval_request_id')::uuid
    ), (
      select conversation.email from public.conversations conversation where conversation.id = (p_row ->> 'conversation_id')::uuid
    ))
    when 'message_texts' then (p_row ->> 'key') || ', ' || (p_row ->> 'language')
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_order_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and new.tenant_id = any (private.workplaces()) then
    perform private.write_audit(new.tenant_id, 'update', 'order_addresses', new.order_id::text,
      (select orders.number from public.orders where orders.id = new.order_id),
      jsonb_build_object('address', old.address), jsonb_build_object('address', new.address));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."audit_order_address"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb[];
  v_after jsonb[];
  v_workplaces text[];
  v_ignored constant text[] := array['updated_at'] || case tg_table_name
    -- Columns that are derived, or recorded in the order's ledger.
    when 'orders' then '{stage,queues,online_method,charged,cost,received,given_back,at_carrier,shipping_credited,gift_credited,goodwill}'::text[]
  end || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
begin
  if auth.uid() is null then
    return null;
  end if;
  v_workplaces := private.workplaces();
  if cardinality(v_workplaces) = 0 then
    return null;
  end if;
  -- Not joined, because the planner does not know the size of transition tables; `offset 0` builds each document once.
  v_before := array(select changed.value from (select to_jsonb(before) as value from before offset 0) changed order by changed.value ->> tg_argv[1]);
  v_after := array(select changed.value from (select to_jsonb(after) as value from after offset 0) changed order by changed.value ->> tg_argv[1]);
  perform private.write_audits(tg_argv[0], array(
    select row(changed.after ->> 'tenant_id', changed.after ->> tg_argv[1], difference.before, difference.after)::private.audited_change
    from unnest(v_before, v_after) changed (before, after)
    cross join lateral (
      select jsonb_object_agg(field.key, field.value) as before, jsonb_object_agg(field.key, changed.after -> field.key) as after
      from jsonb_each(changed.before) field
      where field.value is distinct from changed.after -> field.key and field.key <> all (v_ignored)
    ) difference
    where difference.before is not null and changed.after ->> 'tenant_id' = any (v_workplaces)
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.balanced_order(p_order private.imported_order)
 RETURNS private.imported_order
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_subtotal numeric := (select sum(line.unit_price * line.quantity) from unnest(p_order.lines) line);
  v_difference numeric;
begin
  -- A discount can pay for the delivery too.
  if p_order.discount > v_subtotal then
    p_order.shipping := greatest(p_order.shipping - (p_order.discount - v_subtotal), 0);
    p_order.discount := v_subtotal;
  end if;
  v_difference := p_order.total - (v_subtotal - p_order.discount + p_order.shipping);
  if v_difference > 0 then
    p_order.lines := p_order.lines || row(null, null, null, 'Taxes and fees', null, v_difference, 1)::private.imported_line;
    v_subtotal := v_subtotal + v_difference;
    p_order.holes := p_order.holes || jsonb_build_object('code', 'fees_added', 'amount', v_difference);
  elsif v_difference < 0 then
    if p_order.discount - v_difference > v_subtotal then
      perform private.refuse_record('total', jsonb_build_object('amount', p_order.discount - v_difference - v_subtotal));
    end if;
    p_order.discount := p_order.discount - v_difference;
    p_order.holes := p_order.holes || jsonb_build_object('code', 'discount_added', 'amount', -v_difference);
  end if;
  if p_order.paid > p_order.total then
    p_order.holes := p_order.holes || jsonb_build_object('code', 'paid_more', 'amount', p_order.paid - p_order.total);
    p_order.paid := p_order.total;
  end if;
  if p_order.refunded > p_order.paid then
    p_order.holes := p_order.holes || jsonb_build_object('code', 'refunded_more', 'amount', p_order.refunded - p_order.paid);
    p_order.refunded := p_order.paid;
  end if;
  p_order.subtotal := v_subtotal;
  return p_order;
end
$function$;

ALTER FUNCTION "private"."balanced_order"(private.imported_order) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.begin_data_export(p_tenant_id text, p_user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := private.personal_data_actor(p_tenant_id, p_user_id, 'personal_data.export');
begin
  if v_actor = 'staff' then
    perform private.write_audit(p_tenant_id, 'insert', 'exports', p_user_id::text, private.staff_label(p_user_id, p_tenant_id), null,
      '{"list": "person"}');
  end if;
  return v_actor;
end
$function$;

ALTER FUNCTION "private"."begin_data_export"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_carrier_event(p_shipment public.shipments, p_state public.shipment_state, p_carrier_state text, p_happened_at timestamp with time zone, p_note text, p_cash numeric)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := p_shipment;
begin
  if p_happened_at < (
    select max(event.happened_at) from public.shipment_events event
    where event.shipment_id = p_shipment.id and event.state is not null
  ) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_shipment.state and p_state <> 'attempt_failed' then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What comes back of a shipment that was taken in part are the pieces that were given back at the door.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) and exists (
    select 1 from public.shipments rest where rest.split_from = p_shipment.id and rest.state = 'returned_to_sender'
  ) then
    perform private.note_on_shipments(array(
      select rest.id from public.shipments rest where rest.split_from = p_shipment.id and rest.state = 'returned_to_sender'
    ), p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- Less cash than was due, for several pieces: perhaps some were given back, which only a person can say.
  if p_state = 'delivered' and p_cash < p_shipment.cash_due and private.is_outbound(p_shipment.state) and (
    select sum(part.quantity) from public.shipment_lines part where part.shipment_id = p_shipment.id
  ) > 1 then
    perform private.note_on_shipments(array[p_shipment.id], null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- A delivered shipment stays delivered, with its cash; a person checks the reported return.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- Any state of a shipment in transit implies that it was handed over.
  if p_shipment.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.book_moves(array[p_shipment.id], 'handed_over', p_happened_at => p_happened_at);
    select * into v_shipment from public.shipments where id = p_shipment.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_shipment.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_shipments(array[p_shipment.id], null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.book_moves(array[v_shipment.id], p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_credit(p_order public.orders, p_amount numeric)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(p_amount, 0) <= 0 then
    perform private.refuse('insufficient_credit', '{"reason": "balance", "amount": 0}');
  end if;
  perform private.book_money(p_order, 'credit_used', p_amount);
  insert into public.store_credits (tenant_id, user_id, kind, delta, order_id)
  values (p_order.tenant_id, p_order.user_id, 'used', -p_amount, p_order.id);
  perform private.confirm_paid_order(p_order.id);
  return private.create_due_refunds(p_order.id);
end
$function$;

ALTER FUNCTION "private"."book_credit"(public.orders, numeric) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.book_moves(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_carrier_state text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.shipments set state = p_state, updated_at = now(),
    attempts = attempts + case p_state when 'attempt_failed' then 1 else 0 end,
    handed_over_at = case p_state when 'handed_over' then p_happened_at when 'packed' then null else handed_over_at end,
    delivered_at = case p_state when 'delivered' then p_happened_at else delivered_at end,
    cash_collected = case p_state when 'delivered' then coalesce(p_cash, cash_due) else cash_collected end,
    returned_to_sender_at = case when p_state in ('returned_to_sender', 'lost') then p_happened_at else returned_to_sender_at end,
    inspected_at = case p_state when 'lost' then now() else inspected_at end
  where id = any (p_shipment_ids);
  perform private.note_on_shipments(p_shipment_ids, p_state, p_note, p_happened_at, p_carrier_state);
  case p_state
    when 'handed_over' then perform private.count_shipments(p_shipment_ids, p_packed => -1, p_sent => 1);
    when 'packed' then perform private.count_shipments(p_shipment_ids, p_packed => 1, p_sent => -1);
    when 'cancelled' then perform private.count_shipments(p_shipment_ids, p_packed => -1, p_sent => 0);
    when 'delivered' then perform private.book_deliveries(p_shipment_ids);
    when 'returned_to_sender' then perform private.book_returns_to_sender(p_shipment_ids);
    when 'lost' then
      update public.shipment_lines set discarded = quantity where shipment_id = any (p_shipment_ids);
      perform private.open_claims(p_shipment_ids);
      perform private.book_returns_to_sender(p_shipment_ids);
    else null;
  end case;
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
  update public.orders set payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference)
  where orders.id = p_order.id;
  perform private.confirm_paid_order(p_order.id);
  if p_order.status = 'cancelled' then
    perform private.remark_on_order(p_order, 'paid_after_cancelling');
  end if;
  return private.create_due_refunds(p_order.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.book_return_to_sender(p_shipment public.shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_links constant jsonb := jsonb_build_object('shipment_id', p_shipment.id);
  v_line public.order_lines;
  v_order public.orders;
begin
  for v_line in
    select line.* from public.order_lines line join public.shipment_lines part on part.order_line_id = line.id
    where part.shipment_id = p_shipment.id order by line.position
  loop
    update public.order_lines line set sent = line.sent - part.quantity, returned_to_sender = line.returned_to_sender + part.quantity
    from public.shipment_lines part
    where line.id = v_line.id and part.shipment_id = p_shipment.id and part.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line, v_links);
  end loop;
  if private.is_gone(p_shipment.order_id) and not private.keeps_delivery_fee(p_shipment.id) then
    perform private.credit_fees(p_shipment.order_id, v_links);
  end if;
  select orders.* into v_order from public.orders where orders.id = p_shipment.order_id;
  perform private.settle_points(v_order);
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

CREATE OR REPLACE FUNCTION private.buyer_of(p_order public.orders, p_address jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_order.user_id::text, nullif(private.national_digits(p_address ->> 'phone'), ''),
    nullif(lower(p_order.customer_email), ''), p_order.id::text)
$function$;

ALTER FUNCTION "private"."buyer_of"(public.orders, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_again_at(p_wait public.call_wait, p_from timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case p_wait
    when 'one_hour' then private.within_calling_hours(p_from + interval '1 hour')
    when 'two_hours' then private.within_calling_hours(p_from + interval '2 hours')
    when 'four_hours' then private.within_calling_hours(p_from + interval '4 hours')
    when 'evening' then (wall.at::date + (wall.at::time >= '17:00')::integer + time '18:00') at time zone 'Africa/Cairo'
    when 'next_day' then (wall.at::date + 1 + time '11:00') at time zone 'Africa/Cairo'
  end
  from (select p_from at time zone 'Africa/Cairo' as at) wall
$function$;

ALTER FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_claim_time()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '5 minutes' $function$;

ALTER FUNCTION "private"."call_claim_time"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_settings(p_tenant_id text, OUT waits public.call_wait[], OUT ending public.calls_ending)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select settings.call_waits, settings.calls_ending into waits, ending
  from public.staff_settings settings where settings.tenant_id = p_tenant_id;
  waits := coalesce(waits, private.default_call_waits());
  ending := coalesce(ending, 'message');
end
$function$;

ALTER FUNCTION "private"."call_settings"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.calls_to_make(p_tenant_ids text[])
 RETURNS TABLE(tenant_id text, order_id uuid, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select orders.tenant_id, orders.id, coalesce(latest.next_at, orders.created_at)
  from public.orders
  left join lateral (
    select made.id, made.next_at from private.counted_calls(orders.id, orders.tenant_id) made
    order by made.called_at desc limit 1
  ) latest on true
  where orders.tenant_id = any (p_tenant_ids) and private.is_to_call(orders) and (latest.id is null or latest.next_at is not null)
$function$;

ALTER FUNCTION "private"."calls_to_make"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.can_come_back(p_entity text, p_action text, p_before jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_action = 'update' and (p_before ? 'options' or exists (
      select 1 from jsonb_each(p_before -> 'variants') changed where changed.value - 'stock' <> '{}'
    )) then false
    when p_entity in (
      'products', 'categories', 'banners', 'faq_questions', 'discounts', 'shipping_zones', 'delivery_slots',
      'search_synonyms', 'saved_replies', 'message_texts')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity = 'variant_costs' then true
    when p_entity in ('settings', 'staff_settings', 'brands') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.cancel_lines(p_order public.orders, p_pieces private.piece_count[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
begin
  perform private.require_open_pieces(p_pieces, 'too_few_to_cancel');
  perform private.lock_goods(array[p_order.id]);
  for v_line in
    select line.* from public.order_lines line join unnest(p_pieces) piece on piece.order_line_id = line.id
    order by line.position
  loop
    update public.order_lines line set cancelled = line.cancelled + piece.quantity
    from unnest(p_pieces) piece where line.id = v_line.id and piece.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line);
  end loop;
  perform private.restock(p_order.id, p_pieces, 'cancelled');
  if not exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.cancelled < line.quantity
  ) then
    perform private.give_place_back(p_order);
  end if;
  if private.is_gone(p_order.id) then
    perform private.credit_fees(p_order.id);
  else
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
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
    coalesce(packed.description, ''), public.address(orders), orders.customer_email, orders.note, shipment.tracking_number, (
      select jsonb_build_object('district_id', area.district_id, 'city_id', area.city_id, 'city', area.city)
      from public.carrier_areas area
      where area.carrier = p_booking.carrier and area.district_id = coalesce(p_booking.district_id, private.carrier_area_of(
        p_booking.carrier, orders.destination ->> 'governorate', orders.destination ->> 'city'))
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

CREATE OR REPLACE FUNCTION private.carry_out(p_act public.approval_act, p_arguments jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order_id uuid;
begin
  case p_act
    when 'refund_order' then
      select refunded.id into v_order_id
      from public.refund_order((p_arguments ->> 'p_order_id')::uuid, p_arguments -> 'p_refund') refunded;
    when 'send_refund' then
      select sent.order_id into v_order_id
      from public.send_refund((p_arguments ->> 'p_refund_id')::uuid, (p_arguments ->> 'p_way')::public.refund_way,
        coalesce(p_arguments ->> 'p_reference', '')) sent;
    when 'adjust_store_credit' then
      perform public.adjust_store_credit(p_arguments ->> 'p_tenant_id', (p_arguments ->> 'p_user_id')::uuid,
        (p_arguments ->> 'p_delta')::numeric, p_arguments ->> 'p_reason');
    when 'place_order_for' then
      select placed.id into v_order_id from public.place_order_for(p_arguments -> 'p_order') placed;
    when 'change_products' then
      perform public.change_products(p_arguments ->> 'p_tenant_id',
        array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed), p_arguments -> 'p_change');
    when 'save_product_variants' then
      perform public.save_product_variants((p_arguments ->> 'p_product_id')::uuid, (p_arguments ->> 'p_version')::integer,
        p_arguments -> 'p_options', p_arguments -> 'p_variants');
    when 'import_products' then
      perform private.import_all(p_arguments ->> 'p_tenant_id', p_arguments -> 'p_rows', (p_arguments ->> 'p_create_categories')::boolean);
    when 'undo_product_change' then
      perform private.undo_whole_change((p_arguments ->> 'p_change_id')::uuid);
    when 'undo_changes' then
      perform private.undo_all_entries(p_arguments ->> 'p_tenant_id',
        array(select asked::bigint from jsonb_array_elements_text(p_arguments -> 'p_ids') asked),
        coalesce((p_arguments ->> 'p_parts')::boolean, true));
  end case;
  return v_order_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.cash_for_taken(p_shipment public.shipments, p_untaken private.piece_count[])
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_piece record;
  v_after public.order_lines;
  v_price numeric;
  v_due numeric := p_shipment.cash_due;
begin
  select orders.* into v_order from public.orders where orders.id = p_shipment.order_id;
  for v_piece in
    select line, piece.quantity from unnest(p_untaken) piece join public.order_lines line on line.id = piece.order_line_id
    order by (line).position
  loop
    v_after := v_piece.line;
    v_after.returned_to_sender := v_after.returned_to_sender + v_piece.quantity;
    select gone.amount into v_price from private.price_of_gone_pieces(v_piece.line, v_after, v_order.charged) gone;
    v_order.charged := v_order.charged - v_price;
    v_due := v_due - v_price;
  end loop;
  return greatest(v_due, 0);
end
$function$;

ALTER FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.changed_order_demand(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_promised boolean)
 RETURNS private.order_demand
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address_was constant jsonb := public.address(p_order);
  v_address constant jsonb := case when p_changes ?| '{address,address_id}'
    then private.order_address(p_order.tenant_id, p_order.user_id, p_changes) else v_address_was end;
  v_total constant numeric := p_order.charged + p_edit.difference;
  v_credit constant numeric := coalesce((
    select sum(entry.amount) from public.payment_entries entry where entry.order_id = p_order.id and entry.kind = 'credit_used'
  ), 0);
begin
  return row(
    p_order.tenant_id, p_order.user_id, p_promised or private.order_actor(p_order) <> 'shopper', p_order.id,
    p_order.payment_method::text, v_address, array(
      select jsonb_populate_record(null::private.priced_line, jsonb_build_object('line', line.position, 'product_id', line.product_id,
        'name', line.name, 'quantity', private.kept_pieces(line) - coalesce(piece.quantity, 0)))
      from public.order_lines line left join unnest(p_edit.pieces) piece on piece.order_line_id = line.id
      where line.order_id = p_order.id
    ) || p_edit.lines,
    case when v_total <= p_order.received - p_order.given_back then 0 else private.piastres(v_total - v_credit) end,
    coalesce(p_edit.cash_there, true), p_changes ->> 'cash_overruled', p_edit.difference > 0,
    private.national_digits(v_address ->> 'phone') is distinct from private.national_digits(v_address_was ->> 'phone')
      or private.address_key(v_address) <> private.address_key(v_address_was) or ((p_edit.delivery).rate).method is not null
  )::private.order_demand;
end
$function$;

CREATE OR REPLACE FUNCTION private.charge_delivery_again(p_order_id uuid, p_links jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  update public.orders set shipping_credited = 0, gift_credited = 0 where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', v_order.shipping_credited + v_order.gift_credited, p_links);
end
$function$;

CREATE OR REPLACE FUNCTION private.charged_items(p_order public.orders)
 RETURNS SETOF private.invoice_item
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'line'::public.refund_line_kind, line.id, line.kept,
    line.net - line.credited, private.contained_tax(line.net - line.credited, line.tax_rate), line.tax_rate
  from public.order_lines line where line.order_id = p_order.id
  union all
  select costs.kind, null, 0, costs.amount, private.contained_tax(costs.amount, p_order.tax_rate), p_order.tax_rate
  from (values
    ('shipping'::public.refund_line_kind, private.delivery_fee(p_order)), ('goodwill', -p_order.goodwill),
    ('gift', private.gift_fee(p_order))
  ) as costs (kind, amount)
$function$;

CREATE OR REPLACE FUNCTION private.claim_order_to_call(p_tenant_ids text[])
 RETURNS private.call_claims
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order record;
  v_claim private.call_claims;
begin
  loop
    select orders.id, orders.tenant_id into v_order
    from private.calls_to_make(p_tenant_ids) waiting
    join public.orders on orders.id = waiting.order_id
    left join private.call_claims held on held.order_id = waiting.order_id and held.claimed_until > now()
    where waiting.due_at <= now() and orders.status = 'pending' and (held.order_id is null or held.claimed_by = auth.uid())
    -- The caller's own claim first: a page that is loaded again shows the same order.
    order by held.order_id nulls last, waiting.due_at, waiting.order_id
    limit 1 for no key update of orders skip locked;
    if not found then
      return null;
    end if;
    -- Somebody may have claimed it since this statement began; then the next one sees that.
    insert into private.call_claims as held (order_id, tenant_id, claimed_by, claimed_until)
    values (v_order.id, v_order.tenant_id, auth.uid(), now() + private.call_claim_time())
    on conflict (order_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
      where held.claimed_by = excluded.claimed_by or held.claimed_until <= now()
    returning held.* into v_claim;
    if found then
      return v_claim;
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "private"."claim_order_to_call"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.clean_tags(p_tags text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_tags constant text[] := coalesce((
    select array_agg(named.tag order by named.place) from (
      select distinct on (private.fold(typed.tag)) typed.tag, given.place
      from unnest(p_tags) with ordinality given (tag, place)
      cross join lateral (select btrim(regexp_replace(coalesce(given.tag, ''), '\s+', ' ', 'g')) as tag) typed
      where typed.tag <> '' order by private.fold(typed.tag), given.place
    ) named
  ), '{}');
begin
  if not private.are_texts(v_tags, 20, 40) then
    perform private.refuse('invalid_tag');
  end if;
  return v_tags;
end
$function$;

ALTER FUNCTION "private"."clean_tags"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.close_money(p_tenant_id text, p_day date, p_counted jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines constant public.day_money[] := array(
    select row(line.*)::public.day_money from private.money_to_close(p_tenant_id, p_day) line);
begin
  if exists (
    select 1 from jsonb_to_recordset(p_counted) counted (place public.money_place, name text, method text, expected numeric)
    left join unnest(v_lines) line using (place, name, method)
    where line.expected is distinct from counted.expected
  ) then
    perform private.refuse('day_moved');
  elsif exists (
    select 1 from jsonb_to_recordset(p_counted) counted (expected numeric, amount numeric, note text)
    where counted.amount <> counted.expected and btrim(coalesce(counted.note, '')) = ''
  ) then
    perform private.refuse('reason_required');
  end if;
  insert into public.day_close_lines (
    tenant_id, day, place, name, method, came, went, fees, held, expected, counted, note
  )
  select line.tenant_id, p_day, line.place, line.name, line.method, line.came, line.went, line.fees, line.held, line.expected,
    counted.amount, left(btrim(coalesce(counted.note, '')), 500)
  from unnest(v_lines) line
  left join jsonb_to_recordset(p_counted) counted (place public.money_place, name text, method text, amount numeric, note text)
    using (place, name, method);
end
$function$;

ALTER FUNCTION "private"."close_money"(text, date, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.close_until(p_day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select least(private.day_start(p_day + 1), clock_timestamp()) $function$;

ALTER FUNCTION "private"."close_until"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.confirm_paid_order(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders set stage = private.stage_once_paid(orders)
  where orders.id = p_order_id and stage = 'awaiting_payment' and status <> 'cancelled' and private.awaited_payment(orders) = 0;
end
$function$;

ALTER FUNCTION "private"."confirm_paid_order"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.contact_confirmed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.adopt_imported(new.id, profile.tenant_id) from public.profiles profile where profile.id = new.id;
  return null;
end
$function$;

ALTER FUNCTION "private"."contact_confirmed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.correct_delivery(p_shipment public.shipments, p_untaken private.piece_count[], p_cash numeric, p_note text, p_happened_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := (
    select orders.number || '/' || p_shipment.number from public.orders where orders.id = p_shipment.order_id);
  v_due constant numeric := private.cash_for_taken(p_shipment, p_untaken);
  v_back record;
begin
  if exists (
    select 1 from public.shipment_staff_facts facts
    where facts.shipment_id = p_shipment.id and (facts.settled_at is not null or facts.settled > coalesce(p_cash, v_due))
  ) then
    perform private.refuse('shipment_settled', jsonb_build_object('name', v_name));
  elsif p_cash > v_due then
    perform private.refuse('too_much_cash', jsonb_build_object('most', v_due));
  end if;
  select private.line_names(line) as names, line.id into v_back
  from unnest(p_untaken) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > private.returnable_pieces(line) order by line.position limit 1;
  if found then
    perform private.refuse('pieces_in_return', v_back.names || jsonb_build_object('order_line_id', v_back.id));
  end if;
  update public.order_lines line set delivered = line.delivered - piece.quantity
  from unnest(p_untaken) piece where line.id = piece.order_line_id;
  perform private.split_off(p_shipment, p_untaken, p_note, p_happened_at);
  perform private.correct_collected(p_shipment, coalesce(p_cash, v_due), p_note);
end
$function$;

ALTER FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.could_decide(p_request public.approval_requests, p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_request.asked_by <> p_user_id and private.holds_capability(p_request.tenant_id, p_request.capability, p_user_id)
    and coalesce(p_request.needed <= private.ceiling(p_request.tenant_id, p_request.capability, p_user_id), true);
end
$function$;

ALTER FUNCTION "private"."could_decide"(public.approval_requests, uuid) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.counted_calls(p_order_id uuid, p_tenant_id text)
 RETURNS SETOF public.order_calls
 LANGUAGE sql
 STABLE
AS $function$
  select made.* from public.order_calls made
  where made.order_id = p_order_id and made.tenant_id = p_tenant_id and not exists (
    select 1 from public.order_edits edit
    where edit.order_id = p_order_id and edit.applied_at > made.called_at and edit.changes ? 'address'
  )
$function$;

ALTER FUNCTION "private"."counted_calls"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_fees(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.credit_delivery_fee(p_order_id, p_links);
  perform private.credit_gift(p_order_id, p_links);
end
$function$;

ALTER FUNCTION "private"."credit_fees"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_gift(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_fee numeric;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_fee := least(private.gift_fee(v_order), v_order.charged);
  update public.orders set gift_credited = gift_credited + v_fee where orders.id = p_order_id and v_fee > 0;
  perform private.book_money(v_order, 'charged', -v_fee, p_links);
  return v_fee;
end
$function$;

ALTER FUNCTION "private"."credit_gift"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_gone_pieces(p_before public.order_lines, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.credit_price_drops(p_return_id uuid, p_sign integer DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.customer_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.adopt_imported(new.id, new.tenant_id);
  return null;
end
$function$;

ALTER FUNCTION "private"."customer_added"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.decided_lines(p_tenant_id text, p_from date, p_to date)
 RETURNS SETOF private.decided_line
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shipment.id, orders.destination ->> 'governorate',
    coalesce(nullif(shipment.carrier_name, ''), nullif(shipment.carrier, 'manual'), ''), line.product_id,
    case when line.product_id is null then line.name end, shipment.state = 'returned_to_sender',
    coalesce(facts.fee, 0) * part.quantity / sum(part.quantity) over (partition by shipment.id),
    private.line_worth(line, part.quantity)
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id and not orders.is_test
  join public.shipment_lines part on part.shipment_id = shipment.id
  join public.order_lines line on line.id = part.order_line_id
  left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.tenant_id = p_tenant_id and (
    shipment.state = 'delivered' and shipment.delivered_at >= private.day_start(p_from)
      and shipment.delivered_at < private.day_start(p_to + 1)
    or shipment.state = 'returned_to_sender' and shipment.returned_to_sender_at >= private.day_start(p_from)
      and shipment.returned_to_sender_at < private.day_start(p_to + 1))
$function$;

ALTER FUNCTION "private"."decided_lines"(text, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.default_call_waits()
 RETURNS public.call_wait[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select '{two_hours,evening}'::public.call_wait[] $function$;

ALTER FUNCTION "private"."default_call_waits"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.deliver_pieces(p_shipment_id uuid, p_taken jsonb, p_cash numeric, p_note text, p_happened_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_untaken private.piece_count[];
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  v_untaken := private.untaken_pieces(v_shipment, p_taken);
  if cardinality(v_untaken) = 0 then
    perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'delivered', p_cash));
    perform private.move_in_sets(array[p_shipment_id], 'delivered', p_note, p_cash, p_happened_at);
  elsif v_shipment.state = 'delivered' then
    perform private.correct_delivery(v_shipment, v_untaken, p_cash, p_note, p_happened_at);
  else
    -- Asked before anything is booked: moving the rest back needs the same transitions.
    perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'delivered', null));
    v_shipment.cash_due := private.split_off(v_shipment, v_untaken, p_note, p_happened_at);
    perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'delivered', p_cash));
    perform private.book_moves(array[p_shipment_id], 'delivered', p_note, p_cash, p_happened_at);
    perform private.create_due_refunds(v_shipment.order_id, jsonb_build_object('shipment_id', p_shipment_id));
  end if;
end
$function$;

ALTER FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.deliveries_of(p_tenant_id text, p_user_id uuid, p_phone text, OUT delivered bigint, OUT refused bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.derived_order_queues(p_order public.orders)
 RETURNS public.order_queue[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

CREATE OR REPLACE FUNCTION private.end_calls(p_order public.orders, p_call public.order_calls)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hours integer;
begin
  if p_call.outcome = 'no_answer' and (private.call_settings(p_order.tenant_id)).ending = 'cancel' then
    -- cancel_unconfirmed_orders does the rest, as for every order that expires.
    update public.orders set confirm_until = now(), updated_at = now() where orders.id = p_order.id;
    return;
  end if;
  select (settings.cash_rules ->> 'hours')::integer into v_hours
  from public.staff_settings settings where settings.tenant_id = p_order.tenant_id;
  update public.orders set
    confirm_until = greatest(confirm_until, now() + interval '1 hour' * coalesce(v_hours, 24)), updated_at = now()
  where orders.id = p_order.id;
  perform private.ask_to_confirm(p_order, p_call.id, p_only_by_mail => p_call.outcome = 'wrong_number');
end
$function$;

ALTER FUNCTION "private"."end_calls"(public.orders, public.order_calls) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_old_approval_requests(p_tenant_id text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.tenant_id = coalesce(p_tenant_id, request.tenant_id) and request.state = 'pending'
      and request.asked_at < now() - interval '7 days'
    for update skip locked
  ), 'expired');
  delete from public.approval_requests request
  where request.tenant_id = coalesce(p_tenant_id, request.tenant_id) and request.decided_at < now() - interval '90 days';
end
$function$;

ALTER FUNCTION "private"."end_old_approval_requests"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_paid_link(p_link public.pay_links)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.pay_links set paid_at = now(), updated_at = now() where id = p_link.id;
  update public.order_drafts set paid_at = now(), updated_at = now() where id = p_link.draft_id and cancelled_at is null
$function$;

ALTER FUNCTION "private"."end_paid_link"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_unpaid_order(p_order public.orders, p_payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' and not exists (
    select 1 from public.payments other
    where other.order_id = p_order.id and other.id <> p_payment.id
      and (private.is_unfinished(other.status) or other.status = 'held' or other.created_at > p_payment.created_at)
  ) and coalesce(private.pay_link_until(p_order.id) <= now(), true) then
    update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = p_order.id;
    perform private.remark_on_move(array[p_order.id], 'payment_unfinished');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.entries_owed(p_figure public.morning_figure, p_tenant_ids text[])
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_figure
    when 'cash_with_carriers' then
      return query select orders.tenant_id, orders.id, null::uuid, orders.at_carrier, orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.at_carrier > 0;
    when 'cash_overdue' then
      return query select facts.tenant_id, shipment.order_id, shipment.id, facts.carrier_owes, shipment.delivered_at
      from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
      where facts.tenant_id = any (p_tenant_ids) and facts.carrier_owes > 0
        and shipment.delivered_at < now() - interval '14 days';
    when 'claims_overdue' then
      return query select claim.tenant_id, shipment.order_id, shipment.id, claim.amount, claim.created_at
      from public.carrier_claims claim join public.shipments shipment on shipment.id = claim.shipment_id
      where claim.tenant_id = any (p_tenant_ids) and public.is_overdue(claim);
    when 'refunds_due' then
      return query select orders.tenant_id, orders.id, null::uuid, greatest(-private.balance(orders), 0), orders.created_at
      from public.orders where orders.tenant_id = any (p_tenant_ids) and orders.payment_status = 'refund_due';
    when 'transfers_to_confirm' then
      return query select orders.tenant_id, orders.id, null::uuid, public.owes(orders), orders.created_at
      from public.orders
      where orders.tenant_id = any (p_tenant_ids) and orders.status = 'awaiting_payment' and orders.payment_method = 'bank_transfer';
  end case;
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

CREATE OR REPLACE FUNCTION private.figure_capability(p_figure public.morning_figure)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_figure = 'sold' then 'reports.see'
    when p_figure in ('payments_received', 'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm',
      'claims_overdue') then 'money.see'
    when p_figure in ('ran_out', 'running_out', 'sold_out') then 'products.see'
    when p_figure in ('messages_late', 'messages_waiting') then 'customers.see'
    when p_figure = 'reviews_waiting' then 'content.see'
    else 'orders.see'
  end
$function$;

CREATE OR REPLACE FUNCTION private.forget_actor(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.order_event_actors made using public.order_events event
  where event.id = made.event_id and event.order_id = any (p_order_ids) and made.actor_id = p_user_id;
  delete from public.transfer_actors made using public.transfers transfer
  where transfer.id = made.transfer_id and transfer.order_id = any (p_order_ids) and made.actor_id = p_user_id;
  update public.order_edit_staff_facts facts set
    proposed_by = nullif(facts.proposed_by, p_user_id), decided_by = nullif(facts.decided_by, p_user_id), agreed_with = ''
  from public.order_edits edit where edit.id = facts.edit_id and edit.order_id = any (p_order_ids);
  update public.refund_staff_facts facts set created_by = nullif(facts.created_by, p_user_id)
  from public.refunds refund where refund.id = facts.refund_id and refund.order_id = any (p_order_ids);
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_audit_log(p_tenant_id text, p_user_id uuid, p_entity_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.audit_log set
    label = case
      when audit_log.entity in (
        'orders', 'order_addresses', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews'
      ) then audit_log.label else '' end,
    before = audit_log.before - forgotten.facts,
    after = audit_log.after - forgotten.facts
  from (values (('{user_id,customer_name,customer_email,address,destination,note,gift_message,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason,'
      || 'answer,photos,changes,added,reference,payment_reference,tracking_number,tracking_url}')::text[]))
    as forgotten (facts)
  where audit_log.tenant_id = p_tenant_id and (
    audit_log.entity in ('orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews',
      'order_addresses', 'conversations', 'messages', 'mfa_factors', 'owners', 'discounts', 'customer_records', 'exports')
      and audit_log.entity_id = any (p_entity_ids::text[])
    or audit_log.entity in ('user_roles', 'staff_grants', 'point_entries', 'store_credits')
      and coalesce(audit_log.after, audit_log.before) ->> 'user_id' = p_user_id::text
  );
  update public.audit_log set actor_name = '' where tenant_id = p_tenant_id and actor_id = p_user_id;
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_order_ids) and facts.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '',
    remark = case when remark ->> 'code' = 'change_agreed_by_telephone' then remark - 'name' else remark end
  where order_id = any (p_order_ids);
  delete from public.pay_links where order_id = any (p_order_ids);
  update public.order_calls set note = '', called_by = nullif(called_by, p_user_id) where order_id = any (p_order_ids);
  perform private.forget_actor(p_order_ids, p_user_id);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.approval_requests where order_id = any (p_order_ids);
  delete from public.order_notifications where order_id = any (p_order_ids) and sent_at is null;
  update public.order_notifications set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments shipment set
    tracking_number = case when facts.carrier_owes > 0 then shipment.tracking_number end,
    tracking_url = case when facts.carrier_owes > 0 then shipment.tracking_url end
  from public.shipment_staff_facts facts where facts.shipment_id = shipment.id and shipment.order_id = any (p_order_ids);
  update public.shipment_staff_facts facts set label_path = null
  from public.shipments shipment where shipment.id = facts.shipment_id and shipment.order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when shipment.tracking_number is not null then carrier_reference end
  from public.shipments shipment where shipment.id = carrier_bookings.shipment_id and shipment.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.carrier_claims claim set note = ''
  from public.shipments shipment where shipment.id = claim.shipment_id and shipment.order_id = any (p_order_ids);
  update public.shipment_events set note = ''
  where shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '' where order_id = any (p_order_ids);
  delete from public.order_edit_addresses changed using public.order_edits edit
  where edit.id = changed.edit_id and edit.order_id = any (p_order_ids);
  delete from public.order_addresses where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '' where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '' where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', gift_message = '', payment_reference = null,
    destination = '{"full_name": "", "phone": "", "city": ""}'
      || jsonb_strip_nulls(jsonb_build_object('governorate', destination -> 'governorate'))
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.found_by(p_order public.orders, p_pattern text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select '' where private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.destination ->> 'full_name')) like p_pattern),
    (select shipment.tracking_number from public.shipments shipment
      where shipment.order_id = p_order.id and private.fold(shipment.tracking_number) like p_pattern limit 1),
    (select invoice.code from public.invoices invoice
      where invoice.order_id = p_order.id and private.fold(invoice.code) like p_pattern limit 1),
    (select entry.reference from public.payment_entries entry
      where entry.order_id = p_order.id and private.fold(entry.reference) like p_pattern limit 1),
    (select p_order.payment_reference where private.fold(p_order.payment_reference) like p_pattern),
    (select line.sku from public.order_lines line where line.order_id = p_order.id and private.fold(line.sku) like p_pattern limit 1),
    (select line.name from public.order_lines line
      where line.order_id = p_order.id
        and private.fold(concat_ws(E'\n', line.name, private.translated_texts(line.translations, 'name'))) like p_pattern
      order by line.position limit 1),
    (select p_order.destination ->> 'city' where private.fold(private.place_search_text(p_order.destination)) like p_pattern),
    '')
$function$;

ALTER FUNCTION "private"."found_by"(public.orders, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.gift_fee(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p_order.gift_total - p_order.gift_credited $function$;

ALTER FUNCTION "private"."gift_fee"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.governorate_spellings()
 RETURNS TABLE(name text, governorate text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('Alexandria', 'Alexandria'), ('Alex', 'Alexandria'), ('الإسكندرية', 'Alexandria'), ('اسكندرية', 'Alexandria'),
    ('Aswan', 'Aswan'), ('أسوان', 'Aswan'),
    ('Assiut', 'Assiut'), ('Assuit', 'Assiut'), ('Asyut', 'Assiut'), ('أسيوط', 'Assiut'),
    ('Beheira', 'Beheira'), ('Behira', 'Beheira'), ('Behera', 'Beheira'), ('البحيرة', 'Beheira'),
    ('Beni Suef', 'Beni Suef'), ('Bani Suif', 'Beni Suef'), ('Bani Suef', 'Beni Suef'), ('بني سويف', 'Beni Suef'),
    ('Cairo', 'Cairo'), ('القاهرة', 'Cairo'),
    ('Dakahlia', 'Dakahlia'), ('Dakahliya', 'Dakahlia'), ('الدقهلية', 'Dakahlia'),
    ('Damietta', 'Damietta'), ('Dumyat', 'Damietta'), ('دمياط', 'Damietta'),
    ('Fayoum', 'Fayoum'), ('Faiyum', 'Fayoum'), ('Fayyum', 'Fayoum'), ('الفيوم', 'Fayoum'),
    ('Gharbia', 'Gharbia'), ('Gharbiya', 'Gharbia'), ('الغربية', 'Gharbia'),
    ('Giza', 'Giza'), ('Gizeh', 'Giza'), ('الجيزة', 'Giza'),
    ('Ismailia', 'Ismailia'), ('Isamilia', 'Ismailia'), ('Ismaileya', 'Ismailia'), ('الإسماعيلية', 'Ismailia'),
    ('Kafr El Sheikh', 'Kafr El Sheikh'), ('Kafr Alsheikh', 'Kafr El Sheikh'), ('Kafr El Shaikh', 'Kafr El Sheikh'),
    ('كفر الشيخ', 'Kafr El Sheikh'),
    ('Luxor', 'Luxor'), ('الأقصر', 'Luxor'),
    ('Matrouh', 'Matrouh'), ('Matruh', 'Matrouh'), ('Marsa Matrouh', 'Matrouh'), ('مطروح', 'Matrouh'), ('مرسى مطروح', 'Matrouh'),
    ('North Coast', 'Matrouh'), ('الساحل الشمالي', 'Matrouh'),
    ('Minya', 'Minya'), ('Menya', 'Minya'), ('المنيا', 'Minya'),
    ('Monufia', 'Monufia'), ('Menoufia', 'Monufia'), ('Monofeya', 'Monufia'), ('Menofia', 'Monufia'), ('المنوفية', 'Monufia'),
    ('New Valley', 'New Valley'), ('Alwadi Algadid', 'New Valley'), ('الوادي الجديد', 'New Valley'),
    ('North Sinai', 'North Sinai'), ('شمال سيناء', 'North Sinai'),
    ('Port Said', 'Port Said'), ('بورسعيد', 'Port Said'), ('بور سعيد', 'Port Said'),
    ('Qalyubia', 'Qalyubia'), ('El Kalioubia', 'Qalyubia'), ('Qaliubiya', 'Qalyubia'), ('Qalioubia', 'Qalyubia'),
    ('القليوبية', 'Qalyubia'),
    ('Qena', 'Qena'), ('Kena', 'Qena'), ('قنا', 'Qena'),
    ('Red Sea', 'Red Sea'), ('البحر الأحمر', 'Red Sea'),
    ('Sharqia', 'Sharqia'), ('Sharkia', 'Sharqia'), ('Sharqeya', 'Sharqia'), ('الشرقية', 'Sharqia'),
    ('Sohag', 'Sohag'), ('Suhag', 'Sohag'), ('سوهاج', 'Sohag'),
    ('South Sinai', 'South Sinai'), ('جنوب سيناء', 'South Sinai'),
    ('Suez', 'Suez'), ('السويس', 'Suez')
$function$;

ALTER FUNCTION "private"."governorate_spellings"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.happening_capability(p_happening text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_happening = 'conversation' then 'customers.see' when p_happening like 'request%' then 'approvals.see'
    else 'orders.see' end
$function$;

ALTER FUNCTION "private"."happening_capability"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.higher_refusal(p_one jsonb, p_other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_one is null or (p_other ->> 'needed')::numeric > (p_one ->> 'needed')::numeric then p_other else p_one end
$function$;

ALTER FUNCTION "private"."higher_refusal"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.holes_of(p_record jsonb, p_lines private.imported_line[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_agg(jsonb_build_object('code', 'unknown_sku', 'sku', coalesce(line.sku, line.name)))
    from unnest(p_lines) line where line.variant_id is null
  ), '[]') || case
    when coalesce(p_record #>> '{customer,email}', '') = '' and coalesce(p_record #>> '{customer,phone}', '') = ''
      then '[{"code": "no_contact"}]'::jsonb else '[]' end
$function$;

ALTER FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.import_all(p_tenant_id text, p_rows jsonb, p_create_categories boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_imported constant public.product_import_result := public.import_products(
    p_tenant_id, p_rows, false, p_create_categories => coalesce(p_create_categories, false));
begin
  perform private.raise_refusal(imported.refusal)
  from unnest(v_imported.rows) imported where imported.outcome = 'refused'
  order by imported.refusal ->> 'code' = 'above_ceiling', (imported.refusal ->> 'needed')::numeric desc nulls last limit 1;
end
$function$;

ALTER FUNCTION "private"."import_all"(text, jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.import_customer(p_tenant_id text, p_import public.store_imports, p_record jsonb)
 RETURNS public.imported_record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(left(btrim(coalesce(p_record ->> 'email', '')), 320));
  v_phone constant text := left(coalesce(private.clean_phone(p_record ->> 'phone'), ''), 30);
  v_name constant text := private.printable_name(p_record -> 'name');
  v_mail constant record := private.read_consent(p_record -> 'email_consent');
  v_sms constant record := private.read_consent(p_record -> 'sms_consent');
  v_owners constant uuid[] := private.accounts_proven_by(p_tenant_id, v_email, private.national_digits(v_phone));
  v_contact constant text := case when v_email <> '' then v_email else private.national_digits(v_phone) end;
  v_result public.imported_record := row((p_record ->> 'row')::integer, coalesce(nullif(v_email, ''), v_phone), 'added', null, '[]');
begin
  if v_contact = '' or v_email <> '' and v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    return private.refused_record(p_record || jsonb_build_object('number', coalesce(nullif(v_email, ''), v_name)),
      private.refusal('import_refused', '{"reason": "contact"}'));
  elsif exists (
    select 1 from public.imported_customers came where came.tenant_id = p_tenant_id and came.contact = v_contact
  ) then
    v_result.outcome := 'unchanged';
  elsif p_import.id is not null then
    insert into public.imported_customers (
      tenant_id, import_id, source, user_id, name, email, phone, address, note, tags, email_consent, email_consent_at, sms_consent,
      sms_consent_at
    ) values (
      p_tenant_id, p_import.id, p_import.source, case when cardinality(v_owners) = 1 then v_owners[1] end, v_name, v_email, v_phone,
      private.imported_address(p_record -> 'address', v_name, v_phone), left(coalesce(p_record ->> 'note', ''), 5000),
      private.clean_tags(private.text_items(p_record -> 'tags')), v_mail.state, v_mail.at, v_sms.state, v_sms.at
    );
  end if;
  return v_result;
end
$function$;

ALTER FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.import_order(p_tenant_id text, p_source public.import_source, p_import public.store_imports, p_record jsonb)
 RETURNS public.imported_record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_read private.imported_order;
  v_result public.imported_record;
  v_message text;
  v_detail text;
  v_hint text;
begin
  v_read := private.read_imported_order(p_tenant_id, p_record);
  v_result := row((p_record ->> 'row')::integer, v_read.number, 'added', null, v_read.holes);
  if exists (
    select 1 from public.imported_orders came
    where came.tenant_id = p_tenant_id and came.source = p_source and came.old_number = v_read.number
  ) then
    v_result.outcome := 'unchanged';
  elsif p_import.id is not null then
    perform private.insert_imported_details(private.insert_imported_order(p_import, p_record, v_read), v_read);
  end if;
  return v_result;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    return private.refused_record(p_record, coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal('invalid_value')));
  when check_violation or invalid_text_representation or numeric_value_out_of_range or not_null_violation or untranslatable_character then
    return private.refused_record(p_record, private.refusal('invalid_value'));
end
$function$;

ALTER FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.imported_address(p_address jsonb, p_name text, p_phone text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('full_name', p_name, 'phone', p_phone) || coalesce((
    select jsonb_object_agg(part.name, left(p_address ->> part.name, 200))
    from unnest('{full_name,phone,governorate,city,street,building,floor,apartment,landmark,postal_code}'::text[]) part (name)
    where jsonb_typeof(p_address -> part.name) = 'string' and btrim(p_address ->> part.name) <> ''
      and (part.name <> 'governorate' or pg_input_is_valid(p_address ->> part.name, 'public.governorate'))
  ), '{}')
$function$;

ALTER FUNCTION "private"."imported_address"(jsonb, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.imported_amount(p_record jsonb, p_name text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(p_record -> p_name), 'null') = 'null' then
    return 0;
  elsif not private.is_amount(p_record -> p_name) then
    perform private.refuse_record('amount', jsonb_build_object('name', p_name));
  end if;
  return (p_record ->> p_name)::numeric;
end
$function$;

ALTER FUNCTION "private"."imported_amount"(jsonb, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.imported_lines(p_tenant_id text, p_order jsonb)
 RETURNS private.imported_line[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines private.imported_line[] := '{}';
  v_line jsonb;
  v_quantity numeric;
  v_name text;
  v_sku text;
  v_variant record;
begin
  if coalesce(jsonb_typeof(p_order -> 'lines'), '') <> 'array' or jsonb_array_length(p_order -> 'lines') not between 1 and 500 then
    perform private.refuse_record('lines');
  end if;
  for v_line in select given from jsonb_array_elements(p_order -> 'lines') given loop
    v_quantity := case when jsonb_typeof(v_line -> 'quantity') = 'number' then (v_line ->> 'quantity')::numeric end;
    v_sku := left(btrim(coalesce(v_line ->> 'sku', '')), 64);
    v_name := left(btrim(coalesce(nullif(btrim(v_line ->> 'name'), ''), v_sku)), 200);
    if v_name = '' or v_quantity is null or v_quantity not between 1 and 10000 or v_quantity <> trunc(v_quantity) then
      perform private.refuse_record('line');
    end if;
    select variant.id, variant.product_id, coalesce(variant.image, private.first_picture(product.images)) as image into v_variant
    from public.product_variants variant join public.products product on product.id = variant.product_id
    where variant.tenant_id = p_tenant_id and v_sku <> '' and lower(variant.sku) = lower(v_sku);
    v_lines := v_lines || row(v_variant.product_id, v_variant.id, nullif(v_sku, ''), v_name, v_variant.image,
      private.imported_amount(v_line, 'price'), v_quantity::integer)::private.imported_line;
  end loop;
  return v_lines;
end
$function$;

ALTER FUNCTION "private"."imported_lines"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.imported_product_ids(p_tenant_id text, p_rows jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
  v_names text[];
begin
  select
    array_agg(case when pg_input_is_valid(given ->> 'id', 'uuid') then (given ->> 'id')::uuid end),
    array_agg(lower(btrim(given #>> '{set,name}', E' \t\r\n'))) filter (where coalesce(given ->> 'id', '') = '')
  into v_ids, v_names
  from jsonb_array_elements(p_rows) given;
  return array(
    select product.id from public.products product
    where product.tenant_id = p_tenant_id and product.deleted_at is null
      and (product.id = any (v_ids) or lower(product.name) = any (v_names))
    order by product.id
  );
end
$function$;

ALTER FUNCTION "private"."imported_product_ids"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_imported_details(p_order public.orders, p_imported private.imported_order)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund_id uuid;
begin
  insert into public.order_lines (
    tenant_id, order_id, position, product_id, variant_id, sku, name, image, unit_price, quantity, discount_share, sent, delivered,
    returned, returned_to_sender, cancelled
  )
  select p_order.tenant_id, p_order.id, line.place, line.product_id, line.variant_id, line.sku, line.name, line.image, line.unit_price,
    line.quantity, line.share - lag(line.share, 1, 0::numeric) over (order by line.place),
    case when p_imported.state in ('shipped', 'delivered', 'returned') then line.quantity else 0 end,
    case when p_imported.state in ('delivered', 'returned') then line.quantity else 0 end,
    case when p_imported.state = 'returned' then line.quantity else 0 end,
    case when p_imported.state = 'returned_to_sender' then line.quantity else 0 end,
    case when p_imported.state = 'cancelled' then line.quantity else 0 end
  from (
    select given.*, case when p_imported.subtotal = 0 then 0::numeric else round(p_imported.discount
      * sum(given.unit_price * given.quantity) over (order by given.place) / p_imported.subtotal, 2) end as share
    from unnest(p_imported.lines) with ordinality
      given (product_id, variant_id, sku, name, image, unit_price, quantity, place)
  ) line;
  -- The triggers of the reports' ledgers leave these to the import, which writes them at once.
  insert into private.pieces_ledger (tenant_id, order_id, order_line_id, quantity, amount, discount, happened_at)
  select line.tenant_id, line.order_id, line.id, sold.pieces, line.unit_price * sold.pieces,
    round(line.discount_share * sold.pieces / line.quantity, 2), p_order.created_at
  from public.order_lines line cross join lateral private.pieces_sold(p_order, line) sold (pieces)
  where line.order_id = p_order.id and sold.pieces <> 0;
  insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
  select p_order.tenant_id, p_order.id, fact.event, fact.orders, fact.amount, fact.shipping, p_order.created_at
  from private.sale_facts(p_order) fact where (fact.orders, fact.amount, fact.shipping) <> (0, 0, 0);
  if p_imported.refunded > 0 then
    insert into public.refunds (tenant_id, order_id, number, amount, state, sent_at, created_at)
    values (p_order.tenant_id, p_order.id, 1, p_imported.refunded, 'sent', p_order.created_at, p_order.created_at)
    returning id into v_refund_id;
  end if;
  insert into public.payment_entries (tenant_id, order_id, kind, amount, method, refund_id, created_at)
  select p_order.tenant_id, p_order.id, entry.kind, entry.amount,
    case when entry.kind = 'received' then p_order.payment_method end,
    case when entry.kind = 'given_back' then v_refund_id end, p_order.created_at
  from (values
    ('charged'::public.payment_entry_kind, p_order.total), ('charged', -p_order.goodwill), ('received', p_order.received),
    ('given_back', p_order.given_back)
  ) entry (kind, amount) where entry.amount <> 0;
end
$function$;

ALTER FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_imported_order(p_import public.store_imports, p_record jsonb, p_order private.imported_order)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(left(btrim(coalesce(p_record #>> '{customer,email}', '')), 320));
  v_name constant text := private.printable_name(p_record #> '{customer,name}');
  v_phone constant text := left(coalesce(private.clean_phone(p_record #>> '{customer,phone}'), ''), 30);
  v_owners constant uuid[] := private.accounts_proven_by(p_import.tenant_id, v_email, private.national_digits(v_phone));
  v_is_void constant boolean := p_order.state in ('cancelled', 'returned', 'returned_to_sender');
  v_goodwill constant numeric := p_order.refunded
    + case when v_is_void then p_order.total - p_order.paid else 0 end;
  v_address constant jsonb := private.imported_address(p_record -> 'address', v_name, v_phone);
  v_order public.orders;
begin
  with placed as (insert into public.orders (
    tenant_id, number, user_id, imported_from, status, stage, payment_method, payment_status, subtotal, discount_total, discount_code,
    shipping_total, total, charged, received, given_back, goodwill, customer_name, customer_email, destination, note, delivered_at,
    created_at
  ) values (
    p_import.tenant_id, case when exists (
      select 1 from public.orders taken where taken.tenant_id = p_import.tenant_id and taken.number = p_order.number
    ) then p_order.number || ' ' || p_import.source else p_order.number end,
    case when cardinality(v_owners) = 1 then v_owners[1] end, p_import.source,
    case when p_order.state = 'open' then 'confirmed' else p_order.state end::public.order_status, 'confirmed', p_order.method,
    private.payment_status_of(null, p_order.total, p_order.total - v_goodwill, p_order.paid, p_order.refunded, 0, false),
    p_order.subtotal, p_order.discount, nullif(left(p_record ->> 'discount_code', 60), ''), p_order.shipping, p_order.total,
    p_order.total - v_goodwill, p_order.paid, p_order.refunded, v_goodwill, v_name, v_email,
    private.masked_address(v_address), left(coalesce(p_record ->> 'note', ''), 1000),
    case when p_order.state in ('delivered', 'returned') then p_order.placed_at end, p_order.placed_at
  ) returning *), stored as (
    insert into public.order_addresses (order_id, tenant_id, address) select placed.id, placed.tenant_id, v_address from placed
  )
  select placed.* into v_order from placed;
  insert into public.order_staff_facts (tenant_id, order_id, search_text)
  values (v_order.tenant_id, v_order.id, private.order_search_text(v_order));
  insert into public.order_events (tenant_id, order_id, actor, to_status, created_at)
  values (v_order.tenant_id, v_order.id, 'system', v_order.status, v_order.created_at);
  insert into public.imported_orders (order_id, tenant_id, import_id, source, old_number)
  values (v_order.id, v_order.tenant_id, p_import.id, p_import.source, p_order.number);
  insert into public.order_tags (tenant_id, order_id, tag, created_by)
  select v_order.tenant_id, v_order.id, named.tag, p_import.created_by
  from unnest(private.clean_tags(private.text_items(p_record -> 'tags'))) named (tag);
  return v_order;
end
$function$;

ALTER FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_order(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_slot public.delivery_slots, p_cash private.cash_terms, p_placed_by uuid DEFAULT NULL::uuid, p_is_test boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method text := p_order ->> 'payment_method';
  v_open constant bigint := p_priced.total - p_priced.credit_used;
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
  v_stage constant public.order_stage := case
    when v_open = 0 or v_method = 'cash_on_delivery' and p_cash.requirement <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  v_status constant public.order_status := private.status_of_stage(v_stage);
  v_order public.orders;
begin
  with placed as (insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id, discount_code,
    customer_name, customer_email, destination, slot_id, slot_date, slot_from, slot_to, note, reserved_until, channel, manual_discount,
    tax_rate, cash_requirement, cash_reasons, confirm_until, deposit, days_from, days_to, is_test, gift_total, gift_wrapped,
    gift_message, hides_prices
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_stage,
    case when private.waits_for_staff(v_status, v_method::public.payment_method) then '{to_confirm}'::public.order_queue[]
      else '{}' end,
    v_method::public.payment_method,
    case when v_open = 0 then 'paid' when p_priced.credit_used > 0 then 'partly_paid' else 'unpaid' end::public.payment_status,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(p_priced.subtotal), private.pounds(p_priced.discount), private.pounds(p_priced.shipping),
    p_priced.points_used, private.pounds(p_priced.points_value), private.pounds(p_priced.total),
    private.pounds(p_priced.total), private.pounds(p_priced.credit_used), p_priced.points_earned,
    p_priced.discount_id, p_priced.discount_code,
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, private.masked_address(p_address),
    p_slot.id, case when p_slot.id is not null then (p_order ->> 'slot_date')::date end, p_slot.from_time, p_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case
      when v_stage = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_stage = 'awaiting_payment' and v_method = 'cash_on_delivery' then p_cash.confirm_until
    end,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), private.vat_rate(p_priced.settings),
    p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test, private.pounds(p_priced.gift), not private.is_empty(p_order -> 'gift'),
    btrim(coalesce(p_order #>> '{gift,message}', '')), coalesce(private.flag_of(p_order #> '{gift,hide_prices}'), false)
  ) returning *), stored as (
    insert into public.order_addresses (order_id, tenant_id, address) select placed.id, placed.tenant_id, p_address from placed
  )
  select placed.* into v_order from placed;
  perform private.store_order_key(v_order, p_order ->> 'idempotency_key', p_order);
  perform private.write_staff_facts(
    v_order.id, p_placed_by, left(p_order #>> '{manual_discount,reason}', 500), p_cash.overruled);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_for(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_staff_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  perform private.require_pictures(v_tenant_id, coalesce(p_user_id, p_staff_id), p_priced.lines);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, p_priced, p_user_id, p_address, true), p_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (p_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(p_order, p_priced, p_user_id, p_name, p_email, p_address, v_slot, v_cash, p_staff_id);
  perform private.insert_order_lines(v_order, p_priced.lines);
  perform private.book_order(v_order);
  return v_order;
end
$function$;

ALTER FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.insert_order_notification(p_order public.orders, p_kind public.order_notification_kind, p_channel public.notification_channel, p_due_at timestamp with time zone, p_about_id uuid, p_event_id uuid, p_fallback_of uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with added as (
    insert into public.order_notifications (tenant_id, order_id, kind, channel, recipient, about_id, event_id, fallback_of, to_stranger)
    select
      p_order.tenant_id, p_order.id, p_kind, p_channel,
      case when p_channel = 'email' then p_order.customer_email else private.phone_address(public.address(p_order)) end,
      p_about_id, p_event_id, p_fallback_of, p_channel <> 'email' and private.is_told_to_stranger(p_order, p_kind)
    where p_order.imported_from is null
    on conflict (order_id, kind, event_id, about_id, channel) do nothing
    returning id, tenant_id, channel, to_stranger
  )
  select private.add_job('send_' || added.channel, added.id::text, p_tenant_id => added.tenant_id, p_run_at => p_due_at,
    p_max_attempts => case added.channel when 'email' then 12 else 6 end, p_priority => added.to_stranger::integer)
  from added
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

CREATE OR REPLACE FUNCTION private.is_asked_entry(p_entry public.audit_log, p_arguments jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_arguments -> 'p_ids' @> to_jsonb(p_entry.id)
    or coalesce((p_arguments ->> 'p_parts')::boolean, true) and p_arguments -> 'p_ids' @> to_jsonb(p_entry.part_of)
$function$;

ALTER FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_crowded_number(p_tenant_id text, p_user_id uuid, p_phone text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_known_contact(p_tenant_id text, p_user_id uuid, p_phone text, p_address text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.orders join public.order_addresses stored on stored.order_id = orders.id
    where orders.user_id = p_user_id and orders.tenant_id = p_tenant_id and private.proves_person(orders)
      and (private.national_digits(stored.address ->> 'phone') = p_phone or private.address_key(stored.address) = p_address)
  ) or exists (
    select 1 from auth.users
    where id = p_user_id and phone_confirmed_at is not null and private.national_digits(phone) = p_phone
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_recent_proof(p_has_factor boolean, p_hours integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) proof
    where (proof ->> 'timestamp')::numeric > extract(epoch from now()) - p_hours * 3600 and case when p_has_factor
      then proof ->> 'method' = 'totp' or proof ->> 'method' like 'mfa/%'
      else proof ->> 'method' not in ('token_refresh', 'anonymous') end
  )
$function$;

ALTER FUNCTION "private"."is_recent_proof"(boolean, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_to_call(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_order.status = 'pending' and p_order.confirm_until is not null and p_order.confirm_until > now()
    and p_order.cash_requirement = 'confirm' and not p_order.is_test and coalesce(p_order.destination ->> 'phone', '') <> ''
$function$;

ALTER FUNCTION "private"."is_to_call"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_told_to_stranger(p_order public.orders, p_kind public.order_notification_kind)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_kind in ('placed', 'confirm', 'cancelled') and p_order.channel = 'web'
    and not private.is_known_contact(
      p_order.tenant_id, p_order.user_id, private.national_digits(public.address(p_order) ->> 'phone'), null)
$function$;

CREATE OR REPLACE FUNCTION private.is_unpaid_draft_order(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_order.received = 0 and exists (
    select 1 from public.order_drafts draft where draft.tenant_id = p_order.tenant_id and draft.order_id = p_order.id
  )
$function$;

ALTER FUNCTION "private"."is_unpaid_draft_order"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_unseen(p_user_id uuid, p_happening text, p_about_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_happening
    when 'mentioned' then exists (
      select 1 from public.mentions mentioned join public.order_events event on event.id = mentioned.event_id
      where mentioned.user_id = p_user_id and mentioned.seen_at is null and event.order_id = p_about_id)
    when 'request_decided' then exists (
      select 1 from public.approval_requests request
      where request.id = p_about_id and request.asked_by = p_user_id and request.seen_at is null and request.state <> 'pending')
    else exists (
      select 1 from public.assignments assigned
      where assigned.user_id = p_user_id and assigned.seen_at is null
        and p_about_id in (assigned.order_id, assigned.conversation_id, assigned.return_id, assigned.approval_request_id))
  end
$function$;

CREATE OR REPLACE FUNCTION private.issue_documents(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_open private.invoice_item[];
  v_items private.invoice_item[];
  v_credit record;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.is_test or v_order.imported_from is not null then
    return;
  end if;
  if not exists (select 1 from public.invoices paper where paper.order_id = p_order_id) and (
    v_order.charged = 0 or v_order.received - v_order.given_back < v_order.charged and not exists (
      select 1 from public.order_lines line where line.order_id = p_order_id and line.sent > 0
    )
  ) then
    return;
  end if;
  v_open := array(select open from private.uninvoiced_items(v_order) open);
  v_items := array(select item from unnest(v_open) item where item.amount > 0 or item.amount = 0 and item.quantity > 0);
  if (select sum(item.amount) from unnest(v_items) item) > 0 then
    perform private.issue_invoice(v_order, 'invoice', null, v_items);
  end if;
  v_items := array(select item from unnest(v_open) item where item.amount < 0);
  for v_credit in
    select shared.invoice_id, array_agg(shared.item) as items
    from private.credits_by_invoice(p_order_id, v_items) shared
    join public.invoices paper on paper.id = shared.invoice_id
    group by shared.invoice_id order by min(paper.issued_at)
  loop
    perform private.issue_invoice(v_order, 'credit_note', v_credit.invoice_id, v_credit.items);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.issue_invoice(p_order public.orders, p_kind public.invoice_kind, p_corrects_id uuid, p_items private.invoice_item[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address constant jsonb := public.address(p_order) - '{phone,landmark}'::text[];
  v_invoice_id uuid;
begin
  insert into public.invoices (
    tenant_id, order_id, kind, year, number, corrects_id, order_number, seller, buyer, language, total, tax, issued_at
  )
  select p_order.tenant_id, p_order.id, p_kind, taken.year, taken.number, p_corrects_id, p_order.number,
    (select public.seller(tenant) from public.tenants tenant where tenant.id = p_order.tenant_id),
    jsonb_build_object('name', coalesce(nullif(p_order.customer_name, ''), v_address ->> 'full_name', ''),
      'address', private.masked_address(v_address)),
    (select profiles.language from public.profiles
      where profiles.id = p_order.user_id and profiles.tenant_id = p_order.tenant_id),
    (select sum(item.amount) from unnest(p_items) item), (select sum(item.tax) from unnest(p_items) item), taken.issued_at
  from private.next_invoice_number(p_order.tenant_id, p_kind) taken
  returning id into v_invoice_id;
  insert into public.invoice_addresses (invoice_id, tenant_id, address) values (v_invoice_id, p_order.tenant_id, v_address);
  insert into public.invoice_lines (
    tenant_id, invoice_id, position, kind, order_line_id, sku, name, options, translations, garment, quantity,
    unit_price, discount, amount, tax_rate, tax
  )
  select p_order.tenant_id, v_invoice_id, row_number() over (order by item.kind, line.position), item.kind, item.order_line_id,
    line.sku, coalesce(line.name, ''), coalesce(line.options, '[]'), coalesce(line.translations, '{}'),
    line.garment, pieces.count, case when pieces.count > 0 then line.unit_price end,
    case when pieces.count > 0 then line.unit_price * pieces.count - item.amount else 0 end, item.amount, item.tax_rate, item.tax
  from unnest(p_items) item
  cross join lateral (select case when item.quantity > 0 then item.quantity end as count) pieces
  left join public.order_lines line on line.id = item.order_line_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.join_rest(p_shipment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rest public.shipments;
  v_piece record;
begin
  for v_rest in
    select rest.* from public.shipments rest where rest.split_from = p_shipment_id and public.awaits_inspection(rest)
  loop
    for v_piece in
      select part.order_line_id, part.quantity, line
      from public.shipment_lines part join public.order_lines line on line.id = part.order_line_id
      where part.shipment_id = v_rest.id order by line.position
    loop
      insert into public.shipment_lines as part (tenant_id, shipment_id, order_line_id, quantity)
      values (v_rest.tenant_id, p_shipment_id, v_piece.order_line_id, v_piece.quantity)
      on conflict (shipment_id, order_line_id) do update set quantity = part.quantity + excluded.quantity;
      update public.order_lines line set sent = line.sent + v_piece.quantity,
        returned_to_sender = line.returned_to_sender - v_piece.quantity
      where line.id = v_piece.order_line_id;
      perform private.credit_gone_pieces(v_piece.line, jsonb_build_object('shipment_id', p_shipment_id));
    end loop;
    update public.shipments set cash_due = cash_due + v_rest.cash_due where id = p_shipment_id;
    -- Not by book_moves, which unpacks what was never handed over.
    update public.shipments set cash_due = 0, state = 'cancelled', returned_to_sender_at = null, updated_at = now()
    where id = v_rest.id;
    perform private.note_on_shipments(array[v_rest.id], 'cancelled');
  end loop;
end
$function$;

ALTER FUNCTION "private"."join_rest"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keeps_delivery_fee(p_shipment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shipment.state = 'returned_to_sender'
    and orders.received - orders.given_back >= private.delivery_fee(orders) + private.gift_fee(orders)
    and settings.keeps_delivery_fee
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id
  join public.settings on settings.tenant_id = shipment.tenant_id
  where shipment.id = p_shipment_id
$function$;

CREATE OR REPLACE FUNCTION private.last_handler(p_shipment public.shipments, OUT name text, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select case when private.is_person_of(made.actor_id, event.tenant_id) then private.staff_label(made.actor_id, event.tenant_id) end,
    event.happened_at into name, at
  from public.shipment_events event left join public.shipment_event_actors made on made.event_id = event.id
  where event.shipment_id = p_shipment.id and event.state is not null order by event.created_at desc limit 1;
end
$function$;

ALTER FUNCTION "private"."last_handler"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limit_discount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_discount_ceiling(new.tenant_id, new.manual_discount, new.subtotal - new.discount_total);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lines_waiting_for(p_tenant_ids text[], p_code text)
 RETURNS SETOF public.order_lines
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select line.* from public.orders
  join public.order_lines line on line.order_id = orders.id and not line.has_design
  left join public.product_variants variant on variant.id = line.variant_id
  where orders.tenant_id = any (p_tenant_ids) and orders.queues @> '{to_pack}'
    and lower(p_code) in (lower(line.sku), lower(variant.sku), lower(variant.barcode)) and public.open_pieces(line) > 0
  order by orders.created_at, orders.id limit 50
$function$;

ALTER FUNCTION "private"."lines_waiting_for"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_difference(p_id uuid)
 RETURNS public.settlement_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.settlement_differences;
begin
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.settlement_differences difference
    join public.shipments shipment on shipment.id = difference.shipment_id where difference.id = p_id) for update;
  select * into v_difference from public.settlement_differences difference
  where difference.id = p_id for update;
  if not found or not private.may(v_difference.tenant_id, 'money.see') then
    perform private.refuse('unknown_difference');
  end if;
  perform private.require_capability(v_difference.tenant_id, 'money.settle_cash');
  if v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  end if;
  return v_difference;
end
$function$;

ALTER FUNCTION "private"."lock_difference"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_imported_products(p_tenant_id text, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.products product
  where product.id = any (private.imported_product_ids(p_tenant_id, p_rows)) order by product.id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_for_caller(p_order_id uuid, p_capability text DEFAULT NULL::text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  perform private.lock_orders(array[p_order_id]);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  if p_capability is null then
    perform private.require_aal();
  else
    perform private.require_order_right(v_order, p_capability);
  end if;
  perform private.refuse_imported(v_order);
  return v_order;
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

CREATE OR REPLACE FUNCTION private.lock_pay_links_of(p_order_id uuid, p_draft_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('pay link:' || coalesce(p_order_id, p_draft_id), 0))
$function$;

ALTER FUNCTION "private"."lock_pay_links_of"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_shipment_to_claim(p_shipment_id uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment where shipment.id = p_shipment_id) for update;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not found or not private.may(v_shipment.tenant_id, 'orders.see') then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.require_capability(v_shipment.tenant_id, 'money.settle_cash');
  return v_shipment;
end
$function$;

ALTER FUNCTION "private"."lock_shipment_to_claim"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_undoable_change(p_change_id uuid)
 RETURNS private.product_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_change private.product_changes;
begin
  select * into v_change from private.product_changes where id = p_change_id for update;
  perform private.require_capability(v_change.tenant_id, 'products.change');
  if exists (
    select 1 from private.product_change_entries entry where entry.change_id = p_change_id and private.changes_costs(entry)
  ) then
    perform private.require_capability(v_change.tenant_id, 'costs.see');
  end if;
  if v_change.undone_at is not null then
    perform private.refuse('undone_already');
  end if;
  update private.product_change_entries entry set awaits_approval = false
  where entry.change_id = p_change_id and not exists (
    select 1 from private.product_change_entries other where other.change_id = p_change_id and not other.awaits_approval
  );
  return v_change;
end
$function$;

ALTER FUNCTION "private"."lock_undoable_change"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_draft(p_draft public.order_drafts, p_action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_audit(p_draft.tenant_id, p_action, 'order_drafts', p_draft.id::text,
    coalesce(nullif(p_draft.customer_name, ''), p_draft.id::text), case p_action when 'update' then '{"cancelled_at": null}'::jsonb end,
    case p_action when 'update' then jsonb_build_object('cancelled_at', p_draft.cancelled_at)
      else jsonb_build_object('total', p_draft.total, 'pieces', p_draft.pieces) end);
end
$function$;

ALTER FUNCTION "private"."log_draft"(public.order_drafts, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status = 'pending' and new.status <> 'pending' then
    -- Nothing is left to confirm.
    perform private.withdraw_messages(new.id, 'confirm');
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    -- The cancellation mail includes the refund.
    perform private.withdraw_messages(new.id, 'refunded');
    if new.payment_method <> 'online' or not private.is_unpaid_draft_order(new) then
      perform private.queue_order_notification(new, 'cancelled');
    end if;
  elsif old.status = 'awaiting_payment' and (
    new.payment_status = 'paid' and old.payment_status in ('unpaid', 'partly_paid') or new.deposit > 0 and new.status = 'confirmed'
  ) then
    perform private.queue_order_notification(new, 'paid');
  end if;
  return null;
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
  where message.order_id = new.order_id and message.expired_at is null and job.attempts = 0
    and (message.kind = 'cancelled' or message.kind = 'delivered' and exists (
      select 1 from public.shipments rest where rest.split_from = message.about_id and rest.created_at = new.created_at
    ))
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
        'cash_collected', shipment.cash_collected, 'given_back', (
          select jsonb_agg(private.told_pieces(line, left_over.quantity) order by line.position)
          from public.shipments rest
          join public.shipment_lines left_over on left_over.shipment_id = rest.id
          join public.order_lines line on line.id = left_over.order_line_id
          where rest.split_from = shipment.id and rest.state <> 'cancelled'
        ), 'pieces', (
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
          from (
            select piece.order_line_id, sum(piece.quantity)::integer as quantity
            from public.return_lines piece where piece.return_id = asked.id group by piece.order_line_id
          ) given
          join public.order_lines line on line.id = given.order_line_id
        )))
      from public.returns asked where asked.id = p_about_id
    )
    when p_kind = 'refunded' then (
      select jsonb_build_object('refund', jsonb_build_object('amount', refund.amount, 'way', refund.way, 'goodwill_for', case
        when exists (select 1 from public.refund_lines part where part.refund_id = refund.id)
          and not exists (select 1 from public.refund_lines part where part.refund_id = refund.id and part.kind <> 'goodwill')
          then nullif(refund.reason, '') end))
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

CREATE OR REPLACE FUNCTION private.masked_changes(p_changes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_changes ? 'address'
    then p_changes || jsonb_build_object('address', private.masked_address(p_changes -> 'address')) else p_changes end
$function$;

ALTER FUNCTION "private"."masked_changes"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_hear_of(p_tenant_id text, p_topic public.staff_topic)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from unnest(private.staff_topic_capabilities(p_topic)) needed where private.may(p_tenant_id, needed))
$function$;

CREATE OR REPLACE FUNCTION private.message_words(p_tenant_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(spoken.language, spoken.words), '{}') from (
    select own.language, jsonb_object_agg(own.key, own.body) as words
    from public.message_texts own where own.tenant_id = p_tenant_id group by own.language
  ) spoken
$function$;

ALTER FUNCTION "private"."message_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_by_actor(p_tenant_ids text[], p_until timestamp with time zone)
 RETURNS SETOF private.booked_money
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select entry.tenant_id, entry.actor_id, entry.kind, count(*), sum(entry.amount)
  from private.own_entries(p_tenant_ids, p_until) entry join public.orders on orders.id = entry.order_id
  where entry.actor_id is not null and entry.actor_id is distinct from orders.user_id
    and entry.kind in ('received', 'cash_collected', 'settled', 'given_back', 'compensated')
  group by entry.tenant_id, entry.actor_id, entry.kind
$function$;

ALTER FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_by_place(p_tenant_ids text[], p_until timestamp with time zone)
 RETURNS SETOF private.placed_money
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select booked.tenant_id, booked.place, booked.name, booked.method, sum(booked.came), sum(booked.went), sum(booked.fees)
  from (
    select entry.tenant_id, 'carrier'::public.money_place, shipment.carrier_name, shipment.carrier,
      case entry.kind when 'cash_collected' then entry.amount else 0 end,
      case entry.kind when 'settled' then entry.amount else 0 end, 0
    from private.own_entries(p_tenant_ids, p_until) entry join public.shipments shipment on shipment.id = entry.shipment_id
    where entry.kind in ('cash_collected', 'settled')
    union all
    select settlement.tenant_id, 'carrier', settlement.carrier_name, settlement.carrier, 0, 0, settlement.fee
    from public.settlements settlement
    where settlement.tenant_id = any (p_tenant_ids) and settlement.created_at < p_until
    union all
    select entry.tenant_id,
      case
        when entry.method = 'online' then 'provider'
        -- A carrier transfers what it pays for a lost shipment.
        when entry.method = 'bank_transfer' or entry.kind = 'compensated' then 'bank'
        else 'till'
      end::public.money_place,
      coalesce(payment.provider, ''), coalesce(payment.method, ''), entry.amount, 0, 0
    from private.own_entries(p_tenant_ids, p_until) entry left join public.payments payment on payment.id = entry.payment_id
    where entry.kind in ('received', 'compensated')
    union all
    select entry.tenant_id,
      case coalesce(refund.way, case when entry.payment_id is not null then 'card'::public.refund_way else 'transfer' end)
        when 'card' then 'provider' when 'transfer' then 'bank' when 'cash' then 'till' else 'credit' end::public.money_place,
      coalesce(payment.provider, ''), coalesce(payment.method, ''), 0, entry.amount, 0
    from private.own_entries(p_tenant_ids, p_until) entry
    left join public.refunds refund on refund.id = entry.refund_id
    left join public.payments payment on payment.id = coalesce(refund.payment_id, entry.payment_id)
      and coalesce(refund.way, 'card') = 'card'
    where entry.kind = 'given_back'
    union all
    select entry.tenant_id, 'credit', '', '', entry.amount, 0, 0
    from private.own_entries(p_tenant_ids, p_until) entry
    where entry.kind = 'credit_used'
  ) booked (tenant_id, place, name, method, came, went, fees)
  group by booked.tenant_id, booked.place, booked.name, booked.method
$function$;

ALTER FUNCTION "private"."money_by_place"(text[], timestamp with time zone) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.money_to_close(p_tenant_id text, p_day date)
 RETURNS SETOF public.day_money
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    select line.place, line.name, line.method, sum(line.came) as came, sum(line.went) as went, sum(line.fees) as fees
    from public.day_close_lines line where line.tenant_id = p_tenant_id group by line.place, line.name, line.method
    union all
    select placed.place, placed.name, placed.method, placed.came, placed.went, placed.fees
    from private.money_by_place(array[p_tenant_id], private.day_start(p_day)) placed
    where not exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id)
  )
  select p_tenant_id, place, name, method, moved.came, moved.went, moved.fees,
    case place when 'carrier' then coalesce(booked.came - booked.went, 0) end,
    case place when 'carrier' then moved.went - moved.fees else moved.came - moved.went end, null::numeric, ''::text
  from private.money_by_place(array[p_tenant_id], private.close_until(p_day)) booked
  full join taken using (place, name, method)
  cross join lateral (
    select coalesce(booked.came, 0) - coalesce(taken.came, 0), coalesce(booked.went, 0) - coalesce(taken.went, 0),
      coalesce(booked.fees, 0) - coalesce(taken.fees, 0)
  ) moved (came, went, fees)
  where moved.came <> 0 or moved.went <> 0 or moved.fees <> 0 or place = 'carrier' and booked.came <> booked.went
  order by place, name, method
$function$;

ALTER FUNCTION "private"."money_to_close"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.morning_entries(p_figure public.morning_figure, p_tenant_ids text[], p_day date)
 RETURNS SETOF private.morning_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.is_of_day(p_figure) or p_figure = 'ran_out' then
    return query select * from private.entries_of_day(
      p_figure, p_tenant_ids, private.day_start(p_day), private.day_start(p_day + 1));
  elsif p_figure in ('cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm', 'claims_overdue') then
    return query select * from private.entries_owed(p_figure, p_tenant_ids);
  elsif p_figure in ('to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender') then
    return query select * from private.entries_queued(p_figure, p_tenant_ids);
  elsif p_figure in ('orders_late', 'shipments_quiet', 'messages_late') then
    return query select * from private.entries_late(p_figure, p_tenant_ids);
  elsif p_figure in ('running_out', 'sold_out') then
    return query select * from private.entries_of_stock(p_figure, p_tenant_ids);
  else
    return query select * from private.entries_unanswered(p_figure, p_tenant_ids);
  end if;
end
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

CREATE OR REPLACE FUNCTION private.new_pay_link_token(p_link public.pay_links)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_token constant text := private.link_token();
begin
  insert into private.pay_link_tokens (token_hash, tenant_id, pay_link_id)
  values (sha256(convert_to(v_token, 'UTF8')), p_link.tenant_id, p_link.id);
  return v_token;
end
$function$;

ALTER FUNCTION "private"."new_pay_link_token"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.next_try_at(p_order public.orders)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_waits constant public.call_wait[] := (private.call_settings(p_order.tenant_id)).waits;
  v_unanswered integer;
begin
  select count(*) into v_unanswered
  from private.counted_calls(p_order.id, p_order.tenant_id) made where made.outcome = 'no_answer';
  return private.call_again_at(v_waits[v_unanswered + 1], now());
end
$function$;

ALTER FUNCTION "private"."next_try_at"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_consent(p_edit public.order_edits, p_how text, p_with text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_edit_staff_facts set agreed_how = p_how, agreed_with = p_with, agreed_at = now()
  where edit_id = p_edit.id and tenant_id = p_edit.tenant_id
$function$;

ALTER FUNCTION "private"."note_consent"(public.order_edits, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.tenant_id = new.tenant_id and orders.id = new.order_id;
  if v_order.imported_from is not null then
    return null;
  end if;
  perform private.note_line(v_order, new,
    case when tg_op = 'INSERT' and new.edit_id is null then v_order.created_at else now() end);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.numbers_of(p_tenant_id text, p_user_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select private.phone_address(stored.address)
    from public.orders join public.order_addresses stored on stored.order_id = orders.id
    where orders.user_id = p_user_id and orders.tenant_id = p_tenant_id
    union
    select '+' || account.phone from auth.users account where account.id = p_user_id and account.phone <> ''
  )
$function$;

CREATE OR REPLACE FUNCTION private.open_attempt(p_order public.orders, p_provider text, p_method text, p_amount numeric)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.open_claims(p_shipment_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.carrier_claims (tenant_id, shipment_id, amount)
  select shipment.tenant_id, shipment.id, private.worth_of_shipment(shipment.id)
  from public.shipments shipment join public.orders on orders.id = shipment.order_id and not orders.is_test
  where shipment.id = any (p_shipment_ids) and (shipment.carrier <> 'manual' or shipment.carrier_name <> '')
    and private.worth_of_shipment(shipment.id) > 0
  on conflict (tenant_id, shipment_id) do nothing
$function$;

ALTER FUNCTION "private"."open_claims"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_day_closes(p_tenant_id text, p_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id) then
    return;
  end if;
  insert into public.day_closes (tenant_id, day, is_opening) values (p_tenant_id, p_day - 1, true);
  insert into public.day_close_lines (tenant_id, day, place, name, method, came, went, fees, held, expected)
  select p_tenant_id, p_day - 1, placed.place, placed.name, placed.method, placed.came, placed.went, placed.fees,
    case placed.place when 'carrier' then placed.came - placed.went end,
    case placed.place when 'carrier' then placed.went - placed.fees else placed.came - placed.went end
  from private.money_by_place(array[p_tenant_id], private.day_start(p_day)) placed;
  insert into public.day_close_acts (tenant_id, day, actor_id, kind, entries, amount)
  select p_tenant_id, p_day - 1, booked.actor_id, booked.kind, booked.entries, booked.amount
  from private.money_by_actor(array[p_tenant_id], private.day_start(p_day)) booked;
end
$function$;

ALTER FUNCTION "private"."open_day_closes"(text, date) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.open_import(p_tenant_id text, p_kind public.import_kind, p_import jsonb)
 RETURNS public.store_imports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_import public.store_imports;
begin
  -- Two files at once could bring the same order twice.
  perform pg_advisory_xact_lock(hashtextextended('imports:' || p_tenant_id, 0));
  if p_import ->> 'id' is null then
    insert into public.store_imports (tenant_id, kind, source, file_name, created_by)
    values (p_tenant_id, p_kind, (p_import ->> 'source')::public.import_source, left(coalesce(p_import ->> 'file_name', ''), 200), auth.uid())
    returning * into v_import;
    perform private.write_audit(p_tenant_id, 'insert', 'store_imports', v_import.id::text, v_import.file_name, null,
      jsonb_build_object('kind', p_kind, 'source', v_import.source));
    return v_import;
  end if;
  select given.* into v_import from public.store_imports given
  where given.tenant_id = p_tenant_id and given.id::text = p_import ->> 'id' and given.kind = p_kind and given.undone_at is null for update;
  if v_import.id is null then
    perform private.refuse('import_closed');
  end if;
  return v_import;
end
$function$;

ALTER FUNCTION "private"."open_import"(text, public.import_kind, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_pay_link(p_tenant_id text, p_order_id uuid, p_draft_id uuid, p_part numeric, p_expires_at timestamp with time zone)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_received constant numeric := coalesce((select orders.received from public.orders where orders.id = p_order_id), 0);
  v_link public.pay_links;
begin
  update public.pay_links set part = p_part, received_before = v_received, expires_at = p_expires_at, created_by = auth.uid(),
    updated_at = now()
  where paid_at is null and cancelled_at is null and (order_id = p_order_id or draft_id = p_draft_id)
  returning * into v_link;
  if v_link.id is null then
    insert into public.pay_links (tenant_id, order_id, draft_id, part, received_before, expires_at, created_by)
    values (p_tenant_id, p_order_id, p_draft_id, p_part, v_received, p_expires_at, auth.uid()) returning * into v_link;
  end if;
  return v_link;
end
$function$;

ALTER FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_found_by_more()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_order_search_texts(array[new.order_id]);
  return null;
end
$function$;

ALTER FUNCTION "private"."order_found_by_more"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_json(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(p_order) || jsonb_build_object('address', public.address(p_order), 'lines', (
    select jsonb_agg(to_jsonb(order_lines) - '{tenant_id,order_id}'::text[] order by position)
    from public.order_lines where order_id = p_order.id
  ))
$function$;

CREATE OR REPLACE FUNCTION private.order_lines_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_order_search_texts(array(select distinct added.order_id from added));
  return null;
end
$function$;

ALTER FUNCTION "private"."order_lines_added"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_notification(p_message public.order_notifications, p_attempts integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.order_notification_content(p_message) || jsonb_build_object(
    'attempts', p_attempts,
    'confirmation', case when p_message.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders)
  )
  from public.orders where orders.id = p_message.order_id
$function$;

CREATE OR REPLACE FUNCTION private.order_notification_content(p_message public.order_notifications)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders) || jsonb_build_object(
      'owes', public.owes(orders), 'owed_back', greatest(-private.balance(orders), 0),
      'awaited_deposit', public.awaited_deposit(orders), 'due_at_door', public.due_at_door(orders)),
    'sum', private.order_sum(orders),
    'words', private.message_words(p_message.tenant_id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (p_message.documents)
    ),
    'note', case when p_message.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = p_message.event_id), '') end,
    'remark', case when p_message.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) else (select event.remark ->> 'code' from public.order_events event where event.id = p_message.event_id) end,
    'bank_details', case when p_message.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or public.awaited_deposit(orders) > 0 and settings.bank_transfer
          and 'bank_transfer' <> all (public.closed_payments(orders)))
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(p_message.kind, coalesce(p_message.about_id, p_message.event_id)),
    'fault_days', private.days_after_delivery(p_message.tenant_id, 'faultDays'),
    'language', person.language,
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  )
  from public.orders
  left join public.settings on settings.tenant_id = p_message.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where orders.id = p_message.order_id
$function$;

ALTER FUNCTION "private"."order_notification_content"(public.order_notifications) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_of_draft(p_draft public.order_drafts, p_method public.payment_method, p_credit jsonb DEFAULT NULL::jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address constant jsonb := p_draft.document -> 'address';
  v_document constant jsonb := p_draft.document || jsonb_build_object('payment_method', p_method, 'store_credit', p_credit,
    'idempotency_key', 'draft:' || gen_random_uuid());
  v_order public.orders;
  v_priced private.priced_order;
begin
  select orders.* into v_order from public.orders where orders.id = p_draft.order_id and orders.status <> 'cancelled';
  if v_order.id is not null then
    return v_order;
  end if;
  v_priced := private.with_promised_prices(
    -- What a code or staff's discount takes off was promised with the prices.
    private.price_order(v_document - '{discount_code,store_credit,gift}'::text[], p_draft.user_id, true, v_address), p_draft.prices);
  v_priced := private.with_credit(v_priced, p_credit, p_draft.user_id, p_draft.tenant_id);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_order := private.insert_order_for(v_document, v_priced, p_draft.user_id, p_draft.customer_name, p_draft.customer_email,
    v_address, p_draft.created_by);
  update public.order_drafts set order_id = v_order.id, updated_at = now() where id = p_draft.id;
  return v_order;
end
$function$;

ALTER FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_of_pay_link(p_link public.pay_links)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = coalesce(
    p_link.order_id, (select draft.order_id from public.order_drafts draft where draft.id = p_link.draft_id));
  return v_order;
end
$function$;

ALTER FUNCTION "private"."order_of_pay_link"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_order_search_texts(array[new.id]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_search_text(p_order public.orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.customer_email,
    p_order.destination ->> 'full_name', private.place_search_text(p_order.destination),
    nullif(p_order.payment_reference, ''),
    (select string_agg(concat_ws(E'\n', line.name, private.translated_texts(line.translations, 'name'), line.sku), E'\n'
      order by line.position) from public.order_lines line where line.order_id = p_order.id),
    (select string_agg(shipment.tracking_number, E'\n' order by shipment.number)
      from public.shipments shipment where shipment.order_id = p_order.id),
    (select string_agg(invoice.code, E'\n' order by invoice.issued_at)
      from public.invoices invoice where invoice.order_id = p_order.id),
    (select string_agg(entry.reference, E'\n' order by entry.id)
      from public.payment_entries entry where entry.order_id = p_order.id and entry.reference <> '')));
end
$function$;

ALTER FUNCTION "private"."order_search_text"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_sum(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_order.charged > 0 and (p_order.charged <> p_order.total or exists (
      select 1 from public.order_lines line
      where line.order_id = p_order.id and (line.kept <> line.quantity or line.edit_id is not null)
    )) then jsonb_build_object('lines', goods.lines, 'goods', goods.amount, 'delivery', private.delivery_fee(p_order),
      'gift', private.gift_fee(p_order), 'total', p_order.charged,
      'reduction', goods.amount + private.delivery_fee(p_order) + private.gift_fee(p_order) - p_order.charged) end
  from (
    select coalesce(jsonb_agg(jsonb_build_object(
        'order_line_id', line.id, 'quantity', line.kept, 'amount', line.unit_price * line.kept) order by line.position), '[]') as lines,
      coalesce(sum(line.unit_price * line.kept), 0) as amount
    from public.order_lines line where line.order_id = p_order.id and line.kept > 0
  ) goods
$function$;

CREATE OR REPLACE FUNCTION private.order_to_pay(p_link public.pay_links, p_amount numeric, p_method public.payment_method, p_credit jsonb DEFAULT NULL::jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.order_of_pay_link(p_link);
  v_link public.pay_links;
  v_draft public.order_drafts;
  v_edit public.order_edits;
begin
  perform private.lock_pay_links_of(p_link.order_id, p_link.draft_id);
  -- Read again, now that nobody else changes it.
  select link.* into v_link from public.pay_links link where link.id = p_link.id;
  v_order := private.order_of_pay_link(v_link);
  if v_order.id is not null then
    perform private.lock_orders(array[v_order.id]);
    v_order := private.order_of_pay_link(v_link);
  end if;
  perform private.require_payable_link(v_link, v_order, p_amount);
  if v_link.draft_id is not null then
    select draft.* into v_draft from public.order_drafts draft where draft.id = v_link.draft_id;
    return private.order_of_draft(v_draft, p_method, p_credit);
  end if;
  select edit.* into v_edit from public.order_edits edit where edit.order_id = v_order.id and edit.state = 'proposed';
  if v_edit.id is not null then
    perform private.accept_edit(v_order, v_edit);
    perform private.note_consent(v_edit, 'link', '');
    perform private.remark_on_order(v_order, 'change_accepted_by_link');
  end if;
  return private.order_of_pay_link(v_link);
end
$function$;

ALTER FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_transition_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  new.reserved_until := null;
  if new.status = private.derived_order_status(new) then
    return new;
  end if;
  perform private.refuse_imported(new);
  perform private.require_move(old, new.status);
  if old.status = private.status_of_stage(old.stage) and new.status <> 'cancelled' and private.is_set_by_people(new.status) then
    new.stage := new.status::text::public.order_stage;
    if new.status = 'pending' then
      new.confirmed_at := null;
      new.confirmed_by := null;
    elsif old.status = 'pending' and new.confirm_until is not null then
      new.confirmed_at := now();
      new.confirmed_by := coalesce(new.confirmed_by, 'staff');
    end if;
    new.queues := private.derived_order_queues(new);
  elsif new.status = 'cancelled' then
    new.queues := '{}';
  else
    perform private.refuse('move_by_shipment', jsonb_build_object('to', new.status));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.orders_by_phone(p_tenant_ids text[], p_phone text, p_limit integer)
 RETURNS SETOF public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_condition text := private.phone_condition('stored', 'private.national_digits(stored.address ->> ''phone'')', p_tenant_ids, p_phone);
begin
  if v_condition is not null then
    return query execute format(
      'select orders.* from public.order_addresses stored join public.orders on orders.id = stored.order_id where %s
       order by orders.created_at desc, orders.id limit %s', v_condition, p_limit);
  end if;
end
$function$;

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

CREATE OR REPLACE FUNCTION private.own_codes(p_tenant_ids text[], p_code text)
 RETURNS TABLE(kind public.scan_kind, order_id uuid, order_line_id uuid, shipment_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'shipment'::public.scan_kind, shipment.order_id, null::uuid, shipment.id from public.shipments shipment
  where shipment.tenant_id = any (p_tenant_ids) and lower(shipment.tracking_number) = lower(p_code)
  union
  select case when code.part = '' then 'order' when line.id is null then 'shipment' else 'piece' end::public.scan_kind,
    orders.id, line.id, shipment.id
  from (select upper(split_part(p_code, '/', 1)) as number, upper(split_part(p_code, '/', 2)) as part) code
  join public.orders on orders.tenant_id = any (p_tenant_ids) and orders.number = code.number
  left join public.shipments shipment on shipment.order_id = orders.id and shipment.number::text = code.part
  left join public.order_lines line
    on line.order_id = orders.id and line.has_design and 'P' || line.position + 1 = code.part
  where code.part = '' or shipment.id is not null or line.id is not null
$function$;

ALTER FUNCTION "private"."own_codes"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.own_entries(p_tenant_ids text[], p_until timestamp with time zone)
 RETURNS SETOF public.payment_entries
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select entry.* from public.payment_entries entry join public.orders on orders.id = entry.order_id and orders.imported_from is null
  where entry.tenant_id = any (p_tenant_ids) and entry.created_at < p_until
$function$;

ALTER FUNCTION "private"."own_entries"(text[], timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.owner_alert_kind(p_entry public.audit_log)
 RETURNS public.owner_alert_kind
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_entry.entity = 'settings' and (p_entry.before ? 'payment'
      or jsonb_path_query_array(p_entry.before, '$.translations.*.payment')
        <> jsonb_path_query_array(p_entry.after, '$.translations.*.payment')) then 'payment'
    when p_entry.entity in ('user_roles', 'staff_grants', 'staff_roles', 'staff_invitations') then 'rights'
    when p_entry.entity = 'mfa_factors' or p_entry.entity = 'staff_settings'
      and p_entry.before ?| '{staff_need_second_factor,second_step_hours,customers_need_aal2}' then 'security'
    when p_entry.entity = 'exports' and p_entry.after ->> 'list' in ('person', 'customers', 'orders', 'messages', 'users', 'changes')
      then 'export'
  end::public.owner_alert_kind
$function$;

ALTER FUNCTION "private"."owner_alert_kind"(public.audit_log) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.owners_of(p_tenant_id text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select distinct held.user_id from public.user_roles held
    where held.role = 'super_admin' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  )
$function$;

ALTER FUNCTION "private"."owners_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.owners_to_alert(p_entry public.audit_log)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owners constant uuid[] := private.owners_of(p_entry.tenant_id);
  v_about constant uuid := case when p_entry.entity = 'user_roles' then coalesce((p_entry.before ->> 'user_id')::uuid, (
    select held.user_id from public.user_roles held where held.id::text = p_entry.entity_id)) end;
  v_others uuid[] := array_remove(v_owners, p_entry.actor_id);
begin
  if array_remove(v_others, v_about) = '{}' then
    v_others := v_owners;
  end if;
  return case when v_about is not null and p_entry.before ->> 'role' = 'super_admin' and v_about <> p_entry.actor_id
    then array_append(array_remove(v_others, v_about), v_about) else v_others end;
end
$function$;

ALTER FUNCTION "private"."owners_to_alert"(public.audit_log) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.parts_that_came(p_return_id uuid, p_lines jsonb)
 RETURNS private.received_part[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_came record;
  v_parts private.received_part[] := '{}';
begin
  for v_came in
    select line.id, private.line_names(line) as names, came.value, came.value -> 'received' as received
    from jsonb_array_elements(case jsonb_typeof(p_lines) when 'array' then p_lines else '[null]' end) came
    left join public.return_lines piece
      on piece.return_id = p_return_id and piece.order_line_id::text = lower(came.value ->> 'order_line_id')
    left join public.order_lines line on line.id = piece.order_line_id
  loop
    if v_came.id is null then
      perform private.refuse('unknown_order_line', '{"reason": "return"}');
    end if;
    if not private.is_piece_count(v_came.received)
      or not coalesce(pg_input_is_valid(v_came.value ->> 'fate', 'public.return_fate'), v_came.received = '0')
      or not coalesce(pg_input_is_valid(v_came.value ->> 'condition', 'public.return_condition'), true)
      or not private.is_piece_count(coalesce(v_came.value -> 'refund_percent', '100'))
      or (v_came.value ->> 'refund_percent')::integer > 100 then
      perform private.refuse('invalid_received_pieces', v_came.names);
    end if;
    v_parts := v_parts || row(v_came.id, 1, v_came.received::integer, (v_came.value ->> 'condition')::public.return_condition,
      (v_came.value ->> 'fate')::public.return_fate, coalesce((v_came.value ->> 'refund_percent')::integer, 100))::private.received_part;
  end loop;
  v_parts := array(
    select row(part.order_line_id, row_number() over (partition by part.order_line_id order by part.fate, part.condition,
      part.refund_percent), sum(part.received), part.condition, part.fate, part.refund_percent)::private.received_part
    from unnest(v_parts) part where part.received > 0
    group by part.order_line_id, part.condition, part.fate, part.refund_percent
  );
  perform private.require_announced(p_return_id, v_parts);
  return v_parts;
end
$function$;

ALTER FUNCTION "private"."parts_that_came"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_due(p_link public.pay_links, p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.id is null or p_link.draft_id is not null and p_order.status = 'cancelled' then
    return (select draft.total from public.order_drafts draft where draft.id = p_link.draft_id);
  end if;
  return greatest(least(private.asked_of_order(p_order), p_link.part - (p_order.received - p_link.received_before)), 0);
end
$function$;

ALTER FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_for_staff(p_pay_link_id uuid)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links;
begin
  select link.* into v_link from public.pay_links link
  where link.id = p_pay_link_id and private.holds_capability(link.tenant_id, 'orders.see');
  if v_link.id is null then
    perform private.refuse('unknown_pay_link');
  end if;
  perform private.require_capability(v_link.tenant_id,
    case when v_link.draft_id is null then 'money.take_payments' else 'orders.place' end);
  return v_link;
end
$function$;

ALTER FUNCTION "private"."pay_link_for_staff"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_hours(p_tenant_id text, p_hours integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_hours not between 1 and 720 then
    perform private.refuse('invalid_link_hours');
  end if;
  return coalesce(p_hours, (
    select staff_settings.pay_link_hours from public.staff_settings where staff_settings.tenant_id = p_tenant_id
  ), 24);
end
$function$;

ALTER FUNCTION "private"."pay_link_hours"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_lines(p_draft public.order_drafts, p_order public.orders)
 RETURNS public.pay_link_line[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(row(sold.id, sold.name, sold.image, sold.options, nullif(sold.translations, '{}'), sold.garment,
    sold.quantity, sold.total)::public.pay_link_line order by sold.place), '{}')
  from (
    select line.id::text as id, line.name, line.image, line.options, line.translations, line.garment, line.kept as quantity,
      line.unit_price * line.kept as total, line.position::integer as place
    from public.order_lines line where line.order_id = p_order.id and line.kept > 0
    union all
    select 'new ' || (added.place - 1), added.value ->> 'name', added.value ->> 'image', coalesce(added.value -> 'options', '[]'),
      coalesce(nullif(added.value -> 'translations', 'null'), '{}'), added.value ->> 'garment', (added.value ->> 'quantity')::integer,
      (added.value ->> 'total')::numeric, 1000 + added.place::integer
    from public.order_edits edit, jsonb_array_elements(edit.added) with ordinality added (value, place)
    where edit.order_id = p_order.id and edit.state = 'proposed'
    union all
    select priced.line::text, priced.name, priced.image, coalesce(priced.options, '[]'),
      private.sold_translations(priced.product_id, priced.options), priced.garment, priced.quantity,
      private.pounds(priced.unit * priced.quantity), priced.line
    from unnest((jsonb_populate_record(null::private.priced_order, p_draft.prices)).lines) priced
    where p_order.id is null
  ) sold
$function$;

ALTER FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_of(p_tenant_id text, p_token text)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links;
begin
  select link.* into v_link from private.pay_link_tokens secret
  join public.pay_links link on link.id = secret.pay_link_id
  where secret.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.tenant_id = p_tenant_id;
  if v_link.id is null then
    perform private.refuse('unknown_pay_link');
  end if;
  return v_link;
end
$function$;

ALTER FUNCTION "private"."pay_link_of"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_recipient(p_link public.pay_links, p_channel public.notification_channel)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(case
    when p_channel = 'email' then contact.email
    when private.is_egyptian_phone(contact.phone) then '+20' || private.national_digits(contact.phone)
  end, '')
  from (
    select orders.customer_email as email, public.address(orders) ->> 'phone' as phone from public.orders where orders.id = p_link.order_id
    union all
    select draft.customer_email, draft.phone from public.order_drafts draft where draft.id = p_link.draft_id
  ) contact
$function$;

ALTER FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_until(p_order_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(link.expires_at) from private.unended_pay_links(p_order_id) link
$function$;

ALTER FUNCTION "private"."pay_link_until"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.payer_of_pay_link(p_link public.pay_links)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select orders.user_id from public.orders where orders.id = p_link.order_id),
    (select draft.user_id from public.order_drafts draft where draft.id = p_link.draft_id))
$function$;

ALTER FUNCTION "private"."payer_of_pay_link"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.people_by_phone(p_tenant_ids text[], p_phone text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[] := '{}';
  v_condition text := private.phone_condition('known', 'private.national_digits(known.phone)', p_tenant_ids, p_phone);
begin
  if v_condition is not null then
    execute format('select array(select known.user_id from public.profile_phones known where %s limit 200)', v_condition)
    into v_ids;
    v_ids := v_ids || array(
      select called.user_id from private.orders_by_phone(p_tenant_ids, p_phone, 200) called where called.user_id is not null
    );
  end if;
  return v_ids;
end
$function$;

CREATE OR REPLACE FUNCTION private.personal_drafts(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(order_drafts) - '{tenant_id,user_id,prices,created_by}'::text[] order by order_drafts.created_at), '[]')
  from public.order_drafts where order_drafts.user_id = p_user_id and order_drafts.tenant_id = p_tenant_id
$function$;

ALTER FUNCTION "private"."personal_drafts"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_files(p_tenant_id text, p_user_id uuid)
 RETURNS TABLE(bucket_id text, name text, size bigint, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select objects.bucket_id, objects.name, (objects.metadata ->> 'size')::bigint, objects.created_at from storage.objects
  where objects.bucket_id in ('avatars', 'designs', 'order-photos')
    and objects.name collate "C" >= p_tenant_id || '/' || p_user_id || '/'
    and objects.name collate "C" < p_tenant_id || '/' || p_user_id || '0'
  union all
  -- Proofs of transfers that came by a link to pay.
  select objects.bucket_id, objects.name, (objects.metadata ->> 'size')::bigint, objects.created_at
  from public.orders placed
  join public.pay_links link on link.tenant_id = placed.tenant_id and link.order_id = placed.id
  join storage.objects on objects.bucket_id = 'order-photos'
    and objects.name collate "C" >= p_tenant_id || '/' || link.id || '/' and objects.name collate "C" < p_tenant_id || '/' || link.id || '0'
  where placed.tenant_id = p_tenant_id and placed.user_id = p_user_id
$function$;

CREATE OR REPLACE FUNCTION private.personal_imports(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(came) - '{id,tenant_id,user_id,import_id,search_text,contact}'::text[] order by came.created_at), '[]')
  from public.imported_customers came where came.user_id = p_user_id and came.tenant_id = p_tenant_id
$function$;

ALTER FUNCTION "private"."personal_imports"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_orders(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    private.order_json(orders) - '{tenant_id,user_id}'::text[] || coalesce((
      select to_jsonb(facts) - '{tenant_id,order_id,placed_by,search_text}'::text[]
      from public.order_staff_facts facts where facts.order_id = orders.id
    ), '{}') || jsonb_build_object('history', (
      select jsonb_agg(jsonb_build_object('at', created_at, 'by', actor, 'from', from_status, 'to', to_status,
        'note', note, 'remark', remark ->> 'code') order by created_at)
      from public.order_events where order_id = orders.id and not is_internal
    ), 'calls', (
      select jsonb_agg(jsonb_build_object('at', made.called_at, 'outcome', made.outcome, 'next_at', made.next_at) order by made.called_at)
      from public.order_calls made where made.order_id = orders.id
    ), 'shipments', (
      select jsonb_agg(to_jsonb(shipment) - '{tenant_id,order_id}'::text[] order by shipment.number)
      from public.shipments shipment where shipment.order_id = orders.id
    ), 'returns', (
      select jsonb_agg(to_jsonb(back) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(piece) - '{tenant_id,return_id}'::text[] order by line.position)
        from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
        where piece.return_id = back.id
      )) order by back.number)
      from public.returns back where back.order_id = orders.id
    ), 'changes', (
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id}'::text[]
        || jsonb_build_object('changes', public.shown_changes(edit)) order by edit.number)
      from public.order_edits edit where edit.order_id = orders.id
    ), 'refunds', (
      select jsonb_agg(to_jsonb(refund) - '{tenant_id,order_id}'::text[] order by refund.number)
      from public.refunds refund where refund.order_id = orders.id
    ), 'transfers', (
      select jsonb_agg(to_jsonb(transfer) - '{tenant_id,order_id}'::text[] order by transfer.created_at)
      from public.transfers transfer where transfer.order_id = orders.id
    ), 'messages', (
      select jsonb_agg(jsonb_build_object('at', message.created_at, 'about', message.kind, 'channel', message.channel,
        'to', message.recipient, 'state', message.state, 'sent_at', message.sent_at, 'documents', message.documents)
        order by message.created_at)
      from public.order_notifications message where message.order_id = orders.id
    ), 'payments', (
      select jsonb_agg(jsonb_build_object('at', entry.created_at, 'kind', entry.kind, 'amount', entry.amount,
        'method', entry.method, 'reference', entry.reference) order by entry.id)
      from public.payment_entries entry where entry.order_id = orders.id
    ), 'invoices', (
      select jsonb_agg(to_jsonb(paper) - '{tenant_id,order_id}'::text[] || jsonb_build_object('buyer', public.shown_buyer(paper), 'lines', (
        select jsonb_agg(to_jsonb(part) - '{id,tenant_id,invoice_id}'::text[] order by part.position)
        from public.invoice_lines part where part.invoice_id = paper.id
      )) order by paper.issued_at)
      from public.invoices paper where paper.order_id = orders.id
    )) order by created_at), '[]')
  from public.orders where user_id = p_user_id and tenant_id = p_tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.phone_channel(p_order public.orders, p_after public.notification_channel DEFAULT NULL::public.notification_channel)
 RETURNS public.notification_channel
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone constant text := private.phone_address(public.address(p_order));
  v_is_own constant boolean := private.is_known_contact(
    p_order.tenant_id, p_order.user_id, private.national_digits(v_phone), null);
begin
  if v_phone is null or p_order.is_test or (
    select count(*) from (
      select 1 from public.order_notifications message join public.orders on orders.id = message.order_id
      where message.recipient = v_phone and message.channel <> 'email' and message.created_at > now() - interval '1 day'
        and (not v_is_own or orders.user_id = p_order.user_id)
      limit 10
    ) told
  ) >= 10 then
    return null;
  end if;
  return (
    select used.channel::public.notification_channel
    from public.staff_settings, unnest(staff_settings.notification_channels) with ordinality used (channel, place)
    where staff_settings.tenant_id = p_order.tenant_id
      and used.place > coalesce(array_position(staff_settings.notification_channels, p_after::text), 0)
      and not exists (
        select 1 from public.notification_opt_outs stopped
        where stopped.tenant_id = p_order.tenant_id and stopped.channel::text = used.channel
          and (stopped.recipient = v_phone or stopped.user_id = p_order.user_id)
      )
    order by used.place limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.phone_condition(p_row text, p_digits text, p_tenant_ids text[], p_text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_digits constant text := ltrim(private.clean_phone(p_text), '+');
  v_seen constant text[] := array(
    select asked.id from unnest(p_tenant_ids) asked (id) where private.may(asked.id, 'customers.see_contact'));
  v_parts text[] := '{}';
begin
  if v_digits !~ '^[0-9]{3,15}$' then
    return null;
  end if;
  v_parts := v_parts || format('%s.tenant_id = any (%L) and (%s)', p_row, v_seen, concat_ws(' or ',
    p_digits || ' like ' || quote_literal(private.phone_search_digits(p_text)),
    'reverse(' || p_digits || ') like ' || quote_literal(reverse(v_digits) || '%')));
  if private.is_egyptian_phone(p_text) then
    v_parts := v_parts || format('%s.tenant_id = any (%L) and %s = %L', p_row, p_tenant_ids, p_digits,
      private.national_digits(p_text));
  end if;
  return array_to_string(v_parts, ' or ');
end
$function$;

ALTER FUNCTION "private"."phone_condition"(text, text, text[], text) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.place_search_text(p_address jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select concat_ws(E'\n', p_address ->> 'city',
    (select string_agg(spelled.name, E'\n') from private.governorate_spellings() spelled
      where spelled.governorate = p_address ->> 'governorate'),
    (select concat_ws(E'\n', district.name, district.name_ar) from public.districts district
      where district.governorate::text = p_address ->> 'governorate' and p_address ->> 'city' in (district.name, district.name_ar) limit 1))
$function$;

ALTER FUNCTION "private"."place_search_text"(jsonb) OWNER TO "postgres";

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
$function$;

ALTER FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_of_gone_pieces(p_before public.order_lines, p_after public.order_lines, p_charged numeric, OUT amount numeric, OUT recounted numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  recounted := private.recounted_of_pieces(p_before, greatest(private.kept_pieces(p_before) - private.kept_pieces(p_after), 0));
  amount := private.line_worth(p_after, p_after.cancelled + p_after.returned_to_sender + p_after.returned)
    - private.line_worth(p_before, p_before.cancelled + p_before.returned_to_sender + p_before.returned) + recounted;
  -- Does not subtract again what was already credited to the line or as goodwill.
  amount := greatest(least(amount, p_after.net - p_after.credited, p_charged), -p_after.credited - p_after.discount_recounted);
end
$function$;

ALTER FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_order(p_order jsonb, p_user_id uuid, p_lock boolean, p_address jsonb, p_manual_discount bigint DEFAULT 0)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_settings public.settings;
  v_check record;
  v_discount public.discounts;
  v_goods bigint;
  v_problem boolean;
  v_priced private.priced_order;
begin
  select settings.* into v_settings from public.settings where tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines');
  end if;
  if private.print_count(v_tenant_id, v_lines, p_user_id) > 400 then
    perform private.refuse('too_many_prints', jsonb_build_object('most', 400));
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;

  v_priced.lines := private.price_lines(v_tenant_id, v_lines, v_settings, p_user_id, p_lock);
  v_priced.settings := v_settings;
  select coalesce(sum(line.unit * line.quantity), 0), count(line.problem) > 0 into v_priced.subtotal, v_problem
  from unnest(v_priced.lines) line;
  v_priced.problems := '[]';
  if v_problem then
    select jsonb_agg(private.line_problem(priced) order by priced.line) into v_priced.problems
    from unnest(v_priced.lines) priced where priced.problem is not null;
  end if;
  if v_priced.subtotal > 1000000000 then
    perform private.refuse('order_too_large');
  end if;

  v_priced.discount := 0;
  if v_code is not null then
    v_check := private.check_discount(v_tenant_id, v_code, p_user_id, v_priced.subtotal, p_lock);
    if v_check.problem is not null then
      v_priced.problems := v_priced.problems || v_check.problem;
    else
      v_discount := v_check.discount;
      v_priced.discount_id := v_discount.id;
      v_priced.discount_code := v_discount.code;
      v_priced.discount_kind := v_discount.kind;
      v_priced.discount := case v_discount.kind
        when 'percent' then (v_priced.subtotal * (v_discount.value * 100)::bigint + 5000) / 10000
        when 'fixed' then least(private.piastres(v_discount.value), v_priced.subtotal)
        else 0
      end;
    end if;
  end if;
  v_priced.manual_discount := p_manual_discount;
  v_goods := v_priced.subtotal - v_priced.discount - p_manual_discount;
  if v_goods < 0 then
    perform private.refuse('manual_discount_too_high', jsonb_build_object('amount', private.pounds(v_goods + p_manual_discount)));
  end if;

  v_priced.delivery := private.delivery_of(v_tenant_id, v_settings, p_address, p_order ->> 'shipping_method',
    -- A manual discount does not affect the free delivery threshold.
    v_goods + p_manual_discount, private.grams_of(v_priced.lines), v_priced.discount_kind is not distinct from 'free_shipping');
  v_priced.problems := v_priced.problems || coalesce((v_priced.delivery).problem, '[]');
  v_priced.shipping := coalesce(((v_priced.delivery).rate).price, 0);

  v_priced := private.with_points(v_priced, v_settings, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v_priced := private.with_gift(v_priced, p_order -> 'gift', v_settings);
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping + v_priced.gift;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$function$;

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
$function$;

CREATE OR REPLACE FUNCTION private.proves_person(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_order.charged > 0 and (p_order.payment_status in ('with_carrier', 'paid') or p_order.status = 'delivered')
    and not p_order.is_test and p_order.imported_from is null
$function$;

CREATE OR REPLACE FUNCTION private.read_consent(p_consent jsonb, OUT state public.marketing_consent, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  state := case p_consent ->> 'state' when 'given' then 'given' when 'refused' then 'refused' else 'unknown' end;
  at := case when state <> 'unknown' and coalesce(pg_input_is_valid(p_consent ->> 'at', 'timestamptz'), false)
    then (p_consent ->> 'at')::timestamptz end;
end
$function$;

ALTER FUNCTION "private"."read_consent"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.read_imported_order(p_tenant_id text, p_record jsonb)
 RETURNS private.imported_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order private.imported_order;
  v_currency constant text := upper(coalesce(nullif(p_record ->> 'currency', ''), 'EGP'));
begin
  v_order.number := left(ltrim(btrim(coalesce(p_record ->> 'number', '')), '#'), 40);
  if v_order.number = '' then
    perform private.refuse_record('number');
  elsif not coalesce(pg_input_is_valid(p_record ->> 'placed_at', 'timestamptz'), false) then
    perform private.refuse_record('date');
  elsif v_currency <> 'EGP' then
    perform private.refuse_record('currency', jsonb_build_object('currency', left(v_currency, 10)));
  elsif coalesce(p_record ->> 'state', 'delivered')
    <> all ('{open,shipped,delivered,returned,returned_to_sender,cancelled}'::text[]) then
    perform private.refuse_record('state', jsonb_build_object('state', left(p_record ->> 'state', 40)));
  end if;
  v_order.placed_at := p_record ->> 'placed_at';
  if v_order.placed_at > now() or v_order.placed_at < timestamptz '1995-01-01Z' then
    perform private.refuse_record('future');
  end if;
  v_order.state := coalesce(p_record ->> 'state', 'delivered');
  v_order.method := case when p_record ->> 'payment_method' = any (enum_range(null::public.payment_method)::text[])
    then p_record ->> 'payment_method' else 'cash_on_delivery' end;
  v_order.lines := private.imported_lines(p_tenant_id, p_record);
  v_order.discount := private.imported_amount(p_record, 'discount');
  v_order.shipping := private.imported_amount(p_record, 'shipping');
  v_order.total := private.imported_amount(p_record, 'total');
  v_order.paid := private.imported_amount(p_record, 'paid');
  v_order.refunded := private.imported_amount(p_record, 'refunded');
  v_order.holes := private.holes_of(p_record, v_order.lines);
  return private.balanced_order(v_order);
end
$function$;

ALTER FUNCTION "private"."read_imported_order"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recounted_fee(p_order public.orders, p_code_lost boolean, p_goods numeric, p_grams bigint)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_order.tenant_id);
  v_free constant boolean := exists (
    select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping');
  v_sold bigint;
  v_kept bigint;
begin
  if p_order.replaces_order_id is not null or p_order.shipping_credited > 0
    or p_order.shipping_total + p_order.shipping_difference <> p_order.shipping_recounted then
    return p_order.shipping_recounted;
  end if;
  v_sold := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.destination, p_order.shipping_method::text,
    private.piastres(p_order.subtotal - p_order.discount_total), p_grams, v_free)).rate).price;
  v_kept := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.destination, p_order.shipping_method::text,
    private.piastres(p_goods), p_grams, v_free and not p_code_lost)).rate).price;
  return case when v_sold = 0 then private.pounds(coalesce(v_kept, 0)) else p_order.shipping_recounted end;
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

CREATE OR REPLACE FUNCTION private.refusal_figures(p_lines private.decided_line[])
 RETURNS private.refusal_figures
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select count(distinct line.shipment_id), count(distinct line.shipment_id) filter (where line.is_refused),
    round(100.0 * count(distinct line.shipment_id) filter (where line.is_refused) / count(distinct line.shipment_id), 1),
    coalesce(round(sum(line.fee) filter (where line.is_refused), 2), 0), coalesce(sum(line.worth) filter (where line.is_refused), 0)
  from unnest(p_lines) line
$function$;

ALTER FUNCTION "private"."refusal_figures"(private.decided_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_hoarding(p_demand private.order_demand)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone text := private.national_digits(p_demand.address ->> 'phone');
  v_address text := private.address_key(p_demand.address);
  v_orders_limit integer := 10;
  v_pieces_limit integer := 20;
  v_own uuid[];
  v_there uuid[] := '{}';
  v_product record;
begin
  select unpaid_orders_limit, unpaid_pieces_limit into v_orders_limit, v_pieces_limit
  from public.staff_settings where tenant_id = p_demand.tenant_id;
  if not found then
    v_orders_limit := 10;
    v_pieces_limit := 20;
  end if;
  if coalesce(v_orders_limit, v_pieces_limit) is null then
    return;
  end if;

  -- Serializes orders to one phone number or address, locking in a fixed order; place_order holds the person's lock.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended(p_demand.tenant_id || kind || value, 0) as key
    from (values (':phone:', v_phone), (':address:', v_address)) as contact (kind, value)
    order by 1
  ) locks;
  v_own := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and imported_from is null
      and id is distinct from p_demand.order_id
  );
  if not private.is_known_contact(p_demand.tenant_id, p_demand.user_id, v_phone, v_address) then
    v_there := array(
      select orders.id from public.order_addresses stored join public.orders on orders.id = stored.order_id
      where stored.tenant_id = p_demand.tenant_id and private.keeps_unpaid_goods(orders.payment_status, orders.status)
        and orders.user_id is distinct from p_demand.user_id and not orders.is_test and imported_from is null
        and (private.national_digits(stored.address ->> 'phone') = v_phone or private.address_key(stored.address) = v_address)
        and (
          private.national_digits(stored.address ->> 'phone') = v_phone
            and private.is_known_contact(p_demand.tenant_id, orders.user_id, v_phone, null)
          or private.address_key(stored.address) = v_address
            and private.is_known_contact(p_demand.tenant_id, orders.user_id, null, v_address)
        )
    );
  end if;
  if cardinality(v_own) >= v_orders_limit and p_demand.order_id is null then
    perform private.refuse('too_many_unpaid', jsonb_build_object('unpaid', cardinality(v_own), 'most', v_orders_limit));
  elsif cardinality(v_own || v_there) >= v_orders_limit and (v_there <> '{}' or p_demand.order_id is null) then
    perform private.refuse('too_many_unpaid', jsonb_build_object('reason', 'contact'));
  end if;

  select wanted.product_id, wanted.line, wanted.name, wanted.pieces + held.own > v_pieces_limit as is_own, held.own as held
  into v_product
  from (
    select asked.product_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.product_id is not null group by asked.product_id
  ) wanted
  cross join lateral (
    select coalesce(sum(quantity - cancelled - returned_to_sender), 0) as pieces,
      coalesce(sum(quantity - cancelled - returned_to_sender) filter (where order_id = any (v_own)), 0) as own
    from public.order_lines where order_id = any (v_own || v_there) and product_id = wanted.product_id
  ) held
  where wanted.pieces + held.pieces > v_pieces_limit
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
        'name', v_product.name, 'translations', private.sold_translations(v_product.product_id, null),
        'most', v_pieces_limit, 'line', v_product.line, 'product_id', v_product.product_id)
      || case
        when not v_product.is_own then '{"reason": "contact"}'
        when v_product.held > 0 then jsonb_build_object('reason', 'held', 'held', v_product.held,
          'available', greatest(v_pieces_limit - v_product.held, 0))
        else jsonb_build_object('held', 0, 'available', v_pieces_limit)
      end);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_imported(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_order.imported_from is not null then
    perform private.refuse('imported_order');
  end if;
end
$function$;

ALTER FUNCTION "private"."refuse_imported"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_record(p_reason text, p_values jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.refuse('import_refused', jsonb_build_object('reason', p_reason) || p_values);
end
$function$;

ALTER FUNCTION "private"."refuse_record"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refused_record(p_record jsonb, p_refusal jsonb)
 RETURNS public.imported_record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (p_record ->> 'row')::integer, left(p_record ->> 'number', 40), 'refused'::public.import_outcome, p_refusal, '[]'::jsonb
$function$;

ALTER FUNCTION "private"."refused_record"(jsonb, jsonb) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.remark_of_staff(p_order_id uuid, p_code text, p_values jsonb DEFAULT '{}'::jsonb, p_internal boolean DEFAULT true)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, 'staff', jsonb_strip_nulls(jsonb_build_object('code', p_code) || p_values), p_internal
  from public.orders where orders.id = p_order_id
$function$;

ALTER FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_demo_orders(p_orders uuid[], p_products uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlements constant uuid[] := array(
    select distinct entry.settlement_id from public.payment_entries entry
    where entry.order_id = any (p_orders) and entry.settlement_id is not null
  );
  v_variants uuid[];
  v_deltas integer[];
begin
  insert into private.demo_rows (tenant_id, kind, id)
  select ordered.tenant_id, 'order', ordered.id from public.orders ordered where ordered.id = any (p_orders)
  on conflict do nothing;
  select array_agg(sold.variant_id), array_agg(-sold.delta) into v_variants, v_deltas from (
    select moved.variant_id, sum(moved.delta)::integer as delta from public.stock_movements moved
    join public.product_variants variant on variant.id = moved.variant_id
    where moved.order_id = any (p_orders) and not moved.product_id = any (p_products) group by moved.variant_id
  ) sold;
  perform private.move_stock(v_variants, v_deltas, 'adjusted');
  update public.stock_movements set order_id = null
  where order_id = any (p_orders) and not product_id = any (p_products);
  update public.delivery_bookings booking set booked = booking.booked - taken.places
  from (
    select ordered.slot_id, ordered.slot_date, count(*)::integer as places from public.orders ordered
    where ordered.id = any (p_orders) and ordered.slot_id is not null and ordered.status <> 'cancelled' group by 1, 2
  ) taken
  where booking.slot_id = taken.slot_id and booking.day = taken.slot_date and booking.booked >= taken.places;

  perform 1 from private.invoice_counters counter
  where counter.tenant_id in (select store.tenant_id from private.demo_stores store) order by counter.tenant_id for update;
  insert into private.demo_invoices (tenant_id, kind, year, number)
  select paper.tenant_id, paper.kind, paper.year, paper.number from public.invoices paper
  where paper.order_id = any (p_orders) and exists (
    select 1 from public.invoices other where other.tenant_id = paper.tenant_id and not other.order_id = any (p_orders)
  );
  delete from public.invoice_addresses stored using public.invoices paper
  where paper.id = stored.invoice_id and paper.order_id = any (p_orders);
  delete from public.invoice_lines part using public.invoices paper
  where paper.id = part.invoice_id and paper.order_id = any (p_orders);
  delete from public.invoices paper where paper.order_id = any (p_orders);
  delete from private.invoice_counters counter
  where counter.tenant_id in (select store.tenant_id from private.demo_stores store)
    and not exists (select 1 from public.invoices other where other.tenant_id = counter.tenant_id);
  delete from public.returns back where back.order_id = any (p_orders);
  delete from public.orders ordered where ordered.id = any (p_orders);
  delete from public.settlements settled where settled.id = any (v_settlements)
    and not exists (select 1 from public.payment_entries entry where entry.settlement_id = settled.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_store_content(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.products product where product.tenant_id = p_tenant_id;
  delete from private.product_changes change where change.tenant_id = p_tenant_id;
  delete from public.categories category where category.tenant_id = p_tenant_id;
  delete from public.attributes attribute where attribute.tenant_id = p_tenant_id;
  delete from public.banners banner where banner.tenant_id = p_tenant_id;
  delete from public.faq_questions question where question.tenant_id = p_tenant_id;
  delete from public.search_synonyms phrase where phrase.tenant_id = p_tenant_id;
  delete from private.search_words word where word.tenant_id = p_tenant_id;
  update public.discounts discount set user_id = null, is_active = false, is_public = false
  where discount.tenant_id = p_tenant_id;
  delete from public.discounts discount where discount.tenant_id = p_tenant_id
    and not exists (select 1 from public.discount_uses used where used.discount_id = discount.id)
    and not exists (select 1 from public.orders ordered where ordered.discount_id = discount.id);
  delete from public.saved_replies reply where reply.tenant_id = p_tenant_id;
  delete from public.message_texts own where own.tenant_id = p_tenant_id;
  delete from public.order_tags named where named.tenant_id = p_tenant_id;
  delete from public.order_calls called where called.tenant_id = p_tenant_id;
  -- With the customers of other shops.
  delete from public.store_imports given where given.tenant_id = p_tenant_id;
  delete from public.saved_views view where view.tenant_id = p_tenant_id;
  delete from public.import_columns known where known.tenant_id = p_tenant_id;
  delete from public.staff_settings setting where setting.tenant_id = p_tenant_id;
  delete from public.store_doors door where door.tenant_id = p_tenant_id;
  delete from private.demo_rows marked where marked.tenant_id = p_tenant_id;
  -- The next start would mark the demo of a store without this row.
  update private.demo_stores store set removed_at = now(), files = '{}'
  where store.tenant_id = p_tenant_id and store.removed_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_store_people(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := array(select ordered.id from public.orders ordered where ordered.tenant_id = p_tenant_id);
  v_people constant uuid[] := array(
    select profile.id from public.profiles profile where profile.tenant_id = p_tenant_id
    union select held.user_id from public.user_roles held where held.tenant_id = p_tenant_id
    union select held.user_id from public.staff_grants held where held.tenant_id = p_tenant_id
    except select owner.user_id from public.user_roles owner where owner.tenant_id is null
  );
begin
  perform private.forget_in_orders(v_orders, null);
  update public.order_lines line set image = null where line.tenant_id = p_tenant_id and line.image is not null;
  delete from public.order_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.shipment_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.transfer_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.approval_requests request where request.tenant_id = p_tenant_id;
  delete from private.ceiling_uses used where used.tenant_id = p_tenant_id;
  delete from private.prices_before lowered where lowered.tenant_id = p_tenant_id;
  delete from private.order_confirmations asked where asked.tenant_id = p_tenant_id;
  delete from private.order_links link where link.tenant_id = p_tenant_id;
  delete from public.pay_links link where link.tenant_id = p_tenant_id;
  delete from public.order_drafts draft where draft.tenant_id = p_tenant_id;
  delete from private.order_clients client where client.tenant_id = p_tenant_id;
  delete from public.conversations talk where talk.tenant_id = p_tenant_id;
  delete from private.contact_senders sender where sender.tenant_id = p_tenant_id;
  delete from public.opening_alerts alert where alert.tenant_id = p_tenant_id;
  delete from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id;
  delete from private.phone_sends sent where sent.tenant_id = p_tenant_id;
  delete from public.customizations design where design.tenant_id = p_tenant_id;
  delete from private.request_answers answered where answered.user_id = any (v_people);
  delete from public.profiles profile where profile.tenant_id = p_tenant_id and profile.id = any (v_people);
  delete from public.user_roles held where held.tenant_id = p_tenant_id;
  delete from public.staff_grants held where held.tenant_id = p_tenant_id;
  delete from private.staff_invitations invited where invited.tenant_id = p_tenant_id;
  delete from public.staff_notification_choices choice where choice.tenant_id = p_tenant_id;
  delete from auth.users account where account.id = any (v_people)
    and not exists (select 1 from public.profiles other where other.id = account.id)
    and not exists (select 1 from public.user_roles other where other.user_id = account.id)
    and not exists (select 1 from public.staff_grants other where other.user_id = account.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_lost_pieces(p_order public.orders, p_shipment_id uuid, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_fates constant public.shipment_lines[] := array(
    select row(part.tenant_id, part.shipment_id, part.order_line_id, part.quantity, 0, 0, part.discarded)::public.shipment_lines
    from public.shipment_lines part where part.shipment_id = p_shipment_id and part.discarded > 0
  );
  v_missing record;
begin
  select private.line_names(line) as names, variant.stock, wanted.pieces into v_missing
  from (
    select sold.variant_id, sum(fate.sent_again)::integer as pieces, min(sold.position) as position
    from unnest(v_fates) fate join public.order_lines sold on sold.id = fate.order_line_id group by sold.variant_id
  ) wanted
  join public.product_variants variant on variant.id = wanted.variant_id and variant.stock < wanted.pieces
  join public.order_lines line on line.order_id = p_order.id and line.position = wanted.position
  order by wanted.position limit 1;
  if found then
    perform private.refuse('too_few_in_stock', v_missing.names || jsonb_build_object(
      'stock', v_missing.stock, 'taken', v_missing.pieces));
  end if;
  perform private.restock(p_order.id, array(
    select row(fate.order_line_id, -fate.sent_again)::private.piece_count from unnest(v_fates) fate
  ), 'replaced');
  update public.shipment_lines set sent_again = sent_again + discarded, discarded = 0 where shipment_id = p_shipment_id;
  perform private.send_again(p_order, v_fates, p_shipment_id);
  perform private.print_line_again(row(line.id, least(fate.sent_again, line.printed))::private.piece_count,
    left(coalesce(nullif(btrim(p_note), ''), 'Lost'), 500))
  from unnest(v_fates) fate join public.order_lines line on line.id = fate.order_line_id
  where line.has_design and line.printed > 0;
end
$function$;

ALTER FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.require_announced(p_return_id uuid, p_parts private.received_part[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_more record;
begin
  select private.line_names(line) as names, piece.quantity, line.id into v_more
  from (
    select part.order_line_id, sum(part.received) as received from unnest(p_parts) part group by part.order_line_id
  ) came
  join public.return_lines piece on piece.return_id = p_return_id and piece.order_line_id = came.order_line_id
  join public.order_lines line on line.id = came.order_line_id
  where came.received > piece.quantity order by line.position limit 1;
  if found then
    perform private.refuse('more_than_announced', v_more.names || jsonb_build_object(
      'announced', v_more.quantity, 'order_line_id', v_more.id));
  elsif cardinality(p_parts) = 0 then
    perform private.refuse('nothing_received');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_announced"(uuid, private.received_part[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_call(p_order public.orders, p_outcome public.call_outcome, p_next_at timestamp with time zone, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_to_call(p_order) then
    perform private.refuse('call_not_awaited');
  elsif exists (
    select 1 from private.call_claims held
    where held.order_id = p_order.id and held.claimed_by <> auth.uid() and held.claimed_until > now()
  ) then
    perform private.refuse('call_claimed');
  elsif p_outcome = 'later' and not coalesce(p_next_at between now() and now() + interval '14 days', false) then
    perform private.refuse('invalid_call_time');
  elsif p_outcome = 'cancelled' and p_note = '' then
    perform private.refuse('reason_required');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_claim(p_claim jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_claim) is distinct from 'object' or not private.is_amount(p_claim -> 'amount')
    or (p_claim ->> 'amount')::numeric = 0 or length(p_claim ->> 'reference') > 200 or length(p_claim ->> 'note') > 500
    or not pg_input_is_valid(coalesce(p_claim ->> 'due_on', '2000-01-01'), 'date') then
    perform private.refuse('invalid_claim');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_claim"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_counts(p_counted jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_counted) is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(p_counted) when 'array' then p_counted else '[]' end) counted
    where jsonb_typeof(counted) <> 'object' or not pg_input_is_valid(coalesce(counted ->> 'place', ''), 'public.money_place')
      or jsonb_typeof(counted -> 'name') is distinct from 'string' or jsonb_typeof(counted -> 'method') is distinct from 'string'
      or jsonb_typeof(counted -> 'expected') is distinct from 'number' or jsonb_typeof(counted -> 'amount') is distinct from 'number'
      or abs((counted ->> 'amount')::numeric) > 100000000
  ) then
    perform private.refuse('invalid_counts');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_counts"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_deliveries(p_deliveries jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_deliveries) is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(p_deliveries) when 'array' then p_deliveries else '[]' end) wanted
    where jsonb_typeof(wanted) <> 'object' or not private.is_amount(coalesce(nullif(wanted -> 'cash', 'null'), '0'))
  ) or cardinality(private.ids_in(p_deliveries, 'shipment_id')) <> jsonb_array_length(p_deliveries) then
    perform private.refuse('invalid_delivery');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_deliveries"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_discount_ceiling(p_tenant_id text, p_discount numeric, p_items numeric)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ceiling constant numeric := case
    when private.acts_as_staff(p_tenant_id) then private.ceiling(p_tenant_id, 'orders.discount') end;
begin
  if p_discount > round(p_items * v_ceiling / 100, 2) then
    perform private.refuse('above_ceiling', jsonb_build_object(
      'reason', 'discount', 'capability', 'orders.discount', 'percent', v_ceiling, 'amount', round(p_items * v_ceiling / 100, 2),
      'needed', ceil(p_discount * 10000 / p_items) / 100));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_import_part(p_import jsonb, p_records jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(p_records), '') <> 'array' or jsonb_array_length(p_records) not between 1 and 250
    or not coalesce(pg_input_is_valid(p_import ->> 'source', 'public.import_source'), false) then
    perform private.refuse('invalid_rows');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_import_part"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_import_right(p_tenant_id text, p_kind public.import_kind)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_kind = 'orders' then
    perform private.require_capability(p_tenant_id, 'orders.place');
    perform private.require_capability(p_tenant_id, 'money.take_payments');
  else
    perform private.require_capability(p_tenant_id, 'customers.change');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_import_right"(text, public.import_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_open_pay_link(p_link public.pay_links)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if public.pay_link_state(p_link) <> 'open' then
    perform private.refuse('pay_link_ended', jsonb_build_object('reason', public.pay_link_state(p_link)));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_open_pay_link"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_order_rules(p_demand private.order_demand, p_settings public.settings)
 RETURNS private.cash_terms
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not p_demand.by_staff then
    perform private.refuse_blocked(p_demand.tenant_id, p_demand.user_id);
  end if;
  if p_demand.costs_more then
    perform private.require_open_payment(p_settings, p_demand.payment_method, private.pounds(p_demand.amount));
    -- Without an account it is paid by a link, which staff send.
    if p_demand.user_id is null and p_demand.payment_method = 'online' and not p_demand.by_staff then
      perform private.refuse('payment_closed');
    end if;
  end if;
  if p_demand.amount > 0 and (p_demand.order_id is null or p_demand.moves) and not p_demand.by_staff then
    perform private.refuse_hoarding(p_demand);
  end if;
  if p_demand.amount > 0 and not p_demand.by_staff then
    perform private.refuse_stock_share(p_demand);
  end if;
  return private.cash_terms_of(p_demand);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_payable_link(p_link public.pay_links, p_order public.orders, p_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due constant numeric := private.pay_link_due(p_link, p_order);
begin
  perform private.require_open_pay_link(p_link);
  if v_due = 0 then
    perform private.refuse('not_payable');
  elsif p_amount is distinct from v_due then
    perform private.refuse('pay_link_changed', jsonb_build_object('amount', v_due));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_photos(p_tenant_id text, p_photos text[], p_folder text DEFAULT (auth.uid())::text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_photos) > 5 then
    perform private.refuse('invalid_photos', jsonb_build_object('reason', 'many'));
  end if;
  if exists (
    select 1 from unnest(p_photos) sent (name)
    where not exists (
      select 1 from storage.objects stored
      where stored.bucket_id = 'order-photos' and stored.name = sent.name
        and starts_with(stored.name, p_tenant_id || '/' || p_folder || '/')
        and stored.created_at > now() - interval '1 day'
    )
  ) then
    perform private.refuse('invalid_photos');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_photos"(text, text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_recent_second_step(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hours constant integer := coalesce(
    (select staff_settings.second_step_hours from public.staff_settings where staff_settings.tenant_id = p_tenant_id), 12);
  v_has_factor constant boolean := exists (
    select 1 from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified');
begin
  if not private.is_service() and auth.uid() is not null and not private.is_recent_proof(v_has_factor, v_hours) then
    perform private.refuse(case when v_has_factor then 'second_step_old' else 'sign_in_old' end, jsonb_build_object('hours', v_hours));
  end if;
end
$function$;

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

CREATE OR REPLACE FUNCTION private.reserve_draft(p_draft public.order_drafts)
 RETURNS public.order_drafts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.order_of_draft(p_draft, 'online');
  v_draft public.order_drafts;
begin
  update public.orders set reserved_until = now() + interval '1 hour' where orders.id = v_order.id;
  select draft.* into v_draft from public.order_drafts draft where draft.id = p_draft.id;
  return v_draft;
end
$function$;

ALTER FUNCTION "private"."reserve_draft"(public.order_drafts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_grid(p_product_id uuid, p_before jsonb, p_after jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
  v_message text;
  v_detail text;
  v_hint text;
begin
  perform private.write_products(jsonb_build_array(
    jsonb_build_object('id', p_product_id, 'set', p_before - '{grid,stocks}'::text[])), 'Undone');
  select * into v_product from public.products where id = p_product_id;
  perform private.save_variants(v_product, p_before #> '{grid,options}', (
    select jsonb_agg(
      given.variant || jsonb_build_object('stock', p_before #> array['stocks', given.variant ->> 'id'],
        'cost', given.variant -> 'cost') || case
        when not exists (
          select 1 from public.product_variants stored
          where stored.product_id = p_product_id and stored.id::text = given.variant ->> 'id'
        ) then '{"id": null}'
        when p_after -> 'stocks' ? (given.variant ->> 'id')
          then jsonb_build_object('stock_was', p_after #> array['stocks', given.variant ->> 'id'])
        else '{}'
      end
      order by given.place)
    from jsonb_array_elements(p_before #> '{grid,variants}') with ordinality given (variant, place)
  ), 'Undone');
  return null;
exception when raise_exception or check_violation or unique_violation then
  get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
  return coalesce(
    private.caught_refusal(v_message, v_detail, v_hint), private.refusal('unfit_since', jsonb_build_object('name', v_product.name)));
end
$function$;

ALTER FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.return_joins_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select new.tenant_id, new.id, assigned.user_id, assigned.assigned_by, case when assigned.user_id = auth.uid() then now() end
  from public.assignments assigned where assigned.tenant_id = new.tenant_id and assigned.order_id = new.order_id;
  return null;
end
$function$;

ALTER FUNCTION "private"."return_joins_order"() OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.returns_follow_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_was constant uuid := case when tg_op <> 'INSERT' then old.user_id end;
  v_order_id constant uuid := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  if tg_op = 'DELETE' then
    delete from public.assignments assigned using public.returns back
    where back.order_id = v_order_id and private.is_open_return(back.state) and assigned.return_id = back.id
      and assigned.user_id = v_was;
    return null;
  end if;
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select back.tenant_id, back.id, new.user_id, new.assigned_by, now()
  from public.returns back where back.order_id = v_order_id and private.is_open_return(back.state)
  on conflict (tenant_id, return_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id = v_was;
  return null;
end
$function$;

ALTER FUNCTION "private"."returns_follow_order"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.scan_lifetime()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$ select interval '12 hours' $function$;

ALTER FUNCTION "private"."scan_lifetime"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.scanned_of(p_kind public.scan_kind, p_order public.orders, p_line public.order_lines, p_shipment_id uuid)
 RETURNS public.scanned
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_handler record;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_handler from private.last_handler(v_shipment);
  return row(
    p_kind, p_order.tenant_id, coalesce(p_line.name, p_order.number), p_order.id, p_order.number, p_order.status, p_line.id,
    case when p_line.id is null then (
      select coalesce(sum(public.open_pieces(line)), 0)::integer from public.order_lines line where line.order_id = p_order.id
    ) else public.open_pieces(p_line) end,
    v_shipment.id, v_shipment.number, v_shipment.state, v_shipment.carrier_name, coalesce(public.awaits_inspection(v_shipment), false),
    (select count(*)::integer from public.returns announced
      where announced.order_id = p_order.id and private.awaits_pieces(announced.state)),
    v_handler.name, v_handler.at
  )::public.scanned;
end
$function$;

ALTER FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sees_request(p_request public.approval_requests)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.may(p_request.tenant_id, 'approvals.see')
    and (p_request.asked_by = auth.uid() or private.may_decide(p_request) or private.is_service());
end
$function$;

ALTER FUNCTION "private"."sees_request"(public.approval_requests) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.settle_pay_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links;
  v_due numeric;
begin
  for v_link in select link.* from private.unended_pay_links(new.id) link loop
    v_due := private.pay_link_due(v_link, new);
    if new.status = 'cancelled' then
      update public.pay_links set cancelled_at = now(), updated_at = now() where id = v_link.id and order_id is not null;
    elsif new.received > old.received and v_due = 0 then
      perform private.end_paid_link(v_link);
    elsif new.received > old.received then
      perform private.remark_on_order(new, 'pay_link_partly', jsonb_build_object('amount', v_due), true);
    end if;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "private"."settle_pay_links"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.shipment_left_shelf()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.handover_scans where shipment_id = new.id;
  return null;
end
$function$;

ALTER FUNCTION "private"."shipment_left_shelf"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.split_off(p_shipment public.shipments, p_pieces private.piece_count[], p_note text, p_happened_at timestamp with time zone)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due constant numeric := private.cash_for_taken(p_shipment, p_pieces);
  v_rest_id uuid;
begin
  insert into public.shipments (
    tenant_id, order_id, number, state, carrier, carrier_name, handed_over_at, attempts, split_from)
  select p_shipment.tenant_id, p_shipment.order_id, max(other.number) + 1, 'returning', p_shipment.carrier, p_shipment.carrier_name,
    p_shipment.handed_over_at, p_shipment.attempts, p_shipment.id
  from public.shipments other where other.order_id = p_shipment.order_id
  returning id into v_rest_id;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select p_shipment.tenant_id, v_rest_id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  delete from public.shipment_lines part using unnest(p_pieces) piece
  where part.shipment_id = p_shipment.id and part.order_line_id = piece.order_line_id and part.quantity = piece.quantity;
  update public.shipment_lines part set quantity = part.quantity - piece.quantity
  from unnest(p_pieces) piece where part.shipment_id = p_shipment.id and part.order_line_id = piece.order_line_id;
  perform private.book_moves(array[v_rest_id], 'returned_to_sender', p_note, null, p_happened_at);
  -- Together they have the cash that was due, which undoing the delivery restores.
  update public.shipments set cash_due = p_shipment.cash_due - v_due where id = v_rest_id;
  update public.shipments set cash_due = v_due, updated_at = now() where id = p_shipment.id;
  return v_due;
end
$function$;

ALTER FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_notification_item(p_topic public.staff_topic, p_told private.staff_notifications, p_tenant_id text, p_language text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_topic
    when 'failed_job' then jsonb_build_object('happening', p_told.happening, 'note', p_told.note)
    when 'low_stock' then (
      select jsonb_build_object('id', variant.product_id, 'name', coalesce(product.translations -> p_language ->> 'name', product.name),
        'variant', private.variant_name_in(p_language, variant), 'stock', variant.stock)
      from public.product_variants variant join public.products product on product.id = variant.product_id
      where variant.id = p_told.about_id and variant.is_active and product.is_active
        and variant.stock <= private.low_stock_of(p_tenant_id)
    )
    when 'for_me' then (
      select jsonb_strip_nulls(jsonb_build_object('id', coalesce(back.order_id, p_told.about_id), 'note', nullif(request.word, ''),
        'number', coalesce(orders.number, private.approval_label(request)), 'happening', case when p_told.happening = 'request_decided'
          then 'request_' || coalesce(request.ended_because, request.state::text) else p_told.happening end))
      from public.staff_notification_choices choice
      left join public.returns back on back.id = p_told.about_id
      left join public.orders on orders.id = coalesce(back.order_id, p_told.about_id)
      left join public.approval_requests request on request.id = p_told.about_id
      where choice.id = p_told.choice_id and private.is_unseen(choice.user_id, p_told.happening, p_told.about_id)
        and private.holds_capability(p_tenant_id, private.happening_capability(p_told.happening), choice.user_id)
    )
    else (
      select jsonb_build_object('id', orders.id, 'number', orders.number, 'total', orders.total, 'happening', p_told.happening)
      from public.orders where orders.id = p_told.about_id and (p_topic = 'problem' or not private.is_void(orders.status))
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.staff_topic_capabilities(p_topic public.staff_topic)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_topic
    when 'new_order' then array['orders.see'] when 'problem' then array['orders.see'] when 'low_stock' then array['products.see']
    when 'failed_job' then array['settings.store'] when 'for_me' then array['orders.see', 'customers.see', 'approvals.see'] end
$function$;

ALTER FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.store_transfer(p_order public.orders, p_amount numeric, p_photos text[], p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.transfers set amount = p_amount, photos = p_photos, note = left(btrim(coalesce(p_note, '')), 500), updated_at = now()
  where transfers.order_id = p_order.id and transfers.state = 'to_check';
  if not found then
    insert into public.transfers (tenant_id, order_id, amount, photos, note)
    values (p_order.tenant_id, p_order.id, p_amount, p_photos, left(btrim(coalesce(p_note, '')), 500));
  end if;
end
$function$;

ALTER FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tags_of(p_order_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select named.tag from public.order_tags named where named.order_id = p_order_id order by named.folded)
$function$;

ALTER FUNCTION "private"."tags_of"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_all_off(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gift constant numeric := private.credit_gift(p_order_id);
  v_order public.orders;
  v_goods numeric;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_goods := v_order.charged - least(private.delivery_fee(v_order), v_order.charged);
  return private.apply_credit(p_order_id, (
    -- Goodwill reduced no line, so the last lines bear it.
    select coalesce(jsonb_agg(jsonb_build_object('order_line_id', running.id,
      'amount', greatest(least(running.amount, v_goods - running.before), 0)) order by running.position), '[]')
    from (
      select line.id, line.position, line.net - line.credited as amount,
        coalesce(sum(line.net - line.credited) over (
          order by line.position rows between unbounded preceding and 1 preceding), 0) as before
      from public.order_lines line where line.order_id = p_order_id
    ) running
  ), v_order.charged - v_goods, 0) || jsonb_build_object('kind', 'gift', 'amount', v_gift);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_pieces_back(p_order public.orders, p_return_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_links constant jsonb := jsonb_build_object('return_id', p_return_id);
  v_piece record;
  v_price numeric;
begin
  for v_piece in
    select line.id, line, sum(piece.received)::integer as received
    from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
    where piece.return_id = p_return_id and piece.received > 0 group by line.id order by line.position
  loop
    update public.order_lines set returned = returned + v_piece.received where id = v_piece.id;
    v_price := private.credit_gone_pieces(v_piece.line, v_links);
    perform private.withhold(p_order.id, v_piece.id, (
      select sum(round(v_price * piece.received * (100 - piece.refund_percent) / (100 * v_piece.received), 2))
      from public.return_lines piece where piece.return_id = p_return_id and piece.order_line_id = v_piece.id
    ), v_links);
  end loop;
  perform private.settle_points(p_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_asker()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_staff(new.tenant_id, 'for_me', 'request_decided', array[new.id], p_user_id => new.asked_by);
  return null;
end
$function$;

ALTER FUNCTION "private"."tell_asker"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tell_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.seen_at is null then
    perform private.tell_staff(new.tenant_id, 'for_me', case when new.order_id is not null then 'assigned'
        when new.return_id is not null then 'return_assigned'
        when new.approval_request_id is not null then 'request_assigned' else 'conversation' end,
      array[coalesce(new.order_id, new.return_id, new.approval_request_id, new.conversation_id)], p_user_id => new.user_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.text_items(p_list jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(p_list) = 'array' then array(
    select left(btrim(item.value #>> '{}'), 40) from jsonb_array_elements(p_list) item where jsonb_typeof(item.value) = 'string' limit 20
  ) else '{}' end
$function$;

ALTER FUNCTION "private"."text_items"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undeliver(p_shipment public.shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before constant public.shipment_state := coalesce((
    select event.state from public.shipment_events event
    where event.shipment_id = p_shipment.id and event.state is not null and event.state <> 'delivered'
    order by event.created_at desc limit 1
  ), 'handed_over');
begin
  update public.order_lines line set delivered = line.delivered - part.quantity
  from public.shipment_lines part where part.shipment_id = p_shipment.id and part.order_line_id = line.id;
  perform private.book_money(orders, 'cash_collected', -coalesce(p_shipment.cash_collected, 0),
    jsonb_build_object('shipment_id', p_shipment.id), 'cash_on_delivery')
  from public.orders where orders.id = p_shipment.order_id;
  update public.shipments set state = v_before, delivered_at = null, cash_collected = null, updated_at = now() where id = p_shipment.id;
  update public.orders set delivered_at = (
    select max(other.delivered_at) from public.shipments other where other.order_id = p_shipment.order_id
  ) where id = p_shipment.order_id;
  perform private.note_on_shipments(array[p_shipment.id], v_before);
end
$function$;

ALTER FUNCTION "private"."undeliver"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_all_entries(p_tenant_id text, p_ids bigint[], p_parts boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_undone constant public.undone_changes := public.undo_changes(p_tenant_id, p_ids, p_parts => p_parts);
begin
  if v_undone.above_ids <> '{}' then
    perform private.raise_refusal(v_undone.refusal);
  end if;
end
$function$;

ALTER FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_whole_change(p_change_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part public.product_undo_result;
  v_refusal jsonb;
begin
  update private.product_change_entries entry set awaits_approval = false where entry.change_id = p_change_id;
  loop
    v_part := public.undo_product_change(p_change_id);
    v_refusal := private.higher_refusal(v_refusal, v_part.refusal);
    exit when not v_part.more;
  end loop;
  perform private.raise_refusal(v_refusal);
end
$function$;

ALTER FUNCTION "private"."undo_whole_change"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_within_ceiling(p_rows jsonb[], OUT written jsonb[], OUT refusal jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row jsonb;
  v_refusal jsonb := private.refusal_of(format('select private.write_products(%L, ''Undone'')', to_jsonb(p_rows)));
begin
  written := case when v_refusal is null then p_rows else '{}' end;
  if v_refusal is null then
    return;
  end if;
  foreach v_row in array p_rows loop
    v_refusal := private.refusal_of(format('select private.write_products(%L, ''Undone'')', jsonb_build_array(v_row)));
    if v_refusal is null then
      written := written || v_row;
    elsif v_refusal ->> 'code' = 'above_ceiling' then
      refusal := private.higher_refusal(refusal, v_refusal);
    else
      perform private.raise_refusal(v_refusal);
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "private"."undo_within_ceiling"(jsonb[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.unended_pay_links(p_order_id uuid)
 RETURNS SETOF public.pay_links
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select link.* from public.pay_links link
  where link.paid_at is null and link.cancelled_at is null and (
    link.order_id = p_order_id
    or link.draft_id in (select draft.id from public.order_drafts draft where draft.order_id = p_order_id)
  )
$function$;

ALTER FUNCTION "private"."unended_pay_links"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.unnamed_credits(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', credited.kind, 'order_line_id', credited.order_line_id, 'amount', credited.amount - named.amount)), '[]')
  from (
    select 'line'::public.refund_line_kind as kind, line.id as order_line_id, line.credited as amount
    from public.order_lines line where line.order_id = p_order_id
    union all
    select unnest('{shipping,goodwill,gift}'::public.refund_line_kind[]), null,
      unnest(array[orders.shipping_credited + greatest(-orders.shipping_difference, 0), orders.goodwill, orders.gift_credited])
    from public.orders where orders.id = p_order_id
  ) credited
  cross join lateral (
    select coalesce(sum(refund_line.amount), 0) as amount
    from public.refunds join public.refund_lines refund_line on refund_line.refund_id = refunds.id
    where refunds.order_id = p_order_id and refund_line.kind = credited.kind
      and refund_line.order_line_id is not distinct from credited.order_line_id
  ) named
  where credited.amount > named.amount
$function$;

CREATE OR REPLACE FUNCTION private.untaken_pieces(p_shipment public.shipments, p_taken jsonb)
 RETURNS private.piece_count[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken private.piece_count[];
  v_wrong record;
begin
  if p_taken is null or p_taken = 'null' then
    return '{}';
  end if;
  v_taken := private.asked_pieces(p_shipment.order_id, p_taken);
  if cardinality(v_taken) = 0 then
    perform private.refuse('nothing_taken');
  end if;
  select private.line_names(line) as names, line.id, coalesce(part.quantity, 0) as held into v_wrong
  from unnest(v_taken) taken
  join public.order_lines line on line.id = taken.order_line_id
  left join public.shipment_lines part on part.shipment_id = p_shipment.id and part.order_line_id = line.id
  where taken.quantity > coalesce(part.quantity, 0) order by line.position limit 1;
  if found then
    perform private.refuse('too_many_taken', v_wrong.names || jsonb_build_object('open', v_wrong.held, 'order_line_id', v_wrong.id));
  end if;
  return array(
    select row(part.order_line_id, part.quantity - coalesce(taken.quantity, 0))::private.piece_count
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join unnest(v_taken) taken on taken.order_line_id = part.order_line_id
    where part.shipment_id = p_shipment.id and part.quantity > coalesce(taken.quantity, 0)
    order by line.position
  );
end
$function$;

ALTER FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.usual_rate(p_order public.orders)
 RETURNS private.shipping_rate
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.delivery_of(p_order.tenant_id, settings, p_order.destination, 'standard', 0, 0)).rate
  from public.settings where settings.tenant_id = p_order.tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.variants_with_code(p_tenant_ids text[], p_code text)
 RETURNS TABLE(tenant_id text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct product.tenant_id, product.name from public.product_variants variant
  join public.products product on product.id = variant.product_id
  where variant.tenant_id = any (p_tenant_ids) and (lower(variant.sku) = lower(p_code) or lower(variant.barcode) = lower(p_code))
$function$;

ALTER FUNCTION "private"."variants_with_code"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.wanted_customers(p_tenant_ids text[], p_pattern text, p_callers uuid[], p_tag text, p_blocked boolean)
 RETURNS SETOF public.profiles
 LANGUAGE sql
 STABLE
AS $function$
  select profiles.* from public.profiles
  left join public.profile_staff_facts facts on facts.user_id = profiles.id and facts.tenant_id = profiles.tenant_id
  where profiles.tenant_id = any (p_tenant_ids)
    and (p_pattern = '%%' or facts.search_text like p_pattern or profiles.id = any (p_callers))
    and (profiles.id, profiles.tenant_id) not in (
      select staff.id, store.id from unnest(p_tenant_ids) store (id), unnest(private.staff_ids(store.id)) staff (id)
    )
    and ((p_tag = '' and not p_blocked) or (profiles.id, profiles.tenant_id) in (
      select record.user_id, record.tenant_id from public.customer_records record
      where record.tenant_id = any (p_tenant_ids) and (p_tag = '' or record.tags @> array[p_tag])
        and (not p_blocked or record.blocked_reason is not null)
    ))
$function$;

CREATE OR REPLACE FUNCTION private.with_delivery(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_settings public.settings)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grams constant bigint := private.kept_grams(p_order.id, p_edit.pieces, p_edit.lines);
  v_method constant text := coalesce(p_changes ->> 'shipping_method', p_order.shipping_method::text);
  v_address jsonb := p_order.destination;
  v_slot_zone uuid;
  v_goods numeric;
begin
  if p_changes ?| '{address,address_id}' then
    v_address := private.order_address(p_order.tenant_id, p_order.user_id, p_changes);
  end if;
  select sum(line.price - case when (p_edit.recount).code_lost then 0 else line.discount - line.recounted end) into v_goods
  from unnest(private.offered_lines(p_order, p_edit.pieces, p_edit.lines, p_edit.shares)) line;
  p_edit.delivery := private.delivery_of(p_order.tenant_id, p_settings, v_address, v_method, private.piastres(v_goods), v_grams,
    not (p_edit.recount).code_lost and exists (
      select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping'));
  if v_method = p_order.shipping_method::text and (p_edit.delivery).zone_id is not distinct from private.shipping_zone_of(
    p_order.tenant_id, p_order.destination ->> 'governorate', p_order.destination ->> 'city') then
    if (p_edit.delivery).problem ->> 'code' = 'order_too_heavy' and v_grams > private.kept_grams(p_order.id, '{}', '{}') then
      p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    end if;
    p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
    p_edit.delivery.rate := null;
    return p_edit;
  end if;
  p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
  p_edit.recount.fee := 0;
  if (p_edit.delivery).problem is not null then
    p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    return p_edit;
  end if;
  -- Resending faulty pieces is free everywhere.
  if p_order.replaces_order_id is null or p_order.shipping_total > 0 then
    p_edit.fee_difference := greatest(private.pounds(((p_edit.delivery).rate).price), p_order.shipping_credited)
      - p_order.shipping_total - p_order.shipping_difference;
    p_edit.difference := p_edit.difference + p_edit.fee_difference;
  end if;
  if p_order.slot_id is not null and not p_changes ?| '{slot_id,slot_date}' then
    select slot.zone_id into v_slot_zone from public.delivery_slots slot where slot.id = p_order.slot_id;
    if v_slot_zone is not null and v_slot_zone is distinct from (p_edit.delivery).zone_id then
      p_edit.problems := p_edit.problems || private.refusal('slot_not_there');
    end if;
  end if;
  return p_edit;
end
$function$;

CREATE OR REPLACE FUNCTION private.with_gift(p_priced private.priced_order, p_gift jsonb, p_settings public.settings)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  p_priced.gift := 0;
  if private.is_empty(p_gift) then
    return p_priced;
  elsif not p_settings.gift_wrapping_enabled then
    p_priced.problems := p_priced.problems || private.refusal('gift_closed');
  elsif jsonb_typeof(p_gift) <> 'object' or length(p_gift ->> 'message') > 300 then
    p_priced.problems := p_priced.problems || private.refusal('gift_message_too_long', jsonb_build_object('most', 300));
  else
    p_priced.gift := private.piastres(p_settings.gift_wrapping_price);
  end if;
  return p_priced;
end
$function$;

ALTER FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_promised_prices(p_priced private.priced_order, p_prices jsonb)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_promised constant private.priced_order := jsonb_populate_record(null::private.priced_order, p_prices);
  v_line private.priced_line;
begin
  for v_place in 1 .. cardinality(p_priced.lines) loop
    v_line := p_priced.lines[v_place];
    v_line.unit := (v_promised.lines[v_place]).unit;
    v_line.price_was := null;
    p_priced.lines[v_place] := v_line;
  end loop;
  p_priced.subtotal := v_promised.subtotal;
  p_priced.discount := v_promised.discount;
  p_priced.discount_id := (select discount.id from public.discounts discount where discount.id = v_promised.discount_id);
  p_priced.discount_code := v_promised.discount_code;
  p_priced.discount_kind := v_promised.discount_kind;
  p_priced.manual_discount := v_promised.manual_discount;
  p_priced.shipping := v_promised.shipping;
  p_priced.gift := v_promised.gift;
  p_priced.points_earned := v_promised.points_earned;
  p_priced.total := v_promised.total;
  return p_priced;
end
$function$;

ALTER FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.withhold(p_order_id uuid, p_line_id uuid, p_amount numeric, p_links jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_amount numeric;
begin
  -- Several roundings may add up to more than there is.
  select least(p_amount, line.credited) into v_amount from public.order_lines line where line.id = p_line_id;
  if v_amount <= 0 then
    return;
  end if;
  update public.order_lines line set credited = line.credited - v_amount where line.id = p_line_id;
  perform private.book_money(orders, 'charged', v_amount, p_links) from public.orders where orders.id = p_order_id;
end
$function$;

ALTER FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.within_calling_hours(p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when wall.at::time >= '21:00' then (wall.at::date + 1 + time '10:00') at time zone 'Africa/Cairo'
    when wall.at::time < '10:00' then (wall.at::date + time '10:00') at time zone 'Africa/Cairo'
    else p_at
  end
  from (select p_at at time zone 'Africa/Cairo' as at) wall
$function$;

ALTER FUNCTION "private"."within_calling_hours"(timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.worth_of_shipment(p_shipment_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(private.line_worth(line, part.quantity)), 0)
  from public.shipment_lines part join public.order_lines line on line.id = part.order_line_id
  where part.shipment_id = p_shipment_id
$function$;

ALTER FUNCTION "private"."worth_of_shipment"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.worth_to_pack(p_order public.orders, p_pieces private.piece_count[])
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select sum(
      private.line_worth(line, line.quantity - public.open_pieces(line) + piece.quantity)
        - private.line_worth(line, line.quantity - public.open_pieces(line)))
    from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  ) + case when exists (
    select 1 from public.shipments shipment
    where shipment.order_id = p_order.id and (shipment.state = 'delivered' or not private.is_over(shipment.state))
  ) then 0 else private.delivery_fee(p_order) + private.gift_fee(p_order) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_new_way(p_order public.orders, p_changes jsonb, p_delivery private.delivery)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if p_changes ?| '{slot_id,slot_date}' then
    perform private.leave_slot(p_order);
    if p_changes ->> 'slot_id' is not null then
      v_slot := private.book_slot(p_order.tenant_id, p_changes ->> 'slot_id', p_changes ->> 'slot_date', case
        when p_changes ?| '{address,address_id}' then p_delivery.zone_id
        else private.shipping_zone_of(p_order.tenant_id, p_order.destination ->> 'governorate', p_order.destination ->> 'city') end);
      v_day := (p_changes ->> 'slot_date')::date;
    end if;
    update public.orders set slot_id = v_slot.id, slot_date = v_day, slot_from = v_slot.from_time, slot_to = v_slot.to_time,
      updated_at = now()
    where id = p_order.id;
  end if;
  if p_changes ?| '{address,address_id}' then
    perform private.write_order_address(p_order.id, private.order_address(p_order.tenant_id, p_order.user_id, p_changes));
  end if;
  update public.orders set
    note = case when p_changes ? 'note' then coalesce(btrim(p_changes ->> 'note'), '') else note end,
    updated_at = now()
  where id = p_order.id and p_changes ?| '{address,address_id,note}';
end
$function$;

CREATE OR REPLACE FUNCTION private.write_order_address(p_order_id uuid, p_address jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_addresses set address = p_address where order_id = p_order_id and address <> p_address;
  update public.orders set destination = private.masked_address(p_address)
  where id = p_order_id and destination <> private.masked_address(p_address);
$function$;

ALTER FUNCTION "private"."write_order_address"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_order_search_texts(p_order_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_staff_facts facts set search_text = private.order_search_text(orders)
  from public.orders where orders.id = facts.order_id and facts.order_id = any (p_order_ids)
$function$;

ALTER FUNCTION "private"."write_order_search_texts"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_what_came(p_return_id uuid, p_lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parts constant private.received_part[] := private.parts_that_came(p_return_id, p_lines);
begin
  -- The first part of a line stays in its row, with the pieces that didn't arrive; each further one has a row of its own.
  update public.return_lines piece set quantity = piece.quantity - came.others, received = came.received, condition = came.condition,
    fate = came.fate, refund_percent = came.refund_percent
  from (
    select part.*, (sum(part.received) over (partition by part.order_line_id) - part.received)::integer as others
    from unnest(v_parts) part
  ) came
  where piece.return_id = p_return_id and piece.order_line_id = came.order_line_id and came.part = 1;
  insert into public.return_lines (
    tenant_id, return_id, order_line_id, part, quantity, received, condition, fate, refund_percent, price_drop)
  select piece.tenant_id, p_return_id, piece.order_line_id, came.part, came.received, came.received, came.condition, came.fate,
    came.refund_percent, piece.price_drop
  from unnest(v_parts) came
  join public.return_lines piece on piece.return_id = p_return_id and piece.order_line_id = came.order_line_id and piece.part = 1
  where came.part > 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.accept_edit_by_telephone(p_edit_id uuid, p_agreed_with text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('accept_edit_by_telephone', p_edit_id, p_agreed_with));
  v_with constant text := left(btrim(coalesce(p_agreed_with, '')), 120);
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  if private.order_actor(v_order) <> 'staff' then
    perform private.refuse('staff_only');
  elsif v_with = '' then
    perform private.refuse('agreed_with_required');
  end if;
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit_id;
  if v_edit.state <> 'proposed' then
    perform private.refuse('edit_decided', jsonb_build_object('state', v_edit.state));
  end if;
  v_edit := private.accept_edit(v_order, v_edit);
  perform private.note_consent(v_edit, 'telephone', v_with);
  perform private.remark_of_staff(v_order.id, 'change_agreed_by_telephone', jsonb_build_object('name', v_with), false);
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

ALTER FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.add_order_note(p_order_id uuid, p_note text, p_internal boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_event_id uuid;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal)) then
    return;
  end if;
  perform private.lock_orders(array[p_order_id]);
  v_order := private.order_for_caller(p_order_id, 'orders.change');
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if not p_internal then
    perform private.refuse_imported(v_order);
  end if;
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  perform private.require_assignable(array[v_order.tenant_id], person.id, 'orders.see')
  from unnest(private.mentioned_in(p_note)) person (id) where p_internal;
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.address(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    (select stored.address from public.order_addresses stored where stored.order_id = p_order.id), p_order.destination)
$function$;

ALTER FUNCTION "public"."address"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.answer_claim(p_claim_id uuid, p_received numeric, p_reference text DEFAULT ''::text, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.carrier_claims
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claim public.carrier_claims := private.idempotent_result(
    null::public.carrier_claims, p_request_id, jsonb_build_array('answer_claim', p_claim_id, p_received, p_reference, p_note));
  v_shipment public.shipments;
begin
  if v_claim.id is not null then
    return v_claim;
  end if;
  v_shipment := private.lock_shipment_to_claim((select claim.shipment_id from public.carrier_claims claim where claim.id = p_claim_id));
  select * into v_claim from public.carrier_claims claim where claim.id = p_claim_id for update;
  if v_claim.state = 'paid' or v_claim.state = 'refused' and coalesce(p_received, 0) = 0 then
    perform private.refuse('claim_answered', jsonb_build_object('state', v_claim.state));
  elsif p_received is null or not private.is_amount(to_jsonb(p_received)) or p_received > v_claim.amount then
    perform private.refuse('invalid_compensation', jsonb_build_object('amount', v_claim.amount));
  end if;
  update public.carrier_claims claim set state = case when p_received > 0 then 'paid'::public.claim_state else 'refused' end,
    received = nullif(p_received, 0), answered_at = now(), updated_at = now(),
    reference = coalesce(nullif(left(btrim(coalesce(p_reference, '')), 200), ''), claim.reference),
    note = coalesce(nullif(left(btrim(coalesce(p_note, '')), 500), ''), claim.note)
  where claim.id = p_claim_id returning * into v_claim;
  perform private.book_money(orders, 'compensated', p_received, jsonb_build_object('shipment_id', v_shipment.id),
    p_reference => v_claim.reference, p_note => v_claim.note)
  from public.orders where orders.id = v_shipment.order_id;
  return private.store_idempotent_result(p_request_id, v_claim);
end
$function$;

ALTER FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.approval_deciders(p_id uuid)
 RETURNS TABLE(id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select person.id, private.staff_label(person.id, request.tenant_id)
  from public.approval_requests request
  cross join lateral unnest(private.staff_ids(request.tenant_id)) person (id)
  where request.id = p_id and private.sees_request(request) and private.could_decide(request, person.id)
  order by 2, 1;
end
$function$;

ALTER FUNCTION "public"."approval_deciders"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.askable_by_link(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.holds_capability(orders.tenant_id, 'money.take_payments') and not orders.is_test
    then private.asked_of_order(orders) else 0 end
  from public.orders where orders.id = p_order.id
$function$;

ALTER FUNCTION "public"."askable_by_link"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.assign_approval_requests(p_ids uuid[], p_user_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_requests public.approval_requests[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_approval_requests', p_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  v_requests := array(
    select request from public.approval_requests request
    where request.id = any (p_ids) and request.state = 'pending' and private.sees_request(request) order by request.id for update
  );
  if cardinality(v_requests) = 0 or cardinality(v_requests) < (select count(distinct wanted) from unnest(p_ids) wanted) then
    perform private.refuse('unknown_approval_request');
  elsif p_user_id is not null and exists (
    select 1 from unnest(v_requests) request where not private.could_decide(request, p_user_id)
  ) then
    perform private.refuse('not_assignable');
  end if;
  delete from public.assignments assigned where p_user_id is null and assigned.approval_request_id = any (p_ids);
  insert into public.assignments (tenant_id, approval_request_id, user_id, assigned_by, seen_at)
  select request.tenant_id, request.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from unnest(v_requests) request where p_user_id is not null
  on conflict (tenant_id, approval_request_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$function$;

ALTER FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.assign_returns(p_return_ids uuid[], p_user_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_places record;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('assign_returns', p_return_ids, p_user_id)) then
    return;
  end if;
  perform private.require_aal();
  select array_agg(distinct place.tenant_id) as tenants, count(*) as found into v_places
  from (
    select asked.tenant_id from public.returns asked
    where asked.id = any (p_return_ids) and private.may(asked.tenant_id, 'orders.see') order by asked.id for update
  ) place;
  if v_places.found = 0 or v_places.found < (select count(distinct wanted) from unnest(p_return_ids) wanted) then
    perform private.refuse('unknown_return');
  end if;
  perform private.require_assignable(v_places.tenants, p_user_id, 'orders.see');
  delete from public.assignments assigned where p_user_id is null and assigned.return_id = any (p_return_ids);
  insert into public.assignments (tenant_id, return_id, user_id, assigned_by, seen_at)
  select asked.tenant_id, asked.id, p_user_id, auth.uid(), case when p_user_id = auth.uid() then now() end
  from public.returns asked where asked.id = any (p_return_ids) and p_user_id is not null order by asked.id
  on conflict (tenant_id, return_id) do update set
    user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now(), seen_at = excluded.seen_at
  where assignments.user_id <> excluded.user_id;
end
$function$;

ALTER FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.can_send_lost_again(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_shipment.state = 'lost' and exists (
    select 1 from public.shipment_lines part where part.shipment_id = p_shipment.id and part.discarded > 0
  ) and not exists (
    select 1 from public.refunds
    where refunds.order_id = p_shipment.order_id and refunds.state in ('sending', 'sent')
      and refunds.created_at >= p_shipment.inspected_at
  )
$function$;

ALTER FUNCTION "public"."can_send_lost_again"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.cancel_draft(p_draft_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_drafts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_draft public.order_drafts := private.idempotent_result(
    null::public.order_drafts, p_request_id, jsonb_build_array('cancel_draft', p_draft_id));
begin
  if v_draft.id is not null then
    return v_draft;
  end if;
  select draft.* into v_draft from public.order_drafts draft
  where draft.id = p_draft_id and private.holds_capability(draft.tenant_id, 'orders.see');
  if v_draft.id is null then
    perform private.refuse('unknown_draft');
  end if;
  perform private.require_capability(v_draft.tenant_id, 'orders.place');
  perform private.lock_pay_links_of(null, p_draft_id);
  select draft.* into v_draft from public.order_drafts draft where draft.id = p_draft_id;
  if v_draft.paid_at is not null or exists (
    select 1 from public.orders where orders.id = v_draft.order_id and (orders.received > 0 or private.has_transfer_to_check(orders.id))
  ) then
    perform private.refuse('draft_paid');
  end if;
  if v_draft.order_id is not null then
    perform private.lock_orders(array[v_draft.order_id]);
    perform private.lock_goods(array[v_draft.order_id]);
    update public.orders set status = 'cancelled', payment_status = 'failed'
    where orders.id = v_draft.order_id and orders.status = 'awaiting_payment';
  end if;
  update public.pay_links set cancelled_at = now(), updated_at = now()
  where draft_id = p_draft_id and paid_at is null and cancelled_at is null;
  update public.order_drafts set cancelled_at = coalesce(cancelled_at, now()), updated_at = now()
  where id = p_draft_id returning * into v_draft;
  perform private.log_draft(v_draft, 'update');
  return private.store_idempotent_result(p_request_id, v_draft);
end
$function$;

ALTER FUNCTION "public"."cancel_draft"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.cancel_pay_link(p_pay_link_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links := private.idempotent_result(
    null::public.pay_links, p_request_id, jsonb_build_array('cancel_pay_link', p_pay_link_id));
begin
  if v_link.id is not null then
    return v_link;
  end if;
  v_link := private.pay_link_for_staff(p_pay_link_id);
  perform private.lock_pay_links_of(v_link.order_id, v_link.draft_id);
  update public.pay_links set cancelled_at = now(), updated_at = now()
  where id = p_pay_link_id and paid_at is null and cancelled_at is null returning * into v_link;
  if v_link.id is null then
    perform private.refuse('pay_link_ended', '{"reason": "paid"}');
  end if;
  perform private.remark_of_staff(v_link.order_id, 'pay_link_cancelled');
  return private.store_idempotent_result(p_request_id, v_link);
end
$function$;

ALTER FUNCTION "public"."cancel_pay_link"(uuid, uuid) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.carrier_cash(p_tenant_id text)
 RETURNS TABLE(carrier text, carrier_name text, shipments bigint, amount numeric, overdue_shipments bigint, overdue numeric, oldest timestamp with time zone, claims bigint, claimed numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  return query
  select owed.carrier, owed.carrier_name, count(*) filter (where owed.cash > 0), sum(owed.cash),
    count(*) filter (where owed.cash > 0 and owed.delivered_at < now() - interval '14 days'),
    coalesce(sum(owed.cash) filter (where owed.delivered_at < now() - interval '14 days'), 0),
    min(owed.delivered_at) filter (where owed.cash > 0), count(*) filter (where owed.claimed > 0), sum(owed.claimed)
  from (
    select shipment.carrier, shipment.carrier_name, shipment.delivered_at, facts.carrier_owes as cash, 0::numeric as claimed
    from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
    where facts.tenant_id = p_tenant_id and facts.carrier_owes > 0
    union all
    select shipment.carrier, shipment.carrier_name, null, 0, claim.amount
    from public.carrier_claims claim join public.shipments shipment on shipment.id = claim.shipment_id
    where claim.tenant_id = p_tenant_id and claim.state = 'open'
  ) owed
  group by owed.carrier, owed.carrier_name order by min(owed.delivered_at) filter (where owed.cash > 0), owed.carrier_name;
end
$function$;

ALTER FUNCTION "public"."carrier_cash"(text) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.claim_call(p_tenant_ids text[])
 RETURNS public.claimed_call
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.change');
  v_claim private.call_claims := private.claim_order_to_call(v_tenant_ids);
  v_call public.claimed_call;
begin
  v_call.tenant_id := v_claim.tenant_id;
  v_call.order_id := v_claim.order_id;
  select count(*) filter (where waiting.due_at <= now()), min(waiting.due_at) filter (where waiting.due_at > now())
  into v_call.waiting, v_call.next_due_at from private.calls_to_make(v_tenant_ids) waiting;
  if v_claim.order_id is not null then
    select count(*), count(*) >= cardinality((private.call_settings(v_claim.tenant_id)).waits)
    into v_call.unanswered, v_call.is_last_try
    from private.counted_calls(v_claim.order_id, v_claim.tenant_id) made where made.outcome = 'no_answer';
  end if;
  return v_call;
end
$function$;

ALTER FUNCTION "public"."claim_call"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.claim_from_carrier(p_shipment_id uuid, p_claim jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.carrier_claims
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claim public.carrier_claims := private.idempotent_result(
    null::public.carrier_claims, p_request_id, jsonb_build_array('claim_from_carrier', p_shipment_id, p_claim));
  v_shipment public.shipments;
begin
  if v_claim.id is not null then
    return v_claim;
  end if;
  v_shipment := private.lock_shipment_to_claim(p_shipment_id);
  if v_shipment.handed_over_at is null then
    perform private.refuse('nothing_to_claim');
  end if;
  perform private.require_claim(p_claim);
  select * into v_claim from public.carrier_claims claim where claim.shipment_id = p_shipment_id for update;
  if v_claim.state <> 'open' then
    perform private.refuse('claim_answered', jsonb_build_object('state', v_claim.state));
  end if;
  insert into public.carrier_claims as claim (tenant_id, shipment_id, amount, reference, note, due_on, claimed_at)
  values (v_shipment.tenant_id, p_shipment_id, (p_claim ->> 'amount')::numeric, btrim(coalesce(p_claim ->> 'reference', '')),
    btrim(coalesce(p_claim ->> 'note', '')), coalesce((p_claim ->> 'due_on')::date, private.shop_time()::date + 14), now())
  on conflict (tenant_id, shipment_id) do update set amount = excluded.amount, reference = excluded.reference, note = excluded.note,
    due_on = case when p_claim ->> 'due_on' is null then claim.due_on else excluded.due_on end,
    claimed_at = coalesce(claim.claimed_at, now()), updated_at = now()
  returning * into v_claim;
  return private.store_idempotent_result(p_request_id, v_claim);
end
$function$;

ALTER FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.close_day(p_tenant_id text, p_day date, p_counted jsonb, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.day_closes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_close public.day_closes := private.idempotent_result(
    null::public.day_closes, p_request_id, jsonb_build_array('close_day', p_tenant_id, p_day, p_counted, p_note));
begin
  if v_close.tenant_id is not null then
    return v_close;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_counts(p_counted);
  -- Two closes of one store, one after the other.
  perform 1 from public.tenants tenant where tenant.id = p_tenant_id for update;
  if p_day > private.shop_time(now())::date then
    perform private.refuse('day_not_begun');
  elsif exists (select 1 from public.day_closes closed where closed.tenant_id = p_tenant_id and closed.day >= p_day) then
    perform private.refuse('day_closed');
  end if;
  perform private.open_day_closes(p_tenant_id, p_day);
  insert into public.day_closes (tenant_id, day, closed_by, note, statement_differences, payment_differences)
  values (p_tenant_id, p_day, auth.uid(), left(btrim(coalesce(p_note, '')), 500),
    (select count(*) from public.settlement_differences open where open.tenant_id = p_tenant_id and open.resolved_at is null),
    (select count(*) from public.payment_differences open where open.tenant_id = p_tenant_id and open.resolved_at is null))
  returning * into v_close;
  insert into public.day_close_acts (tenant_id, day, actor_id, kind, entries, amount)
  select booked.tenant_id, p_day, booked.actor_id, booked.kind, booked.entries, booked.amount
  from private.acts_to_close(p_tenant_id, p_day) booked;
  perform private.close_money(p_tenant_id, p_day, p_counted);
  return private.store_idempotent_result(p_request_id, v_close);
end
$function$;

ALTER FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.closer(p_close public.day_closes)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.staff_label(p_close.closed_by, p_close.tenant_id), '')
  where private.may(p_close.tenant_id, 'money.see')
$function$;

ALTER FUNCTION "public"."closer"(public.day_closes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.create_pay_link(p_order_id uuid, p_part numeric DEFAULT NULL::numeric, p_hours integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links := private.idempotent_result(
    null::public.pay_links, p_request_id, jsonb_build_array('create_pay_link', p_order_id, p_part, p_hours));
  v_order public.orders;
  v_due numeric;
begin
  if v_link.id is not null then
    return v_link;
  end if;
  perform private.lock_pay_links_of(p_order_id, null);
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  v_due := private.asked_of_order(v_order);
  if v_due = 0 or v_order.is_test then
    perform private.refuse('not_payable');
  elsif p_part is not null and (not private.is_amount(to_jsonb(p_part)) or p_part = 0) then
    perform private.refuse('invalid_amount');
  elsif p_part > v_due then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_link := private.open_pay_link(v_order.tenant_id, p_order_id, null, p_part,
    now() + make_interval(hours => private.pay_link_hours(v_order.tenant_id, p_hours)));
  update public.orders set reserved_until = greatest(reserved_until, v_link.expires_at)
  where orders.id = p_order_id and orders.status = 'awaiting_payment' and orders.reserved_until is not null;
  perform private.remark_of_staff(p_order_id, 'pay_link_made', jsonb_build_object('amount', coalesce(p_part, v_due)));
  return private.store_idempotent_result(p_request_id, v_link);
end
$function$;

ALTER FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.credit_for_link(p_tenant_id text, p_token text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
begin
  if public.pay_link_state(v_link) <> 'open' or private.payer_of_pay_link(v_link) is distinct from auth.uid() then
    return 0;
  end if;
  return coalesce((
    select least(profile.store_credit, private.pay_link_due(v_link, private.order_of_pay_link(v_link)))
    from public.profiles profile where profile.id = auth.uid() and profile.tenant_id = p_tenant_id
  ), 0);
end
$function$;

ALTER FUNCTION "public"."credit_for_link"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.customers_after(p_tenant_ids text[], p_search text DEFAULT ''::text, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS TABLE(tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_contacts constant text[] := private.tenants_where_may('customers.see_contact');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
begin
  return query
  with page as (
    select profiles.* from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    where p_after is null or profiles.id > p_after
    order by profiles.id
    limit v_limit
  )
  select page.tenant_id, page.id, page.name, page.email,
    case when page.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, page.points,
    page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.profile_phones known on known.user_id = page.id and known.tenant_id = page.tenant_id
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.day_acts(p_tenant_ids text[], p_day date)
 RETURNS TABLE(tenant_id text, actor text, kind public.payment_entry_kind, entries bigint, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text;
begin
  foreach v_tenant_id in array private.stores_where_may(p_tenant_ids, 'money.see') loop
    return query
    select act.tenant_id, private.staff_label(act.actor_id, act.tenant_id), act.kind, act.entries, act.amount
    from (
      select closed.tenant_id, closed.actor_id, closed.kind, closed.entries, closed.amount
      from public.day_close_acts closed where closed.tenant_id = v_tenant_id and closed.day = p_day
      union all
      select booked.* from private.acts_to_close(v_tenant_id, p_day) booked
      where not exists (select 1 from public.day_closes closed where closed.tenant_id = v_tenant_id and closed.day >= p_day)
    ) act
    order by 2, 3;
  end loop;
end
$function$;

ALTER FUNCTION "public"."day_acts"(text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.day_money(p_tenant_ids text[], p_day date)
 RETURNS SETOF public.day_money
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text;
begin
  foreach v_tenant_id in array private.stores_where_may(p_tenant_ids, 'money.see') loop
    if exists (select 1 from public.day_closes closed where closed.tenant_id = v_tenant_id and closed.day >= p_day) then
      return query select line.tenant_id, line.place, line.name, line.method, line.came, line.went, line.fees, line.held,
          line.expected, line.counted, line.note
        from public.day_close_lines line
        where line.tenant_id = v_tenant_id and line.day = p_day order by line.place, line.name, line.method;
    else
      return query select * from private.money_to_close(v_tenant_id, p_day);
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "public"."day_money"(text[], date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.decide_edit(p_edit_id uuid, p_accept boolean, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('decide_edit', p_edit_id, p_accept));
  v_state constant public.order_edit_state := case when p_accept then 'applied' else 'declined' end;
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  v_edit := private.require_edit_move(v_order, p_edit_id, v_state);
  if p_accept then
    v_edit := private.accept_edit(v_order, v_edit);
  else
    update public.order_edits set state = v_state, decided_at = now() where id = p_edit_id returning * into v_edit;
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

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

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id)) then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.erase');
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- A concurrent order commits first, or finds no account.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant_id || v_user_id::text, 0));
  perform private.lock_orders(array(
    select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id
  ));
  perform 1 from public.profiles where id = v_user_id and tenant_id = p_tenant_id for update;
  perform private.require_deletable(p_tenant_id, v_user_id);

  v_orders := array(select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id);
  v_conversations := private.conversations_of(p_tenant_id, v_user_id);
  perform private.forget_in_audit_log(p_tenant_id, v_user_id, v_orders || v_conversations || v_user_id || array(
    select id from public.messages where conversation_id = any (v_conversations)
    union select id from public.reviews where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.discounts where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.customer_records where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.order_edits where order_id = any (v_orders)
    union select id from public.shipments where order_id = any (v_orders)
    union select id from public.returns where order_id = any (v_orders)
    union select id from public.refunds where order_id = any (v_orders)
    union select id from public.transfers where order_id = any (v_orders)
  ));
  delete from private.request_answers answered
  where answered.user_id = v_user_id or answered.answer ->> 'user_id' = v_user_id::text
    or answered.answer ->> 'order_id' = any (v_orders::text[])
    or answered.answer #>> '{order,user_id}' = v_user_id::text
    or answered.answer ->> 'conversation_id' = any (v_conversations::text[]);
  perform private.remove_file(file.bucket_id, file.name) from private.personal_files(p_tenant_id, v_user_id) file;

  delete from public.imported_customers came where came.user_id = v_user_id and came.tenant_id = p_tenant_id;
  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to its order's ledger.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.opening_alerts alert using public.profiles
  where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    and alert.tenant_id = p_tenant_id and alert.email = lower(profiles.email);
  delete from public.staff_notification_choices where user_id = v_user_id and tenant_id = p_tenant_id;
  delete from public.order_drafts where user_id = v_user_id and tenant_id = p_tenant_id;
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id)
    and not exists (select 1 from public.staff_members where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- Removes the audit entries of this erasure, which hold the erased values.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    private.staff_name(auth.uid(), p_tenant_id),
    'delete', 'profiles', v_user_id::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.deliver_shipments(p_deliveries jsonb, p_note text DEFAULT ''::text, p_happened_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('deliver_shipments', p_deliveries, p_note, p_happened_at));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    perform private.require_deliveries(p_deliveries);
    if p_happened_at > now() + interval '5 minutes' then
      perform private.refuse('not_yet');
    end if;
    v_outcomes := array(select outcome from private.lock_shipments(private.ids_in(p_deliveries, 'shipment_id')) outcome);
    perform private.lock_credit_of(array(select asked.order_id from unnest(v_outcomes) asked));
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', asked.order_id, 'shipment_id', asked.shipment_id, 'refusal',
        coalesce(asked.refusal, private.refusal_of(format('select private.deliver_pieces(%L, %L, %L, %L, %L)', asked.shipment_id,
          wanted.value -> 'lines', wanted.value ->> 'cash', coalesce(p_note, ''), coalesce(p_happened_at, clock_timestamp()))))))
      from unnest(v_outcomes) asked
      join jsonb_array_elements(p_deliveries) wanted on wanted.value ->> 'shipment_id' = asked.shipment_id::text
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.discard_handover_scans(p_shipment_ids uuid[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('discard_handover_scans', p_shipment_ids)) then
    return;
  end if;
  perform private.lock_shipments(p_shipment_ids);
  delete from public.handover_scans scan
  where scan.shipment_id = any (p_shipment_ids) and private.may(scan.tenant_id, 'orders.pack');
end
$function$;

ALTER FUNCTION "public"."discard_handover_scans"(uuid[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.draft_reserved_until(p_draft public.order_drafts)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select orders.reserved_until from public.orders
  where orders.id = p_draft.order_id and orders.tenant_id = p_draft.tenant_id and orders.status = 'awaiting_payment'
    and private.holds_capability(orders.tenant_id, 'orders.see')
$function$;

ALTER FUNCTION "public"."draft_reserved_until"(public.order_drafts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.draft_state(p_draft public.order_drafts)
 RETURNS public.order_draft_state
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (case
    when p_draft.paid_at is not null then 'paid'
    when p_draft.cancelled_at is not null then 'cancelled'
    when p_draft.expires_at <= now() then 'expired'
    else 'open'
  end)::public.order_draft_state
$function$;

ALTER FUNCTION "public"."draft_state"(public.order_drafts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.due_by_transfer(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_void(p_order.status) then 0
    when p_order.payment_method = 'bank_transfer' then public.owes(p_order)
    when p_order.status = 'awaiting_payment' and p_order.deposit > 0 then private.awaited_payment(p_order)
    -- Sent by a link to pay, whatever the order was to be paid with.
    when private.has_transfer_to_check(p_order.id) then public.owes(p_order)
    else 0
  end
$function$;

CREATE OR REPLACE FUNCTION public.edit_order(p_order_id uuid, p_changes jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('edit_order', p_order_id, p_changes, p_reason));
  v_order public.orders;
  v_priced private.priced_edit;
  v_changes jsonb;
  v_waits boolean;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_for_caller(p_order_id, 'orders.change');
  if exists (select 1 from public.order_edits where order_id = p_order_id and state = 'proposed') then
    perform private.refuse('edit_waits');
  end if;
  v_priced := private.checked_edit(v_order, p_changes);
  v_changes := private.kept_changes(v_order, p_changes);
  v_waits := v_priced.difference > 0 and private.order_actor(v_order) = 'staff' and v_order.user_id is not null;
  insert into public.order_edits (
    tenant_id, order_id, number, state, changes, added, difference, fee_difference, reason, decided_at, applied_at
  )
  select v_order.tenant_id, p_order_id, coalesce(max(earlier.number), 0) + 1,
    case when v_waits then 'proposed'::public.order_edit_state else 'applied' end, private.masked_changes(v_changes), private.added_lines(v_priced), v_priced.difference,
    coalesce(v_priced.fee_difference, 0), left(btrim(coalesce(p_reason, '')), 1000),
    case when not v_waits then now() end, case when not v_waits then now() end
  from public.order_edits earlier where earlier.order_id = p_order_id
  returning * into v_edit;
  insert into public.order_edit_addresses (edit_id, tenant_id, address)
  select v_edit.id, v_edit.tenant_id, v_changes -> 'address' where v_changes ? 'address';
  if not v_waits then
    v_edit := private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

CREATE OR REPLACE FUNCTION public.expire_approval_requests()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  perform private.end_old_approval_requests();
end
$function$;

ALTER FUNCTION "public"."expire_approval_requests"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.export_personal_data(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.begin_data_export(p_tenant_id, v_user_id);
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id, 'exported_at', now(), 'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user_id
    ),
    'role', (select role from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(profiles) - '{id,tenant_id}'::text[] || jsonb_build_object('phone', known.phone) from public.profiles
      left join public.profile_phones known on known.user_id = profiles.id and known.tenant_id = profiles.tenant_id
      where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(customer_records) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records
      where user_id = v_user_id and tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(addresses) - v_own order by created_at) from public.addresses
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'orders', private.personal_orders(p_tenant_id, v_user_id), 'from_other_shops', private.personal_imports(p_tenant_id, v_user_id),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(customizations) - v_own order by created_at) from public.customizations
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(wishlists) - v_own || jsonb_build_object('name', products.name) order by wishlists.created_at)
      from public.wishlists join public.products on products.id = wishlists.product_id
      where wishlists.user_id = v_user_id and wishlists.tenant_id = p_tenant_id
    ), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(stock_alerts) - v_own || jsonb_build_object('name', products.name)
        order by stock_alerts.created_at)
      from public.stock_alerts join public.products on products.id = stock_alerts.product_id
      where stock_alerts.user_id = v_user_id and stock_alerts.tenant_id = p_tenant_id
    ), '[]'),
    'opening_alerts', private.personal_opening_alerts(p_tenant_id, v_user_id), 'drafts', private.personal_drafts(p_tenant_id, v_user_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(reviews) - v_own order by created_at) from public.reviews
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(point_entries) - v_own order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - v_own order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - v_own || jsonb_build_object('answered_at', facts.answered_at, 'messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by conversations.created_at)
      from public.conversations join public.conversation_staff_facts facts on facts.conversation_id = conversations.id
      where conversations.id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.find_orders(p_tenant_ids text[], p_text text, p_limit integer DEFAULT 5)
 RETURNS TABLE(tenant_id text, id uuid, number text, about text, found_by text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
  v_pattern constant text := private.folded_pattern(p_text);
  v_limit constant integer := least(greatest(coalesce(p_limit, 5), 1), 50);
  v_called constant uuid[] := array(select called.id from private.orders_by_phone(v_tenant_ids, p_text, v_limit) called);
begin
  -- With constants, so that it is planned for the pattern: rare texts have an index, of frequent ones the newest orders come soon.
  return query execute format(
    'select found.tenant_id, found.id, found.number,
      concat_ws('', '', nullif(found.customer_name, ''''),
        nullif(nullif(found.destination ->> ''full_name'', ''''), found.customer_name)),
      private.found_by(found::public.orders, %2$L)
    from (
      (select orders.* from public.orders
      join public.order_staff_facts facts on facts.order_id = orders.id and facts.tenant_id = orders.tenant_id
      where facts.tenant_id = any (%1$L) and facts.search_text like %2$L
      order by orders.created_at desc, orders.id limit %3$s)
      union
      select orders.* from public.orders where orders.id = any (%4$L)
    ) found order by found.created_at desc, found.id limit %3$s',
    v_tenant_ids, v_pattern, v_limit, v_called);
end
$function$;

ALTER FUNCTION "public"."find_orders"(text[], text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.find_scanned(p_tenant_ids text[], p_code text)
 RETURNS SETOF public.scanned
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
  v_code constant text := btrim(coalesce(p_code, ''));
begin
  if length(v_code) not between 1 and 100 then
    return;
  end if;
  return query
  with found as (
    select own.* from private.own_codes(v_tenant_ids, v_code) own
  ), named as (
    select found.* from found
    union all
    select 'piece'::public.scan_kind, line.order_id, line.id, null::uuid from private.lines_waiting_for(v_tenant_ids, v_code) line
    where not exists (select 1 from found)
  )
  select (private.scanned_of(named.kind, orders, line, coalesce(named.shipment_id, (
    select newest.id from public.shipments newest where newest.order_id = orders.id and newest.state <> 'cancelled'
    order by newest.number desc limit 1)))).*
  from named join public.orders on orders.id = named.order_id left join public.order_lines line on line.id = named.order_line_id
  order by orders.created_at, orders.id, line.position;
  if not found then
    return query
    select (jsonb_populate_record(null::public.scanned, jsonb_build_object(
      'kind', 'piece', 'tenant_id', known.tenant_id, 'name', known.name, 'open_pieces', 0, 'open_returns', 0))).*
    from private.variants_with_code(v_tenant_ids, v_code) known;
  end if;
end
$function$;

ALTER FUNCTION "public"."find_scanned"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.for_me(p_tenant_ids text[], p_limit integer DEFAULT 100)
 RETURNS SETOF public.meant_for_me
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from (
    select assigned.tenant_id, case when assigned.order_id is null then 'return' else 'order' end, orders.id, null::uuid, orders.number,
      '', private.staff_label(assigned.assigned_by, assigned.tenant_id), assigned.assigned_at, assigned.seen_at is not null, null::uuid
    from public.assignments assigned
    left join public.returns back on back.id = assigned.return_id
    join public.orders on orders.id = coalesce(assigned.order_id, back.order_id)
    where (back.id is null or private.is_open_return(back.state) and not exists (
        select 1 from public.assignments whole where whole.order_id = back.order_id and whole.user_id = assigned.user_id
      )) and assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids)
      and assigned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    union all
    select assigned.tenant_id, 'conversation', null, conversation.id,
      coalesce(nullif(conversation.subject, ''), nullif(conversation.name, ''), conversation.email), '',
      private.staff_label(assigned.assigned_by, assigned.tenant_id), assigned.assigned_at, assigned.seen_at is not null, null
    from public.assignments assigned
    join public.conversations conversation on conversation.id = assigned.conversation_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and conversation.is_open
      and assigned.tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
    union all
    select mentioned.tenant_id, 'mention', orders.id, null, orders.number, event.note,
      coalesce(private.staff_label(made.actor_id, mentioned.tenant_id), ''), mentioned.created_at, mentioned.seen_at is not null, null
    from public.mentions mentioned
    join public.order_events event on event.id = mentioned.event_id
    join public.orders on orders.id = event.order_id
    left join public.order_event_actors made on made.event_id = event.id
    where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids)
      and mentioned.tenant_id = any ((select private.tenants_where_may('orders.see'))::text[])
    union all
    select request.tenant_id, 'request', request.order_id, null, private.approval_label(request), request.note,
      private.staff_label(request.asked_by, request.tenant_id), assigned.assigned_at, assigned.seen_at is not null, request.id
    from public.assignments assigned
    join public.approval_requests request on request.id = assigned.approval_request_id
    where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and request.state = 'pending'
      and private.may_decide(request)
    union all
    select request.tenant_id, request.state::text, request.order_id, null, private.approval_label(request), request.word,
      coalesce(private.staff_label(request.decided_by, request.tenant_id), ''), request.decided_at, request.seen_at is not null,
      request.id
    from public.approval_requests request
    where request.asked_by = auth.uid() and request.tenant_id = any (p_tenant_ids) and request.state <> 'pending'
      and (request.seen_at is null or request.decided_at > now() - interval '7 days')
      and request.tenant_id = any ((select private.tenants_where_may('approvals.see'))::text[])
  ) meant (tenant_id, kind, order_id, conversation_id, about, note, from_name, at, is_seen, approval_request_id)
  order by meant.is_seen, meant.at desc
  limit least(greatest(p_limit, 1), 500)
$function$;

CREATE OR REPLACE FUNCTION public.import_customers(p_tenant_id text, p_import jsonb, p_customers jsonb, p_dry boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.store_import_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.store_import_result := private.idempotent_result(null::public.store_import_result, p_request_id,
    jsonb_build_array('import_customers', p_tenant_id, p_import, p_customers, p_dry));
  v_import public.store_imports;
begin
  if v_result.records is not null then
    return v_result;
  end if;
  perform private.require_import_right(p_tenant_id, 'customers');
  perform private.require_import_part(p_import, p_customers);
  if not p_dry then
    v_import := private.open_import(p_tenant_id, 'customers', p_import);
  end if;
  select array_agg(private.import_customer(p_tenant_id, v_import, given.value) order by given.place) into v_result.records
  from jsonb_array_elements(p_customers) with ordinality given (value, place);
  v_result.import_id := v_import.id;
  update public.store_imports set imported = imported + (
    select count(*) from unnest(v_result.records) came where came.outcome = 'added'
  ) where id = v_import.id;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.import_orders(p_tenant_id text, p_import jsonb, p_orders jsonb, p_dry boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.store_import_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.store_import_result := private.idempotent_result(null::public.store_import_result, p_request_id,
    jsonb_build_array('import_orders', p_tenant_id, p_import, p_orders, p_dry));
  v_import public.store_imports;
begin
  if v_result.records is not null then
    return v_result;
  end if;
  perform private.require_import_right(p_tenant_id, 'orders');
  perform private.require_import_part(p_import, p_orders);
  if not p_dry then
    v_import := private.open_import(p_tenant_id, 'orders', p_import);
  end if;
  select array_agg(private.import_order(
    p_tenant_id, (p_import ->> 'source')::public.import_source, v_import, given.value) order by given.place)
  into v_result.records
  from jsonb_array_elements(p_orders) with ordinality given (value, place);
  v_result.import_id := v_import.id;
  update public.store_imports set imported = imported + (
    select count(*) from unnest(v_result.records) came where came.outcome = 'added'
  ) where id = v_import.id;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.is_changeable(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.orders cross join private.order_actor(orders) actor
    where orders.id = p_order.id and orders.imported_from is null and private.has_pieces_to_change(orders.id, actor)
      and (actor <> 'staff' or private.holds_capability(orders.tenant_id, 'orders.change'))
  ) and not exists (select 1 from public.order_edits edit where edit.order_id = p_order.id and edit.state = 'proposed')
$function$;

CREATE OR REPLACE FUNCTION public.is_overdue(p_claim public.carrier_claims)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_claim.state = 'open' and p_claim.due_on < private.shop_time()::date
$function$;

ALTER FUNCTION "public"."is_overdue"(public.carrier_claims) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.is_packable(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_confirmed(p_order.stage) and p_order.imported_from is null
$function$;

CREATE OR REPLACE FUNCTION public.keep_call(p_order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.call_claims held set claimed_until = now() + private.call_claim_time()
  where held.order_id = p_order_id and held.claimed_by = auth.uid();
  return found;
end
$function$;

ALTER FUNCTION "public"."keep_call"(uuid) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.link_channels(p_link public.pay_links)
 RETURNS public.notification_channel[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select channel.value
    from unnest(enum_range(null::public.notification_channel)) with ordinality channel (value, place)
    join public.pay_links link on link.id = p_link.id and private.holds_capability(link.tenant_id, 'orders.see')
    cross join lateral (select private.pay_link_recipient(link, channel.value) as address) recipient
    where recipient.address <> '' and not exists (
      select 1 from public.notification_opt_outs stopped
      where stopped.tenant_id = link.tenant_id and stopped.channel = channel.value and stopped.recipient = recipient.address
    )
    order by channel.place
  )
$function$;

ALTER FUNCTION "public"."link_channels"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_approval_requests(p_tenant_ids text[], p_whose text DEFAULT ''::text)
 RETURNS TABLE(id uuid, tenant_id text, act public.approval_act, needed numeric, facts jsonb, note text, word text, order_id uuid, customer_id uuid, product_ids uuid[], state public.approval_state, ended_because text, asked_by text, asked_at timestamp with time zone, decided_by text, decided_at timestamp with time zone, is_own boolean, may_decide boolean, is_news boolean, assignee uuid, assignee_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('approvals.see')));
begin
  perform private.refuse('staff_only') where cardinality(v_tenant_ids) = 0;
  return query
  select request.id, request.tenant_id, request.act, request.needed,
    case when profile.name <> '' then request.facts || jsonb_build_object('customer', profile.name) else request.facts end,
    request.note, request.word, request.order_id, request.customer_id, request.product_ids,
    case when shown.has_expired then 'ended' else request.state end,
    case when shown.has_expired then 'expired' else request.ended_because end,
    private.staff_label(request.asked_by, request.tenant_id), request.asked_at,
    private.staff_label(request.decided_by, request.tenant_id), request.decided_at, shown.is_own,
    shown.may_decide and request.state = 'pending' and not shown.has_expired,
    shown.is_own and request.state <> 'pending' and request.seen_at is null,
    assigned.user_id, private.staff_label(assigned.user_id, request.tenant_id)
  from public.approval_requests request
  left join public.assignments assigned on assigned.tenant_id = request.tenant_id and assigned.approval_request_id = request.id
    and request.state = 'pending' and private.could_decide(request, assigned.user_id)
  left join public.profiles profile on profile.id = request.customer_id and profile.tenant_id = request.tenant_id
  cross join lateral (
    select request.asked_by = auth.uid() as is_own, private.may_decide(request) as may_decide,
      request.state = 'pending' and request.asked_at < now() - interval '7 days' as has_expired
  ) shown
  where request.tenant_id = any (v_tenant_ids) and (shown.is_own or shown.may_decide) and case p_whose
    when 'mine' then assigned.user_id = auth.uid()
    when 'nobody' then request.state = 'pending' and not shown.has_expired and assigned.user_id is null else true end
  order by request.state = 'pending' desc, request.asked_at desc, request.id
  limit 200;
end
$function$;

ALTER FUNCTION "public"."list_approval_requests"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_customers(p_tenant_ids text[], p_search text DEFAULT ''::text, p_sort text DEFAULT '-joined'::text, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false)
 RETURNS TABLE(tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_contacts constant text[] := private.tenants_where_may('customers.see_contact');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
  v_found bigint;
begin
  select count(*) into v_found from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles;

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email,
      case when profiles.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, profiles.points,
      profiles.created_at, coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    left join public.profile_phones known on known.user_id = profiles.id and known.tenant_id = profiles.tenant_id
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.tenant_id, orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = any (v_tenant_ids) and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.tenant_id, orders.user_id
    ) bought on bought.user_id = profiles.id and bought.tenant_id = profiles.tenant_id
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    order by place
    limit v_limit offset v_offset
  )
  select page.tenant_id, page.id, page.name, page.email,
    case when page.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, page.points,
    page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.profile_phones known on known.user_id = page.id and known.tenant_id = page.tenant_id
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_export(p_tenant_ids text[], p_list text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('log_export', p_tenant_ids, p_list)) then
    return;
  end if;
  if p_list !~ '^[a-z][a-z_-]{0,39}$' then
    perform private.refuse('invalid_rows');
  end if;
  perform private.write_audit(place.id, 'insert', 'exports', place.id, p_list, null, jsonb_build_object('list', p_list))
  from (select unnest(p_tenant_ids) intersect select unnest(private.workplaces())) place (id);
end
$function$;

ALTER FUNCTION "public"."log_export"(text[], text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.lose_shipment(p_shipment_id uuid, p_send_again boolean, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('lose_shipment', p_shipment_id, p_send_again, p_note));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_for_booking(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if v_shipment.state = 'lost' then
    perform private.refuse('shipment_closed', jsonb_build_object('state', v_shipment.state));
  end if;
  perform private.raise_refusal(private.shipment_move_refusal(v_shipment, 'lost', null));
  perform private.book_moves(array[p_shipment_id], 'lost', p_note);
  if p_send_again then
    perform private.replace_lost_pieces(v_order, p_shipment_id, p_note);
  end if;
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id), p_note);
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_seen(p_tenant_ids text[], p_order_id uuid DEFAULT NULL::uuid, p_conversation_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_all constant boolean := p_order_id is null and p_conversation_id is null;
begin
  perform private.require_aal();
  update public.assignments assigned set seen_at = now()
  where assigned.user_id = auth.uid() and assigned.tenant_id = any (p_tenant_ids) and assigned.seen_at is null
    and (v_all or assigned.order_id = p_order_id or assigned.conversation_id = p_conversation_id
      or assigned.return_id in (select back.id from public.returns back where back.order_id = p_order_id));
  update public.approval_requests request set seen_at = now()
  where v_all and request.asked_by = auth.uid() and request.tenant_id = any (p_tenant_ids) and request.state <> 'pending'
    and request.seen_at is null;
  update public.mentions mentioned set seen_at = now()
  where mentioned.user_id = auth.uid() and mentioned.tenant_id = any (p_tenant_ids) and mentioned.seen_at is null
    and (v_all or exists (
      select 1 from public.order_events event where event.id = mentioned.event_id and event.order_id = p_order_id));
end
$function$;

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

CREATE OR REPLACE FUNCTION public.next_statuses(p_order public.orders)
 RETURNS public.order_status[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(move.to_status order by target.step, move.to_status), '{}')
  from public.orders
  join public.order_status_transitions move on move.from_status = orders.status
  join public.order_statuses target on target.status = move.to_status
  where orders.id = p_order.id and orders.imported_from is null and target.is_set_by_people and private.is_move_of(private.order_actor(orders), move)
    and (private.order_actor(orders) <> 'staff' or private.holds_capability(orders.tenant_id, move.capability))
    and not (move.needs_payment and private.misses_payment(orders))
$function$;

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS public.operations_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.operations_figures;
begin
  perform private.require_service();
  v_figures.orders := array(
    select row(orders.status, count(*))::public.state_count from public.orders group by orders.status order by orders.status
  );
  v_figures.mails := (
    select row(
      count(*) filter (where sent_at is not null), count(*) filter (where state = 'waiting'),
      count(*) filter (where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'),
      count(*) filter (where expired_at > now() - interval '7 days'))::public.notification_counts
    from public.order_notifications
  );
  v_figures.phones_held := (
    select count(*) from public.order_notifications where held_at > now() - interval '1 hour'
  );
  v_figures.payments := array(
    select row(payments.status, count(*))::public.state_count from public.payments
    group by payments.status order by payments.status
  );
  v_figures.payments_stuck := (
    select count(*) from public.payments
    where status = 'open' and expires_at < now() - interval '1 hour'
      or status = 'mismatched' and updated_at < now() - interval '1 hour'
      or status = 'held' and held_until < now() - interval '1 hour'
  ) + (
    select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
  );
  v_figures.differences := row(
    (select count(*) from public.payment_differences where resolved_at is null),
    (select count(*) from public.settlement_differences where resolved_at is null),
    (select count(*) from public.carrier_claims claim where public.is_overdue(claim)))::public.difference_counts;
  v_figures.jobs := (
    select row(
      count(*) filter (where job.every is null and not private.has_failed(job)),
      count(*) filter (where private.has_failed(job)))::public.job_counts
    from private.jobs job
  );
  v_figures.database_bytes := pg_catalog.pg_database_size(pg_catalog.current_database());
  return v_figures;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_people(p_order_id uuid)
 RETURNS public.people_of_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_history public.delivery_history;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.see');
  v_ids := array(
    select facts.placed_by from public.order_staff_facts facts where facts.order_id = p_order_id
    union select made.actor_id from public.order_event_actors made
      join public.order_events event on event.id = made.event_id where event.order_id = p_order_id
    union select made.actor_id from public.shipment_event_actors made
      join public.shipment_events event on event.id = made.event_id
      join public.shipments shipment on shipment.id = event.shipment_id where shipment.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select unnest(array[facts.proposed_by, facts.decided_by]) from public.order_edit_staff_facts facts
      join public.order_edits edit on edit.id = facts.edit_id where edit.order_id = p_order_id
    union select facts.created_by from public.refund_staff_facts facts
      join public.refunds refund on refund.id = facts.refund_id where refund.order_id = p_order_id
    union select unnest(private.mentioned_in(event.note) || (event.remark ->> 'user_id')::uuid)
      from public.order_events event where event.order_id = p_order_id and event.is_internal
    union select made.called_by from public.order_calls made where made.order_id = p_order_id and made.called_by is not null
    union select assigned.user_id from public.assignments assigned where assigned.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, public.address(v_order) ->> 'phone');
  return row(array(
    select row(person.id, private.staff_label(person.id, v_order.tenant_id))::public.person_name
    from unnest(v_ids) person (id) where private.is_person_of(person.id, v_order.tenant_id) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_tags_in_use(p_tenant_ids text[])
 RETURNS TABLE(tag text, folded text, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query
    select (array_agg(named.tag order by named.created_at desc, named.id))[1], named.folded, count(*)
    from public.order_tags named where named.tenant_id = any (v_tenant_ids)
    group by named.folded order by 3 desc, 2 limit 200;
end
$function$;

ALTER FUNCTION "public"."order_tags_in_use"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.orders_found_by_phone(p_tenant_ids text[], p_phone text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select found.id from private.orders_by_phone(array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('orders.see'))
  ), p_phone, 200) found;
end
$function$;

ALTER FUNCTION "public"."orders_found_by_phone"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.owes(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_order.imported_from is null then greatest(private.balance(p_order), 0) else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.owner_alerts_sent(p_alert_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.owner_alerts told set sent_at = now() where told.id = any (p_alert_ids);
end
$function$;

ALTER FUNCTION "public"."owner_alerts_sent"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.owner_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, language text, actor_name text, items jsonb, alert_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_owner_alert', p_job_ids);
begin
  perform private.require_service();
  return query
  with due as (
    select distinct on (told.user_id, told.actor_id) told.user_id, told.actor_id, told.id as job_key
    from private.owner_alerts told where told.id = any (v_alerts) and told.sent_at is null
    order by told.user_id, told.actor_id, told.id
  ), acts as (
    select due.user_id, due.actor_id, due.job_key, min(entry.id) as first_id, array_agg(waiting.id) as alert_ids,
      array_agg(entry.tenant_id order by entry.id) as tenant_ids, entry.created_at as at, entry.entity, entry.action, entry.label,
      entry.before, entry.after, (array_agg(private.owner_alert_kind(entry)))[1] as kind
    from due
    join private.owner_alerts waiting on waiting.user_id = due.user_id and waiting.actor_id = due.actor_id and waiting.sent_at is null
    join public.audit_log entry on entry.tenant_id = waiting.tenant_id and entry.id = waiting.audit_id
    group by due.user_id, due.actor_id, due.job_key, entry.created_at, entry.entity, entry.entity_id, entry.action, entry.label,
      entry.before, entry.after
  )
  select act.job_key, (array_agg(act.tenant_ids[1] order by act.first_id))[1], mailbox.email, mailbox.language,
    private.staff_label(act.actor_id, (array_agg(act.tenant_ids[1] order by act.first_id))[1]),
    jsonb_agg(jsonb_build_object('kind', act.kind, 'entity', act.entity, 'action', act.action, 'label', act.label,
      'before', act.before, 'after', act.after, 'tenant_ids', act.tenant_ids, 'at', act.at) order by act.first_id),
    array(
      select alert_id from acts told cross join unnest(told.alert_ids) alert_id where told.job_key = act.job_key)
  from acts act
  cross join lateral private.mailbox_of_person(act.user_id) mailbox
  group by act.job_key, act.actor_id, mailbox.email, mailbox.language;
end
$function$;

ALTER FUNCTION "public"."owner_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_folder(p_tenant_id text, p_token text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
begin
  perform private.require_service();
  perform private.require_open_pay_link(v_link);
  return v_link.tenant_id || '/' || v_link.id;
end
$function$;

ALTER FUNCTION "public"."pay_link_folder"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_message_done(p_message_id uuid, p_sent boolean, p_error text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.pay_link_messages;
  v_order public.orders;
begin
  perform private.require_service();
  update public.pay_link_messages set
    sent_at = case when p_sent then now() end, failed_at = case when not p_sent then now() end, error = left(coalesce(p_error, ''), 200)
  where pay_link_messages.id = p_message_id and sent_at is null and failed_at is null returning * into v_message;
  if v_message.id is not null and not p_sent then
    select orders.* into v_order from public.pay_links link join public.orders on orders.id = link.order_id
    where link.id = v_message.pay_link_id;
    if v_order.id is not null then
      perform private.remark_on_order(v_order, 'pay_link_not_sent', jsonb_build_object('channel', v_message.channel), true);
    end if;
  end if;
end
$function$;

ALTER FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_order(p_tenant_id text, p_token text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return (private.order_of_pay_link(private.pay_link_of(p_tenant_id, p_token))).id;
end
$function$;

ALTER FUNCTION "public"."pay_link_order"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_page(p_tenant_id text, p_token text, p_language text)
 RETURNS public.pay_link_view
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
  v_order public.orders := private.order_of_pay_link(v_link);
  v_draft public.order_drafts;
  v_prices private.priced_order;
  v_settings public.settings;
  v_transfer public.transfers;
  v_edit public.order_edits;
  v_view public.pay_link_view;
begin
  perform private.require_service();
  if v_link.draft_id is not null and v_order.status = 'cancelled' then
    v_order := null;
  end if;
  select draft.* into v_draft from public.order_drafts draft where draft.id = v_link.draft_id;
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  v_view.state := public.pay_link_state(v_link);
  v_view.is_draft := v_link.draft_id is not null;
  v_view.number := v_order.number;
  v_view.lines := private.pay_link_lines(v_draft, v_order);
  v_view.expires_at := v_link.expires_at;
  v_view.amount := case when v_view.state = 'open' then private.pay_link_due(v_link, v_order) else 0 end;
  select coalesce(sum(line.total), 0) into v_view.goods from unnest(v_view.lines) line;
  if v_order.id is null then
    v_prices := jsonb_populate_record(null::private.priced_order, v_draft.prices);
    v_view.delivery := private.pounds(v_prices.shipping);
    v_view.gift := private.pounds(coalesce(v_prices.gift, 0));
    v_view.total := v_draft.total;
    v_view.received := 0;
  else
    select edit.* into v_edit from public.order_edits edit where edit.order_id = v_order.id and edit.state = 'proposed';
    v_view.change := v_edit.difference;
    v_view.change_reason := v_edit.reason;
    v_view.delivery := private.delivery_fee(v_order) + coalesce(v_edit.fee_difference, 0);
    v_view.gift := private.gift_fee(v_order);
    v_view.total := v_order.charged + coalesce(v_edit.difference, 0);
    v_view.received := v_order.received - v_order.given_back;
    select sent.* into v_transfer from public.transfers sent where sent.order_id = v_order.id order by sent.created_at desc limit 1;
    v_view.transfer_state := v_transfer.state;
    v_view.transfer_answer := v_transfer.answer;
  end if;
  v_view.reduction := greatest(v_view.goods + v_view.delivery + v_view.gift - v_view.total, 0);
  v_view.closed_payments := private.closed_payment_options(v_settings.payment, v_view.amount);
  v_view.takes_transfer := v_settings.bank_transfer and 'bank_transfer' <> all (v_view.closed_payments);
  v_view.bank_details := coalesce(
    nullif(v_settings.translations #>> array[p_language, 'payment', 'bankDetails'], ''), v_settings.payment ->> 'bankDetails', '');
  return v_view;
end
$function$;

ALTER FUNCTION "public"."pay_link_page"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_state(p_link public.pay_links)
 RETURNS public.pay_link_state
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (case
    when p_link.paid_at is not null then 'paid'
    when p_link.cancelled_at is not null then 'cancelled'
    when p_link.expires_at <= now() then 'expired'
    else 'open'
  end)::public.pay_link_state
$function$;

ALTER FUNCTION "public"."pay_link_state"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_with_credit(p_tenant_id text, p_token text, p_amount numeric, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('pay_link_with_credit', p_tenant_id, p_token, p_amount));
  v_link public.pay_links;
  v_credit numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_link := private.pay_link_of(p_tenant_id, p_token);
  if auth.uid() is null or private.payer_of_pay_link(v_link) is distinct from auth.uid() then
    perform private.refuse('unknown_pay_link');
  end if;
  perform private.require_aal();
  v_order := private.order_to_pay(v_link, p_amount, 'online', 'true');
  if v_link.draft_id is null or v_order.received = 0 then
    select least(profile.store_credit, p_amount) into v_credit from public.profiles profile
    where profile.id = auth.uid() and profile.tenant_id = p_tenant_id for no key update;
    v_order := private.book_credit(v_order, v_credit);
  elsif v_order.received = v_order.charged then
    -- Placed as paid: nothing was booked since.
    perform private.end_paid_link(v_link);
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_links_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, channel public.notification_channel, recipient text, language text, person text, number text, amount numeric, expires_at timestamp with time zone, token text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  select message.id, message.tenant_id, message.channel, message.recipient, coalesce(message.language, person.language),
    coalesce(nullif(orders.customer_name, ''), draft.customer_name, ''), orders.number, private.pay_link_due(link, orders),
    link.expires_at, private.new_pay_link_token(link)
  from private.jobs job
  join public.pay_link_messages message on message.id = job.key::uuid
  join public.pay_links link on link.id = message.pay_link_id
  left join public.order_drafts draft on draft.id = link.draft_id
  left join public.orders on orders.id = link.order_id
  left join public.profiles person on person.tenant_id = link.tenant_id and person.id = coalesce(orders.user_id, draft.user_id)
  where job.id = any (p_job_ids) and (job.kind = 'mail_pay_link' or job.kind like 'send\_pay\_link\_%')
    and message.sent_at is null and message.failed_at is null and public.pay_link_state(link) = 'open';
end
$function$;

ALTER FUNCTION "public"."pay_links_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.payment_by_link(p_tenant_id text, p_token text, p_amount numeric, p_provider text, p_method text)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  perform private.require_service();
  v_order := private.order_to_pay(private.pay_link_of(p_tenant_id, p_token), p_amount, 'online');
  return public.payment_to_start(v_order.id, null, p_provider, p_method, p_amount);
end
$function$;

ALTER FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.phone(p_profile public.profiles)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when known.user_id = auth.uid() or private.may(known.tenant_id, 'customers.see_contact') then known.phone
    else private.masked_phone(known.phone) end
  from public.profile_phones known
  where known.user_id = p_profile.id and known.tenant_id = p_profile.tenant_id
    and (known.user_id = auth.uid() or private.may(known.tenant_id, 'customers.see'))
$function$;

ALTER FUNCTION "public"."phone"(public.profiles) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.piece_code(p_line public.order_lines)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_line.has_design then (
      select orders.number || '/P' || p_line.position + 1 from public.orders where orders.id = p_line.order_id)
    else coalesce(
      (select variant.barcode from public.product_variants variant where variant.id = p_line.variant_id), p_line.sku, '')
  end
$function$;

ALTER FUNCTION "public"."piece_code"(public.order_lines) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_order_for(p_order jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_staff_id constant uuid := auth.uid();
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_key constant text := p_order ->> 'idempotency_key';
  v_customer record;
  v_address jsonb;
  v_discount bigint;
  v_priced private.priced_order;
  v_order public.orders;
begin
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || v_tenant_id || v_staff_id, 0));
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
  end if;
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  if v_customer.user_id is not null then
    -- Serialized with the customer's own orders.
    perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_customer.user_id::text, 0));
  end if;
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_discount := private.manual_discount(p_order -> 'manual_discount');
  if v_discount > 0 then
    perform private.require_capability(v_tenant_id, 'orders.discount');
  end if;
  v_priced := private.price_order(p_order, v_customer.user_id, true, v_address, v_discount);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  return private.insert_order_for(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_staff_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_order_notification(p_order_id uuid, p_kind public.order_notification_kind)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'notifications.see');
  v_message public.order_notifications;
  v_content jsonb;
begin
  perform private.require_capability(v_order.tenant_id, 'notifications.see');
  v_message.id := v_order.id;
  v_message.tenant_id := v_order.tenant_id;
  v_message.order_id := v_order.id;
  v_message.kind := p_kind;
  v_message.documents := '{}';
  v_message.recipient := '';
  v_message.about_id := case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'returned_to_sender') then (
      select shipment.id from public.shipments shipment where shipment.order_id = v_order.id order by shipment.number desc limit 1)
    when p_kind in ('return_requested', 'return_answered', 'return_received') then (
      select back.id from public.returns back where back.order_id = v_order.id order by back.number desc limit 1)
    when p_kind = 'refunded' then (
      select refund.id from public.refunds refund where refund.order_id = v_order.id order by refund.number desc limit 1)
    when p_kind in ('change_proposed', 'changed') then (
      select edit.id from public.order_edits edit where edit.order_id = v_order.id order by edit.number desc limit 1)
  end;
  v_content := private.order_notification_content(v_message)
    || jsonb_build_object('attempts', 1, 'link', null, 'confirmation', case when p_kind = 'confirm'
      then '{"token": "", "code": "123456"}'::jsonb end);
  if not private.may(v_order.tenant_id, 'customers.see_contact') then
    v_content := jsonb_set(v_content, '{order,address}', v_order.destination);
  end if;
  if not private.may(v_order.tenant_id, 'customers.see') then
    v_content := jsonb_set(v_content, '{order}', (v_content -> 'order')
      || '{"customer_name": "•••", "customer_email": "", "address": {}, "note": ""}');
  end if;
  return v_content;
end
$function$;

ALTER FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.proposed_carriers(p_tenant_id text, p_order_ids uuid[])
 RETURNS TABLE(order_id uuid, carrier text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'orders.see');
  return query
  select orders.id, zone.carrier
  from public.orders
  join public.shipping_zones zone
    on zone.id = private.shipping_zone_of(p_tenant_id, orders.destination ->> 'governorate', orders.destination ->> 'city')
  where orders.tenant_id = p_tenant_id and orders.id = any (p_order_ids[:500]) and zone.carrier <> '';
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_delivery(p_shipment_id uuid, p_lines jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not found or not private.may(v_shipment.tenant_id, 'orders.see') then
    perform private.refuse('unknown_shipment');
  end if;
  return private.cash_for_taken(v_shipment, private.untaken_pieces(v_shipment, p_lines));
end
$function$;

ALTER FUNCTION "public"."quote_delivery"(uuid, jsonb) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.quote_order(p_order jsonb)
 RETURNS public.order_quote
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_tries_code constant boolean := coalesce(btrim(p_order ->> 'discount_code'), '') <> '';
  v_guesses constant boolean := v_tries_code and private.guesses_too_many_codes(v_tenant_id);
  v_address constant jsonb := private.quoted_address(p_order);
  v_priced private.priced_order := private.price_order(
    case when v_guesses then p_order - 'discount_code' else p_order end, auth.uid(), false, v_address);
  v_cash constant public.cash_demand := private.quoted_cash(v_priced, v_tenant_id, v_address ->> 'governorate');
  v_payment constant jsonb := (v_priced.settings).payment;
begin
  if v_tenant_id = any (private.hidden_stores()) then
    perform private.refuse('store_closed');
  end if;
  if v_guesses then
    v_priced.problems := v_priced.problems || private.refusal('too_many_codes');
  elsif v_tries_code then
    perform private.note_code_guess(v_tenant_id, v_priced.problems @> '[{"code": "unknown_discount"}]');
  end if;
  return row(
    private.quoted_lines(v_priced.lines), private.pounds(v_priced.subtotal), v_priced.discount_code, v_priced.discount_kind,
    private.pounds(v_priced.discount), private.pounds(v_priced.shipping), private.delivery_ways((v_priced.delivery).rates),
    v_priced.points_balance, v_priced.points_used, private.pounds(v_priced.points_value), v_priced.points_earned,
    private.pounds(v_priced.total), private.pounds(v_priced.credit_balance), private.pounds(v_priced.credit_used),
    v_cash, v_priced.problems,
    private.closed_payment_options(v_payment, private.pounds(v_priced.total - v_priced.credit_used))
      || case when v_cash.requirement = 'pay_before' then '{cash_on_delivery}'::text[] else '{}' end,
    private.closed_payment_options(v_payment, v_cash.deposit), v_priced.points_usable,
    private.pounds(v_priced.gift))::public.order_quote;
end
$function$;

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

CREATE OR REPLACE FUNCTION public.record_call(p_order_id uuid, p_outcome public.call_outcome, p_next_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_calls
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note constant text := left(btrim(coalesce(p_note, '')), 500);
  v_order public.orders;
  v_call public.order_calls := private.idempotent_result(
    null::public.order_calls, p_request_id, jsonb_build_array('record_call', p_order_id, p_outcome, p_next_at, p_note));
begin
  if v_call.id is not null then
    return v_call;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  perform private.require_call(v_order, p_outcome, p_next_at, v_note);
  insert into public.order_calls (tenant_id, order_id, called_by, outcome, next_at, note)
  values (v_order.tenant_id, v_order.id, auth.uid(), p_outcome,
    case p_outcome when 'later' then p_next_at when 'no_answer' then private.next_try_at(v_order) end, v_note)
  returning * into v_call;
  if p_outcome in ('confirmed', 'cancelled') then
    perform public.change_order_status(
      p_order_id, p_outcome::text::public.order_status, case p_outcome when 'cancelled' then v_note else '' end);
  elsif v_call.next_at is null then
    perform private.end_calls(v_order, v_call);
  else
    update public.orders set confirm_until = greatest(confirm_until, v_call.next_at + interval '2 hours'), updated_at = now()
    where orders.id = p_order_id;
  end if;
  delete from private.call_claims held where held.order_id = p_order_id;
  return private.store_idempotent_result(p_request_id, v_call);
end
$function$;

ALTER FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.release_call(p_order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.call_claims held where held.order_id = p_order_id and held.claimed_by = auth.uid();
  return found;
end
$function$;

ALTER FUNCTION "public"."release_call"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_customers(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(user_id uuid, name text, email text, orders bigint, revenue numeric, last_order_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query
  with bought as (
    select (array_agg(orders.user_id))[1] as user_id, private.buyer_of(orders.*, stored.address) as buyer,
      count(*) filter (where sales.net > 0) as orders, sum(sales.amount) as revenue, max(orders.created_at) as last_order_at,
      (array_agg(orders.customer_name order by orders.created_at desc, orders.id))[1] as name,
      (array_agg(orders.customer_email order by orders.created_at desc, orders.id))[1] as email
    from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
    join public.orders on orders.id = sales.order_id
    left join public.order_addresses stored on stored.order_id = orders.id
    group by buyer
    order by revenue desc, buyer limit greatest(p_limit, 1)
  )
  select bought.user_id, case when bought.user_id is null then bought.name else profiles.name end,
    case when bought.user_id is null then bought.email else profiles.email end, bought.orders, bought.revenue, bought.last_order_at
  from bought left join public.profiles on profiles.id = bought.user_id and profiles.tenant_id = p_tenant_id
  order by bought.revenue desc, bought.buyer;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_refused_carriers(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(carrier text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.carrier, (grouped.figures).*
  from (
    select line.carrier, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.carrier
  ) grouped
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.carrier;
end
$function$;

ALTER FUNCTION "public"."report_refused_carriers"(text, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_refused_places(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(governorate text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.governorate, (grouped.figures).*
  from (
    select line.governorate, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.governorate
  ) grouped
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.governorate;
end
$function$;

ALTER FUNCTION "public"."report_refused_places"(text, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_refused_products(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(product_id uuid, name text, shipments bigint, refused bigint, rate numeric, fees numeric, worth numeric, translations jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select grouped.product_id, coalesce(products.name, grouped.name), (grouped.figures).*,
    private.translated_names(products.translations)
  from (
    select line.product_id, line.name, private.refusal_figures(array_agg(line)) as figures
    from private.decided_lines(p_tenant_id, p_from, p_to) line group by line.product_id, line.name
  ) grouped
  left join public.products on products.id = grouped.product_id
  order by (grouped.figures).rate desc, (grouped.figures).shipments desc, grouped.product_id, grouped.name
  limit greatest(p_limit, 1);
end
$function$;

ALTER FUNCTION "public"."report_refused_products"(text, date, date, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_rows(p_tenant_id text, p_report text, p_from date, p_to date, p_limit integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := greatest(coalesce(p_limit, 2147483647), 1);
  v_rows jsonb;
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  case p_report
    when 'sales' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_sales(p_tenant_id, p_from, p_to, 'day') limit v_limit) listed;
    when 'products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'variants' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_variants(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'categories' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_categories(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'customers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_customers(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'stock' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_stock(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'discounts' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_discounts(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'slots' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_slots(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_places' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_refused_places(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_carriers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_refused_carriers(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'refused_products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from public.report_refused_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'files' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_files(p_tenant_id, v_limit) listed;
    else
      perform private.refuse('unknown_report');
  end case;
  return coalesce(v_rows, '[]');
end
$function$;

CREATE OR REPLACE FUNCTION public.report_totals(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric, customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric, delivered numeric, cash_with_carriers numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_since constant timestamptz := private.day_start(p_from);
  v_until constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with sales as materialized (
    select private.buyer_of(orders.*, stored.address) as buyer, sold.net, sold.amount, sold.shipping
    from private.sales_between(p_tenant_id, v_since, v_until) sold
    join public.orders on orders.id = sold.order_id
    left join public.order_addresses stored on stored.order_id = orders.id
  ),
  pieces as (
    select coalesce(sum(sold.quantity), 0)::bigint as quantity, coalesce(sum(sold.discount), 0) as discount,
      coalesce(sum(sold.points), 0) as points
    from private.pieces_between(p_tenant_id, v_since, v_until) sold
  )
  select
    count(*) filter (where sales.net > 0), coalesce(sum(sales.amount), 0),
    (select pieces.quantity from pieces),
    coalesce(round(avg(sales.amount) filter (where sales.net > 0), 2), 0),
    (select pieces.discount from pieces), coalesce(sum(sales.shipping), 0), (select pieces.points from pieces),
    count(distinct sales.buyer) filter (where sales.net > 0),
    (
      select count(*) from public.profiles
      where profiles.tenant_id = p_tenant_id
        and profiles.created_at >= v_since and profiles.created_at < v_until
        and profiles.id <> all (private.staff_ids(p_tenant_id))
    ),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'cancelled', v_since, v_until) totals),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'returned', v_since, v_until) totals),
    private.entries_between(p_tenant_id, 'given_back', v_since, v_until),
    -- Still due at the end of the period.
    (select totals.amount from private.ledger_totals(p_tenant_id, 'refund_due', '-infinity', v_until) totals),
    private.delivered_between(p_tenant_id, v_since, v_until),
    -- Held by carriers at the end of the period.
    private.entries_between(p_tenant_id, 'cash_collected', '-infinity', v_until)
      - private.entries_between(p_tenant_id, 'settled', '-infinity', v_until)
  from sales;
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

CREATE OR REPLACE FUNCTION public.resolve_difference(p_id uuid, p_note text, p_accept boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlement_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.settlement_differences := private.idempotent_result(
    null::public.settlement_differences, p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_settlement public.settlements;
  v_shipment public.shipments;
  v_facts public.shipment_staff_facts;
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  v_difference := private.lock_difference(p_id);
  if btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  if p_accept then
    select * into v_shipment from public.shipments where id = v_difference.shipment_id;
    select facts.* into v_facts from public.shipment_staff_facts facts where facts.shipment_id = v_difference.shipment_id;
    if v_difference.kind not in ('short', 'more') or v_shipment.state is distinct from 'delivered'
      or v_facts.settled_at is not null then
      perform private.refuse('difference_not_acceptable');
    end if;
    if v_difference.stated > v_facts.carrier_owes then
      perform private.correct_collected(v_shipment, v_facts.settled + v_difference.stated, p_note);
    end if;
    update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
    where id = v_difference.settlement_id returning * into v_settlement;
    if v_difference.stated > 0 then
      perform private.settle_shipments(v_settlement, array[row(
        v_shipment.id, v_difference.tracking_number, v_difference.stated, v_difference.fee)::private.stated_cash], p_part => true);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_difference_as_part(p_id uuid, p_lines jsonb, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlement_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.settlement_differences := private.idempotent_result(
    null::public.settlement_differences, p_request_id, jsonb_build_array('resolve_difference_as_part', p_id, p_lines, p_note));
  v_settlement public.settlements;
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  v_difference := private.lock_difference(p_id);
  if v_difference.kind not in ('short', 'not_delivered') or v_difference.shipment_id is null then
    perform private.refuse('difference_not_acceptable');
  end if;
  perform private.lock_credit_of(array(
    select shipment.order_id from public.shipments shipment where shipment.id = v_difference.shipment_id));
  perform private.deliver_pieces(v_difference.shipment_id, p_lines, null, coalesce(p_note, ''), clock_timestamp());
  update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
  where id = v_difference.settlement_id returning * into v_settlement;
  if v_difference.stated > 0 then
    perform private.settle_shipments(v_settlement, array[row(v_difference.shipment_id, v_difference.tracking_number,
      v_difference.stated, v_difference.fee)::private.stated_cash], p_part => true);
  end if;
  update public.settlement_differences set note = left(coalesce(p_note, ''), 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$function$;

ALTER FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_draft(p_order jsonb, p_reserves boolean DEFAULT false, p_hours integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_drafts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_draft public.order_drafts := private.idempotent_result(
    null::public.order_drafts, p_request_id, jsonb_build_array('save_draft', p_order, p_reserves, p_hours));
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_document jsonb := p_order - '{idempotency_key,payment_method,points,store_credit,expected_total,cash_overruled}'::text[];
  v_customer record;
  v_address jsonb;
  v_discount bigint;
  v_priced private.priced_order;
begin
  if v_draft.id is not null then
    return v_draft;
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_document := v_document - 'address_id' || jsonb_build_object('address', v_address);
  v_discount := private.manual_discount(p_order -> 'manual_discount');
  v_priced := private.price_order(v_document, v_customer.user_id, false, v_address, v_discount);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  if v_discount > 0 then
    perform private.require_capability(v_tenant_id, 'orders.discount');
    perform private.require_discount_ceiling(
      v_tenant_id, private.pounds(v_discount), private.pounds(v_priced.subtotal - v_priced.discount));
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  insert into public.order_drafts (
    tenant_id, document, prices, user_id, customer_name, customer_email, phone, total, pieces, expires_at, created_by)
  values (
    v_tenant_id, v_document, to_jsonb(v_priced) - '{settings,delivery}'::text[], v_customer.user_id, v_customer.name,
    v_customer.email, coalesce(nullif(private.clean_phone(p_order #>> '{customer,phone}'), ''), v_address ->> 'phone'),
    private.pounds(v_priced.total), (select sum(priced.quantity) from unnest(v_priced.lines) priced),
    now() + make_interval(hours => private.pay_link_hours(v_tenant_id, p_hours)), auth.uid())
  returning * into v_draft;
  if p_reserves then
    v_draft := private.reserve_draft(v_draft);
  end if;
  perform private.open_pay_link(v_tenant_id, null, v_draft.id, null, v_draft.expires_at);
  perform private.log_draft(v_draft, 'insert');
  return private.store_idempotent_result(p_request_id, v_draft);
end
$function$;

ALTER FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.scan_for_handover(p_shipment_id uuid, p_carrier_name text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.handover_scans
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scan public.handover_scans := private.idempotent_result(
    null::public.handover_scans, p_request_id, jsonb_build_array('scan_for_handover', p_shipment_id, p_carrier_name));
  v_carrier constant text := btrim(coalesce(p_carrier_name, ''));
  v_shipment public.shipments;
  v_handler record;
begin
  if v_scan.shipment_id is not null then
    return v_scan;
  end if;
  perform private.lock_order_of_shipment(p_shipment_id);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_handler from private.last_handler(v_shipment);
  select * into v_scan from public.handover_scans where shipment_id = p_shipment_id;
  if length(v_carrier) > 80 then
    perform private.refuse('invalid_shipment', '{"reason": "carrier_name"}');
  elsif v_shipment.state <> 'packed' then
    perform private.refuse('scanned_not_packed', jsonb_build_object(
      'reason', case when v_handler.name is null then 'unnamed' else '' end,
      'state', v_shipment.state, 'name', v_handler.name, 'at', v_handler.at));
  elsif v_carrier <> '' and v_shipment.carrier_name <> '' and lower(v_carrier) <> lower(v_shipment.carrier_name) then
    perform private.refuse('scanned_for_other_carrier', jsonb_build_object('carrier', v_shipment.carrier_name));
  elsif v_scan.scanned_by <> auth.uid() and v_scan.scanned_at > now() - private.scan_lifetime() then
    perform private.refuse('scanned_already', jsonb_build_object(
      'name', private.staff_label(v_scan.scanned_by, v_scan.tenant_id), 'at', v_scan.scanned_at));
  end if;
  insert into public.handover_scans (shipment_id, tenant_id, carrier_name)
  values (v_shipment.id, v_shipment.tenant_id, v_carrier)
  on conflict (shipment_id) do update
    set carrier_name = excluded.carrier_name, scanned_by = excluded.scanned_by, scanned_at = excluded.scanned_at
  returning * into v_scan;
  return private.store_idempotent_result(p_request_id, v_scan);
end
$function$;

ALTER FUNCTION "public"."scan_for_handover"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.seconds_to_take_delivery_back(p_shipment public.shipments)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_last public.shipment_events;
begin
  if p_shipment.state <> 'delivered' or not exists (
    select 1 from public.shipments rest where rest.split_from = p_shipment.id and public.awaits_inspection(rest)
  ) then
    return 0;
  end if;
  select event.* into v_last from public.shipment_events event
  where event.shipment_id = p_shipment.id order by event.created_at desc limit 1;
  if v_last.state is distinct from 'delivered' or not exists (
    select 1 from public.shipment_event_actors actor where actor.event_id = v_last.id and actor.actor_id = auth.uid()
  ) or exists (
    select 1 from public.shipment_staff_facts facts where facts.shipment_id = p_shipment.id and facts.settled > 0
  ) or exists (
    select 1 from public.shipments rest join public.shipment_lines part on part.shipment_id = rest.id
    where rest.split_from = p_shipment.id and part.restocked + part.discarded + part.sent_again > 0
  ) then
    return 0;
  end if;
  return greatest(extract(epoch from v_last.created_at + private.mail_hold() - clock_timestamp()), 0);
end
$function$;

ALTER FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.see_approval_requests(p_ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.assignments assigned set seen_at = now()
  where assigned.approval_request_id = any (p_ids) and assigned.user_id = auth.uid() and assigned.seen_at is null;
  update public.approval_requests request set seen_at = now()
  where request.id = any (p_ids) and request.asked_by = auth.uid() and request.state <> 'pending' and request.seen_at is null;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.send_lost_again(p_shipment_id uuid, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('send_lost_again', p_shipment_id, p_note));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_for_booking(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not public.can_send_lost_again(v_shipment) then
    perform private.refuse('not_sent_again');
  end if;
  perform private.replace_lost_pieces(v_order, p_shipment_id, p_note);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."send_lost_again"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_pay_link(p_pay_link_id uuid, p_channel public.notification_channel, p_language text DEFAULT NULL::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.pay_link_messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.pay_link_messages := private.idempotent_result(
    null::public.pay_link_messages, p_request_id, jsonb_build_array('send_pay_link', p_pay_link_id, p_channel, p_language));
  v_link public.pay_links;
  v_recipient text;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  v_link := private.pay_link_for_staff(p_pay_link_id);
  perform private.require_open_pay_link(v_link);
  if p_channel is null or not p_channel = any (public.link_channels(v_link)) then
    perform private.refuse('pay_link_unreachable');
  end if;
  v_recipient := private.pay_link_recipient(v_link, p_channel);
  perform pg_advisory_xact_lock(hashtextextended('pay link to:' || v_link.tenant_id || v_recipient, 0));
  if (
    select count(*) from public.pay_link_messages message
    where message.tenant_id = v_link.tenant_id and message.recipient = v_recipient and message.channel is not null and message.created_at > now() - interval '1 day'
  ) >= 5 then
    perform private.refuse('pay_link_sent_enough');
  end if;
  insert into public.pay_link_messages (tenant_id, pay_link_id, channel, recipient, language, created_by)
  values (v_link.tenant_id, v_link.id, p_channel, v_recipient, p_language, auth.uid()) returning * into v_message;
  perform private.add_job(case p_channel when 'email' then 'mail_pay_link' else 'send_pay_link_' || p_channel end,
    v_message.id::text, p_tenant_id => v_link.tenant_id, p_max_attempts => case p_channel when 'email' then 12 else 6 end);
  perform private.remark_of_staff(v_link.order_id, 'pay_link_sent', jsonb_build_object('channel', p_channel));
  return private.store_idempotent_result(p_request_id, v_message);
end
$function$;

ALTER FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.send_transfer_proof(p_order_id uuid, p_photos text[], p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('send_transfer_proof', p_order_id, p_photos, p_note));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  if v_order.user_id is distinct from auth.uid() then
    perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  end if;
  v_owed := private.owed_by_transfer(v_order);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  perform private.store_transfer(v_order, v_owed, p_photos, p_note);
  return private.store_idempotent_result(p_request_id, private.refresh_order(p_order_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.share_pay_link(p_pay_link_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_for_staff(p_pay_link_id);
begin
  perform private.require_open_pay_link(v_link);
  insert into public.pay_link_messages (tenant_id, pay_link_id, sent_at, created_by)
  values (v_link.tenant_id, v_link.id, now(), auth.uid());
  perform private.remark_of_staff(v_link.order_id, 'pay_link_copied');
  return private.new_pay_link_token(v_link);
end
$function$;

ALTER FUNCTION "public"."share_pay_link"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.shipment_code(p_shipment public.shipments)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_shipment.tracking_number, orders.number || '/' || p_shipment.number)
  from public.orders where orders.id = p_shipment.order_id
$function$;

ALTER FUNCTION "public"."shipment_code"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.shown_buyer(p_invoice public.invoices)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_invoice.buyer || coalesce((
    select jsonb_build_object('address', stored.address) from public.invoice_addresses stored where stored.invoice_id = p_invoice.id
  ), '{}')
$function$;

ALTER FUNCTION "public"."shown_buyer"(public.invoices) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.shown_changes(p_edit public.order_edits)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_edit.changes || coalesce((
    select jsonb_build_object('address', stored.address) from public.order_edit_addresses stored where stored.edit_id = p_edit.id
  ), '{}')
$function$;

ALTER FUNCTION "public"."shown_changes"(public.order_edits) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.staff_notifications_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, topic public.staff_topic, channel public.notification_channel, email text, phone text, language text, items jsonb, notification_ids bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices constant uuid[] := private.job_uuids('send_staff_notification', p_job_ids);
begin
  perform private.require_service();
  delete from private.staff_notifications told using public.staff_notification_choices choice
  where choice.id = any (v_choices) and told.choice_id = choice.id and (
    told.created_at < now() - interval '3 days'
    or not exists (
      select 1 from unnest(private.staff_topic_capabilities(choice.topic)) needed
      where private.holds_capability(choice.tenant_id, needed, choice.user_id))
    or private.staff_notification_item(choice.topic, told, choice.tenant_id, 'en') is null
  );
  return query
    select choice.id, choice.tenant_id, choice.topic, choice.channel,
      coalesce(nullif(person.email, ''), private.original_email(account.email::text, choice.tenant_id)),
      coalesce(private.phone_address(jsonb_build_object('phone', known.phone)), ''), reader.language,
      jsonb_agg(told.item order by told.last_id desc), array_agg(told.last_id) || array(
        select other.id from private.staff_notifications other
        where other.choice_id = choice.id and other.id <= max(told.last_id))
    from public.staff_notification_choices choice
    join auth.users account on account.id = choice.user_id
    left join public.profiles person on person.id = choice.user_id and person.tenant_id = choice.tenant_id
    left join public.profile_phones known on known.user_id = choice.user_id and known.tenant_id = choice.tenant_id
    cross join lateral private.office_language(choice.user_id, choice.tenant_id) reader (language)
    cross join lateral (
      select max(waiting.id) as last_id, facts.item
      from private.staff_notifications waiting
      cross join lateral private.staff_notification_item(
        choice.topic, waiting, choice.tenant_id, reader.language) facts (item)
      where waiting.choice_id = choice.id and facts.item is not null
      group by facts.item
    ) told
    where choice.id = any (v_choices)
    group by choice.id, account.id, person.id, person.tenant_id, known.phone, reader.language;
end
$function$;

CREATE OR REPLACE FUNCTION public.tag_orders(p_order_ids uuid[], p_add text[], p_remove text[] DEFAULT '{}'::text[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('tag_orders', p_order_ids, p_add, p_remove));
  v_add constant text[] := private.clean_tags(p_add);
  v_remove constant text[] := array(select private.fold(btrim(gone)) from unnest(p_remove) gone);
  v_order record;
  v_before text[];
  v_after text[];
  v_found integer := 0;
  v_changed integer := 0;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  perform private.require_aal();
  for v_order in
    select orders.id, orders.tenant_id, orders.number from public.orders
    where orders.id = any (p_order_ids) and private.may(orders.tenant_id, 'orders.change') order by orders.id for no key update
  loop
    v_found := v_found + 1;
    v_before := private.tags_of(v_order.id);
    delete from public.order_tags named where named.order_id = v_order.id and named.folded = any (v_remove);
    insert into public.order_tags (tenant_id, order_id, tag, created_by)
    select v_order.tenant_id, v_order.id, added.tag, auth.uid() from unnest(v_add) added (tag)
    on conflict (order_id, folded) do nothing;
    v_after := private.tags_of(v_order.id);
    if cardinality(v_after) > 20 then
      perform private.refuse('invalid_tag');
    elsif v_after <> v_before then
      v_changed := v_changed + 1;
      perform private.write_audit(v_order.tenant_id, 'update', 'orders', v_order.id::text, v_order.number,
        jsonb_build_object('tags', v_before), jsonb_build_object('tags', v_after));
    end if;
  end loop;
  if v_found = 0 or v_found < (select count(distinct wanted) from unnest(p_order_ids) wanted) then
    perform private.refuse('unknown_order');
  end if;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_changed));
  return v_changed;
end
$function$;

ALTER FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.take_delivery_back(p_shipment_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('take_delivery_back', p_shipment_id));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.lock_credit_of(array[v_order.id]);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if public.seconds_to_take_delivery_back(v_shipment) = 0 or exists (
    select 1 from public.refunds
    where refunds.order_id = v_order.id and refunds.state in ('sending', 'sent') and refunds.created_at >= v_shipment.updated_at
  ) or not private.take_mail_back(v_order.id, 'delivered') then
    perform private.refuse('delivery_stays');
  end if;
  perform private.undeliver(v_shipment);
  perform private.join_rest(p_shipment_id);
  perform private.settle_points(orders) from public.orders where orders.id = v_order.id;
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."take_delivery_back"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.transfer_by_link(p_tenant_id text, p_token text, p_amount numeric, p_photos text[], p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_tenant_id);
  v_order public.orders;
begin
  perform private.require_service();
  perform private.require_open_payment(v_settings, 'bank_transfer', p_amount);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(p_tenant_id, p_photos, v_link.id::text);
  v_order := private.order_to_pay(v_link, p_amount, 'bank_transfer');
  -- An order that waited for a card waits for the transfer instead.
  update public.orders set payment_method = 'bank_transfer', reserved_until = null, updated_at = now()
  where orders.id = v_order.id and orders.status = 'awaiting_payment' and orders.payment_method = 'online';
  perform private.store_transfer(v_order, p_amount, p_photos, p_note);
  perform private.refresh_order(v_order.id);
end
$function$;

ALTER FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo_changes(p_tenant_id text, p_ids bigint[], p_before bigint DEFAULT NULL::bigint, p_parts boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.undone_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.undone_changes := private.idempotent_result(
    null::public.undone_changes, p_request_id, jsonb_build_array('undo_changes', p_tenant_id, p_ids, p_before, p_parts));
  v_entry public.audit_log;
  v_ids bigint[];
  v_done bigint[] := '{}';
  v_above bigint[] := '{}';
  v_highest jsonb;
  v_why jsonb;
  v_message text;
  v_detail text;
  v_hint text;
begin
  if v_result.undone is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, 'log.undo');
  v_ids := array(
    select id from public.audit_log
    where tenant_id = p_tenant_id and (id = any (p_ids) or p_parts and part_of = any (p_ids)) and undone_at is null
      and id < coalesce(p_before, id + 1) and created_at > now() - interval '30 days'
      and private.can_come_back(entity, action, before)
    order by id desc limit 101
  );
  if v_ids = '{}' and p_before is null then
    perform private.refuse('nothing_to_undo');
  end if;
  for v_entry in select * from public.audit_log where id = any (v_ids[:100]) order by id desc loop
    begin
      if v_entry.entity = 'products' then
        perform private.undo_product_entry(v_entry);
      elsif v_entry.entity = 'variant_costs' then
        perform private.undo_cost_entry(v_entry);
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_why := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal(
        case sqlstate when '23503' then 'used_since' when '23505' then 'taken_since' else 'unfit_since' end,
        jsonb_build_object('name', v_entry.label)));
      if v_why ->> 'code' = 'above_ceiling' then
        v_above := v_above || v_entry.id;
        v_highest := private.higher_refusal(v_highest, v_why);
      end if;
    end;
  end loop;
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.raise_refusal(v_highest);
    perform private.refuse('not_undone', jsonb_build_object('why', v_why));
  end if;
  perform private.mark_undone(v_done);
  v_result := row(cardinality(v_done), least(cardinality(v_ids), 100) - cardinality(v_done), coalesce(v_highest, v_why),
    case when cardinality(v_ids) > 100 then v_ids[100] end, v_above);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_import(p_import_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array('undo_import', p_import_id));
  v_import public.store_imports;
  v_left integer;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  select given.* into v_import from public.store_imports given where given.id = p_import_id for update;
  if v_import.id is null or not private.may(v_import.tenant_id, case v_import.kind when 'orders' then 'orders.see' else 'customers.see' end) then
    perform private.refuse('import_closed');
  end if;
  perform private.require_import_right(v_import.tenant_id, v_import.kind);
  if v_import.undone_at is null then
    update public.store_imports set undone_at = now() where id = p_import_id;
    perform private.write_audit(v_import.tenant_id, 'update', 'store_imports', p_import_id::text, v_import.file_name,
      jsonb_build_object('undone_at', null), jsonb_build_object('undone_at', now()));
  end if;
  delete from public.orders where id in (
    select came.order_id from public.imported_orders came
    where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id limit 500
  );
  delete from public.imported_customers where id in (
    select came.id from public.imported_customers came
    where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id limit 500
  );
  select (select count(*) from public.imported_orders came where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id)
    + (select count(*) from public.imported_customers came where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id)
  into v_left;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_left));
  return v_left;
end
$function$;

ALTER FUNCTION "public"."undo_import"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo_product_change(p_change_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_undo_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_undo_result := private.idempotent_result(
    null::public.product_undo_result, p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_why jsonb;
  v_rows jsonb[] := '{}';
  v_grids jsonb[] := '{}';
  v_seen uuid[] := '{}';
  v_above uuid[] := '{}';
begin
  if v_result.more is not null then
    return v_result;
  end if;
  v_change := private.lock_undoable_change(p_change_id);
  for v_entry in
    select entry.* from private.product_change_entries entry
    where entry.change_id = p_change_id and not entry.awaits_approval order by entry.product_id
    limit (select case when bool_or(before ? 'grid') then 100 else 250 end
      from private.product_change_entries where change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v_product from public.products
    where tenant_id = v_change.tenant_id and id = v_entry.product_id for update;
    v_set := private.undone_set(v_change.tenant_id, v_entry);
    continue when not private.is_as_left(v_product, v_entry.after);
    if v_set ? 'grid' then
      v_why := private.restore_grid(v_product.id, v_set, v_entry.after);
      if v_why is null then
        v_grids := v_grids || jsonb_build_object('id', v_product.id);
      elsif v_why ->> 'code' = 'above_ceiling' then
        v_above := v_above || v_product.id;
        v_result.refusal := private.higher_refusal(v_result.refusal, v_why);
      end if;
    else
      v_rows := v_rows || jsonb_build_object('id', v_product.id, 'set', v_set);
    end if;
  end loop;
  v_above := v_above || array(select (waiting ->> 'id')::uuid from unnest(v_rows) waiting);
  select outcome.written, private.higher_refusal(v_result.refusal, outcome.refusal) into v_rows, v_result.refusal
  from private.undo_within_ceiling(v_rows) outcome;
  v_rows := v_rows || v_grids;
  v_above := array(
    select waiting from unnest(v_above) waiting where waiting not in (select (restored ->> 'id')::uuid from unnest(v_rows) restored));
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  update private.product_change_entries set awaits_approval = true where change_id = p_change_id and product_id = any (v_above);
  delete from private.product_change_entries
  where change_id = p_change_id and product_id = any (v_seen) and product_id <> all (v_above);
  v_result.more := exists (select 1 from private.product_change_entries where change_id = p_change_id and not awaits_approval);
  if not exists (select 1 from private.product_change_entries where change_id = p_change_id) then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  v_result.restored := cardinality(v_rows);
  v_result.above := cardinality(v_above);
  v_result."left" := cardinality(v_seen) - v_result.restored - v_result.above;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

CREATE OR REPLACE FUNCTION public.used_carriers(p_tenant_ids text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query select distinct shipment.carrier_name from public.shipments shipment
    where shipment.tenant_id = any (v_tenant_ids) and shipment.carrier_name <> '' order by shipment.carrier_name limit 200;
end
$function$;

ALTER FUNCTION "public"."used_carriers"(text[]) OWNER TO "postgres";

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

ALTER TABLE "private"."call_claims" ADD CONSTRAINT "call_claims_claimed_by_fkey" FOREIGN KEY (claimed_by) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."call_claims" ADD CONSTRAINT "call_claims_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."owner_alerts" ADD CONSTRAINT "owner_alerts_tenant_id_audit_id_fkey" FOREIGN KEY (tenant_id, audit_id) REFERENCES public.audit_log(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."owner_alerts" ADD CONSTRAINT "owner_alerts_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_tenant_id_id_key" UNIQUE (tenant_id, id);

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_one_thing" CHECK ((num_nonnulls(order_id, conversation_id, return_id, approval_request_id) = 1));

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_approval_request_id_fkey" FOREIGN KEY (tenant_id, approval_request_id) REFERENCES public.approval_requests(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_approval_request_id_key" UNIQUE (tenant_id, approval_request_id);

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_return_id_fkey" FOREIGN KEY (tenant_id, return_id) REFERENCES public.returns(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."assignments" ADD CONSTRAINT "assignments_tenant_id_return_id_key" UNIQUE (tenant_id, return_id);

ALTER TABLE "public"."carrier_claims" ADD CONSTRAINT "carrier_claims_answered" CHECK ((((state = 'paid'::public.claim_state) = (received IS NOT NULL)) AND ((state = 'open'::public.claim_state) = (answered_at IS NULL))));

ALTER TABLE "public"."carrier_claims" ADD CONSTRAINT "carrier_claims_tenant_id_shipment_id_fkey" FOREIGN KEY (tenant_id, shipment_id) REFERENCES public.shipments(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."day_close_acts" ADD CONSTRAINT "day_close_acts_pkey" PRIMARY KEY (tenant_id, day, actor_id, kind);

ALTER TABLE "public"."day_close_lines" ADD CONSTRAINT "day_close_lines_pkey" PRIMARY KEY (tenant_id, day, place, name, method);

ALTER TABLE "public"."day_close_acts" ADD CONSTRAINT "day_close_acts_tenant_id_day_fkey" FOREIGN KEY (tenant_id, day) REFERENCES public.day_closes(tenant_id, day) ON DELETE CASCADE;

ALTER TABLE "public"."day_close_lines" ADD CONSTRAINT "day_close_lines_tenant_id_day_fkey" FOREIGN KEY (tenant_id, day) REFERENCES public.day_closes(tenant_id, day) ON DELETE CASCADE;

ALTER TABLE "public"."day_closes" ADD CONSTRAINT "day_closes_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."handover_scans" ADD CONSTRAINT "handover_scans_tenant_id_shipment_id_fkey" FOREIGN KEY (tenant_id, shipment_id) REFERENCES public.shipments(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."imported_customers" ADD CONSTRAINT "imported_customers_user_id_tenant_id_fkey" FOREIGN KEY (user_id, tenant_id) REFERENCES public.profiles(id, tenant_id) ON DELETE SET NULL (user_id);

ALTER TABLE "public"."imported_orders" ADD CONSTRAINT "imported_orders_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."imported_orders" ADD CONSTRAINT "imported_orders_tenant_id_source_old_number_key" UNIQUE (tenant_id, source, old_number);

ALTER TABLE "public"."message_texts" ADD CONSTRAINT "message_texts_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_calls" ADD CONSTRAINT "order_calls_next" CHECK (((next_at IS NULL) OR (outcome = ANY (ARRAY['no_answer'::public.call_outcome, 'later'::public.call_outcome]))));

ALTER TABLE "public"."order_calls" ADD CONSTRAINT "order_calls_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."order_drafts" ADD CONSTRAINT "order_drafts_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_drafts" ADD CONSTRAINT "order_drafts_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE SET NULL (order_id);

ALTER TABLE "public"."order_drafts" ADD CONSTRAINT "order_drafts_user_id_tenant_id_fkey" FOREIGN KEY (user_id, tenant_id) REFERENCES public.profiles(id, tenant_id) ON DELETE SET NULL (user_id);

ALTER TABLE "public"."order_edit_staff_facts" ADD CONSTRAINT "order_edit_staff_facts_agreed_how_check" CHECK ((agreed_how = ANY (ARRAY['link'::text, 'telephone'::text])));

ALTER TABLE "public"."order_edit_staff_facts" ADD CONSTRAINT "order_edit_staff_facts_agreed_with_check" CHECK ((length(agreed_with) <= 120));

ALTER TABLE "public"."order_staff_facts" ADD CONSTRAINT "order_staff_facts_tenant_id_order_id_key" UNIQUE (tenant_id, order_id);

ALTER TABLE "public"."order_tags" ADD CONSTRAINT "order_tags_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."order_tags" ADD CONSTRAINT "order_tags_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_adds_up" CHECK ((total = (((((subtotal - discount_total) - manual_discount) - points_value) + shipping_total) + gift_total)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_gift_message_check" CHECK ((length(gift_message) <= 300));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_gift_total_check" CHECK ((gift_total >= (0)::numeric));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_gift" CHECK (((gift_credited >= (0)::numeric) AND (gift_credited <= gift_total)));

ALTER TABLE "public"."pay_links" ADD CONSTRAINT "pay_links_tenant_id_draft_id_fkey" FOREIGN KEY (tenant_id, draft_id) REFERENCES public.order_drafts(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."pay_links" ADD CONSTRAINT "pay_links_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."pay_link_tokens" ADD CONSTRAINT "pay_link_tokens_tenant_id_pay_link_id_fkey" FOREIGN KEY (tenant_id, pay_link_id) REFERENCES public.pay_links(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."pay_link_messages" ADD CONSTRAINT "pay_link_messages_tenant_id_pay_link_id_fkey" FOREIGN KEY (tenant_id, pay_link_id) REFERENCES public.pay_links(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."pay_links" ADD CONSTRAINT "pay_links_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_exchange_value_check" CHECK ((exchange_value >= (0)::numeric));

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_part_check" CHECK ((part > 0));

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_pkey" PRIMARY KEY (return_id, order_line_id, part);

ALTER TABLE "public"."return_lines" ADD CONSTRAINT "return_lines_refund_percent_check" CHECK (((refund_percent >= 0) AND (refund_percent <= 100)));

ALTER TABLE "public"."returns" ADD CONSTRAINT "returns_exchange_used_check" CHECK ((exchange_used >= (0)::numeric));

ALTER TABLE "public"."shipments" ADD CONSTRAINT "shipments_tenant_id_split_from_fkey" FOREIGN KEY (tenant_id, split_from) REFERENCES public.shipments(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_pay_link_hours_check" CHECK (((pay_link_hours >= 1) AND (pay_link_hours <= 720)));

ALTER TABLE "public"."store_imports" ADD CONSTRAINT "store_imports_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."store_imports" ADD CONSTRAINT "store_imports_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."imported_customers" ADD CONSTRAINT "imported_customers_tenant_id_import_id_fkey" FOREIGN KEY (tenant_id, import_id) REFERENCES public.store_imports(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."imported_orders" ADD CONSTRAINT "imported_orders_tenant_id_import_id_fkey" FOREIGN KEY (tenant_id, import_id) REFERENCES public.store_imports(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."variant_costs" ADD CONSTRAINT "variant_costs_tenant_id_variant_id_key" UNIQUE (tenant_id, variant_id);

CREATE INDEX call_claims_by_person ON private.call_claims USING btree (claimed_by);

CREATE INDEX call_claims_of_store ON private.call_claims USING btree (tenant_id, order_id);

CREATE INDEX owner_alerts_of_entry ON private.owner_alerts USING btree (tenant_id, audit_id);

CREATE INDEX owner_alerts_of_person ON private.owner_alerts USING btree (user_id, actor_id, sent_at);

CREATE INDEX pay_link_tokens_by_link ON private.pay_link_tokens USING btree (tenant_id, pay_link_id);

CREATE INDEX carrier_claims_newest ON public.carrier_claims USING btree (tenant_id, created_at DESC);

CREATE INDEX imported_customers_by_person ON public.imported_customers USING btree (user_id, tenant_id) WHERE (user_id IS NOT NULL);

CREATE INDEX imported_customers_newest ON public.imported_customers USING btree (tenant_id, created_at DESC, id);

CREATE INDEX imported_customers_of_import ON public.imported_customers USING btree (tenant_id, import_id);

CREATE INDEX imported_orders_of_import ON public.imported_orders USING btree (tenant_id, import_id);

CREATE INDEX invoice_addresses_of_store ON public.invoice_addresses USING btree (tenant_id, invoice_id);

CREATE INDEX order_calls_by_order ON public.order_calls USING btree (tenant_id, order_id, called_at DESC);

CREATE INDEX order_drafts_by_order ON public.order_drafts USING btree (tenant_id, order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX order_drafts_by_person ON public.order_drafts USING btree (user_id, tenant_id) WHERE (user_id IS NOT NULL);

CREATE INDEX order_drafts_newest ON public.order_drafts USING btree (tenant_id, created_at DESC, id);

CREATE INDEX order_edit_addresses_of_store ON public.order_edit_addresses USING btree (tenant_id, edit_id);

CREATE INDEX order_staff_facts_searched ON public.order_staff_facts USING gin (tenant_id, search_text extensions.gin_trgm_ops);

CREATE INDEX order_tags_by_person ON public.order_tags USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX order_tags_of_order ON public.order_tags USING btree (tenant_id, order_id);

CREATE INDEX orders_by_governorate ON public.orders USING btree (tenant_id, governorate, created_at DESC, id);

CREATE INDEX orders_imported_by_email ON public.orders USING btree (tenant_id, customer_email) WHERE ((imported_from IS NOT NULL) AND (user_id IS NULL));

CREATE INDEX pay_link_messages_by_link ON public.pay_link_messages USING btree (tenant_id, pay_link_id, created_at);

CREATE INDEX pay_link_messages_by_recipient ON public.pay_link_messages USING btree (tenant_id, recipient, created_at) WHERE (channel IS NOT NULL);

CREATE INDEX pay_links_by_draft ON public.pay_links USING btree (tenant_id, draft_id) WHERE (draft_id IS NOT NULL);

CREATE INDEX pay_links_by_order ON public.pay_links USING btree (tenant_id, order_id) WHERE (order_id IS NOT NULL);

CREATE UNIQUE INDEX pay_links_of_draft ON public.pay_links USING btree (draft_id) WHERE ((paid_at IS NULL) AND (cancelled_at IS NULL) AND (draft_id IS NOT NULL));

CREATE UNIQUE INDEX pay_links_of_order ON public.pay_links USING btree (order_id) WHERE ((paid_at IS NULL) AND (cancelled_at IS NULL) AND (order_id IS NOT NULL));

CREATE INDEX product_variants_barcode ON public.product_variants USING btree (tenant_id, lower(barcode)) WHERE (barcode IS NOT NULL);

CREATE INDEX shipments_by_number_of_carrier ON public.shipments USING btree (tenant_id, lower(tracking_number)) WHERE (tracking_number IS NOT NULL);

CREATE INDEX shipments_split ON public.shipments USING btree (tenant_id, split_from) WHERE (split_from IS NOT NULL);

CREATE INDEX store_imports_by_person ON public.store_imports USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX store_imports_newest ON public.store_imports USING btree (tenant_id, created_at DESC);

CREATE TRIGGER contact_confirmed AFTER UPDATE OF email_confirmed_at, phone_confirmed_at, email, phone ON auth.users FOR EACH ROW WHEN ((((new.email_confirmed_at IS NOT NULL) AND ((old.email_confirmed_at IS NULL) OR ((old.email)::text IS DISTINCT FROM (new.email)::text))) OR ((new.phone_confirmed_at IS NOT NULL) AND ((old.phone_confirmed_at IS NULL) OR (old.phone IS DISTINCT FROM new.phone))))) EXECUTE FUNCTION private.contact_confirmed();

CREATE TRIGGER jobs_deleted AFTER DELETE ON private.owner_alerts REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_owner_alert');

CREATE TRIGGER asker_told AFTER UPDATE OF state ON public.approval_requests FOR EACH ROW WHEN ((new.state <> old.state)) EXECUTE FUNCTION private.tell_asker();

CREATE TRIGGER returns_follow_another_person AFTER UPDATE OF user_id ON public.assignments FOR EACH ROW WHEN (((new.order_id IS NOT NULL) AND (new.user_id <> old.user_id))) EXECUTE FUNCTION private.returns_follow_order();

CREATE TRIGGER returns_follow_new_person AFTER INSERT ON public.assignments FOR EACH ROW WHEN ((new.order_id IS NOT NULL)) EXECUTE FUNCTION private.returns_follow_order();

CREATE TRIGGER returns_follow_to_nobody AFTER DELETE ON public.assignments FOR EACH ROW WHEN ((old.order_id IS NOT NULL)) EXECUTE FUNCTION private.returns_follow_order();

CREATE TRIGGER owners_alerted AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION private.alert_owners();

CREATE TRIGGER audited AFTER INSERT OR UPDATE ON public.carrier_claims FOR EACH ROW WHEN (((new.claimed_at IS NOT NULL) OR (new.state <> 'open'::public.claim_state))) EXECUTE FUNCTION private.audit();

CREATE TRIGGER audited AFTER INSERT ON public.day_closes FOR EACH ROW WHEN ((NOT new.is_opening)) EXECUTE FUNCTION private.audit();

CREATE TRIGGER invoice_addresses_stay BEFORE DELETE OR UPDATE ON public.invoice_addresses FOR EACH ROW EXECUTE FUNCTION private.keep_invoice();

CREATE TRIGGER found_by_invoice AFTER INSERT ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.order_found_by_more();

CREATE TRIGGER arrives_in_turn BEFORE INSERT ON public.message_texts FOR EACH ROW EXECUTE FUNCTION private.wait_for_same_row();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.message_texts FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER columns_fixed BEFORE UPDATE OF id, tenant_id, key, language ON public.message_texts FOR EACH ROW WHEN (((old.id <> new.id) OR (old.tenant_id <> new.tenant_id) OR (old.key <> new.key) OR (old.language <> new.language))) EXECUTE FUNCTION private.refuse_key_change();

CREATE TRIGGER message_texts_touch BEFORE UPDATE ON public.message_texts FOR EACH ROW EXECUTE FUNCTION private.touch_version();

CREATE TRIGGER audited AFTER UPDATE OF address ON public.order_addresses FOR EACH ROW WHEN ((old.address <> new.address)) EXECUTE FUNCTION private.audit_order_address();

CREATE TRIGGER found_by_lines AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.order_lines_added();

CREATE TRIGGER moved_replacements AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.replacements_moved();

CREATE CONSTRAINT TRIGGER orders_invoiced_at_once AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.charged > (0)::numeric) AND (new.received >= new.charged) AND (new.imported_from IS NULL))) EXECUTE FUNCTION private.issue_due_documents();

CREATE TRIGGER orders_placed AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.imported_from IS NULL)) EXECUTE FUNCTION private.order_placed();

CREATE TRIGGER orders_renamed AFTER UPDATE OF number, customer_name, customer_email, destination, payment_reference ON public.orders FOR EACH ROW WHEN (((old.number <> new.number) OR (old.customer_name <> new.customer_name) OR (old.customer_email <> new.customer_email) OR (old.destination <> new.destination) OR (old.payment_reference IS DISTINCT FROM new.payment_reference))) EXECUTE FUNCTION private.order_renamed();

CREATE TRIGGER orders_sale_noted AFTER INSERT OR UPDATE OF status, charged, received, given_back, shipping_credited, shipping_difference, created_at ON public.orders FOR EACH ROW WHEN ((new.imported_from IS NULL)) EXECUTE FUNCTION private.note_sale();

CREATE TRIGGER pay_links_settled AFTER UPDATE OF received, status ON public.orders FOR EACH ROW WHEN (((old.received <> new.received) OR ((old.status <> new.status) AND (new.status = 'cancelled'::public.order_status)))) EXECUTE FUNCTION private.settle_pay_links();

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.pay_link_messages REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('mail_pay_link', 'send_pay_link_sms', 'send_pay_link_whatsapp');

CREATE TRIGGER found_by_payment AFTER INSERT ON public.payment_entries FOR EACH ROW WHEN ((new.reference <> ''::text)) EXECUTE FUNCTION private.order_found_by_more();

CREATE TRIGGER customer_added AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.customer_added();

CREATE TRIGGER returns_join_order AFTER INSERT ON public.returns FOR EACH ROW EXECUTE FUNCTION private.return_joins_order();

CREATE TRIGGER exchanges_collected AFTER UPDATE OF state ON public.shipments FOR EACH ROW WHEN (((new.state = 'delivered'::public.shipment_state) AND (old.state <> 'delivered'::public.shipment_state))) EXECUTE FUNCTION private.exchanges_collected();

CREATE TRIGGER found_by_shipment AFTER INSERT ON public.shipments FOR EACH ROW WHEN ((new.tracking_number IS NOT NULL)) EXECUTE FUNCTION private.order_found_by_more();

CREATE TRIGGER found_by_tracking_number AFTER UPDATE OF tracking_number ON public.shipments FOR EACH ROW WHEN ((old.tracking_number IS DISTINCT FROM new.tracking_number)) EXECUTE FUNCTION private.order_found_by_more();

CREATE TRIGGER mailed_move AFTER UPDATE OF state ON public.shipments FOR EACH ROW WHEN (((old.state <> new.state) AND (new.split_from IS NULL))) EXECUTE FUNCTION private.mail_shipment_move();

CREATE TRIGGER scan_done AFTER UPDATE OF state ON public.shipments FOR EACH ROW WHEN (((old.state = 'packed'::public.shipment_state) AND (new.state <> 'packed'::public.shipment_state))) EXECUTE FUNCTION private.shipment_left_shelf();

CREATE POLICY "Staff read their customers' addresses" ON "public"."addresses" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read who decides about their store's requests" ON "public"."assignments" FOR SELECT TO "authenticated" USING (((approval_request_id IS NOT NULL) AND (((tenant_id || ' '::text) || user_id) = ANY (( SELECT private.people_who_may(private.tenants_where_may('approvals.see'::text), 'approvals.see'::text) AS people_who_may)::text[]))));

CREATE POLICY "Staff read who works on their store's orders and returns" ON "public"."assignments" FOR SELECT TO "authenticated" USING (((num_nonnulls(order_id, return_id) = 1) AND (((tenant_id || ' '::text) || user_id) = ANY (( SELECT private.people_who_may(private.tenants_where_may('orders.see'::text), 'orders.see'::text) AS people_who_may)::text[]))));

CREATE POLICY "Staff read what was changed in their store" ON "public"."audit_log" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('log.see'::text) AS tenants_where_may)::text[])) AND ((entity <> 'variant_costs'::text) OR (tenant_id = ANY (( SELECT private.tenants_where_may('costs.see'::text) AS tenants_where_may)::text[]))) AND ((entity <> 'order_addresses'::text) OR (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[])))));

CREATE POLICY "Staff read their store's claims against carriers" ON "public"."carrier_claims" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who booked money on their store's closed days" ON "public"."day_close_acts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read the money of their store's closed days" ON "public"."day_close_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's closed days" ON "public"."day_closes" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which of their store's parcels are scanned" ON "public"."handover_scans" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff who see addresses read the customers put into their store" ON "public"."imported_customers" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read where their store's orders came from" ON "public"."imported_orders" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Shoppers read the addresses of their own invoices" ON "public"."invoice_addresses" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM (public.invoices paper
     JOIN public.orders ON ((orders.id = paper.order_id)))
  WHERE ((paper.id = invoice_addresses.invoice_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "Staff with the right read their store's invoice addresses" ON "public"."invoice_addresses" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff add their store's words of messages" ON "public"."message_texts" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's words of messages" ON "public"."message_texts" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read the words of their store's messages" ON "public"."message_texts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's words of messages" ON "public"."message_texts" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."message_texts" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."message_texts" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."message_texts" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff read who stopped their store's messages" ON "public"."notification_opt_outs" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Shoppers read the addresses of their own orders" ON "public"."order_addresses" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.orders
  WHERE ((orders.id = order_addresses.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "Staff with the right read their store's order addresses" ON "public"."order_addresses" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read the calls about their store's orders" ON "public"."order_calls" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff who see addresses read their store's drafts" ON "public"."order_drafts" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Shoppers read the new addresses of their own orders' edits" ON "public"."order_edit_addresses" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM (public.order_edits edit
     JOIN public.orders ON ((orders.id = edit.order_id)))
  WHERE ((edit.id = order_edit_addresses.edit_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "Staff with the right read new addresses of their store's edits" ON "public"."order_edit_addresses" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read the tags of their store's orders" ON "public"."order_tags" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff who see addresses read to whom links to pay were sent" ON "public"."pay_link_messages" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read their store's links to pay" ON "public"."pay_links" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "People add their own phone numbers" ON "public"."profile_phones" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People change their own phone numbers" ON "public"."profile_phones" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People read their own phone numbers" ON "public"."profile_phones" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People remove their own phone numbers" ON "public"."profile_phones" FOR DELETE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."profile_phones" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."profile_phones" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."profile_phones" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with the right read their customers' phone numbers" ON "public"."profile_phones" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read which customers were put into their store" ON "public"."store_imports" FOR SELECT TO "authenticated" USING (((kind = 'customers'::public.import_kind) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read which orders were put into their store" ON "public"."store_imports" FOR SELECT TO "authenticated" USING (((kind = 'orders'::public.import_kind) AND (tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[]))));

REVOKE ALL ON FUNCTION "private"."accept_edit"(public.orders, public.order_edits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accept_edit"(public.orders, public.order_edits) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."accept_edit"(public.orders, public.order_edits) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."accept_edit"(public.orders, public.order_edits) TO "service_role";

REVOKE ALL ON FUNCTION "private"."acts_to_close"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."acts_to_close"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_to_close"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_to_close"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."adopt_imported"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."adopt_imported"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."adopt_imported"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."adopt_imported"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."alert_owners"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."alert_owners"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."alert_owners"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."alert_owners"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_to_confirm"(public.orders, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."asked_of_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_of_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_of_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_of_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_prices"(public.approval_act, jsonb, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_order_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_order_address"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_order_address"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_order_address"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."balanced_order"(private.imported_order) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."balanced_order"(private.imported_order) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."balanced_order"(private.imported_order) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."balanced_order"(private.imported_order) TO "service_role";

REVOKE ALL ON FUNCTION "private"."begin_data_export"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_data_export"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_data_export"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_data_export"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_credit"(public.orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_credit"(public.orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_credit"(public.orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_credit"(public.orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."buyer_of"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."buyer_of"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."buyer_of"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."buyer_of"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_again_at"(public.call_wait, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."call_claim_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_claim_time"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_claim_time"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_claim_time"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."call_settings"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_settings"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_settings"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_settings"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."calls_to_make"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."calls_to_make"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."calls_to_make"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."calls_to_make"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_for_taken"(public.shipments, private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."claim_order_to_call"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_order_to_call"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_order_to_call"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_order_to_call"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."clean_tags"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clean_tags"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_tags"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_tags"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."close_money"(text, date, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_money"(text, date, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_money"(text, date, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_money"(text, date, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."close_until"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_until"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_until"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_until"(date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."confirm_paid_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirm_paid_order"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."confirm_paid_order"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."confirm_paid_order"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_confirmed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contact_confirmed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_confirmed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_confirmed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_delivery"(public.shipments, private.piece_count[], numeric, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."could_decide"(public.approval_requests, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."could_decide"(public.approval_requests, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."could_decide"(public.approval_requests, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."could_decide"(public.approval_requests, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."counted_calls"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted_calls"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_calls"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_calls"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."credit_fees"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_fees"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_fees"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_fees"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."credit_gift"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_gift"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_gift"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_gift"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."customer_added"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customer_added"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_added"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_added"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."decided_lines"(text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decided_lines"(text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decided_lines"(text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."decided_lines"(text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."default_call_waits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."default_call_waits"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."default_call_waits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."default_call_waits"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."default_call_waits"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_pieces"(uuid, jsonb, numeric, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_calls"(public.orders, public.order_calls) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_calls"(public.orders, public.order_calls) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_calls"(public.orders, public.order_calls) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_calls"(public.orders, public.order_calls) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_old_approval_requests"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_old_approval_requests"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_old_approval_requests"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_old_approval_requests"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_paid_link"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_paid_link"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_paid_link"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_paid_link"(public.pay_links) TO "service_role";

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

REVOKE ALL ON FUNCTION "private"."found_by"(public.orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."found_by"(public.orders, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."found_by"(public.orders, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."found_by"(public.orders, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."gift_fee"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."gift_fee"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."gift_fee"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."gift_fee"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."governorate_spellings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."governorate_spellings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."governorate_spellings"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."governorate_spellings"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."happening_capability"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."happening_capability"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."happening_capability"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."happening_capability"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."higher_refusal"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."higher_refusal"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."higher_refusal"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."higher_refusal"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_all"(text, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_all"(text, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_all"(text, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_all"(text, jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_address"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_address"(jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_address"(jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_address"(jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_amount"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_amount"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_amount"(jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_amount"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_lines"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_lines"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_lines"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_lines"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_product_ids"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_product_ids"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_product_ids"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_product_ids"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms, private.wanted_exchange) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_asked_entry"(public.audit_log, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_recent_proof"(boolean, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_recent_proof"(boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_recent_proof"(boolean, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_recent_proof"(boolean, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_to_call"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_to_call"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_to_call"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_to_call"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_unpaid_draft_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_unpaid_draft_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unpaid_draft_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unpaid_draft_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."join_rest"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."join_rest"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."join_rest"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."join_rest"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."last_handler"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_handler"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_handler"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_handler"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lines_waiting_for"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lines_waiting_for"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lines_waiting_for"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lines_waiting_for"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_difference"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_difference"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_difference"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_difference"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_pay_links_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_pay_links_of"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_pay_links_of"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_pay_links_of"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_shipment_to_claim"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_shipment_to_claim"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shipment_to_claim"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shipment_to_claim"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_undoable_change"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_undoable_change"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_undoable_change"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_undoable_change"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."log_draft"(public.order_drafts, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_draft"(public.order_drafts, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_draft"(public.order_drafts, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_draft"(public.order_drafts, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."masked_address"(jsonb) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."masked_address"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."masked_changes"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."masked_changes"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."masked_changes"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."masked_changes"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."masked_phone"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."masked_phone"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."message_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."message_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."message_words"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."message_words"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_by_actor"(text[], timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_by_place"(text[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_by_place"(text[], timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_by_place"(text[], timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_by_place"(text[], timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_to_close"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_to_close"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_to_close"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_to_close"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_exchange_value"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_exchange_value"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_exchange_value"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_exchange_value"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."new_pay_link_token"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."new_pay_link_token"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."new_pay_link_token"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."new_pay_link_token"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."next_try_at"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_try_at"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_try_at"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_try_at"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_consent"(public.order_edits, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_consent"(public.order_edits, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_consent"(public.order_edits, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_consent"(public.order_edits, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_claims"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_claims"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_claims"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_claims"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_day_closes"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_day_closes"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_day_closes"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_day_closes"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_exchange_value"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_exchange_value"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_exchange_value"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_exchange_value"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_import"(text, public.import_kind, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_import"(text, public.import_kind, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_import"(text, public.import_kind, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_import"(text, public.import_kind, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_found_by_more"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_found_by_more"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_found_by_more"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_found_by_more"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_lines_added"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_lines_added"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_lines_added"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_lines_added"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_notification_content"(public.order_notifications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_notification_content"(public.order_notifications) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_notification_content"(public.order_notifications) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_notification_content"(public.order_notifications) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_of_pay_link"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_of_pay_link"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_pay_link"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_pay_link"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_search_text"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_search_text"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_text"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_text"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_codes"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_codes"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_codes"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_codes"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_entries"(text[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_entries"(text[], timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_entries"(text[], timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_entries"(text[], timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owner_alert_kind"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owner_alert_kind"(public.audit_log) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_alert_kind"(public.audit_log) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_alert_kind"(public.audit_log) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owners_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owners_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owners_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owners_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owners_to_alert"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owners_to_alert"(public.audit_log) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owners_to_alert"(public.audit_log) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owners_to_alert"(public.audit_log) TO "service_role";

REVOKE ALL ON FUNCTION "private"."part_exchange"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_exchange"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_exchange"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_exchange"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."parts_that_came"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parts_that_came"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts_that_came"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts_that_came"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_for_staff"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_for_staff"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_for_staff"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_for_staff"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_hours"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_hours"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_hours"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_hours"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_of"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_of"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_of"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_of"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_until"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_until"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_until"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_until"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payer_of_pay_link"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payer_of_pay_link"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payer_of_pay_link"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payer_of_pay_link"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_drafts"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_drafts"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_drafts"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_drafts"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_imports"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_imports"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_imports"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_imports"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."phone_condition"(text, text, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."phone_condition"(text, text, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_condition"(text, text, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_condition"(text, text, text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pieces_to_collect"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pieces_to_collect"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pieces_to_collect"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pieces_to_collect"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."place_search_text"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_search_text"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."place_search_text"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."place_search_text"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_exchange"(public.orders, jsonb, public.payment_method, public.shipping_method, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_of_gone_pieces"(public.order_lines, public.order_lines, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."read_consent"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_consent"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_consent"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_consent"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."read_imported_order"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_imported_order"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_imported_order"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_imported_order"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refusal_figures"(private.decided_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_figures"(private.decided_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_figures"(private.decided_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_figures"(private.decided_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_imported"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_imported"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_imported"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_imported"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_record"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_record"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_record"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_record"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refused_record"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refused_record"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refused_record"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refused_record"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."release_exchange_value"(public.returns) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."release_exchange_value"(public.returns) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."release_exchange_value"(public.returns) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."release_exchange_value"(public.returns) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_lost_pieces"(public.orders, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacement_stage"(bigint, public.payment_method, private.cash_terms, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replacements_moved"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replacements_moved"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacements_moved"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacements_moved"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_announced"(uuid, private.received_part[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_announced"(uuid, private.received_part[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_announced"(uuid, private.received_part[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_announced"(uuid, private.received_part[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_call"(public.orders, public.call_outcome, timestamp with time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_claim"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_claim"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_claim"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_claim"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_counts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_counts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_counts"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_counts"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_deliveries"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_deliveries"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_deliveries"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_deliveries"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_import_part"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_import_part"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_import_part"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_import_part"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_import_right"(text, public.import_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_import_right"(text, public.import_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_import_right"(text, public.import_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_import_right"(text, public.import_kind) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_open_pay_link"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_open_pay_link"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_pay_link"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_pay_link"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_photos"(text, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_photos"(text, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_photos"(text, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_photos"(text, text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."reserve_draft"(public.order_drafts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reserve_draft"(public.order_drafts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reserve_draft"(public.order_drafts) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reserve_draft"(public.order_drafts) TO "service_role";

REVOKE ALL ON FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."return_joins_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_joins_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."return_joins_order"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."return_joins_order"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."returns_follow_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."returns_follow_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."returns_follow_order"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."returns_follow_order"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."scan_lifetime"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."scan_lifetime"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_lifetime"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_lifetime"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sees_request"(public.approval_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sees_request"(public.approval_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sees_request"(public.approval_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sees_request"(public.approval_requests) TO "service_role";

REVOKE ALL ON FUNCTION "private"."settle_exchange_value"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_exchange_value"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_exchange_value"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_exchange_value"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."settle_pay_links"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_pay_links"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_pay_links"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_pay_links"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."shipment_left_shelf"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shipment_left_shelf"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_left_shelf"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_left_shelf"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."split_off"(public.shipments, private.piece_count[], text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capabilities"(public.staff_topic) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stage_once_paid"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stage_once_paid"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stage_once_paid"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stage_once_paid"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tags_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tags_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tags_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tags_of"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_asker"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_asker"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_asker"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_asker"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."text_items"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_items"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_items"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_items"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undeliver"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undeliver"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undeliver"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undeliver"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_all_entries"(text, bigint[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_whole_change"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_whole_change"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_whole_change"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_whole_change"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undo_within_ceiling"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_within_ceiling"(jsonb[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_within_ceiling"(jsonb[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_within_ceiling"(jsonb[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."unended_pay_links"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unended_pay_links"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unended_pay_links"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."unended_pay_links"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."untaken_pieces"(public.shipments, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_exchange_value"(public.orders, uuid, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."variants_with_code"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."variants_with_code"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."variants_with_code"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."variants_with_code"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."withhold"(uuid, uuid, numeric, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."within_calling_hours"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."within_calling_hours"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."within_calling_hours"(timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."within_calling_hours"(timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."worth_of_shipment"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."worth_of_shipment"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."worth_of_shipment"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."worth_of_shipment"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_order_address"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_order_address"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_order_address"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_order_address"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_order_search_texts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_order_search_texts"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_order_search_texts"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_order_search_texts"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."address"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."address"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."address"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."address"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."address"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."answer_claim"(uuid, numeric, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."approval_deciders"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."approval_deciders"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."approval_deciders"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."approval_deciders"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."approval_deciders"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."askable_by_link"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."askable_by_link"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."askable_by_link"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."askable_by_link"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."askable_by_link"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_approval_requests"(uuid[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."assign_returns"(uuid[], uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."can_send_lost_again"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."can_send_lost_again"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."can_send_lost_again"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_send_lost_again"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_send_lost_again"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_draft"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_draft"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_draft"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_draft"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_draft"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."carrier_cash"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."carrier_cash"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."carrier_tasks"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."carrier_tasks"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_tasks"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_tasks"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_call"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_call"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."claim_call"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_call"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_call"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_from_carrier"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_day"(text, date, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."closer"(public.day_closes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."closer"(public.day_closes) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."closer"(public.day_closes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."closer"(public.day_closes) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."closer"(public.day_closes) TO "service_role";

REVOKE ALL ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."credit_for_link"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."credit_for_link"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."credit_for_link"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."credit_for_link"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."credit_for_link"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."day_acts"(text[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."day_acts"(text[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."day_acts"(text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."day_acts"(text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."day_acts"(text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."day_money"(text[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."day_money"(text[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."day_money"(text[], date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."day_money"(text[], date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."day_money"(text[], date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."deliver_shipments"(jsonb, text, timestamp with time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) TO "service_role";

REVOKE ALL ON FUNCTION "public"."draft_state"(public.order_drafts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."draft_state"(public.order_drafts) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."draft_state"(public.order_drafts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_state"(public.order_drafts) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_state"(public.order_drafts) TO "service_role";

REVOKE ALL ON FUNCTION "public"."expire_approval_requests"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."expire_approval_requests"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."expire_approval_requests"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."expire_approval_requests"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_orders"(text[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_orders"(text[], text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_orders"(text[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_orders"(text[], text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_orders"(text[], text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_scanned"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_scanned"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_scanned"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_scanned"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_scanned"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."is_overdue"(public.carrier_claims) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_overdue"(public.carrier_claims) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."is_overdue"(public.carrier_claims) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_overdue"(public.carrier_claims) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_overdue"(public.carrier_claims) TO "service_role";

REVOKE ALL ON FUNCTION "public"."keep_call"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_call"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_call"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_call"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_call"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."line_aftercare"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."line_aftercare"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."link_channels"(public.pay_links) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."link_channels"(public.pay_links) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."link_channels"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_channels"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_channels"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."log_export"(text[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."log_export"(text[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."log_export"(text[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."log_export"(text[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."log_export"(text[], text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."lose_shipment"(uuid, boolean, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_tags_in_use"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_tags_in_use"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_tags_in_use"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_tags_in_use"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_tags_in_use"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."orders_found_by_phone"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."orders_found_by_phone"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."orders_found_by_phone"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."orders_found_by_phone"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."orders_found_by_phone"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."owner_alerts_sent"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."owner_alerts_sent"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."owner_alerts_sent"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."owner_alerts_sent"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."owner_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."owner_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."owner_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."owner_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_folder"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_link_folder"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_folder"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_folder"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_order"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_link_order"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_order"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_order"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_page"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_link_page"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_page"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_page"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_state"(public.pay_links) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pay_link_state"(public.pay_links) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."pay_link_state"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_state"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_state"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_links_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_links_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_links_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_links_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."phone"(public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."phone"(public.profiles) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."phone"(public.profiles) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."phone"(public.profiles) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."phone"(public.profiles) TO "service_role";

REVOKE ALL ON FUNCTION "public"."piece_code"(public.order_lines) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."piece_code"(public.order_lines) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."piece_code"(public.order_lines) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."piece_code"(public.order_lines) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."piece_code"(public.order_lines) TO "service_role";

REVOKE ALL ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_delivery"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_delivery"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_delivery"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_delivery"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_delivery"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_exchange"(uuid, jsonb, public.payment_method, public.shipping_method) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_call"(uuid, public.call_outcome, timestamp with time zone, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."release_call"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."release_call"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_call"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_call"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_call"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_refused_carriers"(text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_refused_carriers"(text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_refused_carriers"(text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_carriers"(text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_carriers"(text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_refused_places"(text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_refused_places"(text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_refused_places"(text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_places"(text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_places"(text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_refused_products"(text, date, date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_refused_products"(text, date, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_refused_products"(text, date, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_products"(text, date, date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_refused_products"(text, date, date, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_exchange"(uuid, jsonb, public.payment_method, text, public.shipping_method, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_difference_as_part"(uuid, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_delivery_back"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_lost_again"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."share_pay_link"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."share_pay_link"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."share_pay_link"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."share_pay_link"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."share_pay_link"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shipment_code"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shipment_code"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."shipment_code"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipment_code"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipment_code"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shown_buyer"(public.invoices) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shown_buyer"(public.invoices) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."shown_buyer"(public.invoices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_buyer"(public.invoices) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_buyer"(public.invoices) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shown_changes"(public.order_edits) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shown_changes"(public.order_edits) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."shown_changes"(public.order_edits) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_changes"(public.order_edits) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_changes"(public.order_edits) TO "service_role";

REVOKE ALL ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_delivery_back"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_delivery_back"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_delivery_back"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_delivery_back"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_delivery_back"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."used_carriers"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."used_carriers"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."used_carriers"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."used_carriers"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."used_carriers"(text[]) TO "service_role";

GRANT SELECT ON TABLE "public"."carrier_claims" TO "authenticated";

REVOKE ALL ON TABLE "public"."carrier_claims" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."carrier_claims" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."carrier_claims" TO "service_role";

GRANT SELECT ON TABLE "public"."day_close_acts" TO "authenticated";

REVOKE ALL ON TABLE "public"."day_close_acts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_close_acts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_close_acts" TO "service_role";

GRANT SELECT ON TABLE "public"."day_close_lines" TO "authenticated";

REVOKE ALL ON TABLE "public"."day_close_lines" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_close_lines" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_close_lines" TO "service_role";

GRANT SELECT ON TABLE "public"."day_closes" TO "authenticated";

REVOKE ALL ON TABLE "public"."day_closes" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_closes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."day_closes" TO "service_role";

GRANT SELECT ON TABLE "public"."handover_scans" TO "authenticated";

REVOKE ALL ON TABLE "public"."handover_scans" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."handover_scans" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."handover_scans" TO "service_role";

GRANT SELECT ON TABLE "public"."imported_customers" TO "authenticated";

REVOKE ALL ON TABLE "public"."imported_customers" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."imported_customers" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."imported_customers" TO "service_role";

GRANT SELECT ON TABLE "public"."imported_orders" TO "authenticated";

REVOKE ALL ON TABLE "public"."imported_orders" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."imported_orders" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."imported_orders" TO "service_role";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."message_texts" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."message_texts" TO "authenticated";

GRANT INSERT ("key") ON TABLE "public"."message_texts" TO "authenticated";

GRANT INSERT ("language") ON TABLE "public"."message_texts" TO "authenticated";

GRANT INSERT ("tenant_id") ON TABLE "public"."message_texts" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."message_texts" TO "authenticated";

REVOKE ALL ON TABLE "public"."message_texts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_texts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_texts" TO "service_role";

GRANT SELECT ON TABLE "public"."order_calls" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_calls" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_calls" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_calls" TO "service_role";

GRANT SELECT ON TABLE "public"."order_drafts" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_drafts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_drafts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_drafts" TO "service_role";

REVOKE ALL ("about_id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("about_id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("channel") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("channel") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("delivered_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("delivered_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("documents") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("documents") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("error") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("error") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("event_id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("event_id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("expired_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("expired_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("failed_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("failed_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("fallback_of") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("fallback_of") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("held_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("held_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("kind") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("order_id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("provider_reference") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("provider_reference") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("read_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("read_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("sent_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("sent_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("state") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("state") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("tenant_id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("tenant_id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("to_stranger") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("to_stranger") ON TABLE "public"."order_notifications" TO "authenticated";

GRANT SELECT ON TABLE "public"."order_tags" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_tags" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_tags" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_tags" TO "service_role";

GRANT SELECT ON TABLE "public"."pay_link_messages" TO "authenticated";

REVOKE ALL ON TABLE "public"."pay_link_messages" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pay_link_messages" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pay_link_messages" TO "service_role";

GRANT SELECT ON TABLE "public"."pay_links" TO "authenticated";

REVOKE ALL ON TABLE "public"."pay_links" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pay_links" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pay_links" TO "service_role";

REVOKE ALL ("gifts") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("gifts"), UPDATE ("gifts") ON TABLE "public"."settings" TO "authenticated";

GRANT SELECT ON TABLE "public"."store_imports" TO "authenticated";

REVOKE ALL ON TABLE "public"."store_imports" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_imports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_imports" TO "service_role";

CREATE INDEX carrier_claims_open ON public.carrier_claims USING btree (tenant_id, due_on) WHERE (state = 'open'::public.claim_state);

ALTER TABLE "public"."handover_scans" ADD CONSTRAINT "handover_scans_scanned_by_fkey" FOREIGN KEY (scanned_by) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX handover_scans_of_person ON public.handover_scans USING btree (scanned_by, tenant_id);

ALTER TABLE "public"."imported_customers" ADD COLUMN "contact" text GENERATED ALWAYS AS (
CASE
    WHEN (email <> ''::text) THEN email
    ELSE private.national_digits(phone)
END) STORED NOT NULL;

ALTER TABLE "public"."imported_customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((name || '
'::text) || email) || '
'::text) || phone))) STORED NOT NULL;

ALTER TABLE "public"."order_tags" ADD COLUMN "folded" text GENERATED ALWAYS AS (private.fold(tag)) STORED NOT NULL;

ALTER TABLE "public"."orders" ADD COLUMN "gift_tax" numeric(12,2) GENERATED ALWAYS AS (private.contained_tax(gift_total, tax_rate)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "gift_wrapping_enabled" boolean GENERATED ALWAYS AS (private.flag_of((gifts -> 'enabled'::text), false)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "gift_wrapping_price" numeric GENERATED ALWAYS AS (private.amount_of((gifts -> 'price'::text))) STORED NOT NULL;

ALTER TABLE "public"."staff_settings" ADD COLUMN "call_waits" public.call_wait[] NOT NULL DEFAULT private.default_call_waits();

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_call_waits_check" CHECK (((cardinality(call_waits) <= 5) AND (array_position(call_waits, NULL::public.call_wait) IS NULL)));

ALTER TABLE "public"."imported_customers" ADD CONSTRAINT "imported_customers_tenant_id_contact_key" UNIQUE (tenant_id, contact);

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_buyer_check" CHECK ((jsonb_path_exists(buyer, '$?(@."address".type() == "object")'::jsonpath) AND (NOT jsonb_path_exists(buyer, '$."name"?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND (NOT jsonb_path_exists(buyer, 'strict $."address".*?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND ((buyer -> 'address'::text) = private.masked_address((buyer -> 'address'::text)))));

ALTER TABLE "public"."order_edits" ADD CONSTRAINT "order_edits_changes_form" CHECK (((jsonb_typeof(changes) = 'object'::text) AND (NOT jsonb_path_exists(changes, '$."add"[*]?(!(@."quantity".type() == "number"))'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."remove"[*]?(!(@."order_line_id".type() == "string" && @."quantity".type() == "number"))'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."address".*?(@.type() != "string")'::jsonpath)) AND ((NOT (changes ? 'address'::text)) OR ((changes -> 'address'::text) = private.masked_address((changes -> 'address'::text)))) AND (NOT jsonb_path_exists(changes, '$."note"?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."slot_date"?(@.type() != "string" && @.type() != "null")'::jsonpath))));

ALTER TABLE "public"."order_tags" ADD CONSTRAINT "order_tags_order_id_folded_key" UNIQUE (order_id, folded);

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_destination_masked" CHECK ((destination = private.masked_address(destination)));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_gifts" CHECK (((jsonb_typeof(gifts) = 'object'::text) AND private.is_text((gifts -> 'text'::text), 300)));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_returns" CHECK (((jsonb_typeof(returns) = 'object'::text) AND ((return_days >= 1) AND (return_days <= 60)) AND ((fault_days >= 1) AND (fault_days <= 60)) AND (exchanges = ANY (ARRAY['none'::text, 'size'::text, 'product'::text])) AND (exchange_delivery = ANY (ARRAY['customer'::text, 'store'::text]))));

CREATE INDEX imported_customers_by_phone ON public.imported_customers USING btree (private.national_digits(phone), tenant_id) WHERE (phone <> ''::text);

CREATE INDEX order_addresses_by_key ON public.order_addresses USING btree (tenant_id, private.address_key(address));

CREATE INDEX order_addresses_by_last_digits ON public.order_addresses USING btree (reverse(private.national_digits((address ->> 'phone'::text))) text_pattern_ops, tenant_id);

CREATE INDEX order_addresses_by_phone ON public.order_addresses USING btree (private.national_digits((address ->> 'phone'::text)) text_pattern_ops, tenant_id);

CREATE INDEX order_tags_of_store ON public.order_tags USING btree (tenant_id, folded, order_id);

CREATE INDEX profile_phones_by_digits ON public.profile_phones USING btree (private.national_digits(phone) text_pattern_ops, tenant_id);

CREATE INDEX profile_phones_by_last_digits ON public.profile_phones USING btree (reverse(private.national_digits(phone)) text_pattern_ops, tenant_id);
