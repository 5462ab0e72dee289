import { randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '../lib/secrets.ts';
import { StorageError } from './errors.ts';

/** Purpose of a signed URL; tokens are not interchangeable. */
type Scope = 'download' | 'upload';

export interface SignedToken extends JWTPayload {
  /** The only `bucket/path` the token is valid for. */
  url: string;
  scope: Scope;
  /** Transformations fixed at signing, such as `width:100,resize:cover`. */
  transformations?: string;
  owner?: string;
  upsert?: boolean;
}

export interface UrlSigner {
  /** @param expiresIn seconds */
  sign(token: Omit<SignedToken, 'iat' | 'exp'>, expiresIn: number): Promise<string>;
  /** @throws StorageError `InvalidJWT` or `InvalidSignature` */
  verify(token: string, url: string, scope: Scope): Promise<SignedToken>;
}

/** Signs with a separate secret, so that URL tokens are no access tokens. */
export async function openUrlSigner(secrets: Secrets, now: () => Date): Promise<UrlSigner> {
  const text = await secrets.get('url-signing', () => randomBytes(32).toString('base64url'));
  const secret = Buffer.from(text, 'base64url');
  return {
    sign(token, expiresIn) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ ...token })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + expiresIn)
        .sign(secret);
    },
    async verify(token, url, scope) {
      const payload = await verifyToken(token, secret, now());
      if (payload.scope !== scope) throw invalidSignature(`Token is not scoped for ${scope}`);
      if (payload.url !== url) throw invalidSignature('Invalid signature');
      return payload;
    },
  };
}

async function verifyToken(token: string, secret: Uint8Array, currentDate: Date): Promise<SignedToken> {
  try {
    const { payload } = await jwtVerify<SignedToken>(token, secret, { algorithms: ['HS256'], currentDate });
    return payload;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Invalid JWT';
    throw new StorageError(400, 'InvalidJWT', message, { cause: error });
  }
}

const invalidSignature = (message: string) => new StorageError(400, 'InvalidSignature', message);
