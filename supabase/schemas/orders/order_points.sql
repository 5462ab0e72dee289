-- Points of orders: what is earned and given back as pieces arrive, stay and go.

-- Functions

-- Points that an order's pieces still have to move. Earned: for what arrived and stayed, added pieces included, less goodwill given
-- by hand. Used: points paid for pieces that are gone come back. `earned` and `used` are what remains to be booked.
create function private.points_to_settle(p_order public.orders, out earned integer, out used integer)
language sql stable security definer set search_path = '' as $$
  select
    case when sold.net > 0 then floor(p_order.points_earned * greatest(sold.kept - sold.goodwill, 0) / sold.net) else 0 end
      - booked.earned,
    case when sold.points > 0 then floor(p_order.points_used * greatest(sold.points - sold.points_kept, 0) / sold.points) else 0 end
      - (p_order.points_used - booked.used)
  from (
    select coalesce(sum(line.net) filter (where line.edit_id is null), 0) as net,
      coalesce(sum(greatest(least(private.line_worth(line, line.delivered - line.returned), line.net - line.credited), 0)), 0) as kept,
      (select orders.goodwill from public.orders where orders.id = p_order.id) as goodwill,
      -- Points shares move with pieces to the lines that replace theirs.
      coalesce(sum(line.points_share) filter (where line.edit_id is null), 0) as points,
      coalesce(sum(round(
        line.points_share * (line.quantity - line.cancelled - line.returned_to_sender - line.returned) / line.quantity, 2)), 0) as points_kept
    from public.order_lines line where line.order_id = p_order.id
  ) sold cross join (
    select coalesce(sum(entry.delta) filter (where entry.kind in ('earned', 'reversed')), 0)::integer as earned,
      coalesce(sum(-entry.delta) filter (where entry.kind in ('redeemed', 'refunded')), 0)::integer as used
    from public.point_entries entry where entry.tenant_id = p_order.tenant_id and entry.order_id = p_order.id
  ) booked
$$;

-- Books the points that follow from an order's recounted pieces. Points are taken back only as far as the balance goes: points
-- spent on orders stay spent; unused vouchers bought with them are switched off.
create function private.settle_points(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_due record;
  v_balance integer;
begin
  if p_order.user_id is null or p_order.points_earned = 0 and p_order.points_used = 0 then
    return;
  end if;
  v_due := private.points_to_settle(p_order);
  if least(v_due.earned, v_due.used) < 0 then
    -- Locks vouchers before their owner's profile, as place_order does.
    perform 1 from public.discounts
    where user_id = p_order.user_id and tenant_id = p_order.tenant_id and is_active order by id for no key update;
    select points into v_balance from public.profiles
    where id = p_order.user_id and tenant_id = p_order.tenant_id for no key update;
    if -v_due.earned > v_balance then
      v_balance := v_balance + private.take_vouchers_back(p_order.tenant_id, p_order.user_id, -v_due.earned - v_balance);
    end if;
    v_due.earned := greatest(v_due.earned, -v_balance);
    v_due.used := greatest(v_due.used, -(v_balance + least(v_due.earned, 0)));
  end if;
  insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
  select p_order.tenant_id, p_order.user_id, due.kind, due.delta, p_order.id
  from (values
    (case when v_due.earned > 0 then 'earned'::public.point_kind else 'reversed' end, v_due.earned),
    (case when v_due.used > 0 then 'refunded'::public.point_kind else 'redeemed' end, v_due.used)
  ) due (kind, delta)
  where due.delta <> 0;
end
$$;

-- Locks the people whose points moving these orders changes, in a fixed order.
create function private.lock_points_of(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles
  where (id, tenant_id) in (
    select moving.user_id, moving.tenant_id from public.orders moving
    where moving.id = any (p_order_ids) and (moving.points_earned > 0 or moving.points_used > 0)
  )
  order by id, tenant_id for no key update;
end
$$;
