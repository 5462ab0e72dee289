import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { json } from '../../lib/http.ts';
import { readBody, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { codeHash, isSameText } from '../one-time-tokens.ts';
import type { AuthParts, Call, Endpoint, Sql } from '../parts.ts';
import {
  type AmrEntry,
  amrColumn,
  ipAddress,
  newRefreshToken,
  type SessionJson,
  sessionJson,
  userAgent,
} from '../sessions.ts';
import { isUuid, requireUser } from '../signed-in.ts';
import { type FactorRow, findUserById, INSTANCE_ID } from '../users.ts';
import { CHALLENGE_LIFETIME_SECONDS } from './challenge.ts';
import { ownFactor } from './factors.ts';

/** Accepts codes of the steps before and after, for clock differences. */
const SKEW_STEPS = 1;
const STEP_SECONDS = 30;

/** POST /factors/:factorId/verify: verifies a code, activates the factor and raises the session to aal2. */
export const verifyFactor: Endpoint = async (auth, call) => {
  const body = await readBody(call, z.object({ challenge_id: text, code: text }));
  const signedIn = await requireUser(auth, call);
  const { user, session } = signedIn;
  const factor = ownFactor(signedIn, call.params.factorId);
  if (body.code === '') throw invalid('Code needs to be non-empty');
  await auth.limits.spend('factorFailures', user.id);
  const answer = await auth.sql.begin(async (tx) => {
    const challenge = await findChallenge(auth, tx, call, factor, body.challenge_id);
    if (challenge instanceof AuthError) return challenge;
    const time = auth.now().toISOString();
    const isRight =
      factor.factor_type === 'totp'
        ? await spendTotpStep(auth, tx, factor, body.code)
        : isSameText(codeHash(challenge.id, body.code), challenge.otp_code ?? '');
    if (!isRight) return wrongCode(factor);
    await tx`update auth.mfa_challenges set verified_at = ${time} where id = ${challenge.id}`;
    return raiseSession(auth, tx, call, { userId: user.id, sessionId: session.id, factor });
  });
  if (answer instanceof AuthError) throw answer;
  await auth.limits.restore('factorFailures', user.id);
  return json(answer);
};

interface Challenge {
  id: string;
  created: string;
  used: boolean;
  ip: string | null;
  otp_code: string | null;
}

/** The locked challenge, or the error of an unusable one, returned so that its cleanup is committed. */
async function findChallenge(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  factor: FactorRow,
  id: string,
): Promise<Challenge | AuthError> {
  const [challenge] = isUuid(id)
    ? await sql<Challenge[]>`
        select id, to_json(created_at) as created, verified_at is not null as used, host(ip_address) as ip, otp_code
        from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id} for update`
    : [];
  if (!challenge) {
    return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.used || challenge.ip !== ipAddress(call)) {
    return new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  const age = auth.now().getTime() - new Date(challenge.created).getTime();
  if (age <= CHALLENGE_LIFETIME_SECONDS * 1000) return challenge;
  await sql`delete from auth.mfa_challenges where id = ${id}`;
  return new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  );
}

/** Whether a code is valid and neither its time step nor a later one was used before. */
async function spendTotpStep(auth: AuthParts, sql: Sql, factor: FactorRow, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code) || factor.secret === null) return false;
  const timestamp = auth.now().getTime();
  const totp = new TOTP({ secret: Secret.fromBase32(factor.secret), period: STEP_SECONDS });
  const delta = totp.validate({ token: code, timestamp, window: SKEW_STEPS });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
  const spent = await sql`
    update auth.mfa_factors set last_used_step = ${step}
    where id = ${factor.id} and (last_used_step is null or last_used_step < ${step}) returning id`;
  return spent.length > 0;
}

function wrongCode({ factor_type: type }: FactorRow): AuthError {
  return new AuthError(
    422,
    'mfa_verification_failed',
    type === 'totp' ? 'Invalid TOTP code entered' : 'Invalid MFA Phone code entered',
  );
}

interface Raise {
  userId: string;
  sessionId: string;
  factor: FactorRow;
}

/**
 * Raises a session to aal2 and issues new tokens. Deletes its earlier refresh tokens, so that they cannot be exchanged
 * at the higher level, and ends the user's aal1 sessions.
 */
async function raiseSession(
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
