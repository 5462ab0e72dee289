set local check_function_bodies = off;

DROP INDEX "public"."shipments_with_cash";

DROP FUNCTION "private"."settle_parcel"(public.settlements, uuid, text, numeric, numeric);

DROP FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid);

ALTER TABLE "public"."shipments" ADD COLUMN "settled" numeric(12,2) NOT NULL DEFAULT 0;

-- Of a parcel that is settled all of its cash was handed over. Not by an update, which would be in the log of changes.
ALTER TABLE "public"."shipments" ALTER COLUMN "settled" TYPE numeric(12,2)
  USING (case when settled_at is null then 0 else coalesce(cash_collected, 0) end);

ALTER TABLE "public"."shipments" ADD COLUMN "courier_owes" numeric(12,2) GENERATED ALWAYS AS ((COALESCE(cash_collected, (0)::numeric) - settled)) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.file_removals (bucket_id, name)
  select 'shipment-labels', parcel.label_path from public.shipments parcel
  where parcel.order_id = any (p_order_ids) and parcel.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from public.order_messages where order_id = any (p_order_ids) and sent_at is null;
  update public.order_messages set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments set label_path = null,
    tracking_number = case when courier_owes > 0 then tracking_number end,
    tracking_url = case when courier_owes > 0 then tracking_url end
  where order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when parcel.tracking_number is not null then carrier_reference end
  from public.shipments parcel where parcel.id = carrier_bookings.shipment_id and parcel.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '', checked_by = nullif(checked_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '', proposed_by = nullif(proposed_by, p_user_id),
    decided_by = nullif(decided_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '', created_by = nullif(created_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null, document_hash = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', address -> 'governorate')
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.money_of_days(p_tenant_id text, p_today date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'sold', (select totals.amount from private.ledger_totals(p_tenant_id, 'sale', days.since, 'infinity') totals),
    'delivered', private.delivered_between(p_tenant_id, days.since, 'infinity'),
    'given_back', private.entries_between(p_tenant_id, 'given_back', days.since, 'infinity'),
    'cash_with_couriers', (
      select coalesce(sum(orders.at_courier), 0) from public.orders
      where orders.tenant_id = p_tenant_id and orders.at_courier > 0
    ),
    'cash_overdue', (
      select coalesce(sum(parcel.courier_owes), 0) from public.shipments parcel
      where parcel.tenant_id = p_tenant_id and parcel.courier_owes > 0
        and parcel.delivered_at < now() - interval '14 days'
    ))
  from (select private.day_start(p_today - 29) as since) days
$function$;

CREATE OR REPLACE FUNCTION private.settle_parcel(p_settlement public.settlements, p_shipment_id uuid, p_name text, p_amount numeric, p_fee numeric, p_part boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_order public.orders;
begin
  select parcel.* into v_parcel from public.shipments parcel where parcel.id = p_shipment_id for update;
  if v_parcel.id is null then
    perform private.refuse('unknown_parcel');
  elsif v_parcel.settled_at is not null then
    perform private.refuse('parcel_settled', jsonb_build_object('name', p_name));
  elsif v_parcel.state <> 'delivered' or coalesce(v_parcel.cash_collected, 0) = 0 then
    perform private.refuse('parcel_without_cash', jsonb_build_object('name', p_name));
  elsif p_amount > v_parcel.courier_owes or p_amount < v_parcel.courier_owes and not p_part then
    perform private.refuse('parcel_cash_differs',
      jsonb_build_object('name', p_name, 'amount', v_parcel.courier_owes, 'price', p_amount));
  end if;
  update public.shipments set settled = settled + p_amount, settled_at = case when p_amount = courier_owes then now() end, fee = coalesce(p_fee, shipments.fee), updated_at = now()
  where shipments.id = v_parcel.id;
  select orders.* into v_order from public.orders where orders.id = v_parcel.order_id;
  perform private.book_money(v_order, 'settled', p_amount,
    jsonb_build_object('shipment_id', v_parcel.id, 'settlement_id', p_settlement.id), 'cash_on_delivery',
    p_settlement.reference);
  perform private.refresh_order(v_order.id);
end
$function$;

ALTER FUNCTION "private"."settle_parcel"(public.settlements, uuid, text, numeric, numeric, boolean) OWNER TO "postgres";

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
      coalesce((line.value ->> 'fee')::numeric, 0) as fee,
      row_number() over (partition by btrim(line.value ->> 'number') order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
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
    case when parcel.cash_collected is not null then case when parcel.settled_at is null then parcel.courier_owes else parcel.cash_collected end end,
    stated.fee
  from stated
  left join public.shipments parcel on parcel.tenant_id = p_tenant_id and parcel.carrier = v_carrier
    and parcel.tracking_number = stated.number and parcel.state <> 'cancelled'
  left join public.orders on orders.id = parcel.order_id
  union all
  select null, 'missing', coalesce(parcel.tracking_number, ''), parcel.id, orders.number || '/' || parcel.number, null,
    parcel.courier_owes, 0
  from public.shipments parcel join public.orders on orders.id = parcel.order_id
  where parcel.tenant_id = p_tenant_id and parcel.carrier = v_carrier and (v_carrier <> 'manual' or parcel.carrier_name = v_name)
    and parcel.courier_owes > 0
    and private.shop_time(parcel.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.number = parcel.tracking_number)
  order by 1 nulls last;
end
$function$;

CREATE OR REPLACE FUNCTION public.book_transfer(p_order_id uuid, p_amount numeric, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid, p_more boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('book_transfer', p_order_id, p_amount, p_reference, p_more));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_owed numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  v_owed := private.owed_by_transfer(v_order);
  if not private.is_amount(to_jsonb(p_amount)) or p_amount = 0 then
    perform private.refuse('invalid_amount');
  end if;
  if p_amount > v_owed and not coalesce(p_more, false) then
    perform private.refuse('more_than_owed', jsonb_build_object('amount', v_owed, 'price', p_amount));
  end if;
  update public.transfers set state = 'booked', received = p_amount, checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  return private.keep_answer(p_request_id,
    private.order_json(private.book_payment(v_order, p_amount, v_reference, p_method => 'bank_transfer')));
end
$function$;

ALTER FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.courier_cash(p_tenant_id text)
 RETURNS TABLE(carrier text, carrier_name text, parcels bigint, amount numeric, overdue_parcels bigint, overdue numeric, oldest timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select parcel.carrier, parcel.carrier_name, count(*), sum(parcel.courier_owes),
    count(*) filter (where parcel.delivered_at < now() - interval '14 days'),
    coalesce(sum(parcel.courier_owes) filter (where parcel.delivered_at < now() - interval '14 days'), 0),
    min(parcel.delivered_at)
  from public.shipments parcel
  where parcel.tenant_id = p_tenant_id and parcel.courier_owes > 0
  group by parcel.carrier, parcel.carrier_name order by min(parcel.delivered_at);
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_transfer(p_transfer_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('refuse_transfer', p_transfer_id, p_reason));
  v_order public.orders;
  v_event_id uuid;
begin
  if v_first is not null then
    return v_first;
  end if;
  v_order := private.lock_order_for_caller((
    select transfers.order_id from public.transfers where transfers.id = p_transfer_id));
  perform private.require_staff(v_order.tenant_id);
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  update public.transfers set state = 'refused', answer = left(btrim(p_reason), 500), checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.id = p_transfer_id and transfers.state = 'to_check';
  if not found then
    perform private.refuse('transfer_checked');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, remark)
  values (v_order.tenant_id, v_order.id, auth.uid(), 'staff', left(btrim(p_reason), 500), '{"code": "transfer_refused"}')
  returning id into v_event_id;
  perform private.mail_note(v_order, v_event_id);
  return private.keep_answer(p_request_id, private.order_json(private.refresh_order(v_order.id)));
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_difference(p_id uuid, p_note text, p_accept boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_difference public.settlement_differences;
  v_settlement public.settlements;
  v_parcel public.shipments;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_aal();
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.settlement_differences difference
    join public.shipments parcel on parcel.id = difference.shipment_id where difference.id = p_id) for update;
  select * into v_difference from public.settlement_differences difference
  where difference.id = p_id and (private.is_service() or private.is_staff(difference.tenant_id)) for update;
  if not found then
    perform private.refuse('unknown_difference');
  elsif v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  if p_accept then
    select * into v_parcel from public.shipments where id = v_difference.shipment_id;
    if v_difference.kind not in ('short', 'more') or v_parcel.state is distinct from 'delivered'
      or v_parcel.settled_at is not null then
      perform private.refuse('difference_not_acceptable');
    end if;
    if v_difference.stated > v_parcel.courier_owes then
      perform private.correct_collected(v_parcel, v_parcel.settled + v_difference.stated, p_note);
    end if;
    update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
    where id = v_difference.settlement_id returning * into v_settlement;
    if v_difference.stated > 0 then
      perform private.settle_parcel(
        v_settlement, v_parcel.id, v_difference.tracking_number, v_difference.stated, v_difference.fee, p_part => true);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.keep_answer(p_request_id, to_jsonb(v_difference) - 'tenant_id');
end
$function$;

CREATE OR REPLACE FUNCTION public.take_order_messages(p_limit integer DEFAULT 10, p_channel public.message_channel DEFAULT 'email'::public.message_channel)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken uuid[];
  v_mails jsonb;
begin
  perform private.require_service();
  perform private.expire_order_messages();
  with due as (
    select id from public.order_messages
    where channel = p_channel and sent_at is null and expired_at is null and failed_at is null and due_at <= now()
      and attempts < case p_channel when 'email' then 12 else 5 end
    order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_messages set attempts = order_messages.attempts + 1, due_at = now() + interval '5 minutes'
    from due where order_messages.id = due.id
    returning order_messages.id
  )
  select array_agg(taken.id) into v_taken from taken;
  if p_channel = 'email' then
    perform private.give_papers(v_taken);
  end if;
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'kind', taken.kind, 'recipient', taken.recipient, 'tenant_id', taken.tenant_id, 'order', private.order_json(orders),
    'sum', private.order_sum(orders),
    'attempts', taken.attempts,
    'papers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (taken.papers)
    ),
    'note', case when taken.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = taken.event_id), '') end,
    'remark', case when taken.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) else (select event.remark ->> 'code' from public.order_events event where event.id = taken.event_id) end,
    'bank_details', case when taken.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or orders.status = 'awaiting_payment' and orders.deposit > 0 and (settings.payment ->> 'bankTransfer')::boolean)
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(taken.kind, coalesce(taken.about_id, taken.event_id)),
    'returns', settings.returns,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'language', person.language,
    'confirmation', case when taken.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  ) order by taken.created_at, taken.id) into v_mails
  from public.order_messages taken join public.orders on orders.id = taken.order_id
  left join public.settings on settings.tenant_id = taken.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where taken.id = any (v_taken);
  return coalesce(v_mails, '[]');
end
$function$;

CREATE INDEX shipments_with_cash ON public.shipments USING btree (tenant_id, delivered_at) WHERE (courier_owes > (0)::numeric);

REVOKE ALL ON FUNCTION "private"."settle_parcel"(public.settlements, uuid, text, numeric, numeric, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_parcel"(public.settlements, uuid, text, numeric, numeric, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_parcel"(public.settlements, uuid, text, numeric, numeric, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_parcel"(public.settlements, uuid, text, numeric, numeric, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "service_role";

insert into private.refusal_messages (code, reason, message) values
  ('more_than_owed', '', 'This order owes {amount} EGP; {price} EGP are more than that. Say so if they came all the same.');
