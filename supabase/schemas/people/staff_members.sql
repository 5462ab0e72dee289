-- People who work here. Their accounts carry no store's mark and are no customer's (docs/product.md, Accounts); admins and super
-- admins of a single store may still work with a customer's account.

-- Tables

create table public.staff_members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (length(name) <= 120),
  office_language text not null default 'en' check (office_language in ('en', 'ar')),
  created_at timestamptz not null default now()
);
alter table public.staff_members enable row level security;

-- Policies

create policy "People who work here read their own row" on public.staff_members
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People who work here change their own row" on public.staff_members
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

call private.add_aal2_policies('public.staff_members');

-- Functions

-- The name of somebody who works here; of an admin with a customer's account, the one in this store if they have one there.
create function private.staff_name(p_user_id uuid, p_tenant_id text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select nullif(member.name, '') from public.staff_members member where member.user_id = p_user_id),
    (
      select profile.name from public.profiles profile
      where profile.id = p_user_id order by profile.tenant_id = p_tenant_id desc limit 1
    ),
    ''
  );
end
$$;

-- The sign-in address of somebody who works here, as they typed it.
create function private.staff_email(p_user_id uuid, p_tenant_id text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select private.original_email(account.email::text, p_tenant_id) from auth.users account where account.id = p_user_id
  ), '');
end
$$;

-- The language in which somebody reads the back office.
create function private.office_language(p_user_id uuid, p_tenant_id text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select member.office_language from public.staff_members member where member.user_id = p_user_id),
    (
      select profile.office_language from public.profiles profile
      where profile.id = p_user_id order by profile.tenant_id = p_tenant_id desc, profile.tenant_id limit 1
    ),
    'en'
  );
end
$$;

-- What the log calls somebody who works here.
create function private.staff_label(p_user_id uuid, p_tenant_id text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(nullif(private.staff_name(p_user_id, p_tenant_id), ''), private.staff_email(p_user_id, p_tenant_id));
end
$$;

-- Names of those of these people who work here, with their address where they have no name; of customers, who may have worked here
-- before, only for those who see customers. Staff only.
create function public.staff_names(p_tenant_id text, p_user_ids uuid[]) returns table (user_id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_sees_all constant boolean := private.may(p_tenant_id, 'customers.see');
  v_staff constant uuid[] := private.staff_ids(p_tenant_id);
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.workplaces()), false) then
    perform private.refuse('staff_only');
  end if;
  return query
  select person.id, private.staff_label(person.id, p_tenant_id)
  from unnest(p_user_ids) person (id)
  where private.is_person_of(person.id, p_tenant_id) and (
    v_sees_all or person.id = any (v_staff)
    or exists (select 1 from public.staff_members member where member.user_id = person.id));
end
$$;

-- Whether somebody is a customer of a store, or has or had work there.
create function private.is_person_of(p_user_id uuid, p_tenant_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles profile where profile.id = p_user_id and profile.tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles held
      where held.user_id = p_user_id and (held.tenant_id = p_tenant_id or held.tenant_id is null))
    or exists (
      select 1 from public.staff_grants held
      where held.user_id = p_user_id and (held.tenant_id = p_tenant_id or held.tenant_id is null));
end
$$;

-- Makes an account that of somebody who works here, with the name that they signed up with, and fills in a missing name.
create function private.add_staff_member(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.staff_members (user_id, name)
  select account.id, private.printable_name(account.raw_user_meta_data -> 'name') from auth.users account where account.id = p_user_id
  on conflict (user_id) do update set name = coalesce(nullif(staff_members.name, ''), excluded.name)
$$;

-- Somebody who works here becomes a customer with what they first do as one, not by looking around.
create function private.member_becomes_customer(p_user_id uuid, p_tenant_id text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.staff_members member where member.user_id = p_user_id) and not exists (
    select 1 from public.profiles profile where profile.id = p_user_id and profile.tenant_id = p_tenant_id
  ) then
    perform private.add_customer(p_user_id, p_tenant_id, '', private.staff_name(p_user_id, p_tenant_id));
  end if;
end
$$;

create function private.member_shops() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = auth.uid() then
    perform private.member_becomes_customer(new.user_id, new.tenant_id);
  end if;
  return new;
end
$$;

-- Grants

grant select on public.staff_members to authenticated;
grant update (name, office_language) on public.staff_members to authenticated;
grant execute on function public.staff_names to authenticated;
