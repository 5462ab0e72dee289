-- What offers give for lines: a pure function of both. A piece takes part in one offer, and the assignment with the largest
-- reduction is chosen.

-- Tables

-- A line as offers see it: its price and cost per piece, in piastres. Without a known cost it has no margin.
create type private.offer_line as (
  line integer, product_id uuid, category_id uuid, unit bigint, quantity integer, cost bigint
);

-- What an offer takes off a line, in piastres, and of how many of its pieces. Free delivery has no line and no amount.
create type private.offer_share as (line integer, offer_id uuid, pieces integer, amount bigint);

-- What an offer still needs: pieces and piastres.
create type private.offer_need as (pieces integer, amount bigint);

-- Functions

-- Small functions have no search path of their own: the planner puts them into the queries that call them.

create function private.offer_covers(p_offer public.offers, p_line private.offer_line) returns boolean
language sql immutable as $$
  select cardinality(p_offer.category_ids) + cardinality(p_offer.product_ids) = 0
    or coalesce(p_line.product_id = any (p_offer.product_ids), false)
    or coalesce(p_line.category_id = any (p_offer.category_ids), false)
$$;

-- What lines lack for an offer; (0, 0) if it applies.
create function private.offer_need(p_offer public.offers, p_lines private.offer_line[]) returns setof private.offer_need
language sql immutable rows 1 as $$
  select greatest(greatest(p_offer.minimum_pieces, p_offer.set_size, 1) - coalesce(sum(candidate.quantity), 0), 0)::integer,
    greatest(private.piastres(p_offer.minimum_amount) - coalesce(sum(candidate.unit * candidate.quantity), 0), 0)::bigint
  from unnest(p_lines) candidate where private.offer_covers(p_offer, candidate)
$$;

-- The offers that apply to lines, by id.
create function private.offers_met(p_offers public.offers[], p_lines private.offer_line[]) returns public.offers[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select one from unnest(p_offers) one cross join lateral private.offer_need(one, p_lines) need
    where need.pieces = 0 and need.amount = 0 order by one.id);
end
$$;

-- That percentage of a price, rounded to the piastre.
create function private.part_of_price(p_unit bigint, p_percent numeric) returns bigint
language sql immutable as $$ select (p_unit * (p_percent * 100)::bigint + 5000) / 10000 $$;

-- The most that an offer may take off a piece, by its margin.
create function private.most_off(p_offer public.offers, p_unit bigint, p_cost bigint) returns bigint
language sql immutable as $$
  select greatest(p_unit - coalesce(ceil(p_cost * (1 + p_offer.margin_percent / 100))::bigint, 0), 0)
$$;

-- What an offer on single pieces takes off one.
create function private.piece_gain(p_offer public.offers, p_line private.offer_line) returns bigint
language sql immutable as $$
  select greatest(0, least(private.most_off(p_offer, p_line.unit, p_line.cost), case p_offer.kind
    when 'percent' then private.part_of_price(p_line.unit, p_offer.value)
    when 'amount' then private.piastres(p_offer.value)
    when 'price' then p_line.unit - private.piastres(p_offer.value)
  end))
$$;

-- The lines of the pieces that sets can be made of, one entry a piece, dearest first: the first thousand.
create function private.set_pieces(p_sets public.offers[], p_lines private.offer_line[], p_left integer[]) returns integer[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select place from generate_series(1, cardinality(p_lines)) place, generate_series(1, p_left[place])
    where exists (select 1 from unnest(p_sets) one where private.offer_covers(one, p_lines[place]))
    order by place limit 1000);
end
$$;

