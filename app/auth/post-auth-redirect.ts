import { tabStorage } from '#app/lib/browser-storage.ts';
import { sameSitePath } from './model.ts';

const wantedPath = tabStorage('souk-post-auth-redirect');

/** Remembers where somebody wanted to go, over a round trip to another page or site. Only paths of this site are kept. */
export function rememberWantedPath(path: string | null): void {
  wantedPath.write(sameSitePath(path) ?? null);
}

/** Where somebody wanted to go, once: asking again gives nothing. */
export function takeWantedPath(): string | undefined {
  const wanted = sameSitePath(wantedPath.read());
  wantedPath.write(null);
  return wanted;
}
