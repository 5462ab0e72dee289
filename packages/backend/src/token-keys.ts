import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { TokenFailure, type TokenKeys } from './lib/http.ts';
import { jsonText } from './lib/secret-file.ts';
import type { Secrets } from './lib/secrets.ts';

/** Allowed clock difference, as in PostgREST. */
const SKEW_SECONDS = 30;
const MAX_CACHED_TOKENS = 5_000;
const MAX_TOKEN_LENGTH = 16_384;

const PRIVATE_KEY = jsonText(makePrivateKey, ['kty', 'crv', 'x', 'y', 'd']);

interface TokenKeysOptions {
  /** Store of the generated key pair. */
  secrets: Secrets;
  /** Private P-256 key as JWK, instead of the stored one. */
  jwtKey?: string | undefined;
  issuer: string;
  now?: () => Date;
}

/** Loads or generates the ES256 key pair. Caches verified tokens until they expire. */
export async function loadTokenKeys(options: TokenKeysOptions): Promise<TokenKeys> {
  const { issuer, now = () => new Date() } = options;
  const text = options.jwtKey ?? (await options.secrets.get('jwt-key', PRIVATE_KEY));
  const { kty, crv, x, y, d, kid: keyId } = JSON.parse(text) as JWK;
  const kid = keyId ?? (await calculateJwkThumbprint({ kty, crv, x, y }));
  const halfInCommon = { kty, crv, x, y, kid, alg: 'ES256' };
  const privateJwk: JWK = { ...halfInCommon, d };
  const publicJwk: JWK = { ...halfInCommon, use: 'sig', key_ops: ['verify'] };
  const privateKey = await importJWK(privateJwk, 'ES256');
  const publicKey = await importJWK(publicJwk, 'ES256');
  const tokenCache = new LRUCache<string, JWTPayload>({ max: MAX_CACHED_TOKENS });
  const seconds = () => Math.floor(now().getTime() / 1000);

  async function check(token: string): Promise<JWTPayload> {
    const parts = token.split('.').length;
    if (parts !== 3) throw new TokenFailure('PGRST301', `Expected 3 parts in JWT; got ${parts}`);
    try {
      const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
        algorithms: ['ES256'],
        issuer,
        clockTolerance: SKEW_SECONDS,
        currentDate: now(),
      });
      if (protectedHeader.kid !== undefined && protectedHeader.kid !== kid) throw wrongKey();
      if (typeof payload.iat === 'number' && payload.iat > seconds() + SKEW_SECONDS) {
        throw new TokenFailure('PGRST303', 'JWT issued at future');
      }
      return Object.freeze(payload);
    } catch (error) {
      throw mapToPostgrestError(error);
    }
  }

  return {
    issuer,
    async sign(claims) {
      const token = new SignJWT({ iss: issuer, iat: seconds(), ...claims });
      return token.setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(privateKey);
    },
    async verify(token) {
      const cached = tokenCache.get(token);
      if (cached) {
        if (cached.exp === undefined || cached.exp + SKEW_SECONDS > seconds()) return cached;
        tokenCache.delete(token);
        throw new TokenFailure('PGRST303', 'JWT expired');
      }
      if (token.length > MAX_TOKEN_LENGTH) throw undecodable();
      const payload = await check(token);
      tokenCache.set(token, payload);
      return payload;
    },
    jwks: () => ({ keys: [publicJwk] }),
  };
}

async function makePrivateKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, alg: 'ES256', kid: await calculateJwkThumbprint(jwk) });
}

function wrongKey(): TokenFailure {
  return new TokenFailure(
    'PGRST301',
    'No suitable key or wrong key type',
    'None of the keys was able to decode the JWT',
  );
}

function undecodable(): TokenFailure {
  return new TokenFailure('PGRST301', "JWT couldn't be decoded");
}

function mapToPostgrestError(error: unknown): TokenFailure {
  if (error instanceof TokenFailure) return error;
  if (error instanceof errors.JWTExpired) return new TokenFailure('PGRST303', 'JWT expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === 'invalid') {
      return new TokenFailure('PGRST303', `The JWT '${error.claim}' claim must be a number`);
    }
    return error.claim === 'nbf'
      ? new TokenFailure('PGRST303', 'JWT not yet valid')
      : new TokenFailure('PGRST303', `JWT '${error.claim}' claim is not the one of this server`);
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return new TokenFailure('PGRST301', 'Wrong or unsupported encoding algorithm', 'Only ES256 is accepted');
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return wrongKey();
  return undecodable();
}
