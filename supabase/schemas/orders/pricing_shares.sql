-- Each line's share of an order's discounts, points and tax.

-- Tables

-- A line's shares of an order's reductions, in piastres.
create type private.line_share as (line integer, discount bigint, points bigint);

-- Functions

-- Splits an amount by weights into whole parts that add up to it, by the largest remainder; ties favor the first. No part exceeds
-- its weight unless the amount exceeds the sum of weights.
create function private.split_amount(p_amount bigint, p_weights bigint[]) returns bigint[]
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select array_agg(
      ranked.part + case when ranked.turn <= p_amount - ranked.given then 1 else 0 end order by ranked.place)
    from (
      select divided.place, divided.part, sum(divided.part) over () as given,
        row_number() over (order by divided.remainder desc, divided.place) as turn
      from (
        select weighed.place, p_amount * weighed.weight / weighed.total as part,
          p_amount * weighed.weight % weighed.total as remainder
        from (
          select place, weight, greatest(sum(weight) over (), 1)::bigint as total
          from unnest(p_weights) with ordinality as weights (weight, place)
        ) weighed
      ) divided
    ) ranked
  );
end
$$;

-- Each line's shares of an order's discounts without offers, and of its points, by what offers leave of its price.
create function private.line_shares(
  p_lines private.priced_line[], p_discounts bigint, p_points bigint, p_offers private.offer_share[] default '{}'
) returns private.line_share[]
language plpgsql immutable set search_path = '' as $$
declare
  v_worth bigint[];
  v_discounts bigint[];
  v_points bigint[];
begin
  if p_discounts = 0 and p_points = 0 then
    return '{}';
  end if;
  v_worth := array(
    select priced.unit * priced.quantity
      - coalesce((select sum(share.amount) from unnest(p_offers) share where share.line = priced.line), 0)::bigint
    from unnest(p_lines) priced order by priced.line);
  v_discounts := private.split_amount(p_discounts, v_worth);
  v_points := private.split_amount(p_points, array(
    select left_over.worth - left_over.discount from unnest(v_worth, v_discounts) as left_over (worth, discount)));
  return array(
    select row(priced.line, parts.discount, parts.points)::private.line_share
    from unnest(v_discounts, v_points) with ordinality as parts (discount, points, place)
    join (select line, row_number() over (order by line) as place from unnest(p_lines)) priced using (place));
end
$$;

-- The VAT rate contained in a store's prices, as a fraction; 0 if it isn't registered for VAT.
create function private.vat_rate(p_settings public.settings) returns numeric
language sql immutable set search_path = '' as $$ select coalesce(p_settings.vat_percent / 100, 0) $$;

-- The tax in a price that contains it.
create function private.contained_tax(p_price numeric, p_rate numeric) returns numeric
language sql immutable set search_path = '' as $$ select round(p_price * p_rate / (1 + p_rate), 2) $$;

-- Grants

-- Used by a generated column of orders, which staff update.
grant execute on function private.contained_tax to authenticated;
