-- After an order: notes and mails.

-- Functions

-- Writes a note into an order's history; staff only. Internal notes are not shown to the shopper.
create function public.add_order_note(
  p_order_id uuid, p_note text, p_internal boolean default true, p_request_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_event_id uuid;
begin
  if v_first is not null then
    return;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
end
$$;

-- Gives up mails that waited for more than three days, with an internal note in the order's history.
create function private.expire_order_mails() returns void
language sql security definer set search_path = '' as $$
  with expired as (
    update public.order_mails set expired_at = now()
    where id in (
      select waiting.id from public.order_mails waiting
      where waiting.sent_at is null and waiting.expired_at is null and waiting.due_at <= now()
        and waiting.created_at < now() - interval '3 days'
      for update skip locked
    )
    returning tenant_id, order_id, kind
  )
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  select expired.tenant_id, expired.order_id, 'system', format(
    'The customer was not told by email: %s. The message could not be sent for three days and has expired.',
    case expired.kind
      when 'placed' then 'order placed'
      when 'paid' then 'payment received'
      when 'shipped' then 'parcel shipped'
      when 'attempt_failed' then 'delivery failed'
      when 'delivered' then 'parcel delivered'
      when 'came_back' then 'parcel came back'
      when 'pieces_cancelled' then 'items cancelled'
      when 'cancelled' then 'order cancelled'
      when 'return_answered' then 'the answer to a return'
      when 'return_received' then 'return received'
      when 'refunded' then 'money refunded'
      when 'change_proposed' then 'a change to accept'
      when 'changed' then 'order changed'
      when 'note' then 'a note from staff'
    end), true
  from expired
$$;

-- Takes mails that are due, each with its order and its payment: for five minutes they are the caller's, and callers do not
-- wait for each other. One that fails is due again after 1, 4, 9 … minutes, twelve times, and expires after three days. For
-- the server.
create function public.take_order_mails(p_limit integer default 10) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mails jsonb;
begin
  perform private.require_service();
  perform private.expire_order_mails();
  with due as (
    select id from public.order_mails
    where sent_at is null and expired_at is null and due_at <= now() and attempts < 12
    order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_mails set attempts = order_mails.attempts + 1, due_at = now() + interval '5 minutes'
    from due where order_mails.id = due.id
    returning order_mails.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'kind', taken.kind, 'tenant_id', taken.tenant_id, 'order', private.order_json(orders),
    'note', case when taken.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = taken.event_id), '') end,
    'bank_details', case when taken.kind = 'placed' and orders.payment_method = 'bank_transfer'
      then coalesce(settings.payment ->> 'bankDetails', '') else '' end,
    'about', private.mail_subject(taken.kind, coalesce(taken.about_id, taken.event_id)),
    'shipping', settings.shipping,
    'returns', settings.returns,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'language', (
      select profiles.language from public.profiles
      where profiles.id = orders.user_id and profiles.tenant_id = orders.tenant_id
    ),
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  ) order by taken.created_at, taken.id) into v_mails
  from taken join public.orders on orders.id = taken.order_id left join public.settings on settings.tenant_id = taken.tenant_id;
  return coalesce(v_mails, '[]');
end
$$;

-- Marks a taken mail as sent, or as due again later. For the server.
create function public.order_mail_done(p_mail_id uuid, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update public.order_mails set
    sent_at = case when p_sent then now() end,
    due_at = case when p_sent then due_at else now() + interval '1 minute' * (attempts * attempts) end
  where id = p_mail_id and sent_at is null;
end
$$;

-- Grants

grant execute on function public.add_order_note to authenticated;
