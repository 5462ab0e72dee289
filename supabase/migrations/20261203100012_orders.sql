set local check_function_bodies = off;

DROP POLICY "Staff read their store's designs" ON "public"."customizations";

DROP POLICY "Staff read how full their store's slots are" ON "public"."delivery_bookings";

DROP POLICY "Staff read all delivery slots of their store" ON "public"."delivery_slots";

DROP POLICY "Staff read their store's discount uses" ON "public"."discount_uses";

DROP POLICY "Staff read all discounts of their store" ON "public"."discounts";

DROP POLICY "Staff read their store's edits of orders" ON "public"."order_edits";

DROP POLICY "Staff read what happened to their store's orders" ON "public"."order_events";

DROP POLICY "Staff read their store's order lines" ON "public"."order_lines";

DROP POLICY "Staff move their store's orders" ON "public"."orders";

DROP POLICY "Staff read their store's orders" ON "public"."orders";

DROP POLICY "Staff read their customers' points" ON "public"."point_entries";

DROP POLICY "Staff read what their store printed" ON "public"."print_runs";

DROP POLICY "Staff read their store's stock movements" ON "public"."stock_movements";

DROP TRIGGER "audited_placing" ON "public"."orders";

DROP INDEX "public"."orders_by_staff_key";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_cash_overruled_check";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_idempotency_key_check";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_idempotency_key_user_id_tenant_id_key";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_manual_discount_reason_check";

DROP FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit);

DROP FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric);

DROP FUNCTION "private"."delivery_history"(text, uuid, text);

DROP FUNCTION "private"."edit_answer"(uuid);

DROP FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]);

DROP FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, bigint, private.cash_terms);

DROP FUNCTION "private"."lock_order_for_caller"(uuid);

DROP FUNCTION "private"."mark_line_printed"(private.piece_count, text);

DROP FUNCTION "private"."no_cash_there"();

DROP FUNCTION "private"."placed_before"(uuid, bigint);

DROP FUNCTION "private"."print_line_again"(private.piece_count, text);

DROP FUNCTION "private"."require_proposed"(uuid);

DROP FUNCTION "public"."cancel_order"(uuid, text, uuid);

DROP FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid);

DROP FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid);

DROP FUNCTION "public"."decide_edit"(uuid, boolean, uuid);

DROP FUNCTION "public"."delivery_record"(text, uuid, text);

DROP FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid);

DROP FUNCTION "public"."mark_printed"(jsonb, text, uuid);

DROP FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid);

DROP FUNCTION "public"."place_order"(jsonb);

DROP FUNCTION "public"."place_order_for"(jsonb);

DROP FUNCTION "public"."place_test_order"(text, uuid);

DROP FUNCTION "public"."print_again"(jsonb, text, uuid);

DROP FUNCTION "public"."quote_edit"(uuid, jsonb);

DROP FUNCTION "public"."quote_order"(jsonb);

DROP FUNCTION "public"."redeem_points"(text, integer, uuid);

DROP FUNCTION "public"."withdraw_edit"(uuid, uuid);

ALTER TABLE "public"."orders" DROP COLUMN "cash_overruled";

ALTER TABLE "public"."orders" DROP COLUMN "document_hash";

ALTER TABLE "public"."orders" DROP COLUMN "idempotency_key";

ALTER TABLE "public"."orders" DROP COLUMN "manual_discount_reason";

ALTER TABLE "public"."orders" DROP COLUMN "placed_by";

ALTER TABLE "public"."orders" DROP COLUMN "search_text";

CREATE TYPE "private"."order_move" AS ("order_id" uuid, "refusal" jsonb, "is_of_stage" boolean);

ALTER TYPE "private"."order_move" OWNER TO "postgres";

CREATE TYPE "public"."cash_demand" AS ("requirement" public.cash_requirement, "reasons" jsonb, "hours" integer, "deposit" numeric);

ALTER TYPE "public"."cash_demand" OWNER TO "postgres";

CREATE TYPE "public"."delivery_counts" AS ("delivered" bigint, "refused" bigint);

ALTER TYPE "public"."delivery_counts" OWNER TO "postgres";

CREATE TYPE "public"."delivery_history" AS ("customer" public.delivery_counts, "phone" public.delivery_counts);

ALTER TYPE "public"."delivery_history" OWNER TO "postgres";

CREATE TYPE "public"."delivery_way" AS ("method" public.shipping_method, "fee" numeric, "free_from" numeric, "days_from" integer, "days_to" integer, "cash_allowed" boolean);

ALTER TYPE "public"."delivery_way" OWNER TO "postgres";

CREATE TYPE "public"."quoted_line" AS ("line" integer, "product_id" uuid, "variant_id" uuid, "sku" text, "customization_id" uuid, "quantity" integer, "name" text, "image" text, "color" text, "size" text, "type" text, "options" jsonb, "stock" integer, "unit_price" numeric, "total" numeric, "price_was" numeric, "problem" text, "message" text);

CREATE TYPE "public"."order_quote" AS ("lines" public.quoted_line[], "subtotal" numeric, "discount_code" text, "discount_kind" public.discount_kind, "discount_total" numeric, "shipping_total" numeric, "shipping" public.delivery_way[], "points_balance" integer, "points_used" integer, "points_value" numeric, "points_earned" integer, "total" numeric, "store_credit_balance" numeric, "store_credit" numeric, "cash" public.cash_demand, "problems" jsonb);

ALTER TYPE "public"."order_quote" OWNER TO "postgres";

ALTER TYPE "public"."quoted_line" OWNER TO "postgres";

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
  perform private.write_new_way(p_order, p_edit.changes, p_priced.delivery);
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
  perform private.owe_back(p_order.id, jsonb_build_object('edit_id', p_edit.id));
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit.id;
  return v_edit;
end
$function$;

ALTER FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_after, v_before);
  v_tenant_id constant text := v_row ->> 'tenant_id';
  v_id constant text := coalesce(v_row ->> 'id', v_tenant_id);
  v_action text := lower(tg_op);
begin
  if tg_table_name <> 'user_roles' and (auth.uid() is null or not private.is_staff(v_tenant_id))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or tg_op = 'DELETE' and v_before ->> 'deleted_at' is not null
    or not exists (select 1 from public.tenants tenant where tenant.id = v_tenant_id) then
    return null;
  end if;
  if tg_table_name = 'products' then
    v_before := private.filled_columns(v_before);
    v_after := private.filled_columns(v_after);
  end if;
  if tg_op = 'UPDATE' and (v_before ->> 'deleted_at' is null) <> (v_after ->> 'deleted_at' is null) then
    -- A product that goes to the trash, or comes back from it.
    v_action := case when v_after ->> 'deleted_at' is null then 'restore' else 'delete' end;
    v_before := case v_action when 'delete' then v_before end;
    v_after := null;
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, v_after -> field.key) into v_before, v_after
    from jsonb_each(v_before) field
    where field.value is distinct from v_after -> field.key and field.key not in ('updated_at', 'version')
      -- What is derived of an order, or is in its ledger.
      and (tg_table_name <> 'orders' or field.key not in (
        'stage', 'queues', 'online_method', 'charged', 'cost', 'received', 'given_back', 'at_courier', 'shipping_credited', 'goodwill'));
    if v_before is null
      or tg_table_name in ('orders', 'shipments') and private.add_to_audit(tg_table_name, v_id, v_before, v_after) then
      return null;
    end if;
  elsif tg_op = 'INSERT' and exists (
    select 1 from public.audit_log
    where tenant_id = v_tenant_id and entity = tg_table_name and entity_id = v_id and action = 'delete'
  ) then
    v_action := 'restore';
  end if;
  perform private.write_audit(v_tenant_id, v_action, tg_table_name, v_id, private.audit_label(tg_table_name, v_row),
    v_before, v_after);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_staff_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb;
  v_after jsonb;
