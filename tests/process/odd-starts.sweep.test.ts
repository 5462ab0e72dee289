import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyClosedStore } from '../support/closed-store.ts';
import { processesWith } from '../support/processes.ts';
import { ends, opened, start, statusOf } from '../support/start-command.ts';
import { PROJECT } from '../support/store-process.ts';

// Each case starts whole stores, some of them several times.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-start-'));
  await chmod(folder, 0o755);
});

afterEach(async () => {
  expect([...processesWith(folder).values()]).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

it('the start command works in a folder with a space and non-ASCII letters in its name, with its data beside it', async () => {
  const clone = join(folder, 'my shops & ملابس');
  const left = new Set(['node_modules', '.git', 'test-results']);
  const isOfTheClone = (path: string) => !left.has(relative(PROJECT, path)) && !/\/\.data[^/]*$/.test(path);
  await cp(PROJECT, clone, { recursive: true, filter: isOfTheClone });
  await symlink(join(PROJECT, 'node_modules'), join(clone, 'node_modules'));
  const dataDir = join(clone, '.data');
  await copyClosedStore(dataDir);
  const store = await opened(start(dataDir, { SOUK_DATA: '' }, undefined, clone));
  const page = await fetch(`http://127.0.0.1:${store.port}/shop?tenant=duoworks`);
  expect(await page.text()).toContain('| Duoworks</title>');
  const [script = ''] =
    /\/assets\/[^"]+\.js/.exec(await (await fetch(`http://127.0.0.1:${store.port}/`)).text()) ?? [];
  expect(await statusOf(store.port, script)).toBe(200);
  expect(await ends(store, 'SIGTERM')).toBe(0);
});

it('the start command leaves nothing behind if it is stopped during the start', async () => {
  const dataDir = join(folder, 'my data');
  for (const after of [30, 400, 1000]) {
    const started = start(dataDir);
    await delay(after);
    await ends(started, 'SIGINT');
  }
  await ends(await opened(start(dataDir)), 'SIGTERM');
});
