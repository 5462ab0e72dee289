import { shipmentStateTransitions } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';

export type ShipmentState = Enums<'shipment_state'>;

/** Returns the states that people can move a shipment to. */
export const shipmentTransitions = (state: ShipmentState): ShipmentState[] =>
  shipmentStateTransitions
    .filter(({ from_state, takes_back }) => from_state === state && !takes_back)
    .map(({ to_state }) => to_state);

/** Returns the shipments of orders that can be moved to a state. */
export function movableShipments<Shipment extends { state: ShipmentState }>(
  orders: readonly { shipments: readonly Shipment[] }[],
  to: ShipmentState,
): Shipment[] {
  return orders.flatMap(({ shipments }) =>
    shipments.filter(({ state }) => shipmentTransitions(state).includes(to)),
  );
}

/** Returns whether a delivered shipment's cash is still with its carrier. */
export const owesCash = (shipment: { staff_facts: { carrier_owes: number } | null }): boolean =>
  (shipment.staff_facts?.carrier_owes ?? 0) > 0;

type ShipmentLine = {
  order_line_id: string;
  quantity: number;
  restocked: number;
  discarded: number;
  sent_again: number;
};

/** Pieces of a shipment's line that came back and that nobody has looked at. */
const unseenPieces = ({ quantity, restocked, discarded, sent_again }: ShipmentLine): number =>
  quantity - restocked - discarded - sent_again;

/** Returns the pieces of a shipment that nobody has looked at as all put back in stock. */
export function allRestocked(lines: readonly ShipmentLine[]) {
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
  returned_to_sender: number;
  returned: number;
  open_pieces: number;
};

/** Pieces that a shopper has and did not give back. */
const keptPieces = ({ delivered, returned }: LinePieces): number => delivered - returned;

/** Where the pieces of a line are; places without any are left out. */
export function whereabouts(line: LinePieces): {
  place: 'open' | 'packed' | 'under_way' | 'delivered' | 'returned' | 'returned_to_sender' | 'cancelled';
  count: number;
}[] {
  const places = [
    { place: 'open' as const, count: line.open_pieces },
    { place: 'packed' as const, count: line.packed },
    { place: 'under_way' as const, count: line.sent - line.delivered },
    { place: 'delivered' as const, count: keptPieces(line) },
    { place: 'returned' as const, count: line.returned },
    { place: 'returned_to_sender' as const, count: line.returned_to_sender },
    { place: 'cancelled' as const, count: line.cancelled },
  ];
  return places.filter(({ count }) => count > 0);
}
