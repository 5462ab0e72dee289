import pLimit from 'p-limit';

/** The queue is full. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

/** Runs at most `concurrency` tasks at a time; rejects tasks beyond `maxWaiting` queued ones with a TooBusyError. */
export function limitConcurrency(concurrency: number, maxWaiting: number) {
  const limit = pLimit(concurrency);
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.activeCount >= concurrency && limit.pendingCount >= maxWaiting) {
      throw new TooBusyError('Too much is being made at the moment');
    }
    return limit(task);
  };
}
