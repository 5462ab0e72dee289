import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Sql } from './parts.ts';
import type { UserRow } from './users.ts';

/** Purpose of a code or link; each has columns for its digest and time. */
export type TokenPurpose =
  | 'confirmation'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication';

const TOKEN_TYPES: Readonly<Record<TokenPurpose, string>> = {
  confirmation: 'confirmation_token',
  recovery: 'recovery_token',
  email_change_new: 'email_change_token_new',
  email_change_current: 'email_change_token_current',
  reauthentication: 'reauthentication_token',
};

/** Lifetime of codes and links in messages. */
export const OTP_SECONDS = 3600;
const CODE_DIGITS = 6;

export interface OneTimeToken {
  /** Digits to type; stored only as a digest with the address. */
  code: string;
  codeHash: string;
  /** Token of links. Independent of the code, so that guessing codes does not reveal links. */
  link: string;
  linkHash: string;
}

/** Creates a code and a link for a message to an address. */
export function newOneTimeToken(address: string): OneTimeToken {
  const code = newCode();
  const link = randomBytes(28).toString('hex');
  return { code, codeHash: codeHash(address, code), link, linkHash: linkHash(link) };
}

/** A numeric code, typed from a message or a phone's screen. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** Whether a token sent at that time is still valid. */
export function isFresh(now: Date, sentAt: string | null | undefined): boolean {
  return Boolean(sentAt) && now.getTime() <= new Date(sentAt ?? '').getTime() + OTP_SECONDS * 1000;
}

export function linkHash(link: string): string {
  return sha224(link);
}

/** Whether a typed code matches a stored digest. */
export function isCode(address: string, code: string, storedHash: string): boolean {
  if (storedHash === '') return false;
  const actual = Buffer.from(codeHash(address, code));
  const expected = Buffer.from(storedHash);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Stores a token, replacing an older one of the same purpose. The caller updates the user's own columns. */
export async function storeToken(
  sql: Sql,
  userId: string,
  purpose: TokenPurpose,
  token: OneTimeToken,
  address: string,
  time: string,
): Promise<void> {
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${userId}, ${TOKEN_TYPES[purpose]}, ${token.linkHash}, ${address}, ${time}, ${time})
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at`;
}

export async function storeConfirmation(sql: Sql, user: UserRow, token: OneTimeToken, time: string) {
  await sql`
    update auth.users set confirmation_token = ${token.codeHash}, confirmation_sent_at = ${time}, updated_at = ${time}
    where id = ${user.id}`;
  await storeToken(sql, user.id, 'confirmation', token, user.email ?? '', time);
}

export async function storeRecovery(sql: Sql, user: UserRow, token: OneTimeToken, time: string) {
  await sql`
    update auth.users set recovery_token = ${token.codeHash}, recovery_sent_at = ${time}, updated_at = ${time}
    where id = ${user.id}`;
  await storeToken(sql, user.id, 'recovery', token, user.email ?? '', time);
}

export async function storeReauthentication(sql: Sql, user: UserRow, token: OneTimeToken, time: string) {
  await sql`
    update auth.users set reauthentication_token = ${token.codeHash}, reauthentication_sent_at = ${time},
      updated_at = ${time}
    where id = ${user.id}`;
  await storeToken(sql, user.id, 'reauthentication', token, user.email ?? '', time);
}

/** The user and purpose of a link. */
export async function findByLink(
  sql: Sql,
  link: string,
  purposes: readonly TokenPurpose[],
): Promise<{ userId: string; purpose: TokenPurpose } | undefined> {
  const types = purposes.map((purpose) => TOKEN_TYPES[purpose]);
  const [row] = await sql<{ user_id: string; token_type: string }[]>`
    select user_id, token_type from auth.one_time_tokens
    where token_hash = ${linkHash(link)} and token_type = any(${types}::text[])`;
  const purpose = row && purposes.find((candidate) => TOKEN_TYPES[candidate] === row.token_type);
  return row && purpose ? { userId: row.user_id, purpose } : undefined;
}

/** The stored digest of a code. */
export function codeHash(address: string, code: string): string {
  return sha224(address + code);
}

function sha224(text: string): string {
  return createHash('sha224').update(text).digest('hex');
}
