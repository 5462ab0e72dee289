-- What shoppers are told of their orders by mail. The messages are written down in the transaction of the change itself, so
-- that no change goes without and nothing is told that did not happen; a process of the server takes them and sends them.

create type public.order_mail_kind as enum ('placed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded');

create table public.order_mails (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  kind public.order_mail_kind not null,
  -- How often somebody set out to send it, and until when it is theirs.
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, kind),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_mails_due on public.order_mails (due_at) where sent_at is null;

alter table public.order_mails enable row level security;

grant select on public.order_mails to authenticated;
grant all on public.order_mails to service_role;

-- Triggers ---------------------------------------------------------------------------------------

-- Writes down what a change is worth telling, in place: this is a part of placing an order, and has to be quick.
create function private.write_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text;
begin
  if tg_op = 'INSERT' then
    v_kind := 'placed';
  elsif new.status <> old.status and new.status in ('shipped', 'delivered', 'cancelled') then
    v_kind := new.status;
  elsif new.payment_status = 'refunded' and old.payment_status <> 'refunded' then
    v_kind := 'refunded';
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

-- An order that waits for a card is told once it is paid.
create trigger mailed after insert on public.orders
  for each row when (
    new.customer_email <> '' and (new.status <> 'awaiting_payment' or new.payment_method <> 'online')
  ) execute function private.write_order_mail();
create trigger mailed_move after update on public.orders
  for each row when (
    new.customer_email <> '' and (old.status <> new.status or old.payment_status <> new.payment_status)
  ) execute function private.write_order_mail();

-- Policies ---------------------------------------------------------------------------------------

create policy "Staff read which mails their store's orders caused" on public.order_mails
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Public functions -------------------------------------------------------------------------------

-- Takes messages that are due, each with its order: for five minutes they are the caller's, and nobody waits for another.
-- One that fails is due again after 1, 4, 9 … minutes, twelve times. For the server.
create function public.take_order_mails(p_limit integer default 10) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mails jsonb;
begin
  perform private.require_service();
  with due as (
    select m.id from public.order_mails m
    where m.sent_at is null and m.due_at <= now() and m.attempts < 12
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
      then coalesce(s.payment ->> 'bankDetails', '') else '' end
  ) order by t.created_at, t.id) into v_mails
  from taken t join public.orders o on o.id = t.order_id left join public.settings s on s.tenant_id = t.tenant_id;
  return coalesce(v_mails, '[]');
end
$$;

-- A taken message was sent, or was not and is due again later. For the server.
create function public.order_mail_done(p_mail_id uuid, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update public.order_mails m set
    sent_at = case when p_sent then now() end,
    due_at = case when p_sent then m.due_at else now() + interval '1 minute' * (m.attempts * m.attempts) end
  where m.id = p_mail_id and m.sent_at is null;
end
$$;

grant execute on function public.take_order_mails(integer), public.order_mail_done(uuid, boolean) to service_role;
