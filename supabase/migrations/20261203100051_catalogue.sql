set local check_function_bodies = off;

DROP POLICY "Staff read all options of their store" ON "public"."product_options";

DROP POLICY "Staff read all variants of their store" ON "public"."product_variants";

DROP POLICY "Staff read all products of their store" ON "public"."products";

DROP POLICY "Staff read the old addresses of their store" ON "public"."redirects";

DROP POLICY "Staff read their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff add their store's settings" ON "public"."settings";

DROP POLICY "Staff change their store's settings" ON "public"."settings";

DROP POLICY "Staff add what only staff may know" ON "public"."staff_settings";

DROP POLICY "Staff change what only staff may know" ON "public"."staff_settings";

DROP POLICY "Staff read what only staff may know" ON "public"."staff_settings";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_customization";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_features";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_payment_open";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_payment";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_points";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_returns";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_shipping";

DROP FUNCTION "private"."customization_price"(jsonb, jsonb);

DROP FUNCTION "private"."delivery_of"(text, jsonb, jsonb, text, bigint, bigint, boolean);

DROP FUNCTION "private"."flat_rates"(jsonb, bigint);

DROP FUNCTION "private"."price_lines"(text, jsonb, jsonb, uuid, boolean);

DROP FUNCTION "private"."require_open_payment"(jsonb, text, numeric);

DROP FUNCTION "private"."require_order_rules"(private.order_demand, jsonb);

DROP FUNCTION "private"."vat_rate"(jsonb);

DROP FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, jsonb);

DROP FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, jsonb);

DROP FUNCTION "private"."with_points"(private.priced_order, jsonb, jsonb, bigint, uuid, text);

DROP FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid);

DROP FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid);

DROP FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid);

DROP FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid);

DROP FUNCTION "public"."shown_words"(text, text);

DROP FUNCTION "public"."undo_product_change"(uuid, uuid);

CREATE TYPE "public"."import_outcome" AS ENUM ('added', 'changed', 'unchanged', 'refused');

ALTER TYPE "public"."import_outcome" OWNER TO "postgres";

CREATE TYPE "public"."imported_row" AS ("row" integer, "outcome" public.import_outcome, "id" uuid, "name" text, "before" jsonb, "after" jsonb, "new_category" text, "unpriced" boolean, "refusal" jsonb, "message" text, "column" text, "missing_category" text);

ALTER TYPE "public"."imported_row" OWNER TO "postgres";

CREATE TYPE "public"."product_change_result" AS ("change_id" uuid, "changed" integer);

ALTER TYPE "public"."product_change_result" OWNER TO "postgres";

CREATE TYPE "public"."product_import_result" AS ("change_id" uuid, "rows" public.imported_row[]);

ALTER TYPE "public"."product_import_result" OWNER TO "postgres";

CREATE TYPE "public"."product_undo_result" AS ("restored" integer, "left" integer, "more" boolean);

ALTER TYPE "public"."product_undo_result" OWNER TO "postgres";

CREATE TYPE "public"."shown_word" AS ("value" text, "shown" text);

