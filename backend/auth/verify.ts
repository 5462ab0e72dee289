import { z } from 'zod';
import { clientKey } from '../lib/client-key.ts';
import { json } from '../lib/http.ts';
import { normaliseEmail, normalisePhone } from './addresses.ts';
import { readBody, text } from './body.ts';
import { invalid } from './errors.ts';
import type { AuthParts, Call, Endpoint } from './parts.ts';
import { verifyPhoneCode } from './phone.ts';
import { issueSession, type SessionJson } from './sessions.ts';
import { type Proof, verifyToken } from './verify-token.ts';

const ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const Verification = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });

/** POST /verify: exchanges a code with its address or number, or a link's token, for a session. */
export const verify: Endpoint = async (auth, call) => {
  const body = await readBody(call, Verification);
  if (!body.type) throw invalid('Verify requires a verification type');
  if (Boolean(body.token) === Boolean(body.token_hash)) {
    throw invalid('Verify requires either a token or a token hash');
  }
  const client = clientKey(call.context.ip);
  if (body.phone) return verifyPhone(auth, call, body);
  const proof = proofOf(body);
  await auth.limits.spend('verifyPerClient', client);
  if (proof.kind === 'code') await auth.limits.spend('verifyPerAddress', proof.email);
  const session = await auth.sql.begin(async (tx): Promise<SessionJson | 'half'> => {
    const verified = await verifyToken(auth, tx, proof);
    return verified === 'half' ? 'half' : issueSession(auth, tx, verified, 'otp', call);
  });
  await auth.limits.restore('verifyPerClient', client);
  if (proof.kind === 'code') await auth.limits.restore('verifyPerAddress', proof.email);
  return json(session === 'half' ? { msg: ACCEPTED, code: '200' } : session);
};

async function verifyPhone(
  auth: AuthParts,
  call: Call,
  body: z.output<typeof Verification>,
): Promise<Response> {
  if (body.email) throw invalid('Only an email address or phone number should be provided on verify');
  if (body.token_hash) throw invalid('Only the token_hash and type should be provided');
  const phone = normalisePhone(body.phone);
  if (!['sms', 'phone_change'].includes(body.type)) throw invalid('Invalid phone verification type');
  const client = clientKey(call.context.ip);
  await auth.limits.spend('verifyPerClient', client);
  await auth.limits.spend('verifyPerAddress', phone);
  const session = await verifyPhoneCode(auth, call, { type: body.type, phone, code: body.token });
  await auth.limits.restore('verifyPerClient', client);
  await auth.limits.restore('verifyPerAddress', phone);
  return json(session);
}

function proofOf(body: z.output<typeof Verification>): Proof {
  if (body.token_hash) {
    if (body.email) throw invalid('Only the token_hash and type should be provided');
    return { kind: 'link', type: body.type, link: body.token_hash };
  }
  if (!body.email) {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
  return { kind: 'code', type: body.type, code: body.token, email: normaliseEmail(body.email) };
}
