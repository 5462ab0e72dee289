import { describe, expect, it } from 'vitest';
import { paymentState } from './payment-state.ts';

describe('how the payment of an order stands', () => {
  it('is that nothing is due once it was cancelled or refused unpaid, and else what the order says', () => {
    expect(paymentState({ status: 'cancelled', payment_status: 'unpaid' })).toBe('nothing_due');
    expect(paymentState({ status: 'cancelled', payment_status: 'failed' })).toBe('nothing_due');
    expect(paymentState({ status: 'refused', payment_status: 'unpaid' })).toBe('nothing_due');
    expect(paymentState({ status: 'cancelled', payment_status: 'refund_due' })).toBe('refund_due');
    expect(paymentState({ status: 'pending', payment_status: 'unpaid' })).toBe('unpaid');
  });
});
