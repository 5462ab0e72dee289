-- Also a request for another size that comes a second time with something else is told which order stands.
create or replace function public.request_size_replacement(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text,
  p_shipping_method public.shipping_method default 'standard'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.orders := private.order_to_act_on(p_order_id);
  v_new public.orders;
  v_settings public.settings;
  v_lines private.priced_line[];
  v_problem private.priced_line;
  v_fee numeric;
  v_document bigint := jsonb_hash_extended(
    jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method), 0);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order', 'This order does not exist.');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key', 'The order carries no key of its own.');
  end if;
  select o.* into v_new from public.orders o
  where o.user_id = v_old.user_id and o.tenant_id = v_old.tenant_id and o.idempotency_key = p_idempotency_key;
  if found then
    if v_new.document_hash is distinct from v_document then
      perform private.refuse('already_placed', 'Your order ' || v_new.number || ' is placed, as you first sent it.',
        jsonb_build_object('order_id', v_new.id, 'number', v_new.number));
    end if;
    return private.order_json(v_new);
  end if;
  if v_old.status <> 'delivered' or now() > v_old.delivered_at + interval '24 hours' then
    perform private.refuse('replacement_too_late', 'A size can be replaced within 24 hours of delivery.');
  end if;
  if exists (
    select 1 from public.orders o
    where o.tenant_id = v_old.tenant_id and o.replaces_order_id = v_old.id and o.status <> 'cancelled'
  ) then
    perform private.refuse('already_replaced', 'A replacement for this order is already under way.');
  end if;
  select s.* into v_settings from public.settings s where s.tenant_id = v_old.tenant_id;
  if not coalesce((v_settings.payment ->> case p_payment_method
      when 'cash_on_delivery' then 'cashOnDelivery'
      when 'bank_transfer' then 'bankTransfer'
      when 'online' then 'onlinePayment'
    end)::boolean, false) then
    perform private.refuse('payment_closed', 'This store does not take that kind of payment.');
  end if;

  perform 1 from public.products p
  where p.id in (select l.product_id from public.order_lines l where l.order_id = v_old.id)
  order by p.id for no key update;
  v_lines := array(
    select row(
      row_number() over (order by l.position) - 1, l.product_id, l.customization_id, l.quantity, l.name, l.image, 0, null,
      p.stock, l.color, coalesce(nullif(private.chosen_option(p.sizes, w.size), ''), w.size), l.type,
      l.customization -> 'design', l.customization ->> 'preview',
      case
        when coalesce(btrim(w.size), '') = '' or length(w.size) > 60
          or l.product_id is not null and private.chosen_option(p.sizes, w.size) is null then 'unknown_option'
        when l.product_id is null and l.customization is null then 'unknown_product'
        when sum(l.quantity) over (partition by l.product_id) > p.stock then 'out_of_stock'
      end
    )::private.priced_line
    from (
      select distinct on (x.order_line_id) x.order_line_id, x.size
      from jsonb_to_recordset(case when jsonb_typeof(p_lines) = 'array' then p_lines else '[]' end)
        as x (order_line_id text, size text)
    ) w
    join public.order_lines l on l.order_id = v_old.id and l.id::text = w.order_line_id
    left join public.products p on p.id = l.product_id
    order by l.position
  );
  if cardinality(v_lines) = 0 then
    perform private.refuse('empty_cart', 'Choose the items to send in another size.');
  end if;
  select x.* into v_problem from unnest(v_lines) x where x.problem is not null order by x.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse(v_problem.problem, private.line_message(v_problem),
      jsonb_build_object('line', v_problem.line, 'available', v_problem.stock));
  end if;

  v_fee := (v_settings.shipping ->> case p_shipping_method
    when 'express' then 'expressShippingFee' else 'defaultShippingFee' end)::numeric;
  insert into public.orders (
    tenant_id, number, user_id, status, payment_method, payment_status, shipping_method, subtotal, shipping_total, total,
    customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key, document_hash
  ) values (
    v_old.tenant_id, private.order_number(v_old.tenant_id), v_old.user_id,
    case
      when p_payment_method = 'cash_on_delivery' or v_fee = 0 then 'pending'::public.order_status
      else 'awaiting_payment'
    end,
    p_payment_method, case when v_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping_method, 0, v_fee,
    v_fee, v_old.customer_name, v_old.customer_email, v_old.address, v_old.id,
    case when p_payment_method = 'online' and v_fee > 0 then now() + interval '30 minutes' end, p_idempotency_key,
    v_document
  ) returning * into v_new;
  perform private.store_lines(v_new, v_lines);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', 'Replacement in another size: ' || v_new.number);
  return private.order_json(v_new);
end
$$;
