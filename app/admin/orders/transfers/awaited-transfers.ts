import { foldText } from '#app/lib/folded-text.ts';
import { toPiastres } from '#app/lib/money.ts';
import { numberText } from '#app/lib/typed-number.ts';
import type { AwaitedTransfer } from './read-transfers.ts';

/** What an order owes by transfer, in piastres. */
export const owedOf = ({ due_by_transfer }: Pick<AwaitedTransfer, 'due_by_transfer'>) =>
  toPiastres(due_by_transfer);

/** The proof of an order that waits to be checked. */
export const proofOf = ({ transfers }: Pick<AwaitedTransfer, 'transfers'>) =>
  transfers.find(({ state }) => state === 'to_check');

/** Orders that owe the amount that was typed, to the piastre, or whose number has it; those with a proof first. */
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
