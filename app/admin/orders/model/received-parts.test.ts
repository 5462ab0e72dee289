import { expect, it } from 'vitest';
import {
  allReceived,
  mostReceived,
  percentOf,
  type ReceivedPart,
  withOtherCondition,
} from './received-parts.ts';

const announced = [
  { order_line_id: 'a', quantity: 3 },
  { order_line_id: 'b', quantity: 1 },
];
const parts = allReceived(announced);
const counts = (some: readonly ReceivedPart[]) =>
  some.map(({ order_line_id, received }) => [order_line_id, received]);

it('receives everything as new until somebody says otherwise', () => {
  expect(counts(parts)).toEqual([
    ['a', 3],
    ['b', 1],
  ]);
});

it('takes a piece in another condition from the line’s largest part, and puts it below the line', () => {
  const more = withOtherCondition(withOtherCondition(parts, 'a'), 'a');
  expect(counts(more)).toEqual([
    ['a', 1],
    ['a', 1],
    ['a', 1],
    ['b', 1],
  ]);
  expect(new Set(more.map(({ key }) => key)).size).toBe(4);
});

it('has no more pieces of a line than were announced, whatever the parts', () => {
  const more = withOtherCondition(parts, 'a');
  expect(more.map((part) => mostReceived(more, part, announced))).toEqual([2, 1, 1]);
  expect(counts(withOtherCondition(parts, 'b'))).toEqual([
    ['a', 3],
    ['b', 1],
    ['b', 0],
  ]);
});

it.each([
  ['0', 0],
  [' 35', 35],
  ['100', 100],
  ['101', undefined],
  ['-1', undefined],
  ['', undefined],
  ['12.5', undefined],
])('reads %o percent as %o', (percent, expected) => {
  const [part] = parts;
  expect(part && percentOf({ ...part, percent })).toBe(expected);
});
