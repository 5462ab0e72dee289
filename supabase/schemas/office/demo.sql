-- The demo: which rows of the stores belong to it, and closing its accounts. office/demo_removal.sql removes it.

-- Tables

-- Whether there is a demo, and how many of its accounts can be signed in to.
create type public.demo_presence as (present boolean, open_accounts bigint);

-- The stores with the demo, and whether there is an owner other than the demo's.
create type public.demo_marks as (marked text[], own_owner boolean);

create type private.demo_kind as enum (
  'account', 'order', 'product', 'category', 'attribute', 'banner', 'discount', 'search_word'
);

create table private.demo_stores (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  -- What it wrote to the store's settings: {"bankDetails", "invoicing", "translations"}.
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- Its pictures and videos: bucket/name.
  files text[] not null default '{}',
  removed_at timestamptz
);
alter table private.demo_stores enable row level security;

create table private.demo_rows (
  tenant_id text not null references public.tenants (id) on delete cascade,
  kind private.demo_kind not null,
  id uuid not null,
  -- Hash of an account's public password. Anyone who changed the password has made the account their own.
  password_hash text,
  primary key (kind, id),
  constraint demo_rows_accounts_have_passwords check ((kind = 'account') = (password_hash is not null))
);
create index demo_rows_by_store on private.demo_rows (tenant_id);
alter table private.demo_rows enable row level security;

-- Functions

-- The accounts with publicly known passwords.
create function private.demo_accounts() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select account.id from private.demo_rows marked join auth.users account on account.id = marked.id
    where marked.kind = 'account' and account.encrypted_password = marked.password_hash
  )
$$;

create function private.is_demo_order(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.demo_rows marked where marked.kind = 'order' and marked.id = p_order_id)
$$;

-- Whether anybody owns the installation with an account other than the demo's.
create function private.has_own_owner() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.user_roles ruling
    where ruling.tenant_id is null and ruling.role = 'super_admin' and not ruling.user_id = any (private.demo_accounts())
  )
$$;

-- Closes the demo's accounts once the stores have an owner of their own: sign-in is disabled and their staff rights end at once, in
-- open sessions too.
create function private.close_demo_accounts() returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

create function private.owner_made() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_demo_accounts();
  return null;
end
$$;

-- Records which rows of a store are the demo's; server only, also for stores filled by a version that didn't record it. `p_demo` is
-- {"accounts": [{"email", "password_hash"}], "orders": [keys], "products": [names], "ids": {kind: [ids]}, "settings", "files"}. A
-- call with only accounts comes before anything else is loaded.
create function public.mark_demo(p_tenant_id text, p_demo jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_people uuid[];
begin
  perform private.require_service();
  insert into private.demo_rows (tenant_id, kind, id, password_hash)
  select p_tenant_id, 'account', account.id, given.password_hash
  from jsonb_to_recordset(p_demo -> 'accounts') given (email text, password_hash text)
  join auth.users account on account.email = given.email
  on conflict do nothing;
  if p_demo ? 'files' then
    v_people := array(
      select marked.id from private.demo_rows marked where marked.kind = 'account' and marked.tenant_id = p_tenant_id
    );
    insert into private.demo_rows (tenant_id, kind, id)
    select p_tenant_id, 'order'::private.demo_kind, ordered.order_id from private.order_keys ordered
    where ordered.tenant_id = p_tenant_id
      and ordered.idempotency_key in (select jsonb_array_elements_text(p_demo -> 'orders'))
    union
    select p_tenant_id, 'product', found.id from private.demo_products(p_tenant_id, p_demo -> 'products', v_people) found (id)
    where found.id is not null
    union
    select p_tenant_id, listed.kind::private.demo_kind, row_id.value::uuid
    from jsonb_each(p_demo -> 'ids') listed (kind, ids), jsonb_array_elements_text(listed.ids) row_id (value)
    on conflict do nothing;
    insert into private.demo_stores (tenant_id, settings, files)
    values (p_tenant_id, p_demo -> 'settings', array(select jsonb_array_elements_text(p_demo -> 'files')))
    on conflict do nothing;
  end if;
  perform private.close_demo_accounts();
end
$$;

-- The products that the demo's staff imported under these names, even if renamed; matched by name where the audit log doesn't
-- record who added them.
create function private.demo_products(p_tenant_id text, p_names jsonb, p_people uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with added as materialized (
    select noted.label, noted.entity_id::uuid as id, noted.id as place from public.audit_log noted
    where noted.tenant_id = p_tenant_id and noted.entity = 'products' and noted.action = 'insert'
      and noted.actor_id = any (p_people)
  )
  select case when exists (select 1 from added where added.label = left(given.name, 200))
    then (
      select added.id from added join public.products product on product.id = added.id
      where added.label = left(given.name, 200) order by added.place limit 1
    )
    else (
      select product.id from public.products product
      where product.tenant_id = p_tenant_id and product.name = given.name order by product.created_at limit 1
    ) end
  from jsonb_array_elements_text(p_names) given (name)
$$;

-- For staff and the server.
create function public.demo_status() returns public.demo_presence
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_service() and cardinality(private.workplaces()) = 0 then
    perform private.refuse('staff_only');
  end if;
  return row(exists (select 1 from private.demo_rows), (
    select count(*) from auth.users account
    where account.id = any (private.demo_accounts()) and (account.banned_until is null or account.banned_until <= now())
  ))::public.demo_presence;
end
$$;

-- For loading the demo.
create function public.demo_stores() returns public.demo_marks
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return row(
    array(select store.tenant_id from private.demo_stores store order by store.tenant_id), private.has_own_owner()
  )::public.demo_marks;
end
$$;

-- Triggers

create trigger owner_made after insert or update on public.user_roles
  for each row when (new.tenant_id is null and new.role = 'super_admin') execute function private.owner_made();

-- Grants

grant execute on function public.demo_status to authenticated;
