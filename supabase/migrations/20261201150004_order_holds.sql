-- Shoppers read what banks hold for their orders, and are not asked for it a second time. Rows stay as they are.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.held_for_order(p_order_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(payment.held_amount), 0) from public.payments payment
  where payment.order_id = p_order_id and payment.status = 'held' and not payment.is_to_release
$function$;

ALTER FUNCTION "private"."held_for_order"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.payable_online(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.status in ('cancelled', 'refused', 'returned') then
    return 0;
  end if;
  return greatest(p_order.charged - p_order.received + p_order.given_back - coalesce((
    select sum(parcel.cash_due) from public.shipments parcel
    where parcel.order_id = p_order.id and parcel.state in ('handed_over', 'in_transit', 'out_for_delivery', 'attempt_failed')
  ), 0) - private.held_for_order(p_order.id), 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.order_holds(p_order_id uuid)
 RETURNS TABLE(amount numeric, held_until timestamp with time zone)
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
  select payment.held_amount, payment.held_until from public.payments payment
  where payment.order_id = p_order_id and payment.status = 'held' and not payment.is_to_release
  order by payment.created_at;
end
$function$;

ALTER FUNCTION "public"."order_holds"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.payment_to_start(p_order_id uuid, p_user_id uuid, p_provider text DEFAULT 'stripe'::text, p_method text DEFAULT 'card'::text, p_amount numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_due numeric;
  v_held numeric;
  v_amount numeric;
  v_payment public.payments;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders
  where orders.id = p_order_id and (p_user_id is null or orders.user_id = p_user_id) for update;
  if v_order.id is null then
    perform private.refuse('unknown_order');
  end if;
  if v_order.status = 'awaiting_payment' and v_order.reserved_until <= now() then
    perform private.refuse('reservation_over');
  end if;
  v_due := private.payable_online(v_order);
  v_held := private.held_for_order(p_order_id);
  if v_due = 0 or v_order.payment_status = 'failed'
    or v_held > 0 and v_order.status = 'awaiting_payment' and private.awaited_payment(v_order) <= v_held then
    perform private.refuse('not_payable');
  elsif p_amount <= 0 or p_amount > v_due or p_amount <> round(p_amount, 2) then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_amount := coalesce(
    p_amount, case when v_order.status = 'awaiting_payment' then nullif(private.awaited_payment(v_order) - v_held, 0) end, v_due);
  perform private.require_payment_option(
    (select settings.payment from public.settings where settings.tenant_id = v_order.tenant_id),
    p_provider || '_' || p_method, v_amount);
  v_payment := private.open_attempt(v_order, p_provider, p_method, v_amount);
  return jsonb_build_object(
    'payment_id', v_payment.id, 'attempt', v_payment.attempt, 'tenant_id', v_order.tenant_id, 'order_id', v_order.id,
    'waits', v_order.status = 'awaiting_payment',
    'number', v_order.number, 'email', v_order.customer_email, 'name', v_order.customer_name,
    'phone', coalesce(v_order.address ->> 'phone', ''), 'amount', private.piastres(v_payment.amount),
    'currency', v_payment.currency, 'expires_at', extract(epoch from v_payment.expires_at)::bigint,
    'session_id', v_payment.session_id, 'session_url', v_payment.session_url
  );
end
$function$;

REVOKE ALL ON FUNCTION "private"."held_for_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."held_for_order"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."held_for_order"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."held_for_order"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_holds"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_holds"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_holds"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_holds"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_holds"(uuid) TO "service_role";
