set local check_function_bodies = off;

CREATE TABLE "private"."capability_needs" ("capability" text NOT NULL, "needs" text NOT NULL, CONSTRAINT "capability_needs_pkey" PRIMARY KEY (capability, needs));

ALTER TABLE "private"."capability_needs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."capability_needs" OWNER TO "postgres";

CREATE TABLE "private"."staff_role_capabilities" ("role_id" uuid NOT NULL, "capability" text NOT NULL, CONSTRAINT "staff_role_capabilities_pkey" PRIMARY KEY (role_id, capability));

ALTER TABLE "private"."staff_role_capabilities" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_role_capabilities" OWNER TO "postgres";

CREATE TABLE "private"."staff_roles" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "key" text, "name" text NOT NULL, "translations" jsonb NOT NULL DEFAULT '{}'::jsonb, "version" integer NOT NULL DEFAULT 1, CONSTRAINT "staff_roles_key_check" CHECK ((key ~ '^[a-z_]+$'::text)), CONSTRAINT "staff_roles_key_key" UNIQUE (key), CONSTRAINT "staff_roles_name_check" CHECK (((btrim(name) <> ''::text) AND (length(name) <= 60))), CONSTRAINT "staff_roles_pkey" PRIMARY KEY (id), CONSTRAINT "staff_roles_translations_check" CHECK (private.are_translations(translations, 1000)));

ALTER TABLE "private"."staff_roles" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."staff_roles" OWNER TO "postgres";

CREATE TABLE "public"."staff_grants" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "tenant_id" text NOT NULL, "role_id" uuid NOT NULL, "ends_on" date, "granted_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_grants_pkey" PRIMARY KEY (id), CONSTRAINT "staff_grants_user_id_tenant_id_role_id_key" UNIQUE (user_id, tenant_id, role_id), "starts_on" date NOT NULL DEFAULT (private.shop_time())::date, CONSTRAINT "staff_grants_check" CHECK ((ends_on >= starts_on)));

ALTER TABLE "public"."staff_grants" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."staff_grants" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.audit_label(p_table text, p_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'payment_differences' then p_row ->> 'transaction_id'
    when 'payments' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid order by tenant_id = p_row ->> 'tenant_id' desc limit 1
    )
    when 'staff_grants' then (
      select coalesce(nullif(profile.name, ''), profile.email) || ': ' || role.name
      from public.profiles profile, private.staff_roles role
      where profile.id = (p_row ->> 'user_id')::uuid and profile.tenant_id = p_row ->> 'tenant_id'
        and role.id = (p_row ->> 'role_id')::uuid
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$function$;

CREATE OR REPLACE FUNCTION private.capabilities_of_role(p_role public.user_role)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select granted.capability from private.role_capabilities granted where granted.role = p_role)
$function$;

ALTER FUNCTION "private"."capabilities_of_role"(public.user_role) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.capabilities_of_staff_role(p_role_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select granted.capability from private.staff_role_capabilities granted where granted.role_id = p_role_id order by 1)
$function$;

