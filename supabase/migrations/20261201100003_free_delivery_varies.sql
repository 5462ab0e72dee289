set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.free_delivery_varies(p_tenant_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1
    from public.settings
    join public.shipping_zones zone on zone.tenant_id = settings.tenant_id and zone.is_active and zone.places <> '{}'
    left join lateral jsonb_to_recordset(zone.rates) step (method text, free_from numeric) on step.method = 'standard'
    where settings.tenant_id = p_tenant_id
      and (settings.shipping ->> 'freeShippingThreshold')::numeric is distinct from step.free_from
  )
$function$;

ALTER FUNCTION "public"."free_delivery_varies"(text) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."free_delivery_varies"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."free_delivery_varies"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."free_delivery_varies"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."free_delivery_varies"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."free_delivery_varies"(text) TO "service_role";
