import type { Session as StoredSession } from '@supabase/supabase-js';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Session } from './session.ts';
import { sessionUserOf } from './session-user.ts';

/** The session as it is now, with the person's profile and role read again. */
export async function readSession(): Promise<Session> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  if (!data.session) return { status: 'anonymous', user: null };
  return { status: 'signed-in', user: await sessionUserOf(supabase, data.session.user, pageTenant()) };
}

/** Reports the session now and whenever it changes. Resolves when the first state is known. */
export async function follow(report: (session: Session) => void): Promise<void> {
  const supabase = await loadSupabase();
  const tenantId = pageTenant();
  let latest = 0;

  const settle = async (stored: StoredSession | null) => {
    latest += 1;
    const mine = latest;
    if (!stored) return report({ status: 'anonymous', user: null });
    const user = await sessionUserOf(supabase, stored.user, tenantId);
    if (mine === latest) report({ status: 'signed-in', user });
  };

  supabase.auth.onAuthStateChange((event, stored) => {
    if (event === 'INITIAL_SESSION' || event === 'TOKEN_REFRESHED') return;
    // The client holds its lock while it tells us; calling it from here would wait for ourselves.
    setTimeout(() => void settle(stored), 0);
  });
  const { data } = await supabase.auth.getSession();
  await settle(data.session);
}
