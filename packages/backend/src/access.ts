import { createHash, randomBytes } from 'node:crypto';
import type { ApiRole, Identity } from './lib/db.ts';
import { type Access, TokenFailure, type TokenKeys } from './lib/http.ts';
import { isSameSecret } from './lib/same-secret.ts';
import { jsonText } from './lib/secret-file.ts';
import type { Secrets } from './lib/secrets.ts';

const API_ROLES: readonly unknown[] = ['anon', 'authenticated', 'service_role'] satisfies ApiRole[];

/** The identity of requests without a valid credential. */
export const ANONYMOUS: Identity = Object.freeze({ role: 'anon', claims: Object.freeze({}) });
const SERVICE: Identity = Object.freeze({ role: 'service_role', claims: Object.freeze({}) });

export interface KeyedAccess extends Access {
  /** The identity of an API key; undefined for an unknown key. */
  byApiKey(key: string): Identity | undefined;
}

/** Determines the identity of a credential. A token must have a role that requests may use. */
export function createAccess(apiKeys: ApiKeys, keys: TokenKeys): KeyedAccess {
  function byApiKey(key: string): Identity | undefined {
    if (isSameSecret(key, apiKeys.publishableKey)) return ANONYMOUS;
    return isSameSecret(key, apiKeys.secretKey) ? SERVICE : undefined;
  }

  return {
    byApiKey,
    async identify(credential) {
      const identity = byApiKey(credential);
      if (identity) return { identity, token: undefined };
      const token = await keys.verify(credential);
      const { role } = token;
      if (isApiRole(role)) return { identity: { role, claims: token }, token };
      throw new TokenFailure(
        '42501',
        `permission denied to set role "${String(role ?? 'none').slice(0, 63)}"`,
      );
    },
  };
}

function isApiRole(role: unknown): role is ApiRole {
  return API_ROLES.includes(role);
}

/** The two opaque API keys: publishable for browsers, secret for servers with full access. */
interface ApiKeys {
  publishableKey: string;
  secretKey: string;
}

const API_KEYS = jsonText(
  () => JSON.stringify({ publishableKey: makeKey('sb_publishable_'), secretKey: makeKey('sb_secret_') }),
  ['publishableKey', 'secretKey'],
);

/** Uses the given keys, else the stored ones, which are created on the first start. */
export async function loadApiKeys(secrets: Secrets, configuredKeys: Partial<ApiKeys>): Promise<ApiKeys> {
  const { publishableKey, secretKey } = configuredKeys;
  if (publishableKey && secretKey) return { publishableKey, secretKey };
  const stored: ApiKeys = JSON.parse(await secrets.get('api-keys', API_KEYS));
  return {
    publishableKey: publishableKey ?? stored.publishableKey,
    secretKey: secretKey ?? stored.secretKey,
  };
}

/** Creates a key in the format of hosted projects: prefix, 128 random bits, checksum. */
function makeKey(prefix: string): string {
  const key = prefix + randomBytes(16).toString('base64url');
  return `${key}_${createHash('sha256').update(key).digest('base64url').slice(0, 8)}`;
}
