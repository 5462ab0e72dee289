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

/** A PostgreSQL for a run of tests, with templates that the databases of the tests are cloned from. */
export interface TestServer {
  /** The template with what a project has from the beginning. */
  bare: DatabaseAddress;
  /** The template with an app's migrations too. */
  migrated: DatabaseAddress;
  stop(): Promise<void>;
}

/** Where the templates are: what other processes of a run are told in `TEST_POSTGRES`, as JSON. */
export type TestTemplates = Pick<TestServer, 'bare' | 'migrated'>;

/**
 * The PostgreSQL that `TEST_POSTGRES` says was started for the whole run, else one of the caller's own.
 * @param migrationsDir the migrations of the app
 */
export async function testServerOfRun(migrationsDir?: string): Promise<TestServer> {
  const { TEST_POSTGRES } = process.env;
  if (!TEST_POSTGRES) return startTestServer(migrationsDir);
  return { ...(JSON.parse(TEST_POSTGRES) as TestTemplates), stop: async () => {} };
}

/** Starts a PostgreSQL for a run of tests. */
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
  // A server that never waits for its disk copies files in a third of the time that the usual way takes, which logs each page.
  await admin`create database ${identifier(name)} template ${identifier(template)} strategy file_copy`;
  await admin`alter database ${identifier(name)} set search_path = "$user", public, extensions`;
  await admin.end();
}

export interface TestDatabase extends Database {
  authenticatorPassword: string;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** A database of the caller's own, cloned from a template. */
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

/** Resolves when no slot follows a database: the server frees a slot some time after its connection has ended. */
async function slotsGone(sql: Sql, database: string): Promise<void> {
  while ((await sql`select from pg_replication_slots where database = ${database}`).length > 0)
    await wait(20);
}
