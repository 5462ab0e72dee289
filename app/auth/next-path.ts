import { href, useSearchParams } from 'react-router';
import { tabStorage } from '#app/lib/browser-storage.ts';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { sameSitePath } from './model.ts';

/**
 * Path to return to, from `?next=`; '' for a path outside this site. Also '' until hydration: these pages are cached
 * for everybody, so the query is read only in the browser.
 */
export function useNextPath(): string {
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  return hydrated ? (sameSitePath(query.get('next')) ?? '') : '';
}

/** Why somebody is asked to sign in, by the path they return to; undefined for paths that do not tell. */
export function purposeOf(next: string): 'order' | 'wishlist' | 'orders' | 'account' | undefined {
  const isBelow = (path: string) => next === path || new RegExp(`^${path}[/?#]`).test(next);
  if (isBelow(href('/checkout'))) return 'order';
  if (isBelow(href('/account/wishlist'))) return 'wishlist';
  if (isBelow(href('/account/orders'))) return 'orders';
  return isBelow(href('/account')) ? 'account' : undefined;
}

/** Adds `next` to a path of the sign-in pages. */
export function pathWithNext(path: string, next: string): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}

const redirectStorage = tabStorage('souk-post-auth-redirect');

/** Stores the path to return to after signing in on another page or site. Only paths of this site are stored. */
export function storeRedirectPath(path: string | null): void {
  redirectStorage.write(sameSitePath(path) ?? null);
}

/** Returns the stored path and removes it. */
export function takeRedirectPath(): string | undefined {
  const redirectPath = sameSitePath(redirectStorage.read());
  redirectStorage.write(null);
  return redirectPath;
}
