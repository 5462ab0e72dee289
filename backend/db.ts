import postgres from 'postgres';

/** Where a PostgreSQL server is. `host` is a folder when the server listens on a Unix socket. */
export interface DatabaseAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl?: 'require' | 'prefer' | undefined;
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

export interface Database {
  /** The owner's connections: migrations and the services' own tables. Never for a statement that a request chose. */
  owner: postgres.Sql;
  /**
   * Runs one statement as somebody, in one transaction and one round trip.
   * @throws postgres.PostgresError with the SQLSTATE in `code`; nothing of the transaction stays.
   */
  run(identity: Identity, text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** Runs several statements as somebody in one transaction; `rollback: true` leaves no trace (policy probes). */
  transaction<T>(
    identity: Identity,
    work: (sql: postgres.ReservedSql) => Promise<T>,
    options?: { rollback?: boolean },
  ): Promise<T>;
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
  poolSize?: number;
  /** Connections for the services' own work. */
  ownerPoolSize?: number;
}

const READ_ONLY_METHODS = new Set(['GET', 'HEAD']);

/** Opens the two pools. Connections are made when first needed, so this never fails by itself. */
export function openDatabase(options: DatabaseOptions): Database {
  const { address } = options;
  const common = {
    host: address.host,
    port: address.port,
    database: address.database,
    ...(address.ssl ? { ssl: address.ssl } : {}),
    onnotice: () => {},
    connect_timeout: 10,
    types: timestampsAsText,
  };
  const owner = postgres({
    ...common,
    user: address.user,
    password: address.password,
    max: options.ownerPoolSize ?? 6,
  });
  const requests = postgres({
    ...common,
    user: 'authenticator',
    password: options.authenticatorPassword,
    max: options.poolSize ?? 16,
  });

  return {
    owner,
    async run(identity, text, parameters = []) {
      const session = await requests.reserve();
      try {
        const [, , result] = await settleInOrder([
          session.unsafe(begin(identity)).execute(),
          session.unsafe(APPLY_SETTINGS, settingsOf(identity), { prepare: true }).execute(),
          session.unsafe<Row[]>(text, [...parameters], { prepare: true }).execute(),
          session.unsafe('commit').execute(),
        ]);
        return result as Row[];
      } finally {
        session.release();
      }
    },
    async transaction(identity, work, { rollback = false } = {}) {
      const session = await requests.reserve();
      try {
        await settleInOrder([
          session.unsafe('begin').execute(),
          session.unsafe(APPLY_SETTINGS, settingsOf(identity), { prepare: true }).execute(),
        ]);
        const value = await work(session);
        await session.unsafe(rollback ? 'rollback' : 'commit');
        return value;
      } catch (error) {
        await session.unsafe('rollback').catch(() => {});
        throw error;
      } finally {
        session.release();
      }
    },
    async listen(channel, onMessage, onReady) {
      const { unlisten } = await owner.listen(channel, onMessage, onReady);
      return unlisten;
    },
    async close() {
      await Promise.all([owner.end({ timeout: 5 }), requests.end({ timeout: 5 })]);
    },
  };
}

/** Timestamps leave as the database writes them: parsing them to Date would cut microseconds. */
const timestampsAsText = {
  date: { to: 1082, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
};

function begin(identity: Identity): string {
  const method = identity.request?.method;
  return method && READ_ONLY_METHODS.has(method) ? 'begin read only' : 'begin';
}

const APPLY_SETTINGS = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true),
  (select count(set_config(key, value, true)) from jsonb_each_text($6::text::jsonb))`;

function settingsOf(identity: Identity): string[] {
  const { claims, request, role, settings } = identity;
  return [
    role,
    JSON.stringify({ ...claims, role }),
    request?.method ?? '',
    request?.path ?? '',
    JSON.stringify(request?.headers ?? {}),
    JSON.stringify(settings ?? {}),
  ];
}

/** Waits for all, so that the connection is clean again, then fails with the first error in the order of sending. */
async function settleInOrder(queries: PromiseLike<unknown>[]): Promise<unknown[]> {
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
}
