set local check_function_bodies = off;

DROP TRIGGER "orders_invoiced_at_once" ON "public"."orders";

DROP TRIGGER "orders_placed" ON "public"."orders";

DROP TRIGGER "orders_sale_noted" ON "public"."orders";

CREATE TABLE "public"."imported_customers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "import_id" uuid NOT NULL, "user_id" uuid, "name" text NOT NULL DEFAULT ''::text, "email" text NOT NULL DEFAULT ''::text, "phone" text NOT NULL DEFAULT ''::text, "address" jsonb NOT NULL DEFAULT '{}'::jsonb, "note" text NOT NULL DEFAULT ''::text, "tags" text[] NOT NULL DEFAULT '{}'::text[], "email_consent_at" timestamp with time zone, "sms_consent_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "imported_customers_address_check" CHECK ((jsonb_typeof(address) = 'object'::text)), CONSTRAINT "imported_customers_can_be_reached" CHECK (((email <> ''::text) OR (phone <> ''::text))), CONSTRAINT "imported_customers_email_check" CHECK ((length(email) <= 320)), CONSTRAINT "imported_customers_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "imported_customers_note_check" CHECK ((length(note) <= 5000)), CONSTRAINT "imported_customers_phone_check" CHECK ((length(phone) <= 30)), CONSTRAINT "imported_customers_pkey" PRIMARY KEY (id), CONSTRAINT "imported_customers_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "imported_customers_tags_check" CHECK (private.are_texts(tags, 20, 40)));

ALTER TABLE "public"."imported_customers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."imported_customers" OWNER TO "postgres";

CREATE TABLE "public"."imported_orders" ("order_id" uuid NOT NULL, "tenant_id" text NOT NULL, "import_id" uuid NOT NULL, "old_number" text NOT NULL, CONSTRAINT "imported_orders_old_number_check" CHECK (((old_number <> ''::text) AND (length(old_number) <= 40))), CONSTRAINT "imported_orders_pkey" PRIMARY KEY (order_id));

ALTER TABLE "public"."imported_orders" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."imported_orders" OWNER TO "postgres";

CREATE TABLE "public"."message_texts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "key" text NOT NULL, "language" text NOT NULL, "body" text NOT NULL, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "message_texts_body_check" CHECK (((btrim(body) <> ''::text) AND (length(body) <= 1000))), CONSTRAINT "message_texts_key_check" CHECK ((key ~ '^[a-z][A-Za-z_]{1,60}$'::text)), CONSTRAINT "message_texts_language_check" CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "message_texts_pkey" PRIMARY KEY (id), CONSTRAINT "message_texts_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "message_texts_tenant_id_key_language_key" UNIQUE (tenant_id, key, language));

ALTER TABLE "public"."message_texts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."message_texts" OWNER TO "postgres";

CREATE TABLE "public"."order_tags" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "order_id" uuid NOT NULL, "tag" text NOT NULL, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_tags_pkey" PRIMARY KEY (id), CONSTRAINT "order_tags_tag_check" CHECK (((btrim(tag) = tag) AND (tag <> ''::text) AND (length(tag) <= 40))));

ALTER TABLE "public"."order_tags" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_tags" OWNER TO "postgres";

CREATE TABLE "public"."store_imports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "file_name" text NOT NULL DEFAULT ''::text, "imported" integer NOT NULL DEFAULT 0, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "undone_at" timestamp with time zone, CONSTRAINT "store_imports_file_name_check" CHECK ((length(file_name) <= 200)), CONSTRAINT "store_imports_imported_check" CHECK ((imported >= 0)), CONSTRAINT "store_imports_pkey" PRIMARY KEY (id), CONSTRAINT "store_imports_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."store_imports" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."store_imports" OWNER TO "postgres";

CREATE TYPE "private"."imported_line" AS ("product_id" uuid, "variant_id" uuid, "sku" text, "name" text, "image" text, "unit_price" numeric, "quantity" integer);

ALTER TYPE "private"."imported_line" OWNER TO "postgres";

CREATE TYPE "private"."imported_order" AS ("number" text, "placed_at" timestamp with time zone, "state" text, "method" public.payment_method, "subtotal" numeric, "discount" numeric, "shipping" numeric, "total" numeric, "paid" numeric, "refunded" numeric, "lines" private.imported_line[], "holes" jsonb);

ALTER TYPE "private"."imported_order" OWNER TO "postgres";

CREATE TYPE "public"."import_kind" AS ENUM ('orders', 'customers');

ALTER TABLE "public"."store_imports" ADD COLUMN "kind" public.import_kind NOT NULL;

ALTER TYPE "public"."import_kind" OWNER TO "postgres";

CREATE TYPE "public"."import_source" AS ENUM ('shopify', 'woocommerce', 'other');

ALTER TABLE "public"."imported_customers" ADD COLUMN "source" public.import_source NOT NULL;

ALTER TABLE "public"."imported_orders" ADD COLUMN "source" public.import_source NOT NULL;

ALTER TABLE "public"."orders" ADD COLUMN "imported_from" public.import_source;

ALTER TABLE "public"."store_imports" ADD COLUMN "source" public.import_source NOT NULL;

ALTER TYPE "public"."import_source" OWNER TO "postgres";

CREATE TYPE "public"."imported_record" AS ("row" integer, "number" text, "outcome" public.import_outcome, "refusal" jsonb, "holes" jsonb);

ALTER TYPE "public"."imported_record" OWNER TO "postgres";

CREATE TYPE "public"."marketing_consent" AS ENUM ('given', 'refused', 'unknown');

ALTER TABLE "public"."imported_customers" ADD COLUMN "email_consent" public.marketing_consent NOT NULL DEFAULT 'unknown'::public.marketing_consent;

ALTER TABLE "public"."imported_customers" ADD COLUMN "sms_consent" public.marketing_consent NOT NULL DEFAULT 'unknown'::public.marketing_consent;

ALTER TYPE "public"."marketing_consent" OWNER TO "postgres";

CREATE TYPE "public"."store_import_result" AS ("import_id" uuid, "records" public.imported_record[]);

