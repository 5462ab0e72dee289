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

it('a shopper who pays for delivery in advance reads that the store keeps the fee', () => {
  expect(said('bank_transfer', 50)).toContain(sentence);
  expect(said('stripe_card', 50)).toContain(sentence);
  expect(said('bank_transfer', 50, false)).toBe('');
});

it('a shopper who pays at the door, has not chosen a payment or has free delivery sees no notice', () => {
  expect(said('cash_on_delivery', 50)).toBe('');
  expect(said(null, 50)).toBe('');
  expect(said('bank_transfer', 0)).toBe('');
});

it('the policies state the kept delivery fee only for stores that keep it', () => {
  expect(inStore(<KeptFeePolicy />, true)).toContain(sentence);
  expect(inStore(<KeptFeePolicy />, false)).toBe('');
});
