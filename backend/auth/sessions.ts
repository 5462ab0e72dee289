import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { AuthError } from './errors.ts';
import type { AuthParts, Call, JsonObject, Sql } from './parts.ts';
import { userJson } from './user-json.ts';
import { INSTANCE_ID, type UserRow } from './users.ts';

/** Authentication method, as in the `amr` claim. */
export type AuthenticationMethod = 'password' | 'otp' | 'oauth' | 'totp' | 'mfa/phone';

export interface AmrEntry {
  method: string;
  /** Epoch seconds. */
  timestamp: number;
}

const SECOND_FACTORS: ReadonlySet<string> = new Set<AuthenticationMethod>(['totp', 'mfa/phone']);
/** Lifetime of an access token. */
const ACCESS_TOKEN_SECONDS = 3600;
const TOKEN_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const TOKEN_LENGTH = 12;

/** Response of every endpoint that signs somebody in. */
export interface SessionJson extends JsonObject {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: JsonObject;
}

/**
 * Starts a session in one statement: its row, authentication method, refresh token and sign-in time.
 * @param provenHash the hash that the password was verified against; omitted for other methods
 * @returns undefined when the hash has changed meanwhile
 */
export async function tryIssueSession(
  auth: AuthParts,
  sql: Sql,
  user: UserRow,
  method: AuthenticationMethod,
  call: Call,
  provenHash: string | null,
): Promise<SessionJson | undefined> {
  const at = auth.now();
  const time = at.toISOString();
  const sessionId = randomUUID();
  const refreshToken = newRefreshToken();
  const issued = await sql`
    with person as (
      select id from auth.users
      where id = ${user.id} and (${provenHash}::text is null or encrypted_password = ${provenHash}) for no key update
    ), session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
      select ${sessionId}::uuid, id, ${time}::timestamptz, ${time}::timestamptz, 'aal1', ${userAgent(call)}, ${ipAddress(call)}::inet from person
    ), proof as (
      insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
      select ${sessionId}::uuid, ${time}::timestamptz, ${time}::timestamptz, ${method} from person
    ), token as (
      insert into auth.refresh_tokens (instance_id, token, user_id, session_id, created_at, updated_at)
      select ${INSTANCE_ID}::uuid, ${refreshToken}, id, ${sessionId}::uuid, ${time}::timestamptz, ${time}::timestamptz
      from person
    )
    update auth.users u set last_sign_in_at = ${time}, updated_at = ${time} from person where u.id = person.id
    returning u.id`;
  if (issued.length === 0) return undefined;
  user.last_sign_in_at = time;
  user.updated_at = time;
  const amr = [{ method, timestamp: Math.floor(at.getTime() / 1000) }];
  return sessionJson(auth, user, sessionId, amr, refreshToken);
}

/**
 * Starts a session after authentication without a password.
 * @throws AuthError `user_not_found` when the user was deleted
 */
export async function issueSession(
  auth: AuthParts,
  sql: Sql,
  user: UserRow,
  method: AuthenticationMethod,
  call: Call,
): Promise<SessionJson> {
  const session = await tryIssueSession(auth, sql, user, method, call, null);
  if (session) return session;
  throw new AuthError(403, 'user_not_found', 'User not found');
}

/** Signs the access token and builds the response. `amr` is newest first. */
export async function sessionJson(
  auth: AuthParts,
  user: UserRow,
  sessionId: string,
  amr: AmrEntry[],
  refreshToken: string,
): Promise<SessionJson> {
  const issuedAt = Math.floor(auth.now().getTime() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const accessToken = await auth.keys.sign({
    iss: auth.keys.issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: assuranceLevel(amr),
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user),
  };
}

/** aal2 when a second factor is among the methods. */
export function assuranceLevel(amr: readonly AmrEntry[]): 'aal1' | 'aal2' {
  return amr.some((entry) => SECOND_FACTORS.has(entry.method)) ? 'aal2' : 'aal1';
}

/** 60 random bits in GoTrue's token format. */
export function newRefreshToken(): string {
  return Array.from(randomBytes(TOKEN_LENGTH), (byte) => TOKEN_LETTERS[byte % TOKEN_LETTERS.length]).join('');
}

export function ipAddress(call: Call): string | null {
  return isIP(call.context.ip) ? call.context.ip : null;
}

export function userAgent(call: Call): string | null {
  return call.request.headers.get('user-agent')?.slice(0, 1024) || null;
}

/** Select list: authentication methods of the session aliased `s`, newest first. */
export function amrColumn(sql: Sql) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('method', c.authentication_method,
      'timestamp', floor(extract(epoch from c.updated_at))::bigint) order by c.updated_at desc), '[]')
    from auth.mfa_amr_claims c where c.session_id = s.id)`;
}
