import type { Database } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';
import type { TopicName } from './hub.ts';
import { record } from './join-request.ts';
import type { Broadcast } from './serializer.ts';

/** The channel that `realtime.flush_outbox` notifies. */
const CHANNEL = 'realtime:broadcast';

export interface DatabaseBroadcastHandlers {
  onBroadcast(name: TopicName, broadcast: Broadcast): void;
  /** The connection was away and is back: what was announced meanwhile is not known. */
  onGap(): void;
}

/**
 * Passes on what the database announces. A notification leaves PostgreSQL only when its transaction commits, so nothing
 * is ever sent for work that was rolled back. Messages keep their order, also when one has to be fetched by its id.
 */
export async function listenToDatabase(
  database: Database,
  log: Log,
  { onBroadcast, onGap }: DatabaseBroadcastHandlers,
): Promise<() => Promise<void>> {
  let inOrder = Promise.resolve();
  let connections = 0;

  async function handle(text: string): Promise<void> {
    try {
      const message = await resolveMessage(database, text);
      if (message) onBroadcast(message.name, message.broadcast);
    } catch (error) {
      log.error({ error }, 'A broadcast from the database could not be passed on');
    }
  }

  return database.listen(
    CHANNEL,
    (text) => {
      inOrder = inOrder.then(() => handle(text));
    },
    () => {
      connections += 1;
      if (connections > 1) onGap();
    },
  );
}

interface DatabaseMessage {
  name: TopicName;
  broadcast: Broadcast;
}

/** A payload that does not fit into a notification is announced by its id alone and lies in a row. */
async function resolveMessage(database: Database, text: string): Promise<DatabaseMessage | undefined> {
  const message = record(JSON.parse(text));
  if (typeof message.topic === 'string') return read(message);
  const [row] = await database.owner`
    select id, topic, event, payload, private from realtime.messages where id = ${String(message.id)}`;
  return row && read({ ...row });
}

function read({ id, topic, event, payload, private: isPrivate }: Record<string, unknown>) {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined;
  return {
    name: { topic, isPrivate: isPrivate === true },
    broadcast: { event, payload, ...(typeof id === 'string' ? { id } : {}) },
  };
}

/** The latest broadcasts in a private topic since a time, the earliest first. */
export async function readBroadcasts(
  database: Database,
  topic: string,
  { since, limit }: { since: number; limit: number },
): Promise<Broadcast[]> {
  const rows = await database.owner`
    select id, event, payload from (
      select id, event, payload, inserted_at from realtime.messages
      where topic = ${topic} and private and extension = 'broadcast'
        and inserted_at >= to_timestamp(${since}::double precision / 1000)::timestamp
      order by inserted_at desc limit ${limit}
    ) latest order by inserted_at`;
  return rows.map(({ id, event, payload }) => ({ id, event, payload, replayed: true }));
}

/** Messages are kept for replay, or to carry a large payload, and go after a while. @returns how many went */
export async function forgetOldMessages(database: Database, olderThanMs: number): Promise<number> {
  const { count } = await database.owner`
    delete from realtime.messages where inserted_at < localtimestamp - ${olderThanMs} * interval '1 millisecond'`;
  return count;
}