ALTER FUNCTION "private"."capabilities_of_staff_role"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.close_demo_accounts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_accounts constant uuid[] := private.demo_accounts();
begin
  -- Until all stores are marked, the demo's owner of an unmarked store would count as a real owner.
  if cardinality(v_accounts) = 0 or not private.has_own_owner() or exists (
    select 1 from public.settings filled where filled.store -> 'demo' = 'true'
      and not exists (select 1 from private.demo_stores store where store.tenant_id = filled.tenant_id)
  ) then
    return;
  end if;
  update auth.users account set banned_until = '2999-01-01T00:00:00Z'
  where account.id = any (v_accounts) and account.banned_until is null;
  delete from public.user_roles given where given.user_id = any (v_accounts) and given.role <> 'user';
  delete from public.staff_grants given where given.user_id = any (v_accounts);
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_audit_log(p_tenant_id text, p_user_id uuid, p_entity_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.audit_log set
    label = case
      when audit_log.entity in (
        'orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews'
      ) then audit_log.label else '' end,
    before = audit_log.before - forgotten.facts,
    after = audit_log.after - forgotten.facts
  from (values (('{user_id,customer_name,customer_email,address,note,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason,'
      || 'answer,photos,changes,added,reference,payment_reference,tracking_number,tracking_url}')::text[]))
    as forgotten (facts)
  where audit_log.tenant_id = p_tenant_id and (
    audit_log.entity in ('orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews',
      'conversations', 'messages', 'mfa_factors', 'owners', 'discounts', 'customer_records')
      and audit_log.entity_id = any (p_entity_ids::text[])
    or audit_log.entity in ('user_roles', 'staff_grants', 'point_entries', 'store_credits')
      and coalesce(audit_log.after, audit_log.before) ->> 'user_id' = p_user_id::text
  );
  update public.audit_log set actor_name = '' where tenant_id = p_tenant_id and actor_id = p_user_id;
$function$;

CREATE OR REPLACE FUNCTION private.has_required_aal()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null or auth.jwt() ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (select 1 from private.held_capabilities held where held.user_id = v_user_id)
    or not exists (select 1 from auth.mfa_factors where user_id = v_user_id and status = 'verified');
end
$function$;

CREATE OR REPLACE FUNCTION private.holds_capability(p_tenant_id text, p_capability text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from private.held_capabilities held
    where held.user_id = auth.uid() and held.capability = p_capability
      and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.log_staff_role(p_tenant_id text, p_action text, p_role private.staff_roles, p_before text[], p_after text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_audit(
    p_tenant_id, p_action, 'staff_roles', p_role.id::text, p_role.name,
    case when p_before is not null then jsonb_build_object('capabilities', p_before) end,
    case when p_after is not null then jsonb_build_object('capabilities', p_after) end
  );
end
$function$;

ALTER FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_all_capabilities(p_tenant_id text, p_capabilities text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from unnest(p_capabilities) given where not private.may(p_tenant_id, given)) then
    perform private.refuse('grants_more_than_own');
  end if;
end
$function$;

ALTER FUNCTION "private"."require_all_capabilities"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_deletable(p_tenant_id text, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_open text;
begin
  if exists (
    select 1 from public.user_roles
    where user_id = p_user_id and (tenant_id = p_tenant_id or tenant_id is null) and role <> 'user'
  ) or exists (select 1 from public.staff_grants where user_id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('staff_account');
  end if;
  select number into v_open from public.orders
  where user_id = p_user_id and tenant_id = p_tenant_id
    and (not private.is_complete(status) or payment_status = 'refund_due')
  order by created_at limit 1;
  if found then
    perform private.refuse('open_order', jsonb_build_object('number', v_open));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.staff_ids(p_tenant_id text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select distinct held.user_id from private.held_capabilities held
    where held.tenant_id = p_tenant_id or held.tenant_id is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.tenants_where_may(p_capability text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
  v_second_factor private.second_factor;
  v_tenants text[];
begin
  select capability.second_factor into v_second_factor
  from private.capabilities capability where capability.name = p_capability;
  assert found, 'There is no capability ' || p_capability;
  v_tenants := array(
    select distinct tenants.id
    from private.held_capabilities held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id and held.capability = p_capability
  );
  if v_second_factor = 'not_needed' or cardinality(v_tenants) = 0 or private.has_required_aal() then
    return v_tenants;
  end if;
  if v_second_factor = 'needed' then
    return '{}';
  end if;
  return array(
    select granted.id from unnest(v_tenants) as granted (id)
    left join public.staff_settings on staff_settings.tenant_id = granted.id
    where not coalesce(staff_settings.customers_need_aal2, true)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.with_needed_capabilities(p_capabilities text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive needed as (
    select unnest(p_capabilities) as capability
    union
    select requirement.needs from private.capability_needs requirement join needed using (capability)
  )
  select array(select capability from needed order by capability)
$function$;

ALTER FUNCTION "private"."with_needed_capabilities"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.workplaces()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user_id constant uuid := auth.uid();
begin
  return array(
    select distinct tenants.id
    from private.held_capabilities held
    join public.tenants on tenants.id = held.tenant_id or held.tenant_id is null
    where held.user_id = v_user_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_staff_role(p_tenant_id text, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role private.staff_roles;
  v_people integer;
begin
  perform private.require_platform_owner();
  perform private.require_aal();
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
  perform private.log_staff_role(p_tenant_id, 'delete', v_role, private.capabilities_of_staff_role(p_id), null);
  delete from private.staff_roles where id = p_id;
end
$function$;

ALTER FUNCTION "public"."delete_staff_role"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.grant_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid, p_starts_on date DEFAULT NULL::date, p_ends_on date DEFAULT NULL::date)
 RETURNS public.staff_grants
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.shop_time()::date;
  v_starts_on constant date := coalesce(p_starts_on, v_today);
  v_grant public.staff_grants;
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  if not exists (select 1 from private.staff_roles where id = p_role_id) then
    perform private.refuse('unknown_staff_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_ends_on < greatest(v_starts_on, v_today) then
    perform private.refuse('invalid_grant_days');
  end if;
  perform private.require_all_capabilities(p_tenant_id, private.capabilities_of_staff_role(p_role_id));
  insert into public.staff_grants (user_id, tenant_id, role_id, starts_on, ends_on, granted_by)
  values (p_user_id, p_tenant_id, p_role_id, v_starts_on, p_ends_on, auth.uid())
  on conflict (user_id, tenant_id, role_id)
    do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, granted_by = excluded.granted_by
  returning * into v_grant;
  return v_grant;
end
$function$;

ALTER FUNCTION "public"."grant_staff_role"(uuid, text, uuid, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_capabilities(p_tenant_id text)
 RETURNS TABLE(capability text, needs text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select known.name, array(
    select required from unnest(private.with_needed_capabilities(array[known.name])) required where required <> known.name)
  from private.capabilities known
  order by known.name;
end
$function$;

ALTER FUNCTION "public"."list_capabilities"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_rights(p_tenant_id text)
 RETURNS TABLE(user_id uuid, name text, email text, capability text, role public.user_role, role_id uuid, ends_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  with held as (
    select given.user_id, granted.capability, given.role, null::uuid as role_id, null::date as ends_on
    from public.user_roles given
    join private.role_capabilities granted on granted.role = given.role
    where given.tenant_id = p_tenant_id or given.tenant_id is null
    union all
    select given.user_id, granted.capability, null, given.role_id, given.ends_on
    from public.staff_grants given
    join private.staff_role_capabilities granted on granted.role_id = given.role_id
    where given.tenant_id = p_tenant_id
      and private.shop_time()::date between given.starts_on and coalesce(given.ends_on, 'infinity')
  )
  select held.user_id, coalesce(profile.name, ''), coalesce(profile.email, ''), held.capability, held.role, held.role_id, held.ends_on
  from held
  left join public.profiles profile on profile.id = held.user_id and profile.tenant_id = p_tenant_id
  order by 2, 3, 1, 4;
end
$function$;

ALTER FUNCTION "public"."list_staff_rights"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.list_staff_roles(p_tenant_id text)
 RETURNS TABLE(id uuid, key text, name text, translations jsonb, version integer, capabilities text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.see');
  return query
  select role.id, role.key, role.name, role.translations, role.version, private.capabilities_of_staff_role(role.id)
  from private.staff_roles role
  order by role.key is null, case when role.key is not null then role.id end, role.name;
end
$function$;

ALTER FUNCTION "public"."list_staff_roles"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.my_capabilities(p_tenant_id text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct held.capability
  from private.held_capabilities held
  where held.user_id = auth.uid() and (held.tenant_id = p_tenant_id or held.tenant_id is null)
$function$;

CREATE OR REPLACE FUNCTION public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.require_all_capabilities(p_tenant_id, array(
    select held.capability from private.held_capabilities held
    where held.user_id = p_user_id and held.tenant_id = p_tenant_id
  ));
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
$function$;

CREATE OR REPLACE FUNCTION public.revoke_staff_role(p_user_id uuid, p_tenant_id text, p_role_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_capability(p_tenant_id, 'people.manage');
  perform private.require_all_capabilities(p_tenant_id, private.capabilities_of_staff_role(p_role_id));
  delete from public.staff_grants where user_id = p_user_id and tenant_id = p_tenant_id and role_id = p_role_id;
  return found;
end
$function$;

ALTER FUNCTION "public"."revoke_staff_role"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_staff_role(p_tenant_id text, p_name text, p_translations jsonb, p_capabilities text[], p_id uuid DEFAULT NULL::uuid, p_version integer DEFAULT NULL::integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_capabilities constant text[] := private.with_needed_capabilities(p_capabilities);
  v_before constant text[] := private.capabilities_of_staff_role(p_id);
  v_role private.staff_roles;
begin
  perform private.require_platform_owner();
  perform private.require_aal();
  if coalesce(cardinality(p_capabilities), 0) = 0
    or exists (select 1 from unnest(v_capabilities) chosen where chosen not in (select name from private.capabilities)) then
    perform private.refuse('unknown_capability');
  end if;
  if exists (
    select 1 from private.staff_roles other
    where lower(btrim(other.name)) = lower(btrim(p_name)) and other.id is distinct from p_id
  ) then
    perform private.refuse('staff_role_name_taken');
  end if;
  if p_id is null then
    insert into private.staff_roles (name, translations) values (btrim(p_name), p_translations) returning * into v_role;
  else
    select * into v_role from private.staff_roles where id = p_id for update;
    if v_role.id is null then
      perform private.refuse('unknown_staff_role');
    elsif v_role.key is not null then
      perform private.refuse('staff_role_fixed');
    elsif v_role.version <> p_version then
      perform private.refuse('staff_role_changed');
    end if;
    update private.staff_roles set name = btrim(p_name), translations = p_translations, version = version + 1
    where id = p_id returning * into v_role;
    delete from private.staff_role_capabilities where role_id = p_id and not capability = any (v_capabilities);
  end if;
  insert into private.staff_role_capabilities (role_id, capability)
  select v_role.id, unnest(v_capabilities)
  on conflict do nothing;
  if p_id is null then
    perform private.log_staff_role(p_tenant_id, 'insert', v_role, null, v_capabilities);
  else
    perform private.log_staff_role(p_tenant_id, 'update', v_role, v_before, v_capabilities);
  end if;
  return v_role.id;
end
$function$;

ALTER FUNCTION "public"."save_staff_role"(text, text, jsonb, text[], uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
 RETURNS public.user_role
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER TABLE "private"."capability_needs" ADD CONSTRAINT "capability_needs_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

ALTER TABLE "private"."capability_needs" ADD CONSTRAINT "capability_needs_needs_fkey" FOREIGN KEY (needs) REFERENCES private.capabilities(name);

ALTER TABLE "private"."staff_role_capabilities" ADD CONSTRAINT "staff_role_capabilities_capability_fkey" FOREIGN KEY (capability) REFERENCES private.capabilities(name);

ALTER TABLE "private"."staff_role_capabilities" ADD CONSTRAINT "staff_role_capabilities_role_id_fkey" FOREIGN KEY (role_id) REFERENCES private.staff_roles(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_granted_by_fkey" FOREIGN KEY (granted_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_role_id_fkey" FOREIGN KEY (role_id) REFERENCES private.staff_roles(id);

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_tenant_id_fkey" FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;

ALTER TABLE "public"."staff_grants" ADD CONSTRAINT "staff_grants_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX staff_role_capabilities_capability ON private.staff_role_capabilities USING btree (capability);

CREATE UNIQUE INDEX staff_roles_name ON private.staff_roles USING btree (lower(btrim(name)));

CREATE INDEX staff_grants_granted_by ON public.staff_grants USING btree (granted_by);

CREATE INDEX staff_grants_role ON public.staff_grants USING btree (role_id);

CREATE INDEX staff_grants_tenant ON public.staff_grants USING btree (tenant_id, user_id);

CREATE TRIGGER roles_announced AFTER INSERT OR DELETE OR UPDATE ON private.staff_role_capabilities FOR EACH STATEMENT EXECUTE FUNCTION private.announce_roles();

CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.staff_grants FOR EACH ROW EXECUTE FUNCTION private.audit();

CREATE TRIGGER roles_announced AFTER INSERT OR DELETE OR UPDATE ON public.staff_grants FOR EACH STATEMENT EXECUTE FUNCTION private.announce_roles();

CREATE POLICY "Super admins read who has which role in their store" ON "public"."staff_grants" FOR SELECT TO "authenticated" USING ((tenant_id = ANY (( SELECT private.tenants_where_may('people.see'::text) AS tenants_where_may)::text[])));

REVOKE ALL ON FUNCTION "private"."capabilities_of_role"(public.user_role) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."capabilities_of_role"(public.user_role) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."capabilities_of_role"(public.user_role) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."capabilities_of_role"(public.user_role) TO "service_role";

REVOKE ALL ON FUNCTION "private"."capabilities_of_staff_role"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."capabilities_of_staff_role"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."capabilities_of_staff_role"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."capabilities_of_staff_role"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_staff_role"(text, text, private.staff_roles, text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_all_capabilities"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_all_capabilities"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_all_capabilities"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_all_capabilities"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_needed_capabilities"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_needed_capabilities"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_needed_capabilities"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_needed_capabilities"(text[]) TO "service_role";

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

GRANT SELECT ON TABLE "public"."staff_grants" TO "authenticated";

REVOKE ALL ON TABLE "public"."staff_grants" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_grants" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."staff_grants" TO "service_role";

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
