import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { ApiRole } from './db.ts';
import { secretFile } from './secret-file.ts';

/** The two opaque keys a client names itself with: for browsers, and for servers that may do everything. */
export interface ApiKeys {
  publishableKey: string;
  secretKey: string;
}

/** Takes the keys as given, else from `api-keys.json` in the data folder, made at the first start. */
export async function loadApiKeys(dataDir: string, given: Partial<ApiKeys>): Promise<ApiKeys> {
  const { publishableKey, secretKey } = given;
  if (publishableKey && secretKey) return { publishableKey, secretKey };
  const kept: ApiKeys = JSON.parse(
    await secretFile(join(dataDir, 'api-keys.json'), () =>
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
