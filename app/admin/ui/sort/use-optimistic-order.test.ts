import { expect, test } from 'vitest';
import { inOrder } from './use-optimistic-order.ts';

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const shown = (ids: string[] | null) => inOrder(rows, ids).map(({ id }) => id);

test('rows are in the order of the ids', () => {
  expect(shown(['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
  expect(shown(null)).toEqual(['a', 'b', 'c']);
});

test('new rows come last, removed rows leave no gap', () => {
  expect(shown(['c', 'a'])).toEqual(['c', 'a', 'b']);
  expect(shown(['gone', 'b'])).toEqual(['b', 'a', 'c']);
});
