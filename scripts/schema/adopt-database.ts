import { randomBytes } from 'node:crypto';
import {
  changedMigrations,
  type DatabaseAddress,
  identifier,
  migrate,
  openPool,
  type Pool,
  readMigrations,
  recordedMigrations,
  recordMigration,
  requireKnown,
  type Sql,
} from 'embedded-supabase/database';
import { checkLedger } from '../ledger-check.ts';
import { DERIVED, REFERENCE, TRUE_BY_DEFAULT } from './adopted-rows.ts';
import { carryRows } from './carry-rows.ts';
import { readCatalogue } from './catalogue.ts';
import { MIGRATIONS, makeDatabase } from './databases.ts';
import { differenceBetween } from './difference.ts';

interface AdoptOptions {
  /** Password of the role `authenticator`, which all databases of the server share. */
  authenticatorPassword: string;
  /** Called before any change; not called if there is nothing to do. */
  backUp: () => Promise<void>;
  onProgress?: (text: string) => void;
}

interface Adoption {
  /** Migrations that had run with different content; empty if there was nothing to do. */
  changed: string[];
  /** The statements that were run, one text per transaction. */
  transactions: string[];
  /** Number of rows by table name. */
  rows: Map<string, number>;
  /** Invoices issued for a database from before the ledgers; null for any other. */
  invoices: number | null;
}

const MAX_NAMED = 10;
/** The baseline of the first release, and the first migration before it. */
const BASELINE = '20261201000000';
const FIRST_OF_NOVEMBER = '20261201000100';

/**
 * Updates a database whose recorded migrations have changed since, and runs new ones (docs/operating.md,
 * Updating). A database from before the ledgers is copied into a new one. The result replaces the database
 * only if no row is missing, its schema matches the migrations and its ledger balances.
 *
 * @param address of a database without other connections, with its owner, who may create databases
 * @throws Error with the reason; the database is then unchanged
 */
export async function adoptDatabase(address: DatabaseAddress, options: AdoptOptions): Promise<Adoption> {
  const scratch = `${scratchName(address.database)}${randomBytes(4).toString('hex')}`;
  const places = {
    from: address,
    wanted: { ...address, database: `${scratch}_wanted` },
    copy: { ...address, database: `${scratch}_copy` },
  };
  try {
    const { changed, upTo, rows, isBeforeLedgers } = await inspect(address);
    if (changed.length === 0) return { changed, transactions: [], rows, invoices: null };
    await options.backUp();
    const done = isBeforeLedgers
      ? await carryOver(places, options)
      : { transactions: await changeCopy(places, rows, upTo, options), invoices: null };
    await requireBooks(places.copy);
    await putInPlace(places.wanted, places.copy.database, address.database);
    return { changed, rows, ...done };
  } finally {
    // What is still in use is dropped by a later run.
    await dropScratch(address).catch(() => {});
  }
}

type Places = Record<'from' | 'wanted' | 'copy', DatabaseAddress>;

/**
 * Changes a copy of the database using the differ.
 * @returns the statements that were run, one text per transaction
 */
async function changeCopy(
  { from, wanted, copy }: Places,
  rows: Map<string, number>,
  upTo: string | undefined,
  { authenticatorPassword, onProgress = () => {} }: AdoptOptions,
): Promise<string[]> {
  onProgress('Making an empty database of this version');
  const source = { kind: 'migrations', folder: MIGRATIONS, upTo } as const;
  await makeDatabase(from, wanted.database, source, authenticatorPassword);
  onProgress('Copying the database');
  const names = [identifier(copy.database), identifier(from.database)] as const;
  await connectedTo(wanted, (sql) => sql`create database ${names[0]} template ${names[1]}`);
  onProgress('Changing the copy');
  await connectedTo(copy, async (sql) => {
    await recordAnew(sql);
    await migrate(sql, { migrationsDir: MIGRATIONS, authenticatorPassword, upTo });
    await dropWhatIsMadeAnew(sql);
  });
  const { transactions, losses } = await differenceBetween(copy, wanted);
  refuse('this would be lost', losses);
  await connectedTo(copy, (sql) =>
    connectedTo(wanted, async (target) => {
      await requireKnownColumns(sql, target);
      for (const text of transactions) await sql.begin((transaction) => transaction.unsafe(text));
      await sql.begin((transaction) => writeRows(transaction, target));
      await requireAllRows(sql, rows);
      for (const database of [sql, target])
        await migrate(database, { migrationsDir: MIGRATIONS, authenticatorPassword });
      onProgress('Checking the copy');
      await requireSameCatalogue(sql, target);
    }),
  );
  return transactions;
}

