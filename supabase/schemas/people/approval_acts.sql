-- What can be asked for (approval_requests.sql): which functions, what they are about, what people who decide see of them.

-- Tables

-- The functions that can be asked for.
create type public.approval_act as enum (
  'refund_order', 'send_refund', 'adjust_store_credit', 'place_order_for', 'change_products', 'save_product_variants',
  'import_products', 'undo_product_change', 'undo_changes'
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
    when 'import_products' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.product_ids := private.imported_product_ids(v_subject.tenant_id, p_arguments -> 'p_rows');
    when 'undo_product_change' then
      select change.tenant_id, array(
        select entry.product_id from private.product_change_entries entry where entry.change_id = change.id order by entry.product_id
      ) into v_subject.tenant_id, v_subject.product_ids
      from private.product_changes change where change.id = (p_arguments ->> 'p_change_id')::uuid;
    when 'undo_changes' then
      v_subject.tenant_id := p_arguments ->> 'p_tenant_id';
      v_subject.product_ids := array(
        select distinct entry.entity_id::uuid from public.audit_log entry
        where entry.tenant_id = v_subject.tenant_id and entry.entity = 'products'
          and private.is_asked_entry(entry, p_arguments)
      );
  end case;
  return v_subject;
end
$$;

-- The refusal that takes the higher ceiling.
create function private.higher_refusal(p_one jsonb, p_other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_one is null or (p_other ->> 'needed')::numeric > (p_one ->> 'needed')::numeric then p_other else p_one end
$$;

-- Imports rows of a file, all or none of them.
create function private.import_all(p_tenant_id text, p_rows jsonb, p_create_categories boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_imported constant public.product_import_result := public.import_products(
    p_tenant_id, p_rows, false, p_create_categories => coalesce(p_create_categories, false));
begin
  perform private.raise_refusal(imported.refusal)
  from unnest(v_imported.rows) imported where imported.outcome = 'refused'
  order by imported.refusal ->> 'code' = 'above_ceiling', (imported.refusal ->> 'needed')::numeric desc nulls last limit 1;
end
$$;

-- Undoes all that is left of a bulk change of products.
create function private.undo_whole_change(p_change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_part public.product_undo_result;
  v_refusal jsonb;
begin
  update private.product_change_entries entry set awaits_approval = false where entry.change_id = p_change_id;
  loop
    v_part := public.undo_product_change(p_change_id);
    v_refusal := private.higher_refusal(v_refusal, v_part.refusal);
    exit when not v_part.more;
  end loop;
  perform private.raise_refusal(v_refusal);
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
    when 'import_products' then
      perform private.import_all(p_arguments ->> 'p_tenant_id', p_arguments -> 'p_rows', (p_arguments ->> 'p_create_categories')::boolean);
    when 'undo_product_change' then
      perform private.undo_whole_change((p_arguments ->> 'p_change_id')::uuid);
    when 'undo_changes' then
      perform private.undo_all_entries(p_arguments ->> 'p_tenant_id',
        array(select asked::bigint from jsonb_array_elements_text(p_arguments -> 'p_ids') asked),
        coalesce((p_arguments ->> 'p_parts')::boolean, true));
  end case;
  return v_order_id;
end
$$;

-- The prices that a request would give products, or variants with their own.
create function private.asked_prices(p_act public.approval_act, p_arguments jsonb, p_product_ids uuid[])
returns table (product_id uuid, variant_id uuid, new_price numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select product.id, null::uuid, (private.changed_prices(product, p_arguments -> 'p_change') ->> 'price')::numeric
  from public.products product where p_act = 'change_products' and product.id = any (p_product_ids)
  union all
  select variant.product_id, variant.id, coalesce((wanted ->> 'price')::numeric, product.price)
  from jsonb_array_elements(p_arguments -> 'p_variants') wanted
  join public.product_variants variant on variant.id::text = wanted ->> 'id'
  join public.products product on product.id = variant.product_id
  where p_act = 'save_product_variants'
  union all
  select product.id, null, (given #>> '{set,price}')::numeric
  from jsonb_array_elements(p_arguments -> 'p_rows') given
  join public.products product on product.id = any (p_product_ids) and (product.id::text = given ->> 'id'
    or coalesce(given ->> 'id', '') = '' and lower(product.name) = lower(btrim(given #>> '{set,name}', E' \t\r\n')))
  where p_act = 'import_products' and given -> 'set' ? 'price'
  union all
  select variant.product_id, variant.id, (wanted ->> 'price')::numeric
  from jsonb_array_elements(p_arguments -> 'p_rows') given
  cross join jsonb_array_elements(coalesce(given -> 'variants', '[]')) wanted
  join public.product_variants variant on variant.product_id = any (p_product_ids)
    and wanted -> 'options' = to_jsonb(array_remove(array[variant.option1, variant.option2, variant.option3], null))
  where p_act = 'import_products' and wanted ? 'price'
  union all
  select entry.product_id, null, (entry.before ->> 'price')::numeric
  from private.product_change_entries entry
  where p_act = 'undo_product_change' and entry.change_id = (p_arguments ->> 'p_change_id')::uuid and entry.before ? 'price'
  union all
  select entry.product_id, variant.id, coalesce((variant_was.value ->> 'price')::numeric, (entry.before ->> 'price')::numeric)
  from private.product_change_entries entry
  cross join jsonb_array_elements(coalesce(entry.before #> '{grid,variants}', '[]')) variant_was (value)
  join public.product_variants variant on variant.id::text = variant_was.value ->> 'id'
  where p_act = 'undo_product_change' and entry.change_id = (p_arguments ->> 'p_change_id')::uuid
  union all
  select entry.entity_id::uuid, null, (entry.before ->> 'price')::numeric
  from public.audit_log entry
  where p_act = 'undo_changes' and entry.entity = 'products' and entry.before ? 'price' and entry.tenant_id = p_arguments ->> 'p_tenant_id'
    and private.is_asked_entry(entry, p_arguments);
end
$$;

-- The prices that a request would change: [{"name", "translations", "price", "new_price"}], the first twenty of them.
create function private.approval_prices(p_act public.approval_act, p_arguments jsonb, p_product_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.product_names(changed.product, changed.variant)
      || jsonb_build_object('price', changed.price, 'new_price', changed.new_price)), '[]')
    from (
      select product, variant, coalesce(variant.price, product.price) as price, asked.new_price
      from private.asked_prices(p_act, p_arguments, p_product_ids) asked
      join public.products product on product.id = asked.product_id and product.id = any (p_product_ids)
      left join public.product_variants variant on variant.id = asked.variant_id
      where coalesce(variant.price, product.price) is distinct from asked.new_price
      limit 20
    ) changed
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
    when 'place_order_for' then '{}'
    when 'adjust_store_credit' then '{}'
    when 'save_product_variants' then (
      select jsonb_build_object('version', product.version)
      from public.products product where product.id = (p_arguments ->> 'p_product_id')::uuid)
    else (
      select jsonb_object_agg(product.id, jsonb_build_object('price', product.price, 'original_price', product.original_price,
        'variants', private.variant_prices(product.id)))
      from public.products product where product.id = any ((private.approval_subject(p_act, p_arguments)).product_ids))
  end, '{}');
end
$$;
