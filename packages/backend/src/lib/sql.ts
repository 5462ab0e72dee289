import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import compose, { type Sql as Fragment, raw } from 'sql-template-tag';
import { clientConfig, type DatabaseAddress } from './database-address.ts';
import { valueTypes } from './value-types.ts';

export type Row = pg.QueryResultRow;

/** A part of a statement, with its values. */
export { compose as fragment, type Fragment };

/** Runs statements on a connection, or on any of a pool. */
export interface Sql {
  /**
   * Runs a statement whose values, except fragments, are sent as parameters.
   * @throws pg.DatabaseError with the SQLSTATE in `code`; DatabaseUnavailable when the connection is lost
   */
  <T extends Row[] = Row[]>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T>;
  /** Runs a text with its values, or several statements without values; `prepare` names a recurring statement. */
  unsafe<T extends Row[] = Row[]>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<T>;
}

/** A dedicated connection. */
export interface Session extends Sql {
  /** Closes the connection: its server process holds 20 MB of migrated schema until then. */
  close(): void;
}

export interface Pool extends Sql {
  /** Runs work in a transaction; rolls back when it fails. */
  begin<T>(work: (sql: Sql) => Promise<T>, mode?: string): Promise<T>;
  reserve(): Promise<Session>;
  /** @throws DatabaseUnavailable when no connection can be opened */
  connect(): Promise<pg.PoolClient>;
  /** Names of statements prepared on its connections. */
  readonly names: StatementNames;
  /** Closes the connections once their statements have ended, waiting a few seconds at most. */
  end(): Promise<void>;
}

/** The database cannot be reached: no connection became free in time, or it was lost. */
export class DatabaseUnavailable extends Error {
  readonly code: 'CONNECTION_CLOSED' | 'POOL_TIMEOUT';
  constructor(code: DatabaseUnavailable['code'], cause: Error) {
    super(cause.message, { cause });
    this.code = code;
  }
}

/** Whether the database is at fault, not the statement: unreachable, starting, stopping or out of space. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof pg.DatabaseError && /^(08|53|57P)/.test(error.code ?? '');
}

/** Quotes a name, optionally qualified with its schema: `auth.users`. */
export function identifier(name: string): Fragment {
  return raw(name.split('.').map(pg.escapeIdentifier).join('.'));
}

/** Closes idle connections, which frees their memory on the server. */
const IDLE_MS = 60_000;
const CONNECT_MS = 10_000;
const END_MS = 5_000;

interface PoolOptions {
  /** Settings of each connection, such as `-c name=value`. */
  options?: string;
  /** How long a connection may take to open, in milliseconds. Default: ten seconds. */
  connectionTimeoutMillis?: number;
}

/** Opens connections on demand, so it does not fail. */
export function openPool(address: DatabaseAddress, max: number, options: PoolOptions = {}): Pool {
  const names = new StatementNames();
  const pool = new pg.Pool({
    ...clientConfig(address),
    max,
    types: valueTypes,
    pipeline: true,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    ...options,
  });
  // A lost connection fails its statements, and the pool drops it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw unavailable(error) ?? error;
    });
  const withClient = async <T>(work: (sql: Sql, client: pg.PoolClient) => Promise<T>) => {
    const client = await connect();
    try {
      return await work(sqlOn(client, names), client);
    } finally {
      client.release();
    }
  };
  return Object.assign(
    statements((query) => withClient((_sql, client) => client.query(query)), names),
    {
      connect,
      names,
      begin: <T>(work: (sql: Sql) => Promise<T>, mode = '') =>
        withClient((sql) => inTransaction(sql, work, mode)),
      async reserve() {
        const client = await connect();
        return Object.assign(sqlOn(client, names), { close: () => client.release(true) });
      },
      async end() {
        await Promise.race([pool.end().catch(() => {}), delay(END_MS, undefined, { ref: false })]);
      },
    },
  );
}

function sqlOn(client: pg.ClientBase, names: StatementNames): Sql {
  return statements((query) => client.query(query), names);
}

/** Runs work between `begin` and `commit`. @throws the error of the work, after a rollback */
export async function inTransaction<T>(sql: Sql, work: (sql: Sql) => Promise<T>, mode = ''): Promise<T> {
  await sql.unsafe(`begin ${mode}`);
  try {
    const result = await work(sql);
    await sql.unsafe('commit');
    return result;
  } catch (error) {
    // A lost connection has lost its transaction too.
    await sql.unsafe('rollback').catch(() => {});
    throw error;
  }
}

/** The outage behind an error of the connection; undefined for an error of a statement. */
export function unavailable(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof pg.DatabaseError && error.severity !== 'FATAL') return undefined;
  return error instanceof Error ? new DatabaseUnavailable('CONNECTION_CLOSED', error) : undefined;
}

/** Names for prepared statements, limited in number to protect the server's memory. */
class StatementNames {
  static readonly #limit = 500;
  readonly #names = new Map<string, string>();

  /** The text's name; undefined beyond the limit. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= StatementNames.#limit) return name;
    this.#names.set(text, `s${this.#names.size}`);
    return this.#names.get(text);
  }
}

function statements(
  query: (config: pg.QueryConfig) => Promise<pg.QueryResult | pg.QueryResult[]>,
  names: StatementNames,
): Sql {
  const run = async <T extends Row[]>(config: pg.QueryConfig): Promise<T> => {
    try {
      const answer = await query(config);
      const last = Array.isArray(answer) ? answer.at(-1) : answer;
      return (last?.rows ?? []) as T;
    } catch (error) {
      throw unavailable(error) ?? error;
    }
  };
  return Object.assign(
    <T extends Row[] = Row[]>(strings: TemplateStringsArray, ...values: unknown[]) => {
      const { text, values: parameters } = compose(strings, ...values);
      return run<T>({ text, values: parameters });
    },
    {
      unsafe<T extends Row[] = Row[]>(
        text: string,
        values: readonly unknown[] = [],
        { prepare = false } = {},
      ) {
        const name = prepare ? names.of(text) : undefined;
        return run<T>({ text, values: [...values], ...(name ? { name } : {}) });
      },
    },
  );
}
