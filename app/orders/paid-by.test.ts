import { expect, it } from 'vitest';
import { paidBy } from './paid-by.ts';

it.each([
  [{ payment_method: 'online', online_method: 'wallet' }, 'wallet'],
  [{ payment_method: 'online', online_method: 'card' }, 'card'],
  [{ payment_method: 'online', online_method: 'instalments' }, 'instalments'],
  [{ payment_method: 'online', online_method: null }, 'online'],
  [{ payment_method: 'online', online_method: 'applepay' }, 'online'],
  [{ payment_method: 'cash_on_delivery', online_method: 'wallet' }, 'cash_on_delivery'],
] as const)('an order is said to be paid by what it is paid by: %j', (order, word) => {
  expect(paidBy(order)).toBe(word);
});
