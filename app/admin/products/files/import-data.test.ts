import { describe, expect, it } from 'vitest';
import { type RowOutcome, seenBefore } from './import-data.ts';

describe('what a part of a rehearsal is told of the parts before', () => {
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
  ])('is the product that a row meets by %s', (_, row, seen) => {
    expect(seenBefore([row], outcomes)).toEqual(seen);
  });
});
