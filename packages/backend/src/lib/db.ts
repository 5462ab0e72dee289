import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { DatabaseAddress } from './database-address.ts';
import { FairQueue, QueueTimeout } from './fair-queue.ts';
import { Listener } from './listener.ts';
import { DatabaseUnavailable, openPool, type Pool, type Row, type Sql, unavailable } from './sql.ts';

/** Roles that a request may run as; tokens with other roles are rejected earlier. */
export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/**
 * Connection pools by kind of work. Reads (`reads`) cannot delay changes by signed-in people (`changes`) or this
 * process's own pages (`own`).
 */
export type Lane = 'reads' | 'changes' | 'own';

/** Role of a statement, and values of `auth.jwt()` and PostgREST's `request.*` settings. */
export interface Identity {
  role: ApiRole;
  /** Claims of the verified token; empty for a request with only an API key. */
  claims: Readonly<Record<string, unknown>>;
  request?: { method: string; path: string; headers: Readonly<Record<string, string | undefined>> };
  /** Further settings of the transaction, such as `realtime.topic`. */
  settings?: Readonly<Record<string, string>>;
  /** `application_name` of the request, in `pg_stat_activity` and PostgreSQL's log. */
  requestId?: string;
  /** Fairness key: a person, or the address of an anonymous client. */
  client?: string;
  lane?: Lane;
}

/** A statement's parameter. All but bytes and null are sent as text and cast in the statement. */
export type Parameter = string | number | boolean | null | Uint8Array | readonly string[];

export interface RunOptions {
  /** Runs read-only. Default: for GET and HEAD. */
  readOnly?: boolean;
  /** Rolls back after checking all constraints. */
  rollback?: boolean;
  /** Cancels the statement when the client disconnects. */
  signal?: AbortSignal | undefined;
}

export interface Database {
  /** The owner's pool, for migrations and the services' own tables; never for statements derived from requests. */
  owner: Pool;
  /**
   * Runs one statement as an identity, in a transaction.
   * @throws pg.DatabaseError with the SQLSTATE in `code`, after a rollback; DatabaseUnavailable when the database
   * cannot be reached
   */
  run(
    identity: Identity,
    text: string,
    parameters?: readonly Parameter[],
    options?: RunOptions,
  ): Promise<Record<string, unknown>[]>;
  /** Runs several statements as an identity in one transaction; `rollback: true` rolls back (policy probes). */
  transaction<T>(
    identity: Identity,
    work: (sql: Sql) => Promise<T>,
    options?: { rollback?: boolean },
  ): Promise<T>;
  /** Sets per-role settings of statements, such as a `statement_timeout` of `alter role … set`. */
  setRoleSettings(settings: ReadonlyMap<string, Readonly<Record<string, string>>>): void;
  /** Subscribes to each `run` and `transaction` that may have written. @returns unsubscribes */
  onWritten(listener: () => void): () => void;
  /** The database's address, for a replication connection. */
  address: DatabaseAddress;
  /**
   * Closes request connections once idle; new ones open on demand. A connection caches plans of all its
   * statements: after rare work, such as loading the demo, several times the usual memory.
   */
  renewConnections(): Promise<void>;
  /** Number of queued statements by lane. */
  waiting(): Record<Lane, number>;
  /** Listens on a dedicated connection that is replaced when it is lost; `onReady` runs again after that. */
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
  /** Rejects sessions that ended before their token expired. */
  checksSessions?: boolean | undefined;
  /** Connections for reads; changes and the process's own work get half as many each. */
  poolSize?: number | undefined;
  /** Connections of the owner's pool. */
  ownerPoolSize?: number | undefined;
  /** Called after each `run` and `transaction` with its duration in seconds, without queueing. */
  onStatement?: ((lane: Lane, seconds: number) => void) | undefined;
}

const READ_CONNECTIONS = 12;
const OWNER_CONNECTIONS = 6;
const WAIT_TIMEOUT = 10_000;
const MAX_QUEUED = 10_000;
/** Milliseconds between cancels: the server ignores one that arrives between two messages of a statement. */
const CANCEL_AGAIN = 100;
/** Number of statement texts remembered, to prepare the recurring ones. */
const SEEN_TEXTS = 500;
/** Routines in errors about a stale or missing prepared statement. */
const STALE_ROUTINES = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement']);
const READ_ONLY_METHODS = new Set(['GET', 'HEAD']);

