-- Placing an order, from place_order to the booked goods.

-- Functions

-- Places the caller's order and returns it; refuses with the first problem. `p_order` is {"tenant_id", "idempotency_key": 8 to 100
-- characters, "lines", "address" or "address_id", "payment_method", "shipping_method": standard | express, "slot_id", "slot_date",
-- "discount_code", "points", "store_credit": pounds or true for as much as possible, "gift": {"message", "hide_prices"} to have it
-- wrapped, "note", "expected_total": pounds}.
-- A line is {"variant_id" or "product_id" with "size", "color" and "type", "quantity", "price": pounds the shopper saw, "design" or
-- "customization_id", "preview"}. The same key with the same document returns the first order.
create function public.place_order(p_order jsonb) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
  v_tenant_id text := p_order ->> 'tenant_id';
  v_key text := p_order ->> 'idempotency_key';
  v_priced private.priced_order;
  v_profile record;
  v_address jsonb;
  v_cash private.cash_terms;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- Serializes a person's orders: a repeated request finds the first one, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  perform private.member_becomes_customer(v_user_id, v_tenant_id);
  select name, email into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  v_order := private.placed_before(v_tenant_id, v_key, p_order);
  if v_order.id is not null then
    return v_order;
  end if;
  if length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  perform private.require_open_store(v_tenant_id);
  v_address := private.order_address(v_tenant_id, v_user_id, p_order);

  if coalesce(btrim(p_order ->> 'discount_code'), '') <> '' and private.guesses_too_many_codes(v_tenant_id) then
    perform private.refuse('too_many_codes');
  end if;
  v_priced := private.price_order(p_order, v_user_id, true, v_address);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, v_user_id, v_priced.lines);
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  v_cash := private.require_order_rules(private.new_order_demand(p_order, v_priced, v_user_id, v_address, false), v_priced.settings);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id,
      least(((v_priced.delivery).rate).days_from, ((v_priced.delivery).rate).days_to));
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot, v_cash);
  perform private.insert_order_lines(v_order, v_priced.lines, p_offers => v_priced.offers);
  perform private.book_order(v_order);
  perform private.book_offers(v_order, v_priced.offers);
  return v_order;
end
$$;

-- A new order as a demand to check.
create function private.new_order_demand(
  p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_address jsonb, p_by_staff boolean
) returns private.order_demand
language sql immutable set search_path = '' as $$
  select row(
    p_order ->> 'tenant_id', p_user_id, p_by_staff, null, p_order ->> 'payment_method', p_address, p_priced.lines,
    p_priced.total - p_priced.credit_used, ((p_priced.delivery).rate).cash_allowed, p_order ->> 'cash_overruled', true, true
  )::private.order_demand
$$;

-- The delivery address: a saved one of the person's, or one given with the order; both are checked alike.
create function private.order_address(p_tenant_id text, p_user_id uuid, p_order jsonb) returns jsonb
language plpgsql as $$
declare
  v_given jsonb := p_order -> 'address';
  v_field text;
  v_address jsonb;
begin
  if p_order ->> 'address_id' is not null then
    if pg_input_is_valid(p_order ->> 'address_id', 'uuid') then
      select to_jsonb(addresses) - '{id,tenant_id,user_id,label,is_default,created_at,updated_at}'::text[] into v_address
      from public.addresses
      where id = (p_order ->> 'address_id')::uuid and user_id = p_user_id and tenant_id = p_tenant_id;
    end if;
    if v_address is null then
      perform private.refuse('unknown_address');
    end if;
    return v_address;
  end if;

  v_field := case
    when jsonb_typeof(v_given) is distinct from 'object' then 'address'
    when coalesce(btrim(v_given ->> 'full_name'), '') = '' or length(v_given ->> 'full_name') > 120 then 'full_name'
    when not private.is_egyptian_phone(v_given ->> 'phone') then 'phone'
    when not coalesce(pg_input_is_valid(v_given ->> 'governorate', 'public.governorate'), false) then 'governorate'
    when coalesce(btrim(v_given ->> 'city'), '') = '' or length(v_given ->> 'city') > 80 then 'city'
    when coalesce(btrim(v_given ->> 'street'), '') = '' or length(v_given ->> 'street') > 200 then 'street'
    when length(v_given ->> 'building') > 40 then 'building'
    when length(v_given ->> 'floor') > 20 then 'floor'
    when length(v_given ->> 'apartment') > 20 then 'apartment'
    when length(v_given ->> 'landmark') > 200 then 'landmark'
    when coalesce(v_given ->> 'postal_code', '') !~ '^([0-9]{5})?$' then 'postal_code'
  end;
  if v_field is not null then
    perform private.refuse('invalid_address', jsonb_strip_nulls(jsonb_build_object(
      'field', v_field, 'reason', case v_field when 'phone' then 'phone' end)));
  end if;
  return jsonb_build_object(
    'full_name', btrim(v_given ->> 'full_name'), 'phone', private.clean_phone(v_given ->> 'phone'), 'governorate', v_given ->> 'governorate',
    'city', btrim(v_given ->> 'city'), 'street', btrim(v_given ->> 'street'),
    'building', coalesce(v_given ->> 'building', ''), 'floor', coalesce(v_given ->> 'floor', ''),
    'apartment', coalesce(v_given ->> 'apartment', ''), 'landmark', coalesce(v_given ->> 'landmark', ''),
    'postal_code', coalesce(v_given ->> 'postal_code', '')
  );
