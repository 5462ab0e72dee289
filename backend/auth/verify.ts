import { z } from 'zod';
import { clientKey } from '../lib/client-key.ts';
import { json } from '../lib/http.ts';
import { checkedEmail, checkedPhone } from './addresses.ts';
import { readBody, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { releaseCode } from './flow-state.ts';
import { isPkceLink } from './one-time-tokens.ts';
import type { AuthParts, Call, Endpoint } from './parts.ts';
import { redeemPhoneCode } from './phone.ts';
import { type Proof, redeem } from './redeem.ts';
import { withCode, withError, withMessage, withSession } from './redirect-answers.ts';
import { redirectTarget } from './redirects.ts';
import { type AuthenticationMethod, issueSession, type SessionJson } from './sessions.ts';

const ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const Verification = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });

/** POST /verify: a code with its address or number, or the token of a link, for a session. */
export const verifyByPost: Endpoint = async (auth, call) => {
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
    const redeemed = await redeem(auth, tx, call, proof);
    return redeemed === 'half' ? 'half' : issueSession(auth, tx, redeemed.user, 'otp', call);
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
  const phone = checkedPhone(body.phone);
  if (!['sms', 'phone_change'].includes(body.type)) throw invalid('Invalid phone verification type');
  const client = clientKey(call.context.ip);
  await auth.limits.spend('verifyPerClient', client);
  await auth.limits.spend('verifyPerAddress', phone);
  const session = await redeemPhoneCode(auth, call, { type: body.type, phone, code: body.token });
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
  return { kind: 'code', type: body.type, code: body.token, email: checkedEmail(body.email) };
}

/**
 * GET /verify: what a link of a message leads to. Ends in a redirect in any case: with a session in the fragment, with a
 * code where the link was asked for with a challenge, or with what went wrong.
 */
export const verifyByGet: Endpoint = async (auth, call) => {
  const type = call.query.get('type') ?? '';
  const link = call.query.get('token') || call.query.get('token_hash') || '';
  if (!type) throw invalid('Verify requires a verification type');
  if (!link) throw invalid('Verify requires a token or a token hash');
  const target = redirectTarget(auth.settings, call);
  const pkce = isPkceLink(link);
  try {
    const client = clientKey(call.context.ip);
    await auth.limits.spend('verifyPerClient', client);
    const location = await auth.sql.begin(async (tx) => {
      const redeemed = await redeem(auth, tx, call, { kind: 'link', type, link });
      if (redeemed === 'half') return withMessage(target, ACCEPTED, pkce);
      if (pkce) {
        const method = methodOf(redeemed.type);
        return withCode(target, await releaseCode(tx, redeemed.user.id, method, auth.now().toISOString()));
      }
      const session = await issueSession(auth, tx, redeemed.user, 'otp', call);
      return withSession(target, session, { type });
    });
    await auth.limits.restore('verifyPerClient', client);
    return redirect(location);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return redirect(withError(target, error, pkce));
  }
};

function methodOf(type: string): AuthenticationMethod {
  if (type === 'signup') return 'email/signup';
  return type === 'invite' || type === 'recovery' || type === 'email_change' ? type : 'magiclink';
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } });
}
