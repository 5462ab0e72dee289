import { open } from 'node:fs/promises';

/** Syncs a folder, so that its entries survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and syncs their entries itself.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** The result of a read; undefined if the file does not exist. */
export async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
