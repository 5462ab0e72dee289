import { z } from 'zod';
import { json } from '../lib/http.ts';
import { normaliseEmail, normalisePhone } from './addresses.ts';
import { checkMetadataSize, metadata, readBody, text } from './body.ts';
import { emailExists, prepareEmailChange } from './email-change.ts';
import { AuthError } from './errors.ts';
import { spendMessage } from './messages.ts';
import type { AuthParts, Call, Endpoint, Sql } from './parts.ts';
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts';
import { requestPhoneChange } from './phone.ts';
import { checkNonce } from './reauthenticate.ts';
import { redirectTarget } from './redirects.ts';
import { requireUser, type SignedIn } from './signed-in.ts';
import { mergeUserMetadata, storePassword } from './store-user.ts';
import { userJson } from './user-json.ts';
import { findUserByEmail, findUserById, hasVerifiedFactor, type UserRow } from './users.ts';

const DAY_MS = 86_400_000;

const Changes = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  nonce: text,
  data: metadata,
  app_metadata: metadata,
});
type Changes = z.output<typeof Changes>;

/** GET /user */
export const getUser: Endpoint = async (auth, call) => json(userJson((await requireUser(auth, call)).user));

/** PUT /user: changes metadata, password, address and number. A new address or number must be confirmed. */
export const updateUser: Endpoint = async (auth, call) => {
  const changes = await readBody(call, Changes);
  const signedIn = await requireUser(auth, call);
  const { user, session } = signedIn;
  await auth.limits.spend('changesPerUser', user.id);
  if (changes.email) changes.email = normaliseEmail(changes.email);
  if (changes.phone) changes.phone = normalisePhone(changes.phone);
  checkChanges(auth, signedIn, changes);
  const newEmail = changes.email !== '' && changes.email !== user.email ? changes.email : undefined;
  if (newEmail) await checkNewEmail(auth, call, newEmail);
  if (changes.phone && changes.phone !== user.phone)
    await requestPhoneChange(auth, call, user, changes.phone);
  const passwordHash = changes.password ? await newPasswordHash(user, changes.password) : undefined;
  const time = auth.now().toISOString();
  let send: (() => Promise<void>) | undefined;
  const changed = await auth.sql.begin(async (tx) => {
    if (passwordHash) {
      if (needsNonce(auth, signedIn)) await checkNonceLocked(auth, tx, user, changes.nonce);
      await storePassword(tx, user.id, passwordHash, time, session.id);
    }
    if (changes.data) await mergeUserMetadata(tx, user.id, changes.data, time);
    if (newEmail) {
      const redirectTo = redirectTarget(auth.settings, call);
      send = await prepareEmailChange(auth, tx, user, { newEmail, redirectTo });
    }
    return findUserById(tx, user.id);
  });
  if (send) auth.background('send e-mail change messages', send);
  if (!changed) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return json(userJson(changed));
};

function checkChanges(auth: AuthParts, { user, session }: SignedIn, changes: Changes): void {
  if (changes.password) checkPasswordStrength(changes.password, auth.settings.minPasswordLength);
  if (changes.app_metadata) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  checkMetadataSize({ ...user.raw_user_meta_data, ...changes.data }, 'User metadata');
  const touchesCredentials =
    Boolean(changes.password) ||
    (changes.email !== '' && changes.email !== user.email) ||
    (changes.phone !== '' && changes.phone !== user.phone);
  if (touchesCredentials && hasVerifiedFactor(user) && session.aal !== 'aal2') {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
}

async function checkNewEmail(auth: AuthParts, call: Call, email: string): Promise<void> {
  await spendMessage(auth, call, email);
  if (auth.settings.tellsTaken && (await findUserByEmail(auth.sql, email))) throw emailExists();
}

async function newPasswordHash(user: UserRow, password: string): Promise<string> {
  if (user.encrypted_password && (await verifyPassword(password, user.encrypted_password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}

function needsNonce(auth: AuthParts, { session }: SignedIn): boolean {
  return (
    auth.settings.passwordChangeNeedsNonce && auth.now().getTime() > session.createdAt.getTime() + DAY_MS
  );
}

async function checkNonceLocked(auth: AuthParts, sql: Sql, { id }: UserRow, nonce: string): Promise<void> {
  if (nonce === '') {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  await sql`select from auth.users where id = ${id} for update`;
  const user = await findUserById(sql, id);
  if (user) await checkNonce(auth, user, nonce);
}
