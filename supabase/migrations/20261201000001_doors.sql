set local check_function_bodies = off;

DROP POLICY "Everybody reads attributes" ON "public"."attributes";

DROP POLICY "Everybody reads banners that run now" ON "public"."banners";

DROP POLICY "Everybody reads categories" ON "public"."categories";

DROP POLICY "Everybody reads open delivery slots" ON "public"."delivery_slots";

DROP POLICY "Everybody reads the deals that run now" ON "public"."discounts";

DROP POLICY "Everybody reads questions and their answers" ON "public"."faq_questions";

DROP POLICY "Everybody reads products on sale in a store" ON "public"."products";

DROP POLICY "Everybody reads approved reviews" ON "public"."reviews";

DROP FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, uuid);

CREATE TABLE "public"."opening_alerts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "email" text NOT NULL, "language" text NOT NULL DEFAULT 'en'::text, "due_at" timestamp with time zone NOT NULL DEFAULT now(), "attempts" integer NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "opening_alerts_email_check" CHECK (((length(email) <= 320) AND (email = lower(email)) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text))), CONSTRAINT "opening_alerts_language_check" CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "opening_alerts_pkey" PRIMARY KEY (id), CONSTRAINT "opening_alerts_tenant_id_email_key" UNIQUE (tenant_id, email));

ALTER TABLE "public"."opening_alerts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."opening_alerts" OWNER TO "postgres";

CREATE TABLE "public"."store_doors" ("tenant_id" text NOT NULL, "preview_token" text NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), "tested_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "store_doors_pkey" PRIMARY KEY (tenant_id));

ALTER TABLE "public"."store_doors" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."store_doors" OWNER TO "postgres";

ALTER TABLE "public"."orders" ADD COLUMN "is_test" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."settings" ADD COLUMN "reopens_on" date;

CREATE TYPE "public"."store_state" AS ENUM ('closed', 'open', 'resting');

ALTER TABLE "public"."settings" ADD COLUMN "state" public.store_state NOT NULL DEFAULT 'open'::public.store_state;

