import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type DatabaseAddress, openPool, type Pool } from 'embedded-supabase/database';
import { startPostgres } from 'embedded-supabase/postgres';
import type { Database } from '../app/lib/database.types.ts';
import { checkLedger } from '../scripts/ledger-check.ts';
import { openStores } from '../tests/support/open-stores.ts';
import { atLeast, atMost, type Figure, reported } from './figures.ts';
import { load, rawRequest } from './load.ts';
import { type RunningStore, startRunningStore } from './running-store.ts';

const tenantId = 'inkthread';
const clients = 16;
const flowClients = 8;
const seconds = 3;
const rounds = 5;
/** Prepared orders per shopper; more than a run sends. */
const preparedOrders = 600;
const password = 'bench-password-1';

type Client = SupabaseClient<Database>;

interface Shopper {
  id: string;
  token: string;
}

const address = {
  full_name: 'Bench Buyer',
  phone: '01001234567',
  governorate: 'Cairo',
  city: 'Maadi',
  street: 'Road 9',
};

/**
 * Concurrent orders by several shoppers with their own sessions, each of two lines that share a discount:
 * through the backend, compared with calling the function directly on as many connections, and the complete
 * flow from cart to order.
 */
export async function orderFigures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-orders-'));
  const server = await startPostgres({ dataDir, database: 'souk' });
  try {
    const store = await startRunningStore({ DATABASE_URL: urlOf(server.address), SOUK_SEED: 'presets' });
    try {
      return await measure(store, server.address);
    } finally {
      await store.stop();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(store: RunningStore, database: DatabaseAddress): Promise<Figure[]> {
  const admin = createClient<Database>(`http://127.0.0.1:${store.port}`, store.keys.secretKey, {
    auth: { persistSession: false },
  });
  await openStores(admin);
  const products = await makeProducts(admin);
  const shoppers = await Promise.all(
    Array.from({ length: clients }, (_, index) => makeShopper(store, admin, index)),
  );
  const owner = openPool(database, 1);
  const connections = shoppers.map(({ id }) => {
    const claims = JSON.stringify({ sub: id, role: 'authenticated', aal: 'aal1' });
    return openPool(database, 1, { options: `-c role=authenticated -c request.jwt.claims=${claims}` });
  });
  try {
    const direct: number[] = [];
    const backend: number[] = [];
    const flow: number[] = [];
    await directCalls(connections, products, 1);
    await throughBackend(store, shoppers, products, 1);
    for (let round = 0; round < rounds; round += 1) {
      direct.push(await directCalls(connections, products, seconds));
      backend.push(await throughBackend(store, shoppers, products, seconds));
      flow.push(await completeFlow(store, shoppers.slice(0, flowClients), products));
    }
    const [books] = await owner<{ orders: number; keys: number }[]>`
      select count(*)::int as orders, count(distinct (caller_id, idempotency_key))::int as keys from private.order_keys`;
    return [
      reported(`place_order called directly, ${clients} connections`, direct, '/s'),
      reported(`place_order through the backend, ${clients} clients`, backend, '/s'),
      atLeast('place_order through the backend, of calling it', ratios(backend, direct), 0.6),
      reported(`from the cart to the order, ${flowClients} clients`, flow, ' orders/s'),
      reported('orders placed in the run', [books?.orders ?? 0]),
      atMost('orders placed twice', [(books?.orders ?? 0) - (books?.keys ?? 0)], 0),
      atMost('differences in the books afterwards', [(await checkLedger(owner)).length], 0),
    ];
  } finally {
    await Promise.all([owner.end(), ...connections.map((connection) => connection.end())]);
  }
}

const ratios = (values: number[], yardstick: number[]) =>
  values.map((value, index) => value / (yardstick[index] ?? Number.NaN));

function urlOf({ host, port, database, user, password: secret }: DatabaseAddress): string {
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function makeProducts(admin: Client): Promise<string[]> {
  const rows = Array.from({ length: 64 }, (_, index) => ({
    tenant_id: tenantId,
    name: `Bench product ${index}`,
    price: 100 + index,
    stock: 1_000_000,
  }));
  // A few shoppers place thousands of unpaid orders.
  const noLimits = { unpaid_orders_limit: null, unpaid_pieces_limit: null };
  await admin
    .from('staff_settings')
    .upsert({ tenant_id: tenantId, ...noLimits })
    .throwOnError();
  const { data, error } = await admin.from('products').insert(rows).select('id');
  if (error) throw new Error(error.message);
  return data.map((row) => row.id);
}

async function makeShopper(store: RunningStore, admin: Client, index: number): Promise<Shopper> {
  const email = `bench-${index}+${tenantId}@example.com`;
  const created = await admin.auth.admin.createUser({ email, password, email_confirm: true });
  if (created.error) throw created.error;
  const client = createClient<Database>(`http://127.0.0.1:${store.port}`, store.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const signedIn = await client.auth.signInWithPassword({ email, password });
  if (signedIn.error) throw signedIn.error;
  const profile = { p_user_id: created.data.user.id, p_tenant_id: tenantId, p_email: email, p_name: 'Bench' };
  const { error } = await client.rpc('create_profile_with_tenant', profile);
  if (error) throw new Error(error.message);
  const discount = { tenant_id: tenantId, code: codeOf(index), value: 7.5, user_id: created.data.user.id };
  await admin.from('discounts').insert(discount).throwOnError();
  return { id: created.data.user.id, token: signedIn.data.session.access_token };
}

/** Two products, different for each shopper and turn. */
function linesOf(products: string[], shopper: number, turn: number) {
  return [0, 1].map((line) => ({
    product_id: products[(shopper * 7 + turn * 3 + line) % products.length] ?? '',
    quantity: 1,
  }));
}

/** A discount per shopper, so that orders of different shoppers don't wait for each other. */
const codeOf = (shopper: number) => `BENCH-${shopper}`;

const orderOf = (products: string[], shopper: number, turn: number) => ({
  tenant_id: tenantId,
  lines: linesOf(products, shopper, turn),
  address,
  discount_code: codeOf(shopper),
  payment_method: 'cash_on_delivery',
  idempotency_key: crypto.randomUUID(),
});

async function directCalls(connections: Pool[], products: string[], duration: number): Promise<number> {
  const started = performance.now();
  const end = started + duration * 1_000;
  let placed = 0;
  await Promise.all(
    connections.map(async (sql, shopper) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const document = JSON.stringify(orderOf(products, shopper, turn));
        await sql.unsafe('select public.place_order($1::text::jsonb)', [document], { prepare: true });
        placed += 1;
      }
    }),
  );
  return placed / ((performance.now() - started) / 1_000);
}

function headersOf(store: RunningStore, { token }: Shopper): Record<string, string> {
  return {
    apikey: store.keys.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
}

/** Requests interleaved by shopper, so that each connection sends a single shopper's. */
function interleaved(
  shoppers: Shopper[],
  count: number,
  make: (shopper: number, turn: number) => Buffer[],
): Buffer[] {
  return Array.from({ length: count }, (_, turn) => {
    const each = shoppers.map((_shopper, index) => make(index, turn));
    return (each[0] ?? []).flatMap((_request, step) => each.flatMap((steps) => steps[step] ?? []));
  }).flat();
}

async function throughBackend(
  store: RunningStore,
  shoppers: Shopper[],
  products: string[],
  duration: number,
): Promise<number> {
  const requests = interleaved(shoppers, preparedOrders, (index, turn) => {
    const shopper = shoppers[index];
    if (!shopper) return [];
    const body = JSON.stringify({ p_order: orderOf(products, index, turn) });
    return [rawRequest('POST', '/rest/v1/rpc/place_order', headersOf(store, shopper), body)];
  });
  return (await load(store, requests, shoppers.length, duration)).perSecond;
}

/**
 * The complete flow of a browser: the cart's page, current prices, the checkout's addresses and delivery slots, the
 * quote, the order, and its page. Orders per second.
 */
async function completeFlow(store: RunningStore, shoppers: Shopper[], products: string[]): Promise<number> {
  const host = `${tenantId}.localhost:${store.port}`;
  const steps = 7;
  const requests = interleaved(shoppers, preparedOrders / 2, (index, turn) => {
    const shopper = shoppers[index];
    if (!shopper) return [];
    const headers = headersOf(store, shopper);
    const order = orderOf(products, index, turn);
    const { idempotency_key: _key, address: _address, payment_method: _method, ...quote } = order;
    const ids = order.lines.map((line) => line.product_id).sort();
    const ask = (method: string, path: string, body?: object) =>
      rawRequest(method, path, headers, body ? JSON.stringify(body) : '');
    return [
      rawRequest('GET', '/cart', { host, 'accept-encoding': 'br' }),
      rawRequest('GET', `/cart/products?ids=${ids.join(',')}`, { host }),
      ask('GET', `/rest/v1/addresses?select=*&user_id=eq.${shopper.id}&tenant_id=eq.${tenantId}`),
      ask('POST', '/rest/v1/rpc/available_slots', { p_tenant_id: tenantId }),
      ask('POST', '/rest/v1/rpc/quote_order', { p_order: quote }),
      ask('POST', '/rest/v1/rpc/place_order', { p_order: order }),
      ask(
        'GET',
        `/rest/v1/orders?select=*,order_lines(*),order_events(*)&user_id=eq.${shopper.id}&order=created_at.desc&limit=1`,
      ),
    ];
  });
  return (await load(store, requests, shoppers.length, seconds)).perSecond / steps;
}
