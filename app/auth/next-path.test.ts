import { expect, it } from 'vitest';
import { purposeOf } from './next-path.ts';

it.each([
  ['/checkout', 'order'],
  ['/checkout?step=2', 'order'],
  ['/checkouts', undefined],
  ['/account/wishlist', 'wishlist'],
  ['/account/orders/9', 'orders'],
  ['/account?tab=1', 'account'],
  ['/admin', undefined],
  ['', undefined],
])('a sign-in page on the way to “%s” gives the reason: %s', (next, purpose) => {
  expect(purposeOf(next)).toBe(purpose);
});
