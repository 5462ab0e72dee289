set local check_function_bodies = off;

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
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
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
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_strip_nulls(jsonb_build_object('governorate', address -> 'governorate'))
  where id = any (p_order_ids);
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
    tenant_id, order_id, number, state, changes, added, difference, fee_difference, reason, proposed_by, decided_by, decided_at,
    applied_at
  )
  select v_order.tenant_id, p_order_id, coalesce(max(earlier.number), 0) + 1,
    case when v_waits then 'proposed'::public.order_edit_state else 'applied' end, v_changes, private.added_lines(v_priced), v_priced.difference,
    coalesce(v_priced.fee_difference, 0), left(btrim(coalesce(p_reason, '')), 1000), auth.uid(), case when not v_waits then auth.uid() end,
    case when not v_waits then now() end, case when not v_waits then now() end
  from public.order_edits earlier where earlier.order_id = p_order_id
  returning * into v_edit;
  if not v_waits then
    v_edit := private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

create or replace function private.order_notification(p_message public.order_notifications, p_attempts integer) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders),
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
        or orders.status = 'awaiting_payment' and orders.deposit > 0 and settings.bank_transfer)
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(p_message.kind, coalesce(p_message.about_id, p_message.event_id)),
    'fault_days', settings.fault_days,
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
$$;

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

REVOKE ALL ON FUNCTION "private"."kept_changes"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_changes"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_changes"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_changes"(public.orders, jsonb) TO "service_role";
