-- Designs, and what an order costs.

-- Helpers of the tables

-- What the designer makes and the print can make: the rules of app/designer/design.ts, to which a test holds these.

create function private.is_number_within(p_value jsonb, p_least numeric, p_most numeric) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'number' then p_value::numeric between p_least and p_most else false end
$$;

create function private.is_text_like(p_value jsonb, p_pattern text) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'string' then p_value #>> '{}' ~ p_pattern else false end
$$;

-- A text in a font of the print, of letters that its fonts have.
create function private.is_printable_text(p_text jsonb) returns boolean
language sql immutable as $$
  select p_text - '{kind,id,side,x,y,rotation,text,font,size,color,align,letterSpacing,arc,outline}'::text[] = '{}'
    and private.is_text_like(p_text -> 'text', '^[\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122\u060c\u061b\u061f\u0621-\u063a\u0640-\u065f\u0660-\u066c\u0670-\u06d3]{1,120}$')
    and private.is_text_like(p_text -> 'text', '[^\n\u0020\u00a0]')
    and length(p_text ->> 'text') - length(replace(p_text ->> 'text', E'\n', '')) < 6
    and p_text ->> 'font' = any ('{anton,archivo-black,alfa-slab,abril,dm-serif,righteous,orbitron,space-mono,press-start,rye,luckiest,pacifico,marker,monoton,lalezar,aref-ruqaa}'::text[])
    and private.is_number_within(p_text -> 'size', 0.5, 25)
    and private.is_text_like(p_text -> 'color', '^#[0-9a-f]{6}$')
    and p_text ->> 'align' in ('start', 'center', 'end')
    and private.is_number_within(p_text -> 'letterSpacing', -0.1, 1)
    and private.is_number_within(p_text -> 'arc', -180, 180)
    and case jsonb_typeof(p_text -> 'outline')
      when 'null' then true
      when 'object' then (p_text -> 'outline') - '{color,width}'::text[] = '{}'
        and private.is_text_like(p_text #> '{outline,color}', '^#[0-9a-f]{6}$')
        and private.is_number_within(p_text #> '{outline,width}', 0.01, 0.2)
      else false
    end
$$;

create function private.is_printable_image(p_image jsonb) returns boolean
language sql immutable as $$
  select p_image - '{kind,id,side,x,y,rotation,source,name,width,height,pixelWidth,pixelHeight}'::text[] = '{}'
    and private.is_text_like(p_image -> 'source',
      '^(local:[0-9a-f-]{36}|designs:[a-z0-9-]{1,60}/[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|png|jpg))$')
    and private.is_text_like(p_image -> 'name', '^.{0,80}$')
    and private.is_number_within(p_image -> 'width', 1, 70)
    and private.is_number_within(p_image -> 'height', 1, 70)
    and private.is_number_within(p_image -> 'pixelWidth', 1, 12000)
    and private.is_number_within(p_image -> 'pixelHeight', 1, 12000)
    and p_image -> 'pixelWidth' = to_jsonb(trunc((p_image ->> 'pixelWidth')::numeric))
    and p_image -> 'pixelHeight' = to_jsonb(trunc((p_image ->> 'pixelHeight')::numeric))
$$;

create function private.is_design_element(p_element jsonb) returns boolean
language sql immutable as $$
  select coalesce(
    case when jsonb_typeof(p_element) = 'object' then
      private.is_text_like(p_element -> 'id', '^[A-Za-z0-9_-]{1,40}$')
      and p_element ->> 'side' in ('front', 'back')
      and private.is_number_within(p_element -> 'x', -60, 60)
      and private.is_number_within(p_element -> 'y', -60, 60)
      and private.is_number_within(p_element -> 'rotation', -360, 360)
      and case p_element ->> 'kind'
        when 'text' then private.is_printable_text(p_element)
        when 'image' then private.is_printable_image(p_element)
      end
    end, false)
$$;

create function private.is_design(p_design jsonb) returns boolean
language sql immutable as $$
  select coalesce(case
    when jsonb_typeof(p_design) = 'object' and jsonb_typeof(p_design -> 'elements') = 'array' then
      p_design - '{version,garment,color,elements}'::text[] = '{}'
      and p_design -> 'version' = '1'
      and p_design ->> 'garment' = any (array[
        'Sweet Pants', 'Jeans', 'Regular T-shirt', 'Boxy T-shirt', 'Oversized T-shirt', 'Slim-Fit T-shirt', 'Polo Shirt',
        'Polo Baskota', 'Sweatshirt', 'Hoodie', 'Shorts', 'Jacket', 'Cargo Pants', 'Denim Jacket', 'Track Pants', 'Chinos',
        'Other'
      ])
      and private.is_text_like(p_design -> 'color', '^.{1,60}$')
      and jsonb_array_length(p_design -> 'elements') <= 40
      and (
        select coalesce(bool_and(private.is_design_element(element)), true) and count(*) = count(distinct element ->> 'id')
        from jsonb_array_elements(p_design -> 'elements') element
      )
  end, false)
$$;

create function private.design_elements(p_design jsonb, p_kind text) returns integer
language sql immutable as $$
  select case
    when jsonb_typeof(p_design -> 'elements') = 'array' then (
      select count(*)::integer from jsonb_array_elements(p_design -> 'elements') e where e ->> 'kind' = p_kind
    )
    else 0
  end
$$;

-- Tables

create type private.product_facts as (
  id uuid, name text, price numeric, image text, types text[]
);

create type private.priced_line as (
  line integer, product_id uuid, variant_id uuid, sku text, variant text, customization_id uuid, quantity integer, name text,
  image text, unit bigint, price_was bigint, stock integer, color text, size text, type text, options jsonb, design jsonb,
  preview text, problem text
);

create type private.priced_order as (
  lines private.priced_line[], subtotal bigint, discount bigint, discount_id uuid, discount_code text,
  discount_kind public.discount_kind, shipping bigint, points_used integer, points_value bigint,
  points_balance integer, points_earned integer, total bigint, payment jsonb, problems jsonb
);

create table public.customizations (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  -- The product the design was started from; without one it is a garment of the designer's own.
  product_id uuid,
  name text not null default '' check (length(name) <= 80),
  design jsonb not null check (private.is_design(design)),
  garment text not null generated always as (design ->> 'garment') stored,
  text_count integer not null generated always as (private.design_elements(design, 'text')) stored,
  image_count integer not null generated always as (private.design_elements(design, 'image')) stored,
  preview text check (length(preview) <= 2000),
  print_files jsonb not null default '[]' check (jsonb_typeof(print_files) = 'array'),
  -- Pounds by the store's prices when it was last saved; null when the store does not price this garment.
  price numeric(12, 2) check (price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete set null (product_id)
);
create index customizations_by_person on public.customizations (user_id, tenant_id, updated_at desc);
create index customizations_by_product on public.customizations (tenant_id, product_id) where product_id is not null;
alter table public.customizations enable row level security;

-- Policies

create policy "People read their own designs" on public.customizations
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's designs" on public.customizations
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People save their own designs" on public.customizations
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own designs" on public.customizations
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own designs" on public.customizations
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.customizations');

-- Functions

create function private.customization_price(p_settings jsonb, p_design jsonb) returns numeric
language sql immutable as $$
  select (p_settings -> 'baseProductPrices' ->> (p_design ->> 'garment'))::numeric
    + (p_settings ->> 'textPrice')::numeric * private.design_elements(p_design, 'text')
    + (p_settings ->> 'imagePrice')::numeric * private.design_elements(p_design, 'image')
$$;

create function private.customization_saved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  else
    new.updated_at := least(new.updated_at, now());
    new.created_at := least(new.created_at, new.updated_at);
    if not private.is_service() then
      perform pg_advisory_xact_lock(hashtextextended('designs:' || new.tenant_id || new.user_id, 0));
      if (select count(*) >= 500 from public.customizations
          where user_id = new.user_id and tenant_id = new.tenant_id) then
        perform private.refuse('too_many_designs');
      end if;
    end if;
  end if;
  new.price := (
    select private.customization_price(customization, new.design)
    from public.settings where tenant_id = new.tenant_id
  );
  return new;
end
$$;

-- What is wrong with a line, for the shopper; null of one that can be bought. A design has a size, a type and a color: a
-- product with further options to choose takes no print.
create function private.line_problem(p_line private.priced_line) returns jsonb
language sql stable as $$
  select private.refusal(p_line.problem, jsonb_strip_nulls(jsonb_build_object(
    'reason', case
      when p_line.problem = 'invalid_quantity' then 'order'
      when p_line.problem = 'out_of_stock' and p_line.stock <= 0 then 'sold_out'
      when p_line.problem = 'option_required' and p_line.design is not null and exists (
        select 1 from public.product_options
        where product_id = p_line.product_id and kind = 'other' and cardinality(values) > 1
      ) then 'print'
    end)) || jsonb_build_object(
    'line', p_line.line, 'product_id', p_line.product_id, 'variant_id', p_line.variant_id, 'available', p_line.stock,
    'name', case p_line.problem
      when 'out_of_stock' then concat_ws(', ', p_line.name, nullif(p_line.variant, '')) else p_line.name end))
  where p_line.problem is not null
$$;

-- The product of each line, by its own id or that of a variant; null where there is none.
create function private.products_of_lines(p_tenant_id text, p_lines jsonb) returns uuid[]
language sql stable as $$
  select array(
    select case
      when line ->> 'product_id' is not null
        then case when pg_input_is_valid(line ->> 'product_id', 'uuid') then (line ->> 'product_id')::uuid end
      when pg_input_is_valid(line ->> 'variant_id', 'uuid') then (
        select product_id from public.product_variants
          where tenant_id = p_tenant_id and id = (line ->> 'variant_id')::uuid
      )
    end
    from jsonb_array_elements(p_lines) with ordinality lines (line, place) order by place
  )
$$;

-- What the lines of a document ask for, as far as it can be read; `p_ids` are their products. `offset 0` keeps the planner from
-- merging the steps, here and in price_lines, which would evaluate the first ones once for each use of a column.
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

-- A line names a variant, or a product and what is chosen of its options, or a design alone.
create function private.price_lines(
  p_tenant_id text, p_lines jsonb, p_customization jsonb, p_user_id uuid, p_lock boolean
) returns private.priced_line[]
language plpgsql as $$
declare
  v_ids constant uuid[] := private.products_of_lines(p_tenant_id, p_lines);
  v_products private.product_facts[];
begin
  if p_lock then
    -- In a fixed order, so that orders of the same products never wait for each other in a circle.
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
      end
    )::private.priced_line
    from (
      select drafted.*,
        case
          when drafted.design is null then drafted.price
          else coalesce(drafted.price,
              private.piastres((p_customization -> 'baseProductPrices' ->> (drafted.design ->> 'garment'))::numeric))
            + private.piastres((p_customization ->> 'textPrice')::numeric) * private.design_elements(drafted.design, 'text')
            + private.piastres((p_customization ->> 'imagePrice')::numeric) * private.design_elements(drafted.design, 'image')
        end as unit,
        case when drafted.designed then (p_customization ->> 'enabled')::boolean end as prints_open
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

-- The discount behind a code, or the reason why it does not count for this person and subtotal.
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
  -- A code that staff switched off is over for whoever kept it.
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
      select d.* into discount from public.discounts d where d.id = discount.id for no key update;
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

-- The order with the points that are used for it and that it earns. `p_goods` are the piastres that points can pay.
create function private.with_points(
  p_priced private.priced_order, p_settings jsonb, p_wanted jsonb, p_goods bigint, p_user_id uuid, p_tenant_id text
) returns private.priced_order
language plpgsql as $$
declare
  v_point bigint;
begin
  p_priced.points_used := 0;
  p_priced.points_value := 0;
  p_priced.points_earned := 0;
  if (p_settings ->> 'enabled')::boolean then
    v_point := private.piastres((p_settings ->> 'pointValue')::numeric);
    p_priced.points_balance := coalesce((
      select points from public.profiles where id = p_user_id and tenant_id = p_tenant_id
    ), 0);
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
      p_priced.points_used := least((p_wanted #>> '{}')::integer, p_goods / v_point);
      p_priced.points_value := p_priced.points_used * v_point;
    end if;
  end if;
  if v_point is not null then
    p_priced.points_earned := (p_goods - p_priced.points_value) * ((p_settings ->> 'earnRate')::numeric * 100)::bigint / 10000;
  end if;
  return p_priced;
end
$$;

create function private.price_order(p_order jsonb, p_user_id uuid, p_lock boolean) returns private.priced_order
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_settings record;
  v_check record;
  v_discount public.discounts;
  v_goods bigint;
  v_problem boolean;
  v private.priced_order;
begin
  select customization, payment, shipping, points into v_settings
  from public.settings where tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines');
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;

  v.lines := private.price_lines(v_tenant_id, v_lines, v_settings.customization, p_user_id, p_lock);
  v.payment := v_settings.payment;
  select coalesce(sum(l.unit * l.quantity), 0), count(l.problem) > 0 into v.subtotal, v_problem from unnest(v.lines) l;
  v.problems := '[]';
  if v_problem then
    select jsonb_agg(private.line_problem(priced) order by priced.line) into v.problems
    from unnest(v.lines) priced where priced.problem is not null;
  end if;
  if v.subtotal > 1000000000 then
    perform private.refuse('order_too_large');
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

  v := private.with_points(v, v_settings.points, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v.total := v_goods - v.points_value + v.shipping;
  return v;
end
$$;

-- What an order would cost now, and everything that stands in its way. The document is place_order's. Of discount codes it notes
-- who tries many that do not exist, and answers them no more for an hour.
create function public.quote_order(p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_tries_code constant boolean := coalesce(btrim(p_order ->> 'discount_code'), '') <> '';
  v_guesses constant boolean := v_tries_code and private.guesses_too_many_codes(v_tenant_id);
  v private.priced_order := private.price_order(
    case when v_guesses then p_order - 'discount_code' else p_order end, auth.uid(), false);
begin
  if v_guesses then
    v.problems := v.problems || private.refusal('too_many_codes');
  elsif v_tries_code then
    perform private.note_code_guess(v_tenant_id, v.problems @> '[{"code": "unknown_discount"}]');
  end if;
  return jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'line', priced.line, 'product_id', priced.product_id, 'variant_id', priced.variant_id, 'sku', priced.sku,
        'customization_id', priced.customization_id, 'quantity', priced.quantity, 'name', priced.name, 'image', priced.image,
        'color', priced.color,
        'size', priced.size, 'type', priced.type, 'options', priced.options, 'stock', priced.stock,
        'unit_price', private.pounds(priced.unit), 'total', private.pounds(priced.unit * priced.quantity),
        'price_was', case when priced.price_was <> priced.unit then private.pounds(priced.price_was) end,
        'problem', priced.problem, 'message', private.line_problem(priced) -> 'message'
      ) order by priced.line)
      from unnest(v.lines) priced
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

-- Triggers

call private.fix_columns('public.customizations', '{id,tenant_id,user_id}');

create trigger customizations_saved before insert or update on public.customizations
  for each row execute function private.customization_saved();

-- Grants

grant select, delete on public.customizations to authenticated;
grant insert (
  id, tenant_id, user_id, product_id, name, design, preview, updated_at
) on public.customizations to authenticated;
grant update (id, tenant_id, user_id, product_id, name, design, preview) on public.customizations to authenticated;
grant execute on function
  private.is_number_within,
  private.is_text_like,
  private.is_printable_text,
  private.is_printable_image,
  private.is_design_element,
  private.is_design,
  private.design_elements,
  public.quote_order
to anon, authenticated;
