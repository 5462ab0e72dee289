import type { Received } from '../data/return-calls.ts';

/** Pieces of a line that arrived in one condition, as entered; `key` tells the parts of a line apart. */
export type ReceivedPart = Omit<Received, 'refund_percent'> & {
  key: number;
  /** The share of the price that is given back, as typed. */
  percent: string;
};

type Announced = { order_line_id: string; quantity: number };

const asNew = { condition: 'as_new', fate: 'restock', percent: '100' } as const;

/** Returns everything announced of a return as received, as new. */
export const allReceived = (announced: readonly Announced[]): ReceivedPart[] =>
  announced.map(({ order_line_id, quantity }, index) => ({
    ...asNew,
    key: index,
    order_line_id,
    received: quantity,
  }));

/** Returns the parts with one more of a line, for a piece in another condition: it is taken from the line's largest part. */
export function withOtherCondition(parts: readonly ReceivedPart[], lineId: string): ReceivedPart[] {
  const own = parts.filter(({ order_line_id }) => order_line_id === lineId);
  const largest = own.toSorted((one, other) => other.received - one.received)[0];
  const last = own.at(-1);
  const key = Math.max(...parts.map((part) => part.key)) + 1;
  return parts.flatMap((part) => {
    const smaller = part === largest && part.received > 1 ? { ...part, received: part.received - 1 } : part;
    const more: ReceivedPart = {
      key,
      order_line_id: lineId,
      received: largest && largest.received > 1 ? 1 : 0,
      condition: 'damaged',
      fate: 'discard',
      percent: '100',
    };
    return part === last ? [smaller, more] : [smaller];
  });
}

/** Returns how many pieces of a line a part can have, beside those in the line's other parts. */
export function mostReceived(
  parts: readonly ReceivedPart[],
  part: ReceivedPart,
  announced: readonly Announced[],
): number {
  const all = announced.find(({ order_line_id }) => order_line_id === part.order_line_id)?.quantity ?? 0;
  return parts
    .filter((other) => other !== part && other.order_line_id === part.order_line_id)
    .reduce((left, { received }) => left - received, all);
}

/** Returns the percentage of a part; undefined if it is none. */
export const percentOf = ({ percent }: ReceivedPart): number | undefined =>
  /^\d{1,3}$/.test(percent.trim()) && Number(percent) <= 100 ? Number(percent) : undefined;
