-- An order that is paid beforehand, by card or transfer, is confirmed, made and sent only once its payment is recorded:
-- the table of moves says which moves wait for it, and a move records no payment by itself any more.

alter table public.order_moves add column needs_payment boolean not null default false;
update public.order_moves set needs_payment = true
where to_status in ('confirmed', 'in_production', 'shipped');

create function private.require_payment(p_old public.orders, p_new public.orders) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_new.payment_method = 'cash_on_delivery' or p_new.total = 0 or p_new.payment_status not in ('unpaid', 'failed')
    or not exists (
      select 1 from public.order_moves m
      where m.from_status = p_old.status and m.to_status = p_new.status and m.needs_payment
    )
  then
    return;
  end if;
  perform private.refuse('payment_missing',
    case p_new.payment_method
      when 'online' then 'This order has not been paid. It is confirmed by itself once the card payment has arrived.'
      else 'This order has not been paid. Record its payment first.'
    end);
end
$$;

create or replace function private.order_move_checked() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_actor text := private.order_actor(old);
begin
  if not exists (
    select 1 from public.order_moves m
    where m.from_status = old.status and m.to_status = new.status
      and (v_actor = 'system' or v_actor = 'staff' and m.by_staff or v_actor = 'shopper' and m.by_shopper)
  ) then
    perform private.refuse('move_not_allowed',
      'This order is ' || replace(old.status::text, '_', ' ') || ' and cannot become '
        || replace(new.status::text, '_', ' ') || '.',
      jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  perform private.require_payment(old, new);
  if new.status = 'return_requested' and v_actor = 'shopper' and now() > old.delivered_at + interval '24 hours' then
    perform private.refuse('return_too_late', 'Problems must be reported within 24 hours of delivery.');
  end if;

  new.updated_at := now();
  new.reserved_until := null;
  if new.status = 'delivered' then
    new.delivered_at := coalesce(old.delivered_at, now());
  end if;
  new.payment_status := case
    when new.status = 'delivered' and new.payment_status = 'unpaid' then 'paid'
    when new.status in ('cancelled', 'returned') and new.payment_status = 'paid' and new.total > 0 then 'refund_due'
    else new.payment_status
  end;
  return new;
end
$$;

-- Money for an order arrived. What was already settled stays; goods that were given back meanwhile make it due back.
create or replace function private.order_paid(p_order public.orders, p_reference text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := p_order;
  v_reference text := nullif(left(coalesce(p_reference, ''), 200), '');
begin
  if v_order.status = 'awaiting_payment' then
    update public.orders o set status = 'confirmed', payment_status = 'paid', payment_reference = v_reference
    where o.id = v_order.id returning * into v_order;
  elsif v_order.status = 'cancelled' and v_order.payment_status in ('unpaid', 'failed') then
    update public.orders o set payment_status = 'refund_due', payment_reference = v_reference, updated_at = now()
    where o.id = v_order.id returning * into v_order;
    perform private.note_on_order(v_order, 'The payment arrived after the order was cancelled and is given back');
  elsif v_order.payment_status = 'unpaid' then
    update public.orders o set payment_status = 'paid', payment_reference = v_reference, updated_at = now()
    where o.id = v_order.id returning * into v_order;
  end if;
  return v_order;
end
$$;
