import { expect, it } from 'vitest';
import { decimalSignOf, readAmount } from './amounts.ts';

it.each([
  ['220', 220],
  ['1,250.50', 1250.5],
  ['1.250,50', 1250.5],
  ['35,50', 35.5],
  ['1 250', 1250],
  ['١٬٢٥٠', 1250],
  ['٢٨٠٫٥ ج.م', 280.5],
  ['220 جنيه مصري', 220],
  ['35 جنيها', 35],
  ['٣٥ جنيهًا', 35],
  ['EGP 1,250.00', 1250],
  ['L.E. 35', 35],
  ['-35.00', -35],
  ['35.00-', -35],
  ['(35.00)', -35],
  ['(EGP 35)', -35],
  ['-EGP 35', -35],
  ['EGP -35', -35],
  ['−٣٥', -35],
  ['219.99999999', 220],
  ['35.50000000000001', 35.5],
  ['0,500', 0.5],
  ['165.2893', 165.2893],
])('%j is the amount %d', (cell, amount) => {
  expect(readAmount(cell, null)).toEqual({ amount });
});

it.each([
  ['1,234', 'ambiguous'],
  ['1.234', 'ambiguous'],
  ['-1.234 EGP', 'ambiguous'],
  ['8.00E+06', 'spoilt'],
  ['6,22E+12', 'spoilt'],
  ['', 'none'],
  ['-', 'none'],
  ['Yes', 'none'],
  ['--5', 'none'],
  ['(-5)', 'none'],
  ['$5', 'none'],
  ['12,34.5', 'none'],
])('%j is not an amount: %s', (cell, problem) => {
  expect(readAmount(cell, null)).toEqual({ problem });
});

it('an ambiguous amount follows the other amounts of its file, unless they disagree', () => {
  for (const [others, sign, point, comma] of [
    [['35.50', '220'], '.', 1.234, 1234],
    [['1,250,000'], '.', 1.234, 1234],
    [['1.250,00'], ',', 1234, 1.234],
    [['(35,5)'], ',', 1234, 1.234],
  ] as const) {
    const decimal = decimalSignOf(others);
    expect(decimal).toBe(sign);
    expect(readAmount('1.234', decimal)).toEqual({ amount: point });
    expect(readAmount('1,234', decimal)).toEqual({ amount: comma });
  }
  expect(decimalSignOf(['35.50', '35,50'])).toBeNull();
  expect(decimalSignOf(['220', '1,234', '1.234', 'Total', ''])).toBeNull();
});
