import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { begin } from './begin.ts';
import { connectionOptions, type DatabaseAddress } from './database-address.ts';
import { FairQueue, QueueTimeout } from './fair-queue.ts';
import { Listener } from './listener.ts';
import { openOwnerPool, RequestPool, TIMESTAMPS_AS_TEXT } from './pools.ts';

/** Roles that a request may run as; tokens with other roles are refused earlier. */
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

export type Row = Record<string, unknown>;

/** A statement's parameter. All but bytes and null are sent as text and cast in the statement. */
export type Parameter = string | number | boolean | null | Uint8Array | readonly string[];

export interface RunOptions {
  /** Runs read-only. Default: for GET and HEAD. */
  readOnly?: boolean;
  /** Rolls back after checking all constraints. */
  rollback?: boolean;
  /** Cancels the statement when the client disconnects. */
  signal?: AbortSignal | undefined;
  /** Function run before the statement, in its transaction: a qualified name, without arguments. */
  before?: string | undefined;
}

export interface Database {
  /** The owner's pool, for migrations and the services' own tables; never for statements derived from requests. */
  owner: postgres.Sql;
  /**
   * Runs one statement as an identity, in a transaction.
   * @throws postgres.PostgresError with the SQLSTATE in `code`, after a rollback; DatabaseUnavailable when the database
   * cannot be reached
   */
  run(
    identity: Identity,
    text: string,
    parameters?: readonly Parameter[],
    options?: RunOptions,
  ): Promise<Row[]>;
  /** Runs several statements as an identity in one transaction; `rollback: true` rolls back (policy probes). */
  transaction<T>(
    identity: Identity,
    work: (sql: postgres.TransactionSql) => Promise<T>,
    options?: { rollback?: boolean },
  ): Promise<T>;
  /** Sets per-role settings of statements, such as a `statement_timeout` of `alter role … set`. */
  setRoleSettings(settings: ReadonlyMap<string, Readonly<Record<string, string>>>): void;
  /** Subscribes to each `run` and `transaction` that may have written. @returns unsubscribes */
  onWritten(listener: () => void): () => void;
  /** A dedicated connection for `subscribe`: changes of a publication's tables, as they are committed. */
  changes(publication: string): postgres.Sql;
  /**
   * Closes request connections once idle; new ones open on demand. A connection caches plans of all its statements:
   * after rare work, such as loading the demo, several times the usual memory.
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
  /** Refuses sessions that ended before their token expired. */
  checksSessions?: boolean | undefined;
  /** Connections for reads; changes and the process's own work get half as many each. */
  poolSize?: number | undefined;
  /** Connections of the owner's pool. */
  ownerPoolSize?: number | undefined;
  /** Called after each `run` and `transaction` with its duration in seconds, without queueing. */
  onStatement?: ((lane: Lane, seconds: number) => void) | undefined;
}

/** The database cannot be reached: no connection became free in time, or it was lost. */
export class DatabaseUnavailable extends Error {
  readonly code: 'CONNECTION_CLOSED' | 'POOL_TIMEOUT';
  constructor(code: DatabaseUnavailable['code'], cause: Error) {
    super(cause.message, { cause });
    this.code = code;
  }
}

const READ_CONNECTIONS = 12;
const OWNER_CONNECTIONS = 6;
const WAIT_TIMEOUT = 10_000;
const MAX_QUEUED = 10_000;
/** The server ignores a cancel that arrives between two messages of a statement; milliseconds until the next one. */
const CANCEL_AGAIN = 100;
/** Prepared statements per connection; each takes memory on the server. */
const PREPARED_STATEMENTS = 500;
/** Routines in errors about a stale or missing prepared statement. */
const STALE_ROUTINES = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement']);
const READ_ONLY_METHODS = new Set(['GET', 'HEAD']);

