import { expect, test } from 'vitest';
import { unsentText } from './composer.tsx';

test.each([
  ['Is it back? ', 'Is it back? ', ''],
  ['Is it back? In blue?', 'Is it back?', 'In blue?'],
  ['Is it black?', 'Is it back?', 'Is it black?'],
  ['', 'Is it back?', ''],
])('keeps of %j in the field, after %j was sent, %j', (now, sent, left) => {
  expect(unsentText(now, sent)).toBe(left);
});
