set local check_function_bodies = off;

CREATE TRIGGER store_opens AFTER UPDATE OF state, reopens_on ON public.settings FOR EACH ROW WHEN (((new.state = ANY (ARRAY['open'::public.store_state, 'resting'::public.store_state])) AND ((old.state IS DISTINCT FROM new.state) OR (old.reopens_on IS DISTINCT FROM new.reopens_on)))) EXECUTE FUNCTION private.store_opens();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.staff_grants FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER roles_announced AFTER INSERT OR DELETE OR UPDATE ON public.staff_grants FOR EACH STATEMENT EXECUTE FUNCTION private.announce_roles();

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.staff_notification_choices REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_staff_notification');

CREATE TRIGGER staff_choice_changed AFTER UPDATE OF each_morning ON public.staff_notification_choices FOR EACH ROW WHEN ((new.each_morning <> old.each_morning)) EXECUTE FUNCTION private.staff_choice_changed();

CREATE TRIGGER store_domains_of_gone_store BEFORE INSERT OR UPDATE OF domain ON public.store_domains FOR EACH ROW EXECUTE FUNCTION private.take_domain_of_gone_store();

CREATE TRIGGER announced AFTER INSERT ON public.tenants FOR EACH ROW EXECUTE FUNCTION private.announce_store();

CREATE POLICY "Super admins read who has which role in their store" ON "public"."staff_grants" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('people.see'::text) AS tenants_where_may)::text[])));

CREATE POLICY "Staff change how they hear of what they may see" ON "public"."staff_notification_choices" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_hear_of(tenant_id, topic)));

CREATE POLICY "Staff choose to hear no more" ON "public"."staff_notification_choices" FOR DELETE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff choose to hear of what they may see" ON "public"."staff_notification_choices" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND private.may_hear_of(tenant_id, topic)));

CREATE POLICY "Staff read what they chose to hear of" ON "public"."staff_notification_choices" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff with a second factor delete only at aal2" ON "public"."staff_notification_choices" AS RESTRICTIVE FOR DELETE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor insert only at aal2" ON "public"."staff_notification_choices" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff with a second factor update only at aal2" ON "public"."staff_notification_choices" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (( SELECT private.has_required_aal() AS has_required_aal));

CREATE POLICY "Staff add their store's files" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'brand-media'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])))) AND private.has_room_in_store(private.shop_file_tenant(bucket_id, name), metadata)));

