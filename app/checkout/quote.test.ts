import { expect, it } from 'vitest';
import { isOfCode } from './quote.ts';

it.each([
  ['unknown_discount', true],
  ['discount_expired', true],
  ['discount_used_by_you', true],
  ['out_of_stock', false],
  ['not_payable', false],
])('M68 a problem named %s is told beside the discount code: %s', (code, beside) => {
  expect(isOfCode(code)).toBe(beside);
});
