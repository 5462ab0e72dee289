import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** End of the name of a file that is being written. */
const PARTIAL = /^\.[0-9a-f]{12}$/;

/**
 * Reads a secret from an owner-only file, creating it when missing. Concurrent processes get the same secret, and a
 * crash leaves no partial file.
 */
export async function secretFile(path: string, make: () => string | Promise<string>): Promise<string> {
  const existing = await readIfThere(path);
  if (existing === undefined) await create(path, await make());
  await removePartials(path);
  return existing ?? readFile(path, 'utf8');
}

async function create(path: string, secret: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(partial, secret, { mode: 0o600, flag: 'wx' });
  await link(partial, path).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster, and may have removed this one's file.
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
  });
}

/** Removes the files of this process and of those that were killed. */
async function removePartials(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  for (const file of await readdir(folder)) {
    if (file.startsWith(name) && PARTIAL.test(file.slice(name.length)))
      await rm(join(folder, file), { force: true });
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
