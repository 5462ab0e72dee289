-- What an order would cost before it is placed.

-- Tables

-- A line as it would be sold, in pounds. If it can't be, `problem` is the code of the reason, and the other fields are filled in as
-- far as the line is readable.
create type public.quoted_line as (
  line integer, product_id uuid, variant_id uuid, sku text, customization_id uuid, quantity integer, name text, image text,
  color text, size text, type text, options jsonb, stock integer, unit_price numeric, total numeric,
  -- The price the shopper saw, if it has changed.
  price_was numeric, problem text, message text,
  -- What offers take off the line.
  offered numeric
);

-- What an offer takes off the order, in pounds; 0 for free delivery.
create type public.quoted_offer as (offer_id uuid, name text, translations jsonb, amount numeric);

-- An offer that gives nothing yet, and how many pieces or pounds of its products are missing.
create type public.nearly_offer as (offer_id uuid, name text, translations jsonb, missing_pieces integer, missing_amount numeric);

-- A delivery option: its fee for this order in pounds, and its working days.
create type public.delivery_way as (
  method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer, cash_allowed boolean
);

-- What an order would cost, in pounds, and all problems: [{"code", "message", and its parameters}].
create type public.order_quote as (
  lines public.quoted_line[], subtotal numeric, discount_code text, discount_kind public.discount_kind, discount_total numeric,
  shipping_total numeric, shipping public.delivery_way[], points_balance integer, points_used integer, points_value numeric,
  points_earned integer, total numeric, store_credit_balance numeric, store_credit numeric,
  -- What paying in cash requires, judged only by the person's own orders and the place.
  cash public.cash_demand, problems jsonb,
  -- The checkout options that don't take this order, and those that don't take its deposit.
  closed_payments text[], deposit_closed_payments text[],
  -- The most points that can pay for the goods; null where the store takes none.
  points_usable integer,
  gift_total numeric,
  -- Offers that the cart begins to meet; the part of `discount_total` that offers take off, and which they are.
  nearly public.nearly_offer[], offer_total numeric, offers public.quoted_offer[],
  -- A valid code that doesn't apply, since offers that don't combine with codes save more.
  outdone_code text
);

-- Functions

