import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadIsolatedSupabase, loadSupabase } from '#app/lib/supabase-browser.ts';

/** Exports all data about the signed-in person as JSON text. @throws BackendError */
export async function readPersonalData(): Promise<string> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('export_personal_data', { p_tenant_id: pageTenant() });
  return JSON.stringify(dataOf(answer), null, 2);
}

type Deletion =
  | { kind: 'done' }
  | { kind: 'wrong-password' }
  /** The database requires a recent sign-in, or one with the second step. */
  | { kind: 'sign-in-again' }
  | { kind: 'refused'; message: string };

/**
 * Deletes the account after verifying its password.
 * @param password '' for an account without one, which requires a recent sign-in
 */
export async function deleteAccount(password: string): Promise<Deletion> {
  const supabase = await loadSupabase();
  const account = { p_tenant_id: pageTenant() };
  if (password) {
    const [{ data }, isolated] = await Promise.all([supabase.auth.getSession(), loadIsolatedSupabase()]);
    const email = data.session?.user.email ?? '';
    const { error } = await isolated.auth.signInWithPassword({ email, password });
    if (error?.code === 'invalid_credentials') return { kind: 'wrong-password' };
    if (error) return { kind: 'refused', message: error.message };
    const deletion = deletionOf((await isolated.rpc('delete_account', account)).error);
    // Deleting the account has ended its sessions.
    if (deletion.kind === 'done') return deletion;
    await isolated.auth.signOut({ scope: 'local' });
    // An account with a second step has completed it by signing in here.
    if (deletion.kind === 'refused') return deletion;
  }
  return deletionOf((await supabase.rpc('delete_account', account)).error);
}

function deletionOf(error: { message: string; details: string } | null): Deletion {
  if (!error) return { kind: 'done' };
  if (error.details === 'sign_in_again' || error.details === 'insufficient_aal') {
    return { kind: 'sign-in-again' };
  }
  return { kind: 'refused', message: error.message };
}
