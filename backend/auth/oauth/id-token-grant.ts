import { createHash } from 'node:crypto';
import { type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import { z } from 'zod';
import { clientKey } from '../../lib/client-key.ts';
import { json } from '../../lib/http.ts';
import { flag, readBody, text } from '../body.ts';
import { AuthError, OAuthError } from '../errors.ts';
import type { AuthParts, Endpoint } from '../parts.ts';
import { issueSession } from '../sessions.ts';
import { requireUser } from '../signed-in.ts';
import { linkIdentity, signInWithProfile } from './accounts.ts';
import { requireManualLinking } from './manual-linking.ts';
import { profileOf } from './profile.ts';
import type { OAuthProvider } from './provider.ts';
import { reachable } from './reachable.ts';

const Body = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  link_identity: flag,
});

/** POST /token?grant_type=id_token: a token that the provider gave to an app itself (Google One Tap, native apps). */
export const idTokenGrant: Endpoint = async (auth, call) => {
  await auth.limits.spend('oauthPerClient', clientKey(call.context.ip));
  const body = await readBody(call, Body);
  if (!body.id_token) throw badRequest('id_token required');
  if (!body.provider) throw badRequest('provider or client_id and issuer required');
  const provider = auth.providers.get(body.provider.toLowerCase());
  if (!provider) {
    throw new AuthError(
      400,
      'provider_disabled',
      `Provider (issuer ${JSON.stringify(body.provider.slice(0, 64))}) is not enabled`,
    );
  }
  if (body.link_identity) requireManualLinking(auth);
  const linkTo = body.link_identity ? (await requireUser(auth, call)).user.id : null;
  const claims = await verifiedClaims(auth, provider, body.id_token);
  checkNonce(claims, body.nonce);
  checkAccessToken(claims, body.access_token);
  const profile = profileOf(provider.name, claims.sub, claims);
  const session = await auth.sql.begin(async (tx) => {
    const user =
      linkTo === null
        ? await signInWithProfile(auth, tx, call, profile)
        : await linkIdentity(auth, tx, call, linkTo, profile);
    return issueSession(auth, tx, user, 'oauth', call);
  });
  return json(session);
};

async function verifiedClaims(
  auth: AuthParts,
  provider: OAuthProvider,
  idToken: string,
): Promise<JWTPayload & { sub: string }> {
  const keys = await reachable(auth, provider.name, provider.signingKeys());
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: [provider.issuer, provider.issuer.replace(/^https:\/\//, '')],
      audience: [...provider.audiences],
      algorithms: ['RS256', 'ES256', 'PS256'],
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: auth.now(),
    });
    if (!payload.sub) throw badRequest('Missing sub claim in id_token');
    return { ...payload, sub: payload.sub };
  } catch (error) {
    if (error instanceof joseErrors.JWTClaimValidationFailed && error.claim === 'aud') {
      throw badRequest('Unacceptable audience in id_token');
    }
    throw error instanceof AuthError ? error : badRequest('Bad ID token');
  }
}

/** The app gives the provider the nonce's digest and this service the nonce itself. */
function checkNonce(claims: JWTPayload, nonce: string): void {
  const inToken = typeof claims.nonce === 'string' ? claims.nonce : '';
  if ((inToken === '') !== (nonce === '')) {
    throw badRequest('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (nonce !== '' && createHash('sha256').update(nonce).digest('hex') !== inToken) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}

/** OpenID Connect Core, 3.1.3.6: the left half of the access token's digest. */
function checkAccessToken(claims: JWTPayload, accessToken: string): void {
  if (accessToken === '' || typeof claims.at_hash !== 'string') return;
  const digest = createHash('sha256').update(accessToken).digest();
  if (digest.subarray(0, digest.length / 2).toString('base64url') !== claims.at_hash) {
    throw badRequest('Bad ID token');
  }
}

function badRequest(description: string): OAuthError {
  return new OAuthError('invalid request', description);
}
