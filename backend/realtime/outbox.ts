import type { Database } from '../db.ts';
import type { Log } from '../http.ts';

/** What one call of `realtime.pass_on` takes at most. */
const FULL = 1000;
/** Between two looks: a rush of writes is passed on together. */
const PAUSE_MS = 10;
/** For what was written past this process: by hand, by a job, by a process that died. */
const LOOK_MS = 100;

/**
 * Passes on what `realtime.send` laid into the outbox: soon after a request wrote, and every now and then. Several processes
 * may do so on one database: each message is taken once, and all of them hear it.
 * @returns stops it, once the call in flight is over.
 */
export function passOnOutbox(database: Database, log: Log): () => Promise<void> {
  let stopped = false;
  let troubled = false;
  let running: Promise<void> | undefined;
  let again = false;

  async function passOn(): Promise<void> {
    try {
      for (let passed = FULL; passed === FULL && !stopped; ) {
        const [row] = await database.owner<{ passed: number }[]>`select realtime.pass_on() as passed`;
        passed = row?.passed ?? 0;
      }
      troubled = false;
    } catch (error) {
      // Once, not ten times a second while the database is away.
      if (!troubled && !stopped) log.warn({ error }, 'Announcements could not be passed on');
      troubled = true;
    }
  }

  const look = () => {
    again = running !== undefined;
    if (running || stopped) return;
    running = passOn().finally(() => {
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
