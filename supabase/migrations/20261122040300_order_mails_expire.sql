-- A message about an order that could not be sent for three days is not sent any more: told late, it would mislead. Money that
-- goes back is told with the cancellation it belongs to, and messages name what came through the provider.

alter table public.order_mails
  -- When it was given up for having waited too long; the order's own log says so to staff.
  add column expired_at timestamptz,
  add constraint order_mails_sent_or_expired check (sent_at is null or expired_at is null);

drop index public.order_mails_due;
create index order_mails_due on public.order_mails (due_at) where sent_at is null and expired_at is null;

-- Gives up the messages that waited for more than three days, and says so in the log of each order, to staff alone.
create function private.expire_order_mails() returns void
language sql security definer set search_path = '' as $$
  with expired as (
    update public.order_mails m set expired_at = now()
    where m.id in (
      select w.id from public.order_mails w
      where w.sent_at is null and w.expired_at is null and w.due_at <= now() and w.created_at < now() - interval '3 days'
      for update skip locked
    )
    returning m.tenant_id, m.order_id, m.kind
  )
  insert into public.order_events (tenant_id, order_id, actor, note, is_internal)
  select e.tenant_id, e.order_id, 'system', format(
    'The customer was not told by email: %s. The message could not be sent for three days and has expired.',
    case e.kind
      when 'placed' then 'order placed'
      when 'paid' then 'payment received'
      when 'shipped' then 'order shipped'
      when 'delivered' then 'order delivered'
      when 'cancelled' then 'order cancelled'
      when 'refunded' then 'money refunded'
    end), true
  from expired e
$$;
revoke execute on function private.expire_order_mails() from public;

-- Writes down what a change is worth telling. The arrival of an order writes its own.
create or replace function private.write_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text;
begin
  if new.status <> old.status and new.status in ('shipped', 'delivered', 'cancelled') then
    v_kind := new.status;
  elsif new.payment_status = 'refunded' and old.payment_status <> 'refunded' then
    -- A cancellation that nobody has taken to send yet tells of the money as well. The lock keeps it from being taken.
    perform 1 from public.order_mails m
    where m.order_id = new.id and m.kind = 'cancelled' and m.sent_at is null and m.expired_at is null
      and m.attempts = 0
    for update;
    v_kind := case when not found then 'refunded' end;
  elsif new.payment_status = 'paid' and old.payment_status = 'unpaid' and old.status = 'awaiting_payment' then
    v_kind := 'paid';
  end if;
  if v_kind is not null then
    -- A change that comes a second time, such as a delivery after a problem, is told once.
    insert into public.order_mails (tenant_id, order_id, kind)
    values (new.tenant_id, new.id, v_kind::public.order_mail_kind)
    on conflict (order_id, kind) do nothing;
  end if;
  return null;
end
$$;

-- Takes messages that are due, each with its order and what came through the provider: for five minutes they are the caller's,
-- and nobody waits for another. One that fails is due again after 1, 4, 9 … minutes, twelve times, and expires after three
-- days. For the server.
create or replace function public.take_order_mails(p_limit integer default 10) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mails jsonb;
begin
  perform private.require_service();
  perform private.expire_order_mails();
  with due as (
    select m.id from public.order_mails m
    where m.sent_at is null and m.expired_at is null and m.due_at <= now() and m.attempts < 12
    order by m.due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_mails m set attempts = m.attempts + 1, due_at = now() + interval '5 minutes'
    from due where m.id = due.id
    returning m.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', t.id, 'kind', t.kind, 'tenant_id', t.tenant_id, 'order', private.order_json(o),
    'note', case when t.kind = 'cancelled' then coalesce((
      select e.note from public.order_events e
      where e.order_id = o.id and e.to_status = 'cancelled' and not e.is_internal order by e.created_at desc limit 1
    ), '') else '' end,
    'bank_details', case when t.kind = 'placed' and o.payment_method = 'bank_transfer'
      then coalesce(s.payment ->> 'bankDetails', '') else '' end,
    'contact_email', coalesce(s.contact ->> 'contactEmail', ''),
    'paid_through', (
      select jsonb_build_object('amount', p.amount, 'currency', p.currency) from public.payments p where p.order_id = o.id
    )
  ) order by t.created_at, t.id) into v_mails
  from taken t join public.orders o on o.id = t.order_id left join public.settings s on s.tenant_id = t.tenant_id;
  return coalesce(v_mails, '[]');
end
$$;
