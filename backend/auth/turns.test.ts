import { describe, expect, it } from 'vitest';
import { takeTurns } from './turns.ts';

/** Work that ends when told to. */
function pending() {
  const ends: (() => void)[] = [];
  const started: number[] = [];
  return {
    started,
    work: (name: number) => () =>
      new Promise<number>((resolve) => {
        started.push(name);
        ends.push(() => resolve(name));
      }),
    endNext: async () => {
      ends.shift()?.();
      await new Promise((done) => setImmediate(done));
    },
  };
}

describe('turns', () => {
  it('are taken a few at a time, in order', async () => {
    const turn = takeTurns(2, 10);
    const { started, work, endNext } = pending();
    const all = Promise.all([1, 2, 3, 4].map((name) => turn(work(name))));
    expect(started).toEqual([1, 2]);
    await endNext();
    expect(started).toEqual([1, 2, 3]);
    await endNext();
    expect(started).toEqual([1, 2, 3, 4]);
    await endNext();
    await endNext();
    expect(await all).toEqual([1, 2, 3, 4]);
  });

  it('are refused when too many wait, and free again afterwards', async () => {
    const turn = takeTurns(1, 1);
    const { work, endNext } = pending();
    const first = turn(work(1));
    const second = turn(work(2));
    await expect(turn(work(3))).rejects.toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    await endNext();
    await endNext();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    const fourth = turn(work(4));
    await endNext();
    expect(await fourth).toBe(4);
  });

  it('pass on after a failure', async () => {
    const turn = takeTurns(1, 1);
    const failing = turn(() => Promise.reject(new Error('broken')));
    const next = turn(() => Promise.resolve('fine'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('fine');
  });
});
