set local check_function_bodies = off;

DROP FUNCTION "private"."book"(uuid, text, text, text);

CREATE OR REPLACE FUNCTION private.book(p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new constant uuid[] := array(
    select asked.id from unnest(p_shipment_ids) asked (id) where not private.is_booked_with(asked.id, p_carrier) order by asked.id);
begin
  update private.jobs failed set attempts = 0, run_at = now()
  where failed.kind = 'book_shipment' and failed.key = any (p_shipment_ids::text[]) and failed.key <> all (v_new::text[])
    and private.has_failed(failed);
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = any (v_new);
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  select shipment.id, shipment.tenant_id, p_carrier, p_districts ->> shipment.id::text, auth.uid()
  from public.shipments shipment where shipment.id = any (v_new)
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', problem = null, updated_at = now(),
    district_id = coalesce(
      excluded.district_id, case when carrier_bookings.carrier = excluded.carrier then carrier_bookings.district_id end),
    round = carrier_bookings.round + case carrier_bookings.state when 'cancelled' then 1 else 0 end;
  perform private.add_job('book_shipment', shipment.id::text, p_tenant_id => shipment.tenant_id)
  from public.shipments shipment where shipment.id = any (v_new) order by shipment.id;
end
$function$;

ALTER FUNCTION "private"."book"(uuid[], text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_booked_with(p_shipment_id uuid, p_carrier text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.carrier_bookings booking
    where booking.shipment_id = p_shipment_id and booking.carrier = p_carrier and booking.state in ('waiting', 'asked', 'booked')
  )
$function$;

ALTER FUNCTION "private"."is_booked_with"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refusal_to_book(p_shipment public.shipments, p_carrier text, p_district_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when not private.is_booked_with(p_shipment.id, p_carrier) then coalesce(
    private.booking_refusal(p_shipment),
    case when p_district_id is not null and not exists (
      select 1 from public.carrier_areas area
      where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
    ) then private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id)) end)
  end
$function$;

ALTER FUNCTION "private"."refusal_to_book"(public.shipments, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.book_shipments(p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'book_shipments', p_shipment_ids, p_carrier, p_carrier_name, p_districts));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform 1 from public.carrier_bookings booking
    where booking.shipment_id in (select asked.shipment_id from unnest(v_outcomes) asked where asked.refusal is null)
    order by booking.shipment_id for update;
    v_outcomes := array(
      select row(asked.order_id, asked.shipment_id, coalesce(asked.refusal, private.refusal_to_book(
        shipment, p_carrier, p_districts ->> asked.shipment_id::text)))::public.shipment_outcome
      from unnest(v_outcomes) with ordinality asked (order_id, shipment_id, refusal, place)
      left join public.shipments shipment on shipment.id = asked.shipment_id
      order by asked.place
    );
    perform private.book(array(select asked.shipment_id from unnest(v_outcomes) asked where asked.refusal is null),
      p_carrier, p_carrier_name, p_districts);
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

REVOKE ALL ON FUNCTION "private"."book"(uuid[], text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book"(uuid[], text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book"(uuid[], text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book"(uuid[], text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_booked_with"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_booked_with"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_booked_with"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_booked_with"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refusal_to_book"(public.shipments, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_to_book"(public.shipments, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_to_book"(public.shipments, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_to_book"(public.shipments, text, text) TO "service_role";
