-- Conversations with customers.

-- Tables

create type public.conversation_kind as enum ('contact', 'chat');

create type public.message_sender as enum ('visitor', 'shopper', 'staff');

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  kind public.conversation_kind not null,
  -- Null for people who wrote without an account.
  user_id uuid,
  name text not null default '' check (length(name) <= 120),
  email text not null default '' check (length(email) <= 320),
  subject text not null default '' check (length(subject) <= 200),
  -- The language in which somebody wrote on the contact page; null for chats.
  language text check (language in ('en', 'ar')),
  is_open boolean not null default true,
  unread_by_shopper integer not null default 0,
  last_message_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index conversations_latest on public.conversations (tenant_id, is_open, last_message_at desc);
create index conversations_of_person on public.conversations (user_id, tenant_id) where user_id is not null;
create index conversations_by_email on public.conversations (tenant_id, email, created_at desc) where kind = 'contact';
create unique index conversations_one_chat on public.conversations (user_id, tenant_id) where kind = 'chat' and is_open;
alter table public.conversations enable row level security;

-- Conversation data that only staff see; customers read their own conversation's row.
create table public.conversation_staff_facts (
  conversation_id uuid not null,
  tenant_id text not null,
  -- Name, email address and subject, folded; searched by the back office.
  search_text text not null,
  unread_by_staff integer not null default 0,
  -- When staff last answered; null while the customer had the last word.
  answered_at timestamptz,
  primary key (conversation_id, tenant_id),
  foreign key (tenant_id, conversation_id) references public.conversations (tenant_id, id) on delete cascade
);
create index conversation_staff_facts_unread on public.conversation_staff_facts (tenant_id) where unread_by_staff > 0;
alter table public.conversation_staff_facts enable row level security;

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  conversation_id uuid not null,
  sender public.message_sender not null,
  user_id uuid,
  body text not null check (btrim(body) <> '' and length(body) <= 5000),
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  foreign key (tenant_id, conversation_id) references public.conversations (tenant_id, id) on delete cascade
);
create index messages_of_conversation on public.messages (conversation_id, created_at);
alter table public.messages enable row level security;

-- Origin of a contact-form message, kept for a day: its client, the client's network (private.client_network), and its mailbox.
create table private.contact_senders (
  conversation_id uuid primary key,
  tenant_id text not null,
  mailbox text not null,
  client text,
  network text,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, conversation_id) references public.conversations (tenant_id, id) on delete cascade
);
create index contact_senders_latest on private.contact_senders (tenant_id, created_at);
create index contact_senders_by_conversation on private.contact_senders (tenant_id, conversation_id);
create index contact_senders_oldest on private.contact_senders (created_at);
alter table private.contact_senders enable row level security;

-- Policies

create policy "People read their own conversations" on public.conversations
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's conversations" on public.conversations
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

create policy "Staff read what they know of their store's conversations" on public.conversation_staff_facts
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

create policy "People read the messages of their own conversations" on public.messages
  for select to authenticated using (
    exists (
      select 1 from public.conversations conversation
      where conversation.id = conversation_id and conversation.user_id = (select auth.uid())
    )
  );

create policy "Staff read their store's messages" on public.messages
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

-- Functions

