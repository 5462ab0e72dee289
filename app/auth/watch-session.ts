import type { Session as StoredSession } from '@supabase/supabase-js';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { authFailure } from './failure.ts';
import { type Session, sessionStore } from './session-store.ts';
import { sessionUserOf } from './session-user.ts';

/** A tab that comes back to the front reads its person again when it knows them for longer than this. */
const STALE_AFTER_MS = 10_000;

let readAt = 0;

/**
 * The session as it is now, with the person's profile and role read again.
 * @throws AuthRetryableFetchError when it has to be refreshed and the backend is not reached: nobody is signed out by that
 */
export async function readSession({ anew = false } = {}): Promise<Session> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.getSession();
  if (authFailure(error).name === 'AuthRetryableFetchError') throw error;
  return personOf(data.session, anew);
}

let reading: { token: string; session: Promise<Session> } | undefined;

/**
 * Who asks while a session's person is being read gets the same answer, so that nothing is read twice at a sign-in; unless
 * they ask `anew`.
 */
function personOf(stored: StoredSession | null, anew = false): Promise<Session> {
  const token = stored?.access_token ?? '';
  if (anew || reading?.token !== token) {
    const session = readPerson(stored).finally(() => {
      if (reading?.session === session) reading = undefined;
    });
    reading = { token, session };
  }
  return reading.session;
}

async function readPerson(stored: StoredSession | null): Promise<Session> {
  if (!stored) return { status: 'anonymous', user: null };
  if (lacksSecondStep(stored)) return { status: 'second-step', user: null };
  const known = sessionStore.getState().user;
  const user = await sessionUserOf(await loadSupabase(), stored.user, pageTenant(), known);
  readAt = Date.now();
  return { status: 'signed-in', user };
}

/** Whether the person was read so long ago that their role may have changed since. */
export function isStale(): boolean {
  return Date.now() - readAt > STALE_AFTER_MS;
}

let begun = 0;
let told = 0;

/**
 * Tells the store what a read of the session found, unless a read that began after it has told already. A read that fails
 * tells nothing. @returns the session that counts by then.
 */
export async function settle(read: Promise<Session>): Promise<Session> {
  begun += 1;
  const mine = begun;
  const session = await read;
  if (mine > told) {
    told = mine;
    sessionStore.setState(session, true);
  }
  return sessionStore.getState();
}

let listening = false;

function listen({ auth }: Supabase): void {
  if (listening) return;
  listening = true;
  auth.onAuthStateChange((event, stored) => {
    if (event === 'INITIAL_SESSION') return;
    // The client holds its lock while it tells us; calling it from here would wait for ourselves.
    setTimeout(() => void settle(personOf(stored)), 0);
  });
  document.addEventListener('visibilitychange', () => {
    // Without a connection, what is known of the person stands until the next look.
    if (document.visibilityState === 'visible' && isStale()) settle(readSession()).catch(() => {});
  });
}

/** Tells the store of the session now and whenever it changes. Resolves when the first state is known. */
export async function follow(): Promise<void> {
  listen(await loadSupabase());
  await settle(readSession());
}

/**
 * Whether somebody has set up a second step that their session has not taken: its token has the level aal1 where aal2 is
 * due (spec section 4). A token that cannot be read counts as aal1.
 */
export function lacksSecondStep({
  access_token,
  user,
}: Pick<StoredSession, 'access_token' | 'user'>): boolean {
  return levelOf(access_token) !== 'aal2' && (user.factors ?? []).some(({ status }) => status === 'verified');
}

function levelOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return (JSON.parse(new TextDecoder().decode(bytes)) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
}
