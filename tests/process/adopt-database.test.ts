// @module-tag slow

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { startBackend } from 'embedded-supabase';
import {
  type DatabaseAddress,
  openPool,
  type Pool,
  passwordOfAuthenticator,
} from 'embedded-supabase/database';
import { type EmbeddedPostgres, startPostgres } from 'embedded-supabase/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkBooks } from '../../scripts/books-check.ts';
import { readCatalogue } from '../../scripts/schema/catalogue.ts';
import { MIGRATIONS, makeDatabase } from '../../scripts/schema/databases.ts';
import { ADOPT_REMEDY } from '../../server/backend/adopt-remedy.ts';
import { orderWithEverything } from '../database/after-sale.ts';
import { makePerson } from '../database/people.ts';
import { makeStore, orderOf, place, type Store } from '../database/store.ts';
import { transcript, until } from '../support/processes.ts';
import { PROJECT } from '../support/store-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const BASELINE = '20261201000000_baseline';

let folder: string;
let server: EmbeddedPostgres;
/** The server's superuser, in the store's database. */
let admin: Pool;
let store: Store;
let rowsBefore: Map<string, Record<string, unknown>[]>;
const at = (name: string) => join(folder, name);

const addressOf = (database: string): DatabaseAddress => ({
  ...server.address,
  user: 'owner',
  password: 'of-the-owner',
  database,
});

const startOn = (migrationsDir: string) =>
  startBackend({
    checksSessions: false,
    database: addressOf('shop'),
    dataDir: at('shop'),
    migrationsDir,
    changedMigrationRemedy: ADOPT_REMEDY,
    publicUrl: 'http://shop.test',
  });

/** A store on the baseline of the morning of 28 November 2026, on a database whose user is no superuser. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-adopt-'));
  server = await startPostgres({ dataDir: at('server'), durable: false });
  const anywhere = openPool(server.address, 1);
  await anywhere`create role owner login createrole createdb bypassrls password 'of-the-owner'`;
  await anywhere`create database shop owner owner`;
  await anywhere.end();
  await mkdir(at('november'));
  const text = await readFile(join(PROJECT, 'tests/fixtures/baseline-of-28-november.sql.br'));
  await writeFile(at(`november/${BASELINE}.sql`), brotliDecompressSync(text));
  const backend = await startOn(at('november'));
  const db = {
    ...backend.database,
    address: addressOf('shop'),
    authenticatorPassword: '',
    drop: async () => {},
  };
  store = await makeStore(db, 'inkthread');
  const shopper = await makePerson(db, 'inkthread');
  for (let count = 0; count < 3; count += 1) await place(db, shopper.identity, orderOf(store));
  await orderWithEverything(db, store, shopper, await makePerson(db, 'inkthread', 'admin'));
  await backend.close();
  admin = openPool({ ...server.address, database: 'shop' }, 1);
  rowsBefore = await readRows(admin);
  await disconnect();
});

afterAll(async () => {
  await admin?.end();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Nobody may be connected while a database is adopted. */
async function disconnect(): Promise<void> {
  await admin.end();
  admin = openPool({ ...server.address, database: 'shop' }, 1);
}

/** Changes the store's database as its superuser. */
async function change(text: string): Promise<void> {
  await admin.unsafe(text);
  await disconnect();
}

async function readRows(sql: Pool): Promise<Map<string, Record<string, unknown>[]>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private', 'auth', 'storage') order by 1`;
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    const found = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from ${name} t order by t::text`,
    );
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

/** Runs `npm run db:adopt -- FILE` on the store's database. */
function adopt(file: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/adopt.ts', at(file)], {
    cwd: PROJECT,
    encoding: 'utf8',
    env: environment(),
  });
  return { status, stdout, stderr };
}

function environment(): NodeJS.ProcessEnv {
  const { SUPABASE_URL: _, ...rest } = process.env;
  const { host, port } = server.address;
  return {
    ...rest,
    SOUK_DATA: at('shop'),
    DATABASE_URL: `postgres://owner:of-the-owner@localhost:${port}/shop?host=${encodeURIComponent(host)}`,
  };
}

async function databases(): Promise<string[]> {
  const rows = await admin<{ name: string }[]>`
    select datname as name from pg_database where not datistemplate order by 1`;
  return rows.map(({ name }) => name);
}

it('does not start on a database of before the first release, and says which command brings it on', async () => {
  await expect(startOn(MIGRATIONS)).rejects.toThrow(
    `The database has run another migration than this version has under the name ${BASELINE}. ` +
      'Nothing was changed in it. A store from before the first release, 0.2.0, is brought to this one with its rows: ' +
      'npm run db:adopt -- BACKUP_FILE.',
  );
  expect(await readRows(admin)).toEqual(rowsBefore);
  await disconnect();
});

it('is refused while a store works on the database', async () => {
  const running = await startOn(at('november'));
  const { status, stderr } = adopt('running.tar.gz');
  expect(stderr).toBe('The database is in use. Stop the stores and commands that work on it.\n');
  expect(status).toBe(1);
  await running.close();
});

