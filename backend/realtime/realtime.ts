import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { clientKey } from '../lib/client-key.ts';
import type { RequestContext, Service, ServiceDependencies } from '../lib/http.ts';
import { Connection } from './connection.ts';
import { deleteOldMessages, listenToDatabase, readBroadcasts } from './database-broadcasts.ts';
import { broadcastOverHttp } from './http-broadcast.ts';
import { createHub } from './hub.ts';
import { DEFAULT_LIMITS, type RealtimeLimits } from './limits.ts';
import { flushOutbox } from './outbox.ts';
import { createTopicPolicies } from './policies.ts';
import { createPostgresChanges } from './postgres-changes.ts';

export interface RealtimeOptions {
  limits?: Partial<RealtimeLimits> | undefined;
  /** Interval of token and heartbeat checks. */
  checkIntervalMs?: number | undefined;
}

export interface Realtime extends Service {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, context: RequestContext): void;
  /** Number of open sockets. */
  sockets(): number;
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

const MINUTE_MS = 60 * 1000;
const CLOSING_MS = 1000;

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
  const stopListening = await listenToDatabase(database, log, hub.broadcast, () => {
    log.warn({ connections: connections.size }, 'Broadcasts may have been missed: clients join again');
    requestRejoin();
  });
  const stopFlushing = flushOutbox(database, log);
  const timers = [
    setInterval(() => {
      for (const connection of connections.keys()) connection.check();
    }, options.checkIntervalMs ?? 1000),
    setInterval(() => {
      deleteOldMessages(database).catch((error: unknown) =>
        log.warn({ error }, 'Old realtime messages could not be removed'),
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
    fetch: (request, context) => broadcastOverHttp({ hub, policies, limits }, request, context),
    upgrade(request, socket, head, { path, url, identity, ip }) {
      if (path !== '/websocket') return refuse(socket, '404 Not Found');
      const address = clientKey(ip);
      if (connections.size >= limits.connections || connectionsOf(address) >= limits.connectionsPerClient) {
        return refuse(socket, '429 Too Many Requests');
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
    sockets: () => connections.size,
    hangUp,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await stopFlushing();
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

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
