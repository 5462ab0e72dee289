import postgres from 'postgres';
import { connectionOptions, type DatabaseAddress } from './database-address.ts';
import { FairQueue, QueueTimeout } from './fair-queue.ts';
import { openOwnerPool, openRequestPool, TIMESTAMPS_AS_TEXT } from './pools.ts';

/** The roles a request may run as. A token that asks for another one is refused before it gets here. */
export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/**
 * Which connections a statement takes. What many may ask for at once (`reads`) cannot keep waiting what signed-in people
 * change (`changes`) nor what this process itself needs for its pages (`own`).
 */
export type Lane = 'reads' | 'changes' | 'own';

/** Whom a statement runs as, and what `auth.jwt()` and PostgREST's `request.*` settings say meanwhile. */
export interface Identity {
  role: ApiRole;
  /** The verified token's claims; empty for a request with an API key alone. */
  claims: Readonly<Record<string, unknown>>;
  request?: { method: string; path: string; headers: Readonly<Record<string, string | undefined>> };
  /** More settings for the transaction, such as `realtime.topic`. */
  settings?: Readonly<Record<string, string>>;
  /** Names the request in the database (`application_name`): in `pg_stat_activity` and in PostgreSQL's own log. */
  requestId?: string;
  /** Who takes turns with others: a person, or the address of somebody who has not signed in. */
  client?: string;
  lane?: Lane;
}

export type Row = Record<string, unknown>;

/** A value on its way to the server: everything but bytes and null travels as text, cast where it is used. */
export type Parameter = string | number | boolean | null | Uint8Array | readonly string[];

export interface RunOptions {
  /** Refuses to write. As the method says when not given: GET and HEAD do not write. */
  readOnly?: boolean;
  /** Leaves no trace, once all constraints were checked. */
  rollback?: boolean;
  /** Ends the statement in the database when the caller has gone. */
  signal?: AbortSignal | undefined;
  /** Runs before the statement, in its transaction: a function without arguments, by its qualified name. */
  before?: string | undefined;
}

export interface Database {
  /** The owner's connections: migrations and the services' own tables. Never for a statement that a request chose. */
  owner: postgres.Sql;
  /**
   * Runs one statement as somebody, in one transaction.
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
    work: (sql: postgres.TransactionSql) => Promise<T>,
    options?: { rollback?: boolean },
  ): Promise<T>;
  /** Settings that statements of a role get, such as a `statement_timeout` of `alter role … set`. */
  setRoleSettings(settings: ReadonlyMap<string, Readonly<Record<string, string>>>): void;
  /** Calls a listener after each `run` and `transaction` that may have written. @returns stops it */
  onWritten(listener: () => void): () => void;
  /** A connection of its own for `subscribe`: the changes of a publication's tables, as they are committed. */
  changes(publication: string): postgres.Sql;
  /**
   * Gives the connections of requests back once they are free; new ones are made when needed. Each keeps plans of all that it ever
   * ran: after rare work, such as filling the demo, several times the memory that pages and orders need.
   */
  renewConnections(): Promise<void>;
  /** How many statements wait for a connection, by lane. */
  waiting(): Record<Lane, number>;
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
  /** Refuses what a session does that has ended before its token expired. */
  checksSessions?: boolean | undefined;
  /** Connections for requests that read; half as many are kept for changes and for this process's own. */
  poolSize?: number | undefined;
  /** Connections for the services' own work. */
  ownerPoolSize?: number | undefined;
  /** Called after each `run` and `transaction`, with the seconds it took from when a connection was its own. */
  onStatement?: ((lane: Lane, seconds: number) => void) | undefined;
}

/** The server could not be asked: no connection came free in time, or it was lost. */
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
const LONGEST_QUEUE = 10_000;
/** Statements that a connection keeps prepared. Each holds memory on the server. */
const PREPARED_STATEMENTS = 500;
/** What the server says when a statement it had prepared no longer fits the tables, or is gone. */
const STALE_ROUTINES = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement']);
const READ_ONLY_METHODS = new Set(['GET', 'HEAD']);

