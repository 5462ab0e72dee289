import type { Enums } from '#app/lib/database.types.ts';
import type { Counted } from './line-pieces.ts';
import type { FullOrder } from './read-orders.ts';

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

/** A row of `order_status_transitions` that shoppers may make. */
export interface ShopperTransition {
  from_status: OrderStatus;
  to_status: OrderStatus;
}

/** Actions currently available to the shopper; the database checks them again. */
interface Actions {
  cancel: boolean;
  /** Address and sizes can still be changed. */
  change: boolean;
  /** Pieces whose faults can be reported, given back, and exchanged, by line id. */
  report: PieceCounts;
  giveBack: PieceCounts;
  replaceSize: PieceCounts;
  /** End of the reporting time in epoch milliseconds; null where nothing is left to report. */
  until: number | null;
}

/** Pieces by line id; without lines that have none. */
export type PieceCounts = Readonly<Record<string, number>>;

type Placed = Pick<FullOrder, 'status'> & {
  order_lines: readonly Counted[];
  aftercare: readonly FullOrder['aftercare'][number][];
};

/**
 * Derives the shopper's actions from the allowed transitions, the pieces and what the database says of those that arrived
 * (`line_aftercare`). `now` in epoch milliseconds.
 */
export function aftercareOf(order: Placed, transitions: readonly ShopperTransition[], now: number): Actions {
  const canMoveTo = (to: OrderStatus) =>
    transitions.some(({ from_status, to_status }) => from_status === order.status && to_status === to);
  const isUntouched = order.order_lines.every((line) => line.packed + line.sent + line.refused === 0);
  const ends = order.aftercare.map(({ fault_until }) => Date.parse(fault_until));
  const piecesWhere = (isOpen: (line: Placed['aftercare'][number]) => boolean): PieceCounts =>
    Object.fromEntries(
      order.aftercare.filter(isOpen).map(({ order_line_id, pieces }) => [order_line_id, pieces]),
    );
  return {
    cancel: canMoveTo('cancelled'),
    change: isUntouched && canMoveTo('cancelled'),
    report: piecesWhere(({ fault_until }) => now <= Date.parse(fault_until)),
    giveBack: piecesWhere(({ gives_back, return_until }) => gives_back && now <= Date.parse(return_until)),
    replaceSize: piecesWhere(({ exchanges, return_until }) => exchanges && now <= Date.parse(return_until)),
    until: ends.length > 0 ? Math.max(...ends) : null,
  };
}
