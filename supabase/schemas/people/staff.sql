-- A store's staff: granting roles, and helping people who lost their second factor.

-- Policies

create policy "Super admins read the roles in their store" on public.user_roles
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('people.see'))::text[]));

create policy "Super admins see who of their store rules every store" on public.user_roles
  for select to authenticated using (
    tenant_id is null
    and exists (
      select 1 from public.profiles
      where id = user_roles.user_id and tenant_id = any ((select private.tenants_where_may('people.see'))::text[])
    )
  );

-- Functions

-- Gives somebody a role in a store and returns it. A store always keeps a super admin.
create function public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
returns public.user_role
language plpgsql security definer set search_path = '' as $$
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
  -- Two super admins removing each other at once would leave a store without one.
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
$$;

-- Removes the second factors of somebody who lost them, and logs it. For people who are staff in other stores too, the caller needs
-- the right in each of them.
create function public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;

-- The number of verified second factors of each of these people, so that whoever manages them sees whom they can help. Only people
-- with an account in the store are counted; names, secrets and numbers are not returned.
create function public.count_user_factors(p_tenant_id text, p_user_ids uuid[])
returns table (user_id uuid, factors integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
    select mfa_factors.user_id, count(*)::integer
    from auth.mfa_factors
    join public.profiles profile on profile.id = mfa_factors.user_id and profile.tenant_id = p_tenant_id
    where mfa_factors.user_id = any (p_user_ids) and mfa_factors.status = 'verified'
    group by mfa_factors.user_id;
end
$$;

-- Grants

grant execute on function public.set_user_role, public.remove_user_factors, public.count_user_factors to authenticated;