end
$$;

-- Refuses an order with its first problem.
create function private.refuse_problem(p_problem jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_problem ->> 'code' = 'insufficient_points' then
    raise log 'Insufficient points for redemption';
  end if;
  perform private.raise_refusal(p_problem);
end
$$;

-- Refuses designs that use a missing picture: the print would lack it.
create function private.require_pictures(p_tenant_id text, p_user_id uuid, p_lines private.priced_line[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line integer;
begin
  select min(designed.line) into v_line
  from unnest(p_lines) designed, jsonb_array_elements(designed.design -> 'elements') element
  where element ->> 'kind' = 'image' and not exists (
    select 1 from storage.objects
    where bucket_id = 'designs' and name = substr(element ->> 'source', length('designs:') + 1)
      and starts_with(name, p_tenant_id || '/' || p_user_id || '/')
  );
  if v_line is not null then
    perform private.refuse('invalid_design', jsonb_build_object('reason', 'picture', 'line', v_line));
  end if;
end
$$;

-- Refuses a total that the shopper hasn't seen, naming the lines whose price has changed.
create function private.require_expected_total(p_expected jsonb, p_priced private.priced_order) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(p_expected, 'null') = 'null'
    or private.is_amount(p_expected) and private.piastres(p_expected::numeric) = p_priced.total then
    return;
  end if;
  perform private.refuse('price_changed',
    jsonb_build_object('expected', p_expected, 'total', private.pounds(p_priced.total), 'lines', (
      select jsonb_agg(jsonb_build_object('line', priced.line, 'name', priced.name, 'was', private.pounds(priced.price_was),
        'now', private.pounds(priced.unit)) order by priced.line)
      from unnest(p_priced.lines) priced where priced.price_was <> priced.unit
    )));
end
$$;

-- A new order's number, such as DW-4K7QM-0X9TB: the store's prefix and random letters. Numbers that were given stay.
create function private.order_number(p_tenant_id text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The first six and last seven bytes of a v4 UUID are fully random. The 64 base64 characters map to 32 letters, two to one.
  v_bytes bytea := uuid_send(gen_random_uuid());
  v_letters text := translate(
    encode(substr(v_bytes, 1, 6) || substr(v_bytes, 14, 3), 'base64'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  );
begin
  return coalesce(
    (select brand.order_prefix from public.brands brand where brand.tenant_id = p_tenant_id), upper(left(p_tenant_id, 2))
  ) || '-' || left(v_letters, 5) || '-' || substr(v_letters, 6, 5);
end
$$;

-- Inserts an order with its address, in one statement: the order's triggers read the address.
create function private.insert_order(
  p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb,
  p_slot public.delivery_slots, p_cash private.cash_terms, p_placed_by uuid default null, p_is_test boolean default false
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_method text := p_order ->> 'payment_method';
  v_open constant bigint := p_priced.total - p_priced.credit_used;
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
  v_stage constant public.order_stage := case
    when v_open = 0 or v_method = 'cash_on_delivery' and p_cash.requirement <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  v_status constant public.order_status := private.status_of_stage(v_stage);
  v_order public.orders;
begin
  with placed as (insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, offer_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id,
    discount_code,
    customer_name, customer_email, destination, slot_id, slot_date, slot_from, slot_to, note, reserved_until, channel, manual_discount,
    tax_rate, cash_requirement, cash_reasons, confirm_until, deposit, days_from, days_to, is_test, gift_total, gift_wrapped,
    gift_message, hides_prices
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_stage,
    case when private.waits_for_staff(v_status, v_method::public.payment_method) then '{to_confirm}'::public.order_queue[]
      else '{}' end,
    v_method::public.payment_method,
    case when v_open = 0 then 'paid' when p_priced.credit_used > 0 then 'partly_paid' else 'unpaid' end::public.payment_status,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(p_priced.subtotal), private.pounds(p_priced.discount), private.pounds(private.offers_worth(p_priced.offers)),
    private.pounds(p_priced.shipping),
    p_priced.points_used, private.pounds(p_priced.points_value), private.pounds(p_priced.total),
    private.pounds(p_priced.total), private.pounds(p_priced.credit_used), p_priced.points_earned,
    p_priced.discount_id, p_priced.discount_code,
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, private.masked_address(p_address),
    p_slot.id, case when p_slot.id is not null then (p_order ->> 'slot_date')::date end, p_slot.from_time, p_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case
      when v_stage = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_stage = 'awaiting_payment' and v_method = 'cash_on_delivery' then p_cash.confirm_until
    end,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), private.vat_rate(p_priced.settings),
    p_cash.requirement, p_cash.reasons, p_cash.confirm_until,
    case when p_cash.requirement = 'deposit' then private.pounds(p_priced.credit_used) + p_cash.deposit else 0 end,
    v_rate.days_from, v_rate.days_to, p_is_test, private.pounds(p_priced.gift), not private.is_empty(p_order -> 'gift'),
    btrim(coalesce(p_order #>> '{gift,message}', '')), coalesce(private.flag_of(p_order #> '{gift,hide_prices}'), false)
  ) returning *), stored as (
    insert into public.order_addresses (order_id, tenant_id, address) select placed.id, placed.tenant_id, p_address from placed
  )
  select placed.* into v_order from placed;
  perform private.store_order_key(v_order, p_order ->> 'idempotency_key', p_order);
  perform private.write_staff_facts(
    v_order.id, p_placed_by, left(p_order #>> '{manual_discount,reason}', 500), p_cash.overruled);
  return v_order;
end
$$;

-- Inserts an order's lines, each with what offers give and its shares of discounts and points, by price unless given; lines added by
-- an edit have shares only if given.
create function private.insert_order_lines(
  p_order public.orders, p_lines private.priced_line[], p_edit_id uuid default null, p_shares private.line_share[] default null,
  p_offers private.offer_share[] default '{}'
) returns void
language plpgsql as $$
declare
  v_line private.priced_line;
  v_index integer;
  v_shares private.line_share[] := p_shares;
  v_first integer := 0;
begin
  if p_edit_id is null then
    v_shares := coalesce(p_shares, private.line_shares(p_lines,
      private.piastres(p_order.discount_total - p_order.offer_total + p_order.manual_discount),
      private.piastres(p_order.points_value), p_offers));
  else
    select max(earlier.position) + 1 into v_first from public.order_lines earlier where earlier.order_id = p_order.id;
  end if;
  for v_index in 1 .. cardinality(p_lines) loop
    if (p_lines[v_index]).design is not null and (p_lines[v_index]).customization_id is null and p_order.user_id is not null then
      v_line := p_lines[v_index];
      insert into public.customizations (tenant_id, user_id, product_id, design, preview)
      values (p_order.tenant_id, p_order.user_id, v_line.product_id, v_line.design, v_line.preview)
      returning id into v_line.customization_id;
      p_lines[v_index] := v_line;
    end if;
  end loop;

  insert into public.order_lines (
    tenant_id, order_id, position, product_id, variant_id, customization_id, sku, name, image, unit_price, quantity,
    discount_share, points_share, tax_rate, tax_share, edit_id, color, size, type, options, translations,
    garment, customization, offer_share, offers
  )
  select
    p_order.tenant_id, p_order.id, v_first + priced.line, priced.product_id, priced.variant_id, priced.customization_id,
    priced.sku, priced.name, priced.image, private.pounds(priced.unit), priced.quantity,
    private.pounds(coalesce(share.discount, 0) + given.amount), private.pounds(coalesce(share.points, 0)), p_order.tax_rate,
    private.contained_tax(private.pounds(
      priced.unit * priced.quantity - coalesce(share.discount, 0) - given.amount - coalesce(share.points, 0)), p_order.tax_rate),
    p_edit_id, priced.color, priced.size, priced.type, priced.options,
    coalesce(priced.translations, private.sold_translations(priced.product_id, priced.options)), priced.garment,
    case when priced.design is not null then
      jsonb_build_object('garment', priced.design ->> 'garment', 'design', priced.design, 'preview', priced.preview)
    end, private.pounds(given.amount), given.offers
  from unnest(p_lines) priced left join unnest(v_shares) share on share.line = priced.line
  cross join lateral (
    select coalesce(sum(offered.amount), 0)::bigint as amount, coalesce(jsonb_agg(jsonb_build_object(
      'id', offered.offer_id, 'pieces', offered.pieces, 'amount', private.pounds(offered.amount)) order by offered.offer_id), '[]') as offers
    from unnest(p_offers) offered where offered.line = priced.line
  ) given;
end
$$;

-- Books a placed order: goods, charges, discount use, and points.
create function private.book_order(p_order public.orders) returns void
language plpgsql as $$
begin
  perform private.book_goods(
    p_order, case when p_order.replaces_order_id is null then 'sale'::public.stock_reason else 'replaced' end);
  -- The order row already has these sums.
  insert into public.payment_entries (tenant_id, order_id, kind, amount, actor_id)
  select p_order.tenant_id, p_order.id, booked.kind, booked.amount, auth.uid()
  from (values
    ('charged'::public.payment_entry_kind, p_order.total), ('credit_used', p_order.received)
  ) as booked (kind, amount) where booked.amount > 0;
  if p_order.received > 0 then
    insert into public.store_credits (tenant_id, user_id, kind, delta, order_id)
    values (p_order.tenant_id, p_order.user_id, 'used', -p_order.received, p_order.id);
  end if;
  if p_order.discount_id is not null then
    insert into public.discount_uses (order_id, tenant_id, discount_id, user_id, amount)
    values (p_order.id, p_order.tenant_id, p_order.discount_id, p_order.user_id, p_order.discount_total - p_order.offer_total);
  end if;
  if p_order.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
    values (p_order.tenant_id, p_order.user_id, 'redeemed', -p_order.points_used, p_order.id);
  end if;
end
$$;

-- Takes an order's goods out of stock and records the movements. The caller has locked its products.
create function private.book_goods(p_order public.orders, p_reason public.stock_reason) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_variant_ids uuid[];
  v_deltas integer[];
begin
  select array_agg(goods.variant_id), array_agg(goods.delta) into v_variant_ids, v_deltas
  from (
    select variant_id, -sum(quantity)::integer as delta from public.order_lines
    where order_id = p_order.id and variant_id is not null group by variant_id
  ) goods;
  perform private.move_stock(v_variant_ids, v_deltas, p_reason, p_order_id => p_order.id);
end
$$;

-- Adds a new order's staff facts, first event and shopper notification (after payment, for an order that awaits a card), and
-- broadcasts to staff. All in one trigger: each trigger slows down ordering.
create function private.order_placed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_staff_facts (tenant_id, order_id, search_text)
  values (new.tenant_id, new.id, private.order_search_text(new));
  insert into public.order_events (tenant_id, order_id, actor, to_status)
  values (new.tenant_id, new.id, case
    when auth.uid() is null then 'system' when new.channel <> 'web' then 'staff' else 'shopper' end, new.status);
  if new.channel = 'web' and not new.is_test then
    perform private.note_order_client(new);
  end if;
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_notification(new, 'placed');
  end if;
  if not new.is_test and (new.status <> 'awaiting_payment' or new.payment_method <> 'online') then
    perform private.tell_staff(new.tenant_id, 'new_order', p_about_ids => array[new.id]);
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$$;

-- Triggers

create trigger orders_placed after insert on public.orders
  for each row when (new.imported_from is null) execute function private.order_placed();

-- Grants

grant execute on function public.place_order to authenticated;
