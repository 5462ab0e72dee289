import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, type SystemUser } from './unprivileged.ts';

/** How the names of the folders begin that sockets lie in. */
export const SOCKET_FOLDER = 'souk-pg-';
const SOCKET = '.s.PGSQL.5432';
/** A socket's path must fit into 107 bytes, with room for the name of the folder and of the socket. */
const LONGEST_BASE = 70;
/** A folder without a socket belongs to a server that is about to start, unless it has waited this long. */
const STARTS_WITHIN = 10 * 60_000;

/** Makes a folder for a socket that only its user can enter, and removes those that dead servers left behind. */
export async function makeSocketFolder(user: SystemUser | undefined): Promise<string> {
  const base = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => Buffer.byteLength(folder) <= LONGEST_BASE && (!user || canReach(folder, user)),
  );
  if (!base)
    throw new Error('There is no folder for PostgreSQL to put its socket in. Set TMPDIR to a short path.');
  await removeDeadSocketFolders(base);
  const folder = await mkdtemp(join(base, SOCKET_FOLDER));
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  return folder;
}

/** Removes the socket folders that nobody listens in any more. Folders of other users stay: they cannot be looked into. */
export async function removeDeadSocketFolders(base: string): Promise<void> {
  const names = (await readdir(base)).filter((name) => name.startsWith(SOCKET_FOLDER));
  await Promise.all(
    names.map(async (name) => {
      const folder = join(base, name);
      if (await isDead(folder)) await rm(folder, { recursive: true, force: true }).catch(() => {});
    }),
  );
}

async function isDead(folder: string): Promise<boolean> {
  const answer = await connectTo(join(folder, SOCKET));
  if (answer !== 'ENOENT') return answer === 'ECONNREFUSED';
  const made = await stat(folder).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > STARTS_WITHIN;
}

/** @returns the code of the error, or `listens`. */
function connectTo(path: string): Promise<string> {
  return new Promise((done) => {
    const socket = createConnection({ path });
    socket.once('connect', () => {
      socket.destroy();
      done('listens');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? ''));
  });
}

/** A free port on loopback, for platforms without Unix sockets. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
