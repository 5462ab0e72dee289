import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { readTarget } from '../http/answer-requests.ts';
import { healthText, nonceOf } from './public-address.ts';

const READY_WITHIN = 2_000;

/**
 * Handles `/healthz` (the process is alive; with `?nonce=`, also which store it belongs to) and `/readyz` (the backend
 * responds). Returns whether it handled the request.
 * @param proofOf the answer to a nonce that only this store's processes know
 */
export function healthChecks(
  backend: Pick<BackendConnection, 'fetch' | 'internalUrl' | 'publishableKey'>,
  proofOf: (nonce: string) => string,
) {
  return ({ url }: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const { pathname, searchParams } = readTarget(url ?? '/');
    if (pathname === '/healthz') {
      const nonce = nonceOf(searchParams);
      plain(response, 200, healthText(nonce && proofOf(nonce)));
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
