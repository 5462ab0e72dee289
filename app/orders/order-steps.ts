import type { Enums } from '#app/lib/database.types.ts';
import type { ReturnDays } from '#app/lib/public-settings.ts';
import { type Announced, type Counted, returnablePieces } from './line-pieces.ts';
import type { FullOrder, OrderLine } from './read-orders.ts';

export type OrderStatus = Enums<'order_status'>;

/** The regular sequence of statuses. */
const regularSteps: readonly OrderStatus[] = ['confirmed', 'in_production', 'shipped', 'delivered'];

/** Statuses still ahead of an order; empty once it is delivered or off the regular sequence. */
export function stepsAhead(status: OrderStatus): OrderStatus[] {
  if (status === 'awaiting_payment' || status === 'pending') return [...regularSteps];
  const at = regularSteps.indexOf(status);
  return at < 0 ? [] : regularSteps.slice(at + 1);
}

/** Whether nothing of an order has arrived yet that is still to come. */
export const awaitsDelivery = (status: OrderStatus): boolean =>
  status === 'partly_sent' || (status !== 'delivered' && stepsAhead(status).length > 0);

const day = 24 * 60 * 60 * 1000;

/** A row of `order_status_transitions` that shoppers may make. */
export interface ShopperTransition {
  from_status: OrderStatus;
  to_status: OrderStatus;
}

/** Actions currently available to the shopper; the database checks them again. */
interface Aftercare {
  cancel: boolean;
  /** Address and sizes can still be changed. */
  change: boolean;
  report: boolean;
  /** Goods can be given back that are no fault. */
  giveBack: boolean;
  replaceSize: boolean;
  /** End of the reporting time in epoch milliseconds; null before anything was delivered. */
  until: number | null;
}

type Placed = Pick<FullOrder, 'status' | 'delivered_at'> & {
  order_lines: readonly (Counted & Pick<OrderLine, 'id' | 'customization'>)[];
  returns: readonly Announced[];
};

/**
 * Derives the shopper's actions from the allowed transitions, the pieces and the store's days (docs/product.md, Delivery). `now` in
 * epoch milliseconds.
 */
export function aftercareOf(
  order: Placed,
  transitions: readonly ShopperTransition[],
  days: ReturnDays,
  now: number,
): Aftercare {
  const canMoveTo = (to: OrderStatus) =>
    transitions.some(({ from_status, to_status }) => from_status === order.status && to_status === to);
  const since = order.delivered_at === null ? null : Date.parse(order.delivered_at);
  const within = (count: number) => since !== null && now <= since + count * day;
  const returnable = order.order_lines.filter((line) => returnablePieces(line, order.returns) > 0);
  const isUntouched = order.order_lines.every((line) => line.packed + line.sent + line.refused === 0);
  return {
    cancel: canMoveTo('cancelled'),
    change: isUntouched && canMoveTo('cancelled'),
    report: within(days.faultDays) && returnable.length > 0,
    giveBack: within(days.returnDays) && returnable.some((line) => line.customization === null),
    replaceSize: within(days.returnDays) && order.status === 'delivered' && returnable.length > 0,
    until: since === null ? null : since + days.faultDays * day,
  };
}
