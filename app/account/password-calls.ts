import { loadIsolatedSupabase, loadSupabase } from '#app/lib/supabase-browser.ts';
import type { PasswordCalls } from './password-change.ts';

/** The sign-in service's calls for a change of password. */
export async function passwordCalls(): Promise<PasswordCalls> {
  const supabase = await loadSupabase();
  return {
    async check(password) {
      const [{ data }, { auth }] = await Promise.all([supabase.auth.getSession(), loadIsolatedSupabase()]);
      const answer = await auth.signInWithPassword({ email: data.session?.user.email ?? '', password });
      if (!answer.error) await auth.signOut({ scope: 'local' });
      return answer;
    },
    update: (change) => supabase.auth.updateUser(change),
    reauthenticate: () => supabase.auth.reauthenticate(),
  };
}
