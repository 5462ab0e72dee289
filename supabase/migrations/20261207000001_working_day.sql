set local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."keeps_unpaid_goods"(public.payment_status, public.order_status) FROM "authenticated";

REVOKE ALL ON TABLE "public"."order_notifications" FROM "authenticated";

DROP POLICY "Staff read their customers' addresses" ON "public"."addresses";

DROP POLICY "Staff read who works on their store's orders" ON "public"."assignments";

DROP POLICY "Staff read what was changed in their store" ON "public"."audit_log";

DROP POLICY "Staff read who stopped their store's messages" ON "public"."notification_opt_outs";

DROP TRIGGER "cancelled_replacements" ON "public"."orders";

DROP TRIGGER "orders_invoiced_at_once" ON "public"."orders";

DROP TRIGGER "orders_placed" ON "public"."orders";

DROP TRIGGER "orders_renamed" ON "public"."orders";

DROP TRIGGER "orders_sale_noted" ON "public"."orders";

DROP TRIGGER "mailed_move" ON "public"."shipments";

DROP INDEX "public"."order_staff_facts_of_store";

DROP INDEX "public"."variant_costs_of_store";

ALTER TABLE "public"."assignments" DROP CONSTRAINT "assignments_one_thing";

ALTER TABLE "public"."invoices" DROP CONSTRAINT "invoices_buyer_check";

ALTER TABLE "public"."order_edits" DROP CONSTRAINT "order_edits_changes_form";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_adds_up";

ALTER TABLE "public"."return_lines" DROP CONSTRAINT "return_lines_pkey";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_returns";

DROP FUNCTION "private"."ask_to_confirm"(public.orders);

DROP FUNCTION "private"."buyer_of"(public.orders);

DROP FUNCTION "private"."carrier_task"(public.carrier_bookings, text);

DROP FUNCTION "private"."end_old_approval_requests"(text);

DROP FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms);

DROP FUNCTION "private"."order_search_text"(public.orders);

DROP FUNCTION "private"."phone_condition"(text, text);

DROP FUNCTION "private"."replacements_cancelled"();

DROP FUNCTION "private"."require_photos"(text, text[]);

DROP FUNCTION "private"."restore_grid"(uuid, jsonb, jsonb);

DROP FUNCTION "private"."staff_topic_capability"(public.staff_topic);

DROP FUNCTION "public"."carrier_cash"(text);

DROP FUNCTION "public"."carrier_tasks"(bigint[]);

DROP FUNCTION "public"."line_aftercare"(uuid);

DROP FUNCTION "public"."list_approval_requests"(text[]);

DROP FUNCTION "public"."my_capabilities"(text);

CREATE TABLE "private"."call_claims" ("order_id" uuid NOT NULL, "tenant_id" text NOT NULL, "claimed_by" uuid NOT NULL, "claimed_until" timestamp with time zone NOT NULL, CONSTRAINT "call_claims_pkey" PRIMARY KEY (order_id));

ALTER TABLE "private"."call_claims" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."call_claims" OWNER TO "postgres";

CREATE TABLE "private"."owner_alerts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "audit_id" bigint NOT NULL, "user_id" uuid NOT NULL, "actor_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "sent_at" timestamp with time zone, CONSTRAINT "owner_alerts_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."owner_alerts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."owner_alerts" OWNER TO "postgres";

