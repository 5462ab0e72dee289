-- Ceilings: how much people may refund or give as store credit in a day, take off an order, and lower a price. They are part of
-- roles (private.staff_role_capabilities) and counted where the money, discount or price is written. What lies above needs
-- somebody's approval (approval_requests.sql).

-- Tables

-- What people with a ceiling gave on a day, in the shop's time. Only today's rows count; older ones go with the person's next use.
create table private.ceiling_uses (
  -- The refund or the entry of store credit.
  about_id uuid primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  capability text not null references private.capabilities (name),
  day date not null default private.shop_time()::date,
  amount numeric(12, 2) not null check (amount >= 0)
);
create index ceiling_uses_of_person on private.ceiling_uses (user_id, tenant_id, capability, day);
create index ceiling_uses_tenant on private.ceiling_uses (tenant_id);
alter table private.ceiling_uses enable row level security;

-- Prices as they were before somebody with a ceiling first lowered them on a day, so that several small steps count together.
create table private.prices_before (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- A product, or a variant with its own price.
  about_id uuid not null,
  tenant_id text not null references public.tenants (id) on delete cascade,
  day date not null default private.shop_time()::date,
  price numeric(12, 2) not null,
  primary key (user_id, about_id)
);
create index prices_before_tenant on private.prices_before (tenant_id);
alter table private.prices_before enable row level security;

-- Functions

-- Somebody's ceiling for a capability in a store, the highest of their roles; by default the caller's. Null without a ceiling, 0 for
-- people who lack the capability.
create function private.ceiling(p_tenant_id text, p_capability text, p_user_id uuid default auth.uid()) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when count(*) = 0 then 0 when bool_and(held.ceiling is not null) then max(held.ceiling) end
    from private.held_capabilities held
    where held.user_id = p_user_id and held.capability = p_capability
      and (held.tenant_id = p_tenant_id or held.tenant_id is null)
  );
end
$$;

-- Whether the caller acts for the store. The server does not, and neither do shoppers with their own orders.
create function private.acts_as_staff(p_tenant_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.uid() is not null and not private.is_service() and coalesce(p_tenant_id = any (private.workplaces()), false);
end
$$;

-- What the caller may still give today, in pounds, besides one refund or entry that is counted anew; null without a ceiling. Locks
-- the caller's uses of this capability, so that simultaneous ones count together.
create function private.left_under_ceiling(p_tenant_id text, p_capability text, p_about_id uuid default null) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_ceiling constant numeric := case when private.acts_as_staff(p_tenant_id) then private.ceiling(p_tenant_id, p_capability) end;
begin
  if v_ceiling is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'ceiling', p_tenant_id, p_capability, auth.uid()), 0));
  return greatest(v_ceiling - coalesce((
    select sum(used.amount) from private.ceiling_uses used
    where used.user_id = auth.uid() and used.tenant_id = p_tenant_id and used.capability = p_capability
      and used.day = private.shop_time()::date and used.about_id is distinct from p_about_id
  ), 0), 0);
end
$$;

