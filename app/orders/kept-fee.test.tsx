import { expect, it } from 'vitest';
import { northblock } from '#app/brands/northblock.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { storeData } from '#app/lib/load-root.ts';
import { KeptFee } from './kept-fee.tsx';

const { settings } = storeData(northblock, null);
const said = (payment: string | null, fee: number, keepsDeliveryFee = true) =>
  renderInStore(<KeptFee payment={payment} fee={fee} />, northblock, {
    settings: { ...settings, returns: { ...settings.returns, keepsDeliveryFee } },
  });

it('whoever pays a delivery beforehand reads that it is not given back where the store keeps it', () => {
  const sentence = 'If nobody accepts the parcel, what you paid for delivery is not given back.';
  expect(said('bank_transfer', 50)).toContain(sentence);
  expect(said('stripe_card', 50)).toContain(sentence);
  expect(said('bank_transfer', 50, false)).toBe('');
});

it('who pays at the door, has chosen no payment yet or has a free delivery has nothing to lose', () => {
  expect(said('cash_on_delivery', 50)).toBe('');
  expect(said(null, 50)).toBe('');
  expect(said('bank_transfer', 0)).toBe('');
});
