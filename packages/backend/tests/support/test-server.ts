import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseAddress } from '../../src/lib/database-address.ts';
import { type Database, openDatabase } from '../../src/lib/db.ts';
import { identifier, openPool, type Sql } from '../../src/lib/sql.ts';
import { migrate } from '../../src/migrate.ts';
import { startPostgres } from '../../src/postgres/embedded.ts';

const TEMPLATE = 'template_of_tests';
export const AUTHENTICATOR_PASSWORD = 'authenticator-of-the-tests';

/** A PostgreSQL for a run of tests, with one migrated database that those of the tests are cloned from. */
export interface TestServer {
  address: DatabaseAddress;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL of its own for a run of tests.
 * @param migrationsDir what the template gets beside what a project has from the beginning
 */
export async function startTestServer(migrationsDir: string): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'backend-tests-'));
  const server = await startPostgres({ dataDir, database: TEMPLATE, durable: false, maxConnections: 300 });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const database = openDatabase({ address: server.address, authenticatorPassword: AUTHENTICATOR_PASSWORD });
    await migrate(database.owner, { migrationsDir, authenticatorPassword: AUTHENTICATOR_PASSWORD });
    await database.close();
    return { address: server.address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface TestDatabase extends Database {
  authenticatorPassword: string;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** A database of the caller's own, cloned from the server's template. */
export async function cloneDatabase(server: DatabaseAddress): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = openPool({ ...server, database: 'postgres' }, 1);
  // A server that never waits for its disk copies files in a third of the time that the usual way takes, which logs each page.
  await admin`create database ${identifier(name)} template ${identifier(TEMPLATE)} strategy file_copy`;
  await admin`alter database ${identifier(name)} set search_path = "$user", public, extensions`;
  const address = { ...server, database: name };
  const database = openDatabase({ address, authenticatorPassword: AUTHENTICATOR_PASSWORD, poolSize: 32 });
  return {
    ...database,
    address,
    authenticatorPassword: AUTHENTICATOR_PASSWORD,
    async drop() {
      await database.close();
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
