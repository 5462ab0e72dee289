-- The prices of an order are worked out in fewer steps, for the same reason.

-- Runs inside functions of the owner with an empty search path, and nobody else may call it.
alter function private.price_lines(text, jsonb, jsonb, uuid, boolean) security invoker reset search_path;

create or replace function private.price_lines(
  p_tenant_id text, p_lines jsonb, p_customization jsonb, p_user_id uuid, p_lock boolean
) returns private.priced_line[]
language plpgsql as $$
declare
  v_products private.product_facts[];
begin
  if p_lock then
    v_products := array(
      select row(p.id, p.name, private.piastres(p.price), p.stock, private.first_picture(p.images), p.sizes, p.colors,
        p.types)::private.product_facts
      from public.products p
      where p.tenant_id = p_tenant_id and p.is_active and p.id = any (array(
        select (l ->> 'product_id')::uuid from jsonb_array_elements(p_lines) l
        where pg_input_is_valid(l ->> 'product_id', 'uuid')
      ))
      order by p.id for no key update
    );
  else
    v_products := array(
      select row(p.id, p.name, private.piastres(p.price), p.stock, private.first_picture(p.images), p.sizes, p.colors,
        p.types)::private.product_facts
      from public.products p
      where p.tenant_id = p_tenant_id and p.is_active and p.id = any (array(
        select (l ->> 'product_id')::uuid from jsonb_array_elements(p_lines) l
        where pg_input_is_valid(l ->> 'product_id', 'uuid')
      ))
    );
  end if;

  -- `offset 0` keeps each step by itself: merged, the planner would write the first steps out again wherever the last one
  -- names a column of theirs.
  return array(
    select row(
      o.line, o.id, o.known_design, o.quantity, coalesce(o.name, 'Custom ' || (o.design ->> 'garment'), ''),
      coalesce(o.preview, o.image), o.unit, o.price_was, o.stock,
      nullif(case when o.id is null or o.design is not null then coalesce(o.color, o.asked_color) else o.color end, ''),
      nullif(case when o.id is null then o.asked_size else o.size end, ''),
      nullif(case when o.id is null then o.asked_type else o.type end, ''),
      o.design, o.preview,
      case
        when o.doc_type <> 'object' then 'invalid_line'
        when o.quantity is null then 'invalid_quantity'
        when o.product is not null and o.id is null then 'unknown_product'
        when o.product is null and not o.designed then 'invalid_line'
        when o.designed and o.prints_open is not true then 'customization_closed'
        when o.designed and o.design is null then 'unknown_customization'
        when o.designed and not private.is_design(o.design) then 'invalid_design'
        when o.designed and o.unit is null then 'garment_not_priced'
        when o.id is not null and (
          o.size is null and o.asked_size is null or o.type is null and o.asked_type is null
          or o.color is null and o.asked_color is null and not o.designed
        ) then 'option_required'
        when o.id is not null and (o.size is null or o.type is null or o.color is null and not o.designed)
          then 'unknown_option'
        when o.id is not null and sum(o.quantity) over (partition by o.id) > o.stock then 'out_of_stock'
      end
    )::private.priced_line
    from (
      select d.*,
        case
          when d.design is null then d.price
          else coalesce(
              d.price, private.piastres((p_customization -> 'baseProductPrices' ->> (d.design ->> 'garment'))::numeric)
            )
            + private.piastres((p_customization ->> 'textPrice')::numeric) * private.design_elements(d.design, 'text')
            + private.piastres((p_customization ->> 'imagePrice')::numeric) * private.design_elements(d.design, 'image')
        end as unit,
        case when d.designed then (p_customization ->> 'enabled')::boolean end as prints_open,
        case when d.id is not null then private.chosen_option(d.colors, d.asked_color) end as color,
        case when d.id is not null then private.chosen_option(d.sizes, d.asked_size) end as size,
        case when d.id is not null then private.chosen_option(d.types, d.asked_type) end as type
      from (
        select
          asked.line, asked.doc_type, asked.product, asked.designed, asked.quantity, asked.price_was, asked.asked_color,
          asked.asked_size, asked.asked_type, p.id, p.name, p.price, p.stock, p.image, p.sizes, p.colors, p.types,
          c.id as known_design,
          case when asked.designed then coalesce(c.design, nullif(asked.design, 'null')) end as design,
          case when asked.designed then left(coalesce(c.preview, asked.preview), 2000) end as preview
        from (
          select
            raw.line, raw.doc_type, raw.product, raw.design, raw.preview,
            case when pg_input_is_valid(raw.product, 'uuid') then raw.product::uuid end as product_id,
            case when pg_input_is_valid(raw.customization, 'uuid') then raw.customization::uuid end as customization_id,
            raw.customization is not null or coalesce(jsonb_typeof(raw.design) = 'object', false) as designed,
            case when jsonb_typeof(raw.quantity) = 'number' then
              case when raw.quantity::numeric between 1 and 999 and raw.quantity::numeric = trunc(raw.quantity::numeric)
              then raw.quantity::integer end
            end as quantity,
            case when private.is_amount(raw.price) then private.piastres(raw.price::numeric) end as price_was,
            left(nullif(btrim(raw.color), ''), 60) as asked_color,
            left(nullif(btrim(raw.size), ''), 60) as asked_size,
            left(nullif(btrim(raw.type), ''), 60) as asked_type
          from (
            select
              e.n::integer - 1 as line, jsonb_typeof(doc) as doc_type, doc ->> 'product_id' as product,
              doc ->> 'customization_id' as customization, doc -> 'quantity' as quantity, doc -> 'price' as price,
              doc ->> 'color' as color, doc ->> 'size' as size, doc ->> 'type' as type, doc -> 'design' as design,
              doc ->> 'preview' as preview
            from jsonb_array_elements(p_lines) with ordinality as e (doc, n) offset 0
          ) raw
          offset 0
        ) asked
        left join unnest(v_products) p on p.id = asked.product_id
        left join public.customizations c
          on c.id = asked.customization_id and c.tenant_id = p_tenant_id and c.user_id = p_user_id
        offset 0
      ) d
      offset 0
    ) o
    order by o.line
  );
