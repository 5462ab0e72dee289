-- Second factors that are demanded of staff, and how recent a second step, or without one the sign-in, has to be.

-- Functions

-- Whether one of somebody's stores or roles demands a second factor of them.
create function private.second_factor_demanded(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.held_capabilities held
    join public.staff_settings on staff_settings.tenant_id = held.tenant_id or held.tenant_id is null
    where held.user_id = p_user_id and staff_settings.staff_need_second_factor
  ) or exists (
    select 1 from public.staff_grants held
    join private.staff_roles role on role.id = held.role_id
    where held.user_id = p_user_id and role.needs_second_factor
      and private.shop_time()::date between held.starts_on and coalesce(held.ends_on, 'infinity')
  );
end
$$;

-- Whether the caller must set up a second factor before they can work; the back office leads them there.
create function public.lacks_second_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.second_factor_demanded(auth.uid())
    and not exists (select 1 from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified');
end
$$;

-- How people last proved that it is them: by their second step, or without a second factor by signing in.
create function private.is_recent_proof(p_has_factor boolean, p_hours integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) proof
    where (proof ->> 'timestamp')::numeric > extract(epoch from now()) - p_hours * 3600 and case when p_has_factor
      then proof ->> 'method' = 'totp' or proof ->> 'method' like 'mfa/%'
      else proof ->> 'method' not in ('token_refresh', 'anonymous') end
  )
$$;

-- Refuses people whose last second step is older than the store allows; without a second factor, those whose last sign-in is.
create function private.require_recent_second_step(p_tenant_id text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_hours constant integer := coalesce(
    (select staff_settings.second_step_hours from public.staff_settings where staff_settings.tenant_id = p_tenant_id), 12);
  v_has_factor constant boolean := exists (
    select 1 from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified');
begin
  if not private.is_service() and auth.uid() is not null and not private.is_recent_proof(v_has_factor, v_hours) then
    perform private.refuse(case when v_has_factor then 'second_step_old' else 'sign_in_old' end, jsonb_build_object('hours', v_hours));
  end if;
end
$$;

-- Changing the account that shoppers pay to, other ways to pay, or these demands.
create function private.needs_recent_second_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_recent_second_step(new.tenant_id);
  return new;
end
$$;

-- Triggers

create trigger a_recent_second_step before update on public.settings
  for each row when (
    new.payment <> old.payment
    or jsonb_path_query_array(new.translations, '$.*.payment') <> jsonb_path_query_array(old.translations, '$.*.payment')
  ) execute function private.needs_recent_second_step();

create trigger a_recent_second_step before update on public.staff_settings
  for each row when (
    new.staff_need_second_factor <> old.staff_need_second_factor or new.second_step_hours <> old.second_step_hours
    or new.customers_need_aal2 <> old.customers_need_aal2
  ) execute function private.needs_recent_second_step();

-- Grants

grant execute on function public.lacks_second_factor to authenticated;
