import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseAddress } from '../../src/lib/database-address.ts';
import { type Database, openDatabase } from '../../src/lib/db.ts';
import { identifier, openPool, type Sql } from '../../src/lib/sql.ts';
import { migrate } from '../../src/migrate.ts';
import { startPostgres } from '../../src/postgres/embedded.ts';

export const AUTHENTICATOR_PASSWORD = 'authenticator-of-the-tests';

/** A PostgreSQL for a test run, with templates for the tests' databases. */
export interface TestServer {
  /** Template of a new project. */
  bare: DatabaseAddress;
  /** Template that includes an app's migrations. */
  migrated: DatabaseAddress;
  stop(): Promise<void>;
}

/** Addresses of the templates, passed to a run's other processes in `TEST_POSTGRES` as JSON. */
export type TestTemplates = Pick<TestServer, 'bare' | 'migrated'>;

/**
 * The run's PostgreSQL, from `TEST_POSTGRES`, else a new one.
 * @param migrationsDir the app's migrations
 */
export async function testServerOfRun(migrationsDir?: string): Promise<TestServer> {
  const { TEST_POSTGRES } = process.env;
  if (!TEST_POSTGRES) return startTestServer(migrationsDir);
  return { ...(JSON.parse(TEST_POSTGRES) as TestTemplates), stop: async () => {} };
}

/** Starts a PostgreSQL for a test run. */
export async function startTestServer(appMigrations?: string): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'backend-tests-'));
  const server = await startPostgres({ dataDir, database: 'bare', durable: false, maxConnections: 300 });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const addressOf = (database: string) => ({ ...server.address, database });
  const prepare = async (address: DatabaseAddress, migrationsDir: string) => {
    const database = openDatabase({ address, authenticatorPassword: AUTHENTICATOR_PASSWORD });
    await migrate(database.owner, { migrationsDir, authenticatorPassword: AUTHENTICATOR_PASSWORD });
    await database.close();
    return address;
  };
  try {
    const noMigrations = join(dataDir, 'no-migrations');
    await mkdir(noMigrations);
    const bare = await prepare(addressOf('bare'), noMigrations);
    if (!appMigrations) return { bare, migrated: bare, stop };
    await createClone(addressOf('postgres'), 'bare', 'migrated');
    return { bare, migrated: await prepare(addressOf('migrated'), appMigrations), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createClone(server: DatabaseAddress, template: string, name: string): Promise<void> {
  const admin = openPool(server, 1);
  // Without fsync, copying files takes a third of the time of the default, which logs each page.
  await admin`create database ${identifier(name)} template ${identifier(template)} strategy file_copy`;
  await admin`alter database ${identifier(name)} set search_path = "$user", public, extensions`;
  await admin.end();
}

export interface TestDatabase extends Database {
  authenticatorPassword: string;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** A new database, cloned from a template. */
export async function cloneDatabase(template: DatabaseAddress): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = { ...template, database: 'postgres' };
  await createClone(server, template.database, name);
  const address = { ...template, database: name };
  const database = openDatabase({ address, authenticatorPassword: AUTHENTICATOR_PASSWORD, poolSize: 32 });
  return {
    ...database,
    address,
    authenticatorPassword: AUTHENTICATOR_PASSWORD,
    async drop() {
      await database.close();
      const admin = openPool(server, 1);
      await slotsGone(admin, name);
      await admin`drop database ${identifier(name)} with (force)`;
      await admin.end();
    },
  };
}

/** Resolves when a database has no replication slot: the server frees one some time after its connection ended. */
async function slotsGone(sql: Sql, database: string): Promise<void> {
  while ((await sql`select from pg_replication_slots where database = ${database}`).length > 0)
    await wait(20);
}
