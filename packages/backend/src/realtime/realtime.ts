import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { clientKey } from '../lib/client-key.ts';
import type { Database } from '../lib/db.ts';
import {
  type Log,
  type RequestContext,
  refuseUpgrade,
  type Service,
  type ServiceDependencies,
} from '../lib/http.ts';
import { watchAccess } from './access-watch.ts';
import { broadcastOverHttp } from './broadcast-http.ts';
import { createTopicPolicies } from './channel.ts';
import { Connection, DEFAULT_LIMITS, type RealtimeLimits } from './connection.ts';
import { type Broadcast, createHub, record, type TopicName } from './phoenix.ts';
import { createPostgresChanges } from './postgres-changes.ts';

const MINUTE_MS = 60 * 1000;
const CLOSING_MS = 1000;
/** Notification channel of `realtime.flush_outbox`. */
const CHANNEL = 'realtime:broadcast';
/** Maximum number of messages per call of `realtime.flush_outbox`. */
const BATCH_SIZE = 1000;
/** Delay between calls, which batches a burst of writes. */
const BATCH_DELAY_MS = 10;
/** Polling interval for writes of other processes. */
const POLL_INTERVAL_MS = 100;

export interface RealtimeOptions {
  limits?: Partial<RealtimeLimits> | undefined;
  /** Interval of token and heartbeat checks. */
  checkIntervalMs?: number | undefined;
}

/** Listens to the database's broadcasts within the process. Its functions must not throw. */
export interface BroadcastListener {
  onBroadcast(topic: string, payload: unknown): void;
  /** Called when broadcasts may have been missed. */
  onGap(): void;
}

interface Realtime extends Service {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, context: RequestContext): void;
  /**
   * Adds a listener that receives the database's broadcasts before any client.
   * @returns a function that removes it
   */
  listen(listener: BroadcastListener): () => void;
  /** Number of open sockets. */
  sockets(): number;
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

/** Supabase Realtime: Phoenix channels over WebSocket with broadcast, presence and database broadcasts. */
export async function createRealtime(
  { database, access, log, now }: Pick<ServiceDependencies, 'database' | 'access' | 'log' | 'now'>,
  options: RealtimeOptions = {},
): Promise<Realtime> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const hub = createHub();
  const policies = createTopicPolicies(database);
  const connections = new Map<Connection, string>();
  const connectionsOf = (client: string) =>
    [...connections.values()].filter((other) => other === client).length;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.payloadBytes,
  });
  const requestRejoin = () => {
    for (const connection of connections.keys()) connection.requestRejoin();
  };
  const changes = createPostgresChanges(database, log, requestRejoin);
  const listeners = new Set<BroadcastListener>();
  const stopListening = await listenToDatabase(
    database,
    log,
    (name, broadcast) => {
      for (const listener of listeners) listener.onBroadcast(name.topic, broadcast.payload);
      hub.broadcast(name, broadcast);
    },
    () => {
      log.warn({ connections: connections.size }, 'Broadcasts may have been missed: clients join again');
      for (const listener of listeners) listener.onGap();
      requestRejoin();
    },
  );
  const stopFlushing = flushOutbox(database, log);
  const stopWatching = await watchAccess(database, log, () => [...connections.keys()]);
  const timers = [
    setInterval(() => {
      for (const connection of connections.keys()) connection.check();
    }, options.checkIntervalMs ?? 1000),
    setInterval(() => {
      deleteOldMessages(database).catch((error: unknown) =>
        log.warn({ err: error }, 'Old realtime messages could not be removed'),
      );
    }, MINUTE_MS),
  ];
  for (const timer of timers) timer.unref();
  const hangUp = async () => {
    for (const connection of connections.keys()) connection.close();
    await waitForClose(connections);
    for (const connection of connections.keys()) connection.terminate();
  };

  return {
    fetch: broadcastOverHttp({ hub, policies, limits }),
    upgrade(request, socket, head, { path, url, identity, ip }) {
      if (path !== '/websocket') return refuseUpgrade(socket, '404 Not Found');
      const address = clientKey(ip);
      if (connections.size >= limits.connections || connectionsOf(address) >= limits.connectionsPerClient) {
        return refuseUpgrade(socket, '429 Too Many Requests');
      }
      const version = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const { role, claims, client, lane } = identity;
        const connection: Connection = new Connection(
          {
            socket: webSocket,
            version,
            identity: { role, claims, client, lane },
            services: {
              hub,
              policies,
              access,
              changes,
              replay: (topic, earlier) => readBroadcasts(database, topic, earlier),
            },
            limits,
            log,
            now,
          },
          () => connections.delete(connection),
        );
        connections.set(connection, address);
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sockets: () => connections.size,
    hangUp,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await stopFlushing();
      await stopWatching();
      await stopListening();
      await hangUp();
      await changes.close();
      server.close();
    },
  };
}

/** Waits briefly for clients to close their sockets. */
async function waitForClose(connections: ReadonlyMap<Connection, string>): Promise<void> {
  const until = Date.now() + CLOSING_MS;
  while (connections.size > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

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
      log.error({ err: error }, 'A broadcast from the database could not be passed on');
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
async function readBroadcasts(
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
async function deleteOldMessages(database: Database): Promise<void> {
  await database.owner`delete from realtime.messages where inserted_at < localtimestamp - interval '10 minutes'`;
}

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
      if (!isFailing && !stopped) log.warn({ err: error }, 'Broadcasts could not be sent');
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
