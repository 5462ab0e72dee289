set local check_function_bodies = off;

DROP TRIGGER "audited" ON "public"."order_events";

DROP FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text);

DROP FUNCTION "public"."send_contact_message"(text, text, text, text, text, text);

CREATE TABLE "public"."assignments" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "order_id" uuid, "conversation_id" uuid, "user_id" uuid NOT NULL, "assigned_by" uuid, "assigned_at" timestamp with time zone NOT NULL DEFAULT now(), "seen_at" timestamp with time zone, CONSTRAINT "assignments_one_thing" CHECK ((num_nonnulls(order_id, conversation_id) = 1)), CONSTRAINT "assignments_pkey" PRIMARY KEY (id), CONSTRAINT "assignments_tenant_id_conversation_id_key" UNIQUE (tenant_id, conversation_id), CONSTRAINT "assignments_tenant_id_order_id_key" UNIQUE (tenant_id, order_id));

ALTER TABLE "public"."assignments" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."assignments" OWNER TO "postgres";

CREATE TABLE "public"."mentions" ("event_id" uuid NOT NULL, "tenant_id" text NOT NULL, "user_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "seen_at" timestamp with time zone, CONSTRAINT "mentions_pkey" PRIMARY KEY (event_id, tenant_id, user_id));

ALTER TABLE "public"."mentions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."mentions" OWNER TO "postgres";

CREATE TABLE "public"."message_mails" ("message_id" uuid NOT NULL, "tenant_id" text NOT NULL, "sent_at" timestamp with time zone, "failed_at" timestamp with time zone, "error" text NOT NULL DEFAULT ''::text, CONSTRAINT "message_mails_error_check" CHECK ((length(error) <= 500)), CONSTRAINT "message_mails_pkey" PRIMARY KEY (message_id, tenant_id));

ALTER TABLE "public"."message_mails" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."message_mails" OWNER TO "postgres";

CREATE TABLE "public"."saved_replies" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "title" text NOT NULL, "body" text NOT NULL, "translations" jsonb NOT NULL DEFAULT '{}'::jsonb, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "saved_replies_body_check" CHECK (((btrim(body) <> ''::text) AND (length(body) <= 4000))), CONSTRAINT "saved_replies_pkey" PRIMARY KEY (id), CONSTRAINT "saved_replies_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "saved_replies_tenant_id_title_key" UNIQUE (tenant_id, title), CONSTRAINT "saved_replies_title_check" CHECK (((btrim(title) <> ''::text) AND (length(title) <= 120))), CONSTRAINT "saved_replies_translations_check" CHECK (private.are_translations(translations, 20000)));

ALTER TABLE "public"."saved_replies" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."saved_replies" OWNER TO "postgres";

ALTER TABLE "public"."conversations" ADD COLUMN "language" text;

CREATE TYPE "public"."meant_for_me" AS ("tenant_id" text, "kind" text, "order_id" uuid, "conversation_id" uuid, "about" text, "note" text, "from_name" text, "at" timestamp with time zone, "is_seen" boolean);

ALTER TYPE "public"."meant_for_me" OWNER TO "postgres";

ALTER TYPE "public"."staff_topic" ADD VALUE 'for_me' AFTER 'failed_job';
