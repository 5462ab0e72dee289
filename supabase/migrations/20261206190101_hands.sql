set local check_function_bodies = off;

DROP POLICY "Staff read who works on their store's orders" ON "public"."assignments";

ALTER TABLE "public"."assignments" DROP CONSTRAINT "assignments_one_thing";

DROP FUNCTION "private"."end_old_approval_requests"(text);

DROP FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb);

DROP FUNCTION "private"."staff_topic_capability"(public.staff_topic);

DROP FUNCTION "public"."list_approval_requests"(text[]);

DROP FUNCTION "public"."my_capabilities"(text);

CREATE TABLE "private"."owner_alerts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "audit_id" bigint NOT NULL, "user_id" uuid NOT NULL, "actor_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "sent_at" timestamp with time zone, CONSTRAINT "owner_alerts_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."owner_alerts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."owner_alerts" OWNER TO "postgres";

ALTER TABLE "private"."product_change_entries" ADD COLUMN "awaits_approval" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."assignments" ADD COLUMN "return_id" uuid;

ALTER TABLE "public"."assignments" ADD COLUMN "approval_request_id" uuid;

ALTER TYPE "public"."approval_act" ADD VALUE 'import_products' AFTER 'save_product_variants';
