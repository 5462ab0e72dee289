-- The phone numbers in people's profiles: a table of its own, since staff who see customers read the rows of profiles.

-- Tables

create table public.profile_phones (
  user_id uuid not null,
  tenant_id text not null,
  phone text not null check (btrim(phone) <> '' and length(phone) <= 30),
  primary key (user_id, tenant_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index profile_phones_by_digits on public.profile_phones (private.national_digits(phone) text_pattern_ops, tenant_id);
create index profile_phones_by_last_digits
  on public.profile_phones (reverse(private.national_digits(phone)) text_pattern_ops, tenant_id);
alter table public.profile_phones enable row level security;

-- Policies

create policy "People read their own phone numbers" on public.profile_phones
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff with the right read their customers' phone numbers" on public.profile_phones
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('customers.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

create policy "People add their own phone numbers" on public.profile_phones
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own phone numbers" on public.profile_phones
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own phone numbers" on public.profile_phones
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.profile_phones');

-- Functions

-- A profile's phone number as the reader may see it: masked for staff without the right, null without one. A computed field, for
-- the person themselves and staff who see customers.
create function public.phone(p_profile public.profiles) returns text
language sql stable security definer set search_path = '' as $$
  select case when known.user_id = auth.uid() or private.may(known.tenant_id, 'customers.see_contact') then known.phone
    else private.masked_phone(known.phone) end
  from public.profile_phones known
  where known.user_id = p_profile.id and known.tenant_id = p_profile.tenant_id
    and (known.user_id = auth.uid() or private.may(known.tenant_id, 'customers.see'))
$$;

-- Grants

grant select, delete on public.profile_phones to authenticated;
grant insert (user_id, tenant_id, phone), update (user_id, tenant_id, phone) on public.profile_phones to authenticated;
grant execute on function public.phone to authenticated;
