set local check_function_bodies = off;

DROP FUNCTION "private"."line_delivered_at"(public.order_lines);

CREATE OR REPLACE FUNCTION private.all_to_return(p_order public.orders, p_kind public.return_kind)
 RETURNS private.piece_count[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_by_shopper constant boolean := private.order_actor(p_order) = 'shopper';
  v_days constant text := case p_kind when 'replacement' then 'faultDays' else 'returnDays' end;
begin
  return array(
    select row(arrived.line_id, arrived.pieces)::private.piece_count
    from (
      select line.id as line_id, line.position, delivery.in_time, sum(delivery.pieces)::integer as pieces,
        bool_or(delivery.in_time) over () as some_in_time
      from public.order_lines line
      cross join lateral (
        select found.pieces, not v_by_shopper or now() <= private.deadline_after(line.tenant_id, v_days, found.delivered_at) as in_time
        from private.returnable_deliveries(line) found
      ) delivery
      where line.order_id = p_order.id and (p_kind <> 'return' or line.customization is null or not v_by_shopper)
      group by line.id, line.position, delivery.in_time
    ) arrived
    where arrived.in_time or not arrived.some_in_time
    order by arrived.position
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.require_returnable(p_order public.orders, p_pieces private.piece_count[], p_kind public.return_kind)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_by_shopper constant boolean := private.order_actor(p_order) = 'shopper';
  v_asked record;
  v_line public.order_lines;
  v_left integer;
begin
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_return');
  end if;
  for v_asked in
    select piece.quantity, line from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
    order by line.position
  loop
    v_line := v_asked.line;
    v_left := private.returnable_pieces(v_line);
    if v_asked.quantity > v_left then
      perform private.refuse('too_many_to_return', private.line_names(v_line) || jsonb_build_object(
        'available', v_left, 'order_line_id', v_line.id, 'reason', case v_left when 0 then 'none' else '' end));
    end if;
    if v_by_shopper and p_kind = 'return' and v_line.customization is not null then
      perform private.refuse('print_not_returned', private.line_names(v_line) || jsonb_build_object('order_line_id', v_line.id));
    end if;
    if v_by_shopper then
      perform private.refuse_too_late(case p_kind when 'size_exchange' then 'replacement_too_late' else 'return_too_late' end,
        p_order.tenant_id, case p_kind when 'replacement' then 'faultDays' else 'returnDays' end,
        (select min(piece.delivered_at) from private.returnable_deliveries(v_line) piece where piece.newer < v_asked.quantity));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.returnable_deliveries(p_line public.order_lines)
 RETURNS TABLE(pieces integer, newer integer, delivered_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with delivery as (
    select packed.quantity, parcel.delivered_at
    from public.shipment_lines packed join public.shipments parcel on parcel.id = packed.shipment_id
    where packed.order_line_id = p_line.id and parcel.state = 'delivered'
  ), arrived as (
    select delivery.quantity, delivery.delivered_at from delivery
    union all
    select (p_line.delivered - coalesce(sum(delivery.quantity), 0))::integer,
      (select orders.delivered_at from public.orders where orders.id = p_line.order_id)
    from delivery
    having p_line.delivered > coalesce(sum(delivery.quantity), 0)
  ), counted as (
    select arrived.quantity, arrived.delivered_at, coalesce(sum(arrived.quantity) over (
      order by arrived.delivered_at desc nulls last rows between unbounded preceding and 1 preceding
    ), 0)::integer as newer
    from arrived
  )
  select least(counted.quantity, private.returnable_pieces(p_line) - counted.newer), counted.newer, counted.delivered_at
  from counted where counted.newer < private.returnable_pieces(p_line)
  order by counted.newer
$function$;

ALTER FUNCTION "private"."returnable_deliveries"(public.order_lines) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.line_aftercare(p_order_id uuid)
 RETURNS TABLE(order_line_id uuid, pieces integer, return_until timestamp with time zone, fault_until timestamp with time zone, gives_back boolean, exchanges boolean)
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
  select line.id, arrived.pieces,
    private.deadline_after(line.tenant_id, 'returnDays', arrived.delivered_at),
    private.deadline_after(line.tenant_id, 'faultDays', arrived.delivered_at),
    line.customization is null, line.size is not null and private.outstanding_exchange(line) is null
  from public.order_lines line cross join private.returnable_deliveries(line) arrived
  where line.order_id = p_order_id
  order by line.position, arrived.newer desc;
end
$function$;

REVOKE ALL ON FUNCTION "private"."returnable_deliveries"(public.order_lines) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."returnable_deliveries"(public.order_lines) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."returnable_deliveries"(public.order_lines) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."returnable_deliveries"(public.order_lines) TO "service_role";
