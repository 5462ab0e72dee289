import { chmod, chown, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, type SystemUser } from './unprivileged.ts';

/** Prefix of socket folders. */
export const SOCKET_FOLDER = 'souk-pg-';
/** A socket's path is limited to 107 bytes, including the names of folder and socket. */
const MAX_BASE_LENGTH = 70;

/** Creates a socket folder accessible only to its user. */
export async function makeSocketFolder(user: SystemUser | undefined): Promise<string> {
  const base = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => Buffer.byteLength(folder) <= MAX_BASE_LENGTH && (!user || canReach(folder, user)),
  );
  if (!base)
    throw new Error('There is no folder for PostgreSQL to put its socket in. Set TMPDIR to a short path.');
  const folder = await mkdtemp(join(base, SOCKET_FOLDER));
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  return folder;
}

/** Returns a free port on loopback, for platforms without Unix sockets. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
