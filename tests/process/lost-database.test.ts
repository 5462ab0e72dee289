// @module-tag slow

import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { openStores } from '../support/open-stores.ts';
import { childrenOf, isAlive, processesWith, until } from '../support/processes.ts';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';

// A store loses its database and is waited for until it serves again.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

let folder: string;
let store: StoreProcess;
let admin: SupabaseClient<Database>;
let product: string;
/** Duration of the first start; timeouts grow with it on a busy machine. */
let opening = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-lost-database-'));
  await chmod(folder, 0o755);
  const began = performance.now();
  await open();
  opening = performance.now() - began;
  const lantern = { tenant_id: 'inkthread', name: 'Lantern shirt', price: 250, stock: 7 };
  const made = await admin.from('products').insert(lantern).select('id').single().throwOnError();
  product = made.data.id;
  await until('the shop shows it', async () => (await ask('/shop')).text.includes(lantern.name));
});

afterAll(async () => {
  await store?.stop();
  expect([...processesWith(folder).values()]).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  store = await startStoreProcess(join(folder, 'data'), { SOUK_SEED: 'presets' });
  const { secretKey } = JSON.parse(readFileSync(join(folder, 'data/api-keys.json'), 'utf8'));
  admin = createClient<Database>(`http://127.0.0.1:${store.port}`, secretKey, {
    auth: { persistSession: false },
    db: { retry: false },
  });
  await openStores(admin);
}

const postmaster = () =>
  Number.parseInt(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8'), 10);

/** Sends a signal to all processes of the database. */
function signalDatabase(signal: NodeJS.Signals, pid = postmaster()): void {
  for (const one of [pid, ...childrenOf(pid)]) process.kill(one, signal);
}

async function ask(path: string) {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${store.port}${path}`);
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, text: await answer.text(), took: performance.now() - began, retryAfter };
}

const pages = () => ['/', '/shop', `/product/${product}`];

async function expectKeptPagesAtOnce(): Promise<void> {
  for (const path of pages()) {
    const { status, took } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect(took).toBeLessThan(1_000);
  }
}

async function rename(name: string): Promise<void> {
  await admin.from('products').update({ name }).eq('id', product).throwOnError();
  await until('the page shows it', async () => (await ask(`/product/${product}`)).text.includes(name));
}

it('a store with a stopped database says so within five seconds, serves cached pages at once, and recovers afterwards', async () => {
  for (const path of pages()) await ask(path);
  signalDatabase('SIGSTOP');
  try {
    await expectKeptPagesAtOnce();
    const newPages = ['/shop?search=nobody+asked+yet', '/deals', `/product/${crypto.randomUUID()}`];
    const answers = await Promise.all(['/readyz', ...newPages, '/shop.data?search=nobody+either'].map(ask));
    expect(answers[0]).toMatchObject({ status: 503, text: 'the backend does not answer\n' });
    for (const { status, text, took, retryAfter } of answers.slice(1)) {
      expect([status, retryAfter]).toEqual([503, '2']);
      if (text.startsWith('<')) expect(text).toContain('Try again');
      expect(took).toBeLessThan(6_000);
    }
    expect(answers[0]?.took).toBeLessThan(5_000);
    await expectKeptPagesAtOnce();
    expect((await ask('/healthz')).status).toBe(200);
  } finally {
    signalDatabase('SIGCONT');
  }
  await until('it is ready again', async () => (await ask('/readyz')).status === 200, 5_000);
  expect((await ask('/shop?search=nobody+asked+yet')).status).toBe(200);
  await rename('Candle shirt');
});

it('restarts a killed database within three seconds, and pages follow its changes again', async () => {
  const [server, before] = [store.child.pid, postmaster()];
  process.kill(before, 'SIGKILL');
  const killed = performance.now();
  await until('the store is ready', async () => {
    await expectKeptPagesAtOnce();
    // A starting database has no postmaster.pid for a moment.
    return (await ask('/readyz')).status === 200 && postmaster() !== before;
  });
  expect(performance.now() - killed).toBeLessThan(Math.max(3_000, opening));
  expect(store.child.pid).toBe(server);
  expect(store.child.exitCode).toBeNull();
  expect(isAlive(before)).toBe(false);
  expect((await ask('/shop?search=after+the+kill')).status).toBe(200);
  await rename('Beacon shirt');
  expect(store.output()).toContain('the database had ended and is up again');
});

it.each([
  ['the store and its database were killed together', 'SIGKILL' as const],
  ['the store was killed while its database was stopped', 'SIGSTOP' as const],
])('opens at once after %s', async (_, signal) => {
  signalDatabase(signal);
  const ended = new Promise((done) => store.child.once('exit', done));
  store.child.kill('SIGKILL');
  await ended;
  const began = performance.now();
  await open();
  expect(performance.now() - began).toBeLessThan(Math.max(15_000, 3 * opening));
  expect((await ask(`/product/${product}`)).status).toBe(200);
});

it('shuts down cleanly while its database is stopped', async () => {
  const pid = postmaster();
  signalDatabase('SIGSTOP', pid);
  expect(await store.stop()).toBe(0);
  expect(isAlive(pid)).toBe(false);
});
