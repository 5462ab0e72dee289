import { migrate, type Pool } from 'embedded-supabase/database';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { readCatalogue, SEEDED } from '../../scripts/schema/catalogue.ts';
import { MIGRATIONS } from '../../scripts/schema/databases.ts';
import {
  addedOnPurpose,
  changedOnPurpose,
  droppedOnPurpose,
  movedOnPurpose,
  movedWithoutNulls,
  placeOf,
  renamedTables,
  renamedValues,
} from '../releases/changed-on-purpose.ts';
import { openDesk } from '../releases/desk.ts';
import { releases } from '../releases/releases.ts';
import { restoreDatabase } from '../releases/restored-database.ts';
import { TENANT } from '../releases/shop.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Person, personOf } from './people.ts';

/** Tables whose rows live for minutes, and the mark of a staging copy. */
const withoutRows = [
  ...['auth.flow_state', 'auth.oauth_client_states', 'auth.one_time_tokens'],
  ...['private.rate_limits', 'private.code_guesses', 'private.staging_copy'],
];

const release = releases.at(-1);
if (!release) throw new Error('No release is kept in tests/releases');

let db: TestDatabase;
let before: Map<string, string>;
let rowCounts: Map<string, number>;
let missingStates: unknown[];

beforeAll(async () => {
  db = await restoreDatabase(inject('postgres'), release);
  await db.owner`insert into file_removals (bucket_id, name) values ('avatars', 'duoworks/somebody/gone.png')`;
  rowCounts = await countRows(db.owner);
  missingStates = await db.owner`
    select 'order ' || status as state from unnest(enum_range(null::order_status)) status
    where not exists (select from orders where orders.status = status.status)
    union all
    select 'shipment ' || state from unnest(enum_range(null::shipment_state)) state
    where not exists (select from shipments where shipments.state = state.state)`;
  before = await columnSums(db.owner, await columnsOf(db.owner));
  await migrate(db.owner, { migrationsDir: MIGRATIONS, authenticatorPassword: db.authenticatorPassword });
});
afterAll(() => db.drop());

interface Column {
  table: string;
  column: string;
  key: string;
}

/** All columns of tables with a store's rows, and the sort key of each table. */
const columnsOf = (sql: Pool) => sql<Column[]>`
  select relation.oid::regclass::text as table, quote_ident(attribute.attname) as column, coalesce((
    select string_agg(quote_ident(part.attname), ', ' order by part.attnum)
    from pg_index join pg_attribute part on part.attrelid = indrelid and part.attnum = any (indkey)
    where indrelid = relation.oid and indisprimary
  ), quote_ident(attribute.attname)) as key
  from pg_class relation
  join pg_attribute attribute on attribute.attrelid = relation.oid and attnum > 0 and not attisdropped
  where relation.relkind = 'r' and relation.relpersistence = 'p'
    and relation.relnamespace = any ('{public,private,auth,storage}'::regnamespace[])
    and relation.oid not in (select to_regclass(name) from unnest(${SEEDED}::text[]) name where to_regclass(name) is not null)
  order by 1, 2`;

