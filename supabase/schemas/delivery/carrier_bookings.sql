-- Parcels that couriers are asked to take: each is made at its courier once, by the server, which knows their APIs.

-- Tables

create type public.carrier_booking_state as enum (
  -- To be made; asked for, maybe without an answer; made; refused, or to be looked into; to be called off; called off.
  'waiting', 'asked', 'booked', 'failed', 'to_cancel', 'cancelled'
);

create table public.carrier_bookings (
  shipment_id uuid primary key,
  tenant_id text not null,
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  state public.carrier_booking_state not null default 'waiting',
  -- Couriers take a reference once: one that was called off gets another.
  round smallint not null default 1 check (round > 0),
  reference text not null generated always as (shipment_id::text || case when round > 1 then '-' || round else '' end) stored,
  -- The courier's district, where staff chose it.
  district_id text check (length(district_id) <= 80),
  -- What the courier was told to collect.
  cash numeric(12, 2) check (cash >= 0),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  -- Why it is not made, as a refusal: {"code", "message", …}.
  problem jsonb check (jsonb_typeof(problem) = 'object'),
  -- The courier's own id of the parcel.
  carrier_reference text check (length(carrier_reference) <= 100),
  -- When the courier was last asked how the parcel stands.
  looked_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
create index carrier_bookings_due on public.carrier_bookings (due_at) where state in ('waiting', 'asked', 'to_cancel');
create index carrier_bookings_to_track on public.carrier_bookings (looked_at nulls first) where state = 'booked';
alter table public.carrier_bookings enable row level security;

-- When couriers come to fetch parcels.
create table public.carrier_pickups (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  day date not null,
  -- The courier's own id of it; null while it has not answered.
  carrier_reference text check (length(carrier_reference) <= 100),
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (tenant_id, carrier, day),
  unique (tenant_id, id)
);
alter table public.carrier_pickups enable row level security;

-- Policies

create policy "Staff read which parcels their couriers are asked to take" on public.carrier_bookings
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Staff read when couriers come to their store" on public.carrier_pickups
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('pickups.see'))::text[]));

-- Functions

-- Asks for parcels that are here to be made at a courier; staff only. `p_districts` names the courier's district of parcels,
-- {"shipment_id": "district_id"}, where the address does not say it. One that is refused does not stop the others. One that is
-- made, or asked for, stays so.
create function public.book_parcels(
  p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb default '{}', p_request_id uuid default null
) returns setof public.shipment_outcome
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'book_parcels', p_shipment_ids, p_carrier, p_carrier_name, p_districts));
  v_outcome public.shipment_outcome;
  v_outcomes public.shipment_outcome[] := '{}';
begin
  if v_answer is null then
    for v_outcome in select * from private.lock_shipments(p_shipment_ids) loop
      v_outcome.refusal := coalesce(v_outcome.refusal, private.book(
        v_outcome.shipment_id, p_carrier, p_carrier_name, p_districts ->> v_outcome.shipment_id::text));
      v_outcomes := v_outcomes || v_outcome;
    end loop;
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$$;

-- Why a parcel cannot be registered with a courier, whichever it is; null where it can.
create function private.booking_refusal(p_parcel public.shipments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when exists (
      select 1 from public.carrier_bookings booking
      where booking.shipment_id = p_parcel.id and booking.state in ('waiting', 'asked', 'booked', 'to_cancel')
    ) then private.refusal('parcel_booked',
      jsonb_build_object('carrier', coalesce(nullif(p_parcel.carrier_name, ''), p_parcel.carrier)))
    when p_parcel.state not in ('packed', 'handed_over') then private.refusal('parcel_not_here')
    when (select orders.is_test from public.orders where orders.id = p_parcel.order_id) then private.refusal('test_order_booked')
    when p_parcel.tracking_number is not null then private.refusal('parcel_numbered',
      jsonb_build_object('tracking_number', p_parcel.tracking_number))
  end
$$;

-- Whether a parcel can be registered with a courier. A computed field.
create function public.is_bookable(p_parcel public.shipments) returns boolean
language sql stable set search_path = '' as $$
  select private.booking_refusal(parcel) is null from public.shipments parcel where parcel.id = p_parcel.id
$$;

-- Asks for a parcel to be made at a courier, and returns why it cannot be; null where it is done.
create function private.book(p_shipment_id uuid, p_carrier text, p_carrier_name text, p_district_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_booking public.carrier_bookings;
  v_refusal jsonb;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if v_booking.state in ('waiting', 'asked', 'booked') and v_booking.carrier = p_carrier then
    return null;
  end if;
  v_refusal := private.booking_refusal(v_parcel);
  if v_refusal is not null then
    return v_refusal;
  elsif p_district_id is not null and not exists (
    select 1 from public.carrier_areas area
    where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
  ) then
    return private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id));
  end if;
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = p_shipment_id;
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  values (p_shipment_id, v_parcel.tenant_id, p_carrier, p_district_id, auth.uid())
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', attempts = 0, due_at = now(), problem = null, updated_at = now(),
    district_id = coalesce(excluded.district_id, case when v_booking.carrier = p_carrier then v_booking.district_id end),
    round = v_booking.round + case v_booking.state when 'cancelled' then 1 else 0 end;
  return null;
