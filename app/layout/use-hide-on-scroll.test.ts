import { describe, expect, it } from 'vitest';
import { isHiddenAfter } from './use-hide-on-scroll.ts';

describe('hiding bar', () => {
  it('hides on scroll down and returns on scroll up', () => {
    expect(isHiddenAfter(false, 200, 300)).toBe(true);
    expect(isHiddenAfter(true, 300, 250)).toBe(false);
  });

  it('is always visible near the top and ignores jitter', () => {
    expect(isHiddenAfter(true, 0, 60)).toBe(false);
    expect(isHiddenAfter(true, 300, 298)).toBe(true);
    expect(isHiddenAfter(false, 300, 302)).toBe(false);
  });
});
