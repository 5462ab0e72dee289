import { describe, expect, it } from 'vitest';
import { paidBy, paymentState } from './payment-state.ts';

describe('the payment state of an order', () => {
  it('is nothing due once it was cancelled or returned_to_sender unpaid, and else as the order says', () => {
    expect(paymentState({ status: 'cancelled', payment_status: 'unpaid' })).toBe('nothing_due');
    expect(paymentState({ status: 'cancelled', payment_status: 'failed' })).toBe('nothing_due');
    expect(paymentState({ status: 'returned_to_sender', payment_status: 'unpaid' })).toBe('nothing_due');
    expect(paymentState({ status: 'cancelled', payment_status: 'refund_due' })).toBe('refund_due');
    expect(paymentState({ status: 'pending', payment_status: 'unpaid' })).toBe('unpaid');
  });
});

it.each([
  [{ payment_method: 'online', online_method: 'wallet' }, 'wallet'],
  [{ payment_method: 'online', online_method: 'card' }, 'card'],
  [{ payment_method: 'online', online_method: 'instalments' }, 'instalments'],
  [{ payment_method: 'online', online_method: null }, 'online'],
  [{ payment_method: 'online', online_method: 'applepay' }, 'online'],
  [{ payment_method: 'cash_on_delivery', online_method: 'wallet' }, 'cash_on_delivery'],
] as const)('the payment of an order is named by its method: %j', (order, word) => {
  expect(paidBy(order)).toBe(word);
});
