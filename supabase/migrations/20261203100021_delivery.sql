set local check_function_bodies = off;

DROP POLICY "Staff read which parcels their couriers are asked to take" ON "public"."carrier_bookings";

DROP POLICY "Staff read when couriers come to their store" ON "public"."carrier_pickups";

DROP POLICY "Staff read the lines of their store's returns" ON "public"."return_lines";

DROP POLICY "Staff read their store's returns" ON "public"."returns";

DROP POLICY "Staff read what happened to their store's parcels" ON "public"."shipment_events";

DROP POLICY "Staff read what is in their store's parcels" ON "public"."shipment_lines";

DROP POLICY "Staff read their store's parcels" ON "public"."shipments";

DROP POLICY "Staff read their store's shipping zones" ON "public"."shipping_zones";

DROP TRIGGER "differences_resolved" ON "public"."shipments";

DROP INDEX "public"."shipments_with_cash";

ALTER TABLE "public"."returns" DROP CONSTRAINT "returns_exchange_allowed_check";

ALTER TABLE "public"."shipments" DROP CONSTRAINT "shipments_fee_check";

ALTER TABLE "public"."shipments" DROP CONSTRAINT "shipments_label_path_check";

DROP FUNCTION "private"."lock_orders_for_staff"(uuid[]);

DROP FUNCTION "private"."require_return_in"(uuid, public.return_state[]);

DROP FUNCTION "private"."return_answer"(uuid);

DROP FUNCTION "private"."return_json"(uuid);

DROP FUNCTION "private"."shipment_json"(uuid);

DROP FUNCTION "private"."try_to_book"(uuid, text, text, text);

DROP FUNCTION "private"."try_to_pack"(uuid, jsonb);

DROP FUNCTION "public"."allow_exchange"(uuid, text, uuid);

DROP FUNCTION "public"."book_parcels"(uuid[], text, text, jsonb, uuid);

DROP FUNCTION "public"."change_shipment"(uuid, jsonb, uuid);

DROP FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid);

DROP FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind);

DROP FUNCTION "public"."look_at_parcel"(uuid, jsonb, uuid);

DROP FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid);

DROP FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid);

DROP FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid);

DROP FUNCTION "public"."receive_return"(uuid, jsonb, uuid);

DROP FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind);

DROP FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method);

DROP FUNCTION "public"."send_return"(uuid, text, uuid);

DROP FUNCTION "public"."shipping_options"(text, text, text, numeric, integer);

DROP FUNCTION "public"."withdraw_return"(uuid, uuid);

ALTER TABLE "public"."returns" DROP COLUMN "exchange_allowed";

ALTER TABLE "public"."shipments" DROP COLUMN "courier_owes";

ALTER TABLE "public"."shipments" DROP COLUMN "created_by";

ALTER TABLE "public"."shipments" DROP COLUMN "fee";

ALTER TABLE "public"."shipments" DROP COLUMN "label_path";

ALTER TABLE "public"."shipments" DROP COLUMN "settled_at";

ALTER TABLE "public"."shipments" DROP COLUMN "settled";

CREATE TYPE "public"."shipment_outcome" AS ("order_id" uuid, "shipment_id" uuid, "refusal" jsonb);

ALTER TYPE "public"."shipment_outcome" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row constant jsonb := to_jsonb(new) - array['tenant_id', tg_argv[1]];
  v_old constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_id constant text := to_jsonb(new) ->> tg_argv[1];
  v_before jsonb;
  v_after jsonb;
  v_about jsonb;
begin
  if auth.uid() is null or not private.may(new.tenant_id, 'orders.see') then
    return null;
  end if;
  select jsonb_object_agg(field.key, v_old -> field.key), jsonb_object_agg(field.key, field.value) into v_before, v_after
  from jsonb_each(v_row) field where field.value is distinct from v_old -> field.key;
  if v_before is null or private.add_to_audit(tg_argv[0], v_id, v_before, v_after) then
    return null;
  end if;
  execute format('select to_jsonb(about) from public.%I about where about.id = $1', tg_argv[0]) into v_about using v_id::uuid;
  perform private.write_audit(
    new.tenant_id, 'update', tg_argv[0], v_id, private.audit_label(tg_argv[0], v_about), v_before, v_after);
  return null;
end
$function$;

ALTER FUNCTION "private"."audit_facts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book(p_shipment_id uuid, p_carrier text, p_carrier_name text, p_district_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_booking public.carrier_bookings;
  v_refusal jsonb;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if v_booking.state in ('waiting', 'asked', 'booked') and v_booking.carrier = p_carrier then
    return null;
  end if;
  v_refusal := private.booking_refusal(v_parcel);
  if v_refusal is not null then
    return v_refusal;
  elsif p_district_id is not null and not exists (
    select 1 from public.carrier_areas area
    where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
  ) then
    return private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id));
  end if;
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = p_shipment_id;
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  values (p_shipment_id, v_parcel.tenant_id, p_carrier, p_district_id, auth.uid())
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', attempts = 0, due_at = now(), problem = null, updated_at = now(),
    district_id = coalesce(excluded.district_id, case when v_booking.carrier = p_carrier then v_booking.district_id end),
    round = v_booking.round + case v_booking.state when 'cancelled' then 1 else 0 end;
  return null;
end
$function$;

