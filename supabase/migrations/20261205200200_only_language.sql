ALTER TABLE "public"."brands" ADD COLUMN "only_language" text;

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_only_language_check" CHECK ((only_language = ANY (ARRAY['en'::text, 'ar'::text])));

REVOKE ALL ("only_language") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("only_language") ON TABLE "public"."brands" TO "authenticated";
