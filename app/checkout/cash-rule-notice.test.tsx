import { describe, expect, it } from 'vitest';
import { northblock } from '#app/brands/northblock.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { offeredOptions } from '#app/store/payment-options.ts';
import { CashRuleNotice } from './cash-rule-notice.tsx';

const cash = { requirement: 'deposit', reasons: [], hours: 24, deposit: 100 } as const;

/** The notice about a cash order in a store with these payment methods. */
function asked(onlinePayment: boolean, bankTransfer: boolean, closed: string[] = []): string {
  const payment = { cashOnDelivery: true, onlinePayment, bankTransfer, options: [] };
  const quote = { cash: { ...cash, reasons: [] }, deposit_closed_payments: closed };
  return renderInStore(<CashRuleNotice quote={quote} chosen />, northblock, {
    paymentOptions: offeredOptions(payment, ['stripe_card'], 'en'),
  });
}

describe('the notice of a deposit', () => {
  it('names the payment methods that the store offers', () => {
    expect(asked(true, true)).toContain('100 EGP is paid online or by transfer within 24 hours');
    expect(asked(true, false)).toContain('100 EGP is paid online within 24 hours');
    expect(asked(false, true)).toContain('100 EGP is paid by transfer within 24 hours');
  });

  it('skips methods that do not take the deposit', () => {
    expect(asked(true, true, ['bank_transfer'])).toContain('100 EGP is paid online within 24 hours');
  });
});
