set local check_function_bodies = off;

DROP POLICY "Staff add their store's files" ON "storage"."objects";

DROP POLICY "Staff remove their store's files" ON "storage"."objects";

DROP POLICY "Staff see their store's files" ON "storage"."objects";

DROP TRIGGER "store_opens" ON "public"."settings";

ALTER TABLE "public"."brands" DROP CONSTRAINT "brands_logo_check";

ALTER TABLE "public"."brands" DROP CONSTRAINT "brands_texts";

DROP FUNCTION "private"."holds_capability"(text, text);

DROP FUNCTION "private"."seller_of"(text);

DROP FUNCTION "public"."opening_alerts_to_send"(bigint[]);

DROP FUNCTION "public"."stock_alerts_to_send"(bigint[]);

DROP FUNCTION "public"."store_readiness"(text);

CREATE TABLE "private"."capability_needs" ("capability" text NOT NULL, "needs" text NOT NULL, CONSTRAINT "capability_needs_pkey" PRIMARY KEY (capability, needs));

ALTER TABLE "private"."capability_needs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."capability_needs" OWNER TO "postgres";

CREATE TABLE "private"."staff_notifications" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "choice_id" uuid NOT NULL, "happening" text NOT NULL DEFAULT ''::text, "about_id" uuid, "note" text NOT NULL DEFAULT ''::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_notifications_happening_check" CHECK ((length(happening) <= 60)), CONSTRAINT "staff_notifications_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "staff_notifications_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."staff_notifications" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_notifications" OWNER TO "postgres";

CREATE TABLE "private"."staff_role_capabilities" ("role_id" uuid NOT NULL, "capability" text NOT NULL, CONSTRAINT "staff_role_capabilities_pkey" PRIMARY KEY (role_id, capability));

ALTER TABLE "private"."staff_role_capabilities" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_role_capabilities" OWNER TO "postgres";

CREATE TABLE "private"."staff_roles" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "key" text, "name" text NOT NULL, "translations" jsonb NOT NULL DEFAULT '{}'::jsonb, "version" integer NOT NULL DEFAULT 1, CONSTRAINT "staff_roles_key_check" CHECK ((key ~ '^[a-z_]+$'::text)), CONSTRAINT "staff_roles_key_key" UNIQUE (key), CONSTRAINT "staff_roles_name_check" CHECK (((btrim(name) <> ''::text) AND (length(name) <= 60))), CONSTRAINT "staff_roles_pkey" PRIMARY KEY (id), CONSTRAINT "staff_roles_translations_check" CHECK (private.are_translations(translations, 1000)));

ALTER TABLE "private"."staff_roles" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_roles" OWNER TO "postgres";

CREATE TABLE "public"."staff_grants" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "tenant_id" text NOT NULL, "role_id" uuid NOT NULL, "ends_on" date, "granted_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_grants_pkey" PRIMARY KEY (id), CONSTRAINT "staff_grants_user_id_tenant_id_role_id_key" UNIQUE (user_id, tenant_id, role_id), "starts_on" date NOT NULL DEFAULT (private.shop_time())::date, CONSTRAINT "staff_grants_check" CHECK ((ends_on >= starts_on)));

ALTER TABLE "public"."staff_grants" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."staff_grants" OWNER TO "postgres";

CREATE TABLE "public"."staff_notification_choices" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "user_id" uuid NOT NULL, "channel" public.notification_channel NOT NULL DEFAULT 'email'::public.notification_channel, "each_morning" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_notification_choices_channel_check" CHECK ((channel <> 'sms'::public.notification_channel)), CONSTRAINT "staff_notification_choices_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."staff_notification_choices" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."staff_notification_choices" OWNER TO "postgres";

ALTER TABLE "public"."brands" ADD COLUMN "logo_dark" text;

ALTER TABLE "public"."brands" ADD COLUMN "icon" text;

ALTER TABLE "public"."brands" ADD COLUMN "hides_name" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."brands" ADD COLUMN "mail_sender" text;

ALTER TABLE "public"."brands" ADD COLUMN "mail_reply_to" text;

ALTER TABLE "public"."brands" ADD COLUMN "mail_signature" text;

ALTER TABLE "public"."brands" ADD COLUMN "order_prefix" text;

ALTER TABLE "public"."brands" ADD COLUMN "hero_picture" text;

ALTER TABLE "public"."brands" ADD COLUMN "hero_films" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."brands" ADD COLUMN "story_picture" text;

ALTER TABLE "public"."brands" ADD COLUMN "hero_picture_alt" text;

ALTER TABLE "public"."brands" ADD COLUMN "story_picture_alt" text;

ALTER TABLE "public"."brands" ADD COLUMN "all_categories_text" text;

ALTER TABLE "public"."brands" ADD COLUMN "visit_title" text;

ALTER TABLE "public"."brands" ADD COLUMN "visit_text" text;

ALTER TABLE "public"."store_doors" ADD COLUMN "address_checked_at" timestamp with time zone;

ALTER TABLE "public"."store_doors" ADD COLUMN "address_problem" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."store_doors" ADD COLUMN "mail_checked_at" timestamp with time zone;

ALTER TABLE "public"."store_doors" ADD COLUMN "mail_problem" text NOT NULL DEFAULT ''::text;

CREATE TYPE "public"."readiness_level" AS ENUM ('missing', 'contradicts', 'demo', 'recommended');

CREATE TYPE "private"."readiness" AS ("item" text, "level" public.readiness_level, "is_ready" boolean, "names" text[], "amount" bigint);

ALTER TYPE "private"."readiness" OWNER TO "postgres";

ALTER TYPE "public"."readiness_level" OWNER TO "postgres";

CREATE TYPE "public"."staff_topic" AS ENUM ('new_order', 'problem', 'low_stock', 'failed_job');

ALTER TABLE "public"."staff_notification_choices" ADD COLUMN "topic" public.staff_topic NOT NULL;

ALTER TYPE "public"."staff_topic" OWNER TO "postgres";

CREATE TYPE "public"."store_check" AS ENUM ('addresses', 'mail');

ALTER TYPE "public"."store_check" OWNER TO "postgres";

ALTER TYPE "public"."store_state" ADD VALUE 'gone' AFTER 'resting';
