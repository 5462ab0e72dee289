set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.delivery_fees(p_tenant_id text)
 RETURNS TABLE(zone_id uuid, name text, translations jsonb, method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with zones as materialized (
    select zone.* from public.shipping_zones zone
    where zone.tenant_id = p_tenant_id and zone.is_active and zone.places <> '{}'
  ), offered (zone_id, name, translations, place, rates) as (
    select zones.id, zones.name, zones.translations, row_number() over (order by zones.position, zones.name, zones.id),
      private.zone_rates(zones.rates, 0, 0)
    from zones
    union all
    select null, null, '{}', null, private.flat_rates(settings, 0) from public.settings
    where settings.tenant_id = p_tenant_id and exists (select 1 from zones) and exists (
      select 1 from unnest(enum_range(null::public.governorate)) listed (governorate)
      where not exists (
        select 1 from private.shipping_zone_places place
        where place.tenant_id = p_tenant_id and place.governorate = listed.governorate::text and place.district_id = ''
      )
    )
  )
  select offered.zone_id, offered.name, offered.translations, option.method, option.fee, option.free_from, option.days_from,
    option.days_to
  from offered left join lateral private.shown_options(offered.rates) option on true
  order by offered.place nulls last, option.method
$function$;

ALTER FUNCTION "public"."delivery_fees"(text) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."delivery_fees"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delivery_fees"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."delivery_fees"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delivery_fees"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delivery_fees"(text) TO "service_role";
