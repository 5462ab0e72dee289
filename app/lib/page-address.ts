/** Where a store's pages are. */
export interface StorePlace {
  tenantId: string;
  /** Scheme and host. */
  origin: string;
  /** Whether the host is that of all stores together, so that `?tenant=` says which one is meant. */
  sharedHost: boolean;
}

/** The absolute address of a page of a store, for links from outside. */
export function pageAddress({ tenantId, origin, sharedHost }: StorePlace, path: string): string {
  const page = new URL(path, origin);
  if (sharedHost) page.searchParams.set('tenant', tenantId);
  return page.href;
}
