/** Bytes of the smallest buffer; others are as long as several of it. */
const STEP = 256 * 1024;
/** Longer ones are rare and not kept. */
const MOST_STEPS = 4;
/** Bytes of all buffers that nobody uses. */
const MOST_KEPT = 8 * 1024 * 1024;

/**
 * Buffers for what is put together, sent and done with. A new one for each page would be garbage outside of the heap, for
 * which the collector looks through all of the heap every few hundred pages.
 */
export class ScratchBuffers {
  private readonly free = new Map<number, Buffer[]>();
  private kept = 0;

  /** A buffer of at least this length, with anything in it, for the asker alone until it is given back. */
  take(length: number): Buffer {
    const size = Math.max(1, Math.ceil(length / STEP)) * STEP;
    const known = this.free.get(size)?.pop();
    if (known) this.kept -= size;
    return known ?? Buffer.allocUnsafeSlow(size);
  }

  /** Gives back a buffer that was taken, once, when nothing reads it any more. One that is not given back is lost to others. */
  give(buffer: Buffer): void {
    const size = buffer.length;
    if (size > MOST_STEPS * STEP || this.kept + size > MOST_KEPT) return;
    const free = this.free.get(size) ?? [];
    this.free.set(size, free);
    free.push(buffer);
    this.kept += size;
  }
}
