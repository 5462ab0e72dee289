import { randomUUID } from 'node:crypto';
import type { JsonObject } from './parts.ts';
import { AUDIENCE, type FactorRow, type IdentityRow, type UserRow } from './users.ts';

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
