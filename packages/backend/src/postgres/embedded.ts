import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chown, mkdtemp } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '../lib/database-address.ts';
import { identifier, openPool } from '../lib/sql.ts';
import { type Cluster, ensureCluster, findBinaries, OWNER, ownerPassword, spawnAs } from './cluster.ts';
import {
  canReach,
  explained,
  lockDataFolder,
  openDataFolder,
  placeCluster,
  postgresUser,
  type SystemUser,
} from './data-folder.ts';
import { endOrphan, isReady, runningServer, SOCKET_FOLDER, signalProcesses } from './pid-file.ts';

interface EmbeddedOptions {
  /** The data folder; the cluster is in its `postgres/`. */
  dataDir: string;
  /** Name of the database; created when missing. Default `postgres`. */
  database?: string | undefined;
  /** False for temporary clusters (tests), which need not survive a power failure. */
  durable?: boolean;
  maxConnections?: number;
  /** Called after a crashed server was restarted, with its last log lines. */
  onRestart?: (lastWords: string) => void;
  /** Called when the server has stopped because the disk is full; it restarts once there is space. */
  onFullDisk?: (lastWords: string) => void;
}

export interface EmbeddedPostgres {
  address: Omit<DatabaseAddress, 'ssl'>;
  /** Pid of the current server, which is restarted after a crash. */
  readonly pid: number;
  /**
   * Resolves with the last log lines when the server crashes repeatedly or cannot be restarted. Not for a
   * full disk: the server is restarted until there is space.
   */
  failed: Promise<string>;
  /**
   * Stops the server and unlocks the data folder. `immediate` skips the shutdown checkpoint, also after a first call
   * without it.
   */
  stop(options?: { immediate?: boolean }): Promise<void>;
}

interface ServerProcess {
  child: ChildProcess;
  /** Resolves when the process has exited, and when its output has ended too. */
  exited: Promise<unknown>;
  closed: Promise<unknown>;
  lastWords(): string;
}

/** Crash recovery can take minutes on a slow disk. */
const START_TIMEOUT = 10 * 60_000;
const FORCE_AFTER = 15_000;
/** Restarts within a minute before giving up. */
const MAX_RESTARTS = 5;
/** Processes of a killed server take a moment to exit; until then a new server rejects the cluster. */
const STILL_IN_USE = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;
const RETRIES = 40;
/** The server stops when it cannot grow its WAL, and cannot recover without space either. */
const FULL_DISK = /No space left on device|Disk quota exceeded/;
/** Pauses between attempts while the disk is full, in milliseconds, doubled each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const MAX_LINES = 8;
/** A socket's path is limited to 107 bytes, including the names of folder and socket. */
const MAX_SOCKET_BASE = 70;

