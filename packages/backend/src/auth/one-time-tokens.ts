import { createHash, randomBytes, randomInt } from 'node:crypto';
import { isSameSecret } from '../lib/same-secret.ts';
import { identifier, type Sql } from '../lib/sql.ts';
import { type MessageContent, type MessageKind, OTP_LIFETIME } from './mail/templates.ts';
import type { AuthParts, Call } from './parts.ts';
import { spendShared } from './shared-limits.ts';
import type { UserRow } from './users.ts';

/**
 * Purpose of a code or link, with the column of its time. Its name is the column of the code's digest and the
 * `token_type` of the link.
 */
const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const satisfies Record<string, keyof UserRow>;

export type TokenType = keyof typeof SENT_AT;

const CODE_DIGITS = 6;

interface OneTimeToken {
  /** Digits to type; stored only as a digest with the address. */
  code: string;
  codeHash: string;
  /** Token of links. Independent of the code, so that guessing codes does not reveal links. */
  link: string;
}

/** Creates a code and a link for a message to an address. */
export function newOneTimeToken(address: string): OneTimeToken {
  const code = newCode();
  return { code, codeHash: codeHash(address, code), link: randomBytes(28).toString('hex') };
}

/** A numeric code, typed from a message or a phone's screen. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** The stored digest of a code. */
export function codeHash(address: string, code: string): string {
  return sha224(address + code);
}

export function linkHash(link: string): string {
  return sha224(link);
}

/** Whether the user's code or link of a type has not expired. */
export function isFresh(user: UserRow, type: TokenType, now: Date): boolean {
  const sentAt = user[SENT_AT[type]];
  return sentAt !== null && now.getTime() <= new Date(sentAt).getTime() + OTP_LIFETIME.seconds * 1000;
}

/** Whether a typed code is the one that was sent to an address, and has not expired. */
export function isValidCode(
  user: UserRow,
  type: TokenType,
  { address, code, now }: { address: string; code: string; now: Date },
): boolean {
  return isFresh(user, type, now) && isSameSecret(codeHash(address, code), user[type] ?? '');
}

/** Stores a code's digest and its time in the user's row. */
export async function storeCode(sql: Sql, userId: string, type: TokenType, hash: string, time: string) {
  await sql`
    update auth.users set ${identifier(type)} = ${hash}, ${identifier(SENT_AT[type])} = ${time}, updated_at = ${time}
    where id = ${userId}`;
}

/** Stores a link, replacing an older one of the same type. */
export async function storeLink(
  sql: Sql,
  userId: string,
  type: TokenType,
  { link, address }: { link: string; address: string },
  time: string,
): Promise<void> {
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${userId}, ${type}, ${linkHash(link)}, ${address}, ${time}, ${time})
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at`;
}

/** Stores a code and a link that are sent to the user's own address. */
export async function storeToken(
  sql: Sql,
  user: UserRow,
  type: TokenType,
  token: OneTimeToken,
  time: string,
) {
  await storeCode(sql, user.id, type, token.codeHash, time);
  await storeLink(sql, user.id, type, { link: token.link, address: user.email ?? '' }, time);
}

function sha224(text: string): string {
  return createHash('sha224').update(text).digest('hex');
}

/**
 * Counts a request for a message before deciding whether to send one, so that the limit reveals nothing about
 * accounts. `deliver` counts sent messages: a request that sends nothing uses up nothing for others.
 * @throws AuthError `over_email_send_rate_limit`, `over_request_rate_limit`
 */
export async function spendMessage(auth: AuthParts, call: Call, address: string): Promise<void> {
  await auth.limits.spend('messagesPerAddress', address);
  await spendShared(auth, call, 'messagesPerClient', { login: address });
  await spendShared(auth, call, 'messagesPerClientAndHour', { login: address });
  await auth.limits.check('messages', '');
}

/**
 * Sends a message within the global message limits.
 * @throws AuthError `over_email_send_rate_limit`; Error when it could not be sent
 */
export async function deliver(
  auth: AuthParts,
  content: MessageContent,
  user: UserRow,
  redirectTo: string,
): Promise<void> {
  await auth.limits.spend(content.kind === 'signup' ? 'messagesToNewcomers' : 'messages', '');
  const address = user.email ?? content.to;
  await auth.mailer.send(content, { address, userMetadata: user.raw_user_meta_data ?? {}, redirectTo });
}

/** URL of a message's button: a page of the app, which passes token and type to `verifyOtp`. */
export function tokenLink(token: OneTimeToken, type: string, redirectTo: string): string {
  const link = new URL(redirectTo);
  link.searchParams.set('token_hash', token.link);
  link.searchParams.set('type', type);
  return link.href;
}

interface TokenMessage {
  kind: Exclude<MessageKind, 'reauthentication' | 'taken'>;
  user: UserRow;
  /** Recipient; by default the user's address. */
  to?: string;
  token: OneTimeToken;
  redirectTo: string;
}

/** Sends a message with a link and a code. */
export async function sendTokenMessage(auth: AuthParts, message: TokenMessage): Promise<void> {
  const { kind, user, token, redirectTo } = message;
  const content = {
    kind,
    to: message.to ?? user.email ?? '',
    code: token.code,
    link: tokenLink(token, kind === 'email_change_current' ? 'email_change' : kind, redirectTo),
    newAddress: user.email_change,
  };
  await deliver(auth, content, user, redirectTo);
}

/**
 * Creates and stores a code and a link for a user's own address.
 * @returns a function that sends them, to call after the commit
 */
export async function prepareMailedToken(
  auth: AuthParts,
  sql: Sql,
  user: UserRow,
  { kind, redirectTo }: { kind: 'signup' | 'recovery' | 'magiclink'; redirectTo: string },
): Promise<() => Promise<void>> {
  const time = auth.now().toISOString();
  const token = newOneTimeToken(user.email ?? '');
  const isSignUp = kind === 'signup';
  await storeToken(sql, user, isSignUp ? 'confirmation_token' : 'recovery_token', token, time);
  user[isSignUp ? 'confirmation_sent_at' : 'recovery_sent_at'] = time;
  return () => sendTokenMessage(auth, { kind, user, token, redirectTo });
}
