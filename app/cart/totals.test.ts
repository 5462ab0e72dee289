import { expect, it } from 'vitest';
import { missingToFree } from './totals.ts';

it('the cart gives the amount missing to free shipping, and none in a store without a threshold', () => {
  expect(missingToFree(380_00, 500)).toBe(120_00);
  expect(missingToFree(700_00, 500)).toBe(0);
  expect(missingToFree(9_999_00, null)).toBeNull();
});
