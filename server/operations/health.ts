import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BackendConnection } from '../backend/backend-connection.ts';

const READY_WITHIN = 2_000;

/**
 * Handles `/healthz` (the process is alive) and `/readyz` (the backend responds). Returns whether it handled the
 * request.
 */
export function healthChecks(backend: Pick<BackendConnection, 'fetch' | 'internalUrl' | 'publishableKey'>) {
  return ({ url }: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    if (url === '/healthz') {
      plain(response, 200, 'alive\n');
      return true;
    }
    if (url !== '/readyz') return false;
    const address = `${backend.internalUrl}/rest/v1/tenants?select=id&limit=1`;
    return backend
      .fetch(address, {
        headers: { apikey: backend.publishableKey },
        signal: AbortSignal.timeout(READY_WITHIN),
      })
      .then(
        (answer) => plain(response, answer.ok ? 200 : 503, answer.ok ? 'ready\n' : 'the backend refuses\n'),
        () => plain(response, 503, 'the backend does not answer\n'),
      );
  };
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text);
}
