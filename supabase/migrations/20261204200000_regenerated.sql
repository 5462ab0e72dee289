set local check_function_bodies = off;

DROP FUNCTION "private"."takes_deposits"(text);

ALTER TYPE "private"."priced_order" ADD ATTRIBUTE "points_usable" integer CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "closed_payments" text[] CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "deposit_closed_payments" text[] CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "points_usable" integer CASCADE;

CREATE OR REPLACE FUNCTION private.cash_rule(p_tenant_id text, p_user_id uuid, p_phone text, p_governorate text, p_amount numeric)
 RETURNS public.cash_demand
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rules constant jsonb := coalesce(
    (select staff_settings.cash_rules from public.staff_settings where staff_settings.tenant_id = p_tenant_id), '{}');
  v_is_crowded constant boolean := private.is_crowded_number(p_tenant_id, p_user_id, private.national_digits(p_phone));
  v_refusals constant integer := coalesce((v_rules ->> 'refusalsFrom')::integer, 1);
  v_own record;
  v_all record;
  v_requirement public.cash_requirement;
  v_reasons jsonb;
  v_deposit numeric;
begin
  if v_rules = '{}' and not v_is_crowded then
    return row('none', '[]', 24, 0)::public.cash_demand;
  end if;
  v_own := private.deliveries_of(p_tenant_id, p_user_id, null);
  v_all := private.deliveries_of(p_tenant_id, p_user_id, private.national_digits(p_phone));
  with applying as (
    select known.place, known.requirement::public.cash_requirement as requirement, known.reason
    from (values
      (1, v_rules ->> 'firstOrder', v_all.delivered = 0, jsonb_build_object('rule', 'first_order')),
      (2, v_rules ->> 'amount', p_amount >= (v_rules ->> 'amountFrom')::numeric,
        jsonb_build_object('rule', 'amount', 'amount', v_rules -> 'amountFrom')),
      (3, v_rules ->> 'refusals', v_own.refused >= v_refusals, jsonb_build_object('rule', 'refusals', 'refused', v_own.refused)),
      (4, v_rules ->> 'refusals', v_own.refused < v_refusals and v_all.refused >= v_refusals, jsonb_build_object('rule', 'contact')),
      (5, v_rules ->> 'governorate', v_rules -> 'governorates' ? p_governorate,
        jsonb_build_object('rule', 'governorate', 'governorate', p_governorate)),
      (6, 'confirm', v_is_crowded, jsonb_build_object('rule', 'unpaid_orders'))
    ) as known (place, requirement, applies, reason)
    where known.applies and coalesce(known.requirement, 'none') <> 'none'
  )
  select max(applying.requirement), jsonb_agg(applying.reason order by applying.place) filter (
    where applying.requirement = (select max(strictest.requirement) from applying strictest))
  into v_requirement, v_reasons from applying;
  if v_requirement = 'deposit' then
    v_deposit := private.deposit_of(v_rules, p_amount);
    if not private.takes_deposit(p_tenant_id, v_deposit) then
      v_deposit := 0;
      v_requirement := 'confirm';
    end if;
  end if;
  return row(coalesce(v_requirement, 'none'), coalesce(v_reasons, '[]'), coalesce((v_rules ->> 'hours')::integer, 24),
    coalesce(v_deposit, 0))::public.cash_demand;
end
$function$;

CREATE OR REPLACE FUNCTION private.closed_payment_options(p_settings jsonb, p_amount numeric)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select option.value ->> 'option' from jsonb_array_elements(coalesce(p_settings -> 'options', '[]')) option
    where private.payment_option_problem(p_settings, option.value ->> 'option', p_amount) is not null
  )
$function$;

