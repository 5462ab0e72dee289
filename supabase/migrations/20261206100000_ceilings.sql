set local check_function_bodies = off;

DROP TRIGGER "audited" ON "public"."order_events";

DROP VIEW "private"."held_capabilities";

DROP FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]);

DROP FUNCTION "private"."require_all_capabilities"(text, text[]);

DROP FUNCTION "public"."list_capabilities"(text);

DROP FUNCTION "public"."list_staff_rights"(text);

DROP FUNCTION "public"."list_staff_roles"(text);

DROP FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid);

CREATE TABLE "private"."ceiling_uses" ("about_id" uuid NOT NULL, "tenant_id" text NOT NULL, "user_id" uuid NOT NULL, "capability" text NOT NULL, "amount" numeric(12,2) NOT NULL, CONSTRAINT "ceiling_uses_amount_check" CHECK ((amount >= (0)::numeric)), CONSTRAINT "ceiling_uses_pkey" PRIMARY KEY (about_id), "day" date NOT NULL DEFAULT (private.shop_time())::date);

ALTER TABLE "private"."ceiling_uses" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."ceiling_uses" OWNER TO "postgres";

CREATE TABLE "private"."limited_capabilities" ("capability" text NOT NULL, "unit" text NOT NULL, CONSTRAINT "limited_capabilities_pkey" PRIMARY KEY (capability), CONSTRAINT "limited_capabilities_unit_check" CHECK ((unit = ANY (ARRAY['pounds_a_day'::text, 'percent'::text]))));

ALTER TABLE "private"."limited_capabilities" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."limited_capabilities" OWNER TO "postgres";

CREATE TABLE "private"."prices_before" ("user_id" uuid NOT NULL, "about_id" uuid NOT NULL, "tenant_id" text NOT NULL, "price" numeric(12,2) NOT NULL, CONSTRAINT "prices_before_pkey" PRIMARY KEY (user_id, about_id), "day" date NOT NULL DEFAULT (private.shop_time())::date);

ALTER TABLE "private"."prices_before" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."prices_before" OWNER TO "postgres";

CREATE TABLE "public"."approval_requests" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "arguments" jsonb NOT NULL, "capability" text NOT NULL, "needed" numeric(12,2) NOT NULL, "facts" jsonb NOT NULL, "basis" jsonb NOT NULL, "order_id" uuid, "customer_id" uuid, "product_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[], "note" text NOT NULL DEFAULT ''::text, "asked_by" uuid NOT NULL, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "ended_because" text, "word" text NOT NULL DEFAULT ''::text, "decided_by" uuid, "decided_at" timestamp with time zone, "seen_at" timestamp with time zone, CONSTRAINT "approval_requests_ended_because_check" CHECK ((ended_because = ANY (ARRAY['changed'::text, 'order_cancelled'::text, 'product_deleted'::text, 'expired'::text]))), CONSTRAINT "approval_requests_note_check" CHECK ((length(note) <= 1000)), CONSTRAINT "approval_requests_pkey" PRIMARY KEY (id), CONSTRAINT "approval_requests_word_check" CHECK ((length(word) <= 1000)));

ALTER TABLE "public"."approval_requests" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."approval_requests" OWNER TO "postgres";

ALTER TABLE "private"."staff_role_capabilities" ADD COLUMN "ceiling" numeric(12,2);

CREATE TYPE "private"."approval_subject" AS ("tenant_id" text, "order_id" uuid, "customer_id" uuid, "product_ids" uuid[]);

ALTER TYPE "private"."approval_subject" OWNER TO "postgres";

CREATE TYPE "public"."approval_act" AS ENUM ('refund_order', 'send_refund', 'adjust_store_credit', 'place_order_for', 'change_products', 'save_product_variants');

ALTER TABLE "public"."approval_requests" ADD COLUMN "act" public.approval_act NOT NULL;

ALTER TYPE "public"."approval_act" OWNER TO "postgres";

CREATE TYPE "public"."approval_state" AS ENUM ('pending', 'approved', 'refused', 'ended');

ALTER TABLE "public"."approval_requests" ADD COLUMN "state" public.approval_state NOT NULL DEFAULT 'pending'::public.approval_state;

ALTER TYPE "public"."approval_state" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.acts_as_staff(p_tenant_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return auth.uid() is not null and not private.is_service() and coalesce(p_tenant_id = any (private.workplaces()), false);
end
$function$;

ALTER FUNCTION "private"."acts_as_staff"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_approval_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'asked_by', new.asked_by, 'state', new.state),
    'approval', 'staff:' || new.tenant_id, true);
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_approval_request"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.approval_basis(p_act public.approval_act, p_arguments jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(case p_act
    when 'refund_order' then (
      select jsonb_build_object('charged', orders.charged, 'received', orders.received, 'given_back', orders.given_back)
      from public.orders where orders.id = (p_arguments ->> 'p_order_id')::uuid)
    when 'send_refund' then (
      select jsonb_build_object('amount', refunds.amount, 'state', refunds.state)
      from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid)
    when 'change_products' then (
      select jsonb_object_agg(product.id, jsonb_build_object('price', product.price, 'original_price', product.original_price,
        'variants', private.variant_prices(product.id)))
      from public.products product
      where product.id = any (array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed)))
    when 'save_product_variants' then (
      select jsonb_build_object('version', product.version)
      from public.products product where product.id = (p_arguments ->> 'p_product_id')::uuid)
  end, '{}');
end
$function$;

