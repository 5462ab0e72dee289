import type { OrderLine } from './read-orders.ts';

/** Kinds of item counts, in display order. */
const kinds = ['packed', 'onTheWay', 'delivered', 'returned_to_sender', 'returned', 'cancelled'] as const;

/** A line's item counters. */
export type Counted = Pick<
  OrderLine,
  'quantity' | 'cancelled' | 'packed' | 'sent' | 'delivered' | 'returned_to_sender' | 'returned'
>;

/**
 * Where a line's items are, if not all in the same place as the order: each kind with its count. Empty while nothing
 * has happened to the line, or when everything happened at once without losses on the way.
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
  const shown = kinds.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : []));
  const whole = shown.length === 1 && shown[0]?.count === line.quantity;
  const [only] = shown;
  const plain = only?.kind === 'packed' || only?.kind === 'onTheWay' || only?.kind === 'delivered';
  return whole && plain ? [] : shown;
}

/** Number of items in an order; if all were cancelled, the number that was ordered. */
export function pieceCount(lines: readonly { quantity: number; kept: number }[]): number {
  const sum = (which: 'quantity' | 'kept') => lines.reduce((count, line) => count + line[which], 0);
  return sum('kept') || sum('quantity');
}

/** Chosen items by line id, in the format of the database functions. */
export function asLines(chosen: Readonly<Record<string, number>>) {
  return Object.entries(chosen).flatMap(([order_line_id, quantity]) =>
    quantity > 0 ? [{ order_line_id, quantity }] : [],
  );
}
