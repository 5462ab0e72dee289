import { expect, it } from 'vitest';
import { duoworks } from '#app/brands/duoworks.ts';
import { meeplehouse } from '#app/brands/meeplehouse.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { offeredOptions } from '#app/store/payment-options.ts';
import { DeliverySummary } from './delivery-summary.tsx';

it('a product page promises card payment only if the checkout offers it', () => {
  const product = normaliseProduct({ id: 'p1', price: 100 });
  const summaryText = (onlineOptions: readonly string[]) =>
    renderInStore(<DeliverySummary product={product} />, duoworks, {
      paymentOptions: offeredOptions({ ...duoworks.payment, options: [] }, onlineOptions, 'en'),
    });
  expect(summaryText(['stripe_card', 'paymob_wallet'])).toContain('Pay by card or bank transfer');
  expect(summaryText([])).toContain('Pay by bank transfer');
});

it('a product page mentions sizes only if there are some', () => {
  const product = normaliseProduct({ id: 'p1', price: 100 });
  expect(renderInStore(<DeliverySummary product={product} />, duoworks)).toContain('wrong size');
  expect(renderInStore(<DeliverySummary product={product} />, meeplehouse)).not.toContain('wrong size');
});
