-- The price of an order, and the problems that prevent it.

-- Tables

create type private.product_facts as (
  id uuid, name text, price numeric, image text, types text[]
);

create type private.priced_line as (
  line integer, product_id uuid, variant_id uuid, sku text, variant text, customization_id uuid, quantity integer, name text,
  image text, unit bigint, price_was bigint, stock integer, color text, size text, type text, options jsonb, design jsonb,
  preview text, problem text, grams bigint,
  -- Names of a line that is sent again; for other lines they are read when stored.
  translations jsonb,
  -- The designer's garment that is printed, if it isn't a product.
  garment text
);

-- An offer that a cart begins to meet, with what it still needs: pieces and piastres.
create type private.nearly_given as (offer_id uuid, name text, translations jsonb, pieces integer, amount bigint);

-- `discount` is what offers and the code take off.
create type private.priced_order as (
  lines private.priced_line[], subtotal bigint, discount bigint, discount_id uuid, discount_code text,
  discount_kind public.discount_kind, shipping bigint, delivery private.delivery, points_used integer, points_value bigint,
  points_balance integer, points_earned integer, total bigint, settings public.settings, problems jsonb, manual_discount bigint,
  credit_balance bigint, credit_used bigint,
  -- The most points that can pay for the goods; null where the store takes none.
  points_usable integer,
  -- The gift wrapping.
  gift bigint,
  -- A valid code that doesn't apply, since offers save more.
  code_outdone text,
  offers_nearly private.nearly_given[], offers private.offer_share[]
);

-- Functions

-- The weight of lines in grams; variants without a weight count nothing.
create function private.grams_of(p_lines private.priced_line[]) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(sum(line.grams), 0)::bigint from unnest(p_lines) line
$$;

-- The product of each line, by its own id or its variant's; null if there is none.
create function private.products_of_lines(p_tenant_id text, p_lines jsonb) returns uuid[]
language plpgsql stable as $$
begin
  return array(
    select case
      when line ->> 'product_id' is not null
        then case when pg_input_is_valid(line ->> 'product_id', 'uuid') then (line ->> 'product_id')::uuid end
      when pg_input_is_valid(line ->> 'variant_id', 'uuid') then (
        select product_id from public.product_variants
          where tenant_id = p_tenant_id and id = (line ->> 'variant_id')::uuid
      )
    end
    from jsonb_array_elements(p_lines) with ordinality lines (line, place) order by place
  );
end
$$;

-- The readable contents of a document's lines; `p_ids` are their products. Here and in price_lines, `offset 0` keeps the planner
-- from merging the steps, which would evaluate the first ones once per use of a column.
create function private.asked_lines(p_lines jsonb, p_ids uuid[])
returns table (
  line integer, doc_type text, product text, variant_id text, design jsonb, preview text, product_id uuid,
  customization_id uuid, designed boolean, quantity integer, price_was bigint, asked_color text, asked_size text, asked_type text
)
language sql stable rows 10 as $$
  select
    raw.line, raw.doc_type, raw.product, raw.variant_id, raw.design, raw.preview, p_ids[raw.line + 1] as product_id,
    case when pg_input_is_valid(raw.customization, 'uuid') then raw.customization::uuid end as customization_id,
    raw.customization is not null or coalesce(jsonb_typeof(raw.design) = 'object', false) as designed,
    case when jsonb_typeof(raw.quantity) = 'number' then
      case when raw.quantity::numeric between 1 and 999 and raw.quantity::numeric = trunc(raw.quantity::numeric)
      then raw.quantity::integer end
    end as quantity,
    case when private.is_amount(raw.price) then private.piastres(raw.price::numeric) end as price_was,
    left(nullif(btrim(raw.color), ''), 200) as asked_color,
    left(nullif(btrim(raw.size), ''), 200) as asked_size,
    left(nullif(btrim(raw.type), ''), 200) as asked_type
  from (
    select
      given.place::integer - 1 as line, jsonb_typeof(doc) as doc_type, doc ->> 'product_id' as product,
      doc ->> 'variant_id' as variant_id, doc ->> 'customization_id' as customization, doc -> 'quantity' as quantity,
      doc -> 'price' as price, doc ->> 'color' as color, doc ->> 'size' as size, doc ->> 'type' as type,
      doc -> 'design' as design, doc ->> 'preview' as preview
    from jsonb_array_elements(p_lines) with ordinality as given (doc, place) offset 0
  ) raw
  offset 0
$$;

-- The variant that a shopper chose, by id or by option values, and its options as sold. A missing choice is taken from the variant
-- `p_like`, or from an option's only value. `problem` says why there is none.
create function private.choose_variant(
  p_product_id uuid, p_variant_id text, p_size text, p_color text, p_type text, p_like uuid default null,
  out variant public.product_variants, out size text, out color text, out type text, out options jsonb, out problem text
)
language plpgsql stable set search_path = '' as $$
declare
  v_options constant public.product_options[] := array(
    select listed from public.product_options listed where listed.product_id = p_product_id order by listed.position
  );
  v_option public.product_options;
  v_like text[];
  v_asked text[] := array['', '', ''];
  v_value text;
