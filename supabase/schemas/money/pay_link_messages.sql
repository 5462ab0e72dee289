-- Sending links to pay by mail, SMS and WhatsApp.

-- Functions

-- Who a link is sent to by a channel: the email address or phone number of its order or draft; '' without one.
create function private.pay_link_recipient(p_link public.pay_links, p_channel public.notification_channel) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(case
    when p_channel = 'email' then contact.email
    when private.is_egyptian_phone(contact.phone) then '+20' || private.national_digits(contact.phone)
  end, '')
  from (
    select orders.customer_email as email, public.address(orders) ->> 'phone' as phone from public.orders where orders.id = p_link.order_id
    union all
    select draft.customer_email, draft.phone from public.order_drafts draft where draft.id = p_link.draft_id
  ) contact
$$;

-- The channels by which a link can be sent: those with a recipient who has not opted out. A computed field, for staff.
create function public.link_channels(p_link public.pay_links) returns public.notification_channel[]
language sql stable security definer set search_path = '' as $$
  select array(
    select channel.value
    from unnest(enum_range(null::public.notification_channel)) with ordinality channel (value, place)
    join public.pay_links link on link.id = p_link.id and private.holds_capability(link.tenant_id, 'orders.see')
    cross join lateral (select private.pay_link_recipient(link, channel.value) as address) recipient
    where recipient.address <> '' and not exists (
      select 1 from public.notification_opt_outs stopped
      where stopped.tenant_id = link.tenant_id and stopped.channel = channel.value and stopped.recipient = recipient.address
    )
    order by channel.place
  )
$$;

-- Sends a link to its customer by a channel, in a language or the store's; refuses the sixth message to one recipient in a day. Staff
-- only.
create function public.send_pay_link(
  p_pay_link_id uuid, p_channel public.notification_channel, p_language text default null, p_request_id uuid default null
) returns public.pay_link_messages
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.pay_link_messages := private.idempotent_result(
    null::public.pay_link_messages, p_request_id, jsonb_build_array('send_pay_link', p_pay_link_id, p_channel, p_language));
  v_link public.pay_links;
  v_recipient text;
begin
  if v_message.id is not null then
    return v_message;
  end if;
  v_link := private.pay_link_for_staff(p_pay_link_id);
  perform private.require_open_pay_link(v_link);
  if p_channel is null or not p_channel = any (public.link_channels(v_link)) then
    perform private.refuse('pay_link_unreachable');
  end if;
  v_recipient := private.pay_link_recipient(v_link, p_channel);
  perform pg_advisory_xact_lock(hashtextextended('pay link to:' || v_link.tenant_id || v_recipient, 0));
  if (
    select count(*) from public.pay_link_messages message
    where message.tenant_id = v_link.tenant_id and message.recipient = v_recipient and message.channel is not null and message.created_at > now() - interval '1 day'
  ) >= 5 then
    perform private.refuse('pay_link_sent_enough');
  end if;
  insert into public.pay_link_messages (tenant_id, pay_link_id, channel, recipient, language, created_by)
  values (v_link.tenant_id, v_link.id, p_channel, v_recipient, p_language, auth.uid()) returning * into v_message;
  perform private.add_job(case p_channel when 'email' then 'mail_pay_link' else 'send_pay_link_' || p_channel end,
    v_message.id::text, p_tenant_id => v_link.tenant_id, p_max_attempts => case p_channel when 'email' then 12 else 6 end);
  perform private.remark_of_staff(v_link.order_id, 'pay_link_sent', jsonb_build_object('channel', p_channel));
  return private.store_idempotent_result(p_request_id, v_message);
end
$$;

-- The contents of these jobs' messages, each with a new secret; none for a link that has ended since. Amounts in pounds. Server only.
create function public.pay_links_to_send(p_job_ids bigint[]) returns table (
  id uuid, tenant_id text, channel public.notification_channel, recipient text, language text, person text, number text,
  amount numeric, expires_at timestamptz, token text
)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  select message.id, message.tenant_id, message.channel, message.recipient, coalesce(message.language, person.language),
    coalesce(nullif(orders.customer_name, ''), draft.customer_name, ''), orders.number, private.pay_link_due(link, orders),
    link.expires_at, private.new_pay_link_token(link)
  from private.jobs job
  join public.pay_link_messages message on message.id = job.key::uuid
  join public.pay_links link on link.id = message.pay_link_id
  left join public.order_drafts draft on draft.id = link.draft_id
  left join public.orders on orders.id = link.order_id
  left join public.profiles person on person.tenant_id = link.tenant_id and person.id = coalesce(orders.user_id, draft.user_id)
  where job.id = any (p_job_ids) and (job.kind = 'mail_pay_link' or job.kind like 'send\_pay\_link\_%')
    and message.sent_at is null and message.failed_at is null and public.pay_link_state(link) = 'open';
end
$$;

-- Records that a message was sent, or finally not; the order's history tells staff. Server only.
create function public.pay_link_message_done(p_message_id uuid, p_sent boolean, p_error text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.pay_link_messages;
  v_order public.orders;
begin
  perform private.require_service();
  update public.pay_link_messages set
    sent_at = case when p_sent then now() end, failed_at = case when not p_sent then now() end, error = left(coalesce(p_error, ''), 200)
  where pay_link_messages.id = p_message_id and sent_at is null and failed_at is null returning * into v_message;
  if v_message.id is not null and not p_sent then
    select orders.* into v_order from public.pay_links link join public.orders on orders.id = link.order_id
    where link.id = v_message.pay_link_id;
    if v_order.id is not null then
      perform private.remark_on_order(v_order, 'pay_link_not_sent', jsonb_build_object('channel', v_message.channel), true);
    end if;
  end if;
end
$$;

-- Triggers

create trigger jobs_deleted after delete on public.pay_link_messages
  referencing old table as deleted for each statement
  execute function private.delete_jobs('mail_pay_link', 'send_pay_link_sms', 'send_pay_link_whatsapp');

-- Grants

grant execute on function public.link_channels, public.send_pay_link to authenticated;
