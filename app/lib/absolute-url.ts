import { type Language, pathInLanguage } from '#app/i18n/languages.ts';

/** Where a store's pages are served. */
export interface StorePlace {
  tenantId: string;
  /** Scheme, host and port. */
  origin: string;
  /** Whether all stores share this host and `?tenant=` selects one. */
  sharedHost: boolean;
  language: Language;
}

/** The absolute URL of a store's page, for external links. @param path without its language */
export function absoluteUrl({ tenantId, origin, sharedHost, language }: StorePlace, path: string): string {
  const page = new URL(pathInLanguage(path, language), origin);
  if (sharedHost) page.searchParams.set('tenant', tenantId);
  return page.href;
}
