// @module-tag slow

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { LookName } from '../../app/brands/looks/look.ts';
import { presets } from '../../app/brands/presets.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { ownerLinkPaths } from '../../app/lib/owner-link.ts';
import { clientAt } from '../support/client.ts';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';

// A new store is set up from nothing.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let dataDir: string;
let store: StoreProcess;
let admin: SupabaseClient<Database>;
let token: string;

const start = async () => {
  store = await startStoreProcess(dataDir, { SOUK_SEED: 'none', SOUK_BACKUP_DIR: join(folder, 'backups') });
  await vi.waitUntil(() => store.output().includes('Stop with'), { timeout: 30_000 });
};

/** Sends a request to a store of the process, by its local name. */
const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${store.port}${path}`, init);
const pageOf = (id: string, path: string) =>
  ask(path, { headers: { cookie: `souk-tenant=${id}`, accept: 'text/html' }, redirect: 'manual' });
const post = (path: string, body: object, bearer = token) =>
  ask(path, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body: JSON.stringify(body) });

const looks = presets.map(({ design }) => design.look);
const named = (look: LookName) => ({ id: `delta-${look}`, name: look === 'gallery' ? 'دلتا' : 'Delta Wear' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-new-stores-'));
  dataDir = join(folder, 'data');
  await start();
  const keys = JSON.parse(readFileSync(join(dataDir, 'api-keys.json'), 'utf8'));
  const url = `http://127.0.0.1:${store.port}`;
  admin = clientAt(url, keys.secretKey);
  const link = (await readFile(join(dataDir, 'owner-link.txt'), 'utf8')).trim();
  const account = { email: 'amal@shop.test', password: 'seven-red-kites' };
  await post(ownerLinkPaths.redeem, {
    ...account,
    token: new URL(link).hash.slice(1),
    name: 'Amal',
    claim: randomUUID(),
  });
  const anonymous = clientAt(url, keys.publishableKey);
  const { data } = await anonymous.auth.signInWithPassword(account);
  token = data.session?.access_token ?? '';
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Names, sentences and contacts of the five brands: what no page of another store may say. */
function wordsOfPresets(): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return value.split('\n');
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  const sentences = presets.flatMap(({ design, translations, ...facts }) => [
    ...texts(design.copy),
    ...texts(design.madeFor?.label),
    ...texts(translations),
    ...texts([facts.description, facts.footerDescription, facts.seoDescription, facts.address]),
    ...[facts.name, facts.id, facts.domain, facts.contactEmail, facts.contactPhone],
  ]);
  const places = [
    'Zamalek',
    'Maadi',
    'Block 12',
    'Alexandria',
    ' gsm',
    'Drop 0',
    'الزمالك',
    'المعادي',
    'الإسكندرية',
    'بلوك',
  ];
  // Short words, such as "Deals", belong to nobody.
  return [
    ...new Set([
      ...sentences.filter((text) => text.length >= 12),
      ...presets.map(({ name }) => name),
      ...places,
    ]),
  ];
}

it('an installation without the demo begins with one neutral, closed store, whose name its owner changes', async () => {
  const { data } = await admin.from('tenants').select('id, name, settings(state)');
  expect(data).toEqual([{ id: 'store', name: 'New store', settings: { state: 'closed' } }]);
  const page = await ask('/', { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('New store')]);
});

