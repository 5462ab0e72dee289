import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { explained, openSharedHome, SHARED_HOME } from './data-folder.ts';
import { canReach, type SystemUser, spawnAs } from './unprivileged.ts';

export const OWNER = 'supabase_admin';

export interface ClusterOptions {
  home: string;
  cluster: string;
  password: string;
  user: SystemUser | undefined;
  /** Whether to sync files to disk. */
  durable: boolean;
  signal?: AbortSignal | undefined;
}

/** Creates a missing cluster in a temporary folder and renames it, so that a crash leaves no partial one. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { cluster, user } = options;
  if (await isCluster(cluster)) {
    await changeOwner(user, cluster);
    return;
  }
  const partial = `${cluster}.initialising`;
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { mode: 0o700 });
    await initialise({ ...options, cluster: partial });
    await rename(partial, cluster);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw explained(error, cluster);
  }
}

/** @throws Error when the folder contains anything else, which must not be overwritten */
async function isCluster(cluster: string): Promise<boolean> {
  const entries: string[] = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'EACCES') throw belongsToAnother(cluster);
    throw explained(error, cluster);
  });
  if (entries.length === 0) return false;
  if (entries.includes('PG_VERSION')) return true;
  throw new Error(
    `${cluster} holds files that are not a PostgreSQL cluster. Move them away and start again.`,
  );
}

function belongsToAnother(cluster: string): Error {
  return new Error(
    `The database in ${cluster} belongs to another user. ` +
      'Start as that user, or set SOUK_DATA to a folder of your own.',
  );
}

/** A cluster restored by root belongs to root, as whom PostgreSQL refuses to run. */
async function changeOwner(user: SystemUser | undefined, cluster: string): Promise<void> {
  const { uid } = await stat(cluster);
  if (user && uid === 0) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, `${cluster}/`]);
  else if (!user && uid !== process.getuid?.() && process.getuid) throw belongsToAnother(cluster);
}

async function initialise({ home, cluster, password, user, durable, signal }: ClusterOptions): Promise<void> {
  const passwordFile = `${cluster}/../${OWNER}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (user) {
      await chown(cluster, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    const child = spawn(
      join(home, 'bin', 'initdb'),
      [
        ...['-D', cluster, '-U', OWNER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8'],
        ...['--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...spawnAs(user), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    const { status, words } = await finished(child, signal);
    signal?.throwIfAborted();
    if (status !== 0) throw new Error(`PostgreSQL could not make its files (initdb): ${words}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Waits for a process group, which is killed on abort and when this process exits. */
async function finished(
  child: ChildProcess,
  signal: AbortSignal | undefined,
): Promise<{ status: number | null; words: string }> {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words += chunk;
  });
  const end = () => killGroup(child);
  process.once('exit', end);
  signal?.addEventListener('abort', end);
  try {
    const [status] = await once(child, 'close');
    return { status, words: words.trim() };
  } finally {
    process.off('exit', end);
    signal?.removeEventListener('abort', end);
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has just exited.
  }
}

/** Password of the cluster's owner, stored beside the cluster and created before it. */
export async function ownerPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const existing = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (existing) return existing;
  if (await lstat(join(dataDir, 'postgres', 'PG_VERSION')).catch(() => undefined)) {
    throw new Error(
      `${file} is missing, without which the database beside it cannot be opened. Put it back.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  const partial = `${file}.new`;
  await writeFile(partial, password, { mode: 0o600 });
  await rename(partial, file);
  return password;
}

/** The binaries in a folder accessible to PostgreSQL's user: a copy, if necessary. */
export async function reachableBinaries(
  { home, version }: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<string> {
  if (!user || canReach(join(home, 'bin', 'postgres'), user)) return home;
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (await stat(copy).catch(() => undefined)) return copy;
  await openSharedHome();
  const partial = `${copy}.${process.pid}`;
  try {
    await cp(home, partial, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'go+rX', partial]);
    await rename(partial, copy);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have created the copy meanwhile.
    if (!(await stat(copy).catch(() => undefined))) throw explained(error, SHARED_HOME);
  }
  return copy;
}
