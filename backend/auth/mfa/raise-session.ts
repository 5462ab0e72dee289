import { ipAddress } from '../audit.ts';
import { AuthError } from '../errors.ts';
import type { AuthParts, Call, Sql } from '../parts.ts';
import {
  type AmrEntry,
  amrColumn,
  newRefreshToken,
  type SessionJson,
  sessionJson,
  userAgent,
} from '../sessions.ts';
import { type FactorRow, findUserById, INSTANCE_ID } from '../users.ts';

interface Raise {
  userId: string;
  sessionId: string;
  factor: FactorRow;
}

/**
 * Notes that a session has shown a second factor and gives it new tokens. Its older refresh tokens are gone, so that none
 * of them can be traded for the higher level; sessions of the user that have not shown one end.
 */
export async function raiseSession(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  { userId, sessionId, factor }: Raise,
): Promise<SessionJson> {
  const time = auth.now().toISOString();
  const method = factor.factor_type === 'totp' ? 'totp' : 'mfa/phone';
  const refreshToken = newRefreshToken();
  await sql`select from auth.sessions where id = ${sessionId} for update`;
  const raised = await sql`
    with proof as (
      insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
      values (${sessionId}, ${time}, ${time}, ${method})
      on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at
    ), factor as (
      update auth.mfa_factors set status = 'verified', updated_at = ${time} where id = ${factor.id}
    ), unfinished as (
      delete from auth.mfa_factors
      where user_id = ${userId} and factor_type = ${factor.factor_type} and status = 'unverified' and id <> ${factor.id}
    ), lower as (
      delete from auth.sessions where user_id = ${userId} and id <> ${sessionId} and coalesce(aal, 'aal1') < 'aal2'
    ), old as (
      delete from auth.refresh_tokens where session_id = ${sessionId}
    ), token as (
      insert into auth.refresh_tokens (instance_id, token, user_id, session_id, created_at, updated_at)
      values (${INSTANCE_ID}, ${refreshToken}, ${userId}, ${sessionId}, ${time}, ${time})
    )
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = ${time},
      user_agent = ${userAgent(call)}, ip = ${ipAddress(call)}
    where id = ${sessionId} returning id`;
  const user = await findUserById(sql, userId);
  if (!user || raised.length === 0) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  const [session] = await sql<{ amr: AmrEntry[] }[]>`
    select ${amrColumn(sql)} as amr from auth.sessions s where s.id = ${sessionId}`;
  return sessionJson(auth, user, sessionId, session?.amr ?? [], refreshToken);
}
