import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type DatabaseAddress,
  migrate,
  openDatabase,
  openPool,
  parseDatabaseUrl,
  type Sql,
} from 'embedded-supabase/database';
import { startPostgres } from 'embedded-supabase/postgres';
import { readSchema } from './database-types-schema.ts';
import { writeTypes } from './database-types-text.ts';

/** Where the app imports its types from. */
export const TYPES_FILE = join(import.meta.dirname, '../app/lib/database.types.ts');
const MIGRATIONS = join(import.meta.dirname, '../supabase/migrations');

/** The types of a migrated database, as the committed file should be. */
export async function generateTypes(sql: Sql): Promise<string> {
  return writeTypes(await readSchema(sql));
}

/** Runs `work` on DATABASE_URL or a run's migrated test database, or else on a throw-away server that this repository's migrations were run on. */
async function withMigratedDatabase<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const address = migratedDatabase();
  if (address) {
    const sql = openPool(address, 4);
    return work(sql).finally(() => sql.end());
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-types-'));
  const server = await startPostgres({ dataDir, durable: false });
  const database = openDatabase({ address: server.address, authenticatorPassword: 'unused' });
  try {
    await migrate(database.owner, { migrationsDir: MIGRATIONS, authenticatorPassword: 'unused' });
    return await work(database.owner);
  } finally {
    await database.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function migratedDatabase(): DatabaseAddress | undefined {
  const { DATABASE_URL, TEST_DATABASE } = process.env;
  if (DATABASE_URL) return parseDatabaseUrl(DATABASE_URL);
  return TEST_DATABASE ? (JSON.parse(TEST_DATABASE) as DatabaseAddress) : undefined;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const types = await withMigratedDatabase(generateTypes);
  if (!values.check) {
    await writeFile(TYPES_FILE, types);
    process.stdout.write(`Wrote ${TYPES_FILE}\n`);
    return;
  }
  if ((await readFile(TYPES_FILE, 'utf8').catch(() => '')) !== types) {
    process.stderr.write('app/lib/database.types.ts is stale: run node scripts/database-types.ts\n');
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
