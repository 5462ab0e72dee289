import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress } from '../db.ts';
import { findBinaries } from './binaries.ts';
import { endOrphan, saysReady } from './pid-file.ts';
import { canReach, postgresUser, type SystemUser } from './unprivileged.ts';

export interface EmbeddedOptions {
  /** Folder of the store's data; the cluster lies in `postgres/` below it. */
  dataDir: string;
  /** Name of the database; made when missing. */
  database?: string;
  /** Throw-away clusters (tests) need not survive a power cut. */
  durable?: boolean;
  maxConnections?: number;
}

export interface EmbeddedPostgres {
  address: DatabaseAddress;
  pid: number;
  /** Resolves with the last lines of the log when the server ends without being asked to. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

const SHARED_HOME = '/var/lib/souk';
const START_TIMEOUT = 60_000;
const OWNER = 'supabase_admin';
/** A socket's path must fit into 107 bytes. */
const LONGEST_SOCKET_FOLDER = 80;

/**
 * Starts the PostgreSQL that came from npm on a data folder, making the cluster first when there is none. It listens
 * on a Unix socket in a folder that only its user can enter, or on loopback where the platform has no sockets.
 * @throws Error with the server's own last words when it does not come up.
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = postgresUser();
  const binaries = findBinaries();
  const dataDir = await usableDataDir(resolve(options.dataDir), user);
  const home = await usableBinaries(binaries.home, binaries.version, user);
  const cluster = join(dataDir, 'postgres');
  const password = await ownerPassword(dataDir);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise(home, cluster, password, user);
  await endOrphan(cluster);

  const sockets = process.platform !== 'win32';
  const host = sockets ? await socketFolder(user) : '127.0.0.1';
  const port = sockets ? 5432 : await freePort();
  const child = spawn(
    join(home, 'bin', 'postgres'),
    ['-D', cluster, ...settings(options, sockets ? host : undefined, port)],
    { ...spawnAs(user), stdio: ['ignore', 'ignore', 'pipe'], detached: sockets },
  );
  const log = new LastLines(child);
  let stopping = false;
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const failed = exited.then(() => (stopping ? new Promise<string>(() => {}) : log.text()));
  const removeSocket = () => (sockets ? rm(host, { recursive: true, force: true }) : Promise.resolve());

  const stop = async () => {
    stopping = true;
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    const forced = setTimeout(() => child.kill('SIGQUIT'), 10_000);
    await exited;
    clearTimeout(forced);
    await removeSocket();
  };

  try {
    await ready(child, cluster, log);
    const address = { host, port, user: OWNER, password, database: options.database ?? 'postgres' };
    await ensureDatabase(address);
    return { address, pid: child.pid ?? 0, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settings(options: EmbeddedOptions, socket: string | undefined, port: number): string[] {
  const durable = options.durable ?? true;
  const values: Record<string, string> = {
    listen_addresses: socket ? '' : '127.0.0.1',
    unix_socket_directories: socket ?? '',
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: String(options.maxConnections ?? 80),
    shared_buffers: '96MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
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

/** Unless it runs as root, PostgreSQL's data lies where the store's data lies; else it may have to lie elsewhere. */
async function usableDataDir(dataDir: string, user: SystemUser | undefined): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  if (!user || canReach(join(dataDir, 'postgres'), user)) return dataDir;
  const name = `${basename(dataDir).replace(/\W/g, '')}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 10)}`;
  const elsewhere = join(SHARED_HOME, name);
  await mkdir(elsewhere, { recursive: true });
  return elsewhere;
}

async function usableBinaries(home: string, version: string, user: SystemUser | undefined): Promise<string> {
  if (!user || canReach(join(home, 'bin', 'postgres'), user)) return home;
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  await cp(home, partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, copy).catch(async (error: NodeJS.ErrnoException) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  });
  return copy;
}

async function ownerPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    const password = randomBytes(24).toString('base64url');
    await writeFile(file, password, { mode: 0o600, flag: 'wx' });
    return password;
  }
}

/** Makes the cluster beside its place and renames it, so that a crash in the middle leaves nothing half-made. */
async function initialise(
  home: string,
  cluster: string,
  password: string,
  user: SystemUser | undefined,
): Promise<void> {
  const partial = `${cluster}.initialising`;
  const passwordFile = `${partial}.password`;
  await rm(partial, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(partial, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const { status, stderr, error } = spawnSync(
    join(home, 'bin', 'initdb'),
    [
      ...['-D', partial, '-U', OWNER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8'],
      ...['--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions', '--no-sync'],
    ],
    { ...spawnAs(user), encoding: 'utf8' },
  );
  await rm(passwordFile, { force: true });
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
  await rename(partial, cluster);
}

async function socketFolder(user: SystemUser | undefined): Promise<string> {
  const base = tmpdir().length > LONGEST_SOCKET_FOLDER ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(base, 'souk-pg-'));
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  return folder;
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function ready(child: ChildProcess, cluster: string, log: LastLines): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT; Date.now() < end; ) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await saysReady(cluster)) return;
    await delay(15);
  }
  throw new Error(`PostgreSQL did not start: ${log.text()}`);
}

async function ensureDatabase(address: DatabaseAddress): Promise<void> {
  const sql = postgres({ ...address, database: 'template1', max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`select from pg_database where datname = ${address.database}`;
    if (!found) await sql`create database ${sql(address.database)}`;
  } finally {
    await sql.end();
  }
}

/** What to spawn PostgreSQL's programs with. Its own folder as home and cwd: the parent's may be closed to it. */
function spawnAs(user: SystemUser | undefined): {
  uid?: number;
  gid?: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
} {
  const env = {
    PATH: process.env.PATH,
    SystemRoot: process.env.SystemRoot,
    LANG: 'C',
    LC_ALL: 'C',
    TZ: 'UTC',
  };
  return { ...(user ? { uid: user.uid, gid: user.gid } : {}), cwd: tmpdir(), env };
}

class LastLines {
  private lines: string[] = [];
  constructor(child: ChildProcess) {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.lines = [...this.lines, ...chunk.split('\n').filter(Boolean)].slice(-20);
    });
    child.once('error', (error) => this.lines.push(error.message));
  }
  text(): string {
    return this.lines.join('\n') || 'it said nothing';
  }
}
