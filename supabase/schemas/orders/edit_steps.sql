-- An edit from start to finish: its price, the rules, and the bookings.

-- Tables

-- A priced edit: the added lines with their shares of the order's discounts and points, the removed pieces, the delivery to the new
-- address or by the new method with its fee difference, and the total difference.
create type private.priced_edit as (
  lines private.priced_line[], shares private.line_share[], pieces private.piece_count[], delivery private.delivery,
  fee_difference numeric, difference numeric, problems jsonb,
  -- Re-owed discount and delivery, whether cash is accepted there, and cash requirements that the order hasn't met.
  recount private.recount, cash_there boolean, cash private.cash_terms,
  -- What offers take off the added lines.
  offers private.offer_share[]
);

-- Functions

-- What a change of an order would cost. `p_changes` is {"add": lines of place_order's document, "remove": [{"order_line_id",
-- "quantity"}], "address" or "address_id", "shipping_method", "slot_id" and "slot_date", "note"}. An added line with "instead_of"
-- copies every field it omits from that line, and keeps its price and discounts except for the difference its variant or design
-- makes. Returns pounds, problems as [{"code", "message", and its parameters}], and what paying in cash would additionally require.
create function public.quote_edit(p_order_id uuid, p_changes jsonb)
returns table (difference numeric, total numeric, problems jsonb, cash public.cash_requirement)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order constant public.orders := private.order_for_caller(p_order_id, 'orders.change');
  v_edit constant private.priced_edit := private.price_edit(v_order, p_changes);
begin
  return query select v_edit.difference, v_order.charged + v_edit.difference, v_edit.problems,
    coalesce((v_edit.cash).requirement, 'none');
end
$$;

-- Changes an order before its pieces are packed: a shopper its address, delivery slot, note and sizes, staff everything. The
-- changes are quote_edit's, plus "expected_difference" if somebody has seen it. If staff's change raises the price, it waits for
-- the shopper to accept.
create function public.edit_order(
  p_order_id uuid, p_changes jsonb, p_reason text default '', p_request_id uuid default null
) returns public.order_edits
language plpgsql security definer set search_path = '' as $$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('edit_order', p_order_id, p_changes, p_reason));
  v_order public.orders;
  v_priced private.priced_edit;
  v_changes jsonb;
  v_waits boolean;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_for_caller(p_order_id, 'orders.change');
  if exists (select 1 from public.order_edits where order_id = p_order_id and state = 'proposed') then
    perform private.refuse('edit_waits');
  end if;
  v_priced := private.checked_edit(v_order, p_changes);
  v_changes := private.kept_changes(v_order, p_changes);
  v_waits := v_priced.difference > 0 and private.order_actor(v_order) = 'staff' and v_order.user_id is not null;
  insert into public.order_edits (
    tenant_id, order_id, number, state, changes, added, difference, fee_difference, reason, decided_at, applied_at
  )
  select v_order.tenant_id, p_order_id, coalesce(max(earlier.number), 0) + 1,
    case when v_waits then 'proposed'::public.order_edit_state else 'applied' end, private.masked_changes(v_changes), private.added_lines(v_priced), v_priced.difference,
    coalesce(v_priced.fee_difference, 0), left(btrim(coalesce(p_reason, '')), 1000),
    case when not v_waits then now() end, case when not v_waits then now() end
  from public.order_edits earlier where earlier.order_id = p_order_id
  returning * into v_edit;
  insert into public.order_edit_addresses (edit_id, tenant_id, address)
  select v_edit.id, v_edit.tenant_id, v_changes -> 'address' where v_changes ? 'address';
  if not v_waits then
    v_edit := private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$$;

-- Accepts or declines a staff proposal: the shopper; or staff, if they made the order or the shopper's account is gone. Refuses if
-- it has become more expensive.
create function public.decide_edit(p_edit_id uuid, p_accept boolean, p_request_id uuid default null) returns public.order_edits
language plpgsql security definer set search_path = '' as $$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('decide_edit', p_edit_id, p_accept));
  v_state constant public.order_edit_state := case when p_accept then 'applied' else 'declined' end;
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  v_edit := private.require_edit_move(v_order, p_edit_id, v_state);
  if p_accept then
    v_edit := private.accept_edit(v_order, v_edit);
  else
    update public.order_edits set state = v_state, decided_at = now() where id = p_edit_id returning * into v_edit;
  end if;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$$;

