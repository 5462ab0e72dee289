// @module-tag slow

import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { type Backend, startBackend } from 'embedded-supabase';
import { checkBackup, compression, openArchive, readArchive, writeArchive } from 'embedded-supabase/backup';
import { type DatabaseAddress, openPool, type Pool } from 'embedded-supabase/database';
import { type EmbeddedPostgres, startPostgres } from 'embedded-supabase/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { orderWithEverything } from '../database/after-sale.ts';
import { makePerson } from '../database/people.ts';
import { makeStore, orderOf, place } from '../database/store.ts';
import { transcript, until } from '../support/processes.ts';
import { PROJECT } from '../support/store-process.ts';

// Whole stores are started, backed up and restored.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const migrationsDir = join(PROJECT, 'supabase/migrations');
let folder: string;
let server: EmbeddedPostgres;
let admin: Pool;
let backend: Backend;
let backup: string;
const at = (name: string) => join(folder, name);

/** A store on a database whose user is no superuser, with orders, people and files; and its backup. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-backup-'));
  await chmod(folder, 0o755);
  server = await startPostgres({ dataDir: at('server'), durable: false });
  admin = openPool(server.address, 1);
  await admin`create role owner login createrole createdb bypassrls password 'of-the-owner'`;
  await admin`create database shop owner owner`;
  backend = await startBackend({
    checksSessions: false,
    database: addressOf('shop'),
    dataDir: at('shop'),
    migrationsDir,
    publicUrl: 'http://shop.test',
  });
  const db = {
    ...backend.database,
    address: addressOf('shop'),
    authenticatorPassword: '',
    drop: async () => {},
  };
  const store = await makeStore(db, 'inkthread');
  const shopper = await makePerson(db, 'inkthread');
  for (let count = 0; count < 3; count += 1) await place(db, shopper.identity, orderOf(store));
  await orderWithEverything(db, store, shopper, await makePerson(db, 'inkthread', 'admin'));
  await db.owner`update categories set name = ${'A\ttab, a \\ and a\nline'}`;
  for (const name of ['a.bin', 'b.bin']) await upload(name);
  backup = at('shop.tar.gz');
  const made = run('backup', [backup], shopSettings());
  expect(made.stderr).toBe('');
  expect(made.stdout).toMatch(/shop\.tar\.gz: \d+ tables and 2 files in [\d.]+ MB/);
});

afterAll(async () => {
  await backend?.close();
  await admin?.end();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const addressOf = (database: string): DatabaseAddress => ({
  ...server.address,
  user: 'owner',
  password: 'of-the-owner',
  database,
});

const urlOf = (database: string) =>
  `postgres://owner:of-the-owner@localhost:${server.address.port}/${database}?host=${encodeURIComponent(server.address.host)}`;

const shopSettings = () => ({ DATABASE_URL: urlOf('shop'), SOUK_DATA: at('shop') });

function settings(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, SUPABASE_URL: __, ...rest } = process.env;
  return { ...rest, ...given };
}

/** Runs a command to its end. */
function run(command: string, values: string[], given: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`, ...values], {
    cwd: PROJECT,
    encoding: 'utf8',
    env: settings(given),
  });
  return { status, stdout, stderr };
}

const bucket = () =>
  createClient('http://shop.test', backend.secretKey, { global: { fetch: backend.fetch } }).storage.from(
    'banners',
  );

async function upload(name: string): Promise<void> {
  const { error } = await bucket().upload(name, Buffer.from(name.repeat(1_000)), {
    contentType: 'image/png',
  });
  expect(error).toBeNull();
}

/** Row counts and a checksum of the content, by table. */
async function contentOf(address: DatabaseAddress): Promise<Record<string, string>> {
  const sql = openPool(address, 1);
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private', 'auth', 'storage') and tablename <> 'rate_limits'`;
    const content: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await sql.unsafe(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
      );
      content[name] = row?.sum;
    }
    const sequences =
      await sql`select schemaname || '.' || sequencename as name, last_value from pg_sequences`;
    for (const { name, last_value } of sequences) content[name] = String(last_value);
    return content;
  } finally {
    await sql.end();
  }
}

async function filesBelow(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'storage/objects'), { recursive: true });
  return names.filter((name) => name.includes('/')).sort();
}

const afterTheSale = [
  ...[
    'shipments',
    'shipment_lines',
    'shipment_events',
    'print_runs',
    'returns',
    'return_lines',
    'order_edits',
  ],
  ...[
    'refunds',
    'refund_lines',
    'payment_entries',
    'settlements',
    'store_credits',
    'point_entries',
    'order_notifications',
  ],
];

it('includes every kind of after-sale event', async () => {
  const content = await contentOf(addressOf('shop'));
  for (const table of afterTheSale) expect(content[`public.${table}`], table).toMatch(/^[1-9]/);
  expect(content['private.sales_ledger']).toMatch(/^[1-9]/);
});

