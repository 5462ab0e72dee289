-- Zones: delivery fees and times by place. Places outside all zones use settings.shipping.

-- Tables

create type public.shipping_method as enum ('standard', 'express');

-- A delivery option: `fee` is its regular price, `price` what this order pays, in piastres; working days.
create type private.shipping_rate as (
  method text, fee bigint, free_from bigint, price bigint, days_from integer, days_to integer, cash_allowed boolean
);

-- The options for an address, the chosen one, and why it isn't possible.
create type private.delivery as (zone_id uuid, rates private.shipping_rate[], rate private.shipping_rate, problem jsonb);

-- Tiers of a zone's fees, [{"method": standard | express, "fee", "free_from", "from_grams", "from_subtotal", "days_from",
-- "days_to", "cash_allowed"}] in pounds, grams and working days; each combination of method and tier once.
create function private.are_shipping_rates(p_rates jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(p_rates) <> 'array' or jsonb_array_length(p_rates) > 60
      or jsonb_path_exists(p_rates, 'strict $[*] ? (@.type() <> "object")') then false
    else (
      select coalesce(bool_and(
        step.value - '{method,fee,free_from,from_grams,from_subtotal,days_from,days_to,cash_allowed}'::text[] = '{}'
        and coalesce(step.value ->> 'method', '') in ('standard', 'express')
        and private.is_amount(step.value -> 'fee')
        and private.is_amount(coalesce(nullif(step.value -> 'free_from', 'null'), '0'))
        and private.is_amount(coalesce(nullif(step.value -> 'from_subtotal', 'null'), '0'))
        and coalesce(step.value ->> 'from_grams', '0') ~ '^\d{1,7}$'
        and private.are_day_counts(array[nullif(step.value -> 'days_from', 'null'), nullif(step.value -> 'days_to', 'null')])
        and private.is_flag(coalesce(step.value -> 'cash_allowed', 'true'))
      ), true) and count(*) = count(distinct (
        step.value ->> 'method', coalesce((step.value -> 'from_grams')::text, '0'), coalesce((step.value -> 'from_subtotal')::text, '0')
      ))
      from jsonb_array_elements(p_rates) step
    )
  end
$$;

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  translations jsonb not null default '{}' check (private.are_translations(translations, 5000)),
  position integer not null default 0 check (position between 0 and 100000),
  -- Names of governorates and ids of districts; a district takes precedence over its governorate.
  places text[] not null default '{}' check (cardinality(places) <= 600),
  -- A method without rates isn't offered; a zone without any rates gets no deliveries.
  rates jsonb not null default '[]' check (private.are_shipping_rates(rates)),
  -- The heaviest order delivered there.
  max_grams integer check (max_grams between 1 and 10000000),
  -- The carrier proposed for its shipments; '' for any.
  carrier text not null default '' check (carrier ~ '^([a-z][a-z0-9_-]{0,30})?$'),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create index shipping_zones_in_order on public.shipping_zones (tenant_id, position, name, id);
alter table public.shipping_zones enable row level security;

-- The places of active zones, kept by a trigger: within a store, each is in at most one zone.
create table private.shipping_zone_places (
  tenant_id text not null,
  governorate text not null,
  -- '' for the whole governorate.
  district_id text not null default '',
  zone_id uuid not null,
  primary key (tenant_id, governorate, district_id),
  foreign key (tenant_id, zone_id) references public.shipping_zones (tenant_id, id) on delete cascade
);
create index shipping_zone_places_by_zone on private.shipping_zone_places (tenant_id, zone_id);
alter table private.shipping_zone_places enable row level security;

-- Policies

create policy "Staff read their store's shipping zones" on public.shipping_zones
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('settings.see'))::text[]));

call private.add_staff_policies('public.shipping_zones', 'shipping zones', 'settings.delivery');

-- Functions

