import { expect, it } from 'vitest';
import { asLines, piecesOf } from './line-pieces.ts';

const line = {
  quantity: 3,
  cancelled: 0,
  packed: 0,
  sent: 0,
  delivered: 0,
  returned_to_sender: 0,
  returned: 0,
};

it('a line shows no counts while all of its items are where the order is', () => {
  expect(piecesOf(line)).toEqual([]);
  expect(piecesOf({ ...line, packed: 3 })).toEqual([]);
  expect(piecesOf({ ...line, sent: 3 })).toEqual([]);
  expect(piecesOf({ ...line, sent: 3, delivered: 3 })).toEqual([]);
});

it('a line shows how many items are sent, delivered, returned and cancelled', () => {
  expect(piecesOf({ ...line, sent: 2 })).toEqual([{ kind: 'onTheWay', count: 2 }]);
  expect(piecesOf({ ...line, sent: 2, delivered: 2, returned: 1, cancelled: 1 })).toEqual([
    { kind: 'delivered', count: 1 },
    { kind: 'returned', count: 1 },
    { kind: 'cancelled', count: 1 },
  ]);
  expect(piecesOf({ ...line, cancelled: 3 })).toEqual([{ kind: 'cancelled', count: 3 }]);
});

it('lines without chosen items are not sent', () => {
  expect(asLines({ a: 0, b: 2 })).toEqual([{ order_line_id: 'b', quantity: 2 }]);
});
