-- A store's staff: granting roles, and helping people who lost their second factor.

-- Policies

create policy "Super admins read the roles in their store" on public.user_roles
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('people.see'))::text[]));

create policy "Super admins see who of their store rules every store" on public.user_roles
  for select to authenticated using (
    tenant_id is null and (select cardinality(private.tenants_where_may('people.see'))) > 0
  );

create policy "Super admins read who has which role in their store" on public.staff_grants
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('people.see'))::text[])
    or tenant_id is null and (select cardinality(private.tenants_where_may('people.see'))) > 0
  );

-- Functions

-- Whether the caller has a capability for all stores, those that are added later included.
create function private.may_everywhere(p_capability text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_service() or private.has_required_aal() and exists (
    select 1 from private.held_capabilities held
    where held.user_id = auth.uid() and held.capability = p_capability and held.tenant_id is null
  );
end
$$;

-- Nobody gives or takes rights that they lack themselves, or up to a higher ceiling; a capability without one in `p_ceilings` has no
-- ceiling. Those for all stores (without a store) take all stores.
create function private.require_all_capabilities(
  p_tenant_id text, p_capabilities text[], p_ceilings jsonb default '{}'
) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(p_capabilities) given
    where not case when p_tenant_id is null then private.may_everywhere(given) else private.may(p_tenant_id, given) end
  ) then
    perform private.refuse('grants_more_than_own');
  elsif not private.is_service() and exists (
    select 1 from private.limited_capabilities limited
    where limited.capability = any (p_capabilities)
      and private.ceiling(p_tenant_id, limited.capability)
        < coalesce((p_ceilings ->> limited.capability)::numeric, 'infinity')
  ) then
    perform private.refuse('grants_more_than_own', '{"reason": "ceiling"}');
  end if;
end
$$;

-- Begins a change of somebody's rights: two people who take each other's at once do it one after the other, so that the second one
-- has lost the right to. Without a store it is about all of them; `p_tenant_id` is the store in whose back office it happens.
create function private.begin_change_of_rights(p_tenant_id text, p_all_stores boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('rights', 0));
  perform private.require_capability(p_tenant_id, 'people.manage');
  if p_all_stores and not private.may_everywhere('people.manage') then
    perform private.refuse('grants_more_than_own');
  end if;
  perform private.require_recent_second_step(p_tenant_id);
end
$$;

create function private.capabilities_of_role(p_role public.user_role) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select granted.capability from private.role_capabilities granted where granted.role = p_role)
$$;

