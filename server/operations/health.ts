import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { readTarget } from '../http/answer-requests.ts';
import { healthText, nonceOf } from './public-address.ts';

const READY_WITHIN = 2_000;

/**
 * Handles `/healthz` (the process is alive; with `?nonce=`, also which store it belongs to) and `/readyz` (the backend
 * responds, and what it is told can be kept: 503 says in a line why not). Returns whether it handled the request.
 * @param proofOf the answer to a nonce that only this store's processes know
 * @param diskTrouble why nothing can be kept on the disk; undefined where it can
 */
export function healthChecks(
  backend: Pick<BackendConnection, 'fetch' | 'internalUrl' | 'publishableKey'>,
  proofOf: (nonce: string) => string,
  diskTrouble: () => Promise<string | undefined>,
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
    const backendTrouble = backend
      .fetch(address, {
        headers: { apikey: backend.publishableKey },
        signal: AbortSignal.timeout(READY_WITHIN),
      })
      .then(
        ({ ok }) => (ok ? undefined : 'the backend refuses'),
        () => 'the backend does not answer',
      );
    return Promise.all([diskTrouble(), backendTrouble]).then(([ofDisk, ofBackend]) => {
      const trouble = ofDisk ?? ofBackend;
      plain(response, trouble ? 503 : 200, `${trouble ?? 'ready'}\n`);
    });
  };
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text);
}
