import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { clientAt } from '../support/client.ts';
import { openStores } from '../support/open-stores.ts';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';

let store: StoreProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-development-'));
  store = await startStoreProcess(dataDir, { NODE_ENV: 'development', SOUK_SEED: 'presets' });
  const { secretKey } = JSON.parse(await readFile(join(dataDir, 'api-keys.json'), 'utf8'));
  await openStores(clientAt(`http://127.0.0.1:${store.port}`, secretKey));
});
afterAll(async () => {
  // Ctrl-C, as a developer stops it; Vite ends the process itself at SIGTERM.
  const ended = once(store.child, 'exit');
  store.child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  await rm(dataDir, { recursive: true, force: true });
});

const get = (path: string) => fetch(`http://localhost:${store.port}${path}`);

it.each(presets.map(({ id }) => id))(
  'in development, %s is served from source',
  async (id) => {
    const page = await get(`/?tenant=${id}`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain(`data-tenant="${id}"`);
    expect(html).toContain('/app/entry.client.tsx');
  },
  60_000,
);

it('in development, an Arabic page has Arabic modules', {
  tags: ['slow'],
}, async () => {
  for (const path of ['/ar', '/ar/shop', '/ar/faq?tenant=casecraft']) {
    const html = await (await get(path)).text();
    expect([path, /<html lang="(\w+)"/.exec(html)?.[1]]).toEqual([path, 'ar']);
    expect(html).toContain('"/ar/app/entry.client.tsx"');
  }
});

it('a module is the current file, and hot updates come over the stores’ own port', async () => {
  const module = await get('/app/ui/button.tsx');
  expect(module.headers.get('content-type')).toContain('javascript');
  expect(await module.text()).toContain('export function Button');
  const token = /const wsToken = "([^"]+)"/.exec(await (await get('/@vite/client')).text())?.[1];
  const socket = new WebSocket(`ws://localhost:${store.port}/?token=${token}`, 'vite-hmr');
  const first = await new Promise((done, fail) => {
    socket.onmessage = ({ data }) => done(JSON.parse(String(data)));
    socket.onerror = () => fail(new Error('no hot reload'));
  });
  socket.close();
  expect(first).toEqual({ type: 'connected' });
});
