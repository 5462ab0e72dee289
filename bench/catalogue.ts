import { createClient } from '@supabase/supabase-js';
import type { Database } from '../app/lib/database.types.ts';
import { atMost, type Figure, median, told } from './figures.ts';
import { get } from './raw-get.ts';
import type { RunningStore } from './running-store.ts';

/** The store that grows: nothing of it is in the way of other figures. */
const tenantId = 'casecraft';
const few = 1_000;
const many = 100_000;
const batch = 1_000;
const pages = 40;

const things = ['Hoodie', 'Wallet', 'Lantern', 'Notebook', 'Monopoly', 'Bottle', 'Backpack', 'Bracelet'];
const brands = ['Northwind', 'Contoso', 'Fabrikam', 'Adatum'];
const colors = ['Black', 'White', 'Green', 'Blue', 'Red'];

/** Words as somebody in a hurry types them. */
const typos = ['hodie', 'walet', 'lantren', 'notbook', 'monoply', 'botle', 'backpak', 'bracelt'];

type Client = ReturnType<typeof createClient<Database>>;

/**
 * How a store behaves that has a hundred thousand products: first page of the shop, searching with typing mistakes, the
 * counts of all filters, and suggestions for what nobody has typed before.
 */
export async function catalogueFigures(store: RunningStore): Promise<Figure[]> {
  const url = `http://127.0.0.1:${store.port}`;
  const admin = createClient<Database>(url, store.keys.secretKey, { auth: { persistSession: false } });
  await fill(admin, 0, few);
  const small = await firstPages(store, 0);
  await fill(admin, few, many);
  const large = await firstPages(store, 1);
  const searches = await times(200, (i) => search(store, i));
  const counts = await times(60, (i) => count(store, i));
  const suggestions = await suggested(store);
  return [
    told(`first page of a shop with ${few.toLocaleString('en-US')} products`, [median(small)], 'ms'),
    told(`the same with ${many.toLocaleString('en-US')}`, [median(large)], 'ms'),
    atMost('search with a typo and filters among them, p95', [p95(searches)], 60, 'ms'),
    atMost('counts of all filters among them, not remembered, p95', [p95(counts)], 200, 'ms'),
    told('suggestions for a word with a typo among them', [median(suggestions)], 'ms'),
    atMost('the same, p95', [p95(suggestions)], 50, 'ms'),
  ];
}

async function fill(admin: Client, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += batch) {
    const rows = Array.from({ length: Math.min(batch, to - start) }, (_, i) => productRow(start + i));
    const { error } = await admin.from('products').insert(rows);
    if (error) throw new Error(`Products could not be added: ${error.message}`);
  }
}

function productRow(n: number) {
  return {
    tenant_id: tenantId,
    name: `${things[n % things.length]} ${n}`,
    description: `Number ${n} of its kind.`,
    brand: brands[n % brands.length] ?? '',
    color: JSON.stringify([colors[n % colors.length], colors[(n + 1) % colors.length]]),
    price: 50 + (n % 900),
    stock: n % 7,
  };
}

/** Milliseconds that pages take that nobody has asked for before: another lowest price each time. */
async function firstPages({ port }: RunningStore, round: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = -10; i < pages; i += 1) {
    const started = performance.now();
    const path = `/shop?min=${(round * 1_000 + i + 100) / 10_000}`;
    const { status } = await get({ port, host: `${tenantId}.localhost:${port}`, path });
    if (status !== 200) throw new Error(`The shop answered ${status}`);
    if (i >= 0) times.push(performance.now() - started);
  }
  return times;
}

/** Sorted milliseconds of suggestions, each for other words, so that none is answered from the cache. */
async function suggested({ port }: RunningStore): Promise<number[]> {
  const asked = typos.flatMap((typo) =>
    [...colors, ...brands].flatMap((word) => [`${typo} ${word}`, `${word} ${typo}`]),
  );
  const times: number[] = [];
  for (const [i, words] of asked.entries()) {
    const path = `/search/suggestions?${new URLSearchParams({ q: words })}`;
    const started = performance.now();
    const answer = await get({ port, host: `${tenantId}.localhost:${port}`, path });
    if (answer.status !== 200) throw new Error(`Suggestions answered ${answer.status}: ${answer.body}`);
    const { entries } = JSON.parse(answer.body.toString()) as { entries: unknown[] };
    if (entries.length === 0) throw new Error(`Nothing is suggested for ${words}`);
    if (i >= 10) times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

/** Sorted milliseconds of a request, after some that are not counted. */
async function times(count: number, request: (n: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let i = -20; i < count; i += 1) {
    const took = await request(Math.abs(i));
    if (i >= 0) taken.push(took);
  }
  return taken.sort((a, b) => a - b);
}

const p95 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;

function search(store: RunningStore, n: number): Promise<number> {
  return call(store, 'search_products', {
    p_tenant_id: tenantId,
    p_search: typos[n % typos.length] ?? '',
    p_colors: `{${colors[n % colors.length]}}`,
    p_min_price: String(100 + (n % 50)),
    p_in_stock: 'true',
    p_limit: '24',
  });
}

function count(store: RunningStore, n: number): Promise<number> {
  return call(store, 'product_facets', {
    p_tenant_id: tenantId,
    p_brands: `{${brands[n % brands.length]}}`,
    p_min_price: String(100 + n),
  });
}

/** Milliseconds that a function of the data API takes. */
async function call(
  { port, keys }: RunningStore,
  name: string,
  parameters: Record<string, string>,
): Promise<number> {
  const started = performance.now();
  const path = `/rest/v1/rpc/${name}?${new URLSearchParams(parameters)}`;
  const answer = await get({ port, path, headers: { apikey: keys.publishableKey } });
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.body}`);
  return performance.now() - started;
}
