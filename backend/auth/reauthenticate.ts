import { json } from '../lib/http.ts';
import { auditEntry } from './audit.ts';
import { AuthError, invalid } from './errors.ts';
import { spendMessage } from './messages.ts';
import { isCode, keepReauthentication, newOneTimeToken } from './one-time-tokens.ts';
import type { AuthParts, Endpoint } from './parts.ts';
import { redirectTarget } from './redirects.ts';
import { requireUser } from './signed-in.ts';
import type { UserRow } from './users.ts';

/** GET /reauthenticate: sends a code that a change of password asks for. */
export const reauthenticate: Endpoint = async (auth, call) => {
  const { user } = await requireUser(auth, call);
  const { email } = user;
  if (!email) throw invalid('Reauthentication requires the user to have an email or a phone number');
  if (!user.email_confirmed_at) {
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  await spendMessage(auth, call, email);
  const token = newOneTimeToken(email, auth.settings.otpLength, false);
  const time = auth.now().toISOString();
  await auth.sql.begin(async (tx) => {
    await keepReauthentication(tx, user, token, time);
    await auditEntry(tx, call, time, 'user_reauthenticate_requested', user);
  });
  const content = {
    kind: 'reauthentication' as const,
    to: email,
    code: token.code,
    link: undefined,
    expirySeconds: auth.settings.otpExpirySeconds,
  };
  const context = {
    userMetadata: user.raw_user_meta_data ?? {},
    redirectTo: redirectTarget(auth.settings, call),
  };
  auth.background('send reauthentication message', () => auth.mailer.send(content, context));
  return json({});
};

/**
 * Checks the code of a reauthentication. It is voided with the change it is for.
 * @throws AuthError `reauthentication_not_valid`, 429 after too many wrong ones
 */
export async function checkNonce(auth: AuthParts, user: UserRow, nonce: string): Promise<void> {
  const email = user.email ?? '';
  await auth.limits.spend('verifyPerAddress', email);
  const sentAt = user.reauthentication_sent_at;
  const isFresh =
    sentAt !== null &&
    auth.now().getTime() <= new Date(sentAt).getTime() + auth.settings.otpExpirySeconds * 1000;
  if (!isFresh || !isCode(email, nonce, user.reauthentication_token)) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await auth.limits.restore('verifyPerAddress', email);
}
