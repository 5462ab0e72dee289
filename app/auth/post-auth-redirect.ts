import { sameSitePath } from './model.ts';

const key = 'souk-post-auth-redirect';

/** Remembers where somebody wanted to go, over a round trip to another page or site. Only paths of this site are kept. */
export function rememberWantedPath(path: string | null): void {
  const wanted = sameSitePath(path);
  try {
    if (wanted) sessionStorage.setItem(key, wanted);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage people land by their role.
  }
}

/** Where somebody wanted to go, once: asking again gives nothing. */
export function takeWantedPath(): string | undefined {
  try {
    const wanted = sameSitePath(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return wanted;
  } catch {
    return undefined;
  }
}
