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
import { writeConstants, writeEnums, writeLimits, writeTypes } from './database-types-text.ts';

const APP = join(import.meta.dirname, '../app/lib');
/** The app's types, and the rows that no store changes. */
const TYPES_FILE = join(APP, 'database.types.ts');
const CONSTANTS_FILE = join(APP, 'database.constants.ts');
const LIMITS_FILE = join(APP, 'database.limits.ts');
const ENUMS_FILE = join(APP, 'database.enums.ts');
const MIGRATIONS = join(import.meta.dirname, '../supabase/migrations');

/** The generated files for a migrated database: text by path. */
export async function generateTypes(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const schema = await readSchema(sql);
  return new Map([
    [TYPES_FILE, writeTypes(schema)],
    [CONSTANTS_FILE, writeConstants(schema)],
    [LIMITS_FILE, writeLimits(schema)],
    [ENUMS_FILE, writeEnums(schema)],
  ]);
}

/** Runs `work` on DATABASE_URL, a test run's migrated database, or a temporary server with all migrations. */
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
  for (const [file, text] of await withMigratedDatabase(generateTypes)) {
    if (!values.check) {
      await writeFile(file, text);
      process.stdout.write(`Wrote ${file}\n`);
    } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
      process.stderr.write(`${file} is stale: run node scripts/database-types.ts\n`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.main) await main();