ALTER FUNCTION "private"."approval_basis"(public.approval_act, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.approval_facts(p_act public.approval_act, p_arguments jsonb, p_subject private.approval_subject)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'number', (select orders.number from public.orders where orders.id = p_subject.order_id),
    'amount', case p_act
      when 'refund_order' then private.refund_total(
        p_arguments -> 'p_refund', coalesce(nullif(p_arguments #> '{p_refund,lines}', 'null'), '[]'))
      when 'send_refund' then (
        select refunds.amount from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid)
      when 'adjust_store_credit' then (p_arguments ->> 'p_delta')::numeric
      when 'place_order_for' then (p_arguments #>> '{p_order,manual_discount,amount}')::numeric end,
    'way', case p_act
      when 'refund_order' then p_arguments #>> '{p_refund,way}' when 'send_refund' then p_arguments ->> 'p_way' end,
    'reason', left(nullif(btrim(coalesce(p_arguments ->> 'p_reason', p_arguments #>> '{p_refund,reason}',
      p_arguments #>> '{p_order,manual_discount,reason}')), ''), 500),
    'customer', left(nullif(btrim(coalesce(p_arguments #>> '{p_order,customer,name}', (
      select profile.name from public.profiles profile
      where profile.tenant_id = p_subject.tenant_id
        and profile.id::text in (p_subject.customer_id::text, p_arguments #>> '{p_order,customer,user_id}')
    ))), ''), 120),
    'products', nullif(cardinality(p_subject.product_ids), 0),
    'prices', nullif(private.approval_prices(p_act, p_arguments, p_subject.product_ids), '[]')
  ));
end
$function$;

ALTER FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.approval_label(p_request public.approval_requests)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(p_request.facts ->> 'number', p_request.facts #>> '{prices,0,name}', trim_scale(p_request.needed) || case
    when exists (
      select 1 from private.limited_capabilities limited
      where limited.capability = p_request.capability and limited.unit = 'percent'
    ) then ' %' else ' EGP' end);
end
$function$;

ALTER FUNCTION "private"."approval_label"(public.approval_requests) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.approval_prices(p_act public.approval_act, p_arguments jsonb, p_product_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(private.product_names(priced.product, priced.variant)
      || jsonb_build_object('price', priced.price, 'new_price', priced.new_price)), '[]')
    from (
      select product, null::public.product_variants as variant, product.price,
        (private.changed_prices(product, p_arguments -> 'p_change') ->> 'price')::numeric as new_price
      from public.products product where p_act = 'change_products' and product.id = any (p_product_ids)
      union all
      select product, variant, coalesce(variant.price, product.price), coalesce((wanted ->> 'price')::numeric, product.price)
      from public.products product
      cross join jsonb_array_elements(p_arguments -> 'p_variants') wanted
      join public.product_variants variant on variant.id::text = wanted ->> 'id' and variant.product_id = product.id
      where p_act = 'save_product_variants' and product.id = any (p_product_ids)
        and coalesce(variant.price, product.price) is distinct from coalesce((wanted ->> 'price')::numeric, product.price)
      limit 20
    ) priced
  );
end
$function$;

ALTER FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.approval_subject(p_act public.approval_act, p_arguments jsonb)
 RETURNS private.approval_subject
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_subject private.approval_subject;
begin
  v_subject.product_ids := '{}';
  case p_act
    when 'refund_order' then
      select orders.tenant_id, orders.id into v_subject.tenant_id, v_subject.order_id
      from public.orders where orders.id = (p_arguments ->> 'p_order_id')::uuid;
    when 'send_refund' then
      select refunds.tenant_id, refunds.order_id into v_subject.tenant_id, v_subject.order_id
      from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid;
    when 'adjust_store_credit' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.customer_id := (p_arguments ->> 'p_user_id')::uuid;
    when 'place_order_for' then
      v_subject.tenant_id := p_arguments #>> '{p_order,tenant_id}';
    when 'change_products' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.product_ids := array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed);
    when 'save_product_variants' then
      select product.tenant_id, array[product.id] into v_subject.tenant_id, v_subject.product_ids
      from public.products product where product.id = (p_arguments ->> 'p_product_id')::uuid;
  end case;
  return v_subject;
end
$function$;

ALTER FUNCTION "private"."approval_subject"(public.approval_act, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.carry_out(p_act public.approval_act, p_arguments jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order_id uuid;
begin
  case p_act
    when 'refund_order' then
      select refunded.id into v_order_id
      from public.refund_order((p_arguments ->> 'p_order_id')::uuid, p_arguments -> 'p_refund') refunded;
    when 'send_refund' then
      select sent.order_id into v_order_id
      from public.send_refund((p_arguments ->> 'p_refund_id')::uuid, (p_arguments ->> 'p_way')::public.refund_way,
        coalesce(p_arguments ->> 'p_reference', '')) sent;
    when 'adjust_store_credit' then
      perform public.adjust_store_credit(p_arguments ->> 'p_tenant_id', (p_arguments ->> 'p_user_id')::uuid,
        (p_arguments ->> 'p_delta')::numeric, p_arguments ->> 'p_reason');
    when 'place_order_for' then
      select placed.id into v_order_id from public.place_order_for(p_arguments -> 'p_order') placed;
    when 'change_products' then
      perform public.change_products(p_arguments ->> 'p_tenant_id',
        array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed), p_arguments -> 'p_change');
    when 'save_product_variants' then
      perform public.save_product_variants((p_arguments ->> 'p_product_id')::uuid, (p_arguments ->> 'p_version')::integer,
        p_arguments -> 'p_options', p_arguments -> 'p_variants');
  end case;
  return v_order_id;
end
$function$;

ALTER FUNCTION "private"."carry_out"(public.approval_act, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ceiling(p_tenant_id text, p_capability text, p_user_id uuid DEFAULT auth.uid())
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select case when count(*) = 0 then 0 when bool_and(held.ceiling is not null) then max(held.ceiling) end
    from private.held_capabilities held
    where held.user_id = p_user_id and held.capability = p_capability
      and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$function$;

ALTER FUNCTION "private"."ceiling"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ceilings_of_person(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_strip_nulls(jsonb_object_agg(
      limited.capability, private.ceiling(p_tenant_id, limited.capability, p_user_id)))
    from private.limited_capabilities limited
  );
end
$function$;

ALTER FUNCTION "private"."ceilings_of_person"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ceilings_of_staff_role(p_role_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(granted.capability, granted.ceiling), '{}') from private.staff_role_capabilities granted
    where granted.role_id = p_role_id and granted.ceiling is not null
  );
end
$function$;

ALTER FUNCTION "private"."ceilings_of_staff_role"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.checked_ceilings(p_ceilings jsonb, p_capabilities text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_ceilings) is distinct from 'object' or exists (
    select 1 from jsonb_each(case when jsonb_typeof(p_ceilings) = 'object' then p_ceilings else '{}' end) given
    left join private.limited_capabilities limited on limited.capability = given.key
    where limited.capability is null or not private.is_amount(given.value)
      or limited.unit = 'percent' and given.value::numeric > 100
  ) then
    perform private.refuse('invalid_ceiling');
  end if;
  return (
    select coalesce(jsonb_object_agg(given.key, given.value), '{}') from jsonb_each(p_ceilings) given
    where given.key = any (p_capabilities)
  );
end
$function$;

ALTER FUNCTION "private"."checked_ceilings"(jsonb, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_under_ceiling(new.tenant_id, 'money.refund', new.amount, new.id);
  return null;
end
$function$;

ALTER FUNCTION "private"."count_refund"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_store_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_under_ceiling(new.tenant_id, 'money.give_credit', new.delta, new.id);
  return null;
end
$function$;

ALTER FUNCTION "private"."count_store_credit"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_under_ceiling(p_tenant_id text, p_capability text, p_amount numeric, p_about_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.acts_as_staff(p_tenant_id) or private.ceiling(p_tenant_id, p_capability) is null then
    return;
  end if;
  perform private.require_under_ceiling(p_tenant_id, p_capability, p_amount, p_about_id);
  delete from private.ceiling_uses old where old.user_id = auth.uid() and old.day < private.shop_time()::date;
  insert into private.ceiling_uses (about_id, tenant_id, user_id, capability, amount)
  values (p_about_id, p_tenant_id, auth.uid(), p_capability, p_amount)
  on conflict (about_id) do update set user_id = excluded.user_id, day = excluded.day, amount = excluded.amount;
end
$function$;

ALTER FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_approval_requests(p_ids uuid[], p_because text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.approval_requests request set state = 'ended', ended_because = p_because, decided_at = now(), arguments = '{}',
    facts = request.facts - 'customer'
  where request.id = any (p_ids) and request.state = 'pending';
end
$function$;

ALTER FUNCTION "private"."end_approval_requests"(uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_old_approval_requests(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.tenant_id = p_tenant_id and request.state = 'pending' and request.asked_at < now() - interval '7 days'
    for update skip locked
  ), 'expired');
  delete from public.approval_requests request
  where request.tenant_id = p_tenant_id and request.decided_at < now() - interval '90 days';
end
$function$;

ALTER FUNCTION "private"."end_old_approval_requests"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_requests_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.order_id = new.id and request.act = 'refund_order' and request.state = 'pending'
  ), 'order_cancelled');
  return null;
end
$function$;

ALTER FUNCTION "private"."end_requests_of_order"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_requests_of_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_approval_requests(array(
    select request.id from public.approval_requests request
    where request.tenant_id = old.tenant_id and request.state = 'pending' and old.id = any (request.product_ids)
  ), 'product_deleted');
  return null;
end
$function$;

ALTER FUNCTION "private"."end_requests_of_product"() OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.left_under_ceiling(p_tenant_id text, p_capability text, p_about_id uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ceiling constant numeric := case when private.acts_as_staff(p_tenant_id) then private.ceiling(p_tenant_id, p_capability) end;
begin
  if v_ceiling is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'ceiling', p_tenant_id, p_capability, auth.uid()), 0));
  return greatest(v_ceiling - coalesce((
    select sum(used.amount) from private.ceiling_uses used
    where used.user_id = auth.uid() and used.tenant_id = p_tenant_id and used.capability = p_capability
      and used.day = private.shop_time()::date and used.about_id is distinct from p_about_id
  ), 0), 0);
end
$function$;

ALTER FUNCTION "private"."left_under_ceiling"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limit_discount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ceiling constant numeric := case
    when private.acts_as_staff(new.tenant_id) then private.ceiling(new.tenant_id, 'orders.discount') end;
  v_items constant numeric := new.subtotal - new.discount_total;
begin
  if new.manual_discount > round(v_items * v_ceiling / 100, 2) then
    perform private.refuse('above_ceiling', jsonb_build_object(
      'reason', 'discount', 'capability', 'orders.discount', 'percent', v_ceiling, 'amount', round(v_items * v_ceiling / 100, 2),
      'needed', ceil(new.manual_discount * 10000 / v_items) / 100));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."limit_discount"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limit_price(p_product public.products, p_about_id uuid, p_before numeric, p_after numeric, p_variant public.product_variants DEFAULT NULL::public.product_variants)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_ceiling numeric;
  v_before numeric;
  v_lowest numeric;
begin
  if not private.acts_as_staff(p_product.tenant_id) or p_before is null or p_before = p_after then
    return;
  end if;
  perform private.require_capability(p_product.tenant_id, 'products.price');
  v_ceiling := private.ceiling(p_product.tenant_id, 'products.price');
  if v_ceiling is null or p_after > p_before then
    return;
  end if;
  v_before := greatest(p_before, (
    select known.price from private.prices_before known
    where known.user_id = auth.uid() and known.about_id = p_about_id and known.day = v_today
  ));
  v_lowest := round(v_before * (100 - v_ceiling) / 100, 2);
  if coalesce(p_after, 0) < v_lowest then
    perform private.refuse('above_ceiling', private.product_names(p_product, p_variant) || jsonb_build_object(
      'reason', 'price', 'capability', 'products.price', 'percent', v_ceiling, 'price', v_lowest,
      'needed', ceil((v_before - coalesce(p_after, 0)) * 10000 / v_before) / 100));
  end if;
  delete from private.prices_before old where old.user_id = auth.uid() and old.day < v_today;
  insert into private.prices_before (user_id, about_id, tenant_id, price)
  values (auth.uid(), p_about_id, p_product.tenant_id, v_before)
  on conflict (user_id, about_id) do nothing;
end
$function$;

ALTER FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_approval_request(p_id uuid)
 RETURNS public.approval_requests
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_request public.approval_requests;
begin
  select request.* into v_request from public.approval_requests request where request.id = p_id;
  if v_request.asked_by = auth.uid() then
    perform private.refuse('own_approval_request');
  elsif v_request.id is null or not private.may_decide(v_request) then
    perform private.refuse('unknown_approval_request');
  end if;
  perform private.lock_orders(array[v_request.order_id]) where v_request.order_id is not null;
  perform 1 from public.products product where product.id = any (v_request.product_ids) order by product.id for update;
  select request.* into v_request from public.approval_requests request where request.id = p_id for update;
  if v_request.state is distinct from 'pending' then
    perform private.refuse('approval_request_decided', jsonb_build_object('reason', coalesce(v_request.state, 'ended')));
  elsif v_request.asked_at < now() - interval '7 days' then
    perform private.refuse('approval_request_decided', '{"reason": "ended"}');
  end if;
  return v_request;
end
$function$;

ALTER FUNCTION "private"."lock_approval_request"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_staff_role(p_tenant_id text, p_action text, p_role private.staff_roles, p_before jsonb, p_after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_audit(p_tenant_id, p_action, 'staff_roles', p_role.id::text, p_role.name, p_before, p_after);
end
$function$;

ALTER FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.make_refunds(p_order_id uuid, p_amount numeric, p_links jsonb, p_reason text, p_lines jsonb, p_way public.refund_way, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_payment record;
  v_money numeric;
  v_left numeric;
  v_is_sent boolean;
  v_lines jsonb := p_lines;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_is_sent := p_way is not null
    or coalesce(p_amount <= private.left_under_ceiling(v_order.tenant_id, 'money.refund'), true);
  v_left := least(p_amount, private.money_left(v_order));
  v_money := v_left;
  for v_payment in
    select payment.id, private.card_money_left(payment) as amount from public.payments payment
    where payment.order_id = p_order_id and payment.status = 'paid' and coalesce(p_way, 'card') = 'card' and v_is_sent
    order by payment.paid_at desc, payment.created_at desc, payment.id
  loop
    if least(v_left, v_payment.amount) > 0 then
      v_lines := private.make_refund(v_order, least(v_left, v_payment.amount), 'card', v_payment.id, p_links, p_reason, v_lines, '');
      v_left := v_left - least(v_left, v_payment.amount);
    end if;
  end loop;
  if v_left > 0 and p_way = 'card' then
    perform private.refuse('no_card_payment', jsonb_build_object('amount', v_money - v_left));
  end if;
  v_lines := private.make_refund(v_order, v_left, p_way, null, p_links, p_reason, v_lines, p_reference);
  perform private.make_refund(v_order, p_amount - v_money,
    case when v_order.user_id is not null and v_is_sent then 'store_credit'::public.refund_way end, null, p_links, p_reason, v_lines, '');
end
$function$;

CREATE OR REPLACE FUNCTION private.may_decide(p_request public.approval_requests)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_request.asked_by is distinct from auth.uid() and not private.is_service()
    and private.may(p_request.tenant_id, p_request.capability)
    and coalesce(p_request.needed <= private.ceiling(p_request.tenant_id, p_request.capability), true);
end
$function$;

ALTER FUNCTION "private"."may_decide"(public.approval_requests) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_approval(p_order_id uuid, p_remark jsonb, p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event_id uuid;
begin
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select orders.tenant_id, orders.id, 'staff', p_remark, true
  from public.orders where orders.id = p_order_id
  returning id into v_event_id;
  update public.order_event_actors acted set actor_id = p_person
  where acted.event_id = v_event_id and acted.actor_id <> p_person;
end
$function$;

ALTER FUNCTION "private"."note_approval"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.product_price_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.limit_price(new, new.id, old.price, new.price);
  return null;
end
$function$;

ALTER FUNCTION "private"."product_price_written"() OWNER TO "postgres";

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
  delete from auth.users account where account.id = any (v_people)
    and not exists (select 1 from public.profiles other where other.id = account.id)
    and not exists (select 1 from public.user_roles other where other.user_id = account.id)
    and not exists (select 1 from public.staff_grants other where other.user_id = account.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_all_capabilities(p_tenant_id text, p_capabilities text[], p_ceilings jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from unnest(p_capabilities) given where not private.may(p_tenant_id, given)) then
    perform private.refuse('grants_more_than_own');
  elsif not private.is_service() and exists (
    select 1 from private.limited_capabilities limited
    where limited.capability = any (p_capabilities)
      and private.ceiling(p_tenant_id, limited.capability)
        < coalesce((p_ceilings ->> limited.capability)::numeric, 'infinity')
  ) then
    perform private.refuse('grants_more_than_own', '{"reason": "ceiling"}');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_under_ceiling(p_tenant_id text, p_capability text, p_amount numeric, p_about_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left constant numeric := private.left_under_ceiling(p_tenant_id, p_capability, p_about_id);
begin
  if p_amount > v_left then
    perform private.refuse('above_ceiling', jsonb_build_object(
      'reason', split_part(p_capability, '.', 2), 'capability', p_capability, 'amount', v_left, 'needed', p_amount));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.rights_of_staff_role(p_role_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'capabilities', private.capabilities_of_staff_role(p_role_id),
    'ceilings', nullif(private.ceilings_of_staff_role(p_role_id), '{}')));
end
$function$;

ALTER FUNCTION "private"."rights_of_staff_role"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_name(p_tenant_id text, p_user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(nullif(profile.name, ''), profile.email) from public.profiles profile
    where profile.id = p_user_id order by profile.tenant_id = p_tenant_id desc limit 1
  );
end
$function$;

ALTER FUNCTION "private"."staff_name"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.variant_price_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
begin
  select product.* into v_product from public.products product where product.id = new.product_id;
  if tg_op = 'UPDATE' then
    perform private.limit_price(
      v_product, new.id, coalesce(old.price, v_product.price), coalesce(new.price, v_product.price), new);
  elsif v_product.created_at < now() and new.price < v_product.price then
    perform private.limit_price(v_product, new.id, v_product.price, new.price, new);
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."variant_price_written"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.count_approval_requests(p_tenant_ids text[])
 RETURNS TABLE(waiting integer, news integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('approvals.see')));
begin
  perform private.refuse('staff_only') where cardinality(v_tenant_ids) = 0;
  return query
  select
    (count(*) filter (where request.state = 'pending' and private.may_decide(request)))::integer,
    (count(*) filter (where request.state <> 'pending' and request.asked_by = auth.uid()))::integer
  from public.approval_requests request
  where request.tenant_id = any (v_tenant_ids) and (
    request.state = 'pending' and request.asked_at >= now() - interval '7 days'
    or request.asked_by = auth.uid() and request.seen_at is null
  );
end
$function$;

ALTER FUNCTION "public"."count_approval_requests"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.decide_approval_request(p_id uuid, p_approve boolean, p_word text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.approval_requests
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_request public.approval_requests := private.idempotent_result(null::public.approval_requests,
    p_request_id, jsonb_build_array('decide_approval_request', p_id, p_approve, p_word));
  v_word constant text := btrim(coalesce(p_word, ''));
  v_placed uuid;
begin
  if v_request.id is not null then
    return v_request;
  end if;
  v_request := private.lock_approval_request(p_id);
  if length(v_word) > 1000 then
    perform private.refuse('note_too_long');
  elsif p_approve is not true and v_word = '' then
    perform private.refuse('reason_required');
  end if;
  if p_approve and v_request.basis <> private.approval_basis(v_request.act, v_request.arguments) then
    perform private.end_approval_requests(array[p_id], 'changed');
  else
    update public.approval_requests request set state = case when p_approve then 'approved' else 'refused' end::public.approval_state,
      word = v_word, decided_by = auth.uid(), decided_at = now(), arguments = '{}', facts = request.facts - 'customer'
    where request.id = p_id;
    if p_approve then
      v_placed := private.carry_out(v_request.act, v_request.arguments);
      if v_request.order_id is null and v_placed is not null then
        update public.approval_requests request set order_id = v_placed, facts = request.facts || jsonb_build_object(
          'number', (select orders.number from public.orders where orders.id = v_placed))
        where request.id = p_id;
        perform private.note_approval(v_placed, '{"code": "approval_asked"}', v_request.asked_by);
      end if;
    end if;
    perform private.note_approval(request.order_id, case when p_approve then '{"code": "approval_approved"}'::jsonb
      else '{"code": "approval_refused"}' end, request.decided_by)
    from public.approval_requests request where request.id = p_id and request.order_id is not null;
  end if;
  select request.* into v_request from public.approval_requests request where request.id = p_id;
  perform private.write_audit(v_request.tenant_id, 'update', 'approval_requests', v_request.id::text,
    private.approval_label(v_request), '{"state": "pending"}',
    jsonb_strip_nulls(jsonb_build_object(
      'state', v_request.state, 'ended_because', v_request.ended_because, 'word', nullif(v_request.word, ''))));
  return private.store_idempotent_result(p_request_id, v_request);
end
$function$;

ALTER FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.delete_staff_role(p_tenant_id text, p_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role private.staff_roles;
  v_people integer;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_staff_role', p_tenant_id, p_id)) then
    return;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  select * into v_role from private.staff_roles where id = p_id for update;
  if v_role.id is null then
    perform private.refuse('unknown_staff_role');
  elsif v_role.key is not null then
    perform private.refuse('staff_role_fixed');
  end if;
  select count(distinct user_id) into v_people from public.staff_grants where role_id = p_id;
  if v_people > 0 then
    perform private.refuse('staff_role_held', jsonb_build_object('count', v_people));
  end if;
  perform private.log_staff_role(p_tenant_id, 'delete', v_role, private.rights_of_staff_role(p_id), null);
  delete from private.staff_roles where id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.grant_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date DEFAULT NULL::date, p_ends_on date DEFAULT NULL::date)
 RETURNS public.staff_grants
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_starts_on constant date := coalesce(p_starts_on, v_today);
  v_grant public.staff_grants;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  if not exists (select 1 from private.staff_roles where id = p_role_id) then
    perform private.refuse('unknown_staff_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_ends_on < greatest(v_starts_on, v_today) then
    perform private.refuse('invalid_grant_days');
  end if;
  perform private.require_all_capabilities(
    p_tenant_id, private.capabilities_of_staff_role(p_role_id), private.ceilings_of_staff_role(p_role_id));
  insert into public.staff_grants (user_id, tenant_id, role_id, starts_on, ends_on, granted_by)
  values (p_user_id, p_tenant_id, p_role_id, v_starts_on, p_ends_on, auth.uid())
  on conflict (user_id, tenant_id, role_id)
    do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, granted_by = excluded.granted_by
  returning * into v_grant;
  return v_grant;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_approval_requests(p_tenant_ids text[])
 RETURNS TABLE(id uuid, tenant_id text, act public.approval_act, needed numeric, facts jsonb, note text, word text, order_id uuid, customer_id uuid, product_ids uuid[], state public.approval_state, ended_because text, asked_by text, asked_at timestamp with time zone, decided_by text, decided_at timestamp with time zone, is_own boolean, may_decide boolean, is_news boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := array(
    select unnest(p_tenant_ids) intersect select unnest(private.tenants_where_may('approvals.see')));
begin
  perform private.refuse('staff_only') where cardinality(v_tenant_ids) = 0;
  return query
  select request.id, request.tenant_id, request.act, request.needed,
    case when profile.name <> '' then request.facts || jsonb_build_object('customer', profile.name) else request.facts end,
    request.note, request.word, request.order_id, request.customer_id, request.product_ids,
    case when shown.has_expired then 'ended' else request.state end,
    case when shown.has_expired then 'expired' else request.ended_because end,
    private.staff_name(request.tenant_id, request.asked_by), request.asked_at,
    private.staff_name(request.tenant_id, request.decided_by), request.decided_at, shown.is_own,
    shown.may_decide and request.state = 'pending' and not shown.has_expired,
    shown.is_own and request.state <> 'pending' and request.seen_at is null
  from public.approval_requests request
  left join public.profiles profile on profile.id = request.customer_id and profile.tenant_id = request.tenant_id
  cross join lateral (
    select request.asked_by = auth.uid() as is_own, private.may_decide(request) as may_decide,
      request.state = 'pending' and request.asked_at < now() - interval '7 days' as has_expired
  ) shown
  where request.tenant_id = any (v_tenant_ids) and (shown.is_own or shown.may_decide)
  order by request.state = 'pending' desc, request.asked_at desc, request.id
  limit 200;
end
$function$;

ALTER FUNCTION "public"."list_approval_requests"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_capabilities(p_tenant_id text)
 RETURNS TABLE(capability text, needs text[], ceiling_unit text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select known.name, array(
    select required from unnest(private.with_needed_capabilities(array[known.name])) required where required <> known.name),
    limited.unit
  from private.capabilities known
  left join private.limited_capabilities limited on limited.capability = known.name
  order by known.name;
end
$function$;

ALTER FUNCTION "public"."list_capabilities"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_rights(p_tenant_id text)
 RETURNS TABLE(user_id uuid, name text, email text, capability text, role public.user_role, role_id uuid, ends_on date, ceiling numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with held as (
    select given.user_id, granted.capability, given.role, null::uuid as role_id, null::date as ends_on,
      null::numeric as ceiling
    from public.user_roles given
    join private.role_capabilities granted on granted.role = given.role
    where given.tenant_id = p_tenant_id or given.tenant_id is null
    union all
    select given.user_id, granted.capability, null, given.role_id, given.ends_on, granted.ceiling
    from public.staff_grants given
    join private.staff_role_capabilities granted on granted.role_id = given.role_id
    where given.tenant_id = p_tenant_id
      and private.shop_time()::date between given.starts_on and coalesce(given.ends_on, 'infinity')
  )
  select held.user_id, coalesce(profile.name, ''), coalesce(profile.email, ''), held.capability, held.role, held.role_id, held.ends_on,
    held.ceiling
  from held
  left join public.profiles profile on profile.id = held.user_id and profile.tenant_id = p_tenant_id
  order by 2, 3, 1, 4;
end
$function$;

ALTER FUNCTION "public"."list_staff_rights"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_roles(p_tenant_id text)
 RETURNS TABLE(id uuid, key text, name text, translations jsonb, version integer, capabilities text[], ceilings jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select role.id, role.key, role.name, role.translations, role.version, private.capabilities_of_staff_role(role.id),
    private.ceilings_of_staff_role(role.id)
  from private.staff_roles role
  order by role.key is null, case when role.key is not null then role.id end, role.name;
end
$function$;

ALTER FUNCTION "public"."list_staff_roles"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.refund_order(p_order_id uuid, p_refund jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('refund_order', p_order_id, p_refund));
  v_lines constant jsonb := coalesce(nullif(p_refund -> 'lines', 'null'), '[]');
  v_way text := p_refund ->> 'way';
  v_total numeric;
  v_available numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  v_total := private.refund_total(p_refund, v_lines);
  if v_way is not null and v_way not in ('card', 'transfer', 'store_credit', 'cash') then
    perform private.refuse('way_required');
  elsif v_way = 'store_credit' and v_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  -- Money already due has refunds of its own.
  v_available := greatest(least(v_order.charged, v_order.charged + private.overpaid(p_order_id)), 0);
  if v_total > v_available then
    perform private.refuse('refund_above_paid', jsonb_build_object('amount', v_available));
  end if;
  perform private.require_under_ceiling(v_order.tenant_id, 'money.refund', v_total);
  v_order := private.create_due_refunds(p_order_id, '{}', p_refund ->> 'reason',
    private.apply_credit(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  perform private.settle_points(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('remove_user_factors', p_user_id, p_tenant_id));
  v_managed text[];
  v_removed integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.require_capability(p_tenant_id, 'people.manage');
  v_managed := private.tenants_where_may('people.manage');
  if p_user_id = auth.uid()
    or not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles
      where user_id = p_user_id and role <> 'user' and not private.is_service()
        and (tenant_id is null or not tenant_id = any (v_managed))
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  perform private.require_all_capabilities(p_tenant_id, array(
    select held.capability from private.held_capabilities held
    where held.user_id = p_user_id and held.tenant_id = p_tenant_id
  ), private.ceilings_of_person(p_tenant_id, p_user_id));
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(),
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'mfa_factors', p_user_id::text,
    coalesce((select name from public.profiles where id = p_user_id and tenant_id = p_tenant_id), '')
  );
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_removed));
  return v_removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.request_approval(p_act public.approval_act, p_arguments jsonb, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('request_approval', p_act, p_arguments, p_note));
  v_subject private.approval_subject;
  v_refusal jsonb;
  v_request public.approval_requests;
begin
  if v_first is not null then
    return (v_first #>> '{}')::uuid;
  end if;
  if p_act is null or jsonb_typeof(p_arguments) is distinct from 'object' or length(p_arguments::text) > 200000 then
    perform private.refuse('invalid_approval_request');
  elsif length(p_note) > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_subject := private.approval_subject(p_act, p_arguments);
  v_refusal := private.refusal_of(format('select private.carry_out(%L, %L)', p_act, p_arguments));
  if v_refusal is null then
    perform private.refuse('approval_not_needed');
  elsif v_refusal ->> 'code' <> 'above_ceiling' then
    perform private.raise_refusal(v_refusal);
  end if;
  perform private.end_old_approval_requests(v_subject.tenant_id);
  insert into public.approval_requests (
    tenant_id, act, arguments, capability, needed, facts, basis, order_id, customer_id, product_ids, note, asked_by
  ) values (
    v_subject.tenant_id, p_act, p_arguments, v_refusal ->> 'capability', (v_refusal ->> 'needed')::numeric,
    private.approval_facts(p_act, p_arguments, v_subject), private.approval_basis(p_act, p_arguments), v_subject.order_id,
    v_subject.customer_id, v_subject.product_ids, btrim(coalesce(p_note, '')), auth.uid()
  ) on conflict do nothing returning * into v_request;
  if v_request.id is null then
    perform private.refuse('already_asked');
  end if;
  perform private.note_approval(v_request.order_id, '{"code": "approval_asked"}', v_request.asked_by) where v_request.order_id is not null;
  perform private.write_audit(v_request.tenant_id, 'insert', 'approval_requests', v_request.id::text,
    private.approval_label(v_request), null,
    jsonb_build_object('act', v_request.act, 'needed', v_request.needed, 'note', v_request.note));
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_request.id));
  return v_request.id;
end
$function$;

ALTER FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.revoke_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  perform private.require_all_capabilities(
    p_tenant_id, private.capabilities_of_staff_role(p_role_id), private.ceilings_of_staff_role(p_role_id));
  delete from public.staff_grants where user_id = p_user_id and tenant_id = p_tenant_id and role_id = p_role_id;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_staff_role(p_tenant_id text, p_name text, p_translations jsonb, p_capabilities text[], p_id uuid DEFAULT NULL::uuid, p_version integer DEFAULT NULL::integer, p_request_id uuid DEFAULT NULL::uuid, p_ceilings jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_capabilities constant text[] := private.with_needed_capabilities(p_capabilities);
  v_before constant jsonb := private.rights_of_staff_role(p_id);
  v_ceilings jsonb;
  v_role private.staff_roles;
  v_first constant uuid := private.idempotent_result(null::uuid, p_request_id, jsonb_build_array(
    'save_staff_role', p_tenant_id, p_name, p_translations, p_capabilities, p_id, p_version, p_ceilings));
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  if coalesce(cardinality(p_capabilities), 0) = 0
    or exists (select 1 from unnest(v_capabilities) chosen where chosen not in (select name from private.capabilities)) then
    perform private.refuse('unknown_capability');
  end if;
  v_ceilings := private.checked_ceilings(p_ceilings, v_capabilities);
  if exists (
    select 1 from private.staff_roles other
    where lower(btrim(other.name)) = lower(btrim(p_name)) and other.id is distinct from p_id
  ) then
    perform private.refuse('staff_role_name_taken');
  end if;
  if p_id is null then
    insert into private.staff_roles (name, translations) values (btrim(p_name), p_translations) returning * into v_role;
  else
    select * into v_role from private.staff_roles where id = p_id for update;
    if v_role.id is null then
      perform private.refuse('unknown_staff_role');
    elsif v_role.key is not null then
      perform private.refuse('staff_role_fixed');
    elsif v_role.version <> p_version then
      perform private.refuse('staff_role_changed');
    end if;
    update private.staff_roles set name = btrim(p_name), translations = p_translations, version = version + 1
    where id = p_id returning * into v_role;
    delete from private.staff_role_capabilities where role_id = p_id and not capability = any (v_capabilities);
  end if;
  insert into private.staff_role_capabilities (role_id, capability, ceiling)
  select v_role.id, chosen, (v_ceilings ->> chosen)::numeric from unnest(v_capabilities) chosen
  on conflict (role_id, capability) do update set ceiling = excluded.ceiling;
  if p_id is null then
    perform private.log_staff_role(p_tenant_id, 'insert', v_role, null, private.rights_of_staff_role(v_role.id));
  else
    perform private.log_staff_role(p_tenant_id, 'update', v_role, v_before, private.rights_of_staff_role(v_role.id));
  end if;
  return private.store_idempotent_result(p_request_id, v_role.id);
end
$function$;

ALTER FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.see_approval_requests(p_ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.approval_requests request set seen_at = now()
  where request.id = any (p_ids) and request.asked_by = auth.uid() and request.state <> 'pending' and request.seen_at is null;
  return found;
end
$function$;

ALTER FUNCTION "public"."see_approval_requests"(uuid[]) OWNER TO "postgres";

ALTER TABLE "private"."ceiling_uses" ADD CONSTRAINT "ceiling_uses_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

ALTER TABLE "private"."ceiling_uses" ADD CONSTRAINT "ceiling_uses_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."ceiling_uses" ADD CONSTRAINT "ceiling_uses_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."limited_capabilities" ADD CONSTRAINT "limited_capabilities_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

ALTER TABLE "private"."prices_before" ADD CONSTRAINT "prices_before_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "private"."prices_before" ADD CONSTRAINT "prices_before_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."staff_role_capabilities" ADD CONSTRAINT "staff_role_capabilities_ceiling_check" CHECK ((ceiling >= (0)::numeric));

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_customer_id_tenant_id_fkey" FOREIGN KEY (customer_id, tenant_id) REFERENCES public.profiles(id, tenant_id) ON DELETE CASCADE;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_decided_by_fkey" FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_decided" CHECK (((state = 'pending'::public.approval_state) = (decided_at IS NULL)));

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_ended" CHECK (((state = 'ended'::public.approval_state) = (ended_because IS NOT NULL)));

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."approval_requests" ADD CONSTRAINT "approval_requests_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

CREATE VIEW "private"."held_capabilities" AS  SELECT held.user_id,
    held.tenant_id,
    granted.capability,
    NULL::numeric(12,2) AS ceiling
   FROM (public.user_roles held
     JOIN private.role_capabilities granted ON ((granted.role = held.role)))
UNION ALL
 SELECT held.user_id,
    held.tenant_id,
    granted.capability,
    granted.ceiling
   FROM (public.staff_grants held
     JOIN private.staff_role_capabilities granted ON ((granted.role_id = held.role_id)))
  WHERE (((private.shop_time())::date >= held.starts_on) AND ((private.shop_time())::date <= COALESCE(held.ends_on, 'infinity'::date)));

ALTER VIEW "private"."held_capabilities" OWNER TO "postgres";

CREATE INDEX ceiling_uses_tenant ON private.ceiling_uses USING btree (tenant_id);

CREATE INDEX prices_before_tenant ON private.prices_before USING btree (tenant_id);

CREATE INDEX approval_requests_asked_by ON public.approval_requests USING btree (asked_by);

CREATE INDEX approval_requests_by_customer ON public.approval_requests USING btree (customer_id, tenant_id);

CREATE INDEX approval_requests_by_order ON public.approval_requests USING btree (tenant_id, order_id);

CREATE INDEX approval_requests_decided_by ON public.approval_requests USING btree (decided_by);

CREATE INDEX approval_requests_newest ON public.approval_requests USING btree (tenant_id, asked_at DESC);

CREATE UNIQUE INDEX approval_requests_pending ON public.approval_requests USING btree (tenant_id, asked_by, act, jsonb_hash_extended(arguments, (0)::bigint)) WHERE (state = 'pending'::public.approval_state);

CREATE TRIGGER announced_decision AFTER UPDATE OF state ON public.approval_requests FOR EACH ROW WHEN ((new.state <> old.state)) EXECUTE FUNCTION private.announce_approval_request();

CREATE TRIGGER announced AFTER INSERT ON public.approval_requests FOR EACH ROW EXECUTE FUNCTION private.announce_approval_request();

CREATE TRIGGER audited AFTER INSERT ON public.order_events FOR EACH ROW WHEN (((new.actor = 'staff'::text) AND (new.to_status IS NULL) AND (COALESCE((new.remark ->> 'code'::text), ''::text) !~~ 'approval%'::text))) EXECUTE FUNCTION private.audit_order_note();

CREATE TRIGGER approval_requests_ended AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = 'cancelled'::public.order_status) AND (old.status <> 'cancelled'::public.order_status))) EXECUTE FUNCTION private.end_requests_of_order();

CREATE TRIGGER discounts_limited AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.manual_discount > (0)::numeric)) EXECUTE FUNCTION private.limit_discount();

CREATE TRIGGER new_variants_price_limited AFTER INSERT ON public.product_variants FOR EACH ROW WHEN ((new.price IS NOT NULL)) EXECUTE FUNCTION private.variant_price_written();

CREATE TRIGGER variants_price_limited AFTER UPDATE OF price ON public.product_variants FOR EACH ROW WHEN ((new.price IS DISTINCT FROM old.price)) EXECUTE FUNCTION private.variant_price_written();

CREATE TRIGGER approval_requests_ended_by_deleting AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.end_requests_of_product();

CREATE TRIGGER approval_requests_ended AFTER UPDATE OF deleted_at ON public.products FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION private.end_requests_of_product();

CREATE TRIGGER products_price_limited AFTER UPDATE OF price ON public.products FOR EACH ROW WHEN ((new.price IS DISTINCT FROM old.price)) EXECUTE FUNCTION private.product_price_written();

CREATE TRIGGER new_refunds_limited AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.state = ANY (ARRAY['sending'::public.refund_state, 'sent'::public.refund_state]))) EXECUTE FUNCTION private.count_refund();

CREATE TRIGGER refunds_limited AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = ANY (ARRAY['sending'::public.refund_state, 'sent'::public.refund_state])) AND (old.state <> ALL (ARRAY['sending'::public.refund_state, 'sent'::public.refund_state])))) EXECUTE FUNCTION private.count_refund();

CREATE TRIGGER store_credits_limited AFTER INSERT ON public.store_credits FOR EACH ROW WHEN (((new.kind = 'adjusted'::public.store_credit_kind) AND (new.delta > (0)::numeric))) EXECUTE FUNCTION private.count_store_credit();

REVOKE ALL ON FUNCTION "private"."acts_as_staff"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."acts_as_staff"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_as_staff"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_as_staff"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."announce_approval_request"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_approval_request"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_approval_request"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_approval_request"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_basis"(public.approval_act, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_basis"(public.approval_act, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_basis"(public.approval_act, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_basis"(public.approval_act, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_facts"(public.approval_act, jsonb, private.approval_subject) TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_label"(public.approval_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_label"(public.approval_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_label"(public.approval_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_label"(public.approval_requests) TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_prices"(public.approval_act, jsonb, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."approval_subject"(public.approval_act, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."approval_subject"(public.approval_act, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_subject"(public.approval_act, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."approval_subject"(public.approval_act, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."carry_out"(public.approval_act, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carry_out"(public.approval_act, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carry_out"(public.approval_act, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carry_out"(public.approval_act, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ceiling"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ceiling"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceiling"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceiling"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ceilings_of_person"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ceilings_of_person"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceilings_of_person"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceilings_of_person"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ceilings_of_staff_role"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ceilings_of_staff_role"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceilings_of_staff_role"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ceilings_of_staff_role"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."checked_ceilings"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_ceilings"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_ceilings"(jsonb, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_ceilings"(jsonb, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_refund"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_refund"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_refund"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_refund"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_store_credit"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_store_credit"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_store_credit"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_store_credit"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_under_ceiling"(text, text, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_approval_requests"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_approval_requests"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_approval_requests"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_approval_requests"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_old_approval_requests"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_old_approval_requests"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_old_approval_requests"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_old_approval_requests"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_requests_of_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_requests_of_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_requests_of_order"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_requests_of_order"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_requests_of_product"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_requests_of_product"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_requests_of_product"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_requests_of_product"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."left_under_ceiling"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."left_under_ceiling"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."left_under_ceiling"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."left_under_ceiling"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."limit_discount"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_discount"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_discount"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_discount"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."limit_price"(public.products, uuid, numeric, numeric, public.product_variants) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_approval_request"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_approval_request"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_approval_request"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_approval_request"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_decide"(public.approval_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_decide"(public.approval_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_decide"(public.approval_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_decide"(public.approval_requests) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_approval"(uuid, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_approval"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_approval"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_approval"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."product_price_written"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."product_price_written"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_price_written"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_price_written"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_all_capabilities"(text, text[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_under_ceiling"(text, text, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rights_of_staff_role"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rights_of_staff_role"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rights_of_staff_role"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rights_of_staff_role"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_name"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_name"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."variant_price_written"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."variant_price_written"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."variant_price_written"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."variant_price_written"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."count_approval_requests"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_approval_requests"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_approval_requests"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_approval_requests"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_approval_requests"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_approval_request"(uuid, boolean, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_capabilities"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_capabilities"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_rights"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_rights"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_roles"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_roles"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_approval"(public.approval_act, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."see_approval_requests"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."see_approval_requests"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."see_approval_requests"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."see_approval_requests"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."see_approval_requests"(uuid[]) TO "service_role";

REVOKE ALL ON TABLE "public"."approval_requests" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."approval_requests" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."approval_requests" TO "service_role";

CREATE INDEX ceiling_uses_of_person ON private.ceiling_uses USING btree (user_id, tenant_id, capability, day);
