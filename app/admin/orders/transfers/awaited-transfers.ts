import { foldText } from '#app/lib/folded-text.ts';
import { toPiastres } from '#app/lib/money.ts';
import { numberText } from '#app/lib/typed-number.ts';
import type { AwaitedTransfer } from './read-transfers.ts';

/** Returns what an order owes by transfer, in piastres. */
export const owedOf = ({ due_by_transfer }: Pick<AwaitedTransfer, 'due_by_transfer'>) =>
  toPiastres(due_by_transfer);

/** Returns an order's proof of payment that awaits a check. */
export const proofOf = ({ transfers }: Pick<AwaitedTransfer, 'transfers'>) =>
  transfers.find(({ state }) => state === 'to_check');

/** Finds orders by the exact amount they owe, or by a part of their number; those with a proof first. */
export function matchingTransfers(orders: readonly AwaitedTransfer[], typed: string): AwaitedTransfer[] {
  const text = numberText(typed);
  const amount = /^\d+(\.\d{1,2})?$/.test(text) ? toPiastres(Number(text)) : null;
  const found = orders.filter(
    (order) =>
      text === '' ||
      (amount !== null && owedOf(order) === amount) ||
      foldText(order.number).includes(foldText(typed).trim()),
  );
  return found.toSorted((one, other) => Number(!proofOf(one)) - Number(!proofOf(other)));
}
