import { expect, it } from 'vitest';
import { readByKey, sortedBy } from './read-by-key.ts';

it('an export contains each row once, although rows are added and removed during the export', async () => {
  let rows = [1, 3, 5, 7, 9].map((id) => ({ id }));
  const read = async (after: number | null, limit: number) => {
    const part = rows.filter(({ id }) => after === null || id > after).slice(0, limit);
    // A row that was read is removed, and one is inserted before it.
    rows = [{ id: 0 }, ...rows.filter(({ id }) => id !== part[0]?.id)];
    return part;
  };
  expect((await readByKey(read, 2)).map(({ id }) => id)).toEqual([1, 3, 5, 7, 9]);
  expect(await readByKey(async () => [], 2)).toEqual([]);
});

it('rows sort as in lists: by number or text in either direction, empty values last', () => {
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
