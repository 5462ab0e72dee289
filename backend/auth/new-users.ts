import { randomUUID } from 'node:crypto';
import type { JsonObject, Sql } from './parts.ts';
import { AUDIENCE, findUserById, INSTANCE_ID, type UserRow } from './users.ts';

export interface NewUser {
  id?: string;
  email: string | null;
  phone?: string | null;
  passwordHash: string | null;
  userMetadata: JsonObject;
  appMetadata?: JsonObject;
  role?: string | undefined;
  /** Whether the address counts as confirmed from the start. */
  confirmed: boolean;
  phoneConfirmed?: boolean;
  anonymous?: boolean;
  /** ISO 8601. */
  bannedUntil?: string | null;
  identity?: { provider: string; providerId?: string; data: JsonObject };
}

/**
 * Makes a user with the identity they come by, in one statement.
 * @returns undefined when somebody has the address or phone number already, also when they took it a moment ago.
 */
export async function insertUser(sql: Sql, user: NewUser, time: string): Promise<UserRow | undefined> {
  const id = user.id ?? randomUUID();
  const provider = user.identity?.provider;
  const appMetadata = provider
    ? { provider, providers: [provider], ...user.appMetadata }
    : (user.appMetadata ?? {});
  const userMetadata =
    user.confirmed && user.email ? { ...user.userMetadata, email_verified: true } : user.userMetadata;
  const identityData = { ...user.identity?.data, sub: user.identity?.providerId ?? id };
  const [made] = await sql<{ id: string }[]>`
    with made as (
      insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
        phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, banned_until, is_anonymous, created_at, updated_at)
      values (${INSTANCE_ID}, ${id}, ${AUDIENCE}, ${user.role ?? 'authenticated'}, ${user.email}, ${user.phone ?? null},
        ${user.passwordHash}, ${user.confirmed && user.email ? time : null}, ${user.phoneConfirmed ? time : null},
        ${JSON.stringify(appMetadata)}::text::jsonb, ${JSON.stringify(userMetadata)}::text::jsonb,
        ${user.bannedUntil ?? null}, ${user.anonymous ?? false}, ${time}, ${time})
      on conflict do nothing
      returning id
    ), identity as (
      insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      select ${user.identity?.providerId ?? id}, made.id, ${JSON.stringify(identityData)}::text::jsonb,
        ${provider ?? ''}, ${time}, ${time}, ${time}
      from made where ${provider !== undefined}
    )
    select id from made`;
  return made ? findUserById(sql, made.id) : undefined;
}

/** What GoTrue keeps in an identity that is an address. */
export function emailIdentityData(email: string, verified: boolean, more: JsonObject = {}): JsonObject {
  return { ...more, email, email_verified: verified, phone_verified: false };
}
