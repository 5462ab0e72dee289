-- How many verified second factors each of some people of a store has, so that a super admin sees whom they can help.
-- Only people with an account in that store are counted; names, secrets and numbers stay where they are.
create function public.count_user_factors(p_tenant_id text, p_user_ids uuid[])
returns table (user_id uuid, factors integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.ruled_tenants()), false) then
    raise exception using errcode = '42501', message = 'Only super admins can see second steps.',
      detail = 'super_admin_only';
  end if;
  return query
    select f.user_id, count(*)::integer
    from auth.mfa_factors f
    join public.profiles p on p.id = f.user_id and p.tenant_id = p_tenant_id
    where f.user_id = any (p_user_ids) and f.status = 'verified'
    group by f.user_id;
end
$$;
revoke execute on function public.count_user_factors(text, uuid[]) from public, anon;
grant execute on function public.count_user_factors(text, uuid[]) to authenticated, service_role;