CREATE TABLE "private"."pay_link_tokens" ("token_hash" bytea NOT NULL, "tenant_id" text NOT NULL, "pay_link_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "pay_link_tokens_pkey" PRIMARY KEY (token_hash));

ALTER TABLE "private"."pay_link_tokens" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."pay_link_tokens" OWNER TO "postgres";

CREATE TABLE "public"."carrier_claims" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "shipment_id" uuid NOT NULL, "amount" numeric(12,2) NOT NULL, "received" numeric(12,2), "reference" text NOT NULL DEFAULT ''::text, "note" text NOT NULL DEFAULT ''::text, "claimed_at" timestamp with time zone, "answered_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "carrier_claims_amount_check" CHECK ((amount > (0)::numeric)), CONSTRAINT "carrier_claims_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "carrier_claims_pkey" PRIMARY KEY (id), CONSTRAINT "carrier_claims_received_check" CHECK ((received > (0)::numeric)), CONSTRAINT "carrier_claims_reference_check" CHECK ((length(reference) <= 200)), CONSTRAINT "carrier_claims_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "carrier_claims_tenant_id_shipment_id_key" UNIQUE (tenant_id, shipment_id), "due_on" date NOT NULL DEFAULT ((private.shop_time())::date + 14));

ALTER TABLE "public"."carrier_claims" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."carrier_claims" OWNER TO "postgres";

CREATE TABLE "public"."day_close_acts" ("tenant_id" text NOT NULL, "day" date NOT NULL, "actor_id" uuid NOT NULL, "entries" integer NOT NULL, "amount" numeric(14,2) NOT NULL);

ALTER TABLE "public"."day_close_acts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."day_close_acts" OWNER TO "postgres";

CREATE TABLE "public"."day_close_lines" ("tenant_id" text NOT NULL, "day" date NOT NULL, "name" text NOT NULL, "method" text NOT NULL, "came" numeric(14,2) NOT NULL, "went" numeric(14,2) NOT NULL, "fees" numeric(14,2) NOT NULL, "held" numeric(14,2), "expected" numeric(14,2) NOT NULL, "counted" numeric(14,2), "note" text NOT NULL DEFAULT ''::text, CONSTRAINT "day_close_lines_explain_differences" CHECK (((counted = expected) OR (counted IS NULL) OR (note <> ''::text))), CONSTRAINT "day_close_lines_method_check" CHECK ((length(method) <= 31)), CONSTRAINT "day_close_lines_name_check" CHECK ((length(name) <= 80)), CONSTRAINT "day_close_lines_note_check" CHECK ((length(note) <= 500)));

ALTER TABLE "public"."day_close_lines" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."day_close_lines" OWNER TO "postgres";

CREATE TABLE "public"."day_closes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "day" date NOT NULL, "closed_by" uuid, "closed_at" timestamp with time zone NOT NULL DEFAULT now(), "is_opening" boolean NOT NULL DEFAULT false, "statement_differences" integer NOT NULL DEFAULT 0, "payment_differences" integer NOT NULL DEFAULT 0, "note" text NOT NULL DEFAULT ''::text, CONSTRAINT "day_closes_id_key" UNIQUE (id), CONSTRAINT "day_closes_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "day_closes_payment_differences_check" CHECK ((payment_differences >= 0)), CONSTRAINT "day_closes_pkey" PRIMARY KEY (tenant_id, day), CONSTRAINT "day_closes_statement_differences_check" CHECK ((statement_differences >= 0)));

ALTER TABLE "public"."day_closes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."day_closes" OWNER TO "postgres";

CREATE TABLE "public"."handover_scans" ("shipment_id" uuid NOT NULL, "tenant_id" text NOT NULL, "carrier_name" text NOT NULL DEFAULT ''::text, "scanned_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "handover_scans_carrier_name_check" CHECK ((length(carrier_name) <= 80)), CONSTRAINT "handover_scans_pkey" PRIMARY KEY (shipment_id), CONSTRAINT "handover_scans_tenant_id_shipment_id_key" UNIQUE (tenant_id, shipment_id), "scanned_by" uuid NOT NULL DEFAULT auth.uid());

ALTER TABLE "public"."handover_scans" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."handover_scans" OWNER TO "postgres";

CREATE TABLE "public"."imported_customers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "import_id" uuid NOT NULL, "user_id" uuid, "name" text NOT NULL DEFAULT ''::text, "email" text NOT NULL DEFAULT ''::text, "phone" text NOT NULL DEFAULT ''::text, "address" jsonb NOT NULL DEFAULT '{}'::jsonb, "note" text NOT NULL DEFAULT ''::text, "tags" text[] NOT NULL DEFAULT '{}'::text[], "email_consent_at" timestamp with time zone, "sms_consent_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "imported_customers_address_check" CHECK ((jsonb_typeof(address) = 'object'::text)), CONSTRAINT "imported_customers_can_be_reached" CHECK (((email <> ''::text) OR (phone <> ''::text))), CONSTRAINT "imported_customers_email_check" CHECK ((length(email) <= 320)), CONSTRAINT "imported_customers_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "imported_customers_note_check" CHECK ((length(note) <= 5000)), CONSTRAINT "imported_customers_phone_check" CHECK ((length(phone) <= 30)), CONSTRAINT "imported_customers_pkey" PRIMARY KEY (id), CONSTRAINT "imported_customers_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "imported_customers_tags_check" CHECK (private.are_texts(tags, 20, 40)));

ALTER TABLE "public"."imported_customers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."imported_customers" OWNER TO "postgres";

CREATE TABLE "public"."imported_orders" ("order_id" uuid NOT NULL, "tenant_id" text NOT NULL, "import_id" uuid NOT NULL, "old_number" text NOT NULL, CONSTRAINT "imported_orders_old_number_check" CHECK (((old_number <> ''::text) AND (length(old_number) <= 40))), CONSTRAINT "imported_orders_pkey" PRIMARY KEY (order_id), CONSTRAINT "imported_orders_tenant_id_order_id_key" UNIQUE (tenant_id, order_id));

ALTER TABLE "public"."imported_orders" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."imported_orders" OWNER TO "postgres";

