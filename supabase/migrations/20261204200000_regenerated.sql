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

DROP FUNCTION "private"."book_delivery"(uuid);

DROP FUNCTION "private"."change_shipment"(uuid, jsonb);

DROP FUNCTION "private"."count_shipment"(uuid, integer, integer);

DROP FUNCTION "private"."deliver_order"(public.orders);

DROP FUNCTION "private"."is_wanted_customer"(public.profiles, text, uuid[], uuid[], uuid[]);

DROP FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text);

DROP FUNCTION "private"."move_shipment"(public.shipments, public.shipment_state, text, numeric, timestamp with time zone, text);

DROP FUNCTION "private"."note_on_shipment"(public.shipments, public.shipment_state, text, timestamp with time zone, text);

DROP FUNCTION "private"."pack"(public.orders, private.piece_count[], jsonb);

DROP FUNCTION "private"."recalculate_cash_due"(public.orders);

DROP FUNCTION "private"."refused_move"(uuid, public.order_status);

DROP FUNCTION "private"."require_open_pieces"(private.piece_count[], text);

DROP FUNCTION "private"."require_own_number"(public.shipments, text, text);

DROP FUNCTION "private"."require_payment"(public.orders);

DROP FUNCTION "private"."require_payment_option"(jsonb, text, numeric);

DROP FUNCTION "private"."takes_deposits"(text);

DROP FUNCTION "private"."takes_handover_back"(public.shipments);

DROP FUNCTION "private"."try_to_change"(uuid, jsonb);

DROP FUNCTION "private"."try_to_decide"(uuid, boolean, text);

DROP FUNCTION "private"."try_to_inspect"(uuid);

DROP FUNCTION "private"."try_to_move"(uuid, public.shipment_state, text, numeric, timestamp with time zone);

DROP FUNCTION "private"."try_to_pack"(uuid, jsonb);

DROP FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way);

DROP FUNCTION "private"."write_on_shipment"(uuid, jsonb);

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

