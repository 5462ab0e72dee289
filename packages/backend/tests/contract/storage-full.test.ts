import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { startTestBackend } from '../support/backend.ts';

const backend = await startTestBackend();
const storage = backend.client({ key: backend.secretKey }).storage;
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

/** Makes the next write of a file fail with a full disk. */
async function fillDisk(): Promise<void> {
  const file = await open(import.meta.filename, 'r');
  const shared = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  vi.spyOn(shared, 'write').mockRejectedValueOnce(full);
}

describe('a full disk', () => {
  it('refuses a file with 507 and a message, keeps nothing of it, and accepts it once there is space', async () => {
    await storage.createBucket('full', { public: true });
    const bytes = randomBytes(10_000);
    await fillDisk();
    const refused = await storage.from('full').upload('a.bin', bytes);
    expect(refused.error).toMatchObject({
      status: 507,
      statusCode: '507',
      message:
        'The store has no room left for files. Nothing was kept; whoever runs it has to free some space.',
    });
    const left = await readdir(join(backend.dataDir ?? '', 'storage', 'incoming'));
    expect(left).toEqual([]);
    expect((await storage.from('full').list()).data).toEqual([]);
    expect((await storage.from('full').upload('a.bin', bytes)).error).toBeNull();
  });

  it('leaves the file to be replaced unchanged', async () => {
    const before = Buffer.from('before');
    await storage.from('full').upload('b.txt', before, { upsert: true });
    await fillDisk();
    const refused = await storage.from('full').upload('b.txt', Buffer.from('after'), { upsert: true });
    expect(refused.error).toMatchObject({ statusCode: '507' });
    const kept = await storage.from('full').download('b.txt');
    expect(await kept.data?.text()).toBe('before');
  });
});
