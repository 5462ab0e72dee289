import { orderStatuses } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';
import type { FullOrder } from './read-orders.ts';

export type OrderStatus = Enums<'order_status'>;

/** The regular sequence of statuses. */
const regularSteps: readonly OrderStatus[] = orderStatuses
  .filter(({ step }) => step !== null)
  .toSorted((one, other) => (one.step ?? 0) - (other.step ?? 0))
  .map(({ status }) => status);

/** Statuses still ahead of an order; empty once it is delivered or off the regular sequence. */
export function stepsAhead(status: OrderStatus): OrderStatus[] {
  if (status === 'awaiting_payment' || status === 'pending') return [...regularSteps];
  const at = regularSteps.indexOf(status);
  return at < 0 ? [] : regularSteps.slice(at + 1);
}

/** Actions currently available to the shopper; the database checks them again. */
interface Actions {
  cancel: boolean;
  /** Address and sizes can still be changed. */
  change: boolean;
  /** Items that can be reported as faulty, returned, and exchanged for another size or another product, by line id. */
  report: PieceCounts;
  giveBack: PieceCounts;
  replaceSize: PieceCounts;
  exchange: PieceCounts;
  /** When the first of these items can no longer be reported or returned: epoch milliseconds by line id. */
  reportEnds: PieceCounts;
  giveBackEnds: PieceCounts;
  /** The last of these deadlines. For faults also if it has passed; null if nothing is left to report. */
  reportUntil: number | null;
  giveBackUntil: number | null;
}

/** Numbers by line id, without lines that have none. */
export type PieceCounts = Readonly<Record<string, number>>;

type Placed = {
  next_statuses: readonly OrderStatus[];
  is_changeable: boolean;
  aftercare: readonly FullOrder['aftercare'][number][];
};

/**
 * Derives the shopper's actions from an order's data and its delivered items (`line_aftercare`). `now` in epoch
 * milliseconds.
 */
export function aftercareOf(order: Placed, now: number): Actions {
  type Arrived = Placed['aftercare'][number];
  const byLine = (
    arrived: readonly Arrived[],
    numberOf: (piece: Arrived) => number,
    join: (one: number, other: number) => number,
  ): PieceCounts => {
    const lines: Record<string, number> = {};
    for (const piece of arrived) {
      const before = lines[piece.order_line_id];
      const own = numberOf(piece);
      lines[piece.order_line_id] = before === undefined ? own : join(before, own);
    }
    return lines;
  };
  const count = (arrived: readonly Arrived[]) =>
    byLine(
      arrived,
      ({ pieces }) => pieces,
      (one, other) => one + other,
    );
  const endOf = {
    report: ({ fault_until }: Arrived) => Date.parse(fault_until),
    giveBack: ({ return_until }: Arrived) => Date.parse(return_until),
  };
  const latest = (ends: readonly number[]) => (ends.length > 0 ? Math.max(...ends) : null);
  const faulty = order.aftercare.filter((piece) => now <= endOf.report(piece));
  const returnable = order.aftercare.filter((piece) => now <= endOf.giveBack(piece));
  const givenBack = returnable.filter(({ gives_back }) => gives_back);
  return {
    cancel: order.next_statuses.includes('cancelled'),
    change: order.is_changeable,
    report: count(faulty),
    giveBack: count(givenBack),
    replaceSize: count(returnable.filter(({ exchanges }) => exchanges)),
    exchange: count(returnable.filter(({ exchanges_product }) => exchanges_product)),
    reportEnds: byLine(faulty, endOf.report, Math.min),
    giveBackEnds: byLine(givenBack, endOf.giveBack, Math.min),
    reportUntil: latest(order.aftercare.map(endOf.report)),
    giveBackUntil: latest(givenBack.map(endOf.giveBack)),
  };
}