CREATE POLICY "Staff remove their store's files" ON "storage"."objects" FOR DELETE TO "authenticated" USING ((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.change'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'brand-media'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[])))));

CREATE POLICY "Staff see their store's files" ON "storage"."objects" FOR SELECT TO "authenticated" USING ((((bucket_id = 'banners'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('content.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['website-images'::text, 'product-images'::text])) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('products.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'brand-media'::text) AND (private.shop_file_tenant(bucket_id, name) = ANY (( SELECT private.tenants_where_may('settings.store'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = ANY (ARRAY['designs'::text, 'print-files'::text, 'order-photos'::text])) AND (split_part(name, '/'::text, 1) = ANY (( SELECT private.tenants_where_may('orders.see'::text) AS tenants_where_may)::text[]))) OR ((bucket_id = 'avatars'::text) AND (split_part(name, '/'::text, 1) = ANY (( SELECT private.tenants_where_may('customers.see'::text) AS tenants_where_may)::text[])))));

REVOKE ALL ON FUNCTION "private"."address_readiness"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."address_readiness"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_readiness"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_readiness"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."announce_store"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_store"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_store"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_store"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."are_film_paths"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_film_paths"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."are_film_paths"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_film_paths"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_film_paths"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."booking_needs_attention"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."booking_needs_attention"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_needs_attention"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."booking_needs_attention"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."business_readiness"(public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."business_readiness"(public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."business_readiness"(public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."business_readiness"(public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."capabilities_of_role"(public.user_role) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."capabilities_of_role"(public.user_role) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."capabilities_of_role"(public.user_role) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."capabilities_of_role"(public.user_role) TO "service_role";

REVOKE ALL ON FUNCTION "private"."capabilities_of_staff_role"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."capabilities_of_staff_role"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."capabilities_of_staff_role"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."capabilities_of_staff_role"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."content_readiness"(public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."content_readiness"(public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."content_readiness"(public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."content_readiness"(public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delivery_readiness"(public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delivery_readiness"(public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_readiness"(public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delivery_readiness"(public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."gone_stores"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."gone_stores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."gone_stores"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."gone_stores"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holds_capability"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_capability"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_document"(regclass, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_document"(regclass, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_document"(regclass, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_document"(regclass, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_brand_picture"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_brand_picture"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_brand_picture"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_brand_picture"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_brand_picture"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_left_in"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_left_in"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_left_in"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_left_in"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_mail_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_mail_address"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_mail_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_mail_address"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_mail_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_picture_path"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_picture_path"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_picture_path"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_picture_path"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_picture_path"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_mail_sender"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_mail_sender"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_mail_sender"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_mail_sender"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."low_stock_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."low_stock_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."low_stock_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."low_stock_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_hear_of"(text, public.staff_topic) TO "service_role";

REVOKE ALL ON FUNCTION "private"."money_needs_attention"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."money_needs_attention"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_needs_attention"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."money_needs_attention"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_needs_attention"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_needs_attention"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_needs_attention"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_needs_attention"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."payment_readiness"(public.settings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_readiness"(public.settings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_readiness"(public.settings) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_readiness"(public.settings) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_profile_of_gone_store"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_profile_of_gone_store"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_profile_of_gone_store"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_profile_of_gone_store"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_store_content"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_store_content"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_store_content"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_store_content"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_store_people"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_store_people"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_store_people"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_store_people"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_all_capabilities"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_all_capabilities"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_all_capabilities"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_all_capabilities"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_new_store_id"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_new_store_id"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_new_store_id"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_new_store_id"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_owner_or_server"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_owner_or_server"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owner_or_server"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owner_or_server"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_choice_changed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_choice_changed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_choice_changed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_choice_changed"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_notification_item"(public.staff_topic, private.staff_notifications, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_notifications_due"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_notifications_due"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_notifications_due"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_notifications_due"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_topic_capability"(public.staff_topic) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_objects"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_objects"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_objects"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_objects"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_domain_of_gone_store"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_domain_of_gone_store"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_domain_of_gone_store"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_domain_of_gone_store"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_low_stock"(text, private.variant_change[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_staff"(text, public.staff_topic, text, uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."unsettled_orders"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unsettled_orders"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unsettled_orders"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."unsettled_orders"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_needed_capabilities"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_needed_capabilities"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_needed_capabilities"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_needed_capabilities"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."delete_staff_role"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_staff_role"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_staff_role"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_staff_role"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_staff_role"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_capabilities"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_capabilities"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_capabilities"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_rights"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_rights"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_rights"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff_roles"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff_roles"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff_roles"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."opening_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_store_check"(text, public.store_check, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."record_store_check"(text, public.store_check, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_store_check"(text, public.store_check, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_store_check"(text, public.store_check, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."remove_store"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_store"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_store"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_store"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_store"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_staff_role"(uuid, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."seller"(public.tenants) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."seller"(public.tenants) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."seller"(public.tenants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."seller"(public.tenants) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."seller"(public.tenants) TO "service_role";

REVOKE ALL ON FUNCTION "public"."staff_notifications_sent"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."staff_notifications_sent"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_notifications_sent"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_notifications_sent"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."staff_notifications_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."staff_notifications_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_notifications_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_notifications_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stock_alerts_to_send"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."store_readiness"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."store_readiness"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."store_readiness"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."store_readiness"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."store_readiness"(text) TO "service_role";

REVOKE ALL ("all_categories_text") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("all_categories_text") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("hero_films") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("hero_films") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("hero_picture_alt") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("hero_picture_alt") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("hero_picture") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("hero_picture") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("hides_name") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("hides_name") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("icon") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("icon") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("logo_dark") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("logo_dark") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("mail_reply_to") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("mail_reply_to") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("mail_sender") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("mail_sender") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("mail_signature") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("mail_signature") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("order_prefix") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("order_prefix") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("story_picture_alt") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("story_picture_alt") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("story_picture") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("story_picture") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("visit_text") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("visit_text") ON TABLE "public"."brands" TO "authenticated";

REVOKE ALL ("visit_title") ON TABLE "public"."brands" FROM "authenticated";

GRANT UPDATE ("visit_title") ON TABLE "public"."brands" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_grants" TO "authenticated";

REVOKE ALL ON TABLE "public"."staff_grants" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_grants" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_grants" TO "service_role";

GRANT INSERT ("channel"), UPDATE ("channel") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT INSERT ("each_morning"), UPDATE ("each_morning") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT INSERT ("tenant_id") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT INSERT ("topic") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT INSERT ("user_id") ON TABLE "public"."staff_notification_choices" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."staff_notification_choices" TO "authenticated";

REVOKE ALL ON TABLE "public"."staff_notification_choices" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_notification_choices" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_notification_choices" TO "service_role";

CREATE VIEW "private"."held_capabilities" AS  SELECT held.user_id,
    held.tenant_id,
    granted.capability
   FROM (public.user_roles held
     JOIN private.role_capabilities granted ON ((granted.role = held.role)))
UNION ALL
 SELECT held.user_id,
    held.tenant_id,
    granted.capability
   FROM (public.staff_grants held
     JOIN private.staff_role_capabilities granted ON ((granted.role_id = held.role_id)))
  WHERE (((private.shop_time())::date >= held.starts_on) AND ((private.shop_time())::date <= COALESCE(held.ends_on, 'infinity'::date)));

ALTER VIEW "private"."held_capabilities" OWNER TO "postgres";

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_hero_films_check" CHECK ((private.are_film_paths(hero_films) AND private.are_distinct(hero_films)));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_hero_picture_check" CHECK (private.is_picture_path(hero_picture));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_icon_check" CHECK (private.is_brand_picture(icon));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_logo_check" CHECK (private.is_brand_picture(logo));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_logo_dark_check" CHECK (private.is_brand_picture(logo_dark));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_mail_reply_to_check" CHECK (private.is_mail_address(mail_reply_to));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_mail_sender_check" CHECK (private.is_mail_address(mail_sender));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_story_picture_check" CHECK (private.is_picture_path(story_picture));

ALTER TABLE "public"."brands" ADD CONSTRAINT "brands_texts" CHECK (private.are_brand_texts(jsonb_build_object('hero_title', hero_title, 'hero_text', hero_text, 'hero_action', hero_action, 'featured_title', featured_title, 'categories_title', categories_title, 'deals_title', deals_title, 'new_title', new_title, 'story_title', story_title, 'story', story, 'not_found_title', not_found_title, 'not_found_text', not_found_text, 'error_title', error_title, 'error_text', error_text, 'empty_cart', empty_cart, 'order_placed_text', order_placed_text, 'contact_text', contact_text, 'faq_text', faq_text, 'account_text', account_text, 'designer_text', designer_text, 'nothing_found_title', nothing_found_title, 'slogans', slogans, 'made_for_label', made_for_label, 'made_for_all', made_for_all, 'mail_signature', mail_signature, 'hero_picture_alt', hero_picture_alt, 'story_picture_alt', story_picture_alt, 'all_categories_text', all_categories_text, 'visit_title', visit_title, 'visit_text', visit_text)));
