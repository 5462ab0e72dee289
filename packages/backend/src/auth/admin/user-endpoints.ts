import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { json } from '../../lib/http.ts';
import type { Sql } from '../../lib/sql.ts';
import {
  checkMetadataSize,
  flag,
  metadata,
  normaliseEmail,
  normalisePhone,
  readBody,
  text,
} from '../body.ts';
import { AuthError, invalid, sqlState } from '../errors.ts';
import { ownFactor, removeFactor } from '../mfa.ts';
import type { AuthParts, Call, Endpoint } from '../parts.ts';
import { checkPasswordStrength, hashPassword, isBcryptHash, isHashable } from '../passwords.ts';
import { phoneExists } from '../phone.ts';
import { isUuid, requireServiceRole } from '../sessions.ts';
import { emailExists } from '../user.ts';
import {
  AUDIENCE,
  emailIdentityData,
  factorJson,
  findUserByEmail,
  findUserById,
  findUserByPhone,
  insertUser,
  mergeAppMetadata,
  mergeUserMetadata,
  phoneIdentityData,
  storePassword,
  type UserRow,
  updateProviders,
  upsertIdentity,
  userColumn,
  userJson,
} from '../users.ts';

const USERS_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;

/** GET /admin/users: newest first, paginated, with `Link` and `X-Total-Count` headers. */
export const listUsers: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const { sql } = auth;
  const page = pageNumber(call.query.get('page'), 1);
  const perPage = Math.min(pageNumber(call.query.get('per_page'), USERS_PER_PAGE), MAX_PER_PAGE);
  const [counted, rows] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from auth.users where aud = ${AUDIENCE}`,
    sql<{ user: UserRow }[]>`
      select ${userColumn()} as "user"
      from (select * from auth.users where aud = ${AUDIENCE} order by created_at desc, id desc
        limit ${perPage} offset ${(page - 1) * perPage}) u
      order by created_at desc, id desc`,
  ]);
  const total = counted[0]?.total ?? 0;
  return json({ users: rows.map(({ user }) => userJson(user)), aud: AUDIENCE }, 200, {
    'x-total-count': String(total),
    link: pageLinks(page, perPage, total),
  });
};

function pageNumber(parameter: string | null, fallback: number): number {
  if (parameter === null || parameter === '') return fallback;
  const value = /^\d{1,9}$/.test(parameter) ? Number(parameter) : 0;
  if (value >= 1) return value;
  throw invalid(`Bad Pagination Parameters: ${JSON.stringify(parameter.slice(0, 32))} is no page`);
}

/** `page` must be the first parameter: the client reads the number after the first equals sign. */
function pageLinks(page: number, perPage: number, total: number): string {
  const last = Math.ceil(total / perPage);
  const link = (number: number, rel: string) =>
    `</admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

/** GET /admin/users/:userId */
export const getUserAsAdmin: Endpoint = async (auth, call) => json(userJson(await namedUser(auth, call)));

/** POST /admin/users: creates an account without sending a message. Accepts a bcrypt hash instead of a password. */
export const createUser: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const fields = await readUserFields(auth, call);
  if (!fields.email && !fields.phone) {
    throw invalid('Cannot create a user without either an email or phone');
  }
  if (fields.id && !isUuid(fields.id)) throw invalid('ID must conform to the uuid v4 format');
  const passwordHash = await hashOf(auth, fields);
  const time = auth.now().toISOString();
  const user = await auth.sql.begin((tx) => insertFields(tx, fields, passwordHash, time));
  return json(userJson(user));
};

async function hashOf(auth: AuthParts, fields: UserFields): Promise<string | null> {
  const { password, password_hash: passwordHash } = fields;
  if (password && passwordHash) throw invalid('Only a password or a password hash should be provided');
  if (passwordHash) {
    if (!isBcryptHash(passwordHash)) throw invalid('The password hash is not one of bcrypt');
    return passwordHash;
  }
  if (!password) return null;
  if (!isHashable(password)) throw invalid('Password cannot be longer than 72 characters');
  return hashPassword(password, auth.settings.passwordCost);
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
  if (phone && (await findUserByPhone(sql, phone))) return phoneExists();
  return new AuthError(409, 'conflict', 'A user with this id already exists');
}

