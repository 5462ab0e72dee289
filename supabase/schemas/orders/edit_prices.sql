-- The price of an edit, and the rules it has to meet as an order would.

-- Functions

-- Prices an edit; refuses changes that are not allowed.
create function private.price_edit(p_order public.orders, p_changes jsonb, p_promised boolean default false)
returns private.priced_edit
language plpgsql security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_add jsonb;
  v_edit private.priced_edit;
begin
  perform private.require_changes(p_changes);
  v_edit.pieces := private.asked_pieces(p_order.id, private.listed(p_changes -> 'remove'));
  v_add := private.completed_lines(p_order.id, private.listed(p_changes -> 'add'), v_edit.pieces);
  perform private.require_editable(p_order, p_changes, v_add, v_edit.pieces, p_promised);
  select settings.* into v_settings from public.settings where settings.tenant_id = p_order.tenant_id;
  v_edit.lines := '{}';
  v_edit.shares := '{}';
  v_edit.offers := '{}';
  v_edit.recount := row(0, '{}', 0, false);
  if v_add <> '[]' then
    v_edit.lines := private.with_goods_given_back(
      private.price_lines(p_order.tenant_id, v_add, v_settings, p_order.user_id, false), v_edit.pieces);
    v_edit := private.with_edit_offers(p_order, private.with_kept_prices(p_order, v_edit, v_add));
  end if;
  select coalesce(jsonb_agg(private.line_problem(priced) order by priced.line), '[]') into v_edit.problems
  from unnest(v_edit.lines) priced where priced.problem is not null;
  v_edit.difference := coalesce((
    select sum(private.pounds(priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)))
    from unnest(v_edit.lines) priced left join unnest(v_edit.shares) share on share.line = priced.line
  ), 0) - private.pounds(private.offers_worth(v_edit.offers)) - private.worth_of_lines(v_edit.pieces);
  if cardinality(v_edit.lines) > 0 or cardinality(v_edit.pieces) > 0 then
    v_edit.recount := private.recount_of(p_order, v_edit.pieces, v_edit.lines, v_edit.shares, v_edit.offers);
  end if;
  v_edit := private.with_delivery(p_order, v_edit, p_changes, v_settings);
  v_edit.difference := v_edit.difference + (v_edit.recount).discount + (v_edit.recount).fee;
  return private.with_order_rules(p_order, v_edit, private.changed_order_demand(p_order, v_edit, p_changes, p_promised), v_settings);
end
$$;

-- Adds to the edit what paying in cash requires and what would be refused of a new order.
create function private.with_order_rules(
  p_order public.orders, p_edit private.priced_edit, p_demand private.order_demand, p_settings public.settings
) returns private.priced_edit
language plpgsql security definer set search_path = '' as $$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  p_edit.cash := private.require_order_rules(p_demand, p_settings);
  perform private.require_changeable_terms(p_order, p_edit.cash);
  return p_edit;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    p_edit.problems := jsonb_build_array(v_refusal) || p_edit.problems;
    return p_edit;
end
$$;

-- The changed order as a demand to check. A staff proposal counts as staff's, whoever accepts it.
create function private.changed_order_demand(
  p_order public.orders, p_edit private.priced_edit, p_changes jsonb, p_promised boolean
) returns private.order_demand
language plpgsql stable security definer set search_path = '' as $$
declare
  v_address_was constant jsonb := public.address(p_order);
  v_address constant jsonb := case when p_changes ?| '{address,address_id}'
    then private.order_address(p_order.tenant_id, p_order.user_id, p_changes) else v_address_was end;
  v_total constant numeric := p_order.charged + p_edit.difference;
  v_credit constant numeric := coalesce((
    select sum(entry.amount) from public.payment_entries entry where entry.order_id = p_order.id and entry.kind = 'credit_used'
  ), 0);
