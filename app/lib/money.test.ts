import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPiastres, toPounds } from './money.ts';

describe('money', () => {
  it('converts numbers and texts from the database, exact to the piastre', () => {
    expect(toPiastres('19.99')).toBe(1999);
    expect(toPiastres(1.005)).toBe(101);
    expect(toPiastres(0.29)).toBe(29);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (piastres) => {
        expect(toPiastres(toPounds(piastres))).toBe(piastres);
        expect(toPiastres((piastres / 100).toFixed(2))).toBe(piastres);
      }),
    );
  });

  it('rejects an invalid amount and names it', () => {
    expect(() => toPiastres('a lot')).toThrow('Not an amount: a lot');
    expect(() => toPiastres('')).toThrow('Not an amount');
    expect(() => toPiastres(Number.POSITIVE_INFINITY)).toThrow('Not an amount');
  });
});
