import type { Enums, Json } from '#app/lib/database.types.ts';
import type { Refusal } from '#app/lib/refusal.ts';

type Booking = { state: Enums<'carrier_booking_state'>; problem: Json | null } | null;
type BookedShipment = { state: Enums<'shipment_state'>; carrier_bookings: Booking };

/** Returns why a shipment is not registered with its carrier; null when nothing is wrong. */
export function bookingProblem(booking: Booking): Refusal | null {
  const problem = booking?.problem;
  if (typeof problem !== 'object' || problem === null || Array.isArray(problem)) return null;
  const { code, message } = problem;
  return typeof code === 'string' && typeof message === 'string' ? { ...problem, code, message } : null;
}

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
