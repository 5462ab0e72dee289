import { randomUUID } from 'node:crypto';
import type { JsonObject, Sql } from './parts.ts';
import { AUDIENCE, findUserById, INSTANCE_ID, type UserRow } from './users.ts';

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

/** Inserts or updates the identity of a user's own address or number. */
export async function upsertIdentity(
  sql: Sql,
  userId: string,
  provider: 'email' | 'phone',
  data: JsonObject,
  time: string,
): Promise<void> {
  const full = JSON.stringify({ ...data, sub: userId });
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${userId}, ${userId}, ${full}::text::jsonb, ${provider}, ${time}, ${time}, ${time})
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
        ${sql(column)} = (coalesce(${sql(column)}, '{}') || ${retained}::text::jsonb) - ${removed}::text[]
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
