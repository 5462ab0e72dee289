import { expect, it } from 'vitest';
import { orderOf, sortingState, sortOf, sortText } from './sort.ts';

const keys = ['name', 'created'] as const;

it('a list is ordered as its address asks, and as usual where that makes no sense', () => {
  expect(sortOf(keys, '-created', 'name')).toBe('name');
  expect(sortOf(keys, '-created', '-name')).toBe('-name');
  expect(sortOf(keys, '-created', 'id;--')).toBe('-created');
  expect(sortOf(keys, '-created', null)).toBe('-created');
});

it('an order names a column of the database and its direction', () => {
  const columns = { name: 'name', created: 'created_at' };
  expect(orderOf('-created', columns)).toEqual({ column: 'created_at', ascending: false });
  expect(orderOf('name', columns)).toEqual({ column: 'name', ascending: true });
});

it('the table and the address say the same order', () => {
  expect(sortingState('-created')).toEqual([{ id: 'created', desc: true }]);
  for (const sort of ['name', '-created', '']) expect(sortText(sortingState(sort))).toBe(sort);
});
