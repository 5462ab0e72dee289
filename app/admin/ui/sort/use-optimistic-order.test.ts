import { expect, test } from 'vitest';
import { inOrder } from './use-optimistic-order.ts';

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const shown = (ids: string[] | null) => inOrder(rows, ids).map(({ id }) => id);

test('rows stand as somebody ordered them', () => {
  expect(shown(['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
  expect(shown(null)).toEqual(['a', 'b', 'c']);
});

test('rows that came since stand at the end, those that are gone leave no gap', () => {
  expect(shown(['c', 'a'])).toEqual(['c', 'a', 'b']);
  expect(shown(['gone', 'b'])).toEqual(['b', 'a', 'c']);
});
