import type { Server, ServerResponse } from 'node:http';

/** Refuses new connections and closes idle ones. @returns once all are closed */
export function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeIdleConnections();
  });
}

export interface InFlight {
  /** Resolves when no request is in flight, or after `longest` milliseconds. */
  done(longest: number): Promise<void>;
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
    async done(longest) {
      if (count === 0) return;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, longest);
        idle = () => {
          clearTimeout(timer);
          done();
        };
      });
    },
  };
}
