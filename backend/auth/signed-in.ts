import { AuthError, invalid } from './errors.ts';
import type { AuthParts, Call, Endpoint } from './parts.ts';
import { type AmrEntry, amrColumn, assuranceLevel } from './sessions.ts';
import { isBanned, type UserRow, userColumn } from './users.ts';

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
    select ${userColumn(sql)} as "user", s.id as session, to_json(s.created_at) as created, ${amrColumn(sql)} as amr
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

/** The error of a request without a token, or with one that was refused. */
function withoutToken({ context: { tokenFailure } }: Call): AuthError {
  return tokenFailure
    ? forbidden('bad_jwt', `invalid JWT: unable to parse or verify signature, ${tokenFailure.message}`)
    : new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
}

function forbidden(code: string, message: string): AuthError {
  return new AuthError(403, code, message);
}
