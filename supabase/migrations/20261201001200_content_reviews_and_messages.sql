-- Banners, reviews, and conversations with customers.

-- Tables

create type public.review_status as enum ('pending', 'approved', 'rejected');

create type public.conversation_kind as enum ('contact', 'chat');

create type public.message_sender as enum ('visitor', 'shopper', 'staff');

create table public.banners (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  title text not null default '' check (length(title) <= 200),
  description text check (length(description) <= 2000),
  image_url text not null default '' check (length(image_url) <= 2000),
  link_url text check (length(link_url) <= 2000 and link_url ~ '^(https?://[^\s]+|/[^\s]*|)$'),
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

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  product_id uuid not null,
  -- Null once the account is gone; the review stays, without a name.
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

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  kind public.conversation_kind not null,
  -- Null for people who wrote without an account.
  user_id uuid,
  name text not null default '' check (length(name) <= 120),
  email text not null default '' check (length(email) <= 320),
  subject text not null default '' check (length(subject) <= 200),
  is_open boolean not null default true,
  unread_by_staff integer not null default 0,
  unread_by_shopper integer not null default 0,
  last_message_at timestamptz not null default now(),
  -- When staff answered last; null while the last word is the customer's.
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index conversations_latest on public.conversations (tenant_id, is_open, last_message_at desc);
create index conversations_of_person on public.conversations (user_id, tenant_id) where user_id is not null;
create index conversations_by_email on public.conversations (tenant_id, email, created_at desc) where kind = 'contact';
create index conversations_written on public.conversations (tenant_id, created_at desc) where kind = 'contact';
create unique index conversations_one_chat on public.conversations (user_id, tenant_id) where kind = 'chat' and is_open;
alter table public.conversations enable row level security;

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  conversation_id uuid not null,
  sender public.message_sender not null,
  user_id uuid,
  body text not null check (btrim(body) <> '' and length(body) <= 5000),
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, conversation_id) references public.conversations (tenant_id, id) on delete cascade
);
create index messages_of_conversation on public.messages (conversation_id, created_at);
alter table public.messages enable row level security;

-- Helpers

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
  ) and not exists (
    select 1 from public.customer_records c
    where c.tenant_id = p_tenant_id and c.user_id = v_user_id and c.blocked_reason is not null
  );
end
$$;

-- Policies

create policy "Everybody reads banners that run now" on public.banners
  for select to anon, authenticated
  using (is_active and coalesce(start_date <= now(), true) and coalesce(end_date > now(), true));

create policy "Staff read all banners of their store" on public.banners
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff add their store's banners" on public.banners
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their store's banners" on public.banners
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff remove their store's banners" on public.banners
  for delete to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_aal2_policies('public.banners');

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

call private.add_aal2_policies('public.reviews');

create policy "People read their own conversations" on public.conversations
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's conversations" on public.conversations
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People read the messages of their own conversations" on public.messages
  for select to authenticated using (
    exists (select 1 from public.conversations c where c.id = conversation_id and c.user_id = (select auth.uid()))
  );

