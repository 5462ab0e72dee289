import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/lib/db.ts';
import { secretsInFolder } from '../../src/lib/secrets.ts';
import { createStorage } from '../../src/storage/storage.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const SIZE = 200_000;
const filled = (letter: number) => new Uint8Array(SIZE).fill(letter);

describe('concurrent uploads', () => {
  let backend: TestBackend;
  const bucket = () => backend.client({ key: backend.secretKey }).storage.from('rush');
  beforeAll(async () => {
    backend = await startTestBackend();
    await backend.client({ key: backend.secretKey }).storage.createBucket('rush', { public: true });
  });
  afterAll(() => backend.close());

  it('leave one complete object if all replace, and readers never see a mixture', async () => {
    const type = { contentType: 'application/octet-stream', upsert: true };
    await bucket().upload('one.bin', filled(65), type);
    const reading = { done: false };
    const url = bucket().getPublicUrl('one.bin').data.publicUrl;
    const readers = Array.from({ length: 4 }, async () => {
      let reads = 0;
      while (!reading.done) {
        const response = await fetch(url);
        expect(response.status).toBe(200);
        const bytes = new Uint8Array(await response.arrayBuffer());
        expect(bytes.byteLength).toBe(SIZE);
        expect(new Set(bytes).size).toBe(1);
        reads += 1;
      }
      return reads;
    });
    const writes = Array.from({ length: 40 }, (_, i) =>
      bucket().upload('one.bin', filled(66 + (i % 20)), type),
    );
    for (const { error } of await Promise.all(writes)) expect(error).toBeNull();
    reading.done = true;
    expect((await Promise.all(readers)).every((reads) => reads > 0)).toBe(true);
    expect(await backend.owner`select from storage.objects where name = 'one.bin'`).toHaveLength(1);
  });

  it('store exactly one if none may replace', async () => {
    const uploads = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        bucket().upload('first.bin', filled(65 + i), { contentType: 'application/octet-stream' }),
      ),
    );
    const refused = uploads.filter(({ error }) => error);
    expect(refused).toHaveLength(19);
    for (const { error } of refused) expect(error).toMatchObject({ code: 'KeyAlreadyExists' });
  });
});

describe('an upload that its client aborts', () => {
  it('leaves neither a row nor bytes, and is not a server error', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'souk-storage-broken-'));
    const errors: string[] = [];
    const log = {
      info: () => {},
      warn: () => {},
      error: (_: object, message: string) => errors.push(message),
    };
    const backend = await startTestBackend({ dataDir, log });
    await backend.client({ key: backend.secretKey }).storage.createBucket('b', { public: true });
    const incoming = () => readdir(join(dataDir, 'storage/incoming'));
    const upload = async (headers: Record<string, string>, begin: string) => {
      const abort = new AbortController();
      const sent = fetch(`${backend.url}/storage/v1/object/b/broken.bin`, {
        method: 'POST',
        headers: { ...headers, apikey: backend.secretKey },
        signal: abort.signal,
        duplex: 'half',
        body: new ReadableStream({
          start: (controller) => controller.enqueue(Buffer.concat([Buffer.from(begin), filled(65)])),
        }),
      } as RequestInit);
      const refused = expect(sent).rejects.toThrow();
      await expect.poll(incoming).toHaveLength(1);
      abort.abort();
      await refused;
      await expect.poll(incoming).toHaveLength(0);
    };
    await upload({ 'content-type': 'application/octet-stream' }, '');
    await upload(
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\n',
    );
    expect(await backend.owner`select from storage.objects where bucket_id = 'b'`).toHaveLength(0);
    expect(errors).toEqual([]);
    await backend.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe('a server that is killed', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'souk-storage-kill-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('leaves no row without its bytes, keeps all acknowledged uploads, and the sweep removes the rest', async () => {
    await database.owner`insert into storage.buckets (id, name, public) values ('k', 'k', true)`;
    const script = join(import.meta.dirname, '../support/upload-until-killed.ts');
    const settings = { address: database.address, password: database.authenticatorPassword, dataDir };
    const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length === 60) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');

    const rows = await database.owner<{ name: string; version: string }[]>`
      select name, version from storage.objects where bucket_id = 'k'`;
    const onDisk = async () => {
      const shards = await readdir(join(dataDir, 'storage/objects'));
      const files = await Promise.all(
        shards.map((shard) => readdir(join(dataDir, 'storage/objects', shard))),
      );
      return new Set(files.flat());
    };
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
    const before = await onDisk();
    expect(rows.filter(({ version }) => !before.has(version))).toEqual([]);

    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const second = openDatabase({
      address: database.address,
      authenticatorPassword: database.authenticatorPassword,
    });
    const now = () => new Date(Date.now() + 1000);
    const secrets = secretsInFolder(dataDir);
    const parts = { database: second, secrets, dataDir, log, now };
    const storage = await createStorage(parts, { sweepIntervalMs: 0 });
    await storage.sweep({ graceMs: 0 });
    await storage.close();
    await second.close();
    expect(await onDisk()).toEqual(new Set(rows.map(({ version }) => version)));
    expect(await readdir(join(dataDir, 'storage/incoming'))).toEqual([]);
  });
});
