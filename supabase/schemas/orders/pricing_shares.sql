-- What each line bears of the discounts, the points and the tax of its order.

-- Tables

-- A line's parts of what is taken off an order, in piastres.
create type private.line_share as (line integer, discount bigint, points bigint);

-- Functions

-- Splits an amount by weights into whole parts that sum up to it, by the largest remainder; of equal ones the first gets more.
-- No part is larger than its weight as long as the amount is not larger than all of them.
create function private.split_amount(p_amount bigint, p_weights bigint[]) returns bigint[]
language sql immutable set search_path = '' as $$
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
$$;

-- The parts of each line in an order's discounts and points, by what the lines cost.
create function private.line_shares(p_lines private.priced_line[], p_discounts bigint, p_points bigint)
returns private.line_share[]
language plpgsql immutable set search_path = '' as $$
declare
  v_worth bigint[];
  v_discounts bigint[];
  v_points bigint[];
begin
  if p_discounts = 0 and p_points = 0 then
    return '{}';
  end if;
  v_worth := array(select priced.unit * priced.quantity from unnest(p_lines) priced order by priced.line);
  v_discounts := private.split_amount(p_discounts, v_worth);
  v_points := private.split_amount(p_points, array(
    select left_over.worth - left_over.discount from unnest(v_worth, v_discounts) as left_over (worth, discount)));
  return array(
    select row(priced.line, parts.discount, parts.points)::private.line_share
    from unnest(v_discounts, v_points) with ordinality as parts (discount, points, place)
    join (select line, row_number() over (order by line) as place from unnest(p_lines)) priced using (place));
end
$$;

-- The VAT that a store's prices contain, as a part of 1; 0 of a store that is not registered for it.
create function private.vat_rate(p_settings public.settings) returns numeric
language sql immutable set search_path = '' as $$ select coalesce(p_settings.vat_percent / 100, 0) $$;

-- The tax in a price that contains it.
create function private.contained_tax(p_price numeric, p_rate numeric) returns numeric
language sql immutable set search_path = '' as $$ select round(p_price * p_rate / (1 + p_rate), 2) $$;

-- Grants

-- Part of a generated column of orders, which staff update.
grant execute on function private.contained_tax to authenticated;
