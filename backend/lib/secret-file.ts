import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a secret that is kept in a file only its owner can read, making it first when there is none. Of two processes
 * that make it at the same moment both get the same one, and a crash in the middle leaves no half-written file.
 */
export async function secretFile(path: string, make: () => string | Promise<string>): Promise<string> {
  const found = await readIfThere(path);
  if (found !== undefined) return found;
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(partial, await make(), { mode: 0o600, flag: 'wx' });
  try {
    await link(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(partial, { force: true });
  }
  return readFile(path, 'utf8');
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
