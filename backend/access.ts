import type { JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { type ApiKeys, roleOfKey } from './api-keys.ts';
import type { ApiRole, Identity } from './db.ts';
import { type Access, TokenFailure, type TokenKeys } from './http.ts';

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
