// @module-tag slow

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ownerLinkPaths } from '../../app/lib/owner-link.ts';
import { runOwnerCommand } from '../support/owner-command.ts';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';

// A new store is set up from nothing and started several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let dataDir: string;
let store: StoreProcess;

const start = async () => {
  store = await startStoreProcess(dataDir, { SOUK_SEED: 'none' });
  await vi.waitUntil(() => store.output().includes('Stop with'), { timeout: 30_000 });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-first-owner-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  await start();
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

const linkFile = () => join(dataDir, 'owner-link.txt');
const tokenOf = (link: string) => new URL(link).hash.slice(1);
const post = async (path: string, body: object) =>
  (
    await fetch(`http://127.0.0.1:${store.port}${path}`, { method: 'POST', body: JSON.stringify(body) })
  ).json();
const read = (token: string) => post(ownerLinkPaths.read, { token });
const redeem = (token: string, email: string) =>
  post(ownerLinkPaths.redeem, {
    token,
    email,
    name: 'Amal',
    password: 'seven-red-kites',
    claim: randomUUID(),
  });

it('a start without an owner writes a link to a private file, and prints the file’s name but never the token', async () => {
  expect(store.output()).toContain(`Make your account with the link in ${linkFile()}.`);
  const link = (await readFile(linkFile(), 'utf8')).trim();
  expect(link).toMatch(new RegExp(`^http://localhost:${store.port}/welcome#[\\w-]{43}$`));
  if (process.platform !== 'win32') expect((await stat(linkFile())).mode & 0o777).toBe(0o600);
  expect(store.output()).not.toContain(tokenOf(link));
  expect(await read(tokenOf(link))).toEqual({ state: 'open', email: '', isOwner: false });
  // Its stores are closed, except to their first owner.
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${store.port}${path}`)).status;
  expect([await statusOf('/shop'), await statusOf('/welcome'), await statusOf('/ar/welcome')]).toEqual([
    503, 200, 200,
  ]);
});

it('each further start creates another until one is used', async () => {
  const before = tokenOf((await readFile(linkFile(), 'utf8')).trim());
  await store.stop();
  await start();
  expect(await read(before)).toMatchObject({ state: 'expired' });
  const token = tokenOf((await readFile(linkFile(), 'utf8')).trim());
  expect(await redeem(token, 'amal@example.com')).toEqual({ state: 'redeemed' });
  await store.stop();
  await start();
  expect(store.output()).not.toContain('Nobody owns these stores');
  expect(existsSync(linkFile())).toBe(false);
});

it('npm run owner creates a link whether the store runs or not', async () => {
  const running = await runOwnerCommand('karim@example.com', {
    SOUK_DATA: dataDir,
    SOUK_ORIGIN: 'https://shop.example',
  });
  expect(running).toMatchObject({
    code: 0,
    link: expect.stringMatching(/^https:\/\/shop\.example\/welcome#/),
  });
  expect(await redeem(tokenOf(running.link), '')).toEqual({ state: 'redeemed' });
  await store.stop();
  const stopped = await runOwnerCommand('karim@example.com', { SOUK_DATA: dataDir, PORT: '3456' });
  expect(stopped).toMatchObject({
    code: 0,
    link: expect.stringMatching(/^http:\/\/localhost:3456\/welcome#/),
  });
  await start();
  expect(await read(tokenOf(stopped.link))).toEqual({
    state: 'open',
    email: 'karim@example.com',
    isOwner: true,
  });
});

it('npm run owner reports an invalid address and a missing database', async () => {
  const outputOf = async (email: string, environment = { SOUK_DATA: dataDir }) => {
    const { code, output } = await runOwnerCommand(email, environment);
    expect(code).toBe(1);
    return output;
  };
  expect(await outputOf('amal')).toBe('amal is no email address.\n');
  expect(await outputOf('amal+store@example.com')).toContain('This address bears the mark of a store.');
  expect(await outputOf('amal@example.com', { SOUK_DATA: join(folder, 'nowhere') })).toContain(
    'Set SOUK_DATA to',
  );
});