begin
  if p_variant_id is not null then
    if pg_input_is_valid(p_variant_id, 'uuid') then
      select stored.* into variant from public.product_variants stored
      where stored.product_id = p_product_id and stored.id = p_variant_id::uuid and stored.is_active;
    end if;
  else
    if p_like is not null then
      select array[stored.option1, stored.option2, stored.option3] into v_like from public.product_variants stored
      where stored.product_id = p_product_id and stored.id = p_like;
    end if;
    foreach v_option in array v_options loop
      v_value := coalesce(
        nullif(btrim(case v_option.kind when 'size' then p_size when 'color' then p_color when 'type' then p_type end), ''),
        v_like[v_option.position], case when cardinality(v_option.values) = 1 then v_option.values[1] end);
      if v_value is null then
        problem := 'option_required';
        return;
      end if;
      v_asked[v_option.position] := lower(v_value);
    end loop;
    select stored.* into variant from public.product_variants stored
    where stored.product_id = p_product_id and lower(stored.option1) = v_asked[1] and lower(stored.option2) = v_asked[2]
      and lower(stored.option3) = v_asked[3] and stored.is_active;
  end if;
  if variant.id is null then
    problem := 'unknown_option';
    return;
  end if;
  options := '[]';
  foreach v_option in array v_options loop
    v_value := (array[variant.option1, variant.option2, variant.option3])[v_option.position];
    options := options || jsonb_build_object('name', v_option.name, 'value', v_value);
    case v_option.kind
      when 'size' then size := v_value;
      when 'color' then color := v_value;
      when 'type' then type := v_value;
      else null;
    end case;
  end loop;
end
$$;

-- A line names a variant, a product with chosen options, or only a design.
create function private.price_lines(
  p_tenant_id text, p_lines jsonb, p_settings public.settings, p_user_id uuid, p_lock boolean
) returns private.priced_line[]
language plpgsql as $$
declare
  v_ids constant uuid[] := private.products_of_lines(p_tenant_id, p_lines);
  v_products private.product_facts[];
begin
  if p_lock then
    -- In a fixed order, so that orders of the same products cannot deadlock.
    perform 1 from public.products
    where tenant_id = p_tenant_id and is_active and id = any (v_ids) order by id for no key update;
  end if;
  v_products := array(
    select row(id, name, price, private.first_picture(images), types)::private.product_facts
    from public.products
    where tenant_id = p_tenant_id and is_active and id = any (v_ids)
  );

  return array(
    select row(
      offered.line, offered.id, (offered.variant).id, (offered.variant).sku,
      private.variant_name((offered.variant).option1, (offered.variant).option2, (offered.variant).option3),
      offered.known_design, offered.quantity, coalesce(offered.name, 'Custom ' || (offered.design ->> 'garment'), ''),
      coalesce(offered.preview, (offered.variant).image, offered.image), offered.unit, offered.price_was, (offered.variant).stock,
      coalesce(offered.color, case when offered.designed then offered.asked_color end),
      coalesce(offered.size, case when offered.id is null then offered.asked_size end),
      coalesce(offered.type,
        case when offered.id is null then offered.asked_type when cardinality(offered.types) = 1 then offered.types[1] end),
      coalesce(offered.options, '[]'), offered.design, offered.preview,
      case
        when offered.doc_type <> 'object' then 'invalid_line'
        when offered.quantity is null then 'invalid_quantity'
        when coalesce(offered.product, offered.variant_id) is not null and offered.id is null then 'unknown_product'
        when offered.id is null and not offered.designed then 'invalid_line'
        when offered.designed and offered.prints_open is not true then 'customization_closed'
        when offered.designed and offered.design is null then 'unknown_customization'
        when offered.designed and not private.is_design(offered.design) then 'invalid_design'
        when offered.problem is not null then offered.problem
        when offered.designed and offered.unit is null then 'garment_not_priced'
        when offered.id is not null
          and sum(offered.quantity) over (partition by (offered.variant).id) > (offered.variant).stock then 'out_of_stock'
      end,
      (offered.variant).weight_grams::bigint * offered.quantity, null, case when offered.id is null then offered.design ->> 'garment' end
    )::private.priced_line
    from (
      select drafted.*,
        case
          when drafted.design is null then drafted.price
          else coalesce(drafted.price,
              private.piastres((p_settings.customization -> 'baseProductPrices' ->> (drafted.design ->> 'garment'))::numeric))
            + private.piastres(p_settings.text_price) * private.design_elements(drafted.design, 'text')
            + private.piastres(p_settings.image_price) * private.design_elements(drafted.design, 'image')
        end as unit,
        case when drafted.designed then p_settings.customization_enabled end as prints_open
      from (
        select
          asked.line, asked.doc_type, asked.product, asked.variant_id, asked.designed, asked.quantity, asked.price_was,
          asked.asked_color, asked.asked_size, asked.asked_type, bought.id, bought.name, bought.image, bought.types,
          chosen.variant, chosen.size, chosen.color, chosen.type, chosen.options, chosen.problem,
          private.piastres(coalesce((chosen.variant).price, bought.price)) as price, customizations.id as known_design,
          case when asked.designed then coalesce(customizations.design, nullif(asked.design, 'null')) end as design,
          case when asked.designed then left(coalesce(customizations.preview, asked.preview), 2000) end as preview
        from private.asked_lines(p_lines, v_ids) asked
        left join unnest(v_products) bought on bought.id = asked.product_id
        left join public.customizations
          on customizations.id = asked.customization_id and customizations.tenant_id = p_tenant_id
            and customizations.user_id = p_user_id
        left join lateral private.choose_variant(
          bought.id, asked.variant_id, asked.asked_size,
          coalesce(asked.asked_color, customizations.design ->> 'color', asked.design ->> 'color'), asked.asked_type
        ) chosen on bought.id is not null
        offset 0
      ) drafted
      offset 0
    ) offered
    order by offered.line
  );
