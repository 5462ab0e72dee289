import { completeEmailChange } from './email-change.ts';
import { AuthError, invalid } from './errors.ts';
import { findByLink, isCode, isFresh, linkHash, type TokenPurpose } from './one-time-tokens.ts';
import type { AuthParts, Sql } from './parts.ts';
import { updateProviders } from './store-user.ts';
import { findUserById, isBanned, type UserRow } from './users.ts';

/** Proof that somebody received a message. */
export type Proof =
  | { kind: 'link'; type: string; link: string }
  | { kind: 'code'; type: string; code: string; email: string };

const PURPOSES: Readonly<Record<string, readonly TokenPurpose[]>> = {
  signup: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_new', 'email_change_current'],
};

/**
 * Consumes a code or link and performs its purpose. Locks the user's row, so that of two concurrent requests one fails.
 * @returns 'half' when a change of address awaits the other address
 * @throws AuthError `otp_expired`, `user_banned`, `email_exists`
 */
export async function verifyToken(auth: AuthParts, sql: Sql, proof: Proof): Promise<UserRow | 'half'> {
  const purposes = Object.hasOwn(PURPOSES, proof.type) ? PURPOSES[proof.type] : undefined;
  if (!purposes) throw invalid('Invalid email verification type');
  const match = await (proof.kind === 'link'
    ? findByLinkLocked(sql, proof.link, purposes)
    : findByCodeLocked(sql, proof, purposes));
  if (!match || isExpired(auth, match)) throw expired(proof);
  if (isBanned(match.user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
  const time = auth.now().toISOString();
  const { user, purpose } = match;
  if (purpose === 'email_change_new' || purpose === 'email_change_current') {
    if (!(await completeEmailChange(sql, user, purpose, time))) return 'half';
  } else {
    await confirm(sql, user, time);
  }
  await updateProviders(sql, user.id);
  const verified = await findUserById(sql, user.id);
  if (!verified) throw new AuthError(403, 'user_not_found', 'User not found');
  return verified;
}

interface Found {
  user: UserRow;
  purpose: TokenPurpose;
}

async function findByLinkLocked(
  sql: Sql,
  link: string,
  purposes: readonly TokenPurpose[],
): Promise<Found | undefined> {
  await sql`
    select from auth.users where id in (
      select user_id from auth.one_time_tokens where token_hash = ${linkHash(link)}) for update`;
  const token = await findByLink(sql, link, purposes);
  const user = token && (await findUserById(sql, token.userId));
  return token && user ? { user, purpose: token.purpose } : undefined;
}

async function findByCodeLocked(
  sql: Sql,
  { type, code, email }: Extract<Proof, { kind: 'code' }>,
  purposes: readonly TokenPurpose[],
): Promise<Found | undefined> {
  const rows = await sql<{ id: string }[]>`
    select id from auth.users
    where not is_sso_user and (email = ${email} or (${type === 'email_change'} and email_change = ${email}))
    order by id for update`;
  for (const { id } of rows) {
    const user = await findUserById(sql, id);
    if (!user) continue;
    const purpose = purposes.find((candidate) => isCode(email, code, codeHashOf(user, candidate)));
    if (purpose) return { user, purpose };
  }
  return undefined;
}

function codeHashOf(user: UserRow, purpose: TokenPurpose): string {
  const hashes: Readonly<Record<TokenPurpose, string | null>> = {
    confirmation: user.confirmation_token,
    recovery: user.recovery_token,
    email_change_new: user.email_change_token_new,
    email_change_current: user.email_change_token_current,
    reauthentication: user.reauthentication_token,
  };
  return hashes[purpose] ?? '';
}

function isExpired(auth: AuthParts, { user, purpose }: Found): boolean {
  const sentAt = {
    confirmation: user.confirmation_sent_at,
    recovery: user.recovery_sent_at,
    email_change_new: user.email_change_sent_at,
    email_change_current: user.email_change_sent_at,
    reauthentication: user.reauthentication_sent_at,
  }[purpose];
  return !isFresh(auth.now(), sentAt);
}

/** Confirms the address and invalidates all other pending codes and links. */
async function confirm(sql: Sql, user: UserRow, time: string): Promise<void> {
  await sql`
    with tokens as (
      delete from auth.one_time_tokens where user_id = ${user.id}
    ), identity as (
      update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = ${time}
      where user_id = ${user.id} and provider = 'email' and email = ${user.email}
    )
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${time}), updated_at = ${time},
      confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change_token_new = '', email_change_token_current = '',
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${user.id}`;
}

function expired(proof: Proof): AuthError {
  return new AuthError(
    403,
    'otp_expired',
    proof.kind === 'link' ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  );
}