/** Copies a database from before the ledgers into a new one of the first release, then runs the later migrations. */
async function carryOver(
  { from, wanted, copy }: Places,
  { authenticatorPassword, onProgress = () => {} }: AdoptOptions,
): Promise<Pick<Adoption, 'transactions' | 'invoices'>> {
  onProgress('Making an empty database of this version');
  // A connection to this one renames the others.
  await connectedTo(from, (sql) => sql`create database ${identifier(wanted.database)}`);
  const source = { kind: 'migrations', folder: MIGRATIONS, upTo: BASELINE } as const;
  await makeDatabase(from, copy.database, source, authenticatorPassword);
  onProgress('Carrying the rows over, and opening the ledgers of the orders');
  const statements = await carryRows(from, copy, refuse);
  const invoices = await connectedTo(copy, async (sql) => {
    await migrate(sql, { migrationsDir: MIGRATIONS, authenticatorPassword });
    onProgress('Issuing the invoices of what was sent or paid');
    await sql`select private.issue_documents(id) from (select id from public.orders order by created_at, id) orders`;
    const [issued] = await sql<{ count: number }[]>`select count(*)::int as count from public.invoices`;
    return issued?.count ?? 0;
  });
  onProgress('Checking the copy');
  return { transactions: [statements.join('\n')], invoices };
}

/** Room for a suffix: PostgreSQL truncates longer names. */
const scratchName = (database: string) => `${database.slice(0, 30)}_adopting_`;

async function connectedTo<T>(address: DatabaseAddress, work: (sql: Pool) => Promise<T>): Promise<T> {
  const sql = openPool(address, 2);
  return work(sql).finally(() => sql.end());
}

function inspect(address: DatabaseAddress) {
  return connectedTo(address, async (sql) => {
    const migrations = await readMigrations(MIGRATIONS);
    const recorded = await recordedMigrations(sql);
    if (recorded.length === 0) throw new Error('The database holds no store: it has not been migrated.');
    const [ledgers] = await sql<{ missing: boolean }[]>`
      select to_regclass('public.orders') is not null and to_regclass('public.payment_entries') is null as missing`;
    const isBeforeLedgers =
      ledgers?.missing === true && [BASELINE, FIRST_OF_NOVEMBER].includes(recorded[0]?.version ?? '');
    if (!isBeforeLedgers) requireKnown(recorded, migrations);
    const [database] = await sql<{ made_here: boolean; in_use: boolean }[]>`
      select coalesce(shobj_description(oid, 'pg_database') like 'bootstrap %', false) as made_here,
        exists (
          select from pg_stat_activity other where other.datid = pg_database.oid
            and other.usename in (current_user, 'authenticator') and other.pid <> pg_backend_pid()
        ) as in_use
      from pg_database where datname = current_database()`;
    if (database?.in_use)
      throw new Error('The database is in use. Stop the stores and commands that work on it.');
    if (!database?.made_here)
      throw new Error(
        'The database was not made by npm start. A Supabase project is changed by its own command line.',
      );
    return {
      isBeforeLedgers,
      changed: isBeforeLedgers ? recorded.map(({ name }) => name) : changedMigrations(recorded, migrations),
      upTo: recorded.at(-1)?.version,
      rows: await countRows(sql),
    };
  });
}

async function countRows(sql: Pool): Promise<Map<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private', 'auth', 'storage') order by 1`;
  const rows = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from ${name}`);
    rows.set(name, row?.count ?? 0);
  }
  return rows;
}

async function recordAnew(sql: Pool): Promise<void> {
  const migrations = await readMigrations(MIGRATIONS);
  const recorded = await recordedMigrations(sql);
  const versions = new Set(recorded.map(({ version }) => version));
  for (const migration of migrations)
    if (versions.has(migration.version)) await recordMigration(sql, migration);
}

/** Drops objects without rows of their own; the differ recreates them and everything that depends on them. */
async function dropWhatIsMadeAnew(sql: Pool): Promise<void> {
  await sql`drop table if exists ${identifier(DERIVED.table)} cascade`;
  // The differ would append new attributes to a type, but functions construct its rows by position.
  const types = await sql<{ name: string }[]>`
    select t.oid::regtype::text as name from pg_type t join pg_class c on c.oid = t.typrelid
    where c.relkind = 'c' and t.typnamespace = 'private'::regnamespace and not exists (
      select from pg_attribute a join pg_class r on r.oid = a.attrelid
      where a.atttypid in (t.oid, t.typarray) and r.relkind in ('r', 'p') and not a.attisdropped)`;
  for (const { name } of types) await sql.unsafe(`drop type if exists ${name} cascade`);
}

/** @throws Error naming new columns of tables with rows, if nothing defines their values */
async function requireKnownColumns(sql: Pool, target: Pool): Promise<void> {
  const columns = (database: Pool) => database<{ table: string; column: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''`;
  const rows = await countRows(sql);
  const own = new Set((await columns(sql)).map(({ table, column }) => `${table}.${column}`));
  const added = (await columns(target))
    .filter(({ table }) => rows.get(table) && !REFERENCE.includes(table))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !own.has(name) && !TRUE_BY_DEFAULT.includes(name));
  refuse('nobody has said what the rows that are there get in the new columns', added);
}

