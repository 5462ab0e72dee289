-- Staff's records about customers.

-- Tables

-- Tags, a note and the reason for a block, hidden from the customer until they export their data. A blocked customer can neither
-- order nor review.
create table public.customer_records (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  tags text[] not null default '{}' check (private.are_texts(tags, 20, 40)),
  note text not null default '' check (length(note) <= 5000),
  blocked_reason text check (btrim(blocked_reason) <> '' and length(blocked_reason) <= 500),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, user_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index customer_records_by_tag on public.customer_records using gin (tags);
alter table public.customer_records enable row level security;

-- Policies

create policy "Staff read what they keep about customers" on public.customer_records
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

create policy "Staff begin to keep something about a customer" on public.customer_records
  for insert to authenticated with check (tenant_id = any ((select private.tenants_where_may('customers.change'))::text[]));

create policy "Staff change what they keep about customers" on public.customer_records
  for update to authenticated
  using (tenant_id = any ((select private.tenants_where_may('customers.change'))::text[]))
  with check (tenant_id = any ((select private.tenants_where_may('customers.change'))::text[]));

call private.add_aal2_policies('public.customer_records');

-- Functions

-- Refuses a blocked customer. The reason stays with staff.
create function private.refuse_blocked(p_tenant_id text, p_user_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.customer_records
    where tenant_id = p_tenant_id and user_id = p_user_id and blocked_reason is not null
  ) then
    perform private.refuse('blocked');
  end if;
end
$$;

-- Triggers

call private.fix_columns('public.customer_records', '{id,tenant_id,user_id}');

create trigger customer_records_touch before update on public.customer_records
  for each row execute function private.touch_version();

-- Grants

grant select on public.customer_records to authenticated;
grant insert (tenant_id, user_id, tags, note, blocked_reason) on public.customer_records to authenticated;
grant update (tags, note, blocked_reason) on public.customer_records to authenticated;
