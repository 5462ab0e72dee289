-- Replies that staff saved for conversations, with facts in braces that are filled in when one is used.

-- Tables

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  title text not null check (btrim(title) <> '' and length(title) <= 120),
  body text not null check (btrim(body) <> '' and length(body) <= 4000),
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, title)
);
alter table public.saved_replies enable row level security;

-- Policies

create policy "Staff read their store's saved replies" on public.saved_replies
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

call private.add_staff_policies('public.saved_replies', 'saved replies', 'customers.answer');

-- Triggers

call private.serialize_upserts('public.saved_replies');

call private.fix_columns('public.saved_replies', '{id,tenant_id}');

create trigger touched before update on public.saved_replies
  for each row execute function private.touch_version();

-- Grants

grant select, delete on public.saved_replies to authenticated;
grant insert (id, tenant_id, title, body, translations, created_at) on public.saved_replies to authenticated;
grant update (id, tenant_id, title, body, translations) on public.saved_replies to authenticated;
