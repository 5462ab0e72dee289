import { orderStatuses } from '#app/lib/database.constants.ts';
import type { Enums, Tables } from '#app/lib/database.types.ts';

export type PaymentState = Enums<'payment_status'> | 'nothing_due';

type Paid = { status: Enums<'order_status'>; payment_status: Enums<'payment_status'> };

/** Whether nothing of an order in a status is left to pay for. */
export const isVoid = (status: Paid['status']): boolean =>
  orderStatuses.some((known) => known.status === status && known.is_void);

/** Payment state of an order. One that is void before it was paid owes nothing. */
export function paymentState({ status, payment_status }: Paid): PaymentState {
  const open = payment_status === 'unpaid' || payment_status === 'failed';
  return isVoid(status) && open ? 'nothing_due' : payment_status;
}

/** Whether some of an order's money may have come through a provider, which then has to refund it. */
export const mayBePaidOnline = ({
  payment_method,
  deposit,
}: Pick<Tables<'orders'>, 'payment_method' | 'deposit'>) => payment_method === 'online' || deposit > 0;

/** Message key of an order's online payment: the method that the shopper chose there. */
export function paidOnlineBy({ online_method: online }: Pick<Tables<'orders'>, 'online_method'>) {
  return online === 'card' || online === 'wallet' || online === 'instalments' ? online : 'online';
}

/** Message key of an order's payment method. */
export const paidBy = (order: Pick<Tables<'orders'>, 'payment_method' | 'online_method'>) =>
  order.payment_method === 'online' ? paidOnlineBy(order) : order.payment_method;
