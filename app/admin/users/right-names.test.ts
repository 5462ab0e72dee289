import { expect, it } from 'vitest';
import { highestCeiling } from './right-names.ts';

it('several roles add up to their highest ceiling, and to none if one of them has none', () => {
  expect(highestCeiling([{ ceiling: 50 }, { ceiling: 200 }])).toBe(200);
  expect(highestCeiling([{ ceiling: 50 }, { ceiling: null }])).toBeNull();
  expect(highestCeiling([{ ceiling: 0 }])).toBe(0);
});
