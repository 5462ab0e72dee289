import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { northblock } from '#app/brands/northblock.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { storeData } from '#app/store/load-root.ts';
import { KeptFee, KeptFeePolicy } from './kept-fee.tsx';

const { settings } = storeData(northblock, null);
const inStore = (shown: ReactElement, keepsDeliveryFee: boolean) =>
  renderInStore(shown, northblock, {
    settings: { ...settings, returns: { ...settings.returns, keepsDeliveryFee } },
  });
const said = (payment: string | null, fee: number, keepsDeliveryFee = true) =>
  inStore(<KeptFee payment={payment} fee={fee} />, keepsDeliveryFee);
const sentence = 'If nobody accepts the parcel, what you paid for delivery is not given back.';

it('whoever pays a delivery beforehand reads that it is not given back where the store keeps it', () => {
  expect(said('bank_transfer', 50)).toContain(sentence);
  expect(said('stripe_card', 50)).toContain(sentence);
  expect(said('bank_transfer', 50, false)).toBe('');
});

it('who pays at the door, has chosen no payment yet or has a free delivery has nothing to lose', () => {
  expect(said('cash_on_delivery', 50)).toBe('');
  expect(said(null, 50)).toBe('');
  expect(said('bank_transfer', 0)).toBe('');
});

it('the policies of a store that keeps the delivery fee say so, and those of another one do not', () => {
  expect(inStore(<KeptFeePolicy />, true)).toContain(sentence);
  expect(inStore(<KeptFeePolicy />, false)).toBe('');
});
