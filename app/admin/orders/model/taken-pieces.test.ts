import { expect, it } from 'vitest';
import { allTaken, countTaken, piecesTaken } from './taken-pieces.ts';

const lines = allTaken([
  { order_line_id: 'a', name: 'Hoodie', quantity: 2 },
  { order_line_id: 'b', name: 'Mug', quantity: 1 },
]);

it('takes everything until somebody says otherwise', () => {
  expect(countTaken(lines)).toEqual({ sent: 3, taken: 3 });
  expect(piecesTaken(lines)).toBeUndefined();
});

it('names the pieces that were taken, and leaves out lines of which none was', () => {
  const some = lines.map((line) => ({ ...line, taken: line.order_line_id === 'a' ? 1 : 0 }));
  expect(countTaken(some)).toEqual({ sent: 3, taken: 1 });
  expect(piecesTaken(some)).toEqual([{ order_line_id: 'a', quantity: 1 }]);
});

it('names nothing where nothing was taken, which the database refuses', () => {
  expect(piecesTaken(lines.map((line) => ({ ...line, taken: 0 })))).toEqual([]);
});
