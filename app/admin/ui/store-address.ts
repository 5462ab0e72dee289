import { isLocalHost } from '#app/brands/tenant.ts';
import { absoluteUrl, type StorePlace } from '#app/lib/absolute-url.ts';

/** Returns the address of another store's page, from a store's page. @param path without its language */
export function storeAddress(
  { id, domain }: { id: string; domain: string },
  { origin, sharedHost, language }: Omit<StorePlace, 'tenantId'>,
  path: string,
): string {
  const here = new URL(origin);
  if (!sharedHost && !isLocalHost(here.host))
    return absoluteUrl({ tenantId: id, origin: `https://${domain}`, sharedHost, language }, path);
  if (!sharedHost) here.hostname = `${id}.localhost`;
  return absoluteUrl({ tenantId: id, origin: here.origin, sharedHost, language }, path);
}