end
$$;

-- What is due at couriers, or of it what these parcels need; each is taken by one process, and again after a while. `todo` is
-- `create`, `look` (it was asked for, and nobody knows whether it is made) or `cancel`. Amounts are piastres, weights grams,
-- null where nothing of a parcel has one. For the server.
create function public.take_carrier_bookings(p_shipment_ids uuid[] default null) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_before public.carrier_bookings;
  v_taken public.carrier_bookings;
begin
  perform private.require_service();
  for v_before in
    select booking.* from public.carrier_bookings booking
    where booking.state in ('waiting', 'asked', 'to_cancel') and booking.due_at <= now()
      and (p_shipment_ids is null or booking.shipment_id = any (p_shipment_ids))
    order by booking.due_at limit 50 for update skip locked
  loop
    update public.carrier_bookings set
      state = case state when 'waiting' then 'asked' else state end, attempts = attempts + 1, updated_at = now(),
      cash = coalesce(cash, (
        select parcel.cash_due from public.shipments parcel where parcel.id = carrier_bookings.shipment_id)),
      due_at = now() + least(interval '1 minute' * power(2, least(attempts, 6)), interval '1 hour')
    where shipment_id = v_before.shipment_id returning * into v_taken;
    return next private.carrier_task(v_taken, case v_before.state
      when 'waiting' then 'create' when 'asked' then 'look' else 'cancel' end);
  end loop;
end
$$;

-- A parcel as the server needs it to make it at a courier.
create function private.carrier_task(p_booking public.carrier_bookings, p_todo text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_order public.orders;
begin
  select * into v_parcel from public.shipments where id = p_booking.shipment_id;
  select orders.* into v_order from public.orders where orders.id = v_parcel.order_id;
  return (
    select jsonb_build_object(
      'shipment_id', v_parcel.id, 'tenant_id', v_parcel.tenant_id, 'carrier', p_booking.carrier,
      'reference', p_booking.reference, 'name', v_order.number || '/' || v_parcel.number,
      'todo', p_todo, 'cash', private.piastres(p_booking.cash),
      'worth', private.piastres(coalesce(sum(private.line_worth(line, part.quantity)), 0)),
      'grams', sum(variant.weight_grams * part.quantity),
      'pieces', coalesce(sum(part.quantity), 0),
      'description', left(string_agg(part.quantity || ' × ' || line.name, ', ' order by line.position), 400),
      'address', v_order.address, 'email', v_order.customer_email, 'note', v_order.note,
      'tracking_number', v_parcel.tracking_number,
      'district', (
        select jsonb_build_object('district_id', area.district_id, 'city_id', area.city_id, 'city', area.city)
        from public.carrier_areas area
        where area.carrier = p_booking.carrier and area.district_id = coalesce(p_booking.district_id, private.carrier_area_of(
          p_booking.carrier, v_order.address ->> 'governorate', v_order.address ->> 'city'))
      ))
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join public.product_variants variant on variant.id = line.variant_id
    where part.shipment_id = v_parcel.id
  );
end
$$;

-- Books what came of asking a courier: `booked` with {"tracking_number", "tracking_url", "carrier_reference"}, `cancelled`,
-- `failed` with {"problem": {"code", …}} (nothing was made, for certain), or `again` where it is asked once more later. Returns
-- the state. For the server.
create function public.carrier_booking_done(p_shipment_id uuid, p_outcome text, p_answer jsonb default '{}') returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.carrier_bookings;
  v_problem constant jsonb := p_answer -> 'problem';
  v_parcel public.shipments;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.shipments parcel where parcel.id = p_shipment_id) for update;
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if not found or v_booking.state not in ('asked', 'to_cancel') then
    return v_booking.state;
  end if;
  if p_outcome = 'booked' then
    perform private.require_own_number(v_parcel, v_booking.carrier, p_answer ->> 'tracking_number');
    update public.shipments set tracking_number = p_answer ->> 'tracking_number', tracking_url = p_answer ->> 'tracking_url',
      updated_at = now()
    where id = p_shipment_id;
  end if;
  update public.carrier_bookings set
    state = case
      -- Unpacked meanwhile: what was made for it is called off.
      when p_outcome = 'booked' and (v_booking.state = 'to_cancel' or v_parcel.state = 'cancelled') then 'to_cancel'
      when p_outcome in ('booked', 'failed', 'cancelled') then p_outcome else v_booking.state::text
    end::public.carrier_booking_state,
    attempts = case when p_outcome = 'booked' then 0 else attempts end,
    due_at = case when p_outcome = 'booked' then now() else due_at end,
    cash = case when p_outcome in ('failed', 'cancelled') then null else cash end,
    problem = case when p_outcome in ('failed', 'again') then private.carrier_problem(v_problem) end,
    carrier_reference = coalesce(p_answer ->> 'carrier_reference', carrier_reference),
    updated_at = now()
  where shipment_id = p_shipment_id returning * into v_booking;
  perform private.refresh_order(v_parcel.order_id);
  return v_booking.state;
