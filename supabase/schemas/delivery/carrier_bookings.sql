-- Shipments booked with carriers. The server, which knows the carriers' APIs, creates each of them there once.

-- Tables

create type public.carrier_booking_state as enum (
  -- To be requested from the carrier.
  'waiting',
  -- Requested; the carrier may not have answered.
  'asked',
  'booked',
  -- Refused by the carrier, or waiting for a person.
  'failed',
  -- To be cancelled at the carrier.
  'to_cancel',
  'cancelled'
);

-- Properties of each booking state.
create table private.carrier_booking_states (
  state public.carrier_booking_state primary key,
  -- Requested from the carrier, or booked there.
  is_booked boolean not null,
  -- The carrier has it, or may have it.
  is_at_carrier boolean not null,
  -- A request to the carrier is due or unanswered.
  awaits_answer boolean not null
);
alter table private.carrier_booking_states enable row level security;

insert into private.carrier_booking_states (state, is_booked, is_at_carrier, awaits_answer) values
  ('waiting', true, false, false),
  ('asked', true, true, true),
  ('booked', true, true, false),
  ('failed', false, false, false),
  ('to_cancel', false, true, true),
  ('cancelled', false, false, false);

-- Allowed transitions of a booking. A failed or cancelled one may be requested again.
create table private.carrier_booking_state_transitions (
  from_state public.carrier_booking_state not null,
  to_state public.carrier_booking_state not null,
  -- By unpacking the shipment.
  by_unpacking boolean not null default false,
  primary key (from_state, to_state)
);
alter table private.carrier_booking_state_transitions enable row level security;

insert into private.carrier_booking_state_transitions (from_state, to_state, by_unpacking) values
  ('waiting', 'asked', false), ('waiting', 'cancelled', true),
  ('asked', 'booked', false), ('asked', 'failed', false), ('asked', 'to_cancel', true),
  ('booked', 'to_cancel', true),
  ('to_cancel', 'cancelled', false), ('to_cancel', 'failed', false),
  ('failed', 'waiting', false), ('failed', 'cancelled', true),
  ('cancelled', 'waiting', false);

create table public.carrier_bookings (
  shipment_id uuid primary key,
  tenant_id text not null,
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  state public.carrier_booking_state not null default 'waiting',
  -- Carriers accept a reference once, so a shipment booked again after cancelling gets a new one.
  round smallint not null default 1 check (round > 0),
  reference text not null generated always as (shipment_id::text || case when round > 1 then '-' || round else '' end) stored,
  -- The carrier's district, if staff chose it.
  district_id text check (length(district_id) <= 80),
  -- The cash the carrier was told to collect.
  cash numeric(12, 2) check (cash >= 0),
  -- Why booking failed, as a refusal: {"code", "message", …}.
  problem jsonb check (jsonb_path_exists(problem, '$ ? (@.code.type() == "string" && @.message.type() == "string")')),
  -- The carrier's id of the shipment.
  carrier_reference text check (length(carrier_reference) <= 100),
  -- Whether the carrier collects the pieces to be exchanged at the door.
  collects boolean not null default false,
  -- When the carrier was last asked for its status.
  looked_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
create index carrier_bookings_to_track on public.carrier_bookings (looked_at nulls first) where state = 'booked';
alter table public.carrier_bookings enable row level security;

-- Pickups: when carriers collect shipments.
create table public.carrier_pickups (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  day date not null,
  -- The carrier's id; null until it answers.
  carrier_reference text check (length(carrier_reference) <= 100),
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (tenant_id, carrier, day),
  unique (tenant_id, id)
);
alter table public.carrier_pickups enable row level security;

-- Policies

create policy "Staff read their store's carrier bookings" on public.carrier_bookings
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

create policy "Staff read their store's pickups" on public.carrier_pickups
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('pickups.see'))::text[]));

-- Functions

