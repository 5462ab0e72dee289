import type { Database } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';

/** What one call of `realtime.flush_outbox` takes at most. */
const FULL = 1000;
/** Between two calls: a burst of writes is sent together. */
const PAUSE_MS = 10;
/** For what other processes wrote: by hand, by a job, or before they died. */
const LOOK_MS = 100;

/**
 * Sends what `realtime.send` put into the outbox: soon after a request wrote, and ten times a second. Several processes may
 * do so on one database: each message is taken once, and all of them receive it.
 * @returns stops it, once the call in flight is over.
 */
export function flushOutbox(database: Database, log: Log): () => Promise<void> {
  let stopped = false;
  let troubled = false;
  let running: Promise<void> | undefined;
  let again = false;

  async function flush(): Promise<void> {
    try {
      for (let passed = FULL; passed === FULL && !stopped; ) {
        const [row] = await database.owner<{ passed: number }[]>`select realtime.flush_outbox() as passed`;
        passed = row?.passed ?? 0;
      }
      troubled = false;
    } catch (error) {
      // Once, not ten times a second while the database is away.
      if (!troubled && !stopped) log.warn({ error }, 'Broadcasts could not be sent');
      troubled = true;
    }
  }

  const look = () => {
    again = running !== undefined;
    if (running || stopped) return;
    running = flush().finally(() => {
      setTimeout(() => {
        running = undefined;
        if (again) look();
      }, PAUSE_MS).unref();
    });
  };

  const timer = setInterval(look, LOOK_MS).unref();
  const stopListening = database.onWritten(look);
  return async () => {
    stopped = true;
    clearInterval(timer);
    stopListening();
    await running;
  };
}
