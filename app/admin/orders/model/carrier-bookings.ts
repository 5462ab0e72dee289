import type { Enums, Json } from '#app/lib/database.types.ts';
import type { Refusal } from '#app/lib/refusal.ts';

type Booking = { state: Enums<'carrier_booking_state'>; problem: Json | null } | null;
type BookedParcel = { state: Enums<'shipment_state'>; carrier_bookings: Booking };

/** Why a courier does not have a parcel; null when nothing is wrong. */
export function bookingProblem(booking: Booking): Refusal | null {
  const problem = booking?.problem;
  if (typeof problem !== 'object' || problem === null || Array.isArray(problem)) return null;
  const { code, message } = problem;
  return typeof code === 'string' && typeof message === 'string' ? { ...problem, code, message } : null;
}

/** The parcels of orders that couriers have, and whose labels they print. */
export function bookedParcels<Parcel extends BookedParcel>(
  orders: readonly { shipments: readonly Parcel[] }[],
): Parcel[] {
  return orders.flatMap(({ shipments }) =>
    shipments.filter(
      ({ state, carrier_bookings }) => state === 'packed' && carrier_bookings?.state === 'booked',
    ),
  );
}

/** The parcels of orders that can be registered with a courier before they are handed over. */
export function bookableParcels<Parcel extends { state: Enums<'shipment_state'>; is_bookable: boolean }>(
  orders: readonly { shipments: readonly Parcel[] }[],
): Parcel[] {
  return orders.flatMap(({ shipments }) =>
    shipments.filter(({ state, is_bookable }) => state === 'packed' && is_bookable),
  );
}