ALTER TYPE "public"."shown_word" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.amount_of(p_value jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when private.is_amount(p_value) then p_value::numeric end $function$;

ALTER FUNCTION "private"."amount_of"(jsonb) OWNER TO "postgres";

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
      and field.key not in (select attname from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '')
      -- What is derived of an order, or is in its ledger.
      and (tg_table_name <> 'orders' or field.key not in (
        'stage', 'queues', 'online_method', 'charged', 'cost', 'received', 'given_back', 'at_courier', 'shipping_credited', 'goodwill', 'search_text'));
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

CREATE OR REPLACE FUNCTION private.customization_price(p_settings public.settings, p_design jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (p_settings.customization -> 'baseProductPrices' ->> (p_design ->> 'garment'))::numeric
    + p_settings.text_price * private.design_elements(p_design, 'text')
    + p_settings.image_price * private.design_elements(p_design, 'image')
$function$;

ALTER FUNCTION "private"."customization_price"(public.settings, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.customization_saved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  else
    new.updated_at := least(new.updated_at, now());
    new.created_at := least(new.created_at, new.updated_at);
    if not private.is_service() then
      perform pg_advisory_xact_lock(hashtextextended('designs:' || new.tenant_id || new.user_id, 0));
      if (select count(*) >= 500 from public.customizations
          where user_id = new.user_id and tenant_id = new.tenant_id) then
        perform private.refuse('too_many_designs');
      end if;
    end if;
  end if;
  new.price := (
    select private.customization_price(settings, new.design)
    from public.settings where tenant_id = new.tenant_id
  );
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.days_after_delivery(p_tenant_id text, p_name text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select case p_name when 'returnDays' then settings.return_days else settings.fault_days end
    from public.settings where settings.tenant_id = p_tenant_id
  ), 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.delivery_of(p_tenant_id text, p_settings public.settings, p_address jsonb, p_method text, p_goods bigint, p_grams bigint, p_free boolean DEFAULT false)
 RETURNS private.delivery
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_city constant text := btrim(left(p_address ->> 'city', 80));
  v_zone public.shipping_zones;
  v_delivery private.delivery;
  v_rate private.shipping_rate;
begin
  v_delivery.zone_id := private.shipping_zone_of(p_tenant_id, p_address ->> 'governorate', v_city);
  if v_delivery.zone_id is null then
    v_delivery.rates := private.flat_rates(p_settings, p_goods);
  else
    select zone.* into v_zone from public.shipping_zones zone where zone.id = v_delivery.zone_id;
    v_delivery.rates := private.zone_rates(v_zone.rates, p_goods, p_grams);
  end if;
  for v_place in 1 .. cardinality(v_delivery.rates) loop
    v_rate := v_delivery.rates[v_place];
    if p_free and v_rate.method = 'standard' then
      v_rate.price := 0;
      v_delivery.rates[v_place] := v_rate;
    end if;
    if v_rate.method = coalesce(p_method, 'standard') then
      v_delivery.rate := v_rate;
    end if;
  end loop;
  v_delivery.problem := case
    when v_delivery.rates = '{}' then private.refusal('not_delivered_there', case
      when v_city <> '' then jsonb_build_object('city', v_city)
      else jsonb_build_object('reason', 'governorate', 'governorate', p_address ->> 'governorate') end)
    when p_grams > v_zone.max_grams then private.refusal('order_too_heavy', jsonb_build_object(
      'weight', trim_scale(round(p_grams / 1000.0, 2)), 'most', trim_scale(v_zone.max_grams / 1000.0)))
    when (v_delivery.rate).method is null
      then private.refusal('shipping_method_not_there', jsonb_build_object('reason', coalesce(p_method, 'standard')))
  end;
  return v_delivery;
end
$function$;

ALTER FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.flag_of(p_value jsonb, p_default boolean DEFAULT NULL::boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_value is null then p_default when jsonb_typeof(p_value) = 'boolean' then p_value::boolean end
$function$;

ALTER FUNCTION "private"."flag_of"(jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.flat_rates(p_settings public.settings, p_goods bigint)
 RETURNS private.shipping_rate[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array[
    row('standard', private.piastres(p_settings.default_shipping_fee), threshold.amount,
      case when p_goods >= threshold.amount then 0 else private.piastres(p_settings.default_shipping_fee) end,
      p_settings.standard_days_from, p_settings.standard_days_to, true
    )::private.shipping_rate,
    row('express', fee.amount, null, fee.amount,
      p_settings.express_days_from, p_settings.express_days_to, true
    )::private.shipping_rate
  ]
  from (select private.piastres(p_settings.free_shipping_threshold) as amount) threshold,
    (select private.piastres(p_settings.express_shipping_fee) as amount) fee
$function$;

ALTER FUNCTION "private"."flat_rates"(public.settings, bigint) OWNER TO "postgres";

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
    customer_name, customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, idempotency_key,
    document_hash, placed_by, channel, manual_discount, manual_discount_reason, tax_rate, cash_requirement, cash_reasons,
    cash_overruled, confirm_until, deposit, days_from, days_to, is_test
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
    p_order ->> 'idempotency_key', jsonb_hash_extended(p_order, 0), p_placed_by,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), coalesce(left(p_order #>> '{manual_discount,reason}', 500), ''),
    private.vat_rate(p_priced.settings),
    p_cash.requirement, p_cash.reasons, p_cash.overruled, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test
  ) returning * into v_order;
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_replacement(p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method, p_fee numeric, p_rate private.shipping_rate, p_stage public.order_status, p_key text, p_document bigint, p_cash private.cash_terms)
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
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key, document_hash, tax_rate,
    days_from, days_to, cash_requirement, cash_reasons, confirm_until, deposit, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, p_stage, p_stage,
    case when private.waits_for_staff(p_stage, p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when v_goods + p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, v_goods, p_fee,
    v_goods + p_fee, v_goods + p_fee, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case
      when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes'
      when p_stage = 'awaiting_payment' and p_method = 'cash_on_delivery' then p_cash.confirm_until
    end, p_key, p_document,
    (select private.vat_rate(settings) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_cash.requirement, p_cash.reasons, p_cash.confirm_until, p_cash.deposit, p_old.is_test
  ) returning * into v_new;
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_empty(p_value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select coalesce(jsonb_typeof(p_value), 'null') = 'null' $function$;

ALTER FUNCTION "private"."is_empty"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keeps_delivery_fee(p_shipment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select parcel.state = 'came_back'
    and orders.received - orders.given_back >= private.delivery_fee(orders)
    and settings.keeps_delivery_fee
  from public.shipments parcel
  join public.orders on orders.id = parcel.order_id
  join public.settings on settings.tenant_id = parcel.tenant_id
  where parcel.id = p_shipment_id
$function$;

CREATE OR REPLACE FUNCTION private.may_review(p_tenant_id text, p_product_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
begin
  return exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and settings.reviews_enabled
  ) and exists (
    select 1 from public.orders
    join public.order_lines on order_lines.order_id = orders.id
    where orders.user_id = v_user_id and orders.tenant_id = p_tenant_id and order_lines.product_id = p_product_id
      and order_lines.delivered > 0
  ) and not exists (
    select 1 from public.customer_records
    where tenant_id = p_tenant_id and user_id = v_user_id and blocked_reason is not null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.price_edit(p_order public.orders, p_changes jsonb, p_promised boolean DEFAULT false)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
  v_add jsonb;
  v_edit private.priced_edit;
begin
  perform private.require_changes(p_changes);
  v_edit.pieces := private.asked_pieces(p_order.id, private.listed(p_changes -> 'remove'));
  v_add := private.completed_lines(p_order.id, private.listed(p_changes -> 'add'), v_edit.pieces);
  perform private.require_editable(p_order, p_changes, v_add, v_edit.pieces, p_promised);
  select settings.* into v_settings from public.settings where settings.tenant_id = p_order.tenant_id;
  v_edit.lines := '{}';
  v_edit.shares := '{}';
  v_edit.recount := row(0, '{}', 0, false);
  if v_add <> '[]' then
    v_edit.lines := private.with_goods_given_back(
      private.price_lines(p_order.tenant_id, v_add, v_settings, p_order.user_id, false), v_edit.pieces);
    v_edit := private.with_kept_prices(p_order, v_edit, v_add);
  end if;
  select coalesce(jsonb_agg(private.line_problem(priced) order by priced.line), '[]') into v_edit.problems
  from unnest(v_edit.lines) priced where priced.problem is not null;
  v_edit.difference := coalesce((
    select sum(private.pounds(priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)))
    from unnest(v_edit.lines) priced left join unnest(v_edit.shares) share on share.line = priced.line
  ), 0) - private.worth_of_lines(v_edit.pieces);
  if cardinality(v_edit.lines) > 0 or cardinality(v_edit.pieces) > 0 then
    v_edit.recount := private.recount_of(p_order, v_edit.pieces, v_edit.lines, v_edit.shares);
  end if;
  v_edit := private.with_delivery(p_order, v_edit, p_changes, v_settings);
  v_edit.difference := v_edit.difference + (v_edit.recount).discount + (v_edit.recount).fee;
  return private.with_order_rules(p_order, v_edit, private.changed_order_demand(p_order, v_edit, p_changes, p_promised), v_settings);
end
$function$;

CREATE OR REPLACE FUNCTION private.price_lines(p_tenant_id text, p_lines jsonb, p_settings public.settings, p_user_id uuid, p_lock boolean)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
AS $function$
declare
  v_ids constant uuid[] := private.products_of_lines(p_tenant_id, p_lines);
  v_products private.product_facts[];
begin
  if p_lock then
    -- In a fixed order, so that orders of the same products never wait for each other in a circle.
    perform 1 from public.products
    where tenant_id = p_tenant_id and is_active and id = any (v_ids) order by id for no key update;
  end if;
  v_products := array(
    select row(id, name, price, private.first_picture(images), types)::private.product_facts
    from public.products
    where tenant_id = p_tenant_id and is_active and id = any (v_ids)
  );

  return array(
    select row(
      offered.line, offered.id, (offered.variant).id, (offered.variant).sku,
      private.variant_name((offered.variant).option1, (offered.variant).option2, (offered.variant).option3),
      offered.known_design, offered.quantity, coalesce(offered.name, 'Custom ' || (offered.design ->> 'garment'), ''),
      coalesce(offered.preview, (offered.variant).image, offered.image), offered.unit, offered.price_was, (offered.variant).stock,
      coalesce(offered.color, case when offered.designed then offered.asked_color end),
      coalesce(offered.size, case when offered.id is null then offered.asked_size end),
      coalesce(offered.type,
        case when offered.id is null then offered.asked_type when cardinality(offered.types) = 1 then offered.types[1] end),
      coalesce(offered.options, '[]'), offered.design, offered.preview,
      case
        when offered.doc_type <> 'object' then 'invalid_line'
        when offered.quantity is null then 'invalid_quantity'
        when coalesce(offered.product, offered.variant_id) is not null and offered.id is null then 'unknown_product'
        when offered.id is null and not offered.designed then 'invalid_line'
        when offered.designed and offered.prints_open is not true then 'customization_closed'
        when offered.designed and offered.design is null then 'unknown_customization'
        when offered.designed and not private.is_design(offered.design) then 'invalid_design'
        when offered.problem is not null then offered.problem
        when offered.designed and offered.unit is null then 'garment_not_priced'
        when offered.id is not null
          and sum(offered.quantity) over (partition by (offered.variant).id) > (offered.variant).stock then 'out_of_stock'
      end,
      (offered.variant).weight_grams::bigint * offered.quantity, null, case when offered.id is null then offered.design ->> 'garment' end
    )::private.priced_line
    from (
      select drafted.*,
        case
          when drafted.design is null then drafted.price
          else coalesce(drafted.price,
              private.piastres((p_settings.customization -> 'baseProductPrices' ->> (drafted.design ->> 'garment'))::numeric))
            + private.piastres(p_settings.text_price) * private.design_elements(drafted.design, 'text')
            + private.piastres(p_settings.image_price) * private.design_elements(drafted.design, 'image')
        end as unit,
        case when drafted.designed then p_settings.customization_enabled end as prints_open
      from (
        select
          asked.line, asked.doc_type, asked.product, asked.variant_id, asked.designed, asked.quantity, asked.price_was,
          asked.asked_color, asked.asked_size, asked.asked_type, bought.id, bought.name, bought.image, bought.types,
          chosen.variant, chosen.size, chosen.color, chosen.type, chosen.options, chosen.problem,
          private.piastres(coalesce((chosen.variant).price, bought.price)) as price, customizations.id as known_design,
          case when asked.designed then coalesce(customizations.design, nullif(asked.design, 'null')) end as design,
          case when asked.designed then left(coalesce(customizations.preview, asked.preview), 2000) end as preview
        from private.asked_lines(p_lines, v_ids) asked
        left join unnest(v_products) bought on bought.id = asked.product_id
        left join public.customizations
          on customizations.id = asked.customization_id and customizations.tenant_id = p_tenant_id
            and customizations.user_id = p_user_id
        left join lateral private.choose_variant(
          bought.id, asked.variant_id, asked.asked_size,
          coalesce(asked.asked_color, customizations.design ->> 'color', asked.design ->> 'color'), asked.asked_type
        ) chosen on bought.id is not null
        offset 0
      ) drafted
      offset 0
    ) offered
    order by offered.line
  );
end
$function$;

ALTER FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) OWNER TO "postgres";

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
    -- What staff take off takes no free delivery away.
    v_goods + p_manual_discount, private.grams_of(v_priced.lines), v_priced.discount_kind is not distinct from 'free_shipping');
  v_priced.problems := v_priced.problems || coalesce((v_priced.delivery).problem, '[]');
  v_priced.shipping := coalesce(((v_priced.delivery).rate).price, 0);

  v_priced := private.with_points(v_priced, v_settings, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$function$;

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
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings, p_old.address, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.amount := private.goods_of(v_wanted.lines) + (v_wanted.rate).price;
  v_wanted.drops := private.price_drops(v_wanted.pieces, v_wanted.lines);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, false, null, p_payment::text, p_old.address, v_wanted.lines, v_wanted.amount,
    (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings);
  return v_wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.recount_of(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[] DEFAULT '{}'::private.priced_line[], p_shares private.line_share[] DEFAULT '{}'::private.line_share[])
 RETURNS private.recount
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines constant private.offered_line[] := private.offered_lines(p_order, p_pieces, p_added, p_shares);
  v_recount private.recount := row(0, '{}', 0, false);
  v_settings public.settings;
  v_price numeric;
  v_discount numeric;
begin
  if cardinality(v_lines) = 0 or exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.packed + line.sent + line.refused > 0
  ) then
    return v_recount;
  end if;
  select settings.* into v_settings from public.settings where settings.tenant_id = p_order.tenant_id;
  select sum(line.price), sum(line.discount) into v_price, v_discount from unnest(v_lines) line;
  v_recount.code_lost := coalesce(v_settings.recounts_codes, false) and exists (
    select 1 from public.discounts code
    where code.id = p_order.discount_id and p_order.subtotal >= code.minimum_subtotal and v_price < code.minimum_subtotal
  );
  select coalesce(sum(owed.more), 0),
    coalesce(jsonb_object_agg(owed.id, owed.more) filter (where owed.id is not null and owed.more <> 0), '{}')
  into v_recount.discount, v_recount.lines
  from (
    select line.order_line_id as id, case when v_recount.code_lost then line.discount else 0 end - line.recounted as more
    from unnest(v_lines) line
  ) owed;
  v_recount.fee := private.recounted_fee(p_order, v_recount.code_lost,
    case when v_settings.recounts_delivery
      then v_price - case when v_recount.code_lost then 0 else v_discount end
      else greatest(v_price, p_order.subtotal) - p_order.discount_total end,
    private.kept_grams(p_order.id, p_pieces, p_added)) - p_order.shipping_recounted;
  return v_recount;
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
  v_sold := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.address, p_order.shipping_method::text,
    private.piastres(p_order.subtotal - p_order.discount_total), p_grams, v_free)).rate).price;
  v_kept := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.address, p_order.shipping_method::text,
    private.piastres(p_goods), p_grams, v_free and not p_code_lost)).rate).price;
  return case when v_sold = 0 then private.pounds(coalesce(v_kept, 0)) else p_order.shipping_recounted end;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_open_payment(p_settings public.settings, p_method text, p_amount numeric DEFAULT NULL::numeric)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not coalesce(case p_method
      when 'cash_on_delivery' then p_settings.cash_on_delivery
      when 'bank_transfer' then p_settings.bank_transfer
      when 'online' then p_settings.online_payment
    end, false) then
    perform private.refuse('payment_closed');
  end if;
  perform private.require_payment_option(p_settings.payment, p_method, p_amount);
end
$function$;

ALTER FUNCTION "private"."require_open_payment"(public.settings, text, numeric) OWNER TO "postgres";

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
    if p_demand.user_id is null and p_demand.payment_method = 'online' then
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

ALTER FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stock_alert_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from public.products
    join public.settings on settings.tenant_id = products.tenant_id
    where products.id = new.product_id
      and not (products.restocks and settings.restocks_enabled)
  ) then
    perform private.refuse('not_restocked');
  end if;
  if not exists (
    select 1 from public.profiles where id = new.user_id and tenant_id = new.tenant_id and email <> ''
  ) then
    perform private.refuse('no_email');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts:' || new.tenant_id || new.user_id, 0));
  if (select count(*) from public.stock_alerts where user_id = new.user_id and tenant_id = new.tenant_id) >= 50 then
    perform private.refuse('too_many_alerts');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.takes_deposits(p_tenant_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.settings
    where settings.tenant_id = p_tenant_id
      and (settings.online_payment or settings.bank_transfer)
  )
