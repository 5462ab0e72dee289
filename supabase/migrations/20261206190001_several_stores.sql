set local check_function_bodies = off;

DROP POLICY "Staff read what was changed in their store" ON "public"."audit_log";

DROP POLICY "Staff change their own views" ON "public"."saved_views";

DROP POLICY "Staff delete their own views" ON "public"."saved_views";

DROP POLICY "Staff read their own views" ON "public"."saved_views";

DROP POLICY "Staff save views for themselves" ON "public"."saved_views";

DROP POLICY "Super admins read who has which role in their store" ON "public"."staff_grants";

DROP POLICY "Super admins see who of their store rules every store" ON "public"."user_roles";

DROP TRIGGER "audited" ON "public"."order_events";

DROP VIEW "private"."held_capabilities";

ALTER TABLE "public"."saved_views" DROP CONSTRAINT "saved_views_user_id_tenant_id_page_name_key";

ALTER TABLE "public"."staff_grants" DROP CONSTRAINT "staff_grants_user_id_tenant_id_role_id_key";

ALTER TABLE "public"."staff_notification_choices" DROP CONSTRAINT "staff_notification_choices_user_id_tenant_id_fkey";

DROP FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]);

DROP FUNCTION "private"."marked_customers"(text, text, boolean);

DROP FUNCTION "private"."orders_by_phone"(text, text, integer);

DROP FUNCTION "private"."people_by_phone"(text, text);

DROP FUNCTION "private"."require_all_capabilities"(text, text[]);

DROP FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text);

DROP FUNCTION "private"."waiting_figures"(text, integer);

DROP FUNCTION "private"."wanted_customers"(text, text, uuid[], uuid[], uuid[]);

DROP FUNCTION "public"."customers_after"(text, text, text, boolean, uuid, integer);

DROP FUNCTION "public"."find_by_phone"(text, text, integer);

DROP FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date);

DROP FUNCTION "public"."list_capabilities"(text);

DROP FUNCTION "public"."list_customers"(text, text, text, integer, integer, text, boolean);

DROP FUNCTION "public"."list_staff_rights"(text);

DROP FUNCTION "public"."list_staff_roles"(text);

DROP FUNCTION "public"."order_queue_counts"(text);

DROP FUNCTION "public"."report_variants"(text, date, date, integer);

DROP FUNCTION "public"."revoke_staff_role"(uuid, text, uuid);

DROP FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer, uuid);

DROP FUNCTION "public"."send_contact_message"(text, text, text, text, text, text);

DROP FUNCTION "public"."unconfirmed_people"(text, uuid[]);

CREATE TABLE "private"."ceiling_uses" ("about_id" uuid NOT NULL, "tenant_id" text NOT NULL, "user_id" uuid NOT NULL, "capability" text NOT NULL, "amount" numeric(12,2) NOT NULL, CONSTRAINT "ceiling_uses_amount_check" CHECK ((amount >= (0)::numeric)), CONSTRAINT "ceiling_uses_pkey" PRIMARY KEY (about_id), "day" date NOT NULL DEFAULT (private.shop_time())::date);

ALTER TABLE "private"."ceiling_uses" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."ceiling_uses" OWNER TO "postgres";

CREATE TABLE "private"."limited_capabilities" ("capability" text NOT NULL, "unit" text NOT NULL, CONSTRAINT "limited_capabilities_pkey" PRIMARY KEY (capability), CONSTRAINT "limited_capabilities_unit_check" CHECK ((unit = ANY (ARRAY['pounds_a_day'::text, 'percent'::text]))));

ALTER TABLE "private"."limited_capabilities" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."limited_capabilities" OWNER TO "postgres";

CREATE TABLE "private"."morning_mails" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "hour" smallint NOT NULL, "next_at" timestamp with time zone NOT NULL, "queued_on" date, CONSTRAINT "morning_mails_hour_check" CHECK (((hour >= 4) AND (hour <= 12))), CONSTRAINT "morning_mails_pkey" PRIMARY KEY (id), CONSTRAINT "morning_mails_user_id_key" UNIQUE (user_id));

ALTER TABLE "private"."morning_mails" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."morning_mails" OWNER TO "postgres";

