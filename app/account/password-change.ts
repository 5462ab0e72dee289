import { explainAuthFailure } from '#app/auth/failure.ts';
import accountMessages from '#app/i18n/messages/en/account.json';
import { getTranslations } from '#app/i18n/translations.ts';

interface Failed {
  error: (Error & { code?: string | undefined }) | null;
}

/** The calls of the sign-in service that a change of password makes. */
export interface PasswordCalls {
  /** Whether the current password is right, asked apart from the session. */
  check: (password: string) => Promise<Failed>;
  update: (change: { password: string; nonce?: string }) => Promise<Failed>;
  /** Mails a code. */
  reauthenticate: () => Promise<Failed>;
}

export type PasswordChange =
  | { kind: 'done' | 'code-sent' }
  | { kind: 'wrong'; field: 'current' | 'password' | 'code'; message: string };

/**
 * Changes the password of who shows the current one. The service may want a mailed code besides, when the sign-in was a
 * while ago: then it is sent, and the form comes back with it.
 */
export async function changePassword(
  calls: PasswordCalls,
  { current, password, code }: { current: string; password: string; code: string },
): Promise<PasswordChange> {
  const t = getTranslations('account', accountMessages);
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
  const sent = await calls.reauthenticate();
  return sent.error
    ? { kind: 'wrong', field: 'password', message: explainAuthFailure(sent.error) }
    : { kind: 'code-sent' };
}
