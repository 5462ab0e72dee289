import { expect, it } from 'vitest';
import { sundayOf } from './week.ts';

it('a week is named by any of its days', () => {
  expect(sundayOf('2026-03-01')).toBe('2026-03-01');
  expect(sundayOf('2026-03-07')).toBe('2026-03-01');
  expect(sundayOf('2026-99-99')).toBe(sundayOf(null));
  expect(sundayOf('rubbish')).toBe(sundayOf(null));
});
