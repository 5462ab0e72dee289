-- Writing a message down is a part of placing an order: which one it is is told in place, without a function of its own.

drop trigger mailed on public.orders;

create or replace function private.write_order_mail() returns trigger
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

drop function private.order_mail_of(public.orders, public.orders);
