-- The price rules, in whole piastres. `app/cart/pricing.ts` says the same for an instant cart; this is the authority,
-- and a property test holds the two together:
--   a line costs its product's price, or the garment's base price, plus the price of each printed text and image;
--   a percentage is taken off the subtotal and rounded half up; a fixed discount never exceeds the subtotal;
--   standard shipping is free from the threshold, counted after the discount, or by a code; express always has its fee;
--   points pay for goods, not for shipping, and only whole points are used.

create type private.product_facts as (
  id uuid, name text, price bigint, stock integer, image text, sizes text[], colors text[], types text[]
);

create type private.priced_line as (
  line integer, product_id uuid, customization_id uuid, quantity integer, name text, image text, unit bigint,
  price_was bigint, stock integer, color text, size text, type text, design jsonb, preview text, problem text
);

create type private.priced_order as (
  lines private.priced_line[], subtotal bigint, discount bigint, discount_id uuid, discount_code text,
  discount_kind public.discount_kind, shipping bigint, points_used integer, points_value bigint,
  points_balance integer, points_earned integer, total bigint, payment jsonb, problems jsonb
);

-- The option as the product writes it; '' when there is nothing to choose, null when the choice is missing or unknown.
-- The list is lowered as one text because a function with a subquery is not inlined.
create function private.chosen_option(p_options text[], p_choice text) returns text
language sql stable as $$
  select case
    when cardinality(p_options) = 0 then ''
    when coalesce(btrim(p_choice), '') = '' then case when cardinality(p_options) = 1 then p_options[1] end
    else p_options[array_position(lower(p_options::text)::text[], lower(btrim(p_choice)))]
  end
$$;

create function private.line_message(p_line private.priced_line) returns text
language sql immutable as $$
  select case p_line.problem
    when 'invalid_line' then 'An item in your cart cannot be read. Remove it and add it again.'
    when 'invalid_quantity' then 'Choose a quantity from 1 to 999.'
    when 'unknown_product' then 'A product in your cart is no longer sold.'
    when 'option_required' then 'Choose the options of ' || p_line.name || '.'
    when 'unknown_option' then p_line.name || ' does not come in the options you chose.'
    when 'customization_closed' then 'This store does not print designs at the moment.'
    when 'unknown_customization' then 'A design in your cart is no longer available.'
    when 'invalid_design' then 'A design in your cart cannot be read. Open it again and save it.'
    when 'garment_not_priced' then 'This store does not print on this garment.'
    when 'out_of_stock' then case
      when p_line.stock <= 0 then p_line.name || ' is sold out.'
      else 'Only ' || p_line.stock || ' of ' || p_line.name || ' left.'
    end
  end
$$;

-- Reads and prices the cart's lines. With p_lock the products stay locked until the end of the transaction, taken in
-- the order of their ids so that two orders never wait for each other.
create function private.price_lines(
  p_tenant_id text, p_lines jsonb, p_customization jsonb, p_user_id uuid, p_lock boolean
) returns private.priced_line[]
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select distinct (l ->> 'product_id')::uuid from jsonb_array_elements(p_lines) l
    where pg_input_is_valid(l ->> 'product_id', 'uuid')
  );
  v_products private.product_facts[];
  v_prints_open boolean := (p_customization ->> 'enabled')::boolean;
