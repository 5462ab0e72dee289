import { tooManyRequests } from './errors.ts';

const SECONDS_TO_TRY_AGAIN = 2;

/**
 * Runs work a few at a time, first come, first served.
 * @throws AuthError 429 for work that would have to wait behind too much
 */
export function takeTurns(mostAtOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) throw tooManyRequests(SECONDS_TO_TRY_AGAIN);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
