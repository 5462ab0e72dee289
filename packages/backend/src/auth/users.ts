import { randomUUID } from 'node:crypto';
import { type Fragment, fragment, identifier, type Sql } from '../lib/sql.ts';
import type { JsonObject } from './parts.ts';

/** The instance id that GoTrue and hosted projects use in every row. */
export const INSTANCE_ID = '00000000-0000-0000-0000-000000000000';
export const AUDIENCE = 'authenticated';

interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: JsonObject;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
}

export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
  secret: string | null;
  phone: string | null;
  last_challenged_at: string | null;
}

/** Columns of auth.users, with identities and factors; times are ISO 8601. */
export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  invited_at: string | null;
  confirmation_token: string;
  confirmation_sent_at: string | null;
  recovery_token: string;
  recovery_sent_at: string | null;
  email_change: string;
  email_change_token_new: string;
  email_change_token_current: string;
  email_change_sent_at: string | null;
  last_sign_in_at: string | null;
  raw_app_meta_data: JsonObject | null;
  raw_user_meta_data: JsonObject | null;
  created_at: string;
  updated_at: string;
  phone: string | null;
  phone_confirmed_at: string | null;
  phone_change: string;
  phone_change_token: string;
  phone_change_sent_at: string | null;
  confirmed_at: string | null;
  banned_until: string | null;
  reauthentication_token: string;
  reauthentication_sent_at: string | null;
  deleted_at: string | null;
  is_anonymous: boolean;
  is_sso_user: boolean;
  identities: IdentityRow[];
  factors: FactorRow[];
}

/** Select list: the user aliased `u` as one JSON value. */
export function userColumn(): Fragment {
  return fragment`to_jsonb(u) || jsonb_build_object(
    'identities', coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i
      where i.user_id = u.id), '[]'),
    'factors', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at, f.id) from auth.mfa_factors f
      where f.user_id = u.id), '[]'))`;
}

export function findUserByEmail(sql: Sql, email: string): Promise<UserRow | undefined> {
  return findUser(sql, fragment`u.email = ${email.toLowerCase()} and not u.is_sso_user`);
}

/** @param phone digits without the plus sign */
export function findUserByPhone(sql: Sql, phone: string): Promise<UserRow | undefined> {
  return findUser(sql, fragment`u.phone = ${phone} and not u.is_sso_user`);
}

export function findUserById(sql: Sql, id: string): Promise<UserRow | undefined> {
  return findUser(sql, fragment`u.id = ${id}`);
}

async function findUser(sql: Sql, condition: Fragment): Promise<UserRow | undefined> {
  const [row] = await sql<{ user: UserRow }[]>`
    select ${userColumn()} as "user" from auth.users u where ${condition}`;
  return row?.user;
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && new Date(user.banned_until) > now;
}

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}

/**
 * Whether a person has proved that they own an address: by a message, or at a provider. An address confirmed
 * without a message is not proven.
 */
export function isProven({ identities }: UserRow, email: string | null): boolean {
  return identities.some(
    (identity) => identity.email === email && identity.identity_data.email_verified === true,
  );
}

interface NewUser {
  id?: string;
  email: string | null;
  phone?: string | null;
  passwordHash: string | null;
  userMetadata: JsonObject;
  role?: string | undefined;
  /** Whether the address is confirmed from the start. */
  confirmed: boolean;
  phoneConfirmed?: boolean;
  /** ISO 8601. */
  bannedUntil?: string | null;
  identity: { provider: string; providerId?: string; data: JsonObject };
}

/**
 * Creates a user with their identity in one statement.
 * @returns undefined when the address or number is taken
 */
