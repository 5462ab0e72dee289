import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Thrown when so much is being made that one more would only wait. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

/** Bytes that are made from other bytes with effort, once, and kept on disk. */
export interface Derivatives {
  /**
   * The bytes for a key, from the disk or made now. Callers who want the same key at the same time share one making.
   * @param key everything that decides the bytes
   * @throws TooBusyError, or what `make` throws; nothing is kept then.
   */
  get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>>;
}

export interface DerivativesOptions {
  folder: string;
  /** The least recently used go when there are more. */
  maxBytes: number;
  /** How many are made at a time. */
  concurrency: number;
  /** How many may wait for their turn. */
  maxWaiting: number;
  /** Told of bytes that were made and could not be kept, as on a full disk. Whoever asked gets them all the same. */
  onNotKept?: (error: unknown) => void;
}

const FILE_NAME = /^[0-9a-f]{64}$/;

/** Opens the folder and takes up what an earlier process left there. */
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
      const kept = await readFile(path(name)).catch(() => undefined);
      if (kept) return kept;
      sizes.delete(name);
    }
    const made = Buffer.from(await inTurn(make));
    await keep(name, made).catch((error: unknown) => options.onNotKept?.(error));
    return made;
  }

  async function keep(name: string, made: Uint8Array): Promise<void> {
    const partial = path(`${name}.${randomBytes(4).toString('hex')}`);
    try {
      await writeFile(partial, made);
      // An older file of the name may still be on its way out.
      await removals.get(name);
      await rename(partial, path(name));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    sizes.set(name, made.byteLength);
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

/** Oldest first, so that the newest are the most recently used; what a broken-off write left is removed. */
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

/** Runs at most `concurrency` tasks at a time; when `maxWaiting` wait already, one more is refused. */
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