-- Applies a proposal that its customer accepted; refuses if it has become more expensive.
create function private.accept_edit(p_order public.orders, p_edit public.order_edits) returns public.order_edits
language plpgsql security definer set search_path = '' as $$
declare
  v_priced constant private.priced_edit := private.checked_edit(
    p_order, public.shown_changes(p_edit) || jsonb_build_object('expected_difference', p_edit.difference), true);
  v_edit public.order_edits;
begin
  update public.order_edits set state = 'applied', decided_at = now(), applied_at = now()
  where id = p_edit.id returning * into v_edit;
  return private.apply_edit(p_order, v_edit, v_priced);
end
$$;

-- Accepts a proposal for a customer who agreed on the telephone; `p_agreed_with` is whom staff spoke to. Staff only.
create function public.accept_edit_by_telephone(p_edit_id uuid, p_agreed_with text, p_request_id uuid default null)
returns public.order_edits
language plpgsql security definer set search_path = '' as $$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('accept_edit_by_telephone', p_edit_id, p_agreed_with));
  v_with constant text := left(btrim(coalesce(p_agreed_with, '')), 120);
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  if private.order_actor(v_order) <> 'staff' then
    perform private.refuse('staff_only');
  elsif v_with = '' then
    perform private.refuse('agreed_with_required');
  end if;
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit_id;
  if v_edit.state <> 'proposed' then
    perform private.refuse('edit_decided', jsonb_build_object('state', v_edit.state));
  end if;
  v_edit := private.accept_edit(v_order, v_edit);
  perform private.note_consent(v_edit, 'telephone', v_with);
  perform private.remark_of_staff(v_order.id, 'change_agreed_by_telephone', jsonb_build_object('name', v_with), false);
  return private.store_idempotent_result(p_request_id, v_edit);
end
$$;

-- Withdraws a proposal; staff only.
create function public.withdraw_edit(p_edit_id uuid, p_request_id uuid default null) returns public.order_edits
language plpgsql security definer set search_path = '' as $$
declare
  v_edit public.order_edits := private.idempotent_result(
    null::public.order_edits, p_request_id, jsonb_build_array('withdraw_edit', p_edit_id));
  v_order public.orders;
begin
  if v_edit.id is not null then
    return v_edit;
  end if;
  v_order := private.lock_order_of_edit(p_edit_id);
  perform private.require_capability(v_order.tenant_id, 'orders.change');
  perform private.require_edit_move(v_order, p_edit_id, 'withdrawn');
  update public.order_edits set state = 'withdrawn', decided_at = now()
  where id = p_edit_id returning * into v_edit;
  return private.store_idempotent_result(p_request_id, v_edit);
end
$$;

-- The changes as an edit keeps them: with the new address as an order has it.
create function private.kept_changes(p_order public.orders, p_changes jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  select case
    when p_changes ->> 'address_id' is not null then p_changes - 'address'
    when p_changes ? 'address'
      then p_changes || jsonb_build_object('address', private.order_address(p_order.tenant_id, p_order.user_id, p_changes))
    else p_changes
  end
$$;

-- Changes as everybody who sees the edit may read them.
create function private.masked_changes(p_changes jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_changes ? 'address'
    then p_changes || jsonb_build_object('address', private.masked_address(p_changes -> 'address')) else p_changes end
$$;

create function private.added_lines(p_edit private.priced_edit) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', added.name, 'image', added.image, 'options', added.options, 'color', added.color, 'size', added.size,
    'type', added.type, 'translations', private.sold_translations(added.product_id, added.options), 'garment', added.garment,
    'quantity', added.quantity, 'unit_price', private.pounds(added.unit),
    'total', private.pounds(added.unit * added.quantity)) order by added.line), '[]')
  from unnest(p_edit.lines) added
$$;

