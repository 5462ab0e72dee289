import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf } from 'embedded-supabase';
import { brandById } from '../../app/brands/brands.ts';
import { resolveTenant } from '../../app/brands/tenant.ts';

/**
 * Leads `/favicon.ico`, which browsers ask for beside files that name no icon, to the logo of the host's store. Returns
 * whether it handled the request.
 */
export function favicon({ hostOf }: { hostOf(request: IncomingMessage): string }) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (pathOf(request.url) !== '/favicon.ico') return false;
    const { id } = resolveTenant({ host: hostOf(request), cookie: request.headers.cookie ?? null });
    response
      .writeHead(302, { location: brandById(id)?.logo, 'cache-control': 'private, max-age=3600' })
      .end();
    return true;
  };
}
