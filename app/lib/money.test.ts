import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, formatShortMoney, toPiastres, toPounds } from './money.ts';

describe('money', () => {
  it.each([
    [0, '0 EGP'],
    [5, '0.05 EGP'],
    [12000, '120 EGP'],
    [12050, '120.5 EGP'],
    [12345, '123.45 EGP'],
    [123456789, '1,234,567.89 EGP'],
    [-3000, '-30 EGP'],
  ])('M12 %d piastres read %s', (piastres, text) => {
    expect(formatMoney(piastres)).toBe(text);
  });

  it('M12 other currencies are compact', () => {
    expect(formatMoney(123456700, 'USD')).toBe('$1.23M');
    expect(formatMoney(150000, 'EUR')).toBe('€1.5K');
  });

  it('leads short amounts with the symbol', () => {
    expect(formatShortMoney(12000, 'E£')).toBe('E£ 120');
  });

  it('reads what the database sends, as number or text, to the piastre', () => {
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

  it('refuses what is no amount and names it', () => {
    expect(() => toPiastres('a lot')).toThrow('Not an amount: a lot');
    expect(() => toPiastres('')).toThrow('Not an amount');
    expect(() => toPiastres(Number.POSITIVE_INFINITY)).toThrow('Not an amount');
  });
});