CREATE TABLE "public"."message_texts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "key" text NOT NULL, "language" text NOT NULL, "body" text NOT NULL, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "message_texts_body_check" CHECK (((btrim(body) <> ''::text) AND (length(body) <= 1000))), CONSTRAINT "message_texts_key_check" CHECK ((key ~ '^[a-z][A-Za-z_]{1,60}$'::text)), CONSTRAINT "message_texts_language_check" CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))), CONSTRAINT "message_texts_pkey" PRIMARY KEY (id), CONSTRAINT "message_texts_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "message_texts_tenant_id_key_language_key" UNIQUE (tenant_id, key, language));

ALTER TABLE "public"."message_texts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."message_texts" OWNER TO "postgres";

CREATE TABLE "public"."order_calls" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "order_id" uuid NOT NULL, "called_by" uuid, "called_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "next_at" timestamp with time zone, "note" text NOT NULL DEFAULT ''::text, CONSTRAINT "order_calls_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "order_calls_pkey" PRIMARY KEY (id), CONSTRAINT "order_calls_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."order_calls" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_calls" OWNER TO "postgres";

CREATE TABLE "public"."order_drafts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "document" jsonb NOT NULL, "prices" jsonb NOT NULL, "user_id" uuid, "customer_name" text NOT NULL DEFAULT ''::text, "customer_email" text NOT NULL DEFAULT ''::text, "phone" text NOT NULL DEFAULT ''::text, "total" numeric(12,2) NOT NULL, "pieces" integer NOT NULL, "expires_at" timestamp with time zone NOT NULL, "order_id" uuid, "paid_at" timestamp with time zone, "cancelled_at" timestamp with time zone, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_drafts_customer_email_check" CHECK ((length(customer_email) <= 320)), CONSTRAINT "order_drafts_customer_name_check" CHECK ((length(customer_name) <= 120)), CONSTRAINT "order_drafts_document_check" CHECK ((jsonb_typeof(document) = 'object'::text)), CONSTRAINT "order_drafts_one_end" CHECK (((paid_at IS NULL) OR (cancelled_at IS NULL))), CONSTRAINT "order_drafts_phone_check" CHECK ((length(phone) <= 40)), CONSTRAINT "order_drafts_pieces_check" CHECK ((pieces > 0)), CONSTRAINT "order_drafts_pkey" PRIMARY KEY (id), CONSTRAINT "order_drafts_prices_check" CHECK ((jsonb_typeof(prices) = 'object'::text)), CONSTRAINT "order_drafts_tenant_id_id_key" UNIQUE (tenant_id, id), CONSTRAINT "order_drafts_total_check" CHECK ((total >= (0)::numeric)));

ALTER TABLE "public"."order_drafts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_drafts" OWNER TO "postgres";

CREATE TABLE "public"."order_tags" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "order_id" uuid NOT NULL, "tag" text NOT NULL, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_tags_pkey" PRIMARY KEY (id), CONSTRAINT "order_tags_tag_check" CHECK (((btrim(tag) = tag) AND (tag <> ''::text) AND (length(tag) <= 40))));

ALTER TABLE "public"."order_tags" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_tags" OWNER TO "postgres";

CREATE TABLE "public"."pay_link_messages" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "pay_link_id" uuid NOT NULL, "channel" public.notification_channel, "recipient" text NOT NULL DEFAULT ''::text, "language" text, "sent_at" timestamp with time zone, "failed_at" timestamp with time zone, "error" text NOT NULL DEFAULT ''::text, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "pay_link_messages_error_check" CHECK ((length(error) <= 200)), CONSTRAINT "pay_link_messages_language_check" CHECK ((length(language) <= 10)), CONSTRAINT "pay_link_messages_pkey" PRIMARY KEY (id), CONSTRAINT "pay_link_messages_recipient_check" CHECK ((length(recipient) <= 320)), CONSTRAINT "pay_link_messages_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."pay_link_messages" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."pay_link_messages" OWNER TO "postgres";

CREATE TABLE "public"."pay_links" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "order_id" uuid, "draft_id" uuid, "part" numeric(12,2), "received_before" numeric(12,2) NOT NULL DEFAULT 0, "expires_at" timestamp with time zone NOT NULL, "paid_at" timestamp with time zone, "cancelled_at" timestamp with time zone, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "pay_links_for_one" CHECK (((order_id IS NULL) <> (draft_id IS NULL))), CONSTRAINT "pay_links_one_end" CHECK (((paid_at IS NULL) OR (cancelled_at IS NULL))), CONSTRAINT "pay_links_part_check" CHECK ((part > (0)::numeric)), CONSTRAINT "pay_links_pkey" PRIMARY KEY (id), CONSTRAINT "pay_links_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."pay_links" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."pay_links" OWNER TO "postgres";