begin
  if auth.uid() is null or not private.is_staff(new.tenant_id) then
    return null;
  end if;
  select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, to_jsonb(new) -> field.key) into v_before, v_after
  from jsonb_each(to_jsonb(old) - 'search_text') field where field.value is distinct from to_jsonb(new) -> field.key;
  if v_before is not null and not private.add_to_audit('orders', new.order_id::text, v_before, v_after) then
    perform private.write_audit(new.tenant_id, 'update', 'orders', new.order_id::text,
      (select orders.number from public.orders where orders.id = new.order_id), v_before, v_after);
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."audit_staff_facts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.can_read_order(p_order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.orders
    where id = p_order_id and (user_id = auth.uid() or tenant_id = any (private.tenants_where_may('orders.see')))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.cancel_whole_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.cancel_lines(p_order, private.open_pieces_of(p_order.id));
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
    if private.takes_deposits(p_tenant_id) then
      v_deposit := private.deposit_of(v_rules, p_amount);
    else
      v_requirement := 'confirm';
    end if;
  end if;
  return row(coalesce(v_requirement, 'none'), coalesce(v_reasons, '[]'), coalesce((v_rules ->> 'hours')::integer, 24),
    coalesce(v_deposit, 0))::public.cash_demand;
end
$function$;

ALTER FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.cash_terms_of(p_demand private.order_demand)
 RETURNS private.cash_terms
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_overruled constant text := left(btrim(coalesce(case when p_demand.by_staff then p_demand.cash_overruled end, '')), 500);
  v_order public.orders;
  v_rule public.cash_demand;
  v_terms private.cash_terms := row('none', '[]', '', null, 0);
