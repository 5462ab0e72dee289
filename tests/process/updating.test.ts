// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBackup, openArchive, restoreBackup } from 'embedded-supabase/backup';
import { type DatabaseAddress, identifier, openPool, type Pool } from 'embedded-supabase/database';
import { type EmbeddedPostgres, startPostgres } from 'embedded-supabase/postgres';
import { openDiskObjectStore } from 'embedded-supabase/storage';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { MIGRATIONS } from '../../scripts/schema/databases.ts';
import { ask } from '../releases/observe-store.ts';
import { releases } from '../releases/releases.ts';
import { makeNextVersion, NEXT_MIGRATION } from '../support/next-version.ts';
import { transcript, until } from '../support/processes.ts';

// Each case starts several stores.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Advisory lock that the next version's migration waits for, so that tests can observe a store during an update. */
const LOCK = 4711;
const page = { accept: 'text/html' };
const release = releases.at(-1);
if (!release) throw new Error('No release is kept in tests/releases');

let folder: string;
let server: EmbeddedPostgres;
let admin: Pool;
let shop: Pool;
let count = 0;
let name = '';
let running: Started[] = [];
const at = (path: string) => join(folder, path);

/** A database with the release's store, cloned for each test, and a version with one more migration. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-updating-'));
  await chmod(folder, 0o755);
  server = await startPostgres({ dataDir: at('server'), durable: false });
  admin = openPool(server.address, 1);
  await admin`create database released`;
  await restoreBackup(() => openArchive(release.backup), release.backup, {
    dataDir: at('restored'),
    database: { ...server.address, database: 'released' },
    databaseName: 'released',
    migrationsDir: MIGRATIONS,
    openObjects: () => openDiskObjectStore(at('restored/storage')),
  });
  await makeNextVersion(
    at('next'),
    `select pg_advisory_xact_lock(${LOCK}); create table public.of_next (id int);`,
  );
  await writeFile(at('a file'), '');
});
beforeEach(async () => {
  name = `shop${++count}`;
  await admin`create database ${identifier(name)} template released`;
  shop = openPool({ ...server.address, database: name }, 2);
});
afterEach(async () => {
  await Promise.all(running.map((started) => started.stop()));
  running = [];
  await shop.end();
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  port: number;
  child: ChildProcess;
  output(): string;
  stop(): Promise<number | null>;
}

const urlOf = ({ user, password, port, host }: DatabaseAddress) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the next version on the test's database, without waiting for it to open. */
async function start(environment: NodeJS.ProcessEnv = {}): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: at('next'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      SOUK_SEED: 'none',
      SOUK_DATA: at(`data-${port}`),
      DATABASE_URL: urlOf(server.address),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exit = once(child, 'exit');
  const started = {
    port,
    child,
    output: transcript(child),
    async stop() {
      child.kill('SIGTERM');
      await exit;
      return child.exitCode;
    },
  };
  running.push(started);
  return started;
}

const opens = (started: Started) =>
  until(
    'the store opens',
    () => started.output().includes('Stop with Ctrl-C') || started.child.exitCode !== null,
    120_000,
  );
const isAhead = async () => (await shop`select to_regclass('public.of_next') is not null as ahead`)[0]?.ahead;
const backupsIn = async (path: string) =>
  (await readdir(path)).filter((file) => /^souk-.*\.tar\.gz$/.test(file));

it('an updating store says that it will be back, is backed up first, and keeps everything', async () => {
  const session = await shop.reserve();
  await session`select pg_advisory_lock(${LOCK})`;
  const backups = at('backups');
  const first = await start({ SOUK_BACKUP_DIR: backups });
  await until('its migration runs', () => first.output().includes('Database: next version'), 60_000);

  const home = await ask(first, '/', { headers: page });
  expect([home.status, home.headers['retry-after'], home.headers['cache-control']]).toEqual([
    503,
    '5',
    'no-store',
  ]);
  expect(home.body.toString()).toContain('Inkthread will be back in a minute');
  const arabic = await ask(first, '/ar/shop', { headers: page, tenantId: 'meeplehouse' });
  expect(arabic.body.toString()).toMatch(/<h1>[^<]*يعود خلال دقيقة<\/h1>/);
  const call = await ask(first, '/rest/v1/products?select=id', { headers: { accept: 'application/json' } });
  expect([call.status, JSON.parse(call.body.toString())]).toMatchObject([503, { code: 'starting' }]);
  expect((await ask(first, '/healthz')).status).toBe(200);

  const [backup = ''] = await backupsIn(backups);
  const [made, kept] = await Promise.all(
    [join(backups, backup), release.backup].map((file) => checkBackup(file, MIGRATIONS)),
  );
  expect(made?.migrations).toEqual(kept?.migrations);

  // A second machine on the same database waits for the first and makes no backup.
  const second = await start({ SOUK_BACKUP_DIR: backups });
  await until(
    'the second waits',
    async () =>
      (
        await shop`select from pg_locks where locktype = 'advisory' and not granted and database = (
        select oid from pg_database where datname = current_database())`
      ).length === 2,
  );
  await session`select pg_advisory_unlock(${LOCK})`;
  session.close();
  await Promise.all([opens(first), opens(second)]);
  for (const one of [first, second]) {
    const shown = await ask(one, '/', { headers: page });
    expect([shown.status, shown.body.toString().includes('Ink hoodie')], one.output()).toEqual([200, true]);
  }
  expect(second.output()).not.toContain('Database: ');
  expect(await backupsIn(backups)).toEqual([backup]);
});

it('without a backup folder, the update says how to get a backup first', async () => {
  const store = await start();
  await opens(store);
  expect(store.output()).toContain(
    'Updating the database without a backup. With SOUK_BACKUP_DIR set to a folder',
  );
  expect(await isAhead()).toBe(true);
  expect(await store.stop()).toBe(0);

  const again = await start();
  await opens(again);
  expect(again.output()).toMatch(/Souk \d+\.\d+\.\d+ is open:/);
  expect(again.output()).not.toContain('Updating the database');
});

it('a failed backup stops the update before anything is changed', async () => {
  const store = await start({ SOUK_BACKUP_DIR: at('a file') });
  await opens(store);
  expect(store.output()).toContain(`Backups cannot be written to ${at('a file')}`);
  expect(store.child.exitCode).toBe(1);
  expect(await isAhead()).toBe(false);
  expect(store.output()).not.toContain(NEXT_MIGRATION);
});

it('a new database is created without mentioning backups', async () => {
  await admin`create database ${identifier(`${name}new`)}`;
  name = `${name}new`;
  const backups = at('backups of a new one');
  const store = await start({ SOUK_BACKUP_DIR: backups });
  await opens(store);
  expect(store.output()).toContain('Database: next version');
  expect(store.output()).not.toMatch(/Backing up|without a backup/);
});