-- A set of capabilities with all that they need.
create function private.with_needed_capabilities(p_capabilities text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  with recursive needed as (
    select unnest(p_capabilities) as capability
    union
    select requirement.needs from private.capability_needs requirement join needed using (capability)
  )
  select array(select capability from needed order by capability)
$$;

-- All capabilities, with what each needs and the unit of their ceilings, if there are any: pounds_a_day or percent. In alphabetical
-- order.
create function public.list_capabilities(p_tenant_id text) returns table (capability text, needs text[], ceiling_unit text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select known.name, array(
    select required from unnest(private.with_needed_capabilities(array[known.name])) required where required <> known.name),
    limited.unit
  from private.capabilities known
  left join private.limited_capabilities limited on limited.capability = known.name
  order by known.name;
end
$$;

-- The roles beside those of public.user_role, those of every installation first; ceilings by capability.
create function public.list_staff_roles(p_tenant_id text) returns table (
  id uuid, key text, name text, translations jsonb, version integer, capabilities text[], ceilings jsonb,
  needs_second_factor boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select role.id, role.key, role.name, role.translations, role.version, private.capabilities_of_staff_role(role.id),
    private.ceilings_of_staff_role(role.id), role.needs_second_factor
  from private.staff_roles role
  order by role.key is null, case when role.key is not null then role.id end, role.name;
end
$$;

-- Who works in a store: people with a role there or in all stores, ended and future ones too, and how many second factors they have.
create function public.list_staff(p_tenant_id text) returns table (
  user_id uuid, name text, email text, joined timestamptz, role public.user_role, in_all_stores boolean, factors integer
)
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Who may do what in a store today, up to which ceiling, and through which role: one of public.user_role, or one of
-- list_staff_roles.
create function public.list_staff_rights(p_tenant_id text) returns table (
  user_id uuid, name text, email text, capability text, role public.user_role, role_id uuid, ends_on date,
  ceiling numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with held as (
    select given.user_id, granted.capability, given.role, null::uuid as role_id, null::date as ends_on,
      null::numeric as ceiling
    from public.user_roles given
    join private.role_capabilities granted on granted.role = given.role
    where given.tenant_id = p_tenant_id or given.tenant_id is null
    union all
    select given.user_id, granted.capability, null, given.role_id, given.ends_on, granted.ceiling
    from public.staff_grants given
    join private.staff_role_capabilities granted on granted.role_id = given.role_id
    where (given.tenant_id = p_tenant_id or given.tenant_id is null)
      and private.shop_time()::date between given.starts_on and coalesce(given.ends_on, 'infinity')
  )
  select held.user_id, person.name, person.email, held.capability, held.role, held.role_id, held.ends_on, held.ceiling
  from held
  join (
    select someone.user_id, private.staff_name(someone.user_id, p_tenant_id) as name, private.staff_email(someone.user_id, p_tenant_id) as email
    from (select distinct held.user_id from held) someone
  ) person on person.user_id = held.user_id
  order by 2, 3, 1, 4;
end
$$;

-- Logs a change of a role in the store in whose back office it was made.
create function private.log_staff_role(
  p_tenant_id text, p_action text, p_role private.staff_roles, p_before jsonb, p_after jsonb
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_audit(p_tenant_id, p_action, 'staff_roles', p_role.id::text, p_role.name, p_before, p_after);
end
$$;

-- A role's capabilities and ceilings, for the log.
create function private.rights_of_staff_role(p_role_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'capabilities', private.capabilities_of_staff_role(p_role_id),
    'ceilings', nullif(private.ceilings_of_staff_role(p_role_id), '{}')));
end
$$;

create function private.capabilities_of_staff_role(p_role_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select granted.capability from private.staff_role_capabilities granted where granted.role_id = p_role_id order by 1)
$$;

-- Adds or changes a role of the installation, with all that its capabilities need, up to ceilings by capability: {"money.refund":
-- pounds a day, "orders.discount": percent}. Without an id it is added.
create function public.save_staff_role(
  p_tenant_id text, p_name text, p_translations jsonb, p_capabilities text[], p_id uuid default null,
  p_version integer default null, p_request_id uuid default null, p_ceilings jsonb default '{}',
  p_needs_second_factor boolean default false
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_capabilities constant text[] := private.with_needed_capabilities(p_capabilities);
  v_before constant jsonb := private.rights_of_staff_role(p_id);
  v_ceilings jsonb;
  v_role private.staff_roles;
  v_first constant uuid := private.idempotent_result(null::uuid, p_request_id, jsonb_build_array(
    'save_staff_role', p_tenant_id, p_name, p_translations, p_capabilities, p_id, p_version, p_ceilings,
    p_needs_second_factor));
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform private.require_recent_second_step(p_tenant_id);
  if coalesce(cardinality(p_capabilities), 0) = 0
    or exists (select 1 from unnest(v_capabilities) chosen where chosen not in (select name from private.capabilities)) then
    perform private.refuse('unknown_capability');
  end if;
  v_ceilings := private.checked_ceilings(p_ceilings, v_capabilities);
  if exists (
    select 1 from private.staff_roles other
    where lower(btrim(other.name)) = lower(btrim(p_name)) and other.id is distinct from p_id
  ) then
    perform private.refuse('staff_role_name_taken');
  end if;
  if p_id is null then
    insert into private.staff_roles (name, translations, needs_second_factor)
    values (btrim(p_name), p_translations, p_needs_second_factor) returning * into v_role;
  else
    select * into v_role from private.staff_roles where id = p_id for update;
    if v_role.id is null then
      perform private.refuse('unknown_staff_role');
    elsif v_role.key is not null then
      perform private.refuse('staff_role_fixed');
    elsif v_role.version <> p_version then
      perform private.refuse('staff_role_changed');
    end if;
    update private.staff_roles set name = btrim(p_name), translations = p_translations,
      needs_second_factor = p_needs_second_factor, version = version + 1
    where id = p_id returning * into v_role;
    delete from private.staff_role_capabilities where role_id = p_id and not capability = any (v_capabilities);
  end if;
  insert into private.staff_role_capabilities (role_id, capability, ceiling)
  select v_role.id, chosen, (v_ceilings ->> chosen)::numeric from unnest(v_capabilities) chosen
  on conflict (role_id, capability) do update set ceiling = excluded.ceiling;
  if p_id is null then
    perform private.log_staff_role(p_tenant_id, 'insert', v_role, null, private.rights_of_staff_role(v_role.id));
  else
    perform private.log_staff_role(p_tenant_id, 'update', v_role, v_before, private.rights_of_staff_role(v_role.id));
  end if;
  return private.store_idempotent_result(p_request_id, v_role.id);
end
$$;

-- Deletes a role of the installation that nobody has.
create function public.delete_staff_role(p_tenant_id text, p_id uuid, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_role private.staff_roles;
  v_people integer;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('delete_staff_role', p_tenant_id, p_id)) then
    return;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform private.require_recent_second_step(p_tenant_id);
  select * into v_role from private.staff_roles where id = p_id for update;
  if v_role.id is null then
    perform private.refuse('unknown_staff_role');
  elsif v_role.key is not null then
    perform private.refuse('staff_role_fixed');
  end if;
  select count(distinct user_id) into v_people from public.staff_grants where role_id = p_id;
  if v_people > 0 then
    perform private.refuse('staff_role_held', jsonb_build_object('count', v_people));
  end if;
  perform private.log_staff_role(p_tenant_id, 'delete', v_role, private.rights_of_staff_role(p_id), null);
  delete from private.staff_roles where id = p_id;
end
$$;

-- Gives somebody a role, or changes its days. A grant for all stores is logged in each of them.
create function private.give_staff_role(
  p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date, p_ends_on date, p_granted_by uuid
) returns public.staff_grants
language plpgsql security definer set search_path = '' as $$
declare
  v_grant public.staff_grants;
begin
  insert into public.staff_grants (user_id, tenant_id, role_id, starts_on, ends_on, granted_by)
  values (p_user_id, p_tenant_id, p_role_id, p_starts_on, p_ends_on, p_granted_by)
  on conflict (user_id, tenant_id, role_id)
    do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, granted_by = excluded.granted_by
  returning * into v_grant;
  perform private.log_grant_for_all_stores(v_grant, 'insert');
  return v_grant;
end
$$;

-- Logs a grant for all stores in each of them; one for a store is logged by its table.
create function private.log_grant_for_all_stores(p_grant public.staff_grants, p_action text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_grant.tenant_id is null then
    perform private.write_audit(tenant.id, p_action, 'staff_grants', p_grant.id::text,
      private.audit_label('staff_grants', to_jsonb(p_grant)),
      case p_action when 'delete' then to_jsonb(p_grant) end, case p_action when 'insert' then to_jsonb(p_grant) end)
    from public.tenants tenant order by tenant.position, tenant.id;
  end if;
end
$$;

-- Gives somebody a role in a store, or in all stores, from a day (by default today) to a last day (by default without end), or
-- changes these days. `p_tenant_id` is the store in whose back office it is given.
create function public.grant_staff_role(
  p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date default null, p_ends_on date default null,
  p_all_stores boolean default false
) returns public.staff_grants
language plpgsql security definer set search_path = '' as $$
declare
  v_today constant date := private.shop_time()::date;
  v_starts_on constant date := coalesce(p_starts_on, v_today);
  v_tenant_id constant text := case when not p_all_stores then p_tenant_id end;
begin
  perform private.begin_change_of_rights(p_tenant_id, p_all_stores);
  if not exists (select 1 from private.staff_roles where id = p_role_id) then
    perform private.refuse('unknown_staff_role');
  end if;
  if not private.is_person_of(p_user_id, p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_ends_on < greatest(v_starts_on, v_today) then
    perform private.refuse('invalid_grant_days');
  end if;
  perform private.require_all_capabilities(
    v_tenant_id, private.capabilities_of_staff_role(p_role_id), private.ceilings_of_staff_role(p_role_id));
  return private.give_staff_role(p_user_id, v_tenant_id, p_role_id, v_starts_on, p_ends_on, auth.uid());
end
$$;

-- Takes a role in a store, or in all stores, away from somebody at once; returns whether they still had it. The last person who
-- manages a store's people without end keeps the role.
create function public.revoke_staff_role(
  p_user_id uuid, p_tenant_id text, p_role_id uuid, p_all_stores boolean default false
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id constant text := case when not p_all_stores then p_tenant_id end;
  v_grant public.staff_grants;
begin
  perform private.begin_change_of_rights(p_tenant_id, p_all_stores);
  perform private.require_all_capabilities(
    v_tenant_id, private.capabilities_of_staff_role(p_role_id), private.ceilings_of_staff_role(p_role_id));
  delete from public.staff_grants
  where user_id = p_user_id and tenant_id is not distinct from v_tenant_id and role_id = p_role_id
  returning * into v_grant;
  if v_grant.id is null then
    return false;
  end if;
  perform private.log_grant_for_all_stores(v_grant, 'delete');
  perform private.require_somebody_in_charge(v_grant);
  return true;
end
$$;

-- Refuses the removal of a grant after which nobody manages the people of a store where somebody did.
create function private.require_somebody_in_charge(p_removed public.staff_grants) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if 'people.manage' = any (private.capabilities_of_staff_role(p_removed.role_id)) and exists (
    select 1 from public.tenants tenant
    where (tenant.id = p_removed.tenant_id or p_removed.tenant_id is null) and not exists (
      select 1 from private.held_capabilities held
      where held.capability = 'people.manage' and (held.tenant_id = tenant.id or held.tenant_id is null)
    ) and tenant.id <> all (private.gone_stores())
  ) then
    perform private.refuse('last_in_charge');
  end if;
end
$$;

-- Gives somebody a role in a store and returns it. A store always keeps a super admin.
create function public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
returns public.user_role
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.user_role;
begin
  perform private.begin_change_of_rights(p_tenant_id);
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not private.is_person_of(p_user_id, p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
  select role into v_old from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id;
  perform private.require_all_capabilities(
    p_tenant_id, private.capabilities_of_role(p_role) || private.capabilities_of_role(v_old));
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
  perform private.begin_change_of_rights(p_tenant_id);
  v_managed := private.tenants_where_may('people.manage');
  if p_user_id = auth.uid() or not private.is_person_of(p_user_id, p_tenant_id)
    or not private.is_service() and exists (
      select 1 from private.held_capabilities held
      where held.user_id = p_user_id and case when held.tenant_id is null
        then not private.may_everywhere('people.manage') else not held.tenant_id = any (v_managed) end
    ) or exists (
      select 1 from public.user_roles ruling
      where ruling.user_id = p_user_id and ruling.tenant_id is null and not private.is_service()
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  perform private.require_all_capabilities(p_tenant_id, array(
    select held.capability from private.held_capabilities held
    where held.user_id = p_user_id and held.tenant_id = p_tenant_id
  ), private.ceilings_of_person(p_tenant_id, p_user_id));
  perform private.require_all_capabilities(null, array(
    select held.capability from private.held_capabilities held where held.user_id = p_user_id and held.tenant_id is null
  ), private.ceilings_of_person(null, p_user_id));
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(), private.staff_name(auth.uid(), p_tenant_id), 'delete', 'mfa_factors', p_user_id::text,
    private.staff_name(p_user_id, p_tenant_id)
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
    where mfa_factors.user_id = any (p_user_ids) and mfa_factors.status = 'verified'
      and private.is_person_of(mfa_factors.user_id, p_tenant_id)
    group by mfa_factors.user_id;
end
$$;

-- Grants

grant select on public.staff_grants to authenticated;
grant execute on function
  public.set_user_role,
  public.remove_user_factors,
  public.count_user_factors,
  public.list_capabilities,
  public.list_staff_roles,
  public.list_staff,
  public.list_staff_rights,
  public.save_staff_role,
  public.delete_staff_role,
  public.grant_staff_role,
  public.revoke_staff_role
to authenticated;
