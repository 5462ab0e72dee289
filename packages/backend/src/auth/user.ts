import { z } from 'zod';
import { json } from '../lib/http.ts';
import { identifier, type Sql } from '../lib/sql.ts';
import { checkMetadataSize, metadata, normaliseEmail, normalisePhone, readBody, text } from './body.ts';
import { AuthError, invalid, sqlState } from './errors.ts';
import {
  deliver,
  isValidCode,
  newOneTimeToken,
  sendTokenMessage,
  spendMessage,
  storeLink,
  storeToken,
} from './one-time-tokens.ts';
import type { AuthParts, Call, Endpoint } from './parts.ts';
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts';
import { requestPhoneChange, sendSms, spendSms } from './phone.ts';
import { redirectTarget } from './redirects.ts';
import { requireUser, type SignedIn } from './sessions.ts';
import {
  emailIdentityData,
  findUserByEmail,
  findUserById,
  hasVerifiedFactor,
  mergeUserMetadata,
  storePassword,
  type UserRow,
  upsertIdentity,
  userJson,
} from './users.ts';

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
  const passwordHash = changes.password ? await newPasswordHash(auth, user, changes.password) : undefined;
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

async function newPasswordHash(auth: AuthParts, user: UserRow, password: string): Promise<string> {
  const { passwordCost } = auth.settings;
  if (user.encrypted_password && (await verifyPassword(password, user.encrypted_password, passwordCost))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password, passwordCost);
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
    await sendSms(auth, phone ?? '', token.code, { isConfirmed: user.phone_confirmed_at !== null });
    return json({});
  }
  const content = { kind: 'reauthentication' as const, to: email, code: token.code, link: undefined };
  const redirectTo = redirectTarget(auth.settings, call);
  auth.background('send reauthentication message', () => deliver(auth, content, user, redirectTo));
  return json({});
};

/**
 * Verifies a reauthentication code. The change itself invalidates it.
 * @throws AuthError `reauthentication_not_valid`, 429 after too many failures
 */
async function checkNonce(auth: AuthParts, user: UserRow, nonce: string): Promise<void> {
  const address = codeRecipient(user);
  // Counted per person: other people's guesses at the address must not block a signed-in person.
  await auth.limits.spend('verifyPerAddress', user.id);
  if (!isValidCode(user, 'reauthentication_token', { address, code: nonce, now: auth.now() })) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await auth.limits.restore('verifyPerAddress', user.id);
}

/** The address or number that receives the code. */
function codeRecipient({ email, phone }: UserRow): string {
  return email || phone || '';
}

/**
 * Creates the links and codes of a change of address: one for the new address and one for the current one, if any.
 * @returns a function that sends them, to call after the commit
 */
export async function prepareEmailChange(
  auth: AuthParts,
  sql: Sql,
  user: UserRow,
  { newEmail, redirectTo }: { newEmail: string; redirectTo: string },
): Promise<() => Promise<void>> {
  const time = auth.now().toISOString();
  const { email: oldEmail } = user;
  const forNew = newOneTimeToken(newEmail);
  const forOld = oldEmail ? newOneTimeToken(oldEmail) : undefined;
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_sent_at = ${time}, updated_at = ${time},
      email_change_token_new = ${forNew.codeHash}, email_change_token_current = ${forOld?.codeHash ?? ''},
      email_change_confirm_status = 0
    where id = ${user.id}`;
  await sql`
    delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'email_change_token_current'`;
  await storeLink(sql, user.id, 'email_change_token_new', { link: forNew.link, address: newEmail }, time);
  if (forOld && oldEmail) {
    const link = { link: forOld.link, address: oldEmail };
    await storeLink(sql, user.id, 'email_change_token_current', link, time);
  }
  const changed: UserRow = { ...user, email_change: newEmail };
  return async () => {
    const message = { user: changed, redirectTo };
    await sendTokenMessage(auth, { ...message, kind: 'email_change', to: newEmail, token: forNew });
    if (forOld) await sendTokenMessage(auth, { ...message, kind: 'email_change_current', token: forOld });
  };
}

/**
 * Records that one address confirmed the change, and applies it once all have.
 * @returns whether the change was applied
 * @throws AuthError `email_exists` when the address was taken meanwhile
 */
export async function completeEmailChange(
  sql: Sql,
  user: UserRow,
  agreed: 'email_change_token_new' | 'email_change_token_current',
  time: string,
): Promise<boolean> {
  const other = agreed === 'email_change_token_new' ? 'email_change_token_current' : 'email_change_token_new';
  if (user[other]) {
    await sql`
      with token as (
        delete from auth.one_time_tokens where user_id = ${user.id} and token_type = ${agreed}
      )
      update auth.users set updated_at = ${time}, email_change_confirm_status = 1, ${identifier(agreed)} = ''
      where id = ${user.id}`;
    return false;
  }
  await moveToEmail(sql, user, user.email_change, time);
  return true;
}

/** Sets a confirmed address as the user's own and in their email identity. */
async function moveToEmail(sql: Sql, user: UserRow, email: string, time: string): Promise<void> {
  await upsertIdentity(sql, user.id, 'email', emailIdentityData(email, true), time);
  try {
    await sql`
      with tokens as (
        delete from auth.one_time_tokens where user_id = ${user.id}
      )
      update auth.users set email = ${email}, email_change = '', email_change_token_new = '',
        email_change_token_current = '', email_change_confirm_status = 0,
        confirmation_token = '', recovery_token = '',
        email_confirmed_at = coalesce(email_confirmed_at, ${time}), updated_at = ${time},
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
      where id = ${user.id}`;
  } catch (error) {
    if (sqlState(error) === '23505') throw emailExists();
    throw error;
  }
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}
