-- Automatic offers: the store's rules, without what they give for a cart (offers_on_lines.sql) and their uses (offer_uses.sql).

-- Tables

create type public.offer_kind as enum (
  -- On each piece: a part of its price, an amount off, a fixed price.
  'percent', 'amount', 'price',
  -- Of every `set_size` pieces: the cheapest `reduced_pieces` cost `value` percent less; all of them together cost `value`.
  'cheapest', 'set_price',
  'free_shipping'
);

create type public.offer_audience as enum ('everybody', 'signed_in', 'first_order');

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  translations jsonb not null default '{}' check (private.are_translations(translations, 2000)),
  kind public.offer_kind not null default 'percent',
  -- Percent or pounds, by kind; unused for `free_shipping`.
  value numeric(12, 2) not null default 0,
  set_size smallint,
  reduced_pieces smallint,
  -- The products that it is about; all without any. An id of no product or category of the store fits no line.
  category_ids uuid[] not null default '{}' check (cardinality(category_ids) <= 100 and array_position(category_ids, null) is null),
  product_ids uuid[] not null default '{}' check (cardinality(product_ids) <= 500 and array_position(product_ids, null) is null),
  -- What the cart must hold of these products.
  minimum_pieces integer not null default 0 check (minimum_pieces between 0 and 1000),
  minimum_amount numeric(12, 2) not null default 0 check (minimum_amount between 0 and 10000000),
  audience public.offer_audience not null default 'everybody',
  starts_at timestamptz,
  ends_at timestamptz,
  -- The days in Cairo on which it runs, 0 for Sunday; every day without any.
  weekdays smallint[] not null default '{}' check (weekdays <@ '{0,1,2,3,4,5,6}'::smallint[] and cardinality(weekdays) <= 7),
  total_limit integer check (total_limit between 1 and 1000000),
  per_person_limit integer check (per_person_limit between 1 and 1000000),
  -- The most that it takes off in all orders together, in pounds.
  budget numeric(12, 2) check (budget > 0),
  -- No piece is sold for less than its cost and this percentage of it; null for no limit. Variants without a cost have none.
  margin_percent numeric(6, 2) check (margin_percent between 0 and 1000),
  -- Whether a discount code may take off more.
  with_codes boolean not null default true,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint offers_window check (ends_at > starts_at),
  constraint offers_value check (
    case kind
      when 'percent' then value > 0 and value <= 100
      when 'cheapest' then value > 0 and value <= 100
      when 'free_shipping' then value = 0
      else value > 0 and value <= 10000000
    end
  ),
  constraint offers_set check (
    case kind
      when 'cheapest' then set_size is not null and reduced_pieces is not null
        and set_size between 2 and 20 and reduced_pieces between 1 and set_size - 1
      when 'set_price' then set_size is not null and reduced_pieces is null and set_size between 2 and 20
      else set_size is null and reduced_pieces is null
    end
  ),
  -- A code would go below the margin.
  constraint offers_margin_without_codes check (margin_percent is null or not with_codes)
);
create index offers_running on public.offers (tenant_id, ends_at) where is_active;
alter table public.offers enable row level security;

-- Policies

create policy "Staff read all offers of their store" on public.offers
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('offers.see'))::text[]));

call private.add_staff_policies('public.offers', 'offers', 'offers.change');

-- Functions

-- A margin shows what a product costs, in the price that it leads to.
create function private.require_costs_for_margin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not private.may(new.tenant_id, 'costs.see') then
    perform private.refuse('margin_not_allowed');
  end if;
  return new;
end
$$;

create function private.refuse_used_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.offer_uses where tenant_id = old.tenant_id and offer_id = old.id) then
    perform private.refuse('offer_used');
  end if;
  return old;
end
$$;

-- Triggers

call private.fix_columns('public.offers', '{id,tenant_id}');
call private.serialize_upserts('public.offers');

create trigger offers_touch before update on public.offers
  for each row execute function private.touch_version();

create trigger offers_margin_added before insert on public.offers
  for each row when (new.margin_percent is not null) execute function private.require_costs_for_margin();

-- With a margin, another price shows costs as well.
create trigger offers_margin_changed before update of kind, value, set_size, reduced_pieces, category_ids, product_ids,
  minimum_pieces, minimum_amount, margin_percent on public.offers
  for each row when (new.margin_percent is not null) execute function private.require_costs_for_margin();

create trigger offers_in_use before delete on public.offers
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_offer();

-- Grants

grant select, delete on public.offers to authenticated;
grant insert (
  id, tenant_id, name, translations, kind, value, set_size, reduced_pieces, category_ids, product_ids, minimum_pieces,
  minimum_amount, audience, starts_at, ends_at, weekdays, total_limit, per_person_limit, budget, margin_percent, with_codes,
  is_active, created_at
) on public.offers to authenticated;
grant update (
  id, tenant_id, name, translations, kind, value, set_size, reduced_pieces, category_ids, product_ids, minimum_pieces,
  minimum_amount, audience, starts_at, ends_at, weekdays, total_limit, per_person_limit, budget, margin_percent, with_codes,
  is_active
) on public.offers to authenticated;
