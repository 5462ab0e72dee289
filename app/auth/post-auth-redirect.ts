import { keptByTab } from '#app/lib/kept.ts';
import { sameSitePath } from './model.ts';

const kept = keptByTab('souk-post-auth-redirect');

/** Remembers where somebody wanted to go, over a round trip to another page or site. Only paths of this site are kept. */
export function rememberWantedPath(path: string | null): void {
  kept.write(sameSitePath(path) ?? null);
}

/** Where somebody wanted to go, once: asking again gives nothing. */
export function takeWantedPath(): string | undefined {
  const wanted = sameSitePath(kept.read());
  kept.write(null);
  return wanted;
}
