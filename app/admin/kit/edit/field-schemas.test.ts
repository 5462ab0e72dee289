import { expect, it } from 'vitest';
import { amountText, withPoint } from './field-schemas.ts';

it.each([
  ['1,200', '1200'],
  ['1,200.50', '1200.50'],
  ['99,50', '99.50'],
  ['٢٥٠', '250'],
  ['٩٩٫٥٠', '99.50'],
  ['١٬٢٠٠٫٥', '1200.5'],
  ['۱۲۳', '123'],
  ['1٢', '12'],
])('takes %s for %s, as people type it in Egypt', (typed, number) => {
  expect(withPoint(typed)).toBe(number);
});

it('takes an amount in Arabic digits within its bounds only', () => {
  const amount = amountText(() => 'wrong', { most: 300 });
  expect(amount.parse(' ٢٥٠ ')).toBe('250');
  expect(amount.safeParse('٣٠١').success).toBe(false);
});
