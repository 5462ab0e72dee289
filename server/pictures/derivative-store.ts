import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Disk cache of resized pictures, limited in bytes, with LRU eviction. */
export class DerivativeStore {
  private readonly folder: string;
  private readonly sizes: LRUCache<string, number>;

  private constructor(folder: string, maxBytes: number) {
    this.folder = folder;
    this.sizes = new LRUCache<string, number>({
      maxSize: maxBytes,
      sizeCalculation: (size) => Math.max(1, size),
      dispose: (_size, name, reason) => {
        if (reason === 'evict') void rm(join(folder, name), { force: true }).catch(() => {});
      },
    });
  }

  /** Opens a folder with the files of earlier processes, and removes partial ones. */
  static async open(folder: string, maxBytes: number): Promise<DerivativeStore> {
    await mkdir(folder, { recursive: true });
    const store = new DerivativeStore(folder, maxBytes);
    for (const name of await readdir(folder)) {
      if (name.includes('.partial')) await rm(join(folder, name), { force: true });
      else store.sizes.set(name, (await stat(join(folder, name))).size);
    }
    return store;
  }

  names(): Iterable<string> {
    return this.sizes.keys();
  }

  async read(name: string): Promise<Buffer | undefined> {
    if (this.sizes.get(name) === undefined) return undefined;
    return readFile(join(this.folder, name)).catch(() => {
      this.sizes.delete(name);
      return undefined;
    });
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const partial = join(this.folder, `${name}.partial-${process.pid}`);
    try {
      await writeFile(partial, bytes);
      await rename(partial, join(this.folder, name));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    this.sizes.set(name, bytes.length);
  }
}