/** PUT /admin/users/:userId: applies changes at once; a new password ends all sessions. */
export const updateUserAsAdmin: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const fields = await readUserFields(auth, call);
  if (fields.password) checkPasswordStrength(fields.password, auth.settings.minPasswordLength);
  const passwordHash = fields.password
    ? await hashPassword(fields.password, auth.settings.passwordCost)
    : null;
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
  const { phone } = fields;
  const confirms = fields.email_confirm && user.identities.some(({ provider }) => provider === 'email');
  const email = fields.email || (confirms ? user.email : null);
  if (email)
    await upsertIdentity(sql, user.id, 'email', emailIdentityData(email, fields.email_confirm), time);
  if (phone)
    await upsertIdentity(sql, user.id, 'phone', phoneIdentityData(phone, fields.phone_confirm), time);
  if (email || phone) await updateProviders(sql, user.id);
}

/** Maps a unique violation to GoTrue's error; returns other errors unchanged. */
function mapUniqueViolation(error: unknown): unknown {
  if (sqlState(error) !== '23505' || !(error instanceof Error)) return error;
  return error.message.includes('phone') ? phoneExists() : emailExists();
}

/** SQLSTATEs of a row that is still referenced. */
const REFERENCED = new Set(['23503', '23001']);

/** DELETE /admin/users/:userId: deletes permanently. */
export const deleteUser: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const isEmpty = call.request.body === null || call.request.headers.get('content-length') === '0';
  if (!isEmpty && (await readBody(call, z.object({ should_soft_delete: flag }))).should_soft_delete) {
    throw invalid('Soft deletion is not supported');
  }
  try {
    await auth.sql`delete from auth.users where id = ${user.id}`;
  } catch (error) {
    if (!REFERENCED.has(sqlState(error) ?? '')) throw error;
    throw new AuthError(409, 'conflict', 'Database error deleting user: other records still need it');
  }
  return json({});
};

/** GET /admin/users/:userId/factors */
export const listFactors: Endpoint = async (auth, call) =>
  json((await namedUser(auth, call)).factors.map(factorJson));

/** DELETE /admin/users/:userId/factors/:factorId: removes a lost factor. */
export const deleteFactor: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const factor = ownFactor({ user }, call.params.factorId);
  await removeFactor(auth.sql, factor, auth.now().toISOString());
  return json(factorJson(factor));
};

/**
 * The user named in an admin path.
 * @throws AuthError `not_admin`, `user_not_found`
 */
async function namedUser(auth: AuthParts, call: Call): Promise<UserRow> {
  requireServiceRole(call);
  const { userId } = call.params;
  if (!isUuid(userId)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(auth.sql, userId);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

const Fields = z.object({
  id: text.transform((id) => id.toLowerCase()),
  role: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
});

/** Missing fields are ''. `bannedUntil` is ISO 8601, null to lift a ban, undefined for no change. */
type UserFields = Omit<z.output<typeof Fields>, 'ban_duration'> & {
  bannedUntil: string | null | undefined;
};

/** Parses and validates the fields of a user, from an admin request. */
async function readUserFields(auth: AuthParts, call: Call): Promise<UserFields> {
  const { ban_duration: banDuration, ...fields } = await readBody(call, Fields);
  checkMetadataSize(fields.user_metadata, 'User metadata');
  checkMetadataSize(fields.app_metadata, 'App metadata');
  if (fields.role.length > 255) throw invalid('role cannot be longer than 255 characters');
  return {
    ...fields,
    role: fields.role.trim(),
    email: fields.email && normaliseEmail(fields.email),
    phone: fields.phone && normalisePhone(fields.phone),
    bannedUntil: banEnd(banDuration, auth.now()),
  };
}

const UNIT_MS = new Map(
  Object.entries({ ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }),
);
/** Longest ban, within the range of the database's timestamps. */
const MAX_BAN_MS = 1000 * 365 * 86_400_000;

/**
 * Parses the end of a ban from a GoTrue duration (`24h`, `1h30m`): null for `none`, undefined for no change.
 * @throws AuthError `validation_failed`
 */
export function banEnd(duration: string, now: Date): string | null | undefined {
  if (duration === '') return undefined;
  if (duration === 'none') return null;
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(duration)) {
    throw invalid(`invalid format for ban duration: ${JSON.stringify(duration.slice(0, 64))}`);
  }
  let milliseconds = 0;
  for (const [, count, , unit] of duration.matchAll(/(\d+(\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    milliseconds += Number(count) * (UNIT_MS.get(unit ?? '') ?? 0);
  }
  return new Date(now.getTime() + Math.min(milliseconds, MAX_BAN_MS)).toISOString();
}
