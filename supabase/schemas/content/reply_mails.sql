-- Mails of staff's answers to contact messages.

-- Tables

-- Neither sent nor failed: waiting. Staff only.
create table public.message_mails (
  message_id uuid not null,
  tenant_id text not null,
  sent_at timestamptz,
  -- When the last attempt failed, after which somebody has to send it again.
  failed_at timestamptz,
  -- Why the latest attempt failed.
  error text not null default '' check (length(error) <= 500),
  primary key (message_id, tenant_id),
  foreign key (tenant_id, message_id) references public.messages (tenant_id, id) on delete cascade
);
create index message_mails_of_message on public.message_mails (tenant_id, message_id);
alter table public.message_mails enable row level security;

-- Policies

create policy "Staff read what became of their store's mailed answers" on public.message_mails
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('customers.see'))::text[]));

-- Functions

-- Queues the mail of an answer to a contact message.
create function private.queue_reply_mail(p_message public.messages) returns void
language sql security definer set search_path = '' as $$
  select private.add_job('send_contact_reply', p_message.id::text, p_tenant_id => p_message.tenant_id, p_max_attempts => 12)
$$;

-- Sends the mail of an answer again that could not be sent.
create function public.resend_reply(p_message_id uuid, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.messages;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('resend_reply', p_message_id)) then
    return;
  end if;
  select * into v_message from public.messages where id = p_message_id;
  if v_message.id is null
    or not private.holds_capability(v_message.tenant_id, 'customers.answer') and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_capability(v_message.tenant_id, 'customers.answer');
  update public.message_mails set failed_at = null, error = ''
  where message_id = p_message_id and sent_at is null and failed_at is not null;
  if found then
    perform private.queue_reply_mail(v_message);
  end if;
end
$$;

-- An answer to a contact message as its mail needs it, with the customer's latest message before it; no row once it was sent.
-- Server only.
create function public.reply_to_mail(p_message_id uuid) returns table (
  tenant_id text, email text, name text, subject text, language text, body text, question text, asked_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    select conversation.tenant_id, conversation.email, conversation.name, conversation.subject,
      coalesce(conversation.language, person.language), answer.body, coalesce(asked.body, ''), asked.created_at
    from public.message_mails mail
    join public.messages answer on answer.id = mail.message_id
    join public.conversations conversation on conversation.id = answer.conversation_id
    left join public.profiles person on person.id = conversation.user_id and person.tenant_id = conversation.tenant_id
    left join lateral (
      select earlier.body, earlier.created_at from public.messages earlier
      where earlier.conversation_id = answer.conversation_id and earlier.sender <> 'staff' and earlier.created_at < answer.created_at
      order by earlier.created_at desc limit 1
    ) asked on true
    where mail.message_id = p_message_id and mail.sent_at is null;
end
$$;

-- Records that the mail of an answer was sent, or why it wasn't; `p_is_final` after the last attempt. Server only.
create function public.reply_mail_done(
  p_message_id uuid, p_sent boolean, p_error text default '', p_is_final boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update public.message_mails set
    sent_at = case when p_sent then now() end,
    failed_at = case when not p_sent and p_is_final then now() end,
    error = case when p_sent then '' else left(p_error, 500) end
  where message_id = p_message_id and sent_at is null;
end
$$;

-- Where customers' answers to a store's mails go; '' if it has no address.
create function public.reply_address(p_tenant_id text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'customers.see');
  return coalesce(
    (select brand.mail_reply_to from public.brands brand where brand.tenant_id = p_tenant_id),
    (select settings.contact ->> 'contactEmail' from public.settings where settings.tenant_id = p_tenant_id), '');
end
$$;

-- Tells open pages what became of a mailed answer.
create function private.announce_reply_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('message_id', new.message_id), 'message', 'staff:' || new.tenant_id, true);
  return null;
end
$$;

-- Triggers

create trigger jobs_deleted after delete on public.messages
  referencing old table as deleted for each statement execute function private.delete_jobs('send_contact_reply');

create trigger announced after update on public.message_mails
  for each row execute function private.announce_reply_mail();

-- Grants

grant select on public.message_mails to authenticated;
grant execute on function public.resend_reply, public.reply_address to authenticated;
