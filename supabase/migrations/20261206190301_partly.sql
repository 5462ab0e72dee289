set local check_function_bodies = off;

DROP TRIGGER "mailed_move" ON "public"."shipments";

ALTER TABLE "public"."return_lines" DROP CONSTRAINT "return_lines_pkey";

DROP FUNCTION "public"."carrier_cash"(text);

CREATE TABLE "public"."carrier_claims" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "shipment_id" uuid NOT NULL, "amount" numeric(12,2) NOT NULL, "received" numeric(12,2), "reference" text NOT NULL DEFAULT ''::text, "note" text NOT NULL DEFAULT ''::text, "claimed_at" timestamp with time zone, "answered_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "carrier_claims_amount_check" CHECK ((amount > (0)::numeric)), CONSTRAINT "carrier_claims_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "carrier_claims_pkey" PRIMARY KEY (id), CONSTRAINT "carrier_claims_received_check" CHECK ((received > (0)::numeric)), CONSTRAINT "carrier_claims_reference_check" CHECK ((length(reference) <= 200)), CONSTRAINT "carrier_claims_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "carrier_claims_tenant_id_shipment_id_key" UNIQUE (tenant_id, shipment_id), "due_on" date NOT NULL DEFAULT ((private.shop_time())::date + 14));

ALTER TABLE "public"."carrier_claims" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."carrier_claims" OWNER TO "postgres";

ALTER TABLE "public"."return_lines" ADD COLUMN "part" smallint NOT NULL DEFAULT 1;

ALTER TABLE "public"."return_lines" ADD COLUMN "refund_percent" smallint NOT NULL DEFAULT 100;

ALTER TABLE "public"."shipments" ADD COLUMN "split_from" uuid;

CREATE TYPE "private"."received_part" AS ("order_line_id" uuid, "part" integer, "received" integer, "condition" public.return_condition, "fate" public.return_fate, "refund_percent" integer);

ALTER TYPE "private"."received_part" OWNER TO "postgres";

CREATE TYPE "public"."claim_state" AS ENUM ('open', 'paid', 'refused');

ALTER TABLE "public"."carrier_claims" ADD COLUMN "state" public.claim_state NOT NULL DEFAULT 'open'::public.claim_state;

ALTER TYPE "public"."claim_state" OWNER TO "postgres";

ALTER TYPE "public"."morning_figure" ADD VALUE 'claims_overdue' AFTER 'returns_waiting';
