-- What can be asked for (approval_requests.sql): which functions, what they are about, what people who decide see of them.

-- Tables

-- The functions that can be asked for.
create type public.approval_act as enum (
  'refund_order', 'send_refund', 'adjust_store_credit', 'place_order_for', 'change_products', 'save_product_variants'
);

-- What a request is about.
create type private.approval_subject as (tenant_id text, order_id uuid, customer_id uuid, product_ids uuid[]);

-- Functions

create function private.approval_subject(p_act public.approval_act, p_arguments jsonb) returns private.approval_subject
language plpgsql stable security definer set search_path = '' as $$
declare
  v_subject private.approval_subject;
begin
  v_subject.product_ids := '{}';
  case p_act
    when 'refund_order' then
      select orders.tenant_id, orders.id into v_subject.tenant_id, v_subject.order_id
      from public.orders where orders.id = (p_arguments ->> 'p_order_id')::uuid;
    when 'send_refund' then
      select refunds.tenant_id, refunds.order_id into v_subject.tenant_id, v_subject.order_id
      from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid;
    when 'adjust_store_credit' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.customer_id := (p_arguments ->> 'p_user_id')::uuid;
    when 'place_order_for' then
      v_subject.tenant_id := p_arguments #>> '{p_order,tenant_id}';
    when 'change_products' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.product_ids := array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed);
    when 'save_product_variants' then
      select product.tenant_id, array[product.id] into v_subject.tenant_id, v_subject.product_ids
      from public.products product where product.id = (p_arguments ->> 'p_product_id')::uuid;
  end case;
  return v_subject;
end
$$;

-- Runs what was asked for, as the caller; returns the order that it placed or changed.
create function private.carry_out(p_act public.approval_act, p_arguments jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_order_id uuid;
begin
  case p_act
    when 'refund_order' then
      select refunded.id into v_order_id
      from public.refund_order((p_arguments ->> 'p_order_id')::uuid, p_arguments -> 'p_refund') refunded;
    when 'send_refund' then
      select sent.order_id into v_order_id
      from public.send_refund((p_arguments ->> 'p_refund_id')::uuid, (p_arguments ->> 'p_way')::public.refund_way,
        coalesce(p_arguments ->> 'p_reference', '')) sent;
    when 'adjust_store_credit' then
      perform public.adjust_store_credit(p_arguments ->> 'p_tenant_id', (p_arguments ->> 'p_user_id')::uuid,
        (p_arguments ->> 'p_delta')::numeric, p_arguments ->> 'p_reason');
    when 'place_order_for' then
      select placed.id into v_order_id from public.place_order_for(p_arguments -> 'p_order') placed;
    when 'change_products' then
      perform public.change_products(p_arguments ->> 'p_tenant_id',
        array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed), p_arguments -> 'p_change');
    when 'save_product_variants' then
      perform public.save_product_variants((p_arguments ->> 'p_product_id')::uuid, (p_arguments ->> 'p_version')::integer,
        p_arguments -> 'p_options', p_arguments -> 'p_variants');
  end case;
  return v_order_id;
end
$$;

-- The prices that a request would change: [{"name", "translations", "price", "new_price"}], the first twenty of them.
create function private.approval_prices(p_act public.approval_act, p_arguments jsonb, p_product_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.product_names(priced.product, priced.variant)
      || jsonb_build_object('price', priced.price, 'new_price', priced.new_price)), '[]')
    from (
      select product, null::public.product_variants as variant, product.price,
        (private.changed_prices(product, p_arguments -> 'p_change') ->> 'price')::numeric as new_price
      from public.products product where p_act = 'change_products' and product.id = any (p_product_ids)
      union all
      select product, variant, coalesce(variant.price, product.price), coalesce((wanted ->> 'price')::numeric, product.price)
      from public.products product
      cross join jsonb_array_elements(p_arguments -> 'p_variants') wanted
      join public.product_variants variant on variant.id::text = wanted ->> 'id' and variant.product_id = product.id
      where p_act = 'save_product_variants' and product.id = any (p_product_ids)
        and coalesce(variant.price, product.price) is distinct from coalesce((wanted ->> 'price')::numeric, product.price)
      limit 20
    ) priced
  );
end
$$;

-- What people who decide about a request see of it: {"number", "amount", "way", "reason", "customer", "prices"}, as far as it has
-- them. Amounts in pounds.
create function private.approval_facts(p_act public.approval_act, p_arguments jsonb, p_subject private.approval_subject) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'number', (select orders.number from public.orders where orders.id = p_subject.order_id),
    'amount', case p_act
      when 'refund_order' then private.refund_total(
        p_arguments -> 'p_refund', coalesce(nullif(p_arguments #> '{p_refund,lines}', 'null'), '[]'))
      when 'send_refund' then (
        select refunds.amount from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid)
      when 'adjust_store_credit' then (p_arguments ->> 'p_delta')::numeric
      when 'place_order_for' then (p_arguments #>> '{p_order,manual_discount,amount}')::numeric end,
    'way', case p_act
      when 'refund_order' then p_arguments #>> '{p_refund,way}' when 'send_refund' then p_arguments ->> 'p_way' end,
    'reason', left(nullif(btrim(coalesce(p_arguments ->> 'p_reason', p_arguments #>> '{p_refund,reason}',
      p_arguments #>> '{p_order,manual_discount,reason}')), ''), 500),
    'customer', left(nullif(btrim(coalesce(p_arguments #>> '{p_order,customer,name}', (
      select profile.name from public.profiles profile
      where profile.tenant_id = p_subject.tenant_id
        and profile.id::text in (p_subject.customer_id::text, p_arguments #>> '{p_order,customer,user_id}')
    ))), ''), 120),
    'products', nullif(cardinality(p_subject.product_ids), 0),
    'prices', nullif(private.approval_prices(p_act, p_arguments, p_subject.product_ids), '[]')
  ));
end
$$;

-- What decides whether a request still means what was asked. Orders for customers carry the total that is expected, instead.
create function private.approval_basis(p_act public.approval_act, p_arguments jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(case p_act
    when 'refund_order' then (
      select jsonb_build_object('charged', orders.charged, 'received', orders.received, 'given_back', orders.given_back)
      from public.orders where orders.id = (p_arguments ->> 'p_order_id')::uuid)
    when 'send_refund' then (
      select jsonb_build_object('amount', refunds.amount, 'state', refunds.state)
      from public.refunds where refunds.id = (p_arguments ->> 'p_refund_id')::uuid)
    when 'change_products' then (
      select jsonb_object_agg(product.id, jsonb_build_object('price', product.price, 'original_price', product.original_price,
        'variants', private.variant_prices(product.id)))
      from public.products product
      where product.id = any (array(select listed::uuid from jsonb_array_elements_text(p_arguments -> 'p_ids') listed)))
    when 'save_product_variants' then (
      select jsonb_build_object('version', product.version)
      from public.products product where product.id = (p_arguments ->> 'p_product_id')::uuid)
  end, '{}');
end
$$;
