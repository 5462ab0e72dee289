import { clientKey } from '../lib/client-key.ts';
import type { MessageKind } from './mail/templates.ts';
import type { OneTimeToken } from './one-time-tokens.ts';
import type { AuthParts, Call } from './parts.ts';
import type { UserRow } from './users.ts';

/** The `type` that a link or a code is verified with. */
export type VerificationType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change';

/**
 * Counts a message before it is known whether one will be sent, so that the limit tells nothing about accounts.
 * @throws AuthError `over_email_send_rate_limit`, `over_request_rate_limit`
 */
export async function spendMessage(auth: AuthParts, call: Call, address: string): Promise<void> {
  await auth.limits.spend('messagesPerClient', clientKey(call.context.ip));
  await auth.limits.spend('messagesPerAddress', address);
  await auth.limits.spend('messages', '');
}

/** The address that a message's button leads to. */
export function messageLink(
  auth: AuthParts,
  token: OneTimeToken,
  type: VerificationType,
  redirectTo: string,
): string {
  if (auth.settings.mailLinks === 'verify') return verifyLink(auth, token, type, redirectTo);
  const link = new URL(redirectTo);
  link.searchParams.set('token_hash', token.link);
  link.searchParams.set('type', type);
  return link.href;
}

/** The address of this service that signs in and redirects. */
export function verifyLink(
  auth: AuthParts,
  token: OneTimeToken,
  type: VerificationType,
  redirectTo: string,
): string {
  const query = new URLSearchParams({ token: token.link, type, redirect_to: redirectTo });
  return `${auth.externalUrl}/verify?${query}`;
}

export interface TokenMessage {
  kind: Exclude<MessageKind, 'reauthentication' | 'taken'>;
  user: UserRow;
  /** Default: the user's own. */
  to?: string;
  token: OneTimeToken;
  redirectTo: string;
}

/** Sends a message with a link and a code. */
export async function sendTokenMessage(auth: AuthParts, message: TokenMessage): Promise<void> {
  const { kind, user, token, redirectTo } = message;
  const type = kind === 'email_change_current' ? 'email_change' : kind;
  await auth.mailer.send(
    {
      kind,
      to: message.to ?? user.email ?? '',
      code: token.code,
      link: messageLink(auth, token, type, redirectTo),
      newAddress: user.email_change,
      expirySeconds: auth.settings.otpExpirySeconds,
    },
    { userMetadata: user.raw_user_meta_data ?? {}, redirectTo },
  );
}
