set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.require_new_store_id(p_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_id is null or length(p_id) not between 2 and 30 or p_id !~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' then
    perform private.refuse('store_id_invalid');
  elsif p_id = any ('{account,admin,all,api,app,assets,auth,brands,catalogue,cdn,chat,localhost,mail,orders,public,rest,shop,staff,'
    'static,storage,stores,support,www}') then
    perform private.refuse('store_id_reserved', jsonb_build_object('id', p_id));
  elsif exists (select 1 from public.tenants tenant where tenant.id = p_id)
    or exists (select 1 from auth.users account where strpos(account.email, '+' || p_id || '@') > 0) then
    perform private.refuse('store_id_taken', jsonb_build_object('id', p_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_workplaces()
 RETURNS TABLE(tenant_id text, capabilities text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select tenants.id, array_agg(distinct held.capability)
  from private.held_capabilities held
  join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
  where held.user_id = auth.uid() and private.is_left_in(tenants.id, held.capability)
  group by tenants.id, tenants.position
  order by tenants.position, tenants.id
$function$;

ALTER FUNCTION "public"."my_workplaces"() OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."my_workplaces"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_workplaces"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_workplaces"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_workplaces"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_workplaces"() TO "service_role";
