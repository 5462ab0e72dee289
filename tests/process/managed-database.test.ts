import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openPool, type Pool } from 'embedded-supabase/database';
import { type EmbeddedPostgres, startPostgres } from 'embedded-supabase/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PROJECT } from '../support/store-process.ts';

// A PostgreSQL of its own starts, on which whole databases are prepared.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const options = {
  migrationsDir: join(PROJECT, 'supabase/migrations'),
  authenticatorPassword: 'of-the-tests',
};
let dataDir: string;
let server: EmbeddedPostgres;
let admin: Pool;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-managed-'));
  server = await startPostgres({ dataDir, durable: false });
  admin = openPool(server.address, 1);
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Migrates a new database as a user that is no superuser. */
async function migrateAs(user: string, attributes: string, owner: string): Promise<string[]> {
  await admin.unsafe(`create role ${user} login ${attributes} password 'of-the-user'`);
  await admin.unsafe(`create database ${user} owner ${owner === 'user' ? user : owner}`);
  const sql = openPool({ ...server.address, user, password: 'of-the-user', database: user }, 2);
  return migrate(sql, options).finally(() => sql.end());
}

it('names every right that its user lacks at once, and changes nothing', async () => {
  await expect(migrateAs('visitor', 'createdb', 'supabase_admin')).rejects.toThrow(
    'The database user "visitor" cannot prepare the database: it lacks the attributes CREATEROLE, BYPASSRLS; ' +
      'the ownership of the database "visitor". Nothing was changed.',
  );
  expect(await admin`select 1 from pg_roles where rolname = 'anon'`).toEqual([]);
});

it('prepares a database of a managed PostgreSQL, whose user is no superuser', async () => {
  expect(await migrateAs('shop', 'createrole createdb bypassrls', 'user')).not.toEqual([]);
});

it('says when the roles of the cluster belong to another store', async () => {
  await expect(migrateAs('neighbour', 'createrole createdb bypassrls', 'user')).rejects.toThrow(
    'it lacks membership in anon, authenticated, authenticator, postgres, service_role, supabase_auth_admin',
  );
});
