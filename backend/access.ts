import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ApiRole, Identity } from './lib/db.ts';
import { type Access, TokenFailure, type TokenKeys } from './lib/http.ts';
import type { Secrets } from './lib/secrets.ts';

const API_ROLES: ReadonlySet<unknown> = new Set<ApiRole>(['anon', 'authenticated', 'service_role']);
const REMEMBERED_KEYS = 100;

/** Who comes with nothing that could be believed. */
export const ANONYMOUS: Identity = Object.freeze({ role: 'anon', claims: Object.freeze({}) });
const SERVICE: Identity = Object.freeze({ role: 'service_role', claims: Object.freeze({}) });

export interface KeyedAccess extends Access {
  /** The identity an API key stands for; undefined for a key that is none of ours. */
  byApiKey(key: string): Identity | undefined;
}

/** Decides who a credential is. The role of a token is one that requests may run as, or the token is refused. */
export function createAccess(apiKeys: ApiKeys, keys: TokenKeys): KeyedAccess {
  const roleOf = roleOfKey(apiKeys);
  const knownKeys = new LRUCache<string, Identity>({ max: REMEMBERED_KEYS });
  const identities = new WeakMap<JWTPayload, Identity>();

  function byApiKey(key: string): Identity | undefined {
    const known = knownKeys.get(key);
    if (known) return known;
    const role = roleOf(key);
    if (role === undefined) return undefined;
    const identity = role === 'service_role' ? SERVICE : ANONYMOUS;
    knownKeys.set(key, identity);
    return identity;
  }

  function ofToken(token: JWTPayload): Identity {
    const known = identities.get(token);
    if (known) return known;
    const { role } = token;
    if (!isApiRole(role)) {
      throw new TokenFailure(
        '42501',
        `permission denied to set role "${String(role ?? 'none').slice(0, 63)}"`,
      );
    }
    const identity = Object.freeze({ role, claims: token });
    identities.set(token, identity);
    return identity;
  }

  return {
    byApiKey,
    async identify(credential) {
      const identity = byApiKey(credential);
      if (identity) return { identity, token: undefined };
      const token = await keys.verify(credential);
      return { identity: ofToken(token), token };
    },
  };
}

function isApiRole(role: unknown): role is ApiRole {
  return API_ROLES.has(role);
}

/** The two opaque keys a client names itself with: for browsers, and for servers that may do everything. */
export interface ApiKeys {
  publishableKey: string;
  secretKey: string;
}

/** Takes the keys as given, else those that are kept, made at the first start. */
export async function loadApiKeys(secrets: Secrets, given: Partial<ApiKeys>): Promise<ApiKeys> {
  const { publishableKey, secretKey } = given;
  if (publishableKey && secretKey) return { publishableKey, secretKey };
  const kept: ApiKeys = JSON.parse(
    await secrets.get('api-keys', () =>
      JSON.stringify({ publishableKey: makeKey('sb_publishable_'), secretKey: makeKey('sb_secret_') }),
    ),
  );
  return { publishableKey: publishableKey ?? kept.publishableKey, secretKey: secretKey ?? kept.secretKey };
}

/** Says which role a key stands for, in a time that tells nothing about the key. */
export function roleOfKey(keys: ApiKeys): (key: string) => ApiRole | undefined {
  const publishable = digest(keys.publishableKey);
  const secret = digest(keys.secretKey);
  const lengths = [keys.publishableKey.length, keys.secretKey.length];
  return (key) => {
    if (!lengths.includes(key.length)) return undefined;
    const given = digest(key);
    if (timingSafeEqual(given, publishable)) return 'anon';
    return timingSafeEqual(given, secret) ? 'service_role' : undefined;
  };
}

/** A key in the form of hosted projects: prefix, 128 random bits, checksum. */
function makeKey(prefix: string): string {
  const key = prefix + randomBytes(16).toString('base64url');
  return `${key}_${digest(key).toString('base64url').slice(0, 8)}`;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