-- The best assignment of pieces to the sets of several offers, by dynamic programming: pieces come dearest first, and each fills the
-- open set of one offer, or none, which gains `p_gains`. `p_left` are the pieces of each line. Returns how many each offer takes,
-- line by line.
create function private.solve_sets(
  p_sets public.offers[], p_lines private.offer_line[], p_left integer[], p_gains bigint[]
) returns integer[]
language plpgsql immutable set search_path = '' as $$
declare
  v_count constant integer := cardinality(p_sets);
  v_pieces constant integer[] := private.set_pieces(p_sets, p_lines, p_left);
  v_sizes constant integer[] := array(select one.set_size from unnest(p_sets) one);
  -- From this place in its set on, a piece gains what is in `v_late`, before that what is in `v_early`; null where it can't be taken.
  v_late_from constant integer[] := array(select one.set_size - coalesce(one.reduced_pieces, 1) + 1 from unnest(p_sets) one);
  v_early bigint[];
  v_late bigint[];
  -- What an offer's open set adds to the number of a state.
  v_strides integer[] := '{}';
  v_states integer := 1;
  v_best bigint[];
  v_next bigint[];
  v_choices smallint[];
  v_taken integer[] := array_fill(0, array[cardinality(p_lines) * v_count]);
  v_total bigint;
  v_state integer := 0;
  v_target integer;
  v_open integer;
  v_place integer;
begin
  for v_offer in 1 .. v_count loop
    v_strides := v_strides || v_states;
    v_states := v_states * v_sizes[v_offer];
  end loop;
  select array_agg(gain.early order by place, offer), array_agg(gain.late order by place, offer) into v_early, v_late
  from generate_series(1, cardinality(p_lines)) place cross join generate_series(1, v_count) offer
  left join lateral private.set_gains(p_sets[offer], p_lines[place]) gain on true;
  v_choices := array_fill(0::smallint, array[cardinality(v_pieces) * v_states]);
  v_best := array_fill(null::bigint, array[v_states]);
  v_best[1] := 0;
  for v_piece in 1 .. cardinality(v_pieces) loop
    v_place := v_pieces[v_piece];
    v_next := array_fill(null::bigint, array[v_states]);
    for v_from in 0 .. v_states - 1 loop
      continue when v_best[v_from + 1] is null;
      for v_offer in 0 .. v_count loop
        if v_offer = 0 then
          v_target := v_from;
          v_total := v_best[v_from + 1] + p_gains[v_place];
        else
          v_open := v_from / v_strides[v_offer] % v_sizes[v_offer];
          v_total := v_best[v_from + 1] + case when v_open + 1 >= v_late_from[v_offer]
            then v_late[(v_place - 1) * v_count + v_offer] else v_early[(v_place - 1) * v_count + v_offer] end;
          v_target := v_from + v_strides[v_offer] * (case when v_open + 1 = v_sizes[v_offer] then -v_open else 1 end);
        end if;
        if v_total > v_next[v_target + 1] or v_total is not null and v_next[v_target + 1] is null then
          v_next[v_target + 1] := v_total;
          v_choices[(v_piece - 1) * v_states + v_target + 1] := v_offer;
        end if;
      end loop;
    end loop;
    v_best := v_next;
  end loop;
  -- Backwards from the state without open sets.
  for v_piece in reverse cardinality(v_pieces) .. 1 loop
    v_target := v_choices[(v_piece - 1) * v_states + v_state + 1];
    continue when v_target = 0;
    v_open := v_state / v_strides[v_target] % v_sizes[v_target];
    v_state := v_state + v_strides[v_target] * (case when v_open = 0 then v_sizes[v_target] - 1 else -1 end);
    v_place := (v_pieces[v_piece] - 1) * v_count + v_target;
    v_taken[v_place] := v_taken[v_place] + 1;
  end loop;
  return v_taken;
end
$$;

-- The offers among `p_sets` whose lines are those of the first, directly or through another offer: they compete for pieces.
create function private.competing_sets(p_sets public.offers[], p_lines private.offer_line[]) returns public.offers[]
language plpgsql immutable set search_path = '' as $$
begin
  return (
    with recursive covered as (
      select offer, array(
        select place from generate_series(1, cardinality(p_lines)) place where private.offer_covers(p_sets[offer], p_lines[place])) as places
      from generate_series(1, cardinality(p_sets)) offer
    ), reached as (
      select offer, places from covered where offer = 1
      union
      select covered.offer, covered.places from reached join covered on covered.places && reached.places
    )
    select array_agg(p_sets[offer] order by offer) from reached
  );
