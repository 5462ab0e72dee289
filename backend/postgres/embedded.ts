import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress } from '../lib/database-address.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, OWNER, ownerPassword, reachableBinaries } from './cluster.ts';
import { explained, lockDataFolder, openDataFolder, placeCluster } from './data-folder.ts';
import { endOrphan, runningServer, saysReady, signalProcesses } from './pid-file.ts';
import { serverArguments } from './settings.ts';
import { freePort, makeSocketFolder } from './sockets.ts';
import { postgresUser, type SystemUser, spawnAs } from './unprivileged.ts';

export interface EmbeddedOptions {
  /** Folder of the store's data; the cluster lies in `postgres/` below it. */
  dataDir: string;
  /** Name of the database; made when missing. */
  database?: string;
  /** Throw-away clusters (tests) need not survive a power cut. */
  durable?: boolean;
  maxConnections?: number;
  /** Gives up starting, and leaves nothing running. */
  signal?: AbortSignal;
  /** Told after the server had ended without being asked to and is up again, with its last words. */
  onRestart?: (lastWords: string) => void;
}

export interface EmbeddedPostgres {
  address: Omit<DatabaseAddress, 'ssl'>;
  /** Of the server that runs now: one that ends without being asked to is started again. */
  readonly pid: number;
  /** Resolves with the last lines of the log when the server ends again and again, or cannot be started again. */
  failed: Promise<string>;
  /**
   * Ends the server and gives the data folder back. `immediate` leaves the tidying up to the next start, also after a
   * first call without it.
   */
  stop(options?: { immediate?: boolean }): Promise<void>;
}

interface RunningServer {
  child: ChildProcess;
  log: LastLines;
  stop(options?: { immediate?: boolean }): Promise<void>;
}

/** Where a server takes connections: a folder for its socket, or loopback. It stays the same when it is started again. */
interface Place {
  host: string;
  port: number;
  isSocket: boolean;
}

interface Launch {
  options: EmbeddedOptions;
  home: string;
  cluster: string;
  user: SystemUser | undefined;
  place: Place;
  signal: AbortSignal;
}

/** A store that was told to stop a moment ago may still hold the folder. */
const PATIENCE = 2_500;
/** Recovery after a crash may take minutes on a slow disk, during which the server lives and is not ready. */
const START_TIMEOUT = 10 * 60_000;
const FORCE_AFTER = 15_000;
/** A server that ends this often within a minute is not started again. */
const MOST_RESTARTS = 5;
/** Processes of a killed server take a moment to notice; until then a new one refuses the cluster. */
const NOT_YET = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;
const RETRIES = 40;
const KEPT_LINES = 8;

/**
 * Starts the PostgreSQL that came from npm on a data folder, making the cluster first when there is none. It listens
 * on a Unix socket in a folder that only its user can enter, or on loopback where the platform has no sockets. No
 * second process can use the folder meanwhile.
 * @throws Error that says what is wrong with the folder, or the server's own last words when it does not come up.
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataFolder(options.dataDir);
  const locks = [await lockDataFolder(dataDir, PATIENCE)];
  const unlock = () => {
    for (const giveBack of locks) giveBack();
  };
  try {
    const user = postgresUser(join(dataDir, 'postgres'));
    const cluster = await placeCluster(dataDir, user);
    // A copy of the data folder may link to the same cluster.
    if (dirname(cluster) !== dataDir) locks.push(await lockDataFolder(dirname(cluster), PATIENCE));
    const server = await startOn({ ...options, dataDir }, cluster, user);
    return {
      ...server,
      get pid() {
        return server.pid;
      },
      async stop(how) {
        await server.stop(how);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The address of the server that another process runs on a data folder, if one does. */
export async function findRunningPostgres(
  dataDir: string,
  database: string,
): Promise<EmbeddedPostgres['address'] | undefined> {
  const server = await runningServer(join(dataDir, 'postgres'));
  return server && { ...server, user: OWNER, password: await ownerPassword(dataDir), database };
}

