import { brandById, brands } from '../app/brands/brands.ts';
import { isLocalHost } from '../app/brands/tenant.ts';
import { belongsToStore } from './origin.ts';

/**
 * URL of a store's page for mails, where no request tells the host. Local origins get a subdomain per store, a store's
 * domain its own, a shared origin `?tenant=`.
 * @param origin origin of the stores, without a trailing slash
 */
export function storeAddress(origin: string, tenantId: string, path: string): string {
  const { protocol, host, port } = new URL(origin);
  const id = (brandById(tenantId) ?? brands[0]).id;
  if (isLocalHost(host)) return `${protocol}//${id}.localhost${port ? `:${port}` : ''}${path}`;
  if (belongsToStore(host)) return `https://${brandById(id)?.domain}${path}`;
  return `${origin}${path}${path.includes('?') ? '&' : '?'}tenant=${id}`;
}