end
$$;

-- What all set offers take, as (line, offer, pieces), lines by their place. Offers that compete for pieces are solved together up to
-- 6,000 steps (pieces, open sets and offers multiplied); above that one after the other, the most rewarding first.
create function private.best_sets(p_sets public.offers[], p_lines private.offer_line[], p_gains bigint[])
returns private.offer_share[]
language plpgsql immutable set search_path = '' as $$
declare
  v_waiting public.offers[] := p_sets;
  v_group public.offers[];
  v_left integer[] := array(
    select (p_lines[place]).quantity from generate_series(1, cardinality(p_lines)) place order by place);
  v_taken integer[];
  v_shares private.offer_share[] := '{}';
  v_new private.offer_share[];
begin
  while cardinality(v_waiting) > 0 loop
    v_group := private.competing_sets(v_waiting, p_lines);
    if cardinality(private.set_pieces(v_group, p_lines, v_left)) * cardinality(v_group)
      * (select exp(sum(ln(one.set_size))) from unnest(v_group) one) > 6000 then
      v_group := array(
        select one from unnest(v_group) one order by private.sets_worth(one, p_lines, v_left, p_gains) desc, one.id limit 1);
    end if;
    v_taken := private.solve_sets(v_group, p_lines, v_left, p_gains);
    v_new := array(
      select row(place, (v_group[offer]).id, v_taken[(place - 1) * cardinality(v_group) + offer], null)::private.offer_share
      from generate_series(1, cardinality(p_lines)) place, generate_series(1, cardinality(v_group)) offer
      where v_taken[(place - 1) * cardinality(v_group) + offer] > 0);
    v_shares := v_shares || v_new;
    v_left := array(
      select v_left[place] - coalesce((select sum(share.pieces) from unnest(v_new) share where share.line = place), 0)::integer
      from generate_series(1, cardinality(p_lines)) place order by place);
    v_waiting := array(
      select one from unnest(v_waiting) one where not one.id = any (array(select tried.id from unnest(v_group) tried)) order by one.id);
  end loop;
  return v_shares;
end
$$;

-- What an offer on sets takes off a piece by its place in the set: before the last ones, and from them on.
create function private.set_gains(p_offer public.offers, p_line private.offer_line) returns table (early bigint, late bigint)
language sql immutable rows 1 as $$
  select case p_offer.kind when 'cheapest' then 0 else p_line.unit end,
    case p_offer.kind when 'cheapest' then private.part_of_price(p_line.unit, p_offer.value)
      else p_line.unit - private.piastres(p_offer.value) end
  where private.offer_covers(p_offer, p_line)
$$;

-- What an offer on sets takes off the pieces it took, `p_taken` by line, dearest first.
create function private.sets_gain(p_offer public.offers, p_lines private.offer_line[], p_taken integer[]) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(sum(case when (piece.turn - 1) % p_offer.set_size >= p_offer.set_size - coalesce(p_offer.reduced_pieces, 1)
      then gain.late else gain.early end), 0)
    from (
      select place, row_number() over (order by place) as turn
      from generate_series(1, cardinality(p_lines)) place, generate_series(1, p_taken[place])
    ) piece, private.set_gains(p_offer, p_lines[piece.place]) gain
  );
end
$$;

-- What an offer on sets alone gains over offers on single pieces.
create function private.sets_worth(p_offer public.offers, p_lines private.offer_line[], p_left integer[], p_gains bigint[])
returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  v_taken constant integer[] := private.solve_sets(array[p_offer], p_lines, p_left, p_gains);
begin
  return private.sets_gain(p_offer, p_lines, v_taken) - (
    select coalesce(sum(v_taken[place] * p_gains[place]), 0) from generate_series(1, cardinality(p_lines)) place);
