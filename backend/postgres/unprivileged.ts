import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A user of the operating system that PostgreSQL, which refuses to run as root, can run as. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/** The user to spawn PostgreSQL as: nobody special when not root, else `postgres` if there is one, else `nobody`. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
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

/** Whether a user may walk down to a path: every folder above it must let them through. */
export function canReach(path: string, user: SystemUser): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
