-- A design document: {"version": 1, "garment": "Hoodie", "color": "…", "elements": [{"kind": "text" | "image",
-- "side": "front" | "back", …}]}. The database checks what it prices and stores; the rest is the designer's.
create function private.is_design(p_design jsonb) returns boolean
language sql immutable as $$
  select case
    when jsonb_typeof(p_design) = 'object'
      and p_design -> 'version' = '1'
      and jsonb_typeof(p_design -> 'garment') = 'string'
      and jsonb_typeof(p_design -> 'elements') = 'array'
    then length(p_design ->> 'garment') between 1 and 60
      and jsonb_array_length(p_design -> 'elements') <= 60
      and length(p_design::text) <= 200000
      and not exists (
        select 1 from jsonb_array_elements(p_design -> 'elements') e
        where (e ->> 'kind' in ('text', 'image') and e ->> 'side' in ('front', 'back')) is not true
      )
    else false
  end
$$;

create function private.design_elements(p_design jsonb, p_kind text) returns integer
language sql immutable as $$
  select case
    when jsonb_typeof(p_design -> 'elements') = 'array' then (
      select count(*)::integer from jsonb_array_elements(p_design -> 'elements') e where e ->> 'kind' = p_kind
    )
    else 0
  end
$$;

grant execute on function private.is_design(jsonb), private.design_elements(jsonb, text)
  to anon, authenticated, service_role;

create table public.customizations (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  -- The product the design was started from; without one it is a garment of the designer's own.
  product_id uuid,
  name text not null default '' check (length(name) <= 80),
  design jsonb not null check (private.is_design(design)),
  garment text not null generated always as (design ->> 'garment') stored,
  text_count integer not null generated always as (private.design_elements(design, 'text')) stored,
  image_count integer not null generated always as (private.design_elements(design, 'image')) stored,
  preview text check (length(preview) <= 2000),
  print_files jsonb not null default '[]' check (jsonb_typeof(print_files) = 'array'),
  -- Pounds by the store's prices when it was last saved; null when the store does not price this garment.
  price numeric(12, 2) check (price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete set null (product_id)
);
create index customizations_by_person on public.customizations (user_id, tenant_id, updated_at desc);
create index customizations_by_product on public.customizations (tenant_id, product_id) where product_id is not null;

alter table public.customizations enable row level security;

grant select, delete on public.customizations to authenticated;
grant insert (id, tenant_id, user_id, product_id, name, design, preview) on public.customizations to authenticated;
grant update (id, tenant_id, user_id, product_id, name, design, preview) on public.customizations to authenticated;
grant all on public.customizations to service_role;

call private.keep_place('public.customizations', '{id,tenant_id,user_id}');

-- Triggers ---------------------------------------------------------------------------------------

create function private.customization_price(p_settings jsonb, p_design jsonb) returns numeric
language sql immutable as $$
  select (p_settings -> 'baseProductPrices' ->> (p_design ->> 'garment'))::numeric
    + (p_settings ->> 'textPrice')::numeric * private.design_elements(p_design, 'text')
    + (p_settings ->> 'imagePrice')::numeric * private.design_elements(p_design, 'image')
$$;

create function private.customization_saved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  elsif not private.is_service() then
    perform pg_advisory_xact_lock(hashtextextended('designs:' || new.tenant_id || new.user_id, 0));
    if (select count(*) >= 500 from public.customizations c
        where c.user_id = new.user_id and c.tenant_id = new.tenant_id) then
      perform private.refuse('too_many_designs', 'You can keep up to 500 designs. Remove one first.');
    end if;
  end if;
  new.price := (
    select private.customization_price(s.customization, new.design)
    from public.settings s where s.tenant_id = new.tenant_id
  );
  return new;
end
$$;

create trigger customizations_saved before insert or update on public.customizations
  for each row execute function private.customization_saved();

-- Policies ---------------------------------------------------------------------------------------

create policy "People read their own designs" on public.customizations
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's designs" on public.customizations
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "People save their own designs" on public.customizations
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own designs" on public.customizations
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own designs" on public.customizations
  for delete to authenticated using (user_id = (select auth.uid()));

call private.guard_writes('public.customizations');