ALTER FUNCTION "private"."book"(uuid, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_files(p_orders uuid[])
 RETURNS TABLE(tenant_id text, bucket_id text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select store.tenant_id, stored.bucket_id, stored.name
  from private.demo_stores store
  cross join lateral unnest(store.files) listed (path)
  join storage.objects stored on stored.bucket_id = split_part(listed.path, '/', 1)
    and stored.name = substr(listed.path, strpos(listed.path, '/') + 1)
  union
  select marked.tenant_id, own.bucket_id, own.name
  from private.demo_rows marked cross join lateral private.personal_files(marked.tenant_id, marked.id) own
  where marked.kind = 'account' and marked.id = any (private.demo_accounts())
  union
  select ordered.tenant_id, printed.bucket_id, printed.name
  from public.orders ordered join storage.objects printed on printed.bucket_id = 'print-files'
    and starts_with(printed.name, ordered.tenant_id || '/' || ordered.id || '/')
  where ordered.id = any (p_orders)
  union
  select facts.tenant_id, 'shipment-labels', facts.label_path
  from public.shipments parcel join public.shipment_staff_facts facts on facts.shipment_id = parcel.id
  where parcel.order_id = any (p_orders) and facts.label_path is not null
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments parcel join public.shipment_staff_facts facts on facts.shipment_id = parcel.id
  where parcel.order_id = any (p_order_ids) and facts.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.order_messages where order_id = any (p_order_ids) and sent_at is null;
  update public.order_messages set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments parcel set
    tracking_number = case when facts.courier_owes > 0 then parcel.tracking_number end,
    tracking_url = case when facts.courier_owes > 0 then parcel.tracking_url end
  from public.shipment_staff_facts facts where facts.shipment_id = parcel.id and parcel.order_id = any (p_order_ids);
  update public.shipment_staff_facts facts set label_path = null
  from public.shipments parcel where parcel.id = facts.shipment_id and parcel.order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when parcel.tracking_number is not null then carrier_reference end
  from public.shipments parcel where parcel.id = carrier_bookings.shipment_id and parcel.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '', checked_by = nullif(checked_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '', proposed_by = nullif(proposed_by, p_user_id),
    decided_by = nullif(decided_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '', created_by = nullif(created_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null, document_hash = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', address -> 'governorate')
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.idempotent_result(p_type anyelement, p_request_id uuid, p_request jsonb)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  if not private.is_repeated(p_request_id, p_request) then
    return null;
  end if;
  select first.answer into v_answer from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  -- Not one expression: it would have to be of both types.
  if pg_typeof(p_type) = 'jsonb'::regtype then
    return v_answer;
  end if;
  return jsonb_populate_record(p_type, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_open(p_state public.return_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_open from public.return_states where state = p_state $function$;

ALTER FUNCTION "private"."is_open"(public.return_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_order_of_return(p_return_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.returns where id = p_return_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_return');
  end if;
  perform private.require_right_to_return(v_order);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_of_shipment(p_shipment_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.shipments where id = p_shipment_id) for update;
  if v_order.id is null or coalesce(private.order_actor(v_order), '') not in ('staff', 'system') then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.pack');
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_orders_for_staff(p_order_ids uuid[], p_capability text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids constant uuid[] := array(
    select orders.id from public.orders
    where orders.id = any (p_order_ids) and private.order_actor(orders) in ('staff', 'system') order by orders.id
  );
begin
  perform private.require_capability(store.tenant_id, p_capability) from (
    select distinct orders.tenant_id from public.orders where orders.id = any (v_ids)
  ) store;
  perform private.lock_orders(v_ids);
  return v_ids;
end
$function$;

ALTER FUNCTION "private"."lock_orders_for_staff"(uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_shipments(p_shipment_ids uuid[])
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders uuid[];
begin
  perform private.require_selection(p_shipment_ids);
  v_orders := private.lock_orders_for_staff(array(
    select parcel.order_id from public.shipments parcel where parcel.id = any (p_shipment_ids)
  ), 'orders.pack');
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  return query
  select distinct parcel.order_id, asked.id, case when parcel.id is null then private.refusal('unknown_shipment') end
  from unnest(p_shipment_ids) asked (id)
  left join public.shipments parcel on parcel.id = asked.id and parcel.order_id = any (v_orders)
  order by parcel.order_id, asked.id;
end
$function$;

ALTER FUNCTION "private"."lock_shipments"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.money_of_days(p_tenant_id text, p_today date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'sold', (select totals.amount from private.ledger_totals(p_tenant_id, 'sale', days.since, 'infinity') totals),
    'delivered', private.delivered_between(p_tenant_id, days.since, 'infinity'),
    'given_back', private.entries_between(p_tenant_id, 'given_back', days.since, 'infinity'),
    'cash_with_couriers', (
      select coalesce(sum(orders.at_courier), 0) from public.orders
      where orders.tenant_id = p_tenant_id and orders.at_courier > 0
    ),
    'cash_overdue', (
      select coalesce(sum(facts.courier_owes), 0)
      from public.shipment_staff_facts facts join public.shipments parcel on parcel.id = facts.shipment_id
      where facts.tenant_id = p_tenant_id and facts.courier_owes > 0
        and parcel.delivered_at < now() - interval '14 days'
    ))
  from (select private.day_start(p_today - 29) as since) days
$function$;

CREATE OR REPLACE FUNCTION private.open_return_of(p_order public.orders)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return_id constant uuid := (
    select waiting.id from public.returns waiting
    where waiting.order_id = p_order.id and private.is_open(waiting.state)
    order by waiting.number desc limit 1
  );
  v_print_names constant jsonb := (
    select private.line_names(line) from public.order_lines line
    where line.order_id = p_order.id and private.returnable_pieces(line) > 0
    order by line.position limit 1
  );
begin
  if v_print_names is not null then
    perform private.refuse('print_not_returned', v_print_names);
  end if;
  if v_return_id is null then
    perform private.refuse('nothing_to_return');
  end if;
  return v_return_id;
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
        and not exists (select 1 from public.exchange_allowances allowed where allowed.return_id = asked.id)
    ) given
    join public.orders replaced on replaced.id = given.order_id
    where given.position = p_line.position and given.received < given.quantity limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.pack(p_order public.orders, p_pieces private.piece_count[], p_parcel jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_worth numeric;
begin
  if p_order.stage not in ('confirmed', 'in_production') then
    perform private.refuse('not_confirmed');
  end if;
  perform private.require_payment(p_order);
  perform private.require_open_pieces(p_pieces, 'too_few_to_pack');
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_pack');
  end if;
  v_worth := private.worth_to_pack(p_order, p_pieces);
  update public.order_lines line set packed = line.packed + piece.quantity
  from unnest(p_pieces) piece where line.id = piece.order_line_id;
  insert into public.shipments (tenant_id, order_id, number, cash_due)
  select p_order.tenant_id, p_order.id, coalesce(max(earlier.number), 0) + 1,
    -- The last parcel takes the rest.
    least(private.owed_at_door(p_order.id), case when cardinality(private.open_pieces_of(p_order.id)) > 0 then v_worth end)
  from public.shipments earlier where earlier.order_id = p_order.id
  returning * into v_parcel;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select p_order.tenant_id, v_parcel.id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  perform private.note_on_parcel(v_parcel, 'packed');
  perform private.write_on_parcel(v_parcel.id, p_parcel);
  return v_parcel.id;
end
$function$;

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
  delete from public.return_lines piece where piece.return_id = p_return_id and piece.received = 0;
  update public.return_lines piece set quantity = piece.received where piece.return_id = p_return_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.personal_orders(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    private.order_json(orders) - '{tenant_id,user_id}'::text[] || jsonb_build_object('history', (
      select jsonb_agg(jsonb_build_object('at', created_at, 'by', actor, 'from', from_status, 'to', to_status,
        'note', note, 'remark', remark ->> 'code') order by created_at)
      from public.order_events where order_id = orders.id and not is_internal
    ), 'parcels', (
      select jsonb_agg(to_jsonb(parcel) - '{tenant_id,order_id}'::text[] order by parcel.number)
      from public.shipments parcel where parcel.order_id = orders.id
    ), 'returns', (
      select jsonb_agg(to_jsonb(back) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(piece) - '{tenant_id,return_id}'::text[] order by line.position)
        from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
        where piece.return_id = back.id
      )) order by back.number)
      from public.returns back where back.order_id = orders.id
    ), 'changes', (
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id,proposed_by,decided_by}'::text[] order by edit.number)
      from public.order_edits edit where edit.order_id = orders.id
    ), 'refunds', (
      select jsonb_agg(to_jsonb(refund) - '{tenant_id,order_id,created_by}'::text[] order by refund.number)
      from public.refunds refund where refund.order_id = orders.id
    ), 'transfers', (
      select jsonb_agg(to_jsonb(transfer) - '{tenant_id,order_id,checked_by}'::text[] order by transfer.created_at)
      from public.transfers transfer where transfer.order_id = orders.id
    ), 'messages', (
      select jsonb_agg(jsonb_build_object('at', message.created_at, 'about', message.kind, 'channel', message.channel,
        'to', message.recipient, 'state', message.state, 'sent_at', message.sent_at, 'papers', message.papers)
        order by message.created_at)
      from public.order_messages message where message.order_id = orders.id
    ), 'payments', (
      select jsonb_agg(jsonb_build_object('at', entry.created_at, 'kind', entry.kind, 'amount', entry.amount,
        'method', entry.method, 'reference', entry.reference) order by entry.id)
      from public.payment_entries entry where entry.order_id = orders.id
    ), 'invoices', (
      select jsonb_agg(to_jsonb(paper) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(part) - '{id,tenant_id,invoice_id}'::text[] order by part.position)
        from public.invoice_lines part where part.invoice_id = paper.id
      )) order by paper.issued_at)
      from public.invoices paper where paper.order_id = orders.id
    )) order by created_at), '[]')
  from public.orders where user_id = p_user_id and tenant_id = p_tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.require_return_move(p_order public.orders, p_return_id uuid, p_state public.return_state)
 RETURNS public.returns
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
begin
  select * into v_return from public.returns where id = p_return_id;
  if not exists (
    select 1 from public.return_state_transitions move
    where move.from_state = v_return.state and move.to_state = p_state
      and (move.by_shopper or private.order_actor(p_order) <> 'shopper')
  ) then
    perform private.refuse('return_decided', jsonb_build_object('state', v_return.state));
  end if;
  return v_return;
end
$function$;

ALTER FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_right_to_return(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.order_actor(p_order) = 'staff' then
    perform private.require_capability(p_order.tenant_id, 'returns.decide');
  else
    perform private.require_aal();
  end if;
end
$function$;

ALTER FUNCTION "private"."require_right_to_return"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.resolve_differences_of_parcel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.settlement_differences difference set resolved_at = now(), resolved_by = auth.uid()
  where difference.shipment_id = new.shipment_id and difference.resolved_at is null
    and difference.kind in ('short', 'more', 'missing', 'not_delivered');
  return null;
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
    and (private.is_open(announced.state) or announced.replacement_order_id is not null)
$function$;

CREATE OR REPLACE FUNCTION private.settle_parcel(p_settlement public.settlements, p_shipment_id uuid, p_name text, p_amount numeric, p_fee numeric, p_part boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.shipment_cash_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.shipment_staff_facts (shipment_id, tenant_id, courier_owes, created_by)
  values (new.id, new.tenant_id, coalesce(new.cash_collected, 0), auth.uid())
  on conflict (shipment_id) do update set courier_owes = excluded.courier_owes - shipment_staff_facts.settled;
  return null;
end
$function$;

ALTER FUNCTION "private"."shipment_cash_changed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.shown_options(p_rates private.shipping_rate[])
 RETURNS TABLE(method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer, cash_allowed boolean)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select rate.method::public.shipping_method, private.pounds(rate.price), private.pounds(rate.free_from), rate.days_from,
    rate.days_to, rate.cash_allowed
  from unnest(p_rates) rate
$function$;

ALTER FUNCTION "private"."shown_options"(private.shipping_rate[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.shown_rates(p_rates private.shipping_rate[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(option)), '[]') from private.shown_options(p_rates) option
$function$;

CREATE OR REPLACE FUNCTION private.statement_lines(p_tenant_id text, p_statement jsonb)
 RETURNS SETOF private.statement_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_carrier constant text := coalesce(p_statement ->> 'carrier', 'manual');
  v_name constant text := coalesce(p_statement ->> 'carrier_name', '');
begin
  return query
  with stated as (
    select line.place::integer as place, btrim(line.value ->> 'number') as number, (line.value ->> 'amount')::numeric as amount,
      coalesce((line.value ->> 'fee')::numeric, 0) as fee, found.id as parcel_id,
      row_number() over (partition by coalesce(found.id::text, btrim(line.value ->> 'number')) order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
    left join lateral (
      select parcel.id from private.stated_parcel(p_tenant_id, v_carrier, line.value ->> 'number') parcel limit 1
    ) found on true
  )
  select stated.place, case
      when parcel.id is null then 'unknown'
      when stated.mention > 1 then 'double'
      when facts.settled_at is not null then 'settled'
      when stated.amount = 0 and facts.courier_owes = 0 then 'fee'
      when parcel.state <> 'delivered' then 'not_delivered'
      when stated.amount < facts.courier_owes then 'short'
      when stated.amount > facts.courier_owes then 'more'
      else 'matches'
    end::public.statement_line_kind, stated.number, parcel.id, orders.number || '/' || parcel.number, stated.amount,
    case when facts.settled_at is not null then parcel.cash_collected
      when parcel.cash_collected is not null then facts.courier_owes end,
    stated.fee
  from stated
  left join public.shipments parcel on parcel.id = stated.parcel_id
  left join public.shipment_staff_facts facts on facts.shipment_id = parcel.id
  left join public.orders on orders.id = parcel.order_id
  union all
  select null, 'missing', coalesce(parcel.tracking_number, orders.number || '/' || parcel.number), parcel.id,
    orders.number || '/' || parcel.number, null, facts.courier_owes, 0
  from public.shipment_staff_facts facts
  join public.shipments parcel on parcel.id = facts.shipment_id
  join public.orders on orders.id = parcel.order_id
  where facts.tenant_id = p_tenant_id and parcel.carrier = v_carrier and (v_carrier <> 'manual' or parcel.carrier_name = v_name)
    and facts.courier_owes > 0
    and private.shop_time(parcel.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.parcel_id = parcel.id)
  order by 1 nulls last;
end
$function$;

CREATE OR REPLACE FUNCTION private.store_return_answer(p_request_id uuid, p_return_id uuid)
 RETURNS public.returns
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select stored.* from public.returns asked, private.store_idempotent_result(p_request_id, asked) stored
  where asked.id = p_return_id
$function$;

ALTER FUNCTION "private"."store_return_answer"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_shipment_answer(p_request_id uuid, p_shipment_id uuid)
 RETURNS public.shipments
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select stored.* from public.shipments parcel, private.store_idempotent_result(p_request_id, parcel) stored
  where parcel.id = p_shipment_id
$function$;

ALTER FUNCTION "private"."store_shipment_answer"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_change(p_shipment_id uuid, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  perform private.change_parcel(p_shipment_id, p_changes);
  perform private.refresh_order(parcel.order_id) from public.shipments parcel where parcel.id = p_shipment_id;
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

CREATE OR REPLACE FUNCTION private.try_to_move(p_shipment_id uuid, p_state public.shipment_state, p_note text, p_cash numeric, p_happened_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  if v_parcel.state = p_state and p_state <> 'attempt_failed' then
    if p_note <> '' then
      perform private.note_on_parcel(v_parcel, p_state, p_note);
      perform private.refresh_order(v_parcel.order_id);
    end if;
    return null;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_parcel.state and to_state = p_state
      and (not takes_back or private.takes_handover_back(v_parcel))
  ) then
    perform private.refuse('parcel_move_not_allowed', jsonb_build_object('from', v_parcel.state, 'to', p_state));
  end if;
  if p_cash < 0 or p_cash > v_parcel.cash_due or scale(trim_scale(p_cash)) > 2 then
    perform private.refuse('too_much_cash', jsonb_build_object('most', v_parcel.cash_due));
  end if;
  perform private.move_parcel(v_parcel, p_state, p_note, p_cash, coalesce(p_happened_at, clock_timestamp()));
  perform private.owe_back(v_parcel.order_id, jsonb_build_object('shipment_id', p_shipment_id));
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

CREATE OR REPLACE FUNCTION private.try_to_pack(p_order_id uuid, p_parcel jsonb)
 RETURNS public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_shipment_id uuid;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_shipment_id := private.pack(v_order, private.open_pieces_of(p_order_id), p_parcel);
  perform private.refresh_order(p_order_id);
  return row(p_order_id, v_shipment_id, null)::public.shipment_outcome;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return row(p_order_id, null, v_refusal)::public.shipment_outcome;
end
$function$;

ALTER FUNCTION "private"."try_to_pack"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_on_parcel(p_shipment_id uuid, p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_courier record;
  v_wrong text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' then
    perform private.refuse('invalid_parcel');
  end if;
  select * into v_parcel from public.shipments where id = p_shipment_id;
  v_wrong := case
    when p_changes ? 'carrier' and coalesce(p_changes ->> 'carrier', '') !~ '^[a-z][a-z0-9_-]{0,30}$' then 'carrier'
    when length(p_changes ->> 'carrier_name') > 80 then 'carrier_name'
    when length(p_changes ->> 'tracking_number') > 80 then 'tracking_number'
    when coalesce(p_changes ->> 'tracking_url', '') <> ''
      and (length(p_changes ->> 'tracking_url') > 500 or p_changes ->> 'tracking_url' !~ '^https?://[^[:space:]]+$')
      then 'tracking_url'
    when jsonb_typeof(p_changes -> 'fee') <> 'null' and not private.is_amount(p_changes -> 'fee') then 'fee'
    when jsonb_typeof(p_changes -> 'cash_due') <> 'null' and not private.is_amount(p_changes -> 'cash_due') then 'cash_due'
  end;
  if v_wrong is not null then
    perform private.refuse('invalid_parcel', jsonb_build_object('reason', v_wrong));
  end if;
  if (p_changes ->> 'cash_due')::numeric > private.owed_at_door(v_parcel.order_id, p_shipment_id) then
    perform private.refuse('too_much_cash',
      jsonb_build_object('most', private.owed_at_door(v_parcel.order_id, p_shipment_id)));
  end if;
  if p_changes ->> 'carrier_name' is null or p_changes ? 'carrier' then
    select coalesce(p_changes ->> 'carrier', v_parcel.carrier) as carrier,
      coalesce(btrim(p_changes ->> 'carrier_name'), v_parcel.carrier_name) as carrier_name into v_courier;
  else
    select named.carrier, named.carrier_name into v_courier
    from private.courier_named(v_parcel.tenant_id, p_changes ->> 'carrier_name') named;
  end if;
  perform private.require_own_number(v_parcel, v_courier.carrier,
    case when p_changes ? 'tracking_number' then btrim(p_changes ->> 'tracking_number') else v_parcel.tracking_number end);
  update public.shipments set
    carrier = v_courier.carrier,
    carrier_name = v_courier.carrier_name,
    tracking_number = case when p_changes ? 'tracking_number' then nullif(btrim(p_changes ->> 'tracking_number'), '')
      else tracking_number end,
    tracking_url = case when p_changes ? 'tracking_url' then nullif(btrim(p_changes ->> 'tracking_url'), '')
      else tracking_url end,
    cash_due = coalesce((p_changes ->> 'cash_due')::numeric, cash_due),
    updated_at = now()
  where id = p_shipment_id;
  if p_changes ? 'fee' then
    update public.shipment_staff_facts set fee = (p_changes ->> 'fee')::numeric where shipment_id = p_shipment_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.allow_exchange(p_return_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "public"."allow_exchange"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.book_parcels(p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'book_parcels', p_shipment_ids, p_carrier, p_carrier_name, p_districts));
  v_outcome public.shipment_outcome;
  v_outcomes public.shipment_outcome[] := '{}';
begin
  if v_answer is null then
    for v_outcome in select * from private.lock_shipments(p_shipment_ids) loop
      v_outcome.refusal := coalesce(v_outcome.refusal, private.book(
        v_outcome.shipment_id, p_carrier, p_carrier_name, p_districts ->> v_outcome.shipment_id::text));
      v_outcomes := v_outcomes || v_outcome;
    end loop;
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."book_parcels"(uuid[], text, text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_shipment(p_shipment_id uuid, p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('change_shipment', p_shipment_id, p_changes));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.change_parcel(p_shipment_id, p_changes);
  perform private.refresh_order(v_order.id);
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_shipments(p_shipment_ids uuid[], p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('change_shipments', p_shipment_ids, p_changes));
  v_outcome public.shipment_outcome;
  v_outcomes public.shipment_outcome[] := '{}';
begin
  if v_answer is null then
    if jsonb_typeof(p_changes) is distinct from 'object' or p_changes - '{carrier,carrier_name}'::text[] <> '{}' then
      perform private.refuse('invalid_parcel');
    end if;
    for v_outcome in select * from private.lock_shipments(p_shipment_ids) loop
      v_outcome.refusal := coalesce(v_outcome.refusal, private.try_to_change(v_outcome.shipment_id, p_changes));
      v_outcomes := v_outcomes || v_outcome;
    end loop;
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.courier_cash(p_tenant_id text)
 RETURNS TABLE(carrier text, carrier_name text, parcels bigint, amount numeric, overdue_parcels bigint, overdue numeric, oldest timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select parcel.carrier, parcel.carrier_name, count(*), sum(facts.courier_owes),
    count(*) filter (where parcel.delivered_at < now() - interval '14 days'),
    coalesce(sum(facts.courier_owes) filter (where parcel.delivered_at < now() - interval '14 days'), 0),
    min(parcel.delivered_at)
  from public.shipment_staff_facts facts join public.shipments parcel on parcel.id = facts.shipment_id
  where facts.tenant_id = p_tenant_id and facts.courier_owes > 0
  group by parcel.carrier, parcel.carrier_name order by min(parcel.delivered_at);
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
  end if;
  if p_approve and v_kind = 'replacement' then
    v_replacement_id := private.send_new_pieces(v_order, v_return);
  end if;
  update public.returns set
    kind = v_kind, state = case when p_approve then 'approved'::public.return_state else 'declined' end,
    answer = v_answer, replacement_order_id = v_replacement_id, decided_at = now(), updated_at = now()
  where id = p_return_id;
  perform private.explain_return(v_order, v_answer);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id));
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if v_first is not null then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id);
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- An order that is being placed comes first, or finds no account any more.
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

  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to the books of its order.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.opening_alerts alert using public.profiles
  where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    and alert.tenant_id = p_tenant_id and alert.email = lower(profiles.email);
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- What was taken out of these rows is not written down.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'profiles', v_user_id::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.look_at_parcel(p_shipment_id uuid, p_lines jsonb DEFAULT NULL::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('look_at_parcel', p_shipment_id, p_lines));
  v_order public.orders;
  v_fates public.shipment_lines[];
begin
  if v_parcel.id is not null then
    return v_parcel;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  select * into v_parcel from public.shipments where id = p_shipment_id;
  if v_parcel.state <> 'came_back' or v_parcel.looked_at is not null then
    perform private.refuse('nothing_to_look_at');
  end if;
  v_fates := private.fates_of_pieces(v_parcel, p_lines);
  perform private.lock_goods(array[v_order.id]);
  perform private.restock(v_order.id, array(
    select row(fate.order_line_id, fate.restocked)::private.piece_count from unnest(v_fates) fate where fate.restocked > 0
  ), 'returned');
  update public.shipment_lines part set restocked = part.restocked + fate.restocked, discarded = part.discarded + fate.discarded,
    sent_again = part.sent_again + fate.sent_again
  from unnest(v_fates) fate where part.shipment_id = p_shipment_id and part.order_line_id = fate.order_line_id;
  update public.shipments set updated_at = now(), looked_at = case when not exists (
    select 1 from public.shipment_lines part
    where part.shipment_id = p_shipment_id and part.restocked + part.discarded + part.sent_again < part.quantity
  ) then now() end where id = p_shipment_id;
  perform private.send_again(v_order, v_fates, p_shipment_id);
  perform private.owe_back(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."look_at_parcel"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_printed(p_lines jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('mark_printed', p_lines, p_reason));
  v_orders uuid[];
  v_piece private.piece_count;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  v_orders := private.lock_orders_for_staff(array(
    select line.order_id from public.order_lines line
    where line.id = any (private.ids_in(p_lines, 'order_line_id'))
  ), 'orders.print');
  foreach v_piece in array private.asked_pieces_of(v_orders, p_lines) loop
    v_answer := v_answer || private.mark_line_printed(v_piece, left(btrim(coalesce(p_reason, '')), 500));
  end loop;
  perform private.refresh_order(printed.id) from unnest(v_orders) printed (id);
  return private.keep_answer(p_request_id, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.move_shipments(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric, p_happened_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'move_shipments', p_shipment_ids, p_state, p_note, p_cash, p_happened_at));
  v_outcome public.shipment_outcome;
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    if p_happened_at > now() + interval '5 minutes' then
      perform private.refuse('not_yet');
    end if;
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_points_of(array(select distinct asked.order_id from unnest(v_outcomes) asked where asked.order_id is not null));
    v_answer := '[]';
    foreach v_outcome in array v_outcomes loop
      v_outcome.refusal := coalesce(
        v_outcome.refusal, private.try_to_move(v_outcome.shipment_id, p_state, p_note, p_cash, p_happened_at));
      v_answer := v_answer || to_jsonb(v_outcome);
    end loop;
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pack_order(p_order_id uuid, p_lines jsonb DEFAULT NULL::jsonb, p_parcel jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('pack_order', p_order_id, p_lines, p_parcel));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.pack');
  v_shipment.id := private.pack(v_order, case
    when p_lines is null or p_lines = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end, p_parcel);
  perform private.refresh_order(p_order_id);
  return private.store_shipment_answer(p_request_id, v_shipment.id);
end
$function$;

ALTER FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pack_orders(p_order_ids uuid[], p_parcel jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('pack_orders', p_order_ids, p_parcel));
  v_ids uuid[];
  v_order_id uuid;
  v_outcomes public.shipment_outcome[] := '{}';
begin
  if v_answer is null then
    perform private.require_selection(p_order_ids);
    v_ids := private.lock_orders_for_staff(p_order_ids, 'orders.pack');
    if cardinality(v_ids) = 0 then
      perform private.refuse('unknown_order');
    end if;
    for v_order_id in select distinct asked.id from unnest(p_order_ids) asked (id) order by asked.id loop
      v_outcomes := v_outcomes || case when v_order_id = any (v_ids) then private.try_to_pack(v_order_id, p_parcel)
        else row(v_order_id, null, private.refusal('unknown_order'))::public.shipment_outcome end;
    end loop;
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.print_again(p_lines jsonb, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('print_again', p_lines, p_reason));
  v_orders uuid[];
  v_piece private.piece_count;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  v_orders := private.lock_orders_for_staff(array(
    select line.order_id from public.order_lines line
    where line.id = any (private.ids_in(p_lines, 'order_line_id'))
  ), 'orders.print');
  foreach v_piece in array private.asked_pieces_of(v_orders, p_lines) loop
    v_answer := v_answer || private.print_line_again(v_piece, left(btrim(coalesce(p_reason, '')), 500));
  end loop;
  perform private.refresh_order(printed.id) from unnest(v_orders) printed (id);
  return private.keep_answer(p_request_id, v_answer);
end
$function$;

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
    on zone.id = private.shipping_zone_of(p_tenant_id, orders.address ->> 'governorate', orders.address ->> 'city')
  where orders.tenant_id = p_tenant_id and orders.id = any (p_order_ids[:500]) and zone.carrier <> '';
end
$function$;

CREATE OR REPLACE FUNCTION public.receive_return(p_return_id uuid, p_lines jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('receive_return', p_return_id, p_lines));
  v_order public.orders;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  perform private.require_return_move(v_order, p_return_id, 'received');
  perform private.write_what_came(p_return_id, p_lines);
  perform private.part_return(p_return_id);
  perform private.book_what_came(v_order, p_return_id);
  perform private.owe_back(v_order.id, jsonb_build_object('return_id', p_return_id));
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."receive_return"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_test_order(p_order_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('remove_test_order', p_order_id));
  v_order public.orders;
  v_ids uuid[];
begin
  if v_first is not null then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_staff(v_order.tenant_id);
  if not v_order.is_test then
    perform private.refuse('not_a_test_order');
  end if;
  with recursive sent_again as (
    select v_order.id
    union select orders.id from public.orders join sent_again on orders.replaces_order_id = sent_again.id
    where orders.tenant_id = v_order.tenant_id
  )
  select array_agg(sent_again.id) into v_ids from sent_again;
  perform private.lock_orders(v_ids);
  perform private.lock_for_cancelling(v_ids);
  perform private.give_place_back(orders) from public.orders where orders.id = any (v_ids) and orders.status <> 'cancelled';
  perform private.give_test_stock_back(v_ids, v_order.number);
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments parcel join public.shipment_staff_facts facts on facts.shipment_id = parcel.id
  where parcel.order_id = any (v_ids) and facts.label_path is not null;
  perform private.remove_file('order-photos', photo.name)
  from public.returns back, unnest(back.photos) photo (name) where back.order_id = any (v_ids);
  insert into public.store_doors (tenant_id, tested_at)
  select v_order.tenant_id, now() where v_order.delivered_at is not null
  on conflict (tenant_id) do update set tested_at = excluded.tested_at;
  delete from public.returns where order_id = any (v_ids);
  delete from public.orders where id = any (v_ids);
  perform private.write_audit(v_order.tenant_id, 'delete', 'orders', v_order.id::text, v_order.number,
    to_jsonb(v_order) - '{idempotency_key,document_hash,search_text}'::text[], null);
  perform realtime.send(jsonb_build_object('id', v_order.id, 'number', v_order.number), 'delete',
    'orders:' || v_order.tenant_id, true);
  perform private.keep_answer(p_request_id, 'true');
end
$function$;

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
  if p_kind is null or p_kind = 'size_exchange' then
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

ALTER FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) OWNER TO "postgres";

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
  v_stage public.order_status := 'pending';
  v_document bigint := jsonb_hash_extended(
    jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method), 0);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  select * into v_new from public.orders
  where user_id = v_old.user_id and tenant_id = v_old.tenant_id and idempotency_key = p_idempotency_key;
  if found then
    perform private.placed_before(v_new.id, v_document);
    return v_new;
  end if;
  perform private.lock_goods(array[v_old.id]);
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  if v_wanted.amount > 0 and (p_payment_method <> 'cash_on_delivery' or (v_wanted.cash).requirement = 'deposit') then
    v_stage := 'awaiting_payment';
  end if;
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method,
    private.pounds((v_wanted.rate).price), v_wanted.rate, v_stage, p_idempotency_key, v_document, v_wanted.cash);
  perform private.write_price_drops(
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', 'Another size', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, remark)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return v_new;
end
$function$;

ALTER FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.resolve_difference(p_id uuid, p_note text, p_accept boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_difference public.settlement_differences;
  v_settlement public.settlements;
  v_parcel public.shipments;
  v_facts public.shipment_staff_facts;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_aal();
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.settlement_differences difference
    join public.shipments parcel on parcel.id = difference.shipment_id where difference.id = p_id) for update;
  select * into v_difference from public.settlement_differences difference
  where difference.id = p_id and (private.is_service() or private.is_staff(difference.tenant_id)) for update;
  if not found then
    perform private.refuse('unknown_difference');
  elsif v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  if p_accept then
    select * into v_parcel from public.shipments where id = v_difference.shipment_id;
    select facts.* into v_facts from public.shipment_staff_facts facts where facts.shipment_id = v_difference.shipment_id;
    if v_difference.kind not in ('short', 'more') or v_parcel.state is distinct from 'delivered'
      or v_facts.settled_at is not null then
      perform private.refuse('difference_not_acceptable');
    end if;
    if v_difference.stated > v_facts.courier_owes then
      perform private.correct_collected(v_parcel, v_facts.settled + v_difference.stated, p_note);
    end if;
    update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
    where id = v_difference.settlement_id returning * into v_settlement;
    if v_difference.stated > 0 then
      perform private.settle_parcel(
        v_settlement, v_parcel.id, v_difference.tracking_number, v_difference.stated, v_difference.fee, p_part => true);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.keep_answer(p_request_id, to_jsonb(v_difference) - 'tenant_id');
end
$function$;

CREATE OR REPLACE FUNCTION public.send_return(p_return_id uuid, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('send_return', p_return_id, p_note));
  v_order public.orders;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_return_move(v_order, p_return_id, 'on_the_way');
  update public.returns set state = 'on_the_way', updated_at = now() where id = p_return_id;
  if coalesce(btrim(p_note), '') <> '' then
    perform private.note_on_order(v_order, btrim(p_note));
  end if;
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."send_return"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_settlement public.settlements;
  v_line private.statement_line;
  v_differences integer := 0;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  perform private.require_numbered_statement(p_statement);
  perform 1 from public.orders where orders.id in (
    select parcel.order_id from jsonb_array_elements(p_statement -> 'lines') line,
      private.stated_parcel(p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), line ->> 'number') parcel
  ) order by orders.id for update;
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, created_by)
  values (p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), left(coalesce(p_statement ->> 'carrier_name', ''), 80),
    left(coalesce(p_statement ->> 'reference', ''), 200), 0, auth.uid())
  returning * into v_settlement;
  for v_line in select * from private.statement_lines(p_tenant_id, p_statement) loop
    if v_line.kind = 'matches' then
      perform private.settle_parcel(v_settlement, v_line.shipment_id, v_line.name, v_line.stated, v_line.fee);
    elsif v_line.kind = 'fee' then
      update public.shipment_staff_facts facts set fee = v_line.fee where facts.shipment_id = v_line.shipment_id;
    else
      insert into public.settlement_differences (
        tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee)
      values (p_tenant_id, v_settlement.id, v_line.kind, v_line.tracking_number, v_line.shipment_id, v_line.stated, v_line.expected,
        v_line.fee);
      v_differences := v_differences + 1;
    end if;
    if v_line.kind in ('matches', 'fee') then
      update public.settlements set amount = amount + v_line.stated, fee = fee + v_line.fee
      where id = v_settlement.id returning * into v_settlement;
    end if;
  end loop;
  return private.keep_answer(p_request_id, jsonb_build_object(
    'settlement', to_jsonb(v_settlement) - 'tenant_id', 'differences', v_differences));
end
$function$;

CREATE OR REPLACE FUNCTION public.shipping_options(p_tenant_id text, p_governorate text, p_city text, p_subtotal numeric DEFAULT 0, p_grams integer DEFAULT 0)
 RETURNS TABLE(method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer, cash_allowed boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipping jsonb;
  v_delivery private.delivery;
begin
  select settings.shipping into v_shipping from public.settings where settings.tenant_id = p_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  v_delivery := private.delivery_of(p_tenant_id, v_shipping,
    jsonb_build_object('governorate', p_governorate, 'city', p_city), null,
    private.piastres(least(greatest(coalesce(p_subtotal, 0), 0), 10000000)), greatest(coalesce(p_grams, 0), 0));
  if coalesce(v_delivery.problem ->> 'code', '') <> 'order_too_heavy' then
    return query select * from private.shown_options(v_delivery.rates);
  end if;
end
$function$;

ALTER FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) OWNER TO "postgres";

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
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."withdraw_return"(uuid, uuid) OWNER TO "postgres";

CREATE INDEX shipment_staff_facts_with_cash ON public.shipment_staff_facts USING btree (tenant_id) WHERE (courier_owes > (0)::numeric);

CREATE TRIGGER audited AFTER INSERT OR UPDATE ON public.exchange_allowances FOR EACH ROW EXECUTE FUNCTION private.audit_facts('returns', 'return_id');

CREATE TRIGGER audited AFTER UPDATE ON public.shipment_staff_facts FOR EACH ROW EXECUTE FUNCTION private.audit_facts('shipments', 'shipment_id');

CREATE TRIGGER differences_resolved AFTER UPDATE OF settled_at ON public.shipment_staff_facts FOR EACH ROW WHEN (((old.settled_at IS NULL) AND (new.settled_at IS NOT NULL))) EXECUTE FUNCTION private.resolve_differences_of_parcel();

CREATE TRIGGER facts_follow AFTER INSERT OR UPDATE OF cash_collected ON public.shipments FOR EACH ROW EXECUTE FUNCTION private.shipment_cash_changed();

CREATE POLICY "Staff read which parcels their couriers are asked to take" ON "public"."carrier_bookings" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read when couriers come to their store" ON "public"."carrier_pickups" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('pickups.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which exchanges they allowed in their store" ON "public"."exchange_allowances" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read the lines of their store's returns" ON "public"."return_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads which moves a return can make" ON "public"."return_state_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Everybody reads what is true of a return's states" ON "public"."return_states" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read their store's returns" ON "public"."returns" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what happened to their store's parcels" ON "public"."shipment_events" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what is in their store's parcels" ON "public"."shipment_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they know of their store's shipments" ON "public"."shipment_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's parcels" ON "public"."shipments" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's shipping zones" ON "public"."shipping_zones" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."audit_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_facts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_facts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_facts"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."book"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_open"(public.return_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_open"(public.return_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_open"(public.return_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_open"(public.return_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_shipments"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_shipments"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shipments"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shipments"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_right_to_return"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_right_to_return"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_right_to_return"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_right_to_return"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."shipment_cash_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shipment_cash_changed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_cash_changed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_cash_changed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."shown_options"(private.shipping_rate[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_options"(private.shipping_rate[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shown_options"(private.shipping_rate[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shown_options"(private.shipping_rate[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_return_answer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_return_answer"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_return_answer"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_return_answer"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_shipment_answer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_shipment_answer"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_shipment_answer"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_shipment_answer"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_pack"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_pack"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_pack"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_pack"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."book_parcels"(uuid[], text, text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."book_parcels"(uuid[], text, text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."book_parcels"(uuid[], text, text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_parcels"(uuid[], text, text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_parcels"(uuid[], text, text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) TO "service_role";

REVOKE ALL ON FUNCTION "public"."look_at_parcel"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."look_at_parcel"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."look_at_parcel"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."look_at_parcel"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."look_at_parcel"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_return"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_return"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_return"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_return"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_return"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_return"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_return"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_return"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_return"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_return"(uuid, uuid) TO "service_role";

REVOKE ALL ON TABLE "public"."exchange_allowances" FROM "authenticated";

GRANT SELECT ON TABLE "public"."exchange_allowances" TO "authenticated";

REVOKE ALL ON TABLE "public"."return_state_transitions" FROM "anon";

GRANT SELECT ON TABLE "public"."return_state_transitions" TO "anon";

REVOKE ALL ON TABLE "public"."return_state_transitions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."return_state_transitions" TO "authenticated";

REVOKE ALL ON TABLE "public"."return_states" FROM "anon";

GRANT SELECT ON TABLE "public"."return_states" TO "anon";

REVOKE ALL ON TABLE "public"."return_states" FROM "authenticated";

GRANT SELECT ON TABLE "public"."return_states" TO "authenticated";

REVOKE ALL ON TABLE "public"."shipment_staff_facts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."shipment_staff_facts" TO "authenticated";
