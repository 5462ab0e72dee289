import { allStores } from '#app/lib/office-address.ts';
import { allStorePages } from '../ui/admin-pages.ts';

/**
 * The page that opens in another store: the same list; the office's first page instead of an entity, which the other
 * store does not have, and of a page that does not show all stores together.
 * @param path of the open page, without language and office
 */
export function pageToKeep(path: string, office: string): string {
  const isEntity = /\/(new|edit)(\/|$)/.test(path);
  if (isEntity || (office === allStores && !allStorePages.has(path))) return '/admin';
  return path;
}
