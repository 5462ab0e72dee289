import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DatabaseAddress, parseDatabaseUrl } from 'embedded-supabase/database';
import { findRunningPostgres, startPostgres } from 'embedded-supabase/postgres';

/** The database of a store's commands. */
export interface StoreDatabase {
  /** Display name of the database. */
  name: string;
  address: DatabaseAddress;
  stop(): Promise<void>;
}

/** Name of the embedded database. */
export const EMBEDDED = 'souk';

/**
 * Opens the database of DATABASE_URL, else the embedded one of the data folder, which is started unless a store runs on
 * it.
 * @throws Error that says what to set when there is none
 */
export async function openStoreDatabase(): Promise<StoreDatabase> {
  const { DATABASE_URL: url, SUPABASE_URL, SOUK_DATA = '.data' } = process.env;
  if (url) {
    const address = parseDatabaseUrl(url);
    return { name: `database ${address.database} on ${address.host}`, address, stop: async () => {} };
  }
  if (SUPABASE_URL) throw new Error("Set DATABASE_URL to the Supabase project's database.");
  const dataDir = resolve(SOUK_DATA);
  const name = `embedded database of ${dataDir}`;
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `There is no database in ${dataDir}. Set SOUK_DATA to a store's data folder, or DATABASE_URL to its database.`,
    );
  }
  const running = await findRunningPostgres(dataDir, EMBEDDED);
  if (running) return { name: `${name}, which is running`, address: running, stop: async () => {} };
  const server = await startPostgres({ dataDir, database: EMBEDDED });
  return { name: `${name}, started for this`, address: server.address, stop: () => server.stop() };
}
