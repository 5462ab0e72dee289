import { expect, it } from 'vitest';
import { hasChanged } from './has-changed.ts';

const shown = { stock: 12, rating: 4.5, review_count: 2, updated_at: '2026-11-22T10:00:00+00:00' };

it.each([
  [{}, false],
  [{ stock: 11 }, false],
  [{ stock: 5 }, true],
  [{ stock: 0 }, true],
  [{ rating: 4, review_count: 3 }, true],
  [{ updated_at: '2026-11-22T10:00:01+00:00' }, true],
])('M112 an open page whose product has %j by now is read anew: %s', (change, expected) => {
  expect(hasChanged(shown, { ...shown, ...change })).toBe(expected);
});

it('M112 an open page of a product that is gone is read anew', () => {
  expect(hasChanged(shown, null)).toBe(true);
});