it('restores a store unchanged into an empty folder, with files, keys and balanced ledgers', async () => {
  const restored = run('restore', [backup], { SOUK_DATA: at('restored') });
  expect(restored.stderr).toBe('');
  expect(restored.status).toBe(0);
  const embedded = await startPostgres({ dataDir: at('restored'), database: 'souk', durable: false });
  try {
    expect(await contentOf(embedded.address)).toEqual(await contentOf(addressOf('shop')));
    const sql = openPool(embedded.address, 1);
    expect(await checkLedger(sql).finally(() => sql.end())).toEqual([]);
    const reopened = await startBackend({
      database: embedded.address,
      dataDir: at('restored'),
      migrationsDir,
      publicUrl: 'http://shop.test',
    });
    expect(reopened.secretKey).toBe(backend.secretKey);
    const client = createClient('http://shop.test', reopened.secretKey, {
      global: { fetch: reopened.fetch },
    });
    const file = await client.storage.from('banners').download('a.bin');
    expect(await file.data?.text()).toBe('a.bin'.repeat(1_000));
    // Its triggers are enabled again.
    const [product] = await reopened.database
      .owner`update products set stock = stock + 1 where name = 'Not yet' returning id`;
    expect(
      await reopened.database.owner`select from stock_movements where product_id = ${product?.id}`,
    ).toHaveLength(2);
    await reopened.close();
  } finally {
    await embedded.stop();
  }
});

it('restores into an external database whose user is no superuser', async () => {
  await admin`create database second owner owner`;
  const restored = run('restore', [backup], { DATABASE_URL: urlOf('second'), SOUK_DATA: at('second') });
  expect(restored.stderr).toBe('');
  expect(await contentOf(addressOf('second'))).toEqual(await contentOf(addressOf('shop')));
  expect(await filesBelow(at('second'))).toEqual(await filesBelow(at('shop')));
});

it('is a consistent snapshot while people keep buying', async () => {
  const [mug] = await backend.database.owner`select id from products where name = 'Mug'`;
  let buying = true;
  const rush = (async () => {
    let sold = 0;
    for (; buying; sold += 1)
      await backend.database.owner`update products set stock = stock + 1 where id = ${mug?.id}`;
    return sold;
  })();
  const file = at('busy.tar.gz');
  const child = spawn(process.execPath, ['scripts/backup.ts', file], {
    cwd: PROJECT,
    env: settings(shopSettings()),
  });
  const output = transcript(child);
  const [code] = await once(child, 'exit');
  buying = false;
  expect(await rush).toBeGreaterThan(10);
  expect(code, output()).toBe(0);
  await admin`create database busy owner owner`;
  expect(run('restore', [file], { DATABASE_URL: urlOf('busy'), SOUK_DATA: at('busy') }).stderr).toBe('');
  const sql = openPool(addressOf('busy'), 1);
  expect(await checkLedger(sql).finally(() => sql.end())).toEqual([]);
});

it('keeps files that are removed while a backup runs, and removes them later', async () => {
  await upload('gone.bin');
  const before = await filesBelow(at('shop'));
  const session = await backend.database.owner.reserve();
  await session`select pg_advisory_lock(7265003)`;
  await bucket().remove(['gone.bin']);
  expect(await filesBelow(at('shop'))).toEqual(before);
  expect(run('backup', [at('second-at-once.tar.gz')], shopSettings()).stderr).toContain(
    'Another backup of this database runs',
  );
  await session`select pg_advisory_unlock(7265003)`;
  session.close();
  await upload('after.bin');
  await bucket().remove(['after.bin']);
  expect(await filesBelow(at('shop'))).toEqual(before);
});

it('refuses a truncated, changed or foreign file before it writes anything', async () => {
  const whole = await readFile(backup);
  const overwritten = Buffer.from(whole);
  const middle = Math.floor(whole.length / 2);
  // A flipped bit may be part of a match that still decodes to the same bytes.
  overwritten.fill(0xff, middle, middle + 64);
  const bad = {
    cut: whole.subarray(0, -9),
    half: whole.subarray(0, middle),
    overwritten,
    empty: Buffer.alloc(0),
    text: Buffer.from('a letter'),
  };
  for (const [name, bytes] of Object.entries(bad)) {
    await writeFile(at(`${name}.tar.gz`), bytes);
    await expect(checkBackup(at(`${name}.tar.gz`), migrationsDir)).rejects.toThrow(
      new RegExp(`${name}\\.tar\\.gz is no whole backup: .*Nothing was written`),
    );
  }
  // The command verifies before it writes.
  const { status, stderr } = run('restore', [at('overwritten.tar.gz')], { SOUK_DATA: at('untouched') });
  expect(stderr).toContain('overwritten.tar.gz is no whole backup: ');
  expect(status).toBe(1);
  await expect(stat(at('untouched'))).rejects.toThrow('ENOENT');
});

