import { setTimeout as wait } from 'node:timers/promises';

interface PeriodicWork {
  /** Milliseconds between two runs. */
  every: number;
  /** Milliseconds to wait for the current run when stopping. */
  grace: number;
  /** Must not reject. @param signal aborted when stopped */
  work: (signal: AbortSignal) => Promise<void>;
  /** Also runs once at the start. */
  atStart?: boolean;
}

/** Runs work periodically, never twice at once. @returns a function that stops after the current run */
export function runPeriodically({ every, grace, work, atStart = false }: PeriodicWork): () => Promise<void> {
  const stopping = new AbortController();
  let current: Promise<void> | undefined;
  const run = () => {
    current ??= work(stopping.signal).finally(() => {
      current = undefined;
    });
  };
  const timer = setInterval(run, every);
  timer.unref();
  if (atStart) run();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.race([current, wait(grace, undefined, { ref: false })]);
  };
}
