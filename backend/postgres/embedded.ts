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
import { endOrphan, isReady, runningServer, signalProcesses } from './pid-file.ts';
import { serverArguments } from './settings.ts';
import { freePort, makeSocketFolder } from './sockets.ts';
import { postgresUser, type SystemUser, spawnAs } from './unprivileged.ts';

export interface EmbeddedOptions {
  /** Data folder of the store; the cluster is in its `postgres/`. */
  dataDir: string;
  /** Name of the database; created when missing. */
  database?: string;
  /** False for temporary clusters (tests), which need not survive a power failure. */
  durable?: boolean;
  maxConnections?: number;
  /** Aborts the start. */
  signal?: AbortSignal;
  /** Called after a crashed server was restarted, with its last log lines. */
  onRestart?: (lastWords: string) => void;
}

export interface EmbeddedPostgres {
  address: Omit<DatabaseAddress, 'ssl'>;
  /** Pid of the current server, which is restarted after a crash. */
  readonly pid: number;
  /** Resolves with the last log lines when the server crashes repeatedly or cannot be restarted. */
  failed: Promise<string>;
  /**
   * Stops the server and unlocks the data folder. `immediate` skips the shutdown checkpoint, also after a first call
   * without it.
   */
  stop(options?: { immediate?: boolean }): Promise<void>;
}

interface RunningServer {
  child: ChildProcess;
  log: LastLines;
  stop(options?: { immediate?: boolean }): Promise<void>;
}

/** Where the server listens: a socket folder or loopback. Unchanged by restarts. */
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

/** A stopping store may still hold the lock. */
const LOCK_TIMEOUT = 2_500;
/** Crash recovery can take minutes on a slow disk. */
const START_TIMEOUT = 10 * 60_000;
const FORCE_AFTER = 15_000;
/** Restarts within a minute before giving up. */
const MAX_RESTARTS = 5;
/** Processes of a killed server take a moment to exit; until then a new server refuses the cluster. */
const STILL_IN_USE = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;
const RETRIES = 40;
const MAX_LINES = 8;

/**
 * Starts the bundled PostgreSQL on a data folder, creating a missing cluster. Listens on a Unix socket accessible only
 * to its user, or on loopback where sockets are unavailable. Locks the folder.
 * @throws Error that explains the folder's problem, or with the server's last log lines
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataFolder(options.dataDir);
  const locks = [await lockDataFolder(dataDir, LOCK_TIMEOUT)];
  const unlock = () => {
    for (const giveBack of locks) giveBack();
  };
  try {
    const user = postgresUser(join(dataDir, 'postgres'));
    const cluster = await placeCluster(dataDir, user);
    // A copied data folder may link to the same cluster.
    if (dirname(cluster) !== dataDir) locks.push(await lockDataFolder(dirname(cluster), LOCK_TIMEOUT));
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

/** Address of the server that another process runs on a data folder, if any. */
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
  const abortStart = () => stopping.abort(signal?.reason);
  signal?.addEventListener('abort', abortStart, { once: true });
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
    signal?.removeEventListener('abort', abortStart);
  }
  const endWithProcess = () => {
    server.child.kill('SIGINT');
    leavePlace();
  };
  process.once('exit', endWithProcess);

  /** @returns why the server cannot be restarted; undefined when it was stopped */
  async function keepRunning(): Promise<string | undefined> {
    let ends: number[] = [];
    for (;;) {
      if (stopping.signal.aborted) return;
      if (isRunning(server.child)) await once(server.child, 'exit').catch(() => {});
      if (stopping.signal.aborted) return;
      const lastWords = server.log.text();
      ends = [...ends.filter((end) => end > Date.now() - 60_000), Date.now()];
      if (ends.length > MAX_RESTARTS) return lastWords;
      try {
        // Backends of the crashed server would keep the cluster locked.
        await signalProcesses(cluster, 'SIGQUIT');
        server = await launchServer(launch);
      } catch (error) {
        return stopping.signal.aborted ? undefined : String(error);
      }
      options.onRestart?.(lastWords);
    }
  }
  const keptRunning = keepRunning();

  return {
    address,
    get pid() {
      return server.child.pid ?? 0;
    },
    failed: keptRunning.then((reason) => reason ?? new Promise<string>(() => {})),
    async stop(how) {
      stopping.abort();
      const stopped = server.stop(how);
      await keptRunning;
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

/** Starts a server and waits until it accepts connections. */
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
      if (attempt === RETRIES || signal.aborted || !STILL_IN_USE.test(server.log.text())) throw error;
      await delay(250);
    }
  }
}

function spawnServer({ options, home, cluster, user, place }: Launch): RunningServer {
  const child = spawn(
    join(home, 'bin', 'postgres'),
    ['-D', cluster, ...serverArguments(options, place.isSocket ? place.host : undefined, place.port)],
    // In its own process group, so that Ctrl-C reaches only the store, which shuts the server down.
    { ...spawnAs(user), stdio: ['ignore', 'ignore', 'pipe'], detached: place.isSocket },
  );
  const log = new LastLines(child);
  const ended = once(child, 'close').catch(() => {});
  const stop = async ({ immediate = false } = {}) => {
    if (isRunning(child)) {
      // A suspended process handles no other signal.
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
    if (await isReady(cluster, child.pid ?? 0)) return;
  }
  await log.complete;
  throw explained(new Error(`PostgreSQL did not start: ${log.text()}`), cluster);
}

async function ensureDatabase(address: EmbeddedPostgres['address']): Promise<void> {
  const sql = postgres({ ...address, database: 'template1', max: 1, onnotice: () => {} });
  try {
    const [existing] = await sql`select from pg_database where datname = ${address.database}`;
    if (!existing) await sql`create database ${sql(address.database)}`;
  } finally {
    await sql.end();
  }
}

/** Collects the last lines of a child's standard error. */
class LastLines {
  /** Resolves when the child has exited and its output is complete. */
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
    this.lines = [...this.lines, ...chunk.split('\n').filter(Boolean)].slice(-MAX_LINES);
  }
}
