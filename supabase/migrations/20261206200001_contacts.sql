set local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."keeps_unpaid_goods"(public.payment_status, public.order_status) FROM "authenticated";

REVOKE ALL ON TABLE "public"."order_notifications" FROM "authenticated";

DROP POLICY "Staff read their customers' addresses" ON "public"."addresses";

DROP POLICY "Staff read what was changed in their store" ON "public"."audit_log";

DROP POLICY "Staff read who stopped their store's messages" ON "public"."notification_opt_outs";

ALTER TABLE "public"."invoices" DROP CONSTRAINT "invoices_buyer_check";

ALTER TABLE "public"."order_edits" DROP CONSTRAINT "order_edits_changes_form";

DROP FUNCTION "private"."buyer_of"(public.orders);

DROP FUNCTION "private"."phone_condition"(text, text);

CREATE OR REPLACE FUNCTION private.apply_edit(p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits;
begin
  if cardinality(p_priced.lines) > 0 then
    perform private.insert_order_lines(p_order, p_priced.lines, p_edit.id, p_priced.shares);
  end if;
  perform private.write_new_way(p_order, public.shown_changes(p_edit), p_priced.delivery);
  perform private.charge_new_delivery(p_order, p_edit, p_priced);
  perform private.write_cash_terms(p_order.id, p_priced.cash);
  if cardinality(p_priced.pieces) > 0 then
    perform private.cancel_lines(p_order, p_priced.pieces);
  end if;
  if cardinality(p_priced.lines) > 0 then
    perform private.move_stock(array_agg(goods.variant_id), array_agg(goods.delta), 'sale', p_order_id => p_order.id)
    from (
      select line.variant_id, -sum(line.quantity)::integer as delta from public.order_lines line
      where line.edit_id = p_edit.id and line.variant_id is not null group by line.variant_id
    ) goods;
    perform private.book_money(p_order, 'charged', (
      select sum(line.net) from public.order_lines line where line.edit_id = p_edit.id
    ), jsonb_build_object('edit_id', p_edit.id));
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
  perform private.create_due_refunds(p_order.id, jsonb_build_object('edit_id', p_edit.id));
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit.id;
  return v_edit;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_order_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and new.tenant_id = any (private.workplaces()) then
    perform private.write_audit(new.tenant_id, 'update', 'order_addresses', new.order_id::text,
      (select orders.number from public.orders where orders.id = new.order_id),
      jsonb_build_object('address', old.address), jsonb_build_object('address', new.address));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."audit_order_address"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.buyer_of(p_order public.orders, p_address jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_order.user_id::text, nullif(private.national_digits(p_address ->> 'phone'), ''),
    nullif(lower(p_order.customer_email), ''), p_order.id::text)
$function$;

ALTER FUNCTION "private"."buyer_of"(public.orders, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.carrier_task(p_booking public.carrier_bookings, p_todo text)
 RETURNS TABLE(shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint, pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select shipment.id, shipment.tenant_id, p_booking.carrier, p_booking.reference, p_todo, orders.number || '/' || shipment.number,
    private.piastres(p_booking.cash)::bigint, private.piastres(packed.worth)::bigint, packed.grams, packed.pieces,
    coalesce(packed.description, ''), public.address(orders), orders.customer_email, orders.note, shipment.tracking_number, (
      select jsonb_build_object('district_id', area.district_id, 'city_id', area.city_id, 'city', area.city)
      from public.carrier_areas area
      where area.carrier = p_booking.carrier and area.district_id = coalesce(p_booking.district_id, private.carrier_area_of(
        p_booking.carrier, orders.destination ->> 'governorate', orders.destination ->> 'city'))
    )
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id
  cross join lateral (
    select coalesce(sum(private.line_worth(line, part.quantity)), 0) as worth,
      sum(variant.weight_grams * part.quantity) as grams, coalesce(sum(part.quantity), 0) as pieces,
      left(string_agg(part.quantity || ' × ' || line.name, ', ' order by line.position), 400) as description
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join public.product_variants variant on variant.id = line.variant_id
    where part.shipment_id = shipment.id
  ) packed
  where shipment.id = p_booking.shipment_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.changed_order_demand(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_promised boolean)
 RETURNS private.order_demand
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address_was constant jsonb := public.address(p_order);
  v_address constant jsonb := case when p_changes ?| '{address,address_id}'
    then private.order_address(p_order.tenant_id, p_order.user_id, p_changes) else v_address_was end;
  v_total constant numeric := p_order.charged + p_edit.difference;
  v_credit constant numeric := coalesce((
    select sum(entry.amount) from public.payment_entries entry where entry.order_id = p_order.id and entry.kind = 'credit_used'
  ), 0);
begin
  return row(
    p_order.tenant_id, p_order.user_id, p_promised or private.order_actor(p_order) <> 'shopper', p_order.id,
    p_order.payment_method::text, v_address, array(
      select jsonb_populate_record(null::private.priced_line, jsonb_build_object('line', line.position, 'product_id', line.product_id,
        'name', line.name, 'quantity', private.kept_pieces(line) - coalesce(piece.quantity, 0)))
      from public.order_lines line left join unnest(p_edit.pieces) piece on piece.order_line_id = line.id
      where line.order_id = p_order.id
    ) || p_edit.lines,
    case when v_total <= p_order.received - p_order.given_back then 0 else private.piastres(v_total - v_credit) end,
    coalesce(p_edit.cash_there, true), p_changes ->> 'cash_overruled', p_edit.difference > 0,
    private.national_digits(v_address ->> 'phone') is distinct from private.national_digits(v_address_was ->> 'phone')
      or private.address_key(v_address) <> private.address_key(v_address_was) or ((p_edit.delivery).rate).method is not null
  )::private.order_demand;
end
$function$;

CREATE OR REPLACE FUNCTION private.deliveries_of(p_tenant_id text, p_user_id uuid, p_phone text, OUT delivered bigint, OUT refused bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_called constant uuid[] := array(
    select stored.order_id from public.order_addresses stored
    where p_phone <> '' and stored.tenant_id = p_tenant_id and private.national_digits(stored.address ->> 'phone') = p_phone
  );
begin
  select count(*) filter (where shipment.state = 'delivered'), count(*) filter (where shipment.state = 'returned_to_sender')
  into delivered, refused
  from public.orders join public.shipments shipment on shipment.order_id = orders.id
  where orders.tenant_id = p_tenant_id and not orders.is_test
    and (orders.user_id = p_user_id or orders.id = any (v_called));
end
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
        'orders', 'order_addresses', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews'
      ) then audit_log.label else '' end,
    before = audit_log.before - forgotten.facts,
    after = audit_log.after - forgotten.facts
  from (values (('{user_id,customer_name,customer_email,address,destination,note,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason,'
      || 'answer,photos,changes,added,reference,payment_reference,tracking_number,tracking_url}')::text[]))
    as forgotten (facts)
  where audit_log.tenant_id = p_tenant_id and (
    audit_log.entity in ('orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews',
      'order_addresses', 'conversations', 'messages', 'mfa_factors', 'owners', 'discounts', 'customer_records')
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
  update public.order_events set note = '' where order_id = any (p_order_ids);
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
  delete from public.order_edit_addresses changed using public.order_edits edit
  where edit.id = changed.edit_id and edit.order_id = any (p_order_ids);
  delete from public.order_addresses where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '' where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '' where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null,
    destination = '{"full_name": "", "phone": "", "city": ""}'
      || jsonb_strip_nulls(jsonb_build_object('governorate', destination -> 'governorate'))
  where id = any (p_order_ids);
end
$function$;

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
  with placed as (insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id, discount_code,
    customer_name, customer_email, destination, slot_id, slot_date, slot_from, slot_to, note, reserved_until, channel, manual_discount,
    tax_rate, cash_requirement, cash_reasons, confirm_until, deposit, days_from, days_to, is_test
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
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, private.masked_address(p_address),
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
    v_rate.days_from, v_rate.days_to, p_is_test
  ) returning *), stored as (
    insert into public.order_addresses (order_id, tenant_id, address) select placed.id, placed.tenant_id, p_address from placed
  )
  select placed.* into v_order from placed;
  perform private.store_order_key(v_order, p_order ->> 'idempotency_key', p_order);
  perform private.write_staff_facts(
    v_order.id, p_placed_by, left(p_order #>> '{manual_discount,reason}', 500), p_cash.overruled);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_notification(p_order public.orders, p_kind public.order_notification_kind, p_channel public.notification_channel, p_due_at timestamp with time zone, p_about_id uuid, p_event_id uuid, p_fallback_of uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with added as (
    insert into public.order_notifications (tenant_id, order_id, kind, channel, recipient, about_id, event_id, fallback_of, to_stranger)
    values (
      p_order.tenant_id, p_order.id, p_kind, p_channel,
      case when p_channel = 'email' then p_order.customer_email else private.phone_address(public.address(p_order)) end,
      p_about_id, p_event_id, p_fallback_of, p_channel <> 'email' and private.is_told_to_stranger(p_order, p_kind)
    )
    on conflict (order_id, kind, event_id, about_id, channel) do nothing
    returning id, tenant_id, channel, to_stranger
  )
  select private.add_job('send_' || added.channel, added.id::text, p_tenant_id => added.tenant_id, p_run_at => p_due_at,
    p_max_attempts => case added.channel when 'email' then 12 else 6 end, p_priority => added.to_stranger::integer)
  from added
$function$;

CREATE OR REPLACE FUNCTION private.insert_replacement(p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method, p_fee numeric, p_rate private.shipping_rate, p_stage public.order_stage, p_key text, p_document jsonb, p_cash private.cash_terms)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_problem private.priced_line;
  v_goods constant numeric := private.pounds(private.goods_of(p_lines));
  v_new public.orders;
begin
  select wrong.* into v_problem from unnest(p_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;
  with placed as (insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, destination, replaces_order_id, reserved_until, tax_rate,
    days_from, days_to, cash_requirement, cash_reasons, confirm_until, deposit, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, private.status_of_stage(p_stage), p_stage,
    case when private.waits_for_staff(private.status_of_stage(p_stage), p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when v_goods + p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, v_goods, p_fee,
    v_goods + p_fee, v_goods + p_fee, p_old.customer_name, p_old.customer_email, p_old.destination, p_old.id,
    case
      when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes'
      when p_stage = 'awaiting_payment' and p_method = 'cash_on_delivery' then p_cash.confirm_until
    end, (select private.vat_rate(settings) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_cash.requirement, p_cash.reasons, p_cash.confirm_until, p_cash.deposit, p_old.is_test
  ) returning *), stored as (
    insert into public.order_addresses (order_id, tenant_id, address)
    select placed.id, placed.tenant_id, public.address(p_old) from placed
  )
  select placed.* into v_new from placed;
  perform private.store_order_key(v_new, p_key, p_document);
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_crowded_number(p_tenant_id text, p_user_id uuid, p_phone text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := 10;
begin
  select unpaid_orders_limit into v_limit from public.staff_settings where tenant_id = p_tenant_id;
  if not found then
    v_limit := 10;
  end if;
  return coalesce((
    select count(*) from public.order_addresses stored join public.orders on orders.id = stored.order_id
    where stored.tenant_id = p_tenant_id and private.national_digits(stored.address ->> 'phone') = p_phone
      and private.keeps_unpaid_goods(orders.payment_status, orders.status) and orders.user_id is distinct from p_user_id
      and not orders.is_test
  ) >= v_limit, false) and not private.is_known_contact(p_tenant_id, p_user_id, p_phone, null);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_known_contact(p_tenant_id text, p_user_id uuid, p_phone text, p_address text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.orders join public.order_addresses stored on stored.order_id = orders.id
    where orders.user_id = p_user_id and orders.tenant_id = p_tenant_id and private.proves_person(orders)
      and (private.national_digits(stored.address ->> 'phone') = p_phone or private.address_key(stored.address) = p_address)
  ) or exists (
    select 1 from auth.users
    where id = p_user_id and phone_confirmed_at is not null and private.national_digits(phone) = p_phone
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_told_to_stranger(p_order public.orders, p_kind public.order_notification_kind)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_kind in ('placed', 'confirm', 'cancelled') and p_order.channel = 'web'
    and not private.is_known_contact(
      p_order.tenant_id, p_order.user_id, private.national_digits(public.address(p_order) ->> 'phone'), null)
$function$;

CREATE OR REPLACE FUNCTION private.issue_invoice(p_order public.orders, p_kind public.invoice_kind, p_corrects_id uuid, p_items private.invoice_item[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address constant jsonb := public.address(p_order) - '{phone,landmark}'::text[];
  v_invoice_id uuid;
begin
  insert into public.invoices (
    tenant_id, order_id, kind, year, number, corrects_id, order_number, seller, buyer, language, total, tax, issued_at
  )
  select p_order.tenant_id, p_order.id, p_kind, taken.year, taken.number, p_corrects_id, p_order.number,
    (select public.seller(tenant) from public.tenants tenant where tenant.id = p_order.tenant_id),
    jsonb_build_object('name', coalesce(nullif(p_order.customer_name, ''), v_address ->> 'full_name', ''),
      'address', private.masked_address(v_address)),
    (select profiles.language from public.profiles
      where profiles.id = p_order.user_id and profiles.tenant_id = p_order.tenant_id),
    (select sum(item.amount) from unnest(p_items) item), (select sum(item.tax) from unnest(p_items) item), taken.issued_at
  from private.next_invoice_number(p_order.tenant_id, p_kind) taken
  returning id into v_invoice_id;
  insert into public.invoice_addresses (invoice_id, tenant_id, address) values (v_invoice_id, p_order.tenant_id, v_address);
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

CREATE OR REPLACE FUNCTION private.masked_changes(p_changes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_changes ? 'address'
    then p_changes || jsonb_build_object('address', private.masked_address(p_changes -> 'address')) else p_changes end
$function$;

ALTER FUNCTION "private"."masked_changes"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.numbers_of(p_tenant_id text, p_user_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select private.phone_address(stored.address)
    from public.orders join public.order_addresses stored on stored.order_id = orders.id
    where orders.user_id = p_user_id and orders.tenant_id = p_tenant_id
    union
    select '+' || account.phone from auth.users account where account.id = p_user_id and account.phone <> ''
  )
$function$;

CREATE OR REPLACE FUNCTION private.order_json(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(p_order) || jsonb_build_object('address', public.address(p_order), 'lines', (
    select jsonb_agg(to_jsonb(order_lines) - '{tenant_id,order_id}'::text[] order by position)
    from public.order_lines where order_id = p_order.id
  ))
$function$;

CREATE OR REPLACE FUNCTION private.order_search_text(p_order public.orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.customer_email,
    p_order.destination ->> 'full_name'))
$function$;

CREATE OR REPLACE FUNCTION private.orders_by_phone(p_tenant_ids text[], p_phone text, p_limit integer)
 RETURNS SETOF public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_condition text := private.phone_condition('stored', 'private.national_digits(stored.address ->> ''phone'')', p_tenant_ids, p_phone);
begin
  if v_condition is not null then
    return query execute format(
      'select orders.* from public.order_addresses stored join public.orders on orders.id = stored.order_id where %s
       order by orders.created_at desc, orders.id limit %s', v_condition, p_limit);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.people_by_phone(p_tenant_ids text[], p_phone text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[] := '{}';
  v_condition text := private.phone_condition('known', 'private.national_digits(known.phone)', p_tenant_ids, p_phone);
begin
  if v_condition is not null then
    execute format('select array(select known.user_id from public.profile_phones known where %s limit 200)', v_condition)
    into v_ids;
    v_ids := v_ids || array(
      select called.user_id from private.orders_by_phone(p_tenant_ids, p_phone, 200) called where called.user_id is not null
    );
  end if;
  return v_ids;
end
$function$;

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
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id}'::text[]
        || jsonb_build_object('changes', public.shown_changes(edit)) order by edit.number)
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
      select jsonb_agg(to_jsonb(paper) - '{tenant_id,order_id}'::text[] || jsonb_build_object('buyer', public.shown_buyer(paper), 'lines', (
        select jsonb_agg(to_jsonb(part) - '{id,tenant_id,invoice_id}'::text[] order by part.position)
        from public.invoice_lines part where part.invoice_id = paper.id
      )) order by paper.issued_at)
      from public.invoices paper where paper.order_id = orders.id
    )) order by created_at), '[]')
  from public.orders where user_id = p_user_id and tenant_id = p_tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.phone_channel(p_order public.orders, p_after public.notification_channel DEFAULT NULL::public.notification_channel)
 RETURNS public.notification_channel
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone constant text := private.phone_address(public.address(p_order));
  v_is_own constant boolean := private.is_known_contact(
    p_order.tenant_id, p_order.user_id, private.national_digits(v_phone), null);
begin
  if v_phone is null or p_order.is_test or (
    select count(*) from (
      select 1 from public.order_notifications message join public.orders on orders.id = message.order_id
      where message.recipient = v_phone and message.channel <> 'email' and message.created_at > now() - interval '1 day'
        and (not v_is_own or orders.user_id = p_order.user_id)
      limit 10
    ) told
  ) >= 10 then
    return null;
  end if;
  return (
    select used.channel::public.notification_channel
    from public.staff_settings, unnest(staff_settings.notification_channels) with ordinality used (channel, place)
    where staff_settings.tenant_id = p_order.tenant_id
      and used.place > coalesce(array_position(staff_settings.notification_channels, p_after::text), 0)
      and not exists (
        select 1 from public.notification_opt_outs stopped
        where stopped.tenant_id = p_order.tenant_id and stopped.channel::text = used.channel
          and (stopped.recipient = v_phone or stopped.user_id = p_order.user_id)
      )
    order by used.place limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.phone_condition(p_row text, p_digits text, p_tenant_ids text[], p_text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_digits constant text := ltrim(private.clean_phone(p_text), '+');
  v_seen constant text[] := array(
    select asked.id from unnest(p_tenant_ids) asked (id) where private.may(asked.id, 'customers.see_contact'));
  v_parts text[] := '{}';
begin
  if v_digits !~ '^[0-9]{3,15}$' then
    return null;
  end if;
  v_parts := v_parts || format('%s.tenant_id = any (%L) and (%s)', p_row, v_seen, concat_ws(' or ',
    p_digits || ' like ' || quote_literal(private.phone_search_digits(p_text)),
    'reverse(' || p_digits || ') like ' || quote_literal(reverse(v_digits) || '%')));
  if private.is_egyptian_phone(p_text) then
    v_parts := v_parts || format('%s.tenant_id = any (%L) and %s = %L', p_row, p_tenant_ids, p_digits,
      private.national_digits(p_text));
  end if;
  return array_to_string(v_parts, ' or ');
end
$function$;

ALTER FUNCTION "private"."phone_condition"(text, text, text[], text) OWNER TO "postgres";

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
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings, p_old.destination, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.amount := private.goods_of(v_wanted.lines) + (v_wanted.rate).price;
  v_wanted.drops := private.price_drops(v_wanted.pieces, v_wanted.lines);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, false, null, p_payment::text, public.address(p_old), v_wanted.lines, v_wanted.amount,
    (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings);
  return v_wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.recounted_fee(p_order public.orders, p_code_lost boolean, p_goods numeric, p_grams bigint)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_order.tenant_id);
  v_free constant boolean := exists (
    select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping');
  v_sold bigint;
  v_kept bigint;
begin
  if p_order.replaces_order_id is not null or p_order.shipping_credited > 0
    or p_order.shipping_total + p_order.shipping_difference <> p_order.shipping_recounted then
    return p_order.shipping_recounted;
  end if;
  v_sold := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.destination, p_order.shipping_method::text,
    private.piastres(p_order.subtotal - p_order.discount_total), p_grams, v_free)).rate).price;
  v_kept := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.destination, p_order.shipping_method::text,
    private.piastres(p_goods), p_grams, v_free and not p_code_lost)).rate).price;
  return case when v_sold = 0 then private.pounds(coalesce(v_kept, 0)) else p_order.shipping_recounted end;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_hoarding(p_demand private.order_demand)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone text := private.national_digits(p_demand.address ->> 'phone');
  v_address text := private.address_key(p_demand.address);
  v_orders_limit integer := 10;
  v_pieces_limit integer := 20;
  v_own uuid[];
  v_there uuid[] := '{}';
  v_product record;
begin
  select unpaid_orders_limit, unpaid_pieces_limit into v_orders_limit, v_pieces_limit
  from public.staff_settings where tenant_id = p_demand.tenant_id;
  if not found then
    v_orders_limit := 10;
    v_pieces_limit := 20;
  end if;
  if coalesce(v_orders_limit, v_pieces_limit) is null then
    return;
  end if;

  -- Serializes orders to one phone number or address, locking in a fixed order; place_order holds the person's lock.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended(p_demand.tenant_id || kind || value, 0) as key
    from (values (':phone:', v_phone), (':address:', v_address)) as contact (kind, value)
    order by 1
  ) locks;
  v_own := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and id is distinct from p_demand.order_id
  );
  if not private.is_known_contact(p_demand.tenant_id, p_demand.user_id, v_phone, v_address) then
    v_there := array(
      select orders.id from public.order_addresses stored join public.orders on orders.id = stored.order_id
      where stored.tenant_id = p_demand.tenant_id and private.keeps_unpaid_goods(orders.payment_status, orders.status)
        and orders.user_id is distinct from p_demand.user_id and not orders.is_test
        and (private.national_digits(stored.address ->> 'phone') = v_phone or private.address_key(stored.address) = v_address)
        and (
          private.national_digits(stored.address ->> 'phone') = v_phone
            and private.is_known_contact(p_demand.tenant_id, orders.user_id, v_phone, null)
          or private.address_key(stored.address) = v_address
            and private.is_known_contact(p_demand.tenant_id, orders.user_id, null, v_address)
        )
    );
  end if;
  if cardinality(v_own) >= v_orders_limit and p_demand.order_id is null then
    perform private.refuse('too_many_unpaid', jsonb_build_object('unpaid', cardinality(v_own), 'most', v_orders_limit));
  elsif cardinality(v_own || v_there) >= v_orders_limit and (v_there <> '{}' or p_demand.order_id is null) then
    perform private.refuse('too_many_unpaid', jsonb_build_object('reason', 'contact'));
  end if;

  select wanted.product_id, wanted.line, wanted.name, wanted.pieces + held.own > v_pieces_limit as is_own, held.own as held
  into v_product
  from (
    select asked.product_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.product_id is not null group by asked.product_id
  ) wanted
  cross join lateral (
    select coalesce(sum(quantity - cancelled - returned_to_sender), 0) as pieces,
      coalesce(sum(quantity - cancelled - returned_to_sender) filter (where order_id = any (v_own)), 0) as own
    from public.order_lines where order_id = any (v_own || v_there) and product_id = wanted.product_id
  ) held
  where wanted.pieces + held.pieces > v_pieces_limit
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
        'name', v_product.name, 'translations', private.sold_translations(v_product.product_id, null),
        'most', v_pieces_limit, 'line', v_product.line, 'product_id', v_product.product_id)
      || case
        when not v_product.is_own then '{"reason": "contact"}'
        when v_product.held > 0 then jsonb_build_object('reason', 'held', 'held', v_product.held,
          'available', greatest(v_pieces_limit - v_product.held, 0))
        else jsonb_build_object('held', 0, 'available', v_pieces_limit)
      end);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_demo_orders(p_orders uuid[], p_products uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlements constant uuid[] := array(
    select distinct entry.settlement_id from public.payment_entries entry
    where entry.order_id = any (p_orders) and entry.settlement_id is not null
  );
  v_variants uuid[];
  v_deltas integer[];
begin
  insert into private.demo_rows (tenant_id, kind, id)
  select ordered.tenant_id, 'order', ordered.id from public.orders ordered where ordered.id = any (p_orders)
  on conflict do nothing;
  select array_agg(sold.variant_id), array_agg(-sold.delta) into v_variants, v_deltas from (
    select moved.variant_id, sum(moved.delta)::integer as delta from public.stock_movements moved
    join public.product_variants variant on variant.id = moved.variant_id
    where moved.order_id = any (p_orders) and not moved.product_id = any (p_products) group by moved.variant_id
  ) sold;
  perform private.move_stock(v_variants, v_deltas, 'adjusted');
  update public.stock_movements set order_id = null
  where order_id = any (p_orders) and not product_id = any (p_products);
  update public.delivery_bookings booking set booked = booking.booked - taken.places
  from (
    select ordered.slot_id, ordered.slot_date, count(*)::integer as places from public.orders ordered
    where ordered.id = any (p_orders) and ordered.slot_id is not null and ordered.status <> 'cancelled' group by 1, 2
  ) taken
  where booking.slot_id = taken.slot_id and booking.day = taken.slot_date and booking.booked >= taken.places;

  perform 1 from private.invoice_counters counter
  where counter.tenant_id in (select store.tenant_id from private.demo_stores store) order by counter.tenant_id for update;
  insert into private.demo_invoices (tenant_id, kind, year, number)
  select paper.tenant_id, paper.kind, paper.year, paper.number from public.invoices paper
  where paper.order_id = any (p_orders) and exists (
    select 1 from public.invoices other where other.tenant_id = paper.tenant_id and not other.order_id = any (p_orders)
  );
  delete from public.invoice_addresses stored using public.invoices paper
  where paper.id = stored.invoice_id and paper.order_id = any (p_orders);
  delete from public.invoice_lines part using public.invoices paper
  where paper.id = part.invoice_id and paper.order_id = any (p_orders);
  delete from public.invoices paper where paper.order_id = any (p_orders);
  delete from private.invoice_counters counter
  where counter.tenant_id in (select store.tenant_id from private.demo_stores store)
    and not exists (select 1 from public.invoices other where other.tenant_id = counter.tenant_id);
  delete from public.returns back where back.order_id = any (p_orders);
  delete from public.orders ordered where ordered.id = any (p_orders);
  delete from public.settlements settled where settled.id = any (v_settlements)
    and not exists (select 1 from public.payment_entries entry where entry.settlement_id = settled.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.usual_rate(p_order public.orders)
 RETURNS private.shipping_rate
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.delivery_of(p_order.tenant_id, settings, p_order.destination, 'standard', 0, 0)).rate
  from public.settings where settings.tenant_id = p_order.tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.wanted_customers(p_tenant_ids text[], p_pattern text, p_callers uuid[], p_tag text, p_blocked boolean)
 RETURNS SETOF public.profiles
 LANGUAGE sql
 STABLE
AS $function$
  select profiles.* from public.profiles
  left join public.profile_staff_facts facts on facts.user_id = profiles.id and facts.tenant_id = profiles.tenant_id
  where profiles.tenant_id = any (p_tenant_ids)
    and (p_pattern = '%%' or facts.search_text like p_pattern or profiles.id = any (p_callers))
    and (profiles.id, profiles.tenant_id) not in (
      select staff.id, store.id from unnest(p_tenant_ids) store (id), unnest(private.staff_ids(store.id)) staff (id)
    )
    and ((p_tag = '' and not p_blocked) or (profiles.id, profiles.tenant_id) in (
      select record.user_id, record.tenant_id from public.customer_records record
      where record.tenant_id = any (p_tenant_ids) and (p_tag = '' or record.tags @> array[p_tag])
        and (not p_blocked or record.blocked_reason is not null)
    ))
$function$;

CREATE OR REPLACE FUNCTION private.with_delivery(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_settings public.settings)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grams constant bigint := private.kept_grams(p_order.id, p_edit.pieces, p_edit.lines);
  v_method constant text := coalesce(p_changes ->> 'shipping_method', p_order.shipping_method::text);
  v_address jsonb := p_order.destination;
  v_slot_zone uuid;
  v_goods numeric;
begin
  if p_changes ?| '{address,address_id}' then
    v_address := private.order_address(p_order.tenant_id, p_order.user_id, p_changes);
  end if;
  select sum(line.price - case when (p_edit.recount).code_lost then 0 else line.discount - line.recounted end) into v_goods
  from unnest(private.offered_lines(p_order, p_edit.pieces, p_edit.lines, p_edit.shares)) line;
  p_edit.delivery := private.delivery_of(p_order.tenant_id, p_settings, v_address, v_method, private.piastres(v_goods), v_grams,
    not (p_edit.recount).code_lost and exists (
      select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping'));
  if v_method = p_order.shipping_method::text and (p_edit.delivery).zone_id is not distinct from private.shipping_zone_of(
    p_order.tenant_id, p_order.destination ->> 'governorate', p_order.destination ->> 'city') then
    if (p_edit.delivery).problem ->> 'code' = 'order_too_heavy' and v_grams > private.kept_grams(p_order.id, '{}', '{}') then
      p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    end if;
    p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
    p_edit.delivery.rate := null;
    return p_edit;
  end if;
  p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
  p_edit.recount.fee := 0;
  if (p_edit.delivery).problem is not null then
    p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    return p_edit;
  end if;
  -- Resending faulty pieces is free everywhere.
  if p_order.replaces_order_id is null or p_order.shipping_total > 0 then
    p_edit.fee_difference := greatest(private.pounds(((p_edit.delivery).rate).price), p_order.shipping_credited)
      - p_order.shipping_total - p_order.shipping_difference;
    p_edit.difference := p_edit.difference + p_edit.fee_difference;
  end if;
  if p_order.slot_id is not null and not p_changes ?| '{slot_id,slot_date}' then
    select slot.zone_id into v_slot_zone from public.delivery_slots slot where slot.id = p_order.slot_id;
    if v_slot_zone is not null and v_slot_zone is distinct from (p_edit.delivery).zone_id then
      p_edit.problems := p_edit.problems || private.refusal('slot_not_there');
    end if;
  end if;
  return p_edit;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_new_way(p_order public.orders, p_changes jsonb, p_delivery private.delivery)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if p_changes ?| '{slot_id,slot_date}' then
    perform private.leave_slot(p_order);
    if p_changes ->> 'slot_id' is not null then
      v_slot := private.book_slot(p_order.tenant_id, p_changes ->> 'slot_id', p_changes ->> 'slot_date', case
        when p_changes ?| '{address,address_id}' then p_delivery.zone_id
        else private.shipping_zone_of(p_order.tenant_id, p_order.destination ->> 'governorate', p_order.destination ->> 'city') end);
      v_day := (p_changes ->> 'slot_date')::date;
    end if;
    update public.orders set slot_id = v_slot.id, slot_date = v_day, slot_from = v_slot.from_time, slot_to = v_slot.to_time,
      updated_at = now()
    where id = p_order.id;
  end if;
  if p_changes ?| '{address,address_id}' then
    perform private.write_order_address(p_order.id, private.order_address(p_order.tenant_id, p_order.user_id, p_changes));
  end if;
  update public.orders set
    note = case when p_changes ? 'note' then coalesce(btrim(p_changes ->> 'note'), '') else note end,
    updated_at = now()
  where id = p_order.id and p_changes ?| '{address,address_id,note}';
end
$function$;

CREATE OR REPLACE FUNCTION private.write_order_address(p_order_id uuid, p_address jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_addresses set address = p_address where order_id = p_order_id and address <> p_address;
  update public.orders set destination = private.masked_address(p_address)
  where id = p_order_id and destination <> private.masked_address(p_address);
$function$;

ALTER FUNCTION "private"."write_order_address"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.address(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    (select stored.address from public.order_addresses stored where stored.order_id = p_order.id), p_order.destination)
$function$;

ALTER FUNCTION "public"."address"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.customers_after(p_tenant_ids text[], p_search text DEFAULT ''::text, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS TABLE(tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_contacts constant text[] := private.tenants_where_may('customers.see_contact');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
begin
  return query
  with page as (
    select profiles.* from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    where p_after is null or profiles.id > p_after
    order by profiles.id
    limit v_limit
  )
  select page.tenant_id, page.id, page.name, page.email,
    case when page.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, page.points,
    page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.profile_phones known on known.user_id = page.id and known.tenant_id = page.tenant_id
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
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
      v_order, public.shown_changes(v_edit) || jsonb_build_object('expected_difference', v_edit.difference), true);
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
    case when v_waits then 'proposed'::public.order_edit_state else 'applied' end, private.masked_changes(v_changes), private.added_lines(v_priced), v_priced.difference,
    coalesce(v_priced.fee_difference, 0), left(btrim(coalesce(p_reason, '')), 1000),
    case when not v_waits then now() end, case when not v_waits then now() end
  from public.order_edits earlier where earlier.order_id = p_order_id
  returning * into v_edit;
  insert into public.order_edit_addresses (edit_id, tenant_id, address)
  select v_edit.id, v_edit.tenant_id, v_changes -> 'address' where v_changes ? 'address';
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
    'store', p_tenant_id, 'exported_at', now(), 'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user_id
    ),
    'role', (select role from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(profiles) - '{id,tenant_id}'::text[] || jsonb_build_object('phone', known.phone) from public.profiles
      left join public.profile_phones known on known.user_id = profiles.id and known.tenant_id = profiles.tenant_id
      where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
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

CREATE OR REPLACE FUNCTION public.list_customers(p_tenant_ids text[], p_search text DEFAULT ''::text, p_sort text DEFAULT '-joined'::text, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false)
 RETURNS TABLE(tenant_id text, id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'customers.see');
  v_contacts constant text[] := private.tenants_where_may('customers.see_contact');
  v_callers uuid[] := private.people_by_phone(v_tenant_ids, p_search);
  v_found bigint;
begin
  select count(*) into v_found from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles;

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email,
      case when profiles.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, profiles.points,
      profiles.created_at, coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    left join public.profile_phones known on known.user_id = profiles.id and known.tenant_id = profiles.tenant_id
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.tenant_id, orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = any (v_tenant_ids) and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.tenant_id, orders.user_id
    ) bought on bought.user_id = profiles.id and bought.tenant_id = profiles.tenant_id
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
    select profiles.tenant_id, profiles.id, profiles.name, profiles.email, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from private.wanted_customers(v_tenant_ids, v_pattern, v_callers, p_tag, p_blocked) profiles
    order by place
    limit v_limit offset v_offset
  )
  select page.tenant_id, page.id, page.name, page.email,
    case when page.tenant_id = any (v_contacts) then known.phone else private.masked_phone(known.phone) end, page.points,
    page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.profile_phones known on known.user_id = page.id and known.tenant_id = page.tenant_id
  left join public.customer_records on customer_records.tenant_id = page.tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = page.tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
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
    union select unnest(private.mentioned_in(event.note) || (event.remark ->> 'user_id')::uuid)
      from public.order_events event where event.order_id = p_order_id and event.is_internal
    union select assigned.user_id from public.assignments assigned where assigned.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, public.address(v_order) ->> 'phone');
  return row(array(
    select row(person.id, private.staff_label(person.id, v_order.tenant_id))::public.person_name
    from unnest(v_ids) person (id) where private.is_person_of(person.id, v_order.tenant_id) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$function$;

CREATE OR REPLACE FUNCTION public.orders_found_by_phone(p_tenant_ids text[], p_phone text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select found.id from private.orders_by_phone(array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('orders.see'))
  ), p_phone, 200) found;
end
$function$;

ALTER FUNCTION "public"."orders_found_by_phone"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.phone(p_profile public.profiles)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when known.user_id = auth.uid() or private.may(known.tenant_id, 'customers.see_contact') then known.phone
    else private.masked_phone(known.phone) end
  from public.profile_phones known
  where known.user_id = p_profile.id and known.tenant_id = p_profile.tenant_id
    and (known.user_id = auth.uid() or private.may(known.tenant_id, 'customers.see'))
$function$;

ALTER FUNCTION "public"."phone"(public.profiles) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.proposed_carriers(p_tenant_id text, p_order_ids uuid[])
 RETURNS TABLE(order_id uuid, carrier text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'orders.see');
  return query
  select orders.id, zone.carrier
  from public.orders
  join public.shipping_zones zone
    on zone.id = private.shipping_zone_of(p_tenant_id, orders.destination ->> 'governorate', orders.destination ->> 'city')
  where orders.tenant_id = p_tenant_id and orders.id = any (p_order_ids[:500]) and zone.carrier <> '';
end
$function$;

CREATE OR REPLACE FUNCTION public.report_customers(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(user_id uuid, name text, email text, orders bigint, revenue numeric, last_order_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query
  with bought as (
    select (array_agg(orders.user_id))[1] as user_id, private.buyer_of(orders.*, stored.address) as buyer,
      count(*) filter (where sales.net > 0) as orders, sum(sales.amount) as revenue, max(orders.created_at) as last_order_at,
      (array_agg(orders.customer_name order by orders.created_at desc, orders.id))[1] as name,
      (array_agg(orders.customer_email order by orders.created_at desc, orders.id))[1] as email
    from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
    join public.orders on orders.id = sales.order_id
    left join public.order_addresses stored on stored.order_id = orders.id
    group by buyer
    order by revenue desc, buyer limit greatest(p_limit, 1)
  )
  select bought.user_id, case when bought.user_id is null then bought.name else profiles.name end,
    case when bought.user_id is null then bought.email else profiles.email end, bought.orders, bought.revenue, bought.last_order_at
  from bought left join public.profiles on profiles.id = bought.user_id and profiles.tenant_id = p_tenant_id
  order by bought.revenue desc, bought.buyer;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_totals(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric, customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric, delivered numeric, cash_with_carriers numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_since constant timestamptz := private.day_start(p_from);
  v_until constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with sales as materialized (
    select private.buyer_of(orders.*, stored.address) as buyer, sold.net, sold.amount, sold.shipping
    from private.sales_between(p_tenant_id, v_since, v_until) sold
    join public.orders on orders.id = sold.order_id
    left join public.order_addresses stored on stored.order_id = orders.id
  ),
  pieces as (
    select coalesce(sum(sold.quantity), 0)::bigint as quantity, coalesce(sum(sold.discount), 0) as discount,
      coalesce(sum(sold.points), 0) as points
    from private.pieces_between(p_tenant_id, v_since, v_until) sold
  )
  select
    count(*) filter (where sales.net > 0), coalesce(sum(sales.amount), 0),
    (select pieces.quantity from pieces),
    coalesce(round(avg(sales.amount) filter (where sales.net > 0), 2), 0),
    (select pieces.discount from pieces), coalesce(sum(sales.shipping), 0), (select pieces.points from pieces),
    count(distinct sales.buyer) filter (where sales.net > 0),
    (
      select count(*) from public.profiles
      where profiles.tenant_id = p_tenant_id
        and profiles.created_at >= v_since and profiles.created_at < v_until
        and profiles.id <> all (private.staff_ids(p_tenant_id))
    ),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'cancelled', v_since, v_until) totals),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'returned', v_since, v_until) totals),
    private.entries_between(p_tenant_id, 'given_back', v_since, v_until),
    -- Still due at the end of the period.
    (select totals.amount from private.ledger_totals(p_tenant_id, 'refund_due', '-infinity', v_until) totals),
    private.delivered_between(p_tenant_id, v_since, v_until),
    -- Held by carriers at the end of the period.
    private.entries_between(p_tenant_id, 'cash_collected', '-infinity', v_until)
      - private.entries_between(p_tenant_id, 'settled', '-infinity', v_until)
  from sales;
end
$function$;

CREATE OR REPLACE FUNCTION public.shown_buyer(p_invoice public.invoices)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_invoice.buyer || coalesce((
    select jsonb_build_object('address', stored.address) from public.invoice_addresses stored where stored.invoice_id = p_invoice.id
  ), '{}')
$function$;

ALTER FUNCTION "public"."shown_buyer"(public.invoices) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.shown_changes(p_edit public.order_edits)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_edit.changes || coalesce((
    select jsonb_build_object('address', stored.address) from public.order_edit_addresses stored where stored.edit_id = p_edit.id
  ), '{}')
$function$;

ALTER FUNCTION "public"."shown_changes"(public.order_edits) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.staff_notifications_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, topic public.staff_topic, channel public.notification_channel, email text, phone text, language text, items jsonb, notification_ids bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_choices constant uuid[] := private.job_uuids('send_staff_notification', p_job_ids);
begin
  perform private.require_service();
  delete from private.staff_notifications told using public.staff_notification_choices choice
  where choice.id = any (v_choices) and told.choice_id = choice.id and (
    told.created_at < now() - interval '3 days'
    or not private.holds_capability(choice.tenant_id, private.staff_topic_capability(choice.topic), choice.user_id)
    or private.staff_notification_item(choice.topic, told, choice.tenant_id, 'en') is null
  );
  return query
    select choice.id, choice.tenant_id, choice.topic, choice.channel,
      coalesce(nullif(person.email, ''), private.original_email(account.email::text, choice.tenant_id)),
      coalesce(private.phone_address(jsonb_build_object('phone', known.phone)), ''), reader.language,
      jsonb_agg(told.item order by told.last_id desc), array_agg(told.last_id) || array(
        select other.id from private.staff_notifications other
        where other.choice_id = choice.id and other.id <= max(told.last_id))
    from public.staff_notification_choices choice
    join auth.users account on account.id = choice.user_id
    left join public.profiles person on person.id = choice.user_id and person.tenant_id = choice.tenant_id
    left join public.profile_phones known on known.user_id = choice.user_id and known.tenant_id = choice.tenant_id
    cross join lateral private.office_language(choice.user_id, choice.tenant_id) reader (language)
    cross join lateral (
      select max(waiting.id) as last_id, facts.item
      from private.staff_notifications waiting
      cross join lateral private.staff_notification_item(
        choice.topic, waiting, choice.tenant_id, reader.language) facts (item)
      where waiting.choice_id = choice.id and facts.item is not null
      group by facts.item
    ) told
    where choice.id = any (v_choices)
    group by choice.id, account.id, person.id, person.tenant_id, known.phone, reader.language;
end
$function$;

CREATE INDEX invoice_addresses_of_store ON public.invoice_addresses USING btree (tenant_id, invoice_id);

CREATE INDEX order_addresses_of_store ON public.order_addresses USING btree (tenant_id, order_id);

CREATE INDEX order_edit_addresses_of_store ON public.order_edit_addresses USING btree (tenant_id, edit_id);

CREATE TRIGGER invoice_addresses_stay BEFORE DELETE OR UPDATE ON public.invoice_addresses FOR EACH ROW EXECUTE FUNCTION private.keep_invoice();

CREATE TRIGGER audited AFTER UPDATE OF address ON public.order_addresses FOR EACH ROW WHEN ((old.address <> new.address)) EXECUTE FUNCTION private.audit_order_address();

CREATE POLICY "Staff read their customers' addresses" ON "public"."addresses" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read what was changed in their store" ON "public"."audit_log" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('log.see'::text) AS tenants_where_may)::text[])) AND ((entity <> 'variant_costs'::text) OR (tenant_id = ANY (( SELECT private.tenants_where_may('costs.see'::text) AS tenants_where_may)::text[]))) AND ((entity <> 'order_addresses'::text) OR (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[])))));

CREATE POLICY "Shoppers read the addresses of their own invoices" ON "public"."invoice_addresses" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM (public.invoices paper
     JOIN public.orders ON ((orders.id = paper.order_id)))
  WHERE ((paper.id = invoice_addresses.invoice_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "Staff with the right read their store's invoice addresses" ON "public"."invoice_addresses" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read who stopped their store's messages" ON "public"."notification_opt_outs" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Shoppers read the addresses of their own orders" ON "public"."order_addresses" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.orders
  WHERE ((orders.id = order_addresses.order_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "Staff with the right read their store's order addresses" ON "public"."order_addresses" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Shoppers read the new addresses of their own orders' edits" ON "public"."order_edit_addresses" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM (public.order_edits edit
     JOIN public.orders ON ((orders.id = edit.order_id)))
  WHERE ((edit.id = order_edit_addresses.edit_id) AND (orders.user_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "Staff with the right read new addresses of their store's edits" ON "public"."order_edit_addresses" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "People add their own phone numbers" ON "public"."profile_phones" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People change their own phone numbers" ON "public"."profile_phones" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People read their own phone numbers" ON "public"."profile_phones" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "People remove their own phone numbers" ON "public"."profile_phones" FOR DELETE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."profile_phones" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."profile_phones" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."profile_phones" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with the right read their customers' phone numbers" ON "public"."profile_phones" FOR SELECT TO "authenticated" USING (((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see_contact'::text) AS tenants_where_may)::text[]))));

REVOKE ALL ON FUNCTION "private"."audit_order_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_order_address"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_order_address"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_order_address"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."buyer_of"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."buyer_of"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."buyer_of"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."buyer_of"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."masked_address"(jsonb) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."masked_address"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."masked_changes"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."masked_changes"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."masked_changes"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."masked_changes"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."masked_phone"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."masked_phone"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."phone_condition"(text, text, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."phone_condition"(text, text, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_condition"(text, text, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_condition"(text, text, text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_order_address"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_order_address"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_order_address"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_order_address"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."address"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."address"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."address"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."address"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."address"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."orders_found_by_phone"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."orders_found_by_phone"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."orders_found_by_phone"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."orders_found_by_phone"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."orders_found_by_phone"(text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."phone"(public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."phone"(public.profiles) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."phone"(public.profiles) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."phone"(public.profiles) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."phone"(public.profiles) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shown_buyer"(public.invoices) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shown_buyer"(public.invoices) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."shown_buyer"(public.invoices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_buyer"(public.invoices) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_buyer"(public.invoices) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shown_changes"(public.order_edits) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shown_changes"(public.order_edits) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."shown_changes"(public.order_edits) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_changes"(public.order_edits) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_changes"(public.order_edits) TO "service_role";

REVOKE ALL ("about_id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("about_id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("channel") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("channel") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("delivered_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("delivered_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("documents") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("documents") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("error") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("error") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("event_id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("event_id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("expired_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("expired_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("failed_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("failed_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("fallback_of") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("fallback_of") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("held_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("held_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("kind") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("order_id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("provider_reference") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("provider_reference") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("read_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("read_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("sent_at") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("sent_at") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("state") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("state") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("tenant_id") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("tenant_id") ON TABLE "public"."order_notifications" TO "authenticated";

REVOKE ALL ("to_stranger") ON TABLE "public"."order_notifications" FROM "authenticated";

GRANT SELECT ("to_stranger") ON TABLE "public"."order_notifications" TO "authenticated";

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_buyer_check" CHECK ((jsonb_path_exists(buyer, '$?(@."address".type() == "object")'::jsonpath) AND (NOT jsonb_path_exists(buyer, '$."name"?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND (NOT jsonb_path_exists(buyer, 'strict $."address".*?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND ((buyer -> 'address'::text) = private.masked_address((buyer -> 'address'::text)))));

ALTER TABLE "public"."order_edits" ADD CONSTRAINT "order_edits_changes_form" CHECK (((jsonb_typeof(changes) = 'object'::text) AND (NOT jsonb_path_exists(changes, '$."add"[*]?(!(@."quantity".type() == "number"))'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."remove"[*]?(!(@."order_line_id".type() == "string" && @."quantity".type() == "number"))'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."address".*?(@.type() != "string")'::jsonpath)) AND ((NOT (changes ? 'address'::text)) OR ((changes -> 'address'::text) = private.masked_address((changes -> 'address'::text)))) AND (NOT jsonb_path_exists(changes, '$."note"?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."slot_date"?(@.type() != "string" && @.type() != "null")'::jsonpath))));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_destination_masked" CHECK ((destination = private.masked_address(destination)));

CREATE INDEX order_addresses_by_key ON public.order_addresses USING btree (tenant_id, private.address_key(address));

CREATE INDEX order_addresses_by_last_digits ON public.order_addresses USING btree (reverse(private.national_digits((address ->> 'phone'::text))) text_pattern_ops, tenant_id);

CREATE INDEX order_addresses_by_phone ON public.order_addresses USING btree (private.national_digits((address ->> 'phone'::text)) text_pattern_ops, tenant_id);

CREATE INDEX profile_phones_by_digits ON public.profile_phones USING btree (private.national_digits(phone) text_pattern_ops, tenant_id);

CREATE INDEX profile_phones_by_last_digits ON public.profile_phones USING btree (reverse(private.national_digits(phone)) text_pattern_ops, tenant_id);
