set local check_function_bodies = off;

DROP TRIGGER "cancelled_replacements" ON "public"."orders";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_returns";

DROP FUNCTION "private"."carrier_task"(public.carrier_bookings, text);

DROP FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms);

DROP FUNCTION "private"."replacements_cancelled"();

DROP FUNCTION "public"."carrier_tasks"(bigint[]);

DROP FUNCTION "public"."line_aftercare"(uuid);

ALTER TABLE "public"."carrier_bookings" ADD COLUMN "collects" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."orders" ADD COLUMN "is_exchange" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."return_lines" ADD COLUMN "exchange_value" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."returns" ADD COLUMN "exchange_used" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."settings" ADD COLUMN "exchanges" text GENERATED ALWAYS AS (COALESCE((returns ->> 'exchanges'::text), 'none'::text)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "exchange_delivery" text GENERATED ALWAYS AS (COALESCE((returns ->> 'exchangeDelivery'::text), 'customer'::text)) STORED NOT NULL;

CREATE TYPE "private"."wanted_exchange" AS ("pieces" private.piece_count[], "worths" numeric[], "lines" private.priced_line[], "shares" private.line_share[], "goods" bigint, "discount" bigint, "fee" bigint, "worth" bigint, "rate" private.shipping_rate, "cash" private.cash_terms);

ALTER TYPE "private"."wanted_exchange" OWNER TO "postgres";

ALTER TYPE "public"."payment_entry_kind" ADD VALUE 'exchange_used' AFTER 'given_back';
