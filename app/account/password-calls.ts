import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { PasswordCalls } from './password-change.ts';

let apart: Promise<Supabase> | undefined;

/** A client of its own, so that the session of the page stays what it is; one a page, as the client asks for. */
export function clientApart(): Promise<Supabase> {
  apart ??= import('#app/lib/supabase-client.ts').then(({ makeClient }) => {
    const { backendUrl, backendKey } = document.documentElement.dataset;
    return makeClient({
      url: backendUrl || location.origin,
      key: backendKey ?? '',
      storageKey: 'souk-password-check',
      keep: false,
    });
  });
  apart.catch(() => {
    apart = undefined;
  });
  return apart;
}

/** The sign-in service's calls for a change of password, in the name of who is signed in. */
export async function passwordCalls(): Promise<PasswordCalls> {
  const supabase = await loadSupabase();
  return {
    async check(password) {
      const [{ data }, { auth }] = await Promise.all([supabase.auth.getSession(), clientApart()]);
      const answer = await auth.signInWithPassword({ email: data.session?.user.email ?? '', password });
      if (!answer.error) await auth.signOut({ scope: 'local' });
      return answer;
    },
    update: (change) => supabase.auth.updateUser(change),
    reauthenticate: () => supabase.auth.reauthenticate(),
  };
}