ALTER FUNCTION "private"."closed_payment_options"(jsonb, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.derived_order_queues(p_order public.orders)
 RETURNS public.order_queue[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ready constant boolean := private.is_confirmed(p_order.stage);
  v_to_print boolean;
  v_to_pack boolean;
  v_states public.shipment_state[];
  v_on_the_way boolean;
  v_to_look_at boolean;
begin
  select
    bool_or(line.to_print > 0),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.returned_to_sender and line.to_print = 0)
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(shipment) then 'attempt_failed' else shipment.state end),
    bool_or(private.is_on_the_way(shipment.state) and not private.is_unclear(shipment)),
    bool_or(public.awaits_inspection(shipment) or public.returned_to_sender_late(shipment))
  into v_states, v_on_the_way, v_to_look_at
  from public.shipments shipment where shipment.order_id = p_order.id;
  return array_remove(array[
    case when private.waits_for_staff(p_order.status, p_order.payment_method)
      or p_order.status = 'awaiting_payment'
        and (private.has_transfer_to_check(p_order.id) or private.has_held_payment(p_order.id)) then 'to_confirm'::public.order_queue end,
    case when v_ready and v_to_print then 'to_print' end,
    case when v_ready and v_to_pack then 'to_pack' end,
    case when 'packed' = any (v_states) then 'to_hand_over' end,
    case when v_on_the_way then 'on_the_way' end,
    case when 'attempt_failed' = any (v_states) then 'attempt_failed' end,
    case when v_to_look_at then 'returned_to_sender' end,
    case when exists (
      select 1 from public.returns
      where returns.order_id = p_order.id and private.is_open_return(returns.state)
    ) then 'returns' end,
    case when exists (
      select 1 from public.refunds where refunds.order_id = p_order.id and private.refund_waits_for_staff(refunds.state)
    ) then 'to_give_back' end,
    case when p_order.at_carrier > 0 then 'cash_outstanding' end
  ]::public.order_queue[], null);
end
$function$;

CREATE OR REPLACE FUNCTION private.order_notification(p_message public.order_notifications, p_attempts integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders) || jsonb_build_object(
      'owes', public.owes(orders), 'owed_back', greatest(-private.balance(orders), 0),
      'awaited_deposit', public.awaited_deposit(orders), 'due_at_door', public.due_at_door(orders)),
    'sum', private.order_sum(orders),
    'attempts', p_attempts,
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (p_message.documents)
    ),
    'note', case when p_message.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = p_message.event_id), '') end,
    'remark', case when p_message.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) else (select event.remark ->> 'code' from public.order_events event where event.id = p_message.event_id) end,
    'bank_details', case when p_message.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or public.awaited_deposit(orders) > 0 and settings.bank_transfer
          and 'bank_transfer' <> all (public.closed_payments(orders)))
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(p_message.kind, coalesce(p_message.about_id, p_message.event_id)),
    'fault_days', private.days_after_delivery(p_message.tenant_id, 'faultDays'),
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'language', person.language,
    'confirmation', case when p_message.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  )
  from public.orders
  left join public.settings on settings.tenant_id = p_message.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where orders.id = p_message.order_id
$function$;

