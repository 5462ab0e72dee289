-- What nothing writes or reads any more: addresses that were never told of orders, and the mail of an order's arrival in
-- the trigger of its changes.

-- Takes the constraints that name it with it.
alter table public.staff_settings drop column order_emails;
alter table public.staff_settings
  add constraint staff_settings_addresses check (private.are_addresses(contact_emails)) not valid;

-- Writes down what a change is worth telling. The arrival of an order writes its own.
create or replace function private.write_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text;
begin
  if new.status <> old.status and new.status in ('shipped', 'delivered', 'cancelled') then
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
