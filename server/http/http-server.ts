import { createServer, type RequestListener, type Server } from 'node:http';
import { KEEP_ALIVE_TIMEOUT } from 'embedded-supabase';

/**
 * A server that holds nothing for clients for good: it closes a connection when a request is not complete after two
 * minutes, and when nothing went over it for `stalledAfterMs`, as when a client asks for pages and reads none. Sockets
 * that were upgraded are left alone.
 */
export function createHttpServer(listener: RequestListener, { stalledAfterMs = 120_000 } = {}): Server {
  const server = createServer(
    { keepAlive: true, keepAliveTimeout: KEEP_ALIVE_TIMEOUT, requestTimeout: 120_000 },
    listener,
  );
  server.timeout = stalledAfterMs;
  return server;
}
