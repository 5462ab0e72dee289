import type { Server, ServerResponse } from 'node:http';

export interface InFlight {
  /** Resolves when no request is being answered, or after so many milliseconds. */
  done(longest: number): Promise<void>;
}

/** Counts the requests that a server is answering, so that a stop can wait for them and for nothing else. */
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
