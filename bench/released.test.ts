import { expect, test } from 'vitest';
import { atLeast, atMost } from './figures.ts';
import { lostSince, releasedFigures } from './released.ts';

const released = {
  version: '1.0.0',
  processor: 'fast',
  figures: { rate: 4, bytes: 100, 'first page': 2 },
};

test('a figure that lost more than a tenth since the last release is said to', () => {
  expect(lostSince(released, atLeast('rate', [3.7], 2), 'fast')).toBe(0);
  expect(lostSince(released, atLeast('rate', [3], 2), 'fast')).toBeCloseTo(0.25);
  expect(lostSince(released, atMost('bytes', [105], 200, 'KB'), 'fast')).toBe(0);
  expect(lostSince(released, atMost('bytes', [120], 200, 'KB'), 'fast')).toBeCloseTo(0.2);
});

test('times are compared only on the same processor, and nothing is said of new or noisy figures', () => {
  expect(lostSince(released, atMost('first page', [3], 5, 's'), 'fast')).toBeCloseTo(0.5);
  expect(lostSince(released, atMost('first page', [3], 5, 's'), 'slow')).toBe(0);
  expect(lostSince(released, atLeast('new', [1], 2), 'fast')).toBe(0);
  expect(lostSince(released, atLeast('rate', [1, 3, 9, 2], 2), 'fast')).toBe(0);
});

test('the last release’s figures are readable', () => {
  expect(Object.values(releasedFigures().figures).every((value) => value > 0)).toBe(true);
});
