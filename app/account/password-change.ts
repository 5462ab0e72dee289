import { explainAuthFailure } from '#app/auth/failure.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { loadIsolatedSupabase, loadSupabase } from '#app/lib/supabase-browser.ts';

interface CallResult {
  error: (Error & { code?: string | undefined }) | null;
}

/** The sign-in service's calls that a change of password makes. */
export interface PasswordCalls {
  /** Verifies the current password without touching the page's session. */
  check: (password: string) => Promise<CallResult>;
  update: (change: { password: string; nonce?: string }) => Promise<CallResult>;
  /** Mails a one-time code. */
  reauthenticate: () => Promise<CallResult>;
}

type PasswordChange =
  | { kind: 'done' | 'code-sent' }
  | { kind: 'wrong'; field: 'current' | 'password' | 'code'; message: string };

/**
 * Changes the password after verifying the current one. When the sign-in is not recent, the service mails a code and
 * the result is `code-sent`; call again with that code.
 */
export async function changePassword(
  calls: PasswordCalls,
  { current, password, code }: { current: string; password: string; code: string },
): Promise<PasswordChange> {
  const t = accountTexts();
  if (current) {
    const { error } = await calls.check(current);
    if (error?.code === 'invalid_credentials')
      return { kind: 'wrong', field: 'current', message: t('currentWrong') };
    if (error) return { kind: 'wrong', field: 'current', message: explainAuthFailure(error) };
  }
  const { error } = await calls.update(code ? { password, nonce: code } : { password });
  if (!error) return { kind: 'done' };
  if (error.code === 'reauthentication_not_valid')
    return { kind: 'wrong', field: 'code', message: t('codeWrong') };
  if (error.code !== 'reauthentication_needed')
    return { kind: 'wrong', field: 'password', message: explainAuthFailure(error) };
  const codeRequest = await calls.reauthenticate();
  return codeRequest.error
    ? { kind: 'wrong', field: 'password', message: explainAuthFailure(codeRequest.error) }
    : { kind: 'code-sent' };
}

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
