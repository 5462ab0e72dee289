import { describe, expect, it } from 'vitest';
import { parseLines } from '#app/cart/cart-storage.ts';
import { quoteDocument } from './order-document.ts';

const choices = {
  shippingMethod: 'standard',
  discountCode: '',
  points: 0,
  storeCredit: false,
  gift: false,
} as const;
const design = { version: 1, garment: 'Hoodie', color: 'black', elements: [] };
const lineOf = (line: object) =>
  quoteDocument('inkthread', parseLines([{ quantity: 1, ...line }]), choices, null).lines;

describe('order document', () => {
  it('names a stored design by its id', () => {
    const [line] = [lineOf({ product: { id: 'p1', price: 100 }, customizationId: 'd1' })].flat();
    expect(line).toEqual({ product_id: 'p1', quantity: 1, price: 100, customization_id: 'd1' });
  });

  it("carries a guest's design and preview, and no product for a garment of the designer", () => {
    const [line] = [
      lineOf({
        product: { id: 'garment:Hoodie', price: 155 },
        customizationId: 'd1',
        design,
        preview: 'a/b.webp',
      }),
    ].flat();
    expect(line).toEqual({ quantity: 1, price: 155, customization_id: 'd1', design, preview: 'a/b.webp' });
  });
});
