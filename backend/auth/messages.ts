import { clientKey } from '../lib/client-key.ts';
import type { MessageKind } from './mail/templates.ts';
import { newOneTimeToken, type OneTimeToken, storeToken } from './one-time-tokens.ts';
import type { AuthParts, Call, Sql } from './parts.ts';
import type { UserRow } from './users.ts';

/**
 * Counts a message before it is known whether one will be sent, so that the limit reveals nothing about accounts.
 * @throws AuthError `over_email_send_rate_limit`, `over_request_rate_limit`
 */
export async function spendMessage(auth: AuthParts, call: Call, address: string): Promise<void> {
  await auth.limits.spend('messagesPerClient', clientKey(call.context.ip));
  await auth.limits.spend('messagesPerAddress', address);
  await auth.limits.spend('messages', '');
}

/** URL of a message's button: a page of the app, which passes token and type to `verifyOtp`. */
export function tokenLink(token: OneTimeToken, type: string, redirectTo: string): string {
  const link = new URL(redirectTo);
  link.searchParams.set('token_hash', token.link);
  link.searchParams.set('type', type);
  return link.href;
}

interface TokenMessage {
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
  const isSignUp = kind === 'signup';
  await storeToken(sql, user, isSignUp ? 'confirmation_token' : 'recovery_token', token, time);
  user[isSignUp ? 'confirmation_sent_at' : 'recovery_sent_at'] = time;
  return () => sendTokenMessage(auth, { kind, user, token, redirectTo });
}
