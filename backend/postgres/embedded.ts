import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress } from '../lib/database-address.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, OWNER, ownerPassword, reachableBinaries } from './cluster.ts';
import { explained, lockDataFolder, openDataFolder, placeCluster } from './data-folder.ts';
import { LastLines } from './last-lines.ts';
import { endOrphan, runningServer, saysReady } from './pid-file.ts';
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
}

export interface EmbeddedPostgres {
  address: Omit<DatabaseAddress, 'ssl'>;
  pid: number;
  /** Resolves with the last lines of the log when the server ends without being asked to. */
  failed: Promise<string>;
  /**
   * Ends the server and gives the data folder back. `immediate` leaves the tidying up to the next start, also after a
   * first call without it.
   */
  stop(options?: { immediate?: boolean }): Promise<void>;
}

interface RunningServer extends Pick<EmbeddedPostgres, 'failed' | 'stop'> {
  child: ChildProcess;
  log: LastLines;
  host: string;
  port: number;
}

/** A store that was told to stop a moment ago may still hold the folder. */
const PATIENCE = 2_500;
/** Recovery after a crash may take minutes on a slow disk, during which the server lives and is not ready. */
const START_TIMEOUT = 10 * 60_000;
const FORCE_AFTER = 15_000;
/** Processes of a killed server take a moment to notice; until then a new one refuses the cluster. */
const NOT_YET = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;
const RETRIES = 40;

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

  for (let attempt = 1; ; attempt++) {
    const server = await spawnServer(home, cluster, user, options);
    const { child, host, port, log } = server;
    try {
      await ready(child, cluster, log, signal);
      const address = { host, port, user: OWNER, password, database: options.database ?? 'postgres' };
      await ensureDatabase(address);
      signal?.throwIfAborted();
      return { address, pid: child.pid ?? 0, failed: server.failed, stop: server.stop };
    } catch (error) {
      await server.stop();
      if (attempt === RETRIES || signal?.aborted || !NOT_YET.test(log.text())) throw error;
      await delay(250);
    }
  }
}

async function spawnServer(
  home: string,
  cluster: string,
  user: SystemUser | undefined,
  options: EmbeddedOptions,
): Promise<RunningServer> {
  const sockets = process.platform !== 'win32';
  const host = sockets ? await makeSocketFolder(user) : '127.0.0.1';
  const port = sockets ? 5432 : await freePort();
  const child = spawn(
    join(home, 'bin', 'postgres'),
    ['-D', cluster, ...serverArguments(options, sockets ? host : undefined, port)],
    // A group of its own: Ctrl-C in the terminal is for the store, which then ends its database in order.
    { ...spawnAs(user), stdio: ['ignore', 'ignore', 'pipe'], detached: sockets },
  );
  const log = new LastLines(child);
  const ended = once(child, 'close').catch(() => {});
  let asked = false;

  const endWithProcess = () => {
    child.kill('SIGINT');
    if (sockets) rmSync(host, { recursive: true, force: true });
  };
  process.once('exit', endWithProcess);

  const failed = ended.then(() => (asked ? new Promise<string>(() => {}) : log.text()));
  const stop = async ({ immediate = false } = {}) => {
    asked = true;
    if (isRunning(child)) child.kill(immediate ? 'SIGQUIT' : 'SIGINT');
    const forced = setTimeout(() => child.kill('SIGQUIT'), FORCE_AFTER);
    await ended;
    clearTimeout(forced);
    process.off('exit', endWithProcess);
    if (sockets) await rm(host, { recursive: true, force: true });
  };
  return { child, log, host, port, failed, stop };
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function ready(
  child: ChildProcess,
  cluster: string,
  log: LastLines,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT; Date.now() < end && isRunning(child); await delay(15)) {
    signal?.throwIfAborted();
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
