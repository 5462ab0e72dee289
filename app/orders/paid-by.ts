import type { FullOrder } from './read-orders.ts';

/** How an order is paid online, as messages call it: by what its shopper chose there. */
export function paidOnlineBy({ online_method: online }: Pick<FullOrder, 'online_method'>) {
  return online === 'card' || online === 'wallet' || online === 'instalments' ? online : 'online';
}

/** How an order is paid, as messages call it. */
export const paidBy = (order: Pick<FullOrder, 'payment_method' | 'online_method'>) =>
  order.payment_method === 'online' ? paidOnlineBy(order) : order.payment_method;
