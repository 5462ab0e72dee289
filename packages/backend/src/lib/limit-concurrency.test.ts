import { describe, expect, it } from 'vitest';
import { limitConcurrency, TooBusyError } from './limit-concurrency.ts';

describe('limited concurrency', () => {
  it('runs a limited number at a time and rejects tasks beyond the queue', async () => {
    const inTurn = limitConcurrency(2, 1);
    const releases: (() => void)[] = [];
    const task = () => new Promise<string>((resolve) => releases.push(() => resolve('done')));
    const running = [inTurn(task), inTurn(task), inTurn(task)];
    await expect.poll(() => releases.length).toBe(2);
    await expect(inTurn(task)).rejects.toThrow(TooBusyError);
    releases[0]?.();
    expect(await running[0]).toBe('done');
    await expect.poll(() => releases.length).toBe(3);
    for (const release of releases) release();
    expect(await Promise.all(running)).toEqual(['done', 'done', 'done']);
  });
});
