-- Who rules every store has no role in one: the super admins of a store in which such a person has an account see it,
-- and give them no role of their own there.

create policy "Super admins see who of their store rules every store" on public.user_roles
  for select to authenticated using (
    tenant_id is null
    and exists (
      select 1 from public.profiles p
      where p.id = user_roles.user_id and p.tenant_id = any ((select private.ruled_tenants())::text[])
    )
  );

create or replace function public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
returns public.user_role
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.user_role;
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.ruled_tenants()), false) then
    raise exception using errcode = '42501', message = 'Only super admins can change roles.', detail = 'super_admin_only';
  end if;
  perform private.require_assured();
  if p_role is null then
    perform private.refuse('unknown_role', 'Choose a role.');
  end if;
  if not exists (select 1 from public.profiles p where p.id = p_user_id and p.tenant_id = p_tenant_id)
    and not exists (select 1 from public.user_roles r where r.user_id = p_user_id and r.tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person', 'This person has no account in this store.');
  end if;
  if exists (select 1 from public.user_roles r where r.user_id = p_user_id and r.tenant_id is null) then
    perform private.refuse('rules_every_store', 'This person rules every store, which cannot be changed from one of them.');
  end if;
  -- Two super admins taking each other down at once would leave a store without one.
  perform pg_advisory_xact_lock(hashtextextended('roles:' || p_tenant_id, 0));
  select r.role into v_old from public.user_roles r where r.user_id = p_user_id and r.tenant_id = p_tenant_id;
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles r
    where r.tenant_id = p_tenant_id and r.role = 'super_admin' and r.user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin', 'A store needs at least one super admin.');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
end
$$;
