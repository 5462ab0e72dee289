import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  isVersion,
  type ObjectStore,
  ObjectStoreFull,
  placeOf,
  type StoredBytes,
  type Written,
} from './object-store.ts';

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
      const file = await orUndefined(open(path(version), 'r'));
      if (!file) return undefined;
      return storedBytes(file, part?.start ?? 0, part ? part.end + 1 : (await file.stat()).size);
    },
    async copy(from, to) {
      await mkdir(shard(to), { recursive: true });
      try {
        await link(path(from), path(to));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
      }
      return (await orUndefined(copyFile(path(from), path(to)).then(() => true))) ?? false;
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
export interface Spool {
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
      // Of an empty file, the range of one byte reads none.
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

/** Makes the rename durable; unsupported on Windows. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Compares the inode's change time, as a copy is a new link to old content. A file removed meanwhile is not old. */
async function isOlder(file: string, time: Date): Promise<boolean> {
  const info = await orUndefined(stat(file));
  return info?.isFile() === true && info.ctime < time;
}

async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether a disk or a quota is full. */
const isFullDisk = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