-- Books packed shipments with a carrier; staff only. `p_districts` gives shipments the carrier's district, {"shipment_id":
-- "district_id"}, if the address doesn't tell. A refused shipment doesn't stop the others. Existing and requested bookings stay.
create function public.book_shipments(
  p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb default '{}', p_request_id uuid default null
) returns setof public.shipment_outcome
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(null::jsonb, p_request_id, jsonb_build_array(
    'book_shipments', p_shipment_ids, p_carrier, p_carrier_name, p_districts));
  v_outcomes public.shipment_outcome[];
begin
  if v_answer is null then
    v_outcomes := array(select outcome from private.lock_shipments(p_shipment_ids) outcome);
    perform 1 from public.carrier_bookings booking
    where booking.shipment_id in (select asked.shipment_id from unnest(v_outcomes) asked where asked.refusal is null)
    order by booking.shipment_id for update;
    v_outcomes := array(
      select row(asked.order_id, asked.shipment_id, coalesce(asked.refusal, private.refusal_to_book(
        shipment, p_carrier, p_districts ->> asked.shipment_id::text)))::public.shipment_outcome
      from unnest(v_outcomes) with ordinality asked (order_id, shipment_id, refusal, place)
      left join public.shipments shipment on shipment.id = asked.shipment_id
      order by asked.place
    );
    perform private.book(array(select asked.shipment_id from unnest(v_outcomes) asked where asked.refusal is null),
      p_carrier, p_carrier_name, p_districts);
    v_answer := private.store_idempotent_result(p_request_id, to_jsonb(v_outcomes));
  end if;
  return query select * from jsonb_populate_recordset(null::public.shipment_outcome, v_answer);
end
$$;

-- Why a shipment cannot be booked with any carrier; null if it can.
create function private.booking_refusal(p_shipment public.shipments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when exists (
      select 1 from public.carrier_bookings booking
      join private.carrier_booking_states facts on facts.state = booking.state
      where booking.shipment_id = p_shipment.id and (facts.is_booked or facts.is_at_carrier)
    ) then private.refusal('shipment_booked',
      jsonb_build_object('carrier', coalesce(nullif(p_shipment.carrier_name, ''), p_shipment.carrier)))
    when p_shipment.state not in ('packed', 'handed_over') then private.refusal('shipment_not_here')
    when (select orders.is_test from public.orders where orders.id = p_shipment.order_id) then private.refusal('test_order_booked')
    when p_shipment.tracking_number is not null then private.refusal('shipment_numbered',
      jsonb_build_object('tracking_number', p_shipment.tracking_number))
  end
$$;

-- Whether a shipment can be booked with a carrier. A computed field.
create function public.is_bookable(p_shipment public.shipments) returns boolean
language sql stable set search_path = '' as $$
  select private.booking_refusal(shipment) is null from public.shipments shipment where shipment.id = p_shipment.id
$$;

-- Whether a shipment is booked with a carrier, or requested there.
create function private.is_booked_with(p_shipment_id uuid, p_carrier text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.carrier_bookings booking
    where booking.shipment_id = p_shipment_id and booking.carrier = p_carrier and booking.state in ('waiting', 'asked', 'booked')
  )
$$;

-- Why a shipment cannot be booked with a carrier; null if it can be, or already is.
create function private.refusal_to_book(p_shipment public.shipments, p_carrier text, p_district_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when not private.is_booked_with(p_shipment.id, p_carrier) then coalesce(
    private.booking_refusal(p_shipment),
    case when p_district_id is not null and not exists (
      select 1 from public.carrier_areas area
      where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
    ) then private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id)) end)
  end
$$;

