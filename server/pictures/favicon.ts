import type { Logger } from 'pino';
import { brandById } from '../brands/brand-registry.ts';
import { createEndpoints, type Endpoints, storeOf } from '../http/endpoints.ts';

/** Redirects `/favicon.ico`, which browsers request for files without an icon, to the logo of the host's store. */
export function favicon(log: Logger): Endpoints {
  const endpoints = createEndpoints(log);
  endpoints.get('/favicon.ico', (c) => {
    c.header('cache-control', 'private, max-age=3600');
    return c.redirect(brandById(storeOf(c))?.logo ?? '/', 302);
  });
  return endpoints;
}