CREATE OR REPLACE FUNCTION private.pack(p_order public.orders, p_pieces private.piece_count[], p_shipment jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_worth numeric;
begin
  if not public.is_packable(p_order) then
    perform private.refuse('not_confirmed');
  end if;
  perform private.require_payment(p_order);
  perform private.require_open_pieces(p_pieces, 'too_few_to_pack');
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_pack');
  end if;
  v_worth := private.worth_to_pack(p_order, p_pieces);
  update public.order_lines line set packed = line.packed + piece.quantity
  from unnest(p_pieces) piece where line.id = piece.order_line_id;
  insert into public.shipments (tenant_id, order_id, number, cash_due)
  select p_order.tenant_id, p_order.id, coalesce(max(earlier.number), 0) + 1,
    -- The last shipment takes the rest.
    least(private.owed_at_door(p_order.id), case when cardinality(private.open_pieces_of(p_order.id)) > 0 then v_worth end)
  from public.shipments earlier where earlier.order_id = p_order.id
  returning * into v_shipment;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select p_order.tenant_id, v_shipment.id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  perform private.note_on_shipment(v_shipment, 'packed');
  perform private.write_on_shipment(v_shipment.id, p_shipment);
  return v_shipment.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.payment_option_problem(p_settings jsonb, p_option text, p_amount numeric)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when not coalesce((option.value ->> 'offered')::boolean, true) then private.refusal('payment_closed')
    when p_amount > (option.value ->> 'to')::numeric
      then private.refusal('payment_amount', jsonb_build_object('reason', 'to', 'amount', option.value -> 'to'))
    when p_amount < (option.value ->> 'from')::numeric
      then private.refusal('payment_amount', jsonb_build_object('reason', 'from', 'amount', option.value -> 'from'))
  end
  from jsonb_array_elements(coalesce(p_settings -> 'options', '[]')) option
  where option.value ->> 'option' = p_option limit 1
$function$;

ALTER FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.quoted_cash(p_priced private.priced_order, p_tenant_id text, p_governorate text)
 RETURNS public.cash_demand
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if ((p_priced.delivery).rate).cash_allowed is false then
    return private.no_cash_there();
  end if;
  return private.cash_rule(p_tenant_id, auth.uid(), null, p_governorate, private.pounds(p_priced.total - p_priced.credit_used));
end
$function$;

ALTER FUNCTION "private"."quoted_cash"(private.priced_order, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_payment_option(p_settings jsonb, p_option text, p_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_problem constant jsonb := private.payment_option_problem(p_settings, p_option, p_amount);
begin
  if v_problem is not null then
    perform private.refuse(v_problem ->> 'code', nullif(v_problem - '{code,message}'::text[], '{}'));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_shipments_back(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  for v_shipment in
    select shipment.* from public.shipments shipment join public.shipment_states states on states.state = shipment.state
    where shipment.order_id = p_order.id and shipment.state <> 'packed' and not states.is_void
    order by shipment.number
  loop
    if v_shipment.state <> 'handed_over' then
      perform private.refuse('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', 'in_production'));
    end if;
    perform private.move_shipment(v_shipment, 'packed');
    if v_shipment.created_at = v_shipment.handed_over_at then
      perform private.move_shipment(v_shipment, 'cancelled');
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.takes_deposit(p_tenant_id text, p_deposit numeric)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.settings
    where settings.tenant_id = p_tenant_id and (settings.online_payment
      or settings.bank_transfer and private.payment_option_problem(settings.payment, 'bank_transfer', p_deposit) is null)
  );
end
$function$;

ALTER FUNCTION "private"."takes_deposit"(text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_points(p_priced private.priced_order, p_settings public.settings, p_wanted jsonb, p_goods bigint, p_user_id uuid, p_tenant_id text)
 RETURNS private.priced_order
 LANGUAGE plpgsql
AS $function$
declare
  v_point bigint;
begin
  p_priced.points_used := 0;
  p_priced.points_value := 0;
  p_priced.points_earned := 0;
  if p_settings.points_enabled then
    v_point := private.piastres(p_settings.point_value);
    p_priced.points_balance := coalesce((
      select points from public.profiles where id = p_user_id and tenant_id = p_tenant_id
    ), 0);
    p_priced.points_usable := least(p_priced.points_balance, p_goods / v_point);
  end if;
  if coalesce(jsonb_typeof(p_wanted), 'null') <> 'null' and p_wanted <> '0' then
    if not pg_input_is_valid(p_wanted #>> '{}', 'integer') or (p_wanted #>> '{}')::integer < 0 then
      p_priced.problems := p_priced.problems || private.refusal('invalid_points');
    elsif v_point is null then
      p_priced.problems := p_priced.problems || private.refusal('points_closed');
    elsif (p_wanted #>> '{}')::integer > p_priced.points_balance then
      p_priced.problems := p_priced.problems
        || private.refusal('insufficient_points', jsonb_build_object('points', p_priced.points_balance));
    else
      p_priced.points_used := least((p_wanted #>> '{}')::integer, p_priced.points_usable);
      p_priced.points_value := p_priced.points_used * v_point;
    end if;
  end if;
  if v_point is not null then
    p_priced.points_earned := (p_goods - p_priced.points_value) * (p_settings.points_earn_rate * 100)::bigint / 10000;
  end if;
  return p_priced;
end
$function$;

CREATE OR REPLACE FUNCTION public.awaits_confirmation(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_order.status = 'pending' and p_order.confirm_until is not null
$function$;

ALTER FUNCTION "public"."awaits_confirmation"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.awaits_inspection(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_shipment.state = 'returned_to_sender' and p_shipment.looked_at is null
$function$;

ALTER FUNCTION "public"."awaits_inspection"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.cash_to_collect(p_shipment public.shipments)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when states.is_over or states.is_going_back then 0 else p_shipment.cash_due end
  from public.shipment_states states where states.state = p_shipment.state
$function$;

ALTER FUNCTION "public"."cash_to_collect"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.closed_payments(p_order public.orders)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select closed.option from public.settings
    cross join lateral (
      select unnest(private.closed_payment_options(settings.payment, public.due_online(p_order)))
      except select 'bank_transfer'
      union all
      select 'bank_transfer'
      where private.payment_option_problem(settings.payment, 'bank_transfer', public.due_by_transfer(p_order)) is not null
    ) closed (option)
    where settings.tenant_id = p_order.tenant_id
    order by closed.option
  )
$function$;

ALTER FUNCTION "public"."closed_payments"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.due_at_door(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_order.payment_method = 'cash_on_delivery' and not private.is_complete(p_order.status)
    then public.owes(p_order) - public.awaited_deposit(p_order) else 0 end
$function$;

ALTER FUNCTION "public"."due_at_door"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.inspect_shipment(p_shipment_id uuid, p_lines jsonb DEFAULT NULL::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('inspect_shipment', p_shipment_id, p_lines));
  v_order public.orders;
  v_fates public.shipment_lines[];
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if not public.awaits_inspection(v_shipment) then
    perform private.refuse('nothing_to_look_at');
  end if;
  v_fates := private.fates_of_pieces(v_shipment, p_lines);
  perform private.lock_goods(array[v_order.id]);
  perform private.restock(v_order.id, array(
    select row(fate.order_line_id, fate.restocked)::private.piece_count from unnest(v_fates) fate where fate.restocked > 0
  ), 'returned');
  update public.shipment_lines part set restocked = part.restocked + fate.restocked, discarded = part.discarded + fate.discarded,
    sent_again = part.sent_again + fate.sent_again
  from unnest(v_fates) fate where part.shipment_id = p_shipment_id and part.order_line_id = fate.order_line_id;
  update public.shipments set updated_at = now(), looked_at = case when not exists (
    select 1 from public.shipment_lines part
    where part.shipment_id = p_shipment_id and part.restocked + part.discarded + part.sent_again < part.quantity
  ) then now() end where id = p_shipment_id;
  perform private.send_again(v_order, v_fates, p_shipment_id);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.is_packable(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.is_confirmed(p_order.stage) $function$;

ALTER FUNCTION "public"."is_packable"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_by_link(p_token text)
 RETURNS TABLE(number text, status public.order_status, charged numeric, cash_due numeric, lines public.linked_line[], shipments public.linked_shipment[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select orders.number, orders.status, orders.charged,
    public.due_at_door(orders),
    array(
      select row(line.id, line.name, line.quantity - line.cancelled, nullif(line.translations, '{}'), line.garment)::public.linked_line
      from public.order_lines line where line.order_id = orders.id and line.quantity > line.cancelled order by line.position
    ),
    array(
      select row(shipment.number, shipment.carrier_name, shipment.tracking_number, shipment.tracking_url)::public.linked_shipment
      from public.shipments shipment where shipment.order_id = orders.id and shipment.state <> 'cancelled' order by shipment.number
    )
  from private.order_links link join public.orders on orders.id = link.order_id
  where link.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.created_at > now() - interval '60 days'
    and orders.user_id is null
$function$;

CREATE OR REPLACE FUNCTION public.overrule_cash_rule(p_order_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('overrule_cash_rule', p_order_id, p_reason));
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if v_reason = '' then
    perform private.refuse('reason_required');
  elsif not public.awaits_confirmation(v_order) and public.awaited_deposit(v_order) = 0 then
    perform private.refuse('cash_not_ruled');
  end if;
  update public.orders set cash_requirement = 'none', confirm_until = null, deposit = 0, stage = 'pending', updated_at = now()
  where orders.id = p_order_id;
  perform private.write_staff_facts(p_order_id, p_cash_overruled => v_reason);
  v_order := private.refresh_order(p_order_id);
  perform private.withdraw_messages(p_order_id, 'confirm');
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_order(p_order jsonb)
 RETURNS public.order_quote
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_tries_code constant boolean := coalesce(btrim(p_order ->> 'discount_code'), '') <> '';
  v_guesses constant boolean := v_tries_code and private.guesses_too_many_codes(v_tenant_id);
  v_address constant jsonb := private.quoted_address(p_order);
  v_priced private.priced_order := private.price_order(
    case when v_guesses then p_order - 'discount_code' else p_order end, auth.uid(), false, v_address);
  v_cash constant public.cash_demand := private.quoted_cash(v_priced, v_tenant_id, v_address ->> 'governorate');
  v_payment constant jsonb := (v_priced.settings).payment;
begin
  if v_tenant_id = any (private.hidden_stores()) then
    perform private.refuse('store_closed');
  end if;
  if v_guesses then
    v_priced.problems := v_priced.problems || private.refusal('too_many_codes');
  elsif v_tries_code then
    perform private.note_code_guess(v_tenant_id, v_priced.problems @> '[{"code": "unknown_discount"}]');
  end if;
  return row(
    private.quoted_lines(v_priced.lines), private.pounds(v_priced.subtotal), v_priced.discount_code, v_priced.discount_kind,
    private.pounds(v_priced.discount), private.pounds(v_priced.shipping), private.delivery_ways((v_priced.delivery).rates),
    v_priced.points_balance, v_priced.points_used, private.pounds(v_priced.points_value), v_priced.points_earned,
    private.pounds(v_priced.total), private.pounds(v_priced.credit_balance), private.pounds(v_priced.credit_used),
    v_cash, v_priced.problems,
    private.closed_payment_options(v_payment, private.pounds(v_priced.total - v_priced.credit_used))
      || case when v_cash.requirement = 'pay_before' then '{cash_on_delivery}'::text[] else '{}' end,
    private.closed_payment_options(v_payment, v_cash.deposit), v_priced.points_usable)::public.order_quote;
end
$function$;

REVOKE ALL ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_cash"(private.priced_order, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_cash"(private.priced_order, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_cash"(private.priced_order, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_cash"(private.priced_order, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."takes_deposit"(text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."takes_deposit"(text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_deposit"(text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_deposit"(text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "public"."awaits_confirmation"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."awaits_confirmation"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."awaits_confirmation"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."awaits_confirmation"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."awaits_confirmation"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."awaits_inspection"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."awaits_inspection"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."awaits_inspection"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."awaits_inspection"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."awaits_inspection"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cash_to_collect"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cash_to_collect"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cash_to_collect"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cash_to_collect"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cash_to_collect"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."closed_payments"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."closed_payments"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."closed_payments"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."closed_payments"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."closed_payments"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."due_at_door"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."due_at_door"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."due_at_door"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_at_door"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."due_at_door"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."is_packable"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_packable"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."is_packable"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_packable"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_packable"(public.orders) TO "service_role";
