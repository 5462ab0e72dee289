import { loadIsolatedSupabase, loadSupabase } from '#app/lib/supabase-browser.ts';
import { ownerEmail } from './account-contacts.ts';

/**
 * Signs in somebody who works here, whose account belongs to no store (docs/product.md, Accounts). Any other account is
 * signed out again before the page notices.
 * @returns whether somebody who works in any store is signed in
 * @throws AuthError `user_banned` for a closed account
 */
export async function signInStaff(email: string, password: string): Promise<boolean> {
  const isolated = await loadIsolatedSupabase();
  const { data, error: refused } = await isolated.auth.signInWithPassword({
    email: ownerEmail(email),
    password,
  });
  if (refused?.code === 'user_banned') throw refused;
  if (!data.session) return false;
  const { data: workplaces } = await isolated.rpc('my_workplaces');
  if (!workplaces?.length) {
    await isolated.auth.signOut({ scope: 'local' });
    return false;
  }
  const { error } = await (await loadSupabase()).auth.setSession(data.session);
  return !error;
}
