set local check_function_bodies = off;

CREATE TABLE "public"."handover_scans" ("shipment_id" uuid NOT NULL, "tenant_id" text NOT NULL, "carrier_name" text NOT NULL DEFAULT ''::text, "scanned_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "handover_scans_carrier_name_check" CHECK ((length(carrier_name) <= 80)), CONSTRAINT "handover_scans_pkey" PRIMARY KEY (shipment_id), CONSTRAINT "handover_scans_tenant_id_shipment_id_key" UNIQUE (tenant_id, shipment_id), "scanned_by" uuid NOT NULL DEFAULT auth.uid());

ALTER TABLE "public"."handover_scans" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."handover_scans" OWNER TO "postgres";

CREATE TYPE "public"."scan_kind" AS ENUM ('shipment', 'order', 'piece');

ALTER TYPE "public"."scan_kind" OWNER TO "postgres";

CREATE TYPE "public"."scanned" AS ("kind" public.scan_kind, "tenant_id" text, "name" text, "order_id" uuid, "order_number" text, "order_status" public.order_status, "order_line_id" uuid, "open_pieces" integer, "shipment_id" uuid, "shipment_number" smallint, "shipment_state" public.shipment_state, "carrier_name" text, "awaits_inspection" boolean, "open_returns" integer, "handled_by" text, "handled_at" timestamp with time zone);

ALTER TYPE "public"."scanned" OWNER TO "postgres";

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

ALTER TABLE "public"."handover_scans" ADD CONSTRAINT "handover_scans_tenant_id_shipment_id_fkey" FOREIGN KEY (tenant_id, shipment_id) REFERENCES public.shipments(tenant_id, id) ON DELETE CASCADE;

CREATE INDEX product_variants_barcode ON public.product_variants USING btree (tenant_id, lower(barcode)) WHERE (barcode IS NOT NULL);

CREATE INDEX shipments_by_number_of_carrier ON public.shipments USING btree (tenant_id, lower(tracking_number)) WHERE (tracking_number IS NOT NULL);

CREATE TRIGGER scan_done AFTER UPDATE OF state ON public.shipments FOR EACH ROW WHEN (((old.state = 'packed'::public.shipment_state) AND (new.state <> 'packed'::public.shipment_state))) EXECUTE FUNCTION private.shipment_left_shelf();

CREATE POLICY "Staff read which of their store's parcels are scanned" ON "public"."handover_scans" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."last_handler"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_handler"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_handler"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_handler"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lines_waiting_for"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lines_waiting_for"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lines_waiting_for"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lines_waiting_for"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_codes"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_codes"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_codes"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_codes"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."scan_lifetime"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."scan_lifetime"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_lifetime"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_lifetime"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."scanned_of"(public.scan_kind, public.orders, public.order_lines, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."shipment_left_shelf"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shipment_left_shelf"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_left_shelf"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_left_shelf"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."variants_with_code"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."variants_with_code"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."variants_with_code"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."variants_with_code"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."discard_handover_scans"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_scanned"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_scanned"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_scanned"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_scanned"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_scanned"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."piece_code"(public.order_lines) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."piece_code"(public.order_lines) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."piece_code"(public.order_lines) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."piece_code"(public.order_lines) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."piece_code"(public.order_lines) TO "service_role";

REVOKE ALL ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."scan_for_handover"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shipment_code"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shipment_code"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."shipment_code"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipment_code"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipment_code"(public.shipments) TO "service_role";

GRANT SELECT ON TABLE "public"."handover_scans" TO "authenticated";

REVOKE ALL ON TABLE "public"."handover_scans" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."handover_scans" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."handover_scans" TO "service_role";

ALTER TABLE "public"."handover_scans" ADD CONSTRAINT "handover_scans_scanned_by_fkey" FOREIGN KEY (scanned_by) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX handover_scans_of_person ON public.handover_scans USING btree (scanned_by, tenant_id);
