import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { json } from '../../lib/http.ts';
import { normalisePhone } from '../addresses.ts';
import { readBody, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import type { AuthParts, Endpoint } from '../parts.ts';
import { requireUser, type SignedIn } from '../signed-in.ts';
import { findUserById, type UserRow } from '../users.ts';

/** Unverified factors are deleted after this time. */
const UNVERIFIED_LIFETIME_MS = 5 * 60_000;
const SECRET_BYTES = 20;
const MAX_NAME_LENGTH = 255;
/** Maximum number of factors per person. */
const MAX_FACTORS = 10;

const Enrolment = z.object({ friendly_name: text, factor_type: text, issuer: text, phone: text });

/** POST /factors: enrols a factor, which becomes active once verified. */
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
      label: signedIn.user.email ?? signedIn.user.id,
      secret: new Secret({ size: SECRET_BYTES }),
    });
    const secret = totp.secret.base32;
    const id = await insertFactor(auth, signedIn, { name, type: 'totp', secret, phone: null });
    const uri = totp.toString();
    // The client puts the SVG into a data URL, in which a number sign starts the fragment: use color names.
    const qrCode = renderSVG(uri, { border: 4, pixelSize: 4, blackColor: 'black', whiteColor: 'white' });
    return json({ id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode, secret, uri } });
  }
  if (body.factor_type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  }
  throw invalid('factor_type needs to be totp, phone, or webauthn');
};

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
