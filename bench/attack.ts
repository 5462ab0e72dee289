import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import type { Database } from '../app/lib/database.types.ts';
import { openStores } from '../tests/support/open-stores.ts';
import { comingFrom, placeOrder, tenantId } from './attacked-store.ts';
import { atMost, type Figure, quantile, reported } from './figures.ts';
import type { HonestShopping, Served } from './honest-shopping.ts';
import { type Memory, memoryOf } from './memory.ts';
import { type RunningStore, startRunningStore } from './running-store.ts';

type Client = SupabaseClient<Database>;

/** 690–790 MB measured, more on faster machines: Node 320–400, PostgreSQL 240–430, the printing process 120. */
const mostMegabytes = 850;
const mostMilliseconds = 1_000;
/** Answers may take this many times the quiet time, if that is more: a machine may be busy anyway. */
const mostTimesQuiet = 10;
/** Least rounds of each honest shopper, before the attack and under attack, however long they take. */
const fewestRounds = 5;
const attackersIp = '203.0.113.7';

interface Person {
  id: string;
  ip: string;
  client: Client;
  token: string;
}

/** Measurements of honest shoppers and of the machine during part of an attack. */
export interface Stretch extends Memory {
  seconds: number;
  /** 99th percentiles, in milliseconds. */
  pages: number;
  orders: number;
}

/**
 * Lets honest shoppers open pages and place orders while visitors, accounts and the staff's printer repeat
 * attacks that once filled the memory, the mail or the ledger.
 * @param onStretch called every ten seconds
 */
export async function attackSoak(
  seconds: number,
  onStretch: (stretch: Stretch) => void = () => {},
): Promise<Figure[]> {
  const store = await startRunningStore({ SOUK_SEED: 'presets', SOUK_TRUSTED_PROXIES: '127.0.0.1,::1' });
  const waits: Waits = { pages: [], orders: [], refused: [] };
  let peak = 0;
  try {
    const shop = await openShop(store);
    const quiet: Waits = { pages: [], orders: [], refused: [] };
    await shopHonestly(store, shop, shop.honest.slice(0, 1), quiet);
    const end = performance.now() + seconds * 1_000;
    const going = () => performance.now() < end;
    const watching = watch(store, going, waits, (stretch) => {
      peak = Math.max(peak, stretch.node + stretch.postgres);
      onStretch({ ...stretch, seconds: Math.round(seconds - (end - performance.now()) / 1_000) });
    });
    const work = [
      shopHonestly(store, shop, shop.honest, waits, watching),
      ...attacksOn(store, shop).map((attack) => repeat(attack, going)),
    ];
    await Promise.all([watching, ...work]);
    return [
      slowest('pages', waits.pages, quiet.pages),
      slowest('orders', waits.orders, quiet.orders),
      atMost('most memory under attack', [peak], mostMegabytes, 'MB'),
      atMost('honest requests refused', [waits.refused.length], 0),
      reported('honest pages', [waits.pages.length]),
      reported('honest orders', [waits.orders.length]),
    ];
  } finally {
    await store.stop();
  }
}

function slowest(what: string, waits: readonly number[], quiet: readonly number[]): Figure {
  const most = Math.max(mostMilliseconds, Math.round(mostTimesQuiet * quantile(quiet, 0.99)));
  return atMost(`slowest 1 % of honest ${what} under attack`, [quantile(waits, 0.99)], most, 'ms');
}

/** Honest shoppers' waiting times in milliseconds, and the answers to those who were refused. */
interface Waits {
  pages: number[];
  orders: number[];
  refused: string[];
}

interface Shop {
  products: string[];
  honest: Person[];
  attacker: Person;
  staff: Person;
  /** A line of an order with four large pictures. */
  printLine: string;
}

async function openShop(store: RunningStore): Promise<Shop> {
  const { admin } = store;
  await openStores(admin);
  const limits = { tenant_id: tenantId, unpaid_orders_limit: null, unpaid_pieces_limit: null };
  await admin.from('staff_settings').upsert(limits).throwOnError();
  const category = await admin
    .from('categories')
    .insert({ tenant_id: tenantId, name: 'Shirts' })
    .select('id')
    .single()
    .throwOnError();
  const goods = Array.from({ length: 100 }, (_, n) => ({
    ...{
      tenant_id: tenantId,
      category_id: category.data.id,
      name: `Shirt ${n}`,
      price: 200 + n,
      stock: 100_000,
    },
  }));
  const added = await admin.from('products').insert(goods).select('id').throwOnError();
  const products = added.data.map(({ id }) => id);
  const honest = await Promise.all([1, 2, 3].map((n) => signedIn(store, `198.51.100.${n}`)));
  const [attacker, staff] = [await signedIn(store, attackersIp), await signedIn(store, '198.51.100.9')];
  await admin
    .from('user_roles')
    .upsert({ user_id: staff.id, tenant_id: tenantId, role: 'admin' }, { onConflict: 'user_id,tenant_id' })
    .throwOnError();
  return { products, honest, attacker, staff, printLine: await orderPrint(attacker) };
}

async function signedIn({ admin, port, keys }: RunningStore, ip: string): Promise<Person> {
  const account = { email: `${randomUUID()}@example.com`, password: `blue-${randomUUID()}` };
  const { data } = await admin.auth.admin.createUser({ ...account, email_confirm: true });
  const id = data.user?.id ?? '';
  const client = createClient<Database>(`http://127.0.0.1:${port}`, keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: comingFrom(ip) },
  });
  const { data: session } = await client.auth.signInWithPassword(account);
  const profile = { p_user_id: id, p_tenant_id: tenantId, p_email: account.email, p_name: 'Mona' };
  await client.rpc('create_profile_with_tenant', profile).throwOnError();
  return { id, ip, client, token: session.session?.access_token ?? '' };
}

