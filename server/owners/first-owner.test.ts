import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { readEnvironment } from '../environment.ts';
import { inviteFirstOwner, ownerLinkFile } from './first-owner.ts';
import { tokenHashOf } from './owner-invitation.ts';

let dataDir: string;
let logged = '';
/** The database's answer, and the digest it was asked to store. */
let until: string | null;
let kept = '';
const admin = createClient<Database>('http://backend.test', 'the secret key', {
  global: {
    fetch: async (_input, init) => {
      kept = JSON.parse(String(init?.body)).p_token_hash;
      return Response.json(until);
    },
  },
});
const write = (line: string) => {
  logged += line;
};
const invite = (isTerminal: boolean) =>
  inviteFirstOwner(readEnvironment({ SOUK_DATA: dataDir }), {
    admin,
    port: 3456,
    isTerminal,
    log: pino({}, { write }),
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-invite-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));
beforeEach(() => {
  until = '2026-11-29T12:00:00Z';
  logged = '';
});

it('prints the link to a terminal and writes it to no file', async () => {
  const text = (await invite(true)).join('\n');
  const [, token = ''] = /http:\/\/localhost:3456\/welcome#(\S+)/.exec(text) ?? [];
  expect(tokenHashOf(token)).toBe(kept);
  expect(existsSync(join(dataDir, ownerLinkFile))).toBe(false);
  expect(logged).toBe('');
});

it('without a terminal, replaces the owner-only file and logs its path', async () => {
  const file = join(dataDir, ownerLinkFile);
  await writeFile(file, 'old', { mode: 0o644 });
  await writeFile(`${file}.new`, 'broken off', { mode: 0o644 });
  const text = (await invite(false)).join('\n');
  const token = (await readFile(file, 'utf8')).trim().split('#')[1] ?? '';
  expect(tokenHashOf(token)).toBe(kept);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const shown of [text, logged]) {
    expect(shown).toContain(file);
    expect(shown).not.toContain(token);
  }
});

it('prints nothing if there is an owner, and removes the old file', async () => {
  until = null;
  expect(await invite(false)).toEqual([]);
  expect(await invite(true)).toEqual([]);
  expect(existsSync(join(dataDir, ownerLinkFile))).toBe(false);
});
