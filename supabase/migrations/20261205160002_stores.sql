set local check_function_bodies = off;

CREATE TRIGGER store_opens AFTER UPDATE OF state, reopens_on ON public.settings FOR EACH ROW WHEN (((new.state = ANY (ARRAY['open'::public.store_state, 'resting'::public.store_state])) AND ((old.state IS DISTINCT FROM new.state) OR (old.reopens_on IS DISTINCT FROM new.reopens_on)))) EXECUTE FUNCTION private.store_opens();

CREATE TRIGGER store_domains_of_gone_store BEFORE INSERT OR UPDATE OF domain ON public.store_domains FOR EACH ROW EXECUTE FUNCTION private.take_domain_of_gone_store();

CREATE TRIGGER announced AFTER INSERT ON public.tenants FOR EACH ROW EXECUTE FUNCTION private.announce_store();

REVOKE ALL ON FUNCTION "private"."announce_store"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_store"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_store"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_store"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."gone_stores"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."gone_stores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."gone_stores"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."gone_stores"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."insert_document"(regclass, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."insert_document"(regclass, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_document"(regclass, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."insert_document"(regclass, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_left_in"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_left_in"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_left_in"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_left_in"(text, text) TO "service_role";

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

REVOKE ALL ON FUNCTION "private"."require_new_store_id"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_new_store_id"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_new_store_id"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_new_store_id"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_owner_or_server"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_owner_or_server"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owner_or_server"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owner_or_server"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_objects"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_objects"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_objects"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_objects"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_domain_of_gone_store"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_domain_of_gone_store"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_domain_of_gone_store"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_domain_of_gone_store"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."unsettled_orders"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unsettled_orders"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unsettled_orders"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."unsettled_orders"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_store"(text, jsonb, jsonb, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."remove_store"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_store"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_store"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_store"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_store"(text, text, uuid) TO "service_role";
