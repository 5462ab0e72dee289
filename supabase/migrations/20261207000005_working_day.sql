set local check_function_bodies = off;

CREATE TYPE "public"."order_draft_state" AS ENUM ('open', 'paid', 'expired', 'cancelled');

ALTER TYPE "public"."order_draft_state" OWNER TO "postgres";

CREATE TYPE "public"."owner_alert_kind" AS ENUM ('payment', 'rights', 'security', 'export');

ALTER TYPE "public"."owner_alert_kind" OWNER TO "postgres";

CREATE TYPE "public"."pay_link_line" AS ("id" text, "name" text, "image" text, "options" jsonb, "translations" jsonb, "garment" text, "quantity" integer, "total" numeric);

ALTER TYPE "public"."pay_link_line" OWNER TO "postgres";

CREATE TYPE "public"."pay_link_state" AS ENUM ('open', 'paid', 'expired', 'cancelled');

ALTER TYPE "public"."pay_link_state" OWNER TO "postgres";

CREATE TYPE "public"."pay_link_view" AS ("state" public.pay_link_state, "is_draft" boolean, "number" text, "lines" public.pay_link_line[], "goods" numeric, "reduction" numeric, "delivery" numeric, "gift" numeric, "total" numeric, "received" numeric, "amount" numeric, "expires_at" timestamp with time zone, "change" numeric, "change_reason" text, "closed_payments" text[], "takes_transfer" boolean, "bank_details" text, "transfer_state" public.transfer_state, "transfer_answer" text);

ALTER TYPE "public"."pay_link_view" OWNER TO "postgres";

ALTER TYPE "public"."payment_entry_kind" ADD VALUE 'compensated' AFTER 'given_back';
