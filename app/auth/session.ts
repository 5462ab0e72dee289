import { pageTenant } from '#app/lib/page-tenant.ts';
import { hasStoredSession, sessionKey } from '#app/lib/supabase-browser.ts';
import type { SessionUser } from './model.ts';
import { type Session, sessionStore } from './session-store.ts';

let watching: Promise<void> | undefined;

/**
 * Follows the session from now on: sign-ins, sign-outs (also in other tabs), refreshes, changed profiles. The client is
 * loaded for it, so anonymous pages call this only when a session is stored or somebody is about to sign in.
 */
export function watchSession(): Promise<void> {
  if (!watching) {
    if (hasStoredSession()) sessionStore.setState({ status: 'loading', user: null }, true);
    watching = import('./watch-session.ts')
      .then(({ follow }) => follow())
      .catch((error) => {
        watching = undefined;
        sessionStore.setState({ status: 'anonymous', user: null }, true);
        throw error;
      });
  }
  return watching;
}

/**
 * Follows the session if somebody has signed in on this browser before, or does so in another tab. Called once, after
 * hydration.
 */
export function resumeSession(): void {
  // What cannot be loaded now is loaded by the first page that needs a person, which then says what is wrong.
  const follow = () => void (hasStoredSession() && watchSession().catch(() => {}));
  follow();
  addEventListener('storage', ({ key }) => key === sessionKey(pageTenant()) && follow());
}

/** The session, once it is known; nobody's at once, without loading anything, when none is stored. */
export async function currentSession(): Promise<Session> {
  if (!watching && !hasStoredSession()) return { status: 'anonymous', user: null };
  await watchSession();
  return settledSession();
}

/** The signed-in person, once it is known; null for nobody and for who still has a second step to take. */
export async function currentUser(): Promise<SessionUser | null> {
  return (await currentSession()).user;
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

/**
 * Reads the person again, as after their session has begun or may have changed.
 * @param how `anew`: after a change of what is read, of which an answer that is on its way already may not know.
 */
export async function refreshSession(how: { anew?: boolean } = {}): Promise<Session> {
  const isFirstLook = !watching;
  await watchSession();
  if (isFirstLook) return settledSession();
  const { readSession, settle } = await import('./watch-session.ts');
  return settle(readSession(how));
}