create policy "Staff read their store's messages" on public.messages
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- Puts a store's banners into an order: the first of the list comes first. Staff only.
create function public.order_banners(p_tenant_id text, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if (select count(*) from public.banners b where b.tenant_id = p_tenant_id and b.id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('banners_changed', 'The list of banners has changed. Look at it again before you order it.');
  end if;
  update public.banners b set position = n.place - 1
  from unnest(p_ids) with ordinality as n (id, place)
  where b.tenant_id = p_tenant_id and b.id = n.id and b.position <> n.place - 1;
end
$$;

-- When a banner of the store next begins or ends, for caches: banners to come are hidden, and nothing happens in the
-- database at the moment that one begins.
create function public.next_banner_change(p_tenant_id text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(t.at)
  from public.banners b
  cross join lateral (values (b.start_date), (b.end_date)) t (at)
  where b.tenant_id = p_tenant_id and b.is_active and t.at > now()
$$;

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

-- Counts the approved reviews of products: in a statement of its own, which sees what was decided before they were held.
create function private.count_reviews(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_product_ids is null then
    return;
  end if;
  perform 1 from public.products p where p.id = any (p_product_ids) order by p.id for no key update;
  update public.products p set review_count = r.n, rating = r.average
  from (
    select q.id, count(v.id)::integer as n, round(avg(v.rating), 2) as average
    from public.products q
    left join public.reviews v on v.tenant_id = q.tenant_id and v.product_id = q.id and v.status = 'approved'
    where q.id = any (p_product_ids)
    group by q.id
  ) r
  where p.id = r.id;
end
$$;

create function private.reviews_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_reviews((select array_agg(distinct r.product_id) from changed r where r.status = 'approved'));
  return null;
end
$$;

create function private.reviews_recounted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_reviews((
    select array_agg(distinct n.product_id)
    from after n join before o using (id)
    where 'approved' in (n.status, o.status) and (n.status, n.rating) <> (o.status, o.rating)));
  return null;
end
$$;

create function private.can_read_conversation(p_conversation_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.conversations c
    where c.id = p_conversation_id and (c.user_id = auth.uid() or c.tenant_id = any (private.customer_tenants()))
  );
end
$$;

create function private.add_message(
  p_conversation public.conversations, p_sender public.message_sender, p_body text
) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.messages;
begin
  if coalesce(btrim(p_body), '') = '' or length(p_body) > 5000 then
    perform private.refuse('invalid_message', 'Write a message of up to 5,000 characters.');
  end if;
  insert into public.messages (tenant_id, conversation_id, sender, user_id, body)
  values (p_conversation.tenant_id, p_conversation.id, p_sender, auth.uid(), btrim(p_body))
  returning * into v_message;
  update public.conversations c set
    last_message_at = v_message.created_at,
    is_open = true,
    answered_at = case when p_sender = 'staff' then v_message.created_at end,
    unread_by_staff = case when p_sender = 'staff' then 0 else c.unread_by_staff + 1 end,
    unread_by_shopper = case when p_sender = 'staff' then c.unread_by_shopper + 1 else 0 end
  where c.id = p_conversation.id;
  return v_message;
end
$$;

-- Keeps what somebody wrote on the contact page for the staff; returns the conversation's id.
create function public.send_contact_message(
  p_tenant_id text, p_name text, p_email text, p_subject text, p_message text
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_conversation public.conversations;
begin
  if not exists (select 1 from public.tenants t where t.id = p_tenant_id) then
    perform private.refuse('unknown_store', 'This store does not exist.');
  end if;
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 then
    perform private.refuse('invalid_name', 'Tell us your name.');
  end if;
  if coalesce(p_email, '') !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or length(p_email) > 320 then
    perform private.refuse('invalid_email', 'Give an e-mail address that we can answer to.');
  end if;
  if length(p_subject) > 200 then
    perform private.refuse('invalid_subject', 'Shorten the subject to 200 characters.');
  end if;
  if (select count(*) from public.conversations c
      where c.tenant_id = p_tenant_id and c.email = lower(p_email) and c.kind = 'contact'
        and c.created_at > now() - interval '1 hour') >= 5 then
    perform private.refuse('too_many_messages', 'You have written several times already. Please wait for our answer.');
  end if;
  if (select count(*) from public.conversations c
      where c.tenant_id = p_tenant_id and c.kind = 'contact' and c.created_at > now() - interval '1 hour') >= 500 then
    perform private.refuse('too_many_messages', 'We are receiving too many messages. Please try again later.');
  end if;
  insert into public.conversations (tenant_id, kind, user_id, name, email, subject)
  values (
    p_tenant_id, 'contact',
    (select p.id from public.profiles p where p.id = auth.uid() and p.tenant_id = p_tenant_id),
    btrim(p_name), lower(btrim(p_email)), coalesce(btrim(p_subject), '')
  ) returning * into v_conversation;
  perform private.add_message(v_conversation, case when v_conversation.user_id is null
    then 'visitor'::public.message_sender else 'shopper' end, p_message);
  return v_conversation.id;
end
$$;

-- Writes into the caller's live chat with a store, opening it with the first message.
create function public.send_chat_message(p_tenant_id text, p_body text) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
  v_profile public.profiles;
  v_conversation public.conversations;
begin
  perform private.require_aal();
  if not exists (
    select 1 from public.settings s where s.tenant_id = p_tenant_id and (s.features ->> 'liveChat')::boolean
  ) then
    perform private.refuse('chat_closed', 'This store has no live chat.');
  end if;
  select p.* into v_profile from public.profiles p where p.id = v_user_id and p.tenant_id = p_tenant_id;
  if v_profile.id is null then
    perform private.refuse('no_profile', 'You have no account in this store.');
  end if;
  insert into public.conversations (tenant_id, kind, user_id, name, email)
  values (p_tenant_id, 'chat', v_user_id, coalesce(v_profile.name, ''), v_profile.email)
  on conflict (user_id, tenant_id) where kind = 'chat' and is_open do nothing;
  select c.* into v_conversation from public.conversations c
  where c.user_id = v_user_id and c.tenant_id = p_tenant_id and c.kind = 'chat' and c.is_open for update;
  if (select count(*) from public.messages m
      where m.conversation_id = v_conversation.id and m.created_at > now() - interval '1 minute'
        and m.sender = 'shopper') >= 30 then
    perform private.refuse('too_many_messages', 'Wait a moment before you write again.');
  end if;
  return private.add_message(v_conversation, 'shopper', p_body);
end
$$;

-- Answers a conversation as staff, or writes into one's own.
create function public.reply_to_conversation(p_conversation_id uuid, p_body text) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_conversation public.conversations;
begin
  select c.* into v_conversation from public.conversations c where c.id = p_conversation_id for update;
  if v_conversation.id is null or not private.is_staff(v_conversation.tenant_id) and not private.is_service() then
    perform private.refuse('unknown_conversation', 'This conversation does not exist.');
  end if;
  perform private.require_aal();
  return private.add_message(v_conversation, 'staff', p_body);
end
$$;

create function public.mark_conversation(
  p_conversation_id uuid, p_open boolean default null, p_answered boolean default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_conversation public.conversations;
  v_staff boolean;
begin
  select c.* into v_conversation from public.conversations c where c.id = p_conversation_id;
  v_staff := private.is_staff(v_conversation.tenant_id) or private.is_service();
  if v_conversation.id is null or not v_staff and v_conversation.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_conversation', 'This conversation does not exist.');
  end if;
  perform private.require_aal();
  update public.conversations c set
    unread_by_staff = case when v_staff then 0 else c.unread_by_staff end,
    unread_by_shopper = case when v_staff then c.unread_by_shopper else 0 end,
    is_open = case when v_staff then coalesce(p_open, c.is_open) else c.is_open end,
    answered_at = case
      when not v_staff or p_answered is null then c.answered_at
      when p_answered then coalesce(c.answered_at, now())
    end
  where c.id = p_conversation_id;
end
$$;

-- Triggers

call private.fix_columns('public.banners', '{id,tenant_id}');

create trigger banners_touch before update on public.banners
  for each row execute function private.touch_version();

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
  updated_at
) on public.banners to authenticated;
grant update (
  id, tenant_id, title, description, image_url, link_url, position, is_active, start_date, end_date, updated_at
) on public.banners to authenticated;
grant delete on public.reviews to authenticated;
grant insert (id, tenant_id, product_id, user_id, rating, title, body) on public.reviews to authenticated;
-- Who wrote a review is shown by name: the id of their account is for nobody.
grant select (
  id, tenant_id, product_id, author_name, rating, title, body, status, staff_reply, version, created_at, updated_at
) on public.reviews to anon, authenticated;
grant update (status, staff_reply) on public.reviews to authenticated;
grant select on public.conversations to authenticated;
grant select on public.messages to authenticated;
grant execute on function
  private.may_review,
  public.can_review,
  private.can_read_conversation,
  public.send_chat_message,
  public.reply_to_conversation,
  public.mark_conversation,
  public.order_banners
to authenticated;
grant execute on function public.next_banner_change to anon, authenticated;