begin
  if p_demand.payment_method <> 'cash_on_delivery' or p_demand.amount <= 0
    or p_demand.order_id is not null and not (p_demand.costs_more or p_demand.moves) then
    return case when p_demand.order_id is null then v_terms end;
  end if;
  v_rule := case when p_demand.cash_there is false then private.no_cash_there() else private.cash_rule(
    p_demand.tenant_id, p_demand.user_id, p_demand.address ->> 'phone', p_demand.address ->> 'governorate',
    private.pounds(p_demand.amount)) end;
  v_terms.requirement := v_rule.requirement;
  v_terms.reasons := v_rule.reasons;
  if p_demand.order_id is not null then
    select orders.* into v_order from public.orders where orders.id = p_demand.order_id;
    if v_terms.requirement <= v_order.cash_requirement or v_order.cash_reasons @> v_terms.reasons then
      return null;
    end if;
  end if;
  if v_terms.requirement = 'pay_before' and v_overruled = '' then
    perform private.refuse('cash_not_open',
      (v_rule.reasons -> 0) - 'rule' || jsonb_build_object('reason', v_rule.reasons #>> '{0,rule}'));
  end if;
  v_terms.overruled := v_overruled;
  if v_overruled <> '' or p_demand.by_staff and v_terms.requirement <> 'deposit' then
    v_terms.requirement := 'none';
  end if;
  if v_terms.requirement in ('confirm', 'deposit') then
    v_terms.confirm_until := now() + interval '1 hour' * v_rule.hours;
  end if;
  if v_terms.requirement = 'deposit' then
    v_terms.deposit := v_rule.deposit;
  end if;
  return v_terms;
end
$function$;

CREATE OR REPLACE FUNCTION private.changes_every_store()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_service() or (
    select count(*) > 1 and bool_and(tenant.id = any ((select private.tenants_where_may('orders.change'))::text[]))
    from public.tenants tenant
  )
$function$;

CREATE OR REPLACE FUNCTION private.delivery_history(p_tenant_id text, p_user_id uuid, p_phone text)
 RETURNS public.delivery_history
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_digits constant text := coalesce(private.national_digits(p_phone), '');
  v_history public.delivery_history;
begin
  if p_user_id is not null then
    v_history.customer := private.deliveries_of(p_tenant_id, p_user_id, null);
  end if;
  if v_digits <> '' then
    v_history.phone := private.deliveries_of(p_tenant_id, null, v_digits);
  end if;
  return v_history;
end
$function$;

ALTER FUNCTION "private"."delivery_history"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delivery_ways(p_rates private.shipping_rate[])
 RETURNS public.delivery_way[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(row(
    rate.method, private.pounds(rate.price), private.pounds(rate.free_from), rate.days_from, rate.days_to, rate.cash_allowed
  )::public.delivery_way), '{}')
  from unnest(p_rates) rate
$function$;

ALTER FUNCTION "private"."delivery_ways"(private.shipping_rate[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', parcel.label_path) from public.shipments parcel
  where parcel.order_id = any (p_order_ids) and parcel.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
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
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', address -> 'governorate')
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.has_pieces_to_change(p_order_id uuid, p_actor text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(public.open_pieces(line) + line.packed) > 0, false)
    and (p_actor <> 'shopper' or coalesce(sum(line.packed + line.sent) = 0, true))
  from public.order_lines line where line.order_id = p_order_id
$function$;

ALTER FUNCTION "private"."has_pieces_to_change"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.holds_capability(p_tenant_id text, p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.user_roles held
    join private.role_capabilities granted on granted.role = held.role and granted.capability = p_capability
    where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$function$;

ALTER FUNCTION "private"."holds_capability"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.idempotent_result(p_type anyelement, p_request_id uuid, p_request jsonb)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  if not private.is_repeated(p_request_id, p_request) then
    return null;
  end if;
  select first.answer into v_answer from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  -- Not one expression: it would have to be of both types.
  if pg_typeof(p_type) = 'jsonb'::regtype then
    return v_answer;
  end if;
  return jsonb_populate_record(p_type, v_answer);
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
  v_status public.order_status;
  v_order public.orders;
begin
  v_status := case
    when v_open = 0 or v_method = 'cash_on_delivery' and p_cash.requirement <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id, discount_code,
    customer_name, customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, channel, manual_discount,
    tax_rate, cash_requirement, cash_reasons, confirm_until, deposit, days_from, days_to, is_test
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_status,
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
      when v_status = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_status = 'awaiting_payment' and v_method = 'cash_on_delivery' then p_cash.confirm_until
    end,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), private.vat_rate(p_priced.payment),
    p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test
  ) returning * into v_order;
  perform private.store_order_key(v_order, p_order ->> 'idempotency_key', p_order);
  perform private.write_staff_facts(
    v_order.id, p_placed_by, left(p_order #>> '{manual_discount,reason}', 500), p_cash.overruled);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_lines(p_order public.orders, p_lines private.priced_line[], p_edit_id uuid DEFAULT NULL::uuid, p_shares private.line_share[] DEFAULT NULL::private.line_share[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.priced_line;
  v_index integer;
  v_shares private.line_share[] := p_shares;
  v_first integer := 0;
begin
  if p_edit_id is null then
    v_shares := private.line_shares(p_lines, private.piastres(p_order.discount_total + p_order.manual_discount),
      private.piastres(p_order.points_value));
  else
    select max(earlier.position) + 1 into v_first from public.order_lines earlier where earlier.order_id = p_order.id;
  end if;
  for v_index in 1 .. cardinality(p_lines) loop
    if (p_lines[v_index]).design is not null and (p_lines[v_index]).customization_id is null and p_order.user_id is not null then
      v_line := p_lines[v_index];
      insert into public.customizations (tenant_id, user_id, product_id, design, preview)
      values (p_order.tenant_id, p_order.user_id, v_line.product_id, v_line.design, v_line.preview)
      returning id into v_line.customization_id;
      p_lines[v_index] := v_line;
    end if;
  end loop;

  insert into public.order_lines (
    tenant_id, order_id, position, product_id, variant_id, customization_id, sku, name, image, unit_price, quantity,
    discount_share, points_share, tax_rate, tax_share, edit_id, color, size, type, options, translations,
    garment, customization
  )
  select
    p_order.tenant_id, p_order.id, v_first + priced.line, priced.product_id, priced.variant_id, priced.customization_id,
    priced.sku, priced.name, priced.image, private.pounds(priced.unit), priced.quantity,
    private.pounds(coalesce(share.discount, 0)), private.pounds(coalesce(share.points, 0)), p_order.tax_rate,
    private.contained_tax(private.pounds(
      priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)), p_order.tax_rate),
    p_edit_id, priced.color, priced.size, priced.type, priced.options,
    coalesce(priced.translations, private.sold_translations(priced.product_id, priced.options)), priced.garment,
    case when priced.design is not null then
      jsonb_build_object('garment', priced.design ->> 'garment', 'design', priced.design, 'preview', priced.preview)
    end
  from unnest(p_lines) priced left join unnest(v_shares) share on share.line = priced.line;
end
$function$;

ALTER FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_replacement(p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method, p_fee numeric, p_rate private.shipping_rate, p_stage public.order_status, p_key text, p_document jsonb, p_cash private.cash_terms)
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
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, tax_rate,
    days_from, days_to, cash_requirement, cash_reasons, confirm_until, deposit, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, p_stage, p_stage,
    case when private.waits_for_staff(p_stage, p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when v_goods + p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, v_goods, p_fee,
    v_goods + p_fee, v_goods + p_fee, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case
      when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes'
      when p_stage = 'awaiting_payment' and p_method = 'cash_on_delivery' then p_cash.confirm_until
    end, (select private.vat_rate(settings.payment) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_cash.requirement, p_cash.reasons, p_cash.confirm_until, p_cash.deposit, p_old.is_test
  ) returning * into v_new;
  perform private.store_order_key(v_new, p_key, p_document);
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$function$;

ALTER FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, jsonb, private.cash_terms) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_edit_move_of(p_actor text, p_order public.orders, p_move public.order_edit_transitions)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_actor
    when 'shopper' then p_move.by_shopper
    when 'staff' then p_move.by_staff or p_move.by_staff_for_shopper and (p_order.user_id is null or p_order.channel <> 'web')
    else p_actor = 'system'
  end
$function$;

ALTER FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_move_of(p_actor text, p_move public.order_status_transitions)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_move.to_status is not null
    and (p_actor = 'system' or p_actor = 'staff' and p_move.by_staff or p_actor = 'shopper' and p_move.by_shopper)
$function$;

CREATE OR REPLACE FUNCTION private.is_move_of_stage(p_from public.order_status, p_to public.order_status)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_to in ('pending', 'confirmed', 'cancelled') or p_to = 'in_production' and p_from = 'confirmed'
$function$;

ALTER FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_told_to_stranger(p_order public.orders, p_kind public.order_message_kind)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_kind in ('placed', 'confirm', 'cancelled') and p_order.channel = 'web'
    and not private.is_known_contact(
      p_order.tenant_id, p_order.user_id, private.national_digits(p_order.address ->> 'phone'), null)
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_for_caller(p_order_id uuid, p_capability text DEFAULT NULL::text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  perform private.lock_orders(array[p_order_id]);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  if p_capability is null then
    perform private.require_aal();
  else
    perform private.require_order_right(v_order, p_capability);
  end if;
  return v_order;
end
$function$;

ALTER FUNCTION "private"."lock_order_for_caller"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_order_of_edit(p_edit_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.order_edits where id = p_edit_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_edit');
  end if;
  perform private.require_order_right(v_order, 'orders.change');
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_orders_to_print(p_line_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := private.lock_orders_for_staff(array(
    select line.order_id from public.order_lines line where line.id = any (p_line_ids)
  ));
begin
  perform private.require_right_of_orders(v_orders, 'orders.print');
  return v_orders;
end
$function$;

ALTER FUNCTION "private"."lock_orders_to_print"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mark_line_printed(p_piece private.piece_count, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_wasted integer;
begin
  update public.order_lines line set printed = line.printed + p_piece.quantity
  where line.id = p_piece.order_line_id returning line.* into v_line;
  if not v_line.has_design then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  v_wasted := least(greatest(v_line.printed - (v_line.quantity - v_line.cancelled), 0), p_piece.quantity);
  if v_wasted > 0 and p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, p_piece.quantity, v_wasted, p_reason, auth.uid());
end
$function$;

ALTER FUNCTION "private"."mark_line_printed"(private.piece_count, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_by_pieces(p_order public.orders, p_status public.order_status, p_note text, p_restock boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case p_status
    when 'in_production' then perform private.take_parcels_back(p_order);
    when 'shipped' then perform private.ship_order(p_order);
    when 'return_requested' then perform private.report_order(p_order, p_note);
    when 'returned' then perform private.take_order_back(p_order, p_restock);
    when 'delivered' then
      if p_order.status = 'return_requested' then
        perform private.decline_returns(p_order, p_note);
      else
        perform private.deliver_order(p_order);
      end if;
  end case;
  perform private.owe_back(p_order.id, p_reason => p_note);
end
$function$;

ALTER FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_refusal(p_order public.orders, p_status public.order_status)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := private.order_actor(p_order);
  v_move public.order_status_transitions;
begin
  select move.* into v_move from public.order_status_transitions move
  where move.from_status = p_order.status and move.to_status = p_status;
  if not coalesce(private.is_move_of(v_actor, v_move)
    or v_actor = 'staff' and v_move.takes_back and private.takes_back(p_order, p_status), false) then
    return private.refusal('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', p_status));
  end if;
  if v_actor = 'staff' then
    perform private.require_capability(p_order.tenant_id, v_move.capability);
  end if;
  if v_move.needs_payment and private.misses_payment(p_order) then
    return private.payment_refusal(p_order);
  end if;
  if p_status = 'cancelled' and exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.packed > 0
  ) then
    return private.refusal('pieces_packed');
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."move_refusal"(public.orders, public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.new_order_link(p_order public.orders)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_token constant text := private.link_token();
begin
  if p_order.user_id is not null or p_order.channel = 'web' then
    return null;
  end if;
  insert into private.order_links (token_hash, tenant_id, order_id)
  values (sha256(convert_to(v_token, 'UTF8')), p_order.tenant_id, p_order.id);
  return v_token;
end
$function$;

CREATE OR REPLACE FUNCTION private.no_cash_there()
 RETURNS public.cash_demand
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row('pay_before', '[{"rule": "zone"}]', 24, 0)::public.cash_demand
$function$;

ALTER FUNCTION "private"."no_cash_there"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_actor(p_order public.orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when auth.uid() is null or private.is_service() then 'system'
    when private.holds_capability(p_order.tenant_id, 'orders.see') then 'staff'
    when p_order.user_id = auth.uid() then 'shopper'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_for_caller(p_order_id uuid, p_capability text)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  perform private.require_order_right(v_order, p_capability);
  return v_order;
end
$function$;

ALTER FUNCTION "private"."order_for_caller"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_json(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(p_order) || jsonb_build_object('lines', (
    select jsonb_agg(to_jsonb(order_lines) - '{tenant_id,order_id}'::text[] order by position)
    from public.order_lines where order_id = p_order.id
  ))
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
  insert into public.order_events (tenant_id, order_id, actor_id, actor, to_status)
  values (new.tenant_id, new.id, auth.uid(), case
    when auth.uid() is null then 'system' when new.channel <> 'web' then 'staff' else 'shopper' end, new.status);
  if new.channel = 'web' and not new.is_test then
    perform private.note_order_client(new);
  end if;
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_message(new, 'placed');
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_staff_facts set search_text = private.order_search_text(new) where order_id = new.id;
  return null;
end
$function$;

ALTER FUNCTION "private"."order_renamed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_search_text(p_order public.orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.customer_email,
    p_order.address ->> 'full_name', p_order.address ->> 'phone'))
$function$;

ALTER FUNCTION "private"."order_search_text"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.payment_refusal(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_order.received > 0 and p_order.charged = 0 then private.refusal('payment_given_back')
    else private.refusal('payment_missing', jsonb_strip_nulls(jsonb_build_object(
      'reason', case p_order.payment_method when 'online' then 'online' end)))
  end
$function$;

ALTER FUNCTION "private"."payment_refusal"(public.orders) OWNER TO "postgres";

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
    ), 'parcels', (
      select jsonb_agg(to_jsonb(parcel) - '{tenant_id,order_id,created_by}'::text[] order by parcel.number)
      from public.shipments parcel where parcel.order_id = orders.id
    ), 'returns', (
      select jsonb_agg(private.return_json(back.id) - 'order_id' order by back.number)
      from public.returns back where back.order_id = orders.id
    ), 'changes', (
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id,proposed_by,decided_by}'::text[] order by edit.number)
      from public.order_edits edit where edit.order_id = orders.id
    ), 'refunds', (
      select jsonb_agg(to_jsonb(refund) - '{tenant_id,order_id,created_by}'::text[] order by refund.number)
      from public.refunds refund where refund.order_id = orders.id
    ), 'transfers', (
      select jsonb_agg(to_jsonb(transfer) - '{tenant_id,order_id,checked_by}'::text[] order by transfer.created_at)
      from public.transfers transfer where transfer.order_id = orders.id
    ), 'messages', (
      select jsonb_agg(jsonb_build_object('at', message.created_at, 'about', message.kind, 'channel', message.channel,
        'to', message.recipient, 'state', message.state, 'sent_at', message.sent_at, 'papers', message.papers)
        order by message.created_at)
      from public.order_messages message where message.order_id = orders.id
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

CREATE OR REPLACE FUNCTION private.placed_before(p_tenant_id text, p_key text, p_document jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_known private.order_keys;
  v_order public.orders;
begin
  select known.* into v_known from private.order_keys known
  where known.idempotency_key = p_key and known.caller_id = auth.uid() and known.tenant_id = p_tenant_id;
  if not found then
    return null;
  end if;
  select orders.* into v_order from public.orders where orders.id = v_known.order_id;
  if v_known.document_hash is distinct from jsonb_hash_extended(p_document, 0) then
    perform private.refuse('already_placed', jsonb_build_object('order_id', v_order.id, 'number', v_order.number));
  end if;
  return v_order;
end
$function$;

ALTER FUNCTION "private"."placed_before"(text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.print_line_again(p_piece private.piece_count, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_printed integer;
  v_wasted integer;
begin
  select line.* into v_line from public.order_lines line where line.id = p_piece.order_line_id;
  if not v_line.has_design or v_line.packed + v_line.sent >= v_line.quantity - v_line.cancelled - v_line.refused then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  if p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  -- Prints that are in parcels went well, and what was printed beyond the need may have gone wrong as well.
  v_printed := least(v_line.printed, greatest(
    least(v_line.printed, v_line.quantity - v_line.cancelled - v_line.refused) - p_piece.quantity,
    v_line.packed + v_line.sent));
  v_wasted := greatest(p_piece.quantity, v_line.printed - v_printed);
  update public.order_lines line set printed = v_printed where line.id = v_line.id;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, v_printed - v_line.printed, v_wasted, p_reason, auth.uid());
end
$function$;

ALTER FUNCTION "private"."print_line_again"(private.piece_count, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.quoted_lines(p_lines private.priced_line[])
 RETURNS public.quoted_line[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(row(
    priced.line, priced.product_id, priced.variant_id, priced.sku, priced.customization_id, priced.quantity, priced.name,
    priced.image, priced.color, priced.size, priced.type, priced.options, priced.stock, private.pounds(priced.unit),
    private.pounds(priced.unit * priced.quantity),
    case when priced.price_was <> priced.unit then private.pounds(priced.price_was) end,
    priced.problem, private.line_problem(priced) ->> 'message'
  )::public.quoted_line order by priced.line)
  from unnest(p_lines) priced
$function$;

ALTER FUNCTION "private"."quoted_lines"(private.priced_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refused_move(p_order_id uuid, p_status public.order_status)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.status <> p_status then
    perform private.move_by_pieces(v_order, p_status, '', false);
  end if;
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

ALTER FUNCTION "private"."refused_move"(uuid, public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_capability(p_tenant_id text, p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.may(p_tenant_id, p_capability) then
    return;
  end if;
  if not private.has_required_aal() and private.holds_capability(p_tenant_id, p_capability) then
    perform private.refuse('insufficient_aal');
  end if;
  perform private.refuse('staff_only');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_edit_move(p_order public.orders, p_edit_id uuid, p_state public.order_edit_state)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits;
  v_move public.order_edit_transitions;
begin
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit_id;
  select move.* into v_move from public.order_edit_transitions move
  where move.from_state = v_edit.state and move.to_state = p_state;
  if v_move.to_state is null then
    perform private.refuse('edit_decided', jsonb_build_object('state', v_edit.state));
  elsif not private.is_edit_move_of(private.order_actor(p_order), p_order, v_move) then
    perform private.refuse('customer_decides');
  end if;
  return v_edit;
end
$function$;

ALTER FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_editable(p_order public.orders, p_changes jsonb, p_add jsonb, p_pieces private.piece_count[], p_promised boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_goods constant boolean := p_add <> '[]' or cardinality(p_pieces) > 0;
  v_way constant boolean := p_changes ?| '{address,address_id,shipping_method,slot_id,slot_date}';
begin
  if not private.has_pieces_to_change(p_order.id, 'staff') then
    perform private.refuse('edit_too_late');
  end if;
  if v_goods and p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' then
    perform private.refuse('edit_before_payment');
  end if;
  perform private.require_open_pieces(p_pieces, 'too_few_to_remove');
  if p_add = '[]' and (select sum(line.kept) from public.order_lines line where line.order_id = p_order.id)
    = coalesce((select sum(piece.quantity) from unnest(p_pieces) piece), 0) then
    perform private.refuse('edit_leaves_nothing');
  end if;
  if p_promised or private.order_actor(p_order) <> 'shopper' then
    return;
  end if;
  if v_way and not private.has_pieces_to_change(p_order.id, 'shopper') then
    perform private.refuse('edit_too_late', '{"reason": "packed"}');
  end if;
  perform private.require_swaps(p_order, p_add, p_pieces);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_move(p_order public.orders, p_status public.order_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refusal constant jsonb := private.move_refusal(p_order, p_status);
begin
  if v_refusal is not null then
    perform private.refuse(v_refusal ->> 'code', nullif(v_refusal - '{code,message}'::text[], '{}'));
  end if;
  if p_status = 'cancelled' and private.order_actor(p_order) = 'shopper' then
    perform private.refuse_cancelling(p_order);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_order_right(p_order public.orders, p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := case when p_order.id is not null then private.order_actor(p_order) end;
begin
  case v_actor
    when 'staff' then perform private.require_capability(p_order.tenant_id, p_capability);
    when 'shopper' then perform private.require_aal();
    when 'system' then null;
    else perform private.refuse('unknown_order');
  end case;
end
$function$;

ALTER FUNCTION "private"."require_order_right"(public.orders, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_payment(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.misses_payment(p_order) then
    perform private.refuse_problem(private.payment_refusal(p_order));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_right_of_orders(p_order_ids uuid[], p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(store.tenant_id, p_capability) from (
    select distinct orders.tenant_id from public.orders where orders.id = any (p_order_ids)
  ) store;
end
$function$;

ALTER FUNCTION "private"."require_right_of_orders"(uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.serialize_order_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text;
begin
  if private.changes_every_store() then
    return null;
  end if;
  for v_tenant_id in
    select id from public.tenants where id = any (private.tenants_where_may('orders.change')) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended('orders:' || v_tenant_id, 0));
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.store_order_key(p_order public.orders, p_key text, p_document jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.order_keys (order_id, tenant_id, caller_id, idempotency_key, document_hash)
  values (p_order.id, p_order.tenant_id, auth.uid(), p_key, jsonb_hash_extended(p_document, 0))
$function$;

ALTER FUNCTION "private"."store_order_key"(public.orders, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.takes_back(p_order public.orders, p_status public.order_status)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_last public.order_events;
begin
  select * into v_last from public.order_events
  where order_id = p_order.id and to_status is not null order by created_at desc limit 1;
  return v_last.actor_id is not distinct from auth.uid() and v_last.from_status is not distinct from p_status
    and v_last.created_at >= clock_timestamp() - private.mail_hold()
    and private.take_mail_back(p_order.id, p_order.status::text);
end
$function$;

CREATE OR REPLACE FUNCTION private.write_cash_terms(p_order_id uuid, p_terms private.cash_terms)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  if p_terms.requirement is null then
    return;
  end if;
  update public.orders set cash_reasons = cash_reasons || p_terms.reasons, updated_at = now(),
    cash_requirement = greatest(cash_requirement, p_terms.requirement),
    confirm_until = coalesce(p_terms.confirm_until, confirm_until)
  where orders.id = p_order_id returning * into v_order;
  perform private.write_staff_facts(p_order_id, p_cash_overruled => p_terms.overruled);
  if p_terms.requirement = 'confirm' then
    perform private.ask_to_confirm(v_order);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_staff_facts(p_order_id uuid, p_placed_by uuid DEFAULT NULL::uuid, p_manual_discount_reason text DEFAULT NULL::text, p_cash_overruled text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_staff_facts facts set
    placed_by = coalesce(p_placed_by, facts.placed_by),
    manual_discount_reason = coalesce(nullif(p_manual_discount_reason, ''), facts.manual_discount_reason),
    cash_overruled = coalesce(nullif(p_cash_overruled, ''), facts.cash_overruled)
  where facts.order_id = p_order_id
    and (p_placed_by is not null or coalesce(p_manual_discount_reason, '') <> '' or coalesce(p_cash_overruled, '') <> '')
$function$;

ALTER FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) OWNER TO "postgres";

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
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), btrim(p_note), p_internal)
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
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, btrim(p_reason), auth.uid());
  select points into v_points from public.profiles where id = p_user_id and tenant_id = p_tenant_id;
  return private.store_idempotent_result(p_request_id, v_points);
end
$function$;

CREATE OR REPLACE FUNCTION public.adjust_stock(p_product_id uuid, p_delta integer, p_note text DEFAULT ''::text, p_variant_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_stock', p_product_id, p_delta, p_note, p_variant_id));
  v_product public.products;
  v_variants public.product_variants[];
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  select * into v_product from public.products where id = p_product_id for no key update;
  perform private.require_capability(v_product.tenant_id, 'stock.count');
  if p_delta is null or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_quantity');
  end if;
  v_variants := array(
    select variant from public.product_variants variant
    where variant.product_id = p_product_id
      and case when p_variant_id is null then variant.is_active else variant.id = p_variant_id end
  );
  if cardinality(v_variants) = 0 and p_variant_id is not null then
    perform private.refuse('unknown_variant');
  elsif cardinality(v_variants) <> 1 then
    perform private.refuse('stock_of_variants', private.product_names(v_product) || jsonb_build_object(
      'reason', 'product', 'count', cardinality(v_variants)));
  end if;
  perform private.check_stock_change(v_product, v_variants[1], p_delta);
  perform private.adjust_stocks(array[v_variants[1].id], array[p_delta], left(coalesce(p_note, ''), 500));
  return private.store_idempotent_result(p_request_id, v_variants[1].stock + p_delta);
end
$function$;

CREATE OR REPLACE FUNCTION public.cancel_order(p_order_id uuid, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.change_order_status(p_order_id, 'cancelled', p_reason, p_request_id => p_request_id);
end
$function$;

ALTER FUNCTION "public"."cancel_order"(uuid, text, uuid) OWNER TO "postgres";

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
  v_order := private.owe_back(p_order_id, p_reason => v_reason);
  if v_order.status = 'cancelled' then
    perform private.explain_move(array[p_order_id], v_reason);
  else
    insert into public.order_events (tenant_id, order_id, actor_id, actor, note, pieces)
    values (v_order.tenant_id, p_order_id, auth.uid(), private.order_actor(v_order), v_reason, private.named_pieces(v_pieces));
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_order_status(p_order_id uuid, p_status public.order_status, p_note text DEFAULT ''::text, p_restock boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note constant text := left(coalesce(p_note, ''), 2000);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('change_order_status', p_order_id, p_status, p_note, p_restock));
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  if v_order.status <> p_status then
    if private.is_move_of_stage(v_order.status, p_status) then
      update public.orders set status = p_status where orders.id = p_order_id;
    else
      perform private.require_move(v_order, p_status);
      perform private.move_by_pieces(v_order, p_status, v_note, p_restock);
    end if;
    perform private.explain_move(array[p_order_id], v_note);
    select orders.* into v_order from public.orders where orders.id = p_order_id;
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_order_statuses(p_order_ids uuid[], p_status public.order_status, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_id uuid, refusal jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
  v_moves private.order_move[];
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('change_order_statuses', p_order_ids, p_status));
begin
  if v_answer is null then
    perform private.require_selection(p_order_ids);
    v_ids := private.lock_orders_for_staff(p_order_ids);
    if cardinality(v_ids) = 0 then
      perform private.refuse('unknown_order');
    end if;
    perform private.lock_for_cancelling(v_ids);
    v_moves := array(
      select row(named.id, case when orders.id is null then private.refusal('unknown_order')
        when orders.status <> p_status then private.move_refusal(orders, p_status) end,
        orders.status <> p_status and private.is_move_of_stage(orders.status, p_status))::private.order_move
      from (select distinct asked.id from unnest(p_order_ids) asked (id)) named
      left join public.orders on orders.id = named.id and orders.id = any (v_ids)
      order by named.id
    );
    update public.orders set status = p_status where orders.id in (
      select move.order_id from unnest(v_moves) move where move.refusal is null and move.is_of_stage
    );
    v_answer := coalesce((
      select jsonb_agg(jsonb_build_object('order_id', move.order_id, 'refusal', case
        when move.refusal is not null or move.is_of_stage then move.refusal
        else private.refused_move(move.order_id, p_status) end) order by move.order_id)
      from unnest(v_moves) move
    ), '[]');
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select answer.order_id, nullif(answer.refusal, 'null')
    from jsonb_to_recordset(v_answer) answer (order_id uuid, refusal jsonb);
end
$function$;

ALTER FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) OWNER TO "postgres";

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
  update public.order_edits set state = v_state, decided_by = auth.uid(), decided_at = now(),
    applied_at = case when p_accept then now() end
  where id = p_edit_id returning * into v_edit;
  if p_accept then
    v_edit := private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

ALTER FUNCTION "public"."decide_edit"(uuid, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.delivery_record(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_phone text DEFAULT ''::text)
 RETURNS public.delivery_history
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return private.delivery_history(p_tenant_id, p_user_id, p_phone);
end
$function$;

ALTER FUNCTION "public"."delivery_record"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.discount_use_counts(p_tenant_id text, p_ids uuid[])
 RETURNS TABLE(discount_id uuid, uses bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'offers.see');
  return query
  select discount_uses.discount_id, count(*) from public.discount_uses
  where discount_uses.tenant_id = p_tenant_id and discount_uses.discount_id = any (p_ids)
  group by discount_uses.discount_id;
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
  v_waits := v_priced.difference > 0 and private.order_actor(v_order) = 'staff' and v_order.user_id is not null;
  insert into public.order_edits (
    tenant_id, order_id, number, state, changes, added, difference, fee_difference, reason, proposed_by, decided_by, decided_at,
    applied_at
  )
  select v_order.tenant_id, p_order_id, coalesce(max(earlier.number), 0) + 1,
    case when v_waits then 'proposed'::public.order_edit_state else 'applied' end, p_changes, private.added_lines(v_priced), v_priced.difference,
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

ALTER FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.is_changeable(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.orders cross join private.order_actor(orders) actor
    where orders.id = p_order.id and private.has_pieces_to_change(orders.id, actor)
      and (actor <> 'staff' or private.holds_capability(orders.tenant_id, 'orders.change'))
  ) and not exists (select 1 from public.order_edits edit where edit.order_id = p_order.id and edit.state = 'proposed')
$function$;

ALTER FUNCTION "public"."is_changeable"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_demo(p_tenant_id text, p_demo jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_people uuid[];
begin
  perform private.require_service();
  insert into private.demo_rows (tenant_id, kind, id, password_hash)
  select p_tenant_id, 'account', account.id, given.password_hash
  from jsonb_to_recordset(p_demo -> 'accounts') given (email text, password_hash text)
  join auth.users account on account.email = given.email
  on conflict do nothing;
  if p_demo ? 'files' then
    v_people := array(
      select marked.id from private.demo_rows marked where marked.kind = 'account' and marked.tenant_id = p_tenant_id
    );
    insert into private.demo_rows (tenant_id, kind, id)
    select p_tenant_id, 'order'::private.demo_kind, ordered.order_id from private.order_keys ordered
    where ordered.tenant_id = p_tenant_id
      and ordered.idempotency_key in (select jsonb_array_elements_text(p_demo -> 'orders'))
    union
    select p_tenant_id, 'product', found.id from private.demo_products(p_tenant_id, p_demo -> 'products', v_people) found (id)
    where found.id is not null
    union
    select p_tenant_id, listed.kind::private.demo_kind, row_id.value::uuid
    from jsonb_each(p_demo -> 'ids') listed (kind, ids), jsonb_array_elements_text(listed.ids) row_id (value)
    on conflict do nothing;
    insert into private.demo_stores (tenant_id, settings, files)
    values (p_tenant_id, p_demo -> 'settings', array(select jsonb_array_elements_text(p_demo -> 'files')))
    on conflict do nothing;
  end if;
  perform private.close_demo_accounts();
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_orders_printed(p_order_ids uuid[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('mark_orders_printed', p_order_ids));
  v_orders uuid[];
  v_line_ids uuid[] := array(select (line.id #>> '{}')::uuid from jsonb_array_elements(v_first) line (id));
begin
  if v_first is null then
    v_orders := private.lock_orders_for_staff(p_order_ids);
    perform private.require_right_of_orders(v_orders, 'orders.print');
    with waiting as (
      select line.id, line.to_print from public.order_lines line where line.order_id = any (v_orders) and line.to_print > 0
    ), printed as (
      update public.order_lines line set printed = line.printed + waiting.to_print from waiting where line.id = waiting.id
      returning line.id, line.tenant_id, waiting.to_print
    ), noted as (
      insert into public.print_runs (tenant_id, order_line_id, quantity, actor_id)
      select printed.tenant_id, printed.id, printed.to_print, auth.uid() from printed
    )
    select coalesce(array_agg(printed.id), '{}') into v_line_ids from printed;
    perform private.refresh_order(refreshed.order_id) from (
      select distinct line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ) refreshed;
    perform private.store_idempotent_result(p_request_id, to_jsonb(v_line_ids));
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

ALTER FUNCTION "public"."mark_orders_printed"(uuid[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_printed(p_lines jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line_ids constant uuid[] := private.ids_in(p_lines, 'order_line_id');
  v_orders uuid[];
begin
  if not private.is_repeated(p_request_id, jsonb_build_array('mark_printed', p_lines, p_reason)) then
    v_orders := private.lock_orders_to_print(v_line_ids);
    perform private.mark_line_printed(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_order(printed.id) from unnest(v_orders) printed (id);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

ALTER FUNCTION "public"."mark_printed"(jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.next_states(p_edit public.order_edits)
 RETURNS public.order_edit_state[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(move.to_state order by move.to_state), '{}')
  from public.order_edits edit
  join public.orders on orders.id = edit.order_id
  join public.order_edit_transitions move on move.from_state = edit.state
  where edit.id = p_edit.id and private.is_edit_move_of(private.order_actor(orders), orders, move)
    and (private.order_actor(orders) <> 'staff' or private.holds_capability(orders.tenant_id, 'orders.change'))
$function$;

ALTER FUNCTION "public"."next_states"(public.order_edits) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.next_statuses(p_order public.orders)
 RETURNS public.order_status[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(move.to_status order by target.step, move.to_status), '{}')
  from public.orders
  join public.order_status_transitions move on move.from_status = orders.status
  join public.order_statuses target on target.status = move.to_status
  where orders.id = p_order.id and target.is_set_by_people and private.is_move_of(private.order_actor(orders), move)
    and (private.order_actor(orders) <> 'staff' or private.holds_capability(orders.tenant_id, move.capability))
    and not (move.needs_payment and private.misses_payment(orders))
$function$;

CREATE OR REPLACE FUNCTION public.order_by_key(p_tenant_id text, p_idempotency_key text)
 RETURNS SETOF public.orders
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select orders.* from private.order_keys known join public.orders on orders.id = known.order_id
  where known.idempotency_key = p_idempotency_key and known.caller_id = auth.uid() and known.tenant_id = p_tenant_id
    and private.order_actor(orders) is not null
$function$;

ALTER FUNCTION "public"."order_by_key"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_people(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_customer_access(v_order.tenant_id);
  v_ids := array(
    select facts.placed_by from public.order_staff_facts facts where facts.order_id = p_order_id
    union select event.actor_id from public.order_events event where event.order_id = p_order_id
    union select event.actor_id from public.shipment_events event
      join public.shipments parcel on parcel.id = event.shipment_id where parcel.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select edit.proposed_by from public.order_edits edit where edit.order_id = p_order_id
    union select edit.decided_by from public.order_edits edit where edit.order_id = p_order_id
    union select refund.created_by from public.refunds refund where refund.order_id = p_order_id
  );
  return to_jsonb(private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone')) || jsonb_build_object('names', (
    select coalesce(jsonb_object_agg(person.id, coalesce(nullif(person.name, ''), person.email, '')), '{}')
    from public.profiles person where person.tenant_id = v_order.tenant_id and person.id = any (v_ids)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.order_queue_counts(p_tenant_id text)
 RETURNS TABLE(queue public.order_queue, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'orders.see');
  return query
  select waiting.queue, count(*) from public.orders, unnest(orders.queues) waiting (queue)
  where orders.tenant_id = p_tenant_id and orders.queues <> '{}'
  group by waiting.queue order by waiting.queue;
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
  elsif v_order.confirm_until is null or v_order.status not in ('pending', 'awaiting_payment') then
    perform private.refuse('cash_not_ruled');
  end if;
  update public.orders set cash_requirement = 'none', confirm_until = null, deposit = 0, stage = 'pending', updated_at = now()
  where orders.id = p_order_id;
  perform private.write_staff_facts(p_order_id, p_cash_overruled => v_reason);
  v_order := private.refresh_order(p_order_id);
  delete from public.order_messages where order_id = p_order_id and kind = 'confirm' and attempts = 0;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_order(p_order jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
  v_tenant_id text := p_order ->> 'tenant_id';
  v_key text := p_order ->> 'idempotency_key';
  v_priced private.priced_order;
  v_profile record;
  v_address jsonb;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- One order of a person at a time: the second of two equal ones finds the first, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  select name, email into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
  end if;
  if length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  perform private.require_open_store(v_tenant_id);
  v_address := private.order_address(v_tenant_id, v_user_id, p_order);

  if coalesce(btrim(p_order ->> 'discount_code'), '') <> '' and private.guesses_too_many_codes(v_tenant_id) then
    perform private.refuse('too_many_codes');
  end if;
  v_priced := private.price_order(p_order, v_user_id, true, v_address);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, v_user_id, v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.payment);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id,
      least(((v_priced.delivery).rate).days_from, ((v_priced.delivery).rate).days_to));
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return v_order;
end
$function$;

ALTER FUNCTION "public"."place_order"(jsonb) OWNER TO "postgres";

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
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
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
    -- The customer's own orders wait for it, as they do for each other.
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
  perform private.require_pictures(v_tenant_id, coalesce(v_customer.user_id, v_staff_id), v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, v_priced, v_customer.user_id, v_address, true), v_priced.payment);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_slot, v_cash, v_staff_id);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return v_order;
end
$function$;

ALTER FUNCTION "public"."place_order_for"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_test_order(p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('place_test_order', p_tenant_id));
  v_staff_id constant uuid := auth.uid();
  v_document jsonb;
  v_staff record;
  v_priced private.priced_order;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(p_tenant_id, 'orders.place');
  v_document := private.test_order_document(p_tenant_id);
  select account.email, coalesce((
      select profile.name from public.profiles profile
      where profile.id = v_staff_id order by profile.tenant_id = p_tenant_id desc limit 1
    ), '') as name
  into v_staff from auth.users account where account.id = v_staff_id;
  v_priced := private.price_order(v_document, null, true, v_document -> 'address');
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_priced.points_earned := 0;
  v_order := private.insert_order(v_document, v_priced, null, v_staff.name, coalesce(v_staff.email, ''),
    v_document -> 'address', null, row('none', '[]', '', null, 0)::private.cash_terms, v_staff_id, true);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."place_test_order"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.print_again(p_lines jsonb, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line_ids constant uuid[] := private.ids_in(p_lines, 'order_line_id');
  v_orders uuid[];
begin
  if not private.is_repeated(p_request_id, jsonb_build_array('print_again', p_lines, p_reason)) then
    v_orders := private.lock_orders_to_print(v_line_ids);
    perform private.print_line_again(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_order(printed.id) from unnest(v_orders) printed (id);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

ALTER FUNCTION "public"."print_again"(jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.proven_customers(p_tenant_id text, p_typed text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_typed constant text := lower(btrim(coalesce(p_typed, '')));
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query select unnest(private.accounts_proven_by(p_tenant_id, v_typed,
    case when private.is_egyptian_phone(v_typed) then private.national_digits(v_typed) else '' end));
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_cancellation(p_order_id uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(charged numeric, charged_then numeric, discount_owed numeric, delivery_owed numeric, goes_back numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'orders.cancel');
  v_pieces private.piece_count[];
  v_recount private.recount := row(0, '{}', 0, false);
  v_then numeric := 0;
begin
  v_pieces := case when coalesce(p_lines, 'null') = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end;
  perform private.require_open_pieces(v_pieces, 'too_few_to_cancel');
  if exists (
    select 1 from public.order_lines line left join unnest(v_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order_id and (line.delivered > 0 or line.cancelled + line.refused + coalesce(piece.quantity, 0) < line.quantity)
  ) then
    v_recount := private.recount_of(v_order, v_pieces);
    v_then := greatest(v_order.charged - private.worth_of_lines(v_pieces), 0) + v_recount.discount + v_recount.fee;
  end if;
  return query select v_order.charged, v_then, v_recount.discount, v_recount.fee, greatest(
    v_order.charged + private.overpaid(p_order_id) - v_then, 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_edit(p_order_id uuid, p_changes jsonb)
 RETURNS TABLE(difference numeric, total numeric, problems jsonb, cash public.cash_requirement)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'orders.change');
  v_edit constant private.priced_edit := private.price_edit(v_order, p_changes);
begin
  return query select v_edit.difference, v_order.charged + v_edit.difference, v_edit.problems,
    coalesce((v_edit.cash).requirement, 'none');
end
$function$;

ALTER FUNCTION "public"."quote_edit"(uuid, jsonb) OWNER TO "postgres";

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
    case when ((v_priced.delivery).rate).cash_allowed is false then private.no_cash_there() else private.cash_rule(
      v_tenant_id, auth.uid(), null, v_address ->> 'governorate', private.pounds(v_priced.total - v_priced.credit_used)) end,
    v_priced.problems)::public.order_quote;
end
$function$;

ALTER FUNCTION "public"."quote_order"(jsonb) OWNER TO "postgres";

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
  v_settings jsonb;
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
  select settings.points into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not coalesce((v_settings ->> 'enabled')::boolean, false) then
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
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, v_user_id, 'exchanged', -p_points, v_code, v_user_id);
  insert into public.discounts (tenant_id, code, description, kind, value, total_limit, user_id)
  values (p_tenant_id, v_code, 'Voucher for points', 'fixed', p_points * (v_settings ->> 'pointValue')::numeric, 1, v_user_id)
  returning * into v_voucher;
  return private.store_idempotent_result(p_request_id, v_voucher);
end
$function$;

ALTER FUNCTION "public"."redeem_points"(text, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_test_order(p_order_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_ids uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('remove_test_order', p_order_id)) then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.place');
  if not v_order.is_test then
    perform private.refuse('not_a_test_order');
  end if;
  with recursive sent_again as (
    select v_order.id
    union select orders.id from public.orders join sent_again on orders.replaces_order_id = sent_again.id
    where orders.tenant_id = v_order.tenant_id
  )
  select array_agg(sent_again.id) into v_ids from sent_again;
  perform private.lock_orders(v_ids);
  perform private.lock_for_cancelling(v_ids);
  perform private.give_place_back(orders) from public.orders where orders.id = any (v_ids) and orders.status <> 'cancelled';
  perform private.give_test_stock_back(v_ids, v_order.number);
  perform private.remove_file('shipment-labels', parcel.label_path) from public.shipments parcel
  where parcel.order_id = any (v_ids) and parcel.label_path is not null;
  perform private.remove_file('order-photos', photo.name)
  from public.returns back, unnest(back.photos) photo (name) where back.order_id = any (v_ids);
  insert into public.store_doors (tenant_id, tested_at)
  select v_order.tenant_id, now() where v_order.delivered_at is not null
  on conflict (tenant_id) do update set tested_at = excluded.tested_at;
  delete from public.returns where order_id = any (v_ids);
  delete from public.orders where id = any (v_ids);
  perform private.write_audit(v_order.tenant_id, 'delete', 'orders', v_order.id::text, v_order.number,
    to_jsonb(v_order), null);
  perform realtime.send(jsonb_build_object('id', v_order.id, 'number', v_order.number), 'delete',
    'orders:' || v_order.tenant_id, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.request_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_wanted private.wanted_sizes;
  v_stage public.order_status := 'pending';
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
    return private.order_json(v_new);
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
  insert into public.order_events (tenant_id, order_id, actor_id, actor, remark)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.order_json(v_new);
end
$function$;

CREATE OR REPLACE FUNCTION public.slot_bookings(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(slot_id uuid, day date, booked bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'settings.see');
  return query
  select orders.slot_id, orders.slot_date, count(*)
  from public.orders
  where orders.tenant_id = p_tenant_id and orders.slot_id is not null and orders.status <> 'cancelled'
    and orders.slot_date between p_from and least(p_to, p_from + 61)
  group by orders.slot_id, orders.slot_date;
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
  update public.order_edits set state = 'withdrawn', decided_by = auth.uid(), decided_at = now()
  where id = p_edit_id returning * into v_edit;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

ALTER FUNCTION "public"."withdraw_edit"(uuid, uuid) OWNER TO "postgres";

CREATE TRIGGER audited AFTER UPDATE OF placed_by, manual_discount_reason, cash_overruled ON public.order_staff_facts FOR EACH ROW EXECUTE FUNCTION private.audit_staff_facts();

CREATE TRIGGER audited_placing AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.channel <> 'web'::public.order_channel)) EXECUTE FUNCTION private.audit();

CREATE TRIGGER orders_renamed AFTER UPDATE OF number, customer_name, customer_email, address ON public.orders FOR EACH ROW WHEN (((old.number <> new.number) OR (old.customer_name <> new.customer_name) OR (old.customer_email <> new.customer_email) OR (old.address <> new.address))) EXECUTE FUNCTION private.order_renamed();

CREATE POLICY "Staff read their store's designs" ON "public"."customizations" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read how full their store's slots are" ON "public"."delivery_bookings" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all delivery slots of their store" ON "public"."delivery_slots" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's discount uses" ON "public"."discount_uses" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all discounts of their store" ON "public"."discounts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads what can become of an edit" ON "public"."order_edit_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read their store's edits of orders" ON "public"."order_edits" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what happened to their store's orders" ON "public"."order_events" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's order lines" ON "public"."order_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they know of their store's orders" ON "public"."order_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff move their store's orders" ON "public"."orders" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's orders" ON "public"."orders" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their customers' points" ON "public"."point_entries" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what their store printed" ON "public"."print_runs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see_prints'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's stock movements" ON "public"."stock_movements" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_staff_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_staff_facts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_staff_facts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_staff_facts"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delivery_history"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delivery_history"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_history"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_history"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delivery_ways"(private.shipping_rate[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delivery_ways"(private.shipping_rate[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_ways"(private.shipping_rate[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_ways"(private.shipping_rate[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_pieces_to_change"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_pieces_to_change"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_pieces_to_change"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_pieces_to_change"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, jsonb, private.cash_terms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, jsonb, private.cash_terms) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, jsonb, private.cash_terms) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, jsonb, private.cash_terms) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_order_for_caller"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_order_for_caller"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_order_for_caller"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_order_for_caller"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_orders_to_print"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_orders_to_print"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_orders_to_print"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_orders_to_print"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mark_line_printed"(private.piece_count, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_line_printed"(private.piece_count, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_line_printed"(private.piece_count, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_line_printed"(private.piece_count, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_refusal"(public.orders, public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_refusal"(public.orders, public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_refusal"(public.orders, public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_refusal"(public.orders, public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."no_cash_there"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."no_cash_there"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."no_cash_there"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."no_cash_there"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_for_caller"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_for_caller"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_for_caller"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_for_caller"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_renamed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_renamed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_renamed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_renamed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_search_text"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_search_text"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_text"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_text"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payment_refusal"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_refusal"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_refusal"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_refusal"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."placed_before"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."placed_before"(text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."placed_before"(text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."placed_before"(text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."print_line_again"(private.piece_count, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."print_line_again"(private.piece_count, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."print_line_again"(private.piece_count, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."print_line_again"(private.piece_count, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_lines"(private.priced_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_lines"(private.priced_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_lines"(private.priced_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_lines"(private.priced_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refused_move"(uuid, public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refused_move"(uuid, public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refused_move"(uuid, public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refused_move"(uuid, public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_order_right"(public.orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_order_right"(public.orders, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_right"(public.orders, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_right"(public.orders, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_right_of_orders"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_right_of_orders"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_right_of_orders"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_right_of_orders"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_order_key"(public.orders, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_order_key"(public.orders, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_order_key"(public.orders, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_order_key"(public.orders, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_order"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_order"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."delivery_record"(text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delivery_record"(text, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delivery_record"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delivery_record"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delivery_record"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."is_changeable"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_changeable"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."is_changeable"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_changeable"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_changeable"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."next_states"(public.order_edits) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."next_states"(public.order_edits) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_states"(public.order_edits) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_states"(public.order_edits) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_states"(public.order_edits) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_by_key"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_by_key"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_by_key"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_key"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_key"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_order"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_order"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."place_order"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_order_for"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_order_for"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."place_order_for"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order_for"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order_for"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_test_order"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."place_test_order"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."print_again"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."print_again"(jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_edit"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_edit"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_edit"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_edit"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_edit"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_order"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_order"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_order"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_order"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_order"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."redeem_points"(text, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."redeem_points"(text, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."redeem_points"(text, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_points"(text, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_points"(text, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_edit"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_edit"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_edit"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_edit"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_edit"(uuid, uuid) TO "service_role";

REVOKE ALL ON TABLE "public"."order_edit_transitions" FROM "anon";

GRANT SELECT ON TABLE "public"."order_edit_transitions" TO "anon";

REVOKE ALL ON TABLE "public"."order_edit_transitions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."order_edit_transitions" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_staff_facts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."order_staff_facts" TO "authenticated";
