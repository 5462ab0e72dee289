import { shipmentStates, shipmentStateTransitions } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';

export type ShipmentState = Enums<'shipment_state'>;

/** Returns the states to which people can move a shipment. */
export const shipmentTransitions = (state: ShipmentState): ShipmentState[] =>
  shipmentStateTransitions
    .filter(({ from_state, takes_back }) => from_state === state && !takes_back)
    .map(({ to_state }) => to_state);

const having = (property: 'is_void' | 'is_going_back') =>
  new Set<ShipmentState | null>(shipmentStates.filter((known) => known[property]).map(({ state }) => state));
const voidStates = having('is_void');
const statesGoingBack = having('is_going_back');

/** Returns whether a shipment ended without a delivery. */
export const isVoid = (state: ShipmentState): boolean => voidStates.has(state);

/** Returns whether a shipment is on its way back, or returned to sender. */
export const isGoingBack = (state: ShipmentState | null): boolean => statesGoingBack.has(state);

/** Returns the shipments of orders that can move to a state. */
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

/** Returns the pieces of a shipment's line that came back and are not inspected. */
const unseenPieces = ({ quantity, restocked, discarded, sent_again }: ShipmentLine): number =>
  quantity - restocked - discarded - sent_again;

/** Returns all uninspected pieces of a shipment as restocked. */
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

/** Counters of an order line. */
export type LinePieces = {
  cancelled: number;
  packed: number;
  sent: number;
  delivered: number;
  returned_to_sender: number;
  returned: number;
  open_pieces: number;
};

/** Returns the delivered pieces that the shopper did not return. */
const keptPieces = ({ delivered, returned }: LinePieces): number => delivered - returned;

/** Returns the places of a line's pieces with their counts; empty places are left out. */
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