$function$;

CREATE OR REPLACE FUNCTION private.usual_rate(p_order public.orders)
 RETURNS private.shipping_rate
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.delivery_of(p_order.tenant_id, settings, p_order.address, 'standard', 0, 0)).rate
  from public.settings where settings.tenant_id = p_order.tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.vat_rate(p_settings public.settings)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select coalesce(p_settings.vat_percent / 100, 0) $function$;

ALTER FUNCTION "private"."vat_rate"(public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.whole_number_of(p_value jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select case when p_value #>> '{}' ~ '^\d{1,6}$' then (p_value #>> '{}')::integer end $function$;

ALTER FUNCTION "private"."whole_number_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_delivery(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_settings public.settings)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grams constant bigint := private.kept_grams(p_order.id, p_edit.pieces, p_edit.lines);
  v_method constant text := coalesce(p_changes ->> 'shipping_method', p_order.shipping_method::text);
  v_address jsonb := p_order.address;
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
    p_order.tenant_id, p_order.address ->> 'governorate', p_order.address ->> 'city') then
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
  -- What sends faulty pieces again costs nothing anywhere.
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

ALTER FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_order_rules(p_order public.orders, p_edit private.priced_edit, p_demand private.order_demand, p_settings public.settings)
 RETURNS private.priced_edit
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
  p_edit.cash := private.require_order_rules(p_demand, p_settings);
  perform private.require_changeable_terms(p_order, p_edit.cash);
  return p_edit;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    p_edit.problems := jsonb_build_array(v_refusal) || p_edit.problems;
    return p_edit;
end
$function$;

ALTER FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) OWNER TO "postgres";

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
      p_priced.points_used := least((p_wanted #>> '{}')::integer, p_goods / v_point);
      p_priced.points_value := p_priced.points_used * v_point;
    end if;
  end if;
  if v_point is not null then
    p_priced.points_earned := (p_goods - p_priced.points_value) * (p_settings.points_earn_rate * 100)::bigint / 10000;
  end if;
  return p_priced;
end
$function$;

ALTER FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.add_product(p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('add_product', p_tenant_id, p_product, p_options, p_variants));
begin
  if v_product.id is not null then
    return v_product;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  v_product := private.insert_product(p_tenant_id, p_product);
  perform private.save_variants(v_product, p_options, p_variants);
  select * into v_product from public.products where id = v_product.id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$function$;

ALTER FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_products(p_tenant_id text, p_ids uuid[], p_change jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_change_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_change_result := private.idempotent_result(null::public.product_change_result,
    p_request_id, jsonb_build_array('change_products', p_tenant_id, p_ids, p_change));
  v_ids uuid[] := array(select distinct id from unnest(p_ids) id where id is not null);
begin
  if v_result.change_id is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, case p_change ->> 'kind'
    when 'price' then 'products.price' when 'stock' then 'stock.count' else 'products.change' end);
  if cardinality(v_ids) not between 1 and 2000 then
    perform private.refuse('invalid_selection');
  end if;
  perform private.check_product_change(p_tenant_id, p_change);
  perform 1 from public.products
  where tenant_id = p_tenant_id and id = any (v_ids) and deleted_at is null
  order by id for update;
  get diagnostics v_result.changed = row_count;
  if v_result.changed <> cardinality(v_ids) then
    perform private.refuse('products_gone');
  end if;

  v_result.change_id := private.open_product_change(p_tenant_id);
  insert into private.product_change_entries (change_id, product_id, before, after)
  select v_result.change_id, product.id,
    (select jsonb_object_agg(key, present.now -> key) from jsonb_object_keys(changed.after) key), changed.after
  from public.products product
  cross join lateral (select private.changed_product(product, p_change) as after offset 0) changed
  cross join lateral (
    select to_jsonb(product) || jsonb_build_object('variants', private.variant_prices(product.id), 'stocks', (
      select coalesce(jsonb_object_agg(variant.id, variant.stock), '{}') from public.product_variants variant
      where variant.product_id = product.id and variant.is_active
    )) as now offset 0
  ) present
  where product.tenant_id = p_tenant_id and product.id = any (v_ids);
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', entry.product_id, 'set', entry.after))
    from private.product_change_entries entry where entry.change_id = v_result.change_id
  ), 'Changed with others');
  perform private.keep_audit_entries(v_result.change_id);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.free_delivery_varies(p_tenant_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1
    from public.settings
    join public.shipping_zones zone on zone.tenant_id = settings.tenant_id and zone.is_active and zone.places <> '{}'
    left join lateral jsonb_to_recordset(zone.rates) step (method text, free_from numeric) on step.method = 'standard'
    where settings.tenant_id = p_tenant_id
      and settings.free_shipping_threshold is distinct from step.free_from
  )