export async function insertUser(sql: Sql, user: NewUser, time: string): Promise<UserRow | undefined> {
  const id = user.id ?? randomUUID();
  const { provider, providerId = id, data } = user.identity;
  const appMetadata = { provider, providers: [provider] };
  const userMetadata =
    user.confirmed && user.email ? { ...user.userMetadata, email_verified: true } : user.userMetadata;
  const [made] = await sql<{ id: string }[]>`
    with made as (
      insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
        phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at)
      values (${INSTANCE_ID}, ${id}, ${AUDIENCE}, ${user.role ?? 'authenticated'}, ${user.email}, ${user.phone ?? null},
        ${user.passwordHash}, ${user.confirmed && user.email ? time : null}, ${user.phoneConfirmed ? time : null},
        ${JSON.stringify(appMetadata)}::text::jsonb, ${JSON.stringify(userMetadata)}::text::jsonb,
        ${user.bannedUntil ?? null}, ${time}, ${time})
      on conflict do nothing
      returning id
    ), identity as (
      insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      select ${providerId}, made.id, ${JSON.stringify({ ...data, sub: providerId })}::text::jsonb, ${provider},
        ${time}, ${time}, ${time}
      from made
    )
    select id from made`;
  return made ? findUserById(sql, made.id) : undefined;
}

/** Identity data of an email identity, as in GoTrue. */
export function emailIdentityData(email: string, verified: boolean, more: JsonObject = {}): JsonObject {
  return { ...more, email, email_verified: verified, phone_verified: false };
}

/** Identity data of a phone identity, as in GoTrue. */
export function phoneIdentityData(phone: string, verified: boolean): JsonObject {
  return { phone, phone_verified: verified, email_verified: false };
}

