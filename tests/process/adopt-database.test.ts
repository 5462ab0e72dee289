// @module-tag slow

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { openPool, passwordOfAuthenticator } from 'embedded-supabase/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { readCatalogue } from '../../scripts/schema/catalogue.ts';
import { MIGRATIONS, makeDatabase } from '../../scripts/schema/databases.ts';
import { makePerson } from '../database/people.ts';
import { makeStore, orderOf, place, type Store } from '../database/store.ts';
import {
  changedOnPurpose,
  droppedOnPurpose,
  movedOnPurpose,
  placeOf,
  renamedTables,
  renamedValue,
} from '../releases/changed-on-purpose.ts';
import { transcript, until } from '../support/processes.ts';
import { PROJECT } from '../support/store-process.ts';
import { OldStore, type Rows } from './old-store.ts';
import { orderOfNovember } from './order-of-november.ts';

// Each case restores a whole database, adopts it and starts a store on it.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const BASELINE = '20261201000000_baseline';

let old: OldStore;
let store: Store;
let rowsBefore: Rows;

/** A store on the baseline of the morning of 28 November 2026, on a database whose user is no superuser. */
beforeAll(async () => {
  old = await OldStore.open();
  await mkdir(old.at('november'));
  const text = await readFile(join(PROJECT, 'tests/fixtures/baseline-of-28-november.sql.br'));
  await writeFile(old.at(`november/${BASELINE}.sql`), brotliDecompressSync(text));
  const backend = await old.start(old.at('november'));
  const db = {
    ...backend.database,
    address: old.addressOf('shop'),
    authenticatorPassword: '',
    drop: async () => {},
  };
  store = await makeStore(db, 'inkthread');
  const shopper = await makePerson(db, 'inkthread');
  for (let count = 0; count < 3; count += 1) await place(db, shopper.identity, orderOf(store));
  await orderOfNovember(db, store, shopper, await makePerson(db, 'inkthread', 'admin'));
  await backend.close();
  rowsBefore = await old.rows();
});

afterAll(() => old.close());

it('does not start on a database older than the first release, and names the command that adopts it', async () => {
  await expect(old.start(MIGRATIONS)).rejects.toThrow(
    `The database has run another migration than this version has under the name ${BASELINE}. ` +
      'Nothing was changed in it. A store from before the first release, 0.2.0, is brought to this one with its rows: ' +
      'npm run db:adopt -- BACKUP_FILE.',
  );
  expect(await old.rows()).toEqual(rowsBefore);
});

it('is refused while a store uses the database', async () => {
  const running = await old.start(old.at('november'));
  const { status, stderr } = old.adopt('running.tar.gz');
  expect(stderr).toBe('The database is in use. Stop the stores and commands that work on it.\n');
  expect(status).toBe(1);
  await running.close();
});

it.each([
  {
    why: 'something would be lost',
    made: 'alter table public.orders add column gift text',
    message: 'this would be lost.\n  ALTER TABLE "public"."orders" DROP COLUMN "gift"\n',
    undone: 'alter table public.orders drop column gift',
  },
  {
    why: 'nobody has said what the rows get in a new column',
    made: 'alter table public.orders drop column deposit cascade',
    message:
      'nobody has said what the rows that are there get in the new columns.\n  public.orders.deposit\n',
    undone: 'alter table public.orders add column deposit numeric(12, 2) not null default 0',
  },
  {
    why: 'the ledgers do not balance',
    made: 'update public.profiles set points = points + 7',
    message: 'the ledgers would not balance.\n  not so: ',
    undone: 'update public.profiles set points = points - 7',
  },
])('leaves the database as it was where $why', async ({ why, made, message, undone }) => {
  const before = await old.databases();
  await old.change(made);
  const { status, stderr } = old.adopt(`${why}.tar.gz`);
  expect(stderr).toContain(`The database stays as it was: ${message}`);
  expect(status).toBe(1);
  expect((await stat(old.at(`${why}.tar.gz`))).size).toBeGreaterThan(10_000);
  expect(await old.databases()).toEqual(before);
  await old.change(undone);
});

it('does not touch a database that npm start did not create', async () => {
  const [{ comment } = { comment: '' }] = await old.admin<{ comment: string }[]>`
    select shobj_description(oid, 'pg_database') as comment from pg_database where datname = 'shop'`;
  await old.change('comment on database shop is null');
  expect(old.adopt('hosted.tar.gz').stderr).toBe(
    'The database was not made by npm start. A Supabase project is changed by its own command line.\n',
  );
  await old.change(`comment on database shop is '${comment}'`);
});

