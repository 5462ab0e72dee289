set local check_function_bodies = off;

DROP POLICY "Staff read which parcels their couriers are asked to take" ON "public"."carrier_bookings";

DROP POLICY "Staff read when couriers come to their store" ON "public"."carrier_pickups";

DROP POLICY "Staff read the lines of their store's returns" ON "public"."return_lines";

DROP POLICY "Staff read their store's returns" ON "public"."returns";

DROP POLICY "Staff read what happened to their store's parcels" ON "public"."shipment_events";

DROP POLICY "Staff read what is in their store's parcels" ON "public"."shipment_lines";

DROP POLICY "Staff read their store's parcels" ON "public"."shipments";

DROP POLICY "Staff read their store's shipping zones" ON "public"."shipping_zones";

DROP FUNCTION "private"."lock_orders_for_staff"(uuid[]);

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

CREATE OR REPLACE FUNCTION public.allow_exchange(p_return_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('allow_exchange', p_return_id, p_reason));
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders := private.lock_order_of_return(p_return_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  if v_reason = '' then
    perform private.refuse('reason_required');
  end if;
  update public.returns set exchange_allowed = v_reason, updated_at = now()
  where id = p_return_id and replacement_order_id is not null;
  if not found then
    perform private.refuse('not_exchanged');
  end if;
  perform private.note_on_order(v_order, v_reason, true);
  perform private.refresh_order(v_order.id);
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.book_parcels(p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array(
    'book_parcels', p_shipment_ids, p_carrier, p_carrier_name, p_districts));
  v_orders uuid[];
  v_asked record;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_selection(p_shipment_ids);
  v_orders := private.lock_orders_for_staff(array(
    select parcel.order_id from public.shipments parcel where parcel.id = any (p_shipment_ids)
  ), 'orders.pack');
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  for v_asked in
    select distinct asked.id, parcel.order_id from unnest(p_shipment_ids) asked (id)
    left join public.shipments parcel on parcel.id = asked.id and parcel.order_id = any (v_orders)
    order by parcel.order_id, asked.id
  loop
    v_answer := v_answer || (jsonb_build_object('order_id', v_asked.order_id, 'shipment_id', v_asked.id)
      || case when v_asked.order_id is null then jsonb_build_object('refusal', private.refusal('unknown_shipment'))
        else private.try_to_book(v_asked.id, p_carrier, p_carrier_name, p_districts ->> v_asked.id::text) end);
  end loop;
  return private.keep_answer(p_request_id, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.change_shipments(p_shipment_ids uuid[], p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_shipments', p_shipment_ids, p_changes));
  v_orders uuid[];
  v_asked record;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_selection(p_shipment_ids);
  if jsonb_typeof(p_changes) is distinct from 'object' or p_changes - '{carrier,carrier_name}'::text[] <> '{}' then
    perform private.refuse('invalid_parcel');
  end if;
  v_orders := private.lock_orders_for_staff(array(
    select parcel.order_id from public.shipments parcel where parcel.id = any (p_shipment_ids)
  ), 'orders.pack');
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  for v_asked in
    select distinct asked.id, parcel.order_id from unnest(p_shipment_ids) asked (id)
    left join public.shipments parcel on parcel.id = asked.id and parcel.order_id = any (v_orders)
    order by parcel.order_id, asked.id
  loop
    v_answer := v_answer || (jsonb_build_object('order_id', v_asked.order_id, 'shipment_id', v_asked.id)
      || case when v_asked.order_id is null then jsonb_build_object('refusal', private.refusal('unknown_shipment'))
        else private.try_to_change(v_asked.id, p_changes) end);
  end loop;
  return private.keep_answer(p_request_id, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.decide_return(p_return_id uuid, p_approve boolean, p_answer text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid, p_kind public.return_kind DEFAULT NULL::public.return_kind)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('decide_return', p_return_id, p_approve, p_answer, p_kind));
  v_answer constant text := left(btrim(coalesce(p_answer, '')), 2000);
  v_order public.orders := private.lock_order_of_return(p_return_id);
  v_return public.returns;
  v_replacement_id uuid;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  v_return := private.require_return_in(p_return_id, '{requested}');
  if coalesce(p_kind, 'return') = 'size_exchange' then
    perform private.refuse('size_with_its_delivery');
  end if;
  if p_approve and coalesce(p_kind, v_return.kind) = 'replacement' then
    v_replacement_id := private.send_new_pieces(v_order, v_return);
  end if;
  update public.returns set
    kind = coalesce(p_kind, kind), state = case when p_approve then 'approved'::public.return_state else 'declined' end,
    answer = v_answer, replacement_order_id = v_replacement_id, decided_at = now(), updated_at = now()
  where id = p_return_id;
  perform private.explain_return(v_order, v_answer);
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$function$;

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
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array(
    'move_shipments', p_shipment_ids, p_state, p_note, p_cash, p_happened_at));
  v_orders uuid[];
  v_asked record;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_selection(p_shipment_ids);
  if p_happened_at > now() + interval '5 minutes' then
    perform private.refuse('not_yet');
  end if;
  v_orders := private.lock_orders_for_staff(array(
    select parcel.order_id from public.shipments parcel where parcel.id = any (p_shipment_ids)
  ), 'orders.pack');
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.lock_points_of(v_orders);
  for v_asked in
    select distinct asked.id, parcel.order_id from unnest(p_shipment_ids) asked (id)
    left join public.shipments parcel on parcel.id = asked.id and parcel.order_id = any (v_orders)
    order by parcel.order_id, asked.id
  loop
    v_answer := v_answer || (jsonb_build_object('order_id', v_asked.order_id, 'shipment_id', v_asked.id)
      || case when v_asked.order_id is null then jsonb_build_object('refusal', private.refusal('unknown_shipment'))
        else private.try_to_move(v_asked.id, p_state, p_note, p_cash, p_happened_at) end);
  end loop;
  return private.keep_answer(p_request_id, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.pack_order(p_order_id uuid, p_lines jsonb DEFAULT NULL::jsonb, p_parcel jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('pack_order', p_order_id, p_lines, p_parcel));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_shipment_id uuid;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.pack');
  v_shipment_id := private.pack(v_order, case
    when p_lines is null or p_lines = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end, p_parcel);
  v_order := private.refresh_order(p_order_id);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'shipment', private.shipment_json(v_shipment_id), 'order', private.order_json(v_order)));
end
$function$;

CREATE OR REPLACE FUNCTION public.pack_orders(p_order_ids uuid[], p_parcel jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('pack_orders', p_order_ids, p_parcel));
  v_order_id uuid;
  v_ids uuid[];
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_selection(p_order_ids);
  v_ids := private.lock_orders_for_staff(p_order_ids, 'orders.pack');
  if cardinality(v_ids) = 0 then
    perform private.refuse('unknown_order');
  end if;
  for v_order_id in select distinct asked.id from unnest(p_order_ids) asked (id) order by asked.id loop
    v_answer := v_answer || (jsonb_build_object('order_id', v_order_id)
      || case when v_order_id = any (v_ids) then private.try_to_pack(v_order_id, p_parcel)
        else jsonb_build_object('refusal', private.refusal('unknown_order')) end);
  end loop;
  return private.keep_answer(p_request_id, v_answer);
end
$function$;

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
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('receive_return', p_return_id, p_lines));
  v_order public.orders := private.lock_order_of_return(p_return_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  perform private.require_return_in(p_return_id, '{requested,approved,on_the_way}');
  perform private.write_what_came(p_return_id, p_lines);
  perform private.part_return(p_return_id);
  perform private.book_what_came(v_order, p_return_id);
  perform private.owe_back(v_order.id, jsonb_build_object('return_id', p_return_id));
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.request_return(p_order_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid, p_photos text[] DEFAULT '{}'::text[], p_lines jsonb DEFAULT NULL::jsonb, p_kind public.return_kind DEFAULT 'return'::public.return_kind)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('request_return', p_order_id, p_reason, p_photos, p_lines, p_kind));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_pieces private.piece_count[];
  v_return_id uuid;
begin
  if v_first is not null then
    return v_first;
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if p_kind is null or p_kind = 'size_exchange' then
    perform private.refuse('size_with_its_delivery');
  end if;
  perform private.require_right_to_return(v_order);
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
  return private.keep_answer(p_request_id, private.return_answer(v_return_id));
end
$function$;

CREATE POLICY "Staff read which parcels their couriers are asked to take" ON "public"."carrier_bookings" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read when couriers come to their store" ON "public"."carrier_pickups" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('pickups.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read the lines of their store's returns" ON "public"."return_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's returns" ON "public"."returns" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what happened to their store's parcels" ON "public"."shipment_events" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what is in their store's parcels" ON "public"."shipment_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's parcels" ON "public"."shipments" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's shipping zones" ON "public"."shipping_zones" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_right_to_return"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_right_to_return"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_right_to_return"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_right_to_return"(public.orders) TO "service_role";
