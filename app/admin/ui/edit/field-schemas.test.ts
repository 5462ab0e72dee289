import { expect, it } from 'vitest';
import { amountText, signedNumber } from './field-schemas.ts';

it.each([
  ['−5', -5],
  ['+ ١٬٢٠٠٫٥', 1200.5],
  ['5.125', Number.NaN],
])('parses the signed number %s as %s', (typed, number) => {
  expect(signedNumber(typed)).toBe(number);
});

it('accepts an amount in Arabic digits only within its bounds', () => {
  const amount = amountText(() => 'wrong', { most: 300 });
  expect(amount.parse(' ٢٥٠ ')).toBe('250');
  expect(amount.safeParse('٣٠١').success).toBe(false);
});
