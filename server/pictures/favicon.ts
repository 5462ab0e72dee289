import type { Logger } from 'pino';
import type { Brand } from '../../app/brands/brand.ts';
import { brandById } from '../brands/brand-registry.ts';
import { createEndpoints, type Endpoints, storeOf } from '../http/endpoints.ts';

const iconOf = (brand: Brand | undefined) => brand?.icon ?? brand?.logo ?? '/';

/** Redirects `/favicon.ico`, which browsers request for files without an icon, to the icon of the host's store. */
export function favicon(log: Logger): Endpoints {
  const endpoints = createEndpoints(log);
  endpoints.get('/favicon.ico', (c) => {
    c.header('cache-control', 'private, max-age=3600');
    return c.redirect(iconOf(brandById(storeOf(c))), 302);
  });
  return endpoints;
}
