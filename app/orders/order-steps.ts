import type { Enums } from '#app/lib/database.types.ts';

export type OrderStatus = Enums<'order_status'>;

/** The way of an order that nothing happens to, and where a payment is waited for before it. */
const way: readonly OrderStatus[] = ['confirmed', 'in_production', 'shipped', 'delivered'];

/** What still lies ahead of an order in this state, in order; nothing once it is delivered or left the way. */
export function stepsAhead(status: OrderStatus): OrderStatus[] {
  if (status === 'awaiting_payment' || status === 'pending') return [...way];
  const at = way.indexOf(status);
  return at < 0 ? [] : way.slice(at + 1);
}

/** Milliseconds after delivery within which a problem can be reported or a size replaced (spec section 9). */
export const reportingTime = 24 * 60 * 60 * 1000;

/** A row of the table of allowed moves that shoppers may make. */
export interface ShopperMove {
  from_status: OrderStatus;
  to_status: OrderStatus;
}

/** What a shopper can do about an order now; the database decides again. */
export interface Aftercare {
  cancel: boolean;
  report: boolean;
  replaceSize: boolean;
  /** Until when problems can be reported, in milliseconds; null unless the order is delivered. */
  until: number | null;
}

/** What the table of allowed moves and the day after delivery let a shopper do. `now` in milliseconds. */
export function aftercareOf(
  order: { status: OrderStatus; delivered_at: string | null },
  moves: readonly ShopperMove[],
  now: number,
): Aftercare {
  const may = (to: OrderStatus) =>
    moves.some((move) => move.from_status === order.status && move.to_status === to);
  const delivered = order.status === 'delivered' && order.delivered_at !== null;
  const until = delivered ? Date.parse(order.delivered_at ?? '') + reportingTime : null;
  const inTime = until !== null && now <= until;
  return {
    cancel: may('cancelled'),
    report: inTime && may('return_requested'),
    replaceSize: inTime,
    until,
  };
}
