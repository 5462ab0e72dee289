-- Offers of orders: which apply to a cart, their limits, and what they took off.

-- Tables

-- What an offer took off an order, edits included; 0 for free delivery. The name is the offer's when it was ordered.
create table public.offer_uses (
  order_id uuid not null,
  offer_id uuid not null,
  tenant_id text not null,
  user_id uuid,
  name text not null,
  translations jsonb not null default '{}' check (private.are_translations(translations, 2000)),
  amount numeric(12, 2) not null check (amount >= 0),
  created_at timestamptz not null default now(),
  primary key (order_id, offer_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, offer_id) references public.offers (tenant_id, id) on delete cascade
);
create index offer_uses_by_offer on public.offer_uses (tenant_id, offer_id, user_id) include (amount);
alter table public.offer_uses enable row level security;

-- Policies

create policy "Shoppers read their own offer uses" on public.offer_uses
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's offer uses" on public.offer_uses
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

-- Whether an offer may still be used, by all and by this person. `p_order_id` is an order that has used it already, if one is edited.
create function private.offer_is_left(p_offer public.offers, p_user_id uuid, p_order_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_uses record;
begin
  if p_offer.total_limit is null and p_offer.per_person_limit is null and p_offer.budget is null then
    return true;
  end if;
  select count(*) as times, count(*) filter (where given.user_id = p_user_id) as times_by_person, coalesce(sum(given.amount), 0) as amount
  into v_uses from public.offer_uses given
  where given.tenant_id = p_offer.tenant_id and given.offer_id = p_offer.id and given.order_id is distinct from p_order_id;
  return coalesce(v_uses.times < p_offer.total_limit, true) and coalesce(v_uses.times_by_person < p_offer.per_person_limit, true)
    and coalesce(v_uses.amount < p_offer.budget, true);
end
$$;

-- The store's offers that run now for a person; null for somebody without an account.
create function private.running_offers(p_tenant_id text, p_user_id uuid, p_order_id uuid default null) returns public.offers[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select one from public.offers one
    where one.tenant_id = p_tenant_id and one.is_active
      and coalesce(one.starts_at <= now(), true) and coalesce(one.ends_at > now(), true)
      and (one.weekdays = '{}' or extract(dow from private.shop_time())::smallint = any (one.weekdays))
      and case one.audience
        when 'everybody' then true
        when 'signed_in' then p_user_id is not null
        else p_user_id is not null and not exists (
          select 1 from public.orders where orders.tenant_id = p_tenant_id and orders.user_id = p_user_id
            and orders.status <> 'cancelled' and orders.id is distinct from p_order_id)
      end
      and private.offer_is_left(one, p_user_id, p_order_id)
    order by one.id
  );
end
$$;

-- The lines of an order as offers see them, without those that can't be bought.
create function private.offer_lines(p_lines private.priced_line[]) returns private.offer_line[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(priced.line, priced.product_id, product.category_id, priced.unit, priced.quantity,
      private.piastres(stored.cost))::private.offer_line
    from unnest(p_lines) priced
    left join public.products product on product.id = priced.product_id
    left join public.variant_costs stored on stored.variant_id = priced.variant_id
    where priced.unit is not null and priced.quantity is not null
    order by priced.line)
$$;

-- What offers give for lines within their limits. With `p_lock`, the limited ones that these lines could use are locked and counted
-- again, so that orders at the same time stay within them together. An offer that would exceed its budget is left out.
create function private.offers_given(
  p_offers public.offers[], p_lines private.offer_line[], p_user_id uuid, p_lock boolean, p_order_id uuid default null
) returns private.offer_share[]
language plpgsql security definer set search_path = '' as $$
declare
  v_offers public.offers[] := p_offers;
  v_limited uuid[];
  v_shares private.offer_share[];
  v_over uuid;
begin
  if p_lock then
    v_limited := array(
      select one.id from unnest(private.offers_met(p_offers, p_lines)) one
      where one.total_limit is not null or one.per_person_limit is not null or one.budget is not null);
    if cardinality(v_limited) > 0 then
      perform 1 from public.offers where offers.id = any (v_limited) order by offers.id for no key update;
      v_offers := array(
        select one from unnest(p_offers) one where private.offer_is_left(one, p_user_id, p_order_id) order by one.id);
    end if;
  end if;
  loop
    v_shares := private.offers_on_lines(v_offers, p_lines);
    select one.id into v_over from unnest(v_offers) one
    where one.budget is not null and one.budget < private.pounds(private.offers_worth(array(
      select share from unnest(v_shares) share where share.offer_id = one.id))) + (
      select coalesce(sum(given.amount), 0) from public.offer_uses given
      where given.tenant_id = one.tenant_id and given.offer_id = one.id and given.order_id is distinct from p_order_id)
    order by one.id limit 1;
    exit when v_over is null;
    v_offers := array(select one from unnest(v_offers) one where one.id <> v_over order by one.id);
  end loop;
  return v_shares;
end
$$;

-- What offers take off, in piastres.
create function private.offers_worth(p_shares private.offer_share[]) returns bigint
language sql immutable as $$ select coalesce(sum(amount), 0)::bigint from unnest(p_shares) $$;

-- Adds offers and the discount code to a priced order: the code takes its part of what offers leave. If offers that don't combine
-- with codes save more than the code with the others, they apply and the code doesn't; a code for free delivery always does.
create function private.with_offers(
  p_priced private.priced_order, p_tenant_id text, p_code text, p_user_id uuid, p_lock boolean
) returns private.priced_order
language plpgsql security definer set search_path = '' as $$
declare
  v_offers constant public.offers[] := private.running_offers(p_tenant_id, p_user_id);
  v_combined constant public.offers[] := array(select one from unnest(v_offers) one where one.with_codes order by one.id);
  v_lines private.offer_line[];
  v_all private.offer_share[] := '{}';
  v_coded private.priced_order;
begin
  p_priced.discount := 0;
  p_priced.offers := '{}';
  p_priced.offers_nearly := '{}';
  if cardinality(v_offers) > 0 then
    v_lines := private.offer_lines(p_priced.lines);
    v_all := private.offers_given(v_offers, v_lines, p_user_id, p_lock);
    p_priced.offers_nearly := private.nearly_given(v_offers, v_lines, v_all);
  end if;
  if p_code is not null then
    v_coded := private.with_code(p_priced, p_tenant_id, p_code, p_user_id, p_lock, case
      when cardinality(v_combined) = cardinality(v_offers) then v_all
      else private.offers_given(v_combined, v_lines, p_user_id, p_lock) end);
    if v_coded.discount_kind = 'free_shipping' or v_coded.discount >= private.offers_worth(v_all) and v_coded.discount_id is not null then
      return v_coded;
    end if;
    p_priced.problems := v_coded.problems;
    p_priced.code_outdone := case when v_coded.discount_id is not null then v_coded.discount_code end;
  end if;
  p_priced.offers := v_all;
  p_priced.discount := private.offers_worth(v_all);
  return p_priced;
end
$$;

-- Adds offers and what a discount code takes off after them, or the reason why it doesn't.
create function private.with_code(
  p_priced private.priced_order, p_tenant_id text, p_code text, p_user_id uuid, p_lock boolean, p_offers private.offer_share[]
) returns private.priced_order
language plpgsql security definer set search_path = '' as $$
declare
  v_left constant bigint := p_priced.subtotal - private.offers_worth(p_offers);
  v_check constant record := private.check_discount(p_tenant_id, p_code, p_user_id, v_left, p_lock);
  v_discount constant public.discounts := v_check.discount;
begin
  p_priced.offers := p_offers;
  p_priced.discount := p_priced.subtotal - v_left;
  if v_check.problem is not null then
    p_priced.problems := p_priced.problems || v_check.problem;
    return p_priced;
  end if;
  p_priced.discount_id := v_discount.id;
  p_priced.discount_code := v_discount.code;
  p_priced.discount_kind := v_discount.kind;
  p_priced.discount := p_priced.discount + case v_discount.kind
    when 'percent' then private.part_of_price(v_left, v_discount.value)
    when 'fixed' then least(private.piastres(v_discount.value), v_left)
    else 0
  end;
  return p_priced;
end
$$;

-- The offers that lines begin to meet and that give nothing yet, with what they need, least first; 3 at most.
create function private.nearly_given(p_offers public.offers[], p_lines private.offer_line[], p_given private.offer_share[])
returns private.nearly_given[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(one.id, one.name, one.translations, need.pieces, need.amount)::private.nearly_given
    from unnest(p_offers) one cross join lateral private.offer_need(one, p_lines) need
    where need.pieces + need.amount > 0
      and not exists (select 1 from unnest(p_given) share where share.offer_id = one.id)
      and exists (select 1 from unnest(p_lines) candidate where private.offer_covers(one, candidate))
    order by need.pieces, need.amount, one.id limit 3)
$$;

-- Books what offers gave an order, on top of what they gave it before.
create function private.book_offers(p_order public.orders, p_shares private.offer_share[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.offer_uses (order_id, offer_id, tenant_id, user_id, name, translations, amount)
  select p_order.id, one.id, p_order.tenant_id, p_order.user_id, one.name, one.translations, private.pounds(private.offers_worth(array_agg(share)))
  from unnest(p_shares) share join public.offers one on one.id = share.offer_id
  group by one.id
  on conflict (order_id, offer_id) do update set amount = offer_uses.amount + excluded.amount;
$$;

-- What each offer brought and cost: the orders that used it, what it took off them, and what these orders cost now, in pounds.
-- Staff only.
create function public.offer_use_counts(p_tenant_id text, p_ids uuid[])
returns table (offer_id uuid, uses bigint, given numeric, revenue numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'offers.see');
  return query
  select used.offer_id, count(*), sum(used.amount), sum(orders.charged)
  from public.offer_uses used join public.orders on orders.id = used.order_id
  where used.tenant_id = p_tenant_id and used.offer_id = any (p_ids)
  group by used.offer_id;
end
$$;

-- Grants

grant select on public.offer_uses to authenticated;
grant execute on function public.offer_use_counts to authenticated;
