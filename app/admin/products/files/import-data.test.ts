import { describe, expect, it } from 'vitest';
import { earlierMatches, type RowOutcome, splitIntoBatches } from './import-data.ts';

describe('products of earlier parts that a dry run passes on', () => {
  const outcomes: RowOutcome[] = [
    { row: 2, outcome: 'changed', id: 'a', name: 'Cup', before: { name: 'Mug' } },
    { row: 3, outcome: 'added', id: 'b', name: 'Cap' },
    { row: 4, outcome: 'unchanged', id: 'c', name: 'Hoodie' },
    { row: 5, outcome: 'refused', name: 'Sock' },
  ];
  const cup = { id: 'a', name: 'Cup' };

  it.each([
    ['its id', { row: 9, id: 'a', set: { name: 'Jar' } }, [cup]],
    ['its new name', { row: 9, set: { name: 'CUP' } }, [cup]],
    ['its old name', { row: 9, set: { name: 'mug' } }, [cup]],
    ['the name of an added one', { row: 9, set: { name: 'cap' } }, [{ id: 'b', name: 'Cap' }]],
    ['one that stayed as it was', { row: 9, set: { name: 'Hoodie' } }, []],
    ['one that was refused', { row: 9, set: { name: 'Sock' } }, []],
    ['the name alone, beside another id', { row: 9, id: 'x', set: { name: 'Cup' } }, []],
  ])('include the one that a row matches by %s', (_, row, seen) => {
    expect(earlierMatches([row], outcomes)).toEqual(seen);
  });
});

describe('batches of a long file', () => {
  const rows = (count: number, variants: number) =>
    Array.from({ length: count }, (_, index) => ({
      row: index + 2,
      set: {},
      variants: Array.from({ length: variants }, () => ({ row: index + 2, options: [] })),
    }));

  it('have a hundred products', () => {
    expect(splitIntoBatches(rows(250, 1)).map((part) => part.length)).toEqual([100, 100, 50]);
  });

  it('have fewer products with many variants, and a single one of any size', () => {
    expect(splitIntoBatches(rows(25, 25)).map((part) => part.length)).toEqual([10, 10, 5]);
    expect(splitIntoBatches(rows(2, 2000)).map((part) => part.length)).toEqual([1, 1]);
    expect(splitIntoBatches([])).toEqual([]);
  });
});
