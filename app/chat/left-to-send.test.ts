import { expect, test } from 'vitest';
import { leftToSend } from './left-to-send.ts';

test.each([
  ['Is it back? ', 'Is it back? ', ''],
  ['Is it back? In blue?', 'Is it back?', 'In blue?'],
  ['Is it black?', 'Is it back?', 'Is it black?'],
  ['', 'Is it back?', ''],
])('M28 of %j stays, once %j was sent, %j', (now, sent, left) => {
  expect(leftToSend(now, sent)).toBe(left);
});
