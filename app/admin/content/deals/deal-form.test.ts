import { describe, expect, it } from 'vitest';
import { dealBadge, dealForm, typedPrices, withoutDeal } from './deal-form.ts';

describe('deals', () => {
  it('need an original price above the deal price', () => {
    expect(dealForm.safeParse({ price: '80', original_price: '100' }).success).toBe(true);
    expect(dealForm.parse({ price: '99,5', original_price: ' 120,00 ' })).toEqual({
      price: '99.5',
      original_price: '120.00',
    });
    expect(dealForm.safeParse({ price: '100', original_price: '100' }).success).toBe(false);
    expect(dealForm.safeParse({ price: '0', original_price: '100' }).success).toBe(false);
    expect(dealForm.safeParse({ price: '80', original_price: 'a lot' }).success).toBe(false);
  });

  it('start with the product’s price as the original price, and open with their own prices', () => {
    const product = { price: 80, original_price: null, discount: 0 };
    expect(typedPrices({ ...product, on_sale: false })).toEqual({ price: '', original_price: '80' });
    expect(typedPrices({ ...product, original_price: 100, on_sale: true })).toEqual({
      price: '80',
      original_price: '100',
    });
    expect(typedPrices({ ...product, discount: 15, on_sale: true })).toEqual({
      price: '80',
      original_price: '',
    });
  });

  it('restore the original price when they end, or keep the price without one', () => {
    expect(withoutDeal({ price: 80, original_price: 100, discount: 0 })).toEqual({
      price: 100,
      original_price: null,
      discount: 0,
    });
    expect(withoutDeal({ price: 80, original_price: null, discount: 15 })).toMatchObject({ price: 80 });
    expect(dealBadge(withoutDeal({ price: 80, original_price: null, discount: 15 }))).toBe(0);
  });
});
