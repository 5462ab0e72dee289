set local check_function_bodies = off;

DROP POLICY "Staff add their store's files" ON "storage"."objects";

DROP POLICY "Staff remove their store's files" ON "storage"."objects";

DROP POLICY "Staff see their store's files" ON "storage"."objects";

ALTER TABLE "public"."brands" DROP CONSTRAINT "brands_texts";

ALTER TABLE "public"."brands" ADD COLUMN "hero_picture" text;

ALTER TABLE "public"."brands" ADD COLUMN "hero_films" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."brands" ADD COLUMN "story_picture" text;

ALTER TABLE "public"."brands" ADD COLUMN "hero_picture_alt" text;

ALTER TABLE "public"."brands" ADD COLUMN "story_picture_alt" text;

ALTER TABLE "public"."brands" ADD COLUMN "all_categories_text" text;

ALTER TABLE "public"."brands" ADD COLUMN "visit_title" text;

ALTER TABLE "public"."brands" ADD COLUMN "visit_text" text;

CREATE OR REPLACE FUNCTION private.are_film_paths(p_paths text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(p_paths) <= 4 and not exists (
    select 1 from unnest(p_paths) film where film is null or not private.is_file_path(film) or film !~ '[.](mp4|webm)$'
  )
$function$;

ALTER FUNCTION "private"."are_film_paths"(text[]) OWNER TO "postgres";

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
    "made_for_all": 40, "hero_picture_alt": 200, "story_picture_alt": 200, "all_categories_text": 100, "visit_title": 100,
    "visit_text": 400
  }'::jsonb
$function$;

CREATE OR REPLACE FUNCTION private.is_picture_path(p_path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.is_file_path(p_path) and p_path ~ '[.](avif|webp|png|jpg)$'
$function$;

ALTER FUNCTION "private"."is_picture_path"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.shop_file_tenant(p_bucket_id text, p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when p_bucket_id = 'banners' and split_part(p_name, '/', 1) = 'banner-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id = 'website-images' and split_part(p_name, '/', 1) = 'category-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id in ('product-images', 'brand-media') and array_length(string_to_array(p_name, '/'), 1) >= 2
      then split_part(p_name, '/', 1)
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
    ('brand-media', ''), ('banners', 'banner-images/'), ('website-images', 'category-images/')
  ) folder (bucket_id, path)
  -- All names below the folder: "0" follows "/".
  join storage.objects file on file.bucket_id = folder.bucket_id
    and file.name collate "C" >= folder.path || p_tenant_id || '/' and file.name collate "C" < folder.path || p_tenant_id || '0'
$function$;

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_all_categories_text_check" CHECK ((btrim(all_categories_text) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_hero_picture_alt_check" CHECK ((btrim(hero_picture_alt) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_story_picture_alt_check" CHECK ((btrim(story_picture_alt) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_visit_text_check" CHECK ((btrim(visit_text) <> ''::text));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_visit_title_check" CHECK ((btrim(visit_title) <> ''::text));

CREATE POLICY "Staff add their store's files" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'brand-media'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])))) AND private.has_room_in_store(private.shop_file_tenant(bucket_id, name), metadata)));

CREATE POLICY "Staff remove their store's files" ON "storage"."objects" FOR DELETE TO "authenticated" USING ((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'brand-media'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])))));

CREATE POLICY "Staff see their store's files" ON "storage"."objects" FOR SELECT TO "authenticated" USING ((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'brand-media'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['designs'::text, 'print-files'::text, 'order-photos'::text])) AND (split_part(name, '/'::text, 1) = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'avatars'::text) AND (split_part(name, '/'::text, 1) = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])))));

REVOKE ALL ON FUNCTION "private"."are_film_paths"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_film_paths"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."are_film_paths"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_film_paths"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_film_paths"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_picture_path"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_picture_path"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_picture_path"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_picture_path"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_picture_path"(text) TO "service_role";

REVOKE ALL ("all_categories_text") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("all_categories_text") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("hero_films") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("hero_films") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("hero_picture_alt") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("hero_picture_alt") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("hero_picture") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("hero_picture") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("story_picture_alt") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("story_picture_alt") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("story_picture") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("story_picture") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("visit_text") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("visit_text") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("visit_title") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("visit_title") ON TABLE "public"."brands" TO "authenticated";

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_hero_films_check" CHECK ((private.are_film_paths(hero_films) AND private.are_distinct(hero_films)));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_hero_picture_check" CHECK (private.is_picture_path(hero_picture));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_story_picture_check" CHECK (private.is_picture_path(story_picture));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_texts" CHECK (private.are_brand_texts(jsonb_build_object('hero_title', hero_title, 'hero_text', hero_text, 'hero_action', hero_action, 'featured_title', featured_title, 'categories_title', categories_title, 'deals_title', deals_title, 'new_title', new_title, 'story_title', story_title, 'story', story, 'not_found_title', not_found_title, 'not_found_text', not_found_text, 'error_title', error_title, 'error_text', error_text, 'empty_cart', empty_cart, 'order_placed_text', order_placed_text, 'contact_text', contact_text, 'faq_text', faq_text, 'account_text', account_text, 'designer_text', designer_text, 'nothing_found_title', nothing_found_title, 'slogans', slogans, 'made_for_label', made_for_label, 'made_for_all', made_for_all, 'hero_picture_alt', hero_picture_alt, 'story_picture_alt', story_picture_alt, 'all_categories_text', all_categories_text, 'visit_title', visit_title, 'visit_text', visit_text)));

-- Rows, which the comparison of schemas does not see.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('brand-media', 'brand-media', true, 20971520,
    '{image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- What the code of the landing showed in every store that had it.
update public.brands set
  hero_picture = '/brands/meeplehouse/table.avif',
  hero_films = '{/brands/meeplehouse/table.webm,/brands/meeplehouse/meeples.webm}',
  story_picture = '/brands/meeplehouse/table.avif',
  all_categories_text = 'Every shelf in the house',
  visit_title = 'Come and play',
  visit_text = 'Ring the bell, pick a box from the open shelf and stay as long as the game takes.',
  translations = jsonb_set(translations, '{ar}', coalesce(translations -> 'ar', '{}') || '{
    "all_categories_text": "كل رفوف البيت",
    "visit_title": "تعالوا نلعب",
    "visit_text": "جرس الباب، وعلبة من الرف المفتوح، ثم جلسة تطول ما طالت اللعبة."
  }')
where landing = 'tabletop' and hero_picture is null;
