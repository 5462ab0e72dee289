import { expect, it } from 'vitest';
import { countsOfAll } from './demo-data.ts';

it('adds up the demo’s rows in all stores, by kind', () => {
  const row = { goes: 0, changed: 0, ordered: 0, used: 0 };
  expect(
    countsOfAll([
      { counts: { product: { ...row, goes: 28, changed: 2 }, order: { ...row, goes: 14 } } },
      { counts: { product: { ...row, goes: 39, ordered: 1 } } },
    ]),
  ).toEqual({
    product: { goes: 67, changed: 2, ordered: 1, used: 0 },
    order: { goes: 14, changed: 0, ordered: 0, used: 0 },
  });
});
