import { describe, expect, it } from 'vitest';
import { missingToFree, standardShipping } from './totals.ts';

const rule = { freeShippingThreshold: 500, defaultShippingFee: 30 };

describe('shipping in the cart', () => {
  it('costs the standard fee below the threshold, and nothing from there on', () => {
    expect(standardShipping(499_99, rule)).toBe(30_00);
    expect(standardShipping(500_00, rule)).toBe(0);
  });

  it('gives the amount missing to free shipping', () => {
    expect(missingToFree(380_00, rule)).toBe(120_00);
    expect(missingToFree(700_00, rule)).toBe(0);
  });

  it('is never free in a store without a threshold', () => {
    const never = { ...rule, freeShippingThreshold: null };
    expect(missingToFree(9_999_00, never)).toBeNull();
    expect(standardShipping(9_999_00, never)).toBe(30_00);
  });
});