ALTER TYPE "public"."store_state" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_money(p_order public.orders, p_kind public.payment_entry_kind, p_amount numeric, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method, p_reference text DEFAULT ''::text, p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_amount = 0 then
    return;
  elsif p_order.is_test and p_kind <> 'charged' then
    perform private.refuse('test_order_unpaid');
  end if;
  insert into public.payment_entries (
    tenant_id, order_id, kind, amount, method, reference, note, shipment_id, return_id, refund_id, edit_id, settlement_id,
    payment_id, actor_id
  )
  select p_order.tenant_id, p_order.id, p_kind, p_amount, p_method, left(coalesce(p_reference, ''), 200),
    left(coalesce(p_note, ''), 500), links.shipment_id, links.return_id, links.refund_id, links.edit_id, links.settlement_id,
    links.payment_id, auth.uid()
  from jsonb_to_record(p_links) links (
    shipment_id uuid, return_id uuid, refund_id uuid, edit_id uuid, settlement_id uuid, payment_id uuid
  );
  update public.orders set
    charged = charged + case when p_kind = 'charged' then p_amount else 0 end,
    received = received + case when p_kind in ('received', 'cash_collected', 'credit_used') then p_amount else 0 end,
    given_back = given_back + case when p_kind = 'given_back' then p_amount else 0 end,
    at_courier = at_courier + case p_kind when 'cash_collected' then p_amount when 'settled' then -p_amount else 0 end
  where orders.id = p_order.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.can_come_back(p_entity text, p_action text, p_before jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_action = 'update' and (p_before ? 'options' or exists (
      select 1 from jsonb_each(p_before -> 'variants') changed where changed.value - 'stock' <> '{}'
    )) then false
    when p_entity in (
      'products', 'categories', 'banners', 'faq_questions', 'discounts', 'shipping_zones', 'delivery_slots',
      'search_synonyms')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity in ('settings', 'staff_settings') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.current_state(p_settings public.settings)
 RETURNS public.store_state
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_settings.reopens_on <= private.shop_time()::date then 'open' else p_settings.state end
$function$;

ALTER FUNCTION "private"."current_state"(public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delivered_between(p_tenant_id text, p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(private.line_worth(line, earlier.pieces + part.quantity) - private.line_worth(line, earlier.pieces)), 0)
  from public.shipments parcel
  join public.shipment_lines part on part.shipment_id = parcel.id
  join public.order_lines line on line.id = part.order_line_id
  join public.orders on orders.id = parcel.order_id and not orders.is_test
  cross join lateral (
    select coalesce(sum(other.quantity), 0)::integer as pieces
    from public.shipment_lines other join public.shipments sooner on sooner.id = other.shipment_id
    where other.tenant_id = line.tenant_id and other.order_line_id = line.id and sooner.state = 'delivered'
      and (sooner.delivered_at, sooner.id) < (parcel.delivered_at, parcel.id)
  ) earlier
  where parcel.tenant_id = p_tenant_id and parcel.state = 'delivered'
    and parcel.delivered_at >= p_since and parcel.delivered_at < p_until
$function$;

CREATE OR REPLACE FUNCTION private.deliveries_of(p_tenant_id text, p_user_id uuid, p_phone text, OUT delivered bigint, OUT refused bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select count(*) filter (where parcel.state = 'delivered'), count(*) filter (where parcel.state = 'came_back')
  into delivered, refused
  from public.orders join public.shipments parcel on parcel.order_id = orders.id
  where orders.tenant_id = p_tenant_id and not orders.is_test
    and (orders.user_id = p_user_id or p_phone <> '' and private.national_digits(orders.address ->> 'phone') = p_phone);
end
$function$;

CREATE OR REPLACE FUNCTION private.give_test_stock_back(p_order_ids uuid[], p_number text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_variant_ids uuid[];
  v_deltas integer[];
begin
  select array_agg(taken.variant_id), array_agg(taken.delta) into v_variant_ids, v_deltas
  from (
    select movement.variant_id, -sum(movement.delta)::integer as delta from public.stock_movements movement
    where movement.order_id = any (p_order_ids) group by movement.variant_id having sum(movement.delta) <> 0
  ) taken;
  update public.stock_movements set order_id = null, note = p_number where order_id = any (p_order_ids);
  perform private.move_stock(v_variant_ids, v_deltas, 'cancelled', p_number);
end
$function$;

ALTER FUNCTION "private"."give_test_stock_back"(uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_preview(p_tenant_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.store_doors door
    where door.tenant_id = p_tenant_id
      and door.preview_token = nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-store-preview'
  );
end
$function$;

ALTER FUNCTION "private"."has_preview"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.hidden_stores()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_service() then
    return '{}';
  end if;
  return array(
    select settings.tenant_id from public.settings
    where settings.state = 'closed' and not private.is_staff(settings.tenant_id) and not private.has_preview(settings.tenant_id)
  );
end
$function$;

ALTER FUNCTION "private"."hidden_stores"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_order(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_slot public.delivery_slots, p_placed_by uuid DEFAULT NULL::uuid, p_is_test boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method text := p_order ->> 'payment_method';
  v_open constant bigint := p_priced.total - p_priced.credit_used;
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
  v_cash constant jsonb := case
    when p_is_test then '{"requirement": "none", "reasons": [], "overruled": ""}'
    else private.placed_cash_rule(p_order, p_user_id, p_address, v_open, p_placed_by is not null, v_rate.cash_allowed) end;
  v_until constant timestamptz := case
    when v_cash ->> 'requirement' in ('confirm', 'deposit') then now() + interval '1 hour' * (v_cash ->> 'hours')::integer end;
  v_status public.order_status;
  v_order public.orders;
begin
  v_status := case
    when v_open = 0 or v_method = 'cash_on_delivery' and v_cash ->> 'requirement' <> 'deposit' then 'pending'
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
      when v_status = 'awaiting_payment' and v_method = 'cash_on_delivery' then v_until
    end,
    p_order ->> 'idempotency_key', jsonb_hash_extended(p_order, 0), p_placed_by,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), coalesce(left(p_order #>> '{manual_discount,reason}', 500), ''),
    private.vat_rate(p_priced.payment),
    (v_cash ->> 'requirement')::public.cash_requirement, v_cash -> 'reasons', v_cash ->> 'overruled',
    v_until, case when v_cash ->> 'requirement' = 'deposit' then private.pounds(p_priced.credit_used) + (v_cash ->> 'deposit')::numeric
      else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test
  ) returning * into v_order;
  return v_order;
end
$function$;

ALTER FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_replacement(p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method, p_fee numeric, p_rate private.shipping_rate, p_stage public.order_status, p_key text, p_document bigint)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_problem private.priced_line;
  v_new public.orders;
begin
  select wrong.* into v_problem from unnest(p_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key, document_hash, tax_rate,
    days_from, days_to, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, p_stage, p_stage,
    case when private.waits_for_staff(p_stage, p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, 0, p_fee,
    p_fee, p_fee, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes' end, p_key, p_document,
    (select private.vat_rate(settings.payment) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_old.is_test
  ) returning * into v_new;
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_sale(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select not p_order.is_test
    and p_order.status in ('pending', 'confirmed', 'in_production', 'partly_sent', 'shipped', 'partly_delivered', 'delivered',
      'return_requested', 'partly_returned')
    and (p_order.charged > 0 or p_order.total = 0 and p_order.replaces_order_id is null)
$function$;

CREATE OR REPLACE FUNCTION private.issue_papers(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_items private.invoice_item[];
  v_credit record;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.is_test then
    return;
  end if;
  if not exists (select 1 from public.invoices paper where paper.order_id = p_order_id) and (
    v_order.charged = 0 or v_order.received - v_order.given_back < v_order.charged and not exists (
      select 1 from public.order_lines line where line.order_id = p_order_id and line.sent > 0
    )
  ) then
    return;
  end if;
  v_items := array(
    select open from private.uninvoiced_items(v_order) open where open.amount > 0 or open.amount = 0 and open.quantity > 0
  );
  if (select sum(item.amount) from unnest(v_items) item) > 0 then
    perform private.issue_invoice(v_order, 'invoice', null, v_items);
  end if;
  v_items := array(select open from private.uninvoiced_items(v_order) open where open.amount < 0);
  for v_credit in
    select shared.invoice_id, array_agg(shared.item) as items
    from private.credits_by_invoice(p_order_id, v_items) shared
    join public.invoices paper on paper.id = shared.invoice_id
    group by shared.invoice_id order by min(paper.issued_at)
  loop
    perform private.issue_invoice(v_order, 'credit_note', v_credit.invoice_id, v_credit.items);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.owed_at_door(p_order_id uuid, p_shipment_id uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when orders.is_test then 0 else greatest(
    orders.charged - (orders.received - orders.given_back) - private.cash_under_way(p_order_id, p_shipment_id), 0) end
  from public.orders where orders.id = p_order_id
$function$;

CREATE OR REPLACE FUNCTION private.personal_opening_alerts(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(alert) - '{id,tenant_id,due_at,attempts}'::text[]), '[]')
  from public.profiles
  join public.opening_alerts alert on alert.tenant_id = profiles.tenant_id and alert.email = lower(profiles.email)
  where profiles.id = p_user_id and profiles.tenant_id = p_tenant_id
$function$;

ALTER FUNCTION "private"."personal_opening_alerts"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.phone_channel(p_order public.orders, p_after public.message_channel DEFAULT NULL::public.message_channel)
 RETURNS public.message_channel
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone constant text := private.phone_address(p_order.address);
begin
  if v_phone is null or p_order.is_test or (
    select count(*) from (
      select 1 from public.order_messages message
      where message.recipient = v_phone and message.channel <> 'email' and message.created_at > now() - interval '1 day'
      limit 10
    ) told
  ) >= 10 then
    return null;
  end if;
  return (
    select used.channel::public.message_channel
    from public.staff_settings, unnest(staff_settings.message_channels) with ordinality used (channel, place)
    where staff_settings.tenant_id = p_order.tenant_id
      and used.place > coalesce(array_position(staff_settings.message_channels, p_after::text), 0)
      and not exists (
        select 1 from public.message_opt_outs stopped
        where stopped.tenant_id = p_order.tenant_id and stopped.channel::text = used.channel
          and (stopped.recipient = v_phone or stopped.user_id = p_order.user_id)
      )
    order by used.place limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_hoarding(p_tenant_id text, p_user_id uuid, p_address jsonb, p_lines private.priced_line[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone text := private.national_digits(p_address ->> 'phone');
  v_address text := private.address_key(p_address);
  v_orders_limit integer := 10;
  v_pieces_limit integer := 20;
  v_own uuid[];
  v_there uuid[] := '{}';
  v_product record;
begin
  select unpaid_orders_limit, unpaid_pieces_limit into v_orders_limit, v_pieces_limit
  from public.staff_settings where tenant_id = p_tenant_id;
  if not found then
    v_orders_limit := 10;
    v_pieces_limit := 20;
  end if;
  if coalesce(v_orders_limit, v_pieces_limit) is null then
    return;
  end if;

  -- Orders to one phone number or address wait for each other, always in the same order; place_order holds the person's lock.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended(p_tenant_id || kind || value, 0) as key
    from (values (':phone:', v_phone), (':address:', v_address)) as contact (kind, value)
    order by 1
  ) locks;
  v_own := array(
    select id from public.orders
    where tenant_id = p_tenant_id and user_id = p_user_id and private.keeps_unpaid_goods(payment_status, status)
  );
  if not private.is_known_contact(p_tenant_id, p_user_id, v_phone, v_address) then
    v_there := array(
      select id from public.orders
      where tenant_id = p_tenant_id and private.keeps_unpaid_goods(payment_status, status)
        and user_id is distinct from p_user_id and not is_test
        and (private.national_digits(address ->> 'phone') = v_phone or private.address_key(address) = v_address)
    );
  end if;
  if cardinality(v_own) >= v_orders_limit then
    perform private.refuse('too_many_unpaid', jsonb_build_object('unpaid', cardinality(v_own), 'most', v_orders_limit));
  elsif cardinality(v_own || v_there) >= v_orders_limit then
    perform private.refuse('too_many_unpaid', jsonb_build_object('reason', 'contact'));
  end if;

  select wanted.product_id, wanted.line, wanted.name, wanted.pieces + held.own > v_pieces_limit as is_own, held.own as held
  into v_product
  from (
    select asked.product_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_lines) asked where asked.product_id is not null group by asked.product_id
  ) wanted
  cross join lateral (
    select coalesce(sum(quantity - cancelled - refused), 0) as pieces,
      coalesce(sum(quantity - cancelled - refused) filter (where order_id = any (v_own)), 0) as own
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

CREATE OR REPLACE FUNCTION private.require_open_store(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  case private.current_state(v_settings)
    when 'closed' then perform private.refuse('store_closed');
    when 'resting' then perform private.refuse('store_resting', jsonb_build_object('day', v_settings.reopens_on));
    else null;
  end case;
end
$function$;

ALTER FUNCTION "private"."require_open_store"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_super_admin(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.super_admin_tenants()), false) then
    perform private.refuse('super_admin_only');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_super_admin"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sale_facts(p_order public.orders)
 RETURNS TABLE(event private.sale_event, orders integer, amount numeric, shipping numeric)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select fact.*
  from (values
    ('sale'::private.sale_event, private.is_sale(p_order)::integer,
      case when p_order.status = 'awaiting_payment' then 0 else p_order.charged end,
      case when p_order.status = 'awaiting_payment' then 0
        else least(private.delivery_fee(p_order), p_order.charged) end),
    ('cancelled', (p_order.status = 'cancelled')::integer, 0, 0),
    ('returned', (p_order.status = 'returned')::integer, 0, 0),
    ('refund_due', 0, greatest(p_order.received - p_order.given_back - p_order.charged, 0), 0)
  ) fact (event, orders, amount, shipping)
  where not p_order.is_test
$function$;

CREATE OR REPLACE FUNCTION private.test_order_document(p_tenant_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_variant_id uuid;
  v_street text;
  v_governorate public.governorate;
  v_document jsonb;
begin
  select variant.id into v_variant_id
  from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.tenant_id = p_tenant_id and variant.is_active and product.is_active and variant.stock > 0
    and coalesce(variant.price, product.price) > 0
  order by variant.stock desc, variant.id limit 1;
  if v_variant_id is null then
    perform private.refuse('nothing_to_test');
  end if;
  select coalesce(nullif(btrim(settings.contact ->> 'address'), ''), tenant.name) into v_street
  from public.tenants tenant left join public.settings on settings.tenant_id = tenant.id where tenant.id = p_tenant_id;
  foreach v_governorate in array enum_range(null::public.governorate) loop
    v_document := jsonb_build_object(
      'tenant_id', p_tenant_id, 'idempotency_key', gen_random_uuid(), 'channel', 'counter', 'payment_method', 'cash_on_delivery',
      'lines', jsonb_build_array(jsonb_build_object('variant_id', v_variant_id, 'quantity', 1)),
      'address', jsonb_build_object('full_name', 'Test', 'phone', '01000000000', 'governorate', v_governorate, 'city', 'Test',
        'street', left(v_street, 200), 'building', '', 'floor', '', 'apartment', '', 'landmark', '', 'postal_code', ''));
    exit when (private.price_order(v_document, null, false, v_document -> 'address')).problems = '[]';
  end loop;
  return v_document;
end
$function$;

ALTER FUNCTION "private"."test_order_document"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_book(p_shipment_id uuid, p_carrier text, p_carrier_name text, p_district_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_booking public.carrier_bookings;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if v_booking.state in ('waiting', 'asked', 'booked') and v_booking.carrier = p_carrier then
    return '{}';
  elsif v_booking.state in ('waiting', 'asked', 'booked', 'to_cancel') then
    return jsonb_build_object('refusal', private.refusal('parcel_booked',
      jsonb_build_object('carrier', coalesce(nullif(v_parcel.carrier_name, ''), v_parcel.carrier))));
  elsif v_parcel.state not in ('packed', 'handed_over') then
    return jsonb_build_object('refusal', private.refusal('parcel_not_here'));
  elsif (select orders.is_test from public.orders where orders.id = v_parcel.order_id) then
    return jsonb_build_object('refusal', private.refusal('test_order_booked'));
  elsif v_parcel.tracking_number is not null then
    return jsonb_build_object('refusal', private.refusal('parcel_numbered',
      jsonb_build_object('tracking_number', v_parcel.tracking_number)));
  elsif p_district_id is not null and not exists (
    select 1 from public.carrier_areas area
    where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
  ) then
    return jsonb_build_object('refusal', private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id)));
  end if;
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = p_shipment_id;
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  values (p_shipment_id, v_parcel.tenant_id, p_carrier, p_district_id, auth.uid())
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', attempts = 0, due_at = now(), problem = null, updated_at = now(),
    district_id = coalesce(excluded.district_id, case when v_booking.carrier = p_carrier then v_booking.district_id end),
    round = v_booking.round + case v_booking.state when 'cancelled' then 1 else 0 end;
  return '{}';
end
$function$;

CREATE OR REPLACE FUNCTION public.ask_for_opening(p_tenant_id text, p_email text, p_language text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(coalesce(p_email, '')));
begin
  perform private.require_service();
  if length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('invalid_email');
  end if;
  if not exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and settings.state = 'closed'
  ) then
    return false;
  end if;
  insert into public.opening_alerts (tenant_id, email, language)
  values (p_tenant_id, v_email, case p_language when 'ar' then 'ar' else 'en' end)
  on conflict (tenant_id, email) do update set language = excluded.language;
  return true;
end
$function$;

ALTER FUNCTION "public"."ask_for_opening"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.available_slots(p_tenant_id text, p_days integer DEFAULT 14, p_governorate text DEFAULT NULL::text, p_city text DEFAULT NULL::text)
 RETURNS TABLE(slot_id uuid, day date, from_time time without time zone, to_time time without time zone, places_left integer, closes_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select delivery_slots.id, days.day::date, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity - coalesce(delivery_bookings.booked, 0),
    (days.day::date + delivery_slots.from_time - make_interval(hours => delivery_slots.cut_off_hours)) at time zone
    'Africa/Cairo'
  from generate_series(
    private.shop_time()::date::timestamp, private.shop_time()::date + least(greatest(p_days, 1), 60), interval '1 day'
  ) as days (day)
  join public.delivery_slots on delivery_slots.day_of_week = extract(dow from days.day)
    and delivery_slots.tenant_id = p_tenant_id and delivery_slots.is_active
    and p_tenant_id <> all (private.hidden_stores())
    and (delivery_slots.zone_id is null
      or delivery_slots.zone_id = (select private.shipping_zone_of(p_tenant_id, p_governorate, p_city)))
  left join public.delivery_bookings on delivery_bookings.slot_id = delivery_slots.id
    and delivery_bookings.day = days.day::date and delivery_slots.capacity is not null
  where days.day::date + delivery_slots.from_time - make_interval(hours => delivery_slots.cut_off_hours) > private.shop_time()
    and (delivery_slots.capacity is null or delivery_slots.capacity > coalesce(delivery_bookings.booked, 0))
  order by days.day, delivery_slots.from_time, delivery_slots.id
$function$;

CREATE OR REPLACE FUNCTION public.change_store_state(p_tenant_id text, p_state public.store_state, p_reopens_on date DEFAULT NULL::date, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_store_state', p_tenant_id, p_state, p_reopens_on));
  v_today constant date := private.shop_time()::date;
  v_day constant date := case when p_state = 'resting' then p_reopens_on end;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_super_admin(p_tenant_id);
  perform private.require_aal();
  if p_state = 'resting' and (v_day is null or v_day <= v_today or v_day > v_today + 366) then
    perform private.refuse('invalid_reopening');
  end if;
  update public.settings set state = p_state, reopens_on = v_day
  where settings.tenant_id = p_tenant_id
    and (settings.state, settings.reopens_on) is distinct from (p_state, v_day);
  if not found and not exists (select 1 from public.settings where settings.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  return private.keep_answer(p_request_id, jsonb_build_object('state', p_state, 'reopens_on', v_day));
end
$function$;

ALTER FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.dashboard(p_tenant_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today date := private.shop_time()::date;
  v_low integer;
  v_days jsonb;
begin
  perform private.require_customer_access(p_tenant_id);
  v_low := coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock());
  v_days := private.sales_by_day(p_tenant_id, v_today);
  return jsonb_build_object(
    'sales', private.sales_compared(p_tenant_id, v_today, v_days),
    'days', (select jsonb_agg(value order by place)
      from jsonb_array_elements(v_days) with ordinality days (value, place) where place > 30),
    'orders', coalesce((
      select jsonb_object_agg(sold.status, sold.how_many) from (
        select orders.status, count(*) as how_many from public.orders
        where orders.tenant_id = p_tenant_id and not orders.is_test group by orders.status
      ) sold
    ), '{}'),
    'latest', coalesce((
      select jsonb_agg(to_jsonb(listed) order by listed.created_at desc, listed.id) from (
        select id, number, status, total, customer_name, created_at from public.orders
        where tenant_id = p_tenant_id and not is_test order by created_at desc, id limit 8
      ) listed
    ), '[]'),
    'best_sellers', coalesce((
      select jsonb_agg(to_jsonb(best)) from public.report_products(p_tenant_id, v_today - 29, v_today, 5) best where best.quantity > 0
    ), '[]'),
    'running_out', private.running_out(p_tenant_id, v_low),
    'low_stock', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock <= v_low
    ),
    'sold_out', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock = 0
    ),
    'payments_to_confirm', (
      select count(*) from public.orders
      where tenant_id = p_tenant_id and status = 'awaiting_payment' and payment_method = 'bank_transfer'
    ),
    'refunds_due', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.payment_status = 'refund_due'
    ),
    'money', private.money_of_days(p_tenant_id, v_today),
    'problems_reported', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.status = 'return_requested'
    ),
    'reviews_waiting', (
      select count(*) from public.reviews where tenant_id = p_tenant_id and status = 'pending'
    ),
    'messages_waiting', (
      select count(*) from public.conversations
      where tenant_id = p_tenant_id and is_open and answered_at is null
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id));
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if v_first is not null then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id);
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- An order that is being placed comes first, or finds no account any more.
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
    or answered.answer #>> '{order,user_id}' = v_user_id::text
    or answered.answer ->> 'conversation_id' = any (v_conversations::text[]);
  insert into public.file_removals (bucket_id, name)
  select file.bucket_id, file.name from private.personal_files(p_tenant_id, v_user_id) file;

  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to the books of its order.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.opening_alerts alert using public.profiles
  where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    and alert.tenant_id = p_tenant_id and alert.email = lower(profiles.email);
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- What was taken out of these rows is not written down.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'profiles', v_user_id::text
  );
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
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id);
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
      select jsonb_agg(to_jsonb(point_entries) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.message_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - '{tenant_id,user_id,unread_by_staff}'::text[]
        || jsonb_build_object('messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by created_at)
      from public.conversations where id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.is_store_preview(p_tenant_id text, p_token text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return exists (
    select 1 from public.store_doors door where door.tenant_id = p_tenant_id and door.preview_token = p_token
  );
end
$function$;

ALTER FUNCTION "public"."is_store_preview"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.opening_alert_done(p_alert_id uuid, p_sent boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  if p_sent then
    delete from public.opening_alerts where id = p_alert_id;
  else
    update public.opening_alerts set due_at = now() + interval '1 minute' * (attempts * attempts) where id = p_alert_id;
  end if;
end
$function$;

ALTER FUNCTION "public"."opening_alert_done"(uuid, boolean) OWNER TO "postgres";

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
  v_method text := p_order ->> 'payment_method';
  v_priced private.priced_order;
  v_profile record;
  v_address jsonb;
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
  perform private.refuse_blocked(v_tenant_id, v_user_id);
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
  perform private.require_open_payment(v_priced.payment, v_method, private.pounds(v_priced.total - v_priced.credit_used));
  if v_priced.total > v_priced.credit_used then
    perform private.refuse_hoarding(v_tenant_id, v_user_id, v_address, v_priced.lines);
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot);
  v_stored := private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return to_jsonb(v_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', v_stored);
end
$function$;

CREATE OR REPLACE FUNCTION public.place_test_order(p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('place_test_order', p_tenant_id));
  v_staff_id constant uuid := auth.uid();
  v_document jsonb;
  v_staff record;
  v_priced private.priced_order;
  v_order public.orders;
begin
  if v_first is not null then
    return v_first;
  end if;
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_customer_access(p_tenant_id);
  perform private.require_aal();
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
    v_document -> 'address', null, v_staff_id, true);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$function$;

ALTER FUNCTION "public"."place_test_order"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.product_facets(p_tenant_id text, p_search text DEFAULT NULL::text, p_category_ids uuid[] DEFAULT NULL::uuid[], p_brands text[] DEFAULT NULL::text[], p_sizes text[] DEFAULT NULL::text[], p_colors text[] DEFAULT NULL::text[], p_materials text[] DEFAULT NULL::text[], p_genders text[] DEFAULT NULL::text[], p_types text[] DEFAULT NULL::text[], p_min_price numeric DEFAULT NULL::numeric, p_max_price numeric DEFAULT NULL::numeric, p_in_stock boolean DEFAULT false, p_on_sale boolean DEFAULT false, p_new boolean DEFAULT false, p_featured boolean DEFAULT false, p_attributes text[] DEFAULT NULL::text[])
 RETURNS TABLE(facet text, value text, label text, products bigint, lowest numeric, highest numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_filters private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  -- As in listed_ids.
  v_query constant tsquery := v_terms.query;
  v_product_ids constant uuid[] := v_terms.product_ids;
begin
  if p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  if v_terms.corrected is not null then
    return query select 'corrected', v_terms.corrected, v_terms.corrected, null::bigint, null::numeric, null::numeric;
  end if;
  if v_terms.any_word then
    return query select 'any_word', null, null, null::bigint, null::numeric, null::numeric;
  end if;

  return query
  -- Products with the same filter values are counted together: there are far fewer kinds of products than products.
  with kinds as materialized (
    select product_search_index.filters,
      count(*) filter (where priced.in_range and (product_search_index.in_stock or p_in_stock is not true)) as products,
      count(*) filter (where priced.in_range and product_search_index.in_stock) as in_stock,
      min(product_search_index.price) filter (where product_search_index.in_stock or p_in_stock is not true) as lowest,
      max(product_search_index.highest_price) filter (where product_search_index.in_stock or p_in_stock is not true) as highest
    from private.product_search_index
    cross join lateral (select private.is_in_price_range(product_search_index, p_min_price, p_max_price) as in_range) priced
    where product_search_index.tenant_id = p_tenant_id
      and v_terms.finds_nothing is not true
      and (v_query is null or product_search_index.words @@ v_query)
      and (v_product_ids is null or product_search_index.product_id = any (v_product_ids))
      and (p_featured is not true or product_search_index.featured)
    group by product_search_index.filters
  ),
  -- The filters that each of them does not pass.
  judged as materialized (
    select kinds.*, private.unmet_filters(kinds.filters, v_filters) as unmet
    from kinds
  ),
  counted as (
    select split_part(term, ':', 1) as kind, substr(term, position(':' in term) + 1) as item,
      sum(judged.products)::bigint as how_many
    from judged, unnest(judged.filters) term
    where judged.unmet = '{}' or judged.unmet = array[split_part(term, ':', 1)]
    group by term having sum(judged.products) > 0
  ),
  listed as (
    select coalesce(sum(judged.products), 0)::bigint as products, coalesce(sum(judged.in_stock), 0)::bigint as in_stock,
      min(judged.lowest) as lowest, max(judged.highest) as highest
    from judged where judged.unmet = '{}'
  )
  select 'total', null, null, listed.products, null::numeric, null::numeric from listed
  union all
  select 'in_stock', null, null, listed.in_stock, null, null from listed
  union all
  select 'price', null, null, null, listed.lowest, listed.highest from listed
  union all
  select counted.kind, nullif(counted.item, ''), coalesce(categories.name, nullif(counted.item, '')), counted.how_many, null, null
  from counted
  left join public.categories on counted.kind = 'category' and categories.tenant_id = p_tenant_id
    and categories.id::text = counted.item;
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_order(p_order jsonb)
 RETURNS jsonb
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
  return jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'line', priced.line, 'product_id', priced.product_id, 'variant_id', priced.variant_id, 'sku', priced.sku,
        'customization_id', priced.customization_id, 'quantity', priced.quantity, 'name', priced.name, 'image', priced.image,
        'color', priced.color,
        'size', priced.size, 'type', priced.type, 'options', priced.options, 'stock', priced.stock,
        'unit_price', private.pounds(priced.unit), 'total', private.pounds(priced.unit * priced.quantity),
        'price_was', case when priced.price_was <> priced.unit then private.pounds(priced.price_was) end,
        'problem', priced.problem, 'message', private.line_problem(priced) -> 'message'
      ) order by priced.line)
      from unnest(v_priced.lines) priced
    ),
    'subtotal', private.pounds(v_priced.subtotal),
    'discount_code', v_priced.discount_code,
    'discount_kind', v_priced.discount_kind,
    'discount_total', private.pounds(v_priced.discount),
    'shipping_total', private.pounds(v_priced.shipping),
    'shipping', private.shown_rates((v_priced.delivery).rates),
    'points_balance', v_priced.points_balance,
    'points_used', v_priced.points_used,
    'points_value', private.pounds(v_priced.points_value),
    'points_earned', v_priced.points_earned,
    'total', private.pounds(v_priced.total),
    'store_credit_balance', private.pounds(v_priced.credit_balance),
    'store_credit', private.pounds(v_priced.credit_used),
    -- What paying in cash asks for, as far as the person's own orders and the place say it.
    'cash', case when ((v_priced.delivery).rate).cash_allowed is false then private.no_cash_there() else private.cash_rule(
      v_tenant_id, auth.uid(), null, v_address ->> 'governorate', private.pounds(v_priced.total - v_priced.credit_used)) end,
    'problems', v_priced.problems
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_test_order(p_order_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('remove_test_order', p_order_id));
  v_order public.orders;
  v_ids uuid[];
begin
  if v_first is not null then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_staff(v_order.tenant_id);
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
  insert into public.file_removals (bucket_id, name)
  select 'shipment-labels', parcel.label_path from public.shipments parcel
  where parcel.order_id = any (v_ids) and parcel.label_path is not null
  union all
  select 'order-photos', photo.name from public.returns back, unnest(back.photos) photo (name) where back.order_id = any (v_ids);
  insert into public.store_doors (tenant_id, tested_at)
  select v_order.tenant_id, now() where v_order.delivered_at is not null
  on conflict (tenant_id) do update set tested_at = excluded.tested_at;
  delete from public.returns where order_id = any (v_ids);
  delete from public.orders where id = any (v_ids);
  perform private.write_audit(v_order.tenant_id, 'delete', 'orders', v_order.id::text, v_order.number,
    to_jsonb(v_order) - '{idempotency_key,document_hash}'::text[], null);
  perform realtime.send(jsonb_build_object('id', v_order.id, 'number', v_order.number), 'delete',
    'orders:' || v_order.tenant_id, true);
  perform private.keep_answer(p_request_id, 'true');
end
$function$;

ALTER FUNCTION "public"."remove_test_order"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_slots(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(slot_id uuid, day_of_week smallint, from_time time without time zone, to_time time without time zone, capacity integer, orders bigint, days bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select delivery_slots.id, delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity, count(orders.id), count(distinct orders.slot_date)
  from public.delivery_slots
  left join public.orders on orders.tenant_id = delivery_slots.tenant_id and orders.slot_id = delivery_slots.id
    and orders.slot_date between p_from and p_to
    and orders.status not in ('awaiting_payment', 'cancelled') and not orders.is_test
  where delivery_slots.tenant_id = p_tenant_id
  group by delivery_slots.id
  order by delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_products(p_tenant_id text, p_search text DEFAULT NULL::text, p_category_ids uuid[] DEFAULT NULL::uuid[], p_brands text[] DEFAULT NULL::text[], p_sizes text[] DEFAULT NULL::text[], p_colors text[] DEFAULT NULL::text[], p_materials text[] DEFAULT NULL::text[], p_genders text[] DEFAULT NULL::text[], p_types text[] DEFAULT NULL::text[], p_min_price numeric DEFAULT NULL::numeric, p_max_price numeric DEFAULT NULL::numeric, p_in_stock boolean DEFAULT false, p_on_sale boolean DEFAULT false, p_new boolean DEFAULT false, p_featured boolean DEFAULT false, p_attributes text[] DEFAULT NULL::text[], p_sort text DEFAULT 'relevance'::text, p_limit integer DEFAULT 24, p_offset integer DEFAULT 0, p_language text DEFAULT 'en'::text)
 RETURNS TABLE(id uuid, tenant_id text, name text, description text, price numeric, original_price numeric, discount numeric, min_price numeric, max_price numeric, images jsonb, videos jsonb, unit text, stock integer, featured boolean, is_new boolean, category_id uuid, category_name text, type text, size text, color text, material text, brand text, gender text, attributes jsonb, rating numeric, review_count integer, created_at timestamp with time zone, updated_at timestamp with time zone, version integer, translations jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_filters private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_sort text := case
    when p_sort = 'name' and p_language = 'ar' then 'arabic_name'
    when p_sort in ('price_asc', 'price_desc', 'name', 'discount', 'newest') then p_sort
    when v_terms.query is not null and p_sort is distinct from 'featured' then 'relevance'
    else 'featured'
  end;
begin
  if v_terms.finds_nothing or p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  return query
  select products.id, products.tenant_id, products.name, products.description, products.price, products.original_price,
    products.discount, products.min_price, products.max_price, products.images, products.videos, products.unit, products.stock,
    products.featured, products.is_new, products.category_id, categories.name, products.type, products.size, products.color,
    products.material, products.brand, products.gender, products.attributes, products.rating, products.review_count,
    products.created_at, products.updated_at, products.version, products.translations
  from unnest(private.listed_ids(p_tenant_id, v_terms, v_filters, p_min_price, p_max_price, p_in_stock, p_featured, v_sort,
    p_limit, p_offset)) with ordinality as page (id, place)
  join public.products on products.id = page.id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  order by page.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_suggestions(p_tenant_id text, p_search text, p_limit integer DEFAULT 8)
 RETURNS TABLE(kind text, id uuid, label text, image text, price numeric, max_price numeric, original_price numeric, corrected text, translations jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_limit integer := least(greatest(coalesce(p_limit, 8), 1), 20);
begin
  if v_terms.query is null and v_terms.product_ids is null or p_tenant_id = any (private.hidden_stores()) then
    return;
  end if;
  return query
  select 'category', categories.id, categories.name, categories.image, null::numeric, null::numeric, null::numeric,
    v_terms.corrected, categories.translations
  from public.categories
  where categories.tenant_id = p_tenant_id and to_tsvector('pg_catalog.simple', private.words(concat_ws(' ',
    categories.name, private.translated_texts(categories.translations, 'name')))) @@ v_terms.query
  order by categories.name limit 3;

  return query
  with all_named as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id and ts_filter(product_search_index.words, '{a}') @@ v_terms.query
  ),
  named as materialized (
    select * from all_named order by all_named.created_at desc, all_named.product_id limit 300
  ),
  all_others as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id
      and (v_terms.query is null or product_search_index.words @@ v_terms.query)
      and (v_terms.product_ids is null or product_search_index.product_id = any (v_terms.product_ids))
      and (select count(*) from named) < v_limit
      and not exists (select 1 from named where named.product_id = product_search_index.product_id)
  ),
  others as (
    select * from all_others order by all_others.created_at desc, all_others.product_id limit 300
  ),
  best as (
    select found.product_id, found.words @@ v_terms.whole as is_whole, ts_rank(found.words, v_terms.query) as rank,
      found.in_stock, found.created_at
    from (select * from named union all select * from others) found
    order by is_whole desc nulls last, rank desc nulls last, found.in_stock desc, found.created_at desc, found.product_id
    limit v_limit
  )
  select 'product', products.id, products.name, private.first_picture(products.images), products.min_price, products.max_price,
    case when products.min_price = products.price then products.original_price end, v_terms.corrected,
    products.translations
  from best join public.products on products.id = best.product_id
  order by best.is_whole desc nulls last, best.rank desc nulls last, best.in_stock desc, best.created_at desc, products.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.shown_words(p_tenant_id text, p_language text)
 RETURNS jsonb
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
  select coalesce(jsonb_object_agg(words.key, words.value), '{}') from words
  where words.key <> '' and words.value <> '' and p_tenant_id <> all (private.hidden_stores())
$function$;

CREATE OR REPLACE FUNCTION public.store_opening(p_tenant_id text)
 RETURNS TABLE(state public.store_state, reopens_on date, reopens_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select today.state, resting.reopens_on, resting.reopens_on::timestamp at time zone 'Africa/Cairo'
  from public.settings
  cross join lateral (select private.current_state(settings) as state) today
  cross join lateral (select case today.state when 'resting' then settings.reopens_on end as reopens_on) resting
  where settings.tenant_id = p_tenant_id
$function$;

ALTER FUNCTION "public"."store_opening"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.store_preview(p_tenant_id text, p_renew boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('store_preview', p_tenant_id, p_renew));
  v_token text;
begin
  if v_first is not null then
    return v_first #>> '{}';
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  insert into public.store_doors (tenant_id) values (p_tenant_id) on conflict (tenant_id) do nothing;
  if p_renew then
    update public.store_doors door set preview_token = default where door.tenant_id = p_tenant_id;
  end if;
  select door.preview_token into v_token from public.store_doors door where door.tenant_id = p_tenant_id;
  perform private.keep_answer(p_request_id, to_jsonb(v_token));
  return v_token;
end
$function$;

ALTER FUNCTION "public"."store_preview"(text, boolean, uuid) OWNER TO "postgres";

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
    ('delivery', (settings.shipping ->> 'defaultShippingFee')::numeric > 0 or exists (
      select 1 from public.shipping_zones zone
      where zone.tenant_id = p_tenant_id and zone.is_active and zone.rates <> '[]'
    ), true),
    ('payment', not (settings.payment ->> 'bankTransfer')::boolean or btrim(settings.payment ->> 'bankDetails') <> '', true),
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

ALTER FUNCTION "public"."store_readiness"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.take_opening_alerts(p_limit integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts jsonb;
begin
  perform private.require_service();
  delete from public.opening_alerts alert where alert.due_at <= now() and alert.attempts >= 12;
  with due as (
    select alert.id, coalesce(settings.contact ->> 'contactEmail', '') as contact_email
    from public.opening_alerts alert
    join public.settings on settings.tenant_id = alert.tenant_id and private.current_state(settings) = 'open'
    where alert.due_at <= now()
    order by alert.due_at, alert.created_at
    limit least(greatest(p_limit, 1), 100) for update of alert skip locked
  ), taken as (
    update public.opening_alerts alert set attempts = alert.attempts + 1, due_at = now() + interval '5 minutes'
    from due where alert.id = due.id
    returning alert.id, alert.tenant_id, alert.email, alert.language, due.contact_email
  )
  select jsonb_agg(to_jsonb(taken) order by taken.id) into v_alerts from taken;
  return coalesce(v_alerts, '[]');
end
$function$;

ALTER FUNCTION "public"."take_opening_alerts"(integer) OWNER TO "postgres";

ALTER TABLE "public"."opening_alerts" ADD CONSTRAINT "opening_alerts_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_reopening" CHECK (((state = 'resting'::public.store_state) = (reopens_on IS NOT NULL)));

ALTER TABLE "public"."store_doors" ADD CONSTRAINT "store_doors_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE INDEX opening_alerts_due ON public.opening_alerts USING btree (due_at);

CREATE INDEX orders_tests ON public.orders USING btree (tenant_id) WHERE is_test;

CREATE POLICY "Everybody reads attributes of stores that they see" ON "public"."attributes" FOR SELECT TO "anon", "authenticated" USING ((tenant_id <> ALL (( SELECT private.hidden_stores() AS hidden_stores)::text[])));

CREATE POLICY "Everybody reads banners that run now" ON "public"."banners" FOR SELECT TO "anon", "authenticated" USING ((is_active AND COALESCE((start_date <= now()), true) AND COALESCE((end_date > now()), true) AND (tenant_id <> ALL (( SELECT private.hidden_stores() AS hidden_stores)::text[]))));

CREATE POLICY "Everybody reads categories of stores that they see" ON "public"."categories" FOR SELECT TO "anon", "authenticated" USING ((tenant_id <> ALL (( SELECT private.hidden_stores() AS hidden_stores)::text[])));

CREATE POLICY "Everybody reads open delivery slots" ON "public"."delivery_slots" FOR SELECT TO "anon", "authenticated" USING ((is_active AND (tenant_id <> ALL (( SELECT private.hidden_stores() AS hidden_stores)::text[]))));

CREATE POLICY "Everybody reads the deals that run now" ON "public"."discounts" FOR SELECT TO "anon", "authenticated" USING ((is_public AND is_active AND (user_id IS NULL) AND (tenant_id <> ALL (( SELECT private.hidden_stores() AS hidden_stores)::text[])) AND COALESCE((starts_at <= now()), true) AND COALESCE((ends_at > now()), true)));

CREATE POLICY "Everybody reads questions of stores that they see" ON "public"."faq_questions" FOR SELECT TO "anon", "authenticated" USING ((tenant_id <> ALL (( SELECT private.hidden_stores() AS hidden_stores)::text[])));

CREATE POLICY "Staff read who is told that their store opens" ON "public"."opening_alerts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.customer_tenants() AS customer_tenants)::text[])));

CREATE POLICY "Everybody reads products on sale in a store" ON "public"."products" FOR SELECT TO "anon", "authenticated" USING ((is_active AND (tenant_id <> ALL (( SELECT private.hidden_stores() AS hidden_stores)::text[]))));

CREATE POLICY "Everybody reads approved reviews" ON "public"."reviews" FOR SELECT TO "anon", "authenticated" USING (((status = 'approved'::public.review_status) AND (tenant_id <> ALL (( SELECT private.hidden_stores() AS hidden_stores)::text[]))));

REVOKE ALL ON FUNCTION "private"."current_state"(public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."current_state"(public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_state"(public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_state"(public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."give_test_stock_back"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_test_stock_back"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_test_stock_back"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_test_stock_back"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_preview"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_preview"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_preview"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_preview"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."hidden_stores"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hidden_stores"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."hidden_stores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hidden_stores"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."hidden_stores"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order"(jsonb, private.priced_order, uuid, text, text, jsonb, public.delivery_slots, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_opening_alerts"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_opening_alerts"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_opening_alerts"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_opening_alerts"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_open_store"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_open_store"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_store"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_store"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_super_admin"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_super_admin"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_super_admin"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_super_admin"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."test_order_document"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."test_order_document"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."test_order_document"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."test_order_document"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."ask_for_opening"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."ask_for_opening"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_opening"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_opening"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."is_store_preview"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."is_store_preview"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_store_preview"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_store_preview"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."opening_alert_done"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."opening_alert_done"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alert_done"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alert_done"(uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_test_order"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."place_test_order"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."remove_test_order"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_test_order"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_test_order"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_test_order"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_test_order"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."store_opening"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."store_opening"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."store_opening"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."store_opening"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."store_opening"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."store_preview"(text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."store_preview"(text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."store_preview"(text, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."store_preview"(text, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."store_preview"(text, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."store_readiness"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."store_readiness"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."store_readiness"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."store_readiness"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."store_readiness"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_opening_alerts"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."take_opening_alerts"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_opening_alerts"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_opening_alerts"(integer) TO "service_role";

GRANT SELECT ON TABLE "public"."opening_alerts" TO "authenticated";

REVOKE ALL ON TABLE "public"."opening_alerts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."opening_alerts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."opening_alerts" TO "service_role";

-- First: what is revoked of a table is revoked of its columns.
REVOKE ALL ON TABLE "public"."settings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("contact") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("contact"), UPDATE ("contact") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("created_at"), UPDATE ("created_at") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("customization") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("customization"), UPDATE ("customization") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("features") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("features"), UPDATE ("features") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("invoicing") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("invoicing"), UPDATE ("invoicing") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("legal") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("legal"), UPDATE ("legal") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("payment") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("payment"), UPDATE ("payment") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("points") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("points"), UPDATE ("points") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("returns") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("returns"), UPDATE ("returns") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("shipping") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("shipping"), UPDATE ("shipping") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("store") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("store"), UPDATE ("store") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("tenant_id") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("tenant_id"), UPDATE ("tenant_id") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("translations") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("translations"), UPDATE ("translations") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("updated_at") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("updated_at"), UPDATE ("updated_at") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ("version") ON TABLE "public"."settings" FROM "authenticated";

GRANT INSERT ("version"), UPDATE ("version") ON TABLE "public"."settings" TO "authenticated";

REVOKE ALL ON TABLE "public"."store_doors" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_doors" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_doors" TO "service_role";

insert into private.refusal_messages (code, reason, message) values
  ('invalid_reopening', '', 'Choose a day within a year from tomorrow on.'),
  ('not_a_test_order', '', 'Only test orders can be removed. Cancel this order instead.'),
  ('nothing_to_test', '', 'Add a product with a price and stock first.'),
  ('store_closed', '', 'This store is closed.'),
  ('store_resting', '', 'This store takes orders again on {day}.'),
  ('test_order_booked', '', 'A test order is not sent to the courier. Hand its parcel over without booking it.'),
  ('test_order_unpaid', '', 'Nobody pays for a test order, so no payment can be booked.');
