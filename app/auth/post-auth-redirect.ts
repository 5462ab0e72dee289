import { tabStorage } from '#app/lib/browser-storage.ts';
import { sameSitePath } from './model.ts';

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
