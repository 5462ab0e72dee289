set local check_function_bodies = off;

ALTER TABLE "public"."day_close_acts" ADD COLUMN "kind" public.payment_entry_kind NOT NULL;

CREATE TYPE "private"."booked_money" AS ("tenant_id" text, "actor_id" uuid, "kind" public.payment_entry_kind, "entries" bigint, "amount" numeric);

ALTER TYPE "private"."booked_money" OWNER TO "postgres";

ALTER TYPE "public"."refund_line_kind" ADD VALUE 'gift' AFTER 'goodwill';
