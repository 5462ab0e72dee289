-- Carriers' events about shipments.

-- Functions

-- Books a carrier's event. Returns `booked`, `known` (recorded before), `late` (older than the current state), `waiting` (an
-- unknown or impossible state: a person looks into it) or `unknown` (no such shipment). `p_carrier_state` is the carrier's own
-- term; `p_cash` the amount collected, by default all that was due. Server only.
create function public.record_shipment_event(
  p_tenant_id text, p_carrier text, p_tracking_number text, p_state public.shipment_state default null,
  p_carrier_state text default '', p_happened_at timestamptz default clock_timestamp(), p_note text default '',
  p_cash numeric default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments;
  v_result text;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select shipment.order_id from public.shipments shipment
    where shipment.tenant_id = p_tenant_id and shipment.carrier = p_carrier and shipment.tracking_number = p_tracking_number
      and shipment.state <> 'cancelled'
  ) for update;
  select * into v_shipment from public.shipments shipment
  where shipment.tenant_id = p_tenant_id and shipment.carrier = p_carrier and shipment.tracking_number = p_tracking_number
    and shipment.state <> 'cancelled';
  if not found then
    return 'unknown';
  end if;
  if exists (
    select 1 from public.shipment_events event
    where event.shipment_id = v_shipment.id and event.carrier_state = p_carrier_state and event.happened_at = p_happened_at
  ) then
    return 'known';
  end if;
  v_result := private.book_carrier_event(v_shipment, p_state, p_carrier_state, p_happened_at, p_note, p_cash);
  perform private.create_due_refunds(v_shipment.order_id, jsonb_build_object('shipment_id', v_shipment.id));
  return v_result;
end
$$;

create function private.book_carrier_event(
  p_shipment public.shipments, p_state public.shipment_state, p_carrier_state text, p_happened_at timestamptz, p_note text,
  p_cash numeric
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_shipment public.shipments := p_shipment;
begin
  if p_happened_at < (
    select max(event.happened_at) from public.shipment_events event
    where event.shipment_id = p_shipment.id and event.state is not null
  ) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_shipment.state and p_state <> 'attempt_failed' then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What comes back of a shipment that was taken in part are the pieces that were given back at the door.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) and exists (
    select 1 from public.shipments rest where rest.split_from = p_shipment.id and rest.state = 'returned_to_sender'
  ) then
    perform private.note_on_shipments(array(
      select rest.id from public.shipments rest where rest.split_from = p_shipment.id and rest.state = 'returned_to_sender'
    ), p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- Less cash than was due, for several pieces: perhaps some were given back, which only a person can say.
  if p_state = 'delivered' and p_cash < p_shipment.cash_due and private.is_outbound(p_shipment.state) and (
    select sum(part.quantity) from public.shipment_lines part where part.shipment_id = p_shipment.id
  ) > 1 then
    perform private.note_on_shipments(array[p_shipment.id], null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- A delivered shipment stays delivered, with its cash; a person checks the reported return.
  if p_shipment.state = 'delivered' and private.is_going_back(p_state) then
    perform private.note_on_shipments(array[p_shipment.id], p_state, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  -- Any state of a shipment in transit implies that it was handed over.
  if p_shipment.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.book_moves(array[p_shipment.id], 'handed_over', p_happened_at => p_happened_at);
    select * into v_shipment from public.shipments where id = p_shipment.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_shipment.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_shipments(array[p_shipment.id], null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.book_moves(array[v_shipment.id], p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$$;