-- Requests bookings from a carrier, or retries failed ones. The caller holds the bookings' locks.
create function private.book(p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_new constant uuid[] := array(
    select asked.id from unnest(p_shipment_ids) asked (id) where not private.is_booked_with(asked.id, p_carrier) order by asked.id);
begin
  update private.jobs failed set attempts = 0, run_at = now()
  where failed.kind = 'book_shipment' and failed.key = any (p_shipment_ids::text[]) and failed.key <> all (v_new::text[])
    and private.has_failed(failed);
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = any (v_new);
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  select shipment.id, shipment.tenant_id, p_carrier, p_districts ->> shipment.id::text, auth.uid()
  from public.shipments shipment where shipment.id = any (v_new)
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', problem = null, updated_at = now(),
    district_id = coalesce(
      excluded.district_id, case when carrier_bookings.carrier = excluded.carrier then carrier_bookings.district_id end),
    round = carrier_bookings.round + case carrier_bookings.state when 'cancelled' then 1 else 0 end;
  perform private.add_job('book_shipment', shipment.id::text, p_tenant_id => shipment.tenant_id)
  from public.shipments shipment where shipment.id = any (v_new) order by shipment.id;
end
$$;

-- Carrier requests for jobs to make: `todo` is `create`, `look` (requested, outcome unknown) or `cancel`. Amounts in piastres,
-- weights in grams, null if nothing in the shipment has a weight; `collected` is private.pieces_to_collect's. Server only.
create function public.carrier_tasks(p_job_ids bigint[]) returns table (
  shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint,
  pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb,
  collected jsonb
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_shipments constant uuid[] := private.job_uuids('book_shipment', p_job_ids);
  v_new uuid[];
begin
  perform private.require_service();
  v_new := array(
    select booking.shipment_id from public.carrier_bookings booking
    where booking.shipment_id = any (v_shipments) and booking.state = 'waiting' order by booking.shipment_id for update
  );
  update public.carrier_bookings booking set
    state = case booking.state when 'waiting' then 'asked' else booking.state end, updated_at = now(),
    cash = coalesce(booking.cash, (select shipment.cash_due from public.shipments shipment where shipment.id = booking.shipment_id))
  where booking.shipment_id = any (v_shipments)
    and (booking.state = 'waiting' or private.awaits_answer(booking.state));
  return query
    select task.* from public.carrier_bookings booking
    cross join lateral private.carrier_task(booking, case
      when booking.state = 'to_cancel' then 'cancel' when booking.shipment_id = any (v_new) then 'create' else 'look' end) task
    where booking.shipment_id = any (v_shipments) and private.awaits_answer(booking.state);
end
$$;

-- What a carrier that swaps pieces at the door collects with a shipment, {"pieces", "description"}: the pieces to be exchanged, with
-- the first shipment of their replacement, where the store exchanges. Null if nothing.
create function private.pieces_to_collect(p_shipment public.shipments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('pieces', sum(piece.quantity),
    'description', left(string_agg(piece.quantity || ' × ' || line.name, ', ' order by line.position), 400))
  from public.returns asked
  join public.return_lines piece on piece.return_id = asked.id
  join public.order_lines line on line.id = piece.order_line_id
  join public.settings on settings.tenant_id = asked.tenant_id and settings.exchanges <> 'none'
  where asked.tenant_id = p_shipment.tenant_id and asked.replacement_order_id = p_shipment.order_id and asked.state = 'approved'
    and not exists (
      select 1 from public.shipments earlier
      where earlier.order_id = p_shipment.order_id and earlier.number < p_shipment.number and earlier.state <> 'cancelled')
  having count(*) > 0
$$;

-- The old pieces that a courier without an account here takes back when it brings a shipment, as "2 × Hoodie, 1 × Cap": its papers say
-- so, since nobody else does. '' if none, null for other carriers. A computed field, for staff.
create function public.old_pieces_to_collect(p_shipment public.shipments) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(private.pieces_to_collect(shipment) ->> 'description', '')
  from public.shipments shipment
  where shipment.id = p_shipment.id and shipment.carrier = 'manual' and not private.is_over(shipment.state)
    and private.holds_capability(shipment.tenant_id, 'orders.see')
$$;

-- A shipment with everything the server needs to book it.
create function private.carrier_task(p_booking public.carrier_bookings, p_todo text) returns table (
  shipment_id uuid, tenant_id text, carrier text, reference text, todo text, name text, cash bigint, worth bigint, grams bigint,
  pieces bigint, description text, address jsonb, email text, note text, tracking_number text, district jsonb,
  collected jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select shipment.id, shipment.tenant_id, p_booking.carrier, p_booking.reference, p_todo, orders.number || '/' || shipment.number,
    private.piastres(p_booking.cash)::bigint, private.piastres(packed.worth)::bigint, packed.grams, packed.pieces,
    coalesce(packed.description, ''), public.address(orders), orders.customer_email, orders.note, shipment.tracking_number, (
      select jsonb_build_object('district_id', area.district_id, 'city_id', area.city_id, 'city', area.city)
      from public.carrier_areas area
      where area.carrier = p_booking.carrier and area.district_id = coalesce(p_booking.district_id, private.carrier_area_of(
        p_booking.carrier, orders.destination ->> 'governorate', orders.destination ->> 'city'))
    ), private.pieces_to_collect(shipment)
  from public.shipments shipment
  join public.orders on orders.id = shipment.order_id
  cross join lateral (
    select coalesce(sum(private.line_worth(line, part.quantity)), 0) as worth,
      sum(variant.weight_grams * part.quantity) as grams, coalesce(sum(part.quantity), 0) as pieces,
      left(string_agg(part.quantity || ' × ' || line.name, ', ' order by line.position), 400) as description
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join public.product_variants variant on variant.id = line.variant_id
    where part.shipment_id = shipment.id
  ) packed
  where shipment.id = p_booking.shipment_id;
end
$$;

-- Books a carrier's answer: `booked` with {"tracking_number", "tracking_url", "carrier_reference", "collects"}, `cancelled`, `failed` with
-- {"problem": {"code", …}} (definitely not created), or `again` to retry later. Returns the state. Server only.
create function public.carrier_booking_done(p_shipment_id uuid, p_outcome text, p_answer jsonb default '{}') returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.carrier_bookings;
  v_problem constant jsonb := p_answer -> 'problem';
  v_shipment public.shipments;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment where shipment.id = p_shipment_id) for update;
  select * into v_shipment from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if not found or not private.awaits_answer(v_booking.state) then
    return v_booking.state;
  end if;
  if p_outcome = 'booked' then
    perform private.raise_refusal(private.number_refusal(v_shipment, v_booking.carrier, p_answer ->> 'tracking_number'));
    update public.shipments set tracking_number = p_answer ->> 'tracking_number', tracking_url = p_answer ->> 'tracking_url',
      updated_at = now()
    where id = p_shipment_id;
  end if;
  update public.carrier_bookings set
    state = case
      -- Unpacked meanwhile: the booking is cancelled at the carrier.
      when p_outcome = 'booked' and (v_booking.state = 'to_cancel' or v_shipment.state = 'cancelled') then 'to_cancel'
      when p_outcome in ('booked', 'failed', 'cancelled') then p_outcome else v_booking.state::text
    end::public.carrier_booking_state,
    cash = case when p_outcome in ('failed', 'cancelled') then null else cash end,
    problem = case when p_outcome in ('failed', 'again') then private.carrier_problem(v_problem) end,
    carrier_reference = coalesce(p_answer ->> 'carrier_reference', carrier_reference),
    collects = coalesce((p_answer ->> 'collects')::boolean, collects),
    updated_at = now()
  where shipment_id = p_shipment_id returning * into v_booking;
  if v_booking.state = 'to_cancel' and p_outcome = 'booked' then
    perform private.add_job('book_shipment', p_shipment_id::text, p_tenant_id => v_booking.tenant_id);
  end if;
  perform private.refresh_order(v_shipment.order_id);
  return v_booking.state;
end
$$;

-- Why a booking failed, as a sentence.
create function private.carrier_problem(p_problem jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_problem ->> 'code' in (
    'carrier_bad_address', 'carrier_not_configured', 'carrier_not_cancelled', 'carrier_refused', 'carrier_too_heavy',
    'carrier_too_much_cash', 'carrier_unknown_district', 'carrier_unreachable'
  ) then private.refusal(p_problem ->> 'code', p_problem - 'code') end;
end
$$;

-- Polls shipments that have gone quiet: {"carrier": seconds} is how long each carrier may be silent. Each shipment is taken by one
-- process. Server only.
create function public.shipments_to_track(p_every jsonb) returns table (
  tenant_id text, shipment_id uuid, carrier text, tracking_number text
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  with silent as (
    select booking.shipment_id from public.carrier_bookings booking
    join public.shipments shipment on shipment.id = booking.shipment_id
    join jsonb_each_text(p_every) patience (carrier, seconds) on patience.carrier = booking.carrier
    where booking.state = 'booked' and shipment.tracking_number is not null
      and not private.is_over(shipment.state)
      and greatest(booking.looked_at, booking.updated_at, (
        select max(event.created_at) from public.shipment_events event
        where event.shipment_id = booking.shipment_id and event.carrier_state <> ''
      )) < now() - make_interval(secs => patience.seconds::double precision)
    order by booking.looked_at nulls first limit 100 for update of booking skip locked
  )
  update public.carrier_bookings booking set looked_at = now()
  from silent join public.shipments shipment on shipment.id = silent.shipment_id
  where booking.shipment_id = silent.shipment_id
  returning booking.tenant_id, booking.shipment_id, booking.carrier, shipment.tracking_number;
end
$$;

create function private.awaits_answer(p_state public.carrier_booking_state) returns boolean
language sql stable set search_path = '' as $$
  select awaits_answer from private.carrier_booking_states where state = p_state
$$;

-- Whether a shipment is booked with a carrier, or requested.
create function private.is_booked(p_shipment_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.carrier_bookings booking
    join private.carrier_booking_states facts on facts.state = booking.state
    where booking.shipment_id = p_shipment_id and facts.is_booked
  );
end
$$;

-- Triggers

-- Cancels the booking of an unpacked shipment.
create function private.call_booking_off() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.carrier_bookings booking set state = move.to_state, problem = null, updated_at = now()
  from private.carrier_booking_state_transitions move
  where booking.shipment_id = new.id and move.from_state = booking.state and move.by_unpacking;
  if exists (
    select 1 from public.carrier_bookings booking where booking.shipment_id = new.id and booking.state = 'to_cancel'
  ) then
    -- A process that is calling the carrier now will know what to cancel.
    perform private.add_job('book_shipment', new.id::text, p_tenant_id => new.tenant_id, p_run_at => now() + case when exists (
      select 1 from private.jobs job
      where job.kind = 'book_shipment' and job.key = new.id::text and private.is_taken(job)
    ) then interval '2 minutes' else interval '0' end);
  end if;
  return null;
end
$$;

create function private.booking_move_checked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  assert exists (
    select 1 from private.carrier_booking_state_transitions where from_state = old.state and to_state = new.state
  ), format('A booking that is %s cannot become %s', old.state, new.state);
  return new;
end
$$;

create trigger bookings_move_checked before update of state on public.carrier_bookings
  for each row when (old.state <> new.state) execute function private.booking_move_checked();

create trigger jobs_deleted after delete on public.shipments
  referencing old table as deleted for each statement execute function private.delete_jobs('book_shipment');

create trigger booking_called_off after update of state on public.shipments
  for each row when (new.state = 'cancelled' and old.state <> 'cancelled') execute function private.call_booking_off();

-- Grants

grant select on public.carrier_bookings, public.carrier_pickups to authenticated;
grant execute on function private.booking_refusal, private.is_booked, public.is_bookable, public.book_shipments,
  public.old_pieces_to_collect to authenticated;
