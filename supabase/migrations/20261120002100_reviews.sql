create type public.review_status as enum ('pending', 'approved', 'rejected');

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  product_id uuid not null,
  user_id uuid not null default auth.uid(),
  author_name text not null default '' check (length(author_name) <= 60),
  rating smallint not null check (rating between 1 and 5),
  title text not null default '' check (length(title) <= 120),
  body text not null default '' check (length(body) <= 4000),
  status public.review_status not null default 'pending',
  staff_reply text not null default '' check (length(staff_reply) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (user_id, tenant_id, product_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
);
create index reviews_by_product on public.reviews (tenant_id, product_id, created_at desc) where status = 'approved';
create index reviews_by_status on public.reviews (tenant_id, status, created_at desc);

alter table public.reviews enable row level security;

-- Who wrote a review is shown by name; their account's id is not for everybody.
grant select (id, tenant_id, product_id, author_name, rating, title, body, status, staff_reply, created_at, updated_at)
  on public.reviews to anon;
grant select, delete on public.reviews to authenticated;
grant insert (id, tenant_id, product_id, user_id, rating, title, body) on public.reviews to authenticated;
grant update (status, staff_reply) on public.reviews to authenticated;
grant all on public.reviews to service_role;

-- Triggers ---------------------------------------------------------------------------------------

create function private.review_written() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  elsif new.author_name = '' then
    new.author_name := coalesce((
      select left(split_part(btrim(p.name), ' ', 1), 60) from public.profiles p
      where p.id = new.user_id and p.tenant_id = new.tenant_id
    ), '');
  end if;
  return new;
end
$$;

create trigger reviews_written before insert or update on public.reviews
  for each row execute function private.review_written();

create function private.review_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_product_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
begin
  update public.products p set review_count = r.n, rating = r.average
  from (
    select count(*)::integer as n, round(avg(v.rating), 2) as average
    from public.reviews v where v.product_id = v_product_id and v.status = 'approved'
  ) r
  where p.id = v_product_id;
  return null;
end
$$;

create trigger reviews_counted after insert or update of status or delete on public.reviews
  for each row execute function private.review_counted();

-- Helpers ----------------------------------------------------------------------------------------

-- People review what they have received, where the store has reviews.
create function private.may_review(p_tenant_id text, p_product_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
begin
  return exists (
    select 1 from public.settings s where s.tenant_id = p_tenant_id and (s.features ->> 'reviews')::boolean
  ) and exists (
    select 1 from public.orders o
    join public.order_lines l on l.order_id = o.id
    where o.user_id = v_user_id and o.tenant_id = p_tenant_id and l.product_id = p_product_id
      and o.status in ('delivered', 'return_requested', 'returned')
  );
end
$$;
grant execute on function private.may_review(text, uuid) to authenticated, service_role;

-- Policies ---------------------------------------------------------------------------------------

create policy "Everybody reads approved reviews" on public.reviews
  for select to anon, authenticated using (status = 'approved');

create policy "People read their own reviews" on public.reviews
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read all reviews of their store" on public.reviews
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "People review what they have received" on public.reviews
  for insert to authenticated
  with check (user_id = (select auth.uid()) and private.may_review(tenant_id, product_id));

create policy "Staff approve, reject and answer reviews" on public.reviews
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "People remove their own reviews" on public.reviews
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "Staff remove reviews of their store" on public.reviews
  for delete to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.guard_writes('public.reviews');

-- Public functions -------------------------------------------------------------------------------

-- Whether the caller may review a product: received it, has not reviewed it yet, and the store has reviews.
create function public.can_review(p_product_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_id text := (select p.tenant_id from public.products p where p.id = p_product_id);
begin
  return v_tenant_id is not null
    and private.may_review(v_tenant_id, p_product_id)
    and not exists (select 1 from public.reviews r where r.product_id = p_product_id and r.user_id = auth.uid());
end
$$;
grant execute on function public.can_review(uuid) to authenticated, service_role;
