import { expect, it } from 'vitest';
import { orderOf, sortingState, sortOf, sortText } from './sort.ts';

const keys = ['name', 'created'] as const;

it('the URL sorts a list; an invalid sort falls back to the default', () => {
  expect(sortOf(keys, '-created', 'name')).toBe('name');
  expect(sortOf(keys, '-created', '-name')).toBe('-name');
  expect(sortOf(keys, '-created', 'id;--')).toBe('-created');
  expect(sortOf(keys, '-created', null)).toBe('-created');
});

it('a sort maps to a database column and direction', () => {
  const columns = { name: 'name', created: 'created_at' };
  expect(orderOf('-created', columns)).toEqual({ column: 'created_at', ascending: false });
  expect(orderOf('name', columns)).toEqual({ column: 'name', ascending: true });
});

it('table state and URL convert into each other', () => {
  expect(sortingState('-created')).toEqual([{ id: 'created', desc: true }]);
  for (const sort of ['name', '-created', '']) expect(sortText(sortingState(sort))).toBe(sort);
});
