import { expect, it } from 'vitest';
import { replacementGrams } from './replacement.ts';

const line = (id: string, quantity: number, grams: number) => ({
  ...{ id, name: id, quantity, size: 'M' },
  sizes: [
    { size: 'L', grams },
    { size: 'XL', grams: grams + 50 },
  ],
});

it('a replacement weighs the items in the chosen sizes, and nothing else', () => {
  const lines = [line('tee', 2, 200), line('hoodie', 1, 700)];
  expect(replacementGrams(lines, {})).toBe(0);
  expect(replacementGrams(lines, { tee: 'L' })).toBe(400);
  expect(replacementGrams(lines, { tee: 'XL', hoodie: 'L' })).toBe(1200);
  expect(replacementGrams(lines, { tee: '', hoodie: 'S' })).toBe(0);
});