it('an owner makes stores in every look, which are there at once and say no word of the five brands', async () => {
  for (const [place, look] of looks.entries()) {
    const sells = place % 2 === 0 ? 'garments' : 'goods';
    const made = await post('/stores', { ...named(look), look, sells, requestId: randomUUID() });
    expect([look, made.status]).toEqual([look, 201]);
    const closed = await pageOf(named(look).id, '/');
    expect([look, closed.status, await closed.text()]).toEqual([
      look,
      503,
      expect.stringContaining(named(look).name),
    ]);
  }
  const taken = await post('/stores', {
    ...named('gallery'),
    look: 'gallery',
    sells: 'goods',
    requestId: randomUUID(),
  });
  expect([taken.status, await taken.json()]).toMatchObject([409, { details: 'store_id_taken' }]);

  const words = wordsOfPresets();
  const ids = looks.map((look) => named(look).id);
  await admin.from('settings').update({ state: 'open' }).in('tenant_id', ids).throwOnError();
  const goods = ids.map((id) => ({ tenant_id: id, name: 'Lantern', price: 250, stock: 3 }));
  const { data: products } = await admin
    .from('products')
    .insert(goods)
    .select('id, tenant_id')
    .throwOnError();
  await vi.waitUntil(async () => (await pageOf(ids.at(-1) ?? '', '/')).status === 200);
  const said: string[] = [];
  for (const id of ids) {
    const product = products?.find(({ tenant_id }) => tenant_id === id)?.id;
    const inEach = ['', '/shop', '/faq', '/contact', `/product/${product}`, '/nothing-here'];
    const others = [
      '/categories',
      '/deals',
      '/cart',
      '/checkout',
      '/signin',
      '/signup',
      '/policies',
      '/customize',
    ];
    for (const path of id === ids[0] ? [...inEach, ...others] : inEach)
      for (const prefix of ['', '/ar']) {
        const page = await pageOf(id, `${prefix}${path}` || '/');
        const text = await page.text();
        expect([id, path, page.status < 500, text.length > 0]).toEqual([id, path, true, true]);
        said.push(
          ...words.filter((word) => text.includes(word)).map((word) => `${id} ${prefix}${path}: ${word}`),
        );
      }
  }
  expect(said).toEqual([]);
});

it('the mails of a new store name it alone', async () => {
  const id = named('concrete').id;
  const { data } = await admin.auth.admin.createUser({
    email: `mona+${id}@shop.test`,
    password: 'seven-red-kites',
    email_confirm: true,
    user_metadata: { tenant_id: id },
  });
  expect(data.user).not.toBeNull();
  await admin.auth.resetPasswordForEmail(`mona+${id}@shop.test`, {
    redirectTo: `http://${id}.localhost:${store.port}/reset-password`,
  });
  const mails = await vi.waitUntil(async () => {
    const names = await readdir(join(dataDir, 'mail')).catch(() => []);
    return (
      names.length > 0 && Promise.all(names.map((name) => readFile(join(dataDir, 'mail', name), 'utf8')))
    );
  });
  const text = mails.join();
  expect(text).toContain('Delta Wear');
  expect(wordsOfPresets().filter((word) => text.includes(word))).toEqual([]);
});

it('a removed store answers 410 at all its addresses, keeps its office, has a backup, and stays away', async () => {
  const { id, name } = named('concrete');
  const removal = { store: id, name, withoutBackup: false, requestId: randomUUID() };
  expect((await post('/stores/removal', removal)).status).toBe(409);
  await admin.from('settings').update({ state: 'closed' }).eq('tenant_id', id).throwOnError();
  expect((await post('/stores/removal', { ...removal, name: 'Delta' })).status).toBe(409);
  expect((await post('/stores/removal', removal, 'nobody')).status).toBe(401);
  const removed = await post('/stores/removal', { ...removal, requestId: randomUUID() });
  expect([removed.status, await removed.json()]).toEqual([
    200,
    { backup: expect.stringContaining('before-store-removal') },
  ]);
  const statuses = async () => {
    const pages = await Promise.all(
      ['/', '/ar/shop', '/robots.txt', '/admin/orders'].map((path) => pageOf(id, path)),
    );
    return pages.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([410, 410, 410, 200]);
  expect(await (await pageOf(id, '/ar')).text()).toContain('لم يعد هنا');
  await store.stop();
  await start();
  expect(await statuses()).toEqual([410, 410, 410, 200]);
});
