import type { Enums } from '#app/lib/database.types.ts';
import { toPiastres } from '#app/lib/money.ts';
import { isOpenRefund } from './refund-states.ts';

type Books = {
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
export function balanceOf({ charged, received, given_back, at_carrier, owes, refunds }: Books): Balance {
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
