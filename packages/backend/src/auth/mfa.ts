import { randomInt, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { json } from '../lib/http.ts';
import { isSameSecret } from '../lib/same-secret.ts';
import type { Sql } from '../lib/sql.ts';
import { normalisePhone, readBody, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { codeHash, newCode } from './one-time-tokens.ts';
import type { AuthParts, Call, Endpoint } from './parts.ts';
import { sendSms, spendSms } from './phone.ts';
import {
  type AmrEntry,
  amrColumn,
  ipAddress,
  isUuid,
  newRefreshToken,
  requireUser,
  type SessionJson,
  type SignedIn,
  sessionJson,
  userAgent,
} from './sessions.ts';
import { type FactorRow, findUserById, INSTANCE_ID, type UserRow } from './users.ts';

/** Unverified factors are deleted after this time. */
const UNVERIFIED_LIFETIME_MS = 5 * 60_000;
const SECRET_BYTES = 20;
const MAX_NAME_LENGTH = 255;
/** Maximum number of factors per person. */
const MAX_FACTORS = 10;

const Enrolment = z.object({ friendly_name: text, factor_type: text, issuer: text, phone: text });

/** POST /factors: enrolls a factor, which becomes active once verified. */
export const enrollFactor: Endpoint = async (auth, call) => {
  const body = await readBody(call, Enrolment);
  const signedIn = await requireUser(auth, call);
  await auth.limits.spend('changesPerUser', signedIn.user.id);
  const name = body.friendly_name;
  if (name.length > MAX_NAME_LENGTH)
    throw invalid(`friendly_name cannot be longer than ${MAX_NAME_LENGTH} characters`);
  if (body.factor_type === 'phone') {
    if (!auth.sms) {
      throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    }
    if (!body.phone) throw invalid('Phone number required to enroll Phone factor');
    const phone = normalisePhone(body.phone);
    const id = await insertFactor(auth, signedIn, { name, type: 'phone', secret: null, phone });
    return json({ id, type: 'phone', friendly_name: name, phone: body.phone });
  }
  if (body.factor_type === 'totp') {
    const totp = new TOTP({
      issuer: (body.issuer || new URL(auth.settings.siteUrl).host).slice(0, MAX_NAME_LENGTH),
      label: labelOf(auth, signedIn.user),
      secret: new Secret({ size: SECRET_BYTES }),
    });
    const secret = totp.secret.base32;
    const id = await insertFactor(auth, signedIn, { name, type: 'totp', secret, phone: null });
    const uri = totp.toString();
    // The client puts the SVG into a data URL, where `#` starts the fragment: use color names.
    const qrCode = renderSVG(uri, { border: 4, pixelSize: 4, blackColor: 'black', whiteColor: 'white' });
    return json({ id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode, secret, uri } });
  }
  if (body.factor_type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  }
  throw invalid('factor_type needs to be totp, phone, or webauthn');
};

/** The account's name in an authenticator app. */
function labelOf(auth: AuthParts, { email, id, raw_user_meta_data: metadata }: UserRow): string {
  return email ? auth.mailer.mailboxOf(email, metadata ?? {}) : id;
}

interface NewFactor {
  name: string;
  type: 'totp' | 'phone';
  secret: string | null;
  phone: string | null;
}

async function insertFactor(
  auth: AuthParts,
  { user: asking, session }: SignedIn,
  newFactor: NewFactor,
): Promise<string> {
  const id = randomUUID();
  const now = auth.now();
  const time = now.toISOString();
  const expired = new Date(now.getTime() - UNVERIFIED_LIFETIME_MS).toISOString();
  await auth.sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${asking.id} for update`;
    await tx`
      delete from auth.mfa_factors
      where user_id = ${asking.id} and status = 'unverified'
        and (created_at < ${expired} or (factor_type = 'phone' and phone = ${newFactor.phone}))`;
    const user = (await findUserById(tx, asking.id)) ?? asking;
    checkCanEnroll(user, newFactor, session.aal);
    await tx`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
      values (${id}, ${user.id}, ${newFactor.name}, ${newFactor.type}, 'unverified', ${newFactor.secret}, ${newFactor.phone},
        ${time}, ${time})`;
  });
  return id;
}

function checkCanEnroll(user: UserRow, newFactor: NewFactor, aal: string): void {
  const verified = user.factors.filter((factor) => factor.status === 'verified');
  if (newFactor.phone && verified.some((factor) => factor.phone === newFactor.phone)) {
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    );
  }
  if (user.factors.some((factor) => (factor.friendly_name ?? '') === newFactor.name)) {
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(newFactor.name)} for this user already exists`,
    );
  }
  if (user.factors.length >= MAX_FACTORS) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  if (verified.length > 0 && aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

const CHALLENGE_LIFETIME_SECONDS = 300;

/** POST /factors/:factorId/challenge: opens a challenge for five minutes and texts its code to a phone factor. */
export const challengeFactor: Endpoint = async (auth, call) => {
  const signedIn = await requireUser(auth, call);
  const factor = ownFactor(signedIn, call.params.factorId);
  await auth.limits.spend('factorChallenges', signedIn.user.id);
  const hasBody = call.request.body !== null;
  const { channel } = hasBody ? await readBody(call, z.object({ channel: text })) : { channel: '' };
  if (factor.factor_type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn');
  }
  if (factor.factor_type === 'phone' && channel !== '' && channel !== 'sms') {
    throw invalid('Invalid channel, supported values are: sms');
  }
  const id = randomUUID();
  const code = factor.factor_type === 'phone' ? await sendCode(auth, call, signedIn.user, factor) : null;
  const now = auth.now();
  const time = now.toISOString();
  // The column is unique over all factors, as in GoTrue; microseconds make times unique.
  await auth.sql`
    with factor as (
      update auth.mfa_factors set last_challenged_at = ${time}::timestamptz + ${randomInt(1000)} * interval '1 microsecond'
      where id = ${factor.id}
    )
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code)
    values (${id}, ${factor.id}, ${time}, ${ipAddress(call)}, ${code && codeHash(id, code)})`;
  const expiresAt = Math.floor(now.getTime() / 1000) + CHALLENGE_LIFETIME_SECONDS;
  return json({ id, type: factor.factor_type, expires_at: expiresAt });
};

async function sendCode(auth: AuthParts, call: Call, user: UserRow, factor: FactorRow): Promise<string> {
  if (!auth.sms) {
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
  }
  const phone = factor.phone ?? '';
  const isConfirmed = factor.status === 'verified';
  if (isConfirmed) await auth.limits.spend('smsPerNumber', phone);
  else {
    await auth.limits.spend('smsPerUser', user.id);
    await spendSms(auth, call, phone);
  }
  const code = newCode();
  await sendSms(auth, phone, code, { isConfirmed });
  return code;
}

/** Accepts codes of the steps before and after, for clock differences. */
const SKEW_STEPS = 1;
const STEP_SECONDS = 30;

/** POST /factors/:factorId/verify: verifies a code, activates the factor and raises the session to aal2. */
export const verifyFactor: Endpoint = async (auth, call) => {
  const body = await readBody(call, z.object({ challenge_id: text, code: text }));
  const signedIn = await requireUser(auth, call);
  const { user } = signedIn;
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
        : isSameSecret(codeHash(challenge.id, body.code), challenge.otp_code ?? '');
    if (!isRight) return wrongCode(factor);
    await tx`update auth.mfa_challenges set verified_at = ${time} where id = ${challenge.id}`;
    return raiseSession(auth, tx, call, signedIn, factor);
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

/**
 * Raises a session to aal2 and issues new tokens. Deletes its earlier refresh tokens, so that they cannot be exchanged
 * at the higher level, and ends the user's aal1 sessions.
 */
async function raiseSession(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  { user: { id: userId }, session: { id: sessionId } }: SignedIn,
  factor: FactorRow,
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
    select ${amrColumn()} as amr from auth.sessions s where s.id = ${sessionId}`;
  return sessionJson(auth, user, sessionId, session?.amr ?? [], refreshToken);
}

/** DELETE /factors/:factorId: removing a verified factor requires an aal2 session. */
export const unenrollFactor: Endpoint = async (auth, call) => {
  const signedIn = await requireUser(auth, call);
  const factor = ownFactor(signedIn, call.params.factorId);
  if (factor.status === 'verified' && signedIn.session.aal !== 'aal2') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  const time = auth.now().toISOString();
  await removeFactor(auth.sql, factor, time);
  return json({ id: factor.id });
};

/** Removes a factor; sessions raised by it fall back to aal1. */
export async function removeFactor(sql: Sql, factor: FactorRow, time: string): Promise<void> {
  await sql`
    with fallen as (
      update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${time}
      where user_id = ${factor.user_id} and factor_id = ${factor.id} returning id
    ), proofs as (
      delete from auth.mfa_amr_claims c using auth.sessions s
      where c.session_id = s.id and s.user_id = ${factor.user_id} and s.factor_id = ${factor.id}
        and c.authentication_method in ('totp', 'mfa/phone')
    )
    delete from auth.mfa_factors where id = ${factor.id}`;
}

/** The factor in a path, if it belongs to the user. */
export function ownFactor({ user }: Pick<SignedIn, 'user'>, factorId: string | undefined): FactorRow {
  if (!isUuid(factorId)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = user.factors.find(({ id }) => id === factorId.toLowerCase());
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}
