-- Banners, FAQ questions, and reviews.

-- Tables

create type public.review_status as enum ('pending', 'approved', 'rejected');

create table public.banners (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  title text not null default '' check (length(title) <= 200),
  description text check (length(description) <= 2000),
  image_url text not null default '' check (length(image_url) <= 2000),
  link_url text check (length(link_url) <= 2000 and link_url ~ '^(https?://[^\s]+|/[^\s]*|)$'),
  translations jsonb not null default '{}' check (private.are_translations(translations, 10000)),
  position integer not null default 0,
  is_active boolean not null default true,
  start_date timestamptz,
  end_date timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint banners_window check (end_date > start_date)
);
create index banners_by_position on public.banners (tenant_id, position, id);
alter table public.banners enable row level security;

create table public.faq_questions (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  question text not null check (btrim(question) <> '' and length(question) <= 500),
  answer text not null check (btrim(answer) <> '' and length(answer) <= 5000),
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, question)
);
create index faq_questions_by_position on public.faq_questions (tenant_id, position, id);
alter table public.faq_questions enable row level security;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  product_id uuid not null,
  -- Null once the account is gone; the review stays, anonymous.
  user_id uuid default auth.uid(),
  author_name text not null default '' check (length(author_name) <= 60),
  rating smallint not null check (rating between 1 and 5),
  title text not null default '' check (length(title) <= 120),
  body text not null default '' check (length(body) <= 4000),
  status public.review_status not null default 'pending',
  staff_reply text not null default '' check (length(staff_reply) <= 2000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (user_id, tenant_id, product_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete set null (user_id),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
);
create index reviews_by_product on public.reviews (tenant_id, product_id, created_at desc) where status = 'approved';
create index reviews_by_status on public.reviews (tenant_id, status, created_at desc);
alter table public.reviews enable row level security;

-- Helpers

-- People may review what they received, if the store has reviews.
create function private.may_review(p_tenant_id text, p_product_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
begin
  return exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and settings.reviews_enabled
  ) and exists (
    select 1 from public.orders
    join public.order_lines on order_lines.order_id = orders.id
    where orders.user_id = v_user_id and orders.tenant_id = p_tenant_id and order_lines.product_id = p_product_id
      and order_lines.delivered > 0
  ) and not exists (
    select 1 from public.customer_records
    where tenant_id = p_tenant_id and user_id = v_user_id and blocked_reason is not null
  );
end
$$;

-- Policies

create policy "Everybody reads banners that run now" on public.banners
  for select to anon, authenticated
  using (
    is_active and coalesce(start_date <= now(), true) and coalesce(end_date > now(), true)
    and tenant_id <> all ((select private.hidden_stores())::text[])
  );

create policy "Staff read all banners of their store" on public.banners
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('content.see'))::text[]));

call private.add_staff_policies('public.banners', 'banners', 'content.change');

create policy "Everybody reads questions of stores that they see" on public.faq_questions
  for select to anon, authenticated using (tenant_id <> all ((select private.hidden_stores())::text[]));

call private.add_staff_policies('public.faq_questions', 'questions', 'content.change');

create policy "Everybody reads approved reviews" on public.reviews
  for select to anon, authenticated using (status = 'approved' and tenant_id <> all ((select private.hidden_stores())::text[]));

create policy "People read their own reviews" on public.reviews
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read all reviews of their store" on public.reviews
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('content.see'))::text[]));

create policy "People review what they have received" on public.reviews
  for insert to authenticated
  with check (user_id = (select auth.uid()) and private.may_review(tenant_id, product_id));

create policy "Staff approve, reject and answer reviews" on public.reviews
  for update to authenticated
  using (tenant_id = any ((select private.tenants_where_may('content.change'))::text[]))
  with check (tenant_id = any ((select private.tenants_where_may('content.change'))::text[]));

create policy "People remove their own reviews" on public.reviews
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "Staff remove reviews of their store" on public.reviews
  for delete to authenticated using (tenant_id = any ((select private.tenants_where_may('content.change'))::text[]));

call private.add_aal2_policies('public.reviews');

-- Functions

