import type { BackupTable } from 'embedded-supabase/backup';
import {
  connectForCopy,
  disableTriggers,
  listTables,
  readRows,
  readSequences,
  writeRows,
  writeSequences,
} from 'embedded-supabase/backup';
import type { DatabaseAddress } from 'embedded-supabase/database';
import type { Client } from 'pg';
import { DERIVED, REFERENCE } from './adopted-rows.ts';
import {
  CHANGED_COLUMNS,
  GONE_COLUMNS,
  GONE_TABLES,
  OPENED_COLUMNS,
  OPENING_DEFAULTS,
} from './opening-columns.ts';
import { OPENING, PREPARING, REFUSALS } from './opening-entries.ts';

/** Raises with a list of obstacles, unless it is empty. */
type Refuse = (why: string, lines: string[]) => void;

/** A table of the old database, and the table that receives its rows. */
interface Carried {
  old: BackupTable;
  /** Holds its rows during the copy. */
  staged: string;
  target: BackupTable | undefined;
}

/** Schemas with a store's rows; the backend's own services keep theirs elsewhere. */
const CARRIED_SCHEMAS = /^(public|private|auth|storage|backend)\./;
/** Tables that keep the new database's rows alongside the copied ones. */
const BOTH = ['storage.buckets'];

/**
 * Copies all rows of a store from before the ledgers into an empty database of the first release, and opens
 * its ledgers (opening-entries.ts), in one transaction.
 *
 * @returns the statements that were run
 * @throws Error with the reason; everything is rolled back
 */
