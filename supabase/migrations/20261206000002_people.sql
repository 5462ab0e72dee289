set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.list_staff(p_tenant_id text)
 RETURNS TABLE(user_id uuid, name text, email text, joined timestamp with time zone, role public.user_role, in_all_stores boolean, factors integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with works as (
    select held.user_id, held.created_at, held.role, held.tenant_id is null as everywhere from public.user_roles held
    where held.role <> 'user' and (held.tenant_id = p_tenant_id or held.tenant_id is null)
    union all
    select held.user_id, held.created_at, null, held.tenant_id is null from public.staff_grants held
    where held.tenant_id = p_tenant_id or held.tenant_id is null
  )
  select works.user_id, private.staff_name(works.user_id, p_tenant_id), private.staff_email(works.user_id, p_tenant_id),
    min(works.created_at), coalesce(max(works.role), 'user'), bool_or(works.everywhere and works.role is not null),
    (select count(*)::integer from auth.mfa_factors factor where factor.user_id = works.user_id and factor.status = 'verified')
  from works group by works.user_id
  order by 2, 3, 1;
end
$function$;

ALTER FUNCTION "public"."list_staff"(text) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."list_staff"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_staff"(text) TO "service_role";
