set local check_function_bodies = off;

CREATE TYPE "public"."refund_outcome" AS ("order_id" uuid, "refund_id" uuid, "refusal" jsonb);

ALTER TYPE "public"."refund_outcome" OWNER TO "postgres";

CREATE TYPE "public"."return_outcome" AS ("order_id" uuid, "return_id" uuid, "refusal" jsonb);

ALTER TYPE "public"."return_outcome" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_credit_of(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.profiles profile
  where (profile.id, profile.tenant_id) in (
    select orders.user_id, orders.tenant_id from public.orders where orders.id = any (p_order_ids)
  )
  order by profile.id, profile.tenant_id for no key update;
end
$function$;

ALTER FUNCTION "private"."lock_credit_of"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_for_booking(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_goods(p_order_ids);
  perform private.lock_credit_of(p_order_ids);
end
$function$;

ALTER FUNCTION "private"."lock_for_booking"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_decide(p_return_id uuid, p_approve boolean, p_answer text)
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
  perform public.decide_return(p_return_id, p_approve, p_answer);
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

ALTER FUNCTION "private"."try_to_decide"(uuid, boolean, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_inspect(p_shipment_id uuid)
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
  perform public.inspect_shipment(p_shipment_id);
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

ALTER FUNCTION "private"."try_to_inspect"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_send_refund(p_refund_id uuid, p_way public.refund_way)
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
  perform public.send_refund(p_refund_id, p_way);
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

ALTER FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.decide_returns(p_return_ids uuid[], p_approve boolean, p_answer text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.return_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('decide_returns', p_return_ids, p_approve, p_answer));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_return_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.returns asked where asked.id = any (p_return_ids)), 'returns.decide');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_return');
    end if;
    perform private.lock_for_booking(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'return_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_return')
        else private.try_to_decide(named.id, p_approve, p_answer) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_return_ids) asked (id)
        left join public.returns found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.return_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.inspect_shipments(p_shipment_ids uuid[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('inspect_shipments', p_shipment_ids));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_for_booking(array(select asked.order_id from unnest(v_outcomes) asked));
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', asked.order_id, 'shipment_id', asked.shipment_id, 'refusal',
        coalesce(asked.refusal, private.try_to_inspect(asked.shipment_id))))
      from unnest(v_outcomes) asked
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."inspect_shipments"(uuid[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_refunds(p_refund_ids uuid[], p_way public.refund_way, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.refund_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('send_refunds', p_refund_ids, p_way));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_refund_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.refunds asked where asked.id = any (p_refund_ids)), 'money.refund');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_refund');
    end if;
    perform private.lock_credit_of(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'refund_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_refund')
        else private.try_to_send_refund(named.id, p_way) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_refund_ids) asked (id)
        left join public.refunds found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.refund_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_credit_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_credit_of"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_credit_of"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_credit_of"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_for_booking"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_booking"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_booking"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_booking"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_decide"(uuid, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_decide"(uuid, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_decide"(uuid, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_decide"(uuid, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_inspect"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_inspect"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_inspect"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_inspect"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) TO "service_role";
