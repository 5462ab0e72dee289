import { expect, it } from 'vitest';
import { fragmentId } from './fragment.ts';

it('a fragment points to an element however it is written', () => {
  expect(fragmentId('#reviews')).toBe('reviews');
  expect(fragmentId('#%D8%B4')).toBe('ش');
  expect(fragmentId('#100%')).toBe('100%');
  expect(fragmentId('')).toBe('');
});
