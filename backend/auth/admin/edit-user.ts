import { randomUUID } from 'node:crypto';
import { json } from '../../lib/http.ts';
import { emailExists } from '../email-change.ts';
import { AuthError, invalid, sqlState } from '../errors.ts';
import type { Endpoint, Sql } from '../parts.ts';
import { checkPasswordStrength, hashPassword, isBcryptHash, isHashable } from '../passwords.ts';
import { isUuid, requireServiceRole } from '../signed-in.ts';
import {
  emailIdentityData,
  insertUser,
  mergeAppMetadata,
  mergeUserMetadata,
  phoneIdentityData,
  storePassword,
  updateProviders,
  upsertIdentity,
} from '../store-user.ts';
import { userJson } from '../user-json.ts';
import { findUserByEmail, findUserById, type UserRow } from '../users.ts';
import { readUserFields, type UserFields } from './user-fields.ts';
import { namedUser } from './users.ts';

/** POST /admin/users: creates an account without sending a message. Accepts a bcrypt hash instead of a password. */
export const createUser: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const fields = await readUserFields(auth, call);
  if (!fields.email && !fields.phone) {
    throw invalid('Cannot create a user without either an email or phone');
  }
  if (fields.id && !isUuid(fields.id)) throw invalid('ID must conform to the uuid v4 format');
  const passwordHash = await hashOf(fields);
  const time = auth.now().toISOString();
  const user = await auth.sql.begin((tx) => insertFields(tx, fields, passwordHash, time));
  return json(userJson(user));
};

async function hashOf(fields: UserFields): Promise<string | null> {
  const { password, password_hash: passwordHash } = fields;
  if (password && passwordHash) throw invalid('Only a password or a password hash should be provided');
  if (passwordHash) {
    if (!isBcryptHash(passwordHash)) throw invalid('The password hash is not one of bcrypt');
    return passwordHash;
  }
  if (!password) return null;
  if (!isHashable(password)) throw invalid('Password cannot be longer than 72 characters');
  return hashPassword(password);
}

async function insertFields(
  sql: Sql,
  fields: UserFields,
  passwordHash: string | null,
  time: string,
): Promise<UserRow> {
  const { email, phone, email_confirm: emailConfirm, phone_confirm: phoneConfirm } = fields;
  const identity = email
    ? { provider: 'email', data: emailIdentityData(email, emailConfirm) }
    : { provider: 'phone', data: phoneIdentityData(phone, phoneConfirm) };
  const newUser = {
    id: fields.id || randomUUID(),
    email: email || null,
    phone: phone || null,
    passwordHash,
    identity,
    userMetadata: fields.user_metadata ?? {},
    role: fields.role || undefined,
    confirmed: emailConfirm,
    phoneConfirmed: phoneConfirm && phone !== '',
    bannedUntil: fields.bannedUntil ?? null,
  };
  const createdUser = await insertUser(sql, newUser, time);
  if (!createdUser) throw await conflictError(sql, fields);
  if (email && phone) {
    await upsertIdentity(sql, createdUser.id, 'phone', phoneIdentityData(phone, phoneConfirm), time);
    await updateProviders(sql, createdUser.id);
  }
  if (fields.app_metadata) await mergeAppMetadata(sql, createdUser.id, fields.app_metadata, time);
  return (await findUserById(sql, createdUser.id)) ?? createdUser;
}

/** The reason why a user could not be created. */
async function conflictError(sql: Sql, { email, phone }: UserFields): Promise<AuthError> {
  if (email && (await findUserByEmail(sql, email))) return emailExists();
  const [samePhone] = phone ? await sql`select from auth.users where phone = ${phone}` : [];
  return samePhone ? phoneExists() : new AuthError(409, 'conflict', 'A user with this id already exists');
}

/** Maps a unique violation to GoTrue's error; other errors stay. */
function mapUniqueViolation(error: unknown): unknown {
  if (sqlState(error) !== '23505' || !(error instanceof Error)) return error;
  return error.message.includes('phone') ? phoneExists() : emailExists();
}

function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'Phone number already registered by another user');
}

/** PUT /admin/users/:userId: applies changes at once; a new password ends all sessions. */
export const updateUserAsAdmin: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const fields = await readUserFields(auth, call);
  if (fields.password) checkPasswordStrength(fields.password, auth.settings.minPasswordLength);
  const passwordHash = fields.password ? await hashPassword(fields.password) : null;
  const time = auth.now().toISOString();
  try {
    const changed = await auth.sql.begin(async (tx) => {
      if (passwordHash) await storePassword(tx, user.id, passwordHash, time, null);
      await updateColumns(tx, user, fields, time);
      await updateIdentities(tx, user, fields, time);
      if (fields.app_metadata) await mergeAppMetadata(tx, user.id, fields.app_metadata, time);
      if (fields.user_metadata) await mergeUserMetadata(tx, user.id, fields.user_metadata, time);
      return findUserById(tx, user.id);
    });
    return json(userJson(changed ?? user));
  } catch (error) {
    throw mapUniqueViolation(error);
  }
};

async function updateColumns(sql: Sql, user: UserRow, fields: UserFields, time: string): Promise<void> {
  const { email, phone, role, bannedUntil } = fields;
  const confirmsEmail = fields.email_confirm && (email !== '' || user.email !== null);
  const confirmsPhone = fields.phone_confirm && (phone !== '' || user.phone !== null);
  await sql`
    update auth.users set updated_at = ${time},
      email = coalesce(${email || null}, email), phone = coalesce(${phone || null}, phone),
      role = coalesce(${role || null}, role),
      email_confirmed_at = case when ${confirmsEmail} then coalesce(email_confirmed_at, ${time}) else email_confirmed_at end,
      phone_confirmed_at = case when ${confirmsPhone} then coalesce(phone_confirmed_at, ${time}) else phone_confirmed_at end,
      raw_user_meta_data = case when ${confirmsEmail}
        then coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' else raw_user_meta_data end,
      banned_until = case when ${bannedUntil === undefined} then banned_until else ${bannedUntil ?? null}::timestamptz end
    where id = ${user.id}`;
}

async function updateIdentities(sql: Sql, user: UserRow, fields: UserFields, time: string): Promise<void> {
  const { email, phone } = fields;
  if (email)
    await upsertIdentity(sql, user.id, 'email', emailIdentityData(email, fields.email_confirm), time);
  if (phone)
    await upsertIdentity(sql, user.id, 'phone', phoneIdentityData(phone, fields.phone_confirm), time);
  if (email || phone) await updateProviders(sql, user.id);
}
