import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { clientApart } from './password-calls.ts';

/** Everything that the store has about the signed-in person, as the text of a JSON file. @throws BackendError */
export async function readPersonalData(): Promise<string> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('export_personal_data', { p_tenant_id: pageTenant() });
  return JSON.stringify(dataOf(answer), null, 2);
}

export type Deletion =
  | { kind: 'done' }
  | { kind: 'wrong-password' }
  /** The database wants a newer sign-in, or one with the second step. */
  | { kind: 'sign-in-again' }
  | { kind: 'refused'; message: string };

/**
 * Deletes the account of who shows its password; without one, of who has signed in within the last minutes.
 * @param password '' for an account that has none.
 */
export async function deleteAccount(password: string): Promise<Deletion> {
  const supabase = await loadSupabase();
  const account = { p_tenant_id: pageTenant() };
  if (password) {
    const [{ data }, apart] = await Promise.all([supabase.auth.getSession(), clientApart()]);
    const email = data.session?.user.email ?? '';
    const { error } = await apart.auth.signInWithPassword({ email, password });
    if (error?.code === 'invalid_credentials') return { kind: 'wrong-password' };
    if (error) return { kind: 'refused', message: error.message };
    const deletion = deletionOf((await apart.rpc('delete_account', account)).error);
    // Its sessions have gone with the account.
    if (deletion.kind === 'done') return deletion;
    await apart.auth.signOut({ scope: 'local' });
    // Who has a second step took it when signing in here.
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
