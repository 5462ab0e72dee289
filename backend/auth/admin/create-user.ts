import { randomUUID } from 'node:crypto';
import { json } from '../../lib/http.ts';
import { auditEntry, SERVICE_ACTOR } from '../audit.ts';
import { AuthError, invalid, sqlState } from '../errors.ts';
import { emailIdentityData, insertUser } from '../new-users.ts';
import type { AuthParts, Endpoint, Sql } from '../parts.ts';
import { isBcryptHash, isHashable } from '../passwords.ts';
import { updateProviders } from '../providers.ts';
import { isUuid, requireServiceRole } from '../signed-in.ts';
import { userJson } from '../user-json.ts';
import { mergeAppMetadata } from '../user-metadata.ts';
import { findUserByEmail, findUserById, type UserRow } from '../users.ts';
import { phoneIdentityData, putIdentity } from './identities.ts';
import { readUserFields, type UserFields } from './user-fields.ts';
import { traitsOf } from './users.ts';

/** POST /admin/users: an account without a message to anybody; a bcrypt hash from elsewhere may stand for the password. */
export const createUser: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const fields = await readUserFields(auth, call);
  if (!fields.email && !fields.phone) {
    throw invalid('Cannot create a user without either an email or phone');
  }
  if (fields.id && !isUuid(fields.id)) throw invalid('ID must conform to the uuid v4 format');
  const passwordHash = await hashOf(auth, fields);
  const time = auth.now().toISOString();
  const user = await auth.sql.begin(async (tx) => {
    const made = await insertFields(tx, fields, passwordHash, time);
    await auditEntry(tx, call, time, 'user_signedup', SERVICE_ACTOR, traitsOf(made));
    return made;
  });
  return json(userJson(user));
};

async function hashOf(auth: AuthParts, { password, passwordHash }: UserFields): Promise<string | null> {
  if (password && passwordHash) throw invalid('Only a password or a password hash should be provided');
  if (passwordHash) {
    if (!isBcryptHash(passwordHash)) throw invalid('The password hash is not one of bcrypt');
    return passwordHash;
  }
  if (!password) return null;
  if (!isHashable(password)) throw invalid('Password cannot be longer than 72 characters');
  return auth.passwords.hash(password);
}

async function insertFields(
  sql: Sql,
  fields: UserFields,
  passwordHash: string | null,
  time: string,
): Promise<UserRow> {
  const { email, phone, emailConfirm, phoneConfirm } = fields;
  const identity = email
    ? { provider: 'email', data: emailIdentityData(email, emailConfirm) }
    : { provider: 'phone', data: phoneIdentityData(phone, phoneConfirm) };
  const made = await insertUser(
    sql,
    {
      id: fields.id || randomUUID(),
      email: email || null,
      phone: phone || null,
      passwordHash,
      userMetadata: fields.userMetadata ?? {},
      role: fields.role || undefined,
      confirmed: emailConfirm,
      phoneConfirmed: phoneConfirm && phone !== '',
      bannedUntil: fields.bannedUntil ?? null,
      identity,
    },
    time,
  );
  if (!made) throw await taken(sql, fields);
  if (email && phone) {
    await putIdentity(sql, made.id, 'phone', phoneIdentityData(phone, phoneConfirm), time);
    await updateProviders(sql, made.id);
  }
  if (fields.appMetadata) await mergeAppMetadata(sql, made.id, fields.appMetadata, time);
  return (await findUserById(sql, made.id)) ?? made;
}

/** Why a user could not be made. */
async function taken(sql: Sql, { email, phone }: UserFields): Promise<AuthError> {
  if (email && (await findUserByEmail(sql, email))) return emailExists();
  const [samePhone] = phone ? await sql`select from auth.users where phone = ${phone}` : [];
  return samePhone ? phoneExists() : new AuthError(409, 'conflict', 'A user with this id already exists');
}

/** A clash of addresses or numbers in GoTrue's words; anything else as it was. */
export function explainClash(error: unknown): unknown {
  if (sqlState(error) !== '23505' || !(error instanceof Error)) return error;
  return error.message.includes('phone') ? phoneExists() : emailExists();
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'Phone number already registered by another user');
}
