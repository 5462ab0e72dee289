import type { ByteRange } from './byte-range.ts';

/** Bytes that somebody reads while they stay open, even when the object is replaced meanwhile. Read or close them. */
export interface StoredBytes {
  /** How many there are to read: all, or those of the part that was asked for. */
  size: number;
  /** A stream that closes the source when it ends or is cancelled. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
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
   * @throws ObjectStoreFull
   */
  write(version: string, source: AsyncIterable<Uint8Array>): Promise<Written>;
  /**
   * Opens a version, or a part of it that lies within its size.
   * @returns undefined when there is no such version.
   */
  open(version: string, part?: ByteRange): Promise<StoredBytes | undefined>;
  /** @returns false when the source version does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Unknown versions are passed over. */
  remove(versions: readonly string[]): Promise<void>;
  /** Every version, or those last written before a time, in portions. */
  list(before?: Date): AsyncIterable<string[]>;
  /** Removes what broken-off writes before the time left. */
  removeBrokenWrites(before: Date): Promise<number>;
}

/** The medium does not answer. It may again, so that trying later makes sense. */
export class ObjectStoreUnavailable extends Error {
  override readonly name = 'ObjectStoreUnavailable';
}

/** The medium has no room for what was to be written; nothing of it is left. */
export class ObjectStoreFull extends Error {
  override readonly name = 'ObjectStoreFull';
}

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can name a version; what else lies on the medium is not ours. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/**
 * Where a version lies, on every medium: `ab/ab12…`. Names of buckets and objects never become paths.
 * @throws TypeError for what is no version
 */
export function placeOf(version: string): { shard: string; name: string } {
  if (!isVersion(version)) throw new TypeError(`A version must be a UUID, not ${JSON.stringify(version)}`);
  return { shard: version.slice(0, 2), name: version };
}
