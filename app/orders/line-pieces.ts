import type { OrderLine } from './read-orders.ts';

/** What pieces of a line can be counted as, in the order in which they are told. */
const kinds = ['packed', 'onTheWay', 'delivered', 'returned_to_sender', 'returned', 'cancelled'] as const;

/** A line's counters of pieces. */
export type Counted = Pick<
  OrderLine,
  'quantity' | 'cancelled' | 'packed' | 'sent' | 'delivered' | 'returned_to_sender' | 'returned'
>;

/**
 * Where the pieces of a line are, as far as it differs from "all in the same place as the order": each kind with its number of
 * pieces. Empty for a line of which nothing has happened yet, or everything at once without anything lost on the way.
 */
export function piecesOf(line: Counted): { kind: (typeof kinds)[number]; count: number }[] {
  const counts: Record<(typeof kinds)[number], number> = {
    packed: line.packed,
    onTheWay: line.sent - line.delivered,
    delivered: line.delivered - line.returned,
    returned_to_sender: line.returned_to_sender,
    returned: line.returned,
    cancelled: line.cancelled,
  };
  const told = kinds.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : []));
  const whole = told.length === 1 && told[0]?.count === line.quantity;
  const [only] = told;
  const plain = only?.kind === 'packed' || only?.kind === 'onTheWay' || only?.kind === 'delivered';
  return whole && plain ? [] : told;
}

/** Pieces that an order is about; of one of which none are left, those that were ordered. */
export function pieceCount(lines: readonly { quantity: number; kept: number }[]): number {
  const sum = (which: 'quantity' | 'kept') => lines.reduce((count, line) => count + line[which], 0);
  return sum('kept') || sum('quantity');
}

/** Chosen pieces by line id, as the database's functions take them. */
export function asLines(chosen: Readonly<Record<string, number>>) {
  return Object.entries(chosen).flatMap(([order_line_id, quantity]) =>
    quantity > 0 ? [{ order_line_id, quantity }] : [],
  );
}
