import { pageBackend } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { PasswordCalls } from './password-change.ts';

let isolated: Promise<Supabase> | undefined;

/** Returns a second client with its own session, so that the page's session is untouched. Created once per page. */
export function isolatedClient(): Promise<Supabase> {
  isolated ??= import('#app/lib/supabase-client.ts').then(({ makeClient }) =>
    makeClient({ ...pageBackend(), storageKey: 'souk-password-check', keep: false }),
  );
  isolated.catch(() => {
    isolated = undefined;
  });
  return isolated;
}

/** The sign-in service's calls for a change of password. */
export async function passwordCalls(): Promise<PasswordCalls> {
  const supabase = await loadSupabase();
  return {
    async check(password) {
      const [{ data }, { auth }] = await Promise.all([supabase.auth.getSession(), isolatedClient()]);
      const answer = await auth.signInWithPassword({ email: data.session?.user.email ?? '', password });
      if (!answer.error) await auth.signOut({ scope: 'local' });
      return answer;
    },
    update: (change) => supabase.auth.updateUser(change),
    reauthenticate: () => supabase.auth.reauthenticate(),
  };
}
