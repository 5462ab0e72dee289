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

  it('say that card payment is not set up where the store wants it', () => {
    const shown = (cardsMissing: boolean) =>
      renderInStore(
        <PaymentSection
          payments={['bank_transfer']}
          chosen="bank_transfer"
          onChoose={() => {}}
          {...{ cardsMissing }}
        />,
        duoworks,
      );
    expect(shown(true)).toContain('Card payment is not set up in this store yet.');
    expect(shown(false)).not.toContain('not set up');
    expect(shown(true)).not.toContain('Card payment</span>');
  });
});