$function$;

CREATE OR REPLACE FUNCTION public.import_products(p_tenant_id text, p_rows jsonb, p_dry boolean, p_change_id uuid DEFAULT NULL::uuid, p_seen jsonb DEFAULT NULL::jsonb, p_create_categories boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_import_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_import_result := private.idempotent_result(null::public.product_import_result, p_request_id,
    jsonb_build_array('import_products', p_tenant_id, p_rows, p_dry, p_change_id, p_seen, p_create_categories));
  v_change_id uuid := p_change_id;
  v_report jsonb := '[]';
  v_row jsonb;
begin
  if v_result.rows is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  if p_dry is null or coalesce(jsonb_typeof(p_rows), '') <> 'array' or jsonb_array_length(p_rows) not between 1 and 500 then
    perform private.refuse('invalid_rows');
  end if;
  if p_change_id is not null then
    perform 1 from private.product_changes
    where id = p_change_id and tenant_id = p_tenant_id and undone_at is null
      and created_at > now() - interval '1 day'
    for update;
    if not found then
      perform private.refuse('change_closed');
    end if;
  end if;
  if p_seen is not null and (
    not p_dry or jsonb_typeof(p_seen) <> 'array' or jsonb_array_length(p_seen) > 2000
  ) then
    perform private.refuse('invalid_rows', jsonb_build_object('reason', 'seen'));
  end if;
  perform private.lock_imported_products(p_tenant_id, p_rows);
  begin
    v_change_id := coalesce(v_change_id, private.open_product_change(p_tenant_id));
    perform private.replay_earlier_rows(p_tenant_id, v_change_id, p_seen);
    for v_row in select given from jsonb_array_elements(p_rows) given loop
      v_report := v_report || jsonb_build_array(
        jsonb_build_object('row', v_row -> 'row')
          || private.import_product(p_tenant_id, v_change_id, v_row, p_create_categories));
    end loop;
    perform private.keep_audit_entries(v_change_id);
    if p_dry then
      raise exception using errcode = 'SK001';
    end if;
  exception when sqlstate 'SK001' then
    v_change_id := null;
  end;
  v_result.change_id := v_change_id;
  v_result.rows := array(select imported from jsonb_populate_recordset(null::public.imported_row, v_report) imported);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_order(p_order jsonb)
 RETURNS jsonb
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
  v_stored jsonb;
  v_document bigint := jsonb_hash_extended(p_order, 0);
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- One order of a person at a time: the second of two equal ones finds the first, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  select name, email, (
    select id from public.orders
    where user_id = v_user_id and tenant_id = v_tenant_id and idempotency_key = v_key
  ) as order_id
  into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  if v_profile.order_id is not null then
    return private.placed_before(v_profile.order_id, v_document);
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
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id,
      least(((v_priced.delivery).rate).days_from, ((v_priced.delivery).rate).days_to));
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  v_stored := private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return to_jsonb(v_order) - '{idempotency_key,document_hash,search_text}'::text[] || jsonb_build_object('lines', v_stored);
end
$function$;