/**
 * Starts the bundled PostgreSQL on a data folder, creating a missing cluster. Listens on a Unix socket accessible only
 * to its user, or on loopback where sockets are unavailable. Locks the folder.
 * @throws Error that explains the folder's problem, or with the server's last log lines
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataFolder(options.dataDir);
  const locks: (() => void)[] = [];
  const unlock = () => {
    for (const release of locks) release();
  };
  let folder = dataDir;
  try {
    locks.push(await lockDataFolder(dataDir));
    const user = postgresUser(join(dataDir, 'postgres'));
    folder = await placeCluster(dataDir, user);
    // A copied data folder may link to the same cluster.
    if (dirname(folder) !== dataDir) locks.push(await lockDataFolder(dirname(folder)));
    const home = await findBinaries(user);
    const password = await ownerPassword(dataDir);
    const cluster = { home, folder, password, user, durable: options.durable ?? true };
    await ensureCluster(cluster);
    await endOrphan(folder);
    return await runServer(cluster, options, unlock);
  } catch (error) {
    unlock();
    throw explained(error, folder);
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

async function runServer(
  cluster: Cluster,
  { database = 'postgres', maxConnections = 80, onRestart, onFullDisk }: EmbeddedOptions,
  onStopped: () => void,
): Promise<EmbeddedPostgres> {
  const { folder, user, durable, password } = cluster;
  const socket = process.platform === 'win32' ? undefined : await makeSocketFolder(user);
  const port = socket ? 5432 : await freePort();
  const address = { host: socket ?? '127.0.0.1', port, user: OWNER, password, database };
  const settings = serverArguments({ durable, maxConnections, socket, port });
  const failed = Promise.withResolvers<string>();
  let server: ServerProcess | undefined;
  let isStopping = false;
  const stopping = new AbortController();

  /** Starts the server and waits until it accepts connections. */
  async function launch(): Promise<void> {
    for (let attempt = 1; !isStopping; attempt++) {
      server = spawnServer(cluster, settings);
      const { child, closed, lastWords: words } = server;
      for (const end = Date.now() + START_TIMEOUT; isRunning(child); await delay(15)) {
        if (isReady(folder, child.pid)) return;
        if (Date.now() > end) child.kill('SIGQUIT');
      }
      await closed;
      if (isStopping) return;
      const lastWords = words();
      if (attempt === RETRIES || !STILL_IN_USE.test(lastWords))
        throw new Error(`PostgreSQL did not start: ${lastWords}`);
      await delay(250);
    }
  }

  async function keepRunning(): Promise<void> {
    for (let crashes: number[] = []; ; ) {
      await server?.exited;
      if (isStopping || !server) return;
      // Backends of the crashed server would keep the cluster locked, and its output open.
      signalProcesses(folder, 'SIGQUIT');
      await Promise.race([server.closed, delay(1_000, undefined, { ref: false })]);
      const lastWords = server.lastWords();
      if (FULL_DISK.test(lastWords)) await waitForSpace(lastWords);
      else {
        crashes = [...crashes.filter((time) => time > Date.now() - 60_000), Date.now()];
        if (crashes.length > MAX_RESTARTS) return failed.resolve(lastWords);
        await launch().catch((error: Error) => {
          if (!FULL_DISK.test(error.message)) throw error;
          return waitForSpace(error.message);
        });
      }
      if (!isStopping) onRestart?.(lastWords);
    }
  }

  /** Restarts the server until the disk has space. */
  async function waitForSpace(lastWords: string): Promise<void> {
    onFullDisk?.(lastWords);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (isStopping) return;
      try {
        return await launch();
      } catch (error) {
        if (!(error instanceof Error && FULL_DISK.test(error.message))) throw error;
      }
    }
  }

  const leaveSocket = () => socket && rmSync(socket, { recursive: true, force: true });
  const endWithProcess = () => {
    server?.child.kill('SIGINT');
    leaveSocket();
  };
  let running = Promise.resolve();
  const stop = async ({ immediate = false } = {}) => {
    isStopping = true;
    stopping.abort();
    const child = server?.child;
    // A suspended process handles no other signal.
    if (child && isRunning(child)) signalProcesses(folder, 'SIGCONT');
    child?.kill(immediate ? 'SIGQUIT' : 'SIGINT');
    const forced = setTimeout(() => child?.kill('SIGQUIT'), FORCE_AFTER);
    await Promise.all([server?.closed, running]);
    clearTimeout(forced);
    process.off('exit', endWithProcess);
    leaveSocket();
    onStopped();
  };

  process.once('exit', endWithProcess);
  try {
    await launch();
    await ensureDatabase(address);
  } catch (error) {
    await stop();
    throw error;
  }
  running = keepRunning().catch((error: unknown) => failed.resolve(String(error)));
  return {
    address,
    get pid() {
      return server?.child.pid ?? 0;
    },
    failed: failed.promise,
    stop,
  };
}

function spawnServer({ home, folder, user }: Cluster, settings: string[]): ServerProcess {
  const child = spawn(join(home, 'bin/postgres'), ['-D', folder, ...settings], {
    ...spawnAs(user),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lines: string[] = [];
  const keep = (text: string) => {
    lines = [...lines, ...text.split('\n').filter(Boolean)].slice(-MAX_LINES);
  };
  child.on('error', ({ message }) => keep(message));
  child.stderr?.setEncoding('utf8').on('data', keep);
  return {
    child,
    exited: once(child, 'exit').catch(() => {}),
    closed: once(child, 'close').catch(() => {}),
    lastWords: () => lines.join('\n') || 'it said nothing',
  };
}

interface ServerSettings {
  durable: boolean;
  maxConnections: number;
  /** Folder of the Unix socket; without one the server listens on loopback. */
  socket: string | undefined;
  port: number;
}

/** Command-line arguments of the server. */
function serverArguments({ durable, maxConnections, socket, port }: ServerSettings): string[] {
  const values: Record<string, string> = {
    listen_addresses: socket ? '' : '127.0.0.1',
    unix_socket_directories: socket ?? '',
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: String(maxConnections),
    shared_buffers: '96MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    // Vacuum soon after large imports, which enables index-only scans.
    autovacuum_naptime: '15s',
    jit: 'off',
    // Statement statistics, shown in the back office to the platform owner.
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '1000',
    'pg_stat_statements.track_utility': 'off',
    wal_level: 'logical',
    max_wal_senders: '10',
    max_replication_slots: '10',
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    ...(durable
      ? {}
      : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** Creates a folder for the server's socket, accessible only to its user. */
async function makeSocketFolder(user: SystemUser | undefined): Promise<string> {
  const base = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => Buffer.byteLength(folder) <= MAX_SOCKET_BASE && (!user || canReach(folder, user)),
  );
  if (!base)
    throw new Error('There is no folder for PostgreSQL to put its socket in. Set TMPDIR to a short path.');
  const folder = await mkdtemp(join(base, SOCKET_FOLDER));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}

/** Returns a free port on loopback, for platforms without Unix sockets. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function ensureDatabase(address: EmbeddedPostgres['address']): Promise<void> {
  const sql = openPool({ ...address, database: 'template1' }, 1);
  try {
    const [existing] = await sql`select from pg_database where datname = ${address.database}`;
    if (!existing) await sql`create database ${identifier(address.database)}`;
  } finally {
    await sql.end();
  }
}
