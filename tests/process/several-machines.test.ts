// @module-tag slow

import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { openPool } from 'embedded-supabase/database';
import { type EmbeddedPostgres, startPostgres } from 'embedded-supabase/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { clientAt } from '../support/client.ts';
import { openStores } from '../support/open-stores.ts';
import { until } from '../support/processes.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { PROJECT, type StoreProcess, startStoreProcess } from '../support/store-process.ts';

// Several storefronts and a backend start, and one is killed under load.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

type Client = SupabaseClient<Database>;

const tenantId = 'inkthread';
const shoppers = 6;
const each = 40;
const keys = { publishableKey: 'of-the-browsers', secretKey: 'of-the-owner' };
const address = {
  full_name: 'Mona Adel',
  phone: '01012345678',
  governorate: 'Cairo',
  city: 'Maadi',
  street: 'Road 9',
};

let folder: string;
let s3: S3Server;
let postgres: EmbeddedPostgres;
let databaseUrl: string;
let front: Balancer;
let backends: ChildProcess[] = [];
let storefronts: StoreProcess[] = [];
let admin: Client;

/** Three storefronts and two backends behind a proxy, sharing only a PostgreSQL and an S3 bucket. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-machines-'));
  await chmod(folder, 0o755);
  s3 = await startS3Server();
  const dataDir = join(folder, 'postgres');
  postgres = await startPostgres({ dataDir, database: 'shop', durable: false, maxConnections: 200 });
  const { host, port, user, password } = postgres.address;
  databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/shop?host=${encodeURIComponent(host)}`;
  front = await startBalancer();
  const shared = {
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SOUK_ORIGIN: front.url,
    SOUK_TRUSTED_PROXIES: '127.0.0.1',
    SOUK_SEED: 'presets',
    SOUK_METRICS_TOKEN: 'read-by-prometheus',
  };
  const starting = ['a', 'b'].map((name) => startBackendProcess(name, shared));
  for (const { child, url } of await Promise.all(starting)) {
    backends.push(child);
    front.backends.push(url);
  }
  storefronts = await Promise.all(
    ['1', '2', '3'].map((name) =>
      startStoreProcess(join(folder, `store-${name}`), { ...shared, SUPABASE_URL: front.url }),
    ),
  );
  front.storefronts.push(...storefronts.map(({ port }) => `http://127.0.0.1:${port}`));
  admin = clientAt(front.url, keys.secretKey);
  await openStores(admin);
});

afterAll(async () => {
  await Promise.all(storefronts.map((store) => store.stop()));
  await Promise.all(backends.map((child) => ended(child)));
  backends = [];
  await front?.close();
  await postgres?.stop();
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

async function startBackendProcess(name: string, shared: NodeJS.ProcessEnv) {
  const child = fork(join(PROJECT, 'server/backend-alone.ts'), {
    env: {
      ...process.env,
      ...shared,
      ...s3.environment,
      PORT: '0',
      SOUK_DATA: join(folder, name),
      DATABASE_URL: databaseUrl,
      SOUK_BACKEND_ORIGIN: front.url,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals | 0 = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function makeShopper(index: number): Promise<Client> {
  const client = clientAt(front.url, keys.publishableKey);
  const email = `several-${index}+${tenantId}@example.com`;
  const account = { email, password: 'blue-hoodie-42' };
  await client.auth.signUp(account);
  const { data } = await client.auth.signInWithPassword(account);
  const profile = { p_user_id: data.user?.id ?? '', p_tenant_id: tenantId, p_email: email, p_name: 'Mona' };
  const { error } = await client.rpc('create_profile_with_tenant', profile);
  if (error) throw new Error(error.message);
  return client;
}

/** Places a person's orders. One without a response is retried with its key, as the store's pages do. */
async function placeAll(client: Client, products: string[], acknowledged: Map<string, string>) {
  for (let turn = 0; turn < each; turn += 1) {
    const idempotency_key = randomUUID();
    const lines = [0, 1].map((line) => ({
      product_id: products[(turn * 3 + line) % products.length],
      quantity: 1,
    }));
    const order = {
      tenant_id: tenantId,
      idempotency_key,
      lines,
      address,
      payment_method: 'cash_on_delivery',
    };
    await until('an order is placed', async () => {
      const { data, error, status } = await client.rpc('place_order', { p_order: order });
      if (error && status < 500 && status !== 0) throw new Error(error.message);
      if (!error) acknowledged.set(idempotency_key, (data as { id: string }).id);
      return !error;
    });
  }
}

/** Renders the page on every storefront: from then on each serves it even while the backends are down. */
async function renderOnEach(): Promise<void> {
  const all = front.storefronts;
  for (const storefront of all) {
    front.storefronts = [storefront];
    expect((await fetch(`${front.url}/shop?tenant=${tenantId}`)).status).toBe(200);
  }
  front.storefronts = all;
}

