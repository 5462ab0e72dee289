-- Replacements: pieces that are sent again for others that arrived, in another size or for faulty ones, as an order of their own.

-- Functions

-- The lines of an order that sends pieces of another once more, each in the size that `p_sizes` ({line's id: size}) names for it,
-- and else as it was, with what is wrong with them.
create function private.replacement_lines(p_pieces private.piece_count[], p_sizes jsonb) returns private.priced_line[]
language plpgsql set search_path = '' as $$
begin
  return array(
    select row(
      row_number() over (order by line.position) - 1, line.product_id, (chosen.variant).id,
      coalesce((chosen.variant).sku, line.sku),
      private.variant_name((chosen.variant).option1, (chosen.variant).option2, (chosen.variant).option3),
      line.customization_id, piece.quantity, line.name, line.image, 0, null, (chosen.variant).stock, line.color,
      coalesce(chosen.size, wanted.size, line.size), line.type, coalesce(chosen.options, line.options),
      line.customization -> 'design', line.customization ->> 'preview',
      case
        when p_sizes ? line.id::text and (coalesce(btrim(wanted.size), '') = '' or length(wanted.size) > 200) then 'unknown_option'
        when line.product_id is null and line.customization is null then 'unknown_product'
        when chosen.problem is not null then 'unknown_option'
        when sum(piece.quantity) over (partition by (chosen.variant).id) > (chosen.variant).stock then 'out_of_stock'
      end,
      (chosen.variant).weight_grams::bigint * piece.quantity,
      private.merged_option_words(private.sold_translations(line.product_id, chosen.options), line.translations), line.garment
    )::private.priced_line
    from unnest(p_pieces) piece
    join public.order_lines line on line.id = piece.order_line_id
    cross join lateral (select p_sizes ->> line.id::text as size) wanted
    left join lateral private.choose_variant(line.product_id, null, wanted.size, line.color, line.type, line.variant_id) chosen
      on line.product_id is not null
    order by line.position
  );
end
$$;

-- Makes the order of these lines, which costs its delivery alone. The products are locked.
create function private.insert_replacement(
  p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method,
  p_fee numeric, p_rate private.shipping_rate, p_stage public.order_status, p_key text, p_document bigint
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_problem private.priced_line;
  v_new public.orders;
begin
  select wrong.* into v_problem from unnest(p_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key, document_hash, tax_rate,
    days_from, days_to, is_test
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, p_stage, p_stage,
    case when private.waits_for_staff(p_stage, p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, 0, p_fee,
    p_fee, p_fee, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes' end, p_key, p_document,
    (select private.vat_rate(settings.payment) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to, p_old.is_test
  ) returning * into v_new;
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$$;

-- Orders delivered pieces again in another size, for the price of the shipping; what they replace can come back. A line is
-- {"order_line_id", "size", "quantity": all that arrived of it unless it is said}. Idempotent by key, as place_order is.
create function public.request_size_replacement(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text,
  p_shipping_method public.shipping_method default 'standard'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_settings public.settings;
  v_pieces private.piece_count[];
  v_lines private.priced_line[];
  v_rate private.shipping_rate;
  v_fee numeric;
  v_document bigint := jsonb_hash_extended(
    jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method), 0);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  select * into v_new from public.orders
  where user_id = v_old.user_id and tenant_id = v_old.tenant_id and idempotency_key = p_idempotency_key;
  if found then
    return private.placed_before(v_new.id, v_document);
  end if;
  perform private.refuse_blocked(v_old.tenant_id, v_old.user_id);
  if exists (
    select 1 from public.orders
    where tenant_id = v_old.tenant_id and replaces_order_id = v_old.id and status <> 'cancelled'
  ) then
    perform private.refuse('already_replaced');
  end if;
  select settings.* into v_settings from public.settings where settings.tenant_id = v_old.tenant_id;
  perform private.require_open_payment(v_settings.payment, p_payment_method::text);

  v_pieces := private.pieces_in_other_sizes(p_order_id, p_lines);
  perform private.lock_goods(array[v_old.id]);
  v_lines := private.replacement_lines(v_pieces, (
    select jsonb_object_agg(lower(asked.order_line_id), coalesce(asked.size, ''))
    from jsonb_to_recordset(p_lines) asked (order_line_id text, size text) where asked.order_line_id is not null
  ));
  perform private.require_returnable(v_old, v_pieces, 'size_exchange');
  v_rate := private.replacement_rate(v_old, v_lines, p_shipping_method, p_payment_method, v_settings.shipping);
  v_fee := private.pounds(v_rate.price);
  v_new := private.insert_replacement(v_old, v_lines, p_payment_method, p_shipping_method, v_fee, v_rate,
    case when p_payment_method = 'cash_on_delivery' or v_fee = 0 then 'pending'::public.order_status else 'awaiting_payment' end,
    p_idempotency_key, v_document);
  perform private.insert_return(v_old, v_pieces, 'size_exchange', 'Another size', p_replacement_id => v_new.id);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, remark)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.order_json(v_new);
end
$$;

-- How pieces get to an order's address once more; refuses what does not get there, and cash where it is not taken.
create function private.replacement_rate(
  p_old public.orders, p_lines private.priced_line[], p_shipping public.shipping_method, p_payment public.payment_method,
  p_settings jsonb
) returns private.shipping_rate
language plpgsql stable security definer set search_path = '' as $$
declare
  v_delivery constant private.delivery := private.delivery_of(
    p_old.tenant_id, p_settings, p_old.address, p_shipping::text, 0, private.grams_of(p_lines));
begin
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  if p_payment = 'cash_on_delivery' and not (v_delivery.rate).cash_allowed and (v_delivery.rate).price > 0 then
    perform private.refuse('cash_not_open', '{"reason": "zone"}');
  end if;
  return v_delivery.rate;
end
$$;

-- The pieces that are asked for in another size; without a quantity all of a line that can be given back.
create function private.pieces_in_other_sizes(p_order_id uuid, p_lines jsonb) returns private.piece_count[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or p_lines = '[]' then
    perform private.refuse('empty_cart', jsonb_build_object('reason', 'replacement'));
  end if;
  return private.asked_pieces(p_order_id, (
    select jsonb_agg(case
      when asked.value ? 'quantity' then asked.value
      else asked.value || jsonb_build_object('quantity', (
        select greatest(private.returnable_pieces(line), 1) from public.order_lines line
        where line.order_id = p_order_id and line.id::text = lower(asked.value ->> 'order_line_id')
      ))
    end)
    from jsonb_array_elements(p_lines) asked
  ));
end
$$;

-- How what goes to an order's address without a fee gets there.
create function private.usual_rate(p_order public.orders) returns private.shipping_rate
language sql stable security definer set search_path = '' as $$
  select (private.delivery_of(p_order.tenant_id, settings.shipping, p_order.address, 'standard', 0, 0)).rate
  from public.settings where settings.tenant_id = p_order.tenant_id
$$;

-- Makes the order that sends new pieces for the faulty ones of a return; it costs nothing, and staff have confirmed it.
create function private.send_new_pieces(p_order public.orders, p_return public.returns) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_new public.orders;
begin
  perform private.lock_goods(array[p_order.id]);
  v_new := private.insert_replacement(p_order, private.replacement_lines(array(
    select row(piece.order_line_id, piece.quantity)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return.id
  ), '{}'), 'cash_on_delivery', 'standard', 0, private.usual_rate(p_order), 'confirmed', gen_random_uuid()::text, null);
  perform private.refresh_order(v_new.id);
  return v_new.id;
end
$$;

-- A return whose replacement is cancelled is one for money: pieces that came go off the sale, and of those that were only to come
-- in another size none come.
create function private.replacement_cancelled() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns;
  v_old public.orders;
begin
  select * into v_return from public.returns
  where tenant_id = new.tenant_id and replacement_order_id = new.id;
  if not found then
    return null;
  end if;
  -- Locked by whoever cancels, with private.lock_orders.
  select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
  update public.returns set replacement_order_id = null,
    state = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then 'closed'::public.return_state
      else state end,
    closed_at = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then now() else closed_at end,
    updated_at = now()
  where id = v_return.id returning * into v_return;
  if v_return.state = 'received' then
    perform private.take_pieces_back(v_old, v_return.id);
    perform private.owe_back(v_old.id, jsonb_build_object('return_id', v_return.id));
  else
    perform private.refresh_order(v_old.id);
  end if;
  return null;
end
$$;

-- Triggers

create trigger replacement_cancelled after update of status on public.orders
  for each row when (new.replaces_order_id is not null and new.status = 'cancelled' and old.status <> 'cancelled')
  execute function private.replacement_cancelled();

-- Grants

grant execute on function public.request_size_replacement to authenticated;
