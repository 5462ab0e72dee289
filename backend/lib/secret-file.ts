import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a secret from an owner-only file, creating it when missing. Concurrent processes get the same secret, and a
 * crash leaves no partial file.
 */
export async function secretFile(path: string, make: () => string | Promise<string>): Promise<string> {
  const existing = await readIfThere(path);
  if (existing !== undefined) return existing;
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