/** Places an order of a design with four pictures of 64 megapixels. */
async function orderPrint(person: Person): Promise<string> {
  const picture = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
  const sources = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const path = `${tenantId}/${person.id}/${randomUUID()}.jpg`;
      const { error } = await person.client.storage
        .from('designs')
        .upload(path, picture, { contentType: 'image/jpeg' });
      if (error) throw error;
      return `designs:${path}`;
    }),
  );
  const elements = sources.map((source, n) => ({
    ...{ kind: 'image', id: `i${n}`, side: 'back', x: 0, y: 0, rotation: 3 * n, source, name: 'a.jpg' },
    ...{ width: 34, height: 34, pixelWidth: 8_000, pixelHeight: 8_000 },
  }));
  const design = { version: 1, garment: 'Hoodie', color: 'Black', elements };
  const { data, error } = await placeOrder(person.client, [
    { quantity: 1, design, size: 'L', color: 'Black' },
  ]);
  if (error) throw new Error(error.message);
  const line = await person.client.from('order_lines').select('id').eq('order_id', data.id).single();
  return line.data?.id ?? '';
}

/** Lets people shop for a few rounds each, or until `attack` has ended, and collects their waiting times. */
async function shopHonestly(
  { port, keys }: RunningStore,
  { products }: Shop,
  people: readonly Person[],
  waits: Waits,
  attack?: Promise<unknown>,
): Promise<void> {
  const workerData: HonestShopping = {
    ...{ port, publishableKey: keys.publishableKey, products, fewestRounds, isEndless: attack !== undefined },
    people: people.map(({ ip, token }) => ({ ip, token })),
  };
  const shopping = new Worker(new URL('./honest-shopping.ts', import.meta.url), { workerData });
  shopping.on('message', ({ what, milliseconds, refusal }: Served) => {
    waits[what].push(milliseconds);
    if (refusal) waits.refused.push(refusal);
  });
  const ended = once(shopping, 'exit');
  attack?.then(() => shopping.postMessage('enough'));
  await ended;
}

/** Runs each attack once; refused and aborted requests are expected. */
function attacksOn(
  store: RunningStore,
  { attacker, staff, printLine, products }: Shop,
): (() => Promise<unknown>)[] {
  const { port, keys } = store;
  const url = (path: string) => `http://127.0.0.1:${port}${path}`;
  const attackers = comingFrom(attackersIp);
  const nested = 'select=*,categories(*,products(*,categories(*,products(*,categories(*)))))&limit=1000';
  const many = (count: number, one: (n: number) => PromiseLike<unknown>) =>
    Promise.allSettled(Array.from({ length: count }, (_, n) => one(n)));
  return [
    // Answers that are never read.
    () => many(5, () => unread(port, `/rest/v1/products?${nested}`, keys.publishableKey)),
    // Unknown host names.
    () => many(20, () => ask(url(`/shop?max=${Math.floor(Math.random() * 1e6)}`), { headers: attackers })),
    () =>
      many(40, () =>
        ask(url(`/contact.data?tenant=${tenantId}`), {
          method: 'POST',
          headers: attackers,
          body: new URLSearchParams({ name: 'x', email: 'x@example.com', message: 'https://win.example' }),
        }),
      ),
    async () => {
      const placed = await many(20, () =>
        placeOrder(attacker.client, [{ product_id: products[0], quantity: 1 }]),
      );
      for (const order of placed) if (order.status === 'fulfilled') await cancel(attacker, order.value);
    },
    () =>
      many(20, () =>
        attacker.client.storage
          .from('designs')
          .upload(
            `${tenantId}/${attacker.id}/${randomUUID()}.png`,
            new Blob([new Uint8Array(1_000_000)], { type: 'image/png' }),
          ),
      ),
    () =>
      ask(url(`/print-files/${printLine}/back.png`), { headers: { authorization: `Bearer ${staff.token}` } }),
    () =>
      many(50, (n) =>
        attacker.client.rpc('quote_order', {
          p_order: { tenant_id: tenantId, lines: [], discount_code: `GUESS${n}` },
        }),
      ),
  ];
}

async function cancel({ client }: Person, answer: unknown): Promise<void> {
  const { data } = answer as { data: { id?: string } | null };
  if (data?.id) await client.rpc('cancel_order', { p_order_id: data.id });
}

async function ask(url: string, request?: RequestInit): Promise<void> {
  const answer = await fetch(url, request);
  await answer.arrayBuffer();
}

/** Sends a request and doesn't read the answer for some seconds. */
async function unread(port: number, path: string, apikey: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.pause();
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${attackersIp}\r\napikey: ${apikey}\r\n\r\n`,
  );
  await wait(5_000);
  socket.destroy();
}

async function repeat(attack: () => Promise<unknown>, going: () => boolean): Promise<void> {
  while (going()) {
    await attack().catch(() => {});
    await wait(100);
  }
}

async function watch(
  { pid }: RunningStore,
  going: () => boolean,
  waits: Waits,
  onStretch: (stretch: Omit<Stretch, 'seconds'>) => void,
): Promise<void> {
  let seen = { pages: 0, orders: 0 };
  while (going()) {
    let most: Memory = { node: 0, postgres: 0 };
    for (let second = 0; second < 10 && going(); second += 1) {
      const now = memoryOf(pid);
      if (now.node + now.postgres > most.node + most.postgres) most = now;
      await wait(1_000);
    }
    const pages = quantile(waits.pages.slice(seen.pages), 0.99);
    const orders = quantile(waits.orders.slice(seen.orders), 0.99);
    seen = { pages: waits.pages.length, orders: waits.orders.length };
    onStretch({ ...most, pages, orders });
  }
}
