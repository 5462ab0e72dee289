set local check_function_bodies = off;

CREATE TYPE "public"."call_outcome" AS ENUM ('confirmed', 'no_answer', 'later', 'wrong_number', 'cancelled');

ALTER TABLE "public"."order_calls" ADD COLUMN "outcome" public.call_outcome NOT NULL;

ALTER TYPE "public"."call_outcome" OWNER TO "postgres";

CREATE TYPE "public"."call_wait" AS ENUM ('one_hour', 'two_hours', 'four_hours', 'evening', 'next_day');

ALTER TYPE "public"."call_wait" OWNER TO "postgres";

CREATE TYPE "public"."calls_ending" AS ENUM ('cancel', 'message');

ALTER TABLE "public"."staff_settings" ADD COLUMN "calls_ending" public.calls_ending NOT NULL DEFAULT 'message'::public.calls_ending;

ALTER TYPE "public"."calls_ending" OWNER TO "postgres";

CREATE TYPE "public"."claim_state" AS ENUM ('open', 'paid', 'refused');

ALTER TABLE "public"."carrier_claims" ADD COLUMN "state" public.claim_state NOT NULL DEFAULT 'open'::public.claim_state;

ALTER TYPE "public"."claim_state" OWNER TO "postgres";

CREATE TYPE "public"."claimed_call" AS ("tenant_id" text, "order_id" uuid, "unanswered" integer, "is_last_try" boolean, "waiting" integer, "next_due_at" timestamp with time zone);

ALTER TYPE "public"."claimed_call" OWNER TO "postgres";

CREATE TYPE "public"."import_kind" AS ENUM ('orders', 'customers');

ALTER TABLE "public"."store_imports" ADD COLUMN "kind" public.import_kind NOT NULL;

ALTER TYPE "public"."import_kind" OWNER TO "postgres";

CREATE TYPE "public"."import_source" AS ENUM ('shopify', 'woocommerce', 'other');

ALTER TABLE "public"."imported_customers" ADD COLUMN "source" public.import_source NOT NULL;

ALTER TABLE "public"."imported_orders" ADD COLUMN "source" public.import_source NOT NULL;

ALTER TABLE "public"."orders" ADD COLUMN "imported_from" public.import_source;

ALTER TABLE "public"."store_imports" ADD COLUMN "source" public.import_source NOT NULL;

ALTER TYPE "public"."import_source" OWNER TO "postgres";

CREATE TYPE "public"."imported_record" AS ("row" integer, "number" text, "outcome" public.import_outcome, "refusal" jsonb, "holes" jsonb);

ALTER TYPE "public"."imported_record" OWNER TO "postgres";

CREATE TYPE "public"."marketing_consent" AS ENUM ('given', 'refused', 'unknown');

ALTER TABLE "public"."imported_customers" ADD COLUMN "email_consent" public.marketing_consent NOT NULL DEFAULT 'unknown'::public.marketing_consent;

ALTER TABLE "public"."imported_customers" ADD COLUMN "sms_consent" public.marketing_consent NOT NULL DEFAULT 'unknown'::public.marketing_consent;

ALTER TYPE "public"."marketing_consent" OWNER TO "postgres";

CREATE TYPE "public"."money_place" AS ENUM ('carrier', 'bank', 'till', 'provider', 'credit');

ALTER TABLE "public"."day_close_lines" ADD COLUMN "place" public.money_place NOT NULL;

CREATE TYPE "private"."placed_money" AS ("tenant_id" text, "place" public.money_place, "name" text, "method" text, "came" numeric, "went" numeric, "fees" numeric);

ALTER TYPE "private"."placed_money" OWNER TO "postgres";

CREATE TYPE "public"."day_money" AS ("tenant_id" text, "place" public.money_place, "name" text, "method" text, "came" numeric, "went" numeric, "fees" numeric, "held" numeric, "expected" numeric, "counted" numeric, "note" text);

ALTER TYPE "public"."day_money" OWNER TO "postgres";

ALTER TYPE "public"."money_place" OWNER TO "postgres";

ALTER TYPE "public"."morning_figure" ADD VALUE 'claims_overdue' AFTER 'returns_waiting';
