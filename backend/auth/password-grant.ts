import { z } from 'zod';
import { clientKey } from '../lib/client-key.ts';
import { json } from '../lib/http.ts';
import { normalisePhone } from './addresses.ts';
import { readBody, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import type { AuthParts, Call, Endpoint } from './parts.ts';
import { findWeakness, hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { type SessionJson, tryIssueSession } from './sessions.ts';
import { findUserByEmail, findUserByPhone, isBanned, type UserRow } from './users.ts';

const Credentials = z.object({ email: text, phone: text, password: text });

/**
 * POST /token?grant_type=password, with an address or a number. Unknown accounts, wrong passwords and accounts without
 * a password get the same response in the same time; a ban or missing confirmation is reported only after the right
 * password.
 */
export const passwordGrant: Endpoint = async (auth, call) => {
  const { email, phone, password } = await readBody(call, Credentials);
  if (email && phone) {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (phone && !auth.sms) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (phone) return json(await signIn(auth, call, { phone: normalisePhone(phone) }, password));
  if (!email) throw invalid('missing email or phone');
  return json(await signIn(auth, call, { email: email.toLowerCase() }, password));
};

type Login = { email: string } | { phone: string };

async function signIn(auth: AuthParts, call: Call, login: Login, password: string): Promise<SessionJson> {
  const client = clientKey(call.context.ip);
  const addressAndClient = `${'email' in login ? login.email : login.phone} ${client}`;
  await auth.limits.spend('signInPerClient', client);
  await auth.limits.spend('signInPerAddress', addressAndClient);
  // Retries when the hash changes between reading it and starting the session.
  const session =
    (await signInOnce(auth, call, login, password)) ?? (await signInOnce(auth, call, login, password));
  if (!session) throw invalidCredentials();
  await Promise.all([
    auth.limits.restore('signInPerClient', client),
    auth.limits.restore('signInPerAddress', addressAndClient),
  ]);
  const weakness = findWeakness(password, auth.settings.minPasswordLength);
  if (!weakness) return session;
  return { ...session, weak_password: { message: weakness.message, reasons: weakness.reasons } };
}

async function signInOnce(
  auth: AuthParts,
  call: Call,
  login: Login,
  password: string,
): Promise<SessionJson | undefined> {
  const user = await ('email' in login
    ? findUserByEmail(auth.sql, login.email)
    : findUserByPhone(auth.sql, login.phone));
  const hash = user?.encrypted_password ?? null;
  const matches = await verifyPassword(password, hash);
  if (!user || !matches) throw invalidCredentials();
  if (isBanned(user, auth.now())) throw new AuthError(400, 'user_banned', 'User is banned');
  if ('phone' in login && !user.phone_confirmed_at) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
  if ('email' in login && !user.email_confirmed_at)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const session = await tryIssueSession(auth, auth.sql, user, 'password', call, hash);
  if (session) renewHash(auth, user, password);
  return session;
}

function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** Rehashes a password whose hash has another cost, as timing would reveal its account. */
function renewHash(auth: AuthParts, user: UserRow, password: string): void {
  const old = user.encrypted_password;
  if (old === null || !needsRehash(old)) return;
  auth.background('renew password hash', async () => {
    const renewed = await hashPassword(password);
    await auth.sql`update auth.users set encrypted_password = ${renewed}
      where id = ${user.id} and encrypted_password = ${old}`;
  });
}