const SETTINGS = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('application_name', $6, true)`;

/** Fails when the session of the token has ended, or its user may not come in any more. */
const LIVE_SESSION = ', auth.require_session($7, $8)';

/** Opens the pools. Connections are made when first needed, so this never fails by itself. */
export function openDatabase(options: DatabaseOptions): Database {
  const { address } = options;
  const authenticator = { ...address, user: 'authenticator', password: options.authenticatorPassword };
  const reads = options.poolSize ?? READ_CONNECTIONS;
  const owner = openOwnerPool(address, options.ownerPoolSize ?? OWNER_CONNECTIONS);
  const lanes: Record<Lane, RequestLane> = {
    reads: openLane(authenticator, reads),
    changes: openLane(authenticator, Math.ceil(reads / 2)),
    own: openLane(authenticator, Math.ceil(reads / 2)),
  };
  const canceller = openOwnerPool(authenticator, 1);
  let roleSettings: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map();
  const listeners = new Set<() => void>();
  const written = () => {
    for (const listener of listeners) listener();
  };

  /** Cancels whatever the connection runs, and resolves once that can hit nobody else's statement. */
  const cancel = (pid: number) =>
    canceller`select pg_cancel_backend(${pid})`.then(
      () => {},
      () => {},
    );

  /** Sends the whole transaction at once. The driver answers each statement of it by itself. */
  async function inOneTrip(
    identity: Identity,
    text: string,
    parameters: readonly Parameter[],
    { readOnly = isReadOnly(identity), rollback, signal, before }: RunOptions,
    prepare: boolean,
  ): Promise<Row[]> {
    const settings = settingsOf(identity, roleSettings.get(identity.role), options.checksSessions);
    const session = await lanes[identity.lane ?? 'changes'].sql.reserve();
    const send = <T extends postgres.Row[]>(query: postgres.PendingQuery<T>) => query.execute();
    const begun = send(session.unsafe(readOnly ? 'begin read only' : 'begin read write'));
    const applied = send(session.unsafe(settings.text, settings.parameters, { prepare: true }));
    const called = before === undefined ? undefined : send(session.unsafe(`select ${before}()`));
    const rows = send(session.unsafe<Row[]>(text, [...parameters], { prepare }));
    const checked = rollback ? send(session.unsafe('set constraints all immediate')) : undefined;
    const ended = send(session.unsafe(rollback ? 'rollback' : 'commit'));
    let cancelled: Promise<void> | undefined;
    const onAbort = () => {
      cancelled = applied.then(({ state }) => cancel(state.pid)).catch(() => {});
    };
    signal?.addEventListener('abort', onAbort);
    let lost: DatabaseUnavailable | undefined;
    try {
      await allInOrder([begun, applied, called, rows, checked, ended]);
      // The driver repeats a statement whose plan was stale, but by then the transaction has ended.
      if ((await ended).command !== (rollback ? 'ROLLBACK' : 'COMMIT')) throw new StaleStatement();
      return await rows;
    } catch (error) {
      lost = unavailable(error);
      throw lost ?? error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await cancelled;
      // A connection that was lost has left the pool's hands by itself.
      if (!lost) session.release();
    }
  }

  async function takingTurns<T>(
    identity: Identity,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
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
      const rows = await takingTurns(
        identity,
        () =>
          inOneTrip(identity, text, parameters, runOptions, prepare).catch((error: unknown) => {
            if (prepare && isStale(error)) return inOneTrip(identity, text, parameters, runOptions, false);
            throw error;
          }),
        runOptions.signal,
      );
      if (!runOptions.rollback && !(runOptions.readOnly ?? isReadOnly(identity))) written();
      return rows;
    },
    async transaction(identity, work, { rollback = false } = {}) {
      const settings = settingsOf(identity, roleSettings.get(identity.role), options.checksSessions);
      const undone = new RolledBack<Awaited<ReturnType<typeof work>>>();
      const { sql: pool } = lanes[identity.lane ?? 'changes'];
      try {
        const value = await takingTurns(identity, () =>
          pool.begin('read write', async (sql) => {
            await sql.unsafe(settings.text, settings.parameters, { prepare: true });
            const made = await work(sql);
            if (rollback) throw undone.with(made);
            return { made };
          }),
        );
        written();
        return value.made;
      } catch (error) {
        if (error === undone && undone.value) return undone.value.made;
        throw error;
      }
    },
    setRoleSettings(settings) {
      roleSettings = settings;
    },
    onWritten(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async renewConnections() {
      const used = Object.values(lanes).map((lane) => lane.sql);
      for (const lane of Object.values(lanes)) lane.sql = openRequestPool(authenticator, lane.slots);
      await Promise.all(used.map((pool) => pool.end({ timeout: 5 })));
    },
    waiting: () => ({
      reads: lanes.reads.queue.length,
      changes: lanes.changes.queue.length,
      own: lanes.own.queue.length,
    }),
    changes: (publications) =>
      postgres({
        ...connectionOptions(address),
        ...{ publications, max: 1, onnotice: () => {}, types: TIMESTAMPS_AS_TEXT },
      }),
    async listen(channel, onMessage, onReady) {
      const { unlisten } = await owner.listen(channel, onMessage, onReady);
      return unlisten;
    },
    async close() {
      const pools = [owner, canceller, ...Object.values(lanes).map(({ sql }) => sql)];
      await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

interface RequestLane {
  sql: postgres.Sql;
  slots: number;
  queue: FairQueue;
  prepared: PreparedTexts;
}

function openLane(address: DatabaseAddress, slots: number): RequestLane {
  return {
    sql: openRequestPool(address, slots),
    slots,
    queue: new FairQueue({
      slots,
      perClient: Math.ceil(slots / 2),
      patience: WAIT_TIMEOUT,
      longest: LONGEST_QUEUE,
    }),
    prepared: new PreparedTexts(),
  };
}

/** Picks the statements to prepare: those that come again, and no more than the server has memory for. */
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

/** Thrown to undo a transaction that went well. */
class RolledBack<T> extends Error {
  value: { made: T } | undefined;
  with(made: T): this {
    this.value = { made };
    return this;
  }
}

class StaleStatement extends Error {}

const claimsAsText = new WeakMap<object, { role: string; text: string }>();

/** The statement that makes a transaction somebody's; role and settings end with it. */
export function settingsOf(
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

/** Claims of a verified token are the same object at every request. */
function textOfClaims(claims: Identity['claims'], role: string): string {
  const known = claimsAsText.get(claims);
  if (known?.role === role) return known.text;
  const text = JSON.stringify({ ...claims, role });
  if (Object.isFrozen(claims)) claimsAsText.set(claims, { role, text });
  return text;
}

function isReadOnly({ request }: Identity): boolean {
  return request !== undefined && READ_ONLY_METHODS.has(request.method);
}

/** Waits for all, then fails with the first error in the order of sending: later ones follow from it. */
async function allInOrder(queries: (PromiseLike<unknown> | undefined)[]): Promise<void> {
  const results = await Promise.allSettled(queries);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function isStale(error: unknown): boolean {
  if (error instanceof StaleStatement) return true;
  return error instanceof postgres.PostgresError && STALE_ROUTINES.has(error.routine ?? '');
}

/** Errors that are about the connection and not about the statement. */
function unavailable(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof QueueTimeout) return new DatabaseUnavailable('POOL_TIMEOUT', error);
  if (error instanceof postgres.PostgresError) {
    return error.severity === 'FATAL' ? new DatabaseUnavailable('CONNECTION_CLOSED', error) : undefined;
  }
  const isOfConnection = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isOfConnection ? new DatabaseUnavailable('CONNECTION_CLOSED', error) : undefined;
}
