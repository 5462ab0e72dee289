import type { AuditAction } from './audit.ts';
import { auditEntry } from './audit.ts';
import type { CodeChallenge } from './flow-state.ts';
import { keepChallenge } from './flow-state.ts';
import { sendTokenMessage } from './messages.ts';
import { keepConfirmation, keepRecovery, newOneTimeToken } from './one-time-tokens.ts';
import type { AuthParts, Call, Sql } from './parts.ts';
import type { AuthenticationMethod } from './sessions.ts';
import type { UserRow } from './users.ts';

interface MailedToken {
  kind: 'signup' | 'invite' | 'recovery' | 'magiclink';
  challenge?: CodeChallenge | undefined;
  redirectTo: string;
}

const METHODS: Readonly<Record<MailedToken['kind'], AuthenticationMethod>> = {
  signup: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
};
const ACTIONS: Readonly<Record<MailedToken['kind'], AuditAction>> = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  recovery: 'user_recovery_requested',
  magiclink: 'user_recovery_requested',
};

/**
 * Makes a code and a link for a user's own address and keeps them.
 * @returns the sending, to be called once the transaction stands.
 */
export async function prepareMailedToken(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  user: UserRow,
  mailed: MailedToken,
): Promise<() => Promise<void>> {
  const { kind, challenge, redirectTo } = mailed;
  const time = auth.now().toISOString();
  const token = newOneTimeToken(user.email ?? '', auth.settings.otpLength, challenge !== undefined);
  if (kind === 'signup' || kind === 'invite') {
    await keepConfirmation(sql, user, token, time, kind === 'invite');
    user.confirmation_sent_at = time;
    if (kind === 'invite') user.invited_at = time;
  } else {
    await keepRecovery(sql, user, token, time);
    user.recovery_sent_at = time;
  }
  if (challenge) await keepChallenge(sql, user.id, METHODS[kind], challenge, time);
  await auditEntry(sql, call, time, ACTIONS[kind], user);
  return () => sendTokenMessage(auth, { kind, user, token, redirectTo });
}
