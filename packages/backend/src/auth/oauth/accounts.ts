import type { Sql } from '../../lib/sql.ts';
import { AuthError } from '../errors.ts';
import type { AuthParts, JsonObject } from '../parts.ts';
import {
  endUnprovenAccess,
  findUserByEmail,
  findUserById,
  insertUser,
  isBanned,
  isProven,
  mergeUserMetadata,
  type UserRow,
  updateProviders,
  upsertIdentity,
} from '../users.ts';

/** A person's profile at a provider. */
export interface ProviderProfile {
  provider: string;
  subject: string;
  /** Lower case. */
  email: string | null;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  /** Identity data with GoTrue's names; JSON omits undefined ones. */
  data: JsonObject;
}

/** Parses the claims of an identity token. */
export function profileOf(provider: string, subject: string, claims: Readonly<JsonObject>): ProviderProfile {
  const email = textClaim(claims.email)?.toLowerCase() ?? null;
  const emailVerified =
    email !== null && (claims.email_verified === true || claims.email_verified === 'true');
  const name = textClaim(claims.name);
  const picture = textClaim(claims.picture);
  const domain = textClaim(claims.hd);
  return {
    provider,
    subject,
    email,
    emailVerified,
    data: {
      iss: textClaim(claims.iss),
      sub: subject,
      provider_id: subject,
      email: email ?? undefined,
      name,
      full_name: name,
      picture,
      avatar_url: picture,
      email_verified: emailVerified,
      phone_verified: false,
      custom_claims: domain ? { hd: domain } : undefined,
    },
  };
}

function textClaim(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replaceAll('\0', '').slice(0, 1024) : undefined;
}

/** The profile as stored at the site of the redirect target. */
export function profileAt(
  { settings }: AuthParts,
  profile: ProviderProfile,
  redirectTo: string,
): ProviderProfile {
  const { subject, email } = settings.storedIdentity(
    { subject: profile.subject, email: profile.email ?? '' },
    redirectTo,
  );
  const data = { ...profile.data, sub: subject, provider_id: subject };
  return profile.email === null
    ? { ...profile, subject, data }
    : { ...profile, subject, email, data: { ...data, email } };
}

/**
 * Finds or creates the account of a provider's user: the one with their identity, else the one with the same verified
 * address, else a new one.
 * @throws AuthError `provider_email_needs_verification`, `user_banned`
 */
export async function signInWithProfile(
  auth: AuthParts,
  sql: Sql,
  profile: ProviderProfile,
): Promise<UserRow> {
  const time = auth.now().toISOString();
  const id = (await renewIdentity(sql, profile, time)) ?? (await adoptByEmail(sql, profile, time));
  const user = await findUserById(sql, id);
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
  return user;
}

/** Updates an identity from the provider's profile. @returns its user */
async function renewIdentity(sql: Sql, profile: ProviderProfile, time: string): Promise<string | undefined> {
  const [existing] = await sql<{ user_id: string }[]>`
    update auth.identities set identity_data = ${JSON.stringify(profile.data)}::text::jsonb,
      last_sign_in_at = ${time}, updated_at = ${time}
    where provider = ${profile.provider} and provider_id = ${profile.subject}
    returning user_id`;
  if (existing) await mergeUserMetadata(sql, existing.user_id, profile.data, time);
  return existing?.user_id;
}

async function adoptByEmail(sql: Sql, profile: ProviderProfile, time: string): Promise<string> {
  const { email, provider } = profile;
  if (email === null || !profile.emailVerified) {
    throw new AuthError(
      422,
      'provider_email_needs_verification',
      `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    );
  }
  const existing = await findUserByEmail(sql, email);
  if (!existing) return createFromProfile(sql, { ...profile, email }, time);
  await sql`select from auth.users where id = ${existing.id} for update`;
  if (!isProven(existing, email)) await removeUnverifiedOwner(sql, existing.id, time);
  await upsertIdentity(sql, existing.id, provider, profile.data, time, profile.subject);
  await mergeUserMetadata(sql, existing.id, { ...profile.data, email_verified: true }, time);
  await sql`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${time}) where id = ${existing.id}`;
  await updateProviders(sql, existing.id);
  return existing.id;
}

async function createFromProfile(
  sql: Sql,
  profile: ProviderProfile & { email: string },
  time: string,
): Promise<string> {
  const { email, provider, subject, data } = profile;
  const user = await insertUser(
    sql,
    {
      email,
      passwordHash: null,
      userMetadata: data,
      confirmed: true,
      identity: { provider, providerId: subject, data },
    },
    time,
  );
  if (!user) throw new AuthError(409, 'conflict', 'Another request changed the same record');
  return user.id;
}

/**
 * Takes over an account with an unverified address for the address's owner: removes all credentials and
 * profile data of the previous holder.
 */
async function removeUnverifiedOwner(sql: Sql, userId: string, time: string): Promise<void> {
  await endUnprovenAccess(sql, userId, time);
  await sql`
    with identities as (
      delete from auth.identities where user_id = ${userId}
    )
    update auth.users set raw_user_meta_data = '{}' where id = ${userId}`;
}