it('leaves the database as it was when it is killed, and cleans up the next time', async () => {
  const child = spawn(process.execPath, ['scripts/adopt.ts', old.at('killed.tar.gz')], {
    cwd: PROJECT,
    env: old.environment(),
  });
  const output = transcript(child);
  await until('the copy is changed', () => output().includes('Changing the copy'));
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  rowsBefore = await old.rows();
  expect(rowsBefore.get('public.orders')).toHaveLength(4);
  expect(await old.databases()).toHaveLength(4);
});

it('updates a store to this version with all its rows, after a backup, and reports what it did', async () => {
  rowsBefore = await old.rows();
  const { status, stdout, stderr } = old.adopt('before.tar.gz');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /Done: the schema is that of this version, all \d+ rows of \d+ tables are there, and the ledgers balance\. /,
  );
  expect(await readFile(old.at('before.tar.gz.sql'), 'utf8')).toContain(
    'ALTER TABLE "public"."order_lines" ADD COLUMN "translations" jsonb',
  );
  expect(await readdir(old.at('.'))).toContain('before.tar.gz');
  expect(await old.databases()).toEqual(['postgres', 'shop']);

  const brought = /refusal_messages|districts|governorate_names|_transitions|product_search_index/;
  const after = await old.rows();
  for (const [table, rows] of rowsBefore) {
    if (brought.test(table) || movedOnPurpose[table.replace('public.', '')]) continue;
    const name = table.replace('public.', '');
    const place = renamedTables[name] ? `public.${renamedTables[name]}` : table;
    const columns = Object.keys(rows[0] ?? {}).filter((column) => {
      const key = `${name}.${column}`;
      const stays = placeOf(key).startsWith(`${place.replace('public.', '')}.`);
      return stays && !droppedOnPurpose[key] && (!changedOnPurpose[key] || name === 'search_synonyms');
    });
    const was = rows.map((row) =>
      Object.fromEntries(columns.map((column) => [column, renamedValue(`${name}.${column}`, row[column])])),
    );
    const left = (after.get(place) ?? []).map((row) =>
      Object.fromEntries(
        columns.map((column) => [column, row[placeOf(`${name}.${column}`).split('.').at(-1) ?? column]]),
      ),
    );
    // This version adds built-in synonyms and buckets.
    const isOwn = (row: Record<string, unknown>) =>
      !(table === 'public.search_synonyms' && row.tenant_id === null) && table !== 'storage.buckets'
        ? true
        : rows.some(({ id }) => id === row.id);
    const kept = left.filter(isOwn).map((row) => JSON.stringify(row));
    expect(kept.toSorted(), table).toEqual(was.map((row) => JSON.stringify(row)).toSorted());
  }
  const [{ text } = { text: '' }] = await old.admin<{ text: string }[]>`
    select statements[1] as text from supabase_migrations.schema_migrations where version = '20261201000000'`;
  expect(text).toBe(await readFile(join(MIGRATIONS, `${BASELINE}.sql`), 'utf8'));
});

it('leaves the same schema as a new store, down to the last grant', async () => {
  const wanted = await makeDatabase(
    old.addressOf('shop'),
    'wanted',
    { kind: 'migrations', folder: MIGRATIONS },
    await passwordOfAuthenticator(old.addressOf('shop'), old.at('shop')),
  );
  const [own, ours] = [openPool(old.addressOf('shop'), 1), openPool(wanted, 1)];
  expect(await readCatalogue(own)).toEqual(await readCatalogue(ours));
  await Promise.all([own.end(), ours.end()]);
});

it('has nothing to do a second time', () => {
  const { stdout } = old.adopt('again.tar.gz');
  expect(stdout).toMatch(/has run the migrations of this version: there is nothing to do\.\n$/);
});

it('starts afterwards like any other store: later migrations run, products are found, orders are placed and the ledgers balance', async () => {
  await cp(MIGRATIONS, old.at('later'), { recursive: true });
  await writeFile(
    old.at('later/20991231000000_shelves.sql'),
    'create table public.shelves (id int primary key);',
  );
  const backend = await old.start(old.at('later'));
  try {
    const { owner } = backend.database;
    expect(await owner`select count(*)::int as shelves from public.shelves`).toEqual([{ shelves: 0 }]);
    expect(await owner`select name from search_products('inkthread', 'mug')`).toEqual([{ name: 'Mug' }]);
    const db = {
      ...backend.database,
      address: old.addressOf('shop'),
      authenticatorPassword: '',
      drop: async () => {},
    };
    const shopper = await makePerson(db, 'inkthread');
    const order = await place(db, shopper.identity, orderOf(store));
    expect(order.lines).toHaveLength(1);
    expect(await checkLedger(owner)).toEqual([]);
  } finally {
    await backend.close();
  }
});
