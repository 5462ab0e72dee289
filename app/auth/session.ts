import { createStore, useStore } from 'zustand';
import { hasStoredSession, loadSupabase } from '#app/lib/supabase-browser.ts';
import { authWords } from '#app/messages/en/auth.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast } from '#app/ui/toast.ts';
import type { SessionUser } from './model.ts';

export type { SessionUser } from './model.ts';

export type Session =
  | { status: 'loading' | 'anonymous'; user: null }
  | { status: 'signed-in'; user: SessionUser };

/** Who is using this browser. On the server and until a stored session is found it is nobody. */
export const sessionStore = createStore<Session>(() => ({ status: 'anonymous', user: null }));

/** The session, for components, and the way out of it. */
export function useSession(): Session & { signOut: () => Promise<void> } {
  return { ...useStore(sessionStore), signOut };
}

let watching: Promise<void> | undefined;

/**
 * Follows the session from now on: sign-ins, sign-outs (also in other tabs), refreshes, changed profiles. The client is
 * loaded for it, so anonymous pages call this only when a session is stored or somebody is about to sign in.
 */
export function watchSession(): Promise<void> {
  if (!watching) {
    if (hasStoredSession()) sessionStore.setState({ status: 'loading', user: null }, true);
    watching = import('./watch-session.ts')
      .then(({ follow }) => follow((session) => sessionStore.setState(session, true)))
      .catch((error) => {
        watching = undefined;
        sessionStore.setState({ status: 'anonymous', user: null }, true);
        throw error;
      });
  }
  return watching;
}

/** Follows the session if somebody has signed in on this browser before. Called once, after hydration. */
export function resumeSession(): void {
  // What cannot be loaded now is loaded by the first page that needs a person, which then says what is wrong.
  if (hasStoredSession()) watchSession().catch(() => {});
}

/** The signed-in person, once it is known; null at once, without loading anything, when no session is stored. */
export async function currentUser(): Promise<SessionUser | null> {
  if (!watching && !hasStoredSession()) return null;
  await watchSession();
  return (await settledSession()).user;
}

/** The session once it is known: an event that arrives while a person is being read makes them be read again. */
function settledSession(): Promise<Session> {
  const now = sessionStore.getState();
  if (now.status !== 'loading') return Promise.resolve(now);
  return new Promise((done) => {
    const stop = sessionStore.subscribe((session) => {
      if (session.status === 'loading') return;
      stop();
      done(session);
    });
  });
}

/** Reads the person again after their profile has changed. */
export async function refreshSession(): Promise<void> {
  await watchSession();
  const { readSession } = await import('./watch-session.ts');
  sessionStore.setState(await readSession(), true);
}

/** Ends the session everywhere on this browser and says so, as the spec words it (section 8). */
export async function signOut(): Promise<void> {
  const words = pageWords(authWords);
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  if (error) {
    toast({ title: words('signOutFailed'), description: error.message, variant: 'destructive' });
    return;
  }
  sessionStore.setState({ status: 'anonymous', user: null }, true);
  toast({ title: words('signedOut'), description: words('signedOutWhy') });
}
