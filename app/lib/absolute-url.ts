/** Where a store's pages are served. */
export interface StorePlace {
  tenantId: string;
  /** Scheme, host and port. */
  origin: string;
  /** Whether all stores share this host and `?tenant=` selects one. */
  sharedHost: boolean;
}

/** The absolute URL of a store's page, for external links. */
export function absoluteUrl({ tenantId, origin, sharedHost }: StorePlace, path: string): string {
  const page = new URL(path, origin);
  if (sharedHost) page.searchParams.set('tenant', tenantId);
  return page.href;
}
