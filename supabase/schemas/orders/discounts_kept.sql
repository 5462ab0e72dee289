-- A discount code or free delivery when the pieces that qualified for it are cancelled: by the store's settings it is kept, or
-- recalculated until the first piece of the order is packed.

-- Tables

-- An order line for recalculating offers: the cart price of its kept pieces, the code's discount on them, how much of all is
-- already owed again, and what offers take off them, of which some is lost.
create type private.offered_line as (
  order_line_id uuid, price numeric, discount numeric, recounted numeric, lost numeric, offered numeric
);

-- The change in what is owed: of discounts, also by stored line, and of delivery.
create type private.recount as (discount numeric, lines jsonb, fee numeric, code_lost boolean);

-- Functions

-- The pieces of a line that are neither cancelled nor otherwise gone.
create function private.kept_pieces(p_line public.order_lines) returns integer
language sql immutable set search_path = '' as $$
  select p_line.quantity - p_line.cancelled - p_line.returned_to_sender - p_line.returned
$$;

-- The share of a line's re-owed discount that goes with the next pieces.
create function private.recounted_of_pieces(p_line public.order_lines, p_pieces integer) returns numeric
language sql immutable set search_path = '' as $$
  select p_line.discount_recounted - case when private.kept_pieces(p_line) > 0
    then round(p_line.discount_recounted * greatest(private.kept_pieces(p_line) - p_pieces, 0) / private.kept_pieces(p_line), 2)
    else p_line.discount_recounted end
$$;

-- The lines of an order, without the pieces to be cancelled and with those that an edit adds.
create function private.offered_lines(
  p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[], p_shares private.line_share[],
  p_offers private.offer_share[] default '{}', p_lost uuid[] default '{}'
) returns private.offered_line[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A manual discount is not an offer.
  v_code constant numeric := coalesce((p_order.discount_total - p_order.offer_total)
    / nullif(p_order.discount_total - p_order.offer_total + p_order.manual_discount, 0), 0);
begin
  return array(
    select row(line.id, line.unit_price * kept.pieces,
      round((line.discount_share - line.offer_share) * v_code * kept.pieces / line.quantity, 2),
      line.discount_recounted - private.recounted_of_pieces(line, kept.before - kept.pieces),
      round(private.offers_of_line(line, p_lost) * kept.pieces / line.quantity, 2),
      round(line.offer_share * kept.pieces / line.quantity, 2))::private.offered_line
    from public.order_lines line
    left join unnest(p_pieces) piece on piece.order_line_id = line.id
    cross join lateral (
      select private.kept_pieces(line) as before, private.kept_pieces(line) - coalesce(piece.quantity, 0) as pieces
    ) kept
    where line.order_id = p_order.id and kept.pieces > 0
    union all
    select row(null, private.pounds(added.unit * added.quantity),
      round(private.pounds(coalesce(share.discount, 0)) * v_code, 2), 0, 0, private.pounds(coalesce((
        select sum(given.amount) from unnest(p_offers) given where given.line = added.line), 0)::bigint))::private.offered_line
    from unnest(p_added) added left join unnest(p_shares) share on share.line = added.line
  );
end
$$;

-- The weight in grams of an order's kept pieces, without those to be cancelled and with those that an edit adds.
create function private.kept_grams(p_order_id uuid, p_pieces private.piece_count[], p_added private.priced_line[]) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select sum(variant.weight_grams::bigint * (private.kept_pieces(line) - coalesce(piece.quantity, 0)))
    from public.order_lines line
    join public.product_variants variant on variant.id = line.variant_id
    left join unnest(p_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order_id
  ), 0) + private.grams_of(p_added);
end
$$;

-- Recalculates an order's offers after cancelling and adding pieces; nothing changes once a piece is packed. Only the conditions
-- that held when it was ordered count: a rule that the store changed since costs nobody anything.
create function private.recount_of(
  p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[] default '{}',
  p_shares private.line_share[] default '{}', p_offers private.offer_share[] default '{}'
) returns private.recount
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_order.tenant_id);
  v_lines constant private.offered_line[] := private.offered_lines(p_order, p_pieces, p_added, p_shares, p_offers,
    case when v_settings.recounts_codes then private.lost_offers(p_order, p_pieces, p_added) else '{}' end);
  v_recount private.recount := row(0, '{}', 0, false);
  v_price numeric;
  v_discount numeric;
  v_offered numeric;
