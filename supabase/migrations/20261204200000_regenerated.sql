set local check_function_bodies = off;

DROP TRIGGER "audited" ON "public"."conversations";

ALTER TABLE "private"."jobs" DROP CONSTRAINT "jobs_payload_check";

ALTER TABLE "public"."carrier_bookings" DROP CONSTRAINT "carrier_bookings_problem_check";

ALTER TABLE "public"."invoice_lines" DROP CONSTRAINT "invoice_lines_options_check";

ALTER TABLE "public"."invoices" DROP CONSTRAINT "invoices_buyer_check";

ALTER TABLE "public"."invoices" DROP CONSTRAINT "invoices_seller_check";

ALTER TABLE "public"."order_edits" DROP CONSTRAINT "order_edits_added_check";

ALTER TABLE "public"."order_edits" DROP CONSTRAINT "order_edits_changes_check";

ALTER TABLE "public"."order_events" DROP CONSTRAINT "order_events_pieces_check";

ALTER TABLE "public"."order_events" DROP CONSTRAINT "order_events_remark_check";

ALTER TABLE "public"."order_lines" DROP CONSTRAINT "order_lines_options_check";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_address_check";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_cash_reasons_check";

ALTER TABLE "public"."tenants" DROP CONSTRAINT "tenants_storage_limit_mb_check";

DROP FUNCTION "private"."is_wanted_customer"(public.profiles, text, uuid[], uuid[], uuid[]);

DROP FUNCTION "private"."takes_deposits"(text);

ALTER TABLE "public"."conversations" DROP COLUMN "answered_at";

ALTER TABLE "public"."conversations" DROP COLUMN "search_text";

ALTER TABLE "public"."conversations" DROP COLUMN "unread_by_staff";

ALTER TABLE "public"."order_edits" DROP COLUMN "decided_by";

ALTER TABLE "public"."order_edits" DROP COLUMN "proposed_by";

ALTER TABLE "public"."order_events" DROP COLUMN "actor_id";

ALTER TABLE "public"."point_entries" DROP COLUMN "actor_id";

ALTER TABLE "public"."profiles" DROP COLUMN "search_text";

ALTER TABLE "public"."refunds" DROP COLUMN "attempt";

ALTER TABLE "public"."refunds" DROP COLUMN "created_by";

ALTER TABLE "public"."shipment_events" DROP COLUMN "actor_id";

ALTER TABLE "public"."store_credits" DROP COLUMN "actor_id";

ALTER TABLE "public"."tenants" DROP COLUMN "storage_limit_mb";

ALTER TABLE "public"."transfers" DROP COLUMN "checked_by";

ALTER TYPE "private"."priced_order" ADD ATTRIBUTE "points_usable" integer CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "closed_payments" text[] CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "deposit_closed_payments" text[] CASCADE;

ALTER TYPE "public"."order_quote" ADD ATTRIBUTE "points_usable" integer CASCADE;

CREATE OR REPLACE FUNCTION private.add_message(p_conversation public.conversations, p_sender public.message_sender, p_body text)
 RETURNS public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages;
begin
  if coalesce(btrim(p_body), '') = '' or length(p_body) > 5000 then
    perform private.refuse('invalid_message');
  end if;
  insert into public.messages (tenant_id, conversation_id, sender, user_id, body)
  values (p_conversation.tenant_id, p_conversation.id, p_sender, auth.uid(), btrim(p_body))
  returning * into v_message;
  update public.conversations set
    last_message_at = v_message.created_at,
    is_open = true,
    unread_by_shopper = case when p_sender = 'staff' then unread_by_shopper + 1 else 0 end
  where id = p_conversation.id;
  update public.conversation_staff_facts set
    answered_at = case when p_sender = 'staff' then v_message.created_at end,
    unread_by_staff = case when p_sender = 'staff' then 0 else unread_by_staff + 1 end
  where conversation_id = p_conversation.id;
  return v_message;
end
$function$;

