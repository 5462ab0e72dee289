import { describe, expect, it } from 'vitest';
import { duoworks } from '#app/brands/duoworks.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { offeredOptions } from '#app/store/payment-options.ts';
import { PaymentSection } from './payment-section.tsx';

const all = { cashOnDelivery: true, onlinePayment: true, bankTransfer: true, options: [] };

describe('the payment options', () => {
  it('include only offered ones', () => {
    const markup = renderInStore(
      <PaymentSection
        options={offeredOptions({ ...all, cashOnDelivery: false }, [], 'en')}
        chosen="bank_transfer"
        onChoose={() => {}}
      />,
      duoworks,
    );
    expect(markup).toContain('Bank transfer');
    expect(markup).not.toMatch(/card|wallet|not set up/i);
  });

  it('have their usual description, or the store’s own', () => {
    const details = { en: 'From 500 pounds, over six months' };
    const named = [{ option: 'paymob_instalments', offered: true, from: 500, to: null, details }];
    const markup = renderInStore(
      <PaymentSection
        options={offeredOptions(
          { ...all, options: named },
          ['stripe_card', 'paymob_wallet', 'paymob_instalments'],
          'en',
        )}
        chosen="stripe_card"
        onChoose={() => {}}
      />,
      duoworks,
    );
    expect(markup).toMatch(/Installments.*over six months.*Card payment.*Mobile wallet/s);
  });
});