end
$$;

-- Distributes what an offer's sets gain over all their pieces by price, so that each piece carries its part when it is returned; what
-- would go below the margin is not given.
create function private.set_shares(p_offer public.offers, p_lines private.offer_line[], p_shares private.offer_share[])
returns private.offer_share[]
language plpgsql immutable set search_path = '' as $$
declare
  v_taken constant integer[] := array(
    select coalesce((select share.pieces from unnest(p_shares) share where share.offer_id = p_offer.id and share.line = place), 0)
    from generate_series(1, cardinality(p_lines)) place order by place);
  v_parts bigint[];
begin
  v_parts := private.split_amount(private.sets_gain(p_offer, p_lines, v_taken), array(
    select v_taken[place] * (p_lines[place]).unit from generate_series(1, cardinality(p_lines)) place order by place));
  return array(
    select row((p_lines[place]).line, p_offer.id, v_taken[place], least(v_parts[place],
      v_taken[place] * private.most_off(p_offer, (p_lines[place]).unit, (p_lines[place]).cost)))::private.offer_share
    from generate_series(1, cardinality(p_lines)) place where v_taken[place] > 0);
end
$$;

-- What these offers give for these lines, by line. The order of neither matters, except for lines that are equal in everything.
-- Amounts are in piastres and never negative, a line's pieces are never taken twice, and an offer with a margin keeps it.
create function private.offers_on_lines(p_offers public.offers[], p_lines private.offer_line[]) returns private.offer_share[]
language plpgsql immutable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_lines constant private.offer_line[] := array(
    select one from unnest(p_lines) one where one.unit > 0 and one.quantity > 0
    order by one.unit desc, one.product_id, one.category_id, one.cost, one.quantity, one.line);
  v_offers public.offers[];
  v_gains bigint[];
  v_ids uuid[];
  v_sets private.offer_share[] := '{}';
  v_shares private.offer_share[];
  v_offer public.offers;
begin
  v_offers := private.offers_met(p_offers, v_lines);
  if cardinality(v_offers) = 0 then
    return '{}';
  end if;
  select array_agg(coalesce(best.gain, 0) order by ordered.place), array_agg(best.id order by ordered.place) into v_gains, v_ids
  from unnest(v_lines) with ordinality ordered (line, product_id, category_id, unit, quantity, cost, place)
  left join lateral (
    select one.id, private.piece_gain(one, candidate) as gain
    from unnest(v_offers) one cross join unnest(v_lines[ordered.place:ordered.place]) candidate
    where one.kind in ('percent', 'amount', 'price') and private.offer_covers(one, candidate)
    order by 2 desc, one.id limit 1
  ) best on true;
  v_shares := array(
    select row(null, one.id, 0, 0)::private.offer_share from unnest(v_offers) one where one.kind = 'free_shipping');
  if exists (select 1 from unnest(v_offers) one where one.set_size is not null) then
    v_sets := private.best_sets(
      array(select one from unnest(v_offers) one where one.set_size is not null order by one.id), v_lines, v_gains);
    foreach v_offer in array v_offers loop
      if exists (select 1 from unnest(v_sets) share where share.offer_id = v_offer.id) then
        v_shares := v_shares || private.set_shares(v_offer, v_lines, v_sets);
      end if;
    end loop;
  end if;
  return array(
    select share from unnest(v_shares || array(
      select row((v_lines[place]).line, v_ids[place], left_over.pieces, left_over.pieces * v_gains[place])::private.offer_share
      from generate_series(1, cardinality(v_lines)) place cross join lateral (
        select (v_lines[place]).quantity - coalesce(sum(share.pieces), 0)::integer as pieces
        from unnest(v_sets) share where share.line = place
      ) left_over
      where left_over.pieces > 0 and v_gains[place] > 0
    )) share
    where share.line is null or share.amount > 0
    order by share.line, share.offer_id);
end
$$;
