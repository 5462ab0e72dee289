import { clientKey } from '../lib/client-key.ts';
import type { Sql } from '../lib/sql.ts';
import { normalisePhone } from './body.ts';
import { AuthError, loggable, sqlState } from './errors.ts';
import { codeHash, isValidCode, newCode, storeCode } from './one-time-tokens.ts';
import type { AuthParts, Call, JsonObject } from './parts.ts';
import { verifyPassword } from './passwords.ts';
import { issueSession, type SessionJson } from './sessions.ts';
import { spendShared } from './shared-limits.ts';
import {
  findUserById,
  findUserByPhone,
  insertUser,
  isBanned,
  newUserJson,
  phoneIdentityData,
  removeUnprovenPassword,
  type UserRow,
  updateProviders,
  upsertIdentity,
  userJson,
} from './users.ts';

/** Purpose of a code sent to a phone. */
type PhoneTokenType = 'confirmation_token' | 'phone_change_token';

interface NewPhoneUser {
  phone: string;
  passwordHash: string | null;
  data: JsonObject;
}

/**
 * The number that a text message is requested for; counts against its limits.
 * @throws AuthError `phone_provider_disabled` without an SMS sender, `validation_failed`, and those of
 * `spendSms`
 */
export async function numberForMessage(
  auth: AuthParts,
  call: Call,
  number: string,
  message = 'Unsupported phone provider',
): Promise<string> {
  if (!auth.sms) throw new AuthError(400, 'phone_provider_disabled', message);
  const phone = normalisePhone(number);
  await spendSms(auth, call, phone);
  return phone;
}

/**
 * Counts a text message before deciding whether to send one, so that the limit reveals nothing about
 * accounts. `sendSms` counts sent messages.
 * @throws AuthError `over_sms_send_rate_limit`, `over_request_rate_limit`
 */
export async function spendSms(auth: AuthParts, call: Call, phone: string): Promise<void> {
  await auth.limits.spend('messagesPerClient', clientKey(call.context.ip));
  await spendShared(auth, call, 'smsPerClient', { login: phone });
  await auth.limits.spend('smsPerNumber', phone);
  await auth.limits.check('sms', '');
}

/**
 * POST /signup with a number: creates an account that awaits its code. Responds the same for a taken number
 * unless `tellsTaken`. An unconfirmed account claimed with two passwords keeps neither.
 */
