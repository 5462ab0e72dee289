import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretsInFolder } from '../../src/lib/secrets.ts';
import type { ObjectStore } from '../../src/storage/object-store.ts';
import { openS3ObjectStore } from '../../src/storage/s3-object-store.ts';
import { createStorage } from '../../src/storage/storage.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { noisyPng } from '../support/storage-fixtures.ts';

const type = { contentType: 'application/octet-stream', upsert: true };
let s3: S3Server;
let dataDir: string;
let objects: ObjectStore;
let backend: TestBackend;

beforeAll(async () => {
  s3 = await startS3Server();
  dataDir = await mkdtemp(join(tmpdir(), 'souk-storage-s3-'));
  objects = await openS3ObjectStore(s3.options, join(dataDir, 'storage/incoming'));
  backend = await startTestBackend({ dataDir, storage: { objects } });
  await backend.client({ key: backend.secretKey }).storage.createBucket('files', { public: true });
});
afterAll(async () => {
  await backend?.close();
  await s3?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const bucket = () => backend.client({ key: backend.secretKey }).storage.from('files');
const urlOf = (name: string) => bucket().getPublicUrl(name).data.publicUrl;
const filled = (size: number, letter: number) => new Uint8Array(size).fill(letter);
const versions = async () => {
  const found: string[] = [];
  for await (const some of objects.list()) found.push(...some);
  return found.sort();
};

describe('files in an S3 bucket', () => {
  it('are served in full, in part and as 304, as from a folder', async () => {
    const letters = Buffer.from('abcdefghij'.repeat(100_000));
    expect((await bucket().upload('letters.bin', letters, type)).error).toBeNull();
    const whole = await fetch(urlOf('letters.bin'));
    expect(Buffer.from(await whole.arrayBuffer()).equals(letters)).toBe(true);
    const part = await fetch(urlOf('letters.bin'), { headers: { range: 'bytes=3-5' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 3-5/1000000',
      'def',
    ]);
    const tail = await fetch(urlOf('letters.bin'), { headers: { range: 'bytes=-2' } });
    expect(await tail.text()).toBe('ij');
    const past = await fetch(urlOf('letters.bin'), { headers: { range: 'bytes=1000000-' } });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, 'bytes */1000000']);
    const etag = whole.headers.get('etag') ?? '';
    expect((await fetch(urlOf('letters.bin'), { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await fetch(urlOf('letters.bin'), { method: 'HEAD' });
    expect([head.headers.get('content-length'), head.headers.get('etag')]).toEqual(['1000000', etag]);
  });

  it('stay complete for readers while others replace them, and replaced content is removed', {
    timeout: 60_000,
  }, async () => {
    await bucket().upload('one.bin', filled(200_000, 65), type);
    const before = (await versions()).length;
    const reading = { done: false };
    const readers = Array.from({ length: 2 }, async () => {
      let reads = 0;
      for (; !reading.done; reads += 1) {
        const bytes = new Uint8Array(await (await fetch(urlOf('one.bin'))).arrayBuffer());
        expect([bytes.byteLength, new Set(bytes).size]).toEqual([200_000, 1]);
      }
      return reads;
    });
    for (let letter = 66; letter < 76; letter += 1) {
      expect((await bucket().upload('one.bin', filled(200_000, letter), type)).error).toBeNull();
    }
    reading.done = true;
    expect((await Promise.all(readers)).every((reads) => reads > 0)).toBe(true);
    expect(await versions()).toHaveLength(before);
  });

  it('are copied, moved and removed', async () => {
    await bucket().upload('from.bin', filled(10, 65), type);
    expect((await bucket().copy('from.bin', 'copy.bin')).error).toBeNull();
    expect((await bucket().move('copy.bin', 'moved.bin')).error).toBeNull();
    const before = (await versions()).length;
    expect((await bucket().remove(['from.bin', 'moved.bin'])).error).toBeNull();
    expect(await versions()).toHaveLength(before - 2);
    expect((await fetch(urlOf('moved.bin'))).ok).toBe(false);
  });

  it('are resized, and read only once for that', async () => {
    await bucket().upload('picture.png', await noisyPng(400, 300), { contentType: 'image/png' });
    const smaller = bucket().getPublicUrl('picture.png', { transform: { width: 100 } }).data.publicUrl;
    const [first, second] = [await fetch(smaller), await fetch(smaller)];
    expect(first.status).toBe(200);
    expect(await second.bytes()).toEqual(await first.bytes());
  });

  it('without a row are removed by the sweep, and others are kept', async () => {
    const rows = await backend.owner<{ version: string }[]>`select version from storage.objects`;
    const orphan = crypto.randomUUID();
    await objects.write(orphan, (async function* () {})());
    const { database } = backend.backend ?? {};
    if (!database) throw new Error('This needs a backend of its own');
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const now = () => new Date(Date.now() + 60_000);
    const secrets = secretsInFolder(dataDir);
    const parts = { database, secrets, dataDir, log, now };
    const storage = await createStorage(parts, { objects, sweepIntervalMs: 0 });
    expect(await storage.sweep({ graceMs: 0 })).toBe(1);
    await storage.close();
    expect(await versions()).toEqual(rows.map(({ version }) => version).sort());
    expect(await readdir(join(dataDir, 'storage/incoming'))).toEqual([]);
  });

  it('that are unreachable are reported as such, and get no row', async () => {
    await s3.close();
    const answer = await fetch(urlOf('letters.bin'));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const { error } = await bucket().upload('late.bin', filled(10, 65), type);
    expect(error).toMatchObject({ message: 'The files cannot be reached at the moment' });
    expect(await backend.owner`select from storage.objects where name = 'late.bin'`).toHaveLength(0);
  });
});
