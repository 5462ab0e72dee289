import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { connectionOptions, type DatabaseAddress } from '../../backend/lib/database-address.ts';
import { type Database, openDatabase } from '../../backend/lib/db.ts';
import { AUTHENTICATOR_PASSWORD, TEMPLATE } from './postgres-for-the-run.ts';

export interface TestDatabase extends Database {
  address: DatabaseAddress;
  authenticatorPassword: string;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** A database of the caller's own, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgres({ ...connectionOptions(server), database: 'postgres', max: 1, onnotice: () => {} });
  // A server that never waits for its disk copies files in a third of the time that the usual way takes, which logs each page.
  await admin`create database ${admin(name)} template ${admin(TEMPLATE)} strategy file_copy`;
  await admin`alter database ${admin(name)} set search_path = "$user", public, extensions`;
  const address = { ...server, database: name };
  const database = openDatabase({ address, authenticatorPassword: AUTHENTICATOR_PASSWORD, poolSize: 32 });
  return {
    ...database,
    address,
    authenticatorPassword: AUTHENTICATOR_PASSWORD,
    async drop() {
      await database.close();
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    },
  };
}
