import { expect, it } from 'vitest';
import { numberText, typedNumber } from './typed-number.ts';

it.each([
  ['1,200', '1200'],
  ['1,200.50', '1200.50'],
  ['1.200,50', '1200.50'],
  ['1 200,50', '1200.50'],
  ["1'200.50", '1200.50'],
  ['1.234.567', '1234567'],
  ['99,50', '99.50'],
  ['0,5', '0.5'],
  ['.5', '0.5'],
  ['120.0000', '120.00'],
  ['0.500', '0.50'],
  ['٢٥٠', '250'],
  ['٩٩٫٥٠', '99.50'],
  ['١٬٢٠٠٫٥', '1200.5'],
  ['١٢٬٥٠', '12.50'],
  ['۱۲۳', '123'],
  ['1٢', '12'],
  ['１２', '12'],
  ['\u202d−5\u202c', '-5'],
  ['120 LE', '120'],
  ['L.E. 120', '120'],
  ['EGP 120.00', '120.00'],
  ['E£120', '120'],
  ['ج.م 150', '150'],
  ['١٥٠ ج.م.', '150'],
  ['150 جنيه', '150'],
  ['35 جنيهًا مصريًا', '35'],
  ['150 ج', '150'],
])('%j is the number %s, whatever the keyboard', (typed, number) => {
  expect(numberText(typed)).toBe(number);
});

it.each(['', 'abc', '1,2,3', '12,34.5', '1E+05', '5 kg', '1.2.3', '--5', '$5'])(
  '%j is not a number',
  (typed) => expect(typedNumber(typed)).toBeNaN(),
);

it('a single point before three digits keeps all of them, so that an amount of money is rejected', () => {
  for (const typed of ['1.234', '120.000', '١٢٠.٠٠٠']) expect(numberText(typed)).toMatch(/^\d+\.\d{3}$/);
});
