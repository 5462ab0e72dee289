import { shipmentStateTransitions } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';

export type ShipmentState = Enums<'shipment_state'>;

/** Returns the states that people can move a parcel to. */
export const parcelTransitions = (state: ShipmentState): ShipmentState[] =>
  shipmentStateTransitions
    .filter(({ from_state, takes_back }) => from_state === state && !takes_back)
    .map(({ to_state }) => to_state);

/** Returns the parcels of orders that can be moved to a state. */
export function movableParcels<Parcel extends { state: ShipmentState }>(
  orders: readonly { shipments: readonly Parcel[] }[],
  to: ShipmentState,
): Parcel[] {
  return orders.flatMap(({ shipments }) =>
    shipments.filter(({ state }) => parcelTransitions(state).includes(to)),
  );
}

/** Returns whether a delivered parcel's cash is still with its courier. */
export const owesCash = (parcel: { staff_facts: { courier_owes: number } | null }): boolean =>
  (parcel.staff_facts?.courier_owes ?? 0) > 0;

type ParcelLine = {
  order_line_id: string;
  quantity: number;
  restocked: number;
  discarded: number;
  sent_again: number;
};

/** Pieces of a parcel's line that came back and that nobody has looked at. */
const unseenPieces = ({ quantity, restocked, discarded, sent_again }: ParcelLine): number =>
  quantity - restocked - discarded - sent_again;

/** Returns the pieces of a parcel that nobody has looked at as all put back in stock. */
export function allRestocked(lines: readonly ParcelLine[]) {
  return lines
    .map((line) => ({
      order_line_id: line.order_line_id,
      restocked: unseenPieces(line),
      discarded: 0,
      sent_again: 0,
    }))
    .filter(({ restocked }) => restocked > 0);
}

/** Counters of a line of an order. */
export type LinePieces = {
  cancelled: number;
  packed: number;
  sent: number;
  delivered: number;
  refused: number;
  returned: number;
  open_pieces: number;
};

/** Pieces that a shopper has and did not give back. */
const keptPieces = ({ delivered, returned }: LinePieces): number => delivered - returned;

/** Where the pieces of a line are; places without any are left out. */
export function whereabouts(line: LinePieces): {
  place: 'open' | 'packed' | 'under_way' | 'delivered' | 'returned' | 'refused' | 'cancelled';
  count: number;
}[] {
  const places = [
    { place: 'open' as const, count: line.open_pieces },
    { place: 'packed' as const, count: line.packed },
    { place: 'under_way' as const, count: line.sent - line.delivered },
    { place: 'delivered' as const, count: keptPieces(line) },
    { place: 'returned' as const, count: line.returned },
    { place: 'refused' as const, count: line.refused },
    { place: 'cancelled' as const, count: line.cancelled },
  ];
  return places.filter(({ count }) => count > 0);
}
