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

/** Spawn options for PostgreSQL's programs. The user may not have access to the parent's folder and environment. */
export function spawnAs(user: SystemUser | undefined) {
  const { PATH, SystemRoot } = process.env;
  return {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: '/',
    env: { PATH, SystemRoot, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' },
    // In its own process group, so that Ctrl-C reaches only the store, which shuts the server down.
    detached: process.platform !== 'win32',
  };
}
