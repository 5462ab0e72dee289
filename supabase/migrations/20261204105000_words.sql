-- Policies, a column and refusals get the words of the rest: shipment, carrier, inspect.
alter policy "Everybody reads where couriers deliver" on public.carrier_areas rename to "Everybody reads where carriers deliver";
alter policy "Staff read which parcels their couriers are asked to take" on public.carrier_bookings rename to "Staff read their store's carrier bookings";
alter policy "Staff read when couriers come to their store" on public.carrier_pickups rename to "Staff read their store's pickups";
alter policy "Everybody reads what is true of a parcel's states" on public.shipment_states rename to "Everybody reads the states of shipments";
alter policy "Everybody reads which moves a parcel can make" on public.shipment_state_transitions rename to "Everybody reads the moves between shipment states";
alter policy "Shoppers read the parcels of their own orders" on public.shipments rename to "Shoppers read the shipments of their own orders";
alter policy "Staff read their store's parcels" on public.shipments rename to "Staff read their store's shipments";
alter policy "Shoppers read what is in their own parcels" on public.shipment_lines rename to "Shoppers read the lines of their own shipments";
alter policy "Staff read what is in their store's parcels" on public.shipment_lines rename to "Staff read the lines of their store's shipments";
alter policy "Shoppers read what happened to their own parcels" on public.shipment_events rename to "Shoppers read the events of their own shipments";
alter policy "Staff read what happened to their store's parcels" on public.shipment_events rename to "Staff read the events of their store's shipments";
alter policy "Staff read what differs in their couriers' statements" on public.settlement_differences rename to "Staff read the differences in their carriers' statements";

alter table public.shipments rename column looked_at to inspected_at;

update private.refusal_messages set code = 'nothing_to_inspect' where code = 'nothing_to_look_at';
update private.refusal_messages set code = 'too_few_to_inspect' where code = 'too_few_to_look_at';
update private.refusal_messages set code = 'invalid_received_pieces' where code = 'invalid_what_came';
update private.refusal_messages set code = 'nothing_received' where code = 'nothing_came';