end
$$;

-- Why a parcel is not made, in words.
create function private.carrier_problem(p_problem jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_problem ->> 'code' in (
    'carrier_bad_address', 'carrier_not_configured', 'carrier_not_cancelled', 'carrier_refused', 'carrier_too_heavy',
    'carrier_too_much_cash', 'carrier_unknown_district', 'carrier_unreachable'
  ) then private.refusal(p_problem ->> 'code', p_problem - 'code') end;
end
$$;

-- Parcels whose courier has said nothing of them for a while: {"carrier": seconds} says for how long. Each is taken by one
-- process. For the server.
create function public.parcels_to_track(p_every jsonb) returns table (
  tenant_id text, shipment_id uuid, carrier text, tracking_number text
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  with silent as (
    select booking.shipment_id from public.carrier_bookings booking
    join public.shipments parcel on parcel.id = booking.shipment_id
    join jsonb_each_text(p_every) patience (carrier, seconds) on patience.carrier = booking.carrier
    where booking.state = 'booked' and parcel.tracking_number is not null
      and not private.is_over(parcel.state)
      and greatest(booking.looked_at, booking.updated_at, (
        select max(event.created_at) from public.shipment_events event
        where event.shipment_id = booking.shipment_id and event.carrier_state <> ''
      )) < now() - make_interval(secs => patience.seconds::double precision)
    order by booking.looked_at nulls first limit 100 for update of booking skip locked
  )
  update public.carrier_bookings booking set looked_at = now()
  from silent join public.shipments parcel on parcel.id = silent.shipment_id
  where booking.shipment_id = silent.shipment_id
  returning booking.tenant_id, booking.shipment_id, booking.carrier, parcel.tracking_number;
end
$$;

-- Whether a courier has a parcel in its books, or may have.
create function private.is_booked(p_shipment_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.carrier_bookings booking
    where booking.shipment_id = p_shipment_id and booking.state in ('waiting', 'asked', 'booked')
  );
end
$$;

-- Triggers

-- Calls off at its courier what is unpacked.
create function private.call_booking_off() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.carrier_bookings booking set
    state = case when booking.state in ('asked', 'booked') then 'to_cancel' else 'cancelled' end::public.carrier_booking_state,
    attempts = 0, due_at = now(), problem = null, updated_at = now()
  where booking.shipment_id = new.id and booking.state in ('waiting', 'asked', 'booked', 'failed');
  return null;
end
$$;

create trigger booking_called_off after update of state on public.shipments
  for each row when (new.state = 'cancelled' and old.state <> 'cancelled') execute function private.call_booking_off();

-- Grants

grant select on public.carrier_bookings, public.carrier_pickups to authenticated;
grant execute on function private.booking_refusal, private.is_booked, public.is_bookable, public.book_parcels to authenticated;
