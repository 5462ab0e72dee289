import { open } from 'node:fs/promises';

/** Makes names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and writes their entries by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** What is read of a file; undefined when there is none. */
export async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
