set local check_function_bodies = off;

REVOKE ALL ON TABLE "public"."messages" FROM "authenticated";

DROP POLICY "Staff read their customers' addresses" ON "public"."addresses";

DROP POLICY "Staff add their store's attributes" ON "public"."attributes";

DROP POLICY "Staff change their store's attributes" ON "public"."attributes";

DROP POLICY "Staff remove their store's attributes" ON "public"."attributes";

DROP POLICY "Staff read what was changed in their store" ON "public"."audit_log";

DROP POLICY "Staff add their store's banners" ON "public"."banners";

DROP POLICY "Staff change their store's banners" ON "public"."banners";

DROP POLICY "Staff read all banners of their store" ON "public"."banners";

DROP POLICY "Staff remove their store's banners" ON "public"."banners";

DROP POLICY "Staff read which parcels their couriers are asked to take" ON "public"."carrier_bookings";

DROP POLICY "Staff read when couriers come to their store" ON "public"."carrier_pickups";

DROP POLICY "Staff add their store's categories" ON "public"."categories";

DROP POLICY "Staff change their store's categories" ON "public"."categories";

DROP POLICY "Staff remove their store's categories" ON "public"."categories";

DROP POLICY "Staff read their store's conversations" ON "public"."conversations";

DROP POLICY "Staff begin to keep something about a customer" ON "public"."customer_records";

DROP POLICY "Staff change what they keep about customers" ON "public"."customer_records";

DROP POLICY "Staff read what they keep about customers" ON "public"."customer_records";

DROP POLICY "Staff read their store's designs" ON "public"."customizations";

DROP POLICY "Staff read how full their store's slots are" ON "public"."delivery_bookings";

DROP POLICY "Staff add their store's delivery slots" ON "public"."delivery_slots";

DROP POLICY "Staff change their store's delivery slots" ON "public"."delivery_slots";

DROP POLICY "Staff read all delivery slots of their store" ON "public"."delivery_slots";

DROP POLICY "Staff remove their store's delivery slots" ON "public"."delivery_slots";

DROP POLICY "Staff read their store's discount uses" ON "public"."discount_uses";

DROP POLICY "Staff add their store's discounts" ON "public"."discounts";

DROP POLICY "Staff change their store's discounts" ON "public"."discounts";

DROP POLICY "Staff read all discounts of their store" ON "public"."discounts";

DROP POLICY "Staff remove their store's discounts" ON "public"."discounts";

DROP POLICY "Staff add their store's questions" ON "public"."faq_questions";

DROP POLICY "Staff change their store's questions" ON "public"."faq_questions";

DROP POLICY "Staff remove their store's questions" ON "public"."faq_questions";

DROP POLICY "Staff add their store's matched columns" ON "public"."import_columns";

DROP POLICY "Staff change their store's matched columns" ON "public"."import_columns";

DROP POLICY "Staff read how their store reads files" ON "public"."import_columns";

DROP POLICY "Staff remove their store's matched columns" ON "public"."import_columns";

DROP POLICY "Staff read the lines of their store's invoices" ON "public"."invoice_lines";

DROP POLICY "Staff read their store's invoices" ON "public"."invoices";

DROP POLICY "Staff read their store's messages" ON "public"."messages";

DROP POLICY "Staff read who stopped their store's messages" ON "public"."notification_opt_outs";

DROP POLICY "Staff read who is told that their store opens" ON "public"."opening_alerts";

DROP POLICY "Staff read their store's edits of orders" ON "public"."order_edits";

DROP POLICY "Staff read what happened to their store's orders" ON "public"."order_events";

DROP POLICY "Staff read their store's order lines" ON "public"."order_lines";

DROP POLICY "Staff read which messages their store's orders caused" ON "public"."order_notifications";

DROP POLICY "Staff move their store's orders" ON "public"."orders";

DROP POLICY "Staff read their store's orders" ON "public"."orders";

DROP POLICY "Staff read what differs in reports of their store's payments" ON "public"."payment_differences";

DROP POLICY "Staff read their store's ledger" ON "public"."payment_entries";

DROP POLICY "Staff read what the provider announced of their store's payment" ON "public"."payment_events";

DROP POLICY "Staff read which reports of their store's payments were compare" ON "public"."payment_reports";

DROP POLICY "Staff read their store's payments" ON "public"."payments";

DROP POLICY "Staff read their customers' points" ON "public"."point_entries";

DROP POLICY "Staff read what their store printed" ON "public"."print_runs";

DROP POLICY "Staff read all options of their store" ON "public"."product_options";

DROP POLICY "Staff read all variants of their store" ON "public"."product_variants";

DROP POLICY "Staff add their store's products" ON "public"."products";

DROP POLICY "Staff change their store's products" ON "public"."products";

DROP POLICY "Staff read all products of their store" ON "public"."products";

DROP POLICY "Staff remove their store's products" ON "public"."products";

DROP POLICY "Staff read their store's customers" ON "public"."profiles";

DROP POLICY "Staff read the old addresses of their store" ON "public"."redirects";

DROP POLICY "Staff read what their store's refunds are for" ON "public"."refund_lines";

DROP POLICY "Staff read their store's refunds" ON "public"."refunds";

DROP POLICY "Staff read the lines of their store's returns" ON "public"."return_lines";

DROP POLICY "Staff read their store's returns" ON "public"."returns";

DROP POLICY "Staff approve, reject and answer reviews" ON "public"."reviews";

DROP POLICY "Staff read all reviews of their store" ON "public"."reviews";

DROP POLICY "Staff remove reviews of their store" ON "public"."reviews";

DROP POLICY "Staff change their own views" ON "public"."saved_views";

DROP POLICY "Staff delete their own views" ON "public"."saved_views";

DROP POLICY "Staff read their own views" ON "public"."saved_views";

DROP POLICY "Staff save views for themselves" ON "public"."saved_views";

DROP POLICY "Staff add their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff change their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff read their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff remove their store's synonyms" ON "public"."search_synonyms";

DROP POLICY "Staff add their store's settings" ON "public"."settings";

DROP POLICY "Staff change their store's settings" ON "public"."settings";

DROP POLICY "Staff read what differs in their couriers' statements" ON "public"."settlement_differences";

DROP POLICY "Staff read their store's settlements" ON "public"."settlements";

DROP POLICY "Staff read what happened to their store's parcels" ON "public"."shipment_events";

DROP POLICY "Staff read what is in their store's parcels" ON "public"."shipment_lines";

DROP POLICY "Staff read their store's parcels" ON "public"."shipments";

DROP POLICY "Staff add their store's shipping zones" ON "public"."shipping_zones";

DROP POLICY "Staff change their store's shipping zones" ON "public"."shipping_zones";

DROP POLICY "Staff read their store's shipping zones" ON "public"."shipping_zones";

DROP POLICY "Staff remove their store's shipping zones" ON "public"."shipping_zones";

DROP POLICY "Staff add what only staff may know" ON "public"."staff_settings";

DROP POLICY "Staff change what only staff may know" ON "public"."staff_settings";

DROP POLICY "Staff read what only staff may know" ON "public"."staff_settings";

DROP POLICY "Staff read their store's stock movements" ON "public"."stock_movements";

DROP POLICY "Staff read their customers' store credit" ON "public"."store_credits";

DROP POLICY "Staff read their store's transfers" ON "public"."transfers";

DROP POLICY "Super admins read the roles in their store" ON "public"."user_roles";

DROP POLICY "Super admins see who of their store rules every store" ON "public"."user_roles";

DROP POLICY "Staff add their store's files" ON "storage"."objects";

DROP POLICY "Staff remove their store's files" ON "storage"."objects";

DROP POLICY "Staff see their store's files" ON "storage"."objects";

DROP TRIGGER "audited_placing" ON "public"."orders";

DROP TRIGGER "audited" ON "public"."orders";

DROP TRIGGER "orders_invoiced_at_once" ON "public"."orders";

DROP TRIGGER "orders_invoiced" ON "public"."orders";

DROP TRIGGER "replacement_cancelled" ON "public"."orders";

DROP TRIGGER "audited" ON "public"."shipments";

DROP TRIGGER "differences_resolved" ON "public"."shipments";

DROP TRIGGER "mailed_move" ON "public"."shipments";

DROP INDEX "private"."jobs_due";

DROP INDEX "public"."carrier_bookings_due";

DROP INDEX "public"."message_opt_outs_by_tenant";

DROP INDEX "public"."opening_alerts_due";

DROP INDEX "public"."order_messages_by_event";

DROP INDEX "public"."order_messages_by_fallback";

DROP INDEX "public"."order_messages_by_phone";

DROP INDEX "public"."order_messages_by_reference";

DROP INDEX "public"."order_messages_due";

DROP INDEX "public"."order_messages_held";

DROP INDEX "public"."orders_by_staff_key";

DROP INDEX "public"."orders_queue_came_back";

DROP INDEX "public"."orders_with_courier";

DROP INDEX "public"."refunds_sending";

DROP INDEX "public"."shipments_by_courier";

DROP INDEX "public"."shipments_with_cash";

DROP INDEX "public"."stock_alerts_due";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_cash_overruled_check";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_idempotency_key_check";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_idempotency_key_user_id_tenant_id_key";

ALTER TABLE "public"."orders" DROP CONSTRAINT "orders_manual_discount_reason_check";

ALTER TABLE "public"."returns" DROP CONSTRAINT "returns_exchange_allowed_check";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_customization";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_features";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_payment_open";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_payment";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_points";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_returns";

ALTER TABLE "public"."settings" DROP CONSTRAINT "settings_shipping";

ALTER TABLE "public"."shipments" DROP CONSTRAINT "shipments_fee_check";

ALTER TABLE "public"."shipments" DROP CONSTRAINT "shipments_label_path_check";

DROP FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean);

DROP FUNCTION "private"."add_to_audit"(text, text, jsonb, jsonb);

DROP FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit);

DROP FUNCTION "private"."book_carrier_event"(public.shipments, public.shipment_state, text, timestamp with time zone, text, numeric);

DROP FUNCTION "private"."book_refusal"(public.shipments);

DROP FUNCTION "private"."booking_refusal"(public.shipments);

DROP FUNCTION "private"."carrier_task"(public.carrier_bookings, text);

DROP FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric);

DROP FUNCTION "private"."change_parcel"(uuid, jsonb);

DROP FUNCTION "private"."correct_collected"(public.shipments, numeric, text);

DROP FUNCTION "private"."count_parcel"(uuid, integer, integer);

DROP FUNCTION "private"."courier_named"(text, text);

DROP FUNCTION "private"."customer_tenants"();

DROP FUNCTION "private"."customization_price"(jsonb, jsonb);

DROP FUNCTION "private"."delivery_history"(text, uuid, text);

DROP FUNCTION "private"."delivery_of"(text, jsonb, jsonb, text, bigint, bigint, boolean);

DROP FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]);

DROP FUNCTION "private"."drop_untrue_messages"(public.notification_channel);

DROP FUNCTION "private"."edit_answer"(uuid);

DROP FUNCTION "private"."expire_order_messages"();

DROP FUNCTION "private"."fates_of_pieces"(public.shipments, jsonb);

DROP FUNCTION "private"."first_answer"(uuid, jsonb);

DROP FUNCTION "private"."fit_cash_due"(public.orders);

DROP FUNCTION "private"."flat_rates"(jsonb, bigint);

DROP FUNCTION "private"."give_papers"(uuid[]);

DROP FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]);

DROP FUNCTION "private"."insert_order_message"(public.orders, public.order_notification_kind, public.notification_channel, timestamp with time zone, uuid, uuid, uuid);

DROP FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_status, text, bigint, private.cash_terms);

DROP FUNCTION "private"."is_staff"(text);

DROP FUNCTION "private"."is_unclear"(public.shipments);

DROP FUNCTION "private"."issue_papers"(uuid);

DROP FUNCTION "private"."keep_answer"(uuid, jsonb);

DROP FUNCTION "private"."lock_order_for_caller"(uuid);

DROP FUNCTION "private"."lock_orders_for_staff"(uuid[]);

DROP FUNCTION "private"."mail_note"(public.orders, uuid);

DROP FUNCTION "private"."mail_parcel_move"();

DROP FUNCTION "private"."mark_line_printed"(private.piece_count, text);

DROP FUNCTION "private"."money_of_days"(text, date);

DROP FUNCTION "private"."move_parcel"(public.shipments, public.shipment_state, text, numeric, timestamp with time zone, text);

DROP FUNCTION "private"."no_cash_there"();

DROP FUNCTION "private"."note_demo_removal"(uuid[], jsonb);

DROP FUNCTION "private"."note_on_parcel"(public.shipments, public.shipment_state, text, timestamp with time zone, text);

DROP FUNCTION "private"."order_status_of"(public.order_status, bigint, bigint, bigint, bigint, bigint, bigint, boolean);

DROP FUNCTION "private"."owe_back"(uuid, jsonb, text, jsonb, public.refund_way, text);

DROP FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid);

DROP FUNCTION "private"."pack"(public.orders, private.piece_count[], jsonb);

DROP FUNCTION "private"."papers_follow"();

DROP FUNCTION "private"."payment_status_of"(public.payment_status, numeric, numeric, numeric, numeric, numeric, boolean);

DROP FUNCTION "private"."personal_data_actor"(text, uuid);

DROP FUNCTION "private"."phone_messages_within_limits"(public.notification_channel, integer);

DROP FUNCTION "private"."placed_before"(uuid, bigint);

DROP FUNCTION "private"."price_lines"(text, jsonb, jsonb, uuid, boolean);

DROP FUNCTION "private"."print_line_again"(private.piece_count, text);

DROP FUNCTION "private"."queue_order_message"(public.orders, public.order_notification_kind, uuid, uuid);

DROP FUNCTION "private"."ranked_phone_messages"(public.notification_channel);

DROP FUNCTION "private"."refund_json"(uuid);

DROP FUNCTION "private"."replacement_cancelled"();

DROP FUNCTION "private"."require_customer_access"(text);

DROP FUNCTION "private"."require_open_payment"(jsonb, text, numeric);

DROP FUNCTION "private"."require_order_rules"(private.order_demand, jsonb);

DROP FUNCTION "private"."require_own_number"(public.shipments, text, text);

DROP FUNCTION "private"."require_proposed"(uuid);

DROP FUNCTION "private"."require_return_in"(uuid, public.return_state[]);

DROP FUNCTION "private"."require_staff"(text);

DROP FUNCTION "private"."require_super_admin"(text);

DROP FUNCTION "private"."resolve_differences_of_parcel"();

DROP FUNCTION "private"."return_answer"(uuid);

DROP FUNCTION "private"."return_json"(uuid);

DROP FUNCTION "private"."running_out"(text, integer);

DROP FUNCTION "private"."sales_by_day"(text, date);

DROP FUNCTION "private"."sales_compared"(text, date);

DROP FUNCTION "private"."settle_parcel"(public.settlements, uuid, text, numeric, numeric, boolean);

DROP FUNCTION "private"."shipment_json"(uuid);

DROP FUNCTION "private"."shown_rates"(private.shipping_rate[]);

DROP FUNCTION "private"."staff_tenants"();

DROP FUNCTION "private"."stated_parcel"(text, text, text);

DROP FUNCTION "private"."statement_lines"(text, jsonb);

DROP FUNCTION "private"."super_admin_tenants"();

DROP FUNCTION "private"."take_off"(uuid, jsonb, numeric, numeric, jsonb);

DROP FUNCTION "private"."take_parcels_back"(public.orders);

DROP FUNCTION "private"."takes_handover_back"(public.shipments);

DROP FUNCTION "private"."taxed_sum"(numeric, numeric);

DROP FUNCTION "private"."try_to_book"(uuid, text, text, text);

DROP FUNCTION "private"."try_to_pack"(uuid, jsonb);

DROP FUNCTION "private"."vat_of"(text, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "private"."vat_rate"(jsonb);

DROP FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, jsonb);

DROP FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, jsonb);

DROP FUNCTION "private"."with_points"(private.priced_order, jsonb, jsonb, bigint, uuid, text);

DROP FUNCTION "private"."write_on_parcel"(uuid, jsonb);

DROP FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid);

DROP FUNCTION "public"."allow_exchange"(uuid, text, uuid);

DROP FUNCTION "public"."book_parcels"(uuid[], text, text, jsonb, uuid);

DROP FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean);

DROP FUNCTION "public"."came_back_late"(public.shipments);

DROP FUNCTION "public"."can_change_carrier"(public.shipments);

DROP FUNCTION "public"."cancel_order"(uuid, text, uuid);

DROP FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid);

DROP FUNCTION "public"."capture_payment"(uuid, numeric, uuid);

DROP FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid);

DROP FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid);

DROP FUNCTION "public"."change_shipment"(uuid, jsonb, uuid);

DROP FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid);

DROP FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid);

DROP FUNCTION "public"."choose_messages"(text, public.notification_channel, boolean);

DROP FUNCTION "public"."claim_owner_invitation"(text, uuid, text);

DROP FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid);

DROP FUNCTION "public"."courier_cash"(text);

DROP FUNCTION "public"."dashboard"(text);

DROP FUNCTION "public"."decide_edit"(uuid, boolean, uuid);

DROP FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind);

DROP FUNCTION "public"."delivery_record"(text, uuid, text);

DROP FUNCTION "public"."demo_status"();

DROP FUNCTION "public"."demo_stores"();

DROP FUNCTION "public"."demo_summary"(boolean);

DROP FUNCTION "public"."due_refunds"(uuid[], integer);

DROP FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid);

DROP FUNCTION "public"."fail_job"(bigint, integer, text, boolean);

DROP FUNCTION "public"."finish_job"(bigint, integer);

DROP FUNCTION "public"."give_up_order_messages"(public.notification_channel[]);

DROP FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid);

DROP FUNCTION "public"."is_bookable"(public.shipments);

DROP FUNCTION "public"."look_at_parcel"(uuid, jsonb, uuid);

DROP FUNCTION "public"."mark_printed"(jsonb, text, uuid);

DROP FUNCTION "public"."message_choices"(text);

DROP FUNCTION "public"."month_figures"(text, date);

DROP FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid);

DROP FUNCTION "public"."opening_alert_done"(uuid, boolean);

DROP FUNCTION "public"."operations_status"();

DROP FUNCTION "public"."order_by_link"(text);

DROP FUNCTION "public"."order_message_done"(uuid, boolean, text, text, boolean);

DROP FUNCTION "public"."order_people"(uuid);

DROP FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid);

DROP FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid);

DROP FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid);

DROP FUNCTION "public"."parcels_to_track"(jsonb);

DROP FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric);

DROP FUNCTION "public"."place_order"(jsonb);

DROP FUNCTION "public"."place_order_for"(jsonb);

DROP FUNCTION "public"."place_test_order"(text, uuid);

DROP FUNCTION "public"."print_again"(jsonb, text, uuid);

DROP FUNCTION "public"."quote_edit"(uuid, jsonb);

DROP FUNCTION "public"."quote_order"(jsonb);

DROP FUNCTION "public"."read_owner_invitation"(text);

DROP FUNCTION "public"."read_statement"(text, jsonb);

DROP FUNCTION "public"."receive_return"(uuid, jsonb, uuid);

DROP FUNCTION "public"."record_message_event"(public.notification_channel, text, text, text, uuid);

DROP FUNCTION "public"."record_payment"(uuid, text, text, uuid);

DROP FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid);

DROP FUNCTION "public"."redeem_points"(text, integer, uuid);

DROP FUNCTION "public"."refund_order"(uuid, jsonb, uuid);

DROP FUNCTION "public"."refuse_transfer"(uuid, text, uuid);

DROP FUNCTION "public"."release_payment"(uuid, uuid);

DROP FUNCTION "public"."remove_demo"(boolean, uuid);

DROP FUNCTION "public"."report_totals"(text, date, date);

DROP FUNCTION "public"."request_refund"(uuid, text, uuid);

DROP FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind);

DROP FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method);

DROP FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid);

DROP FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid);

DROP FUNCTION "public"."restore_deleted"(text, text, text[], uuid);

DROP FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid);

DROP FUNCTION "public"."seconds_to_take_back"(public.shipments);

DROP FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid);

DROP FUNCTION "public"."send_return"(uuid, text, uuid);

DROP FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid);

DROP FUNCTION "public"."settle_cash"(text, jsonb, uuid);

DROP FUNCTION "public"."settle_statement"(text, jsonb, uuid);

DROP FUNCTION "public"."shipping_options"(text, text, text, numeric, integer);

DROP FUNCTION "public"."shown_words"(text, text);

DROP FUNCTION "public"."stock_alert_done"(uuid, boolean);

DROP FUNCTION "public"."take_carrier_bookings"(uuid[]);

DROP FUNCTION "public"."take_jobs"(text[], integer);

DROP FUNCTION "public"."take_opening_alerts"(integer);

DROP FUNCTION "public"."take_order_messages"(integer, public.notification_channel);

DROP FUNCTION "public"."take_stock_alerts"(integer);

DROP FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid);

DROP FUNCTION "public"."undo_product_change"(uuid, uuid);

DROP FUNCTION "public"."withdraw_edit"(uuid, uuid);

DROP FUNCTION "public"."withdraw_return"(uuid, uuid);

DROP PROCEDURE "private"."add_staff_policies"(regclass, text);

DROP PROCEDURE "private"."insert_in_turn"(regclass);

DROP TYPE "private"."statement_line";

ALTER TABLE "public"."carrier_bookings" DROP COLUMN "attempts";

ALTER TABLE "public"."carrier_bookings" DROP COLUMN "due_at";

ALTER TABLE "public"."opening_alerts" DROP COLUMN "attempts";

ALTER TABLE "public"."opening_alerts" DROP COLUMN "due_at";

ALTER TABLE "public"."order_notifications" DROP COLUMN "attempts";

ALTER TABLE "public"."order_notifications" DROP COLUMN "due_at";

ALTER TABLE "public"."orders" DROP COLUMN "cash_overruled";

ALTER TABLE "public"."orders" DROP COLUMN "document_hash";

ALTER TABLE "public"."orders" DROP COLUMN "idempotency_key";

ALTER TABLE "public"."orders" DROP COLUMN "manual_discount_reason";

ALTER TABLE "public"."orders" DROP COLUMN "placed_by";

ALTER TABLE "public"."orders" DROP COLUMN "search_text";

ALTER TABLE "public"."refunds" DROP COLUMN "looked_at";

ALTER TABLE "public"."returns" DROP COLUMN "exchange_allowed";

ALTER TABLE "public"."shipments" DROP COLUMN "courier_owes";

ALTER TABLE "public"."shipments" DROP COLUMN "created_by";

ALTER TABLE "public"."shipments" DROP COLUMN "fee";

ALTER TABLE "public"."shipments" DROP COLUMN "label_path";

ALTER TABLE "public"."shipments" DROP COLUMN "settled_at";

ALTER TABLE "public"."shipments" DROP COLUMN "settled";

ALTER TABLE "public"."stock_alerts" DROP COLUMN "attempts";

ALTER TABLE "public"."stock_alerts" DROP COLUMN "due_at";

CREATE TABLE "public"."provider_payment_status_transitions" ("from_status" public.provider_payment_status NOT NULL, "to_status" public.provider_payment_status NOT NULL, CONSTRAINT "provider_payment_status_transitions_pkey" PRIMARY KEY (from_status, to_status));

ALTER TABLE "public"."provider_payment_status_transitions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."provider_payment_status_transitions" OWNER TO "postgres";

CREATE TABLE "public"."provider_payment_statuses" ("status" public.provider_payment_status NOT NULL, "is_unfinished" boolean NOT NULL, "holds_money" boolean NOT NULL, "counts_as_paid" boolean NOT NULL, "is_mismatch" boolean NOT NULL, CONSTRAINT "provider_payment_statuses_pkey" PRIMARY KEY (status));

ALTER TABLE "public"."provider_payment_statuses" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."provider_payment_statuses" OWNER TO "postgres";

CREATE TABLE "public"."refund_state_transitions" ("from_state" public.refund_state NOT NULL, "to_state" public.refund_state NOT NULL, CONSTRAINT "refund_state_transitions_pkey" PRIMARY KEY (from_state, to_state));

ALTER TABLE "public"."refund_state_transitions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."refund_state_transitions" OWNER TO "postgres";

CREATE TABLE "public"."refund_states" ("state" public.refund_state NOT NULL, "is_open" boolean NOT NULL, "waits_for_staff" boolean NOT NULL, CONSTRAINT "refund_states_pkey" PRIMARY KEY (state));

ALTER TABLE "public"."refund_states" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."refund_states" OWNER TO "postgres";

CREATE TABLE "public"."transfer_state_transitions" ("from_state" public.transfer_state NOT NULL, "to_state" public.transfer_state NOT NULL, CONSTRAINT "transfer_state_transitions_pkey" PRIMARY KEY (from_state, to_state));

ALTER TABLE "public"."transfer_state_transitions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."transfer_state_transitions" OWNER TO "postgres";

CREATE TYPE "private"."audited_change" AS ("tenant_id" text, "entity_id" text, "before" jsonb, "after" jsonb);

ALTER TYPE "private"."audited_change" OWNER TO "postgres";

CREATE TYPE "private"."order_move" AS ("order_id" uuid, "refusal" jsonb, "is_of_stage" boolean);

ALTER TYPE "private"."order_move" OWNER TO "postgres";

CREATE TYPE "private"."stated_cash" AS ("shipment_id" uuid, "name" text, "amount" numeric, "fee" numeric);

ALTER TYPE "private"."stated_cash" OWNER TO "postgres";

CREATE TYPE "public"."best_seller" AS ("product_id" uuid, "name" text, "translations" jsonb, "garment" text, "image" text, "quantity" bigint, "revenue" numeric);

ALTER TYPE "public"."best_seller" OWNER TO "postgres";

CREATE TYPE "public"."cash_demand" AS ("requirement" public.cash_requirement, "reasons" jsonb, "hours" integer, "deposit" numeric);

ALTER TYPE "public"."cash_demand" OWNER TO "postgres";

CREATE TYPE "public"."delivery_counts" AS ("delivered" bigint, "refused" bigint);

ALTER TYPE "public"."delivery_counts" OWNER TO "postgres";

CREATE TYPE "public"."delivery_history" AS ("customer" public.delivery_counts, "phone" public.delivery_counts);

ALTER TYPE "public"."delivery_history" OWNER TO "postgres";

CREATE TYPE "public"."delivery_way" AS ("method" public.shipping_method, "fee" numeric, "free_from" numeric, "days_from" integer, "days_to" integer, "cash_allowed" boolean);

ALTER TYPE "public"."delivery_way" OWNER TO "postgres";

CREATE TYPE "public"."demo_change" AS ("kind" text, "name" text);

ALTER TYPE "public"."demo_change" OWNER TO "postgres";

CREATE TYPE "public"."demo_count" AS ("kind" text, "fate" text, "how_many" bigint);

ALTER TYPE "public"."demo_count" OWNER TO "postgres";

CREATE TYPE "public"."demo_marks" AS ("marked" text[], "own_owner" boolean);

ALTER TYPE "public"."demo_marks" OWNER TO "postgres";

CREATE TYPE "public"."demo_presence" AS ("present" boolean, "open_accounts" bigint);

ALTER TYPE "public"."demo_presence" OWNER TO "postgres";

CREATE TYPE "public"."demo_store_removal" AS ("tenant_id" text, "counts" public.demo_count[]);

CREATE TYPE "public"."demo_removal" AS ("stores" public.demo_store_removal[], "files" bigint);

ALTER TYPE "public"."demo_removal" OWNER TO "postgres";

ALTER TYPE "public"."demo_store_removal" OWNER TO "postgres";

CREATE TYPE "public"."demo_store_summary" AS ("tenant_id" text, "name" text, "counts" public.demo_count[], "changed" public.demo_change[]);

CREATE TYPE "public"."demo_figures" AS ("own_owner" boolean, "stores" public.demo_store_summary[]);

ALTER TYPE "public"."demo_figures" OWNER TO "postgres";

ALTER TYPE "public"."demo_store_summary" OWNER TO "postgres";

CREATE TYPE "public"."difference_counts" AS ("payments" bigint, "statements" bigint);

ALTER TYPE "public"."difference_counts" OWNER TO "postgres";

CREATE TYPE "public"."held_cash" AS ("carrier" text, "amount" numeric);

ALTER TYPE "public"."held_cash" OWNER TO "postgres";

CREATE TYPE "public"."import_outcome" AS ENUM ('added', 'changed', 'unchanged', 'refused');

ALTER TYPE "public"."import_outcome" OWNER TO "postgres";

CREATE TYPE "public"."imported_row" AS ("row" integer, "outcome" public.import_outcome, "id" uuid, "name" text, "before" jsonb, "after" jsonb, "new_category" text, "unpriced" boolean, "refusal" jsonb, "message" text, "column" text, "missing_category" text);

ALTER TYPE "public"."imported_row" OWNER TO "postgres";

CREATE TYPE "public"."job_counts" AS ("waiting" bigint, "failed" bigint);

ALTER TYPE "public"."job_counts" OWNER TO "postgres";

CREATE TYPE "public"."latest_order" AS ("id" uuid, "number" text, "status" public.order_status, "total" numeric, "customer_name" text, "created_at" timestamp with time zone);

ALTER TYPE "public"."latest_order" OWNER TO "postgres";

CREATE TYPE "public"."linked_line" AS ("id" uuid, "name" text, "quantity" integer, "translations" jsonb, "garment" text);

ALTER TYPE "public"."linked_line" OWNER TO "postgres";

CREATE TYPE "public"."linked_shipment" AS ("number" smallint, "carrier_name" text, "tracking_number" text, "tracking_url" text);

ALTER TYPE "public"."linked_shipment" OWNER TO "postgres";

CREATE TYPE "public"."money_figures" AS ("sold" numeric, "delivered" numeric, "given_back" numeric, "cash_with_carriers" numeric, "cash_overdue" numeric);

ALTER TYPE "public"."money_figures" OWNER TO "postgres";

CREATE TYPE "public"."month_money" AS ("kind" public.payment_entry_kind, "method" public.payment_method, "entries" bigint, "amount" numeric);

ALTER TYPE "public"."month_money" OWNER TO "postgres";

CREATE TYPE "public"."notification_counts" AS ("sent" bigint, "waiting" bigint, "late" bigint, "given_up" bigint);

ALTER TYPE "public"."notification_counts" OWNER TO "postgres";

CREATE TYPE "public"."order_count" AS ("status" public.order_status, "orders" bigint);

ALTER TYPE "public"."order_count" OWNER TO "postgres";

CREATE TYPE "public"."owner_contact" AS ("email" text, "language" text);

ALTER TYPE "public"."owner_contact" OWNER TO "postgres";

CREATE TYPE "public"."owner_link_state" AS ENUM ('open', 'claimed', 'redeemed', 'used', 'expired', 'unknown');

CREATE TYPE "public"."owner_claim" AS ("state" public.owner_link_state, "email" text, "user_id" uuid);

ALTER TYPE "public"."owner_claim" OWNER TO "postgres";

CREATE TYPE "public"."owner_invitation" AS ("state" public.owner_link_state, "email" text, "is_owner" boolean);

ALTER TYPE "public"."owner_invitation" OWNER TO "postgres";

ALTER TYPE "public"."owner_link_state" OWNER TO "postgres";

CREATE TYPE "public"."owner_redemption" AS ("state" public.owner_link_state, "was_owner" boolean, "other_owners" public.owner_contact[]);

ALTER TYPE "public"."owner_redemption" OWNER TO "postgres";

CREATE TYPE "public"."person_name" AS ("id" uuid, "name" text);

CREATE TYPE "public"."people_of_order" AS ("names" public.person_name[], "customer" public.delivery_counts, "phone" public.delivery_counts);

ALTER TYPE "public"."people_of_order" OWNER TO "postgres";

ALTER TYPE "public"."person_name" OWNER TO "postgres";

CREATE TYPE "public"."product_change_result" AS ("change_id" uuid, "changed" integer);

ALTER TYPE "public"."product_change_result" OWNER TO "postgres";

CREATE TYPE "public"."product_import_result" AS ("change_id" uuid, "rows" public.imported_row[]);

ALTER TYPE "public"."product_import_result" OWNER TO "postgres";

CREATE TYPE "public"."product_undo_result" AS ("restored" integer, "left" integer, "more" boolean);

ALTER TYPE "public"."product_undo_result" OWNER TO "postgres";

CREATE TYPE "public"."quoted_line" AS ("line" integer, "product_id" uuid, "variant_id" uuid, "sku" text, "customization_id" uuid, "quantity" integer, "name" text, "image" text, "color" text, "size" text, "type" text, "options" jsonb, "stock" integer, "unit_price" numeric, "total" numeric, "price_was" numeric, "problem" text, "message" text);

CREATE TYPE "public"."order_quote" AS ("lines" public.quoted_line[], "subtotal" numeric, "discount_code" text, "discount_kind" public.discount_kind, "discount_total" numeric, "shipping_total" numeric, "shipping" public.delivery_way[], "points_balance" integer, "points_used" integer, "points_value" numeric, "points_earned" integer, "total" numeric, "store_credit_balance" numeric, "store_credit" numeric, "cash" public.cash_demand, "problems" jsonb);

ALTER TYPE "public"."order_quote" OWNER TO "postgres";

ALTER TYPE "public"."quoted_line" OWNER TO "postgres";

CREATE TYPE "public"."rated_amount" AS ("rate" numeric, "net" numeric, "tax" numeric, "total" numeric);

CREATE TYPE "public"."month_document" AS ("code" text, "kind" public.invoice_kind, "issued_at" timestamp with time zone, "order_number" text, "customer" text, "corrects" text, "net" numeric, "tax" numeric, "total" numeric, "by_rate" public.rated_amount[]);

ALTER TYPE "public"."month_document" OWNER TO "postgres";

ALTER TYPE "public"."rated_amount" OWNER TO "postgres";

CREATE TYPE "public"."refund_outcome" AS ("order_id" uuid, "refund_id" uuid, "refusal" jsonb);

ALTER TYPE "public"."refund_outcome" OWNER TO "postgres";

CREATE TYPE "public"."return_outcome" AS ("order_id" uuid, "return_id" uuid, "refusal" jsonb);

ALTER TYPE "public"."return_outcome" OWNER TO "postgres";

CREATE TYPE "public"."sales_day" AS ("day" date, "orders" bigint, "revenue" numeric);

ALTER TYPE "public"."sales_day" OWNER TO "postgres";

CREATE TYPE "public"."sales_span" AS ("days" integer, "orders" bigint, "revenue" numeric, "orders_before" bigint, "revenue_before" numeric);

ALTER TYPE "public"."sales_span" OWNER TO "postgres";

CREATE TYPE "public"."scarce_variant" AS ("id" uuid, "variant_id" uuid, "name" text, "translations" jsonb, "variant" text, "sku" text, "image" text, "stock" integer);

CREATE TYPE "public"."dashboard_figures" AS ("sales" public.sales_span[], "days" public.sales_day[], "orders" public.order_count[], "latest" public.latest_order[], "best_sellers" public.best_seller[], "running_out" public.scarce_variant[], "low_stock" bigint, "sold_out" bigint, "payments_to_confirm" bigint, "refunds_due" bigint, "money" public.money_figures, "problems_reported" bigint, "reviews_waiting" bigint, "notifications_held" bigint, "messages_waiting" bigint);

ALTER TYPE "public"."dashboard_figures" OWNER TO "postgres";

ALTER TYPE "public"."scarce_variant" OWNER TO "postgres";

CREATE TYPE "public"."shipment_outcome" AS ("order_id" uuid, "shipment_id" uuid, "refusal" jsonb);

ALTER TYPE "public"."shipment_outcome" OWNER TO "postgres";

CREATE TYPE "public"."shown_word" AS ("value" text, "shown" text);

ALTER TYPE "public"."shown_word" OWNER TO "postgres";

CREATE TYPE "public"."state_count" AS ("state" text, "how_many" bigint);

CREATE TYPE "public"."operations_figures" AS ("orders" public.state_count[], "mails" public.notification_counts, "phones_held" bigint, "payments" public.state_count[], "payments_stuck" bigint, "differences" public.difference_counts, "jobs" public.job_counts, "database_bytes" bigint);

ALTER TYPE "public"."operations_figures" OWNER TO "postgres";

ALTER TYPE "public"."state_count" OWNER TO "postgres";

CREATE TYPE "public"."statement_line" AS ("place" integer, "kind" public.statement_line_kind, "tracking_number" text, "shipment_id" uuid, "name" text, "stated" numeric, "expected" numeric, "fee" numeric);

ALTER TYPE "public"."statement_line" OWNER TO "postgres";

CREATE TYPE "public"."store_standing" AS ("state" public.store_state, "reopens_on" date);

ALTER TYPE "public"."store_standing" OWNER TO "postgres";

CREATE TYPE "public"."taxed_amount" AS ("net" numeric, "tax" numeric, "total" numeric);

CREATE TYPE "public"."month_vat" AS ("rate" numeric, "invoiced" public.taxed_amount, "credited" public.taxed_amount, "left" public.taxed_amount);

ALTER TYPE "public"."month_vat" OWNER TO "postgres";

ALTER TYPE "public"."taxed_amount" OWNER TO "postgres";

CREATE TYPE "public"."undone_changes" AS ("undone" integer, "left" integer, "refusal" jsonb, "next" bigint);

ALTER TYPE "public"."undone_changes" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.add_job(p_kind text, p_key text, p_payload jsonb DEFAULT '{}'::jsonb, p_tenant_id text DEFAULT NULL::text, p_run_at timestamp with time zone DEFAULT now(), p_max_attempts integer DEFAULT 20, p_keeps_run_at boolean DEFAULT false, p_priority integer DEFAULT 0)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.jobs (kind, key, payload, tenant_id, run_at, max_attempts, priority)
  values (p_kind, p_key, p_payload, p_tenant_id, p_run_at, p_max_attempts, p_priority)
  on conflict (kind, key) do update set
    payload = excluded.payload, tenant_id = excluded.tenant_id, max_attempts = excluded.max_attempts, priority = excluded.priority,
    run_at = case when p_keeps_run_at then jobs.run_at else excluded.run_at end,
    attempts = 0, last_error = '', locked_at = null
$function$;

ALTER FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.add_to_audit(p_tenant_id text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.audit_log set
    before = case when before is not null then p_before || before end,
    after = after || p_after
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = p_tenant_id and latest.entity = p_entity and latest.entity_id = p_entity_id
      and latest.action in ('insert', 'update') and latest.actor_id = auth.uid() and latest.created_at = now()
    order by latest.id desc limit 1
  );
  return found;
end
$function$;

ALTER FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.amount_of(p_value jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when private.is_amount(p_value) then p_value::numeric end $function$;

ALTER FUNCTION "private"."amount_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.apply_credit(p_order_id uuid, p_lines jsonb, p_shipping numeric, p_goodwill numeric, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_line record;
  v_taken jsonb := '[]';
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  for v_line in
    select line.id, private.line_names(line) as names, line.net - line.credited as available, asked.amount
    from (
      select wanted.order_line_id, sum(wanted.amount) as amount
      from jsonb_to_recordset(p_lines) wanted (order_line_id uuid, amount numeric) group by wanted.order_line_id
    ) asked
    left join public.order_lines line on line.id = asked.order_line_id and line.order_id = p_order_id
    order by line.position
  loop
    if v_line.id is null then
      perform private.refuse('unknown_order_line');
    elsif v_line.amount > v_line.available then
      perform private.refuse('refund_above_line', v_line.names || jsonb_build_object('amount', v_line.available));
    end if;
    update public.order_lines set credited = credited + v_line.amount where order_lines.id = v_line.id;
    v_taken := v_taken || jsonb_build_object('kind', 'line', 'order_line_id', v_line.id, 'amount', v_line.amount);
  end loop;
  if p_shipping > private.delivery_fee(v_order) then
    perform private.refuse('refund_above_shipping', jsonb_build_object('amount', private.delivery_fee(v_order)));
  end if;
  v_taken := v_taken || jsonb_build_array(jsonb_build_object('kind', 'shipping', 'amount', p_shipping),
    jsonb_build_object('kind', 'goodwill', 'amount', p_goodwill));
  update public.orders set shipping_credited = shipping_credited + p_shipping, goodwill = goodwill + p_goodwill
  where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', -(
    select sum(taken.amount) from jsonb_to_recordset(v_taken) taken (amount numeric)), p_links);
  return v_taken;
end
$function$;

ALTER FUNCTION "private"."apply_credit"(uuid, jsonb, numeric, numeric, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.apply_edit(p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits;
begin
  if cardinality(p_priced.lines) > 0 then
    perform private.insert_order_lines(p_order, p_priced.lines, p_edit.id, p_priced.shares);
  end if;
  perform private.write_new_way(p_order, p_edit.changes, p_priced.delivery);
  perform private.charge_new_delivery(p_order, p_edit, p_priced);
  perform private.write_cash_terms(p_order.id, p_priced.cash);
  if cardinality(p_priced.pieces) > 0 then
    perform private.cancel_lines(p_order, p_priced.pieces);
  end if;
  if cardinality(p_priced.lines) > 0 then
    perform private.move_stock(array_agg(goods.variant_id), array_agg(goods.delta), 'sale', p_order_id => p_order.id)
    from (
      select line.variant_id, -sum(line.quantity)::integer as delta from public.order_lines line
      where line.edit_id = p_edit.id and line.variant_id is not null group by line.variant_id
    ) goods;
    perform private.book_money(p_order, 'charged', (
      select sum(line.net) from public.order_lines line where line.edit_id = p_edit.id
    ), jsonb_build_object('edit_id', p_edit.id));
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
  perform private.create_due_refunds(p_order.id, jsonb_build_object('edit_id', p_edit.id));
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit.id;
  return v_edit;
end
$function$;

ALTER FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ask_to_confirm(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_channel public.notification_channel := private.phone_channel(p_order);
begin
  if v_channel is null and p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    v_channel := 'email';
  end if;
  if v_channel is null then
    perform private.remark_on_order(p_order, 'cannot_be_asked', p_internal => true);
  else
    perform private.insert_order_notification(p_order, 'confirm', v_channel, now(), null, null);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.attempt_back(p_payment public.payments)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(other.returned_amount + private.piastres(coalesce((
    select sum(sent.amount) from public.refunds sent where sent.payment_id = other.id and sent.state = 'sent'
  ), 0))), 0)::bigint
  from public.payments other
  where other.order_id = p_payment.order_id
    and coalesce(other.attempt_id, other.id) = coalesce(p_payment.attempt_id, p_payment.id)
$function$;

CREATE OR REPLACE FUNCTION private.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_after, v_before);
  v_tenant_id constant text := v_row ->> 'tenant_id';
  v_id constant text := coalesce(v_row ->> 'id', v_tenant_id);
  v_action text := lower(tg_op);
begin
  if tg_table_name <> 'user_roles' and (auth.uid() is null or not v_tenant_id = any (private.workplaces()))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or tg_op = 'DELETE' and v_before ->> 'deleted_at' is not null
    or not exists (select 1 from public.tenants tenant where tenant.id = v_tenant_id) then
    return null;
  end if;
  if tg_table_name = 'products' then
    v_before := private.filled_columns(v_before);
    v_after := private.filled_columns(v_after);
  end if;
  if tg_op = 'UPDATE' and (v_before ->> 'deleted_at' is null) <> (v_after ->> 'deleted_at' is null) then
    -- A product that goes to the trash, or comes back from it.
    v_action := case when v_after ->> 'deleted_at' is null then 'restore' else 'delete' end;
    v_before := case v_action when 'delete' then v_before end;
    v_after := null;
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, v_after -> field.key) into v_before, v_after
    from jsonb_each(v_before) field
    where field.value is distinct from v_after -> field.key and field.key not in ('updated_at', 'version')
      and field.key not in (select attname from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
    if v_before is null then
      return null;
    end if;
  elsif tg_op = 'INSERT' and exists (
    select 1 from public.audit_log
    where tenant_id = v_tenant_id and entity = tg_table_name and entity_id = v_id and action = 'delete'
  ) then
    v_action := 'restore';
  end if;
  perform private.write_audit(v_tenant_id, v_action, tg_table_name, v_id, private.audit_label(tg_table_name, v_row),
    v_before, v_after);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row constant jsonb := to_jsonb(new) - array['tenant_id', 'search_text', tg_argv[1]];
  v_old constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_id constant text := to_jsonb(new) ->> tg_argv[1];
  v_before jsonb;
  v_after jsonb;
  v_about jsonb;
begin
  if auth.uid() is null or not private.may(new.tenant_id, 'orders.see') then
    return null;
  end if;
  select jsonb_object_agg(field.key, v_old -> field.key), jsonb_object_agg(field.key, field.value) into v_before, v_after
  from jsonb_each(v_row) field where field.value is distinct from v_old -> field.key;
  if v_before is null or private.add_to_audit(new.tenant_id, tg_argv[0], v_id, v_before, v_after) then
    return null;
  end if;
  execute format('select to_jsonb(about) from public.%I about where about.id = $1', tg_argv[0]) into v_about using v_id::uuid;
  perform private.write_audit(
    new.tenant_id, 'update', tg_argv[0], v_id, private.audit_label(tg_argv[0], v_about), v_before, v_after);
  return null;
end
$function$;

ALTER FUNCTION "private"."audit_facts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_stock(p_changes private.variant_change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product record;
begin
  for v_product in
    select product.id, product.tenant_id, product.name,
      case when bool_and(change.name = '') then jsonb_build_object('stock', min(change.stock_was))
        else jsonb_build_object('variants', jsonb_object_agg(change.name, jsonb_build_object('stock', change.stock_was)))
      end as before,
      case when bool_and(change.name = '') then jsonb_build_object('stock', min(change.stock))
        else jsonb_build_object('variants', jsonb_object_agg(change.name, jsonb_build_object('stock', change.stock)))
      end as after
    from unnest(p_changes) change join public.products product on product.id = change.product_id
    group by product.id order by product.id
  loop
    if auth.uid() is not null and v_product.tenant_id = any (private.workplaces()) then
      perform private.write_audit(v_product.tenant_id, 'update', 'products', v_product.id::text, v_product.name,
        v_product.before, v_product.after);
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb[];
  v_after jsonb[];
  v_workplaces text[];
  v_ignored constant text[] := array['updated_at'] || case tg_table_name
    -- What is derived of an order, or is in its ledger.
    when 'orders' then '{stage,queues,online_method,charged,cost,received,given_back,at_carrier,shipping_credited,goodwill}'::text[]
  end || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
begin
  if auth.uid() is null then
    return null;
  end if;
  v_workplaces := private.workplaces();
  if cardinality(v_workplaces) = 0 then
    return null;
  end if;
  -- Not joined, as the planner does not know the size of transition tables; `offset 0` makes each document once.
  v_before := array(select changed.value from (select to_jsonb(before) as value from before offset 0) changed order by changed.value ->> tg_argv[1]);
  v_after := array(select changed.value from (select to_jsonb(after) as value from after offset 0) changed order by changed.value ->> tg_argv[1]);
  perform private.write_audits(tg_argv[0], array(
    select row(changed.after ->> 'tenant_id', changed.after ->> tg_argv[1], difference.before, difference.after)::private.audited_change
    from unnest(v_before, v_after) changed (before, after)
    cross join lateral (
      select jsonb_object_agg(field.key, field.value) as before, jsonb_object_agg(field.key, changed.after -> field.key) as after
      from jsonb_each(changed.before) field
      where field.value is distinct from changed.after -> field.key and field.key <> all (v_ignored)
    ) difference
    where difference.before is not null and changed.after ->> 'tenant_id' = any (v_workplaces)
  ));
  return null;
end
$function$;

ALTER FUNCTION "private"."audit_updates"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.awaits_answer(p_state public.carrier_booking_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select awaits_answer from private.carrier_booking_states where state = p_state
$function$;

ALTER FUNCTION "private"."awaits_answer"(public.carrier_booking_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.awaits_pieces(p_state public.return_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select awaits_pieces from public.return_states where state = p_state $function$;

ALTER FUNCTION "private"."awaits_pieces"(public.return_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.balance(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p_order.charged - p_order.received + p_order.given_back $function$;

ALTER FUNCTION "private"."balance"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book(p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new constant uuid[] := array(
    select asked.id from unnest(p_shipment_ids) asked (id) where not private.is_booked_with(asked.id, p_carrier) order by asked.id);
begin
  update private.jobs failed set attempts = 0, run_at = now()
  where failed.kind = 'book_shipment' and failed.key = any (p_shipment_ids::text[]) and failed.key <> all (v_new::text[])
    and private.has_failed(failed);
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = any (v_new);
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  select shipment.id, shipment.tenant_id, p_carrier, p_districts ->> shipment.id::text, auth.uid()
  from public.shipments shipment where shipment.id = any (v_new)
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', problem = null, updated_at = now(),
    district_id = coalesce(
      excluded.district_id, case when carrier_bookings.carrier = excluded.carrier then carrier_bookings.district_id end),
    round = carrier_bookings.round + case carrier_bookings.state when 'cancelled' then 1 else 0 end;
  perform private.add_job('book_shipment', shipment.id::text, p_tenant_id => shipment.tenant_id)
  from public.shipments shipment where shipment.id = any (v_new) order by shipment.id;
end
$function$;

ALTER FUNCTION "private"."book"(uuid[], text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_carrier_event(p_shipment public.shipments, p_state public.shipment_state, p_carrier_state text, p_happened_at timestamp with time zone, p_note text, p_cash numeric)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := p_shipment;
begin
  if p_happened_at < (
    select max(event.happened_at) from public.shipment_events event
    where event.shipment_id = p_shipment.id and event.state is not null
  ) then
    perform private.note_on_shipment(p_shipment, p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_shipment.state and p_state <> 'attempt_failed' then
    perform private.note_on_shipment(p_shipment, p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What was delivered stays so, with its money; that it came back all the same, a person looks into.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) then
    perform private.note_on_shipment(p_shipment, p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- What the carrier has was handed over.
  if p_shipment.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.move_shipment(p_shipment, 'handed_over', p_happened_at => p_happened_at);
    select * into v_shipment from public.shipments where id = p_shipment.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_shipment.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_shipment(p_shipment, null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.move_shipment(v_shipment, p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$function$;

ALTER FUNCTION "private"."book_carrier_event"(public.shipments, public.shipment_state, text, timestamp with time zone, text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_delivery(p_shipment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_order public.orders;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  update public.order_lines line set delivered = line.delivered + part.quantity
  from public.shipment_lines part where part.shipment_id = p_shipment_id and line.id = part.order_line_id;
  update public.orders set delivered_at = greatest(orders.delivered_at, v_shipment.delivered_at)
  where orders.id = v_shipment.order_id returning orders.* into v_order;
  perform private.book_money(v_order, 'cash_collected', v_shipment.cash_collected,
    jsonb_build_object('shipment_id', p_shipment_id), 'cash_on_delivery');
  perform private.settle_points(v_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.book_handed_over(p_cash private.stated_cash[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.orders set at_carrier = handed_over.at_carrier, updated_at = now(),
    queues = case when handed_over.at_carrier > 0 then orders.queues else array_remove(orders.queues, 'cash_outstanding') end,
    payment_status = private.payment_status_of(
      orders.payment_status, orders.total, orders.charged, orders.received, orders.given_back, handed_over.at_carrier,
      exists (
        select 1 from public.refunds where refunds.order_id = orders.id and private.is_open_refund(refunds.state)
      ))
  from (
    select held.id, held.at_carrier - sum(stated.amount) as at_carrier
    from unnest(p_cash) stated
    join public.shipments shipment on shipment.id = stated.shipment_id
    join public.orders held on held.id = shipment.order_id
    group by held.id
  ) handed_over
  where orders.id = handed_over.id
$function$;

ALTER FUNCTION "private"."book_handed_over"(private.stated_cash[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_held(p_order public.orders, p_payment public.payments, p_session_id text, p_transaction_id text, p_amount bigint, p_currency text, p_held_until timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments := p_payment;
  v_right constant boolean :=
    p_amount is not distinct from private.piastres(p_payment.amount) and p_currency is not distinct from p_payment.currency;
  -- Banks let most holds go after a week; who says otherwise is the provider.
  v_until constant timestamptz := coalesce(p_held_until, now() + interval '7 days');
  v_again constant boolean := not (private.is_unfinished(p_payment.status) or p_payment.status = 'closed');
begin
  if coalesce(p_amount, 0) <= 0 or p_transaction_id in (p_payment.authorization_id, p_payment.transaction_id) then
    return 'late';
  end if;
  if v_again then
    insert into public.payments (tenant_id, order_id, attempt_id, provider, method, amount, currency, expires_at)
    values (p_payment.tenant_id, p_payment.order_id, coalesce(p_payment.attempt_id, p_payment.id), p_payment.provider,
      p_payment.method, p_payment.amount, p_payment.currency, p_payment.expires_at)
    returning * into v_payment;
  end if;
  update public.payments set
    status = 'held', authorization_id = p_transaction_id, held_amount = private.pounds(p_amount), held_until = v_until,
    session_id = coalesce(session_id, case when v_payment.attempt_id is null then p_session_id end),
    is_to_release = v_again or not v_right or private.payable_online(p_order) = 0, updated_at = now(), looked_at = now()
  where id = v_payment.id returning * into v_payment;
  if not v_right then
    perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
    return 'mismatch';
  end if;
  if not v_payment.is_to_release then
    update public.orders set online_method = v_payment.method, reserved_until = greatest(reserved_until, v_until + interval '1 hour')
    where orders.id = p_order.id and orders.status = 'awaiting_payment' and orders.reserved_until is not null;
    perform private.remark_on_order(p_order, 'payment_held');
  end if;
  perform private.refresh_order(p_order.id);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_money(p_order public.orders, p_kind public.payment_entry_kind, p_amount numeric, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method, p_reference text DEFAULT ''::text, p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_amount = 0 then
    return;
  elsif p_order.is_test and p_kind <> 'charged' then
    perform private.refuse('test_order_unpaid');
  end if;
  insert into public.payment_entries (
    tenant_id, order_id, kind, amount, method, reference, note, shipment_id, return_id, refund_id, edit_id, settlement_id,
    payment_id, actor_id, transfer_digest
  )
  select p_order.tenant_id, p_order.id, p_kind, p_amount, p_method, left(coalesce(p_reference, ''), 200),
    left(coalesce(p_note, ''), 500), links.shipment_id, links.return_id, links.refund_id, links.edit_id, links.settlement_id,
    links.payment_id, auth.uid(),
    case when p_kind = 'received' and p_method = 'bank_transfer' then private.transfer_digest(p_reference) end
  from jsonb_to_record(p_links) links (
    shipment_id uuid, return_id uuid, refund_id uuid, edit_id uuid, settlement_id uuid, payment_id uuid
  );
  update public.orders set
    charged = charged + case when p_kind = 'charged' then p_amount else 0 end,
    received = received + case when p_kind in ('received', 'cash_collected', 'credit_used') then p_amount else 0 end,
    given_back = given_back + case when p_kind = 'given_back' then p_amount else 0 end,
    at_carrier = at_carrier + case p_kind when 'cash_collected' then p_amount when 'settled' then -p_amount else 0 end
  where orders.id = p_order.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.book_paid(p_order public.orders, p_payment public.payments, p_session_id text, p_transaction_id text, p_amount bigint, p_currency text, p_parent_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments := p_payment;
  v_right constant boolean := p_currency is not distinct from p_payment.currency and case
    when p_parent_id is null then p_amount is not distinct from private.piastres(p_payment.amount)
    else coalesce(p_amount between 1 and private.left_to_capture(p_payment, p_parent_id), false)
  end;
begin
  if v_payment.status = 'paid' or private.is_mismatch(v_payment.status)
    or v_payment.status = 'held' and p_parent_id is distinct from v_payment.authorization_id then
    if p_transaction_id is null or p_transaction_id is not distinct from v_payment.transaction_id then
      if not v_right and v_payment.status = 'paid' and p_parent_id is null then
        perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
        return 'mismatch';
      end if;
      return 'late';
    end if;
    insert into public.payments (
      tenant_id, order_id, attempt_id, provider, method, amount, currency, expires_at, authorization_id, held_amount)
    values (v_payment.tenant_id, v_payment.order_id, coalesce(v_payment.attempt_id, v_payment.id), v_payment.provider,
      v_payment.method, v_payment.amount, v_payment.currency, v_payment.expires_at, p_parent_id,
      case when p_parent_id is not null then v_payment.held_amount end)
    returning * into v_payment;
  end if;
  update public.payments set
    status = case when v_right then 'paid' else 'mismatched' end::public.provider_payment_status,
    transaction_id = coalesce(p_transaction_id, transaction_id),
    session_id = coalesce(session_id, case when v_payment.attempt_id is null then p_session_id end),
    declined_at = null, authorization_id = coalesce(authorization_id, p_parent_id),
    held_amount = case when p_parent_id is null then held_amount else coalesce(held_amount, amount) end,
    amount = case when v_right then private.pounds(p_amount) else amount end,
    capture_amount = null, is_to_release = false,
    received_amount = case when not v_right then p_amount end, came_currency = case when not v_right then p_currency end,
    paid_at = now(), updated_at = now(), looked_at = case when v_right then now() else '-infinity' end
  where id = v_payment.id;
  if v_right then
    update public.orders set online_method = v_payment.method where orders.id = v_payment.order_id;
    perform private.book_payment(p_order, private.pounds(p_amount), coalesce(p_transaction_id, p_session_id),
      jsonb_build_object('payment_id', v_payment.id));
    return 'booked';
  end if;
  perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
  perform private.remark_on_order(p_order, 'other_amount_paid');
  return 'mismatch';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_payment(p_order public.orders, p_amount numeric, p_reference text, p_links jsonb DEFAULT '{}'::jsonb, p_method public.payment_method DEFAULT NULL::public.payment_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method constant public.payment_method := case
    when p_links ? 'payment_id' then 'online' else coalesce(p_method, p_order.payment_method) end;
begin
  if v_method = 'bank_transfer' then
    perform private.require_new_transfer(p_order.tenant_id, p_reference);
  end if;
  perform private.book_money(p_order, 'received', p_amount, p_links, v_method, p_reference);
  update public.orders set
    payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference),
    stage = case
      when stage = 'awaiting_payment' and status <> 'cancelled' and private.awaited_payment(orders) = 0
        then 'confirmed'::public.order_stage
      else stage
    end
  where orders.id = p_order.id;
  if p_order.status = 'cancelled' then
    perform private.remark_on_order(p_order, 'paid_after_cancelling');
  end if;
  return private.create_due_refunds(p_order.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.book_refund_elsewhere(p_order_id uuid, p_payment public.payments, p_amount numeric, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_cancels boolean;
  v_refund_id uuid;
  v_goodwill numeric;
  v_lines jsonb;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_cancels := p_amount = v_order.received - v_order.given_back and private.can_be_cancelled(v_order);
  if v_cancels then
    update public.orders set status = 'cancelled' where orders.id = p_order_id;
  end if;
  select refunds.id into v_refund_id from public.refunds
  where refunds.order_id = p_order_id and refunds.amount = p_amount
    and (private.refund_waits_for_staff(refunds.state) or v_cancels and refunds.state = 'sending' and refunds.created_at = now())
  order by refunds.number desc limit 1;
  if v_refund_id is null then
    v_goodwill := least(
      p_amount - least(greatest(-private.balance(v_order), 0), p_amount), v_order.charged);
    v_lines := private.apply_credit(p_order_id, '[]', 0, v_goodwill);
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
    perform private.make_refund(v_order, p_amount, 'card', p_payment.id, '{}', '', v_lines, p_reference);
    select refunds.id into v_refund_id from public.refunds
    where refunds.order_id = p_order_id order by refunds.number desc limit 1;
  end if;
  update public.refunds set way = 'card', payment_id = p_payment.id where refunds.id = v_refund_id;
  perform private.refund_sent(v_refund_id, p_reference);
  perform private.owe_unsendable_anew(p_payment);
  perform private.settle_points(private.create_due_refunds(p_order_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.book_refund_event(p_order public.orders, p_payment public.payments, p_outcome text, p_refund_id uuid, p_reference text, p_amount bigint, p_is_of_page boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds;
  v_part record;
begin
  select refunds.* into v_refund from public.refunds
  where refunds.order_id = p_order.id and (
    refunds.id = p_refund_id or refunds.reference = p_reference
    -- Not every provider says whose refund it announces, and its announcement may come before its answer.
    or p_refund_id is null and refunds.payment_id = p_payment.id and refunds.amount = private.pounds(p_amount) and (
      refunds.state = 'sending' and refunds.reference = ''
      -- Found by what went back in all, before the provider said what it calls it.
      or refunds.state = 'sent' and refunds.reference like p_payment.transaction_id || ':%'))
  order by (refunds.id = p_refund_id) desc nulls last, (refunds.reference = p_reference) desc limit 1 for update;
  if v_refund.id is null and p_outcome = 'refunded' and p_amount > 0 then
    for v_part in select * from private.parts_gone_back(p_payment, p_amount, p_is_of_page) loop
      perform private.book_refund_elsewhere(p_order.id, v_part.payment, private.pounds(v_part.amount), p_reference);
    end loop;
    if found then
      return 'booked';
    end if;
    perform private.note_mismatch(p_order, p_outcome, p_amount, p_payment.currency);
    perform private.list_payment_difference(p_payment, 'other_amount', p_reference, p_amount, null, p_payment.currency);
    return 'mismatch';
  elsif p_outcome = 'refunded' and v_refund.state <> 'sent' then
    perform private.refund_sent(v_refund.id, p_reference);
  elsif p_outcome = 'refunded' and v_refund.reference <> p_reference
    and v_refund.reference like p_payment.transaction_id || ':%' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
    return 'late';
  elsif p_outcome = 'refund_pending' and v_refund.state = 'sending' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
  elsif p_outcome = 'refund_failed' and exists (
    select 1 from public.refund_state_transitions where from_state = v_refund.state and to_state = 'failed'
  ) then
    if v_refund.state = 'sent' then
      perform private.book_money(p_order, 'given_back', -v_refund.amount, jsonb_build_object('refund_id', v_refund.id),
        p_reference => v_refund.reference);
    end if;
    update public.refunds set state = 'failed', attempt = attempt + 1, reference = '', sent_at = null, updated_at = now()
    where refunds.id = v_refund.id;
    perform private.remark_on_order(p_order, 'refund_failed', p_internal => true);
    perform private.owe_unsendable_anew(p_payment);
  else
    return 'late';
  end if;
  perform private.create_due_refunds(p_order.id);
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_return_of_mismatch(p_order public.orders, p_payment public.payments, p_outcome text, p_amount bigint DEFAULT NULL::bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_payment.status = 'returned' or p_outcome = 'refund_pending' then
    return 'late';
  end if;
  if p_outcome = 'refunded' then
    update public.payments set returned_amount = returned_amount + coalesce(p_amount, received_amount - returned_amount),
      status = case when p_amount < received_amount - returned_amount then status else 'returned' end, updated_at = now()
    where id = p_payment.id;
  else
    update public.payments set attempt = attempt + 1, updated_at = now() where id = p_payment.id;
    perform private.remark_on_order(p_order, 'other_amount_not_returned', p_internal => true);
  end if;
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_return_to_sender(p_shipment public.shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_links constant jsonb := jsonb_build_object('shipment_id', p_shipment.id);
  v_line public.order_lines;
  v_order public.orders;
begin
  for v_line in
    select line.* from public.order_lines line join public.shipment_lines part on part.order_line_id = line.id
    where part.shipment_id = p_shipment.id order by line.position
  loop
    update public.order_lines line set sent = line.sent - part.quantity, returned_to_sender = line.returned_to_sender + part.quantity
    from public.shipment_lines part
    where line.id = v_line.id and part.shipment_id = p_shipment.id and part.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line, v_links);
  end loop;
  if private.is_gone(p_shipment.order_id) and not private.keeps_delivery_fee(p_shipment.id) then
    perform private.credit_delivery_fee(p_shipment.order_id, v_links);
  end if;
  select orders.* into v_order from public.orders where orders.id = p_shipment.order_id;
  perform private.settle_points(v_order);
end
$function$;

ALTER FUNCTION "private"."book_return_to_sender"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.book_unpaid(p_order public.orders, p_payment public.payments, p_outcome text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_unfinished(p_payment.status) then
    return 'late';
  end if;
  update public.payments set status = 'closed', declined_at = case when p_outcome = 'declined' then now() end,
    updated_at = now()
  where id = p_payment.id;
  if p_outcome = 'closed' then
    perform private.end_unpaid_order(p_order, p_payment);
  end if;
  return 'booked';
end
$function$;

CREATE OR REPLACE FUNCTION private.book_voided(p_order public.orders, p_payment public.payments, p_voided_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left numeric;
begin
  if private.is_unfinished(p_payment.status) or p_payment.status = 'held' and p_voided_id = p_payment.authorization_id then
    update public.payments set status = case when status = 'held' then 'released' else 'closed' end::public.provider_payment_status,
      capture_amount = null, is_to_release = false, updated_at = now()
    where id = p_payment.id;
    perform private.end_unpaid_order(p_order, p_payment);
    perform private.refresh_order(p_order.id);
    return 'booked';
  elsif p_voided_id is distinct from p_payment.transaction_id then
    -- Of another transaction of the same page, which is not in the books.
    return 'late';
  elsif private.is_mismatch(p_payment.status) then
    return private.book_return_of_mismatch(p_order, p_payment, 'refunded');
  elsif p_payment.status <> 'paid' then
    return 'late';
  end if;
  select p_payment.amount - coalesce(sum(refunds.amount), 0) into v_left
  from public.refunds where refunds.payment_id = p_payment.id and refunds.state = 'sent';
  if v_left <= 0 then
    return 'late';
  end if;
  return private.book_refund_event(p_order, p_payment, 'refunded', null, 'void:' || left(p_voided_id, 150), private.piastres(v_left),
    false);
end
$function$;

CREATE OR REPLACE FUNCTION private.booking_move_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  assert exists (
    select 1 from private.carrier_booking_state_transitions where from_state = old.state and to_state = new.state
  ), format('A booking that is %s cannot become %s', old.state, new.state);
  return new;
end
$function$;

ALTER FUNCTION "private"."booking_move_checked"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.booking_refusal(p_shipment public.shipments)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when exists (
      select 1 from public.carrier_bookings booking
      join private.carrier_booking_states facts on facts.state = booking.state
      where booking.shipment_id = p_shipment.id and (facts.is_booked or facts.is_at_carrier)
    ) then private.refusal('shipment_booked',
      jsonb_build_object('carrier', coalesce(nullif(p_shipment.carrier_name, ''), p_shipment.carrier)))
    when p_shipment.state not in ('packed', 'handed_over') then private.refusal('shipment_not_here')
    when (select orders.is_test from public.orders where orders.id = p_shipment.order_id) then private.refusal('test_order_booked')
    when p_shipment.tracking_number is not null then private.refusal('shipment_numbered',
      jsonb_build_object('tracking_number', p_shipment.tracking_number))
  end
$function$;

ALTER FUNCTION "private"."booking_refusal"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_booking_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.carrier_bookings booking set state = move.to_state, problem = null, updated_at = now()
  from private.carrier_booking_state_transitions move
  where booking.shipment_id = new.id and move.from_state = booking.state and move.by_unpacking;
  if exists (
    select 1 from public.carrier_bookings booking where booking.shipment_id = new.id and booking.state = 'to_cancel'
  ) then
    -- A process that asks the carrier right now knows first what there is to call off.
    perform private.add_job('book_shipment', new.id::text, p_tenant_id => new.tenant_id, p_run_at => now() + case when exists (
      select 1 from private.jobs job
      where job.kind = 'book_shipment' and job.key = new.id::text and private.is_taken(job)
    ) then interval '2 minutes' else interval '0' end);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.can_read_conversation(p_conversation_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.conversations
    where id = p_conversation_id and (user_id = auth.uid() or tenant_id = any (private.tenants_where_may('customers.see')))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.can_read_order(p_order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.orders
    where id = p_order_id and (user_id = auth.uid() or tenant_id = any (private.tenants_where_may('orders.see')))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.can_subscribe(p_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_parts text[] := string_to_array(p_topic, ':');
begin
  return coalesce(case v_parts[1]
    when 'catalogue' then true
    when 'orders' then v_parts[2] = any (private.tenants_where_may('orders.see'))
    when 'staff' then v_parts[2] = any (private.workplaces())
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$function$;

CREATE OR REPLACE FUNCTION private.cancel_whole_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.cancel_lines(p_order, private.open_pieces_of(p_order.id));
end
$function$;

CREATE OR REPLACE FUNCTION private.carrier_named(p_tenant_id text, p_name text, OUT carrier text, OUT carrier_name text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select earlier.carrier, earlier.carrier_name into carrier, carrier_name from public.shipments earlier
  where earlier.tenant_id = p_tenant_id and lower(earlier.carrier_name) = lower(btrim(p_name)) and earlier.carrier_name <> ''
  order by earlier.created_at desc limit 1;
  carrier := coalesce(carrier, 'manual');
  carrier_name := coalesce(carrier_name, btrim(p_name));
end
$function$;

ALTER FUNCTION "private"."carrier_named"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.carrier_task(p_booking public.carrier_bookings, p_todo text)
 RETURNS TABLE(shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint, pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select shipment.id, shipment.tenant_id, p_booking.carrier, p_booking.reference, p_todo, orders.number || '/' || shipment.number,
    private.piastres(p_booking.cash)::bigint, private.piastres(packed.worth)::bigint, packed.grams, packed.pieces,
    coalesce(packed.description, ''), orders.address, orders.customer_email, orders.note, shipment.tracking_number, (
      select jsonb_build_object('district_id', area.district_id, 'city_id', area.city_id, 'city', area.city)
      from public.carrier_areas area
      where area.carrier = p_booking.carrier and area.district_id = coalesce(p_booking.district_id, private.carrier_area_of(
        p_booking.carrier, orders.address ->> 'governorate', orders.address ->> 'city'))
    )
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id
  cross join lateral (
    select coalesce(sum(private.line_worth(line, part.quantity)), 0) as worth,
      sum(variant.weight_grams * part.quantity) as grams, coalesce(sum(part.quantity), 0) as pieces,
      left(string_agg(part.quantity || ' × ' || line.name, ', ' order by line.position), 400) as description
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join public.product_variants variant on variant.id = line.variant_id
    where part.shipment_id = shipment.id
  ) packed
  where shipment.id = p_booking.shipment_id;
end
$function$;

ALTER FUNCTION "private"."carrier_task"(public.carrier_bookings, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.cash_rule(p_tenant_id text, p_user_id uuid, p_phone text, p_governorate text, p_amount numeric)
 RETURNS public.cash_demand
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rules constant jsonb := coalesce(
    (select staff_settings.cash_rules from public.staff_settings where staff_settings.tenant_id = p_tenant_id), '{}');
  v_is_crowded constant boolean := private.is_crowded_number(p_tenant_id, p_user_id, private.national_digits(p_phone));
  v_refusals constant integer := coalesce((v_rules ->> 'refusalsFrom')::integer, 1);
  v_own record;
  v_all record;
  v_requirement public.cash_requirement;
  v_reasons jsonb;
  v_deposit numeric;
begin
  if v_rules = '{}' and not v_is_crowded then
    return row('none', '[]', 24, 0)::public.cash_demand;
  end if;
  v_own := private.deliveries_of(p_tenant_id, p_user_id, null);
  v_all := private.deliveries_of(p_tenant_id, p_user_id, private.national_digits(p_phone));
  with applying as (
    select known.place, known.requirement::public.cash_requirement as requirement, known.reason
    from (values
      (1, v_rules ->> 'firstOrder', v_all.delivered = 0, jsonb_build_object('rule', 'first_order')),
      (2, v_rules ->> 'amount', p_amount >= (v_rules ->> 'amountFrom')::numeric,
        jsonb_build_object('rule', 'amount', 'amount', v_rules -> 'amountFrom')),
      (3, v_rules ->> 'refusals', v_own.refused >= v_refusals, jsonb_build_object('rule', 'refusals', 'refused', v_own.refused)),
      (4, v_rules ->> 'refusals', v_own.refused < v_refusals and v_all.refused >= v_refusals, jsonb_build_object('rule', 'contact')),
      (5, v_rules ->> 'governorate', v_rules -> 'governorates' ? p_governorate,
        jsonb_build_object('rule', 'governorate', 'governorate', p_governorate)),
      (6, 'confirm', v_is_crowded, jsonb_build_object('rule', 'unpaid_orders'))
    ) as known (place, requirement, applies, reason)
    where known.applies and coalesce(known.requirement, 'none') <> 'none'
  )
  select max(applying.requirement), jsonb_agg(applying.reason order by applying.place) filter (
    where applying.requirement = (select max(strictest.requirement) from applying strictest))
  into v_requirement, v_reasons from applying;
  if v_requirement = 'deposit' then
    if private.takes_deposits(p_tenant_id) then
      v_deposit := private.deposit_of(v_rules, p_amount);
    else
      v_requirement := 'confirm';
    end if;
  end if;
  return row(coalesce(v_requirement, 'none'), coalesce(v_reasons, '[]'), coalesce((v_rules ->> 'hours')::integer, 24),
    coalesce(v_deposit, 0))::public.cash_demand;
end
$function$;

ALTER FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.cash_terms_of(p_demand private.order_demand)
 RETURNS private.cash_terms
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_overruled constant text := left(btrim(coalesce(case when p_demand.by_staff then p_demand.cash_overruled end, '')), 500);
  v_order public.orders;
  v_rule public.cash_demand;
  v_terms private.cash_terms := row('none', '[]', '', null, 0);
begin
  if p_demand.payment_method <> 'cash_on_delivery' or p_demand.amount <= 0
    or p_demand.order_id is not null and not (p_demand.costs_more or p_demand.moves) then
    return case when p_demand.order_id is null then v_terms end;
  end if;
  v_rule := case when p_demand.cash_there is false then private.no_cash_there() else private.cash_rule(
    p_demand.tenant_id, p_demand.user_id, p_demand.address ->> 'phone', p_demand.address ->> 'governorate',
    private.pounds(p_demand.amount)) end;
  v_terms.requirement := v_rule.requirement;
  v_terms.reasons := v_rule.reasons;
  if p_demand.order_id is not null then
    select orders.* into v_order from public.orders where orders.id = p_demand.order_id;
    if v_terms.requirement <= v_order.cash_requirement or v_order.cash_reasons @> v_terms.reasons then
      return null;
    end if;
  end if;
  if v_terms.requirement = 'pay_before' and v_overruled = '' then
    perform private.refuse('cash_not_open',
      (v_rule.reasons -> 0) - 'rule' || jsonb_build_object('reason', v_rule.reasons #>> '{0,rule}'));
  end if;
  v_terms.overruled := v_overruled;
  if v_overruled <> '' or p_demand.by_staff and v_terms.requirement <> 'deposit' then
    v_terms.requirement := 'none';
  end if;
  if v_terms.requirement in ('confirm', 'deposit') then
    v_terms.confirm_until := now() + interval '1 hour' * v_rule.hours;
  end if;
  if v_terms.requirement = 'deposit' then
    v_terms.deposit := v_rule.deposit;
  end if;
  return v_terms;
end
$function$;

CREATE OR REPLACE FUNCTION private.cash_under_way(p_order_id uuid, p_shipment_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(shipment.cash_due), 0) from public.shipments shipment
  where shipment.order_id = p_order_id and shipment.id is distinct from p_shipment_id
    and not private.is_over(shipment.state)
$function$;

CREATE OR REPLACE FUNCTION private.change_shipment(p_shipment_id uuid, p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_state public.shipment_state;
  v_name text;
begin
  select state, coalesce(nullif(carrier_name, ''), carrier) into v_state, v_name from public.shipments where id = p_shipment_id;
  if private.is_over(v_state) and (v_state <> 'delivered' or p_changes ? 'cash_due') then
    perform private.refuse('shipment_closed', jsonb_build_object('state', v_state));
  end if;
  if private.is_booked(p_shipment_id)
    and p_changes ?| '{carrier,carrier_name,tracking_number,tracking_url,cash_due}'::text[] then
    perform private.refuse('shipment_booked', jsonb_build_object('carrier', v_name));
  end if;
  perform private.write_on_shipment(p_shipment_id, p_changes);
end
$function$;

ALTER FUNCTION "private"."change_shipment"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.changes_every_store()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_service() or (
    select count(*) > 1 and bool_and(tenant.id = any ((select private.tenants_where_may('orders.change'))::text[]))
    from public.tenants tenant
  )
$function$;

CREATE OR REPLACE FUNCTION private.correct_collected(p_shipment public.shipments, p_amount numeric, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  update public.shipments set cash_collected = p_amount, updated_at = now() where id = p_shipment.id;
  select orders.* into v_order from public.orders where orders.id = p_shipment.order_id;
  perform private.book_money(v_order, 'cash_collected', p_amount - coalesce(p_shipment.cash_collected, 0),
    jsonb_build_object('shipment_id', p_shipment.id), 'cash_on_delivery', '', p_reason);
  perform private.create_due_refunds(p_shipment.order_id, jsonb_build_object('shipment_id', p_shipment.id), p_reason);
end
$function$;

ALTER FUNCTION "private"."correct_collected"(public.shipments, numeric, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_shipment(p_shipment_id uuid, p_packed integer, p_sent integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_lines line set
    packed = line.packed + p_packed * part.quantity, sent = line.sent + p_sent * part.quantity
  from public.shipment_lines part where part.shipment_id = p_shipment_id and line.id = part.order_line_id
$function$;

ALTER FUNCTION "private"."count_shipment"(uuid, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.create_due_refunds(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb, p_reason text DEFAULT ''::text, p_lines jsonb DEFAULT NULL::jsonb, p_way public.refund_way DEFAULT NULL::public.refund_way, p_reference text DEFAULT ''::text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.make_owed_refunds(p_order_id, p_links, p_reason, p_lines, p_way, p_reference);
  return private.refresh_order(p_order_id);
end
$function$;

ALTER FUNCTION "private"."create_due_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.credit_delivery_fee(p_order_id uuid, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_fee numeric;
begin
  select least(private.delivery_fee(orders), orders.charged) into v_fee
  from public.orders where orders.id = p_order_id;
  perform private.apply_credit(p_order_id, '[]', v_fee, 0, p_links);
  return v_fee;
end
$function$;

CREATE OR REPLACE FUNCTION private.credit_gone_pieces(p_before public.order_lines, p_links jsonb DEFAULT '{}'::jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_order public.orders;
  v_recounted numeric;
  v_amount numeric;
begin
  select line.* into v_line from public.order_lines line where line.id = p_before.id;
  v_recounted := private.recounted_of_pieces(p_before,
    greatest(private.kept_pieces(p_before) - private.kept_pieces(v_line), 0));
  v_amount := private.line_worth(v_line, v_line.cancelled + v_line.returned_to_sender + v_line.returned)
    - private.line_worth(p_before, p_before.cancelled + p_before.returned_to_sender + p_before.returned) + v_recounted;
  select orders.* into v_order from public.orders where orders.id = v_line.order_id;
  -- What was taken off the price without pieces, of the line or as goodwill, is not taken off again.
  v_amount := greatest(
    least(v_amount, v_line.net - v_line.credited, v_order.charged), -v_line.credited - v_line.discount_recounted);
  update public.order_lines set credited = credited + v_amount, discount_recounted = discount_recounted - v_recounted
  where order_lines.id = v_line.id;
  perform private.book_money(v_order, 'charged', -v_amount, p_links);
  return v_amount;
end
$function$;

CREATE OR REPLACE FUNCTION private.customization_price(p_settings public.settings, p_design jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (p_settings.customization -> 'baseProductPrices' ->> (p_design ->> 'garment'))::numeric
    + p_settings.text_price * private.design_elements(p_design, 'text')
    + p_settings.image_price * private.design_elements(p_design, 'image')
$function$;

ALTER FUNCTION "private"."customization_price"(public.settings, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.customization_saved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  else
    new.updated_at := least(new.updated_at, now());
    new.created_at := least(new.created_at, new.updated_at);
    if not private.is_service() then
      perform pg_advisory_xact_lock(hashtextextended('designs:' || new.tenant_id || new.user_id, 0));
      if (select count(*) >= 500 from public.customizations
          where user_id = new.user_id and tenant_id = new.tenant_id) then
        perform private.refuse('too_many_designs');
      end if;
    end if;
  end if;
  new.price := (
    select private.customization_price(settings, new.design)
    from public.settings where tenant_id = new.tenant_id
  );
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.days_after_delivery(p_tenant_id text, p_name text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select case p_name when 'returnDays' then settings.return_days else settings.fault_days end
    from public.settings where settings.tenant_id = p_tenant_id
  ), 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.decline_returns(p_order public.orders, p_answer text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.returns set state = 'declined', answer = p_answer, decided_at = now(), updated_at = now()
  where order_id = p_order.id and private.is_open_return(state) and replacement_order_id is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.deliver_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  for v_shipment in
    select shipment.* from public.shipments shipment
    where shipment.order_id = p_order.id and exists (
      select 1 from public.shipment_state_transitions
      where from_state = shipment.state and to_state = 'delivered'
    )
    order by shipment.number
  loop
    perform private.move_shipment(v_shipment, 'delivered');
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.delivered_between(p_tenant_id text, p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(private.line_worth(line, earlier.pieces + part.quantity) - private.line_worth(line, earlier.pieces)), 0)
  from public.shipments shipment
  join public.shipment_lines part on part.shipment_id = shipment.id
  join public.order_lines line on line.id = part.order_line_id
  join public.orders on orders.id = shipment.order_id and not orders.is_test
  cross join lateral (
    select coalesce(sum(other.quantity), 0)::integer as pieces
    from public.shipment_lines other join public.shipments sooner on sooner.id = other.shipment_id
    where other.tenant_id = line.tenant_id and other.order_line_id = line.id and sooner.state = 'delivered'
      and (sooner.delivered_at, sooner.id) < (shipment.delivered_at, shipment.id)
  ) earlier
  where shipment.tenant_id = p_tenant_id and shipment.state = 'delivered'
    and shipment.delivered_at >= p_since and shipment.delivered_at < p_until
$function$;

CREATE OR REPLACE FUNCTION private.deliveries_of(p_tenant_id text, p_user_id uuid, p_phone text, OUT delivered bigint, OUT refused bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select count(*) filter (where shipment.state = 'delivered'), count(*) filter (where shipment.state = 'returned_to_sender')
  into delivered, refused
  from public.orders join public.shipments shipment on shipment.order_id = orders.id
  where orders.tenant_id = p_tenant_id and not orders.is_test
    and (orders.user_id = p_user_id or p_phone <> '' and private.national_digits(orders.address ->> 'phone') = p_phone);
end
$function$;

CREATE OR REPLACE FUNCTION private.delivery_history(p_tenant_id text, p_user_id uuid, p_phone text)
 RETURNS public.delivery_history
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_digits constant text := coalesce(private.national_digits(p_phone), '');
  v_history public.delivery_history;
begin
  if p_user_id is not null then
    v_history.customer := private.deliveries_of(p_tenant_id, p_user_id, null);
  end if;
  if v_digits <> '' then
    v_history.phone := private.deliveries_of(p_tenant_id, null, v_digits);
  end if;
  return v_history;
end
$function$;

ALTER FUNCTION "private"."delivery_history"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delivery_of(p_tenant_id text, p_settings public.settings, p_address jsonb, p_method text, p_goods bigint, p_grams bigint, p_free boolean DEFAULT false)
 RETURNS private.delivery
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_city constant text := btrim(left(p_address ->> 'city', 80));
  v_zone public.shipping_zones;
  v_delivery private.delivery;
  v_rate private.shipping_rate;
begin
  v_delivery.zone_id := private.shipping_zone_of(p_tenant_id, p_address ->> 'governorate', v_city);
  if v_delivery.zone_id is null then
    v_delivery.rates := private.flat_rates(p_settings, p_goods);
  else
    select zone.* into v_zone from public.shipping_zones zone where zone.id = v_delivery.zone_id;
    v_delivery.rates := private.zone_rates(v_zone.rates, p_goods, p_grams);
  end if;
  for v_place in 1 .. cardinality(v_delivery.rates) loop
    v_rate := v_delivery.rates[v_place];
    if p_free and v_rate.method = 'standard' then
      v_rate.price := 0;
      v_delivery.rates[v_place] := v_rate;
    end if;
    if v_rate.method = coalesce(p_method, 'standard') then
      v_delivery.rate := v_rate;
    end if;
  end loop;
  v_delivery.problem := case
    when v_delivery.rates = '{}' then private.refusal('not_delivered_there', case
      when v_city <> '' then jsonb_build_object('city', v_city)
      else jsonb_build_object('reason', 'governorate', 'governorate', p_address ->> 'governorate') end)
    when p_grams > v_zone.max_grams then private.refusal('order_too_heavy', jsonb_build_object(
      'weight', trim_scale(round(p_grams / 1000.0, 2)), 'most', trim_scale(v_zone.max_grams / 1000.0)))
    when (v_delivery.rate).method is null
      then private.refusal('shipping_method_not_there', jsonb_build_object('reason', coalesce(p_method, 'standard')))
  end;
  return v_delivery;
end
$function$;

ALTER FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delivery_ways(p_rates private.shipping_rate[])
 RETURNS public.delivery_way[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(row(
    rate.method, private.pounds(rate.price), private.pounds(rate.free_from), rate.days_from, rate.days_to, rate.cash_allowed
  )::public.delivery_way), '{}')
  from unnest(p_rates) rate
$function$;

ALTER FUNCTION "private"."delivery_ways"(private.shipping_rate[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_counts(p_tenant_id text, p_fates private.demo_fate[], p_orders uuid[])
 RETURNS public.demo_count[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(counted.kind, counted.fate, counted.how_many)::public.demo_count from (
      select planned.kind::text, planned.fate, count(*) as how_many
      from unnest(p_fates) planned where planned.tenant_id = p_tenant_id group by 1, 2
      union all
      select 'order', 'goes', count(*) from public.orders ordered
      where ordered.id = any (p_orders) and ordered.tenant_id = p_tenant_id having count(*) > 0
      union all
      select 'account', 'goes', count(*) from private.demo_rows marked
      where marked.tenant_id = p_tenant_id and marked.kind = 'account' and marked.id = any (private.demo_accounts())
      having count(*) > 0
      union all
      select 'review', 'goes', count(*) from public.reviews written
      where written.tenant_id = p_tenant_id and written.user_id = any (private.demo_accounts()) having count(*) > 0
      union all
      select 'message', 'goes', count(*) from public.order_notifications told
      where told.tenant_id = p_tenant_id and told.order_id = any (p_orders) having count(*) > 0
      union all
      select 'file', 'goes', count(*) from private.demo_files(p_orders) stored
      where stored.tenant_id = p_tenant_id having count(*) > 0
    ) counted (kind, fate, how_many) order by counted.kind, counted.fate
  )
$function$;

ALTER FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.demo_files(p_orders uuid[])
 RETURNS TABLE(tenant_id text, bucket_id text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select store.tenant_id, stored.bucket_id, stored.name
  from private.demo_stores store
  cross join lateral unnest(store.files) listed (path)
  join storage.objects stored on stored.bucket_id = split_part(listed.path, '/', 1)
    and stored.name = substr(listed.path, strpos(listed.path, '/') + 1)
  union
  select marked.tenant_id, own.bucket_id, own.name
  from private.demo_rows marked cross join lateral private.personal_files(marked.tenant_id, marked.id) own
  where marked.kind = 'account' and marked.id = any (private.demo_accounts())
  union
  select ordered.tenant_id, printed.bucket_id, printed.name
  from public.orders ordered join storage.objects printed on printed.bucket_id = 'print-files'
    and starts_with(printed.name, ordered.tenant_id || '/' || ordered.id || '/')
  where ordered.id = any (p_orders)
  union
  select facts.tenant_id, 'shipment-labels', facts.label_path
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_orders) and facts.label_path is not null
$function$;

CREATE OR REPLACE FUNCTION private.derived_order_queues(p_order public.orders)
 RETURNS public.order_queue[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ready constant boolean := private.is_confirmed(p_order.stage);
  v_to_print boolean;
  v_to_pack boolean;
  v_states public.shipment_state[];
  v_on_the_way boolean;
  v_to_look_at boolean;
begin
  select
    bool_or(line.to_print > 0),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.returned_to_sender and line.to_print = 0)
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(shipment) then 'attempt_failed' else shipment.state end),
    bool_or(private.is_on_the_way(shipment.state) and not private.is_unclear(shipment)),
    bool_or(shipment.state = 'returned_to_sender' and shipment.looked_at is null or public.returned_to_sender_late(shipment))
  into v_states, v_on_the_way, v_to_look_at
  from public.shipments shipment where shipment.order_id = p_order.id;
  return array_remove(array[
    case when private.waits_for_staff(p_order.status, p_order.payment_method)
      or p_order.status = 'awaiting_payment'
        and (private.has_transfer_to_check(p_order.id) or private.has_held_payment(p_order.id)) then 'to_confirm'::public.order_queue end,
    case when v_ready and v_to_print then 'to_print' end,
    case when v_ready and v_to_pack then 'to_pack' end,
    case when 'packed' = any (v_states) then 'to_hand_over' end,
    case when v_on_the_way then 'on_the_way' end,
    case when 'attempt_failed' = any (v_states) then 'attempt_failed' end,
    case when v_to_look_at then 'returned_to_sender' end,
    case when exists (
      select 1 from public.returns
      where returns.order_id = p_order.id and private.is_open_return(returns.state)
    ) then 'returns' end,
    case when exists (
      select 1 from public.refunds where refunds.order_id = p_order.id and private.refund_waits_for_staff(refunds.state)
    ) then 'to_give_back' end,
    case when p_order.at_carrier > 0 then 'cash_outstanding' end
  ]::public.order_queue[], null);
end
$function$;

CREATE OR REPLACE FUNCTION private.derived_order_status(p_order public.orders)
 RETURNS public.order_status
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select private.order_status_of(
      p_order.stage, coalesce(sum(quantity), 0), coalesce(sum(cancelled), 0), coalesce(sum(returned_to_sender), 0), coalesce(sum(sent), 0),
      coalesce(sum(delivered), 0), coalesce(sum(returned), 0),
      exists (
        select 1 from public.returns
        where returns.order_id = p_order.id and private.is_open_return(returns.state)
          -- Pieces that others were sent for stay sold.
          and returns.replacement_order_id is null
      ))
    from public.order_lines where order_lines.order_id = p_order.id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_order_notifications(p_job_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.order_notifications message using private.jobs job
  where job.id = any (p_job_ids) and message.id = job.key::uuid and job.attempts = 1
    and message.sent_at is null and message.expired_at is null and message.failed_at is null
    and not coalesce(private.is_still_true(message), true);
  perform private.give_up_message(message, case
    when message.held_at is not null and job.attempts = 1 then 'over_limit' else coalesce(nullif(message.error, ''), 'not_sent')
  end)
  from private.jobs job join public.order_notifications message on message.id = job.key::uuid
  where job.id = any (p_job_ids) and message.channel <> 'email'
    and message.sent_at is null and message.expired_at is null and message.failed_at is null
    and (job.attempts >= job.max_attempts or message.created_at < now() - interval '1 hour');
end
$function$;

ALTER FUNCTION "private"."drop_order_notifications"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_unpaid_order(p_order public.orders, p_payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' and not exists (
    select 1 from public.payments other
    where other.order_id = p_order.id and other.id <> p_payment.id
      and (private.is_unfinished(other.status) or other.status = 'held' or other.created_at > p_payment.created_at)
  ) then
    update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = p_order.id;
    perform private.remark_on_move(array[p_order.id], 'payment_unfinished');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.fates_of_pieces(p_shipment public.shipments, p_lines jsonb)
 RETURNS public.shipment_lines[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_fates public.shipment_lines[];
  v_wrong record;
begin
  if p_lines is null or p_lines = 'null' then
    return array(
      select row(part.tenant_id, part.shipment_id, part.order_line_id, part.quantity,
        part.quantity - part.restocked - part.discarded - part.sent_again, 0, 0)::public.shipment_lines
      from public.shipment_lines part where part.shipment_id = p_shipment.id
    );
  end if;
  if jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 200 or exists (
    select 1 from jsonb_array_elements(p_lines) asked, unnest('{restocked,discarded,sent_again}'::text[]) fate
    where asked.value ? fate and not private.is_piece_count(asked.value -> fate)
  ) then
    perform private.refuse('invalid_quantity', '{"reason": "pieces"}');
  end if;
  v_fates := array(
    select row(p_shipment.tenant_id, p_shipment.id, part.order_line_id, max(part.quantity),
      sum(coalesce((asked.value ->> 'restocked')::integer, 0)), sum(coalesce((asked.value ->> 'discarded')::integer, 0)),
      sum(coalesce((asked.value ->> 'sent_again')::integer, 0)))::public.shipment_lines
    from jsonb_array_elements(p_lines) asked
    left join public.shipment_lines part
      on part.shipment_id = p_shipment.id and part.order_line_id::text = asked.value ->> 'order_line_id'
    group by part.order_line_id
  );
  select fate.order_line_id, private.line_names(line) as names,
    part.quantity - part.restocked - part.discarded - part.sent_again as waiting into v_wrong
  from unnest(v_fates) fate
  left join public.shipment_lines part on part.shipment_id = p_shipment.id and part.order_line_id = fate.order_line_id
  left join public.order_lines line on line.id = fate.order_line_id
  where fate.order_line_id is null
    or fate.restocked + fate.discarded + fate.sent_again > part.quantity - part.restocked - part.discarded - part.sent_again
  order by line.position nulls first limit 1;
  if v_wrong.order_line_id is not null then
    perform private.refuse('too_few_to_look_at', v_wrong.names || jsonb_build_object('open', v_wrong.waiting));
  elsif found then
    perform private.refuse('unknown_order_line');
  end if;
  return v_fates;
end
$function$;

ALTER FUNCTION "private"."fates_of_pieces"(public.shipments, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.flag_of(p_value jsonb, p_default boolean DEFAULT NULL::boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_value is null then p_default when jsonb_typeof(p_value) = 'boolean' then p_value::boolean end
$function$;

ALTER FUNCTION "private"."flag_of"(jsonb, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.flat_rates(p_settings public.settings, p_goods bigint)
 RETURNS private.shipping_rate[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array[
    row('standard', private.piastres(p_settings.default_shipping_fee), threshold.amount,
      case when p_goods >= threshold.amount then 0 else private.piastres(p_settings.default_shipping_fee) end,
      p_settings.standard_days_from, p_settings.standard_days_to, true
    )::private.shipping_rate,
    row('express', fee.amount, null, fee.amount,
      p_settings.express_days_from, p_settings.express_days_to, true
    )::private.shipping_rate
  ]
  from (select private.piastres(p_settings.free_shipping_threshold) as amount) threshold,
    (select private.piastres(p_settings.express_shipping_fee) as amount) fee
$function$;

ALTER FUNCTION "private"."flat_rates"(public.settings, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_in_orders(p_order_ids uuid[], p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_order_ids) and facts.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from private.order_clients where order_id = any (p_order_ids);
  delete from public.order_notifications where order_id = any (p_order_ids) and sent_at is null;
  update public.order_notifications set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments shipment set
    tracking_number = case when facts.carrier_owes > 0 then shipment.tracking_number end,
    tracking_url = case when facts.carrier_owes > 0 then shipment.tracking_url end
  from public.shipment_staff_facts facts where facts.shipment_id = shipment.id and shipment.order_id = any (p_order_ids);
  update public.shipment_staff_facts facts set label_path = null
  from public.shipments shipment where shipment.id = facts.shipment_id and shipment.order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when shipment.tracking_number is not null then carrier_reference end
  from public.shipments shipment where shipment.id = carrier_bookings.shipment_id and shipment.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select shipment.id from public.shipments shipment where shipment.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '', checked_by = nullif(checked_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '', proposed_by = nullif(proposed_by, p_user_id),
    decided_by = nullif(decided_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '', created_by = nullif(created_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_differences set note = '', resolved_by = nullif(resolved_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update private.order_keys set document_hash = null, caller_id = nullif(caller_id, p_user_id) where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', address -> 'governorate')
  where id = any (p_order_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.give_all_back(p_order public.orders, p_reason text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_refund public.refunds;
  v_card boolean;
begin
  if private.can_be_cancelled(p_order) then
    update public.orders set status = 'cancelled' where orders.id = p_order.id;
    perform private.explain_move(array[p_order.id], v_reason);
  elsif not exists (
    select 1 from public.refunds where refunds.order_id = p_order.id and private.is_open_refund(refunds.state)
  ) then
    perform private.make_owed_refunds(p_order.id, '{}', v_reason, private.take_all_off(p_order.id), case when not exists (
      select 1 from public.payments payment where payment.order_id = p_order.id and payment.status = 'paid'
    ) then 'transfer'::public.refund_way end);
  end if;
  for v_refund in
    select refunds.* from public.refunds
    where refunds.order_id = p_order.id and private.refund_waits_for_staff(refunds.state) order by refunds.number
  loop
    v_card := v_refund.payment_id is not null or exists (
      select 1 from public.payments payment
      where payment.order_id = p_order.id and payment.status = 'paid'
        and private.card_money_left(payment) >= v_refund.amount);
    update public.refunds set reason = v_reason where refunds.id = v_refund.id and v_reason <> '';
    perform private.send_by_way(p_order, v_refund, case when v_card then 'card'::public.refund_way else 'transfer' end, '');
  end loop;
  return private.refresh_order(p_order.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.give_up_message(p_message public.order_notifications, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_next public.notification_channel;
begin
  update public.order_notifications set failed_at = now(), error = left(p_error, 200) where id = p_message.id;
  select orders.* into v_order from public.orders where orders.id = p_message.order_id;
  if p_message.channel <> 'email' then
    v_next := coalesce(
      case when p_error <> 'over_limit' then private.phone_channel(v_order, p_message.channel) end, case when v_order.customer_email <> '' then 'email'::public.notification_channel end);
  end if;
  if v_next is not null then
    perform private.insert_order_notification(
      v_order, p_message.kind, v_next, now(), p_message.about_id, p_message.event_id, p_message.id);
    return;
  end if;
  perform private.remark_on_order(v_order, 'not_told', jsonb_build_object(
    'channel', p_message.channel, 'kind', p_message.kind, 'error', p_error), true);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_documents(p_mail_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mail record;
begin
  for v_mail in
    select mail.id, mail.order_id from public.order_notifications mail
    where mail.id = any (p_mail_ids) and mail.kind not in ('note', 'confirm')
    order by mail.order_id, mail.created_at, mail.id
  loop
    -- Another process may have taken another mail of this order.
    perform 1 from public.invoices paper where paper.order_id = v_mail.order_id order by paper.id for no key update;
    update public.order_notifications mail set documents = mail.documents || array(
      select paper.code from public.invoices paper
      where paper.order_id = v_mail.order_id and not exists (
        select 1 from public.order_notifications carrier
        where carrier.order_id = paper.order_id and paper.code = any (carrier.documents)
          and carrier.failed_at is null and carrier.expired_at is null
      )
      order by paper.issued_at
    )
    where mail.id = v_mail.id;
  end loop;
end
$function$;

ALTER FUNCTION "private"."grant_documents"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_failed(p_job private.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_job.attempts >= p_job.max_attempts and not private.is_taken(p_job)
$function$;

CREATE OR REPLACE FUNCTION private.has_pieces_to_change(p_order_id uuid, p_actor text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(public.open_pieces(line) + line.packed) > 0, false)
    and (p_actor <> 'shopper' or coalesce(sum(line.packed + line.sent) = 0, true))
  from public.order_lines line where line.order_id = p_order_id
$function$;

ALTER FUNCTION "private"."has_pieces_to_change"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_required_aal()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null or auth.jwt() ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (
      select 1 from public.user_roles held
      where held.user_id = v_user_id
        and exists (select 1 from private.role_capabilities granted where granted.role = held.role)
    )
    or not exists (select 1 from auth.mfa_factors where user_id = v_user_id and status = 'verified');
end
$function$;

CREATE OR REPLACE FUNCTION private.hidden_stores()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_service() then
    return '{}';
  end if;
  return array(
    select settings.tenant_id from public.settings
    where settings.state = 'closed' and not private.may(settings.tenant_id, 'products.see')
      and not private.has_preview(settings.tenant_id)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.holds_capability(p_tenant_id text, p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.user_roles held
    join private.role_capabilities granted on granted.role = held.role and granted.capability = p_capability
    where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$function$;

ALTER FUNCTION "private"."holds_capability"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.idempotent_result(p_type anyelement, p_request_id uuid, p_request jsonb)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  if not private.is_repeated(p_request_id, p_request) then
    return null;
  end if;
  select first.answer into v_answer from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  -- Not one expression: it would have to be of both types.
  if pg_typeof(p_type) = 'jsonb'::regtype then
    return v_answer;
  end if;
  return jsonb_populate_record(p_type, v_answer);
end
$function$;

ALTER FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ids_with_orders(p_orders uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select unnest(p_orders)
    union select shipment.id from public.shipments shipment where shipment.order_id = any (p_orders)
    union select back.id from public.returns back where back.order_id = any (p_orders)
    union select refund.id from public.refunds refund where refund.order_id = any (p_orders)
    union select edit.id from public.order_edits edit where edit.order_id = any (p_orders)
    union select transfer.id from public.transfers transfer where transfer.order_id = any (p_orders)
    union select run.id from public.print_runs run join public.order_lines line on line.id = run.order_line_id
      where line.order_id = any (p_orders)
  )
$function$;

CREATE OR REPLACE FUNCTION private.insert_audits(p_entity text, p_changes private.audited_change[], p_part_of bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  select change.tenant_id, actor.id, coalesce(actor.name, ''), 'update', p_entity, change.entity_id,
    orders.number || coalesce(' / ' || shipment.number, ''), change.before, change.after, p_part_of
  from unnest(p_changes) change
  cross join lateral (
    select auth.uid() as id, (
      select profile.name from public.profiles profile
      where profile.id = auth.uid() order by profile.tenant_id = change.tenant_id desc limit 1
    ) as name
  ) actor
  left join public.shipments shipment on p_entity = 'shipments' and shipment.id = change.entity_id::uuid
  join public.orders on orders.id = case p_entity when 'orders' then change.entity_id::uuid else shipment.order_id end
  returning id
$function$;

ALTER FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_order(p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb, p_slot public.delivery_slots, p_cash private.cash_terms, p_placed_by uuid DEFAULT NULL::uuid, p_is_test boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_method text := p_order ->> 'payment_method';
  v_open constant bigint := p_priced.total - p_priced.credit_used;
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
  v_stage constant public.order_stage := case
    when v_open = 0 or v_method = 'cash_on_delivery' and p_cash.requirement <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  v_status constant public.order_status := private.status_of_stage(v_stage);
  v_order public.orders;
begin
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id, discount_code,
    customer_name, customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, channel, manual_discount,
    tax_rate, cash_requirement, cash_reasons, confirm_until, deposit, days_from, days_to, is_test
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_stage,
    case when private.waits_for_staff(v_status, v_method::public.payment_method) then '{to_confirm}'::public.order_queue[]
      else '{}' end,
    v_method::public.payment_method,
    case when v_open = 0 then 'paid' when p_priced.credit_used > 0 then 'partly_paid' else 'unpaid' end::public.payment_status,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(p_priced.subtotal), private.pounds(p_priced.discount), private.pounds(p_priced.shipping),
    p_priced.points_used, private.pounds(p_priced.points_value), private.pounds(p_priced.total),
    private.pounds(p_priced.total), private.pounds(p_priced.credit_used), p_priced.points_earned,
    p_priced.discount_id, p_priced.discount_code,
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, p_address,
    p_slot.id, case when p_slot.id is not null then (p_order ->> 'slot_date')::date end, p_slot.from_time, p_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case
      when v_stage = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_stage = 'awaiting_payment' and v_method = 'cash_on_delivery' then p_cash.confirm_until
    end,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), private.vat_rate(p_priced.settings),
    p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test
  ) returning * into v_order;
  perform private.store_order_key(v_order, p_order ->> 'idempotency_key', p_order);
  perform private.write_staff_facts(
    v_order.id, p_placed_by, left(p_order #>> '{manual_discount,reason}', 500), p_cash.overruled);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_order_lines(p_order public.orders, p_lines private.priced_line[], p_edit_id uuid DEFAULT NULL::uuid, p_shares private.line_share[] DEFAULT NULL::private.line_share[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.priced_line;
  v_index integer;
  v_shares private.line_share[] := p_shares;
  v_first integer := 0;
begin
  if p_edit_id is null then
    v_shares := private.line_shares(p_lines, private.piastres(p_order.discount_total + p_order.manual_discount),
      private.piastres(p_order.points_value));
  else
    select max(earlier.position) + 1 into v_first from public.order_lines earlier where earlier.order_id = p_order.id;
  end if;
  for v_index in 1 .. cardinality(p_lines) loop
    if (p_lines[v_index]).design is not null and (p_lines[v_index]).customization_id is null and p_order.user_id is not null then
      v_line := p_lines[v_index];
      insert into public.customizations (tenant_id, user_id, product_id, design, preview)
      values (p_order.tenant_id, p_order.user_id, v_line.product_id, v_line.design, v_line.preview)
      returning id into v_line.customization_id;
      p_lines[v_index] := v_line;
    end if;
  end loop;

  insert into public.order_lines (
    tenant_id, order_id, position, product_id, variant_id, customization_id, sku, name, image, unit_price, quantity,
    discount_share, points_share, tax_rate, tax_share, edit_id, color, size, type, options, translations,
    garment, customization
  )
  select
    p_order.tenant_id, p_order.id, v_first + priced.line, priced.product_id, priced.variant_id, priced.customization_id,
    priced.sku, priced.name, priced.image, private.pounds(priced.unit), priced.quantity,
    private.pounds(coalesce(share.discount, 0)), private.pounds(coalesce(share.points, 0)), p_order.tax_rate,
    private.contained_tax(private.pounds(
      priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)), p_order.tax_rate),
    p_edit_id, priced.color, priced.size, priced.type, priced.options,
    coalesce(priced.translations, private.sold_translations(priced.product_id, priced.options)), priced.garment,
    case when priced.design is not null then
      jsonb_build_object('garment', priced.design ->> 'garment', 'design', priced.design, 'preview', priced.preview)
    end
  from unnest(p_lines) priced left join unnest(v_shares) share on share.line = priced.line;
end
$function$;

ALTER FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_order_notification(p_order public.orders, p_kind public.order_notification_kind, p_channel public.notification_channel, p_due_at timestamp with time zone, p_about_id uuid, p_event_id uuid, p_fallback_of uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with added as (
    insert into public.order_notifications (tenant_id, order_id, kind, channel, recipient, about_id, event_id, fallback_of, to_stranger)
    values (
      p_order.tenant_id, p_order.id, p_kind, p_channel,
      case when p_channel = 'email' then p_order.customer_email else private.phone_address(p_order.address) end,
      p_about_id, p_event_id, p_fallback_of, p_channel <> 'email' and private.is_told_to_stranger(p_order, p_kind)
    )
    on conflict (order_id, kind, event_id, about_id, channel) do nothing
    returning id, tenant_id, channel, to_stranger
  )
  select private.add_job('send_' || added.channel, added.id::text, p_tenant_id => added.tenant_id, p_run_at => p_due_at,
    p_max_attempts => case added.channel when 'email' then 12 else 6 end, p_priority => added.to_stranger::integer)
  from added
$function$;

ALTER FUNCTION "private"."insert_order_notification"(public.orders, public.order_notification_kind, public.notification_channel, timestamp with time zone, uuid, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_replacement(p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method, p_fee numeric, p_rate private.shipping_rate, p_stage public.order_stage, p_key text, p_document jsonb, p_cash private.cash_terms)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_problem private.priced_line;
  v_goods constant numeric := private.pounds(private.goods_of(p_lines));
  v_new public.orders;
begin
  select wrong.* into v_problem from unnest(p_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, tax_rate,
    days_from, days_to, cash_requirement, cash_reasons, confirm_until, deposit, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, private.status_of_stage(p_stage), p_stage,
    case when private.waits_for_staff(private.status_of_stage(p_stage), p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when v_goods + p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, v_goods, p_fee,
    v_goods + p_fee, v_goods + p_fee, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case
      when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes'
      when p_stage = 'awaiting_payment' and p_method = 'cash_on_delivery' then p_cash.confirm_until
    end, (select private.vat_rate(settings) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_cash.requirement, p_cash.reasons, p_cash.confirm_until, p_cash.deposit, p_old.is_test
  ) returning * into v_new;
  perform private.store_order_key(v_new, p_key, p_document);
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$function$;

ALTER FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.insert_settlement(p_tenant_id text, p_statement jsonb, p_cash private.stated_cash[])
 RETURNS public.settlements
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, fee, created_by)
  select p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), left(coalesce(p_statement ->> 'carrier_name', ''), 80),
    left(coalesce(p_statement ->> 'reference', ''), 200), coalesce(sum(stated.amount), 0), coalesce(sum(stated.fee), 0), auth.uid()
  from unnest(p_cash) stated
  returning *
$function$;

ALTER FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_back(p_alert public.stock_alerts)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.product_variants variant join public.products product on product.id = variant.product_id
    where variant.id = p_alert.variant_id and variant.is_active and variant.stock > 0 and product.is_active
  )
$function$;

ALTER FUNCTION "private"."is_back"(public.stock_alerts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_booked(p_shipment_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.carrier_bookings booking
    join private.carrier_booking_states facts on facts.state = booking.state
    where booking.shipment_id = p_shipment_id and facts.is_booked
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_booked_with(p_shipment_id uuid, p_carrier text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.carrier_bookings booking
    where booking.shipment_id = p_shipment_id and booking.carrier = p_carrier and booking.state in ('waiting', 'asked', 'booked')
  )
$function$;

ALTER FUNCTION "private"."is_booked_with"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_confirmed(p_stage public.order_stage)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p_stage in ('confirmed', 'in_production') $function$;

ALTER FUNCTION "private"."is_confirmed"(public.order_stage) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_edit_move_of(p_actor text, p_order public.orders, p_move public.order_edit_transitions)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_actor
    when 'shopper' then p_move.by_shopper
    when 'staff' then p_move.by_staff or p_move.by_staff_for_shopper and (p_order.user_id is null or p_order.channel <> 'web')
    else p_actor = 'system'
  end
$function$;

ALTER FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_empty(p_value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select coalesce(jsonb_typeof(p_value), 'null') = 'null' $function$;

ALTER FUNCTION "private"."is_empty"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_going_back(p_state public.shipment_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_going_back from public.shipment_states where state = p_state $function$;

ALTER FUNCTION "private"."is_going_back"(public.shipment_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_gone(p_order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select 1 from public.order_lines line
    where line.order_id = p_order_id and (line.delivered > 0 or line.cancelled + line.returned_to_sender < line.quantity)
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_mailed_enough(p_order public.orders)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.user_id is distinct from auth.uid() or (
    select count(*) from (
      select 1 from public.orders join public.order_notifications mail on mail.order_id = orders.id
      where orders.customer_email = p_order.customer_email and orders.created_at > now() - interval '1 day'
        and mail.channel = 'email' and mail.kind in ('placed', 'confirm', 'cancelled')
      limit 20
    ) told
  ) < 20 then
    return false;
  end if;
  perform private.remark_on_order(p_order, 'mailed_enough', p_internal => true);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_mismatch(p_status public.provider_payment_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select is_mismatch from public.provider_payment_statuses where status = p_status
$function$;

ALTER FUNCTION "private"."is_mismatch"(public.provider_payment_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_move_of(p_actor text, p_move public.order_status_transitions)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_move.to_status is not null
    and (p_actor = 'system' or p_actor = 'staff' and p_move.by_staff or p_actor = 'shopper' and p_move.by_shopper)
$function$;

CREATE OR REPLACE FUNCTION private.is_move_of_stage(p_from public.order_status, p_to public.order_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.is_set_by_people(p_to) and (p_to <> 'in_production' or p_from = 'confirmed')
$function$;

ALTER FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_open_refund(p_state public.refund_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_open from public.refund_states where state = p_state $function$;

ALTER FUNCTION "private"."is_open_refund"(public.refund_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_open_return(p_state public.return_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_open from public.return_states where state = p_state $function$;

ALTER FUNCTION "private"."is_open_return"(public.return_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_repeated(p_request_id uuid, p_request jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash constant bigint := jsonb_hash_extended(p_request, 0);
  v_first_hash bigint;
begin
  if p_request_id is null then
    return false;
  end if;
  delete from private.request_answers old where old.ctid in (
    select expired.ctid from private.request_answers expired
    where expired.created_at < now() - interval '3 days' limit 100 for update skip locked
  );
  insert into private.request_answers (user_id, request_id, request_hash) values (auth.uid(), p_request_id, v_hash)
  on conflict do nothing;
  if found then
    return false;
  end if;
  select first.request_hash into v_first_hash from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  if v_first_hash is distinct from v_hash then
    perform private.refuse('request_reused');
  end if;
  return true;
end
$function$;

ALTER FUNCTION "private"."is_repeated"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_set_by_people(p_status public.order_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select is_set_by_people from public.order_statuses where status = p_status $function$;

ALTER FUNCTION "private"."is_set_by_people"(public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_still_true(p_message public.order_notifications)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_message.kind
    when 'placed' then orders.status <> 'cancelled'
    when 'confirm' then orders.status = 'pending'
    when 'paid' then orders.status <> 'cancelled'
    when 'pieces_cancelled' then orders.status <> 'cancelled'
    when 'shipped' then private.is_outbound(shipment.state)
    when 'attempt_failed' then shipment.state = 'attempt_failed'
    when 'delivered' then shipment.state = 'delivered'
    when 'returned_to_sender' then shipment.state = 'returned_to_sender'
    when 'return_requested' then asked.state = 'requested'
    when 'return_answered' then asked.state <> 'received'
    when 'change_proposed' then edit.state = 'proposed'
    else true
  end
  from public.orders
  left join public.shipments shipment on shipment.id = p_message.about_id
  left join public.returns asked on asked.id = p_message.about_id
  left join public.order_edits edit on edit.id = p_message.about_id
  where orders.id = p_message.order_id
$function$;

CREATE OR REPLACE FUNCTION private.is_taken(p_job private.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_job.locked_at >= now() - case when p_job.every is null then interval '10 minutes' else interval '2 minutes' end, false)
$function$;

ALTER FUNCTION "private"."is_taken"(private.jobs) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_told_to_stranger(p_order public.orders, p_kind public.order_notification_kind)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_kind in ('placed', 'confirm', 'cancelled') and p_order.channel = 'web'
    and not private.is_known_contact(
      p_order.tenant_id, p_order.user_id, private.national_digits(p_order.address ->> 'phone'), null)
$function$;

CREATE OR REPLACE FUNCTION private.is_unclear(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_on_the_way(p_shipment.state) and (
    select event.state is null from public.shipment_events event
    where event.shipment_id = p_shipment.id order by event.created_at desc limit 1
  );
end
$function$;

ALTER FUNCTION "private"."is_unclear"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_unfinished(p_status public.provider_payment_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select is_unfinished from public.provider_payment_statuses where status = p_status
$function$;

ALTER FUNCTION "private"."is_unfinished"(public.provider_payment_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.issue_documents(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_open private.invoice_item[];
  v_items private.invoice_item[];
  v_credit record;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.is_test then
    return;
  end if;
  if not exists (select 1 from public.invoices paper where paper.order_id = p_order_id) and (
    v_order.charged = 0 or v_order.received - v_order.given_back < v_order.charged and not exists (
      select 1 from public.order_lines line where line.order_id = p_order_id and line.sent > 0
    )
  ) then
    return;
  end if;
  v_open := array(select open from private.uninvoiced_items(v_order) open);
  v_items := array(select item from unnest(v_open) item where item.amount > 0 or item.amount = 0 and item.quantity > 0);
  if (select sum(item.amount) from unnest(v_items) item) > 0 then
    perform private.issue_invoice(v_order, 'invoice', null, v_items);
  end if;
  v_items := array(select item from unnest(v_open) item where item.amount < 0);
  for v_credit in
    select shared.invoice_id, array_agg(shared.item) as items
    from private.credits_by_invoice(p_order_id, v_items) shared
    join public.invoices paper on paper.id = shared.invoice_id
    group by shared.invoice_id order by min(paper.issued_at)
  loop
    perform private.issue_invoice(v_order, 'credit_note', v_credit.invoice_id, v_credit.items);
  end loop;
end
$function$;

ALTER FUNCTION "private"."issue_documents"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.issue_due_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The last of several changes of an order in a transaction issues for all of them.
  if exists (
    select 1 from public.orders
    where orders.id = new.id and (orders.charged, orders.received, orders.status) = (new.charged, new.received, new.status)
  ) then
    perform private.issue_documents(new.id);
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."issue_due_documents"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.job_uuids(p_kind text, p_job_ids bigint[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(job.key::uuid), '{}') from private.jobs job where job.kind = p_kind and job.id = any (p_job_ids)
$function$;

ALTER FUNCTION "private"."job_uuids"(text, bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keeps_delivery_fee(p_shipment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shipment.state = 'returned_to_sender'
    and orders.received - orders.given_back >= private.delivery_fee(orders)
    and settings.keeps_delivery_fee
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id
  join public.settings on settings.tenant_id = shipment.tenant_id
  where shipment.id = p_shipment_id
$function$;

CREATE OR REPLACE FUNCTION private.kept_pieces(p_line public.order_lines)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_line.quantity - p_line.cancelled - p_line.returned_to_sender - p_line.returned
$function$;

CREATE OR REPLACE FUNCTION private.kept_share(p_old public.order_lines, p_taken integer, p_line private.priced_line)
 RETURNS private.line_share
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone constant integer := p_old.cancelled + p_old.returned_to_sender + p_old.returned + p_taken;
  v_points bigint := private.piastres(round(p_old.points_share * (v_gone + p_line.quantity) / p_old.quantity, 2)
    - round(p_old.points_share * v_gone / p_old.quantity, 2));
  -- All that was taken off these pieces, so that they cost what they did.
  v_all bigint := greatest(private.piastres(p_old.unit_price) * p_line.quantity - private.piastres(
    private.line_worth(p_old, v_gone + p_line.quantity) - private.line_worth(p_old, v_gone)), 0);
begin
  v_all := least(v_all, p_line.unit * p_line.quantity);
  v_points := least(v_points, v_all);
  return row(p_line.line, v_all - v_points, v_points)::private.line_share;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_credit_of(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.profiles profile
  where (profile.id, profile.tenant_id) in (
    select orders.user_id, orders.tenant_id from public.orders where orders.id = any (p_order_ids)
  )
  order by profile.id, profile.tenant_id for no key update;
end
$function$;

ALTER FUNCTION "private"."lock_credit_of"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_for_booking(p_order_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_goods(p_order_ids);
  perform private.lock_credit_of(p_order_ids);
end
$function$;

ALTER FUNCTION "private"."lock_for_booking"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_hold(p_payment_id uuid)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_order public.orders := private.lock_order_for_caller((
    select payment.order_id from public.payments payment where payment.id = p_payment_id));
begin
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  select payment.* into v_payment from public.payments payment where payment.id = p_payment_id for update;
  if v_payment.status <> 'held' or v_payment.is_to_release or v_payment.capture_amount is not null then
    perform private.refuse('payment_not_held');
  end if;
  return v_payment;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_for_caller(p_order_id uuid, p_capability text DEFAULT NULL::text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  perform private.lock_orders(array[p_order_id]);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  if p_capability is null then
    perform private.require_aal();
  else
    perform private.require_order_right(v_order, p_capability);
  end if;
  return v_order;
end
$function$;

ALTER FUNCTION "private"."lock_order_for_caller"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_order_of_edit(p_edit_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.order_edits where id = p_edit_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_edit');
  end if;
  perform private.require_order_right(v_order, 'orders.change');
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_of_return(p_return_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.returns where id = p_return_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_return');
  end if;
  perform private.require_right_to_return(v_order);
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_of_shipment(p_shipment_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.shipments where id = p_shipment_id) for update;
  if v_order.id is null or coalesce(private.order_actor(v_order), '') not in ('staff', 'system') then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.pack');
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_orders_for_staff(p_order_ids uuid[], p_capability text DEFAULT NULL::text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids constant uuid[] := array(
    select orders.id from public.orders
    where orders.id = any (p_order_ids) and private.order_actor(orders) in ('staff', 'system') order by orders.id
  );
begin
  if p_capability is not null then
    perform private.require_capability(store.tenant_id, p_capability) from (
      select distinct orders.tenant_id from public.orders where orders.id = any (v_ids)
    ) store;
  end if;
  perform private.lock_orders(v_ids);
  return v_ids;
end
$function$;

ALTER FUNCTION "private"."lock_orders_for_staff"(uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_shipments(p_shipment_ids uuid[])
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders uuid[];
begin
  perform private.require_selection(p_shipment_ids);
  v_orders := private.lock_orders_for_staff(array(
    select shipment.order_id from public.shipments shipment where shipment.id = any (p_shipment_ids)
  ), 'orders.pack');
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  return query
  select distinct shipment.order_id, asked.id, case when shipment.id is null then private.refusal('unknown_shipment') end
  from unnest(p_shipment_ids) asked (id)
  left join public.shipments shipment on shipment.id = asked.id and shipment.order_id = any (v_orders)
  order by shipment.order_id, asked.id;
end
$function$;

ALTER FUNCTION "private"."lock_shipments"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_cancelled_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_order_notification(orders, 'pieces_cancelled', null, new.id) from public.orders where orders.id = new.order_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_order_notification(
    orders, case new.state when 'proposed' then 'change_proposed'::public.order_notification_kind else 'changed' end, new.id)
  from public.orders
  where orders.id = new.order_id and (new.state = 'proposed' or private.order_actor(orders) <> 'shopper');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_note(p_order public.orders, p_event_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_order.customer_email <> '' then
    perform private.insert_order_notification(p_order, 'note', 'email', now() + private.mail_hold(), null, p_event_id);
  end if;
end
$function$;

ALTER FUNCTION "private"."mail_note"(public.orders, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status = 'pending' and new.status <> 'pending' then
    -- Nothing is left to confirm.
    perform private.withdraw_messages(new.id, 'confirm');
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    -- It tells of the money that went back as well.
    perform private.withdraw_messages(new.id, 'refunded');
    perform private.queue_order_notification(new, 'cancelled');
  elsif old.status = 'awaiting_payment' and (
    new.payment_status = 'paid' and old.payment_status in ('unpaid', 'partly_paid') or new.deposit > 0 and new.status = 'confirmed'
  ) then
    perform private.queue_order_notification(new, 'paid');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from private.jobs job join public.order_notifications message
    on job.kind = 'send_' || message.channel and job.key = message.id::text
  where message.order_id = new.order_id and message.kind = 'cancelled' and message.expired_at is null and job.attempts = 0
  for update of job;
  if not found then
    perform private.queue_order_notification(orders, 'refunded', new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_return_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_order_notification(
    orders, (case new.state
      when 'requested' then 'return_requested' when 'received' then 'return_received' else 'return_answered'
    end)::public.order_notification_kind, new.id)
  from public.orders where orders.id = new.order_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_shipment_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind constant public.order_notification_kind := case new.state
    when 'handed_over' then 'shipped' when 'attempt_failed' then 'attempt_failed' when 'delivered' then 'delivered'
    when 'returned_to_sender' then 'returned_to_sender' end;
begin
  -- A shipment that a carrier tells of only once it is under way was handed over as well.
  if v_kind is not null then
    perform private.queue_order_notification(orders, v_kind, new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."mail_shipment_move"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_subject(p_kind public.order_notification_kind, p_about_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'returned_to_sender') then (
      select jsonb_build_object('shipment', jsonb_build_object('number', shipment.number, 'carrier_name', shipment.carrier_name,
        'tracking_number', shipment.tracking_number, 'tracking_url', shipment.tracking_url, 'cash_due', shipment.cash_due,
        'pieces', (
          select jsonb_agg(private.told_pieces(line, packed.quantity) order by line.position)
          from public.shipment_lines packed join public.order_lines line on line.id = packed.order_line_id
          where packed.shipment_id = shipment.id
        )))
      from public.shipments shipment where shipment.id = p_about_id
    )
    when p_kind in ('return_requested', 'return_answered', 'return_received') then (
      select jsonb_build_object('return', jsonb_build_object('state', asked.state, 'answer', asked.answer, 'pieces', (
          select jsonb_agg(private.told_pieces(line, given.quantity) order by line.position)
          from public.return_lines given join public.order_lines line on line.id = given.order_line_id
          where given.return_id = asked.id
        )))
      from public.returns asked where asked.id = p_about_id
    )
    when p_kind = 'refunded' then (
      select jsonb_build_object('refund', jsonb_build_object('amount', refund.amount, 'way', refund.way))
      from public.refunds refund where refund.id = p_about_id
    )
    when p_kind in ('change_proposed', 'changed') then (
      select jsonb_build_object('edit', jsonb_build_object('difference', edit.difference, 'reason', edit.reason))
      from public.order_edits edit where edit.id = p_about_id
    )
    when p_kind = 'pieces_cancelled' then (
      select jsonb_build_object('cancelled', jsonb_agg(
        private.told_pieces(line, (piece.value ->> 'quantity')::integer) order by line.position))
      from public.order_events event, jsonb_array_elements(event.pieces) piece
      join public.order_lines line on line.id = (piece.value ->> 'order_line_id')::uuid
      where event.id = p_about_id
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.make_owed_refunds(p_order_id uuid, p_links jsonb, p_reason text, p_lines jsonb, p_way public.refund_way DEFAULT NULL::public.refund_way, p_reference text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owed numeric := private.overpaid(p_order_id);
begin
  if v_owed < 0 then
    -- Less is owed than before, as when pieces are sent again.
    delete from public.refunds where refunds.order_id = p_order_id and private.refund_waits_for_staff(refunds.state);
    v_owed := private.overpaid(p_order_id);
  end if;
  if v_owed > 0 then
    perform private.make_refunds(p_order_id, v_owed, p_links, p_reason, coalesce(p_lines, private.unnamed_credits(p_order_id)),
      p_way, p_reference);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_refund(p_order public.orders, p_amount numeric, p_way public.refund_way, p_payment_id uuid, p_links jsonb, p_reason text, p_lines jsonb, p_reference text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund_id uuid;
  v_left numeric := p_amount;
  v_line record;
  v_rest jsonb := '[]';
begin
  if p_amount <= 0 then
    return p_lines;
  end if;
  insert into public.refunds (
    tenant_id, order_id, number, return_id, amount, way, state, reason, reference, payment_id, created_by
  )
  select p_order.tenant_id, p_order.id,
    coalesce((select max(earlier.number) from public.refunds earlier where earlier.order_id = p_order.id), 0) + 1,
    (p_links ->> 'return_id')::uuid, p_amount, p_way,
    case when p_way = 'card' then 'sending'::public.refund_state else 'due' end, left(btrim(coalesce(p_reason, '')), 500),
    left(coalesce(p_reference, ''), 200), p_payment_id, auth.uid()
  returning id into v_refund_id;
  for v_line in
    select named.* from jsonb_to_recordset(p_lines) named (
      kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric)
  loop
    if least(v_line.amount, v_left) > 0 then
      insert into public.refund_lines (tenant_id, refund_id, kind, order_line_id, quantity, amount)
      values (p_order.tenant_id, v_refund_id, v_line.kind, v_line.order_line_id,
        case when v_line.amount <= v_left then nullif(v_line.quantity, 0) end, least(v_line.amount, v_left));
    end if;
    if v_line.amount > v_left then
      v_rest := v_rest || jsonb_build_object('kind', v_line.kind, 'order_line_id', v_line.order_line_id,
        'amount', v_line.amount - greatest(v_left, 0));
    end if;
    v_left := greatest(v_left - v_line.amount, 0);
  end loop;
  if p_way in ('transfer', 'cash', 'store_credit') then
    perform private.refund_sent(v_refund_id, p_reference);
  end if;
  return v_rest;
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_line_printed(p_piece private.piece_count, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_wasted integer;
begin
  update public.order_lines line set printed = line.printed + p_piece.quantity
  where line.id = p_piece.order_line_id returning line.* into v_line;
  if not v_line.has_design then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  v_wasted := least(greatest(v_line.printed - (v_line.quantity - v_line.cancelled), 0), p_piece.quantity);
  if v_wasted > 0 and p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, p_piece.quantity, v_wasted, p_reason, auth.uid());
end
$function$;

ALTER FUNCTION "private"."mark_line_printed"(private.piece_count, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may(p_tenant_id text, p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_service() or coalesce(p_tenant_id = any (private.tenants_where_may(p_capability)), false);
end
$function$;

ALTER FUNCTION "private"."may"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_review(p_tenant_id text, p_product_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
begin
  return exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and settings.reviews_enabled
  ) and exists (
    select 1 from public.orders
    join public.order_lines on order_lines.order_id = orders.id
    where orders.user_id = v_user_id and orders.tenant_id = p_tenant_id and order_lines.product_id = p_product_id
      and order_lines.delivered > 0
  ) and not exists (
    select 1 from public.customer_records
    where tenant_id = p_tenant_id and user_id = v_user_id and blocked_reason is not null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.money_of_days(p_tenant_id text, p_today date)
 RETURNS public.money_figures
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    (select totals.amount from private.ledger_totals(p_tenant_id, 'sale', days.since, 'infinity') totals),
    private.delivered_between(p_tenant_id, days.since, 'infinity'),
    private.entries_between(p_tenant_id, 'given_back', days.since, 'infinity'),
    (
      select coalesce(sum(orders.at_carrier), 0) from public.orders
      where orders.tenant_id = p_tenant_id and orders.at_carrier > 0
    ), (
      select coalesce(sum(facts.carrier_owes), 0)
      from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
      where facts.tenant_id = p_tenant_id and facts.carrier_owes > 0
        and shipment.delivered_at < now() - interval '14 days'
    ))::public.money_figures
  from (select private.day_start(p_today - 29) as since) days
$function$;

ALTER FUNCTION "private"."money_of_days"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.month_documents(p_tenant_id text, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS public.month_document[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(
      paper.code, paper.kind, paper.issued_at, paper.order_number,
      coalesce(paper.buyer #>> '{address,full_name}', paper.buyer ->> 'name', ''), bill.code, paper.total - paper.tax, paper.tax,
      paper.total, array(
        select row(part.tax_rate * 100, sum(part.amount) - sum(part.tax), sum(part.tax), sum(part.amount))::public.rated_amount
        from public.invoice_lines part where part.invoice_id = paper.id group by part.tax_rate order by part.tax_rate desc
      ))::public.month_document
    from public.invoices paper left join public.invoices bill on bill.id = paper.corrects_id
    where paper.tenant_id = p_tenant_id and paper.issued_at >= p_from and paper.issued_at < p_until
    order by paper.issued_at, paper.code
  )
$function$;

ALTER FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.month_vat(p_tenant_id text, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS public.month_vat[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(taxed.rate, private.taxed_amount(taxed.invoiced, taxed.invoiced_tax),
      private.taxed_amount(taxed.credited, taxed.credited_tax),
      private.taxed_amount(taxed.invoiced - taxed.credited, taxed.invoiced_tax - taxed.credited_tax))::public.month_vat
    from (
      select part.tax_rate * 100 as rate,
        coalesce(sum(part.amount) filter (where paper.kind = 'invoice'), 0) as invoiced,
        coalesce(sum(part.tax) filter (where paper.kind = 'invoice'), 0) as invoiced_tax,
        coalesce(sum(part.amount) filter (where paper.kind = 'credit_note'), 0) as credited,
        coalesce(sum(part.tax) filter (where paper.kind = 'credit_note'), 0) as credited_tax
      from public.invoices paper join public.invoice_lines part on part.invoice_id = paper.id
      where paper.tenant_id = p_tenant_id and paper.issued_at >= p_from and paper.issued_at < p_until
      group by part.tax_rate
    ) taxed
    order by taxed.rate desc
  )
$function$;

ALTER FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_by_pieces(p_order public.orders, p_status public.order_status, p_note text, p_restock boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case p_status
    when 'in_production' then perform private.take_shipments_back(p_order);
    when 'shipped' then perform private.ship_order(p_order);
    when 'return_requested' then perform private.report_order(p_order, p_note);
    when 'returned' then perform private.take_order_back(p_order, p_restock);
    when 'delivered' then
      if p_order.status = 'return_requested' then
        perform private.decline_returns(p_order, p_note);
      else
        perform private.deliver_order(p_order);
      end if;
  end case;
  perform private.create_due_refunds(p_order.id, p_reason => p_note);
end
$function$;

ALTER FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_refusal(p_order public.orders, p_status public.order_status)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := private.order_actor(p_order);
  v_move public.order_status_transitions;
begin
  select move.* into v_move from public.order_status_transitions move
  where move.from_status = p_order.status and move.to_status = p_status;
  if not coalesce(private.is_move_of(v_actor, v_move)
    or v_actor = 'staff' and v_move.takes_back and private.takes_back(p_order, p_status), false) then
    return private.refusal('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', p_status));
  end if;
  if v_actor = 'staff' then
    perform private.require_capability(p_order.tenant_id, v_move.capability);
  end if;
  if v_move.needs_payment and private.misses_payment(p_order) then
    return private.payment_refusal(p_order);
  end if;
  if p_status = 'cancelled' and exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.packed > 0
  ) then
    return private.refusal('pieces_packed');
  end if;
  return null;
end
$function$;

ALTER FUNCTION "private"."move_refusal"(public.orders, public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_shipment(p_shipment public.shipments, p_state public.shipment_state, p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_carrier_state text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.shipments set state = p_state, updated_at = now(),
    attempts = attempts + case p_state when 'attempt_failed' then 1 else 0 end,
    handed_over_at = case p_state when 'handed_over' then p_happened_at when 'packed' then null else handed_over_at end,
    delivered_at = case p_state when 'delivered' then p_happened_at else delivered_at end,
    cash_collected = case p_state when 'delivered' then coalesce(p_cash, cash_due) else cash_collected end,
    returned_to_sender_at = case when p_state in ('returned_to_sender', 'lost') then p_happened_at else returned_to_sender_at end,
    looked_at = case p_state when 'lost' then now() else looked_at end
  where id = p_shipment.id;
  perform private.note_on_shipment(p_shipment, p_state, p_note, p_happened_at, p_carrier_state);
  case p_state
    when 'handed_over' then perform private.count_shipment(p_shipment.id, p_packed => -1, p_sent => 1);
    when 'packed' then perform private.count_shipment(p_shipment.id, p_packed => 1, p_sent => -1);
    when 'cancelled' then perform private.count_shipment(p_shipment.id, p_packed => -1, p_sent => 0);
    when 'delivered' then perform private.book_delivery(p_shipment.id);
    when 'returned_to_sender' then perform private.book_return_to_sender(p_shipment);
    when 'lost' then
      update public.shipment_lines set discarded = quantity where shipment_id = p_shipment.id;
      perform private.book_return_to_sender(p_shipment);
    else null;
  end case;
end
$function$;

ALTER FUNCTION "private"."move_shipment"(public.shipments, public.shipment_state, text, numeric, timestamp with time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.new_order_link(p_order public.orders)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_token constant text := private.link_token();
begin
  if p_order.user_id is not null or p_order.channel = 'web' then
    return null;
  end if;
  insert into private.order_links (token_hash, tenant_id, order_id)
  values (sha256(convert_to(v_token, 'UTF8')), p_order.tenant_id, p_order.id);
  return v_token;
end
$function$;

CREATE OR REPLACE FUNCTION private.no_cash_there()
 RETURNS public.cash_demand
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row('pay_before', '[{"rule": "zone"}]', 24, 0)::public.cash_demand
$function$;

ALTER FUNCTION "private"."no_cash_there"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_demo_removal(p_ids uuid[], p_stores public.demo_store_removal[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone constant bigint[] := array(
    select noted.id from public.audit_log noted
    where noted.tenant_id in (select store.tenant_id from private.demo_stores store) and (
      noted.entity_id = any (p_ids::text[]) or noted.created_at = now() and noted.actor_id = auth.uid()
      or noted.entity = 'user_roles' and coalesce(noted.after, noted.before) ->> 'user_id' = any (p_ids::text[])
      or noted.entity = 'settlements'
        and not exists (select 1 from public.settlements settled where settled.id::text = noted.entity_id)
    )
  );
begin
  update public.audit_log noted set part_of = null where noted.part_of = any (v_gone) and not noted.id = any (v_gone);
  delete from public.audit_log noted where noted.id = any (v_gone);
  perform private.write_audit(store.tenant_id, 'delete', 'demo', store.tenant_id, 'Demo', (
      select jsonb_object_agg(counted.kind, counted.how_many) from unnest(store.counts) counted where counted.fate = 'goes'
    ), null)
  from unnest(p_stores) store;
end
$function$;

ALTER FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_on_shipment(p_shipment public.shipments, p_state public.shipment_state, p_note text DEFAULT ''::text, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_carrier_state text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.shipment_events (tenant_id, shipment_id, state, carrier_state, note, happened_at, actor_id)
  values (p_shipment.tenant_id, p_shipment.id, p_state, left(p_carrier_state, 100), left(coalesce(p_note, ''), 500), p_happened_at,
    auth.uid())
  on conflict do nothing
$function$;

ALTER FUNCTION "private"."note_on_shipment"(public.shipments, public.shipment_state, text, timestamp with time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.open_return_of(p_order public.orders)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return_id constant uuid := (
    select waiting.id from public.returns waiting
    where waiting.order_id = p_order.id and private.is_open_return(waiting.state)
    order by waiting.number desc limit 1
  );
  v_print_names constant jsonb := (
    select private.line_names(line) from public.order_lines line
    where line.order_id = p_order.id and private.returnable_pieces(line) > 0
    order by line.position limit 1
  );
begin
  if v_print_names is not null then
    perform private.refuse('print_not_returned', v_print_names);
  end if;
  if v_return_id is null then
    perform private.refuse('nothing_to_return');
  end if;
  return v_return_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_actor(p_order public.orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when auth.uid() is null or private.is_service() then 'system'
    when private.holds_capability(p_order.tenant_id, 'orders.see') then 'staff'
    when p_order.user_id = auth.uid() then 'shopper'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_for_caller(p_order_id uuid, p_capability text)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  perform private.require_order_right(v_order, p_capability);
  return v_order;
end
$function$;

ALTER FUNCTION "private"."order_for_caller"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_json(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(p_order) || jsonb_build_object('lines', (
    select jsonb_agg(to_jsonb(order_lines) - '{tenant_id,order_id}'::text[] order by position)
    from public.order_lines where order_id = p_order.id
  ))
$function$;

CREATE OR REPLACE FUNCTION private.order_notification(p_message public.order_notifications, p_attempts integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', p_message.id, 'kind', p_message.kind, 'recipient', p_message.recipient, 'tenant_id', p_message.tenant_id,
    'order', private.order_json(orders),
    'sum', private.order_sum(orders),
    'attempts', p_attempts,
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (p_message.documents)
    ),
    'note', case when p_message.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = p_message.event_id), '') end,
    'remark', case when p_message.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) else (select event.remark ->> 'code' from public.order_events event where event.id = p_message.event_id) end,
    'bank_details', case when p_message.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or orders.status = 'awaiting_payment' and orders.deposit > 0 and settings.bank_transfer)
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(p_message.kind, coalesce(p_message.about_id, p_message.event_id)),
    'returns', settings.returns,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'language', person.language,
    'confirmation', case when p_message.kind = 'confirm' then private.new_confirmation(orders) end,
    'link', private.new_order_link(orders),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  )
  from public.orders
  left join public.settings on settings.tenant_id = p_message.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where orders.id = p_message.order_id
$function$;

ALTER FUNCTION "private"."order_notification"(public.order_notifications, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_placed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.order_staff_facts (tenant_id, order_id, search_text)
  values (new.tenant_id, new.id, private.order_search_text(new));
  insert into public.order_events (tenant_id, order_id, actor_id, actor, to_status)
  values (new.tenant_id, new.id, auth.uid(), case
    when auth.uid() is null then 'system' when new.channel <> 'web' then 'staff' else 'shopper' end, new.status);
  if new.channel = 'web' and not new.is_test then
    perform private.note_order_client(new);
  end if;
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_notification(new, 'placed');
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_staff_facts set search_text = private.order_search_text(new) where order_id = new.id;
  return null;
end
$function$;

ALTER FUNCTION "private"."order_renamed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_search_text(p_order public.orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.fold(concat_ws(E'\n', p_order.number, p_order.customer_name, p_order.customer_email,
    p_order.address ->> 'full_name', p_order.address ->> 'phone'))
$function$;

ALTER FUNCTION "private"."order_search_text"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_status_of(p_stage public.order_stage, p_pieces bigint, p_cancelled bigint, p_refused bigint, p_sent bigint, p_delivered bigint, p_returned bigint, p_return_open boolean)
 RETURNS public.order_status
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_pieces > 0 and p_cancelled = p_pieces then 'cancelled'
    when p_pieces > 0 and p_cancelled + p_refused = p_pieces then 'returned_to_sender'
    when p_return_open then 'return_requested'
    when p_delivered > 0 and p_cancelled + p_refused + p_delivered < p_pieces then 'partly_delivered'
    when p_returned > 0 and p_returned = p_delivered then 'returned'
    when p_returned > 0 then 'partly_returned'
    when p_delivered > 0 then 'delivered'
    when p_sent > 0 and p_cancelled + p_refused + p_sent = p_pieces then 'shipped'
    when p_sent > 0 then 'partly_sent'
    else private.status_of_stage(p_stage)
  end
$function$;

ALTER FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_transition_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  new.reserved_until := null;
  if new.status = private.derived_order_status(new) then
    return new;
  end if;
  perform private.require_move(old, new.status);
  if old.status = private.status_of_stage(old.stage) and new.status <> 'cancelled' and private.is_set_by_people(new.status) then
    new.stage := new.status::text::public.order_stage;
    if new.status = 'pending' then
      new.confirmed_at := null;
      new.confirmed_by := null;
    elsif old.status = 'pending' and new.confirm_until is not null then
      new.confirmed_at := now();
      new.confirmed_by := coalesce(new.confirmed_by, 'staff');
    end if;
    new.queues := private.derived_order_queues(new);
  elsif new.status = 'cancelled' then
    new.queues := '{}';
  else
    perform private.refuse('move_by_shipment', jsonb_build_object('to', new.status));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.orders_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before public.orders[];
  v_after public.orders[];
  v_cancelled uuid[];
  v_id uuid;
begin
  select array_agg(row(before.*)::public.orders order by after.id), array_agg(row(after.*)::public.orders order by after.id)
  into v_before, v_after
  from after join before using (id) where after.status <> before.status;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, from_status, to_status)
  select moved.tenant_id, moved.id, auth.uid(), private.order_actor(moved), moved.status, later.status
  from unnest(v_before) moved join unnest(v_after) later on later.id = moved.id order by moved.id;
  v_cancelled := array(
    select moved.id from unnest(v_after) moved
    where moved.status = 'cancelled' and private.derived_order_status(moved) <> 'cancelled' order by moved.id
  );
  -- One order's bookings lock in this order by themselves.
  if cardinality(v_cancelled) > 1 then
    perform private.lock_for_cancelling(v_cancelled);
  end if;
  foreach v_id in array v_cancelled loop
    perform private.cancel_whole_order(orders) from public.orders where orders.id = v_id;
    perform private.create_due_refunds(v_id);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.outstanding_exchange(p_line public.order_lines)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select replaced.number
    from (
      select piece.quantity, piece.received, asked.order_id, dense_rank() over (order by line.position) - 1 as position
      from public.returns asked
      join public.return_lines piece on piece.return_id = asked.id
      join public.order_lines line on line.id = piece.order_line_id
      where asked.tenant_id = p_line.tenant_id and asked.replacement_order_id = p_line.order_id
        and not exists (select 1 from public.exchange_allowances allowed where allowed.return_id = asked.id)
    ) given
    join public.orders replaced on replaced.id = given.order_id
    where given.position = p_line.position and given.received < given.quantity limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.overpaid(p_order_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select -private.balance(orders) - coalesce((
    select sum(refunds.amount) from public.refunds
    where refunds.order_id = orders.id and private.is_open_refund(refunds.state)
  ), 0)
  from public.orders where orders.id = p_order_id
$function$;

CREATE OR REPLACE FUNCTION private.owner_invitation_state(p_invitation private.owner_invitations, p_claim uuid)
 RETURNS public.owner_link_state
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (case
    when (p_invitation).id is null then 'unknown'
    when (p_invitation).used_at is not null and (p_invitation).claimed_by = p_claim then 'redeemed'
    when (p_invitation).used_at is not null then 'used'
    when (p_invitation).claimed_by = p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'open'
    when (p_invitation).expires_at <= now() or (p_invitation).email is null and private.has_owner() then 'expired'
    when (p_invitation).claimed_by <> p_claim and (p_invitation).claimed_at > now() - interval '1 minute' then 'claimed'
    else 'open'
  end)::public.owner_link_state
$function$;

ALTER FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pack(p_order public.orders, p_pieces private.piece_count[], p_shipment jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_worth numeric;
begin
  if not private.is_confirmed(p_order.stage) then
    perform private.refuse('not_confirmed');
  end if;
  perform private.require_payment(p_order);
  perform private.require_open_pieces(p_pieces, 'too_few_to_pack');
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_pack');
  end if;
  v_worth := private.worth_to_pack(p_order, p_pieces);
  update public.order_lines line set packed = line.packed + piece.quantity
  from unnest(p_pieces) piece where line.id = piece.order_line_id;
  insert into public.shipments (tenant_id, order_id, number, cash_due)
  select p_order.tenant_id, p_order.id, coalesce(max(earlier.number), 0) + 1,
    -- The last shipment takes the rest.
    least(private.owed_at_door(p_order.id), case when cardinality(private.open_pieces_of(p_order.id)) > 0 then v_worth end)
  from public.shipments earlier where earlier.order_id = p_order.id
  returning * into v_shipment;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select p_order.tenant_id, v_shipment.id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  perform private.note_on_shipment(v_shipment, 'packed');
  perform private.write_on_shipment(v_shipment.id, p_shipment);
  return v_shipment.id;
end
$function$;

ALTER FUNCTION "private"."pack"(public.orders, private.piece_count[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.part_return(p_return_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rest_id uuid;
begin
  if not exists (
    select 1 from public.return_lines piece where piece.return_id = p_return_id and piece.received < piece.quantity
  ) then
    return;
  end if;
  insert into public.returns (
    tenant_id, order_id, number, kind, state, reason, photos, requested_by, answer, replacement_order_id, decided_at, created_at
  )
  select parted.tenant_id, parted.order_id, (select max(earlier.number) + 1 from public.returns earlier where earlier.order_id = parted.order_id),
    parted.kind, case parted.state when 'requested' then 'approved'::public.return_state else parted.state end, parted.reason,
    parted.photos, parted.requested_by, parted.answer, parted.replacement_order_id,
    coalesce(parted.decided_at, now()), parted.created_at
  from public.returns parted where parted.id = p_return_id
  returning id into v_rest_id;
  insert into public.exchange_allowances (return_id, tenant_id, exchange_allowed)
  select v_rest_id, allowed.tenant_id, allowed.exchange_allowed from public.exchange_allowances allowed where allowed.return_id = p_return_id;
  insert into public.return_lines (tenant_id, return_id, order_line_id, quantity, price_drop)
  select piece.tenant_id, v_rest_id, piece.order_line_id, piece.quantity - piece.received, piece.price_drop
  from public.return_lines piece where piece.return_id = p_return_id and piece.received < piece.quantity;
  delete from public.return_lines piece where piece.return_id = p_return_id and piece.received = 0;
  update public.return_lines piece set quantity = piece.received where piece.return_id = p_return_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.payable_online(p_order public.orders)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_void(p_order.status) or p_order.payment_status = 'failed' then
    return 0;
  end if;
  return greatest(private.balance(p_order) - coalesce((
    select sum(shipment.cash_due) from public.shipments shipment
    where shipment.order_id = p_order.id and private.is_outbound(shipment.state)
  ), 0) - private.held_for_order(p_order.id), 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.payment_move_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  assert exists (
    select 1 from public.provider_payment_status_transitions
    where from_status = old.status and to_status = new.status
  ), format('A payment that is %s cannot become %s', old.status, new.status);
  return new;
end
$function$;

ALTER FUNCTION "private"."payment_move_checked"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.payment_refusal(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_order.received > 0 and p_order.charged = 0 then private.refusal('payment_given_back')
    else private.refusal('payment_missing', jsonb_strip_nulls(jsonb_build_object(
      'reason', case p_order.payment_method when 'online' then 'online' end)))
  end
$function$;

ALTER FUNCTION "private"."payment_refusal"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.payment_status_of(p_present public.payment_status, p_total numeric, p_charged numeric, p_received numeric, p_given_back numeric, p_at_carrier numeric, p_refund_open boolean)
 RETURNS public.payment_status
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_refund_open or p_received - p_given_back > p_charged then 'refund_due'
    when p_received = 0 and p_present = 'failed' then 'failed'
    when p_received = 0 and p_total > 0 then 'unpaid'
    when p_given_back > 0 and p_given_back = p_received then 'refunded'
    when p_given_back > 0 then 'partly_refunded'
    when p_received - p_given_back < p_charged then 'partly_paid'
    when p_at_carrier > 0 then 'with_carrier'
    else 'paid'
  end::public.payment_status
$function$;

ALTER FUNCTION "private"."payment_status_of"(public.payment_status, numeric, numeric, numeric, numeric, numeric, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_data_actor(p_tenant_id text, p_user_id uuid, p_capability text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := case
    when private.is_service() then 'system' when p_user_id = auth.uid() then 'shopper' else 'staff' end;
begin
  if v_actor = 'staff' then
    perform private.require_capability(p_tenant_id, p_capability);
  else
    perform private.require_aal();
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  return v_actor;
end
$function$;

ALTER FUNCTION "private"."personal_data_actor"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.personal_opening_alerts(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(alert) - '{id,tenant_id}'::text[]), '[]')
  from public.profiles
  join public.opening_alerts alert on alert.tenant_id = profiles.tenant_id and alert.email = lower(profiles.email)
  where profiles.id = p_user_id and profiles.tenant_id = p_tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.personal_orders(p_tenant_id text, p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    private.order_json(orders) - '{tenant_id,user_id}'::text[] || coalesce((
      select to_jsonb(facts) - '{tenant_id,order_id,placed_by,search_text}'::text[]
      from public.order_staff_facts facts where facts.order_id = orders.id
    ), '{}') || jsonb_build_object('history', (
      select jsonb_agg(jsonb_build_object('at', created_at, 'by', actor, 'from', from_status, 'to', to_status,
        'note', note, 'remark', remark ->> 'code') order by created_at)
      from public.order_events where order_id = orders.id and not is_internal
    ), 'shipments', (
      select jsonb_agg(to_jsonb(shipment) - '{tenant_id,order_id}'::text[] order by shipment.number)
      from public.shipments shipment where shipment.order_id = orders.id
    ), 'returns', (
      select jsonb_agg(to_jsonb(back) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(piece) - '{tenant_id,return_id}'::text[] order by line.position)
        from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
        where piece.return_id = back.id
      )) order by back.number)
      from public.returns back where back.order_id = orders.id
    ), 'changes', (
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id,proposed_by,decided_by}'::text[] order by edit.number)
      from public.order_edits edit where edit.order_id = orders.id
    ), 'refunds', (
      select jsonb_agg(to_jsonb(refund) - '{tenant_id,order_id,created_by}'::text[] order by refund.number)
      from public.refunds refund where refund.order_id = orders.id
    ), 'transfers', (
      select jsonb_agg(to_jsonb(transfer) - '{tenant_id,order_id,checked_by}'::text[] order by transfer.created_at)
      from public.transfers transfer where transfer.order_id = orders.id
    ), 'messages', (
      select jsonb_agg(jsonb_build_object('at', message.created_at, 'about', message.kind, 'channel', message.channel,
        'to', message.recipient, 'state', message.state, 'sent_at', message.sent_at, 'documents', message.documents)
        order by message.created_at)
      from public.order_notifications message where message.order_id = orders.id
    ), 'payments', (
      select jsonb_agg(jsonb_build_object('at', entry.created_at, 'kind', entry.kind, 'amount', entry.amount,
        'method', entry.method, 'reference', entry.reference) order by entry.id)
      from public.payment_entries entry where entry.order_id = orders.id
    ), 'invoices', (
      select jsonb_agg(to_jsonb(paper) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(part) - '{id,tenant_id,invoice_id}'::text[] order by part.position)
        from public.invoice_lines part where part.invoice_id = paper.id
      )) order by paper.issued_at)
      from public.invoices paper where paper.order_id = orders.id
    )) order by created_at), '[]')
  from public.orders where user_id = p_user_id and tenant_id = p_tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.phone_channel(p_order public.orders, p_after public.notification_channel DEFAULT NULL::public.notification_channel)
 RETURNS public.notification_channel
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone constant text := private.phone_address(p_order.address);
  v_is_own constant boolean := private.is_known_contact(
    p_order.tenant_id, p_order.user_id, private.national_digits(p_order.address ->> 'phone'), null);
begin
  if v_phone is null or p_order.is_test or (
    select count(*) from (
      select 1 from public.order_notifications message join public.orders on orders.id = message.order_id
      where message.recipient = v_phone and message.channel <> 'email' and message.created_at > now() - interval '1 day'
        and (not v_is_own or orders.user_id = p_order.user_id)
      limit 10
    ) told
  ) >= 10 then
    return null;
  end if;
  return (
    select used.channel::public.notification_channel
    from public.staff_settings, unnest(staff_settings.notification_channels) with ordinality used (channel, place)
    where staff_settings.tenant_id = p_order.tenant_id
      and used.place > coalesce(array_position(staff_settings.notification_channels, p_after::text), 0)
      and not exists (
        select 1 from public.notification_opt_outs stopped
        where stopped.tenant_id = p_order.tenant_id and stopped.channel::text = used.channel
          and (stopped.recipient = v_phone or stopped.user_id = p_order.user_id)
      )
    order by used.place limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.phone_notifications_within_limits(p_job_ids bigint[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_allowed uuid[];
  v_held bigint[];
begin
  if cardinality(p_job_ids) = 0 then
    return '{}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('phone_notifications', 0));
  delete from private.phone_sends where sent_at < now() - interval '2 hours';
  select array_agg(ranked.id) filter (where ranked.is_within), array_agg(ranked.job_id) filter (where not ranked.is_within)
  into v_allowed, v_held from private.ranked_phone_notifications(p_job_ids) ranked;
  update public.order_notifications message set held_at = now()
  from private.jobs job where job.id = any (v_held) and message.id = job.key::uuid and message.held_at is null;
  update private.jobs job set attempts = job.attempts - 1, locked_at = null, run_at = now() + interval '1 minute'
  where job.id = any (v_held);
  insert into private.phone_sends (tenant_id, user_id, client, to_stranger)
  select message.tenant_id, case when message.to_stranger then orders.user_id end,
    case when message.to_stranger then asked.client end, message.to_stranger
  from public.order_notifications message
  join public.orders on orders.id = message.order_id
  left join private.order_clients asked on asked.order_id = orders.id
  where message.id = any (v_allowed);
  return coalesce(v_allowed, '{}');
end
$function$;

ALTER FUNCTION "private"."phone_notifications_within_limits"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.pieces_sold(p_order public.orders, p_line public.order_lines)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when private.is_sale(p_order) and p_order.replaces_order_id is null
    then p_line.quantity - p_line.cancelled - p_line.returned_to_sender - p_line.returned else 0 end
$function$;

CREATE OR REPLACE FUNCTION private.placed_before(p_tenant_id text, p_key text, p_document jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_known private.order_keys;
  v_order public.orders;
begin
  select known.* into v_known from private.order_keys known
  where known.idempotency_key = p_key and known.caller_id = auth.uid() and known.tenant_id = p_tenant_id;
  if not found then
    return null;
  end if;
  select orders.* into v_order from public.orders where orders.id = v_known.order_id;
  if v_known.document_hash is distinct from jsonb_hash_extended(p_document, 0) then
    perform private.refuse('already_placed', jsonb_build_object('order_id', v_order.id, 'number', v_order.number));
  end if;
  return v_order;
end
$function$;

ALTER FUNCTION "private"."placed_before"(text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.points_to_settle(p_order public.orders, OUT earned integer, OUT used integer)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    case when sold.net > 0 then floor(p_order.points_earned * greatest(sold.kept - sold.goodwill, 0) / sold.net) else 0 end
      - booked.earned,
    case when sold.points > 0 then floor(p_order.points_used * greatest(sold.points - sold.points_kept, 0) / sold.points) else 0 end
      - (p_order.points_used - booked.used)
  from (
    select coalesce(sum(line.net) filter (where line.edit_id is null), 0) as net,
      coalesce(sum(greatest(least(private.line_worth(line, line.delivered - line.returned), line.net - line.credited), 0)), 0) as kept,
      (select orders.goodwill from public.orders where orders.id = p_order.id) as goodwill,
      -- Shares of points, which pieces take along to lines that replace theirs.
      coalesce(sum(line.points_share) filter (where line.edit_id is null), 0) as points,
      coalesce(sum(round(
        line.points_share * (line.quantity - line.cancelled - line.returned_to_sender - line.returned) / line.quantity, 2)), 0) as points_kept
    from public.order_lines line where line.order_id = p_order.id
  ) sold cross join (
    select coalesce(sum(entry.delta) filter (where entry.kind in ('earned', 'reversed')), 0)::integer as earned,
      coalesce(sum(-entry.delta) filter (where entry.kind in ('redeemed', 'refunded')), 0)::integer as used
    from public.point_entries entry where entry.tenant_id = p_order.tenant_id and entry.order_id = p_order.id
  ) booked
$function$;

CREATE OR REPLACE FUNCTION private.price_edit(p_order public.orders, p_changes jsonb, p_promised boolean DEFAULT false)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
  v_add jsonb;
  v_edit private.priced_edit;
begin
  perform private.require_changes(p_changes);
  v_edit.pieces := private.asked_pieces(p_order.id, private.listed(p_changes -> 'remove'));
  v_add := private.completed_lines(p_order.id, private.listed(p_changes -> 'add'), v_edit.pieces);
  perform private.require_editable(p_order, p_changes, v_add, v_edit.pieces, p_promised);
  select settings.* into v_settings from public.settings where settings.tenant_id = p_order.tenant_id;
  v_edit.lines := '{}';
  v_edit.shares := '{}';
  v_edit.recount := row(0, '{}', 0, false);
  if v_add <> '[]' then
    v_edit.lines := private.with_goods_given_back(
      private.price_lines(p_order.tenant_id, v_add, v_settings, p_order.user_id, false), v_edit.pieces);
    v_edit := private.with_kept_prices(p_order, v_edit, v_add);
  end if;
  select coalesce(jsonb_agg(private.line_problem(priced) order by priced.line), '[]') into v_edit.problems
  from unnest(v_edit.lines) priced where priced.problem is not null;
  v_edit.difference := coalesce((
    select sum(private.pounds(priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)))
    from unnest(v_edit.lines) priced left join unnest(v_edit.shares) share on share.line = priced.line
  ), 0) - private.worth_of_lines(v_edit.pieces);
  if cardinality(v_edit.lines) > 0 or cardinality(v_edit.pieces) > 0 then
    v_edit.recount := private.recount_of(p_order, v_edit.pieces, v_edit.lines, v_edit.shares);
  end if;
  v_edit := private.with_delivery(p_order, v_edit, p_changes, v_settings);
  v_edit.difference := v_edit.difference + (v_edit.recount).discount + (v_edit.recount).fee;
  return private.with_order_rules(p_order, v_edit, private.changed_order_demand(p_order, v_edit, p_changes, p_promised), v_settings);
end
$function$;

CREATE OR REPLACE FUNCTION private.price_lines(p_tenant_id text, p_lines jsonb, p_settings public.settings, p_user_id uuid, p_lock boolean)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
AS $function$
declare
  v_ids constant uuid[] := private.products_of_lines(p_tenant_id, p_lines);
  v_products private.product_facts[];
begin
  if p_lock then
    -- In a fixed order, so that orders of the same products never wait for each other in a circle.
    perform 1 from public.products
    where tenant_id = p_tenant_id and is_active and id = any (v_ids) order by id for no key update;
  end if;
  v_products := array(
    select row(id, name, price, private.first_picture(images), types)::private.product_facts
    from public.products
    where tenant_id = p_tenant_id and is_active and id = any (v_ids)
  );

  return array(
    select row(
      offered.line, offered.id, (offered.variant).id, (offered.variant).sku,
      private.variant_name((offered.variant).option1, (offered.variant).option2, (offered.variant).option3),
      offered.known_design, offered.quantity, coalesce(offered.name, 'Custom ' || (offered.design ->> 'garment'), ''),
      coalesce(offered.preview, (offered.variant).image, offered.image), offered.unit, offered.price_was, (offered.variant).stock,
      coalesce(offered.color, case when offered.designed then offered.asked_color end),
      coalesce(offered.size, case when offered.id is null then offered.asked_size end),
      coalesce(offered.type,
        case when offered.id is null then offered.asked_type when cardinality(offered.types) = 1 then offered.types[1] end),
      coalesce(offered.options, '[]'), offered.design, offered.preview,
      case
        when offered.doc_type <> 'object' then 'invalid_line'
        when offered.quantity is null then 'invalid_quantity'
        when coalesce(offered.product, offered.variant_id) is not null and offered.id is null then 'unknown_product'
        when offered.id is null and not offered.designed then 'invalid_line'
        when offered.designed and offered.prints_open is not true then 'customization_closed'
        when offered.designed and offered.design is null then 'unknown_customization'
        when offered.designed and not private.is_design(offered.design) then 'invalid_design'
        when offered.problem is not null then offered.problem
        when offered.designed and offered.unit is null then 'garment_not_priced'
        when offered.id is not null
          and sum(offered.quantity) over (partition by (offered.variant).id) > (offered.variant).stock then 'out_of_stock'
      end,
      (offered.variant).weight_grams::bigint * offered.quantity, null, case when offered.id is null then offered.design ->> 'garment' end
    )::private.priced_line
    from (
      select drafted.*,
        case
          when drafted.design is null then drafted.price
          else coalesce(drafted.price,
              private.piastres((p_settings.customization -> 'baseProductPrices' ->> (drafted.design ->> 'garment'))::numeric))
            + private.piastres(p_settings.text_price) * private.design_elements(drafted.design, 'text')
            + private.piastres(p_settings.image_price) * private.design_elements(drafted.design, 'image')
        end as unit,
        case when drafted.designed then p_settings.customization_enabled end as prints_open
      from (
        select
          asked.line, asked.doc_type, asked.product, asked.variant_id, asked.designed, asked.quantity, asked.price_was,
          asked.asked_color, asked.asked_size, asked.asked_type, bought.id, bought.name, bought.image, bought.types,
          chosen.variant, chosen.size, chosen.color, chosen.type, chosen.options, chosen.problem,
          private.piastres(coalesce((chosen.variant).price, bought.price)) as price, customizations.id as known_design,
          case when asked.designed then coalesce(customizations.design, nullif(asked.design, 'null')) end as design,
          case when asked.designed then left(coalesce(customizations.preview, asked.preview), 2000) end as preview
        from private.asked_lines(p_lines, v_ids) asked
        left join unnest(v_products) bought on bought.id = asked.product_id
        left join public.customizations
          on customizations.id = asked.customization_id and customizations.tenant_id = p_tenant_id
            and customizations.user_id = p_user_id
        left join lateral private.choose_variant(
          bought.id, asked.variant_id, asked.asked_size,
          coalesce(asked.asked_color, customizations.design ->> 'color', asked.design ->> 'color'), asked.asked_type
        ) chosen on bought.id is not null
        offset 0
      ) drafted
      offset 0
    ) offered
    order by offered.line
  );
end
$function$;

ALTER FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.price_order(p_order jsonb, p_user_id uuid, p_lock boolean, p_address jsonb, p_manual_discount bigint DEFAULT 0)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_settings public.settings;
  v_check record;
  v_discount public.discounts;
  v_goods bigint;
  v_problem boolean;
  v_priced private.priced_order;
begin
  select settings.* into v_settings from public.settings where tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines');
  end if;
  if private.print_count(v_tenant_id, v_lines, p_user_id) > 400 then
    perform private.refuse('too_many_prints', jsonb_build_object('most', 400));
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;

  v_priced.lines := private.price_lines(v_tenant_id, v_lines, v_settings, p_user_id, p_lock);
  v_priced.settings := v_settings;
  select coalesce(sum(line.unit * line.quantity), 0), count(line.problem) > 0 into v_priced.subtotal, v_problem
  from unnest(v_priced.lines) line;
  v_priced.problems := '[]';
  if v_problem then
    select jsonb_agg(private.line_problem(priced) order by priced.line) into v_priced.problems
    from unnest(v_priced.lines) priced where priced.problem is not null;
  end if;
  if v_priced.subtotal > 1000000000 then
    perform private.refuse('order_too_large');
  end if;

  v_priced.discount := 0;
  if v_code is not null then
    v_check := private.check_discount(v_tenant_id, v_code, p_user_id, v_priced.subtotal, p_lock);
    if v_check.problem is not null then
      v_priced.problems := v_priced.problems || v_check.problem;
    else
      v_discount := v_check.discount;
      v_priced.discount_id := v_discount.id;
      v_priced.discount_code := v_discount.code;
      v_priced.discount_kind := v_discount.kind;
      v_priced.discount := case v_discount.kind
        when 'percent' then (v_priced.subtotal * (v_discount.value * 100)::bigint + 5000) / 10000
        when 'fixed' then least(private.piastres(v_discount.value), v_priced.subtotal)
        else 0
      end;
    end if;
  end if;
  v_priced.manual_discount := p_manual_discount;
  v_goods := v_priced.subtotal - v_priced.discount - p_manual_discount;
  if v_goods < 0 then
    perform private.refuse('manual_discount_too_high', jsonb_build_object('amount', private.pounds(v_goods + p_manual_discount)));
  end if;

  v_priced.delivery := private.delivery_of(v_tenant_id, v_settings, p_address, p_order ->> 'shipping_method',
    -- What staff take off takes no free delivery away.
    v_goods + p_manual_discount, private.grams_of(v_priced.lines), v_priced.discount_kind is not distinct from 'free_shipping');
  v_priced.problems := v_priced.problems || coalesce((v_priced.delivery).problem, '[]');
  v_priced.shipping := coalesce(((v_priced.delivery).rate).price, 0);

  v_priced := private.with_points(v_priced, v_settings, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.price_sizes(p_old public.orders, p_lines jsonb, p_payment public.payment_method, p_shipping public.shipping_method)
 RETURNS private.wanted_sizes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
  v_sizes jsonb;
  v_delivery private.delivery;
  v_wanted private.wanted_sizes;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_old.tenant_id;
  v_wanted.pieces := private.pieces_in_other_sizes(p_old.id, p_lines);
  select jsonb_object_agg(lower(asked.order_line_id), coalesce(asked.size, '')) into v_sizes
  from jsonb_to_recordset(p_lines) asked (order_line_id text, size text) where asked.order_line_id is not null;
  v_wanted.lines := private.replacement_lines(v_wanted.pieces, v_sizes);
  perform private.require_returnable(p_old, v_wanted.pieces, 'size_exchange');
  perform private.require_exchanged(v_wanted.pieces);
  v_delivery := private.delivery_of(p_old.tenant_id, v_settings, p_old.address, p_shipping::text, 0,
    private.grams_of(v_wanted.lines));
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  v_wanted.rate := v_delivery.rate;
  v_wanted.amount := private.goods_of(v_wanted.lines) + (v_wanted.rate).price;
  v_wanted.drops := private.price_drops(v_wanted.pieces, v_wanted.lines);
  v_wanted.cash := private.require_order_rules(row(
    p_old.tenant_id, p_old.user_id, false, null, p_payment::text, p_old.address, v_wanted.lines, v_wanted.amount,
    (v_wanted.rate).cash_allowed, null, true, true)::private.order_demand, v_settings);
  return v_wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.print_line_again(p_piece private.piece_count, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line public.order_lines;
  v_printed integer;
  v_wasted integer;
begin
  select line.* into v_line from public.order_lines line where line.id = p_piece.order_line_id;
  if not v_line.has_design or v_line.packed + v_line.sent >= v_line.quantity - v_line.cancelled - v_line.returned_to_sender then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  if p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  -- Prints that are in shipments went well, and what was printed beyond the need may have gone wrong as well.
  v_printed := least(v_line.printed, greatest(
    least(v_line.printed, v_line.quantity - v_line.cancelled - v_line.returned_to_sender) - p_piece.quantity,
    v_line.packed + v_line.sent));
  v_wasted := greatest(p_piece.quantity, v_line.printed - v_printed);
  update public.order_lines line set printed = v_printed where line.id = v_line.id;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, v_printed - v_line.printed, v_wasted, p_reason, auth.uid());
end
$function$;

ALTER FUNCTION "private"."print_line_again"(private.piece_count, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.product_is_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_stock_alerts(array(
    select alert from public.stock_alerts alert
    where alert.tenant_id = new.tenant_id and alert.product_id = new.id and private.is_back(alert)
  ));
  return null;
end
$function$;

ALTER FUNCTION "private"."product_is_back"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.proves_person(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_order.charged > 0 and (p_order.payment_status in ('with_carrier', 'paid') or p_order.status = 'delivered')
    and not p_order.is_test
$function$;

CREATE OR REPLACE FUNCTION private.queue_contact_mails(p_conversation public.conversations)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_job('send_contact_mail', p_conversation.id || ' ' || address, jsonb_build_object(
    'conversation_id', p_conversation.id, 'to', address), p_conversation.tenant_id, p_max_attempts => 12)
  from unnest(coalesce(
    (select nullif(chosen.contact_emails, '{}') from public.staff_settings chosen where chosen.tenant_id = p_conversation.tenant_id),
    array[coalesce((
      select settings.contact ->> 'contactEmail' from public.settings where settings.tenant_id = p_conversation.tenant_id
    ), '')]
  )) address
$function$;

ALTER FUNCTION "private"."queue_contact_mails"(public.conversations) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_order_notification(p_order public.orders, p_kind public.order_notification_kind, p_about_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due_at constant timestamptz := now() + private.mail_hold();
  v_channel public.notification_channel;
begin
  if p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    perform private.insert_order_notification(p_order, p_kind, 'email', v_due_at, p_about_id, p_event_id);
  end if;
  if exists (
    select 1 from public.staff_settings
    where staff_settings.tenant_id = p_order.tenant_id and p_kind::text = any (staff_settings.notification_kinds)
  ) then
    v_channel := private.phone_channel(p_order);
    if v_channel is not null then
      perform private.insert_order_notification(p_order, p_kind, v_channel, v_due_at, p_about_id, p_event_id);
    end if;
  end if;
end
$function$;

ALTER FUNCTION "private"."queue_order_notification"(public.orders, public.order_notification_kind, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_job('send_refund', new.id::text, p_tenant_id => new.tenant_id,
    p_run_at => now() + case when new.reference = '' then interval '0' else interval '10 minutes' end);
  return null;
end
$function$;

ALTER FUNCTION "private"."queue_refund"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.queue_stock_alerts(p_alerts public.stock_alerts[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_job('send_stock_alert', alert.id::text, p_tenant_id => alert.tenant_id, p_max_attempts => 12)
  from unnest(p_alerts) alert
  where not exists (
    select 1 from private.jobs job
    where job.kind = 'send_stock_alert' and job.key = alert.id::text and not private.has_failed(job)
  )
$function$;

ALTER FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.quoted_lines(p_lines private.priced_line[])
 RETURNS public.quoted_line[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(row(
    priced.line, priced.product_id, priced.variant_id, priced.sku, priced.customization_id, priced.quantity, priced.name,
    priced.image, priced.color, priced.size, priced.type, priced.options, priced.stock, private.pounds(priced.unit),
    private.pounds(priced.unit * priced.quantity),
    case when priced.price_was <> priced.unit then private.pounds(priced.price_was) end,
    priced.problem, private.line_problem(priced) ->> 'message'
  )::public.quoted_line order by priced.line)
  from unnest(p_lines) priced
$function$;

ALTER FUNCTION "private"."quoted_lines"(private.priced_line[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ranked_phone_notifications(p_job_ids bigint[])
 RETURNS TABLE(id uuid, job_id bigint, is_within boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sent as (
    select * from private.phone_sends where phone_sends.sent_at > now() - interval '1 hour'
  ), due as (
    select message.id, job.id as job_id, message.tenant_id, message.to_stranger, job.run_at, orders.user_id, asked.client,
      coalesce(staff_settings.phone_notifications_limit, 200) as most, coalesce(staff_settings.stranger_notifications_limit, 20) as most_strangers
    from private.jobs job
    join public.order_notifications message on message.id = job.key::uuid
    join public.orders on orders.id = message.order_id
    left join private.order_clients asked on asked.order_id = orders.id
    left join public.staff_settings on staff_settings.tenant_id = message.tenant_id
    where job.id = any (p_job_ids) and message.sent_at is null and message.expired_at is null and message.failed_at is null
  ), strangers as (
    select due.*,
      row_number() over (partition by due.tenant_id, due.user_id order by due.run_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.user_id = due.user_id
      ) as nth_of_account,
      row_number() over (partition by due.tenant_id, due.client order by due.run_at, due.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = due.tenant_id and sent.client = due.client
      ) as nth_of_client
    from due where due.to_stranger
  ), fair as (
    select strangers.id, strangers.most_strangers,
      row_number() over (partition by strangers.tenant_id order by strangers.run_at, strangers.id) + (
        select count(*) from sent where sent.to_stranger and sent.tenant_id = strangers.tenant_id
      ) as nth_of_strangers
    from strangers where strangers.nth_of_account <= 5 and (strangers.client is null or strangers.nth_of_client <= 10)
  ), allowed as (
    select due.*, row_number() over (partition by due.tenant_id order by due.to_stranger, due.run_at, due.id) + (
      select count(*) from sent where sent.tenant_id = due.tenant_id
    ) as nth_of_store
    from due left join fair on fair.id = due.id
    where not due.to_stranger or fair.nth_of_strangers <= fair.most_strangers
  )
  select due.id, due.job_id, coalesce(allowed.nth_of_store <= allowed.most, false)
  from due left join allowed on allowed.id = due.id
$function$;

ALTER FUNCTION "private"."ranked_phone_notifications"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recalculate_cash_due(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_too_much numeric := private.cash_under_way(p_order.id, null) - (p_order.charged - p_order.received + p_order.given_back);
begin
  if v_too_much <= 0 then
    return;
  end if;
  for v_shipment in
    select shipment.* from public.shipments shipment
    where shipment.order_id = p_order.id and shipment.state = 'packed' order by shipment.number desc
  loop
    update public.shipments set cash_due = cash_due - least(cash_due, greatest(v_too_much, 0)), updated_at = now()
    where id = v_shipment.id;
    v_too_much := v_too_much - v_shipment.cash_due;
  end loop;
end
$function$;

ALTER FUNCTION "private"."recalculate_cash_due"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recount_of(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[] DEFAULT '{}'::private.priced_line[], p_shares private.line_share[] DEFAULT '{}'::private.line_share[])
 RETURNS private.recount
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lines constant private.offered_line[] := private.offered_lines(p_order, p_pieces, p_added, p_shares);
  v_recount private.recount := row(0, '{}', 0, false);
  v_settings public.settings;
  v_price numeric;
  v_discount numeric;
begin
  if cardinality(v_lines) = 0 or exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.packed + line.sent + line.returned_to_sender > 0
  ) then
    return v_recount;
  end if;
  select settings.* into v_settings from public.settings where settings.tenant_id = p_order.tenant_id;
  select sum(line.price), sum(line.discount) into v_price, v_discount from unnest(v_lines) line;
  v_recount.code_lost := coalesce(v_settings.recounts_codes, false) and exists (
    select 1 from public.discounts code
    where code.id = p_order.discount_id and p_order.subtotal >= code.minimum_subtotal and v_price < code.minimum_subtotal
  );
  select coalesce(sum(owed.more), 0),
    coalesce(jsonb_object_agg(owed.id, owed.more) filter (where owed.id is not null and owed.more <> 0), '{}')
  into v_recount.discount, v_recount.lines
  from (
    select line.order_line_id as id, case when v_recount.code_lost then line.discount else 0 end - line.recounted as more
    from unnest(v_lines) line
  ) owed;
  v_recount.fee := private.recounted_fee(p_order, v_recount.code_lost,
    case when v_settings.recounts_delivery
      then v_price - case when v_recount.code_lost then 0 else v_discount end
      else greatest(v_price, p_order.subtotal) - p_order.discount_total end,
    private.kept_grams(p_order.id, p_pieces, p_added)) - p_order.shipping_recounted;
  return v_recount;
end
$function$;

CREATE OR REPLACE FUNCTION private.recounted_fee(p_order public.orders, p_code_lost boolean, p_goods numeric, p_grams bigint)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_order.tenant_id);
  v_free constant boolean := exists (
    select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping');
  v_sold bigint;
  v_kept bigint;
begin
  if p_order.replaces_order_id is not null or p_order.shipping_credited > 0
    or p_order.shipping_total + p_order.shipping_difference <> p_order.shipping_recounted then
    return p_order.shipping_recounted;
  end if;
  v_sold := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.address, p_order.shipping_method::text,
    private.piastres(p_order.subtotal - p_order.discount_total), p_grams, v_free)).rate).price;
  v_kept := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.address, p_order.shipping_method::text,
    private.piastres(p_goods), p_grams, v_free and not p_code_lost)).rate).price;
  return case when v_sold = 0 then private.pounds(coalesce(v_kept, 0)) else p_order.shipping_recounted end;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_order(p_order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before public.orders;
  v_order public.orders;
begin
  select orders.* into v_before from public.orders where orders.id = p_order_id;
  v_order := v_before;
  v_order.status := private.derived_order_status(v_order);
  v_order.payment_status := private.payment_status_of(
    v_order.payment_status, v_order.total, v_order.charged, v_order.received, v_order.given_back, v_order.at_carrier,
    exists (
      select 1 from public.refunds
      where refunds.order_id = p_order_id and private.is_open_refund(refunds.state)
    ));
  v_order.queues := private.derived_order_queues(v_order);
  perform private.recalculate_cash_due(v_order);
  -- Whoever looks at the order is told, also of what these do not show.
  if (v_order.status, v_order.payment_status, v_order.queues, now())
    is distinct from (v_before.status, v_before.payment_status, v_before.queues, v_before.updated_at) then
    update public.orders set status = v_order.status, payment_status = v_order.payment_status, queues = v_order.queues,
      updated_at = now()
    where orders.id = p_order_id returning * into v_order;
  end if;
  return v_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.refund_move_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  assert exists (
    select 1 from public.refund_state_transitions where from_state = old.state and to_state = new.state
  ), format('A refund that is %s cannot become %s', old.state, new.state);
  return new;
end
$function$;

ALTER FUNCTION "private"."refund_move_checked"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refund_waits_for_staff(p_state public.refund_state)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select waits_for_staff from public.refund_states where state = p_state $function$;

ALTER FUNCTION "private"."refund_waits_for_staff"(public.refund_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refusal_to_book(p_shipment public.shipments, p_carrier text, p_district_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when not private.is_booked_with(p_shipment.id, p_carrier) then coalesce(
    private.booking_refusal(p_shipment),
    case when p_district_id is not null and not exists (
      select 1 from public.carrier_areas area
      where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
    ) then private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id)) end)
  end
$function$;

ALTER FUNCTION "private"."refusal_to_book"(public.shipments, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_hoarding(p_demand private.order_demand)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_phone text := private.national_digits(p_demand.address ->> 'phone');
  v_address text := private.address_key(p_demand.address);
  v_orders_limit integer := 10;
  v_pieces_limit integer := 20;
  v_own uuid[];
  v_there uuid[] := '{}';
  v_product record;
begin
  select unpaid_orders_limit, unpaid_pieces_limit into v_orders_limit, v_pieces_limit
  from public.staff_settings where tenant_id = p_demand.tenant_id;
  if not found then
    v_orders_limit := 10;
    v_pieces_limit := 20;
  end if;
  if coalesce(v_orders_limit, v_pieces_limit) is null then
    return;
  end if;

  -- Orders to one phone number or address wait for each other, always in the same order; place_order holds the person's lock.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended(p_demand.tenant_id || kind || value, 0) as key
    from (values (':phone:', v_phone), (':address:', v_address)) as contact (kind, value)
    order by 1
  ) locks;
  v_own := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and id is distinct from p_demand.order_id
  );
  if not private.is_known_contact(p_demand.tenant_id, p_demand.user_id, v_phone, v_address) then
    v_there := array(
      select id from public.orders
      where tenant_id = p_demand.tenant_id and private.keeps_unpaid_goods(payment_status, status)
        and user_id is distinct from p_demand.user_id and not is_test
        and (
          private.national_digits(address ->> 'phone') = v_phone
            and private.is_known_contact(p_demand.tenant_id, user_id, v_phone, null)
          or private.address_key(address) = v_address
            and private.is_known_contact(p_demand.tenant_id, user_id, null, v_address)
        )
    );
  end if;
  if cardinality(v_own) >= v_orders_limit and p_demand.order_id is null then
    perform private.refuse('too_many_unpaid', jsonb_build_object('unpaid', cardinality(v_own), 'most', v_orders_limit));
  elsif cardinality(v_own || v_there) >= v_orders_limit and (v_there <> '{}' or p_demand.order_id is null) then
    perform private.refuse('too_many_unpaid', jsonb_build_object('reason', 'contact'));
  end if;

  select wanted.product_id, wanted.line, wanted.name, wanted.pieces + held.own > v_pieces_limit as is_own, held.own as held
  into v_product
  from (
    select asked.product_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.product_id is not null group by asked.product_id
  ) wanted
  cross join lateral (
    select coalesce(sum(quantity - cancelled - returned_to_sender), 0) as pieces,
      coalesce(sum(quantity - cancelled - returned_to_sender) filter (where order_id = any (v_own)), 0) as own
    from public.order_lines where order_id = any (v_own || v_there) and product_id = wanted.product_id
  ) held
  where wanted.pieces + held.pieces > v_pieces_limit
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
        'name', v_product.name, 'translations', private.sold_translations(v_product.product_id, null),
        'most', v_pieces_limit, 'line', v_product.line, 'product_id', v_product.product_id)
      || case
        when not v_product.is_own then '{"reason": "contact"}'
        when v_product.held > 0 then jsonb_build_object('reason', 'held', 'held', v_product.held,
          'available', greatest(v_pieces_limit - v_product.held, 0))
        else jsonb_build_object('held', 0, 'available', v_pieces_limit)
      end);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_stock_share(p_demand private.order_demand)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_client constant text := private.request_client();
  v_held uuid[];
  v_line record;
begin
  if private.is_proven_person(p_demand.tenant_id, p_demand.user_id) or exists (
    select 1 from public.staff_settings where tenant_id = p_demand.tenant_id and unpaid_pieces_limit is null
  ) then
    return;
  end if;
  v_held := array(
    select id from public.orders
    where tenant_id = p_demand.tenant_id and user_id = p_demand.user_id and private.keeps_unpaid_goods(payment_status, status)
      and not private.is_confirmed(stage)
    union
    select orders.id from private.order_clients asked join public.orders on orders.id = asked.order_id
    where asked.tenant_id = p_demand.tenant_id and asked.client = v_client
      and private.keeps_unpaid_goods(orders.payment_status, orders.status) and not private.is_confirmed(orders.stage)
      and not private.is_proven_person(orders.tenant_id, orders.user_id)
  );
  select wanted.product_id, wanted.line, wanted.name, share.pieces, share.pieces - held.others as available into v_line
  from (
    select asked.product_id, asked.variant_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_demand.lines) asked where asked.variant_id is not null group by asked.product_id, asked.variant_id
  ) wanted
  join public.product_variants variant on variant.id = wanted.variant_id
  cross join lateral (
    select coalesce(sum(quantity - cancelled - returned_to_sender), 0) as pieces,
      coalesce(sum(quantity - cancelled - returned_to_sender) filter (where order_id is distinct from p_demand.order_id), 0) as others
    from public.order_lines where order_id = any (v_held) and variant_id = wanted.variant_id
  ) held
  cross join lateral (select (variant.stock + held.pieces + 1) / 2 as pieces) share
  where wanted.pieces + held.others > share.pieces
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
      'reason', 'share', 'name', v_line.name, 'translations', private.sold_translations(v_line.product_id, null),
      'most', v_line.pieces, 'available', greatest(v_line.available, 0), 'line', v_line.line, 'product_id', v_line.product_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.refused_move(p_order_id uuid, p_status public.order_status)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.status <> p_status then
    perform private.move_by_pieces(v_order, p_status, '', false);
  end if;
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

ALTER FUNCTION "private"."refused_move"(uuid, public.order_status) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.removable_product_files()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('product-files', 0));
  return array(
    select unused.name from unnest(private.tenants_where_may('products.change')) staffed (tenant_id)
    cross join lateral unnest(private.unused_files(staffed.tenant_id, null, interval '0')) unused (name)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.replacements_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
  v_old public.orders;
begin
  for v_return in
    select asked.* from after
    join public.returns asked on asked.tenant_id = after.tenant_id and asked.replacement_order_id = after.id
    where after.replaces_order_id is not null and after.status = 'cancelled'
      and exists (select 1 from before where before.id = after.id and before.status <> 'cancelled')
    order by after.id, asked.number
  loop
    -- Locked by whoever cancels, with private.lock_orders.
    select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
    update public.returns set replacement_order_id = null,
      state = case when kind = 'size_exchange' and private.awaits_pieces(state) then 'closed'::public.return_state
        else state end,
      closed_at = case when kind = 'size_exchange' and private.awaits_pieces(state) then now() else closed_at end,
      updated_at = now()
    where id = v_return.id returning * into v_return;
    if v_return.state = 'received' then
      perform private.credit_price_drops(v_return.id, -1);
      perform private.take_pieces_back(v_old, v_return.id);
      perform private.create_due_refunds(v_old.id, jsonb_build_object('return_id', v_return.id));
    else
      perform private.refresh_order(v_old.id);
    end if;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "private"."replacements_cancelled"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reported_lines(p_provider text, p_tenant_ids text[], p_report jsonb)
 RETURNS TABLE(id text, kind text, amount bigint, back bigint, currency text, mention bigint, payment public.payments, booked bigint, booked_back bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select stated.id, stated.kind, stated.amount, stated.back, coalesce(upper(stated.currency), ''),
    row_number() over (partition by stated.id, stated.kind), payment, case
      when stated.kind = 'refunded' then refund.amount
      when payment.status = 'paid' and payment.transaction_id = stated.id then private.piastres(payment.amount)
      -- Some call the payment otherwise in their reports than in their answers.
      when payment.status = 'paid' and exists (
        select 1 from public.payment_events event
        where event.id = p_provider || ':' || stated.id || ':paid' and event.outcome = 'booked'
      ) then private.piastres(payment.amount)
      when private.is_mismatch(payment.status) and payment.transaction_id = stated.id then payment.received_amount
    end, sent.amount + payment.returned_amount
  from jsonb_to_recordset(p_report -> 'lines') stated (
    id text, kind text, amount bigint, back bigint, currency text, reference text)
  left join lateral (
    select private.piastres(sum(refunds.amount)) as amount, (array_agg(refunds.payment_id order by refunds.number))[1] as payment_id
    from public.refunds
    where refunds.tenant_id = any (p_tenant_ids) and refunds.reference = stated.id and refunds.payment_id is not null
      and refunds.state = 'sent' and stated.kind = 'refunded'
  ) refund on true
  left join public.payments payment on payment.id = (
    select found.id from public.payments found
    where found.provider = p_provider and found.tenant_id = any (p_tenant_ids) and (
      found.id = refund.payment_id or found.transaction_id = stated.id
      or found.id = (
        select event.payment_id from public.payment_events event where event.id = p_provider || ':' || stated.id || ':paid')
      or found.id::text = stated.reference)
    order by (found.id = refund.payment_id) desc nulls last, (found.transaction_id = stated.id) desc nulls last limit 1
  )
  left join lateral (
    select private.piastres(coalesce(sum(refunds.amount), 0)) as amount from public.refunds
    where refunds.payment_id = payment.id and refunds.state = 'sent'
  ) sent on true
$function$;

CREATE OR REPLACE FUNCTION private.require_capability(p_tenant_id text, p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.may(p_tenant_id, p_capability) then
    return;
  end if;
  if not private.has_required_aal() and private.holds_capability(p_tenant_id, p_capability) then
    perform private.refuse('insufficient_aal');
  elsif p_tenant_id = any (private.workplaces()) then
    perform private.refuse('super_admin_only');
  end if;
  perform private.refuse('staff_only');
end
$function$;

ALTER FUNCTION "private"."require_capability"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_edit_move(p_order public.orders, p_edit_id uuid, p_state public.order_edit_state)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits;
  v_move public.order_edit_transitions;
begin
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit_id;
  select move.* into v_move from public.order_edit_transitions move
  where move.from_state = v_edit.state and move.to_state = p_state;
  if v_move.to_state is null then
    perform private.refuse('edit_decided', jsonb_build_object('state', v_edit.state));
  elsif not private.is_edit_move_of(private.order_actor(p_order), p_order, v_move) then
    perform private.refuse('customer_decides');
  end if;
  return v_edit;
end
$function$;

ALTER FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_editable(p_order public.orders, p_changes jsonb, p_add jsonb, p_pieces private.piece_count[], p_promised boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_goods constant boolean := p_add <> '[]' or cardinality(p_pieces) > 0;
  v_way constant boolean := p_changes ?| '{address,address_id,shipping_method,slot_id,slot_date}';
begin
  if not private.has_pieces_to_change(p_order.id, 'staff') then
    perform private.refuse('edit_too_late');
  end if;
  if v_goods and p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' then
    perform private.refuse('edit_before_payment');
  end if;
  perform private.require_open_pieces(p_pieces, 'too_few_to_remove');
  if p_add = '[]' and (select sum(line.kept) from public.order_lines line where line.order_id = p_order.id)
    = coalesce((select sum(piece.quantity) from unnest(p_pieces) piece), 0) then
    perform private.refuse('edit_leaves_nothing');
  end if;
  if p_promised or private.order_actor(p_order) <> 'shopper' then
    return;
  end if;
  if v_way and not private.has_pieces_to_change(p_order.id, 'shopper') then
    perform private.refuse('edit_too_late', '{"reason": "packed"}');
  end if;
  perform private.require_swaps(p_order, p_add, p_pieces);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_move(p_order public.orders, p_status public.order_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refusal constant jsonb := private.move_refusal(p_order, p_status);
begin
  if v_refusal is not null then
    perform private.refuse(v_refusal ->> 'code', nullif(v_refusal - '{code,message}'::text[], '{}'));
  end if;
  if p_status = 'cancelled' and private.order_actor(p_order) = 'shopper' then
    perform private.refuse_cancelling(p_order);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_open_payment(p_settings public.settings, p_method text, p_amount numeric DEFAULT NULL::numeric)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not coalesce(case p_method
      when 'cash_on_delivery' then p_settings.cash_on_delivery
      when 'bank_transfer' then p_settings.bank_transfer
      when 'online' then p_settings.online_payment
    end, false) then
    perform private.refuse('payment_closed');
  end if;
  perform private.require_payment_option(p_settings.payment, p_method, p_amount);
end
$function$;

ALTER FUNCTION "private"."require_open_payment"(public.settings, text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_order_right(p_order public.orders, p_capability text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant text := case when p_order.id is not null then private.order_actor(p_order) end;
begin
  case v_actor
    when 'staff' then perform private.require_capability(p_order.tenant_id, p_capability);
    when 'shopper' then perform private.require_aal();
    when 'system' then null;
    else perform private.refuse('unknown_order');
  end case;
end
$function$;

ALTER FUNCTION "private"."require_order_right"(public.orders, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_order_rules(p_demand private.order_demand, p_settings public.settings)
 RETURNS private.cash_terms
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not p_demand.by_staff then
    perform private.refuse_blocked(p_demand.tenant_id, p_demand.user_id);
  end if;
  if p_demand.costs_more then
    perform private.require_open_payment(p_settings, p_demand.payment_method, private.pounds(p_demand.amount));
    if p_demand.user_id is null and p_demand.payment_method = 'online' then
      perform private.refuse('payment_closed');
    end if;
  end if;
  if p_demand.amount > 0 and (p_demand.order_id is null or p_demand.moves) and not p_demand.by_staff then
    perform private.refuse_hoarding(p_demand);
  end if;
  if p_demand.amount > 0 and not p_demand.by_staff then
    perform private.refuse_stock_share(p_demand);
  end if;
  return private.cash_terms_of(p_demand);
end
$function$;

ALTER FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_owed_cash(p_cash private.stated_cash[], p_part boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first record;
begin
  select stated.name, stated.amount, shipment.id, facts.carrier_owes,
    facts.settled_at is not null or stated.mention > 1 as is_settled,
    shipment.state <> 'delivered' or coalesce(shipment.cash_collected, 0) = 0 as is_without_cash
  into v_first
  from (
    select named.*, row_number() over (partition by named.shipment_id order by named.place) as mention
    from unnest(p_cash) with ordinality named (shipment_id, name, amount, fee, place)
  ) stated
  left join public.shipments shipment on shipment.id = stated.shipment_id
  left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.id is null or stated.mention > 1 or facts.settled_at is not null or shipment.state <> 'delivered'
    or coalesce(shipment.cash_collected, 0) = 0 or stated.amount > facts.carrier_owes
    or stated.amount < facts.carrier_owes and not p_part
  order by stated.place limit 1;
  if not found then
    return;
  elsif v_first.id is null then
    perform private.refuse('unknown_shipment');
  elsif v_first.is_settled then
    perform private.refuse('shipment_settled', jsonb_build_object('name', v_first.name));
  elsif v_first.is_without_cash then
    perform private.refuse('shipment_without_cash', jsonb_build_object('name', v_first.name));
  end if;
  perform private.refuse('shipment_cash_differs',
    jsonb_build_object('name', v_first.name, 'amount', v_first.carrier_owes, 'price', v_first.amount));
end
$function$;

ALTER FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_own_number(p_shipment public.shipments, p_carrier text, p_tracking_number text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_number text;
begin
  select orders.number into v_number
  from public.shipments other join public.orders on orders.id = other.order_id
  where other.tenant_id = p_shipment.tenant_id and other.carrier = p_carrier and other.tracking_number = p_tracking_number
    and other.state <> 'cancelled' and other.id <> p_shipment.id;
  if found then
    perform private.refuse('tracking_number_taken',
      jsonb_build_object('tracking_number', p_tracking_number, 'number', v_number));
  end if;
end
$function$;

ALTER FUNCTION "private"."require_own_number"(public.shipments, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_payment(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.misses_payment(p_order) then
    perform private.refuse_problem(private.payment_refusal(p_order));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_return_move(p_order public.orders, p_return_id uuid, p_state public.return_state)
 RETURNS public.returns
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
begin
  select * into v_return from public.returns where id = p_return_id;
  if not exists (
    select 1 from public.return_state_transitions move
    where move.from_state = v_return.state and move.to_state = p_state
      and (move.by_shopper or private.order_actor(p_order) <> 'shopper')
  ) then
    perform private.refuse('return_decided', jsonb_build_object('state', v_return.state));
  end if;
  return v_return;
end
$function$;

ALTER FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_right_to_return(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.order_actor(p_order) = 'staff' then
    perform private.require_capability(p_order.tenant_id, 'returns.decide');
  else
    perform private.require_aal();
  end if;
end
$function$;

ALTER FUNCTION "private"."require_right_to_return"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.resolve_differences_of_shipment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.settlement_differences difference set resolved_at = now(), resolved_by = auth.uid()
  where difference.shipment_id = new.shipment_id and difference.resolved_at is null
    and difference.kind in ('short', 'more', 'missing', 'not_delivered');
  return null;
end
$function$;

ALTER FUNCTION "private"."resolve_differences_of_shipment"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.retry_pause(p_attempts integer)
 RETURNS interval
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select least(interval '30 seconds' * power(2, least(p_attempts, 12)), interval '6 hours') * (0.75 + random() / 2)
$function$;

CREATE OR REPLACE FUNCTION private.returnable_deliveries(p_line public.order_lines)
 RETURNS TABLE(pieces integer, newer integer, delivered_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with delivery as (
    select packed.quantity, shipment.delivered_at
    from public.shipment_lines packed join public.shipments shipment on shipment.id = packed.shipment_id
    where packed.order_line_id = p_line.id and shipment.state = 'delivered'
  ), arrived as (
    select delivery.quantity, delivery.delivered_at from delivery
    union all
    select (p_line.delivered - coalesce(sum(delivery.quantity), 0))::integer,
      (select orders.delivered_at from public.orders where orders.id = p_line.order_id)
    from delivery
    having p_line.delivered > coalesce(sum(delivery.quantity), 0)
  ), counted as (
    select arrived.quantity, arrived.delivered_at, coalesce(sum(arrived.quantity) over (
      order by arrived.delivered_at desc nulls last rows between unbounded preceding and 1 preceding
    ), 0)::integer as newer
    from arrived
  )
  select least(counted.quantity, private.returnable_pieces(p_line) - counted.newer), counted.newer, counted.delivered_at
  from counted where counted.newer < private.returnable_pieces(p_line)
  order by counted.newer
$function$;

CREATE OR REPLACE FUNCTION private.returnable_pieces(p_line public.order_lines)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_line.delivered - p_line.returned - coalesce(sum(piece.quantity), 0)::integer
  from public.return_lines piece join public.returns announced on announced.id = piece.return_id
  where piece.order_line_id = p_line.id
    and (private.is_open_return(announced.state) or announced.replacement_order_id is not null)
$function$;

CREATE OR REPLACE FUNCTION private.running_out(p_tenant_id text, p_low integer)
 RETURNS public.scarce_variant[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row(product.id, variant.id, product.name, private.translated_names(product.translations, variant),
      private.variant_name(variant.option1, variant.option2, variant.option3), variant.sku,
      coalesce(variant.image, private.first_picture(product.images)), variant.stock)::public.scarce_variant
    from public.products product join public.product_variants variant on variant.product_id = product.id and variant.is_active
    where product.tenant_id = p_tenant_id and product.is_active and variant.stock <= p_low
    order by variant.stock, product.name, product.id, variant.position, variant.id limit 6
  )
$function$;

ALTER FUNCTION "private"."running_out"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sales_by_day(p_tenant_id text, p_today date)
 RETURNS public.sales_day[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(row(days.day, coalesce(sold.orders, 0), coalesce(sold.revenue, 0))::public.sales_day order by days.day)
  from (select p_today - ago as day from generate_series(0, 29) ago) days
  left join private.daily_sales(p_tenant_id, private.day_start(p_today - 29), 'infinity') sold on sold.bucket = days.day
$function$;

ALTER FUNCTION "private"."sales_by_day"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sales_compared(p_tenant_id text, p_today date)
 RETURNS public.sales_span[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(row(spans.days, present.orders, present.revenue, past.orders, past.revenue)::public.sales_span order by spans.days)
  from (values (1), (7), (30)) as spans (days)
  cross join lateral (
    select count(*) filter (where sales.net > 0) as orders, coalesce(sum(sales.amount), 0) as revenue
    from private.sales_between(p_tenant_id, private.day_start(p_today - spans.days + 1), 'infinity') sales
  ) present
  cross join lateral (
    select count(*) filter (where sales.net > 0) as orders, coalesce(sum(sales.amount), 0) as revenue
    from private.sales_between(
      p_tenant_id, private.day_start(p_today - 2 * spans.days + 1), now() - make_interval(days => spans.days)) sales
  ) past
$function$;

ALTER FUNCTION "private"."sales_compared"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.send_again(p_order public.orders, p_fates public.shipment_lines[], p_shipment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_links constant jsonb := jsonb_build_object('shipment_id', p_shipment_id);
  v_was_gone constant boolean := private.is_gone(p_order.id);
  v_line public.order_lines;
begin
  for v_line in
    select line.* from public.order_lines line
    join unnest(p_fates) fate on fate.order_line_id = line.id and fate.sent_again > 0 order by line.position
  loop
    update public.order_lines line set returned_to_sender = line.returned_to_sender - fate.sent_again
    from unnest(p_fates) fate where line.id = v_line.id and fate.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line, v_links);
  end loop;
  if v_was_gone and not private.is_gone(p_order.id) then
    perform private.charge_delivery_again(p_order.id, v_links);
  end if;
  perform private.settle_points(p_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.send_by_way(p_order public.orders, p_refund public.refunds, p_way public.refund_way, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment_id uuid;
begin
  if p_way = 'store_credit' and p_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  if p_way = 'card' then
    select payment.id into v_payment_id from public.payments payment
    where payment.order_id = p_order.id and payment.status = 'paid'
      and private.card_money_left(payment) + case when payment.id = p_refund.payment_id then p_refund.amount else 0 end
        >= p_refund.amount
    order by payment.paid_at desc limit 1;
    if v_payment_id is null then
      perform private.refuse('no_card_payment', jsonb_build_object('amount', coalesce((
        select max(private.card_money_left(payment)) from public.payments payment
        where payment.order_id = p_order.id and payment.status = 'paid'), 0)));
    end if;
  end if;
  update public.refunds set way = p_way, payment_id = v_payment_id, updated_at = now(), reference = '',
    state = case when p_way = 'card' then 'sending'::public.refund_state else 'due' end
  where refunds.id = p_refund.id;
  if p_way <> 'card' then
    perform private.refund_sent(p_refund.id, p_reference);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.serialize_order_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text;
begin
  if private.changes_every_store() then
    return null;
  end if;
  for v_tenant_id in
    select id from public.tenants where id = any (private.tenants_where_may('orders.change')) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended('orders:' || v_tenant_id, 0));
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_shipments(p_settlement public.settlements, p_cash private.stated_cash[], p_part boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.shipments shipment
  where shipment.id in (select stated.shipment_id from unnest(p_cash) stated) order by shipment.id for update;
  perform private.require_owed_cash(p_cash, p_part);
  update public.shipment_staff_facts facts set settled = facts.settled + stated.amount,
    carrier_owes = facts.carrier_owes - stated.amount,
    settled_at = case when stated.amount = facts.carrier_owes then now() end, fee = coalesce(stated.fee, facts.fee)
  from unnest(p_cash) stated where facts.shipment_id = stated.shipment_id;
  insert into public.payment_entries (
    tenant_id, order_id, kind, amount, method, reference, shipment_id, settlement_id, actor_id)
  select shipment.tenant_id, shipment.order_id, 'settled', stated.amount, 'cash_on_delivery', p_settlement.reference, shipment.id,
    p_settlement.id, auth.uid()
  from unnest(p_cash) with ordinality stated (shipment_id, name, amount, fee, place)
  join public.shipments shipment on shipment.id = stated.shipment_id
  order by stated.place;
  perform private.book_handed_over(p_cash);
end
$function$;

ALTER FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.ship_order(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_open constant private.piece_count[] := private.open_pieces_of(p_order.id);
  v_shipment public.shipments;
begin
  if cardinality(v_open) > 0 then
    perform private.pack(p_order, v_open, '{}');
  end if;
  for v_shipment in
    select shipment.* from public.shipments shipment where shipment.order_id = p_order.id and shipment.state = 'packed' order by shipment.number
  loop
    perform private.move_shipment(v_shipment, 'handed_over');
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.shipment_cash_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.shipment_staff_facts (shipment_id, tenant_id, carrier_owes, created_by)
  values (new.id, new.tenant_id, coalesce(new.cash_collected, 0), auth.uid())
  on conflict (shipment_id) do update set carrier_owes = excluded.carrier_owes - shipment_staff_facts.settled;
  return null;
end
$function$;

ALTER FUNCTION "private"."shipment_cash_changed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.shown_options(p_rates private.shipping_rate[])
 RETURNS TABLE(method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer, cash_allowed boolean)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select rate.method::public.shipping_method, private.pounds(rate.price), private.pounds(rate.free_from), rate.days_from,
    rate.days_to, rate.cash_allowed
  from unnest(p_rates) rate
$function$;

ALTER FUNCTION "private"."shown_options"(private.shipping_rate[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.staff_ids(p_tenant_id text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select held.user_id from public.user_roles held
    where (held.tenant_id = p_tenant_id or held.tenant_id is null)
      and exists (select 1 from private.role_capabilities granted where granted.role = held.role)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.stated_shipment(p_tenant_id text, p_carrier text, p_number text)
 RETURNS SETOF public.shipments
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select tracked.* from public.shipments tracked
  where tracked.tenant_id = p_tenant_id and tracked.carrier = p_carrier and tracked.tracking_number = btrim(p_number)
    and tracked.state <> 'cancelled'
  union all
  select own.*
  from (select string_to_array(regexp_replace(p_number, '\s', '', 'g'), '/') as parts) named
  join public.orders on orders.tenant_id = p_tenant_id and orders.number = upper(named.parts[1])
  join public.shipments own on own.order_id = orders.id and own.carrier = p_carrier and own.tracking_number is null
    and own.state <> 'cancelled'
  where own.number::text = named.parts[2] or named.parts[2] is null and not exists (
    select 1 from public.shipments other where other.order_id = orders.id and other.id <> own.id and other.state <> 'cancelled'
  )
$function$;

ALTER FUNCTION "private"."stated_shipment"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.statement_lines(p_tenant_id text, p_statement jsonb)
 RETURNS SETOF public.statement_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_carrier constant text := coalesce(p_statement ->> 'carrier', 'manual');
  v_name constant text := coalesce(p_statement ->> 'carrier_name', '');
begin
  return query
  with stated as (
    select line.place::integer as place, btrim(line.value ->> 'number') as number, (line.value ->> 'amount')::numeric as amount,
      coalesce((line.value ->> 'fee')::numeric, 0) as fee, found.id as shipment_id,
      row_number() over (partition by coalesce(found.id::text, btrim(line.value ->> 'number')) order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
    left join lateral (
      select shipment.id from private.stated_shipment(p_tenant_id, v_carrier, line.value ->> 'number') shipment limit 1
    ) found on true
  )
  select stated.place, case
      when shipment.id is null then 'unknown'
      when stated.mention > 1 then 'double'
      when facts.settled_at is not null then 'settled'
      when stated.amount = 0 and facts.carrier_owes = 0 then 'fee'
      when shipment.state <> 'delivered' then 'not_delivered'
      when stated.amount < facts.carrier_owes then 'short'
      when stated.amount > facts.carrier_owes then 'more'
      else 'matches'
    end::public.statement_line_kind, stated.number, shipment.id, orders.number || '/' || shipment.number, stated.amount,
    case when facts.settled_at is not null then shipment.cash_collected
      when shipment.cash_collected is not null then facts.carrier_owes end,
    stated.fee
  from stated
  left join public.shipments shipment on shipment.id = stated.shipment_id
  left join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  left join public.orders on orders.id = shipment.order_id
  union all
  select null, 'missing', coalesce(shipment.tracking_number, orders.number || '/' || shipment.number), shipment.id,
    orders.number || '/' || shipment.number, null, facts.carrier_owes, 0
  from public.shipment_staff_facts facts
  join public.shipments shipment on shipment.id = facts.shipment_id
  join public.orders on orders.id = shipment.order_id
  where facts.tenant_id = p_tenant_id and shipment.carrier = v_carrier and (v_carrier <> 'manual' or shipment.carrier_name = v_name)
    and facts.carrier_owes > 0
    and private.shop_time(shipment.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.shipment_id = shipment.id)
  order by 1 nulls last;
end
$function$;

ALTER FUNCTION "private"."statement_lines"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.status_of_stage(p_stage public.order_stage)
 RETURNS public.order_status
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select p_stage::text::public.order_status $function$;

ALTER FUNCTION "private"."status_of_stage"(public.order_stage) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stock_alert_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from public.products
    join public.settings on settings.tenant_id = products.tenant_id
    where products.id = new.product_id
      and not (products.restocks and settings.restocks_enabled)
  ) then
    perform private.refuse('not_restocked');
  end if;
  if not exists (
    select 1 from public.profiles where id = new.user_id and tenant_id = new.tenant_id and email <> ''
  ) then
    perform private.refuse('no_email');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts:' || new.tenant_id || new.user_id, 0));
  if (select count(*) from public.stock_alerts where user_id = new.user_id and tenant_id = new.tenant_id) >= 50 then
    perform private.refuse('too_many_alerts');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.store_idempotent_result(p_request_id uuid, p_answer anyelement)
 RETURNS anyelement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.request_answers first set answer = to_jsonb(p_answer)
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  return p_answer;
end
$function$;

ALTER FUNCTION "private"."store_idempotent_result"(uuid, anyelement) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_opens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_job('send_opening_alert', alert.id::text, p_tenant_id => alert.tenant_id, p_max_attempts => 12,
    p_run_at => case new.state when 'resting' then new.reopens_on::timestamp at time zone 'Africa/Cairo' else now() end)
  from public.opening_alerts alert
  where alert.tenant_id = new.tenant_id and not exists (
    select 1 from private.jobs job
    where job.kind = 'send_opening_alert' and job.key = alert.id::text and not private.has_failed(job)
      and (job.locked_at is not null or job.run_at <= now())
  );
  return null;
end
$function$;

ALTER FUNCTION "private"."store_opens"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_order_key(p_order public.orders, p_key text, p_document jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.order_keys (order_id, tenant_id, caller_id, idempotency_key, document_hash)
  values (p_order.id, p_order.tenant_id, auth.uid(), p_key, jsonb_hash_extended(p_document, 0))
$function$;

ALTER FUNCTION "private"."store_order_key"(public.orders, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_return_answer(p_request_id uuid, p_return_id uuid)
 RETURNS public.returns
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select stored.* from public.returns asked, private.store_idempotent_result(p_request_id, asked) stored
  where asked.id = p_return_id
$function$;

ALTER FUNCTION "private"."store_return_answer"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_shipment_answer(p_request_id uuid, p_shipment_id uuid)
 RETURNS public.shipments
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select stored.* from public.shipments shipment, private.store_idempotent_result(p_request_id, shipment) stored
  where shipment.id = p_shipment_id
$function$;

ALTER FUNCTION "private"."store_shipment_answer"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stores_with_jobs()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenants text[];
begin
  if private.is_service() or exists (
    select 1 from public.user_roles ruling
    where ruling.user_id = auth.uid() and ruling.tenant_id is null and ruling.role = 'super_admin'
  ) then
    return null;
  end if;
  v_tenants := private.tenants_where_may('settings.store');
  if cardinality(v_tenants) = 0 then
    perform private.require_platform_owner();
  end if;
  return v_tenants;
end
$function$;

ALTER FUNCTION "private"."stores_with_jobs"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_all_off(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_goods numeric;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_goods := v_order.charged - least(private.delivery_fee(v_order), v_order.charged);
  return private.apply_credit(p_order_id, (
    -- Goodwill was taken off no line: the last ones cost less by it.
    select coalesce(jsonb_agg(jsonb_build_object('order_line_id', running.id,
      'amount', greatest(least(running.amount, v_goods - running.before), 0)) order by running.position), '[]')
    from (
      select line.id, line.position, line.net - line.credited as amount,
        coalesce(sum(line.net - line.credited) over (
          order by line.position rows between unbounded preceding and 1 preceding), 0) as before
      from public.order_lines line where line.order_id = p_order_id
    ) running
  ), v_order.charged - v_goods, 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_mail_back(p_order_id uuid, p_kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.withdraw_messages(p_order_id, p_kind::public.order_notification_kind)
  where p_kind = any (enum_range(null::public.order_notification_kind)::text[]);
  return not exists (select 1 from public.order_notifications where order_id = p_order_id and kind::text = p_kind);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_order_back(p_order public.orders, p_restock boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return_id uuid;
begin
  for v_return_id in
    select reported.id from public.returns reported
    where reported.order_id = p_order.id and private.is_open_return(reported.state)
      and reported.replacement_order_id is null
    order by reported.number
  loop
    perform private.receive_whole_return(
      p_order, v_return_id, case when p_restock then 'restock'::public.return_fate else 'discard' end);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_shipments_back(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
begin
  for v_shipment in
    select shipment.* from public.shipments shipment
    where shipment.order_id = p_order.id and shipment.state <> 'packed'
      and (shipment.state = 'delivered' or not private.is_over(shipment.state))
    order by shipment.number
  loop
    if v_shipment.state <> 'handed_over' then
      perform private.refuse('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', 'in_production'));
    end if;
    perform private.move_shipment(v_shipment, 'packed');
    if v_shipment.created_at = v_shipment.handed_over_at then
      perform private.move_shipment(v_shipment, 'cancelled');
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "private"."take_shipments_back"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.takes_back(p_order public.orders, p_status public.order_status)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_last public.order_events;
begin
  select * into v_last from public.order_events
  where order_id = p_order.id and to_status is not null order by created_at desc limit 1;
  return v_last.actor_id is not distinct from auth.uid() and v_last.from_status is not distinct from p_status
    and v_last.created_at >= clock_timestamp() - private.mail_hold()
    and private.take_mail_back(p_order.id, p_order.status::text);
end
$function$;

CREATE OR REPLACE FUNCTION private.takes_deposits(p_tenant_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.settings
    where settings.tenant_id = p_tenant_id
      and (settings.online_payment or settings.bank_transfer)
  )
$function$;

CREATE OR REPLACE FUNCTION private.takes_handover_back(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.seconds_to_take_back(p_shipment) > 0 and private.take_mail_back(p_shipment.order_id, 'shipped');
end
$function$;

ALTER FUNCTION "private"."takes_handover_back"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.taxed_amount(p_total numeric, p_tax numeric)
 RETURNS public.taxed_amount
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(p_total - p_tax, p_tax, p_total)::public.taxed_amount
$function$;

ALTER FUNCTION "private"."taxed_amount"(numeric, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tenants_where_may(p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
  v_second_factor private.second_factor;
  v_tenants text[];
begin
  select capability.second_factor into v_second_factor
  from private.capabilities capability where capability.name = p_capability;
  assert found, 'There is no capability ' || p_capability;
  v_tenants := array(
    select tenants.id
    from public.user_roles held
    join private.role_capabilities granted on granted.role = held.role and granted.capability = p_capability
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
  );
  if v_second_factor = 'not_needed' or cardinality(v_tenants) = 0 or private.has_required_aal() then
    return v_tenants;
  end if;
  if v_second_factor = 'needed' then
    return '{}';
  end if;
  return array(
    select granted.id from unnest(v_tenants) as granted (id)
    left join public.staff_settings on staff_settings.tenant_id = granted.id
    where not coalesce(staff_settings.customers_need_aal2, true)
  );
end
$function$;

ALTER FUNCTION "private"."tenants_where_may"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.transfer_move_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  assert exists (
    select 1 from public.transfer_state_transitions where from_state = old.state and to_state = new.state
  ), format('A transfer that is %s cannot become %s', old.state, new.state);
  return new;
end
$function$;

ALTER FUNCTION "private"."transfer_move_checked"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_change(p_shipment_id uuid, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  perform private.change_shipment(p_shipment_id, p_changes);
  perform private.refresh_order(shipment.order_id) from public.shipments shipment where shipment.id = p_shipment_id;
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

CREATE OR REPLACE FUNCTION private.try_to_decide(p_return_id uuid, p_approve boolean, p_answer text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  perform public.decide_return(p_return_id, p_approve, p_answer);
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

ALTER FUNCTION "private"."try_to_decide"(uuid, boolean, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_inspect(p_shipment_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  perform public.inspect_shipment(p_shipment_id);
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

ALTER FUNCTION "private"."try_to_inspect"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_move(p_shipment_id uuid, p_state public.shipment_state, p_note text, p_cash numeric, p_happened_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if v_shipment.state = p_state and p_state <> 'attempt_failed' then
    if p_note <> '' then
      perform private.note_on_shipment(v_shipment, p_state, p_note);
      perform private.refresh_order(v_shipment.order_id);
    end if;
    return null;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_shipment.state and to_state = p_state
      and (not takes_back or private.takes_handover_back(v_shipment))
  ) then
    perform private.refuse('shipment_move_not_allowed', jsonb_build_object('from', v_shipment.state, 'to', p_state));
  end if;
  if p_cash < 0 or p_cash > v_shipment.cash_due or scale(trim_scale(p_cash)) > 2 then
    perform private.refuse('too_much_cash', jsonb_build_object('most', v_shipment.cash_due));
  end if;
  perform private.move_shipment(v_shipment, p_state, p_note, p_cash, coalesce(p_happened_at, clock_timestamp()));
  perform private.create_due_refunds(v_shipment.order_id, jsonb_build_object('shipment_id', p_shipment_id));
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

CREATE OR REPLACE FUNCTION private.try_to_pack(p_order_id uuid, p_shipment jsonb)
 RETURNS public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_shipment_id uuid;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_shipment_id := private.pack(v_order, private.open_pieces_of(p_order_id), p_shipment);
  perform private.refresh_order(p_order_id);
  return row(p_order_id, v_shipment_id, null)::public.shipment_outcome;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return row(p_order_id, null, v_refusal)::public.shipment_outcome;
end
$function$;

ALTER FUNCTION "private"."try_to_pack"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.try_to_send_refund(p_refund_id uuid, p_way public.refund_way)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  perform public.send_refund(p_refund_id, p_way);
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$function$;

ALTER FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.usual_rate(p_order public.orders)
 RETURNS private.shipping_rate
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.delivery_of(p_order.tenant_id, settings, p_order.address, 'standard', 0, 0)).rate
  from public.settings where settings.tenant_id = p_order.tenant_id
$function$;

CREATE OR REPLACE FUNCTION private.variant_is_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_stock_alerts(array(
    select alert from public.stock_alerts alert
    where alert.tenant_id = new.tenant_id and alert.product_id = new.product_id and alert.variant_id = new.id
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.vat_rate(p_settings public.settings)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select coalesce(p_settings.vat_percent / 100, 0) $function$;

ALTER FUNCTION "private"."vat_rate"(public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.waiting_figures(p_tenant_id text, p_low integer)
 RETURNS public.dashboard_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.dashboard_figures;
begin
  select count(*) filter (where product.stock <= p_low), count(*) filter (where product.stock = 0)
  into v_figures.low_stock, v_figures.sold_out
  from public.products product where product.tenant_id = p_tenant_id and product.is_active and product.stock <= greatest(p_low, 0);
  v_figures.payments_to_confirm := (
    select count(*) from public.orders
    where tenant_id = p_tenant_id and status = 'awaiting_payment' and payment_method = 'bank_transfer'
  );
  v_figures.refunds_due := (
    select count(*) from public.orders where tenant_id = p_tenant_id and payment_status = 'refund_due'
  );
  v_figures.problems_reported := (
    select count(*) from public.orders where tenant_id = p_tenant_id and status = 'return_requested'
  );
  v_figures.reviews_waiting := (
    select count(*) from public.reviews where tenant_id = p_tenant_id and status = 'pending'
  );
  v_figures.notifications_held := (
    select count(*) from public.order_notifications
    where tenant_id = p_tenant_id and held_at > now() - interval '1 day'
  );
  v_figures.messages_waiting := (
    select count(*) from public.conversations where tenant_id = p_tenant_id and is_open and answered_at is null
  );
  return v_figures;
end
$function$;

ALTER FUNCTION "private"."waiting_figures"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.whole_number_of(p_value jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select case when p_value #>> '{}' ~ '^\d{1,6}$' then (p_value #>> '{}')::integer end $function$;

ALTER FUNCTION "private"."whole_number_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_delivery(p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_settings public.settings)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_grams constant bigint := private.kept_grams(p_order.id, p_edit.pieces, p_edit.lines);
  v_method constant text := coalesce(p_changes ->> 'shipping_method', p_order.shipping_method::text);
  v_address jsonb := p_order.address;
  v_slot_zone uuid;
  v_goods numeric;
begin
  if p_changes ?| '{address,address_id}' then
    v_address := private.order_address(p_order.tenant_id, p_order.user_id, p_changes);
  end if;
  select sum(line.price - case when (p_edit.recount).code_lost then 0 else line.discount - line.recounted end) into v_goods
  from unnest(private.offered_lines(p_order, p_edit.pieces, p_edit.lines, p_edit.shares)) line;
  p_edit.delivery := private.delivery_of(p_order.tenant_id, p_settings, v_address, v_method, private.piastres(v_goods), v_grams,
    not (p_edit.recount).code_lost and exists (
      select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping'));
  if v_method = p_order.shipping_method::text and (p_edit.delivery).zone_id is not distinct from private.shipping_zone_of(
    p_order.tenant_id, p_order.address ->> 'governorate', p_order.address ->> 'city') then
    if (p_edit.delivery).problem ->> 'code' = 'order_too_heavy' and v_grams > private.kept_grams(p_order.id, '{}', '{}') then
      p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    end if;
    p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
    p_edit.delivery.rate := null;
    return p_edit;
  end if;
  p_edit.cash_there := ((p_edit.delivery).rate).cash_allowed;
  p_edit.recount.fee := 0;
  if (p_edit.delivery).problem is not null then
    p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    return p_edit;
  end if;
  -- What sends faulty pieces again costs nothing anywhere.
  if p_order.replaces_order_id is null or p_order.shipping_total > 0 then
    p_edit.fee_difference := greatest(private.pounds(((p_edit.delivery).rate).price), p_order.shipping_credited)
      - p_order.shipping_total - p_order.shipping_difference;
    p_edit.difference := p_edit.difference + p_edit.fee_difference;
  end if;
  if p_order.slot_id is not null and not p_changes ?| '{slot_id,slot_date}' then
    select slot.zone_id into v_slot_zone from public.delivery_slots slot where slot.id = p_order.slot_id;
    if v_slot_zone is not null and v_slot_zone is distinct from (p_edit.delivery).zone_id then
      p_edit.problems := p_edit.problems || private.refusal('slot_not_there');
    end if;
  end if;
  return p_edit;
end
$function$;

ALTER FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_order_rules(p_order public.orders, p_edit private.priced_edit, p_demand private.order_demand, p_settings public.settings)
 RETURNS private.priced_edit
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  p_edit.cash := private.require_order_rules(p_demand, p_settings);
  perform private.require_changeable_terms(p_order, p_edit.cash);
  return p_edit;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    p_edit.problems := jsonb_build_array(v_refusal) || p_edit.problems;
    return p_edit;
end
$function$;

ALTER FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.with_points(p_priced private.priced_order, p_settings public.settings, p_wanted jsonb, p_goods bigint, p_user_id uuid, p_tenant_id text)
 RETURNS private.priced_order
 LANGUAGE plpgsql
AS $function$
declare
  v_point bigint;
begin
  p_priced.points_used := 0;
  p_priced.points_value := 0;
  p_priced.points_earned := 0;
  if p_settings.points_enabled then
    v_point := private.piastres(p_settings.point_value);
    p_priced.points_balance := coalesce((
      select points from public.profiles where id = p_user_id and tenant_id = p_tenant_id
    ), 0);
  end if;
  if coalesce(jsonb_typeof(p_wanted), 'null') <> 'null' and p_wanted <> '0' then
    if not pg_input_is_valid(p_wanted #>> '{}', 'integer') or (p_wanted #>> '{}')::integer < 0 then
      p_priced.problems := p_priced.problems || private.refusal('invalid_points');
    elsif v_point is null then
      p_priced.problems := p_priced.problems || private.refusal('points_closed');
    elsif (p_wanted #>> '{}')::integer > p_priced.points_balance then
      p_priced.problems := p_priced.problems
        || private.refusal('insufficient_points', jsonb_build_object('points', p_priced.points_balance));
    else
      p_priced.points_used := least((p_wanted #>> '{}')::integer, p_goods / v_point);
      p_priced.points_value := p_priced.points_used * v_point;
    end if;
  end if;
  if v_point is not null then
    p_priced.points_earned := (p_goods - p_priced.points_value) * (p_settings.points_earn_rate * 100)::bigint / 10000;
  end if;
  return p_priced;
end
$function$;

ALTER FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.withdraw_messages(p_order_id uuid, p_kind public.order_notification_kind)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with withdrawn as (
    delete from private.jobs job using public.order_notifications message
    where message.order_id = p_order_id and message.kind = p_kind
      and job.kind = 'send_' || message.channel and job.key = message.id::text and job.attempts = 0
    returning message.id
  )
  delete from public.order_notifications message using withdrawn where message.id = withdrawn.id
$function$;

ALTER FUNCTION "private"."withdraw_messages"(uuid, public.order_notification_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.workplaces()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
begin
  return array(
    select tenants.id
    from public.user_roles held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
      and exists (select 1 from private.role_capabilities granted where granted.role = held.role)
  );
end
$function$;

ALTER FUNCTION "private"."workplaces"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.worth_of_pieces(p_line public.order_lines, p_pieces integer)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_gone constant integer := p_line.cancelled + p_line.returned_to_sender + p_line.returned;
begin
  return private.line_worth(p_line, v_gone + p_pieces) - private.line_worth(p_line, v_gone)
    + private.recounted_of_pieces(p_line, p_pieces);
end
$function$;

CREATE OR REPLACE FUNCTION private.worth_to_pack(p_order public.orders, p_pieces private.piece_count[])
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select sum(
      private.line_worth(line, line.quantity - public.open_pieces(line) + piece.quantity)
        - private.line_worth(line, line.quantity - public.open_pieces(line)))
    from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  ) + case when exists (
    select 1 from public.shipments shipment
    where shipment.order_id = p_order.id and (shipment.state = 'delivered' or not private.is_over(shipment.state))
  ) then 0 else private.delivery_fee(p_order) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_audits(p_entity text, p_changes private.audited_change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor_id constant uuid := auth.uid();
  v_added text[];
  v_tenant record;
  v_step bigint;
begin
  with latest as (
    select max(entry.id) as id, change.before, change.after
    from unnest(p_changes) change
    join public.audit_log entry on entry.tenant_id = change.tenant_id and entry.entity = p_entity and entry.entity_id = change.entity_id
      and entry.action in ('insert', 'update') and entry.actor_id = v_actor_id and entry.created_at = now()
    group by change.entity_id, change.before, change.after
  ), added as (
    update public.audit_log entry set
      before = case when entry.before is not null then latest.before || entry.before end, after = entry.after || latest.after
    from latest where entry.id = latest.id
    returning entry.entity_id
  )
  select coalesce(array_agg(added.entity_id), '{}') into v_added from added;
  for v_tenant in
    select change.tenant_id as id, array_agg(change order by change.entity_id) as changes
    from unnest(p_changes) change where change.entity_id <> all (v_added) group by change.tenant_id
  loop
    select id into v_step from public.audit_log
    where tenant_id = v_tenant.id and created_at = now() and entity = p_entity and action = 'update'
      and part_of is null and actor_id = v_actor_id
    order by id limit 1;
    if v_step is null then
      v_step := private.insert_audits(p_entity, v_tenant.changes[:1], null);
      v_tenant.changes := v_tenant.changes[2:];
    end if;
    perform private.insert_audits(p_entity, v_tenant.changes, v_step);
  end loop;
end
$function$;

ALTER FUNCTION "private"."write_audits"(text, private.audited_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_cash_terms(p_order_id uuid, p_terms private.cash_terms)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  if p_terms.requirement is null then
    return;
  end if;
  update public.orders set cash_reasons = cash_reasons || p_terms.reasons, updated_at = now(),
    cash_requirement = greatest(cash_requirement, p_terms.requirement),
    confirm_until = coalesce(p_terms.confirm_until, confirm_until)
  where orders.id = p_order_id returning * into v_order;
  perform private.write_staff_facts(p_order_id, p_cash_overruled => p_terms.overruled);
  if p_terms.requirement = 'confirm' then
    perform private.ask_to_confirm(v_order);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_on_shipment(p_shipment_id uuid, p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_carrier record;
  v_wrong text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' then
    perform private.refuse('invalid_shipment');
  end if;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  v_wrong := case
    when p_changes ? 'carrier' and coalesce(p_changes ->> 'carrier', '') !~ '^[a-z][a-z0-9_-]{0,30}$' then 'carrier'
    when length(p_changes ->> 'carrier_name') > 80 then 'carrier_name'
    when length(p_changes ->> 'tracking_number') > 80 then 'tracking_number'
    when coalesce(p_changes ->> 'tracking_url', '') <> ''
      and (length(p_changes ->> 'tracking_url') > 500 or p_changes ->> 'tracking_url' !~ '^https?://[^[:space:]]+$')
      then 'tracking_url'
    when jsonb_typeof(p_changes -> 'fee') <> 'null' and not private.is_amount(p_changes -> 'fee') then 'fee'
    when jsonb_typeof(p_changes -> 'cash_due') <> 'null' and not private.is_amount(p_changes -> 'cash_due') then 'cash_due'
  end;
  if v_wrong is not null then
    perform private.refuse('invalid_shipment', jsonb_build_object('reason', v_wrong));
  end if;
  if (p_changes ->> 'cash_due')::numeric > private.owed_at_door(v_shipment.order_id, p_shipment_id) then
    perform private.refuse('too_much_cash',
      jsonb_build_object('most', private.owed_at_door(v_shipment.order_id, p_shipment_id)));
  end if;
  if p_changes ->> 'carrier_name' is null or p_changes ? 'carrier' then
    select coalesce(p_changes ->> 'carrier', v_shipment.carrier) as carrier,
      coalesce(btrim(p_changes ->> 'carrier_name'), v_shipment.carrier_name) as carrier_name into v_carrier;
  else
    select named.carrier, named.carrier_name into v_carrier
    from private.carrier_named(v_shipment.tenant_id, p_changes ->> 'carrier_name') named;
  end if;
  perform private.require_own_number(v_shipment, v_carrier.carrier,
    case when p_changes ? 'tracking_number' then btrim(p_changes ->> 'tracking_number') else v_shipment.tracking_number end);
  update public.shipments set
    carrier = v_carrier.carrier,
    carrier_name = v_carrier.carrier_name,
    tracking_number = case when p_changes ? 'tracking_number' then nullif(btrim(p_changes ->> 'tracking_number'), '')
      else tracking_number end,
    tracking_url = case when p_changes ? 'tracking_url' then nullif(btrim(p_changes ->> 'tracking_url'), '')
      else tracking_url end,
    cash_due = coalesce((p_changes ->> 'cash_due')::numeric, cash_due),
    updated_at = now()
  where id = p_shipment_id;
  if p_changes ? 'fee' then
    update public.shipment_staff_facts set fee = (p_changes ->> 'fee')::numeric where shipment_id = p_shipment_id;
  end if;
end
$function$;

ALTER FUNCTION "private"."write_on_shipment"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.write_staff_facts(p_order_id uuid, p_placed_by uuid DEFAULT NULL::uuid, p_manual_discount_reason text DEFAULT NULL::text, p_cash_overruled text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.order_staff_facts facts set
    placed_by = coalesce(p_placed_by, facts.placed_by),
    manual_discount_reason = coalesce(nullif(p_manual_discount_reason, ''), facts.manual_discount_reason),
    cash_overruled = coalesce(nullif(p_cash_overruled, ''), facts.cash_overruled)
  where facts.order_id = p_order_id
    and (p_placed_by is not null or coalesce(p_manual_discount_reason, '') <> '' or coalesce(p_cash_overruled, '') <> '')
$function$;

ALTER FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.add_order_note(p_order_id uuid, p_note text, p_internal boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_event_id uuid;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal)) then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_product(p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('add_product', p_tenant_id, p_product, p_options, p_variants));
begin
  if v_product.id is not null then
    return v_product;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  v_product := private.insert_product(p_tenant_id, p_product);
  perform private.save_variants(v_product, p_options, p_variants);
  select * into v_product from public.products where id = v_product.id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$function$;

ALTER FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.adjust_points(p_tenant_id text, p_user_id uuid, p_delta integer, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_points', p_tenant_id, p_user_id, p_delta, p_reason));
  v_points integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.require_capability(p_tenant_id, 'customers.change');
  if p_delta is null or p_delta = 0 or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_points');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, btrim(p_reason), auth.uid());
  select points into v_points from public.profiles where id = p_user_id and tenant_id = p_tenant_id;
  return private.store_idempotent_result(p_request_id, v_points);
end
$function$;

CREATE OR REPLACE FUNCTION public.adjust_stock(p_product_id uuid, p_delta integer, p_note text DEFAULT ''::text, p_variant_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_stock', p_product_id, p_delta, p_note, p_variant_id));
  v_product public.products;
  v_variants public.product_variants[];
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  select * into v_product from public.products where id = p_product_id for no key update;
  perform private.require_capability(v_product.tenant_id, 'stock.count');
  if p_delta is null or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_quantity');
  end if;
  v_variants := array(
    select variant from public.product_variants variant
    where variant.product_id = p_product_id
      and case when p_variant_id is null then variant.is_active else variant.id = p_variant_id end
  );
  if cardinality(v_variants) = 0 and p_variant_id is not null then
    perform private.refuse('unknown_variant');
  elsif cardinality(v_variants) <> 1 then
    perform private.refuse('stock_of_variants', private.product_names(v_product) || jsonb_build_object(
      'reason', 'product', 'count', cardinality(v_variants)));
  end if;
  perform private.check_stock_change(v_product, v_variants[1], p_delta);
  perform private.adjust_stocks(array[v_variants[1].id], array[p_delta], left(coalesce(p_note, ''), 500));
  return private.store_idempotent_result(p_request_id, v_variants[1].stock + p_delta);
end
$function$;

CREATE OR REPLACE FUNCTION public.adjust_store_credit(p_tenant_id text, p_user_id uuid, p_delta numeric, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('adjust_store_credit', p_tenant_id, p_user_id, p_delta, p_reason));
  v_balance numeric;
begin
  if v_first is not null then
    return v_first::numeric;
  end if;
  perform private.require_capability(p_tenant_id, 'money.give_credit');
  if coalesce(p_delta, 0) = 0 or not private.is_amount(to_jsonb(abs(p_delta))) then
    perform private.refuse('invalid_credit');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  select profiles.store_credit into v_balance from public.profiles
  where id = p_user_id and tenant_id = p_tenant_id for no key update;
  if not found then
    perform private.refuse('unknown_person');
  elsif v_balance + p_delta < 0 then
    perform private.refuse('insufficient_credit', jsonb_build_object('reason', 'balance', 'amount', v_balance));
  end if;
  insert into public.store_credits (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, left(btrim(p_reason), 500), auth.uid());
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_balance + p_delta));
  return v_balance + p_delta;
end
$function$;

CREATE OR REPLACE FUNCTION public.allow_exchange(p_return_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('allow_exchange', p_return_id, p_reason));
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  if v_reason = '' then
    perform private.refuse('reason_required');
  end if;
  insert into public.exchange_allowances (return_id, tenant_id, exchange_allowed)
  select given.id, given.tenant_id, v_reason from public.returns given
  where given.id = p_return_id and given.replacement_order_id is not null
  on conflict (return_id) do update set exchange_allowed = excluded.exchange_allowed;
  if not found then
    perform private.refuse('not_exchanged');
  end if;
  perform private.note_on_order(v_order, v_reason, true);
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."allow_exchange"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.ask_for_opening(p_tenant_id text, p_email text, p_language text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(coalesce(p_email, '')));
begin
  perform private.require_service();
  if length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('invalid_email');
  end if;
  -- Who opens the store meanwhile waits, and finds the address.
  perform 1 from public.settings where settings.tenant_id = p_tenant_id and settings.state = 'closed' for share;
  if not found then
    return false;
  end if;
  insert into public.opening_alerts (tenant_id, email, language)
  values (p_tenant_id, v_email, case p_language when 'ar' then 'ar' else 'en' end)
  on conflict (tenant_id, email) do update set language = excluded.language;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_states(p_tenant_id text, p_ids bigint[])
 RETURNS TABLE(id bigint, parts integer, can_undo boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'log.see');
  return query
  select audit_log.id, counted.parts, audit_log.created_at > now() - interval '30 days'
    and private.can_come_back(audit_log.entity, audit_log.action, audit_log.before)
    and (audit_log.undone_at is null or counted.waiting)
  from public.audit_log
  cross join lateral (
    select count(*)::integer as parts, coalesce(bool_or(part.undone_at is null), false) as waiting
    from public.audit_log part where part.part_of = audit_log.id
  ) counted
  where audit_log.tenant_id = p_tenant_id and audit_log.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.book_shipments(p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'book_shipments', p_shipment_ids, p_carrier, p_carrier_name, p_districts));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform 1 from public.carrier_bookings booking
    where booking.shipment_id in (select asked.shipment_id from unnest(v_outcomes) asked where asked.refusal is null)
    order by booking.shipment_id for update;
    v_outcomes := array(
      select row(asked.order_id, asked.shipment_id, coalesce(asked.refusal, private.refusal_to_book(
        shipment, p_carrier, p_districts ->> asked.shipment_id::text)))::public.shipment_outcome
      from unnest(v_outcomes) with ordinality asked (order_id, shipment_id, refusal, place)
      left join public.shipments shipment on shipment.id = asked.shipment_id
      order by asked.place
    );
    perform private.book(array(select asked.shipment_id from unnest(v_outcomes) asked where asked.refusal is null),
      p_carrier, p_carrier_name, p_districts);
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."book_shipments"(uuid[], text, text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.book_transfer(p_order_id uuid, p_amount numeric, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid, p_more boolean DEFAULT false)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('book_transfer', p_order_id, p_amount, p_reference, p_more));
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  v_owed := private.owed_by_transfer(v_order);
  if not private.is_amount(to_jsonb(p_amount)) or p_amount = 0 then
    perform private.refuse('invalid_amount');
  end if;
  if p_amount > v_owed and not coalesce(p_more, false) then
    perform private.refuse('more_than_owed', jsonb_build_object('amount', v_owed, 'price', p_amount));
  end if;
  update public.transfers set state = 'booked', received = p_amount, checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  return private.store_idempotent_result(p_request_id,
    private.book_payment(v_order, p_amount, v_reference, p_method => 'bank_transfer'));
end
$function$;

ALTER FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.can_change_carrier(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not private.is_over(shipment.state) and not private.is_booked(shipment.id)
  from public.shipments shipment where shipment.id = p_shipment.id
$function$;

ALTER FUNCTION "public"."can_change_carrier"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.cancel_order(p_order_id uuid, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.change_order_status(p_order_id, 'cancelled', p_reason, p_request_id => p_request_id);
end
$function$;

ALTER FUNCTION "public"."cancel_order"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.cancel_pieces(p_order_id uuid, p_lines jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 2000);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('cancel_pieces', p_order_id, p_lines, p_reason));
  v_pieces private.piece_count[];
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id, 'orders.cancel');
  if private.order_actor(v_order) = 'shopper' then
    if v_order.stage = 'in_production' then
      perform private.refuse('too_late_to_cancel');
    end if;
    perform private.refuse_cancelling(v_order);
  end if;
  v_pieces := private.asked_pieces(p_order_id, p_lines);
  if cardinality(v_pieces) = 0 then
    perform private.refuse('nothing_to_cancel');
  end if;
  perform private.cancel_lines(v_order, v_pieces);
  v_order := private.create_due_refunds(p_order_id, p_reason => v_reason);
  if v_order.status = 'cancelled' then
    perform private.explain_move(array[p_order_id], v_reason);
  else
    insert into public.order_events (tenant_id, order_id, actor_id, actor, note, pieces)
    values (v_order.tenant_id, p_order_id, auth.uid(), private.order_actor(v_order), v_reason, private.named_pieces(v_pieces));
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.capture_payment(p_payment_id uuid, p_amount numeric DEFAULT NULL::numeric, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('capture_payment', p_payment_id, p_amount));
  v_payment public.payments;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_payment := private.lock_hold(p_payment_id);
  if p_amount <= 0 or p_amount > v_payment.held_amount or p_amount <> round(p_amount, 2) then
    perform private.refuse('capture_above_held', jsonb_build_object('amount', v_payment.held_amount));
  end if;
  update public.payments set capture_amount = coalesce(p_amount, held_amount), looked_at = '-infinity', updated_at = now()
  where id = p_payment_id;
  return private.store_idempotent_result(p_request_id, private.refresh_order(v_payment.order_id));
end
$function$;

ALTER FUNCTION "public"."capture_payment"(uuid, numeric, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.carrier_booking_done(p_shipment_id uuid, p_outcome text, p_answer jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_booking public.carrier_bookings;
  v_problem constant jsonb := p_answer -> 'problem';
  v_shipment public.shipments;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment where shipment.id = p_shipment_id) for update;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if not found or not private.awaits_answer(v_booking.state) then
    return v_booking.state;
  end if;
  if p_outcome = 'booked' then
    perform private.require_own_number(v_shipment, v_booking.carrier, p_answer ->> 'tracking_number');
    update public.shipments set tracking_number = p_answer ->> 'tracking_number', tracking_url = p_answer ->> 'tracking_url',
      updated_at = now()
    where id = p_shipment_id;
  end if;
  update public.carrier_bookings set
    state = case
      -- Unpacked meanwhile: what was made for it is called off.
      when p_outcome = 'booked' and (v_booking.state = 'to_cancel' or v_shipment.state = 'cancelled') then 'to_cancel'
      when p_outcome in ('booked', 'failed', 'cancelled') then p_outcome else v_booking.state::text
    end::public.carrier_booking_state,
    cash = case when p_outcome in ('failed', 'cancelled') then null else cash end,
    problem = case when p_outcome in ('failed', 'again') then private.carrier_problem(v_problem) end,
    carrier_reference = coalesce(p_answer ->> 'carrier_reference', carrier_reference),
    updated_at = now()
  where shipment_id = p_shipment_id returning * into v_booking;
  if v_booking.state = 'to_cancel' and p_outcome = 'booked' then
    perform private.add_job('book_shipment', p_shipment_id::text, p_tenant_id => v_booking.tenant_id);
  end if;
  perform private.refresh_order(v_shipment.order_id);
  return v_booking.state;
end
$function$;

CREATE OR REPLACE FUNCTION public.carrier_cash(p_tenant_id text)
 RETURNS TABLE(carrier text, carrier_name text, shipments bigint, amount numeric, overdue_shipments bigint, overdue numeric, oldest timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  return query
  select shipment.carrier, shipment.carrier_name, count(*), sum(facts.carrier_owes),
    count(*) filter (where shipment.delivered_at < now() - interval '14 days'),
    coalesce(sum(facts.carrier_owes) filter (where shipment.delivered_at < now() - interval '14 days'), 0),
    min(shipment.delivered_at)
  from public.shipment_staff_facts facts join public.shipments shipment on shipment.id = facts.shipment_id
  where facts.tenant_id = p_tenant_id and facts.carrier_owes > 0
  group by shipment.carrier, shipment.carrier_name order by min(shipment.delivered_at);
end
$function$;

ALTER FUNCTION "public"."carrier_cash"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.carrier_tasks(p_job_ids bigint[])
 RETURNS TABLE(shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint, pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_shipments constant uuid[] := private.job_uuids('book_shipment', p_job_ids);
  v_new uuid[];
begin
  perform private.require_service();
  v_new := array(
    select booking.shipment_id from public.carrier_bookings booking
    where booking.shipment_id = any (v_shipments) and booking.state = 'waiting' order by booking.shipment_id for update
  );
  update public.carrier_bookings booking set
    state = case booking.state when 'waiting' then 'asked' else booking.state end, updated_at = now(),
    cash = coalesce(booking.cash, (select shipment.cash_due from public.shipments shipment where shipment.id = booking.shipment_id))
  where booking.shipment_id = any (v_shipments)
    and (booking.state = 'waiting' or private.awaits_answer(booking.state));
  return query
    select task.* from public.carrier_bookings booking
    cross join lateral private.carrier_task(booking, case
      when booking.state = 'to_cancel' then 'cancel' when booking.shipment_id = any (v_new) then 'create' else 'look' end) task
    where booking.shipment_id = any (v_shipments) and private.awaits_answer(booking.state);
end
$function$;

ALTER FUNCTION "public"."carrier_tasks"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_order_status(p_order_id uuid, p_status public.order_status, p_note text DEFAULT ''::text, p_restock boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note constant text := left(coalesce(p_note, ''), 2000);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('change_order_status', p_order_id, p_status, p_note, p_restock));
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  if v_order.status <> p_status then
    if private.is_move_of_stage(v_order.status, p_status) then
      update public.orders set status = p_status where orders.id = p_order_id;
    else
      perform private.require_move(v_order, p_status);
      perform private.move_by_pieces(v_order, p_status, v_note, p_restock);
    end if;
    perform private.explain_move(array[p_order_id], v_note);
    select orders.* into v_order from public.orders where orders.id = p_order_id;
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_order_statuses(p_order_ids uuid[], p_status public.order_status, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_id uuid, refusal jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
  v_moves private.order_move[];
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('change_order_statuses', p_order_ids, p_status));
begin
  if v_answer is null then
    perform private.require_selection(p_order_ids);
    v_ids := private.lock_orders_for_staff(p_order_ids);
    if cardinality(v_ids) = 0 then
      perform private.refuse('unknown_order');
    end if;
    perform private.lock_for_cancelling(v_ids);
    v_moves := array(
      select row(named.id, case when orders.id is null then private.refusal('unknown_order')
        when orders.status <> p_status then private.move_refusal(orders, p_status) end,
        orders.status <> p_status and private.is_move_of_stage(orders.status, p_status))::private.order_move
      from (select distinct asked.id from unnest(p_order_ids) asked (id)) named
      left join public.orders on orders.id = named.id and orders.id = any (v_ids)
      order by named.id
    );
    update public.orders set status = p_status where orders.id in (
      select move.order_id from unnest(v_moves) move where move.refusal is null and move.is_of_stage
    );
    v_answer := coalesce((
      select jsonb_agg(jsonb_build_object('order_id', move.order_id, 'refusal', case
        when move.refusal is not null or move.is_of_stage then move.refusal
        else private.refused_move(move.order_id, p_status) end) order by move.order_id)
      from unnest(v_moves) move
    ), '[]');
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select answer.order_id, nullif(answer.refusal, 'null')
    from jsonb_to_recordset(v_answer) answer (order_id uuid, refusal jsonb);
end
$function$;

ALTER FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_products(p_tenant_id text, p_ids uuid[], p_change jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_change_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_change_result := private.idempotent_result(null::public.product_change_result,
    p_request_id, jsonb_build_array('change_products', p_tenant_id, p_ids, p_change));
  v_ids uuid[] := array(select distinct id from unnest(p_ids) id where id is not null);
begin
  if v_result.change_id is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, case p_change ->> 'kind'
    when 'price' then 'products.price' when 'stock' then 'stock.count' else 'products.change' end);
  if cardinality(v_ids) not between 1 and 2000 then
    perform private.refuse('invalid_selection');
  end if;
  perform private.check_product_change(p_tenant_id, p_change);
  perform 1 from public.products
  where tenant_id = p_tenant_id and id = any (v_ids) and deleted_at is null
  order by id for update;
  get diagnostics v_result.changed = row_count;
  if v_result.changed <> cardinality(v_ids) then
    perform private.refuse('products_gone');
  end if;

  v_result.change_id := private.open_product_change(p_tenant_id);
  insert into private.product_change_entries (change_id, product_id, before, after)
  select v_result.change_id, product.id,
    (select jsonb_object_agg(key, present.now -> key) from jsonb_object_keys(changed.after) key), changed.after
  from public.products product
  cross join lateral (select private.changed_product(product, p_change) as after offset 0) changed
  cross join lateral (
    select to_jsonb(product) || jsonb_build_object('variants', private.variant_prices(product.id), 'stocks', (
      select coalesce(jsonb_object_agg(variant.id, variant.stock), '{}') from public.product_variants variant
      where variant.product_id = product.id and variant.is_active
    )) as now offset 0
  ) present
  where product.tenant_id = p_tenant_id and product.id = any (v_ids);
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', entry.product_id, 'set', entry.after))
    from private.product_change_entries entry where entry.change_id = v_result.change_id
  ), 'Changed with others');
  perform private.keep_audit_entries(v_result.change_id);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_shipment(p_shipment_id uuid, p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('change_shipment', p_shipment_id, p_changes));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  perform private.change_shipment(p_shipment_id, p_changes);
  perform private.refresh_order(v_order.id);
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_shipments(p_shipment_ids uuid[], p_changes jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('change_shipments', p_shipment_ids, p_changes));
  v_outcome public.shipment_outcome;
  v_outcomes public.shipment_outcome[] := '{}';
begin
  if v_answer is null then
    if jsonb_typeof(p_changes) is distinct from 'object' or p_changes - '{carrier,carrier_name}'::text[] <> '{}' then
      perform private.refuse('invalid_shipment');
    end if;
    for v_outcome in select * from private.lock_shipments(p_shipment_ids) loop
      v_outcome.refusal := coalesce(v_outcome.refusal, private.try_to_change(v_outcome.shipment_id, p_changes));
      v_outcomes := v_outcomes || v_outcome;
    end loop;
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_store_state(p_tenant_id text, p_state public.store_state, p_reopens_on date DEFAULT NULL::date, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.store_standing
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_standing public.store_standing := private.idempotent_result(
    null::public.store_standing, p_request_id, jsonb_build_array('change_store_state', p_tenant_id, p_state, p_reopens_on));
  v_today constant date := private.shop_time()::date;
  v_day constant date := case when p_state = 'resting' then p_reopens_on end;
begin
  if v_standing.state is not null then
    return v_standing;
  end if;
  perform private.require_capability(p_tenant_id, 'settings.open_store');
  if p_state = 'resting' and (v_day is null or v_day <= v_today or v_day > v_today + 366) then
    perform private.refuse('invalid_reopening');
  end if;
  update public.settings set state = p_state, reopens_on = v_day
  where settings.tenant_id = p_tenant_id
    and (settings.state, settings.reopens_on) is distinct from (p_state, v_day);
  if not found and not exists (select 1 from public.settings where settings.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  v_standing := row(p_state, v_day);
  return private.store_idempotent_result(p_request_id, v_standing);
end
$function$;

ALTER FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.choose_notifications(p_tenant_id text, p_channel public.notification_channel, p_is_wanted boolean)
 RETURNS TABLE(channel public.notification_channel, is_wanted boolean, stopped_numbers text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_aal();
  if not exists (select 1 from public.profiles where id = auth.uid() and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_is_wanted then
    delete from public.notification_opt_outs chosen
    where chosen.user_id = auth.uid() and chosen.tenant_id = p_tenant_id and chosen.channel = p_channel;
  else
    insert into public.notification_opt_outs (tenant_id, channel, user_id) values (p_tenant_id, p_channel, auth.uid())
    on conflict on constraint notification_opt_outs_user_id_tenant_id_channel_key do nothing;
  end if;
  return query select * from public.notification_choices(p_tenant_id);
end
$function$;

ALTER FUNCTION "public"."choose_notifications"(text, public.notification_channel, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.claim_owner_invitation(p_token_hash text, p_claim uuid, p_email text DEFAULT NULL::text)
 RETURNS public.owner_claim
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.owner_invitations;
  v_state public.owner_link_state;
  v_email text;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash for update;
  v_state := private.owner_invitation_state(v_invitation, p_claim);
  if v_state <> 'open' then
    return row(v_state, null, null)::public.owner_claim;
  end if;
  v_email := coalesce(v_invitation.email, lower(btrim(p_email)), '');
  if private.unmarked_email(v_email) <> v_email then
    perform private.refuse('owner_email_marked');
  end if;
  update private.owner_invitations set claimed_by = p_claim, claimed_at = now() where id = v_invitation.id;
  return row('open', v_email, (
    select id from auth.users where email = v_email and not is_sso_user
  ))::public.owner_claim;
end
$function$;

ALTER FUNCTION "public"."claim_owner_invitation"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.compare_payment_file(p_tenant_id text, p_provider text, p_report jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.payment_reports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_report public.payment_reports := private.idempotent_result(
    null::public.payment_reports, p_request_id, jsonb_build_array('compare_payment_file', p_tenant_id, p_provider, p_report));
begin
  if v_report.id is not null then
    return v_report;
  end if;
  perform private.require_capability(p_tenant_id, 'money.take_payments');
  if coalesce(p_provider, '') !~ '^[a-z][a-z0-9]{1,30}$' then
    perform private.refuse('invalid_payment_report');
  end if;
  perform private.compare_report(p_provider, array[p_tenant_id], p_report, 'file', false);
  select report.* into v_report from public.payment_reports report
  where report.tenant_id = p_tenant_id and report.provider = p_provider and report.day = (p_report ->> 'day')::date
    and report.source = 'file';
  return private.store_idempotent_result(p_request_id, v_report);
end
$function$;

ALTER FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.count_user_factors(p_tenant_id text, p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, factors integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
    select mfa_factors.user_id, count(*)::integer
    from auth.mfa_factors
    join public.profiles profile on profile.id = mfa_factors.user_id and profile.tenant_id = p_tenant_id
    where mfa_factors.user_id = any (p_user_ids) and mfa_factors.status = 'verified'
    group by mfa_factors.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.customer_totals(p_tenant_id text, p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, orders bigint, revenue numeric, last_order_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query
  select orders.user_id, count(*), sum(orders.charged), max(orders.created_at)
  from public.orders
  where orders.tenant_id = p_tenant_id and orders.user_id = any (p_user_ids)
    and private.is_sale(orders.*)
  group by orders.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.customers_after(p_tenant_id text, p_search text DEFAULT ''::text, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS TABLE(id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := private.folded_pattern(p_search);
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  return query
  with page as (
    select profiles.* from public.profiles
    where profiles.tenant_id = p_tenant_id and (p_after is null or profiles.id > p_after)
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by profiles.id
    limit v_limit
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.dashboard(p_tenant_id text)
 RETURNS public.dashboard_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_low integer;
  v_figures public.dashboard_figures;
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  v_low := coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock());
  v_figures := private.waiting_figures(p_tenant_id, v_low);
  v_figures.sales := private.sales_compared(p_tenant_id, v_today);
  v_figures.days := private.sales_by_day(p_tenant_id, v_today);
  v_figures.orders := array(
    select row(orders.status, count(*))::public.order_count from public.orders
    where orders.tenant_id = p_tenant_id and not orders.is_test group by orders.status order by orders.status
  );
  v_figures.latest := array(
    select row(latest.id, latest.number, latest.status, latest.total, latest.customer_name, latest.created_at)::public.latest_order
    from public.orders latest where latest.tenant_id = p_tenant_id and not latest.is_test
    order by latest.created_at desc, latest.id limit 8
  );
  v_figures.best_sellers := array(
    select row(best.product_id, best.name, best.translations, best.garment, best.image, best.quantity, best.revenue)::public.best_seller
    from public.report_products(p_tenant_id, v_today - 29, v_today, 5) best where best.quantity > 0
  );
  v_figures.running_out := private.running_out(p_tenant_id, v_low);
  v_figures.money := private.money_of_days(p_tenant_id, v_today);
  return v_figures;
end
$function$;

ALTER FUNCTION "public"."dashboard"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.decide_edit(p_edit_id uuid, p_accept boolean, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('decide_edit', p_edit_id, p_accept));
  v_state constant public.order_edit_state := case when p_accept then 'applied' else 'declined' end;
  v_order public.orders;
  v_priced private.priced_edit;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  v_edit := private.require_edit_move(v_order, p_edit_id, v_state);
  if p_accept then
    v_priced := private.checked_edit(
      v_order, v_edit.changes || jsonb_build_object('expected_difference', v_edit.difference), true);
  end if;
  update public.order_edits set state = v_state, decided_by = auth.uid(), decided_at = now(),
    applied_at = case when p_accept then now() end
  where id = p_edit_id returning * into v_edit;
  if p_accept then
    v_edit := private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

ALTER FUNCTION "public"."decide_edit"(uuid, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.decide_return(p_return_id uuid, p_approve boolean, p_answer text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid, p_kind public.return_kind DEFAULT NULL::public.return_kind)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('decide_return', p_return_id, p_approve, p_answer, p_kind));
  v_answer constant text := left(btrim(coalesce(p_answer, '')), 2000);
  v_kind public.return_kind;
  v_order public.orders;
  v_replacement_id uuid;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  v_return := private.require_return_move(v_order, p_return_id, case when p_approve then 'approved' else 'declined' end::public.return_state);
  v_kind := coalesce(p_kind, v_return.kind);
  if v_kind = 'size_exchange' and v_kind <> v_return.kind then
    perform private.refuse('size_with_its_delivery');
  end if;
  if p_approve and v_kind = 'replacement' then
    v_replacement_id := private.send_new_pieces(v_order, v_return);
  end if;
  update public.returns set
    kind = v_kind, state = case when p_approve then 'approved'::public.return_state else 'declined' end,
    answer = v_answer, replacement_order_id = v_replacement_id, decided_at = now(), updated_at = now()
  where id = p_return_id;
  perform private.explain_return(v_order, v_answer);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.decide_returns(p_return_ids uuid[], p_approve boolean, p_answer text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.return_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('decide_returns', p_return_ids, p_approve, p_answer));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_return_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.returns asked where asked.id = any (p_return_ids)), 'returns.decide');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_return');
    end if;
    perform private.lock_for_booking(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'return_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_return')
        else private.try_to_decide(named.id, p_approve, p_answer) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_return_ids) asked (id)
        left join public.returns found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.return_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.delete_account(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id)) then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.erase');
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- An order that is being placed comes first, or finds no account any more.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant_id || v_user_id::text, 0));
  perform private.lock_orders(array(
    select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id
  ));
  perform 1 from public.profiles where id = v_user_id and tenant_id = p_tenant_id for update;
  perform private.require_deletable(p_tenant_id, v_user_id);

  v_orders := array(select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id);
  v_conversations := private.conversations_of(p_tenant_id, v_user_id);
  perform private.forget_in_audit_log(p_tenant_id, v_user_id, v_orders || v_conversations || v_user_id || array(
    select id from public.messages where conversation_id = any (v_conversations)
    union select id from public.reviews where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.discounts where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.customer_records where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.order_edits where order_id = any (v_orders)
    union select id from public.shipments where order_id = any (v_orders)
    union select id from public.returns where order_id = any (v_orders)
    union select id from public.refunds where order_id = any (v_orders)
    union select id from public.transfers where order_id = any (v_orders)
  ));
  delete from private.request_answers answered
  where answered.user_id = v_user_id or answered.answer ->> 'user_id' = v_user_id::text
    or answered.answer ->> 'order_id' = any (v_orders::text[])
    or answered.answer #>> '{order,user_id}' = v_user_id::text
    or answered.answer ->> 'conversation_id' = any (v_conversations::text[]);
  perform private.remove_file(file.bucket_id, file.name) from private.personal_files(p_tenant_id, v_user_id) file;

  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to the books of its order.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.opening_alerts alert using public.profiles
  where profiles.id = v_user_id and profiles.tenant_id = p_tenant_id
    and alert.tenant_id = p_tenant_id and alert.email = lower(profiles.email);
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- What was taken out of these rows is not written down.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'profiles', v_user_id::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.delivery_record(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid, p_phone text DEFAULT ''::text)
 RETURNS public.delivery_history
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return private.delivery_history(p_tenant_id, p_user_id, p_phone);
end
$function$;

ALTER FUNCTION "public"."delivery_record"(text, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.demo_status()
 RETURNS public.demo_presence
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_service() and cardinality(private.workplaces()) = 0 then
    perform private.refuse('staff_only');
  end if;
  return row(exists (select 1 from private.demo_rows), (
    select count(*) from auth.users account
    where account.id = any (private.demo_accounts()) and (account.banned_until is null or account.banned_until <= now())
  ))::public.demo_presence;
end
$function$;

ALTER FUNCTION "public"."demo_status"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.demo_stores()
 RETURNS public.demo_marks
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return row(
    array(select store.tenant_id from private.demo_stores store order by store.tenant_id), private.has_own_owner()
  )::public.demo_marks;
end
$function$;

ALTER FUNCTION "public"."demo_stores"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.demo_summary(p_keep_changed boolean DEFAULT true)
 RETURNS public.demo_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders constant uuid[] := private.demo_orders();
  v_fates private.demo_fate[];
begin
  perform private.require_platform_owner();
  v_fates := array(select planned from private.demo_fates(p_keep_changed, v_orders) planned);
  return row(private.has_own_owner(), array(
    select row(store.tenant_id, tenant.name, private.demo_counts(store.tenant_id, v_fates, v_orders), array(
      select row(marked.kind, coalesce(product.name, category.name, banner.title, offered.code, fact.name, phrase.words[1])
      )::public.demo_change
      from private.demo_rows marked
      left join public.products product on product.id = marked.id
      left join public.categories category on category.id = marked.id
      left join public.banners banner on banner.id = marked.id
      left join public.discounts offered on offered.id = marked.id
      left join public.attributes fact on fact.id = marked.id
      left join public.search_synonyms phrase on phrase.id = marked.id
      where marked.tenant_id = store.tenant_id and marked.id in (select private.changed_demo_rows())
      order by marked.kind, marked.id
    ))::public.demo_store_summary
    from private.demo_stores store join public.tenants tenant on tenant.id = store.tenant_id
    where exists (select 1 from private.demo_rows marked where marked.tenant_id = store.tenant_id)
    order by tenant.position
  ))::public.demo_figures;
end
$function$;

ALTER FUNCTION "public"."demo_summary"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.discount_use_counts(p_tenant_id text, p_ids uuid[])
 RETURNS TABLE(discount_id uuid, uses bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'offers.see');
  return query
  select discount_uses.discount_id, count(*) from public.discount_uses
  where discount_uses.tenant_id = p_tenant_id and discount_uses.discount_id = any (p_ids)
  group by discount_uses.discount_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.due_payments(p_limit integer DEFAULT 20)
 RETURNS TABLE(payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint, attempt integer, reference text, back bigint, attempt_back bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  with due as (
    select payment.id, private.payable_online(orders) as payable
    from public.payments payment join public.orders on orders.id = payment.order_id
    where payment.status = 'open' and payment.looked_at < now() - interval '20 seconds'
      and (payment.expires_at < now() or private.payable_online(orders) = 0)
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update of payment skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning payment.id, payment.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    case when due.payable > 0 then 'look' else 'close' end, null::uuid, null::bigint, null::integer, null, 0::bigint,
    0::bigint;
  return query
  with due as (
    select payment.id from public.payments payment
    where payment.status = 'mismatched' and payment.looked_at < now() - interval '10 minutes'
      and payment.transaction_id is not null and payment.received_amount > payment.returned_amount
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning coalesce(payment.attempt_id, payment.id), payment.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    'return', payment.id, payment.received_amount - payment.returned_amount, payment.attempt, '', payment.returned_amount, private.attempt_back(payment);
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_order(p_order_id uuid, p_changes jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('edit_order', p_order_id, p_changes, p_reason));
  v_order public.orders;
  v_priced private.priced_edit;
  v_waits boolean;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_for_caller(p_order_id, 'orders.change');
  if exists (select 1 from public.order_edits where order_id = p_order_id and state = 'proposed') then
    perform private.refuse('edit_waits');
  end if;
  v_priced := private.checked_edit(v_order, p_changes);
  v_waits := v_priced.difference > 0 and private.order_actor(v_order) = 'staff' and v_order.user_id is not null;
  insert into public.order_edits (
    tenant_id, order_id, number, state, changes, added, difference, fee_difference, reason, proposed_by, decided_by, decided_at,
    applied_at
  )
  select v_order.tenant_id, p_order_id, coalesce(max(earlier.number), 0) + 1,
    case when v_waits then 'proposed'::public.order_edit_state else 'applied' end, p_changes, private.added_lines(v_priced), v_priced.difference,
    coalesce(v_priced.fee_difference, 0), left(btrim(coalesce(p_reason, '')), 1000), auth.uid(), case when not v_waits then auth.uid() end,
    case when not v_waits then now() end, case when not v_waits then now() end
  from public.order_edits earlier where earlier.order_id = p_order_id
  returning * into v_edit;
  if not v_waits then
    v_edit := private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

ALTER FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.expire_order_mails()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  with expired as (
    update public.order_notifications set expired_at = now()
    where id in (
      select waiting.id from public.order_notifications waiting
      where waiting.channel = 'email' and waiting.sent_at is null and waiting.expired_at is null and waiting.failed_at is null
        and waiting.created_at < now() - interval '3 days'
      for update skip locked
    )
    returning id, tenant_id, order_id, kind
  ), dropped as (
    delete from private.jobs job using expired where job.kind = 'send_email' and job.key = expired.id::text
  )
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select expired.tenant_id, expired.order_id, 'system', jsonb_build_object('code', 'mail_expired', 'kind', expired.kind), true
  from expired;
end
$function$;

ALTER FUNCTION "public"."expire_order_mails"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.export_personal_data(p_tenant_id text, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id, 'personal_data.export');
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id, 'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user_id
    ),
    'role', (select role from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(profiles) - '{id,tenant_id,search_text}'::text[] from public.profiles
      where id = v_user_id and tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(customer_records) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records
      where user_id = v_user_id and tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(addresses) - v_own order by created_at) from public.addresses
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'orders', private.personal_orders(p_tenant_id, v_user_id),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(customizations) - v_own order by created_at) from public.customizations
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(wishlists) - v_own || jsonb_build_object('name', products.name) order by wishlists.created_at)
      from public.wishlists join public.products on products.id = wishlists.product_id
      where wishlists.user_id = v_user_id and wishlists.tenant_id = p_tenant_id
    ), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(stock_alerts) - v_own || jsonb_build_object('name', products.name)
        order by stock_alerts.created_at)
      from public.stock_alerts join public.products on products.id = stock_alerts.product_id
      where stock_alerts.user_id = v_user_id and stock_alerts.tenant_id = p_tenant_id
    ), '[]'),
    'opening_alerts', private.personal_opening_alerts(p_tenant_id, v_user_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(reviews) - v_own order by created_at) from public.reviews
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(point_entries) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - '{tenant_id,user_id,unread_by_staff,search_text}'::text[]
        || jsonb_build_object('messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by created_at)
      from public.conversations where id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.fail_job(p_job_id bigint, p_attempt integer, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.jobs job set
    locked_at = null, last_error = left(p_error, 500),
    run_at = now() + least(private.retry_pause(p_attempt), job.every)
  where job.id = p_job_id and job.attempts = p_attempt and job.locked_at is not null;
end
$function$;

ALTER FUNCTION "public"."fail_job"(bigint, integer, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.failed_jobs(p_limit integer DEFAULT 200)
 RETURNS TABLE(id bigint, kind text, key text, tenant_id text, attempts integer, last_error text, run_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenants constant text[] := private.stores_with_jobs();
begin
  return query
    select failed.id, failed.kind, failed.key, failed.tenant_id, failed.attempts, failed.last_error, failed.run_at, failed.created_at
    from private.jobs failed
    where private.has_failed(failed) and (v_tenants is null or failed.tenant_id = any (v_tenants))
    order by failed.run_at desc limit least(greatest(p_limit, 1), 1000);
end
$function$;

CREATE OR REPLACE FUNCTION public.find_by_phone(p_tenant_id text, p_phone text, p_limit integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, name text, about text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 5), 1), 50);
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query
  select 'order', found.id, found.number, found.customer_name from private.orders_by_phone(p_tenant_id, p_phone, v_limit) found
  order by found.created_at desc;
  return query
  select 'customer', profiles.id, coalesce(profiles.name, ''), coalesce(profiles.email, '') from public.profiles
  where profiles.tenant_id = p_tenant_id and profiles.id = any (private.people_by_phone(p_tenant_id, p_phone))
  order by profiles.name, profiles.id limit v_limit;
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_jobs(p_job_ids bigint[], p_attempts integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.jobs job set attempts = 0, last_error = '', locked_at = null, run_at = now() + job.every
  from unnest(p_job_ids, p_attempts) done (id, attempt)
  where job.id = done.id and job.attempts = done.attempt and job.locked_at is not null and job.every is not null;
  delete from private.jobs job using unnest(p_job_ids, p_attempts) done (id, attempt)
  where job.id = done.id and job.attempts = done.attempt and job.locked_at is not null and job.every is null;
end
$function$;

ALTER FUNCTION "public"."finish_jobs"(bigint[], integer[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.free_delivery_varies(p_tenant_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1
    from public.settings
    join public.shipping_zones zone on zone.tenant_id = settings.tenant_id and zone.is_active and zone.places <> '{}'
    left join lateral jsonb_to_recordset(zone.rates) step (method text, free_from numeric) on step.method = 'standard'
    where settings.tenant_id = p_tenant_id
      and settings.free_shipping_threshold is distinct from step.free_from
  )
$function$;

CREATE OR REPLACE FUNCTION public.get_highest_role(user_id uuid, p_tenant_id text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if get_highest_role.user_id is distinct from auth.uid()
    and not private.may(p_tenant_id, 'people.see') then
    perform private.refuse('own_role_only');
  end if;
  return (
    select max(user_roles.role)::text
    from public.user_roles
    where user_roles.user_id = get_highest_role.user_id
      and (p_tenant_id is null or user_roles.tenant_id = p_tenant_id or user_roles.tenant_id is null)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.give_up_messages(p_job_ids bigint[], p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  perform private.give_up_message(message, p_error)
  from private.jobs job join public.order_notifications message
    on job.kind = 'send_' || message.channel and job.key = message.id::text
  where job.id = any (p_job_ids) and message.sent_at is null and message.expired_at is null and message.failed_at is null;
end
$function$;

ALTER FUNCTION "public"."give_up_messages"(bigint[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.import_products(p_tenant_id text, p_rows jsonb, p_dry boolean, p_change_id uuid DEFAULT NULL::uuid, p_seen jsonb DEFAULT NULL::jsonb, p_create_categories boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_import_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_import_result := private.idempotent_result(null::public.product_import_result, p_request_id,
    jsonb_build_array('import_products', p_tenant_id, p_rows, p_dry, p_change_id, p_seen, p_create_categories));
  v_change_id uuid := p_change_id;
  v_report jsonb := '[]';
  v_row jsonb;
begin
  if v_result.rows is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, 'products.change');
  if p_dry is null or coalesce(jsonb_typeof(p_rows), '') <> 'array' or jsonb_array_length(p_rows) not between 1 and 500 then
    perform private.refuse('invalid_rows');
  end if;
  if p_change_id is not null then
    perform 1 from private.product_changes
    where id = p_change_id and tenant_id = p_tenant_id and undone_at is null
      and created_at > now() - interval '1 day'
    for update;
    if not found then
      perform private.refuse('change_closed');
    end if;
  end if;
  if p_seen is not null and (
    not p_dry or jsonb_typeof(p_seen) <> 'array' or jsonb_array_length(p_seen) > 2000
  ) then
    perform private.refuse('invalid_rows', jsonb_build_object('reason', 'seen'));
  end if;
  perform private.lock_imported_products(p_tenant_id, p_rows);
  begin
    v_change_id := coalesce(v_change_id, private.open_product_change(p_tenant_id));
    perform private.replay_earlier_rows(p_tenant_id, v_change_id, p_seen);
    for v_row in select given from jsonb_array_elements(p_rows) given loop
      v_report := v_report || jsonb_build_array(
        jsonb_build_object('row', v_row -> 'row')
          || private.import_product(p_tenant_id, v_change_id, v_row, p_create_categories));
    end loop;
    perform private.keep_audit_entries(v_change_id);
    if p_dry then
      raise exception using errcode = 'SK001';
    end if;
  exception when sqlstate 'SK001' then
    v_change_id := null;
  end;
  v_result.change_id := v_change_id;
  v_result.rows := array(select imported from jsonb_populate_recordset(null::public.imported_row, v_report) imported);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.inspect_shipment(p_shipment_id uuid, p_lines jsonb DEFAULT NULL::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('inspect_shipment', p_shipment_id, p_lines));
  v_order public.orders;
  v_fates public.shipment_lines[];
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_of_shipment(p_shipment_id);
  select * into v_shipment from public.shipments where id = p_shipment_id;
  if v_shipment.state <> 'returned_to_sender' or v_shipment.looked_at is not null then
    perform private.refuse('nothing_to_look_at');
  end if;
  v_fates := private.fates_of_pieces(v_shipment, p_lines);
  perform private.lock_goods(array[v_order.id]);
  perform private.restock(v_order.id, array(
    select row(fate.order_line_id, fate.restocked)::private.piece_count from unnest(v_fates) fate where fate.restocked > 0
  ), 'returned');
  update public.shipment_lines part set restocked = part.restocked + fate.restocked, discarded = part.discarded + fate.discarded,
    sent_again = part.sent_again + fate.sent_again
  from unnest(v_fates) fate where part.shipment_id = p_shipment_id and part.order_line_id = fate.order_line_id;
  update public.shipments set updated_at = now(), looked_at = case when not exists (
    select 1 from public.shipment_lines part
    where part.shipment_id = p_shipment_id and part.restocked + part.discarded + part.sent_again < part.quantity
  ) then now() end where id = p_shipment_id;
  perform private.send_again(v_order, v_fates, p_shipment_id);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.store_shipment_answer(p_request_id, p_shipment_id);
end
$function$;

ALTER FUNCTION "public"."inspect_shipment"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.inspect_shipments(p_shipment_ids uuid[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('inspect_shipments', p_shipment_ids));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_for_booking(array(select asked.order_id from unnest(v_outcomes) asked));
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', asked.order_id, 'shipment_id', asked.shipment_id, 'refusal',
        coalesce(asked.refusal, private.try_to_inspect(asked.shipment_id))))
      from unnest(v_outcomes) asked
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."inspect_shipments"(uuid[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.is_bookable(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.booking_refusal(shipment) is null from public.shipments shipment where shipment.id = p_shipment.id
$function$;

ALTER FUNCTION "public"."is_bookable"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.is_changeable(p_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.orders cross join private.order_actor(orders) actor
    where orders.id = p_order.id and private.has_pieces_to_change(orders.id, actor)
      and (actor <> 'staff' or private.holds_capability(orders.tenant_id, 'orders.change'))
  ) and not exists (select 1 from public.order_edits edit where edit.order_id = p_order.id and edit.state = 'proposed')
$function$;

ALTER FUNCTION "public"."is_changeable"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_customers(p_tenant_id text, p_search text DEFAULT ''::text, p_sort text DEFAULT '-joined'::text, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_tag text DEFAULT ''::text, p_blocked boolean DEFAULT false)
 RETURNS TABLE(id uuid, name text, email text, phone text, points integer, joined timestamp with time zone, orders bigint, spent numeric, last_order_at timestamp with time zone, tags text[], is_blocked boolean, found bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := private.folded_pattern(p_search);
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
  v_found bigint;
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  select count(*) into v_found from public.profiles
  where profiles.tenant_id = p_tenant_id
    and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked);

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from public.profiles
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = p_tenant_id and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.user_id
    ) bought on bought.user_id = profiles.id
    where profiles.tenant_id = p_tenant_id
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from public.profiles
    where profiles.tenant_id = p_tenant_id
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by place
    limit v_limit offset v_offset
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_conversation(p_conversation_id uuid, p_open boolean DEFAULT NULL::boolean, p_answered boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_conversation public.conversations;
  v_staff boolean;
begin
  select * into v_conversation from public.conversations where id = p_conversation_id;
  v_staff := private.holds_capability(v_conversation.tenant_id, 'customers.answer') or private.is_service();
  if v_conversation.id is null or not v_staff and v_conversation.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_aal();
  update public.conversations set
    unread_by_staff = case when v_staff then 0 else unread_by_staff end,
    unread_by_shopper = case when v_staff then unread_by_shopper else 0 end,
    is_open = case when v_staff then coalesce(p_open, is_open) else is_open end,
    answered_at = case
      when not v_staff or p_answered is null then answered_at
      when p_answered then coalesce(answered_at, now())
    end
  where id = p_conversation_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_demo(p_tenant_id text, p_demo jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_people uuid[];
begin
  perform private.require_service();
  insert into private.demo_rows (tenant_id, kind, id, password_hash)
  select p_tenant_id, 'account', account.id, given.password_hash
  from jsonb_to_recordset(p_demo -> 'accounts') given (email text, password_hash text)
  join auth.users account on account.email = given.email
  on conflict do nothing;
  if p_demo ? 'files' then
    v_people := array(
      select marked.id from private.demo_rows marked where marked.kind = 'account' and marked.tenant_id = p_tenant_id
    );
    insert into private.demo_rows (tenant_id, kind, id)
    select p_tenant_id, 'order'::private.demo_kind, ordered.order_id from private.order_keys ordered
    where ordered.tenant_id = p_tenant_id
      and ordered.idempotency_key in (select jsonb_array_elements_text(p_demo -> 'orders'))
    union
    select p_tenant_id, 'product', found.id from private.demo_products(p_tenant_id, p_demo -> 'products', v_people) found (id)
    where found.id is not null
    union
    select p_tenant_id, listed.kind::private.demo_kind, row_id.value::uuid
    from jsonb_each(p_demo -> 'ids') listed (kind, ids), jsonb_array_elements_text(listed.ids) row_id (value)
    on conflict do nothing;
    insert into private.demo_stores (tenant_id, settings, files)
    values (p_tenant_id, p_demo -> 'settings', array(select jsonb_array_elements_text(p_demo -> 'files')))
    on conflict do nothing;
  end if;
  perform private.close_demo_accounts();
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_orders_printed(p_order_ids uuid[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('mark_orders_printed', p_order_ids));
  v_orders uuid[];
  v_line_ids uuid[] := array(select (line.id #>> '{}')::uuid from jsonb_array_elements(v_first) line (id));
begin
  if v_first is null then
    v_orders := private.lock_orders_for_staff(p_order_ids, 'orders.print');
    with waiting as (
      select line.id, line.to_print from public.order_lines line where line.order_id = any (v_orders) and line.to_print > 0
    ), printed as (
      update public.order_lines line set printed = line.printed + waiting.to_print from waiting where line.id = waiting.id
      returning line.id, line.tenant_id, waiting.to_print
    ), noted as (
      insert into public.print_runs (tenant_id, order_line_id, quantity, actor_id)
      select printed.tenant_id, printed.id, printed.to_print, auth.uid() from printed
    )
    select coalesce(array_agg(printed.id), '{}') into v_line_ids from printed;
    perform private.refresh_order(refreshed.order_id) from (
      select distinct line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ) refreshed;
    perform private.store_idempotent_result(p_request_id, to_jsonb(v_line_ids));
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

ALTER FUNCTION "public"."mark_orders_printed"(uuid[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.mark_printed(p_lines jsonb, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line_ids constant uuid[] := private.ids_in(p_lines, 'order_line_id');
  v_orders uuid[];
begin
  if not private.is_repeated(p_request_id, jsonb_build_array('mark_printed', p_lines, p_reason)) then
    v_orders := private.lock_orders_for_staff(array(
      select line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ), 'orders.print');
    perform private.mark_line_printed(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_order(printed.id) from unnest(v_orders) printed (id);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

ALTER FUNCTION "public"."mark_printed"(jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.month_figures(p_tenant_id text, p_month date)
 RETURNS TABLE(documents public.month_document[], vat public.month_vat[], money public.month_money[], carriers public.held_cash[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant timestamptz := date_trunc('month', p_month::timestamp) at time zone 'Africa/Cairo';
  v_until constant timestamptz := (date_trunc('month', p_month::timestamp) + interval '1 month') at time zone 'Africa/Cairo';
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query select
    private.month_documents(p_tenant_id, v_from, v_until),
    private.month_vat(p_tenant_id, v_from, v_until),
    array(
      select row(entry.kind, entry.method, count(*), sum(entry.amount))::public.month_money
      from public.payment_entries entry
      where entry.tenant_id = p_tenant_id and entry.kind <> 'charged'
        and entry.created_at >= v_from and entry.created_at < v_until
      group by entry.kind, entry.method order by entry.kind, entry.method
    ),
    array(
      select row(shipment.carrier_name, sum(booked.amount))::public.held_cash
      from public.payment_entries entry join public.shipments shipment on shipment.id = entry.shipment_id
      cross join lateral (select case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) booked (amount)
      where entry.tenant_id = p_tenant_id and entry.kind in ('cash_collected', 'settled') and entry.created_at < v_until
      group by shipment.carrier_name having sum(booked.amount) <> 0 order by shipment.carrier_name
    );
end
$function$;

ALTER FUNCTION "public"."month_figures"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.move_shipments(p_shipment_ids uuid[], p_state public.shipment_state, p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric, p_happened_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'move_shipments', p_shipment_ids, p_state, p_note, p_cash, p_happened_at));
  v_outcome public.shipment_outcome;
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    if p_happened_at > now() + interval '5 minutes' then
      perform private.refuse('not_yet');
    end if;
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform private.lock_points_of(array(select distinct asked.order_id from unnest(v_outcomes) asked where asked.order_id is not null));
    v_answer := '[]';
    foreach v_outcome in array v_outcomes loop
      v_outcome.refusal := coalesce(
        v_outcome.refusal, private.try_to_move(v_outcome.shipment_id, p_state, p_note, p_cash, p_happened_at));
      v_answer := v_answer || to_jsonb(v_outcome);
    end loop;
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_capabilities(p_tenant_id text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct granted.capability
  from public.user_roles held
  join private.role_capabilities granted on granted.role = held.role
  where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
$function$;

ALTER FUNCTION "public"."my_capabilities"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.next_states(p_edit public.order_edits)
 RETURNS public.order_edit_state[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(move.to_state order by move.to_state), '{}')
  from public.order_edits edit
  join public.orders on orders.id = edit.order_id
  join public.order_edit_transitions move on move.from_state = edit.state
  where edit.id = p_edit.id and private.is_edit_move_of(private.order_actor(orders), orders, move)
    and (private.order_actor(orders) <> 'staff' or private.holds_capability(orders.tenant_id, 'orders.change'))
$function$;

ALTER FUNCTION "public"."next_states"(public.order_edits) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.next_statuses(p_order public.orders)
 RETURNS public.order_status[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(move.to_status order by target.step, move.to_status), '{}')
  from public.orders
  join public.order_status_transitions move on move.from_status = orders.status
  join public.order_statuses target on target.status = move.to_status
  where orders.id = p_order.id and target.is_set_by_people and private.is_move_of(private.order_actor(orders), move)
    and (private.order_actor(orders) <> 'staff' or private.holds_capability(orders.tenant_id, move.capability))
    and not (move.needs_payment and private.misses_payment(orders))
$function$;

CREATE OR REPLACE FUNCTION public.notification_choices(p_tenant_id text)
 RETURNS TABLE(channel public.notification_channel, is_wanted boolean, stopped_numbers text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select used.channel::public.notification_channel,
    not exists (
      select 1 from public.notification_opt_outs chosen
      where chosen.tenant_id = p_tenant_id and chosen.channel::text = used.channel and chosen.user_id = auth.uid()
    ),
    array(
      select stopped.recipient from public.notification_opt_outs stopped
      where stopped.tenant_id = p_tenant_id and stopped.channel::text = used.channel
        and stopped.recipient = any (private.numbers_of(p_tenant_id, auth.uid()))
      order by stopped.recipient
    )
  from public.staff_settings, unnest(staff_settings.notification_channels) with ordinality used (channel, place)
  where staff_settings.tenant_id = p_tenant_id
    and exists (select 1 from public.profiles where id = auth.uid() and tenant_id = p_tenant_id)
  order by used.place
$function$;

ALTER FUNCTION "public"."notification_choices"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.open_pieces(p_line public.order_lines)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_line.quantity - p_line.cancelled - p_line.packed - p_line.sent - p_line.returned_to_sender
$function$;

CREATE OR REPLACE FUNCTION public.opening_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, language text, contact_email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_opening_alert', p_job_ids);
begin
  perform private.require_service();
  -- A change that is under way is waited for and seen here; a later one finds no job, and queues the mail.
  perform 1 from public.settings
  where settings.tenant_id in (select alert.tenant_id from public.opening_alerts alert where alert.id = any (v_alerts))
    and private.current_state(settings) <> 'open'
  order by settings.tenant_id for share;
  delete from private.jobs job using public.opening_alerts alert, public.settings
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text
    and settings.tenant_id = alert.tenant_id and private.current_state(settings) <> 'open';
  return query
    select alert.id, alert.tenant_id, alert.email, alert.language, coalesce(settings.contact ->> 'contactEmail', '')
    from public.opening_alerts alert
    join public.settings on settings.tenant_id = alert.tenant_id and private.current_state(settings) = 'open'
    where alert.id = any (v_alerts);
end
$function$;

ALTER FUNCTION "public"."opening_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS public.operations_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.operations_figures;
begin
  perform private.require_service();
  v_figures.orders := array(
    select row(orders.status, count(*))::public.state_count from public.orders group by orders.status order by orders.status
  );
  v_figures.mails := (
    select row(
      count(*) filter (where sent_at is not null), count(*) filter (where state = 'waiting'),
      count(*) filter (where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'),
      count(*) filter (where expired_at > now() - interval '7 days'))::public.notification_counts
    from public.order_notifications
  );
  v_figures.phones_held := (
    select count(*) from public.order_notifications where held_at > now() - interval '1 hour'
  );
  v_figures.payments := array(
    select row(payments.status, count(*))::public.state_count from public.payments
    group by payments.status order by payments.status
  );
  v_figures.payments_stuck := (
    select count(*) from public.payments
    where status = 'open' and expires_at < now() - interval '1 hour'
      or status = 'mismatched' and updated_at < now() - interval '1 hour'
      or status = 'held' and held_until < now() - interval '1 hour'
  ) + (
    select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
  );
  v_figures.differences := row(
    (select count(*) from public.payment_differences where resolved_at is null),
    (select count(*) from public.settlement_differences where resolved_at is null))::public.difference_counts;
  v_figures.jobs := (
    select row(count(*) filter (where not private.has_failed(job)), count(*) filter (where private.has_failed(job)))::public.job_counts
    from private.jobs job
  );
  v_figures.database_bytes := pg_catalog.pg_database_size(pg_catalog.current_database());
  return v_figures;
end
$function$;

ALTER FUNCTION "public"."operations_status"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_banners(p_tenant_id text, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'content.change');
  if (select count(*) from public.banners where tenant_id = p_tenant_id and id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('banners_changed');
  end if;
  update public.banners set position = ordered.place - 1
  from unnest(p_ids) with ordinality as ordered (id, place)
  where banners.tenant_id = p_tenant_id and banners.id = ordered.id and banners.position <> ordered.place - 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_by_key(p_tenant_id text, p_idempotency_key text)
 RETURNS SETOF public.orders
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select orders.* from private.order_keys known join public.orders on orders.id = known.order_id
  where known.idempotency_key = p_idempotency_key and known.caller_id = auth.uid() and known.tenant_id = p_tenant_id
    and private.order_actor(orders) is not null
$function$;

ALTER FUNCTION "public"."order_by_key"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_by_link(p_token text)
 RETURNS TABLE(number text, status public.order_status, charged numeric, cash_due numeric, lines public.linked_line[], shipments public.linked_shipment[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select orders.number, orders.status, orders.charged,
    case when orders.payment_method = 'cash_on_delivery' and orders.delivered_at is null and orders.status <> 'cancelled'
      then public.owes(orders) else 0 end,
    array(
      select row(line.id, line.name, line.quantity - line.cancelled, nullif(line.translations, '{}'), line.garment)::public.linked_line
      from public.order_lines line where line.order_id = orders.id and line.quantity > line.cancelled order by line.position
    ),
    array(
      select row(shipment.number, shipment.carrier_name, shipment.tracking_number, shipment.tracking_url)::public.linked_shipment
      from public.shipments shipment where shipment.order_id = orders.id and shipment.state <> 'cancelled' order by shipment.number
    )
  from private.order_links link join public.orders on orders.id = link.order_id
  where link.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and link.created_at > now() - interval '60 days'
    and orders.user_id is null
$function$;

ALTER FUNCTION "public"."order_by_link"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_faq_questions(p_tenant_id text, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'content.change');
  if (select count(*) from public.faq_questions where tenant_id = p_tenant_id and id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('questions_changed');
  end if;
  update public.faq_questions set position = ordered.place - 1
  from unnest(p_ids) with ordinality as ordered (id, place)
  where faq_questions.tenant_id = p_tenant_id and faq_questions.id = ordered.id
    and faq_questions.position <> ordered.place - 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_notification_done(p_message_id uuid, p_sent boolean, p_reference text DEFAULT NULL::text, p_error text DEFAULT ''::text, p_is_final boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.order_notifications;
begin
  perform private.require_service();
  select message.* into v_message from public.order_notifications message
  where message.id = p_message_id and message.sent_at is null and message.failed_at is null for update;
  if not found then
    return;
  end if;
  if not p_sent and p_is_final then
    perform private.give_up_message(v_message, p_error);
    return;
  end if;
  update public.order_notifications set
    sent_at = case when p_sent then now() end,
    expired_at = case when not p_sent then expired_at end,
    provider_reference = coalesce(p_reference, provider_reference),
    error = case when p_sent then '' else left(coalesce(p_error, ''), 200) end
  where id = p_message_id;
end
$function$;

ALTER FUNCTION "public"."order_notification_done"(uuid, boolean, text, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_notifications_to_send(p_job_ids bigint[])
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_to_send uuid[];
begin
  perform private.require_service();
  perform public.expire_order_mails();
  perform private.drop_order_notifications(p_job_ids);
  v_to_send := array(
    select message.id from private.jobs job join public.order_notifications message on message.id = job.key::uuid
    where job.id = any (p_job_ids) and job.kind = 'send_email'
      and message.sent_at is null and message.expired_at is null and message.failed_at is null
  );
  perform private.grant_documents(v_to_send);
  v_to_send := v_to_send || private.phone_notifications_within_limits(array(
    select job.id from private.jobs job where job.id = any (p_job_ids) and job.kind <> 'send_email'));
  return query
    select private.order_notification(message, job.attempts)
    from private.jobs job join public.order_notifications message on message.id = job.key::uuid
    where job.id = any (p_job_ids) and message.id = any (v_to_send)
    order by message.created_at, message.id;
end
$function$;

ALTER FUNCTION "public"."order_notifications_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_people(p_order_id uuid)
 RETURNS public.people_of_order
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_history public.delivery_history;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_capability(v_order.tenant_id, 'orders.see');
  v_ids := array(
    select facts.placed_by from public.order_staff_facts facts where facts.order_id = p_order_id
    union select event.actor_id from public.order_events event where event.order_id = p_order_id
    union select event.actor_id from public.shipment_events event
      join public.shipments shipment on shipment.id = event.shipment_id where shipment.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select edit.proposed_by from public.order_edits edit where edit.order_id = p_order_id
    union select edit.decided_by from public.order_edits edit where edit.order_id = p_order_id
    union select refund.created_by from public.refunds refund where refund.order_id = p_order_id
  );
  v_history := private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone');
  return row(array(
    select row(person.id, coalesce(nullif(person.name, ''), person.email, ''))::public.person_name
    from public.profiles person where person.tenant_id = v_order.tenant_id and person.id = any (v_ids) order by person.id
  ), v_history.customer, v_history.phone)::public.people_of_order;
end
$function$;

ALTER FUNCTION "public"."order_people"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.order_queue_counts(p_tenant_id text)
 RETURNS TABLE(queue public.order_queue, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'orders.see');
  return query
  select waiting.queue, count(*) from public.orders, unnest(orders.queues) waiting (queue)
  where orders.tenant_id = p_tenant_id and orders.queues <> '{}'
  group by waiting.queue order by waiting.queue;
end
$function$;

CREATE OR REPLACE FUNCTION public.overrule_cash_rule(p_order_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('overrule_cash_rule', p_order_id, p_reason));
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  if v_reason = '' then
    perform private.refuse('reason_required');
  elsif v_order.confirm_until is null or v_order.status not in ('pending', 'awaiting_payment') then
    perform private.refuse('cash_not_ruled');
  end if;
  update public.orders set cash_requirement = 'none', confirm_until = null, deposit = 0, stage = 'pending', updated_at = now()
  where orders.id = p_order_id;
  perform private.write_staff_facts(p_order_id, p_cash_overruled => v_reason);
  v_order := private.refresh_order(p_order_id);
  perform private.withdraw_messages(p_order_id, 'confirm');
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.owes(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select greatest(private.balance(p_order), 0)
$function$;

CREATE OR REPLACE FUNCTION public.pack_order(p_order_id uuid, p_lines jsonb DEFAULT NULL::jsonb, p_shipment jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments := private.idempotent_result(
    null::public.shipments, p_request_id, jsonb_build_array('pack_order', p_order_id, p_lines, p_shipment));
  v_order public.orders;
begin
  if v_shipment.id is not null then
    return v_shipment;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.pack');
  v_shipment.id := private.pack(v_order, case
    when p_lines is null or p_lines = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end, p_shipment);
  perform private.refresh_order(p_order_id);
  return private.store_shipment_answer(p_request_id, v_shipment.id);
end
$function$;

ALTER FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.pack_orders(p_order_ids uuid[], p_shipment jsonb DEFAULT '{}'::jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.shipment_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('pack_orders', p_order_ids, p_shipment));
  v_ids uuid[];
  v_order_id uuid;
  v_outcomes public.shipment_outcome[] := '{}';
begin
  if v_answer is null then
    perform private.require_selection(p_order_ids);
    v_ids := private.lock_orders_for_staff(p_order_ids, 'orders.pack');
    if cardinality(v_ids) = 0 then
      perform private.refuse('unknown_order');
    end if;
    for v_order_id in select distinct asked.id from unnest(p_order_ids) asked (id) order by asked.id loop
      v_outcomes := v_outcomes || case when v_order_id = any (v_ids) then private.try_to_pack(v_order_id, p_shipment)
        else row(v_order_id, null, private.refusal('unknown_order'))::public.shipment_outcome end;
    end loop;
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.payment_to_start(p_order_id uuid, p_user_id uuid, p_provider text DEFAULT 'stripe'::text, p_method text DEFAULT 'card'::text, p_amount numeric DEFAULT NULL::numeric)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_due numeric;
  v_held numeric;
  v_amount numeric;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders
  where orders.id = p_order_id and (p_user_id is null or orders.user_id = p_user_id) for update;
  if v_order.id is null then
    perform private.refuse('unknown_order');
  end if;
  if v_order.status = 'awaiting_payment' and v_order.reserved_until <= now() then
    perform private.refuse('reservation_over');
  end if;
  v_due := private.payable_online(v_order);
  v_held := private.held_for_order(p_order_id);
  if v_due = 0 or v_held > 0 and v_order.status = 'awaiting_payment' and private.awaited_payment(v_order) <= v_held then
    perform private.refuse('not_payable');
  elsif p_amount <= 0 or p_amount > v_due or p_amount <> round(p_amount, 2) then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_amount := coalesce(
    p_amount, case when v_order.status = 'awaiting_payment' then nullif(private.awaited_payment(v_order) - v_held, 0) end, v_due);
  perform private.require_payment_option(
    (select settings.payment from public.settings where settings.tenant_id = v_order.tenant_id),
    p_provider || '_' || p_method, v_amount);
  return private.open_attempt(v_order, p_provider, p_method, v_amount);
end
$function$;

ALTER FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_order(p_order jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
  v_tenant_id text := p_order ->> 'tenant_id';
  v_key text := p_order ->> 'idempotency_key';
  v_priced private.priced_order;
  v_profile record;
  v_address jsonb;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- One order of a person at a time: the second of two equal ones finds the first, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  select name, email into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
  end if;
  if length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  perform private.require_open_store(v_tenant_id);
  v_address := private.order_address(v_tenant_id, v_user_id, p_order);

  if coalesce(btrim(p_order ->> 'discount_code'), '') <> '' and private.guesses_too_many_codes(v_tenant_id) then
    perform private.refuse('too_many_codes');
  end if;
  v_priced := private.price_order(p_order, v_user_id, true, v_address);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, v_user_id, v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id,
      least(((v_priced.delivery).rate).days_from, ((v_priced.delivery).rate).days_to));
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return v_order;
end
$function$;

ALTER FUNCTION "public"."place_order"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_order_for(p_order jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_staff_id constant uuid := auth.uid();
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_key constant text := p_order ->> 'idempotency_key';
  v_customer record;
  v_address jsonb;
  v_discount bigint;
  v_priced private.priced_order;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || v_tenant_id || v_staff_id, 0));
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
  end if;
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  if v_customer.user_id is not null then
    -- The customer's own orders wait for it, as they do for each other.
    perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_customer.user_id::text, 0));
  end if;
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_discount := private.manual_discount(p_order -> 'manual_discount');
  if v_discount > 0 then
    perform private.require_capability(v_tenant_id, 'orders.discount');
  end if;
  v_priced := private.price_order(p_order, v_customer.user_id, true, v_address, v_discount);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, coalesce(v_customer.user_id, v_staff_id), v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(
    private.new_order_demand(p_order, v_priced, v_customer.user_id, v_address, true), v_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_slot, v_cash, v_staff_id);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return v_order;
end
$function$;

ALTER FUNCTION "public"."place_order_for"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.place_test_order(p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('place_test_order', p_tenant_id));
  v_staff_id constant uuid := auth.uid();
  v_document jsonb;
  v_staff record;
  v_priced private.priced_order;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(p_tenant_id, 'orders.place');
  v_document := private.test_order_document(p_tenant_id);
  select account.email, coalesce((
      select profile.name from public.profiles profile
      where profile.id = v_staff_id order by profile.tenant_id = p_tenant_id desc limit 1
    ), '') as name
  into v_staff from auth.users account where account.id = v_staff_id;
  v_priced := private.price_order(v_document, null, true, v_document -> 'address');
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_priced.points_earned := 0;
  v_order := private.insert_order(v_document, v_priced, null, v_staff.name, coalesce(v_staff.email, ''),
    v_document -> 'address', null, row('none', '[]', '', null, 0)::private.cash_terms, v_staff_id, true);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."place_test_order"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.postpone_jobs(p_job_ids bigint[], p_attempts integer[], p_seconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  update private.jobs job set
    attempts = job.attempts - 1, locked_at = null, run_at = case when p_seconds > 0 then now() + make_interval(secs => p_seconds) else job.run_at end
  from unnest(p_job_ids, p_attempts) given (id, attempt)
  where job.id = given.id and job.attempts = given.attempt and job.locked_at is not null;
end
$function$;

ALTER FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.print_again(p_lines jsonb, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.order_lines
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line_ids constant uuid[] := private.ids_in(p_lines, 'order_line_id');
  v_orders uuid[];
begin
  if not private.is_repeated(p_request_id, jsonb_build_array('print_again', p_lines, p_reason)) then
    v_orders := private.lock_orders_for_staff(array(
      select line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ), 'orders.print');
    perform private.print_line_again(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_order(printed.id) from unnest(v_orders) printed (id);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$function$;

ALTER FUNCTION "public"."print_again"(jsonb, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.proposed_carriers(p_tenant_id text, p_order_ids uuid[])
 RETURNS TABLE(order_id uuid, carrier text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'orders.see');
  return query
  select orders.id, zone.carrier
  from public.orders
  join public.shipping_zones zone
    on zone.id = private.shipping_zone_of(p_tenant_id, orders.address ->> 'governorate', orders.address ->> 'city')
  where orders.tenant_id = p_tenant_id and orders.id = any (p_order_ids[:500]) and zone.carrier <> '';
end
$function$;

CREATE OR REPLACE FUNCTION public.proven_customers(p_tenant_id text, p_typed text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_typed constant text := lower(btrim(coalesce(p_typed, '')));
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query select unnest(private.accounts_proven_by(p_tenant_id, v_typed,
    case when private.is_egyptian_phone(v_typed) then private.national_digits(v_typed) else '' end));
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_cancellation(p_order_id uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(charged numeric, charged_then numeric, discount_owed numeric, delivery_owed numeric, goes_back numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'orders.cancel');
  v_pieces private.piece_count[];
  v_recount private.recount := row(0, '{}', 0, false);
  v_then numeric := 0;
begin
  v_pieces := case when coalesce(p_lines, 'null') = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end;
  perform private.require_open_pieces(v_pieces, 'too_few_to_cancel');
  if exists (
    select 1 from public.order_lines line left join unnest(v_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order_id and (line.delivered > 0 or line.cancelled + line.returned_to_sender + coalesce(piece.quantity, 0) < line.quantity)
  ) then
    v_recount := private.recount_of(v_order, v_pieces);
    v_then := greatest(v_order.charged - private.worth_of_lines(v_pieces), 0) + v_recount.discount + v_recount.fee;
  end if;
  return query select v_order.charged, v_then, v_recount.discount, v_recount.fee, greatest(
    v_order.charged + private.overpaid(p_order_id) - v_then, 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.quote_edit(p_order_id uuid, p_changes jsonb)
 RETURNS TABLE(difference numeric, total numeric, problems jsonb, cash public.cash_requirement)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'orders.change');
  v_edit constant private.priced_edit := private.price_edit(v_order, p_changes);
begin
  return query select v_edit.difference, v_order.charged + v_edit.difference, v_edit.problems,
    coalesce((v_edit.cash).requirement, 'none');
end
$function$;

ALTER FUNCTION "public"."quote_edit"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.quote_order(p_order jsonb)
 RETURNS public.order_quote
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_tries_code constant boolean := coalesce(btrim(p_order ->> 'discount_code'), '') <> '';
  v_guesses constant boolean := v_tries_code and private.guesses_too_many_codes(v_tenant_id);
  v_address constant jsonb := private.quoted_address(p_order);
  v_priced private.priced_order := private.price_order(
    case when v_guesses then p_order - 'discount_code' else p_order end, auth.uid(), false, v_address);
begin
  if v_tenant_id = any (private.hidden_stores()) then
    perform private.refuse('store_closed');
  end if;
  if v_guesses then
    v_priced.problems := v_priced.problems || private.refusal('too_many_codes');
  elsif v_tries_code then
    perform private.note_code_guess(v_tenant_id, v_priced.problems @> '[{"code": "unknown_discount"}]');
  end if;
  return row(
    private.quoted_lines(v_priced.lines), private.pounds(v_priced.subtotal), v_priced.discount_code, v_priced.discount_kind,
    private.pounds(v_priced.discount), private.pounds(v_priced.shipping), private.delivery_ways((v_priced.delivery).rates),
    v_priced.points_balance, v_priced.points_used, private.pounds(v_priced.points_value), v_priced.points_earned,
    private.pounds(v_priced.total), private.pounds(v_priced.credit_balance), private.pounds(v_priced.credit_used),
    case when ((v_priced.delivery).rate).cash_allowed is false then private.no_cash_there() else private.cash_rule(
      v_tenant_id, auth.uid(), null, v_address ->> 'governorate', private.pounds(v_priced.total - v_priced.credit_used)) end,
    v_priced.problems)::public.order_quote;
end
$function$;

ALTER FUNCTION "public"."quote_order"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.read_owner_invitation(p_token_hash text)
 RETURNS public.owner_invitation
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.owner_invitations;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash;
  return row(
    private.owner_invitation_state(v_invitation, null),
    coalesce(v_invitation.email, ''),
    exists (
      select 1 from auth.users account join public.user_roles held on held.user_id = account.id
      where account.email = v_invitation.email and held.tenant_id is null and held.role = 'super_admin'
    )
  )::public.owner_invitation;
end
$function$;

ALTER FUNCTION "public"."read_owner_invitation"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.read_statement(p_tenant_id text, p_statement jsonb)
 RETURNS SETOF public.statement_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'money.see');
  perform private.require_numbered_statement(p_statement);
  return query select * from private.statement_lines(p_tenant_id, p_statement);
end
$function$;

ALTER FUNCTION "public"."read_statement"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.receive_return(p_return_id uuid, p_lines jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('receive_return', p_return_id, p_lines));
  v_order public.orders;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_capability(v_order.tenant_id, 'returns.decide');
  perform private.require_return_move(v_order, p_return_id, 'received');
  perform private.write_what_came(p_return_id, p_lines);
  perform private.part_return(p_return_id);
  perform private.book_what_came(v_order, p_return_id);
  perform private.create_due_refunds(v_order.id, jsonb_build_object('return_id', p_return_id));
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."receive_return"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.record_notification_event(p_channel public.notification_channel, p_reference text, p_state text, p_error text DEFAULT ''::text, p_message_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.order_notifications;
begin
  perform private.require_service();
  select message.* into v_message from public.order_notifications message
  where message.channel = p_channel and (message.id = p_message_id or p_message_id is null and message.provider_reference = p_reference)
  for update;
  if not found or p_state not in ('sent', 'delivered', 'read', 'failed') then
    return 'unknown';
  end if;
  if p_state = 'failed' then
    -- Of a message that was sent again, what became of the first try says nothing.
    if v_message.failed_at is not null or v_message.delivered_at is not null or v_message.read_at is not null
      or v_message.provider_reference <> p_reference then
      return 'known';
    end if;
    update public.order_notifications set provider_reference = p_reference, expired_at = null, sent_at = coalesce(sent_at, now())
    where id = v_message.id;
    perform private.give_up_message(v_message, p_error);
    return 'booked';
  end if;
  if p_state = 'sent' and v_message.sent_at is not null or p_state = 'delivered' and v_message.delivered_at is not null
    or v_message.read_at is not null then
    return 'known';
  end if;
  update public.order_notifications set
    expired_at = null,
    sent_at = coalesce(sent_at, now()),
    delivered_at = case when p_state <> 'sent' then coalesce(delivered_at, now()) end,
    read_at = case when p_state = 'read' then now() else read_at end,
    failed_at = case when p_state = 'sent' then failed_at end,
    provider_reference = coalesce(provider_reference, p_reference)
  where id = v_message.id;
  if p_state <> 'sent' then
    -- It came after all, so that what was to go instead of it is not needed.
    delete from public.order_notifications other using private.jobs job
    where other.fallback_of = v_message.id and job.kind = 'send_' || other.channel and job.key = other.id::text
      and job.attempts = 0;
  end if;
  return 'booked';
end
$function$;

ALTER FUNCTION "public"."record_notification_event"(public.notification_channel, text, text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.record_opt_out(p_channel public.notification_channel, p_recipient text, p_is_out boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  if p_is_out then
    insert into public.notification_opt_outs (tenant_id, channel, recipient)
    select tenants.id, p_channel, p_recipient from public.tenants
    on conflict (recipient, channel, tenant_id) do nothing;
  else
    delete from public.notification_opt_outs where channel = p_channel and recipient = p_recipient;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_payment(p_order_id uuid, p_outcome text, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('record_payment', p_order_id, p_outcome, p_reference));
  v_open numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id,
    case p_outcome when 'refunded' then 'money.refund' else 'money.take_payments' end);
  if v_order.payment_method = 'online' and not private.is_service() then
    perform private.refuse('provider_decides');
  end if;
  if p_outcome = 'paid' then
    v_open := case
      when v_order.status = 'cancelled' then v_order.total - v_order.received
      when v_order.status = 'awaiting_payment' then private.awaited_payment(v_order)
      else public.owes(v_order)
    end;
    if v_open > 0 then
      v_order := private.book_payment(v_order, v_open, p_reference, p_method => case
        when v_order.status = 'awaiting_payment' and v_order.payment_method = 'cash_on_delivery' then 'bank_transfer'::public.payment_method
      end);
    end if;
  elsif p_outcome = 'failed' then
    if v_order.status = 'awaiting_payment' then
      update public.orders set status = 'cancelled', payment_status = 'failed' where id = p_order_id;
      v_order := private.refresh_order(p_order_id);
    end if;
  elsif p_outcome = 'refunded' then
    if v_order.received > v_order.given_back then
      v_order := private.give_all_back(v_order, '');
    end if;
  else
    perform private.refuse('unknown_outcome');
  end if;
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."record_payment"(uuid, text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.record_payment_event(p_event_id text, p_kind text, p_outcome text, p_payment_id uuid DEFAULT NULL::uuid, p_session_id text DEFAULT NULL::text, p_transaction_id text DEFAULT NULL::text, p_amount bigint DEFAULT NULL::bigint, p_currency text DEFAULT NULL::text, p_refund_id uuid DEFAULT NULL::uuid, p_reference text DEFAULT NULL::text, p_provider text DEFAULT 'stripe'::text, p_tenant_ids text[] DEFAULT NULL::text[], p_parent_id text DEFAULT NULL::text, p_integration text DEFAULT NULL::text, p_held_until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_order public.orders;
  -- Some providers say of a refund only which page it is of.
  v_is_of_page constant boolean := p_transaction_id is null and p_parent_id is null;
  v_result text := 'late';
begin
  perform private.require_service();
  if p_outcome is null or p_outcome not in ('paid', 'held', 'voided', 'declined', 'closed', 'refunded', 'refund_pending',
    'refund_failed', 'foreign', 'unclear') then
    perform private.refuse('unknown_outcome');
  end if;
  v_payment := private.announced_payment(p_provider, p_payment_id, p_session_id, p_transaction_id, p_parent_id);
  if v_payment.id is null or not v_payment.tenant_id = any (p_tenant_ids) then
    return 'unknown';
  end if;
  -- First the order, then its payment, as everywhere.
  perform private.lock_orders(array[v_payment.order_id]);
  select orders.* into v_order from public.orders where orders.id = v_payment.order_id;
  select payment.* into v_payment from public.payments payment where payment.id = v_payment.id for update;
  if v_is_of_page and p_outcome in ('refunded', 'refund_pending', 'refund_failed') then
    v_payment := private.refunded_payment(v_payment, p_refund_id, p_reference, p_amount);
  end if;
  insert into public.payment_events (id, tenant_id, order_id, payment_id, kind)
  values (p_event_id, v_order.tenant_id, v_order.id, v_payment.id, p_kind) on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  if p_outcome in ('foreign', 'unclear')
    or not private.is_of_attempt(v_payment, p_payment_id, p_session_id, p_integration) then
    v_result := case when p_outcome = 'unclear' then p_outcome else 'foreign' end;
    perform private.list_payment_difference(v_payment, v_result::public.payment_difference_kind, coalesce(p_transaction_id, p_event_id),
      p_amount, null, p_currency);
  elsif p_outcome = 'paid' then
    v_result := private.book_paid(v_order, v_payment, p_session_id, p_transaction_id, p_amount, upper(p_currency), p_parent_id);
  elsif p_outcome = 'held' then
    v_result := private.book_held(v_order, v_payment, p_session_id, p_transaction_id, p_amount, upper(p_currency), p_held_until);
  elsif p_outcome in ('declined', 'closed') then
    v_result := private.book_unpaid(v_order, v_payment, p_outcome);
  elsif p_outcome = 'voided' then
    v_result := private.book_voided(v_order, v_payment, coalesce(p_parent_id, p_transaction_id));
  elsif private.is_mismatch(v_payment.status) then
    v_result := private.book_return_of_mismatch(v_order, v_payment, p_outcome, p_amount);
  elsif p_outcome = 'refunded' and upper(p_currency) is distinct from v_payment.currency then
    perform private.note_mismatch(v_order, p_outcome, p_amount, upper(p_currency));
    v_result := 'mismatch';
  else
    v_result := private.book_refund_event(v_order, v_payment, p_outcome, p_refund_id, p_reference, p_amount, v_is_of_page);
  end if;
  update public.payment_events set outcome = v_result where id = p_event_id;
  return v_result;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_shipment_event(p_tenant_id text, p_carrier text, p_tracking_number text, p_state public.shipment_state DEFAULT NULL::public.shipment_state, p_carrier_state text DEFAULT ''::text, p_happened_at timestamp with time zone DEFAULT clock_timestamp(), p_note text DEFAULT ''::text, p_cash numeric DEFAULT NULL::numeric)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_result text;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment
    where shipment.tenant_id = p_tenant_id and shipment.carrier = p_carrier and shipment.tracking_number = p_tracking_number
      and shipment.state <> 'cancelled'
  ) for update;
  select * into v_shipment from public.shipments shipment
  where shipment.tenant_id = p_tenant_id and shipment.carrier = p_carrier and shipment.tracking_number = p_tracking_number
    and shipment.state <> 'cancelled';
  if not found then
    return 'unknown';
  end if;
  if exists (
    select 1 from public.shipment_events event
    where event.shipment_id = v_shipment.id and event.carrier_state = p_carrier_state and event.happened_at = p_happened_at
  ) then
    return 'known';
  end if;
  v_result := private.book_carrier_event(v_shipment, p_state, p_carrier_state, p_happened_at, p_note, p_cash);
  perform private.create_due_refunds(v_shipment.order_id, jsonb_build_object('shipment_id', v_shipment.id));
  return v_result;
end
$function$;

CREATE OR REPLACE FUNCTION public.redeem_owner_invitation(p_token_hash text, p_claim uuid, p_user_id uuid)
 RETURNS public.owner_redemption
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.owner_invitations;
  v_email text;
  v_was_owner boolean;
begin
  perform private.require_service();
  select * into v_invitation from private.owner_invitations where token_hash = p_token_hash for update;
  if private.owner_invitation_state(v_invitation, p_claim) <> 'open' or v_invitation.claimed_by is distinct from p_claim then
    return row(private.owner_invitation_state(v_invitation, p_claim), null, null)::public.owner_redemption;
  end if;
  select email into v_email from auth.users where id = p_user_id and email = coalesce(v_invitation.email, email);
  if not found then
    return row('unknown', null, null)::public.owner_redemption;
  end if;
  v_was_owner := exists (
    select 1 from public.user_roles where user_id = p_user_id and tenant_id is null and role = 'super_admin');
  perform private.close_other_ways_in(p_user_id);
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, null, 'super_admin')
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  update private.owner_invitations set used_at = now(), email = null where id = v_invitation.id;
  perform private.write_audit(tenant.id, case when v_was_owner then 'restore' else 'insert' end, 'owners', p_user_id::text,
    v_email, null, null)
  from public.tenants tenant order by tenant.position, tenant.id;
  return row('redeemed', v_was_owner, array(
    select distinct row(private.unmarked_email(account.email), coalesce((
      select profile.office_language from public.profiles profile where profile.id = account.id order by profile.tenant_id limit 1
    ), 'en'))::public.owner_contact
    from public.user_roles held join auth.users account on account.id = held.user_id
    where held.tenant_id is null and held.role = 'super_admin' and account.id <> p_user_id and account.email is not null
  ))::public.owner_redemption;
end
$function$;

ALTER FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.redeem_points(p_tenant_id text, p_points integer, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.discounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_voucher public.discounts := private.idempotent_result(
    null::public.discounts, p_request_id, jsonb_build_array('redeem_points', p_tenant_id, p_points));
  v_user_id uuid := auth.uid();
  v_settings public.settings;
  v_balance integer;
  v_code text;
begin
  if v_voucher.id is not null then
    return v_voucher;
  end if;
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_aal();
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not coalesce(v_settings.points_enabled, false) then
    perform private.refuse('points_closed');
  end if;
  if p_points is null or p_points <= 0 then
    perform private.refuse('invalid_points');
  end if;
  select points into v_balance from public.profiles
  where id = v_user_id and tenant_id = p_tenant_id for no key update;
  if coalesce(v_balance, 0) < p_points then
    raise log 'Insufficient points for redemption';
    perform private.refuse('insufficient_points', jsonb_build_object('points', coalesce(v_balance, 0)));
  end if;
  v_code := 'PTS-' || right(private.order_number(p_tenant_id), 11);
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, v_user_id, 'exchanged', -p_points, v_code, v_user_id);
  insert into public.discounts (tenant_id, code, description, kind, value, total_limit, user_id)
  values (p_tenant_id, v_code, 'Voucher for points', 'fixed', p_points * v_settings.point_value, 1, v_user_id)
  returning * into v_voucher;
  return private.store_idempotent_result(p_request_id, v_voucher);
end
$function$;

ALTER FUNCTION "public"."redeem_points"(text, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.refund_order(p_order_id uuid, p_refund jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('refund_order', p_order_id, p_refund));
  v_lines constant jsonb := coalesce(nullif(p_refund -> 'lines', 'null'), '[]');
  v_way text := p_refund ->> 'way';
  v_total numeric;
  v_available numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  v_total := private.refund_total(p_refund, v_lines);
  if v_way is not null and v_way not in ('card', 'transfer', 'store_credit', 'cash') then
    perform private.refuse('way_required');
  elsif v_way = 'store_credit' and v_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  -- What is owed already waits in refunds of its own.
  v_available := greatest(least(v_order.charged, v_order.charged + private.overpaid(p_order_id)), 0);
  if v_total > v_available then
    perform private.refuse('refund_above_paid', jsonb_build_object('amount', v_available));
  end if;
  v_order := private.create_due_refunds(p_order_id, '{}', p_refund ->> 'reason',
    private.apply_credit(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  perform private.settle_points(v_order);
  return private.store_idempotent_result(p_request_id, v_order);
end
$function$;

ALTER FUNCTION "public"."refund_order"(uuid, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.refunds_to_send(p_job_ids bigint[])
 RETURNS TABLE(payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint, attempt integer, reference text, back bigint, attempt_back bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  select coalesce(payment.attempt_id, payment.id), refund.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    case when refund.reference = '' then 'refund' else 'follow' end, refund.id, private.piastres(refund.amount), refund.attempt,
    refund.reference, private.piastres(coalesce((
      select sum(sent.amount) from public.refunds sent where sent.payment_id = payment.id and sent.state = 'sent'
    ), 0)), private.attempt_back(payment)
  from public.refunds refund join public.payments payment on payment.id = refund.payment_id
  where refund.state = 'sending' and refund.id = any (private.job_uuids('send_refund', p_job_ids));
end
$function$;

ALTER FUNCTION "public"."refunds_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.reject_transfer(p_transfer_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('reject_transfer', p_transfer_id, p_reason));
  v_event_id uuid;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller((
    select transfers.order_id from public.transfers where transfers.id = p_transfer_id));
  perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  update public.transfers set state = 'rejected', answer = left(btrim(p_reason), 500), checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.id = p_transfer_id and transfers.state = 'to_check';
  if not found then
    perform private.refuse('transfer_checked');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, remark)
  values (v_order.tenant_id, v_order.id, auth.uid(), 'staff', left(btrim(p_reason), 500), '{"code": "transfer_rejected"}')
  returning id into v_event_id;
  perform private.mail_note(v_order, v_event_id);
  return private.store_idempotent_result(p_request_id, private.refresh_order(v_order.id));
end
$function$;

ALTER FUNCTION "public"."reject_transfer"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.release_payment(p_payment_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('release_payment', p_payment_id));
  v_payment public.payments;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_payment := private.lock_hold(p_payment_id);
  update public.payments set is_to_release = true, looked_at = '-infinity', updated_at = now() where id = p_payment_id;
  return private.store_idempotent_result(p_request_id, private.refresh_order(v_payment.order_id));
end
$function$;

ALTER FUNCTION "public"."release_payment"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_demo(p_keep_changed boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.demo_removal
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_removal public.demo_removal := private.idempotent_result(
    null::public.demo_removal, p_request_id, jsonb_build_array('remove_demo', p_keep_changed));
  v_accounts uuid[];
  v_orders uuid[];
  v_fates private.demo_fate[];
  v_ids uuid[];
begin
  if v_removal.stores is not null then
    return v_removal;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform pg_advisory_xact_lock(hashtextextended('demo', 0));
  v_accounts := private.demo_accounts();
  if auth.uid() = any (v_accounts) then
    perform private.refuse('demo_owner');
  elsif not exists (select 1 from private.demo_rows) then
    perform private.refuse('no_demo');
  end if;
  perform pg_advisory_xact_lock(people.key) from (
    select hashtextextended(marked.tenant_id || marked.id::text, 0) as key from private.demo_rows marked
    where marked.id = any (v_accounts) order by 1
  ) people;
  v_orders := private.demo_orders();
  perform private.lock_orders(v_orders);
  perform 1 from public.products product
  where product.id in (select marked.id from private.demo_rows marked where marked.kind = 'product')
  order by product.id for update;
  perform 1 from public.discounts offered
  where offered.id in (select marked.id from private.demo_rows marked where marked.kind = 'discount')
  order by offered.id for update;
  v_fates := array(select planned from private.demo_fates(p_keep_changed, v_orders) planned);
  v_removal.stores := array(
    select row(store.tenant_id, private.demo_counts(store.tenant_id, v_fates, v_orders))::public.demo_store_removal
    from private.demo_stores store where store.removed_at is null order by store.tenant_id
  );
  v_ids := v_accounts || private.ids_with_orders(v_orders) || array(
    select planned.id from unnest(v_fates) planned where planned.fate = 'goes');
  perform private.remove_file(stored.bucket_id, stored.name) from private.demo_files(v_orders) stored;
  perform private.remove_demo_orders(v_orders,
    array(select planned.id from unnest(v_fates) planned where planned.kind = 'product' and planned.fate = 'goes'));
  perform private.remove_demo_goods(v_fates);
  perform private.remove_demo_people(v_accounts);
  perform private.reset_demo_settings();
  perform private.keep_shown_files();
  perform private.note_demo_removal(v_ids, v_removal.stores);
  delete from private.demo_rows;
  update private.demo_stores set removed_at = now(), files = '{}' where removed_at is null;
  v_removal.files := (
    select count(*) from private.jobs queued where queued.kind = 'remove_file' and queued.created_at = now()
  );
  return private.store_idempotent_result(p_request_id, v_removal);
end
$function$;

ALTER FUNCTION "public"."remove_demo"(boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.remove_test_order(p_order_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_ids uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('remove_test_order', p_order_id)) then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.place');
  if not v_order.is_test then
    perform private.refuse('not_a_test_order');
  end if;
  with recursive sent_again as (
    select v_order.id
    union select orders.id from public.orders join sent_again on orders.replaces_order_id = sent_again.id
    where orders.tenant_id = v_order.tenant_id
  )
  select array_agg(sent_again.id) into v_ids from sent_again;
  perform private.lock_orders(v_ids);
  perform private.lock_for_cancelling(v_ids);
  perform private.give_place_back(orders) from public.orders where orders.id = any (v_ids) and orders.status <> 'cancelled';
  perform private.give_test_stock_back(v_ids, v_order.number);
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (v_ids) and facts.label_path is not null;
  perform private.remove_file('order-photos', photo.name)
  from public.returns back, unnest(back.photos) photo (name) where back.order_id = any (v_ids);
  insert into public.store_doors (tenant_id, tested_at)
  select v_order.tenant_id, now() where v_order.delivered_at is not null
  on conflict (tenant_id) do update set tested_at = excluded.tested_at;
  delete from public.returns where order_id = any (v_ids);
  delete from public.orders where id = any (v_ids);
  perform private.write_audit(v_order.tenant_id, 'delete', 'orders', v_order.id::text, v_order.number,
    to_jsonb(v_order), null);
  perform realtime.send(jsonb_build_object('id', v_order.id, 'number', v_order.number), 'delete',
    'orders:' || v_order.tenant_id, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('remove_user_factors', p_user_id, p_tenant_id));
  v_managed text[];
  v_removed integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.require_capability(p_tenant_id, 'people.manage');
  v_managed := private.tenants_where_may('people.manage');
  if p_user_id = auth.uid()
    or not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles
      where user_id = p_user_id and role <> 'user' and not private.is_service()
        and (tenant_id is null or not tenant_id = any (v_managed))
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(),
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'mfa_factors', p_user_id::text,
    coalesce((select name from public.profiles where id = p_user_id and tenant_id = p_tenant_id), '')
  );
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_removed));
  return v_removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.reply_to_conversation(p_conversation_id uuid, p_body text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages := private.idempotent_result(
    null::public.messages, p_request_id, jsonb_build_array('reply_to_conversation', p_conversation_id, p_body));
  v_conversation public.conversations;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  select * into v_conversation from public.conversations where id = p_conversation_id for update;
  if v_conversation.id is null
    or not private.holds_capability(v_conversation.tenant_id, 'customers.answer') and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_capability(v_conversation.tenant_id, 'customers.answer');
  return private.store_idempotent_result(p_request_id, private.add_message(v_conversation, 'staff', p_body));
end
$function$;

CREATE OR REPLACE FUNCTION public.report_categories(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(category_id uuid, name text, quantity bigint, revenue numeric, translations jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select categories.id, coalesce(categories.name, 'Uncategorized'), sum(sold.quantity)::bigint, sum(sold.revenue),
    private.translated_names(categories.translations)
  from (
    select order_lines.product_id, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by order_lines.product_id
  ) sold
  left join public.products on products.id = sold.product_id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  group by categories.id, categories.name, categories.translations
  having sum(sold.quantity) <> 0 or sum(sold.revenue) <> 0
  order by 4 desc, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_customers(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(user_id uuid, name text, email text, orders bigint, revenue numeric, last_order_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query
  with bought as (
    select (array_agg(orders.user_id))[1] as user_id, private.buyer_of(orders.*) as buyer,
      count(*) filter (where sales.net > 0) as orders, sum(sales.amount) as revenue, max(orders.created_at) as last_order_at,
      (array_agg(orders.customer_name order by orders.created_at desc, orders.id))[1] as name,
      (array_agg(orders.customer_email order by orders.created_at desc, orders.id))[1] as email
    from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
    join public.orders on orders.id = sales.order_id
    group by buyer
    order by revenue desc, buyer limit greatest(p_limit, 1)
  )
  select bought.user_id, case when bought.user_id is null then bought.name else profiles.name end,
    case when bought.user_id is null then bought.email else profiles.email end, bought.orders, bought.revenue, bought.last_order_at
  from bought left join public.profiles on profiles.id = bought.user_id and profiles.tenant_id = p_tenant_id
  order by bought.revenue desc, bought.buyer;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_discounts(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(discount_id uuid, code text, kind public.discount_kind, uses bigint, given numeric, revenue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with given as (
    select pieces.order_id, sum(pieces.discount) as amount
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    group by pieces.order_id
  )
  select discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind,
    count(*) filter (where sales.net > 0),
    -- A line's share has what staff took off as well.
    coalesce(sum(round(given.amount * orders.discount_total
      / nullif(orders.discount_total + orders.manual_discount, 0), 2)), 0),
    coalesce(sum(sales.amount), 0)
  from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
  full join given using (order_id)
  join public.orders on orders.id = order_id and orders.discount_code is not null
  left join public.discounts on discounts.tenant_id = orders.tenant_id and discounts.id = orders.discount_id
  group by discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind
  order by 4 desc, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_files(p_tenant_id text, p_limit integer DEFAULT NULL::integer)
 RETURNS TABLE(user_id uuid, name text, email text, files bigint, megabytes numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query
  select profile.id, coalesce(profile.name, ''), coalesce(profile.email, ''), counted.files, round(counted.bytes / 1048576.0, 1)
  from (
    select stored.owner_id, count(*) as files, sum(stored.bytes) as bytes
    from private.stored_files(p_tenant_id) stored group by stored.owner_id
  ) counted
  left join public.profiles profile on profile.tenant_id = p_tenant_id and profile.id::text = counted.owner_id
  order by counted.bytes desc, counted.owner_id
  limit p_limit;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_products(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(product_id uuid, name text, image text, quantity bigint, revenue numeric, orders bigint, translations jsonb, garment text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with in_order as (
    -- Deleted products are grouped by the name they were sold under.
    select order_lines.product_id, case when order_lines.product_id is null then order_lines.name end as gone,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2
  ),
  sold as (
    select in_order.product_id, in_order.gone, sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by in_order.product_id, in_order.gone
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 4 desc, 3 desc, 1, 2 limit greatest(p_limit, 1)
  )
  select sold.product_id, coalesce(products.name, sold.gone), private.first_picture(products.images), sold.quantity,
    sold.revenue, sold.orders, private.translated_names(products.translations), sold.garment
  from sold left join public.products on products.id = sold.product_id
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.gone;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_rows(p_tenant_id text, p_report text, p_from date, p_to date, p_limit integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit integer := greatest(coalesce(p_limit, 2147483647), 1);
  v_rows jsonb;
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  case p_report
    when 'sales' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_sales(p_tenant_id, p_from, p_to, 'day') limit v_limit) listed;
    when 'products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'variants' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_variants(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'categories' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_categories(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'customers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_customers(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'stock' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_stock(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'discounts' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_discounts(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'slots' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_slots(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'files' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_files(p_tenant_id, v_limit) listed;
    else
      perform private.refuse('unknown_report');
  end case;
  return coalesce(v_rows, '[]');
end
$function$;

CREATE OR REPLACE FUNCTION public.report_sales(p_tenant_id text, p_from date, p_to date, p_bucket text DEFAULT 'day'::text)
 RETURNS TABLE(bucket date, orders bigint, revenue numeric, discounts numeric, shipping numeric, refunded numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  if p_bucket is null or p_bucket not in ('day', 'week', 'month') then
    perform private.refuse('invalid_bucket');
  end if;
  if p_to - p_from > 3700 then
    perform private.refuse('range_too_long');
  end if;
  return query
  with days as (
    select moment::date as day, case p_bucket
      when 'day' then moment::date
      -- date_trunc's weeks begin on Monday; the shops' on Saturday.
      when 'week' then (date_trunc('week', moment + interval '2 days') - interval '2 days')::date
      else date_trunc('month', moment)::date
    end as start
    from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') moment
  ),
  happened as (
    select days.start, ledger.order_id, sum(ledger.sign) as net, sum(ledger.amount) as amount,
      sum(ledger.shipping) as shipping
    from private.sales_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start, ledger.order_id
    having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0 or sum(ledger.shipping) <> 0
  ),
  sold as (
    select happened.start, count(*) filter (where happened.net > 0) as how_many, sum(happened.amount) as revenue,
      sum(happened.shipping) as shipping
    from happened group by happened.start
  ),
  discounted as (
    select days.start, sum(ledger.discount) as amount
    from private.pieces_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start
  ),
  given_back as (
    select days.start, sum(entry.amount) as amount
    from public.payment_entries entry join days on days.day = private.shop_time(entry.created_at)::date
    where entry.tenant_id = p_tenant_id and entry.kind = 'given_back'
      and entry.created_at >= private.day_start(p_from) and entry.created_at < private.day_start(p_to + 1)
    group by days.start
  )
  select buckets.start, coalesce(sold.how_many, 0), coalesce(sold.revenue, 0), coalesce(discounted.amount, 0),
    coalesce(sold.shipping, 0), coalesce(given_back.amount, 0)
  from (select distinct days.start from days) buckets
  left join sold on sold.start = buckets.start
  left join discounted on discounted.start = buckets.start
  left join given_back on given_back.start = buckets.start
  order by buckets.start;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_slots(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(slot_id uuid, day_of_week smallint, from_time time without time zone, to_time time without time zone, capacity integer, orders bigint, days bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  select delivery_slots.id, delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity, count(orders.id), count(distinct orders.slot_date)
  from public.delivery_slots
  left join public.orders on orders.tenant_id = delivery_slots.tenant_id and orders.slot_id = delivery_slots.id
    and orders.slot_date between p_from and p_to
    and orders.status not in ('awaiting_payment', 'cancelled') and not orders.is_test
  where delivery_slots.tenant_id = p_tenant_id
  group by delivery_slots.id
  order by delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_stock(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 100)
 RETURNS TABLE(product_id uuid, variant_id uuid, name text, variant text, sku text, image text, stock integer, sold bigint, days_left numeric, worth numeric, translations jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with sold as (
    select order_lines.variant_id, sum(pieces.quantity) as quantity
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    where order_lines.variant_id is not null
    group by order_lines.variant_id having sum(pieces.quantity) > 0
  )
  select products.id, product_variants.id, products.name,
    private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), product_variants.sku,
    coalesce(product_variants.image, private.first_picture(products.images)), product_variants.stock,
    coalesce(sold.quantity, 0)::bigint,
    round(product_variants.stock * (p_to - p_from + 1)::numeric / sold.quantity, 1),
    product_variants.stock * coalesce(product_variants.price, products.price),
    private.translated_names(products.translations, product_variants)
  from public.products
  join public.product_variants on product_variants.product_id = products.id and product_variants.is_active
  left join sold on sold.variant_id = product_variants.id
  where products.tenant_id = p_tenant_id and products.is_active
  order by case when product_variants.stock = 0 then 0
    else product_variants.stock * (p_to - p_from + 1)::numeric / sold.quantity end nulls last, product_variants.stock,
    products.name, products.id, product_variants.position, product_variants.id
  limit greatest(p_limit, 1);
end
$function$;

CREATE OR REPLACE FUNCTION public.report_totals(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric, customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric, delivered numeric, cash_with_carriers numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_since constant timestamptz := private.day_start(p_from);
  v_until constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with sales as materialized (
    select private.buyer_of(orders.*) as buyer, sold.net, sold.amount, sold.shipping
    from private.sales_between(p_tenant_id, v_since, v_until) sold
    join public.orders on orders.id = sold.order_id
  ),
  pieces as (
    select coalesce(sum(sold.quantity), 0)::bigint as quantity, coalesce(sum(sold.discount), 0) as discount,
      coalesce(sum(sold.points), 0) as points
    from private.pieces_between(p_tenant_id, v_since, v_until) sold
  )
  select
    count(*) filter (where sales.net > 0), coalesce(sum(sales.amount), 0),
    (select pieces.quantity from pieces),
    coalesce(round(avg(sales.amount) filter (where sales.net > 0), 2), 0),
    (select pieces.discount from pieces), coalesce(sum(sales.shipping), 0), (select pieces.points from pieces),
    count(distinct sales.buyer) filter (where sales.net > 0),
    (
      select count(*) from public.profiles
      where profiles.tenant_id = p_tenant_id
        and profiles.created_at >= v_since and profiles.created_at < v_until
        and profiles.id <> all (private.staff_ids(p_tenant_id))
    ),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'cancelled', v_since, v_until) totals),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'returned', v_since, v_until) totals),
    private.entries_between(p_tenant_id, 'given_back', v_since, v_until),
    -- Still owed at the end of the period.
    (select totals.amount from private.ledger_totals(p_tenant_id, 'refund_due', '-infinity', v_until) totals),
    private.delivered_between(p_tenant_id, v_since, v_until),
    -- Held by carriers at the end of the period.
    private.entries_between(p_tenant_id, 'cash_collected', '-infinity', v_until)
      - private.entries_between(p_tenant_id, 'settled', '-infinity', v_until)
  from sales;
end
$function$;

ALTER FUNCTION "public"."report_totals"(text, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.report_variants(p_tenant_id text, p_from date, p_to date, p_limit integer DEFAULT 50)
 RETURNS TABLE(product_id uuid, variant_id uuid, name text, variant text, sku text, image text, quantity bigint, revenue numeric, orders bigint, translations jsonb, garment text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'sales.see');
  return query
  with in_order as (
    select order_lines.product_id, order_lines.variant_id,
      case when order_lines.product_id is null then order_lines.name end as gone,
      case when order_lines.variant_id is null then (
        select string_agg(chosen ->> 'value', ' / ' order by place)
        from jsonb_array_elements(order_lines.options) with ordinality options (chosen, place)
      ) end as called,
      case when order_lines.variant_id is null then order_lines.sku end as sku,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2, 3, 4, 5
  ),
  sold as (
    select in_order.product_id, in_order.variant_id, in_order.gone, in_order.called, in_order.sku,
      sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by 1, 2, 3, 4, 5
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 7 desc, 6 desc, 1, 2, 3, 4 limit greatest(p_limit, 1)
  )
  select sold.product_id, sold.variant_id, coalesce(products.name, sold.gone),
    coalesce(private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), sold.called,
      ''), coalesce(product_variants.sku, sold.sku),
    coalesce(product_variants.image, private.first_picture(products.images)), sold.quantity, sold.revenue, sold.orders,
    private.translated_names(products.translations, product_variants), sold.garment
  from sold
  left join public.products on products.id = sold.product_id
  left join public.product_variants on product_variants.id = sold.variant_id
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.variant_id, sold.gone, sold.called;
end
$function$;

CREATE OR REPLACE FUNCTION public.request_refund(p_order_id uuid, p_reason text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('request_refund', p_order_id, p_reason));
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  if v_order.received = v_order.given_back then
    perform private.refuse('nothing_to_refund');
  end if;
  return private.store_idempotent_result(p_request_id, private.give_all_back(v_order, p_reason));
end
$function$;

ALTER FUNCTION "public"."request_refund"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.request_return(p_order_id uuid, p_reason text, p_request_id uuid DEFAULT NULL::uuid, p_photos text[] DEFAULT '{}'::text[], p_lines jsonb DEFAULT NULL::jsonb, p_kind public.return_kind DEFAULT 'return'::public.return_kind)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('request_return', p_order_id, p_reason, p_photos, p_lines, p_kind));
  v_order public.orders;
  v_pieces private.piece_count[];
  v_return_id uuid;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_right_to_return(v_order);
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if p_kind is null or p_kind = 'size_exchange' then
    perform private.refuse('size_with_its_delivery');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  if coalesce(p_lines, 'null') = 'null' then
    v_pieces := private.all_to_return(v_order, p_kind);
    if cardinality(v_pieces) = 0 then
      v_return_id := private.open_return_of(v_order);
    end if;
  else
    v_pieces := private.asked_pieces(p_order_id, p_lines);
  end if;
  if v_return_id is null then
    perform private.require_returnable(v_order, v_pieces, p_kind);
    v_return_id := private.insert_return(v_order, v_pieces, p_kind, p_reason, p_photos);
    perform private.explain_return(v_order, left(btrim(p_reason), 2000));
  end if;
  return private.store_return_answer(p_request_id, v_return_id);
end
$function$;

ALTER FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.request_size_replacement(p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text, p_shipping_method public.shipping_method DEFAULT 'standard'::public.shipping_method)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_wanted private.wanted_sizes;
  v_stage public.order_stage := 'pending';
  v_document constant jsonb := jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  v_new := private.placed_before(v_old.tenant_id, p_idempotency_key, v_document);
  if v_new.id is not null then
    return v_new;
  end if;
  perform private.lock_goods(array[v_old.id]);
  v_wanted := private.price_sizes(v_old, p_lines, p_payment_method, p_shipping_method);
  if v_wanted.amount > 0 and (p_payment_method <> 'cash_on_delivery' or (v_wanted.cash).requirement = 'deposit') then
    v_stage := 'awaiting_payment';
  end if;
  v_new := private.insert_replacement(v_old, v_wanted.lines, p_payment_method, p_shipping_method,
    private.pounds((v_wanted.rate).price), v_wanted.rate, v_stage, p_idempotency_key, v_document, v_wanted.cash);
  perform private.write_price_drops(
    private.insert_return(v_old, v_wanted.pieces, 'size_exchange', 'Another size', p_replacement_id => v_new.id), v_wanted.drops);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, remark)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return v_new;
end
$function$;

ALTER FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.resolve_difference(p_id uuid, p_note text, p_accept boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlement_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.settlement_differences := private.idempotent_result(
    null::public.settlement_differences, p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_settlement public.settlements;
  v_shipment public.shipments;
  v_facts public.shipment_staff_facts;
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.settlement_differences difference
    join public.shipments shipment on shipment.id = difference.shipment_id where difference.id = p_id) for update;
  select * into v_difference from public.settlement_differences difference
  where difference.id = p_id for update;
  if not found or not private.may(v_difference.tenant_id, 'money.see') then
    perform private.refuse('unknown_difference');
  end if;
  perform private.require_capability(v_difference.tenant_id, 'money.settle_cash');
  if v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  if p_accept then
    select * into v_shipment from public.shipments where id = v_difference.shipment_id;
    select facts.* into v_facts from public.shipment_staff_facts facts where facts.shipment_id = v_difference.shipment_id;
    if v_difference.kind not in ('short', 'more') or v_shipment.state is distinct from 'delivered'
      or v_facts.settled_at is not null then
      perform private.refuse('difference_not_acceptable');
    end if;
    if v_difference.stated > v_facts.carrier_owes then
      perform private.correct_collected(v_shipment, v_facts.settled + v_difference.stated, p_note);
    end if;
    update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
    where id = v_difference.settlement_id returning * into v_settlement;
    if v_difference.stated > 0 then
      perform private.settle_shipments(v_settlement, array[row(
        v_shipment.id, v_difference.tracking_number, v_difference.stated, v_difference.fee)::private.stated_cash], p_part => true);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$function$;

ALTER FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.resolve_payment_difference(p_id uuid, p_note text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.payment_differences
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_difference public.payment_differences := private.idempotent_result(
    null::public.payment_differences, p_request_id, jsonb_build_array('resolve_payment_difference', p_id, p_note));
begin
  if v_difference.id is not null then
    return v_difference;
  end if;
  select * into v_difference from public.payment_differences difference
  where difference.id = p_id for update;
  if not found or not private.may(v_difference.tenant_id, 'money.see') then
    perform private.refuse('unknown_difference');
  end if;
  perform private.require_capability(v_difference.tenant_id, 'money.take_payments');
  if v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  update public.payment_differences set note = left(btrim(p_note), 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.store_idempotent_result(p_request_id, v_difference);
end
$function$;

ALTER FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.restore_deleted(p_tenant_id text, p_entity text, p_entity_ids text[], p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.undone_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.undone_changes := private.idempotent_result(
    null::public.undone_changes, p_request_id, jsonb_build_array('restore_deleted', p_tenant_id, p_entity, p_entity_ids));
begin
  if v_result.undone is not null then
    return v_result;
  end if;
  return private.store_idempotent_result(p_request_id, public.undo_changes(p_tenant_id, array(
    select distinct on (entity_id) id from public.audit_log
    where tenant_id = p_tenant_id and entity = p_entity and entity_id = any (p_entity_ids) and action = 'delete'
    order by entity_id, id desc
  ), p_parts => false));
end
$function$;

ALTER FUNCTION "public"."restore_deleted"(text, text, text[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.retry_jobs(p_job_ids bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenants constant text[] := private.stores_with_jobs();
  v_count integer;
begin
  if not private.is_service() then
    perform private.require_aal();
  end if;
  update private.jobs failed set attempts = 0, run_at = now(), locked_at = null
  where failed.id = any (p_job_ids) and private.has_failed(failed)
    and (v_tenants is null or failed.tenant_id = any (v_tenants));
  get diagnostics v_count = row_count;
  return v_count;
end
$function$;

CREATE OR REPLACE FUNCTION public.returned_to_sender_late(p_shipment public.shipments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_shipment.state = 'delivered' and coalesce((
    select private.is_going_back(event.state) from public.shipment_events event
    where event.shipment_id = p_shipment.id order by event.created_at desc limit 1
  ), false)
$function$;

ALTER FUNCTION "public"."returned_to_sender_late"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_product_variants(p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product public.products := private.idempotent_result(null::public.products,
    p_request_id, jsonb_build_array('save_product_variants', p_product_id, p_version, p_options, p_variants));
  v_before jsonb;
begin
  if v_product.id is not null then
    return v_product;
  end if;
  select * into v_product from public.products where id = p_product_id and deleted_at is null for no key update;
  perform private.require_capability(v_product.tenant_id, 'products.change');
  if v_product.version is distinct from p_version then
    perform private.refuse('version_conflict', jsonb_build_object('version', v_product.version));
  end if;
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_product.id,
    private.variant_changes(v_before, private.variants_json(p_product_id)));
  select * into v_product from public.products where id = p_product_id;
  return private.store_idempotent_result(p_request_id, v_product);
end
$function$;

ALTER FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.schedule_job(p_kind text, p_seconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_every constant interval := make_interval(secs => p_seconds);
begin
  perform private.require_service();
  insert into private.jobs (kind, key, every) values (p_kind, 'recurring', v_every)
  on conflict (kind, key) do update set every = v_every, run_at = least(jobs.run_at, now() + v_every)
  where jobs.every is distinct from v_every;
end
$function$;

ALTER FUNCTION "public"."schedule_job"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.seconds_to_take_back(p_shipment public.shipments)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_last public.shipment_events;
begin
  select * into v_last from public.shipment_events
  where shipment_id = p_shipment.id order by created_at desc limit 1;
  if v_last.state is distinct from 'handed_over' or v_last.actor_id is distinct from auth.uid() then
    return 0;
  end if;
  return greatest(extract(epoch from v_last.created_at + private.mail_hold() - clock_timestamp()), 0);
end
$function$;

ALTER FUNCTION "public"."seconds_to_take_back"(public.shipments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_chat_message(p_tenant_id text, p_body text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages := private.idempotent_result(
    null::public.messages, p_request_id, jsonb_build_array('send_chat_message', p_tenant_id, p_body));
  v_user_id uuid := auth.uid();
  v_profile public.profiles;
  v_conversation public.conversations;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  perform private.require_aal();
  if not exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and settings.live_chat_enabled
  ) then
    perform private.refuse('chat_closed');
  end if;
  select * into v_profile from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  if v_profile.id is null then
    perform private.refuse('no_profile');
  end if;
  insert into public.conversations (tenant_id, kind, user_id, name, email)
  values (p_tenant_id, 'chat', v_user_id, coalesce(v_profile.name, ''), v_profile.email)
  on conflict (user_id, tenant_id) where kind = 'chat' and is_open do nothing;
  select * into v_conversation from public.conversations
  where user_id = v_user_id and tenant_id = p_tenant_id and kind = 'chat' and is_open for update;
  if (select count(*) from public.messages
      where conversation_id = v_conversation.id and created_at > now() - interval '1 minute'
        and sender = 'shopper') >= 30 then
    perform private.refuse('too_many_messages');
  end if;
  return private.store_idempotent_result(p_request_id, private.add_message(v_conversation, 'shopper', p_body));
end
$function$;

CREATE OR REPLACE FUNCTION public.send_contact_message(p_tenant_id text, p_name text, p_email text, p_subject text, p_message text, p_client text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(p_email));
  v_mailbox constant text := private.mailbox_of(p_email);
  v_client constant text := private.client_key(p_client);
  v_network constant text := private.client_network(p_client);
  v_conversation public.conversations;
begin
  if not exists (select 1 from public.tenants tenant where tenant.id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 then
    perform private.refuse('invalid_name');
  end if;
  if coalesce(p_email, '') !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or length(p_email) > 320 then
    perform private.refuse('invalid_email');
  end if;
  if length(p_subject) > 200 then
    perform private.refuse('invalid_subject');
  end if;
  perform private.refuse_many_messages(p_tenant_id, v_mailbox, v_client, v_network);
  insert into public.conversations (tenant_id, kind, user_id, name, email, subject)
  values (
    p_tenant_id, 'contact',
    (select id from public.profiles where id = auth.uid() and tenant_id = p_tenant_id),
    btrim(p_name), v_email, coalesce(btrim(p_subject), '')
  ) returning * into v_conversation;
  delete from private.contact_senders where created_at < now() - interval '1 day';
  insert into private.contact_senders (conversation_id, tenant_id, mailbox, client, network)
  values (v_conversation.id, p_tenant_id, v_mailbox, v_client, v_network);
  perform private.add_message(v_conversation, case when v_conversation.user_id is null
    then 'visitor'::public.message_sender else 'shopper' end, p_message);
  perform private.queue_contact_mails(v_conversation);
  return v_conversation.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.send_refund(p_refund_id uuid, p_way public.refund_way, p_reference text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.refunds := private.idempotent_result(
    null::public.refunds, p_request_id, jsonb_build_array('send_refund', p_refund_id, p_way, p_reference));
  v_order public.orders;
begin
  if v_refund.id is not null then
    return v_refund;
  end if;
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  if v_refund.id is null then
    perform private.refuse('unknown_refund');
  end if;
  v_order := private.lock_order_for_caller(v_refund.order_id);
  perform private.require_capability(v_order.tenant_id, 'money.refund');
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id for update;
  if not private.refund_waits_for_staff(v_refund.state) then
    perform private.refuse('refund_not_due');
  elsif p_way is null then
    perform private.refuse('way_required');
  end if;
  perform private.send_by_way(v_order, v_refund, p_way, p_reference);
  perform private.refresh_order(v_order.id);
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  return private.store_idempotent_result(p_request_id, v_refund);
end
$function$;

ALTER FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_refunds(p_refund_ids uuid[], p_way public.refund_way, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.refund_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('send_refunds', p_refund_ids, p_way));
  v_orders uuid[];
begin
  if v_answer is null then
    perform private.require_selection(p_refund_ids);
    v_orders := private.lock_orders_for_staff(array(
      select asked.order_id from public.refunds asked where asked.id = any (p_refund_ids)), 'money.refund');
    if cardinality(v_orders) = 0 then
      perform private.refuse('unknown_refund');
    end if;
    perform private.lock_credit_of(v_orders);
    v_answer := (
      select jsonb_agg(jsonb_build_object('order_id', named.order_id, 'refund_id', named.id, 'refusal', case
        when named.order_id is null then private.refusal('unknown_refund')
        else private.try_to_send_refund(named.id, p_way) end))
      from (
        select distinct asked.id, found.order_id, found.number
        from unnest(p_refund_ids) asked (id)
        left join public.refunds found on found.id = asked.id and found.order_id = any (v_orders)
        order by found.order_id, found.number, asked.id
      ) named
    );
    perform private.store_idempotent_result(p_request_id, v_answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.refund_outcome, v_answer);
end
$function$;

ALTER FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_return(p_return_id uuid, p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('send_return', p_return_id, p_note));
  v_order public.orders;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  perform private.require_return_move(v_order, p_return_id, 'on_the_way');
  update public.returns set state = 'on_the_way', updated_at = now() where id = p_return_id;
  if coalesce(btrim(p_note), '') <> '' then
    perform private.note_on_order(v_order, btrim(p_note));
  end if;
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."send_return"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.send_transfer_proof(p_order_id uuid, p_photos text[], p_note text DEFAULT ''::text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('send_transfer_proof', p_order_id, p_photos, p_note));
  v_owed numeric;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  if v_order.user_id is distinct from auth.uid() then
    perform private.require_capability(v_order.tenant_id, 'money.take_payments');
  end if;
  v_owed := private.owed_by_transfer(v_order);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  update public.transfers set amount = v_owed, photos = p_photos, note = left(btrim(coalesce(p_note, '')), 500), updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  if not found then
    insert into public.transfers (tenant_id, order_id, amount, photos, note)
    values (v_order.tenant_id, p_order_id, v_owed, p_photos, left(btrim(coalesce(p_note, '')), 500));
  end if;
  return private.store_idempotent_result(p_request_id, private.refresh_order(p_order_id));
end
$function$;

ALTER FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
 RETURNS public.user_role
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.user_role;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    and not exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
  -- Two super admins taking each other down at once would leave a store without one.
  perform pg_advisory_xact_lock(hashtextextended('roles:' || p_tenant_id, 0));
  select role into v_old from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id;
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles
    where tenant_id = p_tenant_id and role = 'super_admin' and user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_cash(p_tenant_id text, p_settlement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlement public.settlements := private.idempotent_result(
    null::public.settlements, p_request_id, jsonb_build_array('settle_cash', p_tenant_id, p_settlement));
  v_cash private.stated_cash[];
begin
  if v_settlement.id is not null then
    return v_settlement;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_statement(p_settlement);
  perform private.lock_orders(array(
    select shipment.order_id from public.shipments shipment
    where shipment.tenant_id = p_tenant_id and shipment.id in (
      select (line ->> 'shipment_id')::uuid from jsonb_array_elements(p_settlement -> 'lines') line)
  ));
  v_cash := array(
    select row(shipment.id, orders.number || '/' || shipment.number, stated.amount, stated.fee)::private.stated_cash
    from jsonb_to_recordset(p_settlement -> 'lines') stated (shipment_id uuid, amount numeric, fee numeric)
    left join public.shipments shipment on shipment.id = stated.shipment_id and shipment.tenant_id = p_tenant_id
    left join public.orders on orders.id = shipment.order_id
    order by orders.number, shipment.number
  );
  v_settlement := private.insert_settlement(p_tenant_id, p_settlement, v_cash);
  perform private.settle_shipments(v_settlement, v_cash);
  return private.store_idempotent_result(p_request_id, v_settlement);
end
$function$;

ALTER FUNCTION "public"."settle_cash"(text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.settlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settlement public.settlements := private.idempotent_result(
    null::public.settlements, p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_lines public.statement_line[];
begin
  if v_settlement.id is not null then
    return v_settlement;
  end if;
  perform private.require_capability(p_tenant_id, 'money.settle_cash');
  perform private.require_numbered_statement(p_statement);
  perform private.lock_orders(array(
    select shipment.order_id from jsonb_array_elements(p_statement -> 'lines') line,
      private.stated_shipment(p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), line ->> 'number') shipment
  ));
  v_lines := array(select line from private.statement_lines(p_tenant_id, p_statement) line);
  v_settlement := private.insert_settlement(p_tenant_id, p_statement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind in ('matches', 'fee')));
  perform private.settle_shipments(v_settlement, array(
    select row(line.shipment_id, line.name, line.stated, line.fee)::private.stated_cash
    from unnest(v_lines) line where line.kind = 'matches'));
  update public.shipment_staff_facts facts set fee = line.fee
  from unnest(v_lines) line where line.kind = 'fee' and facts.shipment_id = line.shipment_id;
  insert into public.settlement_differences (
    tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee)
  select p_tenant_id, v_settlement.id, line.kind, line.tracking_number, line.shipment_id, line.stated, line.expected, line.fee
  from unnest(v_lines) line where line.kind not in ('matches', 'fee');
  return private.store_idempotent_result(p_request_id, v_settlement);
end
$function$;

ALTER FUNCTION "public"."settle_statement"(text, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.shipments_to_track(p_every jsonb)
 RETURNS TABLE(tenant_id text, shipment_id uuid, carrier text, tracking_number text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service();
  return query
  with silent as (
    select booking.shipment_id from public.carrier_bookings booking
    join public.shipments shipment on shipment.id = booking.shipment_id
    join jsonb_each_text(p_every) patience (carrier, seconds) on patience.carrier = booking.carrier
    where booking.state = 'booked' and shipment.tracking_number is not null
      and not private.is_over(shipment.state)
      and greatest(booking.looked_at, booking.updated_at, (
        select max(event.created_at) from public.shipment_events event
        where event.shipment_id = booking.shipment_id and event.carrier_state <> ''
      )) < now() - make_interval(secs => patience.seconds::double precision)
    order by booking.looked_at nulls first limit 100 for update of booking skip locked
  )
  update public.carrier_bookings booking set looked_at = now()
  from silent join public.shipments shipment on shipment.id = silent.shipment_id
  where booking.shipment_id = silent.shipment_id
  returning booking.tenant_id, booking.shipment_id, booking.carrier, shipment.tracking_number;
end
$function$;

ALTER FUNCTION "public"."shipments_to_track"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.shipping_options(p_tenant_id text, p_governorate text, p_city text, p_subtotal numeric DEFAULT 0, p_grams integer DEFAULT 0)
 RETURNS TABLE(method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer, cash_allowed boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings public.settings;
  v_delivery private.delivery;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  v_delivery := private.delivery_of(p_tenant_id, v_settings,
    jsonb_build_object('governorate', p_governorate, 'city', p_city), null,
    private.piastres(least(greatest(coalesce(p_subtotal, 0), 0), 10000000)), greatest(coalesce(p_grams, 0), 0));
  if coalesce(v_delivery.problem ->> 'code', '') <> 'order_too_heavy' then
    return query select * from private.shown_options(v_delivery.rates);
  end if;
end
$function$;

ALTER FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.shown_words(p_tenant_id text, p_language text)
 RETURNS public.shown_word[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with products_say as (
    select distinct products.product_type, products.translations #>> array[p_language, 'type'] as type_name,
      products.brand, products.translations #>> array[p_language, 'brand'] as brand_name,
      products.translations -> p_language -> 'material' as materials, products.translations -> p_language -> 'gender' as genders
    from public.products where products.tenant_id = p_tenant_id and products.is_active
      and products.translations -> p_language ?| '{type,brand,material,gender}'
  ),
  options_say as (
    select distinct product_options.kind, product_options.name, product_options.translations -> p_language as said
    from public.product_options join public.products on products.id = product_options.product_id
    where products.tenant_id = p_tenant_id and products.is_active
  ),
  words as (
    select word.key, word.value from options_say, jsonb_each_text(options_say.said -> 'values') word
    union all
    select options_say.name, options_say.said ->> 'name' from options_say where options_say.kind = 'other'
    union all
    select word.key, word.value from products_say, unnest(array[products_say.materials, products_say.genders]) list (said),
      jsonb_each_text(case when jsonb_typeof(list.said) = 'object' then list.said end) word
    union all
    select products_say.product_type, products_say.type_name from products_say
    union all
    select products_say.brand, products_say.brand_name from products_say
    union all
    select categories.name, categories.translations -> p_language ->> 'name'
    from public.categories where categories.tenant_id = p_tenant_id
  )
  -- In one array: the API cuts longer lists of rows off.
  select array(
    select row(words.key, max(words.value))::public.shown_word from words
    where words.key <> '' and words.value <> '' and p_tenant_id <> all (private.hidden_stores())
    group by words.key order by words.key
  )
$function$;

ALTER FUNCTION "public"."shown_words"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.slot_bookings(p_tenant_id text, p_from date, p_to date)
 RETURNS TABLE(slot_id uuid, day date, booked bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'settings.see');
  return query
  select orders.slot_id, orders.slot_date, count(*)
  from public.orders
  where orders.tenant_id = p_tenant_id and orders.slot_id is not null and orders.status <> 'cancelled'
    and orders.slot_date between p_from and least(p_to, p_from + 61)
  group by orders.slot_id, orders.slot_date;
end
$function$;

CREATE OR REPLACE FUNCTION public.slow_queries(p_limit integer DEFAULT 50)
 RETURNS TABLE(query text, calls bigint, mean_ms double precision, max_ms double precision, total_ms double precision, rows_returned bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_seen constant text[] := private.tenants_where_may('operations.see');
  v_schema text;
begin
  if not private.is_service() and exists (select 1 from public.tenants tenant where not tenant.id = any (v_seen)) then
    perform private.refuse('platform_owner_only');
  end if;
  select pg_namespace.nspname into v_schema
  from pg_catalog.pg_extension join pg_catalog.pg_namespace on pg_namespace.oid = pg_extension.extnamespace
  where pg_extension.extname = 'pg_stat_statements';
  if v_schema is null then
    perform private.refuse('not_measured');
  end if;
  return query execute format(
    'select s.query, s.calls, s.mean_exec_time, s.max_exec_time, s.total_exec_time, s.rows from %I.pg_stat_statements s
     where s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
     order by s.mean_exec_time desc, s.query limit $1', v_schema
  ) using least(greatest(p_limit, 1), 200);
exception when object_not_in_prerequisite_state then
  perform private.refuse('not_measured');
end
$function$;

CREATE OR REPLACE FUNCTION public.stock_alerts_to_send(p_job_ids bigint[])
 RETURNS TABLE(id uuid, tenant_id text, email text, person text, language text, product_id uuid, product text, variant_id uuid, variant text, contact_email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_alerts constant uuid[] := private.job_uuids('send_stock_alert', p_job_ids);
begin
  perform private.require_service();
  -- A change of the stock that is under way is waited for and seen here; a later one finds no job, and queues the alert.
  perform 1 from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id in (
    select alert.variant_id from public.stock_alerts alert where alert.id = any (v_alerts) and not private.is_back(alert)
  )
  order by variant.id for share;
  delete from private.jobs job using public.stock_alerts alert
  where job.id = any (p_job_ids) and alert.id = any (v_alerts) and job.key = alert.id::text and not private.is_back(alert);
  return query
    select alert.id, alert.tenant_id, person.email, coalesce(person.name, ''), person.language, alert.product_id,
      coalesce(product.translations -> person.language ->> 'name', product.name), wanted.id,
      private.variant_name_in(person.language, wanted), coalesce(settings.contact ->> 'contactEmail', '')
    from public.stock_alerts alert
    join public.product_variants wanted on wanted.id = alert.variant_id
    join public.products product on product.id = alert.product_id
    join public.profiles person on person.id = alert.user_id and person.tenant_id = alert.tenant_id
    left join public.settings on settings.tenant_id = alert.tenant_id
    where alert.id = any (v_alerts) and private.is_back(alert);
end
$function$;

ALTER FUNCTION "public"."stock_alerts_to_send"(bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.store_preview(p_tenant_id text, p_renew boolean DEFAULT false, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('store_preview', p_tenant_id, p_renew));
  v_token text;
begin
  if v_first is not null then
    return v_first #>> '{}';
  end if;
  perform private.require_capability(p_tenant_id, 'settings.store');
  insert into public.store_doors (tenant_id) values (p_tenant_id) on conflict (tenant_id) do nothing;
  if p_renew then
    update public.store_doors door set preview_token = default where door.tenant_id = p_tenant_id;
  end if;
  select door.preview_token into v_token from public.store_doors door where door.tenant_id = p_tenant_id;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_token));
  return v_token;
end
$function$;

CREATE OR REPLACE FUNCTION public.store_readiness(p_tenant_id text)
 RETURNS TABLE(item text, is_ready boolean, is_required boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'settings.see');
  return query
  select fact.item, coalesce(fact.is_ready, false), fact.is_required
  from public.settings
  cross join lateral (values
    ('owner', exists (
      select 1 from public.user_roles held join auth.users account on account.id = held.user_id
      -- Accounts of the demo have public passwords.
      where held.role = 'super_admin' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
        and account.email not like '%.example'
    ), true),
    ('legal_name', btrim(settings.invoicing ->> 'legalName') <> '', true),
    ('contact', btrim(settings.contact ->> 'contactPhone') <> '' and btrim(settings.contact ->> 'contactEmail') <> ''
      and settings.contact ->> 'contactEmail' not like '%.example', true),
    ('tax_number', btrim(settings.invoicing ->> 'taxNumber') <> '', false),
    ('delivery', settings.default_shipping_fee > 0 or exists (
      select 1 from public.shipping_zones zone
      where zone.tenant_id = p_tenant_id and zone.is_active and zone.rates <> '[]'
    ), true),
    ('payment', not settings.bank_transfer or btrim(settings.payment ->> 'bankDetails') <> '', true),
    ('policies', btrim(settings.legal ->> 'shippingReturns') <> '' and btrim(settings.legal ->> 'terms') <> '', true),
    ('products', exists (
      select 1 from public.products product
      where product.tenant_id = p_tenant_id and product.is_active and product.price > 0 and product.stock > 0
    ), true),
    ('test_order', exists (
      select 1 from public.store_doors door where door.tenant_id = p_tenant_id and door.tested_at is not null
    ) or exists (
      select 1 from public.orders where orders.tenant_id = p_tenant_id and orders.is_test and orders.delivered_at is not null
    ), false)
  ) fact (item, is_ready, is_required)
  where settings.tenant_id = p_tenant_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.take_jobs(p_kinds text[], p_limit integer DEFAULT 10, p_keys text[] DEFAULT NULL::text[])
 RETURNS TABLE(id bigint, kind text, key text, tenant_id text, payload jsonb, attempt integer, max_attempts integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit constant integer := least(greatest(p_limit, 1), 100);
begin
  perform private.require_service();
  return query
    with taken as (
      update private.jobs job set attempts = job.attempts + 1, locked_at = now()
      where job.id in (
        select due.id from unnest(p_kinds) asked (kind)
        cross join lateral (
          select waiting.id, waiting.priority, waiting.run_at from private.jobs waiting
          where waiting.kind = asked.kind and (waiting.attempts < waiting.max_attempts or waiting.every is not null)
            and waiting.run_at <= now() and not private.is_taken(waiting) and (p_keys is null or waiting.key = any (p_keys))
          order by waiting.priority, waiting.run_at limit v_limit for update skip locked
        ) due
        order by due.priority, due.run_at, due.id limit v_limit
      )
      returning job.*
    )
    select taken.id, taken.kind, taken.key, taken.tenant_id, taken.payload, taken.attempts, taken.max_attempts
    from taken order by taken.priority, taken.run_at, taken.id;
end
$function$;

ALTER FUNCTION "public"."take_jobs"(text[], integer, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.unconfirmed_people(p_tenant_id text, p_user_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return query
    select profiles.id
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.tenant_id = p_tenant_id and profiles.id = any (p_user_ids)
      and users.email_confirmed_at is null and users.phone_confirmed_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_changes(p_tenant_id text, p_ids bigint[], p_before bigint DEFAULT NULL::bigint, p_parts boolean DEFAULT true, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.undone_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.undone_changes := private.idempotent_result(
    null::public.undone_changes, p_request_id, jsonb_build_array('undo_changes', p_tenant_id, p_ids, p_before, p_parts));
  v_entry public.audit_log;
  v_ids bigint[];
  v_done bigint[] := '{}';
  v_why jsonb;
  v_message text;
  v_detail text;
  v_hint text;
begin
  if v_result.undone is not null then
    return v_result;
  end if;
  perform private.require_capability(p_tenant_id, 'log.undo');
  v_ids := array(
    select id from public.audit_log
    where tenant_id = p_tenant_id and (id = any (p_ids) or p_parts and part_of = any (p_ids)) and undone_at is null
      and id < coalesce(p_before, id + 1) and created_at > now() - interval '30 days'
      and private.can_come_back(entity, action, before)
    order by id desc limit 101
  );
  if v_ids = '{}' and p_before is null then
    perform private.refuse('nothing_to_undo');
  end if;
  for v_entry in select * from public.audit_log where id = any (v_ids[:100]) order by id desc loop
    begin
      if v_entry.entity = 'products' then
        perform private.undo_product_entry(v_entry);
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_why := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal(
        case sqlstate when '23503' then 'used_since' when '23505' then 'taken_since' else 'unfit_since' end,
        jsonb_build_object('name', v_entry.label)));
    end;
  end loop;
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.refuse('not_undone', jsonb_build_object('why', v_why));
  end if;
  perform private.mark_undone(v_done);
  v_result := row(cardinality(v_done), least(cardinality(v_ids), 100) - cardinality(v_done), v_why,
    case when cardinality(v_ids) > 100 then v_ids[100] end);
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo_product_change(p_change_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.product_undo_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_result public.product_undo_result := private.idempotent_result(
    null::public.product_undo_result, p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_rows jsonb[] := '{}';
  v_seen uuid[] := '{}';
begin
  if v_result.more is not null then
    return v_result;
  end if;
  select * into v_change from private.product_changes where id = p_change_id for update;
  perform private.require_capability(v_change.tenant_id, 'products.change');
  if v_change.undone_at is not null then
    perform private.refuse('undone_already');
  end if;
  for v_entry in
    select entry.* from private.product_change_entries entry where entry.change_id = p_change_id order by entry.product_id
    limit (select case when bool_or(before ? 'grid') then 100 else 250 end
      from private.product_change_entries where change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v_product from public.products
    where tenant_id = v_change.tenant_id and id = v_entry.product_id for update;
    v_set := private.undone_set(v_change.tenant_id, v_entry);
    if private.is_as_left(v_product, v_entry.after)
      and (not v_set ? 'grid' or private.restore_grid(v_product.id, v_set, v_entry.after)) then
      v_rows := v_rows || jsonb_build_object('id', v_product.id, 'set', v_set);
    end if;
  end loop;
  perform private.write_products(
    (select jsonb_agg(restored) from unnest(v_rows) restored where not restored -> 'set' ? 'grid'), 'Undone');
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  delete from private.product_change_entries where change_id = p_change_id and product_id = any (v_seen);
  v_result.more := exists (select 1 from private.product_change_entries where change_id = p_change_id);
  if not v_result.more then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  v_result.restored := cardinality(v_rows);
  v_result."left" := cardinality(v_seen) - v_result.restored;
  return private.store_idempotent_result(p_request_id, v_result);
end
$function$;

ALTER FUNCTION "public"."undo_product_change"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undoable_product_changes(p_tenant_id text)
 RETURNS TABLE(id uuid, made_at timestamp with time zone, made_by text, added integer, changed integer, deleted integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return query
  select latest.id, latest.created_at,
    coalesce((
      select profile.name from public.profiles profile
      where profile.id = latest.made_by order by profile.tenant_id = p_tenant_id desc limit 1
    ), ''),
    counted.added, counted.all_of_them - counted.added - counted.deleted, counted.deleted
  from (
    select change.* from private.product_changes change
    where change.tenant_id = p_tenant_id and change.undone_at is null
      and exists (select 1 from private.product_change_entries entry where entry.change_id = change.id)
    order by change.created_at desc limit 10
  ) latest
  cross join lateral (
    select count(*)::integer as all_of_them,
      (count(*) filter (where entry.before is null))::integer as added,
      (count(*) filter (where entry.after ? 'deleted_at'))::integer as deleted
    from private.product_change_entries entry where entry.change_id = latest.id
  ) counted
  order by latest.created_at desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.unused_product_files(p_tenant_id text, p_names text[] DEFAULT NULL::text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'products.see');
  return (private.unused_files(p_tenant_id, p_names, interval '1 day'))[1:1000];
end
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_edit(p_edit_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.order_edits
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('withdraw_edit', p_edit_id));
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  perform private.require_edit_move(v_order, p_edit_id, 'withdrawn');
  update public.order_edits set state = 'withdrawn', decided_by = auth.uid(), decided_at = now()
  where id = p_edit_id returning * into v_edit;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$function$;

ALTER FUNCTION "public"."withdraw_edit"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.withdraw_return(p_return_id uuid, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.returns := private.idempotent_result(
    null::public.returns, p_request_id, jsonb_build_array('withdraw_return', p_return_id));
  v_order public.orders;
  v_replacement text;
begin
  if v_return.id is not null then
    return v_return;
  end if;
  v_order := private.lock_order_of_return(p_return_id);
  v_return := private.require_return_move(v_order, p_return_id, 'closed');
  select number into v_replacement from public.orders
  where orders.id = v_return.replacement_order_id and orders.status <> 'cancelled'
    and private.order_actor(v_order) = 'shopper';
  if found then
    perform private.refuse('return_replaced', jsonb_build_object('number', v_replacement));
  end if;
  update public.returns set state = 'closed', closed_at = now(), updated_at = now() where id = p_return_id;
  perform private.refresh_order(v_order.id);
  return private.store_return_answer(p_request_id, p_return_id);
end
$function$;

ALTER FUNCTION "public"."withdraw_return"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE PROCEDURE private.add_staff_policies(IN p_table regclass, IN p_rows text, IN p_capability text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
declare
  v_own constant text := format('(tenant_id = any ((select private.tenants_where_may(%L))::text[]))', p_capability);
begin
  execute format('create policy %I on %s for insert to authenticated with check %s',
    'Staff add their store''s ' || p_rows, p_table, v_own);
  execute format('create policy %I on %s for update to authenticated using %s with check %3$s',
    'Staff change their store''s ' || p_rows, p_table, v_own);
  execute format('create policy %I on %s for delete to authenticated using %s',
    'Staff remove their store''s ' || p_rows, p_table, v_own);
  call private.add_aal2_policies(p_table);
end
$procedure$;

ALTER PROCEDURE "private"."add_staff_policies"(regclass, text, text) OWNER TO "postgres";

CREATE OR REPLACE PROCEDURE private.serialize_upserts(IN p_table regclass)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
begin
  execute format(
    'create trigger arrives_in_turn before insert on %s for each row execute function private.wait_for_same_row()', p_table);
end
$procedure$;

ALTER PROCEDURE "private"."serialize_upserts"(regclass) OWNER TO "postgres";

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_features" CHECK ((jsonb_typeof(features) = 'object'::text));

CREATE INDEX jobs_due ON private.jobs USING btree (kind, priority, run_at) WHERE ((attempts < max_attempts) OR (every IS NOT NULL));

CREATE INDEX notification_opt_outs_by_tenant ON public.notification_opt_outs USING btree (tenant_id, created_at);

CREATE INDEX order_notifications_by_event ON public.order_notifications USING btree (tenant_id, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX order_notifications_by_fallback ON public.order_notifications USING btree (tenant_id, fallback_of) WHERE (fallback_of IS NOT NULL);

CREATE INDEX order_notifications_by_phone ON public.order_notifications USING btree (recipient, created_at) WHERE (channel <> 'email'::public.notification_channel);

CREATE INDEX order_notifications_by_reference ON public.order_notifications USING btree (provider_reference) WHERE (provider_reference IS NOT NULL);

CREATE INDEX order_notifications_held ON public.order_notifications USING btree (tenant_id, held_at) WHERE (held_at IS NOT NULL);

CREATE INDEX order_notifications_waiting ON public.order_notifications USING btree (created_at) WHERE ((channel = 'email'::public.notification_channel) AND (sent_at IS NULL) AND (expired_at IS NULL) AND (failed_at IS NULL));

CREATE INDEX orders_queue_returned_to_sender ON public.orders USING btree (tenant_id, created_at, id) WHERE (queues @> '{returned_to_sender}'::public.order_queue[]);

CREATE INDEX orders_with_carrier ON public.orders USING btree (tenant_id) INCLUDE (at_carrier) WHERE (at_carrier > (0)::numeric);

CREATE INDEX shipment_staff_facts_with_cash ON public.shipment_staff_facts USING btree (tenant_id) WHERE (carrier_owes > (0)::numeric);

CREATE INDEX shipments_by_carrier ON public.shipments USING btree (tenant_id, lower(carrier_name), created_at DESC) WHERE (carrier_name <> ''::text);

CREATE TRIGGER bookings_move_checked BEFORE UPDATE OF state ON public.carrier_bookings FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.booking_move_checked();

CREATE TRIGGER audited AFTER INSERT OR UPDATE ON public.exchange_allowances FOR EACH ROW EXECUTE FUNCTION private.audit_facts('returns', 'return_id');

CREATE TRIGGER audited AFTER UPDATE OF placed_by, manual_discount_reason, cash_overruled ON public.order_staff_facts FOR EACH ROW EXECUTE FUNCTION private.audit_facts('orders', 'order_id');

CREATE TRIGGER audited_placing AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.channel <> 'web'::public.order_channel)) EXECUTE FUNCTION private.audit();

CREATE TRIGGER audited AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.audit_updates('orders', 'id');

CREATE TRIGGER cancelled_replacements AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.replacements_cancelled();

CREATE CONSTRAINT TRIGGER orders_invoiced_at_once AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.charged > (0)::numeric) AND (new.received >= new.charged))) EXECUTE FUNCTION private.issue_due_documents();

CREATE CONSTRAINT TRIGGER orders_invoiced AFTER UPDATE ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.charged IS DISTINCT FROM new.charged) OR (old.received IS DISTINCT FROM new.received)) OR (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION private.issue_due_documents();

CREATE TRIGGER orders_renamed AFTER UPDATE OF number, customer_name, customer_email, address ON public.orders FOR EACH ROW WHEN (((old.number <> new.number) OR (old.customer_name <> new.customer_name) OR (old.customer_email <> new.customer_email) OR (old.address <> new.address))) EXECUTE FUNCTION private.order_renamed();

CREATE TRIGGER payments_move_checked BEFORE UPDATE OF status ON public.payments FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.payment_move_checked();

CREATE TRIGGER product_is_back AFTER UPDATE OF is_active ON public.products FOR EACH ROW WHEN ((new.is_active AND (NOT old.is_active))) EXECUTE FUNCTION private.product_is_back();

CREATE TRIGGER refund_queued_again AFTER UPDATE OF state, payment_id, reference ON public.refunds FOR EACH ROW WHEN (((new.state = 'sending'::public.refund_state) AND ((old.state <> new.state) OR (old.reference <> new.reference) OR (old.payment_id IS DISTINCT FROM new.payment_id)))) EXECUTE FUNCTION private.queue_refund();

CREATE TRIGGER refund_queued AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.state = 'sending'::public.refund_state)) EXECUTE FUNCTION private.queue_refund();

CREATE TRIGGER refunds_move_checked BEFORE UPDATE OF state ON public.refunds FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.refund_move_checked();

CREATE TRIGGER store_opens AFTER UPDATE OF state, reopens_on ON public.settings FOR EACH ROW WHEN (((new.state <> 'closed'::public.store_state) AND ((old.state IS DISTINCT FROM new.state) OR (old.reopens_on IS DISTINCT FROM new.reopens_on)))) EXECUTE FUNCTION private.store_opens();

CREATE TRIGGER audited AFTER UPDATE ON public.shipment_staff_facts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.audit_updates('shipments', 'shipment_id');

CREATE TRIGGER differences_resolved AFTER UPDATE OF settled_at ON public.shipment_staff_facts FOR EACH ROW WHEN (((old.settled_at IS NULL) AND (new.settled_at IS NOT NULL))) EXECUTE FUNCTION private.resolve_differences_of_shipment();

CREATE TRIGGER audited_packing AFTER INSERT ON public.shipments FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER audited AFTER UPDATE ON public.shipments REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.audit_updates('shipments', 'id');

CREATE TRIGGER facts_follow AFTER INSERT OR UPDATE OF cash_collected ON public.shipments FOR EACH ROW EXECUTE FUNCTION private.shipment_cash_changed();

CREATE TRIGGER mailed_move AFTER UPDATE OF state ON public.shipments FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.mail_shipment_move();

CREATE TRIGGER transfers_move_checked BEFORE UPDATE OF state ON public.transfers FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.transfer_move_checked();

CREATE POLICY "Staff read their customers' addresses" ON "public"."addresses" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's attributes" ON "public"."attributes" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's attributes" ON "public"."attributes" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's attributes" ON "public"."attributes" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what was changed in their store" ON "public"."audit_log" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('log.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's banners" ON "public"."banners" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's banners" ON "public"."banners" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all banners of their store" ON "public"."banners" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's banners" ON "public"."banners" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which parcels their couriers are asked to take" ON "public"."carrier_bookings" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read when couriers come to their store" ON "public"."carrier_pickups" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('pickups.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's categories" ON "public"."categories" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's categories" ON "public"."categories" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's categories" ON "public"."categories" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's conversations" ON "public"."conversations" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff begin to keep something about a customer" ON "public"."customer_records" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change what they keep about customers" ON "public"."customer_records" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they keep about customers" ON "public"."customer_records" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's designs" ON "public"."customizations" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read how full their store's slots are" ON "public"."delivery_bookings" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's delivery slots" ON "public"."delivery_slots" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's delivery slots" ON "public"."delivery_slots" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all delivery slots of their store" ON "public"."delivery_slots" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's delivery slots" ON "public"."delivery_slots" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's discount uses" ON "public"."discount_uses" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's discounts" ON "public"."discounts" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's discounts" ON "public"."discounts" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all discounts of their store" ON "public"."discounts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's discounts" ON "public"."discounts" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('offers.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which exchanges they allowed in their store" ON "public"."exchange_allowances" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's questions" ON "public"."faq_questions" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's questions" ON "public"."faq_questions" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's questions" ON "public"."faq_questions" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's matched columns" ON "public"."import_columns" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's matched columns" ON "public"."import_columns" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read how their store reads files" ON "public"."import_columns" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's matched columns" ON "public"."import_columns" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read the lines of their store's invoices" ON "public"."invoice_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's invoices" ON "public"."invoices" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's messages" ON "public"."messages" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who stopped their store's messages" ON "public"."notification_opt_outs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read who is told that their store opens" ON "public"."opening_alerts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads what can become of an edit" ON "public"."order_edit_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read their store's edits of orders" ON "public"."order_edits" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what happened to their store's orders" ON "public"."order_events" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's order lines" ON "public"."order_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which messages their store's orders caused" ON "public"."order_notifications" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('notifications.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they know of their store's orders" ON "public"."order_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff move their store's orders" ON "public"."orders" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's orders" ON "public"."orders" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what differs in reports of their store's payments" ON "public"."payment_differences" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's ledger" ON "public"."payment_entries" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what the provider announced of their store's payment" ON "public"."payment_events" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read which reports of their store's payments were compare" ON "public"."payment_reports" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's payments" ON "public"."payments" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their customers' points" ON "public"."point_entries" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what their store printed" ON "public"."print_runs" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see_prints'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all options of their store" ON "public"."product_options" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all variants of their store" ON "public"."product_variants" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's products" ON "public"."products" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's products" ON "public"."products" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all products of their store" ON "public"."products" FOR SELECT TO "authenticated" USING (((deleted_at IS NULL) AND (tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[]))));

CREATE POLICY "Staff remove their store's products" ON "public"."products" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's customers" ON "public"."profiles" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads which moves a payment can make" ON "public"."provider_payment_status_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Everybody reads what is true of a payment's statuses" ON "public"."provider_payment_statuses" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read the old addresses of their store" ON "public"."redirects" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what their store's refunds are for" ON "public"."refund_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads which moves a refund can make" ON "public"."refund_state_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Everybody reads what is true of a refund's states" ON "public"."refund_states" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read their store's refunds" ON "public"."refunds" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read the lines of their store's returns" ON "public"."return_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads which moves a return can make" ON "public"."return_state_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Everybody reads what is true of a return's states" ON "public"."return_states" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read their store's returns" ON "public"."returns" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff approve, reject and answer reviews" ON "public"."reviews" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read all reviews of their store" ON "public"."reviews" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove reviews of their store" ON "public"."reviews" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their own views" ON "public"."saved_views" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[])))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[]))));

CREATE POLICY "Staff delete their own views" ON "public"."saved_views" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[]))));

CREATE POLICY "Staff read their own views" ON "public"."saved_views" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[]))));

CREATE POLICY "Staff save views for themselves" ON "public"."saved_views" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (tenant_id = ANY (( SELECT private.workplaces() AS workplaces)::text[]))));

CREATE POLICY "Staff add their store's synonyms" ON "public"."search_synonyms" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's synonyms" ON "public"."search_synonyms" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's synonyms" ON "public"."search_synonyms" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's synonyms" ON "public"."search_synonyms" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's settings" ON "public"."settings" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's settings" ON "public"."settings" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what differs in their couriers' statements" ON "public"."settlement_differences" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's settlements" ON "public"."settlements" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see_settlements'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what happened to their store's parcels" ON "public"."shipment_events" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what is in their store's parcels" ON "public"."shipment_lines" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what they know of their store's shipments" ON "public"."shipment_staff_facts" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's parcels" ON "public"."shipments" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add their store's shipping zones" ON "public"."shipping_zones" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change their store's shipping zones" ON "public"."shipping_zones" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's shipping zones" ON "public"."shipping_zones" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff remove their store's shipping zones" ON "public"."shipping_zones" FOR DELETE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.delivery'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff add what only staff may know" ON "public"."staff_settings" FOR INSERT TO "authenticated" WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change what only staff may know" ON "public"."staff_settings" FOR UPDATE TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) WITH CHECK ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read what only staff may know" ON "public"."staff_settings" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('settings.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their store's stock movements" ON "public"."stock_movements" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff read their customers' store credit" ON "public"."store_credits" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Everybody reads which moves a transfer can make" ON "public"."transfer_state_transitions" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Staff read their store's transfers" ON "public"."transfers" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('money.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Super admins read the roles in their store" ON "public"."user_roles" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('people.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Super admins see who of their store rules every store" ON "public"."user_roles" FOR SELECT TO "authenticated" USING (((tenant_id IS NULL) AND (EXISTS ( SELECT 1
   FROM public.profiles
  WHERE ((profiles.id = user_roles.user_id) AND (profiles.tenant_id = ANY (( SELECT private.tenants_where_may('people.see'::text) AS tenants_where_may)::text[])))))));

CREATE POLICY "Staff add their store's files" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])))) AND private.has_room_in_store(private.shop_file_tenant(bucket_id, name), metadata)));

CREATE POLICY "Staff remove their store's files" ON "storage"."objects" FOR DELETE TO "authenticated" USING ((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[])))));

CREATE POLICY "Staff see their store's files" ON "storage"."objects" FOR SELECT TO "authenticated" USING ((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['designs'::text, 'print-files'::text, 'order-photos'::text])) AND (split_part(name, '/'::text, 1) = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'avatars'::text) AND (split_part(name, '/'::text, 1) = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])))));

REVOKE ALL ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_job"(text, text, jsonb, text, timestamp with time zone, integer, boolean, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_to_audit"(text, text, text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."amount_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."amount_of"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."amount_of"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."amount_of"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."amount_of"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_credit"(uuid, jsonb, numeric, numeric, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_credit"(uuid, jsonb, numeric, numeric, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_credit"(uuid, jsonb, numeric, numeric, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_credit"(uuid, jsonb, numeric, numeric, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_edit"(public.orders, public.order_edits, private.priced_edit) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_facts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_facts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_facts"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_updates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_updates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_updates"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_updates"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."awaits_answer"(public.carrier_booking_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."awaits_answer"(public.carrier_booking_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."awaits_answer"(public.carrier_booking_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."awaits_answer"(public.carrier_booking_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."awaits_pieces"(public.return_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."awaits_pieces"(public.return_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."awaits_pieces"(public.return_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."awaits_pieces"(public.return_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."balance"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."balance"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."balance"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."balance"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."balance"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book"(uuid[], text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book"(uuid[], text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book"(uuid[], text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book"(uuid[], text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_carrier_event"(public.shipments, public.shipment_state, text, timestamp with time zone, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_carrier_event"(public.shipments, public.shipment_state, text, timestamp with time zone, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_carrier_event"(public.shipments, public.shipment_state, text, timestamp with time zone, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_carrier_event"(public.shipments, public.shipment_state, text, timestamp with time zone, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_handed_over"(private.stated_cash[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."book_return_to_sender"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_return_to_sender"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_return_to_sender"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_return_to_sender"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."booking_move_checked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."booking_move_checked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_move_checked"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_move_checked"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."booking_refusal"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."booking_refusal"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."booking_refusal"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_refusal"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_refusal"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."carrier_named"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carrier_named"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_named"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_named"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."carrier_task"(public.carrier_bookings, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."cash_rule"(text, uuid, text, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."change_shipment"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_shipment"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_shipment"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_shipment"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."correct_collected"(public.shipments, numeric, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_collected"(public.shipments, numeric, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_collected"(public.shipments, numeric, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_collected"(public.shipments, numeric, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_shipment"(uuid, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_shipment"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_shipment"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_shipment"(uuid, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."create_due_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_due_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_due_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_due_refunds"(uuid, jsonb, text, jsonb, public.refund_way, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."customization_price"(public.settings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customization_price"(public.settings, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customization_price"(public.settings, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."customization_price"(public.settings, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delivery_history"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delivery_history"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_history"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_history"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_of"(text, public.settings, jsonb, text, bigint, bigint, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delivery_ways"(private.shipping_rate[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delivery_ways"(private.shipping_rate[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_ways"(private.shipping_rate[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_ways"(private.shipping_rate[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."demo_counts"(text, private.demo_fate[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."drop_order_notifications"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_order_notifications"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_order_notifications"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_order_notifications"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."fates_of_pieces"(public.shipments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fates_of_pieces"(public.shipments, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fates_of_pieces"(public.shipments, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."fates_of_pieces"(public.shipments, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."flag_of"(jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."flag_of"(jsonb, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."flag_of"(jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."flag_of"(jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."flag_of"(jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."flat_rates"(public.settings, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."flat_rates"(public.settings, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."flat_rates"(public.settings, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."flat_rates"(public.settings, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."grant_documents"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."grant_documents"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."grant_documents"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."grant_documents"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_pieces_to_change"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_pieces_to_change"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_pieces_to_change"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_pieces_to_change"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."idempotent_result"(anyelement, uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_audits"(text, private.audited_change[], bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_lines"(public.orders, private.priced_line[], uuid, private.line_share[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_order_notification"(public.orders, public.order_notification_kind, public.notification_channel, timestamp with time zone, uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_order_notification"(public.orders, public.order_notification_kind, public.notification_channel, timestamp with time zone, uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_notification"(public.orders, public.order_notification_kind, public.notification_channel, timestamp with time zone, uuid, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_order_notification"(public.orders, public.order_notification_kind, public.notification_channel, timestamp with time zone, uuid, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_replacement"(public.orders, private.priced_line[], public.payment_method, public.shipping_method, numeric, private.shipping_rate, public.order_stage, text, jsonb, private.cash_terms) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_settlement"(text, jsonb, private.stated_cash[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_back"(public.stock_alerts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_back"(public.stock_alerts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_back"(public.stock_alerts) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_back"(public.stock_alerts) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_booked_with"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_booked_with"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_booked_with"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_booked_with"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_confirmed"(public.order_stage) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_confirmed"(public.order_stage) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_confirmed"(public.order_stage) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_confirmed"(public.order_stage) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_edit_move_of"(text, public.orders, public.order_edit_transitions) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_empty"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_empty"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_empty"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_empty"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_empty"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_going_back"(public.shipment_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_going_back"(public.shipment_state) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_going_back"(public.shipment_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_going_back"(public.shipment_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_going_back"(public.shipment_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_mismatch"(public.provider_payment_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_mismatch"(public.provider_payment_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_mismatch"(public.provider_payment_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_mismatch"(public.provider_payment_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_move_of_stage"(public.order_status, public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_open_refund"(public.refund_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_open_refund"(public.refund_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_open_refund"(public.refund_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_open_refund"(public.refund_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_open_return"(public.return_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_open_return"(public.return_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_open_return"(public.return_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_open_return"(public.return_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_repeated"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_repeated"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_repeated"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_repeated"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_set_by_people"(public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_set_by_people"(public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_set_by_people"(public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_set_by_people"(public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_taken"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_taken"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_taken"(private.jobs) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_taken"(private.jobs) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_unclear"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_unclear"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unclear"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unclear"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_unfinished"(public.provider_payment_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_unfinished"(public.provider_payment_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unfinished"(public.provider_payment_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unfinished"(public.provider_payment_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."issue_documents"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_documents"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."issue_documents"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."issue_documents"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."issue_due_documents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_due_documents"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."issue_due_documents"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."issue_due_documents"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."job_uuids"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_uuids"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."job_uuids"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."job_uuids"(text, bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_credit_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_credit_of"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_credit_of"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_credit_of"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_for_booking"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_booking"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_booking"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_booking"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_order_for_caller"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_order_for_caller"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_order_for_caller"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_order_for_caller"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_orders_for_staff"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_shipments"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_shipments"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shipments"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shipments"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mail_note"(public.orders, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_note"(public.orders, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_note"(public.orders, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_note"(public.orders, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mail_shipment_move"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_shipment_move"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_shipment_move"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_shipment_move"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."mark_line_printed"(private.piece_count, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_line_printed"(private.piece_count, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_line_printed"(private.piece_count, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_line_printed"(private.piece_count, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_of_days"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_of_days"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_of_days"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_of_days"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_documents"(text, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_vat"(text, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_by_pieces"(public.orders, public.order_status, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_refusal"(public.orders, public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_refusal"(public.orders, public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_refusal"(public.orders, public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_refusal"(public.orders, public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."move_shipment"(public.shipments, public.shipment_state, text, numeric, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_shipment"(public.shipments, public.shipment_state, text, numeric, timestamp with time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_shipment"(public.shipments, public.shipment_state, text, numeric, timestamp with time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_shipment"(public.shipments, public.shipment_state, text, numeric, timestamp with time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."no_cash_there"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."no_cash_there"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."no_cash_there"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."no_cash_there"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_demo_removal"(uuid[], public.demo_store_removal[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_on_shipment"(public.shipments, public.shipment_state, text, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_on_shipment"(public.shipments, public.shipment_state, text, timestamp with time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_on_shipment"(public.shipments, public.shipment_state, text, timestamp with time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_on_shipment"(public.shipments, public.shipment_state, text, timestamp with time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_for_caller"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_for_caller"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_for_caller"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_for_caller"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_notification"(public.order_notifications, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_notification"(public.order_notifications, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_notification"(public.order_notifications, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_notification"(public.order_notifications, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_renamed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_renamed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_renamed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_renamed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_search_text"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_search_text"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_text"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_text"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_status_of"(public.order_stage, bigint, bigint, bigint, bigint, bigint, bigint, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."owner_invitation_state"(private.owner_invitations, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pack"(public.orders, private.piece_count[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pack"(public.orders, private.piece_count[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack"(public.orders, private.piece_count[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pack"(public.orders, private.piece_count[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payment_move_checked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_move_checked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_move_checked"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_move_checked"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."payment_refusal"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_refusal"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_refusal"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_refusal"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payment_status_of"(public.payment_status, numeric, numeric, numeric, numeric, numeric, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_status_of"(public.payment_status, numeric, numeric, numeric, numeric, numeric, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_status_of"(public.payment_status, numeric, numeric, numeric, numeric, numeric, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_status_of"(public.payment_status, numeric, numeric, numeric, numeric, numeric, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_data_actor"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_data_actor"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_data_actor"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_data_actor"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."phone_notifications_within_limits"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."phone_notifications_within_limits"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_notifications_within_limits"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."phone_notifications_within_limits"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."placed_before"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."placed_before"(text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."placed_before"(text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."placed_before"(text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text, jsonb, public.settings, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."print_line_again"(private.piece_count, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."print_line_again"(private.piece_count, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."print_line_again"(private.piece_count, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."print_line_again"(private.piece_count, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."product_is_back"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."product_is_back"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_is_back"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."product_is_back"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_contact_mails"(public.conversations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_contact_mails"(public.conversations) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_contact_mails"(public.conversations) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_contact_mails"(public.conversations) TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_order_notification"(public.orders, public.order_notification_kind, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_order_notification"(public.orders, public.order_notification_kind, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_order_notification"(public.orders, public.order_notification_kind, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_order_notification"(public.orders, public.order_notification_kind, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_refund"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_refund"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_refund"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_refund"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_stock_alerts"(public.stock_alerts[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_lines"(private.priced_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_lines"(private.priced_line[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_lines"(private.priced_line[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quoted_lines"(private.priced_line[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ranked_phone_notifications"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ranked_phone_notifications"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranked_phone_notifications"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranked_phone_notifications"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recalculate_cash_due"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recalculate_cash_due"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recalculate_cash_due"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."recalculate_cash_due"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_move_checked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_move_checked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_move_checked"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_move_checked"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_waits_for_staff"(public.refund_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_waits_for_staff"(public.refund_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_waits_for_staff"(public.refund_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refund_waits_for_staff"(public.refund_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refusal_to_book"(public.shipments, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_to_book"(public.shipments, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_to_book"(public.shipments, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_to_book"(public.shipments, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refused_move"(uuid, public.order_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refused_move"(uuid, public.order_status) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refused_move"(uuid, public.order_status) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refused_move"(uuid, public.order_status) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replacements_cancelled"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replacements_cancelled"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacements_cancelled"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replacements_cancelled"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_capability"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_capability"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_capability"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_capability"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_capability"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_edit_move"(public.orders, uuid, public.order_edit_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_open_payment"(public.settings, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_open_payment"(public.settings, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_payment"(public.settings, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_payment"(public.settings, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_order_right"(public.orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_order_right"(public.orders, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_right"(public.orders, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_right"(public.orders, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_order_rules"(private.order_demand, public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owed_cash"(private.stated_cash[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_own_number"(public.shipments, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_own_number"(public.shipments, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_own_number"(public.shipments, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_own_number"(public.shipments, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_return_move"(public.orders, uuid, public.return_state) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_right_to_return"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_right_to_return"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_right_to_return"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_right_to_return"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."resolve_differences_of_shipment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_differences_of_shipment"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_differences_of_shipment"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_differences_of_shipment"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."running_out"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."running_out"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."running_out"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."running_out"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sales_by_day"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sales_by_day"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_by_day"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_by_day"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sales_compared"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sales_compared"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_compared"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_compared"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_shipments"(public.settlements, private.stated_cash[], boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."shipment_cash_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shipment_cash_changed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_cash_changed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shipment_cash_changed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."shown_options"(private.shipping_rate[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_options"(private.shipping_rate[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shown_options"(private.shipping_rate[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shown_options"(private.shipping_rate[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stated_shipment"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stated_shipment"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stated_shipment"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stated_shipment"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."statement_lines"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."statement_lines"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."statement_lines"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."statement_lines"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."status_of_stage"(public.order_stage) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."status_of_stage"(public.order_stage) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."status_of_stage"(public.order_stage) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."status_of_stage"(public.order_stage) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_idempotent_result"(uuid, anyelement) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_idempotent_result"(uuid, anyelement) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_idempotent_result"(uuid, anyelement) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_idempotent_result"(uuid, anyelement) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_opens"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_opens"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_opens"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_opens"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_order_key"(public.orders, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_order_key"(public.orders, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_order_key"(public.orders, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_order_key"(public.orders, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_return_answer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_return_answer"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_return_answer"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_return_answer"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_shipment_answer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_shipment_answer"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_shipment_answer"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_shipment_answer"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stores_with_jobs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stores_with_jobs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stores_with_jobs"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stores_with_jobs"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_shipments_back"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_shipments_back"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_shipments_back"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_shipments_back"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."takes_handover_back"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."takes_handover_back"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_handover_back"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_handover_back"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "private"."taxed_amount"(numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taxed_amount"(numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."taxed_amount"(numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."taxed_amount"(numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tenants_where_may"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tenants_where_may"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."tenants_where_may"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tenants_where_may"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tenants_where_may"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."transfer_move_checked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."transfer_move_checked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."transfer_move_checked"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."transfer_move_checked"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_decide"(uuid, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_decide"(uuid, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_decide"(uuid, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_decide"(uuid, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_inspect"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_inspect"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_inspect"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_inspect"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_pack"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_pack"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_pack"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_pack"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."try_to_send_refund"(uuid, public.refund_way) TO "service_role";

REVOKE ALL ON FUNCTION "private"."vat_rate"(public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_rate"(public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."vat_rate"(public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."vat_rate"(public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."waiting_figures"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_figures"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_figures"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_figures"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."whole_number_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."whole_number_of"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."whole_number_of"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."whole_number_of"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."whole_number_of"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_delivery"(public.orders, private.priced_edit, jsonb, public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_order_rules"(public.orders, private.priced_edit, private.order_demand, public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_points"(private.priced_order, public.settings, jsonb, bigint, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."withdraw_messages"(uuid, public.order_notification_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_messages"(uuid, public.order_notification_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."withdraw_messages"(uuid, public.order_notification_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."withdraw_messages"(uuid, public.order_notification_kind) TO "service_role";

REVOKE ALL ON FUNCTION "private"."workplaces"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."workplaces"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."workplaces"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."workplaces"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."workplaces"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_audits"(text, private.audited_change[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_audits"(text, private.audited_change[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_audits"(text, private.audited_change[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_audits"(text, private.audited_change[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_on_shipment"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_on_shipment"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_on_shipment"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_on_shipment"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_staff_facts"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_product"(text, jsonb, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."allow_exchange"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."book_shipments"(uuid[], text, text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."book_shipments"(uuid[], text, text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."book_shipments"(uuid[], text, text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_shipments"(uuid[], text, text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_shipments"(uuid[], text, text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_transfer"(uuid, numeric, text, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."can_change_carrier"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."can_change_carrier"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."can_change_carrier"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_change_carrier"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."can_change_carrier"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_order"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_order"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_pieces"(uuid, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."capture_payment"(uuid, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."carrier_cash"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."carrier_cash"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_cash"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."carrier_tasks"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."carrier_tasks"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_tasks"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."carrier_tasks"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_order_status"(uuid, public.order_status, text, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_order_statuses"(uuid[], public.order_status, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_products"(text, uuid[], jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipment"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_shipments"(uuid[], jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_store_state"(text, public.store_state, date, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."choose_notifications"(text, public.notification_channel, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."choose_notifications"(text, public.notification_channel, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."choose_notifications"(text, public.notification_channel, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."choose_notifications"(text, public.notification_channel, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."choose_notifications"(text, public.notification_channel, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_owner_invitation"(text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_owner_invitation"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_owner_invitation"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_owner_invitation"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."compare_payment_file"(text, text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."dashboard"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."dashboard"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."dashboard"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."dashboard"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."dashboard"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_edit"(uuid, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_return"(uuid, boolean, text, uuid, public.return_kind) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_returns"(uuid[], boolean, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."delivery_record"(text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delivery_record"(text, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delivery_record"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delivery_record"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delivery_record"(text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_status"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."demo_status"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_status"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_stores"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."demo_stores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_stores"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_stores"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."demo_summary"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."demo_summary"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."demo_summary"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order"(uuid, jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."expire_order_mails"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."expire_order_mails"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."expire_order_mails"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."expire_order_mails"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."fail_job"(bigint, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."fail_job"(bigint, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."fail_job"(bigint, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."fail_job"(bigint, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_jobs"(bigint[], integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."finish_jobs"(bigint[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_jobs"(bigint[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_jobs"(bigint[], integer[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."give_up_messages"(bigint[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."give_up_messages"(bigint[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_up_messages"(bigint[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_up_messages"(bigint[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_products"(text, jsonb, boolean, uuid, jsonb, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."inspect_shipment"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."inspect_shipment"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."inspect_shipment"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."inspect_shipment"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."inspect_shipment"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."inspect_shipments"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."is_bookable"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_bookable"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."is_bookable"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_bookable"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_bookable"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."is_changeable"(public.orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_changeable"(public.orders) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."is_changeable"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_changeable"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."is_changeable"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_orders_printed"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_printed"(jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."month_figures"(text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."month_figures"(text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."month_figures"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."month_figures"(text, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."month_figures"(text, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_shipments"(uuid[], public.shipment_state, text, numeric, timestamp with time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_capabilities"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_capabilities"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_capabilities"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_capabilities"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_capabilities"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."next_states"(public.order_edits) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."next_states"(public.order_edits) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_states"(public.order_edits) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_states"(public.order_edits) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_states"(public.order_edits) TO "service_role";

REVOKE ALL ON FUNCTION "public"."notification_choices"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."notification_choices"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."notification_choices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."notification_choices"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."notification_choices"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."operations_status"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."operations_status"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."operations_status"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."operations_status"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_by_key"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_by_key"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_by_key"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_key"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_key"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_by_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."order_by_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_by_link"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_notification_done"(uuid, boolean, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."order_notification_done"(uuid, boolean, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_notification_done"(uuid, boolean, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_notification_done"(uuid, boolean, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_notifications_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."order_notifications_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_notifications_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_notifications_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_people"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_people"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_people"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_people"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_people"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overrule_cash_rule"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pack_order"(uuid, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pack_orders"(uuid[], jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."payment_to_start"(uuid, uuid, text, text, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_order"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_order"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."place_order"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_order_for"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_order_for"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."place_order_for"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order_for"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_order_for"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_test_order"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."place_test_order"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."place_test_order"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."postpone_jobs"(bigint[], integer[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."print_again"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."print_again"(jsonb, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."print_again"(jsonb, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_edit"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_edit"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_edit"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_edit"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_edit"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_order"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_order"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_order"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_order"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_order"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_owner_invitation"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."read_owner_invitation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_owner_invitation"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_owner_invitation"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_statement"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_statement"(text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_statement"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_statement"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_statement"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."receive_return"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_notification_event"(public.notification_channel, text, text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."record_notification_event"(public.notification_channel, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_notification_event"(public.notification_channel, text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_notification_event"(public.notification_channel, text, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_owner_invitation"(text, uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."redeem_points"(text, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."redeem_points"(text, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."redeem_points"(text, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_points"(text, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_points"(text, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refund_order"(uuid, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refunds_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."refunds_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refunds_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refunds_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reject_transfer"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reject_transfer"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reject_transfer"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reject_transfer"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reject_transfer"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."release_payment"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_payment"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_payment"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."remove_demo"(boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_demo"(boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_demo"(boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_totals"(text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_totals"(text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_totals"(text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_totals"(text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_totals"(text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_refund"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_refund"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_refund"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_refund"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_refund"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_return"(uuid, text, uuid, text[], jsonb, public.return_kind) TO "service_role";

REVOKE ALL ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_size_replacement"(uuid, jsonb, public.payment_method, text, public.shipping_method) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_difference"(uuid, text, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resolve_payment_difference"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_deleted"(text, text, text[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."returned_to_sender_late"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."returned_to_sender_late"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."returned_to_sender_late"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."returned_to_sender_late"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."returned_to_sender_late"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_product_variants"(uuid, integer, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."schedule_job"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."schedule_job"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."schedule_job"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."schedule_job"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."seconds_to_take_back"(public.shipments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_back"(public.shipments) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."seconds_to_take_back"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_back"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."seconds_to_take_back"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_refund"(uuid, public.refund_way, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_refunds"(uuid[], public.refund_way, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_return"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_return"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_return"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_return"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_return"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_transfer_proof"(uuid, text[], text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_cash"(text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_statement"(text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shipments_to_track"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."shipments_to_track"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipments_to_track"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipments_to_track"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shipping_options"(text, text, text, numeric, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."shown_words"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."shown_words"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."shown_words"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_jobs"(text[], integer, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."take_jobs"(text[], integer, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_jobs"(text[], integer, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_jobs"(text[], integer, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_changes"(text, bigint[], bigint, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_product_change"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_product_change"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_product_change"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_edit"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_edit"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_edit"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_edit"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_edit"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_return"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_return"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_return"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_return"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_return"(uuid, uuid) TO "service_role";

REVOKE ALL ON PROCEDURE "private"."add_staff_policies"(regclass, text, text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE "private"."add_staff_policies"(regclass, text, text) FROM "postgres";

GRANT EXECUTE ON PROCEDURE "private"."add_staff_policies"(regclass, text, text) TO "postgres";

GRANT EXECUTE ON PROCEDURE "private"."add_staff_policies"(regclass, text, text) TO "service_role";

REVOKE ALL ON PROCEDURE "private"."serialize_upserts"(regclass) FROM PUBLIC;

REVOKE ALL ON PROCEDURE "private"."serialize_upserts"(regclass) FROM "postgres";

GRANT EXECUTE ON PROCEDURE "private"."serialize_upserts"(regclass) TO "postgres";

GRANT EXECUTE ON PROCEDURE "private"."serialize_upserts"(regclass) TO "service_role";

REVOKE ALL ON TABLE "public"."exchange_allowances" FROM "authenticated";

GRANT SELECT ON TABLE "public"."exchange_allowances" TO "authenticated";

REVOKE ALL ("body") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("body") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("conversation_id") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("conversation_id") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("sender") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("sender") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ("tenant_id") ON TABLE "public"."messages" FROM "authenticated";

GRANT SELECT ("tenant_id") ON TABLE "public"."messages" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_edit_transitions" FROM "anon";

GRANT SELECT ON TABLE "public"."order_edit_transitions" TO "anon";

REVOKE ALL ON TABLE "public"."order_edit_transitions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."order_edit_transitions" TO "authenticated";

REVOKE ALL ON TABLE "public"."order_staff_facts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."order_staff_facts" TO "authenticated";

GRANT SELECT ON TABLE "public"."provider_payment_status_transitions" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."provider_payment_status_transitions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."provider_payment_status_transitions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."provider_payment_status_transitions" TO "service_role";

GRANT SELECT ON TABLE "public"."provider_payment_statuses" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."provider_payment_statuses" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."provider_payment_statuses" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."provider_payment_statuses" TO "service_role";

GRANT SELECT ON TABLE "public"."refund_state_transitions" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."refund_state_transitions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."refund_state_transitions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."refund_state_transitions" TO "service_role";

GRANT SELECT ON TABLE "public"."refund_states" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."refund_states" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."refund_states" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."refund_states" TO "service_role";

REVOKE ALL ON TABLE "public"."return_state_transitions" FROM "anon";

GRANT SELECT ON TABLE "public"."return_state_transitions" TO "anon";

REVOKE ALL ON TABLE "public"."return_state_transitions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."return_state_transitions" TO "authenticated";

REVOKE ALL ON TABLE "public"."return_states" FROM "anon";

GRANT SELECT ON TABLE "public"."return_states" TO "anon";

REVOKE ALL ON TABLE "public"."return_states" FROM "authenticated";

GRANT SELECT ON TABLE "public"."return_states" TO "authenticated";

REVOKE ALL ON TABLE "public"."shipment_staff_facts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."shipment_staff_facts" TO "authenticated";

GRANT SELECT ON TABLE "public"."transfer_state_transitions" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."transfer_state_transitions" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."transfer_state_transitions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."transfer_state_transitions" TO "service_role";

ALTER TABLE "public"."settings" ADD COLUMN "default_shipping_fee" numeric GENERATED ALWAYS AS (private.amount_of((shipping -> 'defaultShippingFee'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "express_shipping_fee" numeric GENERATED ALWAYS AS (private.amount_of((shipping -> 'expressShippingFee'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "free_shipping_threshold" numeric GENERATED ALWAYS AS (private.amount_of((shipping -> 'freeShippingThreshold'::text))) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "standard_days_from" integer GENERATED ALWAYS AS (
CASE
    WHEN (shipping ? 'standardDaysFrom'::text) THEN private.whole_number_of((shipping -> 'standardDaysFrom'::text))
    ELSE 2
END) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "standard_days_to" integer GENERATED ALWAYS AS (
CASE
    WHEN (shipping ? 'standardDaysTo'::text) THEN private.whole_number_of((shipping -> 'standardDaysTo'::text))
    ELSE 4
END) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "express_days_from" integer GENERATED ALWAYS AS (
CASE
    WHEN (shipping ? 'expressDaysFrom'::text) THEN private.whole_number_of((shipping -> 'expressDaysFrom'::text))
    ELSE 1
END) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "express_days_to" integer GENERATED ALWAYS AS (
CASE
    WHEN (shipping ? 'expressDaysTo'::text) THEN private.whole_number_of((shipping -> 'expressDaysTo'::text))
    ELSE 1
END) STORED;

ALTER TABLE "public"."settings" ADD COLUMN "cash_on_delivery" boolean GENERATED ALWAYS AS (private.flag_of((payment -> 'cashOnDelivery'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "online_payment" boolean GENERATED ALWAYS AS (private.flag_of((payment -> 'onlinePayment'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "bank_transfer" boolean GENERATED ALWAYS AS (private.flag_of((payment -> 'bankTransfer'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "vat_percent" numeric GENERATED ALWAYS AS (
CASE
    WHEN private.is_empty((payment -> 'vatRate'::text)) THEN (0)::numeric
    ELSE private.amount_of((payment -> 'vatRate'::text))
END) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "customization_enabled" boolean GENERATED ALWAYS AS (private.flag_of((customization -> 'enabled'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "text_price" numeric GENERATED ALWAYS AS (private.amount_of((customization -> 'textPrice'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "image_price" numeric GENERATED ALWAYS AS (private.amount_of((customization -> 'imagePrice'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "points_enabled" boolean GENERATED ALWAYS AS (private.flag_of((points -> 'enabled'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "points_earn_rate" numeric GENERATED ALWAYS AS (private.amount_of((points -> 'earnRate'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "point_value" numeric GENERATED ALWAYS AS (private.amount_of((points -> 'pointValue'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "wishlist_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'wishlist'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "reviews_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'reviews'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "loyalty_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'loyalty'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "live_chat_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'liveChat'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "restocks_enabled" boolean GENERATED ALWAYS AS (private.flag_of((features -> 'restocks'::text), true)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "return_days" integer GENERATED ALWAYS AS (private.whole_number_of((returns -> 'returnDays'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "fault_days" integer GENERATED ALWAYS AS (private.whole_number_of((returns -> 'faultDays'::text))) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "keeps_delivery_fee" boolean GENERATED ALWAYS AS (private.flag_of((returns -> 'keepsDeliveryFee'::text), false)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "recounts_codes" boolean GENERATED ALWAYS AS (private.flag_of((returns -> 'recountsCodes'::text), false)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD COLUMN "recounts_delivery" boolean GENERATED ALWAYS AS (private.flag_of((returns -> 'recountsDelivery'::text), false)) STORED NOT NULL;

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_customization" CHECK (((jsonb_typeof(customization) = 'object'::text) AND private.are_amounts((customization -> 'baseProductPrices'::text))));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_payment_open" CHECK ((cash_on_delivery OR online_payment OR bank_transfer));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_payment" CHECK (((jsonb_typeof(payment) = 'object'::text) AND (vat_percent <= (100)::numeric) AND private.are_payment_options((payment -> 'options'::text))));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_points" CHECK (((jsonb_typeof(points) = 'object'::text) AND (points_earn_rate <= (100)::numeric) AND ((point_value >= 0.01) AND (point_value <= (1000)::numeric))));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_returns" CHECK (((jsonb_typeof(returns) = 'object'::text) AND ((return_days >= 1) AND (return_days <= 60)) AND ((fault_days >= 1) AND (fault_days <= 60))));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_shipping" CHECK (((jsonb_typeof(shipping) = 'object'::text) AND (private.is_empty((shipping -> 'freeShippingThreshold'::text)) OR (free_shipping_threshold IS NOT NULL)) AND (private.is_empty((shipping -> 'standardDaysFrom'::text)) OR (COALESCE(standard_days_from, 61) <= 60)) AND (private.is_empty((shipping -> 'standardDaysTo'::text)) OR (COALESCE(standard_days_to, 61) <= 60)) AND (private.is_empty((shipping -> 'expressDaysFrom'::text)) OR (COALESCE(express_days_from, 61) <= 60)) AND (private.is_empty((shipping -> 'expressDaysTo'::text)) OR (COALESCE(express_days_to, 61) <= 60))));