CREATE OR REPLACE FUNCTION public.place_order_for(p_order jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_staff_id constant uuid := auth.uid();
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_key constant text := p_order ->> 'idempotency_key';
  v_placed_id uuid;
  v_customer record;
  v_address jsonb;
  v_priced private.priced_order;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_customer_access(v_tenant_id);
  perform private.require_aal();
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || v_tenant_id || v_staff_id, 0));
  select orders.id into v_placed_id from public.orders
  where orders.placed_by = v_staff_id and orders.tenant_id = v_tenant_id and orders.idempotency_key = v_key;
  if found then
    return private.placed_before(v_placed_id, jsonb_hash_extended(p_order, 0));
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
  v_priced := private.price_order(
    p_order, v_customer.user_id, true, v_address, private.manual_discount(p_order -> 'manual_discount'));
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, coalesce(v_customer.user_id, v_staff_id), v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, v_priced, v_customer.user_id, v_address, true), v_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_slot, v_cash, v_staff_id);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.order_json(v_order);
end
$function$;

CREATE OR REPLACE FUNCTION public.redeem_points(p_tenant_id text, p_points integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('redeem_points', p_tenant_id, p_points));
  v_user_id uuid := auth.uid();
  v_settings public.settings;
  v_balance integer;
  v_code text;
  v_value numeric;
