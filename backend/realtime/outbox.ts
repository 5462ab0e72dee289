import type { Database } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';

/** Maximum number of messages per call of `realtime.flush_outbox`. */
const BATCH_SIZE = 1000;
/** Delay between calls, which batches a burst of writes. */
const BATCH_DELAY_MS = 10;
/** Polling interval for writes of other processes. */
const POLL_INTERVAL_MS = 100;

/**
 * Sends the messages that `realtime.send` put into the outbox: soon after a request wrote, and ten times a second.
 * Several processes may run this on one database: each message is taken once and delivered to all of them.
 * @returns a function that stops it after the current call
 */
export function flushOutbox(database: Database, log: Log): () => Promise<void> {
  let stopped = false;
  let isFailing = false;
  let running: Promise<void> | undefined;
  let pending = false;

  async function flush(): Promise<void> {
    try {
      for (let passed = BATCH_SIZE; passed === BATCH_SIZE && !stopped; ) {
        const [row] = await database.owner<{ passed: number }[]>`select realtime.flush_outbox() as passed`;
        passed = row?.passed ?? 0;
      }
      isFailing = false;
    } catch (error) {
      // Logged once per outage.
      if (!isFailing && !stopped) log.warn({ error }, 'Broadcasts could not be sent');
      isFailing = true;
    }
  }

  const poll = () => {
    pending = running !== undefined;
    if (running || stopped) return;
    running = flush().finally(() => {
      setTimeout(() => {
        running = undefined;
        if (pending) poll();
      }, BATCH_DELAY_MS).unref();
    });
  };

  const timer = setInterval(poll, POLL_INTERVAL_MS).unref();
  const stopListening = database.onWritten(poll);
  return async () => {
    stopped = true;
    clearInterval(timer);
    stopListening();
    await running;
  };
}