-- Reorders a store's banners to match the list. Staff only.
create function public.order_banners(p_tenant_id text, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'content.change');
  if (select count(*) from public.banners where tenant_id = p_tenant_id and id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('banners_changed');
  end if;
  update public.banners set position = ordered.place - 1
  from unnest(p_ids) with ordinality as ordered (id, place)
  where banners.tenant_id = p_tenant_id and banners.id = ordered.id and banners.position <> ordered.place - 1;
end
$$;

-- Reorders a store's questions to match the list. Staff only.
create function public.order_faq_questions(p_tenant_id text, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'content.change');
  if (select count(*) from public.faq_questions where tenant_id = p_tenant_id and id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('questions_changed');
  end if;
  update public.faq_questions set position = ordered.place - 1
  from unnest(p_ids) with ordinality as ordered (id, place)
  where faq_questions.tenant_id = p_tenant_id and faq_questions.id = ordered.id
    and faq_questions.position <> ordered.place - 1;
end
$$;

-- Limits a store's questions to what its one page can show.
create function private.limit_faq_questions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('questions:' || new.tenant_id, 0));
  if (select count(*) from public.faq_questions where tenant_id = new.tenant_id) >= 200 then
    perform private.refuse('too_many_questions');
  end if;
  return new;
end
$$;

-- The next time a banner of the store starts or ends, for caches: upcoming banners are hidden, and nothing in the database changes
-- when one starts.
create function public.next_banner_change(p_tenant_id text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(change.at)
  from public.banners
  cross join lateral (values (banners.start_date), (banners.end_date)) change (at)
  where banners.tenant_id = p_tenant_id and banners.is_active and change.at > now()
$$;

create function private.review_written() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  elsif new.author_name = '' then
    new.author_name := coalesce((
      select left(split_part(btrim(name), ' ', 1), 60) from public.profiles
      where id = new.user_id and tenant_id = new.tenant_id
    ), '');
  end if;
  return new;
end
$$;

-- Whether the caller may review a product: they received it and haven't reviewed it, and the store has reviews.
create function public.can_review(p_product_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_id text := (select tenant_id from public.products where id = p_product_id);
begin
  return v_tenant_id is not null
    and private.may_review(v_tenant_id, p_product_id)
    and not exists (select 1 from public.reviews where product_id = p_product_id and user_id = auth.uid());
end
$$;

-- Recounts products' approved reviews in a statement after locking them, so that it sees concurrent decisions.
create function private.count_reviews(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_product_ids is null then
    return;
  end if;
  perform 1 from public.products where id = any (p_product_ids) order by id for no key update;
  update public.products set review_count = counted.how_many, rating = counted.average
  from (
    select locked.id, count(reviews.id)::integer as how_many, round(avg(reviews.rating), 2) as average
    from public.products locked
    left join public.reviews on reviews.tenant_id = locked.tenant_id and reviews.product_id = locked.id
      and reviews.status = 'approved'
    where locked.id = any (p_product_ids)
    group by locked.id
  ) counted
  where products.id = counted.id;
end
$$;

create function private.reviews_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_reviews((select array_agg(distinct review.product_id) from changed review where review.status = 'approved'));
  return null;
end
$$;

create function private.reviews_recounted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_reviews((
    select array_agg(distinct after.product_id)
    from after join before using (id)
    where 'approved' in (after.status, before.status) and (after.status, after.rating) <> (before.status, before.rating)));
  return null;
end
$$;

-- Triggers

call private.fix_columns('public.banners', '{id,tenant_id}');
call private.serialize_upserts('public.banners');

create trigger banners_touch before update on public.banners
  for each row execute function private.touch_version();

call private.fix_columns('public.faq_questions', '{id,tenant_id}');

-- Excludes `position`: sorting the list must not make a question that is open elsewhere outdated.
create trigger faq_questions_touch before update of question, answer, version, created_at, updated_at on public.faq_questions
  for each row execute function private.touch_version();

create trigger faq_questions_limited before insert on public.faq_questions
  for each row execute function private.limit_faq_questions();

create trigger reviews_written before insert or update on public.reviews
  for each row execute function private.review_written();

create trigger reviews_touch before update of status, staff_reply on public.reviews
  for each row execute function private.touch_version();

create trigger reviews_counted_in after insert on public.reviews
  referencing new table as changed for each statement execute function private.reviews_counted();

create trigger reviews_counted_out after delete on public.reviews
  referencing old table as changed for each statement execute function private.reviews_counted();

create trigger reviews_counted after update on public.reviews
  referencing old table as before new table as after
  for each statement execute function private.reviews_recounted();

-- Grants

grant select on public.banners to anon, authenticated;
grant delete on public.banners to authenticated;
grant insert (
  id, tenant_id, title, description, image_url, link_url, position, is_active, start_date, end_date, created_at,
  updated_at, translations
) on public.banners to authenticated;
grant update (
  id, tenant_id, title, description, image_url, link_url, position, is_active, start_date, end_date, updated_at,
  translations
) on public.banners to authenticated;
grant select on public.faq_questions to anon, authenticated;
grant delete on public.faq_questions to authenticated;
grant insert (id, tenant_id, question, answer, translations, position, created_at) on public.faq_questions to authenticated;
grant update (id, tenant_id, question, answer, translations, position) on public.faq_questions to authenticated;
grant delete on public.reviews to authenticated;
grant insert (id, tenant_id, product_id, user_id, rating, title, body) on public.reviews to authenticated;
-- A review shows its author's name; the account's id stays private.
grant select (
  id, tenant_id, product_id, author_name, rating, title, body, status, staff_reply, version, created_at, updated_at
) on public.reviews to anon, authenticated;
grant update (status, staff_reply) on public.reviews to authenticated;
grant execute on function
  private.may_review, public.can_review, public.order_banners, public.order_faq_questions
to authenticated;
grant execute on function public.next_banner_change to anon, authenticated;
