import type { Enums } from '#app/lib/database.types.ts';
import { openPieces } from '#app/orders/line-pieces.ts';

export type ShipmentState = Enums<'shipment_state'>;

/** A parcel's transitions as people make them; what carriers say comes in beside them, and the database decides. */
const transitions: Readonly<Record<ShipmentState, readonly ShipmentState[]>> = {
  packed: ['handed_over', 'cancelled'],
  handed_over: [
    'in_transit',
    'out_for_delivery',
    'delivered',
    'attempt_failed',
    'returning',
    'came_back',
    'lost',
  ],
  in_transit: ['out_for_delivery', 'delivered', 'attempt_failed', 'returning', 'came_back', 'lost'],
  out_for_delivery: ['delivered', 'attempt_failed', 'in_transit', 'returning', 'came_back', 'lost'],
  attempt_failed: [
    'out_for_delivery',
    'delivered',
    'attempt_failed',
    'in_transit',
    'returning',
    'came_back',
    'lost',
  ],
  returning: ['came_back', 'lost'],
  delivered: [],
  came_back: [],
  lost: [],
  cancelled: [],
};

/** Returns the states that a parcel can be moved to, the way onward first. */
export const parcelTransitions = (state: ShipmentState): readonly ShipmentState[] => transitions[state];

/** How long a handing over can be taken back, in milliseconds: until its mail leaves. */
export const handOverHold = 30_000;

type HandOver = { state: string | null; actor_id: string | null; created_at: string };

/** Returns until when somebody can take their handing over of a parcel back, ISO 8601; null where they cannot. */
export function takesBackUntil(events: readonly HandOver[], userId: string | undefined): string | null {
  const last = events.toSorted((one, other) => one.created_at.localeCompare(other.created_at)).at(-1);
  if (last?.state !== 'handed_over' || last.actor_id !== userId) return null;
  return new Date(Date.parse(last.created_at) + handOverHold).toISOString();
}

/** Returns the parcels of orders that can be moved to a state. */
export function movableParcels<Parcel extends { state: ShipmentState }>(
  orders: readonly { shipments: readonly Parcel[] }[],
  to: ShipmentState,
): Parcel[] {
  return orders.flatMap(({ shipments }) => shipments.filter(({ state }) => transitions[state].includes(to)));
}

/** Returns whether a delivered parcel's cash is still with its courier. */
export const owesCash = (parcel: { courier_owes: number }): boolean => parcel.courier_owes > 0;

/** Whether a courier says of a delivered parcel that it came back, and nobody has looked into it since. */
export function cameBackLate({
  state,
  shipment_events,
}: {
  state: ShipmentState;
  shipment_events: readonly { state: ShipmentState | null; created_at: string }[];
}): boolean {
  const last = shipment_events.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).at(-1);
  return state === 'delivered' && (last?.state === 'came_back' || last?.state === 'returning');
}

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
  quantity: number;
  cancelled: number;
  packed: number;
  sent: number;
  delivered: number;
  refused: number;
  returned: number;
};

/** Pieces that a shopper has and did not give back. */
const keptPieces = ({ delivered, returned }: LinePieces): number => delivered - returned;

/** Where the pieces of a line are; places without any are left out. */
export function whereabouts(line: LinePieces): {
  place: 'open' | 'packed' | 'under_way' | 'delivered' | 'returned' | 'refused' | 'cancelled';
  count: number;
}[] {
  const places = [
    { place: 'open' as const, count: openPieces(line) },
    { place: 'packed' as const, count: line.packed },
    { place: 'under_way' as const, count: line.sent - line.delivered },
    { place: 'delivered' as const, count: keptPieces(line) },
    { place: 'returned' as const, count: line.returned },
    { place: 'refused' as const, count: line.refused },
    { place: 'cancelled' as const, count: line.cancelled },
  ];
  return places.filter(({ count }) => count > 0);
}
