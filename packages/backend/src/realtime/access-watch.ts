import type { Database } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';
import type { Connection } from './connection.ts';

/** Notification channel for ended sessions and changed rights; see bootstrap/auth.sql. */
const CHANNEL = 'realtime:access';
/** Payload after a change of rights, which policies may depend on. */
const RIGHTS = 'rights';
/** Milliseconds between two checks, so that a burst of changes causes one. */
const PAUSE_MS = 250;

/**
 * Closes channels as soon as their session has ended, and reevaluates their policies when rights have
 * changed.
 * @returns a function that stops it
 */
export async function watchAccess(
  database: Database,
  log: Log,
  connections: () => readonly Connection[],
): Promise<() => Promise<void>> {
  let isWaiting = false;
  let rightsChanged = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    isWaiting = false;
    const all = connections();
    if (rightsChanged) for (const connection of all) connection.recheck();
    rightsChanged = false;
    try {
      const ended = await endedOf(
        database,
        all.flatMap(({ sessions }) => sessions),
      );
      if (ended.size > 0) for (const connection of all) connection.closeEnded(ended);
    } catch (error) {
      log.warn({ err: error }, 'Whether sessions of realtime channels have ended is not known');
    }
  }

  const stop = await database.listen(CHANNEL, (payload) => {
    rightsChanged ||= payload === RIGHTS;
    if (isWaiting) return;
    isWaiting = true;
    const isFirst = timer === undefined;
    // The first check runs at once.
    timer = setTimeout(look, isFirst ? 0 : PAUSE_MS).unref();
  });
  return async () => {
    clearTimeout(timer);
    await stop();
  };
}

/** The sessions that have ended, or whose user may not sign in. */
async function endedOf(database: Database, sessions: readonly string[]): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set();
  const rows = await database.owner<{ id: string }[]>`
    select asked.id from unnest(${[...new Set(sessions)]}::uuid[]) as asked (id)
    where not exists (
      select from auth.sessions session join auth.users person on person.id = session.user_id
      where session.id = asked.id and person.deleted_at is null
        and (person.banned_until is null or person.banned_until <= now()))`;
  return new Set(rows.map(({ id }) => id));
}
