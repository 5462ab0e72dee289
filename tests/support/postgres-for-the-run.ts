import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '../../backend/lib/database-address.ts';
import { openDatabase } from '../../backend/lib/db.ts';
import { migrate } from '../../backend/migrate.ts';
import { startPostgres } from '../../backend/postgres/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseAddress;
    /** For what the tests of a run share; every user may go through it. */
    runFolder: string;
  }
}

export const TEMPLATE = 'souk_template';
export const AUTHENTICATOR_PASSWORD = 'authenticator-of-the-tests';

/** One PostgreSQL a run, with one migrated database that every test file's own database is cloned from, and one folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-tests-'));
  const runFolder = await mkdtemp(join(tmpdir(), 'souk-run-'));
  await chmod(runFolder, 0o711);
  const server = await startPostgres({ dataDir, database: TEMPLATE, durable: false, maxConnections: 300 });
  const stop = async () => {
    await server.stop();
    for (const folder of [dataDir, runFolder]) await rm(folder, { recursive: true, force: true });
  };
  try {
    const database = openDatabase({ address: server.address, authenticatorPassword: AUTHENTICATOR_PASSWORD });
    await migrate(database.owner, {
      migrationsDir: join(import.meta.dirname, '../../supabase/migrations'),
      authenticatorPassword: AUTHENTICATOR_PASSWORD,
    });
    await database.close();
    project.provide('postgres', server.address);
    project.provide('runFolder', runFolder);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