begin
  return row(
    p_order.tenant_id, p_order.user_id, p_promised or private.order_actor(p_order) <> 'shopper', p_order.id,
    p_order.payment_method::text, v_address, array(
      select jsonb_populate_record(null::private.priced_line, jsonb_build_object('line', line.position, 'product_id', line.product_id,
        'name', line.name, 'quantity', private.kept_pieces(line) - coalesce(piece.quantity, 0)))
      from public.order_lines line left join unnest(p_edit.pieces) piece on piece.order_line_id = line.id
      where line.order_id = p_order.id
    ) || p_edit.lines,
    case when v_total <= p_order.received - p_order.given_back then 0 else private.piastres(v_total - v_credit) end,
    coalesce(p_edit.cash_there, true), p_changes ->> 'cash_overruled', p_edit.difference > 0,
    private.national_digits(v_address ->> 'phone') is distinct from private.national_digits(v_address_was ->> 'phone')
      or private.address_key(v_address) <> private.address_key(v_address_was) or ((p_edit.delivery).rate).method is not null
  )::private.order_demand;
end
$$;

-- Clears stock problems that disappear once the removed pieces are restocked.
create function private.with_goods_given_back(p_lines private.priced_line[], p_pieces private.piece_count[])
returns private.priced_line[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line private.priced_line;
begin
  for v_place in 1 .. cardinality(p_lines) loop
    v_line := p_lines[v_place];
    if v_line.problem = 'out_of_stock' then
      v_line.stock := v_line.stock + coalesce((
        select sum(piece.quantity) from unnest(p_pieces) piece
        join public.order_lines line on line.id = piece.order_line_id where line.variant_id = v_line.variant_id
      ), 0);
      if v_line.stock >= (select sum(other.quantity) from unnest(p_lines) other where other.variant_id = v_line.variant_id) then
        v_line.problem := null;
      end if;
      p_lines[v_place] := v_line;
    end if;
  end loop;
  return p_lines;
end
$$;

-- Gives lines that replace others of the same product the higher of the old and the current price, and their shares.
create function private.with_kept_prices(
  p_order public.orders, p_edit private.priced_edit, p_add jsonb
) returns private.priced_edit
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line private.priced_line;
  v_old public.order_lines;
  v_taken jsonb := '{}';
  v_share private.line_share;
  v_offer private.offer_share;
begin
  for v_place in 1 .. cardinality(p_edit.lines) loop
    v_line := p_edit.lines[v_place];
    select line.* into v_old from public.order_lines line
    where line.order_id = p_order.id and line.id::text = lower(p_add -> (v_place - 1) ->> 'instead_of')
      and line.product_id is not distinct from v_line.product_id;
    if v_old.id is not null and v_line.problem is null then
      v_line.unit := greatest(private.piastres(v_old.unit_price), v_line.unit);
      if v_line.design = v_old.customization -> 'design' then
        v_line.customization_id := v_old.customization_id;
      end if;
      p_edit.lines[v_place] := v_line;
      v_share := private.kept_share(v_old, coalesce((v_taken ->> v_old.id::text)::integer, 0), v_line);
      v_offer := private.kept_offer(v_old, coalesce((v_taken ->> v_old.id::text)::integer, 0), v_line, v_share.discount);
      if v_offer.amount > 0 then
        v_share.discount := v_share.discount - v_offer.amount;
        p_edit.offers := p_edit.offers || v_offer;
      end if;
      p_edit.shares := p_edit.shares || v_share;
      v_taken := v_taken || jsonb_build_object(
        v_old.id::text, coalesce((v_taken ->> v_old.id::text)::integer, 0) + v_line.quantity);
    end if;
  end loop;
  return p_edit;
end
$$;

-- The shares of discounts and points that pieces take along to their replacement line; `p_taken` pieces went before.
create function private.kept_share(p_old public.order_lines, p_taken integer, p_line private.priced_line)
returns private.line_share
language plpgsql stable security definer set search_path = '' as $$
declare
  v_gone constant integer := p_old.cancelled + p_old.returned_to_sender + p_old.returned + p_taken;
  v_points bigint := private.piastres(round(p_old.points_share * (v_gone + p_line.quantity) / p_old.quantity, 2)
    - round(p_old.points_share * v_gone / p_old.quantity, 2));
  -- All reductions of these pieces, so that their cost stays the same.
  v_all bigint := greatest(private.piastres(p_old.unit_price) * p_line.quantity - private.piastres(
    private.line_worth(p_old, v_gone + p_line.quantity) - private.line_worth(p_old, v_gone)), 0);
begin
  v_all := least(v_all, p_line.unit * p_line.quantity);
  v_points := least(v_points, v_all);
  return row(p_line.line, v_all - v_points, v_points)::private.line_share;
end
$$;
