import type { Session as StoredSession } from '@supabase/supabase-js';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { Session, SessionUser } from './model.ts';

/** The backend's client, loaded when first needed. */
export interface SessionClient {
  load: () => Promise<Supabase>;
  /** Whether a session is stored, without loading the client. It may have expired. */
  hasStoredSession: () => boolean;
  /** Storage key of the session, watched to notice a sign-in in another tab. */
  storageKey: () => string;
  /** The host's store, with which people sign in. */
  tenantId: () => string;
  /** The store in the office's address, or `all`; undefined in the office of the host's store. */
  office: () => string | undefined;
  reload: () => void;
}

/** Age after which role and capabilities are read again, when a tab becomes visible or a page asks for them. */
const STALE_AFTER_MS = 10_000;

const anonymous: Session = { status: 'anonymous', user: null };

/**
 * Creates a page's session: who is signed in. It stays anonymous, without loading the client, until a stored session is
 * found or a sign-in begins.
 */
export function createSession({
  load,
  hasStoredSession,
  storageKey,
  tenantId,
  office,
  reload,
}: SessionClient) {
  const store = createStore<Session>(() => anonymous);
  let subscribed: Promise<void> | undefined;
  let pendingRead: { token: string; session: Promise<Session> } | undefined;
  let readAt = 0;
  let latestRead = 0;
  let appliedRead = 0;
  let guarded: { userId: string; pathname: string; admits: (user: SessionUser) => boolean } | undefined;
  let pendingSignIns = 0;

  async function readPerson(stored: StoredSession | null): Promise<Session> {
    const [supabase, reader] = await Promise.all([load(), import('./read-session.ts')]);
    const session = await reader.readPerson(supabase, stored, tenantId(), store.getState().user, office());
    if (session.user) readAt = Date.now();
    return session;
  }

  /** Shares a pending read of the same session, so that a sign-in reads it once, unless `fresh` is set. */
  function sharePerson(stored: StoredSession | null, fresh = false): Promise<Session> {
    const token = stored?.access_token ?? '';
    if (fresh || pendingRead?.token !== token) {
      const session = readPerson(stored).finally(() => {
        if (pendingRead?.session === session) pendingRead = undefined;
      });
      pendingRead = { token, session };
    }
    return pendingRead.session;
  }

  async function readSession({ fresh = false } = {}): Promise<Session> {
    const [supabase, reader] = await Promise.all([load(), import('./read-session.ts')]);
    return sharePerson(await reader.readStoredSession(supabase), fresh);
  }

  /** Puts the result of a read into the store, unless a later read was applied already. A failed read changes nothing. */
  async function applySession(read: Promise<Session>): Promise<Session> {
    latestRead += 1;
    const number = latestRead;
    const session = await read;
    if (number > appliedRead) {
      appliedRead = number;
      store.setState(session, true);
    }
    return store.getState();
  }

  async function subscribeToClient(): Promise<void> {
    const { auth } = await load();
    auth.onAuthStateChange((event, stored) => {
      if (event === 'INITIAL_SESSION') return;
      // The client holds its lock during the callback; calling it from here would deadlock.
      setTimeout(() => void applySession(sharePerson(stored)), 0);
    });
    document.addEventListener('visibilitychange', () => {
      // Offline, the last known person stays.
      if (document.visibilityState === 'visible' && isStale()) applySession(readSession()).catch(() => {});
    });
  }

  let listening: Promise<void> | undefined;

  /** Subscribes to sign-ins, sign-outs (also in other tabs), refreshes and profile changes, and reads the session. */
  function subscribeToSession(): Promise<void> {
    if (!subscribed) {
      if (hasStoredSession()) store.setState({ status: 'loading', user: null }, true);
      listening ??= subscribeToClient();
      listening.catch(() => {
        listening = undefined;
      });
      subscribed = listening
        .then(() => applySession(readSession()))
        .then(
          () => {},
          (error) => {
            subscribed = undefined;
            store.setState(anonymous, true);
            throw error;
          },
        );
    }
    return subscribed;
  }

  /** Waits until no first read is pending. */
  function knownSession(): Promise<Session> {
    const now = store.getState();
    if (now.status !== 'loading') return Promise.resolve(now);
    return new Promise((resolve) => {
      const stop = store.subscribe((session) => {
        if (session.status === 'loading') return;
        stop();
        resolve(session);
      });
    });
  }

  /** The session once it is known. Resolves at once, without loading the client, when none is stored. */
  async function currentSession(): Promise<Session> {
    if (!subscribed && !hasStoredSession()) return anonymous;
    await subscribeToSession();
    return knownSession();
  }

  /**
   * Reads the session's person again.
   * @param how `fresh` ignores a pending read, which may have missed a change
   */
  async function refreshSession(how: { fresh?: boolean } = {}): Promise<Session> {
    if (!subscribed) {
      await subscribeToSession();
      return knownSession();
    }
    await subscribed;
    return applySession(readSession(how));
  }

  function isStale(): boolean {
    return Date.now() - readAt > STALE_AFTER_MS;
  }

  store.subscribe(({ status, user }) => {
    if (!guarded || status === 'loading') return;
    if (user?.id === guarded.userId && guarded.admits(user)) return;
    const isShown = location.pathname === guarded.pathname;
    guarded = undefined;
    if (isShown) reload();
  });

  return {
    ...(store satisfies StoreApi<Session>),
    currentSession,
    /** The signed-in person; null for a visitor, and while the second step is due. */
    currentUser: async (): Promise<SessionUser | null> => (await currentSession()).user,
    refreshSession,
    /** Whether role and capabilities are too old to grant access. */
    isStale,
    /** Subscribes when a session is stored, or once another tab signs in. Called once, after hydration. */
    resume(): void {
      // A failed load is retried by the first page that needs a session, which shows the error.
      const subscribe = () => void (hasStoredSession() && subscribeToSession().catch(() => {}));
      subscribe();
      addEventListener('storage', ({ key }) => key === storageKey() && subscribe());
    },
    /**
     * Guards the open protected page. When its session ends or the person loses the right to it, the page reloads,
     * so that its loader decides again and no personal data stays in memory.
     */
    guardPage(userId: string, pathname: string, admits: (user: SessionUser) => boolean): void {
      guarded = { userId, pathname, admits };
    },
    /** Stops guarding. Called before a sign-out on this page, which navigates by itself. */
    stopGuarding(): void {
      guarded = undefined;
    },
    /** Clears the person after the session has ended on this page. */
    forget(): void {
      store.setState(anonymous, true);
    },
    /** Runs a request that may sign somebody in, and marks a sign-in as pending until it ends. */
    async trackSignIn<Result>(request: () => Promise<Result>): Promise<Result> {
      pendingSignIns += 1;
      try {
        return await request();
      } finally {
        pendingSignIns -= 1;
      }
    },
    /** Whether this tab is signing in; a session that appears otherwise comes from another tab. */
    isSignInPending: (): boolean => pendingSignIns > 0,
  };
}
