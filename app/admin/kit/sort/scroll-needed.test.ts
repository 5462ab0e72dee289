import { expect, test } from 'vitest';
import { scrollNeeded } from './scroll-needed.ts';

const view = { top: 80, bottom: 780 };

test.each([
  ['all of it in sight', { top: 80, bottom: 780 }, 0],
  ['above', { top: -20, bottom: 100 }, -100],
  ['below', { top: 700, bottom: 800 }, 20],
  ['taller than the view, below', { top: 180, bottom: 2000 }, 100],
  ['taller than the view, its head in place', { top: 80, bottom: 2000 }, 0],
])('a carried item is brought into sight by the shortest way: %s', (_where, item, by) => {
  expect(scrollNeeded(item, view)).toBe(by);
});
