/** Bytes that somebody reads while they stay open, even when the object is replaced meanwhile. */
export interface StoredBytes {
  size: number;
  /** The whole or an inclusive part, as a stream that closes the source when it ends or is cancelled. */
  stream(range?: { start: number; end: number }): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Everything at once. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** What was written. */
export interface Written {
  size: number;
  /** Quoted, as HTTP wants it. */
  etag: string;
}

/**
 * Where the bytes of objects are. Each version of an object has a name of its own that is never reused or written
 * twice: whoever knows a version gets all of it or nothing.
 */
export interface ObjectStore {
  /**
   * Keeps what the source yields, safely on the medium before it resolves. An error of the source leaves nothing.
   * @param version a new UUID
   */
  write(version: string, source: AsyncIterable<Uint8Array>): Promise<Written>;
  /** @returns undefined when there is no such version. */
  open(version: string): Promise<StoredBytes | undefined>;
  /** @returns false when the source version does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Unknown versions are passed over. */
  remove(versions: readonly string[]): Promise<void>;
  /** Versions last written before the time, for the sweep, in portions. */
  olderThan(time: Date): AsyncIterable<string[]>;
  /** Removes what broken-off writes before the time left. */
  removeBrokenWrites(before: Date): Promise<number>;
}
