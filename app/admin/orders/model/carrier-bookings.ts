import type { Enums } from '#app/lib/database.types.ts';
import type { Refusal } from '#app/lib/refusal.ts';

type Booking = { state: Enums<'carrier_booking_state'>; problem: Refusal | null } | null;
type BookedShipment = { state: Enums<'shipment_state'>; carrier_bookings: Booking };

/** Returns the shipments of orders that are registered with carriers, which print their labels. */
export function bookedShipments<Shipment extends BookedShipment>(
  orders: readonly { shipments: readonly Shipment[] }[],
): Shipment[] {
  return orders.flatMap(({ shipments }) =>
    shipments.filter(
      ({ state, carrier_bookings }) => state === 'packed' && carrier_bookings?.state === 'booked',
    ),
  );
}

/** Returns the shipments of orders that can be registered with a carrier before their hand-over. */
export function bookableShipments<Shipment extends { state: Enums<'shipment_state'>; is_bookable: boolean }>(
  orders: readonly { shipments: readonly Shipment[] }[],
): Shipment[] {
  return orders.flatMap(({ shipments }) =>
    shipments.filter(({ state, is_bookable }) => state === 'packed' && is_bookable),
  );
}
