set local check_function_bodies = off;

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_adds_up";

DROP FUNCTION "private"."require_photos"(text, text[]);

CREATE TABLE "private"."pay_link_tokens" ("token_hash" bytea NOT NULL, "tenant_id" text NOT NULL, "pay_link_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "pay_link_tokens_pkey" PRIMARY KEY (token_hash));

ALTER TABLE "private"."pay_link_tokens" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."pay_link_tokens" OWNER TO "postgres";

CREATE TABLE "public"."order_drafts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "document" jsonb NOT NULL, "prices" jsonb NOT NULL, "user_id" uuid, "customer_name" text NOT NULL DEFAULT ''::text, "customer_email" text NOT NULL DEFAULT ''::text, "phone" text NOT NULL DEFAULT ''::text, "total" numeric(12,2) NOT NULL, "pieces" integer NOT NULL, "expires_at" timestamp with time zone NOT NULL, "order_id" uuid, "paid_at" timestamp with time zone, "cancelled_at" timestamp with time zone, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_drafts_customer_email_check" CHECK ((length(customer_email) <= 320)), CONSTRAINT "order_drafts_customer_name_check" CHECK ((length(customer_name) <= 120)), CONSTRAINT "order_drafts_document_check" CHECK ((jsonb_typeof(document) = 'object'::text)), CONSTRAINT "order_drafts_one_end" CHECK (((paid_at IS NULL) OR (cancelled_at IS NULL))), CONSTRAINT "order_drafts_phone_check" CHECK ((length(phone) <= 40)), CONSTRAINT "order_drafts_pieces_check" CHECK ((pieces > 0)), CONSTRAINT "order_drafts_pkey" PRIMARY KEY (id), CONSTRAINT "order_drafts_prices_check" CHECK ((jsonb_typeof(prices) = 'object'::text)), CONSTRAINT "order_drafts_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "order_drafts_total_check" CHECK ((total >= (0)::numeric)));

ALTER TABLE "public"."order_drafts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_drafts" OWNER TO "postgres";

CREATE TABLE "public"."pay_link_messages" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "pay_link_id" uuid NOT NULL, "channel" public.notification_channel, "recipient" text NOT NULL DEFAULT ''::text, "language" text, "sent_at" timestamp with time zone, "failed_at" timestamp with time zone, "error" text NOT NULL DEFAULT ''::text, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "pay_link_messages_error_check" CHECK ((length(error) <= 200)), CONSTRAINT "pay_link_messages_language_check" CHECK ((length(language) <= 10)), CONSTRAINT "pay_link_messages_pkey" PRIMARY KEY (id), CONSTRAINT "pay_link_messages_recipient_check" CHECK ((length(recipient) <= 320)), CONSTRAINT "pay_link_messages_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."pay_link_messages" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."pay_link_messages" OWNER TO "postgres";

CREATE TABLE "public"."pay_links" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "order_id" uuid, "draft_id" uuid, "part" numeric(12,2), "received_before" numeric(12,2) NOT NULL DEFAULT 0, "expires_at" timestamp with time zone NOT NULL, "paid_at" timestamp with time zone, "cancelled_at" timestamp with time zone, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "pay_links_for_one" CHECK (((order_id IS NULL) <> (draft_id IS NULL))), CONSTRAINT "pay_links_one_end" CHECK (((paid_at IS NULL) OR (cancelled_at IS NULL))), CONSTRAINT "pay_links_part_check" CHECK ((part > (0)::numeric)), CONSTRAINT "pay_links_pkey" PRIMARY KEY (id), CONSTRAINT "pay_links_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."pay_links" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."pay_links" OWNER TO "postgres";

ALTER TABLE "public"."order_edit_staff_facts" ADD COLUMN "agreed_how" text;

ALTER TABLE "public"."order_edit_staff_facts" ADD COLUMN "agreed_with" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."order_edit_staff_facts" ADD COLUMN "agreed_at" timestamp with time zone;

ALTER TABLE "public"."orders" ADD COLUMN "gift_total" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders" ADD COLUMN "gift_credited" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders" ADD COLUMN "gift_wrapped" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."orders" ADD COLUMN "gift_message" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."orders" ADD COLUMN "hides_prices" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."settings" ADD COLUMN "gifts" jsonb NOT NULL DEFAULT '{"text": "", "price": 0, "enabled": false}'::jsonb;

ALTER TABLE "public"."staff_settings" ADD COLUMN "pay_link_hours" integer NOT NULL DEFAULT 24;

CREATE TYPE "public"."order_draft_state" AS ENUM ('open', 'paid', 'expired', 'cancelled');

ALTER TYPE "public"."order_draft_state" OWNER TO "postgres";

CREATE TYPE "public"."pay_link_line" AS ("id" text, "name" text, "image" text, "options" jsonb, "translations" jsonb, "garment" text, "quantity" integer, "total" numeric);

ALTER TYPE "public"."pay_link_line" OWNER TO "postgres";

CREATE TYPE "public"."pay_link_state" AS ENUM ('open', 'paid', 'expired', 'cancelled');

ALTER TYPE "public"."pay_link_state" OWNER TO "postgres";

CREATE TYPE "public"."pay_link_view" AS ("state" public.pay_link_state, "is_draft" boolean, "number" text, "lines" public.pay_link_line[], "goods" numeric, "reduction" numeric, "delivery" numeric, "gift" numeric, "total" numeric, "received" numeric, "amount" numeric, "expires_at" timestamp with time zone, "change" numeric, "change_reason" text, "closed_payments" text[], "takes_transfer" boolean, "bank_details" text, "transfer_state" public.transfer_state, "transfer_answer" text);

ALTER TYPE "public"."pay_link_view" OWNER TO "postgres";

ALTER TYPE "public"."refund_line_kind" ADD VALUE 'gift' AFTER 'goodwill';