ALTER TYPE "public"."store_import_result" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.adopt_imported(p_user_id uuid, p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_account record;
begin
  select
    case when account.email_confirmed_at is not null then lower(private.original_email(account.email::text, p_tenant_id)) end as email,
    case when account.phone_confirmed_at is not null then private.national_digits(account.phone) end as digits
  into v_account from auth.users account where account.id = p_user_id;
  update public.orders set user_id = p_user_id, updated_at = now()
  where tenant_id = p_tenant_id and imported_from is not null and user_id is null
    and (customer_email = v_account.email and customer_email <> '' or private.national_digits(address ->> 'phone') = v_account.digits)
    and private.accounts_proven_by(
      p_tenant_id, customer_email, coalesce(private.national_digits(address ->> 'phone'), '')) = array[p_user_id];
  update public.imported_customers came set user_id = p_user_id
  where came.tenant_id = p_tenant_id and came.user_id is null
    and (came.email = v_account.email and came.email <> '' or private.national_digits(came.phone) = v_account.digits and came.phone <> '')
    and private.accounts_proven_by(p_tenant_id, came.email, private.national_digits(came.phone)) = array[p_user_id];
end
$function$;

ALTER FUNCTION "private"."adopt_imported"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_label(p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id')
    when 'staff_grants' then (
      select private.staff_label((p_row ->> 'user_id')::uuid, p_row ->> 'tenant_id') || ': ' || role.name
      from private.staff_roles role where role.id = (p_row ->> 'role_id')::uuid
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'assignments' then coalesce((
      select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    ), (
      select conversation.email from public.conversations conversation where conversation.id = (p_row ->> 'conversation_id')::uuid
    ))
    when 'message_texts' then (p_row ->> 'key') || ', ' || (p_row ->> 'language')
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

CREATE OR REPLACE FUNCTION private.balanced_order(p_order private.imported_order)
 RETURNS private.imported_order
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_subtotal numeric := (select sum(line.unit_price * line.quantity) from unnest(p_order.lines) line);
  v_difference numeric;
begin
  -- A discount can pay for the delivery too.
  if p_order.discount > v_subtotal then
    p_order.shipping := greatest(p_order.shipping - (p_order.discount - v_subtotal), 0);
    p_order.discount := v_subtotal;
  end if;
  v_difference := p_order.total - (v_subtotal - p_order.discount + p_order.shipping);
  if v_difference > 0 then
    p_order.lines := p_order.lines || row(null, null, null, 'Taxes and fees', null, v_difference, 1)::private.imported_line;
    v_subtotal := v_subtotal + v_difference;
    p_order.holes := p_order.holes || jsonb_build_object('code', 'fees_added', 'amount', v_difference);
  elsif v_difference < 0 then
    if p_order.discount - v_difference > v_subtotal then
      perform private.refuse_record('total', jsonb_build_object('amount', p_order.discount - v_difference - v_subtotal));
    end if;
    p_order.discount := p_order.discount - v_difference;
    p_order.holes := p_order.holes || jsonb_build_object('code', 'discount_added', 'amount', -v_difference);
  end if;
  if p_order.paid > p_order.total then
    p_order.holes := p_order.holes || jsonb_build_object('code', 'paid_more', 'amount', p_order.paid - p_order.total);
    p_order.paid := p_order.total;
  end if;
  if p_order.refunded > p_order.paid then
    p_order.holes := p_order.holes || jsonb_build_object('code', 'refunded_more', 'amount', p_order.refunded - p_order.paid);
    p_order.refunded := p_order.paid;
  end if;
  p_order.subtotal := v_subtotal;
  return p_order;
end
$function$;

ALTER FUNCTION "private"."balanced_order"(private.imported_order) OWNER TO "postgres";

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
      'search_synonyms', 'saved_replies', 'message_texts')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity = 'variant_costs' then true
    when p_entity in ('settings', 'staff_settings', 'brands') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.clean_tags(p_tags text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_tags constant text[] := coalesce((
    select array_agg(named.tag order by named.place) from (
      select distinct on (private.fold(typed.tag)) typed.tag, given.place
      from unnest(p_tags) with ordinality given (tag, place)
      cross join lateral (select btrim(regexp_replace(coalesce(given.tag, ''), '\s+', ' ', 'g')) as tag) typed
      where typed.tag <> '' order by private.fold(typed.tag), given.place
    ) named
  ), '{}');
begin
  if not private.are_texts(v_tags, 20, 40) then
    perform private.refuse('invalid_tag');
  end if;
  return v_tags;
end
$function$;

ALTER FUNCTION "private"."clean_tags"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.contact_confirmed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.adopt_imported(new.id, profile.tenant_id) from public.profiles profile where profile.id = new.id;
  return null;
end
$function$;

ALTER FUNCTION "private"."contact_confirmed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.customer_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.adopt_imported(new.id, new.tenant_id);
  return null;
end
$function$;

ALTER FUNCTION "private"."customer_added"() OWNER TO "postgres";

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
  v_awaits_inspection boolean;
begin
  if p_order.imported_from is not null then
    return '{}';
  end if;
  select
    bool_or(line.to_print > 0),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.returned_to_sender and line.to_print = 0)
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(shipment) then 'attempt_failed' else shipment.state end),
    bool_or(private.is_on_the_way(shipment.state) and not private.is_unclear(shipment)),
    bool_or(public.awaits_inspection(shipment) or public.returned_to_sender_late(shipment))
  into v_states, v_on_the_way, v_awaits_inspection
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
    case when v_awaits_inspection then 'returned_to_sender' end,
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

CREATE OR REPLACE FUNCTION private.holes_of(p_record jsonb, p_lines private.imported_line[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_agg(jsonb_build_object('code', 'unknown_sku', 'sku', coalesce(line.sku, line.name)))
    from unnest(p_lines) line where line.variant_id is null
  ), '[]') || case
    when coalesce(p_record #>> '{customer,email}', '') = '' and coalesce(p_record #>> '{customer,phone}', '') = ''
      then '[{"code": "no_contact"}]'::jsonb else '[]' end
$function$;

ALTER FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.import_customer(p_tenant_id text, p_import public.store_imports, p_record jsonb)
 RETURNS public.imported_record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(left(btrim(coalesce(p_record ->> 'email', '')), 320));
  v_phone constant text := left(coalesce(private.clean_phone(p_record ->> 'phone'), ''), 30);
  v_name constant text := private.printable_name(p_record -> 'name');
  v_mail constant record := private.read_consent(p_record -> 'email_consent');
  v_sms constant record := private.read_consent(p_record -> 'sms_consent');
  v_owners constant uuid[] := private.accounts_proven_by(p_tenant_id, v_email, private.national_digits(v_phone));
  v_contact constant text := case when v_email <> '' then v_email else private.national_digits(v_phone) end;
  v_result public.imported_record := row((p_record ->> 'row')::integer, coalesce(nullif(v_email, ''), v_phone), 'added', null, '[]');
begin
  if v_contact = '' or v_email <> '' and v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    return private.refused_record(p_record || jsonb_build_object('number', coalesce(nullif(v_email, ''), v_name)),
      private.refusal('import_refused', '{"reason": "contact"}'));
  elsif exists (
    select 1 from public.imported_customers came where came.tenant_id = p_tenant_id and came.contact = v_contact
  ) then
    v_result.outcome := 'unchanged';
  elsif p_import.id is not null then
    insert into public.imported_customers (
      tenant_id, import_id, source, user_id, name, email, phone, address, note, tags, email_consent, email_consent_at, sms_consent,
      sms_consent_at
    ) values (
      p_tenant_id, p_import.id, p_import.source, case when cardinality(v_owners) = 1 then v_owners[1] end, v_name, v_email, v_phone,
      private.imported_address(p_record -> 'address', v_name, v_phone), left(coalesce(p_record ->> 'note', ''), 5000),
      private.clean_tags(private.text_items(p_record -> 'tags')), v_mail.state, v_mail.at, v_sms.state, v_sms.at
    );
  end if;
  return v_result;
end
$function$;

ALTER FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.import_order(p_tenant_id text, p_source public.import_source, p_import public.store_imports, p_record jsonb)
 RETURNS public.imported_record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_read private.imported_order;
  v_result public.imported_record;
  v_message text;
  v_detail text;
  v_hint text;
begin
  v_read := private.read_imported_order(p_tenant_id, p_record);
  v_result := row((p_record ->> 'row')::integer, v_read.number, 'added', null, v_read.holes);
  if exists (
    select 1 from public.imported_orders came
    where came.tenant_id = p_tenant_id and came.source = p_source and came.old_number = v_read.number
  ) then
    v_result.outcome := 'unchanged';
  elsif p_import.id is not null then
    perform private.insert_imported_details(private.insert_imported_order(p_import, p_record, v_read), v_read);
  end if;
  return v_result;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    return private.refused_record(p_record, coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal('invalid_value')));
  when check_violation or invalid_text_representation or numeric_value_out_of_range or not_null_violation or untranslatable_character then
    return private.refused_record(p_record, private.refusal('invalid_value'));
end
$function$;

ALTER FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.imported_address(p_address jsonb, p_name text, p_phone text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('full_name', p_name, 'phone', p_phone) || coalesce((
    select jsonb_object_agg(part.name, left(p_address ->> part.name, 200))
    from unnest('{full_name,phone,governorate,city,street,building,floor,apartment,landmark,postal_code}'::text[]) part (name)
    where jsonb_typeof(p_address -> part.name) = 'string' and btrim(p_address ->> part.name) <> ''
      and (part.name <> 'governorate' or pg_input_is_valid(p_address ->> part.name, 'public.governorate'))
  ), '{}')
$function$;

ALTER FUNCTION "private"."imported_address"(jsonb, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.imported_amount(p_record jsonb, p_name text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(p_record -> p_name), 'null') = 'null' then
    return 0;
  elsif not private.is_amount(p_record -> p_name) then
    perform private.refuse_record('amount', jsonb_build_object('name', p_name));
  end if;
  return (p_record ->> p_name)::numeric;
end
$function$;

ALTER FUNCTION "private"."imported_amount"(jsonb, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.imported_lines(p_tenant_id text, p_order jsonb)
 RETURNS private.imported_line[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines private.imported_line[] := '{}';
  v_line jsonb;
  v_quantity numeric;
  v_name text;
  v_sku text;
  v_variant record;
begin
  if coalesce(jsonb_typeof(p_order -> 'lines'), '') <> 'array' or jsonb_array_length(p_order -> 'lines') not between 1 and 500 then
    perform private.refuse_record('lines');
  end if;
  for v_line in select given from jsonb_array_elements(p_order -> 'lines') given loop
    v_quantity := case when jsonb_typeof(v_line -> 'quantity') = 'number' then (v_line ->> 'quantity')::numeric end;
    v_sku := left(btrim(coalesce(v_line ->> 'sku', '')), 64);
    v_name := left(btrim(coalesce(nullif(btrim(v_line ->> 'name'), ''), v_sku)), 200);
    if v_name = '' or v_quantity is null or v_quantity not between 1 and 10000 or v_quantity <> trunc(v_quantity) then
      perform private.refuse_record('line');
    end if;
    select variant.id, variant.product_id, coalesce(variant.image, private.first_picture(product.images)) as image into v_variant
    from public.product_variants variant join public.products product on product.id = variant.product_id
    where variant.tenant_id = p_tenant_id and v_sku <> '' and lower(variant.sku) = lower(v_sku);
    v_lines := v_lines || row(v_variant.product_id, v_variant.id, nullif(v_sku, ''), v_name, v_variant.image,
      private.imported_amount(v_line, 'price'), v_quantity::integer)::private.imported_line;
  end loop;
  return v_lines;
end
$function$;

ALTER FUNCTION "private"."imported_lines"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_imported_details(p_order public.orders, p_imported private.imported_order)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund_id uuid;
begin
  insert into public.order_lines (
    tenant_id, order_id, position, product_id, variant_id, sku, name, image, unit_price, quantity, discount_share, sent, delivered,
    returned, returned_to_sender, cancelled
  )
  select p_order.tenant_id, p_order.id, line.place, line.product_id, line.variant_id, line.sku, line.name, line.image, line.unit_price,
    line.quantity, line.share - lag(line.share, 1, 0::numeric) over (order by line.place),
    case when p_imported.state in ('shipped', 'delivered', 'returned') then line.quantity else 0 end,
    case when p_imported.state in ('delivered', 'returned') then line.quantity else 0 end,
    case when p_imported.state = 'returned' then line.quantity else 0 end,
    case when p_imported.state = 'returned_to_sender' then line.quantity else 0 end,
    case when p_imported.state = 'cancelled' then line.quantity else 0 end
  from (
    select given.*, case when p_imported.subtotal = 0 then 0::numeric else round(p_imported.discount
      * sum(given.unit_price * given.quantity) over (order by given.place) / p_imported.subtotal, 2) end as share
    from unnest(p_imported.lines) with ordinality
      given (product_id, variant_id, sku, name, image, unit_price, quantity, place)
  ) line;
  -- The triggers of the reports' ledgers leave these to the import, which writes them at once.
  insert into private.pieces_ledger (tenant_id, order_id, order_line_id, quantity, amount, discount, happened_at)
  select line.tenant_id, line.order_id, line.id, sold.pieces, line.unit_price * sold.pieces,
    round(line.discount_share * sold.pieces / line.quantity, 2), p_order.created_at
  from public.order_lines line cross join lateral private.pieces_sold(p_order, line) sold (pieces)
  where line.order_id = p_order.id and sold.pieces <> 0;
  insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
  select p_order.tenant_id, p_order.id, fact.event, fact.orders, fact.amount, fact.shipping, p_order.created_at
  from private.sale_facts(p_order) fact where (fact.orders, fact.amount, fact.shipping) <> (0, 0, 0);
  if p_imported.refunded > 0 then
    insert into public.refunds (tenant_id, order_id, number, amount, state, sent_at, created_at)
    values (p_order.tenant_id, p_order.id, 1, p_imported.refunded, 'sent', p_order.created_at, p_order.created_at)
    returning id into v_refund_id;
  end if;
  insert into public.payment_entries (tenant_id, order_id, kind, amount, method, refund_id, created_at)
  select p_order.tenant_id, p_order.id, entry.kind, entry.amount,
    case when entry.kind = 'received' then p_order.payment_method end,
    case when entry.kind = 'given_back' then v_refund_id end, p_order.created_at
  from (values
    ('charged'::public.payment_entry_kind, p_order.total), ('charged', -p_order.goodwill), ('received', p_order.received),
    ('given_back', p_order.given_back)
  ) entry (kind, amount) where entry.amount <> 0;
end
$function$;

ALTER FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_imported_order(p_import public.store_imports, p_record jsonb, p_order private.imported_order)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(left(btrim(coalesce(p_record #>> '{customer,email}', '')), 320));
  v_name constant text := private.printable_name(p_record #> '{customer,name}');
  v_phone constant text := left(coalesce(private.clean_phone(p_record #>> '{customer,phone}'), ''), 30);
  v_owners constant uuid[] := private.accounts_proven_by(p_import.tenant_id, v_email, private.national_digits(v_phone));
  v_is_void constant boolean := p_order.state in ('cancelled', 'returned', 'returned_to_sender');
  v_goodwill constant numeric := p_order.refunded
    + case when v_is_void then p_order.total - p_order.paid else 0 end;
  v_order public.orders;
begin
  insert into public.orders (
    tenant_id, number, user_id, imported_from, status, stage, payment_method, payment_status, subtotal, discount_total, discount_code,
    shipping_total, total, charged, received, given_back, goodwill, customer_name, customer_email, address, note, delivered_at,
    created_at
  ) values (
    p_import.tenant_id, case when exists (
      select 1 from public.orders taken where taken.tenant_id = p_import.tenant_id and taken.number = p_order.number
    ) then p_order.number || ' ' || p_import.source else p_order.number end,
    case when cardinality(v_owners) = 1 then v_owners[1] end, p_import.source,
    case when p_order.state = 'open' then 'confirmed' else p_order.state end::public.order_status, 'confirmed', p_order.method,
    private.payment_status_of(null, p_order.total, p_order.total - v_goodwill, p_order.paid, p_order.refunded, 0, false),
    p_order.subtotal, p_order.discount, nullif(left(p_record ->> 'discount_code', 60), ''), p_order.shipping, p_order.total,
    p_order.total - v_goodwill, p_order.paid, p_order.refunded, v_goodwill, v_name, v_email,
    private.imported_address(p_record -> 'address', v_name, v_phone), left(coalesce(p_record ->> 'note', ''), 1000),
    case when p_order.state in ('delivered', 'returned') then p_order.placed_at end, p_order.placed_at
  ) returning * into v_order;
  insert into public.order_staff_facts (tenant_id, order_id, search_text)
  values (v_order.tenant_id, v_order.id, private.order_search_text(v_order));
  insert into public.order_events (tenant_id, order_id, actor, to_status, created_at)
  values (v_order.tenant_id, v_order.id, 'system', v_order.status, v_order.created_at);
  insert into public.imported_orders (order_id, tenant_id, import_id, source, old_number)
  values (v_order.id, v_order.tenant_id, p_import.id, p_import.source, p_order.number);
  insert into public.order_tags (tenant_id, order_id, tag, created_by)
  select v_order.tenant_id, v_order.id, named.tag, p_import.created_by
  from unnest(private.clean_tags(private.text_items(p_record -> 'tags'))) named (tag);
  return v_order;
end
$function$;

ALTER FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_order_notification(p_order public.orders, p_kind public.order_notification_kind, p_channel public.notification_channel, p_due_at timestamp with time zone, p_about_id uuid, p_event_id uuid, p_fallback_of uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with added as (
    insert into public.order_notifications (tenant_id, order_id, kind, channel, recipient, about_id, event_id, fallback_of, to_stranger)
    select
      p_order.tenant_id, p_order.id, p_kind, p_channel,
      case when p_channel = 'email' then p_order.customer_email else private.phone_address(p_order.address) end,
      p_about_id, p_event_id, p_fallback_of, p_channel <> 'email' and private.is_told_to_stranger(p_order, p_kind)
    where p_order.imported_from is null
    on conflict (order_id, kind, event_id, about_id, channel) do nothing
    returning id, tenant_id, channel, to_stranger
  )
  select private.add_job('send_' || added.channel, added.id::text, p_tenant_id => added.tenant_id, p_run_at => p_due_at,
    p_max_attempts => case added.channel when 'email' then 12 else 6 end, p_priority => added.to_stranger::integer)
  from added
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
    select count(*) from public.orders
    where tenant_id = p_tenant_id and private.national_digits(address ->> 'phone') = p_phone
      and private.keeps_unpaid_goods(payment_status, status) and user_id is distinct from p_user_id and not is_test
      and imported_from is null
  ) >= v_limit, false) and not private.is_known_contact(p_tenant_id, p_user_id, p_phone, null);
end
$function$;

CREATE OR REPLACE FUNCTION private.issue_documents(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_open private.invoice_item[];
  v_items private.invoice_item[];
  v_credit record;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.is_test or v_order.imported_from is not null then
    return;
  end if;
  if not exists (select 1 from public.invoices paper where paper.order_id = p_order_id) and (
    v_order.charged = 0 or v_order.received - v_order.given_back < v_order.charged and not exists (
      select 1 from public.order_lines line where line.order_id = p_order_id and line.sent > 0
    )
  ) then
    return;
  end if;
  v_open := array(select open from private.uninvoiced_items(v_order) open);
  v_items := array(select item from unnest(v_open) item where item.amount > 0 or item.amount = 0 and item.quantity > 0);
  if (select sum(item.amount) from unnest(v_items) item) > 0 then
    perform private.issue_invoice(v_order, 'invoice', null, v_items);
  end if;
  v_items := array(select item from unnest(v_open) item where item.amount < 0);
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
  perform private.refuse_imported(v_order);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.message_words(p_tenant_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(spoken.language, spoken.words), '{}') from (
    select own.language, jsonb_object_agg(own.key, own.body) as words
    from public.message_texts own where own.tenant_id = p_tenant_id group by own.language
  ) spoken
$function$;

ALTER FUNCTION "private"."message_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.tenant_id = new.tenant_id and orders.id = new.order_id;
  if v_order.imported_from is not null then
    return null;
  end if;
  perform private.note_line(v_order, new,
    case when tg_op = 'INSERT' and new.edit_id is null then v_order.created_at else now() end);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_import(p_tenant_id text, p_kind public.import_kind, p_import jsonb)
 RETURNS public.store_imports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_import public.store_imports;
begin
  -- Two files at once could bring the same order twice.
  perform pg_advisory_xact_lock(hashtextextended('imports:' || p_tenant_id, 0));
  if p_import ->> 'id' is null then
    insert into public.store_imports (tenant_id, kind, source, file_name, created_by)
    values (p_tenant_id, p_kind, (p_import ->> 'source')::public.import_source, left(coalesce(p_import ->> 'file_name', ''), 200), auth.uid())
    returning * into v_import;
    perform private.write_audit(p_tenant_id, 'insert', 'store_imports', v_import.id::text, v_import.file_name, null,
      jsonb_build_object('kind', p_kind, 'source', v_import.source));
    return v_import;
  end if;
  select given.* into v_import from public.store_imports given
  where given.tenant_id = p_tenant_id and given.id::text = p_import ->> 'id' and given.kind = p_kind and given.undone_at is null for update;
  if v_import.id is null then
    perform private.refuse('import_closed');
  end if;
  return v_import;
end
$function$;

ALTER FUNCTION "private"."open_import"(text, public.import_kind, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_notification(p_message public.order_notifications, p_attempts integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.order_notification_content(p_message) || jsonb_build_object(
    'attempts', p_attempts,
    'confirmation', case when p_message.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders)
  )
  from public.orders where orders.id = p_message.order_id
$function$;

CREATE OR REPLACE FUNCTION private.order_notification_content(p_message public.order_notifications)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders) || jsonb_build_object(
      'owes', public.owes(orders), 'owed_back', greatest(-private.balance(orders), 0),
      'awaited_deposit', public.awaited_deposit(orders), 'due_at_door', public.due_at_door(orders)),
    'sum', private.order_sum(orders),
    'words', private.message_words(p_message.tenant_id),
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
    'language', person.language,
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

ALTER FUNCTION "private"."order_notification_content"(public.order_notifications) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_transition_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  new.reserved_until := null;
  if new.status = private.derived_order_status(new) then
    return new;
  end if;
  perform private.refuse_imported(new);
  perform private.require_move(old, new.status);
  if old.status = private.status_of_stage(old.stage) and new.status <> 'cancelled' and private.is_set_by_people(new.status) then
    new.stage := new.status::text::public.order_stage;
    if new.status = 'pending' then
      new.confirmed_at := null;
      new.confirmed_by := null;
    elsif old.status = 'pending' and new.confirm_until is not null then
      new.confirmed_at := now();
      new.confirmed_by := coalesce(new.confirmed_by, 'staff');
    end if;
    new.queues := private.derived_order_queues(new);
  elsif new.status = 'cancelled' then
    new.queues := '{}';
  else
    perform private.refuse('move_by_shipment', jsonb_build_object('to', new.status));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.personal_imports(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(came) - '{id,tenant_id,user_id,import_id,search_text,contact}'::text[] order by came.created_at), '[]')
  from public.imported_customers came where came.user_id = p_user_id and came.tenant_id = p_tenant_id
$function$;

ALTER FUNCTION "private"."personal_imports"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.proves_person(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_order.charged > 0 and (p_order.payment_status in ('with_carrier', 'paid') or p_order.status = 'delivered')
    and not p_order.is_test and p_order.imported_from is null
$function$;

CREATE OR REPLACE FUNCTION private.read_consent(p_consent jsonb, OUT state public.marketing_consent, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  state := case p_consent ->> 'state' when 'given' then 'given' when 'refused' then 'refused' else 'unknown' end;
  at := case when state <> 'unknown' and coalesce(pg_input_is_valid(p_consent ->> 'at', 'timestamptz'), false)
    then (p_consent ->> 'at')::timestamptz end;
end
$function$;

ALTER FUNCTION "private"."read_consent"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.read_imported_order(p_tenant_id text, p_record jsonb)
 RETURNS private.imported_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order private.imported_order;
  v_currency constant text := upper(coalesce(nullif(p_record ->> 'currency', ''), 'EGP'));
begin
  v_order.number := left(ltrim(btrim(coalesce(p_record ->> 'number', '')), '#'), 40);
  if v_order.number = '' then
    perform private.refuse_record('number');
  elsif not coalesce(pg_input_is_valid(p_record ->> 'placed_at', 'timestamptz'), false) then
    perform private.refuse_record('date');
  elsif v_currency <> 'EGP' then
    perform private.refuse_record('currency', jsonb_build_object('currency', left(v_currency, 10)));
  elsif coalesce(p_record ->> 'state', 'delivered')
    <> all ('{open,shipped,delivered,returned,returned_to_sender,cancelled}'::text[]) then
    perform private.refuse_record('state', jsonb_build_object('state', left(p_record ->> 'state', 40)));
  end if;
  v_order.placed_at := p_record ->> 'placed_at';
  if v_order.placed_at > now() or v_order.placed_at < timestamptz '1995-01-01Z' then
    perform private.refuse_record('future');
  end if;
  v_order.state := coalesce(p_record ->> 'state', 'delivered');
  v_order.method := case when p_record ->> 'payment_method' = any (enum_range(null::public.payment_method)::text[])
    then p_record ->> 'payment_method' else 'cash_on_delivery' end;
  v_order.lines := private.imported_lines(p_tenant_id, p_record);
  v_order.discount := private.imported_amount(p_record, 'discount');
  v_order.shipping := private.imported_amount(p_record, 'shipping');
  v_order.total := private.imported_amount(p_record, 'total');
  v_order.paid := private.imported_amount(p_record, 'paid');
  v_order.refunded := private.imported_amount(p_record, 'refunded');
  v_order.holes := private.holes_of(p_record, v_order.lines);
  return private.balanced_order(v_order);
end
$function$;

ALTER FUNCTION "private"."read_imported_order"(text, jsonb) OWNER TO "postgres";

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
      and imported_from is null
      and id is distinct from p_demand.order_id
  );
  if not private.is_known_contact(p_demand.tenant_id, p_demand.user_id, v_phone, v_address) then
    v_there := array(
      select id from public.orders
      where tenant_id = p_demand.tenant_id and private.keeps_unpaid_goods(payment_status, status)
        and user_id is distinct from p_demand.user_id and not is_test and imported_from is null
        and (
          private.national_digits(address ->> 'phone') = v_phone
            and private.is_known_contact(p_demand.tenant_id, user_id, v_phone, null)
          or private.address_key(address) = v_address
            and private.is_known_contact(p_demand.tenant_id, user_id, null, v_address)
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

CREATE OR REPLACE FUNCTION private.refuse_imported(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_order.imported_from is not null then
    perform private.refuse('imported_order');
  end if;
end
$function$;

ALTER FUNCTION "private"."refuse_imported"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_record(p_reason text, p_values jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.refuse('import_refused', jsonb_build_object('reason', p_reason) || p_values);
end
$function$;

ALTER FUNCTION "private"."refuse_record"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refused_record(p_record jsonb, p_refusal jsonb)
 RETURNS public.imported_record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (p_record ->> 'row')::integer, left(p_record ->> 'number', 40), 'refused'::public.import_outcome, p_refusal, '[]'::jsonb
$function$;

ALTER FUNCTION "private"."refused_record"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remove_store_content(p_tenant_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.products product where product.tenant_id = p_tenant_id;
  delete from private.product_changes change where change.tenant_id = p_tenant_id;
  delete from public.categories category where category.tenant_id = p_tenant_id;
  delete from public.attributes attribute where attribute.tenant_id = p_tenant_id;
  delete from public.banners banner where banner.tenant_id = p_tenant_id;
  delete from public.faq_questions question where question.tenant_id = p_tenant_id;
  delete from public.search_synonyms phrase where phrase.tenant_id = p_tenant_id;
  delete from private.search_words word where word.tenant_id = p_tenant_id;
  update public.discounts discount set user_id = null, is_active = false, is_public = false
  where discount.tenant_id = p_tenant_id;
  delete from public.discounts discount where discount.tenant_id = p_tenant_id
    and not exists (select 1 from public.discount_uses used where used.discount_id = discount.id)
    and not exists (select 1 from public.orders ordered where ordered.discount_id = discount.id);
  delete from public.saved_replies reply where reply.tenant_id = p_tenant_id;
  delete from public.message_texts own where own.tenant_id = p_tenant_id;
  delete from public.order_tags named where named.tenant_id = p_tenant_id;
  -- With the customers of other shops.
  delete from public.store_imports given where given.tenant_id = p_tenant_id;
  delete from public.saved_views view where view.tenant_id = p_tenant_id;
  delete from public.import_columns known where known.tenant_id = p_tenant_id;
  delete from public.staff_settings setting where setting.tenant_id = p_tenant_id;
  delete from public.store_doors door where door.tenant_id = p_tenant_id;
  delete from private.demo_rows marked where marked.tenant_id = p_tenant_id;
  -- The next start would mark the demo of a store without this row.
  update private.demo_stores store set removed_at = now(), files = '{}'
  where store.tenant_id = p_tenant_id and store.removed_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_import_part(p_import jsonb, p_records jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(p_records), '') <> 'array' or jsonb_array_length(p_records) not between 1 and 250
    or not coalesce(pg_input_is_valid(p_import ->> 'source', 'public.import_source'), false) then
    perform private.refuse('invalid_rows');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_import_part"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_import_right(p_tenant_id text, p_kind public.import_kind)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_kind = 'orders' then
    perform private.require_capability(p_tenant_id, 'orders.place');
    perform private.require_capability(p_tenant_id, 'money.take_payments');
  else
    perform private.require_capability(p_tenant_id, 'customers.change');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_import_right"(text, public.import_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tags_of(p_order_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select named.tag from public.order_tags named where named.order_id = p_order_id order by named.folded)
$function$;

ALTER FUNCTION "private"."tags_of"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.text_items(p_list jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(p_list) = 'array' then array(
    select left(btrim(item.value #>> '{}'), 40) from jsonb_array_elements(p_list) item where jsonb_typeof(item.value) = 'string' limit 20
  ) else '{}' end
$function$;

ALTER FUNCTION "private"."text_items"(jsonb) OWNER TO "postgres";

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
  perform private.lock_orders(array[p_order_id]);
  v_order := private.order_for_caller(p_order_id, 'orders.change');
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if not p_internal then
    perform private.refuse_imported(v_order);
  end if;
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  perform private.require_assignable(array[v_order.tenant_id], person.id, 'orders.see')
  from unnest(private.mentioned_in(p_note)) person (id) where p_internal;
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
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

  delete from public.imported_customers came where came.user_id = v_user_id and came.tenant_id = p_tenant_id;
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
    'orders', private.personal_orders(p_tenant_id, v_user_id), 'from_other_shops', private.personal_imports(p_tenant_id, v_user_id),
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

CREATE OR REPLACE FUNCTION public.import_customers(p_tenant_id text, p_import jsonb, p_customers jsonb, p_dry boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.store_import_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.store_import_result := private.idempotent_result(null::public.store_import_result, p_request_id,
    jsonb_build_array('import_customers', p_tenant_id, p_import, p_customers, p_dry));
  v_import public.store_imports;
begin
  if v_result.records is not null then
    return v_result;
  end if;
  perform private.require_import_right(p_tenant_id, 'customers');
  perform private.require_import_part(p_import, p_customers);
  if not p_dry then
    v_import := private.open_import(p_tenant_id, 'customers', p_import);
  end if;
  select array_agg(private.import_customer(p_tenant_id, v_import, given.value) order by given.place) into v_result.records
  from jsonb_array_elements(p_customers) with ordinality given (value, place);
  v_result.import_id := v_import.id;
  update public.store_imports set imported = imported + (
    select count(*) from unnest(v_result.records) came where came.outcome = 'added'
  ) where id = v_import.id;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.import_orders(p_tenant_id text, p_import jsonb, p_orders jsonb, p_dry boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.store_import_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.store_import_result := private.idempotent_result(null::public.store_import_result, p_request_id,
    jsonb_build_array('import_orders', p_tenant_id, p_import, p_orders, p_dry));
  v_import public.store_imports;
begin
  if v_result.records is not null then
    return v_result;
  end if;
  perform private.require_import_right(p_tenant_id, 'orders');
  perform private.require_import_part(p_import, p_orders);
  if not p_dry then
    v_import := private.open_import(p_tenant_id, 'orders', p_import);
  end if;
  select array_agg(private.import_order(
    p_tenant_id, (p_import ->> 'source')::public.import_source, v_import, given.value) order by given.place)
  into v_result.records
  from jsonb_array_elements(p_orders) with ordinality given (value, place);
  v_result.import_id := v_import.id;
  update public.store_imports set imported = imported + (
    select count(*) from unnest(v_result.records) came where came.outcome = 'added'
  ) where id = v_import.id;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.is_changeable(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.orders cross join private.order_actor(orders) actor
    where orders.id = p_order.id and orders.imported_from is null and private.has_pieces_to_change(orders.id, actor)
      and (actor <> 'staff' or private.holds_capability(orders.tenant_id, 'orders.change'))
  ) and not exists (select 1 from public.order_edits edit where edit.order_id = p_order.id and edit.state = 'proposed')
$function$;

CREATE OR REPLACE FUNCTION public.is_packable(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_confirmed(p_order.stage) and p_order.imported_from is null
$function$;

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
  where orders.id = p_order.id and orders.imported_from is null and target.is_set_by_people and private.is_move_of(private.order_actor(orders), move)
    and (private.order_actor(orders) <> 'staff' or private.holds_capability(orders.tenant_id, move.capability))
    and not (move.needs_payment and private.misses_payment(orders))
$function$;

CREATE OR REPLACE FUNCTION public.order_tags_in_use(p_tenant_ids text[])
 RETURNS TABLE(tag text, folded text, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query
    select (array_agg(named.tag order by named.created_at desc, named.id))[1], named.folded, count(*)
    from public.order_tags named where named.tenant_id = any (v_tenant_ids)
    group by named.folded order by 3 desc, 2 limit 200;
end
$function$;

ALTER FUNCTION "public"."order_tags_in_use"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.owes(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_order.imported_from is null then greatest(private.balance(p_order), 0) else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.preview_order_notification(p_order_id uuid, p_kind public.order_notification_kind)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'notifications.see');
  v_message public.order_notifications;
  v_content jsonb;
begin
  perform private.require_capability(v_order.tenant_id, 'notifications.see');
  v_message.id := v_order.id;
  v_message.tenant_id := v_order.tenant_id;
  v_message.order_id := v_order.id;
  v_message.kind := p_kind;
  v_message.documents := '{}';
  v_message.recipient := '';
  v_message.about_id := case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'returned_to_sender') then (
      select shipment.id from public.shipments shipment where shipment.order_id = v_order.id order by shipment.number desc limit 1)
    when p_kind in ('return_requested', 'return_answered', 'return_received') then (
      select back.id from public.returns back where back.order_id = v_order.id order by back.number desc limit 1)
    when p_kind = 'refunded' then (
      select refund.id from public.refunds refund where refund.order_id = v_order.id order by refund.number desc limit 1)
    when p_kind in ('change_proposed', 'changed') then (
      select edit.id from public.order_edits edit where edit.order_id = v_order.id order by edit.number desc limit 1)
  end;
  v_content := private.order_notification_content(v_message)
    || jsonb_build_object('attempts', 1, 'link', null, 'confirmation', case when p_kind = 'confirm'
      then '{"token": "", "code": "123456"}'::jsonb end);
  if not private.may(v_order.tenant_id, 'customers.see') then
    v_content := jsonb_set(v_content, '{order}', (v_content -> 'order')
      || '{"customer_name": "•••", "customer_email": "", "address": {}, "note": ""}');
  end if;
  return v_content;
end
$function$;

ALTER FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.tag_orders(p_order_ids uuid[], p_add text[], p_remove text[] DEFAULT '{}'::text[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('tag_orders', p_order_ids, p_add, p_remove));
  v_add constant text[] := private.clean_tags(p_add);
  v_remove constant text[] := array(select private.fold(btrim(gone)) from unnest(p_remove) gone);
  v_order record;
  v_before text[];
  v_after text[];
  v_found integer := 0;
  v_changed integer := 0;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  perform private.require_aal();
  for v_order in
    select orders.id, orders.tenant_id, orders.number from public.orders
    where orders.id = any (p_order_ids) and private.may(orders.tenant_id, 'orders.change') order by orders.id for no key update
  loop
    v_found := v_found + 1;
    v_before := private.tags_of(v_order.id);
    delete from public.order_tags named where named.order_id = v_order.id and named.folded = any (v_remove);
    insert into public.order_tags (tenant_id, order_id, tag, created_by)
    select v_order.tenant_id, v_order.id, added.tag, auth.uid() from unnest(v_add) added (tag)
    on conflict (order_id, folded) do nothing;
    v_after := private.tags_of(v_order.id);
    if cardinality(v_after) > 20 then
      perform private.refuse('invalid_tag');
    elsif v_after <> v_before then
      v_changed := v_changed + 1;
      perform private.write_audit(v_order.tenant_id, 'update', 'orders', v_order.id::text, v_order.number,
        jsonb_build_object('tags', v_before), jsonb_build_object('tags', v_after));
    end if;
  end loop;
  if v_found = 0 or v_found < (select count(distinct wanted) from unnest(p_order_ids) wanted) then
    perform private.refuse('unknown_order');
  end if;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_changed));
  return v_changed;
end
$function$;

ALTER FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo_import(p_import_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array('undo_import', p_import_id));
  v_import public.store_imports;
  v_left integer;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  select given.* into v_import from public.store_imports given where given.id = p_import_id for update;
  if v_import.id is null or not private.may(v_import.tenant_id, case v_import.kind when 'orders' then 'orders.see' else 'customers.see' end) then
    perform private.refuse('import_closed');
  end if;
  perform private.require_import_right(v_import.tenant_id, v_import.kind);
  if v_import.undone_at is null then
    update public.store_imports set undone_at = now() where id = p_import_id;
    perform private.write_audit(v_import.tenant_id, 'update', 'store_imports', p_import_id::text, v_import.file_name,
      jsonb_build_object('undone_at', null), jsonb_build_object('undone_at', now()));
  end if;
  delete from public.orders where id in (
    select came.order_id from public.imported_orders came
    where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id limit 500
  );
  delete from public.imported_customers where id in (
    select came.id from public.imported_customers came
    where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id limit 500
  );
  select (select count(*) from public.imported_orders came where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id)
    + (select count(*) from public.imported_customers came where came.tenant_id = v_import.tenant_id and came.import_id = p_import_id)
  into v_left;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_left));
  return v_left;
end
$function$;

ALTER FUNCTION "public"."undo_import"(uuid, uuid) OWNER TO "postgres";

ALTER TABLE "public"."imported_customers" ADD CONSTRAINT "imported_customers_user_id_tenant_id_fkey" FOREIGN KEY (user_id, tenant_id) REFERENCES public.profiles(id, tenant_id) ON DELETE SET NULL (user_id);

ALTER TABLE "public"."imported_orders" ADD CONSTRAINT "imported_orders_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."imported_orders" ADD CONSTRAINT "imported_orders_tenant_id_source_old_number_key" UNIQUE (tenant_id, source, old_number);

ALTER TABLE "public"."message_texts" ADD CONSTRAINT "message_texts_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_tags" ADD CONSTRAINT "order_tags_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."order_tags" ADD CONSTRAINT "order_tags_tenant_id_order_id_fkey" FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."store_imports" ADD CONSTRAINT "store_imports_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."store_imports" ADD CONSTRAINT "store_imports_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."imported_customers" ADD CONSTRAINT "imported_customers_tenant_id_import_id_fkey" FOREIGN KEY (tenant_id, import_id) REFERENCES public.store_imports(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."imported_orders" ADD CONSTRAINT "imported_orders_tenant_id_import_id_fkey" FOREIGN KEY (tenant_id, import_id) REFERENCES public.store_imports(tenant_id, id) ON DELETE CASCADE;

CREATE INDEX imported_customers_by_person ON public.imported_customers USING btree (user_id, tenant_id) WHERE (user_id IS NOT NULL);

CREATE INDEX imported_customers_newest ON public.imported_customers USING btree (tenant_id, created_at DESC, id);

CREATE INDEX imported_customers_of_import ON public.imported_customers USING btree (tenant_id, import_id);

CREATE INDEX imported_orders_of_import ON public.imported_orders USING btree (tenant_id, import_id);

CREATE INDEX imported_orders_of_order ON public.imported_orders USING btree (tenant_id, order_id);

CREATE INDEX order_tags_by_person ON public.order_tags USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX order_tags_of_order ON public.order_tags USING btree (tenant_id, order_id);

CREATE INDEX orders_imported_by_email ON public.orders USING btree (tenant_id, customer_email) WHERE ((imported_from IS NOT NULL) AND (user_id IS NULL));

CREATE INDEX store_imports_by_person ON public.store_imports USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX store_imports_newest ON public.store_imports USING btree (tenant_id, created_at DESC);

CREATE TRIGGER contact_confirmed AFTER UPDATE OF email_confirmed_at, phone_confirmed_at, email, phone ON auth.users FOR EACH ROW WHEN ((((new.email_confirmed_at IS NOT NULL) AND ((old.email_confirmed_at IS NULL) OR ((old.email)::text IS DISTINCT FROM (new.email)::text))) OR ((new.phone_confirmed_at IS NOT NULL) AND ((old.phone_confirmed_at IS NULL) OR (old.phone IS DISTINCT FROM new.phone))))) EXECUTE FUNCTION private.contact_confirmed();

CREATE TRIGGER arrives_in_turn BEFORE INSERT ON public.message_texts FOR EACH ROW EXECUTE FUNCTION private.wait_for_same_row();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.message_texts FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER columns_fixed BEFORE UPDATE OF id, tenant_id, key, language ON public.message_texts FOR EACH ROW WHEN (((old.id <> new.id) OR (old.tenant_id <> new.tenant_id) OR (old.key <> new.key) OR (old.language <> new.language))) EXECUTE FUNCTION private.refuse_key_change();

CREATE TRIGGER message_texts_touch BEFORE UPDATE ON public.message_texts FOR EACH ROW EXECUTE FUNCTION private.touch_version();

CREATE CONSTRAINT TRIGGER orders_invoiced_at_once AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.charged > (0)::numeric) AND (new.received >= new.charged) AND (new.imported_from IS NULL))) EXECUTE FUNCTION private.issue_due_documents();

CREATE TRIGGER orders_placed AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.imported_from IS NULL)) EXECUTE FUNCTION private.order_placed();

CREATE TRIGGER orders_sale_noted AFTER INSERT OR UPDATE OF status, charged, received, given_back, shipping_credited, shipping_difference, created_at ON public.orders FOR EACH ROW WHEN ((new.imported_from IS NULL)) EXECUTE FUNCTION private.note_sale();

CREATE TRIGGER customer_added AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.customer_added();

CREATE POLICY "Staff read the customers put into their store" ON "public"."imported_customers" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read where their store's orders came from" ON "public"."imported_orders" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's words of messages" ON "public"."message_texts" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's words of messages" ON "public"."message_texts" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read the words of their store's messages" ON "public"."message_texts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's words of messages" ON "public"."message_texts" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."message_texts" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."message_texts" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."message_texts" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff read the tags of their store's orders" ON "public"."order_tags" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which customers were put into their store" ON "public"."store_imports" FOR SELECT TO "authenticated" USING (((kind = 'customers'::public.import_kind) AND (tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff read which orders were put into their store" ON "public"."store_imports" FOR SELECT TO "authenticated" USING (((kind = 'orders'::public.import_kind) AND (tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[]))));

REVOKE ALL ON FUNCTION "private"."adopt_imported"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."adopt_imported"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."adopt_imported"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."adopt_imported"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."balanced_order"(private.imported_order) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."balanced_order"(private.imported_order) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."balanced_order"(private.imported_order) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."balanced_order"(private.imported_order) TO "service_role";

REVOKE ALL ON FUNCTION "private"."clean_tags"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clean_tags"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_tags"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_tags"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_confirmed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contact_confirmed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_confirmed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_confirmed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."customer_added"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customer_added"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_added"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_added"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."holes_of"(jsonb, private.imported_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_customer"(text, public.store_imports, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_order"(text, public.import_source, public.store_imports, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_address"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_address"(jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_address"(jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_address"(jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_amount"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_amount"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_amount"(jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_amount"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_lines"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_lines"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_lines"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_lines"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_imported_details"(public.orders, private.imported_order) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_imported_order"(public.store_imports, jsonb, private.imported_order) TO "service_role";

REVOKE ALL ON FUNCTION "private"."message_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."message_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."message_words"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."message_words"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_import"(text, public.import_kind, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_import"(text, public.import_kind, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_import"(text, public.import_kind, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_import"(text, public.import_kind, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_notification_content"(public.order_notifications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_notification_content"(public.order_notifications) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_notification_content"(public.order_notifications) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_notification_content"(public.order_notifications) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_imports"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_imports"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_imports"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_imports"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."read_consent"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_consent"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_consent"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_consent"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."read_imported_order"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_imported_order"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_imported_order"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_imported_order"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_imported"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_imported"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_imported"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_imported"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_record"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_record"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_record"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_record"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refused_record"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refused_record"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refused_record"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refused_record"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_import_part"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_import_part"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_import_part"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_import_part"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_import_right"(text, public.import_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_import_right"(text, public.import_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_import_right"(text, public.import_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_import_right"(text, public.import_kind) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tags_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tags_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tags_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tags_of"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."text_items"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_items"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_items"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_items"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_customers"(text, jsonb, jsonb, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_orders"(text, jsonb, jsonb, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_tags_in_use"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_tags_in_use"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_tags_in_use"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_tags_in_use"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_tags_in_use"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_order_notification"(uuid, public.order_notification_kind) TO "service_role";

REVOKE ALL ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."tag_orders"(uuid[], text[], text[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid, uuid) TO "service_role";

GRANT SELECT ON TABLE "public"."imported_customers" TO "authenticated";

REVOKE ALL ON TABLE "public"."imported_customers" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."imported_customers" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."imported_customers" TO "service_role";

GRANT SELECT ON TABLE "public"."imported_orders" TO "authenticated";

REVOKE ALL ON TABLE "public"."imported_orders" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."imported_orders" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."imported_orders" TO "service_role";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."message_texts" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."message_texts" TO "authenticated";

GRANT INSERT ("key") ON TABLE "public"."message_texts" TO "authenticated";

GRANT INSERT ("language") ON TABLE "public"."message_texts" TO "authenticated";

GRANT INSERT ("tenant_id") ON TABLE "public"."message_texts" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."message_texts" TO "authenticated";

REVOKE ALL ON TABLE "public"."message_texts" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_texts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."message_texts" TO "service_role";

GRANT SELECT ON TABLE "public"."order_tags" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_tags" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_tags" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_tags" TO "service_role";

GRANT SELECT ON TABLE "public"."store_imports" TO "authenticated";

REVOKE ALL ON TABLE "public"."store_imports" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_imports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_imports" TO "service_role";

ALTER TABLE "public"."imported_customers" ADD COLUMN "contact" text GENERATED ALWAYS AS (
CASE
    WHEN (email <> ''::text) THEN email
    ELSE private.national_digits(phone)
END) STORED NOT NULL;

ALTER TABLE "public"."imported_customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((name || '
'::text) || email) || '
'::text) || phone))) STORED NOT NULL;

ALTER TABLE "public"."order_tags" ADD COLUMN "folded" text GENERATED ALWAYS AS (private.fold(tag)) STORED NOT NULL;

ALTER TABLE "public"."imported_customers" ADD CONSTRAINT "imported_customers_tenant_id_contact_key" UNIQUE (tenant_id, contact);

ALTER TABLE "public"."order_tags" ADD CONSTRAINT "order_tags_order_id_folded_key" UNIQUE (order_id, folded);

CREATE INDEX imported_customers_by_phone ON public.imported_customers USING btree (private.national_digits(phone), tenant_id) WHERE (phone <> ''::text);

CREATE INDEX order_tags_of_store ON public.order_tags USING btree (tenant_id, folded, order_id);

CREATE INDEX orders_imported_by_phone ON public.orders USING btree (tenant_id, private.national_digits((address ->> 'phone'::text))) WHERE ((imported_from IS NOT NULL) AND (user_id IS NULL));
