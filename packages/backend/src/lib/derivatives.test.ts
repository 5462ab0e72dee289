import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDerivatives } from './derivatives.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-derivatives-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (length: number) => new Uint8Array(length).fill(1);
const open = (maxBytes = 1000) => openDerivatives({ folder, maxBytes, concurrency: 2, maxWaiting: 10 });

describe('derivatives', () => {
  it('are made once for concurrent requests, and reused for later ones', async () => {
    const cache = await open();
    let computed = 0;
    const make = async () => {
      computed += 1;
      return bytes(10);
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get('a', make)));
    expect(answers.every((each) => each.byteLength === 10)).toBe(true);
    await cache.get('a', make);
    await (await open()).get('a', make);
    expect(computed).toBe(1);
  });

  it('stay within their size limit: the least recently used are evicted', async () => {
    const cache = await open(100);
    const computed: string[] = [];
    const get = (key: string) =>
      cache.get(key, async () => {
        computed.push(key);
        return bytes(40);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
    expect(computed).toEqual(['a', 'b', 'c', 'b']);
    await expect.poll(() => readdir(folder)).toHaveLength(2);
  });

  it('are not cached if making them fails or their file is gone', async () => {
    const cache = await open();
    await expect(cache.get('a', () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture');
    expect((await cache.get('a', async () => bytes(3))).byteLength).toBe(3);
    for (const name of await readdir(folder)) await rm(join(folder, name));
    expect((await cache.get('a', async () => bytes(4))).byteLength).toBe(4);
  });

  it('are returned even if they cannot be stored, as on a full disk', async () => {
    const cache = await open();
    await rm(folder, { recursive: true });
    expect((await cache.get('a', async () => bytes(3))).byteLength).toBe(3);
    expect((await cache.get('a', async () => bytes(4))).byteLength).toBe(4);
  });

  it('remove the leftovers of an interrupted write', async () => {
    await writeFile(join(folder, `${'a'.repeat(64)}.partial-1234abcd`), 'half');
    await open();
    expect(await readdir(folder)).toEqual([]);
  });
});
