import { join } from 'node:path';
import type postgres from 'postgres';
import { secretFile } from './secret-file.ts';

/** What a backend keeps to itself, and the file that holds it in a data folder. */
const FILES = {
  'api-keys': 'api-keys.json',
  'jwt-key': 'jwt-key.json',
  'url-signing': 'storage/url-signing.secret',
};

/** The files of a data folder without which people have to sign in again and addresses that were given away stop working. */
export const SECRET_FILES: readonly string[] = Object.values(FILES);

/** Secrets that are made once and outlive a restart. Of processes that make one at the same moment all get the same. */
export interface Secrets {
  get(name: keyof typeof FILES, make: () => string | Promise<string>): Promise<string>;
}

/** Secrets of one machine, in files that only their owner can read. */
export function secretsInFolder(dataDir: string): Secrets {
  return { get: (name, make) => secretFile(join(dataDir, FILES[name]), make) };
}

/** Secrets of all processes on a database, in a table that no request can reach. It has to be migrated already. */
export function secretsInDatabase(owner: postgres.Sql): Secrets {
  const find = async (name: string) => {
    const [row] = await owner<{ value: string }[]>`select value from backend.secrets where name = ${name}`;
    return row?.value;
  };
  return {
    async get(name, make) {
      const found = await find(name);
      if (found !== undefined) return found;
      const made = await make();
      await owner`insert into backend.secrets (name, value) values (${name}, ${made}) on conflict do nothing`;
      return (await find(name)) ?? made;
    },
  };
}
