import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { type Fragment, fragment, type Sql } from '../lib/sql.ts';
import { AuthError, invalid } from './errors.ts';
import type { AuthParts, Call, Endpoint, JsonObject } from './parts.ts';
import { INSTANCE_ID, isBanned, type UserRow, userColumn, userJson } from './users.ts';

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
function assuranceLevel(amr: readonly AmrEntry[]): 'aal1' | 'aal2' {
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
export function amrColumn(): Fragment {
  return fragment`(
    select coalesce(jsonb_agg(jsonb_build_object('method', c.authentication_method,
      'timestamp', floor(extract(epoch from c.updated_at))::bigint) order by c.updated_at desc), '[]')
    from auth.mfa_amr_claims c where c.session_id = s.id)`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface SignedIn {
  user: UserRow;
  session: { id: string; createdAt: Date; aal: 'aal1' | 'aal2' };
}

/**
 * Authenticates the caller and reads user and session: deleted users, ended sessions and bans invalidate a token at
 * once.
 * @throws AuthError `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`
 */
export async function requireUser(auth: AuthParts, call: Call): Promise<SignedIn> {
  const { sql } = auth;
  const { token } = call.context;
  if (!token) throw withoutToken(call);
  const { sub, session_id: sessionId } = token;
  if (!sub) throw forbidden('bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub)) throw forbidden('bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (!isUuid(sessionId)) throw forbidden('bad_jwt', 'invalid claim: session_id claim must be a UUID');
  const [row] = await sql<{ user: UserRow; session: string | null; created: string; amr: AmrEntry[] }[]>`
    select ${userColumn()} as "user", s.id as session, to_json(s.created_at) as created, ${amrColumn()} as amr
    from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = ${sessionId}
    where u.id = ${sub}`;
  if (!row) throw forbidden('user_not_found', 'User from sub claim in JWT does not exist');
  if (row.session === null) {
    throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  if (isBanned(row.user, auth.now())) throw forbidden('user_banned', 'User is banned');
  const session = { id: row.session, createdAt: new Date(row.created), aal: assuranceLevel(row.amr) };
  return { user: row.user, session };
}

/** @throws AuthError `not_admin` without the secret key or a service token */
export function requireServiceRole(call: Call): void {
  if (call.context.identity.role === 'service_role') return;
  throw call.context.token ? forbidden('not_admin', 'User not allowed') : withoutToken(call);
}

/** POST /logout?scope=global|local|others: ends all sessions of the user, this one, or all others. */
export const logout: Endpoint = async (auth, call) => {
  const scope = call.query.get('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
  }
  const { user, session } = await requireUser(auth, call);
  await auth.sql`
    delete from auth.sessions
    where user_id = ${user.id} and case ${scope}::text
      when 'local' then id = ${session.id} when 'others' then id <> ${session.id} else true end`;
  return new Response(null, { status: 204 });
};

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** The error of a request without a token, or with a rejected one. */
function withoutToken({ context: { tokenFailure } }: Call): AuthError {
  return tokenFailure
    ? forbidden('bad_jwt', `invalid JWT: unable to parse or verify signature, ${tokenFailure.message}`)
    : new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
}

function forbidden(code: string, message: string): AuthError {
  return new AuthError(403, code, message);
}
