import { expect, it } from 'vitest';
import { countsOfAll } from './demo-data.ts';

it('adds up what becomes of the demo in all stores, by kind', () => {
  expect(
    countsOfAll([
      {
        counts: [
          { kind: 'product', fate: 'goes', how_many: 28 },
          { kind: 'product', fate: 'changed', how_many: 2 },
          { kind: 'order', fate: 'goes', how_many: 14 },
        ],
      },
      {
        counts: [
          { kind: 'product', fate: 'goes', how_many: 39 },
          { kind: 'product', fate: 'ordered', how_many: 1 },
        ],
      },
    ]),
  ).toEqual({
    product: { goes: 67, changed: 2, ordered: 1, used: 0 },
    order: { goes: 14, changed: 0, ordered: 0, used: 0 },
  });
});
