import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DatabaseError, escapeIdentifier } from 'pg';
import type { Database, Identity } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';
import type { Sql } from '../lib/sql.ts';
import { record } from './phoenix.ts';
import { type ChangeColumn, type ReplicatedChange, replicate } from './replication.ts';

/** Publication with the watched tables, as on hosted projects. */
const PUBLICATION = 'supabase_realtime';
const OPERATORS = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=', in: '= any' } as const;
/** A value in quotes, which may contain commas and brackets. */
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** One condition of a filter, and the comma after it. */
const CONDITION = [
  '(?<column>[^=,]+)=',
  String.raw`(?:in\.\((?<list>(?:${QUOTED}|[^")])*)\)|(?<operator>eq|neq|lt|lte|gt|gte)\.(?<value>${QUOTED}|[^,]*))`,
  '(?<comma>,|$)',
].join('');
const LIST_ITEM = new RegExp(String.raw`(?:^|,)\s*(${QUOTED}(?=\s*(?:,|$))|[^,]*)`, 'gs');
const MAX_CONDITIONS = 32;
const EVENTS = new Set(['*', 'INSERT', 'UPDATE', 'DELETE']);
const ACCESS_CACHE_MS = 10_000;
/** Maximum number of tables cached: clients may name tables that do not exist. */
const MAX_CACHED_TABLES = 1000;
const RESUME_MS = 250;
/** Milliseconds between checks whether a transaction has ended. */
const RUNNING_MS = 5;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
/** After this many milliseconds without a stream, subscribers must rejoin, which shows them the error. */
const DISCONNECTED_AFTER_MS = 3_000;

/** A subscription to changes, as in the join message. */
export interface ChangeBinding {
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  schema: string;
  table: string;
  /** All of them must hold. */
  conditions: readonly Condition[];
}

interface Condition {
  column: string;
  operator: keyof typeof OPERATORS;
  /** Several for `in`. */
  values: readonly string[];
}

/** A receiver of changes, with the ids of its bindings from the join's reply. */
export interface ChangeSubscriber {
  readonly identity: Identity;
  readonly bindings: readonly ChangeBinding[];
  deliverChange(ids: number[], data: Record<string, unknown>): void;
}

/** Why changes are unavailable; the message is sent to the client. */
export class ChangesRefused extends Error {}

export interface PostgresChanges {
  /** @throws ChangesRefused when the database does not provide changes, or a binding is invalid */
  subscribe(subscriber: ChangeSubscriber): Promise<() => void>;
  close(): Promise<void>;
}

/** A table's columns as readable by a role. */
interface TableAccess {
  primaryKey: string[];
  hasRowSecurity: boolean;
  /** Types of the columns that the role may read, by column name: SQL type and plain name. */
  columns: Map<string, { type: string; name: string }>;
}

/**
 * Sends committed changes of published tables to subscribers, through logical replication. A subscriber receives a
 * change only when a select with its role and claims finds the row. For a deleted row, which no policy can check, it
 * receives only the primary key if the table has row-level security.
 */
