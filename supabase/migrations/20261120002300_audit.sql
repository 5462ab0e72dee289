create table public.audit_log (
  id bigint generated always as identity primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null check (action in ('insert', 'update', 'delete')),
  entity text not null,
  entity_id text not null,
  -- The row's name, number or code, so that people can look for it.
  label text not null default '',
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_newest on public.audit_log (tenant_id, id desc);
create index audit_log_by_entity on public.audit_log (tenant_id, entity, entity_id, id desc);
create index audit_log_by_actor on public.audit_log (tenant_id, actor_id, id desc);

alter table public.audit_log enable row level security;

grant select on public.audit_log to authenticated;
grant select on public.audit_log to service_role;
revoke insert, update, delete, truncate on public.audit_log from service_role;

-- Triggers ---------------------------------------------------------------------------------------

-- Writes down what staff changed, and every change of a role but a customer's first; an update keeps the columns that
-- changed.
create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_actor_id uuid := auth.uid();
  v_derived constant text[] := '{search,types,sizes,colors,materials,genders}';
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_derived end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_derived end;
  v_row jsonb := coalesce(v_after, v_before);
  v_tenant_id text := v_row ->> 'tenant_id';
  v_name text;
begin
  if tg_table_name <> 'user_roles' and (v_actor_id is null or not private.is_staff(v_tenant_id))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or not exists (select 1 from public.tenants t where t.id = v_tenant_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key) into v_before, v_after
    from jsonb_each(v_before) b
    where b.value is distinct from v_after -> b.key and b.key not in ('updated_at', 'version');
    if v_before is null then
      return null;
    end if;
  end if;
  select p.name into v_name from public.profiles p where p.id = v_actor_id
  order by p.tenant_id = v_tenant_id desc limit 1;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after)
  values (
    v_tenant_id, v_actor_id, coalesce(v_name, ''), lower(tg_op), tg_table_name,
    coalesce(v_row ->> 'id', v_row ->> 'tenant_id'),
    left(coalesce(v_row ->> 'name', v_row ->> 'number', v_row ->> 'code', v_row ->> 'title', v_row ->> 'reason', ''), 200),
    v_before, v_after
  );
  return null;
end
$$;

create trigger audited after insert or update or delete on public.settings
  for each row execute function private.audit();
create trigger audited after insert or update or delete on public.staff_settings
  for each row execute function private.audit();
create trigger audited after insert or update or delete on public.categories
  for each row execute function private.audit();
create trigger audited after insert or delete on public.products
  for each row execute function private.audit();
create trigger audited_update after update of category_id, name, description, price, original_price, discount, images,
    videos, unit, featured, is_new, is_active, type, size, color, material, brand, gender
  on public.products for each row when (old.version <> new.version) execute function private.audit();
create trigger audited after insert or update or delete on public.banners
  for each row execute function private.audit();
create trigger audited after insert or update or delete on public.discounts
  for each row execute function private.audit();
create trigger audited after insert or update or delete on public.delivery_slots
  for each row execute function private.audit();
create trigger audited after update on public.orders
  for each row execute function private.audit();
create trigger audited after update or delete on public.reviews
  for each row execute function private.audit();
create trigger audited after insert on public.point_entries
  for each row when (new.kind = 'adjusted') execute function private.audit();
create trigger audited after insert or update or delete on public.user_roles
  for each row execute function private.audit();

-- Policies ---------------------------------------------------------------------------------------

create policy "Staff read what was changed in their store" on public.audit_log
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Public functions -------------------------------------------------------------------------------

-- Takes the second factors off somebody who lost them; super admins only, and written down. People who are staff
-- elsewhere as well are helped there too, or not at all.
create function public.remove_user_factors(p_user_id uuid, p_tenant_id text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_ruled text[] := private.ruled_tenants();
  v_removed integer;
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (v_ruled), false) then
    raise exception using errcode = '42501', message = 'Only super admins can remove a second step.',
      detail = 'super_admin_only';
  end if;
  perform private.require_assured();
  if p_user_id = auth.uid()
    or not exists (select 1 from public.profiles p where p.id = p_user_id and p.tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles r
      where r.user_id = p_user_id and r.role >= 'admin' and not private.is_service()
        and (r.tenant_id is null or not r.tenant_id = any (v_ruled))
    ) then
    perform private.refuse('unknown_person', 'This person''s second step cannot be removed here.');
  end if;
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(),
    coalesce((
      select p.name from public.profiles p where p.id = auth.uid() order by p.tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'mfa_factors', p_user_id::text,
    coalesce((select p.name from public.profiles p where p.id = p_user_id and p.tenant_id = p_tenant_id), '')
  );
  return v_removed;
end
$$;
grant execute on function public.remove_user_factors(uuid, text) to authenticated, service_role;
