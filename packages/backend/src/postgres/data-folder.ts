import { spawnSync } from 'node:child_process';
import { constants, statSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  realpath,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LockHeld, takePidLock } from './pid-lock.mjs';

/** Location of data and binaries that PostgreSQL's user cannot access in place, such as below /root. */
export const SHARED_HOME = '/var/lib/embedded-supabase';
/** A stopping store may still hold the lock. */
const LOCK_TIMEOUT = 2_500;

/**
 * Creates a missing folder, accessible only to its owner.
 * @returns its real path
 * @throws Error that explains the problem and its remedy
 */
export async function openDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw explained(error, dataDir);
  }
}

/** Locks the folder until the returned function is called or this process exits. */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  try {
    return await takePidLock(join(dataDir, 'lock.pid'), { timeout: LOCK_TIMEOUT });
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new Error(
      `Process ${error.holder.pid} already uses the data folder ${dataDir}. ` +
        'Stop it first, or choose another data folder (and another port) to run beside it.',
    );
  }
}

/**
 * Chooses a cluster folder that PostgreSQL's user can access: in the data folder, or in {@link SHARED_HOME} with a
 * symbolic link in the data folder.
 * @returns the cluster's real path, which may not exist yet
 */
export async function placeCluster(dataDir: string, user: SystemUser | undefined): Promise<string> {
  const place = join(dataDir, 'postgres');
  const existing = await lstat(place).catch(() => undefined);
  if (existing?.isSymbolicLink()) {
    return realpath(place).catch(() => {
      throw new Error(
        `The database of ${dataDir} is gone: ${place} is a link into ${SHARED_HOME} and there is nothing. ` +
          'Put it back, or remove the whole data folder to begin anew.',
      );
    });
  }
  if (!user) return place;
  if (!canReach(dataDir, user)) await allowTraversal(dataDir, user);
  if (canReach(dataDir, user)) return place;
  if (existing) {
    throw new Error(
      `PostgreSQL cannot run as root, and its user "${user.name}" cannot reach ${place}. ` +
        'Move the data folder to where that user can go, or start as the user that owns it.',
    );
  }
  await openSharedHome();
  const elsewhere = await mkdtemp(join(SHARED_HOME, `${basename(dirname(dataDir)).replace(/\W+/g, '-')}-`));
  await allowTraversal(elsewhere, user);
  await writeFile(join(elsewhere, 'belongs-to'), `${dataDir}\n`);
  const cluster = join(elsewhere, 'postgres');
  await mkdir(cluster, { mode: 0o700 });
  await symlink(cluster, place);
  return cluster;
}

/** Creates {@link SHARED_HOME} if missing, traversable by all users. */
export async function openSharedHome(): Promise<void> {
  try {
    await mkdir(SHARED_HOME, { recursive: true });
    await chmod(SHARED_HOME, 0o755);
  } catch (error) {
    throw explained(error, SHARED_HOME);
  }
}

/** Lets a user traverse one of root's folders, without listing it. */
async function allowTraversal(folder: string, user: SystemUser): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid !== 0) return;
  await chown(folder, 0, user.gid);
  await chmod(folder, (mode & 0o7777) | 0o010);
}

/** A system user to run PostgreSQL as, which refuses to run as root. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The user to run PostgreSQL as: the current one unless root; else the cluster's owner, so that `sudo` does not lock
 * them out; else `postgres` or `nobody`.
 */
export function postgresUser(cluster: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `#${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const idOf = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
    const [uid, gid] = [idOf('-u'), idOf('-g')];
    if (uid > 0 && gid > 0) return { name, uid, gid };
  }
  throw new Error(
    'PostgreSQL refuses to run as root and there is no user "postgres" or "nobody". Start as an ordinary user.',
  );
}

/** Whether a user can access a program or folder, checked by a process of that user. */
export function canReach(path: string, user: SystemUser): boolean {
  return spawnSync('test', ['-x', path], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0;
}

/** Explains a file system error and its remedy. */
export function explained(error: unknown, folder: string): Error {
  const reason = error instanceof Error ? error : new Error(String(error));
  const { code = '', syscall = '' } = reason as NodeJS.ErrnoException;
  const because = { cause: error };
  if (/ENOSPC|EDQUOT/.test(code) || /No space left on device/i.test(reason.message)) {
    return new Error(`The disk that holds ${folder} is full. Free some space and start again.`, because);
  }
  if (/EACCES|EPERM|EROFS/.test(code) && !/^(spawn|kill)/.test(syscall)) {
    return new Error(
      `The data folder ${folder} cannot be written to. Choose one that you can write to.`,
      because,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new Error(`${folder} is not a folder. Choose one that you can write to.`, because);
  }
  return reason;
}
