set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.announce_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}', 'change', 'rights:' || coalesce(new.user_id, old.user_id), true);
  return null;
end
$function$;

ALTER FUNCTION "private"."announce_rights"() OWNER TO "postgres";

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
    when 'stores' then true
    when 'orders' then v_parts[2] = any (private.tenants_where_may('orders.see'))
    when 'staff' then v_parts[2] = any (private.workplaces())
    when 'rights' then v_parts[2] = auth.uid()::text
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$function$;

CREATE TRIGGER rights_announced AFTER INSERT OR DELETE OR UPDATE ON public.staff_grants FOR EACH ROW EXECUTE FUNCTION private.announce_rights();

CREATE TRIGGER rights_announced AFTER UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.announce_rights();

REVOKE ALL ON FUNCTION "private"."announce_rights"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_rights"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_rights"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."announce_rights"() TO "service_role";