CREATE TABLE "private"."prices_before" ("user_id" uuid NOT NULL, "about_id" uuid NOT NULL, "tenant_id" text NOT NULL, "price" numeric(12,2) NOT NULL, CONSTRAINT "prices_before_pkey" PRIMARY KEY (user_id, about_id), "day" date NOT NULL DEFAULT (private.shop_time())::date);

ALTER TABLE "private"."prices_before" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."prices_before" OWNER TO "postgres";

CREATE TABLE "private"."staff_invitation_grants" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "invitation_id" uuid NOT NULL, "tenant_id" text, "role_id" uuid NOT NULL, "starts_on" date NOT NULL, "ends_on" date, CONSTRAINT "staff_invitation_grants_check" CHECK ((ends_on >= starts_on)), CONSTRAINT "staff_invitation_grants_invitation_id_tenant_id_role_id_key" UNIQUE NULLS NOT DISTINCT (invitation_id, tenant_id, role_id), CONSTRAINT "staff_invitation_grants_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."staff_invitation_grants" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_invitation_grants" OWNER TO "postgres";

CREATE TABLE "private"."staff_invitations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "token_hash" text NOT NULL, "email" text NOT NULL, "language" text NOT NULL, "invited_by" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "expires_at" timestamp with time zone NOT NULL DEFAULT (now() + '72:00:00'::interval), "revoked_at" timestamp with time zone, "accepted_at" timestamp with time zone, "claimed_by" uuid, "claimed_at" timestamp with time zone, CONSTRAINT "staff_invitations_check1" CHECK (((revoked_at IS NULL) OR (accepted_at IS NULL))), CONSTRAINT "staff_invitations_check" CHECK (((claimed_by IS NULL) = (claimed_at IS NULL))), CONSTRAINT "staff_invitations_email_check" CHECK (((email = lower(email)) AND (length(email) <= 255))), CONSTRAINT "staff_invitations_language_check" CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "staff_invitations_pkey" PRIMARY KEY (id), CONSTRAINT "staff_invitations_token_hash_check" CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "staff_invitations_token_hash_key" UNIQUE (token_hash));

ALTER TABLE "private"."staff_invitations" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_invitations" OWNER TO "postgres";

CREATE TABLE "public"."approval_requests" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "arguments" jsonb NOT NULL, "capability" text NOT NULL, "needed" numeric(12,2) NOT NULL, "facts" jsonb NOT NULL, "basis" jsonb NOT NULL, "order_id" uuid, "customer_id" uuid, "product_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[], "note" text NOT NULL DEFAULT ''::text, "asked_by" uuid NOT NULL, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "ended_because" text, "word" text NOT NULL DEFAULT ''::text, "decided_by" uuid, "decided_at" timestamp with time zone, "seen_at" timestamp with time zone, CONSTRAINT "approval_requests_ended_because_check" CHECK ((ended_because = ANY (ARRAY['changed'::text, 'order_cancelled'::text, 'product_deleted'::text, 'expired'::text]))), CONSTRAINT "approval_requests_note_check" CHECK ((length(note) <= 1000)), CONSTRAINT "approval_requests_pkey" PRIMARY KEY (id), CONSTRAINT "approval_requests_word_check" CHECK ((length(word) <= 1000)));

ALTER TABLE "public"."approval_requests" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."approval_requests" OWNER TO "postgres";

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

