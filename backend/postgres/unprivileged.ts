import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

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
    const [uid, gid] = [numericId('-u', name), numericId('-g', name)];
    if (uid !== undefined && gid !== undefined) return { name, uid, gid };
  }
  throw new Error(
    'PostgreSQL refuses to run as root and there is no user "postgres" or "nobody". Start as an ordinary user.',
  );
}

function numericId(flag: string, name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  const id = Number.parseInt(stdout, 10);
  return status === 0 && id > 0 ? id : undefined;
}

/** Whether a user can access a program or folder, checked by a process of that user. */
export function canReach(path: string, user: SystemUser): boolean {
  return spawnSync('test', ['-x', path], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0;
}

/** Spawn options for PostgreSQL's programs. The user may not have access to the parent's folder and environment. */
export function spawnAs(user: SystemUser | undefined): {
  uid?: number;
  gid?: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
} {
  const { PATH, SystemRoot } = process.env;
  const env = { PATH, SystemRoot, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };
  return { ...(user ? { uid: user.uid, gid: user.gid } : {}), cwd: '/', env };
}
