import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secretFile } from './secret-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-secret-'));
});

afterAll(() => rm(folder, { recursive: true }));

it('gives processes that ask at once the same secret, and leaves one file', async () => {
  const secrets = await Promise.all(
    Array.from({ length: 30 }, () => secretFile(join(folder, 'shared'), () => randomUUID())),
  );
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['shared']);
});

it('removes what a process that was killed while it wrote the file has left, and nothing else', async () => {
  await writeFile(join(folder, 'key.0123456789ab'), 'half');
  await writeFile(join(folder, 'key.backup'), 'of somebody');
  expect(await secretFile(join(folder, 'key'), () => 'whole')).toBe('whole');
  expect(await readdir(folder)).toEqual(['key', 'key.backup', 'shared']);
});
