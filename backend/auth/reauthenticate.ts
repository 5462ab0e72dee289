import { json } from '../lib/http.ts';
import { AuthError, invalid } from './errors.ts';
import { spendMessage } from './messages.ts';
import { isValidCode, newOneTimeToken, storeToken } from './one-time-tokens.ts';
import type { AuthParts, Endpoint } from './parts.ts';
import { sendSms, spendSms } from './phone.ts';
import { redirectTarget } from './redirects.ts';
import { requireUser } from './signed-in.ts';
import type { UserRow } from './users.ts';

/** GET /reauthenticate: sends the code for a change of password, by mail or, without an address, by text message. */
export const reauthenticate: Endpoint = async (auth, call) => {
  const { user } = await requireUser(auth, call);
  const { email, phone } = user;
  if (!email && !phone) {
    throw invalid('Reauthentication requires the user to have an email or a phone number');
  }
  if (email && !user.email_confirmed_at) {
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  if (email) await spendMessage(auth, call, email);
  else await spendSms(auth, call, phone ?? '');
  const token = newOneTimeToken(codeRecipient(user));
  const time = auth.now().toISOString();
  await auth.sql.begin((tx) => storeToken(tx, user, 'reauthentication_token', token, time));
  if (!email) {
    await sendSms(auth, phone ?? '', token.code);
    return json({});
  }
  const content = { kind: 'reauthentication' as const, to: email, code: token.code, link: undefined };
  const context = {
    userMetadata: user.raw_user_meta_data ?? {},
    redirectTo: redirectTarget(auth.settings, call),
  };
  auth.background('send reauthentication message', () => auth.mailer.send(content, context));
  return json({});
};

/**
 * Verifies a reauthentication code. The change itself invalidates it.
 * @throws AuthError `reauthentication_not_valid`, 429 after too many failures
 */
export async function checkNonce(auth: AuthParts, user: UserRow, nonce: string): Promise<void> {
  const address = codeRecipient(user);
  await auth.limits.spend('verifyPerAddress', address);
  if (!isValidCode(user, 'reauthentication_token', { address, code: nonce, now: auth.now() })) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await auth.limits.restore('verifyPerAddress', address);
}

/** The address or number that receives the code. */
function codeRecipient({ email, phone }: UserRow): string {
  return email || phone || '';
}
