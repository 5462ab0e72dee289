import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonText, randomText, secretFile } from './secret-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-secret-'));
});

afterAll(() => rm(folder, { recursive: true }));

it('gives concurrent processes the same secret, and leaves one file', async () => {
  const secrets = await Promise.all(
    Array.from({ length: 30 }, () => secretFile(join(folder, 'shared'), randomText(18))),
  );
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['shared']);
});

it('removes the partial file of a killed process, and nothing else', async () => {
  await writeFile(join(folder, 'key.0123456789ab'), 'half');
  await writeFile(join(folder, 'key.backup'), 'of somebody');
  expect(await secretFile(join(folder, 'key'), randomText(18))).toMatch(/^[\w-]{24}$/);
  expect(await readdir(folder)).toEqual(['key', 'key.backup', 'shared']);
});

it.each([
  ['an empty token', randomText(18), ''],
  ['a cut token', randomText(18), 'abcdefghijkl'],
  ['an empty key', jsonText(() => '{}', ['d']), ''],
  ['a cut key', jsonText(() => '{}', ['d']), '{"kty":"EC","d":"M6'],
  ['a key without its secret half', jsonText(() => '{}', ['d']), '{"kty":"EC","d":""}'],
])('rejects %s, and names its file', async (_, kind, content) => {
  const path = join(folder, 'damaged');
  await writeFile(path, content);
  await expect(secretFile(path, kind)).rejects.toThrow(`${path} is empty or cut off`);
});
