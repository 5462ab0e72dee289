set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.book_carrier_event(p_parcel public.shipments, p_state public.shipment_state, p_carrier_state text, p_happened_at timestamp with time zone, p_note text, p_cash numeric)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments := p_parcel;
begin
  if p_happened_at < (
    select max(event.happened_at) from public.shipment_events event
    where event.shipment_id = p_parcel.id and event.state is not null
  ) then
    perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_parcel.state and p_state <> 'attempt_failed' then
    perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What was delivered stays so, with its money; that it came back all the same, a person looks into.
  if p_parcel.state = 'delivered' and p_state in ('returning', 'came_back') then
    perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- What the courier has was handed over.
  if p_parcel.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.move_parcel(p_parcel, 'handed_over', p_happened_at => p_happened_at);
    select * into v_parcel from public.shipments where id = p_parcel.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_parcel.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_parcel(p_parcel, null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.move_parcel(v_parcel, p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.came_back_late(p_parcel public.shipments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_parcel.state = 'delivered' and (
    select event.state in ('returning', 'came_back') from public.shipment_events event
    where event.shipment_id = p_parcel.id order by event.created_at desc limit 1
  );
end
$function$;

ALTER FUNCTION "private"."came_back_late"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.change_parcel(p_shipment_id uuid, p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_state public.shipment_state;
  v_name text;
begin
  select state, coalesce(nullif(carrier_name, ''), carrier) into v_state, v_name from public.shipments where id = p_shipment_id;
  if v_state in ('came_back', 'lost', 'cancelled') or v_state = 'delivered' and p_changes ? 'cash_due' then
    perform private.refuse('parcel_closed', jsonb_build_object('state', v_state));
  end if;
  if private.is_booked(p_shipment_id)
    and p_changes ?| '{carrier,carrier_name,tracking_number,tracking_url,cash_due}'::text[] then
    perform private.refuse('parcel_booked', jsonb_build_object('carrier', v_name));
  end if;
  perform private.write_on_parcel(p_shipment_id, p_changes);
end
$function$;

ALTER FUNCTION "private"."change_parcel"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.courier_named(p_tenant_id text, p_name text, OUT carrier text, OUT carrier_name text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select earlier.carrier, earlier.carrier_name into carrier, carrier_name from public.shipments earlier
  where earlier.tenant_id = p_tenant_id and lower(earlier.carrier_name) = lower(btrim(p_name)) and earlier.carrier_name <> ''
  order by earlier.created_at desc limit 1;
  carrier := coalesce(carrier, 'manual');
  carrier_name := coalesce(carrier_name, btrim(p_name));
end
$function$;

ALTER FUNCTION "private"."courier_named"(text, text) OWNER TO "postgres";

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
    bool_or(parcel.state = 'came_back' and parcel.looked_at is null or private.came_back_late(parcel))
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

CREATE OR REPLACE FUNCTION private.stated_parcel(p_tenant_id text, p_carrier text, p_number text)
 RETURNS SETOF public.shipments
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select tracked.* from public.shipments tracked
  where tracked.tenant_id = p_tenant_id and tracked.carrier = p_carrier and tracked.tracking_number = btrim(p_number)
    and tracked.state <> 'cancelled'
  union all
  select own.*
  from (select string_to_array(regexp_replace(p_number, '\s', '', 'g'), '/') as parts) named
  join public.orders on orders.tenant_id = p_tenant_id and orders.number = upper(named.parts[1])
  join public.shipments own on own.order_id = orders.id and own.carrier = p_carrier and own.tracking_number is null
    and own.state <> 'cancelled'
  where own.number::text = named.parts[2] or named.parts[2] is null and not exists (
    select 1 from public.shipments other where other.order_id = orders.id and other.id <> own.id and other.state <> 'cancelled'
  )
$function$;

ALTER FUNCTION "private"."stated_parcel"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.statement_lines(p_tenant_id text, p_statement jsonb)
 RETURNS SETOF private.statement_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_carrier constant text := coalesce(p_statement ->> 'carrier', 'manual');
  v_name constant text := coalesce(p_statement ->> 'carrier_name', '');
begin
  return query
  with stated as (
    select line.place::integer as place, btrim(line.value ->> 'number') as number, (line.value ->> 'amount')::numeric as amount,
      coalesce((line.value ->> 'fee')::numeric, 0) as fee, found.id as parcel_id,
      row_number() over (partition by coalesce(found.id::text, btrim(line.value ->> 'number')) order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
    left join lateral (
      select parcel.id from private.stated_parcel(p_tenant_id, v_carrier, line.value ->> 'number') parcel limit 1
    ) found on true
  )
  select stated.place, case
      when parcel.id is null then 'unknown'
      when stated.mention > 1 then 'double'
      when parcel.settled_at is not null then 'settled'
      when stated.amount = 0 and parcel.courier_owes = 0 then 'fee'
      when parcel.state <> 'delivered' then 'not_delivered'
      when stated.amount < parcel.courier_owes then 'short'
      when stated.amount > parcel.courier_owes then 'more'
      else 'matches'
    end::public.statement_line_kind, stated.number, parcel.id, orders.number || '/' || parcel.number, stated.amount,
    case when parcel.settled_at is not null then parcel.cash_collected
      when parcel.cash_collected is not null then parcel.courier_owes end,
    stated.fee
  from stated
  left join public.shipments parcel on parcel.id = stated.parcel_id
  left join public.orders on orders.id = parcel.order_id
  union all
  select null, 'missing', coalesce(parcel.tracking_number, orders.number || '/' || parcel.number), parcel.id,
    orders.number || '/' || parcel.number, null, parcel.courier_owes, 0
  from public.shipments parcel join public.orders on orders.id = parcel.order_id
  where parcel.tenant_id = p_tenant_id and parcel.carrier = v_carrier and (v_carrier <> 'manual' or parcel.carrier_name = v_name)
    and parcel.courier_owes > 0
    and private.shop_time(parcel.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.parcel_id = parcel.id)
  order by 1 nulls last;
end
$function$;

CREATE OR REPLACE FUNCTION private.try_to_change(p_shipment_id uuid, p_changes jsonb)
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
  perform private.change_parcel(p_shipment_id, p_changes);
  perform private.refresh_order(parcel.order_id) from public.shipments parcel where parcel.id = p_shipment_id;
  return '{}';
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return jsonb_build_object('refusal', v_refusal);
end
$function$;

ALTER FUNCTION "private"."try_to_change"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_on_parcel(p_shipment_id uuid, p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_courier record;
  v_wrong text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' then
    perform private.refuse('invalid_parcel');
  end if;
  select * into v_parcel from public.shipments where id = p_shipment_id;
  v_wrong := case
    when p_changes ? 'carrier' and coalesce(p_changes ->> 'carrier', '') !~ '^[a-z][a-z0-9_-]{0,30}$' then 'carrier'
    when length(p_changes ->> 'carrier_name') > 80 then 'carrier_name'
    when length(p_changes ->> 'tracking_number') > 80 then 'tracking_number'
    when coalesce(p_changes ->> 'tracking_url', '') <> ''
      and (length(p_changes ->> 'tracking_url') > 500 or p_changes ->> 'tracking_url' !~ '^https?://[^[:space:]]+$')
      then 'tracking_url'
    when jsonb_typeof(p_changes -> 'fee') <> 'null' and not private.is_amount(p_changes -> 'fee') then 'fee'
    when jsonb_typeof(p_changes -> 'cash_due') <> 'null' and not private.is_amount(p_changes -> 'cash_due') then 'cash_due'
  end;
  if v_wrong is not null then
    perform private.refuse('invalid_parcel', jsonb_build_object('reason', v_wrong));
  end if;
  if (p_changes ->> 'cash_due')::numeric > private.owed_at_door(v_parcel.order_id, p_shipment_id) then
    perform private.refuse('too_much_cash',
      jsonb_build_object('most', private.owed_at_door(v_parcel.order_id, p_shipment_id)));
  end if;
  if p_changes ->> 'carrier_name' is null or p_changes ? 'carrier' then
    select coalesce(p_changes ->> 'carrier', v_parcel.carrier) as carrier,
      coalesce(btrim(p_changes ->> 'carrier_name'), v_parcel.carrier_name) as carrier_name into v_courier;
  else
    select named.carrier, named.carrier_name into v_courier
    from private.courier_named(v_parcel.tenant_id, p_changes ->> 'carrier_name') named;
  end if;
  perform private.require_own_number(v_parcel, v_courier.carrier,
    case when p_changes ? 'tracking_number' then btrim(p_changes ->> 'tracking_number') else v_parcel.tracking_number end);
  update public.shipments set
    carrier = v_courier.carrier,
    carrier_name = v_courier.carrier_name,
    tracking_number = case when p_changes ? 'tracking_number' then nullif(btrim(p_changes ->> 'tracking_number'), '')
      else tracking_number end,
    tracking_url = case when p_changes ? 'tracking_url' then nullif(btrim(p_changes ->> 'tracking_url'), '')
      else tracking_url end,
    fee = case when p_changes ? 'fee' then (p_changes ->> 'fee')::numeric else fee end,
    cash_due = coalesce((p_changes ->> 'cash_due')::numeric, cash_due),
    updated_at = now()
  where id = p_shipment_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_shipment(p_shipment_id uuid, p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_shipment', p_shipment_id, p_changes));
  v_order public.orders := private.lock_order_of_shipment(p_shipment_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.change_parcel(p_shipment_id, p_changes);
  v_order := private.refresh_order(v_order.id);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'shipment', private.shipment_json(p_shipment_id), 'order', private.order_json(v_order)));
end
$function$;

CREATE OR REPLACE FUNCTION public.change_shipments(p_shipment_ids uuid[], p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_shipments', p_shipment_ids, p_changes));
  v_orders uuid[];
  v_asked record;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_selection(p_shipment_ids);
  if jsonb_typeof(p_changes) is distinct from 'object' or p_changes - '{carrier,carrier_name}'::text[] <> '{}' then
    perform private.refuse('invalid_parcel');
  end if;
  v_orders := private.lock_orders_for_staff(array(
    select parcel.order_id from public.shipments parcel where parcel.id = any (p_shipment_ids)
  ));
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  for v_asked in
    select distinct asked.id, parcel.order_id from unnest(p_shipment_ids) asked (id)
    left join public.shipments parcel on parcel.id = asked.id and parcel.order_id = any (v_orders)
    order by parcel.order_id, asked.id
  loop
    v_answer := v_answer || (jsonb_build_object('order_id', v_asked.order_id, 'shipment_id', v_asked.id)
      || case when v_asked.order_id is null then jsonb_build_object('refusal', private.refusal('unknown_shipment'))
        else private.try_to_change(v_asked.id, p_changes) end);
  end loop;
  return private.keep_answer(p_request_id, v_answer);
end
$function$;

ALTER FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_settlement public.settlements;
  v_line private.statement_line;
  v_differences integer := 0;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  perform private.require_numbered_statement(p_statement);
  perform 1 from public.orders where orders.id in (
    select parcel.order_id from jsonb_array_elements(p_statement -> 'lines') line,
      private.stated_parcel(p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), line ->> 'number') parcel
  ) order by orders.id for update;
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, created_by)
  values (p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), left(coalesce(p_statement ->> 'carrier_name', ''), 80),
    left(coalesce(p_statement ->> 'reference', ''), 200), 0, auth.uid())
  returning * into v_settlement;
  for v_line in select * from private.statement_lines(p_tenant_id, p_statement) loop
    if v_line.kind = 'matches' then
      perform private.settle_parcel(v_settlement, v_line.shipment_id, v_line.name, v_line.stated, v_line.fee);
    elsif v_line.kind = 'fee' then
      update public.shipments set fee = v_line.fee, updated_at = now() where id = v_line.shipment_id;
    else
      insert into public.settlement_differences (
        tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee)
      values (p_tenant_id, v_settlement.id, v_line.kind, v_line.tracking_number, v_line.shipment_id, v_line.stated, v_line.expected,
        v_line.fee);
      v_differences := v_differences + 1;
    end if;
    if v_line.kind in ('matches', 'fee') then
      update public.settlements set amount = amount + v_line.stated, fee = fee + v_line.fee
      where id = v_settlement.id returning * into v_settlement;
    end if;
  end loop;
  return private.keep_answer(p_request_id, jsonb_build_object(
    'settlement', to_jsonb(v_settlement) - 'tenant_id', 'differences', v_differences));
end
$function$;

CREATE INDEX shipments_by_courier ON public.shipments USING btree (tenant_id, lower(carrier_name), created_at DESC) WHERE (carrier_name <> ''::text);

REVOKE ALL ON FUNCTION "private"."came_back_late"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."came_back_late"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."came_back_late"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."came_back_late"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."change_parcel"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_parcel"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_parcel"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_parcel"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."courier_named"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."courier_named"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."courier_named"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."courier_named"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stated_parcel"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stated_parcel"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stated_parcel"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stated_parcel"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_change"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_change"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_change"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_change"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "service_role";

-- Parcels whose courier was changed by hand are no longer with the one that they were meant for, except where another has their number.
update public.shipments parcel set carrier = 'manual'
where parcel.carrier in ('bosta', 'mylerz') and parcel.carrier_name <> '' and lower(parcel.carrier_name) <> parcel.carrier
  and not exists (
    select 1 from public.shipments other
    where other.tenant_id = parcel.tenant_id and other.carrier = 'manual' and other.tracking_number = parcel.tracking_number
      and other.state <> 'cancelled'
  );