create function private.can_read_conversation(p_conversation_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.conversations
    where id = p_conversation_id and (user_id = auth.uid() or tenant_id = any (private.tenants_where_may('customers.see')))
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
    perform private.refuse('invalid_message');
  end if;
  insert into public.messages (tenant_id, conversation_id, sender, user_id, body)
  values (p_conversation.tenant_id, p_conversation.id, p_sender, auth.uid(), btrim(p_body))
  returning * into v_message;
  update public.conversations set
    last_message_at = v_message.created_at,
    is_open = true,
    unread_by_shopper = case when p_sender = 'staff' then unread_by_shopper + 1 else 0 end
  where id = p_conversation.id;
  update public.conversation_staff_facts set
    answered_at = case when p_sender = 'staff' then v_message.created_at end,
    unread_by_staff = case when p_sender = 'staff' then 0 else unread_by_staff + 1 end
  where conversation_id = p_conversation.id;
  return v_message;
end
$$;

-- An email address without its +tag, so that tags cannot multiply a mailbox's allowance.
create function private.mailbox_of(p_email text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(lower(btrim(p_email)), '\+[^@]*@', '@')
$$;

-- Refuses a contact message over the hourly limit: ten for each client, five for each mailbox of a client. A store that gets more
-- than 200 takes one from each client and three from each network, so a flood shuts out its sender and nobody else.
create function private.refuse_many_messages(p_tenant_id text, p_mailbox text, p_client text, p_network text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_sent record;
begin
  -- Serializes the counts: concurrent messages could exceed the limit otherwise.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended('contact:' || p_tenant_id || kind || value, 0) as key
    from (values (':mailbox:', p_mailbox), (':network:', p_network)) as sender (kind, value) where value is not null
    order by 1
  ) locks;
  select count(*) as store, count(*) filter (where mailbox = p_mailbox and client is not distinct from p_client) as mailbox,
    count(*) filter (where client = p_client) as client, count(*) filter (where network = p_network) as network
  into v_sent
  from private.contact_senders where tenant_id = p_tenant_id and created_at > now() - interval '1 hour';
  if v_sent.mailbox >= 5 or v_sent.client >= 10 then
    perform private.refuse('too_many_messages', jsonb_build_object('reason', 'person'));
  elsif v_sent.store >= 200 and (v_sent.mailbox > 0 or v_sent.client > 0 or v_sent.network >= 3) then
    perform private.refuse('too_many_messages', jsonb_build_object('reason', 'store'));
  end if;
end
$$;

-- Stores a contact-form message for staff; returns the conversation's id. `p_client` is the sender's IP address, `p_language` the
-- page's language. Server only.
create function public.send_contact_message(
  p_tenant_id text, p_name text, p_email text, p_subject text, p_message text, p_client text default null,
  p_language text default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_email constant text := lower(btrim(p_email));
  v_mailbox constant text := private.mailbox_of(p_email);
  v_client constant text := private.client_key(p_client);
  v_network constant text := private.client_network(p_client);
  v_conversation public.conversations;
begin
  if not exists (select 1 from public.tenants tenant where tenant.id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 then
    perform private.refuse('invalid_name');
  end if;
  if coalesce(p_email, '') !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or length(p_email) > 320 then
    perform private.refuse('invalid_email');
  end if;
  if length(p_subject) > 200 then
    perform private.refuse('invalid_subject');
  end if;
  perform private.refuse_many_messages(p_tenant_id, v_mailbox, v_client, v_network);
  insert into public.conversations (tenant_id, kind, language, user_id, name, email, subject)
  values (
    p_tenant_id, 'contact', p_language,
    (select id from public.profiles where id = auth.uid() and tenant_id = p_tenant_id),
    btrim(p_name), v_email, coalesce(btrim(p_subject), '')
  ) returning * into v_conversation;
  delete from private.contact_senders where created_at < now() - interval '1 day';
  insert into private.contact_senders (conversation_id, tenant_id, mailbox, client, network)
  values (v_conversation.id, p_tenant_id, v_mailbox, v_client, v_network);
  perform private.add_message(v_conversation, case when v_conversation.user_id is null
    then 'visitor'::public.message_sender else 'shopper' end, p_message);
  perform private.queue_contact_mails(v_conversation);
  return v_conversation.id;
end
$$;

-- Queues mails of a message to the recipients in the store's settings, or else its contact address: one job each, so that a full
-- mailbox delays no other. If the store has no address, the server uses its brand's.
create function private.queue_contact_mails(p_conversation public.conversations) returns void
language sql security definer set search_path = '' as $$
  select private.add_job('send_contact_mail', p_conversation.id || ' ' || address, jsonb_build_object(
    'conversation_id', p_conversation.id, 'to', address), p_conversation.tenant_id, p_max_attempts => 12)
  from unnest(coalesce(
    (select nullif(chosen.contact_emails, '{}') from public.staff_settings chosen where chosen.tenant_id = p_conversation.tenant_id),
    array[coalesce((
      select settings.contact ->> 'contactEmail' from public.settings where settings.tenant_id = p_conversation.tenant_id
    ), '')]
  )) address
$$;

-- Adds to the caller's live chat with a store, opening it with the first message.
create function public.send_chat_message(p_tenant_id text, p_body text, p_request_id uuid default null) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.messages := private.idempotent_result(
    null::public.messages, p_request_id, jsonb_build_array('send_chat_message', p_tenant_id, p_body));
  v_user_id uuid := auth.uid();
  v_profile public.profiles;
  v_conversation public.conversations;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  perform private.require_aal();
  if not exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and settings.live_chat_enabled
  ) then
    perform private.refuse('chat_closed');
  end if;
  select * into v_profile from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  if v_profile.id is null then
    perform private.refuse('no_profile');
  end if;
  insert into public.conversations (tenant_id, kind, user_id, name, email)
  values (p_tenant_id, 'chat', v_user_id, coalesce(v_profile.name, ''), v_profile.email)
  on conflict (user_id, tenant_id) where kind = 'chat' and is_open do nothing;
  select * into v_conversation from public.conversations
  where user_id = v_user_id and tenant_id = p_tenant_id and kind = 'chat' and is_open for update;
  if (select count(*) from public.messages
      where conversation_id = v_conversation.id and created_at > now() - interval '1 minute'
        and sender = 'shopper') >= 30 then
    perform private.refuse('too_many_messages');
  end if;
  return private.store_idempotent_result(p_request_id, private.add_message(v_conversation, 'shopper', p_body));
end
$$;

-- Replies to a conversation as staff. The answer to a contact message is also sent by mail.
create function public.reply_to_conversation(
  p_conversation_id uuid, p_body text, p_request_id uuid default null
) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.messages := private.idempotent_result(
    null::public.messages, p_request_id, jsonb_build_array('reply_to_conversation', p_conversation_id, p_body));
  v_conversation public.conversations;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  select * into v_conversation from public.conversations where id = p_conversation_id for update;
  if v_conversation.id is null
    or not private.holds_capability(v_conversation.tenant_id, 'customers.answer') and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_capability(v_conversation.tenant_id, 'customers.answer');
  v_message := private.add_message(v_conversation, 'staff', p_body);
  if v_conversation.kind = 'contact' then
    insert into public.message_mails (message_id, tenant_id) values (v_message.id, v_message.tenant_id);
    perform private.queue_reply_mail(v_message);
  end if;
  return private.store_idempotent_result(p_request_id, v_message);
end
$$;

-- Marks a conversation as read by the caller. Staff may also close or reopen it, and set whether it is answered.
create function public.mark_conversation(
  p_conversation_id uuid, p_open boolean default null, p_answered boolean default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_conversation public.conversations;
  v_staff boolean;
begin
  select * into v_conversation from public.conversations where id = p_conversation_id;
  v_staff := private.holds_capability(v_conversation.tenant_id, 'customers.answer') or private.is_service();
  if v_conversation.id is null or not v_staff and v_conversation.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_aal();
  update public.conversations set
    unread_by_shopper = case when v_staff then unread_by_shopper else 0 end,
    is_open = case when v_staff then coalesce(p_open, is_open) else is_open end
  where id = p_conversation_id;
  if v_staff then
    update public.conversation_staff_facts set unread_by_staff = 0 where conversation_id = p_conversation_id;
    perform private.mark_answered(v_conversation, p_answered);
  end if;
end
$$;

-- Sets whether a conversation is answered, and logs it: unlike a reply, this leaves no message. Null changes nothing.
create function private.mark_answered(p_conversation public.conversations, p_answered boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_was timestamptz;
  v_before jsonb;
  v_after jsonb;
begin
  select facts.answered_at into v_was from public.conversation_staff_facts facts
  where facts.conversation_id = p_conversation.id for update;
  if p_answered is null or p_answered = (v_was is not null) then
    return;
  end if;
  update public.conversation_staff_facts facts set answered_at = case when p_answered then now() end
  where facts.conversation_id = p_conversation.id;
  v_before := jsonb_build_object('answered_at', v_was);
  v_after := jsonb_build_object('answered_at', case when p_answered then now() end);
  if auth.uid() is not null
    and not private.add_to_audit(p_conversation.tenant_id, 'conversations', p_conversation.id::text, v_before, v_after) then
    perform private.write_audit(p_conversation.tenant_id, 'update', 'conversations', p_conversation.id::text,
      private.audit_label('conversations', to_jsonb(p_conversation)), v_before, v_after);
  end if;
end
$$;

create function private.conversation_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.conversation_staff_facts (conversation_id, tenant_id, search_text)
  values (new.id, new.tenant_id, private.fold(new.name || E'\n' || new.email || E'\n' || new.subject))
  on conflict (conversation_id, tenant_id) do update set search_text = excluded.search_text;
  return null;
end
$$;

-- Triggers

create trigger a_member_shops before insert on public.conversations
  for each row execute function private.member_shops();

create trigger facts_follow after insert or update of name, email, subject on public.conversations
  for each row execute function private.conversation_renamed();

create trigger jobs_deleted after delete on public.conversations
  referencing old table as deleted for each statement execute function private.delete_jobs('send_contact_mail');

-- Grants

grant select on public.conversations, public.conversation_staff_facts to authenticated;
-- Shoppers don't see which staff member wrote.
grant select (id, tenant_id, conversation_id, sender, body, created_at) on public.messages to authenticated;
grant execute on function
  private.can_read_conversation,
  public.send_chat_message,
  public.reply_to_conversation,
  public.mark_conversation
to authenticated;
