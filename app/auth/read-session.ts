import type { Session as StoredSession } from '@supabase/supabase-js';
import { seenAs } from '#app/lib/seen-as.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { authFailure } from './failure.ts';
import type { Session, SessionUser } from './model.ts';
import { SessionEnded, sessionUserOf } from './session-user.ts';
import { userSeenAs } from './user-seen-as.ts';

/**
 * The client's stored session, refreshed when it is due.
 * @throws AuthRetryableFetchError when a refresh cannot reach the backend; this does not sign out
 */
export async function readStoredSession({ auth }: Supabase): Promise<StoredSession | null> {
  const { data, error } = await auth.getSession();
  if (authFailure(error).name === 'AuthRetryableFetchError') throw error;
  return data.session;
}

/** Reads the person behind a stored session, with profile and role. A session that ended elsewhere is removed. */
export async function readPerson(
  supabase: Supabase,
  stored: StoredSession | null,
  tenantId: string,
  previous: SessionUser | null,
  office?: string,
): Promise<Session> {
  if (!stored) return { status: 'anonymous', user: null };
  if (lacksSecondStep(stored)) return { status: 'second-step', user: null };
  try {
    const user = await sessionUserOf(supabase, stored.user, tenantId, previous, office);
    return { status: 'signed-in', user: userSeenAs(seenAs(), user) };
  } catch (error) {
    if (!(error instanceof SessionEnded)) throw error;
    await supabase.auth.signOut({ scope: 'local' });
    return { status: 'anonymous', user: null };
  }
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
