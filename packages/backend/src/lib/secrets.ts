import { join } from 'node:path';
import { type SecretKind, secretFile } from './secret-file.ts';
import type { Sql } from './sql.ts';

/** The secrets, and their files in a data folder. */
const FILES = {
  'api-keys': 'api-keys.json',
  'jwt-key': 'jwt-key.json',
  'device-cookies': 'device-cookies.secret',
  'url-signing': 'storage/url-signing.secret',
};

/** Files of a data folder that keep sessions and published URLs valid. */
export const SECRET_FILES: readonly string[] = Object.values(FILES);

/** Secrets that are generated once and stored. Concurrent processes get the same ones. */
export interface Secrets {
  get(name: keyof typeof FILES, kind: SecretKind): Promise<string>;
}

/** Secrets in owner-only files of a folder. */
export function secretsInFolder(dataDir: string): Secrets {
  return { get: (name, kind) => secretFile(join(dataDir, FILES[name]), kind) };
}

/** Secrets in a private table, shared by all processes on a migrated database. */
export function secretsInDatabase(owner: Sql): Secrets {
  const find = async (name: string) => {
    const [row] = await owner<{ value: string }[]>`select value from backend.secrets where name = ${name}`;
    return row?.value;
  };
  return {
    async get(name, { make }) {
      const existing = await find(name);
      if (existing !== undefined) return existing;
      const created = await make();
      await owner`insert into backend.secrets (name, value) values (${name}, ${created}) on conflict do nothing`;
      return (await find(name)) ?? created;
    },
  };
}