export async function signUpByPhone(
  auth: AuthParts,
  newUser: NewPhoneUser & { password: string },
): Promise<JsonObject> {
  const { phone, password } = newUser;
  const time = auth.now().toISOString();
  const created = await insertPhoneUser(auth, newUser, time);
  const user = created ?? (await findUserByPhone(auth.sql, phone));
  if (!user) throw new AuthError(409, 'conflict', 'Another request changed the same record');
  if (!created && user.phone_confirmed_at) {
    if (auth.settings.tellsTaken) {
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    return newUserJson('phone', phone, newUser.data, time);
  }
  if (!created && !(await verifyPassword(password, user.encrypted_password, auth.settings.passwordCost))) {
    await removeUnprovenPassword(auth.sql, user);
  }
  await sendCode(auth, user, phone, 'confirmation_token');
  if (!auth.settings.tellsTaken) {
    return newUserJson('phone', phone, newUser.data, time, created ? { id: created.id } : {});
  }
  return userJson((await findUserById(auth.sql, user.id)) ?? user);
}

/**
 * POST /otp with a number: sends a sign-in code. The response is the same for all numbers, including unknown
 * ones when no account may be created.
 */
export async function sendSignInCode(
  auth: AuthParts,
  request: { phone: string; data: JsonObject; createUser: boolean },
): Promise<void> {
  const { phone, data } = request;
  const existing = await findUserByPhone(auth.sql, phone);
  if (!existing && !request.createUser) return;
  const newcomer = { phone, passwordHash: null, data };
  const user =
    existing ??
    (await insertPhoneUser(auth, newcomer, auth.now().toISOString())) ??
    (await findUserByPhone(auth.sql, phone));
  if (!user) return;
  if (!user.phone_confirmed_at) await removeUnprovenPassword(auth.sql, user);
  await sendCode(auth, user, phone, 'confirmation_token');
}

/** POST /resend: resends a pending code of a sign-in or change of number. */
export async function resendPhoneCode(auth: AuthParts, type: string, phone: string) {
  const tokenType = type === 'phone_change' ? 'phone_change_token' : 'confirmation_token';
  const user = await findRecipient(auth.sql, phone, tokenType);
  if (!user || (type === 'sms' && user.phone_confirmed_at)) return;
  await sendCode(auth, user, phone, tokenType);
}

/**
 * PUT /user with a number: sends a code, which confirms the change.
 * @throws AuthError `phone_exists` when it is taken and `tellsTaken`
 */
export async function requestPhoneChange(auth: AuthParts, call: Call, user: UserRow, phone: string) {
  await auth.limits.spend('smsPerUser', user.id);
  await numberForMessage(auth, call, phone);
  if (await findUserByPhone(auth.sql, phone)) {
    if (auth.settings.tellsTaken) throw phoneExists();
    return;
  }
  await auth.sql`update auth.users set phone_change = ${phone} where id = ${user.id}`;
  await sendCode(auth, user, phone, 'phone_change_token');
}

/**
 * POST /verify with a number: exchanges its code, once, for a session. Locks the user's row, so that of two concurrent
 * requests one fails.
 * @throws AuthError `otp_expired`, `user_banned`, `phone_exists`
 */
export async function verifyPhoneCode(
  auth: AuthParts,
  call: Call,
  proof: { type: string; phone: string; code: string },
): Promise<SessionJson> {
  const { type, phone, code } = proof;
  const tokenType = type === 'phone_change' ? 'phone_change_token' : 'confirmation_token';
  return auth.sql.begin(async (tx) => {
    const recipient = await findRecipient(tx, phone, tokenType);
    if (recipient) await tx`select from auth.users where id = ${recipient.id} for update`;
    const user = recipient && (await findUserById(tx, recipient.id));
    if (!user || !isValidCode(user, tokenType, { address: phone, code, now: auth.now() })) {
      throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
    }
    if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
    const time = auth.now().toISOString();
    await setPhone(tx, user, phone, time);
    const confirmed = await findUserById(tx, user.id);
    if (!confirmed) throw new AuthError(403, 'user_not_found', 'User not found');
    return issueSession(auth, tx, confirmed, 'otp', call);
  });
}

/**
 * Sends a code within the global message limits.
 * @param isConfirmed whether the account has confirmed the number
 * @throws AuthError `sms_send_failed`, `over_sms_send_rate_limit`
 */
export async function sendSms(
  auth: AuthParts,
  phone: string,
  code: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  await auth.limits.spend(isConfirmed ? 'sms' : 'smsToNewcomers', '');
  try {
    await auth.sms?.send(phone, `Your code is ${code}`);
  } catch (error) {
    auth.log.error({ err: loggable(error) }, 'code could not be sent to a phone');
    throw new AuthError(422, 'sms_send_failed', 'Error sending the code to the phone');
  }
}

async function sendCode(auth: AuthParts, user: UserRow, phone: string, type: PhoneTokenType) {
  const code = newCode();
  await storeCode(auth.sql, user.id, type, codeHash(phone, code), auth.now().toISOString());
  const isConfirmed = user.phone === phone && user.phone_confirmed_at !== null;
  // In the background: the sender's duration or failure would reveal whether the account exists.
  if (auth.settings.tellsTaken) await sendSms(auth, phone, code, { isConfirmed });
  else auth.background('send code to a phone', () => sendSms(auth, phone, code, { isConfirmed }));
}

function insertPhoneUser(auth: AuthParts, { phone, passwordHash, data }: NewPhoneUser, time: string) {
  const identity = { provider: 'phone', data: phoneIdentityData(phone, false) };
  const person = { email: null, phone, passwordHash, userMetadata: data, confirmed: false, identity };
  return insertUser(auth.sql, person, time);
}

/** The user whose code was sent to a number. */
async function findRecipient(sql: Sql, phone: string, type: PhoneTokenType): Promise<UserRow | undefined> {
  if (type === 'confirmation_token') return findUserByPhone(sql, phone);
  const [row] = await sql<{ id: string }[]>`
    select id from auth.users where phone_change = ${phone} order by phone_change_sent_at desc nulls last limit 1`;
  return row && findUserById(sql, row.id);
}

/** Sets a verified number as the user's own and in their phone identity. */
async function setPhone(sql: Sql, user: UserRow, phone: string, time: string): Promise<void> {
  try {
    await sql`
      update auth.users set phone = ${phone}, phone_confirmed_at = coalesce(phone_confirmed_at, ${time}),
        phone_change = '', phone_change_token = '', confirmation_token = '', recovery_token = '',
        updated_at = ${time}
      where id = ${user.id}`;
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw phoneExists();
  }
  await upsertIdentity(sql, user.id, 'phone', phoneIdentityData(phone, true), time);
  await updateProviders(sql, user.id);
}

export function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered');
}