end
$$;

-- The discount behind a code, or why it isn't valid for this person and subtotal.
create function private.check_discount(
  p_tenant_id text, p_code text, p_user_id uuid, p_subtotal bigint, p_lock boolean,
  out discount public.discounts, out problem jsonb
)
language plpgsql security definer set search_path = '' as $$
begin
  select discounts.* into discount from public.discounts
  where discounts.tenant_id = p_tenant_id and upper(discounts.code) = upper(p_code);
  if discount.id is null
    or discount.user_id is not null and discount.user_id is distinct from p_user_id then
    problem := private.refusal('unknown_discount');
    return;
  end if;
  if discount.starts_at > now() then
    problem := private.refusal('discount_not_started');
    return;
  end if;
  -- For whoever still has it, a deactivated code has expired.
  if not discount.is_active or discount.ends_at <= now() then
    problem := private.refusal('discount_expired');
    return;
  end if;
  if p_subtotal < private.piastres(discount.minimum_subtotal) then
    problem := private.refusal('discount_minimum', jsonb_build_object('minimum', discount.minimum_subtotal));
    return;
  end if;
  if discount.total_limit is not null then
    if p_lock then
      select locked.* into discount from public.discounts locked where locked.id = discount.id for no key update;
      if not coalesce(discount.is_active, false) then
        problem := private.refusal('discount_expired');
        return;
      end if;
    end if;
    if (select count(*) from public.discount_uses
        where tenant_id = p_tenant_id and discount_id = discount.id) >= discount.total_limit then
      problem := private.refusal('discount_used_up');
      return;
    end if;
  end if;
  if discount.per_person_limit is not null and p_user_id is not null and (
    select count(*) from public.discount_uses
    where tenant_id = p_tenant_id and discount_id = discount.id and user_id = p_user_id
  ) >= discount.per_person_limit then
    problem := private.refusal('discount_used_by_you');
  end if;
end
$$;

-- Adds the points used and earned to a priced order. `p_goods` is the amount in piastres that points can pay.
create function private.with_points(
  p_priced private.priced_order, p_settings public.settings, p_wanted jsonb, p_goods bigint, p_user_id uuid, p_tenant_id text
) returns private.priced_order
language plpgsql as $$
declare
  v_point bigint;
