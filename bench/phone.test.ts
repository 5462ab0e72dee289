import { describe, expect, it } from 'vitest';
import { blockingTime } from './phone.ts';

describe('blocking time', () => {
  it('is what each task takes beyond 50 ms, after the first paint', () => {
    expect(blockingTime([], 400)).toBe(0);
    expect(blockingTime([[500, 540]], 400)).toBe(0);
    expect(
      blockingTime(
        [
          [500, 600],
          [900, 980],
        ],
        400,
      ),
    ).toBe(80);
  });

  it('does not count what comes before the first paint, when there is nothing to touch yet', () => {
    expect(blockingTime([[100, 350]], 400)).toBe(0);
    expect(blockingTime([[300, 500]], 400)).toBe(50);
  });
});
