import { createServer, type RequestListener, type Server } from 'node:http';
import { KEEP_ALIVE_TIMEOUT } from 'embedded-supabase';

/**
 * A server that no client can tie up: it closes a connection if a request is incomplete after two minutes, or
 * if no data moved for `stalledAfterMs`, for example when a client requests pages without reading them.
 * Upgraded sockets are exempt.
 */
export function createHttpServer(listener: RequestListener, { stalledAfterMs = 120_000 } = {}): Server {
  const server = createServer(
    { keepAlive: true, keepAliveTimeout: KEEP_ALIVE_TIMEOUT, requestTimeout: 120_000 },
    listener,
  );
  server.timeout = stalledAfterMs;
  return server;
}
