import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupedNumber } from './numbers.ts';

describe('numbers', () => {
  it('M12 are written as Intl writes them', () => {
    const intl = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' });
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (piastres) => {
        expect(groupedNumber(piastres / 100)).toBe(intl.format(piastres / 100));
        expect(groupedNumber(piastres)).toBe(intl.format(piastres));
      }),
    );
  });
});
