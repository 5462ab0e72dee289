import type { PendingQuery, Row } from 'postgres';
import type { JsonObject, Sql } from './parts.ts';

/** The instance id that GoTrue and hosted projects use in every row. */
export const INSTANCE_ID = '00000000-0000-0000-0000-000000000000';
export const AUDIENCE = 'authenticated';

export interface IdentityRow {
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

/** What is read of a row of auth.users, with identities and factors; times are ISO 8601. */
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
export function userColumn(sql: Sql) {
  return sql`to_jsonb(u) || jsonb_build_object(
    'identities', coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i
      where i.user_id = u.id), '[]'),
    'factors', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at, f.id) from auth.mfa_factors f
      where f.user_id = u.id), '[]'))`;
}

export function findUserByEmail(sql: Sql, email: string): Promise<UserRow | undefined> {
  return findUser(sql, sql`u.email = ${email.toLowerCase()} and not u.is_sso_user`);
}

/** @param phone digits without the plus sign */
export function findUserByPhone(sql: Sql, phone: string): Promise<UserRow | undefined> {
  return findUser(sql, sql`u.phone = ${phone} and not u.is_sso_user`);
}

export function findUserById(sql: Sql, id: string): Promise<UserRow | undefined> {
  return findUser(sql, sql`u.id = ${id}`);
}

async function findUser(sql: Sql, condition: PendingQuery<Row[]>): Promise<UserRow | undefined> {
  const [row] = await sql<{ user: UserRow }[]>`
    select ${userColumn(sql)} as "user" from auth.users u where ${condition}`;
  return row?.user;
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && new Date(user.banned_until) > now;
}

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}
