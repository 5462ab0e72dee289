import { isLocalHost } from '../../app/brands/tenant.ts';
import { brandById, defaultBrand } from '../brands/brand-registry.ts';
import { belongsToStore } from '../http/origin.ts';

/**
 * URL of a store's page for mails, where no request supplies the host. Local origins get a subdomain per
 * store, a store's domain its own, a shared origin `?tenant=`.
 * @param origin origin of the stores, without a trailing slash
 */
export function storeAddress(origin: string, tenantId: string, path: string): string {
  const { id, domain } = brandById(tenantId) ?? defaultBrand();
  const page = new URL(path, origin);
  if (isLocalHost(page.host)) page.hostname = `${id}.localhost`;
  else if (belongsToStore(page.host)) return new URL(path, `https://${domain}`).href;
  else page.searchParams.set('tenant', id);
  return page.href;
}
