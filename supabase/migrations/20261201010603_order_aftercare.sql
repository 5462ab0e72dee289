set local check_function_bodies = off;

DROP FUNCTION "private"."require_exchanged"(public.orders, private.piece_count[]);

CREATE OR REPLACE FUNCTION private.deadline_after(p_tenant_id text, p_name text, p_delivered_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_delivered_at + interval '24 hours' * private.days_after_delivery(p_tenant_id, p_name)
$function$;

ALTER FUNCTION "private"."deadline_after"(text, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.outstanding_exchange(p_line public.order_lines)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select replaced.number
    from (
      select piece.quantity, piece.received, asked.order_id, dense_rank() over (order by line.position) - 1 as position
      from public.returns asked
      join public.return_lines piece on piece.return_id = asked.id
      join public.order_lines line on line.id = piece.order_line_id
      where asked.tenant_id = p_line.tenant_id and asked.replacement_order_id = p_line.order_id and asked.exchange_allowed = ''
    ) given
    join public.orders replaced on replaced.id = given.order_id
    where given.position = p_line.position and given.received < given.quantity limit 1
  );
end
$function$;

ALTER FUNCTION "private"."outstanding_exchange"(public.order_lines) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.part_return(p_return_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rest_id uuid;
begin
  if not exists (
    select 1 from public.return_lines piece where piece.return_id = p_return_id and piece.received < piece.quantity
  ) then
    return;
  end if;
  insert into public.returns (
    tenant_id, order_id, number, kind, state, reason, photos, requested_by, answer, replacement_order_id, exchange_allowed, decided_at,
    created_at
  )
  select parted.tenant_id, parted.order_id, (select max(earlier.number) + 1 from public.returns earlier where earlier.order_id = parted.order_id),
    parted.kind, case parted.state when 'requested' then 'approved'::public.return_state else parted.state end, parted.reason,
    parted.photos, parted.requested_by, parted.answer, parted.replacement_order_id, parted.exchange_allowed,
    coalesce(parted.decided_at, now()), parted.created_at
  from public.returns parted where parted.id = p_return_id
  returning id into v_rest_id;
  insert into public.return_lines (tenant_id, return_id, order_line_id, quantity, price_drop)
  select piece.tenant_id, v_rest_id, piece.order_line_id, piece.quantity - piece.received, piece.price_drop
  from public.return_lines piece where piece.return_id = p_return_id and piece.received < piece.quantity;
  delete from public.return_lines piece where piece.return_id = p_return_id and piece.received = 0;
  update public.return_lines piece set quantity = piece.received where piece.return_id = p_return_id;
end
$function$;

ALTER FUNCTION "private"."part_return"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_sizes(p_old public.orders, p_lines jsonb, p_payment public.payment_method, p_shipping public.shipping_method)
 RETURNS private.wanted_sizes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
  v_sizes jsonb;
  v_delivery private.delivery;
  v_wanted private.wanted_sizes;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_old.tenant_id;
  v_wanted.pieces := private.pieces_in_other_sizes(p_old.id, p_lines);
  select jsonb_object_agg(lower(asked.order_line_id), coalesce(asked.size, '')) into v_sizes
  from jsonb_to_recordset(p_lines) asked (order_line_id text, size text) where asked.order_line_id is not null;
  v_wanted.lines := private.replacement_lines(v_wanted.pieces, v_sizes);
  perform private.require_returnable(p_old, v_wanted.pieces, 'size_exchange');
  perform private.require_exchanged(v_wanted.pieces);
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings.shipping, p_old.address, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.amount := private.goods_of(v_wanted.lines) + (v_wanted.rate).price;
  v_wanted.drops := private.price_drops(v_wanted.pieces, v_wanted.lines);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, false, null, p_payment::text, p_old.address, v_wanted.lines, v_wanted.amount,
    (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings.payment);
  return v_wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_too_late(p_code text, p_tenant_id text, p_name text, p_delivered_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_days constant integer := private.days_after_delivery(p_tenant_id, p_name);
begin
  if now() > private.deadline_after(p_tenant_id, p_name, p_delivered_at) then
    perform private.refuse(p_code, jsonb_strip_nulls(jsonb_build_object(
      'days', v_days, 'reason', case when v_days > 1 then 'days' end)));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.replacement_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
  v_old public.orders;
begin
  for v_return in
    select asked.* from public.returns asked
    where asked.tenant_id = new.tenant_id and asked.replacement_order_id = new.id order by asked.number
  loop
    -- Locked by whoever cancels, with private.lock_orders.
    select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
    update public.returns set replacement_order_id = null,
      state = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then 'closed'::public.return_state
        else state end,
      closed_at = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then now() else closed_at end,
      updated_at = now()
    where id = v_return.id returning * into v_return;
    if v_return.state = 'received' then
      perform private.credit_price_drops(v_return.id, -1);
      perform private.take_pieces_back(v_old, v_return.id);
      perform private.owe_back(v_old.id, jsonb_build_object('return_id', v_return.id));
    else
      perform private.refresh_order(v_old.id);
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_exchanged(p_pieces private.piece_count[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_number constant text := (
    select min(private.outstanding_exchange(line)) from unnest(p_pieces) wanted
    join public.order_lines line on line.id = wanted.order_line_id
  );
begin
  if v_number is not null then
    perform private.refuse('exchange_outstanding', jsonb_build_object('number', v_number));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_exchanged"(private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.send_new_pieces(p_order public.orders, p_return public.returns)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new public.orders;
  v_pieces constant private.piece_count[] := array(
    select row(piece.order_line_id, piece.quantity)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return.id
  );
begin
  perform private.require_exchanged(v_pieces);
  perform private.lock_goods(array[p_order.id]);
  v_new := private.insert_replacement(p_order, private.replacement_lines(v_pieces, '{}'), 'cash_on_delivery', 'standard', 0,
    private.usual_rate(p_order), 'confirmed', gen_random_uuid()::text, null, row('none', '[]', '', null, 0));
  perform private.remark_on_order(p_order, 'fault_replacement', jsonb_build_object('number', v_new.number));
  perform private.refresh_order(v_new.id);
  return v_new.id;
end
$function$;

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
  select line.id, private.returnable_pieces(line),
    private.deadline_after(line.tenant_id, 'returnDays', private.line_delivered_at(line)),
    private.deadline_after(line.tenant_id, 'faultDays', private.line_delivered_at(line)),
    line.customization is null, line.size is not null and private.outstanding_exchange(line) is null
  from public.order_lines line
  where line.order_id = p_order_id and private.returnable_pieces(line) > 0
  order by line.position;
end
$function$;

ALTER FUNCTION "public"."line_aftercare"(uuid) OWNER TO "postgres";

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
  perform private.require_staff(v_order.tenant_id);
  perform private.require_return_in(p_return_id, '{requested,approved,on_the_way}');
  perform private.write_what_came(p_return_id, p_lines);
  perform private.part_return(p_return_id);
  perform private.book_what_came(v_order, p_return_id);
  perform private.owe_back(v_order.id, jsonb_build_object('return_id', p_return_id));
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$function$;

REVOKE ALL ON FUNCTION "private"."deadline_after"(text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deadline_after"(text, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deadline_after"(text, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."deadline_after"(text, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."outstanding_exchange"(public.order_lines) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."outstanding_exchange"(public.order_lines) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."outstanding_exchange"(public.order_lines) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."outstanding_exchange"(public.order_lines) TO "service_role";

REVOKE ALL ON FUNCTION "private"."part_return"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_return"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_return"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_return"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_exchanged"(private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_exchanged"(private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_exchanged"(private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_exchanged"(private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."line_aftercare"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."line_aftercare"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."line_aftercare"(uuid) TO "service_role";
