import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { json } from '../../lib/http.ts';
import { readBody, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { codeHash, newCode } from '../one-time-tokens.ts';
import type { AuthParts, Endpoint } from '../parts.ts';
import { sendSms } from '../phone.ts';
import { ipAddress } from '../sessions.ts';
import { requireUser } from '../signed-in.ts';
import type { FactorRow } from '../users.ts';
import { ownFactor } from './factors.ts';

export const CHALLENGE_LIFETIME_SECONDS = 300;

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
  const code = factor.factor_type === 'phone' ? await sendCode(auth, factor) : null;
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

async function sendCode(auth: AuthParts, { phone }: FactorRow): Promise<string> {
  if (!auth.sms) {
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
  }
  await auth.limits.spend('smsPerNumber', phone ?? '');
  await auth.limits.spend('sms', '');
  const code = newCode();
  await sendSms(auth, phone ?? '', code);
  return code;
}
