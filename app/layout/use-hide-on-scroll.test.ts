import { describe, expect, it } from 'vitest';
import { hides } from './use-hide-on-scroll.ts';

describe('hiding bar', () => {
  it('hides on scroll down and returns on scroll up', () => {
    expect(hides(false, 200, 300)).toBe(true);
    expect(hides(true, 300, 250)).toBe(false);
  });

  it('always shows near the top and ignores jitter', () => {
    expect(hides(true, 0, 60)).toBe(false);
    expect(hides(true, 300, 298)).toBe(true);
    expect(hides(false, 300, 302)).toBe(false);
  });
});