/** A checksum per column, by column name. */
async function columnSums(sql: Pool, columns: Column[]): Promise<Map<string, string>> {
  const sums = columns.map(({ table, column, key }) => {
    const name = `${table}.${column}`;
    const value = renamedValues
      .filter(({ columns: having }) => having.includes(name))
      .reduce(
        (text, { from, to }) => `regexp_replace(${text}, '\\m${from}\\M', '${to}', 'g')`,
        `${column}::text`,
      );
    const rows = movedWithoutNulls.includes(name) ? `${table} where ${column} is not null` : table;
    return `select '${name}' as name,
      (select md5(coalesce(string_agg(coalesce(${value}, 'null'), '|' order by ${key}), '')) from ${rows}) as sum`;
  });
  const rows = await sql.unsafe<{ name: string; sum: string }[]>(sums.join(' union all '));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

async function countRows(sql: Pool): Promise<Map<string, number>> {
  const tables = [...new Set((await columnsOf(sql)).map(({ table }) => table))];
  const counts = tables.map((table) => `select '${table}' as name, count(*)::int as count from ${table}`);
  const rows = await sql.unsafe<{ name: string; count: number }[]>(counts.join(' union all '));
  return new Map(rows.map(({ name, count }) => [name, count]));
}

test('the release’s store has an example of everything: orders and shipments in every state, and rows in every table', () => {
  expect(missingStates).toEqual([]);
  const empty = [...rowCounts].filter(([, count]) => count === 0).map(([table]) => table);
  expect(empty.filter((table) => !withoutRows.includes(table))).toEqual([]);
});

test('an updated database has a new one’s schema, to the last grant', async () => {
  const fresh = await createTestDatabase();
  const expected = await readCatalogue(fresh.owner).finally(() => fresh.drop());
  expect(await readCatalogue(db.owner)).toEqual(expected);
});

test('an update keeps every row and every value', async () => {
  const after = await countRows(db.owner);
  for (const [table, count] of rowCounts)
    expect(after.get(movedOnPurpose[table] ?? renamedTables[table] ?? table), table).toBe(
      count + (addedOnPurpose[table]?.rows ?? 0),
    );
  const isMoved = (name: string) => Object.keys(movedOnPurpose).some((table) => name.startsWith(`${table}.`));
  const kept = [...before.keys()].filter(
    (name) => !changedOnPurpose[name] && !droppedOnPurpose[name] && !isMoved(name),
  );
  const present = new Set((await columnsOf(db.owner)).map(({ table, column }) => `${table}.${column}`));
  expect(kept.filter((name) => !present.has(placeOf(name)))).toEqual([]);
  const places = new Set(kept.map(placeOf));
  const columns = (await columnsOf(db.owner)).filter(({ table, column }) => places.has(`${table}.${column}`));
  const sums = await columnSums(db.owner, columns);
  expect(kept.filter((name) => sums.get(placeOf(name)) !== before.get(name))).toEqual([]);
});

test('a file waiting for its removal still waits for it', async () => {
  expect(await db.owner`select kind, payload, attempts from private.jobs where kind = 'remove_file'`).toEqual(
    [
      {
        kind: 'remove_file',
        payload: { bucket_id: 'avatars', name: 'duoworks/somebody/gone.png' },
        attempts: 0,
      },
    ],
  );
});

test('unsent messages still wait, each once', async () => {
  const waiting = await db.owner`
    select 'send_' || channel as kind, id::text as key from order_notifications where state = 'waiting' order by 1, 2`;
  expect(waiting.length).toBeGreaterThan(0);
  const queued = await db.owner`
    select kind, key from private.jobs where kind in ('send_email', 'send_sms', 'send_whatsapp') order by 1, 2`;
  expect([...queued]).toEqual([...waiting]);
});

test('an updated store has balanced ledgers, and continues: an order is placed, shipped, returned and refunded', async () => {
  expect(await checkLedger(db.owner)).toEqual([]);
  const person = async (email: string): Promise<Person> => {
    const [row] = await db.owner<{ id: string }[]>`select id from auth.users where email = ${email}`;
    return personOf(db, row?.id ?? '', email);
  };
  const [hoodie] = await db.owner<{ id: string }[]>`select id from products where name = 'Ink hoodie'`;
  const staff = await person(release.accounts.staff.email);
  const shopper = await person(release.accounts.shopper.email);
  const desk = openDesk({ db, store: { tenantId: TENANT, hoodieId: hoodie?.id ?? '' }, staff });
  const { order } = await desk.arrived(shopper, 2, 'AFTER-1');
  const returned = await desk.askReturn(shopper, order, 2);
  await desk.decideReturn(returned, true);
  await desk.receiveReturn(returned, order, 2);
  await desk.sendRefunds(order);
  const [row] = await db.owner`
    select status::text, payment_status::text, given_back::float8 > 0 as refunded from orders where id = ${order.id}`;
  expect(row).toEqual({ status: 'returned', payment_status: 'partly_refunded', refunded: true });
  expect(await checkLedger(db.owner)).toEqual([]);
});
