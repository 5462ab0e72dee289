create table public.wishlists (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  product_id uuid not null,
  created_at timestamptz not null default now(),
  unique (user_id, tenant_id, product_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
);
create index wishlists_by_product on public.wishlists (tenant_id, product_id);

alter table public.wishlists enable row level security;

grant select, delete on public.wishlists to authenticated;
grant insert (id, tenant_id, user_id, product_id, created_at) on public.wishlists to authenticated;
grant all on public.wishlists to service_role;

create policy "People read their own wishlist" on public.wishlists
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People add to their own wishlist" on public.wishlists
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People remove from their own wishlist" on public.wishlists
  for delete to authenticated using (user_id = (select auth.uid()));

call private.guard_writes('public.wishlists');