async function startOn(
  options: EmbeddedOptions,
  cluster: string,
  user: SystemUser | undefined,
): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, signal } = options;
  const home = await reachableBinaries(findBinaries(), user);
  const password = await ownerPassword(dataDir);
  signal?.throwIfAborted();
  await ensureCluster({ home, cluster, password, user, durable, signal });
  await endOrphan(cluster);

  const place = await findPlace(user);
  const leavePlace = () => {
    if (place.isSocket) rmSync(place.host, { recursive: true, force: true });
  };
  const stopping = new AbortController();
  const launch = { options, home, cluster, user, place, signal: stopping.signal };
  const address = {
    ...{ host: place.host, port: place.port, user: OWNER, password },
    database: options.database ?? 'postgres',
  };
  const giveUp = () => stopping.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  let server: RunningServer;
  try {
    server = await launchServer(launch);
    await ensureDatabase(address).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
  } catch (error) {
    leavePlace();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
  const endWithProcess = () => {
    server.child.kill('SIGINT');
    leavePlace();
  };
  process.once('exit', endWithProcess);

  /** @returns why the server cannot be kept running; undefined when it was asked to stop. */
  async function keepRunning(): Promise<string | undefined> {
    let ends: number[] = [];
    for (;;) {
      if (stopping.signal.aborted) return;
      if (isRunning(server.child)) await once(server.child, 'exit').catch(() => {});
      if (stopping.signal.aborted) return;
      const lastWords = server.log.text();
      ends = [...ends.filter((end) => end > Date.now() - 60_000), Date.now()];
      if (ends.length > MOST_RESTARTS) return lastWords;
      try {
        // Whoever is in the middle of a statement would keep the cluster from a new server.
        await signalProcesses(cluster, 'SIGQUIT');
        server = await launchServer(launch);
      } catch (error) {
        return stopping.signal.aborted ? undefined : String(error);
      }
      options.onRestart?.(lastWords);
    }
  }
  const kept = keepRunning();

  return {
    address,
    get pid() {
      return server.child.pid ?? 0;
    },
    failed: kept.then((reason) => reason ?? new Promise<string>(() => {})),
    async stop(how) {
      stopping.abort();
      const stopped = server.stop(how);
      await kept;
      await Promise.all([stopped, server.stop(how)]);
      process.off('exit', endWithProcess);
      leavePlace();
    },
  };
}

async function findPlace(user: SystemUser | undefined): Promise<Place> {
  return process.platform === 'win32'
    ? { host: '127.0.0.1', port: await freePort(), isSocket: false }
    : { host: await makeSocketFolder(user), port: 5432, isSocket: true };
}

/** Starts a server and waits until it takes connections. */
async function launchServer(launch: Launch): Promise<RunningServer> {
  const { cluster, signal } = launch;
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const server = spawnServer(launch);
    try {
      await ready(server, cluster, signal);
      return server;
    } catch (error) {
      await server.stop();
      if (attempt === RETRIES || signal.aborted || !NOT_YET.test(server.log.text())) throw error;
      await delay(250);
    }
  }
}

function spawnServer({ options, home, cluster, user, place }: Launch): RunningServer {
  const child = spawn(
    join(home, 'bin', 'postgres'),
    ['-D', cluster, ...serverArguments(options, place.isSocket ? place.host : undefined, place.port)],
    // A group of its own: Ctrl-C in the terminal is for the store, which then ends its database in order.
    { ...spawnAs(user), stdio: ['ignore', 'ignore', 'pipe'], detached: place.isSocket },
  );
  const log = new LastLines(child);
  const ended = once(child, 'close').catch(() => {});
  const stop = async ({ immediate = false } = {}) => {
    if (isRunning(child)) {
      // A stopped server hears no other signal.
      await signalProcesses(cluster, 'SIGCONT');
      child.kill(immediate ? 'SIGQUIT' : 'SIGINT');
    }
    const forced = setTimeout(() => child.kill('SIGQUIT'), FORCE_AFTER);
    await ended;
    clearTimeout(forced);
  };
  return { child, log, stop };
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function ready({ child, log }: RunningServer, cluster: string, signal: AbortSignal): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT; Date.now() < end && isRunning(child); await delay(15)) {
    signal.throwIfAborted();
    if (await saysReady(cluster, child.pid ?? 0)) return;
  }
  await log.complete;
  throw explained(new Error(`PostgreSQL did not start: ${log.text()}`), cluster);
}

async function ensureDatabase(address: EmbeddedPostgres['address']): Promise<void> {
  const sql = postgres({ ...address, database: 'template1', max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`select from pg_database where datname = ${address.database}`;
    if (!found) await sql`create database ${sql(address.database)}`;
  } finally {
    await sql.end();
  }
}

/** Remembers the last lines that a child wrote to its standard error. */
class LastLines {
  /** Resolves when the child has ended and said everything. */
  readonly complete: Promise<unknown>;
  private lines: string[] = [];

  constructor(child: ChildProcess) {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => this.add(chunk));
    child.on('error', (error) => this.add(error.message));
    this.complete = once(child, 'close').catch(() => {});
  }

  text(): string {
    return this.lines.join('\n') || 'it said nothing';
  }

  private add(chunk: string): void {
    this.lines = [...this.lines, ...chunk.split('\n').filter(Boolean)].slice(-KEPT_LINES);
  }
}