-- The zone of an address, or null.
create function private.shipping_zone_of(p_tenant_id text, p_governorate text, p_city text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_district text;
begin
  -- Most stores have zones of whole governorates, which need no district lookup.
  if exists (
    select 1 from private.shipping_zone_places place
    where place.tenant_id = p_tenant_id and place.governorate = p_governorate and place.district_id <> ''
  ) then
    v_district := private.district_of(p_governorate, p_city);
  end if;
  return (
    select place.zone_id from private.shipping_zone_places place
    where place.tenant_id = p_tenant_id and place.governorate = p_governorate
      and (place.district_id = '' or place.district_id = v_district)
    order by place.district_id desc limit 1
  );
end
$$;

-- The options of a store without zones for the place: its settings' flat fees; standard delivery is free from an amount on.
create function private.flat_rates(p_settings public.settings, p_goods bigint) returns private.shipping_rate[]
language sql immutable set search_path = '' as $$
  select array[
    row('standard', private.piastres(p_settings.default_shipping_fee), threshold.amount,
      case when p_goods >= threshold.amount then 0 else private.piastres(p_settings.default_shipping_fee) end,
      p_settings.standard_days_from, p_settings.standard_days_to, true
    )::private.shipping_rate,
    row('express', fee.amount, null, fee.amount,
      p_settings.express_days_from, p_settings.express_days_to, true
    )::private.shipping_rate
  ]
  from (select private.piastres(p_settings.free_shipping_threshold) as amount) threshold,
    (select private.piastres(p_settings.express_shipping_fee) as amount) fee
$$;

-- The rate of each method that applies to goods of some piastres and grams: the highest weight tier they reach, and within it the
-- highest amount tier.
create function private.zone_rates(p_rates jsonb, p_goods bigint, p_grams bigint) returns private.shipping_rate[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(row(
    reached.method, reached.fee, reached.free_from, case when p_goods >= reached.free_from then 0 else reached.fee end,
    reached.days_from, reached.days_to, reached.cash_allowed
  )::private.shipping_rate order by reached.method desc), '{}')
  from (
    select distinct on (step.method) step.method, private.piastres(step.fee) as fee,
      private.piastres(step.free_from) as free_from, step.days_from, step.days_to,
      coalesce(step.cash_allowed, true) as cash_allowed
    from jsonb_to_recordset(p_rates) step (
      method text, fee numeric, free_from numeric, from_grams integer, from_subtotal numeric, days_from integer,
      days_to integer, cash_allowed boolean
    )
    where p_grams >= coalesce(step.from_grams, 0) and p_goods >= private.piastres(coalesce(step.from_subtotal, 0))
    order by step.method, coalesce(step.from_grams, 0) desc, coalesce(step.from_subtotal, 0) desc
  ) reached
$$;

-- The delivery options for goods of some piastres and grams to an address, and the price of the chosen one; an unknown address uses
-- the flat fees. `p_free`: a discount pays for standard delivery. Every delivery price comes from here.
create function private.delivery_of(
  p_tenant_id text, p_settings public.settings, p_address jsonb, p_method text, p_goods bigint, p_grams bigint,
  p_free boolean default false
) returns private.delivery
language plpgsql stable security definer set search_path = '' as $$
declare
  v_city constant text := btrim(left(p_address ->> 'city', 80));
  v_zone public.shipping_zones;
  v_delivery private.delivery;
  v_rate private.shipping_rate;
begin
  v_delivery.zone_id := private.shipping_zone_of(p_tenant_id, p_address ->> 'governorate', v_city);
  if v_delivery.zone_id is null then
    v_delivery.rates := private.flat_rates(p_settings, p_goods);
  else
    select zone.* into v_zone from public.shipping_zones zone where zone.id = v_delivery.zone_id;
    v_delivery.rates := private.zone_rates(v_zone.rates, p_goods, p_grams);
  end if;
  for v_place in 1 .. cardinality(v_delivery.rates) loop
    v_rate := v_delivery.rates[v_place];
    if p_free and v_rate.method = 'standard' then
      v_rate.price := 0;
      v_delivery.rates[v_place] := v_rate;
    end if;
    if v_rate.method = coalesce(p_method, 'standard') then
      v_delivery.rate := v_rate;
    end if;
  end loop;
  v_delivery.problem := case
    when v_delivery.rates = '{}' then private.refusal('not_delivered_there', case
      when v_city <> '' then jsonb_build_object('city', v_city)
      else jsonb_build_object('reason', 'governorate', 'governorate', p_address ->> 'governorate') end)
    when p_grams > v_zone.max_grams then private.refusal('order_too_heavy', jsonb_build_object(
      'weight', trim_scale(round(p_grams / 1000.0, 2)), 'most', trim_scale(v_zone.max_grams / 1000.0)))
    when (v_delivery.rate).method is null
      then private.refusal('shipping_method_not_there', jsonb_build_object('reason', coalesce(p_method, 'standard')))
  end;
  return v_delivery;
end
$$;

-- Delivery options as shown: the fee in pounds for this order, the amount from which it is free, working days.
create function private.shown_options(p_rates private.shipping_rate[]) returns table (
  method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer, cash_allowed boolean
)
language sql immutable set search_path = '' as $$
  select rate.method::public.shipping_method, private.pounds(rate.price), private.pounds(rate.free_from), rate.days_from,
    rate.days_to, rate.cash_allowed
  from unnest(p_rates) rate
$$;

-- A store's delivery options for a place and for goods of some pounds and grams; no row if it doesn't deliver there.
create function public.shipping_options(
  p_tenant_id text, p_governorate text, p_city text, p_subtotal numeric default 0, p_grams integer default 0
) returns table (
  method public.shipping_method, fee numeric, free_from numeric, days_from integer, days_to integer, cash_allowed boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_delivery private.delivery;
begin
  select settings.* into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  v_delivery := private.delivery_of(p_tenant_id, v_settings,
    jsonb_build_object('governorate', p_governorate, 'city', p_city), null,
    private.piastres(least(greatest(coalesce(p_subtotal, 0), 0), 10000000)), greatest(coalesce(p_grams, 0), 0));
  if coalesce(v_delivery.problem ->> 'code', '') <> 'order_too_heavy' then
    return query select * from private.shown_options(v_delivery.rates);
  end if;
end
$$;

-- Whether the place decides from which amount standard delivery is free, or whether it ever is.
create function public.free_delivery_varies(p_tenant_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.settings
    join public.shipping_zones zone on zone.tenant_id = settings.tenant_id and zone.is_active and zone.places <> '{}'
    left join lateral jsonb_to_recordset(zone.rates) step (method text, free_from numeric) on step.method = 'standard'
    where settings.tenant_id = p_tenant_id
      and settings.free_shipping_threshold is distinct from step.free_from
  )
$$;

-- What delivery of small orders costs: a row per zone and method, and, unless zones cover every governorate, rows without a zone for
-- all other places. A zone without deliveries has one row without a method. Nothing for a store without zones.
create function public.delivery_fees(p_tenant_id text) returns table (
  zone_id uuid, name text, translations jsonb, method public.shipping_method, fee numeric, free_from numeric, days_from integer,
  days_to integer
)
language sql stable security definer set search_path = '' as $$
  with zones as materialized (
    select zone.* from public.shipping_zones zone
    where zone.tenant_id = p_tenant_id and zone.is_active and zone.places <> '{}'
  ), offered (zone_id, name, translations, place, rates) as (
    select zones.id, zones.name, zones.translations, row_number() over (order by zones.position, zones.name, zones.id),
      private.zone_rates(zones.rates, 0, 0)
    from zones
    union all
    select null, null, '{}', null, private.flat_rates(settings, 0) from public.settings
    where settings.tenant_id = p_tenant_id and exists (select 1 from zones) and exists (
      select 1 from unnest(enum_range(null::public.governorate)) listed (governorate)
      where not exists (
        select 1 from private.shipping_zone_places place
        where place.tenant_id = p_tenant_id and place.governorate = listed.governorate::text and place.district_id = ''
      )
    )
  )
  select offered.zone_id, offered.name, offered.translations, option.method, option.fee, option.free_from, option.days_from,
    option.days_to
  from offered left join lateral private.shown_options(offered.rates) option on true
  order by offered.place nulls last, option.method
$$;

-- Stores the places of active zones. Refuses an unknown place, and one that another zone has.
create function private.shipping_zone_saved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_taken record;
begin
  delete from private.shipping_zone_places place where place.tenant_id = new.tenant_id and place.zone_id = new.id;
  if not new.is_active then
    return null;
  end if;
  -- In a fixed order, so that concurrently saved zones cannot deadlock.
  insert into private.shipping_zone_places (tenant_id, governorate, district_id, zone_id)
  select new.tenant_id, named.governorate, named.district_id, new.id from private.named_places(new.places) named
  order by named.governorate, named.district_id
  on conflict do nothing;
  select zone.name, named.name as place into v_taken
  from private.named_places(new.places) named
  join private.shipping_zone_places place
    on place.tenant_id = new.tenant_id and place.governorate = named.governorate and place.district_id = named.district_id
  join public.shipping_zones zone on zone.id = place.zone_id
  where place.zone_id <> new.id
  order by named.name limit 1;
  if found then
    perform private.refuse('place_in_other_zone', jsonb_build_object('place', v_taken.place, 'zone', v_taken.name));
  end if;
  return null;
end
$$;

-- A zone's places, resolved; refuses one that is neither a governorate nor a district.
create function private.named_places(p_places text[])
returns table (name text, governorate text, district_id text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_unknown constant text[] := array(
    select coalesce(given.name, '') from unnest(p_places) given (name)
    where not pg_input_is_valid(coalesce(given.name, ''), 'public.governorate')
      and not exists (select 1 from public.districts district where district.id = given.name)
    order by 1 limit 1
  );
begin
  if v_unknown <> '{}' then
    perform private.refuse('unknown_place', jsonb_build_object('place', v_unknown[1]));
  end if;
  return query
  select distinct coalesce(district.name, given.name), coalesce(district.governorate::text, given.name), coalesce(district.id, '')
  from unnest(p_places) given (name) left join public.districts district on district.id = given.name;
end
$$;

create function private.refuse_used_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.delivery_slots slot where slot.tenant_id = old.tenant_id and slot.zone_id = old.id) then
    perform private.refuse('zone_used');
  end if;
  return old;
end
$$;

-- The carriers proposed by the zones of these orders; orders without a proposal are omitted. Staff only.
create function public.proposed_carriers(p_tenant_id text, p_order_ids uuid[]) returns table (order_id uuid, carrier text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_capability(p_tenant_id, 'orders.see');
  return query
  select orders.id, zone.carrier
  from public.orders
  join public.shipping_zones zone
    on zone.id = private.shipping_zone_of(p_tenant_id, orders.destination ->> 'governorate', orders.destination ->> 'city')
  where orders.tenant_id = p_tenant_id and orders.id = any (p_order_ids[:500]) and zone.carrier <> '';
end
$$;

-- Triggers

call private.fix_columns('public.shipping_zones', '{id,tenant_id}');
call private.serialize_upserts('public.shipping_zones');

create trigger shipping_zones_touch before update on public.shipping_zones
  for each row execute function private.touch_version();

create trigger shipping_zones_saved after insert or update of places, is_active on public.shipping_zones
  for each row execute function private.shipping_zone_saved();

create trigger shipping_zones_in_use before delete on public.shipping_zones
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_zone();

-- Grants

grant select, delete on public.shipping_zones to authenticated;
grant insert (
  id, tenant_id, name, translations, position, places, rates, max_grams, carrier, is_active, created_at
) on public.shipping_zones to authenticated;
grant update (
  id, tenant_id, name, translations, position, places, rates, max_grams, carrier, is_active
) on public.shipping_zones to authenticated;
grant execute on function private.are_shipping_rates to authenticated;
grant execute on function public.proposed_carriers to authenticated;
grant execute on function public.delivery_fees to anon, authenticated;
grant execute on function public.free_delivery_varies to anon, authenticated;
grant execute on function public.shipping_options to anon, authenticated;