const SETTINGS = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('application_name', $6, true)`;

/** Fails when the token's session has ended or its user is banned. */
const LIVE_SESSION = ', auth.require_session($7, $8)';

/** Creates the pools. Connections open on demand, so this does not fail. */
export function openDatabase(options: DatabaseOptions): Database {
  const { address } = options;
  const authenticator = { ...address, user: 'authenticator', password: options.authenticatorPassword };
  const reads = options.poolSize ?? READ_CONNECTIONS;
  const owner = openOwnerPool(address, options.ownerPoolSize ?? OWNER_CONNECTIONS);
  const lanes: Record<Lane, RequestLane> = {
    reads: openLane(authenticator, reads),
    changes: openLane(authenticator, Math.ceil(reads / 2)),
    // Pages are all one client's, the process's own.
    own: openLane(authenticator, Math.ceil(reads / 2), Math.ceil(reads / 2)),
  };
  const canceller = openOwnerPool(authenticator, 1);
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

  /** Sends the whole transaction in one round trip; the driver resolves each statement separately. */
  async function runPipelined(
    identity: Identity,
    text: string,
    parameters: readonly Parameter[],
    { readOnly = isReadOnly(identity), rollback, signal, before }: RunOptions,
    prepare: boolean,
  ): Promise<Row[]> {
    const settings = settingsOf(identity, roleSettings.get(identity.role), options.checksSessions);
    const { session, replace } = await lanes[identity.lane ?? 'changes'].pool.reserve();
    const send = <T extends postgres.Row[]>(query: postgres.PendingQuery<T>) => query.execute();
    const begun = send(session.unsafe(readOnly ? 'begin read only' : 'begin read write'));
    const applied = send(session.unsafe(settings.text, settings.parameters, { prepare: true }));
    const called = before === undefined ? undefined : send(session.unsafe(`select ${before}()`));
    const rows = send(session.unsafe<Row[]>(text, [...parameters], { prepare }));
    const checked = rollback ? send(session.unsafe('set constraints all immediate')) : undefined;
    const ended = send(session.unsafe(rollback ? 'rollback' : 'commit'));
    const whole = allInOrder([begun, applied, called, rows, checked, ended]);
    let cancelled: Promise<void> | undefined;
    let isThere = true;
    const cancelUntilOver = async () => {
      const { state } = await Promise.race([applied, whole.then(() => applied)]);
      const isOver = whole.then(
        () => true,
        () => true,
      );
      do isThere = await cancel(state.pid);
      while (!(await Promise.race([isOver, delay(CANCEL_AGAIN, false)])));
    };
    const onAbort = () => {
      cancelled = cancelUntilOver().catch(() => {});
    };
    signal?.addEventListener('abort', onAbort);
    // It may have been given up while a connection was opened.
    if (signal?.aborted) onAbort();
    let lost: DatabaseUnavailable | undefined;
    try {
      await whole;
      // The driver retries a stale statement, but by then the transaction has ended.
      if ((await ended).command !== (rollback ? 'ROLLBACK' : 'COMMIT')) throw new StaleStatement();
      return await rows;
    } catch (error) {
      lost = unavailable(error);
      throw lost ?? error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await cancelled;
      if (lost || !isThere) replace();
      else session.release();
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
      throw unavailable(error) ?? error;
    }
  }

  return {
    owner,
    async run(identity, text, parameters = [], runOptions = {}) {
      const prepare = lanes[identity.lane ?? 'changes'].prepared.wants(text);
      const rows = await queued(
        identity,
        () =>
          runPipelined(identity, text, parameters, runOptions, prepare).catch((error: unknown) => {
            if (prepare && isStale(error)) return runPipelined(identity, text, parameters, runOptions, false);
            throw error;
          }),
        runOptions.signal,
      );
      if (!runOptions.rollback && !(runOptions.readOnly ?? isReadOnly(identity))) notifyWritten();
      return rows;
    },
    async transaction<T>(
      identity: Identity,
      work: (sql: postgres.TransactionSql) => Promise<T>,
      { rollback = false } = {},
    ) {
      const settings = settingsOf(identity, roleSettings.get(identity.role), options.checksSessions);
      const undo = new Error('rolled back as requested');
      let result: T | undefined;
      const run = () =>
        begin(lanes[identity.lane ?? 'changes'].pool.sql, async (sql) => {
          await sql.unsafe(settings.text, settings.parameters, { prepare: true });
          result = await work(sql);
          if (rollback) throw undo;
        });
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
      await Promise.all(Object.values(lanes).map(({ pool }) => pool.renew()));
    },
    waiting: () => ({
      reads: lanes.reads.queue.length,
      changes: lanes.changes.queue.length,
      own: lanes.own.queue.length,
    }),
    changes: (publications) =>
      postgres({
        ...connectionOptions(address),
        publications,
        max: 1,
        onnotice: () => {},
        types: TIMESTAMPS_AS_TEXT,
      }),
    listen: (channel, onMessage, onReady) => listener.listen(channel, onMessage, onReady),
    async close() {
      const ended = [owner, canceller].map((pool) => pool.end({ timeout: 5 }));
      await Promise.all([...ended, listener.end(), ...Object.values(lanes).map(({ pool }) => pool.end())]);
    },
  };
}

interface RequestLane {
  pool: RequestPool;
  queue: FairQueue;
  prepared: PreparedTexts;
}

function openLane(address: DatabaseAddress, slots: number, perClient = Math.ceil(slots / 2)): RequestLane {
  return {
    pool: new RequestPool(address, slots),
    queue: new FairQueue({
      slots,
      perClient,
      maxWait: WAIT_TIMEOUT,
      maxLength: MAX_QUEUED,
    }),
    prepared: new PreparedTexts(),
  };
}

/** Chooses the statements to prepare: repeated ones, within a limit that protects the server's memory. */
class PreparedTexts {
  readonly #seen = new Set<string>();
  readonly #prepared = new Set<string>();

  wants(text: string): boolean {
    if (this.#prepared.has(text)) return true;
    if (this.#prepared.size >= PREPARED_STATEMENTS) return false;
    if (this.#seen.delete(text)) {
      this.#prepared.add(text);
      return true;
    }
    if (this.#seen.size >= PREPARED_STATEMENTS) this.#seen.clear();
    this.#seen.add(text);
    return false;
  }
}

class StaleStatement extends Error {}

const claimsAsText = new WeakMap<object, { role: string; text: string }>();

/** The statement that applies an identity's role and settings to the transaction. */
function settingsOf(
  { claims, request, requestId, role, settings }: Identity,
  roleSettings: Readonly<Record<string, string>> | undefined,
  checksSessions = false,
): { text: string; parameters: string[] } {
  const parameters = [
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
    parameters.push(claims.session_id, String(claims.sub));
  }
  if (settings || roleSettings) {
    parameters.push(JSON.stringify({ ...roleSettings, ...settings }));
    text += `, (select count(set_config(key, value, true)) from jsonb_each_text($${parameters.length}::text::jsonb))`;
  }
  return { text, parameters };
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

/**
 * Waits for all, then throws the first error in sending order: later ones are consequences. A lost connection is thrown
 * at once, as the driver never settles statements that it had not sent yet.
 */
async function allInOrder(queries: (PromiseLike<unknown> | undefined)[]): Promise<void> {
  await Promise.all(queries.map((query) => query?.then(undefined, throwIfLost)));
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function throwIfLost(error: unknown): void {
  if (unavailable(error)) throw error;
}

function isStale(error: unknown): boolean {
  if (error instanceof StaleStatement) return true;
  return error instanceof postgres.PostgresError && STALE_ROUTINES.has(error.routine ?? '');
}

/** Errors of the connection, not of the statement. */
function unavailable(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof QueueTimeout) return new DatabaseUnavailable('POOL_TIMEOUT', error);
  if (error instanceof postgres.PostgresError) {
    return error.severity === 'FATAL' ? new DatabaseUnavailable('CONNECTION_CLOSED', error) : undefined;
  }
  const isOfConnection = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isOfConnection ? new DatabaseUnavailable('CONNECTION_CLOSED', error) : undefined;
}
