-- Offers of an order that is edited or from which pieces are cancelled.

-- Functions

-- Adds to an edit what offers give for the pieces it adds: what they would give for the whole order minus what the kept pieces have.
-- Kept pieces keep their prices.
create function private.with_edit_offers(p_order public.orders, p_edit private.priced_edit) returns private.priced_edit
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Lines that replace others have their prices.
  v_new constant private.offer_line[] := private.offer_lines(array(
    select priced from unnest(p_edit.lines) priced
    where priced.problem is null and not exists (select 1 from unnest(p_edit.shares) share where share.line = priced.line)));
  v_offers public.offers[];
  v_had bigint;
  v_more record;
  v_rooms bigint[];
begin
  if cardinality(v_new) = 0 or p_order.replaces_order_id is not null then
    return p_edit;
  end if;
  v_offers := array(
    select one from unnest(private.running_offers(p_order.tenant_id, p_order.user_id, p_order.id)) one
    where p_order.discount_id is null or one.with_codes order by one.id);
  if cardinality(v_offers) = 0 then
    return p_edit;
  end if;
  select private.piastres(coalesce(sum(round(line.offer_share * kept.pieces / line.quantity, 2)), 0)) into v_had
  from private.kept_after(p_order, p_edit.pieces) kept join public.order_lines line on line.id = kept.order_line_id;
  select private.offers_worth(array_agg(share)) - v_had as amount,
    (array_agg(share.offer_id order by share.amount desc, share.offer_id))[1] as offer_id
  into v_more
  from unnest(private.offers_given(v_offers, v_new || private.kept_offer_lines(p_order, p_edit.pieces), p_order.user_id, false,
    p_order.id)) share;
  if coalesce(v_more.amount, 0) <= 0 then
    return p_edit;
  end if;
  v_rooms := array(
    select line.quantity * private.most_off(one, line.unit, line.cost)
    from unnest(v_new) line join unnest(v_offers) one on one.id = v_more.offer_id order by line.line);
  p_edit.offers := p_edit.offers || array(
    select row((v_new[part.place]).line, v_more.offer_id, (v_new[part.place]).quantity, part.amount)::private.offer_share
    from unnest(private.split_amount(
      least(v_more.amount, (select sum(room) from unnest(v_rooms) room))::bigint, v_rooms)) with ordinality part (amount, place)
    where part.amount > 0);
  return p_edit;
end
$$;

-- The pieces of each line that stay after cancelling some.
create function private.kept_after(p_order public.orders, p_pieces private.piece_count[])
returns table (order_line_id uuid, pieces integer)
language sql stable security definer set search_path = '' as $$
  select line.id, private.kept_pieces(line) - coalesce(piece.quantity, 0)
  from public.order_lines line left join unnest(p_pieces) piece on piece.order_line_id = line.id
  where line.order_id = p_order.id
$$;

-- The pieces of an order that stay as offers see them, under numbers that no added line has.
create function private.kept_offer_lines(p_order public.orders, p_pieces private.piece_count[]) returns private.offer_line[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(-1 - line.position, line.product_id, product.category_id, private.piastres(line.unit_price), kept.pieces,
      private.piastres(stored.cost))::private.offer_line
    from private.kept_after(p_order, p_pieces) kept
    join public.order_lines line on line.id = kept.order_line_id
    left join public.products product on product.id = line.product_id
    left join public.variant_costs stored on stored.variant_id = line.variant_id
    where kept.pieces > 0)
$$;

-- What pieces take along of their line's offers to the line that replaces it, in piastres: at most `p_most`. Goes to the line's
-- first offer.
create function private.kept_offer(p_old public.order_lines, p_taken integer, p_line private.priced_line, p_most bigint)
returns private.offer_share
language sql immutable set search_path = '' as $$
  select row(p_line.line, (p_old.offers #>> '{0,id}')::uuid, p_line.quantity, least(p_most, private.piastres(
    round(p_old.offer_share * (gone.pieces + p_line.quantity) / p_old.quantity, 2)
    - round(p_old.offer_share * gone.pieces / p_old.quantity, 2))))::private.offer_share
  from (select p_old.cancelled + p_old.returned_to_sender + p_old.returned + p_taken as pieces) gone
$$;

-- The offers of an order whose condition held for what was ordered and no longer holds for what stays and what is added.
create function private.lost_offers(p_order public.orders, p_pieces private.piece_count[], p_added private.priced_line[])
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_sold private.offer_line[];
  v_kept private.offer_line[];
begin
  if p_order.offer_total = 0 then
    return '{}';
  end if;
  v_kept := private.kept_offer_lines(p_order, p_pieces) || private.offer_lines(p_added);
  v_sold := array(
    select row(line.position, line.product_id, product.category_id, private.piastres(line.unit_price), line.quantity, null)::private.offer_line
    from public.order_lines line left join public.products product on product.id = line.product_id
    where line.order_id = p_order.id and line.edit_id is null);
  return array(
    select one.id from public.offer_uses used join public.offers one on one.id = used.offer_id
    cross join lateral private.offer_need(one, v_sold) sold cross join lateral private.offer_need(one, v_kept) kept
    -- Pieces of sets carry their parts with them.
    where used.order_id = p_order.id and one.set_size is null
      and sold.pieces = 0 and sold.amount = 0 and (kept.pieces > 0 or kept.amount > 0));
end
$$;

-- How much of a line's offers are these, in pounds.
create function private.offers_of_line(p_line public.order_lines, p_ids uuid[]) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(sum((given.offer ->> 'amount')::numeric), 0)
  from jsonb_array_elements(p_line.offers) given (offer) where (given.offer ->> 'id')::uuid = any (p_ids)
$$;