const SETTINGS = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('application_name', $6, true), pg_backend_pid() as pid`;

/** Fails when the token's session has ended or its user is banned. */
const LIVE_SESSION = ', auth.require_session($7, $8)';

/** Creates the pools. Connections open on demand, so this does not fail. */
export function openDatabase(options: DatabaseOptions): Database {
  const { address } = options;
  const authenticator = { ...address, user: 'authenticator', password: options.authenticatorPassword };
  const reads = options.poolSize ?? READ_CONNECTIONS;
  const owner = openPool(address, options.ownerPoolSize ?? OWNER_CONNECTIONS);
  const lanes: Record<Lane, RequestLane> = {
    reads: openLane(authenticator, reads),
    changes: openLane(authenticator, Math.ceil(reads / 2)),
    // All pages belong to one client, this process.
    own: openLane(authenticator, Math.ceil(reads / 2), Math.ceil(reads / 2)),
  };
  const canceller = openPool(authenticator, 1);
  const listener = new Listener(address);
  let roleSettings: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map();
  const listeners = new Set<() => void>();
  const notifyWritten = () => {
    for (const listener of listeners) listener();
  };

  /** Cancels a connection's statement; resolves once it cannot hit a later one, with whether the connection was there. */
  const cancel = (pid: number) =>
    canceller<{ there: boolean }[]>`select pg_cancel_backend(${pid}) as there`.then(
      ([row]) => row?.there ?? false,
      () => false,
    );

  /** Sends the whole transaction in one round trip; the server answers each statement for itself. */
  async function runPipelined(
    identity: Identity,
    text: string,
    parameters: readonly Parameter[],
    { readOnly = isReadOnly(identity), rollback, signal }: RunOptions,
    prepare: boolean,
  ): Promise<Record<string, unknown>[]> {
    const settings = settingsOf(identity, roleSettings.get(identity.role), options.checksSessions);
    const { pool } = lanes[identity.lane ?? 'changes'];
    const client = await pool.connect();
    const send = (text: string, values?: readonly unknown[], isPrepared = false) =>
      client.query<Row>({
        text,
        values: values && [...values],
        name: isPrepared ? pool.names.of(text) : undefined,
      });
    // Send everything in one write.
    client.connection.stream.cork();
    const begun = send(readOnly ? 'begin read only' : 'begin read write');
    const applied = send(settings.text, settings.values, true);
    const answered = send(text, parameters, prepare);
    const checked = rollback ? send('set constraints all immediate') : undefined;
    const ended = send(rollback ? 'rollback' : 'commit');
    client.connection.stream.uncork();
    const whole = allInOrder([begun, applied, answered, checked, ended]);
    let cancelled: Promise<void> | undefined;
    let isThere = true;
    let isBroken = false;
    const cancelUntilOver = async () => {
      const [row] = (await applied).rows;
      const isOver = whole.then(
        () => true,
        () => true,
      );
      do isThere = await cancel(row?.pid);
      while (!(await Promise.race([isOver, delay(CANCEL_AGAIN, false)])));
    };
    const onAbort = () => {
      cancelled = cancelUntilOver().catch(() => {});
    };
    signal?.addEventListener('abort', onAbort);
    // May have been aborted while a connection was opened.
    if (signal?.aborted) onAbort();
    try {
      await whole;
      return (await answered).rows;
    } catch (error) {
      const failure = unavailable(error) ?? error;
      // A connection with a stale statement would fail each time.
      isBroken = failure instanceof DatabaseUnavailable || isStale(failure);
      throw failure;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await cancelled;
      client.release(isBroken || !isThere);
    }
  }

  async function queued<T>(identity: Identity, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const lane = identity.lane ?? 'changes';
    const timed = async () => {
      const started = performance.now();
      return work().finally(() => options.onStatement?.(lane, (performance.now() - started) / 1_000));
    };
    try {
      return await lanes[lane].queue.run(identity.client ?? '', timed, signal);
    } catch (error) {
      throw error instanceof QueueTimeout ? new DatabaseUnavailable('POOL_TIMEOUT', error) : error;
    }
  }

  return {
    owner,
    address,
    async run(identity, text, parameters = [], runOptions = {}) {
      const { seen } = lanes[identity.lane ?? 'changes'];
      const prepare = seen.get(text) ?? false;
      seen.set(text, true);
      const rows = await queued(
        identity,
        () =>
          runPipelined(identity, text, parameters, runOptions, prepare).catch((error: unknown) => {
            if (isStale(error)) return runPipelined(identity, text, parameters, runOptions, false);
            throw error;
          }),
        runOptions.signal,
      );
      if (!runOptions.rollback && !(runOptions.readOnly ?? isReadOnly(identity))) notifyWritten();
      return rows;
    },
    async transaction<T>(identity: Identity, work: (sql: Sql) => Promise<T>, { rollback = false } = {}) {
      const settings = settingsOf(identity, roleSettings.get(identity.role), options.checksSessions);
      const undo = new Error('rolled back as requested');
      let result: T | undefined;
      const run = () =>
        lanes[identity.lane ?? 'changes'].pool.begin(async (sql) => {
          await sql.unsafe(settings.text, settings.values, { prepare: true });
          result = await work(sql);
          if (rollback) throw undo;
        }, 'read write');
      await queued(identity, run).catch((error: unknown) => {
        if (error !== undo) throw error;
      });
      if (!rollback) notifyWritten();
      return result as T;
    },
    setRoleSettings(settings) {
      roleSettings = settings;
    },
    onWritten(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async renewConnections() {
      await Promise.all(
        Object.values(lanes).map((lane) => {
          const used = lane.pool;
          lane.pool = lane.open();
          return used.end();
        }),
      );
    },
    waiting: () => ({
      reads: lanes.reads.queue.length,
      changes: lanes.changes.queue.length,
      own: lanes.own.queue.length,
    }),
    listen: (channel, onMessage, onReady) => listener.listen(channel, onMessage, onReady),
    async close() {
      const pools = Object.values(lanes).map(({ pool }) => pool);
      await Promise.all([listener, owner, canceller, ...pools].map((each) => each.end()));
    },
  };
}

interface RequestLane {
  pool: Pool;
  open(): Pool;
  queue: FairQueue;
  /** Statement texts seen before; recurring ones are worth preparing. */
  seen: LRUCache<string, true>;
}

function openLane(address: DatabaseAddress, slots: number, perClient = Math.ceil(slots / 2)): RequestLane {
  // Read-only outside explicit transactions.
  const open = () => openPool(address, slots, { options: '-c default_transaction_read_only=on' });
  return {
    pool: open(),
    open,
    queue: new FairQueue({
      slots,
      perClient,
      maxWait: WAIT_TIMEOUT,
      maxLength: MAX_QUEUED,
    }),
    seen: new LRUCache({ max: SEEN_TEXTS }),
  };
}

const claimsAsText = new WeakMap<object, { role: string; text: string }>();

/** The statement that applies an identity's role and settings to the transaction. */
function settingsOf(
  { claims, request, requestId, role, settings }: Identity,
  roleSettings: Readonly<Record<string, string>> | undefined,
  checksSessions = false,
): { text: string; values: string[] } {
  const values = [
    role,
    textOfClaims(claims, role),
    request?.method ?? '',
    request?.path ?? '',
    JSON.stringify(request?.headers ?? {}),
    requestId ?? '',
  ];
  let text = SETTINGS;
  if (checksSessions && typeof claims.session_id === 'string') {
    text += LIVE_SESSION;
    values.push(claims.session_id, String(claims.sub));
  }
  if (settings || roleSettings) {
    values.push(JSON.stringify({ ...roleSettings, ...settings }));
    text += `, (select count(set_config(key, value, true)) from jsonb_each_text($${values.length}::text::jsonb))`;
  }
  return { text, values };
}

/** A verified token's claims are the same object for each request, so their JSON is cached. */
function textOfClaims(claims: Identity['claims'], role: string): string {
  const cached = claimsAsText.get(claims);
  if (cached?.role === role) return cached.text;
  const text = JSON.stringify({ ...claims, role });
  if (Object.isFrozen(claims)) claimsAsText.set(claims, { role, text });
  return text;
}

function isReadOnly({ request }: Identity): boolean {
  return request !== undefined && READ_ONLY_METHODS.has(request.method);
}

/** Waits for all, then throws the first error in sending order: later ones are consequences. */
async function allInOrder(queries: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function isStale(error: unknown): boolean {
  return error instanceof pg.DatabaseError && STALE_ROUTINES.has(error.routine ?? '');
}