export function createPostgresChanges(database: Database, log: Log, onGap: () => void): PostgresChanges {
  const subscribers = new Set<ChangeSubscriber>();
  const access = new LRUCache<string, Promise<TableAccess | undefined>>({
    max: MAX_CACHED_TABLES,
    ttl: ACCESS_CACHE_MS,
  });
  let stream: Promise<{ end(): Promise<void> }> | undefined;
  let isClosed = false;
  let queue: Promise<void> = Promise.resolve();
  let lastEnded: number | undefined;

  function accessOf(role: string, schema: string, table: string): Promise<TableAccess | undefined> {
    const key = JSON.stringify([role, schema, table]);
    const cached = access.get(key);
    if (cached) return cached;
    const read = readAccess(database.owner, role, schema, table);
    access.set(key, read);
    read.catch(() => access.delete(key));
    return read;
  }

  async function start(): Promise<{ end(): Promise<void> }> {
    const reason = await reasonAgainst(database.owner);
    if (reason) throw new ChangesRefused(reason);
    return replicate(database.address, PUBLICATION, {
      onChange(change) {
        queue = queue
          .then(() => publish(change))
          .catch((error: unknown) => log.error({ err: error }, 'A change could not be passed on'));
      },
      onLost() {
        log.warn({}, 'The stream of changes was interrupted');
        void resume();
      },
    });
  }

  /** Reopens a lost stream. Changes committed meanwhile may be missing, so subscribers rejoin. */
  async function resume(): Promise<void> {
    const lostAt = Date.now();
    do {
      stream = start();
      if (await stream.catch(() => undefined)) break;
      stream = undefined;
      await delay(RESUME_MS, undefined, { ref: false });
    } while (!isClosed && Date.now() - lostAt < DISCONNECTED_AFTER_MS);
    if (!isClosed) onGap();
  }

  async function publish(change: ReplicatedChange): Promise<void> {
    const interested = [...subscribers].filter(({ bindings }) =>
      bindings.some((each) => matches(each, change)),
    );
    if (interested.length === 0) return;
    if (change.transaction !== lastEnded) await untilEnded(database.owner, change.transaction);
    lastEnded = change.transaction;
    const commitTimestamp = new Date().toISOString();
    const answers = new Map<string, Promise<boolean>>();
    const identities = new Map<object, number>();
    for (const subscriber of interested) {
      const { identity } = subscriber;
      const table = await accessOf(identity.role, change.schema, change.table);
      if (!table) continue;
      if (!identities.has(identity.claims)) identities.set(identity.claims, identities.size);
      const ids: number[] = [];
      for (const [index, binding] of subscriber.bindings.entries()) {
        if (!matches(binding, change)) continue;
        // Subscribers with the same identity and filter are checked once.
        const visibilityKey = `${identity.role} ${identities.get(identity.claims)} ${JSON.stringify(binding.conditions)}`;
        const answer =
          answers.get(visibilityKey) ?? isVisible(database, identity, table, change, binding.conditions);
        answers.set(visibilityKey, answer);
        if (await answer) ids.push(index + 1);
      }
      if (ids.length === 0 || !subscribers.has(subscriber)) continue;
      subscriber.deliverChange(ids, dataFor(change, table, commitTimestamp));
    }
  }

  return {
    async subscribe(subscriber) {
      stream ??= start();
      await stream.catch((error: unknown) => {
        stream = undefined;
        if (error instanceof ChangesRefused) throw error;
        throw new ChangesRefused(
          `Unable to subscribe to changes: ${error instanceof Error ? error.message : String(error)}`,
        );
      });
      for (const { conditions, schema, table } of subscriber.bindings) {
        for (const { column } of conditions) {
          const tableAccess = await accessOf(subscriber.identity.role, schema, table);
          if (tableAccess?.columns.has(column)) continue;
          throw new ChangesRefused(`Unable to subscribe to changes: invalid column for filter ${column}`);
        }
      }
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    async close() {
      isClosed = true;
      subscribers.clear();
      await (await stream?.catch(() => undefined))?.end();
      await queue;
    },
  };
}

/** @throws ChangesRefused for an invalid binding */
export function parseBinding(parameters: unknown): ChangeBinding {
  const { event = '*', schema = 'public', table = '*', filter } = record(parameters);
  if (
    typeof event !== 'string' ||
    !EVENTS.has(event) ||
    typeof schema !== 'string' ||
    typeof table !== 'string'
  ) {
    throw new ChangesRefused(
      `Unable to subscribe to changes with given parameters: ${JSON.stringify(parameters)}`,
    );
  }
  const binding = { event: event as ChangeBinding['event'], schema, table };
  if (filter === undefined || filter === null || filter === '') return { ...binding, conditions: [] };
  const conditions = parseFilter(String(filter));
  if (!conditions || conditions.length > MAX_CONDITIONS || table === '*') {
    throw new ChangesRefused(
      `Unable to subscribe to changes: the filter ${JSON.stringify(filter)} is not valid`,
    );
  }
  return { ...binding, conditions };
}

/** The conditions of a filter, such as `price=gte.10,colour=in.(red,blue)`; undefined for an invalid one. */
function parseFilter(filter: string): Condition[] | undefined {
  const pattern = new RegExp(CONDITION, 'sy');
  const conditions: Condition[] = [];
  let hasMore = true;
  while (hasMore) {
    const { column, list, operator = 'in', value = '', comma } = pattern.exec(filter)?.groups ?? {};
    if (column === undefined) return undefined;
    const values =
      list === undefined
        ? [value.trimEnd()]
        : Array.from(list.matchAll(LIST_ITEM), ([, item = '']) => item.trim());
    conditions.push({
      column: column.trim(),
      operator: operator as keyof typeof OPERATORS,
      values: values.map(unquoted),
    });
    hasMore = comma === ',';
  }
  return conditions;
}

function unquoted(value: string): string {
  return new RegExp(`^${QUOTED}$`, 's').test(value) ? value.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : value;
}

function matches({ event, schema, table }: ChangeBinding, change: ReplicatedChange): boolean {
  return (
    (event === '*' || event === change.type) &&
    (schema === '*' || schema === change.schema) &&
    (table === '*' || table === change.table)
  );
}

/** Why the database does not provide changes; undefined when it does. */
async function reasonAgainst(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ level: string; may: boolean; published: boolean }[]>`
    select current_setting('wal_level') as level,
      exists (select from pg_roles where rolname = current_user and (rolsuper or rolreplication)) as may,
      exists (select from pg_publication where pubname = ${PUBLICATION}) as published`;
  if (row?.level !== 'logical') {
    return `postgres_changes needs a database with wal_level = logical; this one has ${row?.level ?? 'none'}`;
  }
  if (!row.may)
    return "postgres_changes needs the right to replicate, which the database's user does not have";
  if (!row.published)
    return `postgres_changes needs the publication ${PUBLICATION}, which the database does not have`;
  return undefined;
}

