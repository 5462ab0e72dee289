import type { FullOrder } from './read-orders.ts';

/** How an order is paid, as messages call it: online by what its shopper chose there. */
export function paidBy({
  payment_method: method,
  online_method: online,
}: Pick<FullOrder, 'payment_method' | 'online_method'>) {
  if (method !== 'online') return method;
  return online === 'card' || online === 'wallet' || online === 'instalments' ? online : 'online';
}
