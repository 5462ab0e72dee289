import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** The queue is full. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

/** A disk cache of bytes that are expensive to compute. */
export interface Derivatives {
  /**
   * Returns the bytes of a key, computing missing ones. Concurrent calls for a key share one computation.
   * @param key everything that determines the bytes
   * @throws TooBusyError, or the error of `make`, which is not cached
   */
  get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>>;
}

interface DerivativesOptions {
  folder: string;
  /** Size limit; the least recently used are evicted. */
  maxBytes: number;
  /** Maximum number of concurrent computations. */
  concurrency: number;
  /** Maximum number of queued computations. */
  maxWaiting: number;
  /** Called when bytes could not be stored, as on a full disk; they are returned all the same. */
  onStoreFailed?: (error: unknown) => void;
}

const FILE_NAME = /^[0-9a-f]{64}$/;

/** Opens a folder with the files of an earlier process. */
export async function openDerivatives(options: DerivativesOptions): Promise<Derivatives> {
  const { folder } = options;
  await mkdir(folder, { recursive: true });
  const path = (name: string) => join(folder, name);
  const removals = new Map<string, Promise<void>>();
  const remove = (name: string) => {
    const removal = rm(path(name), { force: true })
      .catch(() => {})
      .finally(() => removals.delete(name));
    removals.set(name, removal);
  };
  const sizes = new LRUCache<string, number>({
    maxSize: options.maxBytes,
    sizeCalculation: (size) => Math.max(size, 1),
    dispose: (_size, name, reason) => {
      if (reason === 'evict') remove(name);
    },
  });
  for (const { name, size } of await filesByAge(folder)) sizes.set(name, size);

  const underway = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const inTurn = limitConcurrency(options.concurrency, options.maxWaiting);

  async function obtain(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    if (sizes.get(name) !== undefined) {
      const stored = await readFile(path(name)).catch(() => undefined);
      if (stored) return stored;
      sizes.delete(name);
    }
    const bytes = Buffer.from(await inTurn(make));
    await store(name, bytes).catch((error: unknown) => options.onStoreFailed?.(error));
    return bytes;
  }

  async function store(name: string, bytes: Uint8Array): Promise<void> {
    const partial = path(`${name}.${randomBytes(4).toString('hex')}`);
    try {
      await writeFile(partial, bytes);
      // An evicted file of the same name may still be being deleted.
      await removals.get(name);
      await rename(partial, path(name));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    sizes.set(name, bytes.byteLength);
  }

  return {
    get(key, make) {
      const name = createHash('sha256').update(key).digest('hex');
      const running = underway.get(name);
      if (running) return running;
      const promise = obtain(name, make).finally(() => underway.delete(name));
      underway.set(name, promise);
      return promise;
    },
  };
}

/** Oldest first, so that the newest count as most recently used; removes partial files. */
async function filesByAge(folder: string) {
  const files: { name: string; size: number; time: number }[] = [];
  for (const name of await readdir(folder)) {
    if (!FILE_NAME.test(name)) {
      await rm(join(folder, name), { force: true });
      continue;
    }
    const { size, mtimeMs } = await stat(join(folder, name));
    files.push({ name, size, time: mtimeMs });
  }
  return files.sort((a, b) => a.time - b.time);
}

/** Runs at most `concurrency` tasks at a time; refuses tasks beyond `maxWaiting` queued ones. */
export function limitConcurrency(concurrency: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw new TooBusyError('Too much is being made at the moment');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
