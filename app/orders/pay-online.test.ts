import { expect, it } from 'vitest';
import { timeLeft } from './pay-online.tsx';

it.each([
  [1_800_000, '30:00'],
  [61_001, '1:02'],
  [9_500, '0:10'],
  [1, '0:01'],
  [0, null],
  [-5_000, null],
  [Number.NaN, null],
])('%i ms until a reservation ends read as %s', (left, text) => {
  expect(timeLeft(1_000_000 + left, 1_000_000)).toBe(text);
});