begin
  if v_first is not null then
    return v_first;
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
  v_value := p_points * v_settings.point_value;
  v_code := 'PTS-' || right(private.order_number(p_tenant_id), 11);
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, v_user_id, 'exchanged', -p_points, v_code, v_user_id);
  insert into public.discounts (tenant_id, code, description, kind, value, total_limit, user_id)
  values (p_tenant_id, v_code, 'Voucher for points', 'fixed', v_value, 1, v_user_id);
  return private.keep_answer(p_request_id,
    jsonb_build_object('code', v_code, 'value', v_value, 'points', v_balance - p_points));
end
$function$;

CREATE OR REPLACE FUNCTION public.save_product_variants(p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('save_product_variants', p_product_id, p_version, p_options, p_variants));
  v_before jsonb;
begin
  if v_product.id is not null then
    return v_product;
  end if;
  select * into v_product from public.products where id = p_product_id and deleted_at is null for no key update;
  perform private.require_capability(v_product.tenant_id, 'products.change');
  if v_product.version is distinct from p_version then
    perform private.refuse('version_conflict', jsonb_build_object('version', v_product.version));
  end if;
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_product.id,
    private.variant_changes(v_before, private.variants_json(p_product_id)));
  select * into v_product from public.products where id = p_product_id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$function$;

ALTER FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_chat_message(p_tenant_id text, p_body text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('send_chat_message', p_tenant_id, p_body));
  v_message public.messages;
  v_user_id uuid := auth.uid();
  v_profile public.profiles;
  v_conversation public.conversations;
begin
  if v_first is not null then
    return jsonb_populate_record(null::public.messages, v_first);
  end if;
  perform private.require_aal();
  if not exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and settings.live_chat_enabled
  ) then
    perform private.refuse('chat_closed');
  end if;
  select * into v_profile from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  if v_profile.id is null then
    perform private.refuse('no_profile');
  end if;
  insert into public.conversations (tenant_id, kind, user_id, name, email)
  values (p_tenant_id, 'chat', v_user_id, coalesce(v_profile.name, ''), v_profile.email)
  on conflict (user_id, tenant_id) where kind = 'chat' and is_open do nothing;
  select * into v_conversation from public.conversations
  where user_id = v_user_id and tenant_id = p_tenant_id and kind = 'chat' and is_open for update;
  if (select count(*) from public.messages
      where conversation_id = v_conversation.id and created_at > now() - interval '1 minute'
        and sender = 'shopper') >= 30 then
    perform private.refuse('too_many_messages');
  end if;
  v_message := private.add_message(v_conversation, 'shopper', p_body);
  perform private.keep_answer(p_request_id, to_jsonb(v_message));
  return v_message;
end
$function$;

