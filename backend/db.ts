import postgres from 'postgres';
import { parseValue } from './postgres/parse-value.ts';
import { RequestPool } from './postgres/request-pool.ts';
import { type SslMode, withTls } from './postgres/tls.ts';
import { isReadOnly, stepsFor } from './request-steps.ts';

/** Where a PostgreSQL server is. `host` is a folder when the server listens on a Unix socket. */
export interface DatabaseAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl?: SslMode | undefined;
}

/** The roles a request may run as. A token that asks for another one is refused before it gets here. */
export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** Whom a statement runs as, and what `auth.jwt()` and PostgREST's `request.*` settings say meanwhile. */
export interface Identity {
  role: ApiRole;
  /** The verified token's claims; empty for a request with an API key alone. */
  claims: Readonly<Record<string, unknown>>;
  request?: { method: string; path: string; headers: Readonly<Record<string, string | undefined>> };
  /** More settings for the transaction, such as `realtime.topic`. */
  settings?: Readonly<Record<string, string>>;
}

export type Row = Record<string, unknown>;

/** A value on its way to the server: everything but bytes and null travels as text, cast where it is used. */
export type Parameter = string | number | boolean | null | Uint8Array | readonly string[];

export interface RunOptions {
  /** Refuses to write. As the method says when not given: GET and HEAD do not write. */
  readOnly?: boolean;
  /** Leaves no trace, once all constraints were checked. */
  rollback?: boolean;
}

export interface Database {
  /** The owner's connections: migrations and the services' own tables. Never for a statement that a request chose. */
  owner: postgres.Sql;
  /**
   * Runs one statement as somebody, in one transaction and one round trip.
   * @throws postgres.PostgresError with the SQLSTATE in `code`, and nothing of the transaction stays;
   *   DatabaseUnavailable when the database cannot be asked.
   */
  run(
    identity: Identity,
    text: string,
    parameters?: readonly Parameter[],
    options?: RunOptions,
  ): Promise<Row[]>;
  /** Runs several statements as somebody in one transaction; `rollback: true` leaves no trace (policy probes). */
  transaction<T>(
    identity: Identity,
    work: (sql: postgres.ReservedSql) => Promise<T>,
    options?: { rollback?: boolean },
  ): Promise<T>;
  /** Settings that statements of a role get, such as a `statement_timeout` of `alter role … set`. */
  setRoleSettings(settings: ReadonlyMap<string, Readonly<Record<string, string>>>): void;
  /** Hears of everything that `run` and `transaction` may have written, once it is committed. @returns stops it */
  onWritten(listener: () => void): () => void;
  /** Listens on a connection of its own that comes back by itself; `onReady` also runs after each reconnect. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReady?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  address: DatabaseAddress;
  authenticatorPassword: string;
  /** Connections for requests. */
  poolSize?: number | undefined;
  /** Connections for the services' own work. */
  ownerPoolSize?: number | undefined;
}

const REQUEST_CONNECTIONS = 16;
const OWNER_CONNECTIONS = 6;
/** For work of several statements; most requests need one. */
const TRANSACTION_CONNECTIONS = 8;

/** Opens the pools. Connections are made when first needed, so this never fails by itself. */
export function openDatabase(options: DatabaseOptions): Database {
  const { address } = options;
  const authenticator = { ...address, user: 'authenticator', password: options.authenticatorPassword };
  const owner = openPool(address, options.ownerPoolSize ?? OWNER_CONNECTIONS);
  const transactions = openPool(authenticator, TRANSACTION_CONNECTIONS);
  const requests = new RequestPool(authenticator, options.poolSize ?? REQUEST_CONNECTIONS, parseValue);
  let roleSettings: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map();
  const listeners = new Set<() => void>();
  const written = () => {
    for (const listener of listeners) listener();
  };

  return {
    owner,
    run(identity, text, parameters = [], runOptions = {}) {
      const { steps, wanted } = stepsFor(identity, roleSettings.get(identity.role), runOptions, {
        text,
        parameters,
        scope: identity.role,
      });
      const rows = requests.run(steps, wanted);
      if (runOptions.rollback || isReadOnly(identity, runOptions)) return rows;
      return rows.then((found) => {
        written();
        return found;
      });
    },
    async transaction(identity, work, { rollback = false } = {}) {
      const session = await transactions.reserve();
      try {
        const { steps } = stepsFor(identity, roleSettings.get(identity.role), { readOnly: false });
        await settleInOrder([
          session.unsafe('begin').execute(),
          ...steps.map(({ text, parameters }) =>
            session.unsafe(text, [...parameters], { prepare: true }).execute(),
          ),
        ]);
        const value = await work(session);
        await session.unsafe(rollback ? 'rollback' : 'commit');
        if (!rollback) written();
        return value;
      } catch (error) {
        await session.unsafe('rollback').catch(() => {});
        throw error;
      } finally {
        session.release();
      }
    },
    setRoleSettings(settings) {
      roleSettings = settings;
    },
    onWritten(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async listen(channel, onMessage, onReady) {
      const { unlisten } = await owner.listen(channel, onMessage, onReady);
      return unlisten;
    },
    async close() {
      await Promise.all([owner.end({ timeout: 5 }), transactions.end({ timeout: 5 }), requests.end()]);
    },
  };
}

function openPool(address: DatabaseAddress, max: number): postgres.Sql {
  return postgres({
    ...withTls(address),
    max,
    onnotice: () => {},
    connect_timeout: 10,
    types: timestampsAsText,
  });
}

/** Timestamps leave as the database writes them: parsing them to Date would cut microseconds. */
const timestampsAsText = {
  date: { to: 1082, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
};

/** Waits for all, so that the connection is clean again, then fails with the first error in the order of sending. */
async function settleInOrder(queries: PromiseLike<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