CREATE TABLE "public"."store_imports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "tenant_id" text NOT NULL, "file_name" text NOT NULL DEFAULT ''::text, "imported" integer NOT NULL DEFAULT 0, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "undone_at" timestamp with time zone, CONSTRAINT "store_imports_file_name_check" CHECK ((length(file_name) <= 200)), CONSTRAINT "store_imports_imported_check" CHECK ((imported >= 0)), CONSTRAINT "store_imports_pkey" PRIMARY KEY (id), CONSTRAINT "store_imports_tenant_id_id_key" UNIQUE (tenant_id, id));

ALTER TABLE "public"."store_imports" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."store_imports" OWNER TO "postgres";

ALTER TABLE "private"."product_change_entries" ADD COLUMN "awaits_approval" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."assignments" ADD COLUMN "return_id" uuid;

ALTER TABLE "public"."assignments" ADD COLUMN "approval_request_id" uuid;

ALTER TABLE "public"."carrier_bookings" ADD COLUMN "collects" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."order_edit_staff_facts" ADD COLUMN "agreed_how" text;

ALTER TABLE "public"."order_edit_staff_facts" ADD COLUMN "agreed_with" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."order_edit_staff_facts" ADD COLUMN "agreed_at" timestamp with time zone;

ALTER TABLE "public"."orders" ADD COLUMN "gift_total" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders" ADD COLUMN "gift_credited" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders" ADD COLUMN "gift_wrapped" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."orders" ADD COLUMN "gift_message" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."orders" ADD COLUMN "hides_prices" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."orders" ADD COLUMN "governorate" text GENERATED ALWAYS AS ((destination ->> 'governorate'::text)) STORED;

ALTER TABLE "public"."orders" ADD COLUMN "is_exchange" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."return_lines" ADD COLUMN "part" smallint NOT NULL DEFAULT 1;

ALTER TABLE "public"."return_lines" ADD COLUMN "refund_percent" smallint NOT NULL DEFAULT 100;

ALTER TABLE "public"."return_lines" ADD COLUMN "exchange_value" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."returns" ADD COLUMN "exchange_used" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."settings" ADD COLUMN "gifts" jsonb NOT NULL DEFAULT '{"text": "", "price": 0, "enabled": false}'::jsonb;

ALTER TABLE "public"."settings" ADD COLUMN "exchanges" text GENERATED ALWAYS AS (COALESCE((returns ->> 'exchanges'::text), 'none'::text)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "exchange_delivery" text GENERATED ALWAYS AS (COALESCE((returns ->> 'exchangeDelivery'::text), 'customer'::text)) STORED NOT NULL;

ALTER TABLE "public"."shipments" ADD COLUMN "split_from" uuid;

ALTER TABLE "public"."staff_settings" ADD COLUMN "pay_link_hours" integer NOT NULL DEFAULT 24;

CREATE TYPE "private"."decided_line" AS ("shipment_id" uuid, "governorate" text, "carrier" text, "product_id" uuid, "name" text, "is_refused" boolean, "fee" numeric, "worth" numeric);

ALTER TYPE "private"."decided_line" OWNER TO "postgres";

CREATE TYPE "private"."imported_line" AS ("product_id" uuid, "variant_id" uuid, "sku" text, "name" text, "image" text, "unit_price" numeric, "quantity" integer);

ALTER TYPE "private"."imported_line" OWNER TO "postgres";

CREATE TYPE "private"."imported_order" AS ("number" text, "placed_at" timestamp with time zone, "state" text, "method" public.payment_method, "subtotal" numeric, "discount" numeric, "shipping" numeric, "total" numeric, "paid" numeric, "refunded" numeric, "lines" private.imported_line[], "holes" jsonb);

ALTER TYPE "private"."imported_order" OWNER TO "postgres";

CREATE TYPE "private"."received_part" AS ("order_line_id" uuid, "part" integer, "received" integer, "condition" public.return_condition, "fate" public.return_fate, "refund_percent" integer);

ALTER TYPE "private"."received_part" OWNER TO "postgres";

CREATE TYPE "private"."refusal_figures" AS ("shipments" bigint, "refused" bigint, "rate" numeric, "fees" numeric, "worth" numeric);

ALTER TYPE "private"."refusal_figures" OWNER TO "postgres";

CREATE TYPE "private"."wanted_exchange" AS ("pieces" private.piece_count[], "worths" numeric[], "lines" private.priced_line[], "shares" private.line_share[], "goods" bigint, "discount" bigint, "fee" bigint, "worth" bigint, "rate" private.shipping_rate, "cash" private.cash_terms);

ALTER TYPE "private"."wanted_exchange" OWNER TO "postgres";

ALTER TYPE "public"."approval_act" ADD VALUE 'import_products' AFTER 'save_product_variants';
