import type { Tables } from '#app/lib/database.types.ts';
import { toPiastres } from '#app/lib/money.ts';

type Deposited = Pick<
  Tables<'orders'>,
  'status' | 'payment_method' | 'deposit' | 'charged' | 'received' | 'given_back'
>;

/** What of its deposit an order in cash still waits for, in piastres; 0 for every other order. */
export function awaitedDeposit(order: Deposited): number {
  if (order.status !== 'awaiting_payment' || order.payment_method !== 'cash_on_delivery') return 0;
  const deposit = Math.min(toPiastres(order.deposit), toPiastres(order.charged));
  return Math.max(deposit - toPiastres(order.received) + toPiastres(order.given_back), 0);
}

/** Whether money of an order may have come through a provider, which then gives it back. */
export const mayBePaidOnline = ({
  payment_method,
  deposit,
}: Pick<Tables<'orders'>, 'payment_method' | 'deposit'>) => payment_method === 'online' || deposit > 0;
