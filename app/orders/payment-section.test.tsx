import { describe, expect, it } from 'vitest';
import { duoworks } from '#app/brands/duoworks.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { openPayments, PaymentSection } from './payment-section.tsx';

const all = { cashOnDelivery: true, onlinePayment: true, bankTransfer: true };

describe('the ways to pay', () => {
  it('are those that the store has switched on, cards only where a provider is set up', () => {
    expect(openPayments(all, true)).toEqual(['cash_on_delivery', 'online', 'bank_transfer']);
    expect(openPayments(all, false)).toEqual(['cash_on_delivery', 'bank_transfer']);
    expect(openPayments({ ...all, onlinePayment: false }, true)).toEqual([
      'cash_on_delivery',
      'bank_transfer',
    ]);
    expect(openPayments({ cashOnDelivery: false, onlinePayment: true, bankTransfer: false }, false)).toEqual(
      [],
    );
  });

  it('name none that is not offered', () => {
    const markup = renderInStore(
      <PaymentSection payments={['bank_transfer']} chosen="bank_transfer" onChoose={() => {}} />,
      duoworks,
    );
    expect(markup).toContain('Bank transfer');
    expect(markup).not.toMatch(/card|not set up/i);
  });
});
