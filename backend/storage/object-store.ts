/** An inclusive byte range, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Open content of a version, readable even when the object is replaced meanwhile. Read or close it. */
export interface StoredBytes {
  /** Number of bytes: all, or those of the requested part. */
  size: number;
  /** A stream that closes the source when it ends or is cancelled. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Reads everything at once. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Result of a write. */
export interface Written {
  size: number;
  /** Quoted, as in HTTP. */
  etag: string;
}

/**
 * Storage of object content. Each version has a unique name that is never reused, and is read completely or not at all.
 */
export interface ObjectStore {
  /**
   * Writes the source durably. An error of the source leaves nothing.
   * @param version a new UUID
   * @throws ObjectStoreFull
   */
  write(version: string, source: AsyncIterable<Uint8Array>): Promise<Written>;
  /**
   * Opens a version, or a part within its size.
   * @returns undefined for an unknown version
   */
  open(version: string, part?: ByteRange): Promise<StoredBytes | undefined>;
  /** @returns false for an unknown source version */
  copy(from: string, to: string): Promise<boolean>;
  /** Ignores unknown versions. */
  remove(versions: readonly string[]): Promise<void>;
  /** Lists all versions, or those last written before a time, in batches. */
  list(before?: Date): AsyncIterable<string[]>;
  /** Removes partial writes from before a time. */
  removePartialWrites(before: Date): Promise<number>;
}

/** The storage does not respond; retrying may succeed. */
export class ObjectStoreUnavailable extends Error {
  override readonly name = 'ObjectStoreUnavailable';
}

/** The storage is full; nothing was written. */
export class ObjectStoreFull extends Error {
  override readonly name = 'ObjectStoreFull';
}

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is a version name; other files in the storage are ignored. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/**
 * Location of a version in every storage: `ab/ab12…`. Names of buckets and objects never become paths.
 * @throws TypeError for an invalid version
 */
export function placeOf(version: string): { shard: string; name: string } {
  if (!isVersion(version)) throw new TypeError(`A version must be a UUID, not ${JSON.stringify(version)}`);
  return { shard: version.slice(0, 2), name: version };
}
