-- Every line gets what it waits for from what it is; the prints that were noted stay as they are.

set local check_function_bodies = off;

ALTER TABLE "public"."print_runs" DROP CONSTRAINT "print_runs_check";

ALTER TABLE "public"."print_runs" DROP CONSTRAINT "print_runs_quantity_check";

ALTER TABLE "public"."order_lines" ADD COLUMN "has_design" boolean GENERATED ALWAYS AS ((customization IS NOT NULL)) STORED NOT NULL;

ALTER TABLE "public"."order_lines" ADD COLUMN "to_print" integer GENERATED ALWAYS AS (
CASE
    WHEN ((customization IS NULL) OR ((packed + sent) >= ((quantity - cancelled) - refused))) THEN 0
    ELSE GREATEST((((quantity - cancelled) - refused) - printed), 0)
END) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.derived_order_queues(p_order public.orders)
 RETURNS public.order_queue[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ready constant boolean := p_order.stage in ('confirmed', 'in_production');
  v_to_print boolean;
  v_to_pack boolean;
  v_states public.shipment_state[];
  v_to_look_at boolean;
begin
  select
    bool_or(line.to_print > 0),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.refused and line.to_print = 0)
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(parcel) then 'attempt_failed' else parcel.state end),
    bool_or(parcel.state = 'came_back' and parcel.looked_at is null)
  into v_states, v_to_look_at
  from public.shipments parcel where parcel.order_id = p_order.id;
  return array_remove(array[
    case when private.waits_for_staff(p_order.status, p_order.payment_method)
      or p_order.status = 'awaiting_payment'
        and (private.has_transfer_to_check(p_order.id) or private.has_held_payment(p_order.id)) then 'to_confirm'::public.order_queue end,
    case when v_ready and v_to_print then 'to_print' end,
    case when v_ready and v_to_pack then 'to_pack' end,
    case when 'packed' = any (v_states) then 'to_hand_over' end,
    case when v_states && '{handed_over,in_transit,out_for_delivery,returning}'::public.shipment_state[] then 'on_the_way' end,
    case when 'attempt_failed' = any (v_states) then 'attempt_failed' end,
    case when v_to_look_at then 'came_back' end,
    case when exists (
      select 1 from public.returns
      where returns.order_id = p_order.id and returns.state in ('requested', 'approved', 'on_the_way')
    ) then 'returns' end,
    case when exists (
      select 1 from public.refunds where refunds.order_id = p_order.id and refunds.state in ('due', 'failed')
    ) then 'to_give_back' end,
    case when p_order.at_courier > 0 then 'cash_outstanding' end
  ]::public.order_queue[], null);
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_line_printed(p_piece private.piece_count, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_wasted integer;
begin
  update public.order_lines line set printed = line.printed + p_piece.quantity
  where line.id = p_piece.order_line_id returning line.* into v_line;
  if not v_line.has_design then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  v_wasted := least(greatest(v_line.printed - (v_line.quantity - v_line.cancelled), 0), p_piece.quantity);
  if v_wasted > 0 and p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, p_piece.quantity, v_wasted, p_reason, auth.uid());
  return jsonb_build_object('order_line_id', v_line.id, 'printed', v_line.printed, 'wasted', v_wasted);
end
$function$;

CREATE OR REPLACE FUNCTION private.print_line_again(p_piece private.piece_count, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_printed integer;
  v_wasted integer;
begin
  select line.* into v_line from public.order_lines line where line.id = p_piece.order_line_id;
  if not v_line.has_design or v_line.packed + v_line.sent >= v_line.quantity - v_line.cancelled - v_line.refused then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  if p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  -- Prints that are in parcels went well, and what was printed beyond the need may have gone wrong as well.
  v_printed := least(v_line.printed, greatest(
    least(v_line.printed, v_line.quantity - v_line.cancelled - v_line.refused) - p_piece.quantity,
    v_line.packed + v_line.sent));
  v_wasted := greatest(p_piece.quantity, v_line.printed - v_printed);
  update public.order_lines line set printed = v_printed where line.id = v_line.id;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, v_printed - v_line.printed, v_wasted, p_reason, auth.uid());
  return jsonb_build_object('order_line_id', v_line.id, 'printed', v_printed, 'wasted', v_wasted);
end
$function$;

ALTER FUNCTION "private"."print_line_again"(private.piece_count, text) OWNER TO "postgres";

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
  ));
  foreach v_piece in array private.asked_pieces_of(v_orders, p_lines) loop
    v_answer := v_answer || private.print_line_again(v_piece, left(btrim(coalesce(p_reason, '')), 500));
  end loop;
  perform private.refresh_order(printed.id) from unnest(v_orders) printed (id);
  return private.keep_answer(p_request_id, v_answer);
end
$function$;

ALTER FUNCTION "public"."print_again"(jsonb, text, uuid) OWNER TO "postgres";

ALTER TABLE "public"."print_runs" ADD CONSTRAINT "print_runs_count" CHECK (
CASE
    WHEN (quantity > 0) THEN (wasted <= quantity)
    ELSE ((wasted > 0) AND (wasted >= (- quantity)))
END);

ALTER TABLE "public"."print_runs" ADD CONSTRAINT "print_runs_wasted_check" CHECK ((wasted >= 0));

REVOKE ALL ON FUNCTION "private"."print_line_again"(private.piece_count, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."print_line_again"(private.piece_count, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."print_line_again"(private.piece_count, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."print_line_again"(private.piece_count, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."print_again"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."print_again"(jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "service_role";