CREATE OR REPLACE FUNCTION private.are_payment_options(p_options jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_options is null then true
    when jsonb_typeof(p_options) <> 'array' or jsonb_array_length(p_options) > 20 then false
    else not exists (
      select 1 from jsonb_array_elements(p_options) option
      where jsonb_typeof(option.value) <> 'object'
        or coalesce(option.value ->> 'option', '') !~ '^[a-z][a-z0-9_]{1,60}$'
        or not private.is_flag(option.value -> 'offered')
        or not private.is_amount(coalesce(nullif(option.value -> 'from', 'null'), '0'))
        or not private.is_amount(coalesce(nullif(option.value -> 'to', 'null'), '0'))
        or coalesce(jsonb_typeof(option.value -> 'details'), 'object') <> 'object'
        or jsonb_path_exists(option.value, '$.details.* ? (@.type() != "string")')
        or length(option.value ->> 'details') > 2000
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.audit_order_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.audit_log set after = after || jsonb_build_object('history', new.note)
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = new.tenant_id and latest.entity = 'orders' and latest.entity_id = new.order_id::text
      and latest.action = 'update' and latest.actor_id = auth.uid() and latest.created_at = now()
    order by latest.id desc limit 1
  );
  if found then
    return null;
  end if;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  select orders.tenant_id, auth.uid(), coalesce(profiles.name, ''), 'insert', 'order_notes', orders.id::text, orders.number,
    jsonb_build_object('note', new.note, 'internal', new.is_internal)
      || case when new.pieces is null then '{}' else jsonb_build_object('cancelled', new.pieces) end
  from public.orders left join public.profiles on profiles.id = auth.uid() and profiles.tenant_id = orders.tenant_id
  where orders.id = new.order_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.book_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform private.book_goods(
    p_order, case when p_order.replaces_order_id is null then 'sale'::public.stock_reason else 'replaced' end);
  -- The order was stored with these sums.
  insert into public.payment_entries (tenant_id, order_id, kind, amount, actor_id)
  select p_order.tenant_id, p_order.id, booked.kind, booked.amount, auth.uid()
  from (values
    ('charged'::public.payment_entry_kind, p_order.total), ('credit_used', p_order.received)
  ) as booked (kind, amount) where booked.amount > 0;
  if p_order.received > 0 then
    insert into public.store_credits (tenant_id, user_id, kind, delta, order_id)
    values (p_order.tenant_id, p_order.user_id, 'used', -p_order.received, p_order.id);
  end if;
  if p_order.discount_id is not null then
    insert into public.discount_uses (order_id, tenant_id, discount_id, user_id, amount)
    values (p_order.id, p_order.tenant_id, p_order.discount_id, p_order.user_id, p_order.discount_total);
  end if;
  if p_order.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (p_order.tenant_id, p_order.user_id, 'redeemed', -p_order.points_used, p_order.id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.book_refund_event(p_order public.orders, p_payment public.payments, p_outcome text, p_refund_id uuid, p_reference text, p_amount bigint, p_is_of_page boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
  v_part record;
begin
  select refunds.* into v_refund from public.refunds
  where refunds.order_id = p_order.id and (
    refunds.id = p_refund_id or refunds.reference = p_reference
    -- Not every provider says whose refund it announces, and its announcement may come before its answer.
    or p_refund_id is null and refunds.payment_id = p_payment.id and refunds.amount = private.pounds(p_amount) and (
      refunds.state = 'sending' and refunds.reference = ''
      -- Found by what went back in all, before the provider said what it calls it.
      or refunds.state = 'sent' and refunds.reference like p_payment.transaction_id || ':%'))
  order by (refunds.id = p_refund_id) desc nulls last, (refunds.reference = p_reference) desc limit 1 for update;
  if v_refund.id is null and p_outcome = 'refunded' and p_amount > 0 then
    for v_part in select * from private.parts_gone_back(p_payment, p_amount, p_is_of_page) loop
      perform private.book_refund_elsewhere(p_order.id, v_part.payment, private.pounds(v_part.amount), p_reference);
    end loop;
    if found then
      return 'booked';
    end if;
    perform private.note_mismatch(p_order, p_outcome, p_amount, p_payment.currency);
    perform private.list_payment_difference(p_payment, 'other_amount', p_reference, p_amount, null, p_payment.currency);
    return 'mismatch';
  elsif p_outcome = 'refunded' and v_refund.state <> 'sent' then
    perform private.refund_sent(v_refund.id, p_reference);
  elsif p_outcome = 'refunded' and v_refund.reference <> p_reference
    and v_refund.reference like p_payment.transaction_id || ':%' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
    return 'late';
  elsif p_outcome = 'refund_pending' and v_refund.state = 'sending' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
  elsif p_outcome = 'refund_failed' and exists (
    select 1 from public.refund_state_transitions where from_state = v_refund.state and to_state = 'failed'
  ) then
    if v_refund.state = 'sent' then
      perform private.book_money(p_order, 'given_back', -v_refund.amount, jsonb_build_object('refund_id', v_refund.id),
        p_reference => v_refund.reference);
    end if;
    update public.refunds set state = 'failed', reference = '', sent_at = null, updated_at = now()
    where refunds.id = v_refund.id;
    update public.refund_staff_facts facts set attempt = facts.attempt + 1 where facts.refund_id = v_refund.id;
    perform private.remark_on_order(p_order, 'refund_failed', p_internal => true);
    perform private.owe_unsendable_anew(p_payment);
  else
    return 'late';
  end if;
  perform private.create_due_refunds(p_order.id);
  return 'booked';
end
$function$;

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

CREATE OR REPLACE FUNCTION private.conversation_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.conversation_staff_facts (conversation_id, tenant_id, search_text)
  values (new.id, new.tenant_id, private.fold(new.name || E'\n' || new.email || E'\n' || new.subject))
  on conflict (conversation_id, tenant_id) do update set search_text = excluded.search_text;
  return null;
end
$function$;

ALTER FUNCTION "private"."conversation_renamed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.jobs job using deleted
  where split_part(job.key, ' ', 1) = deleted.id::text and job.kind = any (tg_argv);
  return null;
end
$function$;

ALTER FUNCTION "private"."delete_jobs"() OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.edit_decided()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_edit_staff_facts (edit_id, tenant_id, proposed_by, decided_by)
  values (new.id, new.tenant_id, auth.uid(), case when new.decided_at is not null then auth.uid() end)
  on conflict (edit_id, tenant_id) do update set decided_by = excluded.decided_by;
  return null;
end
$function$;

ALTER FUNCTION "private"."edit_decided"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.explain_return(p_order public.orders, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.refresh_order(p_order.id);
begin
  if v_order.status <> p_order.status then
    perform private.explain_move(array[v_order.id], p_note);
  elsif p_note <> '' then
    insert into public.order_events (tenant_id, order_id, actor, note)
    values (v_order.tenant_id, v_order.id, private.order_actor(v_order), p_note);
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
    proposed_by = nullif(facts.proposed_by, p_user_id), decided_by = nullif(facts.decided_by, p_user_id)
  from public.order_edits edit where edit.id = facts.edit_id and edit.order_id = any (p_order_ids);
  update public.refund_staff_facts facts set created_by = nullif(facts.created_by, p_user_id)
  from public.refunds refund where refund.id = facts.refund_id and refund.order_id = any (p_order_ids);
$function$;

ALTER FUNCTION "private"."forget_actor"(uuid[], uuid) OWNER TO "postgres";

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
  update public.order_events set note = '' where order_id = any (p_order_ids);
  perform private.forget_actor(p_order_ids, p_user_id);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
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
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_strip_nulls(jsonb_build_object('governorate', address -> 'governorate'))
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.has_room_in_store(p_tenant_id text, p_metadata jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (
    select coalesce(sum(stored.bytes), 0) + private.file_size(p_metadata) > room.storage_limit_mb * 1048576.0
    from public.storage_limits room left join private.stored_files(p_tenant_id) stored on true
    where room.tenant_id = p_tenant_id group by room.tenant_id
  ) then
    perform private.refuse('too_many_files', jsonb_build_object('reason', 'store'));
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.issue_invoice(p_order public.orders, p_kind public.invoice_kind, p_corrects_id uuid, p_items private.invoice_item[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invoice_id uuid;
begin
  insert into public.invoices (
    tenant_id, order_id, kind, year, number, corrects_id, order_number, seller, buyer, language, total, tax, issued_at
  )
  select p_order.tenant_id, p_order.id, p_kind, taken.year, taken.number, p_corrects_id, p_order.number,
    private.seller_of(p_order.tenant_id),
    jsonb_build_object('name', coalesce(nullif(p_order.customer_name, ''), p_order.address ->> 'full_name', ''),
      'address', p_order.address - '{phone,landmark}'::text[]),
    (select profiles.language from public.profiles
      where profiles.id = p_order.user_id and profiles.tenant_id = p_order.tenant_id),
    (select sum(item.amount) from unnest(p_items) item), (select sum(item.tax) from unnest(p_items) item), taken.issued_at
  from private.next_invoice_number(p_order.tenant_id, p_kind) taken
  returning id into v_invoice_id;
  insert into public.invoice_lines (
    tenant_id, invoice_id, position, kind, order_line_id, sku, name, options, translations, garment, quantity,
    unit_price, discount, amount, tax_rate, tax
  )
  select p_order.tenant_id, v_invoice_id, row_number() over (order by item.kind, line.position), item.kind, item.order_line_id,
    line.sku, coalesce(line.name, ''), coalesce(line.options, '[]'), coalesce(line.translations, '{}'),
    line.garment, pieces.count, case when pieces.count > 0 then line.unit_price end,
    case when pieces.count > 0 then line.unit_price * pieces.count - item.amount else 0 end, item.amount, item.tax_rate, item.tax
  from unnest(p_items) item
  cross join lateral (select case when item.quantity > 0 then item.quantity end as count) pieces
  left join public.order_lines line on line.id = item.order_line_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.kept_changes(p_order public.orders, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_changes ->> 'address_id' is not null then p_changes - 'address'
    when p_changes ? 'address'
      then p_changes || jsonb_build_object('address', private.order_address(p_order.tenant_id, p_order.user_id, p_changes))
    else p_changes
  end
$function$;

ALTER FUNCTION "private"."kept_changes"(public.orders, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.make_refund(p_order public.orders, p_amount numeric, p_way public.refund_way, p_payment_id uuid, p_links jsonb, p_reason text, p_lines jsonb, p_reference text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund_id uuid;
  v_left numeric := p_amount;
  v_line record;
  v_rest jsonb := '[]';
begin
  if p_amount <= 0 then
    return p_lines;
  end if;
  insert into public.refunds (
    tenant_id, order_id, number, return_id, amount, way, state, reason, reference, payment_id
  )
  select p_order.tenant_id, p_order.id,
    coalesce((select max(earlier.number) from public.refunds earlier where earlier.order_id = p_order.id), 0) + 1,
    (p_links ->> 'return_id')::uuid, p_amount, p_way,
    case when p_way = 'card' then 'sending'::public.refund_state else 'due' end, left(btrim(coalesce(p_reason, '')), 500),
    left(coalesce(p_reference, ''), 200), p_payment_id
  returning id into v_refund_id;
  for v_line in
    select named.* from jsonb_to_recordset(p_lines) named (
      kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric)
  loop
    if least(v_line.amount, v_left) > 0 then
      insert into public.refund_lines (tenant_id, refund_id, kind, order_line_id, quantity, amount)
      values (p_order.tenant_id, v_refund_id, v_line.kind, v_line.order_line_id,
        case when v_line.amount <= v_left then nullif(v_line.quantity, 0) end, least(v_line.amount, v_left));
    end if;
    if v_line.amount > v_left then
      v_rest := v_rest || jsonb_build_object('kind', v_line.kind, 'order_line_id', v_line.order_line_id,
        'amount', v_line.amount - greatest(v_left, 0));
    end if;
    v_left := greatest(v_left - v_line.amount, 0);
  end loop;
  if p_way in ('transfer', 'cash', 'store_credit') then
    perform private.refund_sent(v_refund_id, p_reference);
  end if;
  return v_rest;
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_answered(p_conversation public.conversations, p_answered boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_was timestamptz;
  v_before jsonb;
  v_after jsonb;
begin
  select facts.answered_at into v_was from public.conversation_staff_facts facts
  where facts.conversation_id = p_conversation.id for update;
  if p_answered is null or p_answered = (v_was is not null) then
    return;
  end if;
  update public.conversation_staff_facts facts set answered_at = case when p_answered then now() end
  where facts.conversation_id = p_conversation.id;
  v_before := jsonb_build_object('answered_at', v_was);
  v_after := jsonb_build_object('answered_at', case when p_answered then now() end);
  if auth.uid() is not null
    and not private.add_to_audit(p_conversation.tenant_id, 'conversations', p_conversation.id::text, v_before, v_after) then
    perform private.write_audit(p_conversation.tenant_id, 'update', 'conversations', p_conversation.id::text,
      private.audit_label('conversations', to_jsonb(p_conversation)), v_before, v_after);
  end if;
end
$function$;

ALTER FUNCTION "private"."mark_answered"(public.conversations, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_on_order(p_order public.orders, p_note text, p_internal boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  values (p_order.tenant_id, p_order.id, private.order_actor(p_order), left(p_note, 2000), p_internal);
end
$function$;

CREATE OR REPLACE FUNCTION private.note_on_shipment(p_shipment public.shipments, p_state public.shipment_state, p_note text DEFAULT ''::text, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_carrier_state text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.shipment_events (tenant_id, shipment_id, state, carrier_state, note, happened_at)
  values (p_shipment.tenant_id, p_shipment.id, p_state, left(p_carrier_state, 100), left(coalesce(p_note, ''), 500), p_happened_at)
  on conflict do nothing
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

CREATE OR REPLACE FUNCTION private.order_placed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_staff_facts (tenant_id, order_id, search_text)
  values (new.tenant_id, new.id, private.order_search_text(new));
  insert into public.order_events (tenant_id, order_id, actor, to_status)
  values (new.tenant_id, new.id, case
    when auth.uid() is null then 'system' when new.channel <> 'web' then 'staff' else 'shopper' end, new.status);
  if new.channel = 'web' and not new.is_test then
    perform private.note_order_client(new);
  end if;
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_notification(new, 'placed');
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.orders_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before public.orders[];
  v_after public.orders[];
  v_cancelled uuid[];
  v_id uuid;
begin
  select array_agg(row(before.*)::public.orders order by after.id), array_agg(row(after.*)::public.orders order by after.id)
  into v_before, v_after
  from after join before using (id) where after.status <> before.status;
  insert into public.order_events (tenant_id, order_id, actor, from_status, to_status)
  select moved.tenant_id, moved.id, private.order_actor(moved), moved.status, later.status
  from unnest(v_before) moved join unnest(v_after) later on later.id = moved.id order by moved.id;
  v_cancelled := array(
    select moved.id from unnest(v_after) moved
    where moved.status = 'cancelled' and private.derived_order_status(moved) <> 'cancelled' order by moved.id
  );
  -- One order's bookings lock in this order by themselves.
  if cardinality(v_cancelled) > 1 then
    perform private.lock_for_cancelling(v_cancelled);
  end if;
  foreach v_id in array v_cancelled loop
    perform private.cancel_whole_order(orders) from public.orders where orders.id = v_id;
    perform private.create_due_refunds(v_id);
  end loop;
  return null;
end
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

CREATE OR REPLACE FUNCTION private.personal_orders(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    private.order_json(orders) - '{tenant_id,user_id}'::text[] || coalesce((
      select to_jsonb(facts) - '{tenant_id,order_id,placed_by,search_text}'::text[]
      from public.order_staff_facts facts where facts.order_id = orders.id
    ), '{}') || jsonb_build_object('history', (
      select jsonb_agg(jsonb_build_object('at', created_at, 'by', actor, 'from', from_status, 'to', to_status,
        'note', note, 'remark', remark ->> 'code') order by created_at)
      from public.order_events where order_id = orders.id and not is_internal
    ), 'shipments', (
      select jsonb_agg(to_jsonb(shipment) - '{tenant_id,order_id}'::text[] order by shipment.number)
      from public.shipments shipment where shipment.order_id = orders.id
    ), 'returns', (
      select jsonb_agg(to_jsonb(back) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(piece) - '{tenant_id,return_id}'::text[] order by line.position)
        from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
        where piece.return_id = back.id
      )) order by back.number)
      from public.returns back where back.order_id = orders.id
    ), 'changes', (
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id}'::text[] order by edit.number)
      from public.order_edits edit where edit.order_id = orders.id
    ), 'refunds', (
      select jsonb_agg(to_jsonb(refund) - '{tenant_id,order_id}'::text[] order by refund.number)
      from public.refunds refund where refund.order_id = orders.id
    ), 'transfers', (
      select jsonb_agg(to_jsonb(transfer) - '{tenant_id,order_id}'::text[] order by transfer.created_at)
      from public.transfers transfer where transfer.order_id = orders.id
    ), 'messages', (
      select jsonb_agg(jsonb_build_object('at', message.created_at, 'about', message.kind, 'channel', message.channel,
        'to', message.recipient, 'state', message.state, 'sent_at', message.sent_at, 'documents', message.documents)
        order by message.created_at)
      from public.order_notifications message where message.order_id = orders.id
    ), 'payments', (
      select jsonb_agg(jsonb_build_object('at', entry.created_at, 'kind', entry.kind, 'amount', entry.amount,
        'method', entry.method, 'reference', entry.reference) order by entry.id)
      from public.payment_entries entry where entry.order_id = orders.id
    ), 'invoices', (
      select jsonb_agg(to_jsonb(paper) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(part) - '{id,tenant_id,invoice_id}'::text[] order by part.position)
        from public.invoice_lines part where part.invoice_id = paper.id
      )) order by paper.issued_at)
      from public.invoices paper where paper.order_id = orders.id
    )) order by created_at), '[]')
  from public.orders where user_id = p_user_id and tenant_id = p_tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.profile_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.profile_staff_facts (user_id, tenant_id, search_text)
  values (new.id, new.tenant_id, private.fold(coalesce(new.name, '') || E'\n' || new.email))
  on conflict (user_id, tenant_id) do update set search_text = excluded.search_text;
  return null;
end
$function$;

ALTER FUNCTION "private"."profile_renamed"() OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.record_actor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    execute format('insert into public.%I (%I, tenant_id, actor_id) values ($1, $2, $3)', tg_argv[0], tg_argv[1])
    using new.id, new.tenant_id, auth.uid();
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."record_actor"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refund_made()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.refund_staff_facts (refund_id, tenant_id, created_by) values (new.id, new.tenant_id, auth.uid());
  return null;
end
$function$;

ALTER FUNCTION "private"."refund_made"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refund_sent(p_refund_id uuid, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
  v_order public.orders;
begin
  update public.refunds set state = 'sent', sent_at = now(), updated_at = now(),
    reference = coalesce(nullif(left(p_reference, 200), ''), refunds.reference)
  where refunds.id = p_refund_id returning * into v_refund;
  select orders.* into v_order from public.orders where orders.id = v_refund.order_id;
  perform private.book_money(v_order, 'given_back', v_refund.amount,
    jsonb_build_object('refund_id', v_refund.id, 'return_id', v_refund.return_id, 'payment_id', v_refund.payment_id),
    p_reference => v_refund.reference, p_note => v_refund.reason);
  if v_refund.way = 'store_credit' then
    insert into public.store_credits (tenant_id, user_id, kind, delta, order_id, refund_id, reason)
    values (v_refund.tenant_id, v_order.user_id, 'refunded', v_refund.amount, v_order.id, v_refund.id, v_refund.reason);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.remark_on_order(p_order public.orders, p_code text, p_values jsonb DEFAULT '{}'::jsonb, p_internal boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  values (p_order.tenant_id, p_order.id, 'system', jsonb_strip_nulls(jsonb_build_object('code', p_code) || p_values), p_internal);
end
$function$;

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

CREATE OR REPLACE FUNCTION private.takes_back(p_order public.orders, p_status public.order_status)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_last public.order_events;
  v_actor_id uuid;
begin
  select * into v_last from public.order_events
  where order_id = p_order.id and to_status is not null order by created_at desc limit 1;
  select actor_id into v_actor_id from public.order_event_actors where event_id = v_last.id;
  return v_actor_id is not distinct from auth.uid() and v_last.from_status is not distinct from p_status
    and v_last.created_at >= clock_timestamp() - private.mail_hold()
    and private.take_mail_back(p_order.id, p_order.status::text);
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

CREATE OR REPLACE FUNCTION private.waiting_figures(p_tenant_id text, p_low integer)
 RETURNS public.dashboard_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.dashboard_figures;
begin
  select count(*) filter (where product.stock <= p_low), count(*) filter (where product.stock = 0)
  into v_figures.low_stock, v_figures.sold_out
  from public.products product where product.tenant_id = p_tenant_id and product.is_active and product.stock <= greatest(p_low, 0);
  v_figures.payments_to_confirm := (
    select count(*) from public.orders
    where tenant_id = p_tenant_id and status = 'awaiting_payment' and payment_method = 'bank_transfer'
  );
  v_figures.refunds_due := (
    select count(*) from public.orders where tenant_id = p_tenant_id and payment_status = 'refund_due'
  );
  v_figures.problems_reported := (
    select count(*) from public.orders where tenant_id = p_tenant_id and status = 'return_requested'
  );
  v_figures.reviews_waiting := (
    select count(*) from public.reviews where tenant_id = p_tenant_id and status = 'pending'
  );
  v_figures.notifications_held := (
    select count(*) from public.order_notifications
    where tenant_id = p_tenant_id and held_at > now() - interval '1 day'
  );
  v_figures.messages_waiting := (
    select count(*) from public.conversations
    join public.conversation_staff_facts facts
      on facts.conversation_id = conversations.id and facts.tenant_id = conversations.tenant_id
    where conversations.tenant_id = p_tenant_id and conversations.is_open and facts.answered_at is null
  );
  return v_figures;
end
$function$;

CREATE OR REPLACE FUNCTION private.wanted_customers(p_tenant_id text, p_pattern text, p_callers uuid[], p_staff uuid[], p_marked uuid[])
 RETURNS SETOF public.profiles
 LANGUAGE sql
 STABLE
AS $function$
  select profiles.* from public.profiles
  left join public.profile_staff_facts facts on facts.user_id = profiles.id and facts.tenant_id = profiles.tenant_id
  where profiles.tenant_id = p_tenant_id
    and (p_pattern = '%%' or facts.search_text like p_pattern or profiles.phone ilike p_pattern or profiles.id = any (p_callers))
    and profiles.id <> all (p_staff) and (p_marked is null or profiles.id = any (p_marked))
$function$;

ALTER FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.add_order_note(p_order_id uuid, p_note text, p_internal boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_event_id uuid;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal)) then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.adjust_points(p_tenant_id text, p_user_id uuid, p_delta integer, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_points', p_tenant_id, p_user_id, p_delta, p_reason));
  v_points integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.require_capability(p_tenant_id, 'customers.change');
  if p_delta is null or p_delta = 0 or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_points');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, btrim(p_reason));
  select points into v_points from public.profiles where id = p_user_id and tenant_id = p_tenant_id;
  return private.store_idempotent_result(p_request_id, v_points);
end
$function$;

CREATE OR REPLACE FUNCTION public.adjust_store_credit(p_tenant_id text, p_user_id uuid, p_delta numeric, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_store_credit', p_tenant_id, p_user_id, p_delta, p_reason));
  v_balance numeric;
begin
  if v_first is not null then
    return v_first::numeric;
  end if;
  perform private.require_capability(p_tenant_id, 'money.give_credit');
  if coalesce(p_delta, 0) = 0 or not private.is_amount(to_jsonb(abs(p_delta))) then
    perform private.refuse('invalid_credit');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  select profiles.store_credit into v_balance from public.profiles
  where id = p_user_id and tenant_id = p_tenant_id for no key update;
  if not found then
    perform private.refuse('unknown_person');
  elsif v_balance + p_delta < 0 then
    perform private.refuse('insufficient_credit', jsonb_build_object('reason', 'balance', 'amount', v_balance));
  end if;
  insert into public.store_credits (tenant_id, user_id, kind, delta, reason)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, left(btrim(p_reason), 500));
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_balance + p_delta));
  return v_balance + p_delta;
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

CREATE OR REPLACE FUNCTION public.book_transfer(p_order_id uuid, p_amount numeric, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid, p_more boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('book_transfer', p_order_id, p_amount, p_reference, p_more));
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  v_owed := private.owed_by_transfer(v_order);
  if not private.is_amount(to_jsonb(p_amount)) or p_amount = 0 then
    perform private.refuse('invalid_amount');
  end if;
  if p_amount > v_owed and not coalesce(p_more, false) then
    perform private.refuse('more_than_owed', jsonb_build_object('amount', v_owed, 'price', p_amount));
  end if;
  update public.transfers set state = 'booked', received = p_amount, checked_at = now(),
    updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  return private.store_idempotent_result(p_request_id,
    private.book_payment(v_order, p_amount, v_reference, p_method => 'bank_transfer'));
end
$function$;

CREATE OR REPLACE FUNCTION public.cancel_pieces(p_order_id uuid, p_lines jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 2000);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('cancel_pieces', p_order_id, p_lines, p_reason));
  v_pieces private.piece_count[];
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id, 'orders.cancel');
  if private.order_actor(v_order) = 'shopper' then
    if v_order.stage = 'in_production' then
      perform private.refuse('too_late_to_cancel');
    end if;
    perform private.refuse_cancelling(v_order);
  end if;
  v_pieces := private.asked_pieces(p_order_id, p_lines);
  if cardinality(v_pieces) = 0 then
    perform private.refuse('nothing_to_cancel');
  end if;
  perform private.cancel_lines(v_order, v_pieces);
  v_order := private.create_due_refunds(p_order_id, p_reason => v_reason);
  if v_order.status = 'cancelled' then
    perform private.explain_move(array[p_order_id], v_reason);
  else
    insert into public.order_events (tenant_id, order_id, actor, note, pieces)
    values (v_order.tenant_id, p_order_id, private.order_actor(v_order), v_reason, private.named_pieces(v_pieces));
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

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

CREATE OR REPLACE FUNCTION public.customers_after(p_tenant_id text, p_search text DEFAULT ''::text, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS TABLE(id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  return query
  with page as (
    select profiles.* from private.wanted_customers(p_tenant_id, v_pattern, v_callers, v_staff, v_marked) profiles
    where p_after is null or profiles.id > p_after
    order by profiles.id
    limit v_limit
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
end
$function$;

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
  v_priced private.priced_edit;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  v_edit := private.require_edit_move(v_order, p_edit_id, v_state);
  if p_accept then
    v_priced := private.checked_edit(
      v_order, v_edit.changes || jsonb_build_object('expected_difference', v_edit.difference), true);
  end if;
  update public.order_edits set state = v_state, decided_at = now(),
    applied_at = case when p_accept then now() end
  where id = p_edit_id returning * into v_edit;
  if p_accept then
    v_edit := private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

CREATE OR REPLACE FUNCTION public.delivery_fees(p_tenant_id text)
 RETURNS TABLE(zone_id uuid, name text, translations jsonb, method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with zones as materialized (
    select zone.* from public.shipping_zones zone
    where zone.tenant_id = p_tenant_id and zone.is_active and zone.places <> '{}'
  ), offered (zone_id, name, translations, place, rates) as (
    select zones.id, zones.name, zones.translations, row_number() over (order by zones.position, zones.name, zones.id),
      private.zone_rates(zones.rates, 0, 0)
    from zones
    union all
    select null, null, '{}', null, private.flat_rates(settings, 0) from public.settings
    where settings.tenant_id = p_tenant_id and exists (select 1 from zones) and exists (
      select 1 from unnest(enum_range(null::public.governorate)) listed (governorate)
      where not exists (
        select 1 from private.shipping_zone_places place
        where place.tenant_id = p_tenant_id and place.governorate = listed.governorate::text and place.district_id = ''
      )
    )
  )
  select offered.zone_id, offered.name, offered.translations, option.method, option.fee, option.free_from, option.days_from,
    option.days_to
  from offered left join lateral private.shown_options(offered.rates) option on true
  order by offered.place nulls last, option.method
$function$;

ALTER FUNCTION "public"."delivery_fees"(text) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION public.edit_order(p_order_id uuid, p_changes jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('edit_order', p_order_id, p_changes, p_reason));
  v_order public.orders;
  v_priced private.priced_edit;
  v_changes jsonb;
  v_waits boolean;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_for_caller(p_order_id, 'orders.change');
  if exists (select 1 from public.order_edits where order_id = p_order_id and state = 'proposed') then
    perform private.refuse('edit_waits');
  end if;
  v_priced := private.checked_edit(v_order, p_changes);
  v_changes := private.kept_changes(v_order, p_changes);
  v_waits := v_priced.difference > 0 and private.order_actor(v_order) = 'staff' and v_order.user_id is not null;
  insert into public.order_edits (
    tenant_id, order_id, number, state, changes, added, difference, fee_difference, reason, decided_at, applied_at
  )
  select v_order.tenant_id, p_order_id, coalesce(max(earlier.number), 0) + 1,
    case when v_waits then 'proposed'::public.order_edit_state else 'applied' end, v_changes, private.added_lines(v_priced), v_priced.difference,
    coalesce(v_priced.fee_difference, 0), left(btrim(coalesce(p_reason, '')), 1000),
    case when not v_waits then now() end, case when not v_waits then now() end
  from public.order_edits earlier where earlier.order_id = p_order_id
  returning * into v_edit;
  if not v_waits then
    v_edit := private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
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
    'opening_alerts', private.personal_opening_alerts(p_tenant_id, v_user_id),
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

CREATE OR REPLACE FUNCTION public.list_customers(p_tenant_id text, p_search text DEFAULT ''::text, p_sort text DEFAULT '-joined'::text, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false)
 RETURNS TABLE(id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
  v_found bigint;
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  select count(*) into v_found from private.wanted_customers(p_tenant_id, v_pattern, v_callers, v_staff, v_marked) profiles;

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from private.wanted_customers(p_tenant_id, v_pattern, v_callers, v_staff, v_marked) profiles
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = p_tenant_id and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.user_id
    ) bought on bought.user_id = profiles.id
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from private.wanted_customers(p_tenant_id, v_pattern, v_callers, v_staff, v_marked) profiles
    order by place
    limit v_limit offset v_offset
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_conversation(p_conversation_id uuid, p_open boolean DEFAULT NULL::boolean, p_answered boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_conversation public.conversations;
  v_staff boolean;
begin
  select * into v_conversation from public.conversations where id = p_conversation_id;
  v_staff := private.holds_capability(v_conversation.tenant_id, 'customers.answer') or private.is_service();
  if v_conversation.id is null or not v_staff and v_conversation.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_aal();
  update public.conversations set
    unread_by_shopper = case when v_staff then unread_by_shopper else 0 end,
    is_open = case when v_staff then coalesce(p_open, is_open) else is_open end
  where id = p_conversation_id;
  if v_staff then
    update public.conversation_staff_facts set unread_by_staff = 0 where conversation_id = p_conversation_id;
    perform private.mark_answered(v_conversation, p_answered);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS public.operations_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.operations_figures;
begin
  perform private.require_service();
  v_figures.orders := array(
    select row(orders.status, count(*))::public.state_count from public.orders group by orders.status order by orders.status
  );
  v_figures.mails := (
    select row(
      count(*) filter (where sent_at is not null), count(*) filter (where state = 'waiting'),
      count(*) filter (where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'),
      count(*) filter (where expired_at > now() - interval '7 days'))::public.notification_counts
    from public.order_notifications
  );
  v_figures.phones_held := (
    select count(*) from public.order_notifications where held_at > now() - interval '1 hour'
  );
  v_figures.payments := array(
    select row(payments.status, count(*))::public.state_count from public.payments
    group by payments.status order by payments.status
  );
  v_figures.payments_stuck := (
    select count(*) from public.payments
    where status = 'open' and expires_at < now() - interval '1 hour'
      or status = 'mismatched' and updated_at < now() - interval '1 hour'
      or status = 'held' and held_until < now() - interval '1 hour'
  ) + (
    select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
  );
  v_figures.differences := row(
    (select count(*) from public.payment_differences where resolved_at is null),
    (select count(*) from public.settlement_differences where resolved_at is null))::public.difference_counts;
  v_figures.jobs := (
    select row(
      count(*) filter (where job.every is null and not private.has_failed(job)),
      count(*) filter (where private.has_failed(job)))::public.job_counts
    from private.jobs job
  );
  v_figures.database_bytes := pg_catalog.pg_database_size(pg_catalog.current_database());
  return v_figures;
end
$function$;

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

CREATE OR REPLACE FUNCTION public.order_people(p_order_id uuid)
 RETURNS public.people_of_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_history public.delivery_history;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.see');
  v_ids := array(
    select facts.placed_by from public.order_staff_facts facts where facts.order_id = p_order_id
    union select made.actor_id from public.order_event_actors made
      join public.order_events event on event.id = made.event_id where event.order_id = p_order_id
    union select made.actor_id from public.shipment_event_actors made
      join public.shipment_events event on event.id = made.event_id
      join public.shipments shipment on shipment.id = event.shipment_id where shipment.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select unnest(array[facts.proposed_by, facts.decided_by]) from public.order_edit_staff_facts facts
      join public.order_edits edit on edit.id = facts.edit_id where edit.order_id = p_order_id
    union select facts.created_by from public.refund_staff_facts facts
      join public.refunds refund on refund.id = facts.refund_id where refund.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone');
  return row(array(
    select row(person.id, coalesce(nullif(person.name, ''), person.email, ''))::public.person_name
    from public.profiles person where person.tenant_id = v_order.tenant_id and person.id = any (v_ids) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
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

CREATE OR REPLACE FUNCTION public.redeem_points(p_tenant_id text, p_points integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.discounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_voucher public.discounts := private.idempotent_result(
    null::public.discounts, p_request_id, jsonb_build_array('redeem_points', p_tenant_id, p_points));
  v_user_id uuid := auth.uid();
  v_settings public.settings;
  v_balance integer;
  v_code text;
begin
  if v_voucher.id is not null then
    return v_voucher;
  end if;
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_aal();
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not coalesce(v_settings.points_enabled, false) then
    perform private.refuse('points_closed');
  end if;
  if p_points is null or p_points <= 0 then
    perform private.refuse('invalid_points');
  end if;
  select points into v_balance from public.profiles
  where id = v_user_id and tenant_id = p_tenant_id for no key update;
  if coalesce(v_balance, 0) < p_points then
    raise log 'Insufficient points for redemption';
    perform private.refuse('insufficient_points', jsonb_build_object('points', coalesce(v_balance, 0)));
  end if;
  v_code := 'PTS-' || right(private.order_number(p_tenant_id), 11);
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason)
  values (p_tenant_id, v_user_id, 'exchanged', -p_points, v_code);
  insert into public.discounts (tenant_id, code, description, kind, value, total_limit, user_id)
  values (p_tenant_id, v_code, 'Voucher for points', 'fixed', p_points * v_settings.point_value, 1, v_user_id)
  returning * into v_voucher;
  return private.store_idempotent_result(p_request_id, v_voucher);
end
$function$;

CREATE OR REPLACE FUNCTION public.refunds_to_send(p_job_ids bigint[])
 RETURNS TABLE(payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint, attempt integer, reference text, back bigint, attempt_back bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  select coalesce(payment.attempt_id, payment.id), refund.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    case when refund.reference = '' then 'refund' else 'follow' end, refund.id, private.piastres(refund.amount), facts.attempt,
    refund.reference, private.piastres(coalesce((
      select sum(sent.amount) from public.refunds sent where sent.payment_id = payment.id and sent.state = 'sent'
    ), 0)), private.attempt_back(payment)
  from public.refunds refund
  join public.refund_staff_facts facts on facts.refund_id = refund.id
  join public.payments payment on payment.id = refund.payment_id
  where refund.state = 'sending' and refund.id = any (private.job_uuids('send_refund', p_job_ids));
end
$function$;

CREATE OR REPLACE FUNCTION public.reject_transfer(p_transfer_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('reject_transfer', p_transfer_id, p_reason));
  v_event_id uuid;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller((
    select transfers.order_id from public.transfers where transfers.id = p_transfer_id));
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  update public.transfers set state = 'rejected', answer = left(btrim(p_reason), 500), checked_at = now(), updated_at = now()
  where transfers.id = p_transfer_id and transfers.state = 'to_check';
  if not found then
    perform private.refuse('transfer_checked');
  end if;
  insert into public.order_events (tenant_id, order_id, actor, note, remark)
  values (v_order.tenant_id, v_order.id, 'staff', left(btrim(p_reason), 500), '{"code": "transfer_rejected"}')
  returning id into v_event_id;
  perform private.mail_note(v_order, v_event_id);
  return private.store_idempotent_result(p_request_id, private.refresh_order(v_order.id));
end
$function$;

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
  v_stage public.order_stage := 'pending';
  v_document constant jsonb := jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  v_new := private.placed_before(v_old.tenant_id, p_idempotency_key, v_document);
  if v_new.id is not null then
    return v_new;
  end if;
  perform private.lock_goods(array[v_old.id]);
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  if v_wanted.amount > 0 and (p_payment_method <> 'cash_on_delivery' or (v_wanted.cash).requirement = 'deposit') then
    v_stage := 'awaiting_payment';
  end if;
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method,
    private.pounds((v_wanted.rate).price), v_wanted.rate, v_stage, p_idempotency_key, v_document, v_wanted.cash);
  perform private.write_price_drops(
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', 'Another size', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor, remark)
  values (v_old.tenant_id, v_old.id, 'shopper', jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return v_new;
end
$function$;

CREATE OR REPLACE FUNCTION public.seconds_to_take_back(p_shipment public.shipments)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_last public.shipment_events;
  v_actor_id uuid;
begin
  select * into v_last from public.shipment_events
  where shipment_id = p_shipment.id order by created_at desc limit 1;
  select actor_id into v_actor_id from public.shipment_event_actors where event_id = v_last.id;
  if v_last.state is distinct from 'handed_over' or v_actor_id is distinct from auth.uid() then
    return 0;
  end if;
  return greatest(extract(epoch from v_last.created_at + private.mail_hold() - clock_timestamp()), 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_edit(p_edit_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('withdraw_edit', p_edit_id));
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  perform private.require_edit_move(v_order, p_edit_id, 'withdrawn');
  update public.order_edits set state = 'withdrawn', decided_at = now()
  where id = p_edit_id returning * into v_edit;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

ALTER TABLE "private"."jobs" ADD CONSTRAINT "jobs_payload_check" CHECK (((jsonb_typeof(payload) = 'object'::text) AND (NOT jsonb_path_exists(payload, 'strict $.*?(@.type() != "string")'::jsonpath))));

ALTER TABLE "public"."carrier_bookings" ADD CONSTRAINT "carrier_bookings_problem_check" CHECK (jsonb_path_exists(problem, '$?(@."code".type() == "string" && @."message".type() == "string")'::jsonpath));

ALTER TABLE "public"."invoice_lines" ADD CONSTRAINT "invoice_lines_options_check" CHECK (((jsonb_typeof(options) = 'array'::text) AND (NOT jsonb_path_exists(options, '$[*]?(!(@."name".type() == "string" && @."value".type() == "string"))'::jsonpath))));

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_buyer_check" CHECK ((jsonb_path_exists(buyer, '$?(@."name".type() == "string" && @."address".type() == "object")'::jsonpath) AND (NOT jsonb_path_exists(buyer, 'strict $."address".*?(@.type() != "string")'::jsonpath))));

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_seller_check" CHECK (((jsonb_typeof(seller) = 'object'::text) AND (NOT jsonb_path_exists((seller - 'translations'::text), 'strict $.*?(@.type() != "string")'::jsonpath))));

ALTER TABLE "public"."order_edits" ADD CONSTRAINT "order_edits_added_form" CHECK (((jsonb_typeof(added) = 'array'::text) AND (NOT jsonb_path_exists(added, '$[*]?(!((@."name".type() == "string" && @."quantity".type() == "number") && @."options".type() == "array"))'::jsonpath))));

ALTER TABLE "public"."order_edits" ADD CONSTRAINT "order_edits_changes_form" CHECK (((jsonb_typeof(changes) = 'object'::text) AND (NOT jsonb_path_exists(changes, '$."add"[*]?(!(@."quantity".type() == "number"))'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."remove"[*]?(!(@."order_line_id".type() == "string" && @."quantity".type() == "number"))'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."address".*?(@.type() != "string")'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."note"?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."slot_date"?(@.type() != "string" && @.type() != "null")'::jsonpath))));

ALTER TABLE "public"."order_events" ADD CONSTRAINT "order_events_pieces_form" CHECK (((jsonb_typeof(pieces) = 'array'::text) AND (NOT jsonb_path_exists(pieces, '$[*]?(!((@."order_line_id".type() == "string" && @."name".type() == "string") && @."quantity".type() == "number"))'::jsonpath))));

ALTER TABLE "public"."order_events" ADD CONSTRAINT "order_events_remark_form" CHECK ((jsonb_path_exists(remark, '$?(@."code".type() == "string")'::jsonpath) AND (NOT jsonb_path_exists(remark, 'strict $.*?(@.type() != "string" && @.type() != "number")'::jsonpath))));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_customization_form" CHECK ((jsonb_path_exists(customization, '$?(@."design".type() == "object")'::jsonpath) AND (NOT jsonb_path_exists(customization, 'strict $."design"."elements"?(@.type() != "array")'::jsonpath, silent => true)) AND (NOT jsonb_path_exists(customization, '$."preview"?(@.type() != "string" && @.type() != "null")'::jsonpath))));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_options_form" CHECK (((jsonb_typeof(options) = 'array'::text) AND (NOT jsonb_path_exists(options, '$[*]?(!(@."name".type() == "string" && @."value".type() == "string"))'::jsonpath))));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_address_form" CHECK (((jsonb_typeof(address) = 'object'::text) AND (NOT jsonb_path_exists(address, 'strict $.*?(@.type() != "string")'::jsonpath)) AND pg_input_is_valid(COALESCE((address ->> 'governorate'::text), 'Cairo'::text), 'public.governorate'::text)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_cash_reasons_form" CHECK (((jsonb_typeof(cash_reasons) = 'array'::text) AND (NOT jsonb_path_exists(cash_reasons, '$[*]?(!(@."rule".type() == "string"))'::jsonpath))));

CREATE INDEX jobs_by_row ON private.jobs USING btree (split_part(key, ' '::text, 1));

CREATE INDEX conversation_staff_facts_unread ON public.conversation_staff_facts USING btree (tenant_id) WHERE (unread_by_staff > 0);

CREATE TRIGGER audited AFTER UPDATE OF is_open ON public.conversations FOR EACH ROW WHEN ((old.is_open <> new.is_open)) EXECUTE FUNCTION private.audit();

CREATE TRIGGER facts_follow AFTER INSERT OR UPDATE OF name, email, subject ON public.conversations FOR EACH ROW EXECUTE FUNCTION private.conversation_renamed();

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.conversations REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_contact_mail');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.opening_alerts REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_opening_alert');

CREATE TRIGGER facts_follow AFTER INSERT OR UPDATE OF decided_at ON public.order_edits FOR EACH ROW EXECUTE FUNCTION private.edit_decided();

CREATE TRIGGER actor_recorded AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.actor <> 'system'::text)) EXECUTE FUNCTION private.record_actor('order_event_actors', 'event_id');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.order_notifications REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_email', 'send_sms', 'send_whatsapp');

CREATE TRIGGER actor_recorded AFTER INSERT ON public.point_entries FOR EACH ROW EXECUTE FUNCTION private.record_actor('point_entry_actors', 'entry_id');

CREATE TRIGGER profiles_added AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.profile_renamed();

CREATE TRIGGER profiles_renamed AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.email <> new.email))) EXECUTE FUNCTION private.profile_renamed();

CREATE TRIGGER facts_follow AFTER INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.refund_made();

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.refunds REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_refund');

CREATE TRIGGER actor_recorded AFTER INSERT ON public.shipment_events FOR EACH ROW EXECUTE FUNCTION private.record_actor('shipment_event_actors', 'event_id');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.shipments REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('book_shipment');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.stock_alerts REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_stock_alert');

CREATE TRIGGER actor_recorded AFTER INSERT ON public.store_credits FOR EACH ROW EXECUTE FUNCTION private.record_actor('store_credit_actors', 'credit_id');

CREATE TRIGGER actor_recorded AFTER UPDATE OF state ON public.transfers FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.record_actor('transfer_actors', 'transfer_id');

CREATE POLICY "Staff read what they know of their store's conversations" ON "public"."conversation_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who proposed and decided their store's edits of orde" ON "public"."order_edit_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who made their store's events of orders" ON "public"."order_event_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who gave and took their customers' points" ON "public"."point_entry_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they know of their store's customers" ON "public"."profile_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they know of their store's refunds" ON "public"."refund_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who made their store's events of shipments" ON "public"."shipment_event_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who gave and took their customers' store credit" ON "public"."store_credit_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who checked their store's transfers" ON "public"."transfer_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."conversation_renamed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."conversation_renamed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."conversation_renamed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."conversation_renamed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."delete_jobs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_jobs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_jobs"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_jobs"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."edit_decided"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."edit_decided"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_decided"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_decided"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."forget_actor"(uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_actor"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_actor"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_actor"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."kept_changes"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_changes"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_changes"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_changes"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mark_answered"(public.conversations, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_answered"(public.conversations, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_answered"(public.conversations, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_answered"(public.conversations, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_option_problem"(jsonb, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."profile_renamed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."profile_renamed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."profile_renamed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."profile_renamed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_cash"(private.priced_order, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_cash"(private.priced_order, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_cash"(private.priced_order, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_cash"(private.priced_order, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."record_actor"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_actor"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_actor"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_actor"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_made"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_made"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_made"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_made"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."takes_deposit"(text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."takes_deposit"(text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_deposit"(text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_deposit"(text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) TO "service_role";

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

REVOKE ALL ON FUNCTION "public"."delivery_fees"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delivery_fees"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."delivery_fees"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delivery_fees"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delivery_fees"(text) TO "service_role";

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

REVOKE ALL ON TABLE "public"."conversation_staff_facts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."conversation_staff_facts" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_edit_staff_facts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."order_edit_staff_facts" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_event_actors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."order_event_actors" TO "authenticated";

REVOKE ALL ON TABLE "public"."point_entry_actors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."point_entry_actors" TO "authenticated";

REVOKE ALL ON TABLE "public"."profile_staff_facts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."profile_staff_facts" TO "authenticated";

REVOKE ALL ON TABLE "public"."refund_staff_facts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."refund_staff_facts" TO "authenticated";

REVOKE ALL ON TABLE "public"."shipment_event_actors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."shipment_event_actors" TO "authenticated";

REVOKE ALL ON TABLE "public"."store_credit_actors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."store_credit_actors" TO "authenticated";

REVOKE ALL ON TABLE "public"."transfer_actors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."transfer_actors" TO "authenticated";
