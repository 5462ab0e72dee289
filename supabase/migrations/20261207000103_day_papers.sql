set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.old_pieces_to_collect(p_shipment public.shipments)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.pieces_to_collect(shipment) ->> 'description', '')
  from public.shipments shipment
  where shipment.id = p_shipment.id and shipment.carrier = 'manual' and not private.is_over(shipment.state)
    and private.holds_capability(shipment.tenant_id, 'orders.see')
$function$;

ALTER FUNCTION "public"."old_pieces_to_collect"(public.shipments) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."old_pieces_to_collect"(public.shipments) TO "service_role";
