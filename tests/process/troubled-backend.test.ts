// @module-tag slow

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { clientAt } from '../support/client.ts';
import { openStores } from '../support/open-stores.ts';
import { until } from '../support/processes.ts';
import { PROJECT, type StoreProcess, startStoreProcess } from '../support/store-process.ts';
import { type Trouble, type TroubledLine, troubledLine } from '../support/troubled-line.ts';

// Pages wait for a backend that hangs until their patience ends.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

let folder: string;
let backend: ChildProcess;
let line: TroubledLine;
let stores: StoreProcess[] = [];
let admin: SupabaseClient<Database>;
let product: string;
/** Path of the test product's picture in its bucket. */
const picture = 'casecraft/lantern.png';

/** A backend in its own process, and two stores that reach it over a line that can be disturbed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-troubled-'));
  await chmod(folder, 0o755);
  backend = fork(join(PROJECT, 'server/backend-alone.ts'), {
    env: { ...process.env, PORT: '0', SOUK_DATA: join(folder, 'backend') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url }] = (await once(backend, 'message')) as [{ url: string }];
  const keys = JSON.parse(await readFile(join(folder, 'backend/api-keys.json'), 'utf8'));
  line = await troubledLine(url);
  const environment = {
    SUPABASE_URL: line.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SOUK_SEED: 'presets',
  };
  for (const name of ['one', 'other']) {
    stores.push(await startStoreProcess(join(folder, name), environment));
  }
  admin = clientAt(url, keys.secretKey);
  await openStores(admin);
  const made = await admin
    .from('products')
    .insert({ tenant_id: 'casecraft', name: 'Lantern case', price: 250, stock: 7 })
    .select('id')
    .single();
  expect(made.error).toBeNull();
  product = made.data?.id ?? '';
  await upload('#c33');
});

async function upload(background: string): Promise<void> {
  const image = sharp({ create: { width: 900, height: 600, channels: 3, background } });
  const options = { contentType: 'image/png', upsert: true };
  const { error } = await admin.storage
    .from('product-images')
    .upload(picture, await image.png().toBuffer(), options);
  expect(error).toBeNull();
}

afterEach(() => line.turn('none'));

afterAll(async () => {
  const codes = await Promise.all(stores.map((store) => store.stop()));
  stores = [];
  await line?.close();
  backend.kill('SIGTERM');
  if (backend.exitCode === null) await once(backend, 'exit');
  await rm(folder, { recursive: true, force: true });
  expect(codes).toEqual([0, 0]);
});

async function askPicture(query: string, { accept = 'image/webp', store = stores[0], etag = '' } = {}) {
  const answer = await fetch(`http://127.0.0.1:${store?.port}/pictures/product-images/${picture}${query}`, {
    headers: { accept, ...(etag ? { 'if-none-match': etag } : {}) },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function ask(path: string, store = stores[0]) {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${store?.port}${path}`, {
    headers: { cookie: 'souk-tenant=casecraft' },
  });
  return { status: answer.status, text: await answer.text(), took: performance.now() - began };
}

it('two stores on one backend show a change long before their caches expire', async () => {
  const page = `/product/${product}`;
  for (const store of stores) expect((await ask(page, store)).text).toContain('Lantern case');
  const { error } = await admin.from('products').update({ name: 'Beacon case' }).eq('id', product);
  expect(error).toBeNull();
  await until('both stores show the new name', async () => {
    const shown = await Promise.all(stores.map((store) => ask(page, store)));
    return shown.every(({ text }) => text.includes('Beacon case'));
  });
});

/** What a page's head tells search engines. */
const headOf = (text: string) => ({
  title: /<title>([^<]*)<\/title>/.exec(text)?.[1],
  noindex: text.includes('<meta name="robots" content="noindex"'),
  canonical: text.includes('rel="canonical"'),
});

it('a missing product, category or path says so, and is not indexed', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const path of [`/product/${nobody}`, `/category/${nobody}`, '/nowhere']) {
    const { status, text } = await ask(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headOf(text)).toEqual({ title: 'Page not found | Casecraft', noindex: true, canonical: false });
  }
});

it('pictures of a remote backend are resized and cached like local ones', async () => {
  for (const format of ['avif', 'webp', 'jpeg'] as const) {
    for (const store of stores) {
      const { status, headers, bytes } = await askPicture('?w=320', { accept: `image/${format},*/*`, store });
      expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
        ...[200, `image/${format}`, 'Accept'],
      ]);
      expect(headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=86400');
      const made = await sharp(bytes).metadata();
      expect([made.width, made.height, made.format]).toEqual([320, 213, format === 'avif' ? 'heif' : format]);
    }
  }
  const { headers } = await askPicture('?w=640');
  const again = await askPicture('?w=640', { etag: headers.get('etag') ?? '' });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const missing = await fetch(
    `http://127.0.0.1:${stores[0]?.port}/pictures/product-images/casecraft/none.png`,
  );
  expect(missing.status).toBe(404);
});

const troubles: Trouble[] = ['down', 'slow', 'rubbish'];

/** Widths not requested before. */
const widths: Record<Trouble, number> = { none: 640, down: 96, slow: 480, rubbish: 800 };

it.each(troubles)('a backend that is %s: cached pages stay, others offer Try again', async (trouble) => {
  const known = ['/', '/shop', `/product/${product}`];
  for (const path of known) expect([path, (await ask(path)).status]).toEqual([path, 200]);

  line.turn(trouble);
  const waited: number[] = [];
  for (const path of known) {
    const { status, took } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    waited.push(took);
  }
  const unknown = [
    `/shop?search=${trouble}`,
    `/product/00000000-0000-4000-8000-00000000000${trouble.length}`,
  ];
  const answers = await Promise.all(unknown.map((path) => ask(path)));
  for (const { status, text, took } of answers) {
    expect(status).toBeGreaterThanOrEqual(500);
    expect(text).toContain('Try again');
    expect(headOf(text)).toEqual({ title: 'Test failed | Casecraft', noindex: true, canonical: false });
    // Cached pages do not wait for the timeout of a silent backend.
    if (trouble === 'slow') expect(Math.max(...waited)).toBeLessThan(took);
  }

  const shown = await askPicture('?w=320');
  expect([shown.status, (await sharp(shown.bytes).metadata()).width]).toEqual([200, 320]);
  const unmade = await askPicture(`?w=${widths[trouble]}`);
  expect(unmade.status).toBeGreaterThanOrEqual(trouble === 'rubbish' ? 415 : 500);

  line.turn('none');
  expect((await askPicture(`?w=${widths[trouble]}`)).status).toBe(200);
  await until('the page is there again', async () => (await ask(unknown[0] ?? '')).status === 200);
});
