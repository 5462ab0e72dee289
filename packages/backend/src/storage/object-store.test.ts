import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../tests/support/s3-server.ts';
import { type ObjectStore, ObjectStoreUnavailable, openDiskObjectStore } from './object-store.ts';
import { openS3ObjectStore } from './s3-object-store.ts';

let folder: string;
let s3: S3Server;
const stores: Record<string, ObjectStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-objects-'));
  s3 = await startS3Server();
  stores['in a folder'] = await openDiskObjectStore(join(folder, 'disk'));
  stores['on S3'] = await openS3ObjectStore(s3.options, join(folder, 'spool'));
});
afterAll(async () => {
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Size of a version in bytes; undefined if missing. */
async function sizeOf(store: ObjectStore, version: string) {
  const opened = await store.open(version);
  await opened?.close();
  return opened?.size;
}

async function* chunks(...parts: Uint8Array[]) {
  yield* parts;
}
const storeVersion = async (store: ObjectStore, bytes: Uint8Array = randomBytes(1000)) => {
  const version = randomUUID();
  await store.write(version, chunks(bytes));
  return version;
};
const listed = async (store: ObjectStore, before?: Date) => {
  const found: string[] = [];
  for await (const versions of store.list(before)) found.push(...versions);
  return found;
};

describe.each(['in a folder', 'on S3'])('bytes %s', (medium) => {
  const store = () => stores[medium] as ObjectStore;

  it('are read as written, in full and in part', async () => {
    const bytes = randomBytes(700_000);
    const version = randomUUID();
    const written = await store().write(version, chunks(bytes.subarray(0, 10), bytes.subarray(10)));
    expect(written).toEqual({ size: bytes.length, etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
    const whole = await store().open(version);
    expect(whole?.size).toBe(bytes.length);
    expect(Buffer.from((await whole?.bytes()) ?? []).equals(bytes)).toBe(true);
    const part = await store().open(version, { start: 5, end: 600_004 });
    expect(part?.size).toBe(600_000);
    const read = await new Response(part?.stream()).bytes();
    expect(Buffer.from(read).equals(bytes.subarray(5, 600_005))).toBe(true);
  });

  it('may be empty', async () => {
    const version = await storeVersion(store(), new Uint8Array());
    const opened = await store().open(version);
    expect(opened?.size).toBe(0);
    expect(await opened?.bytes()).toHaveLength(0);
  });

  it('have the same ETag in every store', async () => {
    const bytes = new TextEncoder().encode('the same everywhere');
    const { etag } = await store().write(randomUUID(), chunks(bytes));
    expect(etag).toBe('"c50167bdfd9333d3371f1aa54e942536"');
  });

  it('leave nothing if their source breaks off', async () => {
    const version = randomUUID();
    const broken = async function* () {
      yield randomBytes(100_000);
      throw new Error('the client went away');
    };
    await expect(store().write(version, broken())).rejects.toThrow('the client went away');
    expect(await sizeOf(store(), version)).toBeUndefined();
    expect(await store().removePartialWrites(new Date(Date.now() + 1000))).toBe(0);
  });

  it('can still be read while they are removed', async () => {
    const bytes = randomBytes(3_000_000);
    const version = await storeVersion(store(), bytes);
    const opened = await store().open(version);
    await store().remove([version, randomUUID()]);
    expect(await sizeOf(store(), version)).toBeUndefined();
    expect(Buffer.from(await new Response(opened?.stream()).bytes()).equals(bytes)).toBe(true);
  });

  it('are copied if they exist', async () => {
    const [from, to] = [await storeVersion(store(), randomBytes(50)), randomUUID()];
    expect(await store().copy(from, to)).toBe(true);
    await store().remove([from]);
    expect(await sizeOf(store(), to)).toBe(50);
    expect(await store().copy(randomUUID(), randomUUID())).toBe(false);
  });

  it('are listed, all of them or those from before a time', async () => {
    const versions = await Promise.all(Array.from({ length: 5 }, () => storeVersion(store())));
    expect(await listed(store())).toEqual(expect.arrayContaining(versions));
    expect(await listed(store(), new Date(Date.now() + 60_000))).toEqual(expect.arrayContaining(versions));
    expect(await listed(store(), new Date(Date.now() - 60_000))).toEqual([]);
  });

  it('accept no name that leads elsewhere', async () => {
    await expect(store().write('../outside', chunks())).rejects.toThrow('A version must be a UUID');
    await expect(store().remove(['objects'])).rejects.toThrow('A version must be a UUID');
  });
});

describe('an S3 bucket', () => {
  it('is listed completely, however large', { timeout: 60_000, tags: ['slow'] }, async () => {
    const store = stores['on S3'] as ObjectStore;
    for (let round = 0; round < 21; round += 1)
      await Promise.all(Array.from({ length: 50 }, () => storeVersion(store, new Uint8Array(1))));
    const before = await listed(store);
    expect(new Set(before).size).toBe(before.length);
    expect(before.length).toBeGreaterThan(1050);
    await store.remove(before);
    expect(await listed(store)).toEqual([]);
  });

  it.each([
    [
      'of another name',
      { bucket: 'nobodys' },
      /"nobodys" at .* cannot be used: The specified bucket does not exist/,
    ],
    ['with a key that is none', { accessKeyId: 'wrong' }, /cannot be used: The AWS Access Key Id/],
    [
      'where nobody listens',
      { endpoint: 'http://127.0.0.1:9' },
      /cannot be used: S3 does not answer \(ECONNREFUSED\).*S3_ENDPOINT/,
    ],
  ])('%s is refused with a clear message at startup', async (_, wrong, sentence) => {
    const opening = openS3ObjectStore({ ...s3.options, ...wrong }, join(folder, 'spool'));
    await expect(opening).rejects.toThrow(sentence);
  });

  it('that becomes unavailable is reported, leaves no partial writes, and works again once available', async () => {
    const spool = join(folder, 'spool-away');
    const away = await startS3Server();
    const store = await openS3ObjectStore(away.options, spool);
    const port = Number(new URL(away.options.endpoint).port);
    await away.close();
    await expect(store.write(randomUUID(), chunks(randomBytes(10)))).rejects.toThrow(ObjectStoreUnavailable);
    await expect(store.open(randomUUID())).rejects.toThrow(ObjectStoreUnavailable);
    expect(await readdir(spool)).toEqual([]);
    const back = await startS3Server(port);
    expect(await sizeOf(store, await storeVersion(store))).toBe(1000);
    await back.close();
  });
});
