import type { Database } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';
import type { TopicName } from './hub.ts';
import { record } from './join-request.ts';
import type { Broadcast } from './serializer.ts';

/** Notification channel of `realtime.flush_outbox`. */
const CHANNEL = 'realtime:broadcast';

/**
 * Forwards the database's broadcasts. Notifications are sent on commit, so rolled-back work is never broadcast. Keeps
 * the order, also for messages fetched by id.
 * @param onGap called after a reconnect: broadcasts may have been missed
 */
export async function listenToDatabase(
  database: Database,
  log: Log,
  onBroadcast: (name: TopicName, broadcast: Broadcast) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  let inOrder = Promise.resolve();
  let isFirst = true;

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
      if (!isFirst) onGap();
      isFirst = false;
    },
  );
}

/** A payload too large for a notification is stored in a row and announced by id. */
async function resolveMessage(database: Database, text: string) {
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

/** Reads the latest broadcasts in a private topic since a time, earliest first. */
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

/** Deletes stored messages, which are kept for replay or large payloads. */
export async function deleteOldMessages(database: Database): Promise<void> {
  await database.owner`delete from realtime.messages where inserted_at < localtimestamp - interval '10 minutes'`;
}
