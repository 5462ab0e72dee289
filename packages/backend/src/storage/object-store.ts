import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ifThere, syncFolder } from '../lib/files.ts';

/** An inclusive byte range, as in HTTP. */
interface ByteRange {
  start: number;
  end: number;
}

/** Open content of a version, readable even when the object is replaced meanwhile. Read or close it. */
interface StoredBytes {
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

const STREAM_CHUNK = 256 * 1024;

/** Stores each version in a file `objects/ab/ab12…`. Files are written in `incoming/` and renamed once complete. */
export async function openDiskObjectStore(folder: string): Promise<ObjectStore> {
  const objects = join(folder, 'objects');
  await mkdir(objects, { recursive: true });
  const incoming = await openSpool(join(folder, 'incoming'));

  const shard = (version: string) => join(objects, placeOf(version).shard);
  const path = (version: string) => join(shard(version), placeOf(version).name);

  return {
    async write(version, source) {
      const target = path(version);
      const { file, ...written } = await incoming.receive(version, source, { sync: true });
      await mkdir(shard(version), { recursive: true });
      await rename(file, target);
      await syncFolder(shard(version));
      return written;
    },
    async open(version, part) {
      const file = await ifThere(open(path(version), 'r'));
      if (!file) return undefined;
      return storedBytes(file, part?.start ?? 0, part ? part.end + 1 : (await file.stat()).size);
    },
    async copy(from, to) {
      await mkdir(shard(to), { recursive: true });
      const made = link(path(from), path(to)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') throw error;
        return copyFile(path(from), path(to));
      });
      return (await ifThere(made.then(() => true))) ?? false;
    },
    async remove(versions) {
      await Promise.all(versions.map((version) => rm(path(version), { force: true })));
    },
    async *list(before) {
      for (const name of await readdir(objects)) {
        const versions: string[] = [];
        for (const version of await readdir(join(objects, name))) {
          if (isVersion(version) && (!before || (await isOlder(join(objects, name, version), before))))
            versions.push(version);
        }
        if (versions.length > 0) yield versions;
      }
    },
    removePartialWrites: incoming.removeOlder,
  };
}

/** A folder for incoming files. */
interface Spool {
  /** Writes a file; an error of the source leaves none. @throws ObjectStoreFull */
  receive(
    name: string,
    source: AsyncIterable<Uint8Array>,
    options?: { sync?: boolean },
  ): Promise<Written & { file: string }>;
  /** Removes files last written before a time. @returns the number of removed files */
  removeOlder(before: Date): Promise<number>;
}

export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true });
  return {
    async receive(name, source, { sync = false } = {}) {
      const path = join(folder, name);
      const hash = createHash('sha256');
      let size = 0;
      async function* measured() {
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.byteLength;
          yield chunk;
        }
      }
      const file = await open(path, 'wx');
      try {
        await pipeline(measured(), file.createWriteStream({ flush: sync }));
      } catch (error) {
        await rm(path, { force: true });
        throw isFullDisk(error) ? new ObjectStoreFull('The disk has no room left', { cause: error }) : error;
      }
      return { file: path, size, etag: `"${hash.digest('hex').slice(0, 32)}"` };
    },
    async removeOlder(before) {
      let removed = 0;
      for (const name of await readdir(folder)) {
        if (!(await isOlder(join(folder, name), before))) continue;
        await rm(join(folder, name), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

function storedBytes(file: FileHandle, start: number, end: number): StoredBytes {
  const size = end - start;
  return {
    size,
    stream() {
      // The range of one byte reads nothing of an empty file.
      const range = { start, end: Math.max(start, end - 1), highWaterMark: STREAM_CHUNK };
      return Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
    async bytes() {
      try {
        return (await file.readFile()).subarray(start, end);
      } finally {
        await file.close();
      }
    },
    close: () => file.close(),
  };
}

/** Compares the inode's change time, as a copy is a new link to old content. A file removed meanwhile is not old. */
async function isOlder(file: string, time: Date): Promise<boolean> {
  const info = await ifThere(stat(file));
  return info?.isFile() === true && info.ctime < time;
}

/** Whether a disk or a quota is full. */
const isFullDisk = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

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