-- Prices an edit and checks that it can be applied; locks its products. With `p_promised`, staff proposed it, and it may only have
-- become cheaper.
create function private.checked_edit(p_order public.orders, p_changes jsonb, p_promised boolean default false)
returns private.priced_edit
language plpgsql security definer set search_path = '' as $$
declare
  v_expected constant jsonb := p_changes -> 'expected_difference';
  v_added constant uuid[] := private.products_of_lines(p_order.tenant_id, private.listed(p_changes -> 'add'));
  v_edit private.priced_edit;
begin
  perform 1 from public.products
  where id = any (v_added) or id in (select line.product_id from public.order_lines line where line.order_id = p_order.id)
  order by id for no key update;
  v_edit := private.price_edit(p_order, p_changes, p_promised);
  if v_edit.problems <> '[]' then
    perform private.refuse_problem(v_edit.problems -> 0);
  end if;
  perform private.require_pictures(p_order.tenant_id, p_order.user_id, v_edit.lines);
  if coalesce(jsonb_typeof(v_expected), 'null') = 'number' and (
    v_edit.difference > v_expected::numeric or v_edit.difference < v_expected::numeric and not p_promised
  ) then
    perform private.refuse('price_changed', jsonb_build_object('total', p_order.charged + v_edit.difference,
      'difference', v_edit.difference));
  end if;
  return v_edit;
end
$$;

