import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive, restoreBackup } from 'embedded-supabase/backup';
import { type DatabaseAddress, identifier, openDatabase, openPool } from 'embedded-supabase/database';
import { openDiskObjectStore } from 'embedded-supabase/storage';
import { AUTHENTICATOR_PASSWORD } from 'embedded-supabase/testing';
import { MIGRATIONS } from '../../scripts/schema/databases.ts';
import type { TestDatabase } from '../support/database.ts';
import type { Release } from './releases.ts';

/** A database on the run's server with the schema and rows of a release's store, without later migrations. */
export async function restoreDatabase(server: DatabaseAddress, { backup }: Release): Promise<TestDatabase> {
  const name = `release_${randomBytes(6).toString('hex')}`;
  const address = { ...server, database: name };
  const admin = openPool({ ...server, database: 'postgres' }, 1);
  await admin`create database ${identifier(name)}`;
  await admin`alter database ${identifier(name)} set search_path = "$user", public, extensions`;
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-release-'));
  await restoreBackup(() => openArchive(backup), backup, {
    dataDir,
    database: address,
    databaseName: name,
    migrationsDir: MIGRATIONS,
    openObjects: () => openDiskObjectStore(join(dataDir, 'storage')),
    authenticatorPassword: AUTHENTICATOR_PASSWORD,
  });
  await rm(dataDir, { recursive: true, force: true });
  const database = openDatabase({ address, authenticatorPassword: AUTHENTICATOR_PASSWORD });
  return {
    ...database,
    address,
    authenticatorPassword: AUTHENTICATOR_PASSWORD,
    async drop() {
      await database.close();
      await admin`drop database ${identifier(name)} with (force)`;
      await admin.end();
    },
  };
}
