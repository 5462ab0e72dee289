import { describe, expect, it } from 'vitest';
import { offeredOptions, openOptions, orderedOptions } from './payment-options.ts';

const all = { cashOnDelivery: true, onlinePayment: true, bankTransfer: true, options: [] };
const named = (payment: Parameters<typeof offeredOptions>[0], online: readonly string[]) =>
  offeredOptions(payment, online, 'en').map(({ option }) => option);
const setting = (option: string, over: object = {}) => ({
  option,
  offered: true,
  from: null,
  to: null,
  details: {},
  ...over,
});

describe('a store’s payment options', () => {
  it('are those switched on; a provider’s only if configured', () => {
    expect(named(all, ['stripe_card'])).toEqual(['cash_on_delivery', 'stripe_card', 'bank_transfer']);
    expect(named(all, [])).toEqual(['cash_on_delivery', 'bank_transfer']);
    expect(named({ ...all, onlinePayment: false }, ['stripe_card'])).toEqual([
      'cash_on_delivery',
      'bank_transfer',
    ]);
    const online = { ...all, cashOnDelivery: false, bankTransfer: false };
    expect(named({ ...online, options: [setting('paymob_wallet')] }, [])).toEqual([]);
  });

  it('come in the order of the settings, then those the settings do not name', () => {
    const options = [setting('bank_transfer'), setting('stripe_card', { offered: false })];
    expect(named({ ...all, options }, ['stripe_card', 'paymob_wallet'])).toEqual([
      'bank_transfer',
      'cash_on_delivery',
      'paymob_wallet',
    ]);
    expect(orderedOptions(options, ['stripe_card']).map(({ option }) => option)).toEqual([
      'bank_transfer',
      'stripe_card',
      'cash_on_delivery',
    ]);
  });

  it('are offered without those that are closed for an order', () => {
    const options = openOptions(offeredOptions(all, ['stripe_card'], 'en'), ['stripe_card', 'paymob_wallet']);
    expect(options.map(({ option }) => option)).toEqual(['cash_on_delivery', 'bank_transfer']);
  });

  it('are in the page’s language, or in English if the store has no text in it', () => {
    const options = [
      setting('cash_on_delivery', { details: { en: 'Exact change', ar: 'بدون فكة' } }),
      setting('bank_transfer', { details: { en: 'InstaPay too' } }),
    ];
    expect(offeredOptions({ ...all, options }, [], 'ar').map(({ detail }) => detail)).toEqual([
      'بدون فكة',
      'InstaPay too',
    ]);
  });
});