async function readAccess(
  sql: Sql,
  role: string,
  schema: string,
  table: string,
): Promise<TableAccess | undefined> {
  const rows = await sql<{ column: string; type: string; name: string; key: boolean; secured: boolean }[]>`
    select a.attname as column, format_type(a.atttypid, a.atttypmod) as type, t.typname as name,
      coalesce(a.attnum = any(p.conkey), false) as key, c.relrowsecurity as secured
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
    where n.nspname = ${schema} and c.relname = ${table} and c.relkind in ('r', 'p')
      and has_schema_privilege(${role}, n.oid, 'usage') and has_column_privilege(${role}, c.oid, a.attnum, 'select')`;
  if (rows.length === 0) return undefined;
  return {
    primaryKey: rows.filter(({ key }) => key).map(({ column }) => column),
    hasRowSecurity: rows[0]?.secured ?? true,
    columns: new Map(rows.map(({ column, type, name }) => [column, { type, name }])),
  };
}

/**
 * Waits until a transaction has ended, when others see its rows: PostgreSQL sends them a moment earlier, once
 * the commit is written. A transaction locks its own id while it runs.
 */
async function untilEnded(sql: Sql, transaction: number): Promise<void> {
  for (;;) {
    const running = await sql`select from pg_locks where transactionid = ${String(transaction)}::xid`;
    if (running.length === 0) return;
    await delay(RUNNING_MS);
  }
}

/** Checks with the subscriber's role whether the row is visible and passes the filter. */
async function isVisible(
  database: Database,
  { role, claims }: Identity,
  { columns, hasRowSecurity, primaryKey }: TableAccess,
  change: ReplicatedChange,
  filter: readonly Condition[],
): Promise<boolean> {
  const conditions: string[] = [];
  const parameters: (string | null)[] = [];
  const value = (text: unknown, type: string) =>
    `$${parameters.push(text === null || text === undefined ? null : String(text))}::text::${type}`;
  for (const { column: name, operator, values } of change.type === 'DELETE' ? [] : filter) {
    const column = columns.get(name);
    if (!column) return false;
    const columnValue = value(textOf(change.record[name]), column.type);
    const compared =
      operator === 'in' ? `(${value(arrayOf(values), `${column.type}[]`)})` : value(values[0], column.type);
    conditions.push(`coalesce(${columnValue} ${OPERATORS[operator]} ${compared}, false)`);
  }
  if (hasRowSecurity && change.type !== 'DELETE' && role !== 'service_role') {
    if (primaryKey.length === 0) return false;
    const keys = primaryKey.map(
      (name) =>
        `${escapeIdentifier(name)} = ${value(textOf(change.record[name]), columns.get(name)?.type ?? 'text')}`,
    );
    const from = `${escapeIdentifier(change.schema)}.${escapeIdentifier(change.table)}`;
    conditions.push(`exists (select from ${from} where ${keys.join(' and ')})`);
  }
  if (conditions.length === 0) return true;
  try {
    const identity: Identity = { role, claims, lane: 'own', client: 'postgres_changes' };
    const text = `select ${conditions.join(' and ')} as visible`;
    const [row] = await database.run(identity, text, parameters, { readOnly: true });
    return row?.visible === true;
  } catch (error) {
    // An invalid value, a failing policy or an ended session counts as not visible.
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}

function dataFor(
  change: ReplicatedChange,
  table: TableAccess,
  commitTimestamp: string,
): Record<string, unknown> {
  const visibleColumns = change.columns.filter(({ name }) => table.columns.has(name));
  const keysOnly = change.type === 'DELETE' && table.hasRowSecurity;
  const pick = (values: Record<string, unknown>, columns: readonly ChangeColumn[]) =>
    Object.fromEntries(
      columns
        .filter(({ name }) => values[name] !== undefined)
        .map((column) => [column.name, shownValue(column, values)]),
    );
  const old = visibleColumns.filter(({ name }) => !keysOnly || table.primaryKey.includes(name));
  return {
    schema: change.schema,
    table: change.table,
    type: change.type,
    commit_timestamp: commitTimestamp,
    columns: visibleColumns.map(({ name }) => ({ name, type: table.columns.get(name)?.name ?? 'text' })),
    ...(change.type === 'DELETE' ? {} : { record: pick(change.record, visibleColumns) }),
    ...(change.type === 'INSERT' ? {} : { old_record: pick(change.old, old) }),
    errors: null,
  };
}

function shownValue({ name, type }: ChangeColumn, values: Record<string, unknown>): unknown {
  const value = values[name];
  if (typeof value !== 'string') return value;
  if (type === TIMESTAMP) return value.replace(' ', 'T');
  return type === TIMESTAMPTZ ? value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') : value;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function arrayOf(values: readonly string[]): string {
  return `{${values.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
