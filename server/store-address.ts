import { brandById, brands } from '../app/brands/brands.ts';
import { isLocalHost } from '../app/brands/tenant.ts';
import { belongsToStore } from './origin.ts';

/**
 * Makes the address of a store's page for a message, which no request asked for. On a local origin each store has a name of
 * its own; under a store's own domain all stores are at theirs; one origin for all gets `?tenant=`.
 * @param origin the address people reach the stores at, without a trailing slash.
 */
export function storeAddress(origin: string, tenantId: string, path: string): string {
  const { protocol, host, port } = new URL(origin);
  const id = (brandById(tenantId) ?? brands[0]).id;
  if (isLocalHost(host)) return `${protocol}//${id}.localhost${port ? `:${port}` : ''}${path}`;
  if (belongsToStore(host)) return `https://${brandById(id)?.domain}${path}`;
  return `${origin}${path}${path.includes('?') ? '&' : '?'}tenant=${id}`;
}