CREATE OR REPLACE FUNCTION public.shipping_options(p_tenant_id text, p_governorate text, p_city text, p_subtotal numeric DEFAULT 0, p_grams integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
  v_delivery private.delivery;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  v_delivery := private.delivery_of(p_tenant_id, v_settings,
    jsonb_build_object('governorate', p_governorate, 'city', p_city), null,
    private.piastres(least(greatest(coalesce(p_subtotal, 0), 0), 10000000)), greatest(coalesce(p_grams, 0), 0));
  return case when v_delivery.problem ->> 'code' = 'order_too_heavy' then '[]' else private.shown_rates(v_delivery.rates) end;
end
$function$;

CREATE OR REPLACE FUNCTION public.shown_words(p_tenant_id text, p_language text)
 RETURNS public.shown_word[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with products_say as (
    select distinct products.product_type, products.translations #>> array[p_language, 'type'] as type_name,
      products.brand, products.translations #>> array[p_language, 'brand'] as brand_name,
      products.translations -> p_language -> 'material' as materials, products.translations -> p_language -> 'gender' as genders
    from public.products where products.tenant_id = p_tenant_id and products.is_active
      and products.translations -> p_language ?| '{type,brand,material,gender}'
  ),
  options_say as (
    select distinct product_options.kind, product_options.name, product_options.translations -> p_language as said
    from public.product_options join public.products on products.id = product_options.product_id
    where products.tenant_id = p_tenant_id and products.is_active
  ),
  words as (
    select word.key, word.value from options_say, jsonb_each_text(options_say.said -> 'values') word
    union all
    select options_say.name, options_say.said ->> 'name' from options_say where options_say.kind = 'other'
    union all
    select word.key, word.value from products_say, unnest(array[products_say.materials, products_say.genders]) list (said),
      jsonb_each_text(case when jsonb_typeof(list.said) = 'object' then list.said end) word
    union all
    select products_say.product_type, products_say.type_name from products_say
    union all
    select products_say.brand, products_say.brand_name from products_say
    union all
    select categories.name, categories.translations -> p_language ->> 'name'
    from public.categories where categories.tenant_id = p_tenant_id
  )
  -- In one array: the API cuts longer lists of rows off.
  select array(
    select row(words.key, max(words.value))::public.shown_word from words
    where words.key <> '' and words.value <> '' and p_tenant_id <> all (private.hidden_stores())
    group by words.key order by words.key
  )
$function$;

ALTER FUNCTION "public"."shown_words"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.store_readiness(p_tenant_id text)
 RETURNS TABLE(item text, is_ready boolean, is_required boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select fact.item, coalesce(fact.is_ready, false), fact.is_required
  from public.settings
  cross join lateral (values
    ('owner', exists (
      select 1 from public.user_roles held join auth.users account on account.id = held.user_id
      -- Accounts of the demo have public passwords.
      where held.role = 'super_admin' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
        and account.email not like '%.example'
    ), true),
    ('legal_name', btrim(settings.invoicing ->> 'legalName') <> '', true),
    ('contact', btrim(settings.contact ->> 'contactPhone') <> '' and btrim(settings.contact ->> 'contactEmail') <> ''
      and settings.contact ->> 'contactEmail' not like '%.example', true),
    ('tax_number', btrim(settings.invoicing ->> 'taxNumber') <> '', false),
    ('delivery', settings.default_shipping_fee > 0 or exists (
      select 1 from public.shipping_zones zone
      where zone.tenant_id = p_tenant_id and zone.is_active and zone.rates <> '[]'
    ), true),
    ('payment', not settings.bank_transfer or btrim(settings.payment ->> 'bankDetails') <> '', true),
    ('policies', btrim(settings.legal ->> 'shippingReturns') <> '' and btrim(settings.legal ->> 'terms') <> '', true),
    ('products', exists (
      select 1 from public.products product
      where product.tenant_id = p_tenant_id and product.is_active and product.price > 0 and product.stock > 0
    ), true),
    ('test_order', exists (
      select 1 from public.store_doors door where door.tenant_id = p_tenant_id and door.tested_at is not null
    ) or exists (
      select 1 from public.orders where orders.tenant_id = p_tenant_id and orders.is_test and orders.delivered_at is not null
    ), false)
  ) fact (item, is_ready, is_required)
  where settings.tenant_id = p_tenant_id;
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
  perform private.drop_untrue_messages(p_channel);
  if p_channel = 'email' then
    v_taken := array(
      select id from public.order_messages
      where channel = 'email' and sent_at is null and expired_at is null and failed_at is null and due_at <= now() and attempts < 12
      order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
    );
    perform private.give_papers(v_taken);
  else
    v_taken := private.phone_messages_within_limits(p_channel, least(greatest(p_limit, 1), 100));
  end if;
  update public.order_messages set attempts = attempts + 1, due_at = now() + interval '5 minutes' where id = any (v_taken);
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
        or orders.status = 'awaiting_payment' and orders.deposit > 0 and settings.bank_transfer)
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

CREATE OR REPLACE FUNCTION public.undo_product_change(p_change_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_undo_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_undo_result := private.idempotent_result(
    null::public.product_undo_result, p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_rows jsonb[] := '{}';
  v_seen uuid[] := '{}';
begin
  if v_result.more is not null then
    return v_result;
  end if;
  select * into v_change from private.product_changes where id = p_change_id for update;
  perform private.require_capability(v_change.tenant_id, 'products.change');
  if v_change.undone_at is not null then
    perform private.refuse('undone_already');
  end if;
  for v_entry in
    select entry.* from private.product_change_entries entry where entry.change_id = p_change_id order by entry.product_id
    limit (select case when bool_or(before ? 'grid') then 100 else 250 end
      from private.product_change_entries where change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v_product from public.products
    where tenant_id = v_change.tenant_id and id = v_entry.product_id for update;
    v_set := private.undone_set(v_change.tenant_id, v_entry);
    if private.is_as_left(v_product, v_entry.after)
      and (not v_set ? 'grid' or private.restore_grid(v_product.id, v_set, v_entry.after)) then
      v_rows := v_rows || jsonb_build_object('id', v_product.id, 'set', v_set);
    end if;
  end loop;
  perform private.write_products(
    (select jsonb_agg(restored) from unnest(v_rows) restored where not restored -> 'set' ? 'grid'), 'Undone');
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  delete from private.product_change_entries where change_id = p_change_id and product_id = any (v_seen);
  v_result.more := exists (select 1 from private.product_change_entries where change_id = p_change_id);
  if not v_result.more then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  v_result.restored := cardinality(v_rows);
  v_result."left" := cardinality(v_seen) - v_result.restored;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."undo_product_change"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undoable_product_changes(p_tenant_id text)
 RETURNS TABLE(id uuid, made_at timestamp with time zone, made_by text, added integer, changed integer, deleted integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return query
  select latest.id, latest.created_at,
    coalesce((
      select profile.name from public.profiles profile
      where profile.id = latest.made_by order by profile.tenant_id = p_tenant_id desc limit 1
    ), ''),
    counted.added, counted.all_of_them - counted.added - counted.deleted, counted.deleted
  from (
    select change.* from private.product_changes change
    where change.tenant_id = p_tenant_id and change.undone_at is null
      and exists (select 1 from private.product_change_entries entry where entry.change_id = change.id)
    order by change.created_at desc limit 10
  ) latest
  cross join lateral (
    select count(*)::integer as all_of_them,
      (count(*) filter (where entry.before is null))::integer as added,
      (count(*) filter (where entry.after ? 'deleted_at'))::integer as deleted
    from private.product_change_entries entry where entry.change_id = latest.id
  ) counted
  order by latest.created_at desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.unused_product_files(p_tenant_id text, p_names text[] DEFAULT NULL::text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return (private.unused_files(p_tenant_id, p_names, interval '1 day'))[1:1000];
end
$function$;

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_features" CHECK ((jsonb_typeof(features) = 'object'::text));

CREATE POLICY "Staff read all options of their store" ON "public"."product_options" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all variants of their store" ON "public"."product_variants" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all products of their store" ON "public"."products" FOR SELECT TO "authenticated" USING (((deleted_at IS NULL) AND (tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read the old addresses of their store" ON "public"."redirects" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's synonyms" ON "public"."search_synonyms" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's settings" ON "public"."settings" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's settings" ON "public"."settings" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add what only staff may know" ON "public"."staff_settings" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change what only staff may know" ON "public"."staff_settings" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what only staff may know" ON "public"."staff_settings" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."amount_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."amount_of"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."amount_of"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."amount_of"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."amount_of"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."customization_price"(public.settings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customization_price"(public.settings, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customization_price"(public.settings, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."customization_price"(public.settings, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."flag_of"(jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."flag_of"(jsonb, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."flag_of"(jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."flag_of"(jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."flag_of"(jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."flat_rates"(public.settings, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."flat_rates"(public.settings, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."flat_rates"(public.settings, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."flat_rates"(public.settings, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_empty"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_empty"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_empty"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_empty"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_empty"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_open_payment"(public.settings, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_open_payment"(public.settings, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_payment"(public.settings, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_payment"(public.settings, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."vat_rate"(public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_rate"(public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."vat_rate"(public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."vat_rate"(public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."whole_number_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."whole_number_of"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."whole_number_of"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."whole_number_of"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."whole_number_of"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shown_words"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."shown_words"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_product_change"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_product_change"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "service_role";

ALTER TABLE "public"."settings" ADD COLUMN "default_shipping_fee" numeric GENERATED ALWAYS AS (private.amount_of((shipping -> 'defaultShippingFee'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "express_shipping_fee" numeric GENERATED ALWAYS AS (private.amount_of((shipping -> 'expressShippingFee'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "free_shipping_threshold" numeric GENERATED ALWAYS AS (private.amount_of((shipping -> 'freeShippingThreshold'::text))) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "standard_days_from" integer GENERATED ALWAYS AS (
CASE
    WHEN (shipping ? 'standardDaysFrom'::text) THEN private.whole_number_of((shipping -> 'standardDaysFrom'::text))
    ELSE 2
END) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "standard_days_to" integer GENERATED ALWAYS AS (
CASE
    WHEN (shipping ? 'standardDaysTo'::text) THEN private.whole_number_of((shipping -> 'standardDaysTo'::text))
    ELSE 4
END) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "express_days_from" integer GENERATED ALWAYS AS (
CASE
    WHEN (shipping ? 'expressDaysFrom'::text) THEN private.whole_number_of((shipping -> 'expressDaysFrom'::text))
    ELSE 1
END) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "express_days_to" integer GENERATED ALWAYS AS (
CASE
    WHEN (shipping ? 'expressDaysTo'::text) THEN private.whole_number_of((shipping -> 'expressDaysTo'::text))
    ELSE 1
END) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "cash_on_delivery" boolean GENERATED ALWAYS AS (private.flag_of((payment -> 'cashOnDelivery'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "online_payment" boolean GENERATED ALWAYS AS (private.flag_of((payment -> 'onlinePayment'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "bank_transfer" boolean GENERATED ALWAYS AS (private.flag_of((payment -> 'bankTransfer'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "vat_percent" numeric GENERATED ALWAYS AS (
CASE
    WHEN private.is_empty((payment -> 'vatRate'::text)) THEN (0)::numeric
    ELSE private.amount_of((payment -> 'vatRate'::text))
END) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "customization_enabled" boolean GENERATED ALWAYS AS (private.flag_of((customization -> 'enabled'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "text_price" numeric GENERATED ALWAYS AS (private.amount_of((customization -> 'textPrice'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "image_price" numeric GENERATED ALWAYS AS (private.amount_of((customization -> 'imagePrice'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "points_enabled" boolean GENERATED ALWAYS AS (private.flag_of((points -> 'enabled'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "points_earn_rate" numeric GENERATED ALWAYS AS (private.amount_of((points -> 'earnRate'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "point_value" numeric GENERATED ALWAYS AS (private.amount_of((points -> 'pointValue'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "wishlist_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'wishlist'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "reviews_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'reviews'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "loyalty_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'loyalty'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "live_chat_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'liveChat'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "restocks_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'restocks'::text), true)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "return_days" integer GENERATED ALWAYS AS (private.whole_number_of((returns -> 'returnDays'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "fault_days" integer GENERATED ALWAYS AS (private.whole_number_of((returns -> 'faultDays'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "keeps_delivery_fee" boolean GENERATED ALWAYS AS (private.flag_of((returns -> 'keepsDeliveryFee'::text), false)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "recounts_codes" boolean GENERATED ALWAYS AS (private.flag_of((returns -> 'recountsCodes'::text), false)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "recounts_delivery" boolean GENERATED ALWAYS AS (private.flag_of((returns -> 'recountsDelivery'::text), false)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_customization" CHECK (((jsonb_typeof(customization) = 'object'::text) AND private.are_amounts((customization -> 'baseProductPrices'::text))));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_payment_open" CHECK ((cash_on_delivery OR online_payment OR bank_transfer));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_payment" CHECK (((jsonb_typeof(payment) = 'object'::text) AND (vat_percent <= (100)::numeric) AND private.are_payment_options((payment -> 'options'::text))));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_points" CHECK (((jsonb_typeof(points) = 'object'::text) AND (points_earn_rate <= (100)::numeric) AND ((point_value >= 0.01) AND (point_value <= (1000)::numeric))));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_returns" CHECK (((jsonb_typeof(returns) = 'object'::text) AND ((return_days >= 1) AND (return_days <= 60)) AND ((fault_days >= 1) AND (fault_days <= 60))));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_shipping" CHECK (((jsonb_typeof(shipping) = 'object'::text) AND (private.is_empty((shipping -> 'freeShippingThreshold'::text)) OR (free_shipping_threshold IS NOT NULL)) AND (private.is_empty((shipping -> 'standardDaysFrom'::text)) OR (COALESCE(standard_days_from, 61) <= 60)) AND (private.is_empty((shipping -> 'standardDaysTo'::text)) OR (COALESCE(standard_days_to, 61) <= 60)) AND (private.is_empty((shipping -> 'expressDaysFrom'::text)) OR (COALESCE(express_days_from, 61) <= 60)) AND (private.is_empty((shipping -> 'expressDaysTo'::text)) OR (COALESCE(express_days_to, 61) <= 60))));