begin
  if p_lock then
    v_products := array(
      select row(p.id, p.name, private.piastres(p.price), p.stock, private.first_picture(p.images), p.sizes, p.colors,
        p.types)::private.product_facts
      from public.products p
      where p.tenant_id = p_tenant_id and p.id = any (v_ids) and p.is_active
      order by p.id for no key update
    );
  else
    v_products := array(
      select row(p.id, p.name, private.piastres(p.price), p.stock, private.first_picture(p.images), p.sizes, p.colors,
        p.types)::private.product_facts
      from public.products p
      where p.tenant_id = p_tenant_id and p.id = any (v_ids) and p.is_active
    );
  end if;

  return array(
    select row(
      asked.line, p.id, c.id, asked.quantity, coalesce(p.name, 'Custom ' || (d.design ->> 'garment'), ''),
      coalesce(d.preview, p.image), o.unit, asked.price_was, p.stock,
      nullif(case when p.id is null or d.design is not null then coalesce(o.color, asked.color) else o.color end, ''),
      nullif(case when p.id is null then asked.size else o.size end, ''),
      nullif(case when p.id is null then asked.type else o.type end, ''),
      d.design, d.preview,
      case
        when asked.doc_type <> 'object' then 'invalid_line'
        when asked.quantity is null then 'invalid_quantity'
        when asked.product is not null and p.id is null then 'unknown_product'
        when asked.product is null and not asked.designed then 'invalid_line'
        when asked.designed and v_prints_open is not true then 'customization_closed'
        when asked.designed and d.design is null then 'unknown_customization'
        when asked.designed and not private.is_design(d.design) then 'invalid_design'
        when asked.designed and o.unit is null then 'garment_not_priced'
        when p.id is not null and (
          o.size is null and asked.size is null or o.type is null and asked.type is null
          or o.color is null and asked.color is null and not asked.designed
        ) then 'option_required'
        when p.id is not null and (o.size is null or o.type is null or o.color is null and not asked.designed)
          then 'unknown_option'
        when p.id is not null and sum(asked.quantity) over (partition by p.id) > p.stock then 'out_of_stock'
      end
    )::private.priced_line
    from jsonb_array_elements(p_lines) with ordinality as raw (doc, n)
    cross join lateral (
      select
        raw.n::integer - 1 as line,
        jsonb_typeof(doc) as doc_type,
        doc ->> 'product_id' as product,
        case when pg_input_is_valid(doc ->> 'product_id', 'uuid') then (doc ->> 'product_id')::uuid end as product_id,
        case when pg_input_is_valid(doc ->> 'customization_id', 'uuid')
          then (doc ->> 'customization_id')::uuid end as customization_id,
        doc ->> 'customization_id' is not null or coalesce(jsonb_typeof(doc -> 'design') = 'object', false) as designed,
        case when jsonb_typeof(doc -> 'quantity') = 'number' then
          case when (doc -> 'quantity')::numeric between 1 and 999
            and (doc -> 'quantity')::numeric = trunc((doc -> 'quantity')::numeric)
          then (doc -> 'quantity')::numeric::integer end
        end as quantity,
        case when private.is_amount(doc -> 'price') then private.piastres((doc -> 'price')::numeric) end as price_was,
        left(nullif(btrim(doc ->> 'color'), ''), 60) as color,
        left(nullif(btrim(doc ->> 'size'), ''), 60) as size,
        left(nullif(btrim(doc ->> 'type'), ''), 60) as type
    ) asked
    left join unnest(v_products) p on p.id = asked.product_id
    left join public.customizations c
      on c.id = asked.customization_id and c.tenant_id = p_tenant_id and c.user_id = p_user_id
    cross join lateral (
      select
        case when asked.designed then coalesce(c.design, nullif(doc -> 'design', 'null')) end as design,
        case when asked.designed then left(coalesce(c.preview, doc ->> 'preview'), 2000) end as preview
    ) d
    cross join lateral (
      select
        case
          when d.design is null then p.price
          else coalesce(
              p.price,
              private.piastres((p_customization -> 'baseProductPrices' ->> (d.design ->> 'garment'))::numeric)
            )
            + private.piastres((p_customization ->> 'textPrice')::numeric) * private.design_elements(d.design, 'text')
            + private.piastres((p_customization ->> 'imagePrice')::numeric) * private.design_elements(d.design, 'image')
        end as unit,
        case when p.id is not null then private.chosen_option(p.colors, asked.color) end as color,
        case when p.id is not null then private.chosen_option(p.sizes, asked.size) end as size,
        case when p.id is not null then private.chosen_option(p.types, asked.type) end as type
    ) o
    order by raw.n
  );
end
$$;

