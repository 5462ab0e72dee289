import type { Server, ServerResponse } from 'node:http';

/** How long requests in flight may take once a server closes, in milliseconds. */
const GRACE = 10_000;

/** Stops accepting connections and closes idle ones. @returns once all are closed */
export function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeIdleConnections();
  });
}

export interface InFlight {
  /** Resolves when no request is in flight, at the latest after ten seconds. */
  done(): Promise<void>;
}

/** Tracks a server's requests in flight, for a graceful shutdown. */
export function trackInFlight(server: Server): InFlight {
  let count = 0;
  let idle: (() => void) | undefined;
  server.on('request', (_request, response: ServerResponse) => {
    count += 1;
    response.once('close', () => {
      count -= 1;
      if (count === 0) idle?.();
    });
  });
  return {
    async done() {
      if (count === 0) return;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, GRACE);
        idle = () => {
          clearTimeout(timer);
          done();
        };
      });
    },
  };
}