create function private.listed(p_value jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(p_value) when 'array' then p_value else '[]' end
$$;

create function private.require_changes(p_changes jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_changes) is distinct from 'object'
    or p_changes - '{add,remove,address,address_id,shipping_method,slot_id,slot_date,note,expected_difference,cash_overruled}'::text[] <> '{}'
    or p_changes - '{expected_difference,cash_overruled}'::text[] = '{}'
    or coalesce(jsonb_typeof(p_changes -> 'add'), 'array') <> 'array' or jsonb_array_length(private.listed(p_changes -> 'add')) > 100
    or coalesce(jsonb_typeof(p_changes -> 'remove'), 'array') <> 'array' then
    perform private.refuse('invalid_change');
  end if;
  if length(p_changes ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  if p_changes ? 'shipping_method' and coalesce(p_changes ->> 'shipping_method', '') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;
end
$$;

-- Completes added lines from the lines they replace. Refuses to replace more pieces than are removed.
create function private.completed_lines(p_order_id uuid, p_add jsonb, p_pieces private.piece_count[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from (
      select lower(added.value ->> 'instead_of') as id, sum(
        case when private.is_piece_count(added.value -> 'quantity') then (added.value ->> 'quantity')::integer else 0 end) as pieces
      from jsonb_array_elements(p_add) added where added.value ? 'instead_of' group by 1
    ) wanted
    left join unnest(p_pieces) piece on piece.order_line_id::text = wanted.id
    where wanted.pieces > coalesce(piece.quantity, 0)
  ) then
    perform private.refuse('invalid_change');
  end if;
  return coalesce((
    select jsonb_agg(case when line.id is null then added.value else
      case when added.value ?| '{product_id,variant_id}' then '{}' else jsonb_build_object('product_id', line.product_id) end
      || jsonb_build_object('color', line.color, 'size', line.size, 'type', line.type)
      || case when line.customization is null or added.value ?| '{design,customization_id}' then '{}'
        else jsonb_build_object('design', line.customization -> 'design', 'preview', line.customization -> 'preview') end
      || added.value end order by added.place)
    from jsonb_array_elements(p_add) with ordinality added (value, place)
    left join public.order_lines line on line.order_id = p_order_id and line.id::text = lower(added.value ->> 'instead_of')
  ), '[]');
end
$$;

-- Whether an order has pieces to change; for a shopper, none may be packed.
create function private.has_pieces_to_change(p_order_id uuid, p_actor text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(public.open_pieces(line) + line.packed) > 0, false)
    and (p_actor <> 'shopper' or coalesce(sum(line.packed + line.sent) = 0, true))
  from public.order_lines line where line.order_id = p_order_id
$$;

-- Whether the reader may change an order now: its address, delivery, note and pieces. A computed field.
create function public.is_changeable(p_order public.orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.orders cross join private.order_actor(orders) actor
    where orders.id = p_order.id and orders.imported_from is null and private.has_pieces_to_change(orders.id, actor)
      and (actor <> 'staff' or private.holds_capability(orders.tenant_id, 'orders.change'))
  ) and not exists (select 1 from public.order_edits edit where edit.order_id = p_order.id and edit.state = 'proposed')
$$;

-- Refuses an edit that is too late or that the caller may not make.
create function private.require_editable(
  p_order public.orders, p_changes jsonb, p_add jsonb, p_pieces private.piece_count[], p_promised boolean
) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_goods constant boolean := p_add <> '[]' or cardinality(p_pieces) > 0;
  v_way constant boolean := p_changes ?| '{address,address_id,shipping_method,slot_id,slot_date}';
begin
  if not private.has_pieces_to_change(p_order.id, 'staff') then
    perform private.refuse('edit_too_late');
  end if;
  if v_goods and p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' then
    perform private.refuse('edit_before_payment');
  end if;
  perform private.require_open_pieces(p_pieces, 'too_few_to_remove');
  if p_add = '[]' and (select sum(line.kept) from public.order_lines line where line.order_id = p_order.id)
    = coalesce((select sum(piece.quantity) from unnest(p_pieces) piece), 0) then
    perform private.refuse('edit_leaves_nothing');
  end if;
  if p_promised or private.order_actor(p_order) <> 'shopper' then
    return;
  end if;
  if v_way and not private.has_pieces_to_change(p_order.id, 'shopper') then
    perform private.refuse('edit_too_late', '{"reason": "packed"}');
  end if;
  perform private.require_swaps(p_order, p_add, p_pieces);
end
$$;

-- Limits shoppers to swapping size or color: they order other goods separately, and cancel pieces.
create function private.require_swaps(p_order public.orders, p_add jsonb, p_pieces private.piece_count[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(p_pieces) piece
    join public.order_lines line on line.id = piece.order_line_id
    where line.customization is not null and (line.printed > 0 or p_order.stage = 'in_production')
  ) then
    perform private.refuse('edit_too_late', '{"reason": "printed"}');
  end if;
  if exists (
    select 1 from (
      select lower(added.value ->> 'instead_of') as id, sum((added.value ->> 'quantity')::integer) as pieces,
        bool_and(coalesce(added.value ->> 'product_id', '') = coalesce(line.product_id::text, '')
          and not added.value ? 'variant_id' and coalesce(added.value -> 'design', 'null')
            = coalesce(line.customization -> 'design', 'null')) as same
      from jsonb_array_elements(p_add) added
      left join public.order_lines line
        on line.order_id = p_order.id and line.id::text = lower(added.value ->> 'instead_of')
      where private.is_piece_count(added.value -> 'quantity')
      group by 1
    ) added
    full join unnest(p_pieces) piece on piece.order_line_id::text = added.id
    where added.pieces is distinct from piece.quantity or not added.same
  ) then
    perform private.refuse('edit_by_staff');
  end if;
end
$$;

-- Books a checked edit: lines, stock, price, address, method, slot and note. Returns it.
create function private.apply_edit(p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit)
returns public.order_edits
language plpgsql security definer set search_path = '' as $$
declare
  v_edit public.order_edits;
begin
  if cardinality(p_priced.lines) > 0 then
    perform private.insert_order_lines(p_order, p_priced.lines, p_edit.id, p_priced.shares, p_priced.offers);
    perform private.book_offers(p_order, array(
      select given from unnest(p_priced.offers) given
      where not exists (select 1 from unnest(p_priced.shares) share where share.line = given.line)));
  end if;
  perform private.write_new_way(p_order, public.shown_changes(p_edit), p_priced.delivery);
  perform private.charge_new_delivery(p_order, p_edit, p_priced);
  perform private.write_cash_terms(p_order.id, p_priced.cash);
  if cardinality(p_priced.pieces) > 0 then
    perform private.cancel_lines(p_order, p_priced.pieces);
  end if;
  if cardinality(p_priced.lines) > 0 then
    perform private.move_stock(array_agg(goods.variant_id), array_agg(goods.delta), 'sale', p_order_id => p_order.id)
    from (
      select line.variant_id, -sum(line.quantity)::integer as delta from public.order_lines line
      where line.edit_id = p_edit.id and line.variant_id is not null group by line.variant_id
    ) goods;
    perform private.book_money(p_order, 'charged', (
      select sum(line.net) from public.order_lines line where line.edit_id = p_edit.id
    ), jsonb_build_object('edit_id', p_edit.id));
    perform private.recount_offers(p_order.id);
  end if;
  perform private.settle_points(p_order);
  perform private.create_due_refunds(p_order.id, jsonb_build_object('edit_id', p_edit.id));
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit.id;
  return v_edit;
end
$$;

-- Stores an order's new address, delivery slot and note; `p_delivery` is the delivery to the new address.
create function private.write_new_way(p_order public.orders, p_changes jsonb, p_delivery private.delivery) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if p_changes ?| '{slot_id,slot_date}' then
    perform private.leave_slot(p_order);
    if p_changes ->> 'slot_id' is not null then
      v_slot := private.book_slot(p_order.tenant_id, p_changes ->> 'slot_id', p_changes ->> 'slot_date', case
        when p_changes ?| '{address,address_id}' then p_delivery.zone_id
        else private.shipping_zone_of(p_order.tenant_id, p_order.destination ->> 'governorate', p_order.destination ->> 'city') end);
      v_day := (p_changes ->> 'slot_date')::date;
    end if;
    update public.orders set slot_id = v_slot.id, slot_date = v_day, slot_from = v_slot.from_time, slot_to = v_slot.to_time,
      updated_at = now()
    where id = p_order.id;
  end if;
  if p_changes ?| '{address,address_id}' then
    perform private.write_order_address(p_order.id, private.order_address(p_order.tenant_id, p_order.user_id, p_changes));
  end if;
  update public.orders set
    note = case when p_changes ? 'note' then coalesce(btrim(p_changes ->> 'note'), '') else note end,
    updated_at = now()
  where id = p_order.id and p_changes ?| '{address,address_id,note}';
end
$$;

create function private.lock_order_of_edit(p_edit_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.order_edits where id = p_edit_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_edit');
  end if;
  perform private.require_order_right(v_order, 'orders.change');
  return v_order;
end
$$;

-- Whether the actor may make this transition of an edit: staff decide for a customer who cannot answer in the store.
create function private.is_edit_move_of(
  p_actor text, p_order public.orders, p_move public.order_edit_transitions
) returns boolean
language sql immutable set search_path = '' as $$
  select case p_actor
    when 'shopper' then p_move.by_shopper
    when 'staff' then p_move.by_staff or p_move.by_staff_for_shopper and (p_order.user_id is null or p_order.channel <> 'web')
    else p_actor = 'system'
  end
$$;

-- The edit; refuses if the caller may not bring it to this state.
create function private.require_edit_move(p_order public.orders, p_edit_id uuid, p_state public.order_edit_state)
returns public.order_edits
language plpgsql stable security definer set search_path = '' as $$
declare
  v_edit public.order_edits;
  v_move public.order_edit_transitions;
begin
  select edit.* into v_edit from public.order_edits edit where edit.id = p_edit_id;
  select move.* into v_move from public.order_edit_transitions move
  where move.from_state = v_edit.state and move.to_state = p_state;
  if v_move.to_state is null then
    perform private.refuse('edit_decided', jsonb_build_object('state', v_edit.state));
  elsif not private.is_edit_move_of(private.order_actor(p_order), p_order, v_move) then
    perform private.refuse('customer_decides');
  end if;
  return v_edit;
end
$$;

-- The states the reader may bring an edit to. A computed field, for its shopper and staff.
create function public.next_states(p_edit public.order_edits) returns public.order_edit_state[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(move.to_state order by move.to_state), '{}')
  from public.order_edits edit
  join public.orders on orders.id = edit.order_id
  join public.order_edit_transitions move on move.from_state = edit.state
  where edit.id = p_edit.id and private.is_edit_move_of(private.order_actor(orders), orders, move)
    and (private.order_actor(orders) <> 'staff' or private.holds_capability(orders.tenant_id, 'orders.change'))
$$;

-- Grants

grant execute on function
  public.quote_edit, public.edit_order, public.decide_edit, public.accept_edit_by_telephone, public.withdraw_edit, public.next_states, public.is_changeable
to authenticated;
