-- Test orders: staff try the whole process with one. Nobody pays for it, and it can be removed with everything that belongs to it.

-- Functions

-- Places an order for one piece of the best-stocked product, to the store's own address, and returns it. It is marked `is_test`,
-- notifies only the staff member who made it, counts in no report, has no invoice and takes no money. Staff only.
create function public.place_test_order(p_tenant_id text, p_request_id uuid default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders := private.idempotent_result(
    null::public.orders, p_request_id, jsonb_build_array('place_test_order', p_tenant_id));
  v_staff_id constant uuid := auth.uid();
  v_document jsonb;
  v_staff record;
  v_priced private.priced_order;
begin
  if v_order.id is not null then
    return v_order;
  end if;
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_capability(p_tenant_id, 'orders.place');
  v_document := private.test_order_document(p_tenant_id);
  select account.email, private.staff_name(v_staff_id, p_tenant_id) as name
  into v_staff from auth.users account where account.id = v_staff_id;
  v_priced := private.price_order(v_document, null, true, v_document -> 'address');
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  v_priced.points_earned := 0;
  v_order := private.insert_order(v_document, v_priced, null, v_staff.name, coalesce(v_staff.email, ''),
    v_document -> 'address', null, row('none', '[]', '', null, 0)::private.cash_terms, v_staff_id, true);
  perform private.insert_order_lines(v_order, v_priced.lines, p_offers => v_priced.offers);
  perform private.book_order(v_order);
  perform private.book_offers(v_order, v_priced.offers);
  return private.store_idempotent_result(p_request_id, v_order);
end
$$;

-- The place_order document of a test order, to the first governorate that the store delivers to.
create function private.test_order_document(p_tenant_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_variant_id uuid;
  v_street text;
  v_governorate public.governorate;
  v_document jsonb;
begin
  select variant.id into v_variant_id
  from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.tenant_id = p_tenant_id and variant.is_active and product.is_active and variant.stock > 0
    and coalesce(variant.price, product.price) > 0
  order by variant.stock desc, variant.id limit 1;
  if v_variant_id is null then
    perform private.refuse('nothing_to_test');
  end if;
  select coalesce(nullif(btrim(settings.contact ->> 'address'), ''), tenant.name) into v_street
  from public.tenants tenant left join public.settings on settings.tenant_id = tenant.id where tenant.id = p_tenant_id;
  foreach v_governorate in array enum_range(null::public.governorate) loop
    v_document := jsonb_build_object(
      'tenant_id', p_tenant_id, 'idempotency_key', gen_random_uuid(), 'channel', 'counter', 'payment_method', 'cash_on_delivery',
      'lines', jsonb_build_array(jsonb_build_object('variant_id', v_variant_id, 'quantity', 1)),
      'address', jsonb_build_object('full_name', 'Test', 'phone', '01000000000', 'governorate', v_governorate, 'city', 'Test',
        'street', left(v_street, 200), 'building', '', 'floor', '', 'apartment', '', 'landmark', '', 'postal_code', ''));
    exit when (private.price_order(v_document, null, false, v_document -> 'address')).problems = '[]';
  end loop;
  return v_document;
end
$$;

-- Removes a test order, its replacements and everything that belongs to them; returns its goods to stock and frees its delivery
-- slot. Staff only.
create function public.remove_test_order(p_order_id uuid, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_ids uuid[];
begin
  if private.is_repeated(p_request_id, jsonb_build_array('remove_test_order', p_order_id)) then
    return;
  end if;
  v_order := private.lock_order_for_caller(p_order_id);
  perform private.require_capability(v_order.tenant_id, 'orders.place');
  if not v_order.is_test then
    perform private.refuse('not_a_test_order');
  end if;
  with recursive sent_again as (
    select v_order.id
    union select orders.id from public.orders join sent_again on orders.replaces_order_id = sent_again.id
    where orders.tenant_id = v_order.tenant_id
  )
  select array_agg(sent_again.id) into v_ids from sent_again;
  perform private.lock_orders(v_ids);
  perform private.lock_for_cancelling(v_ids);
  perform private.give_place_back(orders) from public.orders where orders.id = any (v_ids) and orders.status <> 'cancelled';
  perform private.give_test_stock_back(v_ids, v_order.number);
  perform private.remove_file('shipment-labels', facts.label_path)
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (v_ids) and facts.label_path is not null;
  perform private.remove_file('order-photos', photo.name)
  from public.returns back, unnest(back.photos) photo (name) where back.order_id = any (v_ids);
  insert into public.store_doors (tenant_id, tested_at)
  select v_order.tenant_id, now() where v_order.delivered_at is not null
  on conflict (tenant_id) do update set tested_at = excluded.tested_at;
  delete from public.returns where order_id = any (v_ids);
  delete from public.orders where id = any (v_ids);
  perform private.write_audit(v_order.tenant_id, 'delete', 'orders', v_order.id::text, v_order.number,
    to_jsonb(v_order), null);
  perform realtime.send(jsonb_build_object('id', v_order.id, 'number', v_order.number), 'delete',
    'orders:' || v_order.tenant_id, true);
end
$$;

-- Books the orders' goods back into stock. Their movements stay, since each movement records the stock after it.
create function private.give_test_stock_back(p_order_ids uuid[], p_number text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_variant_ids uuid[];
  v_deltas integer[];
begin
  select array_agg(taken.variant_id), array_agg(taken.delta) into v_variant_ids, v_deltas
  from (
    select movement.variant_id, -sum(movement.delta)::integer as delta from public.stock_movements movement
    where movement.order_id = any (p_order_ids) group by movement.variant_id having sum(movement.delta) <> 0
  ) taken;
  update public.stock_movements set order_id = null, note = p_number where order_id = any (p_order_ids);
  perform private.move_stock(v_variant_ids, v_deltas, 'cancelled', p_number);
end
$$;

-- Grants

grant execute on function public.place_test_order, public.remove_test_order to authenticated;
