import { auditEntry } from '../audit.ts';
import { AuthError } from '../errors.ts';
import { insertUser } from '../new-users.ts';
import type { AuthParts, Call, Sql } from '../parts.ts';
import { updateProviders } from '../providers.ts';
import { mergeUserMetadata } from '../user-metadata.ts';
import { findUserByEmail, findUserById, isBanned, type UserRow } from '../users.ts';
import type { ProviderProfile } from './profile.ts';

/**
 * The account of somebody who comes from a provider: the one their identity belongs to, else the one with the same
 * address, else a new one. Only an address that the provider vouches for counts.
 * @throws AuthError `provider_email_needs_verification`, `signup_disabled`, `user_banned`
 */
export async function signInWithProfile(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  profile: ProviderProfile,
): Promise<UserRow> {
  const time = auth.now().toISOString();
  const id =
    (await renewIdentity(sql, profile, time)) ?? (await adoptByEmail(auth, sql, call, profile, time));
  const user = await findUserById(sql, id);
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
  return user;
}

/** Links an identity to the user who asked for it. */
export async function linkIdentity(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  userId: string,
  profile: ProviderProfile,
): Promise<UserRow> {
  const time = auth.now().toISOString();
  const target = await findUserById(sql, userId);
  if (!target) throw new AuthError(422, 'user_not_found', 'Linking target user not found');
  if (isBanned(target, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
  if (!(await addIdentity(sql, userId, profile, time))) {
    const isOwn = target.identities.some(
      ({ provider, provider_id: id }) => provider === profile.provider && id === profile.subject,
    );
    throw new AuthError(
      422,
      'identity_already_exists',
      isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
    );
  }
  if (!target.email && profile.email && profile.emailVerified)
    await takeEmail(sql, userId, profile.email, time);
  await updateProviders(sql, userId);
  await auditEntry(sql, call, time, 'user_modified', target, { provider: profile.provider });
  return (await findUserById(sql, userId)) ?? target;
}

/** @returns the user an identity belongs to, after noting what the provider says of them now. */
async function renewIdentity(sql: Sql, profile: ProviderProfile, time: string): Promise<string | undefined> {
  const [known] = await sql<{ user_id: string }[]>`
    update auth.identities set identity_data = ${JSON.stringify(profile.data)}::text::jsonb,
      last_sign_in_at = ${time}, updated_at = ${time}
    where provider = ${profile.provider} and provider_id = ${profile.subject}
    returning user_id`;
  if (known) await mergeUserMetadata(sql, known.user_id, profile.data, time);
  return known?.user_id;
}

async function adoptByEmail(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  profile: ProviderProfile,
  time: string,
): Promise<string> {
  const { email, provider } = profile;
  if (email === null || !profile.emailVerified) {
    throw new AuthError(
      422,
      'provider_email_needs_verification',
      `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    );
  }
  const known = await findUserByEmail(sql, email);
  if (!known) return createFromProfile(auth, sql, call, { ...profile, email }, time);
  await sql`select from auth.users where id = ${known.id} for update`;
  const isProven = known.identities.some(
    (identity) => identity.email === email && identity.identity_data.email_verified === true,
  );
  if (!isProven) await evictOccupant(sql, known.id, time);
  await addIdentity(sql, known.id, profile, time);
  await mergeUserMetadata(sql, known.id, { ...profile.data, email_verified: true }, time);
  await sql`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${time}) where id = ${known.id}`;
  await updateProviders(sql, known.id);
  await auditEntry(sql, call, time, 'user_modified', known, { provider });
  return known.id;
}

async function createFromProfile(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  profile: ProviderProfile & { email: string },
  time: string,
): Promise<string> {
  if (!auth.settings.signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
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
  await auditEntry(sql, call, time, 'user_signedup', user, { provider });
  return user.id;
}

/**
 * Nobody ever proved that the account's address is theirs, and now its owner comes: whatever the first one left behind
 * that would let them in again goes, and so does what they said about themselves.
 */
async function evictOccupant(sql: Sql, userId: string, time: string): Promise<void> {
  await sql`
    with identities as (
      delete from auth.identities where user_id = ${userId}
    ), sessions as (
      delete from auth.sessions where user_id = ${userId}
    ), factors as (
      delete from auth.mfa_factors where user_id = ${userId}
    ), tokens as (
      delete from auth.one_time_tokens where user_id = ${userId}
    ), flows as (
      delete from auth.flow_state where user_id = ${userId}
    )
    update auth.users set encrypted_password = null, raw_user_meta_data = '{}', updated_at = ${time},
      confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change = '', email_change_token_new = '', email_change_token_current = ''
    where id = ${userId}`;
}

async function addIdentity(
  sql: Sql,
  userId: string,
  profile: ProviderProfile,
  time: string,
): Promise<boolean> {
  const added = await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${profile.subject}, ${userId}, ${JSON.stringify(profile.data)}::text::jsonb, ${profile.provider}, ${time},
      ${time}, ${time})
    on conflict (provider_id, provider) do nothing returning id`;
  return added.length > 0;
}

/** Gives an anonymous user the address that their provider vouches for, unless somebody has it. */
async function takeEmail(sql: Sql, userId: string, email: string, time: string): Promise<void> {
  if (await findUserByEmail(sql, email)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  await sql`
    update auth.users set email = ${email}, email_confirmed_at = ${time}, is_anonymous = false, updated_at = ${time}
    where id = ${userId}`;
}
