import type { Logger } from 'pino';
import type { SessionBackend } from '../backend/session.ts';
import { createEndpoints, type Endpoints } from '../http/endpoints.ts';
import { healthText, nonceOf } from './public-address.ts';

const READY_WITHIN = 2_000;

interface HealthOptions {
  backend: SessionBackend;
  /** Answers a nonce in a way only this store's processes can. */
  proofOf(nonce: string): string;
  /** Why the disk cannot store anything; undefined if it can. */
  diskTrouble(): Promise<string | undefined>;
  log: Logger;
}

/**
 * `/healthz`: the process is alive; with `?nonce=`, also which store it belongs to.
 * `/readyz`: the backend responds and the disk can store data; otherwise 503 with the reason in one line.
 */
export function healthChecks({ backend, proofOf, diskTrouble, log }: HealthOptions): Endpoints {
  const headers = { 'content-type': 'text/plain' };
  const endpoints = createEndpoints(log);
  endpoints.get('/healthz', (c) => {
    const nonce = nonceOf(new URL(c.req.url).searchParams);
    return c.body(healthText(nonce && proofOf(nonce)), 200, headers);
  });
  endpoints.get('/readyz', async (c) => {
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
    const [ofDisk, ofBackend] = await Promise.all([diskTrouble(), backendTrouble]);
    const trouble = ofDisk ?? ofBackend;
    return c.body(`${trouble ?? 'ready'}\n`, trouble ? 503 : 200, headers);
  });
  return endpoints;
}