it('refuses a backup of another version', async () => {
  const other = at('other.tar.gz');
  await rewrite(backup, other, (name, bytes) =>
    name === 'backup.json' ? Buffer.from(bytes.toString().replace('_baseline', '_another_beginning')) : bytes,
  );
  const { stderr } = run('restore', [other], { SOUK_DATA: at('untouched') });
  expect(stderr).toContain('made by another version: it has the migration 20261201000000_another_beginning');
  await expect(stat(at('untouched'))).rejects.toThrow('ENOENT');
});

it('leaves an empty destination empty if it fails halfway', async () => {
  const broken = at('broken.tar.gz');
  await rewrite(backup, broken, (name, bytes) =>
    name.startsWith('database/public.products/')
      ? Buffer.from(bytes.toString().replace('Mug\t', 'Mug\tand too much\t'))
      : bytes,
  );
  await admin`create database third owner owner`;
  for (const given of [
    { SOUK_DATA: at('third') },
    { SOUK_DATA: at('third'), DATABASE_URL: urlOf('third') },
  ]) {
    const { status, stderr } = run('restore', [broken], given);
    expect(stderr).toContain(
      'The restore failed, and nothing of it was kept: extra data after last expected column',
    );
    expect(status).toBe(1);
    await expect(stat(at('third'))).rejects.toThrow('ENOENT');
  }
  expect(run('restore', [backup], { SOUK_DATA: at('third'), DATABASE_URL: urlOf('third') }).stderr).toBe('');
});

it('says in one sentence what is wrong with its arguments', async () => {
  await mkdir(at('full'));
  await writeFile(at('full/thing'), '');
  const free = { SOUK_DATA: at('untouched') };
  const cases: [string, string[], NodeJS.ProcessEnv, string][] = [
    ['backup', [], shopSettings(), 'This is how it is called: npm run backup -- FILE'],
    ['backup', ['a', 'b'], shopSettings(), 'This is how it is called: npm run backup -- FILE'],
    ['backup', [backup], shopSettings(), `${backup} is there already. Name a file that is not.`],
    ['backup', [at('no/where.tar.gz')], shopSettings(), `There is no folder ${at('no')} for the backup.`],
    ['backup', [at('x')], free, `There is no database in ${at('untouched')}. Set SOUK_DATA`],
    [
      'backup',
      [at('x')],
      { DATABASE_URL: 'mysql://x', ...free },
      'DATABASE_URL must be a postgresql:// address',
    ],
    ['restore', [], free, 'This is how it is called: npm run restore -- FILE'],
    [
      'restore',
      [at('no.tar.gz')],
      free,
      `${at('no.tar.gz')} is not a file. Name one that npm run backup made.`,
    ],
    [
      'restore',
      [backup],
      { SOUK_DATA: at('full') },
      `${at('full')} is not empty: it holds thing. Choose a folder`,
    ],
    [
      'restore',
      [backup],
      { ...free, DATABASE_URL: urlOf('shop') },
      'The database "shop" is not empty: it holds',
    ],
  ];
  for (const [command, values, given, sentence] of cases) {
    const { status, stderr } = run(command, values, given);
    expect(stderr).toContain(sentence);
    expect(stderr.split('\n')).toHaveLength(stderr.startsWith('The environment') ? 3 : 2);
    expect(status).toBe(1);
  }
  await expect(stat(at('untouched'))).rejects.toThrow('ENOENT');
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

it('reports a killed restore at the next start and at the next restore', async () => {
  await admin`create database killed owner owner`;
  const given = { SOUK_DATA: at('killed'), DATABASE_URL: urlOf('killed') };
  const child = spawn(process.execPath, ['scripts/restore.ts', backup], {
    cwd: PROJECT,
    env: settings(given),
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  const schemas = openPool(addressOf('killed'), 1);
  await until(
    'the restore has begun',
    async () => (await schemas`select from pg_namespace where nspname = 'restore_unfinished'`).length > 0,
  );
  child.kill('SIGKILL');
  await exit;
  await schemas.end();
  const start = (dataDir: string) =>
    startBackend({ database: addressOf('killed'), dataDir, migrationsDir, publicUrl: 'http://x' });
  await expect(start(at('killed'))).rejects.toThrow(`A restore into ${at('killed')} did not finish`);
  await expect(start(at(randomUUID()))).rejects.toThrow(
    'A restore into the database "killed" did not finish',
  );
  expect(run('restore', [backup], given).stderr).toContain(`A restore into ${at('killed')} did not finish`);
  expect(run('restore', [backup], { ...given, SOUK_DATA: at('untouched') }).stderr).toContain(
    'A restore into the database "killed" did not finish, so part of the data is missing there. Drop that database',
  );
});

/** Copies a valid archive with changed content, keeping it valid. */
async function rewrite(
  from: string,
  to: string,
  change: (name: string, bytes: Buffer) => Buffer,
): Promise<void> {
  const archive = writeArchive(compression(), createWriteStream(to));
  for await (const { name, content } of readArchive(openArchive(from)))
    await archive.addBytes(name, change(name, await buffer(content)));
  await archive.finish();
}
