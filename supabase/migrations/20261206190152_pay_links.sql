set local check_function_bodies = off;

ALTER TYPE "private"."priced_order" ADD ATTRIBUTE "gift" bigint CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "gift_total" numeric CASCADE;

CREATE OR REPLACE FUNCTION private.accept_edit(p_order public.orders, p_edit public.order_edits)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_priced constant private.priced_edit := private.checked_edit(
    p_order, p_edit.changes || jsonb_build_object('expected_difference', p_edit.difference), true);
  v_edit public.order_edits;
begin
  update public.order_edits set state = 'applied', decided_at = now(), applied_at = now()
  where id = p_edit.id returning * into v_edit;
  return private.apply_edit(p_order, v_edit, v_priced);
end
$function$;

ALTER FUNCTION "private"."accept_edit"(public.orders, public.order_edits) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.asked_of_order(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_void(p_order.status) or p_order.payment_status = 'failed' then
    return 0;
  end if;
  return case when p_order.status = 'awaiting_payment'
      then greatest(private.awaited_payment(p_order) - private.held_for_order(p_order.id), 0)
      else private.payable_online(p_order) end
    + coalesce((
      select greatest(edit.difference, 0) from public.order_edits edit
      where edit.order_id = p_order.id and edit.state = 'proposed'
    ), 0);
end
$function$;

ALTER FUNCTION "private"."asked_of_order"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb[];
  v_after jsonb[];
  v_workplaces text[];
  v_ignored constant text[] := array['updated_at'] || case tg_table_name
    -- Columns that are derived, or recorded in the order's ledger.
    when 'orders' then '{stage,queues,online_method,charged,cost,received,given_back,at_carrier,shipping_credited,gift_credited,goodwill}'::text[]
  end || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
begin
  if auth.uid() is null then
    return null;
  end if;
  v_workplaces := private.workplaces();
  if cardinality(v_workplaces) = 0 then
    return null;
  end if;
  -- Not joined, because the planner does not know the size of transition tables; `offset 0` builds each document once.
  v_before := array(select changed.value from (select to_jsonb(before) as value from before offset 0) changed order by changed.value ->> tg_argv[1]);
  v_after := array(select changed.value from (select to_jsonb(after) as value from after offset 0) changed order by changed.value ->> tg_argv[1]);
  perform private.write_audits(tg_argv[0], array(
    select row(changed.after ->> 'tenant_id', changed.after ->> tg_argv[1], difference.before, difference.after)::private.audited_change
    from unnest(v_before, v_after) changed (before, after)
    cross join lateral (
      select jsonb_object_agg(field.key, field.value) as before, jsonb_object_agg(field.key, changed.after -> field.key) as after
      from jsonb_each(changed.before) field
      where field.value is distinct from changed.after -> field.key and field.key <> all (v_ignored)
    ) difference
    where difference.before is not null and changed.after ->> 'tenant_id' = any (v_workplaces)
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.book_credit(p_order public.orders, p_amount numeric)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(p_amount, 0) <= 0 then
    perform private.refuse('insufficient_credit', '{"reason": "balance", "amount": 0}');
  end if;
  perform private.book_money(p_order, 'credit_used', p_amount);
  insert into public.store_credits (tenant_id, user_id, kind, delta, order_id)
  values (p_order.tenant_id, p_order.user_id, 'used', -p_amount, p_order.id);
  perform private.confirm_paid_order(p_order.id);
  return private.create_due_refunds(p_order.id);
end
$function$;

ALTER FUNCTION "private"."book_credit"(public.orders, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_payment(p_order public.orders, p_amount numeric, p_reference text, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method constant public.payment_method := case
    when p_links ? 'payment_id' then 'online' else coalesce(p_method, p_order.payment_method) end;
begin
  if v_method = 'bank_transfer' then
    perform private.require_new_transfer(p_order.tenant_id, p_reference);
  end if;
  perform private.book_money(p_order, 'received', p_amount, p_links, v_method, p_reference);
  update public.orders set payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference)
  where orders.id = p_order.id;
  perform private.confirm_paid_order(p_order.id);
  if p_order.status = 'cancelled' then
    perform private.remark_on_order(p_order, 'paid_after_cancelling');
  end if;
  return private.create_due_refunds(p_order.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.book_return_to_sender(p_shipment public.shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_links constant jsonb := jsonb_build_object('shipment_id', p_shipment.id);
  v_line public.order_lines;
  v_order public.orders;
begin
  for v_line in
    select line.* from public.order_lines line join public.shipment_lines part on part.order_line_id = line.id
    where part.shipment_id = p_shipment.id order by line.position
  loop
    update public.order_lines line set sent = line.sent - part.quantity, returned_to_sender = line.returned_to_sender + part.quantity
    from public.shipment_lines part
    where line.id = v_line.id and part.shipment_id = p_shipment.id and part.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line, v_links);
  end loop;
  if private.is_gone(p_shipment.order_id) and not private.keeps_delivery_fee(p_shipment.id) then
    perform private.credit_fees(p_shipment.order_id, v_links);
  end if;
  select orders.* into v_order from public.orders where orders.id = p_shipment.order_id;
  perform private.settle_points(v_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.cancel_lines(p_order public.orders, p_pieces private.piece_count[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
begin
  perform private.require_open_pieces(p_pieces, 'too_few_to_cancel');
  perform private.lock_goods(array[p_order.id]);
  for v_line in
    select line.* from public.order_lines line join unnest(p_pieces) piece on piece.order_line_id = line.id
    order by line.position
  loop
    update public.order_lines line set cancelled = line.cancelled + piece.quantity
    from unnest(p_pieces) piece where line.id = v_line.id and piece.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line);
  end loop;
  perform private.restock(p_order.id, p_pieces, 'cancelled');
  if not exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.cancelled < line.quantity
  ) then
    perform private.give_place_back(p_order);
  end if;
  if private.is_gone(p_order.id) then
    perform private.credit_fees(p_order.id);
  else
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.charge_delivery_again(p_order_id uuid, p_links jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  update public.orders set shipping_credited = 0, gift_credited = 0 where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', v_order.shipping_credited + v_order.gift_credited, p_links);
end
$function$;

CREATE OR REPLACE FUNCTION private.charged_items(p_order public.orders)
 RETURNS SETOF private.invoice_item
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'line'::public.refund_line_kind, line.id, line.kept,
    line.net - line.credited, private.contained_tax(line.net - line.credited, line.tax_rate), line.tax_rate
  from public.order_lines line where line.order_id = p_order.id
  union all
  select costs.kind, null, 0, costs.amount, private.contained_tax(costs.amount, p_order.tax_rate), p_order.tax_rate
  from (values
    ('shipping'::public.refund_line_kind, private.delivery_fee(p_order)), ('goodwill', -p_order.goodwill),
    ('gift', private.gift_fee(p_order))
  ) as costs (kind, amount)
$function$;

CREATE OR REPLACE FUNCTION private.confirm_paid_order(p_order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.orders set stage = 'confirmed'
  where orders.id = p_order_id and stage = 'awaiting_payment' and status <> 'cancelled' and private.awaited_payment(orders) = 0
$function$;

ALTER FUNCTION "private"."confirm_paid_order"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_fees(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.credit_delivery_fee(p_order_id, p_links);
  perform private.credit_gift(p_order_id, p_links);
end
$function$;

ALTER FUNCTION "private"."credit_fees"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_gift(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_fee numeric;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_fee := least(private.gift_fee(v_order), v_order.charged);
  update public.orders set gift_credited = gift_credited + v_fee where orders.id = p_order_id and v_fee > 0;
  perform private.book_money(v_order, 'charged', -v_fee, p_links);
  return v_fee;
end
$function$;

ALTER FUNCTION "private"."credit_gift"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_paid_link(p_link public.pay_links)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.pay_links set paid_at = now(), updated_at = now() where id = p_link.id;
  update public.order_drafts set paid_at = now(), updated_at = now() where id = p_link.draft_id and cancelled_at is null
$function$;

ALTER FUNCTION "private"."end_paid_link"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_unpaid_order(p_order public.orders, p_payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' and not exists (
    select 1 from public.payments other
    where other.order_id = p_order.id and other.id <> p_payment.id
      and (private.is_unfinished(other.status) or other.status = 'held' or other.created_at > p_payment.created_at)
  ) and coalesce(private.pay_link_until(p_order.id) <= now(), true) then
    update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = p_order.id;
    perform private.remark_on_move(array[p_order.id], 'payment_unfinished');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_actor(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.order_event_actors made using public.order_events event
  where event.id = made.event_id and event.order_id = any (p_order_ids) and made.actor_id = p_user_id;
  delete from public.transfer_actors made using public.transfers transfer
  where transfer.id = made.transfer_id and transfer.order_id = any (p_order_ids) and made.actor_id = p_user_id;
  update public.order_edit_staff_facts facts set
    proposed_by = nullif(facts.proposed_by, p_user_id), decided_by = nullif(facts.decided_by, p_user_id), agreed_with = ''
  from public.order_edits edit where edit.id = facts.edit_id and edit.order_id = any (p_order_ids);
  update public.refund_staff_facts facts set created_by = nullif(facts.created_by, p_user_id)
  from public.refunds refund where refund.id = facts.refund_id and refund.order_id = any (p_order_ids);
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_audit_log(p_tenant_id text, p_user_id uuid, p_entity_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.audit_log set
    label = case
      when audit_log.entity in (
        'orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews'
      ) then audit_log.label else '' end,
    before = audit_log.before - forgotten.facts,
    after = audit_log.after - forgotten.facts
  from (values (('{user_id,customer_name,customer_email,address,note,gift_message,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason,'
      || 'answer,photos,changes,added,reference,payment_reference,tracking_number,tracking_url}')::text[]))
    as forgotten (facts)
  where audit_log.tenant_id = p_tenant_id and (
    audit_log.entity in ('orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews',
      'conversations', 'messages', 'mfa_factors', 'owners', 'discounts', 'customer_records')
      and audit_log.entity_id = any (p_entity_ids::text[])
    or audit_log.entity in ('user_roles', 'staff_grants', 'point_entries', 'store_credits')
      and coalesce(audit_log.after, audit_log.before) ->> 'user_id' = p_user_id::text
  );
  update public.audit_log set actor_name = '' where tenant_id = p_tenant_id and actor_id = p_user_id;
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_order_ids) and facts.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '',
    remark = case when remark ->> 'code' = 'change_agreed_by_telephone' then remark - 'name' else remark end
  where order_id = any (p_order_ids);
  delete from public.pay_links where order_id = any (p_order_ids);
  perform private.forget_actor(p_order_ids, p_user_id);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.approval_requests where order_id = any (p_order_ids);
  delete from public.order_notifications where order_id = any (p_order_ids) and sent_at is null;
  update public.order_notifications set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments shipment set
    tracking_number = case when facts.carrier_owes > 0 then shipment.tracking_number end,
    tracking_url = case when facts.carrier_owes > 0 then shipment.tracking_url end
  from public.shipment_staff_facts facts where facts.shipment_id = shipment.id and shipment.order_id = any (p_order_ids);
  update public.shipment_staff_facts facts set label_path = null
  from public.shipments shipment where shipment.id = facts.shipment_id and shipment.order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when shipment.tracking_number is not null then carrier_reference end
  from public.shipments shipment where shipment.id = carrier_bookings.shipment_id and shipment.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '' where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '' where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '' where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', gift_message = '', payment_reference = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_strip_nulls(jsonb_build_object('governorate', address -> 'governorate'))
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.gift_fee(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p_order.gift_total - p_order.gift_credited $function$;

ALTER FUNCTION "private"."gift_fee"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_order(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_slot public.delivery_slots, p_cash private.cash_terms, p_placed_by uuid DEFAULT NULL::uuid, p_is_test boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method text := p_order ->> 'payment_method';
  v_open constant bigint := p_priced.total - p_priced.credit_used;
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
  v_stage constant public.order_stage := case
    when v_open = 0 or v_method = 'cash_on_delivery' and p_cash.requirement <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  v_status constant public.order_status := private.status_of_stage(v_stage);
  v_order public.orders;
begin
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id, discount_code,
    customer_name, customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, channel, manual_discount,
    tax_rate, cash_requirement, cash_reasons, confirm_until, deposit, days_from, days_to, is_test, gift_total, gift_wrapped,
    gift_message, hides_prices
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_stage,
    case when private.waits_for_staff(v_status, v_method::public.payment_method) then '{to_confirm}'::public.order_queue[]
      else '{}' end,
    v_method::public.payment_method,
    case when v_open = 0 then 'paid' when p_priced.credit_used > 0 then 'partly_paid' else 'unpaid' end::public.payment_status,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(p_priced.subtotal), private.pounds(p_priced.discount), private.pounds(p_priced.shipping),
    p_priced.points_used, private.pounds(p_priced.points_value), private.pounds(p_priced.total),
    private.pounds(p_priced.total), private.pounds(p_priced.credit_used), p_priced.points_earned,
    p_priced.discount_id, p_priced.discount_code,
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, p_address,
    p_slot.id, case when p_slot.id is not null then (p_order ->> 'slot_date')::date end, p_slot.from_time, p_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case
      when v_stage = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_stage = 'awaiting_payment' and v_method = 'cash_on_delivery' then p_cash.confirm_until
    end,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), private.vat_rate(p_priced.settings),
    p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test, private.pounds(p_priced.gift), not private.is_empty(p_order -> 'gift'),
    btrim(coalesce(p_order #>> '{gift,message}', '')), coalesce(private.flag_of(p_order #> '{gift,hide_prices}'), false)
  ) returning * into v_order;
  perform private.store_order_key(v_order, p_order ->> 'idempotency_key', p_order);
  perform private.write_staff_facts(
    v_order.id, p_placed_by, left(p_order #>> '{manual_discount,reason}', 500), p_cash.overruled);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_for(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_staff_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  perform private.require_pictures(v_tenant_id, coalesce(p_user_id, p_staff_id), p_priced.lines);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, p_priced, p_user_id, p_address, true), p_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (p_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(p_order, p_priced, p_user_id, p_name, p_email, p_address, v_slot, v_cash, p_staff_id);
  perform private.insert_order_lines(v_order, p_priced.lines);
  perform private.book_order(v_order);
  return v_order;
end
$function$;

ALTER FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_unpaid_draft_order(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_order.received = 0 and exists (
    select 1 from public.order_drafts draft where draft.tenant_id = p_order.tenant_id and draft.order_id = p_order.id
  )
$function$;

ALTER FUNCTION "private"."is_unpaid_draft_order"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keeps_delivery_fee(p_shipment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shipment.state = 'returned_to_sender'
    and orders.received - orders.given_back >= private.delivery_fee(orders) + private.gift_fee(orders)
    and settings.keeps_delivery_fee
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id
  join public.settings on settings.tenant_id = shipment.tenant_id
  where shipment.id = p_shipment_id
$function$;

CREATE OR REPLACE FUNCTION private.limit_discount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_discount_ceiling(new.tenant_id, new.manual_discount, new.subtotal - new.discount_total);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_pay_links_of(p_order_id uuid, p_draft_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('pay link:' || coalesce(p_order_id, p_draft_id), 0))
$function$;

ALTER FUNCTION "private"."lock_pay_links_of"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status = 'pending' and new.status <> 'pending' then
    -- Nothing is left to confirm.
    perform private.withdraw_messages(new.id, 'confirm');
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    -- The cancellation mail includes the refund.
    perform private.withdraw_messages(new.id, 'refunded');
    if new.payment_method <> 'online' or not private.is_unpaid_draft_order(new) then
      perform private.queue_order_notification(new, 'cancelled');
    end if;
  elsif old.status = 'awaiting_payment' and (
    new.payment_status = 'paid' and old.payment_status in ('unpaid', 'partly_paid') or new.deposit > 0 and new.status = 'confirmed'
  ) then
    perform private.queue_order_notification(new, 'paid');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.new_pay_link_token(p_link public.pay_links)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_token constant text := private.link_token();
begin
  insert into private.pay_link_tokens (token_hash, tenant_id, pay_link_id)
  values (sha256(convert_to(v_token, 'UTF8')), p_link.tenant_id, p_link.id);
  return v_token;
end
$function$;

ALTER FUNCTION "private"."new_pay_link_token"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_consent(p_edit public.order_edits, p_how text, p_with text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_edit_staff_facts set agreed_how = p_how, agreed_with = p_with, agreed_at = now()
  where edit_id = p_edit.id and tenant_id = p_edit.tenant_id
$function$;

ALTER FUNCTION "private"."note_consent"(public.order_edits, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_attempt(p_order public.orders, p_provider text, p_method text, p_amount numeric)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Stripe keeps a checkout open for at least half an hour.
  v_until constant timestamptz := date_trunc('second', now()) + interval '31 minutes';
  v_payment public.payments;
begin
  select payment.* into v_payment from public.payments payment
  where payment.order_id = p_order.id and payment.provider = p_provider and payment.method = p_method
    and payment.amount = p_amount and (payment.status = 'starting' or payment.status = 'open' and payment.expires_at > now())
  order by payment.created_at desc limit 1 for update;
  if v_payment.status = 'open'
    or v_payment.status = 'starting' and v_payment.expires_at >= now() + interval '30 minutes 20 seconds' then
    return v_payment;
  end if;
  if p_order.status = 'awaiting_payment' and p_order.reserved_until is not null
    and now() > greatest(
      coalesce(p_order.confirm_until, p_order.created_at + interval '90 minutes'), private.pay_link_until(p_order.id)) then
    perform private.refuse('reservation_over');
  end if;
  if v_payment.id is null then
    -- Expires attempts with another amount; the server closes them at the provider.
    update public.payments set expires_at = least(expires_at, now()), updated_at = now()
    where order_id = p_order.id and provider = p_provider and method = p_method and status = 'open';
    insert into public.payments (tenant_id, order_id, provider, method, amount, expires_at)
    values (p_order.tenant_id, p_order.id, p_provider, p_method, p_amount, v_until) returning * into v_payment;
  else
    update public.payments set expires_at = v_until, attempt = attempt + 1, updated_at = now()
    where id = v_payment.id returning * into v_payment;
  end if;
  update public.orders set
    online_method = p_method,
    reserved_until = case
      when status = 'awaiting_payment' and reserved_until is not null then greatest(reserved_until, v_until + interval '1 minute')
      else reserved_until
    end
  where orders.id = p_order.id;
  return v_payment;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_pay_link(p_tenant_id text, p_order_id uuid, p_draft_id uuid, p_part numeric, p_expires_at timestamp with time zone)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_received constant numeric := coalesce((select orders.received from public.orders where orders.id = p_order_id), 0);
  v_link public.pay_links;
begin
  update public.pay_links set part = p_part, received_before = v_received, expires_at = p_expires_at, created_by = auth.uid(),
    updated_at = now()
  where paid_at is null and cancelled_at is null and (order_id = p_order_id or draft_id = p_draft_id)
  returning * into v_link;
  if v_link.id is null then
    insert into public.pay_links (tenant_id, order_id, draft_id, part, received_before, expires_at, created_by)
    values (p_tenant_id, p_order_id, p_draft_id, p_part, v_received, p_expires_at, auth.uid()) returning * into v_link;
  end if;
  return v_link;
end
$function$;

ALTER FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_of_draft(p_draft public.order_drafts, p_method public.payment_method, p_credit jsonb DEFAULT NULL::jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address constant jsonb := p_draft.document -> 'address';
  v_document constant jsonb := p_draft.document || jsonb_build_object('payment_method', p_method, 'store_credit', p_credit,
    'idempotency_key', 'draft:' || gen_random_uuid());
  v_order public.orders;
  v_priced private.priced_order;
begin
  select orders.* into v_order from public.orders where orders.id = p_draft.order_id and orders.status <> 'cancelled';
  if v_order.id is not null then
    return v_order;
  end if;
  v_priced := private.with_promised_prices(
    -- What a code or staff's discount takes off was promised with the prices.
    private.price_order(v_document - '{discount_code,store_credit,gift}'::text[], p_draft.user_id, true, v_address), p_draft.prices);
  v_priced := private.with_credit(v_priced, p_credit, p_draft.user_id, p_draft.tenant_id);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_order := private.insert_order_for(v_document, v_priced, p_draft.user_id, p_draft.customer_name, p_draft.customer_email,
    v_address, p_draft.created_by);
  update public.order_drafts set order_id = v_order.id, updated_at = now() where id = p_draft.id;
  return v_order;
end
$function$;

ALTER FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_of_pay_link(p_link public.pay_links)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = coalesce(
    p_link.order_id, (select draft.order_id from public.order_drafts draft where draft.id = p_link.draft_id));
  return v_order;
end
$function$;

ALTER FUNCTION "private"."order_of_pay_link"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_sum(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_order.charged > 0 and (p_order.charged <> p_order.total or exists (
      select 1 from public.order_lines line
      where line.order_id = p_order.id and (line.kept <> line.quantity or line.edit_id is not null)
    )) then jsonb_build_object('lines', goods.lines, 'goods', goods.amount, 'delivery', private.delivery_fee(p_order),
      'gift', private.gift_fee(p_order), 'total', p_order.charged,
      'reduction', goods.amount + private.delivery_fee(p_order) + private.gift_fee(p_order) - p_order.charged) end
  from (
    select coalesce(jsonb_agg(jsonb_build_object(
        'order_line_id', line.id, 'quantity', line.kept, 'amount', line.unit_price * line.kept) order by line.position), '[]') as lines,
      coalesce(sum(line.unit_price * line.kept), 0) as amount
    from public.order_lines line where line.order_id = p_order.id and line.kept > 0
  ) goods
$function$;

CREATE OR REPLACE FUNCTION private.order_to_pay(p_link public.pay_links, p_amount numeric, p_method public.payment_method, p_credit jsonb DEFAULT NULL::jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.order_of_pay_link(p_link);
  v_link public.pay_links;
  v_draft public.order_drafts;
  v_edit public.order_edits;
begin
  perform private.lock_pay_links_of(p_link.order_id, p_link.draft_id);
  -- Read again, now that nobody else changes it.
  select link.* into v_link from public.pay_links link where link.id = p_link.id;
  v_order := private.order_of_pay_link(v_link);
  if v_order.id is not null then
    perform private.lock_orders(array[v_order.id]);
    v_order := private.order_of_pay_link(v_link);
  end if;
  perform private.require_payable_link(v_link, v_order, p_amount);
  if v_link.draft_id is not null then
    select draft.* into v_draft from public.order_drafts draft where draft.id = v_link.draft_id;
    return private.order_of_draft(v_draft, p_method, p_credit);
  end if;
  select edit.* into v_edit from public.order_edits edit where edit.order_id = v_order.id and edit.state = 'proposed';
  if v_edit.id is not null then
    perform private.accept_edit(v_order, v_edit);
    perform private.note_consent(v_edit, 'link', '');
    perform private.remark_on_order(v_order, 'change_accepted_by_link');
  end if;
  return private.order_of_pay_link(v_link);
end
$function$;

ALTER FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_due(p_link public.pay_links, p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.id is null or p_link.draft_id is not null and p_order.status = 'cancelled' then
    return (select draft.total from public.order_drafts draft where draft.id = p_link.draft_id);
  end if;
  return greatest(least(private.asked_of_order(p_order), p_link.part - (p_order.received - p_link.received_before)), 0);
end
$function$;

ALTER FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_for_staff(p_pay_link_id uuid)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links;
begin
  select link.* into v_link from public.pay_links link
  where link.id = p_pay_link_id and private.holds_capability(link.tenant_id, 'orders.see');
  if v_link.id is null then
    perform private.refuse('unknown_pay_link');
  end if;
  perform private.require_capability(v_link.tenant_id,
    case when v_link.draft_id is null then 'money.take_payments' else 'orders.place' end);
  return v_link;
end
$function$;

ALTER FUNCTION "private"."pay_link_for_staff"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_hours(p_tenant_id text, p_hours integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_hours not between 1 and 720 then
    perform private.refuse('invalid_link_hours');
  end if;
  return coalesce(p_hours, (
    select staff_settings.pay_link_hours from public.staff_settings where staff_settings.tenant_id = p_tenant_id
  ), 24);
end
$function$;

ALTER FUNCTION "private"."pay_link_hours"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_lines(p_draft public.order_drafts, p_order public.orders)
 RETURNS public.pay_link_line[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(row(sold.id, sold.name, sold.image, sold.options, nullif(sold.translations, '{}'), sold.garment,
    sold.quantity, sold.total)::public.pay_link_line order by sold.place), '{}')
  from (
    select line.id::text as id, line.name, line.image, line.options, line.translations, line.garment, line.kept as quantity,
      line.unit_price * line.kept as total, line.position::integer as place
    from public.order_lines line where line.order_id = p_order.id and line.kept > 0
    union all
    select 'new ' || (added.place - 1), added.value ->> 'name', added.value ->> 'image', coalesce(added.value -> 'options', '[]'),
      coalesce(nullif(added.value -> 'translations', 'null'), '{}'), added.value ->> 'garment', (added.value ->> 'quantity')::integer,
      (added.value ->> 'total')::numeric, 1000 + added.place::integer
    from public.order_edits edit, jsonb_array_elements(edit.added) with ordinality added (value, place)
    where edit.order_id = p_order.id and edit.state = 'proposed'
    union all
    select priced.line::text, priced.name, priced.image, coalesce(priced.options, '[]'),
      private.sold_translations(priced.product_id, priced.options), priced.garment, priced.quantity,
      private.pounds(priced.unit * priced.quantity), priced.line
    from unnest((jsonb_populate_record(null::private.priced_order, p_draft.prices)).lines) priced
    where p_order.id is null
  ) sold
$function$;

ALTER FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_of(p_tenant_id text, p_token text)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links;
begin
  select link.* into v_link from private.pay_link_tokens secret
  join public.pay_links link on link.id = secret.pay_link_id
  where secret.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.tenant_id = p_tenant_id;
  if v_link.id is null then
    perform private.refuse('unknown_pay_link');
  end if;
  return v_link;
end
$function$;

ALTER FUNCTION "private"."pay_link_of"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_recipient(p_link public.pay_links, p_channel public.notification_channel)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(case
    when p_channel = 'email' then contact.email
    when private.is_egyptian_phone(contact.phone) then '+20' || private.national_digits(contact.phone)
  end, '')
  from (
    select orders.customer_email as email, orders.address ->> 'phone' as phone from public.orders where orders.id = p_link.order_id
    union all
    select draft.customer_email, draft.phone from public.order_drafts draft where draft.id = p_link.draft_id
  ) contact
$function$;

ALTER FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pay_link_until(p_order_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(link.expires_at) from private.unended_pay_links(p_order_id) link
$function$;

ALTER FUNCTION "private"."pay_link_until"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.payer_of_pay_link(p_link public.pay_links)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select orders.user_id from public.orders where orders.id = p_link.order_id),
    (select draft.user_id from public.order_drafts draft where draft.id = p_link.draft_id))
$function$;

ALTER FUNCTION "private"."payer_of_pay_link"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_drafts(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(order_drafts) - '{tenant_id,user_id,prices,created_by}'::text[] order by order_drafts.created_at), '[]')
  from public.order_drafts where order_drafts.user_id = p_user_id and order_drafts.tenant_id = p_tenant_id
$function$;

ALTER FUNCTION "private"."personal_drafts"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_order(p_order jsonb, p_user_id uuid, p_lock boolean, p_address jsonb, p_manual_discount bigint DEFAULT 0)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_settings public.settings;
  v_check record;
  v_discount public.discounts;
  v_goods bigint;
  v_problem boolean;
  v_priced private.priced_order;
begin
  select settings.* into v_settings from public.settings where tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines');
  end if;
  if private.print_count(v_tenant_id, v_lines, p_user_id) > 400 then
    perform private.refuse('too_many_prints', jsonb_build_object('most', 400));
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;

  v_priced.lines := private.price_lines(v_tenant_id, v_lines, v_settings, p_user_id, p_lock);
  v_priced.settings := v_settings;
  select coalesce(sum(line.unit * line.quantity), 0), count(line.problem) > 0 into v_priced.subtotal, v_problem
  from unnest(v_priced.lines) line;
  v_priced.problems := '[]';
  if v_problem then
    select jsonb_agg(private.line_problem(priced) order by priced.line) into v_priced.problems
    from unnest(v_priced.lines) priced where priced.problem is not null;
  end if;
  if v_priced.subtotal > 1000000000 then
    perform private.refuse('order_too_large');
  end if;

  v_priced.discount := 0;
  if v_code is not null then
    v_check := private.check_discount(v_tenant_id, v_code, p_user_id, v_priced.subtotal, p_lock);
    if v_check.problem is not null then
      v_priced.problems := v_priced.problems || v_check.problem;
    else
      v_discount := v_check.discount;
      v_priced.discount_id := v_discount.id;
      v_priced.discount_code := v_discount.code;
      v_priced.discount_kind := v_discount.kind;
      v_priced.discount := case v_discount.kind
        when 'percent' then (v_priced.subtotal * (v_discount.value * 100)::bigint + 5000) / 10000
        when 'fixed' then least(private.piastres(v_discount.value), v_priced.subtotal)
        else 0
      end;
    end if;
  end if;
  v_priced.manual_discount := p_manual_discount;
  v_goods := v_priced.subtotal - v_priced.discount - p_manual_discount;
  if v_goods < 0 then
    perform private.refuse('manual_discount_too_high', jsonb_build_object('amount', private.pounds(v_goods + p_manual_discount)));
  end if;

  v_priced.delivery := private.delivery_of(v_tenant_id, v_settings, p_address, p_order ->> 'shipping_method',
    -- A manual discount does not affect the free delivery threshold.
    v_goods + p_manual_discount, private.grams_of(v_priced.lines), v_priced.discount_kind is not distinct from 'free_shipping');
  v_priced.problems := v_priced.problems || coalesce((v_priced.delivery).problem, '[]');
  v_priced.shipping := coalesce(((v_priced.delivery).rate).price, 0);

  v_priced := private.with_points(v_priced, v_settings, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v_priced := private.with_gift(v_priced, p_order -> 'gift', v_settings);
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping + v_priced.gift;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.remark_of_staff(p_order_id uuid, p_code text, p_values jsonb DEFAULT '{}'::jsonb, p_internal boolean DEFAULT true)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, 'staff', jsonb_strip_nulls(jsonb_build_object('code', p_code) || p_values), p_internal
  from public.orders where orders.id = p_order_id
$function$;

ALTER FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_store_people(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := array(select ordered.id from public.orders ordered where ordered.tenant_id = p_tenant_id);
  v_people constant uuid[] := array(
    select profile.id from public.profiles profile where profile.tenant_id = p_tenant_id
    union select held.user_id from public.user_roles held where held.tenant_id = p_tenant_id
    union select held.user_id from public.staff_grants held where held.tenant_id = p_tenant_id
    except select owner.user_id from public.user_roles owner where owner.tenant_id is null
  );
begin
  perform private.forget_in_orders(v_orders, null);
  update public.order_lines line set image = null where line.tenant_id = p_tenant_id and line.image is not null;
  delete from public.order_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.shipment_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.transfer_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.approval_requests request where request.tenant_id = p_tenant_id;
  delete from private.ceiling_uses used where used.tenant_id = p_tenant_id;
  delete from private.prices_before lowered where lowered.tenant_id = p_tenant_id;
  delete from private.order_confirmations asked where asked.tenant_id = p_tenant_id;
  delete from private.order_links link where link.tenant_id = p_tenant_id;
  delete from public.pay_links link where link.tenant_id = p_tenant_id;
  delete from public.order_drafts draft where draft.tenant_id = p_tenant_id;
  delete from private.order_clients client where client.tenant_id = p_tenant_id;
  delete from public.conversations talk where talk.tenant_id = p_tenant_id;
  delete from private.contact_senders sender where sender.tenant_id = p_tenant_id;
  delete from public.opening_alerts alert where alert.tenant_id = p_tenant_id;
  delete from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id;
  delete from private.phone_sends sent where sent.tenant_id = p_tenant_id;
  delete from public.customizations design where design.tenant_id = p_tenant_id;
  delete from private.request_answers answered where answered.user_id = any (v_people);
  delete from public.profiles profile where profile.tenant_id = p_tenant_id and profile.id = any (v_people);
  delete from public.user_roles held where held.tenant_id = p_tenant_id;
  delete from public.staff_grants held where held.tenant_id = p_tenant_id;
  delete from private.staff_invitations invited where invited.tenant_id = p_tenant_id;
  delete from public.staff_notification_choices choice where choice.tenant_id = p_tenant_id;
  delete from auth.users account where account.id = any (v_people)
    and not exists (select 1 from public.profiles other where other.id = account.id)
    and not exists (select 1 from public.user_roles other where other.user_id = account.id)
    and not exists (select 1 from public.staff_grants other where other.user_id = account.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_discount_ceiling(p_tenant_id text, p_discount numeric, p_items numeric)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ceiling constant numeric := case
    when private.acts_as_staff(p_tenant_id) then private.ceiling(p_tenant_id, 'orders.discount') end;
begin
  if p_discount > round(p_items * v_ceiling / 100, 2) then
    perform private.refuse('above_ceiling', jsonb_build_object(
      'reason', 'discount', 'capability', 'orders.discount', 'percent', v_ceiling, 'amount', round(p_items * v_ceiling / 100, 2),
      'needed', ceil(p_discount * 10000 / p_items) / 100));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_open_pay_link(p_link public.pay_links)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if public.pay_link_state(p_link) <> 'open' then
    perform private.refuse('pay_link_ended', jsonb_build_object('reason', public.pay_link_state(p_link)));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_open_pay_link"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_order_rules(p_demand private.order_demand, p_settings public.settings)
 RETURNS private.cash_terms
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not p_demand.by_staff then
    perform private.refuse_blocked(p_demand.tenant_id, p_demand.user_id);
  end if;
  if p_demand.costs_more then
    perform private.require_open_payment(p_settings, p_demand.payment_method, private.pounds(p_demand.amount));
    -- Without an account it is paid by a link, which staff send.
    if p_demand.user_id is null and p_demand.payment_method = 'online' and not p_demand.by_staff then
      perform private.refuse('payment_closed');
    end if;
  end if;
  if p_demand.amount > 0 and (p_demand.order_id is null or p_demand.moves) and not p_demand.by_staff then
    perform private.refuse_hoarding(p_demand);
  end if;
  if p_demand.amount > 0 and not p_demand.by_staff then
    perform private.refuse_stock_share(p_demand);
  end if;
  return private.cash_terms_of(p_demand);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_payable_link(p_link public.pay_links, p_order public.orders, p_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due constant numeric := private.pay_link_due(p_link, p_order);
begin
  perform private.require_open_pay_link(p_link);
  if v_due = 0 then
    perform private.refuse('not_payable');
  elsif p_amount is distinct from v_due then
    perform private.refuse('pay_link_changed', jsonb_build_object('amount', v_due));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_photos(p_tenant_id text, p_photos text[], p_folder text DEFAULT (auth.uid())::text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_photos) > 5 then
    perform private.refuse('invalid_photos', jsonb_build_object('reason', 'many'));
  end if;
  if exists (
    select 1 from unnest(p_photos) sent (name)
    where not exists (
      select 1 from storage.objects stored
      where stored.bucket_id = 'order-photos' and stored.name = sent.name
        and starts_with(stored.name, p_tenant_id || '/' || p_folder || '/')
        and stored.created_at > now() - interval '1 day'
    )
  ) then
    perform private.refuse('invalid_photos');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_photos"(text, text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reserve_draft(p_draft public.order_drafts)
 RETURNS public.order_drafts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.order_of_draft(p_draft, 'online');
  v_draft public.order_drafts;
begin
  update public.orders set reserved_until = now() + interval '1 hour' where orders.id = v_order.id;
  select draft.* into v_draft from public.order_drafts draft where draft.id = p_draft.id;
  return v_draft;
end
$function$;

ALTER FUNCTION "private"."reserve_draft"(public.order_drafts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.settle_pay_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links;
  v_due numeric;
begin
  for v_link in select link.* from private.unended_pay_links(new.id) link loop
    v_due := private.pay_link_due(v_link, new);
    if new.status = 'cancelled' then
      update public.pay_links set cancelled_at = now(), updated_at = now() where id = v_link.id and order_id is not null;
    elsif new.received > old.received and v_due = 0 then
      perform private.end_paid_link(v_link);
    elsif new.received > old.received then
      perform private.remark_on_order(new, 'pay_link_partly', jsonb_build_object('amount', v_due), true);
    end if;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "private"."settle_pay_links"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_transfer(p_order public.orders, p_amount numeric, p_photos text[], p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.transfers set amount = p_amount, photos = p_photos, note = left(btrim(coalesce(p_note, '')), 500), updated_at = now()
  where transfers.order_id = p_order.id and transfers.state = 'to_check';
  if not found then
    insert into public.transfers (tenant_id, order_id, amount, photos, note)
    values (p_order.tenant_id, p_order.id, p_amount, p_photos, left(btrim(coalesce(p_note, '')), 500));
  end if;
end
$function$;

ALTER FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_all_off(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gift constant numeric := private.credit_gift(p_order_id);
  v_order public.orders;
  v_goods numeric;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_goods := v_order.charged - least(private.delivery_fee(v_order), v_order.charged);
  return private.apply_credit(p_order_id, (
    -- Goodwill reduced no line, so the last lines bear it.
    select coalesce(jsonb_agg(jsonb_build_object('order_line_id', running.id,
      'amount', greatest(least(running.amount, v_goods - running.before), 0)) order by running.position), '[]')
    from (
      select line.id, line.position, line.net - line.credited as amount,
        coalesce(sum(line.net - line.credited) over (
          order by line.position rows between unbounded preceding and 1 preceding), 0) as before
      from public.order_lines line where line.order_id = p_order_id
    ) running
  ), v_order.charged - v_goods, 0) || jsonb_build_object('kind', 'gift', 'amount', v_gift);
end
$function$;

CREATE OR REPLACE FUNCTION private.unended_pay_links(p_order_id uuid)
 RETURNS SETOF public.pay_links
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select link.* from public.pay_links link
  where link.paid_at is null and link.cancelled_at is null and (
    link.order_id = p_order_id
    or link.draft_id in (select draft.id from public.order_drafts draft where draft.order_id = p_order_id)
  )
$function$;

ALTER FUNCTION "private"."unended_pay_links"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.unnamed_credits(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', credited.kind, 'order_line_id', credited.order_line_id, 'amount', credited.amount - named.amount)), '[]')
  from (
    select 'line'::public.refund_line_kind as kind, line.id as order_line_id, line.credited as amount
    from public.order_lines line where line.order_id = p_order_id
    union all
    select unnest('{shipping,goodwill,gift}'::public.refund_line_kind[]), null,
      unnest(array[orders.shipping_credited + greatest(-orders.shipping_difference, 0), orders.goodwill, orders.gift_credited])
    from public.orders where orders.id = p_order_id
  ) credited
  cross join lateral (
    select coalesce(sum(refund_line.amount), 0) as amount
    from public.refunds join public.refund_lines refund_line on refund_line.refund_id = refunds.id
    where refunds.order_id = p_order_id and refund_line.kind = credited.kind
      and refund_line.order_line_id is not distinct from credited.order_line_id
  ) named
  where credited.amount > named.amount
$function$;

CREATE OR REPLACE FUNCTION private.with_gift(p_priced private.priced_order, p_gift jsonb, p_settings public.settings)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  p_priced.gift := 0;
  if private.is_empty(p_gift) then
    return p_priced;
  elsif not p_settings.gift_wrapping_enabled then
    p_priced.problems := p_priced.problems || private.refusal('gift_closed');
  elsif jsonb_typeof(p_gift) <> 'object' or length(p_gift ->> 'message') > 300 then
    p_priced.problems := p_priced.problems || private.refusal('gift_message_too_long', jsonb_build_object('most', 300));
  else
    p_priced.gift := private.piastres(p_settings.gift_wrapping_price);
  end if;
  return p_priced;
end
$function$;

ALTER FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_promised_prices(p_priced private.priced_order, p_prices jsonb)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_promised constant private.priced_order := jsonb_populate_record(null::private.priced_order, p_prices);
  v_line private.priced_line;
begin
  for v_place in 1 .. cardinality(p_priced.lines) loop
    v_line := p_priced.lines[v_place];
    v_line.unit := (v_promised.lines[v_place]).unit;
    v_line.price_was := null;
    p_priced.lines[v_place] := v_line;
  end loop;
  p_priced.subtotal := v_promised.subtotal;
  p_priced.discount := v_promised.discount;
  p_priced.discount_id := (select discount.id from public.discounts discount where discount.id = v_promised.discount_id);
  p_priced.discount_code := v_promised.discount_code;
  p_priced.discount_kind := v_promised.discount_kind;
  p_priced.manual_discount := v_promised.manual_discount;
  p_priced.shipping := v_promised.shipping;
  p_priced.gift := v_promised.gift;
  p_priced.points_earned := v_promised.points_earned;
  p_priced.total := v_promised.total;
  return p_priced;
end
$function$;

ALTER FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.worth_to_pack(p_order public.orders, p_pieces private.piece_count[])
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select sum(
      private.line_worth(line, line.quantity - public.open_pieces(line) + piece.quantity)
        - private.line_worth(line, line.quantity - public.open_pieces(line)))
    from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  ) + case when exists (
    select 1 from public.shipments shipment
    where shipment.order_id = p_order.id and (shipment.state = 'delivered' or not private.is_over(shipment.state))
  ) then 0 else private.delivery_fee(p_order) + private.gift_fee(p_order) end;
end
$function$;

CREATE OR REPLACE FUNCTION public.accept_edit_by_telephone(p_edit_id uuid, p_agreed_with text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('accept_edit_by_telephone', p_edit_id, p_agreed_with));
  v_with constant text := left(btrim(coalesce(p_agreed_with, '')), 120);
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  if private.order_actor(v_order) <> 'staff' then
    perform private.refuse('staff_only');
  elsif v_with = '' then
    perform private.refuse('agreed_with_required');
  end if;
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit_id;
  if v_edit.state <> 'proposed' then
    perform private.refuse('edit_decided', jsonb_build_object('state', v_edit.state));
  end if;
  v_edit := private.accept_edit(v_order, v_edit);
  perform private.note_consent(v_edit, 'telephone', v_with);
  perform private.remark_of_staff(v_order.id, 'change_agreed_by_telephone', jsonb_build_object('name', v_with), false);
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

ALTER FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.askable_by_link(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.holds_capability(orders.tenant_id, 'money.take_payments') and not orders.is_test
    then private.asked_of_order(orders) else 0 end
  from public.orders where orders.id = p_order.id
$function$;

ALTER FUNCTION "public"."askable_by_link"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.cancel_draft(p_draft_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_drafts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_draft public.order_drafts := private.idempotent_result(
    null::public.order_drafts, p_request_id, jsonb_build_array('cancel_draft', p_draft_id));
begin
  if v_draft.id is not null then
    return v_draft;
  end if;
  select draft.* into v_draft from public.order_drafts draft
  where draft.id = p_draft_id and private.holds_capability(draft.tenant_id, 'orders.see');
  if v_draft.id is null then
    perform private.refuse('unknown_draft');
  end if;
  perform private.require_capability(v_draft.tenant_id, 'orders.place');
  perform private.lock_pay_links_of(null, p_draft_id);
  select draft.* into v_draft from public.order_drafts draft where draft.id = p_draft_id;
  if v_draft.paid_at is not null or exists (
    select 1 from public.orders where orders.id = v_draft.order_id and (orders.received > 0 or private.has_transfer_to_check(orders.id))
  ) then
    perform private.refuse('draft_paid');
  end if;
  if v_draft.order_id is not null then
    perform private.lock_orders(array[v_draft.order_id]);
    perform private.lock_goods(array[v_draft.order_id]);
    update public.orders set status = 'cancelled', payment_status = 'failed'
    where orders.id = v_draft.order_id and orders.status = 'awaiting_payment';
  end if;
  update public.pay_links set cancelled_at = now(), updated_at = now()
  where draft_id = p_draft_id and paid_at is null and cancelled_at is null;
  update public.order_drafts set cancelled_at = coalesce(cancelled_at, now()), updated_at = now()
  where id = p_draft_id returning * into v_draft;
  return private.store_idempotent_result(p_request_id, v_draft);
end
$function$;

ALTER FUNCTION "public"."cancel_draft"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.cancel_pay_link(p_pay_link_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links := private.idempotent_result(
    null::public.pay_links, p_request_id, jsonb_build_array('cancel_pay_link', p_pay_link_id));
begin
  if v_link.id is not null then
    return v_link;
  end if;
  v_link := private.pay_link_for_staff(p_pay_link_id);
  perform private.lock_pay_links_of(v_link.order_id, v_link.draft_id);
  update public.pay_links set cancelled_at = now(), updated_at = now()
  where id = p_pay_link_id and paid_at is null and cancelled_at is null returning * into v_link;
  if v_link.id is null then
    perform private.refuse('pay_link_ended', '{"reason": "paid"}');
  end if;
  perform private.remark_of_staff(v_link.order_id, 'pay_link_cancelled');
  return private.store_idempotent_result(p_request_id, v_link);
end
$function$;

ALTER FUNCTION "public"."cancel_pay_link"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.create_pay_link(p_order_id uuid, p_part numeric DEFAULT NULL::numeric, p_hours integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.pay_links
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.pay_links := private.idempotent_result(
    null::public.pay_links, p_request_id, jsonb_build_array('create_pay_link', p_order_id, p_part, p_hours));
  v_order public.orders;
  v_due numeric;
begin
  if v_link.id is not null then
    return v_link;
  end if;
  perform private.lock_pay_links_of(p_order_id, null);
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  v_due := private.asked_of_order(v_order);
  if v_due = 0 or v_order.is_test then
    perform private.refuse('not_payable');
  elsif p_part is not null and (not private.is_amount(to_jsonb(p_part)) or p_part = 0) then
    perform private.refuse('invalid_amount');
  elsif p_part > v_due then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_link := private.open_pay_link(v_order.tenant_id, p_order_id, null, p_part,
    now() + make_interval(hours => private.pay_link_hours(v_order.tenant_id, p_hours)));
  update public.orders set reserved_until = greatest(reserved_until, v_link.expires_at)
  where orders.id = p_order_id and orders.status = 'awaiting_payment' and orders.reserved_until is not null;
  perform private.remark_of_staff(p_order_id, 'pay_link_made', jsonb_build_object('amount', coalesce(p_part, v_due)));
  return private.store_idempotent_result(p_request_id, v_link);
end
$function$;

ALTER FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.credit_for_link(p_tenant_id text, p_token text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
begin
  if public.pay_link_state(v_link) <> 'open' or private.payer_of_pay_link(v_link) is distinct from auth.uid() then
    return 0;
  end if;
  return coalesce((
    select least(profile.store_credit, private.pay_link_due(v_link, private.order_of_pay_link(v_link)))
    from public.profiles profile where profile.id = auth.uid() and profile.tenant_id = p_tenant_id
  ), 0);
end
$function$;

ALTER FUNCTION "public"."credit_for_link"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.decide_edit(p_edit_id uuid, p_accept boolean, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('decide_edit', p_edit_id, p_accept));
  v_state constant public.order_edit_state := case when p_accept then 'applied' else 'declined' end;
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  v_edit := private.require_edit_move(v_order, p_edit_id, v_state);
  if p_accept then
    v_edit := private.accept_edit(v_order, v_edit);
  else
    update public.order_edits set state = v_state, decided_at = now() where id = p_edit_id returning * into v_edit;
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id)) then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.erase');
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- A concurrent order commits first, or finds no account.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant_id || v_user_id::text, 0));
  perform private.lock_orders(array(
    select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id
  ));
  perform 1 from public.profiles where id = v_user_id and tenant_id = p_tenant_id for update;
  perform private.require_deletable(p_tenant_id, v_user_id);

  v_orders := array(select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id);
  v_conversations := private.conversations_of(p_tenant_id, v_user_id);
  perform private.forget_in_audit_log(p_tenant_id, v_user_id, v_orders || v_conversations || v_user_id || array(
    select id from public.messages where conversation_id = any (v_conversations)
    union select id from public.reviews where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.discounts where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.customer_records where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.order_edits where order_id = any (v_orders)
    union select id from public.shipments where order_id = any (v_orders)
    union select id from public.returns where order_id = any (v_orders)
    union select id from public.refunds where order_id = any (v_orders)
    union select id from public.transfers where order_id = any (v_orders)
  ));
  delete from private.request_answers answered
  where answered.user_id = v_user_id or answered.answer ->> 'user_id' = v_user_id::text
    or answered.answer ->> 'order_id' = any (v_orders::text[])
    or answered.answer #>> '{order,user_id}' = v_user_id::text
    or answered.answer ->> 'conversation_id' = any (v_conversations::text[]);
  perform private.remove_file(file.bucket_id, file.name) from private.personal_files(p_tenant_id, v_user_id) file;

  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to its order's ledger.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.opening_alerts alert using public.profiles
  where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    and alert.tenant_id = p_tenant_id and alert.email = lower(profiles.email);
  delete from public.staff_notification_choices where user_id = v_user_id and tenant_id = p_tenant_id;
  delete from public.order_drafts where user_id = v_user_id and tenant_id = p_tenant_id;
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id)
    and not exists (select 1 from public.staff_members where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- Removes the audit entries of this erasure, which hold the erased values.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    private.staff_name(auth.uid(), p_tenant_id),
    'delete', 'profiles', v_user_id::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.draft_reserved_until(p_draft public.order_drafts)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select orders.reserved_until from public.orders
  where orders.id = p_draft.order_id and orders.tenant_id = p_draft.tenant_id and orders.status = 'awaiting_payment'
    and private.holds_capability(orders.tenant_id, 'orders.see')
$function$;

ALTER FUNCTION "public"."draft_reserved_until"(public.order_drafts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.draft_state(p_draft public.order_drafts)
 RETURNS public.order_draft_state
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (case
    when p_draft.paid_at is not null then 'paid'
    when p_draft.cancelled_at is not null then 'cancelled'
    when p_draft.expires_at <= now() then 'expired'
    else 'open'
  end)::public.order_draft_state
$function$;

ALTER FUNCTION "public"."draft_state"(public.order_drafts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.due_by_transfer(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_void(p_order.status) then 0
    when p_order.payment_method = 'bank_transfer' then public.owes(p_order)
    when p_order.status = 'awaiting_payment' and p_order.deposit > 0 then private.awaited_payment(p_order)
    -- Sent by a link to pay, whatever the order was to be paid with.
    when private.has_transfer_to_check(p_order.id) then public.owes(p_order)
    else 0
  end
$function$;

CREATE OR REPLACE FUNCTION public.export_personal_data(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.export');
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id, 'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user_id
    ),
    'role', (select role from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(profiles) - '{id,tenant_id}'::text[] from public.profiles
      where id = v_user_id and tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(customer_records) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records
      where user_id = v_user_id and tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(addresses) - v_own order by created_at) from public.addresses
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'orders', private.personal_orders(p_tenant_id, v_user_id),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(customizations) - v_own order by created_at) from public.customizations
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(wishlists) - v_own || jsonb_build_object('name', products.name) order by wishlists.created_at)
      from public.wishlists join public.products on products.id = wishlists.product_id
      where wishlists.user_id = v_user_id and wishlists.tenant_id = p_tenant_id
    ), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(stock_alerts) - v_own || jsonb_build_object('name', products.name)
        order by stock_alerts.created_at)
      from public.stock_alerts join public.products on products.id = stock_alerts.product_id
      where stock_alerts.user_id = v_user_id and stock_alerts.tenant_id = p_tenant_id
    ), '[]'),
    'opening_alerts', private.personal_opening_alerts(p_tenant_id, v_user_id), 'drafts', private.personal_drafts(p_tenant_id, v_user_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(reviews) - v_own order by created_at) from public.reviews
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(point_entries) - v_own order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - v_own order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - v_own || jsonb_build_object('answered_at', facts.answered_at, 'messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by conversations.created_at)
      from public.conversations join public.conversation_staff_facts facts on facts.conversation_id = conversations.id
      where conversations.id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.link_channels(p_link public.pay_links)
 RETURNS public.notification_channel[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select channel.value
    from unnest(enum_range(null::public.notification_channel)) with ordinality channel (value, place)
    join public.pay_links link on link.id = p_link.id and private.holds_capability(link.tenant_id, 'orders.see')
    cross join lateral (select private.pay_link_recipient(link, channel.value) as address) recipient
    where recipient.address <> '' and not exists (
      select 1 from public.notification_opt_outs stopped
      where stopped.tenant_id = link.tenant_id and stopped.channel = channel.value and stopped.recipient = recipient.address
    )
    order by channel.place
  )
$function$;

ALTER FUNCTION "public"."link_channels"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_folder(p_tenant_id text, p_token text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
begin
  perform private.require_service();
  perform private.require_open_pay_link(v_link);
  return v_link.tenant_id || '/' || v_link.id;
end
$function$;

ALTER FUNCTION "public"."pay_link_folder"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_message_done(p_message_id uuid, p_sent boolean, p_error text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.pay_link_messages;
  v_order public.orders;
begin
  perform private.require_service();
  update public.pay_link_messages set
    sent_at = case when p_sent then now() end, failed_at = case when not p_sent then now() end, error = left(coalesce(p_error, ''), 200)
  where pay_link_messages.id = p_message_id and sent_at is null and failed_at is null returning * into v_message;
  if v_message.id is not null and not p_sent then
    select orders.* into v_order from public.pay_links link join public.orders on orders.id = link.order_id
    where link.id = v_message.pay_link_id;
    if v_order.id is not null then
      perform private.remark_on_order(v_order, 'pay_link_not_sent', jsonb_build_object('channel', v_message.channel), true);
    end if;
  end if;
end
$function$;

ALTER FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_order(p_tenant_id text, p_token text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return (private.order_of_pay_link(private.pay_link_of(p_tenant_id, p_token))).id;
end
$function$;

ALTER FUNCTION "public"."pay_link_order"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_page(p_tenant_id text, p_token text, p_language text)
 RETURNS public.pay_link_view
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
  v_order public.orders := private.order_of_pay_link(v_link);
  v_draft public.order_drafts;
  v_prices private.priced_order;
  v_settings public.settings;
  v_transfer public.transfers;
  v_edit public.order_edits;
  v_view public.pay_link_view;
begin
  perform private.require_service();
  if v_link.draft_id is not null and v_order.status = 'cancelled' then
    v_order := null;
  end if;
  select draft.* into v_draft from public.order_drafts draft where draft.id = v_link.draft_id;
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  v_view.state := public.pay_link_state(v_link);
  v_view.is_draft := v_link.draft_id is not null;
  v_view.number := v_order.number;
  v_view.lines := private.pay_link_lines(v_draft, v_order);
  v_view.expires_at := v_link.expires_at;
  v_view.amount := case when v_view.state = 'open' then private.pay_link_due(v_link, v_order) else 0 end;
  select coalesce(sum(line.total), 0) into v_view.goods from unnest(v_view.lines) line;
  if v_order.id is null then
    v_prices := jsonb_populate_record(null::private.priced_order, v_draft.prices);
    v_view.delivery := private.pounds(v_prices.shipping);
    v_view.gift := private.pounds(coalesce(v_prices.gift, 0));
    v_view.total := v_draft.total;
    v_view.received := 0;
  else
    select edit.* into v_edit from public.order_edits edit where edit.order_id = v_order.id and edit.state = 'proposed';
    v_view.change := v_edit.difference;
    v_view.change_reason := v_edit.reason;
    v_view.delivery := private.delivery_fee(v_order) + coalesce(v_edit.fee_difference, 0);
    v_view.gift := private.gift_fee(v_order);
    v_view.total := v_order.charged + coalesce(v_edit.difference, 0);
    v_view.received := v_order.received - v_order.given_back;
    select sent.* into v_transfer from public.transfers sent where sent.order_id = v_order.id order by sent.created_at desc limit 1;
    v_view.transfer_state := v_transfer.state;
    v_view.transfer_answer := v_transfer.answer;
  end if;
  v_view.reduction := greatest(v_view.goods + v_view.delivery + v_view.gift - v_view.total, 0);
  v_view.closed_payments := private.closed_payment_options(v_settings.payment, v_view.amount);
  v_view.takes_transfer := v_settings.bank_transfer and 'bank_transfer' <> all (v_view.closed_payments);
  v_view.bank_details := coalesce(
    nullif(v_settings.translations #>> array[p_language, 'payment', 'bankDetails'], ''), v_settings.payment ->> 'bankDetails', '');
  return v_view;
end
$function$;

ALTER FUNCTION "public"."pay_link_page"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_state(p_link public.pay_links)
 RETURNS public.pay_link_state
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (case
    when p_link.paid_at is not null then 'paid'
    when p_link.cancelled_at is not null then 'cancelled'
    when p_link.expires_at <= now() then 'expired'
    else 'open'
  end)::public.pay_link_state
$function$;

ALTER FUNCTION "public"."pay_link_state"(public.pay_links) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_link_with_credit(p_tenant_id text, p_token text, p_amount numeric, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('pay_link_with_credit', p_tenant_id, p_token, p_amount));
  v_link public.pay_links;
  v_credit numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_link := private.pay_link_of(p_tenant_id, p_token);
  if auth.uid() is null or private.payer_of_pay_link(v_link) is distinct from auth.uid() then
    perform private.refuse('unknown_pay_link');
  end if;
  perform private.require_aal();
  v_order := private.order_to_pay(v_link, p_amount, 'online', 'true');
  if v_link.draft_id is null or v_order.received = 0 then
    select least(profile.store_credit, p_amount) into v_credit from public.profiles profile
    where profile.id = auth.uid() and profile.tenant_id = p_tenant_id for no key update;
    v_order := private.book_credit(v_order, v_credit);
  elsif v_order.received = v_order.charged then
    -- Placed as paid: nothing was booked since.
    perform private.end_paid_link(v_link);
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pay_links_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, channel public.notification_channel, recipient text, language text, person text, number text, amount numeric, expires_at timestamp with time zone, token text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  select message.id, message.tenant_id, message.channel, message.recipient, coalesce(message.language, person.language),
    coalesce(nullif(orders.customer_name, ''), draft.customer_name, ''), orders.number, private.pay_link_due(link, orders),
    link.expires_at, private.new_pay_link_token(link)
  from private.jobs job
  join public.pay_link_messages message on message.id = job.key::uuid
  join public.pay_links link on link.id = message.pay_link_id
  left join public.order_drafts draft on draft.id = link.draft_id
  left join public.orders on orders.id = link.order_id
  left join public.profiles person on person.tenant_id = link.tenant_id and person.id = coalesce(orders.user_id, draft.user_id)
  where job.id = any (p_job_ids) and (job.kind = 'mail_pay_link' or job.kind like 'send\_pay\_link\_%')
    and message.sent_at is null and message.failed_at is null and public.pay_link_state(link) = 'open';
end
$function$;

ALTER FUNCTION "public"."pay_links_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.payment_by_link(p_tenant_id text, p_token text, p_amount numeric, p_provider text, p_method text)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  perform private.require_service();
  v_order := private.order_to_pay(private.pay_link_of(p_tenant_id, p_token), p_amount, 'online');
  return public.payment_to_start(v_order.id, null, p_provider, p_method, p_amount);
end
$function$;

ALTER FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_order_for(p_order jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_staff_id constant uuid := auth.uid();
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_key constant text := p_order ->> 'idempotency_key';
  v_customer record;
  v_address jsonb;
  v_discount bigint;
  v_priced private.priced_order;
  v_order public.orders;
begin
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || v_tenant_id || v_staff_id, 0));
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
  end if;
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  if v_customer.user_id is not null then
    -- Serialized with the customer's own orders.
    perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_customer.user_id::text, 0));
  end if;
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_discount := private.manual_discount(p_order -> 'manual_discount');
  if v_discount > 0 then
    perform private.require_capability(v_tenant_id, 'orders.discount');
  end if;
  v_priced := private.price_order(p_order, v_customer.user_id, true, v_address, v_discount);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  return private.insert_order_for(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_staff_id);
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
    private.closed_payment_options(v_payment, v_cash.deposit), v_priced.points_usable,
    private.pounds(v_priced.gift))::public.order_quote;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_draft(p_order jsonb, p_reserves boolean DEFAULT false, p_hours integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_drafts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_draft public.order_drafts := private.idempotent_result(
    null::public.order_drafts, p_request_id, jsonb_build_array('save_draft', p_order, p_reserves, p_hours));
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_document jsonb := p_order - '{idempotency_key,payment_method,points,store_credit,expected_total,cash_overruled}'::text[];
  v_customer record;
  v_address jsonb;
  v_discount bigint;
  v_priced private.priced_order;
begin
  if v_draft.id is not null then
    return v_draft;
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_document := v_document - 'address_id' || jsonb_build_object('address', v_address);
  v_discount := private.manual_discount(p_order -> 'manual_discount');
  v_priced := private.price_order(v_document, v_customer.user_id, false, v_address, v_discount);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  if v_discount > 0 then
    perform private.require_capability(v_tenant_id, 'orders.discount');
    perform private.require_discount_ceiling(
      v_tenant_id, private.pounds(v_discount), private.pounds(v_priced.subtotal - v_priced.discount));
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  insert into public.order_drafts (
    tenant_id, document, prices, user_id, customer_name, customer_email, phone, total, pieces, expires_at, created_by)
  values (
    v_tenant_id, v_document, to_jsonb(v_priced) - '{settings,delivery}'::text[], v_customer.user_id, v_customer.name,
    v_customer.email, coalesce(nullif(private.clean_phone(p_order #>> '{customer,phone}'), ''), v_address ->> 'phone'),
    private.pounds(v_priced.total), (select sum(priced.quantity) from unnest(v_priced.lines) priced),
    now() + make_interval(hours => private.pay_link_hours(v_tenant_id, p_hours)), auth.uid())
  returning * into v_draft;
  if p_reserves then
    v_draft := private.reserve_draft(v_draft);
  end if;
  perform private.open_pay_link(v_tenant_id, null, v_draft.id, null, v_draft.expires_at);
  return private.store_idempotent_result(p_request_id, v_draft);
end
$function$;

ALTER FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_pay_link(p_pay_link_id uuid, p_channel public.notification_channel, p_language text DEFAULT NULL::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.pay_link_messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.pay_link_messages := private.idempotent_result(
    null::public.pay_link_messages, p_request_id, jsonb_build_array('send_pay_link', p_pay_link_id, p_channel, p_language));
  v_link public.pay_links;
  v_recipient text;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  v_link := private.pay_link_for_staff(p_pay_link_id);
  perform private.require_open_pay_link(v_link);
  if p_channel is null or not p_channel = any (public.link_channels(v_link)) then
    perform private.refuse('pay_link_unreachable');
  end if;
  v_recipient := private.pay_link_recipient(v_link, p_channel);
  perform pg_advisory_xact_lock(hashtextextended('pay link to:' || v_link.tenant_id || v_recipient, 0));
  if (
    select count(*) from public.pay_link_messages message
    where message.tenant_id = v_link.tenant_id and message.recipient = v_recipient and message.channel is not null and message.created_at > now() - interval '1 day'
  ) >= 5 then
    perform private.refuse('pay_link_sent_enough');
  end if;
  insert into public.pay_link_messages (tenant_id, pay_link_id, channel, recipient, language, created_by)
  values (v_link.tenant_id, v_link.id, p_channel, v_recipient, p_language, auth.uid()) returning * into v_message;
  perform private.add_job(case p_channel when 'email' then 'mail_pay_link' else 'send_pay_link_' || p_channel end,
    v_message.id::text, p_tenant_id => v_link.tenant_id, p_max_attempts => case p_channel when 'email' then 12 else 6 end);
  perform private.remark_of_staff(v_link.order_id, 'pay_link_sent', jsonb_build_object('channel', p_channel));
  return private.store_idempotent_result(p_request_id, v_message);
end
$function$;

ALTER FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_transfer_proof(p_order_id uuid, p_photos text[], p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('send_transfer_proof', p_order_id, p_photos, p_note));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  if v_order.user_id is distinct from auth.uid() then
    perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  end if;
  v_owed := private.owed_by_transfer(v_order);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  perform private.store_transfer(v_order, v_owed, p_photos, p_note);
  return private.store_idempotent_result(p_request_id, private.refresh_order(p_order_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.share_pay_link(p_pay_link_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_for_staff(p_pay_link_id);
begin
  perform private.require_open_pay_link(v_link);
  insert into public.pay_link_messages (tenant_id, pay_link_id, sent_at, created_by)
  values (v_link.tenant_id, v_link.id, now(), auth.uid());
  perform private.remark_of_staff(v_link.order_id, 'pay_link_copied');
  return private.new_pay_link_token(v_link);
end
$function$;

ALTER FUNCTION "public"."share_pay_link"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.transfer_by_link(p_tenant_id text, p_token text, p_amount numeric, p_photos text[], p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link constant public.pay_links := private.pay_link_of(p_tenant_id, p_token);
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_tenant_id);
  v_order public.orders;
begin
  perform private.require_service();
  perform private.require_open_payment(v_settings, 'bank_transfer', p_amount);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(p_tenant_id, p_photos, v_link.id::text);
  v_order := private.order_to_pay(v_link, p_amount, 'bank_transfer');
  -- An order that waited for a card waits for the transfer instead.
  update public.orders set payment_method = 'bank_transfer', reserved_until = null, updated_at = now()
  where orders.id = v_order.id and orders.status = 'awaiting_payment' and orders.payment_method = 'online';
  perform private.store_transfer(v_order, p_amount, p_photos, p_note);
  perform private.refresh_order(v_order.id);
end
$function$;

ALTER FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) OWNER TO "postgres";

ALTER TABLE "public"."order_drafts" ADD CONSTRAINT "order_drafts_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_drafts" ADD CONSTRAINT "order_drafts_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE SET NULL (order_id);

ALTER TABLE "public"."order_drafts" ADD CONSTRAINT "order_drafts_user_id_tenant_id_fkey" FOREIGN KEY (user_id, tenant_id) REFERENCES public.profiles(id, tenant_id) ON DELETE SET NULL (user_id);

ALTER TABLE "public"."order_edit_staff_facts" ADD CONSTRAINT "order_edit_staff_facts_agreed_how_check" CHECK ((agreed_how = ANY (ARRAY['link'::text, 'telephone'::text])));

ALTER TABLE "public"."order_edit_staff_facts" ADD CONSTRAINT "order_edit_staff_facts_agreed_with_check" CHECK ((length(agreed_with) <= 120));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_adds_up" CHECK ((total = (((((subtotal - discount_total) - manual_discount) - points_value) + shipping_total) + gift_total)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_gift_message_check" CHECK ((length(gift_message) <= 300));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_gift_total_check" CHECK ((gift_total >= (0)::numeric));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_gift" CHECK (((gift_credited >= (0)::numeric) AND (gift_credited <= gift_total)));

ALTER TABLE "public"."pay_links" ADD CONSTRAINT "pay_links_tenant_id_draft_id_fkey" FOREIGN KEY (tenant_id, draft_id) REFERENCES public.order_drafts(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."pay_links" ADD CONSTRAINT "pay_links_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."pay_link_tokens" ADD CONSTRAINT "pay_link_tokens_tenant_id_pay_link_id_fkey" FOREIGN KEY (tenant_id, pay_link_id) REFERENCES public.pay_links(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."pay_link_messages" ADD CONSTRAINT "pay_link_messages_tenant_id_pay_link_id_fkey" FOREIGN KEY (tenant_id, pay_link_id) REFERENCES public.pay_links(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."pay_links" ADD CONSTRAINT "pay_links_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_settings" ADD CONSTRAINT "staff_settings_pay_link_hours_check" CHECK (((pay_link_hours >= 1) AND (pay_link_hours <= 720)));

CREATE INDEX pay_link_tokens_by_link ON private.pay_link_tokens USING btree (tenant_id, pay_link_id);

CREATE INDEX order_drafts_by_order ON public.order_drafts USING btree (tenant_id, order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX order_drafts_by_person ON public.order_drafts USING btree (user_id, tenant_id) WHERE (user_id IS NOT NULL);

CREATE INDEX order_drafts_newest ON public.order_drafts USING btree (tenant_id, created_at DESC, id);

CREATE INDEX pay_link_messages_by_link ON public.pay_link_messages USING btree (tenant_id, pay_link_id, created_at);

CREATE INDEX pay_link_messages_by_recipient ON public.pay_link_messages USING btree (tenant_id, recipient, created_at) WHERE (channel IS NOT NULL);

CREATE INDEX pay_links_by_draft ON public.pay_links USING btree (tenant_id, draft_id) WHERE (draft_id IS NOT NULL);

CREATE INDEX pay_links_by_order ON public.pay_links USING btree (tenant_id, order_id) WHERE (order_id IS NOT NULL);

CREATE UNIQUE INDEX pay_links_of_draft ON public.pay_links USING btree (draft_id) WHERE ((paid_at IS NULL) AND (cancelled_at IS NULL) AND (draft_id IS NOT NULL));

CREATE UNIQUE INDEX pay_links_of_order ON public.pay_links USING btree (order_id) WHERE ((paid_at IS NULL) AND (cancelled_at IS NULL) AND (order_id IS NOT NULL));

CREATE TRIGGER pay_links_settled AFTER UPDATE OF received, status ON public.orders FOR EACH ROW WHEN (((old.received <> new.received) OR ((old.status <> new.status) AND (new.status = 'cancelled'::public.order_status)))) EXECUTE FUNCTION private.settle_pay_links();

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.pay_link_messages REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('mail_pay_link', 'send_pay_link_sms', 'send_pay_link_whatsapp');

CREATE POLICY "Staff read their store's drafts" ON "public"."order_drafts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which links to pay were sent" ON "public"."pay_link_messages" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's links to pay" ON "public"."pay_links" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."accept_edit"(public.orders, public.order_edits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."accept_edit"(public.orders, public.order_edits) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."accept_edit"(public.orders, public.order_edits) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."accept_edit"(public.orders, public.order_edits) TO "service_role";

REVOKE ALL ON FUNCTION "private"."asked_of_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_of_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_of_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_of_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_credit"(public.orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_credit"(public.orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_credit"(public.orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_credit"(public.orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."confirm_paid_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirm_paid_order"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."confirm_paid_order"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."confirm_paid_order"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."credit_fees"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_fees"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_fees"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_fees"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."credit_gift"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_gift"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_gift"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."credit_gift"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_paid_link"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_paid_link"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_paid_link"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_paid_link"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."gift_fee"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."gift_fee"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."gift_fee"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."gift_fee"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_for"(jsonb, private.priced_order, uuid, text, text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_unpaid_draft_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_unpaid_draft_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unpaid_draft_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unpaid_draft_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_pay_links_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_pay_links_of"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_pay_links_of"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_pay_links_of"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."new_pay_link_token"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."new_pay_link_token"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."new_pay_link_token"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."new_pay_link_token"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_consent"(public.order_edits, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_consent"(public.order_edits, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_consent"(public.order_edits, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_consent"(public.order_edits, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_pay_link"(text, uuid, uuid, numeric, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_draft"(public.order_drafts, public.payment_method, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_of_pay_link"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_of_pay_link"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_pay_link"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_pay_link"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_to_pay"(public.pay_links, numeric, public.payment_method, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_due"(public.pay_links, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_for_staff"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_for_staff"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_for_staff"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_for_staff"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_hours"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_hours"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_hours"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_hours"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_lines"(public.order_drafts, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_of"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_of"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_of"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_of"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_recipient"(public.pay_links, public.notification_channel) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_link_until"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_link_until"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_until"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_link_until"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payer_of_pay_link"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payer_of_pay_link"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payer_of_pay_link"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payer_of_pay_link"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_drafts"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_drafts"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_drafts"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_drafts"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remark_of_staff"(uuid, text, jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_discount_ceiling"(text, numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_open_pay_link"(public.pay_links) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_open_pay_link"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_pay_link"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_pay_link"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payable_link"(public.pay_links, public.orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_photos"(text, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_photos"(text, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_photos"(text, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_photos"(text, text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."reserve_draft"(public.order_drafts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reserve_draft"(public.order_drafts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reserve_draft"(public.order_drafts) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reserve_draft"(public.order_drafts) TO "service_role";

REVOKE ALL ON FUNCTION "private"."settle_pay_links"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_pay_links"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_pay_links"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_pay_links"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_transfer"(public.orders, numeric, text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."unended_pay_links"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unended_pay_links"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unended_pay_links"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."unended_pay_links"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_gift"(private.priced_order, jsonb, public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_promised_prices"(private.priced_order, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_edit_by_telephone"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."askable_by_link"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."askable_by_link"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."askable_by_link"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."askable_by_link"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."askable_by_link"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_draft"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_draft"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_draft"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_draft"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_draft"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_pay_link"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_pay_link"(uuid, numeric, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."credit_for_link"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."credit_for_link"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."credit_for_link"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."credit_for_link"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."credit_for_link"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_reserved_until"(public.order_drafts) TO "service_role";

REVOKE ALL ON FUNCTION "public"."draft_state"(public.order_drafts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."draft_state"(public.order_drafts) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."draft_state"(public.order_drafts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_state"(public.order_drafts) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."draft_state"(public.order_drafts) TO "service_role";

REVOKE ALL ON FUNCTION "public"."link_channels"(public.pay_links) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."link_channels"(public.pay_links) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."link_channels"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_channels"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_channels"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_folder"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_link_folder"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_folder"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_folder"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_message_done"(uuid, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_order"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_link_order"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_order"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_order"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_page"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_link_page"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_page"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_page"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_state"(public.pay_links) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pay_link_state"(public.pay_links) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."pay_link_state"(public.pay_links) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_state"(public.pay_links) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_state"(public.pay_links) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_link_with_credit"(text, text, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_links_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_links_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_links_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_links_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_by_link"(text, text, numeric, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_draft"(jsonb, boolean, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_pay_link"(uuid, public.notification_channel, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."share_pay_link"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."share_pay_link"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."share_pay_link"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."share_pay_link"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."share_pay_link"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."transfer_by_link"(text, text, numeric, text[], text) TO "service_role";

GRANT SELECT ON TABLE "public"."order_drafts" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_drafts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_drafts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_drafts" TO "service_role";

GRANT SELECT ON TABLE "public"."pay_link_messages" TO "authenticated";

REVOKE ALL ON TABLE "public"."pay_link_messages" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pay_link_messages" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pay_link_messages" TO "service_role";

GRANT SELECT ON TABLE "public"."pay_links" TO "authenticated";

REVOKE ALL ON TABLE "public"."pay_links" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pay_links" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."pay_links" TO "service_role";

REVOKE ALL ("gifts") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("gifts"), UPDATE ("gifts") ON TABLE "public"."settings" TO "authenticated";

ALTER TABLE "public"."orders" ADD COLUMN "gift_tax" numeric(12,2) GENERATED ALWAYS AS (private.contained_tax(gift_total, tax_rate)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "gift_wrapping_enabled" boolean GENERATED ALWAYS AS (private.flag_of((gifts -> 'enabled'::text), false)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "gift_wrapping_price" numeric GENERATED ALWAYS AS (private.amount_of((gifts -> 'price'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_gifts" CHECK (((jsonb_typeof(gifts) = 'object'::text) AND private.is_text((gifts -> 'text'::text), 300)));
