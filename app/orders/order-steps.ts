import type { Enums } from '#app/lib/database.types.ts';
import type { ReturnDays } from '#app/lib/public-settings.ts';

export type OrderStatus = Enums<'order_status'>;

/** The regular sequence of statuses. */
const regularSteps: readonly OrderStatus[] = ['confirmed', 'in_production', 'shipped', 'delivered'];

/** Statuses still ahead of an order; empty once it is delivered or off the regular sequence. */
export function stepsAhead(status: OrderStatus): OrderStatus[] {
  if (status === 'awaiting_payment' || status === 'pending') return [...regularSteps];
  const at = regularSteps.indexOf(status);
  return at < 0 ? [] : regularSteps.slice(at + 1);
}

const day = 24 * 60 * 60 * 1000;

/** A row of `order_status_transitions` that shoppers may make. */
export interface ShopperMove {
  from_status: OrderStatus;
  to_status: OrderStatus;
}

/** Actions currently available to the shopper; the database checks them again. */
interface Aftercare {
  cancel: boolean;
  report: boolean;
  replaceSize: boolean;
  /** End of the reporting time in epoch milliseconds; null unless delivered. */
  until: number | null;
}

/**
 * Derives the shopper's actions from the allowed moves and the store's days (docs/product.md, Delivery). `now` in epoch
 * milliseconds.
 */
export function aftercareOf(
  order: { status: OrderStatus; delivered_at: string | null },
  moves: readonly ShopperMove[],
  days: ReturnDays,
  now: number,
): Aftercare {
  const canMoveTo = (to: OrderStatus) =>
    moves.some((move) => move.from_status === order.status && move.to_status === to);
  const delivered = order.status === 'delivered' && order.delivered_at !== null;
  const since = delivered ? Date.parse(order.delivered_at ?? '') : null;
  const within = (count: number) => since !== null && now <= since + count * day;
  return {
    cancel: canMoveTo('cancelled'),
    report: within(days.faultDays) && canMoveTo('return_requested'),
    replaceSize: within(days.returnDays),
    until: since === null ? null : since + days.faultDays * day,
  };
}
