import { describe, expect, it } from 'vitest';
import { atLeast, atMost, line, median } from './figures.ts';

describe('figures of the bench', () => {
  it('are medians, so that one slow run does not count', () => {
    expect(median([1, 100, 2])).toBe(2);
    expect(median([1, 3])).toBe(2);
  });

  it('say whether they hold their bar', () => {
    expect(atLeast('ratio', [0.9, 0.7, 0.85], 0.8).holds).toBe(true);
    expect(atLeast('ratio', [0.7, 0.9, 0.75], 0.8).holds).toBe(false);
    expect(atMost('bytes', [114], 115).holds).toBe(true);
    expect(line(atMost('bytes', [116.5], 115, 'KB'))).toMatch(/^✗ bytes +116 KB|^✗ bytes +117 KB/);
  });
});