begin
  if cardinality(v_lines) = 0 or exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.packed + line.sent + line.returned_to_sender > 0
  ) then
    return v_recount;
  end if;
  select sum(line.price), sum(line.discount), sum(line.offered - line.lost) into v_price, v_discount, v_offered from unnest(v_lines) line;
  v_recount.code_lost := coalesce(v_settings.recounts_codes, false) and exists (
    select 1 from public.discounts code
    where code.id = p_order.discount_id and p_order.subtotal >= code.minimum_subtotal and v_price < code.minimum_subtotal
  );
  select coalesce(sum(owed.more), 0),
    coalesce(jsonb_object_agg(owed.id, owed.more) filter (where owed.id is not null and owed.more <> 0), '{}')
  into v_recount.discount, v_recount.lines
  from (
    select line.order_line_id as id, case when v_recount.code_lost then line.discount else 0 end + line.lost - line.recounted as more
    from unnest(v_lines) line
  ) owed;
  v_recount.fee := private.recounted_fee(p_order, v_recount.code_lost,
    case when v_settings.recounts_delivery
      then v_price - v_offered - case when v_recount.code_lost then 0 else v_discount end
      else greatest(v_price, p_order.subtotal) - p_order.discount_total end,
    private.kept_grams(p_order.id, p_pieces, p_added)) - p_order.shipping_recounted;
  return v_recount;
end
$$;

-- The delivery fee that is owed again for an order whose delivery was free, with goods of `p_goods` pounds; unchanged for any other
-- order.
create function private.recounted_fee(p_order public.orders, p_code_lost boolean, p_goods numeric, p_grams bigint) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings constant public.settings := (select settings from public.settings where settings.tenant_id = p_order.tenant_id);
  v_free constant boolean := exists (
    select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping');
  v_sold bigint;
  v_kept bigint;
begin
  if p_order.replaces_order_id is not null or p_order.shipping_credited > 0
    or p_order.shipping_total + p_order.shipping_difference <> p_order.shipping_recounted then
    return p_order.shipping_recounted;
  end if;
  v_sold := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.destination, p_order.shipping_method::text,
    private.piastres(p_order.subtotal - p_order.discount_total), p_grams, v_free)).rate).price;
  v_kept := ((private.delivery_of(p_order.tenant_id, v_settings, p_order.destination, p_order.shipping_method::text,
    private.piastres(p_goods), p_grams, v_free and not p_code_lost)).rate).price;
  return case when v_sold = 0 then private.pounds(coalesce(v_kept, 0)) else p_order.shipping_recounted end;
end
$$;

-- Books recalculated offers of an order. The caller has already changed the counts of its lines.
create function private.recount_offers(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_recount private.recount;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_recount := private.recount_of(v_order, '{}');
  if v_recount.discount = 0 and v_recount.fee = 0 and v_recount.lines = '{}' then
    return;
  end if;
  update public.order_lines line set discount_recounted = line.discount_recounted + owed.more::numeric,
    credited = line.credited - owed.more::numeric
  from jsonb_each_text(v_recount.lines) owed (id, more) where line.id = owed.id::uuid;
  update public.orders set shipping_difference = shipping_difference + v_recount.fee,
    shipping_recounted = shipping_recounted + v_recount.fee
  where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', v_recount.discount + v_recount.fee);
  perform private.remark_on_order(v_order, 'offers_recounted', jsonb_build_object('amount', v_recount.discount + v_recount.fee));
end
$$;

-- Previews the money side of cancelling pieces of an order (all open ones without `p_lines`), in pounds: what it costs now and
-- then, the discount and delivery that only these pieces qualified for, and what is refunded.
create function public.quote_cancellation(p_order_id uuid, p_lines jsonb default null)
returns table (charged numeric, charged_then numeric, discount_owed numeric, delivery_owed numeric, goes_back numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'orders.cancel');
  v_pieces private.piece_count[];
  v_recount private.recount := row(0, '{}', 0, false);
  v_then numeric := 0;
begin
  v_pieces := case when coalesce(p_lines, 'null') = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end;
  perform private.require_open_pieces(v_pieces, 'too_few_to_cancel');
  if exists (
    select 1 from public.order_lines line left join unnest(v_pieces) piece on piece.order_line_id = line.id
    where line.order_id = p_order_id and (line.delivered > 0 or line.cancelled + line.returned_to_sender + coalesce(piece.quantity, 0) < line.quantity)
  ) then
    v_recount := private.recount_of(v_order, v_pieces);
    v_then := greatest(v_order.charged - private.worth_of_lines(v_pieces), 0) + v_recount.discount + v_recount.fee;
  end if;
  return query select v_order.charged, v_then, v_recount.discount, v_recount.fee, greatest(
    v_order.charged + private.overpaid(p_order_id) - v_then, 0);
end
$$;

-- The value of the next pieces of a line to go.
create function private.worth_of_pieces(p_line public.order_lines, p_pieces integer) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  v_gone constant integer := p_line.cancelled + p_line.returned_to_sender + p_line.returned;
begin
  return private.line_worth(p_line, v_gone + p_pieces) - private.line_worth(p_line, v_gone)
    + private.recounted_of_pieces(p_line, p_pieces);
end
$$;

-- What an order's price falls by when pieces go.
create function private.worth_of_lines(p_pieces private.piece_count[]) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(least(private.worth_of_pieces(line, piece.quantity), line.net - line.credited)), 0)
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
$$;

-- Grants

grant execute on function public.quote_cancellation to authenticated;