it.each([
  {
    why: 'something would be lost',
    made: 'alter table public.orders add column gift text',
    said: 'this would be lost.\n  ALTER TABLE "public"."orders" DROP COLUMN "gift"\n',
    undone: 'alter table public.orders drop column gift',
  },
  {
    why: 'nobody has said what the rows get in a new column',
    made: 'alter table public.orders drop column deposit cascade',
    said: 'nobody has said what the rows that are there get in the new columns.\n  public.orders.deposit\n',
    undone: 'alter table public.orders add column deposit numeric(12, 2) not null default 0',
  },
  {
    why: 'the books do not balance',
    made: 'update public.profiles set points = points + 7',
    said: 'the books would not balance.\n  not so: ',
    undone: 'update public.profiles set points = points - 7',
  },
])('leaves the database as it was where $why', async ({ why, made, said, undone }) => {
  const before = await databases();
  await change(made);
  const { status, stderr } = adopt(`${why}.tar.gz`);
  expect(stderr).toContain(`The database stays as it was: ${said}`);
  expect(status).toBe(1);
  expect((await stat(at(`${why}.tar.gz`))).size).toBeGreaterThan(10_000);
  expect(await databases()).toEqual(before);
  await change(undone);
});

it('does not touch a database that npm start has not made', async () => {
  const [{ comment } = { comment: '' }] = await admin<{ comment: string }[]>`
    select shobj_description(oid, 'pg_database') as comment from pg_database where datname = 'shop'`;
  await change('comment on database shop is null');
  expect(adopt('hosted.tar.gz').stderr).toBe(
    'The database was not made by npm start. A Supabase project is changed by its own command line.\n',
  );
  await change(`comment on database shop is '${comment}'`);
});

it('leaves the database as it was when it is killed, and tidies up the next time', async () => {
  const child = spawn(process.execPath, ['scripts/adopt.ts', at('killed.tar.gz')], {
    cwd: PROJECT,
    env: environment(),
  });
  const said = transcript(child);
  await until('the copy is changed', () => said().includes('Changing the copy'));
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  rowsBefore = await readRows(admin);
  expect(rowsBefore.get('public.orders')).toHaveLength(4);
  expect(await databases()).toHaveLength(4);
  await disconnect();
});

it('brings a store to this version with all its rows, after a backup, and says what it did', async () => {
  rowsBefore = await readRows(admin);
  await disconnect();
  const { status, stdout, stderr } = adopt('before.tar.gz');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /Done: the schema is that of this version, all \d+ rows of \d+ tables are there, and the books balance\. /,
  );
  expect(await readFile(at('before.tar.gz.sql'), 'utf8')).toContain(
    'ALTER TABLE "public"."order_lines" ADD COLUMN "translations" jsonb',
  );
  expect(await readdir(folder)).toContain('before.tar.gz');
  expect(await databases()).toEqual(['postgres', 'shop']);

  await disconnect();
  const brought = /refusal_messages|districts|governorate_names|_transitions|product_search_index/;
  const after = await readRows(admin);
  for (const [table, rows] of rowsBefore) {
    if (brought.test(table)) continue;
    const columns = Object.keys(rows[0] ?? {});
    const left = (after.get(table) ?? []).map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column]])),
    );
    // The version brings words that mean the same.
    const isOwn = (row: Record<string, unknown>) =>
      table !== 'public.search_synonyms' || row.tenant_id !== null || rows.some(({ id }) => id === row.id);
    const kept = left.filter(isOwn).map((row) => JSON.stringify(row));
    expect(kept.toSorted(), table).toEqual(rows.map((row) => JSON.stringify(row)).toSorted());
  }
  const [{ text } = { text: '' }] = await admin<{ text: string }[]>`
    select statements[1] as text from supabase_migrations.schema_migrations where version = '20261201000000'`;
  expect(text).toBe(await readFile(join(MIGRATIONS, `${BASELINE}.sql`), 'utf8'));
});

it('makes of it what a new store has, to the last grant', async () => {
  const wanted = await makeDatabase(
    addressOf('shop'),
    'wanted',
    { kind: 'migrations', folder: MIGRATIONS },
    await passwordOfAuthenticator(addressOf('shop'), at('shop')),
  );
  const [own, ours] = [openPool(addressOf('shop'), 1), openPool(wanted, 1)];
  expect(await readCatalogue(own)).toEqual(await readCatalogue(ours));
  await Promise.all([own.end(), ours.end()]);
});

it('has nothing to do a second time', () => {
  const { stdout } = adopt('again.tar.gz');
  expect(stdout).toMatch(/has run the migrations of this version: there is nothing to do\.\n$/);
});

it('starts afterwards as any other store: later migrations run, goods are found, orders are placed and the books balance', async () => {
  await cp(MIGRATIONS, at('later'), { recursive: true });
  await writeFile(
    at('later/20991231000000_shelves.sql'),
    'create table public.shelves (id int primary key);',
  );
  const backend = await startOn(at('later'));
  try {
    const { owner } = backend.database;
    expect(await owner`select count(*)::int as shelves from public.shelves`).toEqual([{ shelves: 0 }]);
    expect(await owner`select name from search_products('inkthread', 'mug')`).toEqual([{ name: 'Mug' }]);
    const db = {
      ...backend.database,
      address: addressOf('shop'),
      authenticatorPassword: '',
      drop: async () => {},
    };
    const shopper = await makePerson(db, 'inkthread');
    const order = await place(db, shopper.identity, orderOf(store));
    expect(order.lines).toHaveLength(1);
    expect(await checkBooks(owner)).toEqual([]);
  } finally {
    await backend.close();
  }
});
