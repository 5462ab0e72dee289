import { describe, expect, it } from 'vitest';
import { nextOption } from './use-combobox.ts';

describe('choosing a suggestion', () => {
  it.each([
    [-1, 1, 0],
    [0, 1, 1],
    [2, 1, -1],
    [-1, -1, 2],
    [0, -1, -1],
    [2, -1, 1],
  ] as const)('from %d the arrow %d leads to %d of three', (active, step, next) => {
    expect(nextOption(active, step, 3)).toBe(next);
  });

  it('without suggestions the arrows stay in the field', () => {
    expect(nextOption(-1, 1, 0)).toBe(-1);
    expect(nextOption(-1, -1, 0)).toBe(-1);
  });
});
