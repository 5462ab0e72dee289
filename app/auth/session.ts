import { pageTenant } from '#app/lib/page-tenant.ts';
import { hasStoredSession, sessionKey } from '#app/lib/supabase-browser.ts';
import type { SessionUser } from './model.ts';
import { type Session, sessionStore } from './session-store.ts';

let watching: Promise<void> | undefined;

/**
 * Starts following the session: sign-ins, sign-outs (also in other tabs), refreshes and profile changes. Loads the
 * client, so anonymous pages call it only when a session is stored or a sign-in begins.
 */
function watchSession(): Promise<void> {
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

/** Follows the session when one is stored, or once another tab signs in. Called once, after hydration. */
export function resumeSession(): void {
  // A failed load is retried by the first page that needs a session, which shows the error.
  const follow = () => void (hasStoredSession() && watchSession().catch(() => {}));
  follow();
  addEventListener('storage', ({ key }) => key === sessionKey(pageTenant()) && follow());
}

/** The session once it is known. Resolves at once, without loading the client, when none is stored. */
export async function currentSession(): Promise<Session> {
  if (!watching && !hasStoredSession()) return { status: 'anonymous', user: null };
  await watchSession();
  return settledSession();
}

/** The signed-in person; null for a visitor, and while the second step is due. */
export async function currentUser(): Promise<SessionUser | null> {
  return (await currentSession()).user;
}

/** Waits until no read of the session is pending. */
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
 * Reads the session's person again.
 * @param how `fresh` ignores a read that is already pending, after a change that it may have missed
 */
export async function refreshSession(how: { fresh?: boolean } = {}): Promise<Session> {
  const isFirstLook = !watching;
  await watchSession();
  if (isFirstLook) return settledSession();
  const { readSession, settle } = await import('./watch-session.ts');
  return settle(readSession(how));
}