-- Raises unless the caller may give an amount today.
create function private.require_under_ceiling(
  p_tenant_id text, p_capability text, p_amount numeric, p_about_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_left constant numeric := private.left_under_ceiling(p_tenant_id, p_capability, p_about_id);
begin
  if p_amount > v_left then
    perform private.refuse('above_ceiling', jsonb_build_object(
      'reason', split_part(p_capability, '.', 2), 'capability', p_capability, 'amount', v_left, 'needed', p_amount));
  end if;
end
$$;

-- Counts what the caller gives, and refuses what lies above their ceiling.
create function private.count_under_ceiling(
  p_tenant_id text, p_capability text, p_amount numeric, p_about_id uuid
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.acts_as_staff(p_tenant_id) or private.ceiling(p_tenant_id, p_capability) is null then
    return;
  end if;
  perform private.require_under_ceiling(p_tenant_id, p_capability, p_amount, p_about_id);
  delete from private.ceiling_uses old where old.user_id = auth.uid() and old.day < private.shop_time()::date;
  insert into private.ceiling_uses (about_id, tenant_id, user_id, capability, amount)
  values (p_about_id, p_tenant_id, auth.uid(), p_capability, p_amount)
  on conflict (about_id) do update set user_id = excluded.user_id, day = excluded.day, amount = excluded.amount;
end
$$;

-- A refund counts when its money goes out: at once, or when somebody sends it.
create function private.count_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An exchange gives nothing out.
  if new.way = 'exchange' then
    return null;
  end if;
  perform private.count_under_ceiling(new.tenant_id, 'money.refund', new.amount, new.id);
  return null;
end
$$;

create function private.count_store_credit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_under_ceiling(new.tenant_id, 'money.give_credit', new.delta, new.id);
  return null;
end
$$;

-- Raises unless the caller may take a discount off items, in pounds. It counts in percent of the items after a discount code.
create function private.require_discount_ceiling(p_tenant_id text, p_discount numeric, p_items numeric) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ceiling constant numeric := case
    when private.acts_as_staff(p_tenant_id) then private.ceiling(p_tenant_id, 'orders.discount') end;
begin
  if p_discount > round(p_items * v_ceiling / 100, 2) then
    perform private.refuse('above_ceiling', jsonb_build_object(
      'reason', 'discount', 'capability', 'orders.discount', 'percent', v_ceiling, 'amount', round(p_items * v_ceiling / 100, 2),
      'needed', ceil(p_discount * 10000 / p_items) / 100));
  end if;
end
$$;

create function private.limit_discount() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_discount_ceiling(new.tenant_id, new.manual_discount, new.subtotal - new.discount_total);
  return null;
end
$$;

-- Refuses a price that lies below what the caller's ceiling allows, compared with the highest price of today. `p_about_id` is the
-- product, or a variant with its own price; without a price it costs nothing.
create function private.limit_price(
  p_product public.products, p_about_id uuid, p_before numeric, p_after numeric, p_variant public.product_variants default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_today constant date := private.shop_time()::date;
  v_ceiling numeric;
  v_before numeric;
  v_lowest numeric;
begin
  if not private.acts_as_staff(p_product.tenant_id) or p_before is null or p_before = p_after then
    return;
  end if;
  perform private.require_capability(p_product.tenant_id, 'products.price');
  v_ceiling := private.ceiling(p_product.tenant_id, 'products.price');
  if v_ceiling is null or p_after > p_before then
    return;
  end if;
  v_before := greatest(p_before, (
    select known.price from private.prices_before known
    where known.user_id = auth.uid() and known.about_id = p_about_id and known.day = v_today
  ));
  v_lowest := round(v_before * (100 - v_ceiling) / 100, 2);
  if coalesce(p_after, 0) < v_lowest then
    perform private.refuse('above_ceiling', private.product_names(p_product, p_variant) || jsonb_build_object(
      'reason', 'price', 'capability', 'products.price', 'percent', v_ceiling, 'price', v_lowest,
      'needed', ceil((v_before - coalesce(p_after, 0)) * 10000 / v_before) / 100));
  end if;
  delete from private.prices_before old where old.user_id = auth.uid() and old.day < v_today;
  insert into private.prices_before (user_id, about_id, tenant_id, price)
  values (auth.uid(), p_about_id, p_product.tenant_id, v_before)
  on conflict (user_id, about_id) do nothing;
end
$$;

create function private.product_price_written() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_price(new, new.id, old.price, new.price);
  return null;
end
$$;

-- A variant without its own price has the product's. One that is added to a product counts as lowered from the product's price.
create function private.variant_price_written() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
begin
  select product.* into v_product from public.products product where product.id = new.product_id;
  if tg_op = 'UPDATE' then
    perform private.limit_price(
      v_product, new.id, coalesce(old.price, v_product.price), coalesce(new.price, v_product.price), new);
  elsif v_product.created_at < now() and new.price < v_product.price then
    perform private.limit_price(v_product, new.id, v_product.price, new.price, new);
  end if;
  return null;
end
$$;

-- The ceilings of a role as they are stored; refuses others than those of its capabilities.
create function private.checked_ceilings(p_ceilings jsonb, p_capabilities text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_ceilings) is distinct from 'object' or exists (
    select 1 from jsonb_each(case when jsonb_typeof(p_ceilings) = 'object' then p_ceilings else '{}' end) given
    left join private.limited_capabilities limited on limited.capability = given.key
    where limited.capability is null or not private.is_amount(given.value)
      or limited.unit = 'percent' and given.value::numeric > 100
  ) then
    perform private.refuse('invalid_ceiling');
  end if;
  return (
    select coalesce(jsonb_object_agg(given.key, given.value), '{}') from jsonb_each(p_ceilings) given
    where given.key = any (p_capabilities)
  );
end
$$;

-- A role's ceilings by capability; those of people, with what they may in a store.
create function private.ceilings_of_staff_role(p_role_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(granted.capability, granted.ceiling), '{}') from private.staff_role_capabilities granted
    where granted.role_id = p_role_id and granted.ceiling is not null
  );
end
$$;

create function private.ceilings_of_person(p_tenant_id text, p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_strip_nulls(jsonb_object_agg(
      limited.capability, private.ceiling(p_tenant_id, limited.capability, p_user_id)))
    from private.limited_capabilities limited
  );
end
$$;

-- Triggers

create trigger new_refunds_limited after insert on public.refunds
  for each row when (new.state in ('sending', 'sent')) execute function private.count_refund();

create trigger refunds_limited after update of state on public.refunds
  for each row when (new.state in ('sending', 'sent') and old.state not in ('sending', 'sent')) execute function private.count_refund();

create trigger store_credits_limited after insert on public.store_credits
  for each row when (new.kind = 'adjusted' and new.delta > 0) execute function private.count_store_credit();

create trigger discounts_limited after insert on public.orders
  for each row when (new.manual_discount > 0) execute function private.limit_discount();

create trigger products_price_limited after update of price on public.products
  for each row when (new.price is distinct from old.price) execute function private.product_price_written();

create trigger variants_price_limited after update of price on public.product_variants
  for each row when (new.price is distinct from old.price) execute function private.variant_price_written();

create trigger new_variants_price_limited after insert on public.product_variants
  for each row when (new.price is not null) execute function private.variant_price_written();
