import type { Session as StoredSession } from '@supabase/supabase-js';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { authFailure } from './failure.ts';
import { type Session, sessionStore } from './session-store.ts';
import { SessionEnded, sessionUserOf } from './session-user.ts';

/** Age after which a tab that becomes visible reads the role again. */
const STALE_AFTER_MS = 10_000;

let readAt = 0;

/**
 * Reads the session with the person's profile and role.
 * @throws AuthRetryableFetchError when a refresh cannot reach the backend; this does not sign out
 */
export async function readSession({ fresh = false } = {}): Promise<Session> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.getSession();
  if (authFailure(error).name === 'AuthRetryableFetchError') throw error;
  return personOf(data.session, fresh);
}

let reading: { token: string; session: Promise<Session> } | undefined;

/** Shares a pending read of the same session, so that a sign-in reads it once, unless `fresh` is set. */
function personOf(stored: StoredSession | null, fresh = false): Promise<Session> {
  const token = stored?.access_token ?? '';
  if (fresh || reading?.token !== token) {
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
  const previous = sessionStore.getState().user;
  const supabase = await loadSupabase();
  try {
    const user = await sessionUserOf(supabase, stored.user, pageTenant(), previous);
    readAt = Date.now();
    return { status: 'signed-in', user };
  } catch (error) {
    if (!(error instanceof SessionEnded)) throw error;
    await supabase.auth.signOut({ scope: 'local' });
    return { status: 'anonymous', user: null };
  }
}

/** Whether the last read is older than the limit. */
export function isStale(): boolean {
  return Date.now() - readAt > STALE_AFTER_MS;
}

let lastStarted = 0;
let lastSettled = 0;

/**
 * Puts the result of a read into the store, unless a later read has settled already. A failed read changes nothing.
 * @returns the session in the store afterwards
 */
export async function settle(read: Promise<Session>): Promise<Session> {
  lastStarted += 1;
  const readNumber = lastStarted;
  const session = await read;
  if (readNumber > lastSettled) {
    lastSettled = readNumber;
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
    // The client holds its lock during the callback; calling it from here would deadlock.
    setTimeout(() => void settle(personOf(stored)), 0);
  });
  document.addEventListener('visibilitychange', () => {
    // Offline, the last known person stays.
    if (document.visibilityState === 'visible' && isStale()) settle(readSession()).catch(() => {});
  });
}

/** Starts updating the store on every change. Resolves when the first state is known. */
export async function follow(): Promise<void> {
  listen(await loadSupabase());
  await settle(readSession());
}

/**
 * Whether the session still lacks a second step that the person has enrolled: its token has aal1 where aal2 is due
 * (docs/product.md, Accounts). An unreadable token counts as aal1.
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