-- The destination of a quote: one of the caller's saved addresses, or as much of an address as they have typed.
create function private.quoted_address(p_order jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when pg_input_is_valid(coalesce(p_order ->> 'address_id', ''), 'uuid') then (
    select jsonb_build_object('governorate', address.governorate, 'city', address.city) from public.addresses address
    where address.id = (p_order ->> 'address_id')::uuid and address.user_id = auth.uid()
      and address.tenant_id = p_order ->> 'tenant_id'
  ) else p_order -> 'address' end
$$;

create function private.quoted_lines(p_lines private.priced_line[], p_offers private.offer_share[]) returns public.quoted_line[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(
    priced.line, priced.product_id, priced.variant_id, priced.sku, priced.customization_id, priced.quantity, priced.name,
    priced.image, priced.color, priced.size, priced.type, priced.options, priced.stock, private.pounds(priced.unit),
    private.pounds(priced.unit * priced.quantity),
    case when priced.price_was <> priced.unit then private.pounds(priced.price_was) end,
    priced.problem, private.line_problem(priced) ->> 'message', private.pounds((
      select coalesce(sum(share.amount), 0) from unnest(p_offers) share where share.line = priced.line)::bigint)
  )::public.quoted_line order by priced.line)
  from unnest(p_lines) priced
$$;

create function private.quoted_offers(p_offers private.offer_share[]) returns public.quoted_offer[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(one.id, one.name, one.translations, private.pounds(private.offers_worth(array_agg(share))))::public.quoted_offer
    from unnest(p_offers) share join public.offers one on one.id = share.offer_id
    group by one.id order by one.name, one.id)
$$;

create function private.quoted_nearly(p_nearly private.nearly_given[]) returns public.nearly_offer[]
language sql immutable set search_path = '' as $$
  select array(
    select row(offer_id, name, translations, pieces, private.pounds(amount))::public.nearly_offer from unnest(p_nearly))
$$;

create function private.delivery_ways(p_rates private.shipping_rate[]) returns public.delivery_way[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(row(
    rate.method, private.pounds(rate.price), private.pounds(rate.free_from), rate.days_from, rate.days_to, rate.cash_allowed
  )::public.delivery_way), '{}')
  from unnest(p_rates) rate
$$;

-- For whom an order is priced: the caller, or the account of the customer for whom staff place it, as place_order_for finds it.
create function private.quoted_person(p_order jsonb) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_customer constant jsonb := p_order -> 'customer';
  v_found uuid[];
begin
  if v_customer is null then
    return auth.uid();
  end if;
  perform private.require_capability(v_tenant_id, 'orders.place');
  if v_customer ->> 'user_id' is not null then
    return (private.customer_of_order(v_tenant_id, v_customer)).user_id;
  end if;
  v_found := private.accounts_proven_by(v_tenant_id, lower(btrim(coalesce(v_customer ->> 'email', ''))),
    coalesce(private.national_digits(v_customer ->> 'phone'), ''));
  return case when cardinality(v_found) = 1 then v_found[1] end;
end
$$;

-- What paying a priced order in cash requires of a person.
create function private.quoted_cash(p_priced private.priced_order, p_tenant_id text, p_user_id uuid, p_governorate text)
returns public.cash_demand
language plpgsql stable security definer set search_path = '' as $$
begin
  if ((p_priced.delivery).rate).cash_allowed is false then
    return private.no_cash_there();
  end if;
  return private.cash_rule(p_tenant_id, p_user_id, null, p_governorate, private.pounds(p_priced.total - p_priced.credit_used));
end
$$;

-- What an order would cost now, and all its problems. The document is place_order's, or place_order_for's, which prices the order for
-- the customer and says nothing of their points and credit. Callers who guess too many discount codes get no answers about codes for
-- an hour.
create function public.quote_order(p_order jsonb) returns public.order_quote
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_tries_code constant boolean := coalesce(btrim(p_order ->> 'discount_code'), '') <> '';
  v_guesses constant boolean := v_tries_code and private.guesses_too_many_codes(v_tenant_id);
  v_person constant uuid := private.quoted_person(p_order);
  v_address constant jsonb := private.quoted_address(p_order);
  v_priced private.priced_order := private.price_order(
    case when v_guesses then p_order - 'discount_code' else p_order end, v_person, false, v_address);
  v_cash constant public.cash_demand := private.quoted_cash(v_priced, v_tenant_id, v_person, v_address ->> 'governorate');
  v_payment constant jsonb := (v_priced.settings).payment;
begin
  if v_tenant_id = any (private.hidden_stores()) then
    perform private.refuse('store_closed');
  end if;
  if v_person is distinct from auth.uid() then
    v_priced.points_balance := null;
    v_priced.points_usable := null;
    v_priced.credit_balance := null;
  end if;
  if v_guesses then
    v_priced.problems := v_priced.problems || private.refusal('too_many_codes');
  elsif v_tries_code then
    perform private.note_code_guess(v_tenant_id, v_priced.problems @> '[{"code": "unknown_discount"}]');
  end if;
  return row(
    private.quoted_lines(v_priced.lines, v_priced.offers), private.pounds(v_priced.subtotal), v_priced.discount_code, v_priced.discount_kind,
    private.pounds(v_priced.discount), private.pounds(v_priced.shipping), private.delivery_ways((v_priced.delivery).rates),
    v_priced.points_balance, v_priced.points_used, private.pounds(v_priced.points_value), v_priced.points_earned,
    private.pounds(v_priced.total), private.pounds(v_priced.credit_balance), private.pounds(v_priced.credit_used),
    v_cash, v_priced.problems,
    private.closed_payment_options(v_payment, private.pounds(v_priced.total - v_priced.credit_used))
      || case when v_cash.requirement = 'pay_before' then '{cash_on_delivery}'::text[] else '{}' end,
    private.closed_payment_options(v_payment, v_cash.deposit), v_priced.points_usable,
    private.pounds(v_priced.gift), private.quoted_nearly(v_priced.offers_nearly),
    private.pounds(private.offers_worth(v_priced.offers)), private.quoted_offers(v_priced.offers), v_priced.code_outdone)::public.order_quote;
end
$$;

-- Grants

grant execute on function public.quote_order to anon, authenticated;
