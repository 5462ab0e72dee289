import { describe, expect, test } from 'vitest';
import { priceRules, unitPrice } from './unit-price.ts';

const rules = priceRules({
  customization: { textPrice: 5, imagePrice: 30, baseProductPrices: { Hoodie: 150, Sweatshirt: 120 } },
});
describe('unitPrice', () => {
  test('a garment costs its base price plus each printed text and image', () => {
    expect(unitPrice(null, { garment: 'Hoodie', texts: 2, images: 1 }, rules)).toBe(19_000);
  });

  test("prints on a product are added to the product's own price", () => {
    expect(unitPrice(24_950, { garment: 'Hoodie', texts: 1, images: 0 }, rules)).toBe(25_450);
  });

  test("a garment without a price has none, even when it is named like an object's own property", () => {
    expect(unitPrice(null, { garment: 'Jeans', texts: 1, images: 0 }, rules)).toBeNull();
    expect(unitPrice(null, { garment: 'toString', texts: 1, images: 0 }, rules)).toBeNull();
  });
});
