import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runPeriodically } from './periodic-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs after each interval, unless still running', async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((done) => void ends.push(done)));
  const stop = runPeriodically({ every: 1_000, grace: 0, work });
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it('starts at once if requested', async () => {
  const work = vi.fn(async () => {});
  await runPeriodically({ every: 1_000, grace: 0, work, atStart: true })();
  expect(work).toHaveBeenCalledTimes(1);
});

it('when stopped, signals the current run and waits for it', async () => {
  let finished = false;
  const stop = runPeriodically({
    every: 1_000,
    grace: 10_000,
    atStart: true,
    work: (signal) =>
      new Promise((done) => {
        signal.addEventListener('abort', () => {
          finished = true;
          done();
        });
      }),
  });
  await stop();
  expect(finished).toBe(true);
});
