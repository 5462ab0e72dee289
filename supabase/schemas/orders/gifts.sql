-- Gift wrapping with a card: its price, and when it is taken off an order.

-- Functions

-- Adds the gift wrapping that a document asks for, {"message", "hide_prices"}, to a priced order.
create function private.with_gift(p_priced private.priced_order, p_gift jsonb, p_settings public.settings)
returns private.priced_order
language plpgsql stable set search_path = '' as $$
begin
  p_priced.gift := 0;
  if private.is_empty(p_gift) then
    return p_priced;
  elsif not p_settings.gift_wrapping_enabled then
    p_priced.problems := p_priced.problems || private.refusal('gift_closed');
  elsif jsonb_typeof(p_gift) <> 'object' or length(p_gift ->> 'message') > 300 then
    p_priced.problems := p_priced.problems || private.refusal('gift_message_too_long', jsonb_build_object('most', 300));
  else
    p_priced.gift := private.piastres(p_settings.gift_wrapping_price);
  end if;
  return p_priced;
end
$$;

-- The current price of an order's gift wrapping.
create function private.gift_fee(p_order public.orders) returns numeric
language sql immutable set search_path = '' as $$ select p_order.gift_total - p_order.gift_credited $$;

-- Takes the gift wrapping off an order. Returns the amount.
create function private.credit_gift(p_order_id uuid, p_links jsonb default '{}') returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_fee numeric;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_fee := least(private.gift_fee(v_order), v_order.charged);
  update public.orders set gift_credited = gift_credited + v_fee where orders.id = p_order_id and v_fee > 0;
  perform private.book_money(v_order, 'charged', -v_fee, p_links);
  return v_fee;
end
$$;

-- Takes delivery and gift wrapping off an order of which nothing is left.
create function private.credit_fees(p_order_id uuid, p_links jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.credit_delivery_fee(p_order_id, p_links);
  perform private.credit_gift(p_order_id, p_links);
end
$$;