begin
  p_priced.points_used := 0;
  p_priced.points_value := 0;
  p_priced.points_earned := 0;
  if p_settings.points_enabled then
    v_point := private.piastres(p_settings.point_value);
    p_priced.points_balance := coalesce((
      select points from public.profiles where id = p_user_id and tenant_id = p_tenant_id
    ), 0);
    p_priced.points_usable := least(p_priced.points_balance, p_goods / v_point);
  end if;
  if coalesce(jsonb_typeof(p_wanted), 'null') <> 'null' and p_wanted <> '0' then
    if not pg_input_is_valid(p_wanted #>> '{}', 'integer') or (p_wanted #>> '{}')::integer < 0 then
      p_priced.problems := p_priced.problems || private.refusal('invalid_points');
    elsif v_point is null then
      p_priced.problems := p_priced.problems || private.refusal('points_closed');
    elsif (p_wanted #>> '{}')::integer > p_priced.points_balance then
      p_priced.problems := p_priced.problems
        || private.refusal('insufficient_points', jsonb_build_object('points', p_priced.points_balance));
    else
      p_priced.points_used := least((p_wanted #>> '{}')::integer, p_priced.points_usable);
      p_priced.points_value := p_priced.points_used * v_point;
    end if;
  end if;
  if v_point is not null then
    p_priced.points_earned := (p_goods - p_priced.points_value) * (p_settings.points_earn_rate * 100)::bigint / 10000;
  end if;
  return p_priced;
end
$$;

-- Applies store credit to a priced order: an amount in pounds, or true for as much as is available and needed.
create function private.with_credit(
  p_priced private.priced_order, p_wanted jsonb, p_user_id uuid, p_tenant_id text
) returns private.priced_order
language plpgsql as $$
begin
  p_priced.credit_used := 0;
  p_priced.credit_balance := coalesce((
    select private.piastres(store_credit) from public.profiles where id = p_user_id and tenant_id = p_tenant_id
  ), 0);
  if coalesce(p_wanted, 'null') in ('null', 'false', '0') then
    return p_priced;
  end if;
  if p_wanted <> 'true' and not private.is_amount(p_wanted) then
    p_priced.problems := p_priced.problems || private.refusal('invalid_credit');
  elsif p_wanted <> 'true' and private.piastres(p_wanted::numeric) > p_priced.credit_balance then
    p_priced.problems := p_priced.problems || private.refusal('insufficient_credit', jsonb_build_object(
      'reason', 'balance', 'amount', private.pounds(p_priced.credit_balance)));
  else
    p_priced.credit_used := least(p_priced.total, p_priced.credit_balance,
      case when p_wanted <> 'true' then private.piastres(p_wanted::numeric) end);
  end if;
  return p_priced;
end
$$;

-- The number of printed texts and pictures in a document's lines, including saved designs: pricing checks each of them, which takes
-- time.
create function private.print_count(p_tenant_id text, p_lines jsonb, p_user_id uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select sum(coalesce(saved.text_count + saved.image_count, 0) + case
      when jsonb_typeof(line #> '{design,elements}') = 'array' then jsonb_array_length(line #> '{design,elements}') else 0 end)
    from jsonb_array_elements(p_lines) line
    left join public.customizations saved on saved.tenant_id = p_tenant_id and saved.user_id = p_user_id
      and saved.id = case when pg_input_is_valid(line ->> 'customization_id', 'uuid') then (line ->> 'customization_id')::uuid end
  ), 0);
end
$$;

-- Prices place_order's document for a person and their address, as far as it is known, and lists the problems. `p_manual_discount`
-- is staff's discount in piastres.
create function private.price_order(
  p_order jsonb, p_user_id uuid, p_lock boolean, p_address jsonb, p_manual_discount bigint default 0
) returns private.priced_order
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_settings public.settings;
  v_goods bigint;
  v_problem boolean;
  v_priced private.priced_order;
begin
  select settings.* into v_settings from public.settings where tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines');
  end if;
  if private.print_count(v_tenant_id, v_lines, p_user_id) > 400 then
    perform private.refuse('too_many_prints', jsonb_build_object('most', 400));
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;

  v_priced.lines := private.price_lines(v_tenant_id, v_lines, v_settings, p_user_id, p_lock);
  v_priced.settings := v_settings;
  select coalesce(sum(line.unit * line.quantity), 0), count(line.problem) > 0 into v_priced.subtotal, v_problem
  from unnest(v_priced.lines) line;
  v_priced.problems := '[]';
  if v_problem then
    select jsonb_agg(private.line_problem(priced) order by priced.line) into v_priced.problems
    from unnest(v_priced.lines) priced where priced.problem is not null;
  end if;
  if v_priced.subtotal > 1000000000 then
    perform private.refuse('order_too_large');
  end if;

  v_priced := private.with_offers(v_priced, v_tenant_id, v_code, p_user_id, p_lock);
  v_priced.manual_discount := p_manual_discount;
  v_goods := v_priced.subtotal - v_priced.discount - p_manual_discount;
  if v_goods < 0 then
    perform private.refuse('manual_discount_too_high', jsonb_build_object('amount', private.pounds(v_goods + p_manual_discount)));
  end if;

  v_priced.delivery := private.delivery_of(v_tenant_id, v_settings, p_address, p_order ->> 'shipping_method',
    -- A manual discount does not affect the free delivery threshold.
    v_goods + p_manual_discount, private.grams_of(v_priced.lines), v_priced.discount_kind is not distinct from 'free_shipping'
      or exists (select 1 from unnest(v_priced.offers) share where share.line is null));
  v_priced.problems := v_priced.problems || coalesce((v_priced.delivery).problem, '[]');
  v_priced.shipping := coalesce(((v_priced.delivery).rate).price, 0);

  v_priced := private.with_points(v_priced, v_settings, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v_priced := private.with_gift(v_priced, p_order -> 'gift', v_settings);
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping + v_priced.gift;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$$;
