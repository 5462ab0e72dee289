import { clientKey } from '../lib/client-key.ts';
import type { MessageKind } from './mail/templates.ts';
import {
  newOneTimeToken,
  type OneTimeToken,
  OTP_SECONDS,
  storeConfirmation,
  storeRecovery,
} from './one-time-tokens.ts';
import type { AuthParts, Call, Sql } from './parts.ts';
import type { UserRow } from './users.ts';

/** The `type` parameter that a link or code is verified with. */
export type VerificationType = 'signup' | 'recovery' | 'magiclink' | 'email_change';

/**
 * Counts a message before it is known whether one will be sent, so that the limit reveals nothing about accounts.
 * @throws AuthError `over_email_send_rate_limit`, `over_request_rate_limit`
 */
export async function spendMessage(auth: AuthParts, call: Call, address: string): Promise<void> {
  await auth.limits.spend('messagesPerClient', clientKey(call.context.ip));
  await auth.limits.spend('messagesPerAddress', address);
  await auth.limits.spend('messages', '');
}

/** URL of a message's button: a page of the app, which passes the token to `verifyOtp`. */
export function tokenLink(token: OneTimeToken, type: VerificationType, redirectTo: string): string {
  const link = new URL(redirectTo);
  link.searchParams.set('token_hash', token.link);
  link.searchParams.set('type', type);
  return link.href;
}

export interface TokenMessage {
  kind: Exclude<MessageKind, 'reauthentication' | 'taken'>;
  user: UserRow;
  /** Recipient; by default the user's address. */
  to?: string;
  token: OneTimeToken;
  redirectTo: string;
}

/** Sends a message with a link and a code. */
export async function sendTokenMessage(auth: AuthParts, message: TokenMessage): Promise<void> {
  const { kind, user, token, redirectTo } = message;
  await auth.mailer.send(
    {
      kind,
      to: message.to ?? user.email ?? '',
      code: token.code,
      link: tokenLink(token, kind === 'email_change_current' ? 'email_change' : kind, redirectTo),
      newAddress: user.email_change,
      expirySeconds: OTP_SECONDS,
    },
    { userMetadata: user.raw_user_meta_data ?? {}, redirectTo },
  );
}

/**
 * Creates and stores a code and a link for a user's own address.
 * @returns a function that sends them, to call after the commit
 */
export async function prepareMailedToken(
  auth: AuthParts,
  sql: Sql,
  user: UserRow,
  { kind, redirectTo }: { kind: 'signup' | 'recovery' | 'magiclink'; redirectTo: string },
): Promise<() => Promise<void>> {
  const time = auth.now().toISOString();
  const token = newOneTimeToken(user.email ?? '');
  if (kind === 'signup') {
    await storeConfirmation(sql, user, token, time);
    user.confirmation_sent_at = time;
  } else {
    await storeRecovery(sql, user, token, time);
    user.recovery_sent_at = time;
  }
  return () => sendTokenMessage(auth, { kind, user, token, redirectTo });
}
