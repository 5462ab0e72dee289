import { expect, it } from 'vitest';
import { readByKey, sortedBy } from './read-by-key.ts';

it('an export has each row once, although rows come and go while it is read', async () => {
  let rows = [1, 3, 5, 7, 9].map((id) => ({ id }));
  const read = async (after: number | null, limit: number) => {
    const part = rows.filter(({ id }) => after === null || id > after).slice(0, limit);
    // One that was read goes, and one comes in front of it.
    rows = [{ id: 0 }, ...rows.filter(({ id }) => id !== part[0]?.id)];
    return part;
  };
  expect((await readByKey(read, 2)).map(({ id }) => id)).toEqual([1, 3, 5, 7, 9]);
  expect(await readByKey(async () => [], 2)).toEqual([]);
});

it('rows are sorted as lists are: by number or text in either direction, those without a value last', () => {
  const rows = [
    { id: 1, at: 'b' },
    { id: 2, at: null },
    { id: 3, at: 'A' },
    { id: 4, at: 'b' },
  ];
  const ids = (column: string, ascending: boolean) => sortedBy(rows, column, ascending).map(({ id }) => id);
  expect(ids('at', true)).toEqual([3, 1, 4, 2]);
  expect(ids('at', false)).toEqual([1, 4, 3, 2]);
  expect(ids('id', false)).toEqual([4, 3, 2, 1]);
});
