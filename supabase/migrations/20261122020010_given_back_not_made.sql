-- An order whose payment was given back, or is on its way back, is not made or sent any more: what is left is to cancel it.

create or replace function private.require_payment(p_old public.orders, p_new public.orders) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_new.payment_method = 'cash_on_delivery' or p_new.total = 0 or p_new.payment_status = 'paid'
    or not exists (
      select 1 from public.order_moves m
      where m.from_status = p_old.status and m.to_status = p_new.status and m.needs_payment
    )
  then
    return;
  end if;
  if p_new.payment_status in ('refund_due', 'refunded') then
    perform private.refuse('payment_given_back', 'The payment of this order was given back. Cancel the order.');
  end if;
  perform private.refuse('payment_missing',
    case p_new.payment_method
      when 'online' then 'This order has not been paid. It is confirmed by itself once the card payment has arrived.'
      else 'This order has not been paid. Record its payment first.'
    end);
end
$$;
