-- What couriers say of parcels.

-- Functions

-- Books what a courier says of a parcel. Returns what it came to: `booked`, `known` (the same was here before), `late` (older than
-- what is known already), `waiting` (a state that is not known here or cannot follow: a person looks into it) or `unknown` (no
-- such parcel). `p_carrier_state` is the courier's own word; `p_cash` what it collected, all that was due unless it is said.
-- For the server.
create function public.record_shipment_event(
  p_tenant_id text, p_carrier text, p_tracking_number text, p_state public.shipment_state default null,
  p_carrier_state text default '', p_happened_at timestamptz default clock_timestamp(), p_note text default '',
  p_cash numeric default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_result text;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.shipments parcel
    where parcel.tenant_id = p_tenant_id and parcel.carrier = p_carrier and parcel.tracking_number = p_tracking_number
      and parcel.state <> 'cancelled'
  ) for update;
  select * into v_parcel from public.shipments parcel
  where parcel.tenant_id = p_tenant_id and parcel.carrier = p_carrier and parcel.tracking_number = p_tracking_number
    and parcel.state <> 'cancelled';
  if not found then
    return 'unknown';
  end if;
  if exists (
    select 1 from public.shipment_events event
    where event.shipment_id = v_parcel.id and event.carrier_state = p_carrier_state and event.happened_at = p_happened_at
  ) then
    return 'known';
  end if;
  v_result := private.book_carrier_event(v_parcel, p_state, p_carrier_state, p_happened_at, p_note, p_cash);
  perform private.owe_back(v_parcel.order_id, jsonb_build_object('shipment_id', v_parcel.id));
  return v_result;
end
$$;

create function private.book_carrier_event(
  p_parcel public.shipments, p_state public.shipment_state, p_carrier_state text, p_happened_at timestamptz, p_note text,
  p_cash numeric
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments := p_parcel;
begin
  if p_happened_at < (
    select max(event.happened_at) from public.shipment_events event
    where event.shipment_id = p_parcel.id and event.state is not null
  ) then
    perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_parcel.state and p_state <> 'attempt_failed' then
    perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What was delivered stays so, with its money; that it came back all the same, a person looks into.
  if p_parcel.state = 'delivered' and p_state in ('returning', 'came_back') then
    perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- What the courier has was handed over.
  if p_parcel.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.move_parcel(p_parcel, 'handed_over', p_happened_at => p_happened_at);
    select * into v_parcel from public.shipments where id = p_parcel.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_parcel.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_parcel(p_parcel, null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.move_parcel(v_parcel, p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$$;
