import { refundStates } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { toPiastres } from '#app/lib/money.ts';

type LedgerSums = {
  charged: number;
  received: number;
  given_back: number;
  at_carrier: number;
  owes: number;
  refunds: readonly { state: Enums<'refund_state'>; amount: number }[];
};

/** Balance of an order, in piastres. */
export type Balance = {
  /** Current price of the order. */
  cost: number;
  /** Received, minus refunds. */
  paid: number;
  /** Still to be paid. */
  owes: number;
  /** To be refunded. */
  owedBack: number;
  /** Part of the payment that carriers hold. */
  atCarrier: number;
};

/** Returns the balance of an order. */
export function balanceOf({ charged, received, given_back, at_carrier, owes, refunds }: LedgerSums): Balance {
  const cost = toPiastres(charged);
  const paid = toPiastres(received) - toPiastres(given_back);
  const open = refunds.filter(isOpenRefund);
  return {
    cost,
    paid,
    owes: toPiastres(owes),
    owedBack: open.reduce((sum, { amount }) => sum + toPiastres(amount), 0),
    atCarrier: toPiastres(at_carrier),
  };
}

type PricedLine = { net: number | null; credited: number };

/** Returns how much of a line's price can still be refunded, in piastres. */
export const leftOfLine = ({ net, credited }: PricedLine): number =>
  toPiastres(net ?? 0) - toPiastres(credited);

/**
 * Marks ledger entries that `npm run db:adopt` derived from an order placed before the ledger existed.
 */
export const OPENING_NOTE = 'opening_balance';

type Refund = { state: Enums<'refund_state'> };

const open = new Set(refundStates.filter(({ is_open }) => is_open).map(({ state }) => state));
const waiting = new Set(
  refundStates.filter(({ waits_for_staff }) => waits_for_staff).map(({ state }) => state),
);

/** Whether a refund's money is still owed. */
const isOpenRefund = ({ state }: Refund): boolean => open.has(state);

/** Whether staff have to send a refund: nobody else does. */
export const waitsForStaff = ({ state }: Refund): boolean => waiting.has(state);
