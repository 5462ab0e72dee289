import type { Enums, Tables } from '#app/lib/database.types.ts';

export type PaymentState = Enums<'payment_status'> | 'nothing_due';

type Paid = { status: Enums<'order_status'>; payment_status: Enums<'payment_status'> };

/** Payment state of an order; one that was cancelled, or that nobody took, before it was paid owes nothing. */
export function paymentState({ status, payment_status }: Paid): PaymentState {
  const open = payment_status === 'unpaid' || payment_status === 'failed';
  return (status === 'cancelled' || status === 'returned_to_sender') && open ? 'nothing_due' : payment_status;
}

/** Whether money of an order may have come through a provider, which then gives it back. */
export const mayBePaidOnline = ({
  payment_method,
  deposit,
}: Pick<Tables<'orders'>, 'payment_method' | 'deposit'>) => payment_method === 'online' || deposit > 0;

/** How an order is paid online, as messages call it: by what its shopper chose there. */
export function paidOnlineBy({ online_method: online }: Pick<Tables<'orders'>, 'online_method'>) {
  return online === 'card' || online === 'wallet' || online === 'instalments' ? online : 'online';
}

/** How an order is paid, as messages call it. */
export const paidBy = (order: Pick<Tables<'orders'>, 'payment_method' | 'online_method'>) =>
  order.payment_method === 'online' ? paidOnlineBy(order) : order.payment_method;
