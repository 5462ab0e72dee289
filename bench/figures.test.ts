import { describe, expect, it } from 'vitest';
import { atLeast, atMost, line, median, noise } from './figures.ts';

describe('figures of the bench', () => {
  it('are medians, so that one slow run does not count', () => {
    expect(median([1, 100, 2])).toBe(2);
    expect(median([1, 3])).toBe(2);
  });

  it('say whether they hold their bar', () => {
    expect(atLeast('ratio', [0.9, 0.7, 0.85], 0.8).holds).toBe(true);
    expect(atLeast('ratio', [0.7, 0.9, 0.75], 0.8).holds).toBe(false);
    expect(line(atMost('bytes', [116.4], 115, 'KB'))).toMatch(/^✗ bytes +116 KB +≤ 115$/);
  });

  it('say when the machine was too noisy, or the process under test not at a full core', () => {
    expect(noise(atLeast('ratio', [0.5, 0.9, 1.4, 0.6], 0.8))).toBe('too noisy to tell');
    expect(noise(atLeast('ratio', [0.9, 0.9, 0.9], 0.8, '', [0.6, 0.6, 1]))).toBe('not at a full core');
    expect(line(atLeast('ratio', [0.9, 0.9, 0.9], 0.8, '', [1, 1, 1]))).toMatch(/^✓ ratio .*at 1.00 cores$/);
  });
});
