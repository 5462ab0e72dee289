import { describe, expect, it } from 'vitest';
import { barHeights, changeInPercent } from './dashboard-model.ts';

describe('dashboard figures', () => {
  it('compare with the previous period, if it had any', () => {
    expect(changeInPercent(150, 100)).toBe(50);
    expect(changeInPercent(0, 80)).toBe(-100);
    expect(changeInPercent(33.3, 33.3)).toBe(0);
    expect(changeInPercent(10, 0)).toBeNull();
  });

  it('scale bars to the highest one', () => {
    expect(barHeights([0, 50, 200])).toEqual([0, 25, 100]);
    expect(barHeights([0, 0])).toEqual([0, 0]);
    expect(barHeights([])).toEqual([]);
  });
});
