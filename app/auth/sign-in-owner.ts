import { loadIsolatedSupabase, loadSupabase } from '#app/lib/supabase-browser.ts';
import { ownerEmail } from './model.ts';

/**
 * Signs in an owner, whose account belongs to no store (docs/product.md, Accounts). Any other account is signed out
 * again before the page notices.
 * @returns whether an owner is signed in
 * @throws AuthError `user_banned` for a closed account
 */
export async function signInOwner(email: string, password: string): Promise<boolean> {
  const isolated = await loadIsolatedSupabase();
  const { data, error: refused } = await isolated.auth.signInWithPassword({
    email: ownerEmail(email),
    password,
  });
  if (refused?.code === 'user_banned') throw refused;
  if (!data.session) return false;
  const { data: role } = await isolated
    .from('user_roles')
    .select('role')
    .eq('user_id', data.session.user.id)
    .is('tenant_id', null)
    .eq('role', 'super_admin')
    .maybeSingle();
  if (!role) {
    await isolated.auth.signOut({ scope: 'local' });
    return false;
  }
  const { error } = await (await loadSupabase()).auth.setSession(data.session);
  return !error;
}