end
$$;

create or replace function private.price_order(p_order jsonb, p_user_id uuid, p_lock boolean) returns private.priced_order
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_points jsonb := p_order -> 'points';
  v_wanted integer := 0;
  v_settings record;
  v_check record;
  v_discount public.discounts;
  v_goods bigint;
  v_point bigint;
  v_problem boolean;
  v private.priced_order;
begin
  select s.customization, s.payment, s.shipping, s.points into v_settings
  from public.settings s where s.tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store', 'This store does not exist.');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart', 'Your cart is empty.');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines', 'An order can hold up to 100 different items.');
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method', 'Choose standard or express shipping.');
  end if;

  v.lines := private.price_lines(v_tenant_id, v_lines, v_settings.customization, p_user_id, p_lock);
  v.payment := v_settings.payment;
  select coalesce(sum(l.unit * l.quantity), 0), count(l.problem) > 0 into v.subtotal, v_problem from unnest(v.lines) l;
  v.problems := '[]';
  if v_problem then
    select jsonb_agg(
      jsonb_build_object('code', l.problem, 'message', private.line_message(l), 'line', l.line,
        'product_id', l.product_id, 'available', l.stock) order by l.line
    ) into v.problems from unnest(v.lines) l where l.problem is not null;
  end if;
  if v.subtotal > 1000000000 then
    perform private.refuse('order_too_large', 'This order is too large to be placed online.');
  end if;

  v.discount := 0;
  if v_code is not null then
    v_check := private.check_discount(v_tenant_id, v_code, p_user_id, v.subtotal, p_lock);
    if v_check.problem is not null then
      v.problems := v.problems || v_check.problem;
    else
      v_discount := v_check.discount;
      v.discount_id := v_discount.id;
      v.discount_code := v_discount.code;
      v.discount_kind := v_discount.kind;
      v.discount := case v_discount.kind
        when 'percent' then (v.subtotal * (v_discount.value * 100)::bigint + 5000) / 10000
        when 'fixed' then least(private.piastres(v_discount.value), v.subtotal)
        else 0
      end;
    end if;
  end if;
  v_goods := v.subtotal - v.discount;

  v.shipping := case
    when p_order ->> 'shipping_method' = 'express'
      then private.piastres((v_settings.shipping ->> 'expressShippingFee')::numeric)
    when v.discount_kind = 'free_shipping'
      or v_goods >= private.piastres((v_settings.shipping ->> 'freeShippingThreshold')::numeric) then 0
    else private.piastres((v_settings.shipping ->> 'defaultShippingFee')::numeric)
  end;

  v.points_used := 0;
  v.points_value := 0;
  v.points_earned := 0;
  if (v_settings.points ->> 'enabled')::boolean then
    v_point := private.piastres((v_settings.points ->> 'pointValue')::numeric);
    v.points_balance := coalesce((
      select p.points from public.profiles p where p.id = p_user_id and p.tenant_id = v_tenant_id
    ), 0);
  end if;
  if coalesce(jsonb_typeof(v_points), 'null') <> 'null' and v_points <> '0' then
    if not pg_input_is_valid(v_points #>> '{}', 'integer') or (v_points #>> '{}')::integer < 0 then
      v.problems := v.problems || jsonb_build_object('code', 'invalid_points', 'message', 'Choose how many points to use.');
    elsif v_point is null then
      v.problems := v.problems || jsonb_build_object('code', 'points_closed', 'message', 'This store has no points.');
    elsif (v_points #>> '{}')::integer > v.points_balance then
      v.problems := v.problems || jsonb_build_object('code', 'insufficient_points',
        'message', 'Insufficient points for redemption', 'points', v.points_balance);
    else
      v_wanted := (v_points #>> '{}')::integer;
      v.points_used := least(v_wanted, v_goods / v_point);
      v.points_value := v.points_used * v_point;
    end if;
  end if;
  if v_point is not null then
    v.points_earned := (v_goods - v.points_value) * ((v_settings.points ->> 'earnRate')::numeric * 100)::bigint / 10000;
  end if;

  v.total := v_goods - v.points_value + v.shipping;
  return v;
end
$$;
