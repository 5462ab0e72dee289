import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import type { DatabaseAddress } from '../lib/database-address.ts';
import { connectClient } from '../lib/dedicated-client.ts';

/** A table to back up. Names are quoted for SQL. */
export interface BackupTable {
  /** Qualified with its schema. */
  name: string;
  columns: Column[];
  /** Tables referenced by its foreign keys, except itself. */
  references: string[];
}

interface Column {
  name: string;
  type: string;
}

export const SequenceState = z.object({ name: z.string(), value: z.string(), called: z.boolean() });
type SequenceState = z.infer<typeof SequenceState>;

/** Size of a part of a table in the archive. */
const PART_SIZE = 4 * 1024 * 1024;

/** Fixed settings, so that COPY's format does not depend on the database, and no timeout. */
const SESSION = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set search_path = pg_catalog; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** All tables with user data: excludes those of extensions, unlogged tables and the migrations table. */
const TABLES = `
  with tables as (
    select c.oid, format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p'
      and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  )
  select t.name,
    (select coalesce(json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum), '[]')
      from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select r.name from pg_constraint k join tables r on r.oid = k.confrelid
      where k.conrelid = t.oid and k.contype = 'f' and k.confrelid <> t.oid) as "references"
  from tables t order by t.name`;

const TRIGGERS = `
  select format('alter table %I.%I %%s trigger %I', n.nspname, c.relname, t.tgname) as statement
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Connects without a pool, whose pipelined connections do not support COPY. */
export async function connectForCopy(address: DatabaseAddress): Promise<pg.Client> {
  const client = await connectClient(address);
  await client.query(SESSION);
  return client;
}

/** All tables in the order of their foreign keys, referenced tables first. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(TABLES);
  const ordered: BackupTable[] = [];
  const remaining = new Set(rows);
  while (remaining.size > 0) {
    const waiting = new Set([...remaining].map(({ name }) => name));
    const ready = [...remaining].filter(({ references }) => !references.some((name) => waiting.has(name)));
    if (ready.length === 0)
      throw new Error(`The foreign keys of ${[...waiting].join(', ')} point at each other in a circle.`);
    for (const table of ready) remaining.delete(table);
    ordered.push(...ready);
  }
  return ordered;
}

/** Reads a table in COPY's text format, in parts of a few megabytes. */
export async function* readRows(client: pg.Client, { name, columns }: BackupTable): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`copy ${name} (${namesOf(columns)}) to stdout`));
  let piece: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    piece.push(chunk);
    size += chunk.length;
    if (size < PART_SIZE) continue;
    yield Buffer.concat(piece);
    piece = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(piece);
}

export async function writeRows(
  client: pg.Client,
  { name, columns }: BackupTable,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${name} (${namesOf(columns)}) from stdin`));
  await pipeline(Readable.from(content, { objectMode: false }), stream);
}

const namesOf = (columns: Column[]) => columns.map(({ name }) => name).join(', ');

/** Reads the sequences. They are not part of a snapshot, so read them after the rows. */
export async function readSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname !~ '^pg_'`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const result = await client.query<Omit<SequenceState, 'name'>>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    for (const state of result.rows) states.push({ name, ...state });
  }
  return states;
}

export async function writeSequences(client: pg.Client, states: readonly SequenceState[]): Promise<void> {
  for (const { name, value, called } of states)
    await client.query('select setval($1::regclass, $2, $3)', [name, value, called]);
}

/** Disables the triggers of all tables in a transaction. @returns a function that enables them again */
export async function disableTriggers(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ statement: string }>(TRIGGERS);
  const all = async (action: string) => {
    for (const { statement } of rows) await client.query(statement.replace('%s', action));
  };
  await all('disable');
  return () => all('enable');
}
