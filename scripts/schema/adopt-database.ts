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
  /** Password of the `authenticator` role, which all databases of the server have in common. */
  authenticatorPassword: string;
  /** Called before anything is done, unless there is nothing to do. */
  backUp: () => Promise<void>;
  onProgress?: (text: string) => void;
}

interface Adoption {
  /** Names of the migrations that the database had run with another content; none when there was nothing to do. */
  changed: string[];
  /** The statements that were run, a text a transaction. */
  transactions: string[];
  /** How many rows each table had, by its name. */
  rows: Map<string, number>;
  /** How many invoices were issued, of a database of before the ledgers; null of any other. */
  invoices: number | null;
}

const MAX_NAMED = 10;
/** The baseline of the first release, and the first migration of what was before it. */
const BASELINE = '20261201000000';
const FIRST_OF_NOVEMBER = '20261201000100';

/**
 * Brings a database that ran other texts of recorded migrations to what they say by now, and runs those that are new
 * (docs/operating.md, Updating). One of before the ledgers is carried over into a new database. Either takes the database's
 * place once no row is missing, its schema is what the migrations make and its books balance.
 *
 * @param address of a database that nobody else is connected to, as its owner, who may create databases
 * @throws Error that says why not; the database is then as it was
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
    // What is still in use is dropped another time.
    await dropScratch(address).catch(() => {});
  }
}

type Places = Record<'from' | 'wanted' | 'copy', DatabaseAddress>;

/** Changes a copy of the database by the differ. @returns the statements that were run, a text a transaction */
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
  // The one that the names are changed from.
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

/** PostgreSQL cuts longer names. */
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

/** Drops what holds no rows of its own; the differ makes it anew with what depends on it. */
async function dropWhatIsMadeAnew(sql: Pool): Promise<void> {
  await sql`drop table if exists ${identifier(DERIVED.table)} cascade`;
  // The differ would add attributes at the end of a type, and functions make rows of it by the order of its attributes.
  const types = await sql<{ name: string }[]>`
    select t.oid::regtype::text as name from pg_type t join pg_class c on c.oid = t.typrelid
    where c.relkind = 'c' and t.typnamespace = 'private'::regnamespace and not exists (
      select from pg_attribute a join pg_class r on r.oid = a.attrelid
      where a.atttypid in (t.oid, t.typarray) and r.relkind in ('r', 'p') and not a.attisdropped)`;
  for (const { name } of types) await sql.unsafe(`drop type if exists ${name} cascade`);
}

/** @throws Error that names new columns of tables with rows, of which nobody has said what these rows get */
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

/** Writes the rows that the migrations bring, and those that are made of others. */
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
    // A bucket of the owner's own is no difference.
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
    'the books would not balance',
    differences.map(({ rule, row }) => `not so: ${rule} ${JSON.stringify(row)}`),
  );
}

/** Gives the copy the database's name, in one moment. */
function putInPlace(connectTo: DatabaseAddress, copy: string, name: string): Promise<void> {
  return connectedTo(connectTo, (sql) =>
    sql.begin(async (transaction) => {
      await transaction`alter database ${identifier(name)} rename to ${identifier(`${copy}_before`)}`;
      await transaction`alter database ${identifier(copy)} rename to ${identifier(name)}`;
    }),
  );
}

/** Drops what this adoption made, and what one left that was killed. */
function dropScratch(address: DatabaseAddress): Promise<void> {
  return connectedTo(address, async (sql) => {
    const left = await sql<{ name: string }[]>`
      select datname as name from pg_database
      where starts_with(datname, ${scratchName(address.database)}) and datname ~ '_[0-9a-f]{8}_(wanted|copy|copy_before)$'`;
    for (const { name } of left) await sql`drop database ${identifier(name)}`;
  });
}

/** @throws Error that names what is in the way; nothing when nothing is */
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
