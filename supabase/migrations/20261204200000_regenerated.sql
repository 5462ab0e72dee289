set local check_function_bodies = off;

CREATE TABLE "public"."brands" ("tenant_id" text NOT NULL, "name" text NOT NULL, "logo" text NOT NULL, "primary_color" text NOT NULL, "secondary_color" text NOT NULL, "music" text, "hides_initial_navbar" boolean NOT NULL DEFAULT false, "default_language" text NOT NULL DEFAULT 'en'::text, "part_looks" jsonb NOT NULL DEFAULT '{}'::jsonb, "stroke" numeric NOT NULL DEFAULT 1, "control_radius" integer NOT NULL DEFAULT 0, "card_radius" integer NOT NULL DEFAULT 0, "picture_radius" integer NOT NULL DEFAULT 0, "display_weight" integer NOT NULL DEFAULT 400, "body_weight" integer NOT NULL DEFAULT 400, "mono_weight" integer NOT NULL DEFAULT 400, "display_tracking" numeric NOT NULL DEFAULT 0, "display_leading" numeric NOT NULL DEFAULT 1, "display_scale" numeric NOT NULL DEFAULT 1, "hero_title" text NOT NULL, "hero_text" text NOT NULL, "hero_action" text NOT NULL, "featured_title" text NOT NULL, "categories_title" text NOT NULL, "deals_title" text NOT NULL, "new_title" text NOT NULL, "story_title" text NOT NULL, "story" text NOT NULL, "not_found_title" text NOT NULL, "not_found_text" text NOT NULL, "error_title" text NOT NULL, "error_text" text NOT NULL, "empty_cart" text NOT NULL, "order_placed_text" text NOT NULL, "contact_text" text NOT NULL, "faq_text" text NOT NULL, "account_text" text NOT NULL, "designer_text" text, "nothing_found_title" text NOT NULL, "slogans" text NOT NULL, "made_for_values" text[] NOT NULL DEFAULT '{}'::text[], "made_for_label" text, "made_for_all" text, "translations" jsonb NOT NULL DEFAULT '{}'::jsonb, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "brands_account_text_check" CHECK ((btrim(account_text) <> ''::text)), CONSTRAINT "brands_body_weight_check" CHECK (((body_weight >= 100) AND (body_weight <= 900))), CONSTRAINT "brands_card_radius_check" CHECK (((card_radius >= 0) AND (card_radius <= 60))), CONSTRAINT "brands_categories_title_check" CHECK ((btrim(categories_title) <> ''::text)), CONSTRAINT "brands_contact_text_check" CHECK ((btrim(contact_text) <> ''::text)), CONSTRAINT "brands_control_radius_check" CHECK (((control_radius >= 0) AND (control_radius <= 999))), CONSTRAINT "brands_deals_title_check" CHECK ((btrim(deals_title) <> ''::text)), CONSTRAINT "brands_default_language_check" CHECK ((default_language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "brands_designer_text_check" CHECK ((btrim(designer_text) <> ''::text)), CONSTRAINT "brands_display_leading_check" CHECK (((display_leading >= 0.7) AND (display_leading <= 1.6))), CONSTRAINT "brands_display_scale_check" CHECK (((display_scale >= 0.5) AND (display_scale <= (2)::numeric))), CONSTRAINT "brands_display_tracking_check" CHECK (((display_tracking >= '-0.1'::numeric) AND (display_tracking <= 0.3))), CONSTRAINT "brands_display_weight_check" CHECK (((display_weight >= 100) AND (display_weight <= 900))), CONSTRAINT "brands_empty_cart_check" CHECK ((btrim(empty_cart) <> ''::text)), CONSTRAINT "brands_error_text_check" CHECK ((btrim(error_text) <> ''::text)), CONSTRAINT "brands_error_title_check" CHECK ((btrim(error_title) <> ''::text)), CONSTRAINT "brands_faq_text_check" CHECK ((btrim(faq_text) <> ''::text)), CONSTRAINT "brands_featured_title_check" CHECK ((btrim(featured_title) <> ''::text)), CONSTRAINT "brands_hero_action_check" CHECK ((btrim(hero_action) <> ''::text)), CONSTRAINT "brands_hero_text_check" CHECK ((btrim(hero_text) <> ''::text)), CONSTRAINT "brands_hero_title_check" CHECK ((btrim(hero_title) <> ''::text)), CONSTRAINT "brands_made_for_all_check" CHECK ((btrim(made_for_all) <> ''::text)), CONSTRAINT "brands_made_for_label_check" CHECK ((btrim(made_for_label) <> ''::text)), CONSTRAINT "brands_mono_weight_check" CHECK (((mono_weight >= 100) AND (mono_weight <= 900))), CONSTRAINT "brands_name_check" CHECK (((btrim(name) <> ''::text) AND (length(name) <= 80))), CONSTRAINT "brands_new_title_check" CHECK ((btrim(new_title) <> ''::text)), CONSTRAINT "brands_not_found_text_check" CHECK ((btrim(not_found_text) <> ''::text)), CONSTRAINT "brands_not_found_title_check" CHECK ((btrim(not_found_title) <> ''::text)), CONSTRAINT "brands_nothing_found_title_check" CHECK ((btrim(nothing_found_title) <> ''::text)), CONSTRAINT "brands_order_placed_text_check" CHECK ((btrim(order_placed_text) <> ''::text)), CONSTRAINT "brands_part_looks_check" CHECK (((jsonb_typeof(part_looks) = 'object'::text) AND (length((part_looks)::text) <= 1000) AND (NOT jsonb_path_exists(part_looks, '$.*?(!(@ like_regex "^(print-shop|game-table|product-lab|concrete|gallery)$"))'::jsonpath)))), CONSTRAINT "brands_picture_radius_check" CHECK (((picture_radius >= 0) AND (picture_radius <= 60))), CONSTRAINT "brands_pkey" PRIMARY KEY (tenant_id), CONSTRAINT "brands_primary_color_check" CHECK ((primary_color ~ '^#[0-9A-Fa-f]{6}$'::text)), CONSTRAINT "brands_secondary_color_check" CHECK ((secondary_color ~ '^#[0-9A-Fa-f]{6}$'::text)), CONSTRAINT "brands_slogans_check" CHECK ((btrim(slogans) <> ''::text)), CONSTRAINT "brands_story_check" CHECK ((btrim(story) <> ''::text)), CONSTRAINT "brands_story_title_check" CHECK ((btrim(story_title) <> ''::text)), CONSTRAINT "brands_stroke_check" CHECK (((stroke >= (0)::numeric) AND (stroke <= (4)::numeric))), CONSTRAINT "brands_made_for_values_check" CHECK (private.are_texts(made_for_values, 50, 100)));

ALTER TABLE "public"."brands" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."brands" OWNER TO "postgres";

CREATE TABLE "public"."store_domains" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "domain" text NOT NULL, "is_main" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "store_domains_domain_check" CHECK (((length(domain) <= 253) AND (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'::text) AND (domain !~ '(^|\.)localhost$'::text))), CONSTRAINT "store_domains_domain_key" UNIQUE (domain), CONSTRAINT "store_domains_pkey" PRIMARY KEY (id), CONSTRAINT "store_domains_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."store_domains" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."store_domains" OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.is_file_path(p_path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select length(p_path) <= 500 and p_path ~ '^(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$' $function$;

ALTER FUNCTION "private"."is_file_path"(text) OWNER TO "postgres";

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

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_details" CHECK (((details_face <> 'mono'::public.brand_face) OR (mono_typeface IS NOT NULL)));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."store_domains" ADD CONSTRAINT "store_domains_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX store_domains_main ON public.store_domains USING btree (tenant_id) WHERE is_main;

CREATE TRIGGER announced AFTER INSERT OR UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.announce_row('settings');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER brands_name AFTER INSERT OR UPDATE OF name ON public.brands FOR EACH ROW EXECUTE FUNCTION private.name_store();

CREATE TRIGGER brands_touch BEFORE UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.touch_version();

CREATE TRIGGER announced AFTER INSERT OR DELETE OR UPDATE ON public.store_domains FOR EACH ROW EXECUTE FUNCTION private.announce_row('settings');

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.store_domains FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER store_domains_main BEFORE INSERT OR UPDATE OF is_main ON public.store_domains FOR EACH ROW WHEN (new.is_main) EXECUTE FUNCTION private.replace_main_domain();

CREATE POLICY "Everybody reads a store's brand" ON "public"."brands" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff change their store's brand" ON "public"."brands" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."brands" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."brands" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."brands" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Everybody reads the stores' domains" ON "public"."store_domains" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff add their store's domains" ON "public"."store_domains" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.open_store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's domains" ON "public"."store_domains" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.open_store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.open_store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's domains" ON "public"."store_domains" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.open_store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."store_domains" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."store_domains" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."store_domains" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

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

REVOKE ALL ON FUNCTION "private"."brand_text_limits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."brand_text_limits"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."brand_text_limits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."brand_text_limits"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."brand_text_limits"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_file_path"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_file_path"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_file_path"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_file_path"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_file_path"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_store"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_store"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_store"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_store"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."replace_main_domain"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_main_domain"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_main_domain"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_main_domain"() TO "service_role";

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

GRANT SELECT ON TABLE "public"."store_domains" TO "anon";

GRANT INSERT ("domain"), UPDATE ("domain") ON TABLE "public"."store_domains" TO "authenticated";

GRANT INSERT ("is_main"), UPDATE ("is_main") ON TABLE "public"."store_domains" TO "authenticated";

GRANT INSERT ("tenant_id") ON TABLE "public"."store_domains" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."store_domains" TO "authenticated";

REVOKE ALL ON TABLE "public"."store_domains" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_domains" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."store_domains" TO "service_role";

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_home_sections_check" CHECK (private.are_distinct(home_sections));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_logo_check" CHECK ((private.is_file_path(logo) AND (logo ~ '[.]svg$'::text)));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_music_check" CHECK (private.is_file_path(music));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_option_fields_check" CHECK (private.are_distinct(option_fields));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_texts" CHECK (private.are_brand_texts(jsonb_build_object('hero_title', hero_title, 'hero_text', hero_text, 'hero_action', hero_action, 'featured_title', featured_title, 'categories_title', categories_title, 'deals_title', deals_title, 'new_title', new_title, 'story_title', story_title, 'story', story, 'not_found_title', not_found_title, 'not_found_text', not_found_text, 'error_title', error_title, 'error_text', error_text, 'empty_cart', empty_cart, 'order_placed_text', order_placed_text, 'contact_text', contact_text, 'faq_text', faq_text, 'account_text', account_text, 'designer_text', designer_text, 'nothing_found_title', nothing_found_title, 'slogans', slogans, 'made_for_label', made_for_label, 'made_for_all', made_for_all)));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_translations_check" CHECK (private.are_translated_brand_texts(translations));
