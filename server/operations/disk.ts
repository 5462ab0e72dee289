import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const MEGABYTE = 1024 ** 2;
/** Free bytes needed to take orders: PostgreSQL grows its WAL by 16 MB at a time and keeps up to 1 GB. */
const LEAST_TO_SERVE = 300 * MEGABYTE;
/** Milliseconds for which a result is reused. */
const LOOK_AGAIN_AFTER = 5_000;
const PROBE = '.disk-probe';

/** Free bytes on the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Why nothing can be stored in a folder: the disk is full, or a write fails. Undefined if it can. */
export async function diskTrouble(folder: string, freeBytes = freeBytesOf): Promise<string | undefined> {
  try {
    const free = await freeBytes(folder);
    if (free < LEAST_TO_SERVE)
      return `the disk of ${folder} is full: ${Math.round(free / MEGABYTE)} MB are left`;
    const probe = await open(join(folder, PROBE), 'w', 0o600);
    try {
      await probe.writeFile(Buffer.alloc(4096));
      await probe.sync();
    } finally {
      await probe.close();
    }
    await rm(join(folder, PROBE), { force: true });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return `nothing can be written to ${folder}: ${code}`;
  }
}

/** Checks a folder with {@link diskTrouble}, at most once every few seconds; calls `onChange` when the result changes. */
export function diskWatch(
  folder: string,
  onChange: (trouble: string | undefined) => void,
  freeBytes = freeBytesOf,
): () => Promise<string | undefined> {
  let last: Promise<string | undefined> = Promise.resolve(undefined);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let wasIn = false;
  return () => {
    if (performance.now() - lookedAt >= LOOK_AGAIN_AFTER) {
      lookedAt = performance.now();
      last = diskTrouble(folder, freeBytes).then((trouble) => {
        if (wasIn !== (trouble !== undefined)) onChange(trouble);
        wasIn = trouble !== undefined;
        return trouble;
      });
    }
    return last;
  };
}
