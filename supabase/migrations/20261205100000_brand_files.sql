set local check_function_bodies = off;

ALTER TABLE "public"."brands" DROP CONSTRAINT "brands_logo_check";

ALTER TABLE "public"."brands" ADD COLUMN "logo_dark" text;

ALTER TABLE "public"."brands" ADD COLUMN "icon" text;

ALTER TABLE "public"."brands" ADD COLUMN "hides_name" boolean NOT NULL DEFAULT false;

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
    "made_for_all": 40, "name": 80
  }'::jsonb
$function$;

CREATE OR REPLACE FUNCTION private.is_brand_picture(p_path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.is_file_path(p_path) and p_path ~ '[.](svg|png|webp)$' $function$;

ALTER FUNCTION "private"."is_brand_picture"(text) OWNER TO "postgres";

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
    ('brand-files', ''), ('banners', 'banner-images/'), ('website-images', 'category-images/')
  ) folder (bucket_id, path)
  -- All names below the folder: "0" follows "/".
  join storage.objects file on file.bucket_id = folder.bucket_id
    and file.name collate "C" >= folder.path || p_tenant_id || '/' and file.name collate "C" < folder.path || p_tenant_id || '0'
$function$;

REVOKE ALL ON FUNCTION "private"."is_brand_picture"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_brand_picture"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_brand_picture"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_brand_picture"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_brand_picture"(text) TO "service_role";

REVOKE ALL ("icon") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("icon") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("logo_dark") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("logo_dark") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("hides_name") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("hides_name") ON TABLE "public"."brands" TO "authenticated";

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_icon_check" CHECK (private.is_brand_picture(icon));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_logo_check" CHECK (private.is_brand_picture(logo));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_logo_dark_check" CHECK (private.is_brand_picture(logo_dark));

-- Rows: the bucket of the files.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('brand-files', 'brand-files', false, 6291456, '{image/svg+xml,image/png,image/webp,audio/mpeg}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;