export async function carryRows(
  from: DatabaseAddress,
  to: DatabaseAddress,
  refuse: Refuse,
): Promise<string[]> {
  const [source, target] = [await connectForCopy(from), await connectForCopy(to)];
  const statements: string[] = [];
  const run = async (sql: string) => {
    await target.query(sql);
    statements.push(`${sql.trim()};`);
  };
  try {
    await source.query('begin isolation level repeatable read, read only');
    await target.query('begin');
    const tables = await pairTables(source, target, refuse);
    requireKnownColumns(tables, refuse);
    const enableTriggers = await disableTriggers(target);
    await stage(source, target, tables);
    for (const { why, query } of REFUSALS) {
      const { rows } = await target.query<{ number: string }>(query);
      refuse(
        why,
        rows.map(({ number }) => number),
      );
    }
    for (const step of PREPARING) await run(step.sql);
    await copyAcross(tables, run);
    const has = (place: string) => {
      const [table = '', column] = place.split('.');
      return tables.some(
        ({ old }) =>
          old.name.endsWith(`.${table}`) && (!column || old.columns.some(({ name }) => name === column)),
      );
    };
    for (const { where, sql } of OPENING) if (!where || has(where)) await run(sql);
    await run(DERIVED.refill);
    await requireSameValues(target, tables, refuse);
    const known = new Set((await readSequences(target)).map(({ name }) => name));
    await writeSequences(
      target,
      (await readSequences(source)).filter(({ name }) => known.has(name)),
    );
    await target.query('set constraints all immediate');
    await target.query(
      'drop schema old_public cascade; drop schema old_private cascade; drop schema old_other cascade',
    );
    await enableTriggers();
    await target.query('commit');
    return statements;
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** The old tables in the order of the new ones' foreign keys; removed tables come last. */
async function pairTables(source: Client, target: Client, refuse: Refuse): Promise<Carried[]> {
  const old = (await listTables(source)).filter(({ name }) => CARRIED_SCHEMAS.test(name));
  const targets = await listTables(target);
  const place = new Map(targets.map(({ name }, index) => [name, index]));
  refuse(
    'nobody has said what becomes of the rows of these tables',
    old.map(({ name }) => name).filter((name) => !place.has(name) && !(name in GONE_TABLES)),
  );
  return old
    .map((table) => ({
      old: table,
      staged: stagedName(table.name),
      target:
        table.name in GONE_TABLES || REFERENCE.includes(table.name)
          ? undefined
          : targets[place.get(table.name) ?? -1],
    }))
    .toSorted(
      (a, b) => (place.get(a.old.name) ?? targets.length) - (place.get(b.old.name) ?? targets.length),
    );
}

function stagedName(name: string): string {
  const [schema = '', table = ''] = name.split('.');
  return schema === 'public' || schema === 'private' ? `old_${name}` : `old_other.${schema}_${table}`;
}

const namesOf = ({ columns }: BackupTable) => columns.map(({ name }) => name);

function requireKnownColumns(tables: Carried[], refuse: Refuse): void {
  const known = new Set([...OPENING_DEFAULTS, ...OPENED_COLUMNS]);
  const isOfStore = ({ old }: Carried) => /^(public|private)\./.test(old.name);
  const of = (pick: (pair: { has: string[]; wants: string[]; table: string }) => string[]) =>
    tables.flatMap((pair) =>
      pair.target && isOfStore(pair)
        ? pick({ has: namesOf(pair.old), wants: namesOf(pair.target), table: pair.old.name })
        : [],
    );
  refuse(
    'nobody has said what becomes of these columns',
    of(({ has, wants, table }) =>
      has.filter((name) => !wants.includes(name)).map((name) => `${table}.${name}`),
    ).filter((name) => !(name in GONE_COLUMNS)),
  );
  refuse(
    'nobody has said what the rows that are there get in the new columns',
    of(({ has, wants, table }) =>
      wants.filter((name) => !has.includes(name)).map((name) => `${table}.${name}`),
    ).filter((name) => !known.has(name)),
  );
}

/** Copies the old rows unchanged next to the new tables; values of the store's own types as text. */
async function stage(source: Client, target: Client, tables: Carried[]): Promise<void> {
  await target.query('create schema old_public; create schema old_private; create schema old_other');
  for (const { old, staged } of tables) {
    const { rows } = await source.query<{ column: string; type: string }>(
      `select quote_ident(a.attname) as column,
        case when t.typnamespace = 'pg_catalog'::regnamespace then format_type(a.atttypid, a.atttypmod)
          when t.typcategory = 'A' then 'text[]' else 'text' end as type
       from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = $1::regclass`,
      [old.name],
    );
    const types = new Map(rows.map(({ column, type }) => [column, type]));
    await target.query(
      `create table ${staged} (${namesOf(old)
        .map((name) => `${name} ${types.get(name)}`)
        .join(', ')})`,
    );
    await writeRows(target, { ...old, name: staged }, readRows(source, old));
    await target.query(`analyze ${staged}`);
  }
}

const commonColumns = ({ old, target }: Carried) => {
  const has = namesOf(old);
  return (target?.columns ?? []).filter(({ name }) => has.includes(name));
};

/** Copies the tables that both versions have; the store's rows replace those that came with the schema. */
async function copyAcross(tables: Carried[], run: (sql: string) => Promise<void>): Promise<void> {
  const carried = tables.filter((pair) => pair.target);
  for (const { old } of carried.toReversed())
    if (!BOTH.includes(old.name)) await run(`delete from ${old.name}`);
  for (const pair of carried) {
    const { old, staged } = pair;
    const columns = commonColumns(pair);
    const values = columns.map(
      ({ name, type }) => CHANGED_COLUMNS[`${old.name}.${name}`] ?? `${name}::text::${type}`,
    );
    await run(
      `insert into ${old.name} (${columns.map(({ name }) => name).join(', ')}) overriding system value
       select ${values.join(', ')} from ${staged}${BOTH.includes(old.name) ? ' on conflict do nothing' : ''}`,
    );
  }
}

/** Verifies that each value is unchanged, and the number of rows moved to another table. */
async function requireSameValues(target: Client, tables: Carried[], refuse: Refuse): Promise<void> {
  const lines: string[] = [];
  for (const pair of tables) {
    const { old, staged } = pair;
    const moved = GONE_TABLES[old.name];
    if (moved) {
      const { rows } = await target.query<{ was: string; is: string }>(
        `select (select count(*) from ${staged}) as was, (select count(*) from ${moved}) as is`,
      );
      if (rows[0]?.was !== rows[0]?.is)
        lines.push(`${old.name} has ${rows[0]?.was} rows, ${moved} would have ${rows[0]?.is}`);
    }
    if (!pair.target || BOTH.includes(old.name)) continue;
    const columns = commonColumns(pair)
      .map(({ name }) => name)
      .filter((name) => !(`${old.name}.${name}` in CHANGED_COLUMNS));
    const asText = columns.map((name) => `${name}::text`).join(', ');
    const { rows } = await target.query<{ count: number }>(
      `select count(*)::int as count from (select ${asText} from ${staged} except all select ${asText} from ${old.name}) missing`,
    );
    if (rows[0]?.count) lines.push(`${old.name}: ${rows[0].count} rows would not be what they were`);
  }
  refuse('rows would be missing or changed', lines);
}