/** Writes rows that come with the migrations, and rows derived from others. */
async function writeRows(sql: Sql, target: Pool): Promise<void> {
  for (const table of REFERENCE) {
    await sql.unsafe(`delete from ${table}`);
    await insertRows(sql, table, await rowsOf(target, table));
  }
  const buckets = await rowsOf(target, 'storage.buckets');
  await insertRows(sql, 'storage.buckets', buckets, 'on conflict do nothing');
  await sql.unsafe(DERIVED.refill);
}

const rowsOf = (sql: Sql, table: string) =>
  sql
    .unsafe<{ rows: string }[]>(`select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${table} t`)
    .then(([row]) => row?.rows ?? '[]');

async function insertRows(sql: Sql, table: string, rows: string, otherwise = ''): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
  const names = columns.map(({ name }) => name).join(', ');
  await sql.unsafe(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::text::jsonb) ${otherwise}`,
    [rows],
  );
}

async function requireSameCatalogue(sql: Pool, target: Pool): Promise<void> {
  const [own, ours] = await Promise.all([readCatalogue(sql), readCatalogue(target)]);
  const [has, wants] = [new Set(own), new Set(ours)];
  refuse('the schema would not be the one of this version', [
    ...ours.filter((line) => !has.has(line)).map((line) => `missing: ${line}`),
    // The owner's own buckets are not a difference.
    ...own
      .filter((line) => !wants.has(line) && !line.startsWith('row of storage.buckets'))
      .map((line) => `left: ${line}`),
  ]);
}

async function requireAllRows(sql: Pool, before: Map<string, number>): Promise<void> {
  const after = await countRows(sql);
  const brought = new Set([...REFERENCE, DERIVED.table]);
  refuse(
    'rows would be missing',
    [...before]
      .filter(([table, count]) => !brought.has(table) && after.get(table) !== count)
      .map(([table, count]) => `${table} has ${count}, and would have ${after.get(table) ?? 0}`),
  );
}

async function requireBooks(address: DatabaseAddress): Promise<void> {
  const sql = openPool(address, 1, { options: '-c search_path=public' });
  const differences = await checkLedger(sql).finally(() => sql.end());
  refuse(
    'the ledgers would not balance',
    differences.map(({ rule, row }) => `not so: ${rule} ${JSON.stringify(row)}`),
  );
}

/** Renames the copy to the database's name, atomically. */
function putInPlace(connectTo: DatabaseAddress, copy: string, name: string): Promise<void> {
  return connectedTo(connectTo, (sql) =>
    sql.begin(async (transaction) => {
      await transaction`alter database ${identifier(name)} rename to ${identifier(`${copy}_before`)}`;
      await transaction`alter database ${identifier(copy)} rename to ${identifier(name)}`;
    }),
  );
}

/** Drops the databases of this adoption, and those of one that was killed. */
function dropScratch(address: DatabaseAddress): Promise<void> {
  return connectedTo(address, async (sql) => {
    const left = await sql<{ name: string }[]>`
      select datname as name from pg_database
      where starts_with(datname, ${scratchName(address.database)}) and datname ~ '_[0-9a-f]{8}_(wanted|copy|copy_before)$'`;
    for (const { name } of left) await sql`drop database ${identifier(name)}`;
  });
}

/** @throws Error listing the obstacles, unless there are none */
function refuse(why: string, lines: string[]): void {
  if (lines.length === 0) return;
  const more = lines.length > MAX_NAMED ? [`… and ${lines.length - MAX_NAMED} more`] : [];
  throw new Error(
    [
      [`The database stays as it was: ${why}.`, ...lines.slice(0, MAX_NAMED), ...more].join('\n  '),
      'What to do then is said in docs/operating.md, under Updating.',
    ].join('\n'),
  );
}
