import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** A folder of reproducible files, limited in bytes; the least recently used are evicted. */
export interface FileCache {
  read(name: string): Promise<Buffer<ArrayBuffer> | undefined>;
  /** @throws Error when the file cannot be stored, as on a full disk; leaves no partial file */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Most recently used first. */
  names(): Iterable<string>;
}

const PARTIAL = /\.partial-[0-9a-f]{8}$/;

/** Opens a folder with the files of earlier processes; the newest count as most recently used. */
export async function openFileCache(folder: string, maxBytes: number): Promise<FileCache> {
  await mkdir(folder, { recursive: true });
  const removals = new Map<string, Promise<void>>();
  const remove = (name: string) => {
    const removal = rm(join(folder, name), { force: true })
      .catch(() => {})
      .finally(() => removals.delete(name));
    removals.set(name, removal);
  };
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => Math.max(size, 1),
    dispose: (_size, name, reason) => {
      if (reason === 'evict') remove(name);
    },
  });
  for (const { name, size } of await filesByAge(folder)) sizes.set(name, size);

  return {
    names: () => sizes.keys(),

    async read(name) {
      if (sizes.get(name) === undefined) return undefined;
      return readFile(join(folder, name)).catch(() => {
        sizes.delete(name);
        return undefined;
      });
    },

    async write(name, bytes) {
      const partial = join(folder, `${name}.partial-${randomBytes(4).toString('hex')}`);
      try {
        await writeFile(partial, bytes);
        // An evicted file of the same name may still be in deletion.
        await removals.get(name);
        await rename(partial, join(folder, name));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      sizes.set(name, bytes.byteLength);
    },
  };
}

/** Oldest first; also removes leftovers of interrupted writes. */
async function filesByAge(folder: string) {
  const files: { name: string; size: number; time: number }[] = [];
  for (const name of await readdir(folder)) {
    if (PARTIAL.test(name)) {
      await rm(join(folder, name), { force: true });
      continue;
    }
    const { size, mtimeMs } = await stat(join(folder, name));
    files.push({ name, size, time: mtimeMs });
  }
  return files.sort((a, b) => a.time - b.time);
}
