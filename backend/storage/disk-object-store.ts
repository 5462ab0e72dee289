import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore, StoredBytes } from './object-store.ts';

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STREAM_CHUNK = 256 * 1024;

/**
 * Keeps each version in a file of its own, `objects/ab/ab12…`. Names of buckets and objects never become paths.
 * Writing happens in `incoming/`, and a rename makes a complete file appear.
 */
export async function openDiskObjectStore(folder: string): Promise<ObjectStore> {
  const objects = join(folder, 'objects');
  const incoming = join(folder, 'incoming');
  await mkdir(objects, { recursive: true });
  await mkdir(incoming, { recursive: true });

  const shard = (version: string) => join(objects, version.slice(0, 2));
  const path = (version: string) => {
    if (!VERSION.test(version))
      throw new TypeError(`A version must be a UUID, not ${JSON.stringify(version)}`);
    return join(shard(version), version);
  };

  return {
    async write(version, source) {
      const target = path(version);
      const partial = join(incoming, version);
      const hash = createHash('sha256');
      let size = 0;
      const file = await open(partial, 'wx');
      try {
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.byteLength;
          await writeAll(file, chunk);
        }
        await file.sync();
      } catch (error) {
        await file.close();
        await unlink(partial);
        throw error;
      }
      await file.close();
      await mkdir(shard(version), { recursive: true });
      await rename(partial, target);
      await syncFolder(shard(version));
      return { size, etag: `"${hash.digest('hex').slice(0, 32)}"` };
    },
    async open(version) {
      const file = await orUndefined(open(path(version), 'r'));
      return file && storedBytes(file, (await file.stat()).size);
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
    async *olderThan(time) {
      for (const name of await readdir(objects)) {
        const versions: string[] = [];
        for (const version of await readdir(join(objects, name))) {
          if (VERSION.test(version) && (await isOlder(join(objects, name, version), time)))
            versions.push(version);
        }
        if (versions.length > 0) yield versions;
      }
    },
    async removeBrokenWrites(before) {
      let removed = 0;
      for (const name of await readdir(incoming)) {
        if (!(await isOlder(join(incoming, name), before))) continue;
        await rm(join(incoming, name), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

function storedBytes(file: FileHandle, size: number): StoredBytes {
  return {
    size,
    stream: (range) => fileStream(file, range?.start ?? 0, range ? range.end + 1 : size),
    async bytes() {
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    close: () => file.close(),
  };
}

/** Makes the rename survive a power cut; Windows has no way to ask for it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The bytes from `start` up to `end`, read as fast as they are taken; closes the file. */
function fileStream(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = start;
  return new ReadableStream({
    async pull(controller) {
      const length = Math.min(STREAM_CHUNK, end - position);
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
      position += bytesRead;
      controller.enqueue(buffer.subarray(0, bytesRead));
      if (position < end && bytesRead > 0) return;
      await file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < chunk.byteLength) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}

/** By the inode's change: a copy is a second link to old bytes. A file that goes away meanwhile is not old. */
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