/** Inserts or updates an identity: of the user's own address or number, or at a provider, with the provider's id. */
export async function upsertIdentity(
  sql: Sql,
  userId: string,
  provider: string,
  data: JsonObject,
  time: string,
  providerId = userId,
): Promise<void> {
  const full = JSON.stringify({ ...data, sub: providerId });
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${providerId}, ${userId}, ${full}::text::jsonb, ${provider}, ${time}, ${time}, ${time})
    on conflict (provider_id, provider) do update
    set identity_data = identities.identity_data || excluded.identity_data, updated_at = excluded.updated_at`;
}

/** Updates the list of providers in the app metadata, oldest first. */
export async function updateProviders(sql: Sql, userId: string): Promise<void> {
  await sql`
    update auth.users u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
      || jsonb_build_object('provider', p.providers -> 0, 'providers', p.providers)
    from (
      select jsonb_agg(provider order by first) as providers
      from (select provider, min(created_at) as first from auth.identities where user_id = ${userId} group by provider) i
    ) p
    where u.id = ${userId} and p.providers is not null`;
}

/** Merges user-editable metadata; null removes a key. */
export const mergeUserMetadata = merging('raw_user_meta_data');

/** Merges server-controlled metadata; null removes a key. */
export const mergeAppMetadata = merging('raw_app_meta_data');

function merging(column: 'raw_user_meta_data' | 'raw_app_meta_data') {
  return async (sql: Sql, userId: string, patch: JsonObject, time: string): Promise<void> => {
    const entries = Object.entries(patch);
    const retained = JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null)));
    const removed = entries.filter(([, value]) => value === null).map(([key]) => key);
    await sql`
      update auth.users set updated_at = ${time},
        ${identifier(column)} = (coalesce(${identifier(column)}, '{}') || ${retained}::text::jsonb) - ${removed}::text[]
      where id = ${userId}`;
  };
}

/**
 * Stores a new hash, invalidates pending codes and links, and ends all sessions except `keepSession`. Requires a
 * transaction.
 */
export async function storePassword(
  sql: Sql,
  userId: string,
  hash: string,
  time: string,
  keepSession: string | null,
): Promise<void> {
  // Locks the user, so that sessions of concurrent sign-ins are included below.
  await sql`select from auth.users where id = ${userId} for update`;
  await sql`
    with tokens as (
      delete from auth.one_time_tokens where user_id = ${userId}
    ), sessions as (
      delete from auth.sessions where user_id = ${userId} and id is distinct from ${keepSession}::uuid
    )
    update auth.users set encrypted_password = ${hash}, updated_at = ${time},
      confirmation_token = '', confirmation_sent_at = null, recovery_token = '', recovery_sent_at = null,
      email_change_token_new = '', email_change_token_current = '', email_change_sent_at = null,
      phone_change_token = '', phone_change_sent_at = null,
      reauthentication_token = '', reauthentication_sent_at = null
    where id = ${userId}`;
}

/** Times that GoTrue omits when empty. */
const TIMES = [
  ...(['email_confirmed_at', 'invited_at', 'phone_confirmed_at', 'confirmation_sent_at'] as const),
  ...(['confirmed_at', 'recovery_sent_at', 'email_change_sent_at', 'phone_change_sent_at'] as const),
  ...(['reauthentication_sent_at', 'last_sign_in_at', 'banned_until', 'deleted_at'] as const),
];

/** A user in GoTrue's format, without empty fields where GoTrue omits them. */
export function userJson(user: UserRow): JsonObject {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    ...presentTimes(user),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length > 0 ? { factors: user.factors.map(factorJson) } : {}),
    identities: user.identities.map(identityJson),
    created_at: isoTime(user.created_at),
    updated_at: isoTime(user.updated_at),
    is_anonymous: user.is_anonymous,
  };
}

/** The response to a sign-up, built from the request alone, so that it does not reveal whether the account is new. */
export function newUserJson(
  provider: 'email' | 'phone',
  address: string,
  userMetadata: JsonObject,
  time: string,
  fields: JsonObject = {},
): JsonObject {
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: AUDIENCE,
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: time,
    app_metadata: { provider, providers: [provider] },
    user_metadata: userMetadata,
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
    ...fields,
  };
}

export function factorJson(factor: FactorRow): JsonObject {
  return {
    id: factor.id,
    created_at: isoTime(factor.created_at),
    updated_at: isoTime(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...(factor.last_challenged_at ? { last_challenged_at: isoTime(factor.last_challenged_at) } : {}),
  };
}

function identityJson(identity: IdentityRow): JsonObject {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...(identity.last_sign_in_at ? { last_sign_in_at: isoTime(identity.last_sign_in_at) } : {}),
    created_at: isoTime(identity.created_at),
    updated_at: isoTime(identity.updated_at),
    ...(identity.email ? { email: identity.email } : {}),
  };
}

function presentTimes(user: UserRow): JsonObject {
  const present = TIMES.filter((field) => user[field]);
  return Object.fromEntries(present.map((field) => [field, isoTime(user[field] ?? '')]));
}

/** ISO 8601 in UTC with a Z; keeps microseconds when the database session uses UTC. */
function isoTime(text: string): string {
  return text.endsWith('+00:00') ? `${text.slice(0, -6)}Z` : new Date(text).toISOString();
}

/**
 * Removes the password of an account with an unconfirmed address and number: whoever set it may not be the
 * person who later proves to own them.
 */
export async function removeUnprovenPassword(sql: Sql, user: UserRow): Promise<void> {
  await sql`
    update auth.users set encrypted_password = null
    where id = ${user.id} and phone_confirmed_at is null and email_confirmed_at is null`;
}

/**
 * Ends all access to an account for the first person to prove its address, as somebody else may have created
 * it. Requires a lock on the user.
 * @param isSignUp the proof belongs to the sign-up that set the password, which then stays
 */
export async function endUnprovenAccess(
  sql: Sql,
  userId: string,
  time: string,
  { isSignUp = false } = {},
): Promise<void> {
  await sql`
    with sessions as (
      delete from auth.sessions where user_id = ${userId}
    )
    delete from auth.mfa_factors where user_id = ${userId}`;
  if (isSignUp) return;
  await sql`
    with identities as (
      delete from auth.identities where user_id = ${userId} and provider <> 'email'
    ), tokens as (
      delete from auth.one_time_tokens where user_id = ${userId}
    ), flows as (
      delete from auth.flow_state where user_id = ${userId}
    )
    update auth.users set encrypted_password = null, updated_at = ${time},
      phone = null, phone_confirmed_at = null, phone_change = '', phone_change_token = '',
      confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change = '', email_change_token_new = '', email_change_token_current = ''
    where id = ${userId}`;
}