-- The discount behind a code, or the reason why it does not count for this person and subtotal.
create function private.check_discount(
  p_tenant_id text, p_code text, p_user_id uuid, p_subtotal bigint, p_lock boolean,
  out discount public.discounts, out problem jsonb
)
language plpgsql security definer set search_path = '' as $$
begin
  select d.* into discount from public.discounts d
  where d.tenant_id = p_tenant_id and upper(d.code) = upper(p_code);
  if discount.id is null or not discount.is_active
    or discount.user_id is not null and discount.user_id is distinct from p_user_id then
    problem := jsonb_build_object('code', 'unknown_discount', 'message', 'This discount code does not exist.');
    return;
  end if;
  if discount.starts_at > now() then
    problem := jsonb_build_object('code', 'discount_not_started', 'message', 'This discount code cannot be used yet.');
    return;
  end if;
  if discount.ends_at <= now() then
    problem := jsonb_build_object('code', 'discount_expired', 'message', 'This discount code has expired.');
    return;
  end if;
  if p_subtotal < private.piastres(discount.minimum_subtotal) then
    problem := jsonb_build_object('code', 'discount_minimum', 'minimum', discount.minimum_subtotal,
      'message', 'This discount code needs an order of at least ' || discount.minimum_subtotal || ' EGP.');
    return;
  end if;
  if discount.total_limit is not null then
    if p_lock then
      perform 1 from public.discounts d where d.id = discount.id for no key update;
    end if;
    if (select count(*) from public.discount_uses u
        where u.tenant_id = p_tenant_id and u.discount_id = discount.id) >= discount.total_limit then
      problem := jsonb_build_object('code', 'discount_used_up', 'message', 'This discount code has been used up.');
      return;
    end if;
  end if;
  if discount.per_person_limit is not null and p_user_id is not null and (
    select count(*) from public.discount_uses u
    where u.tenant_id = p_tenant_id and u.discount_id = discount.id and u.user_id = p_user_id
  ) >= discount.per_person_limit then
    problem := jsonb_build_object('code', 'discount_used_by_you', 'message', 'You have already used this discount code.');
  end if;
end
$$;

-- Prices an order document; what stands in its way is listed in `problems`, the first one first.
create function private.price_order(p_order jsonb, p_user_id uuid, p_lock boolean) returns private.priced_order
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_express boolean := coalesce(p_order ->> 'shipping_method', 'standard') = 'express';
  v_points jsonb := p_order -> 'points';
  v_wanted integer := 0;
  v_settings public.settings;
  v_check record;
  v_discount public.discounts;
  v_goods bigint;
  v_threshold bigint;
  v_point bigint;
  v private.priced_order;
begin
  select s.* into v_settings from public.settings s where s.tenant_id = v_tenant_id;
  if v_settings.tenant_id is null then
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
  select
    coalesce(sum(l.unit * l.quantity), 0),
    coalesce(jsonb_agg(
      jsonb_build_object('code', l.problem, 'message', private.line_message(l), 'line', l.line,
        'product_id', l.product_id, 'available', l.stock) order by l.line
    ) filter (where l.problem is not null), '[]')
  into v.subtotal, v.problems
  from unnest(v.lines) l;
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

  v_threshold := private.piastres((v_settings.shipping ->> 'freeShippingThreshold')::numeric);
  v.shipping := case
    when v_express then private.piastres((v_settings.shipping ->> 'expressShippingFee')::numeric)
    when v.discount_kind = 'free_shipping' or v_goods >= v_threshold then 0
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

grant execute on function private.price_order(jsonb, uuid, boolean) to service_role;

-- Public functions -------------------------------------------------------------------------------

-- What an order would cost now, and everything that stands in its way; writes nothing. The document is place_order's.
create function public.quote_order(p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v private.priced_order := private.price_order(p_order, auth.uid(), false);
begin
  return jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'line', l.line, 'product_id', l.product_id, 'customization_id', l.customization_id, 'quantity', l.quantity,
        'name', l.name, 'image', l.image, 'color', l.color, 'size', l.size, 'type', l.type, 'stock', l.stock,
        'unit_price', private.pounds(l.unit), 'total', private.pounds(l.unit * l.quantity),
        'price_was', case when l.price_was <> l.unit then private.pounds(l.price_was) end,
        'problem', l.problem, 'message', private.line_message(l)
      ) order by l.line)
      from unnest(v.lines) l
    ),
    'subtotal', private.pounds(v.subtotal),
    'discount_code', v.discount_code,
    'discount_kind', v.discount_kind,
    'discount_total', private.pounds(v.discount),
    'shipping_total', private.pounds(v.shipping),
    'points_balance', v.points_balance,
    'points_used', v.points_used,
    'points_value', private.pounds(v.points_value),
    'points_earned', v.points_earned,
    'total', private.pounds(v.total),
    'problems', v.problems
  );
end
$$;
grant execute on function public.quote_order(jsonb) to anon, authenticated, service_role;
