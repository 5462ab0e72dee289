import { createHash } from 'node:crypto';
import { openFileCache } from './file-cache.ts';
import { limitConcurrency } from './limit-concurrency.ts';

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
  /** Called when bytes could not be stored, as on a full disk; they are still returned. */
  onStoreFailed?: (error: unknown) => void;
}

/** Opens a folder with the files of an earlier process. */
export async function openDerivatives(options: DerivativesOptions): Promise<Derivatives> {
  const files = await openFileCache(options.folder, options.maxBytes);
  const underway = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const inTurn = limitConcurrency(options.concurrency, options.maxWaiting);

  async function obtain(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    const stored = await files.read(name);
    if (stored) return stored;
    const bytes = Buffer.from(await inTurn(make));
    await files.write(name, bytes).catch((error: unknown) => options.onStoreFailed?.(error));
    return bytes;
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