/** Requests a page through the proxy repeatedly. @returns the number of pages, and the failures */
function readPages() {
  const seen = { pages: 0, failures: [] as string[] };
  let reading = true;
  const done = (async () => {
    while (reading) {
      const answer = await fetch(`${front.url}/shop?tenant=${tenantId}`);
      const text = await answer.text();
      if (answer.ok) seen.pages += 1;
      else seen.failures.push(`${answer.status} ${text.slice(0, 200)}`);
    }
  })();
  return async () => {
    reading = false;
    await done;
    return seen;
  };
}

const shows = async (store: StoreProcess, text: string) =>
  (await (await fetch(`http://127.0.0.1:${store.port}/categories?tenant=${tenantId}`)).text()).includes(text);

/** Changes a category and waits until every live storefront shows it, sooner than caches expire. */
async function expectToBeShown(name: string): Promise<void> {
  const living = storefronts.filter(({ child }) => child.signalCode === null);
  await Promise.all(living.map((store) => shows(store, name)));
  const { error } = await admin.from('categories').insert({ name, tenant_id: tenantId });
  expect(error).toBeNull();
  await Promise.all(living.map((store) => until(`a store shows ${name}`, () => shows(store, name))));
}

it('a change shows on every storefront long before its cache expires', async () => {
  for (const turn of ['first', 'second', 'third']) await expectToBeShown(`Made on one machine, ${turn}`);
});

it('a file uploaded to one backend is served by all of them', async () => {
  const letters = Buffer.from('a file of several machines');
  const path = `${tenantId}/shared.png`;
  const pixel = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), letters]);
  const bucket = admin.storage.from('banners');
  expect((await bucket.upload(path, pixel, { contentType: 'image/png' })).error).toBeNull();
  for (const backend of front.backends) {
    const answer = await fetch(`${backend}/storage/v1/object/public/banners/${path}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pixel)).toBe(true);
  }
});

it('a backend gives its metrics only to requests with the token', async () => {
  const [backend = ''] = front.backends;
  const asked = (headers: Record<string, string>) => fetch(`${backend}/metrics`, { headers });
  expect((await asked({})).status).toBe(401);
  const text = await (await asked({ authorization: 'Bearer read-by-prometheus' })).text();
  expect(text).toMatch(/^souk_http_requests_total\{route="\/rest\/v1",method="GET",status="200"\} \d+$/m);
  expect(text).toMatch(/^souk_database_statement_seconds_count\{lane="\w+"\} \d+$/m);
  expect(text).toContain('souk_database_up 1');
  expect(text).not.toContain('souk_page_cache_pages');
});

it('a backend and a storefront killed during orders lose none, and visitors notice nothing', async () => {
  const goods = Array.from({ length: 20 }, (_, n) => ({
    tenant_id: tenantId,
    name: `Product ${n}`,
    price: 100 + n,
    stock: 1_000,
  }));
  const made = await admin.from('products').insert(goods).select('id');
  expect(made.error).toBeNull();
  const anyNumber = { unpaid_orders_limit: null, unpaid_pieces_limit: null };
  await admin.from('staff_settings').upsert({ tenant_id: tenantId, ...anyNumber });
  const products = (made.data ?? []).map(({ id }) => id);
  const people = await Promise.all(Array.from({ length: shoppers }, (_, index) => makeShopper(index)));

  await renderOnEach();
  const acknowledged = new Map<string, string>();
  const stopReading = readPages();
  const placing = Promise.all(people.map((person) => placeAll(person, products, acknowledged)));
  await until('a third of the orders is placed', () => acknowledged.size > (shoppers * each) / 3, 60_000);
  const [backend, storefront] = [backends[0], storefronts[0]?.child];
  if (!backend || !storefront) throw new Error('Nobody is there to be killed');
  await Promise.all([ended(backend, 'SIGKILL'), ended(storefront, 'SIGKILL')]);
  expect(acknowledged.size).toBeLessThan(shoppers * each);
  await placing;
  const read = await stopReading();
  expect(read.pages).toBeGreaterThan(0);
  expect(read.failures).toEqual([]);

  const sql = openPool(postgres.address, 1);
  const orders = await sql<
    { id: string; key: string }[]
  >`select order_id as id, idempotency_key as key from private.order_keys`;
  await sql.end();
  expect(orders).toHaveLength(shoppers * each);
  expect(new Map(orders.map(({ id, key }) => [key, id]))).toEqual(acknowledged);
  const ledger = spawnSync(process.execPath, ['scripts/ledger-check.ts'], {
    cwd: PROJECT,
    encoding: 'utf8' as const,
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  expect(ledger.stdout).toMatch(/^The ledgers balance: \d+ rules hold /m);
});

it('the remaining storefronts receive changes again', async () => {
  for (const turn of ['first', 'second', 'third']) await expectToBeShown(`Made after one died, ${turn}`);
});
