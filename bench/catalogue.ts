import { atMost, type Figure, quantile } from './figures.ts';
import { get, type RunningStore } from './running-store.ts';

/** The store that is filled; other measurements do not use it. */
const tenantId = 'casecraft';
const products = 100_000;
const batch = 250;
/** Variants of each product. */
const sizes = JSON.stringify(['S', 'M', 'L', 'XL', 'XXL']);

const things = ['Hoodie', 'Wallet', 'Lantern', 'Notebook', 'Monopoly', 'Bottle', 'Backpack', 'Bracelet'];
const brands = ['Northwind', 'Contoso', 'Fabrikam', 'Adatum'];
const colors = ['Black', 'White', 'Green', 'Blue', 'Red'];

/** Search terms with typos. */
const typos = ['hodie', 'walet', 'lantren', 'notbook', 'monoply', 'botle', 'backpak', 'bracelt'];

/** Typo-tolerant search with filters and facets, in a store of a hundred thousand products with five variants. */
export async function catalogueFigures(store: RunningStore): Promise<Figure[]> {
  await fill(store);
  const searches = await times(200, (turn) =>
    call(store, 'search_products', {
      p_tenant_id: tenantId,
      p_search: typos[turn % typos.length] ?? '',
      p_colors: `{${colors[turn % colors.length]}}`,
      p_min_price: String(100 + (turn % 50)),
      p_in_stock: 'true',
      p_limit: '24',
    }),
  );
  const counts = await times(60, (turn) =>
    call(store, 'product_facets', {
      p_tenant_id: tenantId,
      p_brands: `{${brands[turn % brands.length]}}`,
      p_min_price: String(100 + turn),
    }),
  );
  return [
    atMost(
      'search with a typo and filters in 100,000 products of five variants, p95',
      [quantile(searches, 0.95)],
      60,
      'ms',
    ),
    atMost('counts of all filters, not remembered, p95', [quantile(counts, 0.95)], 200, 'ms'),
  ];
}

async function fill({ admin }: RunningStore): Promise<void> {
  for (let start = 0; start < products; start += batch) {
    const rows = Array.from({ length: batch }, (_, i) => productRow(start + i));
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
    color: JSON.stringify([colors[n % colors.length]]),
    size: sizes,
    price: 50 + (n % 900),
    stock: (n % 7) * 5,
  };
}

/** Durations of a request in milliseconds, after a warm-up. */
async function times(count: number, request: (turn: number) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let turn = -20; turn < count; turn += 1) {
    const startedAt = performance.now();
    await request(Math.abs(turn));
    if (turn >= 0) durations.push(performance.now() - startedAt);
  }
  return durations;
}

function call(store: RunningStore, name: string, parameters: Record<string, string>): Promise<unknown> {
  const apikey = store.keys.publishableKey;
  return get(store, `/rest/v1/rpc/${name}?${new URLSearchParams(parameters)}`, { apikey });
}