CREATE TABLE "public"."staff_members" ("user_id" uuid NOT NULL, "name" text NOT NULL DEFAULT ''::text, "office_language" text NOT NULL DEFAULT 'en'::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_members_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "staff_members_office_language_check" CHECK ((office_language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "staff_members_pkey" PRIMARY KEY (user_id));

ALTER TABLE "public"."staff_members" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."staff_members" OWNER TO "postgres";

CREATE TABLE "public"."variant_costs" ("variant_id" uuid NOT NULL, "tenant_id" text NOT NULL, "cost" numeric(12,2) NOT NULL, CONSTRAINT "variant_costs_cost_check" CHECK (((cost >= (0)::numeric) AND (cost <= (10000000)::numeric))), CONSTRAINT "variant_costs_pkey" PRIMARY KEY (variant_id));

ALTER TABLE "public"."variant_costs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."variant_costs" OWNER TO "postgres";

ALTER TABLE "private"."staff_role_capabilities" ADD COLUMN "ceiling" numeric(12,2);

ALTER TABLE "private"."staff_roles" ADD COLUMN "needs_second_factor" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."conversations" ADD COLUMN "language" text;

ALTER TABLE "public"."staff_settings" ADD COLUMN "staff_need_second_factor" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."staff_settings" ADD COLUMN "second_step_hours" integer NOT NULL DEFAULT 12;

ALTER TABLE "public"."saved_views" ALTER COLUMN "tenant_id" DROP NOT NULL;

ALTER TABLE "public"."staff_grants" ALTER COLUMN "tenant_id" DROP NOT NULL;

CREATE TYPE "private"."approval_subject" AS ("tenant_id" text, "order_id" uuid, "customer_id" uuid, "product_ids" uuid[]);

ALTER TYPE "private"."approval_subject" OWNER TO "postgres";

CREATE TYPE "private"."copied_part" AS ("tenant_id" text, "key" text, "position" integer, "now" jsonb, "becomes" jsonb);

ALTER TYPE "private"."copied_part" OWNER TO "postgres";

CREATE TYPE "private"."morning_entry" AS ("tenant_id" text, "subject_id" uuid, "part_id" uuid, "amount" numeric, "happened_at" timestamp with time zone);

ALTER TYPE "private"."morning_entry" OWNER TO "postgres";

CREATE TYPE "public"."approval_act" AS ENUM ('refund_order', 'send_refund', 'adjust_store_credit', 'place_order_for', 'change_products', 'save_product_variants');

ALTER TABLE "public"."approval_requests" ADD COLUMN "act" public.approval_act NOT NULL;

ALTER TYPE "public"."approval_act" OWNER TO "postgres";

CREATE TYPE "public"."approval_state" AS ENUM ('pending', 'approved', 'refused', 'ended');

ALTER TABLE "public"."approval_requests" ADD COLUMN "state" public.approval_state NOT NULL DEFAULT 'pending'::public.approval_state;

ALTER TYPE "public"."approval_state" OWNER TO "postgres";

CREATE TYPE "public"."copied_kind" AS ENUM ('policies', 'questions', 'zones', 'delivery_fees', 'cash_rules', 'messages');

ALTER TYPE "public"."copied_kind" OWNER TO "postgres";

CREATE TYPE "public"."meant_for_me" AS ("tenant_id" text, "kind" text, "order_id" uuid, "conversation_id" uuid, "about" text, "note" text, "from_name" text, "at" timestamp with time zone, "is_seen" boolean);

ALTER TYPE "public"."meant_for_me" OWNER TO "postgres";

CREATE TYPE "public"."morning_figure" AS ENUM ('sold', 'orders_placed', 'payments_received', 'returns_received', 'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm', 'to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender', 'orders_late', 'shipments_quiet', 'messages_late', 'ran_out', 'running_out', 'sold_out', 'messages_waiting', 'reviews_waiting', 'returns_waiting');

CREATE TYPE "private"."permitted_figure" AS ("figure" public.morning_figure, "tenant_ids" text[]);

ALTER TYPE "private"."permitted_figure" OWNER TO "postgres";

ALTER TYPE "public"."morning_figure" OWNER TO "postgres";

CREATE TYPE "public"."morning_subject" AS ENUM ('order', 'product', 'conversation', 'review');

ALTER TYPE "public"."morning_subject" OWNER TO "postgres";

CREATE TYPE "public"."renewed_invitation" AS ("email" text, "language" text, "stores" text[], "all_stores" boolean);

ALTER TYPE "public"."renewed_invitation" OWNER TO "postgres";

CREATE TYPE "public"."staff_invitation_state" AS ENUM ('open', 'claimed', 'accepted', 'revoked', 'expired', 'unknown');

CREATE TYPE "public"."staff_claim" AS ("state" public.staff_invitation_state, "email" text, "user_id" uuid);

ALTER TYPE "public"."staff_claim" OWNER TO "postgres";

ALTER TYPE "public"."staff_invitation_state" OWNER TO "postgres";

CREATE TYPE "public"."staff_invitation" AS ("state" public.staff_invitation_state, "email" text, "stores" text[], "all_stores" boolean, "has_account" boolean, "expires_at" timestamp with time zone);

ALTER TYPE "public"."staff_invitation" OWNER TO "postgres";

ALTER TYPE "public"."staff_topic" ADD VALUE 'for_me' AFTER 'failed_job';