CREATE TABLE "public"."brands" ("tenant_id" text NOT NULL, "name" text NOT NULL, "logo" text NOT NULL, "primary_color" text NOT NULL, "secondary_color" text NOT NULL, "music" text, "hides_initial_navbar" boolean NOT NULL DEFAULT false, "default_language" text NOT NULL DEFAULT 'en'::text, "part_looks" jsonb NOT NULL DEFAULT '{}'::jsonb, "stroke" numeric NOT NULL DEFAULT 1, "control_radius" integer NOT NULL DEFAULT 0, "card_radius" integer NOT NULL DEFAULT 0, "picture_radius" integer NOT NULL DEFAULT 0, "display_weight" integer NOT NULL DEFAULT 400, "body_weight" integer NOT NULL DEFAULT 400, "mono_weight" integer NOT NULL DEFAULT 400, "display_tracking" numeric NOT NULL DEFAULT 0, "display_leading" numeric NOT NULL DEFAULT 1, "display_scale" numeric NOT NULL DEFAULT 1, "hero_title" text NOT NULL, "hero_text" text NOT NULL, "hero_action" text NOT NULL, "featured_title" text NOT NULL, "categories_title" text NOT NULL, "deals_title" text NOT NULL, "new_title" text NOT NULL, "story_title" text NOT NULL, "story" text NOT NULL, "not_found_title" text NOT NULL, "not_found_text" text NOT NULL, "error_title" text NOT NULL, "error_text" text NOT NULL, "empty_cart" text NOT NULL, "order_placed_text" text NOT NULL, "contact_text" text NOT NULL, "faq_text" text NOT NULL, "account_text" text NOT NULL, "designer_text" text, "nothing_found_title" text NOT NULL, "slogans" text NOT NULL, "made_for_values" text[] NOT NULL DEFAULT '{}'::text[], "made_for_label" text, "made_for_all" text, "translations" jsonb NOT NULL DEFAULT '{}'::jsonb, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "brands_account_text_check" CHECK ((btrim(account_text) <> ''::text)), CONSTRAINT "brands_body_weight_check" CHECK (((body_weight >= 100) AND (body_weight <= 900))), CONSTRAINT "brands_card_radius_check" CHECK (((card_radius >= 0) AND (card_radius <= 60))), CONSTRAINT "brands_categories_title_check" CHECK ((btrim(categories_title) <> ''::text)), CONSTRAINT "brands_contact_text_check" CHECK ((btrim(contact_text) <> ''::text)), CONSTRAINT "brands_control_radius_check" CHECK (((control_radius >= 0) AND (control_radius <= 999))), CONSTRAINT "brands_deals_title_check" CHECK ((btrim(deals_title) <> ''::text)), CONSTRAINT "brands_default_language_check" CHECK ((default_language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "brands_designer_text_check" CHECK ((btrim(designer_text) <> ''::text)), CONSTRAINT "brands_display_leading_check" CHECK (((display_leading >= 0.7) AND (display_leading <= 1.6))), CONSTRAINT "brands_display_scale_check" CHECK (((display_scale >= 0.5) AND (display_scale <= (2)::numeric))), CONSTRAINT "brands_display_tracking_check" CHECK (((display_tracking >= '-0.1'::numeric) AND (display_tracking <= 0.3))), CONSTRAINT "brands_display_weight_check" CHECK (((display_weight >= 100) AND (display_weight <= 900))), CONSTRAINT "brands_empty_cart_check" CHECK ((btrim(empty_cart) <> ''::text)), CONSTRAINT "brands_error_text_check" CHECK ((btrim(error_text) <> ''::text)), CONSTRAINT "brands_error_title_check" CHECK ((btrim(error_title) <> ''::text)), CONSTRAINT "brands_faq_text_check" CHECK ((btrim(faq_text) <> ''::text)), CONSTRAINT "brands_featured_title_check" CHECK ((btrim(featured_title) <> ''::text)), CONSTRAINT "brands_hero_action_check" CHECK ((btrim(hero_action) <> ''::text)), CONSTRAINT "brands_hero_text_check" CHECK ((btrim(hero_text) <> ''::text)), CONSTRAINT "brands_hero_title_check" CHECK ((btrim(hero_title) <> ''::text)), CONSTRAINT "brands_made_for_all_check" CHECK ((btrim(made_for_all) <> ''::text)), CONSTRAINT "brands_made_for_label_check" CHECK ((btrim(made_for_label) <> ''::text)), CONSTRAINT "brands_mono_weight_check" CHECK (((mono_weight >= 100) AND (mono_weight <= 900))), CONSTRAINT "brands_name_check" CHECK (((btrim(name) <> ''::text) AND (length(name) <= 80))), CONSTRAINT "brands_new_title_check" CHECK ((btrim(new_title) <> ''::text)), CONSTRAINT "brands_not_found_text_check" CHECK ((btrim(not_found_text) <> ''::text)), CONSTRAINT "brands_not_found_title_check" CHECK ((btrim(not_found_title) <> ''::text)), CONSTRAINT "brands_nothing_found_title_check" CHECK ((btrim(nothing_found_title) <> ''::text)), CONSTRAINT "brands_order_placed_text_check" CHECK ((btrim(order_placed_text) <> ''::text)), CONSTRAINT "brands_part_looks_check" CHECK (((jsonb_typeof(part_looks) = 'object'::text) AND (length((part_looks)::text) <= 1000) AND (NOT jsonb_path_exists(part_looks, '$.*?(!(@ like_regex "^(print-shop|game-table|product-lab|concrete|gallery)$"))'::jsonpath)))), CONSTRAINT "brands_picture_radius_check" CHECK (((picture_radius >= 0) AND (picture_radius <= 60))), CONSTRAINT "brands_pkey" PRIMARY KEY (tenant_id), CONSTRAINT "brands_primary_color_check" CHECK ((primary_color ~ '^#[0-9A-Fa-f]{6}$'::text)), CONSTRAINT "brands_secondary_color_check" CHECK ((secondary_color ~ '^#[0-9A-Fa-f]{6}$'::text)), CONSTRAINT "brands_slogans_check" CHECK ((btrim(slogans) <> ''::text)), CONSTRAINT "brands_story_check" CHECK ((btrim(story) <> ''::text)), CONSTRAINT "brands_story_title_check" CHECK ((btrim(story_title) <> ''::text)), CONSTRAINT "brands_stroke_check" CHECK (((stroke >= (0)::numeric) AND (stroke <= (4)::numeric))), CONSTRAINT "brands_made_for_values_check" CHECK (private.are_texts(made_for_values, 50, 100)));

ALTER TABLE "public"."brands" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."brands" OWNER TO "postgres";

CREATE TABLE "public"."store_domains" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "domain" text NOT NULL, "is_main" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "store_domains_domain_check" CHECK (((length(domain) <= 253) AND (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'::text) AND (domain !~ '(^|\.)localhost$'::text))), CONSTRAINT "store_domains_domain_key" UNIQUE (domain), CONSTRAINT "store_domains_pkey" PRIMARY KEY (id), CONSTRAINT "store_domains_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."store_domains" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."store_domains" OWNER TO "postgres";

CREATE TYPE "private"."packing" AS ("order_id" uuid, "pieces" private.piece_count[], "shipment_id" uuid, "refusal" jsonb);

ALTER TYPE "private"."packing" OWNER TO "postgres";

CREATE TYPE "public"."brand_dark_ground" AS ENUM ('secondary', 'black');

ALTER TABLE "public"."brands" ADD COLUMN "dark_ground" public.brand_dark_ground NOT NULL DEFAULT 'secondary'::public.brand_dark_ground;

ALTER TYPE "public"."brand_dark_ground" OWNER TO "postgres";

CREATE TYPE "public"."brand_density" AS ENUM ('tight', 'regular', 'airy');

ALTER TABLE "public"."brands" ADD COLUMN "density" public.brand_density NOT NULL DEFAULT 'regular'::public.brand_density;

ALTER TYPE "public"."brand_density" OWNER TO "postgres";

CREATE TYPE "public"."brand_elevation" AS ENUM ('flat', 'soft', 'hard');

ALTER TABLE "public"."brands" ADD COLUMN "elevation" public.brand_elevation NOT NULL DEFAULT 'flat'::public.brand_elevation;

ALTER TYPE "public"."brand_elevation" OWNER TO "postgres";

CREATE TYPE "public"."brand_face" AS ENUM ('display', 'body', 'mono');

ALTER TABLE "public"."brands" ADD COLUMN "details_face" public.brand_face NOT NULL DEFAULT 'body'::public.brand_face;

ALTER TYPE "public"."brand_face" OWNER TO "postgres";

CREATE TYPE "public"."brand_header" AS ENUM ('steady', 'hiding');

ALTER TABLE "public"."brands" ADD COLUMN "header" public.brand_header NOT NULL DEFAULT 'steady'::public.brand_header;

ALTER TYPE "public"."brand_header" OWNER TO "postgres";

CREATE TYPE "public"."brand_home_section" AS ENUM ('featured', 'categories', 'deals', 'newest', 'story');

ALTER TABLE "public"."brands" ADD COLUMN "home_sections" public.brand_home_section[] NOT NULL DEFAULT '{featured,categories,deals,newest,story}'::public.brand_home_section[];

ALTER TYPE "public"."brand_home_section" OWNER TO "postgres";

CREATE TYPE "public"."brand_landing" AS ENUM ('standard', 'tabletop');

ALTER TABLE "public"."brands" ADD COLUMN "landing" public.brand_landing NOT NULL DEFAULT 'standard'::public.brand_landing;

ALTER TYPE "public"."brand_landing" OWNER TO "postgres";

CREATE TYPE "public"."brand_letter_case" AS ENUM ('none', 'uppercase');

ALTER TABLE "public"."brands" ADD COLUMN "display_case" public.brand_letter_case NOT NULL DEFAULT 'none'::public.brand_letter_case;

ALTER TYPE "public"."brand_letter_case" OWNER TO "postgres";

CREATE TYPE "public"."brand_light_ground" AS ENUM ('paper', 'white', 'tint', 'concrete', 'secondary');

ALTER TABLE "public"."brands" ADD COLUMN "light_ground" public.brand_light_ground NOT NULL DEFAULT 'white'::public.brand_light_ground;

ALTER TYPE "public"."brand_light_ground" OWNER TO "postgres";

CREATE TYPE "public"."brand_look" AS ENUM ('print-shop', 'game-table', 'product-lab', 'concrete', 'gallery');

ALTER TABLE "public"."brands" ADD COLUMN "look" public.brand_look NOT NULL;

ALTER TABLE "public"."brands" ADD COLUMN "hero_look" public.brand_look;

ALTER TYPE "public"."brand_look" OWNER TO "postgres";

CREATE TYPE "public"."brand_motion" AS ENUM ('calm', 'snappy', 'playful');

ALTER TABLE "public"."brands" ADD COLUMN "motion" public.brand_motion NOT NULL DEFAULT 'calm'::public.brand_motion;

ALTER TYPE "public"."brand_motion" OWNER TO "postgres";

CREATE TYPE "public"."brand_option_field" AS ENUM ('colors', 'types', 'sizes', 'materials', 'gender');

ALTER TABLE "public"."brands" ADD COLUMN "option_fields" public.brand_option_field[] NOT NULL DEFAULT '{colors,types,sizes,materials,gender}'::public.brand_option_field[];

ALTER TYPE "public"."brand_option_field" OWNER TO "postgres";

CREATE TYPE "public"."brand_ornament" AS ENUM ('registration', 'meeples', 'grid', 'stripes', 'ampersand');

ALTER TABLE "public"."brands" ADD COLUMN "ornament" public.brand_ornament NOT NULL;

ALTER TYPE "public"."brand_ornament" OWNER TO "postgres";

CREATE TYPE "public"."brand_strip" AS ENUM ('none', 'line', 'marquee');

ALTER TABLE "public"."brands" ADD COLUMN "strip" public.brand_strip NOT NULL DEFAULT 'none'::public.brand_strip;

ALTER TYPE "public"."brand_strip" OWNER TO "postgres";

CREATE TYPE "public"."brand_typeface" AS ENUM ('Bricolage Grotesque', 'Libre Franklin', 'Caprasimo', 'Figtree', 'Geist', 'Geist Mono', 'Archivo Expanded', 'Archivo', 'Newsreader', 'Hanken Grotesk');

ALTER TABLE "public"."brands" ADD COLUMN "display_typeface" public.brand_typeface NOT NULL;

ALTER TABLE "public"."brands" ADD COLUMN "body_typeface" public.brand_typeface NOT NULL;

ALTER TABLE "public"."brands" ADD COLUMN "mono_typeface" public.brand_typeface;

ALTER TYPE "public"."brand_typeface" OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.are_brand_texts(p_texts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select not exists (
    select 1 from jsonb_each(p_texts) given
    where given.value <> 'null' and (jsonb_typeof(given.value) <> 'string'
      or length(given.value #>> '{}') > (private.brand_text_limits() ->> given.key)::integer)
  ) and private.are_texts(coalesce(string_to_array(nullif(p_texts ->> 'slogans', ''), E'\n'), '{}'), 8, 60)
$function$;

ALTER FUNCTION "private"."are_brand_texts"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.are_distinct(p_values anyarray)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select cardinality(p_values) = (select count(distinct value) from unnest(p_values) value) $function$;

ALTER FUNCTION "private"."are_distinct"(anyarray) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.are_translated_brand_texts(p_translations jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.are_translations(p_translations, 20000) and not exists (
    select 1 from jsonb_each(p_translations) said where not private.are_brand_texts(said.value)
  )
$function$;

ALTER FUNCTION "private"."are_translated_brand_texts"(jsonb) OWNER TO "postgres";

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
  if tg_table_name <> 'user_roles' and (auth.uid() is null or not v_tenant_id = any (private.workplaces()))
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
    -- A product moved to the trash, or restored from it.
    v_action := case when v_after ->> 'deleted_at' is null then 'restore' else 'delete' end;
    v_before := case v_action when 'delete' then v_before end;
    v_after := null;
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, v_after -> field.key) into v_before, v_after
    from jsonb_each(v_before) field
    where field.value is distinct from v_after -> field.key and field.key not in ('updated_at', 'version')
      and field.key not in (select attname from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
    if v_before is null then
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
    when 'orders' then '{stage,queues,online_method,charged,cost,received,given_back,at_carrier,shipping_credited,goodwill}'::text[]
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

CREATE OR REPLACE FUNCTION private.book_carrier_event(p_shipment public.shipments, p_state public.shipment_state, p_carrier_state text, p_happened_at timestamp with time zone, p_note text, p_cash numeric)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := p_shipment;
begin
  if p_happened_at < (
    select max(event.happened_at) from public.shipment_events event
    where event.shipment_id = p_shipment.id and event.state is not null
  ) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_shipment.state and p_state <> 'attempt_failed' then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- A delivered shipment stays delivered, with its cash; a person checks the reported return.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- Any state of a shipment in transit implies that it was handed over.
  if p_shipment.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.book_moves(array[p_shipment.id], 'handed_over', p_happened_at => p_happened_at);
    select * into v_shipment from public.shipments where id = p_shipment.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_shipment.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_shipments(array[p_shipment.id], null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.book_moves(array[v_shipment.id], p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_deliveries(p_shipment_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_lines line set delivered = line.delivered + piece.quantity
  from (
    select part.order_line_id, sum(part.quantity) as quantity
    from public.shipment_lines part where part.shipment_id = any (p_shipment_ids) group by part.order_line_id
  ) piece
  where line.id = piece.order_line_id;
  update public.orders set delivered_at = greatest(orders.delivered_at, arrived.delivered_at)
  from (
    select shipment.order_id, max(shipment.delivered_at) as delivered_at
    from public.shipments shipment where shipment.id = any (p_shipment_ids) group by shipment.order_id
  ) arrived
  where orders.id = arrived.order_id;
  perform private.book_money(orders, 'cash_collected', shipment.cash_collected, jsonb_build_object('shipment_id', shipment.id),
    'cash_on_delivery')
  from public.shipments shipment join public.orders on orders.id = shipment.order_id
  where shipment.id = any (p_shipment_ids) order by shipment.order_id, shipment.number;
  perform private.settle_points(orders) from public.orders where orders.id = any (private.orders_of(p_shipment_ids));
end
$function$;

ALTER FUNCTION "private"."book_deliveries"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_held(p_order public.orders, p_payment public.payments, p_session_id text, p_transaction_id text, p_amount bigint, p_currency text, p_held_until timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments := p_payment;
  v_right constant boolean :=
    p_amount is not distinct from private.piastres(p_payment.amount) and p_currency is not distinct from p_payment.currency;
  -- Most banks release holds after a week, unless the provider says otherwise.
  v_until constant timestamptz := coalesce(p_held_until, now() + interval '7 days');
  v_again constant boolean := not (private.is_unfinished(p_payment.status) or p_payment.status = 'closed');
begin
  if coalesce(p_amount, 0) <= 0 or p_transaction_id in (p_payment.authorization_id, p_payment.transaction_id) then
    return 'late';
  end if;
  if v_again then
    insert into public.payments (tenant_id, order_id, attempt_id, provider, method, amount, currency, expires_at)
    values (p_payment.tenant_id, p_payment.order_id, coalesce(p_payment.attempt_id, p_payment.id), p_payment.provider,
      p_payment.method, p_payment.amount, p_payment.currency, p_payment.expires_at)
    returning * into v_payment;
  end if;
  update public.payments set
    status = 'held', authorization_id = p_transaction_id, held_amount = private.pounds(p_amount), held_until = v_until,
    session_id = coalesce(session_id, case when v_payment.attempt_id is null then p_session_id end),
    is_to_release = v_again or not v_right or private.payable_online(p_order) = 0, updated_at = now(), looked_at = now()
  where id = v_payment.id returning * into v_payment;
  if not v_right then
    perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
    return 'mismatch';
  end if;
  if not v_payment.is_to_release then
    update public.orders set online_method = v_payment.method, reserved_until = greatest(reserved_until, v_until + interval '1 hour')
    where orders.id = p_order.id and orders.status = 'awaiting_payment' and orders.reserved_until is not null;
    perform private.remark_on_order(p_order, 'payment_held');
  end if;
  perform private.refresh_order(p_order.id);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_moves(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_carrier_state text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.shipments set state = p_state, updated_at = now(),
    attempts = attempts + case p_state when 'attempt_failed' then 1 else 0 end,
    handed_over_at = case p_state when 'handed_over' then p_happened_at when 'packed' then null else handed_over_at end,
    delivered_at = case p_state when 'delivered' then p_happened_at else delivered_at end,
    cash_collected = case p_state when 'delivered' then coalesce(p_cash, cash_due) else cash_collected end,
    returned_to_sender_at = case when p_state in ('returned_to_sender', 'lost') then p_happened_at else returned_to_sender_at end,
    inspected_at = case p_state when 'lost' then now() else inspected_at end
  where id = any (p_shipment_ids);
  perform private.note_on_shipments(p_shipment_ids, p_state, p_note, p_happened_at, p_carrier_state);
  case p_state
    when 'handed_over' then perform private.count_shipments(p_shipment_ids, p_packed => -1, p_sent => 1);
    when 'packed' then perform private.count_shipments(p_shipment_ids, p_packed => 1, p_sent => -1);
    when 'cancelled' then perform private.count_shipments(p_shipment_ids, p_packed => -1, p_sent => 0);
    when 'delivered' then perform private.book_deliveries(p_shipment_ids);
    when 'returned_to_sender' then perform private.book_returns_to_sender(p_shipment_ids);
    when 'lost' then
      update public.shipment_lines set discarded = quantity where shipment_id = any (p_shipment_ids);
      perform private.book_returns_to_sender(p_shipment_ids);
    else null;
  end case;
end
$function$;

ALTER FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform private.book_goods(
    p_order, case when p_order.replaces_order_id is null then 'sale'::public.stock_reason else 'replaced' end);
  -- The order row already has these sums.
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
    -- Not every provider names the refund, and its callback may precede its response.
    or p_refund_id is null and refunds.payment_id = p_payment.id and refunds.amount = private.pounds(p_amount) and (
      refunds.state = 'sending' and refunds.reference = ''
      -- Booked from the refunded total, before the provider reported its id.
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

CREATE OR REPLACE FUNCTION private.book_returns_to_sender(p_shipment_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.book_return_to_sender(shipment) from public.shipments shipment
  where shipment.id = any (p_shipment_ids) order by shipment.order_id, shipment.number
$function$;

ALTER FUNCTION "private"."book_returns_to_sender"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_slot(p_tenant_id text, p_slot_id text, p_day text, p_zone_id uuid, p_days_from integer DEFAULT NULL::integer)
 RETURNS public.delivery_slots
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if pg_input_is_valid(p_slot_id, 'uuid') then
    select * into v_slot from public.delivery_slots
    where tenant_id = p_tenant_id and id = p_slot_id::uuid and is_active
    -- The order's foreign key takes the same lock later.
    for key share;
  end if;
  if v_slot.id is null then
    perform private.refuse('unknown_slot');
  end if;
  if v_slot.zone_id is not null and v_slot.zone_id is distinct from p_zone_id then
    perform private.refuse('slot_not_there');
  end if;
  if not coalesce(pg_input_is_valid(p_day, 'date'), false) then
    perform private.refuse('invalid_slot_date');
  end if;
  v_day := p_day::date;
  if extract(dow from v_day) <> v_slot.day_of_week or not isfinite(v_day) or v_day > private.shop_time()::date + 60 then
    perform private.refuse('invalid_slot_date');
  end if;
  if v_day + v_slot.from_time - make_interval(hours => v_slot.cut_off_hours) <= private.shop_time() then
    perform private.refuse('slot_closed');
  end if;
  if v_day < private.working_day(coalesce(p_days_from, 0)) then
    perform private.refuse('slot_too_soon');
  end if;
  if v_slot.capacity is not null then
    insert into public.delivery_bookings (tenant_id, slot_id, day, booked)
    select p_tenant_id, v_slot.id, v_day, 1 where v_slot.capacity > 0
    on conflict (slot_id, day) do update set booked = delivery_bookings.booked + 1
      where delivery_bookings.booked < v_slot.capacity;
    if not found then
      perform private.refuse('slot_full');
    end if;
  end if;
  return v_slot;
end
$function$;

CREATE OR REPLACE FUNCTION private.book_voided(p_order public.orders, p_payment public.payments, p_voided_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left numeric;
begin
  if private.is_unfinished(p_payment.status) or p_payment.status = 'held' and p_voided_id = p_payment.authorization_id then
    update public.payments set status = case when status = 'held' then 'released' else 'closed' end::public.provider_payment_status,
      capture_amount = null, is_to_release = false, updated_at = now()
    where id = p_payment.id;
    perform private.end_unpaid_order(p_order, p_payment);
    perform private.refresh_order(p_order.id);
    return 'booked';
  elsif p_voided_id is distinct from p_payment.transaction_id then
    -- Belongs to another transaction of the same page, which the ledger does not have.
    return 'late';
  elsif private.is_mismatch(p_payment.status) then
    return private.book_return_of_mismatch(p_order, p_payment, 'refunded');
  elsif p_payment.status <> 'paid' then
    return 'late';
  end if;
  select p_payment.amount - coalesce(sum(refunds.amount), 0) into v_left
  from public.refunds where refunds.payment_id = p_payment.id and refunds.state = 'sent';
  if v_left <= 0 then
    return 'late';
  end if;
  return private.book_refund_event(p_order, p_payment, 'refunded', null, 'void:' || left(p_voided_id, 150), private.piastres(v_left),
    false);
end
$function$;

CREATE OR REPLACE FUNCTION private.brand_text_limits()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select '{
    "hero_title": 100, "hero_text": 400, "hero_action": 40, "featured_title": 100, "categories_title": 100,
    "deals_title": 100, "new_title": 100, "story_title": 100, "story": 3000, "not_found_title": 100, "not_found_text": 400,
    "error_title": 100, "error_text": 400, "empty_cart": 100, "order_placed_text": 400, "contact_text": 400, "faq_text": 400,
    "account_text": 400, "designer_text": 400, "nothing_found_title": 100, "slogans": 500, "made_for_label": 40,
    "made_for_all": 40
  }'::jsonb
$function$;

ALTER FUNCTION "private"."brand_text_limits"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_booking_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.carrier_bookings booking set state = move.to_state, problem = null, updated_at = now()
  from private.carrier_booking_state_transitions move
  where booking.shipment_id = new.id and move.from_state = booking.state and move.by_unpacking;
  if exists (
    select 1 from public.carrier_bookings booking where booking.shipment_id = new.id and booking.state = 'to_cancel'
  ) then
    -- A process that is calling the carrier now will know what to cancel.
    perform private.add_job('book_shipment', new.id::text, p_tenant_id => new.tenant_id, p_run_at => now() + case when exists (
      select 1 from private.jobs job
      where job.kind = 'book_shipment' and job.key = new.id::text and private.is_taken(job)
    ) then interval '2 minutes' else interval '0' end);
  end if;
  return null;
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
    when p_entity in ('settings', 'staff_settings', 'brands') then p_action = 'update' and not p_before ?| '{state,reopens_on}'
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.carrier_area_of(p_carrier text, p_governorate text, p_city text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key constant text := private.place_key(p_city);
  v_found text[];
begin
  if v_key = '' then
    return null;
  end if;
  v_found := array(
    select area.district_id from public.carrier_areas area
    where area.carrier = p_carrier and area.governorate::text = p_governorate and area.delivers and v_key = any (area.keys)
    limit 2);
  -- One inserted, missing or different letter in a longer name.
  if cardinality(v_found) = 0 and length(v_key) >= 5 then
    v_found := array(
      select area.district_id from public.carrier_areas area
      where area.carrier = p_carrier and area.governorate::text = p_governorate and area.delivers and exists (
        select 1 from unnest(area.keys) known (key)
        where length(known.key) between 4 and 100 and extensions.levenshtein_less_equal(known.key, left(v_key, 100), 1) <= 1
      ) limit 2);
  end if;
  return case when cardinality(v_found) = 1 then v_found[1] end;
end
$function$;

CREATE OR REPLACE FUNCTION private.carrier_of(p_shipment public.shipments, p_changes jsonb, OUT carrier text, OUT carrier_name text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_changes ->> 'carrier_name' is null or p_changes ? 'carrier' then
    carrier := coalesce(p_changes ->> 'carrier', p_shipment.carrier);
    carrier_name := coalesce(btrim(p_changes ->> 'carrier_name'), p_shipment.carrier_name);
  else
    select named.carrier, named.carrier_name into carrier, carrier_name
    from private.carrier_named(p_shipment.tenant_id, p_changes ->> 'carrier_name') named;
  end if;
end
$function$;

ALTER FUNCTION "private"."carrier_of"(public.shipments, jsonb) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.cash_to_collect(p_order public.orders, p_pieces private.piece_count[])
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(private.owed_at_door(p_order.id), case when exists (
    select 1 from public.order_lines line left join unnest(p_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order.id and public.open_pieces(line) > coalesce(piece.quantity, 0)
  ) then private.worth_to_pack(p_order, p_pieces) end)
$function$;

ALTER FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.change_shipment(p_shipment_id uuid, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_refusal jsonb;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if private.is_over(v_shipment.state) and (v_shipment.state <> 'delivered' or p_changes ? 'cash_due') then
    return private.refusal('shipment_closed', jsonb_build_object('state', v_shipment.state));
  elsif private.is_booked(p_shipment_id)
    and p_changes ?| '{carrier,carrier_name,tracking_number,tracking_url,cash_due}'::text[] then
    return private.refusal('shipment_booked',
      jsonb_build_object('carrier', coalesce(nullif(v_shipment.carrier_name, ''), v_shipment.carrier)));
  end if;
  v_refusal := private.fields_refusal(v_shipment, p_changes);
  if v_refusal is null then
    perform private.write_on_shipments(array[p_shipment_id], p_changes);
  end if;
  return v_refusal;
end
$function$;

ALTER FUNCTION "private"."change_shipment"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_discount(p_tenant_id text, p_code text, p_user_id uuid, p_subtotal bigint, p_lock boolean, OUT discount public.discounts, OUT problem jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select discounts.* into discount from public.discounts
  where discounts.tenant_id = p_tenant_id and upper(discounts.code) = upper(p_code);
  if discount.id is null
    or discount.user_id is not null and discount.user_id is distinct from p_user_id then
    problem := private.refusal('unknown_discount');
    return;
  end if;
  if discount.starts_at > now() then
    problem := private.refusal('discount_not_started');
    return;
  end if;
  -- For whoever still has it, a deactivated code has expired.
  if not discount.is_active or discount.ends_at <= now() then
    problem := private.refusal('discount_expired');
    return;
  end if;
  if p_subtotal < private.piastres(discount.minimum_subtotal) then
    problem := private.refusal('discount_minimum', jsonb_build_object('minimum', discount.minimum_subtotal));
    return;
  end if;
  if discount.total_limit is not null then
    if p_lock then
      select locked.* into discount from public.discounts locked where locked.id = discount.id for no key update;
      if not coalesce(discount.is_active, false) then
        problem := private.refusal('discount_expired');
        return;
      end if;
    end if;
    if (select count(*) from public.discount_uses
        where tenant_id = p_tenant_id and discount_id = discount.id) >= discount.total_limit then
      problem := private.refusal('discount_used_up');
      return;
    end if;
  end if;
  if discount.per_person_limit is not null and p_user_id is not null and (
    select count(*) from public.discount_uses
    where tenant_id = p_tenant_id and discount_id = discount.id and user_id = p_user_id
  ) >= discount.per_person_limit then
    problem := private.refusal('discount_used_by_you');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_variant_values(p_product public.products, p_row jsonb, p_image text, p_name text, p_line integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_column text;
  v_value text;
  v_problem text;
begin
  foreach v_column in array '{price,original_price,stock,weight_grams}'::text[] loop
    v_value := p_row ->> v_column;
    if v_value is null and v_column <> 'stock' then
      continue;
    end if;
    -- pg_input_is_valid caches the first type per call site, so each type needs its own.
    if not coalesce(pg_input_is_valid(v_value, 'numeric'), false)
      or (v_column in ('stock', 'weight_grams') and not pg_input_is_valid(v_value, 'integer'))
      or not v_value::numeric between 0 and 10000000 then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  foreach v_column in array '{sku,barcode,image}'::text[] loop
    if length(btrim(p_row ->> v_column)) > (case v_column when 'image' then 2000 else 64 end) then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  v_problem := case
    when (p_row ->> 'original_price')::numeric <= coalesce((p_row ->> 'price')::numeric, p_product.price) then 'original_price_lower'
    when not private.is_valid_address(coalesce(p_row ->> 'image', '')) and p_row ->> 'image' is distinct from p_image
      then 'image_address'
    when jsonb_typeof(p_row -> 'is_active') is distinct from 'boolean' then 'is_active'
  end;
  if v_problem is not null then
    perform private.refuse_variant('invalid_value', jsonb_build_object('reason', v_problem, 'name', p_name), array[p_line],
      case v_problem when 'original_price_lower' then 'original_price' when 'image_address' then 'image' else v_problem end);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_variants(p_product public.products, p_options jsonb, p_variants jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rows jsonb := '[]';
  v_row jsonb;
  v_chosen jsonb;
  v_place integer := 0;
  v_line integer;
  v_stored public.product_variants;
begin
  if jsonb_typeof(p_variants) is distinct from 'array' or jsonb_array_length(p_variants) = 0 then
    perform private.refuse('no_variants');
  end if;
  perform private.require_variant_count(jsonb_array_length(p_variants));
  for v_row in select wanted from jsonb_array_elements(p_variants) wanted loop
    v_place := v_place + 1;
    if jsonb_typeof(v_row) <> 'object' then
      perform private.refuse_variant('invalid_value', jsonb_build_object('reason', 'row', 'row', v_place), array[v_place]);
    end if;
    v_line := case when pg_input_is_valid(v_row ->> 'row', 'integer') then (v_row ->> 'row')::integer else v_place end;
    if v_row ->> 'id' is not null then
      v_stored := private.variant_of_row(p_product.id, p_variants, v_row, null, v_line);
    end if;
    v_chosen := private.chosen_values(p_options, v_row, v_line);
    if v_row ->> 'id' is null then
      v_stored := private.variant_of_row(p_product.id, p_variants, v_row, v_chosen, v_line);
    end if;
    -- A row changes only the columns it names.
    v_row := case when v_stored.id is null then '{"stock": 0, "is_active": true}' else to_jsonb(v_stored) end || v_row;
    perform private.check_variant_values(p_product, v_row, v_stored.image, coalesce(nullif(private.variant_name(
      v_chosen ->> 0, v_chosen ->> 1, v_chosen ->> 2), ''), p_product.name), v_line);
    -- Pieces sold since the grid was opened stay sold.
    if v_stored.id is not null and pg_input_is_valid(v_row ->> 'stock_was', 'integer') then
      v_row := v_row || jsonb_build_object('stock', least(10000000,
        greatest(v_stored.stock::bigint + (v_row ->> 'stock')::integer - (v_row ->> 'stock_was')::integer, 0)));
    end if;
    v_rows := v_rows || (v_row - '{options,stock_was}'::text[] || jsonb_build_object(
      'id', v_stored.id, 'row', v_line, 'position', v_place, 'option1', coalesce(v_chosen ->> 0, ''),
      'option2', coalesce(v_chosen ->> 1, ''), 'option3', coalesce(v_chosen ->> 2, ''), 'sku', nullif(btrim(v_row ->> 'sku'), ''),
      'barcode', nullif(btrim(v_row ->> 'barcode'), ''), 'image', nullif(btrim(v_row ->> 'image'), '')));
  end loop;
  perform private.require_distinct_variants(p_product, v_rows);
  if (select sum((wanted ->> 'stock')::bigint) from jsonb_array_elements(v_rows) wanted) > 10000000 then
    perform private.refuse('invalid_value', jsonb_build_object('reason', 'pieces', 'column', 'stock'));
  end if;
  return v_rows;
end
$function$;

CREATE OR REPLACE FUNCTION private.close_demo_accounts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts constant uuid[] := private.demo_accounts();
begin
  -- Until all stores are marked, the demo's owner of an unmarked store would count as a real owner.
  if cardinality(v_accounts) = 0 or not private.has_own_owner() or exists (
    select 1 from public.settings filled where filled.store -> 'demo' = 'true'
      and not exists (select 1 from private.demo_stores store where store.tenant_id = filled.tenant_id)
  ) then
    return;
  end if;
  update auth.users account set banned_until = '2999-01-01T00:00:00Z'
  where account.id = any (v_accounts) and account.banned_until is null;
  delete from public.user_roles given where given.user_id = any (v_accounts) and given.role <> 'user';
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

CREATE OR REPLACE FUNCTION private.count_shipments(p_shipment_ids uuid[], p_packed integer, p_sent integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_lines line set
    packed = line.packed + p_packed * piece.quantity, sent = line.sent + p_sent * piece.quantity
  from (
    select part.order_line_id, sum(part.quantity) as quantity
    from public.shipment_lines part where part.shipment_id = any (p_shipment_ids) group by part.order_line_id
  ) piece
  where line.id = piece.order_line_id
$function$;

ALTER FUNCTION "private"."count_shipments"(uuid[], integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.create_refunds_of(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.make_owed_refunds(named.id) from (select id from unnest(p_order_ids) asked (id) order by id) named;
  perform private.refresh_orders(p_order_ids);
end
$function$;

ALTER FUNCTION "private"."create_refunds_of"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_gone_pieces(p_before public.order_lines, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_order public.orders;
  v_recounted numeric;
  v_amount numeric;
begin
  select line.* into v_line from public.order_lines line where line.id = p_before.id;
  v_recounted := private.recounted_of_pieces(p_before,
    greatest(private.kept_pieces(p_before) - private.kept_pieces(v_line), 0));
  v_amount := private.line_worth(v_line, v_line.cancelled + v_line.returned_to_sender + v_line.returned)
    - private.line_worth(p_before, p_before.cancelled + p_before.returned_to_sender + p_before.returned) + v_recounted;
  select orders.* into v_order from public.orders where orders.id = v_line.order_id;
  -- Does not subtract again what was already credited to the line or as goodwill.
  v_amount := greatest(
    least(v_amount, v_line.net - v_line.credited, v_order.charged), -v_line.credited - v_line.discount_recounted);
  update public.order_lines set credited = credited + v_amount, discount_recounted = discount_recounted - v_recounted
  where order_lines.id = v_line.id;
  perform private.book_money(v_order, 'charged', -v_amount, p_links);
  return v_amount;
end
$function$;

CREATE OR REPLACE FUNCTION private.customer_of_order(p_tenant_id text, p_customer jsonb, OUT user_id uuid, OUT name text, OUT email text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone constant text := coalesce(private.national_digits(p_customer ->> 'phone'), '');
  v_name constant text := btrim(coalesce(p_customer ->> 'name', ''));
  v_email constant text := lower(btrim(coalesce(p_customer ->> 'email', '')));
  v_found uuid[];
begin
  name := v_name;
  email := v_email;
  if p_customer ->> 'user_id' is not null then
    v_found := array(
      select profile.id from public.profiles profile
      where profile.tenant_id = p_tenant_id and profile.id::text = lower(p_customer ->> 'user_id'));
    if cardinality(v_found) = 0 then
      perform private.refuse('unknown_person');
    end if;
    if not exists (
      select 1 from auth.users account
      where account.id = v_found[1] and coalesce(account.email_confirmed_at, account.phone_confirmed_at) is not null
    ) then
      perform private.refuse('customer_not_proven');
    end if;
  elsif v_name = '' or length(v_name) > 120 or v_email = '' and not private.is_egyptian_phone(coalesce(p_customer ->> 'phone', '')) then
    perform private.refuse('invalid_customer');
  elsif v_email <> '' and (length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$') then
    perform private.refuse('invalid_customer', '{"reason": "email"}');
  else
    v_found := private.accounts_proven_by(p_tenant_id, v_email, v_phone);
  end if;
  -- A number shared by two accounts identifies neither.
  if cardinality(v_found) = 1 then
    select profile.id, coalesce(nullif(v_name, ''), profile.name, ''),
      coalesce(nullif(v_email, ''), case when account.email_confirmed_at is not null then profile.email end, '')
    into user_id, name, email
    from public.profiles profile join auth.users account on account.id = profile.id
    where profile.tenant_id = p_tenant_id and profile.id = v_found[1];
  end if;
end
$function$;

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

CREATE OR REPLACE FUNCTION private.deliver_order(p_order public.orders)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.book_moves(array(
    select shipment.id from public.shipments shipment
    where shipment.order_id = p_order.id and exists (
      select 1 from public.shipment_state_transitions
      where from_state = shipment.state and to_state = 'delivered'
    )
  ), 'delivered')
$function$;

ALTER FUNCTION "private"."deliver_order"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.derived_order(p_order public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  p_order.status := private.derived_order_status(p_order);
  p_order.payment_status := private.payment_status_of(
    p_order.payment_status, p_order.total, p_order.charged, p_order.received, p_order.given_back, p_order.at_carrier,
    exists (
      select 1 from public.refunds
      where refunds.order_id = p_order.id and private.is_open_refund(refunds.state)
    ));
  p_order.queues := private.derived_order_queues(p_order);
  return p_order;
end
$function$;

ALTER FUNCTION "private"."derived_order"(public.orders) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.derived_order_status(p_order public.orders)
 RETURNS public.order_status
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select private.order_status_of(
      p_order.stage, coalesce(sum(quantity), 0), coalesce(sum(cancelled), 0), coalesce(sum(returned_to_sender), 0), coalesce(sum(sent), 0),
      coalesce(sum(delivered), 0), coalesce(sum(returned), 0),
      exists (
        select 1 from public.returns
        where returns.order_id = p_order.id and private.is_open_return(returns.state)
          -- Pieces with a replacement order stay sold.
          and returns.replacement_order_id is null
      ))
    from public.order_lines where order_lines.order_id = p_order.id
  );
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

CREATE OR REPLACE FUNCTION private.excess_cash(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.cash_under_way(p_order.id, null) - (p_order.charged - p_order.received + p_order.given_back);
end
$function$;

ALTER FUNCTION "private"."excess_cash"(public.orders) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.fates_of_pieces(p_shipment public.shipments, p_lines jsonb)
 RETURNS public.shipment_lines[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_fates public.shipment_lines[];
  v_wrong record;
begin
  if p_lines is null or p_lines = 'null' then
    return array(
      select row(part.tenant_id, part.shipment_id, part.order_line_id, part.quantity,
        part.quantity - part.restocked - part.discarded - part.sent_again, 0, 0)::public.shipment_lines
      from public.shipment_lines part where part.shipment_id = p_shipment.id
    );
  end if;
  if jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 200 or exists (
    select 1 from jsonb_array_elements(p_lines) asked, unnest('{restocked,discarded,sent_again}'::text[]) fate
    where asked.value ? fate and not private.is_piece_count(asked.value -> fate)
  ) then
    perform private.refuse('invalid_quantity', '{"reason": "pieces"}');
  end if;
  v_fates := array(
    select row(p_shipment.tenant_id, p_shipment.id, part.order_line_id, max(part.quantity),
      sum(coalesce((asked.value ->> 'restocked')::integer, 0)), sum(coalesce((asked.value ->> 'discarded')::integer, 0)),
      sum(coalesce((asked.value ->> 'sent_again')::integer, 0)))::public.shipment_lines
    from jsonb_array_elements(p_lines) asked
    left join public.shipment_lines part
      on part.shipment_id = p_shipment.id and part.order_line_id::text = asked.value ->> 'order_line_id'
    group by part.order_line_id
  );
  select fate.order_line_id, private.line_names(line) as names,
    part.quantity - part.restocked - part.discarded - part.sent_again as waiting into v_wrong
  from unnest(v_fates) fate
  left join public.shipment_lines part on part.shipment_id = p_shipment.id and part.order_line_id = fate.order_line_id
  left join public.order_lines line on line.id = fate.order_line_id
  where fate.order_line_id is null
    or fate.restocked + fate.discarded + fate.sent_again > part.quantity - part.restocked - part.discarded - part.sent_again
  order by line.position nulls first limit 1;
  if v_wrong.order_line_id is not null then
    perform private.refuse('too_few_to_inspect', v_wrong.names || jsonb_build_object('open', v_wrong.waiting));
  elsif found then
    perform private.refuse('unknown_order_line');
  end if;
  return v_fates;
end
$function$;

CREATE OR REPLACE FUNCTION private.fields_refusal(p_shipment public.shipments, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_wrong text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' then
    return private.refusal('invalid_shipment');
  end if;
  v_wrong := case
    when p_changes ? 'carrier' and coalesce(p_changes ->> 'carrier', '') !~ '^[a-z][a-z0-9_-]{0,30}$' then 'carrier'
    when length(p_changes ->> 'carrier_name') > 80 then 'carrier_name'
    when length(p_changes ->> 'tracking_number') > 80 then 'tracking_number'
    when coalesce(p_changes ->> 'tracking_url', '') <> ''
      and (length(p_changes ->> 'tracking_url') > 500 or p_changes ->> 'tracking_url' !~ '^https?://[^[:space:]]+$')
      then 'tracking_url'
    when jsonb_typeof(p_changes -> 'fee') <> 'null' and not private.is_amount(p_changes -> 'fee') then 'fee'
    when jsonb_typeof(p_changes -> 'cash_due') <> 'null' and not private.is_amount(p_changes -> 'cash_due') then 'cash_due'
  end;
  if v_wrong is not null then
    return private.refusal('invalid_shipment', jsonb_build_object('reason', v_wrong));
  elsif (p_changes ->> 'cash_due')::numeric > private.owed_at_door(p_shipment.order_id, p_shipment.id) then
    return private.refusal('too_much_cash',
      jsonb_build_object('most', private.owed_at_door(p_shipment.order_id, p_shipment.id)));
  end if;
  return private.number_refusal(p_shipment, (private.carrier_of(p_shipment, p_changes)).carrier,
    case when p_changes ? 'tracking_number' then btrim(p_changes ->> 'tracking_number') else p_shipment.tracking_number end);
end
$function$;

ALTER FUNCTION "private"."fields_refusal"(public.shipments, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.fold(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    -- Fast path for ASCII.
    when octet_length(p_text) = length(p_text) then lower(p_text)
    else regexp_replace(
      translate(
        extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(regexp_replace(
          normalize(coalesce(p_text, ''), nfkd),
          '[\u00ad\u0300-\u036f\u0610-\u061c\u0640\u064b-\u065f\u0670\u0674\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
          '', 'g'), nfc))),
        U&'\0671\0672\0673\0649\06CC\06CD\06D0\06D2\06A9\06AA\06AF\0686\0698\067E\06A4\0629\06C1\06C3\06BE\06D5'
          || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
        U&'\0627\0627\0627\064A\064A\064A\064A\064A\0643\0643\062C\062C\062C\0628\0641\0647\0647\0647\0647\0647'
          || '01234567890123456789'
      ),
      U&'\\m(\0648?\0639\0628\062F)\\s+(?=\0627\0644)', '\1', 'g'
    )
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

CREATE OR REPLACE FUNCTION private.grant_documents(p_mail_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mail record;
begin
  for v_mail in
    select mail.id, mail.order_id from public.order_notifications mail
    where mail.id = any (p_mail_ids) and mail.kind not in ('note', 'confirm')
    order by mail.order_id, mail.created_at, mail.id
  loop
    -- Another process may hold another mail of this order.
    perform 1 from public.invoices paper where paper.order_id = v_mail.order_id order by paper.id for no key update;
    update public.order_notifications mail set documents = mail.documents || array(
      select paper.code from public.invoices paper
      where paper.order_id = v_mail.order_id and not exists (
        select 1 from public.order_notifications carrier
        where carrier.order_id = paper.order_id and paper.code = any (carrier.documents)
          and carrier.failed_at is null and carrier.expired_at is null
      )
      order by paper.issued_at
    )
    where mail.id = v_mail.id;
  end loop;
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
  -- Two statements, because one expression has a single type.
  if pg_typeof(p_type) = 'jsonb'::regtype then
    return v_answer;
  end if;
  return jsonb_populate_record(p_type, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_grid(p_product_id uuid, p_options jsonb, p_variants jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now constant jsonb := private.product_grid(p_product_id);
  v_options jsonb := v_now #> '{grid,options}';
  -- The position in the file of each of the product's options.
  v_places constant integer[] := array(
    select (select min(given.place)::integer from jsonb_array_elements(p_options) with ordinality given (option, place)
      where lower(given.option ->> 'name') = lower(stored.option ->> 'name'))
    from jsonb_array_elements(v_options) with ordinality stored (option, place) order by stored.place
  );
  v_same constant boolean := jsonb_array_length(p_options) = cardinality(v_places) and array_position(v_places, null) is null;
  v_rows jsonb;
  v_changed boolean;
begin
  if p_options = '[]' and v_options <> '[]' then
    if jsonb_array_length(v_now #> '{grid,variants}') = 1 and jsonb_array_length(p_variants) = 1 then
      return private.imported_grid(p_product_id, v_options, jsonb_build_array(
        p_variants -> 0 || jsonb_build_object('options', v_now #> '{grid,variants,0,options}')));
    end if;
    perform private.refuse_lines(v_options, p_variants);
  end if;
  with there as (
    select stored.variant || jsonb_build_object('stock', v_now #> array['stocks', stored.variant ->> 'id']) as variant, stored.place
    from jsonb_array_elements(v_now #> '{grid,variants}') with ordinality stored (variant, place)
  ),
  named as (
    select given.variant || jsonb_build_object('options', case when v_same
        then array(
          select given.variant -> 'options' ->> asked.place - 1
          from unnest(v_places) with ordinality asked (place, stored_place) order by asked.stored_place
        )
        else array(select jsonb_array_elements_text(given.variant -> 'options')) end) as variant, given.line
    from jsonb_array_elements(p_variants) with ordinality given (variant, line)
  ),
  by_options as (
    select named.line, there.place from named
    join there on v_same and lower(named.variant ->> 'options') = lower(there.variant ->> 'options')
  ),
  matched as (
    select * from by_options
    union all
    select named.line, there.place from named join there on lower(named.variant ->> 'sku') = lower(there.variant ->> 'sku')
    where named.line not in (select by_options.line from by_options)
      and there.place not in (select by_options.place from by_options)
  )
  select
    jsonb_agg(
      case when stored.place is null then named.variant when named.line is null then stored.variant - 'stock'
        else named.variant || jsonb_build_object('id', stored.variant -> 'id') end
      order by stored.place, named.line
    ) filter (where v_same or named.line is not null),
    not v_same or bool_or(named.line is not null and not coalesce(
      stored.variant || (named.variant - '{row,options}'::text[]) = stored.variant
      and lower(named.variant ->> 'options') = lower(stored.variant ->> 'options'), false))
  into v_rows, v_changed
  from named
  full join (
    select there.*, matched.line from there left join matched on matched.place = there.place
  ) stored on stored.line = named.line;
  v_options := case
    when v_same then private.merged_options(v_options, p_options, v_places, v_now #> '{grid,variants}', v_rows)
    else p_options end;
  if not v_changed and v_options = v_now #> '{grid,options}' then
    return null;
  end if;
  return jsonb_build_object('variants', v_rows, 'options', v_options);
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_product(p_tenant_id text, p_change_id uuid, p_row jsonb)
 RETURNS public.products
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products;
  v_name constant text := btrim(coalesce(p_row #>> '{set,name}', ''), E' \t\r\n');
  v_matches integer := 0;
begin
  if coalesce(p_row ->> 'id', '') <> '' then
    if pg_input_is_valid(p_row ->> 'id', 'uuid') then
      select * into v_product from public.products
      where tenant_id = p_tenant_id and deleted_at is null and id = (p_row ->> 'id')::uuid;
    end if;
    if v_product.id is null then
      perform private.refuse('unknown_product', jsonb_build_object('reason', 'id', 'column', 'id'));
    end if;
  elsif v_name = '' then
    perform private.refuse('row_unnamed', jsonb_build_object('column', 'name'));
  else
    -- Planned on each run: a cached plan for the empty store would scan all products per row by the end of its first import.
    for v_product in execute 'select p.* from public.products p
      where p.tenant_id = $1 and lower(p.name) = lower($2) and p.deleted_at is null limit 2' using p_tenant_id, v_name
    loop
      v_matches := v_matches + 1;
    end loop;
    if v_matches > 1 then
      perform private.refuse('ambiguous_name', jsonb_build_object('column', 'name'));
    end if;
  end if;
  if exists (
    select 1 from private.product_change_entries where change_id = p_change_id and product_id = v_product.id
  ) then
    perform private.refuse('duplicate_row', jsonb_build_object('column', 'id'));
  end if;
  return v_product;
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_set(p_product public.products, p_row jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_set jsonb := coalesce(p_row -> 'set', '{}') - '{stock,size,color,type}'::text[];
  v_types constant text[] := private.text_list(p_row #>> '{set,type}');
begin
  if p_row #> '{set}' ? 'type' then
    v_set := v_set || jsonb_build_object('product_type', case when cardinality(v_types) = 1 then v_types[1] end);
  end if;
  if p_product.id is not null and coalesce(p_row ->> 'id', '') = '' then
    v_set := v_set - 'name';
  elsif v_set ? 'name' then
    v_set := v_set || jsonb_build_object('name', btrim(v_set ->> 'name', E' \t\r\n'));
  end if;
  if v_set ? 'attributes' then
    -- A file changes only the values it names; an empty one removes the attribute.
    v_set := v_set || jsonb_build_object('attributes',
      jsonb_strip_nulls(coalesce(p_product.attributes, '{}') || coalesce(v_set -> 'attributes', '{}')));
  end if;
  if v_set ? 'old_paths' then
    -- A file adds paths to the existing ones; an empty list removes all.
    v_set := v_set || jsonb_build_object('old_paths', private.page_paths(
      case when v_set -> 'old_paths' <> '[]' then coalesce(p_product.old_paths, '{}')
        || array(select jsonb_array_elements_text(v_set -> 'old_paths')) end));
  end if;
  if v_set ? 'translations' then
    v_set := v_set || jsonb_build_object('translations',
      private.merged_translations(coalesce(p_product.translations, '{}'), v_set -> 'translations'));
  end if;
  return v_set;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_file_path(p_path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select length(p_path) <= 500 and p_path ~ '^(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$' $function$;

ALTER FUNCTION "private"."is_file_path"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.issue_due_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Only the last change of an order in a transaction issues its documents.
  if exists (
    select 1 from public.orders
    where orders.id = new.id and (orders.charged, orders.received, orders.status) = (new.charged, new.received, new.status)
  ) then
    perform private.issue_documents(new.id);
  end if;
  return null;
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

CREATE OR REPLACE FUNCTION private.kept_share(p_old public.order_lines, p_taken integer, p_line private.priced_line)
 RETURNS private.line_share
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone constant integer := p_old.cancelled + p_old.returned_to_sender + p_old.returned + p_taken;
  v_points bigint := private.piastres(round(p_old.points_share * (v_gone + p_line.quantity) / p_old.quantity, 2)
    - round(p_old.points_share * v_gone / p_old.quantity, 2));
  -- All reductions of these pieces, so that their cost stays the same.
  v_all bigint := greatest(private.piastres(p_old.unit_price) * p_line.quantity - private.piastres(
    private.line_worth(p_old, v_gone + p_line.quantity) - private.line_worth(p_old, v_gone)), 0);
begin
  v_all := least(v_all, p_line.unit * p_line.quantity);
  v_points := least(v_points, v_all);
  return row(p_line.line, v_all - v_points, v_points)::private.line_share;
end
$function$;

CREATE OR REPLACE FUNCTION private.leave_slot(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.slot_id is not null then
    -- Setting a first capacity counts the slot's orders: one of the two waits for the other.
    perform 1 from public.delivery_slots where id = p_order.slot_id for key share;
  end if;
  update public.delivery_bookings set booked = booked - 1
  where slot_id = p_order.slot_id and day = p_order.slot_date and booked > 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.listed_grid(p_product_id uuid, p_lists jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now constant jsonb := private.product_grid(p_product_id) -> 'grid';
  v_options constant jsonb := private.listed_options(v_now -> 'options', p_lists);
  v_variants jsonb;
begin
  if jsonb_path_query_array(v_options, '$[*].values') = jsonb_path_query_array(v_now, '$.options[*].values')
    and jsonb_path_query_array(v_options, '$[*].kind') = jsonb_path_query_array(v_now, '$.options[*].kind') then
    return null;
  end if;
  if jsonb_array_length(v_options) > 3 then
    perform private.refuse('too_many_options');
  end if;
  perform private.require_variant_count((
    select exp(sum(ln(jsonb_array_length(option -> 'values'))))::bigint from jsonb_array_elements(v_options) option
  ));

  with options as materialized (
    select listed.place::integer, (listed.option ->> 'was')::integer as was,
      array(select jsonb_array_elements_text(listed.option -> 'values')) as values
    from jsonb_array_elements(v_options) with ordinality listed (option, place)
  ),
  wanted as materialized (
    select combined.place, (array[combined.option1, combined.option2, combined.option3])[:jsonb_array_length(v_options)] as chosen
    from private.combinations(
      (select option.values from options option where option.place = 1),
      (select option.values from options option where option.place = 2),
      (select option.values from options option where option.place = 3)
    ) combined
  ),
  -- Existing variants, with their values among the new options.
  moved as (
    select stored.place, stored.variant -> 'id' as id, array(
      select case when option.was is null then option.values[1] else (
        select value from unnest(option.values) value where lower(value) = lower(stored.variant -> 'options' ->> option.was - 1)
      ) end
      from options option order by option.place
    ) as chosen
    from jsonb_array_elements(v_now -> 'variants') with ordinality stored (variant, place)
  ),
  kept as (
    select distinct on (wanted.place) wanted.place, moved.id from wanted join moved on moved.chosen = wanted.chosen
    order by wanted.place, moved.place
  )
  select jsonb_agg(jsonb_build_object('id', kept.id, 'options', wanted.chosen) order by wanted.place) into v_variants
  from wanted left join kept on kept.place = wanted.place
  where kept.id is not null
    -- Combinations that staff removed stay removed: only those with a new value are added.
    or exists (
      select 1 from options option
      where case when option.was is null then wanted.chosen[option.place] <> option.values[1]
        else lower(wanted.chosen[option.place]) <> all (
        select lower(value) from jsonb_array_elements_text(v_now -> 'options' -> option.was - 1 -> 'values') value
      ) end
    )
    or not exists (select 1 from kept);
  return jsonb_build_object('options', v_options, 'variants', v_variants);
end
$function$;

CREATE OR REPLACE FUNCTION private.listed_ids(p_tenant_id text, p_terms private.search_terms, p_filters private.chosen_filters, p_min_price numeric, p_max_price numeric, p_in_stock boolean, p_featured boolean, p_sort text, p_limit integer, p_offset integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- Separate variables: the planner does not know that a record's field is null, and would expect a single product.
  v_query constant tsquery := p_terms.query;
  v_whole constant tsquery := p_terms.whole;
  v_product_ids constant uuid[] := p_terms.product_ids;
begin
  return array(
    select product_id
    from private.product_search_index
    where tenant_id = p_tenant_id
      and (v_query is null or words @@ v_query)
      and (v_product_ids is null or product_id = any (v_product_ids))
      and (p_filters.category is null or filters && p_filters.category)
      and (p_filters.brand is null or filters && p_filters.brand)
      and (p_filters.size is null or filters && p_filters.size)
      and (p_filters.color is null or filters && p_filters.color)
      and (p_filters.material is null or filters && p_filters.material)
      and (p_filters.gender is null or filters && p_filters.gender)
      and (p_filters.type is null or filters && p_filters.type)
      and (p_filters.on_sale is null or filters && p_filters.on_sale)
      and (p_filters.is_new is null or filters && p_filters.is_new)
      and (p_filters.attribute1 is null or filters && p_filters.attribute1)
      and (p_filters.attribute2 is null or filters && p_filters.attribute2)
      and (p_filters.attribute3 is null or filters && p_filters.attribute3)
      and (p_filters.attribute4 is null or filters && p_filters.attribute4)
      and (p_min_price is null or highest_price >= p_min_price)
      and (p_max_price is null or price <= p_max_price)
      and (p_min_price is null and p_max_price is null
        or private.is_in_price_range(product_search_index, p_min_price, p_max_price))
      and (p_in_stock is not true or in_stock)
      and (p_featured is not true or featured)
    order by
      case when p_sort = 'relevance' then words @@ v_whole end desc nulls last,
      case when p_sort = 'relevance' then ts_rank(words, v_query) end desc,
      case when p_sort = 'relevance' then in_stock end desc,
      case when p_sort = 'price_asc' then price end,
      case when p_sort = 'price_desc' then price end desc,
      case when p_sort = 'price_desc' then product_id end desc,
      case when p_sort = 'name' then name_key end,
      case when p_sort = 'arabic_name' then arabic_name_key end,
      case when p_sort = 'discount' then discount_percent end desc,
      case when p_sort = 'featured' then featured end desc,
      case when p_sort in ('featured', 'newest', 'relevance') then created_at end desc,
      product_id
    limit least(greatest(coalesce(p_limit, 24), 1), 100) offset greatest(coalesce(p_offset, 0), 0)
  );
end
$function$;

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
    perform private.queue_order_notification(new, 'cancelled');
  elsif old.status = 'awaiting_payment' and (
    new.payment_status = 'paid' and old.payment_status in ('unpaid', 'partly_paid') or new.deposit > 0 and new.status = 'confirmed'
  ) then
    perform private.queue_order_notification(new, 'paid');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_shipment_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind constant public.order_notification_kind := case new.state
    when 'handed_over' then 'shipped' when 'attempt_failed' then 'attempt_failed' when 'delivered' then 'delivered'
    when 'returned_to_sender' then 'returned_to_sender' end;
begin
  -- A shipment first reported in transit was handed over too.
  if v_kind is not null then
    perform private.queue_order_notification(orders, v_kind, new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_owed_refunds(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb, p_reason text DEFAULT ''::text, p_lines jsonb DEFAULT NULL::jsonb, p_way public.refund_way DEFAULT NULL::public.refund_way, p_reference text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owed numeric := private.overpaid(p_order_id);
begin
  if v_owed < 0 then
    -- Less is due than before, for example after pieces are sent again.
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
    v_owed := private.overpaid(p_order_id);
  end if;
  if v_owed > 0 then
    perform private.make_refunds(p_order_id, v_owed, p_links, p_reason, coalesce(p_lines, private.unnamed_credits(p_order_id)),
      p_way, p_reference);
  end if;
end
$function$;

ALTER FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.move_in_sets(p_shipment_ids uuid[], p_state public.shipment_state, p_note text, p_cash numeric, p_happened_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_moving constant uuid[] := array(
    select shipment.id from public.shipments shipment
    where shipment.id = any (p_shipment_ids) and (shipment.state <> p_state or p_state = 'attempt_failed')
    order by shipment.order_id, shipment.id
  );
  v_staying constant uuid[] := array(select unnest(p_shipment_ids) except select unnest(v_moving));
  v_id uuid;
begin
  if p_note <> '' and cardinality(v_staying) > 0 then
    perform private.note_on_shipments(v_staying, p_state, p_note);
    perform private.refresh_orders(private.orders_of(v_staying));
  end if;
  if p_state not in ('returned_to_sender', 'lost') then
    perform private.book_moves(v_moving, p_state, p_note, p_cash, p_happened_at);
    perform private.create_refunds_of(private.orders_of(v_moving));
    return;
  end if;
  -- One after the other: each lowers its order's price, line by line, and has its own refund.
  foreach v_id in array v_moving loop
    perform private.book_moves(array[v_id], p_state, p_note, p_cash, p_happened_at);
    perform private.create_refunds_of(private.orders_of(array[v_id]));
  end loop;
end
$function$;

ALTER FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_one_by_pieces(p_order_id uuid, p_status public.order_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.move_by_pieces(orders, p_status, '', false) from public.orders
  where orders.id = p_order_id and orders.status <> p_status;
end
$function$;

ALTER FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.name_store()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.tenants tenant set name = new.name where tenant.id = new.tenant_id and tenant.name <> new.name;
  return null;
end
$function$;

ALTER FUNCTION "private"."name_store"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.next_invoice_number(p_tenant_id text, p_kind public.invoice_kind, OUT year smallint, OUT number integer, OUT issued_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.invoice_counters (tenant_id, year) values (p_tenant_id, 0) on conflict (tenant_id) do nothing;
  perform 1 from private.invoice_counters counter where counter.tenant_id = p_tenant_id for update;
  -- Read after the lock, so that documents are numbered in order of time.
  issued_at := clock_timestamp();
  year := extract(year from private.shop_time(issued_at));
  update private.invoice_counters counter set
    year = next_invoice_number.year,
    invoices = case when counter.year = next_invoice_number.year then counter.invoices else 0 end
      + case p_kind when 'invoice' then 1 else 0 end,
    credit_notes = case when counter.year = next_invoice_number.year then counter.credit_notes else 0 end
      + case p_kind when 'credit_note' then 1 else 0 end
  where counter.tenant_id = p_tenant_id
  returning case p_kind when 'invoice' then counter.invoices else counter.credit_notes end into number;
end
$function$;

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

CREATE OR REPLACE FUNCTION private.note_on_shipments(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_carrier_state text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.shipment_events (tenant_id, shipment_id, state, carrier_state, note, happened_at)
  select shipment.tenant_id, shipment.id, p_state, left(p_carrier_state, 100), left(coalesce(p_note, ''), 500), p_happened_at
  from public.shipments shipment where shipment.id = any (p_shipment_ids)
  on conflict do nothing
$function$;

ALTER FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.created_at <> old.created_at then
    -- Backdating an order moves its entries too.
    update private.sales_ledger ledger set happened_at =
      case when ledger.happened_at = old.created_at then new.created_at else new.updated_at end
    where ledger.tenant_id = new.tenant_id and ledger.order_id = new.id;
    update private.pieces_ledger ledger set happened_at =
      case when ledger.happened_at = old.created_at then new.created_at else new.updated_at end
    where (ledger.tenant_id, ledger.order_line_id) in (
      select line.tenant_id, line.id from public.order_lines line where line.order_id = new.id
    );
    update public.payment_entries entry set created_at =
      case when entry.kind in ('charged', 'credit_used') and entry.amount > 0 then new.created_at else new.updated_at end
    where entry.order_id = new.id;
  end if;
  insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
  select new.tenant_id, new.id, present.event, present.orders - coalesce(past.orders, 0),
    present.amount - coalesce(past.amount, 0), present.shipping - coalesce(past.shipping, 0),
    case tg_op when 'INSERT' then new.created_at else now() end
  from private.sale_facts(new) present
  left join private.sale_facts(old) past on past.event = present.event
  where (present.orders, present.amount, present.shipping)
    is distinct from (coalesce(past.orders, 0), coalesce(past.amount, 0), coalesce(past.shipping, 0));
  if tg_op = 'UPDATE' and private.is_sale(new) <> private.is_sale(old) then
    perform private.note_line(new, line, now()) from public.order_lines line where line.order_id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.number_refusal(p_shipment public.shipments, p_carrier text, p_tracking_number text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refusal('tracking_number_taken',
    jsonb_build_object('tracking_number', p_tracking_number, 'number', orders.number))
  from public.shipments other join public.orders on orders.id = other.order_id
  where other.tenant_id = p_shipment.tenant_id and other.carrier = p_carrier and other.tracking_number = p_tracking_number
    and other.state <> 'cancelled' and other.id is distinct from p_shipment.id
$function$;

ALTER FUNCTION "private"."number_refusal"(public.shipments, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.offered_lines(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[], p_shares private.line_share[])
 RETURNS private.offered_line[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A manual discount is not an offer.
  v_code constant numeric := coalesce(p_order.discount_total / nullif(p_order.discount_total + p_order.manual_discount, 0), 0);
begin
  return array(
    select row(line.id, line.unit_price * kept.pieces, round(line.discount_share * v_code * kept.pieces / line.quantity, 2),
      line.discount_recounted - private.recounted_of_pieces(line, kept.before - kept.pieces))::private.offered_line
    from public.order_lines line
    left join unnest(p_pieces) piece on piece.order_line_id = line.id
    cross join lateral (
      select private.kept_pieces(line) as before, private.kept_pieces(line) - coalesce(piece.quantity, 0) as pieces
    ) kept
    where line.order_id = p_order.id and kept.pieces > 0
    union all
    select row(null, private.pounds(added.unit * added.quantity),
      round(private.pounds(coalesce(share.discount, 0)) * v_code, 2), 0)::private.offered_line
    from unnest(p_added) added left join unnest(p_shares) share on share.line = added.line
  );
end
$function$;

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
    and now() > coalesce(p_order.confirm_until, p_order.created_at + interval '90 minutes') then
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

CREATE OR REPLACE FUNCTION private.open_pieces_refusal(p_pieces private.piece_count[], p_code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refusal(p_code, jsonb_strip_nulls(private.line_names(line) || jsonb_build_object(
    'open', public.open_pieces(line), 'packed', line.packed, 'order_line_id', line.id,
    'reason', case when line.packed > 0 then 'packed' end)))
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > public.open_pieces(line)
  order by line.position limit 1
$function$;

ALTER FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_product_change(p_tenant_id text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  -- Skips rows that a concurrent transaction is deleting.
  delete from private.product_changes change where change.id in (
    select expired.id from private.product_changes expired
    where expired.tenant_id = p_tenant_id and expired.created_at < now() - interval '30 days' for update skip locked
  );
  delete from public.products product where product.id in (
    select expired.id from public.products expired
    where expired.tenant_id = p_tenant_id and expired.deleted_at < now() - interval '30 days' for update skip locked
  );
  insert into private.product_changes (tenant_id) values (p_tenant_id) returning id into v_id;
  return v_id;
end
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

CREATE OR REPLACE FUNCTION private.order_number(p_tenant_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  -- The first six and last seven bytes of a v4 UUID are fully random. The 64 base64 characters map to 32 letters, two to one.
  v_bytes bytea := uuid_send(gen_random_uuid());
  v_letters text := translate(
    encode(substr(v_bytes, 1, 6) || substr(v_bytes, 14, 3), 'base64'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  );
begin
  return upper(left(p_tenant_id, 2)) || '-' || left(v_letters, 5) || '-' || substr(v_letters, 6, 5);
end
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
  -- A single order locks in this order anyway.
  if cardinality(v_cancelled) > 1 then
    perform private.lock_for_cancelling(v_cancelled);
  end if;
  foreach v_id in array v_cancelled loop
    perform private.cancel_whole_order(orders) from public.orders where orders.id = v_id;
  end loop;
  if cardinality(v_cancelled) > 0 then
    perform private.create_refunds_of(v_cancelled);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.orders_of(p_shipment_ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(distinct shipment.order_id), '{}') from public.shipments shipment where shipment.id = any (p_shipment_ids)
$function$;

ALTER FUNCTION "private"."orders_of"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.owe_unsendable_anew(p_payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
begin
  for v_refund in
    delete from public.refunds where refunds.payment_id = p_payment.id and refunds.reference = '' and (
      -- The provider has refunded more, so it cannot have made this one.
      refunds.state = 'sending' and private.piastres(refunds.amount) > private.not_back_yet(p_payment)
      or refunds.state = 'failed' and private.card_money_left(p_payment) < 0)
    returning *
  loop
    perform private.make_owed_refunds(p_payment.order_id, jsonb_build_object('return_id', v_refund.return_id), v_refund.reason, null);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.pack(p_packings private.packing[], p_shipment jsonb)
 RETURNS private.packing[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_packings constant private.packing[] := array(
    select row(asked.order_id, asked.pieces, case when why.refusal is null then gen_random_uuid() end, why.refusal)::private.packing
    from unnest(p_packings) with ordinality asked (order_id, pieces, shipment_id, refusal, place)
    join public.orders on orders.id = asked.order_id
    cross join lateral private.packing_refusal(orders, asked.pieces, p_shipment) why (refusal)
    order by asked.place
  );
  v_ids constant uuid[] := array(select packed.shipment_id from unnest(v_packings) packed where packed.refusal is null);
begin
  if cardinality(v_ids) = 0 then
    return v_packings;
  end if;
  insert into public.shipments (id, tenant_id, order_id, number, cash_due)
  select packed.shipment_id, orders.tenant_id, orders.id, earlier.shipments + 1, private.cash_to_collect(orders, packed.pieces)
  from unnest(v_packings) packed join public.orders on orders.id = packed.order_id
  cross join lateral (
    select coalesce(max(shipment.number), 0) as shipments from public.shipments shipment where shipment.order_id = orders.id
  ) earlier
  where packed.refusal is null order by orders.id;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select shipment.tenant_id, shipment.id, piece.order_line_id, piece.quantity
  from unnest(v_packings) packed join public.shipments shipment on shipment.id = packed.shipment_id
  cross join unnest(packed.pieces) piece;
  perform private.count_shipments(v_ids, p_packed => 1, p_sent => 0);
  perform private.note_on_shipments(v_ids, 'packed');
  if p_shipment <> '{}' then
    perform private.write_on_shipments(v_ids, p_shipment);
  end if;
  return v_packings;
end
$function$;

ALTER FUNCTION "private"."pack"(private.packing[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pack_open_pieces(p_order_ids uuid[], p_shipment jsonb)
 RETURNS private.packing[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_packing private.packing;
  v_packings private.packing[] := array(
    select row(asked.id, private.open_pieces_of(asked.id), null, null)::private.packing from unnest(p_order_ids) asked (id));
  v_packed private.packing[] := '{}';
begin
  if not p_shipment ? 'tracking_number' then
    return private.pack(v_packings, p_shipment);
  end if;
  -- One after the other: the second finds the number taken.
  foreach v_packing in array v_packings loop
    v_packed := v_packed || private.pack(array[v_packing], p_shipment);
  end loop;
  return v_packed;
end
$function$;

ALTER FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pack_pieces(p_order_id uuid, p_pieces private.piece_count[], p_shipment jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_packed constant private.packing[] := private.pack(array[row(p_order_id, p_pieces, null, null)::private.packing], p_shipment);
begin
  perform private.raise_refusal((v_packed[1]).refusal);
  return (v_packed[1]).shipment_id;
end
$function$;

ALTER FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.packing_refusal(p_order public.orders, p_pieces private.piece_count[], p_shipment jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  if not public.is_packable(p_order) then
    return private.refusal('not_confirmed');
  elsif private.misses_payment(p_order) then
    return private.payment_refusal(p_order);
  elsif cardinality(p_pieces) = 0 then
    return private.refusal('nothing_to_pack');
  end if;
  v_shipment.tenant_id := p_order.tenant_id;
  v_shipment.order_id := p_order.id;
  v_shipment.carrier := 'manual';
  return coalesce(private.open_pieces_refusal(p_pieces, 'too_few_to_pack'), private.fields_refusal(v_shipment, p_shipment));
end
$function$;

ALTER FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.points_to_settle(p_order public.orders, OUT earned integer, OUT used integer)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    case when sold.net > 0 then floor(p_order.points_earned * greatest(sold.kept - sold.goodwill, 0) / sold.net) else 0 end
      - booked.earned,
    case when sold.points > 0 then floor(p_order.points_used * greatest(sold.points - sold.points_kept, 0) / sold.points) else 0 end
      - (p_order.points_used - booked.used)
  from (
    select coalesce(sum(line.net) filter (where line.edit_id is null), 0) as net,
      coalesce(sum(greatest(least(private.line_worth(line, line.delivered - line.returned), line.net - line.credited), 0)), 0) as kept,
      (select orders.goodwill from public.orders where orders.id = p_order.id) as goodwill,
      -- Points shares move with pieces to the lines that replace theirs.
      coalesce(sum(line.points_share) filter (where line.edit_id is null), 0) as points,
      coalesce(sum(round(
        line.points_share * (line.quantity - line.cancelled - line.returned_to_sender - line.returned) / line.quantity, 2)), 0) as points_kept
    from public.order_lines line where line.order_id = p_order.id
  ) sold cross join (
    select coalesce(sum(entry.delta) filter (where entry.kind in ('earned', 'reversed')), 0)::integer as earned,
      coalesce(sum(-entry.delta) filter (where entry.kind in ('redeemed', 'refunded')), 0)::integer as used
    from public.point_entries entry where entry.tenant_id = p_order.tenant_id and entry.order_id = p_order.id
  ) booked
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
    -- In a fixed order, so that orders of the same products cannot deadlock.
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
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$function$;

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
  if not v_line.has_design or v_line.packed + v_line.sent >= v_line.quantity - v_line.cancelled - v_line.returned_to_sender then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  if p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  -- Prints in shipments are good; those beyond the required number may be waste too.
  v_printed := least(v_line.printed, greatest(
    least(v_line.printed, v_line.quantity - v_line.cancelled - v_line.returned_to_sender) - p_piece.quantity,
    v_line.packed + v_line.sent));
  v_wasted := greatest(p_piece.quantity, v_line.printed - v_printed);
  update public.order_lines line set printed = v_printed where line.id = v_line.id;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, v_printed - v_line.printed, v_wasted, p_reason, auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION private.profile_keep_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.id <> old.id or new.tenant_id <> old.tenant_id then
      perform private.refuse('profile_fixed');
    end if;
    new.created_at := old.created_at;
    new.updated_at := now();
  end if;
  -- The address comes from the account, not from what people claim.
  if auth.uid() = new.id or new.email is null or new.email = '' then
    new.email := coalesce(
      (select private.original_email(email::text, new.tenant_id) from auth.users where id = new.id),
      ''
    );
  end if;
  return new;
end
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

CREATE OR REPLACE FUNCTION private.raise_refusal(p_refusal jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_refusal is not null then
    perform private.refuse(p_refusal ->> 'code', nullif(p_refusal - '{code,message}'::text[], '{}'));
  end if;
end
$function$;

ALTER FUNCTION "private"."raise_refusal"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recalculate_cash_due(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select 1 from public.orders where orders.id = any (p_order_ids) and private.excess_cash(orders) > 0) then
    return;
  end if;
  update public.shipments shipment set cash_due = shipment.cash_due - excess.amount, updated_at = now()
  from (
    select packed.id, least(packed.cash_due, private.excess_cash(orders) - coalesce(sum(packed.cash_due) over (
      partition by packed.order_id order by packed.number desc rows between unbounded preceding and 1 preceding), 0)) as amount
    from public.orders join public.shipments packed on packed.order_id = orders.id and packed.state = 'packed'
    where orders.id = any (p_order_ids)
  ) excess
  where shipment.id = excess.id and excess.amount > 0;
end
$function$;

ALTER FUNCTION "private"."recalculate_cash_due"(uuid[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.record_stock(p_product public.products, p_before public.product_variants[], p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.stock_movements (
    tenant_id, product_id, variant_id, variant, delta, stock_after, reason, actor_id, note
  )
  select p_product.tenant_id, p_product.id, coalesce(variant.id, was.id),
    private.variant_name(coalesce(variant.option1, was.option1), coalesce(variant.option2, was.option2),
      coalesce(variant.option3, was.option3)),
    coalesce(variant.stock, 0) - coalesce(was.stock, 0), coalesce(variant.stock, 0),
    -- A new variant, or one of a product added in this transaction.
    case when was.id is null or p_product.created_at = now() then 'initial'::public.stock_reason else 'adjusted' end,
    auth.uid(), p_note
  from unnest(p_before) was
  full join (select * from public.product_variants where product_id = p_product.id) variant on variant.id = was.id
  where coalesce(variant.stock, 0) <> coalesce(was.stock, 0)
  order by variant.id is not null, coalesce(variant.position, was.position);
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_order(p_order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  perform private.refresh_orders(array[p_order_id]);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_orders(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.recalculate_cash_due(p_order_ids);
  -- Touches updated_at once per transaction, which broadcasts changes outside these columns.
  update public.orders set status = derived.status, payment_status = derived.payment_status, queues = derived.queues,
    updated_at = now()
  from public.orders stored cross join lateral private.derived_order(stored) derived
  where orders.id = stored.id and stored.id = any (p_order_ids) and orders.id = any (p_order_ids)
    and (derived.status, derived.payment_status, derived.queues, now())
      is distinct from (stored.status, stored.payment_status, stored.queues, stored.updated_at);
end
$function$;

ALTER FUNCTION "private"."refresh_orders"(uuid[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.refusal_of(p_statement text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  execute p_statement;
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

ALTER FUNCTION "private"."refusal_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_alert_in_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_names jsonb;
begin
  -- Waits for a concurrent stock change and sees it; a later one finds this alert.
  perform 1 from public.products where id = new.product_id for key share;
  perform 1 from public.product_variants where id = new.variant_id for share;
  select private.product_names(product) into v_names
  from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id = new.variant_id and variant.is_active and variant.stock > 0;
  if found then
    perform private.refuse('in_stock', v_names);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_cancelling(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Counts one person's cancellations one at a time.
  perform pg_advisory_xact_lock(hashtextextended('cancel:' || p_order.tenant_id || p_order.user_id, 0));
  if (
    select count(*) from public.orders join public.order_events event on event.order_id = orders.id
    where orders.user_id = p_order.user_id and orders.tenant_id = p_order.tenant_id
      and (event.to_status = 'cancelled' or event.pieces is not null)
      and event.actor = 'shopper' and event.created_at > now() - interval '1 hour'
  ) >= 5 then
    perform private.refuse('too_many_cancellations');
  end if;
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
      select id from public.orders
      where tenant_id = p_demand.tenant_id and private.keeps_unpaid_goods(payment_status, status)
        and user_id is distinct from p_demand.user_id and not is_test
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

CREATE OR REPLACE FUNCTION private.refuse_many_messages(p_tenant_id text, p_mailbox text, p_client text, p_network text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sent record;
begin
  -- Serializes the counts: concurrent messages could exceed the limit otherwise.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended('contact:' || p_tenant_id || kind || value, 0) as key
    from (values (':mailbox:', p_mailbox), (':network:', p_network)) as sender (kind, value) where value is not null
    order by 1
  ) locks;
  select count(*) as store, count(*) filter (where mailbox = p_mailbox and client is not distinct from p_client) as mailbox,
    count(*) filter (where client = p_client) as client, count(*) filter (where network = p_network) as network
  into v_sent
  from private.contact_senders where tenant_id = p_tenant_id and created_at > now() - interval '1 hour';
  if v_sent.mailbox >= 5 or v_sent.client >= 10 then
    perform private.refuse('too_many_messages', jsonb_build_object('reason', 'person'));
  elsif v_sent.store >= 200 and (v_sent.mailbox > 0 or v_sent.client > 0 or v_sent.network >= 3) then
    perform private.refuse('too_many_messages', jsonb_build_object('reason', 'store'));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_problem(p_problem jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_problem ->> 'code' = 'insufficient_points' then
    raise log 'Insufficient points for redemption';
  end if;
  perform private.raise_refusal(p_problem);
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

CREATE OR REPLACE FUNCTION private.replace_main_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.store_domains other set is_main = false
  where other.tenant_id = new.tenant_id and other.id <> new.id and other.is_main;
  return new;
end
$function$;

ALTER FUNCTION "private"."replace_main_domain"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.replacements_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
  v_old public.orders;
begin
  for v_return in
    select asked.* from after
    join public.returns asked on asked.tenant_id = after.tenant_id and asked.replacement_order_id = after.id
    where after.replaces_order_id is not null and after.status = 'cancelled'
      and exists (select 1 from before where before.id = after.id and before.status <> 'cancelled')
    order by after.id, asked.number
  loop
    -- Cancelling has locked these with private.lock_orders.
    select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
    update public.returns set replacement_order_id = null,
      state = case when kind = 'size_exchange' and private.awaits_pieces(state) then 'closed'::public.return_state
        else state end,
      closed_at = case when kind = 'size_exchange' and private.awaits_pieces(state) then now() else closed_at end,
      updated_at = now()
    where id = v_return.id returning * into v_return;
    if v_return.state = 'received' then
      perform private.credit_price_drops(v_return.id, -1);
      perform private.take_pieces_back(v_old, v_return.id);
      perform private.create_due_refunds(v_old.id, jsonb_build_object('return_id', v_return.id));
    else
      perform private.refresh_order(v_old.id);
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.reported_lines(p_provider text, p_tenant_ids text[], p_report jsonb)
 RETURNS TABLE(id text, kind text, amount bigint, back bigint, currency text, mention bigint, payment public.payments, booked bigint, booked_back bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select stated.id, stated.kind, stated.amount, stated.back, coalesce(upper(stated.currency), ''),
    row_number() over (partition by stated.id, stated.kind), payment, case
      when stated.kind = 'refunded' then refund.amount
      when payment.status = 'paid' and payment.transaction_id = stated.id then private.piastres(payment.amount)
      -- Some providers' reports use another id than their API.
      when payment.status = 'paid' and exists (
        select 1 from public.payment_events event
        where event.id = p_provider || ':' || stated.id || ':paid' and event.outcome = 'booked'
      ) then private.piastres(payment.amount)
      when private.is_mismatch(payment.status) and payment.transaction_id = stated.id then payment.received_amount
    end, sent.amount + payment.returned_amount
  from jsonb_to_recordset(p_report -> 'lines') stated (
    id text, kind text, amount bigint, back bigint, currency text, reference text)
  left join lateral (
    select private.piastres(sum(refunds.amount)) as amount, (array_agg(refunds.payment_id order by refunds.number))[1] as payment_id
    from public.refunds
    where refunds.tenant_id = any (p_tenant_ids) and refunds.reference = stated.id and refunds.payment_id is not null
      and refunds.state = 'sent' and stated.kind = 'refunded'
  ) refund on true
  left join public.payments payment on payment.id = (
    select found.id from public.payments found
    where found.provider = p_provider and found.tenant_id = any (p_tenant_ids) and (
      found.id = refund.payment_id or found.transaction_id = stated.id
      or found.id = (
        select event.payment_id from public.payment_events event where event.id = p_provider || ':' || stated.id || ':paid')
      or found.id::text = stated.reference)
    order by (found.id = refund.payment_id) desc nulls last, (found.transaction_id = stated.id) desc nulls last limit 1
  )
  left join lateral (
    select private.piastres(coalesce(sum(refunds.amount), 0)) as amount from public.refunds
    where refunds.payment_id = payment.id and refunds.state = 'sent'
  ) sent on true
$function$;

CREATE OR REPLACE FUNCTION private.require_distinct_variants(p_product public.products, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_skus constant text[] := array(
    select lower(wanted ->> 'sku') from jsonb_array_elements(p_rows) wanted where wanted ->> 'sku' is not null
  );
  v_found record;
begin
  select array_agg((wanted.variant ->> 'row')::integer order by wanted.place) as rows, coalesce(nullif(private.variant_name(
    wanted.variant ->> 'option1', wanted.variant ->> 'option2', wanted.variant ->> 'option3'), ''), p_product.name) as name
  into v_found
  from jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
  group by 2, lower(wanted.variant ->> 'option1'), lower(wanted.variant ->> 'option2'), lower(wanted.variant ->> 'option3')
  having count(*) > 1 order by min(wanted.place) limit 1;
  if found then
    perform private.refuse_variant('duplicate_combination', jsonb_build_object(
      'first', v_found.rows[1], 'second', v_found.rows[2], 'name', v_found.name), v_found.rows, 'options');
  end if;
  select array_agg((wanted.variant ->> 'row')::integer order by wanted.place) as rows, min(wanted.variant ->> 'sku') as sku
  into v_found
  from jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
  where wanted.variant ->> 'sku' is not null
  group by lower(wanted.variant ->> 'sku') having count(*) > 1 order by min(wanted.place) limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku', jsonb_build_object(
      'reason', 'rows', 'first', v_found.rows[1], 'second', v_found.rows[2], 'sku', v_found.sku), v_found.rows, 'sku');
  end if;
  select array[(wanted.variant ->> 'row')::integer] as rows, stored.sku, product.name into v_found
  from public.product_variants stored
  join public.products product on product.id = stored.product_id and product.deleted_at is null
  join jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
    on lower(wanted.variant ->> 'sku') = lower(stored.sku)
  -- Index lookups by SKU, however many SKUs the store has.
  where stored.tenant_id = p_product.tenant_id and stored.product_id <> p_product.id and lower(stored.sku) = any (v_skus)
  order by wanted.place limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku', jsonb_build_object(
      'reason', 'product', 'row', v_found.rows[1], 'name', v_found.name, 'sku', v_found.sku), v_found.rows, 'sku');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_move(p_order public.orders, p_status public.order_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.raise_refusal(private.move_refusal(p_order, p_status));
  if p_status = 'cancelled' and private.order_actor(p_order) = 'shopper' then
    perform private.refuse_cancelling(p_order);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_open_pieces(p_pieces private.piece_count[], p_code text)
 RETURNS void
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.raise_refusal(private.open_pieces_refusal(p_pieces, p_code))
$function$;

ALTER FUNCTION "private"."require_open_pieces"(private.piece_count[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_payment_option(p_settings jsonb, p_option text, p_amount numeric)
 RETURNS void
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.raise_refusal(private.payment_option_problem(p_settings, p_option, p_amount))
$function$;

ALTER FUNCTION "private"."require_payment_option"(jsonb, text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_valid_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The trigger's argument is the column's name.
  v_column constant text := tg_argv[0];
  v_value constant jsonb := to_jsonb(new) -> v_column;
  v_bad constant text := (
    select address from unnest(private.address_list(v_value)) address where not private.is_valid_address(address) limit 1
  );
begin
  -- Undoing a change may restore a URL that was valid before.
  if v_bad is not null and not exists (
    select 1 from private.product_change_entries
    where tg_table_name = 'products' and product_id = new.id and before -> v_column = v_value
  ) then
    perform private.refuse('address_unknown', jsonb_build_object('column', v_column, 'address', left(v_bad, 100)));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.save_variants(p_product public.products, p_options jsonb, p_variants jsonb, p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_options constant jsonb := private.checked_options(p_options);
  v_variants constant jsonb := private.checked_variants(p_product, v_options, p_variants);
  v_before constant public.product_variants[] := array(
    select variant from public.product_variants variant where variant.product_id = p_product.id
  );
begin
  perform private.write_options(p_product, v_options);
  perform private.write_variants(p_product, v_variants);
  perform private.record_stock(p_product, v_before, p_note);
  perform private.renew_products(array[p_product.id]);
exception when unique_violation then
  -- A concurrent transaction gave the SKU to another product.
  perform private.refuse('duplicate_sku', jsonb_build_object('reason', 'meanwhile', 'column', 'sku'));
end
$function$;

CREATE OR REPLACE FUNCTION private.search_word(p_tenant_id text, p_word text)
 RETURNS private.search_word
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_term private.search_word;
  v_is_known constant boolean := private.is_search_word(p_tenant_id, p_word);
  v_parts text[] := private.synonym_parts(p_tenant_id, p_word);
  v_similar text[];
begin
  if v_is_known then
    v_parts := v_parts || private.word_part(p_word);
  end if;
  if p_word ~ '[^s]s$' and length(p_word) > 3 then
    v_parts := v_parts || quote_literal(left(p_word, -1));
  end if;
  -- 'iphone15' also finds 'iphone 15', even if only a SKU has the number.
  if p_word ~ '\D\d|\d\D' then
    v_parts := v_parts || ('(' || (
      select string_agg(quote_literal(piece[1]), ' & ') from regexp_matches(p_word, '\d+|\D+', 'g') piece
    ) || ')') || private.word_part(p_word);
  elsif not v_is_known then
    v_parts := v_parts || private.split_word(p_tenant_id, p_word);
  end if;
  v_parts := array_remove(v_parts, null);
  v_term.whole := private.whole_part(p_word);
  v_term.corrected := p_word;
  if v_is_known
    or cardinality(v_parts) > 0 and private.is_listed(p_tenant_id, array_to_string(v_parts, ' | ')::tsquery) then
    v_term.found := '(' || array_to_string(v_parts, ' | ') || ')';
  elsif private.is_described(p_tenant_id, array_to_string(v_parts || private.word_part(p_word), ' | ')::tsquery) then
    v_term.found := '(' || array_to_string(v_parts || private.word_part(p_word), ' | ') || ')';
    v_term.is_described := true;
  else
    v_similar := private.similar_words(p_tenant_id, p_word);
    v_term.found := '(' || (select string_agg(quote_literal(word), ' | ') from unnest(v_similar) word) || ')';
    v_term.whole := v_term.found;
    v_term.corrected := v_similar[1];
  end if;
  return v_term;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_points(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due record;
  v_balance integer;
begin
  if p_order.user_id is null or p_order.points_earned = 0 and p_order.points_used = 0 then
    return;
  end if;
  v_due := private.points_to_settle(p_order);
  if least(v_due.earned, v_due.used) < 0 then
    -- Locks vouchers before their owner's profile, as place_order does.
    perform 1 from public.discounts
    where user_id = p_order.user_id and tenant_id = p_order.tenant_id and is_active order by id for no key update;
    select points into v_balance from public.profiles
    where id = p_order.user_id and tenant_id = p_order.tenant_id for no key update;
    if -v_due.earned > v_balance then
      v_balance := v_balance + private.take_vouchers_back(p_order.tenant_id, p_order.user_id, -v_due.earned - v_balance);
    end if;
    v_due.earned := greatest(v_due.earned, -v_balance);
    v_due.used := greatest(v_due.used, -(v_balance + least(v_due.earned, 0)));
  end if;
  insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
  select p_order.tenant_id, p_order.user_id, due.kind, due.delta, p_order.id
  from (values
    (case when v_due.earned > 0 then 'earned'::public.point_kind else 'reversed' end, v_due.earned),
    (case when v_due.used > 0 then 'refunded'::public.point_kind else 'redeemed' end, v_due.used)
  ) due (kind, delta)
  where due.delta <> 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.ship_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_open constant private.piece_count[] := private.open_pieces_of(p_order.id);
begin
  if cardinality(v_open) > 0 then
    perform private.pack_pieces(p_order.id, v_open, '{}');
  end if;
  perform private.book_moves(array(
    select shipment.id from public.shipments shipment where shipment.order_id = p_order.id and shipment.state = 'packed'
  ), 'handed_over');
end
$function$;

CREATE OR REPLACE FUNCTION private.shipment_move_refusal(p_shipment public.shipments, p_state public.shipment_state, p_cash numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_takes_back boolean;
begin
  if p_shipment.state = p_state and p_state <> 'attempt_failed' then
    return null;
  end if;
  select takes_back into v_takes_back from public.shipment_state_transitions
  where from_state = p_shipment.state and to_state = p_state;
  if v_takes_back is null or v_takes_back and public.seconds_to_take_back(p_shipment) = 0 then
    return private.refusal('shipment_move_not_allowed', jsonb_build_object('from', p_shipment.state, 'to', p_state));
  elsif p_cash < 0 or p_cash > p_shipment.cash_due or scale(trim_scale(p_cash)) > 2 then
    return private.refusal('too_much_cash', jsonb_build_object('most', p_shipment.cash_due));
  elsif v_takes_back and not private.take_mail_back(p_shipment.order_id, 'shipped') then
    return private.refusal('shipment_move_not_allowed', jsonb_build_object('from', p_shipment.state, 'to', p_state));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.shipping_zone_of(p_tenant_id text, p_governorate text, p_city text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_district text;
begin
  -- Most stores have zones of whole governorates, which need no district lookup.
  if exists (
    select 1 from private.shipping_zone_places place
    where place.tenant_id = p_tenant_id and place.governorate = p_governorate and place.district_id <> ''
  ) then
    v_district := private.district_of(p_governorate, p_city);
  end if;
  return (
    select place.zone_id from private.shipping_zone_places place
    where place.tenant_id = p_tenant_id and place.governorate = p_governorate
      and (place.district_id = '' or place.district_id = v_district)
    order by place.district_id desc limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.shipping_zone_saved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken record;
begin
  delete from private.shipping_zone_places place where place.tenant_id = new.tenant_id and place.zone_id = new.id;
  if not new.is_active then
    return null;
  end if;
  -- In a fixed order, so that concurrently saved zones cannot deadlock.
  insert into private.shipping_zone_places (tenant_id, governorate, district_id, zone_id)
  select new.tenant_id, named.governorate, named.district_id, new.id from private.named_places(new.places) named
  order by named.governorate, named.district_id
  on conflict do nothing;
  select zone.name, named.name as place into v_taken
  from private.named_places(new.places) named
  join private.shipping_zone_places place
    on place.tenant_id = new.tenant_id and place.governorate = named.governorate and place.district_id = named.district_id
  join public.shipping_zones zone on zone.id = place.zone_id
  where place.zone_id <> new.id
  order by named.name limit 1;
  if found then
    perform private.refuse('place_in_other_zone', jsonb_build_object('place', v_taken.place, 'zone', v_taken.name));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.stored_files(p_tenant_id text)
 RETURNS TABLE(owner_id text, bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    case when file.bucket_id in ('avatars', 'designs', 'order-photos') then split_part(file.name, '/', 2) end,
    private.file_size(file.metadata)
  from (values
    ('avatars', ''), ('designs', ''), ('order-photos', ''), ('print-files', ''), ('product-images', ''),
    ('banners', 'banner-images/'), ('website-images', 'category-images/')
  ) folder (bucket_id, path)
  -- All names below the folder: "0" follows "/".
  join storage.objects file on file.bucket_id = folder.bucket_id
    and file.name collate "C" >= folder.path || p_tenant_id || '/' and file.name collate "C" < folder.path || p_tenant_id || '0'
$function$;

CREATE OR REPLACE FUNCTION private.take_all_off(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
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
  ), v_order.charged - v_goods, 0);
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
    perform private.book_moves(array[v_shipment.id], 'packed');
    -- Equal if one transaction packed it and handed it over.
    if v_shipment.created_at = v_shipment.updated_at then
      perform private.book_moves(array[v_shipment.id], 'cancelled');
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

CREATE OR REPLACE FUNCTION private.undo_row_entry(p_entry public.audit_log)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key text := case when p_entry.entity in ('settings', 'staff_settings', 'brands') then 'tenant_id' else 'id' end;
  v_columns text;
  v_now jsonb;
begin
  execute format('select to_jsonb(stored) from public.%I stored where tenant_id = $1 and %I::text = $2 for update',
    p_entry.entity, v_key) into v_now using p_entry.tenant_id, p_entry.entity_id;
  select string_agg(quote_ident(attname), ', ') into v_columns
  from pg_catalog.pg_attribute
  where attrelid = format('public.%I', p_entry.entity)::regclass and attnum > 0 and not attisdropped
    and attgenerated = '' and p_entry.before ? attname::text;
  if (v_now is not null) <> (p_entry.action <> 'delete') then
    perform private.refuse('gone_since', jsonb_build_object('name', p_entry.label));
  end if;
  if p_entry.action = 'delete' then
    execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
      p_entry.entity, v_columns) using p_entry.before;
  elsif p_entry.action in ('insert', 'restore') then
    execute format('delete from public.%I where tenant_id = $1 and %I::text = $2', p_entry.entity, v_key)
      using p_entry.tenant_id, p_entry.entity_id;
  else
    if exists (select 1 from jsonb_each(p_entry.after) field where field.value is distinct from v_now -> field.key) then
      perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
    end if;
    execute format('update public.%1$I stored set (%2$s) = (select %2$s from jsonb_populate_record(stored, $3))
      where stored.tenant_id = $1 and stored.%3$I::text = $2',
      p_entry.entity, v_columns, v_key) using p_entry.tenant_id, p_entry.entity_id, p_entry.before;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.unused_files(p_tenant_id text, p_names text[], p_age interval)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    with asked as materialized (
      select name, private.url_decoded(name) as decoded from storage.objects
      where bucket_id = 'product-images' and split_part(name, '/', 1) = p_tenant_id
        and case when p_names is null then created_at <= now() - p_age else name = any (p_names) end
    ),
    documents as (
      select jsonb_build_array(images, videos) as document from public.products where tenant_id = p_tenant_id
      union all
      select to_jsonb(image) from public.product_variants where tenant_id = p_tenant_id and image is not null
      union all
      select to_jsonb(line.image) from public.order_lines line where line.tenant_id = p_tenant_id and line.image is not null
      union all
      select jsonb_build_array(entry.before, entry.after)
      from private.product_changes change join private.product_change_entries entry on entry.change_id = change.id
      where change.tenant_id = p_tenant_id and (entry.after ?| '{images,grid}' or entry.before ? 'images')
    ),
    addresses as (
      select distinct substring(found.text #>> '{}' from '/product-images/([^?#]+)') as name
      from documents, jsonb_path_query(document, '$.** ? (@.type() == "string")') as found (text)
    ),
    used as (
      -- A URL may spell a file's name in several ways.
      select name from addresses union select private.url_decoded(name) from addresses
    )
    select asked.name from asked
    where not exists (select 1 from used where used.name = asked.name)
      and not exists (select 1 from used where used.name = asked.decoded)
    order by asked.name
  );
end
$function$;

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

CREATE OR REPLACE FUNCTION private.write_on_shipments(p_shipment_ids uuid[], p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.shipments shipment set
    carrier = named.carrier,
    carrier_name = named.carrier_name,
    tracking_number = case when p_changes ? 'tracking_number' then nullif(btrim(p_changes ->> 'tracking_number'), '')
      else shipment.tracking_number end,
    tracking_url = case when p_changes ? 'tracking_url' then nullif(btrim(p_changes ->> 'tracking_url'), '')
      else shipment.tracking_url end,
    cash_due = coalesce((p_changes ->> 'cash_due')::numeric, shipment.cash_due),
    updated_at = now()
  from public.shipments stored cross join lateral private.carrier_of(stored, p_changes) named
  where shipment.id = stored.id and stored.id = any (p_shipment_ids);
  if p_changes ? 'fee' then
    update public.shipment_staff_facts set fee = (p_changes ->> 'fee')::numeric where shipment_id = any (p_shipment_ids);
  end if;
end
$function$;

ALTER FUNCTION "private"."write_on_shipments"(uuid[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_options(p_product public.products, p_options jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Options given without translations keep the stored ones.
  v_translations constant jsonb := (
    select jsonb_object_agg(lower(name), translations) from public.product_options where product_id = p_product.id
  );
begin
  delete from public.product_options where product_id = p_product.id;
  insert into public.product_options (tenant_id, product_id, position, name, kind, values, swatches, translations)
  select p_product.tenant_id, p_product.id, given.place, given.option ->> 'name', given.option ->> 'kind',
    array(
      select value from jsonb_array_elements_text(given.option -> 'values') with ordinality listed (value, place) order by place
    ),
    coalesce(given.option -> 'swatches', '{}'),
    coalesce(given.option -> 'translations', v_translations -> lower(given.option ->> 'name'), '{}')
  from jsonb_array_elements(p_options) with ordinality given (option, place);
end
$function$;

CREATE OR REPLACE FUNCTION private.write_products(p_rows jsonb, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
  v_deltas integer[];
begin
  -- Variants first: updating the products derives their lowest and highest prices.
  with priced as materialized (
    select (given.value ->> 'id')::uuid as product_id, priced_variant.key::uuid as id, written.price,
      written.original_price
    from jsonb_array_elements(p_rows) given (value)
    cross join lateral jsonb_each(given.value #> '{set,variants}') priced_variant
    cross join lateral jsonb_populate_record(null::public.product_variants, priced_variant.value) written
  )
  update public.product_variants variant set price = priced.price, original_price = priced.original_price
  from priced where variant.product_id = priced.product_id and variant.id = priced.id;
  execute format('
    update public.products p set version = p.version + 1, deleted_at = written.deleted_at, %s
    from jsonb_array_elements($1) w (value)
    join public.products stored on stored.id = (w.value ->> ''id'')::uuid
    cross join lateral jsonb_populate_record(stored, w.value -> ''set'') written
    where p.id = stored.id and (w.value -> ''set'') - ''stocks'' <> ''{}''',
    (select string_agg(format('%1$I = written.%1$I', filled.name), ', ') from private.product_columns() filled)
  ) using p_rows;
  select array_agg(variant.id), array_agg(stocked.value::integer - variant.stock) into v_ids, v_deltas
  from jsonb_array_elements(p_rows) given (value)
  cross join lateral jsonb_each_text(given.value #> '{set,stocks}') stocked
  join public.product_variants variant on variant.product_id = (given.value ->> 'id')::uuid and variant.id = stocked.key::uuid;
  if v_ids is not null then
    perform private.adjust_stocks(v_ids, v_deltas, p_note);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_variants(p_product public.products, p_variants jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.product_variants variant
  where variant.product_id = p_product.id and not exists (
    select 1 from jsonb_array_elements(p_variants) wanted where wanted ->> 'id' = variant.id::text
  );
  -- A product in the trash gives up a SKU that is reused.
  update public.product_variants variant set sku = null
  from public.products product
  where variant.tenant_id = p_product.tenant_id and variant.product_id <> p_product.id and product.id = variant.product_id
    and product.deleted_at is not null and lower(variant.sku) = any (array(
      select lower(wanted ->> 'sku') from jsonb_array_elements(p_variants) wanted where wanted ->> 'sku' is not null
    ));
  -- First unique placeholders: variants may swap options or SKUs.
  update public.product_variants variant set option1 = variant.id::text, option2 = '', option3 = '', sku = null
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted
  where variant.product_id = p_product.id and variant.id = wanted.id
    and (variant.option1, variant.option2, variant.option3, variant.sku)
      is distinct from (wanted.option1, wanted.option2, wanted.option3, wanted.sku);
  update public.product_variants variant set
    position = wanted.position, option1 = wanted.option1, option2 = wanted.option2, option3 = wanted.option3, sku = wanted.sku,
    barcode = wanted.barcode, price = wanted.price, original_price = wanted.original_price, stock = wanted.stock,
    weight_grams = wanted.weight_grams, image = wanted.image, is_active = wanted.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted
  where variant.product_id = p_product.id and variant.id = wanted.id
    and (variant.position, variant.option1, variant.option2, variant.option3, variant.sku, variant.barcode, variant.price,
        variant.original_price, variant.stock, variant.weight_grams, variant.image, variant.is_active)
      is distinct from (wanted.position, wanted.option1, wanted.option2, wanted.option3, wanted.sku, wanted.barcode,
        wanted.price, wanted.original_price, wanted.stock, wanted.weight_grams, wanted.image, wanted.is_active);
  insert into public.product_variants (
    tenant_id, product_id, position, option1, option2, option3, sku, barcode, price, original_price, stock, weight_grams,
    image, is_active
  )
  select p_product.tenant_id, p_product.id, wanted.position, wanted.option1, wanted.option2, wanted.option3, wanted.sku,
    wanted.barcode, wanted.price, wanted.original_price, wanted.stock, wanted.weight_grams, wanted.image, wanted.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted where wanted.id is null order by wanted.position;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_what_came(p_return_id uuid, p_lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_came record;
begin
  for v_came in
    select piece.quantity, line.id, private.line_names(line) as names, came.value, came.value -> 'received' as received
    from jsonb_array_elements(case jsonb_typeof(p_lines) when 'array' then p_lines else '[null]' end) came
    left join public.return_lines piece
      on piece.return_id = p_return_id and piece.order_line_id::text = lower(came.value ->> 'order_line_id')
    left join public.order_lines line on line.id = piece.order_line_id
  loop
    if v_came.id is null then
      perform private.refuse('unknown_order_line', '{"reason": "return"}');
    end if;
    if not private.is_piece_count(v_came.received)
      or not coalesce(pg_input_is_valid(v_came.value ->> 'fate', 'public.return_fate'), v_came.received = '0')
      or not coalesce(pg_input_is_valid(v_came.value ->> 'condition', 'public.return_condition'), true) then
      perform private.refuse('invalid_received_pieces', v_came.names);
    end if;
    if v_came.received::integer > v_came.quantity then
      perform private.refuse('more_than_announced', v_came.names || jsonb_build_object(
        'announced', v_came.quantity, 'order_line_id', v_came.id));
    end if;
    update public.return_lines set received = v_came.received::integer,
      condition = (v_came.value ->> 'condition')::public.return_condition,
      fate = case when v_came.received <> '0' then (v_came.value ->> 'fate')::public.return_fate end
    where return_id = p_return_id and order_line_id = v_came.id;
  end loop;
  if not exists (select 1 from public.return_lines piece where piece.return_id = p_return_id and piece.received > 0) then
    perform private.refuse('nothing_received');
  end if;
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
  -- Opening the store waits for this, and then finds the address.
  perform 1 from public.settings where settings.tenant_id = p_tenant_id and settings.state = 'closed' for share;
  if not found then
    return false;
  end if;
  insert into public.opening_alerts (tenant_id, email, language)
  values (p_tenant_id, v_email, case p_language when 'ar' then 'ar' else 'en' end)
  on conflict (tenant_id, email) do update set language = excluded.language;
  return true;
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
  select p_shipment.state = 'returned_to_sender' and p_shipment.inspected_at is null
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

CREATE OR REPLACE FUNCTION public.carrier_booking_done(p_shipment_id uuid, p_outcome text, p_answer jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_booking public.carrier_bookings;
  v_problem constant jsonb := p_answer -> 'problem';
  v_shipment public.shipments;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment where shipment.id = p_shipment_id) for update;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if not found or not private.awaits_answer(v_booking.state) then
    return v_booking.state;
  end if;
  if p_outcome = 'booked' then
    perform private.raise_refusal(private.number_refusal(v_shipment, v_booking.carrier, p_answer ->> 'tracking_number'));
    update public.shipments set tracking_number = p_answer ->> 'tracking_number', tracking_url = p_answer ->> 'tracking_url',
      updated_at = now()
    where id = p_shipment_id;
  end if;
  update public.carrier_bookings set
    state = case
      -- Unpacked meanwhile: the booking is cancelled at the carrier.
      when p_outcome = 'booked' and (v_booking.state = 'to_cancel' or v_shipment.state = 'cancelled') then 'to_cancel'
      when p_outcome in ('booked', 'failed', 'cancelled') then p_outcome else v_booking.state::text
    end::public.carrier_booking_state,
    cash = case when p_outcome in ('failed', 'cancelled') then null else cash end,
    problem = case when p_outcome in ('failed', 'again') then private.carrier_problem(v_problem) end,
    carrier_reference = coalesce(p_answer ->> 'carrier_reference', carrier_reference),
    updated_at = now()
  where shipment_id = p_shipment_id returning * into v_booking;
  if v_booking.state = 'to_cancel' and p_outcome = 'booked' then
    perform private.add_job('book_shipment', p_shipment_id::text, p_tenant_id => v_booking.tenant_id);
  end if;
  perform private.refresh_order(v_shipment.order_id);
  return v_booking.state;
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
        else private.refusal_of(format('select private.move_one_by_pieces(%L, %L)', move.order_id, p_status))
        end) order by move.order_id)
      from unnest(v_moves) move
    ), '[]');
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select answer.order_id, nullif(answer.refusal, 'null')
    from jsonb_to_recordset(v_answer) answer (order_id uuid, refusal jsonb);
end
$function$;

CREATE OR REPLACE FUNCTION public.change_shipment(p_shipment_id uuid, p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('change_shipment', p_shipment_id, p_changes));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.raise_refusal(private.change_shipment(p_shipment_id, p_changes));
  perform private.refresh_order(v_order.id);
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.change_shipments(p_shipment_ids uuid[], p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('change_shipments', p_shipment_ids, p_changes));
  v_outcome public.shipment_outcome;
  v_outcomes public.shipment_outcome[] := '{}';
begin
  if v_answer is null then
    if jsonb_typeof(p_changes) is distinct from 'object' or p_changes - '{carrier,carrier_name}'::text[] <> '{}' then
      perform private.refuse('invalid_shipment');
    end if;
    -- One after the other: each finds the tracking numbers that the carrier has by then.
    for v_outcome in select * from private.lock_shipments(p_shipment_ids) loop
      v_outcome.refusal := coalesce(v_outcome.refusal, private.change_shipment(v_outcome.shipment_id, p_changes));
      v_outcomes := v_outcomes || v_outcome;
    end loop;
    perform private.refresh_orders(array(
      select distinct changed.order_id from unnest(v_outcomes) changed where changed.refusal is null));
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

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

CREATE OR REPLACE FUNCTION public.decide_returns(p_return_ids uuid[], p_approve boolean, p_answer text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.return_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('decide_returns', p_return_ids, p_approve, p_answer));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_return_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.returns asked where asked.id = any (p_return_ids)), 'returns.decide');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_return');
    end if;
    perform private.lock_for_booking(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'return_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_return')
        else private.refusal_of(format('select public.decide_return(%L, %L, %L)', named.id, p_approve, p_answer)) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_return_ids) asked (id)
        left join public.returns found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.return_outcome, v_answer);
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
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- Removes the audit entries of this erasure, which hold the erased values.
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

CREATE OR REPLACE FUNCTION public.find_districts(p_query text, p_governorate public.governorate DEFAULT NULL::public.governorate, p_limit integer DEFAULT 8)
 RETURNS TABLE(id text, governorate public.governorate, name text, name_ar text, is_exact boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_keys constant text[] := private.place_keys(array[left(p_query, 80)]);
  v_all_of constant public.governorate := case
    when cardinality(v_keys) = 0 then p_governorate else private.governorate_of(array[left(p_query, 80)]) end;
  v_any_exact constant boolean := exists (
    select 1 from public.districts district
    where district.keys && v_keys and (p_governorate is null or district.governorate = p_governorate));
begin
  return query
  with typed as materialized (
    -- Arabic omits short vowels, so three letters already make a word.
    select key, case when length(key) >= 8 then 2 when length(key) >= 4 or key ~ '^[^a-z]{3}$' then 1 else 0 end as slips
    from unnest(v_keys) key
  )
  select district.id, district.governorate, district.name, district.name_ar, coalesce(likeness.distance = 0, false)
  from public.districts district,
    lateral (
      select min(case
        when known.key = typed.key then 0
        when starts_with(known.key, typed.key) then 1
        when length(typed.key) >= 3 and strpos(known.key, typed.key) > 0 then 2
        -- The typed text may be a prefix of a name.
        when not v_any_exact and length(known.key) >= length(typed.key) - typed.slips then 2 + nullif(
          extensions.levenshtein_less_equal(left(known.key, length(typed.key) + 1), typed.key, typed.slips), typed.slips + 1)
        end) as distance
      from unnest(district.keys) known (key), typed
    ) likeness
  where (p_governorate is null or district.governorate = p_governorate)
    and (likeness.distance is not null or district.governorate = v_all_of)
  order by likeness.distance, district.name
  limit least(greatest(coalesce(p_limit, 8), 1), 100);
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
    perform private.refuse('nothing_to_inspect');
  end if;
  v_fates := private.fates_of_pieces(v_shipment, p_lines);
  perform private.lock_goods(array[v_order.id]);
  perform private.restock(v_order.id, array(
    select row(fate.order_line_id, fate.restocked)::private.piece_count from unnest(v_fates) fate where fate.restocked > 0
  ), 'returned');
  update public.shipment_lines part set restocked = part.restocked + fate.restocked, discarded = part.discarded + fate.discarded,
    sent_again = part.sent_again + fate.sent_again
  from unnest(v_fates) fate where part.shipment_id = p_shipment_id and part.order_line_id = fate.order_line_id;
  update public.shipments set updated_at = now(), inspected_at = case when not exists (
    select 1 from public.shipment_lines part
    where part.shipment_id = p_shipment_id and part.restocked + part.discarded + part.sent_again < part.quantity
  ) then now() end where id = p_shipment_id;
  perform private.send_again(v_order, v_fates, p_shipment_id);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.inspect_shipments(p_shipment_ids uuid[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('inspect_shipments', p_shipment_ids));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_for_booking(array(select asked.order_id from unnest(v_outcomes) asked));
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', asked.order_id, 'shipment_id', asked.shipment_id, 'refusal',
        coalesce(asked.refusal, private.refusal_of(format('select public.inspect_shipment(%L)', asked.shipment_id)))))
      from unnest(v_outcomes) asked
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
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
    v_orders := private.lock_orders_for_staff(p_order_ids, 'orders.print');
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
    perform private.refresh_orders(array(
      select distinct line.order_id from public.order_lines line where line.id = any (v_line_ids)));
    perform private.store_idempotent_result(p_request_id, to_jsonb(v_line_ids));
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

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
    v_orders := private.lock_orders_for_staff(array(
      select line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ), 'orders.print');
    perform private.mark_line_printed(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_orders(v_orders);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_shipments(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric, p_happened_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'move_shipments', p_shipment_ids, p_state, p_note, p_cash, p_happened_at));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    if p_happened_at > now() + interval '5 minutes' then
      perform private.refuse('not_yet');
    end if;
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_points_of(array(select distinct asked.order_id from unnest(v_outcomes) asked where asked.order_id is not null));
    v_outcomes := array(
      select row(asked.order_id, asked.shipment_id, coalesce(asked.refusal, private.shipment_move_refusal(shipment, p_state, p_cash)))
        ::public.shipment_outcome
      from unnest(v_outcomes) with ordinality asked (order_id, shipment_id, refusal, place)
      left join public.shipments shipment on shipment.id = asked.shipment_id
      order by asked.place
    );
    perform private.move_in_sets(array(select asked.shipment_id from unnest(v_outcomes) asked where asked.refusal is null),
      p_state, p_note, p_cash, coalesce(p_happened_at, clock_timestamp()));
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.opening_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, language text, contact_email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_opening_alert', p_job_ids);
begin
  perform private.require_service();
  -- Waits for a concurrent change and sees it; a later one finds no job and queues the mail.
  perform 1 from public.settings
  where settings.tenant_id in (select alert.tenant_id from public.opening_alerts alert where alert.id = any (v_alerts))
    and private.current_state(settings) <> 'open'
  order by settings.tenant_id for share;
  delete from private.jobs job using public.opening_alerts alert, public.settings
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text
    and settings.tenant_id = alert.tenant_id and private.current_state(settings) <> 'open';
  return query
    select alert.id, alert.tenant_id, alert.email, alert.language, coalesce(settings.contact ->> 'contactEmail', '')
    from public.opening_alerts alert
    join public.settings on settings.tenant_id = alert.tenant_id and private.current_state(settings) = 'open'
    where alert.id = any (v_alerts);
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

CREATE OR REPLACE FUNCTION public.pack_order(p_order_id uuid, p_lines jsonb DEFAULT NULL::jsonb, p_shipment jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('pack_order', p_order_id, p_lines, p_shipment));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.pack');
  v_shipment.id := private.pack_pieces(p_order_id, case
    when p_lines is null or p_lines = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end, p_shipment);
  perform private.refresh_order(p_order_id);
  return private.store_shipment_answer(p_request_id, v_shipment.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.pack_orders(p_order_ids uuid[], p_shipment jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('pack_orders', p_order_ids, p_shipment));
  v_ids uuid[];
  v_packings private.packing[];
begin
  if v_answer is null then
    perform private.require_selection(p_order_ids);
    v_ids := private.lock_orders_for_staff(p_order_ids, 'orders.pack');
    if cardinality(v_ids) = 0 then
      perform private.refuse('unknown_order');
    end if;
    v_packings := private.pack_open_pieces(v_ids, p_shipment);
    perform private.refresh_orders(array(select packed.order_id from unnest(v_packings) packed where packed.refusal is null));
    v_answer := private.store_idempotent_result(p_request_id, (
      select jsonb_agg(jsonb_build_object('order_id', named.id, 'shipment_id', packed.shipment_id, 'refusal',
        case when packed.order_id is null then private.refusal('unknown_order') else packed.refusal end) order by named.id)
      from (select distinct asked.id from unnest(p_order_ids) asked (id)) named
      left join unnest(v_packings) packed on packed.order_id = named.id
    ));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

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

  -- Serializes a person's orders: a repeated request finds the first one, and limits per person hold.
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
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.settings);
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
  return v_order;
end
$function$;

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
    v_orders := private.lock_orders_for_staff(array(
      select line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ), 'orders.print');
    perform private.print_line_again(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_orders(v_orders);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

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
  -- Counts products with equal filter values together: there are far fewer combinations than products.
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
  -- The filters that each combination does not pass.
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

CREATE OR REPLACE FUNCTION public.record_notification_event(p_channel public.notification_channel, p_reference text, p_state text, p_error text DEFAULT ''::text, p_message_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.order_notifications;
begin
  perform private.require_service();
  select message.* into v_message from public.order_notifications message
  where message.channel = p_channel and (message.id = p_message_id or p_message_id is null and message.provider_reference = p_reference)
  for update;
  if not found or p_state not in ('sent', 'delivered', 'read', 'failed') then
    return 'unknown';
  end if;
  if p_state = 'failed' then
    -- After a resend, the first attempt's outcome no longer matters.
    if v_message.failed_at is not null or v_message.delivered_at is not null or v_message.read_at is not null
      or v_message.provider_reference <> p_reference then
      return 'known';
    end if;
    update public.order_notifications set provider_reference = p_reference, expired_at = null, sent_at = coalesce(sent_at, now())
    where id = v_message.id;
    perform private.give_up_message(v_message, p_error);
    return 'booked';
  end if;
  if p_state = 'sent' and v_message.sent_at is not null or p_state = 'delivered' and v_message.delivered_at is not null
    or v_message.read_at is not null then
    return 'known';
  end if;
  update public.order_notifications set
    expired_at = null,
    sent_at = coalesce(sent_at, now()),
    delivered_at = case when p_state <> 'sent' then coalesce(delivered_at, now()) end,
    read_at = case when p_state = 'read' then now() else read_at end,
    failed_at = case when p_state = 'sent' then failed_at end,
    provider_reference = coalesce(provider_reference, p_reference)
  where id = v_message.id;
  if p_state <> 'sent' then
    -- Delivered after all, so the fallback is not needed.
    delete from public.order_notifications other using private.jobs job
    where other.fallback_of = v_message.id and job.kind = 'send_' || other.channel and job.key = other.id::text
      and job.attempts = 0;
  end if;
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION public.record_payment_event(p_event_id text, p_kind text, p_outcome text, p_payment_id uuid DEFAULT NULL::uuid, p_session_id text DEFAULT NULL::text, p_transaction_id text DEFAULT NULL::text, p_amount bigint DEFAULT NULL::bigint, p_currency text DEFAULT NULL::text, p_refund_id uuid DEFAULT NULL::uuid, p_reference text DEFAULT NULL::text, p_provider text DEFAULT 'stripe'::text, p_tenant_ids text[] DEFAULT NULL::text[], p_parent_id text DEFAULT NULL::text, p_integration text DEFAULT NULL::text, p_held_until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_order public.orders;
  -- Some providers identify only the payment page of a refund.
  v_is_of_page constant boolean := p_transaction_id is null and p_parent_id is null;
  v_result text := 'late';
begin
  perform private.require_service();
  if p_outcome is null or p_outcome not in ('paid', 'held', 'voided', 'declined', 'closed', 'refunded', 'refund_pending',
    'refund_failed', 'foreign', 'unclear') then
    perform private.refuse('unknown_outcome');
  end if;
  v_payment := private.announced_payment(p_provider, p_payment_id, p_session_id, p_transaction_id, p_parent_id);
  if v_payment.id is null or not v_payment.tenant_id = any (p_tenant_ids) then
    return 'unknown';
  end if;
  -- Locks the order before its payment, as everywhere.
  perform private.lock_orders(array[v_payment.order_id]);
  select orders.* into v_order from public.orders where orders.id = v_payment.order_id;
  select payment.* into v_payment from public.payments payment where payment.id = v_payment.id for update;
  if v_is_of_page and p_outcome in ('refunded', 'refund_pending', 'refund_failed') then
    v_payment := private.refunded_payment(v_payment, p_refund_id, p_reference, p_amount);
  end if;
  insert into public.payment_events (id, tenant_id, order_id, payment_id, kind)
  values (p_event_id, v_order.tenant_id, v_order.id, v_payment.id, p_kind) on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  if p_outcome in ('foreign', 'unclear')
    or not private.is_of_attempt(v_payment, p_payment_id, p_session_id, p_integration) then
    v_result := case when p_outcome = 'unclear' then p_outcome else 'foreign' end;
    perform private.list_payment_difference(v_payment, v_result::public.payment_difference_kind, coalesce(p_transaction_id, p_event_id),
      p_amount, null, p_currency);
  elsif p_outcome = 'paid' then
    v_result := private.book_paid(v_order, v_payment, p_session_id, p_transaction_id, p_amount, upper(p_currency), p_parent_id);
  elsif p_outcome = 'held' then
    v_result := private.book_held(v_order, v_payment, p_session_id, p_transaction_id, p_amount, upper(p_currency), p_held_until);
  elsif p_outcome in ('declined', 'closed') then
    v_result := private.book_unpaid(v_order, v_payment, p_outcome);
  elsif p_outcome = 'voided' then
    v_result := private.book_voided(v_order, v_payment, coalesce(p_parent_id, p_transaction_id));
  elsif private.is_mismatch(v_payment.status) then
    v_result := private.book_return_of_mismatch(v_order, v_payment, p_outcome, p_amount);
  elsif p_outcome = 'refunded' and upper(p_currency) is distinct from v_payment.currency then
    perform private.note_mismatch(v_order, p_outcome, p_amount, upper(p_currency));
    v_result := 'mismatch';
  else
    v_result := private.book_refund_event(v_order, v_payment, p_outcome, p_refund_id, p_reference, p_amount, v_is_of_page);
  end if;
  update public.payment_events set outcome = v_result where id = p_event_id;
  return v_result;
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
  v_order := private.create_due_refunds(p_order_id, '{}', p_refund ->> 'reason',
    private.apply_credit(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  perform private.settle_points(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
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

CREATE OR REPLACE FUNCTION public.release_expired_reservations(p_limit integer DEFAULT 100)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
  v_replaced uuid[];
  v_released integer;
begin
  perform private.require_service();
  v_ids := array(
    select id from public.orders
    where reserved_until < now() and status = 'awaiting_payment' and not private.has_transfer_to_check(orders.id)
    order by reserved_until limit least(greatest(p_limit, 1), 1000) for update skip locked
  );
  -- Orders whose replaced order is locked wait for the next call: with locks held, waiting could deadlock.
  v_replaced := array(
    select id from public.orders
    where id in (select replaces_order_id from public.orders where orders.id = any (v_ids)) for update skip locked
  );
  v_ids := array(
    select id from public.orders
    where orders.id = any (v_ids) and (replaces_order_id is null or replaces_order_id = any (v_replaced))
  );
  perform private.lock_goods(v_ids);
  update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = any (v_ids);
  get diagnostics v_released = row_count;
  perform private.remark_on_move(v_ids, 'not_paid');
  return v_released;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_discounts(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(discount_id uuid, code text, kind public.discount_kind, uses bigint, given numeric, revenue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with given as (
    select pieces.order_id, sum(pieces.discount) as amount
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    group by pieces.order_id
  )
  select discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind,
    count(*) filter (where sales.net > 0),
    -- A line's share includes the manual discount.
    coalesce(sum(round(given.amount * orders.discount_total
      / nullif(orders.discount_total + orders.manual_discount, 0), 2)), 0),
    coalesce(sum(sales.amount), 0)
  from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
  full join given using (order_id)
  join public.orders on orders.id = order_id and orders.discount_code is not null
  left join public.discounts on discounts.tenant_id = orders.tenant_id and discounts.id = orders.discount_id
  group by discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind
  order by 4 desc, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_products(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(product_id uuid, name text, image text, quantity bigint, revenue numeric, orders bigint, translations jsonb, garment text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with in_order as (
    -- Groups deleted products by the name they were sold under.
    select order_lines.product_id, case when order_lines.product_id is null then order_lines.name end as gone,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2
  ),
  sold as (
    select in_order.product_id, in_order.gone, sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by in_order.product_id, in_order.gone
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 4 desc, 3 desc, 1, 2 limit greatest(p_limit, 1)
  )
  select sold.product_id, coalesce(products.name, sold.gone), private.first_picture(products.images), sold.quantity,
    sold.revenue, sold.orders, private.translated_names(products.translations), sold.garment
  from sold left join public.products on products.id = sold.product_id
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.gone;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_sales(p_tenant_id text, p_from date, p_to date, p_bucket text DEFAULT 'day'::text)
 RETURNS TABLE(bucket date, orders bigint, revenue numeric, discounts numeric, shipping numeric, refunded numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  if p_bucket is null or p_bucket not in ('day', 'week', 'month') then
    perform private.refuse('invalid_bucket');
  end if;
  if p_to - p_from > 3700 then
    perform private.refuse('range_too_long');
  end if;
  return query
  with days as (
    select moment::date as day, case p_bucket
      when 'day' then moment::date
      -- date_trunc's weeks begin on Monday, the stores' on Saturday.
      when 'week' then (date_trunc('week', moment + interval '2 days') - interval '2 days')::date
      else date_trunc('month', moment)::date
    end as start
    from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') moment
  ),
  happened as (
    select days.start, ledger.order_id, sum(ledger.sign) as net, sum(ledger.amount) as amount,
      sum(ledger.shipping) as shipping
    from private.sales_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start, ledger.order_id
    having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0 or sum(ledger.shipping) <> 0
  ),
  sold as (
    select happened.start, count(*) filter (where happened.net > 0) as how_many, sum(happened.amount) as revenue,
      sum(happened.shipping) as shipping
    from happened group by happened.start
  ),
  discounted as (
    select days.start, sum(ledger.discount) as amount
    from private.pieces_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start
  ),
  given_back as (
    select days.start, sum(entry.amount) as amount
    from public.payment_entries entry join days on days.day = private.shop_time(entry.created_at)::date
    where entry.tenant_id = p_tenant_id and entry.kind = 'given_back'
      and entry.created_at >= private.day_start(p_from) and entry.created_at < private.day_start(p_to + 1)
    group by days.start
  )
  select buckets.start, coalesce(sold.how_many, 0), coalesce(sold.revenue, 0), coalesce(discounted.amount, 0),
    coalesce(sold.shipping, 0), coalesce(given_back.amount, 0)
  from (select distinct days.start from days) buckets
  left join sold on sold.start = buckets.start
  left join discounted on discounted.start = buckets.start
  left join given_back on given_back.start = buckets.start
  order by buckets.start;
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
    select private.buyer_of(orders.*) as buyer, sold.net, sold.amount, sold.shipping
    from private.sales_between(p_tenant_id, v_since, v_until) sold
    join public.orders on orders.id = sold.order_id
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

CREATE OR REPLACE FUNCTION public.send_refunds(p_refund_ids uuid[], p_way public.refund_way, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.refund_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('send_refunds', p_refund_ids, p_way));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_refund_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.refunds asked where asked.id = any (p_refund_ids)), 'money.refund');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_refund');
    end if;
    perform private.lock_credit_of(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'refund_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_refund')
        else private.refusal_of(format('select public.send_refund(%L, %L)', named.id, p_way)) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_refund_ids) asked (id)
        left join public.refunds found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.refund_outcome, v_answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
 RETURNS public.user_role
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.user_role;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    and not exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
  -- Two super admins removing each other at once would leave a store without one.
  perform pg_advisory_xact_lock(hashtextextended('roles:' || p_tenant_id, 0));
  select role into v_old from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id;
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles
    where tenant_id = p_tenant_id and role = 'super_admin' and user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
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
  -- One array, because the API limits the number of rows.
  select array(
    select row(words.key, max(words.value))::public.shown_word from words
    where words.key <> '' and words.value <> '' and p_tenant_id <> all (private.hidden_stores())
    group by words.key order by words.key
  )
$function$;

CREATE OR REPLACE FUNCTION public.stock_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, person text, language text, product_id uuid, product text, variant_id uuid, variant text, contact_email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_stock_alert', p_job_ids);
begin
  perform private.require_service();
  -- Waits for a concurrent stock change and sees it; a later one finds no job and queues the alert.
  perform 1 from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id in (
    select alert.variant_id from public.stock_alerts alert where alert.id = any (v_alerts) and not private.is_back(alert)
  )
  order by variant.id for share;
  delete from private.jobs job using public.stock_alerts alert
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text and not private.is_back(alert);
  return query
    select alert.id, alert.tenant_id, person.email, coalesce(person.name, ''), person.language, alert.product_id,
      coalesce(product.translations -> person.language ->> 'name', product.name), wanted.id,
      private.variant_name_in(person.language, wanted), coalesce(settings.contact ->> 'contactEmail', '')
    from public.stock_alerts alert
    join public.product_variants wanted on wanted.id = alert.variant_id
    join public.products product on product.id = alert.product_id
    join public.profiles person on person.id = alert.user_id and person.tenant_id = alert.tenant_id
    left join public.settings on settings.tenant_id = alert.tenant_id
    where alert.id = any (v_alerts) and private.is_back(alert);
end
$function$;

CREATE OR REPLACE FUNCTION public.store_readiness(p_tenant_id text)
 RETURNS TABLE(item text, is_ready boolean, is_required boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'settings.see');
  return query
  select fact.item, coalesce(fact.is_ready, false), fact.is_required
  from public.settings
  cross join lateral (values
    ('owner', exists (
      select 1 from public.user_roles held join auth.users account on account.id = held.user_id
      -- Demo accounts have public passwords.
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

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_details" CHECK (((details_face <> 'mono'::public.brand_face) OR (mono_typeface IS NOT NULL)));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."carrier_bookings" ADD CONSTRAINT "carrier_bookings_problem_check" CHECK (jsonb_path_exists(problem, '$?(@."code".type() == "string" && @."message".type() == "string")'::jsonpath));

ALTER TABLE "public"."invoice_lines" ADD CONSTRAINT "invoice_lines_options_check" CHECK (((jsonb_typeof(options) = 'array'::text) AND (NOT jsonb_path_exists(options, '$[*]?(!(@."name".type() == "string" && @."value".type() == "string"))'::jsonpath))));

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_buyer_check" CHECK ((jsonb_path_exists(buyer, '$?(@."address".type() == "object")'::jsonpath) AND (NOT jsonb_path_exists(buyer, '$."name"?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND (NOT jsonb_path_exists(buyer, 'strict $."address".*?(@.type() != "string" && @.type() != "null")'::jsonpath))));

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_seller_check" CHECK (((jsonb_typeof(seller) = 'object'::text) AND (NOT jsonb_path_exists((seller - 'translations'::text), 'strict $.*?(@.type() != "string")'::jsonpath))));

ALTER TABLE "public"."order_edits" ADD CONSTRAINT "order_edits_added_form" CHECK (((jsonb_typeof(added) = 'array'::text) AND (NOT jsonb_path_exists(added, '$[*]?(!((@."name".type() == "string" && @."quantity".type() == "number") && @."options".type() == "array"))'::jsonpath))));

ALTER TABLE "public"."order_edits" ADD CONSTRAINT "order_edits_changes_form" CHECK (((jsonb_typeof(changes) = 'object'::text) AND (NOT jsonb_path_exists(changes, '$."add"[*]?(!(@."quantity".type() == "number"))'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."remove"[*]?(!(@."order_line_id".type() == "string" && @."quantity".type() == "number"))'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."address".*?(@.type() != "string")'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."note"?(@.type() != "string" && @.type() != "null")'::jsonpath)) AND (NOT jsonb_path_exists(changes, '$."slot_date"?(@.type() != "string" && @.type() != "null")'::jsonpath))));

ALTER TABLE "public"."order_events" ADD CONSTRAINT "order_events_pieces_form" CHECK (((jsonb_typeof(pieces) = 'array'::text) AND (NOT jsonb_path_exists(pieces, '$[*]?(!((@."order_line_id".type() == "string" && @."name".type() == "string") && @."quantity".type() == "number"))'::jsonpath))));

ALTER TABLE "public"."order_events" ADD CONSTRAINT "order_events_remark_form" CHECK ((jsonb_path_exists(remark, '$?(@."code".type() == "string")'::jsonpath) AND (NOT jsonb_path_exists(remark, 'strict $.*?(@.type() != "string" && @.type() != "number")'::jsonpath))));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_customization_form" CHECK ((jsonb_path_exists(customization, '$?(@."design".type() == "object")'::jsonpath) AND (NOT jsonb_path_exists(customization, 'strict $."design"."elements"?(@.type() != "array")'::jsonpath, silent => true)) AND (NOT jsonb_path_exists(customization, '$."preview"?(@.type() != "string" && @.type() != "null")'::jsonpath))));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_options_form" CHECK (((jsonb_typeof(options) = 'array'::text) AND (NOT jsonb_path_exists(options, '$[*]?(!(@."name".type() == "string" && @."value".type() == "string"))'::jsonpath))));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_address_form" CHECK (((jsonb_typeof(address) = 'object'::text) AND (NOT jsonb_path_exists(address, 'strict $.*?(@.type() != "string")'::jsonpath)) AND pg_input_is_valid(COALESCE((address ->> 'governorate'::text), 'Cairo'::text), 'public.governorate'::text)));

ALTER TABLE "public"."orders" ADD CONSTRAINT "orders_cash_reasons_form" CHECK (((jsonb_typeof(cash_reasons) = 'array'::text) AND (NOT jsonb_path_exists(cash_reasons, '$[*]?(!(@."rule".type() == "string"))'::jsonpath))));

ALTER TABLE "public"."store_domains" ADD CONSTRAINT "store_domains_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE INDEX jobs_by_row ON private.jobs USING btree (split_part(key, ' '::text, 1));

CREATE INDEX conversation_staff_facts_unread ON public.conversation_staff_facts USING btree (tenant_id) WHERE (unread_by_staff > 0);

CREATE UNIQUE INDEX store_domains_main ON public.store_domains USING btree (tenant_id) WHERE is_main;

CREATE TRIGGER announced AFTER INSERT OR UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.announce_row('settings');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER brands_name AFTER INSERT OR UPDATE OF name ON public.brands FOR EACH ROW EXECUTE FUNCTION private.name_store();

CREATE TRIGGER brands_touch BEFORE UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.touch_version();

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

CREATE TRIGGER announced AFTER INSERT OR DELETE OR UPDATE ON public.store_domains FOR EACH ROW EXECUTE FUNCTION private.announce_row('settings');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.store_domains FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER store_domains_main BEFORE INSERT OR UPDATE OF is_main ON public.store_domains FOR EACH ROW WHEN (new.is_main) EXECUTE FUNCTION private.replace_main_domain();

CREATE TRIGGER actor_recorded AFTER UPDATE OF state ON public.transfers FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.record_actor('transfer_actors', 'transfer_id');

CREATE POLICY "Everybody reads a store's brand" ON "public"."brands" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff change their store's brand" ON "public"."brands" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."brands" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."brands" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."brands" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff read what they know of their store's conversations" ON "public"."conversation_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who proposed and decided their store's edits of orde" ON "public"."order_edit_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who made their store's events of orders" ON "public"."order_event_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who gave and took their customers' points" ON "public"."point_entry_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they know of their store's customers" ON "public"."profile_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they know of their store's refunds" ON "public"."refund_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who made their store's events of shipments" ON "public"."shipment_event_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who gave and took their customers' store credit" ON "public"."store_credit_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads the stores' domains" ON "public"."store_domains" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff add their store's domains" ON "public"."store_domains" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.open_store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's domains" ON "public"."store_domains" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.open_store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.open_store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's domains" ON "public"."store_domains" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.open_store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."store_domains" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."store_domains" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."store_domains" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff read who checked their store's transfers" ON "public"."transfer_actors" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."are_brand_texts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_brand_texts"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."are_brand_texts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_brand_texts"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_brand_texts"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."are_distinct"(anyarray) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_distinct"(anyarray) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."are_distinct"(anyarray) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_distinct"(anyarray) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_distinct"(anyarray) TO "service_role";

REVOKE ALL ON FUNCTION "private"."are_translated_brand_texts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_translated_brand_texts"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."are_translated_brand_texts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_translated_brand_texts"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_translated_brand_texts"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_deliveries"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_deliveries"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_deliveries"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_deliveries"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_moves"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_returns_to_sender"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_returns_to_sender"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_returns_to_sender"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_returns_to_sender"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."brand_text_limits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."brand_text_limits"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."brand_text_limits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."brand_text_limits"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."brand_text_limits"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."carrier_of"(public.shipments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carrier_of"(public.shipments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_of"(public.shipments, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_of"(public.shipments, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_to_collect"(public.orders, private.piece_count[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."change_shipment"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_shipment"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_shipment"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_shipment"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."closed_payment_options"(jsonb, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."conversation_renamed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."conversation_renamed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."conversation_renamed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."conversation_renamed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_shipments"(uuid[], integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_shipments"(uuid[], integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_shipments"(uuid[], integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_shipments"(uuid[], integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."create_refunds_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_refunds_of"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_refunds_of"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_refunds_of"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delete_jobs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_jobs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_jobs"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_jobs"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."deliver_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deliver_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."deliver_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."derived_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derived_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."derived_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."derived_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."edit_decided"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."edit_decided"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_decided"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_decided"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."excess_cash"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."excess_cash"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."excess_cash"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."excess_cash"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."fields_refusal"(public.shipments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fields_refusal"(public.shipments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fields_refusal"(public.shipments, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."fields_refusal"(public.shipments, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."forget_actor"(uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_actor"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_actor"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_actor"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_file_path"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_file_path"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_file_path"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_file_path"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_file_path"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."kept_changes"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_changes"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_changes"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."kept_changes"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_owed_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mark_answered"(public.conversations, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_answered"(public.conversations, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_answered"(public.conversations, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_answered"(public.conversations, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_in_sets"(uuid[], public.shipment_state, text, numeric, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_one_by_pieces"(uuid, public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_store"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_store"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_store"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_store"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_on_shipments"(uuid[], public.shipment_state, text, timestamp with time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."number_refusal"(public.shipments, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_refusal"(public.shipments, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."number_refusal"(public.shipments, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."number_refusal"(public.shipments, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_pieces_refusal"(private.piece_count[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."orders_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_of"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_of"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_of"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pack"(private.packing[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pack"(private.packing[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack"(private.packing[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack"(private.packing[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack_open_pieces"(uuid[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack_pieces"(uuid, private.piece_count[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."packing_refusal"(public.orders, private.piece_count[], jsonb) TO "service_role";

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

REVOKE ALL ON FUNCTION "private"."raise_refusal"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."raise_refusal"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."raise_refusal"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."raise_refusal"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recalculate_cash_due"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recalculate_cash_due"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recalculate_cash_due"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."recalculate_cash_due"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."record_actor"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_actor"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_actor"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_actor"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."refresh_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_orders"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_orders"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_orders"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_made"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_made"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_made"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_made"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."refusal_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replace_main_domain"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_main_domain"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_main_domain"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_main_domain"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_open_pieces"(private.piece_count[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_open_pieces"(private.piece_count[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_pieces"(private.piece_count[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_pieces"(private.piece_count[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_payment_option"(jsonb, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_payment_option"(jsonb, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payment_option"(jsonb, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_payment_option"(jsonb, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_move_refusal"(public.shipments, public.shipment_state, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."takes_deposit"(text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."takes_deposit"(text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_deposit"(text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_deposit"(text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_on_shipments"(uuid[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_on_shipments"(uuid[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_on_shipments"(uuid[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_on_shipments"(uuid[], jsonb) TO "service_role";

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

GRANT SELECT ON TABLE "public"."brands" TO "anon";

GRANT UPDATE ("account_text") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("body_typeface") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("body_weight") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("card_radius") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("categories_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("contact_text") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("control_radius") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("dark_ground") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("deals_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("default_language") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("density") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("designer_text") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("details_face") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("display_case") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("display_leading") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("display_scale") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("display_tracking") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("display_typeface") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("display_weight") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("elevation") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("empty_cart") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("error_text") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("error_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("faq_text") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("featured_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("header") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("hero_action") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("hero_look") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("hero_text") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("hero_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("hides_initial_navbar") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("home_sections") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("landing") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("light_ground") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("logo") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("look") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("made_for_all") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("made_for_label") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("made_for_values") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("mono_typeface") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("mono_weight") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("motion") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("music") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("name") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("new_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("not_found_text") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("not_found_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("nothing_found_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("option_fields") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("order_placed_text") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("ornament") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("part_looks") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("picture_radius") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("primary_color") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("secondary_color") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("slogans") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("story_title") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("story") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("strip") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("stroke") ON TABLE "public"."brands" TO "authenticated";

GRANT UPDATE ("translations") ON TABLE "public"."brands" TO "authenticated";

GRANT SELECT ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ON TABLE "public"."brands" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."brands" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."brands" TO "service_role";

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

GRANT SELECT ON TABLE "public"."store_domains" TO "anon";

GRANT INSERT ("domain"), UPDATE ("domain") ON TABLE "public"."store_domains" TO "authenticated";

GRANT INSERT ("is_main"), UPDATE ("is_main") ON TABLE "public"."store_domains" TO "authenticated";

GRANT INSERT ("tenant_id") ON TABLE "public"."store_domains" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."store_domains" TO "authenticated";

REVOKE ALL ON TABLE "public"."store_domains" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_domains" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_domains" TO "service_role";

REVOKE ALL ON TABLE "public"."transfer_actors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."transfer_actors" TO "authenticated";

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_home_sections_check" CHECK (private.are_distinct(home_sections));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_logo_check" CHECK ((private.is_file_path(logo) AND (logo ~ '[.]svg$'::text)));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_music_check" CHECK (private.is_file_path(music));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_option_fields_check" CHECK (private.are_distinct(option_fields));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_texts" CHECK (private.are_brand_texts(jsonb_build_object('hero_title', hero_title, 'hero_text', hero_text, 'hero_action', hero_action, 'featured_title', featured_title, 'categories_title', categories_title, 'deals_title', deals_title, 'new_title', new_title, 'story_title', story_title, 'story', story, 'not_found_title', not_found_title, 'not_found_text', not_found_text, 'error_title', error_title, 'error_text', error_text, 'empty_cart', empty_cart, 'order_placed_text', order_placed_text, 'contact_text', contact_text, 'faq_text', faq_text, 'account_text', account_text, 'designer_text', designer_text, 'nothing_found_title', nothing_found_title, 'slogans', slogans, 'made_for_label', made_for_label, 'made_for_all', made_for_all)));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_translations_check" CHECK (private.are_translated_brand_texts(translations));
