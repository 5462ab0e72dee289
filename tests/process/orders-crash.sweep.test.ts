import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { openPool } from 'embedded-supabase/database';
import { startPostgres } from 'embedded-supabase/postgres';
import { expect, test } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { isAlive, until } from '../support/processes.ts';
import { PROJECT, type StoreProcess, startStoreProcess } from '../support/store-process.ts';

type Client = SupabaseClient<Database>;

const tenantId = 'inkthread';
const shoppers = 8;
const each = 125;
const address = {
  full_name: 'Mona Adel',
  phone: '01012345678',
  governorate: 'Cairo',
  city: 'Maadi',
  street: 'Road 9',
};
const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } };

interface Shopper {
  client: Client;
  /** Keys of the orders this person is going to place, in turn. */
  keys: string[];
}

const keysOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'api-keys.json'), 'utf8')) as Record<
    'publishableKey' | 'secretKey',
    string
  >;

async function makeShopper(store: StoreProcess, index: number): Promise<Shopper> {
  const url = `http://127.0.0.1:${store.port}`;
  const client = createClient<Database>(url, keysOf(store.dataDir).publishableKey, withoutSession);
  const email = `crash-${index}+${tenantId}@example.com`;
  const account = { email, password: 'blue-hoodie-42' };
  await client.auth.signUp(account);
  const { data } = await client.auth.signInWithPassword(account);
  const id = data.user?.id ?? '';
  const profile = { p_user_id: id, p_tenant_id: tenantId, p_email: email, p_name: 'Mona' };
  const { error } = await client.rpc('create_profile_with_tenant', profile);
  if (error) throw new Error(error.message);
  return { client, keys: Array.from({ length: each }, () => randomUUID()) };
}

/** Places a person's orders from one of their keys on, until all are placed or the store does not answer. */
async function placeAll(
  { client, keys }: Shopper,
  products: string[],
  acknowledged: Map<string, string>,
): Promise<void> {
  for (const [turn, key] of keys.entries()) {
    if (acknowledged.has(key)) continue;
    const lines = [0, 1].map((line) => ({
      product_id: products[(turn * 3 + line) % products.length],
      quantity: 1,
    }));
    const { data, error } = await client.rpc('place_order', {
      p_order: {
        tenant_id: tenantId,
        idempotency_key: key,
        lines,
        address,
        discount_code: 'CRASH',
        payment_method: 'cash_on_delivery',
      },
    });
    if (error) return;
    acknowledged.set(key, (data as { id: string }).id);
  }
}

test('a store killed with its database in the middle of 1,000 orders has every acknowledged one, once, and books that balance', {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-orders-crash-'));
  await chmod(dataDir, 0o711);
  const environment = { SOUK_SEED: 'none' };
  let store = await startStoreProcess(dataDir, environment);
  const admin = createClient<Database>(
    `http://127.0.0.1:${store.port}`,
    keysOf(dataDir).secretKey,
    withoutSession,
  );
  const goods = Array.from({ length: 40 }, (_, n) => ({
    tenant_id: tenantId,
    name: `Crash product ${n}`,
    price: 100 + n,
    stock: 1_000,
  }));
  const made = await admin.from('products').insert(goods).select('id');
  const products = (made.data ?? []).map(({ id }) => id);
  const anyNumber = { unpaid_orders_limit: null, unpaid_pieces_limit: null };
  await admin.from('staff_settings').upsert({ tenant_id: tenantId, ...anyNumber });
  await admin.from('discounts').insert({ tenant_id: tenantId, code: 'CRASH', kind: 'percent', value: 10 });
  const people = await Promise.all(Array.from({ length: shoppers }, (_, index) => makeShopper(store, index)));

  const acknowledged = new Map<string, string>();
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  const placing = Promise.all(people.map((person) => placeAll(person, products, acknowledged)));
  await until('some hundred orders are placed', () => acknowledged.size > 300, 60_000);
  const ended = once(store.child, 'exit');
  process.kill(store.child.pid ?? 0, 'SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await Promise.all([placing, ended]);
  await until('the database is gone', () => !isAlive(postmaster));
  const before = new Map(acknowledged);
  expect(before.size).toBeLessThan(shoppers * each);

  store = await startStoreProcess(dataDir, { ...environment, PORT: String(store.port) });
  await Promise.all(people.map((person) => placeAll(person, products, acknowledged)));
  expect(acknowledged.size).toBe(shoppers * each);
  for (const [key, id] of before) expect(acknowledged.get(key)).toBe(id);
  expect(await store.stop()).toBe(0);

  const server = await startPostgres({ dataDir, database: 'souk' });
  try {
    const { host, port, user, password, database } = server.address;
    const sql = openPool(server.address, 1);
    const orders = await sql<{ id: string; key: string }[]>`select id, idempotency_key as key from orders`;
    await sql.end();
    expect(new Map(orders.map(({ id, key }) => [key, id]))).toEqual(acknowledged);
    expect(orders).toHaveLength(shoppers * each);
    const url = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const books = spawnSync(process.execPath, ['scripts/books-check.ts'], {
      cwd: PROJECT,
      encoding: 'utf8' as const,
      env: { ...process.env, DATABASE_URL: url },
    });
    expect(books.stdout).toMatch(/^The books balance: \d+ rules hold /m);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
