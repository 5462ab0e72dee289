set local check_function_bodies = off;

ALTER TABLE "public"."settlement_differences" ADD COLUMN "pieces" integer;

ALTER TYPE "public"."statement_line" ADD ATTRIBUTE "pieces" integer CASCADE;

ALTER TYPE "public"."statement_line" ADD ATTRIBUTE "taken" jsonb CASCADE;

CREATE OR REPLACE FUNCTION private.deliver_stated_parts(p_lines public.statement_line[], p_note text)
 RETURNS public.statement_line[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines public.statement_line[] := '{}';
  v_line public.statement_line;
begin
  perform private.lock_credit_of(array(
    select shipment.order_id from unnest(p_lines) line join public.shipments shipment on shipment.id = line.shipment_id
    where line.taken is not null));
  foreach v_line in array p_lines loop
    if v_line.taken is not null and private.refusal_of(format('select private.deliver_pieces(%L, %L, null, %L, %L)',
      v_line.shipment_id, v_line.taken, p_note, clock_timestamp())) is null then
      v_line.kind := 'matches';
      v_line.expected := v_line.stated;
    end if;
    v_lines := v_lines || v_line;
  end loop;
  return v_lines;
end
$function$;

ALTER FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_numbered_statement(p_statement jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_statement) is distinct from 'object' or jsonb_typeof(p_statement -> 'lines') is distinct from 'array'
    or coalesce(p_statement ->> 'carrier', 'manual') !~ '^[a-z][a-z0-9_-]{0,30}$'
    or not pg_input_is_valid(coalesce(p_statement ->> 'until', '2000-01-01'), 'date') then
    perform private.refuse('invalid_statement');
  end if;
  if jsonb_array_length(p_statement -> 'lines') not between 1 and 2000 or exists (
    select 1 from jsonb_array_elements(p_statement -> 'lines') line
    where jsonb_typeof(line) <> 'object' or length(coalesce(line ->> 'number', '')) not between 1 and 80
      or not private.is_amount(line -> 'amount') or not private.is_amount(coalesce(nullif(line -> 'fee', 'null'), '0'))
      or coalesce(line ->> 'pieces', '0') !~ '^[0-9]{1,5}$'
  ) then
    perform private.refuse('invalid_statement');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.statement_lines(p_tenant_id text, p_statement jsonb)
 RETURNS SETOF public.statement_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_carrier constant text := coalesce(p_statement ->> 'carrier', 'manual');
  v_name constant text := coalesce(p_statement ->> 'carrier_name', '');
begin
  return query
  with named as (
    select line.place::integer as place, btrim(line.value ->> 'number') as number, (line.value ->> 'amount')::numeric as amount,
      coalesce((line.value ->> 'fee')::numeric, 0) as fee, (line.value ->> 'pieces')::integer as pieces, found.id as shipment_id,
      row_number() over (partition by coalesce(found.id::text, btrim(line.value ->> 'number')) order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
    left join lateral (
      select shipment.id from private.stated_shipment(p_tenant_id, v_carrier, line.value ->> 'number') shipment limit 1
    ) found on true
  ), stated as (
    select named.*, case
      when shipment.id is null then 'unknown'
      when named.mention > 1 then 'double'
      when facts.settled_at is not null then 'settled'
      when named.amount = 0 and facts.carrier_owes = 0 then 'fee'
      when shipment.state <> 'delivered' then 'not_delivered'
      when named.amount < facts.carrier_owes then 'short'
      when named.amount > facts.carrier_owes then 'more'
      else 'matches'
    end::public.statement_line_kind as kind, shipment, orders.number || '/' || shipment.number as name,
    case when facts.settled_at is not null then shipment.cash_collected
      when shipment.cash_collected is not null then facts.carrier_owes end as expected,
    facts.settled
    from named
    left join public.shipments shipment on shipment.id = named.shipment_id
    left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
    left join public.orders on orders.id = shipment.order_id
  )
  select stated.place, stated.kind, stated.number, stated.shipment_id, stated.name, stated.amount, stated.expected, stated.fee,
    stated.pieces,
    case when stated.kind in ('short', 'not_delivered') and stated.settled = 0
      then private.taken_by_price(stated.shipment, stated.pieces, stated.amount) end
  from stated
  union all
  select null, 'missing', coalesce(shipment.tracking_number, orders.number || '/' || shipment.number), shipment.id,
    orders.number || '/' || shipment.number, null, facts.carrier_owes, 0, null, null
  from public.shipment_staff_facts facts
  join public.shipments shipment on shipment.id = facts.shipment_id
  join public.orders on orders.id = shipment.order_id
  where facts.tenant_id = p_tenant_id and shipment.carrier = v_carrier and (v_carrier <> 'manual' or shipment.carrier_name = v_name)
    and facts.carrier_owes > 0
    and private.shop_time(shipment.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.shipment_id = shipment.id)
  order by 1 nulls last;
end
$function$;

CREATE OR REPLACE FUNCTION private.taken_by_price(p_shipment public.shipments, p_count integer, p_amount numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_all constant bigint := (
    select sum(part.quantity) from public.shipment_lines part where part.shipment_id = p_shipment.id);
  v_choices jsonb[];
begin
  if p_count is null or p_count < 1 or p_count >= v_all or v_all > 12 or p_amount <= 0 then
    return null;
  end if;
  with recursive parts as (
    select part.order_line_id, part.quantity, row_number() over (order by part.order_line_id) as place
    from public.shipment_lines part where part.shipment_id = p_shipment.id
  ), choices as (
    select 0::bigint as place, 0 as pieces, '[]'::jsonb as taken
    union all
    select parts.place, choices.pieces + taken.quantity, choices.taken
      || case when taken.quantity > 0
        then jsonb_build_array(jsonb_build_object('order_line_id', parts.order_line_id, 'quantity', taken.quantity)) else '[]' end
    from choices join parts on parts.place = choices.place + 1
    cross join lateral generate_series(0, least(parts.quantity, p_count - choices.pieces)) taken (quantity)
  )
  select array_agg(choices.taken) into v_choices from choices
  where choices.place = (select count(*) from parts) and choices.pieces = p_count
    and private.cash_for_taken(p_shipment, private.untaken_pieces(p_shipment, choices.taken)) = p_amount;
  return case when cardinality(v_choices) = 1 then v_choices[1] end;
end
$function$;

ALTER FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.request_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_wanted private.wanted_sizes;
  v_document constant jsonb := jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method);
begin
  perform private.exchangeable_order(p_order_id);
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  v_new := private.placed_before(v_old.tenant_id, p_idempotency_key, v_document);
  if v_new.id is not null then
    return v_new;
  end if;
  perform private.lock_goods(array[v_old.id]);
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method,
    private.pounds(v_wanted.fee), v_wanted.rate,
    private.replacement_stage(v_wanted.amount, p_payment_method, v_wanted.cash, v_old.user_id is not distinct from auth.uid()),
    p_idempotency_key, v_document, v_wanted.cash);
  perform private.write_price_drops(
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', '', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor, remark)
  values (v_old.tenant_id, v_old.id, private.order_actor(v_old), jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.refresh_order(v_new.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlement public.settlements := private.idempotent_result(
    null::public.settlements, p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_lines public.statement_line[];
begin
  if v_settlement.id is not null then
    return v_settlement;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_numbered_statement(p_statement);
  perform private.lock_orders(array(
    select shipment.order_id from jsonb_array_elements(p_statement -> 'lines') line,
      private.stated_shipment(p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), line ->> 'number') shipment
  ));
  v_lines := private.deliver_stated_parts(
    array(select line from private.statement_lines(p_tenant_id, p_statement) line), coalesce(p_statement ->> 'reference', ''));
  v_settlement := private.insert_settlement(p_tenant_id, p_statement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind in ('matches', 'fee')));
  perform private.settle_shipments(v_settlement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind = 'matches'));
  update public.shipment_staff_facts facts set fee = line.fee
  from unnest(v_lines) line where line.kind = 'fee' and facts.shipment_id = line.shipment_id;
  insert into public.settlement_differences (
    tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee, pieces)
  select p_tenant_id, v_settlement.id, line.kind, line.tracking_number, line.shipment_id, line.stated, line.expected, line.fee,
    line.pieces
  from unnest(v_lines) line where line.kind not in ('matches', 'fee');
  return private.store_idempotent_result(p_request_id, v_settlement);
end
$function$;

REVOKE ALL ON FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_stated_parts"(public.statement_line[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_by_price"(public.shipments, integer, numeric) TO "service_role";
